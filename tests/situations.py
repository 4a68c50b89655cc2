"""Situations for tests: made from text, played by option ids, chance included.

The text is that of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Game, State
from beachhead.omaha.notation import read
from beachhead.omaha.table import cards
from beachhead.omaha.table.names import find_piece
from beachhead.omaha.table.state import OmahaTable, equipment, steps
from driving import decision, events, options, play, run, texts

__all__ = ["decision", "events", "options", "play", "run", "texts"]


def table_of(text: str) -> OmahaTable:
    """The table that a text describes."""
    return read(text)


def situation(text: str) -> State[OmahaTable]:
    """A game under way, in the situation that a text describes, without a dealer."""
    table = read(text)
    return State(_game(), table.scenario, {"players": table.players, **table.house}, table)


@cache
def _game() -> Game[OmahaTable]:
    try:
        return beachhead.load("omaha")
    except BeachheadError:
        return _Bench()


class _Bench(Game[OmahaTable]):
    """Enough of a game to play single steps while some of its chapters cannot be imported."""

    name = "omaha"
    steps = steps
    position = OmahaTable

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        return ("us",) if options["players"] == 1 else ("1st", "29th")


# --- names


def unit(name: str) -> int:
    """The number of a US piece: units, HQs, Generals."""
    return find_piece(name)


def post(name: str) -> int:
    """The number of a German post."""
    return next(each.index for each in equipment().posts if each.name == name)


def hex_(name: str) -> int:
    """The number of a hex."""
    return equipment().board.hex(name)


def draw(number: int) -> str:
    """The choice of chance to draw a card."""
    return f"card-{number}"


def card(fits: Callable[[cards.OmahaCard], bool], *, but: tuple[str, ...] = ()) -> str:
    """The choice of chance to draw the first card that fits, other than some."""
    return next(
        draw(each.number) for each in cards.deck() if fits(each) and draw(each.number) not in but
    )
