"""12 Control and communication, and 12.24 when they are judged."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.kernel.bits import listed, members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    EMPTY,
    GENERALS,
    UNITS,
    OmahaTable,
    PostSet,
    armor_hexes,
    equipment,
    german_hexes,
    occupied,
    plays_otherwise,
    post_in,
    projecting,
    submerged,
)

# --- 12.1 US control


def map_in_play(table: OmahaTable) -> HexSet:
    """3, EF-a The hexes of the sectors that the scenario uses."""
    the_board = equipment().board
    if len(table.sectors) > 1:
        return the_board.grid.all
    return the_board.sectors[table.sectors[0]]


def us_occupied(table: OmahaTable) -> HexSet:
    """11.31b The hexes that hold a US unit or HQ; a General alone does not count (11.31)."""
    return table.ground


def us_control(table: OmahaTable) -> HexSet:
    """12c, 12.1a, 12.1c, FB.control-a, FB.control-b The hexes US units control: their own, and for
    some of them those around; HQs, command posts and engineer bases (O-07) only their own."""
    return _controlled(
        tuple(table.hex[: GENERALS.start]), tuple(table.steps_left[:UNITS]), tuple(table.bases)
    )


@lru_cache(64)
def _controlled(
    hexes: tuple[int, ...], steps_left: tuple[int, ...], bases: tuple[int, ...]
) -> HexSet:
    # 12.1a, 12.1b, 12.11a, 12.11b By the size of a unit and the ground it stands on.
    the_board, units = equipment().board, equipment().units
    adjacent = the_board.grid.adjacent
    low = the_board.low_ground
    controlled = 0
    for unit, (hex_, left) in enumerate(zip(hexes, steps_left, strict=False)):
        if hex_ >= 0 and units[unit].sides[left - 1].controls_adjacent:
            # 12.11 From low ground only low ground is controlled.
            controlled |= adjacent[hex_] & low if low >> hex_ & 1 else adjacent[hex_]
    return controlled | set_of(hex_ for hex_ in {*hexes, *bases} if hex_ >= 0)


# --- 12.2 German communication


@cache
def barred_to_german_paths() -> HexSet:
    """12.2d to 12.2f Rough, beach, and pavilion hexes next to the beach; the sea."""
    the_board = equipment().board
    beach = the_board.beach
    shore = the_board.terrain["pavilion"] & the_board.grid.neighbors(beach)
    return the_board.features["rough"] | beach | shore | the_board.terrain["water"]


@cache
def exit_hexes() -> HexSet:
    return set_of(equipment().board.exits.values())


def open_to_german_paths(table: OmahaTable) -> HexSet:
    """12a, 12.2c, 12.21 The hexes a German path may pass: neither occupied nor controlled by US
    units, unless a German unit stands there."""
    held = us_control(table) & ~german_hexes(table)
    return map_in_play(table) & ~barred_to_german_paths() & ~held


def german_network(table: OmahaTable) -> HexSet:
    """12.2b Every hex from which open hexes lead to an exit, itself open (P-02)."""
    open_hexes = open_to_german_paths(table)
    exits = exit_hexes() & map_in_play(table)
    if not plays_otherwise(table, "exit-hex-free"):
        exits &= open_hexes
    return _flood(exits, open_hexes)


@lru_cache(64)
def _flood(exits: HexSet, open_hexes: HexSet) -> HexSet:
    # The same network is asked for again and again while nobody moves.
    return exits | equipment().board.grid.flood(exits, open_hexes)


def in_german_communication(table: OmahaTable, hex_: int, network: HexSet | None = None) -> bool:
    """12.2a Whether the German position in a hex is in communication; a two-hex WN is if one of its
    occupied hexes is (P-04)."""
    if network is None:
        network = german_network(table)
    if armor_hexes(table) >> hex_ & 1:
        return _traces(table, hex_, network)
    the = equipment()
    position = the.board.position_at[hex_]
    occupied = [each for each in position.hexes if table.unit[the.post_at[each]] != EMPTY]
    return any(_traces(table, each, network) for each in occupied or (hex_,))


def german_reach(table: OmahaTable, network: HexSet | None = None) -> HexSet:
    """12.2, 12.22a Every hex in which an empty position is in communication, or would be: a path
    leads on from it, barred though it may be itself (P-01), and no US unit is there (P-03)."""
    if network is None:
        network = german_network(table)
    around = equipment().board.grid.neighbors(network)
    if plays_otherwise(table, "trace-from-barred-hex"):
        around &= ~barred_to_german_paths()
    return network | around & ~us_occupied(table)


def _traces(table: OmahaTable, hex_: int, network: HexSet) -> bool:
    """12.2, 12.22a Whether a path leads on from a position's hex.

    The hex itself may be barred ground (P-01) or in US control (12.22). An empty position with
    a US unit in it is out of communication (P-03).
    """
    bit = 1 << hex_
    if network & bit:
        return True
    if us_occupied(table) & bit:
        return False
    if barred_to_german_paths() & bit and plays_otherwise(table, "trace-from-barred-hex"):
        return False
    return bool(network & equipment().board.grid.adjacent[hex_]) or _by_bocage(table, hex_, network)


def _by_bocage(table: OmahaTable, hex_: int, network: HexSet) -> bool:
    """12.23 An occupied reinforcement position may trace through one adjacent bocage hex that
    US units control but do not occupy."""
    the = equipment()
    post = post_in(table, hex_)
    if post is None or the.posts[post].is_wn or table.unit[post] == EMPTY:
        return False
    grid = the.board.grid
    bocage = grid.adjacent[hex_] & the.board.features["bocage"] & map_in_play(table)
    bocage &= ~us_occupied(table)
    return bool(network & grid.neighbors(bocage) or exit_hexes() & bocage)


# --- 12.3 US communication


@cache
def open_sides() -> tuple[HexSet, ...]:
    """12.3d For each hex, the neighbors not behind a bluff or cliff hexside."""
    the_board = equipment().board
    open_to = []
    for hex_, around in enumerate(the_board.grid.adjacent):
        for kind in ("bluff", "scaleable_cliff", "sheer_cliff"):
            around &= ~the_board.across[kind][hex_]  # noqa: PLW2901
        open_to.append(around)
    return tuple(open_to)


def us_communication(table: OmahaTable) -> HexSet:
    """12b, 12.3b to 12.31b Every hex from which a path leads to a beach hex above water (P-05),
    through no hex that is German-occupied, rough or in a German field of fire (12.31), and over no
    bluff or cliff."""
    the_board = equipment().board
    passable = map_in_play(table) & ~the_board.features["rough"] & ~the_board.terrain["water"]
    passable &= ~german_hexes(table) & ~projecting(table, disrupted_too=True)
    if not plays_otherwise(table, "submerged-beach"):
        passable &= ~submerged(table)
    reached = frontier = the_board.beach & passable
    sides = open_sides()
    while frontier:
        onward = 0
        for hex_ in members(frontier):
            onward |= sides[hex_]
        frontier = onward & passable & ~reached
        reached |= frontier
    return reached


# --- 13.22 control for victory


def victory_control(table: OmahaTable) -> HexSet:
    """13.22a, 13.22b, 12.3a, 19.3c The hexes the US controls for victory points: controlled by a
    unit, or out of the Germans' reach; in US communication, which no hex in a German field of
    fire is (12.31). 19.3 A position with a garrison is in US control, unless German armor stands
    there."""
    ours = us_control(table) | ~german_reach(table)
    return us_communication(table) & ours | garrisoned(table) & ~german_hexes(table)


def garrisoned(table: OmahaTable) -> HexSet:
    """19.3c The hexes of the positions with a garrison; as with US units (16.11), a marker in one
    hex of two is enough."""
    found = table.garrisons
    position_at = equipment().board.position_at
    for hex_ in members(table.garrisons):
        found |= position_at[hex_].area
    return found


# --- 12.24 communication in the German Fire Phase


def fix_communication(table: OmahaTable) -> None:
    """12.24a Communication is judged when the German Fire Phase begins, and holds throughout."""
    network, the = german_network(table), equipment()
    reach, held = german_reach(table, network), occupied(table)
    printed, hexes = _posts_in(table.sectors)
    cut_off = set_of(the.post_at[hex_] for hex_ in members(hexes & ~reach))
    beside = _other_hexes_of(held)
    found = printed & ~cut_off & ~(beside & ~held)
    for post in members(printed & (held | beside) & ~found):
        found |= in_german_communication(table, the.posts[post].hex, network) << post
    table.network_at_fire = found


@cache
def _posts_in(sectors: tuple[str, ...]) -> tuple[PostSet, HexSet]:
    """The printed posts in some sectors, and their hexes."""
    posts = [
        post for post in equipment().posts[: ARMOR_POSTS.start] if post.position.sector in sectors
    ]
    return set_of(post.index for post in posts), set_of(post.hex for post in posts)


def _other_hexes_of(held: PostSet) -> PostSet:
    """2.1e The posts of the two-hex WNs that are held in one hex or both."""
    return sum(posts for posts in _two_hex_wns() if posts & held)


@cache
def _two_hex_wns() -> tuple[PostSet, ...]:
    return tuple(posts for posts in equipment().posts_of if posts.bit_count() > 1)


def in_communication(table: OmahaTable, position: GermanPosition) -> tuple[int, ...]:
    """The posts of a position that were in communication when the phase began."""
    return listed(equipment().posts_of[position.index] & table.network_at_fire)
