"""The map, the counters and the charts of D-Day (1991), as the rulebook's facts have them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.kernel.bits import members

CITIES = {
    "A14": "Southampton",
    "B12": "London",
    "C12": "Dover",
    "T19": "Mediterranean Base",
    "I1": "Berlin",
    "E3": "Hamburg",
    "G13": "Paris",
    "C16": "Cherbourg",
    "D7": "Amsterdam",
    "D11": "Calais",
    "D19": "Lorient",
    "E9": "Antwerp",
    "R16": "Marseille",
    "G4": "Hanover",
    "H14": "Orleans",
    "L15": "Vichy",
    "D14": "Le Havre",
}


def among(names: str, hexes: int) -> list[bool]:
    """Whether each of some hexes is in a set."""
    return [bool(hexes >> board().hex(name) & 1) for name in names.split()]


def near(one: str, other: str) -> bool:
    return bool(board().adjacent[board().hex(one)] >> board().hex(other) & 1)


def terrain(name: str) -> str | None:
    return board().terrain_of(board().hex(name))


def test_the_grid_has_the_hexes_of_the_examples() -> None:
    grid = board().grid
    assert (len(grid), board().land.bit_count(), board().sea.bit_count()) == (340, 293, 47)
    assert "A20" in grid.numbers
    assert "B20" not in grid.numbers
    assert board().land & board().sea == 0
    assert board().land | board().sea == grid.all


@pytest.mark.parametrize(
    "path",
    ["J6 I7 H7 H8", "J6 J7 K8 K9 K10", "K12 K11", "L9 M9", "G10 H10", "G10 G9", "J10 K10"],
)
def test_hexes_that_examples_move_between_are_neighbors(path: str) -> None:
    names = path.split()
    for one, other in pairwise(names):
        assert near(one, other), (one, other)


def test_hexes_that_are_no_neighbors() -> None:
    assert not near("K11", "L9")
    assert not near("C15", "E15")
    assert board().names_of(board().adjacent[board().hex("J9")]) == [
        "I9",
        "I10",
        "J8",
        "J10",
        "K9",
        "K10",
    ]


def test_distances_of_the_rules() -> None:
    london, berlin = board().hex("B12"), board().hex("I1")
    assert board().distance(london, berlin) == 15
    assert board().distance(board().hex("C12"), board().hex("C14")) == 2


def test_cities_stand_where_the_cards_say() -> None:
    for name, city in CITIES.items():
        assert board().city_at[board().hex(name)].name == city
        assert board().city[city].hex == board().hex(name)
    assert board().label(board().hex("G13")) == "G13 (Paris)"
    assert board().label(board().hex("G12")) == "G12"
    assert board().city["Le Havre"].fortified
    assert not board().city["Paris"].port


def test_terrain_of_the_examples() -> None:
    assert all(among("I7 H7 J7 K8 K10 K11 L9 E15", board().terrain["clear"]))
    assert all(among("H8 K9 H10 G9 J9 D15", board().terrain["forest"]))
    assert terrain("M9") == "mountain"
    assert terrain("D14") == "fortified_city"
    assert terrain("C14") is None
    assert not any(among("H10 G9 J9 K10 D15 E15", board().fortified))
    assert all(among("D14 D15 E15", board().coastal))


def test_rivers_of_the_examples() -> None:
    hex_ = board().hex
    for pair in ("H7 H8", "J6 J7", "L9 M9", "G9 G10", "J9 J10"):
        one, other = pair.split()
        assert board().river_between(hex_(one), hex_(other)), pair
    assert board().rivers[hex_("E15")]


@pytest.mark.parametrize(
    "pair",
    ["J6 I7", "I7 H7", "J7 K8", "K8 K9", "K9 K10", "K11 K12", "G10 H10", "J10 K10"],
)
def test_no_river_where_an_example_pays_for_none(pair: str) -> None:
    one, other = pair.split()
    assert not board().river_between(board().hex(one), board().hex(other))


def test_ground_units_do_not_cross_sea() -> None:
    ground = board()
    for hex_ in members(ground.sea):
        assert ground.ground[hex_] == 0
    for hex_ in members(ground.land):
        assert ground.ground[hex_] & ground.sea == 0
        assert ground.ground[hex_] & ground.all_sea[hex_] == 0
        assert ground.ground[hex_] & ~ground.adjacent[hex_] == 0
    channel = ground.all_sea[ground.hex("C12")]
    assert ground.names_of(channel) == ["D11", "D12"]
    continent = ground.flood(1 << ground.hex("G13"), ground.land)
    assert continent == ground.continent


def test_neighbors_are_neighbors_both_ways() -> None:
    ground = board()
    for table in (ground.adjacent, ground.ground, ground.rivers, ground.all_sea, ground.borders):
        for hex_ in ground.grid.names:
            for other in members(table[hex_]):
                assert table[other] >> hex_ & 1


def test_supply_numbers_of_the_example() -> None:
    named = ("Dover", "London", "Southampton", "Cherbourg", "Antwerp", "Paris")
    assert sum(board().city[name].circled for name in named) == 9
    assert board().city["Antwerp"].circled == 4
    assert board().city["Cherbourg"].boxed == 0
    assert board().city["Mediterranean Base"].circled == 0
    assert board().circled >> board().hex("D14") & 1
    assert board().circled & ~board().cities == board().boxed & ~board().cities == 0


def test_invasion_hexes() -> None:
    ground = board()
    c14, c15 = ground.invasions[ground.hex("C14")], ground.invasions[ground.hex("C15")]
    assert (c14.number, c15.number) == (1, 1)
    assert c14.targets >> ground.hex("D14") & 1
    assert ground.names_of(c15.targets) == ["D15", "E15"]
    assert ground.invasion_hexes & ~ground.sea == 0
    for place in ground.invasions.values():
        assert place.targets & ~ground.coastal == 0
        south = place.sea == "Mediterranean Sea"
        assert place.base == ("Mediterranean Base" if south else "Great Britain")
    assert ground.names_of(ground.base_ports["Great Britain"]) == ["A14", "B12", "C12"]
    assert ground.names_of(ground.base_ports["Mediterranean Base"]) == ["T19"]


def test_edges_lead_off_the_board() -> None:
    assert all(among("A1 I1 R1 A10 T19 K20 J19", board().edge))
    assert not any(among("B2 G13 L10 Q5", board().edge))


def test_the_rhine_divides() -> None:
    ground = board()
    east = ground.east_of_rhine
    assert all(among("I1 E3 O6 G7 H7 L7 R1", east))
    assert not any(among("G13 H8 J7 K9 L9 E9 A14 T19", east))
    for (one, other), river in ground.river_names.items():
        if river == "Rhine" and ground.name(one)[0] > "F":
            assert (east >> one & 1) != (east >> other & 1), ground.name(one)


def test_the_counters_of_the_examples() -> None:
    unit = pieces().unit
    stated = {"5U": 5, "7U": 5, "20U": 5, "19U": 4, "30B": 5, "8B": 4, "1B-airborne": 4, "18U": 5}
    stated |= {"air-9U": 4, "air-2B": 3, "66": 1, "67": 1, "81": 2, "85": 2, "86": 2}
    for name, factor in stated.items():
        assert unit[name].combat == factor, name
    assert unit["47"].combat_when(reduced=True) == 2
    assert unit["39"].movement == 3
    assert unit["66"].reduced_combat == unit["66"].combat
    assert unit["7-Infantry"].factors == "0-3"


def test_sets_of_units_fit_the_units() -> None:
    counters = pieces()
    assert len(counters.units) == 106
    assert counters.ground & counters.air == 0
    assert counters.ground | counters.air | counters.mulberries == (1 << 106) - 1
    assert counters.mechanized | counters.leg == counters.ground
    assert counters.armies.bit_count() == 18
    assert counters.strategic_air == counters.set("bombers-8U", "bombers-BC")
    assert counters.drops == counters.set("18U", "1B-airborne", "1-Airborne")
    assert [army.id for army in counters.boxes[:3]] == ["1-Canadian", "1-French", "1-US"]
    assert counters.box_tag(counters.unit["1-US"].index) == "box-1-US"


@pytest.mark.parametrize("year", [1943, 1944])
def test_ready_made_set_ups_place_every_german_unit(year: int) -> None:
    groups = charts().on_board(year, "german")
    for set_up in charts().set_ups_for(year):
        assert set(set_up.hex_of) == {unit for group in groups for unit in group.units}
        for group in groups:
            for unit in group.units:
                assert group.hexes >> set_up.hex_of[unit] & 1
    assert len(charts().set_ups_for(year)) >= 2


def test_the_set_up_of_9b_is_as_its_text_says() -> None:
    hex_of = charts().set_ups["opening-9b"].hex_of

    def where(name: str) -> str:
        return board().name(hex_of[pieces().unit[name].index])

    assert (where("7-Infantry"), where("85")) == ("E15", "E15")
    assert (where("86"), where("66")) == ("D15", "D14")
    for army, corps in (("1-Infantry", "88"), ("5-Panzer", "1SS"), ("15-Infantry", "47")):
        assert where(army) == where(corps)
    assert where("19-Infantry") == where("89")


def test_groups_tell_where_they_may_go() -> None:
    coastal = charts().on_board(1944, "german")[-1]
    assert coastal.max_per_hex == 1
    assert coastal.label.startswith("any coastal hex (maximum one per hex) in Belgium")
    arrival = charts().group_of(1944, pieces().unit["13"])
    assert arrival
    assert arrival.turn == 7
    assert arrival.hexes >> board().hex("I1") & 1
    assert not arrival.hexes >> board().hex("G13") & 1
    assert charts().group_of(1944, pieces().unit["14"]) is None
