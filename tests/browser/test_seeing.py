"""What can be seen and read: counters, cards, who decides, choices, and nothing in their way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import Opened
from pages import Server, begin, by_link, made, settled, sit_down, situation, told

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import legible

ROOT = Path(__file__).resolve().parents[2]
LEAST = 12
"""So many pixels, at least, text of a card that was opened is high."""
TEXTS = """() => [...document.querySelectorAll(".closeup text")].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().d))"""
COVERED = """([upper, lower]) => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter(each => getComputedStyle(each).visibility !== "hidden")
        .map(each => [each.textContent, each.getBoundingClientRect()]);
    return boxes(upper).flatMap(([name, one]) => boxes(lower).filter(([, other]) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    ).map(([other]) => `${name} on ${other}`));
}"""
TANK = (
    "scenario first-waves\nturn 5 action; begin action; 0513 1/B/741; 0712 A/1/16; 0709 16HQ\n"
    "naval 1\nWN62N ? depth?; WN61 ?"
)


def covered(page: Page, upper: str, lower: str) -> list[str]:
    """What of something covers what of something else."""
    found: list[str] = page.evaluate(COVERED, [upper, lower])
    return found


def choose(page: Page, option: str) -> None:
    before = made(page)
    page.locator(f".chips [data-option='{option}']").click()
    told(page, before)


# --- counters


@pytest.mark.parametrize("board", legible.BOARDS, ids=[board.game for board in legible.BOARDS])
def test_combat_values_can_be_read(browser: Browser, server: Server, board: Any) -> None:
    found = legible.look(browser, server.address, board)
    assert found["values"]
    assert found["met"], found


def test_figures_cover_no_numbers_and_say_why_by_position(opened: Opened) -> None:
    page = opened(width=1440, height=900)
    situation(page, TANK)
    choose(page, "act-1/B/741")
    page.wait_for_selector(".label-tag.opens")
    assert covered(page, ".label-tag", ".counter .strength") == []
    page.locator(".label-tag.opens").first.dispatch_event("click")
    why = page.locator(".why-figure")
    expect(why.locator("h3")).to_contain_text("%?")
    expect(why.locator(".pointer").first).to_contain_text("of 5")
    why.locator(".pointer").first.hover()
    expect(page.locator("#dots > g.shown")).to_have_count(1)


def test_the_mini_map_keeps_off_what_may_be_chosen(opened: Opened) -> None:
    page = opened()
    situation(page, TANK)
    page.wait_for_selector(".glowing .shape")
    corners = set()
    for key in ("ArrowUp", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(f"Shift+{key}")
        page.wait_for_selector(".plane:not(.moving)")
        assert covered(page, ".minimap", ".glowing .shape") == []
        corners.add(page.get_attribute(".minimap", "data-corner"))
    assert len(corners) > 1


def test_the_map_stands_still_when_the_action_is_in_view(opened: Opened) -> None:
    page = opened()
    situation(page, TANK)
    page.wait_for_selector(".plane:not(.moving)")
    before = page.evaluate("document.querySelector('.plane').style.transform")
    choose(page, "act-1/B/741")
    assert page.evaluate("document.querySelector('.plane').style.transform") == before


def test_a_tray_lies_beside_the_map(opened: Opened) -> None:
    page = opened()
    begin(page, "1944", game="dday91", seating="hotseat")
    choose(page, "own")
    expect(page.locator(".tray")).to_be_visible()
    assert covered(page, ".tray", ".board-frame") == []


def test_an_army_fans_out_and_is_listed_with_its_corps(opened: Opened) -> None:
    page = opened()
    text = (ROOT / "docs" / "gallery" / "dday-breakout.txt").read_text(encoding="utf-8")
    situation(page, text, "dday91")
    page.locator("#tab-cards").click()
    expect(page.locator("#tab-cards")).to_have_text("Armies")
    army = page.locator(".roster", has_text="1st U.S. Army")
    expect(army.locator(".roster-unit")).to_have_count(4)
    expect(army).to_contain_text("combat factors")
    page.locator("#units .counter[data-holds*=' ']").first.hover()
    expect(page.locator(".spot .fan-counter").nth(2)).to_be_visible()


# --- cards


def test_cards_are_held_up_by_mouse_key_and_finger(opened: Opened) -> None:
    page = opened(touch=True)
    begin(page, "storm-over-normandy", game="storm", seating="solo")
    page.locator("#tab-reference").click()
    page.locator("#panel-reference summary", has_text="Cards").click()
    cards = page.locator("#panel-reference .card-open")
    cards.nth(1).focus()
    large = page.locator(".closeup")
    expect(large).to_be_visible()
    sizes: list[float] = page.evaluate(TEXTS)
    assert sizes
    assert min(sizes) >= LEAST
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    cards.nth(2).hover()
    expect(large).to_be_visible()
    page.mouse.move(300, 300)
    expect(large).to_be_hidden()
    cards.nth(3).tap()
    expect(large).to_be_visible()
    assert min(page.evaluate(TEXTS)) >= LEAST
    page.locator(".board-frame").tap(position={"x": 300, "y": 300})
    expect(large).to_be_hidden()


def test_the_card_lies_beside_the_position_that_fires(opened: Opened) -> None:
    page = opened("if (window.origin !== 'null') localStorage.setItem('beachhead.speed', '0');")
    page.check('input[value="easy-fox"]')
    page.fill("#seed", "11")
    page.click("#begin")
    page.wait_for_selector("body.telling")  # the first landing, step by step
    for _ in range(60):
        if page.locator(".lines .shot.hostile").count():
            break
        if page.locator("body.telling").count():
            page.keyboard.press("Space")
            page.wait_for_timeout(60)
        else:
            ends = page.locator(".end[data-option]")
            (ends if ends.count() else page.locator(".chips [data-option]")).first.click()
            page.wait_for_timeout(300)
    card = page.locator(".table-card")
    expect(card).to_be_visible()
    assert card.locator(".badge.lit").count() >= 1
    assert covered(page, ".table-card", ".told .shape") == []


# --- who decides


def test_a_link_game_says_who_one_is(opened: Opened) -> None:
    allied = opened()
    begin(allied, "1944", 11, game="dday91", seating="link")
    other = by_link(allied, ["the Allied player", "the German player"])
    german = opened()
    sit_down(german, other)
    expect(allied.locator(".seat-tag")).to_have_text("You are the Allied player")
    expect(german.locator(".seat-tag")).to_have_text("You are the German player")


# --- choices


def test_choices_are_seen_whole(opened: Opened) -> None:
    page = opened(width=1280, height=800)
    begin(page)
    page.wait_for_selector(".chip")
    cut = page.evaluate(
        """() => document.querySelector(".chip").getBoundingClientRect().bottom
            - document.querySelector(".chips").getBoundingClientRect().bottom"""
    )
    assert cut < 0


def test_choices_that_have_no_room_are_a_click_away(opened: Opened) -> None:
    page = opened(width=1280, height=800)
    situation(page, TANK)
    choose(page, "act-1/B/741")
    settled(page)
    offered = page.locator(".chips [data-option]")
    cut = "all => all.scrollWidth > all.clientWidth"
    assert page.locator(".chips").evaluate(cut)
    assert offered.count() < 10, "so few are not filtered"
    expect(page.locator(".choice-filter")).to_be_hidden()
    page.get_by_role("button", name=f"All {offered.count()}").click()
    assert not page.locator(".chips").evaluate(cut)
    for box in [each.bounding_box() for each in offered.all()]:
        assert box
        assert box["x"] + box["width"] <= 1280


def test_choices_are_grouped_and_found_by_typing(opened: Opened) -> None:
    page = opened()
    situation(page, TANK.replace("0709 16HQ", "0709 16HQ; 0612 B/1/16; 0611 C/1/16; 0514 D/1/16"))
    names = page.locator(".chip-group").all_inner_texts()
    assert "Free" in names
    page.keyboard.press("'")
    page.keyboard.type("16 HQ")
    left = page.locator(".chips [data-option]:not([hidden])")
    assert all("16 HQ" in each for each in left.all_inner_texts())
    assert left.count()


def test_what_is_asked_at_a_place_is_not_asked_below_as_well(opened: Opened) -> None:
    page = opened()
    situation(page, TANK)
    choose(page, "act-1/B/741")
    settled(page)
    hex_ = page.locator(".glowing .shape").first.bounding_box()
    assert hex_
    page.mouse.click(hex_["x"] + hex_["width"] / 2, hex_["y"] + hex_["height"] / 2)
    expect(page.locator(".spot.pinned .spot-options")).to_be_visible()
    expect(page.locator(".choices")).to_be_hidden()


# --- the track and overlays


@pytest.mark.parametrize(
    ("width", "height", "scenario", "count"),
    [
        (1280, 800, "d-day-at-omaha-beach", 32),
        (390, 844, "easy-fox", 16),
        (360, 640, "d-day-at-omaha-beach", 32),
    ],
)
def test_all_turns_are_in_sight(
    opened: Opened, width: int, height: int, scenario: str, count: int
) -> None:
    page = opened(width=width, height=height)
    begin(page, scenario)
    turns = page.locator(".turns .turn")
    expect(turns).to_have_count(count)
    track = page.locator(".turns").bounding_box()
    assert track
    for n in range(count):
        box = turns.nth(n).bounding_box()
        assert box
        assert track["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= track["x"] + track["width"] + 1
        assert box["y"] + box["height"] <= track["y"] + track["height"] + 1


def test_fields_of_fire_are_remembered(opened: Opened) -> None:
    page = opened()
    begin(page, "easy-fox", 11)
    page.keyboard.press("f")
    expect(page.locator("#dots > g.shown").nth(2)).to_be_attached()
    page.reload()
    page.wait_for_selector(".play[data-made]")
    expect(page.locator("#dots > g.shown").nth(2)).to_be_attached()
    page.keyboard.press("f")
    expect(page.locator(".legend")).to_be_hidden()


CUT = """selector => [...document.querySelectorAll(selector)]
    .filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
    .map(each => each.textContent)"""


def test_what_is_asked_first_is_read_whole(opened: Opened) -> None:
    page = opened(width=1280, height=800)
    begin(page, "storm-over-normandy", game="storm")
    assert page.locator(".chip.long").count() == 1
    assert page.evaluate(CUT, ".chip") == []


def test_what_a_long_end_would_cost_is_read_whole(opened: Opened) -> None:
    page = opened(width=1280, height=800)
    situation(page, "turn 1; 0509 1/B/741; 0517 2/C/741; begin action")
    settled(page)
    label = page.locator(".end-text")
    assert label.inner_text().endswith("are lost"), label.inner_text()
    assert page.evaluate(CUT, ".end-text") == []


def test_the_sheet_of_keys_is_read_from_its_beginning(opened: Opened) -> None:
    page = opened(width=1280, height=600)
    begin(page)
    settled(page)
    page.keyboard.press("?")
    title = page.locator("dialog h2").first
    title.wait_for()
    box, dialog = title.bounding_box(), page.locator("dialog").bounding_box()
    assert box
    assert dialog
    assert box["y"] >= dialog["y"]


def test_all_gauges_are_seen_on_a_phone(opened: Opened) -> None:
    page = opened(width=390, height=844)
    text = (ROOT / "docs" / "gallery" / "dday-breakout.txt").read_text(encoding="utf-8")
    situation(page, text, "dday91")
    settled(page)
    assert page.locator(".gauge").count() == 6
    assert page.evaluate(CUT, ".gauges") == []
