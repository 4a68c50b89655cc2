"""The sea: tide lines, wet sand, water lining, landing boxes and the lanes to the shore."""

from __future__ import annotations

from itertools import pairwise
from math import atan, degrees, hypot

from beachhead.art import curves, ink
from beachhead.art.palette import mix
from beachhead.art.paths import Point, num, polyline, spline
from beachhead.art.svg import Markup, element, group, layer, path, rect, text
from beachhead.omaha.drawing.facts import DrawnLandingBox, Facts
from beachhead.omaha.drawing.layout import (
    BOX_HEIGHT,
    BOX_WIDTH,
    MAP,
    MAP_BOTTOM,
    MAP_RIGHT,
    SIZE,
    box_place,
    center,
)
from beachhead.omaha.drawing.terrain import beach_shape

DEEP, SHALLOW = "#8fb8cc", "#b9d6e0"
BEACHES = {
    "FG": "Fox Green",
    "ER": "Easy Red",
    "EG": "Easy Green",
    "DR": "Dog Red",
    "DW": "Dog White",
    "DG": "Dog Green",
    "CH": "Charlie",
}


def shore(facts: Facts) -> Markup:
    """Wet sand below the high and the mid-tide line."""
    return layer(
        "shore",
        path(_below(tide_line(facts, "high")), class_="sand-damp", clip_path="url(#beach-clip)"),
        path(_below(tide_line(facts, "mid")), class_="sand-wet", clip_path="url(#beach-clip)"),
        *(
            path(spline(tide_line(facts, tide)), class_=f"tide-sheen {tide}")
            for tide in ("high", "mid")
        ),
    )


def sea(facts: Facts) -> Markup:
    """Water with lines that echo the coast, paler toward it."""
    coast = _coast(facts)
    shape = _below(coast)
    line = spline(coast)
    rings = []
    for n, distance in enumerate((150, 118, 91, 68, 49, 34, 22, 13, 6)):
        share = 1 - distance / 165
        rings.append(
            path(
                line,
                class_="ripple",
                stroke_width=distance * 2 + 1.0,
                stroke=mix(DEEP, "#5c8fa8", 0.42 if n else 0.3),
            )
        )
        rings.append(
            path(
                line,
                class_="ripple",
                stroke_width=distance * 2 - 0.4,
                stroke=mix(DEEP, SHALLOW, share),
            )
        )
    return layer(
        "sea",
        path(shape, class_="water"),
        group(None, *rings, clip_path="url(#sea-clip)"),
        path(line, class_="foam"),
    )


def flood(facts: Facts, tide: str, id_: str = "flood") -> Markup:
    """The beach under water when the tide has risen this far."""
    if tide == "low":
        return Markup()
    line = tide_line(facts, tide)
    return layer(
        id_,
        path(_below(line), class_="flood", clip_path="url(#beach-clip)"),
        path(spline(line), class_="foam"),
    )


def tides(facts: Facts) -> Markup:
    """The three tide lines as fine dashes, each named at its ends."""
    lines = []
    for tide in ("low", "mid", "high"):
        points = tide_line(facts, tide)
        lines.append(group(f"tide-{tide}", path(spline(points), class_=f"tide {tide}")))
    return layer("tides", *lines)


def tide_line(facts: Facts, tide: str) -> list[Point]:
    """The line through the hexes of a tide, a little seaward of their middles."""
    points = []
    for h in facts.where(tide=tide):
        x, y = center(h.name)
        sway = ink.pen(h.name, "tide").uniform(-3.2, 3.2)
        points.append((x, y + SIZE * (0.5 if tide == "low" else 0.55) + sway))
    points.sort()
    return curves.ease(points, 0.8)


def boxes(facts: Facts) -> Markup:
    """The landing boxes in line along the coast, and the names of the beaches."""
    drawn = [_box(box) for box in facts.boxes]
    names = []
    for code, name in BEACHES.items():
        members = [box for box in facts.boxes if box.beach == code]
        if members:
            names.append(_beach_name(name, members))
    bay = text("Baie de la Seine", 760, MAP_BOTTOM - 78, class_="bay")
    return layer("boxes", *drawn) + layer("beach-names", *names, bay)


def lanes(facts: Facts) -> Markup:
    """From each box to the hex where it lands at low tide, and on to the later ones."""
    drawn = []
    for box in facts.boxes:
        x, y = box_place(box.order)
        top = (x, y - BOX_HEIGHT / 2 - 3)
        tx, ty = center(box.lands[0])
        tip = (tx, ty + SIZE * 0.66)
        bend = (top[1] - tip[1]) * 0.5
        run = (
            f"M{num(top[0])} {num(top[1])}C{num(top[0])} {num(top[1] - bend)} "
            f"{num(tip[0])} {num(tip[1] + bend)} {num(tip[0])} {num(tip[1] + 5)}"
        )
        later = [_chevron(center(a), center(b)) for a, b in pairwise(box.lands)]
        drawn.append(
            group(
                f"lane-{box.name}",
                path(run, class_="lane"),
                path(f"M{num(tip[0])} {num(tip[1] - 2)}l-4 8 4-2 4 2z", class_="lane-head"),
                path("".join(later), class_="lane-on"),
            )
        )
    return layer("lanes", *drawn)


def definitions(facts: Facts) -> Markup:
    """Clips: the beach and the sea."""
    return element("clipPath", path(beach_shape(facts)), id="beach-clip") + element(
        "clipPath", path(_below(_coast(facts))), id="sea-clip"
    )


def _chevron(a: Point, b: Point) -> str:
    """A small mark on the side between two hexes, pointing from the first to the second."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    far = hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    wings = [(x - dx * 4 + dy * w, y - dy * 4 - dx * w) for w in (-2.4, 2.4)]
    return polyline([wings[0], (x + dx * 5, y + dy * 5), wings[1]], closed=True)


def _coast(facts: Facts) -> list[Point]:
    """The edge of the water at low tide, from one side of the map to the other."""
    points = tide_line(facts, "low")
    east = []
    for name in ("0701", "0702"):
        x, y = center(name)
        east += [(x - 14, y + SIZE * 0.94), (x + 14, y + SIZE * 0.8)]
    x, y = center("0603")
    east += [
        (x - 16, y + SIZE * 0.52),
        (x, y + SIZE * 0.9),
        (x + 20, y + SIZE * 0.86),
        (x + 40, y + SIZE * 0.5),
    ]
    return [(MAP[0] - 20, east[0][1] - 4), *east, *points, (MAP_RIGHT + 20, points[-1][1])]


def _below(line: list[Point]) -> str:
    """Everything seaward of a line."""
    start, end = line[0][1], line[-1][1]
    left, right, bottom = MAP[0] - 20, MAP_RIGHT + 20, MAP_BOTTOM + 20
    return (
        f"M{num(left)} {num(bottom)}V{num(start)}L"
        + spline(line)[1:]
        + f"L{num(right)} {num(end)}V{num(bottom)}Z"
    )


def _box(box: DrawnLandingBox) -> Markup:
    x, y = box_place(box.order)
    left, top = x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2
    parts = [rect((left, top, BOX_WIDTH, BOX_HEIGHT), "box-face", 3)]
    if box.beach:
        parts.append(text(box.name, x, top + BOX_HEIGHT - 5, class_="box-name"))
    return group(f"box-{box.name}", *parts, class_="box" if box.beach else "box unlettered")


def _beach_name(name: str, members: list[DrawnLandingBox]) -> Markup:
    orders = [box.order for box in members]
    (ax, ay), (bx, by) = box_place(min(orders)), box_place(max(orders))
    slant = (by - ay) / (bx - ax + 48)
    down = BOX_HEIGHT / 2 + 6 + abs(slant) * BOX_WIDTH * 0.6
    a, b = (ax - 24, ay + down), (bx + 24, by + down)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    bracket = f"M{num(a[0])} {num(a[1] - 3)}v3L{num(b[0])} {num(b[1])}v-3"
    turn = f"rotate({num(degrees(atan(slant)))} {num(middle[0])} {num(middle[1])})"
    return path(bracket, class_="bracket") + text(
        name.upper(), middle[0], middle[1] + 16, class_="beach-name", transform=turn
    )
