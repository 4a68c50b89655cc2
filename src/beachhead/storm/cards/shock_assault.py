"""CARD.shock-assault An assault of one area from two others, by a card."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic
from beachhead.storm.attacks import assaults
from beachhead.storm.attacks.attack_points import hostile
from beachhead.storm.cards.card_list import Use, use_of
from beachhead.storm.impulses import unit_actions
from beachhead.storm.movement import neighbors, stack
from beachhead.storm.table.board import AREA_SET, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES, STACKING_LIMIT
from beachhead.storm.table.state import (
    Attack,
    PlaceSet,
    StormTable,
    UnitSet,
    is_area,
    names,
    place_name,
    place_tag,
    steps,
    tags,
    unit_name,
    unit_tag,
)


def assaulters(table: StormTable, side: int, there: int, nation: str) -> dict[int, UnitSet]:
    """CARD.shock-assault-a, 12.3g For each area next to the target, the units that could assault
    it; 12.3 no card moves units in a box."""
    found = {}
    for here in members(board().adjacent[there] & AREA_SET):
        if not assaults.entries(table, side, here) >> there & 1:
            continue
        units = 0
        ready = unit_actions.able(table, here, nation)
        for some, open_to in unit_actions.ways(table, side, here, ready):
            units |= some if open_to >> there & 1 else 0
        if units:
            found[here] = units
    return found


def shock_targets(table: StormTable, side: int, use: Use) -> list[tuple[int, str]]:
    # CARD.shock-assault-a Units of one nationality from two areas next to it.
    needed = use["areas"]
    reached: dict[str, list[PlaceSet]] = {}  # from one area or more, from two or more, and so on
    for here, nation, units in unit_actions.ready(table, side):
        if is_area(here):
            goals = _goals(table, side, here, units)
            from_areas = reached.setdefault(nation, [0] * needed)
            for number, before in enumerate(from_areas):
                from_areas[number], goals = before | goals, before & goals
    return sorted(
        (there, nation)
        for nation, from_areas in reached.items()
        for there in members(from_areas[-1])
        if stack(table, side, there).bit_count() + needed <= STACKING_LIMIT
    )


def _goals(table: StormTable, side: int, here: int, units: UnitSet) -> PlaceSet:
    """CARD.shock-assault-a The areas that some units of an area could assault."""
    entries = assaults.entries(table, side, here) & neighbors(side, here)
    found = 0
    for _, open_to in unit_actions.ways(table, side, here, units) if entries else ():
        found |= open_to
    return found & entries


def refuse_shock(table: StormTable, side: int, use: Use) -> Refusal | None:
    if not shock_targets(table, side, use):
        return Refusal("CARD.shock-assault", "no area can be assaulted from two areas")
    return None


def shock(table: StormTable, side: int, _use: Use, card: int) -> None:
    table.then((choose_shock_target, side, card))


SHOCK_TARGET = Topic("shock_target_chosen", "The target of the assault", shows=hostile)


@steps.question("effects.choose_shock_target")
def choose_shock_target(table: StormTable, side: int, card: int) -> Decision:
    """CARD.shock-assault The one area that units of two areas assault."""
    use = use_of(card)
    return Decision(
        SIDES[side],
        "Which area is assaulted from two areas?",
        "CARD.shock-assault",
        shock_target_chosen,
        [_target(there, nation) for there, nation in shock_targets(table, side, use)],
        (side,),
        topic=SHOCK_TARGET,
        forced=True,
    )


@cache
def _target(there: int, nation: str) -> Option:
    return Option(
        f"assault-{board().id(there)}-{nation}",
        lambda: f"Assault {place_name(there)}",
        (there, nation),
        (place_tag(there),),
    )


def shock_target_chosen(table: StormTable, choice: tuple[int, str], side: int) -> None:
    table.then((choose_shock_units, side, *choice, 0))


def _shock_units_chosen(
    _table: StormTable, _side: int, there: int, _nation: str, chosen: UnitSet
) -> list[str]:
    return tags(chosen, there)


def _shock_assault(
    _table: StormTable, option: Option | None, side: int, there: int, _nation: str, chosen: UnitSet
) -> Attack | None:
    units = unit_actions.with_option(option, chosen)
    return Attack(side, there, units, assault=True) if units else None


SHOCK_UNITS = Topic(
    "shock_unit_chosen",
    "Who takes part",
    about=_shock_units_chosen,
    part=True,
    charts=("attack",),
    builds=_shock_assault,
)


@steps.question("effects.choose_shock_units")
def choose_shock_units(
    _table: StormTable, side: int, there: int, nation: str, chosen: UnitSet
) -> Decision:
    """CARD.shock-assault-a Units of one nationality from two areas, within the stacking limit."""
    return Decision(
        SIDES[side],
        _which_units,
        "CARD.shock-assault",
        shock_unit_chosen,
        _shock_units_to_add,
        (side, there, nation, chosen),
        topic=SHOCK_UNITS,
        forced=True,
    )


def _which_units(_table: StormTable, _side: int, there: int, _nation: str, _chosen: UnitSet) -> str:
    return f"Which units assault {place_name(there)}? Units of two areas take part."


def _shock_units_to_add(
    table: StormTable, side: int, there: int, nation: str, chosen: UnitSet
) -> list[Option]:
    used = {table.where[unit] for unit in members(chosen)}
    options = []
    for here, units in assaulters(table, side, there, nation).items():
        if here not in used and len(used) == 2:
            continue
        options += [
            _add(unit, here)
            for unit in members(units & ~chosen)
            if _room_for_two_areas(table, side, there, chosen | 1 << unit)
        ]
    if len(used) == 2:
        options.append(
            Option(
                "commit",
                lambda: f"Assault {place_name(there)} with {names(chosen)} (spent after it)",
                unit_actions.ENOUGH,
                commits=True,
                ends=True,
            )
        )
    return options


@lru_cache(512)
def _add(unit: int, here: int) -> Option:
    return Option(
        f"add-{pieces().units[unit].id}",
        lambda: f"Add {unit_name(unit)} from {place_name(here)}",
        unit,
        (unit_tag(unit), place_tag(here)),
    )


def _room_for_two_areas(table: StormTable, side: int, there: int, units: UnitSet) -> bool:
    """8.1a Whether the units fit into the area, with a place left for the second area's."""
    from_two = len({table.where[unit] for unit in members(units)}) == 2
    more = 0 if from_two else 1
    stacked = stack(table, side, there).bit_count() + units.bit_count() + more
    return stacked <= STACKING_LIMIT


def shock_unit_chosen(
    table: StormTable, choice: int, side: int, there: int, nation: str, chosen: UnitSet
) -> None:
    """CARD.shock-assault-b, 11.0d One unit more, or the assault begins; no other card is
    discarded."""
    if choice >= 0:
        table.then((choose_shock_units, side, there, nation, chosen | 1 << choice))
        return
    assaults.prepare(table, side, there, {unit: table.where[unit] for unit in members(chosen)})
    table.then(assaults.launch)
