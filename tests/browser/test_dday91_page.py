"""D-Day (1991) in a real browser: a set-up by dragging, four Turns between two pages, overlays."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from pages import (
    begin,
    by_link,
    click_on,
    in_step,
    made,
    moved_on,
    seen,
    settled,
    sit_down,
    situation,
    standing,
    told,
    turn,
)

Opened = Callable[..., Page]
SEATS = ["the Allied player", "the German player"]
BUSY = 0.3
"""How often something that glows is chosen rather than what ends the step: short Turns."""
TURNS = 2
INSIDE = 40
"""So far from its edge the map does not move on beneath what is carried."""


def test_a_set_up_by_dragging_and_two_turns_between_two_pages(opened: Opened) -> None:
    allied, german = opened(), opened()
    begin(allied, "1944", 11, game="dday91", seating="link")
    sit_down(german, by_link(allied, SEATS))
    dice = random.Random(4)
    set_up(german, dice)
    expect(german.locator(".tray")).to_be_hidden()
    asked = {allied: 0, german: 0}
    while (page := in_step([allied, german])) and turn(page) <= TURNS:
        asked[page] += 1
        click_on(page, dice, BUSY)
    assert page is not None
    assert min(asked.values()) > 5
    for page in (allied, german):
        expect(page.locator(".clock-turn")).to_have_text(f"Turn {TURNS + 1}")
        expect(page.locator(".log .line.kind-turn")).to_have_count(TURNS + 1)


def set_up(page: Page, dice: random.Random) -> None:
    """Drag every counter of the tray to a hex that lights up."""
    page.locator(".chips [data-option=own]").click()
    page.wait_for_selector(".tray:not([hidden]) .tray-picture svg")
    expect(page.locator(".tray-unit").nth(20)).to_be_attached()
    waiting = page.locator(".tray-unit").count()
    for left in range(waiting, 0, -1):
        expect(page.locator(".tray-unit")).to_have_count(left)
        before = lift(page, page.locator(".tray-unit").first)
        drop(page, *dice.choice(standing(page, INSIDE)))
        told(page, before)
    before = made(page)
    page.locator(".end[data-option=done]").click()
    told(page, before)


def lift(page: Page, counter: object) -> int:
    """Press on a counter and pull: it is chosen or selected, and its places light up."""
    before = made(page)
    x, y = middle(counter)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    seen(page, f"{moved_on(before)}, .board-frame[data-selected]")
    settled(page)
    seen(page, ".board-frame:not([data-flying])")
    expect(page.locator(".drag-ghost")).to_be_visible()
    return made(page)


def drop(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)  # at once: where it stops near an edge, the map moves on beneath it
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_be_hidden()


def middle(counter: object) -> tuple[float, float]:
    box = counter.bounding_box()  # type: ignore[attr-defined]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Page, hex_: str) -> tuple[float, float]:
    return middle(page.locator(f"#hexes #hex-{hex_}"))


def by_hand(opened: Opened, **how: bool) -> Page:
    page = opened(**how)
    begin(page, "1944", 3, game="dday91")
    page.locator(".chips [data-option=own]").click()
    page.wait_for_selector(".tray:not([hidden]) .tray-picture svg")
    settled(page)
    return page


def test_a_hex_that_is_refused_says_why_and_the_counter_goes_back(opened: Opened) -> None:
    page = by_hand(opened)
    before, unit = made(page), page.locator('.tray-unit[data-unit="unit-1SS"]')
    lift(page, unit)
    drop(page, *place(page, "B12"))
    expect(page.locator(".notice")).to_contain_text("France")
    expect(page.locator(".play")).to_have_attribute("data-made", str(before))
    expect(unit).to_have_attribute("aria-pressed", "false")
    lift(page, unit)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".play")).to_have_attribute("data-made", str(before))


def test_a_placed_counter_is_dragged_elsewhere_and_back_to_the_tray(opened: Opened) -> None:
    page = by_hand(opened)
    left, waits = page.locator(".tray-unit").count(), '.tray-unit[data-unit="unit-1SS"]'
    lift(page, page.locator(waits))
    drop(page, *place(page, "F13"))
    expect(page.locator(".tray-unit")).to_have_count(left - 1)
    counter = page.locator(".counter#unit-1SS")
    before = lift(page, counter)
    drop(page, *place(page, "H13"))
    told(page, before)
    stands_in(page, "1SS", "H13")
    before = made(page)
    lift(page, counter)
    drop(page, *place(page, "B12"))  # refused: it stays where it was
    expect(page.locator(".notice")).to_contain_text("France")
    expect(page.locator(".play")).to_have_attribute("data-made", str(before))
    stands_in(page, "1SS", "H13")
    lift(page, counter)
    expect(page.locator(".tray.takes")).to_be_visible()
    drop(page, *middle(page.locator(".tray-title")))
    expect(page.locator(".tray-unit")).to_have_count(left)
    expect(counter).to_have_count(0)
    expect(page.locator(waits)).to_have_attribute("aria-pressed", "false")


def stands_in(page: Page, unit: str, hex_: str) -> None:
    """The counter is in the hex, once it has come to rest."""
    near = "([id, x, y]) => { const at = document.querySelector(id).getBoundingClientRect(); "
    near += "return Math.hypot(at.x + at.width / 2 - x, at.y + at.height / 2 - y) < at.width; }"
    page.wait_for_function(near, arg=[f".counter#unit-{unit}", *place(page, hex_)])


def test_a_counter_is_placed_by_clicks_and_by_keys(opened: Opened) -> None:
    page = by_hand(opened)
    left = page.locator(".tray-unit").count()
    page.locator('.tray-unit[data-unit="unit-1SS"]').click()
    page.wait_for_selector(".tray-unit.chosen")
    settled(page)
    page.mouse.click(*place(page, "F13"))
    expect(page.locator(".tray-unit")).to_have_count(left - 1)
    settled(page)
    page.locator(".tray-unit").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tray-unit.chosen")
    settled(page)
    page.locator(".board-frame").focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".tray-unit")).to_have_count(left - 2)


def test_a_finger_drags_a_counter(opened: Opened) -> None:
    page = by_hand(opened, touch=True)
    left = page.locator(".tray-unit").count()
    x, y = middle(page.locator('.tray-unit[data-unit="unit-1SS"]'))
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": px, "y": py} for px, py in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = made(page)
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x, y - 12 * step))
    seen(page, moved_on(before))
    settled(page)
    touch("touchMove", place(page, "F13"))
    touch("touchEnd")
    expect(page.locator(".tray-unit")).to_have_count(left - 1)


def test_a_unit_on_the_map_is_dragged_to_where_it_moves(opened: Opened) -> None:
    page = opened()
    begin(page, "1944", 3, game="dday91")
    page.locator(".chips [data-option=ready-opening-9b]").click()
    told(page, 0)
    for _ in range(12):
        if "movement" in page.inner_text(".clock-phase"):
            break
        before = made(page)
        page.keyboard.press("e")
        seen(page, f"{moved_on(before)}, .end.sure")
        settled(page)
        if made(page) == before:
            page.keyboard.press("e")
        told(page, before)
    expect(page.locator(".clock-phase")).to_contain_text("movement")
    moves = int(page.locator(".gauge", has_text="Allied Moves").locator("strong").inner_text())
    looks_without_spending(page, page.locator(".counter#unit-18U"))
    lift(page, page.locator(".counter#unit-18U"))
    spots = standing(page, INSIDE)
    assert spots
    before = made(page)
    drop(page, *spots[0])
    told(page, before)
    after = page.locator(".gauge", has_text="Allied Moves").locator("strong")
    expect(after).to_have_text(str(moves - 1))
    expect(page.locator(".sentence")).not_to_contain_text("B12 (London): 0")


def looks_without_spending(page: Page, counter: object) -> None:
    """A click on a counter spends no Move: where it can go lights up."""
    before = made(page)
    page.mouse.click(*middle(counter))
    page.wait_for_selector('.board-frame[data-selected="1"]')
    expect(page.locator(".sheet.glowing .shape.hexagon")).not_to_have_count(0)
    expect(page.locator(".labels .label-tag")).not_to_have_count(0)
    expect(page.locator(".play")).to_have_attribute("data-made", str(before))
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-frame:not([data-selected])")


def test_overlays_have_a_key_a_legend_and_shapes(opened: Opened) -> None:
    page = opened()
    begin(page, "1944", 3, game="dday91")
    page.locator(".chips [data-option=ready-opening-9b]").click()
    told(page, 0)
    for key, title in (
        ("z", "Zones of control"),
        ("s", "Supply"),
        ("t", "Control"),
        ("b", "Invasion hexes"),
        ("w", "Reinforcements"),
    ):
        page.keyboard.press(key)
        expect(page.locator(".legend h2")).to_contain_text(title)
        page.wait_for_selector(".overlay .shape")
        page.keyboard.press("Escape")
        expect(page.locator(".legend")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator(".legend")).to_contain_text("Click a unit")


def test_what_a_move_costs_stands_on_the_choice(opened: Opened) -> None:
    """5U keeps open 7U's way to the coast: wherever it goes, 7U is out of supply."""
    page = opened()
    text = "G14 7U; F14 5U; G15 66; H13 67; F12 81"
    situation(page, f"turn 3 allied movement; moves 9 9; begin movement; {text}", "dday91")
    page.locator(".chips [data-option=move-5U]").click()
    told(page, 0)
    goal = page.locator(".chips [data-option=to-E15]")
    expect(goal).to_contain_text("out of supply: U.S. 7 Motorized Corps.")
    page.mouse.move(*place(page, "E15"))
    expect(page.locator(".map-info")).to_contain_text("out of supply")


def test_a_click_on_a_unit_lights_up_all_it_can_reach_with_cost_and_risk(opened: Opened) -> None:
    """Nothing is spent until the button is pressed, which says what; one key takes it back."""
    page = opened()
    text = "G14 7U; F14 5U; G15 66; H13 67; F12 81"
    situation(page, f"turn 3 allied movement; moves 9 9; begin movement; {text}", "dday91")
    settled(page)
    page.mouse.click(*place(page, "F14"))
    page.wait_for_selector('.board-frame[data-selected="1"]')
    goals = page.locator(".sheet.glowing .shape.hexagon")
    assert goals.count() > 10, "not only what is next to it"
    assert page.locator(".labels .label-tag").count() == goals.count()
    expect(page.locator(".sheet.glowing .shape.costly")).not_to_have_count(0)
    page.mouse.move(*place(page, "E15"))
    expect(page.locator(".map-info")).to_contain_text("out of supply: U.S. 7 Motorized Corps.")
    expect(page.locator(".way .arrow-line, .hover .shape")).not_to_have_count(0)
    page.mouse.click(*place(page, "E15"))
    card = page.locator(".spot.pinned .spot-options")
    expect(card).to_contain_text("(1 Move): Go to E15")
    expect(card).to_contain_text("Then out of supply: U.S. 7 Motorized Corps.")
    assert made(page) == 0
    card.locator("button").click()
    told(page, 0)
    expect(page.locator(".gauge", has_text="Allied Moves").locator("strong")).to_have_text("8")
    page.keyboard.press("u")
    seen(page, '.play[data-made="0"]')


def test_who_drowns_is_said_before_the_landings_end(opened: Opened) -> None:
    page = opened()
    text = "C14 5U invading, 1-US invading; F14 66"
    situation(page, f"turn 3 allied combat; moves 20 20; begin combat; {text}", "dday91")
    expect(page.locator(".sentence")).to_contain_text("Invaders may land")
    before = made(page)
    page.keyboard.press("e")
    expect(page.locator(".notice")).to_contain_text("Lost at sea: ")
    expect(page.locator(".notice")).to_contain_text("U.S. 5 ")
    assert made(page) == before


def test_a_click_on_another_unit_moves_that_one_instead(opened: Opened) -> None:
    page = opened()
    text = "turn 3 allied movement; moves 9 9; begin movement; A14 7U; E16 5U; I1 66"
    situation(page, text, "dday91")
    page.locator(".chips [data-option=move-5U]").click()
    told(page, 0)
    expect(page.locator(".sentence")).to_contain_text("U.S. 5 Motorized Corps in E16")
    page.mouse.click(*place(page, "A14"))
    page.locator(".spot-options button", has_text="Move U.S. 7 Motorized Corps from A14").click()
    expect(page.locator(".sentence")).to_contain_text("U.S. 7 Motorized Corps in A14")
    assert made(page) == 1
