"""Sending fuzzed requests to a server, and judging what it answers."""

from __future__ import annotations

import gzip
import json
import random
import re
import socket
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from beachhead.web.messages import Error
from fuzzing.inventing import Draft, Inventor, Sent
from fuzzing.tables import CHOICES, KINDS, Seated, Tables, founded, harmed
from real_server import Page, Server, serving

PATIENCE = 30
"""Seconds after which a request hangs."""
PROBE = 25
"""Every so many requests is a valid one that must be granted."""
GROWTH = 1.25, 40_000
"""How much memory may grow after the first tenth: by this factor, and this many KB."""
REOPENED = 150
"""As many of the tables that fuzzed requests founded are opened again at the end."""
NOT_HTTP = b"Invalid HTTP request received."
"""What the server answers below the application: the one error that has no JSON."""
ERRORS = msgspec.json.Decoder(Error)
INNARDS = re.compile(rb"Traceback \(most recent|site-packages| object at 0x|<class '|sqlite3\.")


class Answer(NamedTuple):
    """What came back; status 0: nothing."""

    status: int
    kind: str = ""
    body: bytes = b""
    seconds: float = 0.0


@dataclass
class Trouble:
    """Something that must not happen, and the request that it happened after."""

    text: str
    request: Sent | None = None
    number: int = 0


@dataclass
class Result:
    """How a run went."""

    statuses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    troubles: dict[str, Trouble] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")
    probes: int = 0
    reopened: int = 0
    memory: tuple[int | None, int | None] = (None, None)
    tables: Tables = field(default_factory=Tables)

    @property
    def requests(self) -> int:
        return self.statuses.total()


# --- judging


def trouble_of(sent: Sent, answer: Answer) -> str | None:
    """What is wrong with an answer."""
    status = answer.status
    if status == 0:
        return "there was no answer" if sent.whole else None
    if INNARDS.search(answer.body):
        return f"status {status} tells the server's innards"
    if status >= 500 and not (status == 503 and _error(answer) == "store"):
        return f"status {status}"
    if sent.valid and status >= 300 and status != 429:
        return f"a valid request was refused with {status}: {answer.body[:300]!r}"
    if status >= 400 and sent.method != "HEAD" and _error(answer) is None:
        if status == 400 and answer.body == NOT_HTTP and not sent.valid:
            return None
        return f"status {status} has a body that is not an error: {answer.body[:300]!r}"
    if status < 300 and answer.kind.startswith("application/json") and sent.method != "HEAD":
        try:
            json.loads(answer.body)
        except ValueError:
            return f"status {status} has JSON that cannot be read"
    return None


def _error(answer: Answer) -> str | None:
    """The field that an error names, if the answer is one of the documented form."""
    if not answer.kind.startswith("application/json"):
        return None
    try:
        error = ERRORS.decode(answer.body).error
    except msgspec.DecodeError:
        return None
    return error.field if error.text else None


# --- sending


class Line:
    """One connection, opened again when it is gone."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self.port, self.patience = port, patience
        self.socket: socket.socket | None = None

    def ask(self, sent: Sent) -> Answer:
        """What the server answers. A connection that it had closed meanwhile is opened again."""
        used = self.socket is not None
        start = time.monotonic()
        answer = self._ask(sent)
        if answer.status == 0 and used and sent.whole:
            answer = self._ask(sent)
        return answer._replace(seconds=time.monotonic() - start)

    def _ask(self, sent: Sent) -> Answer:
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), self.patience)
        try:
            self.socket.sendall(sent.raw)
            if not sent.whole:
                self.socket.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it may have answered before it had read everything
        except OSError as error:
            self.close()
            return Answer(0, str(error))
        try:
            return self._read(sent)
        except TimeoutError:
            self.close()
            raise
        except (RemoteDisconnected, ConnectionError, HTTPException) as error:
            self.close()
            return Answer(0, str(error))

    def _read(self, sent: Sent) -> Answer:
        assert self.socket is not None
        with HTTPResponse(self.socket, method=sent.method) as response:
            response.begin()
            kind = response.getheader("content-type", "")
            endless = kind.startswith("text/event-stream")
            body = response.read1(1000) if endless else response.read()
            if response.getheader("content-encoding") == "gzip":
                body = gzip.decompress(body)
            if endless or response.will_close or sent.last or not sent.whole:
                self.close()
            return Answer(response.status, kind, body)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None


class Prober:
    """A player whose requests are valid, at a table that only he knows."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.host, self.rng = f"127.0.0.1:{port}", rng
        page = Page(port)
        tokens = page.found(game="omaha", scenario="first-waves", seed=rng.randrange(10**6))
        self.table = Seated(page.table, {}, tokens)
        self.now = page.look()
        page.close()

    def next(self) -> Sent:
        """A choice, or a choice taken back once the game is over."""
        decision = self.now["view"]["decision"]
        here = f"/api/tables/{self.table.id}"
        if decision is None:
            draft = Draft("POST", f"{here}/undo", body={})
        else:
            body = {
                "choice": self.rng.choice(decision["options"])["id"],
                "made": self.now["made"],
                "revision": self.now["revision"],
            }
            draft = Draft("POST", f"{here}/choices", body=body)
        token = next(iter(self.table.tokens.values()))
        draft.headers.append(("Authorization", f"Bearer {token}"))
        return draft.sent(self.host, "probe", valid=True)

    def heard(self, answer: Answer) -> None:
        if answer.status == 200:
            self.now = json.loads(answer.body)


class Fuzzing:
    """Requests from several threads to one server, counted and judged."""

    def __init__(self, server: Server, tables: Tables, end: float | None = None) -> None:
        self.server, self.end = server, end
        self.result = Result(tables=tables)
        self._lock = threading.Lock()
        self._heard = server.complaints.stat().st_size
        self._raised = ""

    def send(self, requests: int, seed: str, patience: float = PATIENCE) -> None:
        """Invent and send requests, with a valid one now and then."""
        rng = random.Random(seed)
        port = self.server.port
        inventor = Inventor(rng, self.result.tables, f"127.0.0.1:{port}")
        prober = Prober(port, rng)
        with closing(Line(port, patience)) as line:
            for number in range(requests):
                if self.is_late():
                    break
                probing = number % PROBE == PROBE - 1
                sent = prober.next() if probing else inventor.next()
                try:
                    answer = line.ask(sent)
                except TimeoutError:
                    self.complain(f"no answer within {patience:g} s", sent, number)
                    continue
                except ConnectionRefusedError:
                    self.complain("the server is gone", sent, number)
                    break
                self.judge(sent, answer, number)
                if probing:
                    prober.heard(answer)

    def is_late(self) -> bool:
        return self.end is not None and time.monotonic() > self.end

    def judge(self, sent: Sent, answer: Answer, number: int) -> None:
        """Count an answer and keep what is wrong with it."""
        with self._lock:
            result = self.result
            status = answer.status
            result.statuses[f"{status // 100}xx" if status else "none"] += 1
            result.kinds[sent.what] += 1
            result.probes += sent.valid
            result.slowest = max(result.slowest, (answer.seconds, sent.line[:120]))
        trouble, raised = trouble_of(sent, answer), self.listen()
        if trouble is not None and status >= 500:  # another thread may have read its log first
            raised = raised or self._raised
            self.complain(f"{trouble} {raised}".strip(), sent, number, raised)
            return
        if trouble is not None:
            self.complain(trouble, sent, number)
        if raised:
            self.complain(f"the server wrote a traceback: {raised}", sent, number, raised)

    def listen(self) -> str:
        """What the server raised since, by what it told its operator."""
        if self.server.complaints.stat().st_size == self._heard:
            return ""
        with self._lock, self.server.complaints.open("rb") as file:
            file.seek(self._heard)
            new = file.read()
            self._heard += len(new)
        found = raised_in(new.decode("utf-8", "replace"))
        self._raised = found or self._raised
        return found

    def complain(
        self, text: str, sent: Sent | None = None, number: int = 0, raised: str = ""
    ) -> None:
        """Keep a trouble, the first of its sort; rather with its answer than with a log alone."""
        sort = raised or _numberless(text) + ("" if sent is None else _sort(sent))
        with self._lock:
            old = self.result.troubles.get(sort)
            if old is None or old.text.startswith("the server wrote") > text.startswith(
                "the server wrote"
            ):
                self.result.troubles[sort] = Trouble(text, sent, number)


def raised_in(log: str) -> str:
    """The last exception in a log and where in our code it was raised; "" if there is none."""
    if "Traceback (most recent" not in log:
        return ""
    named = re.findall(r"^[\w.]+(?:Error|Exception|Disconnect|Exit|Interrupt)\b", log, re.MULTILINE)
    ours = re.findall(r'File "[^"]*/(beachhead/[^"]+)", line (\d+)', log)
    where = f" at {ours[-1][0]}:{ours[-1][1]}" if ours else ""
    return f"{named[-1] if named else 'something'}{where}"


def _sort(sent: Sent) -> str:
    """The kind of a request: what was done to it, and where it went."""
    parts = sent.line.partition("?")[0].split(" ")[:2]
    address = parts[-1].split("/")[:5]
    known = [part for part in address if part.isalpha() and len(part) < 15]
    return f"{sent.what} {parts[0][:8]} {'/'.join(known)}"


def _numberless(text: str) -> str:
    return re.sub(r"'.*'|\d{4,}", "…", text)[:100]


# --- a whole run


def fuzz(
    requests: int,
    seed: int = 1,
    seconds: float | None = None,
    *,
    by_schema: Callable[[Fuzzing, int, int], None] | None = None,
    choices: int = CHOICES,
    kinds: Sequence[dict[str, Any]] = KINDS,
    sabotage: str = "",
    patience: float = PATIENCE,
    told: Callable[[Result], None] = lambda _: None,
) -> Result:
    """Send requests to a server of its own; every tenth is invented by `by_schema`, if given."""
    with tempfile.TemporaryDirectory(prefix="beachhead-fuzz-") as folder:
        database = Path(folder) / "games.sqlite"
        with serving(database, sabotage=sabotage) as server:
            tables = founded(server.port, seed, choices, kinds)
            end = None if seconds is None else time.monotonic() + seconds
            fuzzing = Fuzzing(server, tables, end)
            _send(fuzzing, requests, seed, by_schema, patience, told)
            if server.process.poll() is not None:
                fuzzing.complain("the server ended")
                return fuzzing.result
            _aftermath(fuzzing)
            founded_since = _ids(database)
        with serving(database, sabotage=sabotage) as again:
            for text in harmed(again.port, tables):
                fuzzing.complain(f"after a restart, {text}")
            _reopen(fuzzing, again, random.Random(seed), founded_since)
        return fuzzing.result


def _send(
    fuzzing: Fuzzing,
    requests: int,
    seed: int,
    by_schema: Callable[[Fuzzing, int, int], None] | None,
    patience: float,
    told: Callable[[Result], None],
) -> None:
    """From two threads at once, and from a third by the schema."""
    share = requests // 10 if by_schema else 0
    jobs: list[tuple[Callable[..., None], tuple[Any, ...]]] = [
        (fuzzing.send, ((requests - share) // 2, f"{seed} a", patience)),
        (fuzzing.send, (requests - share - (requests - share) // 2, f"{seed} b", patience)),
    ]
    result = fuzzing.result
    if by_schema:
        jobs.append((_by_schema, (fuzzing, share, seed, by_schema, patience)))
    early: int | None = None
    with _threads(jobs) as threads:
        while any(thread.is_alive() for thread in threads):
            threads[0].join(0.2)
            if early is None and result.requests >= requests / 10:
                early = fuzzing.server.memory()
            told(result)
    late = fuzzing.server.memory()
    result.memory = early, late
    if early is not None and late is not None and late > early * GROWTH[0] + GROWTH[1]:
        fuzzing.complain(f"memory grew from {early} to {late} KB")


def _by_schema(
    fuzzing: Fuzzing,
    requests: int,
    seed: int,
    by_schema: Callable[[Fuzzing, int, int], None],
    patience: float,
) -> None:
    """By the schema; where it has not so much to offer, as the others do."""
    by_schema(fuzzing, requests, seed)
    fuzzing.send(requests - fuzzing.result.kinds["schema"], f"{seed} c", patience)


class _threads:  # noqa: N801
    """Threads whose exceptions are raised here."""

    def __init__(self, jobs: Iterable[tuple[Callable[..., None], tuple[Any, ...]]]) -> None:
        self.raised: list[BaseException] = []
        self.threads = [threading.Thread(target=self._run, args=job, daemon=True) for job in jobs]

    def _run(self, job: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        try:
            job(*arguments)
        except BaseException as error:
            self.raised.append(error)

    def __enter__(self) -> list[threading.Thread]:
        for thread in self.threads:
            thread.start()
        return self.threads

    def __exit__(self, *_: object) -> None:
        for thread in self.threads:
            thread.join()
        if self.raised:
            raise self.raised[0]


def _aftermath(fuzzing: Fuzzing) -> None:
    """The server still answers, and the tables are unharmed."""
    port = fuzzing.server.port
    page = Page(port, patience=PATIENCE)
    status, _ = page.ask("GET", "/api/games")
    page.close()
    if status != 200:
        fuzzing.complain(f"at the end /api/games is answered with {status}")
    for text in harmed(port, fuzzing.result.tables):
        fuzzing.complain(text)


def _ids(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as store:
        return [row[0] for row in store.execute("SELECT id FROM tables ORDER BY created")]


def _reopen(fuzzing: Fuzzing, server: Server, rng: random.Random, ids: list[str]) -> None:
    """What fuzzed requests founded can be opened by a server that was not there."""
    for id_ in rng.sample(ids, min(REOPENED, len(ids))):
        page = Page(server.port, id_, patience=PATIENCE)
        status, answer = page.ask("GET", f"/api/tables/{id_}")
        page.close()
        fuzzing.result.reopened += 1
        if status != 200:
            fuzzing.complain(f"a table that was founded cannot be opened again: {answer}")


# --- sending one again


def kept(trouble: Trouble, tables: Tables, seed: int, choices: int = CHOICES) -> str:
    """A trouble as a document: ids and tokens stand as marks, for they differ next time."""
    sent = trouble.request
    raw = "" if sent is None else sent.raw.decode("latin-1")
    for name, mark in zip(tables.names(), _marks(tables), strict=True):
        raw = raw.replace(name, mark)
    document = {"trouble": trouble.text, "seed": seed, "choices": choices, "request": raw}
    if sent is not None:
        document |= {"what": sent.what, "whole": sent.whole, "number": trouble.number}
    return json.dumps(document, indent=1) + "\n"


def again(
    document: dict[str, Any],
    *,
    kinds: Sequence[dict[str, Any]] = KINDS,
    sabotage: str = "",
    patience: float = PATIENCE,
) -> tuple[Answer, str, str]:
    """Send the request of a document to a fresh server: what it answers, what is wrong with that,
    and what the server tells its operator."""
    with (
        tempfile.TemporaryDirectory(prefix="beachhead-fuzz-") as folder,
        serving(Path(folder) / "games.sqlite", sabotage=sabotage) as server,
        closing(Line(server.port, patience)) as line,
    ):
        tables = founded(server.port, document["seed"], document["choices"], kinds)
        raw = document["request"]
        for name, mark in zip(tables.names(), _marks(tables), strict=True):
            raw = raw.replace(mark, name)
        raw = re.sub(r"(?<=Host: 127\.0\.0\.1:)\d+", str(server.port), raw, count=1)
        sent = Sent(document["what"], raw.encode("latin-1"), document["whole"], last=True)
        answer = line.ask(sent)
        return answer, trouble_of(sent, answer) or "", server.complained()


def _marks(tables: Tables) -> Iterator[str]:
    """A mark for each name, as long as it: the length of a body is in its headers."""
    for number, name in enumerate(tables.names()):
        yield f"~{number:03}".ljust(len(name), "~")
