"""German armor in tests: a table of the variant, a card that calls a unit, what it does."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import Event
from beachhead.omaha.germans import armor
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable, position_of, post_hex
from situations import post, run, table_of

GREEN, PURPLE, RED, BLUE = "1/1/352PzJ", "2/1/352PzJ", "1/2/352PzJ", "2/2/352PzJ"


def armored(text: str, turn: int = 20) -> OmahaTable:
    """A table of the variant."""
    heading = f"scenario d-day-at-omaha-beach; variants german-armor; turn {turn}"
    table = table_of(f"{heading}\n{text}")
    table.boxes["tactical"] = 0
    return table


def called(name: str, action: str, *, double: bool = False, symbol: str | None = None) -> int:
    """A card that calls an armor unit by its color with an action."""
    color = position_of(OmahaTable(), post(name)).color
    return next(
        each.number
        for each in cards.deck()
        for square in each.squares
        if (square.color, square.action, square.double) == (color, action, double)
        and symbol in (None, each.target)
    )


def act(table: OmahaTable, name: str, number: int) -> list[Event]:
    """An armor unit acts on a card of its sector: what happens once it is announced."""
    happened = run(table, armor.act, post(name), number, position_of(table, post(name)).sector)
    assert [each.kind for each in happened].count("german-action") == bool(happened)
    return [each for each in happened if each.kind != "german-action"]


def where(table: OmahaTable, name: str) -> str:
    return board().name(post_hex(table, post(name)))


def fired(happened: list[Event]) -> list[str]:
    """Whom the fire of a position hit."""
    return [name for event in happened if event.kind == "fire" for name in event.detail["hits"]]


def has_fired(happened: list[Event]) -> bool:
    return any(event.kind == "fire" for event in happened)


def names(hexes: int) -> set[str]:
    return {board().name(each) for each in members(hexes)}
