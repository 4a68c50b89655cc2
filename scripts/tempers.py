"""Try what Omaha's bots weigh things by: whole games of who decides at once, with another temper.

    python scripts/tempers.py easy-fox 80 500 thin=0
    python scripts/tempers.py first-waves 80 1000 harm=6 barrage=0.5

plays so many games, dealt from that seed on, once as things are weighed now and once as told, and
prints the points and wins of both and by how much they differ a game. Deals below 80000 are for
trying, those from 90000 on for claims only.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

import beachhead
from beachhead.bots import intervals
from beachhead.bots.mind import mind_of
from beachhead.bots.omaha.temper import TEMPER
from beachhead.kernel.chance import picker
from beachhead.kernel.decision import Chance, Decision

GAME = beachhead.load("omaha")
MIND = mind_of(GAME)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("scenario", choices=list(GAME.scenarios))
    parser.add_argument("games", type=int, help="how many")
    parser.add_argument("seed", type=int, help="the first deal")
    parser.add_argument("weights", nargs="+", type=_weight, metavar="NAME=VALUE")
    args = parser.parse_args()
    deals = range(args.seed, args.seed + args.games)
    now, other = (play_all(args.scenario, deals, each) for each in ({}, dict(args.weights)))
    for name, played in (("as now", now), ("as told", other)):
        points = intervals.mean([points for points, _ in played])
        wins = intervals.share(sum(won for _, won in played), len(played))
        print(f"{name}: {_told(points)} points, {_told(wins, 100)} % won")
    gained = intervals.mean([b - a for (a, _), (b, _) in zip(now, other, strict=True)])
    print(f"difference: {_told(gained)} points a game")


def play_all(
    scenario: str, deals: range, weights: Mapping[str, float]
) -> list[tuple[float, float]]:
    """Games in a process of their own: what was worked out by other weights is not known there."""
    with get_context("spawn").Pool(1, weigh, (weights,)) as pool:
        return pool.map(partial(play, scenario), deals)


def play(scenario: str, deal: int) -> tuple[float, float]:
    """The points of a game, and whether it was won."""
    state = GAME.setup(scenario, seed=deal)
    pick = picker(Random(f"c{deal}"))
    choose = MIND.policy(Random(f"p{deal}"), practiced=True)

    def answer(decision: Decision) -> Any:
        if isinstance(decision, Chance):
            return decision.any_value(pick)
        only = decision.only_way
        return (choose(decision) if only is None else only).value

    result = state.played_on(answer).result
    assert result is not None
    outcome = MIND.outcome(result, state.seats[0])
    return outcome.points, outcome.chance


def weigh(weights: Mapping[str, float]) -> None:
    """Weigh things otherwise from now on."""
    for name, weight in weights.items():
        setattr(TEMPER, name, weight)


def _weight(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if not hasattr(TEMPER, name):
        raise argparse.ArgumentTypeError(f"{name!r} is not weighed")
    return name, float(value)


def _told(found: intervals.Interval, times: float = 1) -> str:
    value, low, high = (times * each for each in found)
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
