"""Playing on the page: a server, a browser, and a player that clicks what glows.

The browser tests, `scripts/bench_page.py` and `scripts/gallery.py` use it.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

from ports import free_port

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
STORY = 120_000
"""A story may take as long, in milliseconds."""
PATIENCE = 120_000
"""Anything else: only a test that fails takes as long, so it may as well be long."""
AT_ONCE = "if (window.origin !== 'null') localStorage.setItem('beachhead.speed', '5');"

DRAWN = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
"""What has changed is on the screen."""
PAUSED = "new Promise(done => requestIdleCallback(() => setTimeout(done), {timeout: 2000}))"
"""What the page does when it has time, it has begun."""
IDLE = "body:not(.telling) .prompt:not([aria-busy])"
"""No choice is under way, and nothing is being told."""
LOOK = "s => new Promise(done => setTimeout(() => done(document.querySelector(s) !== null)))"

# What a click can lead to, besides a choice: a question at the place, a reason, a selection.
ANSWERED = ".spot.pinned:not([hidden]), .notice:not([hidden]), .board-frame[data-selected]"


class Server:
    """`beachhead play` in a process of its own, which keeps its port from life to life."""

    def __init__(self, database: Path, game: str = "", path: Sequence[Path] = ()) -> None:
        self.database = database
        self.game = game
        self.path = path
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        for _ in range(1 if self.address else 5):
            address = self.address or f"http://127.0.0.1:{free_port()}/"
            if self._says(address):
                self.address = address
                return
            self.kill()  # somebody else took the port meanwhile
        raise AssertionError("the server did not start")

    def _says(self, address: str) -> bool:
        """Start it; whether it says that it is there."""
        command = [sys.executable, "-m", "beachhead", "play", "--no-browser"]
        command += [self.game] if self.game else []
        inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        path = os.pathsep.join([*map(str, self.path), *filter(None, inherited)])
        port = address.rstrip("/").rpartition(":")[2]
        self.process = subprocess.Popen(
            [*command, "--port", port, "--db", str(self.database)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdout is not None
        too_long = Timer(PATIENCE / 1000, self.process.kill)
        too_long.start()
        try:
            return address in self.process.stdout.readline()
        finally:
            too_long.cancel()

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


@contextmanager
def serving(database: Path, game: str = "", path: Sequence[Path] = ()) -> Iterator[Server]:
    """A server; with a game from elsewhere, and folders where Python looks for such."""
    server = Server(database, game, path)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextmanager
def browsing() -> Iterator[Browser]:
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    assert path, "no browser: install chromium, for example `apt install chromium`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


STREAM = re.compile(r"/api/tables/[^/]+/stream(\?|$)")
"""The news of a table: open as long as the page is, so leaving the page breaks it off."""


WATCHES: WeakKeyDictionary[Page, Watch] = WeakKeyDictionary()


class Watch:
    """Notes every error and warning on the console, every error answer and failed request."""

    def __init__(self, page: Page, troubles: list[str]) -> None:
        self.page = page
        self.troubles = troubles
        WATCHES[page] = self
        self.fetching: set[Request] = set()
        page.on("console", self._said)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", self._asked)
        page.on("requestfinished", self._got)
        page.on("response", self._answered)
        page.on("requestfailed", self._failed)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def _asked(self, request: Request) -> None:
        self.fetching.add(request)

    def _got(self, request: Request) -> None:
        self.fetching.discard(request)

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.troubles.append(f"{answer.status} {answer.url}")

    def _failed(self, request: Request) -> None:
        self.fetching.discard(request)
        if request.failure == "net::ERR_ABORTED" and STREAM.search(request.url):
            return
        self.troubles.append(f"{request.failure} {request.url}")

    def settle(self) -> None:
        """Wait until nothing is being fetched but the news: then the page may be left."""
        left: list[str] = []
        for _ in range(PATIENCE // 20):
            self.page.evaluate(PAUSED)
            left = [each.url for each in self.fetching if not STREAM.search(each.url)]
            if not left:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"still being fetched after all this time: {left}")


def settle(page: Page) -> None:
    """Wait until a watched page may be left without breaking anything off."""
    WATCHES[page].settle()


# --- how it stands


def begin(
    page: Page,
    scenario: str = "first-waves",
    seed: int | None = 7,
    *,
    game: str = "omaha",
    seating: str = "solo",
) -> None:
    """Found a game on the start page; by link, the dialog with the links is left open."""
    page.locator(".new-game select").first.select_option(game)
    page.check(f'input[value="{scenario}"]')
    page.check(f"input[value={seating}]")
    page.fill("#seed", "" if seed is None else str(seed))
    page.click("#begin")
    page.wait_for_selector("dialog .links" if seating == "link" else ".play[data-made]")


def situation(page: Page, text: str, game: str = "omaha") -> None:
    """Set up a situation on the start page."""
    page.locator(".new-game select").first.select_option(game)
    page.locator("summary", has_text="Open a record").click()
    page.get_by_label("A situation in notation").fill(text)
    page.get_by_role("button", name="Set it up").click()
    page.wait_for_selector(".play[data-made]")


def by_link(page: Page, seats: list[str]) -> str:
    """Take the first seat of a game by link; returns the invitation to the second."""
    links = page.locator("dialog .links li")
    keep = links.filter(has_text=seats[0])
    other = links.filter(has_text=seats[1]).locator("input").input_value()
    keep.get_by_role("button", name="This is mine").click()
    page.wait_for_selector(".play[data-made]")
    return other


def sit_down(page: Page, invitation: str) -> None:
    """Take the seat that an invitation is for."""
    page.goto(invitation)
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_selector(".play[data-made]")


def in_step(pages: Sequence[Page]) -> Page | None:
    """Wait until all pages show the same moment; returns the one whose decision it is."""
    latest = max(made(page) for page in pages)
    for page in pages:
        page.wait_for_function(
            "latest => Number(document.querySelector('.play').dataset.made) >= latest",
            arg=latest,
        )
        settled(page)
    if all(is_over(page) for page in pages):
        return None
    deciding = [page for page in pages if not page.locator(".waiting-for").count()]
    assert len(deciding) == 1, "one page should be asked, the others should wait"
    return deciding[0]


def made(page: Page) -> int:
    return int(page.get_attribute(".play", "data-made") or -1)


def turn(page: Page) -> int:
    return int(page.inner_text(".clock-turn").removeprefix("Turn "))


def is_over(page: Page) -> bool:
    return page.get_attribute(".play", "data-over") == "true"


def moved_on(before: int) -> str:
    return f'.play:not([data-made="{before}"])'


def heard(before: int) -> str:
    return f"body.telling, {moved_on(before)}"


def taken(page: Page, before: int) -> bool:
    """Whether a choice was made: it has been told, or is being told."""
    # First the telling: when it ends, the choice counts as made.
    return page.locator("body.telling").count() > 0 or made(page) != before


def told(page: Page, before: int) -> None:
    """Wait until a choice has been made, told, and the map stands still."""
    seen(page, moved_on(before), STORY)
    settled(page)
    seen(page, ".board-frame:not([data-flying])")


def settled(page: Page) -> None:
    """Wait until the page does nothing but wait for the player: a click may lead to two choices,
    one taken back and one made instead."""
    seen(page, IDLE, STORY)
    while not page.evaluate(LOOK, IDLE):
        seen(page, IDLE, STORY)


def seen(page: Page, selector: str, patience: int = PATIENCE) -> None:
    """Wait until something is there, without a look at the page in every frame: who measures the
    page should not keep it busy."""
    page.evaluate(
        """([selector, patience]) => new Promise((done, fail) => {
            const watch = new MutationObserver(look);
            const late = setTimeout(() => end(fail, new Error(`not seen: ${selector}`)), patience);
            function end(how, what) {
                watch.disconnect();
                clearTimeout(late);
                how(what);
            }
            function look() {
                if (document.querySelector(selector)) end(done);
            }
            watch.observe(document, {subtree: true, childList: true, attributes: true});
            look();
        })""",
        [selector, patience],
    )


# --- choosing


def glowing(page: Page, edge: int = 4) -> list[tuple[float, float]]:
    """Where something glows and nothing lies over it, on the screen, so far from the map's edge."""
    points: list[list[float]] = page.evaluate(
        """edge => {
            const frame = document.querySelector(".board-frame").getBoundingClientRect();
            const found = [];
            for (const shape of document.querySelectorAll(".sheet.glowing .shape")) {
                const box = shape.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                if (x < frame.left + edge || x > frame.right - edge) continue;
                if (y < frame.top + edge || y > frame.bottom - edge) continue;
                const top = document.elementFromPoint(x, y);
                if (top && top.closest(".board-frame") && !top.closest("[data-still]")) {
                    found.push([x, y]);
                }
            }
            return found;
        }""",
        edge,
    )
    return [(x, y) for x, y in points]


def standing(page: Page, edge: int = 4) -> list[tuple[float, float]]:
    """The same, once the map stands still."""
    before, spots = None, glowing(page, edge)
    while spots != before:
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
        before, spots = spots, glowing(page, edge)
    return spots


def click_on(page: Page, dice: random.Random, busy: float = 0.85) -> None:
    """Make one choice with the mouse: something that glows, a choice offered below, or the end."""
    before = made(page)
    page.mouse.move(2, 2)  # so that no stack fans out over what is clicked
    spots = standing(page)
    closing = page.locator(".end:not(:disabled)[data-option]")
    if spots and (dice.random() < busy or not closing.count()):
        page.mouse.move(*dice.choice(spots))
        page.evaluate(DRAWN)  # a hand takes longer than that
        page.mouse.down()
        page.mouse.up()
        seen(page, f"{heard(before)}, {ANSWERED}")
        settled(page)
        asked = page.locator(".spot.pinned:not([hidden]) :is(.can, .spot-options button)")
        if made(page) != before:
            pass
        elif many := asked.count():
            asked.nth(dice.randrange(many)).click()
        else:
            _click_below(page, dice)
    elif closing.count():
        _click_end(page)
    else:
        _click_below(page, dice)
    told(page, before)


def _click_below(page: Page, dice: random.Random) -> None:
    """Choose something that is offered below the map."""
    chips = page.locator(".chips [data-option]")
    if many := chips.count():
        chips.nth(dice.randrange(many)).click()
    else:
        _click_end(page)


def _click_end(page: Page) -> None:
    """Choose what closes the decision; sure, if asked."""
    before = made(page)
    page.locator(".end:not(:disabled)[data-option]").click()
    seen(page, f"{heard(before)}, .end.sure")
    settled(page)
    if made(page) == before:
        page.locator(".end.sure").click()


def press_on(page: Page, dice: random.Random) -> None:
    """Make one choice with the keyboard."""
    before = made(page)
    page.wait_for_selector(".chips [data-option], .end:not(:disabled)[data-option]")
    offered = page.locator(".chips [data-option]").count()
    closing = page.locator(".end:not(:disabled)[data-option]").count()
    if closing and (not offered or dice.random() < 0.25):
        page.keyboard.press("e")
        seen(page, f"{heard(before)}, .end.sure")
        settled(page)
        if made(page) == before:
            page.keyboard.press("e")
    elif dice.random() < 0.6:
        for _ in range(dice.randrange(1, 4)):
            page.keyboard.press("n")
        page.wait_for_selector(".chip.current")
        page.keyboard.press("Enter")
    else:
        keys = page.locator(".chips [data-option] kbd").all_inner_texts()
        page.keyboard.press(dice.choice(keys))
    told(page, before)


def tab_to(page: Page, selector: str) -> None:
    """Go on with Tab until the focus is there."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")
