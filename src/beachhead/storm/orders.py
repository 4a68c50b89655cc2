"""7.1 Orders: units of one place move to another, fire, or assault an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Illegal, Refusal
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State
from beachhead.storm import movement, odds
from beachhead.storm.impulses import unit_actions
from beachhead.storm.impulses.choosing_impulses import IMPULSE, activation_id
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    NOWHERE,
    Attack,
    StormTable,
    UnitSet,
    names,
    place_name,
    place_tag,
    side_units,
    tags,
    unit_tag,
    units_at,
)
from beachhead.storm.why_not import refuse_to_act


def orders(state: State[StormTable], chosen: Sequence[str], goal: str) -> list[Order]:
    """7.1 What some units can do together with the impulse, or while they move; without units, how
    an area could be attacked, the best odds first."""
    table, kind = state.position, state.decision.kind
    if kind == movement.DESTINATION.id:
        action = table.action
        return list(_moves(table, action.units, action.place, action.points))
    if kind != IMPULSE.id:
        return []
    if not chosen:
        return _attacks_on(table, goal)
    units = _units(table, chosen)
    if not units:
        return []
    place = table.where[next(members(units))]
    nation = _nation(units)
    return [
        *_moves_from(table, place, nation, units),
        *(
            attack_order(table, what, place, there, nation, units)
            for what, there in unit_actions.actions(table, table.impulse, place, nation)
            if what != "move"
            and unit_actions.can_together(table, table.impulse, what, place, there, units)
        ),
    ]


def _units(table: StormTable, chosen: Sequence[str]) -> UnitSet:
    """7.1a, 7.1b Units of one nationality in one place act together."""
    by_tag = {unit_tag(unit): unit for unit in range(len(pieces().units))}
    units = [by_tag[tag] for tag in chosen if tag in by_tag]
    if not units:
        return 0
    found = set_of(units)
    if found & ~side_units(table.impulse):
        side = SIDES[table.impulse].title()
        raise Illegal(Refusal("7.0", f"it is the {side} impulse, and these are not {side} units"))
    if len({table.where[unit] for unit in units}) > 1 or not _nation(found):
        raise Illegal(Refusal("7.1", "one impulse activates units of one nationality in one place"))
    refused = next(filter(None, (refuse_to_act(table, unit) for unit in units)), None)
    if refused is not None:
        raise Illegal(refused)
    return found


def _nation(units: UnitSet) -> str:
    """2.1.1h The nationality of some units; "" if they have several."""
    nations = pieces().nationalities.items()
    return next((nation for nation, own in nations if not units & ~own), "")


# --- 8.0 moving


def _moves_from(table: StormTable, place: int, nation: str, units: UnitSet) -> Iterator[Order]:
    """8.0 Where units can go with the impulse."""
    before = setting_out(table, place, nation, units)
    for order in _moves(table, units, place, movement.movement_points(units)):
        yield order._replace(choices=(*before, *order.choices))


def setting_out(table: StormTable, place: int, nation: str, units: UnitSet) -> tuple[str, ...]:
    """7.1, 8.0 The choices by which units set out with the impulse."""
    able = unit_actions.candidates(table, "move", place, NOWHERE, nation)
    return (activation_id(place, nation), "move", *_taking_part(units, able))


def _moves(table: StormTable, units: UnitSet, place: int, points: int) -> Iterator[Order]:
    """8.0 Where a stack can go from a place."""
    for left, way in movement.ways_from(table, units, place, points).values():
        yield march(units, place, way)._replace(note=f"{points - left} MP")


def march(units: UnitSet, place: int, way: Sequence[int]) -> Order:
    """8.0 A stack goes from a place, step by step."""
    return Order(
        partial(_going, units, way[-1]),
        (*(f"to-{board().id(step)}" for step in way), "stop"),
        tuple(tags(units)),
        (place_tag(way[-1]),),
        "8.0",
        tuple(place_tag(step) for step in (place, *way)) if len(way) > 1 else (),
    )


def _going(units: UnitSet, there: int) -> str:
    return f"Move {names(units)} to {place_name(there)} (spent after it)"


# --- 9.1, 11.0 attacking


def attack_order(
    table: StormTable, what: str, place: int, there: int, nation: str, units: UnitSet
) -> Order:
    """9.1, 11.0 Units fire where they are, or assault an area."""
    assault = what == "assault"
    side = table.impulse
    attack = Attack(side, there, units, assault=assault)
    enemies = units_at(table, there, 1 - side)
    return Order(
        unit_actions.deed(table, what, place, there, units),
        (
            activation_id(place, nation),
            f"assault-{board().id(there)}" if assault else what,
            *_taking_part(units, unit_actions.candidates(table, what, place, there, nation)),
        ),
        tuple(tags(units)),
        (place_tag(there), *tags(enemies)),
        "11.0" if assault else "9.1",
        note=odds.figures(table, attack),
        hostile=True,
    )


def _attacks_on(table: StormTable, goal: str) -> list[Order]:
    """9.1, 11.0 Who could attack an area, or a unit in it: as many of a place as can together."""
    side = table.impulse
    found = []
    for place, nation, _ in unit_actions.ready(table, side):
        for what, there in unit_actions.actions(table, side, place, nation):
            if what == "move":
                continue
            units = unit_actions.strongest(table, side, what, place, there, nation)
            order = attack_order(table, what, place, there, nation, units)
            if goal in order.goal:
                attack = Attack(side, there, units, assault=what == "assault")
                found.append((-odds.forecast(table, attack)["average"], order))
    return [order for _, order in sorted(found, key=lambda each: each[0])]


def _taking_part(units: UnitSet, able: UnitSet) -> tuple[str, ...]:
    """7.1 The choices by which some of those who could take part do, and no others."""
    if units == able:
        return "add-all", "commit"
    return (*(f"add-{pieces().units[unit].id}" for unit in members(units)), "commit")
