"""16 The German Action Summary: what a position does that a fire card calls, by its situation.

The summary itself is data (`charts().german_actions`). GAS.armor The armor symbol is read as F, and
its fire hits armor (`hits`); GAS.armor-unit the column of German armor is in `armor`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from beachhead.kernel.bits import listed
from beachhead.kernel.grid import HexSet
from beachhead.omaha.german_fire.fields_of_fire import positions_of, reaches
from beachhead.omaha.germans import advance, depth
from beachhead.omaha.germans.mortars_patrols_ambushes import limit
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import Square, card
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    NO_DEPTH,
    OmahaTable,
    PostSet,
    armor_hexes,
    equipment,
    occupied,
    plays_otherwise,
    us_hexes,
)
from beachhead.omaha.victory.control import us_occupied

FIRES = ("fire", "re_supply_and_fire", "mortar", "artillery_fire")
"""What smoke in front of a position prevents."""


# --- 16 which positions a card calls, and in which order


def order(table: OmahaTable, number: int, sector: str) -> tuple[int, ...]:
    """16k, 16q, 16.33a The positions that a card calls: the higher number first, then the later
    letter (O-43)."""
    colors = tuple(square.color for square in card(number).squares)
    return _order(sector, colors, plays_otherwise(table, "letter-order"))


@cache
def _order(sector: str, colors: tuple[str, ...], early_letters: bool) -> tuple[int, ...]:
    called = [position for color in colors for position in positions_of(sector, color)]
    called.sort(key=lambda position: rank_of(position, early_letters))
    return tuple(position.index for position in called)


def rank_of(position: GermanPosition, early_letters: bool) -> tuple[int, int, int]:
    letter = ord(position.zone or "A")
    return -depth.id_number(position), letter if early_letters else -letter, position.hexes[0]


def square_of(position: GermanPosition, number: int) -> Square:
    """16a The square of a card that calls a position."""
    return _square(position.color, number)


@cache
def _square(color: str, number: int) -> Square:
    square = card(number).square(color)
    assert square is not None, f"card {number} does not call {color}"
    return square


# --- 16 the German Action Summary


class Columns(NamedTuple):
    """What the summary has for a position that a letter calls."""

    empty: str | None
    with_targets: str | None
    without_targets: str | None


@cache
def columns_of(index: int, letter: str) -> Columns:
    """16 The columns of the summary for a WN, or for a reinforcement position."""
    row = charts().german_actions[letter]
    if equipment().board.positions[index].is_wn:
        return Columns(row.wn_empty, row.wn_with_targets, row.wn_without_targets)
    return Columns(
        row.reinforcement_empty, row.reinforcement_with_targets, row.reinforcement_without_targets
    )


def action_of(
    table: OmahaTable, position: GermanPosition, square: Square, *, targets: bool | None = None
) -> str | None:
    """16, 16d, 1b, EV.smoke-a What a position does that a square of the card calls, by its
    situation; None is no action. 23.43 where armor stands, only the armor unit acts. `targets`: as
    if an occupied position had some, or none."""
    if table.armor_entered and armor_hexes(table) & position.area:
        return None
    germans = equipment().posts_of[position.index] & occupied(table)
    if not germans:
        action = _of_empty(table, position, square)
    elif able := germans & ~(table.german_disrupted | table.held_fire):
        action = _of_occupied(table, position, square, able, targets)
    else:
        return None
    if table.smoke >> position.index & 1 and action in FIRES:
        return None
    return action


def _of_occupied(
    table: OmahaTable,
    position: GermanPosition,
    square: Square,
    able: PostSet,
    targets: bool | None,
) -> str | None:
    """16, GAS.F, GAS.M, GAS.P, GAS.A A disrupted unit does nothing, nor one that came in this
    phase; a double symbol calls only positions with depth, but 16.21 re-supply is for lone units
    too."""
    # 16l, 16n, 16o, 16.21a, 16.5a, 16.6a, 16.7a
    if targets is None:
        targets = has_targets(table, position, square)
    columns = columns_of(position.index, square.action)
    action = columns.with_targets if targets else columns.without_targets
    if action is None:
        return None
    if square.double and action != "re_supply_and_fire" and not _is_deep(table, able):
        return None
    if action in ("advance", "advance_or_fire"):
        return _advance_or_fire(table, listed(able)[0], targets=targets)
    return action


def _is_deep(table: OmahaTable, posts: PostSet) -> bool:
    return any(table.depth[post] != NO_DEPTH for post in listed(posts))


def _advance_or_fire(table: OmahaTable, post: int, *, targets: bool) -> str | None:
    """16.8b, 16.81d, 16.81e Advance, fire, or nothing."""
    goal = advance.destination(table, equipment().posts[post].position)
    if goal is not None and advance.attempts(table, post, targets=targets):
        return "advance"
    return "fire" if targets else None


def _of_empty(table: OmahaTable, position: GermanPosition, square: Square) -> str | None:
    """16, GAS.R An empty position acts on single and double symbols alike, if it is in
    communication, no US unit or garrison is in it, and for a reinforcement position a US unit is
    near."""
    # 16b, 16c, 16l, 16p, 16.1a, 16.11a, 16.4a, 16.9a, 2.1n, 19.3b
    index = position.index
    if not (position.is_wn or _near(index) & depth.us_units(table)):
        return None
    action = columns_of(index, square.action).empty
    if action is None or not equipment().posts_of[index] & table.network_at_fire:
        return None
    if position.area & (us_occupied(table) | table.garrisons):
        return None
    if action == "ambush" and not has_targets(table, position, square):
        return None
    return action


@cache
def _near(index: int) -> HexSet:
    """16 The hexes from which US units provoke an empty reinforcement position."""
    the_board = equipment().board
    return the_board.grid.within(the_board.positions[index].area, limit("reinforce_within"))


def has_targets(table: OmahaTable, position: GermanPosition, square: Square) -> bool:
    """16, GAS.star Whether US units are in a position's field of fire; a General alone counts only
    where the fire can hit a leader (11.31, 11.4)."""
    field = reaches(position)
    if field & us_occupied(table):
        return True
    return bool(field & us_hexes(table)) and charts().german_actions[square.action].hits_leaders
