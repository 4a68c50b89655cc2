"""7 What a division does next, and what a piece does."""

from __future__ import annotations

from beachhead.bots.omaha.attacking import best_attack
from beachhead.bots.omaha.danger import (
    ANY,
    calls,
    cards_to_come,
    kind_of,
)
from beachhead.bots.omaha.judging import (
    FREE,
    HALF,
    LAST,
    Weighing,
    Worths,
    is_infantry,
    weighing_of,
)
from beachhead.bots.omaha.temper import TEMPER, posture
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Decision, Option
from beachhead.omaha.table.state import (
    ALL_UNITS,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    equipment,
    position_of,
    unit_side,
)
from beachhead.omaha.us_actions import allotment
from beachhead.omaha.us_actions.routes import by_climb, by_scaling, paths, scene_of, shelter
from beachhead.omaha.us_combat.attack_reach import all_infantry
from beachhead.omaha.us_combat.attacks import (
    barrage_targets,
)

SHELTERED = ("7.1", "19.3")
"""The rules by which infantry moves for free on the beach."""
LITTLE = 0.05
"""What is gained by less is not worth doing."""


def next_actions(decision: Decision) -> Worths:
    """7.2 Attacks that promise something and barrages come first, so that who moves knows who is
    silent; then free moves, then paid ones; leaders last but for markers, for who has moved
    commands nobody (7.33)."""
    table: OmahaTable = decision.position
    weighing = weighing_of(table)
    found = [_action(weighing, option) for option in decision.options]
    left = allotment.actions_left(table, table.acting)
    if left:
        # Who may move toward shelter for free takes no action from those who shell.
        worths = zip(found, decision.options, strict=True)
        paid = [worth for worth, option in worths if option.rule not in SHELTERED]
        paid = sorted((worth for worth in paid if 0 < worth < HALF * HALF * FREE), reverse=True)
        least = paid[left - 1] if len(paid) >= left else 0.0
        for at, option in enumerate(decision.options):
            what, which = option.value
            if what == "piece" and least <= found[at] < HALF * HALF * FREE:
                shelling = _best_barrage(weighing, which)
                if shelling and shelling >= found[at]:
                    found[at] += 2.5 * FREE
    return found


def _action(weighing: Weighing, option: Option) -> float:
    what, which = option.value
    table = weighing.table
    if what == "piece":
        return _piece(weighing, option, which)
    if what == "attack":
        worth = best_attack(table, which)
        return 3 * FREE + worth if worth > TEMPER.good_attack + posture().nerve else -1.0
    if what == "naval":
        worth = _naval_barrage(weighing, which)
        return 2.8 * FREE + worth if worth > 0 else -1.0
    return 0.0


def _piece(weighing: Weighing, option: Option, piece: int) -> float:
    table, bit = weighing.table, 1 << piece
    if (table.disrupted | table.climbing) & bit:
        return LAST
    if table.climbing_cliff & bit:
        return 1.9 * FREE
    gain = _best_gain(weighing, piece)
    if piece >= UNITS:
        return HALF * FREE + gain if gain > LITTLE else -1.0
    shelling = _best_barrage(weighing, piece)
    if allotment.free_pieces(table) & bit:
        if shelling > max(gain, LITTLE):
            return 2.5 * FREE + shelling
        return FREE + gain if gain > LITTLE else -1.0
    if option.rule in SHELTERED:
        near = _best_gain(weighing, piece, sheltering=True)
        broke = not allotment.actions_left(table, table.acting)
        if near > LITTLE and (broke or near >= gain - TEMPER.paid - TEMPER.spared):
            return FREE + near
        if broke:
            return -1.0
    others = table.at[table.hex[piece]] & ALL_UNITS & ~table.acted & ~table.disrupted & ~bit
    if not is_infantry(piece):
        gain *= TEMPER.vehicles
    elif gain > 0:
        gain *= TEMPER.march * (TEMPER.together if others & all_infantry() else 1.0)
    return max(gain, shelling) - 0.1


def _best_barrage(weighing: Weighing, piece: int) -> float:
    """8.4 The best that a piece can do with a barrage, if it can make one."""
    if piece >= UNITS or is_infantry(piece):
        return 0.0
    targets = barrage_targets(weighing.table, piece)
    return max((_barrage(weighing, piece, post) for post in targets), default=0.0)


def _best_gain(weighing: Weighing, piece: int, *, sheltering: bool = False) -> float:
    """How much better the best place within reach is than where a piece is."""
    table = weighing.table
    scene, here = scene_of(table), table.hex[piece]
    now = weighing.stand(piece, here)
    best = -1.0
    past, fired_at = scene.past[here], _infiltration(weighing, piece)

    def gain(*path: int) -> float:
        return weighing.stand(piece, path[-1]) - now - (fired_at if past >> path[0] & 1 else 0.0)

    if sheltering and not scene.traffic >> here & 1:
        for there in members(shelter(table, piece, scene)):
            best = max(best, gain(there))
        return best
    for path in paths(table, piece, scene):
        best = max(best, gain(*path))
    if piece >= UNITS or equipment().units[piece].infantry:
        for there in members(by_climb(table, piece, scene)):
            best = max(best, gain(there) - TEMPER.climbing)
        if piece < UNITS:
            for there in members(by_scaling(table, piece, scene)):
                best = max(best, gain(there) - TEMPER.scaling)
    return best


def _infiltration(weighing: Weighing, piece: int) -> float:
    """7.32 What it costs to be fired at on the way."""
    return TEMPER.infiltration * (weighing.cost(piece) if piece < UNITS else 1.0)


def deeds(decision: Decision) -> Worths:
    """7.3 to 7.5, 8.4 Where a piece goes, or whom it shells."""
    table: OmahaTable = decision.position
    (piece,) = decision.arguments
    weighing = weighing_of(table)
    here = table.hex[piece]
    now = weighing.stand(piece, here)
    scene = scene_of(table)
    free = bool(allotment.free_pieces(table) >> piece & 1)
    toll = 0.0 if free else TEMPER.paid
    if not free and any(option.rule in SHELTERED for option in decision.options):
        near = _best_gain(weighing, piece, sheltering=True)
        toll = TEMPER.paid + TEMPER.spared if near > LITTLE else 0.0
    found = []
    for option in decision.options:
        action, target, path = option.value
        if action == "barrage":
            found.append(_barrage(weighing, piece, target) - toll)
        elif action == "exit":
            found.append(_exit(table))
        elif action == "stop-climb":
            found.append(-20.0)
        elif action == "climb-cliff":
            tops = members(scene.ways["infantry"].scale[here] & ~scene.closed)
            gain = max((weighing.stand(piece, there) - now for there in tops), default=-20.0)
            found.append(gain - TEMPER.scaling)
        elif target < 0:
            found.append(5.0)
        else:
            gain = weighing.stand(piece, path[-1]) - now
            if action == "climb-bluff":
                gain -= TEMPER.climbing if not scene.extended else 0.0
            elif action == "scale" and scene.extended:
                gain -= TEMPER.climbing
            if scene.past[here] >> path[0] & 1:
                gain -= _infiltration(weighing, piece)
            if not free and option.rule not in SHELTERED:
                gain -= toll
            found.append(gain)
    return found


def _barrage(weighing: Weighing, unit: int, post: int) -> float:
    """8.4, UBT What a German would have hit who is silent once, by how likely he is silenced."""
    table = weighing.table
    if table.german_disrupted >> post & 1:
        return -1.0
    called = calls(table.deck or cards_to_come(table))[position_of(table, post).color].deep
    symbol = kind_of(unit).symbol
    strength = unit_side(table, unit).strength
    deep = table.depth[post] != NO_DEPTH
    by_color = strength >= (3 if deep else 1)
    by_symbol = strength >= (6 if deep else 3)
    chance = called[symbol]
    if by_color:
        chance = called[ANY]
    if by_symbol:
        chance += 1 / 3 - called[symbol]
    return TEMPER.barrage * chance * weighing.volley(post)


def _naval_barrage(weighing: Weighing, post: int) -> float:
    """8.52 A German is silenced for certain, and loses his depth marker."""
    table = weighing.table
    if table.german_disrupted >> post & 1:
        return -1.0
    deep = table.depth[post] != NO_DEPTH
    worth = TEMPER.barrage * weighing.volley(post) + TEMPER.no_depth * deep
    return worth - TEMPER.naval


def _exit(table: OmahaTable) -> float:
    """20.3 Steps that leave by an exit count at the end, if it stays in communication."""
    left = table.last_turn - table.turn
    return 3.0 if left <= 4 else -2.0


def company(decision: Decision) -> Worths:
    """7.21 Who goes along: who is better off there too."""
    table: OmahaTable = decision.position
    _, path, *going = decision.arguments
    weighing, free = weighing_of(table), allotment.free_pieces(table)
    found = []
    for option in decision.options:
        piece = option.value
        if piece < 0 or not path:
            found.append(0.0)
        else:
            gain = weighing.stand(piece, path[-1], set_of(going))
            gain -= weighing.stand(piece, table.hex[piece])
            if piece < UNITS and is_infantry(piece) and not free >> piece & 1:
                gain += TEMPER.along
            found.append(gain if gain else -0.1)
    return found
