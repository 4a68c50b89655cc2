"""Where the units are, and beside it who is in each hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from beachhead.dday91.table.pieces import UnitSet, pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet


class Places(list[int]):
    """The place of each unit. Whatever puts a unit somewhere writes it here, so that the index of
    who is in which hex is always right.

    `held` and `known` keep, for each side, answers that depend on nothing but the places of its
    units (and on their key). Copies share them until a unit of that side is put somewhere else;
    then `known` is forgotten but for what may be corrected later, and what was held is corrected
    answer by answer, when somebody asks.
    """

    __slots__ = ("at", "held", "known", "on_map", "were")

    at: dict[int, UnitSet]
    """For each hex with units in it, who they are."""
    on_map: UnitSet
    """Who is in a hex."""
    held: tuple[dict[UnitSet, HexSet], dict[UnitSet, HexSet]]
    """For sets of units of each side, the hexes in which one of them is."""
    were: tuple[Held, Held]
    """What was held before some hexes changed, and those hexes."""
    known: tuple[dict[Any, Any], dict[Any, Any]]

    def __init__(self, places: Iterable[int] = ()) -> None:
        super().__init__(places)
        self._begin()

    def _begin(self) -> None:
        self.at = occupants(self)
        self.on_map = set_of(unit for unit, place in enumerate(self) if place >= 0)
        self.held, self.were = ({}, {}), (({}, 0), ({}, 0))
        self.known = ({}, {})

    def __setitem__(self, unit: Any, place: Any) -> None:
        here = self[unit]
        super().__setitem__(unit, place)
        if not isinstance(place, int):  # several at once
            self._begin()
            return
        at, who, changed = self.at, 1 << unit, 0
        if here >= 0:
            left = at[here] ^ who
            changed = 1 << here
            if left:
                at[here] = left
            else:
                del at[here]
        if place >= 0:
            at[place] = at.get(place, 0) | who
            changed |= 1 << place
            self.on_map |= who
        else:
            self.on_map &= ~who
        if allied_units() & who:
            self.known = _forgotten(self.known[0], changed), self.known[1]
            self.were = _earlier(self.held[0], self.were[0], changed), self.were[1]
            self.held = {}, self.held[1]
        else:
            self.known = self.known[0], _forgotten(self.known[1], changed)
            self.were = self.were[0], _earlier(self.held[1], self.were[1], changed)
            self.held = self.held[0], {}

    def holding(self, side: int, units: UnitSet) -> HexSet:
        """The hexes in which one of some units of a side is."""
        found = self.held[side].get(units)
        if found is None:
            before, changed = self.were[side]
            found = before.get(units)
            if found is None:
                found = set_of(hex_ for hex_, there in self.at.items() if there & units)
            else:
                found &= ~changed
                for hex_ in members(changed):
                    if self.at.get(hex_, 0) & units:
                        found |= 1 << hex_
            self.held[side][units] = found
        return found

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        new.extend(self)
        new.at = self.at.copy()
        new.on_map = self.on_map
        new.held, new.were = self.held, self.were
        new.known = self.known
        return new


Held = tuple[dict[UnitSet, HexSet], HexSet]


def _earlier(held: dict[UnitSet, HexSet], were: Held, changed: HexSet) -> Held:
    """What can be corrected once some hexes change: what is held, unless more was before."""
    if len(held) >= len(were[0]):
        return held, changed
    since = were[1] | changed
    return ({}, 0) if since.bit_count() > MOST_CHANGED else (were[0], since)


MOST_CHANGED = 8
"""How many hexes are corrected rather than all looked at."""

STACKS, CHANGED = "stacks", "changed"
"""What is known of the illegal stacks of a side, and the hexes where that may have changed."""


def _forgotten(known: dict[Any, Any], changed: HexSet) -> dict[Any, Any]:
    """What is still known once some hexes have changed."""
    if STACKS not in known:
        return {}
    return {STACKS: known[STACKS], CHANGED: known.get(CHANGED, 0) | changed}


@cache
def allied_units() -> UnitSet:
    return pieces().sides[SIDES[0]]


def occupants(places: Iterable[int]) -> dict[int, UnitSet]:
    """Who is in each hex, worked out unit by unit."""
    found: dict[int, UnitSet] = {}
    for unit, hex_ in enumerate(places):
        if hex_ >= 0:
            found[hex_] = found.get(hex_, 0) | 1 << unit
    return found
