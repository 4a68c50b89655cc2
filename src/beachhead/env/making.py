"""Environments by game, scenario and what else may be said (`SessionTerms`); versioned ids."""

from __future__ import annotations

from typing import Unpack

import gymnasium

import beachhead
from beachhead.env.alone import Alone
from beachhead.env.one_seat import OneSeat
from beachhead.env.session import Session, SessionTerms
from beachhead.env.turns import Turns

VERSION = 0
"""It goes up whenever an action or a number in an observation comes to mean something else."""
NAMESPACE = "beachhead"


def aec(game: str, scenario: str | None = None, **terms: Unpack[SessionTerms]) -> Turns:
    """A game for all of its seats, who take turns: PettingZoo's AEC."""
    session = Session(beachhead.load(game), scenario, **terms)
    return Turns(session, env_id(game, session.scenario))


def parallel(game: str, scenario: str | None = None, **terms: Unpack[SessionTerms]) -> Alone:
    """A game for one as PettingZoo's parallel environment; those for several take turns (`aec`)."""
    session = Session(beachhead.load(game), scenario, **terms)
    return Alone(session, env_id(game, session.scenario))


def gym(
    game: str,
    scenario: str | None = None,
    *,
    seat: str | None = None,
    opponent: str = "recruit",
    **terms: Unpack[SessionTerms],
) -> OneSeat:
    """One seat of a game, the first if none is named, as a Gymnasium environment; a bot of the
    level `opponent` sits in each of the others."""
    return OneSeat(Session(beachhead.load(game), scenario, **terms), seat, opponent)


def env_id(game: str, scenario: str) -> str:
    """The id of a scenario: `beachhead/GAME-SCENARIO-v0`."""
    return f"{NAMESPACE}/{game}-{scenario}-v{VERSION}"


def ids() -> dict[str, tuple[str, str]]:
    """The game and scenario of every id."""
    return {
        env_id(name, scenario): (name, scenario)
        for name, game in beachhead.load_all().items()
        for scenario in game.scenarios
    }


def register() -> None:
    """Let `gymnasium.make` know every id."""
    for id_, (game, scenario) in ids().items():
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id_,
                entry_point="beachhead.env.making:gym",
                kwargs={"game": game, "scenario": scenario},
            )
