"""9, 9.2 German depth: who gets a marker. Reinforcements (9.3 to 9.5) are in `reinforcements`.

Everything here follows fixed priorities, so nobody decides anything. What is drawn lies face
down; `pools` says what it may be.
"""

from __future__ import annotations

from beachhead.kernel.bits import set_of, unpacked
from beachhead.kernel.grid import HexSet
from beachhead.omaha.germans import pools
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    GENERALS,
    NO_DEPTH,
    OmahaTable,
    equipment,
    german_at,
    occupied,
    plays_otherwise,
    position_of,
    post_hex,
    post_tags,
    steps,
)
from beachhead.omaha.victory.control import german_network, in_german_communication, us_occupied

WHOLE_MAP = ""
"""In place of a sector: anywhere."""

DEPTH_POOLS = ("wn_depth", "building_depth", "mobile_depth")

# --- 9.2 adding depth


@steps.step("depth.place_depth")
def place_depth(table: OmahaTable, sector: str, rule: str) -> None:
    """9.2 An event adds a depth marker in a sector, or anywhere."""
    add_depth(table, sector, rule)


@steps.step("depth.place_depth_in_each_sector")
def place_depth_in_each_sector(table: OmahaTable, rule: str) -> None:
    """9.2, 9.24d A marker for each sector; if only one is left, the whole map competes for it."""
    if sum(pools.units_left(table, box) for box in DEPTH_POOLS) == 1:
        table.tell("9.24", telling.DEPTH, "Only one depth marker is left for both sectors.")
        add_depth(table, WHOLE_MAP, "9.24")
        return
    add_depth(table, "east", rule)
    add_depth(table, "west", rule)


def add_depth(table: OmahaTable, sector: str | None, rule: str) -> None:
    """9b, 9.2g, 9.23a Add a depth marker to the unit that comes first by the priorities; after a
    hero event in his sector, if possible."""
    post = unit_for_depth(table, sector or WHOLE_MAP)
    if post is None:
        table.tell(rule, telling.NO_DEPTH, "No German unit can receive a depth marker.")
    else:
        place_marker(table, post, rule)


def gain_depth(table: OmahaTable, post: int, rule: str) -> None:
    """9b, 9.2, 12.24b, UAT.results-c A unit that withstood an attack gains depth, if it is in
    communication (12.24)."""
    if plays_otherwise(table, "depth-gain-priority"):
        add_depth(table, WHOLE_MAP, rule)
    elif table.depth[post] != NO_DEPTH:
        return
    elif in_german_communication(table, post_hex(table, post)):
        place_marker(table, post, rule)
    else:
        where = equipment().posts[post].name
        text = telling.said("{} is out of German communication and gains no depth.", where)
        table.tell(rule, telling.NO_DEPTH, text, post_tags(table, post))


def unit_for_depth(table: OmahaTable, sector: str) -> int | None:
    """9.2a, 9.2f, 1b The post whose unit receives a depth marker: the closest to a US unit, then by
    kind of position, then by number and letter. A sector without an eligible unit passes it on."""
    eligible = _eligible_for_depth(table)
    in_sector = [post for post in eligible if position_of(table, post).sector == sector]
    nearest = closest(table, in_sector or eligible, us_units(table))
    return min(nearest, key=lambda post: depth_rank(table, post), default=None)


def _eligible_for_depth(table: OmahaTable) -> list[int]:
    """9.2d, 9.2e, 9.2h, 9.22a, 9.24a Units without depth in communication; 9.24 no WN units when
    their pool is empty."""
    network = german_network(table)
    wn_markers = pools.units_left(table, "wn_depth") > 0
    armor_markers = pools.units_left(table, "armor_depth") > 0
    posts = equipment().posts
    return [
        post
        for post in unpacked(occupied(table))
        if table.depth[post] == NO_DEPTH
        and (wn_markers or not posts[post].is_wn)
        and (armor_markers or post not in ARMOR_POSTS)
        and in_german_communication(table, post_hex(table, post), network)
    ]


def depth_rank(table: OmahaTable, post: int) -> tuple[int, int, str, int]:
    """9.2b, 9.2c, 9.4c The order among equally close posts: single-hex WN, two-hex WN,
    reinforcement position; lowest number; lowest letter. The lower hex settles what is left (P-31),
    and armor is where it stands now."""
    position = position_of(table, post)
    kind = _kind_order(position)
    return kind, id_number(position), position.zone or "", post_hex(table, post)


def _kind_order(position: GermanPosition) -> int:
    # 9.2b Single-hex WN, two-hex WN, reinforcement position.
    return len(position.hexes) if position.is_wn else 3


def id_number(position: GermanPosition) -> int:
    """9.2c, 9.41a The ID number of a position; a blank one counts as 0."""
    return int(position.name.removeprefix("WN")) if position.is_wn else position.number or 0


def place_marker(table: OmahaTable, post: int, rule: str) -> None:
    """9.21, 9.24c, 2.24a Draw a marker from the pool of the post's kind and place it beneath the
    unit."""
    name = equipment().posts[post].name
    kind = pools.depth_source(table, post)
    if kind is None:
        text = telling.said("{} would gain depth, but there is no marker of its kind left.", name)
        table.tell("9.24", telling.NO_DEPTH, text, post_tags(table, post))
        return
    pools.draw_depth(table, kind, post)
    label = "WN" if kind == "wn" else kind
    text = telling.said("A {} depth marker is placed beneath the {}.", label, german_at(post))
    table.tell(rule, telling.DEPTH, text, post_tags(table, post), post=name, depth=kind)


# --- distance


def us_units(table: OmahaTable) -> HexSet:
    """9.2 The hexes of US units and HQs, as the Germans measure; a General does not count."""
    found = us_occupied(table)
    if plays_otherwise(table, "general-distance"):
        found |= set_of(table.hex[general] for general in GENERALS if table.hex[general] >= 0)
    return found


def closest(table: OmahaTable, posts: list[int], hexes: HexSet) -> list[int]:
    """9.2a Those of some posts that are closest to any of some hexes; all if there are no hexes."""
    if not hexes or not posts:
        return posts
    wanted = set_of(post_hex(table, post) for post in posts)
    while not hexes & wanted:
        hexes |= equipment().board.grid.neighbors(hexes)
    return [post for post in posts if hexes >> post_hex(table, post) & 1]


# --- 16.2 depth by a German action


def re_supply(table: OmahaTable, post: int) -> None:
    """16.2 A lone unit draws a depth marker."""
    place_marker(table, post, "16.2")
