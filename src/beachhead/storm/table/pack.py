"""2.0 The components as a pack: its schema, its totals, and loading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from beachhead.kernel import data
from beachhead.kernel.schema import Schema, Tables, Total, row_total, sum_total
from beachhead.storm.table import checks
from beachhead.storm.table.schema import AREA_COUNT, BORDERS, CARDS, LAST_TURN, MAP, PIECES, TRACKS

GAME = "storm"
BUILTIN = Path(__file__).parent.parent / "data"


def totals(tables: Tables) -> Iterator[Total]:
    """2.0b, 2.3a The counts that a complete set of components has."""
    yield row_total(tables, "areas", "areas", AREA_COUNT)
    yield sum_total(tables, "bocage areas", "areas", "bocage")
    yield sum_total(tables, "areas with a red name", "areas", "name_color", of="red")
    yield sum_total(tables, "VP of areas", "areas", "vp")
    yield sum_total(tables, "areas for the bonus card", "areas", "bonus_card", 2)
    yield sum_total(tables, "areas that start Allied", "areas", "start_control", 1, of="allied")
    kinds = Counter(row["kind"] for row in tables["borders"])
    for kind in BORDERS:
        yield Total(f"borders: {kind.replace('_', ' ')}", "borders", "kind", None, kinds[kind])
    yield row_total(tables, "landing boxes", "landing_boxes", 6)
    yield row_total(tables, "Zones", "zones", 5)

    nations = Counter(row["nationality"] for row in tables["units"])
    for nation, number in nations.items():
        yield Total(f"{nation.title()} units", "units", "nationality", None, number)
    by_card = sum(row["setup"] is None for row in tables["units"])
    yield Total("units that come by card", "units", "setup", 2, by_card)
    yield sum_total(tables, "units that wait for release", "units", "release_roll", 2)
    yield sum_total(tables, "strongpoints", "strongpoints", "count", 20)

    for side in ("german", "allied"):
        copies = sum(row["copies"] for row in tables["cards"] if row["side"] == side)
        yield Total(f"{side.title()} cards", "cards", "copies", 27, copies)
    yield row_total(tables, "turns", "turn_track", LAST_TURN)


SCHEMA = Schema(GAME, (*MAP, *PIECES, *CARDS, *TRACKS), checks.ALL, totals)
load = data.loader(SCHEMA, BUILTIN)
