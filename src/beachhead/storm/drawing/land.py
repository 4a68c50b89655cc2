"""The land: ground, fields and hedgerows, marsh, woods, rivers, roads, roofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import atan2, cos, hypot, pi, sin
from random import Random

from beachhead.art import curves, fields, ink
from beachhead.art.palette import mix
from beachhead.art.svg import (
    Markup,
    Point,
    dots,
    element,
    group,
    joined,
    layer,
    num,
    patches,
    path,
    polyline,
    spline,
    use,
)
from beachhead.kernel.grid import members
from beachhead.storm.board import AREAS, board
from beachhead.storm.drawing import geography
from beachhead.storm.drawing.layout import BOTTOM, RIGHT
from beachhead.storm.drawing.shapes import coast, outline, spot, spots

OPEN, BOCAGE = "#e6dcae", "#cfd5a5"
BLEED = 40.0
FIELD = 27.0
TREES = 3


def definitions() -> Markup:
    """The shapes that other layers are cut to, and the trees."""
    bocage = "".join(area_path(area) for area in members(board().bocage))
    plain = "".join(area_path(area) for area in AREAS if not board().bocage >> area & 1)
    return (
        element("clipPath", path(land_path()), id="land-clip")
        + element("clipPath", path(bocage), id="bocage-clip")
        + element("clipPath", path(plain), id="open-clip")
        + joined(_tree(n) for n in range(TREES))
    )


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
            path(polyline(coast()), class_="dune"),
            path(polyline(coast()), class_="beach-sand"),
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
    strokes = []
    for n in range(-20, 150):
        x = n * 30.0
        strokes.append(polyline([(x, BOTTOM + BLEED), (x + 900, BOTTOM + BLEED - 1850)]))
    return "".join(strokes)


# --- fields


def _hedged_fields() -> list[Markup]:
    """Bocage: small uneven fields, each behind its hedge."""
    seeds = list(_seeds(members(board().bocage), FIELD, "hedge"))
    tints: dict[str, list[str]] = {f"field {name}": [] for name in "abcd"}
    rows: list[list[Point]] = []
    for n, borders in enumerate(fields.fields(seeds, len(seeds), 82.0)):
        rng = ink.pen("field", str(n))
        tints[f"field {rng.choice('abcd')}"].append(
            polyline([a for a, _, _ in borders], closed=True)
        )
        for a, b, behind in borders:
            if (0 <= behind < n) or hypot(b[0] - a[0], b[1] - a[1]) < 3 or rng.random() < 0.08:
                continue
            rows.append(curves.flatten(ink.wander(a, b, rng, bend=0.08), parts=2))
    bushes: list[Point] = []
    for n, row in enumerate(rows):
        bushes += ink.scatter(row, ink.pen("bush", str(n)), spread=0.7, spacing=6.4)
    body = "".join(polyline(row) for row in rows)
    return [
        *(patches("".join(shapes), class_=kind) for kind, shapes in tints.items()),
        patches(body, class_="row-shadow", transform="translate(.9 1.2)"),
        patches(body, class_="row"),
        patches(dots(bushes), class_="bush"),
        patches(dots((x - 0.5, y - 0.6) for x, y in bushes[::2]), class_="leaf"),
    ]


def _open_fields() -> list[Markup]:
    """The plain: broad strips of corn and plough, no hedges."""
    areas = [area for area in AREAS if not board().bocage >> area & 1]
    seeds = list(_seeds(areas, 54.0, "plain"))
    tints: dict[str, list[str]] = {f"strip {name}": [] for name in "abcd"}
    furrows: list[str] = []
    for n, borders in enumerate(fields.fields(seeds, len(seeds), 150.0)):
        rng = ink.pen("strip", str(n))
        shape = [a for a, _, _ in borders]
        tints[f"strip {rng.choice('abcd')}"].append(polyline(shape, closed=True))
        if rng.random() < 0.62:
            furrows += _furrows(shape, rng)
    return [
        *(patches("".join(shapes), class_=kind) for kind, shapes in tints.items()),
        patches("".join(furrows), class_="furrow"),
    ]


def _furrows(shape: Sequence[Point], rng: Random) -> list[str]:
    """Parallel strokes across a field."""
    cx, cy = sum(p[0] for p in shape) / len(shape), sum(p[1] for p in shape) / len(shape)
    angle = rng.uniform(0, pi)
    dx, dy = cos(angle), sin(angle)
    lines = []
    for n in range(-7, 8):
        ox, oy = cx - dy * n * 4.2, cy + dx * n * 4.2
        cuts = []
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            over, under = (ax - ox) * -dy + (ay - oy) * dx, (bx - ox) * -dy + (by - oy) * dx
            if (over < 0) != (under < 0):
                t = over / (over - under)
                cuts.append((ax + (bx - ax) * t - ox) * dx + (ay + (by - ay) * t - oy) * dy)
        if len(cuts) == 2 and abs(cuts[0] - cuts[1]) > 14:
            low, high = min(cuts) + 4, max(cuts) - 4
            ends = [(ox + dx * low, oy + dy * low), (ox + dx * high, oy + dy * high)]
            lines.append(polyline(ends))
    return lines


def _seeds(areas: Iterable[int], spacing: float, seed: str) -> Iterable[Point]:
    """Points on a shaken grid, in and around some areas."""
    shapes = [outline(area) for area in areas]
    found = set()
    for shape in shapes:
        left, right = min(x for x, _ in shape), max(x for x, _ in shape)
        top, bottom = min(y for _, y in shape), max(y for _, y in shape)
        for row in range(int(top / spacing) - 1, int(bottom / spacing) + 2):
            for column in range(int(left / spacing) - 1, int(right / spacing) + 2):
                found.add((row, column))
    for row, column in sorted(found):
        rng = ink.pen(seed, str(row), str(column))
        x = (column + rng.uniform(0.12, 0.88) + (row % 2) / 2) * spacing
        y = (row + rng.uniform(0.12, 0.88)) * spacing
        if any(_near(shape, (x, y), spacing) for shape in shapes):
            yield x, y


def _near(shape: Sequence[Point], at: Point, slack: float) -> bool:
    """Whether a point lies in a shape, or not far from a corner of it."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside or any(abs(x - px) < slack and abs(y - py) < slack for px, py in shape)


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
    for n, (north, east, tall, wide) in enumerate(geography.MARSHES):
        x, y = spot((north, east))
        right, low = spot((north - tall, east + wide))
        a, b = right - x, low - y
        rng = ink.pen("marsh", str(n))
        rim = [
            (
                x + a * cos(t * pi / 7) * rng.uniform(0.85, 1.1),
                y + b * sin(t * pi / 7) * rng.uniform(0.85, 1.1),
            )
            for t in range(14)
        ]
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
    for n in range(1, len(course)):
        a, b = course[n - 1], course[n]
        rng = ink.pen("meander", num(a[0]), num(b[1]))
        parts = max(2, round(hypot(b[0] - a[0], b[1] - a[1]) / 26))
        for k in range(1, parts):
            t = k / parts
            push = rng.uniform(0.05, 0.14) * (1 if k % 2 else -1) * min(1.0, 3.2 / parts)
            bent.append(
                (
                    a[0] + (b[0] - a[0]) * t - (b[1] - a[1]) * push,
                    a[1] + (b[1] - a[1]) * t + (b[0] - a[0]) * push,
                )
            )
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
        kind: "".join(polyline(_through(spots(line))) for line in lines)
        for kind, lines in geography.ROADS.items()
    }
    return group(
        "roads",
        *(path(drawn[kind], class_=f"casing {kind}") for kind in ("lane", "main")),
        *(path(drawn[kind], class_=f"road {kind}") for kind in ("lane", "main")),
    )


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
    for n, (north, east, tall, wide) in enumerate(geography.WOODS):
        x, y = spot((north, east))
        right, low = spot((north - tall, east + wide))
        rng = ink.pen("wood", str(n))
        placed: list[Point] = []
        for _ in range(700):
            ((u, v),) = ink.sprinkle((0, 0), rng, 1, 1.0)
            at = (x + u * (right - x), y + v * (low - y))
            if all(hypot(at[0] - p[0], at[1] - p[1]) > 9.5 for p in placed):
                placed.append(at)
        trees += [(px, py, rng.randrange(TREES)) for px, py in placed]
    trees.sort(key=lambda tree: tree[1])
    return group("woods", *(use(f"tree{kind}", x, y) for x, y, kind in trees))


def _towns() -> Markup:
    shapes: dict[str, list[str]] = {
        name: [] for name in ("tile", "tile-shade", "slate", "slate-shade")
    }
    shadows: list[str] = []
    for name, north, east, count in geography.TOWNS:
        rng = ink.pen("town", name)
        x, y = spot((north, east))
        houses: list[Point] = []
        lean = rng.uniform(0, pi)
        for at in ink.sprinkle((x, y), rng, 220, 8.5 * count**0.6):
            if len(houses) < count and all(
                hypot(at[0] - p[0], at[1] - p[1]) > 10.6 for p in houses
            ):
                houses.append(at)
        for at in sorted(houses, key=lambda p: p[1]):
            tone = "slate" if rng.random() < 0.35 else "tile"
            angle = lean + rng.choice((0, pi / 2)) + rng.uniform(-0.14, 0.14)
            wide, deep = rng.uniform(9.0, 12.5), rng.uniform(6.4, 8.0)
            sunlit, shaded = ink.roof(at, angle, wide, deep)
            shapes[tone].append(polyline(sunlit, closed=True))
            shapes[f"{tone}-shade"].append(polyline(shaded, closed=True))
            both = [(px + 1.3, py + 1.6) for px, py in _hull(sunlit, shaded)]
            shadows.append(polyline(both, closed=True))
    return group(
        "towns",
        path("".join(shadows), class_="roof-shadow"),
        *(path("".join(drawn), class_=name) for name, drawn in shapes.items()),
    )


def _hull(one: Sequence[Point], other: Sequence[Point]) -> list[Point]:
    points = [*one, *other]
    cx, cy = sum(p[0] for p in points) / 8, sum(p[1] for p in points) / 8
    return sorted(points, key=lambda p: atan2(p[1] - cy, p[0] - cx))
