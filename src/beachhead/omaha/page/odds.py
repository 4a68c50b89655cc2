"""Odds on the page: what threatens a unit in a hex, what an attack may bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision
from beachhead.omaha import combat
from beachhead.omaha.defense import Attackers
from beachhead.omaha.notation import find_piece
from beachhead.omaha.odds import fire_danger, fire_odds
from beachhead.omaha.preview import attack_preview
from beachhead.omaha.questions import find_hex, find_post
from beachhead.omaha.state import EMPTY, UNITS, Table, lore, piece_name

MOST_HEXES = 40


def odds(
    table: Table, _seat: str | None, decision: Decision | None, asked: Mapping[str, str]
) -> dict[str, Any]:
    """`unit` with `hexes`, or `target` with `units` and `naval`."""
    if "target" in asked:
        return {"attack": _attack(table, asked)}
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=A/1/16")
    unit = find_piece(asked["unit"])
    if unit >= UNITS:
        raise BeachheadError(f"unit: {piece_name(unit)} is a leader; odds are for units")
    if "hexes" in asked:
        hexes = [find_hex(name) for name in asked["hexes"].split(",") if name]
    else:
        hexes = _touched(table, unit, decision)
    if len(hexes) > MOST_HEXES:
        raise BeachheadError(f"hexes: name {MOST_HEXES} at most")
    return {
        "unit": piece_name(unit),
        "hexes": {lore().board.name(hex_): _danger(table, unit, hex_) for hex_ in hexes},
    }


def _danger(table: Table, unit: int, hex_: int) -> dict[str, Any]:
    return {**fire_odds(table, unit, hex_), "covered": fire_danger(table, hex_)}


def _touched(table: Table, unit: int, decision: Decision | None) -> list[int]:
    """Where the unit is, and where the options lead if they are about it."""
    found = [table.hex[unit]] if table.hex[unit] >= 0 else []
    if decision is None or unit not in decision.arguments:
        return found
    for option in decision.options:
        for tag in option.touches:
            kind, _, name = tag.partition("-")
            if kind == "hex" and (hex_ := lore().board.hex(name)) not in found:
                found.append(hex_)
    return found[:MOST_HEXES]


def _attack(table: Table, asked: Mapping[str, str]) -> dict[str, Any]:
    post = find_post(table, asked["target"])
    if table.unit[post] == EMPTY:
        raise BeachheadError(f"target: there is no German unit in {asked['target']}")
    naval = asked.get("naval", "") not in ("", "0", "false")
    if "units" not in asked:
        attackers = _everybody(table, post)
    else:
        attackers = tuple(find_piece(name) for name in asked["units"].split(",") if name)
    for unit in attackers:
        if unit >= UNITS or table.hex[unit] < 0:
            raise BeachheadError(f"units: {piece_name(unit)} is not a unit on the map")
    if not attackers:
        raise BeachheadError("units: nobody could attack that; name units to see what they bring")
    return attack_preview(table, post, attackers, naval)


def _everybody(table: Table, post: int) -> Attackers:
    """8.1 All that could take part, each joining those before."""
    attackers: Attackers = ()
    for _ in range(2):  # infantry first, then what it coordinates
        for unit in range(UNITS):
            if (
                table.hex[unit] >= 0
                and unit not in attackers
                and combat.refuse_attack(table, unit, post, attackers) is None
            ):
                attackers = (*attackers, unit)
    return attackers
