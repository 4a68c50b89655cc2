"""The way to the Germans: how long and how dangerous it is for infantry to come to grips with them.

For each hex it is told in turns: a hex walked takes one, a bluff two, a cliff three (7.3 to 7.5),
and fire on the way counts for more turns. A way ends where a German can be attacked (8.1), those
first who bar the ways off the beach (12.3), or at ground that counts (13.2, 20.3).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from beachhead.bots.omaha.danger import ANY, INTENSE, STEADY, Field, calls, field_of
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.answers import Answers
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.omaha.engineers import engineer_bases
from beachhead.omaha.table import deck
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ALL_UNITS,
    ARMOR_POSTS,
    FIXED_POSTS,
    NO_DEPTH,
    OmahaTable,
    PostSet,
    equipment,
    german_hexes,
    is_extended,
    position_of,
    post_hex,
    unit_side,
)
from beachhead.omaha.us_actions import terrain_effects
from beachhead.omaha.us_actions.terrain_effects import all_ways
from beachhead.omaha.us_combat.attack_reach import all_infantry, assault_sides, attacking_sides
from beachhead.omaha.us_combat.terrain_and_defense import hex_defense, side_defense
from beachhead.omaha.us_combat.weapons import FLANKING, Weapons, own_weapons
from beachhead.omaha.victory import control

WALK, CLIMB, SCALE = 1.0, 2.0, 3.0
FAR = 24.0
"""What is farther off than so many turns is all alike."""


class WayOff(NamedTuple):
    """12.3 A way for communication from the beach to the high ground: the Germans who bar it, and
    how hard they are to remove."""

    bars: PostSet
    hardness: float


def gates(table: OmahaTable) -> tuple[WayOff, ...]:
    """12.3, 13.22 The way off the beach in each sector that fewest Germans bar: once there is one,
    ground counts wherever no German fires at it."""
    return _gates.to(state_of_ways(table), _all_gates, table)


_gates: Answers[tuple[WayOff, ...]] = Answers(400)


def _all_gates(table: OmahaTable) -> tuple[WayOff, ...]:
    return tuple(_gate(table, sector) for sector in table.sectors)


def _gate(table: OmahaTable, sector: str) -> WayOff:
    bars = _bars(table)
    open_to = control.open_sides()
    passable = _passable(table.turn > FIRST_CHECK)
    if len(table.sectors) == 1:
        passable &= board().sectors[sector]
    weights = _hardness(table)
    queue = []
    for hex_ in members(board().beach & board().sectors[sector] & passable):
        mask = bars.get(hex_, 0)
        queue.append((sum(weights[post] for post in members(mask)), hex_, mask))
    heapify(queue)
    seen = 0
    goal = _inland()
    while queue:
        cost, hex_, mask = heappop(queue)
        if seen >> hex_ & 1:
            continue
        seen |= 1 << hex_
        if goal >> hex_ & 1:
            return WayOff(mask, cost)
        for there in listed(open_to[hex_] & passable):
            if not seen >> there & 1:
                new = bars.get(there, 0) & ~mask
                more = cost + STRIDE
                for post in listed(new):
                    more += weights[post]
                heappush(queue, (more, there, mask | new))
    return WayOff(0, FAR)


def prizes(table: OmahaTable) -> dict[int, float]:
    """12.3, 13.22 What each German keeps from counting: the points behind him and in his fire, the
    more of them the fewer Germans bar them with him."""
    return _prizes.to(state_of_ways(table), _all_prizes, table)


_prizes: Answers[dict[int, float]] = Answers(400)


def state_of_ways(table: OmahaTable) -> Hashable:
    """What it depends on who bars which ways, and how hard they are to remove."""
    armor = table.armor_hex if table.armor_entered else ()
    near = _near_posts(table)
    return table.posts, table.depth, table.sectors, is_extended(table), armor, near


def _all_prizes(table: OmahaTable) -> dict[int, float]:
    barring = _barring(table)
    weights = _hardness(table)
    found = dict.fromkeys(weights, 0.0)
    for area, points in areas(is_extended(table), table.sectors):
        mask = 0
        for hex_ in members(area):
            if hex_ not in barring:
                break
            mask |= barring[hex_]
        else:
            inland = TEMPER.inland ** _inland_by(area)
            total = sum(weights[post] for post in members(mask))
            for post in members(mask):
                found[post] += points * inland / total**TEMPER.alone
    return found


BLUFF_ROW = 9


@cache
def _inland_by(area: HexSet) -> int:
    """How many hexes behind the bluffs some ground is."""
    return max(0, min(int(board().name(hex_)[:2]) for hex_ in members(area)) - BLUFF_ROW)


def _hardness(table: OmahaTable) -> dict[int, float]:
    """How hard each German is to remove: with depth harder, and farther from us too."""
    near = _near_posts(table)
    return {
        post: 1.0 + HALF * (table.depth[post] != NO_DEPTH) + TEMPER.remote * (not near >> post & 1)
        for post in members(table.posts)
    }


def _near_posts(table: OmahaTable) -> PostSet:
    """The Germans who have infantry enough around them."""
    key = (table.hex, table.steps_left)
    return table.posts & _near.to(key, _all_near_posts, table)


_near: Answers[PostSet] = Answers(64)


def _all_near_posts(table: OmahaTable) -> PostSet:
    near: dict[int, float] = {}
    for unit in members(table.on_map & all_infantry()):
        strength = unit_side(table, unit).strength
        for post, _ in _posts_near(table.hex[unit]):
            near[post] = near.get(post, 0.0) + strength
    return set_of(post for post, strength in near.items() if strength >= ENOUGH)


ENOUGH = 12.0
"""8.3 The strength of two companies."""


def _barring(table: OmahaTable) -> dict[int, PostSet]:
    """12.3 For each hex the Germans who bar the way from the beach on which there are fewest."""
    bars = _bars(table)
    open_to = control.open_sides()
    passable = _passable(table.turn > FIRST_CHECK)
    if len(table.sectors) == 1:
        passable &= board().sectors[table.sectors[0]]
    if table.turn <= FIRST_CHECK:
        passable &= ~_far_inland()
    weights = _hardness(table)
    queue = []
    for hex_ in members(board().beach & passable):
        mask = bars.get(hex_, 0)
        queue.append((sum(weights[post] for post in members(mask)), hex_, mask))
    heapify(queue)
    found: dict[int, PostSet] = {}
    seen = 0
    while queue:
        cost, hex_, mask = heappop(queue)
        if seen >> hex_ & 1:
            continue
        seen |= 1 << hex_
        found[hex_] = mask
        for there in listed(open_to[hex_] & passable):
            if not seen >> there & 1:
                new = bars.get(there, 0) & ~mask
                more = cost + TEMPER.stride
                for post in listed(new):
                    more += weights[post]
                heappush(queue, (more, there, mask | new))
    return found


@cache
def areas(extended: bool, sectors: tuple[str, ...]) -> tuple[tuple[HexSet, float], ...]:
    """13.2, 20.3 The ground that counts in some sectors, and how much."""
    the = board()
    found = []
    for position in the.positions:
        if position.sector not in sectors:
            continue
        if position.is_wn:
            found.append((position.area, float(len(position.hexes))))
        elif position.vp or not extended:
            found.append((position.area, 1.0))
    here = set_of(hex_ for sector in sectors for hex_ in members(the.sectors[sector]))
    found += [(hexes, 4.0 if extended else 5.0) for hexes in the.draws.values() if hexes & here]
    return tuple(found)


def _bars(table: OmahaTable) -> dict[int, PostSet]:
    """12.31 For each hex the Germans who are there or fire at it, disrupted or not."""
    found: dict[int, PostSet] = {}
    for post in members(table.posts):
        position = position_of(table, post)
        for hex_ in listed(position.fire):
            found[hex_] = found.get(hex_, 0) | 1 << post
        here = post_hex(table, post)
        found[here] = found.get(here, 0) | 1 << post
    return found


STRIDE, HALF, FIRST_CHECK = 0.05, 0.5, 16
INLAND_ROW, FAR_ROW = 10, 16


@cache
def _passable(day: bool) -> HexSet:
    """12.3 The ground for communication, at the tide of the next count."""
    the = board()
    water = the.terrain["water"] | the.submerged["low" if day else "high"]
    return the.grid.all & ~the.features["rough"] & ~water


@cache
def _rows_from(row: int) -> HexSet:
    the = board()
    return set_of(hex_ for hex_ in members(the.grid.all) if int(the.name(hex_)[:2]) >= row)


def _inland() -> HexSet:
    return board().high_ground & _rows_from(INLAND_ROW)


def _far_inland() -> HexSet:
    """Where nobody comes up to Turn 16."""
    return _rows_from(FAR_ROW)


def way(table: OmahaTable, massing: Massing | None = None) -> dict[int, float]:
    """How far infantry in each hex has to go; hexes that are not there are too far."""
    tide = charts().turn(min(table.turn + 1, table.last_turn)).tide
    deep = 0
    for post in members(table.posts):
        if table.depth[post] != NO_DEPTH:
            deep |= 1 << post
    sector = table.sectors[0] if len(table.sectors) == 1 else ""
    armor = table.armor_hex if table.armor_entered else ()
    massed, needed, lacks = massing or massing_of(table)
    enough = set_of(
        post for post, strength in massed.items() if strength >= needed[post] and not lacks[post]
    )
    held = control.us_control(table) & _position_hexes()
    thin = _thin(table, needed) if posture().massing else ()
    here = (table.posts, deep, tide, sector, is_extended(table), armor, held)
    key = (*here, enough, thin, posture().massing, _near_posts(table))
    return _known.to(key, _way, table, deep, tide, sector, held, enough, dict(thin))


_known: Answers[dict[int, float]] = Answers(400)


def _way(
    table: OmahaTable,
    deep: int,
    tide: str,
    sector: str,
    held: HexSet,
    enough: PostSet,
    thin: dict[int, int],
) -> dict[int, float]:
    the = board()
    closed = german_hexes(table) | the.submerged[tide]
    if sector:
        closed |= the.grid.all & ~the.sectors[sector]
    fire = _fire(table)
    if not is_extended(table):
        closed |= _far_inland()
    # Closed hexes are nearer than any way could be: none leads there.
    far = [FAR] * len(the.grid.adjacent)
    for hex_ in members(closed):
        far[hex_] = -1.0
    queue: list[tuple[float, int]] = []
    for so_far, hex_ in _ends(table, deep, closed, fire, held, enough, thin):
        if so_far < far[hex_]:
            far[hex_] = so_far
            queue.append((so_far, hex_))
    heapify(queue)
    back, get = _steps_back(), fire.get
    while queue:
        so_far, hex_ = heappop(queue)
        if so_far > far[hex_]:
            continue
        turn = 1 + TEMPER.fire * get(hex_, 0.0)
        for before, turns in back[hex_]:
            cost = so_far + turns * turn
            if cost < far[before]:
                far[before] = cost
                heappush(queue, (cost, before))
    return {hex_: cost for hex_, cost in enumerate(far) if 0 <= cost < FAR}


def _fire(table: OmahaTable) -> dict[int, float]:
    """How likely anybody loses a step in each hex in a turn, by the whole deck, if all Germans have
    recovered."""
    armor = table.armor_hex if table.armor_entered else ()
    key = (table.posts, table.depth, is_extended(table), armor)
    return _fires.to(key, _all_fire, field_of(table, recovered=True))


_fires: Answers[dict[int, float]] = Answers(200)


def _all_fire(field: Field) -> dict[int, float]:
    chances = calls(deck.ALL_CARDS)
    each = [
        (chances[gun.color].deep if gun.deep else chances[gun.color].single) for gun in field.guns
    ]
    found = {}
    for hex_, fired in field.cover.items():
        safe = 1.0
        for gun, grade in fired:
            if grade == INTENSE:
                safe *= 1 - each[gun][ANY]
            elif grade == STEADY:
                safe *= 1 - each[gun][ANY] / 3
        found[hex_] = 1 - safe
    return found


def _ends(
    table: OmahaTable,
    deep: int,
    closed: HexSet,
    fire: dict[int, float],
    held: HexSet,
    enough: PostSet,
    thin: dict[int, int],
) -> list[tuple[float, int]]:
    """Where ways end, and what is still to be done there."""
    the, ends = equipment(), []
    doors = gates(table)
    barred = min(gate.hardness for gate in doors) >= 1
    prize, get = prizes(table), fire.get
    for post in members(table.posts & ~enough & FIXED_POSTS):
        base = TEMPER.wn if the.posts[post].is_wn else TEMPER.reinforcement
        base += TEMPER.depth * (deep >> post & 1) + TEMPER.aside / (1 + prize[post])
        base += TEMPER.thin * posture().massing * thin.get(post, 0)
        for hex_, cover in _approaches(post):
            if not closed >> hex_ & 1:
                ends.append((base + TEMPER.cover * cover + TEMPER.fire * get(hex_, 0.0), hex_))
    to_hold = TEMPER.ground if barred else TEMPER.open_ground
    for index, hex_ in _to_be_held(table.sectors, is_extended(table)):
        if not (table.posts >> index & 1 or (closed | held) >> hex_ & 1):
            ends.append((to_hold + TEMPER.fire * get(hex_, 0.0), hex_))
    return ends


def _thin(table: OmahaTable, needed: dict[int, float]) -> tuple[tuple[int, int], ...]:
    """8.3 For each German whom the infantry near him is too weak to defeat, how weak it is: nobody
    waits in front of a nest for others who have gone elsewhere."""
    near: dict[int, float] = {}
    for unit in members(table.on_map & all_infantry()):
        strength = unit_side(table, unit).strength
        for post, share in _posts_near(table.hex[unit]):
            near[post] = near.get(post, 0.0) + share * strength
    return tuple(
        (post, int((needed[post] - near.get(post, 0.0)) / THIN) + 1)
        for post in members(table.posts & FIXED_POSTS)
        if near.get(post, 0.0) < needed[post]
    )


THIN = 4.0
"""8.3 The strength of a company that has lost a step."""


@cache
def _posts_near(hex_: int) -> tuple[tuple[int, float], ...]:
    """The posts that infantry in a hex may soon attack, the farther the less."""
    grid, shares = board().grid, (1.0, 1.0, 1.0, 0.6, 0.3)
    return tuple(
        (post.index, shares[away])
        for post in equipment().posts[: ARMOR_POSTS.start]
        if (away := grid.distance(hex_, post.hex)) < len(shares)
    )


@cache
def _approaches(post: int) -> tuple[tuple[int, int], ...]:
    """8.15 The hexes from which a German can be attacked, and how many times more the terrain makes
    of him."""
    where = equipment().posts[post]
    inside = hex_defense(where.hex).unit
    return tuple(
        (hex_, max(inside, side_defense(hex_, where.hex).unit) - 1)
        for hex_ in members(attacking_sides()[where.hex])
    )


@cache
def _to_be_held(sectors: tuple[str, ...], extended: bool) -> tuple[tuple[int, int], ...]:
    """13.2, 20.3 The posts that count, and their hexes."""
    return tuple(
        (post.index, post.hex)
        for post in equipment().posts[: ARMOR_POSTS.start]
        if post.position.sector in sectors and (post.position.vp or not extended)
    )


@cache
def _position_hexes() -> HexSet:
    return set_of(equipment().post_at)


@cache
def _steps_back() -> tuple[tuple[tuple[int, float], ...], ...]:
    """For each hex, those that infantry comes from, and the turns that it takes."""
    ways = all_ways(False)["infantry"]
    found: list[list[tuple[int, float]]] = [[] for _ in ways.walk]
    for turns, there in ((WALK, ways.walk), (CLIMB, ways.climb), (SCALE, ways.scale)):
        for here, hexes in enumerate(there):
            for hex_ in members(hexes):
                found[hex_].append((here, turns))
    return tuple(map(tuple, found))


@cache
def assaulted(hex_: int) -> PostSet:
    """8.1 The posts that infantry in a hex can attack; none from the sea."""
    if hex_ < 0:
        return 0
    sides, post_at = assault_sides()[hex_], equipment().post_at
    return set_of(post_at[there] for there in members(sides) if there in post_at)


class Massing(NamedTuple):
    """For each German with infantry beside him: its strength, what it takes, and the weapons that
    nobody near has."""

    massed: dict[int, int]
    needed: dict[int, float]
    lacking: dict[int, Weapons]


def massing_of(table: OmahaTable) -> Massing:
    """8.3 How near all are to attacking whom they are beside."""
    massed: dict[int, int] = {}
    for unit in members(table.on_map & all_infantry()):
        posts = assaulted(table.hex[unit]) & table.posts
        if posts:
            strength = unit_side(table, unit).strength
            for post in listed(posts):
                massed[post] = massed.get(post, 0) + strength
    return Massing(
        massed,
        _needed(table.posts & FIXED_POSTS, table.depth),
        {post: lacking(table, post) for post in massed},
    )


@lru_cache(64)
def _needed(posts: PostSet, depth: tuple[int, ...]) -> dict[int, float]:
    return {
        post: 4.0 * hex_defense(equipment().posts[post].hex).unit + 4.0 * (depth[post] != NO_DEPTH)
        for post in members(posts)
    }


def lacking(table: OmahaTable, post: int) -> Weapons:
    """8.2 The weapons that a German who has been seen requires, and that nobody near him has."""
    missing = set(requirements(table, post))
    if not missing:
        return frozenset()
    for there, away in within_range(post_hex(table, post)):
        for each in members(table.at.get(there, 0) & ALL_UNITS):
            if not all_infantry() >> each & 1 or assaulted(there) >> post & 1:
                missing -= own_weapons(table, each, away)
    if FLANKING in missing and any(
        touches_no(side, beside(table, post)) for side in members(beside(table, post))
    ):
        missing.remove(FLANKING)
    return frozenset(missing)


def requirements(table: OmahaTable, post: int) -> Weapons:
    """8.2 The weapons that a German who has been seen requires, but for naval fire."""
    unit, marker = table.unit[post], table.depth[post]
    return _requirements(unit, marker) if unit >= 0 else frozenset()


@cache
def _requirements(unit: int, marker: int) -> Weapons:
    pieces_of = equipment().pieces
    found = set(pieces_of.german_units[unit].requirements)
    if marker >= 0:
        found |= pieces_of.depth_markers[marker].requirements
    return frozenset(found - {"NA"})


def beside(table: OmahaTable, post: int, without: int = -1) -> HexSet:
    """The hexes from which infantry can attack a German, without that of some unit."""
    return set_of(
        there
        for there in members(attacking_sides()[post_hex(table, post)])
        if table.at.get(there, 0) & all_infantry() & ~(1 << without if without >= 0 else 0)
    )


def touches_no(side: int, others: HexSet) -> bool:
    """8.22 Whether there is one among other hexes that a hex does not touch."""
    return bool(others & ~board().grid.adjacent[side] & ~(1 << side))


@cache
def within_range(hex_: int) -> tuple[tuple[int, int], ...]:
    """The hexes that tanks with all their weapons may be in, and how far each is."""
    grid = board().grid
    found = ((there, grid.distance(hex_, there)) for there in members(grid.all))
    return tuple((there, away) for there, away in found if away <= SHOOTING)


SHOOTING = 3
"""8.27 So near tanks have all their weapons."""


# --- 20.3 the way of vehicles


def vehicle_way(table: OmahaTable) -> dict[int, float]:
    """19.3, 20.3 How far vehicles and guns have to go to the high ground, where each counts a point
    at the end of the day; what engineers have not cleared yet is a long way."""
    cleared = engineer_bases.operations(table) & terrain_effects.obstructed_hexes()
    key = (cleared, german_hexes(table))
    return _vehicles.to(key, _vehicle_way, *key)


_vehicles: Answers[dict[int, float]] = Answers(400)
UNCLEARED = 4.0


def _vehicle_way(cleared: HexSet, germans: HexSet) -> dict[int, float]:
    the = board()
    now = terrain_effects.ways_cleared(cleared).walk
    hoped = terrain_effects.ways_cleared(terrain_effects.obstructed_hexes()).walk
    found = {hex_: 0.0 for hex_ in members(the.high_ground & ~germans) if hoped[hex_]}
    queue = [(0.0, hex_) for hex_ in found]
    while queue:
        so_far, hex_ = heappop(queue)
        if so_far > found[hex_]:
            continue
        for before in members(the.grid.adjacent[hex_] & ~germans):
            if not hoped[before] >> hex_ & 1:
                continue
            cost = so_far + (1.0 if now[before] >> hex_ & 1 else UNCLEARED)
            if cost < found.get(before, FAR):
                found[before] = cost
                heappush(queue, (cost, before))
    return found
