"""A search for choices that lead back to where they began: with them a game need not end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game, Option, State


def cycles(state: State[Any], rng: random.Random, choices: int) -> Iterator[list[str]]:
    """Play on with a fidgety player, and tell the choices between a position and the same position
    again. When something has been dealt or rolled in between, something has happened."""
    assert state.dealer is not None, "a dealer answers for chance"
    way, dealt, last = [state.digest()], state.dealer.drawn, ""
    for _ in range(choices):
        if state.over:
            return
        last = fidgety(state, last, rng).id
        state.apply(last)
        if state.dealer.drawn > dealt:
            way, dealt = [], state.dealer.drawn
        digest = state.digest()
        if digest in way:
            begun = way.index(digest)
            yield state.history[begun - len(way) :]
            del way[begun:]
        way.append(digest)


def fidgety(state: State[Any], last: str, rng: random.Random) -> Option:
    """Every other time something else with what was chosen last, if there is such an option;
    otherwise anything, all sorts of options alike."""
    options = state.decision.options
    same = [option for option in options if _thing(option.id) == _thing(last) != ""]
    if same and rng.random() < 0.5:
        return rng.choice(same)
    sort = rng.choice(sorted({_sort(option.id) for option in options}))
    return rng.choice([option for option in options if _sort(option.id) == sort])


def _sort(id_: str) -> str:
    return id_.partition("-")[0]


def _thing(id_: str) -> str:
    return id_.partition("-")[2]


def all_variants(game: Game[Any], scenario: str, rng: random.Random) -> dict[str, Any]:
    """All variants that go with a scenario, and at random whatever else is to be chosen."""
    chosen: dict[str, Any] = {}
    for setting in game.settings.values():
        more = {setting.id: True if True in setting.values else rng.choice(setting.values)}
        try:
            game.check(scenario, chosen | more)
        except BeachheadError:
            continue
        chosen |= more
    return chosen
