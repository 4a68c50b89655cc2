"""What lies on the map: units in hexes and holding boxes, control, turn and Moves.

Every unit is a group with the id `unit-<id>`, as `unit-5U`; control of a city is `control-G13`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from beachhead.art import counters as art
from beachhead.art.paths import Box, Point, around, grown, num
from beachhead.art.style_sheets import sheet_of
from beachhead.art.svg import (
    Markup,
    circle,
    figures,
    group,
    hint,
    hinted,
    joined,
    layer,
    markup,
    rect,
    stacked,
    text,
    titled,
)
from beachhead.dday91.drawing import cities, margin, signs
from beachhead.dday91.drawing.layout import center
from beachhead.dday91.drawing.symbols import WORDS, aircraft, symbol
from beachhead.dday91.table.board import Side, board
from beachhead.dday91.table.pieces import LETTERS, DDayUnit, pieces
from beachhead.dday91.table.schema import MOST_MOVES, SIDES
from beachhead.dday91.table.state import DDayTable, holder

LIVERY = {
    "us": "#5b6b34",
    "british": "#b79a5c",
    "canadian": "#b79a5c",
    "french": "#5a7390",
    "allied": "#47562a",
    "german": "#838d87",
    "ss": "#3d4244",
}
"""Olive, khaki, blue-gray, the darker olive of all Allies, and the two grays of the Germans."""
TINTS = {"british": "red", "canadian": "red", "french": "blue"}
"""Of the symbols."""
SCALES = {"army": 1.12, "army_group": 1.12, "supreme": 1.12}
SCALE = 1.0
SHRINKS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
STEP = 4.0
"""How far a counter in a stack lies up and right of the one beneath."""

Standing = tuple[DDayUnit, bool]
"""A unit, and whether it is reduced."""
Stacks = dict[int, list[Standing]]
"""By place."""


def standing(table: DDayTable) -> tuple[Stacks, Stacks]:
    """The units on the map by hex, and those in holding boxes (2d1) by army."""
    on_map: Stacks = {}
    boxed: Stacks = {}
    for unit, hex_ in enumerate(table.hex):
        if hex_ >= 0:
            army = _army(table, unit)
            stacks, place = (on_map, hex_) if army is None else (boxed, army)
            reduced = bool(table.reduced >> unit & 1)
            stacks.setdefault(place, []).append((pieces().units[unit], reduced))
    return on_map, boxed


def _army(table: DDayTable, unit: int) -> int | None:
    """2d1 The army in whose box a unit is; a harbor that is ashore is in none."""
    ashore = pieces().units[unit].is_marker and board().continent >> table.hex[unit] & 1
    return None if ashore else holder(table, unit)


def style() -> str:
    """The style sheet for everything that lies on the map."""
    faces = {f"n-{name}": color for name, color in LIVERY.items()}
    return art.style_sheet() + art.livery(faces) + sheet_of(__file__, "counters.css")


def layers(table: DDayTable, *, panels: bool = True) -> Markup:
    """Control, units and markers as layers of the map; all of it is open."""
    on_map, boxed = standing(table)
    allied = table.allied_control
    control = (_control(hex_, bool(allied >> hex_ & 1)) for hex_ in board().city_at)
    parts = [layer("control", *control), layer("units", *_on_map(table, on_map, boxed))]
    if panels:
        parts += [layer("held", *_in_boxes(table, boxed)), layer("markers", *_markers(table))]
    return stacked(parts)


# --- on the map


@lru_cache(256)
def _control(hex_: int, allied: bool) -> Markup:
    """2e Who controls a city."""
    city, side = board().city_at[hex_], "allied" if allied else "german"
    at = cities.flag_place(city)
    return titled(
        f"control-{board().name(hex_)}",
        f"{city.name} is under {side.title()} control",
        rect(around(at, 9.2, 8), "control-flag"),
        signs.control(at, side),
        class_=f"control {side}",
        data_hint=hint("control", side.title()),
    )


def _on_map(table: DDayTable, stacks: Stacks, boxed: Stacks) -> Iterator[Markup]:
    for hex_ in sorted(stacks, key=lambda one: center(one)[1]):
        x, y = center(hex_)
        units = sorted(stacks[hex_], key=lambda one: (one[0].army, one[0].index))
        shift = (len(units) - 1) / 2 * STEP
        for n, (unit, reduced) in enumerate(units):
            at = (x + n * STEP - shift, y - n * STEP + shift)
            holds = tuple(f"unit-{held.id}" for held, _ in boxed.get(unit.index, ()))
            yield counter(unit, reduced=reduced, at=at, states=_states(table, unit), holds=holds)
            if holds:
                yield _badge((at[0] + 20, at[1] - 20), len(boxed[unit.index]))


def _states(table: DDayTable, unit: DDayUnit) -> tuple[str, ...]:
    """What has become of a unit, in words; whether it has moved, in the movement step."""
    moved = (table.finished & ~table.invaders) if table.step == "movement" else 0
    sets = {"unsupplied": table.unsupplied, "moved": moved, "invading": table.invaders}
    return tuple(name for name, units in sets.items() if units >> unit.index & 1)


@lru_cache(256)
def _badge(at: Point, count: int) -> Markup:
    """How many units are in an army's holding box."""
    number = text(str(count), at[0], at[1] + 3.2, class_="stack-text")
    return hinted("holding-box", circle(at, 6.6, "stack-count"), number, value=count)


# --- beside the map


def _in_boxes(table: DDayTable, boxed: Stacks) -> Iterator[Markup]:
    for army, units in sorted(boxed.items()):
        for unit, reduced, at, shrink in spread(units, margin.army_box(pieces().units[army])):
            states = _states(table, unit)
            yield counter(unit, reduced=reduced, at=at, shrink=shrink, states=states)


def spread(units: Sequence[Standing], box: Box) -> list[tuple[DDayUnit, bool, Point, float]]:
    """Where the counters of a holding box stand: in rows, smaller in a crowd."""
    left, top, wide, high = box
    wide, high, top = wide - 6, high - margin.ARMY_HEAD - 6, top + margin.ARMY_HEAD + 3
    listed = sorted(units, key=lambda one: one[0].index)
    side = max(size(unit) for unit, _ in listed) + 2.4
    for shrink in SHRINKS:
        pace = side * shrink
        across = max(1, int(wide / pace))
        rows = -(-len(listed) // across)
        if rows * pace <= high:
            break
    x0 = left + 3 + (wide - min(across, len(listed)) * pace) / 2
    places = [
        (x0 + (n % across + 0.5) * pace, top + (n // across + 0.5) * pace)
        for n in range(len(listed))
    ]
    return [(*who, at, shrink) for who, at in zip(listed, places, strict=True)]


def _markers(table: DDayTable) -> Iterator[Markup]:
    yield _turn(table.turn, bad=table.bad_weather)
    yield from (_moves(side, table.moves[SIDES.index(side)]) for side in SIDES)
    if "initiative" in table.options:
        holder_ = SIDES[table.initiative]
        title = f"The {holder_.title()} side holds the initiative marker"
        star = signs.initiative(margin.initiative_place(holder_))
        yield art.marker("initiative", title, star, key="initiative")


def _turn(turn: int, *, bad: bool) -> Markup:
    left, top, wide, _ = box = margin.turn_box(turn)
    return art.marker(
        "turn-marker",
        f"Turn {turn}, {'bad' if bad else 'good'} weather",
        rect(grown(box, -4), "turn-marker bed", 5),
        rect(grown(box, -4), "turn-marker", 5),
        signs.weather((left + wide - 13, top + 14), bad=bad),
        key="turn",
    )


def _moves(side: Side, moves: int) -> Markup:
    left, top, wide, high = margin.moves_box(min(moves, MOST_MOVES))
    x, y = left + wide * (0.3 if side == "allied" else 0.7), top + high - 13
    letter = text(side[0].upper(), x, y + 3.6, class_="moves-letter")
    disc = circle((x, y), 9, f"moves-marker {side}")
    return art.marker(f"moves-{side}", f"{side.title()} Moves: {moves}", disc, letter, key="moves")


# --- one counter


def size(unit: DDayUnit) -> float:
    """How wide a counter is on the map."""
    return art.SIDE * SCALES.get(unit.size or "", SCALE)


@lru_cache(2048)  # most counters stay where they are from one look at the table to the next
def counter(
    unit: DDayUnit,
    at: Point = (0.0, 0.0),
    *,
    reduced: bool = False,
    shrink: float = 1.0,
    states: tuple[str, ...] = (),
    holds: tuple[str, ...] = (),
) -> Markup:
    """1b1 A unit, on its front or its back; `states` are among unsupplied, moved, invading; 2d1 an
    army stands for those in its holding box."""
    if unit.is_marker:
        face = hinted("mulberry", signs.mulberry())
    elif unit.headquarters:
        face = _headquarters(unit)
    else:
        face = _combat(unit, reduced)
    scale = size(unit) / art.SIDE * shrink
    classes = [f"n-{livery(unit)}", unit.side, unit.type, *(["reduced"] if reduced else [])]
    for state, (class_, mark) in signs.MARKS.items():
        if state in states:
            classes += class_
            face += hinted(state, mark)
    return art.counter(
        f"unit-{unit.id}",
        at,
        group(None, face, transform=f"scale({num(scale, 3)})"),
        title=", ".join([words(unit, reduced), *states]),
        classes=classes,
        holds=holds,
    )


def livery(unit: DDayUnit) -> str:
    return "ss" if unit.side == "german" and "SS" in unit.label else unit.nation


def _combat(unit: DDayUnit, reduced: bool) -> Markup:
    """A corps, a division or an air unit."""
    parts = [art.square()]
    if reduced:
        stripe = rect((-art.HALF + 0.6, -9.4, art.SIDE - 1.2, 14.8), "white-stripe")
        parts.append(hinted("reduced", stripe))
    if unit.air:
        drawn = aircraft((3.4, -2.6), bomber=unit.strategic)
    else:
        drawn = symbol(unit.type, (1.0, -3.2))
    colored = group(None, drawn, class_=TINTS.get(unit.nation, "plain"))
    type_ = hinted("air" if unit.air else "type", colored, value=WORDS.get(unit.type, ""))
    parts += [_maple(unit), _labels(unit), type_]
    factors = text(_factors(unit, reduced), 0, 18.8, class_="factor")
    if not unit.air:
        kind = "mechanized" if unit.mechanized else "leg"
        factors = hinted(kind, rect((-17, 6.2, 34, 13.8), f"plate {kind}", 1.5), factors)
    return joined((*parts, factors))


def _factors(unit: DDayUnit, reduced: bool) -> Markup:
    """1b1 The factors on the side that shows."""
    combat, _, movement = (unit.reduced_factors if reduced else unit.factors).partition("-")
    return figures(("combat", combat), ("movement", movement)) if movement else markup(combat)


def _maple(unit: DDayUnit) -> Markup:
    """The red edge of Canadians."""
    if unit.nation != "canadian":
        return Markup()
    return hinted("canadian", rect((-20, -20, 3.4, 40), "maple"))


def _labels(unit: DDayUnit) -> Markup:
    left = -15.6 if unit.nation == "canadian" else -18.6
    label = "" if unit.division else unit.label
    start = "text-anchor:start"
    name = text(label, left, -11.4, class_="id", style=start, data_hint=hint("name", label))
    said = name if label else Markup()
    if unit.size is None:
        return said
    x, anchor = (0.0, "middle") if unit.division else (18.4, "end")
    style, letters = f"text-anchor:{anchor}", LETTERS[unit.size]
    return said + text(letters, x, -12.4, class_="size", style=style, data_hint=unit.size)


def _headquarters(unit: DDayUnit) -> Markup:
    """An army (square) or an army group or supreme headquarters (round): its name is boxed."""
    label, letters = unit.label, len(unit.label)
    wide, level, looks = (34.0, 2.6, "hq long") if letters > 3 else (26.0, 3.8, "hq")
    assert unit.size
    return (
        (signs.disc() if unit.round else art.square())
        + _maple(unit)
        + text(LETTERS[unit.size], 0, -12, class_="size", data_hint=unit.size)
        + hinted(
            "headquarters",
            rect((-wide / 2, -9.6, wide, 17), "line box-id", 1),
            art.squeezed(label, (0, level), looks, wide - 4 if letters > 5 else None),
            value=label,
        )
        + text(_factors(unit, reduced=False), 0, 18.2, class_="elim")
    )


def words(unit: DDayUnit, reduced: bool) -> str:
    """A unit in words, for whoever points at it or cannot see it."""
    if unit.is_marker:
        return unit.name
    if unit.headquarters:
        return f"{unit.name}, movement {unit.movement}"
    said = [unit.name]
    if not unit.air:
        said += [WORDS[unit.type], "mechanized" if unit.mechanized else "leg"]
    combat = "*" if unit.combat is None else unit.combat_when(reduced)
    said += ["reduced"] if reduced else []
    said += [f"combat {combat}", f"movement {unit.movement_when(reduced)}"]
    return ", ".join(said)
