"""The analysis board: branching off in the replay, trying lines with bar and hints, comments,
branches beside the game, and a branch as text."""

from __future__ import annotations

import json
import re
from random import Random

from playwright.sync_api import Page, expect

from pages import begin, by_link, made, press_on, settle, settled, told

ANALYSIS = ".analysis"


def played(opened, choices: int = 6, **how) -> Page:
    """A game alone, after some choices."""
    page = opened()
    begin(page, **how)
    dice = Random(4)
    for _ in range(choices):
        press_on(page, dice)
    return page


def analyze(page: Page, back: int = 2) -> str:
    """Branch off a few choices ago; returns the address of the game."""
    game = page.url
    settle(page)
    page.keyboard.press("v")
    page.wait_for_selector("body.replaying")
    for _ in range(back):
        page.keyboard.press("ArrowLeft")
    settle(page)
    page.get_by_role("button", name="Analyze from here").first.click()
    page.wait_for_selector("body.analyzing .play[data-made]")
    settled(page)
    return game


def test_a_line_is_tried_commented_and_kept_beside_the_game(opened) -> None:
    page = played(opened)
    now = made(page)
    page.get_by_role("tab", name="Cards").click()
    game = analyze(page)
    assert made(page) < now
    expect(page.locator(ANALYSIS)).to_be_visible()  # whatever was looked at before
    expect(page).to_have_title(re.compile("^Analysis: "))
    expect(page.locator(".analysis-banner")).to_contain_text("leaves the game at")
    expect(page.locator(".winning-words")).to_be_visible()
    before = made(page)
    press_on(page, Random(9))
    assert made(page) > before
    page.get_by_placeholder("What do you think of this moment?").fill("Here it turns.")
    page.get_by_placeholder("What do you think of this moment?").blur()
    expect(page.locator(".analysis-comments")).to_contain_text("Here it turns.")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Name").fill("Boldly")
    page.get_by_role("button", name="Call it that").click()
    expect(page.locator(".analysis-name")).to_have_text("Boldly")
    settle(page)
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_selector("body:not(.analyzing) .play[data-made]")
    assert page.url == game
    assert made(page) == now, "the game is as it was"
    entry = page.locator(".branch")
    expect(entry).to_contain_text("Boldly")
    expect(entry).to_contain_text("1 comment")
    settle(page)
    entry.get_by_role("link", name="Boldly").click()
    page.wait_for_selector("body.analyzing .play[data-made]")
    expect(page.locator(".analysis-comments")).to_contain_text("Here it turns.")
    settle(page)
    page.keyboard.press("u")
    told(page, before + 1)
    expect(page.locator(".analysis-comments")).to_be_hidden()
    settle(page)


def test_a_hint_in_a_branch(opened) -> None:
    page = played(opened)
    analyze(page)
    page.keyboard.press("Shift+H")
    expect(page.locator(".advice-line").first).to_contain_text("Best:")
    settle(page)


def test_a_comment_leads_to_its_moment(opened) -> None:
    page = played(opened)
    analyze(page)
    here = made(page)
    press_on(page, Random(9))
    settle(page)
    page.keyboard.press("v")
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    box = page.get_by_placeholder("What do you think of this moment?")
    box.fill("The beginning.")
    box.blur()
    line = page.locator(".analysis-comments li")
    expect(line).to_have_class("here")
    settle(page)
    page.get_by_role("button", name="Back to the game").click()
    expect(line).not_to_have_class("here")
    assert made(page) > here
    page.locator(".analysis-comment").click()
    page.wait_for_selector('.play[data-made="0"]')
    settle(page)


def test_a_branch_as_text_goes_away_and_comes_back(opened) -> None:
    page = played(opened)
    analyze(page)
    settle(page)
    page.get_by_role("button", name="Take away as text").click()
    text = page.get_by_role("textbox", name="The branch").input_value()
    assert json.loads(text)["analysis"]["name"].startswith("From ")
    page.get_by_role("button", name="Done").click()
    remove = page.locator(".branch-remove")
    remove.click()
    expect(remove).to_have_text("Remove for good?")
    remove.click()
    page.wait_for_selector("body:not(.analyzing) .play[data-made]")
    expect(page.locator(".branch")).to_have_count(0)
    settle(page)
    page.keyboard.press("v")
    page.get_by_role("button", name="Bring back from text").click()
    page.get_by_label("The text of a branch").fill(text)
    page.get_by_role("button", name="Bring it back").click()
    page.wait_for_selector("body.analyzing .play[data-made]")
    expect(page.locator(".branch.here")).to_contain_text("From ")
    settle(page)


def test_whoever_has_the_link_reads_and_branches_off(opened, browser) -> None:
    page = played(opened)
    analyze(page)
    page.get_by_placeholder("What do you think of this moment?").fill("Look at this.")
    page.get_by_placeholder("What do you think of this moment?").blur()
    expect(page.locator(".analysis-comments")).to_contain_text("Look at this.")
    settle(page)
    context = browser.new_context()
    reader = context.new_page()
    reader.goto(page.url)
    reader.wait_for_selector("body.analyzing .play[data-made]")
    expect(reader.locator(".analysis-comments")).to_contain_text("Look at this.")
    expect(reader.locator(".analysis-writing")).to_be_hidden()
    expect(reader.locator(".analysis-banner")).to_contain_text("You are reading it")
    before = reader.url
    reader.get_by_role("button", name="New branch here").click()
    reader.wait_for_function("before => location.href !== before", arg=before)
    reader.wait_for_selector("body.analyzing .analysis-writing:not([hidden])")
    context.close()


def test_a_game_by_link_is_not_analyzed_before_it_is_over(opened) -> None:
    page = opened()
    begin(page, "storm-over-normandy", None, game="storm", seating="link")
    by_link(page, ["Allied", "German"])
    settle(page)
    page.keyboard.press("v")
    page.wait_for_selector("body.replaying")
    expect(page.get_by_role("button", name="Analyze from here")).to_have_count(0)
    expect(page.locator(ANALYSIS)).to_be_hidden()
    settle(page)
