"""Odds on the page: what threatens a unit in a hex, what an attack or a barrage may bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision, Option
from beachhead.omaha.foresight import all_who_can_join
from beachhead.omaha.notation import find_piece
from beachhead.omaha.odds import barrage_odds, fire_danger, fire_odds
from beachhead.omaha.preview import attack_preview
from beachhead.omaha.questions import find_hex, find_post
from beachhead.omaha.reach import post_name
from beachhead.omaha.state import EMPTY, UNITS, Table, lore, piece_name, post_hex

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
        "barrages": _barrages(table, unit, decision),
    }


def _danger(table: Table, unit: int, hex_: int) -> dict[str, Any]:
    return {**fire_odds(table, unit, hex_), "covered": fire_danger(table, hex_)}


def _touched(table: Table, unit: int, decision: Decision | None) -> list[int]:
    """Where the unit is, and where the options lead if they are about it; not what it barrages,
    nor where it leaves the map."""
    found = [table.hex[unit]] if table.hex[unit] >= 0 else []
    for option in _about(unit, decision):
        if not option.id.startswith(("barrage-", "exit-")):
            for tag in option.touches:
                kind, _, name = tag.partition("-")
                if kind == "hex" and (hex_ := lore().board.hex(name)) not in found:
                    found.append(hex_)
    return found[:MOST_HEXES]


def _about(unit: int, decision: Decision | None) -> Sequence[Option]:
    """The options of a decision about a unit."""
    return decision.options if decision is not None and unit in decision.arguments else ()


def _barrages(table: Table, unit: int, decision: Decision | None) -> dict[str, Any]:
    """8.4 What each barrage that the unit may make does: the German is disrupted, and loses his
    depth marker too."""
    if decision is None or decision.kind != "deed_chosen":
        return {}
    found = {}
    for option in _about(unit, decision):
        action, post, _ = option.value
        if action == "barrage":
            chances = barrage_odds(table, unit, post)
            found[post_name(post)] = {
                "hex": lore().board.name(post_hex(table, post)),
                "disrupted": 1 - chances.get("no_effect", 0.0),
                "depth_removed": chances.get("disrupted_and_depth_removed", 0.0),
            }
    return found


def _attack(table: Table, asked: Mapping[str, str]) -> dict[str, Any]:
    post = find_post(table, asked["target"])
    if table.unit[post] == EMPTY:
        raise BeachheadError(f"target: there is no German unit in {asked['target']}")
    naval = asked.get("naval", "") not in ("", "0", "false")
    if "units" not in asked:
        attackers = all_who_can_join(table, post)
    else:
        attackers = tuple(find_piece(name) for name in asked["units"].split(",") if name)
    for unit in attackers:
        if unit >= UNITS or table.hex[unit] < 0:
            raise BeachheadError(f"units: {piece_name(unit)} is not a unit on the map")
    if not attackers:
        raise BeachheadError("units: nobody could attack that; name units to see what they bring")
    return attack_preview(table, post, attackers, naval)
