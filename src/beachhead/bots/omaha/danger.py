"""6 Danger: how likely the next German fire hurts a unit in a hex, quickly.

The deck is known by what has been drawn, so that the chance of each color and symbol is exact. That
a position hits so many units at most, those in intense fire first (6.31), is reckoned by shares.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.kernel.bits import listed, members
from beachhead.omaha.german_fire.fields_of_fire import dots_of
from beachhead.omaha.table import deck as cards_left
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import deck
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.schema import SYMBOLS
from beachhead.omaha.table.state import (
    ALL_UNITS,
    ARMOR_POSTS,
    EXTENDED_FROM,
    NO_DEPTH,
    OmahaTable,
    equipment,
    position_of,
)

INTENSE, STEADY, SPORADIC = range(3)
ANY = len(SYMBOLS)
"""Where the chance for any symbol is, beside those of the symbols."""
CONCENTRATED = 5
"""6.35 From so many steps in a hex all are hit alike."""
RECOVERING = 0.1
"""6.4 How much a disrupted German counts: it does not fire next, but it recovers."""

Chances = tuple[float, ...]


class Calls(NamedTuple):
    """How likely a card calls a color, for each symbol and for any."""

    single: Chances
    deep: Chances
    """The same for a position with a depth marker."""
    armor: Chances
    armor_deep: Chances
    """The same with the bonus against armor (6.36)."""


class Gun(NamedTuple):
    """A German position that fires: how many units it may hit, and how likely."""

    color: str
    limit: int
    deep: bool
    weight: float


class Field(NamedTuple):
    """Who fires where: the positions, and for each hex their numbers and grades of fire."""

    guns: tuple[Gun, ...]
    cover: dict[int, list[tuple[int, int]]]
    of_post: dict[int, tuple[int, float]]
    """For each post, the number of its position, and how much of its hits are the post's own."""


@lru_cache(512)
def calls(cards: int) -> dict[str, Calls]:
    """6.1 How likely each color is called by a card drawn from some cards."""
    total = max(1, cards.bit_count())
    found = {}
    for color, masks in _masks().items():
        found[color] = Calls(
            *(tuple((mask & cards).bit_count() / total for mask in masks[at]) for at in range(4))
        )
    return found


@cache
def _masks() -> dict[str, tuple[tuple[int, ...], ...]]:
    masks: dict[str, list[list[int]]] = {}
    for each in deck():
        symbol, bit = SYMBOLS.index(each.target), 1 << each.number
        for square in each.squares:
            rows = masks.setdefault(square.color, [[0] * (ANY + 1) for _ in range(4)])
            for at in (symbol, ANY):
                rows[1][at] |= bit
                if not square.double:
                    rows[0][at] |= bit
                if square.action == "armor":
                    rows[3][at] |= bit
                    if not square.double:
                        rows[2][at] |= bit
    return {color: tuple(tuple(row) for row in rows) for color, rows in masks.items()}


def cards_to_come(table: OmahaTable) -> int:
    """The cards that the next fire is drawn from."""
    if all(table.fire_cards) and charts().turn(table.turn).shuffle:
        return cards_left.ALL_CARDS
    return table.deck or table.discards or cards_left.ALL_CARDS


def field_of(table: OmahaTable, *, recovered: bool = False) -> Field:
    """6.2 Who fires where, those who are disrupted with less weight; or as if all of them had
    recovered."""
    armor = table.armor_hex if table.armor_entered else ()
    return _field(
        table.posts,
        0 if recovered else table.german_disrupted,
        table.depth,
        table.plunging_fire and not recovered,
        table.turn >= EXTENDED_FROM,
        armor,
    )


@lru_cache(256)
def _field(
    posts: int,
    disrupted: int,
    depth: tuple[int, ...],
    plunging: bool,
    doubled: bool,
    armor: tuple[int, ...],
) -> Field:
    found: dict[int, tuple[GermanPosition, list[int]]] = {}
    table = OmahaTable(armor_hex=armor) if armor else OmahaTable()
    for post in members(posts):
        if post in ARMOR_POSTS and not armor:
            continue
        position = position_of(table, post)
        found.setdefault(position.index, (position, []))[1].append(post)
    guns: list[Gun] = []
    cover: dict[int, list[tuple[int, int]]] = {}
    of_post: dict[int, tuple[int, float]] = {}
    for position, own in found.values():
        ready = [post for post in own if not disrupted >> post & 1]
        firing = ready or own
        deep = [post for post in firing if depth[post] != NO_DEPTH]
        limit = (len(firing) + len(deep)) * (2 if doubled else 1)
        for post in own:
            hits = (1 + (depth[post] != NO_DEPTH)) * (2 if doubled else 1)
            of_post[post] = len(guns), min(1.0, hits / limit)
        guns.append(Gun(position.color, limit, bool(deep), 1.0 if ready else RECOVERING))
        for hex_, (grade, _) in dots_of(position, plunging).items():
            cover.setdefault(hex_, []).append((len(guns) - 1, grade))
    return Field(tuple(guns), cover, of_post)


class Target(NamedTuple):
    """What fire makes of a unit: its symbol, and whether it is armored."""

    symbol: int
    armored: bool


@cache
def kind_of(unit: int) -> Target:
    counter = equipment().units[unit]
    return Target(SYMBOLS.index(counter.sides[0].symbol), counter.armored)


class Danger:
    """The danger on a table as it stands: for any unit in any hex."""

    __slots__ = ("at", "calls", "field", "intense", "lone", "steady", "table")

    def __init__(self, table: OmahaTable) -> None:
        self.table = table
        self.field = field = field_of(table)
        self.calls = calls(cards_to_come(table))
        self.lone: dict[tuple[int, int, bool], float] = {}
        self.intense = [0] * len(field.guns)
        self.steady = [[0, 0, 0] for _ in field.guns]
        cover = field.cover
        for hex_, pieces in table.at.items():
            fired = cover.get(hex_)
            if not fired:
                continue
            for unit in listed(pieces & ALL_UNITS):
                symbol, armored = kind_of(unit)
                for gun, grade in fired:
                    if grade == INTENSE:
                        self.intense[gun] += 1
                    elif grade == STEADY and not armored:
                        self.steady[gun][symbol] += 1

    def of(self, unit: int, hex_: int, *, concentrated: bool = False) -> tuple[float, float]:
        """6.3 The chances that a unit in a hex loses a step, and that it is disrupted."""
        fired = self.field.cover.get(hex_)
        if not fired:
            return 0.0, 0.0
        symbol, armored = kind_of(unit)
        new = self.table.hex[unit] != hex_
        at = ANY if concentrated else symbol
        safe = calm = 1.0
        for gun, grade in fired:
            color, limit, deep, weight = self.field.guns[gun]
            called = self.calls[color]
            if grade == INTENSE:
                chance = (called.deep if deep else called.single)[ANY]
                safe *= 1 - weight * chance * min(1.0, limit / (self.intense[gun] + new or 1))
                continue
            if armored:
                chance = (called.armor_deep if deep else called.armor)[at]
            else:
                chance = (called.deep if deep else called.single)[at]
            left = limit - self.intense[gun]
            if left <= 0:
                continue
            if grade == STEADY:
                share = left / (self.steady[gun][symbol] + new or 1)
                safe *= 1 - weight * chance * min(1.0, share)
            else:
                calm *= 1 - weight * chance
        return 1 - safe, 1 - calm

    def alone(self, unit: int, hex_: int) -> float:
        """The chance that a unit in a hex loses a step, if nobody else is fired at."""
        symbol, armored = kind_of(unit)
        key = (hex_, symbol, armored)
        found = self.lone.get(key)
        if found is None:
            safe = 1.0
            for gun, grade in self.field.cover.get(hex_, ()):
                color, _, deep, weight = self.field.guns[gun]
                called = self.calls[color]
                if grade == INTENSE:
                    safe *= 1 - weight * (called.deep if deep else called.single)[ANY]
                elif grade == STEADY:
                    if armored:
                        chance = (called.armor_deep if deep else called.armor)[symbol]
                    else:
                        chance = (called.deep if deep else called.single)[symbol]
                    safe *= 1 - weight * chance
            found = self.lone[key] = 1 - safe
        return found
