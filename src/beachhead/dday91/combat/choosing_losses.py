"""4e2 Choosing losses: the loser marks them on his units in the combat."""

from __future__ import annotations

from beachhead.dday91.combat.losses import eliminates, mark_loss
from beachhead.dday91.combat.modifiers import defenders
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    about_combat,
    row,
    side_of,
    steps,
    tags_of_unit,
    under_way,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Shows, Topic


def involved(table: DDayTable, side: int) -> UnitSet:
    """4e2, 8a1-e The units of a side that are in the combat."""
    combat = under_way(table)
    if side != table.side:
        return defenders(table, combat)
    return sum(1 << unit for unit in members(combat.attackers) if table.hex[unit] >= 0)


def count_losses(count: int) -> str:
    return f"{count} loss{'es' if count > 1 else ''}"


def _loser_shown(table: DDayTable, option: Option, _side: int) -> Shows:
    return Shows(tags_of_unit(table, option.value), costly=eliminates(table, option.value))


def _who_loses(table: DDayTable, side: int) -> str:
    return f"{count_losses(table.losses_due[side])} to mark. Which unit takes one?"


LOSSES = Topic(
    "loss_marked",
    "Marking losses",
    must="The loser chooses who takes each loss.",
    about=about_combat,
    shows=_loser_shown,
)


@steps.question("resolution.mark_losses")
def mark_losses(table: DDayTable, side: int) -> Decision | None:
    """4e2 The loser marks each loss on any of his units in the combat."""
    units = may_lose(table, side)
    if not table.losses_due[side] or not units:
        return None
    return Decision(
        SIDES[side],
        _who_loses,
        "4e2",
        loss_marked,
        [_lose(unit, eliminates(table, unit)) for unit in members(units)],
        (side,),
        topic=LOSSES,
        forced=True,
    )


def _lose(unit: int, eliminated: bool) -> Option:
    return Option(
        f"loss-{row(unit).id}",
        lambda: f"{unit_name(unit)} is {'eliminated' if eliminated else 'reduced'}",
        unit,
        (unit_tag(unit),),
    )


def may_lose(table: DDayTable, side: int) -> UnitSet:
    """4e2, 2d4 The units that may take a loss; any of them where every loss would be illegal."""
    return legal_losses(table, side) or involved(table, side)


def legal_losses(table: DDayTable, side: int) -> UnitSet:
    """4e2, 8a1-a, 8a1-b, 14a2-d The units that may take a loss without leaving an illegal stack
    behind."""
    units = involved(table, side)
    return sum(1 << unit for unit in members(units) if _legal_without(table, unit))


def _legal_without(table: DDayTable, unit: int) -> bool:
    """8a1-a, 8a1-b An army may not be given up from under the units that need it."""
    if not eliminates(table, unit):
        return True
    here = table.hex[unit]
    rest = units_in(table, here, side_of(unit)) & ~(1 << unit)
    whole = units_in(table, here, side_of(unit))
    if refuse_stack(table, whole, here) is not None:
        return True
    return refuse_stack(table, rest, here) is None


def loss_marked(table: DDayTable, unit: int, side: int) -> None:
    table.losses_due[side] -= 1
    mark_loss(table, unit, "4e2", "in the combat")
    combat = under_way(table)
    if table.hex[unit] < 0:
        combat.attackers &= ~(1 << unit)
    table.then((mark_losses, side))
