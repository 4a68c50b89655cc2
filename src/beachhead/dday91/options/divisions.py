"""16 Divisional units: detached from a corps, and taken up again."""

from __future__ import annotations

from beachhead.dday91.movement.ranges import allowance, limits
from beachhead.dday91.table import telling
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ELIMINATED,
    WAITING,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    plays,
    put,
    row,
    side_of,
    side_units,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Option, Refusal

COST = 1  # TC.a-a, 16a-b, 16b-a


def available(table: DDayTable, side: int) -> UnitSet:
    """16a-a Divisions off the board: never used, eliminated or recombined."""
    own = pieces().divisions & side_units(side)
    return set_of(unit for unit in members(own) if table.hex[unit] in (WAITING, ELIMINATED))


def refuse_factor(table: DDayTable, unit: int) -> Refusal | None:
    """16a-b, 16b-a, 3b1, N-19 It takes a movement factor, of the printed ones once a unit has
    entered an enemy zone of control."""
    most = allowance(table, unit, into_zone=limits(table, [unit]).stopped)
    if table.expended.get(unit, 0) + COST > most:
        return Refusal("16", f"{unit_name(unit)} has no movement factor left for it")
    return None


def refuse_detach(table: DDayTable, unit: int) -> Refusal | None:
    """16a-a Why a corps cannot leave a division behind."""
    name = unit_name(unit)
    if not pieces().corps >> unit & 1:
        return Refusal("16a", f"{name} is not a corps")
    if table.reduced >> unit & 1 or row(unit).elim:
        return Refusal("16a", f"{name} does not have its front side up")
    if not available(table, side_of(unit)):
        return Refusal("16a", "no divisional unit is available")
    return refuse_factor(table, unit)


def refuse_recombine(table: DDayTable, unit: int) -> Refusal | None:
    """16b-a Why a corps cannot take up a division."""
    name = unit_name(unit)
    if not pieces().corps >> unit & 1 or not table.reduced >> unit & 1:
        return Refusal("16b", f"{name} is not a reduced corps")
    if not units_in(table, table.hex[unit], side_of(unit)) & pieces().divisions:
        return Refusal("16b", f"there is no divisional unit with {name}")
    return refuse_factor(table, unit)


def options(table: DDayTable) -> list[Option]:
    """16a, 16b What the corps being moved may do here."""
    if not plays(table, "divisions"):
        return []
    found = []
    for unit in table.moving:
        if refuse_detach(table, unit) is None:
            found.append(_option("detach", unit, "detaches a division here", "16a"))
        if refuse_recombine(table, unit) is None:
            found.append(_option("recombine", unit, "takes a division up again", "16b"))
    return found


def _option(what: str, unit: int, does: str, rule: str) -> Option:
    return Option(
        f"{what}-{row(unit).id}",
        lambda: f"{unit_name(unit)} {does}",
        (what, unit),
        (unit_tag(unit),),
        rule,
    )


def division_chosen(table: DDayTable, what: str, unit: int) -> None:
    """16a-b, 16b The corps is flipped, and a division placed or removed."""
    table.expended[unit] = table.expended.get(unit, 0) + COST
    if what == "detach":
        detach(table, unit, next(members(available(table, side_of(unit)))))
    else:
        here = units_in(table, table.hex[unit], side_of(unit))
        recombine(table, unit, next(members(here & pieces().divisions)))


def detach(table: DDayTable, unit: int, division: int) -> None:
    """16a-a The corps shows its back, and the division is in its hex."""
    here = table.hex[unit]
    table.reduced |= 1 << unit
    put(table, division, here)
    table.finished |= 1 << division
    table.unsupplied &= ~(1 << division)
    table.tell(
        "16a",
        telling.DETACHED,
        lambda: f"{unit_name(unit)} detaches {unit_name(division)} in {hex_label(here)}.",
        [unit_tag(unit), unit_tag(division), hex_tag(here)],
        unit=row(unit).id,
        division=row(division).id,
    )


def recombine(table: DDayTable, unit: int, division: int) -> None:
    """16b-a The division leaves the board, and the corps shows its front."""
    table.reduced &= ~(1 << unit)
    put(table, division, WAITING)
    here = table.hex[unit]
    table.tell(
        "16b",
        telling.RECOMBINED,
        lambda: f"{unit_name(unit)} takes up {unit_name(division)} in {hex_label(here)}.",
        [unit_tag(unit), unit_tag(division), hex_tag(here)],
        unit=row(unit).id,
        division=row(division).id,
    )
