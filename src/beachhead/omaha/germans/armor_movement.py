"""23.5 How German armor moves: toward the enemy on the road (23.52), or by its movement orders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.state import (
    NOWHERE,
    OmahaTable,
    equipment,
    german_hexes,
    plays_otherwise,
    post_hex,
    units_in,
)
from beachhead.omaha.victory.control import us_occupied

SIGHT = 3
"""23.5a At how many road hexes a US unit draws armor to it."""
LAST_HEX_TO_OVERRUN = 3
"""23.4 The last hex of a move that armor may move through although US units are in it."""


class Route(NamedTuple):
    """The hexes that armor enters one after the other, and the one it overruns."""

    hexes: tuple[int, ...] = ()
    overrun: int = NOWHERE


def route(table: OmahaTable, post: int, most: int, symbol: str, *, overruns: bool = False) -> Route:
    """23.5, 23.53a, 23.53b Where armor goes when it is to move up to so many hexes. It looks for US
    units, and at its orders, from every hex it comes to, and does not turn back within a move."""
    start = post_hex(table, post)
    us = us_occupied(table)
    path, came_from, overrun = [start], NOWHERE, NOWHERE
    while len(path) - 1 <= most:  # 23.51 one hex more than the move, in case it is needed
        here = path[-1]
        there = next_hex(table, here, came_from, symbol, must_leave=here == overrun)
        if there is None:
            break
        if us >> there & 1:
            if not overruns or not _can_overrun(table, there, len(path), overrun):
                break
            overrun = there
        path.append(there)
        came_from = here
    end = _end(path, most, us | german_hexes(table) & ~(1 << start), german_hexes(table))
    return Route(tuple(path[1 : end + 1]), overrun if overrun in path[1:end] else NOWHERE)


def _can_overrun(table: OmahaTable, hex_: int, number: int, overrun: int) -> bool:
    """23.4f to 23.4i One hex of a move, no later than the third, without armored US units."""
    return (
        overrun == NOWHERE
        and number <= LAST_HEX_TO_OVERRUN
        and not any(equipment().units[unit].armored for unit in units_in(table, hex_))
    )


def _end(path: list[int], most: int, taken: HexSet, germans: HexSet) -> int:
    """23.4j, 23.51b How far armor goes along a path: never to stop with another German unit, for
    which it goes one hex farther, or else less far; 23.4 nor in a hex with US units."""
    end = min(most, len(path) - 1)
    farther = end + 1
    if (
        end > 0
        and germans >> path[end] & 1
        and farther < len(path)
        and not taken >> path[farther] & 1
    ):
        return farther
    while end > 0 and taken >> path[end] & 1:
        end -= 1
    return end


# --- 23.5 the next hex


def next_hex(
    table: OmahaTable, here: int, came_from: int, symbol: str, *, must_leave: bool = False
) -> int | None:
    """23.5b, 23.5c, 23.5g Toward a US unit on the road, if there are any in one direction only;
    else by the movement orders. No farther from an end point."""
    if equipment().board.armor.ends >> here & 1:
        return None
    toward = directions(table, here, came_from)
    if toward and toward & toward - 1 == 0:
        return toward.bit_length() - 1
    ordered = orders(table, here, symbol)
    if ordered is not None and ordered != came_from:
        return ordered
    # What leads back ends the move, but not among the US units that armor has overrun.
    onward = roads()[here] & ~_bit(came_from) if must_leave else 0
    return next(members(onward), None) if onward else None


def directions(table: OmahaTable, here: int, came_from: int = NOWHERE) -> HexSet:
    """23.5a The first hexes of the shortest ways to US units at most three road hexes off."""
    us = us_occupied(table)
    seen = 1 << here | _bit(came_from)
    ring = {hex_: 1 << hex_ for hex_ in members(roads()[here] & ~seen)}
    found = 0
    for _ in range(SIGHT):
        farther: dict[int, HexSet] = {}
        for hex_ in ring:
            seen |= 1 << hex_
        for hex_, first in ring.items():
            if us >> hex_ & 1:
                found |= first
            for beyond in members(roads()[hex_] & ~seen):
                farther[beyond] = farther.get(beyond, 0) | first
        ring = farther
    return found


def _bit(hex_: int) -> HexSet:
    return 1 << hex_ if hex_ >= 0 else 0


# --- 23.5 movement orders


def orders(table: OmahaTable, hex_: int, symbol: str) -> int | None:
    """23.5c to 23.5e The next hex by the movement map; at a junction the card's symbol chooses
    (O-56)."""
    the_board = equipment().board
    if (
        symbol == "diamond"
        and hex_ == the_board.hex("1321")
        and plays_otherwise(table, "armor-junction-1321")
    ):
        return the_board.hex("1320")
    ordered = the_board.armor.orders(hex_, symbol)
    return ordered if ordered is not None else to_the_map().get(hex_)


@cache
def to_the_map() -> dict[int, int]:
    """For road hexes without orders, the next hex on the shortest way to one that has them, or to
    an end point."""
    armor = equipment().board.armor
    frontier = [*armor.next_hex, *armor.junctions, *members(armor.ends)]
    seen = set(frontier)
    found: dict[int, int] = {}
    while frontier:
        reached: list[int] = []
        for hex_ in sorted(frontier):
            for other in members(roads()[hex_]):
                if other not in seen:
                    seen.add(other)
                    found[other] = hex_
                    reached.append(other)
        frontier = reached
    return found


ROADS = ("primary", "secondary", "mined")
"""23.52, 23.53c The roads armor moves on; mines do not stop it, trails do."""


@cache
def roads() -> tuple[HexSet, ...]:
    """23d, 23.52, FAQ.7a For each hex, those that a primary or secondary road joins to it."""
    along = equipment().board.along
    return tuple(map(_union, zip(*(along[kind] for kind in ROADS), strict=True)))


def _union(sets: Iterable[HexSet]) -> HexSet:
    found = 0
    for each in sets:
        found |= each
    return found
