"""2d1, 2d4 The least that it takes to put illegal stacks right: Moves until those who are too many
have left, and which armies could spare some of them. Cheap, and mostly enough to know the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product

from beachhead.dday91.movement.ranges import prospects, reach_alone
from beachhead.dday91.stacking.illegal_stacks import cannot_move, is_passed, stacks_in
from beachhead.dday91.stacking.places_to_stay import (
    Exit,
    Stack,
    exits,
    harbors,
    leave_at_once,
    on_the_move,
    rooms_taken,
)
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, UnitSet, on_board, plays, units_in
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet

NEVER = 1000


@dataclass(slots=True)
class PriceOfOrder:
    """2d4 What it takes at least to put the stack in a hex right."""

    hex: int
    wants_army: bool
    leaving: int
    """The Moves until those who are too many have left; NEVER if they cannot."""
    least: int
    """The same if its armies go wherever they like, with those in their boxes."""
    armies: UnitSet
    """Those in it that can still be moved, for a Move."""
    readings: list[tuple[int, list[Stack]]]
    """14a2 Who must leave, and the Moves until they have; where several armies are, that depends on
    which one stays."""
    crowds: list[tuple[int, list[Exit]]]
    """For the cheapest of them, how many must leave, and the first who can."""


def prices_of(table: DDayTable, wrong: HexSet) -> list[PriceOfOrder]:
    """2d1 What it takes at least to put each stack right by itself."""
    bound, moving = cannot_move(table), on_the_move(table)
    if table.step == "combat":
        return [_price_in(table, hex_, bound, moving) for hex_ in listed(wrong)]
    answers, step, ports = prospects(table, table.side).answers, table.step, harbors(table)
    found = []
    for hex_ in listed(wrong):
        units = units_in(table, hex_, table.side)
        able = units & ~bound
        spent = [table.expended.get(unit, 0) for unit in listed(able)] if table.expended else ()
        key = step, ports, hex_, units, able, able & moving, able & table.used, *spent
        price: PriceOfOrder | None = answers.get(key)
        if price is None:
            price = answers[key] = _price_in(table, hex_, bound, moving)
        found.append(price)
    return found


def _price_in(table: DDayTable, hex_: int, bound: UnitSet, moving: UnitSet) -> PriceOfOrder:
    """2d1 The same for one stack: it depends on nobody of its side but those who are in it."""
    readings = stacks_in(table, hex_, bound)
    wants_army = readings[0][0].wants_army
    known: dict[int, Exit | None] = {}
    crowds = [
        [(stack.excess, exits(table, stack, moving, known)) for stack in each] for each in readings
    ]
    costs = [sum(map(_price_of_leaving, each)) for each in crowds]
    leaving = min(costs)
    least = leaving
    able = 0 if wants_army else units_in(table, hex_, table.side) & ~bound
    armies = able & pieces().armies
    if armies and (plays(table, "stacking-restrictions") or is_passed(table, hex_)):
        least = 0 if able & moving else min(1, leaving)
    return PriceOfOrder(
        hex_,
        wants_army,
        leaving,
        least,
        armies & ~moving,
        [*zip(costs, readings, strict=True)],
        crowds[costs.index(leaving)],
    )


def _price_of_leaving(crowd: tuple[int, list[Exit]]) -> int:
    """3d2, 3e What the cheapest ways out cost; NEVER if not enough can leave."""
    excess, ways = crowd
    costs = sorted([each.moves for each in ways])
    return sum(costs[:excess]) if len(costs) >= excess else NEVER


@dataclass(slots=True)
class Helpers:
    """2d1 The armies that could join a stack without an extra Move."""

    any: bool
    """Whether there are armies that could join one at all."""
    free: UnitSet
    """On the move."""
    useful: UnitSet
    """Those of them in whose reach there is a stack that wants one."""
    paid: UnitSet
    """In illegal stacks that they have to leave."""

    def without(self, units: UnitSet) -> Helpers:
        return Helpers(self.any, self.free & ~units, self.useful & ~units, self.paid & ~units)


def helpers_for(table: DDayTable, prices: Iterable[PriceOfOrder]) -> Helpers:
    if table.step == "combat":
        return Helpers(any=False, free=0, useful=0, paid=0)
    armies = on_board(table, table.side) & pieces().armies & ~cannot_move(table)
    free = armies & on_the_move(table)
    paid = wanted = useful = 0
    for price in prices:
        paid |= price.armies
        wanted |= price.wants_army << price.hex
    if free and wanted:
        useful = set_of(army for army, hexes in reach_alone(table, free) if hexes & wanted)
    return Helpers(bool(armies), free, useful, paid)


def is_crowd(table: DDayTable, behind: UnitSet) -> bool:
    """2d1 Whether those whom an army leaves behind may not stay without it."""
    behind &= ~pieces().strategic_air
    if behind & (pieces().armies | on_the_move(table)):
        return False
    return bool(behind & (behind - 1))


def least_moves(
    prices: Iterable[PriceOfOrder],
    helpers: Helpers,
    since: int,
    hopeless: HexSet = 0,
    *,
    left: bool = False,
) -> int:
    """2d4 The Moves it takes at least to put stacks right. Each unit is moved once: who leaves a
    stack for a Move joins at most one other, and nobody but an army mends a stack by that."""
    total, wanted = 0, int(left)
    helping = (helpers.free if left else helpers.useful).bit_count()
    for price in prices:
        if not price.wants_army:
            total += price.least
            helping += min(price.least, (price.armies & helpers.paid).bit_count())
        elif price.hex <= since or hopeless >> price.hex & 1 or not helpers.any:
            total += price.leaving
        else:
            wanted += price.leaving > 0
    return total + max(0, wanted - helping)


def all_leave(
    table: DDayTable, prices: Sequence[PriceOfOrder], moves: int, spare: int = 0
) -> HexSet | None:
    """2d4 If all units that are too many can leave by themselves, the hexes they may need."""
    if leave_at_once(table, [crowd for price in prices for crowd in price.crowds], moves, spare):
        return 0
    for choice in product(*(price.readings for price in prices)):
        if sum(cost for cost, _ in choice) <= moves:
            stacks = [*chain.from_iterable(stacks for _, stacks in choice)]
            taken = rooms_taken(table, stacks, moves, spare)
            if taken is not None:
                return taken
    return None


def moves_to_leave(prices: Iterable[PriceOfOrder]) -> dict[int, int]:
    """2d4 The Moves until those who are too many have left each stack."""
    return {price.hex: price.leaving for price in prices}
