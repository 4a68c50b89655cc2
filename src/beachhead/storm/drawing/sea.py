"""The sea, the landing boxes in it, and the arrows to the beaches."""

from __future__ import annotations

from functools import cache

from beachhead.art import curves, ink
from beachhead.art.paths import grown, polyline, spline
from beachhead.art.svg import Markup, circle, layer, path, rect, shape, text, titled
from beachhead.storm.drawing import geography
from beachhead.storm.drawing.layout import (
    BOX_HEAD,
    BOX_SECTIONS,
    MAP,
    area_room,
    landing_box,
    section_box,
    section_room,
)
from beachhead.storm.drawing.shapes import coast, spots
from beachhead.storm.table.board import BOXES, StormLandingBox, board

DEEP, SHALLOW = "#8fb8cc", "#c3dde3"
BLEED = 40.0
RINGS = (230, 184, 146, 114, 88, 66, 48, 33, 21, 12, 5)


@cache
def sea() -> Markup:
    """Water with lines that echo the shore, paler toward it."""
    rings = ink.ripples(_shores(), RINGS, (DEEP, SHALLOW), fade=1.12, rim=0.34, lines=(1.3, -0.5))
    return layer("sea", rect(grown(MAP, BLEED), "water"), *rings)


def _shores() -> str:
    return polyline(coast()) + spline(spots(geography.COAST_WEST))


def shoreline() -> Markup:
    """Where the land begins, and foam."""
    return layer("shore", *(path(_shores(), class_=looks) for looks in ("shore-line", "foam")))


def boxes() -> Markup:
    """2.2.1 The landing boxes, each with its two sections and an arrow to its beach."""
    drawn = [_box(board().box(box)) for box in BOXES]
    return layer("arrows", *(_arrow(board().box(box)) for box in BOXES)) + layer("boxes", *drawn)


def _box(box: StormLandingBox) -> Markup:
    tag = board().tag(box.place)
    left, top, wide, high = whole = landing_box(box.place)
    name = box.name.removesuffix(" box")
    sections = []
    for section in BOX_SECTIONS:
        face = rect(section_box(box.place, section), f"section {section}")
        level = section_room(box.place, section).top - 3.6
        words = text(section.upper(), left + wide / 2, level, class_="section-name")
        title = f"{box.name}, {section} section"
        sections.append(titled(f"{tag}-{section}", title, face, words))
    letter_at = (left + 17, top + BOX_HEAD / 2)
    nation = "US" if box.nationality == "american" else "UK"
    return titled(
        tag,
        f"{box.name}: lands in {board().name(box.beach)}",
        rect((left + 4, top + 5, wide, high), "box-shadow"),
        rect(whole, f"box-face {box.nationality}"),
        *sections,
        rect((left, top, wide, BOX_HEAD), f"box-head {box.nationality}"),
        text(name.upper(), left + wide / 2, top + 21, class_="box-name"),
        # The set-up letter of the units that start here.
        circle(letter_at, 10, "set-up"),
        text(box.letter, letter_at[0], letter_at[1] + 5, class_="set-up-letter"),
        text(nation, left + wide - 18, top + 19.6, class_="box-nation"),
        rect(whole, "box-rim", 1.5),
        class_=f"place box {box.nationality}",
    )


def _arrow(box: StormLandingBox) -> Markup:
    """A broad arrow from the box on to the sand."""
    left, top, wide, high = landing_box(box.place)
    room = area_room(box.beach)
    if board().name(box.beach) == "Utah":
        start, end = (left, top + high - 88), (room.left + room.wide + 8, top + high - 52)
    else:
        along = min(left + wide - 34, room.left + room.wide - 26)
        below = (point for point in coast() if point[1] > high)
        shore = min(below, key=lambda point: abs(point[0] - along))[1]
        start, end = (along, top + high), (along, shore + 16)
    toward, run = curves.bearing(start, end)
    half = [(0.0, 9.0), (run - 26, 6.0), (run - 26, 16.0), (run, 0.0)]
    return shape(curves.arrow(start, toward, half), f"landing-arrow {box.nationality}")


def names() -> Markup:
    """The bay, in italics."""
    name = text("Baie de la Seine", 2010, 262, class_="sea-name", font_size="34px")
    return layer("sea-names", name)
