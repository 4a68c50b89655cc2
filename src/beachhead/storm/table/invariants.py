"""What must hold at every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from beachhead.kernel.bits import members
from beachhead.storm.cards.card_list import deck
from beachhead.storm.cards.hands import ALLIED_LIMIT, GERMAN_BASE
from beachhead.storm.impulses import choosing_impulses
from beachhead.storm.movement import stack, welcomes
from beachhead.storm.sequence import SUPPORT_POINTS
from beachhead.storm.table import state
from beachhead.storm.table.board import AREA_SET, AREAS, BOXES, PLACES, ZONES
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import LAST_TURN, SIDES, STACKING_LIMIT
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from beachhead.storm.victory.control import occupied


def invariants(table: StormTable) -> list[str]:
    """Everything that is wrong with a table; an empty list if it is sound."""
    parts = (_places, _index, _stacking, _control, _cards, _business, _numbers)
    return [problem for part in parts for problem in part(table)]


def _places(table: StormTable) -> Iterator[str]:
    for unit, place in enumerate(table.where):
        row = pieces().units[unit]
        if place not in PLACES and not state.UNUSED <= place < 0:
            yield f"{row.name} is in place {place}"
        if place in BOXES and state.side_of(unit) == GERMAN:
            yield f"{row.name} is a German unit in a landing box"
        if row.is_strongpoint and place >= 0 and place not in AREAS:
            yield f"{row.name} is a strongpoint outside an area"
        if place < 0 and table.spent >> unit & 1:
            yield f"{row.name} is spent but not in play"
        airborne = row.airborne and state.side_of(unit) == ALLIED and place >= 0
        if airborne and not welcomes(place, row.nationality):
            yield f"{row.name} is airborne in {state.place_name(place)} without a symbol"


def _index(table: StormTable) -> Iterator[str]:
    if state.occupancy(table) != state.indexed(table.where):
        yield "the index of who stands where is wrong"


def _stacking(table: StormTable) -> Iterator[str]:
    # While units retreat or are being fired at on their way in, an area may hold more.
    for side, area in product((ALLIED, GERMAN), AREAS if table.attack is None else ()):
        count = stack(table, side, area).bit_count()
        if count > STACKING_LIMIT:
            yield f"{count} {SIDES[side]} units are in {state.place_name(area)}"


def _control(table: StormTable) -> Iterator[str]:
    if table.phase == "setup":
        return
    allied, german = occupied(table, ALLIED), occupied(table, GERMAN)
    wrong = (allied & ~german & ~table.allied_control) | (german & ~allied & table.allied_control)
    if table.attack is not None:
        # The area changes hands when the last unit that retreats from it has found a place.
        wrong &= ~(1 << table.attack.area)
    yield from (f"{state.place_name(area)} has the wrong owner" for area in members(wrong))
    if table.allied_control & ~AREA_SET:
        yield "a box is under control"


def _cards(table: StormTable) -> Iterator[str]:
    for side in (ALLIED, GERMAN):
        piles = [table.stock[side], table.hands[side], table.discards[side]]
        gone = table.removed & deck(SIDES[side])
        union = piles[0] | piles[1] | piles[2] | gone
        count = sum(pile.bit_count() for pile in (*piles, gone))
        if union != deck(SIDES[side]) or count != union.bit_count():
            yield f"{SIDES[side]} cards do not add up"
        if table.hands[side].bit_count() > HAND_LIMITS[side]:
            yield f"{table.hands[side].bit_count()} cards in the {SIDES[side]} hand"
        if table.known[side] & ~table.hands[side]:
            yield f"{SIDES[side]} cards are known that are not in the hand"


HAND_LIMITS = (ALLIED_LIMIT, GERMAN_BASE + 1)
"""5.0 With the bonus card."""


def _business(table: StormTable) -> Iterator[str]:
    """Between impulses nothing is under way."""
    if table.asked(choosing_impulses.choose_impulse) is None:
        return
    under_way = [name for name in ("attack", "assigning", "retreating") if getattr(table, name)]
    under_way += ["action"] if table.action.kind or table.action.units else []
    yield from (f"an impulse begins with {name} under way" for name in under_way)


def _numbers(table: StormTable) -> Iterator[str]:
    if not 1 <= table.turn <= LAST_TURN:
        yield f"turn {table.turn}"
    most = SUPPORT_POINTS
    if state.plays_otherwise(table, "invasion-support") and table.turn == 1:
        most = 24
    if not 0 <= table.support <= most:
        yield f"{table.support} Support Points"
    lost = [unit for unit in members(table.lost) if table.where[unit] >= 0]
    yield from (f"{state.unit_name(unit)} counts as lost but is in play" for unit in lost)
    for zone in ZONES if table.action.kind == "assault" else ():
        if state.units_at(table, zone, ALLIED) & table.action.units:
            yield "an assault goes into a reinforcement box"
