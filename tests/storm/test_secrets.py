"""What a seat is told does not depend on the cards that the other holds.

In random games, at random moments, the hidden cards are dealt anew and everything that a seat, or
a spectator, receives is compared byte for byte: view, decision, prompt, options, labels, events,
and what the page adds.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from beachhead.kernel.chance import Dealer
from beachhead.kernel.grid import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.kernel.view import shown
from beachhead.storm.cards import cards, copies, deck
from beachhead.storm.game import GAME
from beachhead.storm.state import ALLIED, GERMAN, SIDES, Table, enemy
from beachhead.web.pages import page_of
from storm_situations import situation

EYES = ("allied", "german", None)


def told(state: State[Table], seat: str | None, *, with_page: bool = False) -> str:
    """Everything that a seat is told at a moment, but for what happened before; all that the page
    adds as well, which takes longer."""
    position, page = state.position, page_of(GAME) if with_page else None
    decision = None if state.over else state.decision
    yours = decision is not None and decision.seat == seat
    said: list[Any] = [state.view(seat)]
    if page is not None:
        options = decision.options if decision is not None and yours else []
        said += [
            page.counters(position, seat),
            page.flipbook(position, seat, decision),
            page.glow(position, decision, options),
            page.subject(position, decision),
            page.warnings(position, seat),
            page.write_position(position, seat),
        ]
        said += [
            page.overlay(position, seat, each["id"], {})
            for each in page.OVERLAYS
            if not each.get("parameters")
        ]
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def dealt_anew(state: State[Table], seat: str | None, rng: random.Random) -> State[Table]:
    """The same game with other cards where the seat cannot look."""
    other = state.copy()
    generator = Dealer.of(rng.randrange(10**9))
    for eyes in SIDES if seat is None else (seat,):
        GAME.redeal(other.position, eyes, generator)
    return other


def with_hand(state: State[Table], side: int, hand: int) -> State[Table]:
    """The same game with a given hand in place of a side's own."""
    other = state.copy()
    position = other.position
    whole = position.hands[side] | position.stock[side]
    assert hand & ~whole == 0
    position.hands[side], position.stock[side] = hand, whole & ~hand
    return other


def random_games(seeds: range, moments: int) -> Any:
    """Moments of random games, each with the random numbers that led there."""
    for seed in seeds:
        rng = random.Random(seed)
        state = GAME.setup(seed=seed)
        wait = rng.randrange(40)
        for _ in range(moments):
            for _ in range(wait):
                if state.over:
                    break
                options = state.decision.options
                choice = rng.choice(options)
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
            assert told(state, seat, with_page=pages) == told(other, seat, with_page=pages)
            follow(state.copy(), other, seat, rng)
    assert different > 60


def follow(one: State[Table], other: State[Table], seat: str | None, rng: random.Random) -> None:
    """Make the same choice in both games, if both have it, and compare what the seat learns."""
    if one.decision.seat == seat:
        choice = rng.choice(one.decision.options).id
    elif one.decision.find("no-card") is not None:
        choice = "no-card"
    else:
        return
    first, second = shown(one.apply(choice), seat), shown(other.apply(choice), seat)
    if any(event["kind"] == "look" for event in first):
        return  # a card lets him look at the hand
    assert first == second
    assert told(one, seat) == told(other, seat)


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
        if size > len(whole) // 2:
            continue
        windows += 1
        armed = with_hand(state, side, sum(1 << card for card in reacts[:size]))
        unarmed = with_hand(state, side, sum(1 << card for card in reacts[-size:]))
        for seat in (SIDES[enemy(side)], None):
            pages = windows % 4 == 0
            assert told(armed, seat, with_page=pages) == told(unarmed, seat, with_page=pages)
        assert armed.decision.find("no-card") is not None
        assert unarmed.decision.find("no-card") is not None
        one, two = armed.apply("no-card"), unarmed.apply("no-card")
        for seat in (SIDES[enemy(side)], None):
            if not any(event.kind == "look" for event in one):  # a card lets him look
                assert shown(one, seat) == shown(two, seat)
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
