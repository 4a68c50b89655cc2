"""5.1 The landing tables, type by type and turn by turn."""

from __future__ import annotations

import pytest
from landings import BOXES, INFANTRY, RANGER, TANK, check, land_result

from beachhead.kernel.rulebook import rule
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.table.state import NOWHERE, OmahaTable, equipment
from situations import decision, options, play, run, table_of, unit

DUKW = next(each.name for each in equipment().units if each.type == "dukw_artillery")
GUNS = [
    next(each.name for each in equipment().units if each.type == kind)
    for kind in ("artillery", "sp_artillery", "anti_air", "sp_anti_air", "anti_tank")
]


def outcome(table: OmahaTable, name: str, box: str) -> str:
    """What became of a unit that was in a box with all its steps."""
    number = unit(name)
    lost = equipment().units[number].full_steps - table.steps_left[number]
    if table.due[number] != NOWHERE:
        return f"due {table.due[number]}"
    if table.box[number] == NOWHERE:
        return "out"
    drift = table.box[number] - BOXES[box]
    return f"steps -{lost} drift {drift:+}"


@pytest.mark.parametrize(
    ("letter", "expected"),
    [("A", "due 2"), ("B", "out"), ("C", "steps -1 drift +0"), ("D", "steps -1 drift -2")],
)
@rule("omaha", "LT.1-3a", "LT.1-3b", "LT.1-3c", "LT.1-3d")
def test_tanks_on_turn_1(letter: str, expected: str) -> None:
    assert outcome(land_result(1, TANK, "ER3", letter), TANK, "ER3") == expected


def test_a_tank_that_loses_its_last_step_drifts_no_more() -> None:
    table = table_of(f"turn 1\nbox ER3 {TANK}:1")
    run(table, landing_checks.apply_landing_result, unit(TANK), "D")
    assert outcome(table, TANK, "ER3") == "out"


@pytest.mark.parametrize("turn", [2, 3])
@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("A", "steps -0 drift +0"),
        ("B", "steps -0 drift -1"),
        ("C", "steps -1 drift +0"),
        ("D", "steps -0 drift -3"),
    ],
)
@rule("omaha", "LT.1-3e", "LT.1-3f", "LT.1-3g", "LT.1-3h")
def test_tanks_on_turns_2_and_3(turn: int, letter: str, expected: str) -> None:
    assert outcome(land_result(turn, TANK, "ER3", letter), TANK, "ER3") == expected


@pytest.mark.parametrize(("letter", "drift"), [("A", "-4"), ("B", "-2"), ("C", "-9"), ("D", "+0")])
@rule("omaha", "LT.1-3i", "LT.1-3j", "LT.1-3k", "LT.1-3l")
def test_infantry_on_turns_2_and_3(letter: str, drift: str) -> None:
    for turn in (2, 3):
        table = land_result(turn, INFANTRY, "ER6", letter)
        assert outcome(table, INFANTRY, "ER6") == f"steps -0 drift {drift}"


@pytest.mark.parametrize("box", ["DG3", "CH2"])
@pytest.mark.parametrize(("letter", "drift"), [("A", "+0"), ("B", "-1"), ("C", "-4"), ("D", "+1")])
@rule("omaha", "LT.1-3m", "LT.1-3n", "LT.1-3o", "LT.1-3p")
def test_infantry_and_rangers_in_dog_green_and_charlie(box: str, letter: str, drift: str) -> None:
    for name in (INFANTRY, "C/2R"):
        assert outcome(land_result(2, name, box, letter), name, box) == f"steps -0 drift {drift}"


@pytest.mark.parametrize(("letter", "drift"), [("A", "+0"), ("B", "-1"), ("C", "-4"), ("D", "+1")])
@rule("omaha", "LT.4-14a", "LT.4-14b", "LT.4-14c", "LT.4-14d")
def test_infantry_and_rangers_from_turn_4_on(letter: str, drift: str) -> None:
    for turn in (4, 14):
        for name in (INFANTRY, RANGER):
            table = land_result(turn, name, "ER5", letter)
            if options(table):
                assert (name, letter) == (RANGER, "A"), "only rangers may choose to drift"
                play(table, "drift-0")
            assert outcome(table, name, "ER5") == f"steps -0 drift {drift}"


@pytest.mark.parametrize("turn", [4, 14, 15])
@rule("omaha", "LT.4-14e", "LT.4-14f", "LT.4-14g", "LT.4-14h")
@rule("omaha", "LT.15+-b", "LT.15+-c", "LT.15+-d", "LT.15+-e")
def test_dukw_artillery(turn: int) -> None:
    found = [outcome(land_result(turn, DUKW, "ER5", letter), DUKW, "ER5") for letter in "ABCD"]
    full = equipment().units[unit(DUKW)].full_steps
    two = "out" if full <= 2 else "steps -2 drift +0"
    one = "out" if full <= 1 else "steps -1 drift +0"
    assert found == ["out", one, two, "steps -0 drift +0"]


@pytest.mark.parametrize("name", GUNS)
@rule("omaha", "LT.4-14i", "LT.4-14j", "LT.4-14k", "LT.4-14l")
def test_guns_from_turn_4_to_14(name: str) -> None:
    found = [outcome(land_result(9, name, "ER5", letter), name, "ER5") for letter in "ABCD"]
    lose = "out" if equipment().units[unit(name)].full_steps == 1 else "steps -1 drift +0"
    assert found == ["due 12", "steps -0 drift -2", lose, "steps -0 drift +0"]


@pytest.mark.parametrize("name", GUNS)
@rule("omaha", "LT.15+-f", "LT.15+-g", "LT.15+-h", "LT.15+-i")
def test_guns_from_turn_15_on(name: str) -> None:
    found = [outcome(land_result(15, name, "ER5", letter), name, "ER5") for letter in "ABCD"]
    lose = "out" if equipment().units[unit(name)].full_steps == 1 else "steps -1 drift +0"
    assert found == ["due 18", "out", "steps -0 drift +0", lose]


def test_tanks_from_turn_4_on_are_not_checked_or_by_house_rule_as_on_turn_3() -> None:
    """O-13."""
    table = table_of(f"turn 4\nbox ER3 {TANK}")
    run(table, landing_checks.check_sector, "east")
    assert decision(table) is None
    otherwise = table_of(f"house late-tank-landing\nturn 4\nbox ER3 {TANK}")
    run(otherwise, landing_checks.check_sector, "east")
    check(otherwise, circle="D")
    assert outcome(otherwise, TANK, "ER3") == "steps -0 drift -3"
