"""Searching: the orders that seem best are looked at, and the better ones again.

Orders are looked at in rounds, on copies in which what is hidden and what chance brings are dealt
anew; now and then the worse half is given up (sequential halving). Where the reply counts, all are
looked at once without it, and the better ones with it: many orders seen once find more than few
seen well. It can be stopped at any time, and looks at so many positions at most.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, ClassVar

from beachhead.bots.bot import Bot, Effort, Thought
from beachhead.bots.lookahead import Halt, Outlook, carry_out, mean, next_stretch
from beachhead.bots.sight import Sight
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.orders import Order
from beachhead.kernel.play import Game, State

ROUNDS = 2
"""After so many rounds the worse half is given up."""
FARTHER = 2
"""As many positions are looked at where a look goes on to the reply."""
ENDLESS = 1_000_000
POSTURE = "|"
"""What a posture is told from choices by, in what is left of a plan."""


class Clock:
    """The time that somebody was granted, if any. The first look is always taken; the next is begun
    if one like those before it would still be over in time."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.begun = time.monotonic()
        self.looks = 0

    def spent(self) -> float:
        return time.monotonic() - self.begun

    def is_late(self) -> bool:
        """Whether it is too late for another look."""
        if self.seconds is None:
            return False
        return self.spent() * (1 + 1 / self.looks) > self.seconds


class Searcher(Bot):
    """Who looks ahead before it chooses, and carries out what it has decided on."""

    level: ClassVar[str]
    is_thorough: ClassVar[bool] = False
    """Whether it looks at the last few orders as often as its budget allows, after the reply."""

    def __init__(
        self, game: Game[Any], *, seed: int | str = 0, effort: Effort | None = None
    ) -> None:
        super().__init__(game, seed=seed, effort=effort)
        self.plan: Order | None = None
        self.posture = ""
        self.part = ""
        given = Effort() if effort is None else effort
        nodes = given.nodes or self.mind.nodes[self.level]
        self.width = max(2, nodes // self.mind.looks)
        self.seconds = given.seconds
        self.nodes = nodes if given.nodes or given.seconds is None else ENDLESS
        self.told = given.nodes is not None or given.seconds is not None

    @property
    def left(self) -> tuple[str, ...]:
        choices = () if self.plan is None else self.plan.choices
        return (f"{POSTURE}{self.posture}{POSTURE}{self.part}", *choices) if self.part else choices

    def go_on(self, asked: int, left: Sequence[str]) -> None:
        super().go_on(asked, left)
        self.posture = self.part = ""
        if left and left[0].startswith(POSTURE):
            _, self.posture, self.part = left[0].split(POSTURE)
            left = left[1:]
        self.plan = Order("", tuple(left), (), (), "") if left else None

    def halt(self, state: State[Any]) -> Halt:
        """How far it looks."""
        raise NotImplementedError

    def halt_again(self, state: State[Any]) -> Halt | None:
        """How far it looks when the worse half has been given up, if farther."""
        mind = self.mind
        return next_stretch(mind, state, mind.foresight) if mind.awaits_reply else None

    def choose(self, sight: Sight) -> Option:
        decision, rng, clock = sight.decision, self.rng(), Clock(self.seconds)
        if len(decision.options) == 1:
            return decision.options[0]
        planned = self._planned(decision)
        if planned is not None:
            return planned
        if self.mind.postures and decision.kind in self.mind.planning:
            self._take_posture(sight, rng, clock)
        if not self.mind.planning or self.mind.hurries(decision, self.level):
            return self.mind.policy(rng, practiced=True, posture=self.posture)(decision)
        orders = self.candidates(sight, rng)
        self.thoughts = self.weigh(sight, orders, rng, clock=clock)
        best = self.thoughts[0] if self.thoughts else orders[0]
        self.plan = Order("", best.choices, (), (), decision.rule)
        option = self._planned(decision)
        assert option is not None, f"{best.text} is not possible"
        return option

    def _planned(self, decision: Decision) -> Option | None:
        """What the plan answers, if it has an answer; it ends where the next order is due."""
        found = None if self.plan is None else self.plan.answer(decision)
        if found is not None:
            option, self.plan = found
            return option
        if decision.kind in self.mind.planning:
            self.plan = None
        return None

    def _take_posture(self, sight: Sight, rng: Random, clock: Clock) -> None:
        """When a part of the game begins, decide how to play on: each posture is played on with,
        to where the game is decided or nearly so, and what came of it is compared."""
        decision, mind = sight.decision, self.mind
        part = str(mind.stretch(decision.position))
        if part == self.part:
            return
        self.part, self.posture = part, ""
        if mind.weighs_postures(decision, self.level):
            if not self.told:
                self.nodes = mind.nodes_at(decision, self.level)
                self.width = max(2, self.nodes // mind.looks_at(decision))
            postures = mind.postures_of(decision)[: self.width]
            ways = [Order(posture, (), (), (), decision.rule) for posture in postures]
            rounds = self._rounds(len(ways))
            self.thoughts = self.weigh(sight, ways, rng, rounds, clock)
            self.posture = self.thoughts[0].text

    def _rounds(self, count: int) -> int:
        """After how many rounds the worse half of some postures is given up, so that all that may
        be looked at is: there are never more of them, however much that is. Who was granted time
        gives up by the clock."""
        if self.nodes == ENDLESS:
            return ROUNDS
        looks = 0
        while count > 1:
            looks, count = looks + count, -(-count // 2)
        return max(1, self.nodes // max(1, looks))

    def candidates(self, sight: Sight, rng: Random) -> list[Order]:
        """What it looks at: what it would choose at once, unless the best order begins with that,
        then the orders and options that seem best, in turn."""
        decision, mind = sight.decision, self.mind
        orders = mind.orders(sight.deal(0)) if decision.kind in mind.planning else []
        if orders and mind.orders_suffice:
            return self._with_the_rest(orders, decision)
        worths = mind.practiced(decision)
        ties = {at: rng.random() for at in range(len(worths))}
        first, *others = sorted(ties, key=lambda at: (-worths[at], ties[at]))
        options = decision.options
        orders = [order for order in orders if order.choices != (options[first].id,)]
        begun = {order.choices[0] for order in orders}
        singles = [_single(options[at], worths[at]) for at in others if options[at].id not in begun]
        if orders and not mind.each_option:
            singles = []
        begins = orders and orders[0].choices[0] == options[first].id
        at_once = [] if begins else [_single(options[first], worths[first])]
        found = [*at_once, *_in_turn(orders, singles)]
        return found[: self.width]

    def _with_the_rest(self, orders: list[Order], decision: Decision) -> list[Order]:
        """Orders, and in turn with them the options that none begins with, the last first: a pass
        comes last."""
        begun = {order.choices[0] for order in orders}
        others = [_single(each, 0.0) for each in decision.options[::-1] if each.id not in begun]
        return [*_in_turn(orders, others)][: self.width]

    def weigh(
        self,
        sight: Sight,
        orders: list[Order],
        rng: Random,
        rounds: int = ROUNDS,
        clock: Clock | None = None,
    ) -> list[Thought]:
        """What it thinks of some orders, the best first."""
        salt, clock = rng.random(), clock or Clock(self.seconds)
        start = self.mind.start(sight.decision)
        stages, stage = max(1, (len(orders) - 1).bit_length()), 0
        looks: list[list[Outlook]] = [[] for _ in orders]
        running, left, number, price = list(range(len(orders))), self.nodes, 0, 1
        due = rounds
        given_up: list[int] = []
        nearer: dict[int, list[Outlook]] = {}
        while left >= price and len(running) > 1:
            state = sight.deal(number)
            again = [at for at in running if not looks[at] or looks[at][-1].may_differ]
            for at in again[: left // price]:
                if clock.looks and (clock.is_late() or self.is_hurried()):
                    left = 0
                    break
                looks[at].append(self._look(sight, state, orders[at], salt, number, price > 1))
                clock.looks += 1
                left -= price
            number += 1
            running.sort(key=lambda at: -self._worth(orders[at], looks[at], 0.0 if at else start))
            if not again:
                break
            kept = -(-len(running) // 2)
            if number == 1 and self.mind.awaits_reply:
                enough = left // (ROUNDS * FARTHER)
                if enough < 2:
                    continue
                kept, price, number = min(kept, enough), FARTHER, ROUNDS
            elif number < due:
                continue
            elif not self._gives_up((stage + 1) / stages, clock):
                due = number + rounds
                continue
            stage += 1
            given_up, running = [*running[kept:], *given_up], running[:kept]
            due = number + (rounds if price == 1 else self._rounds_again(kept, left // price))
            if price == FARTHER and not nearer:
                for at in running:
                    nearer[at], looks[at] = looks[at], []
        if any(not looks[at] for at in nearer):  # there was no time to look at all of them again
            for at, before in nearer.items():
                looks[at] = before
            running.sort(key=lambda at: -self._worth(orders[at], looks[at], 0.0 if at else start))
        return [self._thought(orders[at], looks[at]) for at in (*running, *given_up) if looks[at]]

    def _rounds_again(self, count: int, looks: int) -> int:
        """After how many rounds after the reply the worse half of those left is given up: who is
        thorough shares the looks that are left out, so that the last two have most."""
        if not self.is_thorough or self.nodes == ENDLESS or count == 1:
            return ROUNDS
        share = looks // ((count - 1).bit_length() * count)
        return max(ROUNDS, share - share % 2)

    def _gives_up(self, share: float, clock: Clock) -> bool:
        """Whether the worse half is given up now: who was granted time looks again until that share
        of it is over."""
        if self.seconds is None or self.nodes < ENDLESS:
            return True
        return clock.spent() >= self.seconds * share

    def _look(
        self,
        sight: Sight,
        state: State[Any],
        order: Order,
        salt: float,
        number: int,
        farther: bool,
    ) -> Outlook:
        """What comes of an order this time."""
        if (rest := self.rest(sight, order)) is not None:
            return rest
        chance, mirrored = Random(f"{salt} {number // 2}"), bool(number % 2)
        if order.choices:
            halt = (self.halt_again(state) if farther else None) or self.halt(state)
            return carry_out(sight, state, order, self.mind, chance, halt, mirrored=mirrored)
        halt = next_stretch(self.mind, state, self.mind.horizon(state.position))
        return carry_out(
            sight, state, order, self.mind, chance, halt, mirrored=mirrored, posture=order.text
        )

    def rest(self, sight: Sight, order: Order) -> Outlook | None:
        """How things stand, for the order that leaves them so (`Mind.rests`)."""
        decision = sight.decision
        if not order.choices or order.choices != (self.mind.rests(decision),):
            return None
        position = decision.position
        return Outlook(self.mind.judged(position, decision.seat), False, position)

    def _worth(self, order: Order, looks: list[Outlook], start: float) -> float:
        """What the looks at an order show, and what it seemed worth before; what one would choose
        at once has a start."""
        if not looks:
            return -math.inf
        shown = self.mind.utility(mean([look.estimate for look in looks]))
        return shown + self.mind.hunch * order.worth + start

    def _thought(self, order: Order, looks: list[Outlook]) -> Thought:
        return Thought(
            order.text, order.choices, mean([each.estimate for each in looks]), len(looks)
        )


def _single(option: Option, worth: float) -> Order:
    """An option as an order: what it leads to is chosen at once."""
    return Order(lambda: option.label, (option.id,), (), (), option.rule, worth=worth)


def _in_turn(*lists: list[Order]) -> Iterator[Order]:
    """The first of each, then the second of each, and so on."""
    for each in zip_longest(*lists):
        yield from (order for order in each if order is not None)
