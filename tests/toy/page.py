"""What Picket shows in the browser: a board of nine hexes, counters, a flipbook, cards."""

from __future__ import annotations

from types import MappingProxyType

from beachhead.art.counters import counter, livery, square, star, style_sheet
from beachhead.art.hexes import HexLayout
from beachhead.art.paths import Point, polyline
from beachhead.art.style_sheets import confined
from beachhead.art.svg import (
    Markup,
    circle,
    document,
    hint,
    hinted,
    image,
    layer,
    path,
    rect,
    stacked,
    text,
)
from beachhead.art.symbols import framed
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision
from beachhead.kernel.sequence import Phase
from beachhead.page import Page, book
from beachhead.page.book import (
    Chart,
    Condition,
    Flipbook,
    Gauge,
    Hand,
    HeldCard,
    Pile,
    TrackTurn,
    Victory,
)
from beachhead.page.lessons import Guided, Lesson, Moment
from beachhead.page.reference import CardEntry, Hint, Reference
from toy import CARDS, GAME, GRID, SEATS, Picket, scout, tag

VIEW = (0, 0, 420, 360)
HEXES = HexLayout(54, origin=(90, 120))
COLORS = {"blue": "#3f6ea8", "red": "#b4483c"}
STYLE = """
.paper { fill: #e9e2cc }
.field { fill: #cfd8ae; stroke: #6c7350; stroke-width: 1.5 }
.field.middle { fill: #dccb98 }
.number { font: 11px sans-serif; fill: #5d5a45; text-anchor: middle }
.title { font: 600 26px serif; fill: #3c3a2c }
.hex { fill: #fff; fill-opacity: 0 }
"""
CARD_STYLE = """
.picket-card rect { fill: #fffaf0; stroke: #6c7350; stroke-width: 3 }
.picket-card text { font: 600 84px serif; fill: #3c3a2c; text-anchor: middle }
"""
PHASES = (
    Phase("setup", "Set-up", "1"),
    Phase("move", "Move", "2"),
    Phase("cards", "Cards", "3"),
    Phase("end", "End", "4"),
)


# --- the board


def cell(hex_: int) -> tuple[int, int]:
    line, place = GRID.place(hex_)
    return line + 1, place + 1


def outline(hex_: int, **attributes: str) -> Markup:
    return path(polyline(HEXES.corners(cell(hex_)), closed=True), **attributes)


def field(hex_: int) -> Markup:
    """A hex as it is printed."""
    x, y = HEXES.center(cell(hex_))
    middle = " middle" if cell(hex_)[0] == 2 else ""
    number = text(GRID.name(hex_), x, y - 34, class_="number")
    return outline(hex_, class_=f"field{middle}") + number


def board() -> str:
    hexes = list(members(GRID.all))
    paper = rect(VIEW, "paper")
    layers = [
        layer("ground", paper, *map(field, hexes), text("Picket", 42, 44, class_="title")),
        layer("hexes", *(outline(hex_, id=tag(hex_), class_="hex") for hex_ in hexes)),
        layer("counters"),
    ]
    style = confined(STYLE + style_sheet() + livery(COLORS))
    view = (0, 0, 420, 360)
    return str(
        document(view, title="Picket", style=style, defs="", body=stacked(layers), width=420)
    )


# --- what lies on it


def at(hex_: int) -> Point:
    return HEXES.center(cell(hex_))


def counters(position: Picket, seat: str | None) -> str:
    mines, scouts = [], []
    for side, name in enumerate(SEATS):
        if name == seat and position.mines[side] >= 0:
            drawn = circle((0, 0), 12, "face") + star((0, 0), 9)
            x, y = at(position.mines[side])
            mines.append(
                counter(f"mine-{name}", (x + 20, y + 26), drawn, title="Your mine", classes=[name])
            )
        face = square() + hinted("scout", framed("infantry", (0, 0)))
        where = at(position.scouts[side])
        scouts.append(counter(scout(side), where, face, title=f"The {name} scout", classes=[name]))
    return str(layer("mines", *mines) + layer("scouts", *scouts))


# --- the flipbook


def flipbook(position: Picket, seat: str | None, decision: Decision | None) -> Flipbook:
    here = 3 if decision is None else int(decision.rule[0]) - 1
    phase = PHASES[here]
    told = (
        book.game_over(position, "4") if decision is None else book.now(phase.name, decision, seat)
    )
    return Flipbook(
        turn=position.turn,
        last_turn=position.turns,
        time="",
        phase=phase.name,
        phases=book.phases(GAME.rules, PHASES, here),
        now=told,
        tables=[book.lit(scoring(), decision)],
        track=[
            TrackTurn(turn, f"turn {turn} of {position.turns}", book.tense(turn, position.turn))
            for turn in range(1, position.turns + 1)
        ],
        gauges=[
            Gauge(name.capitalize(), str(score), "points")
            for name, score in zip(SEATS, position.scores, strict=True)
        ],
        victory=victory(position, seat),
        hand=None if seat is None else hand(position, SEATS.index(seat), decision),
        piles=piles(position),
        die=position.dice,
    )


def scoring() -> Chart:
    rows = [(f"card {card}", [f"{card} or less", str(card)]) for card in CARDS]
    return book.chart("scoring", "Cards and the die", "3a", ["the die shows", "points"], rows)


def victory(position: Picket, seat: str | None) -> Victory:
    most = max(position.scores)
    leads = position.scores.count(most) == 1
    return Victory(
        "Victory",
        "The higher score wins",
        conditions=[
            Condition(
                f"{name.capitalize()} has the higher score",
                str(score),
                leads and score == most,
                [scout(side)],
                hostile=seat is not None and name != seat,
            )
            for side, (name, score) in enumerate(zip(SEATS, position.scores, strict=True))
        ],
    )


def hand(position: Picket, side: int, decision: Decision | None) -> Hand:
    uses: dict[str, list[str]] = {}
    if decision is not None and decision.seat == SEATS[side]:
        for option in decision.options:
            uses.setdefault(decision.shows(option).card, []).append(option.id)
    return Hand(
        "Your hand",
        [
            HeldCard(
                f"card-{card}", f"card-{card}", f"Card {card}", "", uses.get(f"card-{card}", [])
            )
            for card in position.hands[side]
        ],
    )


def piles(position: Picket) -> list[Pile]:
    held = [
        Pile(f"The hand of {name}", [], name.capitalize(), len(cards))
        for name, cards in zip(SEATS, position.hands, strict=True)
    ]
    return [*held, Pile("Played cards", [f"card-{card}" for card in position.discards])]


# --- the reference


HINTS = {
    "card": Hint("Card {}", "So many points, if the die shows no more.", "3a"),
    "scout": Hint("Scout", "It moves one hex a turn, and never onto the other.", "2a"),
}


def card(number: int) -> CardEntry:
    face = image(
        rect((3, 3, 144, 202), None, 10),
        text(str(number), 75, 130, data_hint=hint("card", number)),
        class_="picket-card",
        viewBox="0 0 150 208",
    )
    words = f"Scores {number} points if the die shows {number} or less."
    return CardEntry(f"card-{number}", number, [words], {"points": number}, str(face))


LESSONS = [
    Lesson("Your scout", "Blue moves first. Rest on its symbol.", explains="unit-blue"),
    Lesson(
        "A move",
        "A scout goes one hex; the hexes that glow are where it can go.",
        "Move the blue scout.",
        at=["unit-blue"],
        when=[Moment(asked=["moved"], seat="blue")],
        done=[Moment(told=["move"])],
        waits="First both lay their mines.",
    ),
    Lesson("Points", "Whoever has more after the last turn wins.", at=[".gauges"]),
]


class PicketPage(Page[Picket]):
    """Everything that Picket shows."""

    secrets = True
    seatings = MappingProxyType(
        {
            "solo": "You play both scouts, and see both hands.",
            "hotseat": "One screen; hands and mines are covered when it changes hands.",
        }
    )
    guided = Guided("short", {}, 4, "Two turns, both scouts in your hands.", LESSONS)
    style = CARD_STYLE
    phases = PHASES

    def board(self) -> str:
        return board()

    def counters(self, position: Picket, seat: str | None) -> str:
        return counters(position, seat)

    def flipbook(self, position: Picket, seat: str | None, decision: Decision | None) -> Flipbook:
        return flipbook(position, seat, decision)

    def reference(self) -> Reference:
        cards = [card(number) for number in CARDS]
        return Reference(charts=[scoring()], cards=cards, hints=HINTS)
