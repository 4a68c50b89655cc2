"""Omaha's component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from beachhead.kernel import data
from beachhead.kernel.schema import Schema, Tables, Total, row_total
from beachhead.omaha.table import checks
from beachhead.omaha.table.chart_schema import CHARTS, SCENARIOS
from beachhead.omaha.table.schema import CARDS, COLORS, MAP, PIECES, SYMBOLS

GAME = "omaha"
BUILTIN = Path(__file__).parent.parent / "data"


def totals(tables: Tables) -> Iterator[Total]:
    """2.3b The counts that a complete set of components has."""
    yield row_total(tables, "hexes", "hexes", 600)
    yield row_total(tables, "special hexsides", "hexsides", None)
    yield row_total(tables, "road pieces", "roads", None)
    yield row_total(tables, "landing boxes", "landing_boxes", 31)
    yield row_total(tables, "German positions", "positions", 86)
    yield row_total(tables, "WN hexes", "wn_hexes", 18)
    vp = sum(row["vp"] for row in tables["positions"])
    yield Total("VP positions", "positions", "vp", 42, vp)
    dots = sum(len(row["fire"]) for row in tables["positions"])
    yield Total("fire dots", "positions", "fire", None, dots)
    overlaps = len(list(checks.fields_of_fire(tables)))
    yield Total("overlapping dots of one color", "positions", "fire", 0, overlaps)
    arrows = sum(len(row["advance"]) for row in tables["positions"])
    yield Total("advance arrows", "positions", "advance", 41, arrows)

    yield row_total(tables, "cards", "cards", 54)
    targets = Counter(row["target"] for row in tables["cards"])
    for symbol in SYMBOLS:
        yield Total(f"cards with target {symbol}", "cards", "target", 18, targets[symbol])
    mines = sum(row["mine"] for row in tables["cards"])
    yield Total("cards with a mine", "cards", "mine", 9, mines)
    squares = Counter(square["color"] for row in tables["cards"] for square in row["squares"])
    for color in COLORS:
        yield Total(f"{color} squares on cards", "cards", "squares", 27, squares[color])

    yield row_total(tables, "US combat units", "us_units", 84)
    yield row_total(tables, "HQs", "hqs", 4)
    yield row_total(tables, "generals", "generals", 2)
    yield row_total(tables, "heroes", "heroes", 10)
    yield row_total(tables, "engineer bases", "engineer_bases", 4)

    units = Counter(row["kind"] for row in tables["german_units"])
    yield Total("WN units", "german_units", "kind", 18, units["wn"])
    yield Total("tactical reinforcement units", "german_units", "kind", 9, units["tactical"])
    yield Total("division reinforcement units", "german_units", "kind", 11, units["division"])
    yield Total("KG Meyer units", "german_units", "kind", 8, units["kg_meyer"])
    yield Total("armor units", "german_units", "kind", 4, units["armor"])
    yield row_total(tables, "off-map artillery units", "off_map_artillery", 4)
    depth = Counter(row["kind"] for row in tables["depth_markers"])
    kg_meyer = sum(
        row["count"]
        for row in tables["scenario_pools"]
        if (row["scenario"], row["pool"]) == ("first-waves", "kg_meyer_depth")
    )
    yield Total("WN depth markers", "depth_markers", "kind", 18, depth["wn"])
    yield Total("mobile depth markers", "depth_markers", "kind", 20, depth["mobile"] - kg_meyer)
    yield Total("KG Meyer mobile depth markers", "scenario_pools", "count", 4, kg_meyer)
    yield Total("building depth markers", "depth_markers", "kind", 8, depth["building"])
    yield Total("armor depth markers", "depth_markers", "kind", 4, depth["armor"])
    yield row_total(tables, "turns", "turn_track", 32)
    yield row_total(tables, "scenarios", "scenarios", 4)


TABLES = (*MAP, *CARDS, *PIECES, *CHARTS, *SCENARIOS)
SCHEMA = Schema(GAME, TABLES, checks.ALL, totals)
load = data.loader(SCHEMA, BUILTIN)
