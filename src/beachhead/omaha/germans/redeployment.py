"""16.3, 16.8 German units that go from one position to another."""

from __future__ import annotations

from beachhead.omaha.engineers.garrisons import remove_garrison
from beachhead.omaha.germans import pools
from beachhead.omaha.germans.depth import capture_general
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    NO_DEPTH,
    OmahaTable,
    counter_tag,
    equipment,
    hex_tag,
    post_tags,
)


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
