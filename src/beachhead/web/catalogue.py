"""Which games there are, and what never changes of them: boards, styles, reference."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from beachhead.bots.mind import mind_of
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game, Setting
from beachhead.web import board_pictures, reference
from beachhead.web.messages import (
    Catalogue,
    GameInfo,
    Problem,
    ScenarioInfo,
    SettingInfo,
)
from beachhead.web.opponents import LEVELS
from beachhead.web.requests import answered, cached, tables_of
from beachhead.web.snapshots import (
    catalogue_seats,
)


async def catalogue(request: Request) -> Response:
    """GET /api/games"""
    return answered(
        Catalogue([info(name, game) for name, game in tables_of(request).games.items()])
    )


@cache
def info(name: str, game: Game[Any]) -> GameInfo:
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
                each.suggested,
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
        levels=list(LEVELS) if mind_of(game).planning else [],
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
    game = tables_of(request).game(request.path_params["game"])
    name = request.query_params.get("sheet")
    if name is None:
        return cached(request, await asyncio.to_thread(_board, game), "image/svg+xml")
    drawn = await asyncio.to_thread(sheets, game)
    if name not in drawn:
        raise Problem(404, "sheet", f"there is no {name!r}; choose one of {', '.join(drawn)}")
    return cached(request, drawn[name], "image/svg+xml")


@cache
def _board(game: Game[Any]) -> bytes:
    return game.page().board().encode()


@cache
def sheets(game: Game[Any]) -> dict[str, bytes]:
    return board_pictures.pictures(_board(game).decode())


async def style(request: Request) -> Response:
    """GET /api/styles/{game}.css: what a game adds to the style sheet."""
    game = tables_of(request).game(request.path_params["game"])
    return cached(request, game.page().style.encode(), "text/css")


async def whole_reference(request: Request) -> Response:
    """GET /api/reference/{game}"""
    game = tables_of(request).game(request.path_params["game"])
    text = await asyncio.to_thread(reference.reference, game)
    return cached(request, text, "application/json")
