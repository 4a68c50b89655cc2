"""4 Sequence of play."""

from __future__ import annotations

from beachhead.omaha import actions, deck, engineers, events, fire, landing, victory
from beachhead.omaha.charts import charts
from beachhead.omaha.state import Table, steps


@steps.step
def play_turn(table: Table) -> None:
    """4 The phases of a turn, in order."""
    turn = charts().turn(table.turn)
    table.tell("4", "turn", f"Turn {table.turn}, {turn.time} hours, {turn.tide} tide.")
    table.then(
        landing.amphibious_phase,
        events.event_phase,
        fire.fire_phase,
        engineers.engineer_phase,
        actions.action_phase,
        end_of_turn,
    )


@steps.step
def end_of_turn(table: Table) -> None:
    """4.VI Cards to the discard pile, shuffle if the track says so, next turn."""
    table.phase = "end"
    deck.discard_track(table)
    table.fire_cards = [0, 0]
    table.smoke = 0
    table.plunging_fire = False
    table.action_change = 0
    if charts().turn(table.turn).shuffle:
        deck.shuffle(table)
    if table.turn == table.last_turn:
        table.then(victory.determine)
        return
    table.turn += 1
    table.then(play_turn)
