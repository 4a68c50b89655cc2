"""The same rows on a Ray cluster, of which a worker is killed in mid-study."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beachhead.cli import main
from beachhead.studies import Amendment, Arm, Study, cluster, running
from beachhead.studies.crew import PlayedGame, Task, WorkerLostError
from beachhead.studies.store import TABLES

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::FutureWarning"),  # Ray's own
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves its log files open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    found = pytest.importorskip("ray", reason="beachhead[cluster] is not installed")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, os.sys.path))  # type: ignore[attr-defined]
    found.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield found
    found.shutdown()


def study() -> Study:
    arms = (
        Arm.checked("as printed", "omaha", scenario="easy-fox", bots="random"),
        Arm.checked(
            "no WN 62",
            "omaha",
            scenario="easy-fox",
            bots="random",
            amendments=[
                Amendment(
                    "scenario_wn", where={"wn_hex": hex_, "scenario": "easy-fox"}, remove=True
                )
                for hex_ in ("WN62N", "WN62S")
            ],
        ),
    )
    return Study("On a cluster", "", arms, 30, 70, "as printed")


def tables(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(ray: Any, tmp_path: Path) -> None:
    hire, processors = cluster.join(None)
    assert processors == 3
    hired: list[cluster.RayWorker] = []
    played: list[PlayedGame] = []
    lost: list[Task] = []

    class Watched(cluster.RayWorker):
        def play(self, task: Task) -> PlayedGame:
            try:
                return super().play(task)
            except WorkerLostError:
                lost.append(task)
                raise

    def noted(arm: Arm) -> cluster.RayWorker:
        found = hire(arm)
        assert isinstance(found, cluster.RayWorker)
        hired.append(Watched(found.ray, found.post))
        return hired[-1]

    def murder() -> None:
        while len(played) < 5:
            time.sleep(0.01)
        os.kill(ray.get(hired[0].post.process.remote()), signal.SIGKILL)

    killer = threading.Thread(target=murder)
    killer.start()
    running.run(study(), tmp_path / "cluster", workers=3, hire=noted, told=played.append)
    killer.join()
    assert len(played) == 60
    assert len(lost) == 1
    running.run(study(), tmp_path / "here", workers=1)
    assert tables(tmp_path / "cluster") == tables(tmp_path / "here")


def test_the_command_plays_on_a_cluster(ray: Any, tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text('game = "toy:GAME"\ngames = 20\n[grid]\noptions.dice = [4, 6]\n')
    for how, more in (("cluster", ["--ray", "--workers", "2"]), ("here", ["--workers", "1"])):
        assert main(["study", str(file), "--out", str(tmp_path / how), *more]) == 0
    assert tables(tmp_path / "cluster") == tables(tmp_path / "here")
