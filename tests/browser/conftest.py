"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pages import AT_ONCE, PATIENCE, Server, Watch, browsing, serving

Opened = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("page") / "games.db") as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opened]:
    """Opens the start page; at the end nothing may have gone wrong in any page."""
    troubles: list[str] = []
    watches: list[Watch] = []
    contexts: list[BrowserContext] = []

    def open_page(
        before: str = AT_ONCE,
        *,
        width: int = 1280,
        height: int = 800,
        calm: bool = True,
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=touch,
        )
        contexts.append(context)
        context.add_init_script(before)
        context.on("page", lambda page: watches.append(Watch(page, troubles)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.address)
        page.wait_for_selector(".start")
        return page

    yield open_page
    for watch in watches:
        if not watch.page.is_closed():
            watch.settle()
    for context in contexts:
        context.close()
    assert troubles == []
