"""14b2 Who may go on from a hex that was won."""

from __future__ import annotations

from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, UnitSet, plays
from beachhead.kernel.bits import members, set_of


def white(table: DDayTable) -> UnitSet:
    """14b1-b, 14b2-a Who goes on: the mechanized ground units that attacked, headquarters, air
    units."""
    combat = table.combat
    attacked = combat.attackers & pieces().mechanized if combat is not None else 0
    return attacked | pieces().headquarters | pieces().tactical_air


def pursuers(table: DDayTable) -> UnitSet:
    """14b2-c Who may still pursue: white units that have just occupied the hex, but not after a
    second combat."""
    combat = table.combat
    if combat is None or combat.pursuit or not plays(table, "pursuit"):
        return 0
    able = combat.occupiers & white(table) & ~table.unsupplied & ~table.pursued
    return set_of(unit for unit in members(able) if combat.hexes >> table.hex[unit] & 1)
