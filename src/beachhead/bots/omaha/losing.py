"""6, 8, 9 Who takes a loss, if somebody must."""

from __future__ import annotations

from typing import Any

from beachhead.bots.omaha.judging import Worths, cost_of_step
from beachhead.kernel.decision import Decision
from beachhead.omaha.table.state import (
    GENERALS,
    PIECES,
    UNITS,
    OmahaTable,
    equipment,
)


def losses(decision: Decision) -> Worths:
    """6.3, 6.5 Who is hit: whose step is worth least."""
    table: OmahaTable = decision.position
    return [-_lost(table, option.value) for option in decision.options]


def _lost(table: OmahaTable, value: Any) -> float:
    piece = value[1] if isinstance(value, tuple) else value
    if not isinstance(piece, int) or not 0 <= piece < UNITS:
        return 1.0
    return cost_of_step(table, piece)


def surplus(decision: Decision) -> Worths:
    """7.63 Who is eliminated: all its steps."""
    table: OmahaTable = decision.position
    found = []
    for option in decision.options:
        unit = option.value
        counts = equipment().units[unit].regular_infantry and table.steps_left[unit] > 1
        found.append(-cost_of_step(table, unit) * table.steps_left[unit] - 3.0 * counts)
    return found


def sacrifice(decision: Decision) -> Worths:
    return [float(bool(option.value)) for option in decision.options]


def leader_hit(decision: Decision) -> Worths:
    """11.4 A hero leaves an inspired unit, a General is lightly wounded first; an HQ is gone for
    two turns."""
    table: OmahaTable = decision.position
    found = []
    for option in decision.options:
        if option.value >= PIECES:
            found.append(2.0)
        elif option.value in GENERALS:
            found.append(-2.0 if table.wounded >> option.value - GENERALS.start & 1 else 1.0)
        else:
            found.append(-1.0)
    return found
