"""The dealer: answers for chance from a seed.

It keeps nothing but the seed and how many draws it has made, so a copy deals the same, taking
back a draw is going back one, and the same seed deals the same game on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

MASK = (1 << 64) - 1

Thing = TypeVar("Thing")


class Generator(Protocol):
    """What deals: a number below `count`, each as likely as its weight."""

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int: ...


class Dealer:
    """Deals from a seed.

    >>> dealer = Dealer.of(7)
    >>> [dealer.pick(6) for _ in range(8)]
    [3, 2, 3, 1, 5, 1, 0, 3]
    >>> dealer.copy().pick(54) == dealer.pick(54)
    True
    """

    __slots__ = ("drawn", "key", "seed")

    def __init__(self, seed: int | str, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        text = f"{type(seed).__name__}:{seed}".encode()
        self.key = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")

    @classmethod
    def of(cls, seed: int | str) -> Dealer:
        return cls(seed)

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        """A number below `count`, each as likely as its weight."""
        if weights is None:
            return self._bits() * count >> 64
        point = self._bits() * sum(weights) >> 64
        for number, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return number
        raise ValueError("the weights of a draw must add up to more than 0")

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        """The things in a random order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.pick(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def copy(self) -> Dealer:
        clone = object.__new__(Dealer)
        clone.seed, clone.key, clone.drawn = self.seed, self.key, self.drawn
        return clone

    def _bits(self) -> int:
        """64 random bits: the splitmix64 mix of a counter."""
        self.drawn += 1
        bits = (self.key + self.drawn * 0x9E3779B97F4A7C15) & MASK
        bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & MASK
        return bits ^ bits >> 31
