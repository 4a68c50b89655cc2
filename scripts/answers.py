"""Measure how long a level takes to answer, as the page asks for it: `opponents.think`, processor
time, one game against itself.

python scripts/answers.py                     Veteran in all games
python scripts/answers.py --level recruit --seed 5 storm
"""

from __future__ import annotations

import argparse
import statistics
import time

import beachhead
from beachhead.bots import Sight
from beachhead.web.opponents import Thinking, think


def measured(name: str, level: str, seed: int) -> list[float]:
    """The processor seconds of every answer of a game, the shortest first."""
    game = beachhead.load(name)
    state = game.setup(seed=seed)
    left: dict[str, tuple[str, ...]] = {}
    seconds = []
    while not state.over:
        decision = state.decision
        if len(decision.options) == 1:
            state.apply(decision.options[0])
            continue
        asked = Thinking(
            name,
            state.scenario,
            dict(state.options),
            Sight(state, decision.seat).deal(0).position.to_data(),
            decision.seat,
            level,
            f"{seed} {decision.seat}",
            None,
            len(state.history),
            left.get(decision.seat, ()),
        )
        begun = time.process_time()
        answer = think(asked)
        seconds.append(time.process_time() - begun)
        left[decision.seat] = answer.left
        state.apply(answer.choice)
    return sorted(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(beachhead.games()))
    parser.add_argument("--level", default="veteran")
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args()
    print("| game | answers | median | 90 % within | 99 % within | longest |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in given.games:
        found = [1000 * each for each in measured(name, given.level, given.seed)]
        at = [statistics.median(found), *(found[int(q * len(found))] for q in (0.9, 0.99))]
        cells = " | ".join(f"{each:.0f} ms" for each in (*at, found[-1]))
        print(f"| {name} | {len(found)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
