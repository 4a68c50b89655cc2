"""16.3, 16.8 German units that go from one position to another.

16.33 Of two units with one goal, the one of the higher number goes first: in that order the
positions are called (`action_summary.order`).
"""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.engineers.garrisons import remove_garrison
from beachhead.omaha.german_fire.fields_of_fire import posts_in
from beachhead.omaha.germans import depth, pools
from beachhead.omaha.germans.mortars_patrols_ambushes import units_by_hex
from beachhead.omaha.germans.reinforcements import capture_general
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import (
    NO_DEPTH,
    OmahaTable,
    armor_hexes,
    counter_tag,
    equipment,
    hex_tag,
    occupied,
    post_tags,
    unit_side,
)
from beachhead.omaha.victory.control import in_communication, us_occupied


def relocate(table: OmahaTable, start: int, end: int, rule: str, how: str) -> None:
    """16.3, 16.32a, 16.82, 19.3f A unit moves with its depth marker; 11.31 it captures a General
    who is alone there, and 19.3 a garrison there is removed. It does nothing more in this phase."""
    here, there = equipment().posts[start], equipment().posts[end]
    pools.move_unit(table, start, end)
    table.held_fire |= 1 << end
    table.tell(
        rule,
        telling.GERMAN_MOVED,
        lambda: f"The German unit in {here.name} {how} {there.name}.",
        [counter_tag(start), hex_tag(there.hex)],
        way=[hex_tag(here.hex), hex_tag(there.hex)],
        start=here.name,
        end=there.name,
    )
    remove_garrison(table, there.hex)
    capture_general(table, end)
    swap_depth(table, end, "16.83" if rule == "16.82" else "16.34")


def swap_depth(table: OmahaTable, post: int, rule: str) -> None:
    """16.34, 16.83 A mobile marker that comes to buildings, or a building marker that leaves
    them, is exchanged for one of the other kind, if the pool has one."""
    if table.depth[post] == NO_DEPTH:
        return
    here = equipment().posts[post]
    wanted = "building" if here.building else "mobile"
    had = pools.depth_kind(table.depth[post])
    if had == wanted or not pools.units_left(table, f"{wanted}_depth"):
        return
    pools.exchange_depth(table, post, wanted)
    text = telling.said(
        "Its {} depth marker in {} is exchanged for a {} marker.", had, here.name, wanted
    )
    table.tell(
        rule, telling.DEPTH_EXCHANGED, text, post_tags(table, post), post=here.name, depth=wanted
    )


def redeployment(table: OmahaTable, position: GermanPosition) -> int | None:
    """16.3a, 16.3b, 16.3d, 16.31a, 19.3b Where a unit redeploys to: a VP position, then the lower
    number, then more US strength in the field of fire; 16.31 from a VP position only to another."""
    if not in_communication(table, position):
        return None
    us = us_occupied(table)
    barred = us | table.garrisons | armor_hexes(table)
    posts, empty = equipment().posts, table.network_at_fire & ~occupied(table)
    candidates = [
        post
        for post in (posts[each] for each in members(empty & posts_in(position.sector)))
        if post.position.kind == "reinforcement"
        and not barred >> post.hex & 1
        and post.position.fire & us
        and (post.position.vp or not position.vp)
    ]
    if not candidates:
        return None
    return min(
        candidates,
        key=lambda post: (
            not post.position.vp,
            depth.id_number(post.position),
            -us_strength(table, post.position.fire),
            post.position.zone or "",
            post.hex,
        ),
    ).index


def us_strength(table: OmahaTable, hexes: HexSet) -> int:
    """16.3 The strength of the US units in some hexes."""
    return sum(
        unit_side(table, unit).strength
        for units in units_by_hex(table, hexes).values()
        for unit in units
    )
