"""3e1 Port transfers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from beachhead.dday91.movement.acquiring_and_spending_moves import moves_left, spend
from beachhead.dday91.movement.move_legs import enter
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.sea import who_crosses
from beachhead.dday91.sea.crossings import ports
from beachhead.dday91.stacking.no_forced_stacks import (
    makes_room,
    refuse_departure,
    refuse_forcing,
    spoken_for_without,
    where_unit_is_of_use,
    without,
)
from beachhead.dday91.stacking.stacking_limits import enemies_in, may_stay, set_of_closed
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    occupied,
    row,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.chance import Pick
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic


@steps.step("ports.port_transfer_step")
def port_transfer_step(table: DDayTable) -> None:
    """2b The Allies may move units from port to port."""
    table.step = "port-transfer"
    table.used = 0
    table.then(choose_transfer)


def _price(table: DDayTable) -> list[str]:
    return [f"{moves_left(table, ALLIED)}; each transfer costs one (3e1)."]


def _who_is_transferred(table: DDayTable) -> str:
    left = table.moves[ALLIED]
    return f"Port transfers, one Move each ({left} left). Choose a unit, or end them."


TRANSFER = Topic("transfer_chosen", "From port to port", may=_price, drag=True)


@steps.question("ports.choose_transfer")
def choose_transfer(table: DDayTable) -> Decision | None:
    """3e1 Which unit is moved to another port, or none."""
    able = who_crosses.first_able(table, _in_ports(table), can_be_transferred)
    if not able:
        return None
    choices = partial(transfers, units=able)
    return who_crosses.asked(
        _who_is_transferred, "3e1", transfer_chosen, choices, TRANSFER, any_transfer
    )


def any_transfer(table: DDayTable, pick: Pick) -> int:
    """3e1 One of the units that can be transferred, or none, each as likely as the others."""
    able = _in_ports(table), can_be_transferred
    return who_crosses.any_able(table, *able, refuse_done, pick)


def transfers(table: DDayTable, units: UnitSet) -> list[Option]:
    """3e1 Every unit of some that can be transferred; 2d4 and the end of it."""
    what = "port transfers"
    return who_crosses.options(table, units, can_be_transferred, _transfer, refuse_done, what)


def _in_ports(table: DDayTable) -> UnitSet:
    """3e1-a The units in ports that the Allies control."""
    found = 0
    for port in listed(ports(table)):
        found |= units_in(table, port, ALLIED)
    return found


def can_be_transferred(table: DDayTable, unit: int) -> bool:
    return refuse_transfer(table, unit) is None


@lru_cache(4096)
def _transfer(unit: int, here: int) -> Option:
    return Option(
        f"transfer-{row(unit).id}",
        lambda: f"Transfer {unit_name(unit)} from {hex_label(here)}",
        unit,
        (unit_tag(unit),),
    )


def refuse_transfer(table: DDayTable, unit: int) -> Refusal | None:
    """3c-f, 3e1-a Why a unit cannot be transferred."""
    name, here = unit_name(unit), table.hex[unit]
    if here < 0 or not ports(table) >> here & 1:
        return Refusal("3e1", f"{name} is not in a port the Allies control")
    if table.used >> unit & 1:
        return Refusal("3e1", f"{name} has been transferred this Turn")
    if pieces().strategic_air >> unit & 1:
        return Refusal("13b", "strategic air units stay in London")
    if row(unit).division:
        return Refusal("3b1", f"{name} may not be moved")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    if not table.moves[ALLIED]:
        return Refusal("3d1", "there are no Moves left")
    taken = spoken_for_without(table, unit, 1)
    forced = refuse_departure(table, unit, 1) if taken is None else None
    if forced is not None:
        return forced
    if not _has_port(table, unit, taken):
        return Refusal("3e1", f"there is no other port for {name}")
    return None


def destinations(table: DDayTable, unit: int) -> list[int]:
    """3e1 The ports a unit may be moved to; 2d4 not where it would be stuck in an illegal stack."""
    taken = spoken_for_without(table, unit, 1)
    sure = _without_harm(table, unit, taken) | set_of(_left_again(table, unit, taken))
    return [
        port
        for port in listed(sure | _doubtful(table, unit))
        if sure >> port & 1 or refuse_port(table, unit, port) is None
    ]


def _has_port(table: DDayTable, unit: int, taken: HexSet | None) -> bool:
    """3e1 Whether there is one; those where it may simply stay are tried first."""
    return (
        bool(_without_harm(table, unit, taken))
        or any(True for _ in _left_again(table, unit, taken))
        or any(refuse_port(table, unit, port) is None for port in listed(_doubtful(table, unit)))
    )


def _doubtful(table: DDayTable, unit: int) -> HexSet:
    """2d4 The ports that are not refused at once."""
    others = ports(table) & ~(1 << table.hex[unit])
    return others & where_unit_is_of_use(table, unit, 1)


def _without_harm(table: DDayTable, unit: int, taken: HexSet | None) -> HexSet:
    """2d1, 2d4 The ports where a unit may stay, and that no other needs."""
    if taken is None:
        return 0
    open_ = ports(table) & ~(1 << table.hex[unit]) & ~set_of_closed(table, unit) & ~taken
    friends = occupied(table, ALLIED)
    return open_ & ~friends | set_of(
        port
        for port in listed(open_ & friends)
        if may_stay(table, units_in(table, port, ALLIED) | 1 << unit)
    )


def _left_again(table: DDayTable, unit: int, taken: HexSet | None) -> Iterator[int]:
    """2d1, 2d4 Crowded ports, from where it or another unit can leave for a Move."""
    less = None if taken is None else spoken_for_without(table, unit, 2)
    if less is None:
        return
    away, others = without(table, unit), ports(table) & ~(1 << table.hex[unit])
    for port in listed(others & occupied(table, ALLIED) & ~set_of_closed(table, unit)):
        if makes_room(away, unit, port, less, goes_on=True):
            yield port


def refuse_port(table: DDayTable, unit: int, port: int) -> Refusal | None:
    """3e1, 2d3, 14a1, 2d4 Why a unit cannot be transferred to a port: the stacks it joins and
    leaves must be put right in the movement step, and there must be Moves for that (8a1)."""
    # 3e1-a, 8a1-c, 8a1-d
    here = table.hex[unit]
    if not ports(table) >> port & 1 or port == here:
        return Refusal("3e1", f"{hex_label(port)} is not another port the Allies control")
    if set_of_closed(table, unit) >> port & 1:
        return enemies_in(table, port)
    after = table.copy()
    enter(after, [unit], port)
    after.used |= 1 << unit
    after.moves[ALLIED] -= 1
    return refuse_forcing(table, after)


def refuse_done(table: DDayTable) -> Refusal | None:
    """2d4 Why the transfers may not end yet: a stack could only be put right by another."""
    after = table.copy()
    after.step, after.used = "invasion", 0
    return refuse_forcing(table, after)


def transfer_chosen(table: DDayTable, unit: int) -> None:
    if unit >= 0:
        table.then((choose_port, unit), choose_transfer)


def _which_port(_table: DDayTable, unit: int) -> str:
    return f"To which port is {unit_name(unit)} transferred?"


PORT = Topic("transferred", "From port to port", about=tags_of_unit, part=True, drag=True)


@steps.question("ports.choose_port")
def choose_port(_table: DDayTable, unit: int) -> Decision:
    """3e1 Any other port in Allied control."""
    return Decision(
        SIDES[ALLIED], _which_port, "3e1", transferred, _destinations, (unit,), topic=PORT
    )


def _destinations(table: DDayTable, unit: int) -> list[Option]:
    return [_to(port) for port in destinations(table, unit)]


@lru_cache(4096)
def _to(port: int) -> Option:
    id_, tags = f"to-{board().name(port)}", (hex_tag(port),)
    return Option(id_, lambda: f"To {hex_label(port)} (1 Move)", port, tags, commits=True)


def transferred(table: DDayTable, port: int, unit: int) -> None:
    """3d2-c, 3e1, 8a2-a, QRC.expending-b One Move for each unit."""
    here = table.hex[unit]
    spend(table, ALLIED, 1, "3d2", lambda: f"to transfer {unit_name(unit)}")
    enter(table, [unit], port)
    table.used |= 1 << unit
    table.tell(
        "3e1",
        telling.TRANSFER,
        lambda: f"{unit_name(unit)} is transferred from {hex_label(here)} to {hex_label(port)}.",
        [unit_tag(unit), hex_tag(here), hex_tag(port)],
        unit=row(unit).id,
        start=board().name(here),
        end=board().name(port),
    )
