"""D-Day (1991)'s component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from beachhead.dday91 import checks
from beachhead.dday91.schema import (
    CHART,
    CHARTS,
    LAST_TURN,
    MAP,
    PIECES,
    SCENARIO_TABLES,
    SCENARIOS,
    SIDES,
    TERRAINS,
)
from beachhead.kernel import data
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Schema, Tables, Total

GAME = "dday91"
BUILTIN = Path(__file__).parent / "data"
HEXES = 390
COUNTERS = 110


def totals(tables: Tables) -> list[Total]:
    """The counts that a complete set of components has."""
    found: list[Total] = []

    def total(label: str, table: str, field: str, expected: int | None, actual: int) -> None:
        found.append(Total(label, table, field, expected, actual))

    total("hexes", "hexes", "rows", HEXES, len(tables["hexes"]))
    kinds = Counter(row["kind"] for row in tables["hexes"])
    for kind, number in kinds.items():
        total(f"hexes: {kind.replace('_', ' ')}", "hexes", "kind", None, number)
    grounds = Counter(row["terrain"] for row in tables["hexes"])
    for terrain in TERRAINS:
        label = f"terrain: {terrain.replace('_', ' ')}"
        total(label, "hexes", "terrain", None, grounds[terrain])
    for field in ("coastal", "fortified", "east_of_rhine"):
        number = sum(row[field] for row in tables["hexes"])
        total(field.replace("_", " "), "hexes", field, None, number)
    total("ports", "cities", "port", None, sum(row["port"] for row in tables["cities"]))
    for field in ("circled", "boxed"):
        number = sum(row[field] or 0 for row in tables["cities"])
        total(f"{field} numbers", "cities", field, None, number)
    sides = Counter(row["kind"] for row in tables["hexsides"])
    for kind, number in sides.items():
        total(f"hexsides: {kind.replace('_', ' ')}", "hexsides", "kind", None, number)
    total("invasion hexes", "invasion_hexes", "rows", None, len(tables["invasion_hexes"]))

    number = len(tables["units"]) + len(tables["markers"])
    total("counters", "units", "rows", COUNTERS, number)
    for side in SIDES:
        ours = [row for row in tables["units"] if row["side"] == side]
        total(f"{side.title()} units", "units", "side", None, len(ours))
        armies = sum(row["size"] == "army" for row in ours)
        total(f"{side.title()} armies", "units", "size", 9, armies)
    bombers = sum(row["type"] == "strategic_air" for row in tables["units"])
    total("strategic air units", "units", "type", 2, bombers)
    mulberries = sum(row["marker"].startswith("mulberry") for row in tables["markers"])
    total("Mulberry Harbors", "markers", "marker", 2, mulberries)

    total(
        "rows of the terrain chart",
        "terrain_chart",
        "rows",
        len(CHART),
        len(tables["terrain_chart"]),
    )
    total("turns", "time_track", "rows", LAST_TURN, len(tables["time_track"]))
    total("scenarios", "scenarios", "rows", len(SCENARIOS), len(tables["scenarios"]))
    total("German set-ups", "german_setups", "rows", None, len(tables["german_setups"]))
    return found


SCHEMA = Schema(GAME, (*MAP, *PIECES, *CHARTS, *SCENARIO_TABLES), checks.ALL, totals)


@cache
def load(directory: Path | None = None) -> Pack:
    """The pack in a directory, or the one in use: the user's imported pack, else ours."""
    return data.load(directory or data.active_path(GAME, BUILTIN), SCHEMA)
