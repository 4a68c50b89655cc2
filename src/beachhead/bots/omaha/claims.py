"""13.2, 20.3 Claims: who is to stand where when points are counted.

Ground out of German fire counts for whoever controls it and can be reached from the beach (13.22).
Infantry with two steps controls what is around it (12.1), so that one unit may hold two positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.danger import SPORADIC, field_of
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.answers import Answers
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    OmahaTable,
    UnitSet,
    german_hexes,
    is_extended,
    projecting,
    unit_side,
)
from beachhead.omaha.us_actions.terrain_effects import all_ways
from beachhead.omaha.us_combat.attack_reach import all_infantry
from beachhead.omaha.victory import control

FIRST_CHECK, LAST_CHECK = 16, 32


def next_count(table: OmahaTable) -> int:
    """13.2, 20.2, 20.3 The turn at the end of which points are counted next."""
    return FIRST_CHECK if table.turn <= FIRST_CHECK else LAST_CHECK


class GroundClaim(NamedTuple):
    """Where a unit is to stand, what that counts, and how many turns it has to go."""

    goal: int
    points: float
    turns: int


def claims(table: OmahaTable) -> dict[int, GroundClaim]:
    """Who goes where: whatever brings most for the way to it comes first, and nobody claims what
    another holds."""
    left = next_count(table) - table.turn
    if left > TEMPER.claim_from:
        return {}
    spots = _open_ground(table, left)
    queue: list[tuple[float, int, int, int, Spot]] = []
    soonest = (left - TEMPER.claim_turns - posture().haste) / TEMPER.claim_pace
    pace = 2 if is_extended(table) else 1
    for unit in members(_idle(table, left)):
        actions = pace * (left + (not table.acted >> unit & 1))
        wide = unit_side(table, unit).controls_adjacent
        queue += [
            (cost, unit, hex_, turns, spot)
            for cost, hex_, turns, spot in _errands(table, spots, table.hex[unit], wide)
            if soonest <= turns <= actions
        ]
    return _shared_out(queue)


FARTHEST = 6
"""So far infantry is sent to hold ground."""


class Spot(NamedTuple):
    """The hexes that are controlled from somewhere, what each counts, and all together."""

    shares: dict[int, float]
    points: float


class OpenGround(NamedTuple):
    """The ground that counts and what it counts, how much less it does for who is only beside it;
    and what was found to be worth the way from somewhere."""

    shares: dict[int, float]
    firm: float
    near: HexSet
    """Where any of that is, or beside it."""
    spots: dict[tuple[int, bool], Spot]
    errands: dict[tuple[int, bool, HexSet, HexSet, str], list[Errand]]


Errand = tuple[float, int, int, Spot]
"""What it costs to hold ground beyond what it counts, from where, how far that is, and what is
held."""


def _errands(table: OmahaTable, spots: OpenGround, start: int, wide: bool) -> list[Errand]:
    """The ground that is worth the way to it from a hex."""
    tide, fired = charts().turn(table.turn).tide, _fired_at(table)
    key = (start, wide, german_hexes(table), fired, tide)
    found = spots.errands.get(key)
    if found is None:
        near = spots.near
        found = spots.errands[key] = [
            (TEMPER.claim_way * turns - spot.points, hex_, turns, spot)
            for hex_, turns in distances(table, start).items()
            if near >> hex_ & 1
            and (spot := _spot(spots, hex_, wide)).points > TEMPER.claim_way * turns
        ]
    return found


def _spot(spots: OpenGround, hex_: int, wide: bool) -> Spot:
    """12.1, 12.11 What is controlled from a hex. 9.3 Germans who come next come first to positions
    beside us, but to none that we are in."""
    found = spots.spots.get((hex_, wide))
    if found is None:
        held = {
            there: share if there == hex_ else spots.firm * share
            for there in (_controlled_by(hex_) if wide else (hex_,))
            if (share := spots.shares.get(there))
        }
        found = spots.spots[hex_, wide] = Spot(held, sum(held.values()))
    return found


def _shared_out(queue: list[tuple[float, int, int, int, Spot]]) -> dict[int, GroundClaim]:
    heapify(queue)
    found: dict[int, GroundClaim] = {}
    taken: set[int] = set()
    while queue:
        _, unit, hex_, turns, spot = heappop(queue)
        if unit in found:
            continue
        if taken.isdisjoint(spot.shares):
            found[unit] = GroundClaim(hex_, spot.points, turns)
            taken.update(spot.shares)
            continue
        rest = {each: share for each, share in spot.shares.items() if each not in taken}
        points = sum(rest.values())
        if points > TEMPER.claim_way * turns:
            less = Spot(rest, points)
            heappush(queue, (TEMPER.claim_way * turns - points, unit, hex_, turns, less))
    return found


def _idle(table: OmahaTable, left: int) -> UnitSet:
    """The infantry on the map, without those beside a German who keeps much from counting."""
    infantry = table.on_map & all_infantry()
    if not left:
        return infantry
    prizes = ground.prizes(table)
    return set_of(
        unit
        for unit in members(infantry)
        if all(
            prizes[post] < BUSY for post in members(ground.assaulted(table.hex[unit]) & table.posts)
        )
    )


BUSY = 2.0
"""Who is beside a German that keeps so many points is left there."""


def _open_ground(table: OmahaTable, left: int) -> OpenGround:
    """13.2, 13.22 What is held from where of the ground that counts."""
    barred = projecting(table, disrupted_too=True) | german_hexes(table)
    key = (barred, table.turn, table.sectors, *table.house.items())
    within = _within.to(key, control.us_communication, table)
    safe = within & ~control.german_reach(table)
    shares = _shares(barred, within, safe, is_extended(table), bool(left), table.sectors)
    firm = max(0.0, 1 - TEMPER.beside * left)
    key = (barred, within, safe, is_extended(table), left, table.sectors)
    return _open.to(key, _opened, shares, firm)


def _opened(shares: dict[int, float], firm: float) -> OpenGround:
    there = set_of(shares)
    return OpenGround(shares, firm, there | board().grid.neighbors(there), {}, {})


_within: Answers[HexSet] = Answers(64)
_open: Answers[OpenGround] = Answers(64)


@lru_cache(64)
def _shares(
    barred: HexSet,
    within: HexSet,
    safe: HexSet,
    extended: bool,
    early: bool,
    sectors: tuple[str, ...],
) -> dict[int, float]:
    """13.2, 13.22 The hexes that would count if somebody controlled them, each with its part of the
    points; less where no communication leads yet."""
    found: dict[int, float] = {}
    for area, points in ground.areas(extended, sectors):
        if area & barred or not area & ~safe:
            continue
        share = points / area.bit_count()
        if area & ~within:
            share *= TEMPER.cut_off if early else 0.0
        if share:
            for hex_ in members(area & ~safe):
                found[hex_] = found.get(hex_, 0.0) + share
    return found


@cache
def _controlled_by(hex_: int) -> tuple[int, ...]:
    """12.11 The hexes that are controlled from one: from low ground none on the high ground."""
    the = board()
    around = the.grid.adjacent[hex_]
    return listed((around & the.low_ground if the.low_ground >> hex_ & 1 else around) | 1 << hex_)


# --- the way there


def distances(table: OmahaTable, hex_: int) -> dict[int, int]:
    """How many turns infantry has to go from a hex to those near it; fire on the way counts for
    one more."""
    tide = charts().turn(table.turn).tide
    fired = _fired_at(table)
    closed = german_hexes(table) | board().submerged[tide] | ~control.map_in_play(table)
    return _distances.to((hex_, closed, fired), _near, hex_, closed, fired)


def distances_key(table: OmahaTable) -> Hashable:
    """What ways depend on."""
    return german_hexes(table), _fired_at(table), charts().turn(table.turn).tide, table.sectors


_distances: Answers[dict[int, int]] = Answers(4000)


def _near(start: int, closed: HexSet, fired: HexSet) -> dict[int, int]:
    found = {start: 0}
    rings: list[list[int]] = [[start], *([] for _ in range(FARTHEST))]
    for turns, ring in enumerate(rings):
        for here in ring:
            if found[here] == turns:
                for there, step in _steps(here):
                    new = turns + step + (fired >> there & 1)
                    if new < found.get(there, FARTHEST + 1) and not closed >> there & 1:
                        found[there] = new
                        rings[new].append(there)
    return found


def _fired_at(table: OmahaTable) -> HexSet:
    """The hexes in intense or steady fire."""
    key = (table.posts, table.armor_hex, table.plunging_fire)
    return _fire.to(key, _all_fired_at, table)


_fire: Answers[HexSet] = Answers(64)


def _all_fired_at(table: OmahaTable) -> HexSet:
    return set_of(
        hex_
        for hex_, fired in field_of(table).cover.items()
        if any(grade != SPORADIC for _, grade in fired)
    )


@cache
def _steps(hex_: int) -> tuple[tuple[int, int], ...]:
    return tuple(_each_step(hex_))


def _each_step(hex_: int) -> Iterator[tuple[int, int]]:
    """7.3, 7.4 The next hexes, and how many turns each takes."""
    ways = all_ways(False)["infantry"]
    for there in members(ways.walk[hex_]):
        yield there, 1
    for there in members(ways.climb[hex_]):
        yield there, 2
