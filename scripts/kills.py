"""Kill a server again and again while clients play, and look for what was lost.

Clients found tables of all games, for one and for two, choose, take back and make again. At a
random moment the server is killed (SIGKILL) and started again on the same store. Everything that it
had acknowledged must then be there, each choice at its place in the history; what it had not is
there whole or not at all. What a kill cannot show is a loss of power: then it depends on the disk,
which SQLite asks to write before a choice is acknowledged.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import killing


def main() -> int:
    given = arguments()
    progress = Progress(given.kills)
    start = time.monotonic()

    def told(report: killing.Report) -> None:
        text = f"{report.kills} of {given.kills} kills, {report.acknowledged} acknowledged changes"
        progress.show(report.kills, f"{text}, {report.lost} lost")

    report = killing.kill_often(given.kills, given.seed, given.seconds, told=told)
    progress.end()
    print(
        f"\n{report.kills} kills in {time.monotonic() - start:.0f} s\n"
        f"{report.acknowledged} acknowledged changes at {report.tables} tables\n"
        f"{report.interrupted} changes under way at a kill, of which {report.completed} were made\n"
        f"{report.lost} lost"
    )
    for trouble in report.troubles[:50]:
        print(f"  {trouble}")
    return 1 if report.lost or report.troubles else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Kill a server often and look for losses.")
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="(default: 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
