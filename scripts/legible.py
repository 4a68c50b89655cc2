"""Measure how high combat values stand on the screen: Chromium, 1440 by 900, the whole map in view,
and after one step of zoom.

`make bench` does not run it: `python scripts/legible.py --json` prints the figures and exits with 1
when a value is lower than 9 pixels. Measured is the ink of the digits, not their line.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

import beachhead
from beachhead.kernel.record import Record

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

SCREEN = {"width": 1440, "height": 900}
LEAST = 9.0
"""So many pixels, at least."""

INK = """selector => {
    const brush = document.createElement("canvas").getContext("2d");
    const frame = document.querySelector(".board-frame").getBoundingClientRect();
    return [...document.querySelectorAll(selector)].flatMap((text) => {
        const box = text.getBoundingClientRect();
        if (box.right < frame.left || box.left > frame.right) return [];
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
        brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const digits = [...text.textContent].filter((letter) => /\\d/.test(letter));
        const high = digits.map((digit) => {
            const ink = brush.measureText(digit);
            return ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
        });
        const matrix = text.getScreenCTM();
        return high.length ? [Math.min(...high) * Math.hypot(matrix.b, matrix.d)] : [];
    });
}"""


class Board(NamedTuple):
    """A board to measure, in a situation or at the start: where its values are, and how many steps
    of zoom they may need."""

    game: str
    situation: str
    values: str
    steps: int


BOARDS = (
    Board("storm", "", "#units .counter .values", 0),
    Board("omaha", "omaha-beyond.txt", "#counters .counter .strength", 1),
    Board("dday91", "dday-breakout.txt", "#counters .counter .factor", 1),
)


def measured(page: Page, values: str, steps: int) -> list[float]:
    """The heights of all values on the screen after the whole map and some steps of zoom."""
    page.keyboard.press("0")
    for _ in range(steps):
        page.keyboard.press("+")
    page.wait_for_selector(".board-frame:not([data-flying])")
    page.wait_for_timeout(400)  # the map comes to rest
    found: list[float] = page.evaluate(INK, values)
    return found


def record_of(board: Board) -> dict[str, Any]:
    """The record of a game that stands as it is to be measured."""
    game = beachhead.load(board.game)
    if not board.situation:
        return Record(game, None, seed=1).to_data()
    text = (ROOT / "docs" / "gallery" / board.situation).read_text(encoding="utf-8")
    return Record.of(game.situation(text, seed=1)).to_data()


def look(browser: Browser, address: str, board: Board) -> dict[str, object]:
    from pages import PATIENCE  # noqa: PLC0415

    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("summary", has_text="Open a record").click()
    document = json.dumps(record_of(board)).encode()
    file = {"name": "record.json", "mimeType": "application/json", "buffer": document}
    page.set_input_files("#record", file)
    page.wait_for_selector(".play[data-made]")
    found = measured(page, board.values, board.steps)
    context.close()
    least = min(found, default=0.0)
    return {
        "game": board.game,
        "steps of zoom": board.steps,
        "values": len(found),
        "least pixels": round(least, 2),
        "met": least >= LEAST,
    }


def main() -> int:
    from pages import browsing, serving  # noqa: PLC0415

    parser = argparse.ArgumentParser(description="Measure how high combat values are.")
    parser.add_argument("--json", action="store_true", help="as JSON")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as games,
        serving(Path(games) / "games.db") as server,
        browsing() as browser,
    ):
        rows = [look(browser, server.address, board) for board in BOARDS]
    if given.json:
        print(json.dumps(rows, indent=1))
    else:
        for row in rows:
            print(", ".join(f"{name}: {value}" for name, value in row.items()))
    return 0 if all(row["met"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
