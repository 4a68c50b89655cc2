"""Situations of D-Day (1991) for tests: made from text, played by option ids.

The text is that of docs/notation.md; `driving` has the functions that play.
"""

from __future__ import annotations

from beachhead.dday91 import game
from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement
from beachhead.dday91.notation import read
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.places import Places
from beachhead.dday91.table.state import WAITING, DDayTable, UnitSet, side_of
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from driving import decision, events, forced, options, play, run, texts

__all__ = ["GAME", "decision", "events", "forced", "options", "play", "run", "texts"]

GAME = game.GAME
OFF = {-1: "waiting", -2: "eliminated", -3: "exited", -4: "unused"}


def situation(text: str) -> DDayTable:
    """The table that a text describes."""
    return read(text)


def moving(text: str, *choices: str) -> DDayTable:
    """A movement step that has begun, and some choices in it."""
    table = situation(text)
    run(table, normal_movement.movement_step)
    play(table, *choices)
    return table


def fighting(text: str, *choices: str) -> DDayTable:
    """A combat step that has begun, and some choices in it."""
    table = situation(text)
    run(table, separating_combats.combat_step)
    play(table, *choices)
    return table


def unit(name: str) -> int:
    """The number of a unit by its id: `5U`, `1-US`."""
    return pieces().unit[name].index


def unit_set(*named: str) -> UnitSet:
    return pieces().set(*named)


def ids(units: UnitSet) -> set[str]:
    """The ids of some units."""
    return {pieces().units[each].id for each in members(units)}


def hex_(name: str) -> int:
    return board().hex(name)


def hexes(names: str) -> int:
    return board().set(names.split())


def at(table: DDayTable, name: str) -> str:
    """Where a unit is: the name of its hex, or `waiting`, `eliminated`, `exited`, `unused`."""
    where = table.hex[unit(name)]
    return board().name(where) if where >= 0 else OFF[where]


def zone_of(table: DDayTable, name: str) -> HexSet:
    """The zone of control of a unit: what its side controls with nobody else on the board."""
    alone = table.copy()
    own = unit(name)
    alone.hex = Places(hex_ if each == own else WAITING for each, hex_ in enumerate(table.hex))
    return zones(alone, side_of(own))


def is_reduced(table: DDayTable, name: str) -> bool:
    return bool(table.reduced >> unit(name) & 1)


def why(table: DDayTable, **question: str) -> str:
    """The rule that refuses something; empty if nothing does."""
    refusal = GAME.why_not(table, **question)
    return "" if refusal is None else refusal.rule


def goals(table: DDayTable) -> set[str]:
    """The hexes to which the group being moved can go."""
    return {id_.split("-", 1)[1] for id_ in options(table) if id_.startswith(("to-", "go-"))}


# --- fighting


def announce(table: DDayTable, target: str, *attackers: str) -> None:
    """4a Announce a combat; the only attacker, or the only target, need not be named."""
    if f"attack-{target}" in options(table):
        play(table, f"attack-{target}")
    for name in attackers:
        if not table.building >> unit(name) & 1:
            play(table, f"add-{name}")
    play(table, "commit")


def resolve(table: DDayTable, target: str, *choices: str) -> None:
    """4c Announce no more, and resolve a combat."""
    if "done" in options(table):
        play(table, "done")
    play(table, f"resolve-{target}", *choices)


def assault(text: str, target: str, *attackers: str) -> DDayTable:
    """A combat step with one combat, before its dice are rolled."""
    table = fighting(text if "turn" in text else f"turn 2 allied combat; moves 20 20; {text}")
    announce(table, target, *attackers)
    resolve(table, target)
    return table


def settle(table: DDayTable, *, seat: str) -> list[str]:
    """Let a seat take its first option until somebody else decides; returns what it took."""
    made: list[str] = []
    while (asked := decision(table)) is not None and asked.seat == seat:
        made.append(asked.options[0].id)
        play(table, made[-1])
    return made
