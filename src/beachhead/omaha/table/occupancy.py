"""Who is where, kept beside the rows that say it: everybody asks, and few pieces move at a time.

`put_in_hex` and `put_in_post` in `state` keep it when they move something; here it is worked out
from nothing, for positions that were read, and for `invariants`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import board

UNITS_UP_TO, GENERALS_FROM = 84, 88
STACKING_LIMIT = 2
"""7.6a How many units may be in a hex when the US Action Phase ends."""
ARMOR_UNITS = 4
NOTHING = -1
"""What lies in an empty post."""


class Spots(NamedTuple):
    """What the hexes of the US pieces, below 0 where they are in none, come to; see the fields of
    the table with these names.

    >>> spots = spots_of([7, 5, 7])
    >>> spots.at, bin(spots.ground), bin(spots.on_map), bin(spots.full)
    ({7: 5, 5: 2}, '0b10100000', '0b111', '0b10000000')
    """

    at: Mapping[int, int]
    ground: HexSet
    full: HexSet
    on_map: int
    east: int


def spots_of(hexes: Sequence[int]) -> Spots:
    at: dict[int, int] = {}
    on_map = 0
    for piece, hex_ in enumerate(hexes):
        if hex_ >= 0:
            at[hex_] = at.get(hex_, 0) | 1 << piece
            on_map |= 1 << piece
    ground = full = east = 0
    for hex_, pieces in at.items():
        ground |= holds_ground(pieces) << hex_
        full |= is_full(pieces) << hex_
        if is_in_east(hex_):
            east |= pieces
    return Spots(at, ground, full, on_map, east)


def holds_ground(pieces: int) -> bool:
    """11.31 Whether among some pieces is a unit or HQ; a General alone does not count."""
    return pieces & (1 << GENERALS_FROM) - 1 != 0


def is_full(pieces: int) -> bool:
    """7.6 Whether some pieces are as many units as may stay in a hex."""
    return (pieces & (1 << UNITS_UP_TO) - 1).bit_count() >= STACKING_LIMIT


def is_in_east(hex_: int) -> bool:
    return bool(board().sectors["east"] >> hex_ & 1)


def posts_held(units: Sequence[int]) -> tuple[int, HexSet]:
    """The posts that hold anything, and their printed hexes."""
    posts = hexes = 0
    for post, unit in enumerate(units):
        if unit != NOTHING:
            posts |= 1 << post
            hexes |= printed_bits()[post]
    return posts, hexes


@cache
def printed_bits() -> tuple[HexSet, ...]:
    """The hex of each post, as a set; 23 none for armor."""
    hexes = [1 << hex_ for position in board().positions for hex_ in position.hexes]
    return (*hexes, *[0] * ARMOR_UNITS)
