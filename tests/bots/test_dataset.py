"""Bots' games as Parquet: rows that replay, the same for any number of processes, with a card."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import beachhead
from beachhead import cli
from beachhead.bots import dataset
from beachhead.bots.dataset import CARD, COLUMNS, DECISIONS, GAMES, Recorded

HERE = Path(__file__).parents[2] / "datasets" / "easy-fox-recruit"
FOX = ("dataset", "omaha", "--scenario", "easy-fox", "--seed", "70000")


def made(folder: Path, *more: str) -> dict[str, list[dict[str, Any]]]:
    assert cli.main([*FOX, "--out", str(folder), "--workers", "1", *more]) == 0
    return {name: parquet.read_table(folder / name).to_pylist() for name in COLUMNS}


@pytest.fixture(scope="module")
def three_games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("dataset")
    return folder, made(folder, "--games", "3", "--situations")


def test_a_game_replays_from_its_row(three_games: tuple[Path, dict[str, Any]]) -> None:
    for row in three_games[1][GAMES]:
        state = beachhead.load(row["game"]).setup(row["scenario"], json.loads(row["options"]))
        for choice in row["history"]:
            state.apply(choice)
        assert state.over
        assert state.digest() == row["digest"]


def test_the_data_set_that_is_here_replays() -> None:
    rows = parquet.read_table(HERE / GAMES).to_pylist()
    assert len(rows) == 100
    for row in rows[::25]:
        state = beachhead.load(row["game"]).setup(row["scenario"], json.loads(row["options"]))
        for choice in row["history"]:
            state.apply(choice)
        assert state.digest() == row["digest"]


def test_a_decision_is_as_it_was_asked(three_games: tuple[Path, dict[str, Any]]) -> None:
    game, rows = beachhead.load("omaha"), three_games[1]
    first = [row for row in rows[DECISIONS] if row["match"] == 0]
    history = rows[GAMES][0]["history"]
    assert [row["number"] for row in first] == list(range(len(first)))
    for row in first[::20]:
        state = game.setup("easy-fox")
        for choice in history[: row["made"]]:
            state.apply(choice)
        assert [option.id for option in state.decision.options] == row["options"]
        assert state.decision.seat == row["seat"]
        assert row["options"][row["choice"]] == history[row["made"]]
        assert game.write_for(state.position, row["seat"]) == row["situation"]


def test_every_column_is_explained(three_games: tuple[Path, dict[str, Any]]) -> None:
    folder, rows = three_games
    text = (folder / CARD).read_text(encoding="utf-8")
    for name, columns in COLUMNS.items():
        assert list(rows[name][0]) == list(columns)
        assert all(f"| {column} |" in text for column in columns)
    assert f"3 games and {len(rows[DECISIONS])} decisions" in text


def test_the_card_says_how_to_make_it_again(
    three_games: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    folder, rows = three_games
    text = (folder / CARD).read_text(encoding="utf-8")
    command = re.search(r"^    beachhead (.*)$", text, re.MULTILINE)
    assert command
    again = [*command[1].split(), "--workers", "2", "--out", str(tmp_path)]
    assert cli.main(again) == 0
    for name in COLUMNS:
        assert parquet.read_table(tmp_path / name).to_pylist() == rows[name]


def test_two_levels_change_seats(tmp_path: Path) -> None:
    asked = "dataset dday91 --levels random,recruit --games 2 --workers 1 --out"
    assert cli.main([*asked.split(), str(tmp_path)]) == 0
    rows = parquet.read_table(tmp_path / GAMES).to_pylist()
    assert [row["levels"] for row in rows] == [["random", "recruit"], ["recruit", "random"]]
    assert rows[0]["seed"] == rows[1]["seed"]


def test_who_stops_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = dataset.all_recorded

    def interrupted(tasks: Any, workers: int) -> Iterator[Recorded]:
        yield from played(tasks[:1], workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(dataset, "all_recorded", interrupted)
    rows = made(tmp_path, "--games", "9")
    assert len(rows[GAMES]) == 1
    assert "1 games" in (tmp_path / CARD).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--games", "0"], "--games: must be at least 1"),
        (["--workers", "0"], "--workers: must be at least 1"),
        (["--levels", "recruit,random"], "--levels: "),
        (["--levels", "genius"], "level: there is no 'genius'"),
        (["--scenario", "atlantis"], "scenario: "),
        (["--out", "/dev/null/there"], "--out: "),
    ],
)
def test_errors_name_the_field(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*FOX, *wrong]) == 2
    assert said in capsys.readouterr().err
