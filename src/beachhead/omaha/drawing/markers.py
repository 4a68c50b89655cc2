"""Markers of the extended game: cleared ways, bases, garrisons, range tracks, who has left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, degrees

from beachhead.art import counters as art
from beachhead.art.palette import STAR
from beachhead.art.paths import Point, num
from beachhead.art.svg import (
    Markup,
    circle,
    group,
    joined,
    layer,
    path,
    rect,
    shape,
    stacked,
    text,
    titled,
)
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.omaha.drawing.facts import cell, facts
from beachhead.omaha.drawing.layout import HEXES, center
from beachhead.omaha.engineers.engineer_bases import (
    HEXSIDES_CLEARED,
    base_name,
    base_range,
    division_of_base,
    operations,
)
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import HQS, NOWHERE, OmahaTable, equipment, is_extended, piece_name


def on_the_ground(table: OmahaTable) -> Markup:
    """19.1, 19.3 Cleared ways and engineer bases, beneath all units."""
    if not is_extended(table):
        return Markup()
    working = operations(table)
    parts = [layer("cleared-ways", *_ways(working))] if working else []
    standing = [base for base, hex_ in enumerate(table.bases) if hex_ >= 0]
    if standing:
        parts.append(layer("bases", *(_base(table, base) for base in standing)))
    return stacked(parts)


def on_top(table: OmahaTable) -> Markup:
    """19.2, 19.3, 20.3 What must be seen whatever lies in a hex: ranges, garrisons, exits."""
    if not is_extended(table):
        return Markup()
    ranges = [_base_plate(table, base) for base, hex_ in enumerate(table.bases) if hex_ >= 0]
    held = [_garrison(hex_) for hex_ in members(table.garrisons)]
    parts = [
        layer("base-ranges", *ranges) if ranges else "",
        layer("garrisons", *held) if held else "",
        layer("range-tracks", _tracks(tuple(table.command_posts), _base_spaces(table))),
        layer("exited", _off_the_map(table)) if table.exited else "",
    ]
    return stacked(parts)


# --- 19.3 cleared ways


@lru_cache(64)
def _ways(working: HexSet) -> tuple[str, ...]:
    """Ticks over the mines that are lifted, ramps over shingle, ditches and walls."""
    the = equipment().board
    found = []
    for a, b, kind in facts().roads:
        if kind == "mined" and working & (1 << the.hex(a) | 1 << the.hex(b)):
            (ax, ay), (bx, by) = center(a), center(b)
            for share in (0.36, 0.64):
                found.append(_lifted((ax + (bx - ax) * share, ay + (by - ay) * share)))
    for a, b, kind in facts().hexsides:
        if kind in HEXSIDES_CLEARED and working & (1 << the.hex(a) | 1 << the.hex(b)):
            found.append(_ramp(a, b))
    return tuple(found)


def _lifted(at: Point) -> Markup:
    x, y = at
    return circle((x, y), 5, "lifted") + path(
        f"M{num(x - 2.6)} {num(y + 0.2)}l2 2.4 3.4-5", class_="lifted-tick"
    )


def _ramp(a: str, b: str) -> Markup:
    """A lane across a hexside, with white tape on both sides."""
    (px, py), (qx, qy) = HEXES.side(cell(a), cell(b))
    turn = degrees(atan2(qy - py, qx - px))
    return group(
        None,
        rect((-6.4, -7.5, 12.8, 15), "ramp", 1),
        path("M-6.4-7.5v15M6.4-7.5v15", class_="tape"),
        path("M-6.4-7.5v15M6.4-7.5v15", class_="tape-mark"),
        transform=f"translate({num((px + qx) / 2)} {num((py + qy) / 2)})rotate({num(turn)})",
    )


# --- 19.1, 19.2 engineer bases


def _base_place(table: OmahaTable, base: int) -> Point:
    """The middle of a base's hex; of a second base in it a little lower."""
    x, y = center(equipment().board.name(table.bases[base]))
    before = table.bases[:base].count(table.bases[base])
    return x + 6 * before, y + 12 * before


def _base(table: OmahaTable, base: int) -> Markup:
    """A base as a counter of its own, with the bridge of the engineers."""
    x, y = _base_place(table, base)
    name, reach = base_name(base), base_range(table, base)
    where = equipment().board.name(table.bases[base])
    return art.counter(
        f"base-{name}",
        (x, y),
        art.square(),
        text("ENGINEERS", 0, -12.4, class_="small"),
        engineers((0, -1.5), 24, 15),
        title=f"Engineer base {name} in {where}, range {reach}",
        classes=["base", f"us-{division_of_base(base)}"],
    )


def engineers(at: Point, wide: float, high: float) -> Markup:
    """The symbol of engineers: a bridge in its frame."""
    x, y = at
    w, h = wide / 2, high / 2
    frame = f"M{num(x - w)} {num(y - h)}h{num(wide)}v{num(high)}h{num(-wide)}z"
    span, leg = w * 0.66, h * 0.5
    bridge = f"M{num(x - span)} {num(y + leg)}v{num(-2 * leg)}h{num(2 * span)}v{num(2 * leg)}"
    bridge += f"M{num(x)} {num(y - leg)}v{num(2 * leg)}"
    return path(frame, class_="line") + path(bridge, class_="line")


def _base_plate(table: OmahaTable, base: int) -> Markup:
    """The name of a base and its range, at the foot of its hex."""
    x, y = _base_place(table, base)
    name, reach = base_name(base), base_range(table, base)
    wide = 22 + 3.9 * len(name)
    left = -wide / 2
    return group(
        f"base-range-{name}",
        rect((left, -6.5, wide, 13), "range-plate", 6.5),
        text(name, left + (wide - 11) / 2, 2.8, class_="range-name"),
        range_disc(reach, (wide / 2 - 6.5, 0)),
        transform=f"translate({num(x)} {num(y + 24)})",
    )


def range_disc(reach: int, at: Point, *, idle: bool = False) -> Markup:
    """How far a command post or a base reaches; struck out if it reaches nobody now."""
    x, y = at
    looks = "range-disc idle" if idle else "range-disc"
    drawn = circle((x, y), 7, looks) + text(str(reach), x, y + 3.7, class_="chip-text range-number")
    if idle:
        drawn += path(f"M{num(x - 5)} {num(y + 5)}l10-10", class_="range-struck")
    return drawn


# --- 19.3 garrisons


def _garrison(hex_: int) -> Markup:
    """A shield with a star, at the foot of the position it keeps."""
    name = equipment().posts[equipment().post_at[hex_]].name
    x, y = center(equipment().board.name(hex_))
    star = [(sx * 5, sy * 5 - 0.8) for sx, sy in STAR]
    return titled(
        f"garrison-{name}",
        f"{name}: US garrison, no German unit comes back but by an advance",
        path("M-9.5-9.5h19v9c0 6.6-4.6 10.4-9.5 12.6C-4.9 9.9-9.5 6.1-9.5-.5z", class_="shield"),
        shape(star, "shield-star"),
        class_="garrison",
        transform=f"translate({num(x)} {num(y + 26)})scale(.86)",
    )


# --- 18.2, 19.2 the tracks


@lru_cache(64)
def _tracks(posts_at: tuple[int, ...], bases_at: tuple[int, ...]) -> Markup:
    """18.2, 19.2 The command and the engineer range track, with a marker for each post and base."""
    left, top, wide, high = 622.0, 1046.0, 270.0, 112.0
    posts: dict[int, list[str]] = {}
    for hq, space in zip(HQS, posts_at, strict=True):
        if space != NOWHERE:
            posts.setdefault(space, []).append(piece_name(hq).removesuffix(" HQ"))
    bases: dict[int, list[str]] = {}
    for base, space in enumerate(bases_at):
        if space != NOWHERE:
            bases.setdefault(space, []).append(base_name(base).partition("•")[0])
    return (
        rect((left, top, wide, high), "panel solid", 2)
        + _track("COMMAND RANGE", charts().hq_ranges, posts, (left + 14, top + 20))
        + _track("ENGINEER RANGE", charts().engineer_ranges, bases, (left + 14, top + 70))
    )


def _base_spaces(table: OmahaTable) -> tuple[int, ...]:
    return tuple(
        NOWHERE if hex_ == NOWHERE else space
        for hex_, space in zip(table.bases, table.base_spaces, strict=True)
    )


def _track(title: str, ranges: Sequence[int], there: dict[int, list[str]], at: Point) -> Markup:
    x, y = at
    parts = [text(title, x, y, class_="track-title")]
    for space, reach in enumerate(ranges):
        here = there.get(space, [])
        near = x + space * 27
        looks = "track-space held" if here else "track-space"
        parts.append(rect((near, y + 6, 25, 26), looks, 2))
        parts.append(text(str(reach), near + 12.5, y + (18 if here else 24), class_="track-range"))
        if here:
            parts.append(text(" ".join(here), near + 12.5, y + 28.5, class_="track-who"))
    return joined(parts)


# --- 20.3 off the map


def _off_the_map(table: OmahaTable) -> Markup:
    """Who has left by which exit, and with how many steps, in a box in the sea."""
    gone: dict[str, list[tuple[int, int]]] = {}
    for unit, letter, steps in table.exited:
        gone.setdefault(letter, []).append((unit, steps))
    left, wide = 906.0, 306.0
    lines = [(letter, gone[letter]) for letter in sorted(gone)]
    high = 40.0 + 22 * len(lines)
    top = 1158.0 - max(100.0, high)
    parts = [
        rect((left, top, wide, max(100.0, high)), "panel solid", 2),
        text("OFF THE MAP", left + 16, top + 24, class_="legend-head"),
    ]
    for number, (letter, units) in enumerate(lines):
        y = top + 46 + 22 * number
        steps = sum(each for _, each in units)
        names = ", ".join(piece_name(unit) for unit, _ in units)
        parts += [
            rect((left + 14, y - 13, 18, 18), "exit-tab", 2),
            text(letter, left + 23, y + 1, class_="plate-label"),
            text(f"{steps} step{'' if steps == 1 else 's'}", left + 42, y + 1, class_="board-note"),
            text(_short(names, 30), left + 112, y + 1, class_="gone-names"),
        ]
    for letter, units in lines:
        parts.append(_exit_plate(letter, sum(each for _, each in units)))
    return joined(parts)


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _exit_plate(letter: str, steps: int) -> Markup:
    """The steps that have left, beside the exit."""
    x, y = center(equipment().board.name(equipment().board.exits[letter]))
    return titled(
        f"exited-{letter}",
        f"Exit {letter}: {steps} steps have left the map",
        rect((-18, -7, 36, 14), "range-plate", 7),
        text(f"{steps} out", 0, 3.4, class_="range-name"),
        transform=f"translate({num(x)} {num(y + 22)})",
    )
