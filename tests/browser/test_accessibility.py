"""axe-core finds nothing: on the start page, in play of each game, while something is told, in
replay, at the end, in reports and in every dialog, in light and in dark."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

import beachhead
from beachhead.kernel.record import Record
from pages import AT_ONCE, Server, begin, click_on, made, settle, settled, told, turn

PLAYED = Path(__file__).parents[1] / "playthroughs"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = Path(sys.prefix) / "share" / "axe-core" / "axe.min.js"
DARK = AT_ONCE.replace("speed', '5'", "theme', 'dark'")


def violations(page: Page) -> list[str]:
    """All that axe-core finds, one line for each element."""
    assert AXE.exists(), "axe-core is missing: run `make browser`, which fetches it from npm"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
            .flatMap(each => each.nodes.map(node =>
                `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""
    )
    return found


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, opened: Callable[..., Page]) -> Page:
    return opened(AT_ONCE + (DARK if request.param == "dark" else ""))


def test_the_start_page(page: Page) -> None:
    expect(page.locator("summary")).not_to_have_count(0)
    for fold in page.locator("summary").all():
        fold.click()
    expect(page.locator("details:not([open])")).to_have_count(0)
    assert violations(page) == []


def test_the_check_bites(page: Page) -> None:
    """Violations planted on the page are found, each by its name."""
    begin(page)
    assert violations(page) == []
    page.evaluate(
        """() => {
            document.querySelector(".end").removeAttribute("title");
            document.querySelector(".end").replaceChildren();
            document.querySelector(".sentence").style.cssText = "color: #888; background: #999";
            document.querySelector(".top").append(document.createElement("input"));
        }"""
    )
    found = {line.partition(":")[0] for line in violations(page)}
    assert {"button-name", "color-contrast", "label"} <= found


def test_in_play(page: Page) -> None:
    begin(page)
    assert violations(page) == []
    dice = random.Random(3)
    while turn(page) < 2:
        click_on(page, dice)
    for tab in ("log", "cards", "reference", "now"):
        page.click(f"#tab-{tab}")
        page.wait_for_selector(f"#panel-{tab}:not([hidden])")
        assert violations(page) == [], tab
    page.keyboard.press("d")
    page.wait_for_selector(".overlay .shape")
    assert violations(page) == []
    page.keyboard.press("b")
    page.wait_for_selector(".legend-list")
    assert violations(page) == []
    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector(".menu-item")
    assert violations(page) == []


GAMES = {"omaha": "first-waves", "storm": "storm-over-normandy", "dday91": "1944"}


@pytest.mark.parametrize("game", GAMES)
def test_every_panel_of_each_game(page: Page, game: str) -> None:
    begin(page, GAMES[game], game=game)
    settled(page)
    before = made(page)
    page.locator(".chips [data-option]").first.click()
    told(page, before)
    assert violations(page) == []
    for key, there in (("l", "#panel-log"), ("c", "#panel-cards"), ("/", "#panel-reference")):
        page.keyboard.press(key)
        page.wait_for_selector(f"{there}:not([hidden])")
        assert violations(page) == [], there
        page.locator(".tab[aria-selected=true]").focus()
    page.keyboard.press("Shift+T")
    page.wait_for_selector(".situation-table")
    assert violations(page) == []
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    assert violations(page) == []


def test_what_is_being_told_and_what_was(page: Page) -> None:
    begin(page)
    page.wait_for_selector(".recap-line")
    assert violations(page) == []
    page.get_by_role("button", name="Tell it again").click()
    page.wait_for_selector(".story-text:not(:empty)")
    assert violations(page) == []


def test_a_report_of_a_problem(page: Page) -> None:
    page.get_by_role("button", name="Report a problem").click()
    page.wait_for_selector("dialog[open] textarea")
    assert violations(page) == []


def test_the_sheet_of_keys_and_sharing(page: Page) -> None:
    begin(page)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .sheet-columns")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Share").click()
    page.wait_for_selector("dialog[open] textarea")
    assert violations(page) == []


def test_the_reference(page: Page) -> None:
    """Its contents, every part of them unfolded, a rule, and what a search finds."""
    begin(page)
    page.keyboard.press("/")
    page.wait_for_selector("#panel-reference .chapter")
    for fold in page.locator("#panel-reference summary").all():
        fold.click()
    expect(page.locator("#panel-reference details:not([open])")).to_have_count(0)
    page.wait_for_selector("#panel-reference .card-picture svg")
    assert violations(page) == []
    page.locator("#panel-reference .chapter").nth(5).click()
    page.wait_for_selector("#panel-reference .rule.main")
    assert violations(page) == []
    page.fill("#panel-reference input", "concentrated")
    page.wait_for_selector("#panel-reference .found")
    assert violations(page) == []


SITUATION = """
turn 3
16 69/50, 151/50, 231/50, 22 Pz/21
hand allied armor-support-1, jabos-1
hand german e-boats, bocage-1
begin impulse
"""


def test_a_hand_a_sum_and_areas(page: Page) -> None:
    page.locator(".new-game select").first.select_option("storm")
    page.click(".opening summary")
    page.fill(".opening textarea", SITUATION)
    page.click("text=Set it up")
    page.wait_for_selector(".hand .card-picture svg")
    assert violations(page) == []
    for choice in ("activate-16-commonwealth", "fire", "add-br-50-69"):
        page.locator(f".chips [data-option='{choice}']").click()
        page.wait_for_selector(f".chips:not(:has([data-option='{choice}']))")
    page.wait_for_selector(".sum")
    assert violations(page) == []
    page.click("#tab-cards")
    page.wait_for_selector("#panel-cards .hand-card")
    assert violations(page) == []
    page.keyboard.press("t")
    page.wait_for_selector(".overlay .area-shape")
    assert violations(page) == []


def test_a_covered_screen(page: Page) -> None:
    begin(page, "storm-over-normandy", 3, game="storm", seating="hotseat")
    page.wait_for_selector(".cover:not([hidden])")
    assert violations(page) == []


def test_an_invitation_notices_and_cards_and_dice(page: Page, server: Server) -> None:
    body = {"game": "storm", "seating": "link", "notation": SITUATION, "seed": 5}
    table = page.request.post(f"{server.address}api/tables", data=body).json()
    page.goto(
        f"{server.address}#/table/{table['table']}?invitation={table['invitations']['allied']}"
    )
    page.wait_for_selector(".invitation .warned")
    assert violations(page) == []
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_selector(".note.awaiting + .note.trust")
    assert violations(page) == []
    page.goto(server.address)
    page.wait_for_selector(".start")
    begin(page, "storm-over-normandy", None, game="storm", seating="link")
    assert violations(page) == []
    page.get_by_role("button", name="This is mine").first.click()
    page.wait_for_selector(".note.awaiting .copy")
    for entry in ("Cards and dice", "another device"):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("menuitem", name=entry).click()
        page.wait_for_selector("dialog[open] .copy")
        assert violations(page) == []
        page.keyboard.press("Escape")


def test_the_end(page: Page) -> None:
    """A game that was lost: the end screen, and its replay."""
    page.locator("summary", has_text="Open a record").click()
    document = json.dumps(lost_game()).encode()
    page.set_input_files(
        "#record", {"name": "lost.json", "mimeType": "application/json", "buffer": document}
    )
    page.wait_for_selector('.play[data-over="true"]')
    page.wait_for_selector(".ending")
    assert violations(page) == []


def lost_game() -> dict[str, Any]:
    """A game that somebody without a plan played to its end."""
    record = Record(beachhead.load("omaha"), "first-waves", seed=7)
    dice = random.Random(3)
    while not record.state.over:
        record.choose(dice.choice(record.state.decision.options))
    return record.to_data()


@pytest.mark.parametrize("name", ["omaha-first-waves", "storm-bold", "dday91-1944"])
def test_the_report_of_a_game(opened: Callable[..., Page], server: Server, name: str) -> None:
    page = opened()
    record = json.loads((PLAYED / f"{name}.json").read_text(encoding="utf-8"))
    body = {"game": record["game"], "record": record}
    table = page.request.post(f"{server.address}api/tables", data=body).json()
    token = next(iter(table["tokens"].values()))
    report = page.request.get(
        f"{server.address}api/tables/{table['table']}/report.html",
        headers={"Authorization": f"Bearer {token}"},
    )
    settle(page)
    page.goto("about:blank")
    page.set_content(report.text())
    page.locator(".log > summary").click()
    page.locator(".log details > summary").first.click()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []


def test_in_replay(page: Page) -> None:
    begin(page)
    dice = random.Random(3)
    for _ in range(3):
        click_on(page, dice)
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    page.keyboard.press("Home")
    page.wait_for_selector('.play[data-made="0"]')
    assert violations(page) == []


def test_a_branch_with_a_comment_and_a_hint(page: Page) -> None:
    begin(page, "easy-fox")
    settle(page)
    page.keyboard.press("v")
    page.get_by_role("button", name="Analyze from here").first.click()
    page.wait_for_selector("body.analyzing .play[data-made]")
    box = page.get_by_placeholder("What do you think of this moment?")
    box.fill("A quiet morning.")
    box.blur()
    page.wait_for_selector(".analysis-comment")
    page.locator(".advice-head .button").click()
    page.wait_for_selector(".advice-line")
    assert violations(page) == []
    settle(page)
