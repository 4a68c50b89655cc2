"""What an attack promises before the dice are rolled."""

from __future__ import annotations

from typing import TypedDict

from beachhead.kernel.dice import sums
from beachhead.kernel.play import Decision, Option
from beachhead.storm.attacks.attack_points import attack_terms, defense_terms
from beachhead.storm.table.state import Attack, StormTable

ROLLS = sums(range(1, 7), 2)
"""How many of all throws of two dice make each total."""
THROWS = sum(ROLLS.values())


class Forecast(TypedDict):
    """9.3 Every term of an attack as it stands, and what may come of it: how many throws bring each
    damage, the chance of any, and the average."""

    attack: dict[str, int]
    defense: dict[str, int]
    damage: dict[int, int]
    some: float
    average: float


def damage_chances(points: int, defense: int) -> dict[int, int]:
    """9.3.5 The damage of an attack, with the throws of 36 that make it."""
    chances: dict[int, int] = {}
    for total, throws in ROLLS.items():
        damage = max(0, total + points - defense)
        chances[damage] = chances.get(damage, 0) + throws
    return chances


def forecast(table: StormTable, attack: Attack) -> Forecast:
    """9.3 What an attack promises as it stands."""
    points, against = attack_terms(attack), defense_terms(table, attack)
    chances = damage_chances(sum(points.values()), sum(against.values()))
    return Forecast(
        attack=points,
        defense=against,
        damage=chances,
        some=1 - chances.get(0, 0) / THROWS,
        average=sum(damage * throws for damage, throws in chances.items()) / THROWS,
    )


def sentence(table: StormTable, attack: Attack) -> str:
    """9.3 The same in one line."""
    told = forecast(table, attack)
    return (
        f"Two dice + {_terms(told['attack'])} against {_terms(told['defense'])}: damage in "
        f"{round(100 * told['some'])} % of throws, {told['average']:.1f} points on average."
    )


def _terms(terms: dict[str, int]) -> str:
    return " + ".join(f"{name} {value}" for name, value in terms.items())


def figures(table: StormTable, attack: Attack) -> str:
    """9.3.5 The same in two figures, for the map."""
    told = forecast(table, attack)
    return f"{round(100 * told['some'])}%, ⌀ {told['average']:.1f}"


def odds_of(table: StormTable, decision: Decision, option: Option | None) -> list[str]:
    """The forecast for the attack under way or being built; a card is not foretold."""
    attack: Attack | None = decision.built(option)
    if attack is None or attack.dice:
        return []
    plays_a_card = option is not None and decision.shows(option).card
    return [f"{'Before this card: ' if plays_a_card else ''}{sentence(table, attack)}"]
