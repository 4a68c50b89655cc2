"""What several commands are told: which game, which scenario, which options, how many games."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.play import Game


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add what says how a game is set up."""
    parser.add_argument("--scenario", metavar="S", help="which scenario (default: the first)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variant or house rule; may be given again (default: what the start page proposes)",
    )


def add_games(parser: argparse.ArgumentParser, games: int, what: str = "how many") -> None:
    """Add how many games are played, from which deal on, and by how many processes."""
    parser.add_argument(
        "--games", type=int, default=games, metavar="N", help=f"{what} (default: {games})"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the first deal (default: 0)"
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: one for each processor)",
    )


def check_games(given: argparse.Namespace, fewest: int = 1, why: str = "") -> None:
    """Refuse deals, games and processes that there cannot be."""
    checks.seed(given.seed, "--seed")
    at_least(fewest, given.games, "--games", why)
    at_least(1, given.workers, "--workers")


def at_least(fewest: int, given: int, flag: str, why: str = "") -> None:
    """Refuse a number that is too small."""
    if given < fewest:
        raise BeachheadError(f"{flag}: must be at least {fewest}{why and f': {why}'}")


def game(name: str) -> Game[Any]:
    """The game that was named, be it from elsewhere."""
    if ":" in name:
        if not re.fullmatch(r"\w+(\.\w+)*:\w+", name):
            raise BeachheadError(
                f"GAME: {name!r} should be module:attribute, such as mygames.picket:GAME"
            )
        sys.path.insert(0, os.getcwd())
    return beachhead.load(name)


def settings(game: Game[Any], given: Iterable[str]) -> dict[str, Any]:
    """Options as the game knows them: `dice=6` is the number if the game says so."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BeachheadError(f"--option: {text!r} should be NAME=VALUE{_possible(game)}")
        allowed = game.settings[name].values if name in game.settings else ()
        same = [each for each in allowed if str(each).casefold() == value.casefold()]
        found[name] = same[0] if same else value
    return found


def proposed(game: Game[Any], given: Iterable[str]) -> dict[str, Any]:
    """Options of a game that people begin or bots play for them: what was said, and else what the
    start page would propose, so that figures are of the game that people play."""
    suggested = {
        setting.id: setting.suggested
        for setting in game.settings.values()
        if setting.suggested is not None
    }
    return suggested | settings(game, given)


def levels(seats: Sequence[str], given: Sequence[str], default: str) -> dict[str, str]:
    """Who sits where, from `--seat level` and `--seat=level`; else a level for all."""
    words = [word for text in given for word in text.split("=", 1)]
    found = dict.fromkeys(seats, default)
    for flag, level in zip(words[::2], words[1::2], strict=False):
        if (seat := flag.removeprefix("--")) not in found or seat == flag:
            raise BeachheadError(f"{flag}: there is no such seat; choose one of {', '.join(seats)}")
        found[seat] = level
    if len(words) % 2:
        raise BeachheadError(f"{words[-1]}: say which level, such as {words[-1]} {default}")
    return found


def _possible(game: Game[Any]) -> str:
    """Which options a game has, as the end of a sentence."""
    settings = [
        f"{setting.id}={'|'.join(map(str, setting.values))}" for setting in game.settings.values()
    ]
    return f"; {game.title} has {', '.join(settings)}" if settings else ""
