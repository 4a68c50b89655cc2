"""Games side by side in the threads of one process are the same as one after the other.

A server opens several games at once, in threads. Whatever rules and bots keep between two questions
must not get into a disorder there.
"""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import Sight
from beachhead.kernel.play import CHANCE

GAMES = ("omaha", "storm", "dday91")
THREADS, DECISIONS = 4, 60


def played(name: str, seed: int) -> list[str]:
    """What the options and the choices of a game were, some of them by a bot."""
    game = beachhead.load(name)
    state = game.setup(seed=seed)
    rng, bot, told = random.Random(seed), bots.load(game, "recruit", seed=seed), []
    for number in range(DECISIONS):
        decision = state.decision
        ids = [option.id for option in decision.options]
        chosen = rng.choice(ids)
        if number % 4 == 0 and decision.seat != CHANCE:
            chosen = bot.choose(Sight(state, decision.seat)).id
        told.append(f"{len(ids)} {ids[-1]} {chosen}")
        state.apply(chosen)
    return [*told, state.digest()]


def side_by_side(name: str) -> list[list[str]]:
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(THREADS) as pool:
        return [*pool.map(played, [name] * THREADS, range(THREADS))]


@pytest.mark.parametrize("name", GAMES)
def test_games_side_by_side_are_those_one_after_the_other(name: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, name], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [played(name, seed) for seed in range(THREADS)]


# --- types that msgspec has not met


def typed(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that have msgspec read something into a type."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr == "convert" and len(call.args) > 1:
            yield call
        if call.func.attr == "decode" and any(word.arg == "type" for word in call.keywords):
            yield call


@pytest.mark.parametrize("folder", [Path(beachhead.__file__).parent, Path(__file__).parent])
def test_types_are_made_known_before_threads_meet_them(folder: Path) -> None:
    """msgspec 0.22 works out a type when it first reads one, and two threads that come at once end
    the process: so decoders are made when their module is. Built-in types need no working out."""
    for path in sorted(folder.rglob("*.py")):
        for call in typed(ast.parse(path.read_text())):
            assert "dict[str, Any]" in ast.unparse(call), f"{path}:{call.lineno}"


if __name__ == "__main__":
    print(json.dumps(side_by_side(sys.argv[1])))
