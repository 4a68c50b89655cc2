"""Hexsides: slope, bluff, cliffs, shingle, seawall, ditch, wall and hedge."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.art import curves, ink
from beachhead.art.hexes import chains, threads
from beachhead.art.paths import Point, dots, polyline
from beachhead.art.svg import Markup, group, joined, layer, patches, path
from beachhead.omaha.drawing.facts import Facts, cell
from beachhead.omaha.drawing.layout import HEXES
from beachhead.omaha.drawing.terrain import SMOOTH, hedgerow

Line = list[Point]

HEIGHT = {"water": 0, "beach": 1, "pavilion": 2, "draw": 2, "high_ground": 3}
ORDER = (
    "hedge",
    "slope",
    "bluff",
    "scaleable_cliff",
    "sheer_cliff",
    "shingle",
    "anti_tank_ditch",
    "seawall",
    "anti_tank_wall",
)


def hexsides(facts: Facts) -> Markup:
    """All special hexsides; lines of one kind run on through the corners they share."""
    return layer("hexsides", *(strokes(kind, side_lines(facts, kind)) for kind in ORDER))


def relief(facts: Facts) -> Markup:
    """Soft shade below the heights and light along their crests."""
    lines = [
        line
        for kind in ("bluff", "scaleable_cliff", "sheer_cliff")
        for line in side_lines(facts, kind)
    ]
    gentle = side_lines(facts, "slope")
    bands = [
        path("".join(polyline(curves.beside(line, away)) for line in chosen), class_=tone)
        for chosen, away, tone in (
            (lines, 5.0, "shade wide"),
            (lines, 3.0, "shade"),
            (gentle, 3.0, "shade faint"),
            (lines, -3.2, "crest"),
        )
    ]
    return layer("relief", *bands)


def side_lines(facts: Facts, kind: str) -> list[Line]:
    """The hexsides of a kind as flowing lines, downhill to the right."""
    sides = []
    for a, b, k in facts.hexsides:
        if k == kind:
            low, high = sorted((a, b), key=lambda name: HEIGHT[facts.hexes[name].terrain])
            sides.append(HEXES.side(cell(high), cell(low)))
    lines = threads(sides) if kind == "hedge" else chains(sides)
    flowing = []
    for line in lines:
        loop = line[0] == line[-1]
        amount = 0.25 if kind == "hedge" else SMOOTH
        eased = curves.ease(line[:-1] if loop else line, amount, closed=loop)
        flowing.append(curves.flatten(eased, closed=loop))
    return flowing


def strokes(kind: str, lines: list[Line]) -> Markup:
    """Draw lines as hexsides of a kind; also used by the legend."""
    return group(None, _PENS[kind](lines), class_=f"side {kind}")


def _slope(lines: list[Line]) -> Markup:
    return patches(_hachures("slope", lines, reach=7.5, spacing=3.9, base=1.0), class_="hachure")


def _bluff(lines: list[Line]) -> Markup:
    return patches(
        _hachures("bluff", lines, reach=12.5, spacing=3.0, base=2.0), class_="hachure"
    ) + path("".join(polyline(line) for line in lines), class_="rim")


def _scaleable(lines: list[Line]) -> Markup:
    return path(
        "".join(ink.steps(curves.beside(line, -1.5), reach=5.0, spacing=4.4) for line in lines),
        class_="stair",
    ) + path(
        _hachures(
            "scaleable", [curves.beside(line, 4) for line in lines], reach=6, spacing=4.4, base=1.0
        ),
        class_="hachure",
    )


def _sheer(lines: list[Line]) -> Markup:
    rock = "".join(
        ink.teeth(line, ink.pen("sheer", str(n)), reach=9.5, spacing=6.6)
        for n, line in enumerate(lines)
    )
    return path(rock, class_="rock") + path(
        "".join(polyline(line) for line in lines), class_="edge"
    )


def _shingle(lines: list[Line]) -> Markup:
    bands = []
    for tone, offset in (("dark", 3.6), ("pale", 3.2), ("mid", 3.9)):
        stones: list[Point] = []
        for n, line in enumerate(lines):
            rng = ink.pen("shingle", tone, str(n))
            stones += ink.scatter(line, rng, spread=3.4, spacing=1.9, offset=offset)
        bands.append(patches(dots(stones), class_=f"stone {tone}"))
    bed = "".join(polyline(curves.beside(line, 3.6)) for line in lines)
    return path(bed, class_="bed") + joined(bands)


def _seawall(lines: list[Line]) -> Markup:
    wall = "".join(polyline(curves.beside(line, 1.0)) for line in lines)
    joints = "".join(
        ink.ticks(curves.beside(line, 1.0), left=2.6, right=2.6, spacing=5.8) for line in lines
    )
    return (
        path(wall, class_="wall-line")
        + path(wall, class_="wall-face")
        + path(joints, class_="joint")
    )


def _ditch(lines: list[Line]) -> Markup:
    cut = "".join(polyline(line) for line in lines)
    lips = "".join(ink.ticks(line, left=4.6, right=4.6, spacing=4.6) for line in lines)
    return path(lips, class_="lip") + path(cut, class_="cut") + path(cut, class_="cut-floor")


def _wall(lines: list[Line]) -> Markup:
    bar = "".join(polyline(line) for line in lines)
    return path(bar, class_="bar") + path(bar, class_="bar-face")


def _hedge(lines: list[Line]) -> Markup:
    return hedgerow(lines, "hedge")


def _hachures(seed: str, lines: list[Line], *, reach: float, spacing: float, base: float) -> str:
    return "".join(
        ink.hachures(line, ink.pen(seed, str(n)), reach=reach, spacing=spacing, base=base)
        for n, line in enumerate(lines)
    )


_PENS: dict[str, Callable[[list[Line]], str]] = {
    "slope": _slope,
    "bluff": _bluff,
    "scaleable_cliff": _scaleable,
    "sheer_cliff": _sheer,
    "shingle": _shingle,
    "seawall": _seawall,
    "anti_tank_ditch": _ditch,
    "anti_tank_wall": _wall,
    "hedge": _hedge,
}
