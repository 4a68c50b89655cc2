"""Whoever points at a number or a symbol, holds a finger on it or comes to it by keyboard is told
what it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from pages import begin, made, settle, situation

PRESS = """([x, y]) => {
    const target = document.elementFromPoint(x, y);
    const how = {pointerType: "touch", clientX: x, clientY: y, bubbles: true, button: 0};
    target.dispatchEvent(new PointerEvent("pointerdown", how));
}"""
LET_GO = """([x, y]) => {
    const target = document.elementFromPoint(x, y);
    const how = {pointerType: "touch", clientX: x, clientY: y, bubbles: true, button: 0};
    target.dispatchEvent(new PointerEvent("pointerup", how));
    target.dispatchEvent(new PointerEvent("click", how));
}"""


def loaded(page: Page) -> Page:
    """The words come with the reference."""
    page.wait_for_selector(".reference .chapters", state="attached")
    settle(page)
    page.keyboard.press("0")
    page.wait_for_selector(".board-frame:not([data-flying])")
    return page


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def rest(page: Page, part: Locator) -> str:
    """Rest the pointer on something; returns what is said."""
    page.mouse.move(2, 2)
    expect(page.locator(".hint")).to_be_hidden()
    page.mouse.move(*middle(part))
    expect(page.locator(".hint")).to_be_visible()
    return page.locator(".hint").inner_text()


def apart(page: Page, what: Locator) -> bool:
    """Whether the words do not lie over what they are about, and are within the window."""
    hint, box, size = page.locator(".hint").bounding_box(), what.bounding_box(), page.viewport_size
    assert hint is not None
    assert box is not None
    assert size is not None
    assert hint["x"] >= 0
    assert hint["y"] >= 0
    assert hint["x"] + hint["width"] <= size["width"]
    assert hint["y"] + hint["height"] <= size["height"]
    return (
        hint["x"] + hint["width"] <= box["x"]
        or box["x"] + box["width"] <= hint["x"]
        or hint["y"] + hint["height"] <= box["y"]
        or box["y"] + box["height"] <= hint["y"]
    )


def test_numbers_and_symbols_of_counters_cards_and_tracks(opened: Callable[..., Page]) -> None:
    page = opened()
    begin(page, "easy-fox", 8)
    loaded(page)
    tank = page.locator('[id="unit-1/B/741"]')
    assert rest(page, tank.locator('[data-hint^="strength"]')).startswith("Strength 2 ")
    assert apart(page, tank)
    assert "rule 8.11" in rest(page, tank.locator('[data-hint^="range"]'))
    assert rest(page, tank.locator('[data-hint^="target"]')).startswith("Target symbol: diamond")
    post = page.locator('[id="post-WN61"]')
    assert rest(page, post.locator('[data-hint^="position-color"]')).startswith("Color: orange")
    assert rest(page, post.locator('[data-hint^="face-down"]')).startswith("Face down: WN")
    assert "G/2/16" in rest(page, page.locator(".turn").nth(2))
    assert "8 are a catastrophic loss" in rest(page, page.locator(".gauge").nth(1))

    # Neither a native title nor the words stay in the way.
    assert page.locator(".sheet.pieces .counter > title").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_hidden()

    page.click("#tab-reference")
    page.locator(".reference summary", has_text="Cards").click()
    square = page.locator(".reference .card-picture [data-hint^='double-color']").first
    square.scroll_into_view_if_needed()
    assert rest(page, square).startswith("orange, double Only positions")
    page.locator(".reference summary", has_text="Numbers and symbols").click()
    expect(page.locator(".reference .hint-list")).to_contain_text("BZ: bazooka")
    page.get_by_label("Search the reference").fill("bazooka")
    expect(page.locator(".reference .results")).to_contain_text("Attackers should have it")


@pytest.mark.parametrize(
    ("game", "scenario", "parts"),
    [
        (
            "storm",
            "storm-over-normandy",
            {
                "#unit-ge-21-125 [data-hint^=firepower]": "Firepower 2 ",
                "#unit-ge-21-125 [data-hint^=movement]": "Movement 5 ",
                "#control-28": "Allied control ",
                "#turn-marker": "Turn 1 ",
                "#points-ones": "Allied Victory Points: 0 ",
            },
        ),
        (
            "dday91",
            "1944",
            {
                "#unit-5U [data-hint^=combat]": "Combat factor 5 ",
                "#unit-5U [data-hint=corps]": "XXX A corps",
                "#moves-german": "German Moves: 5 ",
                "#control-G13": "German control ",
            },
        ),
    ],
)
def test_other_games_have_words_of_their_own(
    opened: Callable[..., Page], game: str, scenario: str, parts: dict[str, str]
) -> None:
    page = opened(width=1440, height=900)
    begin(page, scenario, 3, game=game)
    loaded(page)
    for part, words in parts.items():
        said = rest(page, page.locator(part).first)
        assert said.startswith(words), f"{part}: {said}"


def test_words_do_not_cover_the_stack_that_fans_out(opened: Callable[..., Page]) -> None:
    page = opened(width=1280, height=800)
    situation(page, "scenario first-waves\nturn 5 action; begin action; 0612 A/1/16 B/1/16")
    page.wait_for_selector(".reference .chapters", state="attached")
    settle(page)
    rest(page, page.locator('.board-frame [id="unit-B/1/16"] [data-hint^="strength"]'))
    expect(page.locator(".spot")).to_be_visible()
    assert apart(page, page.locator(".spot"))


def test_a_finger_that_holds_on_asks_and_chooses_nothing(opened: Callable[..., Page]) -> None:
    page = opened(touch=True)
    begin(page, "easy-fox", 8)
    loaded(page)
    before = made(page)
    at = middle(page.locator('[id="unit-1/B/741"] [data-hint^="steps"]'))
    page.evaluate(PRESS, at)
    expect(page.locator(".hint")).to_contain_text("Steps: 1 of 2")
    page.evaluate(LET_GO, at)
    settle(page)
    assert made(page) == before
    # A tap is still a tap.
    page.evaluate(PRESS, at)
    expect(page.locator(".hint")).to_be_hidden()
    page.evaluate(LET_GO, at)
    page.wait_for_selector(f'.play:not([data-made="{before}"])')


def test_by_keyboard_all_of_a_counter_is_told(opened: Callable[..., Page]) -> None:
    page = opened()
    begin(page, "1944", 3, game="dday91")
    loaded(page)
    page.locator(".chips [data-option]", has_text="Place every unit").click()
    counter = page.locator(".tray-unit").first
    counter.wait_for()
    assert rest(page, counter.locator("[data-hint^=movement]")).startswith("Movement factor")
    counter.focus()
    page.keyboard.press("ArrowRight")
    focused = page.locator(".tray-unit:focus")
    expect(page.locator(".hint")).to_contain_text("Combat factor")
    expect(focused).to_have_attribute("aria-describedby", "hint")
    assert apart(page, focused)
    # The next is described instead, and any key makes the words go.
    page.keyboard.press("Tab")
    expect(page.locator("[aria-describedby=hint]")).to_have_count(1)
    expect(focused).to_have_attribute("aria-describedby", "hint")
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_hidden()
    expect(page.locator("[aria-describedby=hint]")).to_have_count(0)
