"""What a seat may know of a game, and nothing else: all that a bot is ever given.

A sight keeps no word of the true state: it is made from a copy in which everything that the seat
cannot know has been dealt anew, without dealer and history. So a bot cannot cheat by mistake.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from beachhead.kernel.chance import Dealer
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.plain import Data
from beachhead.kernel.play import Game, State


class Sight:
    """A game as a seat sees it, at a decision of its own or of another's."""

    def __init__(self, state: State[Any], seat: str | None) -> None:
        self.seat = seat
        self._supposed = state.determinize(seat, Dealer.of("a sight"))

    @property
    def game(self) -> Game[Any]:
        return self._supposed.game

    @property
    def decision(self) -> Decision:
        """What is asked; its options are those of the true state, if it is the seat's own."""
        return self._supposed.decision

    @property
    def options(self) -> list[Option]:
        return self.decision.options

    @cached_property
    def view(self) -> dict[str, Data]:
        """The table as the seat sees it, JSON-able."""
        return self._supposed.view(self.seat)

    def deal(self, number: int) -> State[Any]:
        """One way that things may be: what is hidden dealt anew, the same for the same number."""
        return self._supposed.determinize(self.seat, Dealer.of(f"deal {number}"))
