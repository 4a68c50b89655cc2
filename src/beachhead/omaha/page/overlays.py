"""Overlays of the board: fire, danger, communication, control, command, obstacles, boxes; those
of the extended game are in `extended_overlays`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.figures import percent
from beachhead.kernel.grid import HexSet
from beachhead.omaha.german_fire.fields_of_fire import intensity, positions_of
from beachhead.omaha.landing.arrivals import permitted_boxes
from beachhead.omaha.leaders.command_posts import command_range, commanded_hexes, is_command_post
from beachhead.omaha.odds.action_odds import fires_at_targets
from beachhead.omaha.odds.fire_danger import chance_of_one, next_fire, sectors_to_come
from beachhead.omaha.page import extended_overlays as extended
from beachhead.omaha.page.lit_ground import firing_positions, lit_hexes
from beachhead.omaha.table.board import GermanPosition
from beachhead.omaha.table.cards import Square, card
from beachhead.omaha.table.schema import COLORS
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    EMPTY,
    LEADERS,
    PIECES,
    SECTORS,
    UNITS,
    OmahaTable,
    equipment,
    occupied,
    piece_name,
    position_of,
    post_hex,
)
from beachhead.omaha.victory import control
from beachhead.page.overlays import (
    SIGNS,
    Laid,
    Mark,
    Overlay,
    Parameters,
    Shade,
    grade,
    legend,
)

GRADES = {"intense": 3, "steady": 2, "sporadic": 1}
DANGERS = (("extreme", 0.5), ("high", 0.3), ("medium", 0.15), ("low", 0.0))
"""The classes of danger, and the chance from which each begins."""

MARKS = {
    **SIGNS,
    "intense": "●",
    "steady": "◐",
    "sporadic": "○",
    "german": "▤",
    "in": "✓",
    "out": "✗",
    "victory": "★",
    "control": "▨",
    "us": "▥",
    "command": "◎",
    "leader": "✪",
    "post": "⚑",
    "led": "•",
    "obstacle": "✳",
    "cleared": "✓",
    "waiting": "■",
    "due": "□",
    "empty": "·",
}
"""A sign for each class, for color is never the only carrier of meaning."""
_legend = partial(legend, MARKS)


# --- 6.2 fields of fire


def _fields_of_fire(table: OmahaTable, parameters: Parameters) -> Laid:
    """6.2 The strongest dot in each hex, of a color, a position, or all that are occupied."""
    positions = _positions(table, parameters)
    best: dict[str, Shade] = {}
    for position in positions:
        for hex_ in members(position.fire):
            dot = intensity(table, position, hex_)
            assert dot is not None
            name = equipment().board.name(hex_)
            found = best.get(name)
            if found is None or found.value < GRADES[dot]:
                best[name] = Shade(GRADES[dot], dot, dot)
    return Laid(
        hexes=best,
        marks=[
            Mark(
                f"{'post' if position.kind == 'armor' else 'position'}-{position.name}",
                position.color,
                position.name,
                fire=f"fire-{position.name}",
            )
            for position in positions
        ],
        legend=_legend(
            ("intense", "intense: any unit may be hit"),
            ("steady", "steady: unarmored units with the card's symbol lose a step"),
            ("sporadic", "sporadic: unarmored units with the card's symbol are disrupted"),
        ),
    )


def _positions(table: OmahaTable, parameters: Parameters) -> list[GermanPosition]:
    found = firing_positions(table, parameters)
    if "position" in parameters:
        return found
    moving = occupied(table) & ~((1 << ARMOR_POSTS.start) - 1)
    found += [position_of(table, post) for post in members(moving)]
    if "color" not in parameters:
        return found
    color = parameters["color"]
    if color not in COLORS:
        raise BeachheadError(f"color: there is no {color!r}; choose one of {', '.join(COLORS)}")
    return [position for position in found if position.color == color]


# --- 6 what the next fire could hit


def _danger(table: OmahaTable, parameters: Parameters) -> Laid:
    """6 The chance, over the cards that may be drawn, that a position fires into a hex where there
    is somebody to fire at."""
    if parameters.get("sector", table.sectors[0]) not in table.sectors:
        known = ", ".join(sector for sector in SECTORS if sector in table.sectors)
        raise BeachheadError(f"sector: choose one of {known}")
    imagined = next_fire(table)
    cards = [] if imagined is None else list(members(imagined.deck))
    chances: dict[int, float] = {}
    if imagined is not None:
        bringing = [
            _bringing_fire(imagined, sector, cards)
            for sector in sectors_to_come(imagined)
            if sector == parameters.get("sector", sector)
        ]
        for hex_ in dict.fromkeys(hex_ for each in bringing for hex_ in each):
            called = [each.get(hex_, []) for each in bringing]
            chances[hex_] = chance_of_one(len(cards), called)
    return Laid(
        labeled=True,
        hexes={
            equipment().board.name(hex_): Shade(
                round(chance, 4), percent(chance, "%"), grade(DANGERS, chance)
            )
            for hex_, chance in chances.items()
        },
        hint="The chance that a German position fires into the hex in the next German Fire "
        "Phase, as the Germans stand now, if there is somebody to fire at. Not counted: artillery, "
        "armor, and German actions other than fire.",
        legend=_legend(
            *(
                (class_, f"{100 * least:.0f}% or more" if least else "less")
                for class_, least in DANGERS
            )
        ),
    )


def _bringing_fire(table: OmahaTable, sector: str, cards: Sequence[int]) -> dict[int, list[int]]:
    """The cards that bring fire on each hex."""
    found: dict[int, list[int]] = {}
    fields: dict[Square, HexSet] = {}
    for number in cards:
        under_fire = 0
        for square in card(number).squares:
            if square not in fields:
                fields[square] = 0
                for position in positions_of(sector, square.color):
                    if fires_at_targets(table, position, square):
                        fields[square] |= position.fire
            under_fire |= fields[square]
        for hex_ in members(under_fire):
            found.setdefault(hex_, []).append(number)
    return found


# --- 12 control and communication


def _german_communication(table: OmahaTable, _: Parameters) -> Laid:
    """12.2 Where German paths lead, and which units are cut off."""
    network = control.german_network(table)
    marks = []
    for post in equipment().posts:
        if table.unit[post.index] != EMPTY:
            open_ = control.in_german_communication(table, post_hex(table, post.index), network)
            said = f"{post.name}: {'in' if open_ else 'out of'} communication"
            marks.append(Mark(f"post-{post.name}", "in" if open_ else "out", said))
    return Laid(
        hexes=lit_hexes(network, 1, "in German communication", "german"),
        marks=marks,
        legend=_legend(
            ("german", "a German path leads to an exit"),
            ("in", "unit in communication"),
            ("out", "unit cut off"),
        ),
    )


def _us_control(table: OmahaTable, _: Parameters) -> Laid:
    """12.1, 13.22 What US units control, and what counts for victory."""
    held = control.us_control(table)
    counts = control.victory_control(table)
    return Laid(
        hexes={
            **lit_hexes(counts, 2, "counts for victory", "victory"),
            **lit_hexes(held & ~counts, 1, "controlled, but not for victory", "control"),
        },
        legend=_legend(
            ("victory", "counts as US for victory points"),
            ("control", "controlled, but under fire or out of communication"),
        ),
    )


def _us_communication(table: OmahaTable, _: Parameters) -> Laid:
    """12.3 From where a path leads to the beach."""
    return Laid(
        hexes=lit_hexes(control.us_communication(table), 1, "in US communication", "us"),
        legend=_legend(("us", "a path leads to a beach hex above water")),
    )


# --- 11.2 command


def _command(table: OmahaTable, _: Parameters) -> Laid:
    """11.2, 11.3, 18.3 The hexes in which a leader commands: a command post by its range."""
    name_of = equipment().board.name
    found: dict[str, Shade] = {}
    marks = []
    for leader in LEADERS:
        if table.hex[leader] < 0:
            continue
        name, post = piece_name(leader), is_command_post(table, leader)
        label = f"{name}: command post, range {command_range(table, leader)}" if post else name
        marks.append(Mark(f"unit-{name}", "post" if post else "leader", label))
        for hex_ in members(commanded_hexes(table, leader)):
            others = found.get(name_of(hex_))
            said = f"{others.label}, {name}" if others else name
            found[name_of(hex_)] = Shade(1, said, "command")
    for unit in range(UNITS):
        if any(commanded >> unit & 1 for commanded in table.commands):
            marks.append(Mark(f"unit-{piece_name(unit)}", "led", "commanded"))
    return Laid(
        labeled=True,
        hexes=found,
        marks=marks,
        legend=_legend(
            ("command", "within reach of a leader"),
            ("leader", "HQ or General: one hex"),
            ("post", "command post: by its range"),
            ("led", "in command in this phase"),
        ),
    )


# --- 10.1 obstacles, 5.3 landing boxes


def _obstacles(table: OmahaTable, _: Parameters) -> Laid:
    """10.1 Beach obstacles, and those that are cleared."""
    obstacles = equipment().board.obstacles
    return Laid(
        hexes={
            **lit_hexes(obstacles & ~table.cleared, 1, "obstacles", "obstacle"),
            **lit_hexes(table.cleared, 0, "cleared", "cleared"),
        },
        legend=_legend(("obstacle", "beach obstacles: mines"), ("cleared", "cleared")),
    )


def _boxes(table: OmahaTable, _: Parameters) -> Laid:
    """5.3 Landing boxes, who waits in them and who is due."""
    row = equipment().board.box_row
    waiting: dict[int, list[str]] = {}
    due: dict[int, list[str]] = {}
    coming = [turn for turn in table.due if turn >= table.turn]
    turn = min(coming, default=None)
    for piece in range(PIECES):
        if table.box[piece] >= 0:
            waiting.setdefault(table.box[piece], []).append(piece_name(piece))
        elif turn is not None and table.due[piece] == turn:
            for number in permitted_boxes(table, piece):
                due.setdefault(number, []).append(piece_name(piece))
    marks = []
    for number, box in enumerate(row):
        if box.sector not in table.sectors:
            continue
        said = [f"{', '.join(waiting[number])} waiting"] if number in waiting else []
        said += [f"{', '.join(due[number])} due on Turn {turn}"] if number in due else []
        marks.append(
            Mark(
                f"box-{box.name}",
                "waiting" if number in waiting else "due" if number in due else "empty",
                f"{box.name}: {'; '.join(said) or 'nobody'}",
                waiting=waiting.get(number, []),
                due=due.get(number, []),
            )
        )
    return Laid(
        marks=marks,
        listed=[each.label for each in marks if each.look != "empty"],
        legend=_legend(
            ("waiting", "units in the box"),
            ("due", f"units due on Turn {turn} may be placed here"),
            ("empty", "nobody"),
        ),
    )


OVERLAYS = (
    Overlay(
        "fields-of-fire",
        "Fields of fire",
        "f",
        "6.2",
        _fields_of_fire,
        {"color": COLORS, "position": ()},
    ),
    Overlay(
        "danger", "What the next German fire could hit", "d", "6", _danger, {"sector": SECTORS}
    ),
    Overlay("german-communication", "German communication", "g", "12.2", _german_communication),
    Overlay("us-control", "US control", "t", "12.1", _us_control),
    Overlay("us-communication", "US communication", "w", "12.3", _us_communication),
    Overlay("command", "Command ranges", "k", "11.2", _command),
    Overlay("obstacles", "Beach obstacles", "x", "10.1", _obstacles),
    Overlay("boxes", "Landing boxes", "b", "5.3", _boxes),
    Overlay("engineers", "Engineers: cleared ground and traffic", "s", "19.3", extended.engineers),
    Overlay("garrisons", "Garrisons", "G", "19.3", extended.garrisons),
    Overlay("exits", "Exits, and who has left", "X", "20.3", extended.exits),
    Overlay("armor", "German armor and its orders", "z", "23", extended.armor),
    Overlay("advances", "German advances", "a", "16.8", extended.advances, {"position": ()}),
    Overlay("potential-fire", "Potential German fire", "q", "18.1", extended.potential),
    Overlay("mortars", "German mortars", "M", "16.5", extended.mortars, {"position": ()}),
)
"""What can be laid over the board, and the key for it; a capital is pressed with Shift."""
