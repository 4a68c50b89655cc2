"""The words of the notation: names, markers, statements, and what to say when one is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from beachhead.kernel import notation
from beachhead.omaha.table import pack
from beachhead.omaha.table.names import plain, us_pieces
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    Post,
    equipment,
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
    "held-fire": "held_fire",
}
"""What may lie on a German unit, and the set of posts that tells."""

UNSEEN = {
    "T?": UNSEEN_TACTICAL,
    "D?": UNSEEN_DIVISION,
    "TD?": UNSEEN_EITHER,
    "WN?": UNSEEN_WN,
}


# --- what can be named


@cache
def scenarios() -> Mapping[str, Mapping[str, Any]]:
    return {row["scenario"]: row for row in pack.load().rows("scenarios")}


@cache
def full_strength(scenario: str) -> tuple[int, ...]:
    """The steps of each piece that takes part in a scenario; 0 for all others."""
    row = scenarios()[scenario]
    first, last = row["track"]["from_turn"], row["track"]["to_turn"]
    first = row["boxes_from_turn"] or first
    afloat = {
        entry["unit"] for entry in pack.load().rows("scenario_us") if entry["scenario"] == scenario
    } | set(row["special_arrivals"])
    steps = [0] * len(equipment().names)
    for unit in equipment().units:
        due = unit.arrival_turn is not None and first <= unit.arrival_turn <= last
        if unit.division in row["divisions"] and (due or unit.name in afloat):
            steps[unit.index] = unit.full_steps
    return tuple(steps)


@cache
def heroes() -> dict[str, int]:
    return {hero.name.lower(): index for index, hero in enumerate(equipment().pieces.heroes)}


@cache
def posts() -> dict[str, int]:
    return {post.name: post.index for post in equipment().posts if post.index not in ARMOR_POSTS}


@cache
def armor_units() -> dict[str, int]:
    """23 The German armor units, which are posts of their own, by their names."""
    return {equipment().posts[post].name: post for post in ARMOR_POSTS}


@cache
def hexes() -> dict[str, int]:
    return {name: hex_ for hex_, name in equipment().board.grid.names.items()}


@cache
def bases() -> dict[str, int]:
    """19 Every way of writing an engineer base."""
    return {
        plain(name): number
        for number, base in enumerate(equipment().pieces.engineer_bases)
        for name in (base.name, *base.aliases)
    }


@cache
def landing_boxes() -> dict[str, int]:
    return {box.name: index for index, box in enumerate(equipment().board.box_row)}


def depth_kind(post: Post, unit: int) -> str:
    """9.21 The kind of depth marker that is drawn for a unit in a post."""
    if post.index in ARMOR_POSTS:
        return "armor"
    if unit == UNSEEN_WN or (unit >= 0 and equipment().pieces.german_units[unit].kind == "wn"):
        return "wn"
    return "building" if post.building else "mobile"


# --- statements


class OmahaLine(notation.NotationLine):
    """A statement that may name hexes and US pieces."""

    __slots__ = ()

    def hex(self, name: str) -> int:
        if name not in hexes():
            raise self.unknown(name, "hex on the map", hexes())
        return hexes()[name]

    def piece(self, name: str) -> int:
        if plain(name) not in us_pieces():
            raise self.unknown(name, "US piece", equipment().names)
        return us_pieces()[plain(name)]


def statements(text: str) -> Iterator[OmahaLine]:
    """The statements of a text, without comments."""
    return (OmahaLine(*told) for told in notation.statements(text))
