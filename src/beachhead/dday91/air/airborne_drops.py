"""13d Airborne drops."""

from __future__ import annotations

from beachhead.dday91.movement.acquiring_and_spending_moves import refuse_spending, spend
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.options.weather import refuse_drops
from beachhead.dday91.sea.mulberries import mulberry_hexes
from beachhead.dday91.stacking import no_forced_stacks
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    UnitSet,
    box_of,
    hex_label,
    hex_tag,
    names,
    occupied,
    plays,
    put,
    row,
    steps,
    tags_of_travelers,
    tags_on_map,
    unit_name,
    unit_tag,
)
from beachhead.dday91.table.zones_of_control import take_control
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic

RANGE = 5  # 13d2-a


def options(table: DDayTable) -> list[Option]:
    """13d The drops that may be chosen in the movement step."""
    found = []
    for unit in members(pieces().drops):
        if refuse_drop(table, unit) is not None:
            continue
        whole, alone, here = group(table, unit), 1 << unit, table.hex[unit]
        if landings(table, unit, whole):
            found.append(_drop(unit, whole, here))
        if whole != alone and landings(table, unit, alone):
            found.append(_drop(unit, alone, here, alone=True))
    return found


def _drop(unit: int, dropping: UnitSet, here: int, *, alone: bool = False) -> Option:
    return Option(
        f"drop-{row(unit).id}{'-alone' if alone else ''}",
        lambda: f"Drop {names(dropping)}{' alone' if alone else ''} from {hex_label(here)}",
        ("drop", unit, dropping),
        tuple(unit_tag(each) for each in members(dropping)),
        "13d",
    )


def refuse_drop(table: DDayTable, unit: int) -> Refusal | None:
    """13d-a, 13d1-a, 13d3-b, 3c-f, 12c3-a Why a unit cannot be dropped now."""
    name, here = unit_name(unit), table.hex[unit]
    if not plays(table, "airborne-drops") or not pieces().drops >> unit & 1:
        return Refusal("13d", f"{name} does not make airborne drops")
    if table.step != "movement" or table.side != ALLIED or here < 0:
        return Refusal("13d1", "drops are made on the board in the Allied movement step")
    grounded = refuse_drops(table)
    if grounded is not None:
        return grounded
    if (table.used | table.finished | table.invaders) >> unit & 1:
        return Refusal("13d1", f"{name} has been moved already")
    if not (board().cities | mulberry_hexes(table)) >> here & 1:
        return Refusal("13d1", f"{name} is not in a city")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    return refuse_spending(table, ALLIED, 1)


def group(table: DDayTable, unit: int) -> UnitSet:
    """13d1-b, 3d2 A Move for the airborne army serves those in its box that can drop (N-12)."""
    if not pieces().armies >> unit & 1 or table.hex[unit] < 0:
        return 1 << unit
    along = box_of(table, unit) & pieces().drops
    return 1 << unit | set_of(each for each in members(along) if refuse_drop(table, each) is None)


def landings(table: DDayTable, unit: int, dropping: UnitSet) -> HexSet:
    """13d2 The hexes units may be dropped into."""
    if refuse_drop(table, unit) is not None:
        return 0
    good = within_reach(table, unit) & ground_for(table) & ~(1 << table.hex[unit])
    empty = good & ~occupied(table, ALLIED)
    # What is left behind is the same for all empty hexes.
    first = next(members(empty), None)
    sound = empty if first is not None and refuse_stacks(table, dropping, first) is None else 0
    return sound | set_of(
        hex_ for hex_ in members(good & ~empty) if refuse_stacks(table, dropping, hex_) is None
    )


def within_reach(table: DDayTable, unit: int) -> HexSet:
    """13d2-a to 13d2-c Five hexes, past ground units but not past an air unit; sea, terrain and
    zones of control do not matter on the way (D-15)."""
    flak = occupied(table, GERMAN, pieces().air)
    reached = 1 << table.hex[unit]
    for _ in range(RANGE):
        reached |= board().grid.neighbors(reached) & ~flak
    return reached


def ground_for(table: DDayTable) -> HexSet:
    """13d3-a, 2d3 Land that is no mountain, without Germans."""
    return board().land & ~board().terrain["mountain"] & ~occupied(table, GERMAN)


def refuse_landing(table: DDayTable, unit: int, hex_: int) -> Refusal | None:
    """13d2, 13d3-a, 2d3, 2d4 Why a unit may not be dropped into a hex."""
    label = hex_label(hex_)
    if board().terrain["mountain"] >> hex_ & 1:
        return Refusal("13d3", f"{label} is a mountain hex")
    if not ground_for(table) >> hex_ & 1:
        return Refusal("13d2", f"{label} is at sea or held by the enemy")
    if not within_reach(table, unit) & ~(1 << table.hex[unit]) & 1 << hex_:
        return Refusal("13d2", f"there is no way of five hexes to {label} past the German air unit")
    answers = [refuse_stacks(table, each, hex_) for each in parties(table, unit)]
    return None if None in answers else answers[0]


def parties(table: DDayTable, unit: int) -> list[UnitSet]:
    """13d1, N-12 Who may be dropped with a unit: those chosen, or all that can or it alone."""
    asked = table.asked(choose_landing)
    if asked is not None and asked[0] == unit:
        return [asked[1]]
    return [group(table, unit), 1 << unit]


def refuse_everywhere(table: DDayTable, unit: int) -> Refusal | None:
    """13d2, 2d4 Why there is no hex at all for a unit to be dropped into."""
    if any(landings(table, unit, each) for each in parties(table, unit)):
        return None
    near = within_reach(table, unit) & ground_for(table) & ~(1 << table.hex[unit])
    if not near:
        return Refusal("13d2", f"there is no hex within five for {unit_name(unit)} to land in")
    return refuse_landing(table, unit, next(members(near)))


def refuse_stacks(table: DDayTable, dropping: UnitSet, hex_: int) -> Refusal | None:
    """2d4 Why the stacks left behind and joined could not be put right in time."""
    after = table.copy()
    for unit in members(dropping):
        put(after, unit, hex_)
    after.used |= dropping
    after.finished |= dropping
    after.moves[ALLIED] -= 1
    return no_forced_stacks.refuse_forcing(table, after)


def _dropping(table: DDayTable, _unit: int, dropping: UnitSet) -> list[str]:
    return tags_on_map(table, dropping)


def _where_to_land(_table: DDayTable, _unit: int, dropping: UnitSet) -> str:
    return f"Where does {names(dropping)} land?"


DROP = Topic("landed", "An airborne drop", about=_dropping, part=True, drag=True)


@steps.question("drops.choose_landing")
def choose_landing(table: DDayTable, unit: int, dropping: UnitSet) -> Decision:
    """13d2 Where the unit lands."""
    return Decision(
        SIDES[ALLIED],
        _where_to_land,
        "13d2",
        drop_landed,
        [_landing(hex_) for hex_ in members(landings(table, unit, dropping))],
        (unit, dropping),
        topic=DROP,
    )


def _landing(hex_: int) -> Option:
    return Option(
        f"at-{board().name(hex_)}",
        lambda: f"Land in {hex_label(hex_)} (1 Move)",
        hex_,
        (hex_tag(hex_),),
        commits=True,
    )


def drop_landed(table: DDayTable, hex_: int, unit: int, dropping: UnitSet) -> None:
    """13d1-b, 9b2-c A drop costs a Move like normal movement, and ends it."""
    spend(table, ALLIED, 1, "13d1", lambda: f"to drop {unit_name(unit)}")
    table.used |= dropping
    table.finished |= dropping
    table.dropped |= dropping
    for each in members(dropping):
        put(table, each, hex_)
        take_control(table, each, hex_)
    are = "are" if dropping & (dropping - 1) else "is"
    table.tell(
        "13d2",
        telling.DROP,
        lambda: f"{names(dropping)} {are} dropped in {hex_label(hex_)}.",
        [*tags_of_travelers(table, dropping), hex_tag(hex_)],
        units=[row(each).id for each in members(dropping)],
        end=board().name(hex_),
    )
