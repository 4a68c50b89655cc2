"""16.5, 16.6, 16.9 Mortar fire, patrols and ambushes: German actions that hit single US units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from beachhead.kernel.bits import listed, members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option
from beachhead.kernel.topic import Topic
from beachhead.omaha.german_fire.fields_of_fire import distance, intensity
from beachhead.omaha.german_fire.hits import DISRUPT, LOSE_STEP, fire_chart
from beachhead.omaha.german_fire.losses import disrupt, name_and_place, step_lost
from beachhead.omaha.odds.prospects import Called
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ALL_UNITS,
    EXTENDED_FROM,
    NO_DEPTH,
    OmahaTable,
    UnitSet,
    counter_tag,
    equipment,
    hex_tag,
    piece_name,
    piece_tag,
    plays_otherwise,
    position_tag,
    posts_of,
    seat_among,
    steps,
    steps_spared,
    unit_side,
    us_hexes,
)

Units = tuple[int, ...]


def limit(name: str) -> int:
    """16 A number of the German actions; it is the same if they begin early (14.2)."""
    value = charts().limit(name, EXTENDED_FROM)
    assert value is not None, f"the extended game sets {name}"
    return value


def units_by_hex(table: OmahaTable, hexes: HexSet) -> dict[int, Units]:
    """16.61a, 19.3d The US units in some hexes; leaders are none (16.61)."""
    found = [(hex_, table.at[hex_]) for hex_ in members(hexes & us_hexes(table))]
    found.sort(key=lambda stack: stack[1] & -stack[1])
    return {hex_: listed(pieces & ALL_UNITS) for hex_, pieces in found}


def marked(table: OmahaTable, hexes: HexSet, symbol: str) -> list[int]:
    """16.5e, 16.9 The units in some hexes with the card's symbol; a concentrated target counts as
    in fire by positions (O-22)."""
    enough = charts().limit("concentrated_target_steps", table.turn) or 0
    found = []
    for units in units_by_hex(table, hexes).values():
        concentrated = sum(table.steps_left[unit] for unit in units) >= enough
        if plays_otherwise(table, "concentrated-mortars"):
            concentrated = False
        found += [unit for unit in units if concentrated or unit_side(table, unit).symbol == symbol]
    return found


def _without(units: Iterable[int], spared: UnitSet) -> list[int]:
    return [unit for unit in units if not spared >> unit & 1]


def _options(table: OmahaTable, units: Iterable[int], what: str) -> list[Option]:
    return [
        Option(
            f"hit-{piece_name(unit)}",
            telling.said("{} {}", name_and_place(table, unit), what),
            unit,
            (piece_tag(unit), hex_tag(table.hex[unit])),
            commits=True,
        )
        for unit in units
    ]


def _germans(table: OmahaTable, position: int, *_: object) -> list[str]:
    """The German units of a position that acts."""
    return [counter_tag(post) for post in posts_of(table, equipment().board.positions[position])]


def _called(position: int, letter: str, situation: str) -> Called:
    kind = "wn" if equipment().board.positions[position].is_wn else "reinforcement"
    return Called(letter, f"{kind}_{situation}")


def _nothing(table: OmahaTable, position: int, rule: str, why: str) -> None:
    """16 A position that was called finds nothing to do."""
    here = equipment().board.positions[position]
    text = telling.said("{} {}: no action.", here.name, why)
    table.tell(rule, telling.NO_ACTION, text, [position_tag(here)], position=here.name)


# --- 16.5 mortar fire


@steps.step("harassment.mortar")
def mortar(table: OmahaTable, position: int, number: int, chosen: Units = ()) -> None:
    """16.5f Units with the card's symbol in range lose a step, armor too, and are not disrupted:
    those with most steps first, and among equals you choose."""
    while True:
        units, choice = next_mortar_targets(table, position, number, chosen)
        if choice:
            table.then((choose_mortar_target, position, number, chosen))
            return
        if not units:
            break
        chosen = (*chosen, *units)
    if not chosen:
        _nothing(table, position, "16.51", f"finds no {card(number).target} target for its mortars")
    why = f"under mortar fire from {equipment().board.positions[position].name}"
    table.then(*((step_lost, unit, "16.5", why) for unit in chosen))


def next_mortar_targets(
    table: OmahaTable, position: int, number: int, chosen: Units
) -> tuple[list[int], bool]:
    """16.5h Who is hit next, and whether one of them must be chosen."""
    left = mortar_limit(table, position) - len(chosen)
    units = marked(table, mortar_range(position), card(number).target)
    units = [unit for unit in _without(units, steps_spared(table)) if unit not in chosen]
    if not units or left <= 0:
        return [], False
    most = max(table.steps_left[unit] for unit in units)
    units = [unit for unit in units if table.steps_left[unit] == most]
    return units, len(units) > left


def mortar_limit(table: OmahaTable, position: int) -> int:
    """16.5g Two hits with a depth marker, one without; 14.11 does not double them (O-51)."""
    active = posts_of(table, equipment().board.positions[position], active=True)
    deep = any(table.depth[post] != NO_DEPTH for post in active)
    return limit("mortar_hits_with_depth" if deep else "mortar_hits_without_depth")


@cache
def mortar_range(position: int) -> HexSet:
    """16.5b to 16.5d The hexes that a position's mortars reach."""
    the_board = equipment().board
    here = the_board.positions[position]
    shore = the_board.grid.neighbors(the_board.beach)
    found = 0
    for terrain, hexes in the_board.terrain.items():
        for next_to_beach in (False, True):
            of_kind = hexes & (shore if next_to_beach else ~shore)
            if terrain != "pavilion":
                of_kind = 0 if next_to_beach else hexes
            reach = charts().mortar_range(here.kind, terrain, next_to_beach=next_to_beach)
            found |= the_board.grid.within(here.area, reach) & of_kind
    return found


def _by_mortars(_: OmahaTable, __: Option | None, position: int, *___: object) -> Called:
    return _called(position, "M", "without_targets")


MORTARS = Topic(
    "mortar_target_chosen",
    "Whom the mortars hit",
    about=_germans,
    charts=("mortar-ranges",),
    builds=_by_mortars,
)


@steps.question("harassment.choose_mortar_target")
def choose_mortar_target(table: OmahaTable, position: int, number: int, chosen: Units) -> Decision:
    """16.5h If steps are equal, you choose the target."""
    units, _ = next_mortar_targets(table, position, number, chosen)
    here = equipment().board.positions[position]
    return Decision(
        seat_among(table, units, here.sector),
        f"Mortar fire from {here.name} has equal targets: choose which unit is hit.",
        "16.5",
        mortar_target_chosen,
        _options(table, units, "loses a step"),
        (position, number, chosen),
        topic=MORTARS,
    )


def mortar_target_chosen(
    table: OmahaTable, unit: int, position: int, number: int, chosen: Units
) -> None:
    """16.5 The unit will lose a step."""
    table.then((mortar, position, number, (*chosen, unit)))


# --- 16.6 patrols


@steps.step("harassment.patrol")
def patrol(table: OmahaTable, position: int, number: int) -> None:
    """16.6b, 16.6c, 16.6f Disrupt every unit in the intense and steady field of fire; if there is
    none, one within three hexes."""
    units = in_patrolled_hexes(table, position)
    if units:
        fresh = [unit for unit in units if not table.disrupted >> unit & 1]
        for unit in fresh:
            patrolled(table, unit, position)
        if not fresh:
            _nothing(table, position, "16.6", "finds only units that are disrupted already")
        return
    units = nearest_to_patrol(table, position, number)
    if len(units) > 1:
        table.then((choose_patrol_target, position, number))
    elif units:
        patrolled(table, units[0], position)
    else:
        _nothing(table, position, "16.6", "has no US unit near enough for a patrol")


def in_patrolled_hexes(table: OmahaTable, position: int) -> list[int]:
    """16.6c, 16.6d The units in a position's intense and steady field of fire."""
    here = equipment().board.positions[position]
    return [
        unit
        for hex_, units in units_by_hex(table, here.fire).items()
        if intensity(table, here, hex_) != "sporadic"
        for unit in units
    ]


def nearest_to_patrol(table: OmahaTable, position: int, number: int) -> list[int]:
    """16.6e The units within three hexes that come first: the closest, then with the card's symbol,
    then the strongest."""
    here = equipment().board.positions[position]
    near = equipment().board.grid.within(here.area, limit("patrol_range"))
    ranks: dict[tuple[int, bool, int], list[int]] = {}
    for hex_, units in units_by_hex(table, near).items():
        for unit in units:
            side = unit_side(table, unit)
            rank = (
                distance(table, position, hex_),
                side.symbol != card(number).target,
                -side.strength,
            )
            ranks.setdefault(rank, []).append(unit)
    return ranks[min(ranks)] if ranks else []


def _by_patrol(_: OmahaTable, __: Option | None, position: int) -> Called:
    return _called(position, "P", "without_targets")


PATROLS = Topic("patrolled", "Whom the patrol disrupts", about=_germans, builds=_by_patrol)


@steps.question("harassment.choose_patrol_target")
def choose_patrol_target(table: OmahaTable, position: int, number: int) -> Decision:
    """16.6e If strengths are equal, you choose."""
    units = nearest_to_patrol(table, position, number)
    here = equipment().board.positions[position]
    return Decision(
        seat_among(table, units, here.sector),
        f"The patrol from {here.name} finds equal targets: choose which unit is disrupted.",
        "16.6",
        patrolled,
        _options(table, units, "is disrupted"),
        (position,),
        topic=PATROLS,
    )


def patrolled(table: OmahaTable, unit: int, position: int) -> None:
    """16.6 A unit is disrupted by a patrol."""
    disrupt(table, unit, f"by a patrol from {equipment().board.positions[position].name}", "16.6")


# --- 16.9 ambushes


@steps.step("harassment.ambush")
def ambush(table: OmahaTable, position: int, number: int) -> None:
    """16.9b, 16.9c An empty position hits one unit: one in intense fire loses a step, or else one
    in steady or sporadic fire is disrupted."""
    units, effect = ambushed(table, position, number)
    if len(units) > 1:
        table.then((choose_ambush_target, position, number))
    elif units:
        ambush_target_chosen(table, units[0], position, effect)
    else:
        _nothing(table, position, "16.9", f"finds no {card(number).target} target to ambush")


def ambushed(table: OmahaTable, position: int, number: int) -> tuple[list[int], int]:
    """16.9b, 16.9c, 16.91, GFC.ambush The units that come first: closest, then with more steps; and
    what the ambush does to one of them."""
    here = equipment().board.positions[position]
    chart, occupied = fire_chart("ambush"), us_hexes(table)
    for effect, spared in ((LOSE_STEP, steps_spared(table)), (DISRUPT, 0)):
        hexes = 0
        for hex_ in members(here.fire & occupied):
            dot = intensity(table, here, hex_)
            if dot is not None and chart[dot].lose_step == (effect == LOSE_STEP):
                hexes |= 1 << hex_
        ranks: dict[tuple[int, int], list[int]] = {}
        for unit in _without(marked(table, hexes, card(number).target), spared):
            rank = distance(table, position, table.hex[unit]), -table.steps_left[unit]
            ranks.setdefault(rank, []).append(unit)
        if ranks:
            return ranks[min(ranks)], effect
    return [], 0


def _by_ambush(_: OmahaTable, __: Option | None, position: int, ___: int) -> Called:
    return _called(position, "A", "empty")


AMBUSHES = Topic(
    "ambush_target_chosen", "Whom the ambush hits", charts=("german-fire",), builds=_by_ambush
)


@steps.question("harassment.choose_ambush_target")
def choose_ambush_target(table: OmahaTable, position: int, number: int) -> Decision:
    """16.91 If steps are equal, you choose."""
    units, effect = ambushed(table, position, number)
    here = equipment().board.positions[position]
    what = "loses a step" if effect == LOSE_STEP else "is disrupted"
    return Decision(
        seat_among(table, units, here.sector),
        f"The ambush from {here.name} has equal targets: choose which unit {what}.",
        "16.91",
        ambush_target_chosen,
        _options(table, units, what),
        (position, effect),
        topic=AMBUSHES,
    )


def ambush_target_chosen(table: OmahaTable, unit: int, position: int, effect: int) -> None:
    """16.9 The unit loses a step, or is disrupted."""
    why = f"in an ambush from {equipment().board.positions[position].name}"
    if effect == LOSE_STEP:
        table.then((step_lost, unit, "16.9", why))
    else:
        disrupt(table, unit, why, "16.9")
