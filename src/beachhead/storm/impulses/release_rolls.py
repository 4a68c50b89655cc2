"""14 Special rules: the release of the 711th Division."""

from __future__ import annotations

from functools import cache, partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.dice import die
from beachhead.kernel.play import Chance, Option
from beachhead.kernel.topic import Topic
from beachhead.storm.table import telling
from beachhead.storm.table.dice import FACES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import GERMAN, StormTable, UnitSet, names, steps, tags

# --- 14.1 roll to release


@cache
def division_711() -> UnitSet:
    """14.1 The units that must be released."""
    return set_of(unit.index for unit in pieces().units if unit.release_roll)


def held_back(table: StormTable) -> UnitSet:
    """14.1a Units that may not act before their release."""
    return 0 if table.released else division_711()


def may_roll(table: StormTable, side: int) -> bool:
    """14.1b Once a turn, as an impulse, while one of the units is left."""
    return (
        side == GERMAN
        and not table.released
        and not table.release_rolled
        and any(table.where[unit] >= 0 for unit in members(division_711()))
    )


def release_options(table: StormTable, side: int) -> list[Option]:
    """14.1b The release roll, if it may be tried."""
    if not may_roll(table, side):
        return []
    turn = table.turn
    return [
        Option(
            "release",
            lambda: f"Roll to release {names(division_711())}: below {turn} on a die",
            ("release", 0, ""),
            _who_is_released(table),
            "14.1",
            commits=True,
        )
    ]


def _who_is_released(table: StormTable) -> tuple[str, ...]:
    """14.1 Those of the units that are left, as ids on the board."""
    left = set_of(unit for unit in members(division_711()) if table.where[unit] >= 0)
    return tuple(tags(left))


RELEASE = Topic("die", "The release roll", about=_who_is_released)


@steps.question("special.roll_for_release")
def roll_for_release(_table: StormTable) -> Chance[int]:
    """14.1 A die below the number of the turn releases them."""
    return Chance(
        lambda table: f"Roll a die to release {names(division_711())}: below {table.turn}.",
        "14.1",
        release_rolled,
        FACES,
        die,
        topic=RELEASE,
    )


def release_rolled(table: StormTable, face: int) -> None:
    """14.1c Released for good, or to be tried again next turn."""
    table.release_rolled = True
    text = partial(_shown, face, table.turn)
    table.tell("14.1", telling.DIE, text, _who_is_released(table), dice=[face])
    if face < table.turn:
        release(table, "by the roll")


def _shown(face: int, turn: int) -> str:
    if face < turn:
        return f"The die shows {face}, below {turn}."
    return f"The die shows {face}, not below {turn}: {names(division_711())} stay put."


def release(table: StormTable, why: str) -> None:
    """14.1c The units may act for the rest of the game."""
    if table.released:
        return
    table.released = True
    table.tell(
        "14.1",
        telling.RELEASE,
        lambda: f"{names(division_711())} are released {why}.",
        _who_is_released(table),
    )


def attacked(table: StormTable, units: UnitSet) -> None:
    """14.1d A fire attack or assault on them releases them at once."""
    if units & held_back(table):
        release(table, "by the attack on them")
