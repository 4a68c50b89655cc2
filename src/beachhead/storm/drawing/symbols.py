"""Unit symbols: what NATO staffs draw, in a panel of their own; airborne panels are blue."""

from __future__ import annotations

from beachhead.art import symbols as nato
from beachhead.art.paths import Point
from beachhead.art.svg import Markup, rect

_SIDES = nato.solid("M0 0L-1 -1V1z"), nato.solid("M0 0L1 -1V1z")
_CHUTE, _TRACK = nato.canopy(0.27, 0.86, 0.85), nato.track(0.58)


def _foot(frame: nato.Frame) -> Markup:
    return rect(frame.box(-1, 0.55, 1, 1), frame.solid)


def _embrasure(frame: nato.Frame) -> Markup:
    return rect(frame.box(-0.5, -0.25, 0.5, 0.15), frame.solid)


SYMBOLS: dict[str, tuple[str, tuple[nato.Part, ...]]] = {
    "infantry": ("infantry", (nato.CROSS,)),
    "static": ("static infantry", (nato.CROSS, _foot)),
    "ost": ("Ost infantry", (nato.CROSS, _foot, nato.dot(0.3, above=0.1))),
    "mech_infantry": ("motorized infantry", (nato.CROSS, _TRACK)),
    "armor": ("armor", (_TRACK,)),
    "heavy_armor": ("heavy armor", (nato.track(0.58, "solid"),)),
    "stug": ("assault guns", (_TRACK, nato.WEDGE)),
    "recon": ("reconnaissance", ("M-1 1L1 -1",)),
    "engineer": ("engineers", ("M-.6 .5V-.45H.6V.5M0 -.45V.5",)),
    "ranger": ("rangers", (nato.CROSS, nato.UPPER)),
    "commando": ("commandos", (nato.CROSS, *_SIDES)),
    "airborne": ("parachute infantry", (nato.CROSS, _CHUTE)),
    "airlanding": ("glider infantry", (nato.CROSS, "M-1 0h.5M1 0h-.5", nato.dot(0.28))),
    "fallschirm": ("parachute infantry", (nato.CROSS, _CHUTE)),
    "strongpoint": ("strongpoint", ("M-.8 1V-.2L-.45 -1H.45L.8 -.2V1", _embrasure)),
}
"""A type in words, and the parts of its symbol."""
WORDS = {kind: words for kind, (words, _) in SYMBOLS.items()}


def symbol(kind: str, at: Point) -> Markup:
    """A symbol in its panel."""
    return nato.panelled(SYMBOLS[kind][1], at, 18.4, 11.0)


def bunker(at: Point) -> Markup:
    """The symbol of a strongpoint, which has no panel."""
    frame = nato.Frame(*at, 13.0, 7.5, "symbol-line bunker")
    wall, embrasure = nato.as_markup(SYMBOLS["strongpoint"][1], frame)
    return embrasure + wall
