"""What counts in a position, by names that a player would use.

Features are told from the Allied side; for the Germans each is the opposite. What counts more the
later it is has the Turn in it.
"""

from __future__ import annotations

from beachhead.bots.dday91.ground import prospect, ways_to
from beachhead.bots.dday91.outlook import STRONG, View, view
from beachhead.dday91.setup.how_to_win import beyond_the_rhine
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, UnitSet, on_board
from beachhead.kernel.bits import members

WORDS = {
    "cities": "cities held that the Allies need",
    "all cities": "all the cities that the Allies need",
    "garrisons": "safety of those cities",
    "grip": "the chance to hold all of them after the next attacks",
    "cut off": "Germans without supply",
    "east": "units east of the Rhine",
    "corps lost": "Allied corps lost, and reduced",
    "lost too many": "Allied corps lost beyond what the Germans need",
    "danger": "danger to Allied stacks",
    "ashore": "Allied strength on the continent",
    "German strength": "German strength",
    "German danger": "danger to German stacks",
    "guarded": "strength of the Germans in the cities",
    "near": "Allied armies near the cities",
    "Moves": "Moves to spend",
    "Allied seat": "being the Allies",
    "Allied seat late": "being the Allies toward the end",
}


PRIOR = {
    "cities": 8.0,
    "all cities": 15.0,
    "garrisons": 6.0,
    "grip": 20.0,
    "cut off": 4.0,
    "east": 8.0,
    "corps lost": -20.0,
    "lost too many": -15.0,
    "danger": -5.0,
    "ashore": 5.0,
    "German strength": -6.0,
    "German danger": 2.5,
    "guarded": -4.0,
    "near": 12.0,
    "Moves": 1.0,
}
"""6b3, 6c3, 9a What a player would say each is worth, in units east of the Rhine."""


def features(table: DDayTable, seat: str) -> dict[str, float]:
    """How a position stands for a seat."""
    found = _allied(table, view(table, practiced=True))
    if SIDES.index(seat) == GERMAN:
        found = {name: -value for name, value in found.items()}
    else:
        found["Allied seat"] = 1.0
        found["Allied seat late"] = table.turn / LAST_TURN
    return found


def _allied(table: DDayTable, seen: View) -> dict[str, float]:
    scenario = charts().scenario[table.year]
    late = table.turn / LAST_TURN
    wanted = scenario.allied_cities.bit_count()
    held = (scenario.allied_cities & table.allied_control).bit_count() / wanted
    east = min(1.0, beyond_the_rhine(table).bit_count() / scenario.allied_units_east)
    lost = table.corps_lost.bit_count() / scenario.corps_eliminated
    allies, germans = on_board(table, ALLIED), on_board(table, GERMAN)
    corps = pieces().corps
    worn = (allies & corps & table.reduced).bit_count() / scenario.corps_eliminated
    ashore: UnitSet = 0
    for hex_ in seen.ashore:
        ashore |= seen.stacks[ALLIED][hex_]
    return {
        "cities": held,
        "all cities": float(held == 1.0) * late,
        "garrisons": _garrisons(seen),
        "grip": _grip(seen) * late,
        "cut off": seen.strength(germans & corps & table.unsupplied) / 40,
        "east": east,
        "corps lost": min(1.0, lost) + 0.3 * worn,
        "lost too many": float(lost >= 1.0),
        "danger": _danger(seen, ALLIED) / 5,
        "ashore": min(80, seen.strength(ashore & corps)) / 40,
        "German strength": seen.strength(germans & corps) / 40,
        "German danger": _danger(seen, GERMAN) / 5,
        "guarded": _guarded(seen) / wanted,
        "near": _near(seen) / wanted,
        "Moves": (table.moves[ALLIED] - table.moves[GERMAN]) / 27,
    }


def _danger(seen: View, side: int) -> float:
    """What the stacks of a side have to fear."""
    return sum(
        seen.danger(side, units, hex_)
        for hex_, units in seen.stacks[side].items()
        if board().continent >> hex_ & 1
    )


def _garrisons(seen: View) -> float:
    """How well the cities that the Allies hold are held against what is near."""
    found = 0.0
    for city in members(seen.cities & seen.control):
        threat = min(STRONG, seen.threat(GERMAN)[city])
        held = min(STRONG, seen.held(ALLIED, city))
        found += 1.0 if threat == 0 and held else held / STRONG - 0.7 * threat / STRONG
    return found / seen.cities.bit_count()


def _grip(seen: View) -> float:
    """6b3, 6c3 The chance that every city that the Allies need is theirs after each side has
    attacked once more with what is near."""
    found = 1.0
    for city in members(seen.cities):
        if seen.control >> city & 1:
            found *= 1 - prospect(seen.threat(GERMAN)[city] - 2, seen.held(ALLIED, city)).wins
        else:
            found *= 0.5 * prospect(seen.threat(ALLIED)[city] - 3, seen.held(GERMAN, city)).wins
    return found


def _guarded(seen: View) -> float:
    """What stands in the cities that the Germans hold."""
    return sum(
        min(STRONG, seen.held(GERMAN, city)) / STRONG
        for city in members(seen.cities & ~seen.control)
    )


def _near(seen: View) -> float:
    """How near the Allies are, and how strong, to each city they still need; one that is held
    counts as reached."""
    found = float((seen.cities & seen.control).bit_count())
    for goal in seen.goals:
        way = ways_to(goal)
        best = 0.0
        for hex_ in seen.ashore:
            strength = min(14, seen.strength(seen.stacks[ALLIED][hex_] & pieces().corps))
            best = max(best, strength / 14 * max(0.0, 1 - way[hex_] / 25))
        found += best
    return found
