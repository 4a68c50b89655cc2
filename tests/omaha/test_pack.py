"""Omaha's component pack: complete, consistent, and quick to say what is damaged."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, ClassVar

from beachhead.omaha.game import GAME
from beachhead.omaha.table.pack import BUILTIN, load
from beachhead.suites.packs import Mistake, PackConformance, in_row

WORKED_EXAMPLES = Path(__file__).parents[1] / "data" / "omaha_worked_examples.json"


REFERENCES: list[tuple[str, str, Any]] = [
    ("hexsides", "to", "2036"),
    ("roads", "from", "0101"),
    ("exits", "hex", "0101"),
    ("draws", "hexes", ["0910", "0101"]),
    ("landing_boxes", "high", "0101"),
    ("positions", "advance", ["Z9"]),
    ("positions", "fire", {"0101": "intense"}),
    ("wn_hexes", "position", "WN99"),
    ("us_units", "landing", "QQ1"),
    ("german_units", "requirements", ["XX"]),
    ("depth_markers", "requirements", ["XX"]),
    ("off_map_artillery", "observers", ["WN99"]),
    ("us_attack_table", "results", ["shrug"]),
    ("armor_junctions", "circle", "0101"),
    ("armor_roads", "hexes", ["1703", "0101"]),
    ("scenario_wn", "wn_hex", "WN99"),
    ("scenario_reinforcements", "position", "WN99"),
    ("scenario_us", "unit", "Z/9/99"),
    ("scenario_us", "hero", "Nobody"),
    ("scenario_us", "where", "0101"),
    ("scenarios", "loss_box", ["Z/9/99"]),
    ("variants", "scenarios", ["pointe-du-hoc"]),
]
"""What names something that is not there."""


def dangling(table: str, field: str, value: Any) -> Mistake:
    row = random.Random(f"{table} {field}").randrange(len(load(BUILTIN).rows(table)))
    return in_row(table, row, lambda each: each.update({field: value}), field)


CONTRADICTIONS = [
    # an inland tide
    in_row("hexes", 599, lambda row: row.update(tide="low"), "tide"),
    # an inland obstacle
    in_row("hexes", 599, lambda row: row.update(feature="obstacle"), "feature"),
    # a hexside of distant hexes
    in_row("hexsides", 0, lambda row: row.update(to="2020"), "to"),
    # a box on the wrong line
    in_row("landing_boxes", 8, lambda row: row.update(mid="0513"), "mid"),
    # boxes out of order
    in_row("landing_boxes", 8, lambda row: row.update(order=10), "order"),
    # a WN with a VP
    in_row("positions", 0, lambda row: row.update(vp=True), "vp"),
    # a position in the other sector
    in_row("positions", 0, lambda r: r.update(sector="west"), "sector"),
    # a far arrow
    in_row("positions", 18, lambda row: row.update(advance=["G1"]), "advance"),
    # a gap in the turns
    in_row("cards", 0, lambda row: row["events"].pop(), "events"),
    # two red squares
    in_row("cards", 0, lambda row: row["squares"][0].update(color="red"), "squares"),
    # an unarmored tank
    in_row("us_units", 31, lambda row: row.update(armored=False), "armored"),
    # a missing step
    in_row("us_units", 0, lambda row: row["sides"].pop(), "sides"),
    # a gun on an infantry unit
    in_row("german_units", 20, lambda row: row.update(gun="75"), "gun"),
    # depth without strength
    in_row("depth_markers", 20, lambda r: r.update(strength=None), "strength"),
    # a backward clock
    in_row("turn_track", 3, lambda row: row.update(time="0001"), "time"),
    # a gap in the levels
    in_row("victory_levels", 2, lambda row: row.update({"from": 20}), "from"),
    # a gun in the wrong WN
    in_row("scenario_wn", 0, lambda row: row.update(unit="plain"), "unit"),
    # too many counters
    in_row("scenario_pools", 0, lambda row: row.update(count=24), "count"),
]


def overlap() -> Mistake:
    """A second dot of one color in a hex."""
    rows = load(BUILTIN).rows("positions")
    first = next(row for row in rows if row["position"] == "WN60")
    index, other = next(
        (index, row)
        for index, row in enumerate(rows)
        if row["color"] == first["color"] and row is not first
    )
    assert "0609" in first["fire"]
    assert "0609" not in other["fire"]

    def add(rows: list[Any]) -> None:
        rows[index]["fire"]["0609"] = "steady"

    return Mistake("positions", add, f"row {index + 1} ({other['position']}), field fire.0609")


class TestOmahaPack(PackConformance):
    game = GAME
    totals: ClassVar[dict[str, int]] = {
        "hexes": 600,
        "special hexsides": 377,
        "road pieces": 297,
        "landing boxes": 31,
        "German positions": 86,
        "WN hexes": 18,
        "VP positions": 42,
        "fire dots": 1071,
        "overlapping dots of one color": 0,
        "advance arrows": 41,
        "cards": 54,
        **{f"cards with target {symbol}": 18 for symbol in ("circle", "diamond", "triangle")},
        **{
            f"{color} squares on cards": 27
            for color in ("red", "orange", "brown", "green", "blue", "purple")
        },
        "cards with a mine": 9,
        "US combat units": 84,
        "HQs": 4,
        "generals": 2,
        "heroes": 10,
        "engineer bases": 4,
        "WN units": 18,
        "tactical reinforcement units": 9,
        "division reinforcement units": 11,
        "KG Meyer units": 8,
        "armor units": 4,
        "off-map artillery units": 4,
        "WN depth markers": 18,
        "mobile depth markers": 20,
        "KG Meyer mobile depth markers": 4,
        "building depth markers": 8,
        "armor depth markers": 4,
        "turns": 32,
        "scenarios": 4,
    }
    any_words = frozenset({"aliases", "printed"})
    mistakes = (*(dangling(*each) for each in REFERENCES), *CONTRADICTIONS, overlap())
    corrections = (
        ("hexes", 599, lambda row: row.update(feature="woods"), "feature"),
        ("us_units", 0, lambda row: row["sides"][0].update(strength=5), "sides"),
        (
            "cards",
            0,
            lambda row: row["squares"][0].update(double=not row["squares"][0]["double"]),
            "squares",
        ),
        ("positions", 0, lambda row: row["fire"].popitem(), "fire"),
        ("notes", 0, lambda row: row.update(note="by hand"), "note"),
    )


def test_nothing_but_these_is_counted() -> None:
    assert {total.label for total in load(BUILTIN).totals} == TestOmahaPack.totals.keys()


def test_the_levels_of_easy_fox_are_reconstructed() -> None:
    levels = load(BUILTIN).rows("victory_levels")
    easy_fox = [row for row in levels if row["scenario"] == "easy-fox"]
    assert [row["provenance"] for row in easy_fox] == ["reconstructed"] * 2


def test_worked_examples_name_what_the_pack_has() -> None:
    """The examples' cards and German positions, against the pack."""
    pack = load(BUILTIN)
    cards = {row["card"]: row for row in pack.rows("cards")}
    colors = {hex_: row["color"] for row in pack.rows("positions") for hex_ in row["hexes"]}
    examples = json.loads(WORKED_EXAMPLES.read_text(encoding="utf-8"))["examples"]
    assert len(examples) == 25
    checked = 0
    for example in examples:
        card = example.get("card")
        if isinstance(card, dict) and "squares" in card and "number" in card:
            row = cards[card["number"]]
            squares = [(s["color"], s["double"], s["action"]) for s in row["squares"]]
            assert squares == [(s["color"], s["double"], s["action"]) for s in card["squares"]]
            assert row["target"] == card["target_symbol"]
            checked += 1
        for german in example.get("german", []):
            if isinstance(german, dict) and "color" in german and german.get("hex") in colors:
                assert colors[german["hex"]] == german["color"], (example["id"], german)
    assert checked >= 4
