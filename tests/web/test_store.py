"""The store: append-only, durable, and one writer a deed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from beachhead.web.store import ConflictError, Deed, Row, Store, StoreError, open_store
from beachhead.web.tables import outcome

ROW = Row("t", "2026-06-06T00:00:00Z", "Title", "omaha", "0.1", "s", {"players": 1}, 7, "solo")


def deed(*made: str, kind: str = "choose", to: int | None = None) -> Deed:
    return Deed(kind, "Turn 1", 0, False, made, to, {"1": "mark"} if made else None, at="now")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "deep" / "games.sqlite")
    store.found(ROW, {"us": "secret"}, deed("a", kind="begin"))
    return store


def test_what_was_written_is_read(store: Store) -> None:
    store.append("t", 1, deed("b"))
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
    store.append("t", 1, deed("b"))
    with pytest.raises(ConflictError):
        other.append("t", 1, deed("c"))
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
    choices, undone, _, floors = outcome(
        [
            deed("a", "b", kind="begin"),
            deed("c", "d"),
            deed("e"),
            deed(kind="undo", to=2),
            deed("c", "d", kind="redo"),
        ]
    )
    assert (choices, undone, floors) == (["a", "b", "c", "d"], ["e"], [(3, 2)])
