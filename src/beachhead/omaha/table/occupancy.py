"""Who is where, kept beside the lists that say it: everybody asks, and few pieces move at a time.

Putting a piece into its list is what keeps the rest. `invariants` compares it with what the list
says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import board

GENERALS_FROM = 88
COUNTED = (1 << GENERALS_FROM) - 1
ARMOR_UNITS = 4
NOTHING = -1
"""What lies in an empty post."""


class Spots(list[int]):
    """The hex of each US piece, below 0 where it is in none.

    >>> spots = Spots([7, -1, 7])
    >>> spots[1] = 5
    >>> spots.at, bin(spots.ground), bin(spots.on_map)
    ({7: 5, 5: 2}, '0b10100000', '0b111')
    """

    __slots__ = ("at", "east", "ground", "on_map")

    at: dict[int, int]
    """The pieces in each hex that holds any."""
    east: int
    """The pieces in the east sector."""
    ground: HexSet
    """11.31 The hexes with a unit or HQ; a General alone does not count."""
    on_map: int
    """The pieces that are in a hex."""

    def __init__(self, hexes: Iterable[int] = ()) -> None:
        super().__init__(hexes)
        self._look()

    def _look(self) -> None:
        self.at, self.ground, self.on_map, self.east = {}, 0, 0, 0
        east = board().sectors["east"]
        for piece, hex_ in enumerate(self):
            if hex_ >= 0:
                self.at[hex_] = self.at.get(hex_, 0) | 1 << piece
                self.on_map |= 1 << piece
                self.east |= (east >> hex_ & 1) << piece
                if piece < GENERALS_FROM:
                    self.ground |= 1 << hex_

    def __setitem__(self, piece: Any, hex_: Any) -> None:
        """Put a piece into a hex, or take it off the map."""
        if isinstance(piece, slice) or piece < 0:
            super().__setitem__(piece, hex_)
            self._look()
            return
        before, bit, at = self[piece], 1 << piece, self.at
        super().__setitem__(piece, hex_)
        if before >= 0:
            left = at[before] & ~bit
            if left:
                at[before] = left
            else:
                del at[before]
            if not left & COUNTED:
                self.ground &= ~(1 << before)
            self.on_map &= ~bit
            self.east &= ~bit
        if hex_ >= 0:
            at[hex_] = at.get(hex_, 0) | bit
            if piece < GENERALS_FROM:
                self.ground |= 1 << hex_
            self.on_map |= bit
            self.east |= (board().sectors["east"] >> hex_ & 1) << piece

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        list.extend(made, self)
        made.at, made.ground = self.at.copy(), self.ground
        made.on_map, made.east = self.on_map, self.east
        return made


class Held(list[int]):
    """What lies in each German post, and which posts and printed hexes hold anything."""

    __slots__ = ("hexes", "posts")

    hexes: HexSet
    """Without those of armor, which moves."""
    posts: int

    def __init__(self, units: Iterable[int] = ()) -> None:
        super().__init__(units)
        self._look()

    def _look(self) -> None:
        self.posts = self.hexes = 0
        for post, unit in enumerate(self):
            if unit != NOTHING:
                self.posts |= 1 << post
                self.hexes |= printed_bits()[post]

    def __setitem__(self, post: Any, unit: Any) -> None:
        """Put a unit into a post, or take it out."""
        super().__setitem__(post, unit)
        if isinstance(post, slice) or post < 0:
            self._look()
        elif unit != NOTHING:
            self.posts |= 1 << post
            self.hexes |= printed_bits()[post]
        else:
            self.posts &= ~(1 << post)
            self.hexes &= ~printed_bits()[post]

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        list.extend(made, self)
        made.posts, made.hexes = self.posts, self.hexes
        return made


@cache
def printed_bits() -> tuple[HexSet, ...]:
    """The hex of each post, as a set; 23 none for armor."""
    hexes = [1 << hex_ for position in board().positions for hex_ in position.hexes]
    return (*hexes, *[0] * ARMOR_UNITS)
