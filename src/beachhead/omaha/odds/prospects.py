"""What an option leads to, for whoever wants to know its chances before it is chosen."""

from __future__ import annotations

from typing import NamedTuple


class AttackProspect(NamedTuple):
    """8.3 An attack as it stands, or with everybody who can join it."""

    post: int
    attackers: tuple[int, ...]
    naval: bool = False
    by_all: bool = False


class Barrage(NamedTuple):
    """8.4 A barrage by a unit; 8.52 by none but naval guns, without one."""

    post: int
    unit: int | None = None


class Going(NamedTuple):
    """7 Pieces that stand together in a hex, and the hexes that they enter from there."""

    pieces: tuple[int, ...]
    action: str
    start: int
    path: tuple[int, ...] = ()


class Landing(NamedTuple):
    """5.2 A piece that is to land from a box."""

    piece: int
    box: int


class Called(NamedTuple):
    """GAS A German action: the letter that calls it, and the situation of its position."""

    letter: str
    situation: str


Prospect = AttackProspect | Barrage | Going | Landing | Called
