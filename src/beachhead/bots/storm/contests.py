"""Areas that both sides stand in: what their fire promises there (9.1, 9.3), now and next turn.

Who holds ground has its defense for him (9.3.4), so a strong place is seldom taken by one assault:
a stack goes in, and fires with all it has when it is fresh again (5.1b).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.bots.storm.attacking import firepower, prices, promise
from beachhead.bots.storm.ground import ground, turns_left, ways_in
from beachhead.kernel.bits import members, set_of
from beachhead.storm import movement
from beachhead.storm.attacks.attack_points import defensive_value
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import STACKING_LIMIT
from beachhead.storm.table.state import (
    ALLIED,
    StormTable,
    UnitSet,
    controls,
    counted,
    occupancy,
    side_units,
)

SUPPORT = 1
"""9.3.3 The Support Points that the Allies can count on in an attack."""


class Fire(NamedTuple):
    """What the fire of one side in an area promises."""

    cleared: float
    """The chance that all enemies are driven out."""
    damage: float
    """What they suffer, on average."""


NO_FIRE = Fire(0.0, 0.0)


@lru_cache(maxsize=16384)
def fire(units: UnitSet, under_fire: UnitSet, spent: UnitSet, extra: int) -> Fire:
    """9.3 What the fire of some units promises against others, some of them spent; `extra` is what
    the attack has besides, or the ground against it."""
    rows = pieces().units
    best = max(
        rows[unit].defense_when(spent=bool(spent >> unit & 1)) for unit in members(under_fire)
    )
    need, gone = prices(under_fire, spent)
    found = promise(firepower(units) + extra - best, need, gone)
    return Fire(found.cleared, found.taken + found.more)


def fire_now(table: StormTable, side: int, area: int) -> Fire:
    """9.1 What the fresh units of a side promise in an area as things are."""
    here = occupancy(table).at[area]
    units = here & side_units(side) & ~table.spent
    under_fire = here & side_units(1 - side)
    if not units or not under_fire:
        return NO_FIRE
    return fire(units, under_fire, under_fire & table.spent, extra(table, side, area))


def fire_later(table: StormTable, side: int, area: int, joining: UnitSet = 0) -> Fire:
    """9.1 What all units of a side, and those that join them, promise when everybody is fresh."""
    here = occupancy(table).at[area]
    units = here & side_units(side) | joining
    under_fire = here & side_units(1 - side)
    if not units or not under_fire:
        return NO_FIRE
    return fire(units, under_fire, 0, extra(table, side, area))


def extra(table: StormTable, side: int, area: int) -> int:
    """9.3.3, 9.3.4 What an attack has besides its units, less what the ground has against it."""
    against = 0 if controls(table, side, area) else defensive_value(table, area)
    return (SUPPORT if side == ALLIED else 0) - against


def ground_under_fire(table: StormTable, side: int) -> float:
    """9.1 The enemy's ground that the fire of a side may take where both stand, for the turns to
    come: by those who are fresh now, or by all next turn."""
    held = occupancy(table).held
    both = held[ALLIED] & held[1 - ALLIED] & AREA_SET
    if not both:
        return 0.0
    worths, left = ground(side), turns_left(table)
    active = table.phase != "end"
    later = left - active
    taken = 0.0
    for area in members(both):
        if not controls(table, side, area):
            now = fire_now(table, side, area).cleared if active else 0.0
            next_turn = fire_later(table, side, area).cleared
            taken += worths[area] * (now * left + (1 - now) * next_turn * later)
    return taken


def ground_within_reach(table: StormTable, side: int) -> float:
    """11.0, 9.1 The enemy's ground that the units of a side beside it may take together, as many as
    there is room for, for the turns to come: now by those who are fresh, or next turn."""
    index, left = occupancy(table), turns_left(table)
    own, enemies = index.held[side], index.held[1 - side]
    mine = table.allied_control if side == ALLIED else ~table.allied_control
    active = table.phase != "end"
    movable, fresh = _movable(side), ~table.spent
    worths, near = ground(side), ways_in(side)
    taken = 0.0
    for area in members(enemies & ~own & ~mine & AREA_SET):
        beside = 0
        for place in members(near[area] & own):
            beside |= index.at[place] & movable
        if not beside:
            continue
        under_fire, more = index.at[area], extra(table, side, area)
        now = 0.0
        if active and (able := beside & fresh):
            now = fire(strongest(able), under_fire, under_fire & table.spent, more).cleared
        next_turn = fire(strongest(beside), under_fire, 0, more).cleared
        taken += worths[area] * (now * left + (1 - now) * next_turn * (left - active))
    return taken


@cache
def _movable(side: int) -> UnitSet:
    """8.0 The units of a side that can go anywhere."""
    return counted(side) & set_of(
        unit for points, alike in movement.movers() if points for unit in members(alike)
    )


@lru_cache(maxsize=8192)
def strongest(units: UnitSet) -> UnitSet:
    """8.1 Those with the most firepower, as many as an area has room for."""
    if units.bit_count() <= STACKING_LIMIT:
        return units
    rows = pieces().units
    ranked = sorted(members(units), key=lambda unit: -rows[unit].firepower)
    return set_of(ranked[:STACKING_LIMIT])


HARM = 0.35
"""What a point of damage costs who suffers it."""
CLOSING_IN = 0.5
"""How much of what fire may take next turn counts: the enemy may bring more, or fire first."""


def worth_of_closing_in(
    table: StormTable, side: int, area: int, units: UnitSet, at_stake: float
) -> float:
    """8.0, 9.1 What it is worth to go in where the enemy stands: to fire next turn with all who are
    there, after what the enemy's fire does to them this turn."""
    here = occupancy(table).at[area]
    enemies = here & side_units(1 - side)
    alone, together = fire_later(table, side, area), fire_later(table, side, area, units)
    gained = (together.cleared - alone.cleared) * at_stake * (1 - 1 / turns_left(table))
    worth = CLOSING_IN * (gained + HARM * (together.damage - alone.damage))
    firing = enemies & ~table.spent
    if firing:
        own = here & side_units(side)
        before = (
            fire(firing, own, own & table.spent, -_cover(table, side, area)) if own else NO_FIRE
        )
        joined = own | units
        after = fire(firing, joined, joined & table.spent | units, -_cover(table, side, area))
        worth -= HARM * max(after.damage - before.damage, 0.3 * after.damage)
    return worth


def _cover(table: StormTable, side: int, area: int) -> int:
    return defensive_value(table, area) if controls(table, side, area) else 0
