"""16.82 The routes of advance as small diagrams."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, hypot

from beachhead.art.hexes import HexLayout
from beachhead.art.paths import Point, num, polyline
from beachhead.art.svg import Markup, element, image, joined, path, shape, text
from beachhead.omaha.table import pack

SIZE = 17.0
WIDE, HIGH = 150.0, 132.0
STYLE = (
    ".advance-route{fill:#e8b9a2;stroke:#2b2a26;stroke-width:1}"
    ".advance-end{fill:#c0272d;stroke:#2b2a26;stroke-width:1}"
    ".advance-start{fill:#5c655d;stroke:#2b2a26;stroke-width:1}"
    ".advance-arrow{fill:none;stroke:#16130d;stroke-width:2.4}"
    ".advance-head{fill:#16130d}"
    ".advance-words{font:600 11px sans-serif;text-anchor:middle;fill:currentColor}"
)
SHOWN = (
    ((1, 0), "next position"),
    ((2, 0), "two hexes, straight"),
    ((1, 1), "two hexes, over a corner"),
)


@cache
def advance_diagrams() -> Markup:
    """16.82 The three diagrams: every US unit in a shaded hex stands in the way."""
    rows = {tuple(row["destination"]): row for row in pack.load().rows("advance_routes")}
    parts = [_diagram(rows[to], words, n * WIDE) for n, (to, words) in enumerate(SHOWN)]
    return image(
        element(
            "title",
            "Routes of advance: from the gray hex to the red one; US units in any shaded hex are "
            "in the way.",
        ),
        element("style", STYLE),
        *parts,
        class_="diagram",
        role="img",
        viewBox=f"0 0 {num(WIDE * len(SHOWN))} {num(HIGH)}",
    )


def _diagram(row: dict[str, object], words: str, left: float) -> Markup:
    layout = HexLayout(size=SIZE, pointy=True, shifted=0, origin=(0.0, 0.0), upward=True)
    route: list[list[int]] = row["route"]  # type: ignore[assignment]
    goal: list[int] = row["destination"]  # type: ignore[assignment]
    middles = {tuple(step): _place(step) for step in route}
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    dx = left + WIDE / 2 - (min(xs) + max(xs)) / 2
    dy = (HIGH - 22) / 2 - (min(ys) + max(ys)) / 2 + 2
    corners = layout.corners((0, 0))
    at = layout.center((0, 0))
    drawn = []
    for step, (x, y) in middles.items():
        looks = "advance-start" if step == (0, 0) else "advance-route"
        looks = "advance-end" if list(step) == goal else looks
        hexagon = [(cx - at[0] + x + dx, cy - at[1] + y + dy) for cx, cy in corners]
        drawn.append(shape(hexagon, looks))
    start, end = middles[0, 0], middles[goal[0], goal[1]]
    drawn.append(_arrow((start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)))
    drawn.append(text(words, left + WIDE / 2, HIGH - 5, class_="advance-words"))
    return joined(drawn)


def _place(step: list[int]) -> Point:
    """Axial steps on paper: along the row, then across rows up the page."""
    along, across = step
    wide = SIZE * 3**0.5
    return along * wide + across * wide / 2, -across * SIZE * 1.5


def _arrow(start: Point, end: Point) -> Markup:
    far = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    tip = end[0] - ux * 4, end[1] - uy * 4
    neck = tip[0] - ux * 8, tip[1] - uy * 8
    turn = degrees(atan2(uy, ux))
    return path(polyline([start, neck]), class_="advance-arrow") + element(
        "path",
        class_="advance-head",
        d="M0-5L9 0 0 5z",
        transform=f"translate({num(neck[0])} {num(neck[1])})rotate({num(turn)})",
    )
