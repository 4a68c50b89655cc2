"""6.2 Cards played at a moment of the game, most of them during an enemy impulse.

At every such moment the side that could have a card for it is asked, whether it has one or not:
whether it is asked depends only on what both sides know (it has cards, and a copy of a fitting
card is not in sight), so nobody learns anything from the question. After a card is played it
is asked again, since several may be played in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic
from beachhead.storm.attacks.attack_points import involved, kind_of_attack, standing
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import Use, card_types, cards, copies, deck
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    CardSet,
    StormTable,
    UnitSet,
    card_tag,
    controls,
    enemy,
    fresh,
    is_area,
    is_zone,
    place_name,
    place_tag,
    side_units,
    steps,
    units_at,
)

OWN_ATTACK = "own_attack"
DEFENDING = ("enemy_attacks_in_bocage", "enemy_armor_attacks")
"""The moment before the dice of an attack, for its side and for the other."""
NO_CARD = "no-card"
"""The option to play none."""
PLAY_NONE = Option(NO_CARD, "Play no card", (-1, 0, NOWHERE), ends=True)

Effect = Callable[[StormTable, int, Use, int], None]
EFFECTS: dict[str, Effect] = {}
"""6.2a What each effect does, by its name: the functions of `reactions`."""


def effect(function: Effect) -> Effect:
    """Register the function that carries out the effect of its name."""
    EFFECTS[function.__name__] = function
    return function


DOES = {
    "stop": "units stay in the bocage and are spent",
    "multiply_defensive_value": "the area's Defensive Value counts double",
    "defensive_fire": "fire at the assaulting units",
    "no_firepower": "armor adds no firepower",
    "attack_bonus": "more attack points",
    "ignore_defensive_value": "the area gives no Defensive Value",
    "reduce_damage": "fewer damage points",
    "first_impulse": "the Germans take the first impulse",
    "cancel": "the enemy card has no effect",
    "interdict": "moving units are attacked from the air",
    "delay_reinforcements": "reinforcements of one Zone come a turn later",
    "stop_in_first_area": "the units stop in the first area",
}
"""Each effect in a few words."""


class Play(NamedTuple):
    """A card that may be played now: which of its uses, and on which place if it matters."""

    card: int
    use: int
    place: int


# --- the moments


def windows_for_leaving(table: StormTable) -> list[tuple[Any, ...]]:
    """6.2 Units are about to leave their area, by movement or assault."""
    if table.action.side == ALLIED:
        return [(window, GERMAN, "enemy_leaves_bocage")]
    return [(window, ALLIED, "enemy_moves", "enemy_leaves_zone")]


def windows_for_entry(table: StormTable) -> list[tuple[Any, ...]]:
    """6.2 Assaulting units have entered the area."""
    return [(window, enemy(table.action.side), "enemy_assault_enters")]


def windows_for_attack(side: int) -> list[tuple[Any, ...]]:
    """6.2 An attack is declared and the dice are not yet rolled: first its own side's cards."""
    return [
        (window, side, OWN_ATTACK),
        (window, enemy(side), *DEFENDING),
    ]


def windows_for_damage(side: int) -> list[tuple[Any, ...]]:
    """6.2 Units have received damage that is not yet assigned."""
    return [(window, enemy(side), "own_damage")]


def windows_for_reinforcements(side: int) -> list[tuple[Any, ...]]:
    """6.2 Reinforcements are about to be placed."""
    return [(window, enemy(side), "enemy_reinforcements")]


PROMPTS = {
    "turn_start": "The turn begins.",
    "enemy_leaves_bocage": "Allied units leave bocage.",
    "enemy_moves": "German units set out.",
    "enemy_leaves_zone": "German units leave a reinforcement box.",
    "enemy_assault_enters": "Assaulting units enter.",
    OWN_ATTACK: "Your attack is about to be resolved.",
    "enemy_attacks_in_bocage": "The enemy attacks.",
    "enemy_armor_attacks": "The enemy attacks.",
    "own_damage": "Your units take damage.",
    "enemy_reinforcements": "The enemy brings up reinforcements.",
    "enemy_card": "The enemy plays a card.",
}


# --- asking


def _several_may_be_played(_table: StormTable, *_: object) -> list[str]:
    return ["Several cards may be played one after the other (6.2)."]


def _card_shown(_table: StormTable, option: Option, *_: object) -> Shows:
    card = option.value[0]
    return Shows(card=card_tag(card)) if card >= 0 else AS_TOUCHED


def _passes(table: StormTable, side: int, *moments: str) -> str | None:
    """6.2 No card, when one could be played; in an attack of one's own only if there is none to
    play."""
    own = OWN_ATTACK in moments
    return None if own and any(_fits(table, side, table.hands[side], moments)) else NO_CARD


CARD = Topic(
    "card_chosen",
    "A card for the moment",
    must="Play a card that fits the moment, or let it pass.",
    may=_several_may_be_played,
    about=involved,
    builds=standing,
    shows=_card_shown,
    passes=_passes,
)
CARD_AGAINST_DAMAGE = replace(CARD, charts=("damage",))


@steps.question("interrupts.window")
def window(table: StormTable, side: int, *moments: str) -> Decision | None:
    """6.2c, 6.2e Play a card for the moment, or let it pass."""
    if not table.hands[side] or not any(_fits(table, side, out_of_sight(table, side), moments)):
        return None
    return Decision(
        SIDES[side],
        _prompt,
        "6.2",
        card_chosen,
        _plays,
        (side, *moments),
        topic=CARD_AGAINST_DAMAGE if "own_damage" in moments else CARD,
    )


def _prompt(_table: StormTable, _side: int, *moments: str) -> str:
    moment = "enemy_card" if "enemy_card" in moments else moments[0]
    return f"{PROMPTS[moment]} Play a card?"


def _plays(table: StormTable, side: int, *moments: str) -> list[Option]:
    plays = map(_option, _fits(table, side, table.hands[side], moments))
    return [*plays, PLAY_NONE]


@cache
def _option(play: Play) -> Option:
    card = cards()[play.card]
    tail = "" if play.place == NOWHERE else f"-{board().id(play.place)}"
    which = f"-{play.use + 1}" if sum(use.when != "impulse" for use in card.uses) > 1 else ""
    return Option(
        f"play-{card.id}{which}{tail}",
        partial(_label, play),
        tuple(play),
        () if play.place == NOWHERE else (place_tag(play.place),),
        commits=True,
    )


def _label(play: Play) -> str:
    card = cards()[play.card]
    on = "" if play.place == NOWHERE else f" on {place_name(play.place)}"
    return f"Play {card.name}{on}: {DOES[card.uses[play.use].effect]}"


def out_of_sight(table: StormTable, side: int) -> CardSet:
    """The cards of a side that are neither discarded nor removed: any may be in its hand."""
    return deck(SIDES[side]) & ~table.discards[side] & ~table.removed


def _fits(table: StormTable, side: int, held: CardSet, moments: tuple[str, ...]) -> Iterator[Play]:
    """The plays that some cards allow at the present moments. Copies of a card are alike: the
    first that is held stands for all of them."""
    for alike, number, use in _uses_at(moments):
        some = held & alike
        if some:
            for place in _targets(table, side, use):
                yield Play((some & -some).bit_length() - 1, number, place)


@cache
def _uses_at(moments: tuple[str, ...]) -> list[tuple[CardSet, int, Use]]:
    """The uses of cards at some moments: which copies, and which of their uses."""
    return [
        (copies(kind.id), number, use)
        for kind in card_types()
        for number, use in enumerate(kind.uses)
        if use.when in moments
    ]


def card_chosen(table: StormTable, play: tuple[int, int, int], side: int, *moments: str) -> None:
    """6.2 The card is played, its effect follows unless it is cancelled, and more may come."""
    card, number, place = play
    if card < 0:
        return
    use = cards()[card].uses[number]
    hands.play(table, side, card, "6.2", DOES[use.effect])
    follow: list[tuple[Any, ...]] = [(take_effect, side, card, number, place)]
    if use.when != "enemy_card":
        table.played, table.played_for_impulse, table.cancelled = card, False, False
        follow = [(window, enemy(side), "enemy_card"), *follow]
    table.then(*follow, *_windows_after(side, moments))


def _windows_after(side: int, moments: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """6.2c, 6.2f, CARD.bocage-c, CARD.defensive-fire-e The same side may play another card; an
    attacker may answer a card of the defender."""
    if set(moments) & set(DEFENDING):
        return windows_for_attack(enemy(side))
    return [(window, side, *moments)]


# --- when a use of a card fits, by what both sides know


def _targets(table: StormTable, side: int, use: Use) -> list[int]:
    """The places a use may be played on; one NOWHERE where it needs none; none if it does not
    fit."""
    if use.effect == "stop":
        return _areas_to_stop(table)
    if use.effect == "delay_reinforcements":
        return _zones_to_delay(table)
    return [NOWHERE] if _applies(table, side, use) else []


def _areas_to_stop(table: StormTable) -> list[int]:
    """14.2a, CARD.bocage-a, CARD.bocage-b The bocage areas that Allied units of the action are
    leaving."""
    action = table.action
    starts = (
        {action.place}
        if action.kind == "move"
        else {action.origins[unit] for unit in members(action.units)}
    )
    if not action.units:
        return []
    return sorted(place for place in starts if board().bocage >> place & 1)


def setting_out(table: StormTable) -> UnitSet:
    """6.2, 12.3g The units of an action that leave the first area of their way; 12.3 no card
    touches those in a box."""
    action = table.action
    first = set_of(unit for unit, start in action.origins.items() if table.where[unit] == start)
    if action.kind == "move" and action.entered == 1:
        first |= set_of(unit for unit, start in action.origins.items() if not is_area(start))
    return set_of(unit for unit in members(action.units & first) if is_area(table.where[unit]))


def _zones_to_delay(table: StormTable) -> list[int]:
    """The reinforcement boxes in which German units are due."""
    return sorted(
        {
            place
            for unit in members(due(table, GERMAN))
            for place in board().set_up_places(pieces().units[unit].setup)
            if is_zone(place)
        }
    )


def _applies(table: StormTable, side: int, use: Use) -> bool:
    """6.2e, CARD.bocage-e, 14.2a Whether a use without a target fits the moment."""
    action, attack = table.action, table.attack
    match use.when:
        case "turn_start":
            return table.first != side
        case "enemy_moves":
            return bool(setting_out(table))
        case "enemy_leaves_zone":
            leaves = action.kind == "move" and is_zone(action.place) and not action.one_area
            return leaves and bool(action.units)
        case "enemy_assault_enters":
            own = side_units(side) & units_at(table, action.place)
            return bool(action.units & ~table.spent) and bool(fresh(table, own))
        case "enemy_card":
            return can_cancel(table, use)
        case "own_damage":
            return attack is not None and attack.damage > 0
    if attack is None:
        return False
    if use.when == OWN_ATTACK:
        return _helps(table, side, use)
    if use.when == "enemy_armor_attacks":
        return bool(attack.units & pieces().armor & ~attack.silenced)
    # 14.2 Only units attack "in bocage": artillery and bombers are not hampered by hedges.
    inside = bool(attack.units) and bool(board().bocage >> attack.area & 1)
    return inside and controls(table, side, attack.area) and attack.terrain == 1


def _helps(table: StormTable, side: int, use: Use) -> bool:
    """Whether a card adds to the attack under way: of the right kind, in the right area."""
    attack = table.attack
    assert attack is not None
    kind = kind_of_attack(attack)
    if kind not in use["attacks"]:
        return False
    if kind == "card" and cards()[attack.card].type.id not in use["cards"]:
        return False
    if use.effect == "ignore_defensive_value":
        return attack.terrain > 0 and controls(table, enemy(side), attack.area)
    return not use["red_name"] or bool(board().red_names >> attack.area & 1)


# --- what the card does


def can_cancel(table: StormTable, use: Use) -> bool:
    """Whether a cancelling card fits the card just played: by its name, or as any card that is
    the enemy's impulse."""
    played = table.played
    if played < 0 or table.cancelled:
        return False
    card = cards()[played]
    if card.type.id in use["cards"]:
        return True
    return use["timing"] == "impulse" and table.played_for_impulse


@steps.step("interrupts.take_effect")
def take_effect(table: StormTable, side: int, card: int, number: int, place: int) -> None:
    """6.2 The effect of a card, unless it was cancelled."""
    if table.cancelled and card == table.played:
        return
    use = cards()[card].uses[number]
    EFFECTS[use.effect](table, side, use, place)
