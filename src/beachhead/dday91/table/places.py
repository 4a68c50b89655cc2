"""Where the units are, and beside it who is in each hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from beachhead.dday91.table.occupants import Occupants, index_of
from beachhead.kernel.bits import set_of


class Places(list[int]):
    """The place of each unit. Whatever puts a unit somewhere writes it here, so that the index of
    who is in which hex is always right."""

    __slots__ = ("occupants",)

    occupants: Occupants

    def __init__(self, places: Iterable[int] = ()) -> None:
        super().__init__(places)
        self.occupants = index_of(self)

    def __setitem__(self, unit: Any, place: Any) -> None:
        here = self[unit]
        list.__setitem__(self, unit, place)
        if isinstance(place, int):
            self.occupants = self.occupants.moved(1 << unit, here, place)
        else:  # several at once
            self.occupants = index_of(self)

    def put(self, units: Sequence[int], place: int) -> None:
        """Some units of a side that are in one place are put into another."""
        here = self[units[0]]
        for unit in units:
            list.__setitem__(self, unit, place)
        self.occupants = self.occupants.moved(set_of(units), here, place)

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        list.extend(new, self)
        new.occupants = self.occupants
        new.occupants.shared = True
        return new
