"""7.6 Stacking: two units a hex when the US Action Phase ends, leaders not counted."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire.losses import eliminate
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import board
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    ALL_UNITS,
    OmahaTable,
    hex_tag,
    piece_name,
    piece_tag,
    seat_of_sector,
    steps,
    units_in,
)

SURPLUS = Topic(
    "surplus_eliminated",
    "Stacking limits",
    "Eliminate units until no hex holds more than two.",
)


@steps.question("actions.meet_stacking_limits")
def meet_stacking_limits(table: OmahaTable) -> Decision | None:
    """7.6, 7.61, 7.63 At most two units a hex, leaders not counted: who is to be eliminated."""
    # 7.6a, 7.6b, 7.62a, FB.end-of-turn-a
    crowded = [
        hex_
        for hex_ in members(table.full)
        if (table.at[hex_] & ALL_UNITS).bit_count() > STACKING_LIMIT
    ]
    if not crowded:
        return None
    hex_ = min(crowded, key=lambda hex_: units_in(table, hex_)[0])
    units = units_in(table, hex_)
    name = board().name(hex_)
    return Decision(
        seat_of_sector(table, board().sector_of(hex_)),
        f"{len(units)} units are in {name}, and only two may stay. Eliminate one.",
        "7.63",
        surplus_eliminated,
        [
            Option(
                f"unit-{piece_name(unit)}",
                telling.said("Eliminate {}", piece_name(unit)),
                unit,
                (piece_tag(unit), hex_tag(hex_)),
                commits=True,
            )
            for unit in units
        ],
        topic=SURPLUS,
    )


def surplus_eliminated(table: OmahaTable, unit: int) -> None:
    """7.63 Units are eliminated until the limits are met."""
    eliminate(table, unit, "7.63", "because too many units are in its hex")
    if table.result is None:
        table.then(meet_stacking_limits)
