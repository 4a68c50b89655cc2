"""A game for all of its seats, as PettingZoo's agents who take turns (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from beachhead.env.encoding import Encoder, Observation
from beachhead.env.session import RENDER_MODES, Session


class Turns(AECEnv[str, Observation, int | None]):
    """Seats are agents; whoever must decide acts. Dice and cards are dealt by the seed."""

    def __init__(self, session: Session, name: str) -> None:
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.session = session
        self.render_mode = session.render_mode
        self.possible_agents = list(session.seats)
        self.agents: list[str] = []
        self._spaces = {seat: session.observation_space() for seat in session.seats}
        self._actions = {seat: session.action_space() for seat in session.seats}

    @property
    def encoder(self) -> Encoder:
        """The names of all numbers in an observation."""
        return self.session.encoder

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.session.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.session.state.decision.seat

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only who is out of the game has no action"
        self._cumulative_rewards[agent] = 0.0
        self.session.act(int(action))
        self.rewards = {each: self.session.gained(each) for each in self.agents}
        if self.session.state.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.session.state.decision.seat
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        return self.session.observe(agent)

    def observation_text(self, agent: str) -> str:
        """What an agent may know, as text."""
        return self.session.text(agent)

    def option_ids(self) -> list[str]:
        """The id of the option that each action stands for now."""
        return [option.id for option in self.session.listed]

    def render(self) -> Any:
        return self.session.render(None)

    def close(self) -> None:
        pass
