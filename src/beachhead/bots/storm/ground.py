"""What ground is worth: towns, doors to the Zones, beaches, and the ways that lead there.

All worths are in Victory Points, as the Allies count them (15.0): what is worth something to the
Allies is worth as much to the Germans to keep or take back.
"""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.storm.movement import neighbors
from beachhead.storm.table.board import AREA_SET, AREAS, BOXES, PLACES, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import LAST_TURN
from beachhead.storm.table.state import (
    ALLIED,
    PlaceSet,
    StormTable,
    UnitSet,
    counted,
    occupancy,
)
from beachhead.storm.victory.victory_points import BEACHES_TO_WIN, allied_line

FLOW = (0.8, 1.5)
"""How many units a door to a Zone lets through, as each side counts it."""
ON_THE_WAY = 0.4
"""What an area is worth that leads to a better one, compared with that."""
BEACH = 0.8
"""What a beach is worth a turn: a card (5.0), and five are needed to win (15.0)."""
FIFTH_BEACH = (0.0, 40.0, 35.0, 30.0, 25.0)
"""15.0g What a beach is worth besides that the Allies need for victory, by the turns left; before
that, as much as with the last of these."""
VICTORY = (1.0, 0.4)
"""How much of that each side sees in it."""
SPARE_BEACH = 0.3
"""How much of that a beach is worth that they could do without."""
FADING = 0.65
"""How much less a goal draws for every step that it is away."""


def turns_left(table: StormTable) -> int:
    """15.0 How often points will still be counted."""
    return LAST_TURN + 1 - table.turn


@cache
def rate(zone: int) -> float:
    """15.0 What an Allied unit in a Zone counts every turn."""
    return board().half_vp[zone] / 2


@cache
def ground(side: int) -> tuple[float, ...]:
    """What each area is worth a turn to who takes it: towns count for one side and against the
    other, doors let units through to the Zones, and others lead there."""
    the = board()
    own = [0.0] * len(PLACES)
    for area in AREAS:
        own[area] = 2.0 * the.areas[area].vp
        own[area] += FLOW[side] * max((rate(zone) for zone in members(doors()[area])), default=0.0)
        own[area] += BEACH * (the.beaches >> area & 1)
    worth = own[:]
    for _ in range(6):
        for area in AREAS:
            near = neighbors(ALLIED, area) & AREA_SET
            most = max((worth[there] for there in members(near)), default=0.0)
            worth[area] = max(worth[area], own[area] + ON_THE_WAY * (most - own[area]), 0.2)
    return tuple(worth)


@cache
def doors() -> tuple[PlaceSet, ...]:
    """12.3 The Zones that each area opens on."""
    zones = sum(1 << zone for zone in ZONES)
    return tuple(board().adjacent[place] & zones if place in AREAS else 0 for place in PLACES)


@cache
def steps_between(side: int) -> tuple[tuple[int, ...], ...]:
    """8.0 How many steps apart places are for a side."""
    found = []
    for start in PLACES:
        steps = [99] * len(PLACES)
        steps[start] = 0
        frontier = [start]
        while frontier:
            here = frontier.pop(0)
            for there in members(neighbors(side, here)):
                if steps[there] == 99 and there not in BOXES:
                    steps[there] = steps[here] + 1
                    if there in AREAS:
                        frontier.append(there)
        found.append(tuple(steps))
    return tuple(found)


@cache
def fading(side: int) -> tuple[tuple[float, ...], ...]:
    """How much a goal (first) draws units in a place (second)."""
    return tuple(
        tuple(FADING ** steps_between(side)[here][goal] for here in PLACES) for goal in PLACES
    )


# --- what is at stake


def prize(
    table: StormTable, side: int, area: int, carries: tuple[float, ...] | None = None
) -> float:
    """15.0 What it is worth to a side that an area changes hands."""
    left = turns_left(table)
    worth = ground(side)[area] * (left - 0.4)
    if board().beaches >> area & 1:
        worth += VICTORY[side] * _fifth_beach(table.allied_control, area, left)
    return worth + (carried(table) if carries is None else carries)[area] * left


def _fifth_beach(control: PlaceSet, area: int, left: int) -> float:
    """15.0g What it is worth to have a beach, since five are needed to win."""
    held = (control & board().beaches).bit_count()
    needed = held <= BEACHES_TO_WIN if control >> area & 1 else held < BEACHES_TO_WIN
    return FIFTH_BEACH[min(left, len(FIFTH_BEACH) - 1)] * (1.0 if needed else SPARE_BEACH)


def carried(table: StormTable) -> tuple[float, ...]:
    """15.0 What each area carries a turn: of the Allied ones, the towns and the units in Zones that
    would be cut off from the beaches without it; of the German ones, the units in Zones that it
    keeps cut off."""
    at = occupancy(table).at
    inside = tuple((at[zone] & counted(ALLIED)).bit_count() for zone in ZONES)
    return _carried(table.allied_control, inside, "chains-across-line" in table.house)


@lru_cache(maxsize=1024)
def _carried(control: PlaceSet, inside: tuple[int, ...], across: bool) -> tuple[float, ...]:
    found = [0.0] * len(PLACES)
    for zone, count in zip(ZONES, inside, strict=True):
        if count:
            for area in members(chain(control, zone, across) or missing(control, zone, across)):
                found[area] += count * rate(zone)
    towns = sum(1 << area.place for area in board().areas if area.vp)
    linked = _line(control, across)
    for area in members(linked):
        for cut in members(towns & linked & ~_line(control & ~(1 << area), across)):
            if cut != area:
                found[area] += board().areas[cut].vp
    return tuple(found)


@lru_cache(maxsize=2048)
def missing(control: PlaceSet, zone: int, across: bool) -> PlaceSet:
    """15.0 The German areas each of which would link a Zone with a beach, if it were Allied; none
    if it is linked, or if it takes more."""
    doors = board().adjacent[zone]
    found = 0
    if not doors & _line(control, across):
        for area in members(AREA_SET & ~control):
            if doors & _line(control | 1 << area, across):
                found |= 1 << area
    return found


@lru_cache(maxsize=2048)
def chain(control: PlaceSet, zone: int, across: bool) -> PlaceSet:
    """15.0 The Allied areas without each of which a Zone would be cut off; none if it is."""
    doors = board().adjacent[zone]
    found = 0
    linked = _line(control, across)
    if doors & linked:
        for area in members(linked):
            if not doors & _line(control & ~(1 << area), across):
                found |= 1 << area
    return found


@lru_cache(maxsize=8192)
def _line(allied_control: PlaceSet, across: bool) -> PlaceSet:
    table = StormTable(house={"chains-across-line": "alternative"} if across else {})
    table.allied_control = allied_control
    return allied_line(table)


def line(table: StormTable) -> PlaceSet:
    """15.0 The Allied areas with a line to a beach."""
    return _line(table.allied_control, "chains-across-line" in table.house)


# --- who stands there


@cache
def sturdiness() -> tuple[float, ...]:
    """10.0 How much it takes to drive each unit out, with a little for its firepower."""
    return tuple(
        (0.5 * unit.damage_to_eliminate)
        if unit.is_strongpoint
        else (1.5 if unit.size == "regiment" else 1.0) + 0.3 * unit.firepower
        for unit in pieces().units
    )


@lru_cache(maxsize=4096)
def strength(units: UnitSet) -> float:
    """How firmly some units stand together."""
    each = sturdiness()
    return sum(each[unit] for unit in members(units))


@cache
def unit_worths() -> tuple[float, ...]:
    """What it is worth that a unit is still there; 15.0 an Allied loss costs points besides."""
    found = []
    for unit in pieces().units:
        worth = (
            1.0 + 0.7 * unit.firepower if not unit.is_strongpoint else 0.4 + 0.3 * unit.firepower
        )
        if unit.side == "allied":
            worth += 1.0 if unit.airborne else 2.0
        found.append(worth)
    return tuple(found)


CONTACT, NEAR, FAR = 0.75, 0.5, 0.12
"""How likely an area is lost that only a handful hold: with the enemy in it, next to it, or not."""
BEHIND = 0.35
"""How likely a beach is lost that nobody is near yet: it must be held to the end (15.0g)."""


def danger(table: StormTable, side: int, area: int) -> float:
    """How near the enemy is to an area of a side."""
    enemies = occupancy(table).held[1 - side]
    if enemies >> area & 1:
        return CONTACT
    if enemies & ways_in(1 - side)[area]:
        return NEAR
    return BEHIND if side == ALLIED and board().beaches >> area & 1 else FAR


FIRMNESS, FIRMNESS_TOGETHER = 0.4, 0.1
"""How much safer ground is for what holds it, and for holding it together: who drives one unit out
has not driven out six."""


def lost_if_held(danger: float, holding: float) -> float:
    """How likely an area in such danger changes hands, if units of such a strength hold it."""
    found = danger / (0.6 + FIRMNESS * holding + FIRMNESS_TOGETHER * holding * holding)
    return found if found < 1.0 else 1.0


def risk(table: StormTable, side: int, area: int, holding: float) -> float:
    """How likely an area of a side changes hands, if units of such a strength hold it."""
    return lost_if_held(danger(table, side, area), holding)


@cache
def ways_in(side: int) -> tuple[PlaceSet, ...]:
    """8.0 From where units of a side can enter each place."""
    zones = 0 if side == ALLIED else sum(1 << zone for zone in ZONES)
    boxes = sum(1 << box for box in BOXES) if side == ALLIED else 0
    return tuple(neighbors(side, place) & (AREA_SET | zones | boxes) for place in PLACES)
