"""10.2 Retreats."""

from __future__ import annotations

from functools import lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Proposal, Topic
from beachhead.storm.attacks.attack_points import standing, under_way
from beachhead.storm.damage.eliminations import eliminate
from beachhead.storm.movement import neighbors, refuse_airborne, refuse_stack, stack
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    PlaceSet,
    StormTable,
    controls,
    enemy,
    is_area,
    is_box,
    place_name,
    place_tag,
    plays_otherwise,
    put,
    side_of,
    steps,
    tags,
    unit_name,
    unit_tag,
    units_at,
)
from beachhead.storm.victory import control


@steps.step("retreat.retreat_all")
def retreat_all(table: StormTable) -> None:
    """10.2h Each unit in turn; units need not go to the same area."""
    units, table.retreating = table.retreating, []
    table.then(*((retreat, unit, 0) for unit in units))


def waiting(table: StormTable) -> list[int]:
    """10.2 The units that still have to retreat, the next one first."""
    return [unit for unit, _ in table.to_do(retreat, choose_retreat)]


@steps.step("retreat.retreat")
def retreat(table: StormTable, unit: int, passed: PlaceSet) -> None:
    """10.2b A unit goes to the one area open to it, or its owner chooses; without any it is lost,
    or stays where the attack cannot eliminate."""
    places = destinations(table, unit, passed)
    if not places:
        _nowhere_to_go(table, unit)
    elif len(places) == 1:
        retreated(table, places[0], unit, passed)
    else:
        table.then((choose_retreat, unit, passed))


def _who_retreats(table: StormTable, unit: int, _passed: PlaceSet) -> list[str]:
    return tags(1 << unit, under_way(table).area)


def _together(table: StormTable, unit: int, passed: PlaceSet) -> Proposal | None:
    """10.2h All who still have to retreat go the same way, to the place with most friends."""
    going = [unit, *(other for other in waiting(table) if other != unit)]
    if len(going) < 2 or passed:
        return None
    side = side_of(unit)
    places = destinations(table, unit, passed)
    best = max(places, key=lambda place: stack(table, side, place).bit_count())
    to = _retreat_to(best, unit).id
    return Proposal(f"All retreat to {place_name(best)}", (to,) * len(going))


WHERE_TO = Topic(
    "retreated",
    "Retreat",
    must="To an own area next to it, with the fewest enemies.",
    about=_who_retreats,
    charts=("damage",),
    builds=standing,
    proposes=_together,
)


@steps.question("retreat.choose_retreat")
def choose_retreat(table: StormTable, unit: int, passed: PlaceSet) -> Decision:
    """10.2h Among areas with equally few enemies the owner chooses."""
    return Decision(
        SIDES[side_of(unit)],
        _where_to,
        "10.2",
        retreated,
        [_retreat_to(place, unit) for place in destinations(table, unit, passed)],
        (unit, passed),
        topic=WHERE_TO,
    )


def _where_to(table: StormTable, unit: int, _passed: PlaceSet) -> str:
    return f"{unit_name(unit)} must retreat from {place_name(table.where[unit])}. Where to?"


@lru_cache(1024)
def _retreat_to(place: int, unit: int) -> Option:
    return Option(
        f"to-{board().id(place)}",
        lambda: f"Retreat to {place_name(place)}",
        place,
        (place_tag(place), unit_tag(unit)),
    )


def destinations(table: StormTable, unit: int, passed: PlaceSet) -> list[int]:
    """10.2 The places a unit may retreat to: next to it, controlled by its side, not where the
    attack took place nor where it found no room; of those the ones with fewest enemies."""
    # 10.2a, 10.2e to 10.2g, 10.2j, 10.2n, 4.0r, 8.0m
    attack = under_way(table)
    if unit in table.action.origins and table.action.side == side_of(unit):
        return [table.action.origins[unit]]  # units fired upon while they land or assault
    side, here = side_of(unit), table.where[unit]
    barred = passed | 1 << attack.area
    places = [
        place
        for place in members(neighbors(side, here) & ~barred)
        if _is_open(table, side, place) and refuse_airborne(1 << unit, place) is None
    ]
    if plays_otherwise(table, "retreat-to-landing-box"):
        places = [place for place in places if is_area(place)] or places
    enemies = {place: units_at(table, place, enemy(side)).bit_count() for place in places}
    fewest = min(enemies.values(), default=0)
    return [place for place in places if enemies[place] == fewest]


def _is_open(table: StormTable, side: int, place: int) -> bool:
    """10.2a, 10.2l, 10.2m, 12.3c to 12.3e Own areas, and for the Allies a landing box (S-18); never
    a reinforcement box."""
    if is_area(place):
        return controls(table, side, place)
    return side == ALLIED and is_box(place)


def retreated(table: StormTable, there: int, unit: int, passed: PlaceSet) -> None:
    """10.2i The unit is in its new place; where six are already, it must go on."""
    here, side = table.where[unit], side_of(unit)
    full = refuse_stack(table, 1 << unit, side, there) is not None
    put(table, 1 << unit, there)
    table.tell(
        "10.2",
        telling.RETREAT,
        lambda: f"{unit_name(unit)} retreats from {place_name(here)} to {place_name(there)}.",
        tags(1 << unit, here, there),
        unit=unit_name(unit),
        start=place_name(here),
        end=place_name(there),
    )
    if full:
        # It is still on its way: nothing changes hands before it has a place, or none.
        table.tell(
            "10.2",
            telling.NO_ROOM,
            lambda: f"There is no room for it in {place_name(there)}.",
            tags(1 << unit, there),
        )
        table.then((retreat, unit, passed | 1 << here))
    else:
        control.update(table)


def _nowhere_to_go(table: StormTable, unit: int) -> None:
    """10.2b, 10.2c, 10.2k, 8.0m Eliminated, unless the attack cannot eliminate: then it stays
    (S-20)."""
    attack = under_way(table)
    if attack.cannot_eliminate:
        put(table, 1 << unit, attack.area)
        table.tell(
            "10.2",
            telling.STAYS,
            lambda: f"{unit_name(unit)} has no place to retreat to and stays.",
            tags(1 << unit, attack.area),
            unit=unit_name(unit),
            place=place_name(attack.area),
        )
    else:
        eliminate(table, unit, "10.2", "because it has no place to retreat to")
    control.update(table)
