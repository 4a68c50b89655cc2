"""The shapes of the areas: straight cells of the pack, their sides drawn by a wandering hand.

A side that two areas share is drawn once, so that they meet without a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import hypot

from beachhead.art import ink
from beachhead.art.paths import Point
from beachhead.storm.drawing import geography
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.board import Point as Coordinates

EASTINGS = (
    (-1.80, -182.0),
    (-1.45, 273.0),
    (-1.10, 903.0),
    (-0.75, 1463.0),
    (-0.30, 2147.0),
    (0.00, 2522.0),
    (0.20, 2772.0),
)
SOUTHINGS = ((49.70, -219.0), (49.52, 196.0), (49.24, 1176.0), (49.03, 1648.0), (48.90, 1950.0))
"""Degrees and where they lie on the page: the crowded coast is drawn larger than the rest."""

Side = tuple[Coordinates, Coordinates]


def spot(at: Coordinates) -> Point:
    """A latitude and longitude on the page."""
    return _scaled(EASTINGS, at[1]), _scaled(SOUTHINGS, at[0])


def _scaled(marks: Sequence[tuple[float, float]], degrees: float) -> float:
    """Where a degree lies, by the two marks around it."""
    for (one, here), (other, there) in pairwise(marks):
        if min(one, other) <= degrees <= max(one, other):
            return here + (there - here) * (degrees - one) / (other - one)
    raise ValueError(f"{degrees} degrees are off the map")


def spots(line: Sequence[Coordinates]) -> list[Point]:
    return [spot(at) for at in line]


@cache
def outline(area: int) -> tuple[Point, ...]:
    """The drawn outline of an area."""
    shape: list[Point] = []
    for side in _sides(area):
        shape += _drawn(side)[:-1]
    return tuple(shape)


@cache
def border(one: int, other: int) -> tuple[Point, ...]:
    """The line between two areas, drawn from end to end."""
    theirs = {frozenset(side) for side in _sides(other)}
    shared = [side for side in _sides(one) if frozenset(side) in theirs]
    return tuple(point for side in _in_order(shared) for point in _drawn(side))


def edge(area: int) -> list[Point]:
    """The part of an area's outline that lies on the sea or on the edge of the map."""
    outer = (side for side in _sides(area) if is_outer(frozenset(side)))
    return [point for side in outer for point in _drawn(side)]


@cache
def coast() -> tuple[Point, ...]:
    """The shore of the Bay of the Seine from north-west to east, beyond the areas as well."""
    outer = dict(side for area in AREAS for side in _sides(area) if is_outer(frozenset(side)))
    drawn = spots(geography.COAST_NORTH)
    for side in _shore(outer):
        drawn += _drawn(side)
    return (*drawn, *spots(geography.COAST_EAST))


def _shore(outer: dict[Coordinates, Coordinates]) -> list[Side]:
    """The outer sides that lie on the sea: from Quinéville's northern corner to the east edge."""
    back = {b: a for a, b in outer.items()}
    start = max((corner for corner in outer if corner[1] > -1.3), key=lambda corner: corner[0])
    end = max(outer, key=lambda corner: (corner[1], corner[0]))
    for step in (outer, back):
        chain: list[Side] = []
        here = start
        while here != end and len(chain) < len(outer):
            chain.append((here, step[here]))
            here = step[here]
        if _northward(chain):
            return chain
    return []


def _northward(chain: Sequence[Side]) -> bool:
    """Whether a chain runs along the north of the map, not around its south."""
    return min(b[0] for _, b in chain) > 49.2


def is_outer(side: frozenset[Coordinates]) -> bool:
    """Whether a side belongs to one area alone: the sea or the edge of the map."""
    return _owners()[side] == 1


@cache
def _owners() -> Counter[frozenset[Coordinates]]:
    return Counter(frozenset(side) for area in AREAS for side in _sides(area))


@cache
def _sides(area: int) -> tuple[Side, ...]:
    corners = board().areas[area].outline
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


def _in_order(sides: Sequence[Side]) -> list[Side]:
    """Sides in the order in which they join."""
    onward = {a: (a, b) for a, b in sides}
    ends = {b for _, b in sides}
    start = next((a for a, _ in sides if a not in ends), sides[0][0])
    ordered: list[Side] = []
    while start in onward and len(ordered) < len(sides):
        ordered.append(onward[start])
        start = onward[start][1]
    return ordered


@cache
def _drawn(side: Side) -> tuple[Point, ...]:
    """A side as a wandering line, the same in both directions."""
    one, other = side
    if one > other:
        return _drawn((other, one))[::-1]
    start, end = spot(one), spot(other)
    on_edge = is_outer(frozenset(side))
    rng = ink.pen("border", f"{one}{other}")
    line = [start, end]
    swing = 0.045 if on_edge else 0.10
    for _ in range(5):
        if hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) < 9:
            break
        finer = [line[0]]
        for a, b in pairwise(line):
            dx, dy = b[0] - a[0], b[1] - a[1]
            push = rng.uniform(-swing, swing)
            finer += [((a[0] + b[0]) / 2 - dy * push, (a[1] + b[1]) / 2 + dx * push), b]
        line = finer
        swing *= 0.86
    return tuple(line)
