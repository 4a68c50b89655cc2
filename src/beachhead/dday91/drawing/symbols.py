"""Unit symbols in a panel: what NATO staffs draw, as far as they have one; aircraft from above."""

from __future__ import annotations

from beachhead.art.paths import Point, moved
from beachhead.art.svg import Markup, circle, path
from beachhead.art.symbols import CROSS, Frame, Part, canopy, panelled, solid, track

_EAGLE = "M0 -.3q-.3 -.7 -.8 -.55q.4 .1 .8 .9q.4 -.8 .8 -.9q-.5 -.15 -.8 .55z"
_RAMPART = "M-1 .3" + "h.2857v-.6h.2857v.6" * 3 + "h.2857"


def _wheels(frame: Frame) -> Markup:
    left, right = (
        circle((frame.x + side * frame.w, frame.y + frame.h + 2.1), 1.7, "wheel")
        for side in (-0.55, 0.55)
    )
    return left + right


SYMBOLS: dict[str, tuple[str, tuple[Part, ...]]] = {
    "motorized": ("motorized corps", (CROSS, _wheels)),
    "panzer": ("panzer corps", (track(0.58),)),
    "infantry": ("infantry corps", (CROSS,)),
    "airborne": ("airborne corps", (CROSS, canopy(0.28, 0.9, 0.9))),
    "mountain": ("mountain corps", (CROSS, solid("M-.34 1L0 .1L.34 1z"))),
    "luftwaffe": ("Luftwaffe ground corps", (CROSS, solid(_EAGLE))),
    "division": ("divisional unit (garrison)", (_RAMPART,)),
}
"""A type of corps or division in words, and the parts of its symbol."""
WORDS = {kind: words for kind, (words, _) in SYMBOLS.items()}


def symbol(kind: str, at: Point) -> Markup:
    """A symbol in its panel."""
    return panelled(SYMBOLS[kind][1], at, 23.0, 14.0)


FIGHTER = (
    "M0-11.5C1.5-11 1.9-8.4 1.9-6L13.6-2.2C14.4-1.8 14.4.2 13.6.5L1.9.9 1.3 7.4 5 9.4V11"
    "L0 10.3-5 11V9.4L-1.3 7.4-1.9.9-13.6.5C-14.4.2-14.4-1.8-13.6-2.2L-1.9-6"
    "C-1.9-8.4-1.5-11 0-11.5z"
)
BOMBER = (
    "M0-12.5C1.6-12 2-9 2-6L17-3.4V-.4L2 1.2 1.5 8.2 6.6 10.6V12.8L0 11.8-6.6 12.8V10.6"
    "L-1.5 8.2-2 1.2-17-.4V-3.4L-2-6C-2-9-1.6-12 0-12.5z"
    "M5.2-8h2.4v4H5.2zM10.6-7h2.4v4h-2.4zM-7.6-8h2.4v4h-2.4zM-13-7h2.4v4H-13z"
)


def aircraft(at: Point, *, bomber: bool) -> Markup:
    """A fighter-bomber, or a bomber with four engines, nose up."""
    shape, scale = (BOMBER, ".8") if bomber else (FIGHTER, ".92")
    return path(shape, class_="plane", transform=f"{moved(at)}scale({scale})")
