"""What a game knows about being played well: said once for each game, used by every level.

A game's mind weighs options for whoever must decide at once, names the orders that are worth
looking at, and tells by named features how a position stands. Values are fitted to games
(`beachhead tune`) and kept as data.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

import beachhead
from beachhead.bots.values import Values
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.orders import Order
from beachhead.kernel.play import Game, P, Policy, State
from beachhead.kernel.position import Result


class Estimate(NamedTuple):
    """How a seat stands: its chance to win, and the points that it can expect."""

    chance: float
    points: float


class Mind(Generic[P]):
    """How a game is played well. As it stands, it knows nothing but the rules."""

    values: Values = Values()
    """How features are weighed."""

    calibrated: Mapping[str, Mapping[str, Any]] = {}
    """The scenarios for which the chance was held against games that nothing was fitted on, with
    the options that were not the default ones: only there is it shown to players, for it must be
    the probability of what it seems to be."""

    prior: Mapping[str, float] = {}
    """What features count for the points before a game was played: what players say of them."""

    ridge: float = 1.0
    """How much it takes to fit other weights: as if each feature had so many samples for them."""

    planning: frozenset[str] = frozenset()
    """The kinds of decisions at which orders are given; what comes between two of them belongs to
    an order, or follows from it."""

    at_once: frozenset[str] = frozenset()
    """The kinds of decisions that are not worth a look ahead."""

    hunch: float = 0.0
    """How much what an order seems worth before a look counts beside what the look shows."""

    def has_begun(self, position: P, /) -> bool:  # noqa: ARG002
        """Whether it can be said who is winning: not before all are set up, say."""
        return True

    def knows_chance(self, state: State[P]) -> bool:
        """Whether the chance may be shown in a game."""
        settings = state.game.settings
        otherwise = {
            name: value for name, value in state.options.items() if value != settings[name].default
        }
        return self.calibrated.get(state.scenario) == otherwise

    def hurries(self, decision: Decision, level: str) -> bool:  # noqa: ARG002
        """Whether a level chooses at once here."""
        return decision.kind in self.at_once

    def is_quiet(self, decision: Decision) -> bool:
        """Whether a position can be judged at a decision, somebody's or chance's."""
        return decision.kind in self.planning

    def is_settled(self, decision: Decision) -> bool:
        """Whether players can be told at a decision how they stand by what is on the table; else
        they are told how they will when what has begun is done."""
        return decision.kind in self.planning or self.is_quiet(decision)

    def rests(self, decision: Decision) -> str | None:  # noqa: ARG002
        """The option that leaves all as it is, though a part of the game ends with it: it is judged
        by how things stand, since what the end of that part changes comes whatever is chosen."""
        return None

    each_option: bool = True
    """Whether options one by one are looked at, besides the orders."""

    orders_suffice: bool = False
    """Whether the best order is as good as what one would choose at once: then only those options
    are looked at besides that no order begins with."""

    awaits_reply: bool = False
    """Whether orders are looked at once to where the next is due, and then only the better ones,
    half of them at most, as many as may be looked at twice after the reply: by a Commander too."""

    looks: int = 4
    """How many nodes of the budget one order takes: with the halves that are given up each has two
    looks at least; 2 where chance seldom decides what comes of an order, or where each is looked at
    once before the reply."""

    margin: float = 0.0
    """By how much of utility something else must be better than what one would choose at once: as
    much as a few looks may err."""

    postures: Sequence[str] = ()
    """Ways to play on that are looked at as a whole when a part of the game begins, the usual one
    first: the moves of a turn go together, and each of them alone changes too little to be seen."""

    def postures_of(self, decision: Decision) -> Sequence[str]:  # noqa: ARG002
        """The postures of who must decide."""
        return self.postures

    def weighs_postures(self, decision: Decision, level: str) -> bool:  # noqa: ARG002
        """Whether a level chooses a posture in the part of the game that has begun."""
        return False

    def horizon(self, position: P, /) -> int:  # noqa: ARG002
        """How many parts of the game postures are played on for, the present one included."""
        return self.foresight

    nodes: Mapping[str, int] = {"veteran": 16, "commander": 160}
    """How many positions each level looks at for a decision, if nobody says otherwise."""

    def nodes_at(self, decision: Decision, level: str) -> int:  # noqa: ARG002
        """How many it looks at to choose a posture, if nobody says otherwise."""
        return self.nodes[level]

    def looks_at(self, decision: Decision) -> int:  # noqa: ARG002
        """How many of them one posture takes."""
        return self.looks

    def start(self, decision: Decision) -> float:  # noqa: ARG002
        """By how much of utility something else must be better here."""
        return self.margin

    def worths(self, decision: Decision) -> Sequence[float]:
        """What each option seems worth to who must choose at once; higher is better."""
        return [0.0] * len(decision.options)

    def practiced(self, decision: Decision) -> Sequence[float]:
        """The same to who has played often: how levels that look ahead choose at once, and how
        they suppose that all play on."""
        return self.worths(decision)

    def orders(self, state: State[P], /) -> list[Order]:  # noqa: ARG002
        """What is worth looking at where orders are given, besides the options one by one."""
        return []

    def features(self, position: P, seat: str, /) -> Mapping[str, float]:  # noqa: ARG002
        """What counts in a position, for a seat, by names that a player would use."""
        return {}

    def prospects(
        self,
        position: P,  # noqa: ARG002
        seat: str,  # noqa: ARG002
        features: Mapping[str, float],
        /,
    ) -> Mapping[str, float]:
        """What the chance to win follows from; the features, where a game says nothing else."""
        return features

    mirrored: bool = False
    """Whether what counts for one seat counts as much against the other: then nothing is the same
    for both, and weights need no constant."""

    words: Mapping[str, str] = {}
    """What a feature is called in a sentence, such as `towns held`."""

    def stretch(self, position: P, /) -> Hashable:  # noqa: ARG002
        """The part of the game that a position is in, such as a turn."""
        return None

    foresight: int = 2
    """How many such parts a search plays on, the present one included."""

    chance_is: str = "to win"
    """What the chance is of, behind a figure."""

    points_are: str = "points of the result"
    """What the points of an outcome count, as people say it."""

    def outcome(self, result: Result, seat: str) -> Estimate:
        """What a result is worth to a seat."""
        won = seat in result.winners
        return Estimate(float(won), float(result.score.get("points", won)))

    def utility(self, estimate: Estimate) -> float:
        """What a seat wants more of."""
        return estimate.chance + 0.001 * estimate.points

    # --- what follows from these

    def estimate(self, position: P, seat: str) -> Estimate:
        """How a seat stands in a position."""
        if position.result is not None:
            return self.outcome(position.result, seat)
        features = self.features(position, seat)
        chance = self.values.likely(self.prospects(position, seat, features))
        return Estimate(chance, self.values.expected(features))

    def judged(self, position: P, seat: str) -> Estimate:
        """How a seat stands where a look ahead ends; what players are told, unless that would
        mislead who compares."""
        return self.estimate(position, seat)

    def policy(self, rng: Random, *, practiced: bool = False, posture: str = "") -> Policy:  # noqa: ARG002
        """Choosing at once: whatever seems worth most."""
        return best_by(self.practiced if practiced else self.worths, rng)

    def answers(
        self, rng: Random, *, practiced: bool = True, posture: str = ""
    ) -> Callable[[Decision], Any]:
        """How all play on in a look ahead: the value of what is chosen at once."""
        choose = self.policy(rng, practiced=practiced, posture=posture)

        def answer(decision: Decision) -> Any:
            only = decision.only_way
            return (choose(decision) if only is None else only).value

        return answer


def best_by(weigh: Callable[[Decision], Sequence[float]], rng: Random) -> Policy:
    """Choosing what weighs most, any of those that weigh the same."""

    def choose(decision: Decision) -> Option:
        options = decision.options
        if len(options) == 1:
            return options[0]
        worths = weigh(decision)
        most = max(worths)
        best = [number for number, worth in enumerate(worths) if worth == most]
        return options[best[int(rng.random() * len(best))]]

    return choose


AnyMind = Mind[Any]


def mind_of(game: Game[Any]) -> AnyMind:
    """What is known about playing a game well: `game.mind()` of a game from elsewhere, else what
    is here of ours; without either nothing but the rules."""
    own = getattr(game, "mind", None)
    if callable(own):
        found: AnyMind = own()
        return found
    if game.name not in beachhead.OWN:
        return Mind()
    mind: AnyMind = importlib.import_module(f"beachhead.bots.{game.name}").MIND
    return mind
