"""Overlays of the board: ranges, lines for victory points, threats, stacking, what is printed."""

from __future__ import annotations

from functools import partial

from beachhead.kernel.bits import members
from beachhead.page import overlays
from beachhead.page.overlays import GRAY, GREEN, RED, Look
from beachhead.storm import movement
from beachhead.storm.impulses.unit_actions import actions, ready, strongest
from beachhead.storm.movement import reachable
from beachhead.storm.odds import Forecast, forecast
from beachhead.storm.reinforcements.schedule import schedule
from beachhead.storm.table import schema, state
from beachhead.storm.table.board import AREAS, PLACES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import ALLIED, Attack, StormTable
from beachhead.storm.victory import victory_points
from beachhead.storm.why_not import find_unit

MARKS = {
    **overlays.SIGNS,
    "allied": "★",
    "german": "✚",
    "cut": "✗",
    "full": "■",
    "half": "◧",
    "some": "□",
    "bocage": "▦",
    "american": "U",
    "commonwealth": "B",
    "both": "✚",
}
"""A sign for each class, for color is never the only carrier of meaning."""

_mark = partial(overlays.mark, state.place_tag, state.place_name)
_laid = partial(overlays.laid, MARKS)
_sides = partial(overlays.asked_sides, SIDES)

DAMAGES = (("extreme", 5.0), ("high", 3.0), ("medium", 1.5), ("low", 0.0))
"""The classes of threats, and the average damage from which each begins."""


# --- 8.0 where a unit can go


def _range(table: StormTable, parameters: overlays.Parameters) -> overlays.Laid:
    """8.0 Where a unit can go by itself, with the points it would have left."""
    if "unit" not in parameters:
        return overlays.Laid(hint="Click a unit to see where it can go.")
    unit = find_unit(parameters["unit"])
    if table.where[unit] < 0:
        return overlays.Laid(hint=f"{state.unit_name(unit)} is not on the map.")
    row = pieces().units[unit]
    if row.is_strongpoint:
        return overlays.Laid(hint="A strongpoint never moves.")
    points = movement.movement_points(1 << unit)
    left = reachable(table, unit)
    marks = [
        _mark(
            place,
            "last" if not rest else "near",
            f"{points - rest} of {points} movement points",
            f"{points - rest} MP",
            points - rest,
        )
        for place, rest in left.items()
    ]
    marks.append(overlays.Mark(state.unit_tag(unit), "here", row.name))
    spent = " It is spent: it moves again next turn." if table.spent >> unit & 1 else ""
    return _laid(
        marks,
        hint=f"{row.name}: {points} movement points.{spent}",
        here=row.name,
        near="can go on from here",
        last="as far as it gets",
    )


# --- 15.0 lines for victory points


def _lines(table: StormTable, _: overlays.Parameters) -> overlays.Laid:
    """15.0 Which areas count, for whom, and which are cut off."""
    allied, german = victory_points.allied_line(table), victory_points.german_line(table)
    marks = []
    for area in AREAS:
        worth = board().areas[area].vp
        own = bool(table.allied_control >> area & 1)
        side = "allied" if own else "german"
        linked = (allied if own else german) >> area & 1
        said = f"{side.title()}, {'in line' if linked else 'cut off'}"
        short = ""
        if worth:
            short = f"{'+' if own else '−'}{worth} VP" if linked else f"(0 of {worth} VP)"
        marks.append(_mark(area, side if linked else f"{side} cut", said, short))
    return _laid(
        marks,
        allied="Allied, and a line of Allied areas leads to a beach",
        german="German, and a line of German areas leads to a reinforcement box",
        cut="cut off: counts for nobody",
    )


# --- 9.3 what can be attacked


def best_attacks(table: StormTable, side: int) -> dict[int, tuple[Forecast, str]]:
    """9.1, 11.0 For each area that a side can attack now: what its best attack promises, and who
    makes it."""
    found: dict[int, tuple[Forecast, str]] = {}
    for place, nation, _ in ready(table, side):
        for kind, there in actions(table, side, place, nation):
            if kind == "move":
                continue
            units = strongest(table, side, kind, place, there, nation)
            told = forecast(table, Attack(side, there, units, assault=kind == "assault"))
            if there not in found or told["average"] >= found[there][0]["average"]:
                how = "fire of" if kind == "fire" else "assault by"
                found[there] = told, f"{how} {state.names(units)}"
    return found


def _threats(table: StormTable, parameters: overlays.Parameters) -> overlays.Laid:
    """9.3 Where the units of a side can be attacked now, and how well."""
    marks: dict[int, overlays.Mark] = {}
    for side in _sides(parameters):
        for area, (told, who) in best_attacks(table, state.enemy(side)).items():
            some, average = told["some"], told["average"]
            if area in marks and marks[area].value >= average:
                continue
            class_ = overlays.grade(DAMAGES, average)
            said = f"{who}: damage in {round(100 * some)}%, {average:.1f} on average"
            marks[area] = _mark(
                area, class_, said, f"{round(100 * some)}% ⌀{average:.1f}", round(average, 2)
            )
    grades = (
        (class_, f"{least:g} damage or more on average" if least else "less")
        for class_, least in DAMAGES
    )
    return _laid(
        marks.values(),
        *grades,
        hint="The best attack by fresh units, before cards and Support Points: the chance of "
        "any damage, and the average.",
    )


# --- 8.1 stacking


def _stacking(table: StormTable, parameters: overlays.Parameters) -> overlays.Laid:
    """8.1 How full areas are."""
    marks = []
    for area in AREAS:
        counts = {
            side: movement.stack(table, side, area).bit_count() for side in _sides(parameters)
        }
        most = max(counts.values())
        if not most:
            continue
        class_ = "full" if most >= schema.STACKING_LIMIT else "half" if most >= 3 else "some"
        said = ", ".join(f"{count} {SIDES[side].title()}" for side, count in counts.items())
        short = " · ".join(
            f"{SIDES[side][0].upper()} {count}/6" for side, count in counts.items() if count
        )
        marks.append(_mark(area, class_, f"{said} of 6", short, most))
    return _laid(
        marks, full="six units of a side: nobody more may enter", half="three to five", some="fewer"
    )


# --- what is printed


def _bocage(table: StormTable, _: overlays.Parameters) -> overlays.Laid:
    """14.2 Bocage areas."""
    marks = []
    for area in members(board().bocage):
        fresh_here = state.fresh(table, state.units_at(table, area, ALLIED)).bit_count()
        said = "bocage" + (f", {fresh_here} fresh Allied units could be stopped" * bool(fresh_here))
        marks.append(_mark(area, "bocage", said, f"{fresh_here} fresh" if fresh_here else ""))
    return _laid(marks, bocage="bocage: German cards stop units, or double its value")


def _airborne(_table: StormTable, _: overlays.Parameters) -> overlays.Laid:
    """8.0 Where Allied airborne units may go."""
    marks = []
    for area in board().areas:
        if area.airborne:
            class_ = "both" if len(area.airborne) > 1 else area.airborne[0]
            said = " and ".join(nation.title() for nation in area.airborne)
            marks.append(_mark(area.place, class_, f"{said} airborne symbol"))
    return _laid(
        marks,
        american="American airborne units may enter",
        commonwealth="British airborne units may enter",
        both="both",
    )


def _reinforcements(table: StormTable, parameters: overlays.Parameters) -> overlays.Laid:
    """12.1 Who arrives where, and when."""
    coming: dict[int, dict[int, list[str]]] = {}
    sides = _sides(parameters)
    for turn, units in schedule(table).items():
        for unit in units:
            for place in (
                board().set_up_places(unit.setup) if state.side_of(unit.index) in sides else ()
            ):
                coming.setdefault(place, {}).setdefault(turn, []).append(unit.name)
    marks = []
    for place in PLACES:
        turns = coming.get(place)
        if turns is None:
            continue
        lines = [f"Turn {turn}: {', '.join(who)}" for turn, who in sorted(turns.items())]
        soon = min(turns)
        allied = place in board().beach_of or board().start_allied >> place & 1
        short = f"T{soon}: {len(turns[soon])}"
        marks.append(_mark(place, "allied" if allied else "german", "; ".join(lines), short))
    return _laid(
        marks,
        listed=[each.label for each in marks],
        allied="Allied units arrive here at the end of the turn",
        german="German units arrive here at the end of the turn",
    )


STYLE = overlays.style(
    {
        ":is(.lines, .reinforcements).allied": Look(*GREEN, 0.34),
        ":is(.lines, .reinforcements).german": Look(*GRAY, 0.4),
        ".lines.cut": Look("", "#9c1f18", 0.12, dashes="10 8"),
        ".threats.low": Look(*RED, 0.1, "22"),
        ".threats.medium": Look(*RED, 0.22, "44"),
        ".threats.high": Look(*RED, 0.38, "77"),
        ".threats.extreme": Look(*RED, 0.54, "bb"),
        ".stacking.full": Look(*RED, 0.42, "88"),
        ".stacking.half": Look("#e09b22", "#7a4d00", 0.34, "88"),
        ".stacking.some": Look(*GREEN, 0.2, "4d"),
        ".bocage": Look("#2f6b2a", "#1c451a", 0.4),
        ".airborne": Look("#2e6fb5", "#0d2f52", 0.3, "77"),
        ".airborne.commonwealth": Look("#b5642e", "#52300d", 0.3, "77"),
        ".airborne.both": Look("#7a4fa8", "#33184f", 0.3, "77"),
    }
)
OVERLAYS = (
    overlays.Overlay("range", "Movement range of a unit", "g", "8.0", _range, {"unit": ()}),
    overlays.Overlay("lines", "Lines for victory points", "t", "15.0", _lines),
    overlays.Overlay("threats", "What can be attacked now", "d", "9.3", _threats, {"side": SIDES}),
    overlays.Overlay("stacking", "Stacking", "s", "8.1", _stacking, {"side": SIDES}),
    overlays.Overlay("bocage", "Bocage", "b", "14.2", _bocage),
    overlays.Overlay("airborne", "Airborne symbols", "a", "8.0", _airborne),
    overlays.Overlay(
        "reinforcements", "Reinforcements to come", "w", "12.1", _reinforcements, {"side": SIDES}
    ),
)
"""What can be laid over the board, and the key for it."""
