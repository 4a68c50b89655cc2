"""Small fields with hedges between them: the cells around scattered seeds."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from beachhead.art.paths import Point

Border = tuple[Point, Point, int]
"""a side of a field, and which seed lies behind it (-1: none near)"""


def fields(seeds: Sequence[Point], count: int, reach: float) -> list[list[Border]]:
    """The field around each of the first `count` seeds; the others only hold the border.

    `reach` is how far away a seed can still matter. Seeds are sorted into a coarse grid first.
    """
    grid: dict[tuple[int, int], list[int]] = {}
    for n, (x, y) in enumerate(seeds):
        grid.setdefault((int(x // reach), int(y // reach)), []).append(n)
    found = []
    for n in range(count):
        x, y = seeds[n]
        gx, gy = int(x // reach), int(y // reach)
        near = [
            (hypot(seeds[m][0] - x, seeds[m][1] - y), m)
            for i in (gx - 1, gx, gx + 1)
            for j in (gy - 1, gy, gy + 1)
            for m in grid.get((i, j), [])
            if m != n
        ]
        found.append(_field(seeds, n, sorted(near), reach / 2))
    return found


def _field(
    seeds: Sequence[Point], n: int, near: list[tuple[float, int]], half: float
) -> list[Border]:
    x, y = seeds[n]
    corners: list[tuple[Point, int]] = [
        ((x - half, y - half), -1),
        ((x + half, y - half), -1),
        ((x + half, y + half), -1),
        ((x - half, y + half), -1),
    ]
    for distance, m in near:
        if distance / 2 > max(hypot(p[0] - x, p[1] - y) for p, _ in corners):
            break
        corners = _cut(corners, (x, y), seeds[m], m)
    return [
        (p, corners[(i + 1) % len(corners)][0], behind) for i, (p, behind) in enumerate(corners)
    ]


def _cut(
    corners: list[tuple[Point, int]], here: Point, there: Point, behind: int
) -> list[tuple[Point, int]]:
    """Keep the part nearer to `here`. Each corner carries what lies behind the side after it."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    level = ((there[0] + here[0]) * dx + (there[1] + here[1]) * dy) / 2
    over = [p[0] * dx + p[1] * dy - level for p, _ in corners]
    if max(over) <= 0:
        return corners
    kept: list[tuple[Point, int]] = []
    for i, (p, side) in enumerate(corners):
        j = (i + 1) % len(corners)
        q = corners[j][0]
        if over[i] <= 0:
            kept.append((p, side))
        if (over[i] <= 0) != (over[j] <= 0):
            t = over[i] / (over[i] - over[j])
            crossing = (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
            kept.append((crossing, behind if over[i] <= 0 else side))
    return kept
