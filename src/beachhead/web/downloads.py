"""What can be taken away: records, logs, reports, problems, notation."""

from __future__ import annotations

import asyncio
from itertools import takewhile

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from beachhead.bots.mind import mind_of
from beachhead.kernel.play import MissingError
from beachhead.kernel.record import FORMAT, seal
from beachhead.web import problems, report
from beachhead.web.messages import (
    Problem,
)
from beachhead.web.requests import number, seated, state_at, tables_of, token_of
from beachhead.web.resuming import outcome
from beachhead.web.snapshots import (
    document,
    eyes,
    with_start,
)
from beachhead.web.story import log_text
from beachhead.web.table import Table


async def download_record(request: Request) -> Response:
    """GET …/record"""
    if "original" in request.query_params:
        return await asyncio.to_thread(_original, request)
    try:
        table, seats = await seated(request)
    except Problem as problem:
        if problem.status != 409:
            raise
        return await asyncio.to_thread(_original, request)
    async with table.lock:
        data = document(table, seats)
    return _download(msgspec.json.format(msgspec.json.encode(data)), f"{_name(table)}.json")


def _original(request: Request) -> Response:
    """The record of a game that these rules do not replay, as it was kept before it was resumed."""
    tables = tables_of(request)
    row = tables.row(request.path_params["table"])
    if row.seating == "link" or not tables.store.seats(row.id, token_of(request)):
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
    table, seats = await seated(request)
    async with table.lock:
        text = log_text(table, table.looking(seats))
    return _download(text.encode(), f"{_name(table)}.txt", "text/plain; charset=utf-8")


async def download_report(request: Request) -> Response:
    """GET …/report.html"""
    table, seats = await seated(request)
    reckoning = None
    if table.record.state.over and mind_of(table.game).values.points:
        reckoning = await tables_of(request).reckoning(table)
    async with table.lock:
        text = await asyncio.to_thread(report.report, table, table.looking(seats), reckoning)
    return _download(text.encode(), f"{_name(table)}.html", "text/html; charset=utf-8")


async def download_problem(request: Request) -> Response:
    """GET …/problem.json"""
    table, seats = await seated(request)
    async with table.lock:
        total = len(table.record.choices)
        made = number(request, "at")
        if made is not None and made > total:
            raise Problem(404, "at", f"there is no choice {made}; {total} have been made")
        told = problems.problem(table, table.looking(seats), total if made is None else made)
    text = msgspec.json.format(msgspec.json.encode(told))
    return _download(text, f"{_name(table)}-problem.json")


async def download_notation(request: Request) -> Response:
    """GET …/notation.txt"""
    table, seats = await seated(request)
    async with table.lock:
        made = request.query_params.get("at")
        state = table.record.state if made is None else state_at(table, made)
        try:
            text = table.game.write_for(state.position, eyes(state, table.looking(seats)))
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
