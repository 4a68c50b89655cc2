"""11 Additional rules for Moves: acquiring them, and replacing losses with them."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    at,
    events,
    hexes,
    is_reduced,
    kind,
    left,
    options,
    play,
    run,
    table,
    unsupplied,
)

from beachhead.dday91.movement import acquiring_and_spending_moves
from beachhead.dday91.reinforcements import entering, replacements
from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.kernel.rulebook import rule


def income(there: DDayTable, side: int) -> int:
    return sum(acquiring_and_spending_moves.income(there, side).values())


# --- 11a acquiring Moves


@rule("dday91", "11a-b", "11a-d", "11a-e", "QRC.acquiring-a", "QRC.acquiring-b")
def test_the_example_of_the_rulebook() -> None:
    """Turn 5 of 1944: three round headquarters ashore, Dover, London, Southampton, Cherbourg,
    Antwerp with its 4, Paris, and both Mulberries: 3 + 9 + 2 = 14 Moves."""
    there = table(
        """
        J17 SHAEF
        J16 AG-21B
        J15 AG-12U
        E15 mulberry-1
        D15 mulberry-2
        """,
        "acquiring-moves",
        "mulberries",
        turn=5,
    )
    there.allied_control = hexes("C12 B12 A14 C16 E9 G13")
    assert acquiring_and_spending_moves.income(there, ALLIED) == {
        "headquarters on the continent": 3,
        "supply cities": 9,
        "Mulberry Harbors": 2,
    }
    there.moves[ALLIED] = 0
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[ALLIED] == 14
    assert events(there, "moves")[-1].rule == "11a"


@rule("dday91", "11a-a")
def test_acquired_moves_replace_the_fixed_number() -> None:
    there = table("", moves=[0, 0])
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[ALLIED] == 13
    there = table("", "acquiring-moves", moves=[0, 0])
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[ALLIED] == 3  # Southampton, London, Dover


@rule("dday91", "11a-b")
def test_round_headquarters_count_on_the_continent_and_in_supply() -> None:
    there = table("B12 SHAEF\nT19 AG-6U", "acquiring-moves", allied_control=0)
    assert income(there, ALLIED) == 0
    there = table("J17 SHAEF\nJ16 1-US", "acquiring-moves", allied_control=0)
    assert income(there, ALLIED) == 1  # an army headquarters is not round
    there.unsupplied = unsupplied("SHAEF")
    assert income(there, ALLIED) == 0
    there = table("I1 OB-West\nG7 AG-B", "acquiring-moves", allied_control=board().land)
    assert income(there, GERMAN) == 2


@rule("dday91", "11a-c", "QRC.acquiring-b")
def test_germans_count_the_boxed_numbers_of_the_sources_they_control() -> None:
    everything = sum(city.boxed for city in board().city_at.values())
    there = table("", "acquiring-moves")
    assert income(there, GERMAN) == everything == 6
    there.allied_control |= hexes("E3 E9")
    assert income(there, GERMAN) == everything - 1  # Hamburg; Antwerp has no boxed number


@rule("dday91", "11a-d", "QRC.acquiring-b")
def test_allies_count_the_circled_numbers_of_the_sources_they_control() -> None:
    there = table("", "acquiring-moves", allied_control=hexes("E9 R16 D8 I1"))
    assert income(there, ALLIED) == 4 + 3 + 2  # Berlin has no circled number


@rule("dday91", "11a-e", "12c4-a")
def test_mulberries_count_on_the_continent_and_in_good_weather() -> None:
    rules = ("acquiring-moves", "mulberries", "weather")
    there = table("A14 mulberry-1\nE15 mulberry-2", *rules, allied_control=0)
    assert income(there, ALLIED) == 1
    there.bad_weather = True
    assert income(there, ALLIED) == 0


@rule("dday91", "11a-f", "13b4-a", "QRC.acquiring-a")
@pytest.mark.parametrize("option", ["acquiring-moves", "carpet-bombing"])
def test_each_bomber_used_gives_the_germans_a_move(option: str) -> None:
    there = table("", option, side="german", moves=[0, 0])
    ordinary = income(there, GERMAN)
    there.bombed = 2
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[GERMAN] == ordinary + 2
    there.moves[GERMAN] = 0
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[GERMAN] == ordinary  # once only


# --- 11b replacing losses

LOSSES = """
    J17 1-US 5U reduced 7U air-9U reduced
    eliminated 3-US 6U air-2B div-A1
"""


def replacing(places: str = LOSSES, *, side: str = "allied", **fields: Any) -> DDayTable:
    there = table(places, "replacements", side=side, **fields)
    run(there, replacements.replacement_step)
    return there


@rule("dday91", "11b-a", "11b1-a", "QRC.expending-d")
def test_a_move_turns_a_reduced_unit_to_its_front() -> None:
    there = replacing()
    play(there, "restore-5U")
    assert not is_reduced(there, "5U")
    assert left(there) == 8
    play(there, "restore-air-9U")
    assert left(there) == 7
    assert "restore-7U" not in options(there)


@rule("dday91", "11b2-a")
@pytest.mark.parametrize(("name", "price"), [("3-US", 2), ("6U", 3), ("air-2B", 4)])
def test_what_it_costs_to_bring_a_unit_back(name: str, price: int) -> None:
    there = replacing()
    play(there, f"return-{name}")
    assert left(there) == 9 - price
    assert f"return-{name}" not in options(there)  # it is on its way
    there = replacing(moves=[price - 1, 9])
    assert f"return-{name}" not in options(there)


@rule("dday91", "11b2-a")
def test_divisions_and_lost_harbors_do_not_return() -> None:
    there = replacing("J17 5U reduced\neliminated div-A1 mulberry-1")
    assert options(there) == ["restore-5U", "done"]


@rule("dday91", "11b2-b")
def test_a_unit_bought_back_enters_next_turn_at_any_controlled_city() -> None:
    there = replacing("eliminated 6U", turn=3)
    play(there, "return-6U")
    run(there, entering.reinforcement_step)
    assert kind(there) == ""  # not in the same Turn
    there.turn = 4
    there.allied_control |= hexes("G13 E15")
    run(there, entering.reinforcement_step)
    play(there, "place-6U")
    assert "at-G13" in options(there)  # Paris, which is not in Great Britain and no port
    assert "at-E15" not in options(there)  # no city
    assert "at-H11" not in options(there)  # not controlled
    play(there, "at-G13")
    assert at(there, "6U") == "G13"
    assert not is_reduced(there, "6U")
    assert not there.returns


@rule("dday91", "11b2-b")
def test_a_unit_that_was_set_up_reduced_comes_back_at_full_strength() -> None:
    there = replacing("eliminated air-9U", year=1943, turn=3)
    play(there, "return-air-9U")
    there.turn = 4
    run(there, entering.reinforcement_step)
    play(there, "place-air-9U", "at-B12")
    assert not is_reduced(there, "air-9U")


@rule("dday91", "11b2-b")
def test_the_german_side_brings_units_back_too() -> None:
    there = replacing("eliminated 47\nE15 mulberry-1", side="german", turn=3)
    play(there, "return-47")
    there.turn = 4
    run(there, entering.reinforcement_step)
    play(there, "place-47")
    assert "at-G13" in options(there)
    assert "at-B12" not in options(there)
    assert "at-E15" not in options(there)  # N-13 a Mulberry Harbor is a city for the Allies


@rule("dday91", "11b2-c")
def test_a_corps_bought_back_still_counts_as_eliminated() -> None:
    there = replacing("eliminated 6U", corps_lost=unsupplied("6U"))
    play(there, "return-6U")
    there.turn += 1
    run(there, entering.reinforcement_step)
    play(there, "place-6U", "at-A14")
    assert how_to_win.conditions(there)["Allied corps eliminated"][0] == 1


@rule("dday91", "11b-a")
def test_only_the_side_in_its_replacement_step_replaces() -> None:
    there = replacing("J17 5U reduced\nJ15 47 reduced")
    assert options(there) == ["restore-5U", "done"]
    assert kind(replacing("J17 5U\nJ15 47 reduced")) == ""  # nothing of its own to replace
    there = table("J17 5U reduced")  # without the option there is no such step
    run(there, replacements.replacement_step)
    assert kind(there) == ""
    assert there.step != "replacement"


@rule("dday91", "11b-a", "3c-f")
def test_no_moves_are_used_for_unsupplied_units() -> None:
    there = replacing("J17 5U reduced\nJ18 7U reduced", unsupplied=unsupplied("5U"))
    assert options(there) == ["restore-7U", "done"]
