"""What everybody may see of the table, by name. There are no secrets in this game."""

from __future__ import annotations

from typing import Any

from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import UNUSED, DDayTable, holder, row
from beachhead.kernel.bits import members

OFF = {-1: "waiting", -2: "eliminated", -3: "left the board"}


def see(table: DDayTable, _: str | None = None) -> dict[str, Any]:
    """The table, JSON-able."""
    the = board()
    return {
        "scenario": table.year,
        "turn": table.turn,
        "month": charts().month(table.turn),
        "side": SIDES[table.side],
        "step": table.step,
        "moves": dict(zip(SIDES, table.moves, strict=True)),
        "units": {
            row(unit).id: _unit(table, unit)
            for unit in range(len(pieces().units))
            if table.hex[unit] != UNUSED
        },
        "allied control": the.names_of(table.allied_control & the.cities),
        "combats": [
            {
                "hex": the.name(combat.target),
                "attackers": [row(unit).id for unit in members(combat.attackers)],
                **({"also": the.names_of(combat.also)} if combat.also else {}),
            }
            for combat in table.combats
        ],
        "initiative": SIDES[table.initiative] if "initiative" in table.options else None,
        "weather": "bad" if table.bad_weather else "good",
        "victory": {name: list(state) for name, state in how_to_win.conditions(table).items()},
    }


def _unit(table: DDayTable, unit: int) -> dict[str, Any]:
    here = table.hex[unit]
    seen: dict[str, Any] = {"hex": board().name(here)} if here >= 0 else {"place": OFF[here]}
    army = holder(table, unit)
    if army is not None:
        seen["box"] = row(army).id
    for name, units in (
        ("reduced", table.reduced),
        ("unsupplied", table.unsupplied),
        ("moved", table.finished),
        ("invading", table.invaders),
    ):
        if units >> unit & 1:
            seen[name] = True
    return seen
