"""3a, 3b The legs of a move: where a group can go on, where it may stop, 3g leaving the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.movement.ranges import (
    allowance,
    at_most,
    entry_cost,
    limits,
    reach,
    reach_on,
    ways,
)
from beachhead.dday91.sea.mulberries import lose_harbors
from beachhead.dday91.stacking import illegal_stacks, no_forced_stacks, stacking_limits
from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    EXITED,
    GERMAN,
    WAITING,
    DDayTable,
    enemy,
    hex_label,
    hex_tag,
    names,
    occupied,
    plays,
    put,
    put_together,
    row,
    side_of,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.dday91.table.zones_of_control import take_control
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Option, Refusal

Path = tuple[int, ...]
"""The hexes a group enters one after the other."""


def options(table: DDayTable, away: Away | None = None) -> list[Option]:
    """3b The hexes the whole group can enter next, and farther ones by the cheapest way."""
    found = [_go(path) for path in legs(table, away)]
    here = table.hex[table.moving[0]]
    if board().edge >> here & 1 and refuse_exit(table) is None:
        text = "Leave the board for good"
        found.append(Option("exit", text, ("exit", -1), (hex_tag(here),), "3g", commits=True))
    return found


@lru_cache(8192)
def _go(path: Path) -> Option:
    there, far = path[-1], len(path) > 1
    name = board().name(there)
    return Option(
        f"{'go' if far else 'to'}-{name}",
        lambda: f"Go {'on ' if far else ''}to {hex_label(there)}",
        ("path", *path),
        (f"hex-{name}",),
    )


# --- 3b where to


def legs(table: DDayTable, away: Away | None = None) -> list[Path]:
    """3b The ways the moving group can go: to each hex where it may stop or go on, the cheapest;
    and the next hex directly."""
    may_go = goer(table, away)
    return [path for path in paths(table) if may_go(path)]


def paths(table: DDayTable) -> list[Path]:
    """3b The ways that lie within reach, whatever the stacks say. 3a The next hex directly even if
    a detour is cheaper, and the cheapest way."""
    found, unit, land = reach(table, table.moving), table.moving[0], board().land
    here, bounds, cheapest, next_ = found.start, found.bounds, found.paths, ways(unit, found.start)
    legs: list[Path] = []
    for there in found:
        if not land >> there & 1:  # the sea is on the way only
            continue
        path = cheapest[there]
        if len(path) > 1 and next_ >> there & 1:
            most = bounds.into_zone if bounds.zones >> there & 1 else bounds.factors
            if entry_cost(table, unit, here, there) <= most:
                legs.append((there,))
        legs.append(path)
    return legs


class Away(NamedTuple):
    """2d4 The table without the moving group. Where the stacks are put right without it, nobody
    minds a group that may stay together (14a2): the hexes that takes. None where it takes it."""

    table: DDayTable
    taken: HexSet | None


def gone_away(table: DDayTable) -> Away:
    """2d4 What it is like without the moving group."""
    away = _after(table, table.moving, WAITING)
    if not stacking_limits.may_stay(table, set_of(table.moving)):
        return Away(away, None)
    return Away(away, no_forced_stacks.spoken_for(away, table.moves[table.side]))


def goer(table: DDayTable, gone: Away | None = None) -> Callable[[Path], bool]:
    """2d4 What says whether the moving group may take a way that lies within reach."""
    group, side = table.moving, table.side
    away, taken = gone_away(table) if gone is None else gone
    wrong = illegal_stacks.illegal_hexes(away, side)
    others = occupied(table, side, ~set_of(group) & ~pieces().strategic_air)
    others |= occupied(table, enemy(side), ~pieces().strategic_air)
    of_use, army = no_forced_stacks.EVERYWHERE, False
    if taken is None and table.step == "movement":
        of_use = no_forced_stacks.where_of_use(table, away, table.moves[side])
        army = bool(pieces().armies >> group[0] & 1)
    mends: dict[int, bool] = {}
    others_leave = table.step == "movement" and table.moves[side] > 0

    def may_go(path: Path) -> bool:
        there = path[-1]
        if taken is not None and not taken >> there & 1:
            if not others >> there & 1 or not _crowded(table, there):
                return True
            if _passes(table, path, others | taken, others_sound=not wrong):
                return True
            if others_leave and _makes_room(table, away, there):
                return True
        if not of_use >> there & 1 and not (
            army and _at_most(table, path) & of_use and _reach_on(table, path, group[:1]) & of_use
        ):
            return False
        if army and _at_most(table, path) & wrong & ~(1 << there):
            for goal in members(_reach_on(table, path, group) & wrong & ~(1 << there)):
                if goal not in mends:
                    mends[goal] = no_forced_stacks.mends(table, goal)
                if mends[goal]:
                    return True
        return refuse_path(table, path) is None

    return may_go


def _passes(table: DDayTable, path: Path, taken: HexSet, *, others_sound: bool) -> bool:
    """3b Whether a unit that comes to a hex can go on from there, to one that nobody needs; by 14a2
    others could need the hex that it passes, and whom an army meets may have to leave."""
    if len(table.moving) > 1 or table.step == "combat":
        return False
    helpless = others_sound and not pieces().armies >> table.moving[0] & 1
    if not helpless and plays(table, "stacking-restrictions"):
        return False
    return bool(_reach_on(table, path, table.moving) & board().land & ~taken)


def _makes_room(table: DDayTable, away: DDayTable, there: int) -> bool:
    """2d4 Whether somebody can leave for a Move whom the group meets."""
    taken = no_forced_stacks.spoken_for(away, table.moves[table.side] - 1)
    return taken is not None and no_forced_stacks.makes_room(
        away, table.moving[0], there, taken, goes_on=False
    )


def _reach_on(table: DDayTable, path: Path, group: list[int]) -> HexSet:
    """3b What some units of the moving group could reach together from the end of a path."""
    unit, here, cost = group[0], table.hex[group[0]], 0
    for there in path:
        cost += entry_cost(table, unit, here, there)
        here = there
    air, hexes = pieces().air, len(path)
    return reach_on(table, group, here, [hexes if air >> each & 1 else cost for each in group])


def _at_most(table: DDayTable, path: Path) -> HexSet:
    """3b What the moving group could reach from the end of a path if there were no enemies."""
    unit = table.moving[0]
    spent = table.expended.get(unit, 0) + len(path)  # each hex costs one at least
    left = allowance(table, unit, into_zone=False) - spent
    return at_most(bool(pieces().air >> unit & 1), table.bad_weather, path[-1], left)


def _crowded(table: DDayTable, there: int) -> bool:
    """2d1, 14a1 Whether the moving group may not stay with those who are in a hex."""
    units = units_in(table, there, table.side) | set_of(table.moving)
    if not stacking_limits.may_stay(table, units):
        return True
    return bool(units_in(table, there, enemy(table.side)) & ~pieces().strategic_air)


def _after(table: DDayTable, group: list[int], place: int) -> DDayTable:
    """The table with a group elsewhere."""
    after = table.copy()
    _put(after, group, place)
    return after


def _put(table: DDayTable, group: Sequence[int], place: int) -> None:
    """2d1 A group comes to a hex together: an army's units stay in its box (N-20)."""
    put_together(table, group, place)
    if table.boxes and pieces().armies >> group[0] & 1:
        table.boxes |= {unit: group[0] for unit in group if unit in table.boxes}


def refuse_path(table: DDayTable, path: Path) -> Refusal | None:
    """2d2, 2d4, 3b3-a Why the moving group may not go to a hex: it may neither stay there nor go
    on, or the stacks it leaves could not be put right."""
    if board().is_sea(path[-1]):
        return Refusal("3b3", "air units may not end their movement in a sea hex")
    return no_forced_stacks.refuse_forcing(table, gone(table, path))


def gone(table: DDayTable, path: Path) -> DDayTable:
    """The table once the moving group has taken a path."""
    after = _after(table, table.moving, path[-1])
    here = table.hex[table.moving[0]]
    for there in path:
        _pay(after, here, there)
        here = there
    return after


def _pay(table: DDayTable, here: int, there: int) -> None:
    """3b-b, 3b2 Each unit of the group expends its own movement factors."""
    for unit in table.moving:
        table.expended[unit] = table.expended.get(unit, 0) + entry_cost(table, unit, here, there)


def step(table: DDayTable, there: int) -> None:
    """3-c, 3b The moving group enters a hex; on the map its army is seen to go, or the unit."""
    group = tuple(table.moving)
    here = table.hex[group[0]]
    _pay(table, here, there)
    enter(table, group, there)
    table.tell(
        "3b",
        telling.MOVE,
        lambda: (
            f"{names(group)} move{'s' if len(group) == 1 else ''} from {hex_label(here)} to "
            f"{hex_label(there)}."
        ),
        [unit_tag(group[0]), hex_tag(here), hex_tag(there)],
        units=[row(unit).id for unit in group],
        start=board().name(here),
        end=board().name(there),
    )


def enter(table: DDayTable, group: Sequence[int], there: int) -> None:
    """2e-b, 14a1-b, 15a4-b Units are in a hex: they control it, and what cannot stay is gone."""
    _put(table, group, there)
    for unit in group:
        take_control(table, unit, there)
    side = side_of(group[0])
    if not any(pieces().ground >> unit & 1 for unit in group):
        return
    for foe in listed(units_in(table, there, enemy(side)) & pieces().air):
        if not pieces().strategic_air >> foe & 1:
            eliminate(table, foe, "14a1", "by ground units that enter its hex")
    if side == GERMAN:
        lose_harbors(table, there)


# --- 3 the end of a move


def refuse_stop(table: DDayTable, away: Away | None = None) -> Refusal | None:
    """3b3-a, 2d1, 2d4, 14a1-c Why the move may not end here."""
    here = table.hex[table.moving[0]]
    if board().is_sea(here):
        return Refusal("3b3", "air units may not end their movement in a sea hex")
    if units_in(table, here, enemy(table.side)) & ~pieces().strategic_air:
        return Refusal("14a1", "an air unit may not remain with enemy units")
    refused = stacking_limits.refuse_stack(table, units_in(table, here, table.side), here)
    if refused is None:
        taken = (gone_away(table) if away is None else away).taken
        if taken is not None and not taken >> here & 1:
            return None
    after = table.copy()
    stop(after)
    forced = no_forced_stacks.refuse_forcing(table, after)
    if forced is None:
        return None
    return forced if refused is None else Refusal(forced.rule, f"{refused.text}, and {forced.text}")


def stop(table: DDayTable) -> None:
    """3-b Once moved, a unit's movement is complete."""
    table.finished |= set_of(table.moving)
    table.moving = []


# --- 3g leaving the board


def refuse_exit(table: DDayTable) -> Refusal | None:
    """3g-a Leaving the board from an edge hex costs each unit one movement factor."""
    here = table.hex[table.moving[0]]
    if not board().edge >> here & 1 or not board().is_land(here):
        return Refusal("3g", f"{hex_label(here)} is not at the edge of the board")
    if limits(table, table.moving).stopped:
        return Refusal("3b3", f"{names(table.moving)} must stop in an enemy zone of control")
    for unit in table.moving:
        if table.expended.get(unit, 0) + 1 > allowance(table, unit, into_zone=False):
            return Refusal("3g", f"{unit_name(unit)} has no movement factor left to leave")
    return no_forced_stacks.refuse_forcing(table, _after(table, table.moving, EXITED))


def leave_board(table: DDayTable) -> None:
    """3g-a Units that leave the board never come back."""
    group, table.moving = table.moving, []
    for unit in group:
        _leave(table, unit)


def _leave(table: DDayTable, unit: int) -> None:
    here = table.hex[unit]
    put(table, unit, EXITED)
    table.tell(
        "3g",
        telling.EXIT,
        lambda: f"{unit_name(unit)} leaves the board from {hex_label(here)}.",
        [unit_tag(unit), hex_tag(here)],
        unit=row(unit).id,
    )
