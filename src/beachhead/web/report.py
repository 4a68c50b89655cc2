"""The after-action report: one HTML file with the map at each turn, plots, and the story.

The board is in the file once; each turn's map uses it again with that turn's counters on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from beachhead.art.paths import num
from beachhead.art.svg import Markup, element, html, image, path, text, unnamed, view_box
from beachhead.page import Page
from beachhead.web.snapshots import eyes
from beachhead.web.story import StoryTurn, story
from beachhead.web.tables import Table

STYLE = """
:root{color-scheme:light dark;--paper:#f4efe3;--ink:#2b2a26;--soft:#6d685c;--line:#cfc7b4;
--card:#fbf8f0;--accent:#8a3b2a}
@media (prefers-color-scheme:dark){:root{--paper:#1d1f1e;--ink:#e9e4d6;--soft:#a9a496;
--line:#3b3e3b;--card:#262928;--accent:#e0937f}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Georgia,serif}
main{max-width:70rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2.2rem;line-height:1.15;margin:0 0 .25rem}h2{margin:3rem 0 .5rem;font-size:1.5rem}
h3{margin:1.5rem 0 .25rem;font-size:1rem;color:var(--accent)}
.lead{color:var(--soft);margin:0 0 1.5rem}.result{font-size:1.25rem;border-left:4px solid
var(--accent);padding:.25rem 0 .25rem 1rem;margin:1.5rem 0}
figure{margin:1rem 0;border:1px solid var(--line);background:var(--card)}
figure svg{display:block;width:100%;height:auto}figcaption{padding:.4rem .75rem;color:var(--soft);
font-size:.85rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}
.plot text{font:11px Georgia,serif;fill:var(--soft)}.plot .axis{stroke:var(--line)}
.plot .run{fill:none;stroke:var(--accent);stroke-width:2}.plot .dot{fill:var(--accent)}
p.story{margin:.25rem 0}.rule{color:var(--soft);font-size:.75rem}
nav a{margin-right:.75rem}a{color:var(--accent)}
.sheet{position:absolute;width:0;height:0;overflow:hidden}
"""


def report(table: Table, seats: list[str]) -> str:
    """The whole report, as this seat may know it."""
    record, game = table.record, table.game
    seat = eyes(record.state, seats)
    page = game.page()
    board = page.board()
    turns = story(table, seat)
    looks = [_look(table, page, board, turn, seat) for turn in turns]
    scenario = game.scenarios[table.row.scenario]
    result = record.state.result
    outcome = result.text if result else f"Still under way: {record.clocks[-1]}."
    lead = f"{game.title}: {scenario.title}. After-action report. {_settings(table)}"
    links = [html("a", turn.name, href=f"#turn-{number}") for number, turn in enumerate(turns)]
    parts = [
        html("h1", table.row.title),
        html("p", lead, class_="lead"),
        html("p", outcome, class_="result"),
        _plots([turn.name for turn in turns], [figures for _, figures in looks]),
        html("nav", *links, aria_label="Turns"),
    ]
    for number, (turn, (map_, _)) in enumerate(zip(turns, looks, strict=True)):
        chapter = [html("h2", turn.name), *_story(turn)]
        if map_:
            caption = html("figcaption", f"The situation at the end of {turn.name}.")
            chapter.append(html("figure", map_, caption))
        parts.append(html("section", *chapter, id=f"turn-{number}"))
    sheet = html("div", _sheet(board), class_="sheet", aria_hidden="true")
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


# --- the turns


def _look(
    table: Table, page: Page[Any], board: str, turn: StoryTurn, seat: str | None
) -> tuple[Markup, dict[str, float]]:
    """The map at the end of a turn, and the figures to plot."""
    position = table.record.at(turn.last).position
    said = table.game.report(position, seat)
    counters = unnamed(Markup(page.counters(position, seat)))
    view = view_box(board)
    left, top, wide, high = map(num, view)
    map_ = image(
        element("use", href="#the-board", x=left, y=top, width=wide, height=high),
        counters,
        class_="board",
        role="img",
        aria_label=f"Map, {turn.name}",
        viewBox=" ".join(map(num, view)),
        style=said["style"],
    )
    return map_, said["figures"]


def _sheet(svg: str) -> Markup:
    """The board, once, to be used by each map."""
    return Markup(svg[svg.index("<svg") :].replace("<svg ", '<svg id="the-board" ', 1))


def _story(turn: StoryTurn) -> Iterable[Markup]:
    for phase, events in turn.phases:
        if phase:
            yield html("h3", phase)
        for event in events:
            cited = html("span", event.rule, class_="rule")
            yield html("p", f"{event.text} ", cited, class_="story")


# --- the plots


def _plots(turns: Sequence[str], figures: Sequence[dict[str, float]]) -> Markup:
    names = list(dict.fromkeys(name for each in figures for name in each))
    if not names:
        return Markup()
    plots = (_plot(name, turns, [each.get(name, 0) for each in figures]) for name in names)
    return html("div", *plots, class_="plots")


def _plot(name: str, turns: Sequence[str], values: Sequence[float]) -> Markup:
    """One figure over the turns, as a stepped line with its last value."""
    wide, high, left, low = 320, 150, 30, 124
    most = max(4.0, *values)
    step = (wide - left - 20) / max(1, len(values) - 1)
    points = [
        (left + number * step, low - value / most * (low - 16))
        for number, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = (
        element(
            "circle",
            element("title", f"{turn}: {value:g}"),
            class_="dot",
            cx=f"{x:.1f}",
            cy=f"{y:.1f}",
            r="3",
        )
        for (x, y), turn, value in zip(points, turns, values, strict=True)
    )
    plot = image(
        path(f"M{left} 12V{low}H{wide - 12}", class_="axis", fill="none"),
        text("0", left - 5, low + 4, text_anchor="end"),
        text(f"{most:g}", left - 5, 20, text_anchor="end"),
        text(turns[0], left, low + 18),
        text(turns[-1], wide - 12, low + 18, text_anchor="end"),
        element("polyline", class_="run", points=line),
        *dots,
        viewBox=f"0 0 {wide} {high}",
        role="img",
        aria_label=f"{_title(name)}: {', '.join(f'{value:g}' for value in values)}",
    )
    caption = html("figcaption", f"{_title(name)}: {values[-1]:g} at the end")
    return html("figure", plot, caption, class_="plot")


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
