"""Orders that are worth a look: where the strong groups could go, the best first."""

from __future__ import annotations

from functools import partial

from beachhead.bots.dday91.outlook import View, view
from beachhead.bots.dday91.standing import stand
from beachhead.bots.dday91.weighing import may_join
from beachhead.dday91.movement.normal_movement import group_of
from beachhead.dday91.movement.ranges import reach
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, hex_label, hex_tag, names, row, unit_tag
from beachhead.kernel.bits import set_of
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State

GROUPS, GOALS = 2, 3
"""How many groups are looked at, and how many goals of each."""

MATTERS = 8
"""A group as strong as this is worth a thought."""


def orders(state: State[DDayTable]) -> list[Order]:
    """3 The moves of the groups that matter most, of each the best first."""
    decision, table = state.decision, state.position
    if decision.kind != "mover_chosen":
        return []
    seen = view(table, practiced=True)
    movable = [option.value[1] for option in decision.options if option.value[0] == "move"]
    strong = [unit for unit in movable if _strength(table, seen, unit) >= MATTERS]
    best = sorted(((_goals(table, seen, unit), unit) for unit in strong), reverse=True)[:GROUPS]
    found = []
    for goals, unit in best:
        found += [_order(table, unit, there) for _, there in goals]
    return found


def _strength(table: DDayTable, seen: View, unit: int) -> int:
    """2d1 How strong a unit is, or an army with those in its box."""
    here = seen.stacks[table.side].get(table.hex[unit], 0)
    if here & ~(1 << unit) and not pieces().armies >> unit & 1:
        return 0
    return seen.strength(set_of(group_of(table, unit)) & pieces().corps)


def _goals(table: DDayTable, seen: View, unit: int) -> list[tuple[float, int]]:
    """3b The hexes where a group would stand best, and what it gains there."""
    group = group_of(table, unit)
    units, here, side = set_of(group), table.hex[unit], table.side
    stays = stand(seen, side, units, here, here)
    found = [
        (stand(seen, side, units, there, here) - stays, there)
        for there in reach(table, group)
        if board().land >> there & 1 and may_join(seen, side, units, there)
    ]
    return sorted(found, reverse=True)[:GOALS]


def _order(table: DDayTable, unit: int, there: int) -> Order:
    name = board().name(there)
    group = tuple(group_of(table, unit))
    return Order(
        partial(_text, group, there),
        (f"move-{row(unit).id}", f"go-{name}", f"to-{name}", "stop"),
        tuple(unit_tag(each) for each in group),
        (hex_tag(there),),
        "3",
    )


def _text(group: tuple[int, ...], there: int) -> str:
    return f"{names(group)} to {hex_label(there)}"
