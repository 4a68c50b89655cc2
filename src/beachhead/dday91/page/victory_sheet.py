"""6b3, 6c3 The victory sheet: every condition with its state."""

from __future__ import annotations

from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.schema import LAST_TURN
from beachhead.dday91.table.state import DDayTable, hex_label, hex_tag, unit_tag
from beachhead.kernel.bits import members
from beachhead.page.book import Check, Condition, Level, Victory


def sheet(table: DDayTable) -> Victory:
    """6b3, 6c3 The conditions with their state."""
    rule = "6b3" if table.year == 1943 else "6c3"
    lost_side = how_to_win.conditions(table)
    allied = how_to_win.allied_conditions_met(table)
    corps, limit = lost_side["Allied corps eliminated"]
    level = "Allied victory" if allied else "German victory" if corps >= limit else "draw"
    levels = [
        Level("Allied victory", level == "Allied victory", "Rhine and cities"),
        Level("German victory", level == "German victory", f"{limit} Allied corps lost"),
        Level("a draw", level == "draw", "neither"),
    ]
    return Victory(
        f"Victory: {level} as things stand",
        level,
        conditions=[_condition(table, name, *state) for name, state in lost_side.items()],
        checks=[Check(LAST_TURN, "now" if table.turn == LAST_TURN else "next", rule, levels)],
    )


def _condition(table: DDayTable, name: str, have: int, need: int) -> Condition:
    touches: list[str] = []
    if name.startswith("Allied ground"):
        touches = [unit_tag(unit) for unit in members(how_to_win.beyond_the_rhine(table))]
    for city in members(charts().scenario[table.year].allied_cities):
        if name.startswith(hex_label(city)):
            touches = [hex_tag(city)]
    return Condition(
        name,
        f"{have} of {need}" if need > 1 else "yes" if have else "not yet",
        have >= need,
        touches,
        hostile=name.startswith("Allied corps"),
    )
