"""What a bot is: it chooses an option by what its seat may know, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from beachhead.bots.mind import Estimate, mind_of
from beachhead.bots.sight import Sight
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Game


@dataclass(slots=True, frozen=True)
class Effort:
    """How much a bot may think about a decision: so many positions looked at, which is the same on
    every machine, or so many seconds, or whichever comes first."""

    nodes: int | None = None
    seconds: float | None = None


class Thought(NamedTuple):
    """What a bot thought of an order before it chose."""

    text: str
    choices: tuple[str, ...]
    estimate: Estimate
    nodes: int


class Bot:
    """Somebody who plays. `thoughts` are what it weighed last, the best first."""

    def __init__(
        self, game: Game[Any], *, seed: int | str = 0, effort: Effort | None = None
    ) -> None:
        self.game = game
        self.mind = mind_of(game)
        self.seed = seed
        self.effort = effort
        self.asked = 0
        self.thoughts: list[Thought] = []
        self.is_hurried: Callable[[], bool] = lambda: False
        """Whether somebody wants it to choose now: asked while it looks ahead."""

    def choose(self, sight: Sight) -> Option:
        """One of the options of the decision that the seat must make."""
        raise NotImplementedError

    @property
    def left(self) -> tuple[str, ...]:
        """What is left of the order that it carries out, as ids of options."""
        return ()

    def go_on(self, asked: int, left: Sequence[str]) -> None:  # noqa: ARG002
        """Go on as who was asked so often, with the rest of an order."""
        self.asked = asked

    def rng(self) -> Random:
        """Chance for one choice: the same for the same seed and number of choices made."""
        self.asked += 1
        return Random(f"{self.seed} {self.asked}")

    def close(self) -> None:
        """It is not needed any more."""
