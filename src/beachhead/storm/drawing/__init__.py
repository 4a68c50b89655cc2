"""The map of Storm Over Normandy, drawn from its component pack.

Every layer is a group with a stable id. Areas are `area-16`, landing boxes `box-gold` with their
sections `box-gold-invasion` and `box-gold-exploitation`, Zones `zone-A`; all of them have the class
`place`. An area's plate is `plate-16`, its control box `control-16`; the lines are `dividing-line`
and `impassable-19-24`; the tracks' spaces `turn-3` and `points-7`. With a table, units are
`unit-us-1-16`.
"""

from __future__ import annotations

from beachhead.art.paths import Box
from beachhead.art.style_sheets import confined, sheet_of
from beachhead.art.svg import Markup, boards, document, stacked
from beachhead.errors import BeachheadError
from beachhead.storm.drawing import areas, counters, land, margin, sea
from beachhead.storm.drawing.layout import PAGE
from beachhead.storm.drawing.shapes import outline
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.state import StormTable


def board_svg(
    table: StormTable | None = None,
    *,
    legend: bool = True,
    around: str | None = None,
    width: float | None = None,
) -> Markup:
    """The map as one SVG document, the same bytes every time; with a table, what lies on it.

    `around` cuts out the part around an area, by its number, name or tag.
    """
    view = PAGE if around is None else _part(around)
    layers = [
        sea.sea(),
        land.land(),
        sea.shoreline(),
        sea.names(),
        areas.borders(),
        areas.lines(),
        areas.shapes(),
        sea.boxes(),
        margin.zones(),
        margin.tracks(),
        areas.plates(),
        margin.title(),
        margin.legend() if legend else "",
        counters.layers(table),
        margin.frame(),
    ]
    turn = "the map" if table is None else f"Turn {table.turn}"
    return document(
        view,
        title=f"Storm Over Normandy: {turn}",
        class_="board storm",
        style=confined(sheet_of(__file__, "board.css")) + confined(counters.style()),
        defs=boards(land.definitions()),
        body=stacked(layers),
        width=width or view[2],
    )


def _part(name: str) -> Box:
    """The part of the page around a place."""
    if name not in board().numbers or board().place(name) not in AREAS:
        raise BeachheadError(
            f"around: {name!r} is not an area of this map; give its number or name, such as 16"
        )
    shape = outline(board().place(name))
    left, top = min(x for x, _ in shape) - 130, min(y for _, y in shape) - 90
    right, bottom = max(x for x, _ in shape) + 130, max(y for _, y in shape) + 90
    return left, top, right - left, bottom - top
