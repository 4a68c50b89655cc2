"""How Storm Over Normandy ends between simple players: a table for docs/data.md.

The players are those of tests/storm_players.py; game number n is dealt from seed n.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
import statistics
import sys
from pathlib import Path

import beachhead

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

COLUMNS = ("Allied", "German", "games", "Allied wins (95 %)", "VP, mean (95 %)", "beaches")


def main() -> int:
    parser = argparse.ArgumentParser(description="How Storm ends between simple players.")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="default: 200")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes")
    given = parser.parse_args()
    from storm_players import PLAYERS  # noqa: PLC0415

    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for allied in PLAYERS:
            for german in PLAYERS:
                tasks = [(allied, german, seed) for seed in range(given.games)]
                print(row(allied, german, pool.starmap(play, tasks, chunksize=4)), flush=True)
    return 0


def play(allied: str, german: str, seed: int) -> tuple[bool, int, int]:
    """One game from a seed: whether the Allies won, their points, their beaches."""
    from storm_players import PLAYERS  # noqa: PLC0415

    rng = random.Random(seed)
    sides = {"allied": PLAYERS[allied], "german": PLAYERS[german]}
    state = beachhead.load("storm").setup(seed=seed)
    while not state.over:
        state.apply(sides[state.decision.seat](state, rng))
    assert state.result is not None
    score = state.result.score
    return state.result.winners == ["allied"], score["points"], score["beaches"]


def row(allied: str, german: str, ended: list[tuple[bool, int, int]]) -> str:
    """A line of the table."""
    won = sum(win for win, _, _ in ended)
    low, high = wilson(won, len(ended))
    points = [score for _, score, _ in ended]
    spread = 1.96 * statistics.stdev(points) / math.sqrt(len(points))
    beaches = statistics.mean(held for _, _, held in ended)
    cells = (
        allied,
        german,
        str(len(ended)),
        f"{100 * won / len(ended):.0f} % ({100 * low:.0f} to {100 * high:.0f})",
        f"{statistics.mean(points):.1f} (± {spread:.1f})",
        f"{beaches:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    return max(0.0, middle - half), min(1.0, middle + half)


if __name__ == "__main__":
    sys.exit(main())
