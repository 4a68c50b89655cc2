"""Overlays of the extended game: engineers, garrisons, exits, armor, advances, fire to come."""

from __future__ import annotations

from functools import partial

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.engineers.engineer_bases import (
    base_ground,
    base_name,
    base_range,
    operations,
    traffic,
)
from beachhead.omaha.engineers.garrisons import garrison_ground
from beachhead.omaha.germans import advance
from beachhead.omaha.germans.armor_movement import orders
from beachhead.omaha.germans.mortars_patrols_ambushes import mortar_range
from beachhead.omaha.leaders.command_posts import field_of_fire, potential_fire
from beachhead.omaha.page.lit_ground import firing_positions, lit_hexes
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    DIVISION_OF_SECTOR,
    EMPTY,
    NOWHERE,
    OmahaTable,
    equipment,
    german_hexes,
    hex_tag,
    occupied,
    piece_name,
    position_of,
)
from beachhead.omaha.victory import control
from beachhead.page.overlays import Arrow, Laid, Mark, Parameters, Shade, legend

MARKS = {
    "operations": "▦",
    "traffic": "➔",
    "hindered": "▢",
    "base": "⌂",
    "kept": "⛨",
    "could": "＋",
    "held": "▤",
    "reached": "✓",
    "cut": "✗",
    "order": "→",
    "vehicle": "◆",
    "end": "⚑",
    "entry": "⇥",
    "route": "▨",
    "repulsed": "✗",
    "succeeds": "✓",
    "under-fire": "●",
    "potential": "○",
    "ground": "⌂",
    "one": "⌒",
    "several": "⌒⌒",
    "intense": "●",
    "steady": "◐",
}
"""A sign for each class, for color is never the only carrier of meaning."""
_legend = partial(legend, MARKS)


def _arrow(start: int, end: int, look: str, label: str = "") -> Arrow:
    return Arrow(hex_tag(start), hex_tag(end), look, label)


# --- 19 engineers


def engineers(table: OmahaTable, _: Parameters) -> Laid:
    """19.2, 19.3 Where the engineers operate, from where moves are free, what fire hinders."""
    working, directed = operations(table), traffic(table)
    grid = equipment().board.grid
    marks, reach = [], 0
    for base, hex_ in enumerate(table.bases):
        if hex_ != NOWHERE:
            far, name = base_range(table, base), base_name(base)
            reach |= grid.within(1 << hex_, far)
            marks.append(Mark(f"base-{name}", "base", f"{name}: range {far}"))
    return Laid(
        hexes={
            **lit_hexes(reach & ~working, 0, "hindered by fire", "hindered"),
            **lit_hexes(working & ~directed, 1, "cleared", "operations"),
            **lit_hexes(directed, 2, "cleared, moves are free", "traffic"),
        },
        marks=marks,
        legend=_legend(
            ("base", "engineer base"),
            ("traffic", "cleared, and a move from here is free this turn"),
            ("operations", "cleared: mines, shingle, ditches and walls are no hindrance"),
            ("hindered", "in range, but in a German field of fire"),
        ),
    )


def garrisons(table: OmahaTable, _: Parameters) -> Laid:
    """19.3 Positions that garrisons keep, and those that could be kept."""
    possible = garrison_ground(table)
    held = german_hexes(table)
    positions = 0
    for position in equipment().board.positions:
        positions |= position.area
    return Laid(
        hexes={
            **lit_hexes(positions & held, 0, "held by Germans", "held"),
            **lit_hexes(possible, 1, "could be kept", "could"),
            **lit_hexes(table.garrisons, 2, "garrison", "kept"),
        },
        legend=_legend(
            ("kept", "garrison: Germans come back only by an advance"),
            ("could", "empty and in reach: a garrison may be placed"),
            ("held", "position held by Germans"),
        ),
    )


# --- 20.3 exits


def exits(table: OmahaTable, _: Parameters) -> Laid:
    """20.3 The exits, the steps that have left by them, and whether they would count."""
    reached = control.us_communication(table)
    gone: dict[str, list[tuple[int, int]]] = {}
    for unit, letter, left in table.exited:
        gone.setdefault(letter, []).append((unit, left))
    hexes, marks = {}, []
    for letter, hex_ in sorted(equipment().board.exits.items()):
        out = sum(each for _, each in gone.get(letter, []))
        look = "reached" if reached >> hex_ & 1 else "cut"
        name = equipment().board.name(hex_)
        hexes[name] = Shade(out, f"{letter}: {out} out", look)
        who = ", ".join(f"{piece_name(unit)} ({each})" for unit, each in gone.get(letter, []))
        said = "in US communication" if look == "reached" else "out of US communication"
        label = f"Exit {letter}, {said}: {who or 'nobody has left'}"
        marks.append(Mark(f"exit-{letter}", look, label))
    return Laid(
        labeled=True,
        hexes=hexes,
        marks=marks,
        listed=[mark.label for mark in marks],
        legend=_legend(
            ("reached", "in US communication: steps that leave here would count"),
            ("cut", "out of US communication: only rangers' steps at F and G count"),
        ),
    )


# --- 23 armor


def armor(table: OmahaTable, _: Parameters) -> Laid:
    """23.3, 23.5 The fields of fire of German armor, and the orders it moves by."""
    the = equipment().board
    hexes = {
        **lit_hexes(_entries(), 0, "entry", "entry"),
        **lit_hexes(the.armor.ends, 0, "end point", "end"),
    }
    marks = []
    for post in members(occupied(table) & ~((1 << ARMOR_POSTS.start) - 1)):
        position = position_of(table, post)
        hexes |= lit_hexes(position.steady, 2, "steady", "steady")
        hexes |= lit_hexes(position.intense, 3, "intense", "intense")
        look = f"vehicle {position.color}"
        marks.append(Mark(f"post-{position.name}", look, position.name))
    arrows = [_arrow(start, end, "order") for start, end in the.armor.next_hex.items()]
    for hex_ in the.armor.junctions:
        ways: dict[int, list[str]] = {}
        for symbol in ("circle", "diamond", "triangle"):
            there = orders(table, hex_, symbol)
            if there is not None:
                ways.setdefault(there, []).append(symbol)
        for there, symbols in ways.items():
            label = "" if len(ways) == 1 else "".join(SIGNS[symbol] for symbol in symbols)
            arrows.append(_arrow(hex_, there, "order", label))
    return Laid(
        hexes=hexes,
        marks=marks,
        arrows=arrows,
        legend=_legend(
            ("vehicle", "armor unit"),
            ("intense", "its intense field of fire"),
            ("steady", "its steady field of fire"),
            ("order", "movement orders; at a junction by the card's symbol"),
            ("entry", "where it may come from"),
            ("end", "end point: undisrupted there when a turn ends, it wins"),
        ),
    )


SIGNS = {"circle": "●", "diamond": "◆", "triangle": "▲"}


def _entries() -> HexSet:
    the = equipment().board
    return sum(1 << the.exits[letter] for letter in the.armor.entries)


# --- 16.8 advances


def advances(table: OmahaTable, parameters: Parameters) -> Laid:
    """16.8, 16.82 Where German units would advance to, over which hexes, against what."""
    the = equipment()
    hexes: dict[str, Shade] = {}
    marks, arrows = [], []
    for post in the.posts[: ARMOR_POSTS.start]:
        if table.unit[post.index] == EMPTY or not post.position.advance:
            continue
        if "position" in parameters and post.name != parameters["position"]:
            continue
        goal = advance.destination(table, post.position)
        if goal is None:
            continue
        there = the.posts[goal]
        route = the.board.advance_route(post.hex, there.hex)
        strength = advance.defense(table, route)
        look = "repulsed" if strength >= advance.REPULSED_BY else "succeeds"
        for hex_ in members(route):
            found = hexes.setdefault(the.board.name(hex_), Shade(0, "", "route"))
            found.value += 1
            found.label = ", ".join(filter(None, (found.label, post.name)))
        label = f"{post.name} to {there.name}: US strength {strength} in the way"
        marks.append(Mark(f"post-{post.name}", look, label))
        arrows.append(_arrow(post.hex, there.hex, look, str(strength)))
    if "position" in parameters and not marks:
        raise BeachheadError(f"position: no advance leads from {parameters['position']!r} now")
    return Laid(
        hexes=hexes,
        marks=marks,
        arrows=arrows,
        listed=[mark.label for mark in marks],
        legend=_legend(
            ("route", "route of advance: US units here are in the way"),
            ("succeeds", f"US strength below {advance.REPULSED_BY}: it would succeed"),
            ("repulsed", f"{advance.REPULSED_BY} or more: repulsed, unless the card disrupts some"),
        ),
    )


# --- 18.1, 19.1 where posts and bases may not be


def potential(table: OmahaTable, _: Parameters) -> Laid:
    """18.1, 19.1 Fields of fire of occupied positions, and of empty ones in communication."""
    fire = field_of_fire(table)
    feared = potential_fire(table)
    ground = 0
    for sector, division in DIVISION_OF_SECTOR.items():
        if sector in table.sectors:
            ground |= base_ground(table, division)
    return Laid(
        hexes={
            **lit_hexes(feared & ~fire, 1, "potential fire", "potential"),
            **lit_hexes(fire, 2, "field of fire", "under-fire"),
            **lit_hexes(ground, 0, "a base may be here", "ground"),
        },
        legend=_legend(
            ("under-fire", "field of fire of a German-occupied position"),
            ("potential", "of an empty position in German communication"),
            ("ground", "beach where an engineer base may be set up"),
        ),
    )


# --- 16.5 mortars


def mortars(table: OmahaTable, parameters: Parameters) -> Laid:
    """16.5 The hexes that mortars of occupied positions reach."""
    firing = firing_positions(table, parameters)
    count: dict[int, int] = {}
    for position in firing:
        for hex_ in members(mortar_range(position.index)):
            count[hex_] = count.get(hex_, 0) + 1
    return Laid(
        labeled=True,
        hexes={
            equipment().board.name(hex_): Shade(many, str(many), "several" if many > 1 else "one")
            for hex_, many in count.items()
        },
        marks=[Mark(f"position-{each.name}", "firing", each.name) for each in firing],
        legend=_legend(
            ("one", "in reach of one position's mortars"),
            ("several", "of several; the number says how many"),
        ),
    )
