"""Records and situations from elsewhere, opened in a process of their own.

What a stranger sends may be long, or lead the rules into a corner: it is played in a child process
that has a limit of time and one of memory, and comes back as plain data when all is well.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import threading
from typing import Any

import msgspec

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel import record as records
from beachhead.kernel.chance import Dealing
from beachhead.kernel.play import UNFORESEEN, Event, Game, State
from beachhead.kernel.record import Halt, Record
from beachhead.web.messages import LONGEST_NOTATION, NewTable, Problem

SECONDS = 20
"""As long an import may take."""
MEMORY = 512 << 20
"""As much address space it may use, in bytes."""
AT_ONCE = 2
"""As many run at the same time."""
LONGEST = 20_000
"""As many choices a game may have: several times what the longest one needs."""

_running = threading.BoundedSemaphore(AT_ONCE)


class Asked(msgspec.Struct):
    """What the child is asked: a game, a record or a situation of it, and how much it may take."""

    game: str
    record: dict[str, Any] | None
    notation: str | None
    seconds: float
    memory: int


class Told(msgspec.Struct, tag=True):
    """What it answers: everything that a record knows, as plain data."""

    scenario: str
    options: dict[str, Any]
    start: str | None
    choices: list[str]
    deciders: list[str]
    labels: list[str]
    clocks: list[str]
    news: list[list[dict[str, Any]]]
    marks: dict[str, str]
    snapshots: dict[str, dict[str, Any]]
    dealt: dict[str, Any] | None
    halted: str
    origin: dict[str, Any] | None
    drawn: int

    @property
    def dealing(self) -> Dealing | None:
        return None if self.dealt is None else Dealing.from_data(self.dealt)

    def restored(self, game: Game[Any]) -> Record[Any]:
        """The record, without playing it again."""
        snapshots = {int(made): self._state(game, int(made)) for made in self.snapshots}
        record = Record(game, self.scenario, self.options)
        record.state = snapshots[len(self.choices)].copy()
        record.state.advance()
        record.deciders, record.labels, record.clocks = self.deciders, self.labels, self.clocks
        record.news = [[Event.from_data(event) for event in news] for news in self.news]
        record.marks = {int(made): mark for made, mark in self.marks.items()}
        record.snapshots = snapshots
        record.origin, record.drawn = self.origin, self.drawn
        return record

    def _state(self, game: Game[Any], made: int) -> State[Any]:
        position = game.position.from_data(self.snapshots[str(made)])
        state = State(game, self.scenario, self.options, position)
        state.history, state.start = self.choices[:made], self.start
        return state


class Wrong(msgspec.Struct, tag=True):
    """What was wrong with it."""

    field: str
    text: str


_QUESTIONS = msgspec.json.Decoder(Asked)
_ANSWERS: msgspec.json.Decoder[Told | Wrong] = msgspec.json.Decoder(Told | Wrong)


def opened(game: Game[Any], asked: NewTable) -> Told:
    """What a record or a situation comes to; a `Problem` says what is wrong with it."""
    _check_size(game, asked)
    question = Asked(address(game), asked.record, asked.notation, SECONDS, MEMORY)
    if not _running.acquire(blocking=False):
        raise Problem(429, "record", "other games are being opened just now; try again soon")
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "beachhead.web.importing"],
            input=msgspec.json.encode(question),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_much(asked) from error
    finally:
        _running.release()
    if ran.returncode != 0:
        raise _too_much(asked)
    answer = _ANSWERS.decode(ran.stdout)
    if isinstance(answer, Wrong):
        raise Problem(400, answer.field, answer.text)
    return answer


def _check_size(game: Game[Any], asked: NewTable) -> None:
    """What can be refused at a glance."""
    if asked.record is None:
        return
    if asked.notation is not None:
        raise Problem(400, "notation", "give a record or a notation, not both")
    choices, start = asked.record.get("choices"), asked.record.get("start")
    if isinstance(choices, list) and len(choices) > LONGEST:
        raise Problem(
            400, "record.choices", f"are {len(choices)}; a game that is opened here has {LONGEST}"
        )
    if isinstance(start, str) and len(start) > LONGEST_NOTATION:
        raise Problem(400, "record.start", f"is longer than {LONGEST_NOTATION} characters")
    if asked.record.get("game", game.name) != game.name:
        name = asked.record["game"]
        raise Problem(400, "record.game", f"this is a record of {name!r}, not of {game.name!r}")


def _too_much(asked: NewTable) -> Problem:
    field = "notation" if asked.record is None else "record"
    return Problem(
        400,
        field,
        f"takes more than {SECONDS} seconds or {MEMORY >> 20} MB to open, so it was given up",
    )


def address(game: Game[Any]) -> str:
    """Where the child finds the game: its name if it is installed, else `module:attribute`."""
    if game.name in beachhead.games() and beachhead.load(game.name) is game:
        return game.name
    module = type(game).__module__
    for name, value in vars(sys.modules[module]).items():
        if value is game:
            return f"{module}:{name}"
    raise Problem(400, "game", f"{game.title} cannot open records: it has no name to find it by")


# --- in the child


def main() -> int:
    """Read what is asked, tell what came of it."""
    asked = _QUESTIONS.decode(sys.stdin.buffer.read())
    _limit(asked)
    game = beachhead.load(asked.game)
    try:
        answer: Told | Wrong = _told(*_record(game, asked), asked.record)
    except BeachheadError as error:
        answer = _wrong(asked, str(error))
    except UNFORESEEN:
        word = "notation" if asked.record is None else "record"
        answer = Wrong(word, "leads to a situation that the rules cannot handle")
    sys.stdout.buffer.write(msgspec.json.encode(answer))
    return 0


def _limit(asked: Asked) -> None:
    """No more memory and time than are due; where the system knows no limits, only time counts."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    seconds = math.ceil(asked.seconds)
    resource.setrlimit(resource.RLIMIT_AS, (asked.memory, asked.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _record(game: Game[Any], asked: Asked) -> tuple[Record[Any], Halt | None]:
    if asked.record is None:
        return Record(game, start=asked.notation), None
    record, halt = records.resume(game, records.parse(json.dumps(asked.record)))
    return record, halt


def _wrong(asked: Asked, text: str) -> Wrong:
    """The field and the complaint in the message of an error."""
    if asked.record is None:
        return Wrong("notation", text)
    named = re.match(r"(?:record: )?([a-z][\w.\[\]-]*): (?=.)", text)
    return Wrong(f"record.{named[1]}", text[named.end() :]) if named else Wrong("record", text)


def _told(record: Record[Any], halt: Halt | None, document: dict[str, Any] | None) -> Told:
    state, made = record.state, len(record.choices)
    halted = ""
    if halt is not None and document is not None:
        halted = halt.explain(document["version"], record.game.version, "from there")
    snapshots = {**record.snapshots, made: state}
    return Told(
        scenario=state.scenario,
        options=dict(state.options),
        start=state.start,
        choices=record.choices,
        deciders=record.deciders,
        labels=record.labels,
        clocks=record.clocks,
        news=[[event.to_data() for event in news] for news in record.news],
        marks={str(number): mark for number, mark in record.marks.items()},
        snapshots={str(each): kept.position.to_data() for each, kept in snapshots.items()},
        dealt=None if record.dealing is None else record.dealing.to_data(),
        halted=halted,
        origin=record.origin,
        drawn=record.drawn,
    )


if __name__ == "__main__":
    sys.exit(main())
