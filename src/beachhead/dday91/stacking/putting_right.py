"""2d1, 2d4 Whether illegal stacks can be put right with the Moves that are left.

Excess units leave by land for a Move each, as long as those steps last by port transfer or
invasion, or for nothing while they are being moved; or an army headquarters joins them (N-02), or
carries them off.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from beachhead.dday91.movement.ranges import begin_movement, reach, reach_alone, reach_on
from beachhead.dday91.stacking.illegal_stacks import cannot_move, illegal_hexes
from beachhead.dday91.stacking.places_to_stay import harbors, on_the_move, waiting
from beachhead.dday91.stacking.prices_of_order import (
    all_leave,
    helpers_for,
    is_crowd,
    least_moves,
    moves_to_leave,
    prices_of,
)
from beachhead.dday91.stacking.stacking_limits import may_stay
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    box_of,
    camp,
    occupied,
    on_board,
    put_together,
    units_in,
)
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet


def can_mend(table: DDayTable, moves: int, aside: HexSet = 0) -> bool:
    return mend(table, moves, aside) is not None


def mend(
    table: DDayTable,
    moves: int,
    aside: HexSet = 0,
    since: int = -1,
    spare: int = 0,
    failed: set[Hashable] | None = None,
) -> HexSet | None:
    """2d4-a Whether all illegal stacks but some that are set aside can be put right with so many
    Moves, and with which hexes; armies are tried only for stacks from some hex on, as those before
    have been."""
    if moves < 0:
        return None
    wrong = illegal_hexes(table, table.side) & ~aside
    if not wrong:
        return 0
    prices = prices_of(table, wrong)
    if sum(price.leaving for price in prices) <= moves:
        taken = all_leave(table, prices, moves, spare)
        if taken is not None:
            return taken
    # N-20 When an army leaves, another one in its hex takes over its units and can do more.
    any_order = bool(table.boxes)
    helpers = helpers_for(table, prices)
    if least_moves(prices, helpers, -1 if any_order else since) > moves:
        return None
    wanted = set_of(price.hex for price in prices if price.wants_army and price.hex > since)
    joining = _armies_to(table, wanted)
    if not any_order:
        hopeless = wanted & ~set_of(joining)
        if hopeless and least_moves(prices, helpers, since, hopeless) > moves:
            return None
    failed = set() if failed is None else failed
    for hex_, armies in joining.items():
        others = [price for price in prices if price.hex != hex_]
        tried = -1 if any_order else hex_
        for price, units in armies:
            if price > moves:
                continue
            here = table.hex[units.bit_length() - 1]
            behind = units_in(table, here, table.side) & ~units
            if not others and may_stay(table, behind):  # that was all
                return 1 << hex_ | 1 << here
            left = not wrong >> here & 1 and is_crowd(table, behind)
            rest = least_moves(others, helpers.without(units), tried, left=left)
            if price + rest - bool(helpers.paid & units) > moves:
                continue
            after = after_joining(table, hex_, units)
            own = camp(after, after.side).code
            key = own, after.finished, moves - price, tried, *after.boxes.items()
            if key in failed:
                continue
            taken = mend(after, moves - price, aside, tried, spare, failed)
            if taken is not None:
                return taken | 1 << hex_ | 1 << here
            failed.add(key)
    return None


# --- the armies that could join them


def _armies_to(table: DDayTable, wanted: HexSet) -> dict[int, list[tuple[int, UnitSet]]]:
    """2d1 The armies that could join stacks without one, alone or with their boxes, and the Moves
    for it: one, or none for an army on the move. Nobody waits for one that pursues (14b2)."""
    found: dict[int, list[tuple[int, UnitSet]]] = {}
    if table.step == "combat":
        return found
    moving, bound = on_the_move(table), cannot_move(table)
    able = on_board(table, table.side) & pieces().armies & ~bound
    for army, hexes in reach_alone(table, able):
        near = hexes & wanted
        there = near | _by_ship(table, army) & wanted
        if not there:
            continue
        free = moving >> army & 1
        along = box_of(table, army) & ~bound & (moving if free else ~moving | may_be_left(table))
        together = reach(table, [army, *listed(along)]).hexes & near if along else 0
        for hex_ in listed(there):
            units = units_in(table, hex_, table.side) | 1 << army
            if may_stay(table, units):
                price = 1 - free if near >> hex_ & 1 else 1
                found.setdefault(hex_, []).append((price, 1 << army))
            if together >> hex_ & 1 and may_stay(table, units | along):
                found.setdefault(hex_, []).append((1 - free, 1 << army | along))
    return found


def may_be_left(table: DDayTable) -> UnitSet:
    """N-25 The units on the move with an army that have expended nothing: left to another army
    where they stood, they count as not moved."""
    if not table.moving or not pieces().armies >> table.moving[0] & 1:
        return 0
    return set_of(unit for unit in table.moving[1:] if not table.expended.get(unit))


def _by_ship(table: DDayTable, army: int) -> HexSet:
    """3e1 The ports to which an army can still be transferred."""
    found = harbors(table)
    return found if found >> table.hex[army] & 1 and not table.used >> army & 1 else 0


def after_joining(table: DDayTable, hex_: int, units: UnitSet) -> DDayTable:
    after = table.copy()
    put_together(after, listed(units), hex_)
    after.finished |= units
    return after


# --- the armies that could carry them off


def can_carry(table: DDayTable, moves: int, dropped: UnitSet = 0) -> bool:
    """2d1, N-02 Whether all others can leave by themselves once an army has come by a stack in its
    move, picked up those who are too many there and joined another with them."""
    if table.step == "combat" or moves < 0:
        return False
    settled = table.step == "movement" or not table.finished
    prices = moves_to_leave(prices_of(table, illegal_hexes(table, table.side)))
    if settled and not saves_enough(table, moves, prices):
        return False
    start = table
    if table.step != "movement":
        start = _in_movement(table)
        prices = moves_to_leave(prices_of(start, illegal_hexes(start, start.side)))
    moving, stacks = on_the_move(start), set_of(prices)
    able = on_board(start, start.side) & pieces().armies & ~cannot_move(start)
    for army, hexes in reach_alone(start, able if moves > 0 else able & moving):
        near = hexes & stacks & ~(1 << start.hex[army])
        if near:
            left = moves - 1 + (moving >> army & 1)
            ways = _carried(start, army, near, dropped, prices, left)
            if any(_others_leave(each, left) for each in ways):
                return True
    return False


def saves_enough(table: DDayTable, moves: int, leaving: Mapping[int, int]) -> bool:
    """2d4 Whether an army could save enough, for a Move unless it is on the move: the stack that it
    comes by, the one that it joins and the one that it leaves. Before the movement step leaving
    costs no more than in it."""
    armies = on_board(table, table.side) & pieces().armies & ~cannot_move(table)
    left = moves if armies & on_the_move(table) else moves - 1
    if left < 0:
        return False
    saved = 3 if set_of(leaving) & occupied(table, table.side, pieces().armies) else 2
    return sum(sorted(leaving.values())[:-saved]) <= left


def _in_movement(table: DDayTable) -> DDayTable:
    after = table.copy()
    begin_movement(after)
    return after


def _others_leave(table: DDayTable, moves: int) -> bool:
    """2d4 Whether the stacks that are still illegal can be put right without an army."""
    wrong = illegal_hexes(table, table.side)
    if not wrong:
        return True
    prices = prices_of(table, wrong)
    enough = sum(price.leaving for price in prices) <= moves
    return enough and all_leave(table, prices, moves) is not None


def _carried(
    table: DDayTable,
    army: int,
    near: HexSet,
    dropped: UnitSet,
    prices: Mapping[int, int],
    moves: int,
) -> Iterator[DDayTable]:
    """2d1 The tables after each way in which an army carries off those who are too many from stacks
    that are near, unless those that it does not come by take more Moves than that."""
    here, side = table.hex[army], table.side
    total = sum(prices.values()) - prices.get(here, 0)
    with_it = set_of(table.moving[1:]) if table.moving[:1] == [army] else 0
    for there in (here, *listed(near)):
        left = moves - total + (prices[there] if there != here else 0)
        goals = set_of(
            [hex_ for hex_ in listed(near) if hex_ != there and prices[hex_] + left >= 0]
        )
        if not goals and (there == here or left < 0):
            continue
        for group in {1 << army, 1 << army | with_it}:
            crowd = not may_stay(table, units_in(table, here, side) & ~group)
            back = 1 << here if crowd and there != here and left >= 0 else 0
            loads = _loads(table, there, group, dropped, goals | back)
            cost = _cost_of_coming(table, army, group, there) if loads else None
            if cost is not None:
                for goal, load in _taken_along(table, army, group, there, cost, loads):
                    yield after_joining(_arrived(table, army, group, there, cost), goal, load)


def _loads(
    table: DDayTable, there: int, group: UnitSet, dropped: UnitSet, goals: HexSet
) -> list[tuple[UnitSet, HexSet]]:
    """2d1 With whom a group may leave a hex that it comes by, and which of some stacks it may join
    then."""
    side, picked = table.side, waiting(table, there) & ~group & ~dropped
    if not goals or not picked:
        return []
    stay = units_in(table, there, side)
    loads = [group | each for each in _choices(picked) if may_stay(table, stay & ~group & ~each)]
    joined = [
        set_of(
            goal for goal in listed(goals) if may_stay(table, units_in(table, goal, side) | load)
        )
        for load in loads
    ]
    return [(load, open_) for load, open_ in zip(loads, joined, strict=True) if open_]


def _cost_of_coming(table: DDayTable, army: int, group: UnitSet, there: int) -> int | None:
    """3b What it costs an army with some units to come to a hex; None if they cannot."""
    way = reach(table, [army, *listed(group & ~(1 << army))])
    if there == way.start:
        return 0
    return way.cost[there] if way.hexes >> there & 1 else None


def _taken_along(
    table: DDayTable,
    army: int,
    group: UnitSet,
    there: int,
    cost: int,
    loads: Iterable[tuple[UnitSet, HexSet]],
) -> Iterator[tuple[int, UnitSet]]:
    """3b Where an army can go on to with whom, once it has come to a hex with a group."""
    near = reach_on(table, [army], there, [cost])
    if not any(near & goals for _, goals in loads):
        return
    for load, goals in loads:
        units = [army, *listed(load & ~(1 << army))]
        near = reach_on(table, units, there, [cost * (group >> unit & 1) for unit in units])
        for goal in listed(goals & near):
            yield goal, load


def _arrived(table: DDayTable, army: int, group: UnitSet, there: int, cost: int) -> DDayTable:
    """3b An army on its way with some units has come to a hex."""
    after = table.copy()
    units = [army, *listed(group & ~(1 << army))]
    if after.hex[army] != there:
        put_together(after, units, there)
    for unit in units:
        after.expended[unit] = after.expended.get(unit, 0) + cost
    after.used |= group
    return after


def _choices(units: UnitSet) -> Iterator[UnitSet]:
    """All of some units, or all but one."""
    yield units
    for unit in listed(units):
        if units != 1 << unit:
            yield units & ~(1 << unit)
