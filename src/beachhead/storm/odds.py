"""What an attack promises before the dice are rolled."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.kernel.play import Decision, Option
from beachhead.storm import activation
from beachhead.storm.attack import attack_terms, defense_terms
from beachhead.storm.interrupts import NO_CARD
from beachhead.storm.state import ALLIED, NOWHERE, Attack, Table, UnitSet, fresh, units_at

ROLLS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""How many of the 36 throws of two dice make each total."""


def damage_chances(points: int, defense: int) -> dict[int, int]:
    """9.3.5 The damage of an attack, with the throws of 36 that make it."""
    chances: dict[int, int] = {}
    for total, throws in ROLLS.items():
        damage = max(0, total + points - defense)
        chances[damage] = chances.get(damage, 0) + throws
    return chances


def forecast(table: Table, attack: Attack) -> dict[str, object]:
    """9.3 Every term of an attack as it stands, and what may come of it."""
    points, against = attack_terms(attack), defense_terms(table, attack)
    chances = damage_chances(sum(points.values()), sum(against.values()))
    average = sum(damage * throws for damage, throws in chances.items()) / 36
    return {"attack": points, "defense": against, "damage": chances, "average": round(average, 2)}


def sentence(table: Table, attack: Attack) -> str:
    """9.3 The same in one line."""
    points, against = attack_terms(attack), defense_terms(table, attack)
    chances = damage_chances(sum(points.values()), sum(against.values()))
    some = 36 - chances.get(0, 0)
    average = sum(damage * throws for damage, throws in chances.items()) / 36
    terms = " + ".join(f"{name} {value}" for name, value in points.items())
    defense = " + ".join(f"{name} {value}" for name, value in against.items())
    return (
        f"Two dice + {terms} against {defense}: damage in {round(100 * some / 36)} % of throws, "
        f"{average:.1f} points on average."
    )


def odds_of(table: Table, decision: Decision, option: Option | None) -> list[str]:
    """The forecast for the attack under way or being built."""
    if decision.kind in BEING_BUILT:
        built = BEING_BUILT[decision.kind](table, _value(option), *decision.arguments)
        return [] if built is None else [sentence(table, built)]
    if table.attack is None or table.attack.dice:
        return []
    attack = table.attack.copy()
    if decision.kind == "support_chosen" and option is not None:
        attack.support += int(option.value)
    if decision.kind == "card_chosen" and option is not None and option.id != NO_CARD:
        return [f"Before this card: {sentence(table, attack)}"]
    return [sentence(table, attack)]


# --- attacks that are being put together: who attacks with the option


ADD_ALL = -2
"""The value of the option that adds all units."""


def _value(option: Option | None) -> int:
    return option.value if option is not None and isinstance(option.value, int) else NOWHERE


def _with(chosen: UnitSet, unit: int) -> UnitSet:
    return chosen | 1 << unit if unit >= 0 else chosen


def _by_units(
    table: Table, value: int, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> Attack | None:
    """9.1, 11.0 Units of one area fire or assault."""
    if kind == "move":
        return None
    units = _with(chosen, value)
    if value == ADD_ALL:
        units = activation.candidates(table, kind, place, there, nation)
    area = there if kind == "assault" else place
    return Attack(table.impulse, area, units, assault=kind == "assault") if units else None


def _from_the_beach(table: Table, value: int, beach: int, chosen: UnitSet) -> Attack | None:
    """4.0 Units that have landed attack."""
    units = _with(chosen, value)
    if value == ADD_ALL:
        units = fresh(table, units_at(table, beach, ALLIED) & table.landed)
    return Attack(ALLIED, beach, units) if units else None


def _by_shock_assault(
    _table: Table, value: int, side: int, there: int, _nation: str, chosen: UnitSet
) -> Attack | None:
    """CARD.shock-assault Units of two areas assault."""
    units = _with(chosen, value)
    return Attack(side, there, units, assault=True) if units else None


BEING_BUILT: dict[str, Callable[..., Attack | None]] = {
    "unit_chosen": _by_units,
    "attackers_chosen": _from_the_beach,
    "shock_unit_chosen": _by_shock_assault,
}
"""Kinds of decisions that put an attack together."""
