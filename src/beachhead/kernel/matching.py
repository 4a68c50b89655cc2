"""Matching takers with givers that have only so much to give.

>>> most_matched((0b011, 0b001), (1, 1), (0, 0))
(2, 0)
>>> most_matched((0b001, 0b001), (1, 1), (0, 1))
(1, 1)
"""

from __future__ import annotations

from functools import lru_cache

from beachhead.kernel.bits import members


@lru_cache(4096)
def most_matched(
    wanted: tuple[int, ...], left: tuple[int, ...], spare: tuple[int, ...]
) -> tuple[int, int]:
    """How many takers can be served at most, and how many of the `spare` ones then still.

    For each giver, `wanted` is the set of takers that it may serve, `left` how many it can serve,
    and `spare` how many more there are that only it can serve. A maximum matching by augmenting
    paths: a taker once served stays served, so the second number is the greatest that goes with
    the first.
    """
    served: list[list[int]] = [[] for _ in left]

    def place(givers: int, tried: list[int]) -> bool:
        for giver in members(givers):
            if tried[0] >> giver & 1:
                continue
            tried[0] |= 1 << giver
            if len(served[giver]) < left[giver]:
                served[giver].append(givers)
                return True
            for number, other in enumerate(served[giver]):
                if place(other, tried):
                    served[giver][number] = givers
                    return True
        return False

    givers_of: dict[int, int] = {}
    for giver, takers in enumerate(wanted):
        for taker in members(takers):
            givers_of[taker] = givers_of.get(taker, 0) | 1 << giver
    most = sum(place(givers_of[taker], [0]) for taker in sorted(givers_of))
    then = sum(
        place(1 << giver, [0])
        for giver, count in enumerate(spare)
        for _ in range(min(count, left[giver]))
    )
    return most, then
