"""A server in a process of its own: killed in mid-game, restarted, and telling pages apart."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from ports import free_port

PATIENCE = 120
"""Seconds that only a test that fails takes."""


class Page:
    """What a page does, over one connection that it opens again when it is gone."""

    def __init__(self, port: int, table: str = "", token: str = "") -> None:
        self.port, self.table, self.token = port, table, token
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def found(self, **asked: Any) -> dict[str, str]:
        status, made = self.ask("POST", "/api/tables", {"game": "omaha", **asked})
        assert status == 201, made
        self.table = made["table"]
        tokens: dict[str, str] = made["tokens"]
        for seat, code in made["invitations"].items():
            asked = {"invitation": code, "nonce": "n" * 32}
            status, claimed = self.ask("POST", f"/api/tables/{self.table}/claim", asked)
            assert status == 200, claimed
            tokens[seat] = claimed["token"]
        self.token = next(iter(tokens.values()))
        return tokens

    def look(self) -> Any:
        status, snapshot = self.ask("GET", f"/api/tables/{self.table}")
        assert status == 200, snapshot
        return snapshot

    def choose(self, snapshot: Any, choice: str) -> Any:
        body = {"choice": choice, "made": snapshot["made"], "revision": snapshot["revision"]}
        status, answer = self.ask("POST", f"/api/tables/{self.table}/choices", body)
        assert status == 200, answer
        return answer

    def close(self) -> None:
        self.connection.close()


@contextmanager
def serving(port: int, database: Path) -> Iterator[subprocess.Popen[str]]:
    """A server process that is ready for requests."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "beachhead", "play", "--no-browser"),
            *("--port", str(port), "--db", f"sqlite:///{database}"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert f"http://127.0.0.1:{port}/" in line, line
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_killed_in_mid_game_nothing_is_lost(tmp_path: Path) -> None:
    """Whatever was acknowledged is there again; what was not is there whole or not at all."""
    port, database = free_port(), tmp_path / "games.sqlite"
    rng = random.Random(4)
    page = Page(port)
    now: Any = None
    for life in range(4):
        with serving(port, database) as process:
            if now is None:
                page.found(scenario="first-waves", seed=8)
                now = page.look()
            else:
                again = page.look()
                assert again["revision"] in (now["revision"], now["revision"] + 1)
                if again["revision"] == now["revision"]:
                    assert again["view"] == now["view"]
                    assert again["undo"] == now["undo"]
                now = again
            for _ in range(12):
                option = rng.choice(now["view"]["decision"]["options"])
                now = page.choose(now, option["id"])
            if life == 2:  # with something taken back
                _, now = page.ask("POST", f"/api/tables/{page.table}/undo", {})
                assert now["redo"]["possible"]
            if life == 1:  # in the middle of a choice
                option = rng.choice(now["view"]["decision"]["options"])
                body = {"choice": option["id"], "made": now["made"]}
                page.connection.request(
                    "POST",
                    f"/api/tables/{page.table}/choices",
                    json.dumps(body),
                    {"Content-Type": "application/json", "Authorization": f"Bearer {page.token}"},
                )
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        page.close()
    with serving(port, database):
        page = Page(port, page.table, page.token)
        again = page.look()
        assert (again["view"], again["redo"]) == (now["view"], now["redo"])
        page.close()


def test_an_interrupt_ends_it_in_peace(tmp_path: Path) -> None:
    port = free_port()
    with serving(port, tmp_path / "games.sqlite") as process:
        page = Page(port)
        page.found(scenario="easy-fox")
        listening = listen(page)
        next(listening)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        page.close()


def listen(page: Page) -> Iterator[tuple[str, Any]]:
    """What the stream of a table tells: (event, data)."""
    connection = HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE)
    connection.request("GET", f"/api/tables/{page.table}/stream?token={page.token}")
    answer: HTTPResponse = connection.getresponse()
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    event = ""
    try:
        for line in answer:
            name, _, value = line.decode().strip().partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                yield event, json.loads(value)
    finally:
        answer.close()
        connection.close()


def test_the_other_page_is_told(tmp_path: Path) -> None:
    port = free_port()
    with serving(port, tmp_path / "games.sqlite"), ThreadPoolExecutor(1) as pool:
        first = Page(port)
        tokens = first.found(scenario="first-waves", options={"players": 2}, seating="link", seed=1)
        second = Page(port, first.table, tokens["29th"])
        heard = listen(second)
        event, moment = next(heard)
        now = first.look()
        assert (event, moment["revision"], moment["seat"]) == ("hello", now["revision"], "1st")
        waiting = pool.submit(next, heard)
        after = first.choose(now, now["view"]["decision"]["options"][0]["id"])
        event, moment = waiting.result(PATIENCE)
        assert (event, moment["revision"], moment["made"]) == (
            "changed",
            after["revision"],
            after["made"],
        )
        assert set(moment) == {"table", "revision", "made", "clock", "seat", "over"}
        assert second.look()["revision"] == moment["revision"]
        heard.close()  # type: ignore[attr-defined]
        first.close()
        second.close()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--port", "99999"], "--port: 99999 is not between 0 and 65535"),
        (["--db", "postgres://x/y"], "--db: postgres stores are not supported"),
        (["--db", "sqlite://"], "names no file"),
        (["--db", "/dev/null/x"], "cannot be opened"),
        (["--scenario", "none"], "scenario: "),
        (["--record", "x.json"], "--record: is for --terminal"),
    ],
)
def test_what_cannot_be_served(
    flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from beachhead.cli import main

    assert main(["play", "--no-browser", *flags]) == 2
    assert said in capsys.readouterr().err


def test_answers_do_not_wait_for_more() -> None:
    """asyncio turns off Nagle's algorithm only on sockets that are TCP by name."""
    from beachhead.web.serve import listen as open_socket

    with open_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from beachhead.cli import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        flags = ["--no-browser", "--port", port, "--db", str(tmp_path / "x.sqlite")]
        assert main(["play", *flags]) == 2
    assert "choose another port" in capsys.readouterr().err
