"""Where cards and dice come from: a dealing, which is data, and the dealer who deals from it.

A dealing is made from a seed that a person typed, or from a secret of 256 bits. To a secret belongs
a commitment that can be shown before the first draw, and each seat may mix in a nonce of its own:
then nobody, the keeper of the secret included, chose what is dealt, and when the secret is
revealed everybody can check it. Draw n is a keyed hash of n, so taking back a draw is going back
one, a copy deals the same, and the same dealing deals the same game on every machine.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol, Self, TypeVar

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.plain import Data, canonical

KEYED = "blake2b"
"""The dealer of new games."""
OLD = "splitmix64"
"""The dealer of games saved by version 0.1, whose key is only 64 bits wide."""
MASK = (1 << 64) - 1

Thing = TypeVar("Thing")


class Generator(Protocol):
    """What deals: a number below `count`, each as likely as its weight."""

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int: ...


Pick = Callable[[int], int]
"""A number below the one given, each as likely as the others."""


def picker(rng: Random) -> Pick:
    """What picks with a random generator."""
    random = rng.random
    return lambda count: int(random() * count)


def any_of(things: Iterable[Thing], fits: Callable[[Thing], bool], pick: Pick) -> Thing | None:
    """One of the things that fit, each as likely as the others; None if none does. No more are
    tried than it takes.

    >>> any_of([3, 4, 5], lambda thing: thing % 2 == 0, lambda count: count - 1)
    4
    """
    left = list(things)
    while left:
        at = pick(len(left))
        thing = left[at]
        if fits(thing):
            return thing
        left[at] = left[-1]
        left.pop()
    return None


class DealingError(BeachheadError):
    """A seed, secret or nonce that cannot be."""


@dataclass(slots=True, frozen=True)
class Dealing:
    """What a game is dealt from: a seed, or a secret with the nonces of some seats.

    A nonce is None until its seat is claimed; before all are there nothing can be dealt. `since` is
    how many choices had been made when it began: what came before was dealt by somebody else.

    >>> Dealing.of(7).ready, Dealing.fresh(["east", "west"]).ready
    (True, False)
    """

    seed: int | str | None = None
    secret: str | None = None
    nonces: Mapping[str, str | None] = field(default_factory=dict)
    since: int = 0
    dealer: str = KEYED

    @classmethod
    def of(cls, seed: object) -> Dealing:
        """From a seed, which may be whatever somebody typed; a dealing is passed through."""
        return seed if isinstance(seed, Dealing) else cls(seed=checks.seed(seed))

    @classmethod
    def fresh(cls, seats: Iterable[str] = (), since: int = 0) -> Dealing:
        """From a new secret, to which each of these seats will add a nonce."""
        return cls(secret=secrets.token_hex(32), nonces=dict.fromkeys(seats), since=since)

    @property
    def awaited(self) -> list[str]:
        """The seats that have yet to add their nonce."""
        return [seat for seat, nonce in self.nonces.items() if nonce is None]

    @property
    def ready(self) -> bool:
        return not self.awaited

    @property
    def commitment(self) -> str | None:
        """The hash of the secret, to be shown before anything is dealt. A seed has none."""
        if self.secret is None:
            return None
        return _hash(bytes.fromhex(self.secret), b"commitment").hex()

    def claim(self, seat: str, nonce: object) -> Dealing:
        """With the nonce that a seat adds."""
        if seat not in self.awaited:
            return self
        return replace(self, nonces={**self.nonces, seat: check_nonce(nonce)})

    def key(self) -> bytes:
        """What draws are keyed with: 256 bits of the seed, or of the secret and all nonces."""
        if self.secret is None:
            return _hash(f"{type(self.seed).__name__}:{self.seed}".encode(), b"seed")
        assert self.ready, "somebody has yet to add a nonce"
        nonces = canonical(dict(self.nonces)).encode()
        return _hash(nonces, b"secret", bytes.fromhex(self.secret))

    # --- the document

    def to_data(self) -> dict[str, Data]:
        """The whole truth, secret included."""
        data: dict[str, Data] = {"dealer": self.dealer}
        if self.secret is None:
            data["seed"] = self.seed
        else:
            data |= {"commitment": self.commitment, "secret": self.secret}
            data["nonces"] = dict(self.nonces)
        return data | ({"since": self.since} if self.since else {})

    @classmethod
    def from_data(cls, data: Data, where: str = "dealing") -> Dealing:
        """The dealing that `to_data` wrote; errors name the field."""
        if not isinstance(data, dict):
            raise DealingError(f"{where}: should be an object, or null where people deal")
        unknown = data.keys() - {"dealer", "seed", "commitment", "secret", "nonces", "since"}
        if unknown:
            raise DealingError(f"{where}.{min(unknown)}: there is no such field; leave it out")
        dealer, since = data.get("dealer"), data.get("since", 0)
        if dealer not in (KEYED, OLD):
            raise DealingError(f"{where}.dealer: should be {KEYED!r} or {OLD!r}, not {dealer!r}")
        if type(since) is not int or since < 0:
            raise DealingError(f"{where}.since: should be a number of choices")
        if data.get("secret") is None:
            if data.get("seed") is None:
                raise DealingError(f"{where}.seed: is missing, and there is no secret instead")
            return cls(seed=checks.seed(data["seed"], f"{where}.seed"), since=since, dealer=dealer)
        secret, nonces = data["secret"], data.get("nonces", {})
        if not isinstance(secret, str) or not re.fullmatch(r"[0-9a-f]{64}", secret):
            raise DealingError(f"{where}.secret: should be 64 hexadecimal digits")
        if not isinstance(nonces, dict) or dealer == OLD:
            raise DealingError(f"{where}.nonces: should be an object of nonces by seat")
        for seat, nonce in nonces.items():
            if nonce is not None:
                check_nonce(nonce, f"{where}.nonces.{seat}")
        return cls(secret=secret, nonces=nonces, since=since)


def check_nonce(nonce: object, where: str = "nonce") -> str:
    """A nonce that a seat adds: a text too long to be guessed."""
    if isinstance(nonce, str) and re.fullmatch(r"[\w-]{32,200}", nonce, re.ASCII):
        return nonce
    raise DealingError(
        f"{where}: should be 32 to 200 random letters, digits, dashes and underscores"
    )


def _hash(data: bytes, purpose: bytes, key: bytes = b"") -> bytes:
    return hashlib.blake2b(data, key=key, digest_size=32, person=purpose).digest()


class Dealer:
    """Deals from a dealing, or from a seed.

    >>> dealer = Dealer(7)
    >>> [dealer.pick(6) for _ in range(8)]
    [0, 1, 4, 4, 1, 1, 1, 0]
    >>> dealer.copy().pick(54) == dealer.pick(54)
    True
    """

    __slots__ = ("_key", "dealing", "drawn")

    def __init__(self, seed: object, drawn: int = 0) -> None:
        self.dealing = Dealing.of(seed)
        self.drawn = drawn
        self._key = self._keyed()

    @staticmethod
    def of(seed: object, drawn: int = 0) -> Dealer:
        """The dealer that a dealing names."""
        dealing = Dealing.of(seed)
        return (OldDealer if dealing.dealer == OLD else Dealer)(dealing, drawn)

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        """A number below `count`, each as likely as its weight."""
        if weights is None:
            return self._bits() * count >> 128
        point = self._bits() * sum(weights) >> 128
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

    def copy(self) -> Self:
        clone = type(self).__new__(type(self))
        clone.dealing, clone.drawn, clone._key = self.dealing, self.drawn, self._key
        return clone

    def _keyed(self) -> Any:
        """What every draw begins with: a hash that has taken in the key and nothing else."""
        return hashlib.blake2b(key=self.dealing.key(), digest_size=16, person=b"draw")

    def _bits(self) -> int:
        """128 random bits: the keyed hash of the draw's number."""
        self.drawn += 1
        hashed = self._key.copy()
        hashed.update(self.drawn.to_bytes(8, "big"))
        return int.from_bytes(hashed.digest(), "big")


class OldDealer(Dealer):
    """The dealer of version 0.1, for games that it began: the splitmix64 mix of a counter."""

    __slots__ = ()

    def _keyed(self) -> int:
        text = f"{type(self.dealing.seed).__name__}:{self.dealing.seed}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")

    def _bits(self) -> int:
        self.drawn += 1
        bits: int = (self._key + self.drawn * 0x9E3779B97F4A7C15) & MASK
        bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & MASK
        return (bits ^ bits >> 31) << 64
