"""2c Zones of control, 2e control of hexes."""

from __future__ import annotations

from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    occupants,
    side_name,
    side_of,
    side_units,
)
from beachhead.kernel.grid import HexSet

# --- 2c zones of control


def projecting(table: DDayTable) -> UnitSet:
    """2c-a, 2c-b, 3c-g The units that can have a zone of control."""
    return (pieces().corps | pieces().divisions) & ~table.unsupplied


def zones(table: DDayTable, side: int) -> HexSet:
    """2c-a, 2c-c Every hex in a zone of control of a side: the land next to supplied corps and
    divisions, or where their arrows point (N-22); an air unit has one only where it attacks."""
    there = occupants(table)
    own = side_units(side) & projecting(table)
    known = there.camps[side].zones
    found = known.get(own)
    if found is None:
        zone, found = board_of(table).zone, 0
        for hex_, units in there.at.items():
            if units & own:
                found |= zone[hex_]
        known[own] = found
    if side == table.side:
        for combat in table.combats:
            if combat.attackers & pieces().air:
                found |= combat.hexes
    return found


# --- 2e control


def take_control(table: DDayTable, unit: int, hex_: int) -> None:
    """2e-a, 2e-b A ground unit that enters or passes through a hex controls it for its side."""
    if not pieces().ground >> unit & 1 or not board().land >> hex_ & 1:
        return
    side = side_of(unit)
    if bool(table.allied_control >> hex_ & 1) == (side == ALLIED):
        return
    table.allied_control ^= 1 << hex_
    if board().cities >> hex_ & 1:
        table.tell(
            "2e",
            telling.CONTROL,
            lambda: f"{hex_label(hex_)} passes to {side_name(side)} control.",
            [hex_tag(hex_)],
            hex=board().name(hex_),
            side=SIDES[side],
        )
