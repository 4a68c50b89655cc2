"""Where the units are, and beside it who is in each hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES

UnitSet = int


class Places(list[int]):
    """The place of each unit. Whatever puts a unit somewhere writes it here, so that the index of
    who is in which hex is always right.

    `known` holds, for each side, answers that depend on nothing but the places of its units (and
    on their key): copies share them until a unit of that side is put somewhere else.
    """

    __slots__ = ("at", "known")

    at: dict[int, UnitSet]
    """For each hex with units in it, who they are."""
    known: tuple[dict[Any, Any], dict[Any, Any]]

    def __init__(self, places: Iterable[int] = ()) -> None:
        super().__init__(places)
        self.at = occupants(self)
        self.known = ({}, {})

    def __setitem__(self, unit: Any, place: Any) -> None:
        here = self[unit]
        super().__setitem__(unit, place)
        if not isinstance(place, int):  # several at once
            self.__init__(self)  # type: ignore[misc]
            return
        at, who = self.at, 1 << unit
        if here >= 0:
            at[here] ^= who
            if not at[here]:
                del at[here]
        if place >= 0:
            at[place] = at.get(place, 0) | who
        allied, german = self.known
        self.known = ({}, german) if allied_units() & who else (allied, {})

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        new.extend(self)
        new.at = self.at.copy()
        new.known = self.known
        return new


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
