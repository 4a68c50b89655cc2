"""One seat of a game, as a Gymnasium environment; bots sit in the others."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from beachhead import bots
from beachhead.env.encoding import Encoder, Observation
from beachhead.env.session import RENDER_MODES, Mask, Session
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.play import State


class OneSeat(gymnasium.Env[Observation, Any]):
    """A game as one seat plays it. An action that the mask forbids changes nothing: the same is
    asked again, and `info["refused"]` is true."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # type: ignore[misc] # theirs is no class variable

    def __init__(self, session: Session, seat: str | None, opponent: str) -> None:
        self.session = session
        self.seat = session.seats[0] if seat is None else seat
        if self.seat not in session.seats:
            known = ", ".join(session.seats)
            raise BeachheadError(f"seat: there is no {checks.brief(seat)}; choose one of {known}")
        self.opponent = opponent
        self._others: dict[str, bots.Bot] = {}
        self._seat_opponents(0)
        self.render_mode = session.render_mode
        self.action_space = session.action_space()
        self.observation_space = session.observation_space()

    @property
    def state(self) -> State[Any]:
        """The game itself, for whoever may know everything."""
        return self.session.state

    @property
    def encoder(self) -> Encoder:
        """The names of all numbers in an observation."""
        return self.session.encoder

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.session.begin(seed)
        self._seat_opponents(self.session.rng.randrange(1 << 31))
        self._let_others_play()
        return self.session.observe(self.seat), self._info(refused=False)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = int(action)
        refused = not self.session.may(number)
        if not refused:
            self.session.act(number)
            self._let_others_play()
        reward = 0.0 if refused else self.session.gained(self.seat)
        observation = self.session.observe(self.seat)
        return observation, reward, self.state.over, False, self._info(refused=refused)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions may be chosen, as sb3-contrib asks for it."""
        return self.session.mask(self.seat).astype(np.bool_)

    def action_mask(self) -> Mask:
        """The same as in the observation, for `action_space.sample(mask)`."""
        return self.session.mask(self.seat)

    def observation_text(self) -> str:
        """What the seat may know, as text."""
        return self.session.text(self.seat)

    def option_ids(self) -> list[str]:
        """The id of the option that each action stands for now."""
        return [] if self.state.over else [option.id for option in self.session.listed]

    def render(self) -> Any:
        return self.session.render(self.seat)

    def close(self) -> None:
        for bot in self._others.values():
            bot.close()

    def _info(self, *, refused: bool) -> dict[str, Any]:
        return {
            "clock": self.session.game.clock(self.state.position),
            "refused": refused,
            "score": {} if self.state.result is None else dict(self.state.result.score),
            "won": self.state.result is not None and self.seat in self.state.result.winners,
        }

    def _seat_opponents(self, seed: int) -> None:
        self.close()
        self._others = {
            seat: bots.load(self.session.game, self.opponent, seed=seed)
            for seat in self.session.seats
            if seat != self.seat
        }

    def _let_others_play(self) -> None:
        state = self.session.state
        while not state.over and state.decision.seat != self.seat:
            seat = state.decision.seat
            chosen = self._others[seat].choose(bots.Sight(state, seat))
            option = state.decision.find(chosen.id)
            assert option is not None, f"{self.opponent} chose what is not possible: {chosen.id}"
            self.session.choose(option)
