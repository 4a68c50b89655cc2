"""Small signs that areas, counters, tracks and cards share: shells, parachutes, flags, dice."""

from __future__ import annotations

from math import cos, pi, sin

from beachhead.art.palette import STAR
from beachhead.art.svg import Markup, Point, element, group, joined, num, path, polyline, text


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
    x, y = at
    half = size / 2
    square = element(
        "rect", class_=f"control-face {side}", x=x - half, y=y - half, width=size, height=size
    )
    if side == "allied":
        star = [(x + px * half * 0.8, y + 0.4 + py * half * 0.8) for px, py in STAR]
        return square + path(polyline(star, closed=True), class_="control-star")
    arm, reach = half * 0.27, half * 0.76
    cross = [
        (-arm, -reach),
        (arm, -reach),
        (arm, -arm),
        (reach, -arm),
        (reach, arm),
        (arm, arm),
        (arm, reach),
        (-arm, reach),
        (-arm, arm),
        (-reach, arm),
        (-reach, -arm),
        (-arm, -arm),
    ]
    shape = [(x + px, y + py) for px, py in cross]
    return square + path(polyline(shape, closed=True), class_="control-cross")


def victory(at: Point, points: str, radius: float = 11.5) -> Markup:
    """A laurel disc with Victory Points."""
    x, y = at
    leaves = []
    for n in range(12):
        angle = n * pi / 6
        px, py = x + cos(angle) * radius, y + sin(angle) * radius
        qx, qy = x + cos(angle + 0.32) * (radius + 4.4), y + sin(angle + 0.32) * (radius + 4.4)
        rx, ry = x + cos(angle + 0.5) * radius, y + sin(angle + 0.5) * radius
        leaves.append(polyline([(px, py), (qx, qy), (rx, ry)], closed=True))
    return group(
        None,
        path("".join(leaves), class_="laurel"),
        element("circle", class_="vp-disc", cx=x, cy=y, r=radius),
        text(points, x, y + radius * 0.42, class_="vp-text", font_size=f"{num(radius * 1.25)}px"),
        class_="vp-sign",
    )


def card_sign(at: Point) -> Markup:
    """The extra card for Caen and Bourguébus."""
    x, y = at
    return (
        element("rect", class_="card-sign back", x=x - 4, y=y - 10, width=13, height=18, rx=1.6)
        + element("rect", class_="card-sign", x=x - 8, y=y - 8, width=13, height=18, rx=1.6)
        + text("+1", x - 1.5, y + 4.4, class_="card-sign-text")
    )


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
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
    half, step = size / 2, size * 0.27
    pips = joined(
        element("circle", class_="die-pip", cx=x + px * step, cy=y + py * step, r=size * 0.085)
        for px, py in _PIPS[number]
    )
    return group(
        None,
        element("title", f"a die: {number}"),
        element(
            "rect",
            class_="die-shadow",
            x=x - half + 2,
            y=y - half + 3,
            width=size,
            height=size,
            rx=size * 0.18,
        ),
        element(
            "rect",
            class_="die-face",
            x=x - half,
            y=y - half,
            width=size,
            height=size,
            rx=size * 0.18,
        ),
        pips,
        class_=f"die {side}",
    )
