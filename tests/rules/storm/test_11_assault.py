"""11 Assaults, with the three cards of the rulebook's example: Shock Assault, Bocage, Defensive
Fire."""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from storm_situations import (
    GAME,
    at,
    card,
    decision,
    events,
    forced,
    hand,
    in_place,
    is_fresh,
    is_spent,
    options,
    play,
    situation,
    unit_set,
)

SHOCK = """
    turn 3
    16 69/50 151/50 231/50
    17 8/3 Br 9/3 Br 185/3 Br
    11 125 PzG/21 192 PzG/21
    2 AA 21/21
    hand allied allied-shock-assault
    hand german bocage defensive-fire
    begin impulse
"""
"""The assault example: three units each in 16, bocage, and 17, two regiments in 11."""


def sums(table: StormTable) -> dict[str, Any]:
    told = events(table, "attack")[-1].detail
    return {name: told[name] for name in ("dice", "attack", "defense", "damage")}


def shock(table: StormTable, *units: str) -> None:
    """Play the Shock Assault card on 11 with some units."""
    play(table, "card-allied-shock-assault-1")
    play(table, *(f"add-{each}" for each in units), "commit")


ALL_SIX = ("br-50-69", "br-50-151", "br-50-231", "br-3-8", "br-3-9", "br-3-185")


# --- 11.0


@rule("storm", "11.0a", "11.0b", "11.0f", "7.1d")
def test_an_assault_moves_attacks_and_costs_a_card() -> None:
    table = situation("""
        turn 3
        17 69/50 151/50
        16 915/352 (Meyer)
        2 AA 21/21
        hand allied jabos ultra
        begin impulse
    """)
    play(table, "activate-17-commonwealth", "assault-16", "add-all")
    assert decision(table).seat == "allied"
    assert options(table) == ["discard-jabos-1", "discard-ultra-1"]
    play(table, "discard-ultra-1")
    assert hand(table, "allied") == {"jabos-1"}
    assert table.discards[ALLIED] == 1 << card("ultra-1")
    assert in_place(table, 16) == {"69/50", "151/50", "915/352 (Meyer)"}
    play(table, "no-card", "dice-3-3")
    assert sums(table)["attack"] == {"firepower": 2}
    assert sums(table)["defense"] == {"best unit": 9, "area": 3}
    assert is_spent(table, "69/50", "151/50")


@rule("storm", "11.0a")
@pytest.mark.parametrize(
    ("units", "rule_"),
    [
        ("17 69/50 22 Pz/21\n16 915/352 (Meyer)", "11.0"),  # enemies where it starts
        ("17 69/50\n11 915/352 (Meyer)", "11.0"),  # nobody to assault in 16
        ("17 69/50 spent\n16 915/352 (Meyer)", "7.1"),  # spent
        ("10 69/50\n16 915/352 (Meyer)", "8.0"),  # not adjacent
    ],
)
def test_what_an_assault_needs(units: str, rule_: str) -> None:
    table = situation(f"turn 3\n{units}\nhand allied jabos\nbegin impulse")
    refused = GAME.why_not(table, unit="69/50", action="assault", to="16")
    assert refused is not None
    assert refused.rule == rule_


@rule("storm", "11.0b", "5.0h")
def test_no_card_no_assault() -> None:
    table = situation("turn 3\n17 69/50\n16 915/352 (Meyer)\nbegin impulse")
    refused = GAME.why_not(table, unit="69/50", action="assault", to="16")
    assert refused is not None
    assert "costs a card" in refused.text
    play(table, "activate-17-commonwealth")
    assert not any(each.startswith("assault") for each in options(table))


@rule("storm", "11.0c", "2.2.1i")
def test_from_a_landing_box_it_is_free() -> None:
    table = situation("turn 3\nbox-gold 69/50\n17 I/726/716\n2 AA 21/21\nbegin impulse")
    play(table, "activate-box-gold-commonwealth", "assault-17")
    assert isinstance(decision(table), Chance)
    assert at(table, "69/50") == "17"
    with_cards = situation(
        "turn 3\nbox-gold 69/50\n17 I/726/716\n2 AA 21/21\nhand allied jabos\nbegin impulse"
    )
    play(with_cards, "activate-box-gold-commonwealth", "assault-17")
    assert not options(with_cards)[0].startswith("discard")
    assert hand(with_cards, "allied") == {"jabos-1"}


@rule("storm", "11.0b", "11.0g")
def test_from_a_reinforcement_box_it_costs_a_card() -> None:
    text = "turn 3\nimpulse german\nzone-B 25 SS/12SS\n7 8/3 Br\n17 69/50"
    broke = situation(f"{text}\nbegin impulse")
    refused = GAME.why_not(broke, unit="25 SS/12SS", action="assault", to="7")
    assert refused is not None
    table = situation(f"{text}\nhand german bocage\nbegin impulse")
    play(table, "activate-zone-B-german", "assault-7", "dice-1-1")
    assert at(table, "25 SS/12SS") == "7"
    assert is_spent(table, "25 SS/12SS")


@rule("storm", "11.0e")
def test_the_units_must_be_able_to_enter() -> None:
    six = "8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 8/3 Cdn 9/3 Cdn"
    full = situation(f"turn 3\n17 69/50\n16 {six} 22 Pz/21\nhand allied jabos\nbegin impulse")
    refused = GAME.why_not(full, unit="69/50", action="assault", to="16")
    assert refused is not None
    assert refused.rule == "8.1"
    # 716's battalions have 2 points: into enemies and out of an area under enemy control is 3.
    slow = situation("""
        turn 3
        impulse german
        17 I/726/716
        16 69/50
        hand german bocage
        begin impulse
    """)
    assert GAME.why_not(slow, unit="I/726/716", action="assault", to="16") is None
    slow.allied_control |= 1 << 16
    refused = GAME.why_not(slow, unit="I/726/716", action="assault", to="16")
    assert refused is not None
    assert "costs 3" in refused.text
    across = situation("turn 3\n16 69/50\n18 916/352\nhand allied jabos\nbegin impulse")
    refused = GAME.why_not(across, unit="69/50", action="assault", to="18")
    assert refused is not None
    assert "Dividing Line" in refused.text


@rule("storm", "11.0g")
def test_no_assault_into_a_box() -> None:
    table = situation("turn 3\n7 8/3 Br\nzone-B 25 SS/12SS\nhand allied jabos\nbegin impulse")
    refused = GAME.why_not(table, unit="8/3 Br", action="assault", to="zone-B")
    assert refused is not None
    assert refused.rule == "11.0"
    play(table, "activate-7-commonwealth")
    assert "assault-zone-B" not in options(table)


@rule("storm", "11.0a", "7.1b", "8.1a")
def test_the_stack_limit_bounds_who_can_take_part() -> None:
    table = situation("""
        turn 3
        17 69/50 151/50 231/50
        16 8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 22 Pz/21
        hand allied jabos
        begin impulse
    """)
    play(table, "activate-17-commonwealth", "assault-16")
    assert "add-all" not in options(table)
    play(table, "add-br-50-69", "add-br-50-151")
    assert options(table) == ["commit"]


@rule("storm", "7.1b", "8.1a")
def test_who_has_no_room_is_not_offered_whoever_was_chosen_before() -> None:
    table = situation("""
        turn 3
        17 69/50 151/50 231/50
        16 8/3 Br 9/3 Br 185/3 Br 7/3 Cdn 22 Pz/21
        hand allied jabos
        begin impulse
    """)
    play(table, "activate-17-commonwealth", "assault-16", "add-br-50-231", "add-br-50-151")
    assert options(table) == ["commit"]


# --- Shock Assault


@rule("storm", "CARD.shock-assault-a", "CARD.shock-assault-b", "11.0d", "7.2a", "6.2d", "6.2a")
def test_a_shock_assault_comes_from_two_areas_and_costs_no_other_card() -> None:
    table = situation(SHOCK.replace("hand german bocage defensive-fire\n", ""))
    play(table, "card-allied-shock-assault-1")
    play(table, "add-br-50-69")
    assert "commit" not in options(table)  # a second area must take part
    play(table, "add-br-3-8", "commit")
    assert isinstance(decision(table), Chance)
    assert {"69/50", "8/3 Br"} <= in_place(table, 11)
    play(table, "dice-1-1")
    assert is_spent(table, "69/50", "8/3 Br")
    assert is_fresh(table, "151/50", "9/3 Br")
    assert table.discards[ALLIED] == 1 << card("allied-shock-assault-1")
    assert table.impulse == GERMAN


@rule("storm", "CARD.shock-assault-a")
def test_one_nationality_and_two_areas_or_no_shock_assault() -> None:
    mixed = situation("""
        turn 3
        19 16/1
        16 69/50
        21 22 Pz/21
        hand allied allied-shock-assault
        begin impulse
    """)
    assert "card-allied-shock-assault-1" not in options(mixed)
    alone = situation(
        "turn 3\n16 69/50 151/50\n11 22 Pz/21\nhand allied allied-shock-assault\nbegin impulse"
    )
    assert "card-allied-shock-assault-1" not in options(alone)


@rule("storm", "CARD.shock-assault-a", "12.3g")
def test_no_shock_assault_with_units_in_a_box() -> None:
    text = (
        "turn 3\n{}\nbox-gold 69/50\n17 I/726/716\nhand allied allied-shock-assault\nbegin impulse"
    )
    assert "card-allied-shock-assault-1" not in options(situation(text.format("10 8/3 Br")))
    two = situation(text.format("10 8/3 Br\n11 9/3 Br"))
    play(two, "card-allied-shock-assault-1")
    assert options(two) == ["add-br-3-8", "add-br-3-9"]


@rule("storm", "CARD.shock-assault-a", "8.1a")
def test_a_shock_assault_leaves_room_for_the_second_area() -> None:
    table = situation("""
        turn 3
        16 69/50 151/50 231/50
        17 8/3 Br
        11 125 PzG/21 7/3 Cdn 8/3 Cdn 9/3 Cdn
        hand allied allied-shock-assault
        begin impulse
    """)
    play(table, "card-allied-shock-assault-1")
    assert forced(table, "add-br-50-69", "add-br-50-151") == ["add-br-3-8"]
    assert options(table) == ["commit"]


@rule("storm", "CARD.shock-assault-a", "8.1a")
def test_no_shock_assault_where_only_one_unit_has_room() -> None:
    table = situation("""
        turn 3
        16 69/50
        17 8/3 Br
        11 125 PzG/21 7/3 Cdn 8/3 Cdn 9/3 Cdn 9/3 Br 185/3 Br
        hand allied allied-shock-assault
        begin impulse
    """)
    assert "card-allied-shock-assault-1" not in options(table)


@rule("storm", "CARD.shock-assault-a")
def test_the_germans_have_shock_assaults_as_well() -> None:
    table = situation("""
        turn 3
        impulse german
        11 125 PzG/21
        15 192 PzG/21
        16 69/50
        17 151/50
        hand german german-shock-assault
        begin impulse
    """)
    play(table, "card-german-shock-assault-1")
    play(table, "add-ge-21-125", "commit", "dice-1-1")
    assert {"125 PzG/21", "192 PzG/21"} <= in_place(table, 16)


# --- the example


@rule(
    "storm",
    "CARD.bocage-a",
    "CARD.bocage-b",
    "CARD.defensive-fire-b",
    "CARD.defensive-fire-c",
    "CARD.defensive-fire-d",
    "9.3.2a",
    "14.2a",
)
@pytest.mark.parametrize("otherwise", [False, True])
def test_the_assault_example(otherwise: bool) -> None:
    """Shock Assault, Bocage on 16, Defensive Fire: 10 against 9, then 8 against 12 (S-10)."""
    table = situation(("house defensive-fire-return\n" if otherwise else "") + SHOCK)
    shock(table, *ALL_SIX)
    # Bocage: only 16 is a bocage area.
    assert decision(table).seat == "german"
    assert options(table) == ["play-bocage-1-1-16", "no-card"]
    play(table, "play-bocage-1-1-16")
    assert is_spent(table, "69/50", "151/50", "231/50")
    assert {"69/50", "151/50", "231/50"} <= in_place(table, 16)
    # Defensive Fire as the others enter.
    assert {"8/3 Br", "9/3 Br", "185/3 Br"} <= in_place(table, 11)
    assert options(table) == ["play-defensive-fire-1", "no-card"]
    play(table, "play-defensive-fire-1")
    play(table, "dice-3-3")
    assert sums(table) == {
        "dice": [3, 3],
        "attack": {"firepower": 4},
        "defense": {"best unit": 9},
        "damage": 1,
    }
    play(table, "flip-br-3-9", "done")
    assert is_spent(table, "9/3 Br")
    assert at(table, "9/3 Br") == ("11" if otherwise else "17")
    assert is_fresh(table, "125 PzG/21", "192 PzG/21")
    # The attack goes on with two units and no division integrity.
    play(table, "dice-4-2")
    assert sums(table) == {
        "dice": [4, 2],
        "attack": {"firepower": 2},
        "defense": {"best unit": 10, "area": 2},
        "damage": 0,
    }
    assert is_spent(table, "8/3 Br", "185/3 Br")
    assert {"8/3 Br", "185/3 Br"} <= in_place(table, 11)
    assert table.impulse == GERMAN


# --- Bocage


@rule("storm", "CARD.bocage-a", "14.2a")
def test_bocage_stops_a_move_out_of_bocage() -> None:
    table = situation("""
        turn 3
        16 69/50 151/50
        2 AA 21/21
        hand german bocage
        begin impulse
    """)
    play(table, "activate-16-commonwealth", "add-br-50-69", "commit", "to-17")
    play(table, "play-bocage-1-1-16")
    assert at(table, "69/50") == "16"
    assert is_spent(table, "69/50")
    assert is_fresh(table, "151/50")
    assert table.impulse == GERMAN
    assert hand(table, "german") == set()


@rule("storm", "CARD.bocage-a", "14.2a")
def test_bocage_stops_a_move_on_its_way() -> None:
    table = situation(
        "turn 3\n17 69/50\nallied 17 16 11\n2 AA 21/21\nhand german bocage\nbegin impulse"
    )
    play(table, "activate-17-commonwealth", "to-16")  # no bocage in 17: nobody is asked
    assert at(table, "69/50") == "16"
    play(table, "to-11", "play-bocage-1-1-16")
    assert at(table, "69/50") == "16"
    assert is_spent(table, "69/50")


@rule("storm", "14.2a")
def test_no_bocage_where_there_is_none() -> None:
    table = situation(
        "turn 3\n17 69/50\n10 22 Pz/21\nhand german bocage\nhand allied jabos\nbegin impulse"
    )
    play(table, "activate-17-commonwealth", "assault-10")
    # Neither as they leave nor as they attack; Defensive Fire could be in that hand.
    assert options(table) == ["no-card"]
    play(table, "no-card")
    assert isinstance(decision(table), Chance)


@rule("storm", "CARD.bocage-b", "CARD.bocage-c", "6.2f")
def test_a_second_bocage_card_stops_the_other_area() -> None:
    table = situation("""
        turn 3
        16 69/50
        12 8/3 Br
        15 125 PzG/21
        2 AA 21/21
        hand allied allied-shock-assault
        hand german bocage-1 bocage-2
        begin impulse
    """)
    play(table, "card-allied-shock-assault-1")
    play(table, "add-br-50-69", "commit")
    assert options(table) == ["play-bocage-1-1-12", "play-bocage-1-1-16", "no-card"]
    one = table.copy()
    play(table, "play-bocage-1-1-12")
    assert options(table) == ["play-bocage-2-1-16", "no-card"]
    play(table, "play-bocage-2-1-16")
    assert is_spent(table, "69/50", "8/3 Br")
    assert (at(table, "69/50"), at(table, "8/3 Br")) == ("16", "12")
    assert not events(table, "attack")
    # With one card the other area goes on, and there the attack can be hampered instead.
    play(one, "play-bocage-1-1-12", "no-card")
    assert at(one, "69/50") == "15"
    play(one, "no-card", "play-bocage-2-2", "dice-3-3")
    assert sums(one)["defense"] == {"best unit": 10, "area": 4}


@rule("storm", "CARD.bocage-d", "CARD.bocage-e", "14.2a")
def test_bocage_doubles_the_area_against_an_attack_within_it() -> None:
    text = "turn 3\n{} 69/50 22 Pz/21\n2 AA 21/21\nhand german bocage-1 bocage-2\nbegin impulse"
    table = situation(text.format(16))
    play(table, "activate-16-commonwealth", "fire")
    assert options(table) == ["play-bocage-1-2", "no-card"]
    play(table, "play-bocage-1-2")
    assert isinstance(decision(table), Chance)  # it does not add up with another
    play(table, "dice-1-1")
    assert sums(table)["defense"] == {"best unit": 11, "area": 6}
    plain = situation(text.format(11))
    play(plain, "activate-11-commonwealth", "fire")
    assert isinstance(decision(plain), Chance)  # nobody is asked outside bocage
    allied = situation(f"{text.format(16)}\nallied 16")
    play(allied, "activate-16-commonwealth", "fire")
    assert isinstance(decision(allied), Chance)  # there is no value to double


@rule("storm", "14.2a")
def test_bocage_is_not_for_attacks_by_cards() -> None:
    table = situation("""
        turn 3
        16 22 Pz/21
        17 69/50
        2 AA 21/21
        hand allied allied-artillery
        hand german bocage
        discards german overcast
        begin impulse
    """)
    play(table, "card-allied-artillery-1", "at-16")
    assert isinstance(decision(table), Chance)


# --- Defensive Fire


@rule("storm", "CARD.defensive-fire-a", "7.2a")
def test_defensive_fire_for_the_impulse_leaves_the_units_fresh() -> None:
    table = situation("""
        turn 3
        impulse german
        16 125 PzG/21 192 PzG/21 69/50
        hand german defensive-fire
        begin impulse
    """)
    play(table, "card-defensive-fire-1", "add-all", "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 4}
    assert is_fresh(table, "125 PzG/21", "192 PzG/21")
    assert table.impulse == ALLIED
    nobody = situation(
        "turn 3\nimpulse german\n16 125 PzG/21\n17 69/50\nhand german defensive-fire\nbegin impulse"
    )
    assert "card-defensive-fire-1" not in options(nobody)


@rule("storm", "CARD.defensive-fire-c")
@pytest.mark.parametrize("otherwise", [False, True])
def test_units_that_retreat_from_defensive_fire_go_back(otherwise: bool) -> None:
    table = situation(("house defensive-fire-return\n" if otherwise else "") + SHOCK)
    shock(table, *ALL_SIX)
    play(table, "no-card", "play-defensive-fire-1", "no-card", "dice-6-2")  # 12 against 9
    play(table, "flip-br-50-69", "retreat-br-50-69", "done")
    assert at(table, "69/50") == "16"
    assert is_spent(table, "69/50")
    play(table, "no-card")
    assert table.attack is not None
    assert table.attack.units.bit_count() == 5


@rule("storm", "CARD.defensive-fire-b", "CARD.defensive-fire-e", "6.2f")
def test_several_copies_of_defensive_fire() -> None:
    table = situation(SHOCK.replace("bocage defensive-fire", "defensive-fire-1 defensive-fire-2"))
    shock(table, *ALL_SIX)
    play(table, "no-card", "play-defensive-fire-1", "no-card", "dice-3-3", "flip-br-3-9", "done")
    assert options(table) == ["play-defensive-fire-2", "no-card"]
    play(table, "play-defensive-fire-2", "dice-3-3", "flip-br-3-8", "done")
    assert len(events(table, "attack")) == 2
    assert is_fresh(table, "125 PzG/21", "192 PzG/21")
    assert (at(table, "9/3 Br"), at(table, "8/3 Br")) == ("17", "17")
    assert table.attack is not None
    assert table.attack.units.bit_count() == 4


@rule("storm", "CARD.defensive-fire-b")
def test_only_fresh_defenders_fire_and_only_at_those_that_assault() -> None:
    table = situation("""
        turn 3
        17 69/50
        16 125 PzG/21 192 PzG/21 spent 8 Armd Bde spent
        2 AA 21/21
        hand allied jabos
        hand german defensive-fire
        begin impulse
    """)
    play(table, "activate-17-commonwealth", "assault-16", "play-defensive-fire-1")
    assert table.attack is not None
    assert table.attack.units == unit_set("125 PzG/21")
    play(table, "dice-3-3")
    assert sums(table)["attack"] == {"firepower": 2}
    assert sums(table)["defense"] == {"best unit": 9}  # not the brigade that was there before
    spent = situation("""
        turn 3
        17 69/50
        16 125 PzG/21 spent
        2 AA 21/21
        hand allied jabos
        hand german defensive-fire
        begin impulse
    """)
    play(spent, "activate-17-commonwealth", "assault-16")
    assert "play-defensive-fire-1" not in options(spent)


@rule("storm", "CARD.defensive-fire-c", "CARD.defensive-fire-d")
def test_an_assault_may_be_shot_to_a_standstill() -> None:
    table = situation("""
        turn 3
        box-gold 69/50
        17 125 PzG/21
        2 AA 21/21
        hand german defensive-fire
        begin impulse
    """)
    play(table, "activate-box-gold-commonwealth", "assault-17", "play-defensive-fire-1")
    play(table, "dice-4-4", "done")
    assert at(table, "69/50") == "box-gold"
    assert is_spent(table, "69/50")
    assert len(events(table, "attack")) == 1
    assert table.impulse == GERMAN


@rule("storm", "CARD.shock-assault-a", "8.1a")
def test_a_shock_assault_where_just_two_units_have_room() -> None:
    table = situation("""
        turn 3
        16 69/50
        17 8/3 Br
        11 125 PzG/21 7/3 Cdn 8/3 Cdn 9/3 Cdn 9/3 Br
        hand allied allied-shock-assault
        begin impulse
    """)
    play(table, "card-allied-shock-assault-1")
    play(table, "add-br-50-69")  # and the other by itself
    assert options(table) == ["commit"]


@rule("storm", "CARD.shock-assault-a")
def test_nobody_joins_a_shock_assault_from_a_third_area() -> None:
    table = situation("""
        turn 3
        10 8/3 Br
        11 9/3 Br
        16 69/50
        17 I/726/716
        hand allied allied-shock-assault
        begin impulse
    """)
    play(table, "card-allied-shock-assault-1")
    assert options(table) == ["add-br-3-8", "add-br-3-9", "add-br-50-69"]
    play(table, "add-br-3-8", "add-br-3-9")
    assert options(table) == ["commit"]
