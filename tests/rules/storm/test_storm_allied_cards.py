"""6.2, 7.2 When each Allied card may be played, and what it does.

Shock Assault, whose text the rulebook gives, is tested with 11.
"""

from __future__ import annotations

import pytest
from playing_cards import firing, is_discarded, is_removed, is_rolling, pass_windows, sums

from beachhead.kernel.rulebook import rule
from beachhead.storm.reinforcements import arriving
from beachhead.storm.table.state import ALLIED, GERMAN, place_tag
from storm_situations import (
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
)


@rule("storm", "9.2a", "10.2c")
def test_allied_artillery() -> None:
    table = situation("""
        turn 3
        support 4
        15 352 Fus/352
        zone-B 25 SS/12SS
        17 69/50
        18 1-8 916/352
        hand allied allied-artillery
        begin impulse
    """)
    play(table, "card-allied-artillery-1")
    assert options(table) == ["at-15", "at-18"]
    shielded = table.copy()
    play(table, "at-15", "support-1", "dice-6-6")
    assert sums(table)["attack"] == {"firepower": 8, "support": 1}
    assert sums(table)["damage"] == 11
    assert decision(table).seat == "german"  # it only retreats
    play(table, options(table)[0])
    assert at(table, "352 Fus/352") != "out"
    # A strongpoint can only be eliminated, so it takes no harm and shields the others.
    play(shielded, "at-18", "support-0", "dice-6-6")
    assert {"Strongpoint 1-8 a", "916/352"} == in_place(shielded, 18)
    assert is_fresh(shielded, "916/352")


@rule("storm", "6.2f")
def test_armor_support_for_fire_and_assault() -> None:
    table = firing("hand allied armor-support-1 armor-support-2")
    play(table, "play-armor-support-1", "play-armor-support-2")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1, "cards": 6}
    assault = situation("""
        turn 3
        17 69/50
        16 22 Pz/21
        hand allied armor-support-1 armor-support-2
        begin impulse
    """)
    play(assault, "activate-17-commonwealth", "assault-16", "discard-armor-support-1")
    play(assault, "play-armor-support-2", "dice-1-1")
    assert sums(assault)["attack"] == {"firepower": 1, "cards": 3}
    gunners = situation(
        "turn 3\n16 22 Pz/21\nhand allied allied-artillery armor-support\nbegin impulse"
    )
    play(gunners, "card-allied-artillery-1", "at-16")
    assert is_rolling(gunners)  # not for an attack by a card


@rule("storm", "6.2a")
def test_engineer_support() -> None:
    table = firing("hand allied engineer-support-1 engineer-support-2")
    play(table, "play-engineer-support-1")
    assert "play-engineer-support-2" not in options(table)  # once is enough
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["defense"] == {"best unit": 11}
    own = firing("hand allied engineer-support", "allied 16")
    assert "play-engineer-support-1" not in options(own)  # no value to ignore


@rule("storm", "6.2a", "9.2a")
def test_naval_power_fires_at_areas_with_a_red_name() -> None:
    table = situation("""
        turn 3
        support 4
        16 22 Pz/21
        15 352 Fus/352
        2 AA 21/21
        hand allied naval-power
        begin impulse
    """)
    play(table, "card-naval-power-1")
    assert options(table) == ["at-16"]
    pass_windows(table)
    play(table, "at-16", "support-2", "dice-6-6")
    assert sums(table)["attack"] == {"firepower": 8, "support": 2}
    assert at(table, "22 Pz/21") != "out"


@rule("storm", "6.2f")
def test_naval_power_adds_four_where_the_name_is_red() -> None:
    table = firing("hand allied naval-power-1 naval-power-2")
    play(table, "play-naval-power-1", "play-naval-power-2")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1, "cards": 8}
    black = situation(
        "turn 3\n15 69/50 22 Pz/21\nhand allied naval-power armor-support\nbegin impulse"
    )
    play(black, "activate-15-commonwealth", "fire")
    assert options(black) == ["play-armor-support-1", "no-card"]


@rule("storm", "6.2b", "9.2a")
@pytest.mark.parametrize("card", ["naval-power", "engineer-support"])
def test_ships_and_engineers_help_units_not_an_attack_by_a_card(card: str) -> None:
    """N-17: with an Artillery card, or with Naval Power fired for an impulse."""
    for fired in ("allied-artillery-1", "naval-power-1"):
        hand = f"hand allied allied-artillery-1 naval-power-1 {card}-2"
        table = situation(f"turn 3\n16 22 Pz/21\n2 AA 21/21\n{hand}\nbegin impulse")
        play(table, f"card-{fired}", "at-16")
        assert is_rolling(table)
        play(table, "dice-1-1")
        assert sums(table)["attack"] == {"firepower": 8}
        assert "area" in sums(table)["defense"]
    table = firing(f"hand allied {card}-2")
    assert f"play-{card}-2" in options(table)


JABOS = """
    turn 3
    impulse german
    11 22 Pz/21 125 PzG/21 916/352
    17 69/50
    hand allied jabos-1 jabos-2
    hand german e-boats
    discards german overcast
    begin impulse
"""


@rule("storm", "6.2a", "6.2e")
@pytest.mark.parametrize(("face", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_jabos_stop_moving_units(face: int, count: int) -> None:
    table = situation(JABOS)
    play(table, "activate-11-german", "move", "add-all", "to-15")
    assert decision(table).seat == "allied"
    assert decision(table).prompt == "German units set out. Play a card?"
    assert options(table) == ["play-jabos-1", "no-card"]
    play(table, "play-jabos-1")
    assert options(table) == [f"die-{each}" for each in range(1, 7)]
    play(table, f"die-{face}")
    for name in ("ge-352-916", "ge-21-125")[:count]:
        assert decision(table).seat == "german"  # he chooses which
        play(table, f"stop-{name}")
    pass_windows(table)
    assert at(table, "22 Pz/21") == "15"
    assert at(table, "916/352") == ("11" if count > 0 else "15")
    assert at(table, "125 PzG/21") == ("11" if count > 1 else "15")
    assert is_spent(table, "916/352") == (count > 0)
    assert is_discarded(table, "jabos-1")
    # Without the slow regiment the others go on as far as they can.
    assert table.action.points == {0: 2, 1: 4, 2: 5}[count]


@rule("storm", "6.2f")
def test_jabos_add_up_and_stop_all() -> None:
    table = situation(JABOS.replace("916/352", ""))
    play(table, "activate-11-german", "move", "add-all", "to-15")
    play(table, "play-jabos-1", "die-3", "stop-ge-21-22")
    assert options(table) == ["play-jabos-2", "no-card"]
    play(table, "play-jabos-2", "die-6")
    assert {"22 Pz/21", "125 PzG/21"} == in_place(table, 11)
    assert is_spent(table, "22 Pz/21", "125 PzG/21")
    assert table.impulse == ALLIED


@rule("storm", "6.2e")
def test_jabos_against_an_assault() -> None:
    table = situation(JABOS.replace("17 69/50", "16 69/50"))
    play(table, "activate-11-german", "assault-16", "add-ge-21-22", "add-ge-21-125", "commit")
    play(table, "play-jabos-1", "die-4", "stop-ge-21-22")
    pass_windows(table)
    assert in_place(table, 16) == {"125 PzG/21", "69/50"}
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 2}
    assert is_spent(table, "22 Pz/21")


@rule("storm", "12.3g")
def test_jabos_do_not_reach_units_in_a_box() -> None:
    table = situation("""
        turn 3
        impulse german
        zone-B 25 SS/12SS
        17 69/50
        hand allied jabos
        discards german overcast
        discards allied french-resistance
        begin impulse
    """)
    play(table, "activate-zone-B-german", "to-7")
    assert at(table, "25 SS/12SS") == "7"  # nobody was asked
    play(table, "to-8")
    assert options(table) == ["play-jabos-1", "no-card"]  # the first area of its way
    play(table, "play-jabos-1", "die-5")
    assert at(table, "25 SS/12SS") == "7"
    assert is_spent(table, "25 SS/12SS")


@rule("storm", "6.2e")
def test_jabos_only_as_units_set_out() -> None:
    table = situation(JABOS)
    play(table, "activate-11-german", "move", "add-ge-21-22", "commit", "to-15", "no-card", "to-12")
    assert at(table, "22 Pz/21") == "12"  # not asked a second time


@rule("storm", "6.2c", "6.2d")
def test_ultra_cancels_a_german_card_for_the_impulse() -> None:
    table = situation("""
        turn 3
        impulse german
        16 69/50
        2 AA 21/21
        hand german german-artillery
        hand allied ultra
        begin impulse
    """)
    play(table, "card-german-artillery-1")
    assert decision(table).seat == "allied"
    assert options(table) == ["play-ultra-1", "no-card"]
    play(table, "play-ultra-1")
    assert not events(table, "attack")
    assert is_discarded(table, "ultra-1")
    assert is_discarded(table, "german-artillery-1")
    assert table.impulse == ALLIED


@rule("storm", "6.2e")
def test_ultra_does_not_cancel_other_cards() -> None:
    table = firing("hand german nebelwerfer", "hand allied ultra", impulse="german")
    play(table, "play-nebelwerfer-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"]["cards"] == 2
    assert hand(table, "allied") == {"ultra-1"}


@rule("storm", "6.2c")
def test_where_is_patton_cancels_hitler_commits_panzers() -> None:
    table = situation("""
        turn 2
        impulse german
        2 AA 21/21
        17 69/50
        hand german hitler-commits-panzers
        hand allied where-is-patton
        begin impulse
    """)
    play(table, "card-hitler-commits-panzers", "play-where-is-patton-1")
    assert not table.early_panzers
    assert at(table, "902/Lehr") == "nowhere"
    assert is_removed(table, "where-is-patton")
    assert is_removed(table, "hitler-commits-panzers")


@rule("storm", "6.2e", "12.2b")
def test_where_is_patton_delays_a_zone() -> None:
    table = situation("""
        turn 2
        out 25 SS/12SS II/12 SS Pz AA 12/12SS 30 Mob Bde Sturm AOK 7 921/243
        hand allied where-is-patton
        agenda reinforcements.arrive [1]
    """)
    assert decision(table).seat == "allied"
    found = options(table)
    assert found == [f"play-where-is-patton-2-zone-{zone}" for zone in "ABC"] + ["no-card"]
    on = {each.id: each.touches for each in decision(table).options}
    assert on["play-where-is-patton-2-zone-C"] == (place_tag(place("zone-C")),)
    assert on["no-card"] == ()
    play(table, "play-where-is-patton-2-zone-C")
    assert at(table, "902/Lehr") == "nowhere"
    assert at(table, "26 SS/12SS") == "zone-B"
    assert is_removed(table, "where-is-patton")
    table.turn = 3
    run(table, arriving.arrive, GERMAN)
    assert at(table, "902/Lehr") == "zone-C"


@rule("storm", "9.2a")
def test_heavy_bombers() -> None:
    table = situation("""
        turn 3
        support 4
        16 22 Pz/21 69/50
        15 352 Fus/352
        2 AA 21/21
        hand allied heavy-bombers
        begin impulse
    """)
    play(table, "card-heavy-bombers")
    assert options(table) == ["at-2", "at-15"]  # Allied units are in 16
    play(table, "at-15")
    assert is_rolling(table)  # no Support Points
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 10}
    assert is_discarded(table, "heavy-bombers")


@rule("storm", "6.2e")
def test_french_resistance() -> None:
    table = situation("""
        turn 3
        impulse german
        zone-B 25 SS/12SS
        2 AA 21/21
        17 69/50
        hand allied french-resistance
        begin impulse
    """)
    table_2 = table.copy()
    play(table, "activate-zone-B-german", "to-7")
    assert options(table) == ["play-french-resistance", "no-card"]
    play(table, "play-french-resistance")
    assert at(table, "25 SS/12SS") == "7"
    assert is_spent(table, "25 SS/12SS")
    assert table.impulse == ALLIED
    assert is_discarded(table, "french-resistance")
    # Not against units that set out from an area.
    play(table_2, "activate-2-german", "to-1")
    assert "play-french-resistance" not in options(table_2)


@rule("storm", "6.2a")
def test_follow_me() -> None:
    table = situation("""
        turn 3
        16 69/50 spent 151/50 spent 231/50 spent 22 Pz/21
        19 16/1 spent
        box-gold 56 Ind Bde spent
        hand allied follow-me
        begin impulse
    """)
    play(table, "card-follow-me")
    assert options(table) == ["refresh-16-commonwealth", "refresh-19-american"]
    play(table, "refresh-16-commonwealth", "refresh-br-50-69", "refresh-br-50-231")
    assert is_fresh(table, "69/50", "231/50")
    assert is_spent(table, "151/50", "56 Ind Bde")
    play(table, "fire", "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 2}
    assert is_spent(table, "69/50", "231/50")
