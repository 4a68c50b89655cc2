"""The ground as one who plays on it knows it: ways to goals, what terrain is worth in a combat, and
what a combat brings. All of it follows from the map and the charts, and is worked out once."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.dday91.combat.modifiers import LEAST, MOST, chart_rows
from beachhead.dday91.movement.ranges import ground_ways
from beachhead.dday91.odds import outcomes
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import Modifier, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, GERMAN
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet

FAR = 60
"""Farther than any way on the map: over the sea, say."""

AIR, LEG, WHEELS = 0, 1, 2
"""3b2, 4b The kinds of units that terrain knows."""


@cache
def kinds() -> tuple[int, ...]:
    """The kind of each unit."""
    return tuple(
        AIR if not unit.ground else WHEELS if unit.mechanized else LEG for unit in pieces().units
    )


@cache
def strengths() -> tuple[tuple[int, int], ...]:
    """4b1 The combat factor of each unit, whole and reduced."""
    return tuple(
        (unit.combat_when(False), unit.combat_when(True))
        if unit.combat is not None and not unit.is_marker
        else (0, 0)
        for unit in pieces().units
    )


@cache
def ways_to(goal: int) -> tuple[int, ...]:
    """3b2 What it costs to go from each hex to a goal, by the cheapest way on land."""
    into: list[list[tuple[int, int]]] = [[] for _ in board().ground]
    for here, ways in enumerate(ground_ways(False)):
        for there, cost in ways:
            into[there].append((here, cost))
    found = [FAR] * len(into)
    found[goal] = 0
    waiting = [(0, goal)]
    while waiting:
        paid, there = heapq.heappop(waiting)
        if paid > found[there]:
            continue
        for here, cost in into[there]:
            if paid + cost < found[here]:
                found[here] = paid + cost
                heapq.heappush(waiting, (paid + cost, here))
    return tuple(found)


@lru_cache(1024)
def nearest(goals: HexSet) -> tuple[int, ...]:
    """3b2 The same, to whichever of some goals is nearest."""
    each = [ways_to(goal) for goal in members(goals)]
    return tuple(map(min, zip(*each, strict=True))) if each else (FAR,) * len(board().ground)


@cache
def within(hex_: int, distance: int) -> tuple[int, ...]:
    """2c The land within some hexes of another."""
    reached = 1 << hex_
    for _ in range(distance):
        reached |= board().grid.neighbors(reached)
    return tuple(members(reached & board().land))


# --- 4b terrain


@cache
def shelter() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """4b2 to 4b8 What a hex adds for each defender of a side, by the kind of the unit."""
    return tuple(tuple(_shelter(side, hex_) for hex_ in range(_size())) for side in (0, 1))


@cache
def hardship() -> tuple[tuple[int, int, int], ...]:
    """4b2, 4b4, 4b6 to 4b8 What each attacker of a hex loses, by the kind of the unit."""
    return tuple(_hardship(hex_) for hex_ in range(_size()))


def _size() -> int:
    return len(board().ground)


def _shelter(side: int, hex_: int) -> tuple[int, int, int]:
    if not board().is_land(hex_):
        return 0, 0, 0
    found = [0, 0, 0]
    for name in chart_rows(hex_):
        kind = "city" if name == "fortified_city" and side == ALLIED else name
        modifier = charts().terrain[kind].defender
        if modifier is not None and not (modifier.german_only and side != GERMAN):
            found = _added(found, modifier)
    return found[0], found[1], found[2]


def _hardship(hex_: int) -> tuple[int, int, int]:
    if not board().is_land(hex_):
        return 0, 0, 0
    found = [0, 0, 0]
    for name in chart_rows(hex_):
        modifier = charts().terrain[name].attacker
        if modifier is not None:
            found = _added(found, modifier)
    return found[0], found[1], found[2]


def _added(points: list[int], modifier: Modifier) -> list[int]:
    kinds_ = {"unit": (1, 1, 1), "ground": (0, 1, 1), "leg": (0, 1, 0), "mechanized": (0, 0, 1)}
    return [
        old + modifier.points * counts
        for old, counts in zip(points, kinds_[modifier.each], strict=True)
    ]


# --- 4c what a combat brings


class Prospect(NamedTuple):
    """4c2 What two totals promise: the chance to win, and the losses to expect of each side."""

    wins: float
    dealt: float
    taken: float


@cache
def prospects() -> tuple[tuple[Prospect, ...], ...]:
    """4c By the attacker's total, then the defender's."""
    return tuple(
        tuple(_prospect(attack, defense) for defense in range(LEAST, MOST + 1))
        for attack in range(LEAST, MOST + 1)
    )


def _prospect(attack: int, defense: int) -> Prospect:
    wins = dealt = taken = 0.0
    for outcome, chance in outcomes(attack, defense).items():
        if outcome.attacker_wins:
            wins += chance
            dealt += chance * outcome.losses
        else:
            taken += chance * outcome.losses
    return Prospect(wins, dealt, taken)


def prospect(attack: float, defense: float) -> Prospect:
    """4b10, 4c The same for any totals."""
    return prospects()[_bounded(attack)][_bounded(defense)]


@lru_cache(1024)
def chance_of_losses(attack: float, defense: float, losses: int) -> float:
    """4c2 How likely the defender takes so many losses at least."""
    chances = outcomes(_bounded(attack), _bounded(defense)).items()
    return float(
        sum(chance for each, chance in chances if each.attacker_wins and each.losses >= losses)
    )


def _bounded(total: float) -> int:
    return LEAST if total < LEAST else MOST if total > MOST else int(total)
