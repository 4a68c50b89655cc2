"""The cheapest flow through a small network, by successive cheapest paths.

>>> ways = [("here", "bridge", 2, 0), ("bridge", "there", 1, 3), ("here", "there", 1, 5)]
>>> list(cheapest_flow(ways))
[3, 5]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator

Edge = tuple[Hashable, Hashable, int, int]
"""From one node to another: how many may pass, and what each pays."""

FAR = 1 << 20


class _Network:
    """Nodes and ways by their numbers: each way is followed by the way back, on which as many may
    pass as have come, and are paid back."""

    __slots__ = ("end", "left", "price", "ways")

    def __init__(self) -> None:
        self.end: list[int] = []
        self.left: list[int] = []
        self.price: list[int] = []
        self.ways: list[list[int]] = []

    def add(self, start: int, end: int, capacity: int, cost: int) -> None:
        self.ways[start].append(len(self.end))
        self.ways[end].append(len(self.end) + 1)
        self.end += end, start
        self.left += capacity, 0
        self.price += cost, -cost


def cheapest_flow(
    edges: Iterable[Edge], source: Hashable = "here", sink: Hashable = "there"
) -> Iterator[int]:
    """What it costs to let one pass from the source to the sink, one more, and so on. If a way
    between two nodes is given twice, the last one counts."""
    number = {source: 0, sink: 1}
    ways = {
        (number.setdefault(start, len(number)), number.setdefault(end, len(number))): (most, cost)
        for start, end, most, cost in edges
    }
    network = _Network()
    network.ways = [[] for _ in number]
    for (first, last), (most, cost) in ways.items():
        network.add(first, last, most, cost)
    while (before := _cheapest_ways(network))[1] >= 0:
        cost, node = 0, 1
        while node:
            way = before[node]
            cost += network.price[way]
            network.left[way] -= 1
            network.left[way ^ 1] += 1
            node = network.end[way ^ 1]
        yield cost


def _cheapest_ways(network: _Network) -> list[int]:
    """On which way one comes from the source to each node for the least; -1 if one does not."""
    end, left, price = network.end, network.left, network.price
    costs, before = [FAR] * len(network.ways), [-1] * len(network.ways)
    costs[0] = 0
    waiting = deque([0])
    while waiting:
        start = waiting.popleft()
        paid = costs[start]
        for way in network.ways[start]:
            if left[way] and paid + price[way] < costs[end[way]]:
                costs[end[way]], before[end[way]] = paid + price[way], way
                waiting.append(end[way])
    return before
