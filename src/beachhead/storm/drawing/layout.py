"""Where things lie on the page: north is up, a degree of latitude is stretched a little.

A place has a *room*: the rectangle in which its name and its counters stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, takewhile
from math import inf

from beachhead.art.curves import sides
from beachhead.art.paths import Box, Point
from beachhead.storm.drawing import geography
from beachhead.storm.drawing.shapes import outline
from beachhead.storm.table.board import Area, board

MAP: Box = (0.0, 0.0, 2644.0, 1790.0)
RIGHT, BOTTOM = MAP[2], MAP[3]
MARGIN = 36.0
PAGE: Box = (-MARGIN, -MARGIN, RIGHT + 2 * MARGIN, BOTTOM + 2 * MARGIN)

SECOND_LINE = 10.0
"""How much lower a plate begins for a name in two lines."""
LONG_NAME = 14

BOX_WIDTH, BOX_HEIGHT, BOX_HEAD = 250.0, 400.0, 28.0
BOX_SECTIONS = {"exploitation": (0.0, 0.29), "invasion": (0.29, 1.0)}
"""How far down below its head each section of a landing box reaches: most units wait to invade."""
SECTION_HEAD = 15.0
BOX_PLACES: dict[str, Point] = geography.PLACES["landing boxes"]
"""The upper left corners of the landing boxes."""

PLATES: dict[str, Point] = geography.PLACES["plates"]
"""Where the name plates of areas begin: those of the beaches off the shore, the others where they
leave the most room to the counters."""
ZONE_PLACES: dict[str, Box] = geography.PLACES["zones"]


@dataclass(frozen=True, slots=True)
class CounterSpace:
    """A rectangle of a place where counters stand."""

    left: float
    top: float
    wide: float
    high: float

    @property
    def middle(self) -> Point:
        return self.left + self.wide / 2, self.top + self.high / 2


@cache
def area_room(area: int) -> CounterSpace:
    """The best rectangle inside an area, its name plate included."""
    return _largest(outline(area))


def landing_box(box: int) -> Box:
    """Where a landing box lies."""
    return *BOX_PLACES[board().tag(box)], BOX_WIDTH, BOX_HEIGHT


def section_box(box: int, section: str) -> Box:
    """One section of a landing box; Invasion lies toward the shore, below."""
    left, top, wide, high = landing_box(box)
    begin, end = (part * (high - BOX_HEAD) for part in BOX_SECTIONS[section])
    return left, top + BOX_HEAD + begin, wide, end - begin


def section_room(box: int, section: str) -> CounterSpace:
    """The room for counters in one section of a landing box."""
    left, top, wide, high = section_box(box, section)
    return CounterSpace(left + 3, top + SECTION_HEAD, wide - 6, high - SECTION_HEAD - 3)


def name_lines(area: Area) -> list[str]:
    """An area's name, in two lines if it is long."""
    if len(area.name) <= LONG_NAME:
        return [area.name]
    cut = min(
        (n for n, letter in enumerate(area.name) if letter in "- "),
        key=lambda n: abs(n - len(area.name) / 2),
        default=len(area.name),
    )
    return [part for part in (area.name[: cut + 1], area.name[cut + 1 :]) if part]


ZONE_HEAD = 132.0


def zone_room(zone: int) -> CounterSpace:
    """The room for counters beside a Zone's head."""
    left, top, wide, high = ZONE_PLACES[board().tag(zone)]
    if wide > high:
        return CounterSpace(left + ZONE_HEAD, top + 6, wide - ZONE_HEAD - 6, high - 12)
    return CounterSpace(left + 6, top + ZONE_HEAD, wide - 12, high - ZONE_HEAD - 6)


STEP = 6.0
WIDEST, HIGHEST = 290.0, 300.0


def _largest(shape: Sequence[Point]) -> CounterSpace:
    """The rectangle inside a shape with the most room, none of it wider than is useful."""
    top, bottom = min(y for _, y in shape), max(y for _, y in shape)
    levels = takewhile(lambda y: y < bottom, count(top + STEP / 2, STEP))
    rows = [(y, *_widest_span(shape, y)) for y in levels]
    best, found = 0.0, CounterSpace(shape[0][0], shape[0][1], 1, 1)
    for first, (begin, _, _) in enumerate(rows):
        left, right = -inf, inf
        for end, its_left, its_right in rows[first:]:
            left, right = max(left, its_left), min(right, its_right)
            wide, high = right - left, end - begin
            if wide <= 0:
                break
            worth = min(wide, WIDEST) * min(high, HIGHEST) - 0.2 * abs(wide - high)
            if worth > best:
                best, found = worth, CounterSpace(left, begin, wide, high)
    return found


def _widest_span(shape: Sequence[Point], level: float) -> tuple[float, float]:
    """The widest stretch of a level that lies inside a shape."""
    cuts = sorted(
        ax + (bx - ax) * (level - ay) / (by - ay)
        for (ax, ay), (bx, by) in sides(shape)
        if (ay < level) != (by < level)
    )
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    return max(spans, key=lambda span: span[1] - span[0], default=(0.0, 0.0))
