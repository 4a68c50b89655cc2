"""Tuning: weights fitted on how games ended, and how well they foretell games they never saw.

Bots play whole games; at one moment of each stretch (a turn, say) the features of the position are
noted for a seat, and when the game is over, how it ended. A fifth of the games is held out of the
fit: what the weights say of them is what they are worth.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, NamedTuple

import beachhead
from beachhead.bots import intervals, ladder, matches
from beachhead.bots.intervals import Interval
from beachhead.bots.ladder import Terms
from beachhead.bots.mind import AnyMind, mind_of
from beachhead.bots.values import Sample, Values, fit_chance, fit_points
from beachhead.kernel.play import Event, State

HELD_OUT = 5
"""Every fifth game is held out."""


class PlayedOut(NamedTuple):
    """A game that was played to learn from: its seed, and what was noted of it."""

    seed: int
    samples: list[Sample]


def play(terms: Terms, level: str, stray: float, seed: int) -> PlayedOut:
    """A game in which a level plays all seats, and now and then anything at all, so that positions
    are seen that it would avoid; at a moment of each stretch features are noted."""
    game = beachhead.load(terms.game)
    mind = mind_of(game)
    rng = Random(f"tuning {seed}")
    seats = game.seats(terms.scenario, terms.options)
    players = {seat: ladder.player(game, level, f"{seed} {seat}") for seat in seats}
    noted: dict[Hashable, tuple[int, str, Sample]] = {}

    def note(state: State[Any], _seat: str, _happened: list[Event]) -> None:
        """Any moment of a stretch is as likely as another to be the one that is noted."""
        if state.over or state.decision.kind not in mind.planning:
            return
        stretch = mind.stretch(state.position)
        count = noted[stretch][0] + 1 if stretch in noted else 1
        if rng.random() * count < 1:
            seat = rng.choice(seats)
            noted[stretch] = (count, seat, _sample(mind, state, seat))
        else:
            noted[stretch] = (count, *noted[stretch][1:])

    match = matches.play(
        game,
        players,
        seed,
        scenario=terms.scenario,
        options=terms.options,
        watcher=note,
        stray=(stray, rng),
    )
    samples = []
    for _, seat, sample in noted.values():
        outcome = mind.outcome(match.result, seat)
        samples.append(replace(sample, won=outcome.chance, points=outcome.points))
    return PlayedOut(seed, samples)


def _sample(mind: AnyMind, state: State[Any], seat: str) -> Sample:
    """How a position stands for a seat, before anybody knows how it ends."""
    position = state.position
    features = mind.features(position, seat)
    said, points = mind.estimate(position, seat)
    return Sample(features, mind.prospects(position, seat, features), said, said, points)


def play_all(terms: Terms, level: str, stray: float, seeds: Sequence[int]) -> Iterator[PlayedOut]:
    """All games, as they end."""
    tasks = [(terms, level, stray, seed) for seed in seeds]
    if terms.workers <= 1:
        yield from map(_play, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(terms.workers) as pool:
        yield from pool.imap_unordered(_play, tasks)


def _play(task: tuple[Terms, str, float, int]) -> PlayedOut:
    return play(*task)


# --- what was played is kept, so that one can go on


def read_game(data: list[Any]) -> PlayedOut:
    seed, samples = data
    return PlayedOut(seed, [Sample(**each) for each in samples])


def to_data(game: PlayedOut) -> list[Any]:
    return [game.seed, [asdict(each) for each in game.samples]]


# --- fitting and judging


OFF = 0.08
"""By how much what was said of some positions may differ from how often they were won, if chance
does not explain it."""
BETTER = 0.1
"""By how much the Brier score must be below that of the base rate."""
ENOUGH = 100
"""So many positions of a band it takes to say that what was said of them holds."""


class Band(NamedTuple):
    """The positions that were given about the same chance, and how often they were won."""

    said: float
    won: Interval
    positions: int

    @property
    def holds(self) -> bool:
        """Whether they were won as often as was said."""
        near = abs(self.said - self.won.value) <= OFF
        return near or self.won.low <= self.said <= self.won.high


@dataclass(slots=True, frozen=True)
class Judgment:
    """How well weights foretell games that they never saw, by one position of each."""

    games: int
    brier: float
    """The mean square of what was said and what came, 0 being perfect."""
    base: float
    """The same for who always says the share of games that are won."""
    points: float
    """By how many points it is off, on average."""
    bands: list[Band]

    @property
    def calibrated(self) -> bool:
        """Whether the chance may be shown to players: it holds in every band, by enough positions,
        and says more than the base rate."""
        sure = all(band.holds and band.positions >= ENOUGH for band in self.bands)
        return sure and self.brier <= (1 - BETTER) * self.base


def split(games: Sequence[PlayedOut]) -> tuple[list[PlayedOut], list[PlayedOut]]:
    """The games to fit on, and those held out."""
    fitted = [each for each in games if each.seed % HELD_OUT]
    return fitted, [each for each in games if not each.seed % HELD_OUT]


def fitted(mind: AnyMind, games: Sequence[PlayedOut], provenance: Mapping[str, Any]) -> Values:
    """The weights that fit some games."""
    samples = [sample for each in games for sample in each.samples]
    constant = not mind.mirrored
    return Values(
        fit_chance(samples, constant=constant),
        fit_points(samples, mind.ridge, mind.prior, constant=constant),
        provenance,
    )


Foretelling = Callable[[Sample], tuple[float, float]]
"""The chance to win and the points that somebody expects of a position."""


def by_weights(values: Values) -> Foretelling:
    """What weights foretell."""
    return lambda each: (values.likely(each.prospects), values.expected(each.features))


def as_played(mind: AnyMind) -> Foretelling:
    """What the values in use foretold when the game was played."""
    return lambda each: (each.said, mind.values.expected(each.features))


def judge(foretold: Foretelling, games: Sequence[PlayedOut]) -> Judgment:
    """How well games are foretold: one position of each, any turn alike."""
    samples = [Random(each.seed).choice(each.samples) for each in games if each.samples]
    said = [foretold(each) for each in samples]
    won = [each.won for each in samples]
    share = sum(won) / len(won)
    bands: list[list[int]] = [[] for _ in range(10)]
    for at, (chance, _) in enumerate(said):
        bands[min(int(10 * chance), 9)].append(at)
    return Judgment(
        len(samples),
        _mean([(chance - w) ** 2 for (chance, _), w in zip(said, won, strict=True)]),
        share * (1 - share),
        _mean([abs(p - each.points) for (_, p), each in zip(said, samples, strict=True)]),
        [
            Band(
                _mean([said[at][0] for at in band]),
                intervals.share(sum(won[at] for at in band), len(band)),
                len(band),
            )
            for band in bands
            if band
        ],
    )


def reliability(found: Judgment) -> str:
    """A drawing of what was said (across) and how often it came (up), with intervals."""
    size, edge = 240, 30
    marks = []
    for band in found.bands:
        x = edge + size * band.said
        y, bottom, top = (edge + size * (1 - each) for each in band.won)
        marks.append(
            f'<path d="M{x:.0f} {top:.0f}V{bottom:.0f}" stroke="#456"/>'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#456"/>'
        )
    full = size + 2 * edge
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {full}" width="{full}">'
        f'<path d="M{edge} {edge}V{edge + size}H{edge + size}L{edge + size} {edge}Z" fill="#fff" '
        f'stroke="#aaa"/><path d="M{edge} {edge + size}L{edge + size} {edge}" stroke="#aaa"/>'
        f'{"".join(marks)}<g font-family="sans-serif" font-size="11" fill="#333">'
        f'<text x="{edge}" y="{full - 10}">0</text>'
        f'<text x="{full / 2}" y="{full - 10}" text-anchor="middle">said</text>'
        f'<text x="{edge + size}" y="{full - 10}" text-anchor="end">100 %</text>'
        f'<text x="{edge}" y="20">won, of {found.games} games</text></g></svg>\n'
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def learning_curve(
    mind: AnyMind, games: Sequence[PlayedOut], held_out: Sequence[PlayedOut]
) -> list[tuple[int, float]]:
    """How the error on games held out falls with the number of games fitted on."""
    sizes = sorted({max(2, len(games) // part) for part in (16, 8, 4, 2, 1)})
    return [
        (size, round(judge(by_weights(fitted(mind, games[:size], {})), held_out).brier, 4))
        for size in sizes
    ]
