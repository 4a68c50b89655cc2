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
    givers = [each for each in zip(wanted, left, spare, strict=True) if each[1]]
    if len(givers) == 2:
        (one, has, alone), (other, has_too, alone_too) = givers
        ones, others, both = one.bit_count(), other.bit_count(), (one | other).bit_count()
        most = min(has + has_too, has + others, ones + has_too, both)
        total = min(
            has + has_too,
            has + others + alone_too,
            ones + alone + has_too,
            both + alone + alone_too,
        )
        return most, total - most
    cuts = [(0, 0, 0)]
    for takers, gives, alone in givers:
        full = [(given + gives, served, own) for given, served, own in cuts]
        cuts = [(given, served | takers, own + alone) for given, served, own in cuts] + full
    most = min([given + served.bit_count() for given, served, _ in cuts])
    return most, min([given + served.bit_count() + own for given, served, own in cuts]) - most
