"""8.3 Odds before you commit: what an attack would bring to bear, and what may come of it.

What is not known is which unit lies face down and which marker is its depth; that there is a
marker can be seen. Every unit and every marker that may lie there is compared with, as `resolution`
would, to the end: the chances are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeVar

from beachhead.kernel.plain import Data
from beachhead.omaha.germans import chances_of_depth, depth, pools
from beachhead.omaha.table.charts import Comparison, DepthState, charts
from beachhead.omaha.table.pieces import DepthMarker, GermanUnit
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    DEPTH_KIND,
    OmahaTable,
    equipment,
    piece_name,
    plays_otherwise,
    post_hex,
)
from beachhead.omaha.us_combat.attack_reach import post_name
from beachhead.omaha.us_combat.resolution import REVEAL, hero_helps
from beachhead.omaha.us_combat.terrain_and_defense import (
    NEITHER,
    Attackers,
    Fight,
    Results,
    depth_state,
    fight,
    german_force,
    missing_weapons,
    read_table,
    terrain_defense,
    us_strength,
)
from beachhead.omaha.us_combat.weapons import hero_in_attack, is_flanked, weapons_present
from beachhead.omaha.victory.control import in_german_communication

ROWS: tuple[Comparison, ...] = ("double", "greater", "equal", "less")
REVEALED = "depth_revealed"
REINFORCEMENT = "tactical_reinforcement"
"""Parts of an outcome that are no results of the attack table: the depth marker was turned up,
and it was a Tactical Reinforcement (9.4)."""


class Cell(NamedTuple):
    """UAT A cell of the attack table."""

    weapons: bool
    comparison: Comparison
    depth: DepthState


class Ending(NamedTuple):
    """How an attack may end: the cell that was read last, and all that came of the attack."""

    cell: Cell
    outcome: Results


Endings = dict[Ending, Fraction]
"""How likely each ending is."""
Key = TypeVar("Key")


def attack_preview(
    table: OmahaTable, post: int, attackers: Attackers, naval: bool = False
) -> dict[str, Data]:
    """8.3 What an attack would bring to bear, and how likely each outcome is.

    `cells` are those of the attack table that may be read last, `chances` what comes of them, both
    over all that may lie there. A hero is taken to help as in `best`.
    """
    attackers = tuple(attackers)
    defense = terrain_defense(table, post, attackers)
    hero = hero_in_attack(table, post, attackers, naval)
    column = depth_state(table, post)
    preview: dict[str, Data] = {
        "post": post_name(post),
        "units": [piece_name(unit) for unit in attackers],
        "strength": us_strength(table, attackers, naval),
        "naval": naval,
        "hero": equipment().pieces.heroes[hero].name if hero is not None else None,
        "weapons": sorted(weapons_present(table, post, attackers, naval)),
        "flanking": is_flanked(table, post, attackers, twice=False),
        "terrain": {"unit": defense.unit, "depth": defense.depth},
        "depth": column,
        "rows": [
            {
                "weapons": ready,
                "comparison": row,
                "results": list(
                    charts().us_attack(table.turn, weapons=ready, comparison=row, depth=column)
                ),
            }
            for ready in (True, False)
            for row in ROWS
        ],
    }
    if table.unit[post] >= 0:
        now = fight(table, post, attackers, naval)
        help_ = best_help(table, post, attackers, naval)
        comparison, ready, results = read_table(table, *now, help_)
        preview["german"] = {
            "strength": now.force.strength,
            "requires": sorted(now.force.requirements),
            "missing": sorted(now.missing),
            "weapons": ready,
            "comparison": comparison,
            "results": list(results),
        }
    cells: dict[Cell, Fraction] = {}
    outcomes: dict[Results, Fraction] = {}
    for (cell, outcome), chance in endings(table, post, attackers, naval).items():
        cells[cell] = cells.get(cell, Fraction(0)) + chance
        outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance
    preview["cells"] = [
        {**cell._asdict(), "chance": float(chance)} for cell, chance in _likeliest(cells)
    ]
    preview["chances"] = [
        {"results": list(outcome), "chance": float(chance)}
        for outcome, chance in _likeliest(outcomes)
    ]
    return preview


def _likeliest(chances: dict[Key, Fraction]) -> list[tuple[Key, Fraction]]:
    return sorted(chances.items(), key=lambda each: -each[1])


# --- how an attack may end


def endings(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> Endings:
    """8.3 How an attack may end, over the units and depth markers that may lie there."""
    return _Attack(table, post, attackers, naval).endings()


def winning(table: OmahaTable, post: int, attackers: Attackers) -> float:
    """8.3 How likely an attack is to defeat the German."""
    return float(_share(endings(table, post, attackers, naval=False), WANTED[0]))


def best_help(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> str:
    """8.23 What the odds take a hero to do in the comparison as it stands."""
    attack = _Attack(table, post, attackers, naval)
    return attack.best(table.unit[post], table.depth[post])[0]


def possible_units(table: OmahaTable, post: int) -> tuple[list[int], list[int]]:
    """9.1 The units that a post may hold, with their weights; just one if it has been seen."""
    known = table.unit[post]
    return ([known], [1]) if known >= 0 else pools.unit_chances(table, post)


class _Attack:
    """An attack whose outcome is reckoned; what is asked again and again is kept."""

    def __init__(self, table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> None:
        self.table, self.post = table, post
        self.defense = terrain_defense(table, post, attackers)
        self.us = us_strength(table, attackers, naval)
        self.hero = hero_in_attack(table, post, attackers, naval) is not None
        self.missing = cache(lambda force: missing_weapons(table, post, attackers, naval, force))
        self.markers = cache(self._marker_chances)
        self.effects = cache(lambda results: _effects(table, post, results))

    def endings(self) -> Endings:
        """8.3 Step 1: the unit is revealed, and then compared with."""
        units = _alike(equipment().pieces.german_units, *possible_units(self.table, self.post))
        found: Endings = {}
        for unit, chance in units:
            _add(found, self.best(unit, self.table.depth[self.post])[1], chance)
        return found

    def best(self, unit: int, marker: int) -> tuple[str, Endings]:
        """8.23 The hero's help that defeats the German most often, and how the attack may end with
        it. Of two that do so alike, the one that more often eliminates the depth marker, then
        disrupts the German, then spares the attackers, then gives the German no depth and lets
        him lie face up."""
        force = german_force(unit, marker, self.defense)
        column: DepthState = (
            "revealed" if marker >= 0 else "unrevealed" if marker in DEPTH_KIND else "none"
        )
        now = Fight(self.us, force, self.missing(force), column)
        helps = hero_helps(self.table, now) if self.hero else [NEITHER]
        ways = [(help_, self._compared(unit, now, help_)) for help_ in helps]
        return ways[0] if len(ways) == 1 else max(ways, key=lambda way: _worth(way[1]))

    def _compared(self, unit: int, now: Fight, help_: str) -> Endings:
        """8.3 Steps 2 to 5, with a kind of help."""
        comparison, ready, results = read_table(self.table, *now, help_)
        cell = Cell(ready, comparison, now.depth)
        if results != (REVEAL,):
            shown = (REVEALED,) if now.depth == "revealed" and self._face_down() else ()
            return {Ending(cell, (*shown, *self.effects(results))): Fraction(1)}
        found: Endings = {}
        for marker, chance in self.markers():
            if equipment().pieces.depth_markers[marker].tactical_reinforcement:
                ending = Ending(cell, (REVEALED, REINFORCEMENT, "german_defeated"))
                then = {ending: Fraction(1)}
            else:
                then = self.best(unit, marker)[1]
            _add(found, then, chance)
        return found

    def _face_down(self) -> bool:
        return self.table.depth[self.post] in DEPTH_KIND

    def _marker_chances(self) -> list[tuple[int, Fraction]]:
        """9.1 What the depth marker may be."""
        kind = DEPTH_KIND[self.table.depth[self.post]]
        markers, weights = chances_of_depth.chances(self.table, self.post, kind)
        return _alike(equipment().pieces.depth_markers, markers, weights or [1] * len(markers))


def _alike(
    printed: Sequence[GermanUnit] | Sequence[DepthMarker], counters: list[int], weights: list[int]
) -> list[tuple[int, Fraction]]:
    """One of each kind among counters that say the same, with how likely that kind is."""
    total = sum(weights)
    found: dict[Any, tuple[int, int]] = {}
    for counter, weight in zip(counters, weights, strict=True):
        face = printed[counter]
        says = face.strength, face.requirements, getattr(face, REINFORCEMENT, False)
        found[says] = counter, weight + found.get(says, (counter, 0))[1]
    return [(counter, Fraction(weight, total)) for counter, weight in found.values()]


def _add(found: Endings, more: Endings, share: Fraction) -> None:
    for ending, chance in more.items():
        found[ending] = found.get(ending, Fraction(0)) + chance * share


WANTED = ("german_defeated", "depth_eliminated", "german_disrupted")
UNWANTED = ("us_disrupted", "german_gains_depth", "german_unit_unrevealed")


def _worth(found: Endings) -> tuple[Fraction, ...]:
    """How good endings are: by what the player wants most, then by what he wants least."""
    return (
        *(_share(found, result) for result in WANTED),
        *(-_share(found, result) for result in UNWANTED),
    )


def _share(found: Endings, result: str) -> Fraction:
    return sum(
        (chance for ending, chance in found.items() if result in ending.outcome), Fraction(0)
    )


def _effects(table: OmahaTable, post: int, results: Results) -> Results:
    """UAT.results The results that do something here: a German out of communication, or for whom
    no marker is left, gains no depth (9.2, 9.24), and armor is not turned face down (23.41)."""
    idle = set()
    if "german_gains_depth" in results and not _gains_depth(table, post):
        idle.add("german_gains_depth")
    if post in ARMOR_POSTS:
        idle.add("german_unit_unrevealed")
    return tuple(result for result in results if result not in idle)


def _gains_depth(table: OmahaTable, post: int) -> bool:
    """9.2 Whether a marker comes of an attack that was withstood."""
    if plays_otherwise(table, "depth-gain-priority"):
        receiver = depth.unit_for_depth(table, depth.WHOLE_MAP)
        return receiver is not None and pools.depth_source(table, receiver) is not None
    communication = in_german_communication(table, post_hex(table, post))
    return communication and pools.depth_source(table, post) is not None
