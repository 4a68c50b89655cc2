"""Path data and places on the page: numbers are short, lines go on from where the pen is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""left, top, width, height"""

PATCH = 160
"""Long path data are cut along squares of this size."""


def num(value: float, places: int = 1) -> str:
    """A number as short as it can be written.

    >>> num(3.0), num(-0.04), num(0.25, 2), num(-0.5)
    ('3', '0', '.25', '-.5')
    """
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return text


def moved(at: Point) -> str:
    """The transform of what is drawn around (0, 0) and stands elsewhere."""
    return f"translate({num(at[0])} {num(at[1])})"


def around(at: Point, wide: float, high: float) -> Box:
    """The box so wide and high with its middle in a point."""
    return at[0] - wide / 2, at[1] - high / 2, wide, high


def grown(box: Box, by: float) -> Box:
    """A box that reaches farther on every side, or less far."""
    left, top, wide, high = box
    return left - by, top - by, wide + 2 * by, high + 2 * by


def pair(point: Point) -> str:
    """Two coordinates with the fewest characters between them."""
    return _tenths(round(point[0] * 10), round(point[1] * 10))


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines.

    >>> polyline([(1, 2), (3, 2.5), (1, 4)], closed=True)
    'M1 2l2 .5-2 1.5z'
    """
    if not points:
        return ""
    track = _Track(points[0])
    return track.start + "l" + track.to(*points[1:]) + ("z" if closed else "")


def polygons(shapes: Iterable[Sequence[Point]]) -> str:
    """Path data of several closed shapes."""
    return "".join(polyline(shape, closed=True) for shape in shapes)


def spline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a curve that the points pull toward themselves (a quadratic B-spline).

    An open curve begins and ends in its first and last point.
    """
    if len(points) < 3:
        return polyline(points, closed=closed)
    if closed:
        ring = [*points, points[0]]
        track = _Track(middle(points[-1], points[0]))
        bends = [(here, middle(here, after)) for here, after in pairwise(ring)]
    else:
        track = _Track(points[0])
        inner = points[1:-1]
        ends = [middle(here, after) for here, after in pairwise(inner)]
        bends = list(zip(inner, [*ends, points[-1]], strict=True))
    return track.start + "".join(track.bend(*bend) for bend in bends) + ("z" if closed else "")


def dots(points: Iterable[Point]) -> str:
    """Path data of round dots: strokes of no length with round caps."""
    ground: dict[tuple[int, int], list[Point]] = {}
    for point in points:
        ground.setdefault(patch(point), []).append(point)
    written = ""
    for first, *others in ground.values():
        track = _Track(first)
        written += track.start + "h0" + "".join(f"m{track.to(p)}h0" for p in others)
    return written


class _Track:
    """Where the pen is, in whole tenths, so that relative steps add up without drift."""

    def __init__(self, start: Point) -> None:
        self.x, self.y = round(start[0] * 10), round(start[1] * 10)
        self.start = "M" + _tenths(self.x, self.y)

    def to(self, *points: Point) -> str:
        """Steps to each of the points in turn."""
        written = ""
        for px, py in points:
            x, y = round(px * 10), round(py * 10)
            step = _tenths(x - self.x, y - self.y)
            written += step if not written or step.startswith("-") else " " + step
            self.x, self.y = x, y
        return written

    def bend(self, pull: Point, end: Point) -> str:
        """A quadratic curve."""
        ax, ay = round(pull[0] * 10), round(pull[1] * 10)
        bx, by = round(end[0] * 10), round(end[1] * 10)
        first = _tenths(ax - self.x, ay - self.y)
        second = _tenths(bx - self.x, by - self.y)
        self.x, self.y = bx, by
        return f"q{first}{second if second.startswith('-') else ' ' + second}"


def _tenths(x: int, y: int) -> str:
    """Two whole numbers of tenths as decimals."""
    second = _decimal(y)
    return _decimal(x) + (second if second.startswith("-") else " " + second)


def _decimal(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    if not rest:
        return f"{sign}{whole}" if whole else "0"
    return f"{sign}{whole or ''}.{rest}"


def patch(point: Point) -> tuple[int, int]:
    """The square of ground in which a point lies."""
    return int(point[0] // PATCH), int(point[1] // PATCH)


def middle(a: Point, b: Point) -> Point:
    """The point halfway between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
