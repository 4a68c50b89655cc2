"""The HTTP server: thin routes from requests to tables and back. docs/api.md is its contract."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from itertools import takewhile
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
from beachhead.kernel.orders import Order, planned
from beachhead.kernel.play import Game, Illegal, MissingError, Setting, State
from beachhead.kernel.record import FORMAT, seal
from beachhead.page.book import Line
from beachhead.web import board_pictures, files, openapi, problems, reference, report
from beachhead.web.gate import Gate, Hosts
from beachhead.web.messages import (
    MOST_CHOICES,
    Answer,
    Carry,
    Catalogue,
    Change,
    Choose,
    Claim,
    FigureInfo,
    Figures,
    GameInfo,
    NewTable,
    OrderInfo,
    Orders,
    PlanInfo,
    Preferences,
    Problem,
    R,
    Redo,
    ScenarioInfo,
    SettingInfo,
    TableInfo,
    TableList,
    Undo,
    parse,
    problem_of,
)
from beachhead.web.snapshots import (
    catalogue_seats,
    document,
    events_until,
    eyes,
    history,
    snapshot,
    snapshot_at,
    with_start,
)
from beachhead.web.store import CorruptError, Store
from beachhead.web.story import log_text
from beachhead.web.tables import Table, Tables, outcome

STATIC = Path(__file__).with_name("static")
ASIDE = ("shapes.js", "theme.js", "types.js")
"""Scripts that are no modules, or hold nothing but types."""
LARGEST_BODY = 5_000_000
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)

SLOWEST = 30.0
"""Seconds in which the body of a request must have come."""
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
            Route("/openapi.json", describe),
            Route("/api/games", catalogue),
            Route("/api/boards/{game}.svg", board),
            Route("/api/styles/{game}.css", style),
            Route("/api/reference/{game}", whole_reference),
            Route("/api/tables", list_tables, methods=["GET"]),
            Route("/api/tables", found_table, methods=["POST"]),
            Route("/api/tables/{table}", look),
            Route("/api/tables/{table}/claim", claim, methods=["POST"]),
            Route("/api/tables/{table}/choices", choose, methods=["POST"]),
            Route("/api/tables/{table}/orders", list_orders, methods=["GET"]),
            Route("/api/tables/{table}/orders", carry_out, methods=["POST"]),
            Route("/api/tables/{table}/plan", plan, methods=["GET"]),
            Route("/api/tables/{table}/undo", undo, methods=["POST"]),
            Route("/api/tables/{table}/redo", redo, methods=["POST"]),
            Route("/api/tables/{table}/preferences", prefer, methods=["POST"]),
            Route("/api/tables/{table}/at/{n}", look_back),
            Route("/api/tables/{table}/history", past),
            Route("/api/tables/{table}/stream", stream),
            Route("/api/tables/{table}/why", why),
            Route("/api/tables/{table}/odds", odds),
            Route("/api/tables/{table}/figures", figures),
            Route("/api/tables/{table}/overlays/{name}", overlay),
            Route("/api/tables/{table}/record", download_record),
            Route("/api/tables/{table}/log.txt", download_log),
            Route("/api/tables/{table}/report.html", download_report),
            Route("/api/tables/{table}/problem.json", download_problem),
            Route("/api/tables/{table}/notation.txt", download_notation),
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
    for name, game in tables.games.items():
        _info(name, game)
        for sheet in _sheets(game).values():
            files.kept(sheet)


# --- the page


async def static(request: Request) -> Response:
    """The page's own files, always asked for anew so that an update is seen at once."""
    return files.file(request, STATIC, request.path_params["name"])


async def index(request: Request) -> Response:
    """The page, which names all modules: so none waits for those that import it."""
    modules = sorted(path.name for path in (STATIC / "js").glob("*.js") if path.name not in ASIDE)
    links = (f'<link rel="modulepreload" href="/static/js/{name}">' for name in modules)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    body = page.replace("<!-- modules -->", "\n".join(links)).encode()
    headers = {"Content-Security-Policy": PAGE_POLICY}
    return files.answer(request, files.kept(body), "text/html", headers)


async def sources(request: Request) -> Response:
    """GET /docs/data.md: what of the components is known, and what is reconstructed."""
    return _cached(request, files.document("data.md"), "text/plain")


async def describe(request: Request) -> Response:
    """GET /openapi.json"""
    return _cached(request, openapi.description(), "application/json")


# --- the catalogue


async def catalogue(request: Request) -> Response:
    """GET /api/games"""
    return _json(Catalogue([_info(name, game) for name, game in _tables(request).games.items()]))


@cache
def _info(name: str, game: Game[Any]) -> GameInfo:
    page = game.page()
    return GameInfo(
        id=name,
        title=game.title,
        version=game.version,
        notice=page.notice(),
        board=f"/api/boards/{name}.svg",
        reference=f"/api/reference/{name}",
        scenarios=[
            ScenarioInfo(each.id, each.title, each.text, each.rule)
            for each in game.scenarios.values()
        ],
        settings=[
            SettingInfo(
                each.id,
                each.text,
                list(each.values),
                each.default,
                each.rule,
                page.group_of(each.id),
                _refused(game, each),
            )
            for each in game.settings.values()
        ],
        seats=catalogue_seats(game),
        overlays=[each.offer for each in page.overlays],
        guided=page.guided,
        style=f"/api/styles/{name}.css" if page.style else None,
        secrets=page.secrets,
        names=dict(game.seat_names),
        seatings=dict(page.seatings),
        signs=dict(page.signs),
        colors=dict(page.colors),
        stack=list(page.stack()),
        notation=type(game).read is not Game.read,
    )


def _refused(game: Game[Any], setting: Setting) -> dict[str, str]:
    """The scenarios that refuse a setting that is on, and why."""
    found = {}
    if setting.values == (False, True):
        for scenario in game.scenarios:
            try:
                game.check(scenario, {setting.id: True})
            except BeachheadError as error:
                found[scenario] = str(error).removeprefix(f"options.{setting.id}: ")
    return found


async def board(request: Request) -> Response:
    """GET /api/boards/{game}.svg"""
    game = _tables(request).game(request.path_params["game"])
    name = request.query_params.get("sheet")
    if name is None:
        return _cached(request, await asyncio.to_thread(_board, game), "image/svg+xml")
    drawn = await asyncio.to_thread(_sheets, game)
    if name not in drawn:
        raise Problem(404, "sheet", f"there is no {name!r}; choose one of {', '.join(drawn)}")
    return _cached(request, drawn[name], "image/svg+xml")


@cache
def _board(game: Game[Any]) -> bytes:
    return game.page().board().encode()


@cache
def _sheets(game: Game[Any]) -> dict[str, bytes]:
    return board_pictures.pictures(_board(game).decode())


async def style(request: Request) -> Response:
    """GET /api/styles/{game}.css: what a game adds to the style sheet."""
    game = _tables(request).game(request.path_params["game"])
    return _cached(request, game.page().style.encode(), "text/css")


async def whole_reference(request: Request) -> Response:
    """GET /api/reference/{game}"""
    game = _tables(request).game(request.path_params["game"])
    text = await asyncio.to_thread(reference.reference, game)
    return _cached(request, text, "application/json")


# --- tables


async def list_tables(request: Request) -> Response:
    """GET /api/tables"""
    tables = _tables(request)
    sent = ",".join(filter(None, (_bearer(request), request.query_params.get("token"))))
    found = []
    for id_, seats in tables.store.held(token for token in sent.split(",") if token).items():
        try:
            row, last = tables.row(id_), tables.store.last(id_)
        except (Problem, CorruptError) as error:
            log.warning("table %s is left out of a list: %s", id_, error)
            continue
        if last is not None:
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
                )
            )
    return _json(TableList(sorted(found, key=lambda each: each.changed, reverse=True)))


async def found_table(request: Request) -> Response:
    """POST /api/tables"""
    asked = await _asked(request, NewTable)
    return _json(await _tables(request).found(asked), 201)


async def claim(request: Request) -> Response:
    """POST …/claim"""
    asked = await _asked(request, Claim)
    tables = _tables(request)
    return _json(await tables.claim(tables.row(request.path_params["table"]).id, asked))


async def look(request: Request) -> Response:
    """GET /api/tables/{table}"""
    table, seats = await _seated(request)
    async with table.lock:
        since = _number(request, "since")
        return _json(snapshot(table, seats, since, _number(request, "revision")))


async def choose(request: Request) -> Response:
    """POST …/choices"""
    asked = await _asked(request, Choose)
    return await _change(request, asked, lambda table, seats: table.choose(asked.choice, seats))


async def carry_out(request: Request) -> Response:
    """POST …/orders"""
    asked = await _asked(request, Carry)
    return await _change(request, asked, lambda table, seats: table.carry_out(asked, seats))


async def undo(request: Request) -> Response:
    """POST …/undo"""
    asked = await _asked(request, Undo)
    return await _change(request, asked, lambda table, seats: table.undo(asked.to, seats))


async def redo(request: Request) -> Response:
    """POST …/redo"""
    asked = await _asked(request, Redo)
    return await _change(request, asked, lambda table, seats: table.redo(seats))


async def prefer(request: Request) -> Response:
    """POST …/preferences"""
    asked = await _asked(request, Preferences)
    table, seats = await _seated(request)
    if not seats:
        raise Problem(403, "token", "spectators are asked nothing")
    async with table.lock:
        before = table.revision if asked.revision is None else asked.revision
        seen = events_until(table.record, seats, len(table.record.choices))
        await _tables(request).prefer(table, seats, asked.ask)
        return _json(snapshot(table, seats, seen if asked.since is None else asked.since, before))


async def _asked(request: Request, kind: type[R]) -> R:
    return parse(await _body(request), kind)


async def _change(
    request: Request,
    asked: Choose | Carry | Undo | Redo,
    deed: Callable[[Table, list[str]], Any],
) -> Response:
    """Make a change if it is meant for this moment; the answer is what came of it."""
    table, seats = await _seated(request)
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
        await _tables(request).change(table, lambda: deed(table, seats))
        since = seen if asked.since is None else asked.since
        known = before if asked.revision is None else asked.revision
        return _json(snapshot(table, seats, since, known))


async def look_back(request: Request) -> Response:
    """GET …/at/{n}"""
    table, seats = await _seated(request)
    n = request.path_params["n"]
    if not (n.isascii() and n.isdigit() and len(n) < 10):
        raise Problem(404, "n", f"{n!r} is not a number of choices")
    async with table.lock:
        return _json(snapshot_at(table, seats, int(n), _number(request, "since")))


async def past(request: Request) -> Response:
    """GET …/history"""
    table, seats = await _seated(request)
    async with table.lock:
        return _json(history(table, seats))


# --- telling


async def stream(request: Request) -> Response:
    """GET …/stream"""
    table, _ = await _seated(request)
    if _tables(request).listeners() >= STREAMS:
        raise Problem(429, "stream", "too many are listening just now; try again later")
    return StreamingResponse(
        _telling(table),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _telling(table: Table) -> AsyncIterator[bytes]:
    """What is told to a listener: where the game stands, then each change."""
    with table.listening() as news:
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


# --- asking


async def why(request: Request) -> Response:
    """GET …/why"""
    table, seats = await _seated(request)
    question = _parameters(request)
    if not question:
        raise Problem(400, "question", "say what you want to do, such as ?unit=A/1/16&to=0512")
    async with table.lock:
        state = table.record.state
        hidden = table.game.secret_questions & question.keys()
        if hidden and (state.over or state.decision.seat not in seats):
            raise Problem(403, min(hidden), "only the seat that decides may ask this")
        try:
            refusal = state.why_not(**question)
        except NotImplementedError as error:
            raise Problem(404, "why", "this game gives no reasons") from error
        except (LookupError, ValueError, TypeError) as error:
            raise Problem(400, "question", f"cannot be understood: {error}") from error
    return _json(Answer(None if refusal is None else {**refusal.to_data()}))


async def odds(request: Request) -> Response:
    """GET …/odds"""
    table, seats = await _seated(request)
    asked = _parameters(request)
    async with table.lock:
        state = table.record.state.copy(history=False)
    decision = None if state.over else state.decision
    if not asked.keys() - {"option"}:
        if decision is None or decision.seat not in seats:
            raise Problem(403, "token", "odds are for the seat that decides")
        lines = await asyncio.to_thread(state.odds, asked.get("option"))
        return _json({"option": asked.get("option"), "lines": lines})
    return _json(await asyncio.to_thread(table.game.page().odds, state.position, decision, asked))


async def list_orders(request: Request) -> Response:
    """GET …/orders: what some pieces can do together, or what can be done to a goal."""
    state = await _decided(request, "orders")
    asked = _parameters(request)
    pieces = [piece for piece in asked.get("pieces", "").split(",") if piece]
    if unknown := asked.keys() - {"pieces", "goal"}:
        raise Problem(400, min(unknown), "is not known here; give pieces or a goal")
    if not pieces and not asked.get("goal"):
        raise Problem(400, "pieces", "name some, such as ?pieces=unit-a,unit-b, or a goal")
    if len(pieces) > MOST_CHOICES:
        raise Problem(400, "pieces", f"name at most {MOST_CHOICES}")
    try:
        found = await asyncio.to_thread(state.orders, pieces, asked.get("goal", ""))
    except Illegal as error:
        return _json(Orders([], {**error.refusal.to_data()}))
    return _json(Orders([_told_order(each) for each in found], None))


def _told_order(order: Order) -> OrderInfo:
    return OrderInfo(
        order.text,
        order.rule,
        list(order.choices),
        list(order.pieces),
        list(order.goal),
        list(order.way),
        order.note,
        order.hostile,
    )


async def plan(request: Request) -> Response:
    """GET …/plan: what an order would do, before it is given."""
    state = await _decided(request, "plans")
    choices = tuple(each for each in _parameters(request).get("choices", "").split(",") if each)
    if not 0 < len(choices) <= MOST_CHOICES:
        text = f"name 1 to {MOST_CHOICES} that follow each other, such as ?choices=a,b"
        raise Problem(400, "choices", text)
    order = Order("This", choices, (), (), state.decision.rule)
    try:
        found = await asyncio.to_thread(planned, state, order)
    except Illegal as error:
        raise Problem(400, "choices", error.refusal.text, error.refusal.rule) from error
    return _json(
        PlanInfo(list(found.now), list(found.later), found.commits, found.draws, list(found.odds))
    )


async def _decided(request: Request, what: str) -> State[Any]:
    """A copy of the state, for the seat that decides."""
    table, seats = await _seated(request)
    async with table.lock:
        state = table.record.state.copy(history=False)
    if state.over or state.decision.seat not in seats:
        raise Problem(403, "token", f"{what} are for the seat that decides")
    return state


async def figures(request: Request) -> Response:
    """GET …/figures: those on the board that take long to work out."""
    state = await _decided(request, "figures")
    found = await asyncio.to_thread(state.decision.figures)
    return _json(
        Figures(
            [
                FigureInfo(
                    each.at,
                    each.text,
                    each.words,
                    each.look,
                    [Line(reason.text, list(reason.touches)) for reason in each.reasons],
                )
                for each in found
            ]
        )
    )


async def overlay(request: Request) -> Response:
    """GET …/overlays/{name}"""
    table, _ = await _seated(request)
    page = table.game.page()
    name = request.path_params["name"]
    names = [each.id for each in page.overlays]
    if name not in names:
        known = f"choose one of {', '.join(names)}" if names else f"{table.game.title} has none"
        raise Problem(404, "overlay", f"there is no {name!r}; {known}")
    parameters = _parameters(request)
    async with table.lock:
        made = parameters.pop("at", None)
        state = table.record.state if made is None else _state_at(table, made)
        state = state.copy(history=False)
    return _json(await asyncio.to_thread(page.overlay, state.position, name, parameters))


def _state_at(table: Table, made: str) -> Any:
    total = len(table.record.choices)
    if not (made.isascii() and made.isdigit() and len(made) < 10 and int(made) <= total):
        raise Problem(404, "at", f"there is no choice {made}; {total} have been made")
    return table.record.at(int(made))


# --- taking away


async def download_record(request: Request) -> Response:
    """GET …/record"""
    if "original" in request.query_params:
        return await asyncio.to_thread(_original, request)
    try:
        table, seats = await _seated(request)
    except Problem as problem:
        if problem.status != 409:
            raise
        return await asyncio.to_thread(_original, request)
    async with table.lock:
        data = document(table, seats)
    return _download(msgspec.json.format(msgspec.json.encode(data)), f"{_name(table)}.json")


def _original(request: Request) -> Response:
    """The record of a game that these rules do not replay, as it was kept before it was resumed."""
    tables = _tables(request)
    row = tables.row(request.path_params["table"])
    if row.seating == "link" or not tables.store.seats(row.id, _token(request)):
        raise Problem(403, "token", "the original record is for whoever holds all seats")
    deeds = tables.store.deeds(row.id)
    past = outcome(list(takewhile(lambda deed: deed.kind != "resume", deeds)))
    data = {
        "format": FORMAT,
        "game": row.game,
        "version": row.version,
        "scenario": row.scenario,
        "options": dict(row.options),
        "dealing": None if row.dealing is None else row.dealing.to_data(),
        "choices": past.choices,
        "marks": past.marks,
        "result": None,
    }
    data = with_start(data, row.start)
    text = msgspec.json.format(msgspec.json.encode(data | {"seal": seal(data)}))
    return _download(text, f"{row.game}-{row.id}-original.json")


async def download_log(request: Request) -> Response:
    """GET …/log.txt"""
    table, seats = await _seated(request)
    async with table.lock:
        text = log_text(table, seats)
    return _download(text.encode(), f"{_name(table)}.txt", "text/plain; charset=utf-8")


async def download_report(request: Request) -> Response:
    """GET …/report.html"""
    table, seats = await _seated(request)
    async with table.lock:
        text = await asyncio.to_thread(report.report, table, seats)
    return _download(text.encode(), f"{_name(table)}.html", "text/html; charset=utf-8")


async def download_problem(request: Request) -> Response:
    """GET …/problem.json"""
    table, seats = await _seated(request)
    async with table.lock:
        total = len(table.record.choices)
        made = _number(request, "at")
        if made is not None and made > total:
            raise Problem(404, "at", f"there is no choice {made}; {total} have been made")
        told = problems.problem(table, seats, total if made is None else made)
    text = msgspec.json.format(msgspec.json.encode(told))
    return _download(text, f"{_name(table)}-problem.json")


async def download_notation(request: Request) -> Response:
    """GET …/notation.txt"""
    table, seats = await _seated(request)
    async with table.lock:
        made = request.query_params.get("at")
        state = table.record.state if made is None else _state_at(table, made)
        try:
            text = table.game.write_for(state.position, eyes(state, seats))
        except MissingError as error:
            raise Problem(404, "notation", str(error)) from error
    return _download(text.encode(), f"{_name(table)}-notation.txt", "text/plain; charset=utf-8")


def _name(table: Table) -> str:
    return f"{table.row.game}-{table.row.scenario}-{table.row.id}"


def _download(body: bytes, name: str, media_type: str = "application/json") -> Response:
    return Response(
        body,
        media_type=media_type,
        headers={
            "Content-Disposition": f'inline; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )


# --- requests and answers


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _bearer(request: Request) -> str:
    given = request.headers.get("authorization", "")
    kind, _, token = given.partition(" ")
    if given and kind.lower() != "bearer":
        raise Problem(401, "token", "send it as `Authorization: Bearer TOKEN`")
    return token.strip()


def _token(request: Request) -> str:
    return _bearer(request) or request.query_params.get("token", "")


async def _seated(request: Request) -> tuple[Table, list[str]]:
    """The table that a request is about, and the seats that its token holds."""
    tables, id_ = _tables(request), request.path_params["table"]
    row = tables.row(id_)
    token = _token(request)
    held = tables.store.seats(id_, token) if token else []
    if token and not held:
        raise Problem(401, "token", "is not one of this table; leave it out to watch")
    seat = request.query_params.get("seat")
    if seat is not None and seat not in held:
        raise Problem(403, "seat", f"the token does not hold {seat!r}")
    if seat is not None:  # of the seats of a shared screen, the one that sits there
        held = [seat]
    table = await tables.table(row.id)
    return table, [seat for seat in table.record.state.seats if seat in held]


def _number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Problem(400, name, f"{given!r} should be a number from 0 on")
    return int(given)


def _parameters(request: Request) -> dict[str, str]:
    return {
        name: value for name, value in request.query_params.items() if name not in ("token", "seat")
    }


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Problem(415, "Content-Type", "send JSON, as application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_BODY:
                    raise Problem(413, "body", f"is larger than {LARGEST_BODY // 1_000_000} MB")
    except TimeoutError as error:
        raise Problem(408, "body", f"did not come within {SLOWEST:.0f} seconds") from error
    return bytes(body)


def _json(data: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(data),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def _cached(request: Request, body: bytes, media_type: str) -> Response:
    """Something that never changes while the program is the same."""
    return files.answer(request, files.kept(body), media_type)


async def refuse(_: Request, error: Exception) -> Response:
    """A request that cannot be granted."""
    assert isinstance(error, BeachheadError)
    problem = problem_of(error)
    return _json(problem.body, problem.status)


async def refuse_address(request: Request, error: Exception) -> Response:
    """No such address, or not in this way."""
    assert isinstance(error, HTTPException)
    text = {
        404: f"there is nothing at {request.url.path}",
        405: f"{request.url.path} does not take {request.method}",
    }.get(error.status_code, str(error.detail))
    answer = _json(Problem(error.status_code, "address", text).body, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def hang_up(_: Request, __: Exception) -> Response:
    """Whoever asked has left in the middle of it."""
    return Response(status_code=499)


async def apologise(request: Request, error: Exception) -> Response:
    """A fault of ours: said without its innards, which go to the server's log."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    text = "something went wrong in the server; the game is as it was before this request"
    return _json(Problem(500, "server", text).body, 500)
