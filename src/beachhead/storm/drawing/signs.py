"""Small signs that areas, counters, tracks and cards share: shells, parachutes, flags, dice."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from beachhead.art.palette import cross as cross_of
from beachhead.art.palette import placed, star
from beachhead.art.paths import Point, around, num, polygons
from beachhead.art.svg import Markup, circle, group, joined, path, rect, shape, text, titled


def shell(at: Point, size: float = 1.0) -> Markup:
    """A naval shell: one Support Point."""
    x, y = at
    s = size
    return path(
        f"M{num(x - 2.6 * s, 2)} {num(y + 6 * s, 2)}v{num(-6 * s, 2)}"
        f"c0{num(-3 * s, 2)} {num(1.2 * s, 2)}{num(-5 * s, 2)} {num(2.6 * s, 2)}{num(-6.4 * s, 2)}"
        f" {num(1.4 * s, 2)} {num(1.4 * s, 2)} {num(2.6 * s, 2)} {num(3.4 * s, 2)} "
        f"{num(2.6 * s, 2)} {num(6.4 * s, 2)}v{num(6 * s, 2)}z",
        class_="shell",
    )


def parachute(at: Point, nation: str, size: float = 1.0) -> Markup:
    """An airborne symbol: a canopy, and whose it is."""
    x, y = at
    w, h = 10.5 * size, 9 * size
    canopy = (
        f"M{num(x - w, 2)} {num(y, 2)}C{num(x - w, 2)} {num(y - h * 1.5, 2)} {num(x + w, 2)} "
        f"{num(y - h * 1.5, 2)} {num(x + w, 2)} {num(y, 2)}"
        + "".join(
            f"q{num(-w / 3, 2)} {num(-3.2 * size, 2)} {num(-2 * w / 3, 2)} 0" for _ in range(3)
        )
        + "z"
    )
    lines = "".join(
        f"M{num(x + k * w, 2)} {num(y, 2)}L{num(x, 2)} {num(y + h, 2)}"
        for k in (-1, -0.33, 0.33, 1)
    )
    letters = "US" if nation == "american" else "UK"
    return group(
        None,
        path(lines, class_="chute-line"),
        path(canopy, class_=f"chute {nation}"),
        text(letters, x, y - 2.4 * size, class_="chute-letters", font_size=f"{num(7.2 * size)}px"),
        class_="airborne-sign",
    )


def control(at: Point, side: str, size: float = 18.0) -> Markup:
    """Who holds an area: a white star for the Allies, a beam cross for the Germans."""
    half = size / 2
    square = rect(around(at, size, size), f"control-face {side}")
    if side == "allied":
        return square + shape(star((at[0], at[1] + 0.4), half * 0.8), "control-star")
    return square + shape(placed(cross_of(half * 0.27, half * 0.76), at), "control-cross")


def victory(at: Point, points: str, radius: float = 11.5) -> Markup:
    """A laurel disc with Victory Points."""
    x, y = at
    leaves = []
    for n in range(12):
        leaf = ((0.0, radius), (0.32, radius + 4.4), (0.5, radius))
        turns = [(n * pi / 6 + turn, reach) for turn, reach in leaf]
        leaves.append([(x + cos(angle) * reach, y + sin(angle) * reach) for angle, reach in turns])
    return group(
        None,
        path(polygons(leaves), class_="laurel"),
        circle(at, radius, "vp-disc"),
        text(points, x, y + radius * 0.42, class_="vp-text", font_size=f"{num(radius * 1.25)}px"),
        class_="vp-sign",
    )


def cross(at: Point, half: float) -> str:
    """A slanting cross on a line that nobody passes."""
    wide = num(2 * half)
    return f"M{num(at[0] - half)} {num(at[1] - half)}l{wide} {wide}m0-{wide}l-{wide} {wide}"


def disc(at: Point, r: float, hedge: Sequence[Point] | None, bush: float) -> Markup:
    """The disc of an area: of bocage the upper half is green and has a hedge around it."""
    start, arc = f"M{num(at[0] - r)} {num(at[1])}", f"a{num(r)} {num(r)} 0 0"
    halves = ((1, "disc open" if hedge is None else "disc bocage"), (0, "disc value"))
    return joined(
        (
            *(circle(each, bush, "disc-hedge") for each in hedge or ()),
            *(path(f"{start}{arc} {n} {num(2 * r)} 0z", class_=looks) for n, looks in halves),
            circle(at, r, "disc-rim"),
        )
    )


def card_sign(at: Point) -> Markup:
    """The extra card for Caen and Bourguébus."""
    x, y = at
    return (
        rect((x - 4, y - 10, 13, 18), "card-sign back", 1.6)
        + rect((x - 8, y - 8, 13, 18), "card-sign", 1.6)
        + text("+1", x - 1.5, y + 4.4, class_="card-sign-text")
    )


_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(number: int, at: Point = (0.0, 0.0), size: float = 34.0, side: str = "allied") -> Markup:
    """A die that shows a number."""
    x, y = at
    return titled(
        None,
        f"a die: {number}",
        rect(around((x + 2, y + 3), size, size), "die-shadow", size * 0.18),
        rect(around(at, size, size), "die-face", size * 0.18),
        *(circle(pip, size * 0.085, "die-pip") for pip in placed(_PIPS[number], at, size * 0.27)),
        class_=f"die {side}",
    )
