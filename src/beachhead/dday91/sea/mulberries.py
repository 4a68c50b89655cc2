"""15a Mulberry Harbors: markers that land with an invasion, and then serve as ports and supply
sources."""

from __future__ import annotations

from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, DDayTable, UnitSet, hex_label, occupants, plays
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal


def at_home(table: DDayTable) -> UnitSet:
    """15a1-a, 15a4-a With option 15a, the harbors in England: they may go with an invasion."""
    if not plays(table, "mulberries"):
        return 0
    home = board().land & ~board().continent
    return set_of(
        marker
        for marker in listed(pieces().mulberries)
        if table.hex[marker] >= 0 and home >> table.hex[marker] & 1
    )


def landing_from(table: DDayTable, target: int, *sources: int) -> UnitSet:
    """15a1-a, 15a2-a Harbors off the beach, one to a coastal hex that is no city."""
    if board().cities >> target & 1 or any(
        table.hex[marker] == target for marker in listed(pieces().mulberries)
    ):
        return 0
    afloat = pieces().mulberries & table.invaders
    return set_of(marker for marker in listed(afloat) if table.hex[marker] in sources)


def refuse_harbor(table: DDayTable, marker: int, hex_: int) -> Refusal | None:
    """15a1-a, 15a2-a Why a harbor off the beach may not land in a hex."""
    if landing_from(table, hex_, table.hex[marker]) >> marker & 1:
        return None
    if board().cities >> hex_ & 1:
        return Refusal("15a1", f"{hex_label(hex_)} is a city")
    return Refusal("15a2", f"there is a Mulberry Harbor in {hex_label(hex_)}")


def mulberry_hexes(table: DDayTable) -> HexSet:
    """15a3-a The continental coastal hexes with a Mulberry Harbor."""
    return board().continent & occupants(table).holding(ALLIED, pieces().mulberries)


def lose_harbors(table: DDayTable, hex_: int) -> None:
    """15a4-b A harbor is gone when Germans enter its hex."""
    for marker in listed(pieces().mulberries):
        if table.hex[marker] == hex_:
            eliminate(table, marker, "15a4", "by Germans that enter its hex")
