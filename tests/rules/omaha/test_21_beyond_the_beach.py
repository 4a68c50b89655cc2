"""21 Beyond the Beach: the set-up as listed, and its victory levels."""

from __future__ import annotations

from fractions import Fraction

import pytest

import beachhead
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.germans import pools, revealing
from beachhead.omaha.scenarios.setup import set_up
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.pieces import GermanUnit
from beachhead.omaha.table.state import (
    DEPTH_KIND,
    EMPTY,
    GENERALS,
    HQS,
    NO_DEPTH,
    NOWHERE,
    UNITS,
    UNSEEN_EITHER,
    UNSEEN_WN,
    OmahaTable,
    division_of,
    equipment,
    heroes_with,
    put_in_hex,
    units_in,
)
from beachhead.omaha.victory import victory_points
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from situations import post, run, table_of, unit

GAME = beachhead.load("omaha")

FIRST_DIVISION = """
    A/1/16 1115 6; B/1/16 1114 6; C/1/16 0916 4; D/1/16 0814 4; E/2/16 1213 2 Spalding
    F/2/16 1110 2 Strojny; G/2/16 1313 2; H/2/16 0813 2; I/3/16 1008 6; K/3/16 0807 4
    L/3/16 0908 4 Monteith; M/3/16 0809 4
"""
TWENTY_NINTH_DIVISION = """
    B/1/116 1028 2; C/1/116 0830 6; D/1/116 0726 4; E/2/116 1113 2; F/2/116 1119 2 Thompson
    G/2/116 0926 2; H/2/116 0819 4; I/3/116 1020 6; K/3/116 0920 6; L/3/116 1119 6
    M/3/116 0919 7 Smith
"""
RANGERS = "C/2R 0533 2; A•B/2R 0728 3; A•B/5R 1125 5; C•D/5R 1026 5; E•F/5R 1028 5"
EAST_BEACH = {"1/B/741": 2, "2/A/741": 2, "1/A/741": 2, "1•2/397": 2, "7FA": 4, "A•B/197": 1}
WEST_BEACH = {
    "1/A/743": 2,
    "1/B/743": 4,
    "2/B/743": 2,
    "2/C/743": 4,
    "5•6/397": 2,
    "58AFA": 6,
    "C•D/467": 1,
}
REINFORCED = ("A3", "A4", "A7", "C2", "C4", "C6", "D1", "E5", "F1", "G1", "G2", "G6")
WITH_DEPTH = ("A3", "A4", "C2", "C4", "D1", "F1", "G2")


def table() -> OmahaTable:
    return set_up("beyond-the-beach", {"players": 1})


def ready() -> State[OmahaTable]:
    """With everything placed, the first choice each time, before Turn 17."""
    state = GAME.setup("beyond-the-beach")
    while state.position.phase == "setup":
        state.apply(state.decision.options[0])
    return state


def faces(table: OmahaTable, name: str) -> list[GermanUnit]:
    units, _ = pools.unit_chances(table, post(name))
    return [equipment().pieces.german_units[each] for each in units]


# --- in words


@rule("omaha", "21.1x", "21.1aa", "21.1ac", "21.1ae")
def test_the_set_up_is_told() -> None:
    told = [(event.rule, event.text) for event in table().news if event.kind == "setup"]
    assert {rule_ for rule_, _ in told} == {"21.1"}
    text = " ".join(text for _, text in told)
    for said in (
        "A/1/16 in 1115 (3 steps)",
        "L/3/16 in 0908 (2 steps, with Monteith)",
        "E/2/116 in 1113 (1 step, under the 1st Division)",
        "Gen. Cota in 0830",
        "About to land are E/2/18",
        "On Turn 26 arrive 62AFA.",
        "1st Division 4, 29th Division 5",
        "0426, 0523",
    ):
        assert said in text
    assert "Turn 16" not in text
    assert "boxes are ." not in text


# --- the Germans


@rule("omaha", "21.1a", "21.1b", "21.1c", "21.1d", "21.1e", "21.1f", "21.1g")
def test_thirteen_wn_units_are_left() -> None:
    at_start = table()
    held = {each.name for each in equipment().posts if at_start.unit[each.index] == UNSEEN_WN}
    crews = {f"WN{name}" for name in ("62N", "65N", "67", "66N", "66S", "68N", "71", "72N")}
    guns = {"WN62S", "WN65S", "WN68S"}
    assert held == {"WN72S", "WN69"} | guns | crews
    assert len(held) == 13
    assert {each.gun for each in faces(at_start, "WN72S")} == {"88"}
    assert len(faces(at_start, "WN72S")) == 2, "either of them, the other is out of play"
    assert [each.gun for each in faces(at_start, "WN69")] == ["rocket"]
    for name in guns:
        assert [each.gun for each in faces(at_start, name)] == ["75"] * 6, "three of six"
    for name in crews:
        assert [each.gun for each in faces(at_start, name)] == [None] * 9, "eight of nine"


@rule("omaha", "21.1b", "21.1e", "21.1g")
def test_what_is_out_of_play_may_be_any_that_is_not_turned_up() -> None:
    at_start = table()
    run(at_start, revealing.reveal, post("WN62N"), "9.1", "")
    at_start.agenda.clear()
    revealing.unit_revealed(at_start, 0, post("WN62N"), "9.1")
    assert len(faces(at_start, "WN67")) == 8, "the one that is out of play is among them"
    unseen = sum(each.index != 0 for each in equipment().pieces.german_units_of("wn"))
    on_map = at_start.unit.count(UNSEEN_WN)
    assert unseen - on_map == 5, "an 88, three 75s and a crew never come"


@rule("omaha", "21.1h", "21.1i", "21.1j")
def test_wn_depth() -> None:
    at_start = table()
    deep = {
        each.name
        for each in equipment().posts
        if DEPTH_KIND.get(at_start.depth[each.index]) == "wn" and each.is_wn
    }
    assert deep == {f"WN{name}" for name in ("62S", "65S", "66S", "67", "68S", "69", "72N", "72S")}
    assert at_start.boxes["wn_depth"] == 1
    markers = len(equipment().pieces.depth_markers_of("wn"))
    assert markers - len(deep) - 1 == 9


@rule("omaha", "21.1k", "21.1l")
def test_the_boxes() -> None:
    at_start = table()
    assert (at_start.boxes["kg_meyer"], at_start.boxes["kg_meyer_depth"]) == (8, 4)
    placed = [DEPTH_KIND.get(depth) for depth in at_start.depth]
    assert at_start.boxes["mobile_depth"] + placed.count("mobile") == 20
    assert at_start.boxes["building_depth"] + placed.count("building") == 8
    assert (at_start.boxes["armor"], at_start.boxes["armor_depth"]) == (0, 0)


@rule("omaha", "21.1m", "21.1n", "21.1o", "21.1p", "21.1q")
def test_the_reinforcements_on_the_map() -> None:
    at_start = table()
    there = {each.name for each in equipment().posts if at_start.unit[each.index] == UNSEEN_EITHER}
    assert there == set(REINFORCED)
    assert all(at_start.face_down >> post(name) & 1 for name in there)
    deep = {name for name in there if at_start.depth[post(name)] != NO_DEPTH}
    assert deep == set(WITH_DEPTH)
    for name in deep:
        kind = "building" if equipment().posts[post(name)].building else "mobile"
        assert DEPTH_KIND[at_start.depth[post(name)]] == kind
    assert at_start.either == (6, 6)
    assert (at_start.boxes["tactical"], at_start.boxes["division"]) == (0, 5)
    assert sum(each != EMPTY for each in at_start.unit) == 13 + 12


def chances(at: OmahaTable, name: str) -> dict[str, Fraction]:
    units, weights = pools.unit_chances(at, post(name))
    total = sum(weights)
    return {
        equipment().pieces.german_units[each].name: Fraction(weight, total)
        for each, weight in zip(units, weights, strict=True)
    }


@rule("omaha", "21.1m", "21.1n", "21.1p")
def test_each_of_the_twelve_is_tactical_or_division_with_the_right_chance() -> None:
    at_start = table()
    may_be = chances(at_start, "A3")
    kinds = {each.name: each.kind for each in equipment().pieces.german_units}
    assert {name for name in may_be if kinds[name] == "tactical"} == {
        each.name for each in equipment().pieces.german_units_of("tactical")
    }
    assert len(may_be) == 9 + 11
    for name, chance in may_be.items():
        assert chance == (
            Fraction(6, 12 * 9) if kinds[name] == "tactical" else Fraction(6, 12 * 11)
        )
    tactical = equipment().pieces.german_units_of("tactical")
    for each, where in zip(tactical, ("A3", "A4", "A7", "C2", "C4", "C6"), strict=False):
        revealing.unit_revealed(at_start, each.index, post(where), "9.1")
    after_six = chances(at_start, "D1")
    assert {kinds[name] for name in after_six} == {"division"}, "all six tactical units are known"
    assert set(after_six.values()) == {Fraction(1, 11)}
    assert invariants(at_start) == []


@rule("omaha", "21.1o", "21.1n")
def test_the_five_in_the_box_are_any_of_the_eleven() -> None:
    """The urn of the division box and the map share the names; chances stay exact."""
    at_start = table()
    pools.draw_unit(at_start, "division", post("C3"))
    assert set(chances(at_start, "C3").values()) == {Fraction(1, 11)}
    known = equipment().pieces.german_units_of("division")[0]
    revealing.unit_revealed(at_start, known.index, post("A3"), "9.1")
    assert at_start.either == (6, 5)
    assert set(chances(at_start, "C3").values()) == {Fraction(1, 10)}
    mixed = chances(at_start, "A4")
    assert sum(mixed.values()) == 1
    assert mixed[equipment().pieces.german_units_of("tactical")[0].name] == Fraction(6, 11 * 9)


@rule("omaha", "21.1r")
def test_all_four_guns_off_the_map_are_active() -> None:
    at_start = ready().position
    assert len(equipment().pieces.off_map_artillery) == 4
    assert at_start.inactive_guns == 0
    empty = table()
    for each in range(len(empty.hex)):
        put_in_hex(empty, each, NOWHERE)
    assert german_artillery.out_of_action(empty) == 0


# --- the US side


def listed(text: str) -> list[list[str]]:
    return [entry.split() for line in text.strip().splitlines() for entry in line.split(";")]


@rule("omaha", "21.1s", "21.1u", "21.1w")
def test_the_infantry_ashore() -> None:
    at_start = table()
    rows = listed(FIRST_DIVISION) + listed(TWENTY_NINTH_DIVISION) + listed(RANGERS)
    assert len(rows) == 12 + 11 + 5
    for name, where, strength, *hero in rows:
        piece = unit(name)
        assert equipment().board.name(at_start.hex[piece]) == where, name
        assert equipment().units[piece].side(at_start.steps_left[piece]).strength == int(
            strength
        ), name
        with_it = [equipment().pieces.heroes[each].name for each in heroes_with(at_start, piece)]
        assert with_it == hero, name
    assert division_of(at_start, unit("E/2/116")) == 1, "under the command of the 1st Division"
    assert at_start.transferred == 1 << unit("E/2/116")
    assert sum(each >= 0 for each in at_start.heroes) == 5


@rule("omaha", "21.1t", "21.1v")
def test_the_leaders_ashore() -> None:
    at_start = table()
    where = {
        equipment().names[each]: equipment().board.name(at_start.hex[each])
        for each in (*HQS, *GENERALS)
        if at_start.hex[each] != NOWHERE
    }
    assert where == {"16 HQ": "1014", "Gen. Wyman": "0814", "116 HQ": "0926", "Gen. Cota": "0830"}


@rule("omaha", "21.1x")
def test_the_loss_boxes() -> None:
    at_start = table()
    assert (infantry_lost(at_start, 1), infantry_lost(at_start, 29)) == (4, 5)
    gone = unit("A/1/116")
    assert at_start.steps_left[gone] == 0
    assert at_start.hex[gone] == at_start.box[gone] == at_start.due[gone] == NOWHERE


@rule("omaha", "21.1y", "21.1z")
@pytest.mark.parametrize(("sector", "units"), [("east", EAST_BEACH), ("west", WEST_BEACH)])
def test_units_on_the_beach_are_placed_by_the_player(sector: str, units: dict[str, int]) -> None:
    state = GAME.setup("beyond-the-beach", {"players": 2})
    asked: dict[str, list[str]] = {}
    while state.decision.kind == "placed_on_beach":
        name = state.decision.prompt.partition(" is ashore")[0]
        if state.decision.seat == ("1st" if sector == "east" else "29th"):
            asked[name] = [option.id for option in state.decision.options]
        state.apply(state.decision.options[0])
    at_start, the_board = state.position, equipment().board
    assert set(asked) == set(units)
    beach = {
        f"hex-{name}"
        for name in the_board.grid.names_of(
            the_board.beach & the_board.sectors[sector] & ~the_board.submerged["high"]
        )
    }
    first = next(iter(asked.values()))
    assert set(first) == beach, "any hex of the beach above the high tide line"
    for name, strength in units.items():
        piece = unit(name)
        assert equipment().units[piece].side(at_start.steps_left[piece]).strength == strength
        assert at_start.hex[piece] != NOWHERE
    assert all(len(units_in(at_start, each)) <= 2 for each in at_start.hex[:UNITS] if each >= 0)
    assert len(set(asked[list(asked)[2]])) == len(beach) - 1, "two units fill a hex"


@rule("omaha", "21.1ac")
def test_the_units_of_turn_16_are_placed_in_boxes_of_their_sector() -> None:
    state = GAME.setup("beyond-the-beach", {"players": 2})
    turn_16 = [each for each in equipment().units if each.arrival_turn == 16]
    assert len(turn_16) == 12
    asked = []
    while state.position.phase == "setup":
        if state.decision.kind == "arrival_placed":
            name = state.decision.prompt.partition(" is about")[0]
            asked.append(name)
            ids = [option.id for option in state.decision.options]
            own = "east" if equipment().units[unit(name)].division == 1 else "west"
            boxes = {box.name: box for box in equipment().board.box_row}
            chosen = [boxes[each.removeprefix("box-")] for each in ids]
            assert {box.sector for box in chosen} == {own}
            assert all(box.lettered and box.beach != "CH" for box in chosen)
            assert not [each for each in ids if each.startswith("delay")]
        state.apply(state.decision.options[0])
    assert set(asked) == {each.name for each in turn_16}
    boxes = [box for box in state.position.box[:UNITS] if box >= 0]
    assert all(boxes.count(box) <= 2 for box in boxes), "5.31"
    assert invariants(state.position) == []


@rule("omaha", "21.1aa", "21.1ab", "21.1ad")
def test_who_comes_later_and_who_does_not_come() -> None:
    at_start = ready().position
    assert at_start.due[unit("62AFA")] == 26
    assert at_start.steps_left[unit("62AFA")] == 4
    listed_units = {row[0] for row in listed(FIRST_DIVISION)}
    listed_units |= {row[0] for row in listed(TWENTY_NINTH_DIVISION) + listed(RANGERS)}
    listed_units |= set(EAST_BEACH) | set(WEST_BEACH)
    for each in equipment().units:
        piece, arrival = each.index, each.arrival_turn or 1
        here = at_start.hex[piece] >= 0 or at_start.box[piece] >= 0 or at_start.due[piece] >= 0
        if arrival >= 17:
            assert at_start.due[piece] == arrival, each.name
            assert at_start.steps_left[piece] == each.full_steps
        elif each.name not in listed_units and arrival < 16 and each.name != "62AFA":
            assert not here, each.name
    assert at_start.due[unit("18 HQ")] == 22
    assert at_start.due[unit("115 HQ")] == 19


@rule("omaha", "21.1ae", "21.1af", "21.1ag", "21a")
def test_the_markers() -> None:
    at_start = table()
    cleared = {"0612", "0613", "0614", "0615", "0616", "0523", "0524", "0525", "0426"}
    assert set(equipment().board.grid.names_of(at_start.cleared)) == cleared
    assert (at_start.turn, at_start.last_turn) == (17, 32)
    assert at_start.meemies_fired
    assert at_start.deck == ALL_CARDS


# --- 21.2


@rule("omaha", "21.2c", "21.2d", "21.2e", "21.2f", "21.2g", "21.2h", "21.2a")
@pytest.mark.parametrize(
    ("total", "result"),
    [
        (-9, "decisive US defeat"),
        (24, "decisive US defeat"),
        (25, "operational US defeat"),
        (34, "operational US defeat"),
        (35, "tactical US defeat"),
        (44, "tactical US defeat"),
        (45, "tactical US victory"),
        (54, "tactical US victory"),
        (55, "operational US victory"),
        (64, "operational US victory"),
        (65, "decisive US victory"),
        (90, "decisive US victory"),
    ],
)
def test_the_levels(total: int, result: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = victory_points.Entry("Everything", "variant", total, total, "20.3")
    monkeypatch.setattr(victory_points, "sheet", lambda _: [entry])
    at_end = table_of("scenario beyond-the-beach\nturn 32")
    run(at_end, sequence.end_of_turn)
    assert at_end.result is not None
    assert at_end.result.text == f"{result[0].upper()}{result[1:]} with {total} VP."
    assert at_end.result.rule == "21.2"
    assert bool(at_end.result.winners) == (total >= 45)


@rule("omaha", "21.2b")
def test_points_are_those_of_section_20() -> None:
    text = "turn 32\n1310 A/1/16\n1113 1/A/741\nexit C B/1/16:2\nboxes kg_meyer 3"
    beyond = victory_points.victory_points(table_of("scenario beyond-the-beach\n" + text))
    day = victory_points.victory_points(table_of("scenario d-day-at-omaha-beach\n" + text))
    assert beyond == day
    assert (
        charts().victory_rows[("beyond-the-beach", 32)]
        != charts().victory_rows[("d-day-at-omaha-beach", 32)]
    )
    assert ("beyond-the-beach", 16) not in charts().victory_rows


@rule("omaha", "21.2a", "20.1b")
def test_fourteen_lost_units_end_it() -> None:
    limit = charts().limit("catastrophic_loss", 17)
    assert limit == 14
    at_start = ready().position
    assert infantry_lost(at_start, 29) < limit
    assert not [text for text in invariants(at_start) if "infantry" in text]
