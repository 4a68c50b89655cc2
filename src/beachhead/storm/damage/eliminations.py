"""10.0 Units that leave play."""

from __future__ import annotations

from beachhead.storm.table import telling
from beachhead.storm.table.state import (
    ALLIED,
    ELIMINATED,
    StormTable,
    place_name,
    put,
    side_of,
    tags,
    unit_name,
)


def eliminate(
    table: StormTable, unit: int, rule: str, why: str, cell: tuple[str, str, str] | None = None
) -> None:
    """10.0, 15.0f A unit leaves play; 15.0 an Allied loss costs points at the end of the turn."""
    where = table.where[unit]
    put(table, 1 << unit, ELIMINATED)
    table.spent &= ~(1 << unit)
    table.action.units &= ~(1 << unit)
    if side_of(unit) == ALLIED:
        table.lost |= 1 << unit
    table.tell(
        rule,
        telling.ELIMINATED,
        lambda: f"{unit_name(unit)} in {place_name(where)} is eliminated {why}.",
        tags(1 << unit, where),
        cell=cell,
        unit=unit_name(unit),
    )
