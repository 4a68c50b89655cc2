"""14c Extra effort."""

from __future__ import annotations

from beachhead.dday91.movement.acquiring_and_spending_moves import spend
from beachhead.dday91.movement.ranges import limits, reach
from beachhead.dday91.stacking import no_forced_stacks
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, plays, row, unit_name, unit_tag
from beachhead.kernel.play import Option, Refusal


def options(table: DDayTable) -> list[Option]:
    """14c-a, 14c1-a The units that may go three factors further, for another Move each (D-12),
    while they are moved or pursue (14b2)."""
    if not plays(table, "extra-effort") or not table.moves[table.side]:
        return []
    return [_effort(unit) for unit in table.moving if refuse_effort(table, unit) is None]


def _effort(unit: int) -> Option:
    return Option(
        f"extra-effort-{row(unit).id}",
        lambda: f"Extra effort: 3 more movement factors for {unit_name(unit)} (1 Move)",
        ("effort", unit),
        (unit_tag(unit),),
        "14c",
        commits=True,
    )


def refuse_effort(table: DDayTable, unit: int) -> Refusal | None:
    """14c-a, 14c3-a Why a unit cannot make an extra effort: only ground units with white factors,
    once they have been moved as far as they can; 2d4 the last Moves are for illegal stacks."""
    name = unit_name(unit)
    if not pieces().mechanized >> unit & 1:
        return Refusal("14c", f"{name} is not a ground unit with white factors")
    if table.efforts >> unit & 1:
        return Refusal("14c", f"{name} has made an extra effort already")
    if limits(table, [unit]).stopped:
        return Refusal("3b3", f"{name} is in an enemy zone of control and must stop")
    if not table.expended.get(unit, 0) or reach(table, [unit]).hexes:
        return Refusal("14c3", f"{name} has not been moved as far as it can be")
    after = table.copy()
    after.moves[table.side] -= 1
    after.efforts |= 1 << unit
    return no_forced_stacks.refuse_forcing(table, after)


def effort_made(table: DDayTable, unit: int) -> None:
    """14c2, 14c2-a, 14c2-b, 14c3, QRC.expending-g Each unit pays its own Move."""
    spend(table, table.side, 1, "14c", lambda: f"for an extra effort of {unit_name(unit)}")
    table.efforts |= 1 << unit
