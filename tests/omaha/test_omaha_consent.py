"""Nothing commits without consent: what draws, reveals, spends, loses or ends something stops at an
option that names it, and a click on the map never chooses such an option at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead
from beachhead.kernel.play import Chance, State
from beachhead.kernel.record import Record
from beachhead.kernel.rulebook import rule
from beachhead.omaha.landing.arrivals import LAST_ARRIVAL
from beachhead.omaha.table.state import HQS, OmahaTable, equipment, put_in_hex
from beachhead.omaha.us_actions.action_phase import act_as_division
from players import PLAYERS
from situations import options, play, run, situation, table_of

LONE = "turn 7; 0710 A/1/16; WN61 ?; begin action"
TWO = "turn 7; 0710 A/1/16; 0808 B/1/16; WN61 ?; begin action"
NAVAL = "turn 7; naval 2; 0710 A/1/16; 0709 16HQ; WN61 ? depth?; begin action"


def spent(table: OmahaTable) -> tuple[Any, ...]:
    """What can be spent, lost or turned up."""
    return (
        tuple(table.paid_actions),
        table.naval_fire,
        tuple(table.heroes),
        tuple(table.steps_left),
        table.deck,
        tuple(table.unit),
        tuple(table.depth),
    )


def labels(state: State[OmahaTable]) -> dict[str, str]:
    return {option.id: option.label for option in state.decision.options}


def asked(state: State[OmahaTable]) -> dict[str, str]:
    """What the page does not choose at a click on the map."""
    return state.commits()


# --- attacks


@rule("omaha", "8.3a", "8.13a")
def test_a_lone_attacker_does_not_attack_by_itself() -> None:
    state = situation(LONE)
    assert "attack-WN61" in options(state)
    before = spent(state.position)
    play(state, "attack-WN61")
    assert options(state) == ["commit"]
    assert spent(state.position) == before
    assert not state.position.acted | state.position.attacked
    assert labels(state)["commit"] == "Attack WN61: 1 of 2 actions, reveals the German unit"
    play(state, "commit")
    assert state.decision.kind == "reveal"
    assert state.position.paid_actions[0] == 1


@rule("omaha", "8.3a", "8.13a")
def test_adding_the_last_unit_does_not_fire_the_attack() -> None:
    state = situation(TWO)
    assert "attack-WN61" in options(state)
    before = spent(state.position)
    play(state, "attack-WN61", "unit-A/1/16", "unit-B/1/16")
    assert options(state) == ["commit"]
    assert spent(state.position) == before
    assert labels(state)["commit"] == "Attack WN61: 2 of 2 actions, reveals the German unit"
    assert state.odds("commit") == state.odds()
    play(state, "commit")
    assert state.position.paid_actions[0] == 0


@rule("omaha", "8.54a")
def test_naval_fire_in_an_attack_is_spent_when_it_is_committed() -> None:
    state = situation(NAVAL)
    play(state, "attack-WN61")
    assert labels(state)["naval-fire"] == (
        "Add naval fire (1 of 2 naval fire markers, spent when you attack)"
    )
    play(state, "naval-fire")
    assert options(state) == ["commit"]
    assert state.position.naval_fire == 2
    assert labels(state)["commit"] == (
        "Attack WN61: 1 of 2 naval fire markers, reveals the German unit"
    )
    play(state, "commit")
    assert state.position.naval_fire == 1


def test_an_attack_being_built_is_taken_back_for_nothing() -> None:
    record = Record(beachhead.load("omaha"), start=TWO, seed=1)
    before = record.state.digest()
    record.choose("attack-WN61")
    record.choose("unit-A/1/16")
    record.choose("unit-B/1/16")
    record.undo(0)
    assert record.state.digest() == before


# --- barrages


@rule("omaha", "8.52a")
def test_a_naval_barrage_names_what_it_spends() -> None:
    state = situation(NAVAL)
    naval = "naval-WN61"
    assert labels(state)[naval] == "Naval barrage of WN61 (0809): 1 of 2 naval fire markers"
    assert naval in asked(state)
    state.position.naval_fire = 1
    state._decision = None
    assert labels(state)[naval] == "Naval barrage of WN61 (0809): the last naval fire marker"


@rule("omaha", "8.4a")
def test_a_barrage_names_what_it_spends_and_draws() -> None:
    state = situation("turn 7; 0611 2/C/741; 0512 E/2/16; WN61 ?; begin action")
    play(state, "act-2/C/741")
    assert labels(state)["barrage-WN61"] == "Barrage WN61 (0809): 1 of 2 actions, draws a card"
    assert {"barrage-WN61", "move-0612"} <= asked(state).keys()


def test_the_only_thing_a_unit_can_do_is_asked_for_unless_its_marker_named_it() -> None:
    state = situation("turn 7; 0710 A/1/16 disrupted; 0512 E/2/16 climb; WN61 ?; begin action")
    assert labels(state)["act-A/1/16"] == "A/1/16 in 0710: remove its disruption (free)"
    assert labels(state)["act-E/2/16"] == "E/2/16 in 0512: finish its climb (free)"
    assert {"act-A/1/16", "act-E/2/16"} <= asked(state).keys()
    play(state, "act-A/1/16")
    assert state.decision.kind == "action_chosen"


# --- ends


@rule("omaha", "7.2a")
def test_the_end_of_a_divisions_actions_says_what_ends_and_what_is_lost() -> None:
    state = situation("turn 5; 0512 E/2/16; 0424 A/1/116; begin action")
    play(state, "1st-first")
    assert labels(state)["done"] == "End the 1st Division's actions: 2 unspent actions are lost"
    play(state, "act-E/2/16", "move-0513")
    assert options(state) == ["end"], "nothing is left to do, but nothing ends by itself"
    assert state.position.acting == 1
    left = "1 unspent action is lost" if state.position.paid_actions[0] else ""
    assert labels(state)["end"].endswith(left or "actions")
    play(state, "end")
    assert state.position.acting == 29
    assert labels(state)["done"] == (
        "End the 29th Division's actions and the US Action Phase: 2 unspent actions are lost"
    )


@rule("omaha", "7.2a")
def test_a_division_that_can_do_nothing_from_the_start_is_not_asked() -> None:
    table = table_of("turn 5 action; actions 0 0; 0512 2/C/741; 0611 1/B/743")
    run(table, act_as_division, 1)
    assert options(table) == []


@rule("omaha", "7.2a", "7.32h")
def test_a_headquarters_hemmed_in_by_germans_is_not_offered() -> None:
    """From 0822 every way leads past Germans, and it does not infiltrate; from 0421 it can go."""
    for hex_, offered in (("0822", False), ("0421", True)):
        table = beachhead.load("omaha").setup("first-waves", seed=3).position
        put_in_hex(table, HQS[0], equipment().board.hex(hex_))
        run(table, act_as_division, 1)
        assert ("act-16 HQ" in options(table)) == offered


def test_the_last_arrival_ends_the_phase_and_says_so() -> None:
    state = beachhead.load("omaha").setup("first-waves", seed=3)
    rng = random.Random(3)
    found = set()
    while len(found) < 2:
        now = state.decision
        if now.kind == "arrival_placed":
            found.add(LAST_ARRIVAL in asked(state).values())
        state.apply(PLAYERS["random"](state, rng))
    assert found == {True, False}


# --- all options of whole games


SCENARIOS = ("easy-fox", "first-waves", "beyond-the-beach", "d-day-at-omaha-beach")


def what_it_commits(state: State[OmahaTable], choice: str) -> set[str]:
    """What choosing an option draws, spends, loses or ends, with what follows by itself."""
    before, copy = state.position, state.copy(history=False)
    copy.dealer = None
    copy.apply(choice)
    after, found = copy.position, set()
    if not copy.over and isinstance(copy.decision, Chance):
        found.add("draws")
    if copy.over or (after.turn, after.phase, after.acting) != (
        before.turn,
        before.phase,
        before.acting,
    ):
        found.add("ends")
    if spent(after) != spent(before):
        found.add("spends")
    return found


def check(games: range, share: float) -> None:
    game, at_once = beachhead.load("omaha"), 0
    for number in games:
        scenario = SCENARIOS[number % 4]
        chosen: dict[str, Any] = {"players": 1 + (scenario != "easy-fox" and number % 3 == 0)}
        chosen["german-armor"] = number % 8 >= 6
        state, rng = game.setup(scenario, chosen, seed=number), random.Random(number)
        player = PLAYERS[("busy random", "random", "greedy")[number % 3]]
        while not state.over:
            decision = state.decision
            if rng.random() < share:
                stopped = state.commits()
                for option in decision.options:
                    if option.touches and option.id not in stopped:
                        found = what_it_commits(state, option.id)
                        assert not found, (number, decision.kind, option.label, found)
                        at_once += 1
            state.apply(player(state, rng))
    assert at_once > 100


def test_no_click_on_the_map_draws_spends_or_ends_anything() -> None:
    check(range(8), 0.1)


@pytest.mark.soak
def test_no_click_on_the_map_draws_spends_or_ends_anything_in_many_games() -> None:
    check(range(60), 0.5)


def test_an_attack_is_always_asked_about_and_the_end_too() -> None:
    """In whole games: cards and actions go only with options that say what they cost."""
    game = beachhead.load("omaha")
    for number in range(4):
        state, rng = game.setup(SCENARIOS[number], seed=number), random.Random(number)
        while not state.over:
            decision, table = state.decision, state.position
            choice = PLAYERS["busy random"](state, rng)
            actions, naval, acting = sum(table.paid_actions), table.naval_fire, table.acting
            state.apply(choice)
            if table.acting == acting and table.phase == "action":
                if sum(table.paid_actions) < actions:
                    assert "action" in choice.label, choice
                if table.naval_fire < naval:
                    assert "naval fire marker" in choice.label, choice
            elif decision.kind == "action_chosen":
                assert choice.id in ("done", "end"), choice
