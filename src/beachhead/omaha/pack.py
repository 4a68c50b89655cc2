"""Omaha's component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from beachhead.kernel import data
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Schema, Tables, Total
from beachhead.omaha import checks
from beachhead.omaha.chart_schema import CHARTS, SCENARIOS
from beachhead.omaha.schema import CARDS, COLORS, MAP, PIECES, SYMBOLS

GAME = "omaha"
BUILTIN = Path(__file__).parent / "data"


def totals(tables: Tables) -> list[Total]:
    """The counts that a complete set of components has."""
    found: list[Total] = []

    def total(label: str, table: str, field: str, expected: int | None, actual: int) -> None:
        found.append(Total(label, table, field, expected, actual))

    def rows(label: str, table: str, expected: int | None) -> None:
        total(label, table, "rows", expected, len(tables[table]))

    rows("hexes", "hexes", 600)
    rows("special hexsides", "hexsides", None)
    rows("road pieces", "roads", None)
    rows("landing boxes", "landing_boxes", 31)
    rows("German positions", "positions", 86)
    rows("WN hexes", "wn_hexes", 18)
    vp = sum(row["vp"] for row in tables["positions"])
    total("VP positions", "positions", "vp", 42, vp)
    dots = sum(len(row["fire"]) for row in tables["positions"])
    total("fire dots", "positions", "fire", None, dots)
    overlaps = len(list(checks.fields_of_fire(tables)))
    total("overlapping dots of one color", "positions", "fire", 0, overlaps)
    arrows = sum(len(row["advance"]) for row in tables["positions"])
    total("advance arrows", "positions", "advance", 41, arrows)

    rows("cards", "cards", 54)
    targets = Counter(row["target"] for row in tables["cards"])
    for symbol in SYMBOLS:
        total(f"cards with target {symbol}", "cards", "target", 18, targets[symbol])
    total("cards with a mine", "cards", "mine", 9, sum(row["mine"] for row in tables["cards"]))
    squares = Counter(square["color"] for row in tables["cards"] for square in row["squares"])
    for color in COLORS:
        total(f"{color} squares on cards", "cards", "squares", 27, squares[color])

    rows("US combat units", "us_units", 84)
    rows("HQs", "hqs", 4)
    rows("generals", "generals", 2)
    rows("heroes", "heroes", 10)
    rows("engineer bases", "engineer_bases", 4)

    units = Counter(row["kind"] for row in tables["german_units"])
    total("WN units", "german_units", "kind", 18, units["wn"])
    total("tactical reinforcement units", "german_units", "kind", 9, units["tactical"])
    total("division reinforcement units", "german_units", "kind", 11, units["division"])
    total("KG Meyer units", "german_units", "kind", 8, units["kg_meyer"])
    total("armor units", "german_units", "kind", 4, units["armor"])
    rows("off-map artillery units", "off_map_artillery", 4)
    depth = Counter(row["kind"] for row in tables["depth_markers"])
    kg_meyer = sum(
        row["count"]
        for row in tables["scenario_pools"]
        if (row["scenario"], row["pool"]) == ("first-waves", "kg_meyer_depth")
    )
    total("WN depth markers", "depth_markers", "kind", 18, depth["wn"])
    total("mobile depth markers", "depth_markers", "kind", 20, depth["mobile"] - kg_meyer)
    total("KG Meyer mobile depth markers", "scenario_pools", "count", 4, kg_meyer)
    total("building depth markers", "depth_markers", "kind", 8, depth["building"])
    total("armor depth markers", "depth_markers", "kind", 4, depth["armor"])
    rows("turns", "turn_track", 32)
    rows("scenarios", "scenarios", 4)
    return found


TABLES = (*MAP, *CARDS, *PIECES, *CHARTS, *SCENARIOS)
SCHEMA = Schema(GAME, TABLES, checks.ALL, totals)


@cache
def load(directory: Path | None = None) -> Pack:
    """The pack in a directory, or the one in use: the user's imported pack, else ours."""
    return data.load(directory or data.active_path(GAME, BUILTIN), SCHEMA)
