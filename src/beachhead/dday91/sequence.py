"""2b The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import acquiring_and_spending_moves, normal_movement, supply
from beachhead.dday91.options import weather
from beachhead.dday91.reinforcements import entering, replacements
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table import telling
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.schema import LAST_TURN, SIDES
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, plays, side_name, steps
from beachhead.kernel.sequence import Phase

PHASES = {
    phase.id: phase
    for phase in (
        Phase("setup", "Set-up", "6a4"),
        Phase("new-moves", "New Moves", "3d", {"weather": "Weather"}),
        Phase("reinforcement", "Reinforcements", "3f"),
        Phase("replacement", "Replacements", "11b"),
        Phase("port-transfer", "Port transfers", "3e1"),
        Phase("invasion", "Invasions", "3e2"),
        Phase("movement", "Movement", "3"),
        Phase("combat", "Combat", "4", {"reaction": "Combat"}),
        Phase("supply", "Supply", "3c", {"victory": "Victory"}),
    )
}
"""2b The steps of a portion of the Turn."""
ALLIED_ONLY = ("port-transfer", "invasion")


@steps.step("sequence.play_turn")
def play_turn(table: DDayTable) -> None:
    """2b-a, TRT-a The Allied portion, then the German, in the month of the Turn."""
    turn = table.turn
    table.tell(
        "2b",
        telling.TURN,
        lambda: f"Turn {turn}, {charts().month(turn).title()}.",
        turn=turn,
    )
    table.bad_weather = False
    table.then((play_portion, ALLIED), (play_portion, GERMAN), end_of_turn)


@steps.step("sequence.play_portion")
def play_portion(table: DDayTable, side: int) -> None:
    """2b-b, 2b-c, 3e-a, QRC.sequence-a, QRC.sequence-b The steps of a side, with those of the
    options in use."""
    table.side = side
    table.unsupplied_before = table.unsupplied
    turn = table.turn
    table.tell(
        "2b",
        telling.PORTION,
        lambda: f"The {side_name(side)} portion of Turn {turn}.",
        side=SIDES[side],
    )
    opening: list[Callable[[DDayTable], object]] = [acquiring_and_spending_moves.new_moves]
    if side == ALLIED:
        sky = weather.weather_step
        opening = [sky, *opening] if _weather_first(table) else [*opening, sky]
    allied_only = (
        [port_transfers.port_transfer_step, invasions.invasion_step] if side == ALLIED else []
    )
    table.then(
        *opening,
        entering.reinforcement_step,
        replacements.replacement_step,
        *allied_only,
        normal_movement.movement_step,
        separating_combats.combat_step,
        supply.supply_step,
    )


def _weather_first(table: DDayTable) -> bool:
    """12c4, D-13 The Moves of the Mulberries (11a) depend on the weather of the Turn."""
    return plays(table, "acquiring-moves") and plays(table, "mulberries")


@steps.step("sequence.end_of_turn")
def end_of_turn(table: DDayTable) -> None:
    """5, 2b-e The next Turn, or the end of the game after Turn 12."""
    if table.turn == LAST_TURN:
        table.then(how_to_win.determine)
        return
    table.turn += 1
    table.then(play_turn)
