"""The page in a real browser, against a real server: found a game, play it, take back, reload."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pages import Server

TOLD_AT_ONCE = "localStorage.setItem('beachhead.speed', '5')"
TOLD_FAST = "localStorage.setItem('beachhead.speed', '4')"

Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opened]:
    """Opens the start page; at the end nothing may have gone wrong in any page."""
    troubles: list[str] = []
    contexts = []

    def open_page(
        before: str = TOLD_AT_ONCE, *, width: int = 1280, height: int = 800, calm: bool = False
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if calm else "no-preference",
        )
        contexts.append(context)
        context.add_init_script(before)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on(
            "console",
            lambda message: (
                troubles.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "response",
            lambda answer: (
                troubles.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
            ),
        )
        page.goto(server.address)
        page.wait_for_selector(".start")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


# --- playing


def begin(page: Page, scenario: str = "first-waves", seed: int = 7) -> None:
    page.check(f"input[value={scenario}]")
    page.fill("#seed", str(seed))
    page.click("#begin")
    page.wait_for_selector(".play[data-made]")


def made(page: Page) -> int:
    return int(page.get_attribute(".play", "data-made") or -1)


def turn(page: Page) -> int:
    return int(page.inner_text(".clock-turn").removeprefix("Turn "))


def is_over(page: Page) -> bool:
    return page.get_attribute(".play", "data-over") == "true"


def went_on(page: Page, before: int) -> None:
    """Wait until a choice has been made and told."""
    page.wait_for_selector(f'.play:not([data-made="{before}"])')
    page.wait_for_selector("body:not(.telling)")
    page.wait_for_selector(".board-frame:not([data-flying])")


def glowing(page: Page) -> list[tuple[float, float]]:
    """Where something glows and nothing lies over it, on the screen."""
    points: list[tuple[float, float]] = page.evaluate(
        """() => {
            const frame = document.querySelector(".board-frame").getBoundingClientRect();
            const found = [];
            for (const shape of document.querySelectorAll(".sheet.glowing .shape")) {
                const box = shape.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                if (x < frame.left + 4 || x > frame.right - 4) continue;
                if (y < frame.top + 4 || y > frame.bottom - 4) continue;
                const top = document.elementFromPoint(x, y);
                if (top && top.closest(".board-frame") && !top.closest("[data-still]")) {
                    found.push([x, y]);
                }
            }
            return found;
        }"""
    )
    return [(x, y) for x, y in points]


def choose_by_clicking(page: Page, dice: random.Random) -> None:
    """Click something that glows; what it leaves open is answered where it is asked."""
    before = made(page)
    page.mouse.move(640, 2)  # away from the map: resting on a stack would fan it out
    expect(page.locator(".spot")).to_be_hidden()
    spots = glowing(page)
    closing = page.locator(".end:not(:disabled)[data-option]")
    done = f'.play:not([data-made="{before}"])'
    if spots and (dice.random() < 0.85 or not closing.count()):
        page.mouse.click(*dice.choice(spots))
        page.wait_for_selector(f"{done}, .spot.pinned:not([hidden])")
        asked = page.locator(".spot.pinned:not([hidden]) :is(.can, .spot-options button)")
        if made(page) == before and asked.count():
            asked.nth(dice.randrange(asked.count())).click()
    elif closing.count():
        closing.click()
        page.wait_for_selector(f"{done}, .end.sure")
        if made(page) == before:
            page.locator(".end.sure").click()
    else:
        chips = page.locator(".chips [data-option]")
        chips.nth(dice.randrange(chips.count())).click()
    went_on(page, before)


# --- what is tested


def test_the_guided_start(opened: Opened) -> None:
    page = opened(TOLD_FAST, calm=True)
    page.click("#guided")
    page.wait_for_selector(".callout:not([hidden])")
    dice = random.Random(1)
    seen = set()
    for _ in range(200):
        callout = page.locator(".callout:not([hidden])")
        if callout.count():
            seen.add(callout.locator("h2").inner_text())
            box = callout.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 1280
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 800
            if callout.locator("[data-guide].main").count():
                callout.locator("[data-guide]").click()
                continue
        if turn(page) >= 3:
            break
        page.keyboard.press("Shift+Space")
        choose_by_chip(page, dice)
    assert turn(page) >= 3
    expect(page.locator(".callout")).to_be_hidden()
    assert {"Omaha, from the sea", "What glows can act", "Where it may go"} <= seen
    assert {"Nothing is final", "The first wave", "You know enough"} <= seen


def choose_by_chip(page: Page, dice: random.Random) -> None:
    before = made(page)
    chips = page.locator(".chips [data-option]")
    if chips.count() and dice.random() < 0.7:
        chips.nth(dice.randrange(chips.count())).click()
    elif page.locator(".end:not(:disabled)[data-option]").count():
        page.keyboard.press("e")
        page.wait_for_timeout(50)
        if page.locator(".end.sure").count():
            page.keyboard.press("e")
    elif chips.count():
        chips.first.click()
    page.wait_for_selector(f'.play:not([data-made="{before}"]), body.telling')
    if page.locator("body.telling").count():
        page.keyboard.press("Shift+Space")
    went_on(page, before)


def test_turns_by_clicking_what_glows_with_undo_and_reload(opened: Opened) -> None:
    page = opened()
    begin(page)
    dice = random.Random(3)
    while turn(page) < 3 and not is_over(page):
        choose_by_clicking(page, dice)
    assert page.locator(".log .line").count() > 40

    before = made(page)
    choose_by_clicking(page, dice)
    after, lines = made(page), page.locator(".log .line").count()
    undo = page.locator(".step").first
    expect(undo).to_be_enabled()
    undo.click()
    page.wait_for_selector(f'.play[data-made="{before}"]')
    page.keyboard.press("r")
    page.wait_for_selector(f'.play[data-made="{after}"]')
    assert page.locator(".log .line").count() == lines

    prompt = page.inner_text(".sentence")
    page.reload()
    page.wait_for_selector(f'.play[data-made="{after}"]')
    assert page.inner_text(".sentence") == prompt
    assert page.locator(".log .line").count() == lines
    choose_by_clicking(page, dice)


def test_turns_by_keyboard_only(opened: Opened) -> None:
    page = opened()
    begin(page, "easy-fox", 11)
    dice = random.Random(5)
    while turn(page) < 3 and not is_over(page):
        before = made(page)
        way = dice.random()
        if way < 0.45 and page.locator(".chips [data-option]").count():
            for _ in range(dice.randrange(1, 4)):
                page.keyboard.press("n")
            expect(page.locator(".chip.current")).to_have_count(1)
            page.keyboard.press("Enter")
        elif way < 0.8 and page.locator(".chips [data-option] kbd").count():
            page.keyboard.press("1")
        elif page.locator(".end:not(:disabled)[data-option]").count():
            page.keyboard.press("e")
            page.wait_for_timeout(40)
            if made(page) == before and page.locator(".end.sure").count():
                page.keyboard.press("e")
        else:
            page.keyboard.press("1")
        went_on(page, before)
    for key, panel in (("i", "now"), ("l", "log"), ("c", "cards"), ("/", "reference")):
        page.keyboard.press(key)
        expect(page.locator(f"#panel-{panel}")).to_be_visible()
    page.keyboard.type("concentrated")
    expect(page.locator(".found")).to_contain_text("found")
    page.keyboard.press("Tab")
    page.locator(".board-frame").focus()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_refused_click_says_why_with_the_rule(opened: Opened) -> None:
    page = opened()
    begin(page, "easy-fox", 11)
    page.locator(".chips [data-option^='act-']").first.click()
    page.wait_for_selector(".chips [data-option^='move-']")
    page.wait_for_timeout(700)
    box = page.locator('[id="post-WN64"]').bounding_box()
    assert box is not None
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


def test_overlays_have_keys_and_legends(opened: Opened) -> None:
    page = opened()
    begin(page)
    page.keyboard.press("f")
    expect(page.locator(".legend h2")).to_contain_text("Fields of fire")
    assert page.locator("#dots > g.shown").count() > 5
    page.keyboard.press("d")
    expect(page.locator(".legend h2")).to_contain_text("next German fire")
    assert page.locator(".overlay .shape").count() > 20
    page.keyboard.press("Escape")
    expect(page.locator(".legend")).to_be_hidden()
    assert page.locator(".overlay .shape").count() == 0
    page.keyboard.press("o")
    assert page.locator(".legend-choice").count() == 8


def test_replay_steps_jumps_and_comes_back(opened: Opened) -> None:
    page = opened()
    begin(page)
    dice = random.Random(8)
    while turn(page) < 2:
        choose_by_chip(page, dice)
    last = made(page)
    page.keyboard.press("v")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.play[data-made="1"]')
    assert page.locator(".chips [data-option]").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector(f'.play[data-made="{last}"]')
    expect(page.locator(".replay")).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1920, 1080), (3840, 2160), (1024, 768), (844, 390)]
)
def test_everything_has_its_place(opened: Opened, width: int, height: int) -> None:
    page = opened(width=width, height=height)
    begin(page)
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
    choose_by_chip(page, random.Random(2))
    assert heights == [part.bounding_box() for part in page.locator(".top, .middle, .prompt").all()]


def test_two_friends_by_link_and_one_who_watches(opened: Opened, server: Server) -> None:
    one, two, watcher = opened(), opened(), opened()
    one.check("input[value=first-waves]")
    one.check("input[value=link]")
    one.click("#begin")
    links = one.locator("dialog input")
    other = links.nth(1).input_value()
    one.locator("dialog .main").first.click()
    one.wait_for_selector(".play[data-made]")
    two.goto(other)
    two.wait_for_selector(".play[data-made]")
    assert "token" not in two.url
    watcher.goto(one.url)
    watcher.wait_for_selector(".play[data-made]")
    expect(watcher.locator(".chips")).to_contain_text("You are watching")
    pages = {page: page.locator(".chips [data-option]").count() for page in (one, two)}
    active = max(pages, key=lambda page: pages[page])
    passive = two if active is one else one
    expect(passive.locator(".chips")).to_contain_text("Waiting for")
    before = made(passive)
    choose_by_chip(active, random.Random(1))
    passive.wait_for_selector(f'.play:not([data-made="{before}"])')
    watcher.wait_for_selector(f'.play[data-made="{made(active)}"]')


def test_a_tap_fans_a_stack_out(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    context.add_init_script(TOLD_AT_ONCE)
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector(".start")
    page.click(".opening summary")
    page.fill(".opening textarea", SITUATION)
    page.click("text=Set it up")
    page.wait_for_selector(".play[data-made]")
    page.wait_for_selector(".board-frame:not([data-flying])")
    page.wait_for_timeout(300)
    box = page.locator('[id="unit-I/3/16"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".spot.pinned .fan-counter")).to_have_count(3)
    expect(page.locator(".spot-warning")).to_contain_text("concentrated")
    context.close()


SITUATION = (Path(__file__).parents[2] / "docs/gallery/omaha-situation.txt").read_text(
    encoding="utf-8"
) + "\nbegin action\n"


def test_the_page_waits_for_a_server_that_was_killed(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    try:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(TOLD_AT_ONCE)
        page = context.new_page()
        page.goto(server.address)
        begin(page)
        dice = random.Random(4)
        for _ in range(3):
            choose_by_chip(page, dice)
        kept = made(page)
        server.kill()
        expect(page.locator("#offline")).to_be_visible(timeout=10_000)
        server.start()
        expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
        assert made(page) == kept
        choose_by_chip(page, dice)
        assert made(page) > kept
        context.close()
    finally:
        server.kill()
