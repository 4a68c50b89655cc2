"""12 Weather, with its table."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    decision,
    events,
    fight,
    forced,
    hexes,
    in_hex,
    kind,
    left,
    number,
    options,
    play,
    resolve,
    run,
    table,
)

from beachhead.dday91 import sequence
from beachhead.dday91.air import air_reaction, airborne_drops, strategic_bombers
from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement, ranges
from beachhead.dday91.options import weather
from beachhead.dday91.table.charts import DIE, charts
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.kernel.rulebook import rule

# --- the weather step and its table


@rule("dday91", "12-a", "12a-a")
def test_one_die_decides_the_weather_of_the_turn() -> None:
    there = table("", "weather", turn=5)
    run(there, weather.weather_step)
    asked = decision(there)
    assert asked is not None
    assert asked.seat == "chance"
    assert [option.id for option in asked.options] == [f"die-{face}" for face in DIE]
    for face, bad_weather in ((7, False), (8, True)):
        run(there, weather.weather_step)
        play(there, f"die-{face}")
        assert there.bad_weather == bad_weather
        told = events(there, "weather")[-1].text
        assert told.endswith("bad." if bad_weather else "good.")


@rule("dday91", "12-a", "12a-a")
def test_it_is_rolled_once_a_turn_and_holds_for_both_sides() -> None:
    there = table("", "weather", turn=1)
    run(there, sequence.play_turn)
    play(there, "die-10")
    while kind(there) not in ("", "weather_rolled", "die"):
        assert there.bad_weather
        play(there, "done")
    assert there.turn == 2  # the German portion went by without another roll
    assert len(events(there, "weather")) == 1
    assert not there.bad_weather  # until the next Turn's roll


@rule("dday91", "12-a")
def test_without_the_option_the_weather_is_good() -> None:
    there = table("")
    run(there, weather.weather_step)
    assert kind(there) == ""
    assert not there.bad_weather


@rule("dday91", "WT")
@pytest.mark.parametrize(
    ("turns", "worst_good"),
    [
        ([1, 2, 3, 4], 9),
        ([5], 7),
        ([6], 3),
        ([7, 8, 9], 1),
        ([10], 3),
        ([11], 7),
        ([12], 8),
    ],
)
def test_the_weather_table(turns: list[int], worst_good: int) -> None:
    for turn in turns:
        for face in DIE:
            assert charts().bad_weather(turn, face) == (face > worst_good)


# --- 12b good weather


@rule("dday91", "12b-a")
def test_good_weather_changes_nothing() -> None:
    places = "A14 18U air-9U\nJ17 5U\nJ16 66"
    rules = ("carpet-bombing", "airborne-drops", "mulberries", "acquiring-moves")
    with_weather = table(places, *rules, "weather")
    without = table(places, *rules)
    for there in (with_weather, without):
        run(there, normal_movement.movement_step)
    assert options(with_weather) == options(without)


# --- 12c bad weather


def bad(places: str, *rules: str, side: str = "allied", **fields: Any) -> DDayTable:
    return table(places, "weather", *rules, side=side, bad_weather=True, **fields)


@rule("dday91", "12c1-a")
def test_clear_hexes_cost_ground_units_two_factors() -> None:
    there = bad("J17 5U air-9U")

    def cost(unit: str, here: str, to: str) -> int:
        one, other = hexes(here).bit_length() - 1, hexes(to).bit_length() - 1
        return ranges.entry_cost(there, number(unit), one, other)

    assert cost("5U", "J17", "J16") == 2  # clear
    assert cost("5U", "J17", "K17") == 2  # forest, as always
    assert cost("5U", "G12", "G13") == 1  # a city is not clear
    assert cost("5U", "F14", "F13") == 3  # and one more across a river
    assert cost("air-9U", "J17", "J16") == 1
    there.bad_weather = False
    assert cost("5U", "J17", "J16") == 1


@rule("dday91", "12c1-a")
def test_units_get_half_as_far_over_clear_ground() -> None:
    there = bad("J17 5U")
    run(there, normal_movement.movement_step)
    assert forced(there, "move-5U", "to-J16", "to-I16", "to-H16") == ["stop"]
    assert there.expended[number("5U")] == 6


@rule("dday91", "12c2-a")
def test_no_carpet_bombing() -> None:
    there = bad("J17 5U\nJ16 66", "carpet-bombing")
    run(there, normal_movement.movement_step)
    assert not strategic_bombers.options(there)
    there.bad_weather = False
    assert strategic_bombers.options(there)


@rule("dday91", "12c3-a", "13d3-b")
def test_no_airborne_drops() -> None:
    there = bad("A14 18U", "airborne-drops")
    run(there, normal_movement.movement_step)
    assert not airborne_drops.options(there)
    there.bad_weather = False
    assert airborne_drops.options(there)


AIR = """
    J17 1-US 5U air-9U air-12U
    J16 66
"""


@rule("dday91", "12c5-a")
def test_an_air_unit_attacks_after_a_roll_of_six_or_less() -> None:
    there = bad(AIR)
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-9U")
    assert kind(there) == "die"
    play(there, "die-6")
    assert "may attack" in events(there, "die")[-1].text
    play(there, "commit")
    assert there.combats[0].attackers == 1 << number("air-9U")


@rule("dday91", "12c5-a", "12c5-b")
def test_an_air_unit_stays_out_after_a_seven_or_more() -> None:
    there = bad(AIR)
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-9U", "die-7")
    assert "may not attack" in events(there, "die")[-1].text
    assert "add-air-9U" not in options(there)  # nor in another combat of the Turn
    assert left(there) == 9  # and nothing is paid
    play(there, "add-air-12U", "die-1")  # a die for each air unit
    play(there, "add-5U", "commit")
    assert there.combats[0].attackers == 1 << number("air-12U") | 1 << number("5U")


@rule("dday91", "12c5-b")
def test_an_attack_falls_through_if_nobody_else_can_make_it() -> None:
    there = bad("J17 air-9U\nJ16 66")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-9U", "die-10")
    assert kind(there) == ""
    assert not there.combats


@rule("dday91", "12c5-a")
def test_the_german_air_unit_needs_its_roll_too() -> None:
    there = bad("J17 66\nI17 air-G\nJ16 5U", side="german")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-G")
    assert kind(there) == "die"


@rule("dday91", "12c5-a", "12b-a")
def test_in_good_weather_there_is_no_roll() -> None:
    there = table(AIR, "weather")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-9U")
    assert kind(there) == "attacker_added"


@rule("dday91", "12c5-a")
def test_an_air_unit_that_reacts_is_not_attacking() -> None:
    there = bad("J17 5U\nJ16 5-Panzer 66\nI15 air-G", "air-reaction")
    fight(there, "J16", "5U")
    assert air_reaction.reactions(there)
    play(there, "react-air-G-J16")
    assert "air-G" in in_hex(there, "J16")


@rule("dday91", "12c5-a")
def test_an_air_unit_that_strikes_in_pursuit_needs_its_roll() -> None:
    there = bad("J17 1-US 5U air-9U\nJ16 47", "pursuit")
    fight(there, "J16", "5U")
    play(there, "dice-5-5", "to-J15", "advance-1-US", "advance-air-9U", "advance-5U")
    play(there, "strike", "add-air-9U")
    assert kind(there) == "die"
    play(there, "die-8")
    assert options(there) == ["add-5U"]
    assert left(there) == 8
    there = bad("J17 1-US 5U air-9U\nJ16 47", "pursuit")
    fight(there, "J16", "5U")
    play(there, "dice-5-5", "to-J15", "advance-1-US", "advance-air-9U", "stay")
    play(there, "strike", "add-air-9U", "die-8")
    assert kind(there) != "striker_chosen"  # nobody else could strike
    assert "strike" not in options(there)


@rule("dday91", "12c5-a")
def test_one_roll_serves_an_air_unit_for_the_turn() -> None:
    there = bad("J17 1-US 5U air-9U\nJ16 47", "pursuit")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-air-9U", "die-6", "commit")
    resolve(there, "J16")
    play(there, "dice-6-5", "to-J15", "advance-1-US", "advance-air-9U", "advance-5U")
    play(there, "strike", "add-air-9U")
    assert kind(there) == "striker_chosen"


# --- 12c4 and the order of the steps


@rule("dday91", "12c4-a", "11a-e")
def test_the_weather_comes_first_when_the_moves_of_mulberries_depend_on_it() -> None:
    rules = ("weather", "acquiring-moves", "mulberries")
    there = table("E15 mulberry-1", *rules, moves=[0, 0])
    run(there, sequence.play_portion, ALLIED)
    play(there, "die-10")
    assert there.moves[ALLIED] == 3  # Southampton, London, Dover, but no harbor
    there = table("E15 mulberry-1", *rules, moves=[0, 0])
    run(there, sequence.play_portion, ALLIED)
    play(there, "die-1")
    assert there.moves[ALLIED] == 4


@rule("dday91", "12-a", "QRC.sequence-a")
def test_else_new_moves_come_before_the_weather() -> None:
    there = table("", "weather", "acquiring-moves", moves=[0, 0])
    run(there, sequence.play_portion, ALLIED)
    assert kind(there) == "die"
    assert there.moves[ALLIED] == 3
    there = table("", "weather", "mulberries", moves=[0, 0])  # which give no Moves without 11a
    run(there, sequence.play_portion, ALLIED)
    assert kind(there) == "die"
    assert there.moves[ALLIED] == 13
    there = table("", "weather", moves=[0, 0])
    run(there, sequence.play_portion, GERMAN)
    assert not events(there, "weather")
