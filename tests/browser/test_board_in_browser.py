"""The drawing in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from beachhead.omaha.drawing import board_svg

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
]


@pytest.fixture(scope="module")
def browser_path() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise AssertionError("no browser: install chromium, for example `apt install chromium`")


@pytest.fixture(scope="module")
def page(browser_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    file: Path = tmp_path_factory.mktemp("board") / "board.svg"
    file.write_text(board_svg(dots="all"), encoding="utf-8")
    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(file.as_uri())
        yield page
        browser.close()
    assert troubles == []


def visible(page: Page, selector: str) -> int:
    """How many elements take up room on the screen."""
    count: int = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(e => {
            const box = e.getBoundingClientRect();
            return box.width > 0 && box.height > 0;
        }).length""",
        selector,
    )
    return count


def test_every_hex_has_room(page: Page) -> None:
    assert visible(page, ".hex") == 600


def test_positions_and_boxes_have_room(page: Page) -> None:
    assert visible(page, ".position") == 86
    assert visible(page, ".box") == 31


def test_dots_can_be_switched_by_class(page: Page) -> None:
    """By layer, and by color."""
    assert visible(page, "#dots .dot") == 1071
    everywhere = visible(page, ".fire.red .dot")
    page.evaluate("document.querySelector('#dots').style.display = 'none'")
    assert visible(page, "#dots .dot") == 0
    page.evaluate("document.querySelector('#dots').style.display = ''")
    page.evaluate("document.querySelectorAll('.fire.red').forEach(e => e.style.display = 'none')")
    assert visible(page, "#dots .dot") == 1071 - everywhere
    page.evaluate("document.querySelectorAll('.fire.red').forEach(e => e.style.display = '')")


def test_a_hex_is_found_under_the_pointer(page: Page) -> None:
    """A click on open ground reaches the hex, not the picture above it."""
    found = page.evaluate(
        """() => {
            const box = document.querySelector('#hex-0716').getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return document.elementsFromPoint(x, y).map(e => e.id).filter(id => id)[0];
        }"""
    )
    assert found == "hex-0716"


def test_names_stay_clear_of_each_other(page: Page) -> None:
    """No village, draw or WN name lies on another, and none leaves the page."""
    overlaps = page.evaluate(
        """() => {
            const names = [...document.querySelectorAll('.place, .draw-name, .plate')];
            const boxes = names.map(e => [e.textContent, e.getBoundingClientRect()]);
            const hit = [];
            boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
                if (p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom)
                    hit.push([a, b]);
            }));
            return hit;
        }"""
    )
    assert overlaps == []
