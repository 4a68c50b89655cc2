"""A game for one, as PettingZoo's parallel environment: all of its agents act at once, as there is
but one. Games for several take turns, so there is no such environment of them."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from beachhead.env.encoding import Observation
from beachhead.env.one_seat import OneSeat
from beachhead.env.session import RENDER_MODES, Session
from beachhead.errors import BeachheadError

Said = dict[str, Any]


class Alone(ParallelEnv[str, Observation, int]):
    """The one seat of a game as the one agent."""

    def __init__(self, session: Session, name: str) -> None:
        if len(session.seats) > 1:
            raise BeachheadError(
                f"game: {session.game.title} has {len(session.seats)} seats, which take turns; "
                "use env.aec, or env.gym with a bot in the other seats"
            )
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES)}
        self.inner = OneSeat(session, None, "random")
        self.render_mode = session.render_mode
        self.possible_agents = list(session.seats)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        return self.inner.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        return self.inner.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Said]:
        observation, info = self.inner.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        return {self.inner.seat: observation}, {self.inner.seat: info}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], Said, Said, Said, Said]:
        seat = self.inner.seat
        observation, reward, over, cut, info = self.inner.step(actions[seat])
        if over:
            self.agents = []
        return {seat: observation}, {seat: reward}, {seat: over}, {seat: cut}, {seat: info}

    def observation_text(self, agent: str) -> str:
        """What an agent may know, as text."""
        return self.inner.session.text(agent)

    def render(self) -> Any:
        return self.inner.render()

    def close(self) -> None:
        self.inner.close()
