"""10.0 Units that leave play."""

from __future__ import annotations

from beachhead.storm.state import (
    ALLIED,
    ELIMINATED,
    Table,
    place_name,
    place_tag,
    side_of,
    unit_name,
    unit_tag,
)


def eliminate(table: Table, unit: int, rule: str, why: str) -> None:
    """10.0, 15.0f A unit leaves play; 15.0 an Allied loss costs points at the end of the turn."""
    where = table.where[unit]
    table.where[unit] = ELIMINATED
    table.spent &= ~(1 << unit)
    table.action.units &= ~(1 << unit)
    if side_of(unit) == ALLIED:
        table.lost |= 1 << unit
    table.tell(
        rule,
        "eliminated",
        f"{unit_name(unit)} in {place_name(where)} is eliminated {why}.",
        [unit_tag(unit), place_tag(where)],
        unit=unit_name(unit),
    )
