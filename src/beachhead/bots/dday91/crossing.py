"""3e Over the sea: where to land, with whom, and who follows through the ports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beachhead.bots.dday91.combats import ground_worth, ready
from beachhead.bots.dday91.ground import nearest, prospect
from beachhead.bots.dday91.outlook import STRONG, View
from beachhead.bots.dday91.standing import stand
from beachhead.dday91.sea.crossings import in_range
from beachhead.dday91.stacking.stacking_limits import overstacked
from beachhead.dday91.table.board import Base, InvasionHex, board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, UnitSet, units_in
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.decision import Decision, Option

RANGE = 5
"""13d2 How far a drop goes."""

EVEN = 0.5
"""A landing with even chances is better than none."""


class LandingPlace(NamedTuple):
    """3e2 A place to land: the invasion hex, the beach, the chance to get ashore, its worth."""

    hex: int
    beach: int
    chance: float
    worth: float


def landings(table: DDayTable, seen: View) -> list[LandingPlace]:
    """3e2 Every place to land, the best first."""
    found = []
    for invasion in seen.board.invasions.values():
        waiting = units_in(table, invasion.hex, ALLIED) & table.invaders
        fleet = _fleet(table, seen, invasion, waiting)
        if not fleet & pieces().corps:
            continue
        for beach in members(invasion.targets):
            found.append(_landing(table, seen, invasion, beach, fleet))
    return sorted(found, key=lambda each: -each.worth)


def _embarked(table: DDayTable, invasion: InvasionHex) -> UnitSet:
    """3e2 Who could go there."""
    found = 0
    for port in members(board().base_ports[invasion.base]):
        found |= units_in(table, port, ALLIED)
    return found & ~table.unsupplied & ~pieces().strategic_air


def _fleet(table: DDayTable, seen: View, invasion: InvasionHex, waiting: UnitSet) -> UnitSet:
    """3d2-d Who lies there, and an army and the strongest corps that the Moves allow, as many as a
    landing needs."""
    able, found = _embarked(table, invasion), waiting
    count = (table.moves[ALLIED] - _needed(seen)) // (2 * invasion.number)
    if not found & pieces().armies:
        armies = able & pieces().armies
        if not armies or count < 3:
            return found
        found |= armies & -armies
        count -= 1
    for unit in _strongest(seen, able & pieces().corps)[: max(0, count)]:
        if not is_full(seen, found):
            found |= 1 << unit
    return found


def is_full(seen: View, fleet: UnitSet) -> bool:
    """4b10 Whether a landing has all that it needs."""
    return seen.strength(fleet & pieces().corps) >= seen.temper.fleet


def _strongest(seen: View, units: UnitSet) -> list[int]:
    return sorted(members(units), key=lambda unit: (-seen.factor(unit), unit))


def _landing(
    table: DDayTable, seen: View, invasion: InvasionHex, beach: int, units: UnitSet
) -> LandingPlace:
    """3e2, 4b3 What a landing on a beach promises."""
    foes = seen.stacks[GERMAN].get(beach, 0)
    corps = (units & pieces().corps).bit_count()
    chance = 1.0
    if foes:
        bonus = charts().scenario[table.year].invasion_bonus
        defense = seen.held(GERMAN, beach) + bonus * foes.bit_count()
        chance = prospect(seen.attack(units, invasion.hex, beach), defense).wins
    strength = min(seen.strength(units), STRONG + 4)
    worth = 0.6 * strength + _reach_of(seen, beach) - seen.danger(ALLIED, units, beach) * 0.7
    if seen.stacks[ALLIED].get(beach, 0) & pieces().armies:
        worth -= 4.0  # 2d1 the army that leads them finds no place
    worth -= 0.15 * invasion.number * corps
    worth += ground_worth(seen, ALLIED, beach) if foes else 0
    found = chance * worth - (1 - chance) * seen.temper.drowned * corps
    return LandingPlace(invasion.hex, beach, chance, found)


def _reach_of(seen: View, beach: int) -> float:
    """6b3, 6c3 How near a beach is to what the Allies need: a port, then the Rhine and cities."""
    port = 0.0 if seen.ports else min(6, nearest(board().ports & board().circled)[beach])
    cities = nearest(seen.cities)[beach]
    port *= seen.temper.port_way
    return 8.0 - port - 0.35 * seen.east(beach) - 0.25 * cities


def best_landing(table: DDayTable, seen: View) -> LandingPlace | None:
    """3e2 Where to land, if it is worth it: what has begun is completed, then there may be
    another."""
    found = landings(table, seen)
    begun = [each for each in found if units_in(table, each.hex, ALLIED) & table.invaders]
    for each in begun:
        if not is_full(seen, units_in(table, each.hex, ALLIED) & table.invaders):
            return each
    others = [each for each in found if each not in begun]
    if not others:
        return None
    best = others[0]
    good = seen.temper.good
    if not seen.landed and not begun:
        if best.worth <= good:
            best = max(others, key=lambda each: (each.chance, each.worth))
        return best if best.worth > good or best.chance > EVEN else None
    return best if best.worth > good and best.chance > seen.temper.safe else None


# --- who invades


def who_invades(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """3e2 An army, then the strongest corps; air units where they can fly."""
    landing = best_landing(table, seen)
    if landing is not None and landing.chance < 1 and seen.practiced and _port_near(seen):
        landing = None
    found = []
    for option in options:
        unit = option.value
        if unit < 0:
            found.append(0.0)
        elif landing is None:
            found.append(_harbor(table, seen, unit))
        else:
            found.append(_invader(table, seen, landing, unit))
    return found


def _harbor(table: DDayTable, seen: View, unit: int) -> float:
    """15a1 A Mulberry Harbor follows whoever lands."""
    lands = table.invaders & pieces().corps and table.moves[ALLIED] > _needed(seen) + 2
    return 4.0 if lands and pieces().mulberries >> unit & 1 else -1.0


def _port_near(seen: View) -> bool:
    """3d2, 3e1 Whether units can follow through a port for a Move each, now or when the army that
    stands before it has taken it: then no more Moves go into landings that may fail."""
    if any(ways_out(seen, port) for port in members(seen.ports)):
        return True
    for port in members(seen.free_ports):
        units, attack = ready(seen, ALLIED, port, 0)
        if units and prospect(attack, seen.held(GERMAN, port)).wins > LIKELY:
            return True
    return False


LIKELY = 0.7


def _needed(seen: View) -> int:
    """2d1, 3d2 The Moves of the armies ashore, and one to put right a stack that is left."""
    ashore = kept(seen)
    return ashore + 1 if ashore else 1


def _invader(table: DDayTable, seen: View, landing: LandingPlace, unit: int) -> float:
    fleet = units_in(table, landing.hex, ALLIED)
    here = table.hex[unit]
    invasion = seen.board.invasions[landing.hex]
    if not board().base_ports[invasion.base] >> here & 1 or not in_range(unit, here, landing.hex):
        return -1.0
    if table.moves[ALLIED] - 2 * invasion.number < _needed(seen):
        return -1.0
    if pieces().armies >> unit & 1:
        if fleet & pieces().armies:
            return -1.0
        box = units_in(table, here, ALLIED) & pieces().corps
        return 20.0 + 0.1 * box.bit_count()
    if pieces().corps >> unit & 1:
        led = fleet & pieces().armies or not _army_left(table, invasion.base)
        return 5.0 + seen.factor(unit) if led else 0.5
    if pieces().mulberries >> unit & 1:
        return 4.0 if fleet & pieces().corps else -1.0
    return -1.0


def _army_left(table: DDayTable, base: Base) -> bool:
    return any(
        units_in(table, port, ALLIED) & pieces().armies
        for port in members(board().base_ports[base])
    )


def where_to_invade(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    """3e2 Where the landing is; a Mulberry Harbor goes where somebody lands."""
    unit = decision.arguments[0]
    landing = None if pieces().mulberries >> unit & 1 else best_landing(table, seen)
    by_hex: dict[int, float] = {}
    for each in landings(table, seen):
        by_hex[each.hex] = max(each.worth, by_hex.get(each.hex, -100.0))
    begun = table.invaders & pieces().corps if landing is None else 0
    found = []
    for option in options:
        wanted = option.value == landing.hex if landing else units_in(table, option.value) & begun
        found.append(100.0 if wanted else by_hex.get(option.value, -100.0))
    return found


# --- who follows


def kept(seen: View) -> int:
    """3d2 The Moves that the armies ashore need."""
    return sum(1 for army in seen.armies[ALLIED] if board().continent >> army & 1)


def whom_to_transfer(
    table: DDayTable, seen: View, _decision: Decision, options: Sequence[Option]
) -> list[float]:
    """3e1 Corps to the front, with armies to lead them."""
    crowded = overstacked(table, ALLIED)
    found = []
    for option in options:
        unit = option.value
        if unit < 0:
            found.append(0.0)
            continue
        worth = max(
            (_transfer(table, seen, unit, port) for port in members(seen.ports)), default=-1.0
        )
        if table.moves[ALLIED] <= kept(seen) + seen.temper.spared:
            worth = -1.0
        if worth < 0 and crowded >> table.hex[unit] & 1 and pieces().armies >> unit & 1:
            worth = -0.5  # 2d4 if somebody must leave, an army that is too many
        found.append(worth)
    return found


def _transfer(table: DDayTable, seen: View, unit: int, port: int) -> float:
    """3e1 What it is worth to bring a unit to a port."""
    here = table.hex[unit]
    if not seen.ports >> port & 1:
        empty = not units_in(table, port, ALLIED) & pieces().armies
        return AWAY + 10.0 * empty * (pieces().armies >> unit & 1)
    if here == port or board().continent >> here & 1 or units_in(table, port, GERMAN):
        return -1.0
    friends = units_in(table, port, ALLIED)
    if not seen.supplied[ALLIED] >> port & 1 and not friends:
        return -1.0
    units = 1 << unit
    armies = (friends & pieces().armies).bit_count()
    if seen.practiced:
        worth = _follows(seen, unit, port, friends)
    elif pieces().armies >> unit & 1:
        crowd = seen.strength(friends)
        if armies > 1 or (armies and crowd < FULL):
            return -1.0
        worth = 8.0
    elif friends and not armies:
        return -1.0
    else:
        worth = 4.0 + seen.factor(unit) if pieces().corps >> unit & 1 else 2.0
        if not armies:
            worth -= 3.0
        elif armies == 1 and seen.strength(friends) > FULL:
            worth -= 2.0
    return worth - 0.1 * seen.east(port) - seen.danger(ALLIED, units | friends, port) * 0.3


def _follows(seen: View, unit: int, port: int, friends: UnitSet) -> float:
    """2d1, 3e1 What a unit is worth where others have come ashore: an army for what it
    leads, corps to fill them, then the rest, which fills a city and counts beyond the Rhine."""
    armies = (friends & pieces().armies).bit_count()
    there = seen.strength(friends & pieces().corps)
    if pieces().armies >> unit & 1:
        return 9.0 if there >= seen.temper.led * armies and armies <= ways_out(seen, port) else -1.0
    if not armies:
        return -1.0
    if pieces().corps >> unit & 1:
        return 4.0 + seen.factor(unit) if there < seen.temper.led * armies + 2 else 1.5
    return 0.5


AWAY = -50.0
"""What it is worth to go where nobody fights."""


def ways_out(seen: View, port: int) -> int:
    """2d1, 3b3 How many armies can leave a port by land: to hexes where no other is, nor an enemy;
    who stands in a zone of control enters no other."""
    taken = seen.occupied[GERMAN] | set_of(seen.armies[ALLIED])
    if seen.german_zones >> port & 1:
        taken |= seen.german_zones
    return (board().ground[port] & ~taken).bit_count()


FULL = 18
"""4b10 An army is strong enough: another should lead who comes next."""


def where_to_transfer(
    table: DDayTable, seen: View, decision: Decision, options: Sequence[Option]
) -> list[float]:
    unit = decision.arguments[0]
    return [
        _transfer(table, seen, unit, option.value)
        + 0.01 * stand(seen, ALLIED, 1 << unit, option.value, option.value)
        for option in options
    ]
