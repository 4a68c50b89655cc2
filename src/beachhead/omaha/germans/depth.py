"""9 German depth and reinforcements: who gets a marker, where a unit appears.

Everything here follows fixed priorities, so nobody decides anything. What is drawn lies face
down; `pools` says what it may be.
"""

from __future__ import annotations

from beachhead.kernel.bits import set_of, unpacked
from beachhead.kernel.grid import HexSet
from beachhead.omaha.german_fire import losses
from beachhead.omaha.germans import armor_entry, pools
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import telling
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    EMPTY,
    GENERALS,
    NO_DEPTH,
    OmahaTable,
    armor_hexes,
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
    """9b, 9.2g Add a depth marker to the unit that comes first by the priorities."""
    post = unit_for_depth(table, sector or WHOLE_MAP)
    if post is None:
        table.tell(rule, telling.NO_DEPTH, "No German unit can receive a depth marker.")
    else:
        _place_marker(table, post, rule)


def gain_depth(table: OmahaTable, post: int, rule: str) -> None:
    """9b, 9.2, 12.24b, UAT.results-c A unit that withstood an attack gains depth, if it is in
    communication (12.24)."""
    if plays_otherwise(table, "depth-gain-priority"):
        add_depth(table, WHOLE_MAP, rule)
    elif table.depth[post] != NO_DEPTH:
        return
    elif in_german_communication(table, post_hex(table, post)):
        _place_marker(table, post, rule)
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


def _place_marker(table: OmahaTable, post: int, rule: str) -> None:
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


# --- 9.3 reinforcements by event


@steps.step("depth.reinforce")
def reinforce(table: OmahaTable, zones: tuple[str, ...], rule: str) -> None:
    """9.3a, 9.33c to 9.34b A unit for each zone named, in the order named."""
    waiting = list(zones)
    while waiting:
        by_road = _position_for_armor(table, waiting)
        if by_road is not None:
            waiting.remove(str(equipment().posts[by_road].position.zone))
            table.then((armor_entry.enter, by_road), (reinforce, tuple(waiting), rule))
            return
        if not _available(table):
            break
        open_ = {zone: _open_positions(table, zone) for zone in waiting}
        able = [zone for zone in waiting if open_[zone]]
        # 9.34 With too few units for all, the zones compete by the priorities.
        scarce = _available(table) < len(able)
        candidates = [post for zone in (able if scarce else waiting[:1]) for post in open_[zone]]
        if not candidates:
            text = telling.said(
                "No position of zone {} is empty and in communication: nothing comes.", waiting[0]
            )
            table.tell("9.33", telling.NO_REINFORCEMENT, text)
            del waiting[0]
            continue
        us = us_units(table)
        post = min(candidates, key=lambda post: _reinforcement_order(post, us))
        waiting.remove(str(equipment().posts[post].position.zone))
        _bring_up(table, post, "9.34" if scarce else rule)
    for zone in waiting:
        text = telling.said("Zone {}: the Germans have no reinforcements left.", zone)
        table.tell("9.34", telling.NO_REINFORCEMENT, text)


def _position_for_armor(table: OmahaTable, zones: list[str]) -> int | None:
    """23.2, 23.21 Of the positions that 9.3 picks in some zones, the one that armor enters."""
    if not armor_entry.may_enter(table):
        return None
    us = us_units(table)
    picked = [
        min(open_, key=lambda post: _reinforcement_order(post, us))
        for zone in zones
        if (open_ := _open_positions(table, zone))
    ]
    return armor_entry.place_for_armor(table, picked)


def _available(table: OmahaTable) -> int:
    """9.34 How many units an event can still bring."""
    return pools.units_left(table, "tactical") + pools.units_left(table, "division")


def _open_positions(table: OmahaTable, zone: str | None) -> list[int]:
    """9.32a to 9.33b, 9.41b, 2.1k, 19.3b Empty reinforcement positions of a zone in communication;
    None: blank ones too.

    A position that holds a US unit, an HQ or a garrison (19.3) is not empty; a General alone
    does not count (11.31).
    """
    network = german_network(table)
    taken = us_occupied(table) | armor_hexes(table) | table.garrisons
    return [
        post.index
        for post in equipment().posts
        if post.position.kind == "reinforcement"
        and (zone is None or post.position.zone == zone)
        and post.position.sector in table.sectors
        and table.unit[post.index] == EMPTY
        and not taken >> post.hex & 1
        and in_german_communication(table, post.hex, network)
    ]


def _reinforcement_order(post: int, us: HexSet) -> tuple[int, int, str]:
    """9.3b to 9.3d Adjacent to a US unit first, then within two hexes, then the lowest number."""
    grid = equipment().board.grid
    here = equipment().posts[post]
    near = 1 << here.hex
    nearness = next((away for away in (1, 2) if grid.within(near, away) & us), 3)
    return nearness, id_number(here.position), here.position.zone or ""


def _bring_up(table: OmahaTable, post: int, rule: str) -> None:
    """9c, 9d, 9.3a, 9.31, 22.4c A tactical unit without depth, or a division unit with depth."""
    if pools.units_left(table, "tactical") > 0:
        _place_unit(table, "tactical", post, rule)
        if variants.improved_reaction(table):
            _place_marker(table, post, "22.4")
        return
    _place_unit(table, "division", post, "9.31")
    _place_marker(table, post, "9.31")


def _place_unit(table: OmahaTable, box: str, post: int, rule: str) -> None:
    """9.3 A face-down unit appears; 11.31 it captures a General who is there alone."""
    here = equipment().posts[post]
    pools.draw_unit(table, box, post)
    text = telling.said("A {} reinforcement appears face down in {}.", box, here.name)
    if box == "tactical" and rule != "16.4" and not variants.improved_reaction(table):
        text = telling.said(
            "A tactical reinforcement appears face down, without depth, in {}.", here.name
        )
    table.tell(rule, telling.REINFORCEMENT, text, post_tags(table, post), post=here.name, pool=box)
    capture_general(table, post)


def capture_general(table: OmahaTable, post: int) -> None:
    """11.31c A General who is alone in a position is captured when a German unit comes there."""
    here = equipment().posts[post]
    losses.capture_general(table, here.hex, here.name)


# --- 9.4 tactical reinforcement from a WN depth marker


@steps.step("depth.tactical_reinforcement")
def tactical_reinforcement(table: OmahaTable, post: int, face_up: bool) -> None:
    """9.4a to 9.4c, 9.41b to 9.42b A revealed Tactical Reinforcement marker is removed and brings a
    tactical unit to the nearest position; 9.42 only from the tactical pool, without depth."""
    here = equipment().posts[post]
    pools.remove_depth(table, post)
    text = telling.said("The Tactical Reinforcement marker in {} is removed from play.", here.name)
    table.tell("9.4", telling.DEPTH_REMOVED, text, post_tags(table, post), post=here.name)
    if not pools.units_left(table, "tactical"):
        table.tell("9.42", telling.NO_REINFORCEMENT, "The tactical pool is empty: no unit appears.")
        return
    nearest = closest(
        table, closest(table, _open_positions(table, None), 1 << here.hex), us_units(table)
    )
    if not nearest:
        text = "No reinforcement position is empty and in communication: no unit appears."
        table.tell("9.41", telling.NO_REINFORCEMENT, text)
        return
    chosen = min(nearest, key=lambda post: depth_rank(table, post))
    _place_unit(table, "tactical", chosen, "9.4")
    if face_up:
        table.then(pools.reveal_unit(chosen, "EV.prisoner-talks"))


# --- 16.2, 16.4 depth and reinforcements by a German action


def re_supply(table: OmahaTable, post: int) -> None:
    """16.2 A lone unit draws a depth marker."""
    _place_marker(table, post, "16.2")


def reinforce_position(table: OmahaTable, post: int) -> None:
    """16.4b, 16.4e A unit appears with a depth marker: tactical as long as there are any, then of
    the division pool (O-50)."""
    pool = ("division",) if plays_otherwise(table, "reinforce-pool") else ("tactical", "division")
    box = next((box for box in pool if pools.units_left(table, box) > 0), None)
    if box is None:
        text = telling.said(
            "{}: the Germans have no reinforcements left.", equipment().posts[post].name
        )
        table.tell("16.4", telling.NO_REINFORCEMENT, text, post_tags(table, post))
        return
    _place_unit(table, box, post, "16.4")
    _place_marker(table, post, "16.4")
    table.held_fire |= 1 << post


# --- 9.5 Kampfgruppe Meyer


@steps.step("depth.kampfgruppe_meyer")
def kampfgruppe_meyer(table: OmahaTable) -> None:
    """9.5a, 9.5c, 22.4b Four units and two depth markers are released, until all eight units
    are."""
    if variants.improved_reaction(table):
        table.tell(
            "22.4", telling.KG_MEYER, "Kampfgruppe Meyer is in the division pool: no effect."
        )
        return
    if not pools.units_left(table, "kg_meyer"):
        table.tell("9.5", telling.KG_MEYER, "No unit of Kampfgruppe Meyer is left to release.")
        return
    pools.release_kg_meyer(table)
    text = "Four units of Kampfgruppe Meyer join the division pool, two of its depth markers the "
    text += "mobile pool."
    table.tell("9.5", telling.KG_MEYER, text)
