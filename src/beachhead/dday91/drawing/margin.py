"""Around the map: title, tracks, holding boxes, legend with the terrain chart, compass, frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from beachhead.art.palette import placed
from beachhead.art.paths import Box, Point, grown, moved, num, polyline
from beachhead.art.svg import Markup, bedded, element, group, layer, path, rect, text, titled
from beachhead.dday91.drawing import cities
from beachhead.dday91.drawing.land import dragons_teeth, sample_trees
from beachhead.dday91.drawing.layout import LEFT, MAP, NORTH, PANEL, RIGHT, spot
from beachhead.dday91.drawing.sea import sample_invasion
from beachhead.dday91.table.board import Side
from beachhead.dday91.table.charts import MOVES_TRACK, TURNS, charts
from beachhead.dday91.table.pieces import DDayUnit, pieces

TOP = MAP[1]
HEAD = 24.0
SPACE = 12.0
TITLE: Box = (LEFT, TOP, PANEL, 126.0)
TURN_HIGH = 52.0
TIME: Box = (LEFT, TITLE[1] + TITLE[3] + SPACE, PANEL, HEAD + 2 * TURN_HIGH)
BOX_HIGH = 188.0
ARMY_HEAD = 19.0
ALLIED: Box = (LEFT, TIME[1] + TIME[3] + SPACE, PANEL, HEAD + 3 * BOX_HIGH)
ABOVE = TITLE[3] + TIME[3] + ALLIED[3] + 3 * SPACE
MOVES: Box = (LEFT, ALLIED[1] + ALLIED[3] + SPACE, PANEL, MAP[3] - ABOVE)
GERMAN: Box = (RIGHT, TOP, PANEL, HEAD + 3 * BOX_HIGH)
LEGEND: Box = (RIGHT, GERMAN[1] + GERMAN[3] + SPACE, PANEL, MAP[3] - GERMAN[3] - SPACE)
COMPASS: Point = (8.9, 15.2)


def _panel(id_: str, box: Box, title: str, *parts: str, side: str = "") -> Markup:
    left, top, wide, _ = box
    return group(
        id_,
        rect(box, "panel", 2),
        rect((left, top, wide, HEAD), f"banner {side}".strip(), 2),
        text(title, left + wide / 2, top + 17, class_="panel-title"),
        *parts,
    )


def _space(panel: Box, n: int, columns: int, high: float) -> Box:
    """A space of a panel, counted from 0 row by row below its head."""
    row, column = divmod(n, columns)
    wide = PANEL / columns
    return panel[0] + column * wide, panel[1] + HEAD + row * high, wide, high


# --- tracks


def turn_box(turn: int) -> Box:
    """A space of the time record track: June to November, December to May."""
    return _space(TIME, turn - 1, 6, TURN_HIGH)


def moves_box(moves: int) -> Box:
    """A space of the available Moves track."""
    return _space(MOVES, moves, 7, (MOVES[3] - HEAD) / 4)


def tracks() -> Markup:
    """The time record track and the available Moves track."""
    return layer("tracks", _time(), _moves())


def _time() -> Markup:
    cells = []
    for turn in TURNS:
        left, top, wide, _ = box = turn_box(turn)
        number = text(str(turn), left + wide / 2, top + 25, class_="track-number")
        month = text(charts().month(turn), left + wide / 2, top + 43, class_="track-month")
        cells.append(group(f"turn-{turn}", rect(box, "track-cell", 0), number, month))
    return _panel("time-track", TIME, "TIME RECORD TRACK", *cells)


def _moves() -> Markup:
    cells = []
    for number in MOVES_TRACK:
        left, top, wide, _ = box = moves_box(number)
        shown = f"{number}+" if number == MOVES_TRACK[-1] else str(number)
        written = text(shown, left + wide / 2, top + 17, class_="track-month")
        cells.append(group(f"moves-{number}", rect(box, "track-cell", 0), written))
    return _panel("moves-track", MOVES, "AVAILABLE MOVES", *cells)


def initiative_place(side: Side) -> Point:
    """10a Where the initiative marker lies: at the head of its holder's armies."""
    left, top, wide, _ = ALLIED if side == "allied" else GERMAN
    return left + wide - 18, top + HEAD / 2


# --- holding boxes


def army_box(army: DDayUnit) -> Box:
    """2d1 Where an army's holding box is."""
    panel = ALLIED if army.side == "allied" else GERMAN
    mine = [unit for unit in pieces().boxes if unit.side == army.side]
    return _space(panel, mine.index(army), 3, BOX_HIGH)


def boxes() -> Markup:
    """2d1 The holding boxes of both sides."""
    return layer("boxes", _armies("allied", ALLIED), _armies("german", GERMAN))


def _armies(side: Side, panel: Box) -> Markup:
    armies = [_army(unit) for unit in pieces().boxes if unit.side == side]
    return _panel(f"{side}-armies", panel, f"{side.upper()} ARMIES", *armies, side=side)


def _army(army: DDayUnit) -> Markup:
    left, top, wide, _ = box = army_box(army)
    name = army.name.removesuffix(" HQ").removesuffix(" Army")
    return titled(
        f"box-{army.id}",
        f"Holding box of the {army.name.removesuffix(' HQ')}",
        rect(box, f"army-box {army.side}", 0),
        rect((left, top, wide, ARMY_HEAD), f"army-head {army.side}", 0),
        text(name, left + wide / 2, top + 13.6, class_="army-name"),
        class_=f"box {army.side}",
    )


# --- title, legend, compass, frame


def title() -> Markup:
    left, top, wide, high = TITLE
    middle = left + wide / 2
    note = "After the game of 1991. Map drawn by us; a hex is about 40 miles."
    return layer(
        "title",
        rect(TITLE, "panel", 2),
        text("D-DAY", middle, top + 62, class_="title"),
        text("The campaign in the West, from 1943 or 1944", middle, top + 88, class_="subtitle"),
        path(polyline([(left + 50, top + 99), (left + wide - 50, top + 99)]), class_="rule"),
        text(note, middle, top + high - 11, class_="note"),
    )


def legend() -> Markup:
    """The terrain chart, with a taste of each terrain."""
    drawn = []
    left, pace = LEGEND[0], (LEGEND[3] - HEAD - 10) / len(TERRAIN)
    for n, (name, meaning, base, taste) in enumerate(TERRAIN):
        y = LEGEND[1] + HEAD + 6 + n * pace
        swatch = _swatch((left + 12, y + (pace - 26) / 2), base, taste)
        head = text(name, left + 70, y + pace / 2 - 1.5, class_="legend-text")
        small = text(meaning, left + 70, y + pace / 2 + 11.5, class_="legend-text small")
        drawn.append(group(None, swatch, head, small))
    return layer("legend", _panel("terrain-chart", LEGEND, "TERRAIN CHART", *drawn))


def _swatch(at: Point, base: str, taste: Callable[[Point], Markup]) -> Markup:
    """A taste of a terrain, 46 by 26."""
    box, middle = (*at, 46, 26), (at[0] + 23, at[1] + 13)
    return rect(box, base, 0) + taste(middle) + rect(box, "neat thin", 0)


def _strokes(at: Point, starts: Sequence[Point], stroke: str) -> str:
    """The same stroke from several places."""
    return "".join(f"M{num(x)} {num(y)}{stroke}" for x, y in placed(starts, at))


def _peaks(at: Point) -> Markup:
    tops = ((-9, -8), (8, -8))
    lit = path(_strokes(at, tops, "l-9 15h10z"), class_="peak-lit")
    return lit + path(_strokes(at, tops, "l1 15h8z"), class_="peak-shaded")


def _reeds(at: Point) -> Markup:
    water = path(_strokes(at, ((-19, -3), (2, 2), (-14, 7)), "h14"), class_="marsh-water")
    return water + path(_strokes(at, ((-12, -4), (9, 1), (-7, 6)), "v-6"), class_="reed")


def _river(at: Point) -> Markup:
    bank = path(_across(at), class_="river-bank", stroke_width=5.4)
    return bank + path(_across(at), class_="river", stroke_width=3.4)


def _across(at: Point) -> str:
    return polyline([(at[0] - 23, at[1]), (at[0] + 23, at[1])])


def _supply(at: Point) -> Markup:
    x, y = at
    return cities.anchor((x - 14, y)) + cities.circled(at, 1) + cities.boxed((x + 14, y), 1)


def _teeth(at: Point) -> Markup:
    return dragons_teeth((at[0] + dx, at[1]) for dx in range(-16, 18, 8))


def _line(kind: str) -> Callable[[Point], Markup]:
    return lambda at: bedded(_across(at), kind)


_city = partial(cities.sample, fortified=False)
_fortress = partial(cities.sample, fortified=True)
TERRAIN: tuple[tuple[str, str, str, Callable[[Point], Markup]], ...] = (
    ("Clear", "1", "ground", lambda _: Markup()),
    ("Forest", "2; defender +1, mechanized attacker −1", "t-forest", sample_trees),
    ("Mountain", "2; leg defender +2, attacker −1", "t-mountain", _peaks),
    ("Marsh", "2; mechanized attacker −1", "t-marsh", _reeds),
    ("City", "1; defender +1, attacker −1", "ground", _city),
    ("Fortified city", "1; German defender +4, attacker −1", "ground", _fortress),
    ("Fortified hex", "as its terrain; German defender +2", "ground", _teeth),
    ("River hexside", "+1; attacker across it −1", "ground", _river),
    ("All-sea hexside", "no ground movement, no zone of control", "water", _line("strait")),
    ("National border", "for set-up and reinforcements", "ground", _line("border")),
    ("Port, supply", "anchor; Allied number circled, German boxed", "ground", _supply),
    ("Invasion hex", "2 Moves a unit, times the number", "water", sample_invasion),
)
"""A terrain, what it does, and its taste: the ground and what is on it."""


def compass() -> Markup:
    """North is not straight up."""
    points = "M0-30L6-6 0-11-6-6z"
    south = "M0 30L5 6 0 10-5 6z"
    sides = "M-22 0L-5-4-8 0-5 4zM22 0L5-4 8 0 5 4z"
    return layer(
        "compass",
        group(
            None,
            element("circle", class_="rose", r=20, fill_opacity=".55"),
            path(sides + south, class_="rose"),
            path(points, class_="rose-dark"),
            text("N", 0, -34, class_="rose-letter"),
            transform=f"{moved(spot(COMPASS))}rotate({num(NORTH)})scale(1.5)",
        ),
    )


def frame() -> Markup:
    """A neat line around the map."""
    return layer("frame", rect(MAP, "neat thin", 0), rect(grown(MAP, 5), "neat", 0))
