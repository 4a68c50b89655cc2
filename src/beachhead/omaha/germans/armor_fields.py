"""23.3 The field of fire that a German armor unit carries with it."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import GermanPosition, board
from beachhead.omaha.table.pieces import pieces


@cache
def armor_position(number: int, hex_: int) -> GermanPosition:
    """23b, 23.3j, 23.3k An armor unit as a German position of its own, in the hex where it is."""
    the_board = board()
    unit = [each for each in pieces().german_units if each.kind == "armor"][number]
    assert unit.color is not None, "every armor counter carries the color of its position"
    intense, steady = armor_fire(hex_) if hex_ >= 0 else (0, 0)
    return GermanPosition(
        index=len(the_board.positions) + number,
        name=unit.name,
        kind="armor",
        color=unit.color,
        sector=the_board.sector_of(hex_) if hex_ >= 0 else "east",
        zone=None,
        number=None,
        vp=False,
        hexes=(hex_,) if hex_ >= 0 else (),
        area=1 << hex_ if hex_ >= 0 else 0,
        intense=intense,
        steady=steady,
        sporadic=0,
        fire=intense | steady,
        advance=(),
    )


def armor_fire(hex_: int) -> tuple[HexSet, HexSet]:
    """23.3a to 23.3i The hexes under intense and under steady fire of an armor unit (O-48)."""
    the_board = board()
    grid, hedges = the_board.grid, the_board.across["hedge"]
    close = the_board.features["bocage"] | the_board.features["buildings"]
    # No road comes next to rough ground, which is none of the kinds that the rule lists.
    neither = the_board.terrain["water"] | the_board.features["rough"]
    adjacent = grid.adjacent[hex_] & ~neither
    intense, steady = adjacent & ~close, adjacent & close
    for near in members(intense):
        beyond = grid.adjacent[near] & ~adjacent & ~(1 << hex_) & ~neither
        intense |= beyond & ~close & ~hedges[near]
        steady |= beyond & (close | hedges[near])
    return intense, steady & ~intense


@lru_cache(64)
def escapes(armor: tuple[int, ...]) -> tuple[HexSet, ...]:
    """23.6d For each hex next to and under intense fire of armor, those around it that are neither
    next to that armor nor under its intense fire."""
    the_board = board()
    adjacent = the_board.grid.adjacent
    threatened, safe = [0] * len(adjacent), list(adjacent)
    for hex_ in armor:
        intense, _ = armor_fire(hex_)
        for here in members(adjacent[hex_] & intense):
            threatened[here] = 1
            safe[here] &= ~(adjacent[hex_] | intense | 1 << hex_)
    return tuple(safe_ if there else 0 for safe_, there in zip(safe, threatened, strict=True))


@cache
def armor_targets(hex_: int) -> HexSet:
    """23.42a, 23.42b Where in its field of fire armor can fire: from the high ground at the low
    ground only next to the low ground, from the low ground never at the high ground."""
    the_board = board()
    intense, steady = armor_fire(hex_)
    fire = intense | steady
    if the_board.low_ground >> hex_ & 1:
        return fire & ~the_board.high_ground
    looks_down = the_board.grid.adjacent[hex_] & the_board.low_ground
    return fire if looks_down else fire & ~the_board.low_ground
