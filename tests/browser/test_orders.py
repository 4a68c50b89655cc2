"""Giving orders with the mouse: selecting, dragging, an enemy first, taking it back."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from hand import POINT
from pages import made, moved_on, seen, settled, situation

Opened = Callable[..., Page]

IMPULSE = """
    turn 3
    16 69/50 151/50 231/50
    15 22 Pz/21
    hand allied jabos-4
    begin impulse
"""


def set_up(opened: Opened) -> Page:
    page = opened(width=1440, height=900)
    situation(page, IMPULSE, "storm")
    page.wait_for_selector(".play[data-made]")
    settled(page)
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    return page


def point(page: Page, id_: str) -> tuple[float, float]:
    before, at = None, page.evaluate(POINT, id_)
    while at != before:
        page.wait_for_timeout(60)
        before, at = at, page.evaluate(POINT, id_)
    assert at is not None, f"{id_} cannot be touched"
    return at[0], at[1]


def selected(page: Page) -> int:
    return int(page.get_attribute(".board-frame", "data-selected") or 0)


def test_two_units_are_selected_and_dragged_and_come_back_as_one(opened: Opened) -> None:
    page = set_up(opened)
    before = made(page)
    page.mouse.click(*point(page, "unit-br-50-69"))
    page.wait_for_selector('.board-frame[data-selected="1"]')
    page.keyboard.down("Shift")
    page.mouse.click(*point(page, "unit-br-50-151"))
    page.keyboard.up("Shift")
    page.wait_for_selector('.board-frame[data-selected="2"]')
    page.wait_for_selector(".sheet.glowing .shape.area-shape")
    assert made(page) == before, "nothing is chosen by looking"
    x, y = point(page, "unit-br-50-69")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y)
    page.mouse.move(*point(page, "area-12"), steps=4)
    page.mouse.up()
    seen(page, moved_on(before))
    settled(page)
    told = page.locator(".log").inner_text()
    assert "69/50 and 151/50 move from Bayeux" in told
    assert "231/50" not in told
    page.keyboard.press("u")
    seen(page, f'.play[data-made="{before}"]')


STACK = "scenario first-waves\nturn 5 action; begin action; 0612 A/1/16 B/1/16; 0513 1/B/741"


def on_the_beach(opened: Opened, text: str = STACK) -> Page:
    page = opened(width=1440, height=900)
    situation(page, text)
    settled(page)
    return page


def test_a_frame_takes_what_is_in_it(opened: Opened) -> None:
    page = on_the_beach(opened, STACK.replace("A/1/16 B", "B") + "; 0611 C/1/16")
    boxes = [page.locator(f'.board-frame [id="unit-{name}/1/16"]').bounding_box() for name in "CB"]
    left, right = boxes
    assert left
    assert right
    page.keyboard.down("Shift")
    page.mouse.move(left["x"] - 8, left["y"] - 8)
    page.mouse.down()
    page.mouse.move(right["x"] + right["width"] + 4, right["y"] + right["height"] / 2, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    page.wait_for_selector('.board-frame[data-selected="2"]')
    page.wait_for_selector(".sheet.glowing .shape")
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-frame:not([data-selected])")


def test_a_counter_is_dragged_out_of_its_fan(opened: Opened) -> None:
    page = on_the_beach(opened)
    before = made(page)
    page.mouse.move(*point(page, "unit-B/1/16"))
    under = page.locator('.fan [data-unit="unit-A/1/16"]')
    under.wait_for()
    box = under.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 20, steps=3)
    page.mouse.move(*point(page, "hex-0713"), steps=4)
    page.mouse.up()
    seen(page, moved_on(before))
    settled(page)
    assert "A/1/16 moves from 0612 to 0713" in page.locator(".log").inner_text()


def test_a_chosen_piece_is_taken_out_and_escape_lets_go(opened: Opened) -> None:
    page = set_up(opened)
    page.mouse.click(*point(page, "unit-br-50-69"))
    page.wait_for_selector('.board-frame[data-selected="1"]')
    page.mouse.click(*point(page, "unit-br-50-69"))
    page.wait_for_selector(".board-frame:not([data-selected])")
    page.mouse.click(*point(page, "area-16"))
    page.wait_for_selector('.board-frame[data-selected="3"]')
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-frame:not([data-selected])")
    assert made(page) == 0


def test_an_enemy_first_proposes_an_attack_with_its_odds(opened: Opened) -> None:
    page = set_up(opened)
    page.mouse.click(*point(page, "unit-ge-21-22"))
    page.wait_for_selector(".spot.pinned .spot-options button")
    offered = page.locator(".spot.pinned").inner_text()
    assert "Assault" in offered
    assert "damage in" in offered
    assert selected(page) == 3
    assert made(page) == 0, "nothing is spent by looking"
    page.locator(".spot.pinned .spot-options button").click()
    seen(page, moved_on(0))
    settled(page)
    assert "assault" in page.locator(".log").inner_text().lower()


TWO_STACKED = "turn 5; 0624 A/1/116 B/1/116; 0427 58AFA; begin action"


def test_with_shift_a_drag_takes_the_stack(opened: Opened) -> None:
    page = opened(width=1440, height=900)
    situation(page, TWO_STACKED)
    settled(page)
    before = made(page)
    x, y = point(page, "unit-B/1/116")
    page.mouse.move(x, y)
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(x + 12, y)
    page.mouse.move(*point(page, "hex-0625"), steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    seen(page, moved_on(before))
    settled(page)
    told = page.locator(".log").inner_text()
    assert "A/1/116" in told
    assert "B/1/116" in told
    page.keyboard.press("u")
    seen(page, f'.play[data-made="{before}"]')


def test_a_drop_on_the_ground_moves_where_one_on_an_enemy_attacks(opened: Opened) -> None:
    page = set_up(opened)
    for goal, deed in (("unit-ge-21-22", "Assault"), ("area-15", "Move")):
        page.mouse.click(*point(page, "area-16"))
        page.wait_for_selector('.board-frame[data-selected="3"]')
        x, y = point(page, "unit-br-50-69")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 12, y)
        page.mouse.move(*point(page, goal), steps=4)
        assert page.locator(".map-info").inner_text().startswith(deed)
        page.keyboard.press("Escape")
        page.mouse.up()
        page.keyboard.press("Escape")
        page.wait_for_selector(".board-frame:not([data-selected])")


def test_a_click_on_a_unit_shows_its_moves_and_whom_it_can_attack(opened: Opened) -> None:
    """Each with what it risks or promises; a click on the enemy is an attack by that unit."""
    page = opened(width=1440, height=900)
    situation(page, "turn 5; 0710 A/1/16; 0711 B/1/16; WN61 ?; begin action")
    settled(page)
    before = made(page)
    page.mouse.click(*point(page, "unit-A/1/16"))
    seen(page, moved_on(before))
    page.wait_for_selector(".sheet.glowing .shape.hostile")
    labels = page.locator(".labels .label-tag").all_text_contents()
    assert any(text.startswith("attack") for text in labels), labels
    assert sum(text.endswith("%") for text in labels) > 3, labels
    page.mouse.click(*point(page, "post-WN61"))
    card = page.locator(".spot.pinned .spot-options")
    card.wait_for()
    assert "Attack WN61 with A/1/16" in card.inner_text()
    assert made(page) == before, "nothing is spent by looking"
    card.locator("button").click()
    seen(page, moved_on(before))
    settled(page)
    assert "A/1/16" in page.locator(".log").inner_text()


def test_what_a_click_asks_is_asked_when_the_pointer_comes_there(opened: Opened) -> None:
    page = set_up(opened)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/tables/")[2]))
    at = point(page, "unit-br-50-69")
    with page.expect_response("**/orders?pieces=unit-br-50-69"):
        page.mouse.move(*at)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector('.board-frame[data-selected="1"]')
    page.wait_for_selector(".sheet.glowing .shape.area-shape")
    with page.expect_response("**/plan?choices=*"):
        page.mouse.move(*point(page, "area-12"))
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector(".spot.pinned .spot-options button")
    questions = [each.rpartition("/")[2].partition("?")[0] for each in asked if "?" in each]
    assert questions.count("orders") == 1
    assert questions.count("plan") == 1
