"""11 Assaults: moving into an area and attacking in one impulse."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks import fire_attacks
from beachhead.storm.attacks.attack_points import involved, standing
from beachhead.storm.cards import hands, interrupts
from beachhead.storm.impulses import release_rolls
from beachhead.storm.movement import STRONGPOINT_STAYS, cost, movement_points, refuse_step
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    Action,
    Attack,
    PlaceSet,
    StormTable,
    UnitSet,
    card_name,
    enemy,
    held,
    is_area,
    is_box,
    names,
    place_name,
    put,
    steps,
    tags,
    they,
    unit_name,
    units_at,
)
from beachhead.storm.victory import control


def refuse_assault(
    table: StormTable, units: UnitSet, side: int, here: int, there: int
) -> Refusal | None:
    """11.0b, 11.0c Why some units may not assault an area with the impulse."""
    refused = refuse_entry(table, units, side, here, there)
    if refused is None and not is_box(here) and not table.hands[side]:
        return Refusal("11.0", "an assault costs a card, and your hand is empty")
    return refused


def refuse_entry(
    table: StormTable, units: UnitSet, side: int, here: int, there: int
) -> Refusal | None:
    """11.0a, 11.0e, 11.0g, 8.0j, 12.3g Why some units may not assault an area, the card apart."""
    if not is_area(there):
        return Refusal("11.0", "no assault goes into a landing or reinforcement box")
    if units_at(table, here, enemy(side)):
        return Refusal("11.0", f"there are enemies in {place_name(here)}, so no assault from there")
    if not units_at(table, there, enemy(side)):
        return Refusal("11.0", f"there is no enemy in {place_name(there)} to assault")
    if units & table.spent:
        return Refusal("2.1.1", f"{names(units & table.spent)} cannot assault when spent")
    if any(pieces().units[unit].is_strongpoint for unit in members(units)):
        return STRONGPOINT_STAYS
    refused = refuse_step(table, units, side, here, there)
    if refused is None and cost(table, side, here, there) > movement_points(units):
        needed = cost(table, side, here, there)
        text = f"entering {place_name(there)} costs {needed}, more than the units can move"
        return Refusal("11.0", text)
    return refused


def goals(table: StormTable, side: int, here: int) -> PlaceSet:
    """11.0a to 11.0c, 11.0g The areas that units in a place could assault, if they can go there."""
    return entries(table, side, here) if is_box(here) or table.hands[side] else 0


def entries(table: StormTable, side: int, here: int) -> PlaceSet:
    """11.0a, 11.0g, 12.3g The same, the card apart."""
    enemies = held(table, enemy(side))
    return 0 if enemies >> here & 1 else enemies & AREA_SET


# --- setting out


@steps.step("assault.begin")
def begin(table: StormTable, side: int, here: int, there: int, units: UnitSet) -> None:
    """11.0b, 11.0c, 2.2.1i An assault costs a card, unless it comes from a landing box."""
    prepare(table, side, there, dict.fromkeys(members(units), here))
    price = [] if is_box(here) else [choose_discard]
    table.then(*price, launch)


def prepare(table: StormTable, side: int, there: int, origins: dict[int, int]) -> None:
    """11.0 The action: who assaults, from where, and which area."""
    units = sum(1 << unit for unit in origins)
    table.action = Action(kind="assault", side=side, units=units, origins=origins, place=there)


def price(table: StormTable, side: int, here: int) -> str:
    """11.0 What an assault costs besides, in words."""
    if is_box(here):
        return ""
    hand = list(members(table.hands[side]))
    if len(hand) == 1:
        return f", for your last card, {card_name(hand[0])}"
    return ", for a card"


def _assault_ahead(table: StormTable, option: Option | None) -> Attack | None:
    return standing(table) if option is None else None  # no card makes a difference to it


DISCARD = Topic(
    "discard_chosen",
    "The price of an assault",
    must="An assault from an area costs a card.",
    about=involved,
    builds=_assault_ahead,
    shows=hands.as_card,
)


@steps.question("assault.choose_discard")
def choose_discard(table: StormTable) -> Decision:
    """11.0b Which card to discard for the assault."""
    action = table.action
    hand = table.hands[action.side]
    several = hand.bit_count() > 1  # the last one was named before
    return Decision(
        SIDES[action.side],
        lambda table: f"The assault on {place_name(table.action.place)} costs a card. Which one?",
        "11.0",
        discard_chosen,
        [hands.discard_option(card, commits=several) for card in members(hand)],
        topic=DISCARD,
        forced=True,
    )


def discard_chosen(table: StormTable, card: int) -> None:
    """11.0 The price is paid."""
    hands.discard(table, table.action.side, card, "11.0", "for an assault")


@steps.step("assault.launch")
def launch(table: StormTable) -> None:
    """11.0, 14.1d The units set out, if the enemy lets them."""
    action = table.action
    units, place = action.units, action.place
    starts = tuple(sorted(set(action.origins.values())))
    table.tell(
        "11.0",
        telling.ASSAULT,
        lambda: (
            f"{they(units, 'assault')} {place_name(place)} "
            f"from {' and '.join(map(place_name, starts))}."
        ),
        tags(units, *starts, place),
    )
    release_rolls.attacked(table, units_at(table, place, enemy(action.side)))
    table.then(*interrupts.windows_for_leaving(table), move_in, strike, end)


@steps.step("assault.move_in")
def move_in(table: StormTable) -> None:
    """11.0a Those that got away enter the area; what waits for them there comes first."""
    units, place = table.action.units, table.action.place
    put(table, units, place)
    if units:
        table.tell(
            "11.0",
            telling.MOVE,
            lambda: f"{they(units, 'enter')} {place_name(place)}.",
            tags(units, place),
            units=[unit_name(unit) for unit in members(units)],
            end=place_name(place),
        )
        control.update(table)
        table.then(*interrupts.windows_for_entry(table))


@steps.step("assault.strike")
def strike(table: StormTable) -> None:
    """11.0a, CARD.defensive-fire-d The units that are still fresh and there attack as in 9.3."""
    action = table.action
    ready = sum(
        1 << unit
        for unit in members(action.units & ~table.spent)
        if table.where[unit] == action.place
    )
    action.units &= ready
    if ready and units_at(table, action.place, enemy(action.side)):
        # From here on they retreat as defenders of nothing: their origins no longer matter.
        action.origins = {}
        fire_attacks.open_fire(table, Attack(action.side, action.place, ready, assault=True))


@steps.step("assault.end")
def end(table: StormTable) -> None:
    """11.0f, 7.1d Assaulting units are spent."""
    table.spent |= table.action.units
    table.action = Action()
