"""Playing on in a look ahead: an impulse is decided as a whole, and nothing is weighed twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from beachhead.bots.storm.marching import NO_MARCH, best_march, lay_of, reach, way_to
from beachhead.bots.storm.weighing import best_attack, worth_of_impulse
from beachhead.kernel.bits import members
from beachhead.kernel.decision import Decision
from beachhead.storm import movement
from beachhead.storm.cards import card_actions
from beachhead.storm.impulses import release_rolls, unit_actions
from beachhead.storm.impulses.choosing_impulses import PASS
from beachhead.storm.impulses.unit_actions import ALL, ENOUGH
from beachhead.storm.table.state import NOWHERE, StormTable, UnitSet

Answer = Callable[[Decision], Any]
"""What is answered to a decision: the value of one of its options."""


class Intent(NamedTuple):
    """What a side does with its impulse: units of a place move, fire or assault; or a card is
    played, or nothing is done."""

    worth: float
    impulse: tuple[str, int, str]
    deed: tuple[str, int] = ("", NOWHERE)
    units: UnitSet = 0
    """Who takes part."""
    goal: int = NOWHERE
    """8.0 Where they move."""


def best_intent(table: StormTable, side: int) -> Intent:
    """7.0 What seems worth most."""
    best = Intent(0.0, PASS)
    for found in _intents(table, side):
        if found.worth > best.worth:
            best = found
    return best


def _intents(table: StormTable, side: int) -> Iterator[Intent]:
    lay = lay_of(table, side)
    for place, nation, units in unit_actions.ready(table, side):
        impulse = "activate", place, nation
        for deed, able in unit_actions.actions_of(table, side, place, units).items():
            kind, there = deed
            if kind == "move":
                march = best_march(lay, place, able)
                if march is not NO_MARCH:
                    yield Intent(march.worth, impulse, deed, march.units, march.there)
            else:
                worth, taking_part = best_attack(table, side, kind, place, there, able)
                yield Intent(worth, impulse, deed, taking_part)
    for card in card_actions.playable(table, side):
        yield Intent(worth_of_impulse(table, side, "card", card, ""), ("card", card, ""))
    if release_rolls.may_roll(table, side):
        yield Intent(worth_of_impulse(table, side, "release", 0, ""), ("release", 0, ""))


def replies(otherwise: Answer) -> Answer:
    """Who plays on at once; what is not part of an impulse is answered otherwise."""
    intent = Intent(0.0, PASS)
    way: tuple[int, ...] = ()

    def answer(decision: Decision) -> Any:
        nonlocal intent, way
        kind, table = decision.kind, decision.position
        if kind == "impulse_chosen":
            intent, way = best_intent(table, table.impulse), ()
            return intent.impulse
        if kind == "action_chosen" and decision.arguments == intent.impulse[1:]:
            return intent.deed
        if kind == "unit_chosen" and decision.arguments[:3] == _asked(intent):
            return _next_unit(table, intent.units, decision.arguments)
        if kind == "destination_chosen" and table.action.units == intent.units:
            way = way or _way(table, intent)
            step = NOWHERE if table.action.place == intent.goal else way[table.action.entered]
            if any(option.value == step for option in decision.options):
                return step
        return otherwise(decision)

    return answer


def _asked(intent: Intent) -> tuple[str, int, int]:
    kind, there = intent.deed
    return kind, intent.impulse[1], there


def _next_unit(table: StormTable, wanted: UnitSet, arguments: tuple[Any, ...]) -> int:
    """7.1 The next of those who take part, if any is left."""
    kind, place, there, nation, chosen = arguments
    if not chosen and wanted == unit_actions.candidates(table, kind, place, there, nation):
        return ALL
    return next(members(wanted & ~chosen), ENOUGH)


def _way(table: StormTable, intent: Intent) -> tuple[int, ...]:
    """8.0 The way of those who move."""
    place, units = table.action.place, intent.units
    before = reach(lay_of(table, table.action.side), units, place, movement.movement_points(units))
    return way_to(before, place, intent.goal)
