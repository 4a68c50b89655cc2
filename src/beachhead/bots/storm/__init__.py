"""How Storm Over Normandy is played well."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from beachhead.bots.mind import Estimate, Mind
from beachhead.bots.storm import weighing
from beachhead.bots.storm.features import PRIOR, WORDS, features
from beachhead.bots.storm.ground import turns_left
from beachhead.bots.storm.portfolio import portfolio
from beachhead.bots.storm.replying import replies
from beachhead.bots.storm.winning import odds_of_winning
from beachhead.bots.values import Values, logistic
from beachhead.kernel.decision import Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State
from beachhead.kernel.position import Result
from beachhead.storm.table.schema import LAST_TURN
from beachhead.storm.table.state import GERMAN, StormTable

WIN = 250.0
"""What a game that is won is worth in points."""

QUIET = frozenset({"impulse_chosen", "continued"})
"""Where an impulse is over."""


class StormMind(Mind[StormTable]):
    """Towns and Zones for the Allies; ground, doors and time for the Germans."""

    values = Values.read(Path(__file__).with_name("weights.json"))
    prior = PRIOR
    ridge = 300.0
    hunch = 1.5
    orders_suffice = True
    awaits_reply = True
    looks = 2
    planning = frozenset({"impulse_chosen"})
    at_once = frozenset(weighing.WEIGHERS) - planning
    nodes: Mapping[str, int] = {"veteran": 56, "commander": 480}
    mirrored = True
    words = WORDS
    foresight = 2

    def worths(self, decision: Decision) -> Sequence[float]:
        return weighing.worths(decision)

    def answers(
        self, rng: Random, *, practiced: bool = True, posture: str = ""
    ) -> Callable[[Decision], Any]:
        return replies(super().answers(rng, practiced=practiced, posture=posture))

    def orders(self, state: State[StormTable], /) -> list[Order]:
        return portfolio(state)

    def is_quiet(self, decision: Decision) -> bool:
        """5.0 Also where the Germans may pay for an impulse: the turn is not over yet."""
        return decision.kind in QUIET

    def rests(self, decision: Decision) -> str | None:
        """5.0 The pass that ends the turn, as the second in a row or because the Germans have no
        card to go on with: points, fresh units and reinforcements come anyhow. In the last turn it
        ends the game."""
        table = decision.position
        ends = table.passed or (decision.seat == "allied" and not table.hands[GERMAN])
        return "pass" if ends and table.turn < LAST_TURN else None

    def has_begun(self, position: StormTable, /) -> bool:
        """4.0 When the invasion is over: what lands counts for nothing before."""
        return position.turn > 1 or position.phase not in ("setup", "invasion")

    def features(self, position: StormTable, seat: str, /) -> Mapping[str, float]:
        return features(position, seat)

    def stretch(self, position: StormTable, /) -> Hashable:
        return position.turn, position.impulse

    calibrated = {"storm-over-normandy": {"reconstruction": "refitted"}}  # noqa: RUF012
    points_are = "Allied victory points"

    def outcome(self, result: Result, seat: str) -> Estimate:
        """15.0 Points are the Allied total, and the other way round for the Germans."""
        points = float(result.score["points"])
        return Estimate(float(seat in result.winners), points if seat == "allied" else -points)

    def prospects(
        self, position: StormTable, seat: str, features: Mapping[str, float], /
    ) -> Mapping[str, float]:
        """15.0g The odds to have more points than was bid, and five beaches; and how far these are
        off as a rule, so many turns before the end."""
        sign = 1 if seat == "allied" else -1
        left = turns_left(position)
        return {
            "odds": sign * odds_of_winning(position, sign * self.values.expected(features)),
            "side": sign,
            "turns to come": sign * left,
            "many turns to come": sign * left * left / LAST_TURN,
        }

    def judged(self, position: StormTable, seat: str) -> Estimate:
        """The odds as they are: what a turn is off by would count for or against its end."""
        if position.result is not None:
            return self.outcome(position.result, seat)
        sign = 1 if seat == "allied" else -1
        expected = self.values.expected(self.features(position, seat))
        return Estimate(logistic(sign * odds_of_winning(position, sign * expected)), expected)

    def utility(self, estimate: Estimate) -> float:
        """The points, since a whole game is about them, and the win."""
        return estimate.points + WIN * estimate.chance


MIND = StormMind()
