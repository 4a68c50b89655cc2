"""axe-core finds nothing serious on the start page, in play, in replay, in light and in dark."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pages import AT_ONCE, begin, click_on, turn

AXE = Path(__file__).resolve().parents[2] / ".venv" / "share" / "axe-core" / "axe.min.js"
DARK = AT_ONCE.replace("speed', '5'", "theme', 'dark'")


def violations(page: Page) -> list[str]:
    """What axe-core calls serious or critical, one line for each element."""
    assert AXE.exists(), "axe-core is missing: run `make browser`, which fetches it from npm"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
            .filter(each => ["serious", "critical"].includes(each.impact))
            .flatMap(each => each.nodes.map(node =>
                `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""
    )
    return found


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, opened: Callable[..., Page]) -> Page:
    return opened(AT_ONCE + (DARK if request.param == "dark" else ""))


def test_the_start_page(page: Page) -> None:
    for fold in page.locator("summary").all():
        fold.click()
    assert violations(page) == []


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
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector(".menu-item")
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
