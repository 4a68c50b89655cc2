"""Sets of small numbers as plain ints: bit *n* stands for member *n*, be it a hex or a unit.

Union, intersection and difference are `|`, `&` and `& ~`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache


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
    length = (bits.bit_length() + 7) // 8
    for byte, numbers in zip(bits.to_bytes(length, "little"), _bytes(length), strict=True):
        if byte:
            found += numbers[byte]
    return found


@cache
def _bytes(length: int) -> list[list[list[int]]]:
    """For each byte of a set and each of its values, the members."""
    return [_byte(place) for place in range(length)]


@cache
def _byte(place: int) -> list[list[int]]:
    first = place * 8
    return [[first + bit for bit in range(8) if each >> bit & 1] for each in range(256)]


@lru_cache(1024)
def listed(bits: int) -> tuple[int, ...]:
    """The same as a tuple that is kept: for small sets that are asked about again and again, such
    as the units in a hex.

    >>> listed(0b10110)
    (1, 2, 4)
    """
    return tuple(members(bits))


class Unions:
    """The unions of sets that numbers have: those of eight numbers each are worked out once.

    >>> unions = Unions([0b1, 0b10, 0b110])
    >>> bin(unions.of(0b101))
    '0b111'
    """

    def __init__(self, sets: Sequence[int]) -> None:
        self.sets = sets
        self.known: dict[int, int] = {}

    def of(self, numbers: int) -> int:
        """The union of the sets of some numbers."""
        union, place = 0, 0
        while numbers:
            byte = numbers & 255
            if byte:
                eight = self.known.get(place << 8 | byte)
                if eight is None:
                    eight = 0
                    for number in members(byte):
                        eight |= self.sets[place * 8 + number]
                    self.known[place << 8 | byte] = eight
                union |= eight
            numbers >>= 8
            place += 1
        return union


def set_of(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(set_of([1, 2, 4]))
    '0b10110'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
