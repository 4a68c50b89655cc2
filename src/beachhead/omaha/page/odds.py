"""Odds on the page: what threatens a unit in a hex, what an attack or a barrage may bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from beachhead.errors import BeachheadError
from beachhead.kernel.play import Decision
from beachhead.omaha.odds.fire_danger import fire_danger, fire_odds
from beachhead.omaha.odds.prospects import AttackProspect, Barrage, Prospect
from beachhead.omaha.page.sums import sum_of
from beachhead.omaha.table.names import find_piece
from beachhead.omaha.table.state import EMPTY, UNITS, OmahaTable, equipment, piece_name, post_hex
from beachhead.omaha.us_actions.piece_actions import DEPTH_REMOVED, MOST_HEXES, hexes_reached
from beachhead.omaha.us_combat.attack_reach import post_name
from beachhead.omaha.us_combat.attacks import all_who_can_join
from beachhead.omaha.us_combat.barrages import barrage_odds
from beachhead.omaha.why_not import find_hex, find_post
from beachhead.page import Odds
from beachhead.page.book import Sum


class HexOdds(Struct):
    """6 What the next German fire may do to a unit in a hex, and the positions that cover it."""

    loss: float
    disrupted: float
    hit: float
    covered: list[dict[str, Any]]


class BarrageOdds(Struct):
    """8.4 What a barrage does: the German is disrupted, and loses his depth marker too."""

    hex: str
    disrupted: float
    depth_removed: float


class OmahaOdds(Odds):
    """The danger in hexes by name, and barrages by the name of the post."""

    hexes: dict[str, HexOdds] = field(default_factory=dict)
    barrages: dict[str, BarrageOdds] = field(default_factory=dict)


def odds(table: OmahaTable, decision: Decision | None, asked: Mapping[str, str]) -> OmahaOdds:
    """`unit` with `hexes`, or `target` with `units` and `naval`."""
    if "target" in asked:
        return OmahaOdds(attack=_attack(table, asked))
    if "unit" not in asked:
        raise BeachheadError("unit: say which unit, or which target; unit=A/1/16")
    unit = find_piece(asked["unit"])
    if unit >= UNITS:
        raise BeachheadError(f"unit: {piece_name(unit)} is a leader; odds are for units")
    prospects = [] if decision is None else [decision.built(each) for each in decision.options]
    if "hexes" in asked:
        hexes = [find_hex(name) for name in asked["hexes"].split(",") if name]
    else:
        hexes = hexes_reached(table, unit, prospects)
    if len(hexes) > MOST_HEXES:
        raise BeachheadError(f"hexes: name {MOST_HEXES} at most")
    return OmahaOdds(
        unit=piece_name(unit),
        hexes={equipment().board.name(hex_): _danger(table, unit, hex_) for hex_ in hexes},
        barrages=_barrages(table, unit, prospects),
    )


def _danger(table: OmahaTable, unit: int, hex_: int) -> HexOdds:
    return HexOdds(**fire_odds(table, unit, hex_), covered=fire_danger(table, hex_))


def _barrages(
    table: OmahaTable, unit: int, prospects: Iterable[Prospect | None]
) -> dict[str, BarrageOdds]:
    """8.4 What each barrage that the unit may make does."""
    found = {}
    for each in prospects:
        if isinstance(each, Barrage) and each.unit == unit:
            chances = barrage_odds(table, unit, each.post)
            found[post_name(each.post)] = BarrageOdds(
                equipment().board.name(post_hex(table, each.post)),
                1 - chances.get("no_effect", 0.0),
                chances.get(DEPTH_REMOVED, 0.0),
            )
    return found


def _attack(table: OmahaTable, asked: Mapping[str, str]) -> Sum:
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
    return sum_of(table, AttackProspect(post, attackers, naval))
