"""Why not? Answers for a unit and a hex: to move, attack, be transferred, invade, enter, leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beachhead.dday91.air.air_attack_restriction import refuse_air_alone
from beachhead.dday91.combat import occupation, separating_combats
from beachhead.dday91.movement import armies, move_legs, normal_movement, ranges
from beachhead.dday91.notation.reading import find_hex
from beachhead.dday91.options import pursuit
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.setup import placing_units
from beachhead.dday91.stacking import stacking_limits
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    enemy,
    hex_label,
    side_of,
    unit_name,
    units_in,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.dday91.why_not import optional_rules
from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.play import Refusal

WORDS = ("unit", "to", "action")


def why_not(table: DDayTable, /, **question: Any) -> Refusal | None:
    """Why a unit may not do something, or not in a hex; None if it may.

    `unit` alone asks whether it may be moved at all, with `to` about a move there (or, in set-up
    and among reinforcements, about being placed there). `action` is one of move, attack, transfer,
    invade, place, exit, occupy, stop (to end a move there); or, by the optional rules, drop, bomb,
    react, strike, extra-effort, detach, recombine, replace.
    """
    unknown = question.keys() - set(WORDS)
    if unknown:
        raise BeachheadError(f"why_not: {min(unknown)!r} is not one of {', '.join(WORDS)}")
    unit = find_unit(question.get("unit", ""))
    there = _somewhere(table, question["to"]) if "to" in question else None
    action = question.get("action") or _usual(table, unit, there)
    if action not in ACTIONS:
        raise BeachheadError(f"action: {action!r} is not one of {', '.join(ACTIONS)}")
    if action in NEEDS_PLACE and there is None:
        raise BeachheadError(f"why_not: say where to {action}; to='G13' or to='Paris'")
    return ACTIONS[action](table, unit, there)


def find_unit(name: str) -> int:
    """A unit by its id."""
    if name not in pieces().unit:
        raise BeachheadError(f"unit: there is no {name!r}; give a name such as '5U' or '1-US'")
    return pieces().unit[name].index


def _usual(table: DDayTable, unit: int, there: int | None) -> str:
    """2b What one asks about in the step under way, if nothing is said."""
    if table.hex[unit] < 0 or table.step == "setup":
        return "place"
    usual = {"port-transfer": "transfer", "invasion": "invade", "combat": "attack"}
    return "move" if there is None or table.moving else usual.get(table.step, "move")


def _somewhere(table: DDayTable, name: str) -> int:
    """A hex, or that of the army whose holding box is named."""
    army = pieces().unit.get(name.removeprefix("box-"))
    if name.startswith("box-") and army is not None and table.hex[army.index] >= 0:
        return table.hex[army.index]
    return place(name)


def place(name: str) -> int:
    """A hex by its number or its city."""
    hex_ = find_hex(name)
    if hex_ is None:
        raise BeachheadError(f"to: there is no {name!r}; give a hex such as 'G13' or 'Paris'")
    return hex_


# --- moving


def _move(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """3 Why a unit may not be moved, or not to a hex."""
    on_the_way = _set_off(table, unit)
    if isinstance(on_the_way, Refusal):
        return on_the_way
    if there is None:
        return None
    within = ranges.reach(on_the_way, on_the_way.moving)
    if there in within.cost and there != table.hex[unit]:
        return move_legs.refuse_path(on_the_way, within.paths[there])
    return _why_out_of_reach(on_the_way, on_the_way.moving, there)


def _set_off(table: DDayTable, unit: int) -> DDayTable | Refusal:
    """3, 14b2 The table with a unit on the move, or why it may not be moved."""
    if unit in table.moving:
        return table
    if table.asked(pursuit.choose_pursuit) is not None:
        return pursuit.refuse_pursuit(table, unit) or pursuit.set_off(table, unit)
    picked = table.asked(normal_movement.choose_leg)
    refused = None if picked is None else armies.refuse_again(table, unit, *picked)
    refused = refused or normal_movement.refuse_mover(table, unit)
    if refused is None and not normal_movement.can_go(table, unit):
        refused = _why_nowhere(table, unit)
    return refused or normal_movement.set_off(table, unit)


def _why_nowhere(table: DDayTable, unit: int) -> Refusal:
    """3b Why a unit can enter no hex: what bars the one it comes nearest to entering."""
    here = table.hex[unit]
    found = [
        refused
        for there in members(ranges.ways(unit, here))
        if (refused := ranges.refuse_leg(table, unit, here, there, 0)) is not None
    ]
    if not found:
        return Refusal("3a", f"there is no way out of {hex_label(here)}")
    nearest = max(found, key=lambda refused: ("3b3", "3b1").count(refused.rule))
    return Refusal(nearest.rule, f"there is nowhere to go: {nearest.text}")


def _why_out_of_reach(table: DDayTable, group: list[int], there: int) -> Refusal:
    """3b The reason nearest at hand: enemies, the sea, the next hex, or the distance."""
    unit, here = group[0], table.hex[group[0]]
    if there == here:
        return Refusal("3", f"{unit_name(unit)} is in {hex_label(there)}")
    if board().is_sea(there) and not pieces().air >> unit & 1:
        return Refusal("3b3", f"{unit_name(unit)} may not enter a sea hex")
    if board().adjacent[here] >> there & 1:
        for each in group:
            refused = ranges.refuse_leg(table, each, here, there, table.expended.get(each, 0))
            if refused is not None:
                return refused
    if stacking_limits.set_of_closed(table, unit) >> there & 1:
        return stacking_limits.enemies_in(table, there)
    bounds = ranges.limits(table, group)
    if bounds.stopped:
        text = f"{unit_name(unit)} is in an enemy zone of control and must stop"
        return Refusal("3b3", text)
    threatened = zones(table, enemy(side_of(unit))) >> there & 1
    if threatened and bounds.into_zone < 0:
        text = "a unit began in an enemy zone of control and may not enter another, as in "
        return Refusal("3b3", f"{text}{hex_label(there)}")
    if threatened:
        text = f"{hex_label(there)} is in an enemy zone of control and out of reach with the "
        return Refusal("3b1", f"{text}{max(0, bounds.into_zone)} movement factors left for that")
    text = f"{hex_label(there)} is out of reach with the {max(0, bounds.factors)} movement factors"
    return Refusal("3b1", f"{text} left")


def _stop(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """2d1, 3b3 Why a move may not end in a hex."""
    hex_ = table.hex[unit] if there is None else there
    on_the_way = _set_off(table, unit)
    if isinstance(on_the_way, Refusal):
        return on_the_way
    if hex_ != table.hex[unit]:
        refused = _move(on_the_way, unit, hex_)
        if refused is not None:
            return refused
        way = ranges.reach(on_the_way, on_the_way.moving).paths[hex_]
        on_the_way = move_legs.gone(on_the_way, way)
    return move_legs.refuse_stop(on_the_way)


def _exit(table: DDayTable, unit: int, _there: int | None) -> Refusal | None:
    """3g Why a unit may not leave the board."""
    on_the_way = _set_off(table, unit)
    return on_the_way if isinstance(on_the_way, Refusal) else move_legs.refuse_exit(on_the_way)


# --- fighting


def _attack(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """4a Why a unit may not attack a hex."""
    assert there is not None
    if table.step != "combat":
        return Refusal("4", "combat takes place only in combat steps")
    if side_of(unit) != table.side:
        return Refusal("2b", f"{unit_name(unit)} is the defender's")
    if not units_in(table, there, enemy(table.side)) & ~pieces().strategic_air:
        return Refusal("4a2", f"there is no enemy in {hex_label(there)}")
    if any(each.hexes >> there & 1 for each in table.combats):
        return Refusal("4a3", f"the combat for {hex_label(there)} has been announced already")
    refused = separating_combats.refuse_attacker(table, unit, there)
    return refused or refuse_air_alone(table, unit, table.building, there)


def _occupy(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """4f, 3e2 Why a unit may not move into the hex that was won, or land where nobody defends."""
    if table.asked(occupation.land_unopposed) is not None:
        return _land(table, unit, there)
    won = table.asked(occupation.choose_advance)
    if won is None:
        return Refusal("4f", "no hex has just been won")
    target, *sources = won
    if there not in (None, target):
        return Refusal("4f", f"{hex_label(target)} is the hex that was won")
    if not occupation.candidates(table, target, *sources) >> unit & 1:
        return Refusal("4f", f"{unit_name(unit)} did not win it, nor is it with those who did")
    return occupation.refuse_advance(table, unit, target, *sources)


def _land(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """3e2 Why an invader may not land in a hex, or in none."""
    if there is not None:
        return occupation.refuse_landing(table, unit, there)
    beaches = members(occupation.arrows(table, unit))
    answers = [occupation.refuse_landing(table, unit, hex_) for hex_ in beaches]
    if not answers:
        return Refusal("3e2", f"{unit_name(unit)} does not invade")
    return None if None in answers else answers[0]


# --- the sea, and entering


def _transfer(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """3e-a, 3e1 Why a unit may not be transferred."""
    if side_of(unit) != ALLIED:
        return Refusal("3e", "only Allied units make port transfers")
    if table.step != "port-transfer":
        return Refusal("2b", "port transfers are made in the port transfer step")
    refused = port_transfers.refuse_transfer(table, unit)
    if refused is not None or there is None:
        return refused
    return port_transfers.refuse_port(table, unit, there)


def _invade(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """3e-a, 3e2 Why a unit may not invade."""
    assert there is not None
    if side_of(unit) != ALLIED:
        return Refusal("3e", "only Allied units make invasions")
    if table.step != "invasion":
        return Refusal("2b", "invasions are made in the invasion step")
    if table.invaders >> unit & 1:
        return Refusal("3e2", f"{unit_name(unit)} is invading already")
    return invasions.refuse_invasion(table, unit, there)


def _place(table: DDayTable, unit: int, there: int | None) -> Refusal | None:
    """6a4, 3f Why a unit may not be set up or enter in a hex."""
    if table.step == "setup":
        refused = placing_units.refuse_lift(table, unit) if table.hex[unit] >= 0 else None
        return (
            refused if there is None else refused or placing_units.refuse_place(table, unit, there)
        )
    if table.hex[unit] >= 0:
        return Refusal("3f", "it is on the board already")
    if table.step != "reinforcement" or side_of(unit) != table.side:
        return Refusal("3f", f"{unit_name(unit)} enters in its side's reinforcement step")
    refused = entering.refuse_entry(table, unit)
    if refused is not None or there is None:
        return refused
    if there not in members(entering.entry_hexes(table, unit)):
        text = f"{hex_label(there)} is no entry hex of {unit_name(unit)} that its side controls"
        return Refusal("3f", text)
    return entering.refuse_stack_there(table, unit, there)


ACTIONS: dict[str, Callable[[DDayTable, int, int | None], Refusal | None]] = {
    "move": _move,
    "stop": _stop,
    "attack": _attack,
    "transfer": _transfer,
    "invade": _invade,
    "place": _place,
    "exit": _exit,
    "occupy": _occupy,
    **optional_rules.ACTIONS,
}
NEEDS_PLACE = ("attack", "invade", *optional_rules.NEEDS_PLACE)
