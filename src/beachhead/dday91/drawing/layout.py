"""Where things lie on the page. Units are a sixtieth of a hex.

Rows run down the page, numbers from right to left: so the coast of France faces the reader's left,
Germany lies on the right, and north is up and a little over a third of a right angle to the right.
"""

from __future__ import annotations

import json
from functools import cache
from math import sqrt
from typing import Any

from beachhead.art.hexes import Cell, HexLayout
from beachhead.art.paths import Box, Point
from beachhead.art.style_sheets import sheet_of
from beachhead.dday91.table.board import board
from beachhead.dday91.table.schema import LENGTH, ROWS

ACROSS = 60.0
SIZE = ACROSS / sqrt(3)
ROW_STEP = SIZE * 1.5
NORTH = 36.8
"""Degrees, clockwise from up the page."""

HEXES = HexLayout(size=SIZE, pointy=True, shifted=1, origin=(0.0, SIZE))
"""Column 1 is the highest number of a row."""

BLEED = 16.0
MAP_WIDE, MAP_HIGH = LENGTH * ACROSS, 2 * SIZE + (len(ROWS) - 1) * ROW_STEP
MAP: Box = (-BLEED, -BLEED, MAP_WIDE + 2 * BLEED, MAP_HIGH + 2 * BLEED)
MAP_RIGHT, MAP_BOTTOM = MAP[0] + MAP[2], MAP[1] + MAP[3]
MARGIN = 20.0
GAP = 18.0
PANEL = 318.0
"""How wide the columns beside the map are."""
LEFT = MAP[0] - GAP - PANEL
RIGHT = MAP_RIGHT + GAP
PAGE: Box = (
    LEFT - MARGIN,
    MAP[1] - MARGIN,
    MAP[2] + 2 * (PANEL + GAP + MARGIN),
    MAP[3] + 2 * MARGIN,
)
SHEET: Box = (MAP[0] - MARGIN, MAP[1] - MARGIN, MAP[2] + 2 * MARGIN, MAP[3] + 2 * MARGIN)
"""The map alone."""
NAMES: dict[str, Any] = json.loads(sheet_of(__file__, "geography.json"))
"""Of countries, rivers and seas, and where they stand: none of them has a meaning in the rules."""


def cell(hex_: int) -> Cell:
    """Row and column of a hex, as the layout counts them."""
    line, place = board().grid.place(hex_)
    return line + 1, LENGTH - place


def cell_of(name: str) -> Cell:
    """Row and column of a hex by its name, in play or not."""
    return ROWS.index(name[0]) + 1, LENGTH + 1 - int(name[1:])


@cache
def center(hex_: int) -> Point:
    """The middle of a hex."""
    return HEXES.center(cell(hex_))


def spot(at: Point) -> Point:
    """A place given along its row and across the rows, in hexes."""
    along, across = at
    return (LENGTH + 0.5 - along) * ACROSS, across * ACROSS - SIZE / 2


def part_around(hex_: int, radius: int) -> Box:
    """The part of the page within some hexes of one, or as near as the page reaches."""
    x, y = center(hex_)
    wide, high = (2 * radius + 1) * ACROSS * 1.25, (2 * radius + 1) * ACROSS
    left, top = PAGE[0] + PAGE[2] - wide, PAGE[1] + PAGE[3] - high
    return max(PAGE[0], min(x - wide / 2, left)), max(PAGE[1], min(y - high / 2, top)), wide, high
