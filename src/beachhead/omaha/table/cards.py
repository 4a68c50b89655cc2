"""2.3 The cards: landing letters, mines, fire squares, artillery checks and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from beachhead.kernel.data import Pack
from beachhead.kernel.schema import Row
from beachhead.omaha.table import pack
from beachhead.omaha.table.board import Color
from beachhead.omaha.table.pieces import Symbol

Letter = Literal["A", "B", "C", "D"]
Action = Literal["F", "armor", "star", "R", "M", "P", "A"]


@dataclass(frozen=True, slots=True)
class Square:
    """6.1c, 6.1d, 6.2 A colored square: positions of the color may fire; double needs a depth
    marker."""

    color: Color
    double: bool
    action: Action


@dataclass(frozen=True, slots=True)
class ArtilleryCheck:
    """6.5 Artillery hits if enough undisrupted guns of these calibers are in the sector."""

    value: int
    calibers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventKind:
    """The rule that governs an event, our title for it, and how long it lasts."""

    name: str
    rule: str
    title: str
    lasts: str | None


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an event: its kind and what the card says about it."""

    kind: EventKind
    details: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.details[name]


@dataclass(frozen=True, slots=True)
class EventEntry:
    """What happens when the card is drawn as an event in these turns."""

    first_turn: int
    last_turn: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class OmahaCard:
    """2.3c A card with its landing, fire and event sections."""

    number: int
    landing: Mapping[str, Letter]
    mine: bool
    squares: tuple[Square, Square, Square]  # 6.1a
    target: Symbol  # 6.1a
    artillery: ArtilleryCheck | None  # 6.1b
    events: tuple[EventEntry, ...]

    def square(self, color: str) -> Square | None:
        """The square of a color, if the card shows it."""
        for square in self.squares:
            if square.color == color:
                return square
        return None

    def effects(self, turn: int) -> tuple[Effect, ...]:
        """4.II The effects for a turn; none on the first and the last."""
        for entry in self.events:
            if entry.first_turn <= turn <= entry.last_turn:
                return entry.effects
        return ()


@cache
def deck() -> tuple[OmahaCard, ...]:
    """The cards of the pack in use; card n is ``deck()[n - 1]``."""
    return build(pack.load())


def card(number: int) -> OmahaCard:
    return deck()[number - 1]


def build(components: Pack) -> tuple[OmahaCard, ...]:
    """The cards from a component pack, in order."""
    kinds = {
        row["kind"]: EventKind(row["kind"], row["rule"], row["title"], row["lasts"])
        for row in components.rows("event_kinds")
    }
    return tuple(_card(row, kinds) for row in components.rows("cards"))


def _card(row: Row, kinds: Mapping[str, EventKind]) -> OmahaCard:
    first, second, third = (
        Square(square["color"], square["double"], square["action"]) for square in row["squares"]
    )
    check = row["artillery"]
    return OmahaCard(
        number=row["card"],
        landing=dict(row["landing"]),
        mine=row["mine"],
        squares=(first, second, third),
        target=row["target"],
        artillery=ArtilleryCheck(check["value"], tuple(check["calibers"])) if check else None,
        events=tuple(
            EventEntry(
                event["turns"][0],
                event["turns"][1],
                tuple(_effect(effect, kinds) for effect in event["effects"]),
            )
            for event in row["events"]
        ),
    )


def _effect(row: Row, kinds: Mapping[str, EventKind]) -> Effect:
    details = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in row.items()
        if name != "kind"
    }
    return Effect(kinds[row["kind"]], details)
