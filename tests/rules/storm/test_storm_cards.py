"""6.2, 7.2 Playing cards: when each card of both decks may be played, and what it does.

Bocage, Defensive Fire and Shock Assault, whose text the rulebook gives, are tested with 11.
"""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm import reinforcements
from beachhead.storm.cards import IMPULSE, card_types, cards
from beachhead.storm.effects import CARD_ACTIONS
from beachhead.storm.interrupts import DOES, EFFECTS
from beachhead.storm.state import ALLIED, GERMAN, SIDES, Table
from storm_situations import (
    GAME,
    allied_areas,
    at,
    card,
    decision,
    events,
    hand,
    in_place,
    is_fresh,
    is_spent,
    options,
    play,
    run,
    situation,
    unit,
)


def sums(table: Table) -> dict[str, Any]:
    told = events(table, "attack")[-1].detail
    return {name: told[name] for name in ("attack", "defense", "damage")}


def is_rolling(table: Table) -> bool:
    return isinstance(decision(table), Chance)


def pass_windows(table: Table) -> None:
    """Play no card until somebody decides something else."""
    while options(table)[-1:] == ["no-card"]:
        play(table, "no-card")


def is_discarded(table: Table, id_: str) -> bool:
    side = SIDES.index(cards()[card(id_)].side)
    return bool(table.discards[side] >> card(id_) & 1)


def is_removed(table: Table, id_: str) -> bool:
    return bool(table.removed >> card(id_) & 1)


# --- 6.2 in general


@rule("storm", "6.2a", "2.3a")
def test_every_use_of_every_card_is_carried_out() -> None:
    assert sum(kind.copies for kind in card_types()) == 54
    for kind in card_types():
        for use in kind.uses:
            if use.when == IMPULSE:
                assert use.effect in CARD_ACTIONS, kind.id
            else:
                assert use.effect in EFFECTS, kind.id
                assert use.effect in DOES, kind.id


FIRING = """
    turn 3
    16 69/50 22 Pz/21
    2 AA 21/21
"""
"""A Commonwealth regiment beside the panzers of Bayeux."""


def firing(*lines: str, impulse: str = "allied") -> Table:
    """The regiment, or the panzers, open fire."""
    table = situation("\n".join([FIRING, f"impulse {impulse}", *lines, "begin impulse"]))
    nation = "commonwealth" if impulse == "allied" else "german"
    play(table, f"activate-16-{nation}", "fire")
    return table


@rule("storm", "6.2c", "6.2e")
def test_the_other_side_is_asked_whether_it_has_a_card_or_not() -> None:
    # Bocage could be in any German hand.
    for held in ("bocage", "iron-cross", "rommel-returns"):
        table = firing(f"hand german {held}")
        asked = decision(table)
        assert (asked.seat, asked.prompt) == ("german", "The enemy attacks. Play a card?")
        assert options(table)[-1] == "no-card"
        assert (len(options(table)) == 2) == (held == "bocage")


@rule("storm", "6.2c")
def test_nobody_is_asked_who_cannot_have_a_card_for_it() -> None:
    assert is_rolling(firing())  # empty hands
    gone = firing("hand german iron-cross", "discards german bocage bocage bocage bocage")
    assert is_rolling(gone)  # 88s only against armor
    removed = situation("""
        turn 3
        impulse german
        2 AA 21/21
        hand german hitler-commits-panzers
        hand allied jabos
        discards allied ultra ultra
        removed where-is-patton
        begin impulse
    """)
    happened = play(removed, "card-hitler-commits-panzers")
    assert any(event.kind == "early" for event in happened)


@rule("storm", "6.2e", "6.2f")
def test_several_cards_in_a_row_and_an_answer_to_the_defender() -> None:
    table = firing(
        "hand allied armor-support-1 armor-support-2 engineer-support",
        "hand german bocage",
        "support 0",
    )
    assert decision(table).seat == "allied"
    play(table, "play-armor-support-1", "play-armor-support-2", "no-card")
    assert decision(table).seat == "german"
    play(table, "play-bocage-1-2")
    # The attacker may still answer, as the defender has shown his card.
    assert decision(table).seat == "allied"
    assert "play-engineer-support-1" in options(table)
    play(table, "play-engineer-support-1")
    pass_windows(table)
    play(table, "dice-1-1")
    assert sums(table)["attack"] == {"firepower": 1, "cards": 6}
    assert sums(table)["defense"] == {"best unit": 11}


@rule("storm", "6.2g", "6.4a")
def test_played_cards_lie_open_and_some_leave_play() -> None:
    table = firing("hand allied armor-support", "hand german iron-cross")
    happened = play(table, "play-armor-support-1")
    assert is_discarded(table, "armor-support-1")
    told = [event for event in happened if event.kind == "card"]
    assert [event.seats for event in told] == [None]
    removed = {kind.id for kind in card_types() if kind.removed_after_play}
    assert removed == {
        "hitler-commits-panzers",
        "goetz-recon",
        "composite-force",
        "where-is-patton",
    }


@rule("storm", "6.2d", "7.2a", "7.0a")
def test_a_card_for_the_impulse_is_the_whole_impulse() -> None:
    table = situation("""
        turn 3
        impulse german
        support 4
        2 AA 21/21
        17 69/50
        hand german e-boats german-artillery
        begin impulse
    """)
    play(table, "card-e-boats")
    pass_windows(table)
    assert table.impulse == ALLIED
    assert decision(table).seat == "allied"


@rule("storm", "6.2b")
def test_where_a_card_is_silent_the_rules_apply() -> None:
    """A card's fire attack meets the area's Defensive Value, and damage is assigned as ever."""
    table = situation("""
        turn 3
        impulse german
        16 69/50 151/50
        2 AA 21/21
        hand german german-artillery
        begin impulse
    """)
    play(table, "card-german-artillery-1", "at-16", "dice-6-3")
    assert sums(table)["defense"] == {"best unit": 9, "area": 3}
    assert decision(table).seat == "allied"
    assert options(table) == ["flip-br-50-69", "flip-br-50-151"]


@rule("storm", "6.2d")
def test_reaction_cards_are_no_impulse() -> None:
    table = situation("turn 3\n17 69/50\n16 22 Pz/21\nhand allied jabos ultra\nbegin impulse")
    assert "card-jabos-1" not in options(table)
    refused = GAME.why_not(table, card="jabos-1")
    assert refused is not None
    assert refused.rule == "6.2"


# --- German cards


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


# --- Allied cards


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
    assert options(table) == ["play-jabos-1", "no-card"]
    play(table, "play-jabos-1", f"die-{face}")
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
    play(table, "discard-e-boats", "play-jabos-1", "die-4", "stop-ge-21-22")
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
    play(table, "activate-zone-B-german", "move", "to-7")
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
    play(table, "play-where-is-patton-2-zone-C")
    assert at(table, "902/Lehr") == "nowhere"
    assert at(table, "26 SS/12SS") == "zone-B"
    assert is_removed(table, "where-is-patton")
    table.turn = 3
    run(table, reinforcements.arrive, GERMAN)
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
    play(table, "activate-zone-B-german", "move", "to-7")
    assert options(table) == ["play-french-resistance", "no-card"]
    play(table, "play-french-resistance")
    assert at(table, "25 SS/12SS") == "7"
    assert is_spent(table, "25 SS/12SS")
    assert table.impulse == ALLIED
    assert is_discarded(table, "french-resistance")
    # Not against units that set out from an area.
    play(table_2, "activate-2-german", "move", "to-1")
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


@rule("storm", "6.2a")
def test_every_kind_of_card_is_tested_here_or_with_assaults() -> None:
    """A card added to the pack wants a test of its own."""
    tested = {
        "german-artillery",
        "bocage",
        "defensive-fire",
        "german-shock-assault",
        "88s",
        "nebelwerfer",
        "iron-cross",
        "e-boats",
        "german-intelligence",
        "heil-hitler",
        "hitler-commits-panzers",
        "goetz-recon",
        "composite-force",
        "rommel-returns",
        "overcast",
        "allied-artillery",
        "allied-shock-assault",
        "armor-support",
        "engineer-support",
        "naval-power",
        "jabos",
        "ultra",
        "where-is-patton",
        "heavy-bombers",
        "french-resistance",
        "follow-me",
    }
    assert {kind.id for kind in card_types()} == tested
    assert allied_areas(situation("turn 1")) == {28}
    assert unit("Götz Recon") != unit("Composite Force")
