"""15.0 The victory point sheet: the running total, and what the turn adds, item by item."""

from __future__ import annotations

from beachhead.page.book import Check, Level, PointGroup, PointLine, Victory, capital
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import LAST_TURN
from beachhead.storm.table.state import StormTable, place_tag
from beachhead.storm.victory import victory_points


def sheet(table: StormTable) -> Victory:
    """15.0 The running total, with this turn's change item by item."""
    items = change(table)
    worth = sum(items.values())
    held = victory_points.beaches_held(table)
    won, needed = victory_points.has_won(table), victory_points.points_to_beat(table)
    turn = f", {signed(worth)} this turn" if items else ""
    after = "after this turn, as things stand" if items else "so far"
    levels = [
        Level("Allied victory", won, f"more than {needed} points and 5 or 6 beaches"),
        Level("German victory", not won, "anything else"),
    ]
    return Victory(
        title=f"Victory: {table.victory} points{turn}",
        level="Allied victory" if won else "German victory",
        points=table.victory + worth,
        said=f" points {after}. {held} of 6 beaches are Allied.",
        groups=[
            PointGroup("so-far", "So far", "the running total", "15.0", table.victory),
            *_groups(items),
        ],
        checks=[Check(LAST_TURN, "now" if table.turn == LAST_TURN else "next", "15.0", levels)],
    )


def change(table: StormTable) -> dict[str, int]:
    """15.0 What the turn is worth as things stand; nothing more once it has been counted."""
    counted = table.phase == "end" and not list(table.to_do(victory_points.count))
    return {} if counted or table.phase in ("setup", "invasion") else victory_points.change(table)


def signed(points: int) -> str:
    """A number with its sign, + for nothing."""
    return f"{'−' if points < 0 else '+'}{abs(points)}"


def _groups(items: dict[str, int]) -> list[PointGroup]:
    """15.0 What the turn adds and takes, by its kind."""
    places = {name: points for name, points in items.items() if name in board().numbers}
    other = {name: points for name, points in items.items() if name not in places}
    found = []
    for id_, title, note, sign in (
        ("allied", "Allied areas", "a line leads to a beach", 1),
        ("german", "German areas", "a line leads to a reinforcement box", -1),
    ):
        lines = [
            PointLine(name, points, [place_tag(board().place(name))])
            for name, points in places.items()
            if points * sign > 0
        ]
        if lines:
            points = sum(line.points for line in lines)
            found.append(PointGroup(id_, title, note, "15.0", points, lines=lines))
    return found + [
        PointGroup(name.replace(" ", "-"), capital(name), "", "15.0", points)
        for name, points in other.items()
    ]
