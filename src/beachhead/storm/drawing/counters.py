"""What lies on the map: units fresh or spent, strongpoints, control, turn and points.

Every unit is a group with the id `unit-<id>`, as `unit-us-1-16`; control is `control-16`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from beachhead.art import counters as art
from beachhead.art.palette import ink_on, mix
from beachhead.art.paths import Point, num
from beachhead.art.style_sheets import class_name, rule, sheet_of
from beachhead.art.svg import (
    Markup,
    circle,
    figures,
    group,
    hint,
    hinted,
    joined,
    layer,
    rect,
    stacked,
    text,
    titled,
)
from beachhead.storm.drawing import signs
from beachhead.storm.drawing.areas import control_place
from beachhead.storm.drawing.margin import SUPPORT_AT, point_place, turn_place
from beachhead.storm.drawing.standing import standing
from beachhead.storm.drawing.symbols import WORDS, bunker, symbol
from beachhead.storm.table.board import AREAS, BOXES, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.reconstructions import pieces_of
from beachhead.storm.table.state import StormTable

LIVERY = {
    "american": "#5b6b34",
    "commonwealth": "#c3a86c",
    "german": "#7f8a83",
    "elite": "#41474a",
    "strongpoint": "#a3a097",
}
"""Olive, tan, the two grays of the Germans (the dark one for panzers and SS), concrete."""
PALE = "#f4eedd"
SPENT = 0.64
SCALES = {"regiment": 1.84, "battalion": 1.66, "strongpoint": 1.44}
"""5/8 inch against 1/2 inch, as far as legibility allows: with the whole map on a screen of 1440
pixels the values are 9 pixels high."""
VALUES = 36.0
"""The size of the values on every counter, on the map."""

STRIPES: dict[str, str] = json.loads(sheet_of(__file__, "stripes.json"))
"""The colors of divisions; the name on the stripe says it as well."""
PLAIN = "#8a6d3b"

Standing = tuple[StormUnit, bool]
"""A unit and whether it is spent."""


def style() -> str:
    """The style sheet for everything that lies on the map."""
    faces = dict(LIVERY)
    faces |= {f"{name}.spent": mix(color, PALE, SPENT) for name, color in LIVERY.items()}
    stripes = {name: STRIPES.get(name, PLAIN) for name in pieces().stripes}
    bands = "".join(_stripe(name, color) for name, color in stripes.items())
    return art.style_sheet() + art.livery(faces) + sheet_of(__file__, "counters.css") + bands


def _stripe(name: str, color: str) -> str:
    """The band of a division, ready and spent, with what is written on it."""
    class_, spent = f".stripe-{class_name(name)}", mix(color, PALE, 0.55)
    return (
        rule([class_], fill=color)
        + rule([f".counter {class_}+text"], fill=ink_on(color))
        + rule([f".counter.spent {class_}"], fill=spent)
        + rule([f".counter.spent {class_}+text"], fill=ink_on(spent))
    )


def layers(table: StormTable | None) -> Markup:
    """Control, units and markers as layers of the map; without a table, control at the start."""
    allied = board().start_allied if table is None else table.allied_control
    held = layer("control", *(control(area, allied) for area in AREAS))
    units, markers = ((), ()) if table is None else (_units(table), _markers(table))
    return stacked((held, layer("units", *units), layer("markers", *markers)))


# --- control and markers


def control(area: int, allied_control: int) -> Markup:
    """13.0, 2.1.2a An area's control box."""
    return _control(area, "allied" if allied_control >> area & 1 else "german")


@lru_cache(256)
def _control(area: int, side: str) -> Markup:
    row = board().areas[area]
    return titled(
        f"control-{row.number}",
        f"{row.name} is under {side.title()} control",
        signs.control(control_place(area), side),
        class_=f"control {side}",
        data_hint=hint("control", side.title()),
    )


def _markers(table: StormTable) -> Iterator[Markup]:
    yield _turn(table.turn)
    yield from _victory(table.victory)
    if table.support:
        yield _support(table.support)


def _support(points: int) -> Markup:
    """2.1.2 The Support Points left this turn, as shells in a row."""
    left, top = SUPPORT_AT
    shells = joined(
        signs.shell((left + 22 + n % 12 * 17, top + 16 + n // 12 * 26), 1.5) for n in range(points)
    )
    count = text(f"Support Points: {points}", left, top - 8, class_="support-count")
    title = f"{points} Support Points left"
    return art.marker("support-points", title, count, shells, key="support-points")


def _victory(points: int) -> Iterator[Markup]:
    """2.1.2 Two markers, ones and tens; on their backs they count below zero."""
    looks, sign = ("minus", "−") if points < 0 else ("plus", "+")
    tens, ones = divmod(abs(points), 10)
    for name, digit, up in (("ones", ones, -15.0), ("tens", min(tens, 9), 25.0)):
        x, y = point_place(digit)
        at = (x + 23.0, y + up)
        disc = circle(at, 10, f"point-marker {looks}")
        face = disc + text(sign, at[0], at[1] + 6, class_=f"point-sign {looks}")
        title = f"Allied Victory Points: {points}"
        yield art.marker(f"points-{name}", title, face, key=f"points-{name}")


def _turn(turn: int) -> Markup:
    x, y = turn_place(turn)
    rings = [circle((x, y - 13), 25, looks) for looks in ("turn-ring bed", "turn-ring")]
    return art.marker("turn-marker", f"Turn {turn}", *rings, key="turn")


# --- units in their places


def _units(table: StormTable) -> Iterator[Markup]:
    there: dict[tuple[int, str], list[Standing]] = {}
    printed = pieces_of(table).units
    for index, place in enumerate(table.where):
        if place < 0:
            continue
        section, spent = "", bool(table.spent >> index & 1)
        if place in BOXES:
            section = "exploitation" if table.exploitation >> index & 1 else "invasion"
        there.setdefault((place, section), []).append((printed[index], spent))
    for (place, section), units in sorted(there.items()):
        for unit, spent, at in spread(units, place, section):
            yield counter(unit, spent=spent, at=at)


def spread(
    units: Sequence[Standing], place: int, section: str = ""
) -> list[tuple[StormUnit, bool, Point]]:
    """Where the counters of a place stand: Allied above, German below, strongpoints between.

    A lower row is drawn first, so that what covers it leaves its values in sight.
    """
    kinds: dict[str, list[Standing]] = {"allied": [], "strongpoint": [], "german": []}
    for unit, spent in sorted(units, key=lambda standing: standing[0].index):
        kinds["strongpoint" if unit.is_strongpoint else unit.side].append((unit, spent))
    sizes = tuple(tuple(size(unit) for unit, _ in kind) for kind in kinds.values())
    middles = standing(place, section, sizes)
    placed = [
        (*who, at)
        for kind, spots in zip(kinds.values(), middles, strict=True)
        for who, at in zip(kind, spots, strict=True)
    ]
    return sorted(placed, key=lambda each: -each[2][1])


def size(unit: StormUnit) -> float:
    """2.1.1a, 2.1.1b How wide a counter is on the map."""
    return art.SIDE * SCALES[unit.size]


# --- one counter


@lru_cache(2048)  # most counters stay where they are from one look at the table to the next
def counter(unit: StormUnit, at: Point = (0.0, 0.0), *, spent: bool = False) -> Markup:
    """2.1.1 A unit, on its fresh or its spent side."""
    face = _strongpoint(unit, spent) if unit.is_strongpoint else _face(unit, spent)
    corner = hinted("spent", art.folded_corner()) if spent else ""
    scale = f"scale({num(SCALES[unit.size], 2)})"
    return art.counter(
        f"unit-{unit.id}",
        at,
        group(None, art.square(), face, corner, transform=scale),
        title=words(unit, spent),
        classes=[livery(unit), unit.size, unit.side, *(["spent"] if spent else [])],
        adds=(1, 0, unit.spent_defense) if spent else (1, unit.firepower, unit.defense),
    )


def livery(unit: StormUnit) -> str:
    # 2.1.1h The colors of the counters.
    if unit.is_strongpoint:
        return "strongpoint"
    return "elite" if unit.side == "german" and _elite(unit) else unit.nationality


def _elite(unit: StormUnit) -> bool:
    return unit.armor or "Pz" in (unit.division or "") or "SS" in f"{unit.division} {unit.name}"


def _face(unit: StormUnit, spent: bool) -> Markup:
    # 2.1.1c The fresh side, or the spent one.
    looks = "symbol airborne" if unit.airborne else "symbol"
    drawn = group(None, symbol(unit.type, (0, -4.4)), class_=looks)
    kind = hinted("airborne" if unit.airborne else "type", drawn, value=WORDS[unit.type])
    return _band(unit, spent) + kind + ("" if spent else _circles(unit)) + _values(unit, spent)


def _values(unit: StormUnit, spent: bool) -> Markup:
    """What a counter is worth, at its foot, as large on counters of every size."""
    shown = str(unit.spent_defense) if spent else unit.values
    letter = VALUES / SCALES[unit.size]
    wide = sum(letter * (0.27 if each == "-" else 0.46) for each in shown)
    line = art.squeezed(_figures(unit, spent), (0, 18.8), "values", min(wide, art.SIDE - 3.4))
    return group(None, line, font_size=num(letter))


def _figures(unit: StormUnit, spent: bool) -> Markup:
    """2.1.1e, 2.1.1f The same, each figure explained."""
    if spent:
        return figures(("spent-defense", unit.spent_defense))
    printed = ("firepower", unit.firepower), ("defense", unit.defense)
    return (
        figures(*printed) if unit.is_strongpoint else figures(*printed, ("movement", unit.movement))
    )


def _band(unit: StormUnit, spent: bool) -> Markup:
    """The division's stripe with the unit's name; a name alone for independent units."""
    stripe = Markup()
    if unit.stripe is not None:
        band = (-art.HALF + 1.2, -art.HALF + 1.2, art.SIDE - 2.4, 9.2)
        stripe = rect(band, f"stripe stripe-{class_name(unit.stripe)}")
    # The folded corner of a spent counter needs room.
    wide, x = (30.0, -3.8) if spent else (37.0, 0.0)
    squeezed = wide if len(unit.name) * 4.1 > wide else None
    named = stripe + art.squeezed(unit.name, (x, -12.6), "unit-name", squeezed)
    if unit.stripe is None:
        return hinted("name", named, value=unit.name)
    return hinted("division", named, value=f"{unit.name}, {unit.stripe}")


def _circles(unit: StormUnit) -> Markup:
    """Set-up place left of the symbol, arrival turn right of it."""
    return joined(
        hinted(
            key,
            circle((x, -4.6), 4.2, "circled"),
            text(str(printed), x, -2.4, class_="chip-text circled-text"),
            value=str(printed),
        )
        for key, x, printed in (("set-up", -15.6, unit.setup), ("arrival", 15.6, unit.arrival))
        if printed is not None
    )


def _strongpoint(unit: StormUnit, spent: bool) -> Markup:
    return (
        hinted("strongpoint", group(None, bunker((0, -13)), class_="symbol"))
        + text("STRONGPOINT", 0, -3.4, class_="small", data_hint="strongpoint")
        + _values(unit, spent)
    )


def words(unit: StormUnit, spent: bool) -> str:
    """A unit in words, for whoever points at it or cannot see it."""
    if unit.is_strongpoint:
        said = [f"Strongpoint {unit.kind}"]
    else:
        said = [unit.name, unit.nationality.title(), WORDS[unit.type], unit.size]
        said += [f"division {unit.stripe}"] if unit.stripe else []
        said += ["airborne"] if unit.airborne else []
    if spent:
        return ", ".join([*said, f"spent, defense {unit.spent_defense}"])
    said += [f"firepower {unit.firepower}", f"defense {unit.defense}"]
    said += [] if unit.is_strongpoint else [f"movement {unit.movement}"]
    return ", ".join(said)
