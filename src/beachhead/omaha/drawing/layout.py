"""Where things lie on the page. Units are a sixtieth of a hex; north is at the bottom."""

from __future__ import annotations

from math import sqrt

from beachhead.art.hexes import Cell, HexLayout
from beachhead.art.paths import Box, Point
from beachhead.omaha.drawing.facts import cell

ACROSS = 60.0
SIZE = ACROSS / sqrt(3)
ROWS, COLUMNS = 20, 36
ROW_STEP = SIZE * 1.5

HEXES = HexLayout(
    size=SIZE,
    pointy=True,
    shifted=0,
    origin=(ACROSS / 2, SIZE + (ROWS - 1) * ROW_STEP),
    upward=True,
)

BLEED = 30.0
"""how far the ground runs on beyond the hexes"""
MAP: Box = (-BLEED, -BLEED, COLUMNS * ACROSS + 2 * BLEED, 1150.0 + 2 * BLEED)
MAP_RIGHT, MAP_BOTTOM = MAP[0] + MAP[2], MAP[1] + MAP[3]
MARGIN = 46.0
LEGEND_HEIGHT = 168.0
PAGE: Box = (
    MAP[0] - MARGIN,
    MAP[1] - MARGIN,
    MAP[2] + 2 * MARGIN,
    MAP[3] + 2 * MARGIN + LEGEND_HEIGHT,
)

SHEET: Box = (PAGE[0], PAGE[1], PAGE[2], PAGE[3] - LEGEND_HEIGHT)
"""the page without its legend"""

BOX_WIDTH, BOX_HEIGHT = 50.0, 60.0
_BOX_PACE = 57.0


def center(name: str) -> Point:
    """The middle of a hex."""
    return HEXES.center(cell(name))


def cells(names: list[str]) -> list[Cell]:
    """Rows and columns of hexes."""
    return [cell(name) for name in names]


def box_place(order: int) -> Point:
    """The middle of a landing box: a flotilla in line along the coast."""
    x = center("0505")[0] + (order - 1) * _BOX_PACE
    near, far = center("0505")[1] + 112, center("0227")[1] + 104
    t = min(1.0, max(0.0, (order - 13) / 13))
    return x, near + (far - near) * (t * t * (3 - 2 * t))


def part_around(name: str, radius: int) -> Box:
    """The part of the page within some hexes of one."""
    x, y = center(name)
    wide, high = (radius + 0.5) * ACROSS * 1.25, (radius + 0.5) * ACROSS
    return x - wide, y - high, 2 * wide, 2 * high
