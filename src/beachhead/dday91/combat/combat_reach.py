"""4a2 Which hexes a unit may attack."""

from __future__ import annotations

from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel.grid import HexSet


def reach(table: DDayTable, unit: int) -> HexSet:
    """2c, 3e2-g, 4a2-a The hexes a unit may attack: adjacent land, for an air unit any adjacent
    hex, for invaders those their arrows point to."""
    here = table.hex[unit]
    if here in board_of(table).invasions:
        return board_of(table).invasions[here].targets if table.invaders >> unit & 1 else 0
    return (
        board().adjacent[here] & board().land if pieces().air >> unit & 1 else board().ground[here]
    )
