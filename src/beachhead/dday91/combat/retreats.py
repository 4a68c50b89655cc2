"""4d Retreat movement."""

from __future__ import annotations

from functools import lru_cache

from beachhead.dday91.combat.losses import eliminates, mark_loss
from beachhead.dday91.combat.modifiers import defenders, defenders_in
from beachhead.dday91.movement.move_legs import enter
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    EXITED,
    GERMAN,
    DDayTable,
    UnitSet,
    enemy,
    gone_for_good,
    hex_label,
    hex_tag,
    names,
    plays_otherwise,
    put,
    row,
    steps,
    tags_of_travelers,
    tags_of_unit,
    tags_on_map,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Shows, Topic


@steps.step("retreat.begin")
def begin(table: DDayTable) -> None:
    """4c2-b, 4d2 Beaten defenders of a hex retreat together, and to no other hex that is lost."""
    combat = table.combat
    assert combat is not None
    combat.beaten = defenders(table, combat)
    table.then(
        *(
            (retreat, units, hex_, combat.hexes)
            for hex_ in members(combat.hexes)
            if (units := defenders_in(table, hex_))
        )
    )


@steps.step("retreat.retreat")
def retreat(table: DDayTable, units: UnitSet, here: int, passed: HexSet) -> None:
    """4d The units go to an adjacent hex, or stay with one loss more if there is none."""
    if not first_steps(table, units, here, passed):
        table.then((no_retreat, units, here))
    else:
        table.then((choose_retreat, units, here, passed))


def _beaten(table: DDayTable, units: UnitSet, *_: int) -> list[str]:
    return tags_on_map(table, units)


def _where_to(_table: DDayTable, units: UnitSet, here: int, _passed: HexSet) -> str:
    return f"{names(units)} must retreat from {hex_label(here)}. Where to?"


RETREAT = Topic(
    "retreated",
    "Retreat",
    must="One hex, together; on only where they may not stack.",
    about=_beaten,
)


@steps.question("retreat.choose_retreat")
def choose_retreat(table: DDayTable, units: UnitSet, here: int, passed: HexSet) -> Decision:
    """4d1 Outside enemy zones of control if possible; among such hexes the owner chooses."""
    return Decision(
        SIDES[_side(units)],
        _where_to,
        "4d1",
        retreated,
        [_to(hex_) for hex_ in first_steps(table, units, here, passed)],
        (units, here, passed),
        topic=RETREAT,
        forced=True,
    )


@lru_cache(4096)
def _to(hex_: int) -> Option:
    return Option(
        f"to-{board().name(hex_)}", lambda: f"To {hex_label(hex_)}", hex_, (hex_tag(hex_),)
    )


def _side(units: UnitSet) -> int:
    return ALLIED if units & pieces().sides["allied"] else GERMAN


def first_steps(table: DDayTable, units: UnitSet, here: int, passed: HexSet) -> list[int]:
    """4d1-a, 4d1-b, 4d3 The adjacent hexes from which the retreat can end somewhere."""
    side = _side(units)
    threatened = zones(table, enemy(side))
    near = _open(table, units, side, here, passed)
    safe = [hex_ for hex_ in near if not threatened >> hex_ & 1]
    for tier in (safe, [hex_ for hex_ in near if threatened >> hex_ & 1]):
        able = [hex_ for hex_ in tier if _can_end(table, units, side, hex_, passed | 1 << hex_)]
        if able:
            return able
    return []


def _open(table: DDayTable, units: UnitSet, side: int, here: int, passed: HexSet) -> list[int]:
    """4d1-c Adjacent land without enemy units."""
    ways = board().ground[here]
    if not units & ~pieces().air:
        ways = board().adjacent[here] & board().land
    return [hex_ for hex_ in members(ways & ~passed) if not _held(table, hex_, enemy(side))]


def _held(table: DDayTable, hex_: int, side: int) -> UnitSet:
    return units_in(table, hex_, side) & ~pieces().strategic_air


def fits(table: DDayTable, units: UnitSet, side: int, hex_: int) -> bool:
    """2d1, 4d3 Whether the units may stay in a hex with those who are there."""
    if plays_otherwise(table, "air-reaction-stacking"):  # D-14 wherever it came, air goes along
        units &= ~pieces().tactical_air
    return refuse_stack(table, units_in(table, hex_, side) | units, hex_) is None


def _can_end(table: DDayTable, units: UnitSet, side: int, hex_: int, passed: HexSet) -> bool:
    if fits(table, units, side, hex_):
        return True
    return bool(first_steps(table, units, hex_, passed))


def retreated(table: DDayTable, there: int, units: UnitSet, here: int, passed: HexSet) -> None:
    """4d2, 4d3 They end together; where they may not stack they go on."""
    side = _side(units)
    stay = fits(table, units, side, there)
    enter(table, list(members(units)), there)
    table.tell(
        "4d",
        telling.RETREAT,
        lambda: (
            f"{names(units)} retreat{'s' if units.bit_count() == 1 else ''} from "
            f"{hex_label(here)} to {hex_label(there)}."
        ),
        [*tags_of_travelers(table, units), hex_tag(here), hex_tag(there)],
        units=[row(unit).id for unit in members(units)],
        start=board().name(here),
        end=board().name(there),
    )
    if not stay:
        table.then((retreat, units, there, passed | 1 << there))


# --- 4d4 no retreat


def _stay_shown(table: DDayTable, option: Option, _units: UnitSet) -> Shows:
    if option.value < 0:
        return Shows(costly=True)
    return Shows(tags_of_unit(table, option.value), costly=eliminates(table, option.value))


def _stay_risks(table: DDayTable, option: Option | None, units: UnitSet) -> list[str]:
    """4d4 Whether the extra loss eliminates the unit, or all leave for good."""
    if option is None:
        return []
    if option.value < 0:
        return [gone_for_good(units)]
    gone = eliminates(table, option.value)
    return [f"{unit_name(option.value)} is {'eliminated' if gone else 'reduced'}."]


def _stuck(table: DDayTable, units: UnitSet) -> str:
    here = table.hex[next(members(units))]
    return f"{names(units)} cannot retreat from {hex_label(here)}."


STAY = Topic("stayed", "No retreat", about=_beaten, shows=_stay_shown, risks=_stay_risks)


@steps.question("retreat.no_retreat")
def no_retreat(table: DDayTable, units: UnitSet, here: int) -> Decision | None:
    """4d4-a, 4d4-b They stay and take one more loss; at the edge they may leave the board
    instead."""
    left = sum(1 << unit for unit in members(units) if table.hex[unit] == here)
    if not left:
        return None
    able = [unit for unit in members(left) if _loss_is_legal(table, unit, left, here)]
    options = [_stay(unit) for unit in able or members(left)]
    if board().edge >> here & 1:
        text = "Leave the board for good"
        options.append(Option("exit", text, -1, (hex_tag(here),), "4d4", commits=True))
    return Decision(
        SIDES[_side(units)],
        _stuck,
        "4d4",
        stayed,
        options,
        (left,),
        topic=STAY,
        forced=True,
    )


def _stay(unit: int) -> Option:
    return Option(
        f"loss-{row(unit).id}",
        lambda: f"Stay; {unit_name(unit)} takes the loss",
        unit,
        (unit_tag(unit),),
    )


def _loss_is_legal(table: DDayTable, unit: int, units: UnitSet, here: int) -> bool:
    if not eliminates(table, unit):
        return True
    return refuse_stack(table, units & ~(1 << unit), here) is None


def stayed(table: DDayTable, unit: int, units: UnitSet) -> None:
    """4d4-a, 4d4-b One extra loss ends the combat, or the units are gone from the board."""
    if unit >= 0:
        mark_loss(table, unit, "4d4", "because no retreat is possible")
        return
    here = next(table.hex[each] for each in members(units))
    touches = [*tags_of_travelers(table, units), hex_tag(here)]
    for each in members(units):
        put(table, each, EXITED)
    table.tell(
        "4d4",
        telling.EXIT,
        lambda: f"{names(units)} leave the board.",
        touches,
        units=[row(each).id for each in members(units)],
    )
