"""4 The special invasion phase of Turn 1."""

from __future__ import annotations

import pytest

from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import Action, StormTable
from storm_situations import (
    GAME,
    allied_areas,
    at,
    decision,
    events,
    hand,
    in_place,
    is_fresh,
    is_spent,
    options,
    play,
    situation,
    unit_set,
)

SUPPORT = ("assign-12", "assign-12")
"""All points on Sword and Juno, where no German is in most of these situations."""

LANDING = """
    turn 1 invasion
    18 1-8 1-8 0-7
    25 2-9 1-8 0-7 III/726/716
    box-omaha-1 16/1 18/1 26/1 2 Ranger 741 Tk exploitation
    box-omaha-2 115/29 116/29 175/29 5 Ranger 743 Tk exploitation
    19 916/352
    begin invasion
"""


def asked(table: StormTable) -> str:
    found = decision(table)
    assert found is not None
    return found.prompt


def assign(table: StormTable, **points: int) -> None:
    """Give Support Points to beaches by name; the others get none."""
    for beach in ("sword", "juno", "gold", "omaha1", "omaha2", "utah"):
        found = decision(table)
        if found is not None and found.kind == "support_assigned":
            play(table, f"assign-{points.get(beach, 0)}")


def landed(text: str = LANDING, **points: int) -> StormTable:
    """The landing after a bombardment, at the strongpoints' fire."""
    table = situation(text)
    assign(table, **(points or {"sword": 12, "juno": 12}))
    return table


# --- the order of things


@rule("storm", "4.0a")
def test_turn_1_begins_with_the_invasion() -> None:
    state = GAME.setup(seed=4)
    while state.position.phase == "setup":
        state.apply(state.decision.options[0])
    assert (state.position.turn, state.position.phase) == (1, "invasion")
    assert not any(state.position.hands)


@rule("storm", "4.0b", "4.0w")
def test_turn_1_goes_on_with_impulses_and_an_end_phase() -> None:
    table = landed()
    play(table, "at-18", "dice-1-1", "dice-1-1", "no-attack", "no-attack")
    while isinstance(decision(table), Chance):
        play(table, options(table)[0])
    assert table.phase == "impulses"
    if options(table)[-1] == "no-card":
        play(table, "no-card")
    assert decision(table).seat == "allied"
    assert options(table)[-1] == "pass"
    play(table, "pass", "pass")
    assert (table.turn, table.phase) == (1, "end")


# --- the airborne landing


@rule("storm", "4.0c", "4.0g")
def test_a_die_for_each_area_with_american_airborne_units() -> None:
    table = situation("""
        turn 1 invasion
        28 505/82
        31 507/82 508/82
        4 3 Para/6 AB 5 Para/6 AB
        begin invasion
    """)
    dice = []
    while isinstance(decision(table), Chance):
        dice.append(asked(table))
        play(table, "die-1")
    assert len(dice) == 2
    assert "Sainte-Mère-Église" in dice[0]
    assert "Amfreville" in dice[1]


@rule("storm", "4.0d", "4.0e", "4.0f")
@pytest.mark.parametrize(("face", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_die_says_how_many_are_spent(face: int, count: int) -> None:
    table = situation("turn 1 invasion\n31 507/82 508/82 505/82\nbegin invasion")
    play(table, f"die-{face}")
    for name in ("us-82-507", "us-82-505")[:count]:
        assert decision(table).seat == "allied"
        play(table, f"spend-{name}")
    assert is_spent(table, "507/82") == (count > 0)
    assert is_spent(table, "505/82") == (count > 1)
    assert is_fresh(table, "508/82")
    assert "Support Points" in asked(table)


@rule("storm", "4.0f")
def test_a_lone_airborne_unit_is_spent_and_that_is_all() -> None:
    table = situation("turn 1 invasion\n28 505/82\nbegin invasion")
    play(table, "die-6")
    assert is_spent(table, "505/82")
    assert "Support Points" in asked(table)


@rule("storm", "4.0e")
def test_by_the_other_reading_the_scattered_unit_is_picked_at_random() -> None:
    table = situation(
        "house airborne-spent-choice\nturn 1 invasion\n31 507/82 508/82\nbegin invasion"
    )
    play(table, "die-3")
    assert isinstance(decision(table), Chance)
    play(table, "spend-us-82-508")
    assert is_spent(table, "508/82")
    assert is_fresh(table, "507/82")


# --- the bombardment


@rule("storm", "4.0h", "4.0i", "4.0j", "4.0k", "9.3.3c")
def test_twenty_four_points_for_two_beaches_or_more_twelve_at_most_for_one() -> None:
    table = situation(LANDING)
    assert options(table) == [f"assign-{points}" for points in range(13)]
    play(table, "assign-0", "assign-0", "assign-0", "assign-0")
    # With two beaches left all 24 went to them.
    assert isinstance(decision(table), Chance)
    assert table.attack is not None
    assert (table.attack.area, table.attack.support) == (24, 12)
    assert table.assigned[25] == 12


@rule("storm", "4.0h")
def test_the_allied_player_is_told_how_many_points_are_left() -> None:
    table = situation(LANDING)
    play(table, "assign-9", "assign-4")
    assert asked(table).startswith("11 Support Points are left.")


@rule("storm", "4.0i")
def test_points_left_over_are_lost_or_by_the_other_reading_kept_for_turn_1() -> None:
    table = situation("house invasion-support\nturn 1 invasion\nbegin invasion")
    play(table, "assign-12", *["assign-0"] * 4)
    assert options(table)[0] == "assign-1"  # a second beach is needed all the same
    play(table, "assign-1")
    assert table.phase == "impulses"
    assert table.support == 11
    usual = situation("turn 1 invasion\nbegin invasion")
    play(usual, "assign-12", "assign-12")
    assert usual.support == 0


@rule("storm", "4.0l")
def test_the_points_alone_attack_each_beach() -> None:
    table = situation(LANDING)
    play(table, "assign-12", "assign-2", "assign-0", "assign-2")
    play(table, "assign-8")
    assert isinstance(decision(table), Chance)
    attack = table.attack
    assert attack is not None
    assert (attack.units, attack.firepower, attack.support) == (0, 0, 2)
    assert "Omaha-1" in asked(table)


# --- the landing


@rule("storm", "4.0m", "4.0n")
def test_invasion_sections_land_fresh_and_exploitation_sections_stay() -> None:
    table = landed()
    assert {"16/1", "18/1", "26/1", "2 Ranger"} <= in_place(table, 18)
    assert is_fresh(table, "16/1", "18/1", "26/1", "2 Ranger")
    assert in_place(table, "box-omaha-1") == {"741 Tk"}
    assert in_place(table, "box-omaha-2") == {"743 Tk"}


@rule("storm", "4.0m", "13.0b")
def test_a_beach_without_a_german_passes_to_the_allies_as_they_land() -> None:
    table = landed(LANDING.replace("18 1-8 1-8 0-7", ""))
    assert is_fresh(table, "16/1")
    assert 18 in allied_areas(table)
    assert 25 not in allied_areas(table)


# --- the strongpoints' fire


@rule("storm", "4.0o", "4.0p")
def test_strongpoints_alone_fire_even_at_firepower_0_and_are_spent() -> None:
    table = situation("""
        turn 1 invasion
        25 0-7 III/726/716
        box-omaha-2 115/29
        begin invasion
    """)
    play(table, *SUPPORT)
    attack = table.attack
    assert attack is not None
    assert attack.units == unit_set("0-7-a")
    happened = play(table, "dice-5-5", "done")
    fired = next(event for event in happened if event.kind == "attack")
    assert fired.detail["attack"] == {"firepower": 0}
    assert fired.detail["damage"] == 1
    assert is_spent(table, "0-7-a")
    assert is_fresh(table, "III/726/716")


@rule("storm", "4.0o")
def test_the_strongpoints_fire_on_every_beach_and_only_at_what_landed() -> None:
    table = situation("""
        turn 1 invasion
        26 502/101 spent 1-8 1-8 1-8
        18 1-8
        box-utah 8/4
        box-omaha-1 16/1
        begin invasion
    """)
    play(table, "die-1")
    assign(table, sword=12, juno=12)
    play(table, "at-26")
    assert table.attack is not None
    assert table.attack.targets == unit_set("8/4")
    play(table, "dice-1-1")
    assert "Omaha-1" in asked(table)


@rule("storm", "4.0q")
def test_the_allied_player_says_in_which_order() -> None:
    table = landed()
    assert decision(table).seat == "allied"
    assert options(table) == ["at-18", "at-25"]
    play(table, "at-25")
    assert "Omaha-2" in asked(table)


@rule("storm", "4.0r")
def test_landed_units_retreat_to_their_own_box() -> None:
    table = landed()
    play(table, "at-18", "dice-6-5")  # 13 against 9: 4 damage
    play(table, "flip-us-1-16", "retreat-us-1-16", "flip-us-1-18", "done")
    assert at(table, "16/1") == "box-omaha-1"
    assert is_spent(table, "16/1", "18/1")


# --- the attack from the beach


@rule("storm", "4.0s", "4.0t")
def test_only_landed_units_that_are_fresh_attack_and_are_spent() -> None:
    table = situation("""
        turn 1 invasion
        26 502/101 1-8 1-8 1-8
        box-utah 8/4 12/4 22/4
        begin invasion
    """)
    play(table, "die-1")
    assign(table, sword=12, juno=12)
    play(table, "dice-4-3", "flip-us-4-8", "done")  # 10 against 9
    assert options(table) == ["add-us-4-12", "add-us-4-22", "add-all", "no-attack"]
    play(table, "add-us-4-12", "commit", "dice-1-1")
    assert is_spent(table, "12/4", "8/4")
    assert is_fresh(table, "22/4", "502/101")


@rule("storm", "4.0s")
def test_nobody_has_to_attack_from_the_beach() -> None:
    table = landed()
    play(table, "at-18", "dice-1-1", "dice-1-1")
    assert table.action == Action()  # the landing is over
    play(table, "no-attack", "no-attack")
    assert is_fresh(table, "16/1", "115/29")
    assert table.phase == "impulses"


@rule("storm", "4.0u")
def test_damage_goes_to_strongpoints_first() -> None:
    table = landed()
    play(table, "at-18", "dice-1-1", "dice-1-1", "no-attack", "add-all")
    play(table, "dice-6-5")  # 4 + 1 + 11 = 16 against 8 + 2: 6 damage for the strongpoints
    assert [each[:12] for each in options(table)] == ["eliminate-sp"] * 3
    play(table, *options(table)[:2])
    assert options(table) == ["flip-ge-716-3-726", "done"]  # more than received, if he likes
    play(table, "done")
    assert in_place(table, 25) == {"115/29", "116/29", "175/29", "5 Ranger", "III/726/716"}
    assert is_fresh(table, "III/726/716")


# --- cards


@rule("storm", "4.0v")
@pytest.mark.parametrize(
    ("units", "german", "allied"),
    [
        ("18 16/1", 3, 3),
        ("18 16/1\n25 115/29\n26 8/4\n3 8/3 Br\n10 7/3 Cdn\n17 69/50", 3, 7),
        ("5 8/3 Br", 2, 2),
    ],
)
def test_the_first_hands(units: str, german: int, allied: int) -> None:
    table = situation(f"turn 1 invasion\n{units}\nagenda invasion.end_of_invasion")
    drawn = []
    while isinstance(decision(table), Chance):
        drawn.append(asked(table).split()[0])
        play(table, options(table)[0])
    assert drawn == ["German"] * german + ["Allied"] * allied
    assert (len(hand(table, "german")), len(hand(table, "allied"))) == (german, allied)


@rule("storm", "4.0w", "5.0f")
def test_the_allies_take_the_first_impulse() -> None:
    table = situation("turn 1 invasion\n18 16/1\n19 916/352\nagenda invasion.end_of_invasion")
    discards = {"card-rommel-returns"}
    while isinstance(decision(table), Chance):
        play(table, next(each for each in options(table) if each not in discards))
    if options(table) == ["no-card"]:
        play(table, "no-card")
    assert decision(table).seat == "allied"
    assert "Allied impulse" in asked(table)


# --- the example of play


@rule("storm", "4.0", "9.3.4c", "10.0c", "13.0b")
def test_the_invasion_example() -> None:
    """The landing at Omaha with the rulebook's dice; its Area 26 is Area 25 (S-01)."""
    table = situation(LANDING)
    play(table, "assign-12", "assign-2", "assign-0", "assign-2", "assign-8")

    def attack_sums() -> tuple[int, int, int]:
        told = events(table, "attack")[-1].detail
        points = sum(told["dice"]) + sum(told["attack"].values())
        return points, sum(told["defense"].values()), told["damage"]

    # The bombardment: 2 points and a 4, then 8 points and an 8.
    play(table, "dice-2-2")
    assert attack_sums() == (6, 10, 0)
    play(table, "dice-4-4")
    assert attack_sums() == (16, 11, 5)
    two_nine, one_eight = options(table)[0], options(table)[1]
    assert (two_nine[:16], one_eight[:16]) == ("eliminate-sp-2-9", "eliminate-sp-1-8")
    play(table, two_nine, one_eight, "done")
    assert sum(table.where[row.index] == 24 for row in pieces().strongpoints) == 1

    # The landing, and the strongpoints' fire: a 6, then an 11.
    assert in_place(table, "box-omaha-1") == {"741 Tk"}
    play(table, "at-18", "dice-3-3")
    assert attack_sums() == (8, 9, 0)
    play(table, "dice-6-5")
    assert attack_sums() == (11, 9, 2)
    play(table, "flip-us-ranger-5", "retreat-us-ranger-5", "done")
    assert at(table, "5 Ranger") == "box-omaha-2"
    assert is_spent(table, "5 Ranger")

    # The attack from the beach: a 9, then an 8.
    play(table, "add-all", "dice-5-4")
    assert events(table, "attack")[-1].detail["attack"] == {
        "firepower": 4,
        "division integrity": 1,
    }
    assert attack_sums() == (14, 9, 5)
    assert not any(table.where[row.index] == 17 for row in pieces().strongpoints)
    assert 18 in allied_areas(table)
    assert is_spent(table, "16/1", "18/1", "26/1", "2 Ranger")
    play(table, "add-all", "dice-4-4")
    assert events(table, "attack")[-1].detail["attack"] == {
        "firepower": 3,
        "division integrity": 1,
    }
    assert attack_sums() == (12, 9, 3)
    # One point for the strongpoint, two to flip and retreat the battalion: the only way for 3.
    assert options(table) == ["eliminate-ge-716-3-726", "done"]
    play(table, "done", "to-24")
    assert is_spent(table, "III/726/716")
    assert at(table, "III/726/716") == "24"
    assert 25 in allied_areas(table)
    assert is_spent(table, "115/29", "116/29", "175/29")

    # Hands: two and one for areas 5 and 7; two and one for each of two beaches.
    drawn = []
    while isinstance(decision(table), Chance):
        drawn.append(asked(table).split()[0])
        play(table, next(each for each in options(table) if "rommel" not in each))
    assert drawn == ["German"] * 3 + ["Allied"] * 4
    if options(table) == ["no-card"]:
        play(table, "no-card")
    assert decision(table).seat == "allied"
    # Units held back may now move or assault onto a beach.
    assert "activate-box-omaha-1-american" in options(table)
