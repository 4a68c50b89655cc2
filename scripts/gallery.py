"""Take the pictures of the page in docs/gallery/ anew, in Chromium.

One game of the First Waves is played by the greedy player of the tests; its record up to a moment
is opened on the page, as a player would open it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

import beachhead
from beachhead.kernel.play import State
from beachhead.kernel.record import Record

ROOT = Path(__file__).resolve().parents[1]
GALLERY = ROOT / "docs" / "gallery"
sys.path.insert(0, str(ROOT / "tests"))

ONE_AT_A_TIME, AT_ONCE = 0, 5


class Picture(NamedTuple):
    name: str
    scene: str
    width: int
    height: int
    dark: bool = False
    touch: bool = False


PICTURES = (
    Picture("page-start", "start", 1280, 800),
    Picture("page-landing", "landing", 1920, 1080),
    Picture("page-fire", "fire", 1920, 1080),
    Picture("page-attack", "attack", 1920, 1080),
    Picture("page-end", "end", 1280, 800),
    Picture("page-replay", "replay", 1280, 800),
    Picture("page-dark", "danger", 1920, 1080, dark=True),
    Picture("page-1280x800", "action", 1280, 800),
    Picture("page-1920x1080", "action", 1920, 1080),
    Picture("page-3840x2160", "action", 3840, 2160),
    Picture("page-1024x768-touch", "action", 1024, 768, touch=True),
    Picture("page-844x390-touch", "action", 844, 390, touch=True),
)


def at(turn: int, phase: str, *kinds: str, pieces: int = 0) -> Callable[[State[Any]], bool]:
    """A moment of the game; `pieces` is how many have joined an attack."""

    def reached(state: State[Any]) -> bool:
        decision = state.decision
        joined = decision.arguments[1] if decision.kind == "attack_built" else ()
        return (
            state.game.clock(state.position) == f"Turn {turn}, {phase}"
            and decision.kind in kinds
            and len(joined) >= pieces
        )

    return reached


SCENES: dict[str, Callable[[State[Any]], bool]] = {
    "landing": at(5, "landing", "arrival_placed"),
    "fire": at(6, "fire", "hit_chosen"),
    "action": at(6, "action", "deed_chosen"),
    "attack": at(7, "action", "attack_built", pieces=2),
}


def main() -> int:
    from pages import browsing, serving  # noqa: PLC0415

    parser = argparse.ArgumentParser(description="Take the pictures of the page anew.")
    parser.add_argument("names", nargs="*", help="only these (default: all)")
    parser.add_argument("--to", type=Path, default=GALLERY, help="folder (default: docs/gallery)")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    records = scenes()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db") as server,
        browsing() as browser,
    ):
        for picture in PICTURES:
            if given.names and picture.name not in given.names:
                continue
            file = take(browser, server.address, picture, records, given.to)
            print(f"{file.name}: {file.stat().st_size // 1024} KB")
    return 0


def scenes() -> dict[str, dict[str, Any]]:
    """The records that the scenes begin from."""
    from players import PLAYERS  # noqa: PLC0415

    record = Record(beachhead.load("omaha"), "first-waves", seed=1)
    generator = random.Random(1)
    found: dict[str, dict[str, Any]] = {}
    while not record.state.over:
        for name, reached in SCENES.items():
            if (name not in found or name == "landing") and reached(record.state):
                found[name] = record.to_data()
        record.choose(PLAYERS["greedy"](record.state, generator))
    found["end"] = found["replay"] = record.to_data()
    found["danger"] = found["action"]
    return found


def take(
    browser: Browser,
    address: str,
    picture: Picture,
    records: dict[str, dict[str, Any]],
    folder: Path,
) -> Path:
    speed = ONE_AT_A_TIME if picture.scene == "fire" else AT_ONCE
    theme = "dark" if picture.dark else "light"
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        has_touch=picture.touch,
        is_mobile=picture.touch,
        device_scale_factor=2 if picture.width < 900 else 1,
        reduced_motion="reduce",
    )
    context.add_init_script(
        "if (location.protocol !== 'about:') {"
        f"localStorage.setItem('beachhead.speed', '{speed}');"
        f"localStorage.setItem('beachhead.theme', '{theme}'); }}"
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".start")
    if picture.scene in records:
        page.locator("summary", has_text="Open a record").click()
        document = json.dumps(records[picture.scene]).encode()
        page.set_input_files(
            "#record",
            {"name": "Omaha.json", "mimeType": "application/json", "buffer": document},
        )
        page.wait_for_selector(".play[data-made]")
    if picture.scene in STAGING:
        STAGING[picture.scene](page)
    page.wait_for_selector("img[src], .board-frame:not([data-flying])")
    page.wait_for_timeout(4000)  # the map is laid sharp and the mini-map painted when all is still
    large = picture.width > 1500  # a PNG would be three times as big, and nobody can tell
    file = folder / f"{picture.name}.{'jpg' if large else 'png'}"
    page.screenshot(path=file, type="jpeg" if large else "png", quality=82 if large else None)
    context.close()
    return file


def _fire(page: Page) -> None:
    """Answer and listen until a position fires at somebody on the map."""
    for _ in range(80):
        if page.locator(".lines .shot.german").count():
            return
        if page.locator("body.telling").count():
            page.keyboard.press("Space")
        else:
            before = page.get_attribute(".play", "data-made")
            page.locator(".chips [data-option]").first.click()
            page.wait_for_selector(f'body.telling, .play:not([data-made="{before}"])')
    raise AssertionError("nobody fired")


def _replay(page: Page) -> None:
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    page.get_by_label("Jump to a turn").select_option(label="Turn 8 begins")
    expect(page.locator(".clock-turn")).to_have_text("Turn 8")
    page.keyboard.press("l")


def _danger(page: Page) -> None:
    page.keyboard.press("d")
    page.wait_for_selector(".overlay .shape")


STAGING: dict[str, Callable[[Page], None]] = {
    "fire": _fire,
    "replay": _replay,
    "danger": _danger,
}


if __name__ == "__main__":
    sys.exit(main())
