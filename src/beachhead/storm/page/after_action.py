"""The figures of the after-action report."""

from __future__ import annotations

from typing import Any

from beachhead.storm.table import state
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from beachhead.storm.victory import victory_points


def report(table: StormTable, _: str | None) -> dict[str, Any]:
    """The figures to plot; none of them is secret."""
    nests = state.side_units(GERMAN) & state.strongpoints()
    on_map = sum(1 << unit for unit, place in enumerate(table.where) if place >= 0)
    lost = sum(1 << unit for unit, place in enumerate(table.where) if place == state.ELIMINATED)
    return {
        "style": "",
        "figures": {
            "victory points": table.victory,
            "areas under Allied control": (table.allied_control & AREA_SET).bit_count(),
            "beaches under Allied control": victory_points.beaches_held(table),
            "Allied units lost": (lost & state.side_units(ALLIED)).bit_count(),
            "German units lost": (lost & state.side_units(GERMAN) & ~nests).bit_count(),
            "strongpoints standing": (on_map & nests).bit_count(),
        },
    }
