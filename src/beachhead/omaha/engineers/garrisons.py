"""19.3 Garrisons: US markers that keep German units out of positions they have lost.

`control.garrisoned` are the hexes they protect.
"""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic
from beachhead.omaha.engineers.engineer_bases import operations
from beachhead.omaha.leaders.command_posts import refuse_fire
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    EXTENDED_FROM,
    OmahaTable,
    equipment,
    german_hexes,
    hex_tag,
    is_extended,
    position_tag,
    seat_of_sector,
    steps,
)

ALL = -1
NONE = -2


# --- placing


GARRISONS = Topic(
    "garrisons_chosen",
    "Garrisons",
    "Choose empty German positions within reach of the engineers.",
)


@steps.question("garrisons.place_garrisons")
def place_garrisons(table: OmahaTable, sector: str) -> Decision | None:
    """19.3a Which empty German positions of a sector receive a garrison."""
    hexes = list(members(garrison_ground(table) & equipment().board.sectors[sector]))
    if not hexes:
        return None
    posts = [equipment().posts[equipment().post_at[hex_]] for hex_ in hexes]
    options = [
        Option(
            f"garrison-{post.name}",
            telling.said("Garrison {}", post.name),
            post.hex,
            (position_tag(post.position), hex_tag(post.hex)),
            "19.3",
            commits=True,
        )
        for post in posts
    ]
    if len(hexes) > 1:
        touches = tuple(hex_tag(hex_) for hex_ in hexes)
        label = telling.said("Garrison all of them: {}", ", ".join(post.name for post in posts))
        options.insert(0, Option("all", label, ALL, touches, "19.3", commits=True))
    stop = Option(
        "done", lambda: f"No more garrisons in the {sector} sector", NONE, rule="19.3", ends=True
    )
    return Decision(
        seat_of_sector(table, sector),
        f"Engineers in the {sector} sector can garrison {len(hexes)} empty German "
        f"position{'s' if len(hexes) > 1 else ''}. Which?",
        "19.3",
        garrisons_chosen,
        [*options, stop],
        (sector,),
        topic=GARRISONS,
    )


def garrisons_chosen(table: OmahaTable, hex_: int, sector: str) -> None:
    """19.3 The markers are placed; after a single one, more may follow."""
    if hex_ == ALL:
        for each in members(garrison_ground(table) & equipment().board.sectors[sector]):
            _place(table, each)
    elif hex_ != NONE:
        _place(table, hex_)
        table.then((place_garrisons, sector))


def _place(table: OmahaTable, hex_: int) -> None:
    table.garrisons |= 1 << hex_
    post = equipment().posts[equipment().post_at[hex_]]
    text = telling.said("A garrison is placed in {}.", post.name)
    touches = [position_tag(post.position), hex_tag(hex_)]
    table.tell("19.3", telling.GARRISON, text, touches, post=post.name)


def garrison_ground(table: OmahaTable) -> HexSet:
    """19.3a The position hexes that can receive a garrison: no German unit in the position, in the
    engineers' range of operations, which no German field of fire is (19.32)."""
    ground = operations(table) & _position_hexes() & ~table.garrisons
    germans = german_hexes(table)
    for hex_ in members(ground):
        if equipment().board.position_at[hex_].area & germans:
            ground &= ~(1 << hex_)
    return ground


def _position_hexes() -> HexSet:
    found = 0
    for position in equipment().board.positions:
        found |= position.area
    return found


def refuse_garrison(table: OmahaTable, hex_: int) -> Refusal | None:
    """19.3a Why no garrison may be placed in a hex now."""
    the_board = equipment().board
    name = the_board.name(hex_)
    if not is_extended(table):
        return Refusal("19", f"there are no garrisons before Turn {EXTENDED_FROM}")
    if (the_board.sector_of(hex_),) not in table.to_do(place_garrisons):
        return Refusal("15.V", "garrisons are placed only in the US Engineer & HQ Phase")
    if hex_ not in the_board.position_at:
        return Refusal("19.3", f"{name} is not a German position")
    if table.garrisons >> hex_ & 1:
        return Refusal("19.3", f"{name} has a garrison already")
    if the_board.position_at[hex_].area & german_hexes(table):
        return Refusal("19.3", f"a German unit holds {the_board.position_at[hex_].name}")
    refusal = refuse_fire(table, "19.32", hex_)
    if refusal is not None:
        return refusal
    if not operations(table) >> hex_ & 1:
        return Refusal("19.3", f"{name} is not in range of an engineer base")
    return None


# --- removing


def remove_garrison(table: OmahaTable, hex_: int) -> None:
    """19.3f, FAQ.4b An advance that ends in a garrison's hex removes it; nothing else does."""
    if table.garrisons >> hex_ & 1:
        table.garrisons &= ~(1 << hex_)
        name = equipment().posts[equipment().post_at[hex_]].name
        text = telling.said("The garrison in {} is removed.", name)
        table.tell("19.3", telling.GARRISON_REMOVED, text, [hex_tag(hex_)], post=name)
