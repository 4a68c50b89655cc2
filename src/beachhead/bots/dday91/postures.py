"""Postures: ways to play a whole portion that a bot weighs against each other.

Each changes a little what a side makes of the same position: how eagerly it strikes and what it
fears. Some only break what is nearly as good otherwise than usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.schema import SIDES
from beachhead.kernel.bits import members


@dataclass(frozen=True, slots=True)
class Way:
    """How a side looks at a position."""

    eager: float = 1.0
    """4a What it counts what it could attack from a hex for."""
    bold: float = 0.0
    """4c By how much less an attack must promise."""
    fear: float = 1.0
    """4e What it counts the danger of a hex for."""
    cut: float = 1.0
    """3c What it counts for to cut others off from supply."""
    turn: int = 0
    """Which of the ways that seem about as good it takes."""
    errs: float = 3.0
    """By how many hexes one may then seem nearer or farther than it is."""
    goal: int = -1
    """6b3, 6c3 The city that everybody goes to who can, if there is one."""

    def whim(self, units: int, hex_: int) -> float:
        """What it likes about a hex without a reason."""
        if not self.turn:
            return 0.0
        mixed = (units % 65521 * 7919 + hex_ * 104729 + self.turn * 1299709) * 2654435761
        return self.errs * ((mixed >> 16 & 1023) / 1023 - 0.5)


USUAL = Way()
BY_EYE = Way(turn=3, errs=6.0)
"""How who has never played looks at things: he knows what counts, but judges distances by eye."""

WAYS = {
    "": USUAL,
    "bold": Way(eager=1.6, bold=1.0, fear=0.6),
    "otherwise": Way(turn=1),
    "cutting": Way(cut=3.0),
    "careful": Way(eager=0.7, bold=-0.5, fear=1.6),
    "otherwise, boldly": Way(eager=1.4, bold=0.5, fear=0.8, turn=2),
}


TOWARD = "toward "


@cache
def postures(side: int, year: int) -> tuple[str, ...]:
    """The postures of a side, the usual one first: every way, and toward each of the cities."""
    cities = members(charts().scenario[year].allied_cities)
    toward = tuple(TOWARD + board().name(city) for city in cities)
    return tuple(f"{SIDES[side]} {way}".strip() for way in (*WAYS, *toward))


@cache
def ways(posture: str) -> tuple[Way, Way]:
    """How both sides look at things while one is in a posture."""
    side, _, way = posture.partition(" ")
    allied, german = (_way(way) if name == side else USUAL for name in SIDES)
    return allied, german


def _way(name: str) -> Way:
    if name.startswith(TOWARD):
        return Way(eager=1.2, goal=board().hex(name.removeprefix(TOWARD)))
    return WAYS[name]
