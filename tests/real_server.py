"""A server in a process of its own, and pages that talk to it over HTTP."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

PATIENCE = 120
"""Seconds that only a test that fails takes."""


@dataclass
class Server:
    """A server process that is ready for requests: where it is, and what it complains about."""

    process: subprocess.Popen[str]
    port: int
    complaints: Path

    def complained(self) -> str:
        """What it has written to its standard error."""
        return self.complaints.read_text(encoding="utf-8", errors="replace")

    def memory(self) -> int | None:
        """Its resident memory in KB; None where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return None
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) if found else None

    def kill(self) -> None:
        """No farewell: SIGKILL, or what the system has for it."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(database: Path, port: int = 0, sabotage: str = "") -> Iterator[Server]:
    """A server on a store, killed at the end. `sabotage` is Python that it runs first."""
    start = f"{sabotage}\nimport sys\nfrom beachhead.cli import main\nsys.exit(main(sys.argv[1:]))"
    complaints = database.with_suffix(".stderr")
    with complaints.open("a", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            [
                *(sys.executable, "-c", start, "play", "--no-browser"),
                *("--port", str(port), "--db", f"sqlite:///{database}"),
            ],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        where = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert where, line or complaints.read_text(encoding="utf-8")
        yield Server(process, int(where[1]), complaints)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


class Page:
    """What a page does, over one connection that it opens again when it is gone."""

    def __init__(
        self, port: int, table: str = "", token: str = "", patience: float = PATIENCE
    ) -> None:
        self.port, self.table, self.token = port, table, token
        self.invitations: list[str] = []
        self.connection = HTTPConnection("127.0.0.1", port, timeout=patience)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def found(self, **asked: Any) -> dict[str, str]:
        """A new table: who holds its seats. This page sits down at the first."""
        status, made = self.ask("POST", "/api/tables", {"game": "omaha", **asked})
        assert status == 201, made
        self.table = made["table"]
        invited: dict[str, str] = made.get("invitations") or {}
        self.invitations = list(invited.values())
        nonces = {seat: secrets.token_hex(16) for seat in invited}
        tokens = self.seat_tokens(made, nonces)
        self.token = next(iter(tokens.values()))
        return tokens

    def seat_tokens(self, made: Mapping[str, Any], nonces: Mapping[str, str]) -> dict[str, str]:
        """The tokens of a new table; those of invitations are claimed, each with its nonce and a
        token that is the same when the claim is sent again."""
        tokens: dict[str, str] = dict(made["tokens"])
        for seat, code in (made.get("invitations") or {}).items():
            nonce = nonces[seat]
            body = {"invitation": code, "nonce": nonce, "token": nonce[::-1]}
            status, claimed = self.ask("POST", f"/api/tables/{made['table']}/claim", body)
            assert status == 200, claimed
            tokens[claimed["seat"]] = claimed["token"]
        return tokens

    def look(self) -> Any:
        return self.get("")

    def get(self, rest: str) -> Any:
        status, found = self.ask("GET", f"/api/tables/{self.table}{rest}")
        assert status == 200, found
        return found

    def choose(self, snapshot: Any, choice: str) -> Any:
        body = {"choice": choice, "made": snapshot["made"], "revision": snapshot["revision"]}
        status, answer = self.ask("POST", f"/api/tables/{self.table}/choices", body)
        assert status == 200, answer
        return answer

    def close(self) -> None:
        self.connection.close()
