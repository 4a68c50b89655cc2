"""A sample of what `make soak` does to a server: fuzzed requests, and kills in mid-game.

The same sabotaged, to see that trouble is noticed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import killing
from fuzzing import run
from fuzzing.inventing import Sent
from fuzzing.run import Answer, fuzz, trouble_of
from fuzzing.schema import by_schema
from fuzzing.tables import KINDS, founded, harmed
from real_server import Page, serving


def test_requests_that_no_page_would_send() -> None:
    result = fuzz(800, seed=4, choices=3, by_schema=by_schema)
    assert {sort: each.text for sort, each in result.troubles.items()} == {}
    assert result.requests == 800
    assert result.kinds["schema"] > 40
    assert result.probes > 25
    assert result.reopened > 10
    assert result.statuses["2xx"] > 50
    assert result.statuses["4xx"] > 250


def test_nothing_acknowledged_is_lost_by_kills() -> None:
    report = killing.kill_often(3, kinds=killing.KINDS[:2], deeds=(10, 40))
    assert report.troubles == []
    assert (report.kills, report.lost) == (3, 0)
    assert report.acknowledged >= 30


# --- trouble is noticed

SABOTAGE = """
import asyncio
from starlette.responses import PlainTextResponse
from beachhead.web import asking, requests, server

hoard = []
tables_of = server.tables_of

def hoarding(request):
    hoard.append(b"x" * 1_000_000)
    return tables_of(request)

async def raising(request):
    raise RuntimeError("boom")

async def sleeping(request):
    await asyncio.sleep(60)

async def bare(request):
    return PlainTextResponse("no", 404)

async def tattling(request):
    return PlainTextResponse("<server.Store object at 0x7f2a>")

server.tables_of = requests.tables_of = hoarding
server.past = raising
asking.odds = bare
asking.why = sleeping
server.look_back = tattling
"""


NOTICED = (
    "status 500 RuntimeError",
    "status 404 has a body that is not an error: b'no'",
    "no answer within 0.7 s",
    "status 200 tells the server's innards",
    "cannot be looked at",
)


def test_trouble_is_noticed_and_can_be_had_again() -> None:
    result = fuzz(320, seed=6, choices=1, kinds=KINDS[:1], sabotage=SABOTAGE, patience=0.7)
    texts = [trouble.text for trouble in result.troubles.values()]
    assert [each for each in NOTICED if not any(each in text for text in texts)] == []
    if result.memory[0] is not None:  # not every system tells
        assert any("memory grew from" in text for text in texts)

    trouble = next(each for each in result.troubles.values() if "RuntimeError" in each.text)
    document = json.loads(run.kept(trouble, result.tables, 6, choices=1))
    assert not any(name in document["request"] for name in result.tables.names())
    answer, wrong, told = run.again(document, kinds=KINDS[:1], sabotage=SABOTAGE)
    assert (answer.status, wrong) == (500, "status 500")
    assert "boom" in told


def test_a_table_that_was_changed_is_noticed(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        tables = founded(server.port, seed=1, choices=1, kinds=KINDS[:1])
        assert harmed(server.port, tables) == []
        page = Page(server.port, tables.kept[0].id, next(iter(tables.kept[0].tokens.values())))
        now = page.look()
        page.choose(now, now["view"]["decision"]["options"][0]["id"])
        page.close()
        assert "is not like its twin" in "".join(harmed(server.port, tables))


REFUSED = b'{"error": {"field": "made", "text": "is missing", "rule": null}}'
JSON = "application/json"


@pytest.mark.parametrize(
    ("answer", "noticed"),
    [
        (Answer(200, JSON, b"{}"), None),
        (Answer(200, JSON, b"{"), "JSON that cannot be read"),
        (Answer(400, JSON, REFUSED), None),
        (Answer(400, "text/plain", run.NOT_HTTP), None),
        (Answer(404, "text/plain", b"Not Found"), "not an error"),
        (Answer(404, JSON, b'{"detail": "Not Found"}'), "not an error"),
        (Answer(503, JSON, b'{"error": {"field": "store", "text": "is full"}}'), None),
        (Answer(503, JSON, REFUSED), "status 503"),
        (Answer(500, JSON, REFUSED), "status 500"),
        (Answer(0), "no answer"),
    ],
)
def test_answers_are_judged(answer: Answer, noticed: str | None) -> None:
    trouble = trouble_of(Sent("test", b"GET / HTTP/1.1\r\n\r\n"), answer)
    assert (trouble is None) if noticed is None else noticed in str(trouble)


def test_a_valid_request_must_be_granted_and_half_a_one_not_even_answered() -> None:
    sent = Sent("test", b"GET / HTTP/1.1\r\n\r\n", valid=True)
    assert "a valid request was refused" in str(trouble_of(sent, Answer(400, JSON, REFUSED)))
    assert trouble_of(sent._replace(valid=False, whole=False), Answer(0)) is None


FORGETFUL = """
from beachhead.web.store import Store

keep = Store.append

def append(self, table, number, deeds, position):
    if number % 3:
        keep(self, table, number, deeds, position)

Store.append = append
"""


def test_a_lost_write_is_noticed() -> None:
    report = killing.kill_often(1, kinds=killing.KINDS[:1], deeds=(60, 60), sabotage=FORGETFUL)
    assert report.lost > 0
    assert any("changes are gone" in trouble for trouble in report.troubles)
    assert any("is half written" in trouble for trouble in report.troubles)


def test_what_was_granted_is_held_against_what_is_there() -> None:
    game = killing.Game("k3J9x", {}, {})
    now = {"revision": 2, "made": 1, "view": {}, "undo": {}, "redo": {}, "yours": False}
    game.granted(killing.Deed("choices", "token", {"choice": "land", "made": 0}), now)
    game.check("token", now, [{"id": "land"}])
    game.check("another", now, [{"id": None}])
    for wrong, history in (
        (now, [{"id": "wait"}]),
        (now, []),
        (now | {"made": 2}, [{"id": "land"}]),
        (now | {"revision": 1}, [{"id": "land"}]),
        (now | {"revision": 3}, [{"id": "land"}]),
        (now | {"view": {"clock": "Turn 2"}}, [{"id": "land"}]),
    ):
        with pytest.raises(killing.Lost):
            game.check("token", wrong, history)


def test_what_was_taken_back_is_no_loss() -> None:
    game = killing.Game("k3J9x", {}, {})
    now = {"revision": 1, "made": 1, "view": {}, "undo": {}, "redo": {}, "yours": True}
    game.granted(killing.Deed("choices", "token", {"choice": "land", "made": 0}), now)
    game.granted(killing.Deed("undo", "token", {}), now | {"revision": 2, "made": 0})
    assert (game.choices, game.made) == ({}, 0)
    game.granted(killing.Deed("redo", "token", {}), now | {"revision": 3})
    assert (game.choices, game.made) == ({0: ("token", "land")}, 1)
