"""6b3, 6c3 The victory sheet: every condition with its state."""

from __future__ import annotations

from typing import Any

from beachhead.dday91 import victory
from beachhead.dday91.charts import charts
from beachhead.dday91.state import LAST_TURN, Table, hex_label, hex_tag, unit_tag
from beachhead.kernel.flipbook import victory_level
from beachhead.kernel.grid import members


def sheet(table: Table) -> dict[str, Any]:
    """6b3, 6c3 The conditions with their state."""
    rule = "6b3" if table.year == 1943 else "6c3"
    lost_side = victory.conditions(table)
    allied = victory.allied_conditions_met(table)
    corps, limit = lost_side["Allied corps eliminated"]
    level = "Allied victory" if allied else "German victory" if corps >= limit else "draw"
    return {
        "title": f"Victory: {level} as things stand",
        "level": level,
        "points": 0,
        "groups": [],
        "conditions": [
            _condition(table, name, have, need) for name, (have, need) in lost_side.items()
        ],
        "checks": [
            {
                "turn": LAST_TURN,
                "state": "now" if table.turn == LAST_TURN else "next",
                "rule": rule,
                "levels": [
                    victory_level("Rhine and cities", "Allied victory", level == "Allied victory"),
                    victory_level(
                        f"{limit} Allied corps lost", "German victory", level.startswith("Ger")
                    ),
                    victory_level("neither", "a draw", level == "draw"),
                ],
            }
        ],
    }


def _condition(table: Table, name: str, have: int, need: int) -> dict[str, Any]:
    touches: list[str] = []
    if name.startswith("Allied ground"):
        touches = [unit_tag(unit) for unit in members(victory.beyond_the_rhine(table))]
    for city in members(charts().scenario[table.year].allied_cities):
        if name.startswith(hex_label(city)):
            touches = [hex_tag(city)]
    return {
        "text": name,
        "state": f"{have} of {need}" if need > 1 else "yes" if have else "not yet",
        "met": have >= need,
        "for": "german" if name.startswith("Allied corps") else "allied",
        "touches": touches,
    }
