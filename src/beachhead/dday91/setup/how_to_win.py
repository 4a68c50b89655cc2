"""6b3, 6c3 How to win."""

from __future__ import annotations

from beachhead.dday91.table import telling
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    DDayTable,
    UnitSet,
    controls,
    hex_label,
    on_board,
    plays_otherwise,
    steps,
)
from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Result


def beyond_the_rhine(table: DDayTable) -> UnitSet:
    """6b3-a, 6c3-a The Allied ground units east of the Rhine, headquarters included (D-18)."""
    counted = pieces().ground
    if plays_otherwise(table, "rhine-count"):
        counted &= pieces().corps | pieces().divisions
    return set_of(
        unit
        for unit in members(on_board(table, ALLIED) & counted)
        if board().east_of_rhine >> table.hex[unit] & 1
    )


def conditions(table: DDayTable) -> dict[str, tuple[int, int]]:
    """6b3, 6c3 Each condition: how much there is, and how much is asked for."""
    scenario = charts().scenario[table.year]
    found = {
        "Allied ground units east of the Rhine": (
            beyond_the_rhine(table).bit_count(),
            scenario.allied_units_east,
        )
    }
    for city in members(scenario.allied_cities):
        found[f"{hex_label(city)} in Allied control"] = (int(controls(table, ALLIED, city)), 1)
    found["Allied corps eliminated"] = (
        table.corps_lost.bit_count(),
        scenario.corps_eliminated,
    )
    return found


def allied_conditions_met(table: DDayTable) -> bool:
    # 6b3-a, 6c3-a The Rhine and the cities.
    scenario = charts().scenario[table.year]
    return beyond_the_rhine(table).bit_count() >= scenario.allied_units_east and all(
        controls(table, ALLIED, city) for city in members(scenario.allied_cities)
    )


@steps.step("victory.determine")
def determine(table: DDayTable) -> None:
    """6b3-b, 6b3-c, 6c3-b, 6c3-c The Allies win by the Rhine and the cities, the Germans by Allied
    losses; else it is a draw."""
    rule = "6b3" if table.year == 1943 else "6c3"
    east, lost = beyond_the_rhine(table).bit_count(), table.corps_lost.bit_count()
    winners, text = _outcome(table, lost)
    table.tell(rule, telling.END, text, east=east, corps=lost)
    table.finish(Result(winners, text, rule, {"east of the Rhine": east, "corps lost": lost}))


def _outcome(table: DDayTable, lost: int) -> tuple[list[str], str]:
    if allied_conditions_met(table):
        return ["allied"], "Allied victory."
    if lost >= charts().scenario[table.year].corps_eliminated:
        return ["german"], f"German victory: {lost} Allied corps were eliminated."
    return [], "A draw: neither side has met its conditions."
