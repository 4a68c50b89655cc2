"""Why not? Answers for a unit and a place, a unit and an action, and for a card."""

from __future__ import annotations

from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.play import Refusal
from beachhead.storm import movement
from beachhead.storm.attacks import assaults, fire_attacks
from beachhead.storm.cards import card_actions
from beachhead.storm.cards.card_list import cards
from beachhead.storm.impulses import choosing_impulses, release_rolls, unit_actions
from beachhead.storm.movement import moving, reachable
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import StormTable, names, place_name, side_of

WORDS = ("unit", "to", "action", "card")
ACTIONS = ("move", "fire", "assault")


def why_not(table: StormTable, /, **question: Any) -> Refusal | None:
    """Why a unit may not move to a place, fire, or assault an area; why a card may not be the
    impulse; None if it may.

    `unit` alone asks whether it may act at all, with `to` about a move, with `to` and
    `action="assault"` about an assault, with `action="fire"` about firing; `card` alone about a
    card in the hand of the side to move. While a stack moves, questions about its units are asked
    of the whole stack with the points it has left.
    """
    unknown = question.keys() - set(WORDS)
    if unknown:
        raise BeachheadError(f"why_not: {min(unknown)!r} is not one of {', '.join(WORDS)}")
    if "card" in question:
        return _refuse_card(table, str(question["card"]))
    action = question.get("action", "move")
    if action not in ACTIONS:
        raise BeachheadError(f"action: {action!r} is not one of {', '.join(ACTIONS)}")
    unit = find_unit(question.get("unit", ""))
    refused = refuse_to_act(table, unit)
    if refused is not None:
        return refused
    side, here = side_of(unit), table.where[unit]
    if action == "fire":
        refused = fire_attacks.refuse_fire(table, 1 << unit, side, here)
        return refused or _refuse_second_action(table, unit, action)
    if "to" not in question and action == "move":
        return _refuse_second_action(table, unit, action) or _refuse_all(table, unit, side, here)
    if "to" not in question:
        raise BeachheadError("why_not: say where to; to='16' or to='Bayeux'")
    there = find_place(question["to"])
    if action == "assault":
        refused = assaults.refuse_assault(table, 1 << unit, side, here, there)
        return refused or _refuse_second_action(table, unit, action)
    if pieces().units[unit].is_strongpoint:
        return movement.STRONGPOINT_STAYS
    return _refuse_second_action(table, unit, action) or _refuse_move(table, unit, here, there)


def refuse_to_act(table: StormTable, unit: int) -> Refusal | None:
    """7.1, 14.1 Why a unit may do nothing at all now."""
    row = pieces().units[unit]
    if table.where[unit] < 0:
        return Refusal("7.1", f"{row.name} is not on the map")
    if table.phase != "impulses":
        return Refusal("7.0", "units act only in an impulse")
    if side_of(unit) != table.impulse:
        return Refusal("7.0", f"it is not the impulse of {row.name}'s side")
    if table.spent >> unit & 1:
        return Refusal("7.1", f"{row.name} is spent")
    if release_rolls.held_back(table) >> unit & 1:
        return Refusal("14.1", f"{row.name} has not been released")
    return None


def _refuse_second_action(table: StormTable, unit: int, action: str) -> Refusal | None:
    """7.0 One action is the whole impulse: a stack under way may only move on."""
    if not table.action.kind and table.attack is None:
        return None
    if action == "move" and table.action.kind == action and table.action.units >> unit & 1:
        return None
    return Refusal("7.0", "one action is the whole impulse, and one is under way")


def _refuse_all(table: StormTable, unit: int, side: int, here: int) -> Refusal | None:
    """7.1 A unit that can do nothing where it is."""
    if table.action.kind or any(unit_actions.actions_of(table, side, here, 1 << unit)):
        return None
    where = place_name(here)
    return Refusal("7.1", f"{names(1 << unit)} in {where} cannot move, fire or assault")


def _refuse_move(table: StormTable, unit: int, here: int, there: int) -> Refusal | None:
    """8.0 A move may take several areas: the nearest step that is refused says why."""
    if there in reachable(table, unit):
        return None
    units, points = moving(table, unit)
    side = side_of(unit)
    if movement.neighbors(side, here) >> there & 1 or board().adjacent[here] >> there & 1:
        return movement.refuse_move(table, units, side, here, there, points)
    text = f"{place_name(there)} is out of reach for {pieces().units[unit].name}"
    return Refusal("8.0", f"{text}, which has {points} movement points")


def _refuse_card(table: StormTable, name: str) -> Refusal | None:
    """7.2 Only while that side chooses its impulse: an answer tells what is in the hand."""
    if table.asked(choosing_impulses.choose_impulse) is None:
        return Refusal("7.2", "no impulse is being chosen now")
    held = [
        card
        for card in members(table.hands[table.impulse])
        if name in (cards()[card].id, cards()[card].name)
    ]
    if not held:
        return Refusal("6.2", f"{name} is not in your hand")
    return card_actions.refuse_card(table, table.impulse, held[0])


def find_unit(name: str) -> int:
    """A unit by its name or id."""
    if name not in pieces().unit:
        raise BeachheadError(f"unit: there is no {name!r}; give a name such as '16/1'")
    return pieces().unit[name].index


def find_place(name: str | int) -> int:
    """A place by its number, name or tag."""
    if str(name) not in board().numbers:
        raise BeachheadError(f"to: there is no {name!r}; give an area such as 16 or 'Bayeux'")
    return board().place(name)
