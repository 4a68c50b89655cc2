"""The extended game in a real browser: a whole game by clicking, and what is new on the board."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages import begin, click_on, is_over, made, press_on, situation, told, turn

Opened = Callable[..., Page]

FAST = """
if (window.origin !== 'null' && !localStorage['beachhead.speed']) {
    localStorage.setItem('beachhead.speed', '4');
}
"""
LISTEN = """
window.told = {cells: new Set(), reasons: new Set()};
new MutationObserver(() => {
    if (!document.body.classList.contains("telling")) return;
    const cell = document.querySelector(".lively td.lit");
    if (cell) told.cells.add(cell.textContent);
    const text = document.querySelector(".story-text")?.textContent ?? "";
    if (/is held|is empty/.test(text)) told.reasons.add(text);
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Notes the cells of the action summary that light up, and the reasons that are told."""

VARIANTS = ("improved-reaction", "rangers-to-pointe-du-hoc", "first-wave-tanks-safe")


@pytest.mark.soak
def test_beyond_the_beach_to_its_end_by_clicking(opened: Opened, tmp_path: Path) -> None:
    page = opened(FAST)
    dice = random.Random(17)
    chosen = {"german-armor", *dice.sample(VARIANTS, 1)}
    page.check("input[value=beyond-the-beach]")
    for name in chosen:
        page.check(f"input[name={name}]")
    page.fill("#seed", "3")
    page.click("#begin")
    page.wait_for_selector(".play[data-made]")
    expect(page.locator(".turn").first).to_contain_text("17")
    expect(page.locator(".turn.check")).to_have_count(1)
    page.evaluate(LISTEN)
    while turn(page) == 17 and not page.evaluate("told.cells.size > 1"):
        click_on(page, dice)
    assert page.evaluate("told.reasons.size") > 1

    page.locator("#speed").press("End")
    while not is_over(page):
        click_on(page, dice, busy=0.3)
    assert made(page) > 100
    kinds = set(page.eval_on_selector_all(".log .line", "all => all.map(each => each.className)"))
    seen = {name for each in kinds for name in each.split() if name.startswith("kind-")}
    assert {"kind-german-action", "kind-command", "kind-fire", "kind-move"} <= seen
    expect(page.locator(".sentence")).to_contain_text(re.compile("defeat|victory|loss"))

    sheet = page.locator(".victory .points")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Positions marked VP")
    expect(sheet.locator("tfoot td").first).to_have_text(re.compile(r"^[+−]?\d+$"))
    record = json.loads(download(page, tmp_path))
    assert {name for name in chosen if record["options"][name]} == chosen
    assert record["scenario"] == "beyond-the-beach"


def download(page: Page, folder: Path) -> str:
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as file:
        page.get_by_role("menuitem", name="Record").click()
    path = folder / file.value.suggested_filename
    file.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_variants_that_a_scenario_refuses_say_why(opened: Opened) -> None:
    page = opened()
    armor = page.locator("input[name=german-armor]")
    page.check("input[value=beyond-the-beach]")
    armor.check()
    page.check("input[value=first-waves]")
    expect(armor).to_be_disabled()
    line = page.locator(".switch.cannot", has_text="German armor")
    expect(line).to_contain_text("cannot be used with The First Waves")
    expect(line).to_contain_text("Beyond the Beach")
    page.click("#begin")  # what is refused is not sent
    page.wait_for_selector(".play[data-made]")


def test_the_set_up_and_a_turn_by_keyboard(opened: Opened) -> None:
    page = opened()
    begin(page, "beyond-the-beach", 5)
    dice = random.Random(2)
    for _ in range(45):
        press_on(page, dice)
    assert made(page) >= 45


def middle_of(page: Page, id_: str) -> tuple[float, float]:
    """Where something is on the screen."""
    x, y = page.evaluate(
        """id => {
            const box = document.querySelector("#" + CSS.escape(id)).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        id_,
    )
    return x, y


TANK_AT_AN_EXIT = """
    scenario beyond-the-beach; turn 20 action; begin action
    1916 1/A/741; E9 T?
"""


def test_a_road_move_shows_its_way_and_an_exit_is_clicked(opened: Opened) -> None:
    page = opened()
    situation(page, TANK_AT_AN_EXIT)
    while not page.locator('.chips [data-option="exit-C"]').count():
        before = made(page)
        page.locator(".chips [data-option]", has_text=re.compile("1st|1/A/741")).first.click()
        told(page, before)
    page.locator('.chips [data-option="move-1814"]').hover()
    expect(page.locator(".way .arrow-line")).to_be_visible()
    page.locator('.chips [data-option="exit-C"]').hover()
    expect(page.locator(".way .arrow-line")).to_be_visible()
    page.mouse.move(2, 2)
    before = made(page)
    page.mouse.click(*middle_of(page, "exit-C"))
    page.locator(".spot-options button", has_text="Leave the map by exit C").first.click()
    told(page, before)
    expect(page.locator("#exited-C")).to_have_count(1)
    page.keyboard.press("Shift+X")
    expect(page.locator(".legend")).to_contain_text("1/A/741 (2)")


WN60_TO_WN62_IN_US_HANDS = """
    scenario beyond-the-beach; turn 20 engineer; begin engineer
    0812 A/1/16; 0809 B/1/16; 0807 C/1/16; 0712 16HQ
"""


def test_bases_and_command_posts_are_set_up_on_the_board(opened: Opened) -> None:
    page = opened()
    situation(page, WN60_TO_WN62_IN_US_HANDS)
    click_what_glows(page, "base-0711", "hex-0711")
    expect(page.locator("#bases > .base")).to_have_count(1)
    expect(page.locator("#base-ranges > g")).to_have_count(1)
    click_what_glows(page, "establish-16 HQ", "unit-16 HQ")
    expect(page.locator('[id="unit-16 HQ"] .range-disc')).to_have_count(1)
    page.keyboard.press("l")
    expect(page.locator(".log")).to_contain_text("sets up a command post in 0712: range 1")
    page.keyboard.press("s")
    expect(page.locator(".legend")).to_contain_text("engineer base")
    expect(page.locator(".overlay .shape.base")).to_have_count(1)
    page.keyboard.press("i")
    expect(page.locator(".range-track li.held")).to_have_count(2)


def click_what_glows(page: Page, option: str, id_: str) -> None:
    """Choose an option on the board; whatever is asked before it is declined."""
    while not page.locator(f'.chips [data-option="{option}"]').count():
        before = made(page)
        page.locator(".end:not(:disabled)[data-option]").click()
        told(page, before)
    before = made(page)
    page.mouse.click(*middle_of(page, id_))
    page.locator(f'.spot-options [data-option="{option}"]').click()
    told(page, before)
