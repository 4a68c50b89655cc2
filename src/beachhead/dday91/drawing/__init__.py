"""The map of D-Day (1991), drawn from its component pack.

Every layer is a group with a stable id. Hexes in play are `hex-G13`, with the class `hex` and their
terrain; cities `city-G13` with `plate-G13`, invasion hexes `invasion-C14`, fortified hexes
`fortified-H8`, rivers `river-Rhine`, hexsides that are all sea `all-sea-D14-D15`; holding boxes
`box-1-US`, the tracks' spaces `turn-3` and `moves-27`. With a table, units are `unit-5U`, control
of a city `control-G13`.
"""

from __future__ import annotations

from beachhead.art.hexes import check_part
from beachhead.art.paths import Box, num, polyline
from beachhead.art.style_sheets import confined, sheet_of
from beachhead.art.svg import (
    Markup,
    boards,
    document,
    element,
    group,
    layer,
    path,
    rect,
    stacked,
    text,
)
from beachhead.dday91.drawing import cities, counters, land, margin, sea
from beachhead.dday91.drawing.layout import HEXES, PAGE, SHEET, SIZE, cell, center, part_around
from beachhead.dday91.table.board import DDayBoard, board
from beachhead.dday91.table.reconstructions import board_by, board_of
from beachhead.dday91.table.state import DDayTable
from beachhead.kernel.reconstructions import REFITTED


def board_svg(
    table: DDayTable | None = None,
    *,
    legend: bool = True,
    panels: bool = True,
    grid: bool = True,
    numbers: bool = True,
    around: str | None = None,
    radius: int = 5,
    width: float | None = None,
    invasions: bool = True,
) -> Markup:
    """The map as one SVG document, the same bytes every time; with a table, what lies on it, and
    the invasion hexes of the reconstruction that it plays.

    `panels` are the tracks and holding boxes beside the map. `around` and `radius` cut out the
    part around a hex, by its name.
    """
    view = PAGE if panels else SHEET
    the = board() if table is None else board_of(table)
    if around is not None:
        view = _part(around, radius)
    printed = [
        sea.sea(),
        land.land(),
        sea.shoreline(),
        sea.names(),
        land.features(),
        land.out_of_play(),
        land.country_names(),
        land.borders(),
        land.rivers(),
        land.fortifications(),
        HEXES.grid(sorted(map(cell, board().grid.names))) if grid else "",
        sea.all_sea(),
        land.river_names(),
        sea.invasions(the) if invasions else "",
        cities.cities(),
    ]
    named = layer("numbers", *map(_number, board().grid.names)) if numbers else ""
    hexes = layer("hexes", *(_hex(hex_, the) for hex_ in the.grid.names))
    above = [named, cities.names(), margin.compass(), hexes]
    beside = [margin.title(), margin.tracks(), margin.boxes(), margin.legend() if legend else ""]
    layers = [
        rect(PAGE, "paper", 0),
        group("map", *(part for part in printed if part), clip_path="url(#map-clip)"),
        *above,
        margin.frame(),
        *(beside if panels else ()),
        "" if table is None else counters.layers(table, panels=panels),
    ]
    turn = "the map" if table is None else f"Turn {table.turn}"
    return document(
        view,
        title=f"D-Day: {turn}",
        class_="board dday91",
        style=confined(sheet_of(__file__, "board.css")) + confined(counters.style()),
        defs=_definitions(),
        body=stacked(layers),
        width=width or view[2],
    )


def _definitions() -> Markup:
    hexagon = path(polyline(HEXES.corners((0, 0)), closed=True), id="hexagon")
    return hexagon + boards(land.definitions())


def _part(name: str, radius: int) -> Box:
    check_part(name, board().grid.numbers, radius, "its letter and number, such as G13")
    return part_around(board().hex(name), radius)


def _hex(hex_: int, the: DDayBoard) -> Markup:
    """A hex in play as a shape that can be found, lit up and clicked."""
    (x, y), (ox, oy) = center(hex_), HEXES.center((0, 0))
    kind = board().terrain_of(hex_) or "sea"
    coast = " coastal" if board().coastal >> hex_ & 1 else ""
    return element(
        "use",
        element("title", words(hex_, the)),
        href="#hexagon",
        x=num(x - ox),
        y=num(y - oy),
        id=board().tag(hex_),
        class_=f"hex {kind}{coast}",
    )


def words(hex_: int, ground: DDayBoard) -> str:
    """A hex as it is printed, in words."""
    city, invasion = ground.city_at.get(hex_), ground.invasions.get(hex_)
    if invasion is not None:
        aims = ", ".join(ground.names_of(invasion.targets))
        other = "" if ground is board_by(REFITTED) else _refitted(hex_)
        return f"{ground.name(hex_)}: invasion hex {invasion.number}, against {aims}{other}"
    kind = (ground.terrain_of(hex_) or "sea").replace("_", " ")
    said = [f"{kind} {city.name}" if city else kind]
    if ground.fortified >> hex_ & 1:
        said.append("fortified")
    if ground.coastal >> hex_ & 1:
        said.append("port" if city and city.port else "coastal")
    said += cities.supply_words(city) if city else []
    parts = (ground.features.get(hex_), ground.country_of(hex_))
    said += [part for part in parts if part and not (city and part == city.name)]
    return f"{ground.name(hex_)}: {', '.join(said)}"


def _refitted(hex_: int) -> str:
    """1a What the refitted reconstruction has there otherwise."""
    first, other = board().invasions[hex_], board_by(REFITTED).invasions.get(hex_)
    if first == other:
        return ""
    return "; refitted: open sea" if other is None else f"; refitted: {other.number}"


def _number(hex_: int) -> Markup:
    """The name of a hex, small at its top."""
    x, y = center(hex_)
    wet = " at-sea" if board().is_sea(hex_) else ""
    return text(board().name(hex_), x, y - SIZE * 0.62, class_=f"hex-name{wet}")
