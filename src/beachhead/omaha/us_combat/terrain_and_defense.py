"""8.3 The two sides of an attack: strength, terrain, requirements, and the attack table.

What the terrain does for the German is in the terrain effects chart (TEC) and, by effect, in
the terrain defense table (TDT).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from beachhead.omaha.table.charts import Comparison, DepthState, charts, compare
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    NO_DEPTH,
    OmahaTable,
    equipment,
    plays_otherwise,
    post_hex,
    unit_side,
)
from beachhead.omaha.us_combat.attack_reach import fires_up, is_adjacent
from beachhead.omaha.us_combat.weapons import (
    FLANKING,
    Weapons,
    is_flanked,
    naval_strength,
    weapons_present,
)

Attackers = tuple[int, ...]
Results = tuple[str, ...]

WEAPON, STRENGTH, NEITHER = "weapon", "strength", "neither"
"""8.23 What a hero can do for an attack."""


# --- 8.3 step 2: terrain and strength


class Defense(NamedTuple):
    """What the terrain makes of the strength of a German unit and of its depth marker."""

    unit: int
    depth: int


NO_BENEFIT = Defense(1, 1)
BENEFITS = {None: NO_BENEFIT, "unit": Defense(2, 1), "unit_and_depth": Defense(2, 2)}


def terrain_defense(table: OmahaTable, post: int, attackers: Iterable[int]) -> Defense:
    """TEC.1a, TDT-c The benefit of the hex and that of the hexsides, never more than doubled; 23.6c
    none for armor."""
    if post in ARMOR_POSTS:
        return NO_BENEFIT
    inside = hex_defense(post_hex(table, post))
    if inside != NO_BENEFIT and plays_otherwise(table, "woods-behind-slope"):
        return inside
    across = hexside_defense(table, post, attackers)
    # P-18 Each counter takes its better benefit.
    return Defense(max(inside.unit, across.unit), max(inside.depth, across.depth))


@cache
def hex_defense(hex_: int) -> Defense:
    """TEC.woods-c, TEC.buildings-b, TEC.bocage-c, TDT-a, TDT-b The benefit of woods, buildings or
    bocage in the German hex; TEC.base-a other ground has none."""
    benefits = [
        BENEFITS[charts().terrain[feature].defense]
        for feature, hexes in equipment().board.features.items()
        if hexes >> hex_ & 1
    ]
    return max(benefits, default=NO_BENEFIT)


def hexside_defense(table: OmahaTable, post: int, attackers: Iterable[int]) -> Defense:
    """8.31b, TEC.3 Of all the hexsides adjacent units attack through, the least helpful to the
    German counts; units farther off do not matter."""
    return min(
        (_crossed(table, unit, post) for unit in attackers if is_adjacent(table, unit, post)),
        default=NO_BENEFIT,
    )


def _crossed(table: OmahaTable, unit: int, post: int) -> Defense:
    if fires_up(table, unit, post) and plays_otherwise(table, "ranged-across-bluff-defense"):
        return NO_BENEFIT
    return side_defense(table.hex[unit], post_hex(table, post))


@cache
def side_defense(here: int, target: int) -> Defense:
    """TEC.5, P-12 The benefit of a hexside; a bluff or cliff attacked across is like a slope."""
    # TEC.hedge-seawall-c, TEC.obstacle-hexsides-c, TEC.slope-c, TEC.5b, TDT-a to TDT-c
    benefits = []
    for kind in equipment().board.hexside(here, target):
        defense = charts().terrain[kind].defense
        if defense in ("prohibited", "prohibited_from_below"):
            defense = charts().terrain["slope"].defense
        benefits.append(BENEFITS[defense])
    return max(benefits, default=NO_BENEFIT)


def us_strength(table: OmahaTable, attackers: Iterable[int], naval: bool) -> int:
    """8.31a, 8.51 The strengths of all attackers together, and of naval fire."""
    strength = sum(unit_side(table, unit).strength for unit in attackers)
    return strength + naval_strength() if naval else strength


# --- 8.3 steps 2 and 3: the two sides of an attack


class Force(NamedTuple):
    """What a German unit, and its depth marker if that is revealed, put up against an attack."""

    strength: int
    requirements: Weapons
    flanking: int
    """8.22 How many of the counters ask for flanking."""


def german_force(unit: int, marker: int, defense: Defense) -> Force:
    """8.3c, 2.24b The strength with terrain, and all requirements, of a unit and a revealed
    marker."""
    face = equipment().pieces.german_units[unit]
    if marker < 0:
        flanking = FLANKING in face.requirements
        return Force(face.strength * defense.unit, face.requirements, int(flanking))
    beneath = equipment().pieces.depth_markers[marker]
    return Force(
        face.strength * defense.unit + beneath.strength * defense.depth,
        face.requirements | beneath.requirements,
        (FLANKING in face.requirements) + (FLANKING in beneath.requirements),
    )


def missing_weapons(
    table: OmahaTable, post: int, attackers: Attackers, naval: bool, force: Force
) -> Weapons:
    """8.2a, 8.22, 8.3d The requirements that the attackers do not meet by themselves."""
    missing = force.requirements - weapons_present(table, post, attackers, naval)
    if force.flanking and is_flanked(table, post, attackers, twice=force.flanking == 2):
        missing -= {FLANKING}
    return missing


def depth_state(table: OmahaTable, post: int) -> DepthState:
    """8.3f The column of the attack table."""
    marker = table.depth[post]
    return "none" if marker == NO_DEPTH else "revealed" if marker >= 0 else "unrevealed"


def read_table(
    table: OmahaTable, us: int, force: Force, missing: Weapons, depth: DepthState, benefit: str
) -> tuple[Comparison, bool, Results]:
    """8.2b, 8.23c, 8.3f, 14g, UAT.extended Step 4: the row and the results, with what a hero
    does."""
    if benefit == STRENGTH:
        us += 1
    ready = not missing or (benefit == WEAPON and can_stand_in(missing))
    comparison = compare(us, force.strength)
    results = charts().us_attack(table.turn, weapons=ready, comparison=comparison, depth=depth)
    return comparison, ready, results


def can_stand_in(missing: Weapons) -> bool:
    """8.23a, 8.23b, 8.25a, UWC-k A hero makes up for one missing weapon, but not for flanking."""
    return len(missing) == 1 and FLANKING not in missing


# --- the comparison as it stands


class Fight(NamedTuple):
    """The comparison of an attack as it stands."""

    us: int
    force: Force
    missing: Weapons
    depth: DepthState


def fight(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Fight:
    """8.3c, 8.3d, 8.32b Steps 2 and 3, against the revealed German counters."""
    defense = terrain_defense(table, post, attackers)
    force = german_force(table.unit[post], table.depth[post], defense)
    return Fight(
        us_strength(table, attackers, naval),
        force,
        missing_weapons(table, post, attackers, naval, force),
        depth_state(table, post),
    )
