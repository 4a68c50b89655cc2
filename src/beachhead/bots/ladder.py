"""The ladder: how strong each level is, by games that anybody can play again.

Where two sides fight, each pair of levels plays every deal twice with sides swapped, so that
neither the side nor the deal favors anybody. Where all seats are on one side, every level plays the
same deals. Results are the same however many processes share the games.
"""

from __future__ import annotations

import multiprocessing
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import beachhead
from beachhead import bots
from beachhead.bots import intervals, matches
from beachhead.bots.bot import Effort
from beachhead.bots.intervals import Interval
from beachhead.bots.mind import mind_of
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game
from beachhead.kernel.position import Result

SEPARATOR = "@"
"""`veteran@64` is a veteran who looks at 64 positions for a decision."""


@dataclass(slots=True, frozen=True)
class Terms:
    """What is played."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    workers: int = 2


class Pairing(NamedTuple):
    """One game to be played: who sits where, in the order of the seats, and from which seed it is
    dealt."""

    levels: tuple[str, ...]
    seed: int


@dataclass(slots=True, frozen=True)
class Played:
    """How a game went for each seat."""

    levels: tuple[str, ...]
    seed: int
    won: tuple[float, ...]
    """1 for a win, and where two sides fight a half for a draw."""
    points: tuple[float, ...]
    seconds: tuple[float, ...]
    choices: tuple[int, ...]
    text: str


def from_data(data: Mapping[str, Any]) -> Played:
    """A game as it was kept."""
    given: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in data.items()
    }
    return Played(**given)


def check_level(game: Game[Any], text: str) -> None:
    """Refuse a level that cannot be loaded."""
    player(game, text, 0).close()


def player(game: Game[Any], text: str, seed: int | str) -> bots.Bot:
    """A player by its level, perhaps with a number of positions to look at: `veteran@64`."""
    level, _, nodes = text.partition(SEPARATOR)
    if nodes and not (nodes.isdecimal() and int(nodes) > 0):
        raise BeachheadError(
            f"levels: {text!r} must be a level and a number of positions, such as veteran@64"
        )
    return bots.load(game, level, seed=seed, effort=Effort(int(nodes)) if nodes else None)


def play(terms: Terms, pairing: Pairing) -> Played:
    """One game of a ladder."""
    game = beachhead.load(terms.game)
    seats = game.seats(terms.scenario, terms.options)
    players = {
        seat: player(game, level, f"{pairing.seed} {seat}")
        for seat, level in zip(seats, pairing.levels, strict=True)
    }
    try:
        match = matches.play(
            game, players, pairing.seed, scenario=terms.scenario, options=terms.options
        )
    finally:
        for bot in players.values():
            bot.close()
    mind = mind_of(game)
    outcomes = [mind.outcome(match.result, seat) for seat in seats]
    return Played(
        pairing.levels,
        pairing.seed,
        tuple(won(game, match.result, seat, seats) for seat in seats),
        tuple(each.points for each in outcomes),
        tuple(match.seconds.values()),
        tuple(match.choices.values()),
        match.result.text,
    )


def won(game: Game[Any], result: Result, seat: str, seats: Sequence[str]) -> float:
    """1 for a win, and where two sides fight a half for a draw."""
    if not result.winners and len(seats) > 1 and not game.all_on_one_side:
        return 0.5
    return float(seat in result.winners)


def play_all(terms: Terms, pairings: Sequence[Pairing]) -> Iterator[Played]:
    """All games, as they end."""
    if terms.workers <= 1:
        yield from (play(terms, each) for each in pairings)
        return
    with multiprocessing.get_context("spawn").Pool(terms.workers) as pool:
        yield from pool.imap_unordered(_play, [(terms, each) for each in pairings])


def _play(task: tuple[Terms, Pairing]) -> Played:
    return play(*task)


# --- who plays whom


def duels(first: str, second: str, games: int, seed: int) -> list[Pairing]:
    """Two levels, each deal twice with sides swapped."""
    found = []
    for deal in range(seed, seed + -(-games // 2)):
        found += [Pairing((first, second), deal), Pairing((second, first), deal)]
    return (
        found[:games]
        if first != second
        else [Pairing((first, first), seed + n) for n in range(games)]
    )


def solos(level: str, seats: int, games: int, seed: int) -> list[Pairing]:
    """One level in every seat."""
    return [Pairing((level,) * seats, deal) for deal in range(seed, seed + games)]


# --- what came of it


@dataclass(slots=True, frozen=True)
class Duel:
    """How a level did against another."""

    level: str
    other: str
    games: int
    won: Interval
    """The share of wins, draws counting half."""
    draws: int
    points: Interval
    """By how much it had more, a game, over pairs of swapped games."""
    by_side: dict[str, Interval]
    """Its share of wins in each seat."""
    seconds: float
    """The processor's time it took a game, on average."""
    rating: Interval = field(default=Interval(0, 0, 0))


@dataclass(slots=True, frozen=True)
class Solo:
    """How a level did on its own."""

    level: str
    games: int
    won: Interval
    points: Interval
    seconds: float


def duel(first: str, second: str, seats: Sequence[str], played: Sequence[Played]) -> Duel:
    """What the games of two levels say of the first. In a mirror match it is about who sits in
    the first seat."""
    mirror = first == second
    pairs: dict[int, list[float]] = {}
    wins: dict[str, list[float]] = {seat: [] for seat in seats}
    seconds = []
    for game in played:
        at = 0 if mirror else game.levels.index(first)
        pairs.setdefault(game.seed, []).append(game.points[at])
        wins[seats[at]].append(game.won[at])
        seconds.append(game.seconds[at])
    both = [won for each in wins.values() for won in each]
    found = intervals.share(sum(both), len(both))
    return Duel(
        first,
        second,
        len(played),
        found,
        sum(each == 0.5 for each in both),
        intervals.mean([statistics.fmean(each) for each in pairs.values()]),
        {seat: intervals.share(sum(each), len(each)) for seat, each in wins.items() if each},
        statistics.fmean(seconds) if seconds else 0.0,
        intervals.rating(found),
    )


def solo(level: str, played: Sequence[Played]) -> Solo:
    """What the games of a level say."""
    return Solo(
        level,
        len(played),
        intervals.share(sum(any(game.won) for game in played), len(played)),
        intervals.mean([game.points[0] for game in played]),
        statistics.fmean(sum(game.seconds) for game in played) if played else 0.0,
    )


def to_data(found: Duel | Solo) -> dict[str, Any]:
    return asdict(found)
