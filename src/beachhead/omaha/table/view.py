"""What everybody may see of the table, by name.

Nothing in this game is known to one seat and hidden from another, and what nobody has seen has
no identity, so one view serves all.
"""

from __future__ import annotations

from typing import Any

from beachhead.kernel.bits import members
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import (
    DEPTH_KIND,
    EMPTY,
    GENERALS,
    HQS,
    LEADERS,
    NO_DEPTH,
    NOWHERE,
    PIECES,
    SECTORS,
    UNITS,
    UNSEEN_DIVISION,
    UNSEEN_EITHER,
    UNSEEN_TACTICAL,
    UNSEEN_WN,
    OmahaTable,
    division_of,
    equipment,
    heroes_with,
    is_inspired,
    post_hex,
    tide,
)
from beachhead.omaha.victory.catastrophic_loss import infantry_lost

BACKS = {
    UNSEEN_WN: "WN",
    UNSEEN_TACTICAL: "tactical",
    UNSEEN_DIVISION: "division",
    UNSEEN_EITHER: "tactical or division",
}
PIECE_MARKERS = ("disrupted", "climbing", "climbing_cliff", "acted", "transferred", "delayed")


def see(table: OmahaTable, _: str | None = None) -> dict[str, Any]:
    """The table, JSON-able."""
    the = equipment()
    return {
        "turn": table.turn,
        "last turn": table.last_turn,
        "phase": table.phase,
        "tide": tide(table),
        "sectors": list(table.sectors),
        "pieces": {
            the.names[piece]: _piece(table, piece)
            for piece in range(PIECES)
            if table.hex[piece] >= 0 or table.box[piece] >= 0 or table.due[piece] >= 0
        },
        "germans": {
            post.name: _post(table, post.index)
            for post in the.posts
            if table.unit[post.index] != EMPTY
        },
        "boxes": dict(sorted(table.boxes.items())),
        "seen": {
            "units": _names(the.pieces.german_units, ~table.unseen_units),
            "depth": _names(the.pieces.depth_markers, ~table.unseen_depth),
        },
        "silent guns": [
            gun.name
            for number, gun in enumerate(the.pieces.off_map_artillery)
            if table.inactive_guns >> number & 1
        ],
        "cards": {
            "left": list(members(table.deck)),
            "discards": list(members(table.discards)),
            "track": list(table.track),
            "fire": list(table.fire_cards),
        },
        "actions": list(table.paid_actions),
        "action change": table.action_change,
        "naval fire": table.naval_fire,
        "cleared": the.board.grid.names_of(table.cleared),
        "smoke": [the.board.positions[index].name for index in members(table.smoke)],
        "plunging fire": table.plunging_fire,
        "screaming meemies fired": table.meemies_fired,
        "losses": {str(division): infantry_lost(table, division) for division in (1, 29)},
        "variants": list(table.variants),
        **_extended(table),
    }


def _extended(table: OmahaTable) -> dict[str, Any]:
    """14 What only the extended game has, and only if there is any of it."""
    the = equipment()
    markers = the.pieces.depth_markers
    found: dict[str, Any] = {
        "bases": {
            base.name: {"hex": the.board.name(hex_), "range": charts().engineer_ranges[space]}
            for base, hex_, space in zip(
                the.pieces.engineer_bases, table.bases, table.base_spaces, strict=True
            )
            if hex_ != NOWHERE
        },
        "garrisons": the.board.grid.names_of(table.garrisons),
        "exited": [
            {"unit": the.names[unit], "exit": letter, "steps": steps}
            for unit, letter, steps in table.exited
        ],
        "armor entered": table.armor_entered,
        "armor this turn": table.armor_this_turn,
        "second event": table.second_event,
        "snipers": [the.names[piece] for piece in members(table.snipers)],
        "engineers limited": table.engineers_limited,
        "shelled": [sector for sector, hit in zip(SECTORS, table.shelled, strict=True) if hit],
        "to advance": [the.posts[post].name for post, _ in table.advances],
        "tactical or division": list(table.either) if any(table.either) else [],
        "strays": [
            markers[stray].name if stray >= 0 else "one of five eliminated"
            for stray in table.strays
        ],
        "where strays may be": [list(each) for each in table.hypotheses],
        "eliminated depth": [
            *_names(markers, table.eliminated[0]),
            *["unseen"] * table.eliminated[1],
        ]
        if table.eliminated
        else [],
    }
    return {name: value for name, value in found.items() if value}


def _piece(table: OmahaTable, piece: int) -> dict[str, Any]:
    the = equipment()
    seen: dict[str, Any] = {"division": division_of(table, piece)}
    if table.hex[piece] != NOWHERE:
        seen["hex"] = the.board.name(table.hex[piece])
    elif table.box[piece] != NOWHERE:
        seen["box"] = the.board.box_row[table.box[piece]].name
    else:
        seen["due"] = table.due[piece]
    if piece in LEADERS:
        if piece in HQS and table.command_posts[piece - HQS.start] != NOWHERE:
            space = table.command_posts[piece - HQS.start]
            seen["command post"] = {"space": space, "range": charts().hq_ranges[space]}
        commanded = members(table.commands[piece - UNITS])
        seen["commands"] = [the.names[unit] for unit in commanded]
    else:
        seen["steps"] = table.steps_left[piece]
        seen["heroes"] = [the.pieces.heroes[hero].name for hero in heroes_with(table, piece)]
        if is_inspired(table, piece):
            seen["inspired"] = True
    if piece in GENERALS and table.wounded >> piece - GENERALS.start & 1:
        seen["wounded"] = True
    for marker in PIECE_MARKERS:
        if getattr(table, marker) >> piece & 1:
            seen[marker.replace("_", " ")] = True
    return seen


def _post(table: OmahaTable, post: int) -> dict[str, Any]:
    the = equipment()
    unit, depth = table.unit[post], table.depth[post]
    seen: dict[str, Any] = {
        "hex": the.board.name(post_hex(table, post)),
        "unit": the.pieces.german_units[unit].name if unit >= 0 else BACKS[unit],
        "face down": bool(table.face_down >> post & 1),
    }
    if depth != NO_DEPTH:
        seen["depth"] = the.pieces.depth_markers[depth].name if depth >= 0 else DEPTH_KIND[depth]
    for marker, posts in (
        ("disrupted", table.german_disrupted),
        ("attacked", table.attacked),
        ("barraged", table.barraged),
        ("held fire", table.held_fire),
    ):
        if posts >> post & 1:
            seen[marker] = True
    return seen


def _names(counters: tuple[Any, ...], chosen: int) -> list[str]:
    return [counter.name for counter in counters if chosen >> counter.index & 1]
