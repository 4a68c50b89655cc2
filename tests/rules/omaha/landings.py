"""Landings in tests: a card is drawn, and where units end up."""

from __future__ import annotations

from beachhead.kernel.play import Event
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.table.state import NOWHERE, OmahaTable, equipment
from situations import card, play, run, table_of, unit

TANK, INFANTRY, RANGER = "1/C/741", "E/2/16", "A•B/2R"
BOXES = {box.name: number for number, box in enumerate(equipment().board.box_row)}


def check(table: OmahaTable, *, mine: bool = False, **letters: str) -> list[Event]:
    """Draw a landing card with these letters by target symbol."""
    choice = card(
        lambda each: (
            bool(table.deck >> each.number & 1)
            and each.mine == mine
            and all(each.landing[symbol] == letter for symbol, letter in letters.items())
        )
    )
    return play(table, choice)


def box_of(table: OmahaTable, name: str) -> str | None:
    number = table.box[unit(name)]
    return None if number == NOWHERE else equipment().board.box_row[number].name


def land_result(turn: int, name: str, box: str, letter: str) -> OmahaTable:
    """A unit in a box gets a result of the landing table."""
    table = table_of(f"turn {turn}\nbox {box} {name}")
    run(table, landing_checks.apply_landing_result, unit(name), letter)
    return table


def symbol_of(name: str) -> str:
    return equipment().units[unit(name)].sides[-1].symbol
