"""Counters of any game: a bevelled square, symbols, pips, chips and markers.

A counter is drawn around (0, 0), `SIDE` wide. What a game puts on it is up to the game; here are
the parts. Each side of a game has a *livery*: a color, from which the ink and the look when
disrupted follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from beachhead.art import palette
from beachhead.art.palette import ink_on, mix, placed
from beachhead.art.paths import Point, around, grown, moved, num, polyline
from beachhead.art.style_sheets import rule, sheet_of
from beachhead.art.svg import (
    Markup,
    bedded,
    circle,
    hint,
    hinted,
    image,
    joined,
    path,
    rect,
    shape,
    text,
    titled,
    unnamed,
)

SIDE = 42.0
HALF = SIDE / 2
CORNER = SIDE * 0.03
DULL = "#a9a596"
TILT = -11.0


def counter(
    id_: str | None,
    at: Point,
    *parts: str,
    title: str,
    classes: Iterable[str] = (),
    tilt: float = 0.0,
    adds: Sequence[str | int] = (),
    holds: Sequence[str] = (),
) -> Markup:
    """A counter at a place, with a title that tells it in words, what it adds to each term of its
    game's `Page.stack`, and the ids of counters elsewhere that it stands for."""
    turn = f"rotate({num(tilt)})" if tilt else ""
    class_ = " ".join(("counter", *classes))
    added = " ".join(map(str, adds)) or None
    held = " ".join(holds) or None
    return titled(
        id_,
        title,
        *parts,
        class_=class_,
        transform=moved(at) + turn,
        data_adds=added,
        data_holds=held,
    )


def picture(drawn: str, half: float, class_: str) -> Markup:
    """A counter as a picture of its own, so far around its middle."""
    return image(
        unnamed(drawn, most=1),
        class_=class_,
        aria_hidden="true",
        viewBox=f"{-half} {-half} {2 * half} {2 * half}",
    )


def livery(colors: Mapping[str, str]) -> str:
    """The style sheet for sides of some colors, by class; appended to `style`."""
    rules = []
    for name, color in colors.items():
        ink = ink_on(color)
        dull = mix(color, DULL, 0.6)
        dull_ink = ink_on(dull)
        pale = mix(color, DULL, 0.42)
        looks = (
            ("", color, ink),
            (".acted", pale, ink_on(pale)),
            (".disrupted", dull, dull_ink),
        )
        for state, face, on_it in looks:
            rules.append(_look(f".counter.{name}{state}", face, on_it))
    return "".join(rules)


def _look(side: str, face: str, on_it: str) -> str:
    """The colors of one side in one state: of its face, and of what is printed on it."""

    def each(*parts: str) -> list[str]:
        return [f"{side} {part}" for part in parts]

    return (
        rule(each(".face"), fill=face)
        + rule(each(".under"), fill=mix(face, "#000000", 0.3))
        + rule(each("text", ".ink", ".pip", ".target"), fill=on_it)
        + rule(each(".line", ".target", ".pip"), stroke=on_it)
        + rule(each(".target.open", ".pip.gone"), fill="none")
        + rule(each(".chip-text"), fill="#16130d")
        + rule(each(".on-dark"), fill="#fff")
    )


def style_sheet() -> str:
    """The style sheet of all counters."""
    return sheet_of(__file__, "counters.css")


# --- the square


@cache
def square() -> Markup:
    """The counter itself: soft shadow, face, and a bevel lit from the upper left."""
    low, inner = -HALF, HALF - 0.9
    shadows = joined(
        rect(grown((low + shift, low + shift + 0.6, SIDE, SIDE), by), "shadow", CORNER + by)
        for shift, by in ((1.4, 1.2), (1.6, 0.2))
    )
    face = rect((low, low, SIDE, SIDE), "face", CORNER)
    bevel = path(polyline([(-inner, inner), (-inner, -inner), (inner, -inner)]), class_="lit")
    bevel += path(polyline([(-inner, inner), (inner, inner), (inner, -inner)]), class_="shaded")
    return shadows + face + bevel


@cache
def beneath(*, dx: float = 3.4, dy: float = 3.8) -> Markup:
    """The edge of another counter that lies underneath."""
    left, top = dx - HALF, dy - HALF
    shadow = rect((left + 1, top + 1.4, SIDE, SIDE), "shadow")
    return shadow + rect((left, top, SIDE, SIDE), "under", CORNER)


@cache
def folded_corner() -> Markup:
    """The mark of a counter that is done for now: its upper right corner folded down."""
    edge, fold = HALF - 0.4, HALF - 7.6
    flap = [(fold, -edge), (edge, -fold), (fold, -fold)]
    gap = [(fold, -HALF - 1), (HALF + 1, -HALF - 1), (HALF + 1, -fold)]
    return shape(gap, "gap") + shape(flap, "flap")


@cache
def halo() -> Markup:
    """A thin light line around a counter."""
    return rect(around((0, 0), SIDE + 3, SIDE + 3), "halo", 2)


# --- what is on it


@cache
def pips(left: int, full: int, at: Point) -> Markup:
    """Steps as squares in a column: those left filled, those lost hollow."""
    x, y = at
    pace = 5.0
    top = y - (full - 1) * pace / 2
    return joined(
        rect(around((x, top + (full - 1 - n) * pace), 3.2, 3.2), "pip" if n < left else "pip gone")
        for n in range(full)
    )


def chips(codes: Sequence[str], at: Point, key: str, *, across: bool = False) -> Markup:
    """Two-letter codes on small plates, in a column or in a row; each with a hint by a key and
    the code."""
    drawn = []
    wide, high = 8.8, 5.8
    for n, code in enumerate(codes):
        x = at[0] + (n * (wide + 0.8) if across else 0)
        y = at[1] + (0 if across else n * (high + 0.3))
        plate = rect(around((x, y), wide, high), "chip", 1)
        drawn.append(hinted(f"{key}-{code}", plate, text(code, x, y + 2, class_="chip-text")))
    return joined(drawn)


_TARGETS: dict[str, list[Point]] = {
    "diamond": [(0, -1.16), (1.16, 0), (0, 1.16), (-1.16, 0)],
    "triangle": [(0, -1.08), (1.12, 0.82), (-1.12, 0.82)],
}


@cache
def target(kind: str, at: Point, radius: float, *, filled: bool) -> Markup:
    """A circle, diamond or triangle; filled or open."""
    looks = "target" if filled else "target open"
    if kind == "circle":
        return circle(at, radius, looks)
    return shape(placed(_TARGETS[kind], at, radius), looks)


def squeezed(words: str, at: Point, class_: str, wide: float | None) -> Markup:
    """A line of text; squeezed to a width if one is given."""
    how = "spacingAndGlyphs" if wide else None
    return text(words, *at, class_=class_, textLength=wide, lengthAdjust=how)


# --- markers


@cache
def zigzag() -> Markup:
    """The mark of disruption, across the counter."""
    teeth = [(-HALF + 1 + n * 4.0, 4.9 + (1.7 if n % 2 else -1.7)) for n in range(11)]
    return bedded(polyline(teeth), "zigzag")


def medal(at: Point, *, fallen: bool = False) -> Markup:
    """A hero's star, or the star of one who fell."""
    disc = circle(at, 5.8, "medal fallen" if fallen else "medal")
    return disc + shape(palette.star(at, 4.7), "medal-star")


def chevrons(at: Point, count: int) -> Markup:
    """A tag with arrowheads pointing up."""
    x, y = at
    marks = "".join(
        f"M{num(x - 2.8)} {num(y + 1.4 + (n - (count - 1) / 2) * 3.4)}l2.8-2.8 2.8 2.8"
        for n in range(count)
    )
    return rect(around(at, 10.4, 11.2), "tag", 1.6) + path(marks, class_="tag-line")


def marker(id_: str, title: str, *parts: str, key: str) -> Markup:
    """A marker on a track, with a title that tells it in words, and a hint by a key."""
    return titled(id_, title, *parts, class_="marker", data_hint=hint(key, title))


def star(at: Point, radius: float) -> Markup:
    """A general's star."""
    return shape(palette.star(at, radius), "ink")
