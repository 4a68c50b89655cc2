"""Small signs on cities, tracks and counters: control, weather, harbors, what became of a unit."""

from __future__ import annotations

from beachhead.art import counters as art
from beachhead.art.palette import star
from beachhead.art.paths import Point, num
from beachhead.art.svg import Markup, bedded, circle, group, joined, path, rect, shape, text


def control(at: Point, side: str) -> Markup:
    """2e A star or a cross: who controls a city."""
    x, y = at
    if side == "allied":
        return shape(star((x, y + 0.3), 3.7), "control-star")
    cross = "h2v-2h2v2h2v2h-2v2h-2v-2h-2z"
    return path(f"M{num(x - 3)} {num(y - 1)}{cross}", class_="control-cross")


def weather(at: Point, *, bad: bool) -> Markup:
    """12a A sun or a cloud."""
    if bad:
        x, y = at
        cloud = f"M{num(x - 6)} {num(y + 3)}q-3-4 2-5 1-5 5-2 5-1 4 4 2 3-2 3z"
        return path(cloud, class_="weather bad")
    return circle(at, 5, "weather")


def initiative(at: Point) -> Markup:
    """10a A star on a golden disc."""
    star_ = star((at[0], at[1] + 0.5), 7)
    return circle(at, 9.5, "initiative") + shape(star_, "initiative-star")


def disc() -> Markup:
    """The round counter of a high headquarters."""
    r, inner = art.HALF, num(art.HALF - 1)
    light = f"M{num(-r + 1)} 0A{inner} {inner} 0 0 1 {num(r * 0.5)} {num(-r * 0.82)}"
    shadow = circle((1.6, 2.2), r + 0.6, "shadow")
    return shadow + circle((0, 0), r, "face disc-face") + path(light, class_="lit")


def mulberry() -> Markup:
    """1b2 Caissons in a line, with a pier to the shore."""
    quays = [rect((-17 + n * 7, -11, 6, 6), "quay") for n in range(5)]
    pier, name = rect((-2, -5, 4, 13), "quay"), text("Mulberry", 0, 17.6, class_="name")
    return joined((art.square(), *quays, pier, name))


BARRED = bedded("M-18 18l36-36", "barred")
"""3c Unsupplied: a red bar from corner to corner."""
MOVED = rect((13, -22.4, 9.4, 9.4), "moved-bed", 1.6) + path(
    "M15.4-19.8h4.6v4.4h-4.6z", class_="moved"
)
"""3 Its movement is complete: a small stop in the corner."""
INVADING = group(
    None,
    circle((0, -20), 7, "wave-bed"),
    path("M-4.6-17.4q2.3-2.4 4.6 0t4.6 0", class_="wave"),
    path("M0-19v-5m-2.4 2.2L0-24.4l2.4 2.6", class_="wave"),
)
"""3e2 It lies off a beach: an arrow ashore over a wave."""
MARKS: dict[str, tuple[list[str], Markup]] = {
    "unsupplied": (["unsupplied"], BARRED),
    "moved": (["acted"], MOVED),
    "invading": ([], INVADING),
}
"""What has become of a unit: how the counter looks, and what is on it."""
