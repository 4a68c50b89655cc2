"""Bots in whole games: never an illegal choice, never stuck, never by what they may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import Effort, Sight, matches
from beachhead.bots.mind import mind_of
from beachhead.kernel.chance import Dealer
from beachhead.kernel.play import Game, State
from cycles import all_variants

WITH_SECRETS = [name for name in beachhead.games() if beachhead.load(name).has_secrets]
MANY = {"recruit": 1000, "veteran": 200, "commander": 30}


def positions(game: Game[Any], seed: int) -> Iterator[State[Any]]:
    """Decisions of games by recruits who now and then choose anything."""
    for number in count(seed):
        rng = Random(number)
        state = game.setup(seed=number)
        choose = mind_of(game).policy(rng)
        while not state.over:
            if rng.random() < 0.05:
                yield state
            stray = rng.random() < 0.1
            options = state.decision.options
            state.apply(rng.choice(options) if stray else choose(state.decision))


def same_for_twins(name: str, level: str, number: int) -> None:
    """A bot chooses the same whatever the seat cannot see."""
    game = beachhead.load(name)
    differed = 0
    for at, state in enumerate(islice(positions(game, 1), number)):
        seat = state.decision.seat
        twin = state.determinize(seat, Dealer.of(at))
        differed += twin != state
        few = Effort(nodes=8)
        one, other = (bots.load(game, level, seed=at, effort=few) for _ in range(2))
        assert one.choose(Sight(state, seat)).id == other.choose(Sight(twin, seat)).id
    assert differed >= number // 4


@pytest.mark.parametrize("name", WITH_SECRETS)
@pytest.mark.parametrize(("level", "number"), [("recruit", 60), ("veteran", 30), ("commander", 12)])
def test_twins_get_the_same_choice(name: str, level: str, number: int) -> None:
    same_for_twins(name, level, number)


@pytest.mark.soak
@pytest.mark.parametrize("name", WITH_SECRETS)
@pytest.mark.parametrize(
    ("level", "number"), [("recruit", 1000), ("veteran", 1000), ("commander", 100)]
)
def test_a_thousand_twins_get_the_same_choice(name: str, level: str, number: int) -> None:
    same_for_twins(name, level, number)


def play(name: str, level: str, number: int) -> None:
    """A game of any scenario with any options."""
    game, rng = beachhead.load(name), Random(number)
    scenario = rng.choice(list(game.scenarios))
    options = all_variants(game, scenario, rng) if number % 2 else {}
    _, chosen = game.check(scenario, options)
    seats = game.seats(scenario, chosen)
    players = {seat: bots.load(game, level, seed=number) for seat in seats}
    match = matches.play(game, players, number, scenario=scenario, options=options)
    assert match.state.over


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", beachhead.games())
def test_recruits_play_with_every_option(name: str, number: int) -> None:
    play(name, "recruit", number)


@pytest.mark.soak
@pytest.mark.parametrize("name", beachhead.games())
@pytest.mark.parametrize("level", MANY)
def test_many_games_without_a_crash(name: str, level: str) -> None:
    for number in range(MANY[level]):
        play(name, level, number)
