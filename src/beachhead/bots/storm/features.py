"""What counts in a position, by names that a player would use. 15.0 All are counted as the Allies
would, and the other way round for the Germans."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.bots.storm.breakout import ways_out
from beachhead.bots.storm.cards import keep_worth
from beachhead.bots.storm.contests import ground_under_fire, ground_within_reach
from beachhead.bots.storm.ground import (
    CONTACT,
    FAR,
    NEAR,
    carried,
    fading,
    ground,
    line,
    lost_if_held,
    rate,
    strength,
    sturdiness,
    turns_left,
    ways_in,
)
from beachhead.kernel.bits import members, set_of
from beachhead.storm.reinforcements.schedule import Arrivals, arrivals
from beachhead.storm.sequence import SUPPORT_POINTS
from beachhead.storm.table.board import AREAS, BOXES, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import LAST_TURN
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    CardSet,
    PlaceSet,
    StormTable,
    UnitSet,
    counted,
    occupancy,
    side_units,
    strongpoints,
)
from beachhead.storm.victory.victory_points import german_line, price_of_loss

WORDS = {
    "as it stands": "points, if nothing changed hands any more",
    "towns": "towns held, for the turns to come",
    "zones": "units beyond the map, for the turns to come",
    "cut off": "units beyond the map without a line to a beach",
    "ground": "ground held that leads to more",
    "open doors": "ways into the Zones",
    "beaches": "beaches held",
    "Allied ground in danger": "Allied ground in danger",
    "German ground in danger": "German ground in danger",
    "lifeline in danger": "the line to towns and to units beyond the map",
    "German ground under fire": "German ground that Allied fire may take",
    "German ground within reach": "German ground that Allied units beside it may take",
    "Allied ground under fire": "Allied ground that German fire may take",
    "on the way": "units on their way to the Zones",
    "way out now": "units that can leave the map this turn",
    "way out later": "units that could leave the map next turn",
    "way out in two turns": "units that could leave the map in two turns",
    "Allied readiness": "what Allied units can still do this turn",
    "German readiness": "what German units can still do this turn",
    "Allied strength": "what Allied units can do in the turns to come",
    "German strength": "what German units can do in the turns to come",
    "cards": "cards in the hand, compared with the enemy's",
    "support": "Support Points left",
    "strongpoints": "strongpoints left",
    "tempo": "the next impulse",
    "side": "the side itself",
    "turns to come": "the turns to come",
    "many turns to come": "how many turns are to come",
}

PRIOR = {
    "as it stands": 0.9,
    "ground": 0.35,
    "open doors": 0.5,
    "Allied ground in danger": 0.15,
    "German ground in danger": 0.15,
    "lifeline in danger": 0.3,
    "German ground under fire": 0.5,
    "German ground within reach": 0.25,
    "Allied ground under fire": 0.4,
    "on the way": 0.1,
    "way out now": 0.25,
    "way out later": 0.2,
    "way out in two turns": 0.12,
    "cut off": 0.2,
    "beaches": 1.0,
    "Allied readiness": 0.08,
    "German readiness": 0.08,
    "Allied strength": 0.08,
    "German strength": 0.08,
    "cards": 0.4,
    "support": 0.15,
    "strongpoints": 1.5,
    "tempo": 0.3,
}
"""What our players say that it is worth, in Victory Points."""


MORE_CARDS = 0.8
"""5.0 What the Allies have in cards every turn that the Germans have not: one, as a rule."""


def features(table: StormTable, seat: str) -> dict[str, float]:
    """How a seat stands."""
    found = allied_features(table)
    if seat == "allied":
        return found
    return {name: -value for name, value in found.items()}


def allied_features(table: StormTable) -> dict[str, float]:
    """15.0 How the Allies stand."""
    left = turns_left(table)
    if table.phase == "end":
        left -= 1
    the, index = board(), occupancy(table)
    linked = line(table)
    control = table.allied_control
    to_allied, to_german = _dangers(table, ALLIED), _dangers(table, GERMAN)
    zones = cut_off = doors_open = lifeline = 0.0
    for zone in ZONES:
        inside = (index.at[zone] & counted(ALLIED)).bit_count()
        doors = the.adjacent[zone] & linked
        if doors:
            doors_open += rate(zone) * max(0, left - 1)
            zones += inside * rate(zone)
        else:
            cut_off += inside * rate(zone)
    allied_danger = german_danger = held = 0.0
    carries = carried(table)
    worths, theirs, leading = ground(ALLIED), ground(GERMAN), _leading()
    allies, germans = side_units(ALLIED), side_units(GERMAN)
    tired = 0 if table.phase == "end" else table.spent
    for area in AREAS:
        here = index.at[area]
        if control >> area & 1:
            lost = lost_if_held(to_allied[area], _firmness(here & allies, tired))
            allied_danger += worths[area] * lost
            lifeline += carries[area] * lost
            held += leading[area]
        else:
            lost = lost_if_held(to_german[area], _firmness(here & germans, tired))
            german_danger += theirs[area] * lost
            lifeline -= carries[area] * lost
    beaches = (control & the.beaches).bit_count()
    ready = ~table.spent
    allied, german = _on_map(table)
    banked = float(table.victory - sum(price_of_loss(unit) for unit in members(table.lost)))
    towns = float(_towns(control, linked))
    active = 0.0 if table.phase == "end" else 1.0
    later = max(0.0, left - active)
    out_now, out_later, out_in_two = ways_out(table)
    return {
        "as it stands": banked + (towns + zones) * left,
        "towns": towns * left,
        "zones": zones * left,
        "cut off": cut_off * left,
        "ground": held * left,
        "open doors": doors_open,
        "beaches": float(beaches),
        "Allied ground in danger": -allied_danger * left,
        "German ground in danger": german_danger * left,
        "lifeline in danger": -max(-cut_off, min(lifeline, zones + 4)) * left,
        "German ground under fire": ground_under_fire(table, ALLIED),
        "German ground within reach": ground_within_reach(table, ALLIED),
        "Allied ground under fire": -ground_under_fire(table, GERMAN),
        "on the way": _on_the_way(table) * max(0, left - 1),
        "way out now": out_now * (left if active else later),
        "way out later": out_later * later,
        "way out in two turns": out_in_two * max(0, left - 1),
        "Allied readiness": active * _readiness(strength(allied & ready)),
        "German readiness": -active * _readiness(strength(german & ready)),
        "Allied strength": later * strength(allied) + _to_come(table, ALLIED),
        "German strength": -later * strength(german) - _to_come(table, GERMAN),
        "cards": _cards(table.hands[ALLIED]) - _cards(table.hands[GERMAN]) + later * MORE_CARDS,
        "support": float(table.support + SUPPORT_POINTS * later),
        "strongpoints": -float(_nests(table)),
        "tempo": active * (1.0 if table.impulse == ALLIED else -1.0),
        "side": 1.0,
        "turns to come": float(left),
        "many turns to come": float(left * left),
    }


HALF_BEATEN = 0.7
"""10.0 How firmly a spent unit stands this turn, compared with a fresh one: a blow less drives it
out, and it defends worse."""


def _firmness(units: UnitSet, spent: UnitSet) -> float:
    """How firmly some units stand together, some of them spent."""
    if not units & spent:
        return strength(units) if units else 0.0
    return strength(units & ~spent) + HALF_BEATEN * strength(units & spent)


TIRED_ENEMY = 0.5
"""How much danger comes from enemies that are spent, compared with fresh ones."""


def _dangers(table: StormTable, side: int) -> tuple[float, ...]:
    """How near the enemy is to each area of a side, and whether he can still act this turn."""
    index = occupancy(table)
    enemies = index.held[1 - side]
    ready = side_units(1 - side) & ~table.spent
    fresh = 0
    for place in members(enemies):
        if index.at[place] & ready:
            fresh |= 1 << place
    return _dangers_from(side, enemies, fresh)


@lru_cache(maxsize=1024)
def _dangers_from(side: int, enemies: PlaceSet, fresh: PlaceSet) -> tuple[float, ...]:
    found = []
    for area in AREAS:
        near = ways_in(1 - side)[area]
        if enemies >> area & 1:
            found.append(CONTACT if fresh >> area & 1 else CONTACT * TIRED_ENEMY)
        elif enemies & near:
            found.append(NEAR if fresh & near else NEAR * TIRED_ENEMY)
        else:
            found.append(FAR)
    return tuple(found)


@cache
def _leading() -> tuple[float, ...]:
    """What each area is worth a turn to the Allies, its own towns apart."""
    return tuple(ground(ALLIED)[area] - 2 * board().areas[area].vp for area in AREAS)


@lru_cache(maxsize=1024)
def _towns(control: PlaceSet, linked: PlaceSet) -> int:
    """15.0 The towns of a turn."""
    table = StormTable()
    table.allied_control = control
    the = board()
    return sum(the.areas[area].vp for area in members(linked)) - sum(
        the.areas[area].vp for area in members(german_line(table))
    )


def _on_the_way(table: StormTable) -> float:
    """12.3 How near Allied units are to the Zones: each counts for what it would score there."""
    at, drawn = occupancy(table).at, _drawn()
    movable = counted(ALLIED) & ~pieces().airborne
    found = 0.0
    for place in (*AREAS, *BOXES):
        if here := at[place] & movable:
            found += drawn[place] * here.bit_count()
    return found


@cache
def _drawn() -> tuple[float, ...]:
    fades = fading(ALLIED)
    return tuple(
        max(rate(zone) * fades[zone][place] for zone in ZONES) for place in range(ZONES.start)
    )


@lru_cache(maxsize=512)
def _by_place(where: tuple[int, ...]) -> tuple[UnitSet, UnitSet]:
    present = set_of(unit for unit, place in enumerate(where) if place >= 0 and place not in ZONES)
    waiting = set_of(unit for unit, place in enumerate(where) if place in ZONES)
    allied = present & counted(ALLIED)
    return allied, (present | waiting) & counted(GERMAN)


MUCH = 20.0
"""5.0 As much as a side does in the impulses of a turn: what is fresh beyond that counts little."""


def _readiness(fresh: float) -> float:
    return fresh / (1 + fresh / MUCH)


def _on_map(table: StormTable) -> tuple[UnitSet, UnitSet]:
    """The units of both sides that can still do something."""
    return _by_place(table.where)


def _to_come(table: StormTable, side: int) -> float:
    """12.1 What reinforcements will be able to do in the turns after they have come."""
    coming = arrivals(table, side)
    waiting = _waiting(coming, table.where)
    return _in_time(coming, waiting, table.turn, side == GERMAN and table.early_panzers)


@lru_cache(maxsize=512)
def _waiting(coming: Arrivals, where: tuple[int, ...]) -> UnitSet:
    return set_of(unit for unit, _ in coming if where[unit] == NOWHERE)


@lru_cache(maxsize=1024)
def _in_time(coming: Arrivals, waiting: UnitSet, turn: int, early: bool) -> float:
    each = sturdiness()
    return sum(
        each[unit] * (LAST_TURN - max(turn, arrival - early))
        for unit, arrival in coming
        if waiting >> unit & 1
    )


def _nests(table: StormTable) -> int:
    at = occupancy(table).at
    return sum((at[area] & strongpoints()).bit_count() for area in members(board().beaches))


@lru_cache(maxsize=1024)
def _cards(hand: CardSet) -> float:
    return sum(keep_worth(card) for card in members(hand))
