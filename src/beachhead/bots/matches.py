"""Matches: whole games between bots, from a seed, with what each seat spent on them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from beachhead.bots.bot import Bot
from beachhead.bots.sight import Sight
from beachhead.kernel.play import Event, Game, State
from beachhead.kernel.position import Result

Watcher = Callable[[State[Any], str, list[Event]], None]
"""Told of every choice: where it led, who made it, what happened."""


@dataclass(slots=True)
class Match:
    """A game that was played to the end."""

    state: State[Any]
    result: Result
    seconds: dict[str, float] = field(default_factory=dict)
    """The processor's time that each seat took."""
    choices: dict[str, int] = field(default_factory=dict)


def play(
    game: Game[Any],
    bots: Mapping[str, Bot],
    seed: int | str,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    opened: Callable[[State[Any]], None] | None = None,
    watcher: Watcher | None = None,
    stray: tuple[float, Random] | None = None,
) -> Match:
    """A game between bots, each in its seat; each is given only what its seat may know. To see
    more of the game, any option at all may be chosen now and then: so often, by that generator.
    Whoever wants to know how it was `opened` sees it before the first choice."""
    state = game.setup(scenario, options, seed)
    if opened is not None:
        opened(state)
    seconds = dict.fromkeys(state.seats, 0.0)
    choices = dict.fromkeys(state.seats, 0)
    while not state.over:
        seat = state.decision.seat
        begun = time.process_time()
        option = bots[seat].choose(Sight(state, seat))
        if stray is not None and stray[1].random() < stray[0]:
            option = stray[1].choice(state.decision.options)
        seconds[seat] += time.process_time() - begun
        choices[seat] += 1
        happened = state.apply(option.id)
        if watcher is not None:
            watcher(state, seat, happened)
    assert state.result is not None
    return Match(state, state.result, seconds, choices)
