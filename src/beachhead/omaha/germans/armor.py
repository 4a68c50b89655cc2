"""23 German armor: what a unit does when a card calls it, and what it means for the game.

Its field of fire is in `armor_fields`, how it enters in `armor_entry`, how it moves in
`armor_movement`. For everything else an armor unit is a German post like any other, one that is
wherever the unit is: see `post_hex` and `position_of`. 23.43 Where it stands in a printed
position, `action_summary` lets only the armor act; 23.6 US units attack it as they attack others
(`us_combat`), and infantry may evade it (`terrain_effects`).
"""

from __future__ import annotations

from collections.abc import Callable

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Result
from beachhead.omaha.german_fire import hits, losses, position_fire
from beachhead.omaha.german_fire.fields_of_fire import reaches
from beachhead.omaha.germans.action_summary import has_targets, square_of
from beachhead.omaha.germans.armor_movement import Route, route
from beachhead.omaha.leaders.headquarters_and_generals import capture_general
from beachhead.omaha.table import telling
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    NO_DEPTH,
    NOWHERE,
    OmahaTable,
    PostSet,
    counter_tag,
    equipment,
    hex_tag,
    occupied,
    piece_tag,
    position_of,
    post_hex,
    post_tags,
    steps,
    units_in,
)
from beachhead.omaha.victory.control import us_occupied

FAR, NEAR = 4, 3
"""23.4b, 23.4c, 23.4e, 23.4m How many hexes armor moves, and how many if it is to fire
afterwards."""


# --- 23.4 which unit acts


def called(table: OmahaTable, sector: str, color: str) -> PostSet:
    """23.4 The armor units of a color that are in a sector now."""
    found = 0
    for post in members(occupied(table) & ~((1 << ARMOR_POSTS.start) - 1)):
        position = position_of(table, post)
        if position.sector == sector and position.color == color:
            found |= 1 << post
    return found


@steps.step("armor.act")
def act(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23c, 23.4a An armor unit acts if a card calls it: with depth on any symbol of its color,
    without only on a single one; 6.4 not if it is disrupted. It acts once in a German Fire
    Phase."""
    position, bit = position_of(table, post), 1 << post
    square = card(number).square(position.color)
    if square is None or table.held_fire & bit or not hits.fires(table, position, square):
        return
    table.held_fire |= bit
    action = charts().german_actions[square.action].armor_unit
    assert action is not None, "the summary has an action of armor for every square"
    depth = "with depth" if table.depth[post] != NO_DEPTH else "without depth"
    table.tell(
        "23.4",
        telling.GERMAN_ACTION,
        lambda: (
            f"{position.name} ({square.color} {square.action}) is armor {depth}: "
            f"{action.replace('_', ' ')}."
        ),
        post_tags(table, post),
        post=position.name,
        action=action,
        letter=square.action,
        situation="armor_unit",
        cell=("german-actions", square.action, "armor_unit"),
    )
    ACTIONS[action](table, post, number, sector)


# --- 23.4 the actions


def fire_or_move(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.4b Fire if US units are in the field of fire, else move; on a star a General alone is
    reason enough (11.4)."""
    position = position_of(table, post)
    if has_targets(table, position, square_of(position, number)):
        _fire(table, post, number, sector)
    else:
        _move(table, post, route(table, post, FAR, card(number).target))


def move_or_fire(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.4c, 23.4d Move; fire if no movement is possible."""
    _move_else_fire(table, post, number, sector, route(table, post, FAR, card(number).target))


def overrun(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.4e, 23.4k Move, through one hex of US units that are not armored; fire if no movement is
    possible."""
    way = route(table, post, FAR, card(number).target, overruns=True)
    _move_else_fire(table, post, number, sector, way)


def aimed_fire(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.4l Fire if US units are adjacent, at all in the field of fire; else move."""
    if adjacent_targets(table, post):
        _fire(table, post, number, sector)
    else:
        _move(table, post, route(table, post, FAR, card(number).target))


def position_and_fire(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.4m, 23.4n Move, then fire if US units are adjacent; fire if no movement is possible."""
    way = route(table, post, NEAR, card(number).target)
    if not way.hexes:
        _move_else_fire(table, post, number, sector, way)
        return
    _move(table, post, way)
    if adjacent_targets(table, post):
        _fire(table, post, number, sector)


ACTIONS: dict[str, Callable[[OmahaTable, int, int, str], None]] = {
    "fire_or_move": fire_or_move,
    "move_or_fire": move_or_fire,
    "overrun": overrun,
    "aimed_fire": aimed_fire,
    "position_and_fire": position_and_fire,
}
"""GAS.armor-unit What the summary calls each action."""


# --- 23.41, 23.42 fire


def targets(table: OmahaTable, post: int) -> HexSet:
    """23.4 The hexes with US units in an armor unit's field of fire; 23.42 those it can fire at."""
    return reaches(position_of(table, post)) & us_occupied(table)


def adjacent_targets(table: OmahaTable, post: int) -> HexSet:
    """23.4 Those of them that are adjacent."""
    return targets(table, post) & equipment().board.grid.adjacent[post_hex(table, post)]


def _fire(table: OmahaTable, post: int, number: int, sector: str) -> None:
    """23.41 Armor fires like a revealed reinforcement unit, and always hits armor."""
    firing = (position_of(table, post).index,)
    table.then((position_fire.assign_hits, number, sector, firing))


# --- 23.5 movement


def _move_else_fire(table: OmahaTable, post: int, number: int, sector: str, way: Route) -> None:
    if way.hexes:
        _move(table, post, way)
    elif targets(table, post):
        _fire(table, post, number, sector)
    else:
        _tell_idle(table, post)


def _move(table: OmahaTable, post: int, way: Route) -> None:
    """23.5, 23.5g, 23.51, 23.51a An armor unit moves along a road, its depth marker with it."""
    if not way.hexes:
        _tell_idle(table, post)
        return
    the_board, name = equipment().board, equipment().posts[post].name
    start, end = post_hex(table, post), way.hexes[-1]
    table.armor_hex = replaced(table.armor_hex, post - ARMOR_POSTS.start, end)
    away, to = the_board.name(start), the_board.name(end)
    through = tuple(the_board.name(hex_) for hex_ in way.hexes[:-1])
    by = " by " if through else ""
    table.tell(
        "23.5",
        telling.ARMOR_MOVE,
        lambda: f"{name} moves from {away} to {to}{by}{', '.join(through)}.",
        [counter_tag(post), *map(hex_tag, (start, *way.hexes))],
        way=map(hex_tag, (start, *way.hexes)),
        post=name,
        start=away,
        end=to,
        path=[the_board.name(hex_) for hex_ in way.hexes],
    )
    capture_general(table, end, to)
    if way.overrun != NOWHERE:
        _disrupt_overrun(table, way.overrun, post)
    if the_board.armor.ends >> end & 1:
        text = telling.said("{} has reached the end of its road in {} and stays there.", name, to)
        table.tell("23.5", telling.ARMOR_END, text, post_tags(table, post), post=name)


def _disrupt_overrun(table: OmahaTable, hex_: int, post: int) -> None:
    """23.4f All units in the hex that armor has moved through are disrupted; leaders never are."""
    name, where, units = (
        equipment().posts[post].name,
        equipment().board.name(hex_),
        units_in(table, hex_),
    )
    table.tell(
        "23.4",
        telling.OVERRUN,
        lambda: f"{name} overruns {where}.",
        [hex_tag(hex_), *map(piece_tag, units)],
        way=[counter_tag(post), *map(piece_tag, units)],
        hex=where,
    )
    table.then(*((losses.disrupt, unit, f"by {name}", "23.4") for unit in units))


def _tell_idle(table: OmahaTable, post: int) -> None:
    name = equipment().posts[post].name
    text = telling.said("{} can neither move nor fire.", name)
    table.tell("23.4", telling.NO_ACTION, text, post_tags(table, post), post=name)


# --- 23.5, O-55 the end of the road


@steps.step("armor.end_of_turn")
def end_of_turn(table: OmahaTable) -> None:
    """23.5h, O-55 Undisrupted armor on an end point when a turn ends wins the game for the
    Germans."""
    ends = equipment().board.armor.ends
    for post in members(occupied(table) & ~((1 << ARMOR_POSTS.start) - 1)):
        hex_ = post_hex(table, post)
        if ends >> hex_ & 1 and not table.german_disrupted >> post & 1:
            name, where = equipment().posts[post].name, equipment().board.name(hex_)
            text = f"Decisive US defeat: the German armor unit {name} holds {where} at the beach."
            table.tell("23.5", telling.END, text, post_tags(table, post), post=name)
            table.finish(Result([], text, "23.5", {"armor entered": table.armor_entered}))
            return


# --- 23.7 victory points


def victory_points(table: OmahaTable) -> int:
    """23.7 A point for each armor unit that entered the map, eliminated or not."""
    return table.armor_entered
