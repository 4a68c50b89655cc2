"""The board with room for counters."""

from __future__ import annotations

from functools import cache

from beachhead.art.svg import Markup, group, joined, markup
from beachhead.omaha import drawing
from beachhead.omaha.drawing import counters, sea
from beachhead.omaha.drawing.facts import facts
from beachhead.omaha.drawing.style import confined

SHEET = (
    ".board .fire{display:none}"
    ".board .tide-layer.mid{display:var(--tide-mid,none)}"
    ".board .tide-layer.high{display:var(--tide-high,none)}"
    ".board[data-tide=mid] .tide-layer.mid,.board[data-tide=high] .tide-layer.high,"
    ".board .fire.shown{display:inline}"
)
"""The flooded beach and the fields of fire are there, and shown when the page says so; a copy of
the board cannot be told by an attribute, but by a variable."""


@cache
def board_svg() -> str:
    """The board with an empty `<g id="counters">`."""
    svg = str(drawing.board_svg(dots="all"))
    tides = (
        group(None, sea.flood(facts(), tide, f"flood-{tide}"), class_=f"tide-layer {tide}")
        for tide in ("mid", "high")
    )
    for before, what in (
        ("</style>", markup(confined(counters.style()) + SHEET)),
        ('<g id="tides"', joined(tides)),
        ('<g id="frame"', Markup('<g id="counters"></g>')),
    ):
        assert svg.count(before) == 1, f"the board should have {before} once"
        svg = svg.replace(before, f"{what}{before}")
    return svg
