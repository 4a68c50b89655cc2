"""Show that this code and an earlier commit play the same games: every option and every digest.

python scripts/agree.py dday91 --games 300 --against 0745fc6
python scripts/agree.py dday91 --games 300 --set all --against 0745fc6

Random games are played by both, side by side; what each decision offered and what lay on the table
is hashed. Options that only one of them knows stay as they are. The first game that differs is
played again, to name the decision. With --kept, what the earlier code played is written down, game
by game, and read from there the next time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

PLAIN, ALL = "none", "all"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="default: 20")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="default: 0")
    parser.add_argument(
        "--set",
        choices=(PLAIN, ALL, "mixed"),
        default="mixed",
        help="options: the default ones, all that can be on, or any (default)",
    )
    parser.add_argument("--against", metavar="COMMIT", help="the earlier code")
    parser.add_argument("--tree", metavar="FOLDER", help="the earlier code, checked out")
    parser.add_argument(
        "--kept", type=Path, metavar="FOLDER", help="where to keep the games of the earlier code"
    )
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--known", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--shared", type=json.loads, default=None, help=argparse.SUPPRESS)
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    if given.known:
        print(json.dumps(known(given.game)))
        return 0
    if given.play:
        for seed in seeds:
            told = play(given.game, given.set, seed, trace=given.trace, shared=given.shared)
            print(json.dumps(told), flush=True)
        return 0
    if given.tree:
        return compare(given, Path(given.tree))
    if not given.against:
        parser.error("--against: name the commit to compare with")
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", given.against, "src"], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        return compare(given, Path(folder))


def compare(given: argparse.Namespace, earlier: Path) -> int:
    """Play the same games with both, and say whether they agree."""
    decisions = games = 0
    old, new = (next(lines_of(given, tree, "--known")) for tree in (earlier, ROOT))
    given.shared = {name: values for name, values in new.items() if old.get(name) == values}
    wanted = given.first, given.games
    with ThreadPoolExecutor() as pool:
        then = kept(given, earlier) if given.kept else played(given, earlier, *wanted)
        now = played(given, ROOT, *wanted)
        while True:
            pair = pool.submit(next, then, None), pool.submit(next, now, None)
            old, new = (each.result() for each in pair)
            if old is None and new is None:
                break
            if old != new:
                seed = given.first + games
                print(f"seed {seed}: differs", *first_difference(given, earlier, seed), sep="\n  ")
                return 1
            assert old is not None
            games, decisions = games + 1, decisions + old["decisions"]
            if sys.stderr.isatty():
                print(f"\r{games} games, {decisions} decisions", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{given.game}: {games} games, {decisions} decisions: the same options and digests")
    return 0 if games == given.games else 1


def kept(given: argparse.Namespace, earlier: Path) -> Iterator[dict[str, Any]]:
    """What the earlier code tells of each game, from the file that it was written to before."""
    asked = json.dumps([given.against or str(given.tree), given.shared], sort_keys=True)
    mark = hashlib.blake2b(asked.encode(), digest_size=6).hexdigest()
    path = given.kept / f"{given.game}-{given.set}-{given.first}-{mark}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text("utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]  # but for a line that was cut off
    told = [json.loads(line) for line in whole.splitlines()][: given.games]
    yield from told
    if len(told) == given.games:
        return
    with path.open("w", encoding="utf-8") as file:
        file.write(whole)
        for game in played(given, earlier, given.first + len(told), given.games - len(told)):
            file.write(json.dumps(game) + "\n")
            file.flush()
            yield game


def played(
    given: argparse.Namespace, tree: Path, first: int, games: int, *more: str
) -> Iterator[dict[str, Any]]:
    """What one of the two tells of each game."""
    shared = json.dumps(given.shared)
    seeds = ("--first", str(first), "--games", str(games))
    return lines_of(given, tree, "--play", "--set", given.set, "--shared", shared, *seeds, *more)


def lines_of(given: argparse.Namespace, tree: Path, *arguments: str) -> Iterator[dict[str, Any]]:
    """What one of the two prints, line by line."""
    command = [sys.executable, __file__, given.game, *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"},
    )
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def first_difference(given: argparse.Namespace, earlier: Path, seed: int) -> list[str]:
    """Where a game goes two ways."""
    then, now = (
        next(played(given, tree, seed, 1, "--trace"), {}).get("trace", [])
        for tree in (earlier, ROOT)
    )
    for number, (old, new) in enumerate(zip(then, now, strict=False)):
        if old != new:
            return [f"decision {number}", f"then: {old}", f"now:  {new}"]
    return [f"{len(then)} decisions then, {len(now)} now"]


def known(name: str) -> dict[str, Any]:
    """The options of a game, and what each may be."""
    import beachhead  # noqa: PLC0415 - of the tree that PYTHONPATH names

    return {each.id: list(each.values) for each in beachhead.load(name).settings.values()}


def play(
    name: str, chosen: str, seed: int, *, trace: bool, shared: dict[str, Any]
) -> dict[str, Any]:
    """A random game, hashed decision by decision."""
    import beachhead  # noqa: PLC0415 - of the tree that PYTHONPATH names

    game, rng = beachhead.load(name), random.Random(seed)
    scenarios = list(game.scenarios)
    scenario = scenarios[seed % len(scenarios)]
    options = {
        setting.id: choice(setting.values, setting.default, chosen, rng)
        for setting in game.settings.values()
        if setting.id in shared
    }
    state, whole, told = begun(game, scenario, options, seed), hashlib.blake2b(), []
    while not state.over:
        asked = state.decision
        ids = [option.id for option in asked.options]
        moment = f"{asked.seat} {asked.kind} {' '.join(ids)} {state.digest()}"
        whole.update(moment.encode())
        if trace:
            told.append(moment)
        state.apply(rng.choice(ids))
    whole.update(state.digest().encode())
    made = {"decisions": len(state.history), "digest": whole.hexdigest()[:20]}
    return {**made, "trace": told} if trace else made


def begun(game: Any, scenario: str, options: dict[str, Any], seed: int) -> Any:
    """A game with these options, but for those that do not go with the scenario."""
    from beachhead.errors import BeachheadError  # noqa: PLC0415 - of the tree that PYTHONPATH names

    try:
        return game.setup(scenario, options, seed=seed)
    except BeachheadError as error:
        refused = str(error).partition(":")[0].removeprefix("options.")
        return begun(game, scenario, options | {refused: game.settings[refused].default}, seed)


def choice(values: tuple[Any, ...], default: Any, chosen: str, rng: random.Random) -> Any:
    """One setting: the default, whatever is not the default, or any."""
    if chosen == PLAIN:
        return default
    others = [value for value in values if value != default]
    return rng.choice(others if chosen == ALL and others else list(values))


if __name__ == "__main__":
    sys.exit(main())
