"""The after-action report: one HTML file with the final map, the result, the turning points, plots,
a story of about a page, and the full log folded away.

The board is in the file once, and so is every counter; the maps use them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, starmap
from typing import Any, NamedTuple
from xml.etree import ElementTree

from beachhead.art.paths import Box, num
from beachhead.art.svg import (
    Markup,
    boards,
    element,
    html,
    image,
    joined,
    path,
    text,
    unnamed,
    view_box,
)
from beachhead.bots.reckoning import CostlyOrder, Reckoning
from beachhead.kernel.play import Event, Position
from beachhead.page import Page
from beachhead.page.after_action import HowItStands
from beachhead.web.branches import clock_words
from beachhead.web.snapshots import eyes
from beachhead.web.story import StoryTurn, story
from beachhead.web.table import Table

CHAPTERS = 8
"""As many the story has at most."""
TURNING_POINTS = 3
LEAST_RANGE = 4.0
"""What an axis spans at least, so that a single loss does not look like a rout."""
Line = tuple[str, str]
"""A line of a plot."""

STYLE = """
:root{color-scheme:light dark;--paper:#f4efe3;--ink:#2b2a26;--soft:#625d52;--line:#cfc7b4;
--card:#fbf8f0;--accent:#8a3b2a;--second:#2f5d8a;--third:#5d6b2f}
@media (prefers-color-scheme:dark){:root{--paper:#1d1f1e;--ink:#e9e4d6;--soft:#b3ae9f;
--line:#4a4d4a;--card:#262928;--accent:#e0937f;--second:#8fb8e6;--third:#b7c77c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Georgia,serif;
overflow-wrap:break-word}
main{max-width:70rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2.2rem;line-height:1.15;margin:0 0 .25rem}h2{margin:2.5rem 0 .5rem;font-size:1.5rem}
h3{margin:1.25rem 0 .15rem;font-size:1rem;color:var(--accent)}
.lead{color:var(--soft);margin:0 0 1.5rem}.result{font-size:1.25rem;border-left:4px solid
var(--accent);padding:.25rem 0 .25rem 1rem;margin:1.5rem 0}
figure{margin:1rem 0;border:1px solid var(--line);background:var(--card)}
figure svg{display:block;width:100%;height:auto}figcaption{padding:.4rem .75rem;color:var(--soft);
font-size:.85rem}
.final svg{max-height:85vh}
.plots,.points{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));
gap:1rem;margin:0;padding:0;list-style:none}
.points{grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
.plots figure{margin:0}.points h3{margin-top:0}.moved{color:var(--soft);font-size:.85rem;margin:0}
.plot text{font:12px Georgia,serif;fill:var(--soft)}.plot .axis{stroke:var(--line);fill:none}
.plot polyline{fill:none;stroke-width:2}
.run-0{--run:var(--accent)}.run-1{--run:var(--second)}.run-2{--run:var(--third)}
.plot g polyline{stroke:var(--run)}.plot g circle,.plot g text{fill:var(--run)}
.run-1 polyline{stroke-dasharray:7 3}.run-2 polyline{stroke-dasharray:2 3}
p.story{margin:.15rem 0;max-width:48rem}p.line{margin:.25rem 0}
.rule{color:var(--soft);font-size:.75rem}
details{border-top:1px solid var(--line);padding:.35rem 0}.log{margin-top:2.5rem}
summary{cursor:pointer;min-height:1.5rem}.log>summary{font-size:1.5rem;font-weight:bold}
details details{padding-left:1rem}
.sheet{position:absolute;width:0;height:0;overflow:hidden}
@media print{body{background:#fff;color:#000}.log{display:none}}
"""


class PlayedTurn(NamedTuple):
    """A turn: what is told of it, and how it stood at its end."""

    told: StoryTurn
    position: Position
    standing: HowItStands

    @property
    def title(self) -> str:
        """Its name as the game announces it, with the date if there is one."""
        begun = (each for each in self.events if each.manner.begins == "turn")
        return next((each.text.rstrip(".") for each in begun), self.told.name)

    @property
    def events(self) -> list[Event]:
        return [event for _, events in self.told.phases for event in events]


Draw = Callable[[PlayedTurn], Markup]
Pieces = dict[str, str]
"""What has been drawn of the counters, and the names by which maps use it again."""


def report(table: Table, seats: list[str], reckoning: Reckoning | None = None) -> str:
    """The whole report, as this seat may know it; with what it owes to chance and to its players,
    once nothing is hidden any more."""
    record, game = table.record, table.game
    seat = eyes(record.state, seats)
    page = game.page()
    board = page.board()
    turns = [
        PlayedTurn(told, position, page.standing(position, seat))
        for told in story(table, seat)
        for position in [record.at(told.last).position]
    ]
    start = page.standing(record.at(0).position, seat)
    pieces: Pieces = {}
    draw = partial(_map, page, view_box(board), seat, pieces)
    scenario = game.scenarios[table.row.scenario]
    result = record.state.result
    outcome = result.text if result else f"Still under way: {record.clocks[-1]}."
    lead = f"{game.title}: {scenario.title}. After-action report. {_settings(table)}"
    parts = [
        html("h1", table.row.title),
        html("p", lead, class_="lead"),
        html("p", outcome, class_="result"),
    ]
    if turns:
        final = "The final map." if result else f"The map as it stands in {turns[-1].told.name}."
        parts += [
            html("figure", draw(turns[-1]), html("figcaption", final), class_="final"),
            *_section("Turning points", _turning_points(page, start, turns, draw)),
            *_section("In figures", _plots(turns)),
            *_section("Luck and play", _reckoned(table, reckoning)),
            *_section("The story", joined(_chapters(page, turns))),
            _log(turns, draw),
        ]
    sheet = html("div", _sheet(board), _named(pieces), class_="sheet", aria_hidden="true")
    head = Markup(
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style>"
    )
    title = html("title", f"{table.row.title}: after-action report")
    body = html("body", sheet, html("main", *parts))
    written = html("html", html("head", head, title), body, lang="en")
    return Markup("<!doctype html>\n") + written + "\n"


def _settings(table: Table) -> str:
    settings = table.game.settings
    chosen = [
        f"{name}: {value}"
        for name, value in table.record.state.options.items()
        if value != settings[name].default
    ]
    return f"Played with {', '.join(chosen)}." if chosen else ""


def _section(title: str, content: Markup) -> list[Markup]:
    """A part with its heading; nothing where there is nothing to say."""
    return [html("h2", title), content] if content else []


# --- the map


def _map(page: Page[Any], view: Box, seat: str | None, pieces: Pieces, turn: PlayedTurn) -> Markup:
    """The map at the end of a turn: the board again, with that turn's counters."""
    left, top, wide, high = map(num, view)
    return image(
        element("use", href="#the-board", x=left, y=top, width=wide, height=high),
        *_used(page.counters(turn.position, seat), pieces),
        class_="board",
        role="img",
        aria_label=f"Map, {turn.told.name}",
        viewBox=" ".join(map(num, view)),
        style=turn.standing.style,
    )


def _used(counters: str, pieces: Pieces) -> Iterable[Markup]:
    """What lies on the table, layer by layer, each piece by its name; what is new gets one."""
    for layer in ElementTree.fromstring(f"<g>{unnamed(Markup(counters))}</g>"):
        for piece in [layer] if "counter" in layer.get("class", "").split() else layer:
            place, piece.tail = piece.attrib.pop("transform", None), None
            drawn = ElementTree.tostring(piece, "unicode")
            name = pieces.setdefault(drawn, f"piece-{len(pieces)}")
            yield element("use", href=f"#{name}", transform=place)


def _named(pieces: Pieces) -> Markup:
    """Each piece once, to be used by the maps."""
    named = "".join(f'<g id="{name}">{drawn}</g>' for drawn, name in pieces.items())
    return image(element("defs", boards(Markup(named))), class_="board")


def _sheet(svg: str) -> Markup:
    """The board, once, to be used by each map."""
    return Markup(svg[svg.index("<svg") :].replace("<svg ", '<svg id="the-board" ', 1))


# --- the story


def _chapters(page: Page[Any], turns: Sequence[PlayedTurn]) -> Iterable[Markup]:
    """About a page: the game in so many chapters at most, each in a few sentences."""
    long = -(-len(turns) // CHAPTERS)
    for first in range(0, len(turns), long):
        some = turns[first : first + long]
        said = page.chronicle([event for turn in some for event in turn.events])
        if not said:
            continue
        yield html("h3", " – ".join(dict.fromkeys((some[0].title, some[-1].title))))
        yield html("p", " ".join(said), class_="story")


def _turning_points(
    page: Page[Any], start: HowItStands, turns: Sequence[PlayedTurn], draw: Draw
) -> Markup:
    """The turns in which the figures changed most, each with what happened and its map."""
    changes = list(starmap(_changes, pairwise([start, *(turn.standing for turn in turns)])))
    most: dict[Line, float] = {}
    for change in changes:
        for line, (old, new) in change.items():
            most[line] = max(most.get(line, 0), abs(new - old))
    weights = [
        sum(abs(new - old) / most[line] for line, (old, new) in change.items() if most[line])
        for change in changes
    ]
    ranked = sorted(range(len(changes)), key=lambda number: -weights[number])
    points = []
    for number in sorted(number for number in ranked[:TURNING_POINTS] if weights[number]):
        turn = turns[number]
        moved = [
            f"{_title(line)} {_signed(old)} → {_signed(new)}"
            for line, (old, new) in changes[number].items()
            if old != new
        ]
        points.append(
            html(
                "li",
                html("h3", turn.title),
                html("p", " ".join(page.chronicle(turn.events)), class_="story"),
                html("p", "; ".join(moved), class_="moved"),
                html("figure", draw(turn)),
            )
        )
    return html("ol", *points, class_="points") if points else Markup()


def _changes(before: HowItStands, after: HowItStands) -> dict[Line, tuple[float, float]]:
    """Each figure that decides, before and after a turn."""
    old = {(each.plot, each.line): each.value for each in before.figures}
    return {
        (each.plot, each.line): (old.get((each.plot, each.line), 0), each.value)
        for each in after.figures
        if each.decides
    }


def _log(turns: Sequence[PlayedTurn], draw: Draw) -> Markup:
    """All that happened, turn by turn, folded away."""
    folded = []
    for number, turn in enumerate(turns):
        caption = html("figcaption", f"The situation at the end of {turn.told.name}.")
        folded.append(
            html(
                "details",
                html("summary", turn.title),
                *_told(turn.told),
                html("figure", draw(turn), caption),
                id=f"turn-{number}",
            )
        )
    return html("details", html("summary", "The full log, turn by turn"), *folded, class_="log")


def _told(turn: StoryTurn) -> Iterable[Markup]:
    for phase, events in turn.phases:
        if phase:
            yield html("h3", phase)
        for event in events:
            cited = html("span", event.rule, class_="rule")
            yield html("p", f"{event.text} ", cited, class_="line")


def _reckoned(table: Table, found: Reckoning | None) -> Markup:
    """What the game owed to chance, and what to choices."""
    state, game = table.record.state, table.game
    if found is None:
        return Markup()
    first = game.seat_names.get(state.seats[0], state.seats[0])
    start, end = found.curve[0], found.curve[-1]
    expected = end - start - found.luck - sum(found.play.values())
    last = "At the end" if state.over else "As it stands"
    parts = [
        html("p", f"By our values, in points for {first}:"),
        html(
            "ul",
            html("li", f"Expected at the beginning: {_signed(round(start, 1))}."),
            html("li", f"Cards and dice, against expectation: {_change(found.luck)}."),
            *(
                html("li", f"The choices of {game.seat_names.get(seat, seat)}: {_change(points)}.")
                for seat, points in found.play.items()
            ),
            html("li", f"What chance was expected to bring: {_change(expected)}."),
            html("li", f"{last}: {_signed(round(end, 1))}."),
        ),
        html("p", "What chance changed most:"),
        html(
            "ol",
            *(html("li", f"{each.text} ({_change(each.points)})") for each in found.strokes),
        ),
    ]
    if found.mistakes:
        mistakes = (html("li", _mistaken(table, each)) for each in found.mistakes)
        parts.append(html("p", "Orders that cost their side most, by a veteran's estimate:"))
        parts.append(html("ol", *mistakes))
    return joined(parts)


def _mistaken(table: Table, mistake: CostlyOrder) -> str:
    """An order that cost something: when, whose, how much, and what was better."""
    seat = table.game.seat_names.get(mistake.seat, mistake.seat)
    when = clock_words(table.record.clocks[mistake.made])
    return (
        f"{when}, {seat}: {mistake.text} ({mistake.cost:.1f} points less than the best: "
        f"{mistake.better})"
    )


# --- the plots


def _plots(turns: Sequence[PlayedTurn]) -> Markup:
    lines: dict[str, dict[str, list[float]]] = {}
    for number, turn in enumerate(turns):
        for each in turn.standing.figures:
            line = lines.setdefault(each.plot, {}).setdefault(each.line, [0] * len(turns))
            line[number] = each.value
    names = [turn.told.name for turn in turns]
    plots = [_plot(plot, names, each) for plot, each in lines.items()]
    return html("div", *plots, class_="plots") if plots else Markup()


def _plot(plot: str, turns: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Markup:
    """Figures over the turns, with zero in sight; each line has its own dash and says its name and
    its last value where it ends."""
    wide, left, right, high, low = 360, 34, 250, 16, 128
    every = [value for values in lines.values() for value in values]
    least, most = min(0, *every), max(0, *every)
    if most - least < LEAST_RANGE:
        most = least + LEAST_RANGE
    step = (right - left) / max(1, len(turns) - 1)

    def height(value: float) -> float:
        return low - (value - least) / (most - least) * (low - high)

    zero = height(0)
    drawn = [
        path(f"M{left} {high}V{low}", class_="axis"),
        path(f"M{left} {num(zero)}H{right}", class_="axis"),
        *(
            text(_signed(value), left - 6, height(value) + 4, text_anchor="end")
            for value in dict.fromkeys((least, 0, most))
        ),
        text(turns[0], left, low + 18),
        text(turns[-1], right, low + 18, text_anchor="end") if len(turns) > 1 else Markup(),
    ]
    ends = _apart([height(values[-1]) for values in lines.values()])
    for number, ((name, values), end) in enumerate(zip(lines.items(), ends, strict=True)):
        points = [(left + at * step, height(value)) for at, value in enumerate(values)]
        dots = (
            element("circle", element("title", f"{turn}: {_signed(value)}"), cx=x, cy=y, r=2.5)
            for (x, y), turn, value in zip(points, turns, values, strict=True)
        )
        said = f"{_signed(values[-1])} {name}".rstrip()
        line = " ".join(f"{num(x)},{num(y)}" for x, y in points)
        drawn.append(
            element(
                "g",
                element("polyline", points=line),
                *dots,
                text(said, points[-1][0] + 8, end + 4),
                class_=f"run-{number % 3}",
            )
        )
    told = "; ".join(
        f"{name}: {', '.join(map(_signed, values))}".removeprefix(": ")
        for name, values in lines.items()
    )
    plotted = image(
        *drawn,
        viewBox=f"0 0 {wide} {low + 26}",
        role="img",
        aria_label=f"{_title((plot, ''))}, turn by turn: {told}",
    )
    return html("figure", plotted, html("figcaption", _title((plot, ""))), class_="plot")


def _apart(heights: Sequence[float], gap: float = 13) -> list[float]:
    """Where to write names beside line ends, so that none lies on another."""
    found = list(heights)
    order = sorted(range(len(found)), key=lambda number: found[number])
    for upper, lower in pairwise(order):
        found[lower] = max(found[lower], found[upper] + gap)
    return found


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _change(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _title(line: Line) -> str:
    plot, name = line
    said = f"{name} {plot}" if name else plot
    return said[:1].upper() + said[1:]
