"""3a, 3b How far units can go: costs, allowances and the hexes within reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

from beachhead.dday91.options.weather import CLEAR_COST
from beachhead.dday91.stacking.stacking_limits import enemies_in, set_of_closed
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    enemy,
    hex_label,
    known,
    movement_factor,
    on_board,
    plays,
    side_of,
    unit_name,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members, set_of, unpacked
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
    printed = movement_factor(table, unit)
    extra = EXTRA_EFFORT if table.efforts >> unit & 1 else 0
    single = into_zone or table.step == "combat"  # 14b2 pursuit is by printed factors only
    return (printed if single else 2 * printed) + extra


class Limits(NamedTuple):
    """What bounds a group that moves together: the tightest of its units."""

    factors: int
    """3b1 Factors left for a move outside enemy zones of control."""
    into_zone: int
    """3b1 Factors left for a move that ends in one; -1 if some unit may not enter any."""
    hexes: int
    """3b2 Hexes left for the air units that go along on the ground."""
    closed: HexSet
    """2d3-a Hexes nobody of the group may enter."""
    zones: HexSet
    """3b3 Enemy zones of control."""
    stopped: bool
    """3b3-d Whether some unit has entered an enemy zone of control and must stay."""


def limits(table: DDayTable, group: Sequence[int]) -> Limits:
    """3b-b, 3b3-d The bounds of a group from where it stands now."""
    air, first = pieces().air, group[0]
    on_the_ground = not air >> first & 1
    threatened = zones(table, enemy(side_of(first)))
    held = bool(threatened >> table.hex[first] & 1)
    factors = into_zone = hexes = 1 << 10
    began = entered = False
    for unit in group:
        spent = table.expended.get(unit, 0)
        free = allowance(table, unit, into_zone=False) - spent
        began = began or began_in_zone(table, unit, threatened)
        entered = entered or (held and entered_zone(table, unit))
        if on_the_ground and air >> unit & 1:
            hexes = min(hexes, free)
        else:
            factors = min(factors, free)
            into_zone = min(into_zone, allowance(table, unit, into_zone=True) - spent)
    if began:
        into_zone = -1
    closed = set_of_closed(table, first)
    return Limits(factors, into_zone, hexes, closed, threatened, entered)


def began_in_zone(table: DDayTable, unit: int, threatened: HexSet) -> bool:
    """3b3-e Whether a unit began the movement step in an enemy zone of control, or would; N-08 that
    does not bind a pursuit."""
    if table.step == "combat":
        return False
    if moving_now(table):
        return bool(table.began_in_zone >> unit & 1)
    return bool(threatened >> table.hex[unit] & 1)


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
    threatened = zones(table, enemy(table.side))
    table.began_in_zone = set_of(
        unit for unit in members(on_board(table, table.side)) if threatened >> table.hex[unit] & 1
    )


# --- 3b what is within reach


@dataclass(frozen=True, slots=True)
class Reach:
    """3b The hexes a group can reach: the cheapest cost of each, and the hex before it."""

    start: int
    cost: Mapping[int, int]
    before: Mapping[int, int]
    hexes: HexSet = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hexes", set_of(self))

    def path(self, there: int) -> tuple[int, ...]:
        """3a The cheapest way to a hex, without the start."""
        found: list[int] = []
        while there != self.start:
            found.append(there)
            there = self.before[there]
        return tuple(reversed(found))

    def __iter__(self) -> Iterator[int]:
        return (hex_ for hex_ in self.cost if hex_ != self.start)


def reach(table: DDayTable, group: Sequence[int]) -> Reach:
    """3b Every hex a group can reach together."""
    if table.step == "combat":
        return spread(table, group, table.hex[group[0]], 0, limits(table, group))
    here, spent = table.hex[group[0]], table.expended
    key: tuple[Any, ...]
    if len(group) == 1:
        key = group[0], here, spent.get(group[0], 0)
    else:  # who goes together is together
        key = *group, here, *[spent.get(unit, 0) for unit in group]
    answers = prospects(table, side_of(group[0]))
    found: Reach | None = answers.get(key)
    if found is None:
        found = spread(table, group, here, 0, limits(table, group))
        answers[key] = found
    return found


def reach_alone(table: DDayTable, units: UnitSet) -> Iterator[tuple[int, HexSet]]:
    """3b What each of some units can reach alone, of the side that moves before the combat step."""
    places, spent = table.hex, table.expended
    answers = prospects(table, table.side)
    for unit in unpacked(units):
        found: Reach | None = answers.get((unit, places[unit], spent.get(unit, 0)))
        yield unit, (reach(table, [unit]) if found is None else found).hexes


def reach_on(table: DDayTable, unit: int, there: int, cost: int) -> HexSet:
    """3b What a unit could reach alone in the movement step, from a hex to which it has come for so
    many factors."""
    spent = table.expended.get(unit, 0) + cost
    found: Reach | None = prospects(table, table.side).get((unit, there, spent))
    if found is None:
        after = table.copy()
        after.hex[unit] = there
        after.expended[unit] = spent
        found = reach(after, [unit])
    return found.hexes


def prospects(table: DDayTable, side: int) -> dict[Any, Any]:
    """3b What has been found out about where the units of a side can go before the combat step. It
    holds for the same places and factors as long as no enemy is put elsewhere, and nothing changes
    of what matters besides."""
    answers = known(table, enemy(side))
    besides = (
        table.step == "movement",
        table.bad_weather,
        table.unsupplied,
        table.reduced,
        table.efforts,
        table.began_in_zone,
        plays(table, "stacking-restrictions"),
    )
    found: dict[Any, Any] | None = answers.get(besides)
    if found is None:
        found = answers[besides] = {}
    elif len(found) > MOST_PROSPECTS:
        found.clear()
    return found


MOST_PROSPECTS = 4096


def spread(table: DDayTable, group: Sequence[int], start: int, spent: int, bounds: Limits) -> Reach:
    """3b Every hex within some bounds from a hex, once so many factors of them are spent."""
    by_air = bool(pieces().air >> group[0] & 1)
    return _spread(by_air, table.bad_weather, start, spent, bounds)


@lru_cache(8192)
def _spread(by_air: bool, bad_weather: bool, start: int, spent: int, bounds: Limits) -> Reach:
    # A pure function of the bounds: in a step the same units ask the same again and again.
    edges = air_ways() if by_air else ground_ways(bad_weather)
    cost, before, count = {start: spent}, {start: start}, {start: 0}
    factors, into_zone, hexes, closed, threatened, stopped = bounds
    if stopped or factors <= spent:
        return Reach(start, cost, before)
    waiting: list[list[int]] = [[] for _ in range(factors + 1)]
    waiting[spent].append(start)
    for paid in range(spent, factors):
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
    return Reach(start, cost, before)


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
    if zone and began_in_zone(table, unit, threatened):
        text = f"{name} began in an enemy zone of control and may not enter another ({label})"
        return Refusal("3b3", text)
    total = spent + entry_cost(table, unit, here, there)
    most = allowance(table, unit, into_zone=zone)
    if total > most:
        return Refusal("3b1", f"{name} would need {total} movement factors and has {most}")
    return None
