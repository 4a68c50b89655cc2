"""Whims: other ways to play a turn, made up at random, to be looked at as a whole.

On a whim somebody wants the same things a little more or less than usual, and favors some moves and
places for no reason, for a turn. Played on to the count, one of many whims turns out better than
what the rules of thumb say, the later the surer: in the last turns little is left to chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from beachhead.bots.omaha.temper import Posture
from beachhead.kernel.decision import Decision

KINDS = frozenset({"action_chosen", "deed_chosen", "gathered"})
"""What is decided on a whim: who acts, where to, and who goes along."""
SPREAD = 1.0
"""How much somebody or some place is favored: in turns of one unit, roughly."""
REFUSED = -3.0
"""What seems worse than that nobody does on a whim."""
NAME = "whim {} in turn {}"


class Whim(NamedTuple):
    """A way to play one turn."""

    name: str
    turn: int
    posture: Posture


def made_up(turn: int, count: int) -> list[str]:
    """The names of some whims for a turn, other ones in each."""
    return [NAME.format(number, turn) for number in range(1, count + 1)]


@lru_cache(256)
def known_as(name: str) -> Whim | None:
    """A whim by its name; none if that is the name of something else."""
    if not name.startswith(NAME[:4]):
        return None
    rng = Random(name)
    posture = Posture(
        care=math.exp(rng.gauss(0, 0.4)),
        nerve=rng.gauss(0, 0.4),
        prize=math.exp(rng.gauss(0, 0.4)),
        haste=max(0.0, rng.gauss(0, 1.0)),
        massing=math.exp(rng.gauss(0, 0.3)),
    )
    return Whim(name, int(name.rpartition(" ")[2]), posture)


def bent(name: str, decision: Decision, worths: Sequence[float]) -> list[float]:
    """What options seem worth on a whim."""
    if decision.kind not in KINDS:
        return list(worths)
    who = str(decision.arguments[0]) if decision.kind == "deed_chosen" else decision.kind
    return [
        worth + _favor(name, who, option.id) if worth > REFUSED else worth
        for worth, option in zip(worths, decision.options, strict=True)
    ]


@lru_cache(20000)
def _favor(name: str, who: str, what: str) -> float:
    return Random(f"{name} {who} {what}").gauss(0, SPREAD)
