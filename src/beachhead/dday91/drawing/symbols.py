"""Unit symbols in a panel: what NATO staffs draw, as far as they have one; aircraft from above."""

from __future__ import annotations

from beachhead.art.svg import Markup, Point, element, num, path

WORDS = {
    "motorized": "motorized corps",
    "panzer": "panzer corps",
    "infantry": "infantry corps",
    "airborne": "airborne corps",
    "mountain": "mountain corps",
    "luftwaffe": "Luftwaffe ground corps",
    "division": "divisional unit (garrison)",
    "headquarters": "headquarters",
    "air": "air unit",
    "strategic_air": "strategic air unit",
    "mulberry": "Mulberry Harbor",
}
CROSSED = ("motorized", "infantry", "airborne", "mountain", "luftwaffe")


def symbol(kind: str, at: Point, wide: float = 23.0, high: float = 14.0) -> Markup:
    """A symbol in its panel."""
    x, y = at
    w, h = wide / 2, high / 2
    left, right, top, bottom = num(x - w), num(x + w), num(y - h), num(y + h)
    panel = element("rect", class_="symbol-panel", x=x - w, y=y - h, width=wide, height=high)
    lines, inside = "", ""
    if kind in CROSSED:
        lines += f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    if kind == "motorized":
        for side in (-0.55, 0.55):
            inside += element("circle", class_="wheel", cx=x + side * w, cy=y + h + 2.1, r=1.7)
    if kind == "panzer":
        inside += element(
            "rect",
            class_="symbol-line",
            x=x - w * 0.68,
            y=y - h * 0.58,
            width=w * 1.36,
            height=h * 1.16,
            rx=h * 0.58,
        )
    if kind == "airborne":
        for side in (-1, 1):
            reach, pull = num(side * w * 0.6), num(side * w * 0.28)
            lines += f"M{num(x)} {num(y + h * 0.9)}q{pull} {num(-h * 0.9)} {reach} 0"
    if kind == "mountain":
        inside += path(
            f"M{num(x - w * 0.34)} {bottom}L{num(x)} {num(y + h * 0.1)}"
            f"L{num(x + w * 0.34)} {bottom}z",
            class_="symbol-solid",
        )
    if kind == "luftwaffe":
        # An eagle's wings above the cross.
        inside += path(
            f"M{num(x)} {num(y - h * 0.3)}q{num(-w * 0.3)} {num(-h * 0.7)} {num(-w * 0.8)} "
            f"{num(-h * 0.55)}q{num(w * 0.4)} {num(h * 0.1)} {num(w * 0.8)} {num(h * 0.9)}"
            f"q{num(w * 0.4)} {num(-h * 0.8)} {num(w * 0.8)} {num(-h * 0.9)}"
            f"q{num(-w * 0.5)} {num(-h * 0.15)} {num(-w * 0.8)} {num(h * 0.55)}z",
            class_="symbol-solid",
        )
    if kind == "division":
        # A fortress wall.
        step = wide / 7
        lines += f"M{left} {num(y + h * 0.3)}" + "".join(
            f"h{num(step)}v{num(h * 0.6 if n % 2 else -h * 0.6)}" for n in range(6)
        )
        lines += f"h{num(step)}"
    return panel + inside + path(lines, class_="symbol-line")


def aircraft(at: Point, *, bomber: bool) -> Markup:
    """A fighter-bomber, or a bomber with four engines, nose up."""
    x, y = num(at[0]), num(at[1])
    if bomber:
        shape = (
            "M0-12.5C1.6-12 2-9 2-6L17-3.4V-.4L2 1.2 1.5 8.2 6.6 10.6V12.8L0 11.8-6.6 12.8V10.6"
            "L-1.5 8.2-2 1.2-17-.4V-3.4L-2-6C-2-9-1.6-12 0-12.5z"
            "M5.2-8h2.4v4H5.2zM10.6-7h2.4v4h-2.4zM-7.6-8h2.4v4h-2.4zM-13-7h2.4v4H-13z"
        )
    else:
        shape = (
            "M0-11.5C1.5-11 1.9-8.4 1.9-6L13.6-2.2C14.4-1.8 14.4.2 13.6.5L1.9.9 1.3 7.4 5 9.4V11"
            "L0 10.3-5 11V9.4L-1.3 7.4-1.9.9-13.6.5C-14.4.2-14.4-1.8-13.6-2.2L-1.9-6"
            "C-1.9-8.4-1.5-11 0-11.5z"
        )
    scale = "scale(.8)" if bomber else "scale(.92)"
    return path(shape, class_="plane", transform=f"translate({x} {y}){scale}")
