"""Measure the page: how soon the board is there, and how soon a click is answered.

A whole game of the First Waves is played in Chromium by a player that clicks what glows. Seconds
depend on the machine, so each figure is also given as a multiple of something trivial in the same
run: loading a page of one small picture, and fetching that picture.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

# When the board was first drawn, and for each click when its answer was.
WATCH = """
window.answers = [];
let clicked = null;
addEventListener("pointerup", event => { clicked = event.timeStamp; }, true);
new MutationObserver(() => {
    const play = document.querySelector(".play");
    const made = play && play.dataset.made;
    if (made === undefined || made === null || made === window.shown) return;
    const from = clicked;
    clicked = null;
    window.shown = made;
    requestAnimationFrame(() => setTimeout(() => {
        window.board ??= performance.now();
        if (from !== null) window.answers.push(performance.now() - from);
    }));
}).observe(document, {subtree: true, childList: true, attributeFilter: ["data-made"]});
"""
TRIVIAL = "static/icon.svg"
FETCH = f"""async () => {{
    const start = performance.now();
    await (await fetch("/{TRIVIAL}", {{cache: "no-store"}})).text();
    return performance.now() - start;
}}"""
BOARD = """() => new Promise(done => {
    const look = () => window.board === undefined ? setTimeout(look, 5) : done(window.board);
    look();
})"""
BOARD_TARGET, CLICK_TARGET = 1000, 100


def main() -> int:
    from pages import browsing, serving  # noqa: PLC0415

    parser = argparse.ArgumentParser(description="Measure the page in Chromium.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--scenario", default="first-waves", help="default: first-waves")
    parser.add_argument("--seed", type=int, default=7, help="of the game (default: 7)")
    parser.add_argument("--loads", type=int, default=7, help="of the board (default: 7)")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db") as server,
        browsing() as browser,
    ):
        clicks, fetches, parts, address, key = play(
            browser, server.address, given.scenario, given.seed
        )
        boards, empties = load(browser, server.address, address, key, given.loads)
    figures = {
        "clicks": len(clicks),
        "board_ms": round(statistics.median(boards)),
        "board_of_empty_page": round(statistics.median(boards) / statistics.median(empties), 1),
        "click_p50_ms": round(statistics.median(clicks)),
        "click_p95_ms": round(percentile(clicks, 95)),
        "click_p95_of_fetch": round(percentile(clicks, 95) / percentile(fetches, 95), 1),
        "click_p50_of_fetch": round(statistics.median(clicks) / statistics.median(fetches), 1),
    }
    for part, times in parts.items():
        figures[f"{part}_p50_ms"] = round(statistics.median(times))
        figures[f"{part}_p95_ms"] = round(percentile(times, 95))
    if given.json:
        print(json.dumps(figures, indent=1))
        return 0
    print(
        f"first board, from navigation to drawn (median of {given.loads}, nothing cached): "
        f"{figures['board_ms']} ms (target {BOARD_TARGET}), "
        f"{figures['board_of_empty_page']} times an empty page"
    )
    print(
        f"a click answered, from button up to drawn ({figures['clicks']} clicks of a whole game): "
        f"median {figures['click_p50_ms']} ms, 95th percentile {figures['click_p95_ms']} ms "
        f"(target {CLICK_TARGET}), {figures['click_p50_of_fetch']} and "
        f"{figures['click_p95_of_fetch']} times a trivial fetch"
    )
    print(
        f"of it: the server's answer {figures['answered_p50_ms']} and "
        f"{figures['answered_p95_ms']} ms, showing it {figures['shown_p50_ms']} and "
        f"{figures['shown_p95_ms']} ms"
    )
    return 0


def play(
    browser: Browser, address: str, scenario: str, seed: int
) -> tuple[list[float], list[float], dict[str, list[float]], str, str]:
    """A whole game: the answers to its clicks, trivial fetches between them, where it is kept."""
    from pages import AT_ONCE, begin, click_on, is_over  # noqa: PLC0415

    page = _new_page(browser, AT_ONCE)
    page.goto(address)
    begin(page, scenario, seed)
    dice = random.Random(3)
    fetches: list[float] = []
    while not is_over(page):
        click_on(page, dice)
        fetches.append(page.evaluate(FETCH))
    page.wait_for_function(
        "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
    )
    answers: list[float] = page.evaluate("window.answers")
    parts: dict[str, list[float]] = {
        part: page.evaluate(
            "name => performance.getEntriesByName(name, 'measure').map(each => each.duration)",
            f"beachhead: {part}",
        )
        for part in ("answered", "shown")
    }
    key: str = page.evaluate("JSON.stringify({...localStorage})")
    where = page.url
    page.context.close()
    return answers, fetches, parts, where, key


def load(
    browser: Browser, address: str, table: str, key: str, loads: int
) -> tuple[list[float], list[float]]:
    """How long the board of a game takes to be drawn, and a page of nothing, in turns."""
    boards, empties = [], []
    for _ in range(loads):
        page = _new_page(
            browser,
            f"if (location.protocol !== 'about:') Object.assign(localStorage, {key});",
        )
        page.goto(address + TRIVIAL)
        empties.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        page.context.close()
        page = _new_page(
            browser,
            f"if (location.protocol !== 'about:') Object.assign(localStorage, {key});",
        )
        page.goto(table)
        boards.append(page.evaluate(BOARD))
        page.context.close()
    return boards, empties


def _new_page(browser: Browser, before: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(before + WATCH)
    return context.new_page()


def percentile(values: list[float], share: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


if __name__ == "__main__":
    sys.exit(main())
