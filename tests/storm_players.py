"""Simple players for Storm Over Normandy: enough to see how the sides balance."""

from __future__ import annotations

import random
from typing import Any

from beachhead.kernel.play import Option, State
from beachhead.storm.attacks.attack_points import attack_terms, defense_terms
from beachhead.storm.impulses import unit_actions
from beachhead.storm.odds import damage_chances
from beachhead.storm.table.board import board
from beachhead.storm.table.state import Attack, StormTable, controls, is_area, is_zone, side_of

DECLINE = ("pass", "no-card", "keep", "stop", "done", "no-attack")


def random_player(state: State[Any], rng: random.Random) -> Option:
    """Any option, all alike."""
    return rng.choice(state.decision.options)


def bold(state: State[Any], rng: random.Random) -> Option:
    """Acts while it can, attacks where damage is likely, marches on points, yields cheaply."""
    decision, table = state.decision, state.position
    options = decision.options
    weigh = {
        "impulse_chosen": _impulse,
        "action_chosen": _action,
        "unit_chosen": _unit,
        "attackers_chosen": _unit,
        "destination_chosen": _destination,
        "support_chosen": _most,
        "stage_chosen": _damage,
        "card_chosen": _card,
        "support_assigned": _even,
    }.get(decision.kind)
    if weigh is None:
        active = [option for option in options if option.id not in DECLINE]
        return rng.choice(active or options)
    worth = [weigh(table, decision, option) + rng.random() / 10 for option in options]
    return options[worth.index(max(worth))]


def _impulse(table: StormTable, _: Any, option: Option) -> float:
    if option.id == "pass":
        return -1
    what, place, nation = option.value
    if what != "activate":
        return 1.0
    return max(
        _worth(table, kind, place, there, nation)
        for kind, there in unit_actions.actions(table, table.impulse, place, nation)
    )


def _action(table: StormTable, decision: Any, option: Option) -> float:
    kind, there = option.value
    place, nation = decision.arguments
    return _worth(table, kind, place, there, nation)


def _worth(table: StormTable, kind: str, place: int, there: int, nation: str) -> float:
    """What an action promises: average damage of an attack, little for a move."""
    if kind == "move":
        return 0.6 if is_area(place) else 1.5
    side = table.impulse
    area = place if kind == "fire" else there
    units = unit_actions.able(table, place, nation)
    attack = Attack(side, area, units, assault=kind == "assault")
    points = sum(attack_terms(attack).values())
    chances = damage_chances(points, sum(defense_terms(table, attack).values()))
    average = sum(damage * throws for damage, throws in chances.items()) / 36
    return average - (0.8 if kind == "assault" else 0.0)


def _unit(_table: StormTable, _decision: Any, option: Option) -> float:
    return {"add-all": 3.0, "commit": 1.0, "no-attack": -1.0}.get(option.id, 2.0)


def _destination(table: StormTable, _: Any, option: Option) -> float:
    there = option.value
    if there < 0:
        return 0.5
    side = side_of(next(iter(table.action.origins)))
    if is_zone(there):
        return 3.0 + board().half_vp[there]
    if not is_area(there):
        return -1.0
    taken = 0 if controls(table, side, there) else 1
    return board().areas[there].vp * 2 + taken + 0.2


def _most(_table: StormTable, _decision: Any, option: Option) -> float:
    return float(option.value)


def _even(_table: StormTable, _decision: Any, option: Option) -> float:
    return -abs(option.value - 4.0)


def _damage(_table: StormTable, _decision: Any, option: Option) -> float:
    _, stage = option.value
    return {0: 9.0, 1: 3.0, 2: 2.0, 3: 1.0}[stage]


def _card(_table: StormTable, _decision: Any, option: Option) -> float:
    return 0.5 if option.id == "no-card" else 1.0


PLAYERS = {"random": random_player, "bold": bold}
