"""What a seat may see of the table, by name. Hands are for their owner alone."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.bits import members
from beachhead.storm.attacks.attack_points import attack_terms, defense_terms
from beachhead.storm.cards.card_list import cards
from beachhead.storm.damage import retreats
from beachhead.storm.table import state
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.secrets import seen
from beachhead.storm.table.state import ALLIED, CardSet, StormTable, UnitSet
from beachhead.storm.victory import victory_points


def see(table: StormTable, seat: str | None) -> dict[str, Any]:
    """The table, JSON-able, as a seat sees it; None stands for a spectator."""
    units = pieces().units
    return {
        "turn": table.turn,
        "phase": table.phase,
        "impulse": SIDES[table.impulse],
        "passed": table.passed,
        "units": {
            units[unit].name: {
                "place": state.place_name(place),
                "spent": bool(table.spent >> unit & 1),
            }
            for unit, place in enumerate(table.where)
            if place >= 0
        },
        "control": {
            board().name(area): SIDES[ALLIED if table.allied_control >> area & 1 else 1]
            for area in AREAS
        },
        "hands": {
            side: _names(table.hands[number]) if seat == side else _held(table, number, seat)
            for number, side in enumerate(SIDES)
        },
        "stacks": {side: table.stock[number].bit_count() for number, side in enumerate(SIDES)},
        "discards": {side: _names(table.discards[number]) for number, side in enumerate(SIDES)},
        "removed": _names(table.removed),
        "support": table.support,
        "victory points": table.victory,
        "change": victory_points.change(table) if table.phase != "setup" else {},
        "released": table.released,
        "release rolled": table.release_rolled,
        "exploitation": _units(table.exploitation),
        "lost": _units(table.lost),
        "delayed": _units(table.delayed),
        "early reinforcements": table.early_panzers,
        "bombardment": {
            board().name(beach): points for beach, points in table.assigned.items() if beach >= 0
        },
        "action": _action(table),
        "attack": _attack(table),
    }


def _action(table: StormTable) -> dict[str, Any] | None:
    """7.1 The action under way: who does what, where, with how many points left."""
    action = table.action
    if not action.kind:
        return None
    return {
        "kind": action.kind,
        "side": SIDES[action.side],
        "units": _units(action.units),
        "place": state.place_name(action.place),
        "points": action.points,
    }


def _attack(table: StormTable) -> dict[str, Any] | None:
    """9.3 The attack being resolved, with every term of its sums and the damage so far."""
    attack = table.attack
    if attack is None:
        return None
    return {
        "side": SIDES[attack.side],
        "area": state.place_name(attack.area),
        "units": _units(attack.units),
        "attack": attack_terms(attack),
        "defense": defense_terms(table, attack),
        "dice": list(attack.dice),
        "damage": attack.damage,
        "assigned": {state.unit_name(unit): stage for unit, stage in table.assigning.items()},
        "retreating": [state.unit_name(unit) for unit in retreats.waiting(table)],
    }


def _units(units: UnitSet) -> list[str]:
    return [state.unit_name(unit) for unit in members(units)]


def _held(table: StormTable, side: int, seat: str | None) -> dict[str, Any]:
    """6.2 Of an enemy hand only the number of cards, and those that a card let the seat see."""
    return {"cards": table.hands[side].bit_count(), "known": _names(seen(table, side, seat))}


def _names(held: CardSet) -> list[str]:
    return [cards()[card].id for card in members(held)]
