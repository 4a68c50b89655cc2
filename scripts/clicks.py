"""Count what a hand does on the page for the deeds of kept games: clicks, drags, keys, picks.

python scripts/clicks.py            all deeds, as a table
python scripts/clicks.py --json     the same as JSON

Each deed is played in headless Chromium with real mouse events, and the same choices must reach the
record. Before, each choice of the record was one pick. Exits 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import beachhead
from beachhead.kernel.decision import CHANCE

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser  # noqa: E402

from deeds import played  # noqa: E402
from hand import Hand, table_at  # noqa: E402 - what tests use
from pages import AT_ONCE, PATIENCE, Server, browsing, serving  # noqa: E402

KEPT = ROOT / "tests" / "playthroughs"
SIZE = {"width": 1440, "height": 900}


Document = dict[str, Any]


class Deed(NamedTuple):
    """Some choices of a game, from one number up to another."""

    document: Document
    first: int
    last: int
    parts: int = 1
    """How many turns or deeds it is; what counts is the average."""
    seat: str = ""
    """Whose gestures count, if not everybody's."""

    def counts(self, seat: str) -> bool:
        return seat == self.seat or (not self.seat and seat != CHANCE)


class Target(NamedTuple):
    """A kind of deed, where it is found in a kept game, and the most gestures for one of them."""

    name: str
    most: int
    deeds: tuple[Deed, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the gestures for deeds of kept games.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--only", metavar="WORDS", default="", help="only targets with these words")
    parser.add_argument("--log", action="store_true", help="print every gesture")
    given = parser.parse_args()
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db") as server,
        browsing() as browser,
    ):
        for name, most, deeds in TARGETS:
            if given.only in name:
                row = measure(Target(name, most, tuple(deeds())), server, browser, given.log)
                rows.append(row)
                if not given.json:
                    print(told(row), flush=True)
    if given.json:
        print(json.dumps(rows, indent=1))
    return 0 if all(row["met"] for row in rows) else 1


def told(row: dict[str, Any]) -> str:
    mark = "" if row["met"] else "   MISSED"
    return f"{row['name']}: {row['before']:.1f} → {row['after']:.1f} (at most {row['most']}){mark}"


# --- the deeds


def kept(name: str) -> Document:
    document: Document = json.loads((KEPT / f"{name}.json").read_text())
    return document


class Step(NamedTuple):
    """A choice of a game: who made it, about what, when."""

    number: int
    seat: str
    kind: str
    choice: str
    clock: str


def walk(document: Document) -> list[Step]:
    game = beachhead.load(document["game"])
    state = game.setup(document["scenario"], document["options"])
    found = []
    for number, choice in enumerate(document["choices"]):
        decision = state.decision
        clock = game.clock(state.position).partition(",")[0]
        found.append(Step(number, decision.seat, decision.kind, choice, clock))
        state.apply(choice)
    return found


def omaha_turns() -> Iterator[Deed]:
    """A whole game of the greedy player."""
    document = kept("omaha-first-waves")
    steps = [step for step in walk(document) if step.seat != CHANCE]
    turns = len({step.clock for step in steps})
    yield Deed(document, steps[0].number, steps[-1].number + 1, turns)


def storm_moves() -> Iterator[Deed]:
    """Impulses in which two units move together, of those the three of most choices."""
    document = kept("storm-bold")
    moves = [
        deed
        for deed in impulses(document)
        if deed[1].choice == "move" and sum(step.choice.startswith("add-") for step in deed) == 2
    ]
    return longest(document, moves)


def storm_assaults() -> Iterator[Deed]:
    """Assaults without cards, of those the three of most choices."""
    document = played("storm", 11, 1400)
    assaults = [
        deed
        for deed in impulses(document)
        if any(step.choice.startswith("assault-") for step in deed)
        and not any(step.choice.startswith(("play-", "card-", "discard-")) for step in deed)
    ]
    return longest(document, assaults)


def longest(document: Document, deeds: list[list[Step]]) -> Iterator[Deed]:
    for deed in sorted(deeds, key=lambda each: -sum(step.seat != CHANCE for step in each))[:3]:
        yield Deed(document, deed[0].number, deed[-1].number + 1)


def impulses(document: Document) -> Iterator[list[Step]]:
    """Activations, each up to the next impulse."""
    deed: list[Step] = []
    for step in walk(document):
        if step.kind == "impulse_chosen":
            if len(deed) > 1 and deed[0].choice.startswith("activate-"):
                yield deed
            deed = []
        deed.append(step)


def dday_invasion() -> Iterator[Deed]:
    """The first Allied turn, with seven landings, as the Allied player plays it."""
    document = played("dday91", 4, 110)
    steps = walk(document)
    own = [step.number for step in steps if step.seat == "allied" and step.clock == "Turn 1"]
    yield Deed(document, own[0], own[-1] + 1, seat="allied")


TARGETS: tuple[tuple[str, int, Callable[[], Iterator[Deed]]], ...] = (
    ("an Omaha turn, on average over a kept greedy game", 20, omaha_turns),
    ("a Storm move of two units", 3, storm_moves),
    ("a Storm assault, both players, without cards", 5, storm_assaults),
    ("an Allied invasion turn of D-Day", 30, dday_invasion),
)
"""What the page is held to."""


# --- playing them


def measure(target: Target, server: Server, browser: Browser, log: bool) -> dict[str, Any]:
    """Play the deeds of a target on the page; each choice before was one pick."""
    before = after = parts = 0
    for deed in target.deeds:
        steps = walk(deed.document)[deed.first : deed.last]
        before += sum(deed.counts(step.seat) for step in steps)
        gestures = play(deed, server, browser, log)
        after += sum(number for seat, number in gestures.items() if deed.counts(seat))
        parts += deed.parts
    return {
        "name": target.name,
        "before": before / parts,
        "after": after / parts,
        "most": target.most,
        "met": after / parts <= target.most,
    }


def play(deed: Deed, server: Server, browser: Browser, log: bool) -> Counter[str]:
    """The gestures that the choices of a deed take on the page."""
    game, document = beachhead.load(deed.document["game"]), deed.document
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.add_init_script(AT_ONCE)
    page.goto(table_at(server.address, game, document, deed.first))
    page.wait_for_selector(".play[data-made]")
    hand = Hand(page, game, document, deed.first)
    try:
        return hand.play(deed.last)
    finally:
        if log:
            print(deed.first, deed.last, *hand.log, sep="\n", flush=True)
        page.close()


if __name__ == "__main__":
    sys.exit(main())
