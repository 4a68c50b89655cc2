"""Storm Over Normandy in a real browser: a whole game between two pages, a shared screen."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from pages import begin, by_link, click_on, glowing, in_step, is_over, made, seen, sit_down, told

Opened = Callable[..., Page]
SCENARIO = "storm-over-normandy"
SEATS = ["the Allied player", "the German player"]
BUSY = 0.35
"""How often something that glows is chosen rather than what ends the decision: short turns."""


def test_a_whole_game_between_two_pages_by_clicking(opened: Opened) -> None:
    allied, german = opened(), opened()
    begin(allied, SCENARIO, 11, game="storm", seating="link")
    sit_down(german, by_link(allied, SEATS))
    dice = random.Random(4)
    asked = {allied: 0, german: 0}
    while (page := in_step([allied, german])) is not None:
        asked[page] += 1
        if asked[page] == 20:
            waits_and_sees_no_secret(allied if page is german else german, page)
        if asked[german] == 40 and page is german:
            choice = german.locator(".asks-choice", has_text="when I can")
            choice.click()
            expect(german.locator(".asks-choice[aria-checked=true]")).to_have_text("when I can")
            continue
        click_on(page, dice, BUSY)
    assert min(asked.values()) > 30
    for page in (allied, german):
        assert is_over(page)
        expect(page.locator(".clock-turn")).to_have_text("Turn 8")
        expect(page.locator(".sentence")).to_contain_text("victory")
        expect(page.locator(".log .line.kind-turn")).to_have_count(8)


def waits_and_sees_no_secret(waiting: Page, deciding: Page) -> None:
    """Who is not asked is told for whom he waits, and sees nothing of the other hand."""
    who = deciding.evaluate("document.querySelector('.clock-phase').textContent")
    assert who
    expect(waiting.locator(".chips")).to_contain_text("Waiting for")
    expect(waiting.locator(".chips [data-option]")).to_have_count(0)
    expect(waiting.locator(".hand-card.can")).to_have_count(0)
    mine, theirs = (
        set(page.locator(".flipbook .hand .card-picture").evaluate_all(FACES))
        for page in (waiting, deciding)
    )
    assert not mine & theirs


FACES = "all => all.map(each => each.getAttribute('aria-label'))"


def test_a_shared_screen_is_covered_when_it_changes_hands(opened: Opened) -> None:
    page = opened()
    begin(page, SCENARIO, 3, game="storm", seating="hotseat")
    cover, dice = page.locator(".cover"), random.Random(2)
    sat_down: list[str] = []
    for _ in range(400):
        if cover.is_visible():
            expect(cover).to_contain_text("Pass the device")
            expect(page.locator(".panels")).to_be_hidden()
            expect(page.locator(".chips")).to_be_hidden()
            who = cover.get_by_role("button").inner_text()
            sat_down.append(who)
            cover.get_by_role("button").click()
            expect(cover).to_be_hidden()
            page.wait_for_selector(".chips [data-option], .end[data-option]")
        if {"I am the Allied player", "I am the German player"} <= set(sat_down) and len(
            page.locator(".hand-card").all()
        ):
            break
        click_on(page, dice, BUSY)
    # Each finds his own cards and his own log, and nothing that the other drew.
    side = "allied" if "Allied" in sat_down[-1] else "german"
    page.keyboard.press("l")
    expect(page.locator(".log .line.kind-draw").first).to_be_visible()
    for text in page.locator(".log .line.kind-draw").all_inner_texts():
        assert text.startswith("You draw") or "You draw" in text
    cards = page.locator(".gauge", has_text=f"{side.title()} cards").locator("strong")
    expect(page.locator(".flipbook .hand li")).to_have_count(int(cards.inner_text()))
    assert made(page) > 10


def test_area_overlays_have_a_key_a_legend_and_shapes(opened: Opened) -> None:
    page = opened()
    begin(page, SCENARIO, 3, game="storm")
    page.keyboard.press("1")
    told(page, 0)
    for key, title in (("t", "Lines"), ("s", "Stacking"), ("b", "Bocage"), ("a", "Airborne")):
        page.keyboard.press(key)
        expect(page.locator(".legend h2")).to_contain_text(title)
        page.wait_for_selector(".overlay .area-shape")
        page.keyboard.press("Escape")
        expect(page.locator(".legend")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator(".legend")).to_contain_text("Click a unit")
    page.mouse.click(*page.evaluate(IN_SIGHT))
    page.wait_for_selector(".overlay .area-shape")
    expect(page.locator(".legend")).to_contain_text("movement points")


IN_SIGHT = """() => {
    for (const counter of document.querySelectorAll(".counter.german.regiment")) {
        const box = counter.getBoundingClientRect();
        const at = [box.left + box.width / 2, box.top + box.height / 2];
        if (document.elementFromPoint(...at)?.closest(".counter") === counter) return at;
    }
}"""
"""The middle of a German regiment that nothing covers."""


def test_a_question_at_a_place_stays_when_the_map_comes_to_rest(opened: Opened) -> None:
    page = opened()
    begin(page, SCENARIO, 5, game="storm")
    dice = random.Random(2)
    while "bombard" not in page.inner_text(".sentence"):
        click_on(page, dice)
    page.mouse.move(2, 2)
    page.keyboard.press("ArrowRight")
    (x, y), *_ = glowing(page)
    page.mouse.click(x, y)
    spot = page.locator(".spot.pinned")
    expect(spot).to_be_visible()
    seen(page, ".plane:not(.moving)")
    expect(spot).to_be_visible()


def test_the_start_page_proposes_what_a_game_suggests(opened: Opened) -> None:
    page = opened()
    page.locator(".new-game select").first.select_option("storm")
    chosen = page.locator(".new-game select", has=page.locator("option", has_text="refitted"))
    expect(chosen).to_have_value("refitted")
    chosen.select_option("first")
    page.locator(".new-game select").first.select_option("omaha")
    page.locator(".new-game select").first.select_option("storm")
    expect(chosen).to_have_value("refitted")
