"""Veteran: ranks orders by the position that they lead to, before anybody gives the next one; the
better half again by where it stands after the reply, where the game's mind thinks that it pays."""

from __future__ import annotations

from typing import Any

from beachhead.bots.lookahead import Halt, next_order
from beachhead.bots.searching import Searcher
from beachhead.kernel.play import State


class Veteran(Searcher):
    """Orders by value, one ahead."""

    level = "veteran"

    def halt(self, state: State[Any]) -> Halt:  # noqa: ARG002
        return next_order(self.mind)
