"""The guided first game: lessons that a game gives as data."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

LIT = "lit"
"""A lesson that stands beside what may be chosen on the board."""


class Moment(Struct, omit_defaults=True):
    """When a lesson begins or is over: in a kind of decision, or out of one, from a turn on, or as
    soon as something can be taken back."""

    kind: str = ""
    other_than: str = ""
    turn: int = 0
    undo: bool = False


class Lesson(Struct):
    """A call-out: what it says, and the part of the page beside which it stands (a selector, or
    `LIT`). It waits for a moment, and goes by itself at another."""

    title: str
    text: str
    at: str
    when: Moment | None = None
    until: Moment | None = None


class Guided(Struct):
    """The game that the lessons are for."""

    scenario: str
    options: dict[str, Any]
    seed: int
    lessons: list[Lesson]
