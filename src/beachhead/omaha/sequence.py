"""4, 15 Sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from beachhead.kernel.sequence import Phase
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans import armor
from beachhead.omaha.landing import landing_and_tides
from beachhead.omaha.table import deck, telling
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import OmahaTable, is_extended, steps
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.victory import victory_points

Step = Callable[[OmahaTable], None]


PHASES = {
    "landing": Phase(
        "landing",
        "US Amphibious Operations Phase",
        "4.I",
        {"us-amphib": "US Amphibious Operations Phase"},
    ),
    "event": Phase("event", "Event Phase", "4.II", {"event": "Event Phase"}),
    "fire": Phase("fire", "German Fire Phase", "4.III", {"german-fire": "German Fire Phase"}),
    "engineer": Phase(
        "engineer", "US Engineer Phase", "4.IV", {"us-engineer": "US Engineer Phase"}
    ),
    "action": Phase("action", "US Action Phase", "4.V", {"us-action": "US Action Phase"}),
    "end": Phase("end", "End of Turn", "4.VI", heads={"end-turn": "End of Turn"}),
}
"""4 The phases of a turn."""
EXTENDED_PHASES = {
    "landing": Phase("landing", "Amphibious Operations", "15.I"),
    "event": Phase("event", "First Event Phase", "15.II"),
    "fire": Phase("fire", "German Fire", "15.III"),
    "second-event": Phase("second-event", "Second Event Phase", "15.IV"),
    "engineer": Phase(
        "engineer",
        "US Engineer & HQ Phase",
        "15.V",
        {"us-engineer-hq": "US Engineer & HQ Phase"},
    ),
    "action": Phase("action", "US Action Phase", "15.VI"),
    "end": Phase("end", "End of Turn", "15.VII"),
}
"""15 The same from Turn 17."""


def phases(table: OmahaTable) -> Mapping[str, Phase]:
    """4, 15 The phases of this turn, in order."""
    return EXTENDED_PHASES if is_extended(table) else PHASES


def rest_of_turn(table: OmahaTable, phase: str) -> list[Step]:
    """4, 15 What is done in this turn from a phase on."""
    done = EXTENDED_STEPS if is_extended(table) else STEPS
    listed = list(EXTENDED_PHASES)
    first = listed.index(phase)
    return [step for each in listed[first:] for step in done.get(each, ())]


@steps.step("sequence.play_turn")
def play_turn(table: OmahaTable) -> None:
    """4a The phases of a turn, in order; 15 from Turn 17 those of the extended game."""
    number, turn = table.turn, charts().turn(table.turn)
    rule = "15" if is_extended(table) else "4"
    table.tell(rule, telling.TURN, lambda: f"Turn {number}, {turn.time} hours, {turn.tide} tide.")
    if is_extended(table):
        table.then(extended_turn)
    else:
        table.then(*rest_of_turn(table, "landing"))


@steps.step("sequence.extended_turn")
def extended_turn(table: OmahaTable) -> None:
    """15, 15.I-a, 14c Two Event Phases around German fire, and engineers and HQs in one phase."""
    table.then(*rest_of_turn(table, "landing"))


@steps.step("sequence.end_of_turn")
def end_of_turn(table: OmahaTable) -> None:
    """4.VI-b, 15.VII, FB.end-of-turn-a Cards to the discard pile, shuffle if the track says so,
    next turn."""
    table.phase = "end"
    deck.discard_track(table)
    _clear_the_turn(table)
    if charts().turn(table.turn).shuffle:
        deck.shuffle(table)
    if victory_points.is_checked(table):
        table.then(victory_points.determine, next_turn)
    else:
        next_turn(table)


def _clear_the_turn(table: OmahaTable) -> None:
    """4.VI, EV.smoke-b What lasts for one turn only is over."""
    table.fire_cards = (0, 0)
    table.smoke = 0
    table.plunging_fire = False
    table.action_change = 0
    table.second_event = False
    table.snipers = 0
    table.engineers_limited = False
    table.shelled = (False, False)
    table.armor_this_turn = False


@steps.step("sequence.next_turn")
def next_turn(table: OmahaTable) -> None:
    """4.VI-c The turn marker moves on."""
    table.turn += 1
    table.then(play_turn)


STEPS: Mapping[str, Sequence[Step]] = {
    "landing": (landing_and_tides.amphibious_phase,),
    "event": (event_phase.event_phase,),
    "fire": (fire_phase.fire_phase,),
    "engineer": (beach_obstacles.engineer_phase,),
    "action": (action_phase.action_phase,),
    "end": (end_of_turn,),
}
"""4 What is done in each phase."""
EXTENDED_STEPS: Mapping[str, Sequence[Step]] = {
    "landing": (beach_obstacles.demolition, landing_and_tides.amphibious_phase),
    "event": (event_phase.first_event_phase,),
    "fire": (fire_phase.fire_phase,),
    "second-event": (event_phase.second_event_phase,),
    "engineer": (beach_obstacles.engineer_and_hq_phase,),
    "action": (action_phase.action_phase,),
    "end": (armor.end_of_turn, end_of_turn),
}
"""15 The same from Turn 17."""
