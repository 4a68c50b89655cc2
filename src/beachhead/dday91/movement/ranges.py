"""3a, 3b How far units can go: costs, allowances and the hexes within reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from beachhead.dday91.options.weather import CLEAR_COST
from beachhead.dday91.stacking.stacking_limits import closed_by, enemies_in, set_of_closed
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    camp,
    enemy,
    hex_label,
    movement_factor,
    occupied,
    side_of,
    unit_name,
    units_in,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal

EXTRA_EFFORT = 3
"""14c3-a Movement factors of an extra effort."""

Ways = tuple[tuple[tuple[int, int], ...], ...]
"""For each hex, the neighbors one may enter and what that costs."""


# --- 3b2 costs


def ways(unit: int, here: int) -> HexSet:
    """3a, 3b3-a, 3b3-b, TC.sea-a The neighbors a unit could enter: on land, for air units over the
    sea too."""
    return board().adjacent[here] if pieces().air >> unit & 1 else board().ground[here]


def entry_cost(table: DDayTable, unit: int, here: int, there: int) -> int:
    """3b2-a What it costs to enter a hex; 12c1 clear hexes cost 2 in bad weather."""
    if pieces().air >> unit & 1:
        return 1
    return ground_cost(here, there, table.bad_weather)


@cache
def ground_cost(here: int, there: int, bad_weather: bool) -> int:
    """3b2-b to 3b2-d, TC.city, TC.clear, TC.coastal-a, TC.forest, TC.fortified-a,
    TC.fortified-city, TC.marsh, TC.mountain, TC.river, TC.d-a, 12c1-a The terrain of the hex
    entered, and more across a river."""
    terrain = board().terrain_of(there)
    assert terrain is not None, "ground units enter land hexes only"
    printed = charts().terrain[terrain].cost or 1
    if terrain == "clear" and bad_weather:
        printed = CLEAR_COST
    river = charts().terrain["river"].extra_cost if board().river_between(here, there) else 0
    return printed + river


@cache
def ground_ways(bad_weather: bool) -> Ways:
    """3b2 The ways of ground units."""
    return tuple(
        tuple((there, ground_cost(here, there, bad_weather)) for there in members(near))
        for here, near in enumerate(board().ground)
    )


@cache
def air_ways() -> Ways:
    """3b2-a The ways of air units: one factor a hex, over land and sea."""
    return tuple(tuple((there, 1) for there in members(near)) for near in board().adjacent)


# --- 3b1 allowances


def allowance(table: DDayTable, unit: int, *, into_zone: bool) -> int:
    """3b1-a, 3b1-b, 8a3-a, 14c3-a The printed factors to attack or to enter an enemy zone of
    control, else twice as many; 14c an extra effort adds three."""
    far, near = _allowances(table, unit)
    return near if into_zone else far


def _allowances(table: DDayTable, unit: int) -> tuple[int, int]:
    """3b1, 14c The factors to keep away from enemies, and to attack or to enter a zone."""
    printed = movement_factor(table, unit)
    extra = EXTRA_EFFORT if table.efforts >> unit & 1 else 0
    single = table.step == "combat"  # 14b2 pursuit is by printed factors only
    return (printed if single else 2 * printed) + extra, printed + extra


class Limits(NamedTuple):
    """What bounds a group that moves together: the tightest of its units."""

    factors: int
    """3b1 Factors left for a move outside enemy zones of control."""
    into_zone: int
    """3b1 Factors left for a move that ends in one; -1 if some unit may not enter any."""
    hexes: int
    """3b2 Hexes left for the air units that go along on the ground."""
    closed: HexSet
    """2d3-a Hexes nobody of the group may enter, of those it could come to."""
    zones: HexSet
    """3b3 Enemy zones of control in those."""
    stopped: bool
    """3b3-d Whether some unit has entered an enemy zone of control and must stay."""


def limits(table: DDayTable, group: Sequence[int]) -> Limits:
    """3b-b, 3b3-d The bounds of a group from where it stands now."""
    return _limits(
        table, group, table.hex[group[0]], [table.expended.get(unit, 0) for unit in group]
    )


def _limits(table: DDayTable, group: Sequence[int], here: int, expended: Sequence[int]) -> Limits:
    """3b-b, 3b3-d The same from a hex, once each unit has expended so many factors."""
    air, first = pieces().air, group[0]
    on_the_ground = not air >> first & 1
    if table.step == "combat":
        threatened, closed = zones(table, enemy(side_of(first))), set_of_closed(table, first)
    else:
        ahead = prospects(table, side_of(first))
        threatened = ahead.threatened
        closed = ahead.closed if on_the_ground else ahead.closed_to_air
    held = bool(threatened >> here & 1)
    factors = into_zone = hexes = 1 << 10
    entered = False
    for unit, spent in zip(group, expended, strict=True):
        far, near = _allowances(table, unit)
        if on_the_ground and air >> unit & 1:
            hexes = min(hexes, far - spent)
        else:
            factors = min(factors, far - spent)
            into_zone = min(into_zone, near - spent)
        if began_in_zone(table, unit, here, threatened):
            into_zone = -1
        elif held and entered_zone(table, unit):
            entered = True
    around = at_most(not on_the_ground, table.bad_weather, here, factors)
    return Limits(factors, into_zone, hexes, closed & around, threatened & around, entered)


def began_in_zone(table: DDayTable, unit: int, here: int, threatened: HexSet) -> bool:
    """3b3-e Whether a unit began the movement step in an enemy zone of control, or would in a hex;
    N-08 that does not bind a pursuit."""
    if table.step == "combat":
        return False
    if moving_now(table):
        return bool(table.began_in_zone >> unit & 1)
    return bool(threatened >> here & 1)


def entered_zone(table: DDayTable, unit: int) -> bool:
    """3b3-d Whether a unit that stands in an enemy zone of control has entered it in this move:
    only one that began there, and has not left it, may go on."""
    if not moving_now(table):
        return False
    return table.step == "combat" or not table.began_in_zone >> unit & 1


def moving_now(table: DDayTable) -> bool:
    """Whether units are being moved; in earlier steps one asks what will be possible."""
    return table.step in ("movement", "combat")


def begin_movement(table: DDayTable) -> None:
    """2b, 3b3 The movement step begins: nobody but invaders has moved, and who stands in an enemy
    zone of control has begun there."""
    table.step = "movement"
    table.expended = {}
    table.finished = table.used = table.invaders
    table.efforts = 0
    threatened = zones(table, enemy(table.side)) & occupied(table, table.side)
    table.began_in_zone = 0
    for hex_ in listed(threatened):
        table.began_in_zone |= units_in(table, hex_, table.side)


# --- 3b what is within reach


class Reach:
    """3b The hexes a group can reach within some bounds. The cheapest cost of each and the hex
    before it are worked out when somebody asks."""

    __slots__ = ("_bad_weather", "_by_air", "bounds", "hexes", "start")

    def __init__(self, by_air: bool, bad_weather: bool, start: int, bounds: Limits) -> None:
        self.start = start
        self.bounds = bounds
        self._by_air, self._bad_weather = by_air, bad_weather
        self.hexes: HexSet = _reached(by_air, bad_weather, start, bounds)

    @property
    def cost(self) -> Mapping[int, int]:
        return _cheapest(self._by_air, self._bad_weather, self.start, self.bounds)[0]

    @property
    def paths(self) -> Mapping[int, tuple[int, ...]]:
        """3a The cheapest way to each hex, without the start."""
        return _paths(self._by_air, self._bad_weather, self.start, self.bounds)

    def __iter__(self) -> Iterator[int]:
        return (hex_ for hex_ in self.cost if hex_ != self.start)


def reach(table: DDayTable, group: Sequence[int]) -> Reach:
    """3b Every hex a group can reach together."""
    here = table.hex[group[0]]
    return _reach(table, group, here, [table.expended.get(unit, 0) for unit in group])


def reach_on(table: DDayTable, group: Sequence[int], there: int, costs: Sequence[int]) -> HexSet:
    """3b What some units could reach together from a hex to which each has come for so many more
    factors."""
    spent = [table.expended.get(unit, 0) + cost for unit, cost in zip(group, costs, strict=True)]
    return _reach(table, group, there, spent).hexes


def reach_alone(table: DDayTable, units: UnitSet) -> Iterator[tuple[int, HexSet]]:
    """3b What each of some units can reach alone, of the side that moves before the combat step."""
    places, spent = table.hex, table.expended
    answers = prospects(table, table.side).answers
    for unit in listed(units):
        found: Reach | None = answers.get((unit, places[unit], spent.get(unit, 0)))
        yield unit, (reach(table, [unit]) if found is None else found).hexes


def _reach(table: DDayTable, group: Sequence[int], here: int, expended: Sequence[int]) -> Reach:
    """3b The same from a hex, once each unit has expended so many factors."""
    if table.step == "combat":
        return _reach_in(table, group, here, expended)
    answers, key = prospects(table, side_of(group[0])).answers, (*group, here, *expended)
    found: Reach | None = answers.get(key)
    if found is None:
        found = answers[key] = _reach_in(table, group, here, expended)
    return found


def _reach_in(table: DDayTable, group: Sequence[int], here: int, expended: Sequence[int]) -> Reach:
    by_air = bool(pieces().air >> group[0] & 1)
    return Reach(by_air, table.bad_weather, here, _limits(table, group, here, expended))


class Prospects:
    """3b What has been found out about where the units of a side can go before the combat step. It
    holds for the same places and factors as long as no enemy is put elsewhere, and nothing changes
    of what matters besides."""

    __slots__ = ("answers", "besides", "closed", "closed_to_air", "threatened")

    def __init__(self, table: DDayTable, side: int, besides: tuple[Any, ...]) -> None:
        self.besides = besides
        self.threatened: HexSet = zones(table, enemy(side))
        """3b3 Enemy zones of control."""
        self.closed, self.closed_to_air = closed_by(table, enemy(side))
        """2d3, 14a1 Hexes with enemies, for units on the ground and in the air."""
        self.answers: dict[Any, Any] = {}


def prospects(table: DDayTable, side: int) -> Prospects:
    """3b What is known of where the units of a side can go."""
    known = camp(table, enemy(side)).prospects
    besides = (
        table.step == "movement",
        table.bad_weather,
        table.unsupplied,
        table.reduced,
        table.efforts,
        table.began_in_zone,
        table.options,
        table.house,
    )
    found: Prospects
    for found in known:
        if found.besides == besides:
            if len(found.answers) > MOST_ANSWERS:
                found.answers.clear()
            return found
    found = Prospects(table, side, besides)
    known[:] = [found, *known[: MOST_PROSPECTS - 1]]
    return found


MOST_ANSWERS = 4096
MOST_PROSPECTS = 4
"""How many are kept: on the move and before it, each before and after an extra effort."""


@lru_cache(2048)
def at_most(by_air: bool, bad_weather: bool, start: int, factors: int) -> HexSet:
    """3b Every hex that could be reached from a hex with so many factors if there were no
    enemies: others than those do not matter."""
    return _reached(by_air, bad_weather, start, Limits(factors, factors, factors, 0, 0, False))


@lru_cache(8192)
def _reached(by_air: bool, bad_weather: bool, start: int, bounds: Limits) -> HexSet:
    """3b Every hex within some bounds from a hex. In a step the same units ask the same again and
    again."""
    factors, into_zone, hexes, closed, threatened, stopped = bounds
    if stopped or factors <= 0:
        return 0
    if hexes < factors:  # how many hexes it takes depends on the way
        return set_of(_cheapest(by_air, bad_weather, start, bounds)[0]) & ~(1 << start)
    found, arrived = 0, [1 << start] + [0] * factors
    for paid in range(factors):
        going = arrived[paid] & ~found
        found |= going
        if paid:
            going &= ~threatened
        if not going:
            continue
        for price, steps in _steps(by_air, bad_weather):
            if paid + price <= factors:
                near = 0
                for hexes_, distance in steps:
                    leaving = going & hexes_
                    near |= leaving << distance if distance > 0 else leaving >> -distance
                if paid + price > into_zone:
                    near &= ~threatened
                arrived[paid + price] |= near & ~closed
    return (found | arrived[factors]) & ~(1 << start)


@cache
def _steps(by_air: bool, bad_weather: bool) -> list[tuple[int, list[tuple[HexSet, int]]]]:
    """3b2 For each price, the hexes from which one pays it to enter the hex whose number is larger
    by so much."""
    found: defaultdict[int, defaultdict[int, HexSet]] = defaultdict(lambda: defaultdict(int))
    for here, near in enumerate(air_ways() if by_air else ground_ways(bad_weather)):
        for there, price in near:
            found[price][there - here] |= 1 << here
    return [
        (price, [(hexes, distance) for distance, hexes in steps.items()])
        for price, steps in found.items()
    ]


@lru_cache(2048)
def _cheapest(
    by_air: bool, bad_weather: bool, start: int, bounds: Limits
) -> tuple[dict[int, int], dict[int, int]]:
    """3b The cheapest cost of every hex within some bounds from a hex, and the hex before it."""
    edges = air_ways() if by_air else ground_ways(bad_weather)
    cost, before, count = {start: 0}, {start: start}, {start: 0}
    factors, into_zone, hexes, closed, threatened, stopped = bounds
    if stopped or factors <= 0:
        return cost, before
    waiting: list[list[int]] = [[] for _ in range(factors + 1)]
    waiting[0].append(start)
    for paid in range(factors):
        for here in waiting[paid]:
            if cost[here] != paid or (here != start and threatened >> here & 1):
                continue
            for there, price in edges[here]:
                total = paid + price
                if total > factors or closed >> there & 1 or total >= cost.get(there, 1 << 10):
                    continue
                if threatened >> there & 1 and total > into_zone:
                    continue
                if count[here] >= hexes:
                    continue
                cost[there], before[there], count[there] = total, here, count[here] + 1
                waiting[total].append(there)
    return cost, before


@lru_cache(2048)
def _paths(
    by_air: bool, bad_weather: bool, start: int, bounds: Limits
) -> dict[int, tuple[int, ...]]:
    """3a The cheapest way to every hex within some bounds from a hex."""
    cost, before = _cheapest(by_air, bad_weather, start, bounds)
    found: dict[int, tuple[int, ...]] = {start: ()}
    for there in sorted(cost, key=cost.__getitem__):  # each after the one before it
        if there != start:
            found[there] = (*found[before[there]], there)
    return found


# --- 3b one leg


def refuse_leg(table: DDayTable, unit: int, here: int, there: int, spent: int) -> Refusal | None:
    """3b, 2d3-a Why a unit that has expended some factors may not go on from one hex to the
    next."""
    name, label = unit_name(unit), hex_label(there)
    if not ways(unit, here) >> there & 1:
        if board().is_sea(there):
            return Refusal("3b3", f"{name} may not enter a sea hex")
        return Refusal("3a", f"there is no way from {hex_label(here)} to {label}")
    if set_of_closed(table, unit) >> there & 1:
        return enemies_in(table, there)
    threatened = zones(table, enemy(side_of(unit)))
    if threatened >> here & 1 and (here != table.hex[unit] or entered_zone(table, unit)):
        return Refusal("3b3", f"{name} is in an enemy zone of control and must stop")
    zone = bool(threatened >> there & 1)
    if zone and began_in_zone(table, unit, table.hex[unit], threatened):
        text = f"{name} began in an enemy zone of control and may not enter another ({label})"
        return Refusal("3b3", text)
    total = spent + entry_cost(table, unit, here, there)
    most = allowance(table, unit, into_zone=zone)
    if total > most:
        return Refusal("3b1", f"{name} would need {total} movement factors and has {most}")
    return None
