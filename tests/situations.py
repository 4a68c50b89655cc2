"""Situations for tests: made from text, played by option ids, chance included.

The text is that of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision, Event, Game, State
from beachhead.omaha import cards
from beachhead.omaha.notation import find_piece, read
from beachhead.omaha.state import Table, lore, steps

Where = State[Table] | Table


def table_of(text: str) -> Table:
    """The table that a text describes."""
    return read(text)


def situation(text: str) -> State[Table]:
    """A game under way, in the situation that a text describes, without a dealer."""
    table = read(text)
    return State(_game(), table.scenario, {"players": table.players, **table.house}, table)


@cache
def _game() -> Game[Table]:
    try:
        return beachhead.load("omaha")
    except BeachheadError:
        return _Bench()


class _Bench(Game[Table]):
    """Enough of a game to play single steps while some of its chapters cannot be imported."""

    name = "omaha"
    steps = steps
    position = Table

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        return ("us",) if options["players"] == 1 else ("1st", "29th")


# --- names


def unit(name: str) -> int:
    """The number of a US piece: units, HQs, Generals."""
    return find_piece(name)


def post(name: str) -> int:
    """The number of a German post."""
    return next(each.index for each in lore().posts if each.name == name)


def hex_(name: str) -> int:
    """The number of a hex."""
    return lore().board.hex(name)


def draw(number: int) -> str:
    """The choice of chance to draw a card."""
    return f"card-{number}"


def card(fits: Callable[[cards.Card], bool], *, but: tuple[str, ...] = ()) -> str:
    """The choice of chance to draw the first card that fits, other than some."""
    return next(
        draw(each.number) for each in cards.deck() if fits(each) and draw(each.number) not in but
    )


# --- playing


def run(where: Where, step: Callable[..., Any], *arguments: Any) -> list[Event]:
    """Do one step, with nothing else on the agenda, up to the next decision."""
    table = _table(where)
    table.agenda.clear()
    table.then((step, *arguments))
    told = len(table.news)
    decision(where)
    return table.news[told:]


def play(where: Where, *choices: str) -> list[Event]:
    """Answer decisions by option id, one after the other; returns what happened.

    Afterwards everything up to the next decision, or the end of the agenda, has been done.
    """
    table = _table(where)
    told = len(table.news)
    for choice in choices:
        asked = decision(where)
        assert asked is not None, f"{choice!r}: there is nothing left to decide"
        option = asked.find(choice)
        assert option is not None, (
            f"{choice!r} is not an option of {asked.seat}: {asked.prompt} {options(where)}"
        )
        del table.agenda[-1]
        asked.then(table, option.value, *asked.arguments)
        if isinstance(where, State):
            where.history.append(choice)
    decision(where)
    return table.news[told:]


def decision(where: Where) -> Decision | None:
    """What must be decided next; None when the agenda is done."""
    asked = steps.run(_table(where))
    if isinstance(where, State):
        where._decision = asked
    return asked


def options(where: Where) -> list[str]:
    """The ids of what can be chosen; nothing when the agenda is done."""
    asked = decision(where)
    return [] if asked is None else [option.id for option in asked.options]


def events(where: Where, kind: str | None = None) -> list[Event]:
    """Everything that has happened since the situation was made, or what is of one kind."""
    earlier = where.news if isinstance(where, State) else []
    told = [*earlier, *_table(where).news]
    return [event for event in told if kind is None or event.kind == kind]


def texts(happened: list[Event]) -> list[str]:
    """What was said about events."""
    return [event.text for event in happened]


def _table(where: Where) -> Table:
    return where.position if isinstance(where, State) else where
