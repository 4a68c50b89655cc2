"""Why an order is good: whole orders, what they take by name, odds that are exact, and features in
points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import beachhead
from beachhead import bots
from beachhead.bots import advice, reasons
from beachhead.bots.mind import mind_of
from beachhead.bots.reasons import Cause, HowFar, completed, takings
from beachhead.kernel.decision import Chance
from beachhead.kernel.orders import planned
from beachhead.kernel.play import State

GAMES = [("omaha", "first-waves", 15), ("storm", None, 25), ("dday91", None, 11)]


def positions(name: str, scenario: str | None, every: int, count: int = 3) -> Iterator[State[Any]]:
    """Positions of a game between recruits at which orders are given."""
    game = beachhead.load(name)
    state = game.setup(scenario, seed=5)
    players = {seat: bots.load(game, "recruit", seed=5) for seat in state.seats}
    planning, seen = mind_of(game).planning, 0
    while not state.over and count:
        decision = state.decision
        if decision.kind in planning and len(decision.options) > 1:
            seen += 1
            if seen % every == 0:
                count -= 1
                yield state
        state.apply(players[decision.seat].choose(bots.Sight(state, decision.seat)).id)


@pytest.mark.parametrize(("name", "scenario", "every"), GAMES)
def test_an_order_that_is_advised_is_whole_and_can_be_carried_out(name, scenario, every) -> None:
    """After its choices the seat has nothing left to decide of it: another order is due, or chance
    or somebody else decides."""
    planning = mind_of(beachhead.load(name)).planning
    for state in positions(name, scenario, every):
        seat = state.decision.seat
        given = advice.counsel(bots.Sight(state, seat), seed=1)
        assert 1 <= len(given.best) <= 2
        assert len({each.choices for each in given.best}) == len(given.best)
        for each in given.best:
            after = state.copy(history=False)
            after.dealer = None
            for choice in each.choices:
                assert after.decision.seat == seat
                after.apply(choice)
            whole = after.over or isinstance(after.decision, Chance)
            assert whole or after.decision.seat != seat or after.decision.kind in planning
            assert each.pieces or each.goal or len(each.choices) == 1
            assert "carpiquet" not in each.text  # names stay names


@pytest.mark.parametrize(("name", "scenario", "every"), GAMES)
def test_the_odds_that_are_told_are_those_of_the_plan(name, scenario, every) -> None:
    for state in positions(name, scenario, every, count=2):
        sight = bots.Sight(state, state.decision.seat)
        for each in advice.counsel(sight, seed=1).best:
            order = reasons.Order("", each.choices, (), (), state.decision.rule)
            assert set(each.odds) <= set(planned(sight.deal(0), order).odds)
            assert all("%" in line for line in each.odds)


def test_what_one_has_in_mind_is_compared_with_the_best() -> None:
    found = positions("storm", None, 1, count=60)
    state = next(each for each in found if each.decision.find("pass") is not None)
    sight = bots.Sight(state, state.decision.seat)
    best = advice.counsel(sight, seed=1).best[0]
    same = advice.counsel(sight, best.choices, seed=1).considered
    assert same is not None
    assert (same.choices, same.causes) == (best.choices, [])
    passing = state.decision.find("pass")
    assert passing is not None
    other = advice.counsel(sight, ["pass"], seed=1).considered
    assert other is not None
    assert other.text == passing.label
    assert other.estimate.points < best.estimate.points
    assert other.causes
    assert not any(cause.good for cause in other.causes)


def test_a_unit_that_is_told_to_act_is_told_what_to_do() -> None:
    (state,) = positions("dday91", None, 11, count=1)
    seat, mind = state.decision.seat, mind_of(state.game)
    sight = bots.Sight(state, seat)
    option = next(each for each in state.decision.options if not each.ends)
    order = reasons.Order(option.label, (option.id,), (), (), option.rule)
    whole = completed(sight, order, mind)
    assert whole.choices[0] == option.id
    assert len(whole.choices) > 1
    assert whole.text.startswith(f"{option.label.partition(': ')[0]}: ")
    assert whole == completed(sight, order, mind), "the same every time"


# --- what changes hands


def test_what_is_taken_for_certain_is_said_so_and_else_in_how_many_tries() -> None:
    before = {"Caen": -2.0, "Bayeux": -1.0, "Caumont": 1.0}
    after = [before | {"Caen": 2.0}, before | {"Caen": 2.0, "Bayeux": 1.0}]
    assert takings(before, after, 1) == [
        Cause("takes Caen: +4 points", good=True),
        Cause("takes Bayeux: +2 points in 1 of 2 tries", good=True),
    ]
    assert takings(before, [before | {"Caumont": -1.0}], 1) == [
        Cause("gives up Caumont: −2 points", good=False)
    ]


def test_the_other_side_counts_the_other_way_round() -> None:
    assert takings({"Caen": 2.0}, [{"Caen": -2.0}], -1) == [
        Cause("takes Caen: +4 points", good=True)
    ]


def test_conditions_are_told_by_how_far_they_are() -> None:
    before = {"units east of the Rhine": HowFar("3 of 20", hostile=False)}
    after = [{"units east of the Rhine": HowFar("4 of 20", hostile=False)}]
    text = "units east of the Rhine: 3 of 20 → 4 of 20"
    assert takings(before, after, 1) == [Cause(text, good=True)]
    assert takings(before, after, -1) == [Cause(text, good=False)]


def test_storms_account_names_its_areas() -> None:
    (state,) = positions("storm", None, 25, count=1)
    found = reasons.account(state.game, state.position, "allied")
    assert {"Caen", "Bourguébus"} <= found.keys()
    assert reasons.account(state.game, state.position, "german") == found


def test_features_are_told_in_points() -> None:
    mind = mind_of(beachhead.load("storm"))
    name, weight = next((n, w) for n, w in mind.values.points.items() if w and n in mind.words)
    points = reasons.contributions(mind, {name: 1.0}, {name: 1.0 + 2 / weight})
    assert points[name] == pytest.approx(2.0)
    assert reasons.worded(mind, points) == [Cause(f"{mind.words[name]}: +2 points", good=True)]


def test_advice_is_the_same_whatever_the_seat_cannot_see() -> None:
    from beachhead.kernel.chance import Dealer

    (state,) = positions("storm", None, 40, count=1)
    seat = state.decision.seat
    twin = state.determinize(seat, Dealer.of("twin"))
    assert twin != state
    given = [advice.counsel(bots.Sight(each, seat), seed=1) for each in (state, twin)]
    assert given[0] == given[1]


def test_how_one_stands_is_told_of_the_end_of_what_has_begun() -> None:
    """Who is to act yet stands in the water: that is not how the turn will end (Omaha)."""
    game = beachhead.load("omaha")
    mind, turns = mind_of(game), 0
    state = game.setup("first-waves", seed=5)
    bot = bots.load(game, "recruit", seed=5)
    off_now = off_then = 0.0
    while not state.over and turns < 4:
        if state.decision.kind == "order_chosen" and state.position.turn > 4:
            turns += 1
            turn, sight = state.position.turn, bots.Sight(state, "us")
            now, then = mind.estimate(state.position, "us"), advice.estimate(sight, "us")
            assert advice.estimate(sight, "us") == then, "the same every time"
            while state.position.turn == turn and state.position.phase == "action":
                state.apply(bot.choose(bots.Sight(state, "us")).id)
            after = mind.estimate(state.position, "us").points
            off_now += abs(now.points - after)
            off_then += abs(then.points - after)
        else:
            state.apply(bot.choose(bots.Sight(state, "us")).id)
    assert turns == 4
    assert off_then < off_now / 2


@pytest.mark.parametrize("name", ["storm", "dday91"])
def test_where_orders_are_due_one_stands_by_what_is_on_the_table(name: str) -> None:
    """There the chance to win was held against games."""
    for state in positions(name, None, 11):
        sight = bots.Sight(state, state.decision.seat)
        for seat in state.seats:
            known = mind_of(state.game).estimate(sight.deal(0).position, seat)
            assert advice.estimate(sight, seat) == known
