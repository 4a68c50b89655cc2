"""The ledger: the events of whole games agree with the table, and a wrong one is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beachhead.dday91.table.ledger import ledger_problems
from beachhead.kernel import record as records
from beachhead.kernel.play import Event
from beachhead.kernel.record import Record
from dday91_situations import GAME

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def kept(name: str) -> Record[Any]:
    """A complete game that is kept."""
    text = (PLAYTHROUGHS / f"{name}.json").read_text(encoding="utf-8")
    return records.replay(GAME, records.parse(text))


@pytest.fixture(scope="module")
def game() -> Record[Any]:
    return kept("dday91-1944")


def test_the_events_of_games_agree_with_the_table(game: Record[Any]) -> None:
    assert GAME.ledger(game) == []
    assert GAME.ledger(kept("dday91-1943-options")) == []


def told(game: Record[Any], kind: str) -> list[int]:
    numbers = [number for number, event in enumerate(game.events) if event.kind == kind]
    assert numbers, f"no event of the kind {kind!r} in this game"
    return [*numbers[-9:], *numbers[:9]]


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("setup", "by the events"),
        ("move", "was in"),
        ("transfer", "was in"),
        ("invasion", "was in"),
        ("reinforcement", "by the events"),
        ("occupied", "by the events"),
        ("landing", "by the events"),
        ("retreat", "was in"),
        ("exit", "by the events"),
        ("eliminated", "corps lost"),
        ("loss", "reduced"),
        ("spend", "should be left"),
        ("moves", "should be left"),
        ("portion", "portion"),
        ("dice", "But the dice were"),
        ("combat", "no loss was due"),
        ("control", "cities under Allied control"),
    ],
)
def test_an_event_that_was_not_told_is_missed(
    game: Record[Any], kind: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a later one puts right what somebody missed."""
    events = game.events

    def is_missed(number: int) -> bool:
        monkeypatch.setattr(Record, "events", events[:number] + events[number + 1 :])
        return any(problem in text for text in ledger_problems(game))

    assert any(is_missed(number) for number in told(game, kind))


@pytest.mark.parametrize(
    ("kind", "wrong", "problem"),
    [
        ("move", {"end": "T19"}, "was in T19"),
        ("move", {"start": "T19"}, "was in"),
        ("spend", {"moves": 9}, "should be left"),
        ("moves", {"gained": -3}, "should be left"),
        ("combat", {"losses": 9}, "But the difference is"),
        ("combat", {"dice": [0, 0]}, "But the dice were"),
        ("combat", {"losses": 0}, "But the difference is"),
        ("turn", {"turn": 9}, "came before"),
        ("control", {"hex": "I1"}, "cities under Allied control"),
        ("retreat", {"end": "T19"}, "by the events"),
        ("end", {"corps": 99}, "corps were lost"),
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

    def is_found(number: int) -> bool:
        true = events[number]
        other = Event(true.rule, true.kind, true.text, true.touches, {**true.detail, **wrong})
        monkeypatch.setattr(Record, "events", [*events[:number], other, *events[number + 1 :]])
        return any(problem in text for text in ledger_problems(game))

    assert any(is_found(number) for number in told(game, kind))


def test_an_event_without_a_rule_is_noticed(
    game: Record[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Record, "events", [*game.events, Event("99.9", "odd", "Odd.")])
    assert "no rule '99.9': Odd." in ledger_problems(game)
