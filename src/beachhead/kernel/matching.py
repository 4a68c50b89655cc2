"""Matching takers with givers that have only so much to give.

>>> most_matched((0b011, 0b001), (1, 1), (0, 0))
(2, 0)
>>> most_matched((0b001, 0b001), (1, 1), (0, 1))
(1, 1)
"""

from __future__ import annotations

from collections.abc import Sequence


def most_matched(
    wanted: Sequence[int], left: Sequence[int], spare: Sequence[int]
) -> tuple[int, int]:
    """How many takers can be served at most, and how many of the `spare` ones then still.

    For each giver, `wanted` is the set of takers that it may serve, `left` how many it can serve,
    and `spare` how many more there are that only it can serve. As many are served as the smallest
    cut lets through: some givers give all that they have left, and whom the others may serve are
    served. A taker once served stays served, so the second number is the greatest that goes with
    the first.
    """
    cuts = [(0, 0, 0)]
    for takers, gives, alone in zip(wanted, left, spare, strict=True):
        if gives and (takers or alone):
            cuts += [(given + gives, served, own) for given, served, own in cuts]
            half = len(cuts) // 2
            for number in range(half):
                given, served, own = cuts[number]
                cuts[number] = given, served | takers, own + alone
    most = min([given + served.bit_count() for given, served, _ in cuts])
    return most, min([given + served.bit_count() + own for given, served, own in cuts]) - most
