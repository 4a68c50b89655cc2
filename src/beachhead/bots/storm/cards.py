"""What cards are worth, in the hand and as they are played (6.0)."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.bots.storm.attacking import (
    harm_of,
    worth_by_units,
    worth_of_attack,
    worth_under_way,
)
from beachhead.bots.storm.ground import prize, rate, turns_left, unit_worths
from beachhead.bots.storm.marching import lay_of, reach
from beachhead.kernel.bits import members
from beachhead.storm.attacks.attack_points import defense_terms
from beachhead.storm.cards.card_list import Use, cards
from beachhead.storm.cards.interrupts import setting_out
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    Attack,
    CardSet,
    StormTable,
    UnitSet,
    fresh,
    is_zone,
    side_units,
    units_at,
)

KEEP: dict[str, float] = {
    "german-artillery": 0.8,
    "bocage": 1.1,
    "defensive-fire": 0.9,
    "german-shock-assault": 0.6,
    "88s": 0.6,
    "nebelwerfer": 0.6,
    "iron-cross": 0.8,
    "e-boats": 0.3,
    "german-intelligence": 0.5,
    "heil-hitler": 0.7,
    "hitler-commits-panzers": 5.0,
    "goetz-recon": 0.9,
    "composite-force": 0.9,
    "rommel-returns": 0.5,
    "overcast": 0.3,
    "allied-artillery": 0.9,
    "allied-shock-assault": 0.6,
    "armor-support": 1.0,
    "engineer-support": 1.0,
    "naval-power": 1.0,
    "jabos": 0.9,
    "ultra": 0.6,
    "where-is-patton": 0.8,
    "heavy-bombers": 0.8,
    "french-resistance": 0.4,
    "follow-me": 0.7,
}
"""What a card in the hand is worth, as our players see it."""


@cache
def keep_worth(card: int) -> float:
    """What a card is worth in the hand."""
    return KEEP[cards()[card].type.id]


def price(table: StormTable, side: int, card: int) -> float:
    """What it costs to part with a card: little late in the turn, since hands are filled again
    (6.1)."""
    return keep_worth(card) * _scarcity(table, side)


def _scarcity(table: StormTable, side: int) -> float:
    own = side_units(side) & ~table.spent
    return 0.15 + 0.4 * min(1.0, own.bit_count() / 20)


def cheapest(table: StormTable, side: int) -> float:
    """11.0 What the card costs that an assault is paid with."""
    hand = table.hands[side]
    return _least(hand) * _scarcity(table, side) if hand else 0.0


@lru_cache(maxsize=1024)
def _least(hand: CardSet) -> float:
    return min(keep_worth(card) for card in members(hand))


# --- 6.2 cards for a moment


def worth_of_play(table: StormTable, side: int, card: int, number: int, place: int) -> float:
    """6.2 What it is worth to play a card now, less what the card costs."""
    use = cards()[card].uses[number]
    return MOMENTS[use.effect](table, side, use, place) - price(table, side, card)


def _bonus(table: StormTable, _side: int, use: Use, _place: int) -> float:
    attack = table.attack
    assert attack is not None
    before = worth_under_way(table, attack)
    helped = attack.copy()
    helped.bonus += use["points"]
    return worth_under_way(table, helped) - before


def _no_terrain(table: StormTable, _side: int, _use: Use, _place: int) -> float:
    attack = table.attack
    assert attack is not None
    helped = attack.copy()
    helped.terrain = 0
    return worth_under_way(table, helped) - worth_under_way(table, attack)


def _double_terrain(table: StormTable, _side: int, use: Use, _place: int) -> float:
    attack = table.attack
    assert attack is not None
    hampered = attack.copy()
    hampered.terrain *= use["factor"]
    return worth_under_way(table, attack) - worth_under_way(table, hampered)


def _silenced(table: StormTable, _side: int, _use: Use, _place: int) -> float:
    attack = table.attack
    assert attack is not None
    hampered = attack.copy()
    hampered.silenced |= attack.units & pieces().armor
    return worth_under_way(table, attack) - worth_under_way(table, hampered)


def _less_damage(table: StormTable, side: int, use: Use, _place: int) -> float:
    attack = table.attack
    assert attack is not None
    under_fire = units_at(table, attack.area, side)
    spared: int = min(use["points"], attack.damage)
    count = max(1, under_fire.bit_count())
    hurt = sum(harm_of(table, unit)[1] for unit in members(under_fire)) / count
    return 0.35 * spared * hurt + 0.08 * spared * prize(table, side, attack.area)


def _fire_at_assault(table: StormTable, side: int, _use: Use, _place: int) -> float:
    action = table.action
    firing = fresh(table, side_units(side) & units_at(table, action.place))
    attack = Attack(side, action.place, firing, targets=action.units, stays_fresh=True)
    coming = worth_by_units(table, action.side, action.place, action.units & ~table.spent)
    return worth_under_way(table, attack) + 0.15 * coming


def _stop(table: StormTable, _side: int, _use: Use, place: int) -> float:
    """14.2 What the units that stay would have done."""
    action = table.action
    if action.kind == "move":
        return _march_stopped(table, action.units)
    staying = sum(1 << unit for unit in members(action.units) if action.origins[unit] == place)
    return _assault_weakened(table, staying)


def _march_stopped(table: StormTable, units: UnitSet) -> float:
    action = table.action
    goals = reach(lay_of(table, action.side), units, action.place, action.points)
    zone = max((rate(goal) for goal in goals if is_zone(goal)), default=0.0)
    ground = max(
        (
            prize(table, action.side, goal)
            for goal in goals
            if not is_zone(goal)
            and goal < 34
            and bool(table.allied_control >> goal & 1) != (action.side == ALLIED)
            and not units_at(table, goal, 1 - action.side)
        ),
        default=0.0,
    )
    count = units.bit_count()
    if action.side == ALLIED:
        return 0.2 * count + max(0.6 * zone * turns_left(table) * count, 0.5 * ground)
    return 0.2 * count + 0.5 * ground


def _assault_weakened(table: StormTable, staying: UnitSet) -> float:
    action = table.action
    all_ = worth_by_units(table, action.side, action.place, action.units)
    left = action.units & ~staying
    rest = worth_by_units(table, action.side, action.place, left) if left else 0.0
    return all_ - rest


def _interdict(table: StormTable, _side: int, use: Use, _place: int) -> float:
    """6.2 The die stops none, one or two."""
    units = setting_out(table)
    action = table.action
    count = units.bit_count()
    stopped: int = sum(min(each, count) for each in use["units"])
    share = stopped / 6 / max(1, count)
    if action.kind == "assault":
        return share * _assault_weakened(table, action.units)
    return share * (0.3 * count + 0.6 * _march_stopped(table, units))


def _first(_table: StormTable, _side: int, _use: Use, _place: int) -> float:
    return 0.6


def _delay(table: StormTable, _side: int, _use: Use, place: int) -> float:
    late = [
        unit
        for unit in members(due(table, GERMAN))
        if place in board().set_up_places(pieces().units[unit].setup)
    ]
    return sum(0.25 * unit_worths()[unit] for unit in late) if turns_left(table) > 1 else 0.0


CANCELLED = {
    "hitler-commits-panzers": 3.0,
    "german-artillery": 1.0,
    "german-shock-assault": 1.2,
    "defensive-fire": 0.8,
    "heil-hitler": 1.0,
    "german-intelligence": 0.6,
    "goetz-recon": 0.8,
    "composite-force": 0.8,
    "e-boats": 0.4,
    "jabos": 0.8,
    "naval-power": 1.2,
    "heavy-bombers": 1.0,
}
"""What it is worth that a card of the enemy has no effect."""


def _cancel(table: StormTable, _side: int, _use: Use, _place: int) -> float:
    return CANCELLED.get(cards()[table.played].type.id, 0.5)


def _slowed(table: StormTable, _side: int, _use: Use, _place: int) -> float:
    return 0.25 * table.action.units.bit_count()


MOMENTS = {
    "stop": _stop,
    "multiply_defensive_value": _double_terrain,
    "defensive_fire": _fire_at_assault,
    "no_firepower": _silenced,
    "attack_bonus": _bonus,
    "ignore_defensive_value": _no_terrain,
    "reduce_damage": _less_damage,
    "first_impulse": _first,
    "cancel": _cancel,
    "interdict": _interdict,
    "delay_reinforcements": _delay,
    "stop_in_first_area": _slowed,
}
"""6.2 What the effects of cards are worth at their moment."""


# --- 7.2 cards for an impulse


def fire_by_card(table: StormTable, side: int, area: int, use: Use) -> float:
    """9.2 What the fire of a card at an area is worth."""
    support = 0
    if use["support"]:
        support = min(table.support, board().areas[area].support_limit)
    attack = Attack(side, area, firepower=use["firepower"], card=0, cannot_eliminate=True)
    defense = sum(defense_terms(table, attack).values())
    under_fire = units_at(table, area, 1 - side)
    takes = bool(units_at(table, area, side))
    points = use["firepower"] + support
    worth = worth_of_attack(
        table, side, area, points, defense, under_fire, takes=takes, eliminates=False
    )
    # 9.2 Who is driven out of an area that is empty then may be followed there.
    return worth + 0.1 * worth * (not takes)


def side_of_card(card: int) -> int:
    """Whose card it is."""
    return SIDES.index(cards()[card].side)
