"""`beachhead dataset`: bots' games as Parquet, with a card that says how they were made."""

from __future__ import annotations

import argparse
from pathlib import Path

import beachhead
from beachhead.bots import dataset, ladder
from beachhead.bots.dataset import GameToRecord, Writer
from beachhead.bots.ladder import Pairing, Terms
from beachhead.commands import choosing
from beachhead.commands.progress import Progress
from beachhead.errors import BeachheadError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `dataset` command."""
    parser = subparsers.add_parser(
        "dataset",
        help="write bots' games as Parquet",
        description="Let bots play games and write a row for each game and one for each decision "
        "as Parquet, with a card that says how it was made. The same command gives the same rows, "
        "however many processes there are. Ctrl-C keeps the games that are done. Needs pyarrow: "
        "pip install beachhead[research].",
    )
    parser.add_argument(
        "game", metavar="GAME", help=f"{', '.join(beachhead.games())}, or module:attribute"
    )
    parser.add_argument(
        "--levels",
        default="recruit",
        metavar="L,L",
        help="one level for all seats, or two that play every deal twice with sides swapped; a "
        "level may have a number of positions to look at: veteran@8 (default: recruit)",
    )
    parser.add_argument(
        "--situations",
        action="store_true",
        help="write with every decision what its seat may know, in the game's notation",
    )
    choosing.add_terms(parser)
    choosing.add_games(parser, 100)
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="default: build/dataset-GAME-SCENARIO"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead dataset`"""
    game = choosing.game(given.game)
    scenario, options = game.check(given.scenario, choosing.proposed(game, given.option))
    choosing.check_games(given)
    seats = game.seats(scenario, options)
    terms = Terms(given.game, scenario, options, given.workers)
    tasks = [
        GameToRecord(terms, number, pairing, given.situations)
        for number, pairing in enumerate(_pairings(given, game.all_on_one_side, len(seats)))
    ]
    for level in tasks[0].pairing.levels:
        ladder.check_level(game, level)
    folder = given.out or Path("build") / f"dataset-{game.name}-{scenario}"
    writer, progress = Writer(folder), Progress(len(tasks))
    try:
        for rows in dataset.all_recorded(tasks, given.workers):
            writer.add(rows)
            progress.step()
    except KeyboardInterrupt:
        print("stopped: what is done is kept")
    finally:
        progress.end()
        writer.close(dataset.card(tasks[0], _command(given), writer.games, writer.decisions))
    print(f"{writer.games} games, {writer.decisions} decisions in {folder}")
    return 0


def _pairings(given: argparse.Namespace, on_one_side: bool, seats: int) -> list[Pairing]:
    """Who plays whom: one level in every seat, or two against each other."""
    levels = list(filter(None, given.levels.split(",")))
    if len(levels) == 1:
        return ladder.solos(levels[0], seats, given.games, given.seed)
    if len(levels) == 2 and seats == 2 and not on_one_side:
        return ladder.duels(levels[0], levels[1], given.games, given.seed)
    raise BeachheadError(
        f"--levels: {given.levels!r} should be one level, or two where two sides fight"
    )


def _command(given: argparse.Namespace) -> str:
    words = [f"beachhead dataset {given.game} --levels {given.levels} --games {given.games}"]
    if given.scenario is not None:
        words.append(f"--scenario {given.scenario}")
    words += [f"--option {each}" for each in given.option]
    words.append(f"--seed {given.seed}" + " --situations" * given.situations)
    return " ".join(words)
