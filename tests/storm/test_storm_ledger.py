"""The ledger: the events of whole games agree with the table, and a wrong one is found."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beachhead.kernel.play import Event
from beachhead.kernel.record import Record
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.ledger import ledger_problems
from storm_situations import GAME


def played(seed: int, options: dict[str, str]) -> Record[Any]:
    """A random game in which cards are played whenever one can be."""
    rng = random.Random(seed)
    record: Record[Any] = Record(GAME, None, options, seed=seed)
    while not record.state.over:
        choices = record.state.decision.options
        record.choose(rng.choice([each for each in choices if each.id != "no-card"] or choices))
    return record


@pytest.fixture(scope="module")
def game() -> Record[Any]:
    return played(2, {})


def test_the_events_of_whole_games_agree_with_the_table(game: Record[Any]) -> None:
    assert GAME.ledger(game) == []
    assert GAME.ledger(played(3, dict.fromkeys(HOUSE_RULES, "alternative"))) == []


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("setup", "no place"),
        ("landing", "was in"),
        ("move", "by the events in"),
        ("retreat", "by the events in"),
        ("eliminated", "by the events in"),
        ("reinforcement", "by the events in"),
        ("control", "should have passed"),
        ("spent", "was not spent"),
        ("refresh", "spent"),
        ("draw", "not in the hand"),
        ("card", "discards"),
        ("discard", "discards"),
        ("shuffle", "discards"),
        ("support", "should be left"),
        ("points", "But it should be"),
        ("release", "the release"),
    ],
)
def test_an_event_that_was_not_told_is_missed(
    game: Record[Any], kind: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a later one puts right what somebody missed."""
    events = game.events
    numbers = [number for number, event in enumerate(events) if event.kind == kind]
    assert numbers

    def is_missed(number: int) -> bool:
        monkeypatch.setattr(Record, "events", events[:number] + events[number + 1 :])
        return any(problem in text for text in ledger_problems(game))

    assert any(is_missed(number) for number in (*numbers[-9:], *numbers[:9]))


@pytest.mark.parametrize(
    ("kind", "wrong", "problem"),
    [
        ("attack", {"damage": 99}, "But the damage is"),
        ("attack", {"units": ["70/49"]}, "is spent or elsewhere"),
        ("move", {"end": "Zone A"}, "was in Zone A"),
        ("control", {"area": "Montebourg"}, "But it should not"),
        ("total", {"points": 99}, "But it should be"),
        ("card", {"card": "ultra-1"}, "in the hand"),
        ("turn", {"turn": 5}, "came before"),
        ("end", {"beaches": 9}, "beaches"),
    ],
)
def test_an_event_that_tells_something_else_is_found(
    game: Record[Any],
    kind: str,
    wrong: dict[str, Any],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = game.events
    numbers = [number for number, event in enumerate(events) if event.kind == kind]

    def is_found(number: int) -> bool:
        true = events[number]
        other = Event(true.rule, true.kind, true.text, true.touches, {**true.detail, **wrong})
        monkeypatch.setattr(Record, "events", [*events[:number], other, *events[number + 1 :]])
        return any(problem in text for text in ledger_problems(game))

    assert any(is_found(number) for number in numbers[:9])


def test_an_event_without_a_rule_is_noticed(
    game: Record[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Record, "events", [*game.events, Event("99.9", "odd", "Odd.")])
    assert "no rule '99.9': Odd." in ledger_problems(game)
