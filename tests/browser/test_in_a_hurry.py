"""What comes late, early or twice does no harm: a map at rest, an old answer, a slow key, news."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from pages import (
    AT_ONCE,
    DRAWN,
    begin,
    made,
    moved_on,
    press_on,
    seen,
    settled,
    standing,
    told,
)

Opened = Callable[..., Page]

SITUATION = (Path(__file__).parents[2] / "docs/gallery/omaha-situation.txt").read_text(
    encoding="utf-8"
)


def set_up(page: Page) -> None:
    page.click(".opening summary")
    page.fill(".opening textarea", SITUATION)
    page.click("text=Set it up")
    page.wait_for_selector(".play[data-made]")
    standing(page)


MOVE_AND_TAP = """id => {
    const middle = () => {
        const box = document.getElementById(id).getBoundingClientRect();
        return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
    };
    const do_ = (event) => document.elementFromPoint(event.clientX, event.clientY)
        .dispatchEvent(event);
    const how = {bubbles: true, cancelable: true};
    do_(new WheelEvent("wheel", {...how, ...middle(), deltaY: -90}));
    do_(new PointerEvent("click", {...how, ...middle(), pointerType: "touch"}));
}"""
"""Zoom in a little, and tap a stack before the map has come to rest."""


def test_a_question_stays_when_the_map_comes_to_rest_beneath_it(opened: Opened) -> None:
    page = opened()
    set_up(page)
    seen(page, ".plane:not(.moving)")
    page.evaluate(MOVE_AND_TAP, "unit-I/3/16")
    seen(page, ".plane:not(.moving)")
    page.evaluate(DRAWN)
    assert page.locator(".spot.pinned").is_visible()
    page.keyboard.press("+")  # but it does not stay behind
    expect(page.locator(".spot")).to_be_hidden()


def test_a_click_beside_the_counters_of_a_fan_is_about_the_stack(opened: Opened) -> None:
    page = opened()
    set_up(page)
    before = made(page)
    box = page.locator('[id="unit-I/3/16"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".spot:not(.pinned) .fan-counter")).to_have_count(3)
    page.locator(".spot-sum").click()
    told(page, before)
    expect(page.locator(".spot")).to_be_hidden()


def test_only_a_key_that_repeats_is_held(opened: Opened) -> None:
    """A short press on a busy computer takes long, and the overlay stays all the same."""
    page = opened()
    begin(page)
    legend = page.locator(".legend")
    page.keyboard.down("f")
    expect(legend).to_contain_text("Fields of fire")
    page.evaluate("new Promise(done => setTimeout(done, 700))")
    page.keyboard.up("f")
    page.evaluate(DRAWN)
    assert legend.is_visible()
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
    page.keyboard.down("f")
    expect(legend).to_contain_text("Fields of fire")
    page.keyboard.down("f")
    page.keyboard.up("f")
    expect(legend).to_be_hidden()


SLUGGISH = """
const real = window.fetch;
window.held = {back: null, waiting: 0};
window.fetch = async (...how) => {
    if (held.broken) throw new TypeError("no answer");
    const answer = await real(...how);
    if (held.back && String(how[0]).includes("since=")) {
        held.waiting += 1;
        await held.back;
        held.waiting -= 1;
    }
    return answer;
};
"""
"""The server can be cut off, and its answer to how things stand can be held back."""


def test_an_answer_that_comes_late_does_not_turn_back_the_game(opened: Opened) -> None:
    page = opened(AT_ONCE + SLUGGISH)
    begin(page)
    dice = random.Random(4)
    before = made(page)
    page.evaluate("() => { held.broken = true; held.back = new Promise(go => held.go = go); }")
    page.keyboard.press("1")
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("() => { held.broken = false; }")
    expect(page.locator("#offline")).to_be_hidden()
    page.wait_for_function("held.waiting === 1")
    press_on(page, dice)
    after = made(page)
    assert after != before
    page.evaluate("() => { held.go(); held.back = null; }")
    page.wait_for_function("held.waiting === 0")
    page.evaluate(DRAWN)
    assert made(page) == after
    press_on(page, dice)
    expect(page.locator(".notice")).to_be_hidden()


def test_news_that_come_during_a_story_are_told_after_it(opened: Opened) -> None:
    acting = opened()
    set_up(acting)
    listening = acting.context.new_page()
    listening.goto(acting.url)
    listening.wait_for_selector(".play[data-made]")
    listening.locator("#speed").press("Home")
    for name in ("WN60", "WN61"):
        before = made(acting)
        acting.locator(".chips [data-option]", has_text=f"Naval barrage of {name}").click()
        told(acting, before)
        seen(listening, "body.telling")
    assert listening.locator(".log .line").count() < acting.locator(".log .line").count()
    while made(listening) != made(acting):
        seen(listening, "body.telling")
        before = made(listening)
        listening.keyboard.press("Shift+Space")
        seen(listening, moved_on(before))
    settled(listening)
    lines = [page.locator(".log .line").all_text_contents() for page in (acting, listening)]
    assert lines[0] == lines[1]
