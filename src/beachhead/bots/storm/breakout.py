"""How near Allied units are to the Zones, as the Germans stand: who could go there now, next turn,
or in two (8.0, 12.3)."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.bots.storm.ground import rate
from beachhead.kernel.bits import members
from beachhead.storm import movement
from beachhead.storm.table.board import AREA_SET, AREAS, BOXES, ZONES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import (
    ALLIED,
    PlaceSet,
    StormTable,
    UnitSet,
    counted,
    occupancy,
    strongpoints,
)

FAR_AWAY = 13
"""8.0 More than two turns' march of anybody."""


@cache
def _rates() -> tuple[tuple[float, PlaceSet], ...]:
    """15.0 The Zones by what a unit counts in them, the best first."""
    rates = sorted({rate(zone) for zone in ZONES}, reverse=True)
    return tuple((each, sum(1 << zone for zone in ZONES if rate(zone) == each)) for each in rates)


@cache
def _beside() -> tuple[PlaceSet, ...]:
    """8.0 From where Allied units can go to each place."""
    ways = movement.ways(ALLIED)
    return tuple(
        sum(1 << here for here in (*AREAS, *BOXES) if ways[here] >> there & 1)
        for there in range(len(ways))
    )


@lru_cache(maxsize=2048)
def marches_to(goals: PlaceSet, hostile: PlaceSet, enemies: PlaceSet) -> tuple[int, ...]:
    """8.0, 15.0 The movement points that it takes from each place to one of some Zones through
    areas where no enemy stands: who goes through others leaves no line behind."""
    beside = _beside()
    points = [FAR_AWAY] * ZONES.start
    within: list[PlaceSet] = [0] * (FAR_AWAY + 1)
    """From where a march can go on that costs so much, entering included."""
    within[0] = goals
    known = 0
    for spent in range(1, FAR_AWAY):
        near = 0
        for there in members(within[spent - 1]):
            near |= beside[there]
        for here in members(near & ~known):
            bit = 1 << here
            known |= bit
            points[here] = spent + bool(enemies & bit)
            if AREA_SET & bit & ~enemies:
                entered = spent + bool(hostile & bit)
                if entered < FAR_AWAY:
                    within[entered] |= bit
    return tuple(points)


@cache
def _mobile() -> tuple[tuple[int, UnitSet], ...]:
    """8.0 Allied units that may leave the map, by their movement points."""
    free = counted(ALLIED) & ~pieces().airborne
    found: dict[int, UnitSet] = {}
    for points, alike in movement.movers():
        if alike & free:
            found[points] = found.get(points, 0) | alike & free
    return tuple(found.items())


def ways_out(table: StormTable) -> tuple[float, float, float]:
    """15.0 What Allied units would count a turn beyond the map: those who can go there now, those
    who could if they were fresh, and those who could in two turns."""
    index = occupancy(table)
    at, enemies = index.at, index.held[1 - ALLIED] & AREA_SET
    hostile = movement.hostile_areas(table, ALLIED)
    nests = strongpoints()
    spent = table.spent
    roads = [(each, marches_to(goals, hostile, enemies)) for each, goals in _rates()]
    now = later = two = 0.0
    for place in members(index.held[ALLIED] & (1 << ZONES.start) - 1):
        here = at[place]
        for points, alike in _mobile():
            units = here & alike
            if not units:
                continue
            if here & nests:  # 8.0k they must be destroyed before
                freed = next((each for each, road in roads if road[place] <= points + 1), 0.0)
                two += freed * units.bit_count()
                continue
            reached = next((each for each, road in roads if road[place] <= points), 0.0)
            farther = next((each for each, road in roads if road[place] <= 2 * points), 0.0)
            fresh = (units & ~spent).bit_count()
            tired = (units & spent).bit_count()
            now += reached * fresh
            later += reached * tired
            two += (farther - reached) * (fresh + tired)
    return now, later, two
