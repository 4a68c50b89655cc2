"""8.11, 8.12, 8.15 Who can reach a German hex: range, the high ground, bluffs and cliffs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    OmahaTable,
    PostSet,
    UnitSet,
    equipment,
    piece_name,
    plays_otherwise,
    position_of,
    post_hex,
    posts_of,
    unit_side,
)

CLIFFS = ("scaleable_cliff", "sheer_cliff")


def post_name(post: int) -> str:
    return equipment().posts[post].name


@cache
def is_infantry(unit: int) -> bool:
    return equipment().units[unit].infantry


@cache
def infantry_units() -> tuple[int, ...]:
    return tuple(unit.index for unit in equipment().units if unit.infantry)


@cache
def all_infantry() -> UnitSet:
    return set_of(infantry_units())


# --- 8.11 range


@cache
def posts_within(hex_: int, reach: int) -> PostSet:
    """8.11 The posts that fire from a hex reaches with a range."""
    posts = equipment().posts[: ARMOR_POSTS.start]
    return set_of(post.index for post in posts if _distance(hex_, post.hex) <= reach)


def targets_within(table: OmahaTable, hex_: int, reach: int) -> PostSet:
    """8.11 The same with the armor units where they are now."""
    posts = posts_within(hex_, reach)
    if table.armor_entered:
        for post, there in zip(ARMOR_POSTS, table.armor_hex, strict=True):
            if there >= 0 and _distance(hex_, there) <= reach:
                posts |= 1 << post
    return posts


def distance(table: OmahaTable, unit: int, post: int) -> int:
    """8.11a From a unit to its target, counting the target hex but not the unit's own."""
    return _distance(table.hex[unit], post_hex(table, post))


@lru_cache(4096)
def _distance(hex_: int, target: int) -> int:
    return equipment().board.grid.distance(hex_, target)


def is_adjacent(table: OmahaTable, unit: int, post: int) -> bool:
    return bool(equipment().board.grid.adjacent[table.hex[unit]] >> post_hex(table, post) & 1)


def in_range(table: OmahaTable, unit: int, post: int) -> bool:
    """8.11 Whether a target is within a unit's range."""
    return distance(table, unit, post) <= unit_side(table, unit).range


def refuse_range(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """8.1b to 8.1d, 8.11b The target may be no farther off than the unit's range."""
    reach, hexes = unit_side(table, unit).range, distance(table, unit, post)
    if hexes <= reach:
        return None
    name, target = piece_name(unit), post_name(post)
    if reach == 1:
        return Refusal("8.1", f"{name} has no ranged fire and is not next to {target}")
    return Refusal("8.11", f"{target} is {hexes} hexes from {name}, beyond its range of {reach}")


# --- 8.12 the high ground


def refuse_high_ground(table: OmahaTable, unit: int, post: int) -> Refusal | None:
    """8.12a, 8.12b From the low ground ranged fire reaches only those positions on the high ground
    that overlook the beach. P-10: this does not bar fire up a bluff or cliff at an adjacent hex."""
    the = equipment()
    here, target = table.hex[unit], post_hex(table, post)
    ranged = not is_adjacent(table, unit, post) or (
        steep_sides()[here] >> target & 1 and plays_otherwise(table, "fire-up-the-bluff")
    )
    if (
        not ranged
        or not the.board.low_ground >> here & 1
        or not the.board.high_ground >> target & 1
        or overlooks_beach(table, post)
    ):
        return None
    return Refusal(
        "8.12",
        f"{piece_name(unit)} is on the low ground, and {post_name(post)} on the high ground "
        "has no field of fire on the beach",
    )


def overlooks_beach(table: OmahaTable, post: int) -> bool:
    """8.12a Whether a position has a dot in a beach hex. P-15: disrupted or not."""
    position = position_of(table, post)
    if plays_otherwise(table, "disrupted-fields") and not posts_of(table, position, active=True):
        return False
    return bool(position.fire & equipment().board.beach)


# --- 8.15 bluffs and cliffs


@cache
def steep_sides() -> tuple[HexSet, ...]:
    """8.15 For each hex, the neighbors across a bluff or cliff."""
    across = equipment().board.across
    return tuple(across["bluff"][hex_] | cliffs for hex_, cliffs in enumerate(_cliff_sides()))


def _cliff_sides() -> list[HexSet]:
    across = equipment().board.across
    one, other = (across[kind] for kind in CLIFFS)
    return [scaleable | sheer for scaleable, sheer in zip(one, other, strict=True)]


@cache
def assault_sides() -> tuple[HexSet, ...]:
    """8.15 For each hex, the neighbors every unit there may attack: nobody attacks across a
    cliff, and nobody on the low ground across a bluff."""
    # 8.15a, 8.15b, TEC.bluff-d, TEC.scaleable-cliff-c, TEC.sheer-cliff-a, TEC.5a, TDT-d
    the_board = equipment().board
    cliffs, steep = _cliff_sides(), steep_sides()
    return tuple(
        around & ~(steep if the_board.low_ground >> hex_ & 1 else cliffs)[hex_]
        for hex_, around in enumerate(the_board.grid.adjacent)
    )


@cache
def attacking_sides() -> tuple[HexSet, ...]:
    """8.15 For each hex, the neighbors from which every unit may attack into it."""
    sides = assault_sides()
    return tuple(
        set_of(here for here in members(around) if sides[here] >> hex_ & 1)
        for hex_, around in enumerate(equipment().board.grid.adjacent)
    )


def fires_up(table: OmahaTable, unit: int, post: int) -> bool:
    """8.15 Whether a unit fires at an adjacent hex across a bluff or cliff, from below."""
    here = table.hex[unit]
    sides = equipment().board.grid.adjacent[here] & ~assault_sides()[here]
    return bool(sides >> post_hex(table, post) & 1)


def is_across_steep(table: OmahaTable, unit: int, post: int) -> bool:
    """8.26 Whether a unit and its adjacent target are on two sides of a bluff or cliff."""
    return bool(steep_sides()[table.hex[unit]] >> post_hex(table, post) & 1)


def assaults(table: OmahaTable, unit: int, post: int) -> bool:
    """8.1a, 8.15c Whether an infantry unit is next to the target, at a hexside it may attack across
    without other infantry. P-11: heavy infantry needs none down a bluff."""
    if not is_infantry(unit) or not assault_sides()[table.hex[unit]] >> post_hex(table, post) & 1:
        return False
    return not (
        plays_otherwise(table, "heavy-infantry-downhill")
        and unit_side(table, unit).ranged
        and is_across_steep(table, unit, post)
    )


def refuse_hexside(
    table: OmahaTable, unit: int, post: int, attackers: Iterable[int]
) -> Refusal | None:
    """8.15a to 8.15c Attacks across bluffs and cliffs, from below with ranged fire only."""
    if not is_across_steep(table, unit, post) or assaults(table, unit, post):
        return None
    here, target = table.hex[unit], post_hex(table, post)
    name, words = piece_name(unit), _steep_words(here, target)
    if equipment().board.high_ground >> here & 1 and "cliff" in words:
        return Refusal("8.15", f"{name} may not attack down across a {words}")
    if not unit_side(table, unit).ranged and fires_up(table, unit, post):
        return Refusal(
            "8.15", f"{name} is below a {words} and has no ranged fire to attack across it"
        )
    if is_infantry(unit) and not any(assaults(table, other, post) for other in attackers):
        return Refusal(
            "8.15",
            f"{name} attacks across a {words} only if other infantry attacks "
            f"{post_name(post)} through an open hexside",
        )
    return None


def _steep_words(here: int, target: int) -> str:
    sides = equipment().board.hexside(here, target)
    return next(kind for kind in ("bluff", *CLIFFS) if kind in sides).replace("_", " ")
