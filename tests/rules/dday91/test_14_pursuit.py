"""14b Pursuit, and extra effort (14c) in it."""

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
    kind,
    left,
    lose,
    no_more,
    number,
    options,
    play,
    resolve,
    seat,
    table,
    those,
    unsupplied,
)

from beachhead.dday91.movement import ranges
from beachhead.dday91.options import pursuit
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, GERMAN, Combat, DDayTable
from beachhead.kernel.rulebook import rule

WIN = (5, 5)
"""Dice that beat a corps of 4 by 1 with a corps of 5."""
WIN_TOGETHER = (1, 5)
"""Dice that beat it without a loss with two or three corps."""


def won(places: str, *rules: str, target: str = "J16", by: str = "5U", **fields: Any) -> DDayTable:
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


def emptied(*also: str, by: str = "5U", rules: tuple[str, ...] = (), **fields: Any) -> DDayTable:
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


def won_by_two(places: str = TWO_WINNERS, *rules: str, **fields: Any) -> DDayTable:
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


@rule("dday91", "14b2-b")
def test_every_army_takes_those_that_pursue_along() -> None:
    there = emptied("1-Airborne", "7U", by="5U 7U")
    play(there, "advance-1-Airborne", "advance-5U", "advance-7U", "pursue-1-Airborne")
    assert there.moving == [number(name) for name in ("1-Airborne", "5U", "7U")]


@rule("dday91", "14b2-c")
def test_beaten_units_are_struck_at_wherever_they_have_gone() -> None:
    there = table("A1 66\nJ17 5U", "pursuit")  # A1 is the first hex of all
    there.combat = Combat(board().hex("J16"), those("5U"), beaten=those("66", "81"))
    assert pursuit.quarries(there) == hexes("A1")


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
