"""9.3 The sums of an attack: who is fired upon, attack points, defense points."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.topic import Shows
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import (
    Attack,
    StormTable,
    UnitSet,
    controls,
    enemy,
    strongpoints,
    tags,
    units_at,
)

INTEGRITY_UNITS = 3


def kind_of_attack(attack: Attack) -> str:
    """9.1, 9.2, 11.0 By units where they are, by units that assault, by a card, or by Support
    Points alone."""
    if attack.assault:
        return "assault"
    if attack.units:
        return "fire"
    return "card" if attack.card >= 0 else "support"


def under_way(table: StormTable) -> Attack:
    """9.3 The attack being resolved."""
    assert table.attack is not None, "asked outside an attack"
    return table.attack


def standing(table: StormTable, *_: object) -> Attack | None:
    """9.3 The attack being resolved; 11.0 before it, the one that an assault leads to."""
    action = table.action
    if table.attack is None and action.kind == "assault" and action.units:
        return Attack(action.side, action.place, action.units, assault=True)
    return table.attack


def involved(table: StormTable, *_: object) -> list[str]:
    """The units of the attack or action under way, and the area under attack."""
    attack = standing(table)
    return tags(table.action.units) if attack is None else tags(attack.units, attack.area)


def hostile(*_: object) -> Shows:
    """How an option is shown that attacks what it touches."""
    return Shows(hostile=True)


def targets(table: StormTable, attack: Attack) -> UnitSet:
    """9.3.4a Who is fired upon: the units named, or all enemies in the area."""
    here = units_at(table, attack.area, enemy(attack.side))
    return here & attack.targets if attack.targets else here


# --- 9.3.1, 9.3.2, 9.3.4 the sums


def attack_terms(attack: Attack) -> dict[str, int]:
    """9.3.1a What is added to the dice."""
    units = pieces().units
    firing = [unit for unit in members(attack.units) if not attack.silenced >> unit & 1]
    terms = {
        "firepower": attack.firepower + sum(units[unit].firepower for unit in firing),
        "division integrity": integrity(attack.units),
        "support": attack.support,
        "cards": attack.bonus,
    }
    return {name: value for name, value in terms.items() if value or name == "firepower"}


def integrity(firing: UnitSet) -> int:
    """9.3.2 One point, once, for three or more units of one division."""
    if firing.bit_count() < INTEGRITY_UNITS:
        return 0
    stripes = pieces().stripes.values()
    return int(any((firing & units).bit_count() >= INTEGRITY_UNITS for units in stripes))


def defense_terms(table: StormTable, attack: Attack) -> dict[str, int]:
    """9.3.4a, 9.3.4b The best defense of a unit under fire, and the area's value if its side
    controls it."""
    under_fire = targets(table, attack)
    best = max((defense_of(table, unit) for unit in members(under_fire)), default=0)
    terms = {"best unit": best}
    if controls(table, enemy(attack.side), attack.area) and attack.terrain:
        terms["area"] = defensive_value(table, attack.area) * attack.terrain
    return terms


def defense_of(table: StormTable, unit: int) -> int:
    return pieces().units[unit].defense_when(spent=bool(table.spent >> unit & 1))


def defensive_value(table: StormTable, area: int) -> int:
    """2.2.1b, 9.3.4c The printed value; with a star, one more while a strongpoint is there."""
    printed = board().areas[area]
    starred = printed.star and units_at(table, area) & strongpoints()
    return printed.defensive_value + (1 if starred else 0)
