"""What a request is about, and how it is answered."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from beachhead.errors import BeachheadError
from beachhead.web import files
from beachhead.web.messages import (
    Problem,
    R,
    parse,
    problem_of,
)
from beachhead.web.table import Table
from beachhead.web.tables import Tables

LARGEST_BODY = 5_000_000
SLOWEST = 30.0
"""Seconds in which the body of a request must have come."""

log = logging.getLogger("beachhead.web")


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def bearer(request: Request) -> str:
    given = request.headers.get("authorization", "")
    kind, _, token = given.partition(" ")
    if given and kind.lower() != "bearer":
        raise Problem(401, "token", "send it as `Authorization: Bearer TOKEN`")
    return token.strip()


def token_of(request: Request) -> str:
    return bearer(request) or request.query_params.get("token", "")


async def seated(request: Request) -> tuple[Table, list[str]]:
    """The table that a request is about, and the seats that its token holds."""
    tables, id_ = tables_of(request), request.path_params["table"]
    row = tables.row(id_)
    token = token_of(request)
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


def number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Problem(400, name, f"{given!r} should be a number from 0 on")
    return int(given)


def parameters(request: Request) -> dict[str, str]:
    return {
        name: value for name, value in request.query_params.items() if name not in ("token", "seat")
    }


def state_at(table: Table, made: str) -> Any:
    total = len(table.record.choices)
    if not (made.isascii() and made.isdigit() and len(made) < 10 and int(made) <= total):
        raise Problem(404, "at", f"there is no choice {made}; {total} have been made")
    return table.record.at(int(made))


async def asked_for(request: Request, kind: type[R]) -> R:
    return parse(await _body(request), kind)


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


def answered(data: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(data),
        status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def cached(request: Request, body: bytes, media_type: str) -> Response:
    """Something that never changes while the program is the same."""
    return files.answer(request, files.kept(body), media_type)


async def refuse(_: Request, error: Exception) -> Response:
    """A request that cannot be granted."""
    assert isinstance(error, BeachheadError)
    problem = problem_of(error)
    return answered(problem.body, problem.status)


async def refuse_address(request: Request, error: Exception) -> Response:
    """No such address, or not in this way."""
    assert isinstance(error, HTTPException)
    text = {
        404: f"there is nothing at {request.url.path}",
        405: f"{request.url.path} does not take {request.method}",
    }.get(error.status_code, str(error.detail))
    answer = answered(Problem(error.status_code, "address", text).body, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def hang_up(_: Request, __: Exception) -> Response:
    """Whoever asked has left in the middle of it."""
    return Response(status_code=499)


async def apologise(request: Request, error: Exception) -> Response:
    """A fault of ours: said without its innards, which go to the server's log."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    text = "something went wrong in the server; the game is as it was before this request"
    return answered(Problem(500, "server", text).body, 500)
