"""The sea, the landing boxes in it, and the arrows to the beaches."""

from __future__ import annotations

from functools import cache

from beachhead.art.palette import mix
from beachhead.art.svg import Markup, Point, element, group, layer, path, polyline, spline, text
from beachhead.storm.board import BOXES, LandingBox, board
from beachhead.storm.drawing import geography
from beachhead.storm.drawing.layout import (
    BOTTOM,
    BOX_HEAD,
    BOX_HEIGHT,
    BOX_PLACES,
    BOX_WIDTH,
    RIGHT,
    area_room,
    section_room,
)
from beachhead.storm.drawing.shapes import coast, spots

DEEP, SHALLOW = "#8fb8cc", "#c3dde3"
BLEED = 40.0
RINGS = (230, 184, 146, 114, 88, 66, 48, 33, 21, 12, 5)


@cache
def sea() -> Markup:
    """Water with lines that echo the shore, paler towards it."""
    shores = polyline(coast()) + spline(spots(geography.COAST_WEST))
    rings = []
    for distance in RINGS:
        share = 1 - distance / (RINGS[0] * 1.12)
        edge = mix(mix(DEEP, SHALLOW, share), "#4f86a2", 0.34)
        for wide, tone in ((distance * 2 + 1.3, edge), (distance * 2 - 0.5, _water(share))):
            rings.append(path(shores, class_="ripple", stroke_width=wide, stroke=tone))
    whole = element(
        "rect",
        class_="water",
        x=-BLEED,
        y=-BLEED,
        width=RIGHT + 2 * BLEED,
        height=BOTTOM + 2 * BLEED,
    )
    return layer("sea", whole, *rings)


def _water(share: float) -> str:
    return mix(DEEP, SHALLOW, share)


def shoreline() -> Markup:
    """Foam, and the names of the waters."""
    shores = polyline(coast()) + spline(spots(geography.COAST_WEST))
    return layer("shore", path(shores, class_="shore-line"), path(shores, class_="foam"))


def boxes() -> Markup:
    """2.2.1 The landing boxes, each with its two sections and an arrow to its beach."""
    drawn = [_box(board().box(box)) for box in BOXES]
    return layer("arrows", *(_arrow(board().box(box)) for box in BOXES)) + layer("boxes", *drawn)


def _box(box: LandingBox) -> Markup:
    tag = board().tag(box.place)
    left, top = BOX_PLACES[tag]
    name = box.name.removesuffix(" box")
    half = (BOX_HEIGHT - BOX_HEAD) / 2
    sections = []
    for n, section in enumerate(("exploitation", "invasion")):
        y = top + BOX_HEAD + n * half
        room = section_room(box.place, section)
        sections.append(
            group(
                f"{tag}-{section}",
                element(
                    "rect", class_=f"section {section}", x=left, y=y, width=BOX_WIDTH, height=half
                ),
                text(section.upper(), left + BOX_WIDTH / 2, room.top - 3.6, class_="section-name"),
            )
        )
    nation = "US" if box.nationality == "american" else "UK"
    return group(
        tag,
        element("title", f"{box.name}: lands in {board().name(box.beach)}"),
        element(
            "rect",
            class_="box-shadow",
            x=left + 4,
            y=top + 5,
            width=BOX_WIDTH,
            height=BOX_HEIGHT,
        ),
        element(
            "rect",
            class_=f"box-face {box.nationality}",
            x=left,
            y=top,
            width=BOX_WIDTH,
            height=BOX_HEIGHT,
        ),
        *sections,
        element(
            "rect",
            class_=f"box-head {box.nationality}",
            x=left,
            y=top,
            width=BOX_WIDTH,
            height=BOX_HEAD,
        ),
        text(name.upper(), left + BOX_WIDTH / 2, top + 21, class_="box-name"),
        _letter((left + 17, top + BOX_HEAD / 2), box.letter),
        text(nation, left + BOX_WIDTH - 18, top + 19.6, class_="box-nation"),
        element(
            "rect", class_="box-rim", x=left, y=top, width=BOX_WIDTH, height=BOX_HEIGHT, rx=1.5
        ),
        class_=f"place box {box.nationality}",
    )


def _letter(at: Point, letter: str) -> Markup:
    """The set-up letter of the units that start here."""
    return element("circle", class_="set-up", cx=at[0], cy=at[1], r=10) + text(
        letter, at[0], at[1] + 5, class_="set-up-letter"
    )


def _arrow(box: LandingBox) -> Markup:
    """A broad arrow from the box on to the sand."""
    left, top = BOX_PLACES[board().tag(box.place)]
    room = area_room(box.beach)
    if board().name(box.beach) == "Utah":
        start, end = (left, top + 200), (room.left + room.wide + 8, top + 236)
    else:
        along = min(left + BOX_WIDTH - 34, room.left + room.wide - 26)
        start = (along, top + BOX_HEIGHT)
        end = (along, _shore_at(along) + 16)
    (x, y), (u, v) = start, end
    run = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    dx, dy = (u - x) / run, (v - y) / run

    def at(along: float, aside: float) -> Point:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    head = run - 26
    shape = [
        at(0, 9),
        at(head, 6),
        at(head, 16),
        at(run, 0),
        at(head, -16),
        at(head, -6),
        at(0, -9),
    ]
    return path(polyline(shape, closed=True), class_=f"landing-arrow {box.nationality}")


def _shore_at(x: float) -> float:
    """How far down the page the shore is."""
    return min((point for point in coast() if point[1] > BOX_HEIGHT), key=lambda p: abs(p[0] - x))[
        1
    ]


def names() -> Markup:
    """The bay, in italics."""
    name = text("Baie de la Seine", 1720, 330, class_="sea-name", font_size="34px")
    return layer("sea-names", name)
