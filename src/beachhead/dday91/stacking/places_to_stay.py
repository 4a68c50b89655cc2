"""2d4 Where units of illegal stacks could stay instead: the rooms in reach, and who takes which.

Friends are never in the way and enemies do not move, so what one unit does takes nothing from the
others but the room it takes up: a hex without an army headquarters has room for one unit, one with
an army for any number, by 14a2 for some of another nation. Who takes which is a flow from the
stacks to the rooms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from beachhead.dday91.movement.ranges import prospects, reach
from beachhead.dday91.sea.crossings import beaches, ports
from beachhead.dday91.stacking.stacking_limits import compatriots, may_stay, nation, overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import reconstruction_of
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    UnitSet,
    enemy,
    movement_factor,
    occupied,
    plays,
    row,
    steps,
    units_in,
)
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.flow import Edge, cheapest_flow
from beachhead.kernel.grid import HexSet

BEFORE_TRANSFERS = ("new-moves", "reinforcement", "replacement", "port-transfer")
BEFORE_INVASIONS = (*BEFORE_TRANSFERS, "invasion")


@dataclass(slots=True)
class Stack:
    """An illegal stack: how many of which units must leave, and whether an army would mend it."""

    hex: int
    excess: int
    leavers: UnitSet
    wants_army: bool


class Room(NamedTuple):
    """2d1 A place where a unit could stay, and the Moves it takes to get there."""

    hex: int
    moves: int


@dataclass(slots=True)
class Exit:
    """2d1 The cheapest way out of a stack for a unit: the Moves it takes, and to where."""

    unit: int
    moves: int
    hexes: HexSet


def on_the_move(table: DDayTable) -> UnitSet:
    """3d2 The units being moved, whose Move has been expended, and those that wait for a unit
    sent ahead."""
    if table.step == "movement":
        return table.used & ~table.finished
    if table.step != "combat":
        return 0
    return set_of(each for group in (table.moving, *table.to_do(resume)) for each in group)


@steps.step("movement.resume")
def resume(table: DDayTable, *group: int) -> None:
    """2d1 The army goes on after a unit it has sent ahead."""
    table.moving = list(group)


def waiting(table: DDayTable, here: int) -> UnitSet:
    """2d1-e The units in a hex that an army can take along: not moved yet, not headquarters of an
    army, not divisions, and able to have Moves used for them; nobody joins a pursuit (14b2)."""
    if table.step != "movement":
        return 0
    there = units_in(table, here, table.side) & ~table.used & ~table.finished
    there &= ~pieces().armies & ~pieces().strategic_air & ~pieces().divisions
    return there & ~table.unsupplied


# --- the rooms


def within(table: DDayTable, units: Sequence[int]) -> Iterator[tuple[int, dict[int, HexSet]]]:
    """3b, 3e The hexes each of some units can get to, by the Moves that takes."""
    moving = on_the_move(table)
    if table.step == "combat":
        for unit in units:
            yield unit, _within(table, unit, bool(moving >> unit & 1), 0)
        return
    answers, when, ports = prospects(table, table.side).answers, table.step, harbors(table)
    for unit in units:
        here, free = table.hex[unit], bool(moving >> unit & 1)
        ships = 0 if table.used >> unit & 1 or not ports >> here & 1 else ports & ~(1 << here)
        key = when, unit, here, table.expended.get(unit, 0), free, ships
        found: dict[int, HexSet] | None = answers.get(key)
        if found is None:
            found = answers[key] = _within(table, unit, free, ships)
        yield unit, found


def _within(table: DDayTable, unit: int, free: bool, ships: HexSet) -> dict[int, HexSet]:
    near = reach(table, [unit]).hexes & board().land
    if free:
        return {0: near}
    found = {1: near | ships}
    if table.side == ALLIED and table.step in BEFORE_INVASIONS:
        by_air = bool(pieces().air >> unit & 1)
        found |= beaches(reconstruction_of(table), table.hex[unit], air=by_air)
    return found


def harbors(table: DDayTable) -> HexSet:
    """3e1 The ports between which units can still be transferred."""
    return ports(table) if table.side == ALLIED and table.step in BEFORE_TRANSFERS else 0


@dataclass(slots=True)
class Shelters:
    """2d1 The hexes of a table by what they have room for."""

    empty: HexSet
    lone: HexSet
    """One unit and no army: an army could join it."""
    armies: HexSet


def shelters(table: DDayTable) -> Shelters:
    """2d1 Where units of the side that moves could stay."""
    side, among = table.side, ~pieces().strategic_air
    friends = occupied(table, side, among)
    armies = occupied(table, side, pieces().armies)
    closed = occupied(table, enemy(side), among)
    wrong = overstacked(table, side)
    if plays(table, "stacking-restrictions"):
        armies &= ~wrong
    return Shelters(~friends & ~closed, friends & ~armies & ~wrong, armies)


def split(table: DDayTable, unit: int, hexes: HexSet, there: Shelters) -> tuple[HexSet, HexSet]:
    """2d1, 14a2 Of some hexes, those with room for any number of such units, and for a few."""
    few = hexes & there.empty
    if pieces().armies >> unit & 1:
        lone = hexes & there.lone
        return 0, few | set_of(hex_ for hex_ in listed(lone) if _joins(table, unit, hex_))
    many = hexes & there.armies
    if not plays(table, "stacking-restrictions") or not _is_national(unit):
        return many, few
    own = many & occupied(table, table.side, pieces().armies & compatriots(unit))
    foreign = many & ~own if pieces().corps >> unit & 1 else 0
    return own, few | set_of(hex_ for hex_ in listed(foreign) if room_in(table, hex_))


def _joins(table: DDayTable, army: int, hex_: int) -> bool:
    """14a2 Whether an army may be with the unit in a hex."""
    return may_stay(table, units_in(table, hex_, table.side) | 1 << army)


def _is_national(unit: int) -> bool:
    """14a2 Only of corps and air units does the nationality matter."""
    return bool((pieces().corps | pieces().tactical_air) >> unit & 1)


def room_in(table: DDayTable, hex_: int) -> int:
    """2d1, 14a2 For how many units a hex with room for a few has room: one, or in the box of
    another nation's army as many corps as it has more of its own."""
    units = units_in(table, hex_, table.side)
    if not units & pieces().armies:
        return 1
    (army,) = listed(units & pieces().armies)
    corps = units & pieces().corps
    return 2 * (corps & compatriots(army)).bit_count() - corps.bit_count()


def find_rooms(
    table: DDayTable, stacks: Sequence[Stack], most: int, spare: int = 0
) -> dict[int, list[Room]]:
    """2d1 The rooms of each unit that may have to leave, for so many Moves at most. Where there is
    room for any number, or for as many as must leave and some to spare, it gets one of its own:
    nobody can take that away."""
    there = shelters(table)
    enough = sum(stack.excess for stack in stacks) + spare
    found: dict[int, list[Room]] = {}
    for stack in stacks:
        for unit, ways in within(table, listed(stack.leavers)):
            rooms = found[unit] = []
            for moves, hexes in sorted(ways.items()):
                if moves > most:
                    break
                many, few = split(table, unit, hexes, there)
                if many or few.bit_count() >= enough:
                    rooms.append(Room(-1 - unit, moves))
                    break
                rooms += _rooms(few, moves)
    return found


@lru_cache(1024)
def _rooms(hexes: HexSet, moves: int) -> tuple[Room, ...]:
    return tuple(Room(hex_, moves) for hex_ in members(hexes))


Kind = tuple[int, int, int, int, int, int, str]


def kind(table: DDayTable, unit: int) -> Kind:
    """Units of one kind in a hex have the same prospects."""
    army = unit if pieces().armies >> unit & 1 else -1
    type_ = (pieces().air >> unit & 1) + 2 * (pieces().corps >> unit & 1)
    type_ += 4 * row(unit).division + 8 * row(unit).is_marker + 16 * (table.reduced >> unit & 1)
    flags = (table.used >> unit & 1) + 2 * ((table.finished | table.invaders) >> unit & 1)
    flags += 4 * (table.efforts >> unit & 1) + 8 * (table.began_in_zone >> unit & 1)
    flags += 16 * (table.unsupplied >> unit & 1)
    own = nation(unit) if plays(table, "stacking-restrictions") else ""
    spent = table.expended.get(unit, 0)
    return table.hex[unit], army, type_, movement_factor(table, unit), spent, flags, own


# --- who takes which


def can_leave(table: DDayTable, stacks: Sequence[Stack], moves: int) -> int:
    """2d4 How many of the units that are too many can leave, with so many Moves."""
    rooms = find_rooms(table, stacks, moves)
    if _easily(stacks, rooms, moves):
        return sum(stack.excess for stack in stacks)
    count = 0
    for cost in cheapest_flow(_ways(table, stacks, rooms)):
        moves -= cost
        if moves < 0:
            break
        count += 1
    return count


def rooms_taken(
    table: DDayTable, stacks: Sequence[Stack], moves: int, spare: int = 0
) -> HexSet | None:
    """2d4 If all the units that are too many can leave with so many Moves, the hexes that they may
    need for that; None if they cannot."""
    rooms = find_rooms(table, stacks, moves, spare)
    for stack in stacks:
        if sum(bool(rooms[unit]) for unit in listed(stack.leavers)) < stack.excess:
            return None
    if _easily(stacks, rooms, moves):
        return 0
    needed = set_of(room.hex for each in rooms.values() for room in each if room.hex >= 0)
    if _one_by_one(stacks, rooms, moves):
        return needed
    left = sum(stack.excess for stack in stacks)
    for cost in cheapest_flow(_ways(table, stacks, rooms)):
        left, moves = left - 1, moves - cost
        if moves < 0:
            return None
    return None if left else needed


def _one_by_one(stacks: Sequence[Stack], rooms: Mapping[int, list[Room]], moves: int) -> bool:
    """2d4 Whether all can leave if one after the other takes a room, those with the fewest rooms
    first; whoever has a room gives it up if there is another for him."""
    taken: dict[int, tuple[int, Room]] = {}
    for stack in stacks:
        left = stack.excess
        leavers = [unit for unit in listed(stack.leavers) if rooms[unit]]
        for unit in sorted(leavers, key=lambda unit: (rooms[unit][0].moves, len(rooms[unit]))):
            left -= _takes_room(unit, rooms, taken, set())
            if not left:
                break
        if left:
            return False
    return sum(room.moves for _, room in taken.values()) <= moves


def _takes_room(
    unit: int,
    rooms: Mapping[int, list[Room]],
    taken: dict[int, tuple[int, Room]],
    tried: set[int],
) -> bool:
    """2d4 Whether there is a room for a unit, be it that others take another one."""
    for room in rooms[unit]:
        if room.hex not in taken:
            taken[room.hex] = unit, room
            return True
    for room in rooms[unit]:
        if room.hex not in tried:
            tried.add(room.hex)
            if _takes_room(taken[room.hex][0], rooms, taken, tried):
                taken[room.hex] = unit, room
                return True
    return False


def exits(
    table: DDayTable, stack: Stack, moving: UnitSet, known: dict[int, Exit | None]
) -> list[Exit]:
    """3d2, 3e Who can leave a stack for how many Moves, those on the move first, as if all the
    others were not there; until enough can for one or none. Some of it may be known."""
    units = moving_first(stack.leavers, moving)
    others = within(table, [unit for unit in units if unit not in known])
    found: list[Exit] = []
    cheap = 0
    for unit in units:
        if unit not in known:
            known[unit] = _cheapest_exit(*next(others))
        way = known[unit]
        if way is not None:
            found.append(way)
            cheap += way.moves <= 1
            if cheap == stack.excess:
                break
    return found


def _cheapest_exit(unit: int, ways: dict[int, HexSet]) -> Exit | None:
    """3d2, 3e The way out that costs a unit the fewest Moves."""
    able = [moves for moves, hexes in ways.items() if hexes]
    return Exit(unit, min(able), ways[min(able)]) if able else None


def moving_first(units: UnitSet, moving: UnitSet) -> tuple[int, ...]:
    """Some units, those on the move before the others."""
    return listed(units & moving) + listed(units & ~moving)


def leave_at_once(
    table: DDayTable, crowds: Sequence[tuple[int, Sequence[Exit]]], moves: int, spare: int = 0
) -> bool:
    """2d4 Whether the first who come to mind can leave, so many of each crowd: each to a room of
    its own."""
    there = shelters(table)
    enough = sum(excess for excess, _ in crowds) + spare
    for excess, ways in crowds:
        left = excess
        for way in ways:
            if not left:
                break
            if way.moves <= 1:
                many, few = split(table, way.unit, way.hexes, there)
                if many or few.bit_count() >= enough:
                    left -= 1
                    moves -= way.moves
        if left or moves < 0:
            return False
    return True


def _easily(stacks: Sequence[Stack], rooms: Mapping[int, list[Room]], moves: int) -> bool:
    """Whether there are enough units with a room of their own."""
    for stack in stacks:
        sure = sorted(
            rooms[unit][0].moves
            for unit in listed(stack.leavers)
            if rooms[unit] and rooms[unit][0].hex < 0
        )
        if len(sure) < stack.excess:
            return False
        moves -= sum(sure[: stack.excess])
    return moves >= 0


def _ways(
    table: DDayTable, stacks: Sequence[Stack], rooms: Mapping[int, list[Room]]
) -> Iterator[Edge]:
    """Out of a stack as many as are too many, each to one of its rooms, as many as that takes;
    units of a stack that have the same rooms go together."""
    taken: set[int] = set()
    for number, stack in enumerate(stacks):
        yield "here", number, stack.excess, 0
        alike = Counter(tuple(rooms[unit]) for unit in listed(stack.leavers))
        for each, count in alike.items():
            units = number, each
            yield number, units, count, 0
            for room in each:
                yield units, ("room", room.hex), count, room.moves
                taken.add(room.hex)
    for hex_ in taken:
        yield ("room", hex_), "there", 1 if hex_ < 0 else room_in(table, hex_), 0
