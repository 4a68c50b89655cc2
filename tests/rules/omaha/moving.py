"""Longer moves in tests: who may go where from Turn 17 on."""

from __future__ import annotations

from beachhead.kernel.play import State
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable
from beachhead.omaha.us_actions import action_phase, routes
from beachhead.omaha.why_not import why_not
from situations import run, situation, table_of, unit

INFANTRY, RANGER, HQ, TANK = "A/1/116", "AB/2R", "116HQ", "2/C/743"
OTHERS = ("58AFA", "111FA", "Can/116", "B-D/81C", "AT/116", "3-4/397", "A-B/467")


def refused(piece: str, start: str, end: str, extra: str = "turn 20") -> str | None:
    """The rule that keeps a piece of the 29th Division from going from a hex to another."""
    table = table_of(f"{extra} action; acting = 29; actions 3 3; {start} {piece}")
    refusal = why_not(table, unit=piece, to=end)
    return None if refusal is None else refusal.rule


def begin(text: str) -> State[OmahaTable]:
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


def moves(s: State[OmahaTable]) -> dict[str, str]:
    """The hexes that the options of a piece lead to, with their labels."""
    return {option.id: option.label for option in s.decision.options}


def reached(table: OmahaTable, piece: str) -> set[str]:
    """Every hex a piece may move to in one action."""
    scene = routes.Scene(table)
    return {board().name(path[-1]) for path in routes.paths(table, unit(piece), scene)}
