"""Any game in the terminal, in plain lines."""

from __future__ import annotations

import difflib
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel import record as records
from beachhead.kernel.play import CHANCE, Game, Option
from beachhead.kernel.record import Record
from beachhead.kernel.view import known_events

WIDTH = 100
LISTED = 30
"""As many options are listed at once."""
NEWS = 100
"""As many events are told at once; the log has the rest."""
LOGGED = 20

COMMANDS = {
    "NUMBER or ID": "choose an option",
    "/WORD": "list the options that contain the word",
    "more": "list the next options",
    "undo [N]": "take back the last choice, or the last N",
    "redo": "make again what was taken back",
    "log [N]": f"the last N events (default: {LOGGED})",
    "view": "what you can see of the table",
    "odds [NUMBER or ID]": "what an option risks and promises, before you commit",
    "why KEY=VALUE …": "why something may not be done",
    "rule NUMBER": "what a rule says",
    "save FILE": "write the game to a file",
    "load FILE": "go on with the game in a file",
    "help": "this list, and the rule of this decision",
    "quit": "leave",
}


def open_record(game: Game[Any], file: Path) -> tuple[Record[Any], Path]:
    """The game in a file, and where it is kept from now on. One that was played by other rules and
    does not replay by these goes on where they stop it, in a file of its own."""
    document = records.read(file)
    record, halt = records.resume(game, document)
    if halt is None:
        return record, file
    kept = file.with_name(f"{file.stem}-resumed{file.suffix}")
    print(halt.explain(document["version"], game.version, "from there"))
    print(f"{file} stays as it is; from now on the game is kept in {kept}.")
    if kept.exists():
        raise BeachheadError(f"{kept}: is there already; open that one, or move it away")
    return record, kept


class Terminal:
    """One game at one terminal: what was told to whom, and where it is kept."""

    def __init__(self, record: Record[Any], file: Path | None) -> None:
        self.record = record
        self.file = file
        self.kept = len(record.choices)
        """The number of choices when the game was last written to a file; -1 if it is stale."""
        self.told: dict[str | None, int] = {}
        self.clock = ""
        self.listed = 0
        self.warned = ""

    # --- the conversation

    def play(self) -> None:
        """Tell, ask, do, until there is nobody to answer or the player has had enough."""
        game, state = self.record.game, self.record.state
        print(f"{game.title}: {game.scenarios[state.scenario].title}.")
        dealing = self.record.dealing
        if dealing is not None and dealing.commitment is None:
            print(f"Dealt from seed {dealing.seed}.")
        elif dealing is not None:
            print(f"Dealt from a secret; its commitment is {dealing.commitment}.")
        print("Type a number or an id to choose; help says what else.")
        self.show()
        while True:
            line = _ask()
            if not line:
                continue
            word, _, rest = line.partition(" ")
            if word == "quit":
                if self._may_leave(line):
                    break
                continue
            try:
                self._answer(line, word, rest.strip())
            except BeachheadError as error:
                print(_sentence(str(error)))

    def _answer(self, line: str, word: str, rest: str) -> None:
        commands = {
            "undo": self.undo,
            "redo": self.redo,
            "save": self.save,
            "load": self.load,
            "log": self.log,
            "help": self.help,
            "odds": self.odds,
            "why": self.why,
            "view": self.view,
            "rule": self.rule,
            "more": self.more,
        }
        if line.startswith("/"):
            self.find(line[1:].strip())
        elif word in commands:
            commands[word](rest)
        else:
            self.choose(line)

    @property
    def seat(self) -> str | None:
        """Whose eyes look at the terminal; None sees what everybody may."""
        state = self.record.state
        if len(state.seats) == 1:
            return state.seats[0]
        if state.over or state.decision.seat == CHANCE:
            return None
        return state.decision.seat

    def show(self) -> None:
        """Where we are, what is new to this seat, and what must be decided."""
        state = self.record.state
        clock = self.record.game.clock(state.position)
        if clock != self.clock:
            print(f"\n{clock}")
            self.clock = clock
        self._tell_news()
        if state.over:
            self._tell_result()
            return
        decision = state.decision
        prompt = decision.prompt
        if not prompt.casefold().startswith(decision.seat.casefold()):
            prompt = f"{decision.seat}: {prompt}"
        print(f"\n{prompt} (rule {decision.rule})")
        _tell_odds(state.odds())
        self.listed = 0
        self.more("")

    def _tell_news(self) -> None:
        events, seat = self.record.events, self.seat
        news = known_events(events[self.told.get(seat, 0) :], seat)
        if len(news) > NEWS:
            print(f"{len(news) - NEWS} earlier events are in the log.")
        for event in news[-NEWS:]:
            print(_event(event))
        self.told[seat] = len(events)

    def _tell_result(self) -> None:
        result = self.record.state.result
        assert result is not None
        print(f"\nThe game is over: {result.text} (rule {result.rule})")
        print(f"Won by {' and '.join(result.winners)}." if result.winners else "Nobody won.")
        if result.score:
            print(f"Score: {', '.join(f'{who} {points}' for who, points in result.score.items())}.")

    # --- choosing

    def more(self, _: str) -> None:
        """List the next options."""
        options = self._options()
        if self.listed >= len(options):
            self.listed = 0
        first, last = self.listed, min(self.listed + LISTED, len(options))
        _list(enumerate(options[first:last], first + 1), self.record.state.decision.rule)
        self.listed = last
        if last < len(options):
            print(
                f"{last - first} of {len(options)} options are listed: "
                "type more for the next, or /WORD for those with a word."
            )

    def find(self, word: str) -> None:
        """List the options that contain a word."""
        sought = word.casefold()
        found = [
            (number, option)
            for number, option in enumerate(self._options(), 1)
            if sought in f"{option.id} {option.label} {' '.join(option.touches)}".casefold()
        ]
        if not found:
            print(f"No option contains {word!r}; type more to list them all.")
        _list(found[:LISTED], self.record.state.decision.rule)
        if len(found) > LISTED:
            print(f"{LISTED} of {len(found)} are listed: type a longer word to see the others.")

    def choose(self, text: str) -> None:
        """Make a choice, by number or id."""
        option = self._option(text)
        if option is None:
            print(self._no_such_option(text, [each.id for each in self._options()]))
            return
        self.record.choose(option)
        self._changed()

    def odds(self, text: str) -> None:
        """What an option risks and promises; without one, what is at stake."""
        state, option = self.record.state, None
        if text or state.over:
            option = self._option(text)
            if option is None:
                print(self._no_such_option(text, [each.id for each in self._options()]))
                return
        lines = state.odds(option)
        if option is not None:
            print(f"{option.label}  [{option.id}]")
        _tell_odds(lines)
        if not lines:
            print("There is nothing to reckon here.")

    def _option(self, text: str) -> Option | None:
        """The option with a number or id."""
        options = self._options()
        if re.fullmatch(r"[1-9][0-9]{0,8}", text) and int(text) <= len(options):
            return options[int(text) - 1]
        return next((each for each in options if each.id == text), None)

    def _no_such_option(self, text: str, ids: list[str]) -> str:
        close = difflib.get_close_matches(text, [*ids, *_words()], n=3)
        meant = f" Did you mean {' or '.join(close)}?" if close else ""
        return (
            f"{text!r} is neither an option nor a command here.{meant} "
            f"Type a number from 1 to {len(ids)}, an id, or help."
        )

    def _options(self) -> list[Option]:
        state = self.record.state
        if state.over:
            raise BeachheadError("the game is over; type undo to take back, save FILE, or quit")
        return state.decision.options

    def _changed(self) -> None:
        """The game went on, or back: keep it and show it."""
        self.kept, self.warned = -1, ""
        happened = len(self.record.events)
        self.told = {seat: min(told, happened) for seat, told in self.told.items()}
        if self.file is not None:
            try:
                self.record.save(self.file)
                self.kept = len(self.record.choices)
            except BeachheadError as error:
                print(f"The game was not kept: {error}")
        self.show()

    # --- taking back

    def undo(self, count: str) -> None:
        """Take back some choices of the players."""
        wanted = _count("undo", count, 1)
        record = self.record
        possible = sum(record.dealing is None or seat != CHANCE for seat in record.deciders)
        if wanted > possible:
            raise BeachheadError(
                f"undo: {_many(possible, 'choice')} can be taken back, not {wanted}"
            )
        for _ in range(wanted):
            record.undo()
        print(f"{_many(wanted, 'choice')} taken back; redo makes it again.")
        self._changed()

    def redo(self, rest: str) -> None:
        """Make again what was taken back last."""
        _nothing_more("redo", rest)
        self.record.redo()
        self._changed()

    # --- keeping

    def save(self, name: str) -> None:
        """Write the game to a file."""
        self.record.save(_file("save", name))
        self.kept = len(self.record.choices)
        print(f"Saved to {name}.")

    def load(self, name: str) -> None:
        """Go on with the game in a file."""
        file = _file("load", name)
        record, file = open_record(self.record.game, file)
        if not self._may_leave(f"load {name}"):
            return
        self.record, self.told, self.clock, self.warned = record, {}, "", ""
        self.kept = len(record.choices)
        print(f"Loaded {name}: {_many(len(record.choices), 'choice')}.")
        if self.file is not None:
            self.file = file
            print("It is kept there from now on; the other game is in its own file.")
        self.show()

    def _may_leave(self, line: str) -> bool:
        """Whether nothing is lost by leaving this game, or the player said so twice."""
        if self.kept == len(self.record.choices) or self.warned == line:
            return True
        self.warned = line
        print(f"This game is not saved. Type save FILE to keep it, or {line} again to drop it.")
        return False

    # --- looking

    def log(self, count: str) -> None:
        """What happened lately, as far as this seat may know."""
        wanted = _count("log", count, LOGGED)
        for event in known_events(self.record.events, self.seat)[-wanted:]:
            print(_event(event))

    def view(self, rest: str) -> None:
        """What this seat may see of the table."""
        _nothing_more("view", rest)
        seat = self.seat
        print(f"The table as {seat or 'everybody'} may see it:")
        for line in _lines(self.record.state.view(seat)["table"]):
            print(line)

    def why(self, text: str) -> None:
        """Why something may not be done."""
        question: dict[str, Any] = {}
        for part in text.split():
            key, equals, value = part.partition("=")
            if not (equals and key.isidentifier()):
                raise BeachheadError(f"why: {part!r} should be KEY=VALUE, such as to=0812")
            question[key] = value
        if not question:
            raise BeachheadError("why: say what you want to do as KEY=VALUE, such as to=0812")
        try:
            refusal = self.record.state.why_not(**question)
        except (LookupError, ValueError, TypeError, NotImplementedError) as error:
            raise BeachheadError(
                f"why: the game cannot answer this question ({type(error).__name__}: {error}); "
                "name other keys or values"
            ) from error
        if refusal is None:
            print("Nothing forbids that.")
        else:
            print(f"{_sentence(refusal.text)} (rule {refusal.rule})")

    def rule(self, number: str) -> None:
        """What a rule says."""
        if not number:
            raise BeachheadError("rule: say which, such as rule " + self._current_rule())
        for line in _rule(self.record.game, number):
            print(line)

    def help(self, rest: str) -> None:
        """The rule of this decision, and what can be typed."""
        _nothing_more("help", rest)
        state = self.record.state
        if not state.over:
            print(f"{state.decision.prompt} This is rule {state.decision.rule}:")
        with suppress(BeachheadError):
            for line in _rule(self.record.game, self._current_rule()):
                print(line)
        print("\nYou can type:")
        width = max(map(len, COMMANDS))
        for command, meaning in COMMANDS.items():
            print(f"  {command:{width}}  {meaning}")

    def _current_rule(self) -> str:
        state = self.record.state
        return state.result.rule if state.result is not None else state.decision.rule


# --- reading what was typed


def _ask() -> str:
    """One line from the player; a script's lines are repeated, so that its output can be read."""
    sys.stdout.flush()
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives `input` a history
        return input("> ").strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.strip()
    print(f"> {line}")
    return line


def _count(command: str, text: str, default: int) -> int:
    if not text:
        return default
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise BeachheadError(f"{command}: {text!r} is not a number; type {command} {default}, say")
    return int(text)


def _file(command: str, name: str) -> Path:
    if not name:
        raise BeachheadError(f"{command}: say which file, such as {command} game.json")
    return checks.path(name, command, home=True)


def _nothing_more(command: str, rest: str) -> None:
    if rest:
        raise BeachheadError(f"{command}: stands alone; leave out {rest!r}")


def _words() -> list[str]:
    return [command.split()[0] for command in COMMANDS if command[0].islower()]


# --- printing


def _list(numbered: Iterable[tuple[int, Option]], rule: str) -> None:
    for number, option in numbered:
        cited = f", rule {option.rule}" if option.rule and option.rule != rule else ""
        print(f"{number:3}. {option.label}  [{option.id}{cited}]")


def _tell_odds(lines: Iterable[str]) -> None:
    for line in lines:
        print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))


def _event(event: Mapping[str, Any]) -> str:
    return f"- {event['text']} (rule {event['rule']})"


def _rule(game: Game[Any], number: str) -> Iterator[str]:
    """The statements of a rule, and what is below it."""
    rules = game.rules
    below = rules.under(number)
    if rules.exists(number) or not below:
        covered = rules.covers(number)
        if number in rules.rules:
            yield f"{number} {rules.rule(number).title}"
        for statement in covered:
            yield textwrap.fill(f"{statement.label} {statement.text}", WIDTH)
    for rule in below:
        yield f"{rule.id} {rule.title}"


def _lines(data: Any, indent: str = "") -> Iterator[str]:
    """JSON-able data as plain lines: one for each small thing."""
    for name, value in data.items() if isinstance(data, Mapping) else enumerate(data, 1):
        text = _inline(value)
        if text is not None and len(indent) + len(text) < WIDTH:
            yield f"{indent}{name}: {text}"
        elif isinstance(value, Sequence) and all(_is_small(item) for item in value):
            text = f"{name}: {', '.join(map(_small, value))}"
            yield textwrap.fill(
                text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    "
            )
        else:
            yield f"{indent}{name}:"
            yield from _lines(value, f"{indent}  ")


def _inline(value: Any) -> str | None:
    """Something small in a few words; None for what needs lines of its own."""
    if _is_small(value):
        return _small(value)
    if isinstance(value, Mapping):
        parts = [(f"{name}=", part) for name, part in value.items()]
    else:
        parts = [("", part) for part in value]
    if not parts:
        return "none"
    texts = [
        name + (_small(part) if _is_small(part) else " ".join(map(_small, part)) or "none")
        for name, part in parts
        if _is_small(part) or (isinstance(part, list) and all(map(_is_small, part)))
    ]
    return ", ".join(texts) if len(texts) == len(parts) else None


def _is_small(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _small(value: Any) -> str:
    return {None: "none", True: "yes", False: "no"}[value] if _is_word(value) else str(value)


def _is_word(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ")")) else ".")
