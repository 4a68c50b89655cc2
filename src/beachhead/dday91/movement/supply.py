"""3c Unsupplied units, and of the supply options (15) the attrition, 15b; 15a is in
`sea.mulberries`."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.dday91.combat.losses import mark_loss
from beachhead.dday91.sea.mulberries import mulberry_hexes
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    UnitSet,
    controlled,
    enemy,
    hex_label,
    names,
    occupied,
    on_board,
    plays,
    row,
    side_name,
    steps,
    unit_name,
    unit_tag,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal


def sources(table: DDayTable, side: int) -> HexSet:
    """3c-b, 15a3-a The supply source hexes a side controls; 15a3 a Mulberry Harbor ashore is one
    too."""
    if side == GERMAN:
        return board().boxed & controlled(table, GERMAN)
    return (board().circled & controlled(table, ALLIED)) | mulberry_hexes(table)


def supplied_hexes(table: DDayTable, side: int) -> HexSet:
    """3c-b to 3c-e Every hex from which a path leads to a source: by land, for the Allies also by
    sea, not through an enemy unit nor an empty hex in an enemy zone of control. 13b Bombers are in
    nobody's way."""
    own, other = occupied(table, side), enemy(side)
    enemies = occupied(table, other, ~pieces().strategic_air)
    return _traced(side, sources(table, side) & ~enemies, enemies | (zones(table, other) & ~own))


@lru_cache(1024)  # wherever a unit goes, most often the same hexes are closed
def _traced(side: int, start: HexSet, closed: HexSet) -> HexSet:
    """3c-b to 3c-e Where paths lead from sources, around hexes that are closed."""
    the = board()
    if side == GERMAN:
        return start | the.flood(start, the.land & ~closed)
    ways = (the.land | the.sea) & ~closed
    reached = start | the.grid.flood(start, ways)
    if reached & open_sea():
        reached |= the.grid.flood(reached | open_sea(), ways)
    return reached


@cache
def open_sea() -> HexSet:
    """N-21 The sea hexes at the edge of the board, where Allied paths lead from sea to sea."""
    return board().sea & board().edge


def out_of_supply(table: DDayTable, side: int) -> UnitSet:
    """3c The units of a side that cannot trace supply."""
    reached = supplied_hexes(table, side)
    return set_of(
        unit for unit in members(on_board(table, side)) if not reached >> table.hex[unit] & 1
    )


@steps.step("supply.supply_step")
def supply_step(table: DDayTable) -> None:
    """2b, 3c-a Both sides are checked; 15b units still out of supply may take a loss."""
    table.step = "supply"
    found = out_of_supply(table, ALLIED) | out_of_supply(table, GERMAN)
    for side in (ALLIED, GERMAN):
        _tell(table, side, found & on_board(table, side))
    still = found & table.unsupplied_before & on_board(table, table.side)
    table.unsupplied = found
    if plays(table, "unsupplied-losses"):
        suffer(table, still)


def _tell(table: DDayTable, side: int, units: UnitSet) -> None:
    """3c Whom of a side supply does not reach, if anybody."""
    if units:
        table.tell(
            "3c",
            telling.UNSUPPLIED,
            lambda: f"{side_name(side)} units out of supply: {names(units)}.",
            map(unit_tag, members(units)),
            side=SIDES[side],
            units=[row(unit).id for unit in members(units)],
        )


def suffer(table: DDayTable, units: UnitSet) -> None:
    """15b A loss for each unit of the attacker still unsupplied, fortified cities excepted."""
    for unit in members(units):
        here = table.hex[unit]
        if not board().terrain["fortified_city"] >> here & 1:
            mark_loss(table, unit, "15b", f"out of supply in {hex_label(here)}")


def unsupplied(unit: int) -> Refusal:
    """3c-f Why no Moves may be used for a unit that has been found unsupplied."""
    return Refusal("3c", f"{unit_name(unit)} is unsupplied, and Moves may not be used for it")
