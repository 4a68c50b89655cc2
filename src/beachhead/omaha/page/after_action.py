"""The figures of the after-action report."""

from __future__ import annotations

from typing import Any

from beachhead.omaha.table.state import DIVISION_OF_SECTOR, UNITS, OmahaTable, tide
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from beachhead.omaha.victory.victory_points import victory_points

NAMES = {1: "1st Division", 29: "29th Division"}


def report(table: OmahaTable, _: str | None) -> dict[str, Any]:
    """The tide, and the figures to plot."""
    figures = {
        f"{NAMES[DIVISION_OF_SECTOR[sector]]} losses": infantry_lost(
            table, DIVISION_OF_SECTOR[sector]
        )
        for sector in ("east", "west")
        if sector in table.sectors
    }
    return {
        "style": f"--tide-{tide(table)}:inline",
        "figures": {
            "victory points": sum(victory_points(table).values()),
            "US units ashore": sum(hex_ >= 0 for hex_ in table.hex[:UNITS]),
            **figures,
        },
    }
