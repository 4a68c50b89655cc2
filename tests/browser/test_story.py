"""The story of what the game does: told from the start, held, told again, and summed up."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from pages import begin, click_on, made, settled, told

Opened = Callable[..., Page]
ONE_AT_A_TIME = "if (window.origin !== 'null') localStorage.setItem('beachhead.speed', '0');"
BRISK = "if (window.origin !== 'null') localStorage.setItem('beachhead.speed', '2');"


def found(page: Page) -> None:
    """A new game whose first turn is told."""
    page.check('input[value="first-waves"]')
    page.fill("#seed", "7")
    page.click("#begin")
    page.wait_for_selector(".story-count:not(:empty)")


def count(page: Page) -> int:
    return int(page.inner_text(".story-count").split()[0])


def test_the_first_landing_is_told_and_one_can_go_back_and_on(opened: Opened) -> None:
    page = opened(ONE_AT_A_TIME)
    found(page)
    assert "landing card" in page.inner_text(".story-text")
    told_first = page.inner_text(".story-text")
    start = count(page)
    for _ in range(3):
        before = count(page)
        page.keyboard.press("Space")
        page.wait_for_function(
            "n => Number(document.querySelector('.story-count').textContent.split(' ')[0]) > n",
            arg=before,
        )
    for _ in range(3):
        before = count(page)
        page.keyboard.press("Backspace")
        page.wait_for_function(
            "n => Number(document.querySelector('.story-count').textContent.split(' ')[0]) < n",
            arg=before,
        )
    assert count(page) == start
    assert page.inner_text(".story-text") == told_first
    page.keyboard.press("Shift+Space")
    page.wait_for_selector(".play[data-made]")
    settled(page)
    page.keyboard.press("l")
    lines = page.locator(".log .line-text")
    texts = lines.all_inner_texts()
    assert texts.count(told_first.rpartition(" ")[0]) == 1, "what is told again is logged once"


def test_a_pause_holds_the_story_until_one_goes_on(opened: Opened) -> None:
    page = opened(BRISK)
    found(page)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Go on")).to_have_attribute("aria-pressed", "true")
    held = page.inner_text(".story-count")
    page.wait_for_timeout(2500)
    assert page.inner_text(".story-count") == held
    page.keyboard.press(">")
    assert page.inner_text(".story-count") == held
    expect(page.locator(".pace-text")).to_have_text("brisk")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".story-count")).not_to_have_text(held)
    page.keyboard.press("Shift+Space")
    page.wait_for_selector(".play[data-made]")


def test_what_happened_since_the_last_decision_is_summed_up_and_told_again(opened: Opened) -> None:
    page = opened()
    begin(page)
    dice = random.Random(3)
    lines = page.locator(".recap-line")
    expect(lines.first).to_be_visible()
    first = lines.all_inner_texts()
    assert 2 <= len(first) <= 6
    while lines.all_inner_texts() == first:
        click_on(page, dice)
    expect(page.locator(".recap h2")).to_have_text("Since your last decision")
    painted = page.locator(".recap canvas").first.evaluate(
        "canvas => new Set(canvas.getContext('2d').getImageData(0, 0, 264, 168).data).size"
    )
    assert painted > 20, "a small map shows something"
    before = made(page)
    page.get_by_role("button", name="Tell it again").click()
    page.wait_for_selector("body.telling")
    page.keyboard.press("Shift+Space")
    settled(page)
    assert made(page) == before
    click_on(page, dice)
    told(page, before)


def test_who_comes_back_is_told_nothing_twice(opened: Opened) -> None:
    page = opened(ONE_AT_A_TIME)
    found(page)
    page.keyboard.press("Shift+Space")
    page.wait_for_selector(".play[data-made]")
    page.reload()
    page.wait_for_selector(".play[data-made]")
    assert not page.locator("body.telling").count()
