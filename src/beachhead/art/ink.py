"""Pen work: hachures, hedges, trees, roofs, stipple. Every stroke comes from a seeded pen.

Most functions return path data or points, so that a whole board's strokes of one kind can be
merged into one element.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin
from random import Random

from beachhead.art import curves
from beachhead.art.palette import mix
from beachhead.art.paths import Point, num, pair, polyline, spline
from beachhead.art.svg import Markup, path


def pen(*seed: str) -> Random:
    """A generator that draws the same strokes for the same seed in every run."""
    return Random("/".join(seed))


def hachures(
    line: Sequence[Point], rng: Random, *, reach: float, spacing: float, base: float
) -> str:
    """Tapered strokes running downhill, to the right of the line."""
    strokes = []
    for (x, y), (dx, dy) in curves.walk(line, spacing):
        lean = rng.uniform(-0.16, 0.16)
        far = reach * rng.uniform(0.72, 1.12)
        half = base / 2 * rng.uniform(0.8, 1.2)
        nx, ny = -dy + dx * lean, dx + dy * lean
        tip = (nx * far + dx * half, ny * far + dy * half)
        strokes.append(
            f"M{pair((x - dx * half, y - dy * half))}l{pair(tip)} "
            f"{pair((dx * half - nx * far, dy * half - ny * far))}z"
        )
    return "".join(strokes)


def teeth(line: Sequence[Point], rng: Random, *, reach: float, spacing: float) -> str:
    """Rock: broad irregular teeth to the right of the line."""
    shapes = []
    for (x, y), (dx, dy) in curves.walk(line, spacing):
        half = spacing / 2
        far = reach * rng.uniform(0.7, 1.15)
        shift = rng.uniform(-0.25, 0.25) * spacing
        tip = (x - dy * far + dx * shift, y + dx * far + dy * shift)
        shapes.append(
            polyline(
                [(x - dx * half, y - dy * half), tip, (x + dx * half, y + dy * half)], closed=True
            )
        )
    return "".join(shapes)


def steps(line: Sequence[Point], *, reach: float, spacing: float) -> str:
    """A stepped line, as a stair seen from above, to the right of the line."""
    points: list[Point] = []
    for n, ((x, y), (dx, dy)) in enumerate(curves.walk(line, spacing)):
        half, far = spacing / 2, (reach if n % 2 else 0.0)
        points.append((x - dx * half - dy * far, y - dy * half + dx * far))
        points.append((x + dx * half - dy * far, y + dy * half + dx * far))
    return polyline(points)


def ticks(line: Sequence[Point], *, left: float, right: float, spacing: float) -> str:
    """Short bars across a line."""
    bars = []
    for (x, y), (dx, dy) in curves.walk(line, spacing):
        bars.append(polyline([(x + dy * left, y - dx * left), (x - dy * right, y + dx * right)]))
    return "".join(bars)


def scatter(
    line: Sequence[Point], rng: Random, *, spread: float, spacing: float, offset: float = 0.0
) -> list[Point]:
    """Points strewn along a line, `spread` to either side of its offset to the right."""
    strewn = []
    for (x, y), (dx, dy) in curves.walk(line, spacing):
        away = offset + rng.uniform(-spread, spread)
        along = rng.uniform(-spacing, spacing) / 2
        strewn.append((x - dy * away + dx * along, y + dx * away + dy * along))
    return strewn


def wander(a: Point, b: Point, rng: Random, *, bend: float) -> list[Point]:
    """A line from a to b that a hand has drawn: two knots pushed aside."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    points = [a]
    for t in (0.33, 0.67):
        push = rng.uniform(-bend, bend)
        points.append((a[0] + dx * t - dy * push, a[1] + dy * t + dx * push))
    points.append(b)
    return points


def blob(
    center: Point, radius: float, rng: Random, *, corners: int = 9, rough: float = 0.3
) -> list[Point]:
    """An uneven round patch, to be drawn as a closed spline."""
    points = []
    turn = rng.uniform(0, 2 * pi)
    for n in range(corners):
        angle = turn + n * 2 * pi / corners
        r = radius * rng.uniform(1 - rough, 1 + rough)
        points.append((center[0] + r * cos(angle), center[1] + r * sin(angle)))
    return points


def wash(center: Point, rng: Random, share: float, sizes: tuple[float, float]) -> str:
    """Watercolor: a soft uneven patch near a point, or nothing."""
    if rng.random() >= share:
        return ""
    at = (center[0] + rng.uniform(-22, 22), center[1] + rng.uniform(-22, 22))
    return spline(blob(at, rng.uniform(*sizes), rng, corners=8, rough=0.45), closed=True)


def roof(center: Point, angle: float, wide: float, deep: float) -> tuple[list[Point], list[Point]]:
    """A gabled roof from above: the sunlit and the shaded half, ridge between them."""
    c, s = cos(angle), sin(angle)

    def at(u: float, v: float) -> Point:
        return center[0] + u * c - v * s, center[1] + u * s + v * c

    w, d = wide / 2, deep / 2
    one, other = (
        [at(-w, -d), at(w, -d), at(w, 0), at(-w, 0)],
        [at(-w, 0), at(w, 0), at(w, d), at(-w, d)],
    )
    sunlit_first = sum(p[0] + p[1] for p in one) <= sum(p[0] + p[1] for p in other)
    return (one, other) if sunlit_first else (other, one)


def grass(center: Point, rng: Random, count: int, reach: float) -> str:
    """A few tufts."""
    tufts = []
    for _ in range(count):
        angle, r = rng.uniform(0, 2 * pi), reach * rng.random() ** 0.5
        x, y = center[0] + r * cos(angle), center[1] + r * sin(angle)
        tall = rng.uniform(1.4, 2.4)
        tufts.append(f"M{pair((x, y))}l-.6-{num(tall)}M{pair((x + 1.2, y))}l.5-{num(tall)}")
    return "".join(tufts)


def sprinkle(center: Point, rng: Random, count: int, reach: float) -> list[Point]:
    """Points strewn evenly over a disc."""
    strewn = []
    for _ in range(count):
        angle, r = rng.uniform(0, 2 * pi), reach * rng.random() ** 0.5
        strewn.append((center[0] + r * cos(angle), center[1] + r * sin(angle)))
    return strewn


def apart(points: Iterable[Point], distance: float, most: int | None = None) -> list[Point]:
    """Those points that keep away from each other, the earlier before the later."""
    kept: list[Point] = []
    for x, y in points:
        if most is not None and len(kept) == most:
            break
        if all(hypot(x - u, y - v) > distance for u, v in kept):
            kept.append((x, y))
    return kept


def furrows(
    field: Sequence[Point], rng: Random, *, count: int, pace: float, edge: float, least: float
) -> str:
    """Parallel strokes across a field, `count` on either side of its middle. They end before its
    edge, and are left out where it is not wide enough."""
    cx, cy = (sum(p[k] for p in field) / len(field) for k in (0, 1))
    angle = rng.uniform(0, pi)
    dx, dy = cos(angle), sin(angle)
    lines = []
    for n in range(-count, count + 1):
        x, y = cx - dy * n * pace, cy + dx * n * pace
        cuts = curves.crossings(field, (x, y), (dx, dy))
        if len(cuts) == 2 and abs(cuts[0] - cuts[1]) > least:
            ends = (min(cuts) + edge, max(cuts) - edge)
            lines.append(polyline([(x + dx * end, y + dy * end) for end in ends]))
    return "".join(lines)


def ripples(
    shore: str,
    distances: Sequence[float],
    tones: tuple[str, str],
    *,
    fade: float,
    rim: float,
    lines: tuple[float, float],
) -> list[Markup]:
    """Water that grows paler toward the shore, from the deep tone to the shallow one, in bands
    with a dark rim. `lines` is how much broader the rim is than a band, and the band itself."""
    rings = []
    for distance in distances:
        water = mix(*tones, 1 - distance / (distances[0] * fade))
        for more, tone in zip(lines, (mix(water, "#4f86a2", rim), water), strict=True):
            wide = distance * 2 + more
            rings.append(path(shore, class_="ripple", stroke_width=wide, stroke=tone))
    return rings
