"""7.4, 7.5 Climbing: the markers, and the turns after the first.

A bluff takes two turns (cross, then remove the climb marker), a scaleable cliff three (climb
cliff marker, then cross and flip it to climb, then remove it). Leaders cross bluffs at once. From
Turn 17 infantry does so as well, and a cliff takes two turns (cross, then remove the marker). FAQ.5
That a marker leaves nothing else to do, `allotment.refuse_by_marker` sees to.
"""

from __future__ import annotations

from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    OmahaTable,
    is_extended,
    is_unit,
    piece_name,
    piece_tag,
    steps,
)
from beachhead.omaha.us_actions.allotment import spend


def mark_climb(table: OmahaTable, piece: int, action: str) -> None:
    """7.4, 7.41, 7.5, 17.11, 17.12 A unit that crossed a bluff or cliff gets a climb marker, a
    leader none; from Turn 17 nobody does at a bluff, but still a unit at a cliff."""
    # 7.4a, 7.5c, 17.11a, 17.12a, TEC.bluff-e, TEC.scaleable-cliff-d, TEC.4a
    bit = 1 << piece
    climbs = ("scale",) if is_extended(table) else ("scale", "climb-bluff")
    if action in climbs and is_unit(piece):
        table.climbing_cliff &= ~bit
        table.climbing |= bit


@steps.step("climbing.start_up_cliff")
def start_up_cliff(table: OmahaTable, *units: int) -> None:
    """7.5b, FB.climb-a First turn at a cliff: a climb cliff marker, and the unit stays where it
    is."""
    spend(table, units, "7.21" if len(units) > 1 else "7.2")
    for unit in units:
        table.climbing_cliff |= 1 << unit
        where = board().name(table.hex[unit])
        text = telling.said("{} starts to climb the cliff at {}.", piece_name(unit), where)
        table.tell("7.5", telling.CLIMB, text, [piece_tag(unit)])


@steps.step("climbing.finish_climb")
def finish_climb(table: OmahaTable, unit: int) -> None:
    """7.4a, 7.5d Last turn of a climb: a free action removes the climb marker."""
    spend(table, (unit,), "7.2")
    table.climbing &= ~(1 << unit)
    table.tell(
        "7.4",
        telling.CLIMB,
        lambda: f"{piece_name(unit)} has finished its climb.",
        [piece_tag(unit)],
    )


@steps.step("climbing.stop_climb")
def stop_climb(table: OmahaTable, unit: int) -> None:
    """7.51 A unit at the foot of a cliff gives up the climb and stays put."""
    spend(table, (unit,), "7.2")
    table.climbing_cliff &= ~(1 << unit)
    table.tell(
        "7.51", telling.CLIMB, lambda: f"{piece_name(unit)} gives up its climb.", [piece_tag(unit)]
    )
