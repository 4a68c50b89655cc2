"""By keyboard alone: a turn of each game for two, and the situation as text. The whole of Easy Fox
is in `test_whole_game.py`."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages import begin, made, press_on, seen, settled, tab_to, told, turn

Opened = Callable[..., Page]


def found_by_keys(page: Page, game: str) -> None:
    """Found a game with Tab, arrows and Enter."""
    tab_to(page, ".new-game select")
    for _ in range(5):
        if page.locator(".new-game select").first.input_value() == game:
            break
        page.keyboard.press("ArrowDown")
    assert page.locator(".new-game select").first.input_value() == game
    tab_to(page, "#seed")
    page.keyboard.type("11")
    tab_to(page, "#begin")
    page.keyboard.press("Enter")
    page.wait_for_selector(".play[data-made]")
    settled(page)


@pytest.mark.parametrize("game", ["storm", "dday91"])
def test_a_turn_by_keyboard(opened: Opened, game: str) -> None:
    page = opened()
    page.evaluate("addEventListener('pointerdown', () => (window.pointed = true))")
    found_by_keys(page, game)
    dice = random.Random(5)
    for _ in range(400):
        if turn(page) > 1:
            break
        before = made(page)
        if page.locator(".end:not(:disabled)[data-option]").count() and dice.random() < 0.6:
            page.keyboard.press("e")
            seen(page, f'body.telling, .play:not([data-made="{before}"]), .end.sure')
            settled(page)
            if made(page) == before:
                page.keyboard.press("e")
            told(page, before)
        else:
            press_on(page, dice)
    assert turn(page) == 2
    assert page.evaluate("!window.pointed"), "no mouse was used"


def test_arrows_go_through_the_scenarios_of_the_start_page(opened: Opened) -> None:
    page = opened()
    tab_to(page, "input[name=scenario]:checked")
    for scenario in ("first-waves", "d-day-at-omaha-beach", "beyond-the-beach"):
        page.keyboard.press("ArrowDown")
        expect(page.locator(f'input[value="{scenario}"]')).to_be_checked()
        expect(page.locator(f'input[value="{scenario}"]')).to_be_focused()


@pytest.mark.parametrize(
    ("game", "scenario", "place"),
    [
        ("omaha", "first-waves", "box FG5"),
        ("storm", "storm-over-normandy", "Caen"),
        ("dday91", "1944", "London"),
    ],
)
def test_the_situation_as_text(opened: Opened, game: str, scenario: str, place: str) -> None:
    """The tables name what may be chosen and who stands where; a choice is made from them."""
    page = opened()
    begin(page, scenario, game=game)
    page.keyboard.press("Shift+T")
    region = page.get_by_role("region", name="The situation as text")
    choices = region.get_by_role("table").first
    expect(choices.get_by_role("button").first).to_be_visible()
    labels = choices.get_by_role("row").count() - 1
    offered = page.evaluate(
        "document.querySelectorAll('.chips [data-option], .end[data-option]').length"
    )
    assert labels == offered
    expect(page.locator(".chips [data-option]:visible, .chip-group:visible")).to_have_count(0)
    units = region.get_by_role("table", name="Units by place")
    expect(units.get_by_role("rowheader").filter(has_text=place).first).to_be_visible()
    beside = units.get_by_role("row").filter(has_text="Beside the map")
    expect(beside.filter(has_text="control")).to_have_count(0)
    before = made(page)
    tab_to(page, ".situation-table button")
    page.keyboard.press("Enter")
    told(page, before)
    assert made(page) != before
    expect(region.locator("summary")).to_be_focused()
