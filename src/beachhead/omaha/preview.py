"""8.3 Odds before you commit: what an attack would bring to bear, and what may come of it."""

from __future__ import annotations

from beachhead.kernel.plain import Data
from beachhead.omaha import pools
from beachhead.omaha.charts import Comparison, charts
from beachhead.omaha.defense import (
    NEITHER,
    STRENGTH,
    WEAPON,
    Attackers,
    Fight,
    Results,
    can_stand_in,
    depth_state,
    fight,
    german_force,
    missing_weapons,
    read_table,
    terrain_defense,
    us_strength,
)
from beachhead.omaha.reach import post_name
from beachhead.omaha.state import NO_DEPTH, Table, lore, piece_name
from beachhead.omaha.weapons import hero_in_attack, is_flanked, weapons_present

ROWS: tuple[Comparison, ...] = ("double", "greater", "equal", "less")


def attack_preview(
    table: Table, post: int, attackers: Attackers, naval: bool = False
) -> dict[str, Data]:
    """8.3 What an attack would bring to bear, and its result against a lone unit.

    While the German unit is face down, the chance of each result over the units it may be.
    A hero is taken to help as well as he can against a lone unit: a weapon if that is enough.
    """
    attackers = tuple(attackers)
    defense = terrain_defense(table, post, attackers)
    us = us_strength(table, attackers, naval)
    known = table.unit[post] if table.unit[post] >= 0 else None
    hero = hero_in_attack(table, post, attackers, naval)
    preview: dict[str, Data] = {
        "post": post_name(post),
        "units": [piece_name(unit) for unit in attackers],
        "strength": us,
        "naval": naval,
        "hero": lore().pieces.heroes[hero].name if hero is not None else None,
        "weapons": sorted(weapons_present(table, post, attackers, naval)),
        "flanking": is_flanked(table, post, attackers, twice=False),
        "terrain": {"unit": defense.unit, "depth": defense.depth},
        "depth": depth_state(table, post),
        "lone_unit": [
            {
                "weapons": ready,
                "comparison": row,
                "results": list(
                    charts().us_attack(table.turn, weapons=ready, comparison=row, depth="none")
                ),
            }
            for ready in (True, False)
            for row in ROWS
        ],
    }
    if known is not None and not table.face_down >> post & 1:
        now = fight(table, post, attackers, naval)
        comparison, ready, results = read_table(table, *now, _best_help(now, hero))
        preview["german"] = {
            "strength": now.force.strength,
            "requires": sorted(now.force.requirements),
            "missing": sorted(now.missing),
            "weapons": ready,
            "comparison": comparison,
            "results": list(results),
        }
    faces, weights = possible_units(table, post)
    chances: dict[Results, int] = {}
    for face, weight in zip(faces, weights, strict=True):
        force = german_force(face, NO_DEPTH, defense)
        missing = missing_weapons(table, post, attackers, naval, force)
        alone = Fight(us, force, missing, "none")
        results = read_table(table, *alone, _best_help(alone, hero))[2]
        chances[results] = chances.get(results, 0) + weight
    total = sum(weights)
    preview["chances"] = [
        {"results": list(results), "chance": weight / total}
        for results, weight in sorted(chances.items(), key=lambda each: -each[1])
    ]
    return preview


def possible_units(table: Table, post: int) -> tuple[list[int], list[int]]:
    """9.1 The units that a post may hold, with their weights; just one if it has been seen."""
    known = table.unit[post]
    return ([known], [1]) if known >= 0 else pools.unit_chances(table, post)


def _best_help(now: Fight, hero: int | None) -> str:
    """8.23 Against a lone unit a missing weapon always counts for more than strength."""
    if hero is None:
        return NEITHER
    return WEAPON if can_stand_in(now.missing) else STRENGTH
