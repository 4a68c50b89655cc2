"""Why not? The answers are those of the options that are listed."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import GAME, dice, fight, lose, options, play, run, table, those, unsupplied

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel.rulebook import rule


def why(there: DDayTable, unit: str, action: str, to: str = "") -> str | None:
    """The rule that refuses something; None if it is allowed."""
    question = {"action": action, "unit": unit} | ({"to": to} if to else {})
    refused = GAME.why_not(there, **question)
    assert refused is None or refused.text
    return None if refused is None else refused.rule


def moving(places: str, *rules: str, **fields: Any) -> DDayTable:
    there = table(places, *rules, **fields)
    run(there, normal_movement.movement_step)
    return there


# --- 3e2 landings without a fight


@rule("dday91", "3e2-i", "15a1-a", "15a2-a")
def test_why_not_land_without_a_fight() -> None:
    there = table("C15 5U 1-US\nC14 7U\nE15 66\nA14 8U", invaders=those("5U", "1-US", "7U"))
    run(there, separating_combats.combat_step)
    play(there, "done")
    assert "land-5U-D15" in options(there)
    assert why(there, "5U", "occupy") is None
    assert why(there, "5U", "occupy", "D15") is None
    assert why(there, "5U", "occupy", "E15") == "3e2"  # defended
    assert why(there, "5U", "occupy", "D14") == "3e2"  # no arrow points there
    assert why(there, "8U", "occupy", "D14") == "3e2"  # does not invade
    play(there, "land-5U-D15")
    assert why(there, "1-US", "occupy", "D15") is None  # an army joins it
    assert why(there, "5U", "occupy", "D15") == "3e2"


@rule("dday91", "3e2-i", "2d1-a")
def test_why_not_land_where_the_stack_would_be_illegal() -> None:
    there = table("C11 5U\nC10 7U", invaders=those("5U", "7U"))
    run(there, separating_combats.combat_step)
    play(there, "land-5U-D10")
    assert why(there, "7U", "occupy", "D10") == "2d1"
    assert why(there, "7U", "occupy") is None  # D9 is free
    assert why(there, "7U", "attack", "D10") == "4a2"


@rule("dday91", "3e2-i")
@pytest.mark.parametrize("otherwise", [False, True])
def test_why_not_land_after_a_combat(otherwise: bool) -> None:
    house = "land-after-combat" if otherwise else ""
    there = table("C15 5U\nE15 66", house=house, invaders=those("5U"))
    fight(there, "E15", "5U")
    dice(there, 1, 6)
    lose(there, "5U")
    assert ("land-5U-D15" in options(there)) == otherwise
    if otherwise:
        assert why(there, "5U", "occupy", "D15") is None


@rule("dday91", "15a1-a", "15a2-a")
def test_why_not_land_a_harbor() -> None:
    there = table("C15 mulberry-1\nD15 mulberry-2", "mulberries", invaders=those("mulberry-1"))
    run(there, separating_combats.combat_step)
    assert options(there) == ["land-mulberry-1-E15", "done"]
    assert why(there, "mulberry-1", "occupy", "E15") is None
    assert why(there, "mulberry-1", "occupy", "D15") == "15a2"
    there = table("C14 mulberry-1 5U", "mulberries", invaders=those("mulberry-1", "5U"))
    run(there, separating_combats.combat_step)
    assert why(there, "mulberry-1", "occupy", "D14") == "15a1"  # a city
    assert why(there, "mulberry-1", "occupy") == "15a1"


# --- 3 units that can go nowhere


@rule("dday91", "3b3-e", "2d3-a")
def test_why_not_move_a_unit_that_is_hemmed_in() -> None:
    ring = "I17 5-Panzer\nI18 6-Panzer\nJ16 1-Infantry\nJ18 7-Infantry\nK17 AG-B\nK18 AG-G"
    there = moving(f"J17 5U\n{ring}")
    assert "move-5U" not in options(there)
    assert why(there, "5U", "move") == "2d3"
    there = moving(f"J17 5U\n{ring}", "stacking-restrictions")
    assert "move-5U" not in options(there)
    assert why(there, "5U", "move") == "14a1"
    there = moving(f"J17 5U\n{ring}".replace("J18 7-Infantry", "J19 66"))
    assert "move-5U" in options(there)  # it is in no zone of control itself
    assert why(there, "5U", "move") is None
    there = moving("J17 5U\nI17 66\nI18 6-Panzer\nJ16 67\nJ18 7-Infantry\nK17 AG-B\nL18 81")
    assert "move-5U" not in options(there)
    assert why(there, "5U", "move") == "3b3"  # only K18 is free, and in a zone


# --- 14b2 pursuit


@rule("dday91", "14b2-a", "14b2-b")
def test_why_not_pursue() -> None:
    places = "J17 1-US 5U 7U 18U 8U\nI19 6U\nJ16 66 reduced"
    there = table(places, "pursuit", unsupplied=unsupplied("8U"))
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, *(f"advance-{name}" for name in ("1-US", "5U", "7U", "18U", "8U")))
    assert why(there, "5U", "move") is None
    assert why(there, "5U", "move", "J15") is None
    assert why(there, "5U", "move", "J10") == "3b1"
    assert why(there, "7U", "move") == "14b2"  # has not attacked
    assert why(there, "18U", "move") == "14b2"  # leg
    assert why(there, "6U", "move") == "14b2"  # has not occupied
    there.moves = [0, 0]
    assert why(there, "1-US", "move") == "3d1"


@rule("dday91", "14b2-c")
def test_why_not_pursue_twice() -> None:
    there = table("J17 1-US 5U\nJ16 66 reduced", "pursuit")
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U", "advance-1-US", "pursue-5U", "to-J15", "stop")
    assert why(there, "1-US", "move") is None
    assert why(there, "5U", "move") == "14b2"


# --- 13d drops


@rule("dday91", "13d1-b", "13d2-a", "2d4-a")
def test_why_not_drop_alone_or_together() -> None:
    """14a2 The airborne army may not end up with the British airborne corps only."""
    there = moving(
        "C12 1-Airborne 1B-airborne\nH13 7U\nE15 81", "airborne-drops", "stacking-restrictions"
    )
    assert why(there, "1-Airborne", "drop", "A10") is None
    chosen = there.copy()
    play(chosen, "drop-1-Airborne")
    assert options(chosen) == ["at-H13"]  # with an American corps it may
    assert why(chosen, "1-Airborne", "drop", "A10") == "2d4"
    play(there, "drop-1-Airborne-alone")
    assert "at-A10" in options(there)
    assert why(there, "1-Airborne", "drop", "A10") is None
    there = moving("C12 1-Airborne 18U 5U\nE15 81", "airborne-drops", moves=[1, 9])
    assert {each for each in options(there) if each.startswith("drop")} == {
        "drop-1-Airborne",
        "drop-18U",
    }
    assert why(there, "1-Airborne", "drop", "A10") is None  # 5U stays alone
    play(there, "drop-1-Airborne")
    assert why(there, "1-Airborne", "drop", "A10") is None


@rule("dday91", "2d4-a", "13d1-a")
def test_why_not_drop_a_unit_that_may_not_leave_its_stack() -> None:
    there = moving("B12 18U\nA14 5U 7U\nE15 81", "airborne-drops", moves=[1, 9])
    assert "drop-18U" not in options(there)
    assert why(there, "18U", "drop") == "2d4"
    assert why(there, "18U", "drop", "A10") == "2d4"
