"""13.1, 20.1 Catastrophic loss: a division that has lost too many infantry units is beaten."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.play import Result
from beachhead.omaha.table import telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    SECTOR_OF_DIVISION,
    OmahaTable,
    equipment,
    own_division,
    piece_tag,
)

LAST_TURN_OF_FIRST_WAVES = 16


def count_loss(table: OmahaTable, unit: int) -> None:
    """13a to 13.11a, 4b, 20.1a, 20.1b A regular infantry unit down to one step, or lost before,
    goes to the loss box of the division on its counter; eight of them, from Turn 17 fourteen, end
    the game at once."""
    if not equipment().units[unit].regular_infantry or table.result is not None:
        return
    division = own_division(unit)
    name = "1st" if division == 1 else "29th"
    lost = infantry_lost(table, division)
    limit = charts().limit("catastrophic_loss", table.turn)
    rule = "20.1" if table.last_turn > LAST_TURN_OF_FIRST_WAVES else "13.1"
    table.tell(
        rule,
        telling.LOSS_BOX,
        lambda: (
            f"The {name} Division has {lost} infantry unit{'s' if lost > 1 else ''} in its loss "
            f"box; {limit} are a catastrophic loss."
        ),
        [piece_tag(unit)],
        division=division,
        lost=lost,
    )
    if limit is not None and lost >= limit:
        text = f"US defeat: the {name} Division suffers catastrophic loss."
        table.tell(rule, telling.END, text)
        table.finish(Result([], text, rule, {"infantry lost": lost}))


def infantry_lost(table: OmahaTable, division: int) -> int:
    """13.1a, 13.12 How many regular infantry units of a division are lost or down to one step; of
    those that left the map (20.3) the steps they had count."""
    if SECTOR_OF_DIVISION[division] not in table.sectors:
        return 0
    units = _infantry_that_arrives(division, table.last_turn)
    return sum([table.steps_left[unit] <= 1 for unit in units])


@cache
def _infantry_that_arrives(division: int, last_turn: int) -> tuple[int, ...]:
    """3u The regular infantry of a division that belongs to the scenario: what comes too late for
    it has no steps to lose."""
    last_arrival = last_turn if last_turn > LAST_TURN_OF_FIRST_WAVES else 15
    return tuple(
        unit.index
        for unit in equipment().units
        if unit.division == division
        and unit.regular_infantry
        and (unit.arrival_turn is None or unit.arrival_turn <= last_arrival)
    )
