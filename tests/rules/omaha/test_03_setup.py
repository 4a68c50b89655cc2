"""3 Setting up for play; the Easy Fox scenario."""

from __future__ import annotations

import pytest

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase, german_artillery
from beachhead.omaha.germans import pools, revealing
from beachhead.omaha.scenarios.setup import set_up
from beachhead.omaha.table import cards, pack
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, NOWHERE, UNSEEN_WN, OmahaTable, equipment
from situations import decision, options, play, post, run, table_of, unit

DEPTH_AT_START = {"WN60", "WN61", "WN62N", "WN65N", "WN66N", "WN68N", "WN70", "WN72N", "WN73"}
GUNS = {"WN60", "WN62S", "WN65S", "WN68S", "WN70", "WN73"}


def first_waves() -> OmahaTable:
    return set_up("first-waves", {"players": 1})


def easy_fox() -> OmahaTable:
    return set_up("easy-fox", {"players": 1})


def occupied(table: OmahaTable) -> set[str]:
    return {each.name for each in equipment().posts if table.unit[each.index] != EMPTY}


def with_depth(table: OmahaTable) -> set[str]:
    return {each.name for each in equipment().posts if table.depth[each.index] != NO_DEPTH}


def may_be(table: OmahaTable, name: str) -> list[str | None]:
    """The guns of the units that a face-down WN unit may turn out to be."""
    units, _ = pools.unit_chances(table, post(name))
    return sorted({equipment().pieces.german_units[each].gun or "none" for each in units})


# --- the scenarios


@rule("omaha", "3a", "3b", "3c", "3d", "3e")
def test_the_turns_and_the_rules_of_each_scenario() -> None:
    rows = {row["scenario"]: row for row in pack.load().rows("scenarios")}
    assert {name: (row["turns"], row["rules_sections"]) for name, row in rows.items()} == {
        "easy-fox": ([1, 16], [1, 13]),
        "first-waves": ([1, 16], [1, 13]),
        "d-day-at-omaha-beach": ([1, 32], [1, 20]),
        "beyond-the-beach": ([17, 32], [1, 21]),
    }
    sequences = charts().phases
    assert {row["turns"][0] for row in sequences["extended"]} == {17}
    assert max(row["turns"][1] for row in sequences["basic"]) == 16
    optional = {row["rule"].partition(".")[0] for row in pack.load().rows("variants")}
    assert optional <= {"14", "22", "23"}


@rule("omaha", "3a", "3v")
def test_the_first_waves_begin_with_turn_1_and_a_full_deck() -> None:
    table = first_waves()
    assert (table.turn, table.last_turn) == (1, 16)
    assert table.deck == ALL_CARDS
    assert table.discards == 0
    assert table.track == ()
    assert invariants(table) == []
    state = beachhead.load("omaha").setup("first-waves")
    assert isinstance(state.decision, Chance)
    assert len(options(state)) == 54, "any card may come first"
    assert state.decision.weights is None


# --- the Germans


@rule("omaha", "3f", "3g", "3h", "3m")
def test_nine_wns_have_depth_and_nine_markers_are_in_the_box() -> None:
    table = first_waves()
    assert with_depth(table) == DEPTH_AT_START
    assert with_depth(table) <= occupied(table)
    assert table.boxes["wn_depth"] == 9
    assert len(equipment().pieces.depth_markers_of("wn")) == 18
    run(table, revealing.turn_depth, post("WN60"), "9.1", "")
    asked = decision(table)
    assert isinstance(asked, Chance)
    assert len(asked.outcomes) == 18, "nobody knows which is which"
    assert asked.weights is None


@rule("omaha", "3i", "3j", "3k", "3l", "2.1h")
def test_each_kind_of_wn_unit_lies_face_down_where_it_belongs() -> None:
    table = first_waves()
    wn_posts = [each for each in equipment().posts if each.is_wn]
    assert occupied(table) == {each.name for each in wn_posts}
    assert len(wn_posts) == 18
    for each in wn_posts:
        assert table.unit[each.index] == UNSEEN_WN
        assert table.face_down >> each.index & 1
    assert {each.name for each in wn_posts if may_be(table, each.name) == ["88"]} == {
        "WN61",
        "WN72S",
    }
    assert {each.name for each in wn_posts if may_be(table, each.name) == ["75"]} == GUNS
    assert {each.name for each in wn_posts if may_be(table, each.name) == ["rocket"]} == {"WN69"}
    assert {each.name for each in wn_posts if may_be(table, each.name) == ["none"]} == {
        "WN62N", "WN64", "WN65N", "WN66N", "WN66S", "WN67", "WN68N", "WN71", "WN72N",
    }  # fmt: skip
    assert len(pools.unit_chances(table, post("WN64"))[0]) == 9, "at random"


@rule("omaha", "3n")
def test_the_off_map_guns_are_active() -> None:
    table = first_waves()
    assert german_artillery.out_of_action(table) == 0
    assert [
        german_artillery.guns_in(table, sector, [caliber])
        for sector in ("east", "west")
        for caliber in ("105", "88")
    ] == [1, 2, 1, 2], "with the 88s of WN61 and WN72S"


@rule("omaha", "3o", "3p", "3q")
def test_the_german_boxes() -> None:
    assert first_waves().boxes == {
        "wn_depth": 9,
        "tactical": 9,
        "division": 11,
        "kg_meyer": 8,
        "kg_meyer_depth": 4,
        "mobile_depth": 20,
        "building_depth": 8,
        "armor": 0,
        "armor_depth": 0,
    }


# --- the Americans


@rule("omaha", "3r")
def test_eight_tank_units_start_in_their_boxes() -> None:
    table = first_waves()
    boxed = [each for each in equipment().units if table.box[each.index] != NOWHERE]
    assert len(boxed) == 8
    for each in boxed:
        assert (each.type, each.arrival_turn) == ("tank", None)
        assert equipment().board.box_row[table.box[each.index]].name == each.landing


@rule("omaha", "3s", "3u")
def test_the_others_wait_on_the_turn_track_up_to_turn_15() -> None:
    table = first_waves()
    the = equipment()
    for piece, counter in enumerate((*the.units, *the.pieces.hqs, *the.pieces.generals)):
        arrival = counter.arrival_turn
        expected = NOWHERE if arrival is None or arrival >= 16 else arrival
        assert table.due[piece] == expected, counter.name
    assert table.due[unit("E/2/18")] == NOWHERE, "Turn 16"
    assert table.due[unit("18HQ")] == NOWHERE, "Turn 22"


@rule("omaha", "3t", "2.21c")
def test_every_unit_starts_with_its_full_counter() -> None:
    table = first_waves()
    for each in equipment().units:
        in_play = table.box[each.index] != NOWHERE or table.due[each.index] != NOWHERE
        assert table.steps_left[each.index] == (each.full_steps if in_play else 0)


# --- Easy Fox


@rule("omaha", "EF-a")
def test_easy_fox_draws_no_cards_for_the_west() -> None:
    table = table_of("scenario easy-fox\nturn 1")
    run(table, fire_phase.fire_phase)
    draws = 0
    while (asked := decision(table)) is not None:
        assert asked.kind == "draw"
        draws += 1
        play(table, options(table)[0])
    assert draws == 1
    assert easy_fox().sectors == ("east",)


@rule("omaha", "EF-b")
def test_the_germans_of_easy_fox() -> None:
    table = easy_fox()
    east = {
        each.name for each in equipment().posts if each.is_wn and each.position.sector == "east"
    }
    assert occupied(table) == east
    assert len(east) == 7
    assert with_depth(table) == {"WN60", "WN61", "WN62N", "WN65N"}
    assert with_depth(table) == {name for name in DEPTH_AT_START if name in east}
    assert invariants(table) == []


@rule("omaha", "EF-c")
def test_the_boxes_of_easy_fox() -> None:
    boxes = easy_fox().boxes
    assert (boxes["tactical"], boxes["mobile_depth"], boxes["building_depth"]) == (9, 10, 8)
    assert boxes["division"] == boxes["kg_meyer"] == boxes["kg_meyer_depth"] == 0


@rule("omaha", "EF-d")
def test_the_americans_of_easy_fox() -> None:
    table = easy_fox()
    boxed = [piece for piece, box in enumerate(table.box) if box != NOWHERE]
    waiting = [piece for piece, turn in enumerate(table.due) if turn != NOWHERE]
    assert len(boxed) == 4
    assert len(waiting) == 24, "units, the 16th Regiment's HQ and General Wyman"
    the = equipment()
    divisions = {
        counter.division
        for piece, counter in enumerate((*the.units, *the.pieces.hqs, *the.pieces.generals))
        if piece in {*boxed, *waiting}
    }
    assert divisions == {1}


def test_easy_fox_is_for_one_player() -> None:
    with pytest.raises(BeachheadError, match="only the 1st Division"):
        beachhead.load("omaha").setup("easy-fox", {"players": 2})


def test_the_deck_is_the_same_for_both_scenarios() -> None:
    assert len(cards.deck()) == 54
    assert easy_fox().deck == first_waves().deck
