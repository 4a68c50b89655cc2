"""Component packs: reading, checking, writing, exporting and importing them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from beachhead.errors import BeachheadError
from beachhead.kernel import data
from beachhead.kernel.data import PackError, PackProblem
from beachhead.kernel.schema import (
    Schema,
    Tables,
    TableSchema,
    Total,
    either,
    flag,
    integer,
    list_of,
    mapping,
    matches,
    number,
    one_of,
    optional,
    record,
    ref,
    span,
    tagged,
    text,
)


def taller_than_bridges(tables: Tables) -> Iterator[tuple[str, int | None, str, str]]:
    for index, row in enumerate(tables["towers"]):
        if row["height"] < 3:
            yield "towers", index, "height", "lower than the bridges; raise it"


def totals(tables: Tables) -> list[Total]:
    return [Total("bells", "towers", "bells", 3, sum(row["bells"] for row in tables["towers"]))]


SCHEMA = Schema(
    "town",
    [
        TableSchema("streets", "name", {"name": matches(r"[a-z]+", "a street"), "paved": flag}),
        TableSchema(
            "towers",
            ("street", "number"),
            {
                "street": ref("streets"),
                "number": integer(1, 99),
                "height": integer(1, 50),
                "bells": integer(0, 9),
                "roof": optional(one_of("flat", "spire")),
                "open": span(1, 12),
                "clock": tagged("kind", {"sun": {}, "wheel": {"hands": integer(1, 3)}}),
                "sees": mapping(ref("streets"), one_of("well", "badly")),
            },
        ),
    ],
    [taller_than_bridges],
    totals,
)

STREETS: list[dict[str, Any]] = [{"name": "high", "paved": True}, {"name": "low", "paved": False}]
TOWERS: list[dict[str, Any]] = [
    {
        "street": "high",
        "number": 1,
        "height": 30,
        "bells": 2,
        "roof": "spire",
        "open": [4, 9],
        "clock": {"kind": "wheel", "hands": 2},
        "sees": {"low": "well"},
    },
    {
        "street": "low",
        "number": 7,
        "height": 12,
        "bells": 1,
        "roof": None,
        "open": [1, 12],
        "clock": {"kind": "sun"},
        "sees": {},
        "provenance": "reconstructed",
        "note": "seen only from afar",
    },
]


def write_pack(path: Path, streets: Any = None, towers: Any = None) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    tables = [
        data.TableData(
            name, f"{name}.json", "components", "Walked there.", ("Was it foggy?",), rows
        )
        for name, rows in (("streets", streets or STREETS), ("towers", towers or TOWERS))
    ]
    for table in tables:
        (path / table.file).write_text(data.table_text(table), encoding="utf-8")
    manifest = data.manifest_text("town", "A Town", "1.2.3", tables)
    (path / "pack.json").write_text(manifest, encoding="utf-8")
    return path


def sealed_pack(path: Path, streets: Any = None, towers: Any = None) -> Path:
    """A pack that was sealed in its proper state, and may differ now."""
    data.seal_pack(write_pack(path), SCHEMA)
    return write_pack(path, streets, towers)


def problem_of(path: Path) -> PackProblem:
    (problem,) = data.validate(path, SCHEMA)
    return problem


def damaged_tower(**changes: Any) -> list[dict[str, Any]]:
    return [TOWERS[0], {**TOWERS[1], **changes}]


def test_a_sound_pack_loads(tmp_path: Path) -> None:
    pack = data.load(write_pack(tmp_path), SCHEMA)
    assert (pack.game, pack.title, pack.version) == ("town", "A Town", "1.2.3")
    assert pack.rows("streets") == STREETS
    table = pack.table("towers")
    assert table.doubts == ("Was it foggy?",)
    assert table.provenances() == {"components": 1, "reconstructed": 1}
    assert [(total.label, total.actual) for total in pack.totals] == [("bells", 3)]
    assert table.known_fields() is None


def test_a_row_tells_its_facts_from_its_reconstruction(tmp_path: Path) -> None:
    facts = damaged_tower(known={"height": "a plaque", "bells": "heard"})
    pack = data.load(write_pack(tmp_path, towers=facts), SCHEMA)
    assert pack.table("towers").known_fields() == (2, 16)
    wrong = damaged_tower(known={"depth": "a plaque"})
    assert problem_of(write_pack(tmp_path / "wrong", towers=wrong)).field == "known.depth"


def test_a_number_may_have_decimals() -> None:
    check = number(-2, 50)
    assert not [*check(49.25, {}), *check(3, {})]
    for value in (51.5, "49", True, None):
        assert list(check(value, {})), value


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": "7"}, "number"),
        ({"number": True}, "number"),
        ({"number": 0}, "number"),
        ({"roof": "dome"}, "roof"),
        ({"street": "broad"}, "street"),
        ({"street": ["low"]}, "street"),
        ({"open": [9, 4]}, "open"),
        ({"open": [1, 12, 13]}, "open"),
        ({"open": "always"}, "open"),
        ({"clock": {"kind": "wheel"}}, "clock.hands"),
        ({"clock": {"kind": "water"}}, "clock.kind"),
        ({"clock": {}}, "clock.kind"),
        ({"clock": "sun"}, "clock"),
        ({"clock": {"kind": "sun", "hands": 1}}, "clock.hands"),
        ({"sees": {"broad": "well"}}, "sees.broad"),
        ({"sees": {"low": "often"}}, "sees.low"),
        ({"sees": []}, "sees"),
        ({"provenance": "hearsay"}, "provenance"),
        ({"note": ""}, "note"),
        ({"steps": 12}, "steps"),
        ({"height": 2}, "height"),
    ],
)
def test_a_damaged_field_is_named(tmp_path: Path, changes: dict[str, Any], field: str) -> None:
    problems = data.validate(write_pack(tmp_path, towers=damaged_tower(**changes)), SCHEMA)
    named = {(problem.file, problem.row, problem.field) for problem in problems}
    assert ("towers.json", 2, field) in named
    assert {file for file, _, _ in named} == {"towers.json"}


def test_a_problem_tells_file_row_key_field_and_remedy(tmp_path: Path) -> None:
    problem = problem_of(write_pack(tmp_path, towers=damaged_tower(roof="dome")))
    assert str(problem) == (
        'towers.json, row 2 (low 7), field roof: "dome" is not allowed here; '
        'write one of "flat", "spire"'
    )


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    towers = [TOWERS[0], {name: value for name, value in TOWERS[1].items() if name != "roof"}]
    problem = problem_of(write_pack(tmp_path, towers=towers))
    assert (problem.row, problem.key, problem.field) == (2, "low 7", "roof")


@pytest.mark.parametrize("odd", ["\0", "\x1b", "\n"])
def test_what_nobody_can_read_is_no_text(tmp_path: Path, odd: str) -> None:
    """It would break the files and messages that it is written to."""
    path = write_pack(tmp_path)
    file = path / "towers.json"
    seen = "seen only from afar"
    file.write_text(file.read_text().replace(f'"{seen}"', json.dumps(seen + odd)))
    problem = problem_of(path)
    assert (problem.row, problem.field) == (2, "note")
    assert f"U+{ord(odd):04X}" in problem.text
    assert problem.text.encode()


def test_a_repeated_key_is_named(tmp_path: Path) -> None:
    problem = problem_of(write_pack(tmp_path, streets=[*STREETS, STREETS[0]]))
    assert (problem.file, problem.row, problem.field) == ("streets.json", 3, "name")
    assert "row 1" in problem.text


def test_a_wrong_total_is_named(tmp_path: Path) -> None:
    problem = problem_of(write_pack(tmp_path, towers=damaged_tower(bells=0)))
    assert (problem.file, problem.field) == ("towers.json", "bells")
    assert "2 found, 3 expected" in problem.text


def test_a_lost_row_is_noticed(tmp_path: Path) -> None:
    path = write_pack(tmp_path)
    lines = (path / "streets.json").read_text().splitlines()
    lines.remove(' {"name": "high", "paved": true},')
    (path / "streets.json").write_text("\n".join(lines))
    problems = data.validate(path, SCHEMA)
    assert (problems[0].file, problems[0].field) == ("streets.json", "rows")
    assert "1 rows found, 2 expected" in problems[0].text


def test_all_problems_are_collected(tmp_path: Path) -> None:
    towers = [{**TOWERS[0], "number": 0, "roof": "dome"}, {**TOWERS[1], "height": "tall"}]
    streets = [{"name": "HIGH", "paved": True}, STREETS[1]]
    path = write_pack(tmp_path, streets, towers)
    with pytest.raises(PackError) as caught:
        data.load(path, SCHEMA)
    found = {(problem.file, problem.row, problem.field) for problem in caught.value.problems}
    assert found == {
        ("streets.json", 1, "name"),
        ("towers.json", 1, "street"),
        ("towers.json", 1, "number"),
        ("towers.json", 1, "roof"),
        ("towers.json", 2, "height"),
    }
    assert all(str(problem) in str(caught.value) for problem in caught.value.problems)


def test_a_field_given_twice_is_named(tmp_path: Path) -> None:
    path = write_pack(tmp_path)
    file = path / "streets.json"
    file.write_text(file.read_text().replace('"paved": false', '"paved": false, "paved": true'))
    assert (problem_of(path).row, problem_of(path).field) == (2, "paved")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"table": "streets",\n "rows": [}', "line 2, column 11"),
        ('{"table": NaN}', "NaN is not allowed"),
        ("[" * 100_000, "JSON"),
        ("[]", "not an object"),
        ('{"table": "streets"}', "is missing"),
        ("", "line 1, column 1"),
        ("null", "not an object"),
    ],
)
def test_broken_json_is_told_not_thrown(tmp_path: Path, content: str, told: str) -> None:
    path = write_pack(tmp_path)
    (path / "streets.json").write_text(content)
    problems = data.validate(path, SCHEMA)
    assert {problem.file for problem in problems} == {"streets.json"}
    assert told in str(problems[0])


def test_other_unreadable_files_are_told_not_thrown(tmp_path: Path) -> None:
    path = write_pack(tmp_path)
    (path / "streets.json").write_bytes(b'{"table": "\xff"}')
    assert "byte 11" in problem_of(path).text
    (path / "streets.json").unlink()
    assert (problem_of(path).file, "cannot be read" in problem_of(path).text) == (
        "streets.json",
        True,
    )
    assert problem_of(tmp_path / "nowhere").file == "pack.json"


def test_a_row_that_is_no_object_is_named(tmp_path: Path) -> None:
    problem = problem_of(write_pack(tmp_path, streets=[STREETS[0], "low"]))
    assert (problem.file, problem.row) == ("streets.json", 2)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "village"}, "game"),
        ({"version": "new"}, "version"),
        ({"title": ""}, "title"),
        ({"tables": {"streets": {"file": "streets.json", "rows": 2}}}, "tables.towers"),
        (
            {
                "tables": {
                    "streets": {"file": "../streets.json", "rows": 2},
                    "towers": {"file": "towers.json", "rows": 2},
                }
            },
            "tables.streets.file",
        ),
        (
            {
                "tables": {
                    "streets": {"file": "seal.json", "rows": 2},
                    "towers": {"file": "towers.json", "rows": 2},
                }
            },
            "tables.streets.file",
        ),
        ({"tables": "all"}, "tables"),
        ({"color": "red"}, "color"),
    ],
)
def test_a_damaged_manifest_is_named(tmp_path: Path, changes: dict[str, Any], field: str) -> None:
    path = write_pack(tmp_path)
    manifest = json.loads((path / "pack.json").read_text())
    (path / "pack.json").write_text(json.dumps({**manifest, **changes}))
    problem = problem_of(path)
    assert (problem.file, problem.field) == ("pack.json", field)


def test_a_manifest_of_null_is_a_problem(tmp_path: Path) -> None:
    path = write_pack(tmp_path)
    (path / "pack.json").write_text("null")
    assert "not an object" in problem_of(path).text


# --- Seals ---------------------------------------------------------------------------------------


def test_a_seal_has_one_row_a_line(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path)
    lines = (path / data.SEAL).read_text().splitlines()
    (high,) = [line for line in lines if line.startswith('["high", "')]
    assert len(high) == len('["high", ""],') + 2 * data.DIGITS
    (low,) = [line for line in lines if line.startswith('["low 7", "')]
    assert "-" not in low
    assert sum("------------" in line for line in lines) == 1, "high 1 has no provenance and note"
    assert [file.name for file in path.iterdir() if file.name.startswith(".")] == []


def test_a_sealed_pack_loads_and_validates(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path)
    assert data.validate(path, SCHEMA) == []
    assert data.load(path, SCHEMA, sealed=True) == data.load(path, SCHEMA)
    content = json.loads((path / "streets.json").read_text())
    content["rows"] = [dict(reversed(row.items())) for row in content["rows"]]
    (path / "streets.json").write_text(json.dumps(content, indent=4))
    assert data.validate(path, SCHEMA) == [], "the layout is free"


def test_a_plausible_value_differs_from_the_seal(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path, towers=damaged_tower(height=13))
    assert str(problem_of(path)) == (
        "towers.json, row 2 (low 7), field height: 13 differs from the sealed value; "
        "restore it, or run `beachhead data seal DIR` if the change is meant"
    )
    assert data.load(path, SCHEMA).rows("towers")[1]["height"] == 13
    with pytest.raises(PackError, match="sealed value"):
        data.load(path, SCHEMA, sealed=True)
    data.seal_pack(path, SCHEMA)
    assert data.validate(path, SCHEMA) == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": 8}, "number"),
        ({"open": [1, 11]}, "open"),
        ({"clock": {"kind": "wheel", "hands": 2}}, "clock"),
        ({"sees": {"high": "badly"}}, "sees"),
        ({"provenance": "rulebook"}, "provenance"),
        ({"note": "seen from near"}, "note"),
        # The schema's word comes first, and is enough.
        ({"clock": {"kind": "wheel", "hands": 9}}, "clock.hands"),
        ({"open": [1, 13]}, "open[1]"),
        ({"height": 2}, "height"),
        ({"roof": "dome"}, "roof"),
    ],
)
def test_a_changed_field_is_named_once(tmp_path: Path, changes: dict[str, Any], field: str) -> None:
    problem = problem_of(sealed_pack(tmp_path, towers=damaged_tower(**changes)))
    assert (problem.file, problem.row, problem.field) == ("towers.json", 2, field)


def test_schema_problems_come_before_the_seals(tmp_path: Path) -> None:
    towers = [{**TOWERS[0], "height": 31}, {**TOWERS[1], "roof": "dome"}]
    found = data.validate(sealed_pack(tmp_path, towers=towers), SCHEMA)
    assert [(p.row, p.field) for p in found] == [(2, "roof"), (1, "height")]


def test_a_note_added_or_lost_is_named(tmp_path: Path) -> None:
    towers = [{**TOWERS[0], "note": "with a view"}, {**TOWERS[1]}]
    del towers[1]["provenance"]
    added, lost = data.validate(sealed_pack(tmp_path, towers=towers), SCHEMA)
    assert (added.row, added.field, lost.row, lost.field) == (1, "note", 2, "provenance")
    assert "was not there" in added.text
    assert "is missing" in lost.text


def test_rows_lost_added_and_moved_are_named(tmp_path: Path) -> None:
    names = list("abcdefgh")

    def told(found: str) -> list[tuple[int | None, str | None, str]]:
        streets = [{"name": name, "paved": True} for name in [*names, "high", "low"]]
        data.seal_pack(write_pack(tmp_path, streets), SCHEMA)
        streets = [{"name": name, "paved": True} for name in [*found, "high", "low"]]
        problems = data.validate(write_pack(tmp_path, streets), SCHEMA)
        return [
            (p.row, p.field, re.split(r"[,;]", p.text)[0]) for p in problems if "seal" in p.text
        ]

    row = "(the whole row)"
    assert told("abcdefgh") == []
    assert told("acdefgh") == [(2, row, "is in the seal and not in the file")]
    assert told("bcdefgh") == [(1, row, "is in the seal and not in the file")]
    assert told("abxcdefgh") == [(3, row, "is not in the seal")]
    assert told("abcdefgha") == [(9, row, "is not in the seal")]
    assert told("bcdefgha") == [(8, row, "was sealed as row 1")]
    assert told("agcdefbh") == [(2, row, "was sealed as row 7"), (7, row, "was sealed as row 2")]
    assert told("abxdefgh") == [(3, "name", '"x" differs from the sealed value')]
    assert told("abddefgh") == [(3, "name", '"d" differs from the sealed value')]
    assert told("acdefghx") == [
        (8, row, "is not in the seal"),
        (2, row, "is in the seal and not in the file"),
    ]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda seal: "", "not JSON"),
        (lambda seal: "null", "not an object"),
        (lambda seal: seal[: len(seal) // 2], "not JSON"),
        (lambda seal: seal.replace('["high", "', '["height", "'), "checksum"),
        (lambda seal: seal.replace('"paved"', '"pavement"'), "checksum"),
        (lambda seal: seal.replace('["high", "', '["high", ["'), "not JSON"),
        (lambda seal: seal.replace('["high", "', '["high", 7, "'), "not a key and its hashes"),
        (lambda seal: seal.replace('"format": 1', '"format": 2'), "not allowed"),
        (lambda seal: seal.replace('"towers"', '"spires"'), "is missing"),
    ],
)
def test_a_damaged_seal_is_told_as_such(
    tmp_path: Path, damage: Callable[[str], str], told: str
) -> None:
    path = sealed_pack(tmp_path, towers=damaged_tower(height=13))
    seal = (path / data.SEAL).read_text()
    assert damage(seal) != seal
    (path / data.SEAL).write_text(damage(seal))
    problem = problem_of(path)
    assert problem.file == "seal.json"
    assert problem.text.startswith("the seal is damaged")
    assert told in str(problem)
    data.load(path, SCHEMA)
    data.seal_pack(path, SCHEMA)
    assert data.validate(path, SCHEMA) == []


def test_a_single_wrong_digit_of_the_seal_is_noticed(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path)
    seal = (path / data.SEAL).read_text()
    at = seal.index('["high", "') + len('["high", "')
    other = "0" if seal[at] != "0" else "1"
    (path / data.SEAL).write_text(seal[:at] + other + seal[at + 1 :])
    assert (problem_of(path).file, problem_of(path).field) == ("seal.json", "checksum")


def test_a_faulty_pack_is_not_sealed(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path)
    before = (path / data.SEAL).read_bytes()
    write_pack(path, towers=damaged_tower(height=2))
    with pytest.raises(PackError):
        data.seal_pack(path, SCHEMA)
    assert (path / data.SEAL).read_bytes() == before


def test_a_seal_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sealed_pack(tmp_path, towers=damaged_tower(height=13))
    before = sorted((file.name, file.read_bytes()) for file in path.iterdir())

    def disk_full(*_: object) -> None:
        raise OSError(28, "disk full")

    monkeypatch.setattr(os, "replace", disk_full)
    with pytest.raises(BeachheadError, match="disk full"):
        data.seal_pack(path, SCHEMA)
    assert sorted((file.name, file.read_bytes()) for file in path.iterdir()) == before


def test_an_unreadable_table_does_not_hide_what_differs_in_another(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path, towers=damaged_tower(height=13))
    (path / "streets.json").write_text("{")
    first, second = data.validate(path, SCHEMA)
    assert (first.file, second.file, second.field) == ("streets.json", "towers.json", "height")


def test_an_export_has_no_seal_and_an_import_keeps_it(tmp_path: Path) -> None:
    path = sealed_pack(tmp_path / "town")
    pack = data.load(path, SCHEMA)
    exported = data.export_pack(pack, tmp_path / "out")
    assert not (exported / data.SEAL).exists()
    home = tmp_path / "home" / "town"
    data.import_pack(path, SCHEMA, home)
    assert (home / data.SEAL).read_bytes() == (path / data.SEAL).read_bytes()
    data.import_pack(exported, SCHEMA, home)
    assert not (home / data.SEAL).exists()
    write_pack(path, towers=damaged_tower(height=13))
    with pytest.raises(PackError, match="sealed value"):
        data.import_pack(path, SCHEMA, home)


# --- Writing, exporting, importing ---------------------------------------------------------------


def test_checks_that_the_toy_pack_does_not_use() -> None:
    keys = {"streets": frozenset({"low"})}
    assert not list(either(ref("streets"), one_of("sky"))("sky", keys))
    assert len(list(either(ref("streets"), one_of("sky"))("sea", keys))) == 1
    assert [place for place, _ in list_of(text, low=3)(["a", "a"], keys)] == ["", "[1]"]
    assert [place for place, _ in record({"a": flag})({"a": 1}, keys)] == [".a"]
    assert [place for place, _ in record({"a": flag})(7, keys)] == [""]
    assert [place for place, _ in mapping(text, flag, low=1)({}, keys)] == [""]


def test_a_table_is_written_one_row_a_line(tmp_path: Path) -> None:
    lines = (write_pack(tmp_path) / "streets.json").read_text().splitlines()
    assert ' {"name": "high", "paved": true},' in lines
    assert ' {"name": "low", "paved": false}' in lines


def test_the_digest_follows_the_facts_not_the_layout(tmp_path: Path) -> None:
    path = write_pack(tmp_path / "one")
    before = data.load(path, SCHEMA).digest
    content = json.loads((path / "streets.json").read_text())
    (path / "streets.json").write_text(json.dumps(content, indent=4))
    assert data.load(path, SCHEMA).digest == before
    other = write_pack(tmp_path / "two", towers=damaged_tower(height=13))
    assert data.load(other, SCHEMA).digest != before


def test_export_and_import_keep_every_fact(tmp_path: Path) -> None:
    pack = data.load(write_pack(tmp_path / "town"), SCHEMA)
    exported = data.export_pack(pack, tmp_path / "out" / "town")
    imported = data.import_pack(exported, SCHEMA, tmp_path / "home" / "town")
    assert imported.digest == pack.digest
    assert imported.table("towers") == pack.table("towers")
    for file in ("pack.json", "streets.json", "towers.json"):
        assert (exported / file).read_bytes() == (tmp_path / "town" / file).read_bytes()


def test_export_refuses_a_directory_in_use(tmp_path: Path) -> None:
    pack = data.load(write_pack(tmp_path / "town"), SCHEMA)
    with pytest.raises(BeachheadError, match="not empty"):
        data.export_pack(pack, tmp_path / "town")


def test_import_replaces_the_old_pack_whole(tmp_path: Path) -> None:
    home = tmp_path / "home" / "town"
    data.import_pack(write_pack(tmp_path / "one"), SCHEMA, home)
    (home / "left-over.json").write_text("{}")
    new = write_pack(tmp_path / "two", towers=damaged_tower(height=13))
    assert data.import_pack(new, SCHEMA, home).rows("towers")[1]["height"] == 13
    assert sorted(file.name for file in home.iterdir()) == [
        "pack.json",
        "streets.json",
        "towers.json",
    ]
    assert [entry.name for entry in home.parent.iterdir()] == ["town"]


def test_a_failed_import_leaves_the_old_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home" / "town"
    before = data.import_pack(write_pack(tmp_path / "one"), SCHEMA, home).digest
    with pytest.raises(PackError):
        data.import_pack(write_pack(tmp_path / "bad", towers=damaged_tower(number=0)), SCHEMA, home)
    assert data.load(home, SCHEMA).digest == before

    write_text = Path.write_text

    def disk_full(self: Path, content: str, encoding: str | None = None) -> int:
        if self.name == "towers.json":
            raise OSError("disk full")
        return write_text(self, content, encoding)

    monkeypatch.setattr(Path, "write_text", disk_full)
    with pytest.raises(BeachheadError, match=r"cannot be written \(disk full\); choose another"):
        data.import_pack(tmp_path / "one", SCHEMA, home)
    assert data.load(home, SCHEMA).digest == before
    assert [entry.name for entry in home.parent.iterdir()] == ["town"]


def test_a_pack_is_not_imported_onto_itself(tmp_path: Path) -> None:
    path = write_pack(tmp_path / "town")
    with pytest.raises(BeachheadError, match="import from elsewhere"):
        data.import_pack(path, SCHEMA, path)


def test_an_imported_pack_takes_the_place_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))
    ours = write_pack(tmp_path / "ours")
    assert data.active_path("town", ours) == ours
    data.import_pack(ours, SCHEMA, data.imported_path("town"))
    assert data.active_path("town", ours) == tmp_path / "home" / "packs" / "town"
