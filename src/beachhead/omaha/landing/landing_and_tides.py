"""5 US amphibious operations: the phase, 5.2 the landing itself, 5.21 the tides.

5.1 The checks on the way are in `landing_checks`, 5.3 the next arrivals in `arrivals`.
"""

from __future__ import annotations

from beachhead.kernel.plain import replaced
from beachhead.omaha.german_fire.losses import eliminate
from beachhead.omaha.landing.arrivals import delay, place_arrivals
from beachhead.omaha.landing.landing_checks import check_sector, drift_delay, leads_ashore
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    NOWHERE,
    PIECES,
    SECTOR_OF_DIVISION,
    OmahaTable,
    division_of,
    equipment,
    hex_tag,
    own_division,
    piece_name,
    piece_tag,
    put_in_hex,
    steps,
    submerged,
    tide,
    us_hexes,
)


@steps.step("landing.amphibious_phase")
def amphibious_phase(table: OmahaTable) -> None:
    """5b, 5.1a, 4.I-a to 4.I-c Landing checks for the units in boxes, landing, new arrivals into
    boxes."""
    table.phase = "landing"
    table.checked = 0
    table.then(*[(check_sector, sector) for sector in table.sectors], land, place_arrivals)


# --- 5.2 landing


@steps.step("landing.land")
def land(table: OmahaTable) -> None:
    """5a, 5.2, 5.21f, 5.22, 4.I-b Every piece in a box goes to the waterline hex of the tide."""
    the_board = equipment().board
    afloat = [piece for piece, box in enumerate(table.box) if box != NOWHERE]
    for piece in afloat:
        box = the_board.box_row[table.box[piece]]
        hex_ = box.lands_in(tide(table))
        if hex_ is None or not leads_ashore(table, box):
            later = table.turn + drift_delay(table)
            delay(table, piece, later, "5.11", "finds no place to land")
            continue
        table.box = replaced(table.box, piece, NOWHERE)
        put_in_hex(table, piece, hex_)
        table.tell(
            "5.2",
            telling.LAND,
            telling.said("{} lands in {}.", piece_name(piece), the_board.name(hex_)),
            [piece_tag(piece), hex_tag(hex_)],
            unit=piece_name(piece),
            hex=the_board.name(hex_),
        )
        _transfer_command(table, piece, hex_)


def _transfer_command(table: OmahaTable, piece: int, hex_: int) -> None:
    """5.22 A piece that lands in the other sector comes under the other division."""
    at_home = equipment().board.sector_of(hex_) == SECTOR_OF_DIVISION[own_division(piece)]
    if at_home or table.transferred >> piece & 1:
        return
    table.transferred |= 1 << piece
    name = "1st" if division_of(table, piece) == 1 else "29th"
    table.tell(
        "5.22",
        telling.TRANSFER,
        lambda: f"{piece_name(piece)} comes under the command of the {name} Division.",
        [piece_tag(piece)],
    )


# --- 5.21 the tide


@steps.step("landing.drown")
def drown(table: OmahaTable) -> None:
    """5.21c, 5.21d, TEC.2b Pieces under water are lost, except units on their way up a cliff."""
    water = submerged(table)
    if not water & us_hexes(table):
        return
    for piece in range(PIECES):
        hex_ = table.hex[piece]
        if hex_ >= 0 and water >> hex_ & 1 and not table.climbing_cliff >> piece & 1:
            eliminate(table, piece, "5.21", "by the rising tide")
            if table.result is not None:
                return
