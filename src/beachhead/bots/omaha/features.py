"""What counts in a position of Omaha, by names that a player would use.

The beach, up to Turn 16, and the fight inland have weights of their own. What ripens with time is
also there times the part of the time that has gone by.
"""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.bots.omaha import ground
from beachhead.bots.omaha.claims import FIRST_CHECK, LAST_CHECK
from beachhead.bots.omaha.judging import standing
from beachhead.kernel.bits import members
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    ALL_UNITS,
    DIVISIONS,
    NO_DEPTH,
    SECTOR_OF_DIVISION,
    OmahaTable,
    equipment,
    is_extended,
    unit_side,
)
from beachhead.omaha.us_combat.attack_reach import all_infantry
from beachhead.omaha.victory import control
from beachhead.omaha.victory.catastrophic_loss import infantry_lost
from beachhead.omaha.victory.victory_points import sheet

WORDS = {
    "points": "victory points held",
    "ripe_points": "victory points held so late",
    "standing": "how well the units stand",
    "gate": "Germans who bar the nearest way off the beach",
    "ripe_gate": "Germans who bar the nearest way off the beach so late",
    "draws": "draw hexes in communication",
    "ripe_draws": "draw hexes in communication so late",
    "nests": "resistance nests left",
    "germans_inland": "German reinforcements on the map",
    "depth": "German depth markers",
    "bluff_strength": "infantry strength on the high ground",
    "ripe_bluff_strength": "infantry strength on the high ground so late",
    "beach_strength": "infantry strength on the low ground",
    "at_sea": "infantry steps to come",
    "vehicles_inland": "vehicles and guns on the high ground",
    "lost": "infantry units spent",
    "brink": "how near a division is to catastrophic loss",
    "ripe_brink": "how near a division is to catastrophic loss so late",
    "exited": "steps off the map",
    "bases": "engineer range",
    "time": "time gone by",
    "late": "time gone by, squared",
}

PRIOR = {
    "points": 0.2,
    "ripe_points": 0.7,
    "standing": 0.05,
    "gate": -0.3,
    "ripe_gate": -0.3,
    "nests": -0.2,
    "lost": -0.1,
    "brink": -0.15,
}
"""What features count before a game was played: what is held counts in the end, the rest is what
moves and attacks are weighed by."""

SAFE = 4
"""So many infantry units of a division may be lost without worry."""


def features(table: OmahaTable) -> Mapping[str, float]:
    """The features of a position, for the US."""
    extended = is_extended(table)
    first, last = (FIRST_CHECK, LAST_CHECK) if extended else (0, FIRST_CHECK)
    time = (table.turn - first) / (last - first)
    if table.phase != "action":
        time -= 1 / (last - first)
    found = {
        **_ground(table, extended),
        **_germans(table),
        **_units(table, extended),
        **_losses(table, extended),
    }
    for name in RIPENING:
        found[f"ripe_{name}"] = found[name] * time
    found["time"], found["late"] = time, time * time
    return found


RIPENING = ("points", "gate", "draws", "brink", "bluff_strength")


def _ground(table: OmahaTable, extended: bool) -> dict[str, float]:
    """13.2, 20.3 What would count now, and what stands in the way of more."""
    within = control.us_communication(table)
    points = 0.0
    if extended:
        points = float(sum(entry.points for entry in sheet(table)))
    else:
        held = within & (control.us_control(table) | ~control.german_reach(table))
        for area, worth in ground.areas(False, table.sectors):
            if not area & ~held:
                points += worth
    return {
        "points": points,
        "gate": min(gate.hardness for gate in ground.gates(table)),
        "draws": float(sum((hexes & within).bit_count() for hexes in board().draws.values())),
    }


def _germans(table: OmahaTable) -> dict[str, float]:
    posts, nests, deep = equipment().posts, 0, 0
    for post in members(table.posts):
        nests += posts[post].is_wn
        deep += table.depth[post] != NO_DEPTH
    return {
        "nests": float(nests),
        "germans_inland": float(table.posts.bit_count() - nests),
        "depth": float(deep),
    }


def _units(table: OmahaTable, extended: bool) -> dict[str, float]:
    high, infantry = board().high_ground, all_infantry()
    bluff = beach = 0.0
    inland = at_sea = 0
    for unit in members(table.on_map & ALL_UNITS):
        if not infantry >> unit & 1:
            inland += high >> table.hex[unit] & 1
        elif high >> table.hex[unit] & 1:
            bluff += unit_side(table, unit).strength
        else:
            beach += unit_side(table, unit).strength
    for unit in members(infantry & ~table.on_map):
        if table.box[unit] >= 0 or 0 <= table.due[unit] <= table.last_turn:
            at_sea += table.steps_left[unit]
    found = {
        "standing": standing(table),
        "bluff_strength": bluff,
        "beach_strength": beach,
        "at_sea": float(at_sea),
    }
    if extended:
        found["vehicles_inland"] = float(inland)
        found["exited"] = float(sum(steps for _, _, steps in table.exited))
        found["bases"] = float(sum(table.base_spaces))
    return found


def _losses(table: OmahaTable, extended: bool) -> dict[str, float]:
    """13.1, 20.1 What was lost, and how near that is to a catastrophe."""
    limit = EXTENDED_LIMIT if extended else LIMIT
    lost = brink = 0.0
    for division in DIVISIONS:
        if SECTOR_OF_DIVISION[division] in table.sectors:
            gone = infantry_lost(table, division)
            lost += gone
            brink += max(0.0, gone - (limit - SAFE)) ** 2
    return {"lost": lost, "brink": brink}


LIMIT, EXTENDED_LIMIT = 8, 14
