"""Advice: what to do, why, and what is wrong with what one has in mind; and who is winning.

Everything is said of what a seat may know. Why an order is good is said by `reasons.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from beachhead.bots.bot import Effort, Thought
from beachhead.bots.lookahead import carry_out, mean, mirror
from beachhead.bots.mind import AnyMind, Estimate, mind_of
from beachhead.bots.reasons import (
    CAUSES,
    Account,
    Cause,
    account,
    answers,
    apart,
    at_once,
    completed,
    contributions,
    promises,
    shortcomings,
    takings,
    worded,
)
from beachhead.bots.sight import Sight
from beachhead.bots.veteran import Veteran
from beachhead.kernel.chance import picker
from beachhead.kernel.decision import Chance, Decision
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State

SAMPLES = 8
"""How often an order is carried out to see what it changes."""
WIDTH = 4
"""How many of the orders that seemed best are told apart by that."""


class Advice(NamedTuple):
    """An order, what it is worth, what a throw or a card promises, and why."""

    text: str
    choices: tuple[str, ...]
    pieces: tuple[str, ...]
    goal: tuple[str, ...]
    estimate: Estimate
    odds: tuple[str, ...]
    causes: list[Cause]


class Counsel(NamedTuple):
    """How a seat stands, what it could do, the best first, and what it has in mind."""

    now: Estimate
    best: list[Advice]
    considered: Advice | None


class Consequence(NamedTuple):
    """What comes of an order: how one stands on average as far as a veteran looks, and what counts
    there; and what it has changed at once, what is then held for victory in each try, and whether
    another seat is to answer."""

    order: Order
    worth: float
    """What orders are compared by."""
    estimate: Estimate
    features: Mapping[str, float]
    changed: Mapping[str, float]
    accounts: list[Account]
    same_part: bool
    """Whether all that happens in the present part of the game: else it is not only the order's."""
    answered: bool


def estimate(sight: Sight, seat: str) -> Estimate:
    """How a seat stands, by what whoever looks may know: in the midst of what only counts when it
    is done, where it leads on average of two ways that mirror each other."""
    mind = mind_of(sight.game)
    if mind.is_settled(sight.decision):
        return mind.estimate(sight.deal(0).position, seat)
    return mean([_settled(sight, seat, mind, is_mirrored) for is_mirrored in (False, True)])


def _settled(sight: Sight, seat: str, mind: AnyMind, is_mirrored: bool) -> Estimate:
    """How a seat stands when what has begun is done, if all choose at once until then."""
    rng = Random("settled")
    pick, choose = picker(rng), mind.answers(rng)
    if is_mirrored:
        pick = mirror(pick)

    def answer(decision: Decision) -> Any:
        return decision.any_value(pick) if isinstance(decision, Chance) else choose(decision)

    there = sight.deal(int(is_mirrored)).played_on(answer, mind.is_settled)
    return mind.estimate(there.position, seat)


def counsel(
    sight: Sight,
    considered: Sequence[str] = (),
    *,
    seed: int | str = 0,
    effort: Effort | None = None,
    count: int = 2,
) -> Counsel:
    """What a veteran would do, and what he thinks of something else."""
    assert sight.seat is not None
    bot = Veteran(sight.game, seed=seed, effort=effort)
    rng = Random(f"advice {seed}")
    orders = bot.candidates(sight, rng)
    thoughts = bot.weigh(sight, orders, rng) if len(orders) > 1 else []
    if not thoughts:
        thoughts = [Thought(orders[0].text, orders[0].choices, estimate(sight, sight.seat), 0)]
    by_choices = {order.choices: order for order in orders}
    found: dict[tuple[str, ...], Consequence] = {}
    for each in thoughts[:WIDTH]:
        order = completed(sight, by_choices[each.choices], bot.mind)
        if order.choices not in found:
            found[order.choices] = _consequence(sight, bot, order)
    every = sorted(found.values(), key=lambda each: -each.worth)
    other = None
    if considered:
        known = by_choices.get(tuple(considered)) or _as_order(sight, considered)
        order = completed(sight, known, bot.mind)
        other = _other(sight, bot, _consequence(sight, bot, order), every[0])
    best = [_advice(sight, bot, each, every) for each in every[:count]]
    return Counsel(estimate(sight, sight.seat), best, other)


def _as_order(sight: Sight, choices: Sequence[str]) -> Order:
    option = sight.decision.find(choices[0])
    label = "What you have in mind" if option is None else option.label
    return Order(label, tuple(choices), (), (), sight.decision.rule)


def _consequence(sight: Sight, bot: Veteran, order: Order) -> Consequence:
    """What comes of an order, in several tries."""
    mind, seat = bot.mind, sight.seat
    assert seat is not None
    judged, estimates = list[Estimate](), list[Estimate]()
    features, changed = dict[str, float](), dict[str, float]()
    accounts, part = list[Account](), mind.stretch(sight.deal(0).position)
    same_part = answered = True
    for number in range(SAMPLES):
        state = sight.deal(number)
        far = bot.rest(sight, order) or carry_out(
            sight, state, order, mind, Random(number), bot.halt(state)
        )
        near = carry_out(sight, state.copy(), order, mind, Random(number), at_once(mind))
        judged.append(far.estimate)
        estimates.append(mind.estimate(far.position, seat))
        _add(features, far.features(mind, seat))
        _add(changed, near.features(mind, seat))
        accounts.append(account(sight.game, near.position, seat))
        over = near.position.result is not None
        same_part = same_part and not over and mind.stretch(near.position) == part
        answered = answered and same_part and _decides(sight, near.position) != seat
    worth = mind.utility(mean(judged))
    return Consequence(
        order, worth, mean(estimates), features, changed, accounts, same_part, answered
    )


def _add(total: dict[str, float], features: Mapping[str, float]) -> None:
    for name, value in features.items():
        total[name] = total.get(name, 0.0) + value / SAMPLES


def _decides(sight: Sight, position: Any) -> str:
    """Which seat decides in a position."""
    like = sight.deal(0)
    return State(sight.game, like.scenario, like.options, position).decision.seat


def _sign(sight: Sight) -> int:
    """Whether what counts for victory counts for a seat or against it."""
    seats = sight.deal(0).seats
    return 1 if sight.game.all_on_one_side or sight.seat == seats[0] else -1


def _advice(sight: Sight, bot: Veteran, found: Consequence, every: list[Consequence]) -> Advice:
    """What comes of an order, and what changes by it that does not change by every other."""
    assert sight.seat is not None
    sign, now = _sign(sight), sight.deal(0).position
    if not found.same_part:  # more than the order has changed: what it does better than the next
        rival = next((each for each in every if each != found), found)
        ahead = contributions(bot.mind, rival.features, found.features)
        return _told(sight, found, worded(bot.mind, ahead))
    causes = takings(account(sight.game, now, sight.seat), found.accounts, sign)
    if found.answered:
        causes += answers(sight, found.order, bot.mind, found.accounts, sign, SAMPLES)
    if len(causes) < CAUSES:
        before = bot.mind.features(now, sight.seat)
        others = [contributions(bot.mind, before, each.changed) for each in every if each != found]
        own = contributions(bot.mind, before, found.changed)
        causes += worded(bot.mind, apart(own, others))
    return _told(sight, found, causes[: CAUSES + 1])


def _other(sight: Sight, bot: Veteran, found: Consequence, best: Consequence) -> Advice:
    """What comes of what one has in mind, and where the best order is better."""
    causes = worded(bot.mind, contributions(bot.mind, best.features, found.features))
    if found.order.choices == best.order.choices:
        causes = []
    return _told(sight, found, shortcomings(causes))


def _told(sight: Sight, found: Consequence, causes: list[Cause]) -> Advice:
    order = found.order
    odds = promises(sight, order)
    return Advice(order.text, order.choices, order.pieces, order.goal, found.estimate, odds, causes)
