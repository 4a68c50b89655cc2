"""How games of Omaha end, by player: a table for docs/performance.md.

The players are those of tests/players.py; game number n is dealt from seed n.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import beachhead

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

COLUMNS = ("scenario", "player", "catastrophic loss", "on turn", "counted out", "VP", "decisions")


class Ended(NamedTuple):
    """How a game ended: on which turn, with how many points (None: catastrophic loss)."""

    turn: int
    points: int | None
    decisions: int


def main() -> int:
    parser = argparse.ArgumentParser(description="How games of Omaha end, by player.")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="default: 200")
    games = parser.parse_args().games
    from players import PLAYERS  # noqa: PLC0415

    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    with multiprocessing.get_context("spawn").Pool() as pool:
        for scenario, the in beachhead.load("omaha").scenarios.items():
            for player in PLAYERS:
                tasks = [(scenario, player, seed) for seed in range(games)]
                print(row(the.title, player, pool.starmap(play, tasks, chunksize=8)), flush=True)
    return 0


def play(scenario: str, player: str, seed: int) -> Ended:
    """One game from a seed."""
    from players import PLAYERS  # noqa: PLC0415

    rng = random.Random(seed)
    state = beachhead.load("omaha").setup(scenario, {}, seed=seed)
    decisions = 0
    while not state.over:
        state.apply(PLAYERS[player](state, rng))
        decisions += 1
    assert state.result is not None
    return Ended(state.position.turn, state.result.score.get("points"), decisions)


def row(title: str, player: str, ended: list[Ended]) -> str:
    """A line of the table."""
    lost = [each.turn for each in ended if each.points is None]
    points = [each.points for each in ended if each.points is not None]
    decisions = [each.decisions for each in ended]
    cells = (
        title,
        player,
        f"{100 * len(lost) / len(ended):.0f} %",
        f"{min(lost)} to {max(lost)}, median {statistics.median(lost):g}" if lost else "",
        f"{100 * len(points) / len(ended):.0f} %",
        f"{min(points)} to {max(points)}" if points else "",
        f"{statistics.mean(decisions):.0f} ({min(decisions)} to {max(decisions)})",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
