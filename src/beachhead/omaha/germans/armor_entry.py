"""23.1, 23.2 German armor: its box, and how it enters the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.grid import HexSet
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Chance, Option
from beachhead.omaha.germans import pools, revealing
from beachhead.omaha.germans.armor_movement import _union, roads
from beachhead.omaha.leaders.headquarters_and_generals import capture_general
from beachhead.omaha.table import telling
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    UNSEEN_DEPTH,
    OmahaTable,
    equipment,
    is_extended,
    plays_otherwise,
    plays_variant,
    post_tags,
    put_in_post,
    steps,
)
from beachhead.omaha.victory.control import in_german_communication, open_to_german_paths

VARIANT = "german-armor"


# --- 23.2 whether armor comes


def place_for_armor(table: OmahaTable, candidates: Sequence[int]) -> int | None:
    """23.2, 23.21b Of the positions that an event picks for its zones, the one where armor enters
    instead of a division unit; the lowest number, then the lowest letter."""
    if not may_enter(table):
        return None
    ways_in = _ways_in(table)
    able = [
        post for post in candidates if _can_be_reached(table, equipment().posts[post].hex, ways_in)
    ]
    return min(able, key=_number_and_letter, default=None)


def may_enter(table: OmahaTable) -> bool:
    """23a, 23.2a to 23.2c, 23.21a From Turn 17, by the second event of a turn, once the tactical
    pool is empty; 23.21 one unit a turn."""
    return (
        plays_variant(table, VARIANT)
        and is_extended(table)
        and table.second_event
        and not table.armor_this_turn
        and pools.units_left(table, "armor") > 0
        and pools.units_left(table, "tactical") == 0
    )


def _ways_in(table: OmahaTable) -> HexSet:
    """23.2d, 23.2e The hexes from which a road leads to exit B, C, D or E, past no hex that US
    units occupy or control (12.21 unless a German unit holds it)."""
    the_board = equipment().board
    open_hexes = open_to_german_paths(table)
    reached = set_of(the_board.exits[exit_] for exit_ in the_board.armor.entries) & open_hexes
    if plays_otherwise(table, "armor-entry-path"):
        return reached | the_board.grid.flood(reached, open_hexes)
    frontier = reached
    while frontier:
        onward = _union([roads()[hex_] for hex_ in members(frontier)])
        frontier = onward & open_hexes & ~reached
        reached |= frontier
    return reached


def _can_be_reached(table: OmahaTable, hex_: int, ways_in: HexSet) -> bool:
    """23.2d Whether a road leads in to a position; 12.22 its own hex may be in US control."""
    if not roads()[hex_]:
        return False
    if plays_otherwise(table, "armor-entry-path"):  # O-57
        return in_german_communication(table, hex_, ways_in)
    return bool((roads()[hex_] | 1 << hex_) & ways_in)


def _number_and_letter(post: int) -> tuple[int, str]:
    position = equipment().posts[post].position
    return position.number or 0, position.zone or ""


# --- 23.2 how it comes


@steps.step("armor_entry.enter")
def enter(table: OmahaTable, post: int) -> None:
    """23.2 An armor unit is drawn for a reinforcement position."""
    if len(_in_the_box(table)) == 1:
        armor_drawn(table, _in_the_box(table)[0], post)
    else:
        table.then((which_armor, post))


@steps.question("armor_entry.which_armor")
def which_armor(table: OmahaTable, post: int) -> Chance[int]:
    """23.1 Which of the units in the armor box comes; nobody has seen any of them."""
    name = equipment().posts[post].name
    return Chance(
        f"Draw the German armor unit that enters in {name}.",
        "23.2",
        armor_drawn,
        _in_the_box(table),
        _option,
        arguments=(post,),
        topic=revealing.REVEALS,
    )


def _in_the_box(table: OmahaTable) -> list[int]:
    return [
        unit.index
        for unit in equipment().pieces.german_units_of("armor")
        if table.unseen_units >> unit.index & 1
    ]


def _option(unit: int) -> Option:
    return Option(
        f"german-{equipment().pieces.german_units[unit].name}", partial(_words, unit), unit
    )


def _words(unit: int) -> str:
    face = equipment().pieces.german_units[unit]
    needs = " ".join(sorted(face.requirements)) or "nothing"
    return f"{face.name} ({face.color}), strength {face.strength}, requires {needs}"


def armor_drawn(table: OmahaTable, unit: int, post: int) -> None:
    """23.2f The unit is placed face up, with an armor depth marker face down beneath it."""
    where = equipment().posts[post]
    armor_post = ARMOR_POSTS.start + _number(unit)
    table.boxes["armor"] -= 1
    table.unseen_units &= ~(1 << unit)
    put_in_post(table, armor_post, unit)
    table.armor_hex = replaced(table.armor_hex, _number(unit), where.hex)
    table.armor_entered += 1
    table.armor_this_turn = True
    name = equipment().posts[armor_post].name
    table.tell(
        "23.2",
        telling.REINFORCEMENT,
        lambda: f"German armor enters in {where.name}: {_words(unit)}.",
        post_tags(table, armor_post),
        post=name,
        pool="armor",
        hex=equipment().board.name(where.hex),
    )
    if pools.units_left(table, "armor_depth"):
        table.boxes["armor_depth"] -= 1
        table.depth = replaced(table.depth, armor_post, UNSEEN_DEPTH["armor"])
        text = telling.said("An armor depth marker is placed beneath {}.", name)
        table.tell(
            "23.2", telling.DEPTH, text, post_tags(table, armor_post), post=name, depth="armor"
        )
    capture_general(table, where.hex, where.name)


@cache
def _number(unit: int) -> int:
    """Which of the four armor units a counter is."""
    return [each.index for each in equipment().pieces.german_units_of("armor")].index(unit)
