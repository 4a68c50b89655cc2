"""Values: named features, weighed; fitted on how games ended.

The chance to win is a logistic function of a weighed sum, the expected points are another sum.
Weights are data, with where they come from: the date, the games and the command that made them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CONSTANT = "constant"
"""What everybody has: the weight that stands for an even position."""


@dataclass(slots=True, frozen=True)
class Values:
    """How much each feature counts for the chance to win, and for the points."""

    chance: Mapping[str, float] = field(default_factory=dict)
    points: Mapping[str, float] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def expected(self, features: Mapping[str, float]) -> float:
        """The points to expect."""
        return _sum(self.points, features)

    def likely(self, prospects: Mapping[str, float]) -> float:
        """The chance to win."""
        return logistic(_sum(self.chance, prospects))

    def estimate(self, features: Mapping[str, float]) -> tuple[float, float]:
        """Both, where the chance follows from the features."""
        return self.likely(features), self.expected(features)

    def to_data(self) -> dict[str, Any]:
        return {
            "provenance": dict(self.provenance),
            "chance": dict(self.chance),
            "points": dict(self.points),
        }

    @classmethod
    def read(cls, path: Path) -> Values:
        """The weights that a file keeps; without it, none."""
        if not path.exists():
            return cls()
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["chance"], data["points"], data["provenance"])

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(self.to_data(), indent=2) + "\n", encoding="utf-8")


def _sum(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    get = weights.get
    total = get(CONSTANT, 0.0)
    for name, value in features.items():
        total += get(name, 0.0) * value
    return total


def logistic(x: float) -> float:
    """
    >>> logistic(0)
    0.5
    """
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


# --- fitting

RIDGE = 1.0
"""As if every feature had a sample of its own that says it counts nothing."""


@dataclass(slots=True, frozen=True)
class Sample:
    """How a position stood for a seat, and how the game ended for it."""

    features: Mapping[str, float]
    prospects: Mapping[str, float]
    """What the chance to win follows from; as a rule the features."""
    said: float
    """The chance to win that the values gave that were in use."""
    won: float
    points: float


def fit_points(
    samples: Sequence[Sample],
    ridge: float = RIDGE,
    prior: Mapping[str, float] | None = None,
    *,
    constant: bool = True,
) -> dict[str, float]:
    """The weights that fit the points best: least squares with a little ridge on features scaled
    alike. A `prior` says what holds without samples, and a greater ridge keeps weights near it."""
    names, scales, rows = _table([sample.features for sample in samples], constant=constant)
    known = {} if prior is None else prior
    points = [sample.points - _sum(known, sample.features) for sample in samples]
    beyond = _named(_least_squares(rows, points, [1.0] * len(rows), ridge), names, scales)
    return {name: round(weight + known.get(name, 0.0), 6) for name, weight in beyond.items()}


def fit_chance(samples: Sequence[Sample], *, constant: bool = True) -> dict[str, float]:
    """The weights that fit the chance to win best: logistic regression (Newton's method), with a
    little ridge on prospects scaled alike.

    >>> won = [Sample({}, {"guns": n}, 0.5, float(n > 2), n) for n in range(6)]
    >>> values = Values(fit_chance(won))
    >>> values.likely({"guns": 1}) < 0.5 < values.likely({"guns": 4})
    True
    """
    names, scales, rows = _table([sample.prospects for sample in samples], constant=constant)
    return _named(_fit_logistic(rows, [each.won for each in samples], RIDGE), names, scales)


def _table(
    found: Sequence[Mapping[str, float]], *, constant: bool
) -> tuple[list[str], list[float], list[list[float]]]:
    """Names, scales, and rows of what was found, scaled alike, after the constant."""
    names = sorted({name for each in found for name in each})
    rows = [[each.get(name, 0.0) for name in names] for each in found]
    scales = [_scale([row[at] for row in rows]) for at in range(len(names))]
    one = float(constant)
    return (
        names,
        scales,
        [[one, *(x / s for x, s in zip(row, scales, strict=True))] for row in rows],
    )


def _scale(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((x - mean) ** 2 for x in values) / len(values)) or 1.0


def _named(
    weights: Sequence[float], names: Sequence[str], scales: Sequence[float]
) -> dict[str, float]:
    found = {CONSTANT: round(weights[0], 6)}
    for name, weight, scale in zip(names, weights[1:], scales, strict=True):
        found[name] = round(weight / scale, 6)
    return found


def _fit_logistic(rows: list[list[float]], won: list[float], ridge: float) -> list[float]:
    weights = [0.0] * len(rows[0])
    for _ in range(25):
        sums = [sum(map(_times, weights, row)) for row in rows]
        chances = [logistic(x) for x in sums]
        slack = [max(p * (1 - p), 1e-6) for p in chances]
        wanted = [x + (y - p) / s for x, y, p, s in zip(sums, won, chances, slack, strict=True)]
        after = _least_squares(rows, wanted, slack, ridge)
        moved = max(abs(a - b) for a, b in zip(after, weights, strict=True))
        weights = after
        if moved < 1e-6:
            break
    return weights


def _times(a: float, b: float) -> float:
    return a * b


def _least_squares(
    rows: list[list[float]], wanted: list[float], slack: list[float], ridge: float
) -> list[float]:
    """The weights w that make slack * (row . w - wanted)² least, with a ridge on all but the
    constant."""
    size = len(rows[0])
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    for row, y, s in zip(rows, wanted, slack, strict=True):
        for i in range(size):
            scaled = s * row[i]
            if scaled:
                line = matrix[i]
                for j in range(i, size):
                    line[j] += scaled * row[j]
                line[size] += scaled * y
    for i in range(size):
        for j in range(i):
            matrix[i][j] = matrix[j][i]
        matrix[i][i] += ridge if i else 1e-9
    return _solved(matrix)


def _solved(matrix: list[list[float]]) -> list[float]:
    """Gauss and Jordan, with pivots."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda at: abs(matrix[at][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        top = matrix[i][i] or 1e-12
        matrix[i] = [x / top for x in matrix[i]]
        for k in range(size):
            if k != i and (factor := matrix[k][i]):
                matrix[k] = [x - factor * y for x, y in zip(matrix[k], matrix[i], strict=True)]
    return [row[size] for row in matrix]
