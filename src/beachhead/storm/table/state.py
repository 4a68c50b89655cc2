"""What lies on the table: units, control, cards, points, and the action under way.

Places are numbered: the 34 areas (area 1 is place 0), then the six landing boxes, then the five
reinforcement boxes. Units are rows in flat lists: those of both sides, then the strongpoints.
Sets of units, places and cards are ints, one bit a member.

Cards in a hand are a secret of its side. Those not drawn yet have no order: a draw is any of
them, equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from beachhead.kernel.agenda import Steps
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.plain import Plain, dataclass, field
from beachhead.kernel.play import Position
from beachhead.storm.cards.card_list import cards
from beachhead.storm.table.board import AREAS, BOXES, PLACES, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES, STACKING_LIMIT

steps = Steps()

UnitSet = int
PlaceSet = int
CardSet = int

ALLIED, GERMAN = 0, 1
"""1.0a The seats, by the number of their side."""

NOWHERE = -1
"""Not in play yet: due as a reinforcement, or waiting for the card that brings it."""
ELIMINATED = -2
UNUSED = -3
"""A strongpoint that was not drawn in set-up."""


@dataclass(slots=True, eq=False)
class Attack(Plain):
    """9.3 A fire attack being resolved, with every term of its sums."""

    side: int
    area: int
    units: UnitSet = 0
    """Who fires; none for an attack by a card or by Support Points alone."""
    firepower: int = 0
    """What a card brings in place of units."""
    support: int = 0
    bonus: int = 0
    """What cards add."""
    silenced: UnitSet = 0
    """Firing units that add no firepower (88s)."""
    targets: UnitSet = 0
    """Who is fired upon, if not all enemies in the area."""
    terrain: int = 1
    """By how much the area's Defensive Value counts: doubled by Bocage, nothing by engineers."""
    cannot_eliminate: bool = False
    card: int = -1
    """The card that is the attack, if there is one."""
    support_allowed: bool = True
    dice: list[int] = field(default_factory=list)
    damage: int = 0
    stays_fresh: bool = False
    assault: bool = False


@dataclass(slots=True, eq=False)
class Action(Plain):
    """7.1 The unit action under way."""

    kind: str = ""
    """`move`, `fire` or `assault`; empty when there is none."""
    side: int = 0
    units: UnitSet = 0
    origins: dict[int, int] = field(default_factory=dict)
    """Where each unit of the action set out from."""
    place: int = NOWHERE
    """Where the stack is now, or the area under attack."""
    points: int = 0
    """8.0 Movement points left."""
    entered: int = 0
    """How many places the stack has entered."""
    one_area: bool = False
    """The stack must stop in the first area it enters."""
    card: int = -1
    """The card that is the impulse, if there is one."""
    stopped: PlaceSet = 0
    """Areas whose units may not set out (Bocage)."""


class Occupancy(NamedTuple):
    """Who stands where: an index, kept by `put`, that a table and its copies share."""

    where: tuple[int, ...]
    """What it is an index of."""
    at: tuple[UnitSet, ...]
    """The units in each place."""
    held: tuple[PlaceSet, PlaceSet]
    """The places with units of each side."""
    full: tuple[PlaceSet, PlaceSet]
    """8.1 The areas that have no room for another unit of each side."""


NOT_YET = Occupancy((), (), (0, 0), (0, 0))


@dataclass(slots=True, eq=False)
class StormTable(Position):
    """The whole table."""

    house: dict[str, str] = field(default_factory=dict)
    turn: int = 1
    phase: str = "setup"

    where: tuple[int, ...] = field(default_factory=lambda: (NOWHERE,) * len(pieces().units))
    spent: UnitSet = 0  # 2.1.1c
    exploitation: UnitSet = 0
    """3.0, 2.2.1g Allied units in the Exploitation section of their box on Turn 1."""
    landed: UnitSet = 0
    """4.0 Units that landed in the invasion."""
    allied_control: PlaceSet = 0
    """13.0, 2.1.2a The areas under Allied control; all others are German."""

    stock: list[CardSet] = field(default_factory=lambda: [0, 0])
    """Cards not drawn, by side."""
    hands: list[CardSet] = field(default_factory=lambda: [0, 0])
    discards: list[CardSet] = field(default_factory=lambda: [0, 0])  # 6.4a
    removed: CardSet = 0
    """Cards out of play for good."""
    known: list[CardSet] = field(default_factory=lambda: [0, 0])
    """Cards in a hand that the enemy has looked at."""
    played: int = -1
    """The card last played that the enemy may cancel."""
    played_for_impulse: bool = False
    cancelled: bool = False
    """The card last played was cancelled."""

    support: int = 0
    """9.3.3, 2.1.2b Support Points the Allies have left this turn."""
    assigned: dict[int, int] = field(default_factory=dict)
    """4.0 Support Points assigned to beaches in the invasion."""
    victory: int = 0
    """15.0, 2.1.2c The running total."""
    lost: UnitSet = 0
    """15.0 Allied units lost since victory points were last counted."""

    impulse: int = ALLIED
    """Whose impulse it is."""
    first: int = ALLIED
    """Who takes the first impulse of this turn."""
    passed: bool = False
    """5.0 The last impulse was a pass."""
    released: bool = False
    """14.1 The 711th Division may act."""
    release_rolled: bool = False  # 14.1e
    early_panzers: bool = False
    """German reinforcements arrive one turn early."""
    delayed: UnitSet = 0
    """Reinforcements put off to the next turn."""

    action: Action = field(default_factory=Action)
    attack: Attack | None = None
    assigning: dict[int, int] = field(default_factory=dict)
    """10.1 Damage being assigned: for each unit, how far it goes (flip, retreat, eliminate)."""
    retreating: list[int] = field(default_factory=list)
    """10.2 Units that still have to retreat."""

    index: Occupancy = field(default=NOT_YET, metadata={"index": True})
    """Who stands where: ask `occupancy`."""

    steps = steps


# --- units


def units_at(table: StormTable, place: int, side: int | None = None) -> UnitSet:
    """The units in a place, of one side or of both."""
    index = table.index
    if index.where is not table.where:
        index = occupancy(table)
    here = index.at[place]
    return here if side is None else here & side_units(side)


def held(table: StormTable, side: int) -> PlaceSet:
    """The places with units of a side, strongpoints among the German (S-16)."""
    return occupancy(table).held[side]


def occupancy(table: StormTable) -> Occupancy:
    """Who stands where. It is of the very tuple `where`, or is made anew."""
    if table.index.where is not table.where:
        table.index = indexed(table.where)
    return table.index


def indexed(where: tuple[int, ...]) -> Occupancy:
    """The index of where the units are, from nothing."""
    at = [0] * len(PLACES)
    for unit, place in enumerate(where):
        if place >= 0:
            at[place] |= 1 << unit
    return _index(NOT_YET, where, at, PLACES)


def _index(
    known: Occupancy, where: tuple[int, ...], at: list[UnitSet], changed: Iterable[int]
) -> Occupancy:
    """The index when the units in some places have changed."""
    held, full = list(known.held), list(known.full)
    for place in changed:
        bit = 1 << place
        for side in (ALLIED, GERMAN):
            here = at[place] & side_units(side)
            held[side] = held[side] | bit if here else held[side] & ~bit
            crowd = is_area(place) and (here & counted(side)).bit_count() >= STACKING_LIMIT
            full[side] = full[side] | bit if crowd else full[side] & ~bit
    return Occupancy(where, tuple(at), (held[ALLIED], held[GERMAN]), (full[ALLIED], full[GERMAN]))


def put(table: StormTable, units: UnitSet, place: int) -> None:
    """Units are put in a place, or out of play: nothing else moves a piece."""
    known = occupancy(table)
    where, at = list(known.where), list(known.at)
    changed = {place}
    for unit in members(units):
        changed.add(where[unit])
        where[unit] = place
    changed = {each for each in changed if each >= 0}
    for here in changed:
        at[here] &= ~units
    if place >= 0:
        at[place] |= units
    table.where = tuple(where)
    table.index = _index(known, table.where, at, changed)


@cache
def side_units(side: int) -> UnitSet:
    """The units of a side, strongpoints among the German."""
    return set_of(unit.index for unit in pieces().units if unit.side == SIDES[side])


@cache
def strongpoints() -> UnitSet:
    return set_of(unit.index for unit in pieces().units if unit.is_strongpoint)


@cache
def counted(side: int) -> UnitSet:
    """8.1b The units of a side that count for stacking."""
    return side_units(side) & ~strongpoints()


def side_of(unit: int) -> int:
    return GERMAN if side_units(GERMAN) >> unit & 1 else ALLIED


def enemy(side: int) -> int:
    return 1 - side


def fresh(table: StormTable, units: UnitSet) -> UnitSet:
    """2.1.1d Those of some units that may still act this turn."""
    return units & ~table.spent


def unit_name(unit: int) -> str:
    return pieces().units[unit].name


def names(units: UnitSet | Iterable[int]) -> str:
    """Units as a person would list them."""
    listed = [unit_name(unit) for unit in (members(units) if isinstance(units, int) else units)]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def they(units: UnitSet, do: str) -> str:
    """Units and what they do: one fires, two fire."""
    return f"{names(units)} {do}{'s' if units.bit_count() == 1 else ''}"


# --- places


def is_area(place: int) -> bool:
    return place in AREAS


def is_box(place: int) -> bool:
    """2.2.1 Whether a place is a landing box."""
    return place in BOXES


def is_zone(place: int) -> bool:
    """2.2.1 Whether a place is a reinforcement box."""
    return place in ZONES


def controls(table: StormTable, side: int, area: int) -> bool:
    """13.0 Whether a side controls an area."""
    return bool(table.allied_control >> area & 1) == (side == ALLIED)


def place_name(place: int) -> str:
    return board().name(place)


def place_tag(place: int) -> str:
    return board().tag(place)


@cache
def unit_tag(unit: int) -> str:
    return f"unit-{pieces().units[unit].id}"


def tags(units: UnitSet, *places: int) -> list[str]:
    """Some units and places as ids on the board; a place may be nowhere."""
    found = [unit_tag(unit) for unit in members(units)]
    for place in places:
        if place >= 0:
            found.append(place_tag(place))
    return found


def card_name(card: int) -> str:
    return cards()[card].name


def card_tag(card: int) -> str:
    return f"card-{cards()[card].id}"


def plays_otherwise(table: StormTable, switch: str) -> bool:
    """Whether the table plays the other reading of a ruling, by its house-rule switch."""
    return table.house.get(switch) == "alternative"


__all__ = ["PLACES", "Action", "Attack", "StormTable"]
