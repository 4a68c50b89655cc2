"""10 Tempting fate: the initiative marker, and fighting on."""

from __future__ import annotations

from typing import Any

from dday_tables import (
    GAME,
    at,
    combat_terms,
    decision,
    dice,
    events,
    fight,
    forced,
    is_reduced,
    kind,
    lose,
    options,
    play,
    run,
    seat,
    table,
)

from beachhead.dday91.air import carpet_bombing
from beachhead.dday91.options import weather
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.kernel.rulebook import rule

FRONT = """
    J17 5U
    J16 47
"""


def a_fight(*rules: str, places: str = FRONT, **fields: Any) -> DDayTable:
    there = table(places, *rules, **fields)
    fight(there, "J16", "5U")
    return there


# --- 10a the initiative marker


@rule("dday91", "10a-a", "10a-b")
def test_the_holder_has_both_dice_rolled_again_and_passes_the_marker_on() -> None:
    there = a_fight("initiative", initiative=GERMAN)
    dice(there, 10, 1)
    assert seat(there) == "german"
    assert options(there) == ["accept", "roll-again"]
    play(there, "roll-again")
    assert there.initiative == ALLIED
    assert forced(there, "dice-1-10") == ["loss-5U", "loss-5U"]
    assert combat_terms(there)["dice"] == [1, 10]  # the new dice stand, without another question
    assert at(there, "5U") == "eliminated"


@rule("dday91", "10a-a", "10a-b")
def test_dice_that_are_accepted_stand_and_the_marker_stays() -> None:
    there = a_fight("initiative", initiative=ALLIED)
    dice(there, 6, 6)
    assert seat(there) == "allied"
    play(there, "accept")
    assert combat_terms(there)["dice"] == [6, 6]
    assert there.initiative == ALLIED


@rule("dday91", "10a-a")
def test_the_marker_may_be_used_in_a_later_round_too() -> None:
    there = a_fight("initiative", "fight-on", initiative=ALLIED)
    dice(there, 2, 3)
    play(there, "accept")  # 7 to 7: the attacker loses
    play(there, "fight-on")
    lose(there, "5U")
    dice(there, 1, 1)
    assert seat(there) == "allied"
    play(there, "roll-again")
    dice(there, 10, 1)
    assert there.initiative == GERMAN


@rule("dday91", "10a-c")
def test_the_marker_serves_the_second_combat_of_a_pursuit() -> None:
    there = a_fight("initiative", "pursuit", initiative=ALLIED)
    dice(there, 5, 5)
    play(there, "accept", "to-J15", "advance-5U", "strike", "add-5U", "commit")
    dice(there, 1, 10)
    assert seat(there) == "allied"
    assert options(there) == ["accept", "roll-again"]


@rule("dday91", "10a-c")
def test_the_marker_does_not_serve_other_dice() -> None:
    there = table("", "initiative", "weather", initiative=ALLIED)
    run(there, weather.weather_step)
    play(there, "die-10")
    assert kind(there) == ""  # nothing more is asked about the weather
    there = table("J16 66\nJ17 5U", "initiative", "carpet-bombing")
    run(there, carpet_bombing.roll, 0, 0)
    play(there, "die-1")
    assert kind(there) == ""


@rule("dday91", "6b1-b", "6c1-b")
def test_the_scenario_says_who_begins_with_the_marker() -> None:
    for scenario, holder in (("1943", "german"), ("1944", "allied")):
        state = GAME.setup(scenario, {"initiative": True}, seed=1)
        assert SIDES[state.position.initiative] == holder
        assert GAME.see(state.position, None)["initiative"] == holder


@rule("dday91", "10a-a")
def test_without_the_option_nobody_is_asked() -> None:
    there = a_fight(initiative=GERMAN)
    dice(there, 5, 5)
    assert kind(there) == "retreated"
    assert GAME.see(there, None)["initiative"] is None


# --- 10b fight on


@rule("dday91", "10b-a", "10b-c")
def test_the_loser_may_take_one_more_loss_for_another_round() -> None:
    there = a_fight("fight-on")
    dice(there, 5, 2)  # 10 to 6: the defender loses by 4 and takes a loss
    assert seat(there) == "german"
    lose(there, "47")
    assert options(there) == ["accept", "fight-on"]
    asked = decision(there)
    assert asked is not None
    assert all(option.commits for option in asked.options)
    assert seat(there) == "german"
    assert at(there, "47") == "J16"  # retreat is put off
    play(there, "fight-on")
    lose(there, "47")
    assert at(there, "47") == "eliminated"


@rule("dday91", "10b-a")
def test_the_next_round_is_fought_by_the_same_units_with_their_losses() -> None:
    there = a_fight("fight-on", places="J17 5U\nJ18 7U\nJ16 47")
    dice(there, 1, 5)  # 6 to 9: no loss
    assert seat(there) == "allied"
    play(there, "fight-on")
    lose(there, "5U")
    assert is_reduced(there, "5U")
    dice(there, 1, 3)  # 1 + 3 to 3 + 4
    detail = combat_terms(there)
    assert detail["attack"]["combat factors"] == 3
    assert detail["defense"]["combat factors"] == 4


@rule("dday91", "10b-b", "10b-c")
def test_rounds_go_on_as_long_as_the_loser_of_each_wants() -> None:
    there = a_fight("fight-on", places="J17 5U\nJ16 5-Panzer 47 2P")
    dice(there, 4, 3)  # 9 to 10
    assert seat(there) == "allied"
    play(there, "fight-on")
    lose(there, "5U")
    dice(there, 10, 4)  # 13 to 11
    assert seat(there) == "german"
    play(there, "fight-on")
    lose(there, "2P")
    dice(there, 10, 4)  # 13 to 10
    play(there, "fight-on")
    lose(there, "2P")
    assert at(there, "2P") == "eliminated"
    dice(there, 1, 1)
    assert seat(there) == "allied"
    play(there, "accept")
    assert kind(there) == ""
    assert len(events(there, "combat")) == 4


@rule("dday91", "10b-a")
def test_a_loser_without_units_does_not_fight_on() -> None:
    there = a_fight("fight-on", places="J17 5U\nJ16 47 reduced")
    dice(there, 10, 1)  # 15 to 3: two losses, one is enough
    lose(there, "47")
    assert kind(there) == "advanced"
    there = a_fight("fight-on", places="J17 5U reduced\nJ16 47")
    dice(there, 1, 2)  # 4 to 6
    play(there, "fight-on")
    lose(there, "5U")
    assert at(there, "5U") == "eliminated"
    assert kind(there) == ""  # the extra loss was the last: the defender has held


@rule("dday91", "10b-a", "4f-a")
def test_a_winner_that_fell_in_an_earlier_round_does_not_occupy() -> None:
    there = table("J17 1-US 5U reduced 7U\nJ16 47", "fight-on")
    fight(there, "J16", "5U", "7U")
    dice(there, 1, 10)  # 9 to 14
    lose(there, "7U")
    play(there, "fight-on")
    lose(there, "5U")
    assert at(there, "5U") == "eliminated"
    dice(there, 10, 1)
    lose(there, "47")
    lose(there, "47")
    assert options(there) == ["advance-1-US", "advance-7U", "stay"]


@rule("dday91", "10b-a")
def test_the_result_stands_if_it_is_accepted() -> None:
    there = a_fight("fight-on")
    dice(there, 5, 5)
    play(there, "accept", "to-J15")
    assert at(there, "47") == "J15"


@rule("dday91", "10b-a", "2d4-a")
def test_nobody_fights_on_with_a_loss_that_would_leave_an_illegal_stack() -> None:
    # The corps that attacks is the only American one; without it the British would outnumber.
    there = table("J17 1-US 5U reduced 30B\nJ16 47", "fight-on", "stacking-restrictions")
    fight(there, "J16", "5U")
    dice(there, 1, 2)
    assert kind(there) == ""


@rule("dday91", "10b-a")
def test_without_the_option_a_result_is_final() -> None:
    there = a_fight()
    dice(there, 1, 2)
    assert kind(there) == ""
