"""Picket with a flaw: in some games whoever plays it stumbles, or takes the process along."""

from __future__ import annotations

import os
from collections.abc import Sequence

from beachhead.bots.mind import Mind
from beachhead.kernel.decision import Decision
from toy import Picket, PicketGame


def is_flawed(position: Picket) -> bool:
    return position.turn == 2 and sum(position.deck) % 4 == 0


class StumblingMind(Mind[Picket]):
    def worths(self, decision: Decision) -> Sequence[float]:
        if is_flawed(decision.position):  # type: ignore[arg-type]
            raise ArithmeticError("the deck does not add up")
        return super().worths(decision)


class FatalMind(Mind[Picket]):
    def worths(self, decision: Decision) -> Sequence[float]:
        if is_flawed(decision.position):  # type: ignore[arg-type]
            os._exit(7)
        return super().worths(decision)


class Stumbling(PicketGame):
    def mind(self) -> Mind[Picket]:
        return StumblingMind()


class Fatal(PicketGame):
    def mind(self) -> Mind[Picket]:
        return FatalMind()


STUMBLES, KILLS = Stumbling(), Fatal()
