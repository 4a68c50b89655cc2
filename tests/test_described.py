"""Whatever games produce is described: each kind of decision and each kind of event."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import beachhead
from beachhead.kernel.play import Chance, State
from beachhead.kernel.telling import UNTOLD

GAMES = 200


def game_of(name: str, number: int) -> State[Any]:
    """A game of each scenario in turn; in every other one all that goes with it is otherwise."""
    game = beachhead.load(name)
    scenario = list(game.scenarios)[number % len(game.scenarios)]
    options = {}
    for setting in game.settings.values() if number % 2 else ():
        try:
            game.check(scenario, options | {setting.id: setting.values[-1]})
        except beachhead.BeachheadError:
            continue
        options[setting.id] = setting.values[-1]
    state = game.setup(scenario, options, seed=number)
    state.dealer = None
    return state


@pytest.mark.soak
@pytest.mark.parametrize("name", beachhead.OWN)
def test_all_that_random_games_produce_is_described(name: str) -> None:
    decisions, events = set(), set()
    for number in range(GAMES):
        state, rng = game_of(name, number), random.Random(number)
        while not state.over:
            decision = state.decision
            decisions.add(decision.topic)
            if not isinstance(decision, Chance):
                assert decision.topic.id != "chance"
            state.apply(rng.choice(decision.options))
            for event in state.news:
                assert event.manner is not UNTOLD
                assert event.manner.id == event.kind
                events.add(event.manner)
    assert all(re.match(r"[A-Z]", topic.step) for topic in decisions)
    print(
        f"{name}: {len(decisions)} kinds of decisions and {len(events)} of events in {GAMES} games"
    )
