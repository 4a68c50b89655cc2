"""The guided first game: lessons that a game gives as data.

A lesson says one thing, and most ask for a deed. It goes on when the deed is done in the rules: a
kind of decision is asked, or an event of a kind has been told. Whoever does something else in
between is not stopped: the lesson waits for its moment, or is over as its time has passed.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Moment(Struct, omit_defaults=True):
    """A moment of a game: one of some kinds of decision is asked, by a seat, from a turn on, when
    something can be taken back; or events of some kinds have been told so many times since the
    lesson before was done, the event by which it was done included. What is left out does not
    matter."""

    asked: list[str] = []
    told: list[str] = []
    times: int = 1
    seat: str = ""
    turn: int = 0
    undo: bool = False


class Lesson(Struct, omit_defaults=True):
    """What is said, and the deed that is asked for.

    `at` are the parts of the page that it is about (selectors) and the pieces and places on the
    board (their ids): they are framed, and brought into view. `explains` is a piece that is drawn
    large, with what its numbers and symbols are (`Reference.hints`). The lesson speaks `when` one
    of some moments has come, `waits` says what it waits for until then, and it is over when one of
    those in `done` has; one without any is read, and left by a button."""

    title: str
    text: str
    task: str = ""
    at: list[str] = []
    explains: str = ""
    when: list[Moment] = []
    done: list[Moment] = []
    waits: str = ""


class Guided(Struct):
    """The game that the lessons are for, what it teaches in a line, and the lessons."""

    scenario: str
    options: dict[str, Any]
    seed: int
    text: str
    lessons: list[Lesson]
