"""Beachhead: board wargames about D-Day, played by their complete rules.

>>> import beachhead
>>> game = beachhead.load("omaha")
>>> state = game.setup(scenario="first-waves", seed=7)
>>> state.over
False
"""

from __future__ import annotations

import importlib
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.play import Game

__all__ = ["BeachheadError", "games", "load"]
__version__ = "0.1.0"

GAMES = ("omaha", "storm", "dday91")
"""The games that can be played, by package name."""


def games() -> tuple[str, ...]:
    """The names of the games that can be played."""
    return GAMES


def load(name: str) -> Game[Any]:
    """The rules of a game, by name; or, for a game from elsewhere, by `module:attribute`."""
    module, _, attribute = checks.word(name, "game", "the name of a game").partition(":")
    if not attribute:
        if name not in GAMES:
            raise BeachheadError(f"game: there is no {name!r}; choose one of {', '.join(GAMES)}")
        module, attribute = f"beachhead.{name}.game", "GAME"
    try:
        game = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError, TypeError, ValueError) as error:
        raise BeachheadError(f"game: {name!r} cannot be loaded: {error}") from error
    if not isinstance(game, Game):
        raise BeachheadError(f"game: {name!r} is not a game; name one as module:attribute")
    return game
