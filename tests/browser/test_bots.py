"""Playing against bots in the page: choosing one, its moves told, handing over and taking back, a
hint, and who is winning."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from pages import (
    PATIENCE,
    STORY,
    click_on,
    heard,
    is_over,
    made,
    moved_on,
    seen,
    settle,
    settled,
    situation,
    told,
    turn,
)

BRISK = "if (window.origin !== 'null') localStorage.setItem('beachhead.speed', '2');"
MENU = "Menu"
CHOICE, END = ".chips [data-option]", ".prompt .end:not([disabled])"


def begin(page: Page, title: str, seat: str, level: str = "recruit", scenario: str = "") -> None:
    """A game against a bot."""
    page.locator("label.field select").first.select_option(label=title)
    if scenario:
        page.check(f"input[name=scenario][value={scenario}]")
    page.check("input[name=seating][value=bot]")
    page.select_option("#my-seat", seat)
    page.get_by_label("Level").select_option(level)
    page.click("#begin")
    page.wait_for_selector(".prompt")


def from_menu(page: Page, text: str) -> None:
    page.get_by_role("button", name=MENU).click()
    page.get_by_role("menuitem", name=re.compile(text)).click()


def hand_over(page: Page) -> None:
    from_menu(page, "Let a bot play for")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Level").select_option("recruit")
    dialog.get_by_role("button", name="Let it play").click()


GAMES = [
    ("Storm Over Normandy", "german", ""),
    ("D-Day at Omaha Beach", "1st", "first-waves"),
    ("D-Day (1991)", "allied", ""),
]


@pytest.mark.parametrize(("title", "seat", "scenario"), GAMES)
def test_a_seat_is_handed_to_a_bot_and_taken_back(
    opened, title: str, seat: str, scenario: str
) -> None:
    """The first choices by clicking, two turns by another bot that is given the seat."""
    page = opened()
    begin(page, title, seat, scenario=scenario)
    for _ in range(3):
        page.wait_for_selector(f"{CHOICE}, {END}")
        settle(page)
        page.keyboard.press("1" if page.locator(CHOICE).count() else "e")
        button = page.locator(".spot.pinned .button.main")
        if button.count():
            button.first.click()
    hand_over(page)
    page.wait_for_function(
        "turn => Number(document.querySelector('.clock-turn').textContent.match(/\\d+/)) >= turn",
        arg=3,
        timeout=STORY,
    )
    assert not is_over(page)
    expect(page.locator(".recap")).to_be_hidden()
    from_menu(page, "Take back the seat")
    page.wait_for_selector(f"{CHOICE}, {END}")
    expect(page.locator(".recap h2")).to_have_text("Since your last decision")


def asked(page: Page) -> bool:
    """Wait until the player is asked, or the game is over; whether he is asked."""
    page.wait_for_selector(f'{CHOICE}, {END}, .play[data-over="true"]', timeout=PATIENCE)
    settled(page)
    return not is_over(page)


def follow_hint(page: Page) -> None:
    """Ask for a hint and do what it says, all with the mouse."""
    before = made(page)
    page.locator(".advice-head .button").click()
    best = page.locator(".advice-line").first
    best.wait_for()
    best.get_by_role("button", name="Do it").click()
    seen(page, f"{heard(before)}, .spot.pinned:not([hidden]) .button.main", STORY)
    if page.locator(".spot.pinned:not([hidden]) .button.main").count():
        page.locator(".spot.pinned .button.main").first.click()
    told(page, before)


def reached(page: Page, turn_: int | None) -> bool:
    return is_over(page) or (turn_ is not None and turn(page) >= turn_)


@pytest.mark.parametrize(("title", "seat", "scenario"), GAMES)
def test_orders_are_given_by_following_hints(opened, title, seat, scenario) -> None:
    """Some orders against a bot, with the mouse."""
    page = opened()
    begin(page, title, seat, scenario=scenario)
    for _ in range(6):
        if not asked(page):
            return
        follow_hint(page)
    settle(page)


@pytest.mark.parametrize(
    ("game", "until", "hints"), [*zip(GAMES, (None, 10, 4), (0.3, 0.9, 0.5), strict=True)]
)
def test_a_game_against_a_bot_is_played_by_clicking(
    opened, game: tuple[str, str, str], until: int | None, hints: float
) -> None:
    """A whole Storm game, ten turns of Omaha for two and four of D-Day: each choice of ours is made
    with the mouse, what a hint says or anything that glows."""
    page = opened()
    title, seat, scenario = game
    begin(page, title, seat, scenario=scenario)
    dice = random.Random(6)
    while asked(page) and not reached(page, until):
        if dice.random() < hints:
            follow_hint(page)
        else:
            click_on(page, dice, busy=0.95)
    if until is None:
        assert is_over(page)
        expect(page.get_by_role("link", name="After-action report").first).to_be_visible()


def test_a_hint_is_drawn_on_the_map_with_its_causes_and_can_be_followed(opened) -> None:
    page = opened()
    begin(page, "Storm Over Normandy", "allied")
    page.wait_for_selector(CHOICE)
    page.get_by_label("Who is winning").check()
    expect(page.locator(".winning-words")).to_have_text("It is too early to say.")
    settle(page)
    page.keyboard.press("Shift+H")
    expect(page.locator(".advice-line").first).to_contain_text("Best:")
    made = page.locator(".play").get_attribute("data-made")
    page.locator(".advice-line .button").first.click()
    button = page.locator(".spot.pinned .button.main")
    page.wait_for_function(
        "made => document.querySelector('.spot.pinned .button.main')"
        " || document.querySelector('.play').dataset.made !== made",
        arg=made,
    )
    if button.count():
        button.first.click()
    page.wait_for_function(
        "made => document.querySelector('.play').dataset.made !== made", arg=made
    )


TOLD_ON = """before => {
  const story = document.querySelector('.story');
  return story.hidden || story.querySelector('.story-count').textContent !== before;
}"""


def test_a_pause_holds_what_bots_do_next_as_well(opened) -> None:
    page = opened(BRISK)
    begin(page, "D-Day (1991)", "")
    going_on = page.get_by_role("button", name="Go on")
    page.wait_for_selector(".story-count:not(:empty)")
    page.keyboard.press("Shift+Space")  # the set-up
    page.wait_for_function("Number(document.querySelector('.play').dataset.made) > 0")
    page.wait_for_selector(".story-count:not(:empty)")
    page.keyboard.press("p")
    expect(going_on).to_be_visible()
    at = 0
    while page.locator(".story").is_visible():
        before = page.inner_text(".story-count")
        if int(before.split()[0]) <= at:
            break  # something else is told
        at = int(before.split()[0])
        for _ in range(100):
            page.keyboard.press("Space")
            page.wait_for_timeout(300)
            if page.evaluate(TOLD_ON, before):
                break  # else the key only hastened what was still moving
    expect(going_on).to_be_visible()
    held = page.inner_text(".story-count")
    page.wait_for_timeout(1500)
    assert page.inner_text(".story-count") == held
    going_on.click()
    expect(page.locator(".story-count")).not_to_have_text(held)
    page.keyboard.press("Shift+Space")


def test_bots_can_be_watched_and_relieved(opened) -> None:
    page = opened()
    begin(page, "Storm Over Normandy", "")
    page.wait_for_function("Number(document.querySelector('.play')?.dataset.made) > 12")
    expect(page.locator(".waiting-for")).to_contain_text("is thinking")
    from_menu(page, "Take back the seat of the Allied player")
    page.wait_for_selector(CHOICE)


def test_a_hint_for_who_is_under_way_is_drawn_and_brought_into_view(opened) -> None:
    page = opened(width=1280, height=800)
    situation(page, "turn 5; 0624 A/1/116 B/1/116; 0427 58AFA; begin action")
    settled(page)
    page.get_by_label("Who is winning").check()
    expect(page.locator(".winning-words")).to_contain_text("points, by our estimate")
    before = made(page)
    page.locator(CHOICE, has_text="58AFA").first.click()
    seen(page, moved_on(before))
    settled(page)
    page.keyboard.press("+")
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(900, 300, steps=3)  # the map shows something else
    page.mouse.up()
    page.locator(".advice-head .button").click()
    page.locator(".advice-line").first.wait_for()
    arrow = page.locator(".arrow-line.planned").first
    expect(arrow).to_be_attached()
    seen(page, ".board-frame:not([data-flying])")
    box, frame = arrow.bounding_box(), page.locator(".board-frame").bounding_box()
    assert box
    assert frame
    assert frame["x"] <= box["x"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_divisions_win_together(opened) -> None:
    page = opened()
    begin(page, "D-Day at Omaha Beach", "1st", scenario="first-waves")
    page.wait_for_selector(CHOICE)
    page.get_by_label("Who is winning").check()
    expect(page.locator(".winning-words")).to_contain_text("1st Division and the 29th Division: ")
