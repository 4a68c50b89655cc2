"""13c Air attack restriction: air units attack only together with ground units."""

from __future__ import annotations

from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, UnitSet, enemy, plays, unit_name, units_in
from beachhead.kernel.play import Refusal


def refuse_air_alone(table: DDayTable, unit: int, others: UnitSet, target: int) -> Refusal | None:
    """13c-a Why an air unit may not join others in attacking a hex: none of them is a corps or a
    division, and the hex holds more than air units."""
    if not plays(table, "air-restriction") or not pieces().air >> unit & 1:
        return None
    if others & (pieces().corps | pieces().divisions):
        return None
    if not units_in(table, target, enemy(table.side)) & ~pieces().air:
        return None
    name = unit_name(unit)
    return Refusal("13c", f"{name} attacks only together with a corps or division")
