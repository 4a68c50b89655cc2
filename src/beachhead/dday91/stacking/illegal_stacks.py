"""2d1 Illegal stacks: which units of a hex would have to leave, and which cannot move any more.

Stacks are judged at the end of the movement step. Until then a stack may be illegal, if its excess
units can still leave in time (see `no_forced_stacks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from beachhead.dday91.options.pursuers import pursuers
from beachhead.dday91.stacking.places_to_stay import Stack, can_leave, on_the_move
from beachhead.dday91.stacking.stacking_limits import compatriots, overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, UnitSet, enemy, occupied, plays, units_in
from beachhead.kernel.bits import listed
from beachhead.kernel.grid import HexSet

MANY = 99


def illegal_hexes(table: DDayTable, side: int) -> HexSet:
    """2d1, 3b3, 14a1 Where the units of a side may not stay: in illegal stacks, and while they are
    on the way over the sea and over enemies."""
    found = overstacked(table, side)
    passing = on_the_move(table) & pieces().air
    if passing:
        closed = occupied(table, enemy(side), ~pieces().strategic_air) | board().sea
        found |= closed & occupied(table, side, passing)
    return found


def illegal_stacks(table: DDayTable, side: int) -> list[Stack]:
    """2d1 The stacks that must be put right."""
    return fewest_leavers(table, illegal_hexes(table, side))


def fewest_leavers(table: DDayTable, wrong: HexSet) -> list[Stack]:
    """2d1 What must leave some hexes, where as few units as possible do."""
    readings = _readings(table, wrong)
    return min(readings, key=lambda stacks: sum(stack.excess for stack in stacks))


def _readings(table: DDayTable, wrong: HexSet) -> Iterator[list[Stack]]:
    """2d1, 14a2 What must leave; where several armies are, that depends on which one stays."""
    bound = cannot_move(table)
    for choice in product(*(stacks_in(table, hex_, bound) for hex_ in listed(wrong))):
        yield [stack for stacks in choice for stack in stacks]


def cannot_move(table: DDayTable) -> UnitSet:
    """3, 3c, 3e2, 14b2 The units that can no longer be moved in this portion of the Turn."""
    never = pieces().divisions | pieces().strategic_air
    if table.step == "combat":
        return never | ~(on_the_move(table) | pursuers(table))
    return never | table.finished | table.invaders | table.unsupplied


def stacks_in(table: DDayTable, hex_: int, bound: UnitSet) -> list[list[Stack]]:
    units = units_in(table, hex_, table.side) & ~pieces().strategic_air
    armies = units & pieces().armies
    if is_passed(table, hex_):
        return [[Stack(hex_, units.bit_count(), units & ~bound, wants_army=False)]]
    if not armies:
        return [[Stack(hex_, units.bit_count() - 1, units & ~bound, wants_army=True)]]
    if not plays(table, "stacking-restrictions"):
        return [[Stack(hex_, armies.bit_count() - 1, armies & ~bound, wants_army=False)]]
    return [
        [
            Stack(hex_, excess, leavers & ~bound, wants_army=False)
            for excess, leavers in _foreigners(army, units)
            if excess
        ]
        for army in listed(armies)
    ]


def is_passed(table: DDayTable, hex_: int) -> bool:
    """3b3, 14a1 Whether nobody of the side that moves may stay in a hex: the sea, and enemies."""
    there = units_in(table, hex_, enemy(table.side)) & ~pieces().strategic_air
    return bool(there) or board().is_sea(hex_)


def _foreigners(army: int, units: UnitSet) -> Iterator[tuple[int, UnitSet]]:
    """14a2 If one army stays: the other armies, the foreign corps that are too many, and the
    foreign air units."""
    others = units & pieces().armies & ~(1 << army)
    yield others.bit_count(), others
    foreign = units & ~compatriots(army)
    air = foreign & pieces().tactical_air
    yield air.bit_count(), air
    corps = foreign & pieces().corps
    friends = (units & pieces().corps & ~foreign).bit_count()
    yield max(0, corps.bit_count() - friends), corps


def moves_needed(table: DDayTable, side: int, stacks: list[Stack]) -> int:
    """2d4 The Moves it takes to make the units of some stacks leave; MANY if they cannot."""
    assert side == table.side
    excess = sum(stack.excess for stack in stacks)
    able = (moves for moves in range(MANY) if can_leave(table, stacks, moves) == excess)
    return next(able, MANY)
