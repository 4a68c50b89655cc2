"""The sea with its depths, hexsides that are all sea, invasion hexes and their arrows."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.art import curves, ink
from beachhead.art.paths import Point, polyline, spline
from beachhead.art.svg import Markup, bedded, circle, layer, path, rect, shape, text, titled
from beachhead.dday91.drawing.layout import HEXES, MAP, NAMES, SIZE, cell, center, spot
from beachhead.dday91.table.board import DDayBoard, InvasionHex, board
from beachhead.kernel.bits import members

DEEP, SHALLOW = "#85b1c7", "#c6dfe4"
RINGS = (150, 112, 82, 58, 39, 24, 13, 5)
SEAS: list[tuple[str, Point, float, float]] = NAMES["seas"]
"""What, where, how large, and how it leans."""


@cache
def coast_path() -> str:
    """The land as one path, islands and lagoons included."""
    return "".join(
        spline([spot(point) for point in outline], closed=True) for outline in board().coast
    )


@cache
def sea() -> Markup:
    """Water that grows paler toward the shore, in bands like a chart's."""
    tones = (DEEP, SHALLOW)
    rings = ink.ripples(coast_path(), RINGS, tones, fade=1.1, rim=0.3, lines=(1.1, -0.3))
    return layer("sea", rect(MAP, "water"), *rings)


def shoreline() -> Markup:
    """The line where the land begins."""
    return layer("shore", path(coast_path(), class_="shore-line"))


def names() -> Markup:
    """The seas, in italics."""
    return layer("sea-names", *(_name(*each) for each in SEAS))


def _name(name: str, at: Point, size: float, lean: float) -> Markup:
    x, y = spot(at)
    turn = f"rotate({lean} {x:.0f} {y:.0f})" if lean else None
    return text(name, x, y, class_="sea-name", font_size=f"{size}px", transform=turn)


def all_sea() -> Markup:
    """2c Hexsides that are all sea: a double line of water between two land hexes."""
    straits = (
        _strait(here, there)
        for here in members(board().land)
        for there in members(board().all_sea[here] >> here << here)
    )
    return layer("all-sea", *straits)


def _strait(here: int, there: int) -> Markup:
    one, other = board().name(here), board().name(there)
    line = bedded(polyline(HEXES.side(cell(here), cell(there))), "strait")
    title = f"All sea between {one} and {other}"
    return titled(f"all-sea-{one}-{other}", title, line, class_="all-sea")


def invasions(the: DDayBoard) -> Markup:
    """3e2 Invasion hexes: arrows to the shore first, then the numbers."""
    return _invasions(tuple(the.invasions.values()))


@lru_cache(8)  # each reconstruction has its own, and they lie among the counters of every position
def _invasions(listed: tuple[InvasionHex, ...]) -> Markup:
    arrows = [
        shape(_arrow(center(place.hex), center(target)), "invasion-arrow")
        for place in listed
        for target in members(place.targets)
    ]
    return layer("invasion-arrows", *arrows) + layer("invasions", *map(_number, listed))


def _number(place: InvasionHex) -> Markup:
    name, at = board().name(place.hex), center(place.hex)
    targets = " and ".join(board().names_of(place.targets))
    return titled(
        f"invasion-{name}",
        f"Invasion hex {name}: {place.number}, to {targets}",
        circle(at, 11.5, "invasion-disc"),
        text(str(place.number), at[0], at[1] + 6.2, class_="invasion-number"),
        class_="invasion",
    )


def sample_invasion(at: Point) -> Markup:
    """The sign of an invasion hex, small."""
    number = text("1", at[0], at[1] + 5.4, class_="invasion-number")
    return circle(at, 9.6, "invasion-disc") + number


def _arrow(start: Point, end: Point) -> list[Point]:
    """A broad arrow from an invasion hex across the shore."""
    toward, run = curves.bearing(start, end)
    tip = run - SIZE * 0.5
    half = [(9.0, 3.6), (tip - 11, 2.8), (tip - 11, 7.4), (tip, 0.0)]
    return curves.arrow(start, toward, half)
