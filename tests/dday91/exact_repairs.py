"""2d4 by brute force: whether the stacks of a small position can be put right, tried out.

Written from the rules without a thought of speed: transfers, then every walk of every army, then
every unit that shares a hex it may not share. Whoever an army meets can go on alone for its Move,
so carrying needs no case of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.dday91.movement.ranges import ground_cost, limits, reach
from beachhead.dday91.sea.crossings import ports
from beachhead.dday91.stacking.illegal_stacks import cannot_move
from beachhead.dday91.stacking.stacking_limits import overstacked, set_of_closed
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, on_board, put, units_in
from beachhead.kernel.bits import members


def can_be_put_right(table: DDayTable) -> bool:
    """2d1, 2d4 Whether there is any way to legal stacks by the end of the movement step."""
    if table.step != "port-transfer":
        return _with_armies(table, list(members(_movable(table) & pieces().armies)))
    return any(
        _with_armies(each, list(members(_movable(each) & pieces().armies)))
        for each in _transfers(table)
    )


def _movable(table: DDayTable) -> int:
    return on_board(table, table.side) & ~cannot_move(table)


def _transfers(table: DDayTable, since: int = 0) -> Iterator[DDayTable]:
    """3e1 Every choice of port transfers."""
    yield table
    if not table.moves[table.side]:
        return
    for unit in members(_movable(table) & ~table.used):
        if unit < since or not ports(table) >> table.hex[unit] & 1:
            continue
        for port in members(ports(table) & ~(1 << table.hex[unit])):
            after = table.copy()
            put(after, unit, port)
            after.moves[table.side] -= 1
            yield from _transfers(after, unit + 1)


def _with_armies(table: DDayTable, armies: list[int], free: int = 0) -> bool:
    """3d2 Every choice of armies that move, and where to, past whom."""
    if not armies:
        return _leave(table, free)
    army, *others = armies
    if _with_armies(table, others, free):
        return True
    if not table.moves[table.side]:
        return False
    for visited, end in _walks(table, army):
        after = table.copy()
        met = 0
        for hex_ in members(visited):
            met |= units_in(table, hex_, table.side)
        put(after, army, end)
        after.moves[table.side] -= 1
        after.finished |= 1 << army
        if _with_armies(after, others, free | met & ~pieces().armies):
            return True
    return False


def _walks(table: DDayTable, army: int) -> set[tuple[int, int]]:
    """3b Every way of an army: the hexes with friends that it comes by, and where it ends."""
    here = table.hex[army]
    bounds = limits(table, [army])
    friends = 0
    for unit in members(on_board(table, table.side)):
        friends |= 1 << table.hex[unit]
    found: dict[tuple[int, int], int] = {(1 << here, here): 0}
    waiting = list(found)
    if bounds.stopped:
        return set(found)
    while waiting:
        visited, place = state = waiting.pop()
        if place != here and bounds.zones >> place & 1:
            continue
        for there in members(board().ground[place]):
            cost = found[state] + ground_cost(place, there, table.bad_weather)
            most = bounds.into_zone if bounds.zones >> there & 1 else bounds.factors
            after = visited | 1 << there & friends, there
            if bounds.closed >> there & 1 or cost > most or cost >= found.get(after, 99):
                continue
            found[after] = cost
            waiting.append(after)
    return set(found)


def _leave(table: DDayTable, free: int) -> bool:
    """2d1 Every unit that may not stay where it is, to everywhere it can go."""
    wrong = overstacked(table, table.side)
    if not wrong:
        return True
    here = next(members(wrong))
    for unit in members(units_in(table, here, table.side) & _movable(table) & ~pieces().armies):
        price = 0 if free >> unit & 1 else 1
        if price > table.moves[table.side]:
            continue
        for there in _goals(table, unit):
            after = table.copy()
            put(after, unit, there)
            after.finished |= 1 << unit
            after.moves[table.side] -= price
            if _leave(after, free):
                return True
    return False


def _goals(table: DDayTable, unit: int) -> Iterator[int]:
    """3b Where a unit can go; leaving the board for good puts nothing right (N-02)."""
    for hex_ in reach(table, [unit]):
        if board().is_land(hex_) and not set_of_closed(table, unit) >> hex_ & 1:
            yield hex_
