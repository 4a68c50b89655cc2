"""7.1 Unit actions: who can act, what they do, and which units take part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Shows, Topic
from beachhead.storm import movement, odds
from beachhead.storm.attacks import assaults, fire_attacks
from beachhead.storm.impulses import release_rolls
from beachhead.storm.table.board import PLACES, board
from beachhead.storm.table.pieces import Nationality, pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    NOWHERE,
    Attack,
    StormTable,
    UnitSet,
    enemy,
    fresh,
    names,
    place_name,
    place_tag,
    side_units,
    steps,
    tags,
    unit_name,
    unit_tag,
    units_at,
)

# --- 7.1 who can act


def able(table: StormTable, place: int, nation: str) -> UnitSet:
    """7.1a, 7.1c The fresh units of one nationality in a place; 14.1 not the 711th before its
    release."""
    here = units_at(table, place) & pieces().nationalities[cast("Nationality", nation)]
    return fresh(table, here) & ~release_rolls.held_back(table)


def stacks_with_fresh_units(table: StormTable, side: int) -> list[tuple[int, str]]:
    """7.1c The places where a side has fresh units, with their nationality."""
    own = side_units(side) & ~table.spent
    nations = pieces().nationalities.items()
    return [
        (place, nation)
        for place in PLACES
        if (here := units_at(table, place) & own)
        for nation, units in nations
        if here & units
    ]


def stacks_that_can_act(table: StormTable, side: int) -> list[tuple[int, str]]:
    """5.0h The places, with nationality, where a side has units that can perform an action."""
    return [
        (place, nation)
        for place, nation in stacks_with_fresh_units(table, side)
        if any(True for _ in actions(table, side, place, nation))
    ]


def actions(table: StormTable, side: int, place: int, nation: str) -> Iterator[tuple[str, int]]:
    """7.1 What the units of one nationality in a place can do: fire, move, assault an area."""
    return actions_of(table, side, place, able(table, place, nation))


def actions_of(
    table: StormTable, side: int, place: int, units: UnitSet
) -> Iterator[tuple[str, int]]:
    """7.1 What at least one of some units in a place can do."""
    every = [("fire", place), ("move", NOWHERE)]
    every += [("assault", there) for there in members(movement.neighbors(side, place))]
    for kind, there in every:
        if any(
            refuse_together(table, side, kind, place, there, 1 << unit) is None
            for unit in members(units)
        ):
            yield kind, there


def who_can(
    table: StormTable, side: int, kind: str, here: int, there: int, units: UnitSet
) -> UnitSet:
    """7.1 Those of some units that could take part in an action, each by itself."""
    return set_of(
        unit
        for unit in members(units)
        if refuse_together(table, side, kind, here, there, 1 << unit) is None
    )


def acting(table: StormTable, side: int, place: int, nation: str) -> UnitSet:
    """7.1 The units that could take part in some action of an activation."""
    units = able(table, place, nation)
    found = 0
    for kind, there in actions(table, side, place, nation):
        found |= who_can(table, side, kind, place, there, units)
    return found


def strongest(
    table: StormTable, side: int, kind: str, place: int, there: int, nation: str
) -> UnitSet:
    """7.1 As many as can take part in an attack together, the strongest first."""
    units = pieces().units
    ready = sorted(
        members(able(table, place, nation)), key=lambda unit: (-units[unit].firepower, unit)
    )
    chosen = 0
    for unit in ready:
        together = chosen | 1 << unit
        if refuse_together(table, side, kind, place, there, together) is None:
            chosen = together
    return chosen


def refuse_together(
    table: StormTable, side: int, kind: str, here: int, there: int, units: UnitSet
) -> Refusal | None:
    """7.1b, 2.1.1g Why some units may not perform an action together."""
    if kind in ("fire", "fire-fresh"):
        return fire_attacks.refuse_fire(table, units, side, here)
    if kind == "assault":
        return assaults.refuse_assault(table, units, side, here, there)
    if any(pieces().units[unit].is_strongpoint for unit in members(units)):
        return movement.STRONGPOINT_STAYS
    points = movement.movement_points(units)
    if any(
        movement.refuse_move(table, units, side, here, place, points) is None
        for place in members(movement.neighbors(side, here))
    ):
        return None
    return Refusal("8.0", f"{names(units)} cannot reach any area from {place_name(here)}")


# --- 7.1 the action and its units


FIGURES = (
    "The figures on an area: the chance that two dice bring any damage with all who can attack "
    "together, and the damage on average (⌀), before cards and Support Points."
)
"""9.3 What the figures on the map are."""


def _figures_explained(table: StormTable, place: int, nation: str) -> list[str]:
    attacks = any(kind != "move" for kind, _ in actions(table, table.impulse, place, nation))
    return [FIGURES] if attacks else []


def _who_could_act(table: StormTable, place: int, nation: str) -> list[str]:
    return tags(acting(table, table.impulse, place, nation))


def _attack_by_all(
    table: StormTable, option: Option | None, place: int, nation: str
) -> Attack | None:
    """9.3 The attack of an action, if all who can take part in it do."""
    if option is None or option.value[0] == "move":
        return None
    kind, there = option.value
    units = strongest(table, table.impulse, kind, place, there, nation)
    return Attack(table.impulse, there, units, assault=kind == "assault")


def _action_shown(table: StormTable, option: Option, place: int, nation: str) -> Shows:
    """7.1 Who moves, who is fired at, or the area that is assaulted."""
    attack = _attack_by_all(table, option, place, nation)
    if attack is None:
        return Shows(tags(candidates(table, "move", place, NOWHERE, nation)))
    lights = None if attack.assault else tags(units_at(table, place, enemy(table.impulse)), place)
    return Shows(lights, note=odds.figures(table, attack), hostile=True)


ACTION = Topic(
    "action_chosen",
    "What the units do",
    may=_figures_explained,
    about=_who_could_act,
    part=True,
    builds=_attack_by_all,
    shows=_action_shown,
)


@steps.question("activation.choose_action")
def choose_action(table: StormTable, place: int, nation: str) -> Decision:
    """7.1a, 7.1b All units of an action do the same thing."""
    side = table.impulse
    return Decision(
        SIDES[side],
        lambda _table, place, _nation: f"What do the units in {place_name(place)} do?",
        "7.1",
        action_chosen,
        [
            _action_option(table, kind, place, there, nation)
            for kind, there in actions(table, side, place, nation)
        ],
        (place, nation),
        topic=ACTION,
        forced=True,
    )


def _action_option(table: StormTable, kind: str, place: int, there: int, nation: str) -> Option:
    """7.1 Several units are chosen next, but a lone one acts at once."""
    units = candidates(table, kind, place, there, nation)
    alone = units.bit_count() == 1
    commits = alone and (kind != "move" or only_way(table, place, units) is not None)
    text = deed(table, kind, place, there, units) if alone else partial(_action, kind, there)
    id_ = f"assault-{board().id(there)}" if kind == "assault" else kind
    touches = (place_tag(there),) if kind == "assault" else ()
    rule = {"fire": "9.1", "move": "8.0"}.get(kind, "11.0")
    return Option(id_, text, (kind, there), touches, rule, commits)


def _action(kind: str, there: int) -> str:
    if kind == "move":
        return "Move"
    return f"{'Fire at the enemy in' if kind == 'fire' else 'Assault'} {place_name(there)}"


def deed(table: StormTable, kind: str, place: int, there: int, units: UnitSet) -> Callable[[], str]:
    """What the units are about to do, and what it costs."""
    if kind in ("fire", "fire-fresh"):
        after = "spent" if kind == "fire" else "fresh"
        return lambda: f"Fire in {place_name(place)} with {names(units)} ({after} after it)"
    if kind == "assault":
        price = assaults.price(table, table.impulse, place)
        return lambda: f"Assault {place_name(there)} with {names(units)} (spent after it{price})"
    way = only_way(table, place, units)
    return lambda: f"Move {names(units)}{_to(way)} (spent after it)"


def _to(way: int | None) -> str:
    return "" if way is None else f" to {place_name(way)}, the only way"


def only_way(table: StormTable, place: int, units: UnitSet) -> int | None:
    """8.0 The one place that units can set out to, if there is only one."""
    points = movement.movement_points(units)
    ways = movement.destinations(table, units, table.impulse, place, points)
    return ways[0] if len(ways) == 1 else None


def action_chosen(table: StormTable, choice: tuple[str, int], place: int, nation: str) -> None:
    """7.1 Then the units are chosen; a lone one needs no choice."""
    kind, there = choice
    units = candidates(table, kind, place, there, nation)
    if units.bit_count() == 1:
        begin(table, kind, place, there, units)
    else:
        table.then((choose_units, kind, place, there, nation, 0))


def candidates(table: StormTable, kind: str, place: int, there: int, nation: str) -> UnitSet:
    """7.1 The fresh units of one nationality in a place that could take part in an action."""
    return who_can(table, table.impulse, kind, place, there, able(table, place, nation))


ENOUGH, ALL = -1, -2
"""No more units, or all that can take part."""


def _units_chosen(
    _table: StormTable, _kind: str, _place: int, there: int, _nation: str, chosen: UnitSet
) -> list[str]:
    return tags(chosen, there)


def _attack_by_units(
    table: StormTable,
    option: Option | None,
    kind: str,
    place: int,
    there: int,
    nation: str,
    chosen: UnitSet,
) -> Attack | None:
    """9.1, 11.0 The attack of the units chosen so far, with those that an option adds."""
    units = with_option(option, chosen)
    if option is not None and option.value == ALL:
        units = candidates(table, kind, place, there, nation)
    if kind == "move" or not units:
        return None
    return Attack(table.impulse, there, units, assault=kind == "assault")


def with_option(option: Option | None, chosen: UnitSet) -> UnitSet:
    """The units chosen so far, and the one that an option adds."""
    return chosen if option is None or option.value < 0 else chosen | 1 << option.value


UNITS = Topic(
    "unit_chosen",
    "Who takes part",
    must="All units of an action are of one nationality and do the same thing.",
    about=_units_chosen,
    part=True,
    charts=("attack",),
    builds=_attack_by_units,
)


@steps.question("activation.choose_units")
def choose_units(
    table: StormTable, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> Decision:
    """7.1a, 7.1e Some or all of the fresh units of one nationality."""
    return Decision(
        SIDES[table.impulse],
        _which_units,
        "7.1",
        unit_chosen,
        _units_to_add,
        (kind, place, there, nation, chosen),
        topic=UNITS,
        forced=True,
    )


def _which_units(
    _table: StormTable, kind: str, place: int, there: int, _nation: str, _chosen: UnitSet
) -> str:
    what = f"assault {place_name(there)}" if kind == "assault" else kind.removesuffix("-fresh")
    return f"Which units in {place_name(place)} {what}?"


def _units_to_add(
    table: StormTable, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> list[Option]:
    side = table.impulse
    left = candidates(table, kind, place, there, nation) & ~chosen
    options = [
        add_option(unit)
        for unit in members(left)
        if refuse_together(table, side, kind, place, there, chosen | 1 << unit) is None
    ]
    together = chosen | left
    if len(options) > 1 and refuse_together(table, side, kind, place, there, together) is None:
        all_do = deed(table, kind, place, there, together)
        options.append(Option("add-all", lambda: f"Add all: {all_do()}", ALL, commits=True))
    if chosen:
        text = deed(table, kind, place, there, chosen)
        options.append(Option("commit", text, ENOUGH, commits=True, ends=True))
    return options


def add_option(unit: int) -> Option:
    """To have one unit more take part."""
    id_ = f"add-{pieces().units[unit].id}"
    return Option(id_, lambda: f"Add {unit_name(unit)}", unit, (unit_tag(unit),))


def unit_chosen(
    table: StormTable, choice: int, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> None:
    """7.1 One more unit, or the action begins."""
    if choice == ENOUGH:
        begin(table, kind, place, there, chosen)
    elif choice == ALL:
        begin(table, kind, place, there, candidates(table, kind, place, there, nation))
    else:
        table.then((choose_units, kind, place, there, nation, chosen | 1 << choice))


def begin(table: StormTable, kind: str, place: int, there: int, units: UnitSet) -> None:
    """7.1 The action begins."""
    side = table.impulse
    if kind in ("fire", "fire-fresh"):
        table.then((fire_attacks.begin, side, place, units, kind == "fire-fresh"))
    elif kind == "assault":
        table.then((assaults.begin, side, place, there, units))
    else:
        table.then((movement.begin, side, place, units))
