"""Why not? The optional rules say why they refuse something."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import GAME, announce, dice, fight, play, run, table, those, unsupplied

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement
from beachhead.dday91.reinforcements import replacements
from beachhead.dday91.table.state import DDayTable
from beachhead.dday91.why_not.optional_rules import ACTIONS
from beachhead.errors import BeachheadError
from beachhead.kernel.rulebook import rule

DROPS = "A14 18U 5U\nA13 1B-airborne\nE15 66\nC12 1-Airborne"


def why(there: DDayTable, action: str, unit: str, to: str = "") -> str | None:
    """The rule that refuses something; None if it is allowed."""
    question = {"action": action, "unit": unit} | ({"to": to} if to else {})
    refused = GAME.why_not(there, **question)
    assert refused is None or refused.text
    return None if refused is None else refused.rule


def moving(places: str, *rules: str, **fields: Any) -> DDayTable:
    there = table(places, *rules, **fields)
    run(there, normal_movement.movement_step)
    return there


@rule("dday91", "13d-a", "13d1-a", "13d2-a", "13d3-a", "13d3-b")
def test_why_not_drop() -> None:
    there = moving(DROPS, "airborne-drops")
    assert why(there, "drop", "18U", "D16") is None
    assert why(there, "drop", "18U") is None
    assert why(there, "drop", "5U") == why(there, "drop", "5U", "D16") == "13d"
    assert why(there, "drop", "1B-airborne") == "13d1"
    assert why(there, "drop", "18U", "E15") == "13d2"  # held by the enemy
    assert why(there, "drop", "18U", "G13") == "13d2"  # too far
    assert why(there, "drop", "18U", "A14") == "13d2"  # it is there
    assert why(there, "drop", "18U", "L10") == "13d3"  # a mountain
    there.bad_weather = True
    assert why(there, "drop", "18U") == "13d3"
    there = moving(DROPS, "airborne-drops", unsupplied=unsupplied("18U"))
    assert why(there, "drop", "18U") == "3c"
    assert why(moving(DROPS), "drop", "18U") == "13d"
    assert why(table(DROPS, "airborne-drops"), "drop", "18U") == "13d1"  # not yet
    assert why(moving(DROPS, "airborne-drops", moves=[0, 0]), "drop", "18U") == "3d1"


@rule("dday91", "13b1", "12c2-a")
def test_why_not_bomb() -> None:
    there = moving("J17 66\nJ16 5U\nI16 AG-B\nI17 81\nM2 47", "carpet-bombing")
    assert why(there, "bomb", "bombers-8U") is None
    assert why(there, "bomb", "bombers-8U", "J17") is None
    assert why(there, "bomb", "bombers-8U", "I16") == "13b1"  # no corps
    assert why(there, "bomb", "bombers-8U", "M2") == "13b1"  # too far
    assert why(there, "bomb", "5U", "J17") == "13b"
    play(there, "bomb-bombers-8U-J17")
    assert why(there, "bomb", "bombers-8U", "J17") == "13b1"
    assert why(there, "bomb", "bombers-BC", "I17") == "13b1"  # one hex for both
    there.bad_weather = True
    assert why(there, "bomb", "bombers-BC", "J17") == "12c2"
    there.bad_weather, there.options = False, []
    assert why(there, "bomb", "bombers-BC", "J17") == "13b"


@rule("dday91", "13a", "14a2-e")
def test_why_not_react() -> None:
    there = table("J17 47\nJ16 1-US 5U\nI16 air-9U\nB12 air-2B", "air-reaction", side="german")
    assert why(there, "react", "air-9U", "J16") == "13a"  # not yet
    announce(there, "J16", "47")
    assert why(there, "react", "air-9U", "J16") is None
    assert why(there, "react", "air-9U", "I15") == "13a"
    assert why(there, "react", "air-2B", "J16") == "13a"  # too far
    assert why(there, "react", "5U", "J16") == "13a"
    there.moves = [0, 0]
    assert why(there, "react", "air-9U", "J16") == "3d1"
    there.options, there.moves = [], [9, 9]
    assert why(there, "react", "air-9U", "J16") == "13a"
    with pytest.raises(BeachheadError, match="say where to react"):
        GAME.why_not(there, action="react", unit="air-9U")


@rule("dday91", "13c-a")
def test_why_not_attack_from_the_air() -> None:
    there = table("J17 air-9U\nJ16 66", "air-restriction")
    there.step = "combat"
    assert why(there, "attack", "air-9U", "J16") == "13c"


@rule("dday91", "14b2-a")
def test_why_not_strike() -> None:
    there = table("J17 5U 1-US\nI17 7U\nJ16 47", "pursuit")
    assert why(there, "strike", "5U") == "14b2"
    fight(there, "J16", "5U")
    dice(there, 5, 5)
    play(there, "to-J15", "advance-1-US", "advance-5U")
    assert why(there, "strike", "5U", "J15") is None
    assert why(there, "strike", "1-US") == "14b2"
    assert why(there, "strike", "7U") == "14b2"
    assert why(there, "strike", "5U", "K16") == "14b2"
    there.moves = [0, 0]
    assert why(there, "strike", "5U") == "3d1"


@rule("dday91", "14c3-a", "16a-a", "16b-a")
def test_why_not_while_moving() -> None:
    there = moving("J17 5U\nJ18 7U reduced", "extra-effort", "divisions")
    assert why(there, "extra-effort", "5U") == "14c"
    assert why(there, "detach", "5U") == "16"
    play(there, "move-5U")
    assert why(there, "extra-effort", "5U") == "14c3"
    assert why(there, "detach", "5U") is None
    assert why(there, "recombine", "5U") == "16b"
    there = moving("J17 5U")
    play(there, "move-5U")
    assert why(there, "detach", "5U") == "16"


@rule("dday91", "11b1-a", "11b2-a")
def test_why_not_replace() -> None:
    there = table(
        "J17 5U reduced\nJ18 7U\neliminated 6U div-A1\nJ16 47 reduced", "replacements", moves=[2, 2]
    )
    assert why(there, "replace", "5U") == "11b"
    run(there, replacements.replacement_step)
    assert why(there, "replace", "5U") is None
    assert why(there, "replace", "7U") == "11b1"
    assert why(there, "replace", "6U") == "3d1"
    assert why(there, "replace", "div-A1") == "11b2"
    assert why(there, "replace", "47") == "11b"


def test_every_answer_has_a_rule_of_the_index() -> None:
    there = table("J17 5U\nJ16 66", *("pursuit", "divisions"))
    run(there, separating_combats.combat_step)
    for action in ACTIONS:
        refused = GAME.why_not(there, action=action, unit="5U", to="J16")
        assert refused is not None
        assert GAME.rules.rule(refused.rule)
    assert there.fought & those("5U") == 0
