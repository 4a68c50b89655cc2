"""Who is in each hex, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from beachhead.dday91.table.pieces import UnitSet, pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet


class Camp:
    """What is known of the units of one side as long as none of them is put elsewhere.

    Whoever puts one elsewhere makes a new camp, and takes along what is easily corrected.
    """

    __slots__ = (
        "by_nations",
        "code",
        "crowded",
        "held",
        "prospects",
        "since",
        "unjudged",
        "were",
        "zones",
    )

    def __init__(self, code: int, crowded: HexSet, unjudged: HexSet, by_nations: bool) -> None:
        self.code = code
        """The places of all units as one number, so that other places make another number."""
        self.crowded = crowded
        """2d1 Where they may not stay together, but for hexes not yet judged."""
        self.unjudged = unjudged
        """The hexes where that may have changed."""
        self.by_nations = by_nations
        """14a2 Whether nationalities counted when it was judged."""
        self.held: dict[UnitSet, HexSet] = {}
        """For sets of units, the hexes in which one of them is."""
        self.were: dict[UnitSet, HexSet] = {}
        """What was held before some hexes changed."""
        self.since: HexSet = 0
        """Those hexes."""
        self.zones: dict[UnitSet, HexSet] = {}
        """2c For sets of units, their zones of control."""
        self.prospects: list[Any] = []
        """3b What has been found out about where their enemies can go."""

    def after(self, units: UnitSet, here: int, place: int) -> Camp:
        """The camp once some units are put from one place to another."""
        changed = 0
        if here >= 0:
            changed = 1 << here
        if place >= 0:
            changed |= 1 << place
        code = self.code + (place - here) * _ones(units)
        new = Camp(code, self.crowded, self.unjudged | changed, self.by_nations)
        if len(self.held) >= len(self.were):
            new.were, new.since = self.held, changed
        else:
            since = self.since | changed
            if since.bit_count() <= MOST_CHANGED:
                new.were, new.since = self.were, since
        return new


@lru_cache(1024)
def _ones(units: UnitSet) -> int:
    """The code of some units if each were in place 1, and nobody else anywhere."""
    return sum([1 << unit * PLACE_BITS for unit in listed(units)])


PLACE_BITS = 10
"""How much of a camp's code the place of a unit takes."""

MOST_CHANGED = 8
"""How many hexes are corrected rather than all looked at."""


class Occupants:
    """The index beside the places of the units. Copies share it until one of them is changed."""

    __slots__ = ("at", "camps", "on_map", "shared")

    def __init__(self, at: dict[int, UnitSet], on_map: UnitSet, camps: list[Camp]) -> None:
        self.at = at
        """For each hex with units in it, who they are."""
        self.on_map = on_map
        """Who is in a hex."""
        self.camps = camps
        """What is known of each side."""
        self.shared = False
        """Whether a copy of the table uses it too."""

    def moved(self, units: UnitSet, here: int, place: int) -> Occupants:
        """The index once some units of a side are put from one place to another: this one, unless
        it is shared."""
        if self.shared:
            own = Occupants(self.at.copy(), self.on_map, self.camps.copy())
            return own.moved(units, here, place)
        at = self.at
        if here >= 0:
            left = at[here] & ~units
            if left:
                at[here] = left
            else:
                del at[here]
        if place >= 0:
            at[place] = at.get(place, 0) | units
            self.on_map |= units
        else:
            self.on_map &= ~units
        side = 0 if allied_units() & units else 1
        self.camps[side] = self.camps[side].after(units, here, place)
        return self

    def holding(self, side: int, units: UnitSet) -> HexSet:
        """The hexes in which one of some units of a side is."""
        camp = self.camps[side]
        found = camp.held.get(units)
        if found is None:
            before = camp.were.get(units)
            if before is None:
                found = set_of([hex_ for hex_, there in self.at.items() if there & units])
            else:
                found = before & ~camp.since
                for hex_ in listed(camp.since):
                    if self.at.get(hex_, 0) & units:
                        found |= 1 << hex_
            camp.held[units] = found
        return found


@cache
def allied_units() -> UnitSet:
    return pieces().sides[SIDES[0]]


def who_is_where(places: Iterable[int]) -> dict[int, UnitSet]:
    """Who is in each hex, worked out unit by unit."""
    found: dict[int, UnitSet] = {}
    for unit, hex_ in enumerate(places):
        if hex_ >= 0:
            found[hex_] = found.get(hex_, 0) | 1 << unit
    return found


def index_of(places: Iterable[int]) -> Occupants:
    """The index of some places, worked out unit by unit."""
    there = [*places]
    at = who_is_where(there)
    on_map = set_of(unit for unit, place in enumerate(there) if place >= 0)
    return Occupants(at, on_map, [_camp(there, at, side) for side in range(len(SIDES))])


def _camp(places: list[int], at: dict[int, UnitSet], side: int) -> Camp:
    own = allied_units() if side == 0 else ~allied_units()
    code = sum([place << unit * PLACE_BITS for unit, place in enumerate(places) if own >> unit & 1])
    return Camp(code, 0, set_of(hex_ for hex_, there in at.items() if there & own), False)
