"""Around the map: Zones, tracks, title, legend, frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi, sin

from beachhead.art import curves
from beachhead.art.palette import placed
from beachhead.art.paths import Box, Point, grown, num
from beachhead.art.svg import Markup, bedded, group, layer, path, rect, shape, text, titled
from beachhead.kernel.bits import members
from beachhead.storm.drawing import signs
from beachhead.storm.drawing.layout import (
    BOTTOM,
    MAP,
    PAGE,
    RIGHT,
    ZONE_HEAD,
    ZONE_PLACES,
    area_room,
)
from beachhead.storm.drawing.shapes import edge, outline
from beachhead.storm.table.board import ZONES, Zone, board

TURNS_AT: Point = (716.0, 18.0)
TURN_WIDE = 92.0
POINTS_AT: Point = (1500.0, 18.0)
POINT_WIDE = 72.0
TRACK_HEAD, TRACK_HIGH = 24.0, 104.0
SUPPORT_AT: Point = (1500.0, 158.0)
TITLE: Box = (2246.0, 16.0, 384.0, 206.0)
LEGEND: Box = (2262.0, 240.0, 368.0, 376.0)
HALVES = {1: "½", 2: "1", 4: "2"}


def zones() -> Markup:
    """2.2.1 The reinforcement boxes, with an arrow to each area they open on."""
    arrows = [_opening(zone, area) for zone in board().zones for area in members(zone.areas)]
    drawn = [_zone(board().zone(zone)) for zone in ZONES]
    return layer("openings", *arrows) + layer("zones", *drawn)


def _zone(zone: Zone) -> Markup:
    tag = board().tag(zone.place)
    left, top, wide, high = ZONE_PLACES[tag]
    upright = high > wide
    head: Box = (left, top, wide, ZONE_HEAD) if upright else (left, top, ZONE_HEAD, high)
    x = left + (wide if upright else ZONE_HEAD) / 2
    y = top + 30
    worth = HALVES[zone.half_vp]
    names = enumerate(_two_lines(zone.name))
    return titled(
        tag,
        f"Zone {zone.letter}, {zone.name}: {worth} VP a turn for each Allied unit",
        rect(ZONE_PLACES[tag], "zone-face", 2),
        rect(head, "zone-head", 2),
        text(f"ZONE {zone.letter}", x, y, class_="zone-letter"),
        *(text(line, x, y + 18 + n * 15, class_="zone-name") for n, line in names),
        signs.victory((x - 34, y + 62), worth, 12.0),
        text("each unit", x + 18, y + 67, class_="zone-worth"),
        rect(ZONE_PLACES[tag], "zone-rim", 2),
        class_="place zone",
    )


def _two_lines(name: str) -> list[str]:
    before, joint, after = name.partition(" and ")
    return [before, f"{joint.strip()} {after}"] if joint else [name]


def _opening(zone: Zone, area: int) -> Markup:
    """A double arrowhead between a Zone and an area."""
    left, top, wide, high = ZONE_PLACES[board().tag(zone.place)]
    tx, ty = _gate(area, upright=high > wide)
    x = min(max(tx, left + 24), left + wide - 24)
    y = min(max(ty, top + 24), top + high - 24)
    if high > wide:
        x, tx = left, left - 46.0
    elif zone.letter == "E":
        x, y = min(x, left + wide - 40), top + high
        ty = y + 46
    else:
        y, ty = top, top - 46.0
    tx = min(max(tx, x - 40), x + 40) if high <= wide else tx
    toward, _ = curves.bearing((x, y), (tx, ty))
    cuts = curves.crossings(outline(area), (x, y), toward)
    reach = max(36.0, min((max(cut, 0.0) for cut in cuts), default=30.0) + 16)
    half = [(-4.0, 8.0), (reach - 20, 8.0), (reach - 20, 17.0), (reach, 0.0)]
    return shape(curves.arrow((x, y), toward, half), "opening")


def _gate(area: int, *, upright: bool) -> Point:
    """Where units leave an area for a Zone: the middle of its edge, or of its room."""
    if upright:
        return area_room(area).middle
    rim = edge(area)
    return sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim)


# --- tracks


def tracks() -> Markup:
    """2.2.2 The turn track and the Victory Point track."""
    return layer("tracks", _turns(), _points())


def turn_place(turn: int) -> Point:
    """The middle of a space of the turn track."""
    return TURNS_AT[0] + (turn - 0.5) * TURN_WIDE, TURNS_AT[1] + TRACK_HIGH / 2 + 12


def point_place(digit: int) -> Point:
    """The middle of a space of the Victory Point track."""
    return POINTS_AT[0] + (digit + 0.5) * POINT_WIDE, POINTS_AT[1] + TRACK_HIGH / 2 + 12


def _turns() -> Markup:
    spaces = [(f"turn-{n}", str(n), date) for n, date in enumerate(board().dates, start=1)]
    return _track("turn-track", "TURN", TURNS_AT, TURN_WIDE, spaces, "turn")


def _points() -> Markup:
    spaces = [(f"points-{digit}", str(digit), f"{digit}0") for digit in range(10)]
    return _track("point-track", "ALLIED VICTORY POINTS", POINTS_AT, POINT_WIDE, spaces)


def _track(
    id_: str,
    title: str,
    at: Point,
    wide: float,
    spaces: Sequence[tuple[str, str, str]],
    class_: str | None = None,
) -> Markup:
    """A banner, and below it spaces with an id, a number and what stands below the number."""
    left, top = at
    banner: Box = (left, top, wide * len(spaces), TRACK_HEAD)
    drawn = [rect(banner, "banner")]
    drawn.append(text(title, left + banner[2] / 2, top + 17.2, class_="banner-text"))
    for n, (name, number, below) in enumerate(spaces):
        middle = left + (n + 0.5) * wide
        cell = (left + n * wide, top + TRACK_HEAD, wide, TRACK_HIGH - TRACK_HEAD)
        drawn.append(
            group(
                name,
                rect(cell, "cell"),
                text(number, middle, top + 72, class_="turn-number"),
                text(below, middle, top + TRACK_HIGH - 8, class_="turn-date"),
                class_=class_,
            )
        )
    return group(id_, *drawn)


# --- title, legend, frame


def title() -> Markup:
    """The cartouche."""
    left, top, wide, _ = TITLE
    x = left + wide / 2
    return layer(
        "title",
        rect(TITLE, "panel", 2),
        rect(grown(TITLE, -5), "panel inner"),
        text("STORM OVER", x, top + 62, class_="title small"),
        text("NORMANDY", x, top + 116, class_="title"),
        path(f"M{num(x - 150)} {num(top + 134)}h300", class_="rule"),
        text("6 to 13 June 1944", x, top + 160, class_="subtitle"),
        text("Drawn for Beachhead on the lie of the land;", x, top + 179, class_="note"),
        text("areas reconstructed, see docs/data.md", x, top + 193, class_="note"),
    )


def legend() -> Markup:
    """What the signs mean."""
    left, y = LEGEND[:2]
    parts = []
    for step, draw, words in SIGNS:
        y += step
        sample = draw((left + 40, y))
        parts.append(sample + text(words, left + 78, y + 5, class_="legend-text"))
    return layer("legend", rect(LEGEND, "panel", 2), *parts)


def _shells(at: Point, count: int) -> Markup:
    x, y = at
    shells = [signs.shell((x + (n - (count - 1) / 2) * 10, y), 1.2) for n in range(count)]
    return group(None, *shells, class_=f"support {'red' if count > 1 else 'black'}")


def _both(
    sign: Callable[[Point, str], Markup], names: tuple[str, str], apart: float
) -> Callable[[Point], Markup]:
    """A sign of either side, or of either nation."""
    return lambda at: (
        sign((at[0] - apart, at[1]), names[0]) + sign((at[0] + apart, at[1]), names[1])
    )


def _line_sample(at: Point, kind: str) -> Markup:
    run = f"M{num(at[0] - 26)} {num(at[1])}h52"
    cross = signs.cross(at, 5) if kind == "impassable" else ""
    return bedded(run, kind) + path(cross, class_="impassable-cross")


def _sample_disc(at: Point, *, bocage: bool) -> Markup:
    x, y = at
    hedge = [(-cos(pi * k / 9) * 19, -sin(pi * k / 9) * 19) for k in range(10)]
    number, value = ("16", "+3") if bocage else ("18", "+1*")
    return (
        signs.disc(at, 18.0, placed(hedge, at) if bocage else None, 3.6)
        + text(number, x, y - 3, class_="disc-number", font_size="14px")
        + text(value, x, y + 14, class_="disc-value", font_size="14px")
    )


_controls = _both(signs.control, ("allied", "german"), 12)
_parachutes = _both(signs.parachute, ("american", "commonwealth"), 13)
SIGNS: tuple[tuple[float, Callable[[Point], Markup], str], ...] = (
    (46, partial(_sample_disc, bocage=True), "Bocage: number, Defensive Value"),
    (48, partial(_sample_disc, bocage=False), "Open; +1* is +2 with a strongpoint"),
    (44, partial(_shells, count=2), "Red name, two shells: 2 Support Points"),
    (30, partial(_shells, count=1), "Black name, one shell: 1 Support Point"),
    (31, partial(signs.victory, points="1", radius=9.6), "Victory Points each turn"),
    (31, _controls, "Allied control, German control"),
    (31, _parachutes, "Airborne units may enter"),
    (31, signs.card_sign, "Caen and Bourguébus: a card more"),
    (31, partial(_line_sample, kind="dividing"), "Dividing Line: no Allied unit crosses"),
    (31, partial(_line_sample, kind="impassable"), "Impassable line: no unit crosses"),
)
"""How far below the one above, what it looks like, and what it means."""


def frame() -> Markup:
    """Paper margin and neat line."""
    paper = grown(PAGE, 14)
    m, wide, high = num(-paper[0]), num(paper[2]), num(paper[3])
    sheet = f"M-{m}-{m}h{wide}v{high}h-{wide}zM0 0v{num(BOTTOM)}h{num(RIGHT)}V0z"
    return layer(
        "frame",
        path(sheet, class_="paper", fill_rule="evenodd"),
        rect(grown(MAP, 2), "neat"),
        rect(grown(MAP, 9), "neat thin"),
    )
