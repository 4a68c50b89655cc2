"""Who wins (15.0g): the Allies need more points than was bid, and five beaches at the end."""

from __future__ import annotations

import math
from functools import cache

from beachhead.bots.storm.ground import strength, turns_left, ways_in
from beachhead.bots.values import logistic
from beachhead.kernel.bits import members
from beachhead.storm.table.board import board
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    StormTable,
    counted,
    occupancy,
    side_units,
)
from beachhead.storm.victory.victory_points import BEACHES_TO_WIN, points_to_beat

OFF_A_TURN, SURE_AT_THE_END = 9.0, 1.0
"""By how much expected points are off for every turn to come, and how much less in all."""
NORMAL = 1.7
"""How steep a logistic curve is that looks like the normal one."""
SURE = 6.0
"""Beyond these odds nobody is surer."""


def odds_of_winning(table: StormTable, expected: float) -> float:
    """15.0g The odds of the Allies, as a logarithm, if they can expect so many points."""
    off = OFF_A_TURN * turns_left(table) - SURE_AT_THE_END
    enough = logistic(NORMAL * (expected - points_to_beat(table)) / off)
    chance = enough * enough_beaches(table)
    least = logistic(-SURE)
    chance = max(least, min(1 - least, chance))
    return math.log(chance / (1 - chance))


def enough_beaches(table: StormTable) -> float:
    """15.0g How likely the Allies hold five beaches at the end, each by itself."""
    lacking = [1.0, 0.0]
    """How likely as many beaches are German at the end, up to the one that may be."""
    for beach in members(board().beaches):
        held = beach_at_the_end(table, beach)
        lacking = [lacking[0] * held, lacking[1] * held + lacking[0] * (1 - held)]
    assert len(lacking) == _beaches() - BEACHES_TO_WIN + 1
    return sum(lacking)


@cache
def _beaches() -> int:
    return board().beaches.bit_count()


HELD = 2.95, -1.18, 1.42, -0.63, -0.60
"""That a beach is still Allied at the end: for itself, and for turns to come, who holds it, Germans
in it, and Germans beside it."""
GERMAN_YET = -2.37, 1.73, 0.47
"""That a German beach is Allied at the end: for itself, for turns to come, and for Allied units in
it and in its box. Both were fitted to 150 games between Recruits, the former from Turn 5 on."""


def beach_at_the_end(table: StormTable, beach: int) -> float:
    """How likely a beach is Allied when the game ends."""
    at, turns = occupancy(table).at, math.log(turns_left(table))
    allied = strength(at[beach] & side_units(ALLIED))
    if not table.allied_control >> beach & 1:
        allied += strength(at[board().box_of[beach]] & side_units(ALLIED))
        constant, time, force = GERMAN_YET
        return logistic(constant + time * turns + force * math.log(1 + allied))
    beside = sum(strength(at[place] & counted(GERMAN)) for place in members(ways_in(GERMAN)[beach]))
    constant, time, force, contact, near = HELD
    return logistic(
        constant
        + time * turns
        + force * math.log(0.5 + allied)
        + contact * bool(at[beach] & side_units(GERMAN))
        + near * math.log(1 + beside)
    )
