"""Where the counters of a place stand: in rows inside its shape, beside its plate.

Counters are as large on every place. A crowd stands closer: rows lean out over the border a little,
then cover each other, from above, as far as the values at the foot of a counter stay in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, count, takewhile
from math import inf
from typing import NamedTuple

from beachhead.art.curves import sides
from beachhead.art.paths import Box, Point
from beachhead.storm.drawing.areas import plate_box
from beachhead.storm.drawing.layout import section_room, zone_room
from beachhead.storm.drawing.shapes import outline
from beachhead.storm.table.board import AREAS, BOXES

GAP = 1.6
STEP = 4.0
"""How finely a place is measured."""
Span = tuple[float, float]


class Crowding(NamedTuple):
    """How close counters may stand: the distance of rows in heights of a counter, how far they
    lean out of their place, and whether different kinds share a row."""

    pace: float
    lean: float
    shared: bool


CROWDINGS = (
    Crowding(1.0, 0, False),
    Crowding(1.0, 8, False),
    Crowding(1.0, 8, True),
    Crowding(0.86, 8, False),
    Crowding(0.8, 12, True),
    Crowding(0.72, 12, False),
    Crowding(0.64, 14, True),
    Crowding(0.56, 14, False),
    Crowding(0.5, 18, True),
    Crowding(0.44, 26, True),
    Crowding(0.39, 28, True),
    *(Crowding(pace / 100, 28, True) for pace in (34, 29, 24, 19, 14, 9, 4)),
)
"""From roomy to crowded; only the last cover values, where twelve regiments are in a small area."""


class CounterRow(NamedTuple):
    """The widest stretch of a place in which a row of counters fits."""

    top: float
    left: float
    right: float


@lru_cache(4096)  # most places are as they were from one look at the table to the next
def standing(place: int, section: str, kinds: tuple[tuple[float, ...], ...]) -> list[list[Point]]:
    """The middles of a place's counters, of each kind from above, given their sizes."""
    size = max(max(each) for each in kinds if each)
    ways = (_best(place, section, kinds, size, crowding) for crowding in CROWDINGS)
    found = next((found for found in ways if found is not None), None)
    return _piled(_middle(place, section), kinds) if found is None else found


def _piled(middle: Point, kinds: tuple[tuple[float, ...], ...]) -> list[list[Point]]:
    """Counters in a place of a pack from elsewhere in which there is no room for a row."""
    x, y = middle
    places = iter((x + n * GAP, y + n * GAP) for n in range(sum(map(len, kinds))))
    return [[next(places) for _ in sizes] for sizes in kinds]


def _best(
    place: int,
    section: str,
    kinds: tuple[tuple[float, ...], ...],
    size: float,
    crowding: Crowding,
) -> list[list[Point]] | None:
    """The tidiest way to stand so close; None if there is not enough room."""
    rows = {row.top: row for row in _rows(place, section, size, crowding.lean)}
    pace = -(-(size * crowding.pace + GAP) // STEP) * STEP
    middle = _middle(place, section)
    best, found = inf, None
    for first in rows:
        below = (first + n * pace for n in count())
        lines = [rows[top] for top in takewhile(rows.__contains__, below)]
        while lines:
            placed = _filled(lines, kinds, size, middle[0], crowding)
            if placed is None:
                break
            lines.pop()
            far = sum(
                (x - middle[0]) ** 2 + (y - middle[1]) ** 2 for each in placed for x, y in each
            )
            if far < best:
                best, found = far, placed
    return found


def _filled(
    lines: Sequence[CounterRow],
    kinds: tuple[tuple[float, ...], ...],
    size: float,
    along: float,
    crowding: Crowding,
) -> list[list[Point]] | None:
    """Counters in some rows, each kind evenly in as many as it needs; None if they do not fit."""
    fits = [int((row.right - row.left + GAP) // (size + GAP)) for row in lines]
    members: list[list[tuple[int, float]]] = [[] for _ in lines]
    line = 0
    for kind, sizes in enumerate(kinds):
        left = list(sizes)
        while left:
            if not crowding.shared and line < len(lines) and members[line]:
                line += 1
            free = [fit - len(there) for fit, there in zip(fits, members, strict=True)]
            needed = next(
                (n for n, all_ in enumerate(accumulate(free[line:]), start=1) if all_ >= len(left)),
                None,
            )
            if needed is None:
                return None
            each = min(free[line], -(-len(left) // needed))
            members[line] += [(kind, one) for one in left[:each]]
            left = left[each:]
            line += 1 if left or free[line] == each else 0
    placed: list[list[Point]] = [[] for _ in kinds]
    for row, there in zip(lines, members, strict=True):
        wide = sum(one + GAP for _, one in there) - GAP
        x = min(max(along - wide / 2, row.left), row.right - wide)
        for kind, one in there:
            placed[kind].append((x + one / 2, row.top + size - one / 2))
            x += one + GAP
    return placed


# --- the room of a place


@cache
def _middle(place: int, section: str) -> Point:
    """The middle of a place's ground, its plate left out: counters gather around it."""
    shape, plates = _shape(place, section), _plates(place)
    spans = []
    for level in _levels(min(y for _, y in shape) + 0.5, max(y for _, y in shape)):
        free = _spans(shape, level, 0)
        for left, above, wide, high in plates:
            if above <= level <= above + high:
                free = _common(free, [(-inf, left), (left + wide, inf)])
        spans += [(level, left, right) for left, right in free]
    ground = sum(right - left for _, left, right in spans)
    x = sum((right**2 - left**2) / 2 for _, left, right in spans) / ground
    return x, sum(level * (right - left) for level, left, right in spans) / ground


@lru_cache(512)
def _rows(place: int, section: str, size: float, lean: float) -> tuple[CounterRow, ...]:
    """For every level of a place the row that may begin there."""
    shape, plates = _shape(place, section), _plates(place)
    top, bottom = min(y for _, y in shape), max(y for _, y in shape)
    # A rectangle is used up to its edge.
    levels = {y: _spans(shape, y, lean) for y in _levels(top + 0.5, bottom - 0.5)}
    found = []
    for begin in _levels(top + 0.5 - (lean // STEP) * STEP, bottom - size + lean):
        spans: list[Span] = [(-inf, inf)]
        inner = (y for y in levels if begin + lean <= y <= begin + size - lean)
        for level in inner:
            spans = _common(spans, levels[level])
        for left, above, wide, high in plates:
            if above < begin + size and begin < above + high:
                spans = _common(spans, [(-inf, left), (left + wide, inf)])
        left, right = max(spans, key=lambda span: span[1] - span[0], default=(0.0, 0.0))
        if -inf < left < right < inf:
            found.append(CounterRow(begin, left, right))
    return tuple(found)


def _levels(top: float, bottom: float) -> list[float]:
    return [top + n * STEP for n in range(int((bottom - top) // STEP) + 1)]


def _shape(place: int, section: str) -> Sequence[Point]:
    if place in AREAS:
        return outline(place)
    space = section_room(place, section) if place in BOXES else zone_room(place)
    right, bottom = space.left + space.wide, space.top + space.high
    return [(space.left, space.top), (right, space.top), (right, bottom), (space.left, bottom)]


def _plates(place: int) -> list[Box]:
    """The plates that counters there must leave in sight: its own, and those of its neighbors."""
    return [plate_box(area) for area in AREAS] if place in AREAS else []


def _spans(shape: Sequence[Point], level: float, lean: float) -> list[Span]:
    """The stretches of a level inside a shape, so much longer at their ends."""
    cuts = sorted(
        ax + (bx - ax) * (level - ay) / (by - ay)
        for (ax, ay), (bx, by) in sides(shape)
        if (ay < level) != (by < level)
    )
    return [(a - lean, b + lean) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]


def _common(some: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    """The stretches that lie in one of each."""
    return [
        (left, right)
        for a, b in some
        for c, d in others
        if (left := max(a, c)) < (right := min(b, d))
    ]
