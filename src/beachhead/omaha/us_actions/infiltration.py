"""7.32 Infiltration: which moves slip past German positions, and whether these fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.german_fire.losses import lose_step, lose_step_to_german_fire
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import OmahaCard
from beachhead.omaha.table.state import (
    FIXED_POSTS,
    NO_DEPTH,
    OmahaTable,
    PostSet,
    equipment,
    occupied,
    plays_otherwise,
    position_by_index,
    position_of,
    posts_of,
    steps,
)

Watched = Mapping[int, HexSet]
"""The German positions that can fire at infiltrators, and the hexes next to each where it can."""


@cache
def _around() -> tuple[HexSet, ...]:
    """7.32 For each German position, the hexes next to it that lie in its field of fire."""
    the = board()
    return tuple(the.grid.neighbors(each.area) & each.fire for each in the.positions)


def watched(table: OmahaTable) -> Watched:
    """7.32a, EV.smoke-c Each occupied, undisrupted position, and the hexes next to it under its
    fire.

    P-07 Next to a two-hex WN is next to either hex, or by the other reading next to one with an
    undisrupted unit.
    """
    narrow = plays_otherwise(table, "infiltration-two-hex-wn")
    posts = occupied(table) & ~table.german_disrupted
    printed, by_armor = _watched(posts & FIXED_POSTS, narrow), _watched_by_armor(table, posts)
    return printed | by_armor if by_armor else printed


def _watched_by_armor(table: OmahaTable, posts: PostSet) -> dict[int, HexSet]:
    """23.3 The same for armor, where it is."""
    armor = posts & ~FIXED_POSTS
    if not armor:
        return {}
    positions = [position_of(table, post) for post in members(armor)]
    adjacent = board().grid.adjacent
    return {each.index: adjacent[each.hexes[0]] & each.fire for each in positions}


@lru_cache(64)
def _watched(posts: PostSet, narrow: bool) -> dict[int, HexSet]:
    the, around = equipment(), _around()
    found: dict[int, HexSet] = {}
    for post in members(posts):
        position = the.posts[post].position
        if narrow:
            beside = the.board.grid.adjacent[the.posts[post].hex] & position.fire
            found[position.index] = found.get(position.index, 0) | beside
        else:
            found[position.index] = around[position.index]
    return found


class PastPositions(dict[int, HexSet]):
    """7.32a For each hex, those that can be reached from it only by infiltration: past positions
    of which one of some posts is watching, and where others watch."""

    __slots__ = ("besides", "posts")

    def __init__(self, posts: PostSet, besides: Sequence[HexSet]) -> None:
        self.posts, self.besides = posts, besides

    def __missing__(self, here: int) -> HexSet:
        found = 0
        for posts, beside in _beside()[here]:
            if posts & self.posts:
                found |= beside
        for beside in self.besides:
            if beside >> here & 1:
                found |= beside
        self[here] = found
        return found


@cache
def _beside() -> tuple[tuple[tuple[PostSet, HexSet], ...], ...]:
    """7.32 For each hex, the positions that it is next to: their posts, and the hexes next to them
    under their fire."""
    around, posts_of_each = _around(), equipment().posts_of
    return tuple(
        tuple(
            (posts_of_each[position], beside)
            for position, beside in enumerate(around)
            if beside >> here & 1
        )
        for here in range(len(board().grid.adjacent))
    )


def past_germans(table: OmahaTable) -> Mapping[int, HexSet]:
    """7.32a For each hex, those that can be reached from it only by infiltration."""
    posts = occupied(table) & ~table.german_disrupted
    if plays_otherwise(table, "infiltration-two-hex-wn"):
        return PastPositions(0, tuple(watched(table).values()))
    by_armor = _watched_by_armor(table, posts) if table.armor_entered else {}
    return _past(posts & FIXED_POSTS, tuple(by_armor.values()))


@lru_cache(64)
def _past(posts: PostSet, besides: tuple[HexSet, ...]) -> PastPositions:
    return PastPositions(posts, besides)


def infiltrated(table: OmahaTable, here: int, there: int, action: str) -> list[int]:
    """7.32a The positions that a move slips past; P-08 a climb can do so as well."""
    if action != "move" and plays_otherwise(table, "infiltration-climbing"):
        return []
    if not past_germans(table)[here] >> there & 1:
        return []
    both = 1 << here | 1 << there
    return [position for position, beside in watched(table).items() if beside & both == both]


def fires_at_infiltrator(table: OmahaTable, index: int, card: OmahaCard) -> bool:
    """7.32c, 7.32d, FAQ.9 Whether a card lets a position fire at an infiltrator, each of two for
    itself; 6.41 depth with a disrupted unit does not count."""
    position = position_by_index(table, index)
    square = card.square(position.color)
    if square is None:
        return False
    return not square.double or any(
        table.depth[post] != NO_DEPTH for post in posts_of(table, position, active=True)
    )


def names_of(table: OmahaTable, positions: Sequence[int]) -> str:
    return " and ".join(position_by_index(table, each).name for each in positions)


@steps.step("movement.infiltrator_hit")
def infiltrator_hit(table: OmahaTable, unit: int, why: str) -> None:
    """7.32, FAQ.8a The unit loses a step; O-10 a hero may be sacrificed for it, as to any German
    fire."""
    if plays_otherwise(table, "hero-saves-infiltrator"):
        lose_step(table, unit, "7.32", why)
    else:
        table.then((lose_step_to_german_fire, unit, "7.32", why))
