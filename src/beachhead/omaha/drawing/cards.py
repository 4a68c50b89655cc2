"""2.3 A card as a small picture: landing letters, fire squares, target, artillery, events.

Each of the three sections is a group of its own, so that a page can dim what a draw does not use.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from beachhead.art.counters import star, target
from beachhead.art.palette import glyph
from beachhead.art.paths import Point, polyline
from beachhead.art.style_sheets import sheet_of
from beachhead.art.svg import (
    Markup,
    circle,
    element,
    group,
    hint,
    hinted,
    joined,
    path,
    rect,
    text,
)
from beachhead.omaha.table.cards import Effect, EventEntry, OmahaCard, Square

WIDE, HIGH = 150.0, 208.0
EDGE = 9.0
SIDE = 34.0
LETTERS = 22
"""As many letters of an event fit in a line."""


def style() -> str:
    """The style sheet of cards."""
    return sheet_of(__file__, "cards.css")


def card_svg(card: OmahaCard) -> Markup:
    """The picture of a card, without ids."""
    return element(
        "svg",
        group(
            None,
            rect((1, 1, WIDE - 2, HIGH - 2), "card-paper", 7),
            text(f"{card.number}", EDGE, 20, class_="card-number", data_hint="card-number"),
            group(None, _landing(card), class_="section for-landing"),
            group(None, _fire(card), class_="section for-fire"),
            group(None, *_events(card), class_="section for-event"),
            class_="playing-card",
        ),
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        aria_hidden="true",
        viewBox=f"0 0 {WIDE:g} {HIGH:g}",
    )


# --- the landing section


def _landing(card: OmahaCard) -> Markup:
    drawn = []
    for number, (symbol, letter) in enumerate(card.landing.items()):
        x = 42 + number * 31
        shape = target(symbol, (x, 15), 6.2, filled=False)
        printed = text(letter, x + 14, 20, class_="card-letter")
        drawn.append(hinted("landing", shape, printed, value=f"{symbol} {letter}"))
    mine = hinted("mine", _mine((WIDE - 14, 15))) if card.mine else ""
    return joined(drawn) + mine


def _mine(at: Point) -> Markup:
    """A mine with its horns."""
    x, y = at
    horns = "".join(
        f"M{x + dx * 4.6:.1f} {y + dy * 4.6:.1f}l{dx * 3:.1f} {dy * 3:.1f}"
        for dx, dy in ((1, 0), (-1, 0), (0, -1), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))
    )
    return circle((x, y), 4.6, "card-ink") + path(horns, class_="card-line")


# --- the fire section


def _fire(card: OmahaCard) -> Markup:
    top = 30.0
    squares = [
        _square(square, (EDGE + number * (SIDE + 13), top + 4))
        for number, square in enumerate(card.squares)
    ]
    low = top + SIDE + 23
    parts = [
        path(f"M{EDGE} {top - 2}H{WIDE - EDGE}", class_="card-rule"),
        *squares,
        hinted(
            "fire-target",
            target(card.target, (EDGE + 8, low), 8, filled=True),
            text("target", EDGE + 21, low + 4, class_="card-small"),
            value=card.target,
        ),
    ]
    if card.artillery is not None:
        guns = " ".join(card.artillery.calibers)
        parts.append(
            hinted(
                "artillery",
                _gun((70, low)),
                text(f"{card.artillery.value}", 84, low + 5.4, class_="card-letter"),
                text(guns, 91, low + 4, class_="card-small"),
                value=card.artillery.value,
            )
        )
    return joined(parts)


def _square(square: Square, at: Point) -> Markup:
    """A colored square with the shape of its color; a double symbol has another beneath."""
    x, y = at
    shown = []
    if square.double:
        shown.append(_face(square.color, (x + 5, y - 4), "under"))
    shown.append(_face(square.color, at, ""))
    middle = x + SIDE / 2, y + SIDE / 2 - 1
    shape = polyline(glyph(square.color, middle, 9.5), closed=True)
    shown.append(path(shape, class_="card-glyph"))
    action = _action(square.action, (x + SIDE - 3, y + SIDE - 2))
    key = square.action if square.action in ("star", "armor") else "letter"
    double = "double-color" if square.double else "single-color"
    return hinted(
        double, *shown, hinted(f"action-{key}", action, value=square.action), value=square.color
    )


def _face(color: str, at: Point, look: str) -> Markup:
    return rect((at[0], at[1], SIDE, SIDE), f"card-square badge {color} {look}".strip(), 2.5)


def _action(action: str, at: Point) -> Markup:
    """What the square means to units in the way, on a tag: a letter, a star or a tank."""
    x, y = at
    tag = circle((x, y), 8.4, "card-tag")
    if action == "star":
        return tag + star((x, y), 6)
    if action == "armor":
        hull = f"M{x - 5.4} {y + 1}h10.8l-1.6 3.4h-7.6zM{x - 3} {y - 2.6}h5.4v2.6h-5.4z"
        return (
            tag + path(hull, class_="card-ink") + path(f"M{x + 2} {y - 1.6}h5", class_="card-line")
        )
    return tag + text(action, x, y + 3.9, class_="card-action")


def _gun(at: Point) -> Markup:
    """A field gun from the side."""
    x, y = at
    return path(
        f"M{x - 6} {y + 1}L{x + 9} {y - 6}M{x - 6} {y + 2}L{x - 12} {y + 6}", class_="card-line"
    ) + (circle((x - 3, y + 3), 4, "card-wheel"))


# --- the event section


def _events(card: OmahaCard) -> Iterable[str]:
    top = 106.0
    yield path(f"M{EDGE} {top - 6}H{WIDE - EDGE}", class_="card-rule")
    entries = [(entry, wrap(event_words(entry), LETTERS)) for entry in card.events]
    lines = sum(len(words) for _, words in entries)
    pitch = min(12.2, 94 / max(lines + len(entries) * 0.5, 1))
    y = top + 6
    for entry, words in entries:
        turns = f"{entry.first_turn}–{entry.last_turn}"
        yield group(
            None,
            text(turns, EDGE, y, class_="card-turns"),
            *(
                text(line, EDGE + 31, y + number * pitch, class_="card-words")
                for number, line in enumerate(words)
            ),
            class_="entry",
            data_hint=hint("event", turns),
            data_from=f"{entry.first_turn}",
            data_to=f"{entry.last_turn}",
        )
        y += (len(words) + 0.5) * pitch


def event_words(entry: EventEntry) -> str:
    """What an event brings, in our words."""
    return "; ".join(effect_words(effect) for effect in entry.effects)


def effect_words(effect: Effect) -> str:
    """One effect of an event, and what the card says about it."""
    details = effect.details
    said = []
    if "zones" in details:
        said.append(f"zone{'s' if len(details['zones']) > 1 else ''} {', '.join(details['zones'])}")
    if "positions" in details:
        said.append(", ".join(details["positions"]))
    if "division" in details:
        said.append("1st Division" if details["division"] == 1 else "29th Division")
    if "hq" in details:
        said.append(details["hq"])
    if "sector" in details:
        said.append(f"{details['sector']} sector")
    if "symbols" in details:
        said.append(" and ".join(details["symbols"]))
    if "targets" in details:
        said.append(", ".join(f"{symbol} {post}" for symbol, post in details["targets"].items()))
    if details.get("where") in ("each_sector", "anywhere"):
        said.append(details["where"].replace("_", " "))
    return effect.kind.title + (f" ({', '.join(said)})" if said else "")
