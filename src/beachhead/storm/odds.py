"""What an attack promises before the dice are rolled."""

from __future__ import annotations

from beachhead.kernel.play import Decision, Option
from beachhead.storm.attack import attack_terms, defense_terms
from beachhead.storm.state import Attack, Table

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
    if decision.kind == "unit_chosen":
        kind, place, there, _nation, chosen = decision.arguments
        if kind == "move":
            return []
        if option is not None and isinstance(option.value, int) and option.value >= 0:
            chosen |= 1 << option.value
        if not chosen:
            return []
        area = place if kind in ("fire", "fire-fresh") else there
        return [sentence(table, Attack(table.impulse, area, chosen, assault=kind == "assault"))]
    if table.attack is None or table.attack.dice:
        return []
    attack = table.attack.copy()
    if decision.kind == "support_chosen" and option is not None:
        attack.support += int(option.value)
    return [sentence(table, attack)]
