"""What is written on a branch, and how a branch is taken away and brought back as text.

A branch is a table at which a game is analyzed from one of its moments. A comment belongs to the
line that led to where it stands: what is taken back takes its comments along, and brings them back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from beachhead.kernel.record import Record, seal
from beachhead.web.messages import CommentInfo, Name, Problem
from beachhead.web.store import Note

NAME, COMMENT, REMOVE = "name", "comment", "remove"
MOST_NOTES = 1000
"""As many may be written on one branch."""

Moment = Annotated[int, Meta(ge=0, le=10**9)]


class Remark(Struct, forbid_unknown_fields=True):
    """A comment in a text that was taken away."""

    made: Moment
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Brought(Struct, forbid_unknown_fields=True):
    """What the record of a branch says besides its choices: its name, the moment of the game that
    it leaves, whether what was hidden there was dealt anew, and what is written on it."""

    name: Name
    at: Moment
    clock: Annotated[str, Meta(max_length=200)]
    supposed: bool = False
    comments: Annotated[list[Remark], Meta(max_length=MOST_NOTES)] = []


_BROUGHT = msgspec.json.Decoder(Brought)


def line(choices: list[str], made: int) -> str:
    """What a comment remembers of the line that it stands in."""
    return hashlib.sha256("\n".join(choices[:made]).encode()).hexdigest()[:16]


def is_removed(notes: Iterable[Note]) -> bool:
    return any(note.kind == REMOVE for note in notes)


def name(title: str, notes: Iterable[Note]) -> str:
    """What a branch is called."""
    return next((note.text for note in reversed([*notes]) if note.kind == NAME), title)


def comments(notes: Iterable[Note], choices: list[str]) -> list[CommentInfo]:
    """What is written along a line, in the order of its moments."""
    standing: dict[int, Note] = {}
    lines: dict[int, str] = {}
    for note in notes:
        if note.kind != COMMENT or note.made > len(choices):
            continue
        if note.made not in lines:
            lines[note.made] = line(choices, note.made)
        if note.line == lines[note.made]:
            standing[note.made] = note
    return [
        CommentInfo(made, standing[made].text) for made in sorted(standing) if standing[made].text
    ]


def comment(record: Record[Any], made: int, text: str) -> Note:
    return Note(COMMENT, text, made, line(record.choices, made))


# --- as text


def taken_away(document: Mapping[str, Any], brought: Brought) -> dict[str, Any]:
    """The record of a branch with what is written on it, sealed anew."""
    data = {**document, "analysis": msgspec.to_builtins(brought)}
    return data | {"seal": seal(data)}


def brought(document: Mapping[str, Any]) -> Brought | None:
    """What a record says of a branch; None: it is the record of a game."""
    if "analysis" not in document:
        return None
    try:
        return _BROUGHT.decode(msgspec.json.encode(document["analysis"]))
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        where = path.rstrip("`")
        text = f"{what[:1].lower()}{what[1:]}; take the branch away again, or leave `analysis` out"
        raise Problem(400, f"record.analysis{where}", text.replace("`", "")) from error


def notes_of(given: Brought, record: Record[Any]) -> list[Note]:
    """What was written on a branch that is brought back."""
    made = len(record.choices)
    beyond = next((each.made for each in given.comments if each.made > made), None)
    if beyond is not None:
        text = f"there is no choice {beyond}; the record has {made}"
        raise Problem(400, "record.analysis.comments", text)
    return [
        Note(NAME, given.name),
        *(comment(record, each.made, each.text) for each in given.comments),
    ]


def clock_words(clock: str) -> str:
    """When something was, as one says it: behind the turn stands the rules' own word for a phase,
    which has hyphens."""
    turn, comma, phase = clock.partition(",")
    return turn + comma + phase.replace("-", " ")


def clock_of(given: Brought, record: Record[Any]) -> str:
    """When a branch leaves its game."""
    if given.supposed:
        return given.clock
    if given.at > len(record.choices):
        text = f"there is no choice {given.at}; the record has {len(record.choices)}"
        raise Problem(400, "record.analysis.at", text)
    return record.clocks[given.at]
