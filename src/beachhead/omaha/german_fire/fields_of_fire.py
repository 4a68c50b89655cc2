"""6.2 German fields of fire: which positions a card calls, and their dots.

6.23 That fields of one color never overlap is checked with the pack (`table.checks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.germans.armor_fields import armor_targets
from beachhead.omaha.table.board import GermanPosition, Intensity
from beachhead.omaha.table.state import OmahaTable, PostSet, equipment, position_by_index

GRADES: tuple[Intensity, ...] = ("intense", "steady", "sporadic")  # 2.1o
PROTECTIVE = ("shingle", "seawall", "slope", "bluff", "scaleable_cliff")
"""The hexsides of the plunging fire event."""


@cache
def posts_in(sector: str) -> PostSet:
    """The posts of a sector."""
    return sum(
        1 << post.index
        for post in equipment().posts
        if post.hex >= 0 and post.position.sector == sector
    )


@cache
def positions_of(sector: str, color: str) -> tuple[GermanPosition, ...]:
    """6.22b, 6.22c The positions that a color on a sector's card calls: those that lie in the
    sector."""
    return tuple(
        position
        for position in equipment().board.positions
        if position.sector == sector and position.color == color
    )


@cache
def posts_called(sector: str, color: str) -> PostSet:
    """6.22 The posts of these positions."""
    return sum(equipment().posts_of[position.index] for position in positions_of(sector, color))


@cache
def plunging_hexes() -> HexSet:
    """EV.plunging-fire-a The beach hexes that border a protective hexside."""
    the_board = equipment().board
    return the_board.beach & the_board.hexes_with_side(*PROTECTIVE)


def reaches(position: GermanPosition) -> HexSet:
    """6.2a, 6.21a, 6.22a The hexes that a position, of one hex or two, fires at; 23.42 for armor
    not all in its field of fire."""
    return armor_targets(position.hexes[0]) if position.kind == "armor" else position.fire


def intensity(table: OmahaTable, position: GermanPosition, hex_: int) -> Intensity | None:
    """6.2, EV.plunging-fire-a The dot of a position in a hex, as it counts in the coming fire."""
    return _dot(position, hex_, table.plunging_fire)


def _dot(position: GermanPosition, hex_: int, plunging: bool) -> Intensity | None:
    dot = position.intensity(hex_)
    if dot == "sporadic" and plunging and plunging_hexes() >> hex_ & 1:
        return "steady"
    return dot


def dots_of(position: GermanPosition, plunging: bool) -> Mapping[int, tuple[int, int]]:
    """6.2, 6.31 The grade of a position's fire in each hex that it fires at, and how far it is."""
    if position.kind == "armor":
        return _dots(position, plunging)
    return _printed_dots(position.index, plunging)


@cache
def _printed_dots(position: int, plunging: bool) -> Mapping[int, tuple[int, int]]:
    return _dots(equipment().board.positions[position], plunging)


def _dots(position: GermanPosition, plunging: bool) -> Mapping[int, tuple[int, int]]:
    found = {}
    for hex_ in members(reaches(position)):
        dot = _dot(position, hex_, plunging)
        assert dot is not None
        found[hex_] = GRADES.index(dot), distance_from(position, hex_)
    return found


def distance(table: OmahaTable, position: int, hex_: int) -> int:
    """6.31 How far a hex is from a position; from the nearer hex of two (P-24)."""
    return distance_from(position_by_index(table, position), hex_)


def distance_from(position: GermanPosition, hex_: int) -> int:
    """6.31, P-24 The same of a position in hand."""
    return _distance(position.hexes, hex_)


@cache
def _distance(hexes: tuple[int, ...], hex_: int) -> int:
    return min(equipment().board.grid.distance(own, hex_) for own in hexes)
