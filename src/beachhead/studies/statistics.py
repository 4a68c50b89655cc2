"""What can be said of samples, and how sure it is: tests of a difference, effect sizes, p-values
corrected for asking often. Plain Python, so that a report needs nothing installed.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from beachhead.bots import intervals
from beachhead.bots.intervals import Interval


class Difference(NamedTuple):
    """How one sample differs from another: by how much, how big that is, and how likely so much or
    more would be if there were no difference."""

    by: Interval
    effect: float
    """Between -1 and 1 (Cliff's delta): the chance that a game of the one sample has more than one
    of the other, less the chance that it has less."""
    p: float


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of the values does not exceed, between neighbors if need be.

    >>> quantile([1, 2, 3, 4], 0.5), quantile([7], 0.9)
    (2.5, 7.0)
    """
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def fisher(won: int, games: int, other_won: int, other_games: int) -> float:
    """Fisher's exact test, two-sided: how likely tables at least as rare as this one are, if both
    shares are the same.

    >>> round(fisher(8, 10, 1, 6), 4)
    0.035
    """
    wins, total = won + other_won, games + other_games

    def log_likely(first: int) -> float:
        return (
            _log_choose(games, first)
            + _log_choose(other_games, wins - first)
            - _log_choose(total, wins)
        )

    here = log_likely(won)
    possible = range(max(0, wins - other_games), min(games, wins) + 1)
    found = (log_likely(first) for first in possible)
    return min(1.0, sum(math.exp(each) for each in found if each <= here + 1e-7))


def _log_choose(total: int, chosen: int) -> float:
    return math.lgamma(total + 1) - math.lgamma(chosen + 1) - math.lgamma(total - chosen + 1)


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The test of Mann and Whitney, two-sided, by the normal distribution with corrections for ties
    and for steps; and Cliff's delta.

    >>> delta, p = mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12])
    >>> round(delta, 2), round(p, 4)
    (0.7, 0.1113)
    """
    first, second = len(one), len(other)
    if not first or not second:
        return 0.0, 1.0
    counts, ranks, before = Counter([*one, *other]), {}, 0
    for value in sorted(counts):
        ranks[value] = before + (counts[value] + 1) / 2
        before += counts[value]
    above = sum(ranks[value] for value in one) - first * (first + 1) / 2
    middle, total = first * second / 2, first + second
    tied = sum(count**3 - count for count in counts.values())
    spread = first * second / 12 * (total + 1 - tied / (total * (total - 1)))
    delta = above / middle - 1
    if spread <= 0:
        return delta, 1.0
    far = max(0.0, abs(above - middle) - 0.5) / math.sqrt(spread)
    return delta, min(1.0, math.erfc(far / math.sqrt(2)))


def shares(one: Sequence[float], other: Sequence[float]) -> Difference:
    """How shares of games won differ, draws counting half. The interval is Newcombe's, which holds
    for few games and for shares near none and all; the test Fisher's, if there are no draws."""
    mine = intervals.share(sum(one), len(one))
    theirs = intervals.share(sum(other), len(other))
    by = mine.value - theirs.value
    low = math.hypot(mine.value - mine.low, theirs.high - theirs.value)
    high = math.hypot(mine.high - mine.value, theirs.value - theirs.low)
    effect, p = mann_whitney(one, other)
    if set(one) | set(other) <= {0.0, 1.0}:
        p = fisher(round(sum(one)), len(one), round(sum(other)), len(other))
    return Difference(Interval(by, by - low, by + high), effect, p)


def paired_shares(one: Sequence[float], other: Sequence[float]) -> Difference:
    """How shares of games won differ where both are of the same games, one by one. The interval is
    that of Bonett and Price; the test McNemar's, exact: games that are counted alike in both say
    nothing. The effect is the difference itself.

    >>> found = paired_shares([1, 1, 1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0])
    >>> [round(each, 2) for each in found.by], found.p
    ([0.62, 0.08, 0.92], 0.0625)
    """
    games = len(one)
    more = sum(a > b for a, b in zip(one, other, strict=True))
    less = sum(a < b for a, b in zip(one, other, strict=True))
    by = (sum(one) - sum(other)) / games
    up, down = (more + 1) / (games + 2), (less + 1) / (games + 2)
    half = intervals.Z * math.sqrt((up + down - (up - down) ** 2) / (games + 2))
    fewer, differ = min(more, less), more + less
    tail = sum(math.comb(differ, number) for number in range(fewer + 1)) / 2**differ
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    return Difference(Interval(by, low, high), by, min(1.0, 2 * tail))


def means(one: Sequence[float], other: Sequence[float]) -> Difference:
    """How means differ; the interval is Welch's, the test that of Mann and Whitney, which does not
    mind how values are distributed."""
    by = statistics.fmean(one) - statistics.fmean(other)
    half = 0.0
    for values in (one, other):
        if len(values) > 1:
            half += statistics.variance(values) / len(values)
    half = intervals.Z * math.sqrt(half)
    effect, p = mann_whitney(one, other)
    return Difference(Interval(by, by - half, by + half), effect, p)


FOUND_MOSTLY = 0.84
"""The normal quantile of four times out of five."""


def unseen_share(share: float, games: int) -> float:
    """Which difference from a share so many games an arm find only four times out of five, before
    any correction: a smaller one mostly goes unseen.

    >>> round(unseen_share(0.5, 100), 2), round(unseen_share(0.0, 100), 2)
    (0.2, 0.09)
    """
    spread = max(share * (1 - share), 0.05 * 0.95)
    return (intervals.Z + FOUND_MOSTLY) * math.sqrt(2 * spread / games)


def unseen_mean(values: Sequence[float]) -> float:
    """The same for the mean of values like these.

    >>> round(unseen_mean([0, 10] * 50), 1)
    2.0
    """
    spread = statistics.variance(values) if len(values) > 1 else 0.0
    return (intervals.Z + FOUND_MOSTLY) * math.sqrt(2 * spread / len(values))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected by Holm's steps: with them the chance to find anything where there is
    nothing stays what is said, however many questions are asked.

    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    corrected, least = [0.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=lambda number: p_values[number])
    for place, number in enumerate(order):
        least = max(least, min(1.0, p_values[number] * (len(p_values) - place)))
        corrected[number] = least
    return corrected


def survival(lengths: Sequence[int], last: int) -> list[Interval]:
    """The share of games that go on after each turn, from none to the last.

    >>> [round(each.value, 2) for each in survival([2, 3, 3], 3)]
    [1.0, 1.0, 0.67, 0.0]
    """
    return [
        intervals.share(sum(length > turn for length in lengths), len(lengths))
        for turn in range(last + 1)
    ]


def in_words(effect: float) -> str:
    """What an effect of that size is called.

    >>> in_words(-0.05), in_words(0.2), in_words(0.4), in_words(-0.6)
    ('negligible', 'small', 'medium', 'large')
    """
    sizes = ((0.474, "large"), (0.33, "medium"), (0.147, "small"), (0.0, "negligible"))
    return next(word for least, word in sizes if abs(effect) >= least)


def histogram(values: Sequence[float], most: int = 24) -> tuple[float, Mapping[int, int]]:
    """How wide a bin is, a whole number that people like, and how many values are in each; bin
    number n begins at n times that.

    >>> histogram([1, 2, 2, 30], most=10)
    (5, {0: 3, 6: 1})
    """
    spread = max(values) - min(values)
    width = next(
        unit * 10**power
        for power in range(12)
        for unit in (1, 2, 5)
        if spread / (unit * 10**power) < most
    )
    return width, dict(sorted(Counter(math.floor(value / width) for value in values).items()))
