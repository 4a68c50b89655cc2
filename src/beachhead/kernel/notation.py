"""Situations as text: statements, what to say when one is wrong, and lines all games share.

A text is a list of statements, in any order: `#` begins a comment, `;` ends a line early, commas
are for the eye, and names with spaces may go in quotes. A game says what its keywords mean; what
no keyword tells is written as whole fields of the position, `name = JSON`.

>>> [each.rest for each in statements('turn 7; 16 "56 Ind Bde" spent  # Bayeux')]
[['7'], ['56 Ind Bde', 'spent']]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Generic, NamedTuple, Self, TypeVar

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.agenda import Entry
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import P, Position, Result


class SituationError(BeachheadError):
    """A situation that cannot be read: which line, which word, what to do."""


# --- statements


class Word(NamedTuple):
    """A word, or what was in quotes."""

    text: str
    quoted: bool = False


class NotationLine(NamedTuple):
    """A line, or the part of one up to a semicolon."""

    line: int
    text: str
    words: list[Word]

    @property
    def keyword(self) -> str:
        return self.words[0].text

    @property
    def rest(self) -> list[str]:
        """The words after the keyword."""
        return [word.text for word in self.words[1:]]

    @property
    def is_field(self) -> bool:
        """Whether it tells a whole field of the position."""
        return self.rest[:1] == ["="]

    def wrong(self, word: str, what: str) -> SituationError:
        return SituationError(f"line {self.line}: {checks.brief(word)}: {what}")

    def unknown(self, word: str, what: str, known: Iterable[str]) -> SituationError:
        return self.wrong(word, f"there is no such {what}{hint(word, known)}")

    def argument(self, what: str) -> str:
        """The word after the keyword."""
        if len(self.words) < 2:
            raise self.wrong(self.keyword, f"say {what} after it")
        return self.words[1].text

    def among(self, word: str, what: str, known: Collection[str]) -> str:
        """A word that must be one of those that are known."""
        if word not in known:
            raise self.unknown(word, what, known)
        return word

    def choice(self, say: str, what: str, known: Collection[str]) -> str:
        """The word after the keyword, which must be one of those that are known."""
        return self.among(self.argument(say), what, known)

    def number(self, word: str, low: int, high: int, what: str) -> int:
        if not re.fullmatch(r"-?\d{1,4}", word) or not low <= int(word) <= high:
            raise self.wrong(word, f"{what} must be a number from {low} to {high}")
        return int(word)

    def json(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (RecursionError, ValueError) as error:
            raise self.wrong(text.strip(), f"this is not JSON ({error})") from error


_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^;#"]')
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s,"]+)')


def statements(text: str) -> Iterator[NotationLine]:
    """The statements of a text, without comments."""
    checks.text(text, "text", "a situation")
    for number, line in enumerate(text.split("\n"), 1):
        begun = at = 0
        while at < len(line):
            part = _PART.match(line, at)
            if part:
                at = part.end()
                continue
            if line[at] == '"':
                raise SituationError(
                    f"line {number}: {checks.brief(line[at:].strip())}: a quote is not closed"
                )
            yield from _statement(number, line[begun:at])
            begun = at = len(line) if line[at] == "#" else at + 1
        yield from _statement(number, line[begun:])


def _statement(number: int, text: str) -> Iterator[NotationLine]:
    words = [
        Word(found[2]) if found[2] else Word(found[1], quoted=True)
        for found in _WORD.finditer(text)
    ]
    if words:
        yield NotationLine(number, text.strip(), words)


def hint(word: str, known: Iterable[str]) -> str:
    """The nearest of the words that would have been understood."""
    near = get_close_matches(word, list(known), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""


# --- reading

S = TypeVar("S", bound=NotationLine)


class Reader(Generic[P, S]):
    """Lays out a position, statement by statement. A game says what a line means that begins with
    a place, and settles in the end what can be settled only when everything has been told."""

    def __init__(self, table: P) -> None:
        self.table = table
        self.agenda: list[Entry] = []
        self.fields: list[S] = []
        self.placed: dict[int, int] = {}

    def read(self, told: Iterable[S], lines: Mapping[str, Callable[[Self, S], None]]) -> P:
        """The position that statements tell, some of them by keywords."""
        for statement in told:
            if statement.is_field:
                self.fields.append(statement)
            elif statement.keyword in lines:
                lines[statement.keyword](self, statement)
            else:
                self.place(statement)
        self.finish()
        self.table.agenda = self.table.steps.present(agenda_of(self.agenda))
        return with_fields(self.table, self.fields) if self.fields else self.table

    def place(self, statement: S) -> None:
        """A line that begins with a place."""
        raise NotImplementedError

    def finish(self) -> None:
        """What can only be settled when everything has been told."""
        raise NotImplementedError

    def once(self, statement: S, piece: int, name: str) -> None:
        """A piece is in one place."""
        if piece in self.placed:
            raise statement.wrong(name, f"is already placed in line {self.placed[piece]}")
        self.placed[piece] = statement.line

    def mark(self, field: str, member: int) -> None:
        """Something lies on a piece: a set of the position tells on which."""
        setattr(self.table, field, getattr(self.table, field) | 1 << member)


def lines(*told: Callable[[Any, S], None]) -> dict[str, Callable[[Any, S], None]]:
    """The lines of a game, each called after its keyword, and those that all games have."""
    named = {each.__name__.rstrip("_").replace("_", "-"): each for each in told}
    return {**named, "agenda": agenda, "result": result}


# --- what is still to do, and how it ended


def agenda(reader: Reader[Any, Any], line: NotationLine) -> None:
    """A step and its arguments: `agenda chapter.step [1, "two"]`."""
    step = line.argument("the id of a step, such as chapter.step")
    told = line.text.split(step, 1)[1]
    arguments = line.json(told) if told.strip() else []
    if not isinstance(arguments, list):
        raise line.wrong(told.strip(), "write the arguments of a step as a JSON list")
    reader.agenda.append((step, *arguments))


def result(reader: Reader[Any, Any], line: NotationLine) -> None:
    """How the game ended: `result {…}`."""
    told = line.text.removeprefix("result")
    try:
        reader.table.result = Result.from_data(line.json(told))
    except (AttributeError, ValueError) as error:
        raise line.wrong(told.strip(), f"this is no result ({error})") from error


def agenda_of(entries: Iterable[Entry]) -> list[Entry]:
    """An agenda from steps told with the next one first."""
    return [_frozen(entry) for entry in reversed(list(entries))]


def _frozen(data: Any) -> Any:
    return tuple(_frozen(item) for item in data) if isinstance(data, list | tuple) else data


def written(position: P, read: Callable[[str], P], *parts: Iterable[str]) -> str:
    """A position as text: lines in parts, and then what `read` does not find in them."""
    text = "\n\n".join(filter(None, map("\n".join, parts))) + "\n"
    return text + write_fields(position, read(text))


def write_agenda(position: Position) -> Iterator[str]:
    """What is still to do, the next step first, or how the game ended."""
    for name, *arguments in reversed(position.agenda):
        yield f"agenda {name} {canonical(arguments)}" if arguments else f"agenda {name}"
    if position.result is not None:
        yield f"result {canonical(position.result.to_data())}"


# --- whole fields


def with_fields(position: P, told: Iterable[NotationLine]) -> P:
    """A position with whole fields replaced."""
    made, data = type(position), position.to_data()
    for statement in told:
        name, _, value = statement.text.partition("=")
        name = name.strip()
        if name not in data:
            raise statement.unknown(name, "field of the table", data)
        data[name] = statement.json(value)
        try:
            made.from_data(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise statement.wrong(name, f"its value does not fit ({error})") from error
    return made.from_data(data)


def write_fields(position: Position, told: Position) -> str:
    """Whatever the lines so far do not tell, whole fields at a time."""
    data, known = position.to_data(), told.to_data()
    rest = [f"{name} = {canonical(data[name])}" for name in data if data[name] != known[name]]
    return "".join(f"{line}\n" for line in rest)
