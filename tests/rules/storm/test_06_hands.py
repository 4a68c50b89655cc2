"""6 Tactical cards: receiving, playing, discarding and reshuffling them."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import cards, deck
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from storm_situations import (
    GAME,
    card,
    decision,
    events,
    hand,
    is_fresh,
    is_spent,
    no_cards,
    options,
    play,
    run,
    situation,
    texts,
)

FIREFIGHT = "turn 2; 11 69/50, 151/50, 192 PzG/21; allied 11; begin impulse"
"""Two British brigades and a German regiment in Creully."""


def draw_all(table: StormTable, side: int) -> int:
    """Fill a hand, always with the first card of the stack; how many were drawn."""
    run(table, hands.fill_hand, side)
    count = 0
    while decision(table) is not None:
        play(table, options(table)[0])
        count += 1
    return count


# --- 6.1, 6.4 drawing


@rule("storm", "6.1a")
def test_each_side_draws_from_its_own_stack_any_card_equally_likely() -> None:
    table = situation("turn 2; hand german bocage-1; discards german 88s-1; removed goetz-recon")
    run(table, hands.fill_hand, GERMAN)
    asked = decision(table)
    assert isinstance(asked, Chance)
    assert asked.weights is None
    gone = {card("bocage-1"), card("88s-1"), card("goetz-recon")}
    assert {option.value for option in asked.options} == set(members(deck("german"))) - gone
    play(table, "card-bocage-2")
    assert hand(table, "german") == {"bocage-1", "bocage-2"}
    assert "card-bocage-2" not in options(table)


@rule("storm", "6.1a")
def test_only_the_owner_sees_what_he_draws() -> None:
    table = situation("turn 2")
    run(table, hands.fill_hand, GERMAN)
    told = play(table, "card-overcast")
    assert [(event.kind, event.seats) for event in told] == [
        ("draw", ("german",)),
        ("draws", None),
    ]
    assert "Overcast" not in told[1].text
    assert GAME.see(table, "allied")["hands"]["german"]["cards"] == 1
    assert GAME.see(table, "german")["hands"]["german"] == ["overcast"]


@rule("storm", "6.1b")
def test_caen_and_bourguebus_give_one_card_to_whoever_holds_both_alone() -> None:
    assert draw_all(situation("turn 2"), GERMAN) == 6
    assert draw_all(situation("turn 2; allied 7"), GERMAN) == 5
    assert draw_all(situation("turn 2; allied 5 7"), ALLIED) == 3
    assert draw_all(situation("turn 2; allied 3 10 17 18 25 5 7"), ALLIED) == 7
    contested = situation("turn 2; allied 5 7; 5 8/3 Br, 125 PzG/21")
    assert draw_all(contested, ALLIED) == 2


def all_but(*kept: str) -> str:
    """The German cards, but for some, as the discards of a situation."""
    names = [each.id for each in cards() if each.side == "german" and each.id not in kept]
    return f"discards german {' '.join(names)}"


@rule("storm", "6.4b")
def test_a_stack_too_small_for_the_hand_is_mixed_with_the_discards() -> None:
    table = situation(f"turn 2; {all_but('overcast', 'bocage-1')}")
    run(table, hands.fill_hand, GERMAN)
    assert texts(events(table, "shuffle")) == ["The German discards are shuffled into the stack."]
    assert table.discards[GERMAN] == 0
    assert len(options(table)) == 27


@rule("storm", "6.4b")
def test_a_stack_that_just_suffices_is_drawn_to_the_end() -> None:
    six = ("overcast", "bocage-1", "bocage-2", "88s-1", "88s-2", "e-boats")
    table = situation(f"turn 2; {all_but(*six)}")
    assert draw_all(table, GERMAN) == 6
    assert hand(table, "german") == set(six)
    assert table.discards[GERMAN].bit_count() == 21
    assert not events(table, "shuffle")


@rule("storm", "6.4b")
def test_cards_out_of_play_do_not_come_back() -> None:
    table = situation(f"turn 2; removed goetz-recon; {all_but('goetz-recon', 'overcast')}")
    run(table, hands.fill_hand, GERMAN)
    assert len(options(table)) == 26
    assert "card-goetz-recon" not in options(table)


@rule("storm", "6.4a")
def test_each_side_has_its_own_discards() -> None:
    table = situation(f"turn 2; discards allied jabos-1; {all_but('overcast')}")
    run(table, hands.fill_hand, GERMAN)
    assert table.discards[ALLIED] == 1 << card("jabos-1")
    end = situation("turn 2; hand allied jabos-1; hand german overcast; begin end")
    play(end, "discard-jabos-1", "discard-overcast")
    assert end.discards == [1 << card("jabos-1"), 1 << card("overcast")]


# --- 6.2 playing


@rule("storm", "6.2a")
def test_what_a_card_says_goes_before_the_rules() -> None:
    """7.1 would have the unit spent; the card keeps it fresh."""
    text = f"{FIREFIGHT}; impulse german; hand german defensive-fire-1"
    table = situation(text)
    play(table, "card-defensive-fire-1", "fire-11-german")
    no_cards(table)
    play(table, "dice-1-1")
    assert is_fresh(table, "192 PzG/21")
    plain = situation(text)
    play(plain, "activate-11-german", "fire")
    no_cards(plain)
    play(plain, "dice-1-1")
    assert is_spent(plain, "192 PzG/21")


@rule("storm", "6.2b")
def test_where_a_card_says_nothing_the_rules_apply() -> None:
    """The Artillery card does not mention Support Points' limit: a red name allows two (9.3.3)."""
    table = situation(f"{FIREFIGHT}; hand allied allied-artillery-1; support 4")
    play(table, "card-allied-artillery-1", "at-11")
    assert options(table) == ["support-0", "support-1", "support-2"]
    play(table, "support-2", "dice-6-4")
    assert table.support == 2
    [told] = events(table, "attack")
    assert told.detail["attack"] == {"firepower": 8, "support": 2}
    assert told.detail["damage"] == 10 + 8 + 2 - 10  # no terrain: the Allies control the area


@rule("storm", "6.2c")
def test_the_enemy_is_asked_whether_he_answers_with_a_card() -> None:
    table = situation(f"{FIREFIGHT}; impulse german; hand german german-artillery-1")
    table.hands[ALLIED] = 1 << card("ultra-1")
    play(table, "card-german-artillery-1")
    assert decision(table).seat == "allied"
    assert options(table) == ["play-ultra-1", "no-card"]
    play(table, "play-ultra-1")
    assert texts(events(table, "cancelled")) == ["Artillery has no effect."]
    assert decision(table).kind == "impulse_chosen"


@rule("storm", "6.2c")
def test_he_is_asked_whatever_he_holds() -> None:
    """Otherwise the question would tell what is in his hand."""
    table = situation(f"{FIREFIGHT}; impulse german; hand german german-artillery-1")
    table.hands[ALLIED] = 1 << card("jabos-1")
    play(table, "card-german-artillery-1")
    assert (decision(table).seat, options(table)) == ("allied", ["no-card"])


@rule("storm", "6.2d", "7.2a", "7.0a")
def test_a_card_for_the_impulse_is_the_whole_impulse() -> None:
    table = situation(
        f"{FIREFIGHT}; impulse german; hand german german-artillery-1 german-artillery-2 e-boats"
    )
    play(table, "card-german-artillery-1", "at-11")
    no_cards(table)
    play(table, "dice-1-1")
    assert (decision(table).kind, decision(table).seat) == ("impulse_chosen", "allied")
    assert hand(table, "german") == {"german-artillery-2", "e-boats"}
    assert is_fresh(table, "192 PzG/21")  # nobody else acted


@rule("storm", "6.2d")
def test_other_cards_are_not_an_impulse() -> None:
    table = situation(f"{FIREFIGHT}; hand allied armor-support-1 jabos-1 naval-power-1")
    offered = [each for each in options(table) if each.startswith("card-")]
    assert offered == ["card-naval-power-1"]
    refused = GAME.why_not(table, card="armor-support-1")
    assert (refused.rule, refused.text) == ("6.2", "Armor Support is not a card for an impulse")


@rule("storm", "6.2e", "6.2f")
def test_cards_are_played_when_their_moment_comes_and_add_up() -> None:
    table = situation(
        "turn 2; 11 69/50, 151/50, 192 PzG/21, 125 PzG/21; allied 11; begin impulse; "
        "hand allied armor-support-1 armor-support-2; hand german iron-cross-1"
    )
    play(table, "activate-11-commonwealth", "fire", "add-all")
    play(table, "play-armor-support-1", "play-armor-support-2")
    no_cards(table)
    play(table, "dice-5-5")
    [told] = events(table, "attack")
    assert told.detail["attack"] == {"firepower": 2, "cards": 6}
    assert told.detail["damage"] == 10 + 2 + 6 - 10
    assert (decision(table).seat, options(table)) == ("german", ["play-iron-cross-1", "no-card"])
    play(table, "play-iron-cross-1")
    assert table.attack.damage == 6


@rule("storm", "6.2g")
def test_a_played_card_is_discarded_or_leaves_play() -> None:
    table = situation("turn 2; impulse german; hand german e-boats goetz-recon; begin impulse")
    table.support = 4
    play(table, "card-e-boats")
    assert table.discards[GERMAN] == 1 << card("e-boats")
    assert GAME.see(table, "allied")["discards"]["german"] == ["e-boats"]
    again = situation("turn 2; impulse german; hand german goetz-recon; begin impulse")
    play(again, "card-goetz-recon", "in-zone-D")
    assert again.discards[GERMAN] == 0
    assert again.removed == 1 << card("goetz-recon")


# --- 6.3


@rule("storm", "6.3a")
def test_any_all_or_none_are_discarded_at_the_end() -> None:
    text = "turn 2; hand allied jabos-1 jabos-2; begin end"
    for thrown in ([], ["jabos-2"], ["jabos-1", "jabos-2"]):
        table = situation(text)
        play(table, *(f"discard-{name}" for name in thrown))
        if len(thrown) < 2:
            play(table, "keep")
        assert hand(table, "allied") == {"jabos-1", "jabos-2"} - set(thrown)
        assert table.discards[ALLIED] == sum(1 << card(name) for name in thrown)


@rule("storm", "6.3b")
def test_cards_kept_are_part_of_the_next_hand() -> None:
    table = situation("turn 2; hand allied jabos-1; allied 3")
    assert draw_all(table, ALLIED) == 2
    assert len(hand(table, "allied")) == 3
