"""5 Sequence of play."""

from __future__ import annotations

from beachhead.kernel.sequence import Phase
from beachhead.storm.cards import hands, interrupts
from beachhead.storm.impulses import choosing_impulses
from beachhead.storm.reinforcements import arriving
from beachhead.storm.table import telling
from beachhead.storm.table.board import board
from beachhead.storm.table.schema import LAST_TURN
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable, steps
from beachhead.storm.victory import victory_points

SUPPORT_POINTS = 4

PHASES = {
    phase.id: phase
    for phase in (
        Phase("setup", "Set-up", "3.0"),
        Phase("invasion", "Invasion", "4.0", heads={"invasion": "Special invasion phase"}),
        Phase(
            "impulses",
            "Impulses",
            "5.0",
            heads={"draw": "Cards and Support Points", "impulse": "Impulses"},
        ),
        Phase(
            "end", "End phase", "5.1", heads={"end-phase": "End phase", "victory": "Victory points"}
        ),
    )
}
"""5.0 The phases of a turn. Set-up and invasion are of Turn 1."""


@steps.step("sequence.play_turn")
def play_turn(table: StormTable) -> None:
    """5.0, 4.0v Cards, Support Points, impulses, end phase; Turn 1 has had its invasion (4.0)."""
    table.phase = "impulses"
    turn = table.turn
    table.tell("5.0", telling.TURN, lambda: f"Turn {turn}, {board().dates[turn - 1]}.", turn=turn)
    # 4.0 The hands of Turn 1 are drawn the other way round, at the end of the invasion.
    draw_first, draw_second = (ALLIED, GERMAN) if turn > 1 else (GERMAN, ALLIED)
    table.then(
        (hands.fill_hand, draw_first),
        (hands.fill_hand, draw_second),
        draw_support,
        take_impulses,
        end_phase,
    )


@steps.step("sequence.draw_support")
def draw_support(table: StormTable) -> None:
    """5.0d, 9.3.3d, 9.3.3e Four Support Points from Turn 2 on (S-04)."""
    if table.turn > 1:
        table.support = SUPPORT_POINTS
        table.tell(
            "5.0",
            telling.SUPPORT,
            lambda: f"The Allies have {SUPPORT_POINTS} Support Points this turn.",
            left=table.support,
        )


@steps.step("sequence.take_impulses")
def take_impulses(table: StormTable) -> None:
    """5.0f, 4.0w The Allies begin, unless a card gives the Germans the first impulse."""
    table.first = table.impulse = ALLIED
    table.passed = False
    table.then((interrupts.window, GERMAN, "turn_start"), choosing_impulses.impulse)


# --- 5.1 the end phase


@steps.step("sequence.end_phase")
def end_phase(table: StormTable) -> None:
    """5.1a to 5.1d, 12.2a Discards, fresh units, victory points, reinforcements."""
    table.phase = "end"
    table.tell("5.1", telling.PHASE, "End phase.")
    table.then(
        (hands.discard_at_end, ALLIED),
        (hands.discard_at_end, GERMAN),
        refresh,
        victory_points.count,
        (arriving.arrive, ALLIED),
        (arriving.arrive, GERMAN),  # 12.2c nobody has to leave a box
        end_of_turn,
    )


@steps.step("sequence.refresh")
def refresh(table: StormTable) -> None:
    """5.1b, 9.3.3d, 14.1e All units are turned to their fresh side; 14.1 the release may be rolled
    for anew."""
    table.spent = 0
    table.support = 0
    table.release_rolled = False
    table.tell("5.1", telling.REFRESH, "All units are fresh again.")


@steps.step("sequence.end_of_turn")
def end_of_turn(table: StormTable) -> None:
    """5.1e, 5.1f, 1.0b The next turn, or the end of the game after Turn 8."""
    if table.turn == LAST_TURN:
        table.then(victory_points.determine)
        return
    table.turn += 1
    table.then(play_turn)
