"""9 Fire attacks: by units and by cards, attack points, defense points, damage points."""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm import invasion, odds
from beachhead.storm.attacks import fire_attacks
from beachhead.storm.attacks.attack_points import attack_terms, defense_terms, integrity
from beachhead.storm.table.state import ALLIED, GERMAN, Attack, StormTable
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
    place,
    play,
    run,
    situation,
    unit_set,
)


def sums(table: StormTable) -> dict[str, Any]:
    """The terms of the last attack."""
    told = events(table, "attack")[-1].detail
    return {name: told[name] for name in ("dice", "attack", "defense", "damage")}


def is_rolling(table: StormTable) -> bool:
    return isinstance(decision(table), Chance)


# --- 9.1 by units


@rule("storm", "9.1a", "2.1.1d", "7.1d", "7.1e")
def test_fresh_units_fire_at_enemies_in_their_own_area() -> None:
    table = situation("""
        turn 3
        16 69/50 151/50 spent 231/50 915/352 (Meyer)
        15 352 Fus/352
        17 56 Ind Bde
        begin impulse
    """)
    assert "activate-16-commonwealth" in options(table)
    play(table, "activate-16-commonwealth", "fire")
    assert options(table) == ["add-br-50-69", "add-br-50-231", "add-all"]
    play(table, "add-br-50-69", "commit")
    assert is_rolling(table)
    play(table, "dice-1-1")
    assert is_spent(table, "69/50")
    assert is_fresh(table, "231/50")
    # Nobody fires into the area next door.
    across = situation("turn 3\n17 56 Ind Bde\n16 352 Fus/352")
    refused = GAME.why_not(across, unit="56 Ind Bde", action="fire")
    assert refused is not None
    assert refused.rule == "9.1"


@rule("storm", "9.1b")
def test_firepower_0_is_enough() -> None:
    table = situation("""
        turn 3
        impulse german
        17 I/726/716 56 Ind Bde
        begin impulse
    """)
    play(table, "activate-17-german", "fire", "dice-6-5")
    assert sums(table)["attack"] == {"firepower": 0}
    assert sums(table)["damage"] == 2
    assert GAME.see(table, None)["attack"]["dice"] == [6, 5]  # while the damage is assigned


@rule("storm", "9.1c", "9.2c", "12.3g")
def test_nobody_fires_or_is_fired_at_in_a_box() -> None:
    table = situation("""
        turn 3
        box-gold 56 Ind Bde
        zone-B 29 Armd/11A 25 SS/12SS
        17 69/50
        hand allied allied-artillery
        hand german german-artillery
        begin impulse
    """)
    for name, side in (("29 Armd/11A", ALLIED), ("25 SS/12SS", GERMAN)):
        refused = fire_attacks.refuse_fire(table, unit_set(name), side, place("zone-B"))
        assert refused is not None
        assert refused.rule == "9.1"
    assert "activate-zone-B-commonwealth" not in options(table)
    assert not any(each.startswith("card") for each in options(table))  # the Germans are in a box
    table = situation("""
        turn 3
        impulse german
        box-gold 56 Ind Bde
        17 69/50
        hand german german-artillery
        begin impulse
    """)
    play(table, "card-german-artillery-1")
    assert options(table) == ["at-17"]


# --- 9.2 by cards


@rule("storm", "9.2a", "9.2b", "9.3.3b", "6.2g")
def test_a_card_fires_as_it_says_and_is_discarded() -> None:
    table = situation("""
        turn 3
        support 4
        19 916/352
        16 915/352 (Meyer)
        17 69/50
        hand allied allied-artillery
        begin impulse
    """)
    play(table, "card-allied-artillery-1", "at-19")
    assert options(table) == ["support-0", "support-1", "support-2"]
    play(table, "support-2", "dice-3-3")
    assert sums(table)["attack"] == {"firepower": 8, "support": 2}
    assert hand(table, "allied") == set()
    assert table.discards[ALLIED].bit_count() == 1
    assert is_fresh(table, "69/50")


# --- 9.3 the sums


@rule("storm", "9.3a", "9.3.1a", "9.3.2a", "9.3.3a", "9.3.4a", "9.3.5a", "10.0b")
def test_the_fire_attack_example() -> None:
    """Three units of a division with two Support Points against a +3 area: 17 against 13."""
    table = situation("""
        turn 3
        support 4
        allied 11 17
        16 69/50 151/50 231/50 22 Pz/21 spent 125 PzG/21
        2 AA 21/21
        begin impulse
    """)
    play(table, "activate-16-commonwealth", "fire", "add-all")
    assert options(table) == ["support-0", "support-1", "support-2"]
    play(table, "support-2", "dice-6-5")
    assert sums(table) == {
        "dice": [6, 5],
        "attack": {"firepower": 3, "division integrity": 1, "support": 2},
        "defense": {"best unit": 10, "area": 3},
        "damage": 4,
    }
    # Eliminating the spent regiment takes all 4 points.
    one = table.copy()
    assert decision(one).seat == "german"
    play(one, "retreat-ge-21-22", "eliminate-ge-21-22", "done")
    assert at(one, "22 Pz/21") == "out"
    assert is_fresh(one, "125 PzG/21")
    # Or 5 points: one unit flipped, both retreat, and not to 11 or 17.
    play(table, "retreat-ge-21-22", "flip-ge-21-125", "retreat-ge-21-125", "done")
    for _ in range(2):
        assert not {"to-11", "to-17"} & set(options(table))
        assert "to-15" in options(table)
        play(table, "to-15")
    assert in_place(table, 15) == {"22 Pz/21", "125 PzG/21"}
    assert is_spent(table, "22 Pz/21", "125 PzG/21")
    assert 16 in allied_areas(table)


@rule("storm", "9.3.1a")
def test_two_dice_are_added() -> None:
    table = situation("turn 3\nimpulse german\n16 915/352 (Meyer) 69/50\nbegin impulse")
    play(table, "activate-16-german", "fire")
    rolls = options(table)
    assert len(rolls) == len(set(rolls)) == 36
    play(table, "dice-6-6")
    # 1 + 12 against 9, the area being German: 4.
    assert sums(table)["damage"] == 4


@rule("storm", "9.3.1b", "2.1.2b")
def test_support_points_are_used_up() -> None:
    table = situation("turn 3\nsupport 3\n16 69/50 915/352 (Meyer)\nbegin impulse")
    play(table, "activate-16-commonwealth", "fire", "support-2")
    assert table.support == 1
    play(table, "dice-1-1")
    assert table.support == 1
    assert table.attack is None


@rule("storm", "9.3.2a", "9.3.2b", "2.1.1k")
@pytest.mark.parametrize(
    ("units", "bonus"),
    [
        (("69/50", "151/50"), 0),
        (("69/50", "151/50", "231/50"), 1),
        (("69/50", "151/50", "56 Ind Bde"), 0),
        (("69/50", "151/50", "231/50", "8/3 Br", "9/3 Br", "185/3 Br"), 1),
        (("501/101", "502/101", "506/101"), 0),  # airborne units have no stripe
        (("56 Ind Bde", "8 Armd Bde", "47 RM Cdo"), 0),
    ],
)
def test_division_integrity(units: tuple[str, ...], bonus: int) -> None:
    assert integrity(unit_set(*units)) == bonus


@rule("storm", "9.3.3a")
@pytest.mark.parametrize(
    ("area", "stock", "most"), [("16", 4, 2), ("15", 4, 1), ("16", 1, 1), ("15", 0, 0)]
)
def test_two_support_points_by_a_red_name_one_by_a_black_one(
    area: str, stock: int, most: int
) -> None:
    table = situation(f"turn 3\nsupport {stock}\n{area} 69/50 22 Pz/21\nbegin impulse")
    play(table, f"activate-{area}-commonwealth", "fire")
    if most:
        assert options(table) == [f"support-{points}" for points in range(most + 1)]
        play(table, "support-0")
    assert is_rolling(table)
    assert table.support == stock


@rule("storm", "9.3.3b")
def test_support_points_for_an_assault_and_never_for_the_germans() -> None:
    table = situation("""
        turn 3
        support 4
        17 69/50
        16 915/352 (Meyer)
        hand allied jabos
        begin impulse
    """)
    play(table, "activate-17-commonwealth", "assault-16", "support-2", "dice-1-1")
    assert sums(table)["attack"]["support"] == 2
    german = situation("turn 3\nimpulse german\nsupport 4\n11 22 Pz/21 7/3 Cdn\nbegin impulse")
    play(german, "activate-11-german", "fire")
    assert is_rolling(german)


@rule("storm", "9.3.3d", "9.3.3e", "5.0d")
def test_four_points_each_turn_and_none_is_kept() -> None:
    table = situation("turn 3\nsupport 3\n17 69/50\nbegin impulse")
    play(table, "pass")
    while table.turn == 3 or isinstance(decision(table), Chance):
        play(table, options(table)[-1])
    assert table.support == 4


@rule("storm", "9.3.4a", "9.3.4b", "2.1.1f")
def test_the_best_unit_counts_and_the_area_for_who_controls_it() -> None:
    table = situation("turn 3\n16 69/50 915/352 (Meyer) 22 Pz/21 spent\n")
    attack = Attack(ALLIED, place(16), unit_set("69/50"))
    assert defense_terms(table, attack) == {"best unit": 10, "area": 3}
    table.allied_control |= 1 << place(16)
    assert defense_terms(table, attack) == {"best unit": 10}
    back = Attack(GERMAN, place(16), unit_set("915/352 (Meyer)"))
    assert defense_terms(table, back) == {"best unit": 9, "area": 3}


@rule("storm", "9.3.4a")
def test_only_units_under_fire_defend() -> None:
    table = situation("turn 3\n18 8 Armd Bde 16/1 1-8\n")
    attack = Attack(GERMAN, place(18), unit_set("1-8-a"), targets=unit_set("16/1"))
    assert defense_terms(table, attack) == {"best unit": 9}


@rule("storm", "9.3.4c", "2.2.1b")
def test_a_star_is_one_more_with_a_strongpoint() -> None:
    attack = Attack(ALLIED, place(18), unit_set("16/1"))
    with_one = situation("turn 3\n18 16/1 0-7 916/352\n")
    without = situation("turn 3\n18 16/1 916/352\n")
    assert defense_terms(with_one, attack)["area"] == 2
    assert defense_terms(without, attack)["area"] == 1
    gold = situation("turn 3\n17 69/50 0-7\n")  # no star there
    assert defense_terms(gold, Attack(ALLIED, place(17), unit_set("69/50")))["area"] == 1


@rule("storm", "9.3.5b")
@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("16 69/50 352 Fus/352", ("activate-16-commonwealth", "fire")),
        (
            "17 69/50; 16 352 Fus/352; hand allied armor-support-1",
            ("activate-17-commonwealth", "assault-16"),
        ),
        ("16 352 Fus/352; hand allied naval-power-1", ("card-naval-power-1", "no-card", "at-16")),
    ],
    ids=["fire", "assault", "card"],
)
def test_fewer_attack_points_than_defense_points_do_nothing_at_all(
    text: str, choices: tuple[str, ...]
) -> None:
    # the Germans hold a card that would take damage away: it finds none
    lines = f"turn 3; {text}; 2 AA 21/21; hand german iron-cross-1; begin impulse"
    table = situation(lines.replace("; ", "\n"))
    play(table, *choices)
    while not is_rolling(table):
        play(table, next(each for each in ("no-card", "support-0") if each in options(table)))
    happened = play(table, "dice-1-1")
    points = sums(table)
    assert sum(points["dice"]) + sum(points["attack"].values()) < sum(points["defense"].values())
    assert points["damage"] == 0
    assert not [each for each in happened if each.kind in ("damage", "no-damage", "retreat")]
    assert is_fresh(table, "352 Fus/352")
    assert at(table, "352 Fus/352") == "16"
    assert table.attack is None
    assert hand(table, "german") == {"iron-cross-1"}


@rule("storm", "9.3.5a", "9.3.5c")
@pytest.mark.parametrize(("roll", "damage"), [("dice-6-4", 0), ("dice-6-5", 1), ("dice-6-6", 2)])
def test_damage_is_the_difference_if_there_is_one(roll: str, damage: int) -> None:
    table = situation("turn 3\n16 69/50 352 Fus/352\n2 AA 21/21\nbegin impulse")
    happened = play(table, "activate-16-commonwealth", "fire", roll)  # 1 + dice against 8 + 3
    assert sums(table)["damage"] == damage
    assert any("No damage" in event.text for event in happened) == (damage == 0)
    if damage == 0:
        assert is_fresh(table, "352 Fus/352")
        assert table.attack is None
    else:
        assert decision(table).seat == "german"
        play(table, "done")
        assert is_spent(table, "352 Fus/352")
        if damage == 2:
            play(table, "to-15")
        assert at(table, "352 Fus/352") == ("16" if damage == 1 else "15")


# --- odds before the dice


@rule("storm", "9.3")
def test_the_forecast_adds_up() -> None:
    table = situation("turn 3\nsupport 4\n16 69/50 151/50 231/50 22 Pz/21\nbegin impulse")
    attack = Attack(ALLIED, place(16), unit_set("69/50", "151/50", "231/50"), support=2)
    assert attack_terms(attack) == {"firepower": 3, "division integrity": 1, "support": 2}
    told = odds.forecast(table, attack)
    chances = told["damage"]
    assert isinstance(chances, dict)
    # 6 and the dice against 11 and 3: damage from a 9 on.
    assert chances == {0: 26, 1: 4, 2: 3, 3: 2, 4: 1}


def promised(table: StormTable, choice: str) -> str:
    """What an attack promises with an option, up to the defense."""
    asked = decision(table)
    assert asked is not None
    told = GAME.odds(table, asked, asked.find(choice))
    return told[0].partition(" against ")[0] if told else ""


@rule("storm", "9.3.1a", "9.3.2a")
def test_an_attack_being_built_promises_what_the_option_adds() -> None:
    table = situation("turn 2; 16 69/50, 151/50, 231/50, 352 Fus/352; begin impulse")
    play(table, "activate-16-commonwealth", "fire")
    assert promised(table, "add-br-50-69") == "Two dice + firepower 1"
    assert promised(table, "add-all") == "Two dice + firepower 3 + division integrity 1"
    play(table, "add-br-50-69")
    assert promised(table, "add-br-50-151") == "Two dice + firepower 2"
    assert promised(table, "commit") == "Two dice + firepower 1"


@rule("storm", "9.3.1a", "4.0s")
def test_an_attack_from_the_beach_and_a_shock_assault_promise_as_well() -> None:
    table = situation("turn 1 invasion; 17 69/50 landed, 151/50 landed, 2-9")
    run(table, invasion.attack_from_beach, place(17), 0)
    assert promised(table, "no-attack") == ""
    assert promised(table, "add-br-50-69") == "Two dice + firepower 1"
    assert promised(table, "add-all") == "Two dice + firepower 2"
    table = situation(
        "turn 2; 16 69/50; 17 151/50; 11 II/726/716; allied 16 17;"
        " hand allied allied-shock-assault; begin impulse"
    )
    play(table, "card-allied-shock-assault-1", "add-br-50-69")
    assert promised(table, "add-br-50-151") == "Two dice + firepower 2"
