"""Overlays of the board: ranges, zones of control, supply, odds, control, invasions, arrivals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial

from beachhead.dday91.combat.separating_combats import whole_attack
from beachhead.dday91.movement import supply
from beachhead.dday91.movement.normal_movement import group_of, refuse_mover
from beachhead.dday91.movement.ranges import allowance, reach
from beachhead.dday91.odds import chances, percent, winning
from beachhead.dday91.sea import crossings, invasions
from beachhead.dday91.setup.placing_units import awaited
from beachhead.dday91.table import state
from beachhead.dday91.table.board import board
from beachhead.dday91.table.reconstructions import board_of
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, Combat, DDayTable
from beachhead.dday91.table.zones_of_control import zones
from beachhead.dday91.why_not.units_and_hexes import find_unit
from beachhead.kernel.bits import members
from beachhead.kernel.grid import HexSet
from beachhead.page import overlays
from beachhead.page.overlays import GRAY, GREEN, RED, Look

CHANCES = (("extreme", 0.75), ("high", 0.5), ("medium", 0.25), ("low", 0.0))
"""The classes of attacks, and the chance to win from which each begins."""

MARKS = {
    **overlays.SIGNS,
    "allied": "★",
    "german": "✚",
    "both": "✱",
    "source": "⊛",
    "cut": "✗",
    "open": "↓",
    "held": "⚔",
}
"""A sign for each class, for color is never the only carrier of meaning."""

_mark = partial(overlays.mark, state.hex_tag, state.hex_label)
_laid = partial(overlays.laid, MARKS)
_sides = partial(overlays.asked_sides, SIDES)


# --- 3b where a unit or an army can go


def _range(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """3b Where a unit, or an army with its holding box, can go, and what it costs."""
    if "unit" not in parameters:
        return overlays.Laid(hint="Click a unit or an army headquarters to see where it can go.")
    unit = find_unit(parameters["unit"])
    if table.hex[unit] < 0:
        return overlays.Laid(hint=f"{state.unit_name(unit)} is not on the board.")
    if not state.movement_factor(table, unit):
        return overlays.Laid(hint=f"{state.unit_name(unit)} has a movement factor of 0.")
    group = table.moving if unit in table.moving else group_of(table, unit)
    threatened = zones(table, state.enemy(state.side_of(unit)))
    found = reach(table, group)
    marks = [
        _mark(
            hex_,
            "last" if threatened >> hex_ & 1 else "near",
            f"{found.cost[hex_]} movement factors"
            + (", in an enemy zone of control: it must stop" if threatened >> hex_ & 1 else ""),
            str(found.cost[hex_]),
        )
        for hex_ in found
    ]
    marks.append(overlays.Mark(state.unit_tag(unit), "here", state.unit_name(unit)))
    single, double = (allowance(table, unit, into_zone=zone) for zone in (True, False))
    refused = None if unit in table.moving else refuse_mover(table, unit)
    why = f" Not now: {refused.text}." if refused is not None and table.moves[table.side] else ""
    return _laid(
        marks,
        hint=f"{state.names(group)}: {single} factors to fight or to enter an enemy zone of "
        f"control, {double} otherwise.{why}",
        here=state.unit_name(unit),
        near="can be reached; the number is the cost",
        last="in an enemy zone of control: it stops there",
    )


# --- 2c zones of control


def _zones(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """2c The zones of control of both sides."""
    found = {side: zones(table, side) for side in _sides(parameters)}
    marks = [_mark(hex_, class_, f"zone of control: {said}") for hex_, class_, said in _both(found)]
    allied, german = (f"{state.side_name(side)} zone of control" for side in (ALLIED, GERMAN))
    return _laid(marks, allied=allied, german=german, both="of both sides")


def _both(found: Mapping[int, HexSet]) -> Iterator[tuple[int, str, str]]:
    """The hexes that lie in the sets of the sides: class and word for each."""
    for hex_ in board().grid.names:
        sides = [side for side, hexes in found.items() if hexes >> hex_ & 1]
        if sides:
            class_ = "both" if len(sides) > 1 else SIDES[sides[0]]
            yield hex_, class_, " and ".join(state.side_name(side) for side in sides)


# --- 3c supply


def _supply(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """3c Where supply reaches, its sources, who is cut off; and the line of one unit."""
    unit = find_unit(parameters["unit"]) if "unit" in parameters else None
    sides = _sides(parameters)
    found = {side: supply.supplied_hexes(table, side) & board().land for side in sides}
    marks = {hex_: _mark(hex_, class_, said) for hex_, class_, said in _both(found)}
    for side in sides:
        for hex_ in members(supply.sources(table, side)):
            said = f"{state.side_name(side)} supply source"
            marks[hex_] = _mark(hex_, f"{SIDES[side]} source", said, "source")
    listed = []
    for side in sides:
        for each in members(supply.out_of_supply(table, side)):
            hex_ = table.hex[each]
            marks[hex_] = _mark(hex_, "cut", f"{state.unit_name(each)} is cut off", "cut off")
            listed.append(f"{state.unit_name(each)} in {state.hex_label(hex_)} is cut off")
    arrows = []
    if unit is not None and table.hex[unit] >= 0 and state.side_of(unit) in sides:
        line = _line(table, unit)
        arrows = [
            overlays.Arrow(state.hex_tag(one), state.hex_tag(other), SIDES[state.side_of(unit)])
            for one, other in itertools.pairwise(line)
        ]
    return _laid(
        marks.values(),
        arrows=arrows,
        listed=listed,
        hint="Click a unit to see its line of supply." if unit is None else "",
        allied="Allied supply reaches it",
        german="German supply reaches it",
        both="both",
        source="supply source",
        cut="cut off: no Moves, no zone of control",
    )


def _line(table: DDayTable, unit: int) -> list[int]:
    """3c The shortest line of a unit to a source of supply."""
    side, start = state.side_of(unit), table.hex[unit]
    sources, open_ = supply.sources(table, side), supply.supplied_hexes(table, side)
    before, frontier = {start: start}, [start]
    ways = board().ground if side == GERMAN else board().adjacent
    for here in frontier:
        if sources >> here & 1:
            line = [here]
            while before[line[-1]] != line[-1]:
                line.append(before[line[-1]])
            return line
        near = ways[here]
        if side == ALLIED and supply.open_sea() >> here & 1:
            near |= supply.open_sea()
        for there in members(near & open_):
            if there not in before:
                before[there] = here
                frontier.append(there)
    return []


# --- 4c odds


def _odds(table: DDayTable, _: overlays.Parameters) -> overlays.Laid:
    """4c The chance to win each hex with everybody who could attack it now."""
    marks = []
    for hex_ in members(state.occupied(table, state.enemy(table.side))):
        units = whole_attack(table, hex_) if board().is_land(hex_) else 0
        if not units:
            continue
        chance = winning(chances(table, Combat(hex_, units)))
        class_ = overlays.grade(CHANCES, chance)
        said = f"{percent(chance)} of throws won with {state.names(units)}"
        marks.append(_mark(hex_, class_, said, percent(chance), round(chance, 2)))
    grades = (
        (name, f"{round(100 * least)}% or more" if least else "less") for name, least in CHANCES
    )
    return _laid(
        marks,
        *grades,
        listed=[each.label for each in marks],
        hint=f"{state.side_name(table.side)} attacks with everybody who could take part now, each "
        "hex by itself; a unit fights only once.",
    )


# --- 2e control


def _control(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """2e Who controls which hexes."""
    sides = _sides(parameters)
    marks = [
        _mark(hex_, SIDES[side], f"{state.side_name(side)} control")
        for hex_ in members(board().land)
        for side in sides
        if state.controls(table, side, hex_)
    ]
    return _laid(marks, allied="Allied control", german="German control")


# --- 3e2 invasions


def _invasions(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """3e2 The invasion hexes with their price, and who defends the beaches."""
    unit = find_unit(parameters["unit"]) if "unit" in parameters else None
    marks: dict[int, overlays.Mark] = {}
    arrows = []
    for hex_, invasion in board_of(table).invasions.items():
        price = f"{crossings.price(invasion)} Moves a unit"
        class_ = "allied"
        if unit is not None and state.side_of(unit) == ALLIED and table.step == "invasion":
            refused = invasions.refuse_invasion(table, unit, hex_)
            class_, price = ("allied", price) if refused is None else ("cut", refused.text)
        short = f"{crossings.price(invasion)} M"
        marks[hex_] = _mark(hex_, class_, f"invasion hex {invasion.number}, {price}", short)
        for beach in members(invasion.targets):
            arrows.append(overlays.Arrow(state.hex_tag(hex_), state.hex_tag(beach), "allied"))
            foes = state.units_in(table, beach, GERMAN)
            said = f"defended by {state.names(foes)}" if foes else "nobody defends"
            marks[beach] = _mark(beach, "held" if foes else "open", said)
    return _laid(
        marks.values(),
        arrows=arrows,
        allied="invasion hex, with its price",
        open="a beach that nobody defends",
        held="a beach with defenders",
        **({} if unit is None else {"cut": "not for this unit"}),
    )


# --- 3f reinforcements


def _reinforcements(table: DDayTable, parameters: overlays.Parameters) -> overlays.Laid:
    """3f Who may enter where, and when."""
    listed, marks = [], {}
    for side in _sides(parameters):
        who = state.side_name(side)
        for group, units in awaited(table, SIDES[side]):
            turn = max(group.turn or 1, table.turn)
            listed.append(f"Turn {turn}, {who}: {state.names(units)} in {group.label}")
            for hex_ in members(group.hexes):
                if hex_ not in marks and state.controls(table, side, hex_):
                    said = f"{who} reinforcements from Turn {turn}"
                    marks[hex_] = _mark(hex_, SIDES[side], said, f"T{turn}")
    return _laid(
        marks.values(),
        listed=listed,
        allied="Allied units may enter here",
        german="German units may enter here",
    )


STYLE = overlays.style(
    {
        ":is(.zones, .supply, .control).allied": Look(*GREEN, 0.28, width=0.6),
        ":is(.zones, .supply, .control).german": Look("#3b2f6b", "#241c45", 0.28, width=0.6),
        ":is(.zones, .supply).both": Look("#c27a12", "#6b4206", 0.36, width=0.6),
        ".supply.source": Look("", "#fffaea", 0.7, width=3),
        ":is(.supply, .invasions).cut": Look(*RED, 0.35, "66", 2.4, "6 4"),
        ".odds.low": Look(*RED, 0.12, "22", 2),
        ".odds.medium": Look(*RED, 0.26, "55", 2),
        ".odds.high": Look("#c27a12", RED[1], 0.42, "88", 2),
        ".odds.extreme": Look(*GREEN, 0.5, "99", 2),
        ".invasions.allied": Look("#0b6fb3", "#0b3f7d", 0.4, "88", 2),
        ".invasions.open": Look(*GREEN, 0.38, "77"),
        ".invasions.held": Look(*RED, 0.26, "55"),
        ".reinforcements.allied": Look(*GREEN, 0.34),
        ".reinforcements.german": Look(*GRAY, 0.4),
    }
)
STYLE += ".legend-swatch.supply.source{background:#3f7a1fcc;border:2px solid #fffaea;color:#fff}"
OVERLAYS = (
    overlays.Overlay("range", "Movement range of a unit or army", "g", "3b", _range, {"unit": ()}),
    overlays.Overlay("zones", "Zones of control", "z", "2c", _zones, {"side": SIDES}),
    overlays.Overlay("supply", "Supply", "s", "3c", _supply, {"side": SIDES, "unit": ()}),
    overlays.Overlay("odds", "Odds of attacks now", "d", "4c", _odds),
    overlays.Overlay("control", "Control", "t", "2e", _control, {"side": SIDES}),
    overlays.Overlay("invasions", "Invasion hexes", "b", "3e2", _invasions, {"unit": ()}),
    overlays.Overlay(
        "reinforcements", "Reinforcements to come", "w", "3f", _reinforcements, {"side": SIDES}
    ),
)
"""What can be laid over the board, and the key for it."""
