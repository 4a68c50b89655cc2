"""15 Victory points."""

from __future__ import annotations

from functools import partial

from beachhead.kernel.bits import members
from beachhead.kernel.play import Result
from beachhead.storm.table import telling
from beachhead.storm.table.board import AREA_SET, ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.schema import SIDES
from beachhead.storm.table.state import (
    ALLIED,
    PlaceSet,
    StormTable,
    controls,
    place_name,
    place_tag,
    plays_otherwise,
    steps,
    unit_name,
    units_at,
)

BEACHES_TO_WIN = 5
POINTS_TO_BEAT = 30
BID = "bid"
"""15.0g The setting by which players agree on other points, so that the sides are even."""
BIDS = tuple(range(-50, 151, 5))
LOSS, AIRBORNE_LOSS = 2, 1


def allied_line(table: StormTable) -> PlaceSet:
    """15.0a The Allied areas from which a line of controlled areas leads to a beach (S-13)."""
    the = board()
    ways = the.adjacent if plays_otherwise(table, "chains-across-line") else the.allied_adjacent
    return _linked(the.beaches & table.allied_control, table.allied_control, ways)


def german_line(table: StormTable) -> PlaceSet:
    """15.0b The German areas from which a chain of controlled areas leads to a reinforcement
    box."""
    the, held = board(), AREA_SET & ~table.allied_control
    beside = 0
    for zone in ZONES:
        beside |= the.adjacent[zone]
    return _linked(beside & held, held, the.adjacent)


def _linked(start: PlaceSet, held: PlaceSet, ways: tuple[PlaceSet, ...]) -> PlaceSet:
    reached = frontier = start
    while frontier:
        onward = 0
        for area in members(frontier):
            onward |= ways[area]
        frontier = onward & held & ~reached
        reached |= frontier
    return reached


def change(table: StormTable) -> dict[str, int]:
    """15.0a to 15.0f What the turn is worth as things stand, item by item; units in reinforcement
    boxes count in halves, rounded down together (S-14)."""
    the, line = board(), allied_line(table)
    found: dict[str, int] = {}
    for area in members(line):
        if the.areas[area].vp:
            found[place_name(area)] = the.areas[area].vp
    halves = sum(
        units_at(table, zone, ALLIED).bit_count() * the.half_vp[zone]
        for zone in ZONES
        if the.adjacent[zone] & line
    )
    losses = -sum(price_of_loss(unit) for unit in members(table.lost))
    german = [area for area in members(german_line(table)) if the.areas[area].vp]
    units = halves // 2
    if units:
        found["units beyond the map"] = units
    for area in german:
        found[place_name(area)] = -the.areas[area].vp
    if losses:
        found["Allied units lost"] = losses
    return found


def price_of_loss(unit: int) -> int:
    """15.0f What a lost Allied unit costs."""
    return AIRBORNE_LOSS if pieces().units[unit].airborne else LOSS


@steps.step("victory.count")
def count(table: StormTable) -> None:
    """15.0d, 5.1c The turn's change is added to the running total; losses are counted once."""
    items = change(table)
    for name, points in items.items():
        where = [place_tag(board().place(name))] if name in board().numbers else []
        table.tell("15.0", telling.POINTS, partial(_item, name, points), where, points=points)
    lost, table.lost = table.lost, 0
    if lost:
        table.tell(
            "15.0",
            telling.LOSSES,
            lambda: f"Lost this turn: {', '.join(map(unit_name, members(lost)))}.",
        )
    now = table.victory = table.victory + sum(items.values())
    table.tell("15.0", telling.TOTAL, lambda: f"The Allied total is {now} VP.", points=now)


def _item(name: str, points: int) -> str:
    return f"{name}: {'+' if points > 0 else '−'}{abs(points)} VP."


def beaches_held(table: StormTable) -> int:
    return sum(controls(table, ALLIED, beach) for beach in members(board().beaches))


def points_to_beat(table: StormTable) -> int:
    """15.0g The points that the Allies must have more of: 30, or what the players bid."""
    return int(table.house.get(BID, POINTS_TO_BEAT))


def has_won(table: StormTable) -> bool:
    """15.0g Whether the Allies have the beaches and the points."""
    return beaches_held(table) >= BEACHES_TO_WIN and table.victory > points_to_beat(table)


@steps.step("victory.determine")
def determine(table: StormTable) -> None:
    """15.0g, 15.0h The Allies win with five or six beaches and more than 30 points, or the bid."""
    held, won = beaches_held(table), has_won(table)
    winner = "allied" if won else "german"
    who = "Allied" if won else "German"
    text = f"{who} victory: {table.victory} VP and {held} beaches."
    result = Result([winner], text, "15.0", {"points": table.victory, "beaches": held})
    table.tell("15.0", telling.END, result.text, points=table.victory, beaches=held)
    assert winner in SIDES
    table.finish(result)
