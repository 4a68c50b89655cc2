"""12.1 Who is still to come, and when."""

from __future__ import annotations

from beachhead.storm.pieces import Unit, pieces
from beachhead.storm.state import GERMAN, NOWHERE, SIDES, Table, plays_otherwise


def schedule(table: Table) -> dict[int, list[Unit]]:
    """12.1 The units that are still to come, by the turn in whose end phase they arrive."""
    found: dict[int, list[Unit]] = {}
    sooner = int(plays_otherwise(table, "reinforcement-turn"))
    for unit in pieces().units:
        if table.where[unit.index] != NOWHERE or not unit.arrival:
            continue
        early = int(unit.side == SIDES[GERMAN] and table.early_panzers)
        turn = max(unit.arrival - early - sooner, table.turn)
        turn += table.delayed >> unit.index & 1
        found.setdefault(turn, []).append(unit)
    return found
