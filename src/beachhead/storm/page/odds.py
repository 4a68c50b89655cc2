"""Odds on the page: what an attack may bring, and where a unit can go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision
from beachhead.storm.page.sums import sum_of
from beachhead.storm.questions import find_place, find_unit, reachable
from beachhead.storm.state import Attack, Table, is_area, place_name, side_of, unit_name


def odds(
    table: Table, _seat: str | None, _decision: Decision | None, asked: Mapping[str, str]
) -> dict[str, Any]:
    """`unit`: where it can go; `target` with `units`: what an attack may bring."""
    if "target" in asked:
        return {"attack": _attack(table, asked)}
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=16/1")
    unit = find_unit(asked["unit"])
    if table.where[unit] < 0:
        raise BeachheadError(f"unit: {unit_name(unit)} is not on the map")
    left = reachable(table, unit)
    return {
        "unit": unit_name(unit),
        "places": {place_name(place): points for place, points in left.items()},
    }


def _attack(table: Table, asked: Mapping[str, str]) -> dict[str, Any]:
    area = find_place(asked["target"])
    if not is_area(area):
        raise BeachheadError(f"target: {place_name(area)} is not an area")
    units = [find_unit(name) for name in asked.get("units", "").split(",") if name]
    if not units:
        raise BeachheadError("units: name the units that attack, such as units=16/1,18/1")
    if len({side_of(unit) for unit in units}) > 1:
        raise BeachheadError("units: they are of both sides")
    firing = sum(1 << unit for unit in set(units))
    return sum_of(table, Attack(side_of(units[0]), area, firing))
