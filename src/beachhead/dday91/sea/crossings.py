"""3e The ways over the sea: the ports, and what an invasion costs."""

from __future__ import annotations

from functools import cache

from beachhead.dday91.sea.mulberries import mulberry_hexes
from beachhead.dday91.table.board import InvasionHex, board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_by
from beachhead.dday91.table.state import ALLIED, DDayTable, controlled, plays_otherwise
from beachhead.kernel.grid import HexSet

MOVES_PER_NUMBER = 2  # 3d2-d
AIR_RANGE = 5  # 3e2-e


def ports(table: DDayTable) -> HexSet:
    """3e1-a, 15a3-a The ports in Allied control; a Mulberry Harbor ashore is one (D-21)."""
    found = board().ports & controlled(table, ALLIED) | mulberry_hexes(table)
    if plays_otherwise(table, "mediterranean-port"):
        found &= ~board().countries["Mediterranean Base"]
    return found


def price(invasion: InvasionHex) -> int:
    """3d2-d, 3e2-f, 9b2-b, QRC.expending-c Two Moves times the invasion number for each unit."""
    return MOVES_PER_NUMBER * invasion.number


@cache
def beaches(reconstruction: str, here: int, *, air: bool) -> dict[int, HexSet]:
    """3e2 The invasion hexes for units in a port, by the Moves they cost each."""
    found: dict[int, HexSet] = {}
    for there, invasion in board_by(reconstruction).invasions.items():
        near = not air or board().distance(here, there) <= AIR_RANGE
        if near and board().base_ports[invasion.base] >> here & 1:
            found[price(invasion)] = found.get(price(invasion), 0) | 1 << there
    return found


def in_range(unit: int, here: int, there: int) -> bool:
    """3e2-d, 3e2-e Ground units invade at any distance, air units within five hexes of their
    port."""
    return not pieces().air >> unit & 1 or board().distance(here, there) <= AIR_RANGE
