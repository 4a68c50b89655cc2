"""What lies on the table: US pieces, German posts, boxes, markers, cards.

US pieces are rows in flat lists: the 84 units, then the 4 HQs, then the 2 Generals. A German
*post* is a hex that can hold one German unit: each hex of a WN, each reinforcement position.
Sets of pieces, posts and hexes are ints, one bit a member.

What nobody has seen does not exist: a face-down counter is only known by its kind, and what it
is comes out, equally likely among those not yet turned up, when it is revealed (see `pools`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from beachhead.kernel.agenda import Steps
from beachhead.kernel.bits import Unions, listed, members, set_of, unpacked
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import dataclass, field, replaced
from beachhead.kernel.play import Position
from beachhead.omaha.germans.armor_fields import armor_position
from beachhead.omaha.table.board import GermanPosition, OmahaBoard, Sector, Tide, board
from beachhead.omaha.table.charts import charts, limit
from beachhead.omaha.table.occupancy import (
    NOTHING,
    holds_ground,
    is_full,
    is_in_east,
    posts_held,
    printed_bits,
    spots_of,
)
from beachhead.omaha.table.pieces import HQ, General, OmahaPieces, Side, USUnit, pieces

steps = Steps()

UnitSet = int
"""A set of US pieces."""
PostSet = int
"""A set of German posts."""

NOWHERE = -1
"""Not in that kind of place."""

# What may lie in a post. A number from 0 on is a counter whose face has been seen.
EMPTY = NOTHING
UNSEEN_WN = -2
UNSEEN_TACTICAL = -3
UNSEEN_DIVISION = -4
UNSEEN_EITHER = -5
"""21.1 Tactical or division, drawn from both mixed together."""

# Which depth marker lies under a unit. A number from 0 on is a marker that has been revealed.
NO_DEPTH = -1
UNSEEN_DEPTH = {"wn": -2, "building": -3, "mobile": -4, "armor": -5}
DEPTH_KIND = {code: kind for kind, code in UNSEEN_DEPTH.items()}

DIVISIONS = (1, 29)
SECTORS: tuple[Sector, Sector] = ("east", "west")
SECTOR_OF_DIVISION: dict[int, Sector] = {1: "east", 29: "west"}  # 2.1d
DIVISION_OF_SECTOR = {sector: division for division, sector in SECTOR_OF_DIVISION.items()}


@dataclass(slots=True, frozen=True)
class Post:
    """2.1e A hex that can hold one German unit."""

    index: int
    name: str
    hex: int
    position: GermanPosition
    gun: str | None
    building: bool

    @property
    def is_wn(self) -> bool:
        return self.position.is_wn


class Equipment(NamedTuple):
    """Everything about the components that never changes, ready for use."""

    board: OmahaBoard
    pieces: OmahaPieces
    units: tuple[USUnit, ...]
    names: tuple[str, ...]
    posts: tuple[Post, ...]
    post_at: dict[int, int]
    posts_of: tuple[PostSet, ...]
    """The posts of each German position, by the position's index."""


@cache
def equipment() -> Equipment:
    """The components in use."""
    the_board, the_pieces = board(), pieces()
    posts: list[Post] = []
    for position in the_board.positions:
        for hex_ in position.hexes:
            wn_hex = the_board.wn_hex_at.get(hex_)
            posts.append(
                Post(
                    index=len(posts),
                    name=wn_hex.name if wn_hex else position.name,
                    hex=hex_,
                    position=position,
                    gun=wn_hex.gun if wn_hex else None,
                    building=bool(the_board.features["buildings"] >> hex_ & 1),
                )
            )
    for number, post_index in enumerate(ARMOR_POSTS):
        position = armor_position(number, NOWHERE)
        posts.append(Post(post_index, position.name, NOWHERE, position, None, False))
    posts_of = [0] * (len(the_board.positions) + len(ARMOR_POSTS))
    for post in posts:
        posts_of[post.position.index] |= 1 << post.index
    leaders: tuple[HQ | General, ...] = (*the_pieces.hqs, *the_pieces.generals)
    return Equipment(
        the_board,
        the_pieces,
        the_pieces.us_units,
        tuple(unit.name for unit in the_pieces.us_units) + tuple(each.name for each in leaders),
        tuple(posts),
        {post.hex: post.index for post in posts if post.hex >= 0},
        tuple(posts_of),
    )


UNITS = 84
HQS = range(84, 88)
GENERALS = range(88, 90)
LEADERS = range(84, 90)  # 11a
PIECES = 90
ALL_UNITS = (1 << UNITS) - 1
ARMOR_POSTS = range(91, 95)
"""23 The posts of the German armor units, which move: see `post_hex` and `position_of`."""
POSTS = 95
FIXED_POSTS = (1 << ARMOR_POSTS.start) - 1
BASES = 4
EXTENDED_FROM = 17  # 1d
EARLY_ACTIONS_FROM = 12


def _everywhere(value: int, count: int = PIECES) -> tuple[int, ...]:
    return (value,) * count


@dataclass(slots=True, eq=False)
class OmahaTable(Position):
    """The whole table. `hex`, `box` and `due` say where a piece is; in none of them it is out."""

    scenario: str = "first-waves"
    players: int = 1
    house: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    """22, 23, 14.2 The optional rules in use."""
    turn: int = 1
    last_turn: int = 16
    phase: str = "setup"
    sectors: tuple[str, ...] = SECTORS

    # US pieces
    hex: tuple[int, ...] = _everywhere(NOWHERE)
    """Changed by `put_in_hex` alone."""
    box: tuple[int, ...] = _everywhere(NOWHERE)
    due: tuple[int, ...] = _everywhere(NOWHERE)
    steps_left: tuple[int, ...] = _everywhere(0)  # 2.2a
    disrupted: int = 0
    disrupted_now: int = 0
    """7.7b Disrupted in this Action Phase, so not to be rallied in it (7.7)."""
    climbing: int = 0
    climbing_cliff: int = 0
    acting: int = 0
    """The division whose actions are being performed (7.2)."""
    acted: int = 0
    checked: int = 0
    """Units that have had their landing check in this phase (5.1), leaders who drifted (5.12)."""
    delayed: int = 0
    """Pieces whose arrival was put off, by choice or not (5.34)."""
    transferred: int = 0
    """Units under the command of the other division (5.22)."""
    heroes: tuple[int, ...] = _everywhere(NOWHERE, 10)
    """11.11b The unit each hero is with."""
    inspired: int = 0
    """Heroes whose counter shows the inspired side."""
    wounded: int = 0
    """Generals lightly wounded."""
    commands: tuple[int, ...] = _everywhere(0, 6)
    """The units in command of each leader in this Action Phase."""
    paid_actions: tuple[int, ...] = (0, 0)
    """Actions left in each division's allotment."""
    naval_fire: int = 0  # 8.54a
    cleared: int = 0
    """5.14b Obstacle hexes cleared."""
    command_posts: tuple[int, ...] = _everywhere(NOWHERE, len(HQS))
    """18.1 The space of each HQ's marker on the command range track, if it is a command post."""
    bases: tuple[int, ...] = _everywhere(NOWHERE, BASES)
    """19.1 The hex of each engineer base."""
    base_spaces: tuple[int, ...] = _everywhere(0, BASES)
    """19.2 The space of each base's marker on the engineer range track."""
    garrisons: int = 0
    """19.3 The hexes with a US garrison marker."""
    exited: tuple[tuple[int, str, int], ...] = ()
    """20.3 Units that left the map: the unit, the letter of its exit, and its steps."""
    lost_step: int = 0
    """Units that lost a step in this German Fire Phase (6.34)."""
    fire_hits: tuple[tuple[int, int, int], ...] = ()
    """Hits of the fire card being resolved that are assigned but have not taken effect: the
    firing position, the target (a piece, or 90 and the hero's number), and what it does."""
    inactive_guns: int = 0
    """3n, 21.1r Off-map artillery out of action when the German Fire Phase began (6.51, 12.24)."""

    # German posts
    unit: tuple[int, ...] = _everywhere(EMPTY, POSTS)
    """Changed by `put_in_post` alone."""
    depth: tuple[int, ...] = _everywhere(NO_DEPTH, POSTS)
    face_down: int = 0  # 2.2b
    german_disrupted: int = 0
    silent_at_fire: int = 0
    """Posts that were disrupted when their sector's fire card was drawn (10.1)."""
    drawn_at: tuple[int, ...] = _everywhere(0, POSTS)
    """For a unit from the division pool, how often the pool had been added to by then."""
    attacked: int = 0
    barraged: int = 0
    held_fire: int = 0
    """16 Posts that do not fire in this German Fire Phase: they came, moved or were re-occupied
    in it."""
    network_at_fire: int = 0
    """12.24, O-44 The posts in German communication when the German Fire Phase began."""
    advances: tuple[tuple[int, int], ...] = ()
    """16.85 Advances still to be attempted in this phase: the post, and the card that calls it."""
    armor_hex: tuple[int, ...] = _everywhere(NOWHERE, len(ARMOR_POSTS))
    """23 Where each German armor unit is."""
    armor_entered: int = 0
    """23.7 How many armor units have entered the map."""
    armor_this_turn: bool = False
    """23.21 An armor unit has entered this turn."""
    armor_at_start: tuple[int, ...] = _everywhere(NOWHERE, 4)
    """23.6 Where each armor unit was when the US Action Phase began, if it was not disrupted."""

    # boxes of face-down counters
    unseen_units: int = 0
    unseen_depth: int = 0
    boxes: dict[str, int] = field(default_factory=dict)
    """How many counters lie in each box: tactical, division, kg_meyer, and the depth boxes."""
    either: tuple[int, ...] = (0, 0)
    """21.1 How many of the units drawn from tactical and division units mixed together are still
    face down: tactical, division."""
    strays: tuple[int, ...] = ()
    """16.34, 22.4 Depth markers that went back to their box and are not where all others may be."""
    hypotheses: tuple[tuple[int, ...], ...] = ()
    """Where the strays may be: how likely, then a place for each (see `strays`)."""
    eliminated: tuple[int, ...] = ()
    """22.4 When mobile markers came back: those out of play that had been seen and are not found
    again yet, and how many had not been seen. Empty before."""
    arrivals: tuple[tuple[int, int, int], ...] = ()
    """What went into the division pool and may still be there or face down: (when, kind of unit
    or its number, how many)."""

    # cards
    deck: int = 0
    discards: int = 0
    track: tuple[int, ...] = ()
    fire_cards: tuple[int, ...] = (0, 0)
    """The cards drawn in this German Fire Phase for east and west."""

    # events
    smoke: int = 0
    """German positions that cannot fire this turn, by the position's index."""
    plunging_fire: bool = False
    action_change: int = 0
    """By how much an event changes each division's actions this turn."""
    meemies_fired: bool = False
    second_event: bool = False
    """15.IV The event being carried out is the second of the turn."""
    snipers: int = 0
    """EV.snipers The HQs, as pieces, whose command posts reach one hex only this turn."""
    engineers_limited: bool = False
    """EV.artillery-limits-engineers Engineer operations are inhibited this turn."""
    shelled: tuple[bool, ...] = (False, False)
    """19.33 Whether German artillery has fired into the east, the west sector this turn."""

    # who is where
    at: Mapping[int, UnitSet] = field(default_factory=dict, metadata={"index": True})
    """The pieces in each hex that holds any."""
    ground: HexSet = field(default=0, metadata={"index": True})
    """11.31 The hexes with a unit or HQ; a General alone does not count."""
    full: HexSet = field(default=0, metadata={"index": True})
    """7.6 The hexes with as many units as may stay there, or more."""
    on_map: UnitSet = field(default=0, metadata={"index": True})
    """The pieces that are in a hex."""
    east: UnitSet = field(default=0, metadata={"index": True})
    """The pieces in the east sector."""
    posts: PostSet = field(default=0, metadata={"index": True})
    """The posts that hold a German unit."""
    post_hexes: HexSet = field(default=0, metadata={"index": True})
    """Their hexes, without those of armor, which moves."""

    steps = steps

    def settle(self) -> None:
        Position.settle(self)
        self.at, self.ground, self.full, self.on_map, self.east = spots_of(self.hex)
        self.posts, self.post_hexes = posts_held(self.unit)


def put_in_hex(table: OmahaTable, piece: int, hex_: int) -> None:
    """Put a piece into a hex, or take it off the map."""
    before, at, bit = table.hex[piece], {**table.at}, 1 << piece
    table.hex, table.at = replaced(table.hex, piece, hex_), at
    if before >= 0:
        left = at.pop(before) & ~bit
        if left:
            at[before] = left
        if not holds_ground(left):
            table.ground &= ~(1 << before)
        if table.full >> before & 1 and not is_full(left):
            table.full &= ~(1 << before)
        table.on_map &= ~bit
        table.east &= ~bit
    if hex_ >= 0:
        pieces = at[hex_] = at.get(hex_, 0) | bit
        if holds_ground(pieces):
            table.ground |= 1 << hex_
        if pieces != bit and is_full(pieces):
            table.full |= 1 << hex_
        table.on_map |= bit
        table.east |= is_in_east(hex_) << piece


def put_in_post(table: OmahaTable, post: int, unit: int) -> None:
    """Put a German unit into a post, or take it out."""
    table.unit = replaced(table.unit, post, unit)
    table.posts &= ~(1 << post)
    table.post_hexes &= ~printed_bits()[post]
    if unit != EMPTY:
        table.posts |= 1 << post
        table.post_hexes |= printed_bits()[post]


# --- US pieces


@cache
def piece_name(piece: int) -> str:
    return equipment().names[piece]


def unit_side(table: OmahaTable, unit: int) -> Side:
    """The side of the counter that is up."""
    return equipment().units[unit].sides[table.steps_left[unit] - 1]


def is_unit(piece: int) -> bool:
    """Whether a piece is a combat unit, not a leader."""
    return piece < UNITS


def pieces_in(table: OmahaTable, hex_: int) -> list[int]:
    """The US pieces in a hex."""
    return [*members(table.at.get(hex_, 0))]


def units_in(table: OmahaTable, hex_: int) -> list[int]:
    """The US combat units in a hex."""
    return [*members(table.at.get(hex_, 0) & ALL_UNITS)]


def us_hexes(table: OmahaTable) -> HexSet:
    """The hexes that hold a US piece, be it a General alone."""
    found = table.ground
    for general in GENERALS:
        if table.hex[general] >= 0:
            found |= 1 << table.hex[general]
    return found


def stacks(table: OmahaTable) -> dict[int, list[int]]:
    """The US pieces of every occupied hex, in the order of the first of each."""
    ordered = sorted(table.at.items(), key=lambda stack: stack[1] & -stack[1])
    return {hex_: unpacked(pieces) for hex_, pieces in ordered}


def in_play(table: OmahaTable) -> list[int]:
    """The US combat units on the map."""
    return unpacked(table.on_map & ALL_UNITS)


def division_of(table: OmahaTable, piece: int) -> int:
    """The division that commands a piece: its own, or the other after a transfer (5.22)."""
    own = own_division(piece)
    return own if not table.transferred >> piece & 1 else (29 if own == 1 else 1)


@cache
def own_division(piece: int) -> int:
    """The division printed on a piece."""
    the = equipment().pieces
    if piece < UNITS:
        return the.us_units[piece].division
    leaders: tuple[HQ | General, ...] = (*the.hqs, *the.generals)
    return leaders[piece - UNITS].division


def seat_of(table: OmahaTable, division: int) -> str:
    """1e Who decides for a division."""
    if table.players == 1:
        return "us"
    return "1st" if division == 1 else "29th"


def seat_of_sector(table: OmahaTable, sector: str) -> str:
    """Who decides what concerns a sector."""
    return seat_of(table, 1 if sector == "east" else 29)


def seat_among(table: OmahaTable, units: list[int], sector: str) -> str:
    """Who chooses among some pieces: their division, or the sector's when they are of both."""
    divisions = {division_of(table, unit) for unit in units}
    if len(divisions) == 1:
        return seat_of(table, divisions.pop())
    return seat_of_sector(table, sector)


def heroes_with(table: OmahaTable, unit: int) -> list[int]:
    """11.15b The heroes with a unit who are alive."""
    return [
        hero
        for hero, their_unit in enumerate(table.heroes)
        if their_unit == unit and not table.inspired >> hero & 1
    ]


def is_inspired(table: OmahaTable, unit: int) -> bool:
    """11.15 Whether a unit has an inspired marker."""
    return any(
        their_unit == unit and table.inspired >> hero & 1
        for hero, their_unit in enumerate(table.heroes)
    )


def in_command(table: OmahaTable, unit: int, *, of_hq: bool = False) -> bool:
    """7.1 Whether a unit is in command of a leader, or of an HQ, in this Action Phase."""
    units = 0
    for commanded in table.commands[:4] if of_hq else table.commands:
        units |= commanded
    return bool(units >> unit & 1)


def plays_variant(table: OmahaTable, variant: str) -> bool:
    """22 Whether an optional rule is in use."""
    return variant in table.variants


def is_extended(table: OmahaTable) -> bool:
    """14a, 14b, 14.2b, 3c Whether the rules of the extended game are in force: from Turn 17."""
    return table.turn >= EXTENDED_FROM


def german_actions_on(table: OmahaTable) -> bool:
    """14.2a, 6.1g, 16 Whether German positions perform actions other than fire."""
    return is_extended(table) or (
        plays_variant(table, "early-german-actions") and table.turn >= EARLY_ACTIONS_FROM
    )


def steps_spared(table: OmahaTable) -> UnitSet:
    """6.34a, 14.1a, 14.12a The units that cannot lose another step in this German Fire Phase; 14.12
    from Turn 17 none are spared."""
    if limit("step_losses_per_unit_per_fire_phase", table.turn) is None:
        return 0
    return table.lost_step


def plays_otherwise(table: OmahaTable, switch: str) -> bool:
    """Whether the table plays the other reading of a ruling, by its house-rule switch."""
    return bool(table.house) and table.house.get(switch) == "alternative"


# --- the ground


def tide(table: OmahaTable) -> Tide:
    """4, 5.21e The water level on the turn track."""
    return charts().turn(table.turn).tide


def submerged(table: OmahaTable) -> HexSet:
    """5.21a, 5.21b The hexes under water."""
    return equipment().board.submerged[tide(table)]


# --- German posts


def occupied(table: OmahaTable) -> PostSet:
    """The posts that hold a German unit."""
    return table.posts


def german_hexes(table: OmahaTable) -> HexSet:
    """The hexes that hold a German unit."""
    return table.post_hexes | armor_hexes(table) if table.armor_entered else table.post_hexes


def armor_hexes(table: OmahaTable) -> HexSet:
    """23 The hexes that hold German armor."""
    return set_of(hex_ for hex_ in table.armor_hex if hex_ >= 0) if table.armor_entered else 0


def undisrupted_armor(table: OmahaTable) -> tuple[int, ...]:
    """23.6 Where each armor unit is, if it is not disrupted."""
    return tuple(
        NOWHERE if table.german_disrupted >> post & 1 else hex_
        for post, hex_ in zip(ARMOR_POSTS, table.armor_hex, strict=True)
    )


def post_hex(table: OmahaTable, post: int) -> int:
    """Where a post is: armor moves, all others are printed on the map."""
    if post in ARMOR_POSTS:
        return table.armor_hex[post - ARMOR_POSTS.start]
    return equipment().posts[post].hex


def post_in(table: OmahaTable, hex_: int) -> int | None:
    """The post in a hex: armor that is there now, or what is printed."""
    if table.armor_entered and hex_ in table.armor_hex:
        return ARMOR_POSTS.start + table.armor_hex.index(hex_)
    return equipment().post_at.get(hex_)


def position_of(table: OmahaTable, post: int) -> GermanPosition:
    """The position a post belongs to; 23 an armor unit is its own, wherever it is."""
    if post in ARMOR_POSTS:
        number = post - ARMOR_POSTS.start
        return armor_position(number, table.armor_hex[number])
    return equipment().posts[post].position


def position_by_index(table: OmahaTable, index: int) -> GermanPosition:
    """A position by its index, as bitsets and agenda arguments name it."""
    positions = equipment().board.positions
    if index < len(positions):
        return positions[index]
    return position_of(table, ARMOR_POSTS.start + index - len(positions))


def posts_of(
    table: OmahaTable, position: GermanPosition, *, active: bool = False
) -> tuple[int, ...]:
    """6.21a, 6.4a, 6.41b The occupied posts of a position; with `active`, those not disrupted."""
    posts = equipment().posts_of[position.index] & table.posts
    return listed(posts & ~table.german_disrupted if active else posts)


def active_posts(table: OmahaTable, position: GermanPosition) -> PostSet:
    """6.41 The occupied posts of a position that are not disrupted."""
    return equipment().posts_of[position.index] & table.posts & ~table.german_disrupted


def projecting(table: OmahaTable, *, disrupted_too: bool = False) -> HexSet:
    """6.2, 6.4a The hexes in the field of fire of a German unit; 6.4 a disrupted one has none."""
    posts = table.posts
    return fire_of(table, posts if disrupted_too else posts & ~table.german_disrupted)


def fire_of(table: OmahaTable, posts: PostSet) -> HexSet:
    """6.2 The hexes in the field of fire of some posts."""
    fire = _printed_fire().of(posts & FIXED_POSTS)
    for post in members(posts & ~FIXED_POSTS):
        fire |= position_of(table, post).fire
    return fire


@cache
def _printed_fire() -> Unions:
    return Unions([post.position.fire for post in equipment().posts])


@cache
def posts_firing_into() -> tuple[PostSet, ...]:
    """For each hex, the printed posts that have it in their field of fire."""
    posts = equipment().posts[: ARMOR_POSTS.start]
    return tuple(
        set_of(post.index for post in posts if post.position.fire >> hex_ & 1)
        for hex_ in range(len(equipment().board.grid.adjacent))
    )


def is_revealed(table: OmahaTable, post: int) -> bool:
    """Whether a post's unit lies face up."""
    return table.unit[post] != EMPTY and not table.face_down >> post & 1


@cache
def german_at(post: int) -> str:
    """A German unit in words."""
    name = equipment().posts[post].name
    return f"German armor unit {name}" if post in ARMOR_POSTS else f"German unit in {name}"


@cache
def depth_at(post: int) -> str:
    """A depth marker in words."""
    return f"depth marker {'of' if post in ARMOR_POSTS else 'in'} {equipment().posts[post].name}"


# --- what is written on the map


@cache
def hex_tag(hex_: int) -> str:
    return f"hex-{equipment().board.name(hex_)}"


@cache
def piece_tag(piece: int) -> str:
    return f"unit-{piece_name(piece)}"


@cache
def counter_tag(post: int) -> str:
    """The counter of a German unit."""
    return f"post-{equipment().posts[post].name}"


def position_tag(position: GermanPosition) -> str:
    """A German position; 23 armor is its own, wherever it is."""
    return f"{'post' if position.kind == 'armor' else 'position'}-{position.name}"


def post_tags(table: OmahaTable, post: int) -> tuple[str, str]:
    """A German post: the counter in it, and its hex."""
    return (counter_tag(post), hex_tag(post_hex(table, post)))


def target_tags(table: OmahaTable, post: int) -> tuple[str, ...]:
    """A German post to click on: its position, its hex, and the counter in it."""
    return tags_of_target(post, post_hex(table, post), empty=table.unit[post] == EMPTY)


@cache
def tags_of_target(post: int, hex_: int, *, empty: bool = False) -> tuple[str, ...]:
    tags = [] if post in ARMOR_POSTS else [position_tag(equipment().posts[post].position)]
    return (*tags, hex_tag(hex_), *([] if empty else [counter_tag(post)]))


@cache
def box_tag(box: int) -> str:
    return f"box-{equipment().board.box_row[box].name}"


@cache
def is_tank(piece: int) -> bool:
    return is_unit(piece) and equipment().units[piece].type == "tank"


ARTILLERY = ("artillery", "sp_artillery", "dukw_artillery")


@cache
def is_artillery(piece: int) -> bool:
    return is_unit(piece) and equipment().units[piece].type in ARTILLERY


def division_name(division: int) -> str:
    return "1st Division" if division == 1 else "29th Division"


def post_place(table: OmahaTable, post: int) -> str:
    """A German target as a player names it: with its hex, if that is not its name."""
    return place_of_post(post, post_hex(table, post))


@cache
def place_of_post(post: int, hex_: int) -> str:
    name, where = equipment().posts[post].name, board().name(hex_)
    return name if name == where else f"{name} ({where})"
