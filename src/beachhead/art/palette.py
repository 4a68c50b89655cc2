"""Colors and shapes shared by all boards, and how well they are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from beachhead.art.paths import Point

WHITE = "#ffffff"
BLACK = "#16130d"

SIGNAL = {
    "orange": "#d98a00",
    "red": "#c0272d",
    "purple": "#7b3f98",
    "blue": "#0b6fb3",
    "green": "#078050",
    "brown": "#7a4b21",
}
"""Loud colors. Each has a shape in GLYPHS that goes wherever the color goes."""


def luminance(color: str) -> float:
    """Relative luminance of `#rrggbb`, as WCAG defines it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colors, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(color: str) -> str:
    """White where it can be read well, otherwise black."""
    return WHITE if contrast(WHITE, color) >= 4.5 else BLACK


def mix(one: str, other: str, share: float) -> str:
    """A color between two; `share` is how much of the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def star_of(corners: int, outer: float, inner: float, first: float) -> list[Point]:
    """A star whose first corner lies in a direction, in degrees."""
    points = []
    for n in range(corners * 2):
        angle = radians(first + n * 180 / corners)
        radius = inner if n % 2 else outer
        points.append((radius * cos(angle), radius * sin(angle)))
    return points


def _round(corners: int, radius: float, first: float) -> list[Point]:
    angles = [radians(first + n * 360 / corners) for n in range(corners)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def cross(arm: float, reach: float, waist: float | None = None) -> list[Point]:
    """A cross of four equal arms: half their width at the end, their length, half their width at
    the middle if it is another."""
    near = arm if waist is None else waist
    corner = [(-arm, -reach), (arm, -reach), (near, -near)]
    half = [*corner, *((-y, x) for x, y in corner)]
    return [*half, *((-x, -y) for x, y in half)]


GLYPHS: dict[str, list[Point]] = {
    "orange": [(0, -1.12), (1.14, 0.84), (-1.14, 0.84)],
    "red": [(0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)],
    "purple": [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    "blue": _round(32, 1.0, 0),
    "green": cross(0.36, 1.06),
    "brown": _round(6, 1.08, 0),
}
"""Triangle, diamond, square, disc, cross, hexagon; about one unit from middle to rim."""

STAR = star_of(5, 1.0, 0.42, -90)


def placed(outline: Sequence[Point], at: Point, radius: float = 1.0) -> list[Point]:
    """A shape around (0, 0), enlarged and with its middle in a point."""
    return [(at[0] + x * radius, at[1] + y * radius) for x, y in outline]


def glyph(color: str, at: Point, radius: float) -> list[Point]:
    """The shape of a color, placed."""
    return placed(GLYPHS[color], at, radius)


def star(at: Point, radius: float) -> list[Point]:
    """A star of five points, placed."""
    return placed(STAR, at, radius)


def lower_half(shape: list[Point], level: float) -> list[Point]:
    """The part of a shape below a level on the page."""
    kept: list[Point] = []
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        if ay >= level:
            kept.append((ax, ay))
        if (ay >= level) != (by >= level):
            kept.append((ax + (bx - ax) * (level - ay) / (by - ay), level))
    return kept
