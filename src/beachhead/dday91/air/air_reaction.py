"""13a Reacting air units."""

from __future__ import annotations

from beachhead.dday91.air import strategic_bombers
from beachhead.dday91.movement.acquiring_and_spending_moves import refuse_spending, spend
from beachhead.dday91.movement.supply import unsupplied
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.stacking.stacking_limits import set_of_closed as closed_to
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    GERMAN,
    DDayTable,
    UnitSet,
    enemy,
    hex_label,
    hex_tag,
    on_board,
    plays,
    plays_otherwise,
    put,
    row,
    steps,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic

RANGE = 5


def _attacked(table: DDayTable) -> list[str]:
    return [hex_tag(hex_) for combat in table.combats for hex_ in members(combat.hexes)]


def _who_reacts(table: DDayTable) -> str:
    left = table.moves[enemy(table.side)]
    return f"Air units may react to the attacks, a Move each ({left} left)."


REACTION = Topic("reacted", "Air units react", about=_attacked)


NO_MORE = "No more reactions: the attacks are resolved"


@steps.question("reaction.react")
def react(table: DDayTable) -> Decision | None:
    """13a-a The defender may move air units into hexes that are to be attacked."""
    options = [_react(unit, hex_) for unit, hex_ in reactions(table)]
    if not options:
        return None
    return Decision(
        SIDES[enemy(table.side)],
        _who_reacts,
        "13a",
        reacted,
        [*options, Option("done", NO_MORE, (-1, -1), commits=True, ends=True)],
        topic=REACTION,
    )


def _react(unit: int, hex_: int) -> Option:
    return Option(
        f"react-{row(unit).id}-{board().name(hex_)}",
        lambda: f"{unit_name(unit)} reacts to {hex_label(hex_)} (1 Move)",
        (unit, hex_),
        (unit_tag(unit), hex_tag(hex_)),
        commits=True,
    )


def reactions(table: DDayTable) -> list[tuple[int, int]]:
    """13a Which air unit may react to which attack."""
    if not plays(table, "air-reaction") or not table.moves[enemy(table.side)]:
        return []
    return [
        (unit, hex_)
        for unit in members(_reacting(table))
        for combat in table.combats
        for hex_ in members(combat.hexes)
        if refuse_reaction(table, unit, hex_) is None
    ]


def _reacting(table: DDayTable) -> UnitSet:
    """13a The air units of the side that is attacked."""
    return on_board(table, enemy(table.side)) & pieces().tactical_air


def refuse_reaction(table: DDayTable, unit: int, hex_: int) -> Refusal | None:
    """13a-a, 13a-d, 13a-e Why an air unit may not react to an attack; D-14 it must be able to stay
    there."""
    name, label, side = unit_name(unit), hex_label(hex_), enemy(table.side)
    attacked = set_of(hex_ for combat in table.combats for hex_ in members(combat.hexes))
    if not plays(table, "air-reaction") or not _reacting(table) >> unit & 1:
        return Refusal("13a", f"{name} does not react")
    if not attacked >> hex_ & 1:
        return Refusal("13a", f"{label} is not attacked")
    if attacked >> table.hex[unit] & 1:
        return Refusal("13a", f"{name} is attacked itself")
    if side == GERMAN and strategic_bombers.aims(table) >> hex_ & 1:
        return Refusal("13a", f"Allied strategic air units are in {label}")
    if table.unsupplied >> unit & 1:
        return unsupplied(unit)
    if not in_reach(table, unit) >> hex_ & 1:
        return Refusal("13a", f"{label} is more than five hexes from {name}")
    if not plays_otherwise(table, "air-reaction-stacking"):
        refused = refuse_stack(table, units_in(table, hex_, side) | 1 << unit, hex_)
        if refused is not None:
            return refused
    return refuse_spending(table, side, 1)


def in_reach(table: DDayTable, unit: int) -> HexSet:
    """13a-a, 2d3, 14a1 The hexes within five, not through those that enemies close (N-10)."""
    closed = closed_to(table, unit)
    reached = 1 << table.hex[unit]
    for _ in range(RANGE):
        reached |= board().grid.neighbors(reached) & ~closed
    return reached


def reacted(table: DDayTable, choice: tuple[int, int]) -> None:
    """13a-b, 13a-c, QRC.expending-e One Move for each air unit that reacts; it adds its combat
    factor."""
    unit, hex_ = choice
    if unit < 0:
        return
    spend(table, enemy(table.side), 1, "13a", lambda: f"for {unit_name(unit)} to react")
    put(table, unit, hex_)
    table.tell(
        "13a",
        telling.REACTION,
        lambda: f"{unit_name(unit)} flies to {hex_label(hex_)} to meet the attack.",
        [unit_tag(unit), hex_tag(hex_)],
        unit=row(unit).id,
        end=board().name(hex_),
    )
    table.then(react)
