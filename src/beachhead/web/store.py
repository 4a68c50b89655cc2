"""Where games are kept: an append-only SQLite file, for its owner's eyes only.

A table is written once. What happens at it is a list of deeds (begin, claim, choose, undo, redo,
resume), each written once and never changed; the game as it stands follows from them. A branch
is a table too, with what it is a branch of, and notes that are only added to. Beside the deeds
lies the position after the last deed, so that a game under way survives a rule that changes. A deed
is on the disk when `append` returns. Tokens and invitations are kept as hashes only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.chance import Dealing
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
    start TEXT,
    dealing TEXT,
    given INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    token TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    PRIMARY KEY (token, table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invitations (
    code TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    claimed TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    number INTEGER NOT NULL,
    position TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS preferences (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    ask TEXT NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bots (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    level TEXT NOT NULL,
    seconds REAL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS branches (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    game_id TEXT REFERENCES tables (id),
    made INTEGER NOT NULL,
    clock TEXT NOT NULL,
    supposed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS branches_of_a_game ON branches (game_id);
CREATE TABLE IF NOT EXISTS notes (
    table_id TEXT NOT NULL REFERENCES branches (table_id),
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    made INTEGER NOT NULL,
    line TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
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
VERSION = 2
MIGRATIONS = {
    1: """
    ALTER TABLE tables ADD COLUMN dealing TEXT;
    ALTER TABLE tables ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET dealing = json_object('dealer', 'splitmix64', 'seed', json(seed))
        WHERE seed != 'null';
    """
}
"""How a store of each older version becomes one of the next. What has been kept is added to, never
changed: version 0.1 dealt from seeds, with a dealer of its own."""


class StoreError(BeachheadError):
    """The store cannot be opened, read or written."""


class CorruptError(StoreError):
    """What is kept of one game cannot be read; the others are unharmed."""


class ConflictError(StoreError):
    """Another process wrote to the same table first."""


@dataclass(frozen=True, slots=True)
class Row:
    """A table as it was founded. `start` is the position in the game's notation, if not set up, and
    `given` are how many choices came with a record. `dealing` is as the founder left it: what seats
    added since is in the deeds."""

    id: str
    created: str
    title: str
    game: str
    version: str
    scenario: str
    options: Mapping[str, Any]
    seating: str
    start: str | None = None
    dealing: Dealing | None = None
    given: int = 0


@dataclass(frozen=True, slots=True)
class Hired:
    """A bot that plays a seat: its level, and how many seconds it may think, if anybody said."""

    level: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """What a table for analysis leaves: the table of a game (None: it is not in this store), after
    how many choices and when, and whether what was hidden there was dealt anew."""

    game: str | None
    made: int
    clock: str
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody wrote on a branch: its "name", a "comment" after `made` choices of the
    `line` that leads there, or that it is to "remove". The last of a kind and moment stands."""

    kind: str
    text: str = ""
    made: int = 0
    line: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done at a table: "begin", "claim", "choose", "order", "undo", "redo"
    or "resume".

    `made` are the choices it made (chance included), `to` how many an undo left (a resumption 0),
    `marks` digests by number of choices. `clock`, `total` and `over` say where the game then stood.
    A claim has the `seat` and its `nonce`. What begins or goes on at a `position`, because nothing
    can be played again that led there, has it with how many draws were made (`drawn`); `text` says
    why.
    """

    kind: str
    clock: str
    total: int
    over: bool
    made: tuple[str, ...] = ()
    to: int | None = None
    marks: Mapping[str, str] | None = None
    at: str = ""
    seat: str | None = None
    nonce: str | None = None
    position: Mapping[str, Any] | None = None
    drawn: int = 0
    text: str = ""


class Store:
    """The file with all games. Safe to use from several threads and processes."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            if path != ":memory:":
                _private(Path(path))
            self._file = sqlite3.connect(
                path, timeout=10, isolation_level=None, check_same_thread=False
            )
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(
                f"{path}: cannot be opened as a store of games ({error}); "
                "name another file with --db"
            ) from error

    def _migrate(self) -> None:
        """Bring the store to the present version, wholly or not at all."""
        self._file.execute("BEGIN IMMEDIATE")
        try:
            found = self._file.execute("PRAGMA user_version").fetchone()[0]
            if found > VERSION:
                raise StoreError(
                    f"{self.path}: was written by a newer Beachhead (store version {found}); "
                    "update Beachhead, or name another file with --db"
                )
            steps = [MIGRATIONS[number] for number in range(found, VERSION)] if found else []
            for statement in ";".join([*steps, SCHEMA]).split(";"):
                self._file.execute(statement)
            self._file.execute(f"PRAGMA user_version = {VERSION}")
            self._file.execute("COMMIT")
        except BaseException:
            self._file.execute("ROLLBACK")
            raise

    def close(self) -> None:
        with self._lock:
            self._file.close()

    # --- writing

    def found(
        self,
        row: Row,
        tokens: Mapping[str, str],
        begin: Deed,
        position: Mapping[str, Any],
        invitations: Mapping[str, str] | None = None,
        bots: Mapping[str, Hired] | None = None,
        branch: Branch | None = None,
        notes: Sequence[Note] = (),
    ) -> None:
        """Keep a new table, who holds its seats (seat to token) or is invited to (seat to code),
        which of them bots play, and how it begins; of a branch, what it leaves and what
        is written on it."""
        with self._writing():
            self._file.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, 'null', ?, ?, ?, ?)",
                (
                    row.id,
                    row.created,
                    row.title,
                    row.game,
                    row.version,
                    row.scenario,
                    json.dumps(row.options),
                    row.seating,
                    row.start,
                    None if row.dealing is None else json.dumps(row.dealing.to_data()),
                    row.given,
                ),
            )
            self._file.executemany(
                "INSERT INTO seats VALUES (?, ?, ?)",
                [(hashed(token), row.id, seat) for seat, token in tokens.items()],
            )
            self._file.executemany(
                "INSERT INTO invitations VALUES (?, ?, ?, NULL)",
                [(hashed(code), row.id, seat) for seat, code in (invitations or {}).items()],
            )
            for seat, hired in (bots or {}).items():
                self._hire(row.id, seat, hired)
            if branch is not None:
                self._file.execute(
                    "INSERT INTO branches VALUES (?, ?, ?, ?, ?)",
                    (row.id, branch.game, branch.made, branch.clock, branch.supposed),
                )
                self._write_down(row.id, 0, notes)
            self._insert(row.id, 0, [begin], position)

    def write_down(self, table: str, number: int, notes: Sequence[Note]) -> None:
        """Keep what somebody wrote on a branch, after so many notes."""
        with self._writing():
            self._write_down(table, number, notes)

    def _write_down(self, table: str, number: int, notes: Sequence[Note]) -> None:
        self._file.executemany(
            "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (table, number + n, each.at or now(), each.kind, each.made, each.line, each.text)
                for n, each in enumerate(notes)
            ],
        )

    def hire(self, table: str, seat: str, hired: Hired | None) -> None:
        """Keep which bot plays a seat; None: no bot does. No deed: it is written over."""
        with self._writing():
            if hired is None:
                self._file.execute(
                    "DELETE FROM bots WHERE table_id = ? AND seat = ?", (table, seat)
                )
            else:
                self._hire(table, seat, hired)

    def _hire(self, table: str, seat: str, hired: Hired) -> None:
        self._file.execute(
            "INSERT OR REPLACE INTO bots VALUES (?, ?, ?, ?)",
            (table, seat, hired.level, hired.seconds),
        )

    def append(
        self, table: str, number: int, deeds: Sequence[Deed], position: Mapping[str, Any]
    ) -> None:
        """Keep deeds and the position after them; when this returns, they are on the disk."""
        with self._writing():
            self._insert(table, number, deeds, position)

    def claim(
        self,
        table: str,
        number: int,
        deeds: Sequence[Deed],
        position: Mapping[str, Any],
        code: str,
        token: str,
    ) -> None:
        """Keep that somebody took a seat: the invitation is used up, the token holds the seat."""
        with self._writing():
            used = self._file.execute(
                "UPDATE invitations SET claimed = ? WHERE code = ? AND claimed IS NULL",
                (now(), hashed(code)),
            )
            if used.rowcount != 1:
                raise sqlite3.IntegrityError("the invitation was used meanwhile")
            self._file.execute(
                "INSERT INTO seats VALUES (?, ?, ?)", (hashed(token), table, deeds[-1].seat)
            )
            self._insert(table, number, deeds, position)

    def prefer(self, table: str, seats: Iterable[str], ask: str, turn: str) -> None:
        """Keep how seats want to be asked, and since which turn. No deed: it is written over."""
        with self._writing():
            self._file.executemany(
                "INSERT OR REPLACE INTO preferences VALUES (?, ?, ?, ?)",
                [(table, seat, ask, turn) for seat in seats],
            )

    def _insert(
        self, table: str, number: int, deeds: Sequence[Deed], position: Mapping[str, Any]
    ) -> None:
        self._file.executemany(
            "INSERT INTO deeds VALUES (?, ?, ?, ?, ?)",
            [
                (table, number + each, deed.at or now(), deed.kind, json.dumps(_detail(deed)))
                for each, deed in enumerate(deeds)
            ],
        )
        self._file.execute(
            "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)",
            (table, number + len(deeds), json.dumps(position, separators=(",", ":"))),
        )

    def _writing(self) -> _Writing:
        return _Writing(self._file, self._lock)

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

    def position(self, table: str) -> tuple[int, dict[str, Any]] | None:
        """The position beside a table's deeds, and after how many of them it was kept."""
        rows = self._all("SELECT number, position FROM positions WHERE table_id = ?", table)
        try:
            return (rows[0][0], json.loads(rows[0][1])) if rows else None
        except ValueError:
            return None  # the deeds are the truth

    def invitation(self, table: str, code: str) -> tuple[str, str | None] | None:
        """The seat that an invitation is for, and when it was used, if it was."""
        rows = self._all(
            "SELECT seat, claimed FROM invitations WHERE table_id = ? AND code = ?",
            table,
            hashed(code),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def open_seats(self, table: str) -> list[str]:
        """The seats that nobody has taken yet."""
        return [
            seat
            for (seat,) in self._all(
                "SELECT seat FROM invitations WHERE table_id = ? AND claimed IS NULL", table
            )
        ]

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

    def bots(self, table: str) -> dict[str, Hired]:
        """The bots that play seats of a table."""
        rows = self._all("SELECT seat, level, seconds FROM bots WHERE table_id = ?", table)
        return {seat: Hired(level, seconds) for seat, level, seconds in rows}

    def invited(self, table: str) -> list[str]:
        """The seats that somebody was invited to, whether he came or not."""
        return [
            seat for (seat,) in self._all("SELECT seat FROM invitations WHERE table_id = ?", table)
        ]

    def branch(self, table: str) -> Branch | None:
        """What a table is a branch of; None: it is a game."""
        rows = self._all(
            "SELECT game_id, made, clock, supposed FROM branches WHERE table_id = ?", table
        )
        return Branch(rows[0][0], rows[0][1], rows[0][2], bool(rows[0][3])) if rows else None

    def branches(self, game: str) -> list[str]:
        """The branches of a game, as their tables, the first founded first; without those
        that were removed."""
        return [
            table
            for (table,) in self._all(
                "SELECT table_id FROM branches JOIN tables ON id = table_id WHERE game_id = ? "
                "AND NOT EXISTS (SELECT 1 FROM notes WHERE notes.table_id = branches.table_id "
                "AND kind = 'remove') ORDER BY created, id",
                game,
            )
        ]

    def notes(self, table: str) -> list[Note]:
        """What was written on a branch, in order."""
        rows = self._all(
            "SELECT kind, text, made, line, at FROM notes WHERE table_id = ? ORDER BY number",
            table,
        )
        return [Note(*row) for row in rows]

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
            raise StoreError(f"the store cannot be read ({error})") from error


class _Writing:
    """A transaction that is on the disk when it ends, or did not happen."""

    def __init__(self, file: sqlite3.Connection, lock: threading.Lock) -> None:
        self._file, self._lock = file, lock

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
            return ConflictError("another server wrote to this table first")
        return StoreError(f"the store cannot be written ({error}); nothing was changed")


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_since(then: str) -> float:
    """How long ago something was written down."""
    return (datetime.now(UTC) - datetime.fromisoformat(then)).total_seconds()


def _private(path: Path) -> None:
    """Make sure that the file is there, and its owner's alone: it holds secrets of games."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):
            os.chmod(each, 0o600)


def _row(row: tuple[Any, ...]) -> Row:
    id_, created, title, game, version, scenario, options, _, seating, start, dealing, given = row
    try:
        return Row(
            id_,
            created,
            title,
            game,
            version,
            scenario,
            msgspec.json.decode(options, type=dict[str, Any]),
            seating,
            start,
            None if dealing is None else Dealing.from_data(json.loads(dealing)),
            given,
        )
    except (ValueError, TypeError, BeachheadError) as error:
        raise CorruptError(f"what is kept of this game cannot be read ({error})") from error


def _detail(deed: Deed) -> dict[str, Any]:
    """What is kept of a deed beside its kind and when it was done."""
    detail = {
        "clock": deed.clock,
        "total": deed.total,
        "over": deed.over,
        "made": deed.made,
        "to": deed.to,
        "marks": deed.marks or {},
    }
    if deed.kind == "claim":
        detail |= {"seat": deed.seat, "nonce": deed.nonce}
    if deed.position is not None:
        detail |= {"position": deed.position, "drawn": deed.drawn}
    if deed.text:
        detail["text"] = deed.text
    return detail


class _Kept(msgspec.Struct):
    """What is kept of a deed beside its kind and when it was done, as it is read again."""

    clock: str
    total: int
    over: bool
    made: tuple[str, ...]
    to: int | None
    marks: Mapping[str, str]
    seat: str | None = None
    nonce: str | None = None
    position: Mapping[str, Any] | None = None
    drawn: int = 0
    text: str = ""


_DEEDS = msgspec.json.Decoder(_Kept)


def _deed(kind: str, detail: str, at: str) -> Deed:
    try:
        return Deed(kind=kind, at=at, **msgspec.structs.asdict(_DEEDS.decode(detail)))
    except msgspec.MsgspecError as error:
        raise CorruptError(f"what is kept of this game cannot be read ({error})") from error


# --- which store


def open_store(url: str | None = None) -> Store:
    """The store at a path or `sqlite:///` URL; without, the one in the user's data directory."""
    if url is None:
        return Store(home() / "games.sqlite")
    scheme = re.match(
        r"([a-z][a-z0-9+.-]+)://",
        checks.of_kind(url, str, "--db", "a file, or sqlite:///path/to/file"),
        re.IGNORECASE,
    )
    if scheme is None:
        return Store(checks.path(url, "--db", home=True))
    if scheme[1].lower() != "sqlite":
        raise StoreError(
            f"--db: {scheme[1]} stores are not supported; give a file, or sqlite:///path/to/file"
        )
    path = url[scheme.end() :]
    if not path.startswith("/") or path == "/":
        raise StoreError(f"--db: {url!r} names no file; write sqlite:///path/to/file")
    # As in other tools: three slashes and a relative path, four and an absolute one.
    return Store(checks.path(path[1:], "--db", home=True))
