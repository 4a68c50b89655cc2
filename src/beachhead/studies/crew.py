"""Who plays the games of a study: workers, each a process of its own with its own components.

A worker plays one game at a time. If it dies, its game is played again by another; a game that has
killed several workers is poisoned. Which worker plays what makes no difference to the games.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from threading import Lock, Thread
from typing import Any, NamedTuple, Protocol

import msgspec

from beachhead.studies.arms import Arm
from beachhead.studies.packs import furnish

PATIENCE = 3
"""So many workers may die of a game."""

PlayedGame = dict[str, Any]
"""What came of a task: its `arm` (by its key), its `seed`, and rows, or how it was poisoned."""


class Task(NamedTuple):
    """A game to be played."""

    arm: Arm
    seed: int


class WorkerLostError(Exception):
    """A worker died, or cannot be reached any more."""


class Worker(Protocol):
    """Somebody who plays games with the components of an arm."""

    def play(self, task: Task) -> PlayedGame:
        """Play a game; `WorkerLostError` if that was the end of the worker."""

    def dismiss(self) -> None:
        """Let go of the worker, whatever it is doing."""


Hire = Callable[[Arm], Worker]
"""Gives a worker that has the components of an arm."""


def play_arms(
    arms: Sequence[Arm], seeds: Iterable[int], workers: int = 1, hire: Hire | None = None
) -> Iterator[PlayedGame]:
    """The games of all arms, as they end; without workers, in this process."""
    listed = list(seeds)
    return play_tasks([Task(arm, seed) for arm in arms for seed in listed], workers, hire)


def play_tasks(
    tasks: Sequence[Task], workers: int = 1, hire: Hire | None = None
) -> Iterator[PlayedGame]:
    """Some games, as they end. Without workers they are played in this process, which can only
    have the components that it has."""
    if workers == 0:
        from beachhead.studies import playing  # noqa: PLC0415 - a coordinator plays nothing

        for task in tasks:
            yield {"arm": task.arm.key, **playing.play(task.arm.to_data(), task.seed)}
        return
    crew = _Crew(tasks, hire or LocalWorker)
    try:
        yield from crew.work(min(workers, len(tasks)))
    finally:
        crew.dismiss()


class _Crew:
    """Workers and what is left to be played."""

    def __init__(self, tasks: Sequence[Task], hire: Hire) -> None:
        self.hire, self.total = hire, len(tasks)
        self.left: dict[str, deque[Task]] = {}
        for task in tasks:
            self.left.setdefault(task.arm.pack, deque()).append(task)
        self.keys = {arm.name: arm.key for arm in {id(t.arm): t.arm for t in tasks}.values()}
        self.deaths: dict[tuple[str, int], int] = {}
        self.lock = Lock()
        self.told: Queue[PlayedGame | BaseException] = Queue()
        self.hired: set[Worker] = set()
        self.over = False

    def work(self, workers: int) -> Iterator[PlayedGame]:
        threads = [Thread(target=self._employ, daemon=True) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for _ in range(self.total):
            told = self.told.get()
            if isinstance(told, BaseException):
                raise told
            yield told

    def dismiss(self) -> None:
        with self.lock:
            self.over = True
            hired, self.hired = self.hired, set()
        for worker in hired:
            worker.dismiss()

    def _employ(self) -> None:
        """One place in the crew: a worker, then another, as long as there is something to play."""
        worker: Worker | None = None
        pack = ""
        try:
            while (task := self._next(pack)) is not None:
                if worker is not None and task.arm.pack != pack:
                    self._leave(worker)
                    worker = None
                if worker is None:
                    worker = self._join(task.arm)
                    pack = task.arm.pack
                try:
                    played = worker.play(task)
                    self.told.put({"arm": self.keys[task.arm.name], **played})
                except WorkerLostError as error:
                    self._leave(worker)
                    worker = None
                    self._again(task, str(error))
            if worker is not None:
                self._leave(worker)
        except BaseException as error:  # for whoever waits for what is told
            self.told.put(error)

    def _next(self, pack: str) -> Task | None:
        """What to play next: with the same components if there is such a game, else with those of
        which most is left."""
        with self.lock:
            if self.over or not any(self.left.values()):
                return None
            if not self.left.get(pack):
                pack = max(self.left, key=lambda each: len(self.left[each]))
            return self.left[pack].popleft()

    def _again(self, task: Task, what: str) -> None:
        with self.lock:
            if self.over:
                return
            game = (task.arm.name, task.seed)
            self.deaths[game] = self.deaths.get(game, 0) + 1
            if self.deaths[game] < PATIENCE:
                self.left[task.arm.pack].appendleft(task)
                return
        poisoned = {
            "error": f"{PATIENCE} workers died of this game, one after the other: {what}",
            "at": "",
            "choice": "",
            "clock": "",
            "record": None,
        }
        self.told.put({"arm": self.keys[task.arm.name], "seed": task.seed, "poisoned": poisoned})

    def _join(self, arm: Arm) -> Worker:
        worker = self.hire(arm)
        with self.lock:
            self.hired.add(worker)
        return worker

    def _leave(self, worker: Worker) -> None:
        with self.lock:
            self.hired.discard(worker)
        worker.dismiss()


class LocalWorker:
    """A process on this machine that is told what to play by lines of JSON, and answers so."""

    def __init__(self, arm: Arm) -> None:
        self.home = tempfile.TemporaryDirectory(prefix="beachhead-worker-")
        furnish(Path(self.home.name), arm.rules, arm.files)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "beachhead.studies.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                **os.environ,
                "BEACHHEAD_HOME": self.home.name,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
            start_new_session=True,  # Ctrl-C is for us; and Linux shares processors by session
        )

    def play(self, task: Task) -> PlayedGame:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        told = msgspec.json.encode({"arm": task.arm.to_data(), "seed": task.seed})
        try:
            self.process.stdin.write(told + b"\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
            if not answer.endswith(b"\n"):
                raise WorkerLostError(f"exit status {self.process.wait()}")
        except (OSError, ValueError) as error:
            raise WorkerLostError(str(error)) from error
        played: PlayedGame = msgspec.json.decode(answer)
        return played

    def dismiss(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.home.cleanup()
