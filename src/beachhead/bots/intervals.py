"""How sure a share or a mean is: 95 % confidence intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.959964


class Interval(NamedTuple):
    """A figure, and between what it lies with 95 %."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Interval:
        return Interval(self.value * factor, self.low * factor, self.high * factor)


def share(won: float, games: int) -> Interval:
    """A share of games, by Wilson's score.

    >>> [round(x, 3) for x in share(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    value = won / games
    below = 1 + Z * Z / games
    middle = (value + Z * Z / (2 * games)) / below
    half = Z / below * math.sqrt(value * (1 - value) / games + Z * Z / 4 / games**2)
    return Interval(value, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean of independent values, by their spread.

    >>> mean([1.0, 1.0])
    Interval(value=1.0, low=1.0, high=1.0)
    """
    if len(values) < 2:
        value = values[0] if values else 0.0
        return Interval(value, -math.inf, math.inf)
    value = statistics.fmean(values)
    half = Z * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(value, value - half, value + half)


def rating(share_: Interval) -> Interval:
    """The difference in rating that a share of wins means, as chess players count it: 400 points
    for ten to one.

    >>> round(rating(Interval(10 / 11, 0.5, 1.0)).value)
    400
    """
    low, value, high = (
        400 * math.log10(max(each, 1e-3) / max(1 - each, 1e-3))
        for each in (share_.low, share_.value, share_.high)
    )
    return Interval(value, low, high)
