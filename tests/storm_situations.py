"""Situations of Storm Over Normandy for tests: made from text, played by option ids.

The text is that of docs/notation.md; `driving` has the functions that play.
"""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.storm import game
from beachhead.storm.cards.card_list import cards
from beachhead.storm.notation import read
from beachhead.storm.notation.words import plain, units
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import StormTable, UnitSet
from driving import decision, events, forced, options, play, run, texts

__all__ = ["GAME", "decision", "events", "forced", "options", "play", "run", "texts"]

GAME = game.GAME


def situation(text: str) -> StormTable:
    """The table that a text describes."""
    return read(text)


# --- names


def unit(name: str) -> int:
    """The number of a unit: `56 Ind Bde`, `16/1`; a strongpoint by its face and letter, `2-9-a`."""
    return units()[plain(name)]


def unit_set(*named: str) -> UnitSet:
    return sum(1 << unit(name) for name in named)


def place(name: str | int) -> int:
    """The number of a place: 16, `Bayeux`, `box-gold`, `zone-B`."""
    return board().place(name)


def card(id_: str) -> int:
    return next(each.index for each in cards() if each.id == id_)


# --- looking


def at(table: StormTable, name: str) -> str:
    """Where a unit is: an area's number, a box's or zone's tag; or `nowhere`, `out`, `unused`."""
    where = table.where[unit(name)]
    return board().id(where) if where >= 0 else {-1: "nowhere", -2: "out", -3: "unused"}[where]


def in_place(table: StormTable, name: str | int) -> set[str]:
    """The names of the units in a place."""
    return {row.name for row in pieces().units if table.where[row.index] == board().place(name)}


def is_spent(table: StormTable, *named: str) -> bool:
    """Whether all of some units are spent."""
    return all(table.spent >> unit(name) & 1 for name in named)


def is_fresh(table: StormTable, *named: str) -> bool:
    return not any(table.spent >> unit(name) & 1 for name in named)


def hand(table: StormTable, seat: str) -> set[str]:
    """The ids of the cards in a hand."""
    return {cards()[each].id for each in members(table.hands[SIDES.index(seat)])}


def allied_areas(table: StormTable) -> set[int]:
    """The numbers of the areas under Allied control."""
    return {area + 1 for area in members(table.allied_control)}


# --- playing


def no_cards(table: StormTable) -> None:
    """Nobody answers with a card, up to the next decision of another kind."""
    while (asked := decision(table)) is not None and asked.kind == "card_chosen":
        play(table, "no-card")
