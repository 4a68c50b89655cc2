"""The tactical cards, drawn: a picture, the name, when it is played, what it does.

A card is drawn from (0, 0), `WIDE` by `HIGH`; a face is a group with the id `card-<id>`.
"""

from __future__ import annotations

from textwrap import wrap

from beachhead.art import ink
from beachhead.art.paths import Box, Point, moved, num
from beachhead.art.style_sheets import sheet_of
from beachhead.art.svg import Markup, circle, element, hint, path, rect, text, titled
from beachhead.storm.cards.card_list import CardType, StormCard
from beachhead.storm.drawing.pictures import picture
from beachhead.storm.table.board import Side

WIDE, HIGH = 200.0, 280.0
INNER: Box = (8, 8, WIDE - 16, HIGH - 16)
SIZES = (13.2, 12.2, 11.2, 10.4, 9.6, 8.8)
LEADING = 1.2
TEXT_WIDE, TEXT_HIGH = WIDE - 30, 112.0
LETTER = 0.512
"""The width of an average letter, as a part of its size."""
MOMENTS = {
    "impulse": "FOR YOUR IMPULSE",
    "reaction": "WHEN IT HAPPENS",
    "impulse or reaction": "FOR YOUR IMPULSE, OR WHEN IT HAPPENS",
}


MOMENT_HINTS = {
    "impulse": "for-your-impulse",
    "reaction": "when-it-happens",
    "impulse or reaction": "impulse-or-reaction",
}


def style() -> str:
    """The style sheet of cards and dice."""
    return sheet_of(__file__, "cards.css")


def face(card: StormCard, at: Point = (0.0, 0.0)) -> Markup:
    """A card's face."""
    kind = card.type
    title = "card-title long" if len(kind.name) > 16 else "card-title"
    size, lines = _fitted(kind.text)
    levels = [148 + size * (1 + n * LEADING) for n in range(len(lines))]
    written = [
        text(line, 15, y, class_="card-text", font_size=f"{num(size)}px")
        for line, y in zip(lines, levels, strict=True)
    ]
    return titled(
        f"card-{card.id}",
        f"{kind.name}. {kind.text}",
        _sheet(),
        _picture(kind),
        rect((8, 8, WIDE - 16, 27), "card-band"),
        text(kind.name, WIDE / 2, 27.4, class_=title),
        text(
            MOMENTS[kind.timing],
            WIDE / 2,
            143,
            class_="card-moment",
            data_hint=MOMENT_HINTS[kind.timing],
        ),
        *written,
        text(
            _foot(kind),
            WIDE / 2,
            HIGH - 13,
            class_="card-foot",
            data_hint=hint("copies", _foot(kind)),
        ),
        class_=f"card {kind.side}",
        transform=moved(at),
    )


def back(side: Side, at: Point = (0.0, 0.0)) -> Markup:
    """2.3 A card's back: red for the German deck, green for the Allied."""
    lattice = "".join(f"M{n * 14} 8l264 264M{n * 14} 272l264-264" for n in range(-14, 22))
    clip = f"back-{side}-{num(at[0])}-{num(at[1])}"
    return titled(
        None,
        f"a {side.title()} card",
        element("clipPath", rect(INNER, None, 5), id=clip),
        _sheet(),
        rect(INNER, "card-back", 5),
        path(lattice, class_="card-lattice", clip_path=f"url(#{clip})"),
        circle((WIDE / 2, HIGH / 2), 44, "card-medal"),
        path(
            picture("star" if side == "allied" else "beam-cross"),
            class_="card-emblem",
            transform=moved((WIDE / 2 - 60, HIGH / 2 - 40)),
        ),
        class_=f"card {side}",
        transform=moved(at),
    )


def _fitted(words: str) -> tuple[float, list[str]]:
    """The largest size in which a text fits, and its lines."""
    for size in SIZES:
        lines = wrapped(words, int(TEXT_WIDE / (size * LETTER)))
        if len(lines) * size * LEADING <= TEXT_HIGH:
            break
    return size, lines


def wrapped(words: str, letters: int) -> list[str]:
    """A text in lines; an `Or` begins a new one."""
    parts = words.replace(" Or: ", "\nOr: ").replace(" Or, ", "\nOr, ").split("\n")
    return [
        line
        for part in parts
        for line in wrap(part, letters, break_long_words=False, break_on_hyphens=False)
    ]


def _foot(kind: CardType) -> str:
    number = "1 card" if kind.copies == 1 else f"{kind.copies} cards"
    return f"{number} · leaves play" if kind.removed_after_play else number


def _sheet() -> Markup:
    return (
        rect((3, 4, WIDE, HIGH), "card-shadow", 10)
        + rect((0, 0, WIDE, HIGH), "card-paper", 10)
        + rect(INNER, "card-rim", 5)
    )


def _picture(kind: CardType) -> Markup:
    """An ink drawing before a sky of strokes."""
    rng = ink.pen("sky", kind.id)
    sky = []
    for n in range(13):
        y = 42 + n * 6.8
        at = 10.0
        while at < WIDE - 12:
            run = rng.uniform(14, 60)
            sky.append(f"M{num(at)} {num(y)}h{num(min(run, WIDE - 11 - at))}")
            at += run + rng.uniform(4, 18 + n * 2)
    return (
        rect((8, 35, WIDE - 16, 94), "card-sky")
        + path("".join(sky), class_="card-stroke")
        + path(picture(kind.id), class_="card-ink", transform="translate(40 42)")
        + path(f"M8 129h{num(WIDE - 16)}", class_="card-rule")
    )
