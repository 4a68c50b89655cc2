"""9.1, 8.33, 9.5 The division pool: an urn into which further units go during play.

9.31 Reinforcements come from it, with depth, once the tactical pool is empty.

Withdrawn units and Kampfgruppe Meyer join it, so a unit drawn earlier cannot be one that went in
later. Every way to deal the unseen units that respects this is equally likely; counting the ways
gives the chance of each unit exactly.
"""

from __future__ import annotations

from math import comb, perm
from typing import NamedTuple

from beachhead.kernel.plain import replaced
from beachhead.omaha.table.state import UNSEEN_DIVISION, OmahaTable, equipment

KG_MEYER_UNITS = -2
"""In `arrivals`: units of Kampfgruppe Meyer, nobody knows which."""
KG_MEYER_OF_EITHER_BATCH = -3
"""In `arrivals`, counted down: a unit turned up that may have come with either batch of them."""


def enter(table: OmahaTable, what: int, count: int) -> None:
    """8.33, 9.5 Units go face down into the pool."""
    table.boxes["division"] += count
    table.arrivals += ((len(table.arrivals), what, count),)


def unseen(table: OmahaTable, kind: str) -> list[int]:
    """The units of a kind that nobody has seen."""
    return [
        unit.index
        for unit in equipment().pieces.german_units
        if unit.kind == kind and table.unseen_units >> unit.index & 1
    ]


class Batch(NamedTuple):
    """Units that went into the division pool together and have not been turned up since."""

    entered: int
    """From which draw on they may be drawn, by the count kept in `drawn_at`."""
    names: tuple[int, ...]
    """What these units may be."""
    size: int


def chances(table: OmahaTable, post: int) -> tuple[list[int], list[int]]:
    """How likely a unit from the division pool is each of those that it may be.

    A weight is the number of ways to deal all other face-down units of the pool, given that
    this one is that unit. Where nobody knows which units of a kind are in the pool (four of
    Kampfgruppe Meyer), a batch of them is shared among all that are unseen.
    """
    draws = [other for other, code in enumerate(table.unit) if code == UNSEEN_DIVISION]
    others = sorted(table.drawn_at[other] for other in draws if other != post)
    found: dict[int, int] = {}
    shares = 1
    for sharing in ("division", "kg_meyer"):
        shares *= max(1, len(unseen(table, sharing)))
    for histories, batches in _histories(table, len(draws)):
        for batch in batches:
            if batch.size > 0 and batch.entered <= table.drawn_at[post]:
                ways = histories * batch.size * _ways(others, batches, batch.entered)
                for name in batch.names:
                    found[name] = found.get(name, 0) + ways * shares // len(batch.names)
    possible = [name for name, weight in found.items() if weight]
    return possible, [found[name] for name in possible]


def _histories(table: OmahaTable, face_down: int) -> list[tuple[int, list[Batch]]]:
    """What may be in the pool or face down on the map, each with its number of ways.

    There is more than one possibility only when a unit of Kampfgruppe Meyer was turned up that
    may have come with either batch: then the first batch may have lost any number of those.
    """
    either = -sum(count for _, what, count in table.arrivals if what == KG_MEYER_OF_EITHER_BATCH)
    original = table.boxes["division"] + face_down - sum(count for *_, count in table.arrivals)
    division, kg_meyer = tuple(unseen(table, "division")), tuple(unseen(table, "kg_meyer"))
    fixed = [Batch(0, division, min(original, len(division)))]
    released: list[Batch] = []
    for when, what, count in table.arrivals:
        if what == KG_MEYER_UNITS:
            released.append(Batch(when + 1, kg_meyer, count))
        elif what != KG_MEYER_OF_EITHER_BATCH:
            fixed.append(Batch(when + 1, (what,), count))
    if not either:
        return [(1, fixed + released)]
    first, second = released
    return [
        (
            comb(either, of_first)
            * perm(first.size, of_first)
            * perm(second.size, either - of_first),
            [
                *fixed,
                first._replace(size=first.size - of_first),
                second._replace(size=second.size - (either - of_first)),
            ],
        )
        for of_first in range(either + 1)
        if of_first <= first.size and either - of_first <= second.size
    ]


def _ways(others: list[int], batches: list[Batch], without: int) -> int:
    """The number of ways to deal the other face-down units when one of a batch is taken."""
    ways = 1
    for taken, drawn_at in enumerate(others):
        there = sum(batch.size for batch in batches if batch.entered <= drawn_at)
        ways *= there - (without <= drawn_at) - taken
    return ways


def leave(table: OmahaTable, unit: int, drawn_at: int) -> None:
    """Strike a unit that was turned up from the batch it came with."""
    withdrawn = not table.unseen_units >> unit & 1
    if not withdrawn and equipment().pieces.german_units[unit].kind != "kg_meyer":
        return
    wanted = unit if withdrawn else KG_MEYER_UNITS
    came_with = [
        number
        for number, (when, what, count) in enumerate(table.arrivals)
        if what == wanted and count > 0 and when < drawn_at
    ]
    if len(came_with) == 1:
        when, what, count = table.arrivals[came_with[0]]
        table.arrivals = replaced(table.arrivals, came_with[0], (when, what, count - 1))
    elif came_with:
        table.arrivals += ((len(table.arrivals), KG_MEYER_OF_EITHER_BATCH, -1),)
