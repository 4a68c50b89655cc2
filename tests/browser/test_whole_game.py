"""Complete games in a real browser: one with the mouse, one by keyboard."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import beachhead
from beachhead.kernel.record import replay
from pages import begin, click_on, is_over, made, press_on, settle, tab_to, told, turn

FAST = """
if (window.origin !== 'null' && !localStorage['beachhead.speed']) {
    localStorage.setItem('beachhead.speed', '4');
}
"""

LISTEN = """
window.heard = {shots: 0, moved: 0, clocks: new Set(), phases: new Set(), cards: 0};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    if (document.body.classList.contains("telling") && this.closest(".counter")) heard.moved += 1;
    return animate.apply(this, how);
};
new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) {
        if (node.querySelector?.(".shot.hostile")) heard.shots += 1;
    }
    if (!document.body.classList.contains("telling")) return;
    heard.clocks.add(document.querySelector(".clock-turn").textContent);
    heard.phases.add(document.querySelector(".sequence .now")?.textContent);
    const cards = document.querySelectorAll(".flipbook .card-strip svg");
    heard.cards = Math.max(heard.cards, cards.length);
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Notes what moves and what the clock and the flipbook show while a story is told."""


def test_the_first_waves_by_clicking(opened: Callable[..., Page], tmp_path: Path) -> None:
    page = opened(FAST, calm=False)
    dice = random.Random(3)

    # two turns with everything that moves
    begin(page, "first-waves", 7)
    page.evaluate(LISTEN)
    while turn(page) < 3:
        click_on(page, dice)
    heard = page.evaluate("({...heard, clocks: [...heard.clocks], phases: [...heard.phases]})")
    assert heard["shots"] >= hits(json.loads(export(page, "Record", tmp_path))) > 0
    assert heard["moved"] > 20
    # Turn 1 ends with a choice of its own, after which everything is of the next one.
    assert {"Turn 2", "Turn 3"} <= set(heard["clocks"])
    assert {"US Amphibious Operations Phase", "Event Phase", "German Fire Phase"} <= set(
        heard["phases"]
    )
    assert heard["cards"] > 1

    # the rest at once
    page.emulate_media(reduced_motion="reduce")
    page.locator("#speed").press("End")
    saved: dict[str, Any] = {}
    reloaded = False
    while not is_over(page):
        click_on(page, dice)
        if made(page) % 40 == 20 and not is_over(page):
            take_back_and_do_again(page)
        if turn(page) == 4 and not saved:
            saved = json.loads(export(page, "Record", tmp_path))
            assert len(saved["choices"]) >= made(page)
        if turn(page) == 4 and "Action" in page.inner_text(".top") and not reloaded:
            reload(page)
            reloaded = True
    assert saved
    assert reloaded
    assert turn(page) >= 5
    assert re.search("catastrophic loss|US (defeat|victory)|draw", page.inner_text(".sentence"))

    watch_again(page)
    take_away(page, tmp_path)

    # a saved record goes on where it was saved
    settle(page)
    page.goto(page.url.split("#")[0])
    page.locator("summary", has_text="Open a record").click()
    again = tmp_path / "again.json"
    again.write_text(json.dumps(saved), encoding="utf-8")
    page.set_input_files("#record", again)
    page.wait_for_selector('.play[data-over="false"]')
    expect(page.locator(".clock-turn")).to_have_text("Turn 4")
    click_on(page, dice)


def hits(record: dict[str, Any]) -> int:
    """How many units German fire has hit in a game."""
    news = replay(beachhead.load("omaha"), record).news
    fire = [event for events in news for event in events if event.kind == "fire"]
    return sum(len(event.detail.get("hits", ())) for event in fire)


def take_back_and_do_again(page: Page) -> None:
    after, text = made(page), page.inner_text(".sentence")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    told(page, after)
    before = made(page)
    assert before < after
    page.get_by_role("button", name=re.compile("^Redo")).click()
    told(page, before)
    assert (made(page), page.inner_text(".sentence")) == (after, text)


def reload(page: Page) -> None:
    def seen() -> tuple[int, str, int, list[str]]:
        chips = page.locator(".chips [data-option]").all_inner_texts()
        lines = page.locator(".log .line").count()
        return made(page), page.inner_text(".sentence"), lines, chips

    before = seen()
    settle(page)
    page.reload()
    page.wait_for_selector(f'.play[data-made="{before[0]}"]')
    assert seen() == before


def watch_again(page: Page) -> None:
    """Replay, there and back; the log goes along."""
    last, lines = made(page), page.locator(".log .line:not([hidden])").count()
    page.locator(".chips button", has_text="Watch it again").click()
    bar = page.locator(".replay")
    expect(bar).to_be_visible()
    page.wait_for_selector('.play[data-made="0"]')  # again: from the beginning
    at_first = page.locator(".log .line:not([hidden])").count()
    assert at_first < lines / 10
    for n in (1, 2, 3):
        bar.get_by_label("One choice on").click()
        page.wait_for_selector(f'.play[data-made="{n}"]')
    assert page.locator(".log .line:not([hidden])").count() > at_first
    bar.get_by_label("One choice back").click()
    page.wait_for_selector('.play[data-made="2"]')
    bar.get_by_label("Jump to a turn").select_option(label="Turn 4 begins")
    expect(page.locator(".clock-turn")).to_have_text("Turn 4")
    told_last = page.locator(".log .line.kind-turn:not([hidden])").last
    assert "Turn 4" in (told_last.text_content() or "")
    bar.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(f'.play[data-made="{last}"]')
    expect(bar).to_be_hidden()
    assert page.locator(".log .line:not([hidden])").count() == lines


def take_away(page: Page, folder: Path) -> None:
    """Log, record and report of a game that is over."""
    log = export(page, "Log", folder)
    assert "Turn 1" in log
    assert page.inner_text(".sentence strong") in log
    record = json.loads(export(page, "Record", folder))
    played = replay(beachhead.load("omaha"), record)
    assert played.state.over
    assert len(played.choices) >= made(page)
    with page.expect_popup() as popup:
        page.locator(".chips a", has_text="After-action report").click()
    report = popup.value
    report.wait_for_load_state()
    expect(report.locator("h1")).to_be_visible()
    expect(report.locator("svg").nth(turn(page))).to_be_attached()
    report.close()


def export(page: Page, what: str, folder: Path) -> str:
    """Take something away from the menu; returns the text of the file."""
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=what).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_easy_fox_from_start_to_end_by_keyboard(opened: Callable[..., Page]) -> None:
    page = opened()
    page.evaluate("addEventListener('pointerdown', () => (window.pointed = true))")
    tab_to(page, "input[value=easy-fox], input[name=scenario]:checked")
    for _ in range(5):
        if page.locator("input[value=easy-fox]:checked").count():
            break
        page.keyboard.press("ArrowDown")
    expect(page.locator("input[value=easy-fox]")).to_be_checked()
    tab_to(page, "#seed")
    page.keyboard.type("11")
    tab_to(page, "#begin")
    page.keyboard.press("Enter")
    page.wait_for_selector(".play[data-made]")
    dice = random.Random(5)
    while not is_over(page):
        press_on(page, dice)
        if made(page) == 12:
            page.keyboard.press("u")
            told(page, 12)
            before = made(page)
            page.keyboard.press("r")
            told(page, before)
            assert made(page) == 12
    last = made(page)
    page.keyboard.press("v")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    page.keyboard.press("Escape")
    page.wait_for_selector(f'.play[data-made="{last}"]')
    assert page.evaluate("!window.pointed"), "no mouse was used"
