"""What is allowed for now but will cost: too many in a hex, the tide, losses near catastrophe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    DIVISION_OF_SECTOR,
    SECTORS,
    UNITS,
    OmahaTable,
    division_name,
    hex_tag,
    is_extended,
    piece_name,
    piece_tag,
    stacks,
    submerged,
    tide,
)
from beachhead.omaha.victory.catastrophic_loss import infantry_lost


class Cost(NamedTuple):
    """What will be lost, the rule that says so, and the ids of what it is about."""

    text: str
    rule: str
    touches: list[str]


def costs(table: OmahaTable) -> list[Cost]:
    """7.63, 5.21, 13.1 What is allowed for now but will cost."""
    return [*_overstacked(table), *_under_water(table), *_near_catastrophe(table)]


def divisions(table: OmahaTable) -> list[int]:
    """The divisions that take part, by their sectors."""
    return [DIVISION_OF_SECTOR[sector] for sector in SECTORS if sector in table.sectors]


def _overstacked(table: OmahaTable) -> Iterator[Cost]:
    for hex_, pieces in stacks(table).items():
        units = [piece for piece in pieces if piece < UNITS]
        over = len(units) - STACKING_LIMIT
        if over > 0:
            yield Cost(
                f"{len(units)} units in {board().name(hex_)}: {'one' if over == 1 else over} of "
                "them must be eliminated at the end of the US Action Phase.",
                "7.63",
                [hex_tag(hex_), *map(piece_tag, units)],
            )


def _under_water(table: OmahaTable) -> Iterator[Cost]:
    water = submerged(table)
    wet = [
        piece
        for piece, hex_ in enumerate(table.hex)
        if hex_ >= 0 and water >> hex_ & 1 and not table.climbing_cliff >> piece & 1
    ]
    if wet:
        yield Cost(
            f"{', '.join(map(piece_name, wet))} will be lost to the tide unless moved by the end "
            "of the US Action Phase.",
            "5.21",
            [*map(piece_tag, wet)],
        )
    elif table.turn < table.last_turn:
        yield from _tide_to_come(table)


def _tide_to_come(table: OmahaTable) -> Iterator[Cost]:
    soon = charts().turn(table.turn + 1).tide
    rising = board().submerged[soon] & ~submerged(table)
    beach = [piece for piece, hex_ in enumerate(table.hex) if hex_ >= 0 and rising >> hex_ & 1]
    if soon != tide(table) and beach:
        yield Cost(
            f"The tide rises next turn to {soon}: {', '.join(map(piece_name, beach))} will be "
            "under water, and lost if still there at the end of that turn's actions.",
            "5.21",
            [*map(piece_tag, beach)],
        )


def _near_catastrophe(table: OmahaTable) -> Iterator[Cost]:
    limit = charts().limit("catastrophic_loss", table.turn) or 0
    for division in divisions(table):
        if limit > (lost := infantry_lost(table, division)) >= limit - 2:
            yield Cost(
                f"The {division_name(division)} has lost {lost} infantry units: {limit - lost} "
                "more and the game is lost.",
                "20.1" if is_extended(table) else "13.1",
                [],
            )
