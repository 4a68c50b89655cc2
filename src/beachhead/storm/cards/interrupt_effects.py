"""What cards do that are played at a moment of the game."""

from __future__ import annotations

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.dice import die
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks.attack_points import involved, standing, targets, under_way
from beachhead.storm.attacks.fire_attacks import open_fire
from beachhead.storm.cards.card_list import Use, cards
from beachhead.storm.cards.interrupts import effect, setting_out
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.dice import FACES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    GERMAN,
    Attack,
    StormTable,
    UnitSet,
    fresh,
    names,
    place_name,
    plays_otherwise,
    put,
    side_units,
    steps,
    tags,
    they,
    unit_name,
    unit_tag,
    units_at,
)

# --- before anything moves


@effect
def first_impulse(table: StormTable, side: int, _use: Use, _place: int) -> None:
    """5.0f The Germans take the first impulse of the turn."""
    table.first = table.impulse = side
    table.tell("5.0", telling.FIRST, lambda: f"{SIDES[side].title()} takes the first impulse.")


@effect
def stop(table: StormTable, _side: int, _use: Use, place: int) -> None:
    """14.2, CARD.bocage-a, CARD.bocage-b Units about to leave the area stay in it and are spent."""
    action = table.action
    held = action.units
    if action.kind != "move":
        held = set_of(unit for unit in members(action.units) if action.origins[unit] == place)
    stay = "stay" if held.bit_count() > 1 else "stays"
    _stay_spent(table, held, "CARD.bocage", f"{stay} in the bocage of {place_name(place)}")


def _stay_spent(table: StormTable, units: UnitSet, rule: str, what: str) -> None:
    table.action.units &= ~units
    table.spent |= units
    table.tell(
        rule,
        telling.SPENT,
        lambda: f"{names(units)} {what} and {'are' if units.bit_count() > 1 else 'is'} spent.",
        tags(units),
        units=_named(units),
    )


def _named(units: UnitSet) -> list[str]:
    return [unit_name(unit) for unit in members(units)]


@effect
def interdict(table: StormTable, side: int, use: Use, _place: int) -> None:
    """6.2 A die says how many of the moving units are stopped."""
    table.then((roll_interdiction, side, *use["units"]))


AIR_ATTACK = Topic("die", "An air attack on moving units", about=involved, builds=standing)


@steps.question("reactions.roll_interdiction")
def roll_interdiction(_table: StormTable, _side: int, *stopped: int) -> Chance[int]:
    """6.2 One die."""
    return Chance(
        "Roll a die for the air attack.",
        "6.2",
        interdicted,
        FACES,
        die,
        arguments=stopped,
        topic=AIR_ATTACK,
    )


def interdicted(table: StormTable, face: int, *stopped: int) -> None:
    """6.2 None, one or two units, as their owner chooses."""
    units = setting_out(table)
    count = min(stopped[face - 1], units.bit_count())
    table.tell(
        "6.2",
        telling.DIE,
        lambda: f"The die shows {face}: {count or 'no'} unit{'' if count == 1 else 's'} stopped.",
        tags(units),
        dice=[face],
    )
    if count == units.bit_count():
        _held_by_air(table, units)
    else:
        table.then(*(choose_stopped for _ in range(count)))


def _assault_without(table: StormTable, option: Option | None) -> Attack | None:
    """6.2 The attack that an assault leads to, without the unit that stays."""
    attack = standing(table)
    if attack is None or option is None:
        return attack
    left = attack.units & ~(1 << option.value)
    return Attack(attack.side, attack.area, left, assault=True) if left else None


STOPPED = Topic(
    "stopped_unit_chosen", "Stopped by an air attack", about=involved, builds=_assault_without
)


@steps.question("reactions.choose_stopped")
def choose_stopped(table: StormTable) -> Decision:
    """6.2 Which unit stays and is spent."""
    return Decision(
        SIDES[table.action.side],
        "The air attack stops a unit. Which one stays and is spent?",
        "6.2",
        stopped_unit_chosen,
        [_stay(unit) for unit in members(setting_out(table))],
        topic=STOPPED,
    )


def _stay(unit: int) -> Option:
    id_ = f"stop-{pieces().units[unit].id}"
    return Option(id_, lambda: f"{unit_name(unit)} stays", unit, (unit_tag(unit),))


def stopped_unit_chosen(table: StormTable, unit: int) -> None:
    _held_by_air(table, 1 << unit)


def _held_by_air(table: StormTable, units: UnitSet) -> None:
    _stay_spent(table, units, "6.2", "stay" if units.bit_count() > 1 else "stays")


@effect
def stop_in_first_area(table: StormTable, _side: int, _use: Use, _place: int) -> None:
    """6.2 The stack may enter one area only."""
    units = table.action.units
    table.action.one_area = True
    table.tell(
        "6.2",
        telling.SLOWED,
        lambda: f"{names(units)} must stop in the first area.",
        tags(units),
    )


# --- attacks


@effect
def defensive_fire(table: StormTable, side: int, _use: Use, _place: int) -> None:
    """CARD.defensive-fire-b Fresh units fire at those that assault, and stay fresh."""
    action = table.action
    firing = fresh(table, side_units(side) & units_at(table, action.place))
    table.tell(
        "CARD.defensive-fire",
        telling.FIRE,
        lambda: f"{they(firing, 'fire')} at the assaulting units.",
        tags(firing, action.place),
    )
    table.then(turn_back)
    attack = Attack(side, action.place, firing, targets=action.units, stays_fresh=True)
    open_fire(table, attack)


@steps.step("reactions.turn_back")
def turn_back(table: StormTable) -> None:
    """CARD.defensive-fire-c Assaulting units that were made spent go back, and those that retreated
    are out of it (S-10)."""
    action = table.action
    for unit in members(action.units):
        if table.where[unit] != action.place:
            action.units &= ~(1 << unit)
        elif table.spent >> unit & 1:
            action.units &= ~(1 << unit)
            if plays_otherwise(table, "defensive-fire-return"):
                continue
            _go_back(table, unit, action.origins[unit])


def _go_back(table: StormTable, unit: int, place: int) -> None:
    put(table, 1 << unit, place)
    table.tell(
        "CARD.defensive-fire",
        telling.BACK,
        lambda: f"{unit_name(unit)} goes back to {place_name(place)}.",
        tags(1 << unit, place),
        unit=unit_name(unit),
        place=place_name(place),
    )


@effect
def multiply_defensive_value(table: StormTable, _side: int, use: Use, _place: int) -> None:
    """CARD.bocage-d, CARD.bocage-e The area's Defensive Value counts double (S-11)."""
    attack = under_way(table)
    attack.terrain *= use["factor"]


@effect
def no_firepower(table: StormTable, _side: int, _use: Use, _place: int) -> None:
    """6.2 Armor adds nothing to the attack."""
    attack = under_way(table)
    attack.silenced |= attack.units & pieces().armor


@effect
def attack_bonus(table: StormTable, _side: int, use: Use, _place: int) -> None:
    """6.2f More attack points, cumulative."""
    under_way(table).bonus += use["points"]


@effect
def ignore_defensive_value(table: StormTable, _side: int, _use: Use, _place: int) -> None:
    """6.2 The area does not help its defender."""
    under_way(table).terrain = 0


@effect
def reduce_damage(table: StormTable, _side: int, use: Use, _place: int) -> None:
    """6.2 Fewer damage points, not below none."""
    attack = under_way(table)
    left = attack.damage = max(0, attack.damage - use["points"])
    table.tell(
        "6.2",
        telling.DAMAGE,
        lambda: f"{left} damage point{' is' if left == 1 else 's are'} left.",
        tags(targets(table, attack), attack.area),
        damage=left,
    )


# --- other cards, reinforcements


@effect
def cancel(table: StormTable, _side: int, _use: Use, _place: int) -> None:
    """6.2 The card just played has no effect."""
    table.cancelled = True
    card = cards()[table.played]
    table.tell("6.2", telling.CANCELLED, lambda: f"{card.name} has no effect.", card=card.id)


@effect
def delay_reinforcements(table: StormTable, _side: int, _use: Use, place: int) -> None:
    """12.2 What is due in one Zone comes a turn later."""
    late = set_of(
        unit
        for unit in members(due(table, GERMAN))
        if place in board().set_up_places(pieces().units[unit].setup)
    )
    table.delayed |= late
    table.tell(
        "12.2",
        telling.DELAYED,
        lambda: f"{names(late)} come to {place_name(place)} a turn later.",
        tags(late, place),
        units=_named(late),
    )
