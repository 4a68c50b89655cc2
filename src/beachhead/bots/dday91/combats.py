"""4 What attacks are worth: their odds, what is won by them, and what a loss hurts whom."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.bots.dday91.ground import Prospect, prospect
from beachhead.bots.dday91.outlook import STRONG, View
from beachhead.dday91.combat.choosing_losses import involved
from beachhead.dday91.combat.modifiers import (
    attacker_terms,
    defender_terms,
    defenders,
    losses_by,
    total,
)
from beachhead.dday91.combat.resolution_and_tempting_fate import numbers
from beachhead.dday91.combat.separating_combats import whole_attack
from beachhead.dday91.options.pursuit import strikers
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    Combat,
    DDayTable,
    UnitSet,
    enemy,
    under_way,
)
from beachhead.kernel.bits import members
from beachhead.kernel.decision import Decision, Option
from beachhead.kernel.grid import HexSet

RECKLESS = 0.6
"""6b3, 6c3 What a corps is worth to who has not yet lost a game by them."""


def ground_worth(seen: View, side: int, hex_: int) -> float:
    """2e, 6b3, 6c3 What it is worth to a side to take a hex from the other."""
    the = board()
    allied, early = side == ALLIED, seen.time_left() > 2
    temper = seen.temper
    worth = temper.take_ground if allied else temper.retake_ground
    if seen.cities >> hex_ & 1 and not (side == GERMAN and seen.is_lost_without()):
        if allied:
            worth += temper.take if early else temper.take_late
        else:
            worth += temper.retake if early else temper.retake_late
    if (the.ports & the.circled & the.continent) >> hex_ & 1:
        worth += 1.5 if seen.ports else 5.0
    if side == ALLIED and the.east_of_rhine >> hex_ & 1:
        worth += 0.6
    if seen.practiced and the.ground[hex_] & seen.cities & (seen.control if side == ALLIED else ~0):
        near = temper.near_city if allied else temper.german_near_city
        worth += near if early else 2.0 * near  # who stands there strikes at the city next
    if seen.practiced and seen.depots >> hex_ & 1:
        worth += temper.last_depot if seen.last_depots else temper.depot
    return worth


def worth(
    seen: View, side: int, target: int, attackers: UnitSet, attack: float, defense: float
) -> float:
    """4c What an attack is worth to the side that makes it."""
    found = prospect(attack, defense)
    foes = seen.stacks[enemy(side)].get(target, 0)
    dealt = found.dealt + (found.wins if _no_way_out(seen, side, target) else 0)
    gained = found.wins * ground_worth(seen, side, target)
    return gained + dealt * _prize(seen, side, foes) - found.taken * _price(seen, side, attackers)


def _no_way_out(seen: View, side: int, target: int) -> bool:
    """4d4 Whether the defenders could not retreat."""
    own = seen.stacks[side]
    return all(near in own for near in members(board().ground[target]))


def _prize(seen: View, side: int, foes: UnitSet) -> float:
    """4e, 6b3, 6c3 What a loss of the enemy is worth."""
    corps = foes & pieces().corps
    if side == ALLIED:
        return seen.temper.allied_prize if corps else 0.6
    if not corps:
        return 0.6
    whole = (corps & ~seen.reduced).bit_count()
    prize = (7.0, 3.5, 2.0)[whole] if whole < 3 else 1.6
    return prize * seen.temper.german_prize * seen.stake


def _price(seen: View, side: int, units: UnitSet) -> float:
    """4e What a loss among the attackers costs."""
    if side == GERMAN:
        return seen.temper.german_price
    whole = (units & pieces().corps & ~seen.reduced).bit_count()
    if seen.practiced:
        price = (7.0, 3.0, 1.2)[whole] if whole < 3 else 0.6
        return price * seen.stake * seen.temper.allied_price
    price = (7.0, 3.5, 2.0)[whole] if whole < 3 else 1.5
    return price * RECKLESS


def best(seen: View, side: int, target: int, without: UnitSet = 0) -> float:
    """4a What the strongest attack is worth that stands ready against a hex without some units."""
    units, attack = ready(seen, side, target, without)
    if not attack:
        return -1.0
    return worth(seen, side, target, units, attack, seen.held(enemy(side), target))


def ready(seen: View, side: int, target: int, without: UnitSet) -> tuple[UnitSet, int]:
    """4a Who stands next to a hex, and what they count against it."""
    own, found, attack = seen.stacks[side], 0, 0
    for near in members(board().ground[target]):
        units = own.get(near, 0) & ~without
        if units:
            found |= units
            attack += seen.attack(units, near, target)
    return found, attack


# --- 4a announcing


def which_target(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """4a The best attack first; none that costs more than it brings."""
    return [
        0.0 if option.value < 0 else attack_worth(table, seen, option.value) for option in options
    ]


def attack_worth(table: DDayTable, seen: View, target: int) -> float:
    """4a What an attack with all who should join is worth, beyond what attacking must promise."""
    units = chosen(table, seen, target, whole_attack(table, target))
    if not units:
        return -1.0
    combat = Combat(target, units)
    attack, defense = _totals(table, combat)
    found = worth(seen, table.side, target, units, attack, defense)
    landing = units & table.invaders
    if landing:  # 3e2 who loses is lost, who does not fight lands elsewhere or is lost
        wins = prospect(attack, defense).wins
        corps = (landing & pieces().corps).bit_count()
        lost = 0.0 if _beach(table, seen, landing) else 1.0
        drowned = seen.temper.drowned * corps
        found += wins * 3 - (1 - wins) * drowned + lost * drowned
    return found - promise(seen, table.side) + seen.ways[table.side].bold


def promise(seen: View, side: int) -> float:
    """4c What an attack must promise."""
    return seen.temper.allied_promise if side == ALLIED else seen.temper.german_promise


def _beach(table: DDayTable, seen: View, units: UnitSet) -> bool:
    """3e2 Whether invaders find an empty beach too."""
    for unit in members(units):
        invasion = seen.board.invasions.get(table.hex[unit])
        if invasion is not None:
            return any(hex_ not in seen.stacks[GERMAN] for hex_ in members(invasion.targets))
    return False


def _totals(table: DDayTable, combat: Combat) -> tuple[int, int]:
    return total(attacker_terms(table, combat)), total(defender_terms(table, combat))


def chosen(table: DDayTable, seen: View, target: int, able: UnitSet) -> UnitSet:
    """4a, 4b10 The strongest of those who can attack, until more would not count."""
    found, attack, enough = 0, 0, _enough(table, target)
    combat_units = sorted(
        members(able),
        key=lambda unit: (
            pieces().air >> unit & 1,
            -seen.attack(1 << unit, table.hex[unit], target),
        ),
    )
    for unit in combat_units:
        more = seen.attack(1 << unit, table.hex[unit], target)
        if more <= 0 or (attack >= enough and not _wants_more(seen, table.side, found, unit)):
            continue
        found |= 1 << unit
        attack += more
    return found


def _wants_more(seen: View, side: int, units: UnitSet, unit: int) -> bool:
    """4e2 Whether who attacks should have another along who can take a loss and be reduced only."""
    if not seen.practiced or side != ALLIED or not pieces().corps >> unit & 1:
        return False
    whole = units & pieces().corps & ~seen.reduced
    return whole.bit_count() < 3 and not seen.reduced >> unit & 1


SURE = 8
"""4c2 With so much more, an attack almost never fails."""


def _enough(table: DDayTable, target: int, also: HexSet = 0) -> int:
    """4b10 More than this does not count, or is better used elsewhere; 3e2 invaders take no
    chances."""
    if table.invaders:
        return STRONG
    defense = total(defender_terms(table, Combat(target, 0, also=also)))
    return min(STRONG, defense + SURE)


def who_joins(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """4a, 4b10 The strongest join until more would not count; then it is enough."""
    target, also = decision.arguments
    attack = (
        total(attacker_terms(table, Combat(target, table.building, also=also)))
        if table.building
        else 0
    )
    enough = _enough(table, target, also)
    found = []
    for option in options:
        if isinstance(option.value, tuple):
            found.append(-5.0)
        elif option.value < 0:
            found.append(0.0)
        elif attack >= enough and not _wants_more(seen, table.side, table.building, option.value):
            found.append(-1.0)
        else:
            more = seen.attack(1 << option.value, table.hex[option.value], target)
            ground = 0.0 if pieces().air >> option.value & 1 else 0.5
            found.append(more + ground if more > 0 else -1.0)
    return found


def which_first(
    table: DDayTable, _seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """4c The surest first, so that beaten units stand in the way of others."""
    return [prospect(*_totals(table, table.combats[option.value])).wins for option in options]


# --- 10 tempting fate


def _side_total(table: DDayTable, side: int) -> Prospect:
    attack, defense = _totals(table, under_way(table))
    found = prospect(attack, defense)
    if side == table.side:
        return found
    return Prospect(1 - found.wins, found.taken, found.dealt)


def hurt_by_dice(table: DDayTable, seen: View, side: int) -> float:
    """10a How much worse the dice are for a side than what was to be expected."""
    attack, defense = numbers(table)
    combat = under_way(table)
    lost = losses_by(abs(attack - defense))
    winner = table.side if attack > defense else enemy(table.side)
    expected = _side_total(table, side)
    own = involved(table, side)
    foes = involved(table, enemy(side))
    stake = ground_worth(seen, table.side, combat.target) + (
        seen.temper.drowned * (combat.attackers & table.invaders & pieces().corps).bit_count()
        if side == ALLIED
        else 0
    )
    price, prize = _price(seen, side, own), _prize(seen, side, foes)
    hoped = expected.wins * stake + expected.dealt * prize - expected.taken * price
    got = stake + lost * prize if winner == side else -lost * price
    return hoped - got


def gain_by_fighting_on(table: DDayTable, seen: View, loser: int) -> float:
    """10b What another round is worth to the loser, who takes a loss for it."""
    combat = under_way(table)
    expected = _side_total(table, loser)
    own, foes = involved(table, loser), involved(table, enemy(loser))
    stake = ground_worth(seen, table.side, combat.target)
    if loser == ALLIED and combat.attackers & table.invaders:
        stake += seen.temper.drowned * (combat.attackers & pieces().corps).bit_count()
    price, prize = _price(seen, loser, own), _prize(seen, loser, foes)
    return expected.wins * stake + expected.dealt * prize - (1 + expected.taken) * price * 1.2 - 0.5


# --- 13a, 14b


def helped(table: DDayTable, seen: View, unit: int, hex_: int) -> float:
    """13a What an air unit that reacts takes from the attack."""
    for combat in table.combats:
        if combat.hexes >> hex_ & 1:
            attack, defense = _totals(table, combat)
            units = combat.attackers
            before = worth(seen, table.side, combat.target, units, attack, defense)
            more = seen.factor(unit)
            after = worth(seen, table.side, combat.target, units, attack, defense + more)
            return before - after
    return -1.0


def best_strike(table: DDayTable, seen: View, quarry: int) -> float:
    """14b2 What it is worth to strike beaten units again."""
    units = strikers(table, quarry)
    combat = Combat(quarry, units, pursuit=True)
    if not units or not defenders(table, combat):
        return -1.0
    attack, defense = _totals(table, combat)
    return worth(seen, table.side, quarry, units, attack, defense) - promise(seen, table.side)


def who_strikes(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """14b2 The strongest join until more would not count."""
    quarry = decision.arguments[0]
    attack = 0
    for unit in members(table.building):
        attack += seen.attack(1 << unit, table.hex[unit], quarry)
    found = []
    for option in options:
        if option.value < 0:
            found.append(0.0)
        else:
            more = seen.attack(1 << option.value, table.hex[option.value], quarry)
            found.append(more if more > 0 and attack < STRONG else -1.0)
    return found
