"""3e2 Invasions: moving units to invasion hexes; 15a1 Mulberry Harbors go along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial

from beachhead.dday91.movement.acquiring_and_spending_moves import counted, moves_left, spend
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.sea import mulberries, who_crosses
from beachhead.dday91.sea.crossings import in_range, price
from beachhead.dday91.stacking.no_forced_stacks import (
    refuse_departure,
    refuse_forcing,
    spoken_for_without,
    where_unit_is_of_use,
)
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_by, board_of, reconstruction_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    UnitSet,
    hex_label,
    hex_tag,
    put,
    row,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import listed
from beachhead.kernel.chance import Pick
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Shows, Topic


@steps.step("invasions.invasion_step")
def invasion_step(table: DDayTable) -> None:
    """2b The Allies may send units to invade."""
    table.step = "invasion"
    table.used = 0
    table.then(choose_invader)


def _prices(table: DDayTable) -> list[str]:
    return [
        f"{moves_left(table, ALLIED)}; "
        "each unit costs two, times the number of its invasion hex (3e2).",
        "Drag a counter to an invasion hex, or click it and then the hex.",
    ]


def _who_invades(table: DDayTable) -> str:
    return f"Invasions ({table.moves[ALLIED]} Moves left). Choose a unit, or end them."


INVADER = Topic("invader_chosen", "Who invades", may=_prices, drag=True)


@steps.question("invasions.choose_invader")
def choose_invader(table: DDayTable) -> Decision | None:
    """3e2 Which unit invades, or no more."""
    able = who_crosses.first_able(table, candidates(table), can_invade)
    if not able:
        return None
    choices = partial(invaders, units=able)
    return who_crosses.asked(_who_invades, "3e2", invader_chosen, choices, INVADER, any_invader)


def candidates(table: DDayTable) -> UnitSet:
    """3e2, 9b2-b, 15a1-a, 15a4-a Units in ports that invasions come from, and with option 15a the
    Mulberry Harbors not yet ashore."""
    aboard = 0
    for port in listed(_bases()):
        aboard |= units_in(table, port, ALLIED)
    return aboard & ~table.invaders | mulberries.at_home(table)


def invaders(table: DDayTable, units: UnitSet) -> list[Option]:
    """3e2 Every unit of some that can invade; 2d4 and the end of it."""
    return who_crosses.options(table, units, can_invade, _invade, refuse_done, "invasions")


def any_invader(table: DDayTable, pick: Pick) -> int:
    """3e2 One of them, each as likely as the others."""
    return who_crosses.any_able(table, candidates(table), can_invade, refuse_done, pick)


@lru_cache(4096)
def _invade(unit: int, here: int) -> Option:
    return Option(
        f"invade-{row(unit).id}",
        lambda: f"Invade with {unit_name(unit)} from {hex_label(here)}",
        unit,
        (unit_tag(unit),),
    )


def beaches(table: DDayTable, unit: int) -> list[int]:
    """3e2 The invasion hexes a unit may be moved to."""
    return list(_open(table, unit, board_of(table).invasions))


def _open(table: DDayTable, unit: int, hexes: Iterable[int]) -> Iterator[int]:
    """3e2, 2d4 The invasion hexes among some that a unit may be moved to."""
    sure: dict[int, HexSet] = {}
    doubtful: dict[int, HexSet] = {}
    for there in hexes:
        if _refuse_crossing(table, unit, there) is not None:
            continue
        moves = price(board_of(table).invasions[there])
        if moves not in sure:
            taken = spoken_for_without(table, unit, moves)
            sure[moves] = 0 if taken is None else ~taken
        if not sure[moves] >> there & 1 and moves not in doubtful:
            doubtful[moves] = where_unit_is_of_use(table, unit, moves)
        if sure[moves] >> there & 1 or (
            doubtful[moves] >> there & 1 and refuse_last_moves(table, unit, there) is None
        ):
            yield there


def can_invade(table: DDayTable, unit: int) -> bool:
    """3e2 Whether there is an invasion hex for a unit; the cheapest are tried first."""
    by_price = _by_price(reconstruction_of(table))
    cheapest = price(board_of(table).invasions[by_price[0]])
    if not _may_sail(table, unit) or table.moves[ALLIED] < cheapest:
        return False
    sure = spoken_for_without(table, unit, cheapest) is not None
    if not sure and refuse_departure(table, unit, cheapest) is not None:
        return False
    return next(_open(table, unit, by_price), None) is not None


def _may_sail(table: DDayTable, unit: int) -> bool:
    """3e2-b, 3e2-c Whether a unit is in a port that invasions come from."""
    return table.hex[unit] >= 0 and bool(_bases() >> table.hex[unit] & 1)


@cache
def _bases() -> HexSet:
    """3e2-b All those ports."""
    bases = 0
    for ports in board().base_ports.values():
        bases |= ports
    return bases


@cache
def _by_price(reconstruction: str) -> list[int]:
    invasions = board_by(reconstruction).invasions
    return sorted(invasions, key=lambda hex_: invasions[hex_].number)


def refuse_invasion(table: DDayTable, unit: int, there: int) -> Refusal | None:
    """3c-f, 3e2-a to 3e2-c, 2d1 Why a unit may not be moved to an invasion hex."""
    refused = _refuse_crossing(table, unit, there)
    return refuse_last_moves(table, unit, there) if refused is None else refused


def _refuse_crossing(table: DDayTable, unit: int, there: int) -> Refusal | None:
    """3e2 The same, but for the stacks that must be put right elsewhere."""
    name, here = unit_name(unit), table.hex[unit]
    invasion = board_of(table).invasions.get(there)
    if invasion is None:
        return Refusal("3e2", f"{hex_label(there)} is not an invasion hex")
    if here < 0 or not board().base_ports[invasion.base] >> here & 1:
        return Refusal("3e2", f"invasions there come from a port in {invasion.base}")
    if pieces().strategic_air >> unit & 1:
        return Refusal("13b", "strategic air units do not invade")
    if row(unit).division:
        return Refusal("3b1", f"{name} may not be moved")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    if not in_range(unit, here, there):
        return Refusal("3e2", f"{hex_label(there)} is more than five hexes from {hex_label(here)}")
    if price(invasion) > table.moves[ALLIED]:
        return Refusal("3d1", f"that takes {price(invasion)} Moves")
    if row(unit).is_marker:
        return None
    # D-25 What is sent there cannot be sorted out later: an army headquarters goes first.
    return refuse_stack(table, units_in(table, there, ALLIED) | 1 << unit, there)


def refuse_last_moves(table: DDayTable, unit: int, there: int) -> Refusal | None:
    """2d4, 8a1-d Moves must be left to put right the stack a unit leaves, and all others."""
    after = table.copy()
    after.invaders |= 1 << unit
    put(after, unit, there)
    after.moves[ALLIED] -= price(board_of(table).invasions[there])
    return refuse_forcing(table, after)


def refuse_done(table: DDayTable) -> Refusal | None:
    """2d4 Why the invasions may not end yet: a stack could only be put right by another."""
    after = table.copy()
    after.step = "before-movement"
    return refuse_forcing(table, after)


def invader_chosen(table: DDayTable, unit: int) -> None:
    if unit >= 0:
        table.then((choose_beach, unit), choose_invader)


def _beach_shown(table: DDayTable, option: Option, _unit: int) -> Shows:
    return Shows(note=counted(price(board_of(table).invasions[option.value])))


def _which_beach(_table: DDayTable, unit: int) -> str:
    return f"Where does {unit_name(unit)} invade?"


BEACH = Topic("sent", "Which beach", about=tags_of_unit, part=True, drag=True, shows=_beach_shown)


@steps.question("invasions.choose_beach")
def choose_beach(_table: DDayTable, unit: int) -> Decision:
    """3e2 The invasion hex."""
    return Decision(
        SIDES[ALLIED], _which_beach, "3e2", invader_sent, _open_beaches, (unit,), topic=BEACH
    )


def _open_beaches(table: DDayTable, unit: int) -> list[Option]:
    invasions = board_of(table).invasions
    return [_send_to(hex_, price(invasions[hex_])) for hex_ in beaches(table, unit)]


@lru_cache(4096)
def _send_to(hex_: int, moves: int) -> Option:
    return Option(
        f"at-{board().name(hex_)}",
        lambda: f"{hex_label(hex_)} for {counted(moves)}",
        hex_,
        (hex_tag(hex_),),
        commits=True,
    )


def invader_sent(table: DDayTable, there: int, unit: int) -> None:
    """3e2-f The unit lies off the beach; it does nothing else but fight."""
    invasion = board_of(table).invasions[there]
    spend(table, ALLIED, price(invasion), "3d2", lambda: f"for {unit_name(unit)} to invade")
    here = table.hex[unit]
    put(table, unit, there)
    table.invaders |= 1 << unit
    table.tell(
        "3e2",
        telling.INVASION,
        lambda: (
            f"{unit_name(unit)} goes from {hex_label(here)} to invasion hex {board().name(there)}, "
            f"against {', '.join(board().names_of(invasion.targets))}."
        ),
        [unit_tag(unit), hex_tag(there)],
        unit=row(unit).id,
        start=board().name(here),
        end=board().name(there),
    )
