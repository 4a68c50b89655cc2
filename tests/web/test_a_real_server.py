"""A server in a process of its own: interrupted, and telling pages apart."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from ports import free_port
from real_server import PATIENCE, Page, serving


def test_an_interrupt_ends_it_in_peace(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path / "games.sqlite", port) as server:
        page = Page(port)
        page.found(scenario="easy-fox")
        listening = listen(page)
        next(listening)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
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
    with serving(tmp_path / "games.sqlite", port), ThreadPoolExecutor(1) as pool:
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
