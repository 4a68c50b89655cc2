"""7.32 Infiltration: which moves slip past a German position, and whether it fires."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.kernel.grid import HexSet
from beachhead.omaha.board import board
from beachhead.omaha.cards import Card
from beachhead.omaha.state import EMPTY, NO_DEPTH, Table, lore, plays_otherwise, posts_of

Watched = dict[int, HexSet]
"""The German positions that can fire at infiltrators, and the hexes next to each where it can."""


@cache
def _around() -> tuple[HexSet, ...]:
    """7.32 For each German position, the hexes next to it that lie in its field of fire."""
    the = board()
    return tuple(the.grid.neighbours(each.area) & each.fire for each in the.positions)


def watched(table: Table) -> Watched:
    """7.32 Each occupied, undisrupted position, and the hexes next to it under its fire.

    P-07 Next to a two-hex WN is next to either hex, or by the other reading next to one with an
    undisrupted unit.
    """
    the = lore()
    narrow = plays_otherwise(table, "infiltration-two-hex-wn")
    around = _around()
    found: dict[int, HexSet] = {}
    for post, unit in enumerate(table.unit):
        if unit == EMPTY or table.german_disrupted >> post & 1:
            continue
        position = the.posts[post].position
        if narrow:
            beside = the.board.grid.adjacent[the.posts[post].hex] & position.fire
            found[position.index] = found.get(position.index, 0) | beside
        else:
            found[position.index] = around[position.index]
    return found


def past_germans(here: int, watch: Watched) -> HexSet:
    """7.32 The hexes that can be reached from a hex only by infiltration."""
    found = 0
    for beside in watch.values():
        if beside >> here & 1:
            found |= beside
    return found


def infiltrated(
    table: Table, here: int, there: int, action: str, watch: Watched | None = None
) -> list[int]:
    """7.32 The positions that a move slips past; P-08 a climb can do so as well."""
    if action != "move" and plays_otherwise(table, "infiltration-climbing"):
        return []
    both = 1 << here | 1 << there
    watch = watched(table) if watch is None else watch
    return [position for position, beside in watch.items() if beside & both == both]


def fires_at_infiltrator(table: Table, index: int, card: Card) -> bool:
    """7.32 Whether a card lets a position fire at an infiltrator."""
    position = board().positions[index]
    square = card.square(position.color)
    if square is None:
        return False
    return not square.double or any(
        table.depth[post] != NO_DEPTH for post in posts_of(table, position)
    )


def names_of(positions: Sequence[int]) -> str:
    return " and ".join(position_name(board().positions[each].name) for each in positions)


def position_name(name: str) -> str:
    """How people say the name of a position."""
    return f"WN {name[2:]}" if name.startswith("WN") else name
