"""Bots in whole games: never an illegal choice, never stuck, never by what they may not know."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import Bot, Effort, Sight, matches, searching
from beachhead.bots.lookahead import carry_out
from beachhead.bots.mind import mind_of
from beachhead.bots.searching import Searcher
from beachhead.kernel.chance import Dealer
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Game, State
from cycles import all_variants

WITH_SECRETS = [name for name in beachhead.games() if beachhead.load(name).has_secrets]
MANY = {"recruit": 1000, "veteran": 200, "commander": 30}
PARTS = 10
"""In so many parts the many games are played, so that some of them can be played again."""
OVER = 1.2
"""By how much a think may be over its budget."""


class Counted(Bot):
    """A player of a level whose looks ahead are counted, choice by choice."""

    def __init__(self, bot: Bot, looks: list[Any]) -> None:
        self.bot, self.looks = bot, looks

    def choose(self, sight: Sight) -> Option:
        before = len(self.looks)
        option = self.bot.choose(sight)
        taken = len(self.looks) - before
        allowed = OVER * self.bot.nodes if isinstance(self.bot, Searcher) else 0
        assert taken <= allowed, f"{taken} looks at {sight.decision.kind}"
        return option


def counted_looks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A list that grows with every position that somebody looks at."""
    found: list[Any] = []

    def counting(*given: Any, **named: Any) -> Any:
        found.append(None)
        return carry_out(*given, **named)

    monkeypatch.setattr(searching, "carry_out", counting)
    return found


def positions(game: Game[Any], seed: int) -> Iterator[State[Any]]:
    """Decisions of games by recruits who now and then choose anything."""
    for number in count(seed):
        rng = Random(number)
        state = game.setup(seed=number)
        choose = mind_of(game).policy(rng)
        while not state.over:
            if rng.random() < 0.05 and len(state.decision.options) > 1:
                yield state
            stray = rng.random() < 0.1
            options = state.decision.options
            state.apply(rng.choice(options) if stray else choose(state.decision))


def same_for_twins(name: str, level: str, number: int, effort: Effort | None = None) -> None:
    """A bot chooses the same whatever the seat cannot see."""
    game = beachhead.load(name)
    differed = 0
    for at, state in enumerate(islice(positions(game, 1), number)):
        seat = state.decision.seat
        twin = state.determinize(seat, Dealer.of(at))
        differed += twin != state
        one, other = (bots.load(game, level, seed=at, effort=effort) for _ in range(2))
        assert one.choose(Sight(state, seat)).id == other.choose(Sight(twin, seat)).id
    assert differed >= number // 4


@pytest.mark.parametrize("name", WITH_SECRETS)
@pytest.mark.parametrize(("level", "number"), [("recruit", 60), ("veteran", 30), ("commander", 12)])
def test_twins_get_the_same_choice(name: str, level: str, number: int) -> None:
    same_for_twins(name, level, number, Effort(nodes=8))


@pytest.mark.soak
@pytest.mark.parametrize("name", WITH_SECRETS)
@pytest.mark.parametrize(
    ("level", "number"), [("recruit", 1000), ("veteran", 1000), ("commander", 100)]
)
def test_a_thousand_twins_get_the_same_choice(name: str, level: str, number: int) -> None:
    same_for_twins(name, level, number)


def play(name: str, level: str, number: int, looks: list[Any]) -> None:
    """A game of any scenario with any options, in which nobody looks at more than it may."""
    game, rng = beachhead.load(name), Random(number)
    scenario = rng.choice(list(game.scenarios))
    options = all_variants(game, scenario, rng) if number % 2 else {}
    _, chosen = game.check(scenario, options)
    players = {
        seat: Counted(bots.load(game, level, seed=number), looks)
        for seat in game.seats(scenario, chosen)
    }
    match = matches.play(game, players, number, scenario=scenario, options=options)
    assert match.state.over


@pytest.mark.parametrize(
    ("level", "number"), [("recruit", 0), ("recruit", 1), ("recruit", 2), ("veteran", 3)]
)
@pytest.mark.parametrize("name", beachhead.games())
def test_bots_play_with_every_option(
    name: str, level: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(name, level, number, counted_looks(monkeypatch))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", beachhead.games())
@pytest.mark.parametrize("level", MANY)
def test_many_games_without_a_crash(
    name: str, level: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = counted_looks(monkeypatch)
    for number in range(part, MANY[level], PARTS):
        play(name, level, number, looks)


def in_time(
    name: str, level: str, number: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is granted so much time takes no more; by the clock of the processor, so that it does not
    matter what else a machine does."""
    monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=time.process_time))
    game = beachhead.load(name)
    due = (each for each in positions(game, 7) if each.decision.kind in mind_of(game).planning)
    for at, state in enumerate(islice(due, number)):
        bot = bots.load(game, level, seed=at, effort=Effort(seconds=seconds))
        sight = Sight(state, state.decision.seat)
        begun = time.process_time()
        bot.choose(sight)
        taken = time.process_time() - begun
        assert taken <= OVER * seconds, f"{taken:.2f} s at {state.decision.kind}"


@pytest.mark.parametrize("name", beachhead.games())
@pytest.mark.parametrize("level", ["veteran", "commander"])
def test_no_think_takes_longer_than_granted(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time(name, level, 2, 3.0, monkeypatch)  # one look may take a third of a second


@pytest.mark.soak
@pytest.mark.parametrize("name", beachhead.games())
@pytest.mark.parametrize("level", ["veteran", "commander"])
def test_no_think_in_many_takes_longer_than_granted(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time(name, level, 100, 1.0, monkeypatch)
