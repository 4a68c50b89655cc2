"""8 Assaults: who is to be where, so that a German can be attacked by enough.

A force is put together for each German who keeps something from counting: whoever adds most to what
the next attack promises joins it, with the strength, the weapons and the sides that it takes (8.2,
8.22, 8.3), until nobody adds more than he costs. Who is sent goes there whatever the way of others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.claims import distances, distances_key, next_count
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.answers import Answers
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.omaha.germans import chances_of_depth
from beachhead.omaha.odds.attack_odds import possible_units
from beachhead.omaha.table.board import board
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    DEPTH_KIND,
    FIXED_POSTS,
    HQS,
    NO_DEPTH,
    OmahaTable,
    UnitSet,
    equipment,
    is_extended,
    unit_side,
)
from beachhead.omaha.us_combat.attack_reach import all_infantry, attacking_sides
from beachhead.omaha.us_combat.terrain_and_defense import hex_defense, side_defense
from beachhead.omaha.us_combat.weapons import FLANKING, own_weapons

NEAR = 3
"""Who is so many turns away may be sent for."""


class Part(NamedTuple):
    """A counter that may lie in a post: how likely, its strength and what it requires."""

    chance: float
    strength: int
    needs: int
    flanked: bool
    betrays: bool
    """9.4 A Tactical Reinforcement: the German is gone when it is turned up."""


class Lair:
    """What may lie in a post, and what attacks on it promise."""

    __slots__ = ("depth", "flanked", "is_deep", "is_seen", "known", "needs", "units")

    def __init__(self, table: OmahaTable, post: int) -> None:
        pieces = equipment().pieces
        units, weights = possible_units(table, post)
        total = sum(weights) or 1
        self.units = _parts(
            (
                pieces.german_units[each].strength,
                pieces.german_units[each].requirements,
                False,
                share,
            )
            for each, share in zip(units, (weight / total for weight in weights), strict=True)
        )
        marker = table.depth[post]
        self.is_deep, self.is_seen = marker != NO_DEPTH, marker >= 0
        markers: list[int] = []
        if marker >= 0:
            markers, weights = [marker], [1]
        elif marker in DEPTH_KIND:
            markers, found = chances_of_depth.chances(table, post, DEPTH_KIND[marker])
            weights = found or [1] * len(markers)
        total = sum(weights) or 1
        self.depth = _parts(
            (
                pieces.depth_markers[each].strength,
                pieces.depth_markers[each].requirements,
                pieces.depth_markers[each].tactical_reinforcement,
                share,
            )
            for each, share in zip(markers, (weight / total for weight in weights), strict=False)
        )
        self.needs = sum(part.chance * part.strength for part in (*self.units, *self.depth))
        """8.3 How strong an attack must be on average, on open ground."""
        self.flanked = sum(part.chance for part in self.units if part.flanked)
        """8.22 How likely he must be flanked."""
        self.known: dict[Assailants, AssaultOdds] = {}

    def promise(self, force: Assailants) -> AssaultOdds:
        """8.3 What an attack promises."""
        found = self.known.get(force)
        if found is None:
            found = self.known[force] = self._promise(force)
        return found

    def _promise(self, force: Assailants) -> AssaultOdds:
        us, weapons, hero, unit, depth, sides_ = force
        flanks = _flanks(sides_)
        beaten = bared = silenced = 0.0
        for part in self.units:
            against, needs = part.strength * unit, part.needs & ~weapons
            blocked = part.flanked and not flanks
            ready = not blocked and (not needs or (hero and not needs & (needs - 1)))
            if not self.is_deep:
                beaten += part.chance * (ready and us > against)
                silenced += part.chance * ((ready and us == against) or us >= 2 * against)
                continue
            if not self.is_seen and not (ready and us > against):
                silenced += part.chance * (not ready and us >= 2 * against)
                continue
            for marker in self.depth:
                share = part.chance * marker.chance
                if marker.betrays:
                    beaten += share
                    continue
                both = against + marker.strength * depth
                needs = (part.needs | marker.needs) & ~weapons
                sides = part.flanked + marker.flanked
                ready = flanks >= sides and (not needs or (hero and not needs & (needs - 1)))
                if ready and us > both:
                    bared += share
                else:
                    silenced += share * ((ready and us == both) or us >= 2 * both)
        return AssaultOdds(beaten, bared, silenced)


class AssaultOdds(NamedTuple):
    """How likely an attack defeats a German, takes his depth marker, or silences him."""

    beaten: float
    bared: float
    silenced: float


class Assailant(NamedTuple):
    """Who may join an attack from some hex, what he brings, what the terrain makes there of a
    German and of his depth marker, and what it costs."""

    unit: int
    hex: int
    turns: int
    strength: int
    weapons: int
    hero: bool
    of_unit: int
    of_depth: int
    cost: float


class Assailants(NamedTuple):
    """Who attacks together."""

    strength: int
    weapons: int
    hero: bool
    of_unit: int
    of_depth: int
    sides: HexSet

    def joined_by(self, one: Assailant) -> Assailants:
        return Assailants(
            self.strength + one.strength,
            self.weapons | one.weapons,
            self.hero or one.hero,
            min(self.of_unit, one.of_unit),
            min(self.of_depth, one.of_depth),
            self.sides | 1 << one.hex,
        )


NOBODY = Assailants(0, 0, False, 2, 2, 0)


@cache
def _flanks(sides: HexSet) -> int:
    """8.22 How much flanking some sides allow: 2 if both counters may ask for it."""
    if sides.bit_count() >= 3:
        return 2
    return int(any(ground.touches_no(side, sides) for side in members(sides)))


class Assault(NamedTuple):
    """Where a unit is to attack from, what that adds, and how many turns it has to go."""

    goal: int
    gain: float
    turns: int


def assaults(
    table: OmahaTable,
    volley: Callable[[int], float],
    risk: Callable[[int, int], float],
    free: UnitSet,
) -> dict[int, Assault]:
    """Who goes where to attack whom: those first whose attack promises most."""
    left = next_count(table) - table.turn
    near_by = reach(table, risk, free)
    prizes = ground.prizes(table)
    calls_left = min(TEMPER.calls_most, TEMPER.calls * left)
    wins = {}
    for post in near_by:
        win = TEMPER.defeat + posture().prize * TEMPER.assault_prize * prizes[post]
        win += min(TEMPER.assault_volley, volley(post) * calls_left)
        wins[post] = round(win * 4) / 4
    plans = {post: _massed(table, post, near, wins[post]) for post, near in near_by.items()}
    found: dict[int, Assault] = {}
    while plans:
        post = max(plans, key=lambda each: (plans[each][0], -each))
        worth, sent = plans.pop(post)
        if worth <= 0:
            break
        found.update(sent)
        for other, (_, also) in plans.items():
            if not also.keys().isdisjoint(sent):
                near = [one for one in near_by[other] if one.unit not in found]
                plans[other] = _massed(table, other, near, wins[other])
    return found


def reach(
    table: OmahaTable, risk: Callable[[int, int], float], free: UnitSet
) -> dict[int, list[Assailant]]:
    """For each German, the infantry that can be next to him soon."""
    left = next_count(table) - table.turn
    units = table.on_map & all_infantry() & ~table.climbing & ~table.climbing_cliff
    found: dict[int, list[Assailant]] = {}
    posts = table.posts & FIXED_POSTS
    wired = 0
    for hq in HQS:
        if table.hex[hq] >= 0:
            wired |= board().grid.adjacent[table.hex[hq]] | 1 << table.hex[hq]
    for unit in members(units):
        here = table.hex[unit]
        close = _posts_around(here) & posts
        if not close:
            continue
        latest = min(NEAR, left - (table.acted >> unit & 1))
        strength = unit_side(table, unit).strength
        weapons, hero = _weapons(own_weapons(table, unit)), unit in table.heroes
        paid = TEMPER.assault_joins + TEMPER.assault_paid * (not free >> unit & 1)
        ways = distances(table, here)
        for post, hex_, turns, of_unit, of_depth in _all_sides.to(
            (here, close, distances_key(table)), _sides_near, close, ways
        ):
            if turns and turns > latest:
                continue
            cost = paid + TEMPER.assault_turn * turns + risk(unit, hex_)
            brings = weapons | RADIO if wired >> hex_ & 1 else weapons
            one = Assailant(unit, hex_, turns, strength, brings, hero, of_unit, of_depth, cost)
            if post in found:
                found[post].append(one)
            else:
                found[post] = [one]
    return found


_all_sides: Answers[list[tuple[int, int, int, int, int]]] = Answers(2000)


def _sides_near(close: int, ways: dict[int, int]) -> list[tuple[int, int, int, int, int]]:
    """From where each of some Germans can be attacked soon, how soon, and what the terrain makes
    there of him and of his depth marker."""
    return [
        (post, hex_, ways[hex_], of_unit, of_depth)
        for post in listed(close)
        for hex_, of_unit, of_depth in _sides(post)
        if ways.get(hex_, FAR) <= NEAR
    ]


FAR = 99


@cache
def _sides(post: int) -> tuple[tuple[int, int, int], ...]:
    """8.15 The hexes from which a German can be attacked, and what the terrain makes there of him
    and of his depth marker."""
    where = equipment().posts[post].hex
    inside, found = hex_defense(where), []
    for hex_ in members(attacking_sides()[where]):
        across = side_defense(hex_, where)
        found.append((hex_, max(inside.unit, across.unit), max(inside.depth, across.depth)))
    return tuple(found)


def _massed(
    table: OmahaTable, post: int, near: list[Assailant], win: float
) -> tuple[float, dict[int, Assault]]:
    lair = lair_of(table, post)
    inside = hex_defense(equipment().posts[post].hex)
    return _forces.to((lair, *near, win), _mass, lair, inside.unit, near, win)


_forces: Answers[tuple[float, dict[int, Assault]]] = Answers(4000)


def _mass(
    lair: Lair, inside: int, near: list[Assailant], win: float
) -> tuple[float, dict[int, Assault]]:
    """8.3 Put a force together: whoever adds most to what it promises joins next. 8.22 Against who
    may have to be flanked somebody else is first, too: of each hex around him, who is there
    soonest."""
    need = lair.needs * inside + 2.0
    left = sorted(near, key=lambda one: (one.turns, one.unit, one.hex))
    best = _massed_with(lair, NOBODY, left, win, need)
    if lair.flanked > SELDOM:
        firsts: dict[int, Assailant] = {}
        for one in left:
            firsts.setdefault(one.hex, one)
        if len(firsts) > 1:
            forces = (
                _massed_with(lair, NOBODY, left, win, need, first) for first in firsts.values()
            )
            best = max([best, *forces], key=lambda force: force[0])
    return best


def _massed_with(
    lair: Lair,
    force: Assailants,
    left: list[Assailant],
    win: float,
    need: float,
    first: Assailant | None = None,
) -> tuple[float, dict[int, Assault]]:
    worth = cost = most = 0.0
    sent: list[tuple[int, Assault]] = []
    enough = 0
    many: dict[int, int] = {}
    while left and len(sent) < MOST:
        best, chosen, then, value = -math.inf, left[0], force, 0.0
        for one in left if first is None else [first]:
            if many.get(one.hex, 0) < STACKING_LIMIT:
                more = force.joined_by(one)
                promised = _value(lair, more, win, need)
                gain = promised - worth - one.cost
                if gain > best:
                    best, chosen, then, value = gain, one, more, promised
        if best == -math.inf:
            break
        first = None
        sent.append((chosen.unit, Assault(chosen.hex, value - worth, chosen.turns)))
        force, worth, cost = then, value, cost + chosen.cost
        total = win * _sure(lair, force) - cost
        if total > most:
            most, enough = total, len(sent)
        many[chosen.hex] = many.get(chosen.hex, 0) + 1
        left = [one for one in left if one.unit != chosen.unit]
    share = worth_of(sent[:enough])
    return most, {unit: each._replace(gain=share) for unit, each in sent[:enough]}


SELDOM = 0.3
"""8.22 Who is less likely to ask for flanking is attacked by whoever is there."""


def worth_of(sent: list[tuple[int, Assault]]) -> float:
    """What each of a force counts: all are needed."""
    return sum(each.gain for _, each in sent) / max(1, len(sent))


MOST = 4
"""So many are sent against one German."""


def _value(lair: Lair, force: Assailants, win: float, need: float) -> float:
    """What an attack promises, and something for every step toward enough."""
    return win * (_sure(lair, force) + TEMPER.assault_part * min(1.0, force.strength / need))


def _sure(lair: Lair, force: Assailants) -> float:
    found = lair.promise(force)
    gained = found.beaten + TEMPER.assault_bared * found.bared
    return gained + TEMPER.assault_silenced * found.silenced


def lair_of(table: OmahaTable, post: int) -> Lair:
    """What may lie in a post, as far as can be known."""
    key = (
        post,
        table.unit[post],
        table.depth[post],
        table.unseen_units,
        table.unseen_depth,
        tuple(table.boxes.values()),
        table.drawn_at[post],
        table.arrivals,
        table.either,
        table.hypotheses,
        table.eliminated,
        is_extended(table),
        *table.variants,
        *table.house.items(),
    )
    return _lairs.to(key, Lair, table, post)


_lairs: Answers[Lair] = Answers(1000)


def _parts(counters: Iterator[tuple[int, frozenset[str], bool, float]]) -> tuple[Part, ...]:
    """One of each kind among counters that say the same."""
    found: dict[tuple[int, int, bool, bool], float] = {}
    for strength, requirements, betrays, share in counters:
        face = strength, _weapons(requirements), FLANKING in requirements, betrays
        found[face] = found.get(face, 0.0) + share
    return tuple(Part(chance, *face) for face, chance in found.items())


@cache
def _weapons(weapons: frozenset[str]) -> int:
    return set_of(NUMBERS[each] for each in weapons if each != FLANKING)


OWN_WEAPONS = ("AR", "BG", "BR", "BZ", "DE", "MG", "MO", "NA", "RD")
"""8.2 All but flanking, which nobody has by himself."""
NUMBERS = {name: number for number, name in enumerate(OWN_WEAPONS)}
RADIO = 1 << NUMBERS["RD"]


@cache
def _posts_around(hex_: int) -> int:
    grid = board().grid
    return set_of(
        post.index
        for post in equipment().posts
        if post.hex >= 0 and grid.distance(hex_, post.hex) <= NEAR + 1
    )
