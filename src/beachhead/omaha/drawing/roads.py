"""Roads: smooth lines through the hexes, cased by class, mines on top."""

from __future__ import annotations

from itertools import combinations
from math import atan2, pi

from beachhead.art import curves, ink
from beachhead.art.paths import Point, spline
from beachhead.art.svg import Markup, group, layer, patches, path, use
from beachhead.omaha.drawing.facts import Facts, cell
from beachhead.omaha.drawing.layout import ACROSS, HEXES, MAP, MAP_RIGHT, center

CLASSES = ("trail", "secondary", "mined", "primary")


def roads(facts: Facts) -> Markup:
    """All roads, the small ones under the great ones."""
    by_class: dict[str, list[str]] = {kind: [] for kind in CLASSES}
    for kind, line in _pieces(facts):
        by_class[kind].append(spline(line))
    drawn = {kind: "".join(lines) for kind, lines in by_class.items()}
    return layer(
        "roads",
        patches(drawn["trail"], class_="trail-bed"),
        patches(drawn["trail"], class_="trail"),
        *(path(drawn[kind], class_=f"casing {kind}") for kind in CLASSES[1:]),
        *(path(drawn[kind], class_=f"road {kind}") for kind in CLASSES[1:]),
    )


def mines(facts: Facts) -> Markup:
    """Crosses on mined roads; each stretch has its own id and goes when it is cleared."""
    marks = []
    for a, b, kind in facts.roads:
        if kind == "mined":
            ax, ay = center(a)
            bx, by = center(b)
            at = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.36, 0.64)]
            marks.append(group(f"mine-{a}-{b}", *(use("mine", *p) for p in at), class_="mined"))
    return layer("mines", *marks)


def definitions() -> Markup:
    """The cross of a mined road."""
    cross = "M-2.4-2.4l4.8 4.8m-4.8 0l4.8-4.8"
    return group("mine", path(cross, class_="mine-halo"), path(cross, class_="mine"))


def road_lines(facts: Facts) -> dict[str, list[list[Point]]]:
    """The roads inside each hex as lines of short pieces, for houses to stand along."""
    lines: dict[str, list[list[Point]]] = {}
    for _, line in _pieces(facts):
        bent = line if len(line) > 2 else [line[0], _middle(line[0], line[1]), line[1]]
        flat = curves.flatten(bent, parts=5)
        name = facts.at.get(HEXES.at(flat[len(flat) // 2]))
        if name:
            lines.setdefault(name, []).append(flat)
    return lines


def exit_point(name: str) -> Point:
    """Where a road leaves the map from an edge hex."""
    x, y = center(name)
    if cell(name)[1] <= 1:
        return MAP[0], y
    if x > MAP_RIGHT - ACROSS * 1.6:
        return MAP_RIGHT, y
    return x, MAP[1]


def _pieces(facts: Facts) -> list[tuple[str, list[Point]]]:
    """Each hex's roads: pairs of arms that continue each other, and arms that end in a junction."""
    arms: dict[str, list[tuple[str, Point]]] = {}
    for a, b, kind in facts.roads:
        crossing = _crossing(a, b)
        arms.setdefault(a, []).append((kind, crossing))
        arms.setdefault(b, []).append((kind, crossing))
    for name, kind in facts.roads_out:
        arms.setdefault(name, []).append((kind, exit_point(name)))
    pieces = []
    for name in sorted(arms):
        pieces += _through(name, arms[name])
    return pieces


def _through(name: str, arms: list[tuple[str, Point]]) -> list[tuple[str, list[Point]]]:
    """The straightest pair of great arms runs through; the others meet it where it passes."""
    rng = ink.pen(name, "road")
    x, y = center(name)
    hub = (x + rng.uniform(-2.5, 2.5), y + rng.uniform(-2.5, 2.5))
    if len(arms) == 1:
        return [(arms[0][0], [arms[0][1], hub])]
    (one, a), (other, b) = min(combinations(arms, 2), key=lambda two: _through_rank(two, hub))
    passing = ((a[0] + 2 * hub[0] + b[0]) / 4, (a[1] + 2 * hub[1] + b[1]) / 4)
    if one == other:
        pieces = [(one, [a, hub, b])]
    else:
        pieces = [(one, [a, _middle(a, hub), passing]), (other, [passing, _middle(hub, b), b])]
    for kind, end in arms:
        if end not in (a, b):
            pieces.append((kind, [end, _middle(_middle(end, hub), hub), passing]))
    return pieces


def _through_rank(
    two: tuple[tuple[str, Point], tuple[str, Point]], hub: Point
) -> tuple[float, float]:
    """Great roads first, same class first, straight first."""
    (one, a), (other, b) = two
    bend = _bend(a, hub, b)
    rank = -CLASSES.index(one) - CLASSES.index(other) + (1.5 if one != other else 0.0)
    return (rank if bend < pi * 0.45 else 10.0), bend


def _bend(a: Point, hub: Point, b: Point) -> float:
    turn = atan2(a[1] - hub[1], a[0] - hub[0]) - atan2(b[1] - hub[1], b[0] - hub[0])
    return abs(pi - abs(turn))


def _crossing(a: str, b: str) -> Point:
    """Where a road crosses a hex side, a little off its middle."""
    one, other = sorted((a, b))
    (px, py), (qx, qy) = HEXES.side(cell(one), cell(other))
    t = 0.5 + ink.pen(one, other, "road").uniform(-0.09, 0.09)
    return px + (qx - px) * t, py + (qy - py) * t


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
