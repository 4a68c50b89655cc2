"""Odds on the page: what an attack may bring, and where a unit can go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.dday91.board import board
from beachhead.dday91.movement import group_of
from beachhead.dday91.page.chances import whole_attack
from beachhead.dday91.page.sums import sum_of
from beachhead.dday91.questions import find_unit, place
from beachhead.dday91.ranges import reach
from beachhead.dday91.state import Combat, Table, hex_label, side_of, unit_name
from beachhead.errors import BeachheadError
from beachhead.kernel.grid import set_of
from beachhead.kernel.play import Decision


def odds(
    table: Table, _seat: str | None, _decision: Decision | None, asked: Mapping[str, str]
) -> dict[str, Any]:
    """`unit`: where it can go and for how much; `target`, with `units` or with everybody who
    could attack it: the combat with every modifier."""
    if "target" in asked:
        return {"attack": _attack(table, asked)}
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=5U")
    unit = find_unit(asked["unit"])
    if table.hex[unit] < 0:
        raise BeachheadError(f"unit: {unit_name(unit)} is not on the board")
    group = group_of(table, unit)
    found = reach(table, group)
    return {
        "unit": unit_name(unit),
        "places": {board().name(hex_): found.cost[hex_] for hex_ in found},
    }


def _attack(table: Table, asked: Mapping[str, str]) -> dict[str, Any]:
    target = place(asked["target"])
    listed = [find_unit(name) for name in asked.get("units", "").split(",") if name]
    if any(side_of(unit) != table.side for unit in listed):
        raise BeachheadError("units: only units of the side whose portion it is attack")
    units = set_of(listed) if listed else whole_attack(table, target)
    found = sum_of(table, Combat(target, units))
    if found is None:
        raise BeachheadError(
            f"target: there is nobody to attack in {hex_label(target)}, or nobody who could"
        )
    return found
