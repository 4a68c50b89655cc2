"""What options seem worth, by kind of decision: the choices of who decides at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.acting import company, deeds, next_actions
from beachhead.bots.omaha.attacking import attackers, attrition
from beachhead.bots.omaha.judging import Worths, weighing_of
from beachhead.bots.omaha.landing import boxes, drifting_leader, place, rangers
from beachhead.bots.omaha.losing import leader_hit, losses, sacrifice, surplus
from beachhead.kernel.bits import members
from beachhead.kernel.decision import Decision
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    OmahaTable,
    equipment,
    own_division,
    post_hex,
)
from beachhead.omaha.us_combat.attack_reach import attacking_sides
from beachhead.omaha.victory.catastrophic_loss import infantry_lost


def heroes(decision: Decision) -> Worths:
    """11.1 Who has a hero: strong infantry on the map that is near the Germans and has none."""
    table: OmahaTable = decision.position
    weighing = weighing_of(table)
    found = []
    for option in decision.options:
        unit = option.value
        worth = 2.0 * equipment().units[unit].infantry + table.steps_left[unit]
        if table.hex[unit] >= 0:
            worth += 3.0 - 0.3 * min(ground.FAR, weighing.way.get(table.hex[unit], ground.FAR))
        worth -= 4.0 * (unit in table.heroes) + 2.0 * (equipment().units[unit].type == "ranger")
        found.append(worth)
    return found


def engineering(decision: Decision) -> Worths:
    """18.1, 19.1 New bases near draws that have none, then range; command posts at once."""
    table: OmahaTable = decision.position
    found = []
    for option in decision.options:
        what, which = option.value
        if what == "base":
            found.append(5.0 - 0.1 * _to_draw(table, which))
        else:
            found.append({"establish": 4.0, "raise": 3.0, "extend": 3.0}.get(what, 0.0))
    return found


def _to_draw(table: OmahaTable, hex_: int) -> int:
    """19.1 How far a hex is from the nearest draw that no base is near to."""
    the = board()
    served = {_nearest_draw(base) for base in table.bases if base >= 0}
    return min(
        the.grid.distance(hex_, there) + (OTHER_DRAW if name in served else 0)
        for name, hexes in the.draws.items()
        for there in members(hexes)
    )


OTHER_DRAW = 20


@cache
def _nearest_draw(hex_: int) -> str:
    the = board()
    return min(
        the.draws,
        key=lambda name: min(the.grid.distance(hex_, there) for there in members(the.draws[name])),
    )


def obstacles(decision: Decision) -> Worths:
    """10.1 Obstacles are cleared, whichever."""
    return [float(option.value >= 0) for option in decision.options]


def not_stopping(decision: Decision) -> Worths:
    return [float(option.id != "done") for option in decision.options]


def strengthened(decision: Decision) -> Worths:
    """13.12 Who gets a step: infantry that its division counts as lost."""
    table: OmahaTable = decision.position
    return [
        -1.0 if option.value < 0 else _gain_of_step(table, option.value)
        for option in decision.options
    ]


def _gain_of_step(table: OmahaTable, unit: int) -> float:
    return {1: 3.0, 2: 1.0}.get(table.steps_left[unit], 0.5) + (
        infantry_lost(table, own_division(unit)) * 0.1
    )


def revealed(decision: Decision) -> Worths:
    """EV Whom a prisoner betrays: whom we may attack next."""
    table: OmahaTable = decision.position
    found = []
    for option in decision.options:
        if not isinstance(option.value, int) or option.value < 0:
            found.append(-1.0)
            continue
        near = attacking_sides()[post_hex(table, option.value)] & table.ground
        found.append(float(near.bit_count()))
    return found


def hero_helps(decision: Decision) -> Worths:
    return [float(option.value != "neither") for option in decision.options]


def infiltrators(decision: Decision) -> Worths:
    """7.32 Who was hit on his way goes on if the place is better for him."""
    table: OmahaTable = decision.position
    unit, _, path = decision.arguments[:3]
    weighing = weighing_of(table)
    here = weighing.stand(unit, table.hex[unit])
    places = {"go": path[-1], "halt": path[0]}
    return [
        weighing.stand(unit, places[option.value]) - here if option.value in places else 0.0
        for option in decision.options
    ]


def order_of_divisions(decision: Decision) -> Worths:
    """7.2 The division that is nearer to catastrophic loss acts first: what it silences spares
    both."""
    table: OmahaTable = decision.position
    return [float(infantry_lost(table, option.value)) for option in decision.options]


WORTHS: dict[str, Callable[[Decision], Worths]] = {
    "order_chosen": order_of_divisions,
    "action_chosen": next_actions,
    "deed_chosen": deeds,
    "gathered": company,
    "attack_built": attackers,
    "attrition_decided": attrition,
    "arrival_placed": boxes,
    "ranger_option_decided": rangers,
    "leader_drift_decided": drifting_leader,
    "leader_chosen": leader_hit,
    "placed_on_beach": place,
    "retreated": place,
    "hit_chosen": losses,
    "loss_chosen": losses,
    "target_chosen": losses,
    "action_target_chosen": losses,
    "mine_struck": losses,
    "hit_by_rockets": losses,
    "hit_by_naval_fire": losses,
    "mortar_target_chosen": losses,
    "ambush_target_chosen": losses,
    "patrolled": losses,
    "surplus_eliminated": surplus,
    "hero_placed": heroes,
    "engineers_chosen": engineering,
    "headquarters_chosen": engineering,
    "garrisons_chosen": not_stopping,
    "cleared": obstacles,
    "step_added": strengthened,
    "betrayed": revealed,
    "reported": revealed,
    "consult_table": hero_helps,
    "sacrifice_decided": sacrifice,
    "infiltrator_decided": infiltrators,
}


def worths(decision: Decision) -> Worths:
    """What each option seems worth; where nothing is known, all alike."""
    weigh = WORTHS.get(decision.kind)
    return [0.0] * len(decision.options) if weigh is None else weigh(decision)
