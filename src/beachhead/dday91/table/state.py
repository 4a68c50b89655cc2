"""What lies on the table: units, control, Moves, and the step under way.

Units are rows in flat lists, the Mulberry Harbors last. Sets of units and hexes are ints, one
bit a member. A unit in the hex of a friendly army headquarters is in that army's holding box
(2d1); only where several armies are in a hex is it kept who is in whose (N-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from beachhead.dday91.table.board import board
from beachhead.dday91.table.occupants import Camp, Occupants
from beachhead.dday91.table.pieces import DDayUnit, pieces
from beachhead.dday91.table.places import Places
from beachhead.dday91.table.schema import SIDES
from beachhead.kernel.agenda import Steps
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import Plain, dataclass, field
from beachhead.kernel.play import Option, Position

steps = Steps()

UnitSet = int

ALLIED, GERMAN = 0, 1
"""The seats, by the number of their side."""

WAITING = -1
"""Not on the board yet: to be set up, a reinforcement, or a division that may be created."""
ELIMINATED = -2
EXITED = -3
UNUSED = -4
"""Not in this scenario, or only with an option that is not in use."""

MOST_MOVES = 27  # 3d1-b

OPTIONS = {
    "initiative": "10a",
    "fight-on": "10b",
    "acquiring-moves": "11a",
    "replacements": "11b",
    "weather": "12",
    "air-reaction": "13a",
    "carpet-bombing": "13b",
    "air-restriction": "13c",
    "airborne-drops": "13d",
    "stacking-restrictions": "14a",
    "pursuit": "14b",
    "extra-effort": "14c",
    "mulberries": "15a",
    "unsupplied-losses": "15b",
    "divisions": "16",
}
"""The optional rules, each switchable by itself, with the rule that states it."""

OPTION_TEXTS = {
    "initiative": "Whoever holds the initiative marker may have one combat rolled again.",
    "fight-on": "The loser of a combat may take another loss and fight on.",
    "acquiring-moves": "Moves come from headquarters, supply cities and harbors on the continent.",
    "replacements": "Moves may restore reduced units and bring back eliminated ones.",
    "weather": "A die decides each Turn whether the weather is good or bad.",
    "air-reaction": "The defender may send air units to hexes that are to be attacked.",
    "carpet-bombing": "The Allied strategic air units may bomb a hex before it is attacked.",
    "air-restriction": "Air units attack ground units only together with a corps or division.",
    "airborne-drops": "The Allied airborne units may be dropped up to five hexes away.",
    "stacking-restrictions": "Ground and air pass each other; armies keep to their own nations.",
    "pursuit": "Winning mechanized attackers may go on and strike again at once.",
    "extra-effort": "A mechanized unit may go three factors further for another Move.",
    "mulberries": "Two Mulberry Harbors may be landed as ports and supply sources.",
    "unsupplied-losses": "Units that stay out of supply take losses.",
    "divisions": "A corps may detach a division, and take it up again.",
}
"""What each option brings, in a line."""


@dataclass(slots=True, eq=False)
class Combat(Plain):
    """4a, 4a4-a An individual combat that has been announced: who attacks which hex; or by a house
    rule which hexes (D-01)."""

    target: int
    attackers: UnitSet
    no_terrain: bool = False
    """13b2-b Carpet bombing has taken the terrain out of it."""
    pursuit: bool = False
    """14b2 The second combat of a pursuit."""
    beaten: UnitSet = 0
    """4c2 The defenders that had to retreat."""
    fought: bool = False
    """The dice have been rolled for it."""
    occupiers: UnitSet = 0
    """14b2 The units that have occupied the hex from a land hex."""
    also: HexSet = 0
    """D-01 Further hexes whose defenders fight in it."""

    @property
    def hexes(self) -> HexSet:
        """All hexes that are attacked."""
        return 1 << self.target | self.also


@dataclass(slots=True, eq=False)
class DDayTable(Position):
    """The whole table."""

    year: int = 1944
    options: list[str] = field(default_factory=list, metadata={"settled": True})
    house: dict[str, str] = field(default_factory=dict, metadata={"settled": True})
    turn: int = 1
    side: int = ALLIED
    """2b-d The attacker: the side performing its portion of the Turn."""
    step: str = "setup"

    hex: Places = field(default_factory=lambda: Places([WAITING] * len(pieces().units)))
    boxes: dict[int, int] = field(default_factory=dict)
    """2d1, N-20 In hexes with several armies of a side, the army that holds each other unit."""
    reduced: UnitSet = 0  # 1b1-e
    allied_control: HexSet = 0
    """2e The land hexes the Allies control; the Germans control the rest."""
    moves: list[int] = field(default_factory=lambda: [0, 0])

    used: UnitSet = 0
    """3d2 Units for which a Move has been expended in this portion of the Turn."""
    expended: dict[int, int] = field(default_factory=dict)
    """3b Movement factors each unit has expended in this step."""
    finished: UnitSet = 0
    """3 Units whose movement is complete."""
    began_in_zone: UnitSet = 0
    """3b3-e Units that began the movement step in an enemy zone of control."""
    moving: list[int] = field(default_factory=list)
    """The units being moved together; an army headquarters comes first."""
    invaders: UnitSet = 0
    """3e2 Units that invade in this portion of the Turn."""
    dropped: UnitSet = 0
    """13d Units that made an airborne drop in this portion of the Turn."""
    efforts: UnitSet = 0
    """14c Units that made an extra effort in this step."""

    unsupplied: UnitSet = 0
    """3c Units found unsupplied in the last supply step."""
    unsupplied_before: UnitSet = 0
    """15b Units that began this portion of the Turn unsupplied."""

    combats: list[Combat] = field(default_factory=list)
    """4a Combats announced and not yet resolved."""
    building: UnitSet = 0
    """Units chosen so far for the combat being announced."""
    combat: Combat | None = None
    """4c The combat being resolved."""
    dice: list[int] = field(default_factory=list)
    """4c1 The attacker's and the defender's die of this round."""
    losses_due: list[int] = field(default_factory=lambda: [0, 0])
    """4c2 Losses still to be marked, by side."""
    fought: UnitSet = 0
    """4a1-a Units that have been in an individual combat in this step."""
    overspent: UnitSet = 0
    """3b1-a Units that expended more than their printed factors in the movement step."""
    pursued: UnitSet = 0
    """14b2 Units that have made a pursuit movement in this portion of the Turn."""
    grounded: UnitSet = 0
    """12c5 Air units that the weather keeps from attacking in this portion of the Turn."""
    checked: UnitSet = 0
    """12c5 Air units that have been rolled for."""

    corps_lost: UnitSet = 0
    """6b3, 11b2-c Allied corps that have been eliminated at any time."""
    returns: dict[int, int] = field(default_factory=dict)
    """11b2 Units bought back, with the Turn from which they may return."""
    initiative: int = ALLIED
    """10a Who holds the initiative marker."""
    bad_weather: bool = False
    bombed: int = 0
    """13b4 Strategic air units used in the last Allied portion."""

    steps = steps


# --- options


def plays(table: DDayTable, option: str) -> bool:
    """Whether an optional rule is in use."""
    return option in table.options


def plays_otherwise(table: DDayTable, switch: str) -> bool:
    """Whether the table plays the other reading of a ruling, by its house-rule switch."""
    return table.house.get(switch) == "alternative"


# --- units


def enemy(side: int) -> int:
    return 1 - side


@cache
def side_units(side: int) -> UnitSet:
    """15a2-b, 15a4-a The units of a side, markers not included."""
    return pieces().sides[SIDES[side]] & ~pieces().mulberries


def side_of(unit: int) -> int:
    return ALLIED if pieces().units[unit].side == "allied" else GERMAN


def row(unit: int) -> DDayUnit:
    return pieces().units[unit]


def occupants(table: DDayTable) -> Occupants:
    """Who is in which hex."""
    return table.hex.occupants


def camp(table: DDayTable, side: int) -> Camp:
    """What is known of a side as long as none of its units is put elsewhere."""
    return table.hex.occupants.camps[side]


def units_in(table: DDayTable, hex_: int, side: int | None = None) -> UnitSet:
    """15a1-b The units in a hex, of one side or of both; Mulberry Harbors are no units."""
    here = table.hex.occupants.at.get(hex_, 0)
    if side is None:
        return here & ~pieces().mulberries
    return here and here & side_units(side)


def occupied(table: DDayTable, side: int, among: UnitSet = ~0) -> HexSet:
    """The hexes that hold a unit of a side, or one of some of its units."""
    return table.hex.occupants.holding(side, side_units(side) & among)


def on_board(table: DDayTable, side: int) -> UnitSet:
    """The units of a side on the board."""
    return table.hex.occupants.on_map & side_units(side)


def combat_factor(table: DDayTable, unit: int) -> int:
    """4b1, 4e-a The combat factor on the side that is up."""
    return row(unit).combat_when(bool(table.reduced >> unit & 1))


def movement_factor(table: DDayTable, unit: int) -> int:
    """3b, 4e-a The movement factor on the side that is up."""
    return row(unit).movement_when(bool(table.reduced >> unit & 1))


def immobile(table: DDayTable) -> UnitSet:
    """3b1-c The units with a movement factor of 0 on the side that is up."""
    printed, reduced = _immobile()
    return printed & ~table.reduced | reduced & table.reduced


@cache
def _immobile() -> tuple[UnitSet, UnitSet]:
    printed, reduced = (
        set_of(unit.index for unit in pieces().units if not unit.movement_when(side))
        for side in (False, True)
    )
    return printed, reduced


def controls(table: DDayTable, side: int, hex_: int) -> bool:
    """2e Whether a side controls a hex."""
    return bool(table.allied_control >> hex_ & 1) == (side == ALLIED)


def controlled(table: DDayTable, side: int) -> HexSet:
    """2e The land hexes a side controls."""
    return table.allied_control if side == ALLIED else board().land & ~table.allied_control


# --- holding boxes


def armies_in(table: DDayTable, hex_: int, side: int) -> UnitSet:
    """2d1 The army headquarters of a side in a hex: one, or until the end of a step several."""
    return units_in(table, hex_, side) & pieces().armies


def others_in(table: DDayTable, hex_: int, side: int) -> UnitSet:
    """2d1 What else of a side is in a hex and may be in a box: Mulberry Harbors too (9b)."""
    return occupants(table).at.get(hex_, 0) & pieces().sides[SIDES[side]] & ~pieces().armies


def holder(table: DDayTable, unit: int) -> int | None:
    """2d1-b, N-20 The army in whose holding box a unit is: the one it is moved with, or else the
    one in its hex; of several the one it has been given to."""
    if table.hex[unit] < 0 or pieces().armies >> unit & 1:
        return None
    armies = armies_in(table, table.hex[unit], side_of(unit))
    if not armies & (armies - 1):
        return armies.bit_length() - 1 if armies else None
    if unit in table.moving:
        return table.moving[0] if armies >> table.moving[0] & 1 else None
    given = table.boxes.get(unit)
    return given if given is not None and armies >> given & 1 else usual_holder(unit, armies)


def usual_holder(unit: int, armies: UnitSet) -> int:
    """N-20 Of several armies, the first of the unit's own nation takes it."""
    there = listed(armies)
    return next((army for army in there if row(army).nation == row(unit).nation), there[0])


def box_of(table: DDayTable, army: int) -> UnitSet:
    """2d1-b The units in an army's holding box: the others in its hex, but for those that another
    army there holds."""
    here, side = table.hex[army], side_of(army)
    others = units_in(table, here, side) & ~pieces().armies
    if armies_in(table, here, side) == 1 << army:
        return others
    return set_of(unit for unit in listed(others) if holder(table, unit) == army)


def put(table: DDayTable, unit: int, place: int) -> None:
    """2d1 A unit comes to a hex or leaves the board; everybody else stays in the box they are in
    (N-20)."""
    if not pieces().armies >> unit & 1:
        if unit in table.boxes:
            del table.boxes[unit]
        table.hex[unit] = place
        if place >= 0:
            join_box(table, unit)
        return
    here, side = table.hex[unit], side_of(unit)
    if place >= 0 and armies_in(table, place, side):
        others = listed(others_in(table, place, side))
        table.boxes |= {each: army for each in others if (army := holder(table, each)) is not None}
    table.hex[unit] = place
    if here >= 0:
        _forget_boxes(table, here, side)


def put_together(table: DDayTable, units: Sequence[int], place: int) -> None:
    """2d1 The same for units that are in one hex, one after the other."""
    armies = set_of(units) & pieces().armies
    if place >= 0:
        armies |= armies_in(table, place, side_of(units[0]))
    if table.boxes or armies & (armies - 1):
        for unit in units:
            put(table, unit, place)
    else:  # nobody asks which army holds whom
        table.hex.put(units, place)


def hand_over(table: DDayTable, unit: int) -> None:
    """N-20 The unit's army leaves it to another one in the hex, if there is one."""
    if unit in table.boxes:
        table.boxes[unit] = next_holder(table, unit)


def next_holder(table: DDayTable, unit: int) -> int:
    """N-20 The army that keeps a unit which the moving one leaves in a hex with several."""
    armies = armies_in(table, table.hex[unit], side_of(unit))
    return usual_holder(unit, armies & ~(1 << table.moving[0]))


def join_box(table: DDayTable, unit: int) -> None:
    """N-20 In a hex with several armies one of them takes the unit."""
    if table.hex[unit] < 0 or row(unit).army:
        return
    armies = armies_in(table, table.hex[unit], side_of(unit))
    if armies & (armies - 1):
        table.boxes[unit] = usual_holder(unit, armies)


def _forget_boxes(table: DDayTable, hex_: int, side: int) -> None:
    """2d1 With one army left, or none, there is nothing to keep."""
    if not table.boxes:
        return
    armies = armies_in(table, hex_, side)
    for unit in listed(others_in(table, hex_, side)):
        if not armies & (armies - 1):
            table.boxes.pop(unit, None)
        elif unit in table.boxes and not armies >> table.boxes[unit] & 1:
            table.boxes[unit] = usual_holder(unit, armies)


# --- options that several questions have


@lru_cache(4096)
def place_option(hex_: int) -> Option:
    """3f, 6a4 A hex to place a unit in."""
    return Option(
        f"at-{board().name(hex_)}", lambda: f"In {hex_label(hex_)}", hex_, (hex_tag(hex_),)
    )


# --- names


def unit_name(unit: int) -> str:
    return row(unit).name


def unit_tag(unit: int) -> str:
    return pieces().tag(unit)


def tags_on_map(table: DDayTable, units: UnitSet) -> list[str]:
    """2d1 Some units, and the armies that stand on the map for those in their boxes."""
    held = {army for unit in members(units) if (army := holder(table, unit)) is not None}
    return [unit_tag(unit) for unit in (*members(units), *sorted(held - {*members(units)}))]


def tags_of_unit(table: DDayTable, unit: int) -> list[str]:
    """2d1 One unit in the same way."""
    return tags_on_map(table, 1 << unit)


def tags_of_combat(table: DDayTable, combat: Combat) -> list[str]:
    """4a From where on the map which hexes are attacked: an army stands there for those in its
    box."""
    held = ((unit, holder(table, unit)) for unit in members(combat.attackers))
    fighters = dict.fromkeys(unit_tag(unit if army is None else army) for unit, army in held)
    return [*fighters, *map(hex_tag, members(combat.hexes))]


def tags_of_travelers(table: DDayTable, units: UnitSet) -> list[str]:
    """2d1 Who of some units is seen to go: an army takes those in its box along."""
    held = ((unit, holder(table, unit)) for unit in members(units))
    return [unit_tag(unit) for unit, army in held if army is None or not units >> army & 1]


def names(units: UnitSet | Iterable[int]) -> str:
    """Units as a person would list them."""
    named = [unit_name(unit) for unit in (members(units) if isinstance(units, int) else units)]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def gone_for_good(units: UnitSet) -> str:
    """3g, 4d4 What becomes of units that leave the board."""
    return f"{names(units)} never come{'s' if units.bit_count() == 1 else ''} back."


def hex_label(hex_: int) -> str:
    return board().label(hex_)


def hex_labels(hexes: HexSet) -> str:
    return " and ".join(hex_label(hex_) for hex_ in members(hexes))


def hex_tag(hex_: int) -> str:
    return board().tag(hex_)


def side_name(side: int) -> str:
    return "Allied" if side == ALLIED else "German"


def under_way(table: DDayTable) -> Combat:
    """4c The combat being resolved."""
    assert table.combat is not None, "asked outside a combat"
    return table.combat


def about_combat(table: DDayTable, *_: object) -> list[str]:
    """4a The attackers and the hexes of the combat being resolved."""
    combat = under_way(table)
    return [*tags_on_map(table, combat.attackers), *map(hex_tag, members(combat.hexes))]
