"""Measure the page: how soon the board is there, and how soon a click is answered.

A whole game is played in Chromium by a player that clicks what glows. A click is answered when the
choice that it makes is drawn, or all that the piece can do that it selects. Seconds depend on the
machine, so each figure is also given as a multiple of something trivial in the same run: loading a
page of one small picture, and fetching that picture. On a machine that is busy otherwise,
`--processor` counts what does not depend on that: the processor time of the page in a click, and of
the server from one click to the next.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page

import beachhead

if TYPE_CHECKING:
    from pages import Server

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

# When the board was first drawn, and for each click when its answer was: a choice, or what the
# selected pieces can do.
WATCH = """
window.answers = [];
window.selections = [];
let clicked = null;
addEventListener("pointerup", event => { clicked = event.timeStamp; }, true);
new MutationObserver(records => {
    const made = document.querySelector(".play")?.dataset.made;
    const selected = records.some(each => each.target.dataset?.selected);
    if (made === undefined || (made === window.shown && !selected)) return;
    const from = clicked, answers = made === window.shown ? window.selections : window.answers;
    clicked = null;
    window.shown = made;
    requestAnimationFrame(() => setTimeout(() => {
        window.board ??= performance.now();
        if (from === null) return;
        const end = performance.now();
        answers.push(end - from);
        const what = answers === window.answers ? "click" : "selection";
        performance.measure(`beachhead: ${what}`, {start: from, end});
    }));
}).observe(document, {
    subtree: true, childList: true, attributeFilter: ["data-made", "data-selected"],
});
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
PATIENCE = 120_000
"""What takes so many milliseconds has failed."""


def main() -> int:
    from pages import browsing, serving  # noqa: PLC0415

    parser = argparse.ArgumentParser(description="Measure the page in Chromium.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--game", default="omaha", help="default: omaha")
    parser.add_argument("--scenario", help="default: the first of the game")
    parser.add_argument("--clicks", type=int, default=10_000, help="at most (default: a game)")
    parser.add_argument("--seed", type=int, default=7, help="of the game (default: 7)")
    parser.add_argument(
        "--processor", action="store_true", help="count processor time (a trace is kept meanwhile)"
    )
    parser.add_argument("--loads", type=int, default=7, help="of the board (default: 7)")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db") as server,
        browsing() as browser,
    ):
        scenario = given.scenario or next(iter(beachhead.load(given.game).scenarios))
        clicks, selections, fetches, parts, address, key = play(
            browser, server, given.game, scenario, given.seed, given.clicks, given.processor
        )
        boards, empties, spent = load(browser, server.address, address, key, given.loads)
    figures = {
        "clicks": len(clicks),
        "board_ms": round(statistics.median(boards)),
        "board_processor_ms": round(statistics.median(spent)),
        "board_of_empty_page": round(statistics.median(boards) / statistics.median(empties), 1),
        "click_p50_ms": round(statistics.median(clicks)),
        "click_p95_ms": round(percentile(clicks, 95)),
        "click_p95_of_fetch": round(percentile(clicks, 95) / percentile(fetches, 95), 1),
        "click_p50_of_fetch": round(statistics.median(clicks) / statistics.median(fetches), 1),
    }
    if len(selections) > 1:
        figures["selections"] = len(selections)
        figures["selection_p50_ms"] = round(statistics.median(selections))
        figures["selection_p95_ms"] = round(percentile(selections, 95))
    for part, times in parts.items():
        if len(times) < 2:
            continue
        figures[f"{part}_p50_ms"] = round(statistics.median(times))
        figures[f"{part}_p95_ms"] = round(percentile(times, 95))
    if given.json:
        print(json.dumps(figures, indent=1))
        return 0
    print(
        f"first board, from navigation to drawn (median of {given.loads}, nothing cached): "
        f"{figures['board_ms']} ms (target {BOARD_TARGET}), "
        f"{figures['board_of_empty_page']} times an empty page; processor time of the page "
        f"{figures['board_processor_ms']} ms"
    )
    print(
        f"a click answered, from button up to drawn ({figures['clicks']} clicks of a game): "
        f"median {figures['click_p50_ms']} ms, 95th percentile {figures['click_p95_ms']} ms "
        f"(target {CLICK_TARGET}), {figures['click_p50_of_fetch']} and "
        f"{figures['click_p95_of_fetch']} times a trivial fetch"
    )
    if "selections" in figures:
        print(
            f"all that a piece can do shown ({figures['selections']} clicks): "
            f"median {figures['selection_p50_ms']} ms, "
            f"95th percentile {figures['selection_p95_ms']} ms (target {CLICK_TARGET})"
        )
    if "asked_p50_ms" in figures:
        print(
            f"of it: waiting for the server {figures['asked_p50_ms']} and "
            f"{figures['asked_p95_ms']} ms"
        )
    if "selecting_p50_ms" in figures:
        print(
            f"processor time of the page: median {figures['selecting_p50_ms']} ms, 95th percentile "
            f"{figures['selecting_p95_ms']} ms"
        )
    if given.processor:
        print(
            f"processor time of the page in a click: median {figures['processor_p50_ms']} ms, "
            f"95th percentile {figures['processor_p95_ms']} ms; of the server from one click to "
            f"the next: {figures['server_p50_ms']} and {figures['server_p95_ms']} ms"
        )
    print(
        f"of it: the server's answer {figures['answered_p50_ms']} and "
        f"{figures['answered_p95_ms']} ms, showing it {figures['shown_p50_ms']} and "
        f"{figures['shown_p95_ms']} ms"
    )
    return 0


def play(
    browser: Browser,
    server: Server,
    game: str,
    scenario: str,
    seed: int,
    most: int,
    processor: bool = False,
) -> tuple[list[float], list[float], list[float], dict[str, list[float]], str, str]:
    """A game: the answers to its clicks, trivial fetches between them, where it is kept."""
    from pages import AT_ONCE, begin, click_on, is_over  # noqa: PLC0415

    page = _new_page(browser, AT_ONCE)
    page.goto(server.address)
    begin(page, scenario, seed, game=game)
    dice = random.Random(3)
    fetches: list[float] = []
    served: list[float] = []
    if processor:
        rested(server)
        browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    while not is_over(page) and len(fetches) < most:
        before = used(server) if processor else 0.0
        click_on(page, dice)
        fetches.append(page.evaluate(FETCH))
        if processor:
            served.append(used(server) - before)
    page.wait_for_function(
        "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
    )
    answers: list[float] = page.evaluate("window.answers")
    selections: list[float] = page.evaluate("window.selections")
    parts: dict[str, list[float]] = {
        part: page.evaluate(
            "name => performance.getEntriesByName(name, 'measure').map(each => each.duration)",
            f"beachhead: {part}",
        )
        for part in ("answered", "shown", "asked")
    }
    if processor:
        parts["server"] = served
        trace = json.loads(browser.stop_tracing())["traceEvents"]
        parts["processor"] = busy(trace, CLICK)
        parts["selecting"] = busy(trace, SELECTION)
    key: str = page.evaluate("JSON.stringify({...localStorage})")
    where = page.url
    page.context.close()
    return answers, selections, fetches, parts, where, key


def used(server: Server) -> float:
    """The processor time of the server so far, in milliseconds."""
    assert server.process is not None
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")  # as Linux tells it
    return sum(int(each.read_text(encoding="utf-8").split()[0]) for each in threads) / 1e6


def rested(server: Server) -> None:
    """Wait until the server has drawn what it draws when it begins."""
    before = -1.0
    while used(server) - before > IDLE:
        before = used(server)
        time.sleep(1)


def busy(trace: list[dict[str, Any]], what: str) -> list[float]:
    """How much processor time the page's main thread took in each click, in milliseconds."""
    marks = [event for event in trace if event["name"] == what]
    if not marks:
        return []
    begun: dict[object, float] = {}  # a name is used again once its measure has ended
    clicks = []
    for event in marks:
        if event["ph"] == "b":
            begun[_name(event)] = event["ts"]
        else:
            clicks.append((begun[_name(event)], event["ts"]))
    page = marks[0]["pid"]
    main = next(
        event["tid"]
        for event in trace
        if event["pid"] == page
        and event["name"] == "thread_name"
        and event["args"]["name"] == "CrRendererMain"
    )
    tasks = [
        (event["ts"], event["dur"], event["tdur"])
        for event in trace
        if event["name"] == TASK
        and (event["pid"], event["tid"]) == (page, main)
        and "tdur" in event
    ]
    return [
        sum(
            spent * (min(end, at + long) - max(start, at)) / max(1, long)
            for at, long, spent in tasks
            if at < end and at + long > start
        )
        / 1000
        for start, end in clicks
    ]


def _name(event: dict[str, Any]) -> object:
    """What ties the beginning of a measure to its end."""
    return event.get("id") or event.get("id2", {}).get("local")


IDLE = 20.0
"""So many milliseconds in a second are no work."""
CLICK, SELECTION = "beachhead: click", "beachhead: selection"
TASK = "ThreadControllerImpl::RunTask"


def load(
    browser: Browser, address: str, table: str, key: str, loads: int
) -> tuple[list[float], list[float], list[float]]:
    """How long the board of a game takes to be drawn, and a page of nothing, in turns; and how much
    processor time the board takes the page's main thread."""
    boards, empties, spent = [], [], []
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
        protocol = page.context.new_cdp_session(page)
        protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(table)
        boards.append(page.evaluate(BOARD))
        told = protocol.send("Performance.getMetrics")["metrics"]
        spent.append(1000 * next(each["value"] for each in told if each["name"] == "TaskDuration"))
        page.context.close()
    return boards, empties, spent


def _new_page(browser: Browser, before: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_init_script(before + WATCH)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def percentile(values: list[float], share: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


if __name__ == "__main__":
    sys.exit(main())
