"""Why not? The answers are true at every moment of an impulse."""

from __future__ import annotations

import random

from beachhead.kernel.rulebook import rule
from beachhead.storm.movement import destinations, reachable
from beachhead.storm.table.board import PLACES, board
from beachhead.storm.table.pieces import pieces
from storm_situations import GAME, no_cards, place, play, situation, unit


@rule("storm", "8.0f", "8.0g")
def test_a_stack_under_way_has_only_the_points_it_has_left() -> None:
    table = situation("turn 2; 17 8 Armd Bde, 69/50; allied 16 17 11; begin impulse")
    assert GAME.why_not(table, unit="8 Armd Bde", to=12) is None
    play(table, "activate-17-commonwealth", "add-all", "to-11")
    no_cards(table)
    assert table.action.points == 3
    assert place(12) in reachable(table, unit("8 Armd Bde"))
    refused = GAME.why_not(table, unit="8 Armd Bde", to=13)
    assert (
        refused.text == "Villers-Bocage is out of reach for 8 Armd Bde, which has 3 movement points"
    )
    assert GAME.why_not(table, unit="69/50", to=17) is None


@rule("storm", "8.1c")
def test_a_stack_under_way_is_counted_as_one() -> None:
    table = situation(
        "turn 2; 17 69/50, 151/50; 16 231/50, 56 Ind Bde, 8 Armd Bde, 47 RM Cdo, 7/3 Cdn;"
        " allied 16 17 11; begin impulse"
    )
    assert GAME.why_not(table, unit="69/50", to=16) is None
    play(table, "activate-17-commonwealth", "add-all")
    assert GAME.why_not(table, unit="69/50", to=16).rule == "8.1"


@rule("storm", "7.0a")
def test_no_other_unit_acts_while_an_action_is_under_way() -> None:
    table = situation("turn 2; 17 69/50; 10 7/3 Cdn, II/736/716; allied 16 17; begin impulse")
    assert GAME.why_not(table, unit="7/3 Cdn", to=17) is None
    assert GAME.why_not(table, unit="7/3 Cdn", action="fire") is None
    play(table, "activate-17-commonwealth")
    for question in ({}, {"to": 17}, {"action": "fire"}):
        assert GAME.why_not(table, unit="7/3 Cdn", **question).rule == "7.0"
    assert GAME.why_not(table, unit="69/50") is None
    assert GAME.why_not(table, unit="69/50", to=16) is None


@rule("storm", "7.0a", "9.2a")
def test_no_unit_acts_while_a_card_fires() -> None:
    table = situation(
        "turn 2; 17 69/50; 11 II/726/716; hand allied allied-artillery; begin impulse"
    )
    play(table, "card-allied-artillery-1", "at-11")
    assert GAME.why_not(table, unit="69/50", to=16).rule == "7.0"


@rule("storm", "7.1a")
def test_a_unit_that_can_do_nothing_is_told_so() -> None:
    table = situation(
        "turn 2; 17 69/50, 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 47 RM Cdo; box-gold 146/49;"
        " allied 17; begin impulse"
    )
    refused = GAME.why_not(table, unit="146/49")
    assert (refused.rule, refused.text) == (
        "7.1",
        "146/49 in Gold box cannot move, fire or assault",
    )
    assert GAME.why_not(table, unit="69/50") is None


@rule("storm", "8.0i")
def test_the_reach_into_a_landing_box_costs_what_the_table_plays() -> None:
    """S-19."""
    text = "turn 2; 17 69/50, I/726/716; {}; begin impulse"
    usual, otherwise = situation(text.format("")), situation(text.format("house landing-box-cost"))
    assert reachable(usual, unit("69/50"))[place("box-gold")] == 2
    assert reachable(otherwise, unit("69/50"))[place("box-gold")] == 3


@rule("storm", "7.1a", "8.0f", "11.0a")
def test_options_and_refusals_agree_in_random_games() -> None:
    """Whoever may set out, and where a stack may go next, is never refused; all else is."""
    rng = random.Random(5)
    asked = 0
    state = GAME.setup(seed=5)
    while state.position.turn < 4:
        table, decision = state.position, state.decision
        if decision.kind == "impulse_chosen":
            listed = {option.value[1:] for option in decision.options}
            for row in pieces().units:
                if table.where[row.index] >= 0 and GAME.why_not(table, unit=row.name) is None:
                    asked += 1
                    assert (table.where[row.index], row.nationality) in listed
        elif decision.kind == "destination_chosen":
            action = table.action
            first = pieces().units[(action.units & -action.units).bit_length() - 1]
            open_to = destinations(table, action.units, action.side, action.place, action.points)
            for there in PLACES:
                refused = GAME.why_not(table, unit=first.name, to=board().tag(there))
                assert refused is None or there not in open_to
        choice = rng.choice(decision.options)
        state.apply(rng.choice(decision.options) if choice.id == "pass" else choice)
    assert asked > 100
