"""Counters and cards laid out side by side, and tables as they are at the start, for drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from beachhead.art.paths import Point
from beachhead.art.style_sheets import confined
from beachhead.art.svg import Markup, document, joined
from beachhead.dday91.drawing import counters as dday_counters
from beachhead.dday91.setup import placing_units
from beachhead.dday91.table import pieces as dday_pieces
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.state import DDayTable
from beachhead.storm.cards.card_list import cards
from beachhead.storm.drawing import cards as storm_cards
from beachhead.storm.drawing import counters as storm_counters
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import StormTable, put


class Opening(NamedTuple):
    """D-Day's table at the start: units by hex, and in holding boxes by army."""

    table: DDayTable
    placed: list[tuple[int, int, bool]]
    boxed: list[tuple[int, int, bool]]
    initiative: int | None


def opening(year: int = 1944, set_up: str | None = None, options: Iterable[str] = ()) -> Opening:
    """6a4 The table at the start, with a ready-made German set-up."""
    table = placing_units.set_up(year, {placing_units.OPTION_NAMES[rule]: True for rule in options})
    ready = charts().set_ups[set_up] if set_up else charts().set_ups_for(year)[0]
    placing_units.set_up_chosen(table, ready.id)
    placed, boxed = map(units_in, dday_counters.standing(table))
    return Opening(
        table, placed, boxed, table.initiative if "initiative" in table.options else None
    )


def units_in(stacks: dday_counters.Stacks) -> list[tuple[int, int, bool]]:
    """Each unit, its place, and whether it is reduced."""
    return [
        (unit.index, place, reduced) for place, here in stacks.items() for unit, reduced in here
    ]


def storm_start() -> StormTable:
    """3.0 The table at the start, before any choice: set-up by the counters, no strongpoints."""
    table = StormTable(allied_control=board().start_allied)
    for unit in pieces().units:
        if unit.arrival is None and (places := board().set_up_places(unit.setup)):
            put(table, 1 << unit.index, places[unit.index % len(places)])
    return table


def dday_tray(placed: Iterable[tuple[int, bool]]) -> Markup:
    """Units side by side: each with its side up."""
    units = dday_pieces.pieces().units
    drawers = [
        partial(dday_counters.counter, units[index], reduced=reduced) for index, reduced in placed
    ]
    return _laid_out(drawers, 14, (54.0, 54.0), dday_counters.style(), "board dday91")


def storm_tray(units: Iterable[int]) -> Markup:
    """Units side by side."""
    drawers = [partial(storm_counters.counter, pieces().units[index]) for index in units]
    return _laid_out(drawers, 12, (60.0, 60.0), storm_counters.style(), "board storm")


def storm_cards_laid_out(shown: Iterable[int]) -> Markup:
    """Cards side by side."""
    drawers = [partial(storm_cards.face, cards()[index]) for index in shown]
    pace = storm_cards.WIDE + 12, storm_cards.HIGH + 12
    return _laid_out(drawers, 7, pace, storm_cards.style(), "board storm")


def _laid_out(
    drawers: Sequence[Callable[[Point], Markup]],
    columns: int,
    pace: tuple[float, float],
    style: str,
    class_: str,
) -> Markup:
    places = [
        ((n % columns + 0.5) * pace[0], (n // columns + 0.5) * pace[1]) for n in range(len(drawers))
    ]
    rows = max(1, -(-len(drawers) // columns))
    return document(
        (0, 0, columns * pace[0], rows * pace[1]),
        title="laid out",
        style=confined(style),
        defs="",
        body=joined(draw(at) for draw, at in zip(drawers, places, strict=True)),
        width=columns * pace[0],
        class_=class_,
    )
