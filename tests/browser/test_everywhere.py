"""Small screens, what lies open, reports of problems: what must work wherever one plays."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages import begin, by_link, click_on, settled

Opened = Callable[..., Page]
SCREENS = {
    "phone sideways": (844, 390),
    "phone upright": (390, 844),
    "tablet": (820, 1180),
    "small laptop": (1280, 800),
}
GAMES = {"omaha": "first-waves", "storm": "storm-over-normandy", "dday91": "1944"}


def saved(page: Page, words: str) -> dict[str, object]:
    """Report a problem with the key, and read the file."""
    page.keyboard.press("!")
    page.locator("#problem-words").fill(words)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    found: dict[str, object] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return found


# --- reports of problems


def test_a_report_has_the_record_the_place_the_rule_and_the_version(opened: Opened) -> None:
    page = opened()
    begin(page)
    told = saved(page, "The tide is wrong.")
    assert told["words"] == "The tide is wrong."
    assert told["game"] == "omaha"
    assert told["beachhead"]
    assert told["rule"] == "7.2"
    assert str(told["clock"]).startswith("Turn 1")
    assert isinstance(told["record"], dict)
    assert told["record"]["choices"]
    assert isinstance(told["page"], dict)
    assert str(told["page"]["address"]).startswith("#/table/")


def test_a_seat_of_a_game_by_link_reports_only_what_it_may_know(opened: Opened) -> None:
    page = opened()
    begin(page, "storm-over-normandy", None, game="storm", seating="link")
    by_link(page, ["The Allied player", "The German player"])
    told = saved(page, "")
    assert "record" not in told
    assert "other seats may not know" in str(told["without_record"])
    assert isinstance(told["view"], dict)
    assert "token" not in json.dumps(told["page"])


def test_a_problem_can_be_reported_from_the_start_page(opened: Opened) -> None:
    page = opened()
    page.get_by_role("button", name="Report a problem").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["beachhead"]


# --- Escape


def test_escape_closes_what_was_opened_last_and_nothing_else(opened: Opened) -> None:
    page = opened(width=844, height=390)
    begin(page)
    page.keyboard.press("o")
    expect(page.locator(".legend")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".side.open")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".side.open")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".side.open")).to_have_count(0)
    expect(page.locator(".legend")).to_be_visible()
    page.locator(".menu-button").click()
    expect(page.locator("#game-menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#game-menu")).to_be_hidden()
    expect(page.locator(".legend")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".legend")).to_be_hidden()


# --- screens

OFF_SCREEN = """() => {
    const wide = document.documentElement.clientWidth, high = document.documentElement.clientHeight;
    const found = [];
    for (const each of document.querySelectorAll("button, a, input, select, summary, h1, h2, p")) {
        if (!each.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        if (each.closest(".skip, .visually-hidden, .board-frame, .side:not(.open)")) continue;
        const box = each.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        let scrolls = false;
        for (let at = each.parentElement; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            scrolls ||= /auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth;
        }
        if (!scrolls && (box.right > wide + 1 || box.left < -1)) {
            found.push(`${each.tagName}.${each.className}: ${box.left}–${box.right}`);
        }
    }
    if (document.documentElement.scrollWidth > wide) found.push("the page scrolls sideways");
    return found;
}"""
"""What runs off the screen at its sides, and cannot be scrolled to."""


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_runs_off_the_screen(opened: Opened, screen: str) -> None:
    width, height = SCREENS[screen]
    page = opened(width=width, height=height, touch=width < 1000)
    for game, scenario in GAMES.items():
        assert page.evaluate(OFF_SCREEN) == [], "start page"
        begin(page, scenario, game=game)
        settled(page)
        assert page.evaluate(OFF_SCREEN) == [], game
        for seen in (page.locator(".turn.now"), *page.locator(".gauge strong").all()):
            expect(seen).to_be_in_viewport(ratio=0.9)
        board = page.locator(".board-frame").bounding_box()
        assert board
        assert board["width"] * board["height"] > 0.3 * width * height, "the map has room"
        page.keyboard.press("l")
        assert page.evaluate(OFF_SCREEN) == [], f"{game}, log"
        page.goto(page.url.partition("#")[0] + "#/")
        page.wait_for_selector(".start")


@pytest.mark.parametrize("game", GAMES)
def test_start_is_in_view(opened: Opened, game: str) -> None:
    page = opened(width=1280, height=800)
    page.locator(".new-game select").first.select_option(game)
    expect(page.locator("#begin")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", ["phone sideways", "phone upright"])
def test_one_can_play_by_touch(opened: Opened, screen: str) -> None:
    width, height = SCREENS[screen]
    page = opened(width=width, height=height, touch=True)
    begin(page)
    dice = random.Random(5)
    for _ in range(6):
        click_on(page, dice)
