"""Game records: a header and the list of choices, chance included.

A record is one JSON document. It replays without the random generator, and every mark in it
(a state's digest at each change of the clock) is checked on the way. A record under play keeps
snapshots, so taking back and looking back never re-run a whole game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic

from beachhead.errors import BeachheadError
from beachhead.kernel.chance import Dealer
from beachhead.kernel.files import write_whole
from beachhead.kernel.plain import Data
from beachhead.kernel.play import CHANCE, Chance, Event, Game, Option, P, State

FORMAT = 1
"""The version of the document's form."""

MIGRATIONS: dict[int, Callable[[dict[str, Data]], dict[str, Data]]] = {}
"""How a document of each older format becomes one of the next; the number takes care of itself."""

SNAPSHOT_EVERY = 40


class RecordError(BeachheadError):
    """A record that cannot be read, or that does not replay."""


class Record(Generic[P]):
    """A game with its whole past: play on, take back, look back, save.

    `choices` are option ids, `deciders` the seats that made them. `news[n]` is what happened
    after the n-th choice, `news[0]` before the first. `marks` maps a number of choices to the
    digest of the state after them. With a seed, a dealer answers for chance. `start` is a
    situation in the game's notation, to begin from instead of a scenario.
    """

    def __init__(
        self,
        game: Game[P],
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        *,
        start: str | None = None,
    ) -> None:
        state = game.setup(scenario, options) if start is None else game.situation(start)
        self._start(game, state, seed)
        self._deal()

    def _start(self, game: Game[P], state: State[P], seed: int | str | None) -> None:
        self.game = game
        self.seed = seed
        self.state = state
        self.deciders: list[str] = []
        self.news: list[list[Event]] = [state.news]
        self.marks: dict[int, str] = {}
        self._clock = game.clock(state.position)
        self._snapshots: dict[int, State[P]] = {0: state.copy()}
        self._undone: list[str] = []

    @classmethod
    def of(cls, state: State[P]) -> Record[P]:
        """The record of a state that was played without one."""
        record = object.__new__(cls)
        game = state.game
        if state.start is None:
            record._start(game, game.setup(state.scenario, state.options), None)
        else:
            record._start(game, game.situation(state.start), None)
        for choice in state.history:
            record._make(choice)
        if record.state != state:
            raise RecordError("history: does not lead to this state; it was left behind in a copy")
        record.seed = None if state.dealer is None else state.dealer.seed
        return record

    # --- playing

    @property
    def choices(self) -> list[str]:
        return self.state.history

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [event for news in self.news for event in news]

    def choose(self, choice: Option | str) -> list[Event]:
        """Make a choice and let the dealer answer for chance; returns what happened."""
        events = self._make(choice)
        self._undone.clear()
        return events + self._deal()

    def _make(self, choice: Option | str) -> list[Event]:
        seat = self.state.decision.seat
        events = self.state.apply(choice)
        self.deciders.append(seat)
        self.news.append(events)
        made = len(self.deciders)
        clock = self.game.clock(self.state.position)
        if clock != self._clock or self.state.over:
            self.marks[made] = self.state.digest()
            self._clock = clock
        if made % SNAPSHOT_EVERY == 0:
            self._snapshots[made] = self.state.copy()
        return events

    def _deal(self) -> list[Event]:
        """Answer for chance, if there is a seed, until a seat must decide."""
        events: list[Event] = []
        if self.seed is None:
            return events
        while not self.state.over and isinstance(decision := self.state.decision, Chance):
            if self._undone:
                events += self._make(self._undone.pop(0))
            else:
                dealer = Dealer(self.seed, drawn=self.deciders.count(CHANCE))
                events += self._make(decision.draw(dealer))
        return events

    # --- taking back

    def undo(self, to: int | None = None) -> int:
        """Take back the last choice, or all after the first `to` choices.

        Where a dealer answers for chance, what he dealt after a choice goes with the choice.
        Returns how many choices remain.
        """
        made = len(self.choices)
        target = made - 1 if to is None else to
        while self.seed is not None and 0 <= target < made and self.deciders[target] == CHANCE:
            target -= 1
        if not 0 <= target < made:
            raise RecordError(f"undo: there is no such choice to go back to; {made} have been made")
        self._undone = self.choices[target:] + self._undone
        self.state = self.at(target)
        del self.deciders[target:], self.news[target + 1 :]
        self.marks = {made: mark for made, mark in self.marks.items() if made <= target}
        self._snapshots = {made: kept for made, kept in self._snapshots.items() if made <= target}
        self._clock = self.game.clock(self.state.position)
        return target

    def redo(self) -> list[Event]:
        """Make again the choice that was taken back last."""
        if not self._undone:
            raise RecordError("redo: nothing has been taken back")
        return self._make(self._undone.pop(0)) + self._deal()

    @property
    def can_undo(self) -> bool:
        return any(self.seed is None or seat != CHANCE for seat in self.deciders)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def at(self, made: int) -> State[P]:
        """The state after a number of choices, as it was."""
        if not 0 <= made <= len(self.choices):
            raise RecordError(f"at: there is no choice {made}; {len(self.choices)} have been made")
        nearest = max(kept for kept in self._snapshots if kept <= made)
        state = self._snapshots[nearest].copy()
        for choice in self.choices[nearest:made]:
            state.apply(choice)
        return state

    # --- the document

    def to_data(self) -> dict[str, Data]:
        state = self.state
        start = {} if state.start is None else {"start": state.start}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "scenario": state.scenario,
            "options": dict(state.options),
            "seats": list(state.seats),
            "seed": self.seed,
            **start,
            "choices": list(self.choices),
            "marks": {str(made): mark for made, mark in sorted(self.marks.items())},
            "result": None if state.result is None else state.result.to_data(),
        }

    def dumps(self) -> str:
        """The document as text, one choice a line so that a diff is readable."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document; the file is either the old one or the whole new one."""
        write_whole(path, self.dumps())


# --- reading


def read(path: str | os.PathLike[str]) -> dict[str, Data]:
    """The document in a file, brought to the present format."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: is not a text file, so not a game record") from error
    return parse(text, str(path))


def parse(text: str, source: str = "record") -> dict[str, Data]:
    """A document from text, checked field by field and brought to the present format."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"{source}: is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        ) from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{source}: is not a game record: {error}") from error
    if not isinstance(found, dict) or type(found.get("format")) is not int:
        raise RecordError(f"{source}: format: is missing, so this is not a game record")
    data: dict[str, Data] = found
    if data["format"] > FORMAT:
        raise RecordError(
            f"{source}: format: {data['format']} is newer than this program reads ({FORMAT}); "
            "update Beachhead to open it"
        )
    while data["format"] < FORMAT:
        if data["format"] not in MIGRATIONS:
            raise RecordError(f"{source}: format: {data['format']} was never in use")
        data = MIGRATIONS[data["format"]](data) | {"format": data["format"] + 1}
    for name, (kind, description) in FIELDS.items():
        if name not in data:
            raise RecordError(f"{source}: {name}: is missing; it should be {description}")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise RecordError(f"{source}: {name}: should be {description}")
    if not isinstance(data.get("start", ""), str):
        raise RecordError(f"{source}: start: should be a situation in the game's notation")
    for number, choice in enumerate(data["choices"]):
        if not isinstance(choice, str):
            raise RecordError(f"{source}: choices[{number}]: should be the id of an option")
    return data


FIELDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "game": (str, "the name of a game"),
    "version": (str, "the version of the rules"),
    "scenario": (str, "the name of a scenario"),
    "options": (dict, "an object of options"),
    "seed": ((int, str, type(None)), "a number, a text or null"),
    "choices": (list, "a list of option ids"),
    "marks": (dict, "an object of digests"),
}


def replay(game: Game[P], data: dict[str, Data], *, verify: bool = True) -> Record[P]:
    """The game that a document records, played again without the generator.

    With `verify`, each digest in it must come out the same.
    """
    if data["game"] != game.name:
        raise RecordError(f"game: this is a record of {data['game']!r}, not of {game.name!r}")
    try:
        record = Record(game, data["scenario"], data["options"], start=data.get("start"))
    except BeachheadError as error:
        raise RecordError(str(error)) from error
    for number, choice in enumerate(data["choices"]):
        clock = game.clock(record.state.position)
        if record.state.over:
            raise RecordError(
                f"choices[{number}]: the game was over after {number} choices; remove the rest"
            )
        decision = record.state.decision
        if decision.find(choice) is None:
            raise RecordError(
                f"choices[{number}]: {choice!r} is not possible at {clock}"
                f" ({decision.prompt} Rule {decision.rule})"
            )
        record.choose(choice)
        mark = data["marks"].get(str(number + 1))
        if verify and mark is not None and mark != record.state.digest():
            raise RecordError(
                f"marks.{number + 1}: the game differs from its record at {clock}; it was played "
                f"by other rules ({data['version']}; these are {game.version}), "
                "or the file was changed"
            )
    past = data["marks"].keys() - {str(made) for made in range(1, len(data["choices"]) + 1)}
    if verify and past:
        raise RecordError(
            f"marks.{min(past)}: there is no such choice; the record has {len(data['choices'])}, "
            "so some may have been cut off"
        )
    record.seed = data["seed"]
    record._deal()
    return record
