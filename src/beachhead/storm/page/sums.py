"""The sum of an attack, term by term: while it is built, and with its dice."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.grid import members
from beachhead.kernel.play import Decision
from beachhead.storm.attack import attack_terms, defense_terms, kind_of_attack, targets
from beachhead.storm.odds import damage_chances
from beachhead.storm.state import ALLIED, SIDES, Attack, Table, names, place_name, unit_tag

THROWS = 36
WORDS = {
    "firepower": "firepower",
    "division integrity": "division integrity",
    "support": "Support Points",
    "cards": "cards",
    "best unit": "best defender",
    "area": "Defensive Value",
}


def attack_of(table: Table, decision: Decision | None) -> Attack | None:
    """9.3 The attack under way, or the one that is being put together."""
    if table.attack is not None:
        return table.attack
    if decision is None:
        return None
    if decision.kind == "unit_chosen":
        kind, place, there, _, chosen = decision.arguments
        area = there if kind == "assault" else place
        if kind != "move" and chosen:
            return Attack(table.impulse, area, chosen, assault=kind == "assault")
    if decision.kind == "attackers_chosen":
        beach, chosen = decision.arguments
        return Attack(ALLIED, beach, chosen) if chosen else None
    if decision.kind == "shock_unit_chosen":
        side, there, _, chosen = decision.arguments
        return Attack(side, there, chosen, assault=True) if chosen else None
    if table.action.kind == "assault" and table.action.units:
        action = table.action
        return Attack(action.side, action.place, action.units, assault=True)
    return None


def sum_of(table: Table, attack: Attack) -> dict[str, Any]:
    """9.3.1, 9.3.4, 9.3.5 Both sums with every term, the dice or the chances, the damage."""
    points, against = attack_terms(attack), defense_terms(table, attack)
    who = SIDES[attack.side].title()
    what = {"assault": "assault", "card": "card attack", "support": "bombardment"}
    under_fire = targets(table, attack)
    total = sum(points.values())
    defense = sum(against.values())
    return {
        "title": f"{who} {what.get(kind_of_attack(attack), 'fire')}: {place_name(attack.area)}",
        "rule": "9.3",
        "touches": [*map(unit_tag, members(attack.units))],
        "sides": [
            {
                "name": "Attack",
                "who": names(attack.units) if attack.units else "",
                "terms": _terms(points),
                "total": total + sum(attack.dice),
            },
            {
                "name": "Defense",
                "who": names(under_fire) if under_fire else "nobody",
                "terms": _terms(against),
                "total": defense,
            },
        ],
        "dice": list(attack.dice),
        "result": _result(attack) if attack.dice else None,
        "chances": [] if attack.dice else _chances(total, defense),
        "notes": _notes(attack),
    }


def _terms(terms: dict[str, int]) -> list[dict[str, Any]]:
    return [{"name": WORDS[name], "value": value} for name, value in terms.items()]


def _result(attack: Attack) -> str:
    if not attack.damage:
        return "no damage"
    return f"{attack.damage} damage point{'s' if attack.damage > 1 else ''}"


def _chances(points: int, defense: int) -> list[dict[str, Any]]:
    """9.3.5 How likely each damage is; the long tail together."""
    chances = damage_chances(points, defense)
    most = 6
    found = [
        {"results": ["no damage" if not damage else f"{damage} damage"], "chance": throws / THROWS}
        for damage, throws in chances.items()
        if damage < min(chances) + most
    ]
    rest = sum(throws for damage, throws in chances.items() if damage >= min(chances) + most)
    if rest:
        found.append(
            {"results": [f"{min(chances) + most} or more damage"], "chance": rest / THROWS}
        )
    return found


def _notes(attack: Attack) -> list[str]:
    found = []
    if attack.terrain == 0:
        found.append("Engineers: the area gives no Defensive Value.")
    if attack.terrain > 1:
        found.append("Bocage: the Defensive Value counts double.")
    if attack.silenced:
        found.append(f"88s: {names(attack.silenced)} add no firepower.")
    if attack.cannot_eliminate:
        found.append("This attack cannot eliminate a unit.")
    return found


def expected(points: int, defense: int) -> tuple[float, float]:
    """9.3.5 The chance of any damage, and the damage on average."""
    chances = damage_chances(points, defense)
    some = sum(throws for damage, throws in chances.items() if damage)
    return some / THROWS, sum(damage * throws for damage, throws in chances.items()) / THROWS
