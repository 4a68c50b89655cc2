"""The areas: shapes to light and click, borders and lines, and a plate with what is printed."""

from __future__ import annotations

from functools import cache
from itertools import islice

from beachhead.art import curves
from beachhead.art.palette import placed
from beachhead.art.paths import Box, Point, polyline
from beachhead.art.svg import Markup, bedded, group, layer, path, text, titled
from beachhead.kernel.bits import members
from beachhead.storm.drawing import signs
from beachhead.storm.drawing.land import area_path
from beachhead.storm.drawing.layout import PLATES, SECOND_LINE, area_room, name_lines
from beachhead.storm.drawing.shapes import border
from beachhead.storm.table.board import AREAS, Area, board

RADIUS = 23.0
"""Of the disc with number and Defensive Value."""
LETTER = 10.6
"""About the width of a letter of a name."""


def shapes() -> Markup:
    """Every area as a shape that can be found, lit up and clicked."""
    return layer("areas", *map(_shape, board().areas))


def _shape(area: Area) -> Markup:
    kinds = ["place", "area", "bocage" if area.bocage else "open", area.sector]
    kinds += ["beach"] if board().beaches >> area.place & 1 else []
    return path(area_path(area.place), id=board().tag(area.place), class_=" ".join(kinds))


@cache
def borders() -> Markup:
    """The borders between areas, and the edge of those on the map's rim."""
    inner = "".join(
        polyline(border(one, other))
        for one in AREAS
        for other in members(board().map.adjacent[one])
        if one < other and other in AREAS
    )
    rim = "".join(area_path(area) for area in AREAS)
    lines = [path(inner, class_=looks) for looks in ("border-bed", "border")]
    return layer("borders", path(rim, class_="rim"), *lines)


def lines() -> Markup:
    """8.0 Impassable lines with crosses, and the Dividing Line with an army boundary's marks."""
    impassable = [_impassable(one, other) for one, other in board().impassable]
    return layer("lines", *impassable, _dividing_line())


def _impassable(one: int, other: int) -> Markup:
    line = border(one, other)
    crosses = "".join(signs.cross(at, 5) for at, _ in curves.walk(line, 44.0))
    first, second = board().areas[one].number, board().areas[other].number
    return titled(
        f"impassable-{first}-{second}",
        f"impassable between {board().name(one)} and {board().name(other)}",
        bedded(polyline(line), "impassable"),
        bedded(crosses, "impassable-cross"),
        class_="impassable-line",
    )


def _dividing_line() -> Markup:
    """All its borders as one line from the shore to the south."""
    pieces = [list(border(one, other)) for one, other in board().dividing_line]
    line = _joined(pieces)
    if line[0][1] > line[-1][1]:
        line.reverse()
    marks = []
    for (x, y), (dx, dy) in islice(curves.walk(line, 150.0), 0, None, 2):
        crosses = [signs.cross((x + dx * k, y + dy * k), 4.5) for k in (-18.0, -6.0, 6.0, 18.0)]
        ends = [(x + dx * k, y + dy * k) for k in (-27, 27)]
        marks.append(path(polyline(ends), class_="boundary-gap"))
        marks.append(path("".join(crosses), class_="boundary"))
    return titled(
        "dividing-line",
        "Operational Dividing Line: Allied units may not cross it",
        bedded(polyline(line), "dividing"),
        *marks,
    )


def _joined(pieces: list[list[Point]]) -> list[Point]:
    """Pieces that share ends, as one line."""
    line, left = pieces[0], pieces[1:]
    while left:
        for piece in (way for each in left for way in (each, each[::-1])):
            if _close(piece[0], line[-1]):
                line = line + piece[1:]
            elif _close(piece[-1], line[0]):
                line = piece[:-1] + line
            else:
                continue
            left = [each for each in left if each not in (piece, piece[::-1])]
            break
        else:
            break
    return line


def _close(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 0.5


# --- plates


def plates() -> Markup:
    """2.2.1 What is printed in every area."""
    return layer("plates", *(_plate(area) for area in board().areas))


def control_place(area: int) -> Point:
    """The middle of an area's control box."""
    x, y = plate_place(area)
    return x + RADIUS + 17, y + 15


def plate_place(area: int) -> Point:
    """The middle of an area's disc."""
    row = board().areas[area]
    if row.name in PLATES:
        left, top = PLATES[row.name]
        return left + RADIUS, top + RADIUS
    room = area_room(area)
    slack = max(0.0, room.wide - _plate_width(row)) / 2
    lower = 2.0 + SECOND_LINE * (len(name_lines(row)) - 1)
    return room.left + RADIUS + min(slack, 40.0), room.top + RADIUS + lower


def plate_box(area: int) -> Box:
    """What a plate takes up, its name and its small signs included."""
    (x, y), row = plate_place(area), board().areas[area]
    shells = 9 * row.support_limit
    signs_end = 2 * RADIUS + 34 + 26 * len(_extras(row)) + shells
    names = 2 * RADIUS + 6 + LETTER * max(len(line) for line in name_lines(row))
    above = max(RADIUS + 2, 22 + 19 * (len(name_lines(row)) - 1))
    return x - RADIUS - 2, y - above, max(names, signs_end), above + RADIUS + 4


def _plate_width(area: Area) -> float:
    longest = max(len(line) for line in name_lines(area))
    return 2 * RADIUS + 8 + max(longest * LETTER, 24.0 + 26 * len(_extras(area)))


def _plate(area: Area) -> Markup:
    x, y = plate_place(area.place)
    names = name_lines(area)
    left = x + RADIUS + 7
    color = "red" if area.red_name else "black"
    written = [
        text(line, left, y - 5 - (len(names) - 1 - n) * 19, class_=f"area-name {color}")
        for n, line in enumerate(names)
    ]
    at = left + 30
    extras = [_extra(kind, area, (at + 26 * n + 6, y + 15)) for n, kind in enumerate(_extras(area))]
    at += 26 * len(extras)
    shells = [signs.shell((at + n * 9, y + 15.6), 1.15) for n in range(area.support_limit)]
    return titled(
        f"plate-{area.number}",
        _words(area),
        _disc(area, (x, y)),
        *written,
        *extras,
        *(group(None, shell, class_=f"support {color}") for shell in shells),
        class_="plate",
    )


def _extras(area: Area) -> list[str]:
    found = ["vp"] if area.vp else []
    found += ["card"] if area.bonus_card else []
    return [*found, *area.airborne]


def _extra(kind: str, area: Area, at: Point) -> Markup:
    if kind == "vp":
        return signs.victory(at, str(area.vp), 9.6)
    if kind == "card":
        return signs.card_sign(at)
    return signs.parachute((at[0], at[1] - 0.5), kind)


def _disc(area: Area, at: Point) -> Markup:
    """Number above, Defensive Value below; a bocage disc is green and has a hedge around it."""
    (x, y), r = at, RADIUS
    bow = [(-r - 2.4, 0), (-r, -r * 1.1), (0, -r * 1.5), (r, -r * 1.1), (r + 2.4, 0)]
    hedge = [bush for bush, _ in curves.walk(curves.flatten(placed(bow, at)), 7.0)]
    return (
        signs.disc(at, r, hedge if area.bocage else None, 4.2)
        + text(str(area.number), x, y - 3.6, class_="disc-number")
        + text(area.printed_value, x, y + 17.4, class_="disc-value")
    )


def _words(area: Area) -> str:
    """An area in words, for whoever points at it or cannot see it."""
    said = [f"{area.name}, area {area.number}", f"Defensive Value {area.printed_value}"]
    said.append("bocage" if area.bocage else "not bocage")
    support = "2 Support Points (red name)" if area.red_name else "1 Support Point (black name)"
    said.append(f"at most {support}")
    said += [f"{area.vp} VP"] if area.vp else []
    said += [f"{nation.title()} airborne symbol" for nation in area.airborne]
    said += ["extra card with the other of Caen and Bourguébus"] if area.bonus_card else []
    return ", ".join(said)
