"""8 Movement and stacking."""

from __future__ import annotations

from functools import cache

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import AS_TOUCHED, Shows, Topic
from beachhead.storm.attacks.attack_points import involved
from beachhead.storm.cards import interrupts
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREA_SET, BOX_SET, PLACES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES, STACKING_LIMIT
from beachhead.storm.table.state import (
    ALLIED,
    GERMAN,
    NOWHERE,
    Action,
    PlaceSet,
    StormTable,
    UnitSet,
    counted,
    enemy,
    is_area,
    is_box,
    is_zone,
    names,
    occupancy,
    place_name,
    place_tag,
    plays_otherwise,
    put,
    side_of,
    steps,
    strongpoints,
    tags,
    they,
    unit_name,
    units_at,
)
from beachhead.storm.victory import control

# --- 8.0 what a step costs, and why it may be refused

STRONGPOINT_STAYS = Refusal("2.1.1", "a strongpoint cannot move")  # 2.1.1g


def is_hostile(table: StormTable, side: int, place: int) -> bool:
    """8.0b, 8.0c, 12.3d Whether an area is under enemy control or holds an enemy unit. Boxes never
    are (12.3, S-19)."""
    return bool(hostile_areas(table, side) >> place & 1)


def hostile_areas(table: StormTable, side: int) -> PlaceSet:
    """8.0b, 8.0c The areas under enemy control or with enemy units in them."""
    theirs = table.allied_control if side == GERMAN else ~table.allied_control
    return (theirs | occupancy(table).held[enemy(side)]) & AREA_SET


def cost(table: StormTable, side: int, here: int, there: int) -> int:
    """8.0a to 8.0c, 12.3a One point to enter, one more into and one more out of a hostile area."""
    return entering_price(table, side, there, int(is_hostile(table, side, here)))


def entering_price(table: StormTable, side: int, there: int, leaving: int) -> int:
    """8.0a, 8.0b What entering a place costs with what leaving the one before it adds (S-19)."""
    if is_box(there) and plays_otherwise(table, "landing-box-cost"):
        return 1
    return 1 + is_hostile(table, side, there) + leaving


def leaving_price(table: StormTable, side: int, here: int, *, entered: bool) -> int:
    """8.0c, 8.0e What leaving an area adds; one that the stack has entered is its own unless
    enemies are there."""
    if entered:
        return int(is_area(here) and bool(units_at(table, here, enemy(side))))
    return int(is_hostile(table, side, here))


def movement_points(units: UnitSet) -> int:
    """8.0g A stack moves as far as its slowest unit."""
    for points, alike in movers():
        if units & alike:
            return points
    raise ValueError("nobody moves")


@cache
def movers() -> list[tuple[int, UnitSet]]:
    """8.0g, 8.0l Units that can go to the same places, each by itself, with their movement: the
    slowest first."""
    found: dict[tuple[int, str], UnitSet] = {}
    for unit in pieces().units:
        bound = unit.airborne and unit.side == SIDES[ALLIED]
        key = unit.movement, unit.nationality if bound else ""
        found[key] = found.get(key, 0) | 1 << unit.index
    return [(points, alike) for (points, _), alike in sorted(found.items())]


def neighbors(side: int, place: int) -> PlaceSet:
    """8.0n to 8.0p The places next to a place without an impassable line, for the Allies also
    without the Operational Dividing Line."""
    return (board().allied_adjacent if side == ALLIED else board().adjacent)[place]


def refuse_step(
    table: StormTable, units: UnitSet, side: int, here: int, there: int
) -> Refusal | None:
    """8.0, 8.1c, 12.3 Why a stack may not go from a place to another, points apart."""
    return (
        _refuse_way(side, here, there)
        or _refuse_leaving(table, side, here)
        or refuse_airborne(units, there)
        or refuse_stack(table, units, side, there)
    )


def _refuse_way(side: int, here: int, there: int) -> Refusal | None:
    """8.0, 12.3 Whether there is a way between two places for a side."""
    # 8.0j, 8.0n to 8.0p, 2.2.1k, 12.3b, 12.3d, 12.3e
    the, name = board(), place_name(there)
    if not neighbors(side, here) >> there & 1:
        if the.adjacent[here] >> there & 1:
            return Refusal("8.0", f"the Operational Dividing Line closes the way to {name}")
        return Refusal("8.0", f"no unit can go from {place_name(here)} to {name}")
    if is_box(there) and side == GERMAN:
        return Refusal("12.3", "German units never enter a landing box")
    if is_zone(there) and side == GERMAN:
        return Refusal("12.3", "German units never go back into a reinforcement box")
    if is_zone(here) and side == ALLIED:
        return Refusal("12.3", "Allied units in a reinforcement box never leave it")
    return None


def _refuse_leaving(table: StormTable, side: int, here: int) -> Refusal | None:
    """8.0k A strongpoint pins Allied units."""
    if side == ALLIED and is_area(here) and units_at(table, here, GERMAN) & strongpoints():
        return Refusal("8.0", f"a strongpoint in {place_name(here)} holds the Allied units there")
    return None


def refuse_airborne(units: UnitSet, there: int) -> Refusal | None:
    """8.0l Allied airborne units go only where their symbol is printed."""
    for unit in members(units):
        row = pieces().units[unit]
        if row.airborne and row.side == SIDES[ALLIED] and not welcomes(there, row.nationality):
            return Refusal(
                "8.0", f"{row.name} is airborne, and {place_name(there)} has no symbol for it"
            )
    return None


def welcomes(place: int, nationality: str) -> bool:
    """8.0l Whether a place carries the airborne symbol of a nationality."""
    return is_area(place) and nationality in board().areas[place].airborne


def refuse_stack(table: StormTable, units: UnitSet, side: int, there: int) -> Refusal | None:
    """8.1a, 8.1c, 8.1d, 12.3f At most six units of a side in an area at any time, strongpoints not
    counted."""
    if not is_area(there):
        return None
    together = stack(table, side, there) | units
    if together.bit_count() > STACKING_LIMIT:
        return Refusal("8.1", f"more than six units would be in {place_name(there)}")
    return None


def stack(table: StormTable, side: int, place: int) -> UnitSet:
    """8.1b The units of a side that count for stacking in a place."""
    return units_at(table, place) & counted(side)


def refuse_move(
    table: StormTable, units: UnitSet, side: int, here: int, there: int, points: int
) -> Refusal | None:
    """8.0f Why a stack with some points left may not go on to a place."""
    refused = refuse_step(table, units, side, here, there)
    if refused is None and cost(table, side, here, there) > points:
        needed = cost(table, side, here, there)
        return Refusal(
            "8.0",
            f"entering {place_name(there)} costs {needed}, and the stack has {points} left",
        )
    return refused


def destinations(table: StormTable, units: UnitSet, side: int, here: int, points: int) -> list[int]:
    """8.0 Where a stack may go next."""
    return list(members(onward(table, units, side, here, points)))


def onward(table: StormTable, units: UnitSet, side: int, here: int, points: int) -> PlaceSet:
    """8.0 All places that a stack with some points left may go on to: those for which `refuse_move`
    has nothing to say."""
    index = occupancy(table)
    near = ways(side)[here]
    if side == ALLIED:
        if index.at[here] & strongpoints():
            return 0
        for bound, welcoming in airborne_bounds():
            if units & bound:
                near &= welcoming
    hostile = hostile_areas(table, side)
    left = points - 1 - (hostile >> here & 1)
    if left < 1:
        affordable = ~hostile if left == 0 else 0
        if points and plays_otherwise(table, "landing-box-cost"):
            affordable |= BOX_SET
        near &= affordable
    near &= ~index.full[side]
    count = units.bit_count()
    crowded = near & AREA_SET & (index.held[side] if count <= STACKING_LIMIT else -1)
    while crowded and count > 1:
        there = crowded & -crowded
        own = index.at[there.bit_length() - 1] & counted(side)
        if own.bit_count() + count > STACKING_LIMIT:
            near ^= there
        crowded ^= there
    return near


@cache
def ways(side: int) -> list[PlaceSet]:
    """8.0, 12.3 The places next to each that a side's units can go to."""
    return [
        set_of(there for there in PLACES if _refuse_way(side, here, there) is None)
        for here in PLACES
    ]


@cache
def airborne_bounds() -> list[tuple[UnitSet, PlaceSet]]:
    """8.0l The airborne units of each Allied nation, and the areas with their symbol."""
    return [
        (pieces().airborne & pieces().nationalities[nation], places)
        for nation, places in board().airborne.items()
    ]


# --- moving


@steps.step("movement.begin")
def begin(table: StormTable, side: int, place: int, units: UnitSet) -> None:
    """8.0g Units set out together."""
    table.action = Action(
        kind="move",
        side=side,
        units=units,
        origins=dict.fromkeys(members(units), place),
        place=place,
        points=movement_points(units),
    )
    table.then(choose_destination, end)


def _price_of_step(table: StormTable, option: Option) -> Shows:
    if option.value == NOWHERE:
        return AS_TOUCHED
    action = table.action
    return Shows(note=f"{cost(table, action.side, action.place, option.value)} MP")


DESTINATION = Topic(
    "destination_chosen",
    "Moving, area by area",
    about=involved,
    orders=True,
    charts=("movement",),
    shows=_price_of_step,
)


@steps.question("movement.choose_destination")
def choose_destination(table: StormTable) -> Decision | None:
    """8.0 The next area, or the end of the move."""
    action = table.action
    if not action.units:
        return None
    side, here = action.side, action.place
    open_to = destinations(table, action.units, side, here, action.points)
    if not open_to:
        return None
    return Decision(
        SIDES[side],
        _where_to,
        "8.0",
        destination_chosen,
        _ways_on(table, open_to),
        topic=DESTINATION,
        forced=True,
    )


def _ways_on(table: StormTable, open_to: list[int]) -> list[Option]:
    side, here, points = table.action.side, table.action.place, table.action.points
    leaving = int(is_hostile(table, side, here))
    options = [_go_to(there, entering_price(table, side, there, leaving)) for there in open_to]
    return [*options, _stop_in(here, points)] if table.action.entered else options


def _where_to(table: StormTable) -> str:
    action = table.action
    who, points = names(action.units), _points(action.points)
    return f"{who} in {place_name(action.place)}: {points} left. Where to?"


def _points(points: int) -> str:
    return f"{points} movement point{'s' if points > 1 else ''}"


@cache
def _go_to(there: int, price: int) -> Option:
    return Option(
        f"to-{board().id(there)}",
        lambda: f"Go to {place_name(there)} for {price}",
        there,
        (place_tag(there),),
    )


@cache
def _stop_in(here: int, points: int) -> Option:
    return Option(
        "stop",
        lambda: f"Stop in {place_name(here)}: the move ends, {_points(points)} unspent",
        NOWHERE,
        (place_tag(here),),
        commits=True,
        ends=True,
    )


def destination_chosen(table: StormTable, there: int) -> None:
    """8.0 On to the next place, if the enemy lets the stack go."""
    if there == NOWHERE:
        return
    table.then(*interrupts.windows_for_leaving(table), (enter, there), choose_destination)


@steps.step("movement.enter")
def enter(table: StormTable, there: int) -> None:
    """8.0d, 8.0e, 13.0 The stack enters a place and pays; control may pass at once."""
    action = table.action
    if not action.units:
        return
    here, side, units = action.place, action.side, action.units
    if not action.entered:
        action.points = movement_points(action.units)  # a slower unit may have been stopped
    action.points -= cost(table, side, here, there)
    action.entered += 1
    action.place = there
    put(table, units, there)
    table.tell(
        "8.0",
        telling.MOVE,
        lambda: f"{they(units, 'move')} from {place_name(here)} to {place_name(there)}.",
        tags(units, here, there),
        units=[unit_name(unit) for unit in members(units)],
        start=place_name(here),
        end=place_name(there),
    )
    if action.one_area:
        action.points = 0
    control.update(table)


@steps.step("movement.end")
def end(table: StormTable) -> None:
    """8.0h, 7.1d Units that have moved are spent."""
    table.spent |= table.action.units
    table.action = Action()


def reachable(table: StormTable, unit: int) -> dict[int, int]:
    """8.0 The places a unit can reach by itself, or with the stack that it is moving in, with the
    points it would have left."""
    units, points = moving(table, unit)
    found = ways_from(table, units, table.where[unit], points)
    return {place: left for place, (left, _) in found.items()}


def ways_from(
    table: StormTable, units: UnitSet, start: int, points: int
) -> dict[int, tuple[int, tuple[int, ...]]]:
    """8.0 The places that a stack can reach, with the points it would have left and the way."""
    side = side_of(next(members(units)))
    found: dict[int, tuple[int, tuple[int, ...]]] = {start: (points, ())}
    frontier = [start]
    while frontier:
        here = frontier.pop(0)
        left, way = found[here]
        for there in members(neighbors(side, here)):
            if refuse_step(table, units, side, here, there) is not None:
                continue
            # An empty enemy area changes hands as it is entered: only enemies make leaving dear.
            leaving = leaving_price(table, side, here, entered=here != start)
            rest = left - entering_price(table, side, there, leaving)
            if rest >= 0 and rest > found.get(there, (-1, ()))[0]:
                found[there] = rest, (*way, there)
                frontier.append(there)
    del found[start]
    return found


def moving(table: StormTable, unit: int) -> tuple[UnitSet, int]:
    """8.0 Who moves with a unit and how far: the stack under way, or the unit by itself."""
    action = table.action
    if action.kind == "move" and action.units >> unit & 1:
        return action.units, action.points
    return 1 << unit, movement_points(1 << unit)
