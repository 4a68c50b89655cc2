"""Playing on the page: a server, a browser, and a player that clicks what glows.

The browser tests, `scripts/bench_page.py` and `scripts/gallery.py` use it.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
AT_ONCE = "if (location.protocol !== 'about:') localStorage.setItem('beachhead.speed', '5');"

# What a click can lead to, besides a choice: a question at the place, or a reason why not.
ANSWERED = ".spot.pinned:not([hidden]), .notice:not([hidden])"


class Server:
    """`beachhead play` in a process of its own, on a port that was free."""

    def __init__(self, database: Path) -> None:
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "beachhead", "play", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--db", str(self.database)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(300):
            try:
                with urllib.request.urlopen(self.address + "api/games", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not start within thirty seconds")

    def kill(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    server = Server(database)
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


def watch(page: Page, troubles: list[str]) -> None:
    """Note every error and warning on the console, every error answer and failed request."""

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            troubles.append(message.text)

    def answered(answer: Response) -> None:
        if answer.status >= 400:
            troubles.append(f"{answer.status} {answer.url}")

    def failed(request: Request) -> None:
        # Leaving a page ends what it was still fetching, the stream of news above all.
        if request.failure != "net::ERR_ABORTED":
            troubles.append(f"{request.failure} {request.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("response", answered)
    page.on("requestfailed", failed)


# --- how it stands


def begin(page: Page, scenario: str = "first-waves", seed: int = 7) -> None:
    """Found a game on the start page."""
    page.check(f"input[value={scenario}]")
    page.fill("#seed", str(seed))
    page.click("#begin")
    page.wait_for_selector(".play[data-made]")


def made(page: Page) -> int:
    return int(page.get_attribute(".play", "data-made") or -1)


def turn(page: Page) -> int:
    return int(page.inner_text(".clock-turn").removeprefix("Turn "))


def is_over(page: Page) -> bool:
    return page.get_attribute(".play", "data-over") == "true"


def moved_on(before: int) -> str:
    return f'.play:not([data-made="{before}"])'


def told(page: Page, before: int) -> None:
    """Wait until a choice has been made, told, and the map stands still."""
    page.wait_for_selector(moved_on(before))
    page.wait_for_selector("body:not(.telling)")
    page.wait_for_selector(".board-frame:not([data-flying])")


# --- choosing


def glowing(page: Page) -> list[tuple[float, float]]:
    """Where something glows and nothing lies over it, on the screen."""
    points: list[list[float]] = page.evaluate(
        """() => {
            const frame = document.querySelector(".board-frame").getBoundingClientRect();
            const found = [];
            for (const shape of document.querySelectorAll(".sheet.glowing .shape")) {
                const box = shape.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                if (x < frame.left + 4 || x > frame.right - 4) continue;
                if (y < frame.top + 4 || y > frame.bottom - 4) continue;
                const top = document.elementFromPoint(x, y);
                if (top && top.closest(".board-frame") && !top.closest("[data-still]")) {
                    found.push([x, y]);
                }
            }
            return found;
        }"""
    )
    return [(x, y) for x, y in points]


def standing(page: Page) -> list[tuple[float, float]]:
    """The same, once the map stands still."""
    before, spots = None, glowing(page)
    while spots != before:
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
        before, spots = spots, glowing(page)
    return spots


def click_on(page: Page, dice: random.Random, busy: float = 0.85) -> None:
    """Make one choice with the mouse: something that glows, a choice offered below, or the end."""
    before = made(page)
    page.mouse.move(2, 2)  # so that no stack fans out over what is clicked
    spots = standing(page)
    closing = page.locator(".end:not(:disabled)[data-option]")
    if spots and (dice.random() < busy or not closing.count()):
        page.mouse.click(*dice.choice(spots))
        page.wait_for_selector(f"{moved_on(before)}, {ANSWERED}")
        asked = page.locator(".spot.pinned:not([hidden]) :is(.can, .spot-options button)")
        if made(page) == before and (many := asked.count()):
            asked.nth(dice.randrange(many)).click()
        elif made(page) == before:
            _click_below(page, dice)
    elif closing.count():
        closing.click()
        page.wait_for_selector(f"{moved_on(before)}, .end.sure")
        if made(page) == before:
            page.locator(".end.sure").click()
    else:
        _click_below(page, dice)
    told(page, before)


def _click_below(page: Page, dice: random.Random) -> None:
    chips = page.locator(".chips [data-option]")
    chips.nth(dice.randrange(chips.count())).click()


def press_on(page: Page, dice: random.Random) -> None:
    """Make one choice with the keyboard."""
    before = made(page)
    offered = page.locator(".chips [data-option]").count()
    closing = page.locator(".end:not(:disabled)[data-option]").count()
    if closing and (not offered or dice.random() < 0.25):
        page.keyboard.press("e")
        page.wait_for_selector(f"{moved_on(before)}, .end.sure")
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
