"""Commander: ranks orders by how the game stands some time later, when all sides have played on."""

from __future__ import annotations

from typing import Any

from beachhead.bots.lookahead import Halt, next_stretch
from beachhead.bots.searching import Searcher
from beachhead.kernel.play import State


class Commander(Searcher):
    """Orders by playing on, to the end of the next stretch of the game."""

    level = "commander"

    def halt(self, state: State[Any]) -> Halt:
        return next_stretch(self.mind, state, self.mind.foresight)
