"""What a seat is told does not depend on the cards that the other holds, nor what a spectator is
told on what one side has seen of the other's.

In random games, at random moments, the hidden cards, and who has looked at which, are dealt anew
and everything that a seat, or a spectator, receives is compared byte for byte: view, decision,
prompt, options, labels, events, and what the page adds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from beachhead.kernel.bits import members
from beachhead.kernel.chance import Dealer
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.kernel.view import known_events
from beachhead.storm.cards.card_list import cards, copies, deck
from beachhead.storm.game import GAME
from beachhead.storm.notation import write_for
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable, enemy
from storm_situations import situation
from telling import told

EYES = ("allied", "german", None)


UNITS = ("69/50", "505/82", "192 PzG/21", "22 Pz/21")


def same(
    one: State[StormTable], other: State[StormTable], seat: str | None, *, pages: bool = False
) -> bool:
    """Whether a seat is told the same in both games; by all that the page adds as well, which
    takes longer."""
    if pages and told(one, seat, UNITS) != told(other, seat, UNITS):
        return False
    notes = [write_for(state.position, seat) for state in (one, other)]
    return canonical(one.view(seat)) == canonical(other.view(seat)) and notes[0] == notes[1]


def dealt_anew(state: State[StormTable], seat: str | None, rng: random.Random) -> State[StormTable]:
    """The same game with other cards, and others known to the sides, where the seat cannot look."""
    other = state.copy()
    GAME.redeal(other.position, seat, Dealer.of(rng.randrange(10**9)))
    return other


def with_hand(state: State[StormTable], side: int, hand: int) -> State[StormTable]:
    """The same game with a given hand in place of a side's own."""
    other = state.copy()
    position = other.position
    whole = position.hands[side] | position.stock[side]
    assert hand & ~whole == 0
    position.hands[side], position.stock[side] = hand, whole & ~hand
    return other


Moments = Iterator[tuple[State[StormTable], random.Random]]


def random_games(seeds: range, moments: int, prefer: tuple[str, ...] = ()) -> Moments:
    """Moments of random games, each with the random numbers that led there. Some choices may be
    made whenever they can."""
    for seed in seeds:
        rng = random.Random(seed)
        state = GAME.setup(seed=seed)
        wait = rng.randrange(40)
        for _ in range(moments):
            for _ in range(wait):
                if state.over:
                    break
                options = state.decision.options
                preferred = [option for option in options if option.id.startswith(prefer)]
                choice = rng.choice(preferred if prefer and preferred else options)
                if choice.id == "pass" and rng.random() < 0.8:
                    choice = rng.choice(options)
                state.apply(choice)
            if state.over:
                break
            yield state, rng
            wait = rng.randrange(1, 25)


@rule("storm", "6.2c")
@pytest.mark.parametrize("seeds", [range(at, at + 3) for at in range(0, 18, 3)])
def test_a_seat_is_told_the_same_whatever_the_other_holds(seeds: range) -> None:
    different = 0
    for state, rng in random_games(seeds, 25):
        for seat in EYES:
            other = dealt_anew(state, seat, rng)
            different += other.position.hands != state.position.hands
            pages = rng.random() < 0.15
            assert same(state, other, seat, pages=pages)
            follow(state.copy(), other, seat, rng)
    assert different > 60


def follow(
    one: State[StormTable], other: State[StormTable], seat: str | None, rng: random.Random
) -> None:
    """Make the same choice in both games, if both have it, and compare what the seat learns."""
    if one.decision.seat == seat:
        choice = rng.choice(one.decision.options).id
    elif one.decision.find("no-card") is not None:
        choice = "no-card"
    else:
        return
    first, second = known_events(one.apply(choice), seat), known_events(other.apply(choice), seat)
    if any(event["kind"] == "look" for event in first):
        return  # a card lets him look at the hand
    assert first == second
    assert same(one, other, seat)


LOOKS = ("card-ultra", "card-german-intelligence")


@rule("storm", "6.2c")
@pytest.mark.parametrize("seeds", [range(at, at + 2) for at in (200, 202)])
def test_nobody_else_is_told_what_a_side_has_seen_of_the_other_hand(seeds: range) -> None:
    """The same hands, but the sides have looked at other cards of them."""
    different = 0
    for state, rng in random_games(seeds, 60, LOOKS):
        if any(state.position.known):
            other = state.copy()
            other.position.known = [
                sum(1 << card for card in members(hand) if rng.random() < 0.5)
                for hand in state.position.hands
            ]
            different += other.position.known != state.position.known
            assert same(state, other, None, pages=different % 3 == 0)
            for seat in EYES:
                pages = rng.random() < 0.2
                assert same(state, dealt_anew(state, seat, rng), seat, pages=pages)
    assert different > 15


@rule("storm", "6.2c")
def test_what_is_written_for_a_seat_is_read_as_what_the_seat_sees() -> None:
    looked = 0
    for state, rng in random_games(range(300, 303), 40, LOOKS):
        looked += any(state.position.known)
        for seat in EYES:
            text = write_for(state.position, seat)
            again = GAME.situation(text, seed=rng.randrange(10**9))
            assert GAME.invariants(again.position) == []
            assert canonical(again.view(seat)) == canonical(state.view(seat))
            assert write_for(again.position, seat) == text
    assert looked > 10


@rule("storm", "6.2c", "6.2e")
def test_nothing_shows_whether_an_interrupt_card_is_held() -> None:
    """At each window: all interrupt cards in the hand, or none, of the same number."""
    windows = 0
    for state, _ in random_games(range(100, 108), 60):
        if state.decision.kind != "card_chosen":
            continue
        side = SIDES.index(state.decision.seat)
        whole = list(members(state.position.hands[side] | state.position.stock[side]))
        size = state.position.hands[side].bit_count()
        reacts = sorted(whole, key=lambda card: cards()[card].type.timing == "impulse")
        if size > len(whole) // 2 or state.position.known[side]:
            continue  # too few to choose from, or seen already
        windows += 1
        armed = with_hand(state, side, sum(1 << card for card in reacts[:size]))
        unarmed = with_hand(state, side, sum(1 << card for card in reacts[-size:]))
        for seat in (SIDES[enemy(side)], None):
            pages = windows % 4 == 0
            assert same(armed, unarmed, seat, pages=pages)
        assert armed.decision.find("no-card") is not None
        assert unarmed.decision.find("no-card") is not None
        one, two = armed.apply("no-card"), unarmed.apply("no-card")
        for seat in (SIDES[enemy(side)], None):
            if not any(event.kind == "look" for event in one):  # a card lets him look
                assert known_events(one, seat) == known_events(two, seat)
    assert windows > 15


@rule("storm", "6.2c")
def test_only_the_owner_is_told_what_was_drawn() -> None:
    state = GAME.setup(seed=3)
    rng = random.Random(3)
    private: set[str] = set()
    while state.position.turn < 3:
        for event in state.news:
            if event.kind in ("draw", "look"):
                assert event.seats is not None
                assert len(event.seats) == 1
                private.add(event.kind)
            if event.seats is None and event.kind in ("draws", "looks"):
                names = {each.name for each in cards()}
                assert not any(name in event.text for name in names)
        state.apply(rng.choice(state.decision.options))
    assert "draw" in private


@rule("storm", "6.2c")
def test_a_view_names_no_hidden_card() -> None:
    table = situation("turn 3\nhand german bocage rommel-returns known\nhand allied jabos")
    seen = GAME.see(table, "allied")["hands"]
    assert seen == {"allied": ["jabos-1"], "german": {"cards": 2, "known": ["rommel-returns"]}}
    assert GAME.see(table, None)["hands"]["german"] == {"cards": 2, "known": []}
    assert GAME.see(table, "german")["hands"]["german"] == ["bocage-1", "rommel-returns"]


def test_a_redeal_keeps_what_is_known() -> None:
    table = situation("turn 3\nhand german bocage rommel-returns known\nhand allied jabos ultra")
    before = table.copy()
    hands = set()
    for seed in range(20):
        GAME.redeal(table, "allied", Dealer.of(seed))
        assert table.hands[ALLIED] == before.hands[ALLIED]
        assert table.known == before.known
        assert table.hands[GERMAN] & table.known[GERMAN] == table.known[GERMAN]
        assert table.hands[GERMAN].bit_count() == 2
        assert table.hands[GERMAN] | table.stock[GERMAN] == deck("german")
        assert not table.hands[GERMAN] & table.stock[GERMAN]
        hands.add(table.hands[GERMAN])
    assert len(hands) > 5
    assert copies("bocage").bit_count() == 4


def test_a_redeal_for_a_spectator_deals_what_the_sides_know_as_well() -> None:
    text = "turn 3\nhand german bocage rommel-returns known 88s\nhand allied jabos ultra"
    before = situation(text)
    hands, known = set(), set()
    for seed in range(40):
        table = before.copy()
        GAME.redeal(table, None, Dealer.of(seed))
        assert [hand.bit_count() for hand in table.hands] == [2, 3]
        assert table.known[GERMAN] & ~table.hands[GERMAN] == 0
        assert table.known[ALLIED] == 0, "nobody has looked there"
        hands.add(tuple(table.hands))
        known.add(table.known[GERMAN].bit_count())
    assert len(hands) > 30
    assert known == {0, 1, 2, 3}


def test_while_a_side_looks_everybody_knows_that_it_has_seen_the_whole_hand() -> None:
    table = situation("""
        turn 3; hand german bocage known 88s known
        agenda effects.choose_to_discard [0]
    """)
    for seed in range(9):
        GAME.redeal(table, None, Dealer.of(seed))
        assert table.known[GERMAN] == table.hands[GERMAN]
