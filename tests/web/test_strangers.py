"""What strangers try: other hosts and sites, endless records, half-open connections, odd bytes."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from beachhead.kernel.play import State
from beachhead.web import importing, punctual
from beachhead.web.gate import Hosts
from beachhead.web.store import Store, StoreError

# --- hosts and sites


@pytest.mark.parametrize("host", ["localhost", "localhost:1944", "127.0.0.1:80", "[::1]:1944"])
def test_this_server_is_reached_by_its_names(client, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.1.2.3", "", "["],
)
def test_a_name_that_was_pointed_here_is_refused(client, host: str) -> None:
    for path in ("/", "/api/games", "/api/tables", "/static/js/main.js"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 421
        assert answer.json()["error"]["field"] == "Host"


def test_another_sites_page_is_refused(client) -> None:
    asked = {"game": "picket", "seating": "solo"}
    for origin in ("http://evil.example", "null", "https://localhost.evil.example"):
        answer = client.post("/api/tables", json=asked, headers={"Origin": origin})
        assert answer.status_code == 403
        assert answer.json()["error"]["field"] == "Origin"
    own = {"Origin": "http://localhost:1944"}
    assert client.post("/api/tables", json=asked, headers=own).status_code == 201


def test_who_listens_everywhere_is_reached_by_address_and_by_its_own_name() -> None:
    hosts = Hosts("0.0.0.0")
    assert hosts.serve("192.168.1.7")
    assert hosts.serve(socket.gethostname())
    assert not hosts.serve("evil.example")
    assert Hosts("0.0.0.0", ["games.example"]).serve("Games.Example")
    assert not Hosts("127.0.0.1").serve("192.168.1.7")
    assert Hosts("192.168.1.7").serve("192.168.1.7")


def test_every_answer_says_that_nothing_in_it_runs(client, server) -> None:
    seat = server.solo(seed=1)
    paths = ["/api/games", "/api/boards/omaha.svg", "/api/boards/omaha.svg?sheet=live", "/nowhere"]
    paths += [
        f"/api/tables/{seat.table}{rest}"
        for rest in ("", "/report.html", "/log.txt", "/problem.json")
    ]
    for path in paths:
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "script-src" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    page = client.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in page
    assert "sandbox" not in page


# --- odd bytes


def test_invalid_utf_8_is_refused(client, server) -> None:
    seat = server.solo(seed=1)
    headers = {"Content-Type": "application/json", **seat.headers}
    for path in ("/api/tables", f"/api/tables/{seat.table}/choices"):
        for body in (b'{"choice": "\xff"}', b'{"r\xd9vision": 1}', b'{"game": "\\ud800"}', b"\xff"):
            answer = client.post(path, content=body, headers=headers)
            assert answer.status_code == 400, (path, body)
            assert answer.json()["error"]["text"]


@pytest.mark.parametrize("name", ["%00", "a%00b", "x" * 300, "..%2f..%2fserver.py", "%ff"])
def test_names_that_no_file_has(client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_a_game_that_is_damaged_harms_no_other(server, restarted, store_file: Path) -> None:
    good, bad, worse = (server.solo(seed=number) for number in (1, 2, 3))
    for seat in (good, bad, worse):
        seat.play(5)
    with sqlite3.connect(store_file) as file:
        file.execute("UPDATE tables SET options = '[' WHERE id = ?", (bad.table,))
        file.execute("UPDATE deeds SET detail = '{}' WHERE table_id = ?", (worse.table,))
    file.close()
    for seat in (good, bad, worse):
        seat.client = restarted.client
    assert bad.get("", 409)["error"]["field"] == "table"
    assert worse.get("", 409)["error"]["field"] == "table"
    assert good.get()["made"]
    sent = {"Authorization": f"Bearer {bad.token},{worse.token},{good.token}"}
    listed = restarted.client.get("/api/tables", headers=sent).json()["tables"]
    assert [each["table"] for each in listed] == [good.table]


def test_a_full_disk_when_a_game_is_founded(server, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreError("the store cannot be written (database or disk is full)")

    monkeypatch.setattr(Store, "found", full)
    error = server.refused(503)
    assert error["field"] == "store"
    assert "Try again" in error["text"]


# --- records and situations from elsewhere


def test_a_record_is_opened_in_a_process_of_its_own(server, monkeypatch) -> None:
    """With limits that a child notices and the server does not."""
    seat = server.solo(seed=5)
    seat.play(30)
    document = seat.get("/record")
    played = []
    monkeypatch.setattr(State, "apply", lambda *_: played.append(1))
    again = server.solo(record=document)
    assert again.get()["made"] == len(document["choices"])
    assert not played, "the server itself played nothing"


def test_what_came_back_from_there_is_the_same_game(server) -> None:
    for game, seating, choices in (("omaha", "solo", 60), ("picket", "hotseat", 3)):
        seat = server.solo(game=game, seating=seating, seed=5)
        seat.play(choices)
        again = server.solo(game=game, seating=seating, record=seat.get("/record"))
        one, two = seat.get(), again.get()
        for name in ("view", "events", "turning_points", "undo", "counters"):
            assert one[name] == two[name], name
        assert seat.get("/history") == again.get("/history")
        for made in (0, 7, one["made"] - 1):
            assert seat.get(f"/at/{made}")["view"] == again.get(f"/at/{made}")["view"]
        assert again.post("/undo")["view"] == seat.post("/undo")["view"]
        assert seat.play(20)["view"] == again.play(20)["view"]
        assert seat.get("/record") == again.get("/record")


def test_a_record_of_too_many_choices(server) -> None:
    seat = server.solo(seed=5)
    document = seat.get("/record")
    document["choices"] += ["fly"] * importing.LONGEST
    error = server.refused(400, record=document)
    assert error["field"] == "record.choices"
    assert str(importing.LONGEST) in error["text"]


def test_a_record_whose_situation_or_seed_is_too_long(server) -> None:
    document = server.solo(seed=5).get("/record")
    error = server.refused(400, record=document | {"start": "#" * 200_001})
    assert error["field"] == "record.start"
    for seed in ("x" * 101, 10**100, 1.5, [], True):
        dealing = {"dealer": "blake2b", "seed": seed}
        assert server.refused(400, record=document | {"dealing": dealing})["field"] == (
            "record.dealing.seed"
        )
        old = {name: value for name, value in document.items() if name != "dealing"}
        error = server.refused(400, record=old | {"format": 1, "seed": seed})
        assert error["field"] == "record.dealing.seed"


@pytest.mark.parametrize(("limit", "value"), [("SECONDS", 0.2), ("MEMORY", 1 << 20)])
def test_an_import_that_takes_too_much_is_given_up(
    server, monkeypatch: pytest.MonkeyPatch, limit: str, value: float
) -> None:
    document = server.solo(seed=5).get("/record")
    monkeypatch.setattr(importing, limit, value)
    error = server.refused(400, record=document)
    assert error["field"] == "record"
    assert "given up" in error["text"]


def test_only_so_many_are_opened_at_once(server, monkeypatch: pytest.MonkeyPatch) -> None:
    document = server.solo(seed=5).get("/record")
    for _ in range(importing.AT_ONCE):
        importing._running.acquire()
    try:
        assert server.refused(429, record=document)["field"] == "record"
    finally:
        for _ in range(importing.AT_ONCE):
            importing._running.release()
    assert server.solo(record=document).get()["made"]


def test_only_so_many_listen(server, client, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = server.solo(seed=5)
    monkeypatch.setattr("beachhead.web.server.STREAMS", 0)
    assert seat.get("/stream", 429)["error"]["field"] == "stream"


# --- games of other rules


def broken(store_file: Path, table: str, *, positions: bool) -> None:
    """A game in which a choice does not replay by these rules."""
    with sqlite3.connect(store_file) as file:
        file.execute(
            'UPDATE deeds SET detail = replace(detail, \'"made": ["\', \'"made": ["old-\')'
            " WHERE number = 5 AND table_id = ?",
            (table,),
        )
        if not positions:
            file.execute("DELETE FROM positions")
    file.close()


def test_a_game_of_other_rules_goes_on_where_they_stop(server, restarted, store_file: Path) -> None:
    """Version 0.1 kept no positions: the last one that its choices lead to is as far as it goes."""
    seat = server.solo(seed=5)
    seat.play(10)
    whole = seat.get("/record")
    broken(store_file, seat.table, positions=False)
    seat.client = restarted.client
    now = seat.get()
    assert "old-" in now["resumed"]
    assert "rule " in now["resumed"]
    assert now["made"] < len(whole["choices"])
    assert now["yours"]
    original = seat.get("/record", original=1)
    assert len(original["choices"]) == len(whole["choices"])
    watching = type(seat)(seat.client, seat.table, None)
    assert watching.get("/record", 403, original=1)["error"]["field"] == "token"
    later = seat.play(3)
    assert later["made"] > now["made"]
    assert later["resumed"] == now["resumed"]
    assert len(seat.get("/record", original=1)["choices"]) == len(whole["choices"]), "untouched"
    restarted.client.app.state.tables.send_home()
    again = seat.get()
    assert (again["view"], again["made"]) == (later["view"], later["made"])
    assert again["resumed"] == now["resumed"]


def test_what_is_dealt_when_a_game_is_resumed_is_kept_with_it(
    server, restarted, store_file: Path
) -> None:
    """Where a draw does not replay, another is dealt as soon as the game is opened."""
    seat = server.solo(seed=5)
    seat.play(40)
    with sqlite3.connect(store_file) as file:
        rows = file.execute("SELECT number, detail FROM deeds WHERE table_id = ?", (seat.table,))
        number, detail = next(
            (number, json.loads(detail))
            for number, detail in rows
            if number > 3 and len(json.loads(detail)["made"]) > 1
        )
        detail["made"][1] = "old-card"
        file.execute(
            "UPDATE deeds SET detail = ? WHERE table_id = ? AND number = ?",
            (json.dumps(detail), seat.table, number),
        )
        file.execute("DELETE FROM positions")
    file.close()
    seat.client = restarted.client
    assert "old-card" in seat.get()["resumed"]
    later = seat.play(3)
    restarted.client.app.state.tables.send_home()
    assert seat.get()["view"] == later["view"]
    assert seat.get()["made"] == later["made"]


def test_a_game_of_other_rules_goes_on_where_it_stood(server, restarted, store_file: Path) -> None:
    seat = server.solo(seed=5)
    stood = seat.play(10)
    twin = server.solo(record=seat.get("/record"))
    broken(store_file, seat.table, positions=True)
    seat.client = restarted.client
    now = seat.get()
    assert now["view"]["table"] == stood["view"]["table"]
    assert now["view"]["decision"] == stood["view"]["decision"]
    assert "where it stood" in now["resumed"]
    assert now["made"] == 0
    assert seat.post("/undo", 400)["error"]["field"] == "undo"
    later = seat.play(12, seed=8)
    assert later["view"]["clock"]
    restarted.client.app.state.tables.send_home()
    again = seat.get()
    assert (again["view"], again["made"], again["undo"]) == (
        later["view"],
        later["made"],
        later["undo"],
    )
    document = seat.get("/record")
    assert document["position"]
    opened = server.solo(record=document)
    assert opened.get()["view"] == later["view"]
    assert opened.get()["origin"]["kind"] == "record"
    assert opened.get()["resumed"] is None
    opened.client = restarted.client
    assert opened.get()["view"] == later["view"], "also by a server that did not open it"
    assert (opened.get()["made"], opened.get()["resumed"]) == (later["made"], None)
    assert twin.get()["view"] == stood["view"]


def test_a_record_of_other_rules_opens_as_far_as_it_goes(server) -> None:
    seat = server.solo(seed=5)
    seat.play(10)
    document = seat.get("/record")
    number = len(document["choices"]) - 3
    document["choices"][number] = "fly"
    assert server.refused(400, record=document)["field"] == f"record.choices[{number}]"
    document["version"] = "0.0"
    again = server.solo(record=document).get()
    assert again["made"] >= number
    assert "'fly', is not possible" in again["resumed"]


# --- connections


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD", "BODY", "TAKEN"):
        monkeypatch.setattr(punctual, name, 0.3)


async def answering(scope: Any, receive: Any, send: Any) -> None:
    """An application that takes the whole request and answers with more than buffers hold."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(200 if scope["path"] == "/much" else 0):
        await send({"type": "http.response.body", "body": b"x" * 200_000, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def connected(talk: Callable[[StreamReader, StreamWriter], Awaitable[Any]]) -> Any:
    """What comes of talking to a server that is punctual."""

    async def main() -> Any:
        config = uvicorn.Config(
            answering, http=punctual.Punctual, lifespan="off", log_level="error"
        )
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: punctual.Punctual(config, ServerState(), {}), "127.0.0.1", 0
        )
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            try:
                async with asyncio.timeout(20):
                    return await talk(reader, writer)
            finally:
                writer.close()

    return asyncio.run(main())


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_never_ends_a_request_is_dropped(hurried: None, said: bytes) -> None:
    async def talk(reader: StreamReader, writer: StreamWriter) -> bytes:
        writer.write(said)
        return await reader.read()

    assert connected(talk) == b""


def test_a_second_request_must_come_in_time_too(hurried: None) -> None:
    async def talk(reader: StreamReader, writer: StreamWriter) -> bool:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"0\r\n\r\n")
        writer.write(b"GET / HTTP")
        started = asyncio.get_running_loop().time()
        assert await reader.read() == b""
        return asyncio.get_running_loop().time() - started < 3

    assert connected(talk)


def test_who_does_not_take_the_answer_is_dropped(hurried: None) -> None:
    async def talk(reader: StreamReader, writer: StreamWriter) -> int:
        writer.write(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.sleep(2)
        got = 0
        with suppress(ConnectionError):
            while part := await reader.read(1 << 20):
                got += len(part)
        return got

    assert connected(talk) < 200 * 200_000


def test_who_is_in_time_is_not_dropped(hurried: None) -> None:
    async def talk(reader: StreamReader, writer: StreamWriter) -> int:
        writer.write(b"GET /much HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return len(await reader.read())

    assert connected(talk) >= 200 * 200_000
