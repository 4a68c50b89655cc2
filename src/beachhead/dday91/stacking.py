"""2d1 Stacking, and 14a2 the nationalities in a holding box."""

from __future__ import annotations

from beachhead.dday91.pieces import pieces
from beachhead.dday91.state import (
    Table,
    UnitSet,
    hex_label,
    occupants,
    plays,
    row,
    side_units,
)
from beachhead.kernel.grid import HexSet, members
from beachhead.kernel.play import Refusal

NATION = {"canadian": "british", "allied": "us"}
"""14a2 British and Canadian units are one nationality; the airborne army is an American one."""


def nation(unit: int) -> str:
    own = row(unit).nation
    return NATION.get(own, own)


def refuse_stack(table: Table, units: UnitSet, where: int) -> Refusal | None:
    """2d1 Why units of a side may not end a step together: two or more need an army headquarters,
    and only one; strategic air units do not count (13b)."""
    units &= ~pieces().strategic_air & ~pieces().mulberries
    if units.bit_count() < 2:
        return None
    armies = units & pieces().armies
    if armies.bit_count() != 1:
        why = "without an army headquarters" if not armies else "with two army headquarters"
        return Refusal("2d1", f"no two units may end together in {hex_label(where)} {why}")
    if plays(table, "stacking-restrictions"):
        return refuse_nations(units, where)
    return None


def refuse_nations(units: UnitSet, where: int) -> Refusal | None:
    """14a2 In a holding box, foreign corps no more than own ones, and no foreign air units."""
    army = next(members(units & pieces().armies))
    corps = list(members(units & pieces().corps))
    own = sum(nation(unit) == nation(army) for unit in corps)
    if len(corps) - own > own:
        text = f"foreign corps would outnumber those of {row(army).name} in {hex_label(where)}"
        return Refusal("14a2", text)
    for unit in members(units & pieces().tactical_air):
        if nation(unit) != nation(army):
            text = f"{row(unit).name} is of another nationality than {row(army).name}"
            return Refusal("14a2", text)
    return None


def overstacked(table: Table, side: int) -> HexSet:
    """2d1 The hexes in which the units of a side may not stay together."""
    own, found = side_units(side), 0
    for hex_, units in occupants(tuple(table.hex)).items():
        here = units & own
        if here & (here - 1) and refuse_stack(table, here, hex_) is not None:
            found |= 1 << hex_
    return found
