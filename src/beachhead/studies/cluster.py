"""Workers on a Ray cluster: the same games, on other machines."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.studies.arms import Arm
from beachhead.studies.crew import Hire, PlayedGame, Task, WorkerLostError
from beachhead.studies.packs import Files, furnish


def join(address: str | None) -> tuple[Hire, int]:
    """Join a cluster: who hires workers there, and how many processors it has."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise BeachheadError(
            '--ray: needs Ray: pip install "beachhead[cluster]", here and on the cluster'
        ) from error
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except Exception as error:  # Ray has many ways to say that nobody is there
            raise BeachheadError(
                f"--ray: no cluster answers at {address or 'this machine'} ({error}); start one "
                "with `ray start --head`, or leave the address out"
            ) from error
    post = ray.remote(max_restarts=0, num_cpus=1)(ClusterPost)

    def hire(arm: Arm) -> RayWorker:
        return RayWorker(ray, post.remote(arm.rules, arm.files, sys.path))

    return hire, max(1, int(ray.cluster_resources().get("CPU", 1)))


class ClusterPost:
    """A worker on the cluster, with a home of its own for its components."""

    def __init__(self, game: str, files: Files | None, path: list[str]) -> None:
        self.home = tempfile.TemporaryDirectory(prefix="beachhead-worker-")
        furnish(Path(self.home.name), game, files)
        os.environ["BEACHHEAD_HOME"] = self.home.name
        sys.path += [each for each in path if each not in sys.path]

    def play(self, arm: dict[str, Any], seed: int) -> PlayedGame:
        from beachhead.studies import playing  # noqa: PLC0415 - when its home is furnished

        return playing.play(arm, seed)

    def process(self) -> int:
        """The number of its process."""
        return os.getpid()


class RayWorker:
    """A worker on the cluster, as the crew knows it."""

    def __init__(self, ray: Any, post: Any) -> None:
        self.ray, self.post = ray, post

    def play(self, task: Task) -> PlayedGame:
        try:
            played: PlayedGame = self.ray.get(self.post.play.remote(task.arm.to_data(), task.seed))
        except self.ray.exceptions.RayError as error:
            raise WorkerLostError(str(error).partition("\n")[0]) from error
        return played

    def dismiss(self) -> None:
        self.ray.kill(self.post)
