"""The frame, the title, the compass, the exits, place names and the legend."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from beachhead.art.palette import GLYPHS
from beachhead.art.paths import Point, num
from beachhead.art.svg import Markup, circle, group, joined, layer, path, rect, shape, text, use
from beachhead.omaha.drawing import hexsides, positions, terrain
from beachhead.omaha.drawing.facts import Facts
from beachhead.omaha.drawing.layout import (
    ACROSS,
    COLUMNS,
    HEXES,
    MAP,
    MAP_BOTTOM,
    MAP_RIGHT,
    PAGE,
    ROWS,
    center,
)
from beachhead.omaha.drawing.roads import exit_point

PLACES: dict[str, tuple[str, float, float]] = {
    "Vierville-sur-Mer": ("0930", -6, 8),
    "St-Laurent-sur-Mer": ("1420", -4, 8),
    "Colleville-sur-Mer": ("1410", -14, 10),
    "le Gd Hameau": ("1103", 4, -26),
    "les Moulins": ("0924", -2, 8),
    "Hamil-au-Pretre": ("0726", 4, 44),
    "Louvieres": ("1432", 20, 6),
    "Vacqueville": ("1628", 0, -30),
    "Cabourg": ("1207", 0, -29),
}
"""Beside which hex a name stands: found by eye, so that none covers a position."""
DRAWS: dict[str, tuple[str, float, float]] = {
    "E-3": ("0910", 0, 10),
    "E-1": ("1016", 4, 7),
    "D-3": ("1123", 0, 8),
    "D-1": ("0731", 11, 4),
}


def names(facts: Facts) -> Markup:
    """Villages in italics along their ground."""
    shown = []
    known = {h.village for h in facts.hexes.values() if h.village}
    for place, (name, dx, dy) in PLACES.items():
        if place in known:
            x, y = center(name)
            size = "place" if place.endswith("sur-Mer") else "place small"
            shown.append(text(place, x + dx, y + dy, class_=size))
    return layer("names", *shown)


def draw_names(facts: Facts) -> Markup:
    """The draws."""
    shown = []
    for draw, (name, dx, dy) in DRAWS.items():
        if draw in facts.draws:
            x, y = center(name)
            shown.append(text(draw, x + dx, y + dy, class_="draw-name"))
    return layer("draw-names", *shown)


def exits(facts: Facts) -> Markup:
    """A tab at the map's edge for each exit."""
    tabs = []
    for h in facts.hexes.values():
        if h.exit:
            x, y = exit_point(h.name)
            if x <= MAP[0]:
                at, d = (x - 14, y), "M12-15H-4L-16 0-4 15H12z"
            elif x >= MAP_RIGHT:
                at, d = (x + 14, y), "M-12-15H4L16 0 4 15H-12z"
            else:
                at, d = (x, y - 14), "M-15 12V-4L0-16 15-4V12z"
            tabs.append(
                group(
                    f"exit-{h.exit}",
                    path(d, class_="exit-tab"),
                    text(h.exit, 0, 7, class_="exit-letter"),
                    transform=f"translate({num(at[0])} {num(at[1])})",
                )
            )
    return layer("exits", *tabs)


def frame(facts: Facts) -> Markup:
    """Paper around the map, and the neat lines."""
    left, top, wide, high = PAGE
    sheet = (
        f"M{num(left)} {num(top)}h{num(wide)}v{num(high)}h{num(-wide)}z"
        f"M{num(MAP[0])} {num(MAP[1])}V{num(MAP_BOTTOM)}H{num(MAP_RIGHT)}V{num(MAP[1])}z"
    )
    edge = [
        rect((MAP[0] - grow, MAP[1] - grow, MAP[2] + 2 * grow, MAP[3] + 2 * grow), name)
        for name, grow in (("neat thin", 0.0), ("neat", 5.0))
    ]
    return layer("frame", path(sheet, class_="paper"), *edge, *_margin_numbers(facts))


def _margin_numbers(facts: Facts) -> list[Markup]:
    """Rows and columns along the edge, where no exit stands."""
    taken = [exit_point(h.name) for h in facts.hexes.values() if h.exit]
    places = []
    for row in range(1, ROWS + 1):
        y = HEXES.center((row, 1))[1]
        places += [(f"{row:02}", (MAP[0], y)), (f"{row:02}", (MAP_RIGHT, y))]
    for column in range(1, COLUMNS + 1):
        places.append((f"{column:02}", (HEXES.center((1, column))[0], MAP[1])))
    shown = []
    for number, (x, y) in places:
        if all(hypot(x - a, y - b) > 26 for a, b in taken):
            dx = -16 if x == MAP[0] else 16 if x == MAP_RIGHT else 0
            shown.append(text(number, x + dx, y + (4 if dx else -12), class_="margin-number"))
    return shown


def cartouche() -> Markup:
    """The title, the scale and the compass."""
    left, top, wide, high = 0.0, 962.0, 372.0, 196.0
    middle = left + wide / 2
    bar_left, bar_top = middle - 2 * ACROSS, top + 152
    bar = [
        rect((bar_left + n * ACROSS, bar_top, ACROSS, 5), "rose" if n % 2 == 0 else "rose-pale")
        for n in range(4)
    ]
    figures = [
        text(str(n), bar_left + n * ACROSS, bar_top + 17, class_="margin-number") for n in range(5)
    ]
    parts = [
        rect((left, top, wide, high), "panel", 2),
        rect((left + 5, top + 5, wide - 10, high - 10), "panel inner"),
        text("OMAHA", middle + 4, top + 68, class_="title"),
        path(f"M{num(middle - 130)} {num(top + 84)}h260", class_="rule"),
        text("the beaches and the ground behind them", middle, top + 107, class_="subtitle"),
        text("6 JUNE 1944", middle, top + 130, class_="small-caps"),
        *bar,
        *figures,
        text("HEXES", middle, bar_top + 32, class_="small-caps"),
    ]
    return layer("cartouche", *parts, _compass((112.0, 858.0), 62.0))


def _compass(at: Point, radius: float) -> Markup:
    """A rose whose north points down the page, where the sea is."""
    points = []
    for n in range(8):
        long = radius if n % 2 == 0 else radius * 0.55
        angle = radians(90 + n * 45)
        tip = (at[0] + long * cos(angle), at[1] + long * sin(angle))
        near = radius * 0.17
        for side, name in ((-1, "rose"), (1, "rose-pale")):
            half = angle + side * radians(22.5)
            waist = (at[0] + near * cos(half), at[1] + near * sin(half))
            points.append(shape([at, tip, waist], name))
    order = [p for n in (1, 3, 5, 7, 0, 2, 4, 6) for p in points[n * 2 : n * 2 + 2]]
    letters = [
        text(
            letter, at[0] + dx * (radius + 13), at[1] + dy * (radius + 13) + 6, class_="rose-letter"
        )
        for letter, dx, dy in (("N", 0, 1), ("E", -1, 0), ("S", 0, -1), ("W", 1, 0))
    ]
    ring = [circle(at, radius * share, "rose-ring") for share in (0.62, 0.67)]
    return group("compass", *ring, *order, *letters)


def legend() -> Markup:
    """What the signs mean, below the map."""
    parts: list[str] = []
    x = MAP[0] + 4
    for title, wide, entries, sample in (
        ("Ground", 174, tuple(_GROUND.items()), _ground_sample),
        ("Hexsides", 200, _SIDES, _side_sample),
        ("Roads and lines", 204, _LINES, _line_sample),
    ):
        parts.append(text(title.upper(), x, _LEGEND_TOP, class_="legend-head"))
        for n, (kind, label) in enumerate(entries):
            at = (x + n // 5 * wide, _line(n % 5))
            parts.append(sample(kind, at))
            parts.append(text(label, at[0] + 52, at[1] + 16, class_="legend-text"))
        x += 2 * wide + 26
    parts += [_position_key(x), _fire_key(x + 452), _colophon()]
    return layer("legend", *parts)


def _line(n: float) -> float:
    return _LEGEND_TOP + 16 + n * 30.0


def _position_key(x: float) -> Markup:
    parts = [text("GERMAN POSITIONS", x, _LEGEND_TOP, class_="legend-head")]
    for n, color in enumerate(GLYPHS):
        at = (x + n // 3 * 104, _line(n % 3))
        parts.append(positions.badge(color, (at[0] + 14, at[1] + 11), 9.4))
        parts.append(text(color, at[0] + 34, at[1] + 16, class_="legend-text"))
    for n, (kind, label) in enumerate(_MARKS):
        at = (x + 210, _line(n)) if n < 3 else (x - 4 + (n - 3) * 142, _line(3.5))
        parts.append(_mark_sample(kind, at))
        parts.append(text(label, at[0] + 44, at[1] + 16, class_="legend-text"))
    return joined(parts)


def _fire_key(x: float) -> Markup:
    parts = [text("FIELDS OF FIRE", x, _LEGEND_TOP, class_="legend-head")]
    for n, how in enumerate(positions.INTENSITIES):
        for m, color in enumerate(GLYPHS):
            parts.append(use(f"dot-{color}-{how}", x + 8 + m * 18, _line(n) + 11))
        parts.append(text(how, x + 118, _line(n) + 16, class_="legend-text"))
    return joined(parts)


def _colophon() -> Markup:
    lines = ("North is at the bottom,", "as the landing craft saw it.", "Drawn by Beachhead")
    return joined(
        text(line, MAP_RIGHT - 2, _line(n) + 16, class_="colophon") for n, line in enumerate(lines)
    )


_LEGEND_TOP = MAP_BOTTOM + 34
_GROUND = {
    kind: {"obstacle": "obstacles"}.get(kind, kind.replace("_", " "))
    for kind in (
        "beach",
        "obstacle",
        "pavilion",
        "draw",
        "high_ground",
        "rough",
        "bocage",
        "woods",
        "buildings",
    )
}
_SIDES = (
    ("slope", "slope"),
    ("bluff", "bluff"),
    ("scaleable_cliff", "scaleable cliff"),
    ("sheer_cliff", "sheer cliff"),
    ("hedge", "hedge"),
    ("shingle", "shingle"),
    ("seawall", "seawall"),
    ("anti_tank_ditch", "anti-tank ditch"),
    ("anti_tank_wall", "anti-tank wall"),
)
_LINES = (
    ("primary", "primary road"),
    ("secondary", "secondary road"),
    ("trail", "trail"),
    ("mined", "mined road"),
    ("sector", "sector boundary"),
    ("exit", "exit"),
    ("low", "low tide"),
    ("mid", "mid tide"),
    ("high", "high tide"),
)
_MARKS = (
    ("wn", "resistance nest (WN)"),
    ("vp", "victory point"),
    ("advance", "advance"),
    ("75", "75 mm gun"),
    ("88", "88 mm gun"),
    ("rocket", "rockets"),
)


def _ground_sample(kind: str, at: Point) -> Markup:
    base = {"obstacle": "sand-damp", "woods": "t-woods"}
    if kind in ("bocage", "buildings"):
        base[kind] = "t-high_ground"
    x, y = at
    face = base.get(kind, f"t-{kind}")
    box = rect((x, y, 42, 22), f"swatch {face}", 1.5)
    return box + terrain.sample(kind, (x, y))


def _side_sample(kind: str, at: Point) -> Markup:
    high = {"slope": 8, "bluff": 5, "scaleable_cliff": 6, "sheer_cliff": 7, "shingle": 7}
    line = [(at[0] + n * 42 / 8, at[1] + high.get(kind, 11)) for n in range(9)]
    return hexsides.strokes(kind, [line])


def _line_sample(kind: str, at: Point) -> Markup:
    x, y = at[0], at[1] + 11
    d = f"M{num(x)} {num(y)}h42"
    if kind == "trail":
        return path(d, class_="trail-bed") + path(d, class_="trail")
    if kind == "sector":
        return path(d, class_="sector")
    if kind == "exit":
        return group(
            None,
            path("M-12-9H6L14 0 6 9H-12z", class_="exit-tab"),
            transform=f"translate({num(x + 20)} {num(y)})",
        )
    if kind in ("low", "mid", "high"):
        return path(d, class_=f"tide {kind}")
    mines = use("mine", x + 13, y) + use("mine", x + 29, y) if kind == "mined" else ""
    return path(d, class_=f"casing {kind}") + path(d, class_=f"road {kind}") + mines


def _mark_sample(kind: str, at: Point) -> Markup:
    x, y = at[0] + 20, at[1] + 11
    if kind == "wn":
        return positions.plate("WN", (x, y))
    if kind == "vp":
        return use("vp-star", x, y)
    if kind == "advance":
        return positions.arrow((x - 8, y), 0)
    return use(f"gun-{kind}", x, y)
