"""The after-action report: one HTML file with the map at each turn, plots, and the story.

The board is in the file once; each turn's map uses it again with that turn's counters on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from beachhead.web.pages import Page, page_of
from beachhead.web.snapshots import Chapter, eyes, story
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
    page = page_of(game)
    turns = story(table, seat)
    looks = [_look(table, page, turn, seat) for turn in turns]
    scenario = game.scenarios[table.row.scenario]
    result = record.state.result
    outcome = result.text if result else f"Still under way: {record.clocks[-1]}."
    parts = [
        f"<h1>{escape(table.row.title)}</h1>",
        f'<p class="lead">{escape(game.title)}: {escape(scenario.title)}. After-action report.'
        f" {_settings(table)}</p>",
        f'<p class="result">{escape(outcome)}</p>',
        _plots([turn.name for turn in turns], [figures for _, figures in looks]),
        "<nav aria-label='Turns'>"
        + "".join(
            f'<a href="#turn-{number}">{escape(turn.name)}</a>' for number, turn in enumerate(turns)
        )
        + "</nav>",
    ]
    for number, (turn, (map_, _)) in enumerate(zip(turns, looks, strict=True)):
        parts.append(f'<section id="turn-{number}"><h2>{escape(turn.name)}</h2>')
        parts += _story(turn)
        if map_:
            caption = f"The situation at the end of {turn.name}"
            parts.append(f"<figure>{map_}<figcaption>{escape(caption)}.</figcaption></figure>")
        parts.append("</section>")
    sheet = f'<div class="sheet" aria-hidden="true">{_sheet(page)}</div>' if page else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(table.row.title)}: after-action report</title>"
        f"<style>{STYLE}</style></head><body>{sheet}<main>{''.join(parts)}</main></body></html>\n"
    )


def _settings(table: Table) -> str:
    settings = table.game.settings
    chosen = [
        f"{name}: {value}"
        for name, value in table.record.state.options.items()
        if value != settings[name].default
    ]
    return escape(f"Played with {', '.join(chosen)}." if chosen else "")


# --- the turns


def _look(
    table: Table, page: Page | None, turn: Chapter, seat: str | None
) -> tuple[str, dict[str, float]]:
    """The map at the end of a turn, and the figures to plot."""
    if page is None:
        return "", {}
    position = table.record.at(turn.last).position
    said = page.report(position, seat)
    counters = _without_ids(page.counters(position, seat))
    left, top, wide, high = _view_box(page).split()
    place = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
    map_ = (
        f'<svg class="board" role="img" aria-label="Map, {escape(turn.name)}" '
        f'viewBox="{_view_box(page)}" style="{escape(said["style"])}">'
        f'<use href="#the-board" {place}/>{counters}</svg>'
    )
    return map_, said["figures"]


def _sheet(page: Page) -> str:
    """The board, once, to be used by each map."""
    svg = page.board_svg()
    start = svg.index("<svg")
    return svg[start:].replace("<svg ", '<svg id="the-board" ', 1)


def _view_box(page: Page) -> str:
    found = re.search(r'viewBox="([^"]*)"', page.board_svg())
    assert found, "a board has a view box"
    return found[1]


def _without_ids(svg: str) -> str:
    """Counters that are in the file once a turn need no names."""
    return re.sub(r' id="[^"]*"', "", svg)


def _story(turn: Chapter) -> Iterable[str]:
    for phase, events in turn.phases:
        if phase:
            yield f"<h3>{escape(phase)}</h3>"
        for event in events:
            yield (
                f'<p class="story">{escape(event.text)} '
                f'<span class="rule">{escape(event.rule)}</span></p>'
            )


# --- the plots


def _plots(turns: Sequence[str], figures: Sequence[dict[str, float]]) -> str:
    names = list(dict.fromkeys(name for each in figures for name in each))
    if not names:
        return ""
    plots = (_plot(name, turns, [each.get(name, 0) for each in figures]) for name in names)
    return f'<div class="plots">{"".join(plots)}</div>'


def _plot(name: str, turns: Sequence[str], values: Sequence[float]) -> str:
    """One figure over the turns, as a stepped line with its last value."""
    wide, high, left, low = 320, 150, 30, 124
    most = max(4.0, *values)
    step = (wide - left - 20) / max(1, len(values) - 1)
    points = [
        (left + number * step, low - value / most * (low - 16))
        for number, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{escape(turn)}: {value:g}'
        "</title></circle>"
        for (x, y), turn, value in zip(points, turns, values, strict=True)
    )
    label = f"{_title(name)}: {', '.join(f'{value:g}' for value in values)}"
    return (
        f'<figure class="plot"><svg viewBox="0 0 {wide} {high}" role="img" '
        f'aria-label="{escape(label)}">'
        f'<path class="axis" d="M{left} 12V{low}H{wide - 12}" fill="none"/>'
        f'<text x="{left - 5}" y="{low + 4}" text-anchor="end">0</text>'
        f'<text x="{left - 5}" y="20" text-anchor="end">{most:g}</text>'
        f'<text x="{left}" y="{low + 18}">{escape(turns[0])}</text>'
        f'<text x="{wide - 12}" y="{low + 18}" text-anchor="end">{escape(turns[-1])}</text>'
        f'<polyline class="run" points="{line}"/>{dots}</svg>'
        f"<figcaption>{escape(_title(name))}: {values[-1]:g} at the end</figcaption></figure>"
    )


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
