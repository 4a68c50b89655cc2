"""4, 15 Sequence of play."""

from __future__ import annotations

from beachhead.omaha import (
    actions,
    armor,
    deck,
    engineers,
    events,
    fire,
    landing,
    victory,
)
from beachhead.omaha.charts import charts
from beachhead.omaha.state import Table, is_extended, steps


@steps.step("sequence.play_turn")
def play_turn(table: Table) -> None:
    """4a The phases of a turn, in order; 15 from Turn 17 those of the extended game."""
    turn = charts().turn(table.turn)
    rule = "15" if is_extended(table) else "4"
    table.tell(rule, "turn", f"Turn {table.turn}, {turn.time} hours, {turn.tide} tide.")
    if is_extended(table):
        table.then(extended_turn)
        return
    table.then(
        landing.amphibious_phase,
        events.event_phase,
        fire.fire_phase,
        engineers.engineer_phase,
        actions.action_phase,
        end_of_turn,
    )


@steps.step("sequence.extended_turn")
def extended_turn(table: Table) -> None:
    """15, 15.I-a, 14c Two Event Phases around German fire, and engineers and HQs in one phase."""
    table.then(
        engineers.demolition,
        landing.amphibious_phase,
        events.first_event_phase,
        fire.fire_phase,
        events.second_event_phase,
        engineers.engineer_and_hq_phase,
        actions.action_phase,
        armor.end_of_turn,
        end_of_turn,
    )


@steps.step("sequence.end_of_turn")
def end_of_turn(table: Table) -> None:
    """4.VI-b, 15.VII, FB.end-of-turn-a Cards to the discard pile, shuffle if the track says so,
    next turn."""
    table.phase = "end"
    deck.discard_track(table)
    _clear_the_turn(table)
    if charts().turn(table.turn).shuffle:
        deck.shuffle(table)
    if victory.is_checked(table):
        table.then(victory.determine, next_turn)
    else:
        next_turn(table)


def _clear_the_turn(table: Table) -> None:
    """4.VI, EV.smoke-b What lasts for one turn only is over."""
    table.fire_cards = [0, 0]
    table.smoke = 0
    table.plunging_fire = False
    table.action_change = 0
    table.second_event = False
    table.snipers = 0
    table.engineers_limited = False
    table.shelled = [False, False]
    table.armor_this_turn = False


@steps.step("sequence.next_turn")
def next_turn(table: Table) -> None:
    """4.VI-c The turn marker moves on."""
    table.turn += 1
    table.then(play_turn)
