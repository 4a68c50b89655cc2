"""A click on the map never draws, spends or ends anything: a button does, that says what."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from pages import made, settled, standing, told

Opened = Callable[..., Page]

BUTTON = ".spot.pinned:not([hidden]) .spot-options button"


def set_up(page: Page, situation: str) -> None:
    page.click(".opening summary")
    page.fill(".opening textarea", situation)
    page.click("text=Set it up")
    page.wait_for_selector(".play[data-made]")
    page.wait_for_selector(".board-frame:not([data-flying])")
    standing(page)


def click(page: Page, id_: str) -> None:
    """Click in the middle of something on the map."""
    page.mouse.move(2, 2)
    standing(page)
    x, y = page.evaluate(
        """id => {
            const box = document.getElementById(id).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        id_,
    )
    page.mouse.click(x, y)
    settled(page)


def budget(page: Page) -> str:
    return " ".join(page.locator("#panel-now .budget").all_inner_texts())


def test_a_lone_attacker_attacks_only_when_the_button_is_pressed(opened: Opened) -> None:
    page = opened()
    set_up(page, "turn 7 action; begin action; 0710 A/1/16; 0512 E/2/16; WN61 ?")
    before = made(page)
    click(page, "post-WN61")
    told(page, before)
    expect(page.locator(".attack")).to_contain_text("A/1/16")
    expect(page.locator(".end")).to_contain_text("Attack WN61: 1 of 2 actions, reveals")
    assert "2 actions left" in budget(page)
    click(page, "post-WN61")  # the target once more: the button is at hand, nothing is drawn
    expect(page.locator(BUTTON)).to_have_text(
        "Attack WN61: 1 of 2 actions, reveals the German unit"
    )
    assert made(page) == before + 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")  # and the whole attack is called off
    page.wait_for_selector(f'.play[data-made="{before}"]')
    assert "2 actions left" in budget(page)
    click(page, "post-WN61")
    told(page, before)
    page.locator(".end[data-option=commit]").click()
    told(page, before + 1)
    assert "1 action left" in budget(page)


def test_an_inspecting_click_spends_no_naval_fire(opened: Opened) -> None:
    page = opened()
    set_up(page, "turn 7 action; begin action; naval 2; 0610 A/1/16; 0609 16HQ; WN61 ? depth?")
    before = made(page)
    click(page, "post-WN61")
    expect(page.locator(BUTTON)).to_have_text(
        "Naval barrage of WN61 (0809): 1 of 2 naval fire markers"
    )
    assert made(page) == before
    assert "Naval fire: 2" in budget(page)
    page.keyboard.press("Escape")
    expect(page.locator(BUTTON)).to_have_count(0)
    click(page, "post-WN61")
    page.locator(BUTTON).click()
    told(page, before)
    assert "Naval fire: 1" in budget(page)


def test_a_barrage_and_a_paid_move_stop_at_a_button(opened: Opened) -> None:
    page = opened()
    set_up(page, "turn 7 action; begin action; 0611 2/C/741; 0512 E/2/16; WN61 ?")
    page.locator(".chips [data-option='act-2/C/741']").click()
    page.wait_for_selector(".chips [data-option='barrage-WN61']")
    before = made(page)
    click(page, "post-WN61")
    expect(page.locator(BUTTON)).to_have_text("Barrage WN61 (0809): 1 of 2 actions, draws a card")
    page.keyboard.press("Escape")
    click(page, "hex-0612")
    expect(page.locator(BUTTON)).to_have_text("Move to 0612 (1 of 2 actions)")
    assert made(page) == before
    assert "2 actions left" in budget(page)
    page.keyboard.press("Enter")
    told(page, before)
    assert "1 action left" in budget(page)


def test_the_last_action_does_not_end_the_phase(opened: Opened) -> None:
    page = opened()
    set_up(page, "turn 7 action; begin action; 0710 A/1/16; WN61 ?")
    before = made(page)
    click(page, "post-WN61")
    told(page, before)
    page.locator(".end[data-option=commit]").click()
    told(page, before + 1)
    expect(page.locator(".end[data-option]")).to_be_visible()
    expect(page.locator(".end")).to_contain_text("End the 1st Division's actions and the US Action")
