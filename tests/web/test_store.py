"""The store: append-only, durable, and one writer a deed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from beachhead.kernel.chance import Dealing
from beachhead.web.resuming import outcome
from beachhead.web.store import (
    ConflictError,
    CorruptError,
    Deed,
    Row,
    Store,
    StoreError,
    open_store,
)

ROW = Row(
    "t",
    "2026-06-06T00:00:00Z",
    "Title",
    "omaha",
    "0.1",
    "s",
    {"players": 1},
    "link",
    dealing=Dealing.fresh(["us"]),
)
POSITION = {"turn": 1}


def deed(*made: str, kind: str = "choose", to: int | None = None) -> Deed:
    return Deed(kind, "Turn 1", 0, False, made, to, {"1": "mark"} if made else None, at="now")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "deep" / "games.sqlite")
    store.found(ROW, {"us": "secret"}, deed("a", kind="begin"), POSITION, {"us": "come in"})
    return store


def test_what_was_written_is_read(store: Store) -> None:
    store.append("t", 1, [deed("b")], POSITION)
    store.close()
    again = Store(store.path)
    assert again.row("t") == ROW
    assert again.deeds("t") == [deed("a", kind="begin"), deed("b")]
    assert again.last("t") == deed("b")
    assert again.count("t") == 2
    assert again.row("u") is None
    again.close()


def test_tokens_are_kept_as_hashes(store: Store) -> None:
    assert store.seats("t", "secret") == ["us"]
    assert store.seats("t", "other") == []
    assert store.held(["secret", "other"]) == {"t": ["us"]}
    store.close()
    with sqlite3.connect(store.path) as file:
        assert "secret" not in str(file.execute("SELECT * FROM seats").fetchall())
    file.close()


def test_every_write_is_flushed(store: Store) -> None:
    assert store._file.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_two_servers_cannot_write_the_same_deed(store: Store) -> None:
    other = Store(store.path)
    store.append("t", 1, [deed("b")], POSITION)
    with pytest.raises(ConflictError):
        other.append("t", 1, [deed("c")], POSITION)
    assert other.deeds("t")[-1] == deed("b")
    other.close()
    store.close()


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("this is no database, but long enough to be looked at" * 20)
    with pytest.raises(StoreError, match="cannot be opened as a store of games"):
        Store(tmp_path / "x")


def test_a_store_of_the_future(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x") as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(StoreError, match="newer Beachhead"):
        Store(tmp_path / "x")


def test_where_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for url, path in (
        (None, "games.sqlite"),
        ("other.sqlite", "other.sqlite"),
        ("sqlite:///third.sqlite", "third.sqlite"),
        (f"sqlite:///{tmp_path}/fourth.sqlite", "fourth.sqlite"),
    ):
        open_store(url).close()
        assert (tmp_path / path).exists()


def test_where_deeds_lead() -> None:
    past = outcome(
        [
            deed("a", "b", kind="begin"),
            deed("c", "d"),
            deed("e"),
            deed(kind="undo", to=2),
            deed("c", "d", kind="redo"),
        ]
    )
    assert (past.choices, past.undone) == (["a", "b", "c", "d"], ["e"])
    assert past.floors == [(3, 2)]


def test_deeds_lead_on_from_where_a_game_was_resumed() -> None:
    moved = Deed("resume", "", 0, False, to=0, position=POSITION, drawn=3, text="other rules")
    past = outcome([deed("a", "b", kind="begin"), deed("c"), deed(kind="undo", to=2), moved])
    assert (past.choices, past.undone, past.floors) == ([], [], [(2, 2), (3, 0)])
    assert (past.position, past.drawn, past.resumed) == (POSITION, 3, "other rules")
    cut = Deed("resume", "", 0, False, ("a",), to=0, text="other rules")
    assert outcome([deed("a", "b", kind="begin"), cut, deed("d")]).choices == ["a", "d"]


def test_an_invitation_is_used_once(store: Store) -> None:
    assert store.invitation("t", "come in") == ("us", None)
    assert store.open_seats("t") == ["us"]
    taken = Deed("claim", "", 0, False, marks={}, seat="us", nonce="n", at="now")
    store.claim("t", 1, [taken], POSITION, "come in", "mine")
    assert store.seats("t", "mine") == ["us"]
    assert store.invitation("t", "come in")[1] is not None  # type: ignore[index]
    assert (store.open_seats("t"), store.deeds("t")[-1]) == ([], taken)
    with pytest.raises(ConflictError):
        store.claim("t", 2, [taken], POSITION, "come in", "other")
    assert (store.seats("t", "other"), store.count("t")) == ([], 2)
    store.close()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds secrets: also one that version 0.1 left readable, and what SQLite puts beside it."""
    (tmp_path / "games.sqlite").touch(0o644)
    store = Store(tmp_path / "games.sqlite")
    store.found(ROW, {"us": "secret"}, deed("a", kind="begin"), POSITION)
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    assert len(list(tmp_path.iterdir())) == 3
    store.close()


def test_errors_name_no_path(store: Store) -> None:
    store._file.execute("DROP TABLE deeds")
    for trouble in (lambda: store.deeds("t"), lambda: store.append("t", 1, [deed("b")], POSITION)):
        with pytest.raises(StoreError) as caught:
            trouble()
        assert str(store.path) not in str(caught.value)
    store.close()


@pytest.mark.parametrize("column", ["options", "dealing"])
def test_a_row_that_cannot_be_read_says_so(store: Store, column: str) -> None:
    store._file.execute(f"UPDATE tables SET {column} = '{{'")
    with pytest.raises(CorruptError, match="cannot be read"):
        store.row("t")
    store._file.execute("UPDATE deeds SET detail = '[]'")
    with pytest.raises(CorruptError, match="cannot be read"):
        store.deeds("t")
    store.close()


def test_the_position_lies_beside_the_deeds(store: Store) -> None:
    assert store.position("t") == (1, POSITION)
    store.append("t", 1, [deed("b"), deed("c")], {"turn": 2})
    assert store.position("t") == (3, {"turn": 2})
    store._file.execute("UPDATE positions SET position = '{'")
    assert store.position("t") is None
    store.close()
