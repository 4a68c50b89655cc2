"""5 Where pieces land, and what drifts."""

from __future__ import annotations

from beachhead.bots.omaha.judging import Worths, weighing_of
from beachhead.kernel.decision import Decision
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    UNITS,
    OmahaTable,
)

DELAYED = 20.0
"""What it costs a leader who does not land."""


def boxes(decision: Decision) -> Worths:
    """5.3 Where a piece lands: where it is safest and nearest to something to do."""
    table: OmahaTable = decision.position
    (piece,) = decision.arguments
    weighing = weighing_of(table)
    turn = min(table.turn + 1, table.last_turn)
    tide = charts().turn(turn).tide
    found = []
    for option in decision.options:
        if option.value < 0:
            found.append(_delay(table, -option.value))
            continue
        hex_ = board().box_row[option.value].lands_in(tide)
        worth = -50.0 if hex_ is None else weighing.stand(piece, hex_)
        if hex_ is not None and piece < UNITS:
            waiting = sum(1 for other in range(UNITS) if table.box[other] == option.value)
            worth -= 1.0 * waiting
        found.append(worth)
    return found


def _delay(table: OmahaTable, turn: int) -> float:
    if turn > table.last_turn:
        return -100.0
    return -60.0 - turn


def place(decision: Decision) -> Worths:
    """21.1, 16.82 Where a piece is put, or retreats to."""
    table: OmahaTable = decision.position
    weighing = weighing_of(table)
    piece = next((each for each in decision.arguments if isinstance(each, int) and each < UNITS), 0)
    return [weighing.stand(piece, option.value) for option in decision.options]


def rangers(decision: Decision) -> Worths:
    """5.13 Where rangers land."""
    table: OmahaTable = decision.position
    (unit,) = decision.arguments
    weighing = weighing_of(table)
    row = board().box_row
    found = []
    for option in decision.options:
        box = table.box[unit] - option.value
        hex_ = row[box].lands_in(charts().turn(table.turn).tide) if 0 <= box < len(row) else None
        found.append(-50.0 if hex_ is None else weighing.stand(unit, hex_))
    return found


def drifting_leader(decision: Decision) -> Worths:
    """5.12 Whether a leader lands better with the unit that drifts."""
    table: OmahaTable = decision.position
    leader, boxes = decision.arguments
    weighing, row = weighing_of(table), board().box_row
    tide = charts().turn(table.turn).tide
    found = []
    for option in decision.options:
        box = table.box[leader] + (boxes if option.value else 0)
        hex_ = row[box].lands_in(tide) if 0 <= box < len(row) else None
        found.append(-DELAYED if hex_ is None else weighing.stand(leader, hex_))
    return found
