"""Small situations of D-Day (1991) for the tests of the optional rules.

Units are placed in the notation (docs/notation.md); nobody else is in the game.
"""

from __future__ import annotations

from typing import Any

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import UNUSED, WAITING, DDayTable, row
from beachhead.kernel.bits import set_of
from dday91_situations import (
    GAME,
    at,
    decision,
    events,
    forced,
    hexes,
    is_reduced,
    options,
    play,
    run,
    situation,
    texts,
)
from dday91_situations import announce as announce_more
from dday91_situations import ids as names_of
from dday91_situations import unit as number
from dday91_situations import unit_set as those

__all__ = [
    "GAME",
    "at",
    "decision",
    "events",
    "forced",
    "hexes",
    "is_reduced",
    "names_of",
    "number",
    "options",
    "play",
    "run",
    "texts",
    "those",
]


def table(
    places: str, *rules: str, house: str = "", side: str = "allied", **fields: Any
) -> DDayTable:
    """A table with some units, optional rules and a house rule; fields of the Table by name."""
    lines = [f"turn 1 {side} setup", "moves 9 9", places]
    if rules:
        lines.append(f"options {' '.join(rules)}")
    if house:
        lines.append(f"house {house}")
    if "carpet-bombing" in rules:
        lines.append("B12 bombers-8U, bombers-BC")
    made = situation("\n".join(lines))
    for unit in pieces().units:
        if made.hex[unit.index] == WAITING and not unit.division and unit.id not in places.split():
            made.hex[unit.index] = UNUSED
    for name, value in fields.items():
        assert name in DDayTable.__dataclass_fields__, name
        setattr(made, name, value)
    return made


# --- looking


def in_hex(there: DDayTable, where: str) -> set[str]:
    here = board().hex(where)
    return {row(unit).id for unit, hex_ in enumerate(there.hex) if hex_ == here}


def unsupplied(*named: str) -> int:
    return set_of(number(name) for name in named)


def left(there: DDayTable) -> int:
    """The Moves the attacker has left."""
    return there.moves[there.side]


# --- driving


def seat(there: DDayTable) -> str:
    asked = decision(there)
    assert asked is not None
    return asked.seat


def kind(there: DDayTable) -> str:
    asked = decision(there)
    return "" if asked is None else asked.kind


def announce(there: DDayTable, target: str, *attackers: str) -> None:
    """Units attack a hex; the combat step is begun if it has not been."""
    if there.step != "combat":
        run(there, separating_combats.combat_step)
    announce_more(there, target, *attackers)


def no_more(there: DDayTable) -> None:
    """No more attacks are announced."""
    if kind(there) == "target_chosen":
        play(there, "done")


def fight(there: DDayTable, target: str, *attackers: str) -> None:
    """Units attack a hex, up to what is asked next after the announcement."""
    announce(there, target, *attackers)
    no_more(there)
    resolve(there, target)


def resolve(there: DDayTable, target: str) -> None:
    """A combat is resolved next; where there is no other, it is not asked."""
    if f"resolve-{target}" in options(there):
        play(there, f"resolve-{target}")


def dice(there: DDayTable, attacker: int, defender: int) -> None:
    play(there, f"dice-{attacker}-{defender}")


def lose(there: DDayTable, name: str) -> None:
    """A unit takes a loss; where no other could, it is not asked."""
    if f"loss-{name}" in options(there):
        play(there, f"loss-{name}")


def combat_terms(there: DDayTable) -> dict[str, Any]:
    """The detail of the last combat that was settled."""
    return events(there, "combat")[-1].detail
