"""Records: save, load, replay, verify, take back, migrate; and errors that name the place."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

import beachhead
import toy
from beachhead.errors import BeachheadError
from beachhead.kernel import record as records
from beachhead.kernel.chance import Dealing
from beachhead.kernel.plain import canonical
from beachhead.kernel.play import CHANCE, Illegal
from beachhead.kernel.record import FORMAT, Record, RecordError, parse, read, replay

SAVES = Path(__file__).resolve().parents[1] / "saves" / "0.1"
DATA = Path(__file__).resolve().parents[1] / "data"
Picket = Record[toy.Picket]


def play_on(record: Picket, choices: int = 1000) -> Picket:
    """Some choices more: the scouts stay at home, and every card is played."""
    for _ in range(choices):
        if record.state.over:
            break
        options = record.state.decision.options
        stay = next((o for o in options if o.id in ("move-0101", "move-0303")), options[0])
        record.choose(stay)
    return record


def story(record: Picket) -> list[str]:
    return [canonical(event.to_data()) for event in record.events]


def whole(record: Picket) -> tuple[Any, ...]:
    """Everything about a record that can be seen."""
    return (
        record.dumps(),
        record.state.digest(),
        story(record),
        record.deciders[:],
        [len(news) for news in record.news],
    )


@pytest.fixture(autouse=True)
def snapshots_in_short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "SNAPSHOT_EVERY", 5)


@pytest.fixture
def seeded() -> Picket:
    """A whole game, dealt from a seed."""
    return play_on(Record(toy.GAME, "long", {"dice": 4}, seed=7))


@pytest.fixture
def document(seeded: Picket) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(seeded.dumps())
    return data


def again(data: dict[str, Any]) -> Picket:
    return replay(toy.GAME, parse(json.dumps(data)))


# --- playing


def test_a_record_keeps_what_was_chosen_by_whom_and_what_happened() -> None:
    record = Record(toy.GAME, "short")
    assert (record.choices, record.deciders, record.events) == ([], [], [])
    for card in range(1, 7):
        events = record.choose(f"card-{card}")
        assert record.news[-1] == events
    events = record.choose("mine-0201")
    assert record.choices == [*(f"card-{card}" for card in range(1, 7)), "mine-0201"]
    assert record.deciders == [CHANCE] * 6 + ["blue"]
    assert [event.kind for event in events] == ["laid", "laid"]
    assert record.events[-2:] == events
    assert len(record.news) == 8


def test_without_a_seed_somebody_answers_for_chance() -> None:
    record = Record(toy.GAME, "short")
    record.choose("card-1")
    assert record.state.decision.seat == CHANCE
    assert Record(toy.GAME, "short", seed=1).state.decision.seat == "blue"


def test_a_choice_returns_what_the_dealer_dealt_after_it() -> None:
    record = Record(toy.GAME, "short", seed=7)
    for choice in ("mine-0201", "mine-0203", "move-0101"):
        record.choose(choice)
    events = record.choose(record.state.decision.options[0])
    assert [event.kind for event in events] == ["card", "roll"]
    assert record.deciders[-2:] == ["blue", CHANCE]


def test_a_mark_at_each_change_of_the_clock_and_at_the_end(seeded: Picket) -> None:
    turns: dict[int, str] = {}
    for made in range(1, len(seeded.choices) + 1):
        before, after = seeded.at(made - 1), seeded.at(made)
        if after.over or before.position.turn != after.position.turn:
            turns[made] = after.digest()
    assert seeded.marks == turns
    assert len(turns) == 7


def test_the_end_is_marked_even_where_the_clock_stands_still() -> None:
    record = Record(toy.GAME, "short", seed=7)
    for choice in ("mine-0201", "mine-0201"):
        record.choose(choice)
    record.choose("move-0201")
    assert record.state.over
    assert record.marks[9] == record.state.digest()


def test_an_illegal_choice_changes_nothing(seeded: Picket) -> None:
    seeded.undo(10)
    before, can_redo = whole(seeded), seeded.can_redo
    with pytest.raises(Illegal):
        seeded.choose("no such choice")
    assert (whole(seeded), seeded.can_redo) == (before, can_redo)


def test_a_seed_deals_the_same_with_a_record_or_without(seeded: Picket) -> None:
    state = toy.GAME.setup("long", {"dice": 4}, seed=7)
    for choice, seat in zip(seeded.choices, seeded.deciders, strict=True):
        if seat != CHANCE:
            state.apply(choice)
    assert state == seeded.state
    assert state.history == seeded.choices


# --- saving and reading


def test_what_is_saved_replays_byte_for_byte(tmp_path: Path, seeded: Picket) -> None:
    path = tmp_path / "game.json"
    seeded.save(path)
    loaded = replay(toy.GAME, read(path))
    assert whole(loaded) == whole(seeded)
    assert loaded.state == seeded.state
    loaded.save(path)
    assert path.read_bytes() == seeded.dumps().encode()


def test_the_document_says_it_all(document: dict[str, Any], seeded: Picket) -> None:
    assert seeded.state.result is not None
    assert document == {
        "format": FORMAT,
        "game": "picket",
        "version": "1",
        "scenario": "long",
        "options": {"dice": 4},
        "seats": ["blue", "red"],
        "dealing": {"dealer": "blake2b", "seed": 7},
        "choices": seeded.choices,
        "marks": {str(made): mark for made, mark in seeded.marks.items()},
        "result": seeded.state.result.to_data(),
        "seal": records.seal(document),
    }


def test_one_choice_a_line(seeded: Picket) -> None:
    lines = seeded.dumps().splitlines()
    start = lines.index(' "choices": [') + 1
    listed = [line.strip(' ",') for line in lines[start : start + len(seeded.choices)]]
    assert listed == seeded.choices


@pytest.mark.parametrize("seed", [None, 7, "seven", "7"])
def test_a_record_of_an_unfinished_game_goes_on(tmp_path: Path, seed: int | str | None) -> None:
    """What the dealer deals later is what he would have dealt at the first table."""
    record = play_on(Record(toy.GAME, "long", seed=seed), 9)
    record.save(tmp_path / "game.json")
    loaded = replay(toy.GAME, read(tmp_path / "game.json"))
    assert whole(loaded) == whole(record)
    assert loaded.seed == seed
    assert type(loaded.seed) is type(seed)
    assert whole(play_on(loaded)) == whole(play_on(record))


def test_replay_does_not_need_the_generator(document: dict[str, Any], seeded: Picket) -> None:
    other = {"dealer": "blake2b", "seed": "another"}
    assert again({**document, "dealing": None}).state == seeded.state
    assert again({**document, "dealing": other}).state == seeded.state


# --- damage


def tampered_choice(data: dict[str, Any]) -> None:
    data["choices"][8] = "move-0303"


def other_deal(data: dict[str, Any]) -> None:
    data["choices"][0], data["choices"][3] = data["choices"][3], data["choices"][0]


def tampered_mark(data: dict[str, Any]) -> None:
    made = list(data["marks"])[2]
    data["marks"][made] = "0" * 20


def cut_off(data: dict[str, Any]) -> None:
    del data["choices"][-1]


def too_long(data: dict[str, Any]) -> None:
    data["choices"].append("pass")


def wrong(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update({name: value})


def without(name: str) -> Callable[[dict[str, Any]], None]:
    def damage(data: dict[str, Any]) -> None:
        del data[name]

    return damage


def choice_is_a_number(data: dict[str, Any]) -> None:
    data["choices"][4] = 4


SEED = {"dealer": "blake2b", "seed": 7}
SECRET = {"dealer": "blake2b", "secret": "5a" * 32}
FIELDS = ["game", "version", "scenario", "options", "dealing", "choices", "marks"]


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (tampered_choice, r"^choices\[8\]: 'move-0303' is not possible at Turn 1 \(.* Rule 2\)$"),
        (other_deal, r"^marks\.8: the game differs from its record at Set-up; .*\(1; these are 1"),
        (tampered_mark, r"^marks\.\d+: the game differs from its record at Turn 2"),
        (cut_off, r"^marks\.\d+: there is no such choice; .* cut off"),
        (too_long, r"^choices\[\d+\]: the game was over after \d+ choices"),
        (choice_is_a_number, r"^record: choices\[4\]: should be the id of an option"),
        (wrong("format", FORMAT + 1), rf"^record: format: {FORMAT + 1} is newer .* update"),
        (wrong("format", -1), r"^record: format: -1 was never in use"),
        (wrong("format", "1"), r"^record: format: is missing"),
        (wrong("format", True), r"^record: format: is missing"),
        (without("format"), r"^record: format: is missing, so this is not a game record"),
        (wrong("game", "chess"), r"^game: this is a record of 'chess', not of 'picket'"),
        (wrong("scenario", "medium"), r"^scenario: Picket has no 'medium'"),
        (wrong("options", {"fog": 1}), r"^options\.fog: "),
        (wrong("options", {"dice": 5}), r"^options\.dice: 5 is not possible"),
        *((without(name), rf"^record: {name}: is missing; it should be ") for name in FIELDS),
        *((wrong(name, 1.5), rf"^record: {name}: should be ") for name in FIELDS),
        (wrong("dealing", True), r"^record: dealing: should be an object"),
        (wrong("dealing", {"dealer": "me"}), r"^record: dealing\.dealer: should be 'blake2b' or"),
        (wrong("dealing", {"dealer": "blake2b"}), r"^record: dealing\.seed: is missing, and"),
        (wrong("dealing", SEED | {"seed": 1.5}), r"^record: dealing\.seed: should be a whole"),
        (wrong("dealing", SEED | {"seed": "\ud800"}), r"^record: dealing\.seed: half a character"),
        (wrong("dealing", SEED | {"since": -1}), r"^record: dealing\.since: should be a number"),
        (wrong("dealing", SEED | {"luck": 1}), r"^record: dealing\.luck: there is no such"),
        (wrong("dealing", SECRET | {"secret": "ab"}), r"^record: dealing\.secret: should be 64"),
        (wrong("dealing", SECRET | {"nonces": 1}), r"^record: dealing\.nonces: should be an"),
        (wrong("dealing", SECRET | {"nonces": {"red": "x"}}), r"^record: dealing\.nonces\.red:"),
        (wrong("position", 7), r"^record: position: should be a position"),
        (wrong("position", {}), r"^position: is not one that this game can have"),
        (wrong("choices", "pass"), r"^record: choices: should be a list of option ids"),
        (wrong("start", 7), r"^record: start: should be a situation"),
        (wrong("start", "0101 scout"), r"^Picket has no notation for situations"),
    ],
)
def test_damage_is_named(
    document: dict[str, Any], damage: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    damage(document)
    with pytest.raises(RecordError, match=complaint):
        again(document)


def test_a_mark_is_checked_unless_told_not_to(document: dict[str, Any], seeded: Picket) -> None:
    tampered_mark(document)
    unchecked = replay(toy.GAME, parse(json.dumps(document)), verify=False)
    assert unchecked.dumps() == seeded.dumps()


def test_other_rules_are_told_from_the_marks(document: dict[str, Any]) -> None:
    class Generous(toy.PicketGame):
        version = "2"

        def begin(self, scenario: str, options: Any) -> toy.Picket:
            position = super().begin(scenario, options)
            position.scores[0] = 1
            return position

    with pytest.raises(RecordError, match=r"played by other rules \(1; these are 2\)"):
        replay(Generous(), document)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"is not JSON \(line 1, column 1"),
        ('{\n "format": 1,\n oops', r"is not JSON \(line 3, column 2"),
        ("[]", r"format: is missing, so this is not a game record"),
        ("null", r"format: is missing"),
        ("[" * 100_000, r"is not a game record"),
        ('{"format": ' + "9" * 5000 + "}", r"is not a game record"),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=complaint) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.json: cannot be read: No such file"):
        read(tmp_path / "none.json")
    with pytest.raises(RecordError, match=r"cannot be read: Is a directory"):
        read(tmp_path)
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff")
    with pytest.raises(RecordError, match=r"picture\.json: is not a text file"):
        read(tmp_path / "picture.json")


# --- older formats


def from_format_0(data: dict[str, Any]) -> dict[str, Any]:
    """A form that never was: the moves in one text, the rules' version elsewhere, no marks."""
    kept = {name: value for name, value in data.items() if name not in ("moves", "rules")}
    return kept | {
        "version": data["rules"],
        "choices": data["moves"].split(),
        "options": {},
        "marks": {},
    }


def test_an_old_file_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    old = DATA / "picket-format-0.json"
    with pytest.raises(RecordError, match=r"picket-format-0\.json: format: 0 was never in use"):
        read(old)
    monkeypatch.setitem(records.MIGRATIONS, 0, from_format_0)
    data = read(old)
    assert data["format"] == FORMAT
    record = replay(toy.GAME, data)
    assert record.state.result is not None
    assert record.state.result.to_data() == data["result"]
    assert json.loads(record.dumps())["format"] == FORMAT
    assert replay(toy.GAME, parse(record.dumps())).state == record.state


def test_migrations_follow_each_other(
    monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], seeded: Picket
) -> None:
    monkeypatch.setattr(records, "FORMAT", FORMAT + 2)
    monkeypatch.setitem(records.MIGRATIONS, FORMAT, lambda data: {**data, "choices": ["first"]})
    monkeypatch.setitem(
        records.MIGRATIONS, FORMAT + 1, lambda data: {**data, "choices": [*data["choices"], "then"]}
    )
    data = parse(json.dumps(document))
    assert data["choices"] == ["first", "then"]
    assert data["format"] == FORMAT + 2


# --- taking back


@pytest.mark.parametrize("seed", [None, 7])
def test_undo_to_any_choice_and_redo_is_identity(seed: int | None) -> None:
    record = play_on(Record(toy.GAME, "long", seed=seed))
    end, marks = whole(record), record.marks
    states = [record.at(made) for made in range(len(record.choices) + 1)]
    for made, seat in enumerate(record.deciders[:]):
        if seed is not None and seat == CHANCE:
            continue
        assert record.undo(made) == made
        assert record.choices == states[-1].history[:made]
        assert record.state == states[made]
        assert record.marks == {n: mark for n, mark in marks.items() if n <= made}
        assert len(record.news) == made + 1
        while record.can_redo:
            record.redo()
        assert whole(record) == end


def test_undo_step_by_step_and_redo_step_by_step() -> None:
    """Without a dealer every choice is taken back, and made again, by itself."""
    record = play_on(Record(toy.GAME, "short"))
    seen = []
    while record.can_undo:
        seen.append(whole(record))
        assert record.undo() == len(seen[-1][3]) - 1
    for before in reversed(seen):
        record.redo()
        assert whole(record) == before
    assert not record.can_redo


def test_what_the_dealer_dealt_goes_with_the_choice_and_comes_back() -> None:
    record = Record(toy.GAME, "short", seed=7)
    for choice in ("mine-0201", "mine-0203", "move-0101"):
        record.choose(choice)
    before = whole(record)
    card = record.state.decision.options[0].id
    told = record.choose(card)
    after = whole(record)
    assert record.choices[-1].startswith("die-")
    assert record.undo() == len(record.choices) == 9
    assert whole(record) == before
    assert record.redo() == told
    assert whole(record) == after
    record.undo()
    record.choose(card)
    assert whole(record) == after


def test_undo_to_what_was_dealt_goes_to_the_choice_before_it(seeded: Picket) -> None:
    dealt = [made for made, seat in enumerate(seeded.deciders) if seat == CHANCE and made >= 6]
    assert seeded.undo(dealt[-1]) == dealt[-1] - 1
    assert seeded.state.decision.seat != CHANCE


def test_a_new_choice_forgets_what_was_taken_back(seeded: Picket) -> None:
    seeded.undo(7)
    assert seeded.can_redo
    seeded.choose("mine-0202")
    assert not seeded.can_redo
    with pytest.raises(RecordError, match="redo: nothing has been taken back"):
        seeded.redo()


def test_there_is_nothing_to_undo_at_the_start() -> None:
    for record in (Record(toy.GAME), Record(toy.GAME, seed=7)):
        assert not record.can_undo
        before = whole(record)
        with pytest.raises(RecordError, match=r"^undo: .* \d have been made"):
            record.undo()
        assert whole(record) == before


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("to", [-1, 8, 999])
def test_undo_to_what_never_was_is_refused(seed: int | None, to: int) -> None:
    record = Record(toy.GAME, "short", seed=seed)
    play_on(record, 8 - len(record.choices))
    before = whole(record)
    with pytest.raises(RecordError, match=r"^undo: .* 8 have been made"):
        record.undo(to)
    assert whole(record) == before


# --- looking back


def test_looking_back_changes_nothing(seeded: Picket) -> None:
    before = whole(seeded)
    for made in range(len(seeded.choices) + 1):
        state = seeded.at(made)
        assert state.history == seeded.choices[:made]
        assert [event.text for event in state.news] == [event.text for event in seeded.news[made]]
        if not state.over:
            state.apply(state.decision.options[0])
    assert whole(seeded) == before


@pytest.mark.parametrize("made", [-1, 999])
def test_looking_back_to_what_never_was_is_refused(seeded: Picket, made: int) -> None:
    with pytest.raises(RecordError, match=rf"^at: there is no choice {made}"):
        seeded.at(made)


# --- the record of a state


@pytest.mark.parametrize("seed", [None, 7])
def test_a_state_played_without_a_record_has_one(seed: int | None) -> None:
    state = toy.GAME.setup("long", {"dice": 4}, seed=seed)
    with_record = Record(toy.GAME, "long", {"dice": 4}, seed=seed)
    for _ in range(14):
        choice = state.decision.options[-1].id
        state.apply(choice)
        with_record.choose(choice)
    record = Record.of(state)
    assert whole(record) == whole(with_record)
    assert whole(play_on(record)) == whole(play_on(with_record))
    assert len(state.history) < len(record.choices)


def test_a_state_without_its_history_has_no_record() -> None:
    state = toy.GAME.setup("short", seed=7)
    with pytest.raises(RecordError, match="history: "):
        Record.of(state.copy(history=False))


# --- never half a file


def test_a_failing_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeded: Picket
) -> None:
    path = tmp_path / "game.json"
    Record(toy.GAME, seed=1).save(path)
    old = path.read_bytes()

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fail)
            with pytest.raises(BeachheadError, match=r"game\.json: cannot be written \(No space"):
                seeded.save(path)
        assert path.read_bytes() == old
        assert list(tmp_path.iterdir()) == [path]
    seeded.save(path)
    assert path.read_text(encoding="utf-8") == seeded.dumps()


def test_an_interrupted_save_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeded: Picket
) -> None:
    def interrupt(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        seeded.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, seeded: Picket) -> None:
    with pytest.raises(BeachheadError, match=r"none/game\.json: cannot be written \(No such file"):
        seeded.save(tmp_path / "none" / "game.json")


# --- records of other rules


def shifted(document: dict[str, Any], number: int, by: int) -> dict[str, str]:
    """The marks of a document in which a choice was put in or taken out before the rest."""
    marks = document["marks"].items()
    return {str(int(made) + (by if int(made) > number else 0)): mark for made, mark in marks}


def by_other_rules(document: dict[str, Any], choices: list[str], marks: dict[str, str]) -> Any:
    data = {**document, "version": "0", "choices": choices, "marks": marks}
    return records.resume(toy.GAME, parse(json.dumps(data)))


def test_a_question_that_is_asked_no_more_is_passed_over(
    document: dict[str, Any], seeded: Picket
) -> None:
    for number in (7, 10, 15):
        choices = document["choices"][:]
        choices.insert(number, "gone")
        record, halt = by_other_rules(document, choices, shifted(document, number, 1))
        assert halt is None
        assert record.dumps() == seeded.dumps()


def test_a_question_with_one_answer_that_was_not_asked_is_answered() -> None:
    """D-Day asks many of them, where a step ends or a Move is spent."""
    game = beachhead.load("dday91")
    seeded = replay(game, records.read(SAVES / "dday91-1944-unfinished.json"))
    whole = seeded.to_data()
    forced = [
        number
        for number, seat in enumerate(seeded.deciders[: max(map(int, whole["marks"]))])
        if seat != CHANCE and len(seeded.at(number).decision.options) == 1
    ]
    assert forced
    for number in (forced[0], forced[-1]):
        choices = whole["choices"][:number] + whole["choices"][number + 1 :]
        marks = shifted(whole, number, -1)
        data = {**whole, "version": "0", "choices": choices, "marks": marks}
        record, halt = records.resume(game, data)
        assert halt is None
        assert record.choices == seeded.choices


def test_what_leads_elsewhere_is_taken_back_to_the_first_doubt(
    document: dict[str, Any], seeded: Picket
) -> None:
    """Without the choice the next mark differs: it was no question that only went by itself."""
    number = next(n for n, choice in enumerate(document["choices"]) if choice.startswith("play-"))
    choices = document["choices"][:]
    choices[number] = "gone"
    record, halt = by_other_rules(document, choices, document["marks"])
    assert (halt.number, halt.choice, halt.rule) == (number, "gone", "3")
    assert record.choices == document["choices"][:number]
    assert not record.can_redo
    assert record.state == seeded.at(number)


NEW = {"action_chosen", "attack_built", "deed_chosen"}
"""Questions of Omaha that since 0.3 are asked even if there is a single answer."""


@pytest.fixture(scope="module")
def omaha() -> Record[Any]:
    """A game of Omaha that was stopped in the middle of a phase."""
    record = Record(beachhead.load("omaha"), "first-waves", seed=4)
    rng = random.Random(4)
    while len(record.choices) < 260:
        options = [each for each in record.state.decision.options if each.id != "done"]
        record.choose(rng.choice(options or record.state.decision.options))
    return record


def as_before(record: Record[Any], made: int) -> tuple[dict[str, Any], list[int]]:
    """The document that rules 0.2 wrote of the same game after so many choices, and the number that
    each of its choices has in the record."""
    kept, state = [], record.at(0)
    for number, choice in enumerate(record.choices[:made]):
        single = state.decision.kind in NEW and len(state.decision.options) == 1
        kept += [] if single else [number]
        state.apply(choice)
    marks = {
        str(sum(number < at for number in kept)): mark
        for at, mark in record.marks.items()
        if at <= made
    }
    choices = [record.choices[number] for number in kept]
    data = record.to_data() | {"version": "0.2", "choices": choices, "marks": marks}
    return data | {"seal": records.seal(data)}, kept


def test_a_game_without_the_questions_asked_newly_opens_wherever_it_stopped(
    omaha: Record[Any],
) -> None:
    lengths = set()
    for made in range(200, 260, 2):
        older, _ = as_before(omaha, made)
        older["dealing"] = None
        record, halt = records.resume(omaha.game, older)
        assert halt is None, made
        lengths.add(made - len(older["choices"]))
        assert record.choices == omaha.choices[: len(record.choices)]
        assert len(record.choices) >= made - 2, "at most the newest questions are still open"
    assert min(lengths) > 3, "some are asked newly"


def test_a_record_of_other_rules_verifies(omaha: Record[Any]) -> None:
    older, _ = as_before(omaha, len(omaha.choices))
    said = records.verify(omaha.game, older)
    assert "made by other rules (0.2; these are" in said[0]
    assert "draws are those that the seed 4 deals" in said[-1]
    wrong = older | {"marks": older["marks"] | {min(older["marks"], key=int): "0" * 20}}
    with pytest.raises(RecordError, match=r"differs from its record|is not possible"):
        records.verify(omaha.game, wrong | {"seal": records.seal(wrong)})


def test_a_dealing_goes_on_from_the_same_choice_by_other_rules(omaha: Record[Any]) -> None:
    older, kept = as_before(omaha, len(omaha.choices))
    for since in (0, 50, len(kept) - 1):
        document = older | {"dealing": {**older["dealing"], "since": since}}
        record, _ = records.resume(omaha.game, document)
        assert record.dealing is not None
        assert kept[since] - 2 <= record.dealing.since <= kept[since]
        assert record.choices[record.dealing.since :] == omaha.choices[record.dealing.since :]


def test_one_answer_is_given_before_a_question_is_passed_over(omaha: Record[Any]) -> None:
    """The single `commit` of an attack is not the one that was chosen for the next attack."""
    text = (
        "turn 7; actions 2 2; WN61 wn-04; WN62N wn-05; naval 1; begin action\n"
        "0710 A/1/16:1; 0713 B/1/16"
    )
    record = Record(omaha.game, start=text)
    for choice in ("attack-WN61", "commit", "attack-WN62N", "commit"):
        while record.state.decision.find(choice) is None:
            record.choose(record.state.decision.options[0])
        record.choose(choice)
    older, kept = as_before(record, len(record.choices))
    assert older["choices"] == ["attack-WN61", "attack-WN62N", "commit"]
    assert kept == [0, 2, 3]
    assert records.resume(omaha.game, older)[0].choices == record.choices


def test_a_cut_is_the_game_up_to_a_moment_and_goes_its_own_way() -> None:
    record: Picket = Record(toy.GAME, "long", seed=5)
    while not record.state.over:
        record.choose(record.state.decision.options[0])
    whole, made = record.to_data(), len(record.choices) - 6
    cut = record.cut(made)
    assert cut.state == record.at(made)
    assert cut.choices == record.choices[:made]
    assert (cut.clocks, cut.labels) == (record.clocks[: made + 1], record.labels[:made])
    assert cut.events == [event for news in record.news[: made + 1] for event in news]
    assert replay(toy.GAME, cut.to_data()).state == cut.state
    assert cut.dealing is None
    cut.deal(Dealing.of(9))
    while not cut.state.over:
        cut.choose(cut.state.decision.options[-1])
    assert cut.at(3) == record.at(3)
    assert record.to_data() == whole
