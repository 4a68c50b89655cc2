"""Games without secrets: whatever there is to know, every seat and every spectator is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead
from beachhead.dday91.table.state import OPTIONS
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import CHANCE, State
from telling import open_to_all, told

SETUPS: list[tuple[str, str, dict[str, Any]]] = [
    ("dday91", "1944", {}),
    ("dday91", "1943", dict.fromkeys(OPTIONS, True)),
    ("omaha", "first-waves", {"players": 2}),
    ("omaha", "beyond-the-beach", {"players": 2}),
]
MOMENTS = 12
CHOICES = 600
"""As many choices of a random game are looked at, and as many moments of them closely."""


@pytest.mark.parametrize(("name", "scenario", "options"), SETUPS)
def test_all_are_told_the_same(name: str, scenario: str, options: dict[str, Any]) -> None:
    game, rng = beachhead.load(name), random.Random(scenario)
    assert game.page().secrets is False
    state: State[Any] = game.setup(scenario, options, seed=7)
    assert len(state.seats) == 2
    closely = set(rng.sample(range(CHOICES), MOMENTS))
    for number in range(CHOICES):
        assert all(event.seats is None for event in state.news)
        if number in closely:
            is_open(state)
        if state.over:
            break
        assert state.decision.seat != CHANCE
        state.apply(rng.choice(state.decision.options))


def is_open(state: State[Any]) -> None:
    """Nobody knows more than a spectator, and what is told comes from what all can read."""
    watching = open_to_all(state, None)
    for seat in state.seats:
        assert open_to_all(state, seat) == watching
    again = state.game.situation(watching["notation"])
    for seat in (*state.seats, None):
        assert told(again, seat) == told(state, seat)
    assert canonical(again.position.to_data()) == canonical(state.position.to_data())
