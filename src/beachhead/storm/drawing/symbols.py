"""Unit symbols: what NATO staffs draw, in a panel of their own; airborne panels are blue."""

from __future__ import annotations

from beachhead.art.svg import Markup, Point, element, num, path

WORDS = {
    "infantry": "infantry",
    "static": "static infantry",
    "ost": "Ost infantry",
    "mech_infantry": "motorized infantry",
    "armor": "armor",
    "heavy_armor": "heavy armor",
    "stug": "assault guns",
    "recon": "reconnaissance",
    "engineer": "engineers",
    "ranger": "rangers",
    "commando": "commandos",
    "airborne": "parachute infantry",
    "airlanding": "glider infantry",
    "fallschirm": "parachute infantry",
    "strongpoint": "strongpoint",
}
CROSSED = (
    "infantry",
    "static",
    "ost",
    "mech_infantry",
    "ranger",
    "commando",
    "airborne",
    "airlanding",
    "fallschirm",
)


def symbol(kind: str, at: Point, wide: float = 20.0, high: float = 12.4) -> Markup:
    """A symbol in its panel."""
    x, y = at
    w, h = wide / 2, high / 2
    left, right, top, bottom = num(x - w), num(x + w), num(y - h), num(y + h)
    panel = element("rect", class_="symbol-panel", x=x - w, y=y - h, width=wide, height=high)
    lines, inside = "", ""
    if kind in CROSSED:
        lines += f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    if kind in ("armor", "heavy_armor", "mech_infantry", "stug"):
        inside += element(
            "rect",
            class_="symbol-line solid" if kind == "heavy_armor" else "symbol-line",
            x=x - w * 0.68,
            y=y - h * 0.58,
            width=w * 1.36,
            height=h * 1.16,
            rx=h * 0.58,
        )
    if kind == "stug":
        lines += f"M{left} {bottom}L{num(x)} {top}L{right} {bottom}"
    if kind == "recon":
        lines += f"M{left} {bottom}L{right} {top}"
    if kind == "engineer":
        low, high_ = num(y + h * 0.5), num(y - h * 0.45)
        lines += (
            f"M{num(x - w * 0.6)} {low}V{high_}H{num(x + w * 0.6)}V{low}M{num(x)} {high_}V{low}"
        )
    if kind in ("static", "ost"):
        inside += element(
            "rect", class_="symbol-solid", x=x - w, y=y + h * 0.55, width=wide, height=h * 0.45
        )
    if kind == "ost":
        inside += element("circle", class_="symbol-solid", cx=x, cy=y - h * 0.1, r=h * 0.3)
    if kind == "ranger":
        inside += path(f"M{num(x)} {num(y)}L{right} {top}H{left}z", class_="symbol-solid")
    if kind == "commando":
        inside += path(f"M{num(x)} {num(y)}L{left} {top}V{bottom}z", class_="symbol-solid")
        inside += path(f"M{num(x)} {num(y)}L{right} {top}V{bottom}z", class_="symbol-solid")
    if kind in ("airborne", "fallschirm"):
        half = num(w * 0.3)
        for side in (-1, 1):
            foot = f"M{num(x)} {num(y + h * 0.86)}"
            reach = num(side * w * 0.6)
            lines += f"{foot}q{num(side * float(half) * 0.9)} {num(-h * 0.85)} {reach} 0"
    if kind == "airlanding":
        lines += f"M{left} {num(y)}h{num(w * 0.5)}M{right} {num(y)}h{num(-w * 0.5)}"
        inside += element("circle", class_="symbol-solid", cx=x, cy=y, r=h * 0.28)
    if kind == "strongpoint":
        lines += f"M{num(x - w * 0.8)} {bottom}V{num(y - h * 0.2)}L{num(x - w * 0.45)} {top}"
        lines += f"H{num(x + w * 0.45)}L{num(x + w * 0.8)} {num(y - h * 0.2)}V{bottom}"
        inside += element(
            "rect", class_="symbol-solid", x=x - w * 0.5, y=y - h * 0.25, width=w, height=h * 0.4
        )
        return inside + path(lines, class_="symbol-line bunker")
    return panel + inside + path(lines, class_="symbol-line")
