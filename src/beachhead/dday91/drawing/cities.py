"""Cities: roofs, walls where fortified, an anchor for a port, and the numbers of supply."""

from __future__ import annotations

from math import cos, pi, sin

from beachhead.art import ink
from beachhead.art.svg import (
    Markup,
    Point,
    element,
    group,
    layer,
    num,
    path,
    polygons,
    polyline,
    text,
)
from beachhead.dday91.board import City, board
from beachhead.dday91.drawing.layout import centre, spot

ASIDE = 24.8
"""How far from the middle of a hex its signs stand: beside a counter they can still be seen."""
BELOW = 31.5
"""How far below the middle its name stands."""


def cities() -> Markup:
    """1a Every city."""
    return layer("cities", *(_city(city) for city in board().city_at.values()))


def names() -> Markup:
    """Names and numbers, above everything else that is printed."""
    return layer("city-names", *(_plate(city) for city in board().city_at.values()))


def place(city: City) -> Point:
    """The middle of the roofs."""
    return spot(city.at)


def flag_place(city: City) -> Point:
    """Where the sign of control stands: left, above the anchor."""
    x, y = centre(city.hex)
    return x - ASIDE, y - 5.5


def words(city: City) -> str:
    """A city in words."""
    said = [f"{city.name} ({board().name(city.hex)})"]
    said.append("fortified city" if city.fortified else "city")
    said += ["port"] if city.port else []
    said += [f"Allied supply {city.circled}"] if city.circled else []
    said += [f"German supply {city.boxed}"] if city.boxed else []
    return ", ".join(said)


def _city(city: City) -> Markup:
    return group(
        f"city-{board().name(city.hex)}",
        element("title", words(city)),
        sample(place(city), fortified=city.fortified, name=city.name),
        class_="city fortified" if city.fortified else "city",
    )


def sample(at: Point, *, fortified: bool, name: str = "sample") -> Markup:
    """A city at a place."""
    return (path(_star(at, 14.6), class_="wall") if fortified else "") + _roofs(at, name)


def _star(at: Point, radius: float) -> str:
    """The trace of a fortress: eight bastions."""
    points = []
    for n in range(16):
        angle = pi / 8 + n * pi / 8
        r = radius if n % 2 else radius * 0.72
        points.append((at[0] + r * cos(angle), at[1] + r * sin(angle)))
    return polyline(points, closed=True)


def _roofs(middle: Point, name: str) -> Markup:
    """A few houses around a square."""
    rng = ink.pen(name, "roofs")
    x, y = middle
    sunlit: list[list[Point]] = []
    shaded: list[list[Point]] = []
    shadows: list[list[Point]] = []
    spots = [(-6.2, -3.8), (0.6, -5.4), (6.6, -2.8), (-4.4, 3.6), (3.2, 4.2)]
    for dx, dy in spots:
        at = (x + dx + rng.uniform(-0.8, 0.8), y + dy + rng.uniform(-0.8, 0.8))
        angle = rng.choice((0.0, pi / 2)) + rng.uniform(-0.25, 0.25)
        one, other = ink.roof(at, angle, rng.uniform(5.6, 7.2), rng.uniform(4.4, 5.4))
        sunlit.append(one)
        shaded.append(other)
        shadows += ink.roof((at[0] + 1.1, at[1] + 1.3), angle, 7, 5.2)
    return (
        path(polygons(shadows), class_="roof-shadow")
        + path(polygons(sunlit), class_="tile")
        + path(polygons(shaded), class_="tile-shade")
    )


def _plate(city: City) -> Markup:
    """The name below, the anchor on the left and the numbers on the right of the hex."""
    x, y = centre(city.hex)
    parts = [text(city.name, x, y + BELOW, class_="city-name")]
    if city.port:
        parts.append(anchor((x - ASIDE, y + 9)))
    if city.circled:
        parts.append(circled((x + ASIDE, y + 8), city.circled))
    if city.boxed:
        parts.append(boxed((x + ASIDE, y - 6 if city.circled else y + 8), city.boxed))
    return group(f"plate-{board().name(city.hex)}", *parts, class_="plate")


def anchor(at: Point) -> Markup:
    """TC.b A port."""
    x, y = num(at[0]), at[1]
    lines = f"M{x} {num(y - 2.6)}v7.6m-4.6-3.2q.6 3.2 4.6 3.4 4-.2 4.6-3.4m-7.2-2h5.2"
    ring = element("circle", class_="anchor", cx=at[0], cy=y - 4.1, r=1.6)
    return path(lines, class_="anchor-bed") + path(lines, class_="anchor") + ring


def circled(at: Point, number: int) -> Markup:
    """1a An Allied supply number."""
    return element("circle", class_="circled", cx=at[0], cy=at[1], r=5.9) + text(
        str(number), at[0], at[1] + 3.3, class_="supply allied"
    )


def boxed(at: Point, number: int) -> Markup:
    """1a A German supply number."""
    return element(
        "rect", class_="boxed", x=at[0] - 5.4, y=at[1] - 5.4, width=10.8, height=10.8
    ) + text(str(number), at[0], at[1] + 3.3, class_="supply german")
