"""9 Fire attacks: who fires, Support Points, the dice. 9.2 An attack by a card is chosen in
`cards.card_actions` and fought here; 9.3.1 to 9.3.4 what counts in it, `attack_points` says."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.dice import two_dice
from beachhead.kernel.play import Chance, Refusal
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks.attack_points import (
    attack_terms,
    defense_terms,
    involved,
    standing,
    targets,
    under_way,
)
from beachhead.storm.attacks.support_points import choose_support
from beachhead.storm.cards import interrupts
from beachhead.storm.damage import damage_points
from beachhead.storm.impulses import release_rolls
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREA_SET
from beachhead.storm.table.dice import PAIRS
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    Action,
    Attack,
    StormTable,
    UnitSet,
    enemy,
    is_area,
    names,
    occupancy,
    place_name,
    steps,
    tags,
    they,
    unit_name,
    units_at,
)

# --- 9.1 an attack by units


def refuse_fire(table: StormTable, units: UnitSet, side: int, area: int) -> Refusal | None:
    """9.1a to 9.1c, 2.1.1d, 12.3g Why units may not fire where they are."""
    if not is_area(area):
        return Refusal("9.1", "nobody fires in a landing or reinforcement box")
    if not units_at(table, area, enemy(side)):
        return Refusal("9.1", f"there is no enemy in {place_name(area)}")
    if units & table.spent:
        return Refusal("2.1.1", f"{names(units & table.spent)} cannot fire when spent")
    return None


def can_fire(table: StormTable, side: int, area: int) -> bool:
    """9.1a, 12.3g Whether a side's fresh units may fire where they are: at enemies in an area."""
    return bool(occupancy(table).held[enemy(side)] & AREA_SET & 1 << area)


@steps.step("fire.begin")
def begin(
    table: StormTable, side: int, area: int, units: UnitSet, stays_fresh: bool = False
) -> None:
    """9.1 Fresh units fire at the enemies in their area."""
    table.action = Action(kind="fire", side=side, units=units, place=area)
    table.tell(
        "9.1",
        telling.FIRE,
        lambda: f"{they(units, 'fire')} in {place_name(area)}.",
        tags(units, area),
    )
    open_fire(table, Attack(side, area, units, stays_fresh=stays_fresh))


def open_fire(table: StormTable, attack: Attack) -> None:
    """9.3a, 14.1d The steps of an attack: support, cards, dice, damage, and who is spent after
    it."""
    table.attack = attack
    release_rolls.attacked(table, targets(table, attack))
    table.then(
        choose_support,
        *interrupts.windows_for_attack(attack.side),
        roll,
        *interrupts.windows_for_damage(attack.side),
        damage_points.apply,
        cease_fire,
    )


@steps.step("fire.cease_fire")
def cease_fire(table: StormTable) -> None:
    """7.1d, 4.0p, 4.0s Units that fired are spent, unless a card keeps them fresh."""
    attack = under_way(table)
    table.attack = None
    if not attack.stays_fresh:
        there = (unit for unit in members(attack.units) if table.where[unit] == attack.area)
        for unit in there:
            table.spent |= 1 << unit
    if not attack.assault and table.action.kind == "fire":
        table.action = Action()


# --- 9.3.1, 9.3.5 the dice and the damage


THROW = Topic("dice", "The dice of the attack", about=involved, builds=standing)


@steps.question("fire.roll")
def roll(table: StormTable) -> Chance[tuple[int, int]]:
    """9.3.1a Two dice."""
    assert table.attack is not None
    return Chance(
        lambda table: f"Roll two dice for the attack in {place_name(under_way(table).area)}.",
        "9.3.1",
        attack_rolled,
        PAIRS,
        two_dice,
        topic=THROW,
    )


def attack_rolled(table: StormTable, dice: tuple[int, int]) -> None:
    """9.3.1a, 9.3.5a, 9.3.5b Attack points less defense points are the damage."""
    attack = under_way(table)
    attack.dice = list(dice)
    side, area = attack.side, attack.area
    points, against = attack_terms(attack), defense_terms(table, attack)
    ours, theirs = tuple(points.items()), tuple(against.items())
    total, defense = sum(dice) + sum(points.values()), sum(against.values())
    damage = attack.damage = max(0, total - defense)
    kind = telling.ATTACK if attack.units else telling.SHELLING
    table.tell(
        "9.3.5",
        kind,
        lambda: (
            f"{SIDES[side].title()} attack in {place_name(area)}: "
            f"dice {dice[0]} and {dice[1]}, {_sum(ours)}: {total} attack points against "
            f"{_sum(theirs)}: {defense}. {_damage(damage)}"
        ),
        tags(attack.units or targets(table, attack), area),
        dice=list(dice),
        attack=points,
        defense=against,
        damage=damage,
        side=SIDES[side],
        area=place_name(area),
        units=[unit_name(unit) for unit in members(attack.units)],
        stays_fresh=attack.stays_fresh,
    )


def _sum(terms: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in terms)


def _damage(points: int) -> str:
    if not points:
        return "No damage."
    return f"{points} damage point{'s' if points > 1 else ''}."
