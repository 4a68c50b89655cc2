"""The words of the notation: steps, markers, places off the board, beginnings."""

from __future__ import annotations

from functools import cache

from beachhead.dday91.sequence import ALLIED_ONLY, PHASES
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, ELIMINATED, EXITED, GERMAN, UNUSED, WAITING
from beachhead.kernel.agenda import Entry

STEPS = (*PHASES, "weather", "reaction")

MARKERS = {
    "reduced": "reduced",
    "unsupplied": "unsupplied",
    "used": "used",
    "moved": "finished",
    "invading": "invaders",
    "dropped": "dropped",
    "fought": "fought",
    "lost": "corps_lost",
}
"""What may be true of a unit, and the set of units of the table that says so."""

OFF_BOARD = {"waiting": WAITING, "eliminated": ELIMINATED, "exited": EXITED, "unused": UNUSED}

PORTION = {
    "new-moves": "moves.new_moves",
    "reinforcement": "reinforcements.reinforcement_step",
    "replacement": "replacements.replacement_step",
    "port-transfer": "ports.port_transfer_step",
    "invasion": "invasions.invasion_step",
    "movement": "movement.movement_step",
    "combat": "combat.combat_step",
    "supply": "supply.supply_step",
}
"""2b The steps of a portion that may begin, in their order."""

BEGINNINGS = ("setup", "turn", "portion", *PORTION, "next-turn")


def beginning(what: str, side: int) -> list[Entry]:
    """What is on the agenda from a beginning to the end of the Turn, the next step first."""
    if what == "setup":
        return [("setup.choose_set_up",), ("sequence.play_turn",)]
    if what == "turn":
        return [("sequence.play_turn",)]
    after: list[Entry] = [("sequence.end_of_turn",)]
    if what == "next-turn":
        return after
    if side == ALLIED:
        after.insert(0, ("sequence.play_portion", GERMAN))
    if what == "portion":
        return [("sequence.play_portion", side), *after]
    names = [name for name in PORTION if side == ALLIED or name not in ALLIED_ONLY]
    rest = names[names.index(what) :] if what in names else []
    return [*((PORTION[name],) for name in rest), *after]


@cache
def units() -> dict[str, int]:
    """Every way of writing a unit: its id, in any case."""
    found = {unit.id.casefold(): unit.index for unit in pieces().units}
    for unit in pieces().units:
        found.setdefault(unit.name.casefold(), unit.index)
    return found
