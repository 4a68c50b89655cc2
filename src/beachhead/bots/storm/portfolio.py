"""Orders worth looking at with an impulse: the assaults and fire with the best odds, marches on
ground that counts or is in danger, cards on their best targets; the best first."""

from __future__ import annotations

from functools import partial

from beachhead.bots.storm.cards import fire_by_card, price
from beachhead.bots.storm.contests import worth_of_closing_in
from beachhead.bots.storm.marching import Lay, March, lay_of, marches, reach, way_to
from beachhead.bots.storm.weighing import best_parting, worth_of_card
from beachhead.kernel.bits import members
from beachhead.kernel.orders import Order
from beachhead.kernel.play import State
from beachhead.storm import movement
from beachhead.storm.cards import card_actions
from beachhead.storm.cards.card_list import cards, use_of
from beachhead.storm.impulses import unit_actions
from beachhead.storm.orders import attack_order, march, setting_out
from beachhead.storm.table.board import board
from beachhead.storm.table.state import (
    StormTable,
    UnitSet,
    card_name,
    card_tag,
    place_name,
    place_tag,
)

Ranked = tuple[float, Order]

MARCHES = 4
"""How many marches of a stack are looked at."""
TARGETS = 2
"""How many targets of a card are looked at."""


def portfolio(state: State[StormTable]) -> list[Order]:
    """7.0 What is worth looking at with the impulse."""
    table = state.position
    side = table.impulse
    by_whom: list[list[Ranked]] = []
    for place, nation, units in unit_actions.ready(table, side):
        found: list[Ranked] = []
        for (kind, there), able in unit_actions.actions_of(table, side, place, units).items():
            if kind == "move":
                found += _marches(table, side, place, nation, able)
            else:
                found.append(_attack(table, side, kind, place, there, nation, able))
        by_whom.append(found)
    kinds = {cards()[card].type.id: card for card in card_actions.playable(table, side)}
    by_whom += [_card(table, side, card) for card in kinds.values()]
    return different(by_whom)


ALIKE = 0.5
"""By how much an order must be better for each better one of the same stack or card, to be looked
at before others'."""


def different(by_whom: list[list[Ranked]]) -> list[Order]:
    """All orders, the best first; but those of one stack or card do not crowd out all others."""
    ranked = []
    for found in by_whom:
        found.sort(key=lambda each: -each[0])
        for better, (worth, order) in enumerate(found):
            ranked.append((worth - ALIKE * better, order._replace(worth=worth)))
    ranked.sort(key=lambda each: -each[0])
    return [order for _, order in ranked]


def _attack(
    table: StormTable, side: int, kind: str, place: int, there: int, nation: str, able: int
) -> Ranked:
    """9.1, 11.0 Fire or an assault by all who add to it."""
    worth, units = best_parting(table, side, kind, place, there, able)
    return worth, attack_order(table, kind, place, there, nation, units)


def _marches(table: StormTable, side: int, place: int, nation: str, able: int) -> list[Ranked]:
    """8.0 The best places for the stack or a part of it."""
    lay = lay_of(table, side)
    best: dict[int, March] = {}
    for each in marches(lay, place, able, partial(_closing_in, table, lay)):
        if each.there not in best or each.worth > best[each.there].worth:
            best[each.there] = each
    found = []
    for each in sorted(best.values(), reverse=True)[:MARCHES]:
        before = reach(lay, each.units, place, movement.movement_points(each.units))
        order = march(each.units, place, way_to(before, place, each.there))
        choices = (*setting_out(table, place, nation, each.units), *order.choices)
        found.append((each.worth, order._replace(choices=choices)))
    return found


def _closing_in(table: StormTable, lay: Lay, there: int, units: UnitSet) -> float:
    """8.0, 9.1 What it is worth to go in where the enemy stands, to fire from there."""
    return worth_of_closing_in(table, lay.side, there, units, lay.stakes[there])


def _card(table: StormTable, side: int, card: int) -> list[Ranked]:
    """7.2 A card, on its best targets."""
    use = use_of(card)
    cost = price(table, side, card)
    if use.effect != "fire_attack":
        order = Order(lambda: f"Play {card_name(card)}", (card_tag(card),), (), (), "7.2")
        return [(worth_of_card(table, side, card) - cost, order)]
    areas = members(card_actions.areas_under_fire(table, side, use))
    ranked = sorted(((fire_by_card(table, side, area, use), area) for area in areas), reverse=True)
    return [(worth - cost, _fire(card, area)) for worth, area in ranked[:TARGETS]]


def _fire(card: int, area: int) -> Order:
    return Order(
        lambda: f"{card_name(card)} on {place_name(area)}",
        (card_tag(card), f"at-{board().id(area)}"),
        (),
        (place_tag(area),),
        "9.2",
        hostile=True,
    )
