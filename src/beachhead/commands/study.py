"""`beachhead study`: a plan of games played, kept as tables, and reported on."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from beachhead.commands import choosing
from beachhead.commands.progress import Progress
from beachhead.kernel import checks
from beachhead.kernel.whole_files import write_whole
from beachhead.studies import read_study, report, running, store
from beachhead.studies.crew import Hire, PlayedGame
from beachhead.studies.plan import Study

HERE = object()
"""A cluster that is found, or made on this machine."""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `study` command."""
    parser = subparsers.add_parser(
        "study",
        help="play what a study asks for, and report",
        description="Play the games of a study (docs/studies.md says how to write one), keep them "
        "as tables (games.parquet, turns.parquet, attacks.parquet: one row a game, a turn, an "
        "attack) and write report.html, which stands alone. Ctrl-C keeps what is done; the same "
        "command goes on. The same study gives the same tables, however often it was stopped and "
        "whoever played.",
    )
    parser.add_argument("file", metavar="FILE.toml", help="the study")
    parser.add_argument("--out", metavar="DIR", help="where to keep it (default: FILE-results)")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes (default: one for each processor)"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const=HERE,
        metavar="ADDRESS",
        help="play on a Ray cluster; without an address on the one that RAY_ADDRESS names, or on "
        "one that is made here for the purpose",
    )
    parser.add_argument(
        "--report-only", action="store_true", help="play nothing; report on what there is"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """`beachhead study`"""
    path = checks.path(given.file, "FILE.toml", home=True)
    study = read_study(path)
    folder = (
        path.with_name(f"{path.stem}-results")
        if given.out is None
        else checks.path(given.out, "--out", home=True)
    )
    if given.workers is not None:
        choosing.at_least(1, given.workers, "--workers")
    store.arrow()  # before an hour of games
    workers = given.workers or os.cpu_count() or 1
    hire: Hire | None = None
    if given.ray is not None and not given.report_only:
        from beachhead.studies import cluster  # noqa: PLC0415 - few have one

        hire, processors = cluster.join(None if given.ray is HERE else given.ray)
        workers = given.workers or processors
    found = _play(study, folder, 0 if given.report_only else workers, hire)
    told = report.report(study, found.done)
    write_whole(folder / "report.html", told)
    print(report.summary(study, found.done))
    for each in found.poisoned:
        print(f"could not be played: {each}", file=sys.stderr)
    print(f"report: {folder / 'report.html'}")
    return 130 if found.stopped else 1 if found.poisoned else 0


def _play(study: Study, folder: Path, workers: int, hire: Hire | None) -> running.Run:
    """Play what is missing; nothing without workers."""
    if workers == 0:
        return running.read(study, folder)
    left = running.missing(study, store.StudyStore(folder).read())
    progress = Progress(max(1, len(left)))

    def step(_played: PlayedGame) -> None:
        progress.step()

    found = running.run(study, folder, workers=workers, hire=hire, told=step)
    progress.end()
    if found.stopped:
        print("stopped: what was played is kept; the same command goes on", file=sys.stderr)
    return found
