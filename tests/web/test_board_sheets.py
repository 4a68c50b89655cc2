"""The board taken apart: pictures, and what the page touches."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

import beachhead
from beachhead.omaha.page.board import board_svg
from beachhead.web.board_pictures import pictures
from beachhead.web.server import create_app
from beachhead.web.store import Store

BOARD = "/api/boards/omaha.svg"


def names(svg: bytes | str) -> list[str]:
    return [each.attrib["id"] for each in ElementTree.fromstring(svg) if "id" in each.attrib]


def test_every_layer_is_on_one_sheet_and_in_order() -> None:
    board = board_svg()
    drawn = pictures(board)
    live = names(drawn.pop("live"))
    painted = [
        name for sheet in ("ground", "land", "numbers", "marks") for name in names(drawn[sheet])
    ]
    assert live == ["hexes", "dots", "counters", "places"]
    assert painted == [name for name in names(board) if name not in live]
    assert names(drawn["numbers"]) == ["numbers"]
    assert names(drawn["flood-mid"]) == ["flood-mid"]


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", ["omaha", "storm", "dday91"])
def test_a_picture_holds_the_definitions_that_it_uses_and_no_others(game: str) -> None:
    board = beachhead.load(game).page().board()
    defined = ElementTree.fromstring(board).findall(f"{SVG}defs/*")
    drawn = pictures(board)
    del drawn["live"]  # counters that are put down later may use any
    for sheet, svg in drawn.items():
        text, root = svg.decode(), ElementTree.fromstring(svg)
        held = {each.get("id") for each in root.findall(f"{SVG}defs/*")}
        used = {each.get("id") for each in defined if re.search(rf"#{each.get('id')}\b", text)}
        assert held == used, sheet


def test_a_picture_of_nothing_holds_nothing() -> None:
    drawn = pictures(beachhead.load("storm").page().board())
    assert list(ElementTree.fromstring(drawn["land"])) == []
    assert list(ElementTree.fromstring(drawn["ground"])) != []


def test_what_has_a_name_can_be_measured() -> None:
    root = ElementTree.fromstring(pictures(board_svg())["live"])
    named = {each.get("id") for each in root.iter()}
    assert {"position-WN62", "box-ER3", "hex-0612", "fire-WN62", "hexagon"} <= named


def test_sheets_are_sent_once_and_compressed_for_whoever_is_far_away(store_file: Path) -> None:
    with TestClient(create_app(Store(store_file)), base_url="http://localhost") as page:
        land = page.get(BOARD, params={"sheet": "land"})
        assert land.headers["content-encoding"] == "gzip"
        assert land.content == pictures(board_svg())["land"]
        known = {"If-None-Match": land.headers["etag"]}
        assert page.get(BOARD, params={"sheet": "land"}, headers=known).status_code == 304
        plain = page.get(BOARD, params={"sheet": "land"}, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        missing = page.get(BOARD, params={"sheet": "moon"})
        assert missing.status_code == 404
        assert "flood-mid" in missing.json()["error"]["text"]


def test_only_files_of_the_page_are_served(store_file: Path) -> None:
    with TestClient(create_app(Store(store_file)), base_url="http://localhost") as page:
        module = page.get("/static/js/ground.js")
        assert module.headers["content-type"].startswith("text/javascript")
        assert module.headers["cache-control"] == "no-cache"
        for name in ("js/nothing.js", "js", "..%2fserver.py", "%2e%2e/server.py"):
            assert page.get(f"/static/{name}").status_code == 404, name
