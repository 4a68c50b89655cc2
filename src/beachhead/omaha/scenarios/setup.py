"""3 Setting up for play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Scenario
from beachhead.omaha import sequence
from beachhead.omaha.events import bombardments
from beachhead.omaha.germans import pools
from beachhead.omaha.scenarios import beyond_the_beach, variants
from beachhead.omaha.table import deck, pack, telling
from beachhead.omaha.table.pieces import HQ, General, USUnit
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    NOWHERE,
    UNITS,
    UNSEEN_DEPTH,
    UNSEEN_WN,
    OmahaTable,
    counter_tag,
    equipment,
    piece_tag,
    put_in_post,
)

# 3a, 3b, 3d, 21a The scenarios and their turns.
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
    "d-day-at-omaha-beach": Scenario(
        "d-day-at-omaha-beach",
        "D-Day at Omaha Beach",
        "The whole day from the first wave to the bocage, Turns 1 to 32.",
        "20",
    ),
    "beyond-the-beach": Scenario(
        "beyond-the-beach",
        "Beyond the Beach",
        "Ashore and on the way inland at 1000 hours, Turns 17 to 32.",
        "21",
    ),
}


def set_up(scenario: str, options: Mapping[str, Any]) -> OmahaTable:
    """3v, 21.1af, 22.1a, 22.1n, EF-a The table before the first turn."""
    row = next(row for row in pack.load().rows("scenarios") if row["scenario"] == scenario)
    table = OmahaTable(
        scenario=scenario,
        players=options["players"],
        house={name: value for name, value in options.items() if value == "alternative"},
        variants=variants.chosen_variants(options),
        turn=row["turns"][0],
        last_turn=row["turns"][1],
        sectors=tuple(row["sectors"]),
        deck=deck.ALL_CARDS,
    )
    pools.fill_boxes(table)
    _man_resistance_nests(table, scenario)
    _muster_us(table, row)
    if scenario == BEYOND:
        beyond_the_beach.place_germans(table, row)
        questions = beyond_the_beach.place_us(table, row)
    else:
        questions = []
        _board_tanks(table)
    if variants.bombed(table) and scenario != BEYOND:
        table.turn = variants.number("start_turn")
    _tell_set_up(table)
    table.then(*questions, *_before_play(table, row), sequence.play_turn)
    return table


BEYOND = "beyond-the-beach"


def _before_play(table: OmahaTable, row: Mapping[str, Any]) -> list[Any]:
    """21.1, 22.1 What is decided and drawn before the first turn."""
    found: list[Any] = []
    if row["boxes_from_turn"] and not variants.bombed(table):
        found.append((beyond_the_beach.place_in_boxes, row["boxes_from_turn"]))
    if variants.bombed(table):
        found.append(bombardments.pre_invasion)
    return found


def _man_resistance_nests(table: OmahaTable, scenario: str) -> None:
    """3 WN units face down on their hexes, depth markers beneath some of them."""
    # 3f, 3g, 3i to 3m, 9a, 21.1a to 21.1f, 21.1h, EF-b
    posts = {post.name: post.index for post in equipment().posts}
    for row in pack.load().rows("scenario_wn"):
        if row["scenario"] == scenario:
            post = posts[row["wn_hex"]]
            put_in_post(table, post, UNSEEN_WN)
            table.face_down |= 1 << post
            if row["depth"]:
                table.depth = replaced(table.depth, post, UNSEEN_DEPTH["wn"])


def _muster_us(table: OmahaTable, scenario: Mapping[str, Any]) -> None:
    """3s, 3u, 21.1ab, 21.1ad, EF-d All with an entry turn on the turn track; 22.1 some turns
    later."""
    the = equipment()
    counters: tuple[USUnit | HQ | General, ...] = (
        *the.units,
        *the.pieces.hqs,
        *the.pieces.generals,
    )
    first, last = scenario["track"]["from_turn"], scenario["track"]["to_turn"]
    first = scenario["boxes_from_turn"] or first
    for piece, counter in enumerate(counters):
        arrival = counter.arrival_turn
        if counter.division in scenario["divisions"] and arrival and first <= arrival <= last:
            if piece < UNITS:
                if variants.stays_away(table, piece):
                    continue
                table.steps_left = replaced(table.steps_left, piece, the.units[piece].full_steps)
            table.due = replaced(table.due, piece, variants.later(table, arrival))


def _board_tanks(table: OmahaTable) -> None:
    """3r, 2.21k, 22.1d, EF-d Tanks without an entry turn in their landing boxes."""
    the = equipment()
    names = {name: piece for piece, name in enumerate(the.names)}
    boxes = {box.name: number for number, box in enumerate(the.board.box_row)}
    for row in pack.load().rows("scenario_us"):
        if row["scenario"] == table.scenario:
            unit = names[row["unit"]]
            table.box = replaced(table.box, unit, boxes[row["where"]])
            table.steps_left = replaced(table.steps_left, unit, the.units[unit].full_steps)


def _tell_set_up(table: OmahaTable) -> None:
    """3, 21.1 Who is where before the first turn, for those who do not see the board."""
    the = equipment()
    rule = "21.1" if table.scenario == BEYOND else "3"
    held = [post for post in the.posts if table.unit[post.index] != EMPTY]
    deep = ", ".join(post.name for post in held if table.depth[post.index] != NO_DEPTH)
    names = ", ".join(post.name for post in held)
    text = telling.said(
        "German units lie face down in {}; with depth in {}.", names, deep or "none"
    )
    table.tell(rule, telling.SETUP, text, [counter_tag(post.index) for post in held])
    if table.scenario == BEYOND:
        beyond_the_beach.tell_ashore(table)
    boxed = [piece for piece, box in enumerate(table.box) if box != NOWHERE]
    if boxed:
        afloat = ", ".join(
            f"{the.names[piece]} in {the.board.box_row[table.box[piece]].name}" for piece in boxed
        )
        table.tell(
            rule,
            telling.SETUP,
            lambda: f"In the landing boxes are {afloat}.",
            map(piece_tag, boxed),
        )
    for turn in sorted({due for due in table.due if due != NOWHERE}):
        due = [piece for piece, when in enumerate(table.due) if when == turn]
        when_due = f"On Turn {turn} arrive" if turn >= table.turn else "About to land are"
        arriving = ", ".join(the.names[piece] for piece in due)
        text = telling.said("{} {}.", when_due, arriving)
        table.tell(rule, telling.SETUP, text, map(piece_tag, due))
