"""Area maps: a graph of named areas, with sets of areas as plain ints like sets of hexes.

>>> coast = AreaMap(["sea", "beach", "town"], [("sea", "beach"), ("beach", "town")])
>>> coast.names_of(coast.neighbors(coast.set(["beach"])))
['sea', 'town']
>>> coast.distance(coast.number("sea"), coast.number("town"))
2
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence

from beachhead.kernel.bits import members, set_of

AreaSet = int
"""A set of areas: bit *n* stands for area *n*."""

Cost = Callable[[int, int], int | None]
"""What it costs to enter the second area from the first; None where that is not possible."""


class AreaMap:
    """Named areas and which of them border on which.

    A border may carry a label (a river, an impassable line); what it means is the game's affair.
    """

    def __init__(
        self,
        names: Sequence[str],
        borders: Iterable[tuple[str, str] | tuple[str, str, str]],
    ) -> None:
        self.names = list(names)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        if len(self.numbers) != len(self.names):
            raise ValueError("two areas have the same name: give every area a name of its own")
        self.all: AreaSet = (1 << len(self.names)) - 1
        self.adjacent: list[AreaSet] = [0] * len(self.names)
        self.labels: dict[tuple[int, int], str] = {}
        for one_name, other_name, *label in borders:
            for name in (one_name, other_name):
                if name not in self.numbers:
                    raise ValueError(f"border {one_name}-{other_name}: there is no area {name!r}")
            if one_name == other_name:
                raise ValueError(f"border {one_name}-{other_name}: an area has no border on itself")
            one, other = self.numbers[one_name], self.numbers[other_name]
            self.adjacent[one] |= 1 << other
            self.adjacent[other] |= 1 << one
            if label:
                self.labels[one, other] = self.labels[other, one] = label[0]

    def __len__(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int:
        return self.numbers[name]

    def name(self, area: int) -> str:
        return self.names[area]

    def set(self, names: Iterable[str]) -> AreaSet:
        return set_of(self.numbers[name] for name in names)

    def names_of(self, areas: AreaSet) -> list[str]:
        return [self.names[area] for area in members(areas)]

    def border(self, one: int, other: int) -> str | None:
        """The label of the border between two areas, if it has one."""
        return self.labels.get((one, other))

    def neighbors(self, areas: AreaSet) -> AreaSet:
        """Every area that borders on an area of the set."""
        result = 0
        for area in members(areas):
            result |= self.adjacent[area]
        return result

    def flood(self, start: AreaSet, through: AreaSet) -> AreaSet:
        """Every area of `through` that can be reached from `start` by way of `through`."""
        reached = start & through
        frontier = start
        while frontier:
            frontier = self.neighbors(frontier) & through & ~reached
            reached |= frontier
        return reached

    def distance(self, one: int, other: int) -> int | None:
        """The number of borders to cross, or None if there is no way."""
        reached, steps = 1 << one, 0
        while not reached >> other & 1:
            wider = reached | self.neighbors(reached)
            if wider == reached:
                return None
            reached, steps = wider, steps + 1
        return steps

    def costs(self, start: int, cost: Cost, budget: int) -> dict[int, int]:
        """The cheapest cost of every area that can be reached within a budget."""
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, area = heapq.heappop(queue)
            if spent > best[area]:
                continue
            for onward in members(self.adjacent[area]):
                price = cost(area, onward)
                if price is None or spent + price > budget:
                    continue
                if onward not in best or spent + price < best[onward]:
                    best[onward] = spent + price
                    heapq.heappush(queue, (spent + price, onward))
        return best
