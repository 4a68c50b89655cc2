"""The script that refits a reconstruction: the same for a seed, goes on where it was stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from beachhead.errors import BeachheadError

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import refit  # noqa: E402

KNOBS = refit.settings("storm")["knobs"]
GAMES = ("storm", "dday91")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "refit.py"), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def game(**values: Any) -> refit.Game:
    turns = [{"points": 0, "beaches": held, "beyond": 0} for held in (2, 4, 6, 6, 6, 6, 6, 6)]
    fell = {"Gold": [2, "impulses"], "Utah": [1, "impulses"]}
    usual = {"winners": ["german"], "points": 0, "beaches": 6, "fell": fell, "turns": turns}
    return usual | values


@pytest.mark.parametrize("name", GAMES)
def test_every_target_has_a_source_and_every_knob_a_reason(name: str) -> None:
    read = refit.settings(name)
    assert all(each["source"] and each["low"] <= each["high"] for each in read["targets"])
    for knob in read["knobs"]:
        assert knob["levels"][0] == {}
        assert knob["why"].startswith(("History: ", "[", "Rulebook "))


@pytest.mark.parametrize("name", GAMES)
def test_no_knob_touches_what_is_known(name: str) -> None:
    for knob in refit.settings(name)["knobs"]:
        for level in knob["levels"]:
            refit.changed(refit.pack_of(name), {knob["table"]: level})


def test_what_is_known_or_nowhere_is_refused() -> None:
    pack = refit.pack_of("storm")
    with pytest.raises(BeachheadError, match="is known, so it stays"):
        refit.changed(pack, {"units": {"III/726/716": {"setup": "18"}}})
    with pytest.raises(BeachheadError, match="is in no row of units"):
        refit.changed(pack, {"units": {"Third Herd": {"setup": "18"}}})
    with pytest.raises(BeachheadError, match="is known, so it stays"):
        refit.changed(refit.pack_of("dday91"), {"invasion_hexes": {"C14": {"hex": ""}}})


def test_candidates_are_the_same_for_a_seed_and_called_by_their_levels() -> None:
    found = refit.candidates(KNOBS, 6, 5)
    assert list(found) == list(refit.candidates(KNOBS, 6, 5))
    assert list(found) != list(refit.candidates(KNOBS, 6, 6))
    assert next(iter(found)) == "first"
    assert all(refit.named("storm", name) == changes for name, changes in found.items())


@pytest.mark.parametrize("name", GAMES)
def test_the_refitted_reconstruction_is_a_candidate(name: str) -> None:
    written = refit.refit_of(name)
    source = json.loads(written.file.read_text(encoding="utf-8"))["source"]
    told = {
        (table, row, key): new
        for table, rows in refit.named(name, source.split()[1]).items()
        for row, values in rows.items()
        for key, new in values.items()
    }
    changes = written.changes
    assert told == {(row["table"], row["row"], row["field"]): row["value"] for row in changes}


def test_even_sides_and_beaches_in_time_cost_nothing() -> None:
    targets = refit.settings("storm")["targets"]
    won = game(winners=["allied"], points=31)
    turns = [turn | {"beyond": n} for n, turn in enumerate(won["turns"])]
    even = [won | {"turns": turns}, game(points=29, turns=turns)]
    assert refit.loss("storm", even, targets) == 0
    assert refit.loss("storm", [even[0]] * 2, targets) > 1
    late = [each | {"turns": [turn | {"beaches": 1} for turn in turns]} for each in even]
    assert refit.loss("storm", late, targets) > 1


def test_games_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "storm-first-recruit.jsonl"
    asked = ("storm", "measure", "--seed", 4, "--folder", tmp_path)
    assert run(*asked, "--games", 1).returncode == 0
    first = file.read_text(encoding="utf-8")
    file.write_text(first + first[:30] + "\n", encoding="utf-8")
    more = run(*asked, "--games", 2)
    assert "deals 4 to 5" in more.stdout
    kept = [line for line in file.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    assert [json.loads(line)["seed"] for line in kept] == [4, 5]
    file.unlink()
    assert run(*asked, "--games", 2).stdout.endswith(more.stdout[more.stdout.index("recruit, ") :])
    assert file.read_text(encoding="utf-8").splitlines() == kept


def test_games_of_another_pack_are_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "storm-first-recruit.jsonl"
    file.write_text(json.dumps({"seed": 4, "changes": {"units": {"16/1": {"arrival": 2}}}}) + "\n")
    asked = run("storm", "measure", "--seed", 4, "--games", 1, "--folder", tmp_path)
    assert asked.returncode == 2
    assert "holds games of another pack" in asked.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["storm", "write", "12"], "is no candidate"),
        (["storm", "measure", "9" * len(KNOBS)], "has no level 9"),
        (["storm", "write"], "name one candidate"),
        (["storm", "search", "--games", "0"], "--games"),
        (["storm", "search", "--keep", "2"], "--keep"),
        (["dday91", "write", "1"], "is no candidate"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], complaint: str) -> None:
    asked = run(*arguments)
    assert asked.returncode == 2
    assert complaint in asked.stderr
    assert "Traceback" not in asked.stderr
