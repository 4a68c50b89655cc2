"""How fast studies are: games and decisions a second of Easy Fox with one worker and with two, as
`beachhead study` plays and keeps them, beside random games of catanatron and of chess, all taking
turns in one run.

python scripts/study_speed.py               a minute with two workers (half as long with one)
python scripts/study_speed.py --minutes 10  the long run of `make soak`

Fails at any game that cannot be played, or if two workers give less than 1.8 times one.

The clock says what was left for us on a machine that has other work to do: where n programs want
two processors already, one worker gets 2 / (n + 1) of them and two get 4 / (n + 2), which is less
than twice as much. So the ratio is told by the processor's time as well: what two workers give on
two processors that are free, if handing out the games and keeping them has to be done by these two,
and with one worker costs nothing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import ClassVar

from bench import Play, play_catan, play_chess

from beachhead.studies import Arm, Study, running
from beachhead.studies.crew import LocalWorker, PlayedGame

AT_LEAST = 1.8
"""So much two workers give for one."""
MOST_A_SECOND = 1000
"""More games than that nobody plays."""


@dataclass
class Speeds:
    """Games and decisions, with the seconds they took, round by round."""

    games: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)
    """seconds of the processor that games took"""
    keeping: list[float] = field(default_factory=list)
    """seconds of the processor to hand out games, and to keep what came of them"""

    def add(self, lengths: list[int], clock: float, playing: float, keeping: float = 0.0) -> None:
        self.games.append(len(lengths))
        self.decisions.append(sum(lengths))
        self.clock.append(clock)
        self.playing.append(playing)
        self.keeping.append(keeping)

    @property
    def processor(self) -> float:
        return sum(self.playing) + sum(self.keeping)

    def a_game(self, seconds: list[float]) -> float:
        """What a game took of some seconds."""
        return sum(seconds) / sum(self.games)


class TimedWorker(LocalWorker):
    """A worker whose seconds of the processor can be asked for."""

    hired: ClassVar[list[TimedWorker]] = []

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.hired.append(self)

    def seconds(self) -> float:
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    @classmethod
    def seconds_of_all(cls) -> float:
        return sum(each.seconds() for each in cls.hired)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast studies are.")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="N", help="default: 1")
    given = parser.parse_args()
    if given.minutes <= 0:
        parser.error(f"--minutes: {given.minutes:g} should be more than 0")
    if not Path("/proc/self/stat").exists():
        parser.error("seconds of the processor are counted by /proc, which only Linux has")
    seeds = count()
    turns: dict[str, tuple[float, Callable[[float], None]]] = {}
    speeds: dict[str, Speeds] = {}
    for name, seconds, measured in (
        ("one worker", 15.0, partial(study, seeds, 1)),
        ("two workers", 30.0, partial(study, seeds, 2)),
        ("catanatron", 5.0, partial(peer, play_catan, seeds)),
        ("chess", 5.0, partial(peer, play_chess, seeds)),
    ):
        speeds[name] = Speeds()
        turns[name] = seconds, partial(measured, speeds[name])
    for _ in range(max(1, round(given.minutes * 60 / turns["two workers"][0]))):
        for seconds, measure in turns.values():
            measure(seconds)
    return show(speeds)


def study(seeds: Iterator[int], workers: int, speeds: Speeds, seconds: float) -> None:
    """Play a study for so many seconds, counted from when all workers are there."""
    arm = Arm.checked("Easy Fox", "omaha", scenario="easy-fox", bots="random")
    games = int(seconds * MOST_A_SECOND)
    plan = Study("How fast", "", (arm,), games, next(seeds) * games, arm.name)
    TimedWorker.hired.clear()
    lengths: list[int] = []
    begun = 0.0, 0.0, 0.0
    early = 2 * workers

    def told(played: PlayedGame) -> None:
        nonlocal begun, early
        if "poisoned" in played:
            raise SystemExit(f"seed {played['seed']}: {played['poisoned']['error']}")
        early -= 1
        if early >= 0:
            begun = so_far()
            return
        lengths.append(sum(played["game"]["choices"].values()))
        if time.monotonic() - begun[0] > seconds:
            clock, playing, keeping = map(float.__sub__, so_far(), begun)
            speeds.add(lengths, clock, playing, keeping)
            raise KeyboardInterrupt  # it keeps what was played, and returns

    with tempfile.TemporaryDirectory() as folder:
        running.run(plan, Path(folder), workers=workers, hire=TimedWorker, told=told)


def so_far() -> tuple[float, float, float]:
    """The clock, and the seconds of the processor of the workers and of this process."""
    return time.monotonic(), TimedWorker.seconds_of_all(), time.process_time()


def peer(play: Play, seeds: Iterator[int], speeds: Speeds, seconds: float) -> None:
    """Play games of somebody else's for so many seconds."""
    lengths = []
    begun, taken = time.monotonic(), time.process_time()
    while time.monotonic() - begun < seconds:
        lengths.append(play(next(seeds)))
    speeds.add(lengths, time.monotonic() - begun, time.process_time() - taken)


def show(speeds: dict[str, Speeds]) -> int:
    """Print the table and what two workers are worth; 1 if that is too little."""
    print(
        "| | games | games a second | decisions a second | games a second of the processor | "
        "decisions |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, each in speeds.items():
        games, decisions = sum(each.games), sum(each.decisions)
        print(
            f"| {name} | {games} | {games / sum(each.clock):.2f} | "
            f"{decisions / sum(each.clock):.0f} | {games / each.processor:.2f} | "
            f"{decisions / each.processor:.0f} |"
        )
    one, two = speeds["one worker"], speeds["two workers"]
    by_clock = one.a_game(one.clock) / two.a_game(two.clock)
    kept = two.a_game(two.keeping)
    by_processor = 2 * one.a_game(one.playing) / (two.a_game(two.playing) + kept)
    rounds = [
        (b / second) / (a / first)
        for a, first, b, second in zip(one.games, one.clock, two.games, two.clock, strict=True)
    ]
    print(
        f"\ntwo workers to one: {by_processor:.2f} by the processor's time, {by_clock:.2f} by the "
        f"clock (rounds {min(rounds):.2f} to {max(rounds):.2f}, median "
        f"{statistics.median(rounds):.2f}, at a load of {os.getloadavg()[1]:.0f} on "
        f"{os.cpu_count()} processors)\n"
        f"{sum(two.clock) / 60:.1f} minutes with two workers, {sum(one.clock) / 60:.1f} with one, "
        f"without an error; to hand out a game and keep it took {1000 * kept:.2f} ms, to play it "
        f"{1000 * two.a_game(two.playing):.1f} ms"
    )
    return 0 if by_processor >= AT_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
