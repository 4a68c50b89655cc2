"""The HTTP server: thin routes from requests to tables and back. docs/api.md is its contract."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game
from beachhead.web import (
    analysis,
    asking,
    catalogue,
    downloads,
    files,
    openapi,
    script,
)
from beachhead.web.gate import Gate, Hosts
from beachhead.web.messages import (
    Carry,
    Change,
    Choose,
    Claim,
    Hurry,
    NewTable,
    Preferences,
    Problem,
    Redo,
    Relief,
    TableInfo,
    TableList,
    Undo,
)
from beachhead.web.opponents import check_bot
from beachhead.web.requests import (
    answered,
    apologise,
    asked_for,
    bearer,
    cached,
    hang_up,
    number,
    refuse,
    refuse_address,
    seated,
    tables_of,
)
from beachhead.web.snapshots import (
    events_until,
    history,
    snapshot,
    snapshot_at,
)
from beachhead.web.store import CorruptError, Store
from beachhead.web.table import Table
from beachhead.web.tables import Tables

STATIC = Path(__file__).with_name("static")
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)

STREAMS = 300
"""As many listeners at all tables."""

log = logging.getLogger("beachhead.web")


def create_app(
    store: Store, games: Mapping[str, Game[Any]] | None = None, hosts: Hosts | None = None
) -> Starlette:
    """The application on a store of games, for requests to these hosts."""
    tables = Tables(store, games)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        tables.close()

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/page.js", page_script),
            Route("/openapi.json", describe),
            Route("/api/games", catalogue.catalogue),
            Route("/api/boards/{game}.svg", catalogue.board),
            Route("/api/styles/{game}.css", catalogue.style),
            Route("/api/reference/{game}", catalogue.whole_reference),
            Route("/api/tables", list_tables, methods=["GET"]),
            Route("/api/tables", found_table, methods=["POST"]),
            Route("/api/tables/{table}", look),
            Route("/api/tables/{table}/claim", claim, methods=["POST"]),
            Route("/api/tables/{table}/choices", choose, methods=["POST"]),
            Route("/api/tables/{table}/orders", asking.list_orders, methods=["GET"]),
            Route("/api/tables/{table}/orders", carry_out, methods=["POST"]),
            Route("/api/tables/{table}/plan", asking.plan, methods=["GET"]),
            Route("/api/tables/{table}/undo", undo, methods=["POST"]),
            Route("/api/tables/{table}/redo", redo, methods=["POST"]),
            Route("/api/tables/{table}/preferences", prefer, methods=["POST"]),
            Route("/api/tables/{table}/bots", relieve, methods=["POST"]),
            Route("/api/tables/{table}/branches", analysis.list_branches, methods=["GET"]),
            Route("/api/tables/{table}/branches", analysis.branch_off, methods=["POST"]),
            Route("/api/tables/{table}/comments", analysis.write_comment, methods=["POST"]),
            Route("/api/tables/{table}/name", analysis.rename, methods=["POST"]),
            Route("/api/tables/{table}/remove", analysis.remove, methods=["POST"]),
            Route("/api/tables/{table}/hurry", hurry, methods=["POST"]),
            Route("/api/tables/{table}/at/{n}", look_back),
            Route("/api/tables/{table}/history", past),
            Route("/api/tables/{table}/stream", stream),
            Route("/api/tables/{table}/why", asking.why),
            Route("/api/tables/{table}/odds", asking.odds),
            Route("/api/tables/{table}/figures", asking.figures),
            Route("/api/tables/{table}/advice", asking.advice),
            Route("/api/tables/{table}/readings", asking.readings),
            Route("/api/tables/{table}/reckoning", asking.reckoning),
            Route("/api/tables/{table}/overlays/{name}", asking.overlay),
            Route("/api/tables/{table}/record", downloads.download_record),
            Route("/api/tables/{table}/log.txt", downloads.download_log),
            Route("/api/tables/{table}/report.html", downloads.download_report),
            Route("/api/tables/{table}/problem.json", downloads.download_problem),
            Route("/api/tables/{table}/notation.txt", downloads.download_notation),
            Route("/docs/data.md", sources),
            Route("/static/{name:path}", static),
        ],
        lifespan=lifespan,
        middleware=[Middleware(Gate, hosts=hosts or Hosts())],
        exception_handlers={
            BeachheadError: refuse,
            HTTPException: refuse_address,
            ClientDisconnect: hang_up,
            Exception: apologise,
        },
    )
    app.state.tables = tables
    return app


def warm(app: Starlette) -> None:
    """Draw and look up what never changes before somebody asks for it."""
    tables: Tables = app.state.tables
    _script()
    for name, game in tables.games.items():
        catalogue.info(name, game)
        for sheet in catalogue.sheets(game).values():
            files.kept(sheet)


# --- the page


async def static(request: Request) -> Response:
    """The page's own files, always asked for anew so that an update is seen at once."""
    return files.file(request, STATIC, request.path_params["name"])


async def index(request: Request) -> Response:
    """GET /: the page."""
    headers = {"Content-Security-Policy": PAGE_POLICY}
    return files.answer(request, files.read(STATIC / "index.html"), "text/html", headers)


async def page_script(request: Request) -> Response:
    """GET /page.js: all that the page does, made anew when one of its modules has changed."""
    return files.answer(request, _script(), "text/javascript")


def _script() -> files.Kept:
    modules = sorted((STATIC / "js").glob("*.js"))
    return _script_since(tuple(path.stat().st_mtime_ns for path in modules))


@lru_cache(maxsize=1)
def _script_since(_changed: tuple[int, ...]) -> files.Kept:
    return files.kept(script.in_one(STATIC / "js").encode())


async def sources(request: Request) -> Response:
    """GET /docs/data.md: what of the components is known, and what is reconstructed."""
    return cached(request, files.document("data.md"), "text/plain")


async def describe(request: Request) -> Response:
    """GET /openapi.json"""
    return cached(request, openapi.description(), "application/json")


# --- tables


async def list_tables(request: Request) -> Response:
    """GET /api/tables"""
    tables = tables_of(request)
    sent = ",".join(filter(None, (bearer(request), request.query_params.get("token"))))
    found = []
    for id_, seats in tables.store.held(token for token in sent.split(",") if token).items():
        try:
            row, last = tables.row(id_), tables.store.last(id_)
        except (Problem, CorruptError) as error:
            log.warning("table %s is left out of a list: %s", id_, error)
            continue
        branch = tables.store.branch(id_)
        if last is not None and (branch is None or branch.game is None):
            found.append(
                TableInfo(
                    id_,
                    row.game,
                    row.scenario,
                    row.title,
                    row.seating,
                    seats,
                    last.clock,
                    last.total,
                    last.over,
                    row.created,
                    last.at,
                    bool(tables.store.bots(id_)),
                )
            )
    return answered(TableList(sorted(found, key=lambda each: each.changed, reverse=True)))


async def found_table(request: Request) -> Response:
    """POST /api/tables"""
    asked = await asked_for(request, NewTable)
    return answered(await tables_of(request).found(asked), 201)


async def claim(request: Request) -> Response:
    """POST …/claim"""
    asked = await asked_for(request, Claim)
    tables = tables_of(request)
    return answered(await tables.claim(tables.row(request.path_params["table"]).id, asked))


async def look(request: Request) -> Response:
    """GET /api/tables/{table}"""
    table, seats = await seated(request)
    async with table.lock:
        since = number(request, "since")
        return answered(snapshot(table, seats, since, number(request, "revision")))


async def choose(request: Request) -> Response:
    """POST …/choices"""
    asked = await asked_for(request, Choose)
    return await _change(request, asked, lambda table, seats: table.choose(asked.choice, seats))


async def carry_out(request: Request) -> Response:
    """POST …/orders"""
    asked = await asked_for(request, Carry)
    return await _change(request, asked, lambda table, seats: table.carry_out(asked, seats))


async def undo(request: Request) -> Response:
    """POST …/undo"""
    asked = await asked_for(request, Undo)
    return await _change(request, asked, lambda table, seats: table.undo(asked.to, seats))


async def redo(request: Request) -> Response:
    """POST …/redo"""
    asked = await asked_for(request, Redo)
    return await _change(request, asked, lambda table, seats: table.redo(seats))


async def prefer(request: Request) -> Response:
    """POST …/preferences"""
    asked = await asked_for(request, Preferences)
    table, seats = await seated(request)
    if not seats:
        raise Problem(403, "token", "spectators are asked nothing")
    async with table.lock:
        before = table.revision if asked.revision is None else asked.revision
        seen = events_until(table.record, seats, len(table.record.choices))
        await tables_of(request).prefer(table, seats, asked.ask)
        return answered(
            snapshot(table, seats, seen if asked.since is None else asked.since, before)
        )


async def relieve(request: Request) -> Response:
    """POST …/bots"""
    asked = await asked_for(request, Relief)
    table, seats = await seated(request)
    if asked.bot is not None:
        check_bot(table.game, asked.bot, "bot")
    async with table.lock:
        await tables_of(request).relieve(table, asked.seat, asked.bot, seats)
        return answered(snapshot(table, seats, asked.since, asked.revision))


async def hurry(request: Request) -> Response:
    """POST …/hurry"""
    asked = await asked_for(request, Hurry)
    table, seats = await seated(request)
    if not seats:
        raise Problem(403, "token", "spectators hurry nobody; open the table by the link of a seat")
    async with table.lock:
        if table.bot() is None:
            raise Problem(409, "bot", "no bot is thinking; look again, it may have chosen")
        tables_of(request).opponents.hurry(table)
        return answered(snapshot(table, seats, asked.since, asked.revision))


async def _change(
    request: Request,
    asked: Choose | Carry | Undo | Redo,
    deed: Callable[[Table, list[str]], Any],
) -> Response:
    """Make a change if it is meant for this moment; the answer is what came of it."""
    table, seats = await seated(request)
    async with table.lock:
        made = len(table.record.choices)
        stale = asked.made is not None and asked.made != made
        if stale or (asked.revision is not None and asked.revision != table.revision):
            raise Problem(
                409,
                "made" if stale else "revision",
                "the game has moved on since; look at it again and choose",
                snapshot=snapshot(table, seats, asked.since, asked.revision),
            )
        before, seen = table.revision, events_until(table.record, seats, made)
        since = seen if asked.since is None else asked.since
        known = before if asked.revision is None else asked.revision
        answers: list[Response] = []

        def answer() -> None:
            answers.append(answered(snapshot(table, seats, since, known)))

        await tables_of(request).change(table, lambda: deed(table, seats), meanwhile=answer)
        return answers[0]


async def look_back(request: Request) -> Response:
    """GET …/at/{n}"""
    table, seats = await seated(request)
    n = request.path_params["n"]
    if not (n.isascii() and n.isdigit() and len(n) < 10):
        raise Problem(404, "n", f"{n!r} is not a number of choices")
    async with table.lock:
        return answered(snapshot_at(table, seats, int(n), number(request, "since")))


async def past(request: Request) -> Response:
    """GET …/history"""
    table, seats = await seated(request)
    async with table.lock:
        return answered(history(table, seats))


# --- telling


async def stream(request: Request) -> Response:
    """GET …/stream"""
    table, _ = await seated(request)
    if tables_of(request).listeners() >= STREAMS:
        raise Problem(429, "stream", "too many are listening just now; try again later")
    return StreamingResponse(
        _telling(table, tables_of(request)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _telling(table: Table, tables: Tables) -> AsyncIterator[bytes]:
    """What is told to a listener: where the game stands, then each change."""
    with table.listening() as news:
        tables.opponents.wake(table)
        yield b"retry: 1000\n" + _told("hello", table.moment())
        while True:
            try:
                moment = await asyncio.wait_for(news.get(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if moment is None:
                return
            yield _told("changed", moment)


def _told(event: str, moment: Change) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event.encode(), msgspec.json.encode(moment))
