"""15.0 The victory point sheet: the running total, and what the turn adds, item by item."""

from __future__ import annotations

from typing import Any

from beachhead.kernel.flipbook import capital, victory_level
from beachhead.storm import victory
from beachhead.storm.board import board
from beachhead.storm.state import LAST_TURN, Table, place_tag


def sheet(table: Table) -> dict[str, Any]:
    """15.0 The running total, with this turn's change item by item."""
    items = change(table)
    worth = sum(items.values())
    held = victory.beaches_held(table)
    won = held >= victory.BEACHES_TO_WIN and table.victory > victory.POINTS_TO_BEAT
    turn = f", {signed(worth)} this turn" if items else ""
    after = "after this turn, as things stand" if items else "so far"
    return {
        "title": f"Victory: {table.victory} points{turn}",
        "said": f" points {after}. {held} of 6 beaches are Allied.",
        "points": table.victory + worth,
        "items": [{"name": name, "points": points} for name, points in items.items()],
        "secured": table.victory,
        "level": "Allied victory" if won else "German victory",
        "groups": [
            _group("so-far", "So far", "the running total", table.victory, []),
            *_groups(items),
        ],
        "checks": [
            {
                "turn": LAST_TURN,
                "state": "now" if table.turn == LAST_TURN else "next",
                "rule": "15.0",
                "levels": [
                    victory_level("more than 30 points and 5 or 6 beaches", "Allied victory", won),
                    victory_level("anything else", "German victory", not won),
                ],
            }
        ],
    }


def change(table: Table) -> dict[str, int]:
    """15.0 What the turn is worth as things stand; nothing more once it has been counted."""
    counted = table.phase == "end" and not any(step[0] == "victory.count" for step in table.agenda)
    return {} if counted or table.phase in ("setup", "invasion") else victory.change(table)


def signed(points: int) -> str:
    """A number with its sign, + for nothing."""
    return f"{'−' if points < 0 else '+'}{abs(points)}"


def _groups(items: dict[str, int]) -> list[dict[str, Any]]:
    """15.0 What the turn adds and takes, by its kind."""
    places = {name: points for name, points in items.items() if name in board().numbers}
    other = {name: points for name, points in items.items() if name not in places}
    found = []
    for id_, title, note, sign in (
        ("allied", "Allied areas", "a line leads to a beach", 1),
        ("german", "German areas", "a line leads to a reinforcement box", -1),
    ):
        lines = [
            {"name": name, "points": points, "touches": [place_tag(board().place(name))]}
            for name, points in places.items()
            if points * sign > 0
        ]
        if lines:
            points = sum(places[str(line["name"])] for line in lines)
            found.append(_group(id_, title, note, points, lines))
    found += [_group(name.replace(" ", "-"), capital(name), "", n, []) for name, n in other.items()]
    return found


def _group(
    id_: str, title: str, note: str, points: int, lines: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "id": id_,
        "title": title,
        "note": note,
        "rule": "15.0",
        "points": points,
        "could": 0,
        "secured": 0,
        "lines": lines,
        "open": [],
    }
