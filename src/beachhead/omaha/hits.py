"""6.31, 6.34 Who takes the hits of several positions that fire on one card.

Every position has an order of its own among the units it can hit (6.31). A unit loses one step
at most, so positions whose fields of fire overlap may want the same unit, and the hits must
then reach as many units as possible (6.34).

The method. Positions take their hits one at a time; a position always takes the first unit in
its order that no other position has taken. What is free is only which position takes its next
hit, and which of several equal units it takes. A hit is allowed if afterwards as many units can
still lose a step as before, and as few hits need be lost: both are read off a maximum matching
of hits with units, in which any hit left over may fall on a unit that it only disrupts. Hence

- no position ever passes over a unit nobody hits for one that is later in its order;
- the number of units that lose a step is the greatest possible;
- every assignment with these two properties that does not merely swap targets can be reached.

Hits that come out the same in all of them are taken as sure. Where the outcome is open the
player chooses the next hit. Units that are only disrupted are not counted for "the most"; they
follow each position's order with the hits it has left, onto units already disrupted too (P-26,
O-21). Everything is judged before any hit of the card takes effect (P-25).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from beachhead.kernel.grid import members
from beachhead.omaha.state import UnitSet

Hit = tuple[int, int]
"""A hit: the number of a volley in its list, and a unit."""

LOSE_STEP = 1
DISRUPT = 2

FireHit = tuple[int, int, int]
"""A hit as it is noted on the table: the firing position, the target, and what it does."""

Outcome = tuple[UnitSet, UnitSet, tuple[int, ...]]
"""Who loses a step, who of them is disrupted too, and what hits each volley has left."""


class Volley(NamedTuple):
    """6.31 The fire of one position: how many units it may hit, and whom, in order.

    Each rank is a set of units that are equal in the order.
    """

    position: int
    limit: int
    losses: tuple[UnitSet, ...]
    """Units that would lose a step, best rank first."""
    disruptions: tuple[UnitSet, ...]
    """Units that would only be disrupted, best rank first; they come after all losses."""
    also_disrupts: bool
    """Whether those that lose a step are disrupted as well."""
    eligible: int
    """How many units could be hit, those that have lost a step in this phase included."""


def next_hits(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet
) -> tuple[list[Hit], list[Hit]]:
    """6.34 The next hits that cost a step: those that are sure, or those to choose one from.

    `left` is how many hits each volley has left, `taken` the units that lose a step already.
    Both lists are empty when all is assigned.
    """
    sure, possible = _next_hits(tuple(volleys), tuple(left), taken)
    return list(sure), list(possible)


@lru_cache(1024)
def _next_hits(
    volleys: tuple[Volley, ...], left: tuple[int, ...], taken: UnitSet
) -> tuple[Sequence[Hit], Sequence[Hit]]:
    # What is settled before the player is asked is asked for again with the question.
    sure, possible = _candidates(volleys, left, taken)
    if sure:
        return sure, ()
    if len(possible) > 1:
        possible = _that_differ(volleys, left, taken, possible)
    return (possible, ()) if len(possible) == 1 else ((), possible)


def most_hits(
    wanted: Sequence[UnitSet], left: Sequence[int], spare: Sequence[int]
) -> tuple[int, int]:
    """6.34d How many units can lose a step, and how many hits can then still disrupt.

    A maximum matching by augmenting paths: units that can lose a step first, then for each
    volley its `spare` targets, which only it can hit. A unit once matched stays matched, so
    the second number is the greatest that goes with the first.
    """
    return _most_hits(tuple(wanted), tuple(left), tuple(spare))


@lru_cache(4096)
def _most_hits(
    wanted: tuple[UnitSet, ...], left: tuple[int, ...], spare: tuple[int, ...]
) -> tuple[int, int]:
    held: list[list[int]] = [[] for _ in left]

    def place(claims: int, tried: list[int]) -> bool:
        for volley in members(claims):
            if tried[0] >> volley & 1:
                continue
            tried[0] |= 1 << volley
            if len(held[volley]) < left[volley]:
                held[volley].append(claims)
                return True
            for number, other in enumerate(held[volley]):
                if place(other, tried):
                    held[volley][number] = claims
                    return True
        return False

    claimed: dict[int, int] = {}
    for volley, units in enumerate(wanted):
        for unit in members(units):
            claimed[unit] = claimed.get(unit, 0) | 1 << volley
    losses = sum(place(claimed[unit], [0]) for unit in sorted(claimed))
    disruptions = sum(
        place(1 << volley, [0])
        for volley, count in enumerate(spare)
        for _ in range(min(count, left[volley]))
    )
    return losses, disruptions


# --- which hits may come next


def _candidates(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet
) -> tuple[list[Hit], list[Hit]]:
    """Hits that every assignment has, or if there are none, those that may be taken next."""
    ranks = [
        _first_rank(volley, taken) if most else 0
        for volley, most in zip(volleys, left, strict=True)
    ]
    wanted = _wanted(volleys, left, taken)
    once = twice = 0
    for units in wanted:
        twice |= once & units
        once |= units
    sure = [
        (volley, unit)
        for volley, rank in enumerate(ranks)
        if rank and rank.bit_count() <= left[volley]
        for unit in members(rank & ~twice)
    ]
    if sure:
        return sure, []
    for volley, rank in enumerate(ranks):
        if rank and not rank & twice:
            return [], [(volley, unit) for unit in members(rank)]
    first = next((volley for volley, rank in enumerate(ranks) if rank), None)
    if first is None:
        return [], []
    return _contested(volleys, _linked(wanted, left, first), ranks, wanted)


def _contested(
    volleys: Sequence[Volley], left: Sequence[int], ranks: list[UnitSet], wanted: list[UnitSet]
) -> tuple[list[Hit], list[Hit]]:
    """6.34 Which hits are still possible among positions that want the same units."""
    spare = [sum(rank.bit_count() for rank in each.disruptions) for each in volleys]
    here = [units if most else 0 for units, most in zip(wanted, left, strict=True)]
    losses, disruptions = most_hits(here, left, spare)
    judged: dict[Hit, bool] = {}

    def allowed(volley: int, unit: int) -> bool:
        hit = volley, unit
        if hit not in judged:
            left_then = [most - (number == volley) for number, most in enumerate(left)]
            then = [
                units & ~(1 << unit) if most else 0
                for units, most in zip(here, left_then, strict=True)
            ]
            judged[hit] = most_hits(then, left_then, spare) == (losses - 1, disruptions)
        return judged[hit]

    possible = [
        (volley, unit)
        for volley, rank in enumerate(ranks)
        if left[volley]
        for unit in members(rank)
        if allowed(volley, unit)
    ]
    sure = [
        (volley, unit)
        for volley, unit in possible
        if ranks[volley].bit_count() <= left[volley]
        and not any(
            units >> unit & 1 and allowed(other, unit)
            for other, units in enumerate(here)
            if other != volley
        )
    ]
    return sure, possible


def _wanted(volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet) -> list[UnitSet]:
    """The units each volley with hits left could still make lose a step."""
    wanted = []
    for volley, most in zip(volleys, left, strict=True):
        units = 0
        if most:
            for rank in volley.losses:
                units |= rank
        wanted.append(units & ~taken)
    return wanted


def _first_rank(volley: Volley, taken: UnitSet) -> UnitSet:
    return next((rank & ~taken for rank in volley.losses if rank & ~taken), 0)


def _linked(wanted: list[UnitSet], left: Sequence[int], first: int) -> list[int]:
    """The hits left of the volleys whose targets hang together with those of the first."""
    linked, targets = {first}, wanted[first]
    while True:
        more = {number for number, units in enumerate(wanted) if units & targets} - linked
        if not more:
            return [most if number in linked else 0 for number, most in enumerate(left)]
        linked |= more
        for number in more:
            targets |= wanted[number]


# --- where a choice makes no difference


def _that_differ(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet, hits: list[Hit]
) -> list[Hit]:
    """Of hits that all lead to one and the same outcome, only the first."""
    linked = _linked(_wanted(volleys, left, taken), left, hits[0][0])
    known: dict[tuple[tuple[int, ...], UnitSet, UnitSet], Outcome | None] = {}

    def only_outcome(left: tuple[int, ...], taken: UnitSet, shaken: UnitSet) -> Outcome | None:
        """What comes of it if nothing is left to choose; None if there is."""
        key = left, taken, shaken
        if key not in known:
            known[key] = follow(left, taken, shaken)
        return known[key]

    def follow(left: tuple[int, ...], taken: UnitSet, shaken: UnitSet) -> Outcome | None:
        sure, possible = _candidates(volleys, left, taken)
        if sure:
            for hit in sure:
                left, taken, shaken = after(hit, left, taken, shaken)
            return only_outcome(left, taken, shaken)
        if not possible:
            return taken, shaken, _disrupting(volleys, left)
        outcomes = (only_outcome(*after(hit, left, taken, shaken)) for hit in possible)
        first = next(outcomes)
        return first if first and all(other == first for other in outcomes) else None

    def after(
        hit: Hit, left: tuple[int, ...], taken: UnitSet, shaken: UnitSet
    ) -> tuple[tuple[int, ...], UnitSet, UnitSet]:
        volley, unit = hit
        less = tuple(most - (number == volley) for number, most in enumerate(left))
        if volleys[volley].also_disrupts:
            shaken |= 1 << unit
        return less, taken | 1 << unit, shaken

    outcomes = [only_outcome(*after(hit, tuple(linked), taken, 0)) for hit in hits]
    return [
        hit
        for number, hit in enumerate(hits)
        if outcomes[number] is None or outcomes[number] not in outcomes[:number]
    ]


def _disrupting(volleys: Sequence[Volley], left: Sequence[int]) -> tuple[int, ...]:
    """How many hits of each volley fall on units that they only disrupt."""
    return tuple(
        min(most, sum(rank.bit_count() for rank in volley.disruptions))
        for volley, most in zip(volleys, left, strict=True)
    )
