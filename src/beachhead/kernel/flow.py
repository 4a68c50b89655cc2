"""The cheapest flow through a small network, by successive cheapest paths.

>>> ways = [("here", "bridge", 2, 0), ("bridge", "there", 1, 3), ("here", "there", 1, 5)]
>>> list(cheapest_flow(ways))
[3, 5]
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

Edge = tuple[Hashable, Hashable, int, int]
"""From one node to another: how many may pass, and what each pays."""

FAR = 1 << 20


class OpenWays(NamedTuple):
    """From one node: how many may still pass to each other one, and what each pays."""

    left: dict[Hashable, int]
    price: dict[Hashable, int]


def cheapest_flow(
    edges: Iterable[Edge], source: Hashable = "here", sink: Hashable = "there"
) -> Iterator[int]:
    """What it costs to let one pass from the source to the sink, one more, and so on."""
    network: dict[Hashable, OpenWays] = defaultdict(lambda: OpenWays({}, {}))
    for start, end, capacity, cost in edges:
        network[start].left[end], network[start].price[end] = capacity, cost
        network[end].left[start], network[end].price[start] = 0, -cost
    while (before := _cheapest_ways(network, source)).get(sink) is not None:
        cost, end = 0, sink
        while end != source:
            start = before[end]
            cost += network[start].price[end]
            network[start].left[end] -= 1
            network[end].left[start] += 1
            end = start
        yield cost


def _cheapest_ways(
    network: Mapping[Hashable, OpenWays], source: Hashable
) -> dict[Hashable, Hashable]:
    """Where one comes from on the cheapest open way to each node; passing back is paid back."""
    cost: dict[Hashable, int] = {source: 0}
    before: dict[Hashable, Hashable] = {}
    waiting = deque([source])
    while waiting:
        start = waiting.popleft()
        left, price = network[start]
        for end, open_ in left.items():
            if open_ and cost[start] + price[end] < cost.get(end, FAR):
                cost[end], before[end] = cost[start] + price[end], start
                waiting.append(end)
    return before
