"""The events of a game held against its table: whoever only hears them knows the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic

from beachhead.kernel.play import Event, P
from beachhead.kernel.record import Record


class Books(Generic[P]):
    """What somebody who only hears the events would write down. Books that are opened at the start
    and have heard everything should say what books opened at the end do."""

    kept: ClassVar[Mapping[str, str]] = {}
    """What is compared in the end, and how a difference is told: sets and figures by what they are,
    a dict by a line for a key, what is under it, and what the events put there."""

    def __init__(self, start: P) -> None:
        raise NotImplementedError

    def enter(self, event: Event) -> Iterator[str]:
        """Write an event down, as `on_` and its kind says; what cannot be is a problem."""
        told = getattr(self, f"on_{event.kind.replace('-', '_')}", None)
        yield from (told and told(event)) or ()

    def compare(self, table: P) -> Iterator[str]:
        """Where the books and the table disagree."""
        other = type(self)(table)
        for name, what in self.kept.items():
            told, real = getattr(self, name), getattr(other, name)
            if isinstance(told, dict):
                for key in [*real, *(key for key in told if key not in real)]:
                    if told.get(key) != real.get(key):
                        yield what.format(key, *(_said(each.get(key)) for each in (real, told)))
            elif isinstance(told, set) and told != real:
                yield f"{what}, or by the events: {', '.join(sorted(told ^ real))}"
            elif told != real:
                yield f"{what}: {real}, by the events {told}"

    @classmethod
    def problems(cls, record: Record[P]) -> list[str]:
        """Everything is as the events say, every sum is right, no event is without a rule."""
        books = cls(record.at(0).position)
        problems = []
        for event in record.events:
            if not record.game.rules.exists(event.rule):
                problems.append(f"no rule {event.rule!r}: {event.text}")
            problems += books.enter(event)
        return [*problems, *books.compare(record.state.position)]


def _said(value: object) -> object:
    return "no place" if value in (None, "") else value


def units_of(event: Event) -> list[str]:
    """The units that an event is about."""
    told = event.detail
    return list(told["units"]) if "units" in told else [told["unit"]]
