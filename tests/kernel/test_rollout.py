"""Playing on from a position: at random, by a policy, until something holds."""

from __future__ import annotations

import random

import toy
from beachhead.kernel.chance import Dealer, any_of
from beachhead.kernel.play import Chance, Decision, Option


def first(decision: Decision) -> Option:
    return decision.options[0]


def test_a_rollout_ends_and_leaves_the_game_as_it_was() -> None:
    state = toy.GAME.setup("long", seed=3)
    before, history = state.digest(), state.history[:]
    end = state.rollout(None, random.Random(1))
    assert end.over
    assert end.history == []
    assert end.news == []
    assert end.position.news == []
    assert (state.digest(), state.history) == (before, history)


def test_the_same_generator_plays_the_same_rollout_and_others_others() -> None:
    state = toy.GAME.setup("long", seed=3)
    ends = [state.rollout(None, random.Random(seed)).digest() for seed in (1, 1, 2, 3, 4)]
    assert ends[0] == ends[1]
    assert len(set(ends)) > 2


def test_a_policy_decides_for_the_seats_and_chance_for_itself() -> None:
    asked: list[Decision] = []

    def policy(decision: Decision) -> Option:
        asked.append(decision)
        return first(decision)

    state = toy.GAME.setup("long", seed=3)
    ends = {state.rollout(policy, random.Random(seed)).digest() for seed in range(6)}
    assert asked
    assert not any(isinstance(each, Chance) for each in asked)
    assert len(ends) > 1, "the dice fall alike"


def test_a_rollout_never_learns_what_the_dealer_will_deal() -> None:
    """Two games alike so far, to be dealt from different seeds, are rolled out alike."""
    one, other = toy.GAME.setup("short"), toy.GAME.setup("short")
    for state, seed in ((one, 1), (other, 2)):
        state.dealer = Dealer(seed)
    ends = [state.rollout(first, random.Random(9)).digest() for state in (one, other)]
    assert ends[0] == ends[1]


def test_until_stops_at_a_decision_that_can_be_played_on() -> None:
    state = toy.GAME.setup("long", seed=3)
    there = state.rollout(None, random.Random(5), until=lambda position: position.turn == 2)
    assert there.position.turn == 2
    assert there.decision.options
    there.apply(there.decision.options[0])
    assert not state.over


def test_events_are_told_again_after_a_rollout() -> None:
    state = toy.GAME.setup("long", seed=3)
    there = state.rollout(None, random.Random(5), until=lambda position: position.turn == 2)
    while isinstance(there.decision, Chance):
        there.apply(there.decision.options[0])
    assert there.apply(there.decision.options[0])


def test_running_through_makes_the_choices_that_are_none() -> None:
    state = toy.GAME.setup("long", seed=3)
    while not state.over:
        before = len(state.history)
        events = state.run_through()
        assert state.over or len(state.decision.options) > 1
        assert bool(events) or len(state.history) == before
        if not state.over:
            state.apply(state.decision.options[-1])


def test_any_of_is_one_that_fits_each_as_likely() -> None:
    rng = random.Random(1)
    found = [any_of(range(9), lambda each: each % 3 == 0, rng.randrange) for _ in range(3000)]
    assert set(found) == {0, 3, 6}
    assert all(900 < found.count(each) < 1100 for each in (0, 3, 6))
    assert any_of(range(9), lambda each: each > 9, rng.randrange) is None
