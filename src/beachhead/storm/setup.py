"""3 Setup: strongpoints by draw, German units as printed, the Allied landing plan."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.reconstructions import RECONSTRUCTION
from beachhead.kernel.telling import Text
from beachhead.kernel.topic import Shows, Topic
from beachhead.storm import invasion
from beachhead.storm.cards.card_list import cards
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.reconstructions import pieces_of
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    UNUSED,
    StormTable,
    UnitSet,
    is_area,
    is_box,
    names,
    place_name,
    place_tag,
    put,
    steps,
    strongpoints,
    tags,
    unit_name,
    unit_tag,
    units_at,
)
from beachhead.storm.victory import victory_points

STRONGPOINTS_PER_BEACH = 3
INVASION_LIMIT = 6  # 3.0j


def set_up(options: Mapping[str, Any]) -> StormTable:
    """3.0c, 3.0l to 4.0a, 13.0a The table before the strongpoints are drawn."""
    house = {name: value for name, value in options.items() if value == "alternative"}
    if victory_points.BID in options:
        house[victory_points.BID] = str(options[victory_points.BID])
    if RECONSTRUCTION in options:
        house[RECONSTRUCTION] = str(options[RECONSTRUCTION])
    table = StormTable(house=house)
    for side in (ALLIED, GERMAN):
        table.stock[side] = set_of(card.index for card in cards() if card.side == SIDES[side])
    for area in board().areas:
        if area.start_control == "allied":
            table.allied_control |= 1 << area.place
    table.then(
        *(
            (draw_strongpoint, beach)
            for beach in members(board().beaches)
            for _ in range(STRONGPOINTS_PER_BEACH)
        ),
        place_germans,
        choose_plan,
        place_airborne,
        invasion.invade,
    )
    return table


# --- 3.0 the Germans


STRONGPOINT = Topic("strongpoint", "Strongpoints by draw")


@steps.question("setup.draw_strongpoint")
def draw_strongpoint(table: StormTable, beach: int) -> Chance[int]:
    """3.0b, 3.0c Three strongpoints at random in each beach area, face up."""
    kinds: dict[tuple[int, int], list[int]] = {}
    for unit in members(strongpoints()):
        if table.where[unit] == NOWHERE:
            row = pieces().units[unit]
            kinds.setdefault((row.firepower, row.defense), []).append(unit)
    return Chance(
        lambda _table, beach: f"Draw a strongpoint for {place_name(beach)}.",
        "3.0",
        strongpoint_drawn,
        [units[0] for units in kinds.values()],
        _strongpoint_option,
        [len(units) for units in kinds.values()],
        (beach,),
        topic=STRONGPOINT,
    )


@cache
def _strongpoint_option(unit: int) -> Option:
    row = pieces().units[unit]
    kind = f"{row.firepower}-{row.defense}"
    return Option(f"strongpoint-{kind}", lambda: f"a strongpoint {kind}", unit)


def strongpoint_drawn(table: StormTable, unit: int, beach: int) -> None:
    """3.0c, 3.0d The strongpoint lies open in its area."""
    put(table, 1 << unit, beach)
    row = pieces().units[unit]
    _tell_placed(
        table,
        lambda: f"A strongpoint {row.firepower}-{row.defense} is placed in {place_name(beach)}.",
        1 << unit,
        beach,
    )


def _tell_placed(table: StormTable, text: Text, units: UnitSet, place: int) -> None:
    table.tell(
        "3.0",
        telling.SETUP,
        text,
        tags(units, place),
        units=[unit_name(unit) for unit in members(units)],
        place=place_name(place),
    )


@steps.step("setup.place_germans")
def place_germans(table: StormTable) -> None:
    """3.0e, 3.0f German units go to their printed areas; the strongpoints left over are out of the
    game."""
    left = set_of(unit for unit in members(strongpoints()) if table.where[unit] == NOWHERE)
    put(table, left, UNUSED)
    _place_in_areas(table, GERMAN)


def _place_in_areas(table: StormTable, side: int) -> None:
    """3.0a The units of a side with a printed area and no turn of arrival."""
    standing: dict[int, UnitSet] = {}
    for unit in pieces_of(table).units:
        if unit.side == SIDES[side] and not unit.arrival:
            places = board().set_up_places(unit.setup)
            if places and is_area(places[0]):
                standing[places[0]] = standing.get(places[0], 0) | 1 << unit.index
    for area, units in sorted(standing.items()):
        put(table, units, area)
        _tell_placed(table, partial(_standing, area, units), units, area)


def _standing(area: int, units: UnitSet) -> str:
    return f"{place_name(area)}: {names(units)}."


# --- 3.0 the Allied landing plan

THEN = ": the set-up ends, and the airborne landings are rolled for"
"""4.0c What the last unit of the plan leads to."""
READY_PLAN = f"Infantry in the first wave, armor behind{THEN}"


def to_land(table: StormTable) -> UnitSet:
    """3.0g, 2.2.1f The Allied units that begin in a landing box."""
    return set_of(unit for unit in members(_by_sea()) if table.where[unit] >= NOWHERE)


@cache
def _by_sea() -> UnitSet:
    return set_of(
        unit.index
        for unit in pieces().units
        if unit.side == SIDES[ALLIED]
        and unit.setup
        and not unit.arrival
        and any(is_box(place) for place in board().set_up_places(unit.setup))
    )


def in_section(table: StormTable, box: int) -> UnitSet:
    """3.0 The units in the Invasion section of a box."""
    return units_at(table, box) & ~table.exploitation


PLAN = Topic(
    "plan_chosen",
    "The landing plan",
    must="Take the ready plan, or place every unit of the landing yourself.",
)


@steps.question("setup.choose_plan")
def choose_plan(_table: StormTable) -> Decision:
    """3.0 A ready-made plan, or unit by unit."""
    return Decision(
        SIDES[ALLIED],
        "How do the Allies land? Take the ready plan, or place every unit yourself.",
        "3.0",
        plan_chosen,
        [
            Option("ready-plan", READY_PLAN, True, commits=True),
            Option("own-plan", "Place every unit yourself", False),
        ],
        topic=PLAN,
    )


def plan_chosen(table: StormTable, ready: bool) -> None:
    """3.0 The plan is carried out, or asked for unit by unit."""
    waiting = list(members(to_land(table)))
    if not ready:
        table.then(*((choose_section, unit) for unit in waiting))
        return
    for unit in waiting:
        row = pieces().units[unit]
        boxes = board().set_up_places(row.setup)
        section = "exploitation" if row.armor else "invasion"
        box = min(boxes, key=lambda box: (in_section(table, box).bit_count(), box))
        if in_section(table, box).bit_count() >= INVASION_LIMIT:
            section = "exploitation"
        section_chosen(table, (box, section), unit)


def _section_shown(_table: StormTable, option: Option, _unit: int) -> Shows:
    box, section = option.value
    return Shows([f"{place_tag(box)}-{section}"])


SECTION = Topic(
    "section_chosen",
    "The landing plan",
    must="One to six units in each Invasion section; the others land later.",
    shows=_section_shown,
)


@steps.question("setup.choose_section")
def choose_section(_table: StormTable, unit: int) -> Decision:
    """3.0h, 3.0i A box of the unit's beach and a section: one to six units in each Invasion
    section."""
    return Decision(
        SIDES[ALLIED],
        lambda _table, unit: f"Where does {unit_name(unit)} begin?",
        "3.0",
        section_chosen,
        _sections,
        (unit,),
        topic=SECTION,
        forced=True,
    )


def _sections(table: StormTable, unit: int) -> list[Option]:
    last = unit == max(members(to_land(table)))
    return [
        _section(unit, box, section, last)
        for box in board().set_up_places(pieces().units[unit].setup)
        for section in ("invasion", "exploitation")
        if allowed(table, unit, box, section)
    ]


@cache
def _section(unit: int, box: int, section: str, last: bool) -> Option:
    return Option(
        f"{section}-{board().id(box)}",
        lambda: f"{unit_name(unit)}: {place_name(box)}, {section} section{THEN if last else ''}",
        (box, section),
        (place_tag(box), unit_tag(unit)),
        commits=last,
    )


def allowed(table: StormTable, unit: int, box: int, section: str) -> bool:
    """3.0j At most six units in an Invasion section, and at least one in each in the end."""
    if section == "invasion" and in_section(table, box).bit_count() >= INVASION_LIMIT:
        return False
    empty = {
        other
        for other in board().set_up_places(pieces().units[unit].setup)
        if not in_section(table, other)
    }
    if section == "invasion":
        empty.discard(box)
    later = [
        other
        for other in members(to_land(table))
        if other > unit and pieces().units[other].setup == pieces().units[unit].setup
    ]
    return len(empty) <= len(later)


def section_chosen(table: StormTable, choice: tuple[int, str], unit: int) -> None:
    """3.0i The unit waits in its section."""
    box, section = choice
    put(table, 1 << unit, box)
    if section == "exploitation":
        table.exploitation |= 1 << unit
    _tell_placed(
        table,
        lambda: f"{unit_name(unit)} waits in {place_name(box)}, {section} section.",
        1 << unit,
        box,
    )


@steps.step("setup.place_airborne")
def place_airborne(table: StormTable) -> None:
    """3.0k The Allied airborne units are placed last, in their printed areas."""
    _place_in_areas(table, ALLIED)
