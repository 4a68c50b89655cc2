"""Try what bots weigh things by: whole games of who decides at once, with another temper.

    python scripts/tempers.py omaha easy-fox 80 500 thin=0
    python scripts/tempers.py omaha first-waves 80 1000 harm=6 barrage=0.5
    python scripts/tempers.py dday91 1944 80 2000 guard=8 --seat german --against recruit

plays so many games, dealt from that seed on, once as things are weighed now and once as told, and
prints the points and wins of both (a draw is half a win) and by how much they differ a game. Deals
below 80000 are for trying, those from 90000 on for claims only. What one side weighs things by has
names of its own, so that the other plays as before.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import beachhead
from beachhead.bots import intervals
from beachhead.bots.mind import mind_of
from beachhead.commands.choosing import proposed
from beachhead.kernel.chance import picker
from beachhead.kernel.decision import Chance, Decision

GAMES = ("omaha", "dday91")
"""Those whose bots weigh things by a temper."""
OTHERS = {"recruit": False, "veteran": True}
"""Whether they have played often."""


class Match(NamedTuple):
    """What is played: by whom, and against whom."""

    game: str
    scenario: str
    seat: str
    against: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("scenario")
    parser.add_argument("games", type=int, help="how many")
    parser.add_argument("seed", type=int, help="the first deal")
    parser.add_argument("weights", nargs="+", metavar="NAME=VALUE")
    parser.add_argument("--seat", help="who weighs things (default: the first)")
    parser.add_argument("--against", choices=OTHERS, default="recruit", help="default: recruit")
    given = parser.parse_args()
    game = beachhead.load(given.game)
    if given.scenario not in game.scenarios:
        parser.error(f"scenario: choose one of {', '.join(game.scenarios)}")
    seats = game.setup(given.scenario, seed=0).seats
    if given.seat is not None and given.seat not in seats:
        parser.error(f"--seat: choose one of {', '.join(seats)}")
    try:
        weights = dict(_weight(given.game, each) for each in given.weights)
    except ValueError as error:
        parser.error(str(error))
    match = Match(given.game, given.scenario, given.seat or seats[0], given.against)
    deals = range(given.seed, given.seed + given.games)
    now, other = (play_all(match, deals, each) for each in ({}, weights))
    for name, played in (("as now", now), ("as told", other)):
        points = intervals.mean([points for points, _ in played])
        wins = intervals.share(sum(won for _, won in played), len(played))
        print(f"{name}: {_told(points)} points, {_told(wins, 100)} % won")
    gained = intervals.mean([b - a for (a, _), (b, _) in zip(now, other, strict=True)])
    print(f"difference: {_told(gained)} points a game")


def play_all(match: Match, deals: range, weights: Mapping[str, float]) -> list[tuple[float, float]]:
    """Games in a process of their own: what was worked out by other weights is not known there."""
    with get_context("spawn").Pool(1, weigh, (match.game, weights)) as pool:
        return pool.map(partial(play, match), deals)


def play(match: Match, deal: int) -> tuple[float, float]:
    """The points of a game for the seat, and whether it won."""
    game = beachhead.load(match.game)
    mind = mind_of(game)
    state = game.setup(match.scenario, proposed(game, ()), seed=deal)
    pick = picker(Random(f"c{deal}"))
    policies = {
        seat: mind.policy(
            Random(f"p{seat}{deal}"), practiced=seat == match.seat or OTHERS[match.against]
        )
        for seat in state.seats
    }

    def answer(decision: Decision) -> Any:
        if isinstance(decision, Chance):
            return decision.any_value(pick)
        only = decision.only_way
        return (policies[decision.seat](decision) if only is None else only).value

    result = state.played_on(answer).result
    assert result is not None
    outcome = mind.outcome(result, match.seat)
    return outcome.points, outcome.chance


def weigh(game: str, weights: Mapping[str, float]) -> None:
    """Weigh things otherwise from now on."""
    for name, weight in weights.items():
        setattr(_temper(game), name, weight)


def _temper(game: str) -> Any:
    return importlib.import_module(f"beachhead.bots.{game}.temper").TEMPER


def _weight(game: str, text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if not hasattr(_temper(game), name):
        raise ValueError(f"NAME=VALUE: {name!r} is not weighed")
    try:
        return name, float(value)
    except ValueError as error:
        raise ValueError(f"NAME=VALUE: {value!r}, for {name}, should be a number") from error


def _told(found: intervals.Interval, times: float = 1) -> str:
    value, low, high = (times * each for each in found)
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
