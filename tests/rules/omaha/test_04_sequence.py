"""4 Sequence of play."""

from __future__ import annotations

import pytest

import beachhead
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.state import OmahaTable
from situations import decision, options, play, run, table_of, texts, unit

PHASES = ["landing", "event", "fire", "engineer", "action", "end"]


def cards(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


@rule("omaha", "4a")
def test_the_phases_of_a_turn_in_order() -> None:
    table = table_of("turn 2")
    sequence.play_turn(table)
    todo = [entry[0] for entry in reversed(table.agenda)]
    assert todo == [
        "landing.amphibious_phase",
        "events.event_phase",
        "fire.fire_phase",
        "engineers.engineer_phase",
        "actions.action_phase",
        "sequence.end_of_turn",
    ]


@rule("omaha", "4a", "2.1s", "4.VI-a", "4.VI-c")
def test_a_game_goes_through_the_phases_turn_by_turn() -> None:
    state = beachhead.load("omaha").setup("first-waves")
    seen: list[tuple[int, int]] = []
    track: list[int] = []
    while not state.over and state.position.turn < 4:
        table = state.position
        now = (table.turn, PHASES.index(table.phase))
        if seen and now[0] == seen[-1][0]:
            assert table.track[: len(track)] == track, "cards stay on the track for the turn"
        if not seen or seen[-1] != now:
            seen.append(now)
        track = table.track[:]
        assert invariants(table) == []
        state.apply(state.decision.options[0])
    assert seen == sorted(seen)
    visited = [[PHASES[phase] for turn, phase in seen if turn == number] for number in (1, 2, 3)]
    assert visited == [
        ["landing", "fire", "action"],
        ["landing", "event", "fire", "engineer", "action"],
        ["landing", "event", "fire", "engineer", "action"],
    ]


@rule("omaha", "4b")
def test_play_stops_at_once_on_catastrophic_loss() -> None:
    state = beachhead.load("omaha").setup("first-waves", seed=0)
    while not state.over:
        state.apply(state.decision.options[-1])
    assert state.result is not None
    assert state.result.rule == "13.1", "who only ever passes is thrown back into the sea"
    assert state.position.turn < 16
    assert state.position.agenda == []
    assert state.news[-1].kind == "end", "nothing happens after the end"


# --- 4.VI


@rule("omaha", "4.VI-a", "2.1s")
def test_cards_on_the_track_are_discarded() -> None:
    table = table_of("turn 4\ndiscards 3 17\ncard-track 24 5")
    run_to_next_turn(table)
    assert table.track == ()
    assert table.discards == cards(3, 17, 24, 5)
    assert table.deck == ALL_CARDS & ~table.discards


@rule("omaha", "4.VI-b")
@pytest.mark.parametrize("turn", range(1, 16))
def test_the_discards_are_shuffled_back_when_the_track_says_so(turn: int) -> None:
    table = table_of(f"turn {turn}\ndiscards 3 17\ncard-track 24")
    run_to_next_turn(table)
    shuffled = turn in (6, 13)
    assert charts().turn(turn).shuffle == shuffled
    assert (table.discards == 0) == shuffled
    assert (table.deck == ALL_CARDS) == shuffled


@rule("omaha", "4.VI-c")
def test_the_turn_marker_moves_one_space() -> None:
    table = table_of("turn 4")
    run_to_next_turn(table)
    assert table.turn == 5


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    table = table_of("turn 5\ndeck 7\ncard-track 24")
    table.discards = ALL_CARDS & ~cards(7, 24)
    run(table, sequence.play_turn)
    asked = decision(table)
    assert asked is not None
    assert options(table) == ["card-7"]
    play(table, "card-7")
    while (asked := decision(table)) is not None and asked.kind != "draw":
        play(table, options(table)[0])
    assert "card-7" not in options(table)
    assert "card-24" not in options(table), "what lies on the track stays there"
    assert len(options(table)) == 52


def test_what_lasts_for_the_turn_ends_with_it() -> None:
    table = table_of("turn 5\nsmoke WN62\nplunging-fire\naction-change -1\nnaval 2")
    run_to_next_turn(table)
    assert (table.smoke, table.plunging_fire, table.action_change) == (0, False, 0)
    assert table.naval_fire == 2, "a naval fire marker may be kept (8.54)"


@rule("omaha", "FB.end-of-turn-a", "4.VI")
def test_the_end_of_a_turn_in_the_flipbook() -> None:
    """Stacking first, then the cards, then the marker."""
    table = table_of(
        "turn 6\ncard-track 24\ndiscards 3\n0714 A/1/16, B/1/16, C/1/16, 16HQ, Wyman\nbegin action"
    )
    play(table, "done")
    assert options(table) == ["unit-A/1/16", "unit-B/1/16", "unit-C/1/16"], "no leaders"
    told = texts(play(table, "unit-A/1/16"))
    assert table.steps_left[unit("A/1/16")] == 0
    assert table.steps_left[unit("B/1/16")] == 3
    order = [
        next(number for number, text in enumerate(told) if words in text)
        for words in ("is eliminated", "shuffled", "Turn 7")
    ]
    assert order == sorted(order)
    assert table.turn == 7


def run_to_next_turn(table: OmahaTable) -> None:
    """4.VI alone: what follows belongs to the next turn."""
    table.agenda.clear()
    sequence.end_of_turn(table)
    assert [entry[0] for entry in table.agenda] == ["sequence.play_turn"]
