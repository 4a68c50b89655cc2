"""Break the rules' code of a game at random and see whether a test notices.

A seeded sample of small changes (mutants), one at a time, each tried by the tests that reach the
changed statement: first those that cite a statement which the function implements, then all others,
the fastest first. A mutant that no test notices is either listed in tests/equivalent_mutants.toml
with the reason why nobody could notice it, or it has survived and wants a test. What is known from
an earlier run is kept in build/ and not tried again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from progress import Progress

import beachhead

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import mutant_runs
import mutating
from mutant_runs import Result
from mutating import Mutant

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 90
AROUND = 35
"""Characters of a statement that are shown whole, and around what is changed in it."""
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"


class Trouble(Exception):  # noqa: N818
    """Something given cannot be used."""


def main(words: list[str] | None = None) -> int:
    given = arguments(words)
    try:
        mutants = chosen(given)
        reasons = read_reasons(EQUIVALENT, given.game)
        kept = Kept(given.json or ROOT / "build" / f"mutants-{given.game}.json")
    except Trouble as trouble:
        print(f"mutants: {trouble}", file=sys.stderr)
        return 2
    if given.list:
        print("\n".join(map(str, mutants)))
        return 0
    results = run(given, mutants, kept, reasons)
    if len(results) < len(mutants):
        print("mutants: the tests could not be run; see above", file=sys.stderr)
        return 2
    return report(given, mutants, results, reasons)


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break rules and see whether a test notices.")
    games = beachhead.OWN
    parser.add_argument("--game", choices=games, default=games[0], help=f"(default: {games[0]})")
    parser.add_argument(
        "--mutants", type=_number, default=200, metavar="N", help="how many (default: 200)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(default: 1)")
    parser.add_argument("--jobs", type=_number, default=1, metavar="N", help="at a time")
    parser.add_argument("--only", metavar="ID", help="only this one, whatever is known of it")
    parser.add_argument(
        "--seconds",
        type=_number,
        default=10,
        metavar="S",
        help="of tests for each mutant, apart from those of its own statements (default: 10)",
    )
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="results, to go on from (default: in build/)"
    )
    return parser.parse_args(words)


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} should be at least 1")
    return number


def chosen(given: argparse.Namespace) -> list[Mutant]:
    if not given.only:
        return mutating.sample(given.game, given.mutants, given.seed)
    found = [mutant for mutant, _ in mutating.all_mutants(given.game) if mutant.id == given.only]
    if not found:
        raise Trouble(
            f"--only: {given.game} has no mutant {given.only!r}; --list shows those of the sample"
        )
    return found


# --- what is known


class Kept:
    """Results in a file, written after each."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.results: dict[str, Result] = {}
        if file.exists():
            try:
                rows = json.loads(file.read_text(encoding="utf-8"))
                self.results = {row["id"]: Result(**row) for row in rows}
            except (OSError, ValueError, TypeError, KeyError) as error:
                raise Trouble(f"--json: {file} does not hold results ({error})") from error

    def add(self, result: Result) -> None:
        if self.results.get(result.id) != result:
            self.results[result.id] = result
            self.file.parent.mkdir(parents=True, exist_ok=True)
            rows = [asdict(each) for each in self.results.values()]
            self.file.write_text(json.dumps(rows, indent=0), encoding="utf-8")


def read_reasons(file: Path, game: str) -> dict[tuple[str, ...], str]:
    """Why nobody could notice some mutants, by what they are."""
    try:
        rows = tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
        return {key: row["reason"] for row in rows if row["game"] == game for key in [_key(row)]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Trouble(f"{file}: is not a list of mutants with reasons ({error!r})") from error


def _key(row: dict[str, Any]) -> tuple[str, ...]:
    words = [row[name] for name in ("game", "module", "function", "before", "after")]
    return (*words, str(row.get("nth", 0)))


# --- running and telling


def run(
    given: argparse.Namespace,
    mutants: list[Mutant],
    kept: Kept,
    excused: Collection[tuple[str, ...]],
) -> dict[str, Result]:
    bars: dict[str, Progress] = {}

    def told(part: str, done: int, total: int, text: str) -> None:
        bars.setdefault(part, Progress(total)).show(done, text)
        if done == total:
            bars[part].end()

    runner = mutant_runs.Runner(
        given.game,
        mutants,
        ROOT / "build" / f"mutants-reach-{given.game}.json",
        jobs=given.jobs,
        seconds=given.seconds,
        excused=excused,
        known={} if given.only else kept.results,
        told=told,
        keep=kept.add,
    )
    mutant_runs.run(given.game, runner)
    return runner.results


def report(
    given: argparse.Namespace,
    mutants: list[Mutant],
    results: dict[str, Result],
    reasons: dict[tuple[str, ...], str],
) -> int:
    """The table, as docs/mutants.md shows it; 1 if a mutant survived or a reason is wrong."""
    caught = [results[mutant.id] for mutant in mutants if results[mutant.id].caught_by]
    alive = [mutant for mutant in mutants if not results[mutant.id].caught_by]
    equal = [mutant for mutant in alive if mutant.key in reasons]
    survived = [mutant for mutant in alive if mutant.key not in reasons]
    wrong = [mutant for mutant in mutants if mutant not in alive and mutant.key in reasons]
    own = [each for each in caught if each.own]
    silent = [each for each in caught if not each.own and not each.cites]
    print(f"\n### {given.game}, {len(mutants)} mutants, seed {given.seed}\n")
    rows = (
        ("caught by a test of the function's own statements", len(own)),
        ("caught by another test", len(caught) - len(own) - len(silent)),
        ("caught by a test, the function cites no statement", len(silent)),
        ("equivalent, with a reason", len(equal)),
        ("survived", len(survived)),
    )
    print("| what became of them | mutants |\n| --- | ---: |")
    for name, count in rows:
        print(f"| {name} | {count} |")
    print(f"\n{sum(each.by_time for each in caught)} of those caught ran too long.")
    for line in lines(equal, reasons):
        print(line)
    for mutant in survived:
        print(f"survived: {mutant} (tests tried: {results[mutant.id].tests})")
    for mutant in wrong:
        caught_by = results[mutant.id].caught_by
        print(f"listed as equivalent, but caught by {caught_by}: {mutant}")
    if given.only:
        print("\n".join(results[mutant.id].caught_by or "not caught" for mutant in mutants))
    return 1 if survived or wrong else 0


def lines(equal: list[Mutant], reasons: dict[tuple[str, ...], str]) -> Iterator[str]:
    """The equivalent ones, one by one."""
    for mutant in equal:
        before, after = shortened(mutant.before, mutant.after)
        yield (
            f"\n- `{mutant.module}.{mutant.function}`: `{before}` → `{after}`  \n"
            f"  {reasons[mutant.key]}"
        )


def shortened(before: str, after: str) -> tuple[str, str]:
    """Of long statements only what is different, with some of what is around it."""
    if len(before) <= LONGEST:
        return before, after
    start = _alike(before, after)
    same = _alike(before[start:][::-1], after[start:][::-1])
    first, last = max(0, start - AROUND), max(0, same - AROUND)
    head, tail = "…" if first else "", "…" if last else ""
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    return f"{head}{old}{tail}", f"{head}{new}{tail}"


def _alike(one: str, other: str) -> int:
    """How many characters are the same from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


if __name__ == "__main__":
    sys.exit(main())
