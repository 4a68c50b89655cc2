"""Beachhead: board wargames about D-Day, played by their complete rules.

>>> import beachhead
>>> game = beachhead.load("omaha")
>>> state = game.setup(scenario="first-waves", seed=7)
>>> state.over
False
"""

from __future__ import annotations

import difflib
import importlib
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel import checks, decision
from beachhead.kernel.play import Game

__all__ = ["BeachheadError", "games", "load", "load_all"]
__version__ = "0.1.0"

COMPILED = not decision.__file__.endswith(".py")
"""Whether kernel and rules run as native code; it makes no difference but in speed."""

OWN = ("omaha", "storm", "dday91")
"""The games that come with us, by package name."""

GROUP = "beachhead.games"
"""The entry points by which other packages install games: `name = "module:attribute"`."""


def games() -> tuple[str, ...]:
    """The names of the games that can be played: ours, then those that other packages install."""
    return (*OWN, *sorted(_installed()))


def load(name: str) -> Game[Any]:
    """The rules of a game, by name; or, for a game from elsewhere, by `module:attribute`."""
    module, _, attribute = checks.word(name, "game", "the name of a game").partition(":")
    if not attribute and name not in OWN:
        return _load_installed(name)
    if not attribute:
        module, attribute = f"beachhead.{name}.game", "GAME"
    try:
        game = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError, TypeError, ValueError) as error:
        raise BeachheadError(f"game: {name!r} cannot be loaded: {error}") from error
    if not isinstance(game, Game):
        raise BeachheadError(f"game: {name!r} is not a game; name one as module:attribute")
    return game


def load_all() -> dict[str, Game[Any]]:
    """Every game by its name. One of another package that cannot be loaded is left out, with a
    warning: it must not keep the others from being played."""
    found = {name: load(name) for name in OWN}
    for name in games()[len(OWN) :]:
        try:
            found[name] = load(name)
        except BeachheadError as error:
            print(f"beachhead: left out: {error}", file=sys.stderr)
    return found


def _installed() -> dict[str, EntryPoint]:
    """What other packages install; under a name of ours nothing can be installed."""
    return {each.name: each for each in entry_points(group=GROUP) if each.name not in OWN}


def _load_installed(name: str) -> Game[Any]:
    entry = _installed().get(name)
    if entry is None:
        near = difflib.get_close_matches(name.lower(), games(), n=3, cutoff=0.4)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise BeachheadError(
            f"game: there is no {name!r}{hint}; choose one of {', '.join(games())}"
        )
    package = f" of the package {entry.dist.name}" if entry.dist else ""
    try:
        game = entry.load()
    except Exception as error:  # whatever a stranger's module stumbles over
        raise BeachheadError(f"game: {name!r}{package} cannot be loaded: {error}") from error
    if not isinstance(game, Game):
        raise BeachheadError(f"game: {name!r}{package} is not a game, but {checks.brief(game)}")
    if game.name != name:
        raise BeachheadError(
            f"game: {name!r}{package} calls itself {game.name!r}; "
            "its entry point must have the same name, so that its records find it"
        )
    return game
