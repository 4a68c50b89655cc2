"""What a screen reader is given: Chromium's accessibility tree, read on each game's screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from pages import begin, made, settled, told

Opened = Callable[..., Page]

GAMES = {"omaha": "first-waves", "storm": "storm-over-normandy", "dday91": "1944"}
ACTED_ON = {
    "button",
    "checkbox",
    "combobox",
    "link",
    "menuitem",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "tab",
    "textbox",
    "DisclosureTriangle",
}
"""What one comes to with Tab or arrows, and so must have a name."""
LANDMARKS = {"banner", "complementary", "contentinfo", "main", "navigation", "region"}
DRAWN = re.compile(r"[▪▫▸▾▴▲▼★✕⚠⇧⌫]|\bkbd\b")
"""Signs and keys that are for the eye: read aloud they are noise."""
CODED = re.compile(r"\b(?:unit|hex|area|post|position|box|zone|option)-\w|\w_\w")
"""Ids, which mean nothing to a person."""


class Node(NamedTuple):
    """Something in the tree: what it is, what it is called, what is said of it."""

    role: str
    name: str
    properties: dict[str, Any]
    depth: int


def tree(page: Page) -> list[Node]:
    """All that is not ignored, in the order in which it is read."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def walk(node: dict[str, Any], depth: int) -> Iterator[Node]:
        if not node.get("ignored"):
            properties = {
                each["name"]: each["value"].get("value") for each in node.get("properties", [])
            }
            role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
            yield Node(role, name, properties, depth)
            depth += 1
        for child in node.get("childIds", []):
            if child in by_id:
                yield from walk(by_id[child], depth)

    return list(walk(nodes[0], 0))


def speaks_plainly(found: list[Node]) -> list[str]:
    """What has no name, is called by an id, or has signs for the eye in its name."""
    troubles = []
    for role, name, *_ in found:
        if role in ACTED_ON and not name.strip():
            troubles.append(f"{role} without a name")
        if role in ACTED_ON | LANDMARKS | {"heading", "group", "table", "listitem"}:
            if CODED.search(name):
                troubles.append(f"{role} {name!r} says an id")
            if DRAWN.search(name):
                troubles.append(f"{role} {name!r} says a sign")
    return troubles


def named(found: list[Node], role: str) -> list[str]:
    return [node.name for node in found if node.role == role]


def is_in_order(found: list[Node]) -> None:
    """Landmarks come in the order in which one looks at the page, each with a name of its own."""
    marks = [node for node in found if node.role in LANDMARKS]
    wanted = ["navigation", "banner", "main"]
    assert [node.role for node in marks if node.role in wanted] == wanted
    names = [(node.role, node.name) for node in marks]
    assert len(set(names)) == len(names), f"two landmarks have one name: {names}"
    read = [name for role, name in names if role in ("region", "complementary")]
    spine = ["Board", "Flipbook, log, cards and reference", "What you may do"]
    assert [name for name in read if name in spine] == spine
    levels = [int(node.properties["level"]) for node in found if node.role == "heading"]
    assert levels.count(1) == 1
    assert levels[0] == 1


def test_the_start_page_in_the_tree(opened: Opened) -> None:
    page = opened()
    for game in GAMES:
        page.locator(".new-game select").first.select_option(game)
        found = tree(page)
        assert speaks_plainly(found) == []
        assert {"Scenario", "Who plays"} <= set(named(found, "group"))
        assert "Start" in named(found, "button")
        checked = [
            node.name
            for node in found
            if node.role == "radio" and node.properties.get("checked") == "true"
        ]
        assert len(checked) == 2, "one scenario, and one way to sit"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_the_tree(opened: Opened, game: str) -> None:
    page = opened()
    begin(page, GAMES[game], game=game)
    settled(page)
    found = tree(page)
    assert speaks_plainly(found) == []
    is_in_order(found)
    live = {node.properties.get("live") for node in found if node.role in ("status", "alert")}
    assert {"polite", "assertive"} <= live
    current = page.locator(".turns [aria-current=step]")
    expect(current).to_have_count(1)
    offered = page.locator(".chips [data-option]").evaluate_all(
        "chips => chips.map(chip => chip.innerText.replace(/^\\s*\\d?\\s*/, '').trim())"
    )
    buttons = named(found, "button")
    assert offered
    assert all(any(label in name for name in buttons) for label in offered)

    # What is asked is said, politely, with how many choices there are.
    before = made(page)
    page.locator(".chips [data-option]").first.click()
    told(page, before)
    prompt = page.locator(".sentence").evaluate("each => each.firstChild.textContent")
    expect(page.locator("#say")).to_contain_text(prompt.strip())
    expect(page.locator("#say")).to_contain_text(re.compile(r"\d+ choices\."))


@pytest.mark.parametrize("game", GAMES)
def test_panels_menu_and_sheets_in_the_tree(opened: Opened, game: str) -> None:
    page = opened()
    begin(page, GAMES[game], game=game)
    settled(page)
    for tab in ("log", "cards", "reference", "now"):
        page.click(f"#tab-{tab}")
        page.wait_for_selector(f"#panel-{tab}:not([hidden])")
        found = tree(page)
        assert speaks_plainly(found) == [], tab
        chosen = [
            node.name for node in found if node.role == "tab" and node.properties.get("selected")
        ]
        assert chosen == named(found, "tabpanel"), "the panel that is there is the tab's"

    page.keyboard.press("Shift+T")
    page.wait_for_selector(".situation-table")
    found = tree(page)
    assert speaks_plainly(found) == []
    assert "Units by place" in named(found, "table")
    assert {"Choice", "Risk", "Rule", "Place", "Units"} <= set(named(found, "columnheader"))
    assert named(found, "rowheader")

    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector(".menu-item")
    found = tree(page)
    assert speaks_plainly(found) == []
    assert named(found, "menu") == ["Menu"]
    assert "Replay" in named(found, "menuitem")
    page.keyboard.press("Escape")

    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .sheet-columns")
    found = tree(page)
    assert named(found, "dialog") == ["Keys"]
    outside = [node.role for node in found if node.role in LANDMARKS]
    assert outside == [], "behind a sheet nothing can be reached"
