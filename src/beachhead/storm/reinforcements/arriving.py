"""12 Reinforcements: who arrives, and where. 12.3 How units leave the landing and reinforcement
boxes, and who may not enter one, is in `movement`."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.storm.cards import interrupts
from beachhead.storm.movement import refuse_stack
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    ELIMINATED,
    GERMAN,
    StormTable,
    is_area,
    is_zone,
    place_name,
    place_tag,
    plays_otherwise,
    put,
    side_units,
    steps,
    tags,
    unit_name,
)
from beachhead.storm.victory import control
from beachhead.storm.victory.victory_points import price_of_loss


@steps.step("reinforcements.arrive")
def arrive(table: StormTable, side: int) -> None:
    """12.2 A side places its reinforcements, unless the enemy delays some."""
    if due(table, side):
        table.then(*interrupts.windows_for_reinforcements(side), (place_all, side))


@steps.step("reinforcements.place_all")
def place_all(table: StormTable, side: int) -> None:
    """12.2 One unit after the other; a choice of places is the owner's."""
    table.then(*((place, unit) for unit in members(due(table, side))), (stop_delay, side))


@steps.step("reinforcements.stop_delay")
def stop_delay(table: StormTable, side: int) -> None:
    """A delay is for one turn."""
    table.delayed &= ~side_units(side)


@steps.step("reinforcements.place")
def place(table: StormTable, unit: int) -> None:
    """12.2a, 12.2b, 2.2.1f, 2.2.1j A unit goes to the box, the zone or the area on its counter."""
    places = board().set_up_places(pieces().units[unit].setup)
    if len(places) == 1:
        reinforcement_placed(table, places[0], unit)
    else:
        table.then((choose_place, unit))


PLACE = Topic("placed", "Reinforcements")


@steps.question("reinforcements.choose_place")
def choose_place(_table: StormTable, unit: int) -> Decision:
    """12.2a Units for Omaha go to either of its two boxes."""
    return Decision(
        SIDES[ALLIED],
        lambda _table, unit: f"{unit_name(unit)} arrives. In which landing box?",
        "12.2",
        reinforcement_placed,
        [_place_in(there, unit) for there in board().set_up_places(pieces().units[unit].setup)],
        (unit,),
        topic=PLACE,
    )


def _place_in(there: int, unit: int) -> Option:
    return Option(
        f"in-{board().id(there)}",
        lambda: f"Place {unit_name(unit)} in {place_name(there)}",
        there,
        (place_tag(there),),
    )


def reinforcement_placed(table: StormTable, there: int, unit: int) -> None:
    """12.2d, 2.2.1h The unit arrives fresh; in a full area it is lost (S-15)."""
    row: StormUnit = pieces().units[unit]
    side = SIDES.index(row.side)
    if is_area(there) and refuse_stack(table, 1 << unit, side, there) is not None:
        put(table, 1 << unit, ELIMINATED)
        at_once = 0
        if side == ALLIED and plays_otherwise(table, "overstacked-reinforcement-loss"):
            at_once = price_of_loss(unit)
            table.victory -= at_once
        elif side == ALLIED:
            table.lost |= 1 << unit
        table.tell(
            "12.2",
            telling.ELIMINATED,
            lambda: f"{row.name} finds six units in {place_name(there)} and is eliminated.",
            tags(1 << unit, there),
            unit=row.name,
            points=-at_once,
        )
        return
    put(table, 1 << unit, there)
    where = "Zone" if is_zone(there) else "box" if not is_area(there) else "area"
    table.tell(
        "12.2",
        telling.REINFORCEMENT,
        lambda: f"{row.name} arrives in {place_name(there)}.",
        tags(1 << unit, there),
        unit=row.name,
        place=place_name(there),
        kind_of_place=where,
    )
    control.update(table)


@steps.step("reinforcements.arrive_before_turn_1")
def arrive_before_turn_1(table: StormTable) -> None:
    """12.1 By the other reading of S-09, units numbered 1 are there when Turn 1 begins."""
    units = due(table, ALLIED, 1), due(table, GERMAN, 1)
    table.then(*((place, unit) for side in units for unit in members(side)))
