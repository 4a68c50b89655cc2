"""What is allowed for now but will cost: illegal stacks, units cut off, invaders at sea."""

from __future__ import annotations

from beachhead.dday91.combat.occupation import landings
from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.stacking import illegal_stacks
from beachhead.dday91.stacking.places_to_stay import Stack
from beachhead.dday91.table import state
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, DDayTable
from beachhead.kernel.bits import members
from beachhead.page import Price

BEFORE_COMBAT = ("reinforcement", "replacement", "port-transfer", "invasion", "movement")


def warnings(table: DDayTable, seat: str | None) -> list[Price]:
    """For the side whose portion of the Turn it is."""
    if table.result is not None or seat != SIDES[table.side] or table.step == "setup":
        return []
    early = table.step in BEFORE_COMBAT
    stacks = illegal_stacks.illegal_stacks(table, table.side) if early else ()
    return [*(_stack(table, each) for each in stacks), *_invaders(table), *_cut_off(table)]


def _stack(table: DDayTable, stack: Stack) -> Price:
    """2d1, 2d4 A stack that must be put right by the end of the movement step, and the price."""
    price = illegal_stacks.moves_needed(table, table.side, [stack])
    cost = counted(price) if price < illegal_stacks.MANY else "a unit"
    units = state.units_in(table, stack.hex, table.side)
    armies = (units & pieces().armies).bit_count()
    if stack.wants_army:
        what = f"{stack.excess} of {units.bit_count()} units must leave, or an army must join them"
    elif armies > 1:
        what = f"only one of {armies} armies may stay"
    else:
        what = f"{stack.excess} units of other nations must leave"
    text = f"{state.hex_label(stack.hex)}: {what}, before the movement step ends ({cost})."
    return Price(text, "2d1", [state.hex_tag(stack.hex)])


def _invaders(table: DDayTable) -> list[Price]:
    """3e2 Invaders that neither fight nor can land where nobody defends."""
    if table.side != ALLIED or table.step not in ("invasion", "movement", "combat"):
        return []
    ashore = {unit for unit, _ in landings(table)}
    announced = table.building | table.fought
    for combat in table.combats:
        announced |= combat.attackers
    at_sea: dict[int, list[int]] = {}
    for unit in members(table.invaders & ~announced):
        if unit not in ashore and table.hex[unit] in board_of(table).invasions:
            at_sea.setdefault(table.hex[unit], []).append(unit)
    found = []
    for hex_, units in at_sea.items():
        where = f"{state.names(units)} off {state.hex_label(hex_)}"
        text = f"{where}: lost unless they win a beach this Turn."
        found.append(Price(text, "3e2", [*map(state.unit_tag, units)]))
    return found


def _cut_off(table: DDayTable) -> list[Price]:
    """3c Units for which no Moves may be used."""
    units = table.unsupplied & state.on_board(table, table.side)
    if not units:
        return []
    text = f"Unsupplied, so they neither move nor attack: {state.names(units)}."
    return [Price(text, "3c", [*map(state.unit_tag, members(units))])]
