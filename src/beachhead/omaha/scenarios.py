"""3 Setting up for play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel.play import Scenario
from beachhead.omaha import deck, pack, sequence
from beachhead.omaha.pieces import HQ, General, USUnit
from beachhead.omaha.state import (
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    UNSEEN_DEPTH,
    UNSEEN_WN,
    Table,
    lore,
    piece_tag,
    post_tag,
)

SCENARIOS = {
    "easy-fox": Scenario(
        "easy-fox",
        "Easy Fox",
        "The 1st Division on the east half of the beach, Turns 1 to 16.",
        "EF",
    ),
    "first-waves": Scenario(
        "first-waves", "The First Waves", "Both divisions on the whole beach, Turns 1 to 16.", "3"
    ),
}


def set_up(scenario: str, options: Mapping[str, Any]) -> Table:
    """3 The table before Turn 1."""
    components = pack.load()
    row = next(row for row in components.rows("scenarios") if row["scenario"] == scenario)
    table = Table(
        scenario=scenario,
        players=options["players"],
        house={name: value for name, value in options.items() if value == "alternative"},
        turn=row["turns"][0],
        last_turn=row["turns"][1],
        sectors=list(row["sectors"]),
        deck=deck.ALL_CARDS,
    )
    _fill_boxes(table, scenario)
    _man_resistance_nests(table, scenario)
    _muster_us(table, row)
    _tell_set_up(table)
    table.then(sequence.play_turn)
    return table


def _fill_boxes(table: Table, scenario: str) -> None:
    """3 Face-down units and depth markers in their boxes; nobody has seen any of them."""
    pieces = lore().pieces
    table.unseen_units = (1 << len(pieces.german_units)) - 1
    table.unseen_depth = (1 << len(pieces.depth_markers)) - 1
    for row in pack.load().rows("scenario_pools"):
        if row["scenario"] == scenario:
            table.boxes[row["pool"]] = row["count"]


def _man_resistance_nests(table: Table, scenario: str) -> None:
    """3 WN units face down on their hexes, depth markers beneath some of them."""
    posts = {post.name: post.index for post in lore().posts}
    for row in pack.load().rows("scenario_wn"):
        if row["scenario"] == scenario:
            post = posts[row["wn_hex"]]
            table.unit[post] = UNSEEN_WN
            table.face_down |= 1 << post
            if row["depth"]:
                table.depth[post] = UNSEEN_DEPTH["wn"]


def _muster_us(table: Table, scenario: Mapping[str, Any]) -> None:
    """3 Tanks without an entry turn in their landing boxes, all others on the turn track."""
    the = lore()
    names = {name: piece for piece, name in enumerate(the.names)}
    boxes = {box.name: number for number, box in enumerate(the.board.box_row)}
    for row in pack.load().rows("scenario_us"):
        if row["scenario"] == scenario["scenario"]:
            table.box[names[row["unit"]]] = boxes[row["where"]]
    counters: tuple[USUnit | HQ | General, ...] = (
        *the.units,
        *the.pieces.hqs,
        *the.pieces.generals,
    )
    first, last = scenario["track"]["from_turn"], scenario["track"]["to_turn"]
    for piece, counter in enumerate(counters):
        arrival = counter.arrival_turn
        if counter.division in scenario["divisions"] and arrival and first <= arrival <= last:
            table.due[piece] = arrival
    for unit in the.units:
        if table.box[unit.index] >= 0 or table.due[unit.index] >= 0:
            table.steps_left[unit.index] = unit.full_steps


def _tell_set_up(table: Table) -> None:
    """3 Who is where before Turn 1, for those who do not see the board."""
    the = lore()
    held = [post for post in the.posts if table.unit[post.index] != EMPTY]
    deep = [post.name for post in held if table.depth[post.index] != NO_DEPTH]
    names = ", ".join(post.name for post in held)
    text = f"German units lie face down in {names}; with depth in {', '.join(deep) or 'none'}."
    table.tell("3", "setup", text, [post_tag(post.index) for post in held])
    boxed = [piece for piece, box in enumerate(table.box) if box != NOWHERE]
    afloat = ", ".join(
        f"{the.names[piece]} in {the.board.box_row[table.box[piece]].name}" for piece in boxed
    )
    table.tell("3", "setup", f"In the landing boxes are {afloat}.", map(piece_tag, boxed))
    for turn in sorted({due for due in table.due if due != NOWHERE}):
        due = [piece for piece, when in enumerate(table.due) if when == turn]
        arriving = ", ".join(the.names[piece] for piece in due)
        table.tell("3", "setup", f"On Turn {turn} arrive {arriving}.", map(piece_tag, due))
