"""Orders worth looking at when a division acts: what to do first, before all else goes on as usual.

Every attack and naval barrage, whoever the paid actions might go to, and for those who act for free
another place than the first that comes to mind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

from beachhead.bots.omaha.judging import FREE, Weighing, weighing_of
from beachhead.bots.omaha.weighing import worths
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.orders import Order
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import UNITS, OmahaTable, piece_name
from beachhead.omaha.us_actions.routes import paths, scene_of

PAID = 8
"""So many who may take a paid action are looked at."""
ELSEWHERE = 8
"""So many other places for who acts for free."""


def orders(decision: Decision) -> list[Order]:
    """What a division may do first, the most promising of each kind in turn."""
    table: OmahaTable = decision.position
    ranked = sorted(zip(worths(decision), decision.options, strict=True), key=lambda each: -each[0])
    fights, paid, free = [], [], []
    for worth, option in ranked:
        what, which = option.value
        if what in ("attack", "naval"):
            fights.append(_order(option))
        elif what == "piece" and worth < FREE / 4:
            paid.append(_order(option))
        elif what == "piece" and worth >= FREE and which < UNITS:
            free.append((which, option))
    others = [*_elsewhere(weighing_of(table), free)]
    found = [*_in_turn(fights, paid[:PAID], others[:ELSEWHERE])]
    # What it would do at once is looked at too: no other order with the same beginning replaces it.
    usual = ranked[0][1].id
    found.sort(key=lambda order: order.choices[0] == usual)
    return found if found and found[0].choices[0] != usual else []


def _order(option: Option) -> Order:
    return Order(lambda: option.label, (option.id,), (), (), option.rule)


def _elsewhere(weighing: Weighing, free: Sequence[tuple[int, Option]]) -> Iterator[Order]:
    """Other places for pieces that move for free, the least bad first."""
    table, found = weighing.table, []
    for piece, option in free:
        if (table.disrupted | table.climbing | table.climbing_cliff) >> piece & 1:
            continue
        goals = {path[-1] for path in paths(table, piece, scene_of(table)) if len(path) == 1}
        ranked = sorted(goals, key=lambda goal: -weighing.stand(piece, goal))
        best = weighing.stand(piece, ranked[0]) if ranked else 0.0
        for goal in ranked[1:3]:
            found.append((best - weighing.stand(piece, goal), piece, goal, option))
    for _, piece, goal, option in sorted(found, key=lambda each: each[0]):
        name = board().name(goal)
        yield Order(
            partial("{} to {}".format, piece_name(piece), name),
            (option.id, f"move-{name}"),
            (),
            (),
            option.rule,
        )


def _in_turn(*lists: Sequence[Order]) -> Iterator[Order]:
    for each in zip_longest(*lists):
        yield from (order for order in each if order is not None)
