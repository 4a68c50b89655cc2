"""4e Marking losses."""

from __future__ import annotations

from beachhead.dday91.table import telling
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    ELIMINATED,
    DDayTable,
    hex_label,
    hex_tag,
    put,
    row,
    side_of,
    unit_name,
    unit_tag,
)


def eliminates(table: DDayTable, unit: int) -> bool:
    """4e1-a Whether the next loss eliminates a unit: it is reduced, or shows Elim on its back."""
    return bool(table.reduced >> unit & 1 or row(unit).elim)


def mark_loss(table: DDayTable, unit: int, rule: str, why: str) -> None:
    """4e-b, 4e1-a Flip the unit, or eliminate it."""
    if eliminates(table, unit):
        eliminate(table, unit, rule, why)
        return
    table.reduced |= 1 << unit
    here = table.hex[unit]
    table.tell(
        rule,
        telling.LOSS,
        lambda: f"{unit_name(unit)} in {hex_label(here)} takes a loss {why}.",
        [unit_tag(unit), hex_tag(here)],
        unit=row(unit).id,
    )


def eliminate(table: DDayTable, unit: int, rule: str, why: str) -> None:
    """4e1, 6b3-b, 6c3-b A unit leaves the board; 6b3 an Allied corps counts as lost for good."""
    here = table.hex[unit]
    put(table, unit, ELIMINATED)
    table.reduced &= ~(1 << unit)
    if side_of(unit) == ALLIED and pieces().corps >> unit & 1:
        table.corps_lost |= 1 << unit
    table.tell(
        rule,
        telling.ELIMINATED,
        lambda: f"{unit_name(unit)} in {hex_label(here)} is eliminated {why}.",
        [unit_tag(unit), hex_tag(here)],
        unit=row(unit).id,
    )
