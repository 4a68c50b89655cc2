"""The bench notices what has become slower, and says what it cannot measure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import bench  # noqa: E402


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("ratio", "expected"), [(0.5, 0), (0.41, 0), (0.39, 1)], ids=["same", "a little", "fallen"]
)
def test_a_ratio_that_has_fallen_by_more_than_a_fifth_fails(
    ratio: float, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    kept = tmp_path / "bench.json"
    kept.write_text(json.dumps({"a game": 0.5}))
    monkeypatch.setattr(bench, "KEPT", kept)
    figures = [bench.figure("a game", [ratio]), bench.figure("a new one", [0.1])]
    assert bench.check(figures) == expected
    assert ("a game: 0.39, and 0.50" in capsys.readouterr().err) == bool(expected)


def test_everything_that_is_recorded_is_still_measured() -> None:
    titles = {bench.Setup(*each).title for each in bench.PLAYED}
    games = {name.partition(":")[0] for name in json.loads(bench.KEPT.read_text()) if ":" in name}
    assert games == titles


def test_all_games_and_scenarios_are_measured() -> None:
    import beachhead

    played = {(name, scenario) for name, scenario, _ in bench.PLAYED}
    assert played == {
        (name, scenario) for name in beachhead.OWN for scenario in beachhead.load(name).scenarios
    }


def test_a_game_that_there_is_not_is_refused() -> None:
    ran = run("bench.py", "--only", "gettysburg")
    assert ran.returncode == 2
    assert "there is no gettysburg; choose one of dday91, omaha, storm" in ran.stderr


def test_builds_take_turns_with_catanatron() -> None:
    source = str(SCRIPTS.parent / "src")
    ran = run("bench.py", "--only", "storm", "--rounds", "2", "--builds", source)
    assert ran.returncode == 0, ran.stderr
    lines = [line.split() for line in ran.stderr.splitlines()[1:]]
    assert [line[:2] for line in lines] == [
        ["pure:", "listing"],
        ["pure:", "rollout"],
        ["compiled:", "listing"],
        ["compiled:", "rollout"],
    ]
    assert all(float(line[2]) > 0 for line in lines)
    head, _, row = ran.stdout.splitlines()
    assert head == "| | pure: listing | pure: rollout | compiled: listing | compiled: rollout |"
    assert row.startswith("| Storm Over Normandy, Storm Over Normandy | ")


def test_the_longest_lists_are_timed_again() -> None:
    ran = run("bench.py", "--longest", "storm", "--rounds", "1")
    assert ran.returncode == 0, ran.stderr
    assert "all options: 1 games, " in ran.stdout
    assert "longest of the 40 longest, the best of five: " in ran.stdout


def test_this_code_agrees_with_itself() -> None:
    ran = run("agree.py", "storm", "--games", "1", "--tree", str(SCRIPTS.parent))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "the same options and digests" in ran.stdout


def test_a_game_that_goes_another_way_is_named(tmp_path: Path) -> None:
    """A tree whose Storm has another first question."""
    source = SCRIPTS.parent / "src" / "beachhead"
    tree = tmp_path / "src" / "beachhead"
    tree.parent.mkdir()
    subprocess.run(["cp", "-r", str(source), str(tree)], check=True)
    dealer = tree / "kernel" / "chance.py"
    dealer.write_text(dealer.read_text().replace('person=b"draw"', 'person=b"drew"'))
    ran = run("agree.py", "storm", "--games", "1", "--tree", str(tmp_path))
    assert ran.returncode == 1
    assert "seed 0: differs\n  decision" in ran.stdout
