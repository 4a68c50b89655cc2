"""What earlier versions saved opens, verifies and plays on: in the library, the terminal, the page.

tests/saves/<version>/ was written by that version (scripts/saves.py) and is never written anew.
Here they lead where they led then; that they verify and replay is in the suite that every game's
tests inherit, `beachhead.suites.saves`.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import beachhead
from beachhead.cli import main
from beachhead.kernel import record as records
from beachhead.kernel.chance import OLD, Dealing
from beachhead.kernel.play import State
from beachhead.kernel.record import Record
from beachhead.web.resuming import outcome
from beachhead.web.server import create_app
from beachhead.web.store import Store
from beachhead.web.table import Table
from documents import SAVES
from driving import texts

LATER = 40
"""As many choices each game was played on, by its first options, to note where it leads."""
ASKED_NO_MORE = {"omaha-d-day-at-omaha-beach-finished": 1}
"""Records of 0.1 with questions that the rules ask no more, and how many.

Omaha 0.2, 6.34: WN72 can only disrupt D/1/116, so WN70 has to disrupt M/3/116 and nobody is asked.
"""


def is_new(state: State[Any]) -> bool:
    """Whether a question with a single answer was not asked by earlier rules: since Omaha 0.3
    nothing is committed by itself."""
    if state.over or state.game.name != "omaha" or len(state.decision.options) > 1:
        return False
    return state.decision.kind in ("action_chosen", "attack_built", "deed_chosen")


@pytest.mark.parametrize("name", beachhead.games())
def test_every_id_that_a_step_has_had_is_known(name: str) -> None:
    """Saves tell steps by their ids. A new one is added to the list; none is ever taken away."""
    listed = tomllib.loads((SAVES / "step_ids.toml").read_text())[name]["ids"]
    steps = beachhead.load(name).steps
    (present,) = zip(*steps.present([(id_,) for id_ in listed]), strict=True)
    assert set(present) == {*steps.doing, *steps.asking}


def new_questions(record: Record[Any]) -> int:
    """How many of a record's questions were not asked by earlier rules."""
    state, found = record.at(0), 0
    for choice in record.choices:
        found += is_new(state)
        state.apply(choice)
    return found


PLAYS_OTHERWISE = {
    ("0.1", "Bk-hiiLIg59d"): "N-27",
    ("0.1", "s22JUowohHT7"): "N-27",
    ("0.1", "M_U2QCKHJrmL"): "N-27",
    ("0.1", "VjHxn0EYQsFP"): "N-27",
}
"""Tables whose first options lead elsewhere since a rule changed, and the ruling: D-Day's first
options were to pick a unit up and to put it back, for ever."""


def cases(kind: str) -> list[Any]:
    found = []
    for folder in sorted(SAVES.glob("*/")):
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        rows = expected[kind].items() if kind == "records" else enumerate(expected[kind])
        found += [pytest.param(folder, name, row, id=f"{folder.name}-{name}") for name, row in rows]
    return found


def seed_of(folder: Path, name: str) -> int:
    """The seed that hidden cards of a situation were dealt from: its number among them."""
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    names = [each for each in expected["records"] if not (folder / f"{each}.json").exists()]
    return names.index(name) + 1


def as_then(table: Table, store: Store) -> Record[Any]:
    """A table's game by rules that ask everything, as all did in 0.1; where they do not lead there,
    as it stands."""
    record, past = table.record, outcome(store.deeds(table.row.id))
    rules, start = record.game.asking_everything(), table.row.start
    then: Record[Any] = Record(rules, table.row.scenario, table.row.options, start=start)
    try:
        halt = then.play(past.choices, past.marks)
    except records.RecordError:
        return record
    if halt is not None:
        return record
    then.deal(record.dealing, past.undone)
    return then


def later(record: Record[Any]) -> str:
    """Where a game leads by its first options: that depends on what is dealt on the way."""
    left = LATER
    while not record.state.over and (left or is_new(record.state)):
        left -= not is_new(record.state)
        answered = len(record.choices) + 1
        record.choose(record.state.decision.options[0])
        left = max(0, left - (len(record.choices) - answered))  # what was dealt counts too
    return record.state.digest()


@pytest.mark.parametrize(("folder", "name", "expected"), cases("records"))
def test_a_record_or_situation_opens_and_plays_on(
    folder: Path, name: str, expected: dict[str, Any]
) -> None:
    file = folder / f"{name}.json"
    if file.exists():
        document = records.read(file)
        game = beachhead.load(document["game"])
        record, halt = records.resume(game, document)
        assert halt is None
        then = record
        if name not in ASKED_NO_MORE and not new_questions(record):
            then = records.replay(game.asking_everything(), document)
    else:
        game = beachhead.load(name.partition("-")[0])
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        dealing = Dealing(seed=seed_of(folder, name), dealer=OLD)
        record = Record(game, seed=dealing, start=text)
        then = Record(game.asking_everything(), seed=dealing, start=text)
    state = then.state
    made = expected["choices"] - ASKED_NO_MORE.get(name, 0) + new_questions(then)
    assert (len(then.choices), state.over) == (made, expected["over"])
    assert game.clock(state.position) == expected["clock"]
    assert state.digest() == expected["digest"]
    assert texts(record.events)[: len(then.events)] == texts(then.events)
    assert len(record.choices) <= len(then.choices)
    assert later(then) == expected["later"]


def test_a_record_opens_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept in its file in the present form, and goes on with its own dealer."""
    for folder in SAVES.glob("*/"):
        for file in folder.glob("*-unfinished.json"):
            expected = json.loads((folder / "expected.json").read_text())["records"][file.stem]
            kept = Path(shutil.copy(file, tmp_path))
            game = file.stem.partition("-")[0]
            lines = iter([*["1"] * 3, "quit"])
            monkeypatch.setattr("sys.stdin", StringIO("\n".join(lines) + "\n"))
            assert main(["play", game, "--terminal", "--record", str(kept)]) == 0
            assert expected["clock"] in capsys.readouterr().out
            record = records.replay(beachhead.load(game), records.read(kept))
            older = records.resume(beachhead.load(game), records.read(file))[0]
            assert len(older.choices) <= expected["choices"] + new_questions(older)
            assert len(record.choices) >= len(older.choices) + 3
            assert main(["verify", str(kept)]) == 0
            assert "This record holds." in capsys.readouterr().out


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, TestClient]]:
    """A server on a copy of each database."""
    with ExitStack() as stack:
        found = {}
        for folder in SAVES.glob("*/"):
            copied = shutil.copy(folder / "games.sqlite", tmp_path_factory.mktemp(folder.name))
            app = create_app(Store(copied))
            found[folder] = stack.enter_context(TestClient(app, base_url="http://localhost"))
        yield found


@pytest.mark.parametrize(("folder", "name", "expected"), cases("tables"))
def test_a_game_in_a_database_opens_and_plays_on(
    servers: dict[Path, TestClient], folder: Path, name: int, expected: dict[str, Any]
) -> None:
    client = servers[folder]
    tables = client.app.state.tables  # type: ignore[attr-defined]
    address = f"/api/tables/{expected['table']}"
    tokens = expected["tokens"]
    snapshots = {
        seat: client.get(address, headers={"Authorization": f"Bearer {token}"}).json()
        for seat, token in tokens.items()
    }
    for snapshot in snapshots.values():
        assert snapshot["view"]["clock"] == expected["clock"]
        assert (snapshot["awaited"], snapshot["resumed"]) == ([], None)
    table = tables._live[expected["table"]]
    record, then = table.record, as_then(table, tables.store)
    for snapshot in snapshots.values():
        assert snapshot["made"] <= expected["choices"] + new_questions(record)
    assert then.state.digest() == expected["digest"]
    assert texts(record.events)[: len(then.events)] == texts(then.events)
    if then is not record or not table.pending:
        assert (len(then.choices), len(then.undone)) == (
            expected["choices"],
            expected["undone"],
        )
    twin = records.replay(record.game, records.parse(record.dumps()))
    assert twin.state == record.state
    if (folder.name, expected["table"]) not in PLAYS_OTHERWISE:
        assert later(twin if then is record else then) == expected["later"]
    if expected["over"]:
        return
    seat = snapshots[next(iter(tokens))]["view"]["decision"]["seat"]
    headers = {"Authorization": f"Bearer {tokens[seat]}"}
    now = client.get(address, headers=headers).json()
    asked = {"choice": now["view"]["decision"]["options"][0]["id"], "made": now["made"]}
    after = client.post(f"{address}/choices", headers=headers, json=asked)
    assert after.status_code == 200
    assert after.json()["made"] > now["made"]


def opened_by_the_library(folder: Path, name: str) -> Record[Any]:
    file = folder / f"{name}.json"
    if not file.exists():
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        return Record(beachhead.load(name.partition("-")[0]), start=text)
    document = records.read(file)
    return records.resume(beachhead.load(document["game"]), document)[0]


@pytest.mark.parametrize(("folder", "name", "expected"), cases("records"))
def test_a_record_or_situation_opens_on_the_page(
    servers: dict[Path, TestClient], folder: Path, name: str, expected: dict[str, Any]
) -> None:
    file = folder / f"{name}.json"
    asked: dict[str, Any] = {"game": name.partition("-")[0]}
    if file.exists():
        asked["record"] = json.loads(file.read_text(encoding="utf-8"))
    else:
        asked["notation"] = (folder / f"{name}.txt").read_text(encoding="utf-8")
    client = servers[folder]
    founded = client.post("/api/tables", json=asked)
    assert founded.status_code == 201, founded.text
    made = founded.json()
    headers = {"Authorization": f"Bearer {next(iter(made['tokens'].values()))}"}
    now = client.get(f"/api/tables/{made['table']}", headers=headers).json()
    assert now["resumed"] is None
    assert now["made"] >= len(opened_by_the_library(folder, name).choices)
    assert now["view"]["clock"] == expected["clock"]
    assert now["origin"]["kind"] == ("record" if file.exists() else "situation")
