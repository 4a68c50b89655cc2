"""Dice: what they may show, as options, and throws of several, counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product

from beachhead.kernel.play import Option


def sums(faces: Sequence[int], dice: int) -> dict[int, int]:
    """How many of all throws of some dice make each sum, the lowest first.

    >>> sums(range(1, 7), 2)
    {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    """
    return dict(sorted(Counter(map(sum, product(faces, repeat=dice))).items()))


@cache
def die(face: int) -> Option:
    """A die that shows a face."""
    return Option(f"die-{face}", lambda: f"a {face}", face)


@cache
def two_dice(faces: tuple[int, int]) -> Option:
    """Two dice."""
    one, other = faces
    return Option(f"dice-{one}-{other}", lambda: f"{one} and {other}", faces)
