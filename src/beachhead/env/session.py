"""A game under way, as every kind of environment runs it: actions by number, observations by seat.

Action `k` is the `k`-th of the options that the decision lists, in the game's own order, which is
the same in every run. Where there are more options than actions, they come in pages: then the last
action turns to the next page, and after the last page to the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, TypedDict, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from beachhead.bots.mind import mind_of
from beachhead.bots.sight import Sight
from beachhead.env.encoding import PARTS, Encoder, Observation
from beachhead.env.pictures import pixels
from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.decision import Option
from beachhead.kernel.play import Game, MissingError, State

Mask = npt.NDArray[np.int8]
Reward = Literal["win", "points"]
REWARDS: tuple[Reward, ...] = ("win", "points")
RENDER_MODES = ("rgb_array", "svg", "ansi")
FAR = 1000.0
"""No number in an observation is farther from 0."""
FEWEST_ACTIONS = 2
SEEDS = 1 << 31
PICTURE_WIDTH = 1200


class SessionTerms(TypedDict, total=False):
    """What may be said of an environment besides its game and scenario."""

    options: Mapping[str, Any] | None
    """The game's settings."""
    actions: int | None
    """How many options are listed at once; None: as many as the game proposes."""
    parts: Sequence[str]
    """The arrays to observe."""
    reward: str
    """What comes at the end: `win` gives 1, −1 or, for a draw, 0; `points` what bots play for."""
    shaping: float
    """How much of every change in the points that bots expect is added."""
    render_mode: str | None
    """`rgb_array`, `svg`, `ansi` or none."""


class Session:
    """One game after another, with what is asked of it by an environment."""

    def __init__(
        self, game: Game[Any], scenario: str | None = None, **terms: Unpack[SessionTerms]
    ) -> None:
        unknown = terms.keys() - SessionTerms.__annotations__.keys()
        if unknown:
            known = ", ".join(SessionTerms.__annotations__)
            raise BeachheadError(
                f"{min(unknown)}: there is nothing of that name; choose of {known}"
            )
        actions, reward = terms.get("actions"), terms.get("reward", "win")
        render_mode = terms.get("render_mode")
        self.game = game
        self.scenario, self.options = game.check(scenario, terms.get("options"))
        self.seats = game.seats(self.scenario, self.options)
        self.actions = game.senses().options if actions is None else actions
        if checks.whole_number(self.actions, "actions") < FEWEST_ACTIONS:
            raise BeachheadError(
                f"actions: {self.actions} are too few; at least {FEWEST_ACTIONS} are needed, "
                "one for an option and one to turn the page"
            )
        if reward not in REWARDS:
            raise BeachheadError(
                f"reward: there is no {checks.brief(reward)}; choose one of {', '.join(REWARDS)}"
            )
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BeachheadError(
                f"render_mode: there is no {checks.brief(render_mode)}; "
                f"choose one of {', '.join(RENDER_MODES)}"
            )
        self.reward = reward
        self.shaping = terms.get("shaping", 0.0)
        self.render_mode = render_mode
        self.encoder = Encoder(game, self.actions, terms.get("parts", PARTS))
        self.rng = Random()
        self.page = 0
        self._state: State[Any] | None = None
        self._stood: dict[str, float] = {}

    @property
    def state(self) -> State[Any]:
        """The game under way."""
        if self._state is None:
            raise BeachheadError("no game has begun: call reset first")
        return self._state

    # --- the spaces

    def action_space(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.actions)

    def observation_space(self) -> spaces.Space[Any]:
        """The arrays that were asked for, and the mask."""
        shapes = self.encoder.shapes
        boxes: dict[str, spaces.Space[Any]] = {
            part: spaces.Box(-FAR, FAR, shape, np.float32) for part, shape in shapes.items()
        }
        return spaces.Dict({**boxes, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    # --- a game

    def begin(self, seed: int | None) -> None:
        """A new game. The one of a seed is dealt as `game.setup(seed=…)` deals it; those that
        follow without a seed are the same again after the same seed."""
        if seed is None:
            dealt = self.rng.randrange(SEEDS)
        else:
            dealt = checks.whole_number(seed, "seed")
            self.rng = Random(seed)
        self._state = self.game.setup(self.scenario, self.options, seed=dealt)
        self.page = 0
        if self.shaping:
            self._stood = {seat: self._standing(seat) for seat in self.seats}

    @property
    def listed(self) -> list[Option]:
        """The options that the actions stand for now, on this page."""
        options = self.state.decision.options
        if len(options) <= self.actions:
            return options
        first = self.page * (self.actions - 1)
        return options[first : first + self.actions - 1]

    def mask(self, seat: str) -> Mask:
        """Which actions a seat has: 1 for those that it may choose."""
        mask: Mask = np.zeros(self.actions, np.int8)
        if not self.state.over and self.state.decision.seat == seat:
            mask[: len(self.listed)] = 1
            if len(self.state.decision.options) > self.actions:
                mask[-1] = 1
        return mask

    def may(self, action: int) -> bool:
        """Whether the seat that decides has an action."""
        mask = self.mask(self.state.decision.seat)
        return 0 <= action < self.actions and bool(mask[action])

    def act(self, action: int) -> None:
        """Choose what an action stands for, or turn the page."""
        options = self.state.decision.options
        if len(options) > self.actions and action == self.actions - 1:
            pages = -(-len(options) // (self.actions - 1))
            self.page = (self.page + 1) % pages
            return
        listed = self.listed
        if not 0 <= action < len(listed):
            raise BeachheadError(
                f"action: {action} is not possible now; there are {len(listed)} options, "
                "numbered from 0 on (see action_mask)"
            )
        self.choose(listed[action])

    def choose(self, option: Option) -> None:
        """Make a choice, whoever must."""
        self.page = 0
        self.state.apply(option)

    # --- what is seen

    def observe(self, seat: str) -> Observation:
        """What a seat may know, as arrays, with the mask of its actions."""
        state = self.state
        mask = self.mask(seat)
        listed = self.listed if mask.any() else []
        return {**self.encoder.encode(state, seat, listed, self.page), "action_mask": mask}

    def text(self, seat: str) -> str:
        """What a seat may know, as text: the clock, the situation in the game's notation, and what
        is asked; for the seat that decides also its options, by their actions."""
        state = self.state
        lines = [f"{seat}: {self.game.clock(state.position)}", self._situation(seat).strip()]
        if state.result is not None:
            lines.append(f"over: {state.result.text}")
            return "\n".join(lines)
        decision = state.decision
        lines.append(f"{decision.seat} decides: {decision.prompt}")
        if decision.seat == seat:
            listed = self.listed
            lines += [f"{number}: {each.id}: {each.label}" for number, each in enumerate(listed)]
            if len(decision.options) > self.actions:
                lines.append(f"{self.actions - 1}: turn the page")
        return "\n".join(lines)

    def _situation(self, seat: str) -> str:
        try:
            return self.game.write_for(self.state.position, seat)
        except MissingError:
            seen = self.game.see(self.state.position, seat)
            return json.dumps(seen, ensure_ascii=False, indent=1)

    def render(self, seat: str | None) -> str | npt.NDArray[np.uint8] | None:
        """The board as a seat sees it; None for a spectator."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.text(seat or self.seats[0])
        svg = str(self.game.svg(self.state.position, seat))
        return svg if self.render_mode == "svg" else pixels(svg, PICTURE_WIDTH)

    # --- rewards

    def gained(self, seat: str) -> float:
        """What a seat gets for what happened since it was asked last: something when the game ends,
        and by the way only if that is asked for (`shaping`)."""
        final = self._final(seat) if self.state.over else 0.0
        if not self.shaping:
            return final
        before = self._stood[seat]
        self._stood[seat] = self._standing(seat)
        return final + self.shaping * (self._stood[seat] - before)

    def _final(self, seat: str) -> float:
        result = self.state.result
        assert result is not None, "the game is over"
        if self.reward == "points":
            return mind_of(self.game).outcome(result, seat).points
        if seat in result.winners:
            return 1.0
        return -1.0 if result.winners or self.game.all_on_one_side else 0.0

    def _standing(self, seat: str) -> float:
        """The points that a seat can expect, by what it knows and what bots make of it."""
        state = Sight(self.state, seat).deal(0) if self.game.has_secrets else self.state
        return mind_of(self.game).estimate(state.position, seat).points
