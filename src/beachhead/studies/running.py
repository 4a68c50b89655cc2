"""A study from its first game to its tables: begun, stopped and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from beachhead.studies.crew import Hire, PlayedGame, Task, play_tasks
from beachhead.studies.plan import Study
from beachhead.studies.store import Done, StudyStore

KEPT_EVERY = 1.0
"""seconds between two parts"""


@dataclass(slots=True)
class Run:
    """What came of running a study, as far as it got."""

    study: Study
    store: StudyStore
    done: Done
    poisoned: list[Path] = field(default_factory=list)
    stopped: bool = False
    """Whether somebody had enough before the end."""


def missing(study: Study, done: Done) -> list[Task]:
    """What is left to be played."""
    keys = {arm.name: arm.key for arm in study.arms}
    return [
        Task(arm, seed)
        for arm in study.arms
        for seed in study.seeds
        if (keys[arm.name], seed) not in done
    ]


def read(study: Study, folder: Path) -> Run:
    """What there is of a study, and its tables."""
    store = StudyStore(folder)
    return _written(Run(study, store, store.read()))


def run(
    study: Study,
    folder: Path,
    *,
    workers: int = 1,
    hire: Hire | None = None,
    told: Callable[[PlayedGame], None] | None = None,
) -> Run:
    """Play what is missing of a study, and again what could not be played, and write its tables.
    What is played is kept every second; Ctrl-C keeps the rest, writes the tables of what there is,
    and returns."""
    store = StudyStore(folder)
    done = {key: game for key, game in store.read().items() if "game" in game}
    found = Run(study, store, done)
    waiting: list[PlayedGame] = []
    kept = time.monotonic()
    try:
        for played in play_tasks(missing(study, done), workers, hire):
            waiting.append(played)
            done[played["arm"], played["seed"]] = played
            if told is not None:
                told(played)
            if time.monotonic() - kept > KEPT_EVERY:
                store.keep(waiting)
                waiting, kept = [], time.monotonic()
    except KeyboardInterrupt:
        found.stopped = True
    finally:
        store.keep(waiting)
    return _written(found)


def _written(found: Run) -> Run:
    """The tables of what was played, and what could not be played put down beside them."""
    study, done = found.study, found.done
    found.store.forget_poisoned()
    for arm in study.arms:
        key = arm.key
        for seed in study.seeds:
            game = done.get((key, seed))
            if game is not None and "poisoned" in game:
                found.poisoned.append(found.store.report_poisoned(arm, game))
    found.store.write_tables(study.arms, done, study.seeds)
    return found
