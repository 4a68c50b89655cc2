"""4e Marking losses."""

from __future__ import annotations

from beachhead.dday91.pieces import pieces
from beachhead.dday91.state import (
    ALLIED,
    ELIMINATED,
    Table,
    hex_label,
    hex_tag,
    put,
    row,
    side_of,
    unit_name,
    unit_tag,
)


def mark_loss(table: Table, unit: int, rule: str, why: str) -> None:
    """4e-b, 4e1-a Flip the unit, or eliminate one that is reduced or shows Elim on its back."""
    if table.reduced >> unit & 1 or row(unit).elim:
        eliminate(table, unit, rule, why)
        return
    table.reduced |= 1 << unit
    here = table.hex[unit]
    table.tell(
        rule,
        "loss",
        f"{unit_name(unit)} in {hex_label(here)} takes a loss {why}.",
        [unit_tag(unit), hex_tag(here)],
        unit=row(unit).id,
    )


def eliminate(table: Table, unit: int, rule: str, why: str) -> None:
    """4e1, 6b3-b, 6c3-b A unit leaves the board; 6b3 an Allied corps counts as lost for good."""
    here = table.hex[unit]
    put(table, unit, ELIMINATED)
    table.reduced &= ~(1 << unit)
    if side_of(unit) == ALLIED and pieces().corps >> unit & 1:
        table.corps_lost |= 1 << unit
    table.tell(
        rule,
        "eliminated",
        f"{unit_name(unit)} in {hex_label(here)} is eliminated {why}.",
        [unit_tag(unit), hex_tag(here)],
        unit=row(unit).id,
    )
