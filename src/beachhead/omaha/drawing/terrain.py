"""The ground: merged terrain, fields, hedgerows, woods, villages, obstacles."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, hypot, pi, radians, sin
from random import Random

from beachhead.art import curves, fields, ink
from beachhead.art.hexes import Cell
from beachhead.art.paths import Point, dots, polygons, polyline, spline
from beachhead.art.svg import Markup, element, group, joined, layer, patches, path, rect, use
from beachhead.omaha.drawing.facts import Facts, HexFacts
from beachhead.omaha.drawing.layout import COLUMNS, HEXES, MAP, SIZE, center
from beachhead.omaha.drawing.roads import road_lines

SMOOTH = 0.7


def region(cells: Iterable[Cell], amount: float = SMOOTH) -> str:
    """Neighboring hexes as one shape with a flowing border."""
    return HEXES.region(cells, amount)


def ground(facts: Facts) -> Markup:
    """Terrain as flat washes, lowest last, each reaching under the next so that no seam shows."""
    by_terrain = {
        kind: _run_on([h.cell for h in facts.where(terrain=kind)]) for kind in ("pavilion", "draw")
    }
    beach = _beach(facts)
    low = beach | by_terrain["pavilion"]
    rough = _run_on([h.cell for h in facts.where(feature="rough")])
    woods = {h.cell for h in facts.where(feature="woods")}
    return layer(
        "terrain",
        rect(MAP, "t-high_ground"),
        patches(_washes(facts, "pale"), class_="wash pale"),
        patches(_washes(facts, "deep"), class_="wash deep"),
        path(region(rough), class_="t-rough"),
        path(region(low | by_terrain["draw"]), class_="t-draw"),
        path(region(low), class_="t-pavilion"),
        path(beach_shape(facts), class_="t-beach"),
        path(region(woods, 0.9), class_="t-woods"),
        _grain(facts),
    )


def beach_shape(facts: Facts) -> str:
    """The beach down to the water and beyond."""
    return region(_beach(facts))


def _beach(facts: Facts) -> set[Cell]:
    return _run_on([h.cell for h in facts.hexes.values() if h.terrain in ("beach", "water")])


def features(facts: Facts) -> Markup:
    """What stands on the ground."""
    return layer(
        "features",
        _bocage(facts),
        _rough(facts),
        _woods(facts),
        _obstacles(facts),
    )


def villages(facts: Facts) -> Markup:
    """Roofs along the roads; drawn above them so that the shadows fall on the street."""
    shadows: list[list[Point]] = []
    kinds: dict[str, list[list[Point]]] = {
        "tile": [],
        "tile-shade": [],
        "slate": [],
        "slate-shade": [],
    }
    streets = road_lines(facts)
    for h in facts.where(feature="buildings"):
        rng = ink.pen(h.name, "roofs")
        for at, angle, wide, deep in _houses(h, streets.get(h.name, []), rng):
            sunlit, shaded = ink.roof(at, angle, wide, deep)
            kind = "slate" if rng.random() < 0.42 else "tile"
            kinds[kind].append(sunlit)
            kinds[kind + "-shade"].append(shaded)
            whole = ink.roof((at[0] + 1.8, at[1] + 2.1), angle, wide + 0.4, deep + 0.4)
            shadows.extend(whole)
    return layer(
        "buildings",
        patches(polygons(shadows), class_="shadow"),
        *(patches(polygons(shapes), class_=kind) for kind, shapes in kinds.items()),
    )


def definitions() -> Markup:
    """Trees and obstacles, drawn once."""
    return _tree_symbols() + _obstacle_symbols()


def _run_on(cells: list[Cell]) -> set[Cell]:
    """Hexes, and those that would lie beside them beyond the east and west edges of the map."""
    beside = {(row, column + step) for row, column in cells for step in (-1, 1)}
    edge = {(row, column) for row, column in beside if not 1 <= column < COLUMNS + row % 2}
    return set(cells) | edge


def sample(kind: str, at: Point) -> Markup:
    """A taste of a feature for the legend, in a swatch of 42 by 22."""
    x, y = at
    rng = ink.pen("sample", kind)
    if kind == "obstacle":
        return joined(
            use(thing, x + 9 + n * 12, y + 11)
            for n, thing in enumerate(("hedgehog", "ramp", "stake"))
        )
    if kind == "woods":
        return joined(use(f"tree{n}", x + 8 + n * 9, y + 10 + n % 2 * 3) for n in range(4))
    if kind == "rough":
        rows = [[(x + 40, y + level), (x + 2, y + level)] for level in (4, 13)]
        marks = [ink.hachures(row[::-1], rng, reach=5, spacing=4, base=1.2) for row in rows]
        return path("".join(marks), class_="rough")
    if kind == "bocage":
        hub, side = (x + 16, y + 10), (x + 29, y + 12)
        ends = [(x + 2, y + 8), (x + 14, y + 21), (x + 32, y + 1), (x + 41, y + 15)]
        pairs = [(ends[0], hub), (hub, ends[1]), (hub, side), (side, ends[2]), (side, ends[3])]
        return hedgerow([[a, b] for a, b in pairs], "sample")
    if kind == "buildings":
        parts = []
        for dx, dy, angle, tone in (
            (10, 9, 0.2, "tile"),
            (22, 14, -0.1, "slate"),
            (33, 8, 0.5, "tile"),
        ):
            halves = ink.roof((x + dx, y + dy), angle, 11, 7.4)
            for shape, name in zip(halves, (tone, f"{tone}-shade"), strict=True):
                parts.append(path(polygons([shape]), class_=name))
        return joined(parts)
    return Markup()


def _washes(facts: Facts, tone: str) -> str:
    """Watercolor: soft uneven patches on the high ground."""
    pens = ((h, ink.pen(h.name, "wash", tone)) for h in facts.where(terrain="high_ground"))
    return "".join(ink.wash(center(h.name), rng, 0.55, (22, 46)) for h, rng in pens)


def _grain(facts: Facts) -> Markup:
    tufts, specks, sand = [], [], []
    for h in facts.hexes.values():
        rng = ink.pen(h.name, "grain")
        at = center(h.name)
        if h.terrain == "beach":
            sand += ink.sprinkle(at, rng, 7, SIZE * 0.85)
        elif h.terrain != "water":
            specks += ink.sprinkle(at, rng, rng.randint(3, 6), SIZE * 0.85)
            if h.feature is None:
                tufts.append(ink.grass(at, rng, rng.randint(2, 4), SIZE * 0.8))
    return group(
        None,
        patches(dots(specks), class_="speck"),
        patches(dots(sand), class_="sand"),
        patches("".join(tufts), class_="tuft"),
    )


def _bocage(facts: Facts) -> Markup:
    """Small irregular fields with hedgerows between them, running on from hex to hex."""
    hexes = {h.cell: h for h in facts.where(feature="bocage")}
    seeds, holders = _field_seeds(hexes)
    tints: dict[str, list[str]] = {"field a": [], "field b": [], "field c": [], "field d": []}
    rows: list[list[Point]] = []
    furrows: list[str] = []
    count = len(seeds)
    for n, borders in enumerate(fields.fields(seeds + holders, count, 90.0)):
        rng = ink.pen("field", str(n))
        shape = [a for a, _, _ in borders]
        tints[rng.choice(list(tints))].append(polyline(shape, closed=True))
        if rng.random() < 0.34:
            furrows.append(ink.furrows(shape, rng, count=4, pace=2.6, edge=3, least=9))
        for a, b, behind in borders:
            if (behind < n and behind >= 0) or hypot(b[0] - a[0], b[1] - a[1]) < 2:
                continue
            if behind < count and rng.random() < 0.1:
                continue
            rows.append(ink.wander(a, b, rng, bend=0.07))
    lines = [curves.flatten(row, parts=3) for row in rows]
    return group(
        "bocage",
        *(patches("".join(shapes), class_=kind) for kind, shapes in tints.items()),
        patches("".join(furrows), class_="furrow"),
        hedgerow(lines, "bocage"),
    )


def _field_seeds(hexes: dict[Cell, HexFacts]) -> tuple[list[Point], list[Point]]:
    """Seeds of the fields, and holders outside that keep the last hedge within the hex."""
    seeds, holders = [], []
    for here, h in hexes.items():
        rng = ink.pen(h.name, "bocage")
        x, y = center(h.name)
        turn = rng.uniform(0, 2 * pi)
        for n in range(3):
            angle, r = turn + n * 2 * pi / 3 + rng.uniform(-0.5, 0.5), rng.uniform(11, 18)
            seeds.append((x + cos(angle) * r, y + sin(angle) * r))
        for n, there in enumerate(HEXES.neighbors(here)):
            if there not in hexes:
                for swing in (-17, 17):
                    angle = radians(-60 + 60 * n + swing + rng.uniform(-7, 7))
                    r = SIZE * rng.uniform(1.0, 1.16)
                    holders.append((x + cos(angle) * r, y + sin(angle) * r))
    return seeds, holders


def hedgerow(lines: list[list[Point]], seed: str) -> Markup:
    """A bank with bushes on it: shadow, body, leaves."""
    bushes, leaves = [], []
    for n, line in enumerate(lines):
        rng = ink.pen(seed, "bushes", str(n))
        bushes += ink.scatter(line, rng, spread=0.9, spacing=5.2)
        leaves += ink.scatter(line, rng, spread=0.8, spacing=7.5, offset=-0.3)
    body = "".join(polyline(line) for line in lines)
    return group(
        None,
        patches(body, class_="row-shadow", transform="translate(1.1 1.4)"),
        patches(body, class_="row"),
        patches(dots(bushes), class_="bush"),
        patches(dots((x - 0.6, y - 0.7) for x, y in leaves), class_="leaf"),
    )


def _rough(facts: Facts) -> Markup:
    strokes = []
    for h in facts.where(feature="rough"):
        rng = ink.pen(h.name, "rough")
        x, y = center(h.name)
        for row in range(-2, 3):
            wide = SIZE * (0.78 - abs(row) * 0.1)
            line = [(x + wide * t, y + row * 10.5 + rng.uniform(-3, 3)) for t in (1, 0.3, -0.3, -1)]
            line = curves.flatten(line, parts=4)
            strokes.append(ink.hachures(line[::-1], rng, reach=5.5, spacing=4.4, base=1.3))
    return group("rough", patches("".join(strokes), class_="rough"))


_TREES = 4


def _tree_symbols() -> Markup:
    symbols = []
    for n in range(_TREES):
        rng = ink.pen("tree", str(n))
        r = 4.2 + n * 0.5
        crown = ink.blob((0, 0), r, rng, corners=9, rough=0.16)
        light = ink.blob((-r * 0.24, -r * 0.28), r * 0.56, rng, corners=7, rough=0.2)
        symbols.append(
            group(
                f"tree{n}",
                element("ellipse", class_="shadow", cx=1.6, cy=2.1, rx=r, ry=r * 0.9),
                path(spline(crown, closed=True), class_="crown"),
                path(spline(light, closed=True), class_="crown-light"),
                path(
                    f"M{-r * 0.1:.1f} {r * 0.45:.1f}q{r * 0.5:.1f}-.4 {r * 0.65:.1f}-{r * 0.5:.1f}",
                    class_="twig",
                ),
            )
        )
    return joined(symbols)


def _woods(facts: Facts) -> Markup:
    trees = []
    for h in facts.where(feature="woods"):
        rng = ink.pen(h.name, "woods")
        placed = ink.apart(ink.sprinkle(center(h.name), rng, 160, SIZE * 0.84), 8.2, most=17)
        for at in sorted(placed, key=lambda p: p[1]):
            trees.append(use(f"tree{rng.randrange(_TREES)}", *at))
    return group("woods", *trees)


def _obstacle_symbols() -> Markup:
    """Hedgehog, ramp and stake, seen from the side as a staff map shows them."""
    return (
        group("hedgehog", path("M-3.4 2.6L3.2-2.8M3.4 2.6L-3.2-2.8M0 3.2V-3.8", class_="iron"))
        + group("ramp", path("M-4 2.8L3.8-2.4V2.8M0 .1V2.8", class_="iron"))
        + group("stake", path("M-2.4 2.8L1.2-3.4M-2.4 2.8h3", class_="iron"))
    )


def _obstacles(facts: Facts) -> Markup:
    things = []
    for h in facts.where(feature="obstacle"):
        rng = ink.pen(h.name, "obstacle")
        x, y = center(h.name)
        for row, kind, count in ((-13.0, "hedgehog", 4), (-1.5, "ramp", 3), (9.0, "stake", 4)):
            gap = 58 / count
            for n in range(count):
                at = x - 29 + gap * (n + 0.5) + rng.uniform(-3.4, 3.4)
                things.append(use(kind, at, y + row + rng.uniform(-3.4, 3.4)))
    return group("obstacles", *things)


def _houses(
    h: HexFacts, streets: list[list[Point]], rng: Random
) -> list[tuple[Point, float, float, float]]:
    """Houses along the streets of a hex, then some behind them; none on a street."""
    x, y = center(h.name)
    tried: list[tuple[Point, float]] = []
    for street in streets:
        for n, (at, (dx, dy)) in enumerate(curves.walk(street, 6.5)):
            side = 1 if n % 2 else -1
            away = side * rng.uniform(8.0, 9.5)
            tried.append(((at[0] - dy * away, at[1] + dx * away), atan2(dy, dx)))
    lean = rng.uniform(0, pi)
    for at in ink.sprinkle((x, y), rng, 60, SIZE * 0.7):
        tried.append((at, lean + rng.choice((0, pi / 2)) + rng.uniform(-0.12, 0.12)))
    houses: list[tuple[Point, float, float, float]] = []
    wanted = 11 if streets else 8
    for at, angle in tried:
        wide, deep = rng.uniform(8.5, 13), rng.uniform(6.2, 7.8)
        room = hypot(at[0] - x, at[1] - y) < SIZE * 0.72
        clear = all(hypot(at[0] - p[0], at[1] - p[1]) > 7.2 for street in streets for p in street)
        apart = all(hypot(at[0] - o[0][0], at[1] - o[0][1]) > 10.6 for o in houses)
        if room and clear and apart and len(houses) < wanted:
            houses.append((at, angle, wide, deep))
    return sorted(houses, key=lambda house: house[0][1])
