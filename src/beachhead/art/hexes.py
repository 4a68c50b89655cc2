"""Where hexes, their corners and their sides lie on the page, for any hex map."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from math import cos, hypot, radians, sin, sqrt

from beachhead.art import curves
from beachhead.art.paths import Point, polyline, spline
from beachhead.art.svg import Markup, layer, patches
from beachhead.errors import BeachheadError

Cell = tuple[int, int]
"""row, column; both count from 1"""
Side = tuple[Point, Point]


@dataclass(frozen=True)
class HexLayout:
    """A hex grid on the page.

    With `pointy` hexes the rows are straight and every other row is shifted by half a hex to the
    right; otherwise the columns are straight and every other column is shifted by half a hex in
    the direction in which rows count. `shifted` is the parity (0 even, 1 odd) of the shifted ones.
    """

    size: float
    """center to corner"""
    pointy: bool = True
    shifted: int = 0
    origin: Point = (0.0, 0.0)
    """center of row 1, column 1 as if unshifted"""
    upward: bool = False
    """rows count up the page"""

    @property
    def across(self) -> float:
        """Side to side; also the distance between neighboring centers."""
        return self.size * sqrt(3)

    def center(self, cell: Cell) -> Point:
        """The middle of a hex."""
        row, column = cell
        along, apart = self.across, self.size * 1.5
        if self.pointy:
            x = (column - 1) * along + (along / 2 if row % 2 == self.shifted else 0)
            y = (row - 1) * apart
        else:
            x = (column - 1) * apart
            y = (row - 1) * along + (along / 2 if column % 2 == self.shifted else 0)
        return self.origin[0] + x, self.origin[1] + (-y if self.upward else y)

    def corners(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        """The six corners, clockwise; the first is at the top, or right of it."""
        return ring(self.center(cell), self.size * scale, -90 if self.pointy else -60)

    def neighbors(self, cell: Cell) -> list[Cell]:
        """The six neighbors; the n-th lies behind the side from corner n to corner n + 1."""
        x, y = self.center(cell)
        first = -60 if self.pointy else -30
        return [self.at(p) for p in ring((x, y), self.across, first)]

    def at(self, point: Point) -> Cell:
        """The hex whose center is nearest to a point."""
        x = point[0] - self.origin[0]
        y = (point[1] - self.origin[1]) * (-1 if self.upward else 1)
        step = self.size * 1.5
        line = round((y if self.pointy else x) / step)
        best = (float("inf"), (0, 0))
        for near in (line - 1, line, line + 1):
            shift = self.across / 2 if (near + 1) % 2 == self.shifted else 0
            place = round(((x if self.pointy else y) - shift) / self.across)
            cell = (near + 1, place + 1) if self.pointy else (place + 1, near + 1)
            cx, cy = self.center(cell)
            best = min(best, (hypot(cx - point[0], cy - point[1]), cell))
        return best[1]

    def side(self, here: Cell, there: Cell) -> Side:
        """The side between two neighbors, with `here` on the left when walking along it."""
        (ax, ay), (bx, by) = self.center(here), self.center(there)
        mx, my, half = (ax + bx) / 2, (ay + by) / 2, self.size / 2 / self.across
        dx, dy = (bx - ax) * half, (by - ay) * half
        return (mx - dy, my + dx), (mx + dy, my - dx)

    def outline(self, cells: Iterable[Cell]) -> list[list[Point]]:
        """The borders of a region as closed loops."""
        inside = set(cells)
        sides = []
        for cell in sorted(inside):
            corners = self.corners(cell)
            for n, other in enumerate(self.neighbors(cell)):
                if other not in inside:
                    sides.append((corners[n], corners[(n + 1) % 6]))
        return [chain[:-1] for chain in chains(sides)]

    def region(self, cells: Iterable[Cell], amount: float) -> str:
        """Neighboring hexes as path data of one shape with a flowing border."""
        loops = (curves.ease(loop, amount, closed=True) for loop in self.outline(cells))
        return "".join(spline(loop, closed=True) for loop in loops)

    def grid(self, cells: Iterable[Cell]) -> Markup:
        """The layer of all hexsides, each of them once."""
        drawn = dict.fromkeys(cells)
        sides = [
            self.side(here, other)
            for here in drawn
            for other in self.neighbors(here)
            if other not in drawn or other > here
        ]
        lines = "".join(polyline(line) for line in chains(sides))
        return layer("grid", patches(lines, class_="grid"))


def check_part(name: str, hexes: Container[str], radius: int, how: str) -> None:
    """Whether a part of a map can be drawn around a hex; errors say how one is named."""
    if name not in hexes:
        raise BeachheadError(f"hex: {name!r} is not on this map; give {how}")
    if not 1 <= radius <= 40:
        raise BeachheadError(f"radius: {radius} is not between 1 and 40 hexes")


def ring(center: Point, radius: float, first: float, count: int = 6) -> list[Point]:
    """Points evenly around a center, clockwise from an angle in degrees."""
    angles = [radians(first + n * 360 / count) for n in range(count)]
    return [(center[0] + radius * cos(a), center[1] + radius * sin(a)) for a in angles]


def chains(sides: Iterable[Side]) -> list[list[Point]]:
    """Join directed sides end to start into the longest lines; a loop ends where it began."""
    after: dict[Cell, list[Side]] = {}
    before: dict[Cell, int] = {}
    pool = list(sides)
    for a, b in pool:
        after.setdefault(_knot(a), []).append((a, b))
        before[_knot(b)] = before.get(_knot(b), 0) + 1
    lines = []
    starts = [s for s in pool if not before.get(_knot(s[0]))] + pool
    for start in starts:
        key = _knot(start[0])
        if start not in after.get(key, []):
            continue
        after[key].remove(start)
        line = [start[0], start[1]]
        while following := after.get(_knot(line[-1])):
            line.append(following.pop(0)[1])
        lines.append(line)
    return lines


def threads(sides: Iterable[Side]) -> list[list[Point]]:
    """Join sides of no direction into lines that end where three of them meet."""
    at: dict[Cell, list[int]] = {}
    pool = list(sides)
    for n, (a, b) in enumerate(pool):
        at.setdefault(_knot(a), []).append(n)
        at.setdefault(_knot(b), []).append(n)
    used: set[int] = set()
    lines = []

    def walk(n: int, start: Point, end: Point) -> list[Point]:
        line = [start, end]
        used.add(n)
        while len(meeting := at[_knot(line[-1])]) == 2:
            following = [m for m in meeting if m not in used]
            if not following:
                break
            used.add(following[0])
            a, b = pool[following[0]]
            line.append(b if _knot(a) == _knot(line[-1]) else a)
        return line

    for ends_only in (True, False):
        for n, (a, b) in enumerate(pool):
            if n in used:
                continue
            if len(at[_knot(a)]) != 2 or not ends_only:
                lines.append(walk(n, a, b))
            elif len(at[_knot(b)]) != 2:
                lines.append(walk(n, b, a))
    return lines


def _knot(point: Point) -> Cell:
    """Corners computed from different hexes differ in the last digits; their knots do not."""
    return round(point[0]), round(point[1])
