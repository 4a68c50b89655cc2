"""Studies are played, stopped, killed and gone on with, and give the same rows."""

from __future__ import annotations

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import beachhead
from beachhead.kernel import record
from beachhead.kernel.telling import Kind
from beachhead.studies import Amendment, Arm, Study, crew, play_arms, read_study, running
from beachhead.studies.crew import LocalWorker, PlayedGame, Task
from beachhead.studies.store import TABLES

parquet = pytest.importorskip("pyarrow.parquet")


def study_of(*arms: Arm, games: int = 12) -> Study:
    return Study("A study", "", arms, games, 5, arms[0].name)


def pickets() -> list[Arm]:
    return [
        Arm.checked("anybody", "toy:GAME", bots="random"),
        Arm.checked("recruits", "toy:GAME", bots={"blue": "recruit"}, options={"dice": 4}),
    ]


def tables(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(folder / f"{name}.parquet").to_pylist()
    return found


def test_one_worker_and_two_give_the_same_tables(tmp_path: Path) -> None:
    study = study_of(*pickets())
    for workers in (1, 2):
        running.run(study, tmp_path / str(workers), workers=workers)
    assert tables(tmp_path / "1") == tables(tmp_path / "2")
    games = rows(tmp_path / "1", "games")
    assert [(each["arm"], each["seed"]) for each in games] == [
        (arm, seed) for arm in ("anybody", "recruits") for seed in range(5, 17)
    ]
    assert {each["won blue"] + each["won red"] for each in games} == {1.0}
    turns = rows(tmp_path / "1", "turns")
    assert len(turns) == sum(each["turns"] for each in games)


def test_attacks_losses_and_captures_are_those_of_the_game(tmp_path: Path) -> None:
    arm = Arm.checked("as printed", "omaha", scenario="easy-fox", bots="random")
    running.run(study_of(arm, games=2), tmp_path, workers=0)
    attacks, turns = rows(tmp_path, "attacks"), rows(tmp_path, "turns")
    assert {"fire"} <= {each["kind"] for each in attacks}
    fire = [each for each in attacks if each["kind"] == "fire"]
    assert {each["by"] for each in fire} == {"German"}
    assert all(each["source"].startswith("position-") for each in fire)
    assert all(each["place"].startswith("hex-") for each in fire if each["hits"])
    assert sum(len(each["lost"]) for each in turns) == sum(
        each["lost"] for each in rows(tmp_path, "games")
    )
    assert [each["turn"] for each in turns][:3] == ["Turn 1", "Turn 2", "Turn 3"]
    last = max(each["number"] for each in turns if each["seed"] == 5)
    (end,) = (each for each in turns if each["seed"] == 5 and each["number"] == last)
    assert end["US units on the map"] > 0


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    arms = pickets()
    running.run(study_of(*arms, games=4), tmp_path, workers=0)
    played: list[PlayedGame] = []
    more = study_of(*(arm.named(f"{arm.name} again") for arm in arms), games=6)
    running.run(more, tmp_path, workers=0, told=played.append)
    assert sorted(each["seed"] for each in played) == [9, 9, 10, 10]
    running.run(more, tmp_path / "anew", workers=0)
    assert tables(tmp_path) == tables(tmp_path / "anew")


def test_a_part_that_is_damaged_is_played_again(tmp_path: Path) -> None:
    study = study_of(*pickets())
    running.run(study, tmp_path, workers=0)
    before = tables(tmp_path)
    (part,) = (tmp_path / "parts").iterdir()
    part.write_bytes(part.read_bytes()[:100])
    running.run(study, tmp_path, workers=0)
    assert tables(tmp_path) == before


STUDY = """
title = "Killed"
game = "toy:GAME"
games = 1500
seed = 3
[grid]
bots = ["random", {blue = "recruit", red = "random"}]
"""


HASTY = """
import sys
from beachhead.cli import main
from beachhead.studies import running
running.KEPT_EVERY = 0.01
sys.exit(main())
"""
"""The command line, keeping what is played many times a second."""


def test_killed_three_times_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "killed.toml"
    file.write_text(STUDY)
    rng = random.Random(18)
    folder = tmp_path / "out"
    command = [sys.executable, "-c", HASTY, "study", str(file), "--out", str(folder)]
    path = os.pathsep.join(filter(None, sys.path))
    for _ in range(3):
        enough = _parts(folder) + rng.randrange(1, 4)
        begun = subprocess.Popen(
            [*command, "--workers", "2"],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while begun.poll() is None and _parts(folder) < enough:
            time.sleep(0.002)
        time.sleep(rng.random() * 0.01)
        begun.send_signal(signal.SIGKILL)
        begun.wait()
    assert _parts(folder) >= 3
    study = read_study(file)
    left = len(running.missing(study, running.StudyStore(folder).read()))
    assert left, "killed too late: the study was over"
    running.run(study, folder, workers=2)
    running.run(study, tmp_path / "undisturbed", workers=0)
    assert tables(folder) == tables(tmp_path / "undisturbed")


def _parts(folder: Path) -> int:
    return len(list((folder / "parts").glob("*.part")))


def test_a_killed_workers_game_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = pickets()[0]
    killed: list[int] = []

    class Mortal(LocalWorker):
        def play(self, task: Task) -> PlayedGame:
            if task.seed in (3, 7) and task.seed not in killed:
                killed.append(task.seed)
                self.process.kill()
            return super().play(task)

    monkeypatch.setattr(crew, "LocalWorker", Mortal)
    disturbed = _sorted(play_arms([arm], range(10), 2))
    assert sorted(killed) == [3, 7]
    assert disturbed == _sorted(play_arms([arm], range(10), 0))


def _sorted(played: Any) -> Sequence[PlayedGame]:
    return sorted(played, key=lambda each: int(each["seed"]))


def test_a_poisoned_game_is_put_down_and_the_others_are_played(tmp_path: Path) -> None:
    arm = Arm.checked("flawed", "studies.poison:STUMBLES")
    found = running.run(study_of(arm, games=30), tmp_path, workers=2)
    assert 0 < len(found.poisoned) < 30
    assert len(rows(tmp_path, "games")) == 30 - len(found.poisoned)
    told = json.loads(found.poisoned[0].read_text())
    assert told["error"] == "ArithmeticError: the deck does not add up"
    assert "worths" in told["at"]
    kept = found.poisoned[0].with_suffix(".record.json")
    again = record.replay(found.study.game, record.read(kept))
    assert again.choices
    assert again.seed == told["seed"]
    assert not again.state.over


def test_what_was_poisoned_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from studies import poison

    arm = Arm.checked("flawed", "studies.poison:STUMBLES")
    found = running.run(study_of(arm, games=20), tmp_path, workers=0)
    assert found.poisoned
    monkeypatch.setattr(poison, "is_flawed", lambda position: False)
    played: list[PlayedGame] = []
    again = running.run(study_of(arm, games=20), tmp_path, workers=0, told=played.append)
    assert len(played) == len(found.poisoned)
    assert not again.poisoned
    assert not (tmp_path / "poisoned").exists()
    assert len(rows(tmp_path, "games")) == 20
    assert running.read(study_of(arm, games=20), tmp_path).poisoned == []


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "stopped.toml"
    file.write_text(STUDY.replace("games = 1500", "games = 20000"))  # not done before it is stopped
    folder = tmp_path / "out"
    command = ["study", str(file), "--out", str(folder), "--workers", "1"]
    begun = subprocess.Popen(
        [sys.executable, "-m", "beachhead", *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while not list((folder / "parts").glob("*.part")):
        time.sleep(0.01)
    begun.send_signal(signal.SIGINT)
    told, said = begun.communicate(timeout=120)
    assert begun.returncode == 130
    assert "stopped: what was played is kept; the same command goes on" in said
    assert "| random |" in told
    assert len(rows(folder, "games")) == len(running.StudyStore(folder).read())


@pytest.mark.parametrize("name", beachhead.OWN)
def test_games_name_kinds_of_events_that_there_are(name: str) -> None:
    game = beachhead.load(name)
    telling = importlib.import_module(f"beachhead.{name}.table.telling")
    kinds = {each.id for each in vars(telling).values() if isinstance(each, Kind)}
    assert game.attacks
    assert game.captures
    assert game.attacks | game.captures <= kinds


def test_a_game_that_kills_its_workers_is_poisoned(tmp_path: Path) -> None:
    arm = Arm.checked("fatal", "studies.poison:KILLS")
    found = running.run(study_of(arm, games=10), tmp_path, workers=2)
    assert 0 < len(found.poisoned) < 10
    told = json.loads(found.poisoned[0].read_text())
    assert told["error"].startswith("3 workers died of this game")
    assert "exit status 7" in told["error"]


def test_a_script_is_followed_and_must_be_possible() -> None:
    chosen = Arm.checked("set up", "dday91", bots="random", script={"german": ["ready-depth-1944"]})
    other = Arm.checked("else", "dday91", bots="random", script={"german": ["ready-forward-1944"]})
    assert chosen.key != other.key
    wrong = Arm.checked("wrong", "toy:GAME", script={"red": ["fly"]})
    (played,) = play_arms([wrong], [1], 0)
    assert "script.red: 'fly' was never offered" in played["poisoned"]["error"]


def test_workers_have_the_components_of_their_arm() -> None:
    printed = Arm.checked("as printed", "omaha", scenario="easy-fox", bots="random")
    amended = Arm.checked(
        "amended",
        "omaha",
        scenario="easy-fox",
        bots="random",
        amendments=[
            Amendment("scenario_wn", where={"wn_hex": hex_, "scenario": "easy-fox"}, remove=True)
            for hex_ in ("WN62N", "WN62S")
        ],
    )
    assert printed.pack != amended.pack
    by_arm: dict[str, set[str]] = {printed.key: set(), amended.key: set()}
    for played in play_arms([printed, amended], range(2), 1):
        by_arm[played["arm"]] |= {each["source"] for each in played["attacks"]}
    assert "position-WN62" in by_arm[printed.key]
    assert "position-WN62" not in by_arm[amended.key]
