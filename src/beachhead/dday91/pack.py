"""D-Day (1991)'s component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
from beachhead.kernel.schema import Schema, Tables, Total, row_total

GAME = "dday91"
BUILTIN = Path(__file__).parent / "data"
HEXES = 390
COUNTERS = 110


def totals(tables: Tables) -> Iterator[Total]:
    """The counts that a complete set of components has."""
    yield row_total(tables, "hexes", "hexes", HEXES)
    kinds = Counter(row["kind"] for row in tables["hexes"])
    for kind, number in kinds.items():
        yield Total(f"hexes: {kind.replace('_', ' ')}", "hexes", "kind", None, number)
    grounds = Counter(row["terrain"] for row in tables["hexes"])
    for terrain in TERRAINS:
        label = f"terrain: {terrain.replace('_', ' ')}"
        yield Total(label, "hexes", "terrain", None, grounds[terrain])
    for field in ("coastal", "fortified", "east_of_rhine"):
        number = sum(row[field] for row in tables["hexes"])
        yield Total(field.replace("_", " "), "hexes", field, None, number)
    yield Total("ports", "cities", "port", None, sum(row["port"] for row in tables["cities"]))
    for field in ("circled", "boxed"):
        number = sum(row[field] or 0 for row in tables["cities"])
        yield Total(f"{field} numbers", "cities", field, None, number)
    sides = Counter(row["kind"] for row in tables["hexsides"])
    for kind, number in sides.items():
        yield Total(f"hexsides: {kind.replace('_', ' ')}", "hexsides", "kind", None, number)
    yield row_total(tables, "invasion hexes", "invasion_hexes", None)

    number = len(tables["units"]) + len(tables["markers"])
    yield Total("counters", "units", "rows", COUNTERS, number)
    for side in SIDES:
        ours = [row for row in tables["units"] if row["side"] == side]
        yield Total(f"{side.title()} units", "units", "side", None, len(ours))
        armies = sum(row["size"] == "army" for row in ours)
        yield Total(f"{side.title()} armies", "units", "size", 9, armies)
    bombers = sum(row["type"] == "strategic_air" for row in tables["units"])
    yield Total("strategic air units", "units", "type", 2, bombers)
    mulberries = sum(row["marker"].startswith("mulberry") for row in tables["markers"])
    yield Total("Mulberry Harbors", "markers", "marker", 2, mulberries)

    yield row_total(tables, "rows of the terrain chart", "terrain_chart", len(CHART))
    yield row_total(tables, "turns", "time_track", LAST_TURN)
    yield row_total(tables, "scenarios", "scenarios", len(SCENARIOS))
    yield row_total(tables, "German set-ups", "german_setups", None)


SCHEMA = Schema(GAME, (*MAP, *PIECES, *CHARTS, *SCENARIO_TABLES), checks.ALL, totals)
load = data.loader(SCHEMA, BUILTIN)
