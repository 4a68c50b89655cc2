"""Saves outlive it when a step is renamed: its former id is read, and checked, as before."""

from __future__ import annotations

from typing import Any

import pytest

import toy
from beachhead.kernel.agenda import Steps
from beachhead.kernel.plain import digest
from beachhead.kernel.play import State
from beachhead.kernel.record import Record, RecordError, parse, replay, seal, verify

FORMER = {"toy.move": "scouting.go", "toy.next_turn": "scouting.turn"}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> toy.PicketGame:
    """Picket with ids that were others once; those of the tests are the new ones."""
    steps = Steps()
    for kind, register in ((toy.steps.doing, steps.step), (toy.steps.asking, steps.question)):
        for id_, function in kind.items():
            register(id_, was=FORMER.get(id_, ""))(function)
    monkeypatch.setattr(toy.Picket, "steps", steps)
    game = toy.PicketGame()
    monkeypatch.setattr(game, "steps", steps, raising=False)
    return game


def as_before(data: Any) -> Any:
    """A document with the former ids."""
    if isinstance(data, list):
        return [as_before(each) for each in data]
    if isinstance(data, dict):
        return {name: as_before(each) for name, each in data.items()}
    return FORMER.get(data, data) if isinstance(data, str) else data


def former_digest(state: State[Any]) -> str:
    return digest(as_before(state.to_data()))


def test_a_position_with_former_ids_is_read_with_those_of_now(renamed: toy.PicketGame) -> None:
    state = renamed.setup(seed=3)
    written = state.position.to_data()
    assert as_before(written) != written
    assert toy.Picket.from_data(as_before(written)) == state.position


def test_marks_made_of_former_ids_are_checked(renamed: toy.PicketGame) -> None:
    record = Record(renamed, "short", seed=3)
    marks: dict[str, str] = {}
    while not record.state.over:
        record.choose(record.state.decision.options[0])
        made = len(record.choices)
        if made in record.marks:
            marks[str(made)] = former_digest(record.state)
    assert set(marks.values()) - set(record.marks.values())
    data = parse(record.dumps()) | {"marks": marks}
    data["seal"] = seal(data)
    assert replay(renamed, data).state == record.state
    assert any("marks agree" in line for line in verify(renamed, data))
    wrong = next(iter(marks))
    with pytest.raises(RecordError, match="differs from its record"):
        replay(renamed, data | {"marks": marks | {wrong: "0" * 20}})
