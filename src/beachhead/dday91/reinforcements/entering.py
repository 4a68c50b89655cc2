"""3f Reinforcements, and 11b2 the return of units bought back."""

from __future__ import annotations

from functools import lru_cache

from beachhead.dday91.sea.mulberries import mulberry_hexes
from beachhead.dday91.stacking.no_forced_stacks import makes_room, refuse_forcing, spoken_for
from beachhead.dday91.stacking.stacking_limits import may_stay
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import Group
from beachhead.dday91.table.reconstructions import charts_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    WAITING,
    DDayTable,
    controlled,
    enemy,
    hex_label,
    hex_tag,
    occupied,
    place_option,
    put,
    row,
    side_name,
    side_of,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.dday91.table.zones_of_control import take_control
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic


@steps.step("reinforcements.reinforcement_step")
def reinforcement_step(table: DDayTable) -> None:
    """2b, 3f1-b, 3f1-c Reinforcements may be placed; no Moves are expended."""
    table.step = "reinforcement"
    table.used = table.finished = table.invaders = table.dropped = 0
    table.expended = {}
    table.grounded = table.checked = table.pursued = 0
    table.then(choose_reinforcement)


def available(table: DDayTable) -> list[int]:
    """1e-a, 3f1-a, 6a5, 11b2-b The units that may enter on this Turn, by the order of appearance
    card, or have been held back, and those that return."""
    side = SIDES[table.side]
    found = [
        unit
        for group in charts_of(table).reinforcements(table.year, side)
        if group.turn is not None and group.turn <= table.turn
        for unit in group.units
        if table.hex[unit] == WAITING
    ]
    found += [
        unit
        for unit, turn in sorted(table.returns.items())
        if turn <= table.turn and side_of(unit) == table.side
    ]
    return found


def entry_hexes(table: DDayTable, unit: int) -> HexSet:
    """3f-a, 3f2-a, 11b2-b Where a unit may enter: a hex on its card that its side controls; 11b2 a
    unit bought back in any city it controls."""
    own = controlled(table, table.side) & ~occupied(table, enemy(table.side))
    group = _group(table, unit)
    if unit in table.returns:
        return (board().cities & own) | harbors(table)
    if group is None:
        return 0
    return (group.hexes & own) | (harbors(table) & _harbors_of(group))


def harbors(table: DDayTable) -> HexSet:
    """15a3, N-13 For the Allies a Mulberry Harbor ashore is a port city they control."""
    return mulberry_hexes(table) if table.side == ALLIED else 0


def _harbors_of(group: Group) -> HexSet:
    """15a3 Where a harbor would serve a group that enters at cities."""
    if group.where not in ("city", "port_city"):
        return 0
    if not group.countries:
        return board().land
    return sum(board().countries[name] for name in group.countries)


def _group(table: DDayTable, unit: int) -> Group | None:
    return charts_of(table).group_of(table.year, row(unit))


def places(table: DDayTable, unit: int) -> list[int]:
    """3f, 2d4 The entry hexes where the stack can still be put right."""
    moves = table.moves[table.side]
    taken = spoken_for(table, moves)
    less = None if taken is None else spoken_for(table, moves - 1)
    return [
        hex_
        for hex_ in members(entry_hexes(table, unit))
        if (taken is not None and not taken >> hex_ & 1 and _fits(table, unit, hex_))
        or (less is not None and makes_room(table, unit, hex_, less, goes_on=True))
        or refuse_stack_there(table, unit, hex_) is None
    ]


def _fits(table: DDayTable, unit: int, hex_: int) -> bool:
    """2d1 Whether a unit may stay where it enters."""
    return may_stay(table, units_in(table, hex_, table.side) | 1 << unit)


def refuse_stack_there(table: DDayTable, unit: int, hex_: int) -> Refusal | None:
    """2d4 Why a stack could not be put right if a unit entered there."""
    after = table.copy()
    put(after, unit, hex_)
    return refuse_forcing(table, after)


def refuse_entry(table: DDayTable, unit: int) -> Refusal | None:
    """3f2-a Why a reinforcement cannot enter now."""
    if unit not in available(table):
        return Refusal("3f", f"{unit_name(unit)} is not available on Turn {table.turn}")
    if not entry_hexes(table, unit):
        return Refusal("3f2", f"all entry hexes of {unit_name(unit)} are enemy-controlled")
    if not places(table, unit):
        return Refusal("2d4", f"{unit_name(unit)} would be in an illegal stack for good")
    return None


def _may_wait(_table: DDayTable) -> list[str]:
    return ["They may be held back; placing them costs no Moves (3f1)."]


def _who_enters(table: DDayTable) -> str:
    return f"{side_name(table.side)} reinforcements: choose one to place, or hold the rest back."


REINFORCEMENT = Topic("reinforcement_chosen", "Reinforcements enter", may=_may_wait, drag=True)


@steps.question("reinforcements.choose_reinforcement")
def choose_reinforcement(table: DDayTable) -> Decision | None:
    """3f1-a Which reinforcement enters, or none: units may be held back."""
    able = {unit: open_ for unit in available(table) if (open_ := places(table, unit))}
    if not able:
        return None
    return Decision(
        SIDES[table.side],
        _who_enters,
        "3f",
        reinforcement_chosen,
        [
            *(_place(unit, *open_) for unit, open_ in able.items()),
            _done(len(able)),
        ],
        topic=REINFORCEMENT,
    )


@lru_cache(256)
def _place(unit: int, *places: int) -> Option:
    def label() -> str:
        only = f" in {hex_label(places[0])}" if len(places) == 1 else ""
        return f"Place {unit_name(unit)}{only}"

    return Option(f"place-{row(unit).id}", label, unit, (unit_tag(unit),))


def _done(able: int) -> Option:
    return Option(
        "done",
        lambda: f"Hold {'it' if able == 1 else f'all {able}'} back: the reinforcement step ends",
        -1,
        commits=True,
        ends=True,
    )


def reinforcement_chosen(table: DDayTable, unit: int) -> None:
    if unit >= 0:
        table.then((choose_entry, unit), choose_reinforcement)


def _where_to_enter(_table: DDayTable, unit: int) -> str:
    return f"Where does {unit_name(unit)} enter?"


ENTRY = Topic("entered", "A reinforcement enters", about=tags_of_unit, part=True, drag=True)


@steps.question("reinforcements.choose_entry")
def choose_entry(table: DDayTable, unit: int) -> Decision:
    """3f-a Where it enters."""
    return Decision(
        SIDES[table.side],
        _where_to_enter,
        "3f",
        reinforcement_entered,
        [place_option(hex_) for hex_ in places(table, unit)],
        (unit,),
        topic=ENTRY,
        forced=True,
    )


def reinforcement_entered(table: DDayTable, hex_: int, unit: int) -> None:
    """3f1-b, 3f1-c The unit is on the board and may be moved like any other."""
    put(table, unit, hex_)
    take_control(table, unit, hex_)
    group = _group(table, unit)
    returns = table.returns.pop(unit, None)
    if returns is None and group is not None and group.reduced >> unit & 1:
        table.reduced |= 1 << unit
    table.tell(
        "3f",
        telling.REINFORCEMENT,
        lambda: f"{unit_name(unit)} enters in {hex_label(hex_)}.",
        [unit_tag(unit), hex_tag(hex_)],
        unit=row(unit).id,
        end=board().name(hex_),
        reduced=bool(table.reduced >> unit & 1),
    )
