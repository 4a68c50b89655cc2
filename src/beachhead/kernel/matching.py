"""Matching takers with givers that have only so much to give.

>>> most_matched((0b011, 0b001), (1, 1), (0, 0))
(2, 0)
>>> most_matched((0b001, 0b001), (1, 1), (0, 1))
(1, 1)
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.kernel.bits import members

Giver = tuple[int, int, int]
"""Whom it may serve, how many it can serve, and how many more there are that only it can serve."""

FEW = 4
"""Up to so many givers all cuts are looked at, which are two to the power of that."""


def most_matched(
    wanted: Sequence[int], left: Sequence[int], spare: Sequence[int]
) -> tuple[int, int]:
    """How many takers can be served at most, and how many of the `spare` ones then still.

    For each giver, `wanted` is the set of takers that it may serve, `left` how many it can serve,
    and `spare` how many more there are that only it can serve. A taker once served stays served, so
    the second number is the greatest that goes with the first.
    """
    givers = [each for each in zip(wanted, left, spare, strict=True) if each[1]]
    return by_cuts(givers) if len(givers) <= FEW else by_paths(givers)


def by_cuts(givers: Sequence[Giver]) -> tuple[int, int]:
    """As many are served as the smallest cut lets through: some givers give all that they have, and
    whom the others may serve are served. Quickest for few givers."""
    cuts = [(0, 0, 0)]
    for takers, gives, alone in givers:
        full = [(given + gives, served, own) for given, served, own in cuts]
        cuts = [(given, served | takers, own + alone) for given, served, own in cuts] + full
    most = min([given + served.bit_count() for given, served, _ in cuts])
    return most, min([given + served.bit_count() + own for given, served, own in cuts]) - most


def by_paths(givers: Sequence[Giver]) -> tuple[int, int]:
    """The same, taker by taker: whoever has nothing left may pass one of his on."""
    served: list[list[int]] = [[] for _ in givers]

    def place(open_to: int, tried: list[int]) -> bool:
        for giver in members(open_to):
            if tried[0] >> giver & 1:
                continue
            tried[0] |= 1 << giver
            if len(served[giver]) < givers[giver][1]:
                served[giver].append(open_to)
                return True
            for number, other in enumerate(served[giver]):
                if place(other, tried):
                    served[giver][number] = open_to
                    return True
        return False

    givers_of: dict[int, int] = {}
    for giver, (takers, _, _) in enumerate(givers):
        for taker in members(takers):
            givers_of[taker] = givers_of.get(taker, 0) | 1 << giver
    most = sum(place(givers_of[taker], [0]) for taker in sorted(givers_of))
    then = sum(
        place(1 << giver, [0])
        for giver, (_, gives, alone) in enumerate(givers)
        for _ in range(min(alone, gives))
    )
    return most, then
