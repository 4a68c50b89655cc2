"""14 Movement options: stacking and nationality, pursuit, extra effort."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    announce,
    at,
    combat_terms,
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
    seat,
    table,
    those,
    unsupplied,
)

from beachhead.dday91 import combat, extra_effort, movement, pursuit, ranges, repairs, rooms
from beachhead.dday91.board import board
from beachhead.dday91.stacking import refuse_stack
from beachhead.dday91.state import ALLIED, GERMAN, Combat, Table
from beachhead.kernel.rulebook import rule


def moving(places: str, *rules: str, **fields: Any) -> Table:
    there = table(places, *rules, **fields)
    run(there, movement.movement_step)
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


# --- 14b pursuit

WIN = (5, 5)
"""Dice that beat a corps of 4 by 1 with a corps of 5."""
WIN_TOGETHER = (1, 5)
"""Dice that beat it without a loss with two or three corps."""


def won(places: str, *rules: str, target: str = "J16", by: str = "5U", **fields: Any) -> Table:
    """A combat that the attacker has won; the defender must retreat."""
    there = table(places, "pursuit", *rules, **fields)
    fight(there, target, *by.split())
    dice(there, *(WIN if " " not in by else WIN_TOGETHER))
    assert kind(there) == "retreated"
    return there


@rule("dday91", "14b-a", "14b1-a", "14b-b", "14b2-b", "QRC.expending-f")
def test_occupation_is_free_and_pursuit_costs_a_move() -> None:
    there = won("J17 5U\nJ16 47")
    play(there, "to-I16")
    assert options(there) == ["advance-5U", "stay"]
    play(there, "advance-5U")
    assert left(there) == 8  # the Move to attack
    assert seat(there) == "allied"
    play(there, "strike", "add-5U", "commit")
    assert left(there) == 7


@rule("dday91", "14b2-a")
def test_a_pursuer_goes_on_within_its_printed_factors() -> None:
    there = emptied()
    ways = ("advance-5U", "pursue-5U", "to-I16", "to-H16")
    assert forced(there, *ways) == ["stop"]  # 1 for J16, 1 and 1
    assert at(there, "5U") == "H16"


@rule("dday91", "14b2-a")
def test_only_the_printed_factors_and_the_first_hex_counts() -> None:
    there = emptied("5U")
    play(there, "advance-5U", "pursue-5U")
    assert number("5U") in there.expended
    assert there.expended[number("5U")] == 1
    assert ranges.allowance(there, number("5U"), into_zone=False) == 3


def emptied(*also: str, by: str = "5U", rules: tuple[str, ...] = (), **fields: Any) -> Table:
    """J16 is empty after a combat; 5U and others in J17 may occupy it."""
    places = f"J17 {' '.join(dict.fromkeys(('5U', *also)))}\nJ16 66 reduced"
    there = table(places, "pursuit", *rules, **fields)
    fight(there, "J16", *by.split())
    dice(there, 10, 1)
    lose(there, "66")
    assert kind(there) == "advanced"
    return there


@rule("dday91", "14b2-a")
def test_pursuit_comes_before_other_combats_are_resolved() -> None:
    there = table("J17 5U\nJ16 66 reduced\nK18 7U\nK19 81", "pursuit")
    announce(there, "J16", "5U")
    announce(there, "K19", "7U")
    no_more(there)
    resolve(there, "J16")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U")
    assert "pursue-5U" in options(there)
    play(there, "pursue-5U", "to-J15", "stop")
    assert kind(there) in ("combat_chosen", "dice")


@rule("dday91", "14b1-b", "14b2-a")
def test_white_units_pursue_and_leg_units_only_occupy() -> None:
    there = emptied("1-US", "18U", "air-9U")
    play(there, "advance-1-US", "advance-5U", "advance-18U", "advance-air-9U")
    found = {choice for choice in options(there) if choice.startswith("pursue")}
    assert found == {"pursue-1-US", "pursue-5U", "pursue-air-9U"}
    play(there, "pursue-1-US")
    assert there.moving == [number(name) for name in ("1-US", "5U", "air-9U")]
    there = table("J17 81\nJ16 5U reduced", "pursuit", side="german")
    fight(there, "J16", "81")
    dice(there, 10, 1)
    lose(there, "5U")
    play(there, "advance-81")
    assert kind(there) == ""  # infantry goes no farther


@rule("dday91", "14b2-b", "QRC.expending-f")
def test_one_move_serves_an_army_and_those_that_pursue_with_it() -> None:
    there = emptied("1-US", "7U", by="5U 7U")
    play(there, "advance-1-US", "advance-5U", "advance-7U")
    before = left(there)
    play(there, "pursue-1-US", "to-J15", "stop")
    assert in_hex(there, "J15") == {"1-US", "5U", "7U"}
    assert left(there) == before - 1
    there = emptied("1-US", "7U", by="5U 7U")
    play(there, "advance-1-US", "advance-5U", "advance-7U")
    play(there, "pursue-5U", "to-J15", "stop", "pursue-7U", "to-I16", "stop")
    assert left(there) == before - 2


@rule("dday91", "14b2-b")
def test_there_is_no_pursuit_without_a_move_or_out_of_the_rule() -> None:
    there = emptied(moves=[1, 9])
    play(there, "advance-5U")
    assert kind(there) == ""
    there = table("J17 5U\nJ16 66 reduced")
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U")
    assert kind(there) == ""


@rule("dday91", "14b2-a")
def test_the_beaten_units_are_struck_again_with_all_who_are_with_them() -> None:
    there = won("J17 5U\nJ16 47\nJ15 5-Panzer 81")
    play(there, "to-J15", "advance-5U", "strike", "add-5U", "commit")
    dice(there, 1, 1)
    assert combat_terms(there)["defense"]["combat factors"] == 4 + 2
    assert len(events(there, "combat")) == 2


@rule("dday91", "14b2-a", "4a2-a")
def test_enemies_that_have_gone_out_of_reach_are_not_struck() -> None:
    there = won("J17 5U\nJ16 47\nJ15 81")
    play(there, "to-J15", "to-J14", "advance-5U")  # 4d3 it could not stay in J15
    assert "strike" not in options(there)
    there = table("H1 5U\nI2 7U\nJ1 8U\nI1 81", "pursuit")
    fight(there, "I1", "5U", "7U", "8U")
    dice(there, 2, 8)
    play(there, "exit", "advance-5U")
    assert "strike" not in options(there)


@rule("dday91", "14b2-a", "14b1-b")
def test_who_strikes_and_who_does_not() -> None:
    there = won("J17 1-US 5U 7U 8U 18U\nJ16 47", by="5U 7U 18U")
    play(there, "to-J15", *(f"advance-{name}" for name in ("1-US", "5U", "7U", "8U", "18U")))
    play(there, "strike")
    assert options(there) == ["add-5U", "add-7U"]  # 18U is leg, 8U has not attacked
    play(there, "add-5U")
    assert options(there) == ["add-7U", "commit"]


@rule("dday91", "14b2-a")
def test_pursuit_is_voluntary() -> None:
    there = won("J17 5U\nJ16 47")
    play(there, "to-J15", "advance-5U", "done")
    assert kind(there) == ""
    assert left(there) == 8


@rule("dday91", "14b2-b", "3d2-b")
@pytest.mark.parametrize(("fed", "price"), [(True, 1), (False, 2)])
def test_one_move_serves_an_army_whose_corps_strike(fed: bool, price: int) -> None:
    cut_off = 0 if fed else unsupplied("1-US")  # 3c no Move may be used for it
    there = won("J17 1-US 5U 7U\nJ16 47", by="5U 7U", unsupplied=cut_off)
    play(there, "to-J15", "advance-1-US", "advance-5U", "advance-7U")
    before = left(there)
    play(there, "strike", "add-5U", "add-7U", "commit")
    assert left(there) == before - price


@rule("dday91", "14b2-a", "14b2-b")
def test_a_unit_that_has_pursued_strikes_for_the_same_move() -> None:
    """47 has no zone of control that would keep 5U in J16."""
    there = won("J17 5U\nJ16 47", unsupplied=unsupplied("47"), moves=[2, 9])
    play(there, "to-J15", "advance-5U", "pursue-5U", "to-I16", "stop")
    assert left(there) == 0
    play(there, "strike", "commit")
    assert kind(there) == "dice"
    there = won("J17 5U\nJ16 47", moves=[2, 9])
    play(there, "to-J15", "advance-5U")
    assert "strike" in options(there)  # the last Move is enough
    there = won("J17 5U\nJ16 47", moves=[1, 9])
    play(there, "to-J15", "advance-5U")
    assert kind(there) == ""


@rule("dday91", "14b2-a", "3b1-a")
@pytest.mark.parametrize(("moved", "strikes"), [(2, True), (3, False)])
def test_no_strike_beyond_the_printed_factors(moved: int, strikes: bool) -> None:
    """By the house rule of D-24, with which what the movement step took counts."""
    there = won("J17 5U\nJ16 47", house="pursuit-allowance", expended={number("5U"): moved})
    play(there, "to-J15", "advance-5U")
    assert ("strike" in options(there)) == strikes


@rule("dday91", "14b2-a")
def test_only_the_same_enemies_are_struck() -> None:
    there = emptied()
    put_next_to_j16 = board().hex("J15")
    there.hex[number("81")] = put_next_to_j16
    play(there, "advance-5U")
    assert "strike" not in options(there)


@rule("dday91", "14b2-a", "4a2-b")
def test_headquarters_pursue_but_do_not_strike() -> None:
    there = won("J17 5U 1-US\nJ16 47")
    play(there, "to-J15", "advance-1-US", "stay")
    assert "strike" not in options(there)


@rule("dday91", "14b2-c")
def test_after_a_second_win_the_pursuers_occupy_and_that_is_all() -> None:
    there = won("J17 5U\nJ16 47")
    play(there, "to-J15", "advance-5U", "strike", "add-5U", "commit")
    dice(there, *WIN)
    play(there, "to-J14")
    assert options(there) == ["advance-5U", "stay"]
    before = left(there)
    play(there, "advance-5U")
    assert at(there, "5U") == "J15"
    assert left(there) == before
    assert kind(there) == ""  # no third strike


@rule("dday91", "14b2-c")
def test_a_unit_pursues_only_once_a_turn() -> None:
    there = emptied()
    play(there, "advance-5U", "pursue-5U", "to-J15", "stop")
    assert there.pursued >> number("5U") & 1
    assert kind(there) == ""
    there = emptied()
    play(there, "advance-5U", "pursue-5U", "stop")  # even if it goes nowhere
    assert kind(there) == ""


@rule("dday91", "14b2-a")
def test_a_lost_second_combat_ends_the_pursuit() -> None:
    there = won("J17 5U\nJ16 47")
    play(there, "to-J15", "advance-5U", "strike", "add-5U", "commit")
    dice(there, 1, 5)
    assert at(there, "5U") == "J16"
    assert at(there, "47") == "J15"
    assert kind(there) == ""


@rule("dday91", "14b2-a", "3b3-d")
def test_a_pursuer_stops_in_an_enemy_zone_of_control() -> None:
    there = won("J17 5U\nJ16 47")
    play(there, "to-I16", "advance-5U")
    assert options(there) == ["strike", "done"]  # J16 is in the zone of control of 47
    there = emptied()
    there.hex[number("81")] = board().hex("I15")
    play(there, "advance-5U", "pursue-5U")
    assert forced(there, "to-I16") == ["stop"]  # next to I15


@rule("dday91", "14b2-a")
def test_units_that_began_the_turn_next_to_the_enemy_may_enter_zones_in_pursuit() -> None:
    there = emptied(began_in_zone=those("5U"))
    there.hex[number("81")] = board().hex("I15")
    play(there, "advance-5U", "pursue-5U")
    assert "to-I16" in options(there)


@rule("dday91", "14b2-a", "3e2-g")
def test_invaders_that_land_go_no_farther() -> None:
    there = table("C15 5U\nE15 66 reduced", "pursuit", invaders=those("5U"), used=those("5U"))
    fight(there, "E15", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U")
    assert at(there, "5U") == "E15"
    assert kind(there) == ""


@rule("dday91", "14b2-a", "3c-f")
def test_unsupplied_units_do_not_pursue() -> None:
    there = emptied("1-US", unsupplied=unsupplied("1-US"))
    play(there, "advance-1-US", "advance-5U")
    assert "pursue-5U" in options(there)
    assert "pursue-1-US" not in options(there)


@rule("dday91", "14b2-a", "2d4-a")
def test_a_pursuing_army_does_not_leave_an_illegal_stack_behind() -> None:
    there = emptied("1-US", "18U", "2F")
    play(there, "advance-1-US", "advance-18U", "advance-2F", "stay")
    assert "pursue-1-US" not in options(there)  # two leg corps would stay without an army


@rule("dday91", "14b2-a")
@pytest.mark.parametrize(
    ("house", "moved", "reaches"),
    [("", 2, 2), ("pursuit-allowance", 2, 0), ("pursuit-allowance", 0, 2)],
)
def test_the_allowance_of_a_pursuit(house: str, moved: int, reaches: int) -> None:
    """D-24: a fresh allowance of the printed factors, or what the movement step has left."""
    there = emptied(house=house, expended={number("5U"): moved} if moved else {})
    play(there, "advance-5U")
    spent = there.expended[number("5U")]
    assert ranges.allowance(there, number("5U"), into_zone=False) - spent == reaches
    assert ("pursue-5U" in options(there)) == bool(reaches)


@rule("dday91", "14b-b")
def test_germans_pursue_with_their_panzers() -> None:
    there = table("J17 47\nJ16 5U reduced", "pursuit", side="german")
    fight(there, "J16", "47")
    dice(there, 10, 1)
    lose(there, "5U")
    play(there, "advance-47")
    assert seat(there) == "german"
    play(there, "pursue-47", "to-J15", "stop")
    assert there.moves[GERMAN] == 7
    assert there.moves[ALLIED] == 9


# --- 14b2 with 2d2: several winners in one hex (N-28)

TWO_WINNERS = "G12 5U\nH12 7U\nG13 66 reduced\nD11 67\nA14 1-US"


def won_by_two(places: str = TWO_WINNERS, *rules: str, **fields: Any) -> Table:
    """5U and 7U have won G13 from two hexes, without an army near."""
    there = table(places, "pursuit", *rules, **fields)
    fight(there, "G13", "5U", "7U")
    dice(there, 10, 1)
    lose(there, "66")
    return there


@rule("dday91", "14b2-a", "2d2-a")
def test_a_second_winner_occupies_the_hex_and_one_of_them_goes_on() -> None:
    there = won_by_two()
    play(there, "advance-5U", "advance-7U")
    assert "done" not in options(there)  # they may not stay together
    play(there, "pursue-5U", "to-F12", "stop")
    assert "done" in options(there)
    play(there, "pursue-7U", "to-F13", "stop")
    assert (at(there, "5U"), at(there, "7U")) == ("F12", "F13")
    assert left(there) == 5  # each has fought and pursued for a Move of its own


@rule("dday91", "14b2-a", "2d4-a")
@pytest.mark.parametrize("moves", [2, 3])
def test_a_second_winner_needs_a_move_to_leave_again(moves: int) -> None:
    there = won_by_two(moves=[moves, 9])
    play(there, "advance-5U")
    assert ("advance-7U" in options(there)) == (moves == 3)


@rule("dday91", "14b2-a", "2d4-a")
def test_the_last_of_several_winners_does_not_stop_where_they_are() -> None:
    there = won_by_two()
    play(there, "advance-5U", "advance-7U", "pursue-5U", "stop")
    assert options(there) == ["pursue-7U"]
    play(there, "pursue-7U")
    assert "stop" not in options(there)


@rule("dday91", "14b1-a", "2d1-a")
def test_without_pursuit_one_winner_occupies() -> None:
    there = table(TWO_WINNERS)
    fight(there, "G13", "5U", "7U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U")
    assert "advance-7U" not in options(there)


@rule("dday91", "14b2-a", "2d4-a")
def test_winners_who_must_stop_in_a_zone_do_not_gather() -> None:
    there = won_by_two(f"{TWO_WINNERS}\nF13 81")
    play(there, "advance-5U")
    assert "advance-7U" not in options(there)


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


@rule("dday91", "14c1-a", "14c3-a")
def test_extra_effort_in_a_pursuit() -> None:
    there = emptied(rules=("extra-effort",))
    play(there, "advance-5U", "pursue-5U", "to-I16", "to-H16", "extra-effort-5U")
    assert left(there) == 6  # attack, pursuit, extra effort
    play(there, "to-H17", "to-I18", "to-J18")
    assert at(there, "5U") == "J18"


@rule("dday91", "14c1-a")
def test_an_effort_of_the_movement_step_does_not_last_into_the_pursuit() -> None:
    there = emptied("1-US", rules=("extra-effort",), efforts=those("1-US"))
    assert there.efforts == 0


@rule("dday91", "14c1-a", "3b1-a")
def test_a_unit_that_has_gone_beyond_its_printed_factors_does_not_attack() -> None:
    there = table("J17 5U\nJ16 66", "extra-effort", expended={number("5U"): 6})
    run(there, combat.combat_step)
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


def limits_of(there: Table, name: str) -> int:
    """The movement factors a unit has left."""
    return ranges.limits(there, [number(name)]).factors


@rule("dday91", "14b2-b")
def test_every_army_takes_those_that_pursue_along() -> None:
    there = emptied("1-Airborne", "7U", by="5U 7U")
    play(there, "advance-1-Airborne", "advance-5U", "advance-7U", "pursue-1-Airborne")
    assert there.moving == [number(name) for name in ("1-Airborne", "5U", "7U")]


@rule("dday91", "14a2-a", "2d1-a")
def test_of_two_armies_the_one_stays_with_which_fewest_must_leave() -> None:
    """14a2: if the Canadian army stayed, the American corps would have to leave as well."""
    there = table("G13 1-US 5U 7U 1-Canadian", "stacking-restrictions", step="movement")
    (stack,) = repairs.illegal_stacks(there, ALLIED)
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
    found = rooms.split(there, number(name), hexes("G12 G13"), rooms.shelters(there))
    assert found == (hexes(many), hexes("G12"))


@rule("dday91", "14b2-c")
def test_beaten_units_are_struck_at_wherever_they_have_gone() -> None:
    there = table("A1 66\nJ17 5U", "pursuit")  # A1 is the first hex of all
    there.combat = Combat(board().hex("J16"), those("5U"), beaten=those("66", "81"))
    assert pursuit.quarries(there) == hexes("A1")
