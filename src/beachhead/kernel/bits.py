"""Sets of small numbers as plain ints: bit *n* stands for member *n*, be it a hex or a unit.

Union, intersection and difference are `|`, `&` and `& ~`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def members(bits: int) -> Iterator[int]:
    """The members of a set, the lowest first.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def set_of(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(set_of([1, 2, 4]))
    '0b10110'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
