"""The land: ground, fields and hedgerows, marsh, woods, rivers, roads, roofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from random import Random

from beachhead.art import curves, fields, ink
from beachhead.art.palette import mix, placed
from beachhead.art.paths import Point, dots, num, polygons, polyline, spline
from beachhead.art.svg import Markup, element, group, joined, layer, patches, path, use
from beachhead.kernel.bits import members
from beachhead.storm.drawing import geography
from beachhead.storm.drawing.layout import BOTTOM, RIGHT
from beachhead.storm.drawing.shapes import coast, outline, spot, spots
from beachhead.storm.table.board import AREAS, board

OPEN, BOCAGE = "#e6dcae", "#cfd5a5"
BLEED = 40.0
FIELD = 27.0
TREES = 3


def definitions() -> Markup:
    """The shapes that other layers are cut to, and the trees."""
    clips = {
        "land-clip": land_path(),
        "bocage-clip": "".join(map(area_path, members(board().bocage))),
        "open-clip": "".join(map(area_path, _open())),
    }
    cut = [element("clipPath", path(clip), id=id_) for id_, clip in clips.items()]
    return joined((*cut, *(_tree(n) for n in range(TREES))))


def _open() -> list[int]:
    """The areas that are not bocage."""
    return [area for area in AREAS if not board().bocage >> area & 1]


@cache
def land() -> Markup:
    """Everything that lies under the borders and names."""
    return layer(
        "land",
        path(land_path(), class_="beyond"),
        patches(_strokes_beyond(), class_="beyond-stroke", clip_path="url(#land-clip)"),
        *(path(area_path(area), class_="ground", fill=_tint(area)) for area in AREAS),
        group(None, *_hedged_fields(), clip_path="url(#bocage-clip)"),
        group(None, *_open_fields(), clip_path="url(#open-clip)"),
        _hills(),
        group(
            None,
            *(path(polyline(coast()), class_=looks) for looks in ("dune", "beach-sand")),
            clip_path="url(#land-clip)",
        ),
        _marshes(),
        _rivers(),
        _roads(),
        _woods(),
        _towns(),
    )


def land_path() -> str:
    """The mainland, out to the edges of the page."""
    left, right, bottom = -BLEED, RIGHT + BLEED, BOTTOM + BLEED
    shore = list(coast())
    west = spots(geography.COAST_WEST)
    ring = [(left, -BLEED), (shore[0][0], -BLEED), *shore, (right, shore[-1][1])]
    ring += [(right, bottom), (west[0][0], bottom), *west]
    return polyline(ring, closed=True)


@cache
def area_path(area: int) -> str:
    return polyline(outline(area), closed=True)


def _tint(area: int) -> str:
    """No two areas are quite the same."""
    base = BOCAGE if board().bocage >> area & 1 else OPEN
    rng = ink.pen("tint", str(area))
    return mix(base, rng.choice(("#f3ead0", "#b9b27a", "#d9c78e")), rng.uniform(0.02, 0.2))


def _strokes_beyond() -> str:
    """Light strokes on the land that is not in play."""
    low = BOTTOM + BLEED
    starts = (n * 30.0 for n in range(-20, 150))
    return "".join(polyline([(x, low), (x + 900, low - 1850)]) for x in starts)


# --- fields


def _hedged_fields() -> list[Markup]:
    """Bocage: small uneven fields, each behind its hedge."""
    ground, sown = _fields("field", _seeds(members(board().bocage), FIELD, "hedge"), 82.0)
    rows: list[list[Point]] = []
    for n, (borders, rng) in enumerate(sown):
        for a, b, behind in borders:
            if (0 <= behind < n) or hypot(b[0] - a[0], b[1] - a[1]) < 3 or rng.random() < 0.08:
                continue
            rows.append(curves.flatten(ink.wander(a, b, rng, bend=0.08), parts=2))
    bushes: list[Point] = []
    for n, row in enumerate(rows):
        bushes += ink.scatter(row, ink.pen("bush", str(n)), spread=0.7, spacing=6.4)
    body = "".join(polyline(row) for row in rows)
    return [
        *ground,
        patches(body, class_="row-shadow", transform="translate(.9 1.2)"),
        patches(body, class_="row"),
        patches(dots(bushes), class_="bush"),
        patches(dots((x - 0.5, y - 0.6) for x, y in bushes[::2]), class_="leaf"),
    ]


def _open_fields() -> list[Markup]:
    """The plain: broad strips of corn and plow, no hedges."""
    ground, sown = _fields("strip", _seeds(_open(), 54.0, "plain"), 150.0)
    furrows = [
        ink.furrows([a for a, _, _ in borders], rng, count=7, pace=4.2, edge=4, least=14)
        for borders, rng in sown
        if rng.random() < 0.62
    ]
    return [*ground, patches("".join(furrows), class_="furrow")]


def _fields(
    kind: str, seeds: Iterable[Point], reach: float
) -> tuple[list[Markup], list[tuple[list[fields.Border], Random]]]:
    """Fields in four tints, and the borders of each with the pen that draws it."""
    places = list(seeds)
    shapes: dict[str, list[list[Point]]] = {f"{kind} {tint}": [] for tint in "abcd"}
    sown = []
    for n, borders in enumerate(fields.fields(places, len(places), reach)):
        rng = ink.pen(kind, str(n))
        shapes[f"{kind} {rng.choice('abcd')}"].append([a for a, _, _ in borders])
        sown.append((borders, rng))
    return [patches(polygons(each), class_=looks) for looks, each in shapes.items()], sown


def _seeds(areas: Iterable[int], spacing: float, seed: str) -> Iterable[Point]:
    """Points on a shaken grid, in and around some areas."""
    shapes = [outline(area) for area in areas]
    found = set()
    for shape in shapes:
        columns, rows = (
            range(int(min(each) / spacing) - 1, int(max(each) / spacing) + 2)
            for each in zip(*shape, strict=True)
        )
        found |= {(row, column) for row in rows for column in columns}
    for row, column in sorted(found):
        rng = ink.pen(seed, str(row), str(column))
        x = (column + rng.uniform(0.12, 0.88) + (row % 2) / 2) * spacing
        y = (row + rng.uniform(0.12, 0.88)) * spacing
        if any(_near(shape, (x, y), spacing) for shape in shapes):
            yield x, y


def _near(shape: Sequence[Point], at: Point, slack: float) -> bool:
    """Whether a point lies in a shape, or not far from a corner of it."""
    x, y = at
    near = any(abs(x - px) < slack and abs(y - py) < slack for px, py in shape)
    return near or curves.inside(shape, at)


# --- hills, marsh, water, roads


def _hills() -> Markup:
    strokes = []
    for n, crest in enumerate(geography.HILLS):
        line = curves.flatten(spots(crest), parts=8)
        rng = ink.pen("hill", str(n))
        for away, reach in ((0.0, 15.0), (15.0, 11.0)):
            run = curves.beside(line[::-1], -away)
            strokes.append(ink.hachures(run[::-1], rng, reach=reach, spacing=4.2, base=1.6))
    return path("".join(strokes), class_="hachure")


def _marshes() -> Markup:
    """Flooded ground: level strokes, with reeds on them."""
    pools, strokes, reeds = [], [], []
    for n, oval in enumerate(geography.MARSHES):
        x, y, a, b = _oval(oval)
        rng = ink.pen("marsh", str(n))
        rim = []
        for angle in (t * pi / 7 for t in range(14)):
            across = a * cos(angle) * rng.uniform(0.85, 1.1)
            rim.append((x + across, y + b * sin(angle) * rng.uniform(0.85, 1.1)))
        pools.append(spline(rim, closed=True))
        level = -b + 4
        while level < b - 2:
            half = a * max(0.0, 1 - (level / b) ** 2) ** 0.5
            at = -half + rng.uniform(0, 12)
            while at < half - 6:
                run = rng.uniform(7, 17)
                strokes.append(f"M{num(x + at)} {num(y + level)}h{num(min(run, half - at))}")
                if rng.random() < 0.4:
                    foot = f"M{num(x + at + 4)} {num(y + level)}"
                    reeds.append(f"{foot}v-5{foot}l-2.4-4{foot}l2.4-4")
                at += run + rng.uniform(5, 11)
            level += 6.5
    return group(
        None,
        path("".join(pools), class_="pool"),
        path("".join(strokes), class_="marsh"),
        path("".join(reeds), class_="reed"),
        clip_path="url(#land-clip)",
    )


def _oval(ground: geography.Oval) -> tuple[float, float, float, float]:
    """The middle of an oval on the page, half its width and half its height."""
    north, east, tall, wide = ground
    (x, y), (right, low) = spot((north, east)), spot((north - tall, east + wide))
    return x, y, right - x, low - y


def _rivers() -> Markup:
    beds, waters = [], []
    for wide, course in geography.RIVERS:
        line = polyline(_through(_meander(spots(course))))
        beds.append(path(line, class_="river-bank", stroke_width=wide + 1.8))
        waters.append(path(line, class_="river", stroke_width=wide))
    return group("rivers", *beds, *waters, clip_path="url(#land-clip)")


def _meander(course: Sequence[Point]) -> list[Point]:
    """A course with small bends between its points."""
    bent = [course[0]]
    for a, b in pairwise(course):
        rng = ink.pen("meander", num(a[0]), num(b[1]))
        dx, dy = b[0] - a[0], b[1] - a[1]
        parts = max(2, round(hypot(dx, dy) / 26))
        for k in range(1, parts):
            t = k / parts
            push = rng.uniform(0.05, 0.14) * (1 if k % 2 else -1) * min(1.0, 3.2 / parts)
            bent.append((a[0] + dx * t - dy * push, a[1] + dy * t + dx * push))
        bent.append(b)
    return bent


def _through(points: Sequence[Point], parts: int = 5) -> list[Point]:
    """A smooth line that goes through all of its points, so that roads meet where towns are."""
    line = [points[0]]
    for n in range(len(points) - 1):
        a, b, c, d = (points[min(max(n + k, 0), len(points) - 1)] for k in (-1, 0, 1, 2))
        for step in range(1, parts + 1):
            t = step / parts
            x, y = (
                b[k]
                + 0.5 * t * (c[k] - a[k])
                + t * t * (a[k] - 2.5 * b[k] + 2 * c[k] - 0.5 * d[k])
                + t * t * t * (1.5 * (b[k] - c[k]) + 0.5 * (d[k] - a[k]))
                for k in (0, 1)
            )
            line.append((x, y))
    return line


def _roads() -> Markup:
    drawn = {
        kind: "".join(polyline(_through(spots(line))) for line in geography.ROADS[kind])
        for kind in ("lane", "main")
    }
    layers = [(f"{part} {kind}", d) for part in ("casing", "road") for kind, d in drawn.items()]
    return group("roads", *(path(d, class_=looks) for looks, d in layers))


# --- woods and towns


def _tree(n: int) -> Markup:
    rng = ink.pen("tree", str(n))
    r = 5.0 + n * 0.7
    crown = ink.blob((0, 0), r, rng, corners=9, rough=0.16)
    light = ink.blob((-r * 0.24, -r * 0.28), r * 0.56, rng, corners=7, rough=0.2)
    return group(
        f"tree{n}",
        element("ellipse", class_="tree-shadow", cx=1.6, cy=2.2, rx=r, ry=r * 0.9),
        path(spline(crown, closed=True), class_="crown"),
        path(spline(light, closed=True), class_="crown-light"),
    )


def _woods() -> Markup:
    trees: list[tuple[float, float, int]] = []
    for n, oval in enumerate(geography.WOODS):
        x, y, a, b = _oval(oval)
        rng = ink.pen("wood", str(n))
        tried = [(x + u * a, y + v * b) for u, v in ink.sprinkle((0, 0), rng, 700, 1.0)]
        trees += [(px, py, rng.randrange(TREES)) for px, py in ink.apart(tried, 9.5)]
    trees.sort(key=lambda tree: tree[1])
    return group("woods", *(use(f"tree{kind}", x, y) for x, y, kind in trees))


def _towns() -> Markup:
    looks = ("roof-shadow", "tile", "tile-shade", "slate", "slate-shade")
    shapes: dict[str, list[list[Point]]] = {name: [] for name in looks}
    for name, north, east, count in geography.TOWNS:
        rng = ink.pen("town", name)
        lean = rng.uniform(0, pi)
        tried = ink.sprinkle(spot((north, east)), rng, 220, 8.5 * count**0.6)
        houses = ink.apart(tried, 10.6, most=count)
        for at in sorted(houses, key=lambda p: p[1]):
            tone = "slate" if rng.random() < 0.35 else "tile"
            angle = lean + rng.choice((0, pi / 2)) + rng.uniform(-0.14, 0.14)
            sunlit, shaded = ink.roof(at, angle, rng.uniform(9.0, 12.5), rng.uniform(6.4, 8.0))
            shapes[tone].append(sunlit)
            shapes[f"{tone}-shade"].append(shaded)
            shapes["roof-shadow"].append(placed(_hull(sunlit, shaded), (1.3, 1.6)))
    return group("towns", *(path(polygons(each), class_=name) for name, each in shapes.items()))


def _hull(one: Sequence[Point], other: Sequence[Point]) -> list[Point]:
    points = [*one, *other]
    cx, cy = sum(p[0] for p in points) / 8, sum(p[1] for p in points) / 8
    return sorted(points, key=lambda p: atan2(p[1] - cy, p[0] - cx))
