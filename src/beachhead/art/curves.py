"""Lines made to flow, and walks along them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from beachhead.art.paths import Point, middle

Step = tuple[Point, Point]
"""a point on a line and the direction of travel there (length 1)"""


def ease(points: Sequence[Point], amount: float, *, closed: bool = False) -> list[Point]:
    """Pull corners toward the middles of their sides: a zigzag of hex sides becomes a line."""
    count = len(points)
    eased = []
    for i, (x, y) in enumerate(points):
        if not closed and i in (0, count - 1):
            eased.append((x, y))
            continue
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % count]
        mx, my = (ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4
        eased.append((x + (mx - x) * amount, y + (my - y) * amount))
    return eased


def flatten(points: Sequence[Point], *, closed: bool = False, parts: int = 6) -> list[Point]:
    """The B-spline that `paths.spline` writes, as short straight pieces."""
    if len(points) < 3:
        return list(points)
    if closed:
        starts = [middle(points[i - 1], points[i]) for i in range(len(points))]
        pieces = [(starts[i], points[i], starts[(i + 1) % len(points)]) for i in range(len(points))]
    else:
        knots = [points[0]]
        knots += [middle(points[i], points[i + 1]) for i in range(1, len(points) - 2)]
        knots.append(points[-1])
        pieces = [(knots[i], points[i + 1], knots[i + 1]) for i in range(len(points) - 2)]
    line = [pieces[0][0]]
    for a, b, c in pieces:
        for n in range(1, parts + 1):
            t = n / parts
            u = 1 - t
            line.append(
                (
                    u * u * a[0] + 2 * u * t * b[0] + t * t * c[0],
                    u * u * a[1] + 2 * u * t * b[1] + t * t * c[1],
                )
            )
    return line


def length(line: Sequence[Point]) -> float:
    """How long a line of straight pieces is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def walk(line: Sequence[Point], spacing: float, start: float | None = None) -> Iterator[Step]:
    """Points at equal distances along a line, spread so that both ends are treated alike."""
    whole = length(line)
    count = max(1, round(whole / spacing))
    pace = whole / count
    due = pace / 2 if start is None else start
    gone = 0.0
    for a, b in pairwise(line):
        piece = hypot(b[0] - a[0], b[1] - a[1])
        if piece == 0:
            continue
        dx, dy = (b[0] - a[0]) / piece, (b[1] - a[1]) / piece
        while due <= gone + piece + 1e-9:
            along = due - gone
            yield (a[0] + dx * along, a[1] + dy * along), (dx, dy)
            due += pace
        gone += piece


def beside(line: Sequence[Point], distance: float) -> list[Point]:
    """A line alongside, to the right of travel (with y growing down the page)."""
    moved = []
    for i, (x, y) in enumerate(line):
        a, b = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        span = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        moved.append((x - (b[1] - a[1]) / span * distance, y + (b[0] - a[0]) / span * distance))
    return moved


def inset(loop: Sequence[Point], distance: float) -> list[Point]:
    """A clockwise loop drawn smaller by the same distance on every side."""
    inner = []
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % len(loop)]
        before = hypot(x - ax, y - ay)
        behind = hypot(bx - x, by - y)
        nx, ny = -(y - ay) / before, (x - ax) / before
        mx, my = -(by - y) / behind, (bx - x) / behind
        both = 1 + nx * mx + ny * my
        inner.append((x + (nx + mx) / both * distance, y + (ny + my) / both * distance))
    return inner


def sides(loop: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a closed shape, the last of them back to the start."""
    return pairwise((*loop, loop[0]))


def inside(loop: Sequence[Point], at: Point) -> bool:
    """Whether an odd number of a closed shape's sides lies to the right of a point."""
    x, y = at
    crossed = (
        (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in sides(loop)
    )
    return sum(crossed) % 2 == 1


def crossings(loop: Sequence[Point], start: Point, toward: Point) -> list[float]:
    """How far along a straight line lies each side of a closed shape that it crosses."""
    (x, y), (dx, dy) = start, toward
    found = []
    for (ax, ay), (bx, by) in sides(loop):
        over, under = (ax - x) * -dy + (ay - y) * dx, (bx - x) * -dy + (by - y) * dx
        if (over < 0) != (under < 0):
            t = over / (over - under)
            found.append((ax + (bx - ax) * t - x) * dx + (ay + (by - ay) * t - y) * dy)
    return found


def bearing(start: Point, end: Point) -> tuple[Point, float]:
    """The direction from one point to another (length 1), and how far it is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    return (dx / far, dy / far), far


def arrow(start: Point, toward: Point, half: Sequence[Point]) -> list[Point]:
    """A shape along a line and alike on both sides of it. Each point of `half` is so far along the
    line and so far aside; one that is not aside is the tip."""
    (x, y), (dx, dy) = start, toward
    both = [*half, *((along, -aside) for along, aside in reversed(half) if aside)]
    return [(x + dx * along - dy * aside, y + dy * along + dx * aside) for along, aside in both]
