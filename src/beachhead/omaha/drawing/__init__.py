"""The Omaha board, drawn from its component pack.

Every layer is a group with a stable id; hexes are `hex-0513`, positions `position-WN62`, their
fields of fire `fire-WN62`, landing boxes `box-ER1`, lanes `lane-ER1`, mined stretches
`mine-0530-0630`, advance arrows `advance-A6-A2`, exits `exit-A`, tide lines `tide-low`.
With a table, US pieces are `unit-A/1/16`, German units `post-WN62N`.
"""

from __future__ import annotations

from collections.abc import Collection

from beachhead.art import curves
from beachhead.art.hexes import chains, check_part
from beachhead.art.palette import SIGNAL
from beachhead.art.paths import Box, polyline
from beachhead.art.svg import Markup, boards, document, layer, path, stacked, text, use
from beachhead.errors import BeachheadError
from beachhead.omaha.drawing import counters, hexsides, margin, positions, roads, sea, terrain
from beachhead.omaha.drawing.facts import Facts, cell, facts
from beachhead.omaha.drawing.layout import (
    HEXES,
    MAP,
    PAGE,
    SHEET,
    SIZE,
    box_place,
    center,
    part_around,
)
from beachhead.omaha.drawing.style import confined, style
from beachhead.omaha.table.state import OmahaTable, tide

COLORS = tuple(SIGNAL)


def board_svg(
    *,
    dots: str | Collection[str] = "none",
    numbers: bool = True,
    grid: bool = True,
    legend: bool = True,
    around: str | None = None,
    radius: int = 5,
    width: float | None = None,
    table: OmahaTable | None = None,
) -> Markup:
    """The board as one SVG document, the same bytes every time; with a table, what lies on it.

    `dots` is "none", "all", or the colors whose fields of fire to show. `around` and `radius` cut
    out the part around a hex. Without `legend` the sheet ends below the map.
    """
    board = facts()
    view = PAGE if legend else SHEET
    if around is not None:
        view = _part(board, around, radius)
    layers = [
        terrain.ground(board),
        sea.shore(board),
        hexsides.relief(board),
        terrain.features(board),
        sea.sea(board),
        sea.flood(board, tide(table)) if table else "",
        sea.tides(board),
        roads.roads(board),
        hexsides.hexsides(board),
        terrain.villages(board),
        roads.mines(board),
        _hexes(board),
        HEXES.grid(h.cell for h in board.hexes.values()) if grid else "",
        _numbers(board) if numbers else "",
        _sectors(board),
        sea.lanes(board),
        sea.boxes(board),
        positions.advances(board),
        positions.positions(board),
        positions.fire_dots(board, colors(dots)),
        margin.draw_names(board),
        margin.names(board),
        margin.cartouche(),
        counters.layers(table) if table else "",
        margin.frame(board),
        margin.exits(board),
        margin.legend() if legend else "",
    ]
    definitions = (
        path(polyline(HEXES.corners((0, 0)), closed=True), id="hexagon")
        + terrain.definitions()
        + roads.definitions()
        + positions.definitions()
        + sea.definitions(board)
    )
    return document(
        view,
        title=f"Omaha Beach: Turn {table.turn}" if table else "Omaha Beach: the board",
        class_="board omaha",
        style=style() + (confined(counters.style()) if table else ""),
        defs=boards(definitions),
        body=stacked(layers),
        width=width or view[2],
    )


def colors(dots: str | Collection[str]) -> tuple[str, ...]:
    """The colors whose fire dots are wanted."""
    if dots == "none":
        return ()
    if dots == "all":
        return COLORS
    wanted = tuple(dots.split(",")) if isinstance(dots, str) else tuple(dots)
    for color in wanted:
        if color not in COLORS:
            raise BeachheadError(
                f"dots: there is no color {color!r}; use none, all, or some of " + ", ".join(COLORS)
            )
    return wanted


def _part(board: Facts, name: str, radius: int) -> Box:
    check_part(name, board.hexes, radius, "row and column in four digits, such as 0812")
    return part_around(name, radius)


def _hexes(board: Facts) -> Markup:
    """Every hex as a shape that can be found, lit up and clicked."""
    origin = HEXES.center((0, 0))
    return layer(
        "hexes",
        *(
            use(
                "hexagon",
                center(h.name)[0] - origin[0],
                center(h.name)[1] - origin[1],
                id=f"hex-{h.name}",
                class_=f"hex {h.terrain}",
            )
            for h in board.hexes.values()
        ),
    )


def _numbers(board: Facts) -> Markup:
    shown = []
    for h in board.hexes.values():
        x, y = center(h.name)
        shown.append(text(h.name, x, y - SIZE * 0.68))
    return layer("numbers", *shown)


def _sectors(board: Facts) -> Markup:
    """The line between the sectors, from the inland edge to the gap between their boxes."""
    sides = []
    for h in board.where(sector="east"):
        for other in HEXES.neighbors(h.cell):
            name = board.at.get(other)
            if name and board.hexes[name].sector == "west":
                sides.append(HEXES.side(h.cell, other))
    line = max(chains(sides), key=len)
    if line[0][1] > line[-1][1]:
        line.reverse()
    east = max(box.order for box in board.boxes if board.hexes[box.lands[0]].sector == "east")
    (ax, ay), (bx, by) = box_place(east), box_place(east + 1)
    gap = ((ax + bx) / 2, (ay + by) / 2)
    top = (line[0][0], MAP[1])
    eased = curves.ease([top, *line, (gap[0], gap[1] - 60), (gap[0], gap[1] + 62)], 0.4)
    drawn = polyline(curves.flatten(eased))
    return layer(
        "sectors",
        *(path(drawn, class_=looks) for looks in ("sector-bed", "sector")),
        text("EAST SECTOR", top[0] - 14, top[1] + 18, class_="sector-name east"),
        text("WEST SECTOR", top[0] + 14, top[1] + 18, class_="sector-name"),
    )


__all__ = ["COLORS", "board_svg", "cell", "colors"]
