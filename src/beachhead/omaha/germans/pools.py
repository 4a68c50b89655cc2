"""9.1 Face-down counters in their pools and on the map: what they may be, and how likely each is.

A counter nobody has seen is one of those not yet turned up. For WN units, tactical units and
depth markers all of these are equally likely, wherever they lie (but see `chances_of_depth`). The
division pool is an urn into which further units go during play: see `division_pool`.
"""

from __future__ import annotations

from beachhead.kernel.plain import replaced
from beachhead.omaha.germans import chances_of_depth, division_pool
from beachhead.omaha.scenarios import variants
from beachhead.omaha.table import pack, telling
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    DEPTH_KIND,
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    UNSEEN_DEPTH,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    OmahaTable,
    equipment,
    plays_variant,
    put_in_post,
)

# --- setting up


def fill_boxes(table: OmahaTable) -> None:
    """3, 21.1 Counters face down in their boxes; nobody has seen any of them. 22.4 Kampfgruppe
    Meyer may be at hand from the start, 23.1 armor is there only if it is used."""
    # 3h, 3o to 3q, 21.1i to 21.1l, 21.1o, 22.4a, 23.1a, EF-c
    pieces = equipment().pieces
    table.unseen_units = (1 << len(pieces.german_units)) - 1
    table.unseen_depth = (1 << len(pieces.depth_markers)) - 1
    for row in pack.load().rows("scenario_pools"):
        if row["scenario"] == table.scenario:
            table.boxes[row["pool"]] = row["count"]
    if not plays_variant(table, variants.ARMOR):
        table.boxes["armor"] = table.boxes["armor_depth"] = 0
    if variants.improved_reaction(table):
        division_pool.enter(table, division_pool.KG_MEYER_UNITS, table.boxes["kg_meyer"])
        table.boxes["mobile_depth"] += table.boxes["kg_meyer_depth"]
        table.boxes["kg_meyer"] = table.boxes["kg_meyer_depth"] = 0


# --- drawing from the boxes


def draw_unit(table: OmahaTable, box: str, post: int) -> None:
    """9.1a, 9.3 Place a face-down unit from a box in a post."""
    table.boxes[box] -= 1
    put_in_post(table, post, UNSEEN_TACTICAL if box == "tactical" else UNSEEN_DIVISION)
    table.drawn_at = replaced(table.drawn_at, post, len(table.arrivals))
    table.face_down |= 1 << post


def draw_depth(table: OmahaTable, kind: str, post: int) -> None:
    """9.21d Place a face-down depth marker beneath a unit."""
    box = f"{kind}_depth"
    chances_of_depth.depth_drawn(table, kind, post, table.boxes[box])
    table.boxes[box] -= 1
    table.depth = replaced(table.depth, post, UNSEEN_DEPTH[kind])
    if kind == "mobile" and not table.boxes[box]:
        _bring_mobile_depth_back(table)


def _bring_mobile_depth_back(table: OmahaTable) -> None:
    """22.4d, 22.4e The first time the mobile box is empty, five eliminated markers go back into it,
    or all of them if there are fewer."""
    if not variants.improved_reaction(table) or table.eliminated:
        return
    seen = [
        marker.index
        for marker in equipment().pieces.depth_markers_of("mobile")
        if not table.unseen_depth >> marker.index & 1
        and marker.index not in table.depth
        and marker.index not in table.strays
    ]
    face_down = table.depth.count(UNSEEN_DEPTH["mobile"]) + table.boxes["kg_meyer_depth"]
    known_kind = [equipment().pieces.depth_markers[stray].kind for stray in table.strays]
    unseen = len(chances_of_depth.unseen(table, "mobile")) + known_kind.count("mobile") - face_down
    count = min(variants.returned_mobile_depth(), len(seen) + unseen)
    chances_of_depth.five_returned(table, seen, unseen, count)
    table.boxes["mobile_depth"] += count
    text = telling.said(
        "The mobile depth box is empty: {} eliminated markers go back into it.", count
    )
    table.tell("22.4", telling.DEPTH_RETURNED, text, count=count)


def units_left(table: OmahaTable, box: str) -> int:
    """9.34a, 9.42b How many counters lie in a box: from an empty pool nobody comes."""
    return table.boxes.get(box, 0)


def depth_source(table: OmahaTable, post: int) -> str | None:
    """9.21a to 9.21c, 9.24b, 2.24c to 2.24f The pool a post's depth marker is drawn from, or None
    if the Germans have none left.

    9.24 A mobile marker stands in for a building marker.
    """
    here = equipment().posts[post]
    if post in ARMOR_POSTS:
        return "armor" if units_left(table, "armor_depth") > 0 else None
    kinds = ("wn",) if here.is_wn else ("building", "mobile") if here.building else ("mobile",)
    return next((kind for kind in kinds if units_left(table, f"{kind}_depth") > 0), None)


def withdraw(table: OmahaTable, post: int) -> None:
    """8.33a A withdrawn unit goes face down to the division pool."""
    division_pool.enter(table, table.unit[post], 1)
    clear_post(table, post)


def release_kg_meyer(table: OmahaTable) -> None:
    """9.5b Four units and two mobile depth markers become available."""
    released = min(4, table.boxes["kg_meyer"])
    table.boxes["kg_meyer"] -= released
    division_pool.enter(table, division_pool.KG_MEYER_UNITS, released)
    markers = min(2, table.boxes["kg_meyer_depth"])
    table.boxes["kg_meyer_depth"] -= markers
    table.boxes["mobile_depth"] += markers


def clear_post(table: OmahaTable, post: int) -> None:
    """2.24a Take a unit, and any depth marker beneath it, off a post; armor takes its post
    along."""
    if post in ARMOR_POSTS:
        table.armor_hex = replaced(table.armor_hex, post - ARMOR_POSTS.start, NOWHERE)
    chances_of_depth.depth_moved(table, post, chances_of_depth.OUT)
    put_in_post(table, post, EMPTY)
    table.depth = replaced(table.depth, post, NO_DEPTH)
    table.drawn_at = replaced(table.drawn_at, post, 0)
    table.face_down &= ~(1 << post)
    table.german_disrupted &= ~(1 << post)


def move_unit(table: OmahaTable, start: int, end: int) -> None:
    """16.3, 16.82 A unit goes to another post with its depth marker, as it is: face down or up."""
    put_in_post(table, end, table.unit[start])
    table.depth = replaced(table.depth, end, table.depth[start])
    table.drawn_at = replaced(table.drawn_at, end, table.drawn_at[start])
    if table.face_down >> start & 1:
        table.face_down |= 1 << end
    chances_of_depth.depth_moved(table, start, end)
    clear_post(table, start)


def exchange_depth(table: OmahaTable, post: int, kind: str) -> None:
    """16.34, 16.83 A unit's depth marker goes back to its pool, face down, and one of the other
    kind takes its place."""
    marker = table.depth[post]
    if marker >= 0:
        chances_of_depth.returned(table, marker)
    else:
        chances_of_depth.depth_moved(table, post, chances_of_depth.BOX)
    table.boxes[f"{depth_kind(marker)}_depth"] += 1
    draw_depth(table, kind, post)


def depth_kind(marker: int) -> str:
    """The kind of a depth marker, seen or not."""
    return equipment().pieces.depth_markers[marker].kind if marker >= 0 else DEPTH_KIND[marker]


def remove_depth(table: OmahaTable, post: int) -> None:
    """A depth marker leaves play."""
    chances_of_depth.depth_moved(table, post, chances_of_depth.OUT)
    table.depth = replaced(table.depth, post, NO_DEPTH)


# --- how likely each unit is


def unit_chances(table: OmahaTable, post: int) -> tuple[list[int], list[int]]:
    """3i to 3l The units a face-down unit may be, and how likely each is, as whole-number
    weights."""
    code = table.unit[post]
    if code == UNSEEN_DIVISION:
        return division_pool.chances(table, post)
    if code == UNSEEN_EITHER:
        return _either_chances(table)
    kind = "wn" if code == UNSEEN_WN else "tactical"
    gun = equipment().posts[post].gun if code == UNSEEN_WN else None
    units = equipment().pieces.german_units
    same_back = [unit for unit in division_pool.unseen(table, kind) if units[unit].gun == gun]
    return same_back, [1] * len(same_back)


def _either_chances(table: OmahaTable) -> tuple[list[int], list[int]]:
    """21.1 Six tactical and six division units lie mixed on the map; those of a kind that nobody
    has seen, in play or out of it, are alike."""
    tactical, division = (
        division_pool.unseen(table, "tactical"),
        division_pool.unseen(table, "division"),
    )
    chances = [
        (unit, left * len(others))
        for units, others, left in (
            (tactical, division, table.either[0]),
            (division, tactical, table.either[1]),
        )
        for unit in units
        if left
    ]
    return [unit for unit, _ in chances], [max(1, weight) for _, weight in chances]


def of_either(unit: int) -> int:
    return ("tactical", "division").index(equipment().pieces.german_units[unit].kind)
