"""Around the map: title, tracks, holding boxes, legend with the terrain chart, compass, frame."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.art.svg import (
    Box,
    Markup,
    Point,
    element,
    group,
    joined,
    layer,
    num,
    path,
    polyline,
    text,
    use,
)
from beachhead.dday91.board import Side
from beachhead.dday91.charts import MOVES_TRACK, TURNS, charts
from beachhead.dday91.drawing import cities
from beachhead.dday91.drawing.layout import LEFT, MAP, NORTH, PAGE, PANEL, RIGHT, spot
from beachhead.dday91.pieces import Unit, pieces

TOP = MAP[1]
HEAD = 24.0
SPACE = 12.0
TITLE: Box = (LEFT, TOP, PANEL, 126.0)
TURN_HIGH = 52.0
TIME: Box = (LEFT, TITLE[1] + TITLE[3] + SPACE, PANEL, HEAD + 2 * TURN_HIGH)
BOX_HIGH = 188.0
ARMY_HEAD = 19.0
ALLIED: Box = (LEFT, TIME[1] + TIME[3] + SPACE, PANEL, HEAD + 3 * BOX_HIGH)
MOVES: Box = (
    LEFT,
    ALLIED[1] + ALLIED[3] + SPACE,
    PANEL,
    MAP[3] - (TITLE[3] + TIME[3] + ALLIED[3] + 3 * SPACE),
)
GERMAN: Box = (RIGHT, TOP, PANEL, HEAD + 3 * BOX_HIGH)
LEGEND: Box = (
    RIGHT,
    GERMAN[1] + GERMAN[3] + SPACE,
    PANEL,
    MAP[3] - GERMAN[3] - SPACE,
)
COMPASS: Point = (8.9, 15.2)
MOVE_COLUMNS = 7


def _rect(box: Box, class_: str, rx: float = 2.0) -> Markup:
    left, top, wide, high = box
    return element("rect", class_=class_, x=left, y=top, width=wide, height=high, rx=rx)


def _panel(id_: str, box: Box, title: str, *parts: str, side: str = "") -> Markup:
    left, top, wide, _ = box
    return group(
        id_,
        _rect(box, "panel"),
        _rect((left, top, wide, HEAD), f"banner {side}".strip()),
        text(title, left + wide / 2, top + 17, class_="panel-title"),
        *parts,
    )


# --- tracks


def turn_box(turn: int) -> Box:
    """A space of the time record track: June to November, December to May."""
    row, column = divmod(turn - 1, 6)
    wide = PANEL / 6
    return TIME[0] + column * wide, TIME[1] + HEAD + row * TURN_HIGH, wide, TURN_HIGH


def moves_box(moves: int) -> Box:
    """A space of the available Moves track."""
    row, column = divmod(moves, MOVE_COLUMNS)
    wide, high = PANEL / MOVE_COLUMNS, (MOVES[3] - HEAD) / 4
    return MOVES[0] + column * wide, MOVES[1] + HEAD + row * high, wide, high


def tracks() -> Markup:
    """The time record track and the available Moves track."""
    return layer("tracks", _time(), _moves())


def _time() -> Markup:
    cells = []
    for turn in TURNS:
        left, top, wide, high = turn_box(turn)
        cells.append(
            group(
                f"turn-{turn}",
                _rect((left, top, wide, high), "track-cell", 0),
                text(str(turn), left + wide / 2, top + 25, class_="track-number"),
                text(charts().month(turn), left + wide / 2, top + 43, class_="track-month"),
            )
        )
    return _panel("time-track", TIME, "TIME RECORD TRACK", *cells)


def _moves() -> Markup:
    cells = []
    for number in MOVES_TRACK:
        left, top, wide, high = moves_box(number)
        shown = f"{number}+" if number == MOVES_TRACK[-1] else str(number)
        cells.append(
            group(
                f"moves-{number}",
                _rect((left, top, wide, high), "track-cell", 0),
                text(shown, left + wide / 2, top + 17, class_="track-month"),
            )
        )
    return _panel("moves-track", MOVES, "AVAILABLE MOVES", *cells)


def initiative_place(side: Side) -> Point:
    """10a Where the initiative marker lies: at the head of its holder's armies."""
    left, top, wide, _ = ALLIED if side == "allied" else GERMAN
    return left + wide - 18, top + HEAD / 2


# --- holding boxes


def army_box(army: Unit) -> Box:
    """2d1 Where an army's holding box is."""
    panel = ALLIED if army.side == "allied" else GERMAN
    mine = [unit for unit in pieces().boxes if unit.side == army.side]
    row, column = divmod(mine.index(army), 3)
    wide = PANEL / 3
    return panel[0] + column * wide, panel[1] + HEAD + row * BOX_HIGH, wide, BOX_HIGH


def boxes() -> Markup:
    """2d1 The holding boxes of both sides."""
    drawn = []
    sides: tuple[tuple[Side, Box], ...] = (("allied", ALLIED), ("german", GERMAN))
    for side, panel in sides:
        armies = [_army(unit) for unit in pieces().boxes if unit.side == side]
        title = f"{side.upper()} ARMIES"
        drawn.append(_panel(f"{side}-armies", panel, title, *armies, side=side))
    return layer("boxes", *drawn)


def _army(army: Unit) -> Markup:
    left, top, wide, high = army_box(army)
    name = army.name.removesuffix(" HQ").removesuffix(" Army")
    return group(
        f"box-{army.id}",
        element("title", f"Holding box of the {army.name.removesuffix(' HQ')}"),
        _rect((left, top, wide, high), f"army-box {army.side}", 0),
        _rect((left, top, wide, ARMY_HEAD), f"army-head {army.side}", 0),
        text(name, left + wide / 2, top + 13.6, class_="army-name"),
        class_=f"box {army.side}",
    )


# --- title, legend, compass, frame


def title() -> Markup:
    left, top, wide, high = TITLE
    middle = left + wide / 2
    return layer(
        "title",
        _rect(TITLE, "panel"),
        text("D-DAY", middle, top + 62, class_="title"),
        text("The campaign in the West, from 1943 or 1944", middle, top + 88, class_="subtitle"),
        path(polyline([(left + 50, top + 99), (left + wide - 50, top + 99)]), class_="rule"),
        text(
            "After the game of 1991. Map drawn by us; a hex is about 40 miles.",
            middle,
            top + high - 11,
            class_="note",
        ),
    )


def legend() -> Markup:
    """The terrain chart, with a taste of each terrain."""
    left, top = LEGEND[:2]
    rows: list[tuple[str, str, Callable[[Point], str]]] = [
        ("Clear", "1", _swatch("clear")),
        ("Forest", "2; defender +1, mechanized attacker −1", _swatch("forest")),
        ("Mountain", "2; leg defender +2, attacker −1", _swatch("mountain")),
        ("Marsh", "2; mechanized attacker −1", _swatch("marsh")),
        ("City", "1; defender +1, attacker −1", _swatch("city")),
        ("Fortified city", "1; German defender +4, attacker −1", _swatch("fortified")),
        ("Fortified hex", "as its terrain; German defender +2", _swatch("teeth")),
        ("River hexside", "+1; attacker across it −1", _swatch("river")),
        ("All-sea hexside", "no ground movement, no zone of control", _swatch("strait")),
        ("National border", "for set-up and reinforcements", _swatch("border")),
        ("Port, supply", "anchor; Allied number circled, German boxed", _swatch("supply")),
        ("Invasion hex", "2 Moves a unit, times the number", _swatch("invasion")),
    ]
    drawn = []
    pace = (LEGEND[3] - HEAD - 10) / len(rows)
    for n, (name, meaning, swatch) in enumerate(rows):
        y = top + HEAD + 6 + n * pace
        drawn.append(
            group(
                None,
                swatch((left + 12, y + (pace - 26) / 2)),
                text(name, left + 70, y + pace / 2 - 1.5, class_="legend-text"),
                text(meaning, left + 70, y + pace / 2 + 11.5, class_="legend-text small"),
            )
        )
    return layer("legend", _panel("terrain-chart", LEGEND, "TERRAIN CHART", *drawn))


def _swatch(kind: str) -> Callable[[Point], str]:
    """A taste of a terrain, 46 by 26."""

    def draw(at: Point) -> Markup:
        x, y = at
        ground = {"forest": "t-forest", "mountain": "t-mountain", "marsh": "t-marsh"}
        water = kind in ("strait", "invasion")
        base = _rect((x, y, 46, 26), "water" if water else ground.get(kind, "ground"), 0)
        return base + _taste(kind, (x + 23, y + 13)) + _rect((x, y, 46, 26), "neat thin", 0)

    return draw


def _taste(kind: str, at: Point) -> Markup:
    x, y = at
    across = polyline([(x - 23, y), (x + 23, y)])
    if kind == "forest":
        return joined(
            use(tree, x + dx, y + dy)
            for tree, dx, dy in (("tree", -14, 0), ("fir", -3, 3), ("tree", 6, -1), ("fir", 15, 4))
        )
    if kind == "mountain":
        lit = "".join(f"M{num(x + dx)} {num(y - 8)}l-9 15h10z" for dx in (-9, 8))
        dark = "".join(f"M{num(x + dx)} {num(y - 8)}l1 15h8z" for dx in (-9, 8))
        return path(lit, class_="peak-lit") + path(dark, class_="peak-shaded")
    if kind == "marsh":
        water = "".join(
            f"M{num(x + dx)} {num(y + dy)}h14" for dx, dy in ((-19, -3), (2, 2), (-14, 7))
        )
        reeds = "".join(
            f"M{num(x + dx)} {num(y + dy)}v-6" for dx, dy in ((-12, -4), (9, 1), (-7, 6))
        )
        return path(water, class_="marsh-water") + path(reeds, class_="reed")
    if kind in ("city", "fortified"):
        return cities.sample(at, fortified=kind == "fortified")
    if kind == "teeth":
        teeth = "".join(
            f"M{num(x + dx - 2.9)} {num(y + 2.1)}l2.9-5 2.9 5z" for dx in range(-16, 18, 8)
        )
        return path(teeth, class_="teeth")
    if kind == "river":
        return path(across, class_="river-bank", stroke_width=5.4) + path(
            across, class_="river", stroke_width=3.4
        )
    if kind == "strait":
        return path(across, class_="strait-bed") + path(across, class_="strait")
    if kind == "border":
        return path(across, class_="border-bed") + path(across, class_="border")
    if kind == "supply":
        return cities.anchor((x - 14, y)) + cities.circled((x, y), 1) + cities.boxed((x + 14, y), 1)
    if kind == "invasion":
        return element("circle", class_="invasion-disc", cx=x, cy=y, r=9.6) + text(
            "1", x, y + 5.4, class_="invasion-number"
        )
    return Markup()


def compass() -> Markup:
    """North is not straight up."""
    x, y = spot(COMPASS)
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
            transform=f"translate({num(x)} {num(y)})rotate({num(NORTH)})scale(1.5)",
        ),
    )


def paper() -> Markup:
    """The sheet everything is printed on."""
    return _rect(PAGE, "paper", 0)


def frame() -> Markup:
    """A neat line around the map."""
    left, top, wide, high = MAP
    outer = (left - 5, top - 5, wide + 10, high + 10)
    return layer("frame", _rect(MAP, "neat thin", 0), _rect(outer, "neat", 0))
