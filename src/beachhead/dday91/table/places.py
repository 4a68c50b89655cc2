"""Where the units are, and beside it who is in each hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from beachhead.dday91.table.pieces import UnitSet, pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.kernel.bits import set_of
from beachhead.kernel.grid import HexSet


class Places(list[int]):
    """The place of each unit. Whatever puts a unit somewhere writes it here, so that the index of
    who is in which hex is always right.

    `held` and `known` keep, for each side, answers that depend on nothing but the places of its
    units (and on their key). Copies share them until a unit of that side is put somewhere else;
    then `held` is corrected, and `known` forgotten but for what may be corrected later.
    """

    __slots__ = ("at", "held", "known")

    at: dict[int, UnitSet]
    """For each hex with units in it, who they are."""
    held: tuple[dict[UnitSet, HexSet], dict[UnitSet, HexSet]]
    """For sets of units of each side, the hexes in which one of them is."""
    known: tuple[dict[Any, Any], dict[Any, Any]]

    def __init__(self, places: Iterable[int] = ()) -> None:
        super().__init__(places)
        self._begin()

    def _begin(self) -> None:
        self.at = occupants(self)
        self.held = ({}, {})
        self.known = ({}, {})

    def __setitem__(self, unit: Any, place: Any) -> None:
        here = self[unit]
        super().__setitem__(unit, place)
        if not isinstance(place, int):  # several at once
            self._begin()
            return
        at, who = self.at, 1 << unit
        changed = left = now = 0
        if here >= 0:
            left = at[here] ^ who
            changed = 1 << here
            if left:
                at[here] = left
            else:
                del at[here]
        if place >= 0:
            now = at[place] = at.get(place, 0) | who
            changed |= 1 << place
        side = 0 if allied_units() & who else 1
        held: dict[UnitSet, HexSet] = {}
        if len(self.held[side]) <= MOST_HELD:
            for units, hexes in self.held[side].items():
                still = (left & units and 1 << here) | (now & units and 1 << place)
                held[units] = hexes & ~changed | still if units & who else hexes
        old = self.known[side]
        known = {}
        if STACKS in old:
            known[STACKS] = old[STACKS]
            known[CHANGED] = old.get(CHANGED, 0) | changed
        if side:
            self.held, self.known = (self.held[0], held), (self.known[0], known)
        else:
            self.held, self.known = (held, self.held[1]), (known, self.known[1])

    def holding(self, side: int, units: UnitSet) -> HexSet:
        """The hexes in which one of some units of a side is."""
        found = self.held[side].get(units)
        if found is None:
            found = set_of(hex_ for hex_, there in self.at.items() if there & units)
            self.held[side][units] = found
        return found

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        new.extend(self)
        new.at = self.at.copy()
        new.held = self.held
        new.known = self.known
        return new


MOST_HELD = 12
"""How many sets of units are worth the trouble."""

STACKS, CHANGED = "stacks", "changed"
"""What is known of the illegal stacks of a side, and the hexes where that may have changed."""


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
