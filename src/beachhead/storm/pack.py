"""Storm Over Normandy's component pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from beachhead.kernel import data
from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Schema, Tables, Total
from beachhead.storm import checks
from beachhead.storm.schema import AREA_COUNT, BORDERS, CARDS, LAST_TURN, MAP, PIECES, TRACKS

GAME = "storm"
BUILTIN = Path(__file__).parent / "data"


def totals(tables: Tables) -> list[Total]:
    """The counts that a complete set of components has."""
    found: list[Total] = []

    def total(label: str, table: str, field: str, expected: int | None, actual: int) -> None:
        found.append(Total(label, table, field, expected, actual))

    def rows(label: str, table: str, expected: int | None) -> None:
        total(label, table, "rows", expected, len(tables[table]))

    rows("areas", "areas", AREA_COUNT)
    areas = tables["areas"]
    total("bocage areas", "areas", "bocage", None, sum(row["bocage"] for row in areas))
    red = sum(row["name_color"] == "red" for row in areas)
    total("areas with a red name", "areas", "name_color", None, red)
    total("VP of areas", "areas", "vp", None, sum(row["vp"] for row in areas))
    bonus = sum(row["bonus_card"] for row in areas)
    total("areas for the bonus card", "areas", "bonus_card", 2, bonus)
    allied = sum(row["start_control"] == "allied" for row in areas)
    total("areas that start Allied", "areas", "start_control", 1, allied)
    kinds = Counter(row["kind"] for row in tables["borders"])
    for kind in BORDERS:
        total(f"borders: {kind.replace('_', ' ')}", "borders", "kind", None, kinds[kind])
    rows("landing boxes", "landing_boxes", 6)
    rows("Zones", "zones", 5)

    nations = Counter(row["nationality"] for row in tables["units"])
    for nation, number in nations.items():
        total(f"{nation.title()} units", "units", "nationality", None, number)
    by_card = sum(row["setup"] is None for row in tables["units"])
    total("units that come by card", "units", "setup", 2, by_card)
    released = sum(row["release_roll"] for row in tables["units"])
    total("units that wait for release", "units", "release_roll", 2, released)
    strongpoints = sum(row["count"] for row in tables["strongpoints"])
    total("strongpoints", "strongpoints", "count", 20, strongpoints)

    for side in ("german", "allied"):
        copies = sum(row["copies"] for row in tables["cards"] if row["side"] == side)
        total(f"{side.title()} cards", "cards", "copies", 27, copies)
    rows("turns", "turn_track", LAST_TURN)
    return found


SCHEMA = Schema(GAME, (*MAP, *PIECES, *CARDS, *TRACKS), checks.ALL, totals)


@cache
def load(directory: Path | None = None) -> Pack:
    """The pack in a directory, or the one in use: the user's imported pack, else ours."""
    return data.load(directory or data.active_path(GAME, BUILTIN), SCHEMA)
