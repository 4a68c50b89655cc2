"""Cities: roofs, walls where fortified, an anchor for a port, and the numbers of supply."""

from __future__ import annotations

from math import pi

from beachhead.art import ink
from beachhead.art.palette import placed, star_of
from beachhead.art.paths import Point, around, num, polygons
from beachhead.art.svg import Markup, bedded, circle, group, layer, path, rect, shape, text, titled
from beachhead.dday91.drawing.layout import center, spot
from beachhead.dday91.table.board import City, board

ASIDE = 24.8
"""How far from the middle of a hex its signs stand: beside a counter they can still be seen."""
BELOW = 31.5
"""How far below the middle its name stands."""
BASTIONS = star_of(8, 0.72, 1.0, 22.5)
"""The trace of a fortress."""


def cities() -> Markup:
    """1a Every city."""
    return layer("cities", *(_city(city) for city in board().city_at.values()))


def names() -> Markup:
    """Names and numbers, above everything else that is printed."""
    return layer("city-names", *(_plate(city) for city in board().city_at.values()))


def flag_place(city: City) -> Point:
    """Where the sign of control stands: left, above the anchor."""
    x, y = center(city.hex)
    return x - ASIDE, y - 5.5


def words(city: City) -> str:
    """A city in words."""
    said = [f"{city.name} ({board().name(city.hex)})"]
    said.append("fortified city" if city.fortified else "city")
    said += ["port"] if city.port else []
    return ", ".join([*said, *supply_words(city)])


def supply_words(city: City) -> list[str]:
    """1a The supply numbers of a city in words."""
    numbers = {"Allied": city.circled, "German": city.boxed}
    return [f"{side} supply {number}" for side, number in numbers.items() if number]


def _city(city: City) -> Markup:
    return titled(
        f"city-{board().name(city.hex)}",
        words(city),
        sample(spot(city.at), fortified=city.fortified, name=city.name),
        class_="city fortified" if city.fortified else "city",
    )


def sample(at: Point, *, fortified: bool, name: str = "sample") -> Markup:
    """A city at a place."""
    return (shape(placed(BASTIONS, at, 14.6), "wall") if fortified else "") + _roofs(at, name)


def _roofs(middle: Point, name: str) -> Markup:
    """A few houses around a square."""
    rng = ink.pen(name, "roofs")
    shapes: dict[str, list[list[Point]]] = {"roof-shadow": [], "tile": [], "tile-shade": []}
    houses = [(-6.2, -3.8), (0.6, -5.4), (6.6, -2.8), (-4.4, 3.6), (3.2, 4.2)]
    for x, y in placed(houses, middle):
        at = (x + rng.uniform(-0.8, 0.8), y + rng.uniform(-0.8, 0.8))
        angle = rng.choice((0.0, pi / 2)) + rng.uniform(-0.25, 0.25)
        sunlit, shaded = ink.roof(at, angle, rng.uniform(5.6, 7.2), rng.uniform(4.4, 5.4))
        shapes["tile"].append(sunlit)
        shapes["tile-shade"].append(shaded)
        shapes["roof-shadow"] += ink.roof((at[0] + 1.1, at[1] + 1.3), angle, 7, 5.2)
    shadow, tile, shade = (path(polygons(each), class_=looks) for looks, each in shapes.items())
    return shadow + tile + shade


def _plate(city: City) -> Markup:
    """The name below, the anchor on the left and the numbers on the right of the hex."""
    x, y = center(city.hex)
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
    return bedded(lines, "anchor") + circle((at[0], y - 4.1), 1.6, "anchor")


def circled(at: Point, number: int) -> Markup:
    """1a An Allied supply number."""
    return circle(at, 5.9, "circled") + _supply(at, number, "allied")


def boxed(at: Point, number: int) -> Markup:
    """1a A German supply number."""
    return rect(around(at, 10.8, 10.8), "boxed") + _supply(at, number, "german")


def _supply(at: Point, number: int, side: str) -> Markup:
    return text(str(number), at[0], at[1] + 3.3, class_=f"supply {side}")
