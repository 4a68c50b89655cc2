"""4b Combat modifiers, and 4c2 what their difference with the dice means."""

from __future__ import annotations

from collections import Counter

from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import Modifier, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    GERMAN,
    Combat,
    DDayTable,
    UnitSet,
    combat_factor,
    enemy,
    plays_otherwise,
    row,
    units_in,
)
from beachhead.kernel.bits import members

LEAST, MOST = 0, 10
ONE_LOSS, TWO_LOSSES = 4, 7


def defenders(table: DDayTable, combat: Combat) -> UnitSet:
    """4a3-b, 13a-c All enemy units in the hex defend together; strategic air units are not
    there."""
    found = 0
    for hex_ in members(combat.hexes):
        found |= defenders_in(table, hex_)
    return found


def defenders_in(table: DDayTable, hex_: int) -> UnitSet:
    return units_in(table, hex_, enemy(table.side)) & ~pieces().strategic_air


def attacker_terms(table: DDayTable, combat: Combat) -> dict[str, int]:
    """4b-a, 4b1-a, 4b9-a, 8b1-a What counts for the attacker; 8b1, D-01 in more than one hex the
    same terrain once."""
    terms = {
        "combat factors": sum(combat_factor(table, unit) for unit in members(combat.attackers))
    }
    if combat.no_terrain:
        return terms
    hexes = list(members(combat.hexes))
    for name in dict.fromkeys(name for hex_ in hexes for name in chart_rows(hex_)):
        terms[name] = _points(charts().terrain[name].attacker, combat.attackers)
    river = charts().terrain["river"].attacker
    across = sum(
        1 << unit
        for unit in members(combat.attackers)
        if any(board().river_between(table.hex[unit], hex_) for hex_ in hexes)
    )
    terms["river"] = _points(river, across)
    return {name: points for name, points in terms.items() if points or name == "combat factors"}


def defender_terms(table: DDayTable, combat: Combat) -> dict[str, int]:
    """4b What counts for the defender, in each hex by its own terrain."""
    # 4b-a, 4b1-a, 4b3-b, 4b3-c, 4b6-a, 3c-h, 8b1-a, 9b2-d
    units = defenders(table, combat)
    terms = Counter({"combat factors": sum(combat_factor(table, each) for each in members(units))})
    if combat.no_terrain:
        return dict(terms)
    for hex_ in members(combat.hexes):
        here = defenders_in(table, hex_)
        for name in chart_rows(hex_):
            # 4b6, D-04 Only Germans gain by the fortifications of a city, others by the city.
            kind = "city" if name == "fortified_city" and table.side == GERMAN else name
            terms[kind] += _points(charts().terrain[kind].defender, here)
    if versus_invasion(table, combat):
        bonus = charts().scenario[table.year].invasion_bonus  # TC.c
        terms["against an invasion"] = bonus * units.bit_count()
    return {name: points for name, points in terms.items() if points or name == "combat factors"}


def chart_rows(hex_: int) -> list[str]:
    """4b2, 4b3, 4b4, 4b5, 4b6, 4b7, 4b8, TC.sea-b The rows of the terrain chart that a hex falls
    under. 4b6, 9b2-e A fortified city counts as such, and for defenders who are not German as a
    city (D-04, D-05)."""
    the = board()
    terrain = the.terrain_of(hex_)
    assert terrain is not None, "only land hexes are attacked"
    return [terrain, "fortified"] if the.fortified >> hex_ & 1 else [terrain]


def _points(modifier: Modifier | None, units: UnitSet) -> int:
    if modifier is None:
        return 0
    return modifier.points * sum(modifier.counts(row(unit)) for unit in members(units))


def versus_invasion(table: DDayTable, combat: Combat) -> bool:
    """4b3-b, 4b3-c Whether all attackers invade; units dropped from the air do not count (D-02)."""
    if combat.hexes & ~board().coastal:
        return False
    others = combat.attackers & ~table.invaders
    if not plays_otherwise(table, "drop-keeps-invasion-bonus"):
        others &= ~table.dropped
    return bool(combat.attackers & table.invaders) and not others


def total(terms: dict[str, int]) -> int:
    """4b10 Never less than 0 nor more than 10."""
    return max(LEAST, min(MOST, sum(terms.values())))


def listed(terms: dict[str, int]) -> str:
    """4b Modifiers, one after the other."""
    return ", ".join(f"{term_name(name)} {points:+d}" for name, points in terms.items())


def term_name(name: str) -> str:
    """4b What a modifier is called; those of the terrain chart by its row, as `fortified_city`."""
    return name.replace("_", " ")


def losses_by(difference: int) -> int:
    """4c2-c to 4c2-e One loss at four, two at seven."""
    return 2 if difference >= TWO_LOSSES else 1 if difference >= ONE_LOSS else 0
