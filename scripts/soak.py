"""Play many random games on all cores and look for trouble.

Every game of the package, and the toy game of the tests, in all scenarios and seatings; every
other game with random house rules, two in three with random variants, and every other one by a
player who never ends its actions while something is left to do and plays a card whenever one can
be played. One of three games of a scenario so long that random players hardly survive it begins
in the middle. In a share of the games the game's own invariants (`game.invariants(position)`) are
checked at every decision, at the end the events are held against the table
(`game.ledger(record)`), and the record is replayed and verified. A game that fails is saved to
soak-failures/ to be played again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from progress import Progress

import beachhead
from beachhead.kernel import record as records
from beachhead.kernel.play import Game, Option
from beachhead.kernel.record import Record
from beachhead.suites.conformance import LONGEST_GAME

ROOT = Path(__file__).resolve().parents[1]
FAILURES = ROOT / "soak-failures"
TOY = "toy:GAME"
DECLINES = ("done", "no-card")
"""What ends something, or lets a moment for a card pass."""
LISTED = 20
"""As many endings of a game are listed."""
HOUSE_RULE = ("default", "alternative")
"""The values of a setting that is a house rule."""
VARIANT = (False, True)
"""The values of a setting that is a variant."""
SHARES = {"d-day-at-omaha-beach": 4, "beyond-the-beach": 3, "first-waves": 2}
"""How often a scenario is played in comparison; all others once."""
MIDDLES = {"d-day-at-omaha-beach": "omaha-end-of-turn-16.txt"}
"""Situations of the tests in the middle of a scenario."""
sys.path.insert(0, str(ROOT / "tests"))


class Task(NamedTuple):
    """One game to play: which, its number, whether to look closely, whether without options and by
    a player who takes any choice, and whether to play it again."""

    name: str
    number: int
    check: bool
    plain: bool = False
    replay: bool = True


class Played(NamedTuple):
    """How it went; `trouble` is empty if it went well, `document` is the record otherwise."""

    task: Task
    setting: str
    result: str
    decisions: int
    trouble: str = ""
    document: str = ""


class InvariantError(Exception):
    """The position is not as it must be."""


def main() -> int:
    given = arguments()
    names = [given.game] if given.game else [*beachhead.games(), TOY]
    for name in names:
        try:
            beachhead.load(name)
        except beachhead.BeachheadError as error:
            print(f"soak: {error}", file=sys.stderr)
            return 2
    tally = Tally(names, given.games)
    end = time.monotonic() + given.seconds if given.seconds else None
    tasks = (
        task._replace(plain=given.plain, replay=not given.no_replay)
        for task in listed(names, given.games, given.first, given.check_share)
    )
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for played in pool.imap_unordered(play, tasks, chunksize=4):
            tally.add(played)
            if end is not None and time.monotonic() > end:
                pool.terminate()
                break
    tally.summary()
    return 1 if tally.failed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play many random games and look for trouble.")
    parser.add_argument(
        "--games", type=_number, default=10_000, metavar="N", help="of each game (default: 10000)"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    parser.add_argument("--game", metavar="NAME", help="only this one (default: all, and the toy)")
    parser.add_argument(
        "--check-share",
        type=_share,
        default=0.1,
        metavar="P",
        help="share of games that are looked at closely (default: 0.1)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="no options, and a player who takes any choice"
    )
    parser.add_argument(
        "--no-replay", action="store_true", help="do not play a game again from its record"
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first")
    parser.add_argument(
        "--workers", type=_number, default=os.cpu_count() or 2, metavar="N", help="processes"
    )
    return parser.parse_args()


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} should be at least 1")
    return number


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text} should be between 0 and 1")
    return share


def listed(names: list[str], games: int, first: int, share: float) -> Iterator[Task]:
    """The games in turn, so that a run cut short has played some of each."""
    for number in range(first, first + games):
        for name in names:
            yield Task(name, number, random.Random(f"{name} {number}").random() < share)


# --- one game


def play(task: Task) -> Played:
    """A random game: scenario, options, deals and choices all follow from its number."""
    from story import beginning  # noqa: PLC0415

    game = beachhead.load(task.name)
    rng = random.Random(task.number)
    scenario, options = settings(game, task.number, rng)
    options = {} if task.plain else options
    seats = len(game.seats(*game.check(scenario, options)))
    setting = f"{scenario} for {seats}"
    record: Record[Any] | None = None
    choice = ""
    try:
        start = None
        if task.number % 3 == 2 and scenario in MIDDLES:
            start = beginning(MIDDLES[scenario], options)
        record = Record(game, scenario, options, seed=task.number, start=start)
        while not record.state.over:
            if task.check:
                inspect(game, record)
            if len(record.choices) > LONGEST_GAME:
                raise InvariantError(f"not over after {LONGEST_GAME} choices")
            player = 0 if task.plain else task.number
            choice = pick(record.state.decision.options, player, rng).id
            record.choose(choice)
        if task.check:
            inspect(game, record)
            look_back(game, record, replay=task.replay)
    except Exception:
        trouble = traceback.format_exc()
        document = "" if record is None else document_of(record, task, choice, trouble)
        made = 0 if record is None else len(record.choices)
        return Played(task, setting, "", made, trouble, document)
    result = record.state.result
    assert result is not None
    return Played(task, setting, result.text, len(record.choices))


def settings(game: Game[Any], number: int, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A scenario with options that go with it; house rules only in every other game, variants
    in two of three."""
    names = list(game.scenarios)
    scenario = rng.choices(names, [SHARES.get(name, 1) for name in names])[0]
    while True:
        options = {
            setting.id: rng.choice(setting.values)
            for setting in game.settings.values()
            if (number % 2 or setting.values != HOUSE_RULE)
            and (number % 3 or setting.values != VARIANT)
        }
        try:
            game.check(scenario, options)
        except beachhead.BeachheadError:
            continue  # not every variant goes with every scenario
        return scenario, options


def pick(options: list[Option], number: int, rng: random.Random) -> Option:
    """Any option; in half of the games none that declines while another is left."""
    if number // 2 % 2:
        options = [option for option in options if option.id not in DECLINES] or options
    return rng.choice(options)


def inspect(game: Game[Any], record: Record[Any]) -> None:
    """The game's own invariants."""
    wrong = game.invariants(record.state.position)
    if wrong:
        raise InvariantError("; ".join(wrong))


def look_back(game: Game[Any], record: Record[Any], *, replay: bool) -> None:
    """The events against the table, and the record played again."""
    wrong = game.ledger(record)
    if wrong:
        raise InvariantError("; ".join(wrong))
    if not replay:
        return
    again = records.replay(game, records.parse(record.dumps()))
    if again.dumps() != record.dumps():
        raise InvariantError("the record replays to another game")


def document_of(record: Record[Any], task: Task, choice: str, trouble: str) -> str:
    """The record up to the trouble, with a note: which choice came next, and what happened."""
    note = {"game": task.name, "number": task.number, "next": choice, "trouble": trouble}
    return json.dumps(record.to_data() | {"soak": note}, indent=1, ensure_ascii=False) + "\n"


# --- all games


class Tally:
    """Counts what was played, shows how far it is, and keeps what failed."""

    def __init__(self, names: list[str], games: int) -> None:
        self.progress = Progress(len(names) * games)
        self.played = 0
        self.checked = 0
        self.decisions: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.results: Counter[tuple[str, str, str]] = Counter()
        self.failed: list[str] = []
        self.start = time.monotonic()

    def add(self, played: Played) -> None:
        name = played.task.name
        self.played += 1
        self.checked += played.task.check
        self.games[name] += 1
        self.decisions[name] += played.decisions
        if played.trouble:
            self.keep(played)
        else:
            self.results[name, played.setting, played.result] += 1
        text = f"{self.played} of {self.progress.total} games, {len(self.failed)} failed"
        self.progress.show(self.played, text)

    def keep(self, played: Played) -> None:
        task = played.task
        last = played.trouble.strip().splitlines()[-1]
        file = FAILURES / f"{task.name.replace(':', '.')}-{task.number}.json"
        if len(self.failed) < 100:
            FAILURES.mkdir(exist_ok=True)
            file.write_text(played.document or played.trouble, encoding="utf-8")
        self.failed.append(f"{file.relative_to(ROOT)}  {played.setting}: {last}")

    def summary(self) -> None:
        seconds = time.monotonic() - self.start
        self.progress.end()
        print(
            f"\n{self.played} games, {self.decisions.total()} decisions in {seconds:.1f} s "
            f"({self.decisions.total() / seconds:.0f} a second, starting the workers included); "
            f"invariants at every decision of {self.checked}"
        )
        for name, games in sorted(self.games.items()):
            print(f"\n{name}: {games} games, {self.decisions[name] / games:.0f} decisions each")
            ends = [(each, times) for each, times in self.results.most_common() if each[0] == name]
            for (_, setting, result), times in ends[:LISTED]:
                print(f"  {setting}: {result} {times}")
            if len(ends) > LISTED:
                print(f"  and {len(ends) - LISTED} other endings")
        print(f"\n{len(self.failed)} failed")
        for failure in self.failed[:20]:
            print(f"  {failure}")
        if len(self.failed) > 20:
            print(f"  and {len(self.failed) - 20} more")


if __name__ == "__main__":
    sys.exit(main())
