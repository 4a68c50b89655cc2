"""Game records: a header and the list of choices, chance included.

A record is one JSON document. It replays without the random generator, and every mark in it
(a state's digest at each change of the clock) is checked on the way. A record under play keeps
snapshots, so taking back and looking back never re-run a whole game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.chance import OLD, Dealer, Dealing
from beachhead.kernel.plain import Data, digest
from beachhead.kernel.play import CHANCE, UNFORESEEN, Chance, Event, Game, Option, P, State
from beachhead.kernel.whole_files import write_whole

FORMAT = 2
"""The version of the document's form."""


def _from_1(data: dict[str, Data]) -> dict[str, Data]:
    """Version 0.1 dealt from seeds with a dealer of its own, and sealed nothing."""
    if "seed" not in data:
        raise RecordError("seed: is missing; it should be a number, a text or null")
    rest = {name: value for name, value in data.items() if name != "seed"}
    seed = data["seed"]
    dealing = None if seed is None else {"dealer": OLD, "seed": seed}
    return rest | {"dealing": dealing, "seal": None}


MIGRATIONS: dict[int, Callable[[dict[str, Data]], dict[str, Data]]] = {1: _from_1}
"""How a document of each older format becomes one of the next; the number takes care of itself."""

SNAPSHOT_EVERY = 40
MOST_ANSWERS = 20
"""So many questions with a single answer in a row may be new in other rules."""

A_GAME = "a game, such as beachhead.load gives"
A_SITUATION = "a situation in the game's notation"


class RecordError(BeachheadError):
    """A record that cannot be read, or that does not replay."""


@dataclass(slots=True, frozen=True)
class Halt:
    """Where choices stop being possible: the number of the choice (from 0), when it would have
    come, and the rule under which something else is decided there."""

    number: int
    choice: str
    clock: str
    rule: str
    text: str

    def __str__(self) -> str:
        return f"choices[{self.number}]: {self.text}"

    def explain(self, played: str, rules: str, where: str) -> str:
        """What players are told: by which rules it was played, by which not, where it goes on."""
        return (
            f"This game was played by rules {played}. By these ({rules}) its choice "
            f"{self.number + 1}, {self.choice!r}, is not possible at {self.clock} (rule "
            f"{self.rule}), so it goes on {where}."
        )


class Record(Generic[P]):
    """A game with its whole past: play on, take back, look back, save.

    `choices` are option ids, `deciders` the seats that made them, `labels` their words. `news[n]`
    is what happened after the n-th choice, `news[0]` before the first; so with `clocks`. `marks`
    maps a number of choices to the digest of the state after them. With a seed or a dealing, a
    dealer answers for chance as soon as the dealing is ready. `start` is a situation in the game's
    notation, to begin from instead of a scenario. A record that goes on from a position (`origin`)
    begins there, after `drawn` draws.
    """

    def __init__(
        self,
        game: Game[P],
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | Dealing | None = None,
        *,
        start: str | None = None,
    ) -> None:
        checks.of_kind(game, Game, "game", A_GAME)
        if start is not None:
            checks.text(start, "start", A_SITUATION)
        dealing = None if seed is None else Dealing.of(seed)
        state = game.setup(scenario, options) if start is None else game.situation(start)
        self._start(game, state)
        self.deal(dealing)

    def _start(self, game: Game[P], state: State[P]) -> None:
        self.game = game
        self.dealing: Dealing | None = None
        self.drawn = 0
        self.origin: dict[str, Data] | None = None
        self.state = state
        self.deciders: list[str] = []
        self.labels: list[str] = []
        self.news: list[list[Event]] = [state.news]
        self.marks: dict[int, str] = {}
        self.clocks = [game.clock(state.position)]
        self.snapshots: dict[int, State[P]] = {0: state.copy()}
        self._undone: list[str] = []
        self._numbers: list[int] = []

    def begin_at(self, position: dict[str, Data], drawn: int) -> Self:
        """Begin at a position after so many draws, when nothing has been chosen."""
        state = self.state
        state = State(
            self.game, state.scenario, state.options, self.game.position.from_data(position)
        )
        state.advance()
        self._start(self.game, state)
        self.origin, self.drawn = position, drawn
        return self

    @classmethod
    def of(cls, state: State[P]) -> Record[P]:
        """The record of a state that was played without one."""
        record = object.__new__(cls)
        game = checks.of_kind(state, State, "state", "the state of a game").game
        if state.start is None:
            record._start(game, game.setup(state.scenario, state.options))
        else:
            record._start(game, game.situation(state.start))
        for choice in state.history:
            record._make(choice)
        if record.state != state:
            raise RecordError("history: does not lead to this state; it was left behind in a copy")
        record.dealing = None if state.dealer is None else state.dealer.dealing
        return record

    # --- playing

    @property
    def seed(self) -> int | str | None:
        """The seed that somebody typed, if the game is dealt from one."""
        return None if self.dealing is None else self.dealing.seed

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
        decision = self.state.decision
        option = decision.find(choice) if isinstance(choice, str) else choice
        events = self.state.apply(choice)
        self.deciders.append(decision.seat)
        self.labels.append("" if option is None else option.label)
        self.news.append(events)
        self.clocks.append(self.game.clock(self.state.position))
        self._note()
        return events

    def _note(self) -> None:
        """Keep what is looked up after the last choice: its mark if the clock has changed, and a
        snapshot now and then."""
        made = len(self.deciders)
        if made and (self.clocks[-1] != self.clocks[-2] or self.state.over):
            self.marks[made] = self.state.digest()
        if made % SNAPSHOT_EVERY == 0:
            self.snapshots[made] = self.state.copy()

    def play_forced(self, choices: Sequence[str], marks: Mapping[str, str], game: Game[P]) -> bool:
        """Make choices again by rules that ask everything, and go on by those that do not: what
        goes by itself there is no choice here. Whether every choice and mark fits."""
        self._numbers = []
        for number, choice in enumerate(choices):
            self._numbers.append(len(self.deciders))
            if self._stopped(number, choice) is not None:
                return False
            if self.state.decision.only_way is None:
                self._make(choice)
            else:
                self.state.apply(choice)
                del self.choices[-1]
                self._went_on()
            mark = marks.get(str(number + 1), "")
            if mark and not self.state.agrees(mark):
                return False
        self.game = self.state.game = game
        for kept in self.snapshots.values():
            kept.game = game
        self.state.news = []
        self.state.advance()
        self._went_on()
        return True

    def _went_on(self) -> None:
        """Something has happened by itself after the last choice."""
        self.state.news = self.news[-1] = self.news[-1] + self.state.news
        self.clocks[-1] = self.game.clock(self.state.position)
        self._note()

    def play(self, choices: Sequence[str], marks: Mapping[str, str]) -> Halt | None:
        """Make choices again, chance included, as far as they are possible; returns where they are
        not. A mark that differs is an error."""
        for number, choice in enumerate(choices):
            if (halt := self._stopped(number, choice)) is not None:
                return halt
            self._make(choice)
            mark = marks.get(str(number + 1))
            if mark is not None and not self.state.agrees(mark):
                clock = self.clocks[number]
                raise RecordError(
                    f"marks.{number + 1}: the game differs from its record at {clock}"
                )
        return None

    def play_by_other_rules(
        self, choices: Sequence[str], marks: Mapping[str, str], *, strict: bool = False
    ) -> Halt | None:
        """The same for choices that were made by other rules.

        A question with a single answer that the others did not ask is answered. One that these
        rules do not ask is passed over; if then the next mark agrees, it is the same game. If not,
        what follows the first question that differs is taken back. Elsewhere marks may differ,
        unless it is `strict`.
        """
        doubt: tuple[int, Halt] | None = None
        passed_over = False
        self._numbers = []
        for number, choice in enumerate(choices):
            self._numbers.append(len(self.deciders))
            halt = self._stopped(number, choice)
            if halt is not None:
                doubt = doubt or (len(self.deciders), halt)
            if halt is None or self.answer_up_to(_asks_for(choice)):
                self._make(choice)
            else:
                passed_over = True
            mark = marks.get(str(number + 1))
            if mark is not None:
                if not self.answer_up_to(_stands_at(mark)) and (strict or doubt is not None):
                    doubt = doubt or (len(self.deciders), self._differs(number, choice))
                    break
                doubt, passed_over = None, False
        else:
            if not passed_over:
                return None
        assert doubt is not None, "something was passed over, but nothing differed"
        made, halt = doubt
        if made < len(self.deciders):
            self.undo(made)
            self._undone.clear()
        return halt

    def by_these_rules(self, dealing: Dealing | None) -> Dealing | None:
        """A dealing of a game that was begun by other rules: the choice since which it deals may
        have another number here."""
        if dealing is None or not dealing.since < len(self._numbers):
            return dealing
        return replace(dealing, since=self._numbers[dealing.since])

    def answer_up_to(self, there: Callable[[State[P]], bool]) -> bool:
        """Answer questions with a single answer, if that leads somewhere; returns whether."""
        if there(self.state):
            return True
        state, answers = self.state.copy(history=False), list[str]()
        while not there(state):
            if state.over or len(state.decision.options) != 1 or len(answers) == MOST_ANSWERS:
                return False
            answers.append(state.decision.options[0].id)
            state.apply(answers[-1])
        for answer in answers:
            self._make(answer)
        return True

    def _differs(self, number: int, choice: str) -> Halt:
        """That a game differs from its record after a choice."""
        text = f"the game differs from its record at {self.clocks[-1]}"
        return Halt(number, choice, self.clocks[-1], "", text)

    def _stopped(self, number: int, choice: str) -> Halt | None:
        """Why a choice cannot be made now; None if it can."""
        clock = self.clocks[-1]
        if (result := self.state.result) is not None:
            text = f"the game was over after {len(self.deciders)} choices; remove the rest"
            return Halt(number, choice, clock, result.rule, text)
        decision = self.state.decision
        if decision.find(choice) is not None:
            return None
        text = f"{choice!r} is not possible at {clock} ({decision.prompt} Rule {decision.rule})"
        return Halt(number, choice, clock, decision.rule, text)

    def deal(self, dealing: Dealing | None, undone: Iterable[str] = ()) -> list[Event]:
        """From here on a dealer answers for chance; returns what he dealt at once. `undone` are
        choices that can be made again."""
        self.dealing = dealing
        self._undone += undone
        return self._deal()

    def _deal(self) -> list[Event]:
        """Answer for chance, if there is a dealing and it is ready, until a seat must decide."""
        events: list[Event] = []
        if self.dealing is None or not self.dealing.ready:
            return events
        dealer: Dealer | None = None
        while not self.state.over and isinstance(decision := self.state.decision, Chance):
            if self._undone:
                events += self._make(self._undone.pop(0))
            else:
                dealer = dealer or Dealer.of(self.dealing)
                dealer.drawn = self.drawn + self.deciders.count(CHANCE)
                events += self._make(decision.draw(dealer))
        return events

    # --- taking back

    def undo(self, to: int | None = None) -> int:
        """Take back the last choice, or all after the first `to` choices.

        Where a dealer answers for chance, what he dealt after a choice goes with the choice.
        Returns how many choices remain.
        """
        made = len(self.choices)
        target = made - 1 if to is None else checks.whole_number(to, "to")
        while self.dealing and 0 <= target < made and self.deciders[target] == CHANCE:
            target -= 1
        if not 0 <= target < made:
            raise RecordError(f"undo: there is no such choice to go back to; {made} have been made")
        self._undone = self.choices[target:] + self._undone
        self.state = self.at(target)
        del self.deciders[target:], self.labels[target:]
        del self.news[target + 1 :], self.clocks[target + 1 :]
        self.marks = {made: mark for made, mark in self.marks.items() if made <= target}
        self.snapshots = {made: kept for made, kept in self.snapshots.items() if made <= target}
        return target

    def redo(self) -> list[Event]:
        """Make again the choice that was taken back last."""
        if not self._undone:
            raise RecordError("redo: nothing has been taken back")
        return self._make(self._undone.pop(0)) + self._deal()

    @property
    def can_undo(self) -> bool:
        return any(self.dealing is None or seat != CHANCE for seat in self.deciders)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def restore(self, made: int, undone: Sequence[str]) -> None:
        """As it was after some choices, before others were tried."""
        if len(self.choices) > made:
            self.undo(made)
            self._undone = list(undone)

    @property
    def undone(self) -> Sequence[str]:
        """What was taken back and can be made again, in order."""
        return self._undone

    def at(self, made: int) -> State[P]:
        """The state after a number of choices, as it was."""
        if not 0 <= checks.whole_number(made, "made") <= len(self.choices):
            shown = checks.brief(made)
            raise RecordError(f"at: there is no choice {shown}; {len(self.choices)} have been made")
        nearest = max(kept for kept in self.snapshots if kept <= made)
        state = self.snapshots[nearest].copy()
        for choice in self.choices[nearest:made]:
            state.apply(choice)
        return state

    def cut(self, made: int) -> Record[P]:
        """The same game up to a moment, as a record of its own that nobody deals for yet."""
        state = self.at(made)
        state.dealer = None
        record: Record[P] = object.__new__(type(self))
        record._start(self.game, state)
        record.origin, record.drawn = self.origin, self.drawn
        record.deciders, record.labels = self.deciders[:made], self.labels[:made]
        record.news = [list(news) for news in self.news[: made + 1]]
        record.clocks = self.clocks[: made + 1]
        record.marks = {kept: mark for kept, mark in self.marks.items() if kept <= made}
        record.snapshots = {
            kept: then.copy() for kept, then in self.snapshots.items() if kept <= made
        }
        return record

    # --- the document

    def to_data(self) -> dict[str, Data]:
        state = self.state
        start: dict[str, Data] = {} if state.start is None else {"start": state.start}
        if self.origin is not None:
            start = {"position": self.origin, "drawn": self.drawn}
        data: dict[str, Data] = {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "scenario": state.scenario,
            "options": dict(state.options),
            "seats": list(state.seats),
            "dealing": None if self.dealing is None else self.dealing.to_data(),
            **start,
            "choices": list(self.choices),
            "marks": {str(made): mark for made, mark in sorted(self.marks.items())},
            "result": None if state.result is None else state.result.to_data(),
        }
        return data | {"seal": seal(data)}

    def dumps(self) -> str:
        """The document as text, one choice a line so that a diff is readable."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the document; the file is either the old one or the whole new one."""
        write_whole(path, self.dumps())


def _asks_for(choice: str) -> Callable[[State[Any]], bool]:
    return lambda state: not state.over and state.decision.find(choice) is not None


def _stands_at(mark: str) -> Callable[[State[Any]], bool]:
    return lambda state: state.agrees(mark)


# --- reading


def read(path: str | os.PathLike[str]) -> dict[str, Data]:
    """The document in a file, brought to the present format."""
    try:
        text = checks.path(path, "path").read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: is not a text file, so not a game record") from error
    return parse(text, str(path))


def parse(text: str, source: str = "record") -> dict[str, Data]:
    """A document from text, checked field by field and brought to the present format."""
    checks.text(text, "text", "the text of a game record")
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
    if half := checks.unwritable(found):
        raise RecordError(f"{source}: {half}: half a character (a lone surrogate) is in it")
    data: dict[str, Data] = found
    if data["format"] > FORMAT:
        raise RecordError(
            f"{source}: format: {data['format']} is newer than this program reads ({FORMAT}); "
            "update Beachhead to open it"
        )
    while data["format"] < FORMAT:
        if data["format"] not in MIGRATIONS:
            raise RecordError(f"{source}: format: {data['format']} was never in use")
        try:
            data = MIGRATIONS[data["format"]](data) | {"format": data["format"] + 1}
        except RecordError as error:
            raise RecordError(f"{source}: {error}") from error
    return checked(data, source)


def checked(data: dict[str, Data], source: str = "record") -> dict[str, Data]:
    """A document of the present format, checked field by field."""
    checks.of_kind(data, dict, source, "a document, such as `read` and `parse` give")
    for name, (kind, description) in FIELDS.items():
        if name not in data:
            raise RecordError(f"{source}: {name}: is missing; it should be {description}")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise RecordError(f"{source}: {name}: should be {description}")
    for name, (kind, description) in OPTIONAL.items():
        if name in data and type(data[name]) is not kind:
            raise RecordError(f"{source}: {name}: should be {description}")
    try:
        _dealing(data)
        checks.text(data.get("start", ""), "start", A_SITUATION)
        for number, choice in enumerate(data["choices"]):
            checks.word(choice, f"choices[{number}]", "the id of an option")
        for made, mark in data["marks"].items():
            checks.word(mark, f"marks.{checks.word(made, 'marks', 'numbers')}", "a digest")
    except BeachheadError as error:
        raise RecordError(f"{source}: {error}") from error
    return data


def _dealing(data: dict[str, Data]) -> Dealing | None:
    return None if data["dealing"] is None else Dealing.from_data(data["dealing"])


FIELDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "game": (str, "the name of a game"),
    "version": (str, "the version of the rules"),
    "scenario": (str, "the name of a scenario"),
    "options": (dict, "an object of options"),
    "dealing": ((dict, type(None)), "an object that says what it was dealt from, or null"),
    "choices": (list, "a list of option ids"),
    "marks": (dict, "an object of digests"),
}

OPTIONAL: dict[str, tuple[type, str]] = {
    "position": (dict, "a position to begin from"),
    "drawn": (int, "how many draws had been made at that position"),
}


def replay(game: Game[P], data: dict[str, Data], *, verify: bool = True) -> Record[P]:
    """The game that a document records, played again without the generator.

    With `verify`, each digest in it must come out the same.
    """
    checks.of_kind(game, Game, "game", A_GAME)
    marks = checked(data)["marks"] if verify else {}
    record = _asked_everything(game, data, marks) or _strictly(game, data, marks)
    past = data["marks"].keys() - {str(made) for made in range(1, len(data["choices"]) + 1)}
    if verify and past:
        raise RecordError(
            f"marks.{min(past)}: there is no such choice; the record has {len(data['choices'])}, "
            "so some may have been cut off"
        )
    record.deal(record.by_these_rules(_dealing(data)))
    return record


def _asked_everything(
    game: Game[P], data: dict[str, Data], marks: Mapping[str, str]
) -> Record[P] | None:
    """The game, if it was played by other rules that asked everything."""
    if data["version"] == game.version or game.steps.asks_everything:
        return None
    record = _begun(game.asking_everything(), data)
    return record if record.play_forced(data["choices"], marks, game) else None


def _strictly(game: Game[P], data: dict[str, Data], marks: Mapping[str, str]) -> Record[P]:
    """One choice after the other: what is not possible, or leads elsewhere, is an error."""
    record = _begun(game, data)
    try:
        halt = record.play(data["choices"], marks)
    except RecordError as error:
        raise RecordError(
            f"{error}; it was played by other rules ({data['version']}; these are "
            f"{game.version}), or the file was changed"
        ) from error
    if halt is not None:
        raise RecordError(str(halt))
    return record


def resume(game: Game[P], data: dict[str, Data]) -> tuple[Record[P], Halt | None]:
    """The game that a document records, to be played on even if it was played by other rules: as
    far as these rules allow, and where they stopped it. One of these very rules must replay."""
    if checked(data)["version"] == game.version:
        return replay(game, data), None
    record, halt = fitted(game, data["choices"], data["marks"], lambda rules: _begun(rules, data))
    record.deal(record.by_these_rules(_dealing(data)))
    return record, halt


def fitted(
    game: Game[P],
    choices: Sequence[str],
    marks: Mapping[str, str],
    begin: Callable[[Game[P]], Record[P]],
) -> tuple[Record[P], Halt | None]:
    """Choices made by other rules, as far as these lead the same way, and where they do not: by
    rules that ask everything, if each choice and mark fits them; else by these, with the choices
    fitted to questions asked no more, or newly."""
    record = begin(game.asking_everything())
    if record.play_forced(choices, marks, game):
        return record, None
    record = begin(game)
    return record, record.play_by_other_rules(choices, marks)


def _begun(game: Game[P], data: dict[str, Data]) -> Record[P]:
    """The game before its first choice."""
    checks.of_kind(game, Game, "game", A_GAME)
    if checked(data)["game"] != game.name:
        raise RecordError(f"game: this is a record of {data['game']!r}, not of {game.name!r}")
    try:
        record = Record(game, data["scenario"], data["options"], start=data.get("start"))
        if "position" in data:
            record.begin_at(data["position"], data.get("drawn", 0))
    except BeachheadError as error:
        raise RecordError(str(error)) from error
    except UNFORESEEN as error:
        raise RecordError("position: is not one that this game can have") from error
    return record


# --- checking


def seal(data: dict[str, Data]) -> str:
    """The fingerprint of a document, by which it is seen that it was changed afterwards."""
    return digest({name: value for name, value in data.items() if name != "seal"})


def verify(game: Game[P], data: dict[str, Data]) -> list[str]:
    """Check a document in every way there is; returns what was checked, line by line.

    It replays to its marks and its result, its commitment is the hash of its secret, every draw is
    the one that its dealing deals, and its seal fits. One of other rules may differ in questions
    that only these or only those ask.
    """
    record, checked = _verified(game, data)
    result = record.state.result
    if data.get("result") != (None if result is None else result.to_data()):
        raise RecordError("result: is not how these choices end; some may be missing")
    if data.get("seal", "") is None:
        checked.append("it has no seal: version 0.1 wrote none")
    elif data.get("seal") != seal(data):
        raise RecordError("seal: does not fit; the file was changed after it was written")
    else:
        checked.append("the seal fits")
    dealing = record.dealing
    if dealing is None:
        return [*checked, "no dealer: people answered for chance, so there are no draws to check"]
    if data["dealing"].get("commitment") != dealing.commitment:
        raise RecordError("dealing.commitment: is not the hash of the secret")
    if dealing.secret is not None:
        checked.append(f"the secret is the one committed to as {dealing.commitment}")
    draws = _check_draws(record, dealing)
    mixed = [seat for seat, nonce in dealing.nonces.items() if nonce is not None]
    given = f", mixed with the nonces of {' and '.join(mixed)}" if mixed else ""
    word = "secret" if dealing.secret is not None else f"seed {dealing.seed!r}"
    return [*checked, f"{draws} draws are those that the {word} deals{given}"]


def _verified(game: Game[P], data: dict[str, Data]) -> tuple[Record[P], list[str]]:
    """The game that a document records, and that its choices lead to its marks."""
    agree = f"{len(data['marks'])} marks agree"
    try:
        return replay(game, data), [f"{len(data['choices'])} choices replay, {agree}"]
    except RecordError:
        if data["version"] == game.version:
            raise
        record = _begun(game, data)
        if record.play_by_other_rules(data["choices"], data["marks"], strict=True) is not None:
            raise
    record.deal(record.by_these_rules(_dealing(data)))
    by = f"by other rules ({data['version']}; these are {game.version})"
    return record, [f"{len(data['choices'])} choices, made {by}, fit, {agree}"]


def _check_draws(record: Record[P], dealing: Dealing) -> int:
    """Deal everything again; returns how many draws there were."""
    if not dealing.ready:
        raise RecordError(f"dealing.nonces.{dealing.awaited[0]}: is missing")
    state = record.at(0)
    dealer = Dealer.of(dealing, record.drawn)
    checked = 0
    for number, choice in enumerate(record.choices):
        decision = state.decision
        if isinstance(decision, Chance):
            if number >= dealing.since:
                dealt = decision.draw(dealer).id
                checked += 1
                if dealt != choice:
                    raise RecordError(
                        f"choices[{number}]: {choice!r} was not dealt; it is {dealt!r} that "
                        f"draw {dealer.drawn} gives at {record.game.clock(state.position)}"
                    )
            else:
                dealer.drawn += 1
        state.apply(choice)
    return checked
