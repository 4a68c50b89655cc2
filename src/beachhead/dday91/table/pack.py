"""1 The game equipment as a component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from beachhead.dday91.table import checks, schema
from beachhead.kernel import data
from beachhead.kernel.schema import Schema, Tables, Total, row_total, sum_total

GAME = "dday91"
BUILTIN = Path(__file__).parent.parent / "data"


def totals(tables: Tables) -> Iterator[Total]:
    """The counts that a complete set of components has."""
    yield row_total(tables, "hexes", "hexes", 390)
    kinds = Counter(row["kind"] for row in tables["hexes"])
    for kind, number in kinds.items():
        yield Total(f"hexes: {kind.replace('_', ' ')}", "hexes", "kind", None, number)
    for terrain in schema.TERRAINS:
        label = f"terrain: {terrain.replace('_', ' ')}"
        yield sum_total(tables, label, "hexes", "terrain", of=terrain)
    for field in ("coastal", "fortified", "east_of_rhine"):
        yield sum_total(tables, field.replace("_", " "), "hexes", field)
    yield sum_total(tables, "ports", "cities", "port")
    for field in ("circled", "boxed"):
        yield sum_total(tables, f"{field} numbers", "cities", field)
    sides = Counter(row["kind"] for row in tables["hexsides"])
    for kind, number in sides.items():
        yield Total(f"hexsides: {kind.replace('_', ' ')}", "hexsides", "kind", None, number)
    yield row_total(tables, "invasion hexes", "invasion_hexes", None)

    number = len(tables["units"]) + len(tables["markers"])
    yield Total("counters", "units", "rows", 110, number)
    for side in schema.SIDES:
        ours = [row for row in tables["units"] if row["side"] == side]
        yield Total(f"{side.title()} units", "units", "side", None, len(ours))
        armies = sum(row["size"] == "army" for row in ours)
        yield Total(f"{side.title()} armies", "units", "size", 9, armies)
    yield sum_total(tables, "strategic air units", "units", "type", 2, of="strategic_air")
    mulberries = sum(row["marker"].startswith("mulberry") for row in tables["markers"])
    yield Total("Mulberry Harbors", "markers", "marker", 2, mulberries)

    yield row_total(tables, "rows of the terrain chart", "terrain_chart", len(schema.CHART))
    yield row_total(tables, "turns", "time_track", schema.LAST_TURN)
    yield row_total(tables, "scenarios", "scenarios", len(schema.SCENARIOS))
    yield row_total(tables, "German set-ups", "german_setups", None)


SCHEMA = Schema(
    GAME, (*schema.MAP, *schema.PIECES, *schema.CHARTS, *schema.SCENARIO_TABLES), checks.ALL, totals
)
load = data.loader(SCHEMA, BUILTIN)
