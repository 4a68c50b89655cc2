"""6 Setting up: the Allies as printed, the Germans freely within their order of appearance.

What the scenarios of 1943 (6b) and 1944 (6c) begin with is on their cards, `charts().scenario`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from beachhead.dday91 import sequence
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import Side, board
from beachhead.dday91.table.charts import Group, SetUp, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import charts_by, charts_of, reconstruction_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    GERMAN,
    OPTIONS,
    UNUSED,
    WAITING,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    occupied,
    place_option,
    plays,
    put,
    row,
    side_of,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.reconstructions import RECONSTRUCTION
from beachhead.kernel.topic import Topic


def set_up(year: int, options: Mapping[str, Any]) -> DDayTable:
    """2a-b, 6a, 6a2-a, 2e-c, 6b1, 6c1 The table before the Germans are placed."""
    scenario = charts().scenario[year]
    table = DDayTable(
        year=year,
        options=[name for name in OPTIONS if options.get(name)],
        house={name: value for name, value in options.items() if _is_otherwise(name, value)},
        allied_control=board().start_allied,
        moves=[scenario.starting_moves[side] for side in SIDES],
        initiative=SIDES.index(scenario.initiative),
    )
    for unit in members(unused_units(table)):
        table.hex[unit] = UNUSED
    _place_allies(table)
    table.then(choose_set_up, sequence.play_turn)
    return table


def _is_otherwise(name: str, value: object) -> bool:
    """What a table plays otherwise than usual."""
    return value == "alternative" or name == RECONSTRUCTION


def unused_units(table: DDayTable) -> UnitSet:
    """1e The units a scenario does without, and those of options that are not in use."""
    return _unused_units(table.year, tuple(table.options), reconstruction_of(table))


@cache
def _unused_units(year: int, options: tuple[str, ...], reconstruction: str) -> UnitSet:
    table = DDayTable(year=year, options=list(options), house={RECONSTRUCTION: reconstruction})
    found = 0
    for unit in pieces().units:
        group = _group(table, unit.index)
        used = unit.division if group is None else in_use(table, group, unit.index)
        found |= (not used) << unit.index
    return found


def _group(table: DDayTable, unit: int) -> Group | None:
    return charts_of(table).group_of(table.year, row(unit))


def in_use(table: DDayTable, group: Group, unit: int) -> bool:
    """1b1-g, 1b2-a, 1e, OOA.A43-b Units that are only used with an option."""
    option = group.options.get(unit)
    return option is None or plays(table, OPTION_NAMES.get(option, option))


def awaited(table: DDayTable, side: Side) -> Iterator[tuple[Group, list[int]]]:
    """3f The groups of a side that are to enter, each with its units that still wait."""
    for group in charts_of(table).reinforcements(table.year, side):
        waiting = [unit for unit in group.units if table.hex[unit] == WAITING]
        units = [unit for unit in waiting if in_use(table, group, unit)]
        if units:
            yield group, units


OPTION_NAMES = {rule: name for name, rule in OPTIONS.items()} | {"15": "mulberries"}


def _place_allies(table: DDayTable) -> None:
    """6a3, 6a4-b, OOA.A44 All Allied units have their hex."""
    for group in charts_of(table).on_board(table.year, "allied"):
        for unit in group.units:
            if in_use(table, group, unit):
                _put(table, unit, group.hexes.bit_length() - 1)
    _fill_boxes(table)


def _fill_boxes(table: DDayTable) -> None:
    """2d1, N-20 Where two armies begin in a hex, each holds those of its group."""
    for group in charts_of(table).on_board(table.year, "allied"):
        army = next((unit for unit in group.units if row(unit).army), None)
        if army is not None:
            table.boxes |= {unit: army for unit in group.units if unit in table.boxes}


def _put(table: DDayTable, unit: int, hex_: int) -> None:
    # 6a4-a On the side that the card shows.
    put(table, unit, hex_)
    group = _group(table, unit)
    if group is not None and group.reduced >> unit & 1:
        table.reduced |= 1 << unit
    table.tell(
        "6a4",
        telling.SETUP,
        lambda: f"{unit_name(unit)} is set up in {hex_label(hex_)}.",
        [unit_tag(unit), hex_tag(hex_)],
        unit=row(unit).id,
        end=board().name(hex_),
        reduced=bool(table.reduced >> unit & 1),
    )


# --- 6a4 the German set-up

MOST_CHANGES = 60

SET_UP = Topic(
    "set_up_chosen",
    "How the Germans are set up",
    must="Take a ready-made set-up, or place every unit yourself.",
)


@steps.question("setup.choose_set_up")
def choose_set_up(table: DDayTable) -> Decision:
    """6a4 A ready-made German set-up, or unit by unit."""
    return Decision(
        SIDES[GERMAN],
        "How are the Germans set up? Take a ready-made set-up, or place every unit yourself.",
        "6a4",
        set_up_chosen,
        [
            *map(_ready, charts_of(table).set_ups_for(table.year)),
            Option("own", "Place every unit yourself", ""),
        ],
        topic=SET_UP,
    )


def _ready(set_up: SetUp) -> Option:
    return Option(f"ready-{set_up.id}", lambda: f"{set_up.title}: {set_up.about}", set_up.id)


def set_up_chosen(table: DDayTable, ready: str) -> None:
    if ready:
        for unit, hex_ in charts_of(table).set_ups[ready].hex_of.items():
            if unit in unplaced(table):
                _put(table, unit, hex_)
        return
    _place_fixed(table)
    table.then((choose_unit, 0))


def _place_fixed(table: DDayTable) -> None:
    """6a4-b The German units whose hex is printed leave nothing to choose."""
    for unit in unplaced(table):
        group = _group(table, unit)
        if group is not None and group.fixed:
            _put(table, unit, group.hexes.bit_length() - 1)


def unplaced(table: DDayTable) -> list[int]:
    """6a4 The German units that must still be set up."""
    return [unit for unit in _to_set_up(table) if table.hex[unit] == WAITING]


def _to_set_up(table: DDayTable) -> list[int]:
    """6a4 The German units that are on board at the start."""
    return [
        unit
        for group in charts_of(table).on_board(table.year, "german")
        for unit in group.units
        if in_use(table, group, unit)
    ]


def _free_to_move(_table: DDayTable, _changes: int) -> list[str]:
    return ["A counter that is placed can be dragged to another hex, or back to the tray."]


def _which_unit(table: DDayTable, _changes: int) -> str:
    left = len(unplaced(table))
    if left:
        return f"{left} German units are still to be set up. Choose one."
    return "All German units are set up. Begin, or take one up again."


UNIT = Topic(
    "unit_chosen",
    "The German set-up, unit by unit",
    must="Every unit of the tray must be placed where its card allows.",
    may=_free_to_move,
    drag=True,
)


@steps.question("setup.choose_unit")
def choose_unit(table: DDayTable, changes: int) -> Decision:
    """6a4 Which unit is placed next, or taken up again; nothing is settled before the end, or
    before so many changes that somebody only plays for time (N-26)."""
    left = unplaced(table)
    options = [_place(unit) for unit in left]
    options += [
        _take_up(unit, table.hex[unit])
        for unit in _to_set_up(table)
        if table.hex[unit] >= 0 and refuse_lift(table, unit) is None
    ]
    if not left:
        text = "The set-up is complete: the game begins"
        options.append(Option("done", text, -1, commits=True, ends=True))
    return Decision(
        SIDES[GERMAN],
        _which_unit,
        "6a4",
        unit_chosen,
        options,
        (changes,),
        topic=UNIT,
        forced=True,
    )


@lru_cache(4096)
def _place(unit: int) -> Option:
    return Option(
        f"place-{row(unit).id}", lambda: f"Place {unit_name(unit)}", unit, (unit_tag(unit),)
    )


@lru_cache(512)
def _take_up(unit: int, here: int) -> Option:
    return Option(
        f"move-{row(unit).id}",
        lambda: f"Take up {unit_name(unit)} from {hex_label(here)}",
        unit,
        (unit_tag(unit), hex_tag(here)),
        takes_back=True,
    )


def unit_chosen(table: DDayTable, unit: int, changes: int) -> None:
    if unit >= 0:
        changed = table.hex[unit] >= 0
        table.then((choose_hex, unit), (choose_unit, changes + changed))


def _which_hex(_table: DDayTable, unit: int) -> str:
    return f"Where is {unit_name(unit)} set up?"


PLACE = Topic(
    "placed",
    "The German set-up, unit by unit",
    must="Drag the counter to a lit hex, or click one.",
    about=tags_of_unit,
    part=True,
    drag=True,
)


@steps.question("setup.choose_hex")
def choose_hex(table: DDayTable, unit: int) -> Decision:
    """6a4 Where it is placed; one that has been placed may also go back to those that wait."""
    options = [place_option(hex_) for hex_ in places(table, unit)]
    if table.hex[unit] >= 0:
        text = "Back to those still to be set up"
        options.append(Option("tray", text, WAITING, ("tray",), takes_back=True))
    return Decision(
        SIDES[GERMAN], _which_hex, "6a4", unit_placed, options, (unit,), topic=PLACE, forced=True
    )


def places(table: DDayTable, unit: int) -> list[int]:
    """6a4-b, 2d1 Where a unit may be set up."""
    group = _group(table, unit)
    assert group is not None
    taken = occupied(table, GERMAN, ~(1 << unit))
    open_ = group.hexes & ~_needed(table, unit) & ~_one_only(table, unit)
    if table.hex[unit] >= 0:
        open_ &= ~(1 << table.hex[unit])
    return [
        hex_
        for hex_ in members(open_)
        if not taken >> hex_ & 1
        or refuse_stack(table, units_in(table, hex_, GERMAN) | 1 << unit, hex_) is None
    ]


def unit_placed(table: DDayTable, hex_: int, unit: int) -> None:
    if hex_ != WAITING:
        _put(table, unit, hex_)
        return
    put(table, unit, WAITING)
    table.tell(
        "6a4",
        telling.TAKEN_BACK,
        lambda: f"{unit_name(unit)} is taken back.",
        [unit_tag(unit)],
        unit=row(unit).id,
    )


# --- 6a4 what is refused


def changes_made(table: DDayTable) -> int:
    """N-26 How many units have been taken up again."""
    return sum(changes for (changes,) in table.to_do(choose_unit))


def refuse_lift(table: DDayTable, unit: int) -> Refusal | None:
    """6a4, 2d1, N-26 Why a unit that has been placed may not be taken up again: its hex is printed,
    those it stands with need it, or too many have been."""
    group, name, here = _group(table, unit), unit_name(unit), table.hex[unit]
    if group is None or group.turn is not None or side_of(unit) != GERMAN:
        return Refusal("6a4", f"{name} is not among the units set up freely")
    if group.fixed:
        return Refusal("6a4", f"{name} is set up in {group.label}")
    if changes_made(table) >= MOST_CHANGES:
        return Refusal("6a4", f"{MOST_CHANGES} units have been taken up again: that must do (N-26)")
    refused = refuse_stack(table, units_in(table, here, GERMAN) & ~(1 << unit), here)
    return None if refused is None else Refusal("2d1", f"{refused.text}: move the others first")


def refuse_place(table: DDayTable, unit: int, hex_: int) -> Refusal | None:
    """6a4-b, 2d1, OOA.G43-b, OOA.G44-b Why a unit may not be set up in a hex."""
    group = _group(table, unit)
    name = unit_name(unit)
    if group is None or group.turn is not None or side_of(unit) != GERMAN:
        return Refusal("6a4", f"{name} is not among the units set up at the start")
    if not group.hexes >> hex_ & 1:
        return Refusal("6a4", f"{name} is set up in {group.label}")
    if table.hex[unit] == hex_:
        return Refusal("6a4", f"{name} is in {hex_label(hex_)} already")
    if _one_only(table, unit) >> hex_ & 1:
        return Refusal("6a4", f"only one coastal unit may be set up in {hex_label(hex_)}")
    refused = refuse_stack(table, units_in(table, hex_, GERMAN) | 1 << unit, hex_)
    if refused is None and _needed(table, unit) >> hex_ & 1:
        return Refusal("2d4", f"{hex_label(hex_)} is needed for units that must stand there")
    return refused


def _one_only(table: DDayTable, unit: int) -> HexSet:
    """OOA.G43-b, OOA.G44-b For a coastal unit, the hexes of the other ones."""
    coastal = _coastal_units(table.year, reconstruction_of(table))
    return occupied(table, GERMAN, coastal & ~(1 << unit)) if coastal >> unit & 1 else 0


@cache
def _coastal_units(year: int, reconstruction: str) -> UnitSet:
    groups = charts_by(reconstruction).on_board(year, "german")
    return set_of(unit for group in groups if group.max_per_hex is not None for unit in group.units)


def _needed(table: DDayTable, unit: int) -> HexSet:
    """2d4 Every group that is still to be set up needs as many free hexes as it has units: those
    that another unit may not take."""
    taken, found = occupied(table, GERMAN, ~(1 << unit)), 0
    for group in charts_of(table).on_board(table.year, "german"):
        if group.fixed:
            continue
        left = sum(table.hex[each] == WAITING and each != unit for each in group.units)
        free = group.hexes & ~taken
        spare = free.bit_count() - left
        if spare < 0:
            return ~0
        if not spare:
            found |= free
    return found
