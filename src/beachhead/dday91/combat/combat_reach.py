"""4a2 Which hexes a unit may attack, and 13c with whom."""

from __future__ import annotations

from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, UnitSet, enemy, plays, unit_name, units_in
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal


def reach(table: DDayTable, unit: int) -> HexSet:
    """2c, 3e2-g, 4a2-a The hexes a unit may attack: adjacent land, for an air unit any adjacent
    hex, for invaders those their arrows point to."""
    here = table.hex[unit]
    if here in board().invasions:
        return board().invasions[here].targets if table.invaders >> unit & 1 else 0
    return (
        board().adjacent[here] & board().land if pieces().air >> unit & 1 else board().ground[here]
    )


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
