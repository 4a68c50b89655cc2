"""12.1 Which units arrive when."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import set_of
from beachhead.storm.table.pieces import StormUnit
from beachhead.storm.table.reconstructions import pieces_by, pieces_of, reconstruction_of
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    GERMAN,
    NOWHERE,
    StormTable,
    UnitSet,
    plays_otherwise,
)


def due(table: StormTable, side: int, turn: int | None = None) -> UnitSet:
    """12.1a The units of a side that arrive in this end phase, or by a turn (S-09)."""
    if turn is None:
        turn = table.turn + plays_otherwise(table, "reinforcement-turn")
    early = int(side == GERMAN and table.early_panzers)
    return set_of(
        unit
        for unit, arrival in arrivals(table, side)
        if arrival - early <= turn
        and table.where[unit] == NOWHERE
        and not table.delayed >> unit & 1
    )


Arrivals = tuple[tuple[int, int], ...]
"""Units and the turns in whose end phases they come."""


def arrivals(table: StormTable, side: int) -> Arrivals:
    """12.1a The units of a side with a turn of arrival."""
    return _arrivals(reconstruction_of(table), side)


@cache
def _arrivals(reconstruction: str, side: int) -> Arrivals:
    units = (unit for unit in pieces_by(reconstruction).units if unit.side == SIDES[side])
    return tuple((unit.index, unit.arrival) for unit in units if unit.arrival)


def schedule(table: StormTable) -> dict[int, list[StormUnit]]:
    """12.1 The units that are still to come, by the turn in whose end phase they arrive."""
    found: dict[int, list[StormUnit]] = {}
    sooner = int(plays_otherwise(table, "reinforcement-turn"))
    for unit in pieces_of(table).units:
        if table.where[unit.index] != NOWHERE or not unit.arrival:
            continue
        early = int(unit.side == SIDES[GERMAN] and table.early_panzers)
        turn = max(unit.arrival - early - sooner, table.turn)
        turn += table.delayed >> unit.index & 1
        found.setdefault(turn, []).append(unit)
    return found
