"""4c Combat resolution: the dice and their result, and 10 tempting fate: 10a the initiative marker,
10b fighting on."""

from __future__ import annotations

from beachhead.dday91.combat import occupation, retreats
from beachhead.dday91.combat.choosing_losses import (
    count_losses,
    involved,
    legal_losses,
    mark_losses,
)
from beachhead.dday91.combat.modifiers import (
    attacker_terms,
    defender_terms,
    defenders,
    listed,
    losses_by,
    total,
)
from beachhead.dday91.odds import chances, percent, winning
from beachhead.dday91.options import pursuit
from beachhead.dday91.stacking import stacking_limits
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import DIE
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    Combat,
    DDayTable,
    about_combat,
    enemy,
    hex_labels,
    hex_tag,
    names,
    plays,
    row,
    side_name,
    steps,
    tags_of_combat,
    tags_on_map,
    under_way,
)
from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance, Decision, Option
from beachhead.kernel.topic import Proposal, Shows, Topic

DICE = [(attacker, defender) for attacker in DIE for defender in DIE]  # 1d-a


# --- 4c the order of combats


def _combat_may(_table: DDayTable) -> list[str]:
    figure = "The figure on a hex is the chance that the attacker wins a throw of the dice in "
    return [f"{figure}that combat."]


def _combat_with(table: DDayTable, option: Option | None) -> Combat | None:
    return None if option is None else table.combats[option.value]


def _combat_shown(table: DDayTable, option: Option) -> Shows:
    return Shows(note=percent(winning(chances(table, table.combats[option.value]))), hostile=True)


def _one_after_the_other(table: DDayTable) -> Proposal | None:
    """4c-a All combats as they were announced."""
    number = len(table.combats)
    if number < 2:
        return None
    choices = tuple(_resolve(table, each).id for each in range(number))
    return Proposal(f"Roll for all {number} combats, one after the other", choices, patient=True)


COMBAT = Topic(
    "combat_chosen",
    "Resolving combats",
    may=_combat_may,
    charts=("results",),
    builds=_combat_with,
    shows=_combat_shown,
    proposes=_one_after_the_other,
)


@steps.question("resolution.choose_combat")
def choose_combat(table: DDayTable) -> Decision | None:
    """4c-a The attacker resolves the combats in any order."""
    if not table.combats:
        return None
    return Decision(
        SIDES[table.side],
        "Which combat is resolved next?",
        "4c",
        combat_chosen,
        [_resolve(table, number) for number in range(len(table.combats))],
        topic=COMBAT,
    )


def _resolve(table: DDayTable, number: int) -> Option:
    combat = table.combats[number]
    units, hexes = combat.attackers, combat.hexes
    does = "Roll for" if defenders(table, combat) else "Resolve"
    return Option(
        f"resolve-{board().name(combat.target)}",
        lambda: f"{does} {names(units)} against {hex_labels(hexes)}",
        number,
        tuple(map(hex_tag, members(hexes))),
        commits=True,
    )


def combat_chosen(table: DDayTable, number: int) -> None:
    # 8b2-a One combat is over before the next is chosen.
    table.then((resolve, number), choose_combat)


@steps.step("resolution.resolve")
def resolve(table: DDayTable, number: int) -> None:
    """4c One combat, round by round."""
    combat = table.combats.pop(number)
    combat.attackers = sum(1 << unit for unit in members(combat.attackers) if table.hex[unit] >= 0)
    table.combat = combat
    if not combat.attackers:
        table.combat = None
    elif not defenders(table, combat):
        table.then(occupation.begin, pursuit.begin, second_combat, end_combat)
    else:
        table.then(roll, end_combat)


@steps.step("resolution.second_combat")
def second_combat(table: DDayTable) -> None:
    """14b2 A strike at beaten units is resolved at once."""
    combat = table.combat
    if combat is not None and combat.pursuit and not combat.fought:
        table.then(roll)


@steps.step("resolution.end_combat")
def end_combat(table: DDayTable) -> None:
    table.combat = None
    table.dice = []
    table.losses_due = [0, 0]


# --- 4c1 the dice


def _rolled_for(table: DDayTable, _option: Option | None, _again: bool) -> Combat:
    return under_way(table)


def _roll_for(table: DDayTable, again: bool) -> str:
    where = hex_labels(under_way(table).hexes)
    return f"Roll {'again' if again else 'a die for each side in the combat'} for {where}."


def _thrown(dice: tuple[int, int]) -> Option:
    attacker, defender = dice
    return Option(
        f"dice-{attacker}-{defender}", lambda: f"attacker {attacker}, defender {defender}", dice
    )


ROLL = Topic(
    "dice",
    "The dice of a combat",
    about=about_combat,
    charts=COMBAT.charts,
    builds=_rolled_for,
)


@steps.question("resolution.roll")
def roll(_table: DDayTable, again: bool = False) -> Chance[tuple[int, int]]:
    """4a-b, 4c1-a Each side rolls a ten-sided die; 10a or both roll again."""
    return Chance(
        _roll_for,
        "10a" if again else "4c1",
        combat_rolled,
        DICE,
        _thrown,
        arguments=(again,),
        topic=ROLL,
    )


def combat_rolled(table: DDayTable, dice: tuple[int, int], again: bool) -> None:
    """10a-a to 10a-c The holder of the initiative may have both dice rolled again; the new ones
    stand."""
    table.dice = list(dice)
    combat = under_way(table)
    combat.fought = True
    where = combat.hexes
    table.tell(
        "4c1",
        telling.DICE,
        lambda: f"{hex_labels(where)}: the attacker rolls {dice[0]}, the defender {dice[1]}.",
        tags_of_combat(table, combat),
        dice=list(dice),
        throwers=[SIDES[table.side], SIDES[enemy(table.side)]],
    )
    table.then(offer_initiative if plays(table, "initiative") and not again else settle)


def _roll_again(table: DDayTable) -> str:
    attack, defense = numbers(table)
    return f"Attacker {attack}, defender {defense}. Use the initiative marker to roll again?"


INITIATIVE = Topic("initiative_decided", "The initiative marker", about=about_combat)


@steps.question("resolution.offer_initiative")
def offer_initiative(table: DDayTable) -> Decision:
    """10a-a Use the initiative marker for new dice, or accept."""
    return Decision(
        SIDES[table.initiative],
        _roll_again,
        "10a",
        initiative_decided,
        [
            Option("accept", "Accept the dice", False, commits=True, ends=True),
            Option("roll-again", "Roll again and pass the marker on", True, commits=True),
        ],
        topic=INITIATIVE,
    )


def initiative_decided(table: DDayTable, again: bool) -> None:
    # 10a-b The new dice stand, and the marker changes hands.
    if not again:
        table.then(settle)
        return
    holder = table.initiative
    table.initiative = enemy(holder)
    table.tell(
        "10a",
        telling.INITIATIVE,
        lambda: (
            f"{side_name(holder)} uses the initiative: both dice are rolled again, and the marker "
            f"passes to the {side_name(enemy(holder))} side."
        ),
        map(hex_tag, members(under_way(table).hexes)),
        side=SIDES[table.initiative],
    )
    table.then((roll, True))


# --- 4c2 the result


def numbers(table: DDayTable) -> tuple[int, int]:
    """4b-a, 4c1 The combat numbers of attacker and defender."""
    combat = under_way(table)
    attack = table.dice[0] + total(attacker_terms(table, combat))
    return attack, table.dice[1] + total(defender_terms(table, combat))


@steps.step("resolution.settle")
def settle(table: DDayTable) -> None:
    """4c2-a, 4c2-b The defender wins a tie; the loser's losses depend on the difference."""
    combat = under_way(table)
    attack, defense = numbers(table)
    points, against = attacker_terms(table, combat), defender_terms(table, combat)
    attacker_wins = attack > defense
    winner = table.side if attacker_wins else enemy(table.side)
    loser = enemy(winner)
    lost = losses_by(abs(attack - defense))
    where, dice = combat.hexes, tuple(table.dice)
    attacking, defending = tuple(points.items()), tuple(against.items())
    table.tell(
        "4c2",
        telling.COMBAT,
        lambda: (
            f"{hex_labels(where)}: attacker {_sum(dice[0], attacking)}, "
            f"defender {_sum(dice[1], defending)}. "
            f"The {'attacker' if attacker_wins else 'defender'} wins"
            f"{f'; the loser takes {count_losses(lost)}' if lost else ''}."
        ),
        tags_of_combat(table, combat),
        cell=("results", str(lost), "losses"),
        dice=list(table.dice),
        attack=points,
        defense=against,
        losses=lost,
        loser=SIDES[loser],
        units=[row(unit).id for unit in members(combat.attackers | defenders(table, combat))],
    )
    table.losses_due = [0, 0]
    table.losses_due[loser] = lost
    table.then((mark_losses, loser), (end_round, loser))


def _sum(die: int, terms: tuple[tuple[str, int], ...]) -> str:
    """4b, 4c1 How a combat number comes about."""
    points = total(dict(terms))
    return f"{die} + {points} ({listed(dict(terms))}) = {die + points}"


# --- 4e2 the loser marks losses


# --- 10b fight on


@steps.step("resolution.end_round")
def end_round(table: DDayTable, loser: int) -> None:
    """10b-b, 10b-c The loser may fight on; else the result stands."""
    table.then((offer_fight_on if may_fight_on(table, loser) else conclude, loser))


def may_fight_on(table: DDayTable, loser: int) -> bool:
    """10b, D-22, N-16 Whether the loser has a unit in the combat that may take the extra loss
    (2d4), and somebody to fight."""
    return bool(
        plays(table, "fight-on") and legal_losses(table, loser) and involved(table, enemy(loser))
    )


FIGHT_ON = Topic("fight_on_decided", "Fight on?", about=about_combat)


@steps.question("resolution.offer_fight_on")
def offer_fight_on(_table: DDayTable, loser: int) -> Decision:
    """10b-a The loser may take one more loss for another round."""
    return Decision(
        SIDES[loser],
        "Accept the result, or take one more loss and fight another round?",
        "10b",
        fight_on_decided,
        [
            Option("accept", "Accept the result", False, commits=True, ends=True),
            Option("fight-on", "Take a loss and roll another round", True, commits=True),
        ],
        (loser,),
        topic=FIGHT_ON,
    )


def fight_on_decided(table: DDayTable, fights: bool, loser: int) -> None:
    # 10b-a One loss more, then another round.
    if not fights:
        table.then((conclude, loser))
        return
    table.losses_due[loser] = 1
    table.tell(
        "10b",
        telling.FIGHT_ON,
        lambda: f"The {side_name(loser)} side fights on.",
        [
            *tags_on_map(table, involved(table, loser)),
            *map(hex_tag, members(under_way(table).hexes)),
        ],
        side=SIDES[loser],
    )
    table.then((mark_losses, loser), (another_round, loser))


@steps.step("resolution.another_round")
def another_round(table: DDayTable, loser: int) -> None:
    """10b-a, 10b-b The same units fight again, if the loser has any left; retreat is put off."""
    table.then(roll if involved(table, loser) else (conclude, loser))


# --- 4c2 the end of a combat


@steps.step("resolution.conclude")
def conclude(table: DDayTable, loser: int) -> None:
    """4c2-a, 4c2-b, 4f-c, 8b2-a, 14b1-a A beaten attacker breaks off; beaten defenders retreat, and
    the hex may be occupied."""
    if loser == table.side:
        held = under_way(table).hexes
        table.tell(
            "4c2",
            telling.HELD,
            lambda: f"The defender holds {hex_labels(held)}.",
            map(hex_tag, members(held)),
        )
        return
    table.then(retreats.begin, occupation.begin, pursuit.begin, second_combat)


@steps.step("resolution.end_of_combats")
def end_of_combats(table: DDayTable) -> None:
    """2d1, 3e2 What could not land is lost, and stacks are put right."""
    table.then(occupation.land_unopposed, occupation.lost_at_sea, stacking_limits.put_right)
