"""Players for every seat: `load(game, level)` gives one, `Bot.choose(sight)` its choice.

>>> import beachhead
>>> from beachhead import bots
>>> game = beachhead.load("omaha")
>>> state = game.setup("easy-fox", seed=7)
>>> bot = bots.load(game, "recruit", seed=1)
>>> option = bot.choose(bots.Sight(state, state.decision.seat))
>>> option in state.decision.options or option.id in {each.id for each in state.decision.options}
True
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from beachhead.bots.bot import Bot, Effort, Thought
from beachhead.bots.commander import Commander
from beachhead.bots.mind import Estimate, Mind
from beachhead.bots.program import Program
from beachhead.bots.recruit import Random, Recruit
from beachhead.bots.sight import Sight
from beachhead.bots.veteran import Veteran
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.play import Game

__all__ = ["LEVELS", "Bot", "Effort", "Estimate", "Mind", "Sight", "Thought", "levels", "load"]

LEVELS: dict[str, Callable[..., Bot]] = {
    "random": Random,
    "recruit": Recruit,
    "veteran": Veteran,
    "commander": Commander,
}
"""Our levels, from the weakest to the strongest."""

GROUP = "beachhead.bots"
"""The entry points by which other packages add bots: `name = "module:attribute"`, where the
attribute takes a game, a seed and a budget and gives a bot."""

PROGRAM = "program:"
"""What comes before the command line of a program that plays by JSON lines."""


def levels() -> tuple[str, ...]:
    """The levels that can be loaded: ours, then those that other packages install."""
    return (*LEVELS, *sorted(_installed()))


def load(game: Game[Any], level: str, *, seed: int | str = 0, effort: Effort | None = None) -> Bot:
    """A player of a level; or, as `program:COMMAND`, a program that plays by JSON lines."""
    name = checks.word(level, "level", "the name of a level")
    if name.startswith(PROGRAM):
        return Program(name.removeprefix(PROGRAM))
    if name in LEVELS:
        return LEVELS[name](game, seed=seed, effort=effort)
    entry = _installed().get(name)
    if entry is None:
        raise BeachheadError(
            f"level: there is no {checks.brief(level)}; choose one of {', '.join(levels())}"
        )
    try:
        bot = entry.load()(game, seed=seed, effort=effort)
    except Exception as error:  # whatever a stranger's module stumbles over
        raise BeachheadError(f"level: {name!r} cannot be loaded: {error}") from error
    if not isinstance(bot, Bot):
        raise BeachheadError(f"level: {name!r} is not a bot, but {checks.brief(bot)}")
    return bot


def _installed() -> dict[str, EntryPoint]:
    """What other packages install; under a name of ours nothing can be installed."""
    return {each.name: each for each in entry_points(group=GROUP) if each.name not in LEVELS}
