"""The page in a real browser, against a real server: keys, refusals, overlays, replay, sizes,
touch, friends by link, and a server that is killed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pages import (
    AT_ONCE,
    DRAWN,
    PATIENCE,
    Server,
    begin,
    click_on,
    heard,
    in_step,
    made,
    moved_on,
    press_on,
    seen,
    settle,
    settled,
    sit_down,
    standing,
    taken,
    turn,
)

Opened = Callable[..., Page]

SITUATION = (Path(__file__).parents[2] / "docs/gallery/omaha-situation.txt").read_text(
    encoding="utf-8"
)


def set_up(page: Page, situation: str) -> None:
    """Begin from a situation."""
    page.click(".opening summary")
    page.fill(".opening textarea", situation)
    page.click("text=Set it up")
    page.wait_for_selector(".play[data-made]")
    page.wait_for_selector(".board-frame:not([data-flying])")
    standing(page)


# --- by keyboard


def test_panels_search_and_the_sheet_by_keyboard(opened: Opened) -> None:
    page = opened()
    begin(page, "easy-fox", 11)
    for key, panel in (("i", "now"), ("l", "log"), ("c", "cards"), ("/", "reference")):
        page.keyboard.press(key)
        expect(page.locator(f"#panel-{panel}")).to_be_visible()
    page.keyboard.type("concentrated")
    expect(page.locator(".found")).to_contain_text("found")
    page.keyboard.press("Tab")
    page.locator(".board-frame").focus()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    keys = page.locator("dialog dt").all_inner_texts()
    assert len(keys) == len(set(keys))
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_every_overlay_has_a_key_of_its_own_and_a_legend(opened: Opened) -> None:
    page = opened()
    begin(page)
    before = made(page)
    page.keyboard.press("o")
    expect(page.locator(".legend-choice").nth(7)).to_be_visible()
    offered = []
    for choice in page.locator(".legend-choice").all():
        key = choice.locator("kbd").inner_text()
        offered.append((key, (choice.text_content() or "").removesuffix(key)))
    page.keyboard.press("o")
    expect(page.locator(".legend")).to_be_hidden()
    for key, title in offered:
        assert re.fullmatch("(⇧ )?[A-Z]", key)
        page.keyboard.press(key.replace("⇧ ", "Shift+") if "⇧" in key else key.lower())
        expect(page.locator(".legend h2")).to_contain_text(title)
        page.keyboard.press("Escape")
        expect(page.locator(".legend")).to_be_hidden()
    assert made(page) == before
    expect(page.locator("#panel-now")).to_be_visible()


def test_overlays_show_fire_and_danger(opened: Opened) -> None:
    page = opened()
    begin(page)
    page.keyboard.press("f")
    expect(page.locator(".legend h2")).to_contain_text("Fields of fire")
    expect(page.locator("#dots > g.shown").nth(5)).to_be_attached()
    page.keyboard.press("d")
    expect(page.locator(".legend h2")).to_contain_text("next German fire")
    expect(page.locator(".overlay .shape").nth(20)).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".legend")).to_be_hidden()
    expect(page.locator(".overlay .shape")).to_have_count(0)


def test_labels_of_landing_boxes_fit(opened: Opened) -> None:
    page = opened()
    begin(page)
    page.keyboard.press("b")
    expect(page.locator(".legend h2")).to_contain_text("Landing boxes")
    page.wait_for_selector(".label-tag")
    misfits = page.evaluate(
        """() => [...document.querySelectorAll(".label-tag")].flatMap(tag => {
            const box = tag.querySelector("rect").getBoundingClientRect();
            return [...tag.querySelectorAll("text")].filter(text => {
                const line = text.getBoundingClientRect();
                return line.left < box.left || line.right > box.right;
            }).map(text => text.textContent);
        })"""
    )
    assert misfits == []
    expect(page.locator(".legend-list li").first).to_be_visible()
    listed = page.locator(".legend-list li").all_inner_texts()
    assert all(re.match(r"\w+: .*(waiting|due)", line) for line in listed)


# --- refusals and glow


def test_a_refused_click_says_why_with_the_rule(opened: Opened) -> None:
    page = opened()
    begin(page, "easy-fox", 11)
    page.locator(".chips [data-option^='act-']").first.click()
    page.wait_for_selector(".chips [data-option^='move-']")
    settled(page)
    standing(page)
    far = page.evaluate(
        """() => {
            const lit = new Set([...document.querySelectorAll(".chips [data-option^=move-]")]
                .map(chip => chip.dataset.option.slice(5)));
            for (const hex of document.querySelectorAll("#hexes .hex")) {
                const box = hex.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                if (lit.has(hex.id.slice(4))) continue;
                if (document.elementFromPoint(x, y) === hex) return [x, y];
            }
        }"""
    )
    page.mouse.click(*far)
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".notice .rule-link")).to_have_text(re.compile(r"\d"))
    page.locator(".notice .rule-link").click()
    expect(page.locator("#panel-reference .rule.main")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_selector(".chips [data-option^='act-']")


def test_of_two_german_hexes_only_the_attacked_one_glows(opened: Opened) -> None:
    page = opened()
    set_up(page, "turn 7 action; begin action; naval 1; 0712 C/1/16; WN62N ? depth?; WN62S ?")
    page.locator(".chips [data-option='attack-WN62N']").click()
    page.wait_for_selector(".end[data-option=commit]")
    settled(page)
    standing(page)
    lit = page.evaluate(
        """() => [...document.querySelectorAll(".glowing .shape, .chosen .shape")].map(shape => {
            const box = shape.getBoundingClientRect();
            const other = document.getElementById("post-WN62S").getBoundingClientRect();
            const x = other.left + other.width / 2, y = other.top + other.height / 2;
            return box.left < x && x < box.right && box.top < y && y < box.bottom;
        })"""
    )
    assert lit
    assert not any(lit)


# --- figures


def test_figures_on_the_map_say_what_they_are(opened: Opened) -> None:
    page = opened()
    set_up(
        page,
        "turn 5 action; begin action; 0513 1/B/741; 0712 A/1/16; 0709 16HQ; naval 1\n"
        "WN62N ? depth?; WN61 ?",
    )
    page.locator(".chips [data-option='act-1/B/741']").click()
    page.wait_for_selector(".label-tag")
    targets = page.locator(".chips [data-option^='barrage-']").count()
    assert targets
    labels = page.locator(".label-tag").all_text_contents()
    assert len([each for each in labels if "barrage" in each]) == targets
    assert all(re.fullmatch(r"(barrage)?[<>]?\d+%", each.strip()) for each in labels)
    expect(page.locator("#panel-now")).to_contain_text("the chance that the barrage disrupts")
    page.keyboard.press("Escape")
    page.locator(".chips [data-option='attack-WN62N']").click()
    card = page.locator(".attack")
    expect(card.locator("caption")).to_have_text(
        "How likely each outcome is, over all that may lie there"
    )
    expect(card).to_contain_text("depth revealed")
    expect(page.locator(".label-tag")).to_have_count(0)


# --- the story and the replay


def test_the_story_shows_the_moment_being_told(opened: Opened) -> None:
    """One thing at a time: while German fire is told, clock and flipbook are at that fire."""
    page = opened(AT_ONCE)
    begin(page)
    dice = random.Random(3)
    while turn(page) < 2:
        click_on(page, dice)
    page.wait_for_selector(".card-picture svg", state="attached")
    page.locator("#speed").press("Home")
    while not page.locator("body.telling").count():
        before = made(page)
        page.keyboard.press("e" if page.locator(".end[data-option]:enabled").count() else "1")
        page.wait_for_selector(f"{heard(before)}, .end.sure")
        if not taken(page, before):
            page.keyboard.press("e")
            page.wait_for_selector(heard(before))
    moments = []
    for _ in range(200):
        page.wait_for_selector("body:not(.telling), .story-count:not(:empty)")
        if not page.locator("body.telling").count():
            break
        moments.append(page.evaluate(MOMENT))
        told = page.inner_text(".story-count")
        page.keyboard.press("Space")
        page.wait_for_function(
            "told => !document.body.classList.contains('telling')"
            " || document.querySelector('.story-count').textContent !== told",
            arg=told,
        )
    new_turn = next(n for n, each in enumerate(moments) if each[2].startswith("Turn 3"))
    assert {each[0] for each in moments[:new_turn]} <= {"Turn 2"}
    assert {each[0] for each in moments[new_turn:]} == {"Turn 3"}
    for _, phase, text, cards in moments[new_turn:]:
        if re.search(r"fires:|Fire in the", text):
            assert "Fire" in phase, text
            assert cards > 0
        if re.search(r"drifts \w+ to|on course", text):
            assert "Amphib" in phase, text


MOMENT = """() => [".clock-turn", ".sequence .now", ".story-text"].map(
    name => document.querySelector(name)?.innerText ?? ""
).concat([document.querySelectorAll(".flipbook .card-strip li").length])"""
"""What clock, flipbook and story show, in one look."""


def test_replay_steps_jumps_and_comes_back_and_the_log_goes_along(opened: Opened) -> None:
    page = opened()
    begin(page)
    dice = random.Random(8)
    while turn(page) < 2:
        press_on(page, dice)
    last = made(page)
    page.keyboard.press("l")
    lines = page.locator(".log .line:visible")
    expect(lines.first).to_be_visible()
    full = lines.count()
    page.keyboard.press("v")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    assert lines.count() < full / 2
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.play[data-made="1"]')
    expect(page.locator(".chips [data-option]")).to_have_count(0)
    told_so_far = lines.evaluate_all("all => all.map(line => Number(line.dataset.made))")
    assert told_so_far
    assert max(told_so_far) <= 1
    page.keyboard.press("Escape")
    page.wait_for_selector(f'.play[data-made="{last}"]')
    expect(page.locator(".replay")).to_be_hidden()
    expect(lines).to_have_count(full)


def test_playing_on_from_a_moment_makes_a_copy(opened: Opened) -> None:
    """Nothing that was played is lost by looking back and trying something else."""
    page = opened()
    begin(page)
    dice = random.Random(8)
    while turn(page) < 3:
        press_on(page, dice)
    last, original = made(page), page.url
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    page.get_by_label("Jump to a turn").select_option(label="Turn 1 begins")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_selector('.play[data-made="10"]')
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: url != original)
    page.wait_for_selector(".play[data-made]")
    assert 10 <= made(page) < last, "with what is dealt after the tenth choice"
    press_on(page, dice)
    page.goto(original)
    page.wait_for_selector(f'.play[data-made="{last}"]')


def test_drawn_cards_are_pictures(opened: Opened) -> None:
    page = opened()
    begin(page)
    dice = random.Random(3)
    while turn(page) < 2:
        click_on(page, dice)
    page.keyboard.press("c")
    strip = page.locator("#panel-cards .card-strip")
    expect(strip.locator("svg").first).to_be_visible()
    for used in ("landing", "event", "fire"):
        expect(strip.locator(f".card-picture[data-used={used}]").first).to_be_visible()
    label = re.compile(r"Card \d+\. Landing: .* Fire: ")
    expect(strip.locator(".card-picture").first).to_have_attribute("aria-label", label)
    page.locator("#panel-cards summary", has_text="Still in the deck").click()
    deck = page.locator("#panel-cards .card-grid svg")
    expect(deck.nth(30)).to_be_visible()
    click_on(page, dice)
    expect(deck.nth(30)).to_be_visible()  # what was opened stays open


# --- every size


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1920, 1080), (3840, 2160), (1024, 768), (844, 390)]
)
def test_everything_has_its_place(opened: Opened, width: int, height: int) -> None:
    page = opened(width=width, height=height)
    begin(page)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    for part in (".top", ".board-frame", ".prompt", ".end"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1
    heights = [part.bounding_box() for part in page.locator(".top, .middle, .prompt").all()]
    press_on(page, random.Random(2))
    assert heights == [part.bounding_box() for part in page.locator(".top, .middle, .prompt").all()]


# --- touch


def test_a_tap_fans_a_stack_out(opened: Opened) -> None:
    page = opened(width=1024, height=768, touch=True)
    set_up(page, SITUATION)
    box = page.locator('[id="unit-I/3/16"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".spot.pinned .fan-counter")).to_have_count(3)
    expect(page.locator(".spot.pinned")).to_be_visible()
    expect(page.locator(".spot-warning")).to_contain_text("concentrated")


HEX = """([x, y]) => {
    const hex = document.elementsFromPoint(x, y).find(each => each.id.startsWith("hex-"));
    return [hex.id, hex.getBoundingClientRect().width];
}"""


def test_two_fingers_zoom_around_the_point_between_them(opened: Opened) -> None:
    page = opened(width=1024, height=768, touch=True)
    set_up(page, SITUATION)
    fingers = page.context.new_cdp_session(page)
    middle = (400, 330)

    def touch(kind: str, apart: float) -> None:
        points = [
            {"x": middle[0] + side * apart, "y": middle[1], "id": finger}
            for finger, side in enumerate((-1, 1))
        ]
        fingers.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    def pinch(start: float, end: float) -> None:
        touch("touchStart", start)
        for step in range(1, 9):
            touch("touchMove", start + (end - start) * step / 8)
        touch("touchEnd", end)
        page.evaluate(DRAWN)
        seen(page, ".plane:not(.moving)")

    before = made(page)
    name, wide = page.evaluate(HEX, middle)
    pinch(60, 120)
    assert page.evaluate(HEX, middle) == [name, pytest.approx(wide * 2, rel=0.08)]
    pinch(120, 60)
    assert page.evaluate(HEX, middle) == [name, pytest.approx(wide, rel=0.08)]
    assert made(page) == before
    expect(page.locator(".spot.pinned:visible")).to_have_count(0)


# --- others


def test_two_friends_by_link_and_one_who_watches(opened: Opened, server: Server) -> None:
    one, two, watcher = opened(), opened(), opened()
    one.check("input[value=first-waves]")
    one.check("input[value=link]")
    one.click("#begin")
    links = one.locator("dialog input")
    other = links.nth(1).input_value()
    one.locator("dialog .main").first.click()
    one.wait_for_selector(".play[data-made]")
    sit_down(two, other)
    assert "invitation" not in two.url
    watcher.goto(one.url)
    watcher.wait_for_selector(".play[data-made]")
    expect(watcher.locator(".chips")).to_contain_text("You are watching")
    active = in_step([one, two])
    assert active is not None
    passive = two if active is one else one
    expect(active.locator(".chips [data-option]").first).to_be_visible()
    expect(passive.locator(".chips")).to_contain_text("Waiting for")
    before = made(passive)
    press_on(active, random.Random(1))
    passive.wait_for_selector(moved_on(before))
    watcher.wait_for_selector(f'.play[data-made="{made(active)}"]')


def test_the_page_waits_for_a_server_that_was_killed(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    try:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.address)
        begin(page)
        dice = random.Random(4)
        for _ in range(3):
            press_on(page, dice)
        kept = made(page)
        server.kill()
        expect(page.locator("#offline")).to_be_visible()
        server.start()
        expect(page.locator("#offline")).to_be_hidden()
        assert made(page) == kept
        press_on(page, dice)
        assert made(page) > kept
        context.close()
    finally:
        server.kill()
