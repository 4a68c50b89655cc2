"""16 Odds of German actions: what a fire card would make the positions do to a unit.

Every position is judged on the table as it is, with the choices of the player falling on the
unit; what one position's action means for the next is left out.
"""

from __future__ import annotations

from functools import cache

from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.german_fire.fields_of_fire import reaches
from beachhead.omaha.german_fire.hits import DISRUPT, LOSE_STEP, Volley, fires, volleys
from beachhead.omaha.german_fire.position_fire import next_hits_of
from beachhead.omaha.germans import advance, mortars_patrols_ambushes
from beachhead.omaha.germans.action_summary import action_of
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import Square, card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import NO_DEPTH, OmahaTable, equipment, german_actions_on, posts_of
from beachhead.omaha.victory.control import in_communication


def harm_by_actions(table: OmahaTable, unit: int, number: int, sector: str) -> int:
    """16 What the positions that a card calls would do to a unit: it loses a step, is disrupted,
    both, or nothing."""
    harm = 0
    for square in card(number).squares:
        for index in threatening(table.hex[unit], sector, square.color):
            position = equipment().board.positions[index]
            action = action_of(table, position, square)
            if action is not None:
                harm |= _harm(table, unit, number, position, action)
    return harm


@cache
def threatening(hex_: int, sector: str, color: str) -> tuple[int, ...]:
    """The positions of a color in a sector that may do something to a unit in a hex: by fire, by
    mortars, by a patrol, by an advance, or from afar with guns."""
    the = equipment()
    bit = 1 << hex_
    found = []
    for position in the.board.positions:
        if position.sector == sector and position.color == color:
            reach = position.fire | mortars_patrols_ambushes.mortar_range(position.index)
            for goal in position.advance:
                end = the.board.position[goal].hexes[0]
                reach |= the.board.advance_route(position.hexes[0], end)
            if position.is_wn:
                reach |= the.board.beach
            if reach & bit:
                found.append(position.index)
    return tuple(found)


def _harm(table: OmahaTable, unit: int, number: int, position: GermanPosition, action: str) -> int:
    """What one position does to a unit by its action."""
    match action:
        case "fire":
            return _fire(table, unit, number, position, supplied=False)
        case "re_supply_and_fire":
            return _re_supply_and_fire(table, unit, number, position)
        case "mortar":
            return LOSE_STEP if _mortared(table, unit, number, position.index) else 0
        case "patrol":
            units = mortars_patrols_ambushes.in_patrolled_hexes(table, position.index)
            units = units or mortars_patrols_ambushes.nearest_to_patrol(
                table, position.index, number
            )
            return DISRUPT if unit in units else 0
        case "ambush":
            units, effect = mortars_patrols_ambushes.ambushed(table, position.index, number)
            return effect if unit in units else 0
        case "artillery_fire":
            hit = german_artillery.has_gun(table, position.index)
            hit = hit and unit in german_artillery.action_targets(table, position.index, number)
            return LOSE_STEP if hit else 0
        case "advance":
            return _advance(table, unit, number, position)
    return 0


def _fire(
    table: OmahaTable, unit: int, number: int, position: GermanPosition, *, supplied: bool
) -> int:
    """14.1 What the fire of one position does to a unit."""
    if not reaches(position) >> table.hex[unit] & 1:
        return 0
    firing = volleys(table, card(number), position.sector, (position.index,))
    if supplied:
        more = charts().limit("hits_per_marker", table.turn) or 1
        firing = [volley._replace(limit=volley.limit + more) for volley in firing]
    return worst_hits(table, unit, firing)


def _re_supply_and_fire(table: OmahaTable, unit: int, number: int, position: GermanPosition) -> int:
    """16.2 With the depth marker that the position would draw."""
    square = card(number).square(position.color)
    if square is not None and not _fires_when_re_supplied(table, position, square):
        return 0
    lone = table.depth[posts_of(table, position)[0]] == NO_DEPTH
    supplied = lone and bool(in_communication(table, position))
    return _fire(table, unit, number, position, supplied=supplied)


def _fires_when_re_supplied(table: OmahaTable, position: GermanPosition, square: Square) -> bool:
    """16.21 A lone unit that gets no marker does not fire on a double symbol."""
    lone = table.depth[posts_of(table, position)[0]] == NO_DEPTH
    return not (lone and square.double) or bool(in_communication(table, position))


def fires_at_targets(table: OmahaTable, position: GermanPosition, square: Square) -> bool:
    """6.3, 16 Whether a position that a square calls fires, if there is somebody to fire at."""
    if not german_actions_on(table):
        return fires(table, position, square)
    if not posts_of(table, position):
        return False
    action = action_of(table, position, square, targets=True)
    if action == "re_supply_and_fire":
        return _fires_when_re_supplied(table, position, square)
    return action == "fire"


def worst_hits(table: OmahaTable, unit: int, firing: list[Volley]) -> int:
    """6.31 What some volleys do to a unit if every choice falls on it."""
    bit = 1 << unit
    if not any(rank & bit for each in firing for rank in (*each.losses, *each.disruptions)):
        return 0
    table.fire_hits = ()
    while True:
        sure, choices = next_hits_of(table, firing)
        if choices:
            sure = [next((hit for hit in choices if hit[1] == unit), choices[0])]
        if not sure:
            break
        table.fire_hits += tuple(sure)
    harm = 0
    for _, target, effect in table.fire_hits:
        if target == unit:
            harm |= effect
    table.fire_hits = ()
    return harm


def _mortared(table: OmahaTable, unit: int, number: int, position: int) -> bool:
    """16.5 Whether mortar fire may hit a unit."""
    chosen: tuple[int, ...] = ()
    while True:
        units, choice = mortars_patrols_ambushes.next_mortar_targets(
            table, position, number, chosen
        )
        if unit in units:
            return True
        if choice or not units:
            return False
        chosen = (*chosen, *units)


def _advance(table: OmahaTable, unit: int, number: int, position: GermanPosition) -> int:
    """16.82 What an advance does to a unit: disruption, and the loss of a step if it succeeds."""
    goal = advance.destination(table, position)
    if goal is None:
        return 0
    route = equipment().board.advance_route(position.hexes[0], equipment().posts[goal].hex)
    if not route >> table.hex[unit] & 1:
        return 0
    before = table.disrupted
    for each in advance.disrupted_by_advance(table, route, number):
        table.disrupted |= 1 << each
    harm = DISRUPT if table.disrupted & ~before & 1 << unit else 0
    if advance.defense(table, route) < advance.REPULSED_BY:
        harm |= LOSE_STEP
    table.disrupted = before
    return harm
