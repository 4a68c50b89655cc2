"""The board with room for counters, the counters, and what lights up for an option."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from beachhead.art.svg import Markup, group, joined, markup
from beachhead.kernel.play import Decision, Option
from beachhead.omaha import drawing
from beachhead.omaha.drawing import counters as drawn
from beachhead.omaha.drawing import sea
from beachhead.omaha.drawing.facts import facts
from beachhead.omaha.drawing.style import confined
from beachhead.omaha.exits import letters
from beachhead.omaha.state import (
    ARMOR_POSTS,
    EMPTY,
    Table,
    hex_tag,
    lore,
    piece_tag,
    posts_of,
)

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
        ("</style>", markup(confined(drawn.style()) + SHEET)),
        ('<g id="tides"', joined(tides)),
        ('<g id="frame"', Markup('<g id="counters"></g>')),
    ):
        assert svg.count(before) == 1, f"the board should have {before} once"
        svg = svg.replace(before, f"{what}{before}")
    return svg


def counters(table: Table, _seat: str | None) -> str:
    """What lies on the board."""
    return str(drawn.layers(table))


def glow(
    table: Table, decision: Decision | None, options: Sequence[Option]
) -> dict[str, list[str]]:
    """What lights up for each option: what it touches, a German position with its units; of a
    position with two hexes only the one that is meant."""
    about = None if decision is None else _post_of(decision)
    return {
        option.id: _lit(
            table,
            _narrowed(option.touches, option.value if option.id.startswith("reveal-") else about),
        )
        + _beside(option)
        for option in options
    }


def _beside(option: Option) -> list[str]:
    """19.2, 20.3 The counter of a base that is to grow; the tab of an exit."""
    what, _, which = option.id.partition("-")
    if what == "extend":
        return [f"base-{which}"]
    return [f"exit-{which[:1]}"] if what == "exit" else []


def routes(
    table: Table, decision: Decision | None, options: Sequence[Option]
) -> dict[str, list[str]]:
    """17.1, 17.2, 20.3 The way that an option leads, where it is more than a step: hex by hex from
    where the piece is, and off the map."""
    if decision is None or decision.kind != "deed_chosen":
        return {}
    start = hex_tag(table.hex[decision.arguments[0]])
    found = {}
    for option in options:
        action, target, path = option.value
        if action == "exit":
            off = f"exit-{letters()[target]}"
            found[option.id] = [start, *map(hex_tag, path), off]
        elif len(path) > 1:
            found[option.id] = [start, *map(hex_tag, path)]
    return found


def subject(table: Table, decision: Decision | None) -> list[str]:
    """The pieces that a decision is about, and the German posts."""
    if decision is None:
        return []
    post = _post_of(decision)
    posts = [] if post is None else [post]
    if decision.kind in ABOUT_A_POSITION:
        posts = posts_of(table, lore().board.positions[decision.arguments[0]])
    return [
        *map(piece_tag, _pieces_of(decision)),
        *(f"post-{lore().posts[each].name}" for each in posts),
    ]


ABOUT_A_PIECE = {
    "arrival_placed",
    "deed_chosen",
    "infiltrator_decided",
    "leader_drift_decided",
    "placed_on_beach",
    "ranger_option_decided",
    "sacrifice_decided",
}
ABOUT_AN_ATTACK = {"attack_built", "consult_table"}
ABOUT_A_POST = {*ABOUT_AN_ATTACK, "attrition_decided", "loss_chosen"}
ABOUT_A_POSITION = {"ambush_target_chosen", "mortar_target_chosen", "patrolled"}
"""Kinds of decisions, by what the first of their arguments is."""


def _pieces_of(decision: Decision) -> tuple[int, ...]:
    if decision.kind in ABOUT_A_PIECE:
        return (decision.arguments[0],)
    if decision.kind in ABOUT_AN_ATTACK or decision.kind == "retreated":
        return tuple(decision.arguments[1])
    return tuple(decision.arguments[2:]) if decision.kind == "gathered" else ()


def _post_of(decision: Decision) -> int | None:
    return decision.arguments[0] if decision.kind in ABOUT_A_POST else None


def _narrowed(touches: Sequence[str], post: int | None) -> Sequence[str]:
    """Instead of the position of a post, its hex."""
    if post is None:
        return touches
    here = lore().posts[post]
    name = f"position-{here.position.name}"
    return [*touches, hex_tag(here.hex)] if name in touches and here.hex >= 0 else touches


def _lit(table: Table, touches: Sequence[str]) -> list[str]:
    lit = [tag for tag in touches if tag not in _armor_tags()]
    for tag in touches:
        posts = _posts_of(tag)
        hexes = [post for post, hex_ in posts if hex_ in touches]
        for post in hexes or [post for post, _ in posts]:
            if table.unit[post] != EMPTY:
                lit.append(f"post-{lore().posts[post].name}")
    return lit


@cache
def _armor_tags() -> frozenset[str]:
    """23 Positions that are nowhere on the board: armor is its own, and moves."""
    return frozenset(f"position-{lore().posts[post].name}" for post in ARMOR_POSTS)


@cache
def _posts_of(tag: str) -> tuple[tuple[int, str], ...]:
    """The posts of a German position, each with the tag of its hex."""
    the = lore()
    return tuple(
        (post.index, hex_tag(post.hex) if post.hex >= 0 else "")
        for post in the.posts
        if tag == f"position-{post.position.name}"
    )
