"""Whatever is handed to the library, a wrong value gets an error for people that names the
parameter, and changes nothing; what is legal keeps working."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

import beachhead
import toy
from beachhead.errors import BeachheadError
from beachhead.kernel import checks, data
from beachhead.kernel import record as records
from beachhead.kernel.chance import Dealer
from beachhead.kernel.play import Game, Illegal, Option, Refusal, State
from beachhead.kernel.record import Record
from beachhead.omaha.table import pack as omaha_pack
from beachhead.web.store import open_store

HALF = "\ud800"
"""A lone surrogate: no file can hold it."""
LONG = "x" * 100_000
HUGE = 10**5000
"""A number that Python refuses to print."""


def deep(levels: int = 5000) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


class BytesPath(os.PathLike[bytes]):
    def __fspath__(self) -> bytes:
        return b"x"


NOTHING = {"None": None}
NUMBERS = {"7": 7, "-1": -1, "huge": HUGE, "-huge": -HUGE}
STRANGE: dict[str, Any] = {
    "True": True,
    "1.5": 1.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "complex": 1j,
    "bytes": b"x",
    "list": [],
    "dict": {},
    "set": set(),
    "tuple": ("x",),
    "object": object(),
    "class": str,
    "nested": {"x": [[{}]]},
    "deep": deep(),
    "list of texts": ["x", "y"],
}
"""What is neither a text nor a number nor nothing."""
TEXTS = {"empty": "", "half": HALF, "NUL": "x\0y", "long": LONG, "line": "x\ny"}
NOT_TEXT = {**STRANGE, **NUMBERS, **NOTHING}

GAMES: dict[str, Game[Any]] = {
    **{name: beachhead.load(name) for name in beachhead.games()},
    "toy": toy.GAME,
}
QUESTIONS = {
    "omaha": {"unit": "A/1/116", "to": "0613"},
    "storm": {"unit": "16/1", "to": "16"},
    "dday91": {"unit": "5U", "to": "G13", "action": "move"},
    "toy": {"unit": "blue", "to": "0102"},
}
MORE_WORDS = {
    "omaha": ({"unit": "A/1/116", "target": "WN62N", "action": "attack"}, {"hex": "0613"}),
    "storm": ({"unit": "16/1", "action": "fire"}, {"card": "x"}),
    "dday91": (),
    "toy": (),
}


class At(NamedTuple):
    """A game under way, and an option that was there before."""

    name: str
    game: Game[Any]
    state: State[Any]
    record: Record[Any]
    past: Option

    @property
    def setting(self) -> str:
        return next(iter(self.game.settings))

    def snapshot(self) -> tuple[str, str]:
        return self.state.digest(), self.record.dumps()


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> At:
    game = GAMES[request.param]
    state = game.setup(seed=3)
    record = Record(game, seed=3)
    past = Option("long-past", "an option that was there before")
    for _ in range(3):
        past = state.decision.options[0]
        state.apply(past)
        record.choose(past.id)
    if state.decision.find(past) is not None:
        past = Option("long-past", "an option that was there before")
    return At(request.param, game, state, record, past)


def refused(parameter: str, call: Callable[[], Any]) -> None:
    """A call ends with an error that names the parameter and that anybody can print."""
    assert complaint(parameter, call) is None


def complaint(parameter: str, call: Callable[[], Any]) -> str | None:
    """What is wrong with how a call with a wrong value ends; None if it ends as it should."""
    try:
        answer = call()
    except BeachheadError as error:
        told = str(error)
        if parameter not in told:
            return f"does not name {parameter}: {told}"
        return None if len(told) < 1200 and checks.is_writable(told) else f"unreadable: {told!r}"
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return f"was accepted: {checks.brief(answer)}"


def complaints(parameter: str, call: Callable[[Any], Any], wrong: Mapping[str, Any]) -> list[str]:
    """The same for many wrong values, each told by its name."""
    found = {name: complaint(parameter, lambda v=v: call(v)) for name, v in wrong.items()}
    return [f"{name}: {told}" for name, told in found.items() if told is not None]


# --- every call, every parameter


class Case(NamedTuple):
    parameter: str
    call: Callable[..., Any]
    wrong: Mapping[str, Any]


SEEDS = {
    **STRANGE,
    "empty": "",
    "half": HALF,
    "long": "x" * 101,
    "101 digits": 10**100,
    "-101 digits": -(10**100),
    "huge": HUGE,
}
SCENARIOS = {**STRANGE, **NUMBERS, **TEXTS, "another game's": "no-such-scenario"}
SITUATIONS = {**NOT_TEXT, "half": HALF}
SEATS = {**STRANGE, **NUMBERS, **TEXTS, "another game's": "purple"}
CHOICES = {
    **NOT_TEXT,
    **TEXTS,
    "no option": "no-such-option",
    "an option of nowhere": Option("no-such-option", "x"),
    "an option with half an id": Option(HALF, "x"),
    "the class": Option,
}
if not beachhead.COMPILED:  # compiled code makes no such options
    CHOICES |= {
        "an option without id": Option(None, "x"),  # type: ignore[arg-type]
        "an option with a number": Option(7, "x"),  # type: ignore[arg-type]
        "an option with a list": Option([], "x"),  # type: ignore[arg-type]
    }
SOME_CHOICES = {name: value for name, value in CHOICES.items() if name != "None"}
NO_PATHS = {
    **NOT_TEXT,
    "half": HALF,
    "NUL": "x\0y",
    "long": LONG,
    "half Path": Path(HALF),
    "NUL Path": Path("x\0y"),
    "bytes path": BytesPath(),
}
NO_FILES = {"empty": "", "root": "/", "here": ".", "nowhere": "/no/such/directory/x"}
"""Paths, but nothing that can be read or written."""
OPTIONS: dict[str, Any] = {
    **{name: value for name, value in STRANGE.items() if name != "dict"},
    **NUMBERS,
    **TEXTS,
    "pairs": [("x", 1)],
    "number key": {1: 2},
    "None key": {None: 2},
    "empty key": {"": 2},
    "half key": {HALF: 2},
    "long key": {LONG: 2},
    "tuple key": {("x",): 2},
    "mixed keys": {1: 2, "x": 3, None: 4},
    "unknown": {"no-such-option": True},
}
VALUES = {**NOT_TEXT, **TEXTS, "no value": "no-such-value"}
"""Of an option; True and the numbers 1 and 2 are values of some."""
NOT_WHOLE = {**STRANGE, **TEXTS, "text": "1"}
OUT_OF_RANGE = {"-1": -1, "huge": HUGE, "-huge": -HUGE, "99999": 99999}
GENERATORS = {**NOT_TEXT, **TEXTS, "pick is no function": type("Odd", (), {"pick": 7})()}

CASES: dict[str, Case] = {
    "load(name)": Case("game", lambda _, v: beachhead.load(v), {**NOT_TEXT, **TEXTS}),
    "load(module)": Case(
        "game", lambda _, v: beachhead.load(f"{v}:GAME"), {**TEXTS, "dots": "..", "-": "-"}
    ),
    "load(attribute)": Case(
        "game", lambda _, v: beachhead.load(f"toy:{v}"), {**TEXTS, "no game": "GRID"}
    ),
    "setup(scenario)": Case("scenario", lambda at, v: at.game.setup(v), SCENARIOS),
    "setup(options)": Case("options", lambda at, v: at.game.setup(None, v), OPTIONS),
    "setup(options value)": Case(
        "options.",
        lambda at, v: at.game.setup(None, {at.setting: v}),
        {name: value for name, value in VALUES.items() if name != "True"},
    ),
    "setup(seed)": Case("seed", lambda at, v: at.game.setup(seed=v), SEEDS),
    "check(scenario)": Case("scenario", lambda at, v: at.game.check(v, None), SCENARIOS),
    "check(options)": Case("options", lambda at, v: at.game.check(None, v), OPTIONS),
    "situation(text)": Case("text", lambda at, v: at.game.situation(v), SITUATIONS),
    "situation(seed)": Case("seed", lambda at, v: at.game.situation("", v), SEEDS),
    "Dealer.of(seed)": Case("seed", lambda _, v: Dealer.of(v), {**SEEDS, **NOTHING}),
    "apply(choice)": Case("", lambda at, v: at.state.apply(v), CHOICES),
    "apply(past)": Case("long-past", lambda at, v: at.state.apply(v), {"x": "long-past"}),
    "odds(option)": Case("", lambda at, v: at.state.odds(v), SOME_CHOICES),
    "refuse(choice)": Case("choice", lambda at, v: at.state.refuse(v), NOT_TEXT),
    "find(choice)": Case("choice", lambda at, v: at.state.decision.find(v), NOT_TEXT),
    "view(seat)": Case("seat", lambda at, v: at.state.view(v), SEATS),
    "determinize(seat)": Case("seat", lambda at, v: at.state.determinize(v, Dealer.of(1)), SEATS),
    "determinize(generator)": Case(
        "generator", lambda at, v: at.state.determinize(at.state.seats[0], v), GENERATORS
    ),
    "Record(game)": Case("game", lambda _, v: Record(v), {**NOT_TEXT, **TEXTS, "Game": Game}),
    "Record(scenario)": Case("scenario", lambda at, v: Record(at.game, v), SCENARIOS),
    "Record(options)": Case("options", lambda at, v: Record(at.game, None, v), OPTIONS),
    "Record(seed)": Case("seed", lambda at, v: Record(at.game, seed=v), SEEDS),
    "Record(start)": Case(
        "start",
        lambda at, v: Record(at.game, start=v),
        {name: value for name, value in SITUATIONS.items() if name != "None"},
    ),
    "choose(choice)": Case("", lambda at, v: at.record.choose(v), CHOICES),
    "undo(to)": Case("to: ", lambda at, v: at.record.undo(v), NOT_WHOLE),
    "undo(to far)": Case("undo: ", lambda at, v: at.record.undo(v), OUT_OF_RANGE),
    "at(made)": Case("made: ", lambda at, v: at.record.at(v), {**NOT_WHOLE, **NOTHING}),
    "at(made far)": Case("at: ", lambda at, v: at.record.at(v), OUT_OF_RANGE),
    "save(path)": Case("path: ", lambda at, v: at.record.save(v), NO_PATHS),
    "save(no file)": Case(" choose another place", lambda at, v: at.record.save(v), NO_FILES),
    "Record.of(state)": Case("state", lambda _, v: Record.of(v), {**NOT_TEXT, **TEXTS}),
    "read(path)": Case("path: ", lambda _, v: records.read(v), NO_PATHS),
    "read(no file)": Case("cannot be read", lambda _, v: records.read(v), NO_FILES),
    "parse(text)": Case("text", lambda _, v: records.parse(v), SITUATIONS),
    "replay(game)": Case(
        "game", lambda at, v: records.replay(v, at.record.to_data()), {**NOT_TEXT, **TEXTS}
    ),
    "replay(data)": Case("record", lambda at, v: records.replay(at.game, v), NOT_TEXT | TEXTS),
}


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_value_is_refused_by_name(table: At, name: str) -> None:
    case, before = CASES[name], table.snapshot()
    assert not complaints(case.parameter, lambda value: case.call(table, value), case.wrong)
    assert table.snapshot() == before


def test_a_choice_of_another_type_is_told_what_is_expected(table: At) -> None:
    wrong: dict[str, Any] = {**NOT_TEXT}
    with suppress(TypeError):  # compiled, there is no such option
        wrong["a list for an id"] = Option([], "x")  # type: ignore[arg-type]
    for call in (table.state.apply, table.record.choose):
        assert not complaints("choice: should be an option or the id of one, not ", call, wrong)


def test_an_option_of_another_decision_is_refused_by_its_id(table: At) -> None:
    for call in (table.state.apply, table.state.odds, table.record.choose):
        with pytest.raises(Illegal, match=r"is not possible now") as caught:
            call(table.past)
        assert table.past.id in str(caught.value)


# --- why not?


@pytest.mark.parametrize("kind", {**NOT_TEXT, **TEXTS})
def test_a_wrong_word_in_a_question_is_named(table: At, kind: str) -> None:
    value = {**NOT_TEXT, **TEXTS}[kind]
    for question in (QUESTIONS[table.name], *MORE_WORDS[table.name]):
        for word in question:
            answer = None
            try:
                answer = table.state.why_not(**{**question, word: value})
            except BeachheadError as error:
                told = str(error)
                assert word in told
                assert len(told) < 1200
                told.encode()
            if kind in (*STRANGE, *NOTHING, "empty", "half", "long", "huge", "-huge"):
                assert answer is None, f"{word}={kind} was answered"
            else:
                assert answer is None or isinstance(answer, Refusal)


@pytest.mark.parametrize("word", ["self", "position", "table", "question", "nonsense", "x y", ""])
def test_a_question_in_other_words_is_refused(table: At, word: str) -> None:
    refused("why_not", lambda: table.state.why_not(**{word: "x"}))
    refused("", lambda: table.state.why_not(**{**QUESTIONS[table.name], word: "x"}))


def test_a_question_without_words_is_refused(table: At) -> None:
    refused("", table.state.why_not)


def test_the_questions_can_be_asked(table: At) -> None:
    answer = table.state.why_not(**QUESTIONS[table.name])
    assert answer is None or isinstance(answer, Refusal)


def test_a_number_stands_for_its_name() -> None:
    state = GAMES["storm"].setup(seed=3)
    assert state.why_not(unit="16/1", to=16) == state.why_not(unit="16/1", to="16")


# --- situations

AGENDAS = {
    "no step": "agenda foo.bar",
    "half a step": "agenda sequence",
    "arguments": "agenda sequence.end_of_turn [1, 2, 3]",
    "empty": "agenda = [[]]",
    "numbers": "agenda = [7]",
    "nothings": "agenda = [[null]]",
    "lists": "agenda = [[[]]]",
}


@pytest.mark.parametrize("name", beachhead.games())
def test_a_situation_with_steps_that_there_are_not_is_refused(name: str) -> None:
    assert not complaints("agenda", GAMES[name].situation, AGENDAS)


NONSENSE = {
    "omaha": "turn = 99999; begin action",
    "storm": "agenda damage.choose_stage",
    "dday91": "turn 3 allied movement; agenda movement.choose_leg [1, 0, 0, 0, 0]",
}


@pytest.mark.parametrize("name", beachhead.games())
def test_a_situation_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(BeachheadError):
        GAMES[name].situation(NONSENSE[name])


def test_whoever_has_no_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("BEACHHEAD_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    refused("BEACHHEAD_HOME", data.home)
    refused("BEACHHEAD_HOME", open_store)


# --- records

FIELDS: dict[str, Mapping[str, Any]] = {
    "game": {**NOT_TEXT, "chess": "chess"},
    "version": NOT_TEXT,
    "scenario": {**NOT_TEXT, **TEXTS},
    "options": {**OPTIONS, **NOTHING},
    "dealing": {
        **{name: value for name, value in NOT_TEXT.items() if name != "None"},
        **{f"seed {name}": {"dealer": "blake2b", "seed": seed} for name, seed in SEEDS.items()},
    },
    "start": {name: value for name, value in SITUATIONS.items() if name != "None"},
    "choices": {
        **{name: value for name, value in NOT_TEXT.items() if name not in ("list", "deep")},
        **TEXTS,
        "numbers": [7],
        "nothings": [None],
        "lists": [[]],
        "half a one": [HALF],
        "a long one": [LONG],
    },
    "marks": {
        **{name: value for name, value in NOT_TEXT.items() if name not in ("dict", "nested")},
        **TEXTS,
        "number": {"1": 7},
        "number key": {7: "x"},
        "mixed keys": {7: "x", "1": "x"},
        "half": {HALF: "x"},
        "far": {"99999": "x"},
        "word": {"x": "y"},
    },
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_wrong_field_of_a_record_is_named(table: At, field: str) -> None:
    document = table.record.to_data()

    def replay(value: Any) -> None:
        records.replay(table.game, {**document, field: value})

    def replay_file(value: Any) -> None:
        try:
            text = json.dumps({**document, field: value}, skipkeys=True)
        except (TypeError, ValueError, RecursionError):
            replay(value)  # JSON cannot say it, so no file can hold it
        else:
            parsed = records.parse(text)
            replay(value if parsed[field] != value else parsed[field])

    assert not complaints(field, replay, FIELDS[field])
    assert not complaints(field, replay_file, FIELDS[field])


@pytest.mark.parametrize("field", ["game", "version", "scenario", "options", "dealing", "marks"])
def test_a_field_that_is_missing_is_named(table: At, field: str) -> None:
    document = table.record.to_data()
    del document[field]
    refused(field, lambda: records.replay(table.game, document))


def test_half_a_character_anywhere_in_a_record_is_named() -> None:
    document = {**Record(toy.GAME, seed=3).to_data(), "note": {"by": ["me", HALF]}}
    refused("note.by[1]", lambda: records.parse(json.dumps(document)))
    document["note"] = {HALF: "me"}
    refused("note.\\ud800", lambda: records.parse(json.dumps(document)))


def test_a_refused_save_leaves_what_was_there(tmp_path: Path) -> None:
    record = Record(toy.GAME, seed=3)
    record.save(tmp_path / "game.json")
    before = (tmp_path / "game.json").read_bytes()
    for wrong in (tmp_path, tmp_path / "x\0y", tmp_path / HALF, tmp_path / "game.json" / "x"):
        refused("", lambda wrong=wrong: record.save(wrong))
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert (tmp_path / "game.json").read_bytes() == before


# --- stores and packs

URLS = {
    **STRANGE,
    **NUMBERS,
    "empty": "",
    "half": HALF,
    "NUL": "x\0y",
    "long": LONG,
    "nobody": "~nosuchuser/x",
    "sqlite nobody": "sqlite:///~nosuchuser/x",
    "sqlite half": f"sqlite:///{HALF}",
    "sqlite NUL": "sqlite:///x\0y",
    "sqlite": "sqlite://",
    "other": "postgres://x/y",
    "directory": "/",
    "nowhere": "/dev/null/x",
}


def test_a_store_that_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not complaints("--db", open_store, URLS)
    assert not list(tmp_path.iterdir())


SCHEMAS = {**NOT_TEXT, **TEXTS}
DIRECTORIES = {"root": "/", "nowhere": "/no/such/directory/x"}
PACKS: dict[str, Case] = {
    "validate(path)": Case(
        "path",
        lambda v: data.validate(v, omaha_pack.SCHEMA),
        NO_PATHS,
    ),
    "load(path)": Case("path", lambda v: data.load(v, omaha_pack.SCHEMA), NO_PATHS),
    "load(no pack)": Case("pack", lambda v: data.load(v, omaha_pack.SCHEMA), DIRECTORIES),
    "load(schema)": Case("schema", lambda v: data.load(omaha_pack.BUILTIN, v), SCHEMAS),
    "validate(schema)": Case("schema", lambda v: data.validate(omaha_pack.BUILTIN, v), SCHEMAS),
    "seal_pack(path)": Case("path", lambda v: data.seal_pack(v, omaha_pack.SCHEMA), NO_PATHS),
    "export_pack(pack)": Case("pack", lambda v: data.export_pack(v, "out"), SCHEMAS),
    "export_pack(directory)": Case(
        "directory", lambda v: data.export_pack(omaha_pack.load(), v), NO_PATHS
    ),
    "export_pack(no place)": Case(
        "choose", lambda v: data.export_pack(omaha_pack.load(), v), {"/": "/", "x": "/dev/null/x"}
    ),
    "import_pack(directory)": Case(
        "directory", lambda v: data.import_pack(v, omaha_pack.SCHEMA, "in"), NO_PATHS
    ),
    "import_pack(schema)": Case(
        "schema", lambda v: data.import_pack(omaha_pack.BUILTIN, v, "in"), SCHEMAS
    ),
    "import_pack(into)": Case(
        "into",
        lambda v: data.import_pack(omaha_pack.BUILTIN, omaha_pack.SCHEMA, v),
        NO_PATHS,
    ),
    "imported_path(game)": Case("game", data.imported_path, NOT_TEXT),
}


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_call_with_a_wrong_value_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = PACKS[name]
    assert not complaints(case.parameter, case.call, case.wrong)
    assert not list(tmp_path.iterdir())


def test_validating_lists_what_is_wrong_with_a_place_that_is_no_pack() -> None:
    for place in DIRECTORIES.values():
        assert data.validate(place, omaha_pack.SCHEMA)


# --- what is legal


@pytest.mark.parametrize(
    "seed", [None, 0, -5, 10**100 - 1, "x", "x\0y", "7", "é" * 100, "🎲", " "], ids=ascii
)
def test_every_legal_seed_deals_and_is_saved(
    table: At, seed: int | str | None, tmp_path: Path
) -> None:
    table.game.setup(seed=seed)
    record = Record(table.game, seed=seed)
    record.save(tmp_path / "game.json")
    again = records.replay(table.game, records.read(str(tmp_path / "game.json")))
    assert again.seed == seed
    assert again.dumps() == record.dumps()


def test_what_is_legal_keeps_working(table: At, tmp_path: Path) -> None:
    game = table.game

    class Name(str):
        __slots__ = ()

    first = next(iter(game.scenarios))
    state = game.setup(Name(first), MappingProxyType({}), Name("seed"))
    option = state.decision.options[0]
    assert state.decision.find(option) == state.decision.find(Name(option.id)) == option
    assert state.refuse(option).text
    state.odds(option)
    state.odds(option.id)
    state.odds(None)
    state.copy().apply(option)
    state.apply(Name(option.id))
    state.view(None)
    for seat in state.seats:
        state.view(seat)
        state.determinize(seat, Dealer.of(1))
    record = Record.of(state)
    record.at(0)
    record.undo()
    record.redo()
    for path in (str(tmp_path / "text.json"), tmp_path / "path.json"):
        record.save(path)
        records.replay(game, records.read(path))


def test_packs_are_found_by_text_and_by_path(tmp_path: Path) -> None:
    pack = data.load(str(omaha_pack.BUILTIN), omaha_pack.SCHEMA)
    assert data.export_pack(pack, str(tmp_path / "out")) == tmp_path / "out"
    assert data.validate(str(tmp_path / "out"), omaha_pack.SCHEMA) == []
    data.import_pack(str(tmp_path / "out"), omaha_pack.SCHEMA, str(tmp_path / "in"))


# --- the checks themselves


def test_an_error_shows_a_value_cut_short() -> None:
    assert checks.brief("x") == "'x'"
    assert checks.brief(LONG) == f"'{'x' * 56}..."
    assert checks.brief(HUGE) == "so big a int"


def test_a_pair_of_surrogates_in_json_is_a_character() -> None:
    assert checks.unwritable(json.loads(r'{"x": ["\ud83c\udfb2"]}')) is None
