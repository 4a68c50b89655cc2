"""7.2 Card actions: cards that are played for the impulse."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from beachhead.kernel.grid import members, set_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Shows, Topic
from beachhead.storm import (
    activation,
    assault,
    control,
    fire,
    hands,
    interrupts,
    reinforcements,
    telling,
)
from beachhead.storm.arrivals import due
from beachhead.storm.attack import hostile
from beachhead.storm.board import AREAS, ZONES, board
from beachhead.storm.cards import IMPULSE, Use, cards
from beachhead.storm.movement import STACKING_LIMIT, refuse_stack, stack
from beachhead.storm.pieces import pieces
from beachhead.storm.state import (
    GERMAN,
    NOWHERE,
    SIDES,
    Attack,
    Table,
    UnitSet,
    card_name,
    controls,
    enemy,
    fresh,
    is_area,
    names,
    place_name,
    place_tag,
    steps,
    tags,
    unit_name,
    unit_tag,
    units_at,
)


class CardAction(NamedTuple):
    """What a card does for an impulse: why it cannot be played now, and what it does."""

    refuse: Callable[[Table, int, Use], Refusal | None]
    do: Callable[[Table, int, Use, int], None]


def refuse_card(table: Table, side: int, card: int) -> Refusal | None:
    """6.2d Why a card cannot be the impulse."""
    use = cards()[card].type.use(IMPULSE)
    if use is None:
        return Refusal("6.2", f"{card_name(card)} is not a card for an impulse")
    return CARD_ACTIONS[use.effect].refuse(table, side, use)


def use_of(card: int) -> Use:
    """6.2 What a card that was played for the impulse does."""
    use = cards()[card].type.use(IMPULSE)
    assert use is not None
    return use


@steps.step("effects.play_for_impulse")
def play_for_impulse(table: Table, side: int, card: int) -> None:
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
def carry_out(table: Table, side: int, card: int) -> None:
    """7.2 The effect, unless the card was cancelled."""
    if not table.cancelled:
        use = use_of(card)
        CARD_ACTIONS[use.effect].do(table, side, use, card)


# --- 9.2 fire attacks by cards


def _areas_under_fire(table: Table, side: int, use: Use) -> list[int]:
    """9.2a, 9.2c, 12.3g The areas with enemy units that a card may fire at."""
    return [
        area
        for area in AREAS
        if units_at(table, area, enemy(side))
        and (use["target"] != "red_name" or board().areas[area].red_name)
        and (use["target"] != "no_own_units" or not units_at(table, area, side))
    ]


def _refuse_fire_attack(table: Table, side: int, use: Use) -> Refusal | None:
    if not _areas_under_fire(table, side, use):
        return Refusal("9.2", "there is no area with enemy units that it could fire at")
    return None


def _fire_attack(table: Table, side: int, _use: Use, card: int) -> None:
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


def _attack_on_target(_table: Table, option: Option | None, side: int, card: int) -> Attack | None:
    return None if option is None else attack_by_card(side, option.value, card)


TARGET = Topic("target_chosen", "The target of a card", builds=_attack_on_target, shows=hostile)


@steps.question("effects.choose_target")
def choose_target(table: Table, side: int, card: int) -> Decision:
    """9.2 The area that the card fires at."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        f"{card_name(card)}: which area is fired at?",
        "9.2",
        target_chosen,
        [
            Option(
                f"at-{board().id(area)}",
                f"Fire at {place_name(area)}",
                area,
                (place_tag(area),),
                commits=True,
            )
            for area in _areas_under_fire(table, side, use)
        ],
        (side, card),
        topic=TARGET,
    )


def target_chosen(table: Table, area: int, side: int, card: int) -> None:
    """9.2 The card fires."""
    fire.open_fire(table, attack_by_card(side, area, card))


# --- CARD.defensive-fire for the impulse


def _stacks_that_can_fire(table: Table, side: int) -> list[tuple[int, str]]:
    return [
        (place, nation)
        for place, nation in activation.stacks_with_fresh_units(table, side)
        if activation.who_can(
            table, side, "fire", place, place, activation.able(table, place, nation)
        )
    ]


def _refuse_unit_fire(table: Table, side: int, _use: Use) -> Refusal | None:
    if not _stacks_that_can_fire(table, side):
        return Refusal("9.1", "no fresh unit that may act has an enemy in its area")
    return None


def _unit_fire(table: Table, side: int, _use: Use, _card: int) -> None:
    table.then((choose_firing_area, side))


FIRING_AREA = Topic("firing_area_chosen", "Who fires and stays fresh", shows=hostile)


@steps.question("effects.choose_firing_area")
def choose_firing_area(table: Table, side: int) -> Decision:
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


def _firing_area(table: Table, place: int, nation: str) -> Option:
    """Several units are chosen next, but a lone one fires at once."""
    units = activation.candidates(table, "fire-fresh", place, place, nation)
    alone = units.bit_count() == 1
    text = place_name(place)
    if alone:
        text = activation.deed(table, "fire-fresh", place, place, units)
    id_ = f"fire-{board().id(place)}-{nation}"
    return Option(id_, text, (place, nation), (place_tag(place),), commits=alone)


def firing_area_chosen(table: Table, choice: tuple[int, str]) -> None:
    # CARD.defensive-fire-a They stay fresh.
    place, nation = choice
    activation.action_chosen(table, ("fire-fresh", place), place, nation)


# --- CARD.shock-assault


def _assaulters(table: Table, side: int, there: int, nation: str) -> dict[int, UnitSet]:
    """CARD.shock-assault-a, 12.3g For each area next to the target, the units that could assault
    it; 12.3 no card moves units in a box."""
    found = {}
    for here in members(board().adjacent[there]):
        if not is_area(here):
            continue
        units = set_of(
            unit
            for unit in members(activation.able(table, here, nation))
            if assault.refuse_entry(table, 1 << unit, side, here, there) is None
        )
        if units:
            found[here] = units
    return found


def _shock_targets(table: Table, side: int, use: Use) -> list[tuple[int, str]]:
    # CARD.shock-assault-a Units of one nationality from two areas next to it.
    nations = sorted({nation for _, nation in activation.stacks_with_fresh_units(table, side)})
    return [
        (there, nation)
        for there in AREAS
        if units_at(table, there, enemy(side))
        and stack(table, side, there).bit_count() + use["areas"] <= STACKING_LIMIT
        for nation in nations
        if len(_assaulters(table, side, there, nation)) >= use["areas"]
    ]


def _refuse_shock(table: Table, side: int, use: Use) -> Refusal | None:
    if not _shock_targets(table, side, use):
        return Refusal("CARD.shock-assault", "no area can be assaulted from two areas")
    return None


def _shock(table: Table, side: int, _use: Use, card: int) -> None:
    table.then((choose_shock_target, side, card))


SHOCK_TARGET = Topic("shock_target_chosen", "The target of the assault", shows=hostile)


@steps.question("effects.choose_shock_target")
def choose_shock_target(table: Table, side: int, card: int) -> Decision:
    """CARD.shock-assault The one area that units of two areas assault."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        "Which area is assaulted from two areas?",
        "CARD.shock-assault",
        shock_target_chosen,
        [
            Option(
                f"assault-{board().id(there)}-{nation}",
                f"Assault {place_name(there)}",
                (there, nation),
                (place_tag(there),),
            )
            for there, nation in _shock_targets(table, side, use)
        ],
        (side,),
        topic=SHOCK_TARGET,
        forced=True,
    )


def shock_target_chosen(table: Table, choice: tuple[int, str], side: int) -> None:
    table.then((choose_shock_units, side, *choice, 0))


def _shock_units_chosen(
    _table: Table, _side: int, there: int, _nation: str, chosen: UnitSet
) -> list[str]:
    return tags(chosen, there)


def _shock_assault(
    _table: Table, option: Option | None, side: int, there: int, _nation: str, chosen: UnitSet
) -> Attack | None:
    units = activation.with_option(option, chosen)
    return Attack(side, there, units, assault=True) if units else None


SHOCK_UNITS = Topic(
    "shock_unit_chosen",
    "Who takes part",
    about=_shock_units_chosen,
    part=True,
    charts=("attack",),
    builds=_shock_assault,
)


@steps.question("effects.choose_shock_units")
def choose_shock_units(
    _table: Table, side: int, there: int, nation: str, chosen: UnitSet
) -> Decision:
    """CARD.shock-assault-a Units of one nationality from two areas, within the stacking limit."""
    return Decision(
        SIDES[side],
        f"Which units assault {place_name(there)}? Units of two areas take part.",
        "CARD.shock-assault",
        shock_unit_chosen,
        _shock_units_to_add,
        (side, there, nation, chosen),
        topic=SHOCK_UNITS,
        forced=True,
    )


def _shock_units_to_add(
    table: Table, side: int, there: int, nation: str, chosen: UnitSet
) -> list[Option]:
    used = {table.where[unit] for unit in members(chosen)}
    options = []
    for here, units in _assaulters(table, side, there, nation).items():
        if here not in used and len(used) == 2:
            continue
        for unit in members(units & ~chosen):
            if not _room_for_two_areas(table, side, there, chosen | 1 << unit):
                continue
            label = f"Add {unit_name(unit)} from {place_name(here)}"
            id_ = f"add-{pieces().units[unit].id}"
            options.append(Option(id_, label, unit, (unit_tag(unit), place_tag(here))))
    if len(used) == 2:
        text = f"Assault {place_name(there)} with {names(chosen)} (spent after it)"
        options.append(Option("commit", text, activation.ENOUGH, commits=True, ends=True))
    return options


def _room_for_two_areas(table: Table, side: int, there: int, units: UnitSet) -> bool:
    """8.1a Whether the units fit into the area, with a place left for the second area's."""
    from_two = len({table.where[unit] for unit in members(units)}) == 2
    more = 0 if from_two else 1
    stacked = stack(table, side, there).bit_count() + units.bit_count() + more
    return stacked <= STACKING_LIMIT


def shock_unit_chosen(
    table: Table, choice: int, side: int, there: int, nation: str, chosen: UnitSet
) -> None:
    """CARD.shock-assault-b, 11.0d One unit more, or the assault begins; no other card is
    discarded."""
    if choice >= 0:
        table.then((choose_shock_units, side, there, nation, chosen | 1 << choice))
        return
    assault.prepare(table, side, there, {unit: table.where[unit] for unit in members(chosen)})
    table.then(assault.launch)


# --- Support Points and hands


def _refuse_lose_support(table: Table, _side: int, _use: Use) -> Refusal | None:
    if not table.support:
        return Refusal("9.3.3", "the Allies have no Support Points left")
    return None


def _lose_support(table: Table, _side: int, use: Use, _card: int) -> None:
    lost = min(use["points"], table.support)
    table.support -= lost
    text = f"The Allies lose {lost} Support Point{'s' if lost > 1 else ''}: {table.support} left."
    table.tell("9.3.3", telling.SUPPORT, text, points=-lost, left=table.support)


def _refuse_look(table: Table, side: int, _use: Use) -> Refusal | None:
    if not table.hands[enemy(side)]:
        return Refusal("6.2", "the enemy hand is empty")
    return None


def _look(table: Table, side: int, _use: Use, _card: int) -> None:
    other = enemy(side)
    table.known[other] |= table.hands[other]
    seen = ", ".join(card_name(card) for card in members(table.hands[other]))
    table.tell("6.2", telling.LOOK, f"You see the enemy hand: {seen}.", seats=[SIDES[side]])
    table.tell("6.2", telling.LOOKS, f"{SIDES[side].title()} looks at the enemy hand.")
    table.then((choose_to_discard, side))


ENEMY_HAND = Topic("enemy_card_discarded", "A card of the enemy hand", shows=hands.as_card)


@steps.question("effects.choose_to_discard")
def choose_to_discard(table: Table, side: int) -> Decision:
    """6.2 Which card of the enemy hand is discarded."""
    hand = table.hands[enemy(side)]
    several = hand.bit_count() > 1
    return Decision(
        SIDES[side],
        "Which card of the enemy hand is discarded?",
        "6.2",
        enemy_card_discarded,
        [
            Option(
                f"discard-{cards()[card].id}", f"Discard {card_name(card)}", card, commits=several
            )
            for card in members(hand)
        ],
        (side,),
        topic=ENEMY_HAND,
        forced=True,
    )


def enemy_card_discarded(table: Table, card: int, side: int) -> None:
    hands.discard(table, enemy(side), card, "6.2", "by the enemy's choice")


# --- units become fresh


def _groups(table: Table, side: int, use: Use) -> list[tuple[int, str]]:
    """12.3g The areas and divisions (or nationalities) with spent units that could become fresh."""
    found = set()
    for unit in members(table.spent):
        row = pieces().units[unit]
        group = row.division if use["group"] == "division" else row.nationality
        if (
            row.side == SIDES[side]
            and table.where[unit] in AREAS
            and group
            and not row.is_strongpoint
        ):
            found.add((table.where[unit], group))
    return sorted(found)


def _in_group(table: Table, use: Use, area: int, group: str) -> UnitSet:
    return set_of(
        unit
        for unit in members(table.spent)
        if table.where[unit] == area
        and not pieces().units[unit].is_strongpoint
        and group
        == (
            pieces().units[unit].division
            if use["group"] == "division"
            else pieces().units[unit].nationality
        )
    )


def _refuse_refresh(table: Table, side: int, use: Use) -> Refusal | None:
    if not _groups(table, side, use):
        return Refusal("6.2", f"no unit of a {use['group']} in an area is spent")
    return None


def _refresh(table: Table, side: int, _use: Use, card: int) -> None:
    table.then((choose_group, side, card))


GROUP = Topic("group_chosen", "Who becomes fresh")


@steps.question("effects.choose_group")
def choose_group(table: Table, side: int, card: int) -> Decision:
    """6.2 Whose spent units become fresh."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        f"{card_name(card)}: which units become fresh?",
        "6.2",
        group_chosen,
        [
            Option(
                f"refresh-{board().id(area)}-{group.lower().replace(' ', '-')}",
                f"{names(_in_group(table, use, area, group))} in {place_name(area)}",
                (area, group),
                (place_tag(area),),
            )
            for area, group in _groups(table, side, use)
        ],
        (side, card),
        topic=GROUP,
        forced=True,
    )


def group_chosen(table: Table, choice: tuple[int, str], side: int, card: int) -> None:
    """6.2 All of them, or as many as the card says, chosen one by one; then they may fire."""
    use = use_of(card)
    units = _in_group(table, use, *choice)
    if use["units"] is None or units.bit_count() <= use["units"]:
        made_fresh(table, units)
        table.then((offer_fire, side, choice[0], units))
    else:
        table.then((choose_to_refresh, side, choice[0], units, use["units"], 0))


def _made_fresh_so_far(
    _table: Table, _side: int, _area: int, _units: UnitSet, _left: int, chosen: UnitSet
) -> list[str]:
    return tags(chosen)


REFRESH = Topic("unit_to_refresh_chosen", "Who becomes fresh", about=_made_fresh_so_far)


@steps.question("effects.choose_to_refresh")
def choose_to_refresh(
    _table: Table, side: int, area: int, units: UnitSet, left: int, chosen: UnitSet
) -> Decision:
    """6.2 One unit after the other."""
    return Decision(
        SIDES[side],
        f"Which unit in {place_name(area)} becomes fresh?",
        "6.2",
        unit_to_refresh_chosen,
        [
            Option(f"refresh-{pieces().units[unit].id}", unit_name(unit), unit, (unit_tag(unit),))
            for unit in members(units & ~chosen)
        ],
        (side, area, units, left, chosen),
        topic=REFRESH,
    )


def unit_to_refresh_chosen(
    table: Table, unit: int, side: int, area: int, units: UnitSet, left: int, chosen: UnitSet
) -> None:
    chosen |= 1 << unit
    if left > 1:
        table.then((choose_to_refresh, side, area, units, left - 1, chosen))
        return
    made_fresh(table, chosen)
    table.then((offer_fire, side, area, chosen))


def made_fresh(table: Table, units: UnitSet) -> None:
    table.spent &= ~units
    text = f"{names(units)} {'are' if units.bit_count() > 1 else 'is'} fresh again."
    listed = [unit_name(unit) for unit in members(units)]
    table.tell("6.2", telling.FRESH, text, tags(units), units=listed)


def _who_may_fire(_table: Table, _side: int, area: int, units: UnitSet) -> list[str]:
    return tags(units, area)


def _fire_at_once(
    table: Table, option: Option | None, side: int, area: int, units: UnitSet
) -> Attack | None:
    if option is not None and not option.value:
        return None
    return Attack(side, area, fresh(table, units))


def _fire_shown(_table: Table, option: Option, *_: object) -> Shows:
    return Shows(hostile=option.value)


FIRE_AT_ONCE = Topic(
    "fire_decided",
    "Firing at once",
    about=_who_may_fire,
    charts=("attack",),
    builds=_fire_at_once,
    shows=_fire_shown,
)


@steps.question("effects.offer_fire")
def offer_fire(table: Table, side: int, area: int, units: UnitSet) -> Decision | None:
    """6.2b The units may make a fire attack at once."""
    if fire.refuse_fire(table, units, side, area) is not None:
        return None
    return Decision(
        SIDES[side],
        f"{names(units)} may fire at once.",
        "6.2",
        fire_decided,
        [
            Option("fire", f"Fire in {place_name(area)}", True, (place_tag(area),), commits=True),
            Option("hold", "Hold fire", False, commits=True, ends=True),
        ],
        (side, area, units),
        topic=FIRE_AT_ONCE,
    )


def fire_decided(table: Table, fires: bool, side: int, area: int, units: UnitSet) -> None:
    if fires:
        table.then((fire.begin, side, area, fresh(table, units), False))


# --- German reinforcements and units placed by card


def _refuse_hasten(table: Table, _side: int, _use: Use) -> Refusal | None:
    if table.early_panzers:
        return Refusal("12.1", "German reinforcements come early already")
    return None


def _hasten(table: Table, _side: int, _use: Use, _card: int) -> None:
    """12.1 What is due this turn comes now; from now on all come one turn early."""
    table.then(*((reinforcements.place, unit) for unit in members(due(table, GERMAN))))
    table.early_panzers = True
    table.tell("12.1", telling.EARLY, "From now on German reinforcements arrive one turn early.")


def _places_for(table: Table, side: int, use: Use) -> list[int]:
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


def _refuse_place(table: Table, side: int, use: Use) -> Refusal | None:
    if table.where[pieces().unit[use["unit"]].index] != NOWHERE:
        return Refusal("2.1.1", f"{use['unit']} has been in play already")
    if not _places_for(table, side, use):
        return Refusal("2.1.1", f"there is no place for {use['unit']}")
    return None


def _place_unit(table: Table, side: int, _use: Use, card: int) -> None:
    table.then((choose_place_for_unit, side, card))


PLACE = Topic("unit_placed", "A unit that a card brings")


@steps.question("effects.choose_place_for_unit")
def choose_place_for_unit(table: Table, side: int, card: int) -> Decision:
    """2.1.1n Where the unit appears, fresh."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        f"Where does {use['unit']} appear?",
        "2.1.1",
        unit_placed,
        [
            Option(f"in-{board().id(place)}", place_name(place), place, (place_tag(place),))
            for place in _places_for(table, side, use)
        ],
        (card,),
        topic=PLACE,
        forced=True,
    )


def unit_placed(table: Table, place: int, card: int) -> None:
    use = use_of(card)
    unit = pieces().unit[use["unit"]].index
    table.where[unit] = place
    text = f"{unit_name(unit)} appears in {place_name(place)}."
    table.tell(
        "2.1.1",
        telling.REINFORCEMENT,
        text,
        tags(1 << unit, place),
        unit=unit_name(unit),
        place=place_name(place),
    )
    control.update(table)


CARD_ACTIONS = {
    "fire_attack": CardAction(_refuse_fire_attack, _fire_attack),
    "unit_fire_attack": CardAction(_refuse_unit_fire, _unit_fire),
    "shock_assault": CardAction(_refuse_shock, _shock),
    "lose_support": CardAction(_refuse_lose_support, _lose_support),
    "look_and_discard": CardAction(_refuse_look, _look),
    "refresh": CardAction(_refuse_refresh, _refresh),
    "hasten_reinforcements": CardAction(_refuse_hasten, _hasten),
    "place_unit": CardAction(_refuse_place, _place_unit),
}
"""7.2, 6.2a The cards for an impulse, by their effect."""
