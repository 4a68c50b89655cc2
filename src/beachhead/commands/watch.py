"""`beachhead watch`: a game between bots, told line by line."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import beachhead
from beachhead import bots
from beachhead.bots import ladder, matches
from beachhead.commands import choosing
from beachhead.kernel import checks
from beachhead.kernel.play import Event, State


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `watch` command."""
    parser = subparsers.add_parser(
        "watch",
        help="watch a game between bots",
        description="Watch bots play a game, told line by line, with every rule that is applied. "
        "Each seat is given a level by its name, such as --allied commander --german veteran; "
        f"a seat without one is a veteran. Levels: {', '.join(bots.levels())}, one of them with "
        "the number of positions that it looks at, such as veteran@64, or program:COMMAND.",
        usage="beachhead watch GAME [--SEAT LEVEL ...] [--scenario S] [--option NAME=VALUE] "
        "[--seed N]",
    )
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(beachhead.games())}, or module:attribute"
    )
    choosing.add_terms(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")
    parser.set_defaults(run=run, more=[])


def run(given: argparse.Namespace) -> int:
    """`beachhead watch`"""
    game = choosing.game(given.game)
    scenario, options = game.check(given.scenario, choosing.proposed(game, given.option))
    seed = checks.seed(given.seed, "--seed")
    levels = choosing.levels(game.seats(scenario, options), given.more, "veteran")
    players = {seat: ladder.player(game, level, f"{seed} {seat}") for seat, level in levels.items()}
    clock = ""

    def tell(state: State[Any], seat: str, happened: list[Event]) -> None:
        nonlocal clock
        if (now := game.clock(state.position)) != clock:
            clock = now
            print(f"\n== {clock}", flush=True)
        for event in happened:
            if event.seen_by(seat):
                print(f"  {event.text} ({event.rule})", flush=True)

    try:
        match = matches.play(game, players, seed, scenario=scenario, options=options, watcher=tell)
    finally:
        for bot in players.values():
            bot.close()
    print(f"\n{match.result.text} ({match.result.rule})")
    for seat, level in levels.items():
        took = f"{match.choices[seat]} choices, {match.seconds[seat]:.1f} s of processor time"
        print(f"{seat}: {level}, {took}", file=sys.stderr)
    return 0
