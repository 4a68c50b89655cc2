"""Omaha's component pack: complete, consistent, and quick to say what is damaged."""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beachhead.commands import data as command
from beachhead.kernel.data import SEAL, load, seal_text, validate
from beachhead.omaha.pack import BUILTIN, SCHEMA

TABLES = [table.name for table in SCHEMA.tables]
WORKED_EXAMPLES = Path(__file__).parents[1] / "data" / "omaha_worked_examples.json"


def beachhead(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    options = parser.parse_args(words)
    status: int = options.run(options)
    return status


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILTIN, tmp_path / "copy"))


def change(pack: Path, table: str, deed: Callable[[list[Any]], None]) -> None:
    file = pack / f"{table}.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    deed(content["rows"])
    file.write_text(json.dumps(content), encoding="utf-8")


def test_the_totals_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert beachhead("data", "validate") == 0
    totals = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert {label.strip(): int(count) for label, count in totals.items()} == {
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


DAMAGES: dict[str, Callable[[dict[str, Any], str], None]] = {
    "wrong type": lambda row, field: row.update({field: 3.5}),
    "unknown value": lambda row, field: row.update({field: ["no such thing"]}),
    "missing": lambda row, field: row.pop(field),
    "extra": lambda row, field: row.update({f"{field}_too": row[field]}),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("table", TABLES)
def test_damage_to_any_field_is_named(
    table: str, damage: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(f"{table} {damage}")
    fields = list(SCHEMA.table(table).fields)
    free_lists = {"aliases", "printed"}
    if damage == "unknown value":
        fields = [field for field in fields if field not in free_lists]
    damaged: dict[str, int] = {}

    def deed(rows: list[Any]) -> None:
        for field in fields:
            number = dice.randrange(len(rows))
            DAMAGES[damage](rows[number], field)
            damaged[f"{field}_too" if damage == "extra" else field] = number + 1

    change(copy, table, deed)
    assert beachhead("data", "validate", str(copy)) == 2
    told = capsys.readouterr().err.splitlines()
    for field, row in damaged.items():
        assert any(
            line.startswith(f"  {table}.json, row {row} (") and f"), field {field}" in line
            for line in told
        ), f"row {row}, field {field} not named"


REFERENCES = [
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


@pytest.mark.parametrize(("table", "field", "value"), REFERENCES)
def test_a_dangling_reference_is_named(
    table: str, field: str, value: Any, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = random.Random(f"{table} {field}").randrange(len(load(BUILTIN, SCHEMA).rows(table)))
    change(copy, table, lambda rows: rows[row].update({field: value}))
    assert beachhead("data", "validate", str(copy)) == 2
    told = capsys.readouterr().err
    assert f"{table}.json, row {row + 1} (" in told
    assert f"field {field}" in told


CONTRADICTIONS: list[tuple[str, str, int, Callable[[dict[str, Any]], None], str]] = [
    ("an inland tide", "hexes", 599, lambda row: row.update(tide="low"), "tide"),
    ("an inland obstacle", "hexes", 599, lambda row: row.update(feature="obstacle"), "feature"),
    ("a hexside of distant hexes", "hexsides", 0, lambda row: row.update(to="2020"), "to"),
    ("a box on the wrong line", "landing_boxes", 8, lambda row: row.update(mid="0513"), "mid"),
    ("boxes out of order", "landing_boxes", 8, lambda row: row.update(order=10), "order"),
    ("a WN with a VP", "positions", 0, lambda row: row.update(vp=True), "vp"),
    ("a position in the other sector", "positions", 0, lambda r: r.update(sector="west"), "sector"),
    ("a far arrow", "positions", 18, lambda row: row.update(advance=["G1"]), "advance"),
    ("a gap in the turns", "cards", 0, lambda row: row["events"].pop(), "events"),
    ("two red squares", "cards", 0, lambda row: row["squares"][0].update(color="red"), "squares"),
    ("an unarmored tank", "us_units", 31, lambda row: row.update(armored=False), "armored"),
    ("a missing step", "us_units", 0, lambda row: row["sides"].pop(), "sides"),
    ("a gun on an infantry unit", "german_units", 20, lambda row: row.update(gun="75"), "gun"),
    ("depth without strength", "depth_markers", 20, lambda r: r.update(strength=None), "strength"),
    ("a backward clock", "turn_track", 3, lambda row: row.update(time="0001"), "time"),
    ("a gap in the levels", "victory_levels", 2, lambda row: row.update({"from": 20}), "from"),
    ("a gun in the wrong WN", "scenario_wn", 0, lambda row: row.update(unit="plain"), "unit"),
    ("too many counters", "scenario_pools", 0, lambda row: row.update(count=24), "count"),
]


@pytest.mark.parametrize(
    ("table", "row", "deed", "field"),
    [pytest.param(*case[1:], id=case[0]) for case in CONTRADICTIONS],
)
def test_a_contradiction_is_named(
    table: str, row: int, deed: Callable[[dict[str, Any]], None], field: str, copy: Path
) -> None:
    change(copy, table, lambda rows: deed(rows[row]))
    found = [(p.file, p.row, p.field) for p in validate(copy, SCHEMA)]
    assert (f"{table}.json", row + 1, field) in found


def test_an_overlap_of_one_color_is_named(copy: Path) -> None:
    rows = load(BUILTIN, SCHEMA).rows("positions")
    first = next(row for row in rows if row["position"] == "WN60")
    index, other = next(
        (index, row)
        for index, row in enumerate(rows)
        if row["color"] == first["color"] and row is not first
    )
    assert "0609" in first["fire"]
    assert "0609" not in other["fire"]
    change(copy, "positions", lambda rows: rows[index]["fire"].update({"0609": "steady"}))
    found = [(p.row, p.field) for p in validate(copy, SCHEMA)]
    assert (index + 1, "fire.0609") in found


@pytest.mark.parametrize("table", TABLES)
def test_a_lost_row_is_noticed(table: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = random.Random(table).randrange(len(load(BUILTIN, SCHEMA).rows(table)))
    change(copy, table, lambda rows: rows.pop(row))
    assert beachhead("data", "validate", str(copy)) == 2
    assert f"{table}.json, field rows: " in capsys.readouterr().err


@pytest.mark.parametrize("table", TABLES)
def test_a_repeated_row_is_named(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = len(load(BUILTIN, SCHEMA).rows(table))
    change(copy, table, lambda rows: rows.append(rows[0]))
    assert beachhead("data", "validate", str(copy)) == 2
    assert f"{table}.json, row {count + 1} (" in capsys.readouterr().err


@pytest.mark.parametrize("table", TABLES)
def test_a_plausible_wrong_value_is_named(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every field, the value of another row: the seal names that field and no other."""
    dice = random.Random(table)
    file = copy / f"{table}.json"
    whole = file.read_text(encoding="utf-8")
    rows = load(BUILTIN, SCHEMA).rows(table)
    damaged = 0
    for field in SCHEMA.table(table).fields:
        number = dice.randrange(len(rows))
        right = rows[number][field]
        wrong = [row[field] for row in rows if row[field] != right]
        alike = [value for value in wrong if type(value) is type(right)]
        if not wrong:
            continue
        value = dice.choice(alike or wrong)
        content = json.loads(whole)
        content["rows"][number][field] = value
        file.write_text(json.dumps(content), encoding="utf-8")
        problems = validate(copy, SCHEMA)
        place = (file.name, number + 1, field)
        named = {(p.file, p.row, (p.field or "").split(".")[0].split("[")[0]) for p in problems}
        assert place in named, (place, value)
        sealed = [(p.file, p.row, p.field) for p in problems if "sealed value" in p.text]
        assert set(sealed) <= {place}
        assert len(sealed) <= 1
        if not damaged:
            assert beachhead("data", "validate", str(copy)) == 2
            told = capsys.readouterr().err
            assert f"  {file.name}, row {number + 1} (" in told
            assert f"), field {field}" in told
        damaged += 1
        file.write_text(whole, encoding="utf-8")
    assert damaged
    assert validate(copy, SCHEMA) == []


PLAUSIBLE: list[tuple[str, int, Callable[[dict[str, Any]], None], str]] = [
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
]


@pytest.mark.parametrize(("table", "row", "deed", "field"), PLAUSIBLE)
def test_only_the_seal_knows(
    table: str, row: int, deed: Callable[[dict[str, Any]], None], field: str, copy: Path
) -> None:
    change(copy, table, lambda rows: deed(rows[row]))
    load(copy, SCHEMA)
    (problem,) = validate(copy, SCHEMA)
    assert (problem.file, problem.row, problem.field) == (f"{table}.json", row + 1, field)
    assert "seal" in problem.text
    assert beachhead("data", "seal", str(copy)) == 0
    assert beachhead("data", "validate", str(copy)) == 0


@pytest.mark.parametrize("table", TABLES)
def test_the_seal_names_lost_repeated_and_swapped_rows(table: str, copy: Path) -> None:
    dice = random.Random(table)
    file = copy / f"{table}.json"
    whole = file.read_text(encoding="utf-8")
    count = len(load(BUILTIN, SCHEMA).rows(table))
    one, two = sorted(dice.sample(range(count), 2))

    def named(deed: Callable[[list[Any]], None]) -> set[int | None]:
        change(copy, table, deed)
        problems = validate(copy, SCHEMA)
        file.write_text(whole, encoding="utf-8")
        told = [p for p in problems if p.field == "(the whole row)"]
        assert all(p.file == file.name and "seal" in p.text for p in told)
        assert not any("sealed value" in p.text for p in problems)
        return {p.row for p in told}

    def swap(rows: list[Any]) -> None:
        rows[one], rows[two] = rows[two], rows[one]

    assert named(lambda rows: rows.pop(two)) == {two + 1}
    assert named(lambda rows: rows.insert(two + 1, rows[one])) == {two + 2}
    swapped = named(swap)
    assert swapped
    assert swapped <= {one + 1, two + 1}


def test_the_seal_is_up_to_date() -> None:
    """After a correction: beachhead data seal src/beachhead/omaha/data"""
    pack = load(BUILTIN, SCHEMA)
    sealed = (BUILTIN / SEAL).read_text(encoding="utf-8")
    assert sealed == seal_text(SCHEMA, pack.tables)


def test_no_two_values_of_a_field_share_a_hash() -> None:
    """So that the seal tells any row's value from any other row's."""
    pack = load(BUILTIN, SCHEMA)
    seal = json.loads((BUILTIN / SEAL).read_text(encoding="utf-8"))["tables"]
    for table in SCHEMA.tables:
        for at, field in enumerate(seal[table.name]["fields"]):
            hashes = {hashes[6 * at : 6 * at + 6] for _, hashes in seal[table.name]["rows"]}
            values = {
                json.dumps(row[field], sort_keys=True) if field in row else None
                for row in pack.rows(table.name)
            }
            assert len(hashes) == len(values), (table.name, field)


def test_an_owners_copy_may_have_another_number_of_dots(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert beachhead("data", "export", str(mine)) == 0
    assert not (mine / SEAL).exists()
    change(mine, "positions", lambda rows: rows[0]["fire"].popitem())
    assert beachhead("data", "validate", str(mine)) == 0


def test_validate_says_whether_there_is_a_seal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert beachhead("data", "validate", "--json") == 0
    assert json.loads(capsys.readouterr().out)["sealed"] is True
    mine = tmp_path / "mine"
    beachhead("data", "export", str(mine))
    capsys.readouterr()
    assert beachhead("data", "validate", str(mine), "--json") == 0
    assert json.loads(capsys.readouterr().out)["sealed"] is False
    assert beachhead("data", "seal", str(mine), "--json") == 0
    assert json.loads(capsys.readouterr().out)["sealed"] == str(mine)
    assert (mine / SEAL).read_bytes() == (BUILTIN / SEAL).read_bytes()


def test_problems_as_json(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(copy, "heroes", lambda rows: rows[3].update(division=2))
    assert beachhead("data", "validate", str(copy), "--json") == 2
    told = json.loads(capsys.readouterr().out)
    assert told["valid"] is False
    (problem,) = told["problems"]
    assert (problem["file"], problem["row"], problem["key"], problem["field"]) == (
        "heroes.json",
        4,
        "Spalding",
        "division",
    )


def test_list_marks_what_is_reconstructed(capsys: pytest.CaptureFixture[str]) -> None:
    assert beachhead("data", "list", "-v") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "RECONSTRUCTED (2 rows)" in next(line for line in lines if "victory_levels" in line)
    assert any("? Easy Fox" in line for line in lines)
    assert beachhead("data", "list", "--game", "omaha", "--json") == 0
    (pack,) = json.loads(capsys.readouterr().out)
    assert [table["table"] for table in pack["tables"]] == TABLES


def test_export_correct_import_and_go_back(
    tmp_path: Path, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    assert beachhead("data", "export", str(mine)) == 0
    assert beachhead("data", "export", str(mine)) == 2
    change(mine, "hexes", lambda rows: rows[0].update(note="checked on my copy"))
    assert beachhead("data", "import", str(mine)) == 0
    capsys.readouterr()
    assert beachhead("data", "validate", "--json") == 0
    assert json.loads(capsys.readouterr().out)["imported"] is True
    change(mine, "hexes", lambda rows: rows[0].update(terrain="moor"))
    assert beachhead("data", "import", str(mine)) == 2
    kept = load(own_home / "packs" / "omaha", SCHEMA)
    assert kept.rows("hexes")[0]["note"] == "checked on my copy"
    assert beachhead("data", "import", "--reset") == 0
    assert not (own_home / "packs" / "omaha").exists()


def test_the_exported_pack_is_the_one_in_the_package(tmp_path: Path) -> None:
    """So that a correction is a readable diff."""
    assert beachhead("data", "export", str(tmp_path / "out")) == 0
    for file in BUILTIN.glob("*.json"):
        if file.name in {f"{table}.json" for table in TABLES} | {"pack.json"}:
            assert (tmp_path / "out" / file.name).read_bytes() == file.read_bytes(), file.name


def test_every_table_tells_its_source() -> None:
    pack = load(BUILTIN, SCHEMA)
    assert list(pack.tables) == TABLES
    easy_fox = [row for row in pack.rows("victory_levels") if row["scenario"] == "easy-fox"]
    assert [row["provenance"] for row in easy_fox] == ["reconstructed"] * 2


def test_worked_examples_name_what_the_pack_has() -> None:
    """The examples' cards and German positions, against the pack."""
    pack = load(BUILTIN, SCHEMA)
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
            assert squares == [(s["colour"], s["double"], s["action"]) for s in card["squares"]]
            assert row["target"] == card["target_symbol"]
            checked += 1
        for german in example.get("german", []):
            if isinstance(german, dict) and "colour" in german and german.get("hex") in colors:
                assert colors[german["hex"]] == german["colour"], (example["id"], german)
    assert checked >= 4
