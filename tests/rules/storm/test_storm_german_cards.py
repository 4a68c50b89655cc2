"""6.2, 7.2 When each German card may be played, and what it does.

Bocage, Defensive Fire and Shock Assault, whose text the rulebook gives, are tested with 11.
"""

from __future__ import annotations

import pytest
from playing_cards import firing, is_discarded, is_removed, is_rolling, pass_windows, sums

from beachhead.kernel.chance import Dealer
from beachhead.kernel.rulebook import rule
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, GERMAN
from storm_situations import (
    GAME,
    at,
    decision,
    events,
    hand,
    is_fresh,
    is_spent,
    options,
    play,
    situation,
)


@rule("storm", "9.2a", "10.2c")
def test_german_artillery() -> None:
    table = situation("""
        turn 3
        impulse german
        support 4
        16 69/50 22 Pz/21
        17 151/50
        box-gold 231/50
        hand german german-artillery nebelwerfer
        begin impulse
    """)
    play(table, "card-german-artillery-1")
    assert options(table) == ["at-16", "at-17"]
    play(table, "at-17", "play-nebelwerfer-1", "dice-6-6")
    assert sums(table)["attack"] == {"firepower": 6, "cards": 2}
    assert sums(table)["damage"] == 10  # 20 against 9 and 1; yet nobody is eliminated
    assert at(table, "151/50") == "box-gold"
    assert is_spent(table, "151/50")
    assert is_discarded(table, "german-artillery-1")
    assert is_fresh(table, "22 Pz/21")


ARMOR = "16 69/50 8 Armd Bde 22 Pz/21\n2 AA 21/21"


@rule("storm", "6.2f")
def test_88s_silence_armor() -> None:
    table = situation(f"turn 3\n{ARMOR}\nhand german 88s-1 88s-2\nbegin impulse")
    play(table, "activate-16-commonwealth", "fire", "add-all")
    assert options(table) == ["play-88s-1-1", "no-card"]
    play(table, "play-88s-1-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1}
    assert is_discarded(table, "88s-1")
    infantry = situation(f"turn 3\n{ARMOR}\nhand german 88s\nbegin impulse")
    play(infantry, "activate-16-commonwealth", "fire", "add-br-50-69", "commit")
    assert "play-88s-1-1" not in options(infantry)


@rule("storm", "9.3.2a", "6.2a")
def test_armor_silenced_by_88s_still_counts_for_division_integrity() -> None:
    """N-18: it takes part in the attack, only its firepower is lost."""
    division = "16 66 (CCA)/2A 41 AIR/2A 67 (CCB)/2A 22 Pz/21\n2 AA 21/21"
    table = situation(f"turn 3\n{division}\nhand german 88s\nbegin impulse")
    play(table, "activate-16-american", "fire", "add-all", "play-88s-1-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 2, "division integrity": 1}
    assert is_spent(table, "66 (CCA)/2A")


@rule("storm", "6.2f")
def test_88s_and_nebelwerfer_add_up() -> None:
    table = firing("hand german 88s-1 88s-2 nebelwerfer-1", impulse="german")
    assert options(table) == ["play-88s-1-2", "play-nebelwerfer-1", "no-card"]
    play(table, "play-88s-1-2", "play-88s-2-2", "play-nebelwerfer-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 3, "cards": 6}


@rule("storm", "6.2e")
def test_88s_and_nebelwerfer_are_not_for_assaults() -> None:
    table = situation("""
        turn 3
        impulse german
        11 22 Pz/21
        16 69/50
        hand german 88s nebelwerfer bocage
        begin impulse
    """)
    play(table, "activate-11-german", "assault-16", "discard-bocage-1")
    assert is_rolling(table)
    # Nebelwerfer helps Artillery, 88s do not.
    gunners = situation("""
        turn 3
        impulse german
        16 69/50
        hand german 88s nebelwerfer german-artillery
        begin impulse
    """)
    play(gunners, "card-german-artillery-1", "at-16")
    assert options(gunners) == ["play-nebelwerfer-1", "no-card"]


@rule("storm", "6.2f")
def test_iron_cross() -> None:
    table = firing("hand german iron-cross-1 iron-cross-2", "hand allied armor-support")
    play(table, "play-armor-support-1")
    pass_windows(table)
    play(table, "dice-6-6")  # 1 + 3 + 12 against 11 and 3: 2
    assert sums(table)["damage"] == 2
    assert decision(table).seat == "german"
    assert options(table) == ["play-iron-cross-1", "no-card"]
    play(table, "play-iron-cross-1")
    assert is_fresh(table, "22 Pz/21")
    assert is_discarded(table, "iron-cross-1")
    assert hand(table, "german") == {"iron-cross-2"}  # nothing is left to reduce
    assert table.attack is None


@rule("storm", "6.2f")
def test_two_iron_crosses() -> None:
    table = situation("""
        turn 3
        16 69/50 151/50 231/50 352 Fus/352
        2 AA 21/21
        hand german iron-cross-1 iron-cross-2
        begin impulse
    """)
    play(table, "activate-16-commonwealth", "fire", "add-all", "no-card", "dice-6-6")
    assert sums(table)["damage"] == 5  # 4 + 12 against 8 and 3
    play(table, "play-iron-cross-1")
    assert table.attack is not None
    assert table.attack.damage == 3
    play(table, "play-iron-cross-2")
    assert table.attack.damage == 1
    play(table, "done")
    assert is_spent(table, "352 Fus/352")


@rule("storm", "6.2a")
@pytest.mark.parametrize(("had", "left"), [(4, 2), (1, 0)])
def test_e_boats(had: int, left: int) -> None:
    text = "turn 3\nimpulse german\nsupport {}\n17 69/50\nhand german e-boats\nbegin impulse"
    table = situation(text.format(had))
    play(table, "card-e-boats")
    assert table.support == left
    assert is_discarded(table, "e-boats")
    assert "card-e-boats" not in options(situation(text.format(0)))


@rule("storm", "6.2a")
@pytest.mark.parametrize(
    ("side", "id_", "other", "victim"),
    [
        ("german", "german-intelligence", "allied", "jabos-2"),
        ("allied", "ultra-1", "german", "bocage-3"),
    ],
)
def test_a_look_at_the_enemy_hand(side: str, id_: str, other: str, victim: str) -> None:
    kept = "armor-support-1" if other == "allied" else "e-boats"
    table = situation(f"""
        turn 3
        impulse {side}
        2 AA 21/21
        17 69/50
        hand {side} {id_}
        hand {other} {victim} {kept}
        discards allied ultra-2
        begin impulse
    """)
    happened = play(table, f"card-{id_}")
    pass_windows(table)
    assert decision(table).seat == side
    assert set(options(table)) == {f"discard-{victim}", f"discard-{kept}"}
    assert all(option.commits for option in decision(table).options)
    # He sees them all while he chooses, whatever a spectator imagines them to be.
    for seed in range(10):
        imagined = table.copy()
        GAME.redeal(imagined, None, Dealer.of(seed))
        assert imagined.known[SIDES.index(other)] == imagined.hands[SIDES.index(other)]
    happened += events(table, "look")
    assert {event.seats for event in happened if event.kind == "look"} == {(side,)}
    play(table, f"discard-{victim}")
    assert hand(table, other) == {kept}
    assert is_discarded(table, victim)
    # What he saw he knows; the others do not.
    assert GAME.see(table, side)["hands"][other] == {"cards": 1, "known": [kept]}
    assert GAME.see(table, None)["hands"][other] == {"cards": 1, "known": []}
    empty = situation(
        f"turn 3\nimpulse {side}\n2 AA 21/21\n17 69/50\nhand {side} {id_}\nbegin impulse"
    )
    assert f"card-{id_}" not in options(empty)


@rule("storm", "6.2a")
def test_heil_hitler() -> None:
    table = situation("""
        turn 3
        impulse german
        16 22 Pz/21 spent 125 PzG/21 spent 916/352 spent 69/50
        zone-B 25 SS/12SS spent
        2 AA 21/21 spent
        hand german heil-hitler
        begin impulse
    """)
    play(table, "card-heil-hitler")
    assert options(table) == ["refresh-2-21-pz", "refresh-16-21-pz", "refresh-16-352-inf"]
    alone = table.copy()
    play(alone, "refresh-2-21-pz")
    assert alone.impulse == ALLIED  # nobody is there to fire at
    play(table, "refresh-16-21-pz")
    assert is_fresh(table, "22 Pz/21", "125 PzG/21")
    assert is_spent(table, "916/352", "25 SS/12SS")
    held = table.copy()
    play(table, "fire", "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 5}
    assert is_spent(table, "22 Pz/21", "125 PzG/21")
    play(held, "hold")
    assert is_fresh(held, "22 Pz/21", "125 PzG/21")
    assert held.impulse == ALLIED
    rested = situation("turn 3\nimpulse german\n2 AA 21/21\nhand german heil-hitler\nbegin impulse")
    assert "card-heil-hitler" not in options(rested)


@rule("storm", "6.2a", "12.1a")
def test_hitler_commits_panzers() -> None:
    table = situation("""
        turn 2
        impulse german
        2 AA 21/21
        17 69/50
        hand german hitler-commits-panzers
        begin impulse
    """)
    play(table, "card-hitler-commits-panzers")
    # Due this turn and before, now; those of turn 3 in this end phase.
    assert at(table, "902/Lehr") == "zone-C"
    assert at(table, "901/Lehr") == "nowhere"
    assert is_removed(table, "hitler-commits-panzers")
    assert table.early_panzers
    play(table, "pass")
    while table.turn == 2:
        play(table, options(table)[-1])
    assert at(table, "901/Lehr") == "zone-C"
    assert at(table, "I/6 Pz/Lehr") == "nowhere"
    assert at(table, "23/2") != "nowhere"  # Allied units come as printed
    assert at(table, "102 Cav") == "nowhere"


@rule("storm", "12.1a", "6.2a")
def test_reinforcements_that_come_early_are_not_hastened_again() -> None:
    text = "turn 3; impulse german; 2 AA 21/21; hand german hitler-commits-panzers; begin impulse"
    assert "card-hitler-commits-panzers" in options(situation(text))
    assert "card-hitler-commits-panzers" not in options(situation(f"early-panzers; {text}"))


@rule("storm", "2.1.1n", "8.1a")
def test_a_unit_of_a_card_finds_no_room_in_a_full_area() -> None:
    table = situation("""
        turn 3
        impulse german
        22 115/29
        23 100 Pz Ers, 914/352, 22 Pz/21, 916/352, 1057/91, 1058/91
        hand german goetz-recon
        begin impulse
    """)
    play(table, "card-goetz-recon")
    assert options(table) == ["in-zone-D", "in-32"]


@rule("storm", "2.1.1n")
def test_a_unit_without_any_place_is_not_brought_by_its_card() -> None:
    everywhere = " ".join(map(str, range(1, len(board().areas) + 1)))
    table = situation(f"""
        turn 3
        impulse german
        allied {everywhere}
        16 69/50 22 Pz/21
        hand german composite-force
        begin impulse
    """)
    assert "card-composite-force" not in options(table)


@rule("storm", "2.1.1n")
def test_goetz_recon() -> None:
    text = """
        turn 3
        impulse german
        22 115/29
        32 100 Pz Ers
        hand german goetz-recon
        begin impulse
    """
    table = situation(text)
    play(table, "card-goetz-recon")
    # Zone D, or 23 and 32 beside it; Allied units are in 22.
    assert options(table) == ["in-zone-D", "in-23", "in-32"]
    play(table, "in-23")
    assert at(table, "Götz Recon") == "23"
    assert is_fresh(table, "Götz Recon")
    assert is_removed(table, "goetz-recon")
    once = situation(text.replace("32 100", "out Götz Recon\n32 100"))
    assert "card-goetz-recon" not in options(once)


@rule("storm", "2.1.1n")
def test_composite_force() -> None:
    table = situation("""
        turn 3
        impulse german
        22 115/29
        16 69/50 22 Pz/21
        hand german composite-force
        begin impulse
    """)
    play(table, "card-composite-force")
    found = options(table)
    assert not {"in-22", "in-16", "in-28"} & set(found)
    assert not any(each.startswith(("in-zone", "in-box")) for each in found)
    play(table, "in-21")
    assert at(table, "Composite Force") == "21"
    assert is_removed(table, "composite-force")


@rule("storm", "5.0f")
def test_rommel_returns() -> None:
    text = "turn 3\n2 AA 21/21\n17 69/50\nhand german {}\nbegin impulses"
    table = situation(text.format("rommel-returns"))
    assert decision(table).seat == "german"
    assert options(table) == ["play-rommel-returns", "no-card"]
    play(table, "play-rommel-returns")
    assert decision(table).seat == "german"
    assert table.impulse == table.first == GERMAN
    assert is_discarded(table, "rommel-returns")
    without = situation(text.format("bocage"))
    assert options(without) == ["no-card"]
    play(without, "no-card")
    assert decision(without).seat == "allied"


@rule("storm", "6.2c", "6.2e")
def test_overcast_cancels_what_flies_and_sails() -> None:
    table = firing("hand german overcast", "hand allied naval-power armor-support")
    play(table, "play-armor-support-1")
    # Armor Support cannot be cancelled: the Allies are asked on.
    assert decision(table).seat == "allied"
    play(table, "play-naval-power-1")
    assert decision(table).seat == "german"
    assert options(table) == ["play-overcast", "no-card"]
    play(table, "play-overcast")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1, "cards": 3}
    assert is_discarded(table, "overcast")
    assert is_discarded(table, "naval-power-1")


@rule("storm", "6.2c", "6.2f")
def test_a_cancelled_card_stays_cancelled_when_others_follow() -> None:
    table = firing("hand german overcast", "hand allied naval-power armor-support")
    play(table, "play-naval-power-1", "play-overcast")
    assert decision(table).seat == "allied"
    play(table, "play-armor-support-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1, "cards": 3}


@rule("storm", "6.2c")
@pytest.mark.parametrize("id_", ["naval-power-1", "heavy-bombers"])
def test_overcast_cancels_a_card_for_the_impulse(id_: str) -> None:
    table = situation(f"""
        turn 3
        19 916/352
        17 69/50
        2 AA 21/21
        hand allied {id_}
        hand german overcast
        begin impulse
    """)
    play(table, f"card-{id_}", "play-overcast")
    assert not events(table, "attack")
    assert table.impulse == GERMAN
    assert is_discarded(table, id_)


@rule("storm", "6.2c")
def test_overcast_cancels_jabos() -> None:
    table = situation("""
        turn 3
        impulse german
        11 22 Pz/21
        17 69/50
        hand allied jabos
        hand german overcast
        begin impulse
    """)
    play(table, "activate-11-german", "move", "to-15", "play-jabos-1", "play-overcast")
    pass_windows(table)
    assert at(table, "22 Pz/21") == "15"
