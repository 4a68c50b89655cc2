"""13b, 13b1 The Allied strategic air units: kept in London, sent out in the movement step, and
13b3 sent home."""

from __future__ import annotations

from beachhead.dday91.options.weather import refuse_bombing
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    hex_label,
    hex_tag,
    occupied,
    plays,
    put,
    row,
    steps,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Option, Refusal

RANGE = 15  # 13b1-c


def london() -> int:
    """13b-a Where the strategic air units are kept."""
    return board().city["London"].hex


def bombers_out(table: DDayTable) -> list[int]:
    """13b1 The strategic air units that have been sent out."""
    bombers = members(pieces().strategic_air)
    return [unit for unit in bombers if table.hex[unit] >= 0 and table.hex[unit] != london()]


def aims(table: DDayTable) -> HexSet:
    """13b1 The hex that is to be bombed, if there is one."""
    return set_of(table.hex[unit] for unit in bombers_out(table))


# --- 13b1 in the movement step


def refuse_bomber(table: DDayTable, unit: int) -> Refusal | None:
    """13b1-a, 12c2 Why a strategic air unit cannot be sent out."""
    name = unit_name(unit)
    if not plays(table, "carpet-bombing") or not pieces().strategic_air >> unit & 1:
        return Refusal("13b", f"{name} does no carpet bombing")
    if table.step != "movement" or table.side != ALLIED:
        return Refusal("13b1", "bombers are sent out in the Allied movement step")
    grounded = refuse_bombing(table)
    if grounded is not None:
        return grounded
    if table.hex[unit] != london():
        return Refusal("13b1", f"{name} has been sent out already")
    return None


def refuse_target(table: DDayTable, hex_: int) -> Refusal | None:
    """13b1-a, 13b1-c, 13b1-d, D-17 Why a hex cannot be bombed."""
    label = hex_label(hex_)
    there = units_in(table, hex_, GERMAN)
    if not there & pieces().corps:
        return Refusal("13b1", f"there is no German corps in {label}")
    if there & pieces().air:
        return Refusal("13b1", f"the German air unit is in {label}")
    if board().distance(london(), hex_) > RANGE:
        return Refusal("13b1", f"{label} is more than 15 hexes from London")
    if aims(table) & ~(1 << hex_):
        return Refusal("13b1", "both strategic air units go to one hex")
    return None


def targets(table: DDayTable) -> HexSet:
    """13b1 The hexes that can be bombed."""
    held = occupied(table, GERMAN, pieces().corps)
    return set_of(hex_ for hex_ in members(held) if refuse_target(table, hex_) is None)


def options(table: DDayTable) -> list[Option]:
    """13b1 The bombers that may be sent out now, each to a hex that will be attacked."""
    able = [unit for unit in members(pieces().strategic_air) if refuse_bomber(table, unit) is None]
    return [_bomb(unit, hex_) for unit in able for hex_ in members(targets(table))]


def _bomb(unit: int, hex_: int) -> Option:
    return Option(
        f"bomb-{row(unit).id}-{board().name(hex_)}",
        lambda: (
            f"Send {unit_name(unit)} to bomb {hex_label(hex_)}, which must also be attacked; "
            "the Germans gain a Move"
        ),
        ("bomb", unit, hex_),
        (unit_tag(unit), hex_tag(hex_)),
        "13b1",
        commits=True,
    )


def bomber_sent(table: DDayTable, unit: int, hex_: int) -> None:
    """13b1-b, QRC.expending-h The bomber is in the hex; no Move is expended."""
    put(table, unit, hex_)
    table.tell(
        "13b1",
        telling.BOMBING,
        lambda: f"{unit_name(unit)} is sent to bomb {hex_label(hex_)}.",
        [unit_tag(unit), hex_tag(hex_)],
        unit=row(unit).id,
        end=board().name(hex_),
    )


# --- 13b3 home again


@steps.step("bombing.return_home")
def return_home(table: DDayTable, bombers: tuple[int, ...]) -> None:
    """13b3 Back to London."""
    for unit in bombers:
        _return(table, unit)


def _return(table: DDayTable, unit: int) -> None:
    put(table, unit, london())
    table.tell(
        "13b3",
        telling.RETURN,
        lambda: f"{unit_name(unit)} returns to London.",
        [unit_tag(unit), hex_tag(london())],
        unit=row(unit).id,
        end=board().name(london()),
    )
