"""1a, 1e Board and cards of the reconstruction that a table plays: the first one, or the one
refitted to the course of the war that the rulebook tells (6c), in which some invasion hexes and
their numbers, ready-made set-ups and reinforcements are other ones. These are read from `board_of`
and `charts_of` a table, all else from `board` and `charts`."""

from __future__ import annotations

from functools import cache
from typing import Final

from beachhead.dday91.table import board as boards
from beachhead.dday91.table import charts as cards
from beachhead.dday91.table import pack
from beachhead.dday91.table.board import DDayBoard, board
from beachhead.dday91.table.charts import DDayCharts, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel import reconstructions
from beachhead.kernel.reconstructions import FIRST

REFIT: Final = reconstructions.Refit(pack.BUILTIN / "refitted.json", pack.SCHEMA)


def reconstruction_of(table: DDayTable) -> str:
    return reconstructions.chosen(table.house)


def board_of(table: DDayTable) -> DDayBoard:
    """The board as this table has it: invasion hexes and their numbers may be other ones."""
    return board_by(reconstruction_of(table))


def charts_of(table: DDayTable) -> DDayCharts:
    """The cards as this table has them: who is on them, and the ready-made set-ups."""
    return charts_by(reconstruction_of(table))


@cache
def board_by(reconstruction: str) -> DDayBoard:
    """The board of a reconstruction."""
    return board() if reconstruction == FIRST else boards.build(REFIT.applied(pack.load()))


@cache
def charts_by(reconstruction: str) -> DDayCharts:
    """The cards of a reconstruction."""
    if reconstruction == FIRST:
        return charts()
    return cards.build(REFIT.applied(pack.load()), board_by(reconstruction), pieces())
