"""6.2, 7.2 Playing cards: who is asked, when, and what becomes of a card."""

from __future__ import annotations

from playing_cards import firing, is_discarded, is_rolling, pass_windows, sums

from beachhead.kernel.rulebook import rule
from beachhead.storm.cards.card_actions import CARD_ACTIONS
from beachhead.storm.cards.card_list import IMPULSE, card_types
from beachhead.storm.cards.interrupts import DOES, EFFECTS
from beachhead.storm.table.state import ALLIED
from storm_situations import GAME, allied_areas, decision, options, play, situation, unit

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


# --- all of them


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
