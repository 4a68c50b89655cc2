"""TEC The ground for movement: what each kind of piece may enter, cross and climb.

The chart is looked up once for every pair of neighboring hexes; after that, where a piece may
go is set algebra. What terrain does in combat, with the chart's notes TEC.1, TEC.3 and TEC.5, is
in `us_combat.terrain_and_defense`; TEC.4, leaders on bluffs, in `climbing` and `routes`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Refusal
from beachhead.omaha.engineers.engineer_bases import (
    HEXSIDES_CLEARED,
    barred_by_mines,
    mined_hexes,
    operations,
)
from beachhead.omaha.germans.armor_fields import escapes
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.schema import FEATURES, HEXSIDES, TERRAINS
from beachhead.omaha.table.state import (
    UNITS,
    OmahaTable,
    equipment,
    german_hexes,
    plays_otherwise,
    projecting,
    submerged,
)

Mover = Literal["infantry", "leader", "other"]

PROTECTIVE_HEXSIDES = ("scaleable_cliff", "bluff", "slope", "seawall", "shingle")
"""7.1k, 7.1l The hexsides that shelter infantry on the beach."""

RULES = {
    "rough": "TEC.rough",
    "woods": "TEC.woods",
    "bocage": "TEC.bocage",
    "buildings": "TEC.buildings",
    "hedge": "TEC.hedge-seawall",
    "seawall": "TEC.hedge-seawall",
    "shingle": "TEC.obstacle-hexsides",
    "anti_tank_ditch": "TEC.obstacle-hexsides",
    "anti_tank_wall": "TEC.obstacle-hexsides",
    "slope": "TEC.slope",
    "bluff": "TEC.bluff",
    "scaleable_cliff": "TEC.scaleable-cliff",
    "sheer_cliff": "TEC.sheer-cliff",
    "mined": "TEC.mined-road",
}
"""The row of the terrain effects chart that speaks of a terrain."""

WORDS = {
    "rough": "rough ground",
    "woods": "woods",
    "bocage": "bocage",
    "buildings": "buildings",
    "hedge": "a hedge",
    "seawall": "the seawall",
    "shingle": "shingle",
    "anti_tank_ditch": "an anti-tank ditch",
    "anti_tank_wall": "an anti-tank wall",
    "slope": "a slope",
    "bluff": "a bluff",
    "scaleable_cliff": "a cliff",
    "sheer_cliff": "a sheer cliff",
    "mined": "a mined road",
}


@cache
def mover(piece: int) -> Mover:
    """How the terrain effects chart sorts US pieces."""
    if piece >= UNITS:
        return "leader"
    return "infantry" if equipment().units[piece].infantry else "other"


@cache
def kinds_of_units() -> tuple[Mover, ...]:
    """The same of each unit."""
    return tuple(mover(unit) for unit in range(UNITS))


# --- the chart, for one step


def refuse_terrain(kind: Mover, here: int, there: int, cleared: HexSet = 0) -> Refusal | None:
    """7.3b, TEC.base-a, TEC.roads-a, TEC.6a Whether a kind of piece may go, or climb, from a
    hex to its neighbor; 19.3 where engineers have cleared, shingle, walls, ditches and mines are
    as if they were not there. A cleared hex takes its hexsides with it (19.31)."""
    the = board()
    along = the.road(here, there)
    at_work = cleared & (1 << here | 1 << there)
    by_road = along is not None and (along != "mined" or at_work != 0)
    mined = along == "mined" and not by_road
    if kind == "other" and (mined or (barred_by_mines() & ~cleared) >> there & 1):
        return _refuse("mined", kind, there)
    for terrain in (*_terrains(there), *the.hexside(here, there)):
        if terrain == "water":
            return Refusal("7.3", f"{the.name(there)} is open water")
        if at_work and terrain in HEXSIDES_CLEARED:
            continue
        allowed = getattr(charts().terrain[terrain], kind)
        if not (by_road and kind == "other") and allowed in ("no", "road_only"):
            return _refuse(terrain, kind, there)
    return None


def _terrains(hex_: int) -> list[str]:
    the = board()
    return [name for name in TERRAINS if the.terrain[name] >> hex_ & 1] + [
        name for name in FEATURES if the.features[name] >> hex_ & 1
    ]


def _refuse(terrain: str, kind: Mover, there: int) -> Refusal:
    who = {"infantry": "infantry", "leader": "leaders", "other": "vehicles and guns"}[kind]
    verb = "cross" if terrain in HEXSIDES else "enter"
    only = getattr(charts().terrain[terrain], kind) == "road_only"
    may = "may only" if only else "may not"
    along = " along a road" if only else ""
    return Refusal(
        RULES[terrain],
        f"{who} {may} {verb} {WORDS[terrain]}{along} (on the way to {board().name(there)})",
    )


class Ways(NamedTuple):
    """Where a kind of piece may go from each hex: by a move, over a bluff, up or down a cliff."""

    walk: tuple[HexSet, ...]
    climb: tuple[HexSet, ...]
    scale: tuple[HexSet, ...]


@cache
def all_ways(trail_over_bluff: bool) -> dict[Mover, Ways]:
    """TEC The ways open to each kind of piece, German units and water apart.

    7.4 A trail spares infantry no climb, unless the table plays the other reading of P-09.
    """
    the = board()
    found: dict[Mover, Ways] = {}
    for kind in ("infantry", "leader", "other"):
        walk, climb, scale = [], [], []
        for here, around in enumerate(the.grid.adjacent):
            open_to = 0
            for there in members(around):
                if refuse_terrain(kind, here, there) is None:
                    open_to |= 1 << there
            bluff = the.across["bluff"][here] & open_to if kind != "other" else 0
            if trail_over_bluff and kind == "infantry":
                bluff &= ~the.along["trail"][here]
            cliff = the.across["scaleable_cliff"][here] & open_to
            walk.append(open_to & ~bluff & ~cliff)
            climb.append(bluff)
            scale.append(cliff)
        found[kind] = Ways(tuple(walk), tuple(climb), tuple(scale))
    return found


def ways(table: OmahaTable, kind: Mover) -> Ways:
    """TEC The ways open to a kind of piece at this table."""
    return every_way(table)[kind]


def every_way(table: OmahaTable) -> dict[Mover, Ways]:
    usual = all_ways(plays_otherwise(table, "trail-over-bluff"))
    cleared = operations(table) & obstructed_hexes()
    return {**usual, "other": ways_cleared(cleared)} if cleared else usual


@lru_cache(32)
def ways_cleared(cleared: HexSet) -> Ways:
    """19.3g, 19.3h The ways of vehicles and guns when engineers have cleared some hexes."""
    usual = all_ways(False)["other"]
    adjacent, walk = board().grid.adjacent, list(usual.walk)
    for here in members(cleared | board().grid.neighbors(cleared)):
        for there in members(adjacent[here]):
            if refuse_terrain("other", here, there, cleared) is None:
                walk[here] |= 1 << there
    return usual._replace(walk=tuple(walk))


@cache
def obstructed_hexes() -> HexSet:
    """19.3 The hexes where clearing makes a difference."""
    return mined_hexes() | board().hexes_with_side(*HEXSIDES_CLEARED)


# --- what is closed to everybody


def closed(table: OmahaTable) -> HexSet:
    """5.21, 7.31, EF Hexes no piece may enter now: German-occupied, under water, out of play."""
    # 7.31a, 7.31b, TEC.2a
    found = german_hexes(table) | flooded(table)
    return found if len(table.sectors) > 1 else found | out_of_play(table.sectors[0])


@cache
def out_of_play(sector: str) -> HexSet:
    """EF The hexes outside the only sector in play."""
    return board().grid.all & ~board().sectors[sector]


def flooded(table: OmahaTable) -> HexSet:
    """5.21b The hexes under water, and those that will be when this turn ends (P-06)."""
    if plays_otherwise(table, "rising-tide-entry") and table.turn > 1:
        return board().submerged[charts().turn(table.turn - 1).tide] & submerged(table)
    return submerged(table)


def refuse_entry(table: OmahaTable, there: int) -> Refusal | None:
    """5.21, 7.31, 7.31a, TEC.2a, EF Why nobody may enter a hex now."""
    the = board()
    if not closed(table) >> there & 1:
        return None
    name = the.name(there)
    if german_hexes(table) >> there & 1:
        return Refusal("7.31", f"a German unit holds {name}")
    if flooded(table) >> there & 1:
        return Refusal("TEC.2", f"{name} is under water, or will be by the end of the turn")
    return Refusal("EF", f"{name} is in the west sector, which is not in play")


# --- 7.1 self-preservation


@cache
def distance_to_shelter() -> dict[int, int]:
    """7.1k How far each hex is from one that borders a protective hexside."""
    grid = board().grid
    found: dict[int, int] = {}
    frontier = board().hexes_with_side(*PROTECTIVE_HEXSIDES)
    reached, distance = 0, 0
    while frontier:
        found |= dict.fromkeys(members(frontier), distance)
        reached |= frontier
        frontier = grid.neighbors(frontier) & ~reached
        distance += 1
    return found


@cache
def preservation_moves() -> tuple[HexSet, ...]:
    """7.1i, 7.1j For each beach hex, the adjacent beach hexes that are nearer to shelter."""
    the = board()
    distance = distance_to_shelter()
    found = []
    for here, around in enumerate(the.grid.adjacent):
        nearer = 0
        if the.beach >> here & 1:
            for there in members(around & the.beach):
                if distance[there] < distance[here]:
                    nearer |= 1 << there
        found.append(nearer)
    return tuple(found)


def havens(table: OmahaTable, here: int) -> HexSet:
    """7.1i, 22.1o, 23.6d Where infantry in a hex may move for free to preserve itself: nearer to
    shelter on the beach, 23.6 or away from armor that threatened it when the Action Phase began,
    22.1 or one hex to low ground that no German fires into, disrupted or not."""
    found = preservation_moves()[here]
    if table.armor_entered:
        armor = tuple(hex_ for hex_ in table.armor_at_start if hex_ >= 0)
        found |= escapes(armor)[here] & every_way(table)["infantry"].walk[here]
    if variants.bombed(table):
        safe = board().low_ground & ~projecting(table, disrupted_too=True)
        found |= safe & every_way(table)["infantry"].walk[here]
    return found


def haven_ground(table: OmahaTable) -> HexSet:
    """7.1 The hexes from which there may be a haven."""
    anywhere = table.armor_entered or variants.bombed(table)
    return board().grid.all if anywhere else board().beach
