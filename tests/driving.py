"""Driving a game in tests: single steps, answers by option ids, chance included.

There is no dealer: the test answers for chance. All functions take a State or a position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beachhead.kernel.play import Decision, Event, Position, State

Where = State[Any] | Position


def run(where: Where, step: Callable[..., Any], *arguments: Any) -> list[Event]:
    """Do one step, with nothing else on the agenda, up to the next decision."""
    table = _table(where)
    table.agenda.clear()
    table.then((step, *arguments))
    told = len(table.news)
    decision(where)
    return table.news[told:]


def play(where: Where, *choices: str) -> list[Event]:
    """Answer decisions by option id, one after the other; returns what happened.

    Afterwards everything up to the next decision, or the end of the agenda, has been done.
    """
    table = _table(where)
    told = len(table.news)
    for choice in choices:
        _answer(where, choice)
    decision(where)
    return table.news[told:]


def forced(where: Where, *choices: str) -> list[str]:
    """Answer decisions like `play`; returns the ids of what went by itself after the last."""
    table = _table(where)
    play(where, *choices[:-1])
    _answer(where, choices[-1])
    patient = table.steps.asking_everything()
    found = []
    while (asked := patient.run(table)) is not None and (only := asked.only_way) is not None:
        found.append(only.id)
        del table.agenda[-1]
        asked.then(table, only.value, *asked.arguments)
    decision(where)
    return found


def _answer(where: Where, choice: str) -> None:
    """Answer what is asked, and do nothing further."""
    table = _table(where)
    asked = decision(where)
    assert asked is not None, f"{choice!r}: there is nothing left to decide"
    option = asked.find(choice)
    assert option is not None, (
        f"{choice!r} is not an option of {asked.seat}: {asked.prompt} {options(where)}"
    )
    del table.agenda[-1]
    asked.then(table, option.value, *asked.arguments)
    if isinstance(where, State):
        where.history.append(choice)


def decision(where: Where) -> Decision | None:
    """What must be decided next; None when the agenda is done."""
    table = _table(where)
    asked = table.steps.run(table)
    if isinstance(where, State):
        where._decision = asked
    return asked


def options(where: Where) -> list[str]:
    """The ids of what can be chosen; nothing when the agenda is done."""
    asked = decision(where)
    return [] if asked is None else [option.id for option in asked.options]


def events(where: Where, kind: str | None = None) -> list[Event]:
    """Everything that has happened since the situation was made, or what is of one kind."""
    earlier = where.news if isinstance(where, State) else []
    told = [*earlier, *_table(where).news]
    return [event for event in told if kind is None or event.kind == kind]


def texts(happened: list[Event]) -> list[str]:
    """What was said about events."""
    return [event.text for event in happened]


def _table(where: Where) -> Position:
    return where.position if isinstance(where, State) else where
