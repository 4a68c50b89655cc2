"""Looking ahead: what may come of an order, on copies, with chance dealt anew.

An order is carried out, what it is asked on the way is answered by it or at once (`Mind.policy`),
chance falls as it may, and the position that it leads to is judged. Orders that are compared meet
the same chance where they can: sample n of each is dealt from the same numbers. Every other sample
is the mirror image of the one before it, high where that was low, so that two already tell what
comes of an order on average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from beachhead.bots.mind import AnyMind, Estimate
from beachhead.bots.sight import Sight
from beachhead.kernel.chance import Pick, picker
from beachhead.kernel.decision import Chance, Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State

Halt = Callable[[Decision], bool]
"""Whether to stop at a decision."""


class Outlook(NamedTuple):
    """Where an order led, and whether it may lead elsewhere another time."""

    estimate: Estimate
    may_differ: bool
    position: Any

    def features(self, mind: AnyMind, seat: str) -> Mapping[str, float]:
        """What counts there; nothing does any more when the game is over."""
        return {} if self.position.result is not None else mind.features(self.position, seat)


def carry_out(
    sight: Sight,
    state: State[Any],
    order: Order,
    mind: AnyMind,
    rng: Random,
    halt: Halt,
    *,
    mirrored: bool = False,
    posture: str = "",
) -> Outlook:
    """How a seat stands when an order was carried out on one way that things may be for it, and
    play went on to the first decision at which to halt; others, and the seat itself, choose at
    once, in that posture. What the order answers first is asked alike every time: its options are
    listed once."""
    seat = sight.seat
    assert seat is not None
    pick = mirror(picker(rng)) if mirrored else picker(rng)
    play_on = mind.answers(rng, posture=posture)
    rest, begun, by_chance = order, False, False
    listed: Decision | None = sight.decision

    def is_done(decision: Decision) -> bool:
        nonlocal rest, begun
        if not begun:
            begun = True
            return False
        if rest.choices and decision.kind in mind.planning:
            if decision.seat == seat and rest.answer(decision) is not None:
                return False
            rest = rest._replace(choices=())
        return not rest.choices and halt(decision)

    def answer(decision: Decision) -> Any:
        nonlocal rest, by_chance, listed
        asked, listed = listed or decision, None
        if isinstance(decision, Chance):
            by_chance = True
            return decision.any_value(pick)
        if rest.choices and decision.seat == seat:
            found = rest.answer(asked)
            if found is not None:
                option, rest = found
                return option.value
        return play_on(decision)

    there = state.played_on(answer, is_done)
    return Outlook(
        mind.judged(there.position, seat), by_chance or state.game.has_secrets, there.position
    )


def mirror(pick: Pick) -> Pick:
    """What is high where another is low."""
    return lambda count: count - 1 - pick(count)


def next_order(mind: AnyMind) -> Halt:
    """To the next decision at which positions can be judged."""
    return mind.is_quiet


def next_stretch(mind: AnyMind, state: State[Any], count: int = 1) -> Halt:
    """To where positions can be judged after the present part of the game, and `count` - 1 more,
    have ended."""
    last, left = mind.stretch(state.position), count

    def halt(decision: Decision) -> bool:
        nonlocal last, left
        if (now := mind.stretch(decision.position)) != last:
            last, left = now, left - 1
        return left <= 0 and mind.is_quiet(decision)

    return halt


def mean(estimates: Sequence[Estimate]) -> Estimate:
    """What several ways come to on average."""
    count = len(estimates)
    return Estimate(
        sum(each.chance for each in estimates) / count,
        sum(each.points for each in estimates) / count,
    )
