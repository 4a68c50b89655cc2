"""8.2 Attack weapons: what each unit brings, flanking, heroes, radios, naval fire."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Refusal
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    OmahaTable,
    equipment,
    heroes_with,
    in_command,
    plays_otherwise,
    unit_side,
)
from beachhead.omaha.us_combat.attack_reach import (
    distance,
    fires_up,
    is_across_steep,
    is_adjacent,
    is_infantry,
)

Weapons = frozenset[str]
FLANKING = "FL"
RADIO = "RD"
NAVAL = "naval_fire_marker"


def weapons_present(table: OmahaTable, post: int, attackers: Iterable[int], naval: bool) -> Weapons:
    """8.2, 8.22c, 8.31, 8.31a All the weapons of the units in an attack, and of naval fire; not
    flanking."""
    present: set[str] = set()
    for unit in attackers:
        present |= weapons_of(table, unit, post)
    if naval:
        present |= naval_weapons()
    return frozenset(present)


def weapons_of(table: OmahaTable, unit: int, post: int) -> Weapons:
    """8.2, 8.24a, 11.2d, 11.3f, UWC-i The weapons that a unit has in an attack on a post."""
    weapons = own_weapons(
        table,
        unit,
        distance(table, unit, post),
        restricted=is_across_steep(table, unit, post),
    )
    # 8.24 An HQ lends its radio to those who attack from an adjacent hex.
    if is_adjacent(table, unit, post) and in_command(table, unit, of_hq=True):
        weapons |= charts().us_weapons("hq")
    return weapons


def own_weapons(
    table: OmahaTable, unit: int, hexes: int = 1, *, restricted: bool = False
) -> Weapons:
    """8.21a, 8.26c, 8.27a, 2.21d, 2.21e A unit's own weapons at a distance: reduced infantry has
    those printed on its counter, all others those of the weapons chart."""
    printed = unit_side(table, unit).weapons
    if printed is not None:
        return printed
    return _chart(equipment().units[unit].type, hexes, restricted)


@cache
def _chart(user: str, hexes: int, restricted: bool) -> Weapons:
    return charts().us_weapons(user, hexes, restricted=restricted)


# --- 8.22 flanking


def is_flanked(table: OmahaTable, post: int, attackers: Iterable[int], *, twice: bool) -> bool:
    """8.22a, 8.22b Attacked from two adjacent hexes that do not touch; when both unit and depth
    marker ask for it (`twice`), from any three."""
    sides = set_of(
        table.hex[unit]
        for unit in attackers
        if is_adjacent(table, unit, post) and _counts_for_flanking(table, unit, post)
    )
    if twice:
        return sides.bit_count() >= 3
    adjacent = equipment().board.grid.adjacent
    return any(sides & ~adjacent[hex_] & ~(1 << hex_) for hex_ in members(sides))


def _counts_for_flanking(table: OmahaTable, unit: int, post: int) -> bool:
    """P-13 The hex of a unit that fires across a bluff or cliff counts."""
    return not (
        plays_otherwise(table, "ranged-across-bluff-flanks") and fires_up(table, unit, post)
    )


# --- 8.23 heroes


def hero_in_attack(
    table: OmahaTable, post: int, attackers: Iterable[int], naval: bool
) -> int | None:
    """8.23a, 8.23d, 11.13a A hero with a unit that attacks from an adjacent hex; more than one add
    nothing."""
    attackers = tuple(attackers)
    if naval and not naval_caller(table, attackers):
        return None  # O-09 by the house rule, he has used his wild card to call naval fire
    for unit in attackers:
        if is_adjacent(table, unit, post):
            for hero in heroes_with(table, unit):
                return hero
    return None


# --- 8.24, 8.25 radios and naval fire


def has_radio(table: OmahaTable, unit: int) -> bool:
    """8.51, 11.3f Whether an infantry unit has a radio, or access to that of an HQ."""
    return RADIO in own_weapons(table, unit) or in_command(table, unit, of_hq=True)


def naval_caller(table: OmahaTable, attackers: Iterable[int]) -> bool:
    """8.51a Whether an attacking infantry unit has a radio or is in command of an HQ."""
    return any(is_infantry(unit) and has_radio(table, unit) for unit in attackers)


@cache
def naval_weapons() -> Weapons:
    """8.25a, 8.51b The requirements that naval fire meets."""
    return charts().us_weapons(NAVAL)


@cache
def naval_strength() -> int:
    """8.51b The strength that naval fire adds."""
    return int(charts().weapon_rows[NAVAL][0]["strength"])


def refuse_naval_fire(table: OmahaTable, post: int, attackers: tuple[int, ...]) -> Refusal | None:
    """8.1l, 8.51a, FB.naval-a Naval fire joins if there is a marker and attacking infantry can call
    it."""
    if table.naval_fire < 1:
        return Refusal("8.5", "there is no naval fire marker to spend")
    if naval_caller(table, attackers):
        return None
    # O-09 A hero's wild card calls it only by the house rule.
    by_hero = plays_otherwise(table, "hero-calls-naval-fire")
    if by_hero and hero_in_attack(table, post, attackers, naval=False) is not None:
        return None
    return Refusal("8.51", "no attacking infantry unit has a radio or is in command of an HQ")
