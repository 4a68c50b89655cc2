"""German positions, their fields of fire, advance arrows, and marks."""

from __future__ import annotations

from collections.abc import Collection
from math import atan2, cos, degrees, hypot, radians, sin

from beachhead.art import curves, ink
from beachhead.art.palette import GLYPHS, SIGNAL, STAR, WHITE, glyph, ink_on, lower_half
from beachhead.art.paths import Point, num, polyline
from beachhead.art.svg import Markup, circle, group, joined, layer, path, rect, shape, text, use
from beachhead.omaha.drawing.facts import DrawnPosition, Facts
from beachhead.omaha.drawing.layout import HEXES, SIZE, cells, center

SLOTS = {"orange": 240, "red": 300, "purple": 0, "blue": 60, "green": 120, "brown": 180}
"""Fields of one color never overlap, so each color has its own place in a hex."""
INTENSITIES = ("intense", "steady", "sporadic")
BADGE = 17.5
_DOT = 4.5


def positions(facts: Facts) -> Markup:
    """All positions; those of the WN with their works around them."""
    return layer("positions", *(_position(p) for p in facts.positions.values()))


def advances(facts: Facts) -> Markup:
    """Advance arrows, from a position toward the one it moves to."""
    arrows = []
    for p in facts.positions.values():
        for goal in p.advance:
            start, end = center(p.hexes[0]), center(facts.positions[goal].hexes[0])
            arrows.append(
                group(f"advance-{p.name}-{goal}", _arrow(start, end), class_=f"advance {p.color}")
            )
    return layer("advances", *arrows)


def fire_dots(facts: Facts, colors: Collection[str]) -> Markup:
    """Fields of fire, one group a position."""
    fields = []
    reach = {name: 0.74 if p.wn else 0.68 for p in facts.positions.values() for name in p.hexes}
    for p in facts.positions.values():
        if p.color in colors:
            marks = [
                use(
                    f"dot-{p.color}-{how}",
                    *slot(center(name), p.color, reach.get(name, 0.5)),
                    class_=f"dot {how}",
                )
                for name, how in p.fire
            ]
            fields.append(group(f"fire-{p.name}", *marks, class_=f"fire {p.color}"))
    return layer("dots", *fields)


def slot(middle: Point, color: str, reach: float) -> Point:
    """The place of a color's dot in a hex; further out where a position is in the way."""
    angle = radians(SLOTS[color])
    return middle[0] + cos(angle) * SIZE * reach, middle[1] + sin(angle) * SIZE * reach


def definitions() -> Markup:
    """Fire dots, guns and the star."""
    symbols = []
    for color in GLYPHS:
        for how in INTENSITIES:
            symbols.append(_dot(color, how))
    star = [(x * 6.4, y * 6.4) for x, y in STAR]
    symbols.append(group("vp-star", shape(star, "star")))
    symbols += [
        group(
            "gun-75",
            path("M-7-2.6L7-4.4 7.3-2.7-4 .6z", class_="gun"),
            path("M-1 .2L-9.5 3.6", class_="gun-line"),
            circle((0.4, 1.6), 3.4, "gun-wheel"),
        ),
        group(
            "gun-88",
            path("M-6-1.4L11-6.6 11.6-4.9-4 2.2z", class_="gun"),
            path("M-1 1L-6.5 5M-1 1L5 5M-8 5.2h15", class_="gun-line"),
            path("M-2.6-5.2L2.4-6.4 3.6 1.6-1.4 2.4z", class_="gun"),
        ),
        group(
            "gun-rocket",
            path("M-7 4L5-6.5M-3 5.5L9-5M-10.5 2L1.5-8.5", class_="gun-line rocket"),
            path("M5-6.5l3.4-3-1 4.2zM9-5l3.4-3-1 4.2zM1.5-8.5l3.4-3-1 4.2z", class_="gun"),
        ),
    ]
    return joined(symbols)


def badge(color: str, at: Point, radius: float, label: str = "") -> Markup:
    """The shape of a color with a label in it."""
    parts = [
        shape(glyph(color, at, radius), "badge-halo"),
        shape(glyph(color, at, radius), f"badge {color}"),
    ]
    if label:
        sink = {"orange": 0.5}.get(color, 0.33)
        shown = "label" if ink_on(SIGNAL[color]) == WHITE else "label dark"
        parts.append(text(label, at[0], at[1] + radius * sink - 0.8, class_=shown))
    return joined(parts)


def _position(p: DrawnPosition) -> Markup:
    if p.wn:
        return _strongpoint(p)
    at = center(p.hexes[0])
    zone = p.name if not p.name.isdigit() else ""
    parts = [badge(p.color, at, BADGE, zone)]
    if p.vp:
        parts.append(use("vp-star", at[0] + 15.5, at[1] - 13.5))
    return group(f"position-{p.name}", *parts, class_=f"position {p.color}")


def _strongpoint(p: DrawnPosition) -> Markup:
    """A resistance nest: trench around its hexes, wire outside, color within."""
    parts = []
    for loop in HEXES.outline(cells(list(p.hexes))):
        trench = curves.inset(loop, 4.2)
        ring = polyline(trench, closed=True)
        wire = ink.ticks([*trench, trench[0]], left=3.2, right=0, spacing=5.0)
        parts += [
            path(ring, class_=f"works {p.color}"),
            path(wire, class_="wire"),
            path(ring, class_=f"trench {p.color}"),
        ]
    for name, number, gun in p.works:
        x, y = center(name)
        aside = 10.5 if gun else 0.0
        parts.append(badge(p.color, (x - aside, y - 9), 8.8 if gun else 10.5))
        if gun:
            parts.append(use(f"gun-{gun}", x + 11, y - 9))
        parts.append(plate(f"WN {number}", (x, y + 11)))
    return group(f"position-{p.name}", *parts, class_=f"position wn {p.color}")


def plate(label: str, at: Point) -> Markup:
    """A dark plate with a name on it."""
    wide = 7 + 5.8 * len(label)
    return rect((at[0] - wide / 2, at[1] - 6.6, wide, 12.4), "plate", 1.6) + text(
        label, at[0], at[1] + 3.4, class_="plate-label"
    )


def _arrow(start: Point, end: Point) -> Markup:
    """From the rim of the badge toward the other position."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    return arrow((start[0] + dx / far * 20, start[1] + dy / far * 20), degrees(atan2(dy, dx)))


def arrow(at: Point, turn: float) -> Markup:
    """An advance arrow."""
    return path(
        "M0-2.2h5.5v-3.6l9.5 5.8-9.5 5.8v-3.6H0z",
        class_="arrow",
        transform=f"translate({num(at[0])} {num(at[1])})rotate({num(turn)})",
    )


def _dot(color: str, how: str) -> Markup:
    outline = glyph(color, (0, 0), _DOT)
    face = f"dot-face {color}" + (" full" if how == "intense" else "")
    parts = [shape(outline, "dot-halo"), shape(outline, face)]
    if how == "steady":
        level = 1.0 if color == "orange" else 0.0
        parts.append(shape(lower_half(outline, level), f"dot-half {color}"))
    return group(f"dot-{color}-{how}", *parts)
