"""Steps a second of the environments, by what is observed, beside the rules alone.

Random play, in seconds of the processor; `--seconds` for each figure.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

import numpy as np

import beachhead
from beachhead import env
from beachhead.env.encoding import PARTS

SCENARIOS = (
    ("omaha", "easy-fox"),
    ("omaha", "beyond-the-beach"),
    ("storm", "storm-over-normandy"),
    ("dday91", "1944"),
)
OBSERVED = (PARTS[3:], PARTS[2:], PARTS[1:], PARTS)


def rate(step: Callable[[], None], seconds: float) -> float:
    """How often something can be done in a second of the processor."""
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds:
        step()
        done += 1
    return done / (time.process_time() - begun)


def by_rules(name: str, scenario: str, rng: Random) -> Callable[[], None]:
    """Decisions made at random, and nothing else."""
    game = beachhead.load(name)
    state = game.setup(scenario, seed=1)

    def step() -> None:
        nonlocal state
        state.apply(rng.choice(state.decision.options))
        if state.over:
            state = game.setup(scenario, seed=rng.randrange(1 << 31))

    return step


def by_steps(name: str, scenario: str, parts: tuple[str, ...], rng: Random) -> Callable[[], None]:
    """The same, with an observation before each."""
    playing = env.aec(name, scenario, parts=parts)
    playing.reset(seed=1)

    def step() -> None:
        seen = playing.observe(playing.agent_selection)
        playing.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        if playing.session.state.over:
            playing.reset()

    return step


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    seconds = parser.parse_args().seconds
    shown = ["scenario", "rules alone", *(", ".join(parts) for parts in OBSERVED)]
    print("| " + " | ".join(shown) + " |")
    print("| " + " | ".join("---" for _ in shown) + " |")
    for name, scenario in SCENARIOS:
        rates = [rate(by_rules(name, scenario, Random(1)), seconds)]
        rates += [rate(by_steps(name, scenario, parts, Random(1)), seconds) for parts in OBSERVED]
        print(f"| {name} {scenario} | " + " | ".join(f"{each:.0f}" for each in rates) + " |")


if __name__ == "__main__":
    main()
