"""Unit symbols of any game: what NATO staffs draw, as far as they have one.

A symbol is a frame with parts in it, and a game has a table of which. A part that is a string is
path data of thin lines, in a frame from -1 to 1 each way; others are drawn by a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import cycle

from beachhead.art.paths import Box, Point, num
from beachhead.art.svg import Markup, circle, joined, path, rect, text

CROSS = "M-1 -1L1 1M1 -1L-1 1"
WEDGE = "M-1 1L0 -1L1 1"


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a symbol is: its middle, half its width and height; and the looks of its parts."""

    x: float
    y: float
    w: float
    h: float
    line: str = "symbol-line"
    solid: str = "symbol-solid"

    def fitted(self, d: str) -> str:
        """Path data of a frame from -1 to 1, laid on this one.

        >>> Frame(20, 10, 4, 3).fitted("M-1 -1H1v2z")
        'M16 7H24v6z'
        """
        return re.sub(r"([A-Za-z])([^A-Za-z]*)", self._step, d)

    def _step(self, found: re.Match[str]) -> str:
        command = found[1]
        across, down = (self.x, self.w), (self.y, self.h)
        axes = {"H": (across,), "V": (down,)}.get(command.upper(), (across, down))
        return command + " ".join(
            num((start if command.isupper() else 0) + float(part) * size)
            for part, (start, size) in zip(found[2].split(), cycle(axes), strict=False)
        )

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A part of it."""
        wide, high = (right - left) * self.w, (bottom - top) * self.h
        return self.x + left * self.w, self.y + top * self.h, wide, high


Part = str | Callable[[Frame], str]


def panelled(parts: tuple[Part, ...], at: Point, wide: float, high: float) -> Markup:
    """A symbol in a panel of its own."""
    frame = Frame(*at, wide / 2, high / 2)
    lines, filled = as_markup(parts, frame)
    return rect(frame.box(-1, -1, 1, 1), "symbol-panel") + filled + lines


@cache
def framed(kind: str, at: Point, wide: float = 22.0, high: float = 14.0) -> Markup:
    """A symbol in a thin frame; a kind that has none is written in it."""
    frame = Frame(*at, wide / 2, high / 2, "line", "ink")
    parts = FRAMED.get(kind, (written(kind),) if kind else ())
    lines, filled = as_markup(("M-1 -1H1V1H-1z", *parts), frame)
    return lines + filled


def as_markup(parts: tuple[Part, ...], frame: Frame) -> tuple[Markup, Markup]:
    """The lines of a symbol as one path, and what is filled."""
    made = [frame.fitted(part) if isinstance(part, str) else part(frame) for part in parts]
    lines = "".join(part for part in made if not isinstance(part, Markup))
    return path(lines, class_=frame.line), joined(p for p in made if isinstance(p, Markup))


def solid(d: str) -> Part:
    """A filled shape."""
    return lambda frame: path(frame.fitted(d), class_=frame.solid)


UPPER = solid("M0 0L1 -1H-1z")
"""Rangers: a quarter of the cross."""


def track(part: float, looks: str = "") -> Part:
    """Armor: a track so high, as a part of the frame."""
    return lambda frame: rect(
        frame.box(-0.68, -part, 0.68, part), f"{frame.line} {looks}".strip(), frame.h * part
    )


def dot(radius: float, above: float = 0.0) -> Part:
    """A dot in the middle, or a little above it."""
    return lambda frame: circle((frame.x, frame.y - frame.h * above), frame.h * radius, frame.solid)


def canopy(pull: float, foot: float, rise: float) -> str:
    """Airborne: the two bows of a parachute."""
    return "".join(f"M0 {foot}q{side * pull} {-rise} {side * 0.6} 0" for side in (-1, 1))


def written(words: str, down: float = 3.5) -> Part:
    """Letters in the middle, or lower."""
    return lambda frame: text(words, frame.x, frame.y + down, class_="in-symbol")


def _rockets(frame: Frame) -> str:
    return "".join(
        f"M{num(frame.x + n * 5.2 - 3)} {num(frame.y + 4)}l5-7m-.4 3.4l.4-3.4-3.2.9"
        for n in (-1, 0, 1)
    )


_STAFF = "M-1 1v.68"
_DOME = "M-1 1C-1 -.5 1 -.5 1 1"
_WAVE = "M-1 1.45" + "q.167 -.345 .333 0q.167 .345 .333 0" * 3
_TRACK, _DOT = track(0.55), dot(0.36)
FRAMED: dict[str, tuple[Part, ...]] = {
    "infantry": (CROSS,),
    "heavy infantry": (CROSS, solid("M0 0L1 1H-1z")),
    "ranger": (CROSS, UPPER),
    "tank": (_TRACK,),
    "artillery": (_DOT,),
    "self-propelled artillery": (_TRACK, _DOT),
    "amphibious artillery": (_DOT, _WAVE),
    "anti-tank": (WEDGE,),
    "anti-air": (_DOME,),
    "self-propelled anti-air": (_TRACK, _DOME),
    "headquarters": (_STAFF, written("HQ")),
    "command post": (_STAFF, solid("M-1 -1H1V-.4H-1z"), written("CP", 5.6)),
    "rockets": (_rockets,),
}
