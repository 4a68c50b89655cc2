"""Take screenshots of the page in Chromium: those that the README shows go to docs/gallery/, the
rest to build/gallery/, which is not kept in the repository.

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
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, expect

import beachhead
from beachhead.kernel.chance import Dealing
from beachhead.kernel.play import Option, State
from beachhead.kernel.record import Record

ROOT = Path(__file__).resolve().parents[1]
GALLERY = ROOT / "docs" / "gallery"
REST = ROOT / "build" / "gallery"
SHOWN = ("page-attack", "page-fire", "page-storm-assault", "page-dday-combat")
"""What the README shows."""
sys.path.insert(0, str(ROOT / "tests"))

ONE_AT_A_TIME, AT_ONCE = 0, 5
FINE, COARSE = 76, 66
"""How well pictures are kept; where the dots are fine, less will do."""
HALF_SET_UP = 14
"""So many German counters are still in the tray."""


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
    Picture("page-fire", "fire", 1280, 800),
    Picture("page-attack", "attack", 1280, 800),
    Picture("page-end", "end", 1280, 800),
    Picture("page-replay", "replay", 1280, 800),
    Picture("page-dark", "danger", 1920, 1080, dark=True),
    Picture("page-1280x800", "action", 1280, 800),
    Picture("page-1920x1080", "action", 1920, 1080),
    Picture("page-3840x2160", "action", 3840, 2160),
    Picture("page-1024x768-touch", "action", 1024, 768, touch=True),
    Picture("page-844x390-touch", "action", 844, 390, touch=True),
    Picture("page-390x844-touch", "action", 390, 844, touch=True),
    Picture("page-lesson", "lesson", 1280, 800),
    Picture("page-hint", "hint", 1280, 800),
    Picture("page-analysis", "analysis", 1280, 800),
    Picture("page-report", "report", 1280, 800),
    Picture("page-beyond", "beyond", 1920, 1080),
    Picture("page-advance", "advance", 1280, 800),
    Picture("page-points", "points", 1280, 800),
    Picture("page-storm-landing", "storm-landing", 1280, 800),
    Picture("page-storm-assault", "storm-assault", 1280, 800),
    Picture("page-storm-week", "storm-week", 1920, 1080),
    Picture("page-storm-hint", "storm-hint", 1280, 800),
    Picture("page-storm-390x844-touch", "storm-week", 390, 844, touch=True),
    Picture("page-dday-set-up", "dday-set-up", 1280, 800),
    Picture("page-dday-combat", "dday-combat", 1280, 800),
    Picture("page-dday-move", "dday-move", 1280, 800),
    Picture("page-dday-hint", "dday-hint", 1280, 800),
    Picture("page-dday-390x844-touch", "dday-combat", 390, 844, touch=True),
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

    parser = argparse.ArgumentParser(description="Take screenshots of the page.")
    parser.add_argument("names", nargs="*", help="only these (default: all)")
    parser.add_argument("--dark", action="store_true", help="all of them in dark")
    parser.add_argument("--to", type=Path, help="one folder for all of them")
    given = parser.parse_args()
    records = scenes()
    with (
        tempfile.TemporaryDirectory() as games,
        serving(Path(games) / "games.db") as server,
        browsing() as browser,
    ):
        for picture in PICTURES:
            if given.names and picture.name not in given.names:
                continue
            folder = given.to or (GALLERY if picture.name in SHOWN else REST)
            folder.mkdir(parents=True, exist_ok=True)
            shown = picture._replace(dark=picture.dark or given.dark)
            file = take(browser, server.address, shown, records, folder)
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
    found["danger"] = found["hint"] = found["action"]
    found["report"] = found["end"]
    found["analysis"] = found["attack"]
    found |= scenes_beyond() | scenes_of_storm() | scenes_of_dday()
    return found | {"storm-hint": found["storm-week"], "dday-hint": found["dday-move"]}


def scenes_of_storm() -> dict[str, dict[str, Any]]:
    """The same for Storm Over Normandy: an attack from the beach, an assault in which a card may
    be played, an impulse in the middle of the week."""
    record, rng = Record(beachhead.load("storm"), None, seed=5), random.Random(2)
    found: dict[str, dict[str, Any]] = {}
    while len(found) < len(STORM_SCENES) and not record.state.over:
        for name, reached in STORM_SCENES.items():
            if name not in found and reached(record.state):
                found[name] = record.to_data()
        record.choose(_bold(record.state, rng))
    assert found.keys() == STORM_SCENES.keys(), f"only {', '.join(found)} came up"
    return found


STORM_SCENES: dict[str, Callable[[State[Any]], bool]] = {
    "storm-landing": lambda state: (
        state.decision.kind == "attackers_chosen" and state.decision.arguments[1].bit_count() > 1
    ),
    "storm-assault": lambda state: (
        state.decision.kind == "card_chosen"
        and state.position.action.kind == "assault"
        and state.decision.seat == "german"
        and len(state.decision.options) > 1
    ),
    "storm-week": lambda state: (
        state.decision.kind == "impulse_chosen" and state.position.turn == 5
    ),
}


def _bold(state: State[Any], rng: random.Random) -> Option:
    """Acts rather than passes, and attacks rather than moves."""
    options = state.decision.options
    wanted = {
        "plan_chosen": ("ready-plan",),
        "impulse_chosen": ("activate-",),
        "action_chosen": ("assault-", "fire"),
        "attackers_chosen": ("add-us-", "add-br-", "add-ca-"),
    }.get(state.decision.kind, ())
    liked = [option for option in options if option.id.startswith(wanted)] if wanted else []
    return rng.choice(liked if liked and rng.random() < 0.8 else options)


def scenes_of_dday() -> dict[str, dict[str, Any]]:
    """The same for D-Day (1991): the German set-up, half done, and a combat in September."""
    game, rng = beachhead.load("dday91"), random.Random(3)
    record = Record(game, "1944", seed=8)
    record.choose("own")
    while len(left := _of_tray(record)) > HALF_SET_UP:
        record.choose(rng.choice(left))
        record.choose(rng.choice(record.state.decision.options))
    text = (GALLERY / "dday-breakout.txt").read_text(encoding="utf-8")
    combat = Record.of(game.situation(text, seed=1))
    move = combat.to_data()
    for choice in ("done", "attack-F13", "add-5U", "add-7U", "add-12B", "add-air-2B"):
        combat.choose(choice)
    return {
        "dday-set-up": record.to_data(),
        "dday-move": move,
        "dday-combat": combat.to_data(),
    }


def _of_tray(record: Record[Any]) -> list[Option]:
    options = record.state.decision.options
    return [option for option in options if option.id.startswith("place-")]


def scenes_beyond() -> dict[str, dict[str, Any]]:
    """The same for the extended game: a situation, the German advance after it, and an end."""
    from players import PLAYERS  # noqa: PLC0415

    game = beachhead.load("omaha")
    text = (GALLERY / "omaha-beyond.txt").read_text(encoding="utf-8")
    found = {"beyond": Record.of(game.situation(text, seed=1)).to_data()}
    found["advance"] = next(
        found["beyond"] | {"dealing": Dealing.of(seed).to_data()}
        for seed in range(1, 1000)
        if _advances(game.situation(text, seed=seed))
    )
    record, generator = Record(game, "beyond-the-beach", seed=5), random.Random(5)
    while not record.state.over:
        record.choose(PLAYERS["greedy"](record.state, generator))
    return {**found, "points": record.to_data()}


def _advances(state: State[Any]) -> bool:
    """Whether the Germans advance on US units if nothing more is done this turn."""
    turn = state.position.turn
    while not state.over and state.position.turn <= turn + 1 and state.position.phase != "engineer":
        for event in state.apply(closing(state)):
            if event.kind == "advance" and "strength" in event.detail:
                return True
    return False


def closing(state: State[Any]) -> str:
    """The option that ends something, or else the first."""
    options = [option.id for option in state.decision.options]
    return "done" if "done" in options else options[0]


def take(
    browser: Browser,
    address: str,
    picture: Picture,
    records: dict[str, dict[str, Any]],
    folder: Path,
) -> Path:
    speed = ONE_AT_A_TIME if picture.scene in ("fire", "advance") else AT_ONCE
    theme: Literal["dark", "light"] = "dark" if picture.dark else "light"
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        has_touch=picture.touch,
        is_mobile=picture.touch,
        device_scale_factor=2 if picture.width < 900 else 1,
        reduced_motion="reduce",
        color_scheme=theme,
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
    page.wait_for_selector("img[src], .board-frame:not([data-flying]), .result")
    page.wait_for_timeout(4000)  # the map is laid sharp and the mini-map painted when all is still
    file = folder / f"{picture.name}.jpg"  # a PNG would be three times as big, and nobody can tell
    page.screenshot(path=file, type="jpeg", quality=FINE if picture.width < 3000 else COARSE)
    context.close()
    return file


def _fire(page: Page) -> None:
    """Answer and listen until a position fires at somebody on the map."""
    _listen(page, ".lines .shot.hostile")


def _advance(page: Page) -> None:
    """The same until a German unit advances."""
    _listen(page, ".way .arrow-line.hostile")


def _listen(page: Page, what: str) -> None:
    for _ in range(200):
        if page.locator(what).count():
            return
        if page.locator("body.telling").count():
            page.wait_for_selector("body:not(.telling), .story-count:not(:empty)")
            told = page.inner_text(".story-count")
            page.keyboard.press("Space")
            page.wait_for_function(
                "told => !document.body.classList.contains('telling')"
                " || document.querySelector('.story-count').textContent !== told",
                arg=told,
            )
        else:
            before = page.get_attribute(".play", "data-made")
            ends = page.locator(".end[data-option]")
            (ends if ends.count() else page.locator(".chips [data-option]")).first.click()
            moved = f'body.telling, .play:not([data-made="{before}"])'
            page.wait_for_selector(f"{moved}, .end.sure")
            if not page.locator(moved).count():
                page.locator(".end.sure").click()
                page.wait_for_selector(moved)
    raise AssertionError(f"nothing was told with {what}")


def _replay(page: Page) -> None:
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    page.get_by_label("Jump to a turn").select_option(label="Turn 8 begins")
    expect(page.locator(".clock-turn")).to_have_text("Turn 8")
    page.keyboard.press("l")


def _danger(page: Page) -> None:
    page.keyboard.press("d")
    page.wait_for_selector(".overlay .shape")


def _beyond(page: Page) -> None:
    """A tank on ground where engineers direct the traffic is about to move."""
    for choice in ("1st-first", "act-1/B/741"):
        before = page.get_attribute(".play", "data-made")
        page.locator(f'.chips [data-option="{choice}"]').click()
        page.wait_for_selector(f'.play:not([data-made="{before}"])')


def _carry(page: Page) -> None:
    """A counter of the tray is being dragged to a hex near Paris."""
    page.wait_for_selector(".tray-picture svg")
    counter = page.locator('.tray-unit[data-unit="unit-58"]').bounding_box()
    near_paris = page.locator("#hexes #hex-F13").bounding_box()
    assert counter
    assert near_paris
    page.mouse.move(counter["x"] + 25, counter["y"] + 25)
    page.mouse.down()
    page.mouse.move(near_paris["x"] + 20, near_paris["y"] + 24, steps=4)
    page.wait_for_selector(".tray-unit.chosen")


def _select(page: Page) -> None:
    """A click on a corps lights up all that it can reach."""
    corps = page.locator(".board-frame #unit-15U").bounding_box()
    assert corps
    page.mouse.click(corps["x"] + corps["width"] / 2, corps["y"] + corps["height"] / 2)
    page.wait_for_selector(".board-frame[data-selected] .label-tag")


def _hint(page: Page) -> None:
    """A bot says what it would do, and who is winning."""
    page.get_by_label("Who is winning").check()
    page.wait_for_selector(".winning-words")
    page.keyboard.press("Shift+H")
    page.wait_for_selector(".advice-line", timeout=120_000)


def _analysis(page: Page) -> None:
    """A branch of the game, begun a turn before."""
    page.keyboard.press("v")
    page.wait_for_selector(".replay:not([hidden])")
    page.get_by_label("Jump to a turn").select_option(label="Turn 6 begins")
    expect(page.locator(".clock-turn")).to_have_text("Turn 6")
    page.get_by_role("button", name="Analyze from here").first.click()
    page.wait_for_selector("body.analyzing .winning-words")
    page.get_by_placeholder("What do you think of this moment?").fill(
        "What if they land farther west?"
    )
    page.get_by_placeholder("What do you think of this moment?").blur()
    page.wait_for_selector(".analysis-comments li")


def _report(page: Page) -> None:
    """The report of the game, in the place of the page."""
    link = page.get_by_role("link", name="After-action report").first.get_attribute("href")
    assert link
    page.goto(page.url.partition("#")[0] + link.removeprefix("/"))


def _lesson(page: Page) -> None:
    """The guided first game, at its second lesson."""
    page.click("[data-guided=omaha]")
    page.wait_for_selector("[data-guide=next]")
    page.click("[data-guide=next]")


STAGING: dict[str, Callable[[Page], None]] = {
    "lesson": _lesson,
    "analysis": _analysis,
    "report": _report,
    "hint": _hint,
    "storm-hint": _hint,
    "dday-hint": _hint,
    "dday-move": _select,
    "dday-set-up": _carry,
    "advance": _advance,
    "beyond": _beyond,
    "fire": _fire,
    "replay": _replay,
    "danger": _danger,
}


if __name__ == "__main__":
    sys.exit(main())
