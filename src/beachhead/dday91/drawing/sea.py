"""The sea with its depths, hexsides that are all sea, invasion hexes and their arrows."""

from __future__ import annotations

from functools import cache
from math import hypot

from beachhead.art.palette import mix
from beachhead.art.svg import Markup, Point, element, group, layer, path, polyline, spline, text
from beachhead.dday91.board import InvasionHex, board
from beachhead.dday91.drawing.layout import HEXES, MAP, SIZE, cell, centre, spot
from beachhead.kernel.grid import members

DEEP, SHALLOW = "#85b1c7", "#c6dfe4"
RINGS = (150, 112, 82, 58, 39, 24, 13, 5)
NAMES: tuple[tuple[str, Point, float, float], ...] = (
    ("North Sea", (6.3, 1.0), 25, 0),
    ("English Channel", (17.1, 1.02), 15, 0),
    ("Bay of Biscay", (20.32, 6.25), 12.5, -90),
    ("Mediterranean Sea", (16.4, 17.55), 17, 0),
)
"""What, where, how large, and how it leans."""


@cache
def coast_path() -> str:
    """The land as one path, islands and lagoons included."""
    return "".join(
        spline([spot(point) for point in outline], closed=True) for outline in board().coast
    )


@cache
def sea() -> Markup:
    """Water that grows paler towards the shore, in bands like a chart's."""
    shores = coast_path()
    rings = []
    for distance in RINGS:
        share = 1 - distance / (RINGS[0] * 1.1)
        edge = mix(mix(DEEP, SHALLOW, share), "#4f86a2", 0.3)
        for wide, tone in ((distance * 2 + 1.1, edge), (distance * 2 - 0.3, _water(share))):
            rings.append(path(shores, class_="ripple", stroke_width=wide, stroke=tone))
    whole = element("rect", class_="water", x=MAP[0], y=MAP[1], width=MAP[2], height=MAP[3])
    return layer("sea", whole, *rings)


def _water(share: float) -> str:
    return mix(DEEP, SHALLOW, share)


def shoreline() -> Markup:
    """The line where the land begins."""
    return layer("shore", path(coast_path(), class_="shore-line"))


def names() -> Markup:
    """The seas, in italics."""
    drawn = []
    for name, at, size, lean in NAMES:
        x, y = spot(at)
        turn = f"rotate({lean} {x:.0f} {y:.0f})" if lean else None
        drawn.append(text(name, x, y, class_="sea-name", font_size=f"{size}px", transform=turn))
    return layer("sea-names", *drawn)


def all_sea() -> Markup:
    """2c Hexsides that are all sea: a double line of water between two land hexes."""
    drawn = []
    for here in members(board().land):
        for there in members(board().all_sea[here] >> here << here):
            (ax, ay), (bx, by) = HEXES.side(cell(here), cell(there))
            line = polyline([(ax, ay), (bx, by)])
            names_ = f"{board().name(here)} and {board().name(there)}"
            drawn.append(
                group(
                    f"all-sea-{board().name(here)}-{board().name(there)}",
                    element("title", f"All sea between {names_}"),
                    path(line, class_="strait-bed"),
                    path(line, class_="strait"),
                    class_="all-sea",
                )
            )
    return layer("all-sea", *drawn)


def invasions() -> Markup:
    """3e2 Invasion hexes: arrows to the shore first, then the numbers."""
    listed = list(board().invasions.values())
    arrows = [
        path(_arrow(centre(place.hex), centre(target)), class_="invasion-arrow")
        for place in listed
        for target in members(place.targets)
    ]
    return layer("invasion-arrows", *arrows) + layer("invasions", *map(_number, listed))


def _number(place: InvasionHex) -> Markup:
    x, y = centre(place.hex)
    targets = " and ".join(board().names_of(place.targets))
    return group(
        f"invasion-{board().name(place.hex)}",
        element("title", f"Invasion hex {board().name(place.hex)}: {place.number}, to {targets}"),
        element("circle", class_="invasion-disc", cx=x, cy=y, r=11.5),
        text(str(place.number), x, y + 6.2, class_="invasion-number"),
        class_="invasion",
    )


def _arrow(start: Point, end: Point) -> str:
    """A broad arrow from an invasion hex across the shore."""
    (x, y), (u, v) = start, end
    run = hypot(u - x, v - y)
    dx, dy = (u - x) / run, (v - y) / run

    def at(along: float, aside: float) -> Point:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    tip = run - SIZE * 0.5
    head = tip - 11
    shape = [at(9, 3.6), at(head, 2.8), at(head, 7.4), at(tip, 0)]
    shape += [at(head, -7.4), at(head, -2.8), at(9, -3.6)]
    return polyline(shape, closed=True)
