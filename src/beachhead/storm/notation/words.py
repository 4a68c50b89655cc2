"""The words of the notation: places, units, cards, markers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from beachhead.storm import invasion, sequence
from beachhead.storm.cards.card_list import cards
from beachhead.storm.impulses import choosing_impulses
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import StormUnit, pieces

PHASES = ("setup", "invasion", "impulses", "end")

STEPS: dict[str, tuple[Callable[..., None], ...]] = {
    "invasion": (invasion.invade,),
    "turn": (sequence.play_turn,),
    "impulses": (sequence.take_impulses, sequence.end_phase),
    "impulse": (choosing_impulses.impulse, sequence.end_phase),
    "end": (sequence.end_phase,),
}
"""What may begin: the invasion, a turn, its impulses, an impulse of the side whose it is, the end
phase."""

MARKERS = ("spent", "exploitation", "landed", "delayed")
"""What may be true of a unit, each a set of units of the table."""

FLAGS = ("released", "release-rolled", "early-panzers")
"""Lines without more words, each a yes or no of the table."""


def plain(name: str) -> str:
    """A name without what people write in different ways."""
    bare = unicodedata.normalize("NFKD", name.casefold().replace("ö", "oe"))
    return re.sub(r"[\s.\u0300-\u036f]", "", bare)


def short(unit: StormUnit) -> str:
    """A unit in a line: its name, a strongpoint by its face and letter."""
    return unit.id.removeprefix("sp-") if unit.is_strongpoint else unit.name


@cache
def units() -> dict[str, int]:
    """Every way of writing a unit."""
    found = {plain(unit.name).replace("oe", "o"): unit.index for unit in pieces().units}
    for unit in pieces().units:
        for name in (unit.id, unit.name, short(unit)):
            found[plain(name)] = unit.index
    return found


@cache
def longest_name() -> int:
    """How many words the name of a unit may have."""
    return max(len(unit.name.split()) for unit in pieces().units)


@cache
def strongpoint_kinds() -> dict[str, list[int]]:
    """The strongpoints with each face, such as `2-9`."""
    found: dict[str, list[int]] = {}
    for unit in pieces().strongpoints:
        found.setdefault(str(unit.kind), []).append(unit.index)
    return found


@cache
def places() -> dict[str, int]:
    """Every way of writing a place: `16`, `Bayeux`, `area-16`, `box-gold`, `Zone B`."""
    return {plain(name): place for name, place in board().numbers.items()}


@cache
def card_ids() -> dict[str, int]:
    """The cards by their ids."""
    return {card.id: card.index for card in cards()}


@cache
def card_kinds() -> dict[str, list[int]]:
    """The copies of each kind of card."""
    found: dict[str, list[int]] = {}
    for card in cards():
        found.setdefault(card.type.id, []).append(card.index)
    return found
