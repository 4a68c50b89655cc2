"""6.3 Whom a position can hit, by the fire chart (GFC), and 6.34 who takes the hits of several.

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
player chooses the next hit.

Then each position disrupts units, in its order, with the hits it has left, onto units already
disrupted too (P-26, O-21). That order is never broken; but wherever it leaves a choice, of step
losses or of disruptions, only what hits the most units in all is allowed. Everything is judged
before any hit of the card takes effect (P-25).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.kernel.bits import listed, members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.matching import most_matched
from beachhead.omaha.german_fire.fields_of_fire import (
    GRADES,
    dots_of,
    positions_of,
    reaches,
)
from beachhead.omaha.table.board import GermanPosition, Intensity
from beachhead.omaha.table.cards import OmahaCard, Square
from beachhead.omaha.table.charts import FireResult, charts, limit
from beachhead.omaha.table.state import (
    ALL_UNITS,
    NO_DEPTH,
    OmahaTable,
    UnitSet,
    active_posts,
    equipment,
    plays_otherwise,
    position_by_index,
    steps_spared,
    us_hexes,
)

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
    """6.34b, 14.12b The next hits that cost a step: those that are sure, or those to choose one
    from.

    `left` is how many hits each volley has left, `taken` the units that lose a step already.
    Both lists are empty when all is assigned.
    """
    sure, possible = _candidates(volleys, left, taken)
    if sure or len(possible) < 2:
        return sure or possible, []
    possible = [*_choices(tuple(volleys), tuple(left), taken, tuple(possible))]
    return (possible, []) if len(possible) == 1 else ([], possible)


@lru_cache(64)
def _choices(
    volleys: tuple[Volley, ...], left: tuple[int, ...], taken: UnitSet, hits: tuple[Hit, ...]
) -> list[Hit]:
    """Of the step losses that may come next, those to choose from."""
    # What is settled before the player is asked is asked for again with the question.
    possible = _that_hit_most(volleys, left, taken, [*hits])
    return possible if len(possible) == 1 else _that_differ(volleys, left, taken, possible)


def next_disruptions(
    volleys: Sequence[Volley],
    left: Sequence[int],
    hit: UnitSet,
    done: Sequence[UnitSet],
    disrupted: UnitSet,
) -> tuple[list[Hit], list[Hit]]:
    """6.33, 6.34d The next hits that only disrupt: those that are sure, or those to choose from.

    `hit` are the units hit so far, by whomever and however, `done` those that each volley
    disrupts already, `disrupted` those that another marker makes no difference to.
    """
    ranks = [
        next((rank & ~own for rank in volley.disruptions if rank & ~own), 0) if most else 0
        for volley, most, own in zip(volleys, left, done, strict=True)
    ]
    sure = [
        (volley, unit)
        for volley, rank in enumerate(ranks)
        if rank.bit_count() <= left[volley]
        for unit in members(rank)
    ]
    first = next((volley for volley, rank in enumerate(ranks) if rank), None)
    if sure or first is None:
        return sure, []
    linked = _linked(ranks, left, first)
    ranks = [rank if most else 0 for rank, most in zip(ranks, linked, strict=True)]
    possible = [
        (volley, unit)
        for volley, rank in enumerate(ranks)
        for unit in members(rank)
        if _keeps_the_most(ranks, linked, hit, (volley, unit))
    ]
    choices = [each for each in possible if each[0] == first]
    if len(choices) == 1 or not any(
        _may_be_spared(ranks, linked, hit, unit)
        for _, unit in possible
        if not disrupted >> unit & 1
    ):
        return choices[:1], []
    return [], choices


def most_hits(
    wanted: Sequence[UnitSet], left: Sequence[int], spare: Sequence[int]
) -> tuple[int, int]:
    """6.34d How many units can lose a step, and how many hits can then still disrupt: a volley can
    disrupt its `spare` targets, which only it can hit."""
    return most_matched(wanted, left, spare)


# --- which hits may come next


def _candidates(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet
) -> tuple[list[Hit], list[Hit]]:
    """Hits that every assignment has, or if there are none, those that may be taken next."""
    ranks, wanted = [], []
    once = twice = 0
    for each, most in zip(volleys, left, strict=True):
        first = units = 0
        if most:
            for rank in each.losses:
                first = first or rank & ~taken
                units |= rank
            units &= ~taken
        ranks.append(first)
        wanted.append(units)
        twice |= once & units
        once |= units
    if not once:
        return [], []
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
    first = next(volley for volley, rank in enumerate(ranks) if rank)
    return _contested(volleys, _linked(wanted, left, first), ranks, wanted)


def _contested(
    volleys: Sequence[Volley], left: Sequence[int], ranks: list[UnitSet], wanted: list[UnitSet]
) -> tuple[list[Hit], list[Hit]]:
    """6.34 Which hits are still possible among positions that want the same units."""
    spare = [sum([rank.bit_count() for rank in each.disruptions]) for each in volleys]
    here = [units if most else 0 for units, most in zip(wanted, left, strict=True)]
    losses, disruptions = most_hits(here, left, spare)
    judged: dict[tuple[int, ...], bool] = {}

    def allowed(volley: int, unit: int) -> bool:
        # Units that the same volleys want are alike.
        alike = volley, *[units >> unit & 1 for units in here]
        if alike not in judged:
            left_then, others = [*left], ~(1 << unit)
            left_then[volley] -= 1
            then = [units & others for units in here]
            judged[alike] = most_hits(then, left_then, spare) == (losses - 1, disruptions)
        return judged[alike]

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


# --- 6.34d the most units in all, those that are only disrupted included


def _that_hit_most(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet, hits: list[Hit]
) -> list[Hit]:
    """6.34d Of the step losses that may come next, those after which most units can be hit."""
    if len(hits) < 2 or not _disruptions_meet(tuple(volleys)):
        return hits
    counts = [_most_units(tuple(volleys), *_after(hit, left, taken)) for hit in hits]
    return [hit for hit, count in zip(hits, counts, strict=True) if count == max(counts)]


@lru_cache(64)
def _disruptions_meet(volleys: tuple[Volley, ...]) -> bool:
    """Whether a volley could disrupt a unit that another can hit."""
    shaken = [sum(volley.disruptions) for volley in volleys]
    reached = [sum(volley.losses) | own for volley, own in zip(volleys, shaken, strict=True)]
    return any(
        own & units
        for number, own in enumerate(shaken)
        for other, units in enumerate(reached)
        if other != number
    )


@lru_cache(128)
def _most_units(volleys: tuple[Volley, ...], left: tuple[int, ...], taken: UnitSet) -> int:
    """How many units can be hit in all, once some lose a step."""
    sure, possible = _candidates(volleys, left, taken)
    if sure:
        for hit in sure:
            left, taken = _after(hit, left, taken)
        return _most_units(volleys, left, taken)
    if not possible:
        return _most_units_with_disruptions(volleys, left, taken)
    most = 0
    for hit in possible:
        then = _after(hit, left, taken)
        if _at_most(volleys, *then) > most:
            most = max(most, _most_units(volleys, *then))
    return most


def _at_most(volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet) -> int:
    """How many units could be hit in all if no volley had to keep its order."""
    reached = [sum(volley.losses) | sum(volley.disruptions) for volley in volleys]
    return taken.bit_count() + _most_more(reached, left, taken)


def _after(hit: Hit, left: Sequence[int], taken: UnitSet) -> tuple[tuple[int, ...], UnitSet]:
    volley, unit = hit
    return (*left[:volley], left[volley] - 1, *left[volley + 1 :]), taken | 1 << unit


def _most_units_with_disruptions(
    volleys: Sequence[Volley], left: Sequence[int], hit: UnitSet
) -> int:
    """How many units can be hit in all when only disruptions are left to assign."""
    ranks, rest = [0] * len(left), list(left)
    for number, volley in enumerate(volleys):
        for rank in volley.disruptions:
            if rank.bit_count() > rest[number]:
                ranks[number] = rank
                break
            hit |= rank
            rest[number] -= rank.bit_count()
    return hit.bit_count() + _most_more(ranks, rest, hit)


def _most_more(ranks: Sequence[UnitSet], left: Sequence[int], hit: UnitSet) -> int:
    """How many units not hit yet can be, each volley hitting some of a rank of equal units."""
    return most_hits([rank & ~hit for rank in ranks], left, [0] * len(left))[0]


def _keeps_the_most(ranks: Sequence[UnitSet], left: Sequence[int], hit: UnitSet, by: Hit) -> bool:
    """6.34d Whether as many units can be hit after a disruption as before."""
    left_then, hit_then = _after(by, left, hit)
    more = hit_then.bit_count() - hit.bit_count()
    return more + _most_more(ranks, left_then, hit_then) == _most_more(ranks, left, hit)


def _may_be_spared(ranks: Sequence[UnitSet], left: Sequence[int], hit: UnitSet, unit: int) -> bool:
    """Whether as many units can be hit if a unit is not: no rank is ever hit whole here."""
    others = [rank & ~(1 << unit) for rank in ranks]
    return _most_more(others, left, hit) == _most_more(ranks, left, hit)


# --- where a choice makes no difference


def _that_differ(
    volleys: Sequence[Volley], left: Sequence[int], taken: UnitSet, hits: list[Hit]
) -> list[Hit]:
    """Of hits that all lead to one and the same outcome, only the first."""
    wanted = _wanted(volleys, left, taken)
    linked = _linked(wanted, left, hits[0][0])
    if _all_are_hit(volleys, linked, wanted):
        return hits[:1]
    others = [most - here for most, here in zip(left, linked, strict=True)]
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
        everywhere = [here + most for here, most in zip(left, others, strict=True)]
        possible = _that_hit_most(volleys, everywhere, taken, possible)
        outcomes = (only_outcome(*after(hit, left, taken, shaken)) for hit in possible)
        first = next(outcomes)
        return first if first and all(other == first for other in outcomes) else None

    def after(
        hit: Hit, left: tuple[int, ...], taken: UnitSet, shaken: UnitSet
    ) -> tuple[tuple[int, ...], UnitSet, UnitSet]:
        volley, unit = hit
        if volleys[volley].also_disrupts:
            shaken |= 1 << unit
        return *_after(hit, left, taken), shaken

    outcomes = [only_outcome(*after(hit, tuple(linked), taken, 0)) for hit in hits]
    return [
        hit
        for number, hit in enumerate(hits)
        if outcomes[number] is None or outcomes[number] not in outcomes[:number]
    ]


def _all_are_hit(volleys: Sequence[Volley], left: Sequence[int], wanted: Sequence[UnitSet]) -> bool:
    """Whether all who are wanted lose a step, and it is all the same who hits them: then nothing
    is left to choose."""
    firing = [each for each, most in zip(volleys, left, strict=True) if most]
    if len({each.also_disrupts for each in firing}) > 1 or any(each.disruptions for each in firing):
        return False
    here = [units if most else 0 for units, most in zip(wanted, left, strict=True)]
    union = 0
    for units in here:
        union |= units
    return most_hits(here, left, [0] * len(left))[0] == union.bit_count()


def _disrupting(volleys: Sequence[Volley], left: Sequence[int]) -> tuple[int, ...]:
    """How many hits of each volley fall on units that they only disrupt."""
    return tuple(
        min(most, sum(rank.bit_count() for rank in volley.disruptions))
        for volley, most in zip(volleys, left, strict=True)
    )


Firing = tuple[int, ...]
"""The positions whose fire is resolved, by their index."""
ALL_CALLED: Firing = ()
"""Every position that the card calls."""


# --- 6.3 Which positions fire at whom


def fires(table: OmahaTable, position: GermanPosition, square: Square) -> bool:
    """6.3 Whether a position of the square's color fires: not when all its units are disrupted
    (6.41), and for a double symbol only with a depth marker."""
    # 6b, 6.1c, 6.1d, 6.21a, 6.3b, 6.41a, 6.41b, 2.1m, 9.1b, EV.smoke-a, FB.fire-b
    if table.smoke >> position.index & 1:
        return False
    active = active_posts(table, position)
    if square.double:
        return any(table.depth[post] != NO_DEPTH for post in listed(active))
    return active != 0


def hit_limit(table: OmahaTable, position: GermanPosition) -> int:
    """6.31a, 6.41b, 14d, 14.1a, 14.11a As many hits as the position has units and depth markers
    that are not disrupted."""
    active, markers = active_posts(table, position), 0
    for post in listed(active):
        markers += 2 if table.depth[post] != NO_DEPTH else 1
    return markers * (limit("hits_per_marker", table.turn) or 1)


def column(table: OmahaTable, position: GermanPosition) -> str:
    """6.3c The column of the fire chart for the firing position."""
    if position.is_wn or equipment().posts_of[position.index] & table.posts & ~table.face_down:
        return "wn_or_revealed"
    return "unrevealed"


def volleys(
    table: OmahaTable, drawn: OmahaCard, sector: str, firing: Firing = ALL_CALLED
) -> list[Volley]:
    """6.3, 19.32b The fire of every position that a card calls and that has US pieces in its field;
    or of some positions of which it is settled that they fire (16)."""
    under_fire = us_hexes(table)
    return [
        _volley(table, position, square, drawn.target, reaches(position) & under_fire)
        for position, square in _called(table, drawn, sector, firing, under_fire)
    ]


def _called(
    table: OmahaTable, drawn: OmahaCard, sector: str, firing: Firing, under_fire: HexSet
) -> Iterator[tuple[GermanPosition, Square]]:
    """6.3a The positions that fire into some hexes, each with the square that calls it."""
    if firing == ALL_CALLED:
        for square in drawn.squares:
            for position in positions_of(sector, square.color):
                if position.fire & under_fire and fires(table, position, square):
                    yield position, square
    for index in firing:
        position = position_by_index(table, index)
        called_by = drawn.square(position.color)
        assert called_by is not None, f"the card does not call {position.name}"
        if reaches(position) & under_fire:
            yield position, called_by


def _volley(
    table: OmahaTable, position: GermanPosition, square: Square, symbol: str, hexes: HexSet
) -> Volley:
    """6.31 The units a position can hit, ranked: by dot, then the nearer, then more steps."""
    # 6.1f, 6.2b, 6.3c, 6.3d, 6.31b, 6.31c, 6.34b, 6.35a to 6.37a, 7.62a, 23.41a, 23.41b,
    # GAS.armor-a
    chart = _fire_by_grade(column(table, position))
    hits_armor = square.action == "armor" or position.kind == "armor"  # 6.36, 23.41
    enough = limit("concentrated_target_steps", table.turn) or 0
    # 6.33 A unit already disrupted absorbs a disruption in its turn (O-21).
    spread = table.disrupted if plays_otherwise(table, "spread-disruption") else 0
    spared, steps_left, at = steps_spared(table), table.steps_left, table.at
    dots, units_of = dots_of(position, table.plunging_fire), equipment().units
    ranks: dict[int, UnitSet] = {}
    eligible = 0
    for hex_ in listed(hexes):
        here = at[hex_] & ALL_UNITS
        if not here:
            continue
        grade, away = dots[hex_]
        stack = listed(here)
        if chart[grade].targets != "any":
            concentrated = sum([steps_left[unit] for unit in stack]) >= enough
            if not hits_armor:
                stack = listed(here & ~armored_units())  # 6.36
            if not concentrated:  # 6.35
                stack = tuple(
                    [
                        unit
                        for unit in stack
                        if units_of[unit].sides[steps_left[unit] - 1].symbol == symbol
                    ]
                )
        eligible += len(stack)
        shaken = spread if GRADES[grade] == "sporadic" else 0
        for unit in stack:
            rank = grade << 12 | (shaken >> unit & 1) << 11 | away << 4 | 15 - steps_left[unit]
            ranks[rank] = ranks.get(rank, 0) | 1 << unit
    losses, disruptions = [], []
    for rank in sorted(ranks):
        if not chart[rank >> 12].lose_step:
            disruptions.append(ranks[rank])
        elif left := ranks[rank] & ~spared:
            # 6.34 A hit on a unit that has lost its step is excess and goes to another.
            losses.append(left)
    return Volley(
        position.index,
        hit_limit(table, position),
        tuple(losses),
        tuple(disruptions),
        chart[GRADES.index("steady")].disrupted,
        eligible,
    )


@cache
def armored_units() -> UnitSet:
    return sum(1 << unit.index for unit in equipment().units if unit.armored)


@cache
def _fire_by_grade(firer: str) -> tuple[FireResult, ...]:
    """The same in the order of the grades."""
    return tuple(charts().german_fire(grade, firer) for grade in GRADES)


@cache
def fire_chart(firer: str) -> dict[Intensity, FireResult]:
    """6.3c, GFC.intense, GFC.steady, GFC.sporadic A column of the fire chart, by the grade of
    fire."""
    return {grade: charts().german_fire(grade, firer) for grade in GRADES}
