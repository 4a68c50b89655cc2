"""What is worked out for all places at once, held against the rules asked one by one."""

from __future__ import annotations

import random

import pytest

from beachhead.kernel.bits import members, set_of
from beachhead.storm.attacks.assaults import refuse_assault
from beachhead.storm.attacks.fire_attacks import refuse_fire
from beachhead.storm.impulses.unit_actions import able, actions, can_together
from beachhead.storm.movement import movement_points, onward, refuse_move
from beachhead.storm.table.board import PLACES
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import ALLIED, GERMAN, NOWHERE, StormTable, UnitSet
from storm_situations import GAME, situation, unit_set


def goes_to(table: StormTable, units: UnitSet, side: int, here: int, points: int) -> int:
    """Where a stack may go, place by place."""
    return set_of(
        there for there in PLACES if refuse_move(table, units, side, here, there, points) is None
    )


def who_does(table: StormTable, side: int, here: int, units: UnitSet) -> dict[tuple[str, int], int]:
    """What some units can do, unit by unit and place by place."""
    every = [("fire", here), ("move", NOWHERE), *(("assault", there) for there in PLACES)]
    found = dict.fromkeys(every, 0)
    for unit in members(units):
        one = 1 << unit
        if refuse_fire(table, one, side, here) is None:
            found["fire", here] |= one
        if goes_to(table, one, side, here, pieces().units[unit].movement):
            found["move", NOWHERE] |= one
        for there in PLACES:
            if refuse_assault(table, one, side, here, there) is None:
                found["assault", there] |= one
    return {deed: who for deed, who in found.items() if who}


def compare(table: StormTable) -> int:
    """Both answers for every stack on the table; how many were compared."""
    compared = 0
    for side, nation in ((ALLIED, "american"), (ALLIED, "commonwealth"), (GERMAN, "german")):
        for here in PLACES:
            units = able(table, here, nation)
            if not units:
                continue
            compared += 1
            assert list(actions(table, side, here, nation).items()) == list(
                who_does(table, side, here, units).items()
            )
            for points in range(movement_points(units) + 1):
                walked = goes_to(table, units, side, here, points)
                assert onward(table, units, side, here, points) == walked
            for there in PLACES:
                together = can_together(table, side, "assault", here, there, units)
                assert together == (refuse_assault(table, units, side, here, there) is None)
    return compared


@pytest.mark.parametrize("house", ["default", "alternative"])
def test_quick_answers_are_those_of_the_rules(house: str) -> None:
    rng, compared = random.Random(3), 0
    state = GAME.setup(options=dict.fromkeys(HOUSE_RULES, house), seed=3)
    while state.position.turn < 4:
        if state.decision.kind == "impulse_chosen" and rng.random() < 0.1:
            compared += compare(state.position)
        choice = rng.choice(state.decision.options)
        state.apply(rng.choice(state.decision.options) if choice.id == "pass" else choice)
    assert compared > 100


@pytest.mark.parametrize(
    "text",
    [
        "17 69/50, I/726/716",
        "17 69/50, 2-9; 18 I/726/716",
        "17 69/50; 16 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 7/3 Cdn; 15 192 PzG/21",
        "zone-D 16/1; 22 18/1; box-gold 8 Armd Bde, 69/50",
        "box-gold 69/50, 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 47 RM Cdo, 7/3 Cdn",
    ],
)
@pytest.mark.parametrize("house", ["", "house landing-box-cost"])
def test_quick_answers_where_the_ways_are_narrow(text: str, house: str) -> None:
    for hand in ("", "hand allied ultra"):
        assert compare(situation(f"turn 2; {text}; {house}; {hand}; released"))


def test_nobody_has_no_movement_points() -> None:
    with pytest.raises(ValueError, match="nobody moves"):
        movement_points(unit_set())
