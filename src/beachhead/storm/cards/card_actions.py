"""7.2 Card actions: cards that are played for the impulse."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.telling import Text
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks import fire_attacks
from beachhead.storm.attacks.attack_points import hostile
from beachhead.storm.cards import hands, interrupts, refresh_cards, shock_assault
from beachhead.storm.cards.card_list import Use, impulse_use, use_of
from beachhead.storm.impulses import unit_actions
from beachhead.storm.movement import refuse_stack
from beachhead.storm.reinforcements import arriving
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREAS, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    GERMAN,
    NOWHERE,
    Attack,
    PlaceSet,
    StormTable,
    UnitSet,
    card_name,
    controls,
    enemy,
    place_name,
    place_tag,
    put,
    steps,
    tags,
    unit_name,
    units_at,
)
from beachhead.storm.victory import control


class CardAction(NamedTuple):
    """What a card does for an impulse: why it cannot be played now, and what it does."""

    refuse: Callable[[StormTable, int, Use], Refusal | None]
    do: Callable[[StormTable, int, Use, int], None]


def refuse_card(table: StormTable, side: int, card: int) -> Refusal | None:
    """6.2d Why a card cannot be the impulse."""
    use = impulse_use(card)
    if use is None:
        return Refusal("6.2", f"{card_name(card)} is not a card for an impulse")
    return CARD_ACTIONS[use.effect].refuse(table, side, use)


def playable(table: StormTable, side: int) -> list[int]:
    """7.2 The cards in the hand that can be the impulse. Copies of a card are side by side."""
    found, asked, fits = [], None, False
    for card in members(table.hands[side]):
        use = impulse_use(card)
        if use is not None and use is not asked:
            asked, fits = use, CARD_ACTIONS[use.effect].refuse(table, side, use) is None
        if use is not None and fits:
            found.append(card)
    return found


@steps.step("effects.play_for_impulse")
def play_for_impulse(table: StormTable, side: int, card: int) -> None:
    """6.2, 7.2 The card is played; the enemy may cancel it; then it takes effect."""
    use = use_of(card)
    hands.play(table, side, card, "7.2", WORDS[use.effect])
    table.played, table.played_for_impulse, table.cancelled = card, True, False
    table.then((interrupts.window, enemy(side), "enemy_card"), (carry_out, side, card))


WORDS = {
    "fire_attack": "a fire attack",
    "unit_fire_attack": "a fire attack by units that stay fresh",
    "shock_assault": "an assault from two areas",
    "lose_support": "Support Points are lost",
    "look_and_discard": "a look at the enemy hand",
    "refresh": "units become fresh",
    "hasten_reinforcements": "reinforcements come earlier",
    "place_unit": "a unit is placed",
}


@steps.step("effects.carry_out")
def carry_out(table: StormTable, side: int, card: int) -> None:
    """7.2 The effect, unless the card was cancelled."""
    if not table.cancelled:
        use = use_of(card)
        CARD_ACTIONS[use.effect].do(table, side, use, card)


# --- 9.2 fire attacks by cards


def areas_under_fire(table: StormTable, side: int, use: Use) -> PlaceSet:
    """9.2a, 9.2c, 12.3g The areas with enemy units that a card may fire at."""
    areas = control.occupied(table, enemy(side))
    if use["target"] == "red_name":
        areas &= board().red_names
    elif use["target"] == "no_own_units":
        areas &= ~control.occupied(table, side)
    return areas


def _refuse_fire_attack(table: StormTable, side: int, use: Use) -> Refusal | None:
    if not areas_under_fire(table, side, use):
        return Refusal("9.2", "there is no area with enemy units that it could fire at")
    return None


def _fire_attack(table: StormTable, side: int, _use: Use, card: int) -> None:
    table.then((choose_target, side, card))


def attack_by_card(side: int, area: int, card: int) -> Attack:
    """9.2a, 6.2b An attack by the card alone."""
    use = use_of(card)
    return Attack(
        side,
        area,
        firepower=use["firepower"],
        card=card,
        cannot_eliminate=True,
        support_allowed=use["support"],
    )


def _attack_on_target(
    _table: StormTable, option: Option | None, side: int, card: int
) -> Attack | None:
    return None if option is None else attack_by_card(side, option.value, card)


TARGET = Topic("target_chosen", "The target of a card", builds=_attack_on_target, shows=hostile)


@steps.question("effects.choose_target")
def choose_target(table: StormTable, side: int, card: int) -> Decision:
    """9.2 The area that the card fires at."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        lambda _table, _side, card: f"{card_name(card)}: which area is fired at?",
        "9.2",
        target_chosen,
        [_target(area) for area in members(areas_under_fire(table, side, use))],
        (side, card),
        topic=TARGET,
    )


@cache
def _target(area: int) -> Option:
    return Option(
        f"at-{board().id(area)}",
        lambda: f"Fire at {place_name(area)}",
        area,
        (place_tag(area),),
        commits=True,
    )


def target_chosen(table: StormTable, area: int, side: int, card: int) -> None:
    """9.2 The card fires."""
    fire_attacks.open_fire(table, attack_by_card(side, area, card))


# --- CARD.defensive-fire for the impulse


def _stacks_that_can_fire(table: StormTable, side: int) -> list[tuple[int, str]]:
    return [
        (place, nation)
        for place, nation, _ in unit_actions.ready(table, side)
        if fire_attacks.can_fire(table, side, place)
    ]


def _refuse_unit_fire(table: StormTable, side: int, _use: Use) -> Refusal | None:
    if not _stacks_that_can_fire(table, side):
        return Refusal("9.1", "no fresh unit that may act has an enemy in its area")
    return None


def _unit_fire(table: StormTable, side: int, _use: Use, _card: int) -> None:
    table.then((choose_firing_area, side))


FIRING_AREA = Topic("firing_area_chosen", "Who fires and stays fresh", shows=hostile)


@steps.question("effects.choose_firing_area")
def choose_firing_area(table: StormTable, side: int) -> Decision:
    """CARD.defensive-fire-a The area whose units fire and stay fresh."""
    return Decision(
        SIDES[side],
        "Units of which area fire and stay fresh?",
        "CARD.defensive-fire",
        firing_area_chosen,
        [
            _firing_area(table, place, nation)
            for place, nation in _stacks_that_can_fire(table, side)
        ],
        topic=FIRING_AREA,
        forced=True,
    )


def _firing_area(table: StormTable, place: int, nation: str) -> Option:
    """Several units are chosen next, but a lone one fires at once."""
    units = unit_actions.candidates(table, "fire-fresh", place, place, nation)
    alone = units.bit_count() == 1
    text: Text = partial(place_name, place)
    if alone:
        text = unit_actions.deed(table, "fire-fresh", place, place, units)
    id_ = f"fire-{board().id(place)}-{nation}"
    return Option(id_, text, (place, nation), (place_tag(place),), commits=alone)


def firing_area_chosen(table: StormTable, choice: tuple[int, str]) -> None:
    # CARD.defensive-fire-a They stay fresh.
    place, nation = choice
    unit_actions.action_chosen(table, ("fire-fresh", place), place, nation)


# --- Support Points and hands


def _refuse_lose_support(table: StormTable, _side: int, _use: Use) -> Refusal | None:
    if not table.support:
        return Refusal("9.3.3", "the Allies have no Support Points left")
    return None


def _lose_support(table: StormTable, _side: int, use: Use, _card: int) -> None:
    lost = min(use["points"], table.support)
    left = table.support = table.support - lost
    table.tell(
        "9.3.3",
        telling.SUPPORT,
        lambda: f"The Allies lose {lost} Support Point{'s' if lost > 1 else ''}: {left} left.",
        points=-lost,
        left=left,
    )


def _refuse_look(table: StormTable, side: int, _use: Use) -> Refusal | None:
    if not table.hands[enemy(side)]:
        return Refusal("6.2", "the enemy hand is empty")
    return None


def _look(table: StormTable, side: int, _use: Use, _card: int) -> None:
    other = enemy(side)
    hand = table.hands[other]
    table.known[other] |= hand
    table.tell(
        "6.2",
        telling.LOOK,
        lambda: f"You see the enemy hand: {', '.join(map(card_name, members(hand)))}.",
        seats=[SIDES[side]],
    )
    table.tell("6.2", telling.LOOKS, lambda: f"{SIDES[side].title()} looks at the enemy hand.")
    table.then((choose_to_discard, side))


ENEMY_HAND = Topic("enemy_card_discarded", "A card of the enemy hand", shows=hands.as_card)


@steps.question("effects.choose_to_discard")
def choose_to_discard(table: StormTable, side: int) -> Decision:
    """6.2 Which card of the enemy hand is discarded."""
    hand = table.hands[enemy(side)]
    several = hand.bit_count() > 1
    return Decision(
        SIDES[side],
        "Which card of the enemy hand is discarded?",
        "6.2",
        enemy_card_discarded,
        [hands.discard_option(card, commits=several) for card in members(hand)],
        (side,),
        topic=ENEMY_HAND,
        forced=True,
    )


def enemy_card_discarded(table: StormTable, card: int, side: int) -> None:
    hands.discard(table, enemy(side), card, "6.2", "by the enemy's choice")


# --- German reinforcements and units placed by card


def _refuse_hasten(table: StormTable, _side: int, _use: Use) -> Refusal | None:
    if table.early_panzers:
        return Refusal("12.1", "German reinforcements come early already")
    return None


def _hasten(table: StormTable, _side: int, _use: Use, _card: int) -> None:
    """12.1 What is due this turn comes now; from now on all come one turn early."""
    table.then(*((arriving.place, unit) for unit in members(due(table, GERMAN))))
    table.early_panzers = True
    table.tell("12.1", telling.EARLY, "From now on German reinforcements arrive one turn early.")


def _places_for(table: StormTable, side: int, use: Use) -> list[int]:
    """2.1.1n Where the unit that a card brings may be placed."""
    zones = [zone for zone in ZONES if board().zone(zone).letter in use["zones"]]
    beside = 0
    for zone in zones:
        beside |= board().adjacent[zone]
    return zones + [
        area
        for area in AREAS
        if (use["anywhere"] or beside >> area & 1)
        and controls(table, side, area)
        and not units_at(table, area, enemy(side))
        and refuse_stack(table, _unit_of(use), side, area) is None
    ]


def _unit_of(use: Use) -> UnitSet:
    return 1 << pieces().unit[use["unit"]].index


def _refuse_place(table: StormTable, side: int, use: Use) -> Refusal | None:
    if table.where[pieces().unit[use["unit"]].index] != NOWHERE:
        return Refusal("2.1.1", f"{use['unit']} has been in play already")
    if not _places_for(table, side, use):
        return Refusal("2.1.1", f"there is no place for {use['unit']}")
    return None


def _place_unit(table: StormTable, side: int, _use: Use, card: int) -> None:
    table.then((choose_place_for_unit, side, card))


PLACE = Topic("unit_placed", "A unit that a card brings")


@steps.question("effects.choose_place_for_unit")
def choose_place_for_unit(table: StormTable, side: int, card: int) -> Decision:
    """2.1.1n Where the unit appears, fresh."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        lambda _table, card: f"Where does {use_of(card)['unit']} appear?",
        "2.1.1",
        unit_placed,
        [_place_in(place) for place in _places_for(table, side, use)],
        (card,),
        topic=PLACE,
        forced=True,
    )


def _place_in(place: int) -> Option:
    id_ = f"in-{board().id(place)}"
    return Option(id_, partial(place_name, place), place, (place_tag(place),))


def unit_placed(table: StormTable, place: int, card: int) -> None:
    use = use_of(card)
    unit = pieces().unit[use["unit"]].index
    put(table, 1 << unit, place)
    table.tell(
        "2.1.1",
        telling.REINFORCEMENT,
        lambda: f"{unit_name(unit)} appears in {place_name(place)}.",
        tags(1 << unit, place),
        unit=unit_name(unit),
        place=place_name(place),
    )
    control.update(table)


CARD_ACTIONS = {
    "fire_attack": CardAction(_refuse_fire_attack, _fire_attack),
    "unit_fire_attack": CardAction(_refuse_unit_fire, _unit_fire),
    "shock_assault": CardAction(shock_assault.refuse_shock, shock_assault.shock),
    "lose_support": CardAction(_refuse_lose_support, _lose_support),
    "look_and_discard": CardAction(_refuse_look, _look),
    "refresh": CardAction(refresh_cards.refuse_refresh, refresh_cards.refresh),
    "hasten_reinforcements": CardAction(_refuse_hasten, _hasten),
    "place_unit": CardAction(_refuse_place, _place_unit),
}
"""7.2, 6.2a The cards for an impulse, by their effect."""
