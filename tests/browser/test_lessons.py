"""The guided first game of each game, played through; and what interrupts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

import beachhead
from pages import heard, made, seen, settle, settled, told

Deed = str | tuple[str, ...]
"""What to choose for a lesson, by the beginning of its label; one after the other."""

OMAHA: Mapping[str, Deed] = {
    "What glows can act": ("1/B/741", "Barrage"),
    "Ending the phase": "End the 1st",
    "Get off the beach": ("E/2/16", "Move"),
}
STORM: Mapping[str, Deed] = {
    "How the Allies land": "Infantry in the first wave",
    "The bombardment": ("12 Support", "12 Support"),
    "The strongpoints answer": "Gold",
    "The landed units attack": "Attack with all",
    "An impulse": ("Activate units in Sword box", "Move", "Add all"),
    "The other side": "Pass",
    "An attack": "Activate units in",
}
DDAY: Mapping[str, Deed] = {
    "The Germans wait": "The opening",
    "Step by step": "End the port",
    "Across the Channel": ("Invade with 1st U.S. Army", "C15"),
    "The corps do the fighting": (
        "Invade with U.S. 5 Mot",
        "C15",
        "Invade with U.S. 7 Mot",
        "C15",
    ),
    "On to movement": "End the inv",
    "An army on the march": ("Move 1st Canadian Army", "Go to B12"),
    "To combat": ("Stop in B12", "End the movement"),
    "An attack": ("Attack German 86", "Add U.S. 5", "Add U.S. 7", "Attack D15"),
    "One die each": ("Announce no more", "Roll"),
    "Ashore": ("1st U.S. Army", "U.S. 5", "U.S. 7"),
    "The German answer": "End the movement",
}
USUAL = (
    "That is all",
    "Play no card",
    "Attack with all",
    "Roll",
    "Assault",
    "Fire",
    "Add all",
    "The others stay",
    "End",
    "",
)
"""What is chosen when a lesson waits, the first of these that is offered."""


def lesson(page: Page) -> str:
    return page.locator(".guide h2").inner_text()


def step(page: Page) -> int:
    found = re.search(r"Lesson (\d+) of", page.locator(".guide-count").inner_text())
    assert found
    return int(found[1])


def choose(page: Page, *labels: str) -> None:
    """Choose what is offered below the map, by the beginning of its label: the first that is."""
    before = made(page)
    offered = page.locator(".chips [data-option], .end:not(:disabled)[data-option]")
    for label in labels:
        named = offered.filter(has_text=re.compile(rf"^\s*\d?\s*{re.escape(label)}"))
        if named.count():
            break
    else:
        raise AssertionError(f"none of {labels} is offered: {offered.all_inner_texts()}")
    named.first.click()
    seen(page, f"{heard(before)}, .end.sure")
    settled(page)
    if made(page) == before:
        page.locator(".end.sure").click()
    told(page, before)


def stands_apart(page: Page) -> None:
    """The lesson lies within the window, and over nothing: not the map, not what it frames."""
    boxes = page.evaluate(
        """() => {
            const box = (each) => {
                const {left, top, right, bottom} = each.getBoundingClientRect();
                return [left, top, right, bottom];
            };
            const others = ".map, .prompt, .top, .side, .lesson .shape, .guide-framed";
            return [box(document.querySelector(".guide")),
                    [...document.querySelectorAll(others)].map(box), [innerWidth, innerHeight]];
        }"""
    )
    (left, top, right, bottom), others, (wide, high) = boxes
    assert 0 <= left < right <= wide
    assert 0 <= top < bottom <= high
    assert len(others) >= 4
    map_right, map_bottom = others[0][2:]
    for x, y, to_x, to_y in others:
        # A shape may reach beyond what is seen of the map.
        across = min(right, to_x, max(map_right, x + 1)) - max(left, x)
        down = min(bottom, to_y, max(map_bottom, y + 1)) - max(top, y)
        assert across <= 1 or down <= 1, "the lesson covers something"


@pytest.mark.parametrize(("game", "deeds"), [("omaha", OMAHA), ("storm", STORM), ("dday91", DDAY)])
def test_a_guided_game_from_the_first_lesson_to_the_last(
    opened: Callable[..., Page], game: str, deeds: Mapping[str, Deed]
) -> None:
    guided = beachhead.load(game).page().guided
    assert guided is not None
    titles = [each.title for each in guided.lessons]
    page = opened()
    page.click(f"[data-guided={game}]")
    page.wait_for_selector(".guide:not([hidden])")
    heard_of: list[str] = []
    left = {
        title: list((deed,) if isinstance(deed, str) else deed) for title, deed in deeds.items()
    }
    for _ in range(150):
        title = lesson(page)
        if title not in heard_of:
            heard_of.append(title)
        stands_apart(page)
        assert step(page) == titles.index(title) + 1
        button = page.locator(".guide [data-guide]").last.get_attribute("data-guide")
        if button == "end":
            break
        if button == "next":
            page.click("[data-guide=next]")
        elif not page.locator(".guide-waits").count() and left.get(title):
            choose(page, left[title].pop(0))
        else:
            choose(page, *USUAL)
    assert heard_of == titles, "each lesson is given, in order"
    page.click("[data-guide=end]")
    expect(page.locator(".guide")).to_be_hidden()


def test_lessons_wait_fold_and_come_back(opened: Callable[..., Page]) -> None:
    page = opened()
    page.click("[data-guided=omaha]")
    page.wait_for_selector(".guide:not([hidden])")
    for _ in range(4):
        page.click("[data-guide=next]")
    assert lesson(page) == "What glows can act"

    # Escape ends nothing, and what is chosen goes on.
    page.keyboard.press("Escape")
    assert lesson(page) == "What glows can act"
    choose(page, "1/B/741")
    assert lesson(page) == "What glows can act"

    # Who gives the choice up again may do something else instead.
    before = made(page)
    page.keyboard.press("Escape")
    told(page, before)
    assert lesson(page) == "What glows can act"
    choose(page, "2/C/741")
    choose(page, "Move")
    assert lesson(page) == "An attack from afar"
    page.click("[data-guide=next]")
    page.click("[data-guide=next]")

    # Something else is done: the lesson says so, and waits.
    choose(page, "1/B/741")
    assert lesson(page) == "Ending the phase"
    expect(page.locator(".guide-waits")).to_contain_text("something else")

    # Folded, it stays so after a reload; it opens by hand.
    page.click(".guide-fold")
    expect(page.locator(".guide-folded")).to_have_text("Ending the phase")
    settle(page)
    page.reload()
    page.wait_for_selector(".play[data-made]")
    expect(page.locator(".guide-folded")).to_have_text("Ending the phase")
    page.locator(".guide-fold").press("Enter")
    assert lesson(page) == "Ending the phase"

    # Looking back, and on again.
    page.click("[data-guide=back]")
    assert lesson(page) == "Nothing is final"
    page.click("[data-guide=next]")
    assert lesson(page) == "Ending the phase"

    # Left, and taken up from the menu where it was.
    page.click(".guide-leave")
    expect(page.locator(".guide")).to_be_hidden()
    settle(page)
    page.reload()
    page.wait_for_selector(".play[data-made]")
    expect(page.locator(".guide")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Lessons").click()
    assert lesson(page) == "Ending the phase"


def test_lessons_are_taken_up_by_what_the_record_tells(opened: Callable[..., Page]) -> None:
    """A browser that remembers nothing: what has been done is not asked for again."""
    page = opened()
    page.click("[data-guided=omaha]")
    page.wait_for_selector(".guide:not([hidden])")
    choose(page, "1/B/741")
    choose(page, "Barrage")
    page.evaluate(
        "Object.keys(localStorage).filter(key => key.includes('guide.'))"
        ".forEach(key => localStorage.removeItem(key))"
    )
    settle(page)
    page.reload()
    page.wait_for_selector(".play[data-made]")
    expect(page.locator(".guide")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Lessons").click()
    for _ in range(4):
        page.click("[data-guide=next]")
    assert lesson(page) == "An attack from afar"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180)])
def test_lessons_cover_nothing_on_small_screens(
    opened: Callable[..., Page], width: int, height: int
) -> None:
    page = opened(width=width, height=height)
    page.click("[data-guided=storm]")
    page.wait_for_selector(".guide:not([hidden])")
    box = page.locator(".guide").bounding_box()
    chart = page.locator(".map").bounding_box()
    assert box is not None
    assert chart is not None
    assert chart["y"] + chart["height"] <= box["y"] + 1
    assert box["y"] + box["height"] <= height
    assert chart["height"] > height * 0.2
