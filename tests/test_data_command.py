"""`beachhead data`, from the outside, for every game that has a pack."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import beachhead
from beachhead.cli import main
from beachhead.kernel.data import MANIFEST, SEAL, Components, load
from beachhead.suites.packs import change

GAMES = beachhead.games()
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def components(game: str) -> Components:
    return beachhead.load(game).components()


def first_table(game: str) -> str:
    return components(game).schema.tables[0].name


@pytest.mark.parametrize("game", GAMES)
def test_list_marks_what_is_known_and_what_is_reconstructed(game: str, capsys: Output) -> None:
    assert main(["data", "list", "-v", "--game", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    pack = components(game).load()
    for table in pack.tables.values():
        (line,) = [each for each in lines if each.startswith(f"  {table.name} ")]
        assert ("RECONSTRUCTED" in line) == ("reconstructed" in table.provenances()), line
        assert ("fields known" in line) == (table.known_fields() is not None), line
        assert all(f"      ? {doubt}" in lines for doubt in table.doubts)
        assert f"      {table.source}" in lines
    assert main(["data", "list", "--game", game, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert [table["table"] for table in told["tables"]] == list(pack.tables)


def test_list_names_all_and_counts_rows_that_differ(capsys: Output) -> None:
    assert main(["data", "list", "-v"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.partition(" ")[0] for line in lines if not line.startswith(" ")]
    assert heads == list(GAMES)
    assert "RECONSTRUCTED (2 rows)" in next(line for line in lines if "victory_levels" in line)
    assert any("? Easy Fox" in line for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_validate_prints_the_totals(game: str, capsys: Output) -> None:
    assert main(["data", "validate", "--game", game]) == 0
    totals = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert {label.strip(): int(count) for label, count in totals.items()} == {
        total.label: total.actual for total in components(game).load().totals
    }


@pytest.mark.parametrize("game", GAMES)
def test_validate_says_whether_there_is_a_seal(game: str, tmp_path: Path, capsys: Output) -> None:
    mine, of = str(tmp_path / "mine"), ["--game", game]
    assert main(["data", "validate", *of, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sealed"] is True
    assert main(["data", "export", *of, mine]) == 0
    capsys.readouterr()
    assert main(["data", "validate", *of, mine, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sealed"] is False
    assert main(["data", "seal", *of, mine, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sealed"] == mine
    sealed = (tmp_path / "mine" / SEAL).read_bytes()
    assert sealed == (components(game).builtin / SEAL).read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_export_correct_import_and_go_back(
    game: str, tmp_path: Path, home: Path, capsys: Output
) -> None:
    mine, of, table = tmp_path / "mine", ["--game", game], first_table(game)
    imported = home / "packs" / game
    assert main(["data", "export", *of, str(mine)]) == 0
    assert main(["data", "export", *of, str(mine)]) == 2
    change(mine, table, lambda rows: rows[0].update(note="checked on my copy"))
    assert main(["data", "validate", *of, str(mine)]) == 0
    assert main(["data", "import", *of, str(mine)]) == 0
    assert components(game).load().path == imported
    capsys.readouterr()
    assert main(["data", "validate", *of, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["imported"] is True
    field = next(iter(components(game).schema.tables[0].fields))
    change(mine, table, lambda rows: rows[0].update({field: 3.5}))
    assert main(["data", "import", *of, str(mine)]) == 2
    kept = load(imported, components(game).schema)
    assert kept.rows(table)[0]["note"] == "checked on my copy"
    assert main(["data", "import", *of, "--reset"]) == 0
    assert not imported.exists()
    assert components(game).load().path == components(game).builtin


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_pack_in_use_can_be_put_away(game: str, home: Path) -> None:
    """In a process of its own: here the game has been loaded with a sound one."""
    imported = home / "packs" / game
    imported.mkdir(parents=True)
    (imported / MANIFEST).write_text("[]", encoding="utf-8")

    def run(command: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "beachhead", "data", *command.split(), "--game", game]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    assert f"{MANIFEST}: [] is not an object" in run("validate").stderr
    assert run("import --reset").returncode == 0
    assert not imported.exists()


def test_problems_are_told_with_their_places(tmp_path: Path, capsys: Output) -> None:
    mine = tmp_path / "mine"
    assert main(["data", "export", str(mine)]) == 0
    change(mine, "heroes", lambda rows: rows[3].update(division=2))
    capsys.readouterr()
    assert main(["data", "validate", str(mine)]) == 2
    assert "\n  heroes.json, row 4 (Spalding), field division: " in capsys.readouterr().err
    assert main(["data", "validate", str(mine), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["valid"] is False
    (problem,) = told["problems"]
    place = problem["file"], problem["row"], problem["key"], problem["field"]
    assert place == ("heroes.json", 4, "Spalding", "division")
