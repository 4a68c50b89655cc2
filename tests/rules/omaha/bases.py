"""Engineer bases in tests: a base in a hex, its phase, and what a vehicle may do."""

from __future__ import annotations

import json
from pathlib import Path

from beachhead.kernel.plain import replaced
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable, put_in_hex
from beachhead.omaha.why_not import why_not
from situations import hex_, run, table_of, unit

TANK = "1/A/741"
EAST = "0812 A/1/16; 0809 B/1/16; 0807 C/1/16"
"""US units in WN60, WN61 and WN62: nothing threatens the beach from 0709 to 0713."""
EXAMPLE = next(
    each
    for each in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
    if each["id"] == "engineer_range"
)


def names(hexes: int) -> list[str]:
    return board().grid.names_of(hexes)


def with_base(text: str, where: str = "0711", space: int = 0, base: int = 0) -> OmahaTable:
    """A situation with an engineer base in a hex, its marker on a space of the track."""
    table = table_of(text)
    table.bases = replaced(table.bases, base, hex_(where))
    table.base_spaces = replaced(table.base_spaces, base, space)
    return table


def phase(text_or_table: str | OmahaTable) -> OmahaTable:
    table = table_of(text_or_table) if isinstance(text_or_table, str) else text_or_table
    run(table, beach_obstacles.engineer_and_hq_phase)
    return table


def vehicle_refused(table: OmahaTable, start: str, end: str) -> str | None:
    """The rule that keeps a tank from going from a hex to another."""
    put_in_hex(table, unit(TANK), hex_(start))
    table.steps_left = replaced(table.steps_left, unit(TANK), 2)
    table.phase, table.acting, table.paid_actions = "action", 1, (3, 3)
    refusal = why_not(table, unit=TANK, to=end)
    return None if refusal is None else refusal.rule
