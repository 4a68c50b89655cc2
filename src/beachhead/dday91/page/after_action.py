"""The figures of the after-action report."""

from __future__ import annotations

from typing import Any

from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, ELIMINATED, GERMAN, DDayTable, side_units


def report(table: DDayTable, _: str | None) -> dict[str, Any]:
    """The figures to plot."""
    lost = sum(1 << unit for unit, hex_ in enumerate(table.hex) if hex_ == ELIMINATED)
    cities = table.allied_control & board().cities & board().continent
    return {
        "style": "",
        "figures": {
            "cities of the continent under Allied control": cities.bit_count(),
            "Allied ground units east of the Rhine": how_to_win.beyond_the_rhine(table).bit_count(),
            "Allied Moves": table.moves[ALLIED],
            "German Moves": table.moves[GERMAN],
            "Allied units lost": (lost & side_units(ALLIED)).bit_count(),
            "German units lost": (lost & side_units(GERMAN)).bit_count(),
        },
    }
