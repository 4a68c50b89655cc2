"""13 Control of areas."""

from __future__ import annotations

from functools import partial

from beachhead.kernel.bits import members
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    PlaceSet,
    StormTable,
    held,
    place_name,
    place_tag,
)


def occupied(table: StormTable, side: int) -> PlaceSet:
    """The areas that hold a unit of a side; 2.1.1 a strongpoint is a German unit (S-16)."""
    return held(table, side) & AREA_SET


def update(table: StormTable) -> None:
    """13.0b An area without a unit of its owner but with an enemy unit changes hands at once."""
    allied, german = occupied(table, ALLIED), occupied(table, GERMAN)
    for side, taken in (
        (ALLIED, allied & ~german & ~table.allied_control),
        (GERMAN, german & ~allied & table.allied_control),
    ):
        for area in members(taken):
            table.allied_control ^= 1 << area
            table.tell(
                "13.0",
                telling.CONTROL,
                partial(_passes, area, side),
                [place_tag(area)],
                area=place_name(area),
                side=SIDES[side],
            )


def _passes(area: int, side: int) -> str:
    return f"{place_name(area)} passes to {SIDES[side].title()} control."
