"""2d4, 8a1 No action that forces an illegal one later: what it takes to put stacks right in time.

Stacks are judged at the end of the movement step (2d1). Until then a stack may be illegal if its
excess units can still leave: by land for a Move each, by an army headquarters that joins them,
and before those steps are over by port transfer or invasion. Friends are never in the way and
enemies do not move, so what one unit does hardly changes what the others can do: counting is
enough. Where it is not exact it is careful.
"""

from __future__ import annotations

from typing import NamedTuple

from beachhead.dday91.board import board
from beachhead.dday91.pieces import pieces
from beachhead.dday91.ranges import reach
from beachhead.dday91.stacking import nation, overstacked, refuse_stack
from beachhead.dday91.state import (
    ALLIED,
    Table,
    UnitSet,
    box_of,
    controlled,
    enemy,
    hex_label,
    movement_factor,
    occupied,
    on_board,
    plays,
    plays_otherwise,
    units_in,
)
from beachhead.kernel.grid import HexSet, members, set_of
from beachhead.kernel.play import Refusal

MANY = 99
BEFORE_TRANSFERS = ("new-moves", "reinforcement", "replacement", "port-transfer")
BEFORE_INVASIONS = (*BEFORE_TRANSFERS, "invasion")
AIR_RANGE = 5
MOVES_PER_NUMBER = 2


Rooms = dict[tuple[int, ...], tuple[HexSet, HexSet]]
"""By kind of unit, the hexes that take many of them and those that take one."""


class Stack(NamedTuple):
    """An illegal stack: how many of which units must leave, and whether an army would mend it."""

    hex: int
    excess: int
    leavers: UnitSet
    wants_army: bool


def refuse_forced(table: Table, side: int, ending: UnitSet = 0) -> Refusal | None:
    """2d4 Why a table cannot be made legal by the end of the movement step, once some units end
    their move: too few Moves, or units that can no longer leave."""
    stacks = illegal_stacks(table, side, ending)
    if not stacks:
        return None
    needed = moves_needed(table, side, stacks, ending)
    if needed >= MANY:
        where = " or ".join(hex_label(stack.hex) for stack in stacks)
        return Refusal("2d4", f"the stack in {where} could not be put right in time")
    if needed > table.moves[side]:
        return Refusal("2d4", "there would be too few Moves left to put the stacks right")
    return None


def refuse_spending_on(table: Table, side: int, moves: int, after: Table) -> Refusal | None:
    """2d4 The same for an action that costs Moves; nothing is refused if all is lost anyway."""
    after.moves[side] -= moves
    refused = refuse_forced(after, side)
    if refused is None or refuse_forced(table, side) is not None:
        return None
    return refused


# --- the stacks


def illegal_stacks(table: Table, side: int, ending: UnitSet = 0) -> list[Stack]:
    """2d1 The stacks that must be put right."""
    stuck = table.finished | table.invaders | ending | pieces().divisions
    stuck |= pieces().strategic_air | (table.unsupplied & ~_on_the_move(table))
    found = []
    for hex_ in members(overstacked(table, side)):
        units = units_in(table, hex_, side) & ~pieces().strategic_air
        armies = units & pieces().armies
        if not armies:
            found.append(Stack(hex_, units.bit_count() - 1, units & ~stuck, wants_army=True))
        elif armies.bit_count() > 1:
            stack = Stack(hex_, armies.bit_count() - 1, armies & ~stuck, wants_army=False)
            found.append(stack)
        else:
            found.append(_foreigners(hex_, units, armies, stuck))
    return found


def _foreigners(hex_: int, units: UnitSet, army: UnitSet, stuck: UnitSet) -> Stack:
    """14a2 The foreign corps that are too many, and the foreign air units."""
    own = nation(next(members(army)))
    foreign = set_of(unit for unit in members(units) if nation(unit) != own)
    corps, air = foreign & pieces().corps, foreign & pieces().tactical_air
    friends = (units & pieces().corps & ~foreign).bit_count()
    excess = max(0, corps.bit_count() - friends)
    leavers = (corps if excess else 0) | air
    return Stack(hex_, excess + air.bit_count(), leavers & ~stuck, wants_army=False)


# --- what it takes


def moves_needed(table: Table, side: int, stacks: list[Stack], ending: UnitSet = 0) -> int:
    """2d4 The Moves it takes to put the stacks right; MANY if it cannot be done."""
    taken: dict[int, int] = {}
    known: Rooms = {}
    needed, armies = 0, 0
    for stack in stacks:
        by_land = _leave_by_land(table, side, stack, taken, known)
        price = len([unit for unit in by_land if not _on_the_move(table) >> unit & 1])
        rest = stack.excess - len(by_land)
        if rest:
            price += rest * _price_by_sea(table, stack, rest)
        if stack.wants_army and price:
            army = _army_to_come(table, side, stack.hex, armies | ending)
            if army is not None and army[1] < price:
                armies |= 1 << army[0]
                price = army[1]
        needed += price
        if needed >= MANY:
            return MANY
    return needed


def _on_the_move(table: Table) -> UnitSet:
    """3d2 The units whose Move has been expended already."""
    return table.used if table.step == "movement" else 0


def _leave_by_land(
    table: Table, side: int, stack: Stack, taken: dict[int, int], known: Rooms
) -> list[int]:
    """2d4 Units of a stack that find a place each; those already being moved come first."""
    found: list[int] = []
    moving = stack.leavers & _on_the_move(table)
    for unit in [*members(moving), *members(stack.leavers & ~moving)]:
        if len(found) == stack.excess:
            break
        if movement_factor(table, unit) and _find_room(table, side, unit, taken, known, 0) >= 0:
            found.append(unit)
    return found


def _find_room(
    table: Table, side: int, unit: int, taken: dict[int, int], known: Rooms, asked: HexSet
) -> HexSet:
    """2d1 Whether there is a hex where the unit may stay: one with an army takes many, any other
    one unit. Who has it already may have to look for another. -1 if there is none, else the hexes
    that have been asked for."""
    many, single = _rooms(table, side, unit, known)
    if many:
        return asked
    free = single & ~asked
    for hex_ in members(free):
        if hex_ not in taken:
            taken[hex_] = unit
            return asked
    for hex_ in members(free):
        asked |= 1 << hex_
        after = _find_room(table, side, taken[hex_], taken, known, asked)
        if after >= 0:
            taken[hex_] = unit
            return after
    return -1


def kind(table: Table, unit: int) -> tuple[int, ...]:
    """Units of one kind in a hex have the same prospects."""
    army = unit if pieces().armies >> unit & 1 else -1
    type_ = (pieces().air >> unit & 1) + 2 * (pieces().corps >> unit & 1)
    flags = (table.used | table.finished | table.invaders) >> unit & 1
    nations = pieces().units[unit].index if plays(table, "stacking-restrictions") else 0
    spent = table.expended.get(unit, 0)
    out = table.unsupplied >> unit & 1
    factor = movement_factor(table, unit)
    return table.hex[unit], army, type_, factor, spent, flags, out, nations


def _rooms(table: Table, side: int, unit: int, known: Rooms) -> tuple[HexSet, HexSet]:
    """2d1, 3b The hexes where a unit could end a move of its own: those that take many such units,
    and those that take one."""
    own_kind = kind(table, unit)
    if own_kind in known:
        return known[own_kind]
    within = reach(table, [unit]).hexes & board().land
    within &= ~occupied(table, enemy(side), ~pieces().strategic_air)
    friends = occupied(table, side, ~pieces().strategic_air)
    single, many = within & ~friends, 0
    armies = occupied(table, side, pieces().armies)
    if pieces().armies >> unit & 1:
        single |= within & friends & ~armies
    elif plays(table, "stacking-restrictions"):
        single |= set_of(
            hex_
            for hex_ in members(within & armies)
            if refuse_stack(table, units_in(table, hex_, side) | 1 << unit, hex_) is None
        )
    else:
        many = within & armies
    known[own_kind] = many, single
    return many, single


def _price_by_sea(table: Table, stack: Stack, rest: int) -> int:
    """3e1, 3e2 What each unit pays that must leave by port transfer or invasion, as long as that
    is still possible."""
    if table.side != ALLIED or rest > stack.leavers.bit_count():
        return MANY
    if table.step in BEFORE_TRANSFERS and _ports(table) >> stack.hex & 1:
        ports = _ports(table) & ~(1 << stack.hex)
        leavers = stack.leavers & ~table.used
        if any(_takes(table, port, leavers, rest) for port in members(ports)):
            return 1
    if table.step in BEFORE_INVASIONS:
        prices = [
            MOVES_PER_NUMBER * invasion.number
            for invasion in board().invasions.values()
            if board().base_ports[invasion.base] >> stack.hex & 1
            and _takes(table, invasion.hex, _can_sail(stack, invasion.hex), rest)
        ]
        return min(prices, default=MANY)
    return MANY


def _ports(table: Table) -> HexSet:
    """3e1 The ports in Allied control."""
    found = board().ports & controlled(table, ALLIED)
    if plays_otherwise(table, "mediterranean-port"):
        found &= ~board().countries["Mediterranean Base"]
    return found


def _can_sail(stack: Stack, there: int) -> UnitSet:
    """3e2 The units of a stack for which an invasion hex is not too far."""
    near = board().distance(stack.hex, there) <= AIR_RANGE
    return stack.leavers if near else stack.leavers & ~pieces().air


def _takes(table: Table, there: int, leavers: UnitSet, count: int) -> bool:
    """2d1, 14a2 Whether a hex takes so many of some units, compatriots first."""
    stack = units_in(table, there, ALLIED)
    army = next(members((stack | leavers) & pieces().armies), None)
    own = None if army is None else nation(army)
    for unit in sorted(members(leavers), key=lambda unit: nation(unit) != own):
        if count and refuse_stack(table, stack | 1 << unit, there) is None:
            stack |= 1 << unit
            count -= 1
    return not count


def _army_to_come(table: Table, side: int, hex_: int, stuck: UnitSet) -> tuple[int, int] | None:
    """2d1 An army that could join a stack and is not needed where it is, and what that costs:
    one Move, or nothing if it is on the move."""
    if plays(table, "stacking-restrictions"):
        return None
    stuck |= table.finished | table.invaders | (table.unsupplied & ~_on_the_move(table))
    for army in members(on_board(table, side) & pieces().armies & ~stuck):
        box = box_of(table, army)
        along = box & ~stuck & ~pieces().divisions & ~pieces().strategic_air
        free = bool(_on_the_move(table) >> army & 1)
        along &= _on_the_move(table) if free else ~_on_the_move(table)
        if (box & pieces().armies) or (box & ~along).bit_count() > 1:
            continue
        # Those who are on the move with an army can also be sent on by themselves.
        if hex_ in reach(table, [army] if free else [army, *members(along)]).cost:
            return army, 0 if free else 1
        if table.step in BEFORE_TRANSFERS and side == ALLIED and box.bit_count() < 2:
            ports = _ports(table)
            if ports >> hex_ & 1 and ports >> table.hex[army] & 1 and not table.used >> army & 1:
                return army, 1
    return None
