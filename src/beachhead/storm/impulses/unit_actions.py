"""7.1 Unit actions: who can act, what they do, and which units take part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.chance import Pick
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Shows, Topic
from beachhead.storm import movement, odds
from beachhead.storm.attacks import assaults, fire_attacks
from beachhead.storm.impulses import release_rolls
from beachhead.storm.table.board import board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    NOWHERE,
    Attack,
    PlaceSet,
    StormTable,
    UnitSet,
    enemy,
    names,
    occupancy,
    place_name,
    place_tag,
    side_units,
    steps,
    tags,
    unit_name,
    unit_tag,
    units_at,
)

Deed = tuple[str, int]
"""7.1 What units do, and where: `fire` where they are, `move`, or `assault` an area."""

# --- 7.1 who can act


def able(table: StormTable, place: int, nation: str) -> UnitSet:
    """7.1a, 7.1c The fresh units of one nationality in a place; 14.1 not the 711th before its
    release."""
    here = units_at(table, place) & pieces().nationalities[nation]
    return here & ~table.spent & ~release_rolls.held_back(table)


def ready(table: StormTable, side: int) -> list[tuple[int, str, UnitSet]]:
    """7.1a, 7.1c, 14.1 The units of a side that may act, by place and nationality."""
    index = occupancy(table)
    fresh = side_units(side) & ~table.spent & ~release_rolls.held_back(table)
    found = []
    for place in members(index.held[side]):
        here = index.at[place] & fresh
        if here:
            for nation, units in _nations(side):
                if here & units:
                    found.append((place, nation, here & units))
    return found


@cache
def _nations(side: int) -> list[tuple[str, UnitSet]]:
    """2.1.1h The nationalities of a side."""
    nations = pieces().nationalities.items()
    return [(nation, units) for nation, units in nations if units & side_units(side)]


def stacks_that_can_act(table: StormTable, side: int) -> list[tuple[int, str]]:
    """5.0h The places, with nationality, where a side has units that can perform an action."""
    stacks = ready(table, side)
    return [
        (place, nation) for place, nation, units in stacks if can_act(table, side, place, units)
    ]


def anybody_can_act(table: StormTable, side: int) -> bool:
    """5.0h Whether a side has units that can perform an action."""
    return any(can_act(table, side, place, units) for place, _, units in ready(table, side))


def can_act(table: StormTable, side: int, place: int, units: UnitSet) -> bool:
    """5.0h Whether units that are ready can do anything. Who can assault an area could as well
    move there."""
    return fire_attacks.can_fire(table, side, place) or any(ways(table, side, place, units))


def ways(
    table: StormTable, side: int, place: int, units: UnitSet
) -> Iterator[tuple[UnitSet, PlaceSet]]:
    """8.0, 2.1.1g Those of some units that can go anywhere, each by itself, and where to."""
    for points, alike in movement.movers():
        some = units & alike
        if some and points:
            open_to = movement.onward(table, some & -some, side, place, points)
            if open_to:
                yield some, open_to


def actions(table: StormTable, side: int, place: int, nation: str) -> dict[Deed, UnitSet]:
    """7.1 What the units of one nationality in a place can do: fire, move, assault an area; and
    who could take part in it."""
    return actions_of(table, side, place, able(table, place, nation))


def actions_of(table: StormTable, side: int, place: int, units: UnitSet) -> dict[Deed, UnitSet]:
    """7.1 What at least one of some fresh units in a place can do, and which of them, each by
    itself."""
    found = {}
    if units and fire_attacks.can_fire(table, side, place):
        found["fire", place] = units
    moving = list(ways(table, side, place, units))
    if moving:
        found["move", NOWHERE] = _who(moving, -1)
        for there in members(assaults.goals(table, side, place)):
            if who := _who(moving, 1 << there):
                found["assault", there] = who
    return found


def _who(moving: Iterable[tuple[UnitSet, PlaceSet]], goals: PlaceSet) -> UnitSet:
    """8.0 Those of the units that could go to one of some places."""
    found = 0
    for some, open_to in moving:
        if open_to & goals:
            found |= some
    return found


def who_can(
    table: StormTable, side: int, kind: str, here: int, there: int, units: UnitSet
) -> UnitSet:
    """7.1 Those of some fresh units that could take part in an action, each by itself."""
    if kind in FIRE:
        return units if fire_attacks.can_fire(table, side, here) else 0
    return _who(ways(table, side, here, units), _goals(table, side, kind, here, there))


FIRE = ("fire", "fire-fresh")


def _goals(table: StormTable, side: int, kind: str, here: int, there: int) -> PlaceSet:
    """7.1 Where units may set out to: anywhere in a move, one area in an assault."""
    return assaults.goals(table, side, here) & 1 << there if kind == "assault" else -1


def acting(table: StormTable, side: int, place: int, nation: str) -> UnitSet:
    """7.1 The units that could take part in some action of an activation."""
    found = 0
    for units in actions(table, side, place, nation).values():
        found |= units
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
        if can_together(table, side, kind, place, there, together):
            chosen = together
    return chosen


def can_together(
    table: StormTable, side: int, kind: str, here: int, there: int, units: UnitSet
) -> bool:
    """7.1b Whether some fresh units may perform an action together."""
    if kind in FIRE:
        return fire_attacks.can_fire(table, side, here)
    points = movement.movement_points(units)
    open_to = movement.onward(table, units, side, here, points)
    return bool(open_to & _goals(table, side, kind, here, there))


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
    return Decision(
        SIDES[table.impulse],
        lambda _table, place, _nation: f"What do the units in {place_name(place)} do?",
        "7.1",
        action_chosen,
        _actions_open,
        (place, nation),
        topic=ACTION,
        forced=True,
        sample=_any_action,
    )


def _actions_open(table: StormTable, place: int, nation: str) -> list[Option]:
    return [
        _action_option(table, kind, place, there, units)
        for (kind, there), units in actions(table, table.impulse, place, nation).items()
    ]


def _any_action(table: StormTable, pick: Pick, place: int, nation: str) -> Deed:
    possible = list(actions(table, table.impulse, place, nation))
    return possible[pick(len(possible))]


def _action_option(table: StormTable, kind: str, place: int, there: int, units: UnitSet) -> Option:
    """7.1 Several units are chosen next, but a lone one acts at once."""
    alone = units.bit_count() == 1
    commits = alone and (kind != "move" or only_way(table, place, units) is not None)
    text = deed(table, kind, place, there, units) if alone else partial(_action, kind, there)
    assault = kind == "assault"
    id_ = f"assault-{board().id(there)}" if assault else kind
    touches = (place_tag(there),) if assault else ()
    rule = {"fire": "9.1", "move": "8.0"}.get(kind, "11.0")
    return Option(id_, text, (kind, there), touches, rule, commits)


def _action(kind: str, there: int) -> str:
    if kind == "move":
        return "Move"
    return f"{'Fire at the enemy in' if kind == 'fire' else 'Assault'} {place_name(there)}"


def deed(table: StormTable, kind: str, place: int, there: int, units: UnitSet) -> Callable[[], str]:
    """What the units are about to do, and what it costs."""
    if kind in FIRE:
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
    ways = movement.onward(table, units, table.impulse, place, points)
    return ways.bit_length() - 1 if ways.bit_count() == 1 else None


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
        sample=_any_part,
    )


def _which_units(
    _table: StormTable, kind: str, place: int, there: int, _nation: str, _chosen: UnitSet
) -> str:
    what = f"assault {place_name(there)}" if kind == "assault" else kind.removesuffix("-fresh")
    return f"Which units in {place_name(place)} {what}?"


def _units_to_add(
    table: StormTable, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> list[Option]:
    parts = _parts(table, kind, place, there, nation, chosen)
    units = [part for part in parts if part >= 0]
    options = [add_option(unit) for unit in units]
    if ALL in parts:
        all_do = deed(table, kind, place, there, chosen | set_of(units))
        options.append(Option("add-all", lambda: f"Add all: {all_do()}", ALL, commits=True))
    if chosen:
        text = deed(table, kind, place, there, chosen)
        options.append(Option("commit", text, ENOUGH, commits=True, ends=True))
    return options


def _parts(
    table: StormTable, kind: str, place: int, there: int, nation: str, chosen: UnitSet
) -> list[int]:
    """7.1a, 7.1e Units that could be added, perhaps all of them; or those chosen are enough."""
    left = candidates(table, kind, place, there, nation) & ~chosen
    fits = partial(can_together, table, table.impulse, kind, place, there)
    parts = left
    for _, alike in movement.movers() if chosen and kind not in FIRE else ():
        some = left & alike
        if some and not fits(chosen | some & -some):
            parts &= ~some
    found = list(members(parts))
    if len(found) > 1 and fits(chosen | left):
        found.append(ALL)
    return [*found, ENOUGH] if chosen else found


def _any_part(table: StormTable, pick: Pick, *arguments: Any) -> int:
    parts = _parts(table, *arguments)
    return parts[pick(len(parts))]


@cache
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
    if kind in FIRE:
        table.then((fire_attacks.begin, side, place, units, kind == "fire-fresh"))
    elif kind == "assault":
        table.then((assaults.begin, side, place, there, units))
    else:
        table.then((movement.begin, side, place, units))
