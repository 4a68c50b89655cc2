"""8 Attacks: what they promise, and who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.claims import next_count
from beachhead.bots.omaha.judging import (
    Worths,
    cost_of_step,
    is_infantry,
    weighing_of,
)
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.answers import Answers
from beachhead.kernel.decision import Decision
from beachhead.omaha.odds.attack_odds import endings
from beachhead.omaha.table.state import (
    OmahaTable,
    is_extended,
    post_hex,
)
from beachhead.omaha.us_actions import allotment
from beachhead.omaha.us_combat.attack_reach import attacking_sides
from beachhead.omaha.us_combat.attacks import (
    COMMIT,
    NAVAL_FIRE,
    all_who_can_join,
)


def attack_worth(
    table: OmahaTable, post: int, attackers: tuple[int, ...], naval: bool = False
) -> float:
    """8.3 What an attack promises, by the exact chances of what comes of it."""
    if not attackers:
        return -1.0
    key = (
        post,
        naval,
        attackers,
        tuple(table.hex[unit] for unit in attackers),
        tuple(table.steps_left[unit] for unit in attackers),
        table.commands,
        table.heroes,
        table.inspired,
        table.unit[post],
        table.depth[post],
        table.posts,
        table.face_down,
        table.unseen_units,
        table.unseen_depth,
        tuple(table.boxes.values()),
        table.drawn_at,
        table.arrivals,
        table.either,
        table.hypotheses,
        table.eliminated,
        is_extended(table),
        *table.variants,
        *table.house.items(),
    )
    promise = _attacks.to(key, _promise, table, post, attackers, naval)
    volley = weighing_of(table).volley(post)
    prize = posture().prize * ground.prizes(table)[post]
    calls_left = min(TEMPER.calls_most, TEMPER.calls * (next_count(table) - table.turn))
    worth = promise.rest + promise.beaten * (
        TEMPER.defeat + TEMPER.prize * prize + volley * calls_left
    )
    if not table.german_disrupted >> post & 1:
        worth += promise.silenced * (volley * TEMPER.barrage + TEMPER.disrupted)
    worth -= TEMPER.paid * allotment.price(table, attackers)
    for unit in attackers:
        worth -= TEMPER.joins + _too_late(table, unit)
    return worth - TEMPER.naval * naval


def _too_late(table: OmahaTable, unit: int) -> float:
    """13.2 What a unit does not hold when points are counted if it stays to attack."""
    claim = weighing_of(table).goals.get(unit)
    if claim is None or not claim.turns or claim.turns <= next_count(table) - table.turn:
        return 0.0
    return TEMPER.claim * claim.points


_attacks: Answers[Hopes] = Answers(4000)
"""What attacks promise: the same is asked again and again."""


class Hopes(NamedTuple):
    """How likely an attack does what to a German, and what else it is worth."""

    beaten: float
    silenced: float
    rest: float


def _promise(table: OmahaTable, post: int, attackers: tuple[int, ...], naval: bool) -> Hopes:
    beside = attacking_sides()[post_hex(table, post)]
    near = sum(1 for unit in attackers if beside >> table.hex[unit] & 1)
    beaten = silenced = rest = 0.0
    for (_, outcome), share in endings(table, post, attackers, naval).items():
        chance = float(share)
        if "german_defeated" in outcome:
            beaten += chance
        elif "german_disrupted" in outcome:
            silenced += chance
        rest += chance * TEMPER.no_depth * ("depth_eliminated" in outcome)
        rest += chance * TEMPER.more_depth * ("german_gains_depth" in outcome)
        rest += chance * TEMPER.we_disrupted * near * ("us_disrupted" in outcome)
        rest += chance * TEMPER.reinforced * ("tactical_reinforcement" in outcome)
    return Hopes(beaten, silenced, rest)


def best_attack(table: OmahaTable, post: int) -> float:
    """8.3 What an attack by all who can join is worth; who must not be hit again should rather
    leave (13.1)."""
    joining = _best_force(table, post, (), all_who_can_join(table, post), naval=False)
    weighing = weighing_of(table)
    risk = 0.0
    for unit in joining:
        cost = weighing.harm * weighing.cost(unit)
        if cost > GRAVE:
            risk += (cost - GRAVE) * weighing.danger.of(unit, table.hex[unit])[0]
    return attack_worth(table, post, joining) - risk


GRAVE = 12.0
"""From what a step is worth on its loss is close to a catastrophe."""


def _best_force(
    table: OmahaTable, post: int, chosen: tuple[int, ...], others: Sequence[int], *, naval: bool
) -> tuple[int, ...]:
    """8.3 Who should attack: all who can, without those who add nothing and can do something else
    instead; vehicles are left out first, then whoever is strongest."""
    force = (*chosen, *others)
    left = allotment.actions_left(table, table.acting)
    best = attack_worth(table, post, force, naval)
    for unit in sorted(others, key=lambda unit: (is_infantry(unit), -table.steps_left[unit])):
        without = tuple(each for each in force if each != unit)
        if not any(is_infantry(each) for each in without):
            continue
        worth = attack_worth(table, post, without, naval)
        if worth >= best or allotment.price(table, force) > left:
            force, best = without, worth
    return force


def attackers(decision: Decision) -> Worths:
    """8.3 Who joins an attack: those of the best force; naval fire if it is worth its marker."""
    table: OmahaTable = decision.position
    post, chosen, naval = decision.arguments
    all_of_them = all_who_can_join(table, post, tuple(chosen))
    force = _best_force(table, post, tuple(chosen), all_of_them[len(chosen) :], naval=naval)
    found = []
    for option in decision.options:
        if option.value == COMMIT:
            found.append(0.0)
        elif option.value == NAVAL_FIRE:
            found.append(attack_worth(table, post, force, True) - attack_worth(table, post, force))
        else:
            found.append(1.0 + is_infantry(option.value) if option.value in force else -1.0)
    return found


def attrition(decision: Decision) -> Worths:
    """UAT.results A step for a depth marker: of whoever has least to lose, and sooner the more
    ground the German bars."""
    table: OmahaTable = decision.position
    (post,) = decision.arguments
    gain = ATTRITION + TEMPER.attrition * ground.prizes(table)[post]
    return [
        0.0 if option.value < 0 else gain - cost_of_step(table, option.value)
        for option in decision.options
    ]


ATTRITION = 1.3
"""What a depth marker is worth anywhere, in steps that count one."""
