"""A server that is killed again and again while clients play, and must not lose what it granted."""

from __future__ import annotations

import random
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from real_server import PATIENCE, Page, serving

KINDS: tuple[dict[str, Any], ...] = (
    {"game": "omaha", "scenario": "easy-fox"},
    {"game": "omaha", "scenario": "first-waves", "options": {"players": 2}, "seating": "link"},
    {"game": "storm", "seating": "link"},
    {"game": "dday91", "seating": "hotseat"},
)
CLIENTS = 4
TABLES = 3
"""As many does a client play at; one more, and it leaves the oldest."""
DEEDS = 0, 40
"""As many changes are granted before a kill, at least and at most."""
LATER = 0.1
"""And so many seconds later it comes, at most."""
LONGEST_LIFE = 30
"""Seconds after which a slow server is killed all the same."""
REFUSED = (400, 403)
"""Nothing to take back or to make again, or another seat has taken it back."""
GONE = (OSError, HTTPException)


class Lost(Exception):  # noqa: N818
    """Something that was granted is not there; as many things as `count`."""

    def __init__(self, text: str, count: int = 1) -> None:
        super().__init__(text)
        self.count = count


@dataclass
class Deed:
    """A change that was sent; until it is answered nobody knows whether it was made."""

    kind: str
    token: str
    body: dict[str, Any]


@dataclass
class Game:
    """A table, and all that the server has granted there."""

    id: str
    founded: dict[str, Any]
    nonces: dict[str, str]
    tokens: list[str] = field(default_factory=list)
    revision: int = 0
    made: int = 0
    choices: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Who chose what, by its place in the history."""
    undone: dict[int, tuple[str, str]] = field(default_factory=dict)
    seen: dict[str, Any] = field(default_factory=dict)
    """What a token was shown, if nothing has changed since."""
    pending: Deed | None = None
    turn: tuple[str, dict[str, Any]] | None = None
    """Who decides, and what he was shown, as far as that is known."""

    def granted(self, deed: Deed, answer: dict[str, Any]) -> None:
        """Remember what a deed has done."""
        if deed.kind == "choices":
            self.choices[deed.body["made"]] = (deed.token, deed.body["choice"])
            self.undone = {}
        elif deed.kind == "undo":
            gone = {at: made for at, made in self.choices.items() if at >= answer["made"]}
            self.undone |= gone
            self.choices = {at: made for at, made in self.choices.items() if at not in gone}
        else:
            back = {at: made for at, made in self.undone.items() if at < answer["made"]}
            self.choices |= back
            self.undone = {at: made for at, made in self.undone.items() if at not in back}
        self.revision, self.made = answer["revision"], answer["made"]
        self.seen = {deed.token: shown(answer)}
        self.turn = (deed.token, answer) if answer["yours"] else None

    def check(self, token: str, now: dict[str, Any], history: list[dict[str, Any]]) -> None:
        """What a server that was not there shows, against what was granted."""
        if now["revision"] < self.revision:
            lost = self.revision - now["revision"]
            raise Lost(f"{lost} of {self.revision} changes are gone at {self.id}", lost)
        if now["revision"] != self.revision:
            raise Lost(f"{self.id} has revision {now['revision']} instead of {self.revision}")
        if now["made"] != self.made or len(history) != self.made:
            raise Lost(f"{self.id} has {now['made']} choices instead of {self.made}")
        if self.seen.get(token, shown(now)) != shown(now):
            raise Lost(f"{self.id} looks different: {difference(self.seen[token], shown(now))}")
        self.seen[token] = shown(now)
        wrong = [
            at
            for at, (who, choice) in self.choices.items()
            if who == token and history[at]["id"] != choice
        ]
        if wrong:
            raise Lost(f"choices {wrong} at {self.id} are not those that were made", len(wrong))


def shown(snapshot: dict[str, Any]) -> dict[str, Any]:
    """What of a snapshot is the same as long as nothing changes."""
    return {name: snapshot[name] for name in ("view", "undo", "redo")}


def difference(before: Any, after: Any, where: str = "") -> str:
    """The first place at which two snapshots differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        name = next(name for name in before if before[name] != after[name])
        return difference(before[name], after[name], f"{where}.{name}")
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        at = next(at for at, each in enumerate(before) if each != after[at])
        return difference(before[at], after[at], f"{where}[{at}]")
    return f"{where} was {before!r} and is {after!r}"


@dataclass
class Report:
    """How it went."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    interrupted: int = 0
    """Changes that were under way at a kill, and how many of them had been made."""
    completed: int = 0
    tables: int = 0
    troubles: list[str] = field(default_factory=list)


class Client:
    """Plays at some tables, and knows what was granted to it."""

    def __init__(self, kinds: Sequence[dict[str, Any]], seed: str) -> None:
        self.rng, self.kinds = random.Random(seed), kinds
        self.games: list[Game] = []
        self.left: list[Game] = []
        self.acknowledged = self.interrupted = self.completed = 0
        self.port = 0

    # --- coming back

    def come_back(self, port: int, everywhere: bool = False) -> list[Lost]:
        """Look at everything again after a restart; what is not as it was granted."""
        self.port = port
        lost = []
        for game in (self.left if everywhere else []) + self.games:
            try:
                self.sit_down(game)
                for token in game.tokens:
                    self.look_again(game, token)
            except Lost as error:
                lost.append(error)
                self.games = [each for each in self.games if each is not game]
        return lost

    def look_again(self, game: Game, token: str) -> None:
        with closing(Page(self.port, game.id, token)) as page:
            try:
                now, history = page.look(), page.get("/history")["choices"]
            except AssertionError as error:
                raise Lost(f"{game.id} cannot be looked at: {error}", game.revision) from error
        if game.pending is not None:
            self.interrupted += 1
            if now["revision"] == game.revision + 1:
                self.completed += 1
                game.granted(game.pending, now)
                game.seen = {}
            game.pending = game.turn = None
        game.check(token, now, history)

    # --- playing

    def play(self) -> None:
        """Until the server is gone."""
        try:
            while True:
                self.step()
        except GONE:
            return

    def step(self) -> None:
        if len(self.games) < TABLES or self.rng.random() < 0.04:
            self.found()
            return
        game = self.rng.choice(self.games)
        roll = self.rng.random()
        if roll < 0.08:
            self.change(game, Deed("undo", self.rng.choice(game.tokens), {}))
        elif roll < 0.12:
            self.change(game, Deed("redo", self.rng.choice(game.tokens), {}))
        else:
            self.choose(game)

    def found(self) -> None:
        kind = self.rng.choice(self.kinds)
        with closing(Page(self.port)) as page:
            status, made = page.ask("POST", "/api/tables", kind)
        assert status == 201, made
        nonces = {seat: secrets.token_hex(16) for seat in made.get("invitations") or {}}
        game = Game(made["table"], made, nonces)
        self.acknowledged += 1
        self.games.append(game)
        if len(self.games) > TABLES:
            self.left.append(self.games.pop(0))
        self.sit_down(game)

    def sit_down(self, game: Game) -> None:
        """Take the seats, with the same nonces if that was interrupted before."""
        if game.tokens:
            return
        with closing(Page(self.port, game.id)) as page:
            try:
                tokens = page.seat_tokens(game.founded, game.nonces)
                now = page.look()
            except AssertionError as error:
                raise Lost(f"{game.id} is gone: {error}") from error
        game.tokens = list(dict.fromkeys(tokens.values()))
        game.revision, game.made = now["revision"], now["made"]

    def choose(self, game: Game) -> None:
        for token in game.tokens if game.turn is None else []:
            with closing(Page(self.port, game.id, token)) as page:
                now = page.look()
            if now["yours"]:
                game.turn = token, now
        if game.turn is not None:
            token, now = game.turn
            option = self.rng.choice(now["view"]["decision"]["options"])
            body = {"choice": option["id"], "made": now["made"], "revision": now["revision"]}
            self.change(game, Deed("choices", token, body))

    def change(self, game: Game, deed: Deed) -> None:
        with closing(Page(self.port, game.id, deed.token)) as page:
            game.pending = deed
            status, answer = page.ask("POST", f"/api/tables/{game.id}/{deed.kind}", deed.body)
            game.pending = None
        if status == 200:
            self.acknowledged += 1
            game.granted(deed, answer)
        else:  # there may be nothing to take back
            assert status in REFUSED, answer
            assert deed.kind != "choices", answer


def kill_often(
    kills: int,
    seed: int = 1,
    seconds: float | None = None,
    *,
    kinds: Sequence[dict[str, Any]] = KINDS,
    deeds: tuple[int, int] = DEEDS,
    sabotage: str = "",
    told: Callable[[Report], None] = lambda _: None,
) -> Report:
    """Let clients play, kill the server at a random moment, look at everything; again and again."""
    rng = random.Random(seed)
    clients = [Client(kinds, f"{seed} {number}") for number in range(CLIENTS)]
    report, known = Report(), set[str]()
    end = None if seconds is None else time.monotonic() + seconds
    with (
        tempfile.TemporaryDirectory(prefix="beachhead-kills-") as folder,
        ThreadPoolExecutor(CLIENTS) as pool,
    ):
        database = Path(folder) / "games.sqlite"
        while True:
            last = report.kills == kills or (end is not None and time.monotonic() > end)
            with serving(database, sabotage=sabotage) as server:
                back = [pool.submit(each.come_back, server.port, last) for each in clients]
                for lost in (each.result(PATIENCE) for each in back):
                    report.lost += sum(each.count for each in lost)
                    report.troubles += map(str, lost)
                report.troubles += torn(database, server.port, known)
                if last:
                    break
                playing = [pool.submit(each.play) for each in clients]
                wait_for(clients, report.acknowledged + rng.randint(*deeds))
                time.sleep(rng.uniform(0, LATER))
                server.kill()
                for each in playing:
                    each.result(PATIENCE)
            report.kills += 1
            count(report, clients, known)
            told(report)
    count(report, clients, known)
    return report


def wait_for(clients: list[Client], acknowledged: int) -> None:
    late = time.monotonic() + LONGEST_LIFE
    while sum(each.acknowledged for each in clients) < acknowledged and time.monotonic() < late:
        time.sleep(0.001)


def count(report: Report, clients: list[Client], known: set[str]) -> None:
    report.acknowledged = sum(each.acknowledged for each in clients)
    report.interrupted = sum(each.interrupted for each in clients)
    report.completed = sum(each.completed for each in clients)
    report.tables = len(known)


def torn(database: Path, port: int, known: set[str]) -> list[str]:
    """What is half written: tables that were never granted must be whole, too, if they are there.

    `known` are those that were looked at before, and is completed.
    """
    found = []
    with closing(sqlite3.connect(database)) as store:
        sound = store.execute("PRAGMA quick_check").fetchone()[0]
        if sound != "ok":
            found.append(f"the store is damaged: {sound}")
        ids = [row[0] for row in store.execute("SELECT id FROM tables")]
        gaps = store.execute(
            "SELECT tables.id FROM tables LEFT JOIN deeds ON table_id = tables.id "
            "GROUP BY tables.id HAVING count(number) = 0 OR max(number) + 1 != count(number)"
        ).fetchall()
    found += [f"table {row[0]} is half written" for row in gaps]
    for id_ in set(ids) - known:
        with closing(Page(port, id_)) as page:
            status, answer = page.ask("GET", f"/api/tables/{id_}")
        if status != 200:
            found.append(f"table {id_} cannot be opened: {answer}")
    known.update(ids)
    return found
