"""2d4, 8a1 No action that forces an illegal one later: what it takes to put stacks right in time.

Stacks are judged at the end of the movement step (2d1). An action is refused if more units would
have to be given up after it than before. So the last resort (2d1, N-06) is left for what happens
without an action of the owner.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.movement.ranges import prospects, reach_on
from beachhead.dday91.stacking.illegal_stacks import (
    MANY,
    cannot_move,
    fewest_leavers,
    illegal_hexes,
    is_passed,
)
from beachhead.dday91.stacking.places_to_stay import shelters, split, within
from beachhead.dday91.stacking.prices_of_order import (
    all_leave,
    helpers_for,
    least_moves,
    moves_to_leave,
    prices_of,
)
from beachhead.dday91.stacking.putting_right import (
    after_joining,
    can_carry,
    can_mend,
    mend,
    saves_enough,
)
from beachhead.dday91.stacking.stacking_limits import may_stay
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    WAITING,
    DDayTable,
    UnitSet,
    camp,
    hex_label,
    occupied,
    plays,
    put,
    units_in,
)
from beachhead.kernel.bits import listed, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal


class Standing(NamedTuple):
    """2d4 What cannot be put right by the end of the movement step."""

    lost: int
    """N-06 The units in stacks that are beyond help that would have to be given up."""
    short: bool
    """Whether there are too few Moves or rooms for all the others together."""


SOUND = Standing(0, short=False)


def refuse_forcing(table: DDayTable, after: DDayTable, dropped: UnitSet = 0) -> Refusal | None:
    """2d4-a Why an action may not be performed: it leads to something that cannot be put right in
    time, and could be before. Nobody counts on picking up units that an army has just left."""
    wrong = illegal_hexes(after, after.side)
    if not wrong or _is_sound(after, dropped):
        return None
    now = standing(table)
    if now != SOUND:
        then = standing(after)
        if now.short or (then.lost <= now.lost and not then.short):
            return None
    left = after.moves[after.side]
    return Refusal("2d4", lambda: _why_forcing(wrong, left))


def _why_forcing(wrong: HexSet, moves: int) -> str:
    where = " or ".join(map(hex_label, listed(wrong)))
    return f"the stack in {where} could not be put right in time with {counted(moves)} left"


def can_be_left(table: DDayTable, hex_: int) -> bool:
    """2d4 Whether the stack in a hex can still be put right with the Moves that are left."""
    others = illegal_hexes(table, table.side) & ~(1 << hex_)
    return can_mend(table, table.moves[table.side], others)


def refuse_departure(table: DDayTable, unit: int, moves: int) -> Refusal | None:
    """2d4 Why a unit may not leave its hex for so many Moves, wherever it goes: what is left could
    not be put right. An army could mend a stack by joining it, by 14a2 anybody could."""
    if pieces().armies >> unit & 1 or plays(table, "stacking-restrictions"):
        return None
    after = without(table, unit)
    after.moves[table.side] -= moves
    return refuse_forcing(table, after)


def spoken_for(table: DDayTable, moves: int) -> HexSet | None:
    """2d4 If the illegal stacks can be put right with so many Moves, the hexes that one way to do
    it takes. A group that is away may go wherever else it may stay, and who is not in one of them
    need not care. None if they cannot be put right so."""
    if not illegal_hexes(table, table.side):
        return 0 if moves >= 0 else None
    if table.step == "combat":  # much more matters there
        return mend(table, moves, spare=SPARE)
    answers, question = prospects(table, table.side).answers, _question(table, "room", moves)
    taken: HexSet | None = answers.get(question, NOT_ASKED)
    if taken == NOT_ASKED:
        taken = answers[question] = mend(table, moves, spare=SPARE)
    return taken


NOT_ASKED = -1


SPARE = 2
"""The rooms that must be left for another: one to stay in, one to pass."""


def spoken_for_without(table: DDayTable, unit: int, moves: int) -> HexSet | None:
    """2d4 The same if a unit leaves its hex for so many Moves, before the movement step."""
    left, here = table.moves[table.side] - moves, table.hex[unit]
    if not pieces().armies >> unit & 1 and not plays(table, "stacking-restrictions"):
        units = units_in(table, here, table.side) & ~pieces().strategic_air
        if units >> unit & 1 and not may_stay(table, units) and not units & pieces().armies:
            taken = _spoken_for_by_leavers(table, left + 1)  # it saves one of them a Move
        else:
            taken = spoken_for(table, left)
        if taken is not None and not taken >> here & 1:
            return taken
    return spoken_for(without(table, unit), left)


def without(table: DDayTable, unit: int) -> DDayTable:
    """The table while a unit is away."""
    after = table.copy()
    put(after, unit, WAITING)
    return after


def _spoken_for_by_leavers(table: DDayTable, moves: int) -> HexSet | None:
    """2d4 The same if all who are too many leave by themselves."""
    answers, question = prospects(table, table.side).answers, _question(table, "leavers", moves)
    taken: HexSet | None = answers.get(question, NOT_ASKED)
    if taken == NOT_ASKED:
        prices = prices_of(table, illegal_hexes(table, table.side))
        taken = answers[question] = all_leave(table, prices, moves, SPARE)
    return taken


def where_of_use(table: DDayTable, away: DDayTable, moves: int) -> HexSet:
    """2d4 Where some units that are away for so many Moves may have to be asked about: everywhere,
    or if the stacks cannot be put right without them, wherever everybody is, only in those."""
    wrong = illegal_hexes(away, away.side)
    beyond = wrong and standing(table) == SOUND and _is_beyond(away, wrong, moves)
    return wrong if beyond else EVERYWHERE


def where_unit_is_of_use(table: DDayTable, unit: int, moves: int) -> HexSet:
    """2d4 The same for a unit that leaves its hex before the movement step. If the stacks cannot be
    put right without it, nobody but an army can help; or by 14a2 whoever joins others."""
    away = without(table, unit)
    found = where_of_use(table, away, table.moves[table.side] - moves)
    if found != EVERYWHERE or pieces().armies >> unit & 1 or standing(table) != SOUND:
        return found
    away.moves[table.side] -= moves
    if not illegal_hexes(away, away.side) or _is_sound(away):
        return EVERYWHERE
    return occupied(table, table.side) if plays(table, "stacking-restrictions") else 0


EVERYWHERE = ~0


def makes_room(away: DDayTable, unit: int, hex_: int, taken: HexSet, *, goes_on: bool) -> bool:
    """2d4 Whether a unit may come to a legal stack with which it may not stay, as for a Move it
    goes on, or somebody leaves who is there; to where nobody else must go. By 14a2 that depends on
    more."""
    if (illegal_hexes(away, away.side) | taken) >> hex_ & 1 or is_passed(away, hex_):
        return False
    units = units_in(away, hex_, away.side) & ~pieces().strategic_air | 1 << unit
    armies = units & pieces().armies
    if armies and plays(away, "stacking-restrictions"):
        return False
    there, free = shelters(away), board().land & ~taken & ~(1 << hex_)
    leavers = (armies or units) & ~cannot_move(away)
    others = within(away, listed(leavers & ~(1 << unit)))
    if any(any(split(away, each, ways[min(ways)] & free, there)) for each, ways in others):
        return True
    if not goes_on or not leavers >> unit & 1:
        return False
    return any(split(away, unit, reach_on(away, [unit], hex_, [0]) & free, there))


def mends(table: DDayTable, hex_: int) -> bool:
    """2d4 Whether all can be put right once the moving group has joined the stack in a hex."""
    group = set_of(table.moving)
    together = units_in(table, hex_, table.side) | group
    if not may_stay(table, together):
        return False
    moves = table.moves[table.side]
    return mend(after_joining(table, hex_, group), moves, since=hex_) is not None


def _is_beyond(table: DDayTable, wrong: HexSet, moves: int) -> bool:
    """2d4 Whether it takes more than so many Moves to put the stacks right, whoever else comes."""
    settled = table.step == "movement" or not table.finished
    if not wrong or table.step == "combat" or not settled:
        return False
    prices = prices_of(table, wrong)
    helpers = helpers_for(table, prices)
    helpers.any = True
    least = least_moves(prices, helpers, -1)
    return least > moves and not saves_enough(table, moves, moves_to_leave(prices))


def standing(table: DDayTable) -> Standing:
    """2d4-a How things stand for the side that moves, if it does its best from here on."""
    if _is_sound(table):
        return SOUND
    wrong = illegal_hexes(table, table.side)
    moves = table.moves[table.side]
    beyond_help = set_of(
        hex_ for hex_ in listed(wrong) if not can_mend(table, MANY, wrong & ~(1 << hex_))
    )
    if not beyond_help:
        return Standing(0, short=True)
    lost = sum(stack.excess for stack in fewest_leavers(table, beyond_help))
    return Standing(lost, not can_mend(table, moves, beyond_help))


def _is_sound(table: DDayTable, dropped: UnitSet = 0) -> bool:
    """2d4-a Whether everything can be put right in time."""
    moves = table.moves[table.side]
    if table.step == "combat":
        return can_mend(table, moves)
    answers, question = prospects(table, table.side).answers, _question(table, dropped, moves)
    sound: bool | None = answers.get(question)
    if sound is None:  # after an action, the same is asked as before it was chosen
        sound = answers[question] = can_mend(table, moves) or can_carry(table, moves, dropped)
    return sound


def _question(table: DDayTable, what: str | UnitSet, moves: int) -> Hashable:
    """All that the answer depends on besides the `prospects`, and what is asked about."""
    return (
        what,
        moves,
        table.step,
        camp(table, table.side).code,
        table.used,
        table.finished,
        table.invaders,
        table.allied_control,
        len(table.moving),
        *table.moving,
        len(table.expended),
        *table.expended,
        *table.expended.values(),
        *table.boxes,
        *table.boxes.values(),
    )
