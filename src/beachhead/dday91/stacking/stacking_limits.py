"""2d Stacking: 2d1 who may end a step together, 14a2 the nationalities in a holding box, and 2d3
the hexes that enemies close, 14a more narrowly by type."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    DDayTable,
    UnitSet,
    enemy,
    hex_label,
    hex_tag,
    occupants,
    occupied,
    plays,
    row,
    side_of,
    side_units,
    steps,
    tags_of_unit,
    unit_name,
    unit_tag,
    units_in,
)
from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Shows, Topic

NATION = {"canadian": "british", "allied": "us"}
"""14a2-a British and Canadian units are one nationality; the airborne army is an American one."""


@cache
def nation(unit: int) -> str:
    # 14a2-a, 14a2-b The nationality that counts in a holding box.
    own = row(unit).nation
    return NATION.get(own, own)


@cache
def compatriots(unit: int) -> UnitSet:
    """14a2 All units of the same nationality."""
    return set_of(each.index for each in pieces().units if nation(each.index) == nation(unit))


def may_stay(table: DDayTable, units: UnitSet) -> bool:
    """2d1, 13b-b, 15a2-b Whether units of a side may end a step together; strategic air units do
    not count (13b)."""
    units &= counted_units()
    return not units & (units - 1) or _may_stay(units, plays(table, "stacking-restrictions"))


@cache
def counted_units() -> UnitSet:
    """2d1, 13b-b, 15a2-b The units that count in a stack."""
    return set_of(unit.index for unit in pieces().units) & ~(
        pieces().strategic_air | pieces().mulberries
    )


@lru_cache(4096)
def _may_stay(units: UnitSet, by_nations: bool) -> bool:
    # 2d1-a, 2d1-d, 14a2 Two or more need an army headquarters, and only one.
    if not units & (units - 1):
        return True
    if (units & pieces().armies).bit_count() != 1:
        return False
    return not by_nations or refuse_nations(units, 0) is None  # in whatever hex


def refuse_stack(table: DDayTable, units: UnitSet, where: int) -> Refusal | None:
    """2d1-a, 2d1-d, 13b-b, 15a2-b Why units of a side may not end a step together: two or more need
    an army headquarters, and only one; strategic air units do not count (13b)."""
    if may_stay(table, units):
        return None
    units &= counted_units()
    armies = units & pieces().armies
    if armies.bit_count() != 1:
        why = "without an army headquarters" if not armies else "with two army headquarters"
        return Refusal("2d1", f"no two units may end together in {hex_label(where)} {why}")
    return refuse_nations(units, where)


def refuse_nations(units: UnitSet, where: int) -> Refusal | None:
    """14a2-c, 14a2-e In a holding box, foreign corps no more than own ones, and no foreign air
    units."""
    (army,) = listed(units & pieces().armies)
    corps = listed(units & pieces().corps)
    own = sum(nation(unit) == nation(army) for unit in corps)
    if len(corps) - own > own:
        text = f"foreign corps would outnumber those of {row(army).name} in {hex_label(where)}"
        return Refusal("14a2", text)
    for unit in listed(units & pieces().tactical_air):
        if nation(unit) != nation(army):
            text = f"{row(unit).name} is of another nationality than {row(army).name}"
            return Refusal("14a2", text)
    return None


def overstacked(table: DDayTable, side: int) -> HexSet:
    """2d1-a, 2d1-c The hexes in which the units of a side may not stay together."""
    there, by_nations = occupants(table), plays(table, "stacking-restrictions")
    own = there.camps[side]
    if own.by_nations is not by_nations:
        own.unjudged |= set_of(there.at)
        own.by_nations = by_nations
    unjudged = own.unjudged  # read first: another thread may judge at the same time
    if not unjudged:
        return own.crowded
    crowded = own.crowded & ~unjudged
    counted = side_units(side) & counted_units()
    for hex_ in listed(unjudged):
        units = there.at.get(hex_, 0) & counted
        if units & (units - 1) and not _may_stay(units, by_nations):
            crowded |= 1 << hex_
    own.crowded = crowded
    own.unjudged = 0
    return crowded


# --- the end of a step


def _crowd(_table: DDayTable, hex_: int) -> list[str]:
    return [hex_tag(hex_)]


def _given_up_shown(table: DDayTable, option: Option, _hex: int) -> Shows:
    return Shows(tags_of_unit(table, option.value), costly=True)


def _who_is_given_up(_table: DDayTable, hex_: int) -> str:
    return f"The units in {hex_label(hex_)} may not stay together. Which one is given up?"


CROWD = Topic(
    "given_up",
    "Stacks that may not stay",
    must="No two units may stay together without an army headquarters.",
    about=_crowd,
    shows=_given_up_shown,
)


@steps.question("stacking.put_right")
def put_right(table: DDayTable) -> Decision | None:
    """2d1-a, 2d2-a, N-06 At the end of a movement or combat step, and only then, units that may not
    stay together without an action of their owner (which 2d4 would have refused): he gives up one
    after the other. The defender puts his stacks right when he can move."""
    for hex_ in members(overstacked(table, table.side)):
        units = units_in(table, hex_, table.side) & ~pieces().strategic_air
        return Decision(
            SIDES[table.side],
            _who_is_given_up,
            "2d1",
            given_up,
            [_give_up(unit) for unit in members(units)],
            (hex_,),
            topic=CROWD,
        )
    return None


def _give_up(unit: int) -> Option:
    return Option(
        f"give-up-{row(unit).id}", lambda: f"Give up {unit_name(unit)}", unit, (unit_tag(unit),)
    )


def given_up(table: DDayTable, unit: int, _hex: int) -> None:
    eliminate(table, unit, "2d1", "because it may not stay where it is")
    table.then(put_right)


# --- 2d3, 14a hexes with enemies


def set_of_closed(table: DDayTable, unit: int) -> HexSet:
    """2d3-a The hexes that enemies close to a unit."""
    on_the_ground, in_the_air = closed_by(table, enemy(side_of(unit)))
    return in_the_air if pieces().air >> unit & 1 else on_the_ground


def closed_by(table: DDayTable, side: int) -> tuple[HexSet, HexSet]:
    """2d3-a, 13b-b, 14a-a to 14a1-d The hexes that a side closes to enemies on the ground and in
    the air: where its units are; 14a1 only those of the same kind close a hex."""
    there = ~pieces().strategic_air
    if not plays(table, "stacking-restrictions"):
        closed = occupied(table, side, there)
        return closed, closed
    air = pieces().air
    return occupied(table, side, there & ~air), occupied(table, side, there & air)


def enemies_in(table: DDayTable, hex_: int) -> Refusal:
    """2d3, 14a1 The rule that closes a hex with enemies."""
    rule = "14a1" if plays(table, "stacking-restrictions") else "2d3"
    return Refusal(rule, f"enemy units are in {hex_label(hex_)}")
