"""16.1 Re-occupying empty WNs."""

from __future__ import annotations

from functools import cache, partial

from beachhead.kernel.bits import members
from beachhead.kernel.play import Chance, Option
from beachhead.omaha.germans import depth, reinforcements, revealing
from beachhead.omaha.germans.action_summary import action_of, order, square_of
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import pack, telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import (
    UNSEEN_WN,
    OmahaTable,
    equipment,
    position_tag,
    post_tags,
    posts_of,
    put_in_post,
    steps,
)
from beachhead.omaha.victory.control import in_communication


def re_occupy(table: OmahaTable, position: GermanPosition, number: int) -> None:
    """16.1b, 16.1c Eliminated WN units without artillery come to all empty WNs that the card calls;
    16.12 if there are too few, to the hexes closest to US units."""
    count = len(fallen_wn_units(table)) + knocked_out_unseen(table)
    if not count:
        text = telling.said(
            "No WN unit can come back to {}: none without artillery is lost.", position.name
        )
        table.tell("16.1", telling.NO_REINFORCEMENT, text, [position_tag(position)])
        return
    posts = open_wn_posts(table, number, position.sector)
    posts = nearest_first(table, posts)[:count] if len(posts) > count else posts
    table.then(*((which_wn_unit, post) for post in posts))


def open_wn_posts(table: OmahaTable, number: int, sector: str) -> list[int]:
    """16.1, 16.11b The posts of empty WNs that the card calls to be re-occupied: where both hexes
    of a WN are in communication, both."""
    found: list[int] = []
    for index in order(table, number, sector):
        position = equipment().board.positions[index]
        square = square_of(position, number)
        if not posts_of(table, position) and action_of(table, position, square) == "re_occupy":
            found += in_communication(table, position)
    return found


def nearest_first(table: OmahaTable, posts: list[int]) -> list[int]:
    """16.12 Posts by their distance to a US unit; those equally close stay in order."""
    us = depth.us_units(table)
    grid = equipment().board.grid
    return sorted(
        posts,
        key=lambda post: min(
            (grid.distance(equipment().posts[post].hex, hex_) for hex_ in members(us)), default=0
        ),
    )


def fallen_wn_units(table: OmahaTable) -> list[int]:
    """16.1b The eliminated WN units without artillery, as far as anybody has seen them."""
    in_play = set(table.unit)
    return [unit for unit in _crews() if unit not in in_play and not table.unseen_units >> unit & 1]


def knocked_out_unseen(table: OmahaTable) -> int:
    """22.1 How many WN units without artillery the bombardment knocked out face down."""
    if not variants.bombed(table):
        return 0
    on_map = sum(
        unit == UNSEEN_WN and equipment().posts[post].gun is None
        for post, unit in enumerate(table.unit)
    )
    unseen = sum(table.unseen_units >> unit & 1 for unit in _crews())
    return unseen - on_map - _left_out_at_set_up(table.scenario)


@cache
def _left_out_at_set_up(scenario: str) -> int:
    """21.1g How many WN units without artillery were never in play."""
    rows = pack.load().rows("scenario_wn")
    placed: int = sum(row["scenario"] == scenario and row["unit"] == "plain" for row in rows)
    return len(_crews()) - placed


@cache
def _crews() -> tuple[int, ...]:
    """The WN units without artillery."""
    return tuple(
        unit.index for unit in equipment().pieces.german_units_of("wn") if unit.gun is None
    )


@steps.question("re_occupation.which_wn_unit")
def which_wn_unit(table: OmahaTable, post: int) -> Chance[int] | None:
    """16.1 Which of them comes is drawn at random."""
    seen, hidden = fallen_wn_units(table), knocked_out_unseen(table)
    if not seen and not hidden:
        return None
    unseen = [unit for unit in _crews() if hidden and table.unseen_units >> unit & 1]
    units = [*seen, *unseen]
    weights = [len(unseen) or 1] * len(seen) + [hidden] * len(unseen)
    return Chance(
        f"Draw the WN unit that re-occupies {equipment().posts[post].name}.",
        "16.1",
        wn_re_occupied,
        units,
        _wn_option,
        weights,
        (post,),
        topic=revealing.REVEALS,
    )


def _wn_option(unit: int) -> Option:
    face = equipment().pieces.german_units[unit]
    return Option(f"german-{face.name}", partial(revealing.unit_text, unit), unit)


def wn_re_occupied(table: OmahaTable, unit: int, post: int) -> None:
    """16.1b, 16.1d The unit comes face up, and does not fire in this phase."""
    here = equipment().posts[post]
    put_in_post(table, post, unit)
    table.unseen_units &= ~(1 << unit)
    table.held_fire |= 1 << post
    table.tell(
        "16.1",
        telling.REINFORCEMENT,
        lambda: f"{here.name} is re-occupied, face up: {revealing.unit_text(unit)}.",
        post_tags(table, post),
        post=here.name,
        unit=equipment().pieces.german_units[unit].name,
    )
    reinforcements.capture_general(table, post)
