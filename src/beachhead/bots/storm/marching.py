"""Where units go: what it is worth that a stack leaves one place and stands in another (8.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.bots.storm.ground import (
    carried,
    chain,
    danger,
    fading,
    line,
    lost_if_held,
    prize,
    rate,
    strength,
    turns_left,
    unit_worths,
)
from beachhead.kernel.bits import members
from beachhead.storm import movement
from beachhead.storm.table.board import AREA_SET, AREAS, BOX_SET, PLACES, ZONES, board
from beachhead.storm.table.schema import STACKING_LIMIT
from beachhead.storm.table.state import (
    ALLIED,
    NOWHERE,
    PlaceSet,
    StormTable,
    UnitSet,
    counted,
    occupancy,
    put,
    side_units,
    strongpoints,
)

TIRED = 0.03
"""What it costs that a unit is spent after its move."""
DRAWN = 0.5
"""How much of what draws a unit counts where it stands."""
HOLD, TAKE = 0.35, 0.3
"""How much of what is at stake draws a unit: to ground in danger, and to the enemy's."""
AMONG_ENEMIES = 0.7
"""What it costs that a unit stands spent among enemies."""
STRANDED = 0.15
"""What a unit in a Zone counts without a line to a beach."""


UNSURE = 0.6
"""How much the danger to a link of the line to a Zone counts against going there."""


class Lay(NamedTuple):
    """How the land lies for a side: what its units find in each place."""

    side: int
    draws: tuple[float, ...]
    stakes: tuple[float, ...]
    """What is at stake where the side holds an area, or could take one that is empty."""
    dangers: tuple[float, ...]
    holding: tuple[float, ...]
    """How firmly it is held already."""
    lost: tuple[float, ...]
    """How likely it is lost, as it is held."""
    mine: PlaceSet
    hostile: PlaceSet
    enemies: PlaceSet
    pinned: PlaceSet
    """8.0k Where strongpoints hold Allied units."""
    room: tuple[PlaceSet, ...]
    """8.1 Where there is room for so many more."""
    beyond: tuple[float, ...]
    """15.0 What an Allied unit counts in each Zone until the end."""


LayKey = tuple[tuple[int, ...], PlaceSet, int, bool]

_latest: dict[int, tuple[LayKey, Lay]] = {}
"""The lay of the land that each side asked for last: one decision is followed by others on the same
table."""


def lay_of(table: StormTable, side: int) -> Lay:
    """How the land lies for a side."""
    key = table.where, table.allied_control, table.turn, "chains-across-line" in table.house
    known = _latest.get(side)
    if known is None or known[0] != key:
        known = _latest[side] = key, _lay(table, side)
    return known[1]


def lay_without(table: StormTable, side: int, units: UnitSet) -> Lay:
    """How the land lies for units of a side that are under way and hold nothing yet."""
    others = table.copy()
    put(others, units, NOWHERE)
    return _lay(others, side)


def _lay(table: StormTable, side: int) -> Lay:
    index, control = occupancy(table), table.allied_control
    across = "chains-across-line" in table.house
    own, enemies = counted(side), index.held[1 - side]
    mine = (control if side == ALLIED else ~control) & AREA_SET
    room = [-1] * (STACKING_LIMIT + 1)
    stakes, dangers, holding = [0.0] * len(PLACES), [0.0] * len(PLACES), [0.0] * len(PLACES)
    pinned, carries = 0, carried(table)
    units = side_units(side)
    for area in AREAS:
        here = index.at[area]
        stakes[area] = prize(table, side, area, carries)
        dangers[area] = danger(table, side, area)
        if not here:
            continue
        crowd = (here & own).bit_count()
        for more in range(max(0, STACKING_LIMIT + 1 - crowd), STACKING_LIMIT + 1):
            room[more] &= ~(1 << area)
        if side == ALLIED and here & strongpoints():
            pinned |= 1 << area
        holding[area] = strength(here & units)
    beyond = [0.0] * len(PLACES)
    if side == ALLIED:
        linked, left = line(table), turns_left(table)
        for zone in ZONES:
            share = STRANDED
            if board().adjacent[zone] & linked:
                share = 1.0
                for area in members(chain(control, zone, across)):
                    share *= 1 - UNSURE * lost_if_held(dangers[area], holding[area])
            elif board().adjacent[zone] & control:
                share = 0.3
            beyond[zone] = rate(zone) * left * max(STRANDED, share)
    return Lay(
        side,
        _pull(table, side, stakes, dangers, holding),
        tuple(stakes),
        tuple(dangers),
        tuple(holding),
        tuple(map(lost_if_held, dangers, holding)),
        mine,
        movement.hostile_areas(table, side),
        enemies,
        pinned,
        tuple(room),
        tuple(beyond),
    )


def _pull(
    table: StormTable,
    side: int,
    stakes: Sequence[float],
    dangers: Sequence[float],
    holding: Sequence[float],
) -> tuple[float, ...]:
    """How good it is for a unit of a side to stand in each place: near what can be won and is not
    held too firmly, or near what is in danger."""
    index, control, left = occupancy(table), table.allied_control, turns_left(table)
    mine = control if side == ALLIED else ~control
    goals: list[tuple[float, int]] = []
    for area in AREAS:
        enemies = strength(index.at[area] & side_units(1 - side))
        if mine >> area & 1:
            goals.append((HOLD * stakes[area] * lost_if_held(dangers[area], holding[area]), area))
        else:
            goals.append((TAKE * stakes[area] / (1 + 0.3 * enemies), area))
    if side == ALLIED:
        linked = line(table)
        for zone in ZONES:
            open_ = board().adjacent[zone] & linked
            goals.append((rate(zone) * (left - 0.5) * (1.0 if open_ else 0.5), zone))
    fades = fading(side)
    rows = [
        [worth * fade for fade in fades[goal]] for worth, goal in sorted(goals, reverse=True)[:10]
    ]
    return tuple(map(max, *rows))


class March(NamedTuple):
    """A stack that goes to a place."""

    worth: float
    units: UnitSet
    there: int


def reach(lay: Lay, units: UnitSet, start: int, points: int) -> Mapping[int, int]:
    """8.0 The places that a stack can get to, each with the one before it on the way; not back to
    the ships."""
    count = units.bit_count()
    fits = lay.room[count] if count <= STACKING_LIMIT else ~AREA_SET
    fits &= ~BOX_SET & ~(1 << start)
    for bound, welcoming in _bound(lay.side):
        if units & bound:
            fits &= welcoming
    return _reach(lay.side, start, points, fits, lay.hostile, lay.enemies, lay.pinned)


@lru_cache(maxsize=16384)
def _reach(
    side: int,
    start: int,
    points: int,
    fits: PlaceSet,
    hostile: PlaceSet,
    enemies: PlaceSet,
    pinned: PlaceSet,
) -> dict[int, int]:
    ways = movement.ways(side)
    best = {start: points}
    before: dict[int, int] = {}
    frontier = [start]
    for here in frontier:
        if pinned >> here & 1:
            continue
        # 8.0e An empty enemy area that the stack has entered is its own when it goes on.
        left = best[here] - 1 - ((hostile if here == start else enemies) >> here & 1)
        if left < 0:
            continue
        near = ways[here] & fits
        if not left:
            near &= ~hostile
        while near:
            bit = near & -near
            near ^= bit
            rest = left - 1 if hostile & bit else left
            there = bit.bit_length() - 1
            if rest > best.get(there, -1):
                best[there] = rest
                before[there] = here
                frontier.append(there)
    return before


@cache
def _bound(side: int) -> tuple[tuple[UnitSet, PlaceSet], ...]:
    """8.0l The airborne units of each Allied nation, and where they may go."""
    return tuple(movement.airborne_bounds()) if side == ALLIED else ()


def way_to(before: Mapping[int, int], start: int, there: int) -> tuple[int, ...]:
    """8.0 The steps from a place to another."""
    way = [there]
    while before[way[-1]] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def stand(lay: Lay, place: int, units: UnitSet) -> float:
    """What it is worth that some units come to stand in a place."""
    return _stand(lay, place, units.bit_count(), strength(units))


def _stand(lay: Lay, place: int, count: int, firm: float) -> float:
    bit = 1 << place
    worth = DRAWN * lay.draws[place] * count
    if not bit & AREA_SET:
        return lay.beyond[place] * count + (0.0 if place in ZONES else worth)
    if lay.mine & bit:
        safer = lay.lost[place] - lost_if_held(lay.dangers[place], lay.holding[place] + firm)
        return worth + lay.stakes[place] * safer
    if not lay.enemies & bit:
        lost = min(0.8, lost_if_held(lay.dangers[place], firm))
        return worth + lay.stakes[place] * (1 - lost)
    return 0.2 * worth + 0.02 * lay.stakes[place] - AMONG_ENEMIES * count


def leave(lay: Lay, place: int, units: UnitSet) -> float:
    """What it costs that some units leave a place."""
    cost = DRAWN * lay.draws[place] * units.bit_count()
    bit = 1 << place
    if not bit & AREA_SET:
        return cost
    if not lay.mine & bit:
        return cost + 0.04 * lay.stakes[place]
    danger, holding = lay.dangers[place], lay.holding[place]
    rest = max(0.0, holding - strength(units))
    if rest < 0.1 and lay.enemies & bit:
        return cost + lay.stakes[place]
    return cost + lay.stakes[place] * (lost_if_held(danger, rest) - lay.lost[place])


def weakest(units: UnitSet) -> int:
    """The unit that is missed least."""
    return min(members(units), key=lambda unit: (unit_worths()[unit], unit))


@lru_cache(maxsize=4096)
def groups(units: UnitSet) -> tuple[tuple[int, UnitSet], ...]:
    """8.0g Parts of a stack that might go together, with their movement: the fastest, those and the
    next, and so on; one of them; and all but the weakest, who stays behind."""
    together = 0
    found = []
    for points, alike in reversed(movement.movers()):
        some = units & alike
        if some and points:
            if not together or some.bit_count() > 1:
                found.append((points, some & -some))
            together |= some
            if together & (together - 1):
                found.append((points, together))
    if together.bit_count() > 2:
        behind = 1 << weakest(together)
        found.append((movement.movement_points(together & ~behind), together & ~behind))
    return tuple(found)


def marches(
    lay: Lay, place: int, units: UnitSet, among_enemies: Callable[[int, UnitSet], float]
) -> Iterator[March]:
    """8.0 Where parts of a stack could go, and what that is worth; where the enemy stands, as much
    as somebody says."""
    for points, group in groups(units):
        goals = reach(lay, group, place, points)
        if goals:
            cost = leave(lay, place, group) + TIRED * group.bit_count()
            for there in goals:
                contested = lay.enemies >> there & 1 and there in AREAS
                worth = among_enemies(there, group) if contested else stand(lay, there, group)
                yield March(worth - cost, group, there)


NO_MARCH = March(-1.0, 0, -1)


def best_march(lay: Lay, place: int, units: UnitSet) -> March:
    """8.0 The best of them."""
    best, worth = NO_MARCH, -1.0
    for points, group in groups(units):
        goals = reach(lay, group, place, points)
        if goals:
            count, firm = group.bit_count(), strength(group)
            cost = leave(lay, place, group) + TIRED * count
            for there in goals:
                gain = _stand(lay, there, count, firm) - cost
                if gain > worth:
                    best, worth = March(gain, group, there), gain
    return best
