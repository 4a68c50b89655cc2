"""Around the map: Zones, tracks, title, legend, frame."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from beachhead.art.svg import (
    Box,
    Markup,
    Point,
    element,
    group,
    joined,
    layer,
    num,
    path,
    polyline,
    text,
)
from beachhead.kernel.grid import members
from beachhead.storm.board import ZONES, Zone, board
from beachhead.storm.drawing import signs
from beachhead.storm.drawing.layout import BOTTOM, MARGIN, RIGHT, ZONE_HEAD, ZONE_PLACES, rooms
from beachhead.storm.drawing.shapes import edge, outline

TURNS_AT: Point = (716.0, 18.0)
TURN_WIDE, TURN_HIGH = 92.0, 104.0
POINTS_AT: Point = (1500.0, 18.0)
POINT_WIDE, POINT_HIGH = 72.0, 104.0
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
    return group(
        tag,
        element(
            "title", f"Zone {zone.letter}, {zone.name}: {worth} VP a turn for each Allied unit"
        ),
        element("rect", class_="zone-face", x=left, y=top, width=wide, height=high, rx=2),
        element(
            "rect",
            class_="zone-head",
            x=head[0],
            y=head[1],
            width=head[2],
            height=head[3],
            rx=2,
        ),
        text(f"ZONE {zone.letter}", x, y, class_="zone-letter"),
        *(
            text(line, x, y + 18 + n * 15, class_="zone-name")
            for n, line in enumerate(_two_lines(zone.name))
        ),
        signs.victory((x - 34, y + 62), worth, 12.0),
        text("each unit", x + 18, y + 67, class_="zone-worth"),
        element("rect", class_="zone-rim", x=left, y=top, width=wide, height=high, rx=2),
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
    run = ((tx - x) ** 2 + (ty - y) ** 2) ** 0.5
    dx, dy = (tx - x) / run, (ty - y) / run

    def at(along: float, aside: float) -> Point:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    reach = max(36.0, _way_to(area, (x, y), (dx, dy)) + 16)
    shape = [at(-4, 8), at(reach - 20, 8), at(reach - 20, 17), at(reach, 0)]
    shape += [at(reach - 20, -17), at(reach - 20, -8), at(-4, -8)]
    return path(polyline(shape, closed=True), class_="opening")


def _gate(area: int, *, upright: bool) -> Point:
    """Where units leave an area for a Zone: the middle of its edge, or of its room."""
    if upright:
        return rooms()[area].middle
    rim = edge(area)
    return sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim)


def _way_to(area: int, start: Point, towards: Point) -> float:
    """How far it is to an area, straight on."""
    (x, y), (dx, dy) = start, towards
    shape = outline(area)
    found = []
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        over, under = (ax - x) * -dy + (ay - y) * dx, (bx - x) * -dy + (by - y) * dx
        if (over < 0) != (under < 0):
            t = over / (over - under)
            away = (ax + (bx - ax) * t - x) * dx + (ay + (by - ay) * t - y) * dy
            found.append(max(away, 0.0))
    return min(found, default=30.0)


# --- tracks


def tracks() -> Markup:
    """2.2.2 The turn track and the Victory Point track."""
    return layer("tracks", _turns(), _points())


def turn_place(turn: int) -> Point:
    """The middle of a space of the turn track."""
    return TURNS_AT[0] + (turn - 0.5) * TURN_WIDE, TURNS_AT[1] + TURN_HIGH / 2 + 12


def point_place(digit: int) -> Point:
    """The middle of a space of the Victory Point track."""
    return POINTS_AT[0] + (digit + 0.5) * POINT_WIDE, POINTS_AT[1] + POINT_HIGH / 2 + 12


def _turns() -> Markup:
    left, top = TURNS_AT
    cells = []
    for turn, date in enumerate(board().dates, start=1):
        x = left + (turn - 1) * TURN_WIDE
        middle = x + TURN_WIDE / 2
        day, _, month = date.partition(" ")
        cells.append(
            group(
                f"turn-{turn}",
                element(
                    "rect",
                    class_="cell",
                    x=x,
                    y=top + 24,
                    width=TURN_WIDE,
                    height=TURN_HIGH - 24,
                ),
                text(str(turn), middle, top + 72, class_="turn-number"),
                text(f"{day} {month}", middle, top + TURN_HIGH - 8, class_="turn-date"),
                class_="turn",
            )
        )
    wide = TURN_WIDE * len(board().dates)
    return group("turn-track", _banner("TURN", left, top, wide), *cells)


def _points() -> Markup:
    left, top = POINTS_AT
    cells = []
    for digit in range(10):
        x = left + digit * POINT_WIDE
        middle = x + POINT_WIDE / 2
        cells.append(
            group(
                f"points-{digit}",
                element(
                    "rect",
                    class_="cell",
                    x=x,
                    y=top + 24,
                    width=POINT_WIDE,
                    height=POINT_HIGH - 24,
                ),
                text(str(digit), middle, top + 72, class_="turn-number"),
                text(f"{digit}0", middle, top + POINT_HIGH - 8, class_="turn-date"),
            )
        )
    banner = _banner("ALLIED VICTORY POINTS", left, top, POINT_WIDE * 10)
    return group("point-track", banner, *cells)


def _banner(words: str, left: float, top: float, wide: float) -> Markup:
    return element("rect", class_="banner", x=left, y=top, width=wide, height=24) + text(
        words, left + wide / 2, top + 17.2, class_="banner-text"
    )


# --- title, legend, frame


def title() -> Markup:
    """The cartouche."""
    left, top, wide, high = TITLE
    x = left + wide / 2
    return layer(
        "title",
        element("rect", class_="panel", x=left, y=top, width=wide, height=high, rx=2),
        element(
            "rect",
            class_="panel inner",
            x=left + 5,
            y=top + 5,
            width=wide - 10,
            height=high - 10,
        ),
        text("STORM OVER", x, top + 62, class_="title small"),
        text("NORMANDY", x, top + 116, class_="title"),
        path(f"M{num(x - 150)} {num(top + 134)}h300", class_="rule"),
        text("6 to 13 June 1944", x, top + 160, class_="subtitle"),
        text("Drawn for Beachhead on the lie of the land;", x, top + 179, class_="note"),
        text("areas reconstructed, see docs/data.md", x, top + 193, class_="note"),
    )


def legend() -> Markup:
    """What the signs mean."""
    left, top, wide, high = LEGEND
    x = left + 40
    rows: list[tuple[float, Callable[[float], str], str]] = [
        (46, lambda y: _sample_disc((x, y), bocage=True), "Bocage: number, Defensive Value"),
        (48, lambda y: _sample_disc((x, y), bocage=False), "Open; +1* is +2 with a strongpoint"),
        (44, lambda y: _shells((x, y), 2), "Red name, two shells: 2 Support Points"),
        (30, lambda y: _shells((x, y), 1), "Black name, one shell: 1 Support Point"),
        (31, lambda y: signs.victory((x, y), "1", 9.6), "Victory Points each turn"),
        (
            31,
            lambda y: signs.control((x - 12, y), "allied") + signs.control((x + 12, y), "german"),
            "Allied control, German control",
        ),
        (
            31,
            lambda y: (
                signs.parachute((x - 13, y), "american")
                + signs.parachute((x + 13, y), "commonwealth")
            ),
            "Airborne units may enter",
        ),
        (31, lambda y: signs.card_sign((x, y)), "Caen and Bourguébus: a card more"),
        (31, lambda y: _line_sample((x, y), "dividing"), "Dividing Line: no Allied unit crosses"),
        (31, lambda y: _line_sample((x, y), "impassable"), "Impassable line: no unit crosses"),
    ]
    parts, y = [], top
    for step, draw, words in rows:
        y += step
        parts.append(draw(y) + text(words, left + 78, y + 5, class_="legend-text"))
    return layer(
        "legend",
        element("rect", class_="panel", x=left, y=top, width=wide, height=high, rx=2),
        *parts,
    )


def _shells(at: Point, count: int) -> Markup:
    x, y = at
    shells = [signs.shell((x + (n - (count - 1) / 2) * 10, y), 1.2) for n in range(count)]
    return group(None, *shells, class_=f"support {'red' if count > 1 else 'black'}")


def _line_sample(at: Point, kind: str) -> Markup:
    x, y = at
    run = f"M{num(x - 26)} {num(y)}h52"
    cross = f"M{num(x - 5)} {num(y - 5)}l10 10m0-10l-10 10" if kind == "impassable" else ""
    return (
        path(run, class_=f"{kind}-bed")
        + path(run, class_=kind)
        + path(cross, class_="impassable-cross")
    )


def _sample_disc(at: Point, *, bocage: bool) -> Markup:
    x, y = at
    r = 18.0
    hedge = joined(
        element(
            "circle",
            class_="disc-hedge",
            cx=x - cos(pi * k / 9) * (r + 1),
            cy=y - sin(pi * k / 9) * (r + 1),
            r=3.6,
        )
        for k in range(10)
    )
    arc = f"{num(r)} {num(r)}"
    kind = "bocage" if bocage else "open"
    return (
        (hedge if bocage else "")
        + path(f"M{num(x - r)} {num(y)}a{arc} 0 0 1 {num(2 * r)} 0z", class_=f"disc {kind}")
        + path(f"M{num(x - r)} {num(y)}a{arc} 0 0 0 {num(2 * r)} 0z", class_="disc value")
        + element("circle", class_="disc-rim", cx=x, cy=y, r=r)
        + text("16" if bocage else "18", x, y - 3, class_="disc-number", font_size="14px")
        + text("+3" if bocage else "+1*", x, y + 14, class_="disc-value", font_size="14px")
    )


def frame() -> Markup:
    """Paper margin and neat line."""
    wide, high = RIGHT + 2 * MARGIN, BOTTOM + 2 * MARGIN
    m = num(MARGIN + 14)
    around = (
        f"M-{m}-{m}h{num(wide + 28)}v{num(high + 28)}h-{num(wide + 28)}z"
        f"M0 0v{num(BOTTOM)}h{num(RIGHT)}V0z"
    )
    return layer(
        "frame",
        path(around, class_="paper", fill_rule="evenodd"),
        element("rect", class_="neat", x=-2, y=-2, width=RIGHT + 4, height=BOTTOM + 4),
        element("rect", class_="neat thin", x=-9, y=-9, width=RIGHT + 18, height=BOTTOM + 18),
    )
