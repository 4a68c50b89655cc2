"""The map: spot facts read off the board, and the structures that hold them."""

from __future__ import annotations

import pytest

from beachhead.kernel.bits import members
from beachhead.omaha.table.board import OmahaBoard, board


@pytest.fixture(scope="module")
def omaha() -> OmahaBoard:
    return board()


def names(omaha: OmahaBoard, hexes: int) -> list[str]:
    return omaha.grid.names_of(hexes)


def test_every_hex_has_one_terrain_and_one_sector(omaha: OmahaBoard) -> None:
    assert omaha.grid.all.bit_count() == 600
    assert sum(hexes.bit_count() for hexes in omaha.terrain.values()) == 600
    assert omaha.sectors["east"] ^ omaha.sectors["west"] == omaha.grid.all
    counts = {name: hexes.bit_count() for name, hexes in omaha.terrain.items()}
    assert counts == {"water": 1, "beach": 95, "pavilion": 28, "draw": 20, "high_ground": 456}


def test_landing_box_er1(omaha: OmahaBoard) -> None:
    er1 = omaha.boxes["ER1"]
    hexes = [er1.lands_in("low"), er1.lands_in("mid"), er1.lands_in("high")]
    assert [omaha.name(hex_) for hex_ in hexes if hex_ is not None] == ["0513", "0613", "0714"]


def test_landing_boxes_stand_from_east_to_west(omaha: OmahaBoard) -> None:
    assert [box.order for box in omaha.box_row] == list(range(1, 32))
    assert [omaha.box_row[index].name for index in (0, 3, 14, 30)] == ["X1", "FG1", "X4", "CH3"]
    assert [box.name for box in omaha.box_row if box.lands_in("high") is None] == [
        "X1",
        "X2",
        "X3",
        "CH2",
        "CH3",
    ]
    assert [box.name for box in omaha.box_row if not box.lettered] == ["X1", "X2", "X3", "X4"]


def test_tide_floods_the_lines_below_it(omaha: OmahaBoard) -> None:
    assert omaha.submerged["low"] == 0
    assert omaha.submerged["mid"] == omaha.tides["low"] | omaha.grid.set(["0519"])
    assert omaha.submerged["high"] == omaha.submerged["mid"] | omaha.tides["mid"]


@pytest.mark.parametrize("name", ["1313", "1314"])
def test_brown_dots_belong_to_c5(omaha: OmahaBoard, name: str) -> None:
    owners = [position.name for position, _ in omaha.dots(omaha.hex(name)) if
              position.color == "brown"]  # fmt: skip
    assert owners == ["C5"]


def test_wn_65_reaches_six_hexes_of_the_west_sector(omaha: OmahaBoard) -> None:
    assert (omaha.position["WN65"].fire & omaha.sectors["west"]).bit_count() == 6


def test_obstacles_that_wns_leave_to_the_engineers(omaha: OmahaBoard) -> None:
    """10.1 with a card of red, purple and blue."""
    colors = {"red", "purple", "blue"}
    wns = [position for position in omaha.positions if position.is_wn and position.color in colors]
    east = omaha.obstacles & omaha.sectors["east"]
    assert names(omaha, east & ~omaha.field_of_fire(wns)) == ["0612"]
    without_60 = omaha.field_of_fire(wn for wn in wns if wn.name != "WN60")
    row = omaha.grid.set(["0606", "0607", "0608", "0609", "0610", "0611", "0612"])
    assert row & omaha.obstacles == row
    assert row & without_60 == 0


def test_fields_of_fire_of_one_color_never_overlap(omaha: OmahaBoard) -> None:
    for color in {position.color for position in omaha.positions}:
        fields = [position.fire for position in omaha.positions if position.color == color]
        assert omaha.field_of_fire(p for p in omaha.positions if p.color == color).bit_count() == (
            sum(field.bit_count() for field in fields)
        )


def test_a_field_of_fire_is_made_of_its_dots(omaha: OmahaBoard) -> None:
    dots = 0
    for position in omaha.positions:
        parts = [position.intense, position.steady, position.sporadic]
        assert sum(part.bit_count() for part in parts) == position.fire.bit_count()
        for hex_ in members(position.fire):
            intensity = position.intensity(hex_)
            assert intensity is not None
            assert position.field_of_fire(intensity) >> hex_ & 1
            dots += 1
    assert dots == 1071


def test_dots_of_the_german_fire_example(omaha: OmahaBoard) -> None:
    """6.3, first example: what WN 70 and WN 72 see."""
    seen = {"0427": "intense", "0626": "steady", "0527": "steady", "0328": "steady",
            "0429": "sporadic", "0333": None}  # fmt: skip
    wn_70 = omaha.position["WN70"]
    assert {name: wn_70.intensity(omaha.hex(name)) for name in seen} == seen
    assert omaha.position["WN72"].intensity(omaha.hex("0333")) == "sporadic"


def test_positions(omaha: OmahaBoard) -> None:
    assert len(omaha.positions) == 86
    assert len(omaha.vp_positions) == 42
    assert sum(position.is_wn for position in omaha.positions) == 13
    assert [position.index for position in omaha.positions] == list(range(86))
    wn_62 = omaha.position["WN62"]
    assert [omaha.name(hex_) for hex_ in wn_62.hexes] == ["0812", "0912"]
    assert omaha.position_at[omaha.hex("0912")] is wn_62
    assert omaha.wn_hexes["WN62S"].gun == "75"
    assert omaha.wn_hex_at[omaha.hex("1222")].gun == "rocket"


def test_hexsides_and_roads_work_both_ways(omaha: OmahaBoard) -> None:
    one, other = omaha.hex("0716"), omaha.hex("0816")
    assert omaha.hexside(one, other) == ("shingle", "anti_tank_ditch")
    assert omaha.hexside(other, one) == ("shingle", "anti_tank_ditch")
    assert omaha.hexside(omaha.hex("0505"), omaha.hex("0506")) == ()
    assert omaha.road(omaha.hex("0911"), omaha.hex("1011")) == "mined"
    assert omaha.road(omaha.hex("1103"), omaha.hex("1104")) == "primary"
    assert omaha.road(one, other) is None
    assert names(omaha, omaha.hexes_with_side("anti_tank_wall")) == ["0530", "0531", "0630"]


def test_the_shingle_of_attack_example_2(omaha: OmahaBoard) -> None:
    assert "shingle" in omaha.hexside(omaha.hex("0710"), omaha.hex("0809"))


def test_exits_and_draws(omaha: OmahaBoard) -> None:
    exits = {letter: omaha.name(hex_) for letter, hex_ in omaha.exits.items()}
    assert exits == {
        "A": "1001",
        "B": "1902",
        "C": "2015",
        "D": "2022",
        "E": "2025",
        "F": "1435",
        "G": "0635",
    }
    assert omaha.unlettered_exits.bit_count() == 4
    assert {draw: hexes.bit_count() for draw, hexes in omaha.draws.items()} == {
        "E-3": 8,
        "E-1": 6,
        "D-3": 6,
        "D-1": 2,
    }
    assert omaha.villages["Vierville-sur-Mer"].bit_count() == 8


@pytest.mark.parametrize(
    ("origin", "destination", "route"),
    [
        ("E1", "1024", ["1024", "1025", "1124", "1125"]),
        ("A6", "A2", ["1109", "1110", "1208", "1209", "1210", "1309", "1310"]),
        ("G6", "G5", ["0931", "1030", "1031", "1130", "1131", "1132"]),
    ],
)
def test_advance_routes(omaha: OmahaBoard, origin: str, destination: str, route: list[str]) -> None:
    """16.82, one arrow of each diagram."""
    start, end = omaha.position[origin], omaha.position[destination]
    assert destination in start.advance
    assert names(omaha, omaha.advance_route(start.hexes[0], end.hexes[0])) == route


def test_every_advance_arrow_has_a_route(omaha: OmahaBoard) -> None:
    arrows = [(p, omaha.position[to]) for p in omaha.positions for to in p.advance]
    assert len(arrows) == 41
    for origin, destination in arrows:
        route = omaha.advance_route(origin.hexes[0], destination.hexes[0])
        assert route.bit_count() in (4, 6, 7)
        assert origin.area & route
        assert destination.area & route
    assert omaha.position["B1"].advance == ("A7", "A6")


def test_armor_orders(omaha: OmahaBoard) -> None:
    armor = omaha.armor

    def path(start: str, symbol: str) -> list[str]:
        hexes = [omaha.hex(start)]
        while (following := armor.orders(hexes[-1], symbol)) is not None:
            assert following not in hexes
            hexes.append(following)
        return [omaha.name(hex_) for hex_ in hexes]

    assert path("1321", "diamond")[:2] == ["1321", "1220"]
    assert path("1321", "circle")[:2] == ["1321", "1322"]
    assert path("1612", "circle")[-1] == "0812"
    assert path("1612", "triangle")[-1] == "0723"
    assert path("0635", "diamond")[-1] == "0529"
    for start in armor.next_hex:
        assert armor.ends >> omaha.hex(path(omaha.name(start), "diamond")[-1]) & 1
    assert sorted(armor.entries) == ["B", "C", "D", "E"]
