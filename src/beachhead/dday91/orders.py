"""4a Orders: units attack a hex together; where one is chosen and then its goal, both at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.dday91.combat.separating_combats import (
    TARGET,
    refuse_joining,
    targets,
    whole_attack,
)
from beachhead.dday91.odds import chances, percent, winning
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    Combat,
    DDayTable,
    UnitSet,
    enemy,
    hex_label,
    hex_tag,
    names,
    row,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.orders import Order, by_two_choices
from beachhead.kernel.play import State


def orders(state: State[DDayTable], chosen: Sequence[str], goal: str) -> list[Order]:
    """What some units can do together: attack a hex, or go where each of them can go. Without
    units, how a hex is attacked with everybody who can."""
    table = state.position
    if state.decision.kind != TARGET.id:
        return by_two_choices(state, chosen)
    by_tag = {unit_tag(unit): unit for unit in range(len(table.hex))}
    units = set_of(by_tag[tag] for tag in chosen if tag in by_tag)
    found = []
    for hex_ in members(targets(table)):
        attackers = units if chosen else whole_attack(table, hex_)
        if _may_together(table, hex_, attackers):
            found.append(_attack(table, hex_, attackers))
    return found if chosen else [order for order in found if goal in order.goal]


def _may_together(table: DDayTable, hex_: int, units: UnitSet) -> bool:
    """4a Whether each may join the others."""
    return bool(units) and all(
        refuse_joining(table, unit, Combat(hex_, units & ~(1 << unit))) is None
        for unit in members(units)
    )


def _attack(table: DDayTable, hex_: int, units: UnitSet) -> Order:
    """4a All of some units attack a hex; 13c air units join those on the ground."""
    foes = units_in(table, hex_, enemy(table.side))
    ground_first = sorted(members(units), key=lambda unit: (pieces().air >> unit & 1, unit))
    return Order(
        partial(_attacking, units, hex_, foes),
        (
            f"attack-{board().name(hex_)}",
            *(f"add-{row(unit).id}" for unit in ground_first),
            "commit",
        ),
        tuple(unit_tag(unit) for unit in members(units)),
        (hex_tag(hex_), *(unit_tag(unit) for unit in members(foes))),
        "4a",
        note=percent(winning(chances(table, Combat(hex_, units)))),
        hostile=True,
    )


def _attacking(units: UnitSet, hex_: int, foes: UnitSet) -> str:
    return f"Attack {names(foes)} in {hex_label(hex_)} with {names(units)}"
