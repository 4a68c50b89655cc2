"""The land: forest, mountain and marsh, rivers, borders, fortified hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from random import Random

from beachhead.art import curves, ink
from beachhead.art.hexes import Side, threads
from beachhead.art.paths import Point, dots, middle, moved, num, polygons, polyline, spline
from beachhead.art.svg import (
    Markup,
    element,
    group,
    joined,
    layer,
    patches,
    path,
    rect,
    shape,
    text,
    titled,
    use,
)
from beachhead.dday91.drawing.layout import HEXES, MAP, NAMES, SIZE, cell, cell_of, center, spot
from beachhead.dday91.drawing.sea import coast_path
from beachhead.dday91.table.board import Terrain, board
from beachhead.kernel.bits import members

GREAT_RIVERS = {"Rhine": 5.2, "Danube": 4.4, "Elbe": 4.4, "Loire": 4.0, "Rhone": 4.0}
RIVER = 3.4
COUNTRIES: list[tuple[str, Point, float]] = NAMES["countries"]
"""What, where, and how large."""
RIVER_NAMES: list[tuple[str, str, str]] = NAMES["rivers"]
"""A river and the hexside its name stands at."""


def definitions() -> Markup:
    """What is drawn once and used often, and the shape of the land to cut with."""
    tree = (
        element("ellipse", class_="tree-shadow", cx=1.2, cy=2.9, rx=3.9, ry=1.9)
        + path(
            "M0-6.2C3-6 4.6-3.2 3.9-.9 5 1 2.6 2.9 0 2.7-2.6 2.9-5 1-3.9-.9-4.6-3.2-3-6 0-6.2z",
            class_="crown",
        )
        + path("M-1.8-3.8c.6-1.2 1.7-1.7 2.8-1.4M-2.4-.9c.3-.8 1-1.3 1.7-1.4", class_="crown-light")
    )
    fir = element("ellipse", class_="tree-shadow", cx=1, cy=3.4, rx=3.2, ry=1.5) + path(
        "M0-7.4L3.6-.8H1.9L4.4 3.2H-4.4L-1.9-.8H-3.6z", class_="crown fir"
    )
    clips = (("land-clip", path(coast_path())), ("map-clip", rect(MAP, None)))
    cut = [element("clipPath", shape, id=id_) for id_, shape in clips]
    return joined((group("tree", tree), group("fir", fir), *cut))


WASHED: tuple[Terrain, ...] = ("forest", "mountain", "marsh")


def land() -> Markup:
    """Ground and terrain, cut along the coast."""
    return layer(
        "land",
        path(coast_path(), class_="ground"),
        group(
            None,
            patches(_washes(), class_="wash"),
            *map(_terrain, WASHED),
            patches(dots(_grain()), class_="speck"),
            clip_path="url(#land-clip)",
        ),
    )


def features() -> Markup:
    """What stands on the ground: trees, peaks, reeds."""
    return layer("features", _marshes(), _mountains(), _forests(), class_="features")


def _terrain(kind: Terrain) -> Markup:
    cells = map(cell, members(board().terrain[kind]))
    return path(HEXES.region(cells, 0.8), class_=f"t-{kind}")


def _washes() -> str:
    """Watercolor: soft uneven patches on open ground."""
    pens = ((hex_, ink.pen(board().name(hex_), "wash")) for hex_ in members(board().land))
    return "".join(ink.wash(center(hex_), rng, 0.5, (18, 40)) for hex_, rng in pens)


def _grain() -> Iterator[Point]:
    for hex_ in members(board().land):
        rng = ink.pen(board().name(hex_), "grain")
        yield from ink.sprinkle(center(hex_), rng, rng.randint(4, 7), SIZE * 0.9)


def _forests() -> Markup:
    """Trees, the lower ones in front."""
    standing: list[tuple[float, float, str]] = []
    for hex_ in members(board().terrain["forest"]):
        rng = ink.pen(board().name(hex_), "trees")
        for x, y in _dry(hex_, _strewn(hex_, rng, 15, SIZE * 0.8, 9.0)):
            standing.append((y, x, "fir" if rng.random() < 0.35 else "tree"))
    return group("forest", *(use(kind, x, y) for y, x, kind in sorted(standing)))


def sample_trees(at: Point) -> Markup:
    """A few trees around a place."""
    standing = (("tree", (-14, 0)), ("fir", (-3, 3)), ("tree", (6, -1)), ("fir", (15, 4)))
    return joined(use(tree, at[0] + dx, at[1] + dy) for tree, (dx, dy) in standing)


def _strewn(hex_: int, rng: Random, count: int, reach: float, apart: float) -> list[Point]:
    """Points in a hex that keep away from each other."""
    return ink.apart(ink.sprinkle(center(hex_), rng, count * 8, reach), apart, most=count)


def _dry(hex_: int, points: list[Point]) -> list[Point]:
    """Those points of a hex that lie on land."""
    if not board().coastal >> hex_ & 1:
        return points
    return [point for point in points if _on_land(point)]


def _on_land(point: Point) -> bool:
    """Whether an odd number of shores lies to the right of a point."""
    shores = ([spot(corner) for corner in outline] for outline in board().coast)
    return sum(curves.inside(shore, point) for shore in shores) % 2 == 1


def _mountains() -> Markup:
    """Peaks with a lit and a shaded flank, ridge by ridge."""
    peaks: list[tuple[float, float, float, float]] = []
    for hex_ in members(board().terrain["mountain"]):
        rng = ink.pen(board().name(hex_), "peaks")
        for x, y in _dry(hex_, _strewn(hex_, rng, 6, SIZE * 0.72, 15.0)):
            peaks.append((y, x, rng.uniform(10, 15), rng.uniform(-2, 2)))
    return group("mountain", *(_peak((x, y), tall, lean) for y, x, tall, lean in sorted(peaks)))


def _peak(at: Point, tall: float, lean: float) -> Markup:
    x, y = at
    top, foot, half = (x + lean, y - tall * 0.72), y + tall * 0.28, tall * 0.78
    spine = [(x + lean * 0.2 + 1.5, y - tall * 0.2), (x - 0.8, y + tall * 0.05), (x + 1, foot)]
    flanks = [
        [(top[0] + 2.2, top[1] + 4), (x + half * 0.55, foot - 1.4)],
        [(top[0] + 1, top[1] + 5.4), (x + half * 0.22, foot - 1)],
    ]
    return (
        shape([top, *spine, (x - half, foot)], "peak-lit")
        + shape([top, *spine, (x + half, foot)], "peak-shaded")
        + path("".join(map(polyline, flanks)), class_="peak-flank")
        + path(polyline([(x - half, foot), top, (x + half, foot)]), class_="peak-ridge")
    )


def _marshes() -> Markup:
    """Water lines and reeds."""
    water, reeds = [], []
    for hex_ in members(board().terrain["marsh"]):
        rng = ink.pen(board().name(hex_), "reeds")
        for x, y in _strewn(hex_, rng, 15, SIZE * 0.78, 10.5):
            wide = rng.uniform(5, 9)
            water.append(f"M{num(x - wide)} {num(y)}h{num(wide * 2)}")
            water.append(f"M{num(x - wide * 0.5)} {num(y + 2.6)}h{num(wide)}")
            reeds.append(
                f"M{num(x)} {num(y - 1)}v-6.4M{num(x - 2.6)} {num(y - 1)}l-1.6-5"
                f"M{num(x + 2.6)} {num(y - 1)}l1.6-5"
            )
    return group(
        "marsh",
        group(
            None,
            patches("".join(water), class_="marsh-water"),
            patches("".join(reeds), class_="reed"),
            clip_path="url(#land-clip)",
        ),
    )


# --- hexsides


@cache
def river_lines() -> dict[str, list[list[Point]]]:
    """Each river as lines along its hexsides, as a hand would draw them."""
    sides: dict[str, list[Side]] = {}
    for (one, other), name in sorted(board().river_names.items()):
        sides.setdefault(name, []).append(HEXES.side(cell(one), cell(other)))
    return {
        name: [_meander(line, name) for line in threads(listed)] for name, listed in sides.items()
    }


def _meander(line: list[Point], name: str) -> list[Point]:
    """A river keeps to its hexsides, but does not run straight."""
    rng = ink.pen("river", name, num(line[0][0], 0), num(line[0][1], 0))
    bent = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        push = rng.choice((-1, 1)) * rng.uniform(0.05, 0.12)
        dx, dy = bx - ax, by - ay
        bent.append((ax + dx * 0.34 - dy * push, ay + dy * 0.34 + dx * push))
        bent.append((ax + dx * 0.67 + dy * push, ay + dy * 0.67 - dx * push))
        bent.append((bx, by))
    return bent


def rivers() -> Markup:
    """Rivers with their banks; names along a few of them."""
    banks, waters = [], []
    for name, lines in river_lines().items():
        wide = GREAT_RIVERS.get(name, RIVER)
        drawn = "".join(spline(line) for line in lines)
        banks.append(path(drawn, class_="river-bank", stroke_width=wide + 2))
        water = path(drawn, class_="river", stroke_width=wide)
        waters.append(titled(f"river-{name}", name, water))
    return layer("rivers", group(None, *banks, *waters, clip_path="url(#land-clip)"))


def river_names() -> Markup:
    """Names in italics, written along a hexside."""
    return layer("river-names", *(_river_name(*each) for each in RIVER_NAMES))


def _river_name(name: str, one: str, other: str) -> Markup:
    start, end = sorted(HEXES.side(cell_of(one), cell_of(other)))
    lean = -90 if end[0] - start[0] < 1 else 30 if end[1] > start[1] else -30
    where = f"{moved(middle(start, end))}rotate({lean})"
    return text(name, 0, -5.4, class_="river-name", transform=where)


def borders() -> Markup:
    """6a4 National boundaries run along hexsides."""
    sides = [
        HEXES.side(cell(here), cell(there))
        for here in members(board().land)
        for there in members(board().borders[here] >> here << here)
    ]
    line = "".join(polyline(thread) for thread in threads(sides))
    return layer("borders", *(path(line, class_=looks) for looks in ("border-bed", "border")))


def out_of_play() -> Markup:
    """Countries that the rules never name: shaded, nothing can be there."""
    cells = [cell_of(name) for name in board().out_of_play]
    outline = polygons(HEXES.outline(cells))
    veil = group(None, path(outline, class_="veil"), clip_path="url(#land-clip)")
    return layer("out-of-play", veil, path(outline, class_="veil-rim"))


def fortifications() -> Markup:
    """4b5 Fortified hexes: dragon's teeth along the edge of the hex."""
    return layer("fortifications", *map(_fortification, members(board().fortified)))


def _fortification(hex_: int) -> Markup:
    corners, name = HEXES.corners(cell(hex_), 0.86), board().name(hex_)
    teeth = dragons_teeth(at for at, _ in curves.walk([*corners, corners[0]], 8.6))
    title = f"{name} is fortified: {board().features[hex_]}"
    return titled(f"fortified-{name}", title, teeth, class_="fortified")


def dragons_teeth(places: Iterable[Point]) -> Markup:
    """Small triangles of concrete."""
    teeth = (f"M{num(x - 2.9)} {num(y + 2.1)}l2.9-5 2.9 5z" for x, y in places)
    return path("".join(teeth), class_="teeth")


def country_names() -> Markup:
    """The countries in capitals."""
    names = (
        text(name, *spot(at), class_="country-name", font_size=f"{num(size)}px")
        for name, at, size in COUNTRIES
    )
    return layer("country-names", *names)
