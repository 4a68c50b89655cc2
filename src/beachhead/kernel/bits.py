"""Sets of small numbers as plain ints: bit *n* stands for member *n*, be it a hex or a unit.

Union, intersection and difference are `|`, `&` and `& ~`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache


def members(bits: int) -> Iterator[int]:
    """The members of a set, the lowest first.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def unpacked(bits: int) -> list[int]:
    """The same as a list: quicker for a set of few numbers, such as of units, with many members.

    >>> unpacked(0b10110)
    [1, 2, 4]
    """
    found: list[int] = []
    for place, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if byte:
            found += _bytes(place)[byte]
    return found


@cache
def _bytes(place: int) -> list[list[int]]:
    return [[place * 8 + bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def set_of(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(set_of([1, 2, 4]))
    '0b10110'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
