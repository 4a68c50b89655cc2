"""13 Winning and losing the First Waves."""

from __future__ import annotations

from beachhead.kernel.play import Result
from beachhead.omaha.board import Position
from beachhead.omaha.charts import charts
from beachhead.omaha.control import victory_control
from beachhead.omaha.state import Table, lore, steps


def victory_points(table: Table) -> dict[str, int]:
    """13.2, 13.21 The points for each position and draw under US control."""
    worth = charts().victory_points["basic"]
    the_board = lore().board
    held = victory_control(table)
    points: dict[str, int] = {}
    for position in the_board.positions:
        if position.area & ~held == 0:
            points[position.name] = worth[_kind_of_position(position)]
    for name, hexes in the_board.draws.items():
        if hexes & ~held == 0:
            points[f"Draw {name}"] = worth["draw_controlled"]
    return points


def _kind_of_position(position: Position) -> str:
    """13.2 What the schedule of points calls a position."""
    if not position.is_wn:
        return "reinforcement_position_controlled"
    if len(position.hexes) > 1:
        return "two_hex_wn_both_hexes_controlled"
    return "wn_position_controlled"


@steps.step
def determine(table: Table) -> None:
    """13.2 Count the points at the end of the last turn."""
    points = victory_points(table)
    total = sum(points.values())
    for name, value in points.items():
        table.tell("13.2", "points", f"{name} is in US control: {value} VP.", points=value)
    level = charts().victory(table.scenario, table.turn, total)
    assert level is not None, f"{table.scenario} has no victory level for {total} VP"
    seats = ["us"] if table.players == 1 else ["1st", "29th"]
    text = f"{level.result} with {total} VP."
    table.tell("13.2", "end", text, points=total)
    winners = seats if "victory" in level.result else []
    table.finish(Result(winners, text, "13.2", {"points": total}))
