"""14 Movement options: stacking and nationality (14a), extra effort (14c)."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    announce,
    at,
    dice,
    events,
    fight,
    forced,
    hexes,
    in_hex,
    is_reduced,
    kind,
    left,
    lose,
    names_of,
    no_more,
    number,
    options,
    play,
    resolve,
    run,
    table,
    those,
)

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement, ranges
from beachhead.dday91.options import extra_effort
from beachhead.dday91.stacking import illegal_stacks, places_to_stay
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, DDayTable
from beachhead.kernel.rulebook import rule


def moving(places: str, *rules: str, **fields: Any) -> DDayTable:
    there = table(places, *rules, **fields)
    run(there, normal_movement.movement_step)
    return there


# --- 14a1 who may enter a hex with enemies


@rule("dday91", "14a-a", "14a1-b")
def test_ground_units_run_over_enemy_air_units() -> None:
    places = "J17 5U\nJ16 air-G"
    there = moving(places)
    play(there, "move-5U")
    assert "to-J16" not in options(there)  # 2d3
    there = moving(places, "stacking-restrictions")
    play(there, "move-5U", "to-J16")
    assert at(there, "air-G") == "eliminated"
    assert "to-J15" in options(there)  # it may go on
    assert events(there, "eliminated")[-1].rule == "14a1"


@rule("dday91", "14a1-b")
def test_headquarters_are_ground_units_too() -> None:
    there = moving(
        "J17 47\nJ16 air-9U air-12U 1-US\nI17 air-2B", "stacking-restrictions", side="german"
    )
    play(there, "move-47", "to-I17")
    assert at(there, "air-2B") == "eliminated"
    there = moving("J17 5-Panzer\nI17 air-2B", "stacking-restrictions", side="german")
    play(there, "move-5-Panzer", "to-I17")
    assert at(there, "air-2B") == "eliminated"


@rule("dday91", "14a1-a")
@pytest.mark.parametrize("enemy", ["66", "5-Panzer air-G", "div-G1"])
def test_ground_units_never_enter_a_hex_with_enemy_ground_units(enemy: str) -> None:
    there = moving(f"J17 5U\nJ16 {enemy}", "stacking-restrictions")
    play(there, "move-5U")
    assert "to-J16" not in options(there)
    unit, here = number("5U"), board().hex("J17")
    refused = ranges.refuse_leg(there, unit, here, board().hex("J16"), 0)
    assert refused is not None
    assert refused.rule == "14a1"


@rule("dday91", "14a-a", "14a1-c")
def test_air_units_pass_enemy_ground_units_but_do_not_stay() -> None:
    # A headquarters has no zone of control.
    places = "J18 air-9U\nJ16 5-Panzer"
    there = moving(places)
    play(there, "move-air-9U")
    assert "go-J15" in options(there)  # around it
    assert "go-J16" not in options(there)
    there = moving(places, "stacking-restrictions")
    unit = number("air-9U")
    assert not ranges.limits(there, [unit]).closed >> board().hex("J16") & 1
    play(there, "move-air-9U")
    assert ranges.reach(there, [unit]).cost[board().hex("J15")] == 3  # straight through
    play(there, "go-J16")
    assert "stop" not in options(there)
    play(there, "to-J15", "stop")
    assert in_hex(there, "J16") == {"5-Panzer"}


@rule("dday91", "14a1-c")
def test_an_air_unit_flies_over_a_ring_of_enemies() -> None:
    ring = (
        "J17 air-9U\nI17 5-Panzer\nI18 6-Panzer\nJ16 1-Infantry\nJ18 7-Infantry\nK17 AG-B\nK18 AG-G"
    )
    there = moving(ring)
    assert "move-air-9U" not in options(there)
    there = moving(ring, "stacking-restrictions")
    play(there, "move-air-9U", "go-J15", "stop")
    assert at(there, "air-9U") == "J15"
    assert in_hex(there, "J16") == {"1-Infantry"}  # unaffected


@rule("dday91", "14a1-d")
def test_air_units_do_not_pass_enemy_air_units() -> None:
    there = moving("J17 air-9U\nJ16 air-G 5-Panzer", "stacking-restrictions")
    bounds = ranges.limits(there, [number("air-9U")])
    assert bounds.closed >> board().hex("J16") & 1
    there = moving("J17 air-9U\nJ16 air-G", "stacking-restrictions")
    play(there, "move-air-9U")
    assert "to-J16" not in options(there)
    assert at(there, "air-G") == "J16"


# --- 14a2 nationality


def refused(stack: str, *rules: str) -> str | None:
    """The rule that refuses a stack in J17."""
    there = table("", *rules)
    found = refuse_stack(there, those(*stack.split()), board().hex("J17"))
    return None if found is None else found.rule


@rule("dday91", "14a2-a", "14a2-b", "14a2-c")
@pytest.mark.parametrize(
    ("stack", "allowed"),
    [
        ("1-US 5U 7U 30B 1F", True),  # two Americans, two others: the example
        ("1-US 5U 7U 30B 1F 2C", False),
        ("2-British 30B 1C", True),  # British and Canadians are one nationality
        ("2-British 1C 2C", True),
        ("1-Canadian 1B 8B 12B", True),
        ("2-British 30B 5U 1C 7U", True),
        ("1-French 1F 5U", True),
        ("1-French 5U", False),
        ("1-French 1F 2F 5U 30B", True),  # the others are counted together
        ("1-French 1F 5U 30B", False),
        ("1-US 30B", False),
        ("1-US 5U SHAEF AG-21B", True),  # only corps are counted
        ("1-US div-A1 div-A2", True),
        ("1-Airborne 18U 1B-airborne", True),  # D-16 an American army
        ("1-Airborne 1B-airborne", False),
    ],
)
def test_foreign_corps_do_not_outnumber_an_armys_own(stack: str, allowed: bool) -> None:
    assert refused(stack) is None
    assert refused(stack, "stacking-restrictions") == (None if allowed else "14a2")


@rule("dday91", "14a2-e")
def test_air_units_in_a_box_are_of_the_armys_nationality() -> None:
    assert refused("1-US 5U air-9U air-12U", "stacking-restrictions") is None
    assert refused("1-US 5U air-2B", "stacking-restrictions") == "14a2"
    assert refused("1-US 5U air-2B") is None
    assert refused("1-Canadian air-2B", "stacking-restrictions") is None
    assert refused("1-French 1F air-1F", "stacking-restrictions") is None
    assert refused("1-French 1F air-9U", "stacking-restrictions") == "14a2"
    assert refused("5-Panzer 66 air-G", "stacking-restrictions") is None


@rule("dday91", "14a2-c")
def test_a_move_may_not_end_in_a_box_with_too_many_foreigners() -> None:
    there = moving("J17 5U 1-US 30B\nJ18 12B", "stacking-restrictions", moves=[1, 9])
    play(there, "move-12B", "to-J17")
    assert "stop" not in options(there)  # no Move is left for another to leave
    there = moving("J17 5U 7U 1-US 30B\nJ18 12B", "stacking-restrictions", moves=[1, 9])
    play(there, "move-12B", "to-J17", "stop")
    assert "12B" in in_hex(there, "J17")


@rule("dday91", "14a2-d")
def test_losses_keep_the_nationalities_in_balance() -> None:
    places = "J17 1-US 5U reduced 30B reduced\nJ16 47"
    there = table(places, "stacking-restrictions", side="german")
    fight(there, "J17", "47")
    # 14 to 6: two losses, neither by the Americans first nor by their headquarters
    assert forced(there, "dice-10-1")[0] == "loss-30B"
    there = table(places, side="german")
    fight(there, "J17", "47")
    dice(there, 10, 1)
    assert options(there) == ["loss-5U", "loss-30B"]
    # A loss that only turns a unit over changes no mix.
    there = table(places.replace("5U reduced", "5U"), "stacking-restrictions", side="german")
    fight(there, "J17", "47")
    dice(there, 10, 1)
    assert options(there) == ["loss-5U", "loss-30B"]
    # Where no loss would keep the balance, it is taken all the same.
    there = table("J17 1-US 5U reduced 30B\nJ16 47", "stacking-restrictions")
    fight(there, "J16", "5U")
    assert forced(there, "dice-1-10") == ["loss-5U"]
    assert at(there, "5U") == "eliminated"


@rule("dday91", "14a2-c", "2d4-a")
def test_an_army_occupies_only_if_the_mix_it_leaves_and_takes_can_be_right() -> None:
    places = "J17 1-US 5U 7U 30B 12B\nJ16 66 reduced\nI17 81"
    there = table(places, "stacking-restrictions")
    fight(there, "J16", "30B")
    dice(there, 10, 1)
    lose(there, "66")
    assert "advance-1-US" in options(there)  # all may follow, the Americans first
    there = table("J17 1-US 5U 30B\nJ16 66 reduced\nI17 81", "stacking-restrictions")
    announce(there, "J16", "30B")
    announce(there, "I17", "5U")
    no_more(there)
    resolve(there, "J16")
    dice(there, 10, 1)
    lose(there, "66")
    assert options(there) == ["advance-30B", "stay"]  # 5U is still to fight, 30B alone a foreigner


# --- 14c extra effort

SIX_HEXES = ("to-I13", "to-H13", "to-G14", "to-G15", "to-F15", "to-F16")
"""A way from J13 that costs six factors."""


@rule("dday91", "14c-a", "14c1-a", "14c2-a", "14c3-a", "QRC.expending-g")
def test_three_more_factors_for_another_move() -> None:
    there = moving("J13 5U", "extra-effort")
    play(there, "move-5U")
    assert not any(choice.startswith("extra") for choice in options(there))
    play(there, *SIX_HEXES[:5])
    assert "extra-effort-5U" not in options(there)  # it can still go on
    play(there, *SIX_HEXES[5:])
    assert options(there) == ["extra-effort-5U", "stop"]
    play(there, "extra-effort-5U")
    assert left(there) == 7
    assert forced(there, "to-E17", "to-D17", "to-D18") == ["stop"]  # and not another


@rule("dday91", "14c3-a")
def test_a_unit_that_could_still_move_makes_no_extra_effort() -> None:
    there = moving("J17 5U", "extra-effort")
    play(there, "move-5U", "to-J16")
    refused = extra_effort.refuse_effort(there, number("5U"))
    assert refused is not None
    assert refused.rule == "14c3"


@rule("dday91", "14c-a")
def test_only_ground_units_with_white_factors() -> None:
    for name, able in (("5U", True), ("1-US", True), ("18U", False), ("air-9U", False)):
        there = moving(f"J17 {name}", "extra-effort")
        there.moving = [number(name)]
        there.expended[number(name)] = 2 * (5 if name == "air-9U" else 2 if name == "18U" else 3)
        refused = extra_effort.refuse_effort(there, number(name))
        assert (refused is None) == able


@rule("dday91", "14c2-a", "14c2-b")
def test_an_army_does_not_pay_for_its_units() -> None:
    there = moving("J13 1-US 5U 7U", "extra-effort")
    play(there, "move-1-US", *SIX_HEXES)
    efforts = ["extra-effort-1-US", "extra-effort-5U", "extra-effort-7U"]
    assert [choice for choice in options(there) if choice.startswith("extra")] == efforts
    play(there, "extra-effort-1-US")
    assert "to-E17" not in options(there)  # the corps cannot come along yet
    play(there, "extra-effort-5U", "extra-effort-7U", "to-E17")
    assert left(there) == 9 - 1 - 3
    assert in_hex(there, "E17") == {"1-US", "5U", "7U"}


@rule("dday91", "14c-a", "3d1-a")
def test_no_extra_effort_without_the_option_or_a_move() -> None:
    for rules, moves in (((), [9, 9]), (("extra-effort",), [1, 9])):
        there = moving("J13 5U", *rules, moves=moves)
        assert forced(there, "move-5U", *SIX_HEXES) == ["stop"]


@rule("dday91", "14c1-a", "3b1-a")
def test_a_unit_that_has_gone_beyond_its_printed_factors_does_not_attack() -> None:
    there = table("J17 5U\nJ16 66", "extra-effort", expended={number("5U"): 6})
    run(there, separating_combats.combat_step)
    assert kind(there) == ""
    assert not is_reduced(there, "66")


@rule("dday91", "14c3-a")
def test_a_factor_too_few_for_any_hex_is_used_with_the_three_of_the_effort() -> None:
    """N-30: every hex around N16 costs two or more."""
    there = moving("N16 5U", "extra-effort")
    play(there, "move-5U")
    there.expended[number("5U")] = 5
    assert "to-N15" not in options(there)
    play(there, "extra-effort-5U", "to-N15")
    assert there.expended[number("5U")] == 7
    assert limits_of(there, "5U") == 2  # one of the six, and three, less two


def limits_of(there: DDayTable, name: str) -> int:
    """The movement factors a unit has left."""
    return ranges.limits(there, [number(name)]).factors


@rule("dday91", "14a2-a", "2d1-a")
def test_of_two_armies_the_one_stays_with_which_fewest_must_leave() -> None:
    """14a2: if the Canadian army stayed, the American corps would have to leave as well."""
    there = table("G13 1-US 5U 7U 1-Canadian", "stacking-restrictions", step="movement")
    (stack,) = illegal_stacks.illegal_stacks(there, ALLIED)
    assert (stack.excess, names_of(stack.leavers)) == (1, {"1-Canadian"})


@rule("dday91", "14a2-a", "2d4-a")
@pytest.mark.parametrize(
    ("rules", "name", "many"),
    [
        ((), "5U", "G13"),
        ((), "2F", "G13"),
        (("stacking-restrictions",), "5U", ""),
        (("stacking-restrictions",), "2F", ""),
        (("stacking-restrictions",), "SHAEF", "G13"),
    ],
)
def test_the_look_ahead_knows_who_finds_room_with_a_foreign_army(
    rules: tuple[str, ...], name: str, many: str
) -> None:
    there = table("G13 1-Canadian", *rules, step="movement")
    found = places_to_stay.split(
        there, number(name), hexes("G12 G13"), places_to_stay.shelters(there)
    )
    assert found == (hexes(many), hexes("G12"))
