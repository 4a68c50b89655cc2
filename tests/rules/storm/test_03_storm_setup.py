"""3 Setup: strongpoints by draw, German units as printed, the Allied landing plan."""

from __future__ import annotations

from collections import Counter

from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm.cards.card_list import deck
from beachhead.storm.setup import in_section
from beachhead.storm.table.board import BOXES, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import GERMAN, StormTable, side_units
from storm_situations import GAME, at, decision, in_place, options, place, play, unit

BEACHES = (3, 10, 17, 18, 25, 26)
OMAHA = ("box-omaha-1", "box-omaha-2")


def new_game() -> StormTable:
    return GAME.begin("storm-over-normandy", {})


def draw_strongpoints(table: StormTable) -> None:
    """Always the first kind that is left."""
    while isinstance(decision(table), Chance) and decision(table).kind == "strongpoint":
        play(table, options(table)[0])


def at_the_plan() -> StormTable:
    table = new_game()
    draw_strongpoints(table)
    assert options(table) == ["ready-plan", "own-plan"]
    return table


def placed_by(choose, table: StormTable) -> None:
    """Every unit of the own plan where a function says: (table, unit, options) -> option."""
    play(table, "own-plan")
    while decision(table).kind == "section_chosen":
        [number] = decision(table).arguments
        play(table, choose(table, pieces().units[number], options(table)))


# --- the Germans


@rule("storm", "3.0b", "3.0c")
def test_three_strongpoints_for_each_beach_are_drawn_from_all_of_them() -> None:
    table = new_game()
    asked = decision(table)
    assert isinstance(asked, Chance)
    assert dict(zip(options(table), asked.weights, strict=True)) == {
        "strongpoint-2-9": 6,
        "strongpoint-1-8": 7,
        "strongpoint-0-7": 7,
    }
    play(table, "strongpoint-0-7")
    assert list(decision(table).weights) == [6, 7, 6]
    draw_strongpoints(table)
    nests = Counter(table.where[row.index] for row in pieces().strongpoints)
    assert [nests[place(beach)] for beach in BEACHES] == [3] * 6


@rule("storm", "3.0c", "3.0d")
def test_the_strongpoints_lie_open_for_both() -> None:
    state = GAME.setup(seed=5)
    for seat in ("allied", "german", None):
        shown = [
            name for name in state.view(seat)["table"]["units"] if name.startswith("Strongpoint")
        ]
        assert len(shown) == 18
    assert not any(event.seats for event in state.news if event.kind == "setup")


@rule("storm", "3.0e")
def test_the_two_left_over_are_out_of_the_game() -> None:
    table = at_the_plan()
    assert [at(table, f"0-7-{letter}") for letter in "fg"] == ["unused", "unused"]
    assert sum(where == -3 for where in table.where) == 2


@rule("storm", "3.0a", "3.0f")
def test_german_units_stand_where_their_counters_say_or_wait_for_their_turn() -> None:
    table = new_game()
    assert at(table, "916/352") == "nowhere"  # the strongpoints come first
    draw_strongpoints(table)
    decision(table)
    for row in pieces().units:
        if row.side == "german" and row.setup and not row.arrival:
            assert table.where[row.index] == place(row.setup), row.name
        elif row.side == "german" and row.arrival:
            assert at(table, row.name) == "nowhere", row.name
    assert at(table, "Götz Recon") == at(table, "Composite Force") == "nowhere"
    assert in_place(table, 16) == {"352 Fus/352"}
    assert not any(
        side_units(GERMAN) >> number & 1
        for number, where in enumerate(table.where)
        if where in BOXES or where in ZONES
    )


# --- the Allies


@rule("storm", "3.0g", "3.0h", "3.0i")
def test_units_choose_between_the_boxes_and_sections_of_their_beach() -> None:
    offered: dict[str, list[str]] = {}

    def note(_: StormTable, row, choices: list[str]) -> str:
        offered.setdefault(row.setup, choices)
        return choices[0]

    table = at_the_plan()
    placed_by(note, table)
    assert offered["G"] == ["invasion-box-gold", "exploitation-box-gold"]
    assert offered["O"] == [
        f"{section}-{box}" for box in OMAHA for section in ("invasion", "exploitation")
    ]
    for row in pieces().units:
        if row.side == "allied" and row.setup and row.setup.isalpha():
            boxes = [] if row.arrival else board().boxes_by_letter[row.setup]
            assert table.where[row.index] in boxes or row.arrival, row.name
            assert not row.arrival or at(table, row.name) == "nowhere"


@rule("storm", "3.0j")
def test_an_invasion_section_takes_six_and_no_more() -> None:
    def all_ashore(_: StormTable, __, choices: list[str]) -> str:
        return choices[0]

    table = at_the_plan()
    play(table, "own-plan")
    for _ in range(6):
        assert "invasion-box-omaha-1" in options(table)
        play(table, "invasion-box-omaha-1")
    assert "invasion-box-omaha-1" not in options(table)
    assert "exploitation-box-omaha-1" in options(table)
    table = at_the_plan()
    placed_by(all_ashore, table)
    assert in_section(table, place("box-omaha-1")).bit_count() == 6
    assert in_section(table, place("box-sword")).bit_count() == 6


@rule("storm", "3.0j")
def test_an_invasion_section_takes_at_least_one() -> None:
    def stay_behind(_: StormTable, __, choices: list[str]) -> str:
        return next((each for each in choices if each.startswith("exploitation")), choices[0])

    table = at_the_plan()
    placed_by(stay_behind, table)
    for box in BOXES:
        assert in_section(table, box).bit_count() == 1, board().name(box)


@rule("storm", "3.0i", "3.0j")
def test_the_ready_plan_keeps_the_rules_and_the_armor_back() -> None:
    table = at_the_plan()
    play(table, "ready-plan")
    for box in BOXES:
        ashore = in_section(table, box)
        assert 1 <= ashore.bit_count() <= 6
        assert not any(pieces().units[number].armor for number in members(ashore))
    assert table.exploitation >> unit("8 Armd Bde") & 1


@rule("storm", "3.0k")
def test_airborne_units_are_placed_last_in_their_areas() -> None:
    table = at_the_plan()
    assert at(table, "505/82") == at(table, "3 Para/6 AB") == "nowhere"
    play(table, "ready-plan")
    assert (at(table, "505/82"), at(table, "506/101"), at(table, "3 Para/6 AB")) == (
        "28",
        "33",
        "4",
    )
    assert at(table, "6 AL/6 AB") == "nowhere"  # arrives on Turn 1


# --- cards and markers


@rule("storm", "3.0l")
def test_the_cards_lie_in_two_stacks_without_an_order() -> None:
    table = at_the_plan()
    assert table.stock == [deck(side) for side in SIDES]
    assert table.hands == table.discards == [0, 0]


@rule("storm", "3.0m")
def test_the_game_begins_on_turn_1_with_no_points() -> None:
    table = at_the_plan()
    assert (table.turn, table.victory) == (1, 0)
