"""Write the complete games kept in tests/playthroughs/ anew.

Each is a record and its printed log. They change only when the rules, the texts or the player
change, and then on purpose: read the diff.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import beachhead
from beachhead.kernel.chance import OLD, Dealing
from beachhead.kernel.record import Record

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "tests" / "playthroughs"
sys.path.insert(0, str(ROOT / "tests"))


class Playthrough(NamedTuple):
    """A game to keep: what is played, from which seed, by which of the players of the tests, and
    from which situation of the tests if not from the set-up."""

    file: str
    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    player: str
    start: str = ""


PLAYTHROUGHS = (
    Playthrough("omaha-first-waves", "omaha", "first-waves", {}, 88, "greedy"),
    Playthrough("omaha-first-waves-two", "omaha", "first-waves", {"players": 2}, 57, "greedy"),
    Playthrough("omaha-beyond-the-beach", "omaha", "beyond-the-beach", {}, 10, "greedy"),
    Playthrough(
        "omaha-day-with-armor",
        "omaha",
        "d-day-at-omaha-beach",
        {"players": 2, "german-armor": True, "improved-reaction": True},
        2,
        "greedy",
        "omaha-end-of-turn-16.txt",
    ),
    Playthrough("storm-bold", "storm", "storm-over-normandy", {}, 4, "bold"),
    Playthrough(
        "storm-house-rules",
        "storm",
        "storm-over-normandy",
        {"invasion-support": "alternative", "defensive-fire-return": "alternative"},
        6,
        "bold",
    ),
    Playthrough("dday91-1944", "dday91", "1944", {}, 3, "random"),
    Playthrough(
        "dday91-1943-options",
        "dday91",
        "1943",
        dict.fromkeys(("initiative", "fight-on", "weather", "pursuit", "mulberries"), True),
        5,
        "random",
    ),
)


def main() -> int:
    from story import story  # noqa: PLC0415

    KEPT.mkdir(exist_ok=True)
    for kept in PLAYTHROUGHS:
        record = play(kept)
        record.save(KEPT / f"{kept.file}.json")
        (KEPT / f"{kept.file}.txt").write_text(story(record), encoding="utf-8")
        result = record.state.result
        assert result is not None
        print(f"{kept.file}: {len(record.choices)} choices. {result.text}")
    return 0


def play(kept: Playthrough) -> Record[Any]:
    from players import PLAYERS  # noqa: PLC0415
    from storm_players import bold  # noqa: PLC0415
    from story import beginning  # noqa: PLC0415

    start = beginning(kept.start, kept.options) if kept.start else None
    game = beachhead.load(kept.game)
    dealing = Dealing(seed=kept.seed, dealer=OLD)  # these games were begun by version 0.1
    record = Record(game, kept.scenario, kept.options, dealing, start=start)
    rng = random.Random(kept.seed)
    players = PLAYERS | {"bold": bold}
    while not record.state.over:
        record.choose(players[kept.player](record.state, rng))
    return record


if __name__ == "__main__":
    sys.exit(main())
