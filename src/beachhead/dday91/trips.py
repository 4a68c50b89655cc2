"""2d1, 3d2 What an army can do for illegal stacks with one Move: join one, and on its way pass
others whose units then go wherever they can, picked up and sent on alone.

Whoever is carried could also go there by himself, so it is enough to know which hexes an army
visits and where it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from beachhead.dday91.board import board
from beachhead.dday91.crossings import ports
from beachhead.dday91.pieces import pieces
from beachhead.dday91.ranges import Limits, limits, reach, spread
from beachhead.dday91.rooms import BEFORE_TRANSFERS, on_the_move
from beachhead.dday91.stacking import refuse_stack
from beachhead.dday91.state import (
    ALLIED,
    Table,
    UnitSet,
    box_of,
    enemy,
    occupied,
    on_board,
    plays,
    put,
    units_in,
)
from beachhead.kernel.grid import HexSet, members, set_of

MOST_VISITED = 2
"""How many stacks an army comes by before the one it joins."""


class Trip(NamedTuple):
    """A move of an army: its Moves, where it ends with whom, and whom it lets go on the way."""

    price: int
    units: UnitSet
    end: int
    freed: UnitSet
    makes_room: bool
    """Whether it comes by no stack, and units come to it."""


class Walk(NamedTuple):
    """3b The hexes an army visits for the stacks in them, and where it can end after that."""

    visited: HexSet
    ends: HexSet


def able_armies(table: Table, bound: UnitSet) -> UnitSet:
    """2d1 The armies that can still be moved to a stack. Nobody waits for one that pursues
    (14b2)."""
    if table.step == "combat":
        return 0
    return on_board(table, table.side) & pieces().armies & ~bound


Judge = Callable[[int, int, UnitSet, HexSet], bool]
"""Whether an army could be enough: for so many Moves, if it lets units go and ends somewhere."""


def trips(
    table: Table, wrong: HexSet, bound: UnitSet, moves: int, is_enough: Judge
) -> Iterator[Trip]:
    """2d1 What the armies could do for the stacks in some hexes with so many Moves, the simplest
    first."""
    later: list[Trip] = []
    leavers = _can_be_picked_up(table, wrong, bound)
    within: dict[int, HexSet] = {}
    for army in members(able_armies(table, bound)):
        for price, walk in _ways(table, army, wrong, moves):
            freed = _can_be_picked_up(table, walk.visited, bound)
            if not is_enough(army, price, freed, walk.ends):
                continue
            for unit in members((freed | leavers) & ~set_of(within)):
                within[unit] = reach(table, [unit]).hexes | 1 << table.hex[unit]
            near = [within[unit] for unit in members(freed | leavers)]
            for end in _useful_ends(table, army, walk, wrong, near):
                for group in _groups(table, army, end, freed):
                    makes_room = not (walk.visited | 1 << end) & wrong
                    trip = Trip(price, 1 << army | group, end, freed & ~group, makes_room)
                    if wrong >> end & 1:
                        yield trip
                    else:
                        later.append(trip)
    yield from sorted(later, key=lambda trip: trip.makes_room)


def taken(table: Table, trip: Trip) -> Table:
    """The table after a trip."""
    after = table.copy()
    for unit in members(trip.units):
        put(after, unit, trip.end)
    after.finished |= trip.units
    return after


# --- where an army gets to


def _ways(table: Table, army: int, wrong: HexSet, moves: int) -> Iterator[tuple[int, Walk]]:
    """3d2, 3e1 By land, for nothing if it is on the move; or by ship; with the Moves for it."""
    price = 0 if on_the_move(table) >> army & 1 else 1
    if price > moves:
        return
    for walk in _walks(table, army, wrong):
        yield price, walk
    if table.side != ALLIED or table.step not in BEFORE_TRANSFERS or table.used >> army & 1:
        return
    here, harbors = table.hex[army], ports(table)
    if not harbors >> here & 1:
        return
    yield 1, Walk(0, harbors & ~(1 << here))


def _walks(table: Table, army: int, wrong: HexSet) -> Iterator[Walk]:
    """3b Every choice of illegal stacks that an army can visit one after the other."""
    bounds, here = limits(table, [army]), table.hex[army]
    cheapest = {(1 << here, here): 0}
    waiting = [(1 << here, here)]
    while waiting:
        visited, place = waiting.pop(0)
        ends = _onward(table, army, place, cheapest[visited, place], bounds)
        yield Walk(visited, set_of(ends) | 1 << place)
        for there in members(wrong & ~visited):
            if there not in ends or visited.bit_count() > MOST_VISITED:
                continue
            state = visited | 1 << there, there
            if ends[there] < cheapest.get(state, 1 << 10):
                if state not in cheapest:
                    waiting.append(state)
                cheapest[state] = ends[there]


def _onward(table: Table, army: int, place: int, spent: int, bounds: Limits) -> dict[int, int]:
    """3b3 Where it can go on to, and what it has spent there; nowhere from an enemy zone of control
    it has entered."""
    if place != table.hex[army] and bounds.zones >> place & 1:
        return {}
    return {
        hex_: cost
        for hex_, cost in spread(table, [army], place, spent, bounds).cost.items()
        if hex_ != place
    }


def _can_be_picked_up(table: Table, hexes: HexSet, bound: UnitSet) -> UnitSet:
    """2d1 The units in some hexes that an army can pick up, if it comes by."""
    found = 0
    for hex_ in members(hexes):
        found |= units_in(table, hex_, table.side)
    return found & ~bound & ~pieces().armies


# --- where it ends


def _useful_ends(
    table: Table, army: int, walk: Walk, wrong: HexSet, near: list[HexSet]
) -> Iterator[int]:
    """2d1 The stacks it can join; and of all other hexes with room for it those that differ for the
    units that may have to leave, by what is near them: one where a unit is alone, or an empty
    one."""
    closed = occupied(table, enemy(table.side), ~pieces().strategic_air)
    open_ = walk.ends & board().land & ~closed
    yield from members(open_ & wrong)
    friends = occupied(table, table.side, ~pieces().strategic_air)
    free, seen = open_ & ~wrong, set()
    if not walk.visited & wrong:
        seen.add((0,) * len(near))  # it comes by no stack, and nobody comes to it
    for end in [*members(free & friends), *members(free & ~friends)]:
        differs = tuple(hexes >> end & 1 for hexes in near)
        if differs in seen:
            continue
        there = units_in(table, end, table.side) | 1 << army
        if refuse_stack(table, there, end) is None:
            seen.add(differs)
            yield end


def _groups(table: Table, army: int, end: int, freed: UnitSet) -> Iterator[UnitSet]:
    """2d1 Alone; or with its box, whose corps may let it join foreign ones (14a2)."""
    there = units_in(table, end, table.side) | 1 << army
    if refuse_stack(table, there, end) is None:
        yield 0
    if not plays(table, "stacking-restrictions"):
        return
    moving = on_the_move(table)
    along = box_of(table, army) & freed
    along &= moving if moving >> army & 1 else ~moving | may_be_left(table)
    within = reach(table, [army, *members(along)]).cost
    if along and end in within and refuse_stack(table, there | along, end) is None:
        yield along


def may_be_left(table: Table) -> UnitSet:
    """N-25 The units on the move with an army that have expended nothing: left to another army
    where they stood, they count as not moved."""
    if not table.moving or not pieces().armies >> table.moving[0] & 1:
        return 0
    return set_of(unit for unit in table.moving[1:] if not table.expended.get(unit))
