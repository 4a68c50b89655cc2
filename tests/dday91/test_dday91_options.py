"""Random play with each optional rule alone and with all of them, in the thick of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beachhead.dday91.game import GAME
from beachhead.dday91.stacking.stacking_limits import refuse_stack
from beachhead.dday91.table.board import board
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.invariants import invariants
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    OPTIONS,
    WAITING,
    DDayTable,
    occupied,
    on_board,
    put,
    units_in,
)
from beachhead.dday91.table.zones_of_control import take_control
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, State

EAGER = (
    "attack-",
    "add-",
    "also-",
    "advance-",
    "strike",
    "pursue-",
    "bomb-",
    "drop-",
    "react-",
    "roll",
)


def melee(scenario: str, options: dict[str, Any], seed: int) -> State[DDayTable]:
    """A game whose Allies, reinforcements and all, are scattered over France next to the enemy."""
    state = GAME.setup(scenario, options, seed=seed)
    while state.decision.kind == "set_up_chosen":
        state.apply(state.decision.options[seed % (len(state.decision.options) - 1)])
    scatter(state.position, random.Random(seed))
    state.position.moves = [27, 27]
    return state


def scatter(table: DDayTable, rng: random.Random) -> None:
    kept = pieces().strategic_air | pieces().divisions | pieces().mulberries
    waiting = [unit for unit in members(pieces().sides["allied"]) if table.hex[unit] == WAITING]
    units = [*members(on_board(table, ALLIED) & ~kept), *waiting]
    for unit in units:
        if kept >> unit & 1:
            continue
        near = board().grid.neighbors(occupied(table, 1) & board().countries["France"])
        free = near & board().land & ~occupied(table, 1)
        places = list(members(free))
        rng.shuffle(places)
        for hex_ in places:
            there = units_in(table, hex_, ALLIED) | 1 << unit
            if refuse_stack(table, there, hex_) is None:
                put(table, unit, hex_)
                take_control(table, unit, hex_)
                break


def choose(decision: Decision, rng: random.Random) -> str:
    """Any option, with a liking for a fight."""
    ids = [option.id for option in decision.options]
    assert ids, decision.prompt
    assert len(set(ids)) == len(ids), ids
    bold = [id_ for id_ in ids if id_.startswith(EAGER)]
    if bold and rng.random() < 0.6:
        return rng.choice(bold)
    if rng.random() < 0.1 and ids[-1] in ("done", "stop", "stay", "commit"):
        return ids[-1]
    return rng.choice(ids)


def play(state: State[DDayTable], turns: int, seed: int) -> int:
    rng = random.Random(seed)
    count = 0
    last = state.position.turn + turns
    while not state.over and state.position.turn < last:
        state.apply(choose(state.decision, rng))
        wrong = invariants(state.position)
        assert wrong == [], (state.history[-3:], state.game.clock(state.position))
        count += 1
        assert count < 5_000
    return count


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_alone(option: str) -> None:
    seed = list(OPTIONS).index(option)
    state = melee(("1943", "1944")[seed % 2], {option: True}, seed)
    assert play(state, 1, seed) > 20


@pytest.mark.parametrize("seed", range(4))
def test_all_options_together(seed: int) -> None:
    state = melee(("1943", "1944")[seed % 2], dict.fromkeys(OPTIONS, True), seed)
    assert play(state, 2, seed) > 20


@pytest.mark.parametrize("switch", HOUSE_RULES)
def test_each_house_rule_with_all_options(switch: str) -> None:
    options = dict.fromkeys(OPTIONS, True) | {switch: "alternative"}
    assert play(melee("1944", options, 7), 1, 7) > 20
