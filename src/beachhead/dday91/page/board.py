"""The board with room for counters, the counters, and what lights up for an option."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.dday91 import drawing
from beachhead.dday91.drawing import counters as drawn
from beachhead.dday91.state import Table, UnitSet, hex_tag, holder, unit_tag
from beachhead.kernel.grid import HexSet, members
from beachhead.kernel.play import Decision, Option


@cache
def board_svg() -> str:
    """The board with an empty `<g id="counters">` above everything printed."""
    head, end, tail = drawing.board_svg().rpartition("</svg>")
    return f'{head}<g id="counters"></g>{end}{tail}'


def counters(table: Table, _seat: str | None) -> str:
    """What lies on the board; all of it is open."""
    return str(drawn.layers(drawn.shown(table)))


FIGHTERS = {"attacker_added", "striker_chosen", "loss_marked", "advanced"}
"""Kinds of decisions about units one by one: an army stands on the map for those in its box."""


def glow(
    table: Table, decision: Decision | None, options: Sequence[Option]
) -> dict[str, list[str]]:
    """What lights up for each option: what it touches, and the armies of units in boxes."""
    if decision is None:
        return {}
    lit = {option.id: list(option.touches) for option in options}
    if decision.kind in FIGHTERS:
        for option in options:
            if isinstance(option.value, int) and option.value >= 0:
                lit[option.id] += _armies(table, 1 << option.value)
    return lit


def _armies(table: Table, units: UnitSet) -> list[str]:
    """2d1 The armies in whose holding boxes some units are."""
    armies = (holder(table, unit) for unit in members(units))
    found = {army for army in armies if army is not None and not units >> army & 1}
    return [unit_tag(army) for army in sorted(found)]


def routes(
    table: Table, decision: Decision | None, options: Sequence[Option]
) -> dict[str, list[str]]:
    """3b The way to each hex that is more than one away."""
    if decision is None or decision.kind != "leg_chosen" or not table.moving:
        return {}
    here = hex_tag(table.hex[table.moving[0]])
    found = {}
    for option in options:
        what, *path = option.value
        if what == "path" and len(path) > 1:
            found[option.id] = [here, *map(hex_tag, path)]
    return found


# --- what it is about


PLACED = {"placed", "transferred", "sent", "entered"}
"""Kinds of decisions about a place for one unit, their first argument."""


def subject(table: Table, decision: Decision | None) -> list[str]:
    """The units that a decision is about, and the hex under attack."""
    if decision is None:
        return []
    units = _units(table, decision)
    tags = [unit_tag(unit) for unit in members(units)]
    if decision.kind != "leg_chosen":
        tags += _armies(table, units)
    return [*tags, *map(hex_tag, members(_attacked(table, decision)))]


def _units(table: Table, decision: Decision) -> UnitSet:
    if decision.kind in PLACED:
        return 1 << int(decision.arguments[0])
    if decision.kind == "leg_chosen":
        return sum(1 << unit for unit in table.moving)
    if decision.kind == "retreated":
        return int(decision.arguments[0])
    if table.combat is not None and decision.kind != "striker_chosen":
        return table.combat.attackers
    return table.building


def _attacked(table: Table, decision: Decision) -> HexSet:
    if decision.kind == "attacker_added":
        target, also = decision.arguments
        return int(1 << target | also)
    if decision.kind == "striker_chosen":
        return 1 << int(decision.arguments[0])
    if table.combat is not None and decision.kind not in ("leg_chosen", "retreated"):
        return table.combat.hexes
    return 0
