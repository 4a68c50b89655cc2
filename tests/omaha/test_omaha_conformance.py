"""Omaha through the suite every game passes, with its invariants at every decision."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

import beachhead
from beachhead.kernel.conformance import Conformance
from beachhead.kernel.play import Event, Option, State
from beachhead.kernel.record import Record
from beachhead.omaha.invariants import ledger_problems
from beachhead.omaha.state import lore
from players import PLAYERS, busy_random
from situations import unit

GAME = beachhead.load("omaha")
HOUSE = {name: "alternative" for name in GAME.settings if name != "players"}


class TestOmaha(Conformance):
    game = GAME
    games = 8
    thinking = 0.1
    setups: ClassVar[list[tuple[str, dict[str, Any]]]] = [
        ("easy-fox", {}),
        ("first-waves", {"players": 2}),
        ("easy-fox", HOUSE),
        ("first-waves", {"players": 1, **dict(list(HOUSE.items())[::2])}),
    ]

    def pick(self, state: State[Any], rng: random.Random) -> Option:
        return busy_random(state, rng)

    def check_position(self, state: State[Any]) -> None:
        assert GAME.invariants(state.position) == []


# --- a sample of the long runs


def played(number: int, player: str) -> Record[Any]:
    """A whole game: half of them with two players, half with house rules."""
    rng = random.Random(number)
    options: dict[str, Any] = {"players": 1 + number // 2 % 2}
    if number % 2:
        options |= {name: rng.choice(("default", "alternative")) for name in HOUSE}
    scenario = "easy-fox" if options["players"] == 1 and number % 4 else "first-waves"
    record = Record(GAME, scenario, options, seed=number)
    while not record.state.over:
        record.choose(PLAYERS[player](record.state, rng))
    return record


@pytest.mark.parametrize("player", PLAYERS)
def test_the_events_of_whole_games_agree_with_the_table(player: str) -> None:
    for number in range(5):
        record = played(number, player)
        assert ledger_problems(record) == []
        assert GAME.invariants(record.state.position) == []


# --- the ledger notices


@pytest.fixture(scope="module")
def game() -> Record[Any]:
    return played(1, "busy random")


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("step-loss", "steps, by the events"),
        ("eliminated", "by the events"),
        ("move", "is in hex"),
        ("land", "is in hex"),
        ("delay", "by the events in"),
        ("card", "cards are in the deck"),
    ],
)
def test_an_event_that_was_not_told_is_missed(
    game: Record[Any], kind: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = max(number for number, event in enumerate(game.events) if event.kind == kind)
    told = [event for number, event in enumerate(game.events) if number != last]
    monkeypatch.setattr(Record, "events", told)
    assert any(problem in text for text in ledger_problems(game))


def test_an_event_without_a_rule_is_noticed(
    game: Record[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Record, "events", [*game.events, Event("99.9", "odd", "Odd.")])
    assert "no rule '99.9': Odd." in ledger_problems(game)


# --- the invariants notice


def test_a_crowd_after_the_action_phase_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    for name in ("A/1/16", "B/1/16", "C/1/16"):
        table.due[unit(name)] = -1
        table.hex[unit(name)] = 200
    assert not any("more than two" in text for text in GAME.invariants(table))
    table.phase = "end"
    assert any("more than two units" in text for text in GAME.invariants(table))


def test_a_unit_out_of_its_pool_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    table.boxes["tactical"] -= 1
    assert any("tactical units" in text for text in GAME.invariants(table))


def test_a_game_that_goes_on_after_catastrophic_loss_is_noticed() -> None:
    table = GAME.setup("first-waves").position
    infantry = [each for each in lore().units if each.regular_infantry and each.division == 1]
    for each in infantry[:8]:
        table.steps_left[each.index] = 1
    assert any("has lost 8 infantry" in text for text in GAME.invariants(table))
