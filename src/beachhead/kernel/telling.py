"""How what happens is told: every kind of event says it once; log, map and report read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Text = str | Callable[[], str]
"""What is said, or a function that says it when somebody reads: a search pays for no prose. It may
hold numbers, words and what never changes, but not a position, which will have moved on by then."""

Weight = Literal["silent", "aside", "line", "beat", "scene"]
"""How much is made of it: only in the log; in passing, or in full, if something is told anyway;
something to be told by itself, briefly or in full."""

Motion = Literal["", "travel", "leave", "route", "aim", "shoot", "hit", "loss"]
"""What moves on the map: pieces go to a place, or go and are gone; an arrow along a way; lines from
pieces to their target; shots from where a way begins; pieces are hit, or lost."""

Begins = Literal["", "deed", "turn"]
"""Whether something new begins with it: what was shown of the deed before goes. Where no kind of
event begins a turn, the clock tells when one does."""


Tone = Literal["", "strong", "faint", "good", "bad"]
"""How its line reads."""


@dataclass(slots=True, frozen=True)
class Kind:
    """A kind of event. The sign stands before it in the log; what a `hostile` one draws on the map
    is in the color of the other side."""

    id: str
    sign: str = ""
    weight: Weight = "line"
    motion: Motion = ""
    begins: Begins = ""
    tone: Tone = ""
    hostile: bool = False
    lasting: bool = False
    """Whether it is kept in sight, such as a check of victory."""


UNTOLD = Kind("", weight="silent")
"""For events that nobody tells."""
