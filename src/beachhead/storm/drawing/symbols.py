"""Unit symbols: what NATO staffs draw, in a panel of their own; airborne panels are blue."""

from __future__ import annotations

from beachhead.art.paths import Point
from beachhead.art.svg import Markup, rect
from beachhead.art.symbols import (
    CROSS,
    UPPER,
    WEDGE,
    Frame,
    Part,
    canopy,
    dot,
    drawn,
    panelled,
    solid,
    track,
)

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


_CHUTE, _TRACK = canopy(0.27, 0.86, 0.85), track(0.58)


def _foot(frame: Frame) -> Markup:
    return rect(frame.box(-1, 0.55, 1, 1), frame.solid)


def _embrasure(frame: Frame) -> Markup:
    return rect(frame.box(-0.5, -0.25, 0.5, 0.15), frame.solid)


PARTS: dict[str, tuple[Part, ...]] = {
    "infantry": (CROSS,),
    "static": (CROSS, _foot),
    "ost": (CROSS, _foot, dot(0.3, above=0.1)),
    "mech_infantry": (CROSS, _TRACK),
    "armor": (_TRACK,),
    "heavy_armor": (track(0.58, "solid"),),
    "stug": (_TRACK, WEDGE),
    "recon": ("M-1 1L1 -1",),
    "engineer": ("M-.6 .5V-.45H.6V.5M0 -.45V.5",),
    "ranger": (CROSS, UPPER),
    "commando": (CROSS, solid("M0 0L-1 -1V1z"), solid("M0 0L1 -1V1z")),
    "airborne": (CROSS, _CHUTE),
    "airlanding": (CROSS, "M-1 0h.5M1 0h-.5", dot(0.28)),
    "fallschirm": (CROSS, _CHUTE),
    "strongpoint": ("M-.8 1V-.2L-.45 -1H.45L.8 -.2V1", _embrasure),
}


def symbol(kind: str, at: Point) -> Markup:
    """A symbol in its panel."""
    return panelled(PARTS[kind], at, 20.0, 12.4)


def bunker(at: Point) -> Markup:
    """The symbol of a strongpoint, which has no panel."""
    wall, embrasure = drawn(PARTS["strongpoint"], Frame(*at, 13.0, 7.5, "symbol-line bunker"))
    return embrasure + wall
