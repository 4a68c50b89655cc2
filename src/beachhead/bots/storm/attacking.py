"""What an attack promises: the two dice, counted exactly, and what the damage is worth (9.3)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.bots.storm.ground import prize, turns_left, unit_worths
from beachhead.kernel.bits import members
from beachhead.storm.attacks.attack_points import (
    attack_terms,
    defense_terms,
    integrity,
    targets,
)
from beachhead.storm.odds import ROLLS, THROWS
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import (
    ALLIED,
    Attack,
    StormTable,
    UnitSet,
    controls,
    strongpoints,
    units_at,
)

POINT = 0.32
"""What a point of damage is worth by itself."""
DRIVEN_OUT = 0.35
"""What it is worth besides to drive a unit out."""
HELD_GROUND = 0.3
"""What it is worth to drive enemies from an area of one's own, compared with taking it."""


class Promise(NamedTuple):
    """What two dice bring against so many points of defense."""

    taken: float
    """Damage that the units can take before they are driven out, on average."""
    cleared: float
    """The chance to drive all of them out."""
    more: float
    """Damage beyond that, on average, up to all that would eliminate them."""


@lru_cache(maxsize=4096)
def promise(net: int, need: int, most: int) -> Promise:
    """9.3.5 For attack points less defense points: the damage, exactly.

    >>> promise(5, 3, 5).cleared == 1 - 10 / 36  # every throw of 8 or less beats it by less
    False
    """
    taken = cleared = more = 0.0
    for total, throws in ROLLS.items():
        damage = total + net
        if damage > 0:
            taken += throws * min(damage, need)
            if damage >= need:
                cleared += throws
                more += throws * (min(damage, most) - need)
    return Promise(taken / THROWS, cleared / THROWS, more / THROWS)


@cache
def _price(unit: int, spent: int) -> tuple[int, int]:
    """10.0 The damage that drives a unit out, and that which eliminates it."""
    row = pieces().units[unit]
    if row.is_strongpoint:
        return row.damage_to_eliminate, row.damage_to_eliminate
    step = 2 if row.size == "regiment" else 1
    flip = 0 if spent else 1
    return flip + step, flip + 2 * step


@lru_cache(maxsize=4096)
def prices(units: UnitSet, spent: UnitSet) -> tuple[int, int]:
    """10.0 The damage that drives some units out, and that which eliminates them all."""
    out = gone = 0
    for unit in members(units):
        one, all_ = _price(unit, spent >> unit & 1)
        out += one
        gone += all_
    return out, gone


@lru_cache(maxsize=8192)
def firepower(units: UnitSet) -> int:
    """9.3.1, 9.3.2 What some units add to the dice."""
    rows = pieces().units
    return sum(rows[unit].firepower for unit in members(units)) + integrity(units)


def worth_of_attack(
    table: StormTable,
    side: int,
    area: int,
    points: int,
    defense: int,
    under_fire: UnitSet,
    *,
    takes: bool,
    eliminates: bool = True,
) -> float:
    """What an attack is worth to who makes it: the damage, units driven out, and the ground if all
    are and somebody of its own is there to take it."""
    if not under_fire:
        return 0.0
    nests = under_fire & strongpoints()
    if nests and not eliminates:
        return 0.0
    need, gone = prices(under_fire, table.spent & under_fire)
    found = promise(points - defense, need, gone if eliminates else need)
    count = under_fire.bit_count()
    worth = POINT * (found.taken + found.more) + found.cleared * DRIVEN_OUT * count
    if takes:
        at_stake = prize(table, side, area)
        worth += (
            found.cleared * at_stake * (1.0 if not controls(table, side, area) else HELD_GROUND)
        )
        if not controls(table, side, area):
            worth += 0.03 * at_stake * found.taken / need
    if side != ALLIED and eliminates:
        worth += 0.25 * found.more
    return worth


def worth_by_units(
    table: StormTable,
    side: int,
    area: int,
    units: UnitSet,
    *,
    assault: bool = False,
    extra: int = 0,
) -> float:
    """What an attack by units is worth, cards and Support Points apart."""
    attack = Attack(side, area, units, assault=assault)
    defense = sum(defense_terms(table, attack).values())
    under_fire = units_at(table, area, 1 - side)
    return worth_of_attack(
        table, side, area, firepower(units) + extra, defense, under_fire, takes=True
    )


def odds_by_units(
    table: StormTable, side: int, area: int, units: UnitSet, extra: int = 0
) -> Promise:
    """What the dice bring for an attack by units, cards apart."""
    defense = sum(defense_terms(table, Attack(side, area, units)).values())
    under_fire = units_at(table, area, 1 - side)
    need, gone = prices(under_fire, table.spent & under_fire)
    return promise(firepower(units) + extra - defense, need, gone)


def worth_under_way(table: StormTable, attack: Attack) -> float:
    """What an attack is worth as it stands, to who makes it."""
    points = sum(attack_terms(attack).values())
    defense = sum(defense_terms(table, attack).values())
    takes = bool(attack.units) or bool(units_at(table, attack.area, attack.side))
    return worth_of_attack(
        table,
        attack.side,
        attack.area,
        points,
        defense,
        targets(table, attack),
        takes=takes,
        eliminates=not attack.cannot_eliminate,
    )


def harm_of(table: StormTable, unit: int) -> tuple[float, float, float]:
    """What it costs the owner that a unit is spent, driven out, or lost."""
    worth = unit_worths()[unit]
    row = pieces().units[unit]
    spent = table.spent >> unit & 1
    flip = 0.0 if spent else 0.12 + 0.12 * row.firepower
    out = flip + 0.35 + 0.15 * row.firepower
    late = 0.4 + 0.6 * (turns_left(table) - 1) / 7
    own = worth - 2.0 if row.side == "allied" and not row.airborne else worth
    lost = (2.0 + own * late) if row.side == "allied" else worth * late
    return flip, out, max(lost, out + 0.1)
