"""The words of the notation: names, markers, statements, and what to say when one is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from beachhead.errors import BeachheadError
from beachhead.omaha import pack
from beachhead.omaha.state import (
    UNSEEN_DIVISION,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    Post,
    lore,
)

US_MARKERS = {
    "disrupted": "disrupted",
    "disrupted-now": "disrupted_now",
    "climb": "climbing",
    "climb-cliff": "climbing_cliff",
    "acted": "acted",
    "checked": "checked",
    "lost-step": "lost_step",
    "delayed": "delayed",
    "transferred": "transferred",
}
"""What may lie on a US piece, and the set of pieces that tells."""

GERMAN_MARKERS = {
    "disrupted": "german_disrupted",
    "face-down": "face_down",
    "silent": "silent_at_fire",
    "attacked": "attacked",
    "barraged": "barraged",
}
"""What may lie on a German unit, and the set of posts that tells."""

UNSEEN = {"T?": UNSEEN_TACTICAL, "D?": UNSEEN_DIVISION, "WN?": UNSEEN_WN}

PHASES = {
    "landing": "landing.amphibious_phase",
    "event": "events.event_phase",
    "fire": "fire.fire_phase",
    "engineer": "engineers.engineer_phase",
    "action": "actions.action_phase",
    "end": "sequence.end_of_turn",
}
"""The phases of a turn in order, and their steps."""


class SituationError(BeachheadError):
    """A situation that cannot be read: which line, which word, what to do."""


# --- what can be named


@cache
def scenarios() -> Mapping[str, Mapping[str, Any]]:
    return {row["scenario"]: row for row in pack.load().rows("scenarios")}


@cache
def full_strength(scenario: str) -> tuple[int, ...]:
    """The steps of each piece that takes part in a scenario; 0 for all others."""
    row = scenarios()[scenario]
    first, last = row["track"]["from_turn"], row["track"]["to_turn"]
    afloat = {
        entry["unit"] for entry in pack.load().rows("scenario_us") if entry["scenario"] == scenario
    }
    steps = [0] * len(lore().names)
    for unit in lore().units:
        due = unit.arrival_turn is not None and first <= unit.arrival_turn <= last
        if unit.division in row["divisions"] and (due or unit.name in afloat):
            steps[unit.index] = unit.full_steps
    return tuple(steps)


def plain(name: str) -> str:
    """A name without what people write in different ways."""
    return re.sub(r"[\s.•·-]", "", name).lower()


@cache
def us_pieces() -> dict[str, int]:
    """Every way of writing a US piece."""
    found: dict[str, int] = {}
    for piece, name in enumerate(lore().names):
        spellings = [name]
        if name.endswith(" HQ"):
            spellings.append(f"HQ/{name[:-3]}")
        if name.startswith("Gen. "):
            spellings += [name[5:], f"Gen/{name[5:]}"]
        for spelling in spellings:
            found[plain(spelling)] = piece
    return found


@cache
def heroes() -> dict[str, int]:
    return {hero.name.lower(): index for index, hero in enumerate(lore().pieces.heroes)}


@cache
def posts() -> dict[str, int]:
    return {post.name: post.index for post in lore().posts}


@cache
def hexes() -> dict[str, int]:
    return {name: hex_ for hex_, name in lore().board.grid.names.items()}


@cache
def landing_boxes() -> dict[str, int]:
    return {box.name: index for index, box in enumerate(lore().board.box_row)}


def find_piece(name: str) -> int:
    """The number of a US piece, from any way of writing it."""
    piece = us_pieces().get(plain(name))
    if piece is None:
        raise SituationError(f"there is no US piece {name!r}{hint(name, lore().names)}")
    return piece


def depth_kind(post: Post, unit: int) -> str:
    """9.21 The kind of depth marker that is drawn for a unit in a post."""
    if unit == UNSEEN_WN or (unit >= 0 and lore().pieces.german_units[unit].kind == "wn"):
        return "wn"
    return "building" if post.building else "mobile"


# --- statements


class Word(NamedTuple):
    """A word, or what was in quotes."""

    text: str
    quoted: bool = False


class Statement(NamedTuple):
    """A line, or the part of one up to a semicolon."""

    line: int
    text: str
    words: list[Word]

    @property
    def keyword(self) -> str:
        return self.words[0].text

    @property
    def rest(self) -> list[str]:
        """The words after the keyword."""
        return [word.text for word in self.words[1:]]

    def wrong(self, word: str, what: str) -> SituationError:
        return SituationError(f"line {self.line}: {word!r}: {what}")

    def unknown(self, word: str, what: str, known: Iterable[str]) -> SituationError:
        return self.wrong(word, f"there is no such {what}{hint(word, known)}")

    def argument(self, what: str) -> str:
        """The word after the keyword."""
        if len(self.words) < 2:
            raise self.wrong(self.keyword, f"say {what} after it")
        return self.words[1].text

    def number(self, word: str, low: int, high: int, what: str) -> int:
        if not re.fullmatch(r"-?\d{1,4}", word) or not low <= int(word) <= high:
            raise self.wrong(word, f"{what} must be a number from {low} to {high}")
        return int(word)

    def hex(self, name: str) -> int:
        if name not in hexes():
            raise self.unknown(name, "hex on the map", hexes())
        return hexes()[name]

    def piece(self, name: str) -> int:
        if plain(name) not in us_pieces():
            raise self.unknown(name, "US piece", lore().names)
        return us_pieces()[plain(name)]

    def json(self, text: str) -> Any:
        try:
            return json.loads(text)
        except ValueError as error:
            raise self.wrong(text.strip(), f"this is not JSON ({error})") from error


_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^;#"]')
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s,"]+)')


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, without comments."""
    for number, line in enumerate(text.split("\n"), 1):
        begun = at = 0
        while at < len(line):
            part = _PART.match(line, at)
            if part:
                at = part.end()
                continue
            if line[at] == '"':
                raise SituationError(f"line {number}: {line[at:].strip()!r}: a quote is not closed")
            yield from _statement(number, line[begun:at])
            begun = at = len(line) if line[at] == "#" else at + 1
        yield from _statement(number, line[begun:])


def _statement(number: int, text: str) -> Iterator[Statement]:
    words = [
        Word(found[2]) if found[2] else Word(found[1], quoted=True)
        for found in _WORD.finditer(text)
    ]
    if words:
        yield Statement(number, text.strip(), words)


def hint(word: str, known: Iterable[str]) -> str:
    """The nearest of the words that would have been understood."""
    near = get_close_matches(word, list(known), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""
