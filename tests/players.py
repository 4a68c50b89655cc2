"""Players for tests and long runs: each a function from a state and a generator to an option.

They see what a player sees: the table, the decision, its options and their odds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from beachhead.kernel.bits import members
from beachhead.kernel.play import Option, State
from beachhead.omaha.odds import fire_danger
from beachhead.omaha.odds.attack_odds import attack_preview
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.occupancy import STACKING_LIMIT
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    UNITS,
    OmahaTable,
    equipment,
    is_extended,
    is_unit,
    submerged,
    unit_side,
    units_in,
)
from beachhead.omaha.us_actions.terrain_effects import distance_to_shelter, mover, ways
from beachhead.omaha.us_combat.attacks import COMMIT, NAVAL_FIRE, all_who_can_join
from beachhead.omaha.us_combat.terrain_and_defense import Attackers

Player = Callable[[State[Any], random.Random], Option]

STOP = ("done", "go", "none", "decline", "commit")
"""What ends something or declines it."""


def random_player(state: State[Any], rng: random.Random) -> Option:
    """Any option, all alike."""
    return rng.choice(state.decision.options)


def do_nothing(state: State[Any], rng: random.Random) -> Option:
    """Ends or declines whatever can be; what must be chosen is chosen at random."""
    options = state.decision.options
    declining = [option for option in options if option.id in STOP]
    return declining[0] if declining else rng.choice(options)


def busy_random(state: State[Any], rng: random.Random) -> Option:
    """At random, but never ends its actions while something is left to do."""
    options = state.decision.options
    return rng.choice([option for option in options if option.id != "done"] or options)


def greedy(state: State[Any], rng: random.Random) -> Option:
    """Rallies, shelters, attacks when the odds are good, and otherwise moves up the bluffs.

    It looks no further than the next action; of equally good options it takes any.
    """
    decision, table = state.decision, state.position
    if decision.kind not in WORTH:
        return rng.choice(decision.options)
    worth = WORTH[decision.kind]
    scored = [(worth(table, option, decision.arguments), option) for option in decision.options]
    best = max(score for score, _ in scored)
    return rng.choice([option for score, option in scored if score == best])


PLAYERS: dict[str, Player] = {
    "random": random_player,
    "do-nothing": do_nothing,
    "busy random": busy_random,
    "greedy": greedy,
}

# --- what greedy thinks of things

Arguments = tuple[Any, ...]
ROW = 1.5
INLAND, FAR_INLAND = 11, 15
"""How many rows from the sea greedy wants to be, before and from Turn 17."""
DANGER = {"intense": 3.0, "steady": 2.0, "sporadic": 0.7}
FREE = 100.0
"""What costs nothing is done before what does."""
GOOD = 0.35
"""The chance of a success from which an attack is worth it."""


def worth_of_hex(table: OmahaTable, hex_: int) -> float:
    """Inland is good, to the bocage from Turn 17, and so is shelter on the beach; German fire is
    bad, and water the end."""
    row = int(board().name(hex_)[:2])
    inland = FAR_INLAND if is_extended(table) else INLAND
    worth = ROW * min(row, inland) - distance_to_shelter().get(hex_, 0)
    if submerged(table) >> hex_ & 1:
        worth -= 50
    elif table.turn >= 5 and board().submerged["mid"] >> hex_ & 1:
        worth -= 6
    for position in fire_danger.covering(table, hex_):
        if any(table.unit[post] != EMPTY for post in members(equipment().posts_of[position.index])):
            worth -= DANGER[position.intensity(hex_) or "sporadic"]
    return worth


def improvements(table: OmahaTable, piece: int) -> dict[int, float]:
    """How much better each hex within reach is than where a piece stands."""
    here, routes, full = table.hex[piece], ways(table, mover(piece)), table.full
    now = worth_of_hex(table, here)
    if is_unit(piece) and len(units_in(table, here)) > STACKING_LIMIT:
        now -= 8
    return {
        there: worth_of_hex(table, there) - now - (8 if is_unit(piece) and full >> there & 1 else 0)
        for there in members(routes.walk[here] | routes.climb[here] | routes.scale[here])
        if there not in equipment().post_at or table.unit[equipment().post_at[there]] == EMPTY
    }


def chance_to_win(table: OmahaTable, post: int, attackers: Attackers, naval: bool) -> float:
    """How likely an attack defeats a German, or at least keeps him from firing."""
    if not attackers:
        return 0.0
    chances = attack_preview(table, post, attackers, naval)["chances"]
    return float(
        sum(
            each["chance"] * (1.0 if "german_defeated" in each["results"] else 0.4)
            for each in chances
            if {"german_defeated", "german_disrupted"} & {*each["results"]}
        )
    )


def worth_of_action(table: OmahaTable, option: Option, _: Arguments) -> float:
    """What a division does next; to end its actions is worth nothing."""
    what, which = option.value
    if what == "done":
        return 0.0
    if what == "attack":
        chance = chance_to_win(table, which, all_who_can_join(table, which), False)
        return 50 + chance if chance >= GOOD else -1.0
    if what == "naval":
        return 20.0 if table.depth[which] != NO_DEPTH else -1.0
    if (table.disrupted | table.climbing | table.climbing_cliff) >> which & 1:
        return FREE
    gain = max(improvements(table, which).values(), default=-1.0)
    if is_unit(which) and equipment().units[which].type == "tank":
        return 3.0 if gain > 20 else 0.5
    return gain + FREE * (option.rule in ("7.1", "19.3") and gain > 0)


def worth_of_deed(table: OmahaTable, option: Option, arguments: Arguments) -> float:
    """What a piece does with its action."""
    action, target, _ = option.value
    if action == "barrage":
        return 1.0 if not table.german_disrupted >> target & 1 else 0.2
    if action == "stop-climb":
        return -20.0
    if action == "climb-cliff":
        return 1.5
    if target < 0:
        return 5.0
    if action == "exit":
        return 20.0
    near = improvements(table, arguments[0])
    here = worth_of_hex(table, table.hex[arguments[0]])
    gain = near[target] if target in near else worth_of_hex(table, target) - here
    return gain - 1.5 * ("infiltration" in option.label)


def worth_of_company(table: OmahaTable, option: Option, arguments: Arguments) -> float:
    """Whether somebody goes along: if the place is better for him too."""
    _, path, *_ = arguments
    if option.value < 0 or not path:
        return 0.0
    return improvements(table, option.value).get(path[-1], -1.0)


def worth_of_attacker(table: OmahaTable, option: Option, arguments: Arguments) -> float:
    """Who joins an attack: whoever makes it better."""
    post, attackers, naval = arguments
    if option.value == COMMIT:
        return chance_to_win(table, post, attackers, naval) + 0.01
    if option.value == NAVAL_FIRE:
        return chance_to_win(table, post, attackers, True) - 0.1
    joined = (*attackers, option.value)
    strength = unit_side(table, option.value).strength
    return chance_to_win(table, post, joined, naval) + 0.011 * (strength > 1)


def worth_of_box(table: OmahaTable, option: Option, _: Arguments) -> float:
    """Where a piece lands: the safest hex; it does not wait."""
    if not option.id.startswith("box-"):
        return -100.0
    turn = min(table.turn + 1, table.last_turn)
    hex_ = board().box_row[option.value].lands_in(charts().turn(turn).tide)
    return -50.0 if hex_ is None else worth_of_hex(table, hex_)


def worth_of_place(table: OmahaTable, option: Option, _: Arguments) -> float:
    """Where a piece is put or retreats to: the safest hex."""
    return worth_of_hex(table, option.value)


def worth_of_engineering(table: OmahaTable, option: Option, _: Arguments) -> float:
    """What engineers and HQs do: bases near the draws, then range; new command posts at once."""
    what, which = option.value
    if what == "base":
        near = min(
            board().grid.distance(which, hex_)
            for hexes in board().draws.values()
            for hex_ in members(hexes)
        )
        return 5.0 - 0.1 * near
    return {"establish": 4.0, "raise": 3.0, "extend": 3.0}.get(what, 0.0)


def worth_of_losing(table: OmahaTable, option: Option, _: Arguments) -> float:
    """Who is hit or given up: rather not infantry about to fill a loss box."""
    value = option.value
    piece = value[1] if isinstance(value, tuple) else value
    if not isinstance(piece, int) or not 0 <= piece < UNITS:
        return 0.0
    steps = table.steps_left[piece]
    counted = equipment().units[piece].regular_infantry
    return float({3: 2, 2: 0, 1: 1}.get(steps, 2) if counted else 3)


def worth_of_hero(table: OmahaTable, option: Option, _: Arguments) -> float:
    """Who has a hero: infantry on the map with steps to lose."""
    unit = option.value
    return 2.0 * equipment().units[unit].infantry + (table.hex[unit] >= 0) + table.steps_left[unit]


def worth_of_attrition(table: OmahaTable, option: Option, _: Arguments) -> float:
    """A step for a depth marker: only of a unit at full strength."""
    if option.value < 0:
        return 0.0
    return 1.0 if table.steps_left[option.value] == 3 else -1.0


def worth_of_strength(table: OmahaTable, option: Option, _: Arguments) -> float:
    return float(option.value >= 0)


WORTH: dict[str, Callable[[OmahaTable, Option, Arguments], float]] = {
    "action_chosen": worth_of_action,
    "deed_chosen": worth_of_deed,
    "gathered": worth_of_company,
    "attack_built": worth_of_attacker,
    "arrival_placed": worth_of_box,
    "placed_on_beach": worth_of_place,
    "retreated": worth_of_place,
    "engineers_chosen": worth_of_engineering,
    "headquarters_chosen": worth_of_engineering,
    "garrisons_chosen": lambda _, option, __: float(option.id != "done"),
    "mortar_target_chosen": worth_of_losing,
    "ambush_target_chosen": worth_of_losing,
    "loss_chosen": worth_of_losing,
    "hit_chosen": worth_of_losing,
    "target_chosen": worth_of_losing,
    "mine_struck": worth_of_losing,
    "surplus_eliminated": worth_of_losing,
    "hero_placed": worth_of_hero,
    "cleared": worth_of_strength,
    "step_added": worth_of_strength,
    "attrition_decided": worth_of_attrition,
    "consult_table": lambda _, option, __: float(option.value != "neither"),
    "sacrifice_decided": lambda _, option, __: float(option.value),
    "ranger_option_decided": lambda _, option, __: float(option.value == 0),
}
