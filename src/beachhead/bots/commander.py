"""Commander: ranks orders by how the game stands some time later, when all sides have played on;
where the game's mind thinks that it pays, only the better half, as a Veteran who looks at more."""

from __future__ import annotations

from typing import Any

from beachhead.bots.lookahead import Halt, next_order, next_stretch
from beachhead.bots.searching import Searcher
from beachhead.kernel.play import State


class Commander(Searcher):
    """Orders by playing on, to the end of the next stretch of the game."""

    level = "commander"
    is_thorough = True

    def halt(self, state: State[Any]) -> Halt:
        mind = self.mind
        if mind.awaits_reply:
            return next_order(mind)
        return next_stretch(mind, state, mind.foresight)
