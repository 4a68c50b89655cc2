"""The board with room for counters, the counters, and what lights up for an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from beachhead.kernel.play import Option
from beachhead.omaha import drawing
from beachhead.omaha.drawing import counters as drawn
from beachhead.omaha.drawing import sea
from beachhead.omaha.drawing.facts import facts
from beachhead.omaha.drawing.style import confined
from beachhead.omaha.state import EMPTY, Table, lore

SHEET = (
    ".board .tide-layer,.board .fire{display:none}"
    ".board[data-tide=mid] .tide-layer.mid,.board[data-tide=high] .tide-layer.high,"
    ".board .fire.shown{display:inline}"
)
"""The flooded beach and the fields of fire are there, and shown when the page says so."""


@cache
def board_svg() -> str:
    """The board with an empty `<g id="counters">`."""
    svg = drawing.board_svg(dots="all")
    tides = "".join(
        f'<g class="tide-layer {tide}">'
        + sea.flood(facts(), tide).replace('id="flood"', f'id="flood-{tide}"')
        + "</g>"
        for tide in ("mid", "high")
    )
    for before, what in (
        ("</style>", confined(drawn.style()) + SHEET),
        ('<g id="tides"', tides),
        ('<g id="frame"', '<g id="counters"></g>'),
    ):
        assert svg.count(before) == 1, f"the board should have {before} once"
        svg = svg.replace(before, what + before)
    return svg


@cache
def flood(tide: str) -> str:
    """The water that covers the beach at a tide, without ids."""
    return re.sub(r' id="[^"]*"', "", sea.flood(facts(), tide))


def counters(table: Table, _seat: str | None) -> str:
    """What lies on the board."""
    return drawn.layers(table)


def glow(table: Table, options: Sequence[Option]) -> dict[str, list[str]]:
    """What lights up for each option: what it touches, a German position with its units."""
    return {option.id: _lit(table, option.touches) for option in options}


def _lit(table: Table, touches: Sequence[str]) -> list[str]:
    lit = list(touches)
    for tag in touches:
        posts = _posts_of(tag)
        hexes = [post for post, hex_ in posts if hex_ in touches]
        for post in hexes or [post for post, _ in posts]:
            if table.unit[post] != EMPTY:
                lit.append(f"post-{lore().posts[post].name}")
    return lit


@cache
def _posts_of(tag: str) -> tuple[tuple[int, str], ...]:
    """The posts of a German position, each with the tag of its hex."""
    the = lore()
    return tuple(
        (post.index, f"hex-{the.board.name(post.hex)}")
        for post in the.posts
        if tag == f"position-{post.position.name}"
    )
