"""What units of Storm can be ordered to do, and what is proposed when they are hit."""

from __future__ import annotations

import pytest

import beachhead
from beachhead.kernel.orders import planned, proposal
from beachhead.kernel.play import Illegal, State
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import StormTable

STORM = beachhead.load("storm")
TWO_AND_ONE = """
    turn 3
    16 69/50 151/50
    18 16/1
    15 22 Pz/21
    hand german e-boats
    hand allied jabos-4
    begin impulse
"""


def situation(text: str) -> State[StormTable]:
    return STORM.situation(text)


def carried_out(state: State[StormTable], order) -> State[StormTable]:
    """As it stands when everybody has let it pass."""
    plan, after = planned(state, order), state.copy()
    for choice in (*plan.now, *plan.later):
        after.apply(choice)
        while after.decision.kind == "card_chosen":
            after.apply(after.decision.passes or "")
    return after


def test_units_are_ordered_to_where_they_can_go_together_and_get_there() -> None:
    state = situation(TWO_AND_ONE)
    both = ("unit-br-50-69", "unit-br-50-151")
    far = [order for order in state.orders(both) if len(order.way) > 2]
    assert far, "somewhere beyond the next area"
    for order in state.orders(both):
        if order.hostile:
            continue
        after = carried_out(state, order)
        assert _place(after, "69/50") == order.goal[0].removeprefix("area-")
        assert _place(after, "69/50") == _place(after, "151/50")
        assert "69/50" in order.text
        assert "151/50" in order.text


def test_one_unit_goes_and_the_other_stays() -> None:
    state = situation(TWO_AND_ONE)
    order = next(each for each in state.orders(["unit-br-50-69"]) if not each.hostile)
    after = carried_out(state, order)
    assert _place(after, "69/50") != _place(after, "151/50") == "16"


def test_an_assault_is_ordered_with_its_odds() -> None:
    state = situation(TWO_AND_ONE)
    order = next(each for each in state.orders(["unit-br-50-69", "unit-br-50-151"]) if each.hostile)
    assert order.goal[0] == "area-15"
    assert "%" in order.note
    plan = planned(state, order)
    assert plan.now[:2] == ("activate-16-commonwealth", "assault-15")
    assert plan.commits
    assert any("damage in" in line for line in plan.odds)


def test_an_enemy_first_proposes_the_strongest_attack() -> None:
    state = situation(TWO_AND_ONE)
    best = state.orders((), "unit-ge-21-22")[0]
    assert set(best.pieces) == {"unit-br-50-69", "unit-br-50-151"}
    assert state.orders((), "area-15")[0].choices == best.choices
    assert state.orders((), "area-1") == []


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (("unit-br-50-69", "unit-ge-21-22"), "not Allied units"),
        (("unit-br-50-69", "unit-us-1-16"), "one nationality in one place"),
    ],
)
def test_who_cannot_act_together_is_told_why(chosen: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        situation(TWO_AND_ONE).orders(chosen)


def _place(state: State[StormTable], name: str) -> str:
    unit = next(unit for unit in pieces().units if unit.name == name)
    return str(board().id(state.position.where[unit.index]))


def test_nothing_is_proposed_where_nothing_is_hit() -> None:
    assert proposal(situation(TWO_AND_ONE)) is None
