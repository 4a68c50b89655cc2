"""The little pictures on the cards: silhouettes in a box of 120 by 80.

`pictures.json` says by the card's id what is in each: path data, a part that several share, or one
of those below with its measures.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from beachhead.art import curves
from beachhead.art.palette import cross, placed, star
from beachhead.art.paths import num, polyline
from beachhead.art.style_sheets import sheet_of


def _wheel(x: float, y: float, r: float) -> str:
    """A wheel with a hole, so that even-odd filling shows its hub."""
    ring = ""
    for radius in (r, r * 0.62, r * 0.24):
        ring += (
            f"M{num(x - radius)} {num(y)}a{num(radius)} {num(radius)} 0 1 0 {num(2 * radius)} 0"
            f"a{num(radius)} {num(radius)} 0 1 0 {num(-2 * radius)} 0z"
        )
    return ring


def _burst(x: float, y: float, rays: int, outer: float, inner: float) -> str:
    points = []
    for n in range(rays * 2):
        radius = inner if n % 2 else outer * (0.8 + 0.2 * ((n * 7) % 5) / 4)
        angle = n * pi / rays
        points.append((x + cos(angle) * radius, y + sin(angle) * radius))
    return polyline(points, closed=True)


def _tree(x: float, y: float, r: float) -> str:
    shape = [
        (x + cos(n * pi / 9) * r * (1.0 if n % 2 else 0.84), y + sin(n * pi / 9) * r * 0.86)
        for n in range(18)
    ]
    return polyline(shape, closed=True) + f"M{num(x - 2)} {num(y + r * 0.8)}h4v{num(r * 0.6)}h-4z"


def _arrow(x: float, y: float, reach: float, turn: float, half: float) -> str:
    head = reach - half * 2.6
    side = [(0.0, half), (head, half), (head, half * 2.2), (reach, 0.0)]
    return polyline(curves.arrow((x, y), (cos(turn), sin(turn)), side), closed=True)


def _cross(x: float, y: float, r: float, waist: float) -> str:
    """A cross pattée."""
    return polyline(placed(cross(r * 0.42, r, r * waist), (x, y)), closed=True)


def _star(x: float, y: float, r: float) -> str:
    return polyline(star((x, y), r), closed=True)


MADE: dict[str, Callable[..., str]] = {
    "wheel": _wheel,
    "burst": _burst,
    "tree": _tree,
    "arrow": _arrow,
    "cross": _cross,
    "star": _star,
}
_KEPT: dict[str, Any] = json.loads(sheet_of(__file__, "pictures.json"))


def picture(name: str) -> str:
    """A picture as path data; both sides' Artillery and Shock Assault share theirs."""
    kept = _KEPT["pictures"]
    parts = kept[name] if name in kept else kept[name.partition("-")[2]]
    return "".join(
        _KEPT["parts"].get(part, part) if isinstance(part, str) else MADE[part[0]](*part[1:])
        for part in parts
    )
