"""Where games are kept: an append-only SQLite file.

A table is written once. What happens at it is a list of deeds (begin, choose, undo, redo), each
written once and never changed; the game as it stands follows from them. A deed is on the disk
when `append` returns. Tokens are kept as hashes only.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.data import home

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    version TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    seating TEXT NOT NULL,
    start TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    token TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    PRIMARY KEY (token, table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS preferences (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    ask TEXT NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS deeds (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
"""
VERSION = 1


class StoreError(BeachheadError):
    """The store cannot be opened, read or written."""


class ConflictError(StoreError):
    """Another process wrote to the same table first."""


@dataclass(frozen=True, slots=True)
class Row:
    """A table as it was founded. `start` is the position in the game's notation, if not set up."""

    id: str
    created: str
    title: str
    game: str
    version: str
    scenario: str
    options: Mapping[str, Any]
    seed: int | str | None
    seating: str
    start: str | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done at a table: "begin", "choose", "undo" or "redo".

    `made` are the choices it made (chance included), `to` how many an undo left, `marks` digests
    by number of choices. `clock`, `total` and `over` say where the game then stood.
    """

    kind: str
    clock: str
    total: int
    over: bool
    made: tuple[str, ...] = ()
    to: int | None = None
    marks: Mapping[str, str] | None = None
    at: str = ""


class Store:
    """The file with all games. Safe to use from several threads and processes."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(
                path, timeout=10, isolation_level=None, check_same_thread=False
            )
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute("PRAGMA foreign_keys = ON")
            found = self._file.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, VERSION):
                raise StoreError(
                    f"{path}: was written by a newer Beachhead (store version {found}); "
                    "update Beachhead, or name another file with --db"
                )
            self._file.executescript(SCHEMA)
            self._file.execute(f"PRAGMA user_version = {VERSION}")
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"{path}: cannot be opened as a store of games ({error}); "
                "name another file with --db"
            ) from error

    def close(self) -> None:
        with self._lock:
            self._file.close()

    # --- writing

    def found(self, row: Row, tokens: Mapping[str, str], begin: Deed) -> None:
        """Keep a new table, who holds its seats (seat to token), and how it begins."""
        with self._writing():
            self._file.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row.id,
                    row.created,
                    row.title,
                    row.game,
                    row.version,
                    row.scenario,
                    json.dumps(row.options),
                    json.dumps(row.seed),
                    row.seating,
                    row.start,
                ),
            )
            self._file.executemany(
                "INSERT INTO seats VALUES (?, ?, ?)",
                [(hashed(token), row.id, seat) for seat, token in tokens.items()],
            )
            self._insert(row.id, 0, begin)

    def append(self, table: str, number: int, deed: Deed) -> None:
        """Keep a deed; when this returns, it is on the disk."""
        with self._writing():
            self._insert(table, number, deed)

    def prefer(self, table: str, seats: Iterable[str], ask: str, turn: str) -> None:
        """Keep how seats want to be asked, and since which turn. No deed: it is written over."""
        with self._writing():
            self._file.executemany(
                "INSERT OR REPLACE INTO preferences VALUES (?, ?, ?, ?)",
                [(table, seat, ask, turn) for seat in seats],
            )

    def _insert(self, table: str, number: int, deed: Deed) -> None:
        detail = {
            "clock": deed.clock,
            "total": deed.total,
            "over": deed.over,
            "made": deed.made,
            "to": deed.to,
            "marks": deed.marks or {},
        }
        self._file.execute(
            "INSERT INTO deeds VALUES (?, ?, ?, ?, ?)",
            (table, number, deed.at or now(), deed.kind, json.dumps(detail)),
        )

    def _writing(self) -> _Writing:
        return _Writing(self._file, self._lock, self.path)

    # --- reading

    def row(self, table: str) -> Row | None:
        """A table as it was founded."""
        found = self._all("SELECT * FROM tables WHERE id = ?", table)
        return _row(found[0]) if found else None

    def deeds(self, table: str, since: int = 0) -> list[Deed]:
        """What was done at a table, in order."""
        rows = self._all(
            "SELECT kind, detail, at FROM deeds WHERE table_id = ? AND number >= ? ORDER BY number",
            table,
            since,
        )
        return [_deed(*row) for row in rows]

    def count(self, table: str) -> int:
        """How many deeds a table has."""
        found = self._all("SELECT max(number) + 1 FROM deeds WHERE table_id = ?", table)
        return int(found[0][0] or 0)

    def seats(self, table: str, token: str) -> list[str]:
        """The seats that a token holds at a table."""
        rows = self._all(
            "SELECT seat FROM seats WHERE table_id = ? AND token = ?", table, hashed(token)
        )
        return [row[0] for row in rows]

    def preferences(self, table: str) -> dict[str, tuple[str, str]]:
        """How the seats of a table want to be asked: for each, what and since which turn."""
        rows = self._all("SELECT seat, ask, turn FROM preferences WHERE table_id = ?", table)
        return {seat: (ask, turn) for seat, ask, turn in rows}

    def held(self, tokens: Iterable[str]) -> dict[str, list[str]]:
        """The tables at which tokens hold seats, and which."""
        found: dict[str, list[str]] = {}
        for token in tokens:
            for table, seat in self._all(
                "SELECT table_id, seat FROM seats WHERE token = ?", hashed(token)
            ):
                if seat not in found.setdefault(table, []):
                    found[table].append(seat)
        return found

    def last(self, table: str) -> Deed | None:
        """What was done last at a table."""
        rows = self._all(
            "SELECT kind, detail, at FROM deeds WHERE table_id = ? ORDER BY number DESC LIMIT 1",
            table,
        )
        return _deed(*rows[0]) if rows else None

    def _all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._file.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: cannot be read ({error})") from error


class _Writing:
    """A transaction that is on the disk when it ends, or did not happen."""

    def __init__(self, file: sqlite3.Connection, lock: threading.Lock, path: Path | str) -> None:
        self._file, self._lock, self._path = file, lock, path

    def __enter__(self) -> None:
        self._lock.acquire()
        try:
            self._file.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._lock.release()
            raise self._explained(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self._file.execute("COMMIT")
                return
            self._file.execute("ROLLBACK")
        except sqlite3.Error as failure:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise self._explained(failure) from failure
        finally:
            self._lock.release()
        if isinstance(error, sqlite3.Error):
            raise self._explained(error) from error

    def _explained(self, error: sqlite3.Error) -> StoreError:
        if isinstance(error, sqlite3.IntegrityError):
            return ConflictError(f"{self._path}: another server wrote to this table first")
        return StoreError(f"{self._path}: cannot be written ({error}); nothing was changed")


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _row(row: tuple[Any, ...]) -> Row:
    id_, created, title, game, version, scenario, options, seed, seating, start = row
    return Row(
        id_,
        created,
        title,
        game,
        version,
        scenario,
        json.loads(options),
        json.loads(seed),
        seating,
        start,
    )


def _deed(kind: str, detail: str, at: str) -> Deed:
    data = json.loads(detail)
    return Deed(
        kind,
        data["clock"],
        data["total"],
        data["over"],
        tuple(data["made"]),
        data["to"],
        data["marks"],
        at,
    )


# --- which store


def open_store(url: str | None = None) -> Store:
    """The store at a path or `sqlite:///` URL; without, the one in the user's data directory."""
    if url is None:
        return Store(home() / "games.sqlite")
    scheme = re.match(r"([a-z][a-z0-9+.-]+)://", url, re.IGNORECASE)
    if scheme is None:
        return Store(Path(url).expanduser())
    if scheme[1].lower() != "sqlite":
        raise StoreError(
            f"--db: {scheme[1]} stores are not supported; give a file, or sqlite:///path/to/file"
        )
    path = url[scheme.end() :]
    if not path.startswith("/") or path == "/":
        raise StoreError(f"--db: {url!r} names no file; write sqlite:///path/to/file")
    # As in other tools: three slashes and a relative path, four and an absolute one.
    return Store(Path(path[1:]).expanduser())
