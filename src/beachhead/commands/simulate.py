"""`beachhead simulate`: many games between bots, and how they end, in a quick table."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import beachhead
from beachhead import bots
from beachhead.bots import intervals
from beachhead.bots.intervals import Interval
from beachhead.commands import choosing
from beachhead.commands.progress import Progress
from beachhead.kernel.play import Game
from beachhead.studies import Arm, play_arms
from beachhead.studies.crew import PlayedGame
from beachhead.studies.statistics import quantile

QUANTILES = {
    "least": 0.0,
    "a tenth below": 0.1,
    "half below": 0.5,
    "a tenth above": 0.9,
    "most": 1.0,
}


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `simulate` command."""
    parser = subparsers.add_parser(
        "simulate",
        help="play many games between bots and print how they end",
        description="Play many games between bots and print the chance to win with its 95 % "
        "interval, the points and the length of a game. Each seat is given a level by its name, "
        "such as --allied veteran --german recruit; a seat without one is a recruit. Levels: "
        f"{', '.join(bots.levels())}, one of them with the number of positions that it looks at, "
        "such as veteran@64, or program:COMMAND. The same command gives the same results, however "
        "many processes there are. Ctrl-C prints what there is so far.",
        usage="beachhead simulate GAME [--SEAT LEVEL ...] [--games N] [--scenario S] "
        "[--option NAME=VALUE] [--seed N] [--workers N] [--json]",
    )
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(beachhead.games())}, or module:attribute"
    )
    choosing.add_terms(parser)
    choosing.add_games(parser, 100)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run, more=[])


def run(given: argparse.Namespace) -> int:
    """`beachhead simulate`"""
    game = choosing.game(given.game)
    scenario, options = game.check(given.scenario, choosing.proposed(game, given.option))
    choosing.check_games(given)
    levels = choosing.levels(game.seats(scenario, options), given.more, "recruit")
    arm = Arm.checked("", given.game, scenario=scenario, options=options, bots=levels)
    played = _play(arm, range(given.seed, given.seed + given.games), given.workers)
    found = simulated(game, arm, played)
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        _print(game, arm, found)
    return 1 if found["poisoned"] else 0


def _play(arm: Arm, seeds: range, workers: int) -> list[PlayedGame]:
    """The games that were played before somebody had enough, in order."""
    played: list[PlayedGame] = []
    progress = Progress(len(seeds))
    try:
        for each in play_arms([arm], seeds, workers):
            played.append(each)
            progress.step()
    except KeyboardInterrupt:
        print("\nstopped: this is what was played", file=sys.stderr)
    progress.end()
    return sorted(played, key=lambda each: int(each["seed"]))


def simulated(game: Game[Any], arm: Arm, played: Sequence[PlayedGame]) -> dict[str, Any]:
    """What some games say, as plain data."""
    games = [each["game"] for each in played if "game" in each]
    return {
        "game": game.name,
        "scenario": arm.scenario,
        "bots": dict(arm.bots),
        "games": len(games),
        "won": {
            seat: intervals.share(sum(each["won"][seat] for each in games), len(games))._asdict()
            for seat in arm.bots
        },
        "drawn": sum(0.5 in each["won"].values() for each in games),
        "points": _spread([each["points"] for each in games]),
        "turns": _spread([each["turns"] for each in games]),
        "endings": dict(Counter(each["ending"] for each in games).most_common()),
        "poisoned": [
            {"seed": each["seed"], "error": each["poisoned"]["error"]}
            for each in played
            if "poisoned" in each
        ],
    }


def _spread(values: Sequence[float]) -> dict[str, Any] | None:
    """The mean with its interval, and how values are spread."""
    if not values:
        return None
    mean = intervals.mean(values) if len(values) > 1 else Interval(*[float(values[0])] * 3)
    return {
        "mean": mean._asdict(),
        **{name: quantile(values, share) for name, share in QUANTILES.items()},
    }


def _print(game: Game[Any], arm: Arm, found: dict[str, Any]) -> None:
    """The tables, as Markdown."""
    title = game.scenarios[arm.scenario].title
    print(f"{game.title}: {title}, {found['games']} games\n")
    if found["games"]:
        draws = "" if len(arm.bots) == 1 else f"; {found['drawn']} draws count half"
        print(f"| seat | level | chance to win (95 %){draws} |\n| --- | --- | --- |")
        for seat, level in arm.bots.items():
            won = found["won"][seat]
            shown = f"{won['value']:.1%} ({won['low']:.1%} to {won['high']:.1%})"
            print(f"| {seat} | {level} | {shown.replace('%', ' %')} |")
        print(f"\n| | mean (95 %) | {' | '.join(QUANTILES)} |\n|{' --- |' * (2 + len(QUANTILES))}")
        for name in ("points", "turns"):
            spread = found[name]
            mean = spread["mean"]
            shown = f"{mean['value']:.1f} ({mean['low']:.1f} to {mean['high']:.1f})"
            print(f"| {name} | {shown} | {' | '.join(f'{spread[each]:g}' for each in QUANTILES)} |")
        print("\n| how it ends | games |\n| --- | --- |")
        for ending, count in found["endings"].items():
            print(f"| {ending} | {count} |")
    for each in found["poisoned"]:
        print(f"seed {each['seed']} could not be played: {each['error']}", file=sys.stderr)
