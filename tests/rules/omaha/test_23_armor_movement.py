"""23.5 German armor movement: toward US units, by the movement map, past Germans, on roads."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from armor_tables import GREEN, RED, act, armored, called, where

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.germans import armor_movement
from beachhead.omaha.germans.armor_movement import directions, orders, route
from beachhead.omaha.table.board import board
from beachhead.omaha.table.schema import SYMBOLS
from beachhead.omaha.table.state import (
    UNSEEN_DEPTH,
    OmahaTable,
    german_hexes,
    post_hex,
    put_in_hex,
    put_in_post,
)
from situations import hex_, post, table_of, unit

ROADS = armor_movement.roads()
ROAD_HEXES = [each for each, joined in enumerate(ROADS) if joined]


def goes(text: str, *, most: int = 4, symbol: str = "circle", overruns: bool = False) -> list[str]:
    """The hexes that the green unit enters."""
    table = armored(text)
    way = route(table, post(GREEN), most, symbol, overruns=overruns)
    return [board().name(each) for each in way.hexes]


# --- 23.5 toward US units


@rule("omaha", "23.5a", "23.53a")
def test_armor_heads_for_a_us_unit_three_road_hexes_away() -> None:
    # By its orders armor in 1321 goes west to 1322 on a circle.
    assert goes(f"1321 {GREEN}") == ["1322", "1323", "1223", "1224"]
    # A unit in 1621, three road hexes south, draws it there, up to the hex before.
    assert goes(f"1321 {GREEN}; 1621 A/1/116") == ["1421", "1521"]
    assert goes(f"1321 {GREEN}; 1621 116HQ") == ["1421", "1521"]
    # Four road hexes away it does not count, nor off the road, nor does a General (11.31).
    assert goes(f"1321 {GREEN}; 1721 A/1/116")[0] == "1322"
    assert goes(f"1321 {GREEN}; 1520 A/1/116")[0] == "1322"
    assert goes(f"1321 {GREEN}; 1521 Cota")[0] == "1322"


@rule("omaha", "23.5a")
def test_two_units_in_the_same_direction_are_one_direction() -> None:
    assert goes(f"1321 {GREEN}; 1521 A/1/116; 1621 B/1/116") == ["1421"]


@rule("omaha", "23.5a")
def test_a_unit_is_approached_by_the_shortest_road() -> None:
    """1220, 1320 and 1321 are joined each to each; only one way is the shortest."""
    table = armored(f"1321 {GREEN}; 1320 A/1/116")
    assert directions(table, hex_("1321")) == 1 << hex_("1320")
    table = armored(f"1220 {GREEN}; 1421 A/1/116")
    assert directions(table, hex_("1220")) == 1 << hex_("1321")


@rule("omaha", "23.5b")
def test_with_us_units_in_several_directions_the_orders_count() -> None:
    both = f"1321 {GREEN}; 1521 A/1/116; 1323 B/1/116"
    assert goes(both, symbol="circle") == ["1322"]
    assert goes(both, symbol="triangle")[0] == "1220"


@rule("omaha", "23.5a")
def test_armor_looks_around_from_every_hex_of_its_move() -> None:
    """A unit in 1320 is four road hexes from 1621, and in sight from the next hex on."""
    assert goes(f"1621 {GREEN}") == ["1521", "1421", "1321", "1322"]
    assert goes(f"1621 {GREEN}; 1320 A/1/116") == ["1521", "1421", "1321"]
    # It does not turn back to units that come into sight behind it.
    assert goes(f"1321 {GREEN}; 1521 A/1/116; 1323 B/1/116", overruns=True) == [
        "1322",
        "1323",
        "1223",
        "1224",
    ]


@rule("omaha", "23.5c", "23.52a", "23d", "FAQ.7a")
def test_orders_lead_by_roads_from_everywhere_to_the_end_points() -> None:
    table, the = OmahaTable(), board()
    for start in ROAD_HEXES:
        for symbol in SYMBOLS:
            here, moved = start, 0
            while not the.armor.ends >> here & 1:
                there = orders(table, here, symbol)
                assert there is not None
                assert ROADS[here] >> there & 1
                assert not the.along["trail"][here] >> there & 1
                here, moved = there, moved + 1
                assert moved < 60


@rule("omaha", "23.52a", "FAQ.7a", "23d")
def test_trails_are_no_roads_for_armor() -> None:
    the = board()
    for here, joined in enumerate(ROADS):
        assert joined & the.along["trail"][here] == 0
        for kind in ("primary", "secondary"):
            assert the.along[kind][here] & ~joined == 0


@rule("omaha", "23.5c")
@pytest.mark.parametrize(
    ("start", "path"),
    [
        ("1703", ["1603", "1503", "1403", "1303"]),
        ("1002", ["1103", "1104", "1105", "1106"]),
        ("1916", ["1815", "1814", "1714", "1713"]),
        ("1921", ["1821", "1721", "1621", "1521"]),
        ("1435", ["1434", "1433", "1533", "1532"]),
        ("0635", ["0735", "0834", "0833", "0832"]),
        ("1130", ["1029", "0930", "0830", "0731"]),
        ("1310", ["1311", "1211", "1112", "1011"]),
        # Where the map shows no arrow armor takes the road to the next one.
        ("1902", ["1802", "1703", "1603", "1503"]),
        ("2022", ["1922", "1921", "1821", "1721"]),
        ("1209", ["1309", "1409", "1410", "1310"]),
    ],
)
def test_movement_orders(start: str, path: list[str]) -> None:
    assert goes(f"{start} {GREEN}") == path


@rule("omaha", "23.5d", "23.5f", "23.5e")
def test_at_a_junction_the_symbol_decides() -> None:
    def first(start: str, table: OmahaTable) -> dict[str, str]:
        found = {symbol: orders(table, hex_(start), symbol) for symbol in SYMBOLS}
        return {symbol: board().name(there) for symbol, there in found.items() if there is not None}

    table = OmahaTable()
    assert first("1612", table) == {"circle": "1611", "diamond": "1611", "triangle": "1513"}
    # O-56 The movement map is followed, by house rule the example in the text of 23.5.
    assert first("1321", table) == {"circle": "1322", "diamond": "1220", "triangle": "1220"}
    table.house = {"armor-junction-1321": "alternative"}
    assert first("1321", table) == {"circle": "1322", "diamond": "1320", "triangle": "1220"}
    assert first("1612", table) == {"circle": "1611", "diamond": "1611", "triangle": "1513"}


@rule("omaha", "23.5d")
def test_the_symbol_is_that_of_the_card_which_calls_the_unit() -> None:
    for symbol, there in (("circle", "1511"), ("triangle", "1514")):
        table = armored(f"1713 {GREEN}")
        number = called(GREEN, "M", symbol=symbol)
        act(table, GREEN, number)
        way = route(armored(f"1713 {GREEN}"), post(GREEN), 4, symbol)
        assert there in [board().name(each) for each in way.hexes]
        assert where(table, GREEN) == board().name(way.hexes[-1])


@rule("omaha", "23.5g")
def test_no_move_leads_past_an_end_point() -> None:
    assert goes(f"0923 {GREEN}") == ["0822", "0723"]
    assert goes(f"0723 {GREEN}; 0725 A/1/116") == []
    assert goes(f"0822 {GREEN}; 0724 A/1/116") == ["0723"]


# --- 23.51 other German units


@rule("omaha", "23.51a")
def test_the_depth_marker_moves_along() -> None:
    table = armored(f"1516 {GREEN} depth?")
    act(table, GREEN, called(GREEN, "M"))
    assert where(table, GREEN) == "1319"
    assert table.depth[post(GREEN)] == UNSEEN_DEPTH["armor"]


@rule("omaha", "23.51b")
def test_armor_passes_germans_but_does_not_stop_with_them() -> None:
    # D3 is in 1319, the fourth hex; 1320 is the fifth, 1418 the third.
    assert goes(f"1516 {GREEN}; D3 D?") == ["1517", "1417", "1418", "1319", "1320"]
    assert goes(f"1517 {GREEN}; D3 D?") == ["1417", "1418", "1319", "1320"], "through it"
    # With the next hex taken as well it goes one hex less: by US units, or by Germans.
    assert goes(f"1516 {GREEN}; D3 D?; 1320 A/1/116") == ["1517", "1417", "1418"]
    assert goes(f"1516 {GREEN}; D3 D?; 1320 {RED}") == ["1517", "1417", "1418"]
    # So it does if the last hex of a shorter move is taken.
    assert goes(f"1516 {GREEN}; D3 D?", most=3) == ["1517", "1417", "1418"]
    assert goes(f"1517 {GREEN}; D3 D?", most=3) == ["1417", "1418", "1319", "1320"]
    assert goes(f"1418 {GREEN}; D3 D?; 1320 A/1/116") == []
    # An end point with a German unit in it is not entered.
    assert goes(f"0911 {GREEN}; WN62N ?") == ["0811"]


@rule("omaha", "23.51b")
def test_overrun_never_ends_among_us_units_for_the_sake_of_a_german() -> None:
    # 1418 is overrun, the fourth hex is German-held: on to the fifth, or not at all.
    there = f"1516 {GREEN}; 1418 A/1/116; D3 D?"
    assert goes(there, overruns=True)[-1] == "1320"
    assert goes(f"{there}; 1320 B/1/116", overruns=True) == ["1517", "1417"]


@rule("omaha", "23.4f", "23.5a")
def test_overrun_against_its_orders_ends_beyond_the_units_it_overran() -> None:
    """Its orders lead from 1516 to 1517; the unit in 1515 draws it the other way."""
    assert goes(f"1516 {GREEN}; 1515 A/1/116", overruns=True) == ["1515", "1514"]
    assert goes(f"1516 {GREEN}; 1515 A/1/116") == []


# --- 23.53 US units, bases, garrisons, mines


@rule("omaha", "23.53a")
def test_armor_stops_next_to_us_units() -> None:
    assert goes(f"1516 {GREEN}; 1319 A/1/116") == ["1517", "1417", "1418"]
    assert goes(f"1516 {GREEN}; 1517 A/1/116") == []
    assert goes(f"1516 {GREEN}; 1517 16HQ") == []
    assert goes(f"1516 {GREEN}; 1517 Cota")[0] == "1517"


def test_a_general_alone_is_captured_where_armor_stops() -> None:
    """11.31 As when a German unit is placed in his hex."""
    table = armored(f"1516 {GREEN}; 1319 Cota")
    happened = act(table, GREEN, called(GREEN, "M"))
    assert where(table, GREEN) == "1319"
    assert table.hex[unit("Cota")] < 0
    assert [event.rule for event in happened if event.kind == "captured"] == ["11.31"]


@rule("omaha", "23.53b")
def test_bases_and_garrisons_do_not_stop_armor() -> None:
    table = armored(f"0911 {GREEN}")
    free = route(table, post(GREEN), 4, "circle")
    table.garrisons = 1 << hex_("0811") | 1 << hex_("0812")
    table.bases = replaced(table.bases, 0, hex_("0811"))
    assert route(table, post(GREEN), 4, "circle") == free
    assert free.hexes[-1] == hex_("0812")


@rule("omaha", "23.53c")
def test_mined_roads_are_open_to_armor() -> None:
    path = goes(f"1211 {GREEN}")
    assert path == ["1112", "1011", "0911", "0811"]
    mined = board().along["mined"]
    for here, there in pairwise(["1211", *path]):
        assert mined[hex_(here)] >> hex_(there) & 1


# --- anything at all


@rule("omaha", "23.52a", "23.51b", "23.53a", "23.4j", "23d")
def test_random_moves_keep_to_the_rules() -> None:
    chance = random.Random(23)
    names = ["A/1/16", "B/1/16", "C/1/116", "D/1/116", "1/A/741", "2/B/743", "16HQ", "Cota"]
    positions = [each.name for each in board().positions if each.zone]
    for _ in range(400):
        start = chance.choice(ROAD_HEXES)
        table = table_of("scenario d-day-at-omaha-beach; turn 20")
        germans = chance.sample(positions, 20)
        for name in germans:
            put_in_post(table, post(name), -4)
            table.face_down |= 1 << post(name)
        if german_hexes(table) >> start & 1:
            continue
        table.armor_hex, table.armor_entered = replaced(table.armor_hex, 0, start), 1
        put_in_post(table, post(GREEN), 55)
        for name in names:
            there = chance.choice(ROAD_HEXES)
            if not german_hexes(table) >> there & 1:
                put_in_hex(table, unit(name), there)
        overruns = chance.random() < 0.5
        most = 4 if overruns else chance.choice((3, 4))
        way = route(table, post(GREEN), most, chance.choice(SYMBOLS), overruns=overruns)
        path = [post_hex(table, post(GREEN)), *way.hexes]
        us = {table.hex[unit(name)] for name in names if name != "Cota"}
        for here, there in pairwise(path):
            assert ROADS[here] >> there & 1
        assert len(way.hexes) <= most + 1
        assert len(set(path)) == len(path)
        entered = [each for each in way.hexes if each in us]
        assert entered == ([way.overrun] if way.overrun >= 0 else [])
        assert not entered or overruns
        if way.hexes:
            assert way.hexes[-1] not in us
            assert not german_hexes(table) >> way.hexes[-1] & 1
            if len(way.hexes) == most + 1:
                assert german_hexes(table) >> way.hexes[-2] & 1
        assert all(each in members(board().grid.all) for each in way.hexes)
