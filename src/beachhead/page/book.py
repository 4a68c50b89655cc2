"""The flipbook: where we are, what must and may be done, and everything to keep in sight.

Games fill these in; the page draws them without knowing which game it shows. The script's types are
generated from here (`scripts/page_types.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct, json, structs

from beachhead.kernel.play import Decision, Position
from beachhead.kernel.rulebook import RuleIndex
from beachhead.kernel.sequence import Phase

Tense = Literal["past", "now", "next"]


class PhaseNow(Struct):
    """A phase of a turn, with the words of its rule, and how it stands to the present one."""

    id: str
    name: str
    rule: str
    text: str
    state: Tense


class Now(Struct):
    """What is being decided, and what must and may be done about it."""

    title: str
    step: str
    rule: str
    must: list[str] = []
    may: list[str] = []
    part: bool = False
    left: str = ""
    drag: bool = False
    orders: bool = False


class ChartRow(Struct):
    """A row of a chart."""

    head: str
    cells: list[str]


class ChartKeys(Struct):
    """What rows and columns of a chart are called by events that were read from it."""

    rows: list[str]
    columns: list[str]


class Chart(Struct):
    """A printed chart as a table that the page can show, light up and search: `lit` are cells, or
    whole rows, by number."""

    id: str
    title: str
    rule: str
    columns: list[str]
    rows: list[ChartRow]
    notes: list[str] = []
    needed: bool = False
    lit: list[tuple[int, int | None]] = []
    keys: ChartKeys | None = None
    svg: str = ""


class Term(Struct):
    """A number that counts in a sum."""

    name: str
    value: int


class SumSide(Struct):
    """One side of a sum. The total may not be known yet; `limited` tells what caps it."""

    name: str
    who: str
    terms: list[Term]
    total: int | None
    roll: int | None = None
    limited: str = ""


class Likelihood(Struct):
    """An outcome and how likely it is."""

    results: list[str]
    chance: float


class Fact(Struct):
    """A line about something; `lacking` says that it should be otherwise."""

    text: str
    lacking: bool = False


class Sum(Struct):
    """An attack with every term of both sides: the chances before it is decided, the dice after.
    `versus` stands between the sides, `caption` over the chances. `thrown` says who throws
    dice: the first side two, or each side one, its `roll`."""

    title: str
    rule: str
    sides: list[SumSide]
    touches: list[str] = []
    versus: str = ""
    facts: list[Fact] = []
    dice: list[int] = []
    thrown: Literal["", "first", "each"] = ""
    result: str | None = None
    caption: str = ""
    chances: list[Likelihood] = []
    notes: list[str] = []


class Arrival(Struct):
    """A unit that is to come, and where."""

    unit: str
    where: str
    side: str = ""
    delayed: bool = False


class TrackTurn(Struct):
    """A box of the turn track. `water` is how high it stands, `mark` a word for what happens."""

    turn: int
    when: str
    state: Tense
    arrivals: list[Arrival] = []
    printed: list[str] = []
    check: bool = False
    shuffle: bool = False
    water: Literal["", "low", "mid", "high"] = ""


class Gauge(Struct):
    """A figure to keep in sight; `of` is drawn as so many of so many."""

    name: str
    value: str
    note: str = ""
    title: str = ""
    of: tuple[int, int] | None = None
    danger: bool = False


class Level(Struct):
    """A level of victory, by points or in words."""

    result: str
    now: bool
    head: str = ""
    least: int | None = None
    most: int | None = None


class Check(Struct):
    """A turn at whose end victory is checked, and what decides then."""

    turn: int
    state: Tense
    rule: str
    levels: list[Level]


class PointLine(Struct):
    """Something that counts, or does not yet."""

    name: str
    points: int
    touches: list[str]


class PointGroup(Struct):
    """A source of points: what counts, what could still be added, what cannot be lost any more."""

    id: str
    title: str
    note: str
    rule: str
    points: int
    could: int = 0
    secured: int = 0
    lines: list[PointLine] = []
    open: list[PointLine] = []


class Condition(Struct):
    """Something that must be so for one side to win; `hostile` if that is the other side."""

    text: str
    state: str
    met: bool
    touches: list[str]
    hostile: bool = False


class Victory(Struct):
    """How it stands: points by their sources, or conditions; and what decides."""

    title: str
    level: str
    points: int = 0
    said: str = ""
    groups: list[PointGroup] = []
    conditions: list[Condition] = []
    checks: list[Check] = []
    notes: list[str] = []
    empty: str = "Nothing counts yet."


class HeldCard(Struct):
    """A card in a hand; `options` are those that play it."""

    id: str
    face: str
    name: str
    text: str
    options: list[str] = []


class Hand(Struct):
    """One's own cards, and those of others that one has seen."""

    title: str
    cards: list[HeldCard]
    seen: list[HeldCard] = []
    seen_title: str = ""


class Pile(Struct):
    """What everybody may see of somebody's cards."""

    title: str
    cards: list[str]
    side: str = ""
    hand: int | None = None
    left: int | None = None


class Drawn(Struct):
    """A card that was drawn this turn, what for, and what it says."""

    card: int
    note: str = ""
    text: str = ""


class Deck(Struct):
    """A deck that everybody draws from: what is left, discarded, and drawn this turn."""

    left: list[int]
    discards: list[int]
    drawn: list[Drawn]
    needed: bool = False


class TrayUnit(Struct):
    """A counter beside the board."""

    id: str
    name: str
    reduced: bool = False
    chosen: bool = False


class TrayGroup(Struct):
    """Counters that go to the same place."""

    title: str
    units: list[TrayUnit]


class Tray(Struct):
    """Counters beside the board that are to be placed, by where they may go."""

    title: str
    rule: str
    hint: str
    groups: list[TrayGroup]


class RosterGroup(Struct):
    """Counters that belong together, such as an army, how they stand, and where they are."""

    title: str
    note: str
    units: list[TrayUnit]
    touches: list[str] = []


class Roster(Struct):
    """Who is where, group by group: shown instead of cards in a game that has none."""

    title: str
    groups: list[RosterGroup]


class Line(Struct):
    """A text that shows on the map what it is about."""

    text: str
    touches: list[str] = []


class Section(Struct):
    """Lines under a heading, to be unfolded."""

    id: str
    title: str
    rule: str
    lines: list[Line]
    open: bool = False


class Marker(Struct):
    """A marker on a track of numbered spaces; `look` tells whose it is."""

    name: str
    look: str
    space: int
    note: str
    touches: list[str]


class SpaceTrack(Struct):
    """A track of numbered spaces with its markers."""

    id: str
    title: str
    rule: str
    spaces: list[int]
    markers: list[Marker]
    needed: bool = False


class Budget(Struct):
    """What is left to spend, in words, and as so many pips."""

    name: str
    text: str = ""
    pips: int = 0


class Flipbook(Struct):
    """Everything that the flipbook shows to a seat."""

    turn: int
    last_turn: int
    time: str
    phase: str
    phases: list[PhaseNow]
    now: Now
    tables: list[Chart]
    track: list[TrackTurn]
    gauges: list[Gauge]
    victory: Victory
    sum: Sum | None = None
    tray: Tray | None = None
    roster: Roster | None = None
    hand: Hand | None = None
    piles: list[Pile] = []
    deck: Deck | None = None
    sections: list[Section] = []
    spaces: list[SpaceTrack] = []
    budgets: list[Budget] = []
    flood: str = ""
    """The water that the board shows, by the name of its picture."""
    weather: str = ""
    """What stands behind the phase at the top, such as the tide."""
    die: int = 6
    """How many sides dice have."""


# --- filling it in


def phases(rules: RuleIndex, listed: Sequence[Phase], here: int) -> list[PhaseNow]:
    """The phases of a turn with their rules' words; those before this one are past."""
    return [
        PhaseNow(
            each.id,
            each.name,
            each.rule,
            " ".join(said.text for said in rules.rule(each.rule).statements),
            tense(number, here),
        )
        for number, each in enumerate(listed)
    ]


def tense(one: int, now: int) -> Tense:
    """How a turn or phase stands to the one it is now."""
    return "now" if one == now else "past" if one < now else "next"


def now(title: str, decision: Decision, seat: str | None) -> Now:
    """What a decision says about itself; what must and may be done is for the seat that decides."""
    if decision.seat != seat:
        return Now(title, decision.topic.step, decision.rule)
    told = decision.briefing
    return Now(
        title,
        told.step,
        decision.rule,
        [told.must],
        list(told.may),
        told.part,
        told.left,
        told.drag,
        told.orders,
    )


def game_over(position: Position, rule: str) -> Now:
    """What is to be done when nothing is."""
    said = position.result.text if position.result else ""
    return Now("The game is over", said, rule)


def chart(
    id_: str,
    title: str,
    rule: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str]]],
    *notes: str,
) -> Chart:
    """A printed chart, from its rows with a head each."""
    listed = [ChartRow(head, list(cells)) for head, cells in rows]
    return Chart(id_, title, rule, list(columns), listed, list(notes))


_CHARTS = json.Decoder(dict[str, Chart])


def charts_beside(module: str) -> dict[str, Chart]:
    """The charts kept in `charts.json` beside a module."""
    kept = Path(module).with_name("charts.json").read_bytes()
    return _CHARTS.decode(kept)


def lit(
    shown: Chart, decision: Decision | None, cells: Sequence[tuple[int, int | None]] = ()
) -> Chart:
    """A chart in the flipbook: needed if the decision says so, with the cells that light up."""
    needed = decision is not None and shown.id in decision.topic.charts
    return structs.replace(shown, needed=needed or bool(cells), lit=list(cells))


def capital(text: str) -> str:
    """A text that begins with a capital; the rest stays as it is."""
    return text[:1].upper() + text[1:]
