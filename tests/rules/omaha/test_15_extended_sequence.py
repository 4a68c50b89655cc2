"""15 The sequence of play from Turn 17."""

from __future__ import annotations

import random

import pytest

import beachhead
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.deck import ALL_CARDS
from beachhead.omaha.table.invariants import invariants
from beachhead.omaha.table.state import OmahaTable, equipment
from situations import card, decision, events, options, play, table_of, texts, unit

PHASES = ["landing", "event", "fire", "second-event", "engineer", "action", "end"]
DAY = "scenario d-day-at-omaha-beach\n"


def agenda(table: OmahaTable) -> list[str]:
    return [entry[0] for entry in reversed(table.agenda)]


@rule("omaha", "15a", "14a", "4a")
def test_the_phases_of_an_extended_turn_in_order() -> None:
    table = table_of(DAY + "turn 17")
    sequence.play_turn(table)
    sequence.steps.doing[table.agenda.pop()[0]](table)
    phases = [
        "landing.amphibious_phase",
        "events.first_event_phase",
        "fire.fire_phase",
        "events.second_event_phase",
        "engineers.engineer_and_hq_phase",
        "actions.action_phase",
        "sequence.end_of_turn",
    ]
    assert [step for step in agenda(table) if step in phases] == phases


@rule("omaha", "14a", "14b")
def test_turn_16_still_has_the_basic_sequence() -> None:
    table = table_of(DAY + "turn 16")
    sequence.play_turn(table)
    assert "events.event_phase" in agenda(table)
    assert "sequence.extended_turn" not in agenda(table)


@rule("omaha", "15a", "14c", "15.II-a", "15.IV-a")
def test_a_game_goes_through_the_phases_turn_by_turn() -> None:
    state = beachhead.load("omaha").setup("beyond-the-beach")
    rng = random.Random(3)
    seen: list[tuple[int, str]] = []
    event_cards: list[int] = []
    while not state.over and state.position.turn < 20:
        table = state.position
        now = (table.turn, table.phase)
        if table.phase != "setup" and (not seen or seen[-1] != now):
            seen.append(now)
        assert invariants(table) == []
        if state.decision.prompt == "Draw an event card.":
            event_cards.append(table.turn)
        state.apply(rng.choice(state.decision.options))
    assert seen == sorted(seen, key=lambda each: (each[0], PHASES.index(each[1])))
    assert event_cards == [17, 17, 18, 18, 19, 19], "two events a turn"


@rule("omaha", "15.II-a")
def test_the_event_is_that_of_the_current_turn() -> None:
    table = table_of(DAY + "turn 21\n0613 A/1/16\nbegin event")
    asked = decision(table)
    assert asked is not None
    assert (asked.kind, asked.rule) == ("draw", "15.II")
    assert not table.second_event
    snipers = card(lambda each: each.effects(21)[0].kind.name == "snipers")
    told = texts(play(table, snipers))
    assert any("Snipers" in text for text in told), "on Turns 2 to 20 the card brings naval fire"


@rule("omaha", "15.IV-a", "14c")
def test_the_second_event_comes_after_german_fire() -> None:
    table = table_of(DAY + "turn 18\n0613 A/1/16\nbegin fire")
    kinds = []
    while (asked := decision(table)) is not None and table.phase in ("setup", "fire"):
        kinds.append(asked.prompt)
        play(table, options(table)[0])
    assert kinds == ["Draw an east fire card.", "Draw a west fire card."]
    assert (table.phase, table.second_event) == ("second-event", True)
    asked = decision(table)
    assert asked is not None
    assert (asked.prompt, asked.rule) == ("Draw an event card.", "15.IV")


@rule("omaha", "15.II-b", "15.IV-b")
@pytest.mark.parametrize("turn", [31, 32])
def test_no_events_on_turn_32(turn: int) -> None:
    for phase in ("events.first_event_phase", "events.second_event_phase"):
        table = table_of(DAY + f"turn {turn}\nagenda {phase}")
        assert (decision(table) is not None) == (turn < 32)


@rule("omaha", "EV.plunging-fire-b")
def test_plunging_fire_after_german_fire_has_no_effect() -> None:
    plunging = card(lambda each: each.effects(17)[0].kind.name == "plunging_fire")
    for phase, works in (("first_event_phase", True), ("second_event_phase", False)):
        table = table_of(f"{DAY}turn 17\nagenda events.{phase}")
        told = play(table, plunging)
        assert table.plunging_fire == works
        assert any(event.kind == "no-effect" for event in told) != works


@rule("omaha", "15.I-a", "15.III-a")
def test_landing_and_fire_are_the_same_steps_as_before() -> None:
    table = table_of(DAY + "turn 17\nbox ER1 A/1/18\nbegin landing")
    play(table, card(lambda each: each.mine is False))
    assert table.hex[unit("A/1/18")] == equipment().board.box_row[table_box("ER1")].high


def table_box(name: str) -> int:
    return next(number for number, box in enumerate(equipment().board.box_row) if box.name == name)


@rule("omaha", "15.VII-a")
@pytest.mark.parametrize("turn", range(17, 32))
def test_the_end_of_an_extended_turn(turn: int) -> None:
    table = table_of(
        f"{DAY}turn {turn}\ndiscards 3 17\ncard-track 24\nsmoke WN62\nplunging-fire\n"
        "action-change 1\nsecond-event\nsnipers 16HQ\nengineers-limited\nshelled east\n"
        "armor-this-turn\nnaval 1"
    )
    table.agenda.clear()
    sequence.end_of_turn(table)
    assert agenda(table) == ["sequence.play_turn"]
    assert table.turn == turn + 1
    shuffled = turn in (20, 27)
    assert charts().turn(turn).shuffle == shuffled
    assert (table.deck == ALL_CARDS) == shuffled
    assert table.track == ()
    over = (table.smoke, table.plunging_fire, table.action_change, table.second_event)
    assert over == (0, False, 0, False)
    assert (table.snipers, table.engineers_limited) == (0, False)
    assert (table.shelled, table.armor_this_turn) == ((False, False), False)
    assert table.naval_fire == 1


@rule("omaha", "14a", "20.2c", "15a")
def test_the_whole_day_changes_its_rules_between_turns_16_and_17() -> None:
    """A player who has taken the shore plays on from the check of Turn 16 by the new sequence."""
    table = table_of(ON_THE_HEIGHTS + "begin end")
    told = texts(play(table))
    assert table.turn == 17, told
    assert any("the battle goes on" in text for text in told)
    table.news.clear()
    rng = random.Random(1)
    while (asked := decision(table)) is not None and table.turn < 19:
        play(table, rng.choice([option.id for option in asked.options]))
    assert {event.rule for event in events(table, "turn")} == {"15"}


ON_THE_HEIGHTS = """
    scenario d-day-at-omaha-beach
    turn 16
    0910 A/1/16
    0911 B/1/16
    1011 C/1/16
    1112 D/1/16
    1211 E/2/16
    1311 F/2/16
    1312 G/2/16
    1411 H/2/16
    1013 I/3/16
    1115 K/3/16
    0813 L/3/16
    0714 M/3/16
"""


@rule("omaha", "14a")
def test_no_extended_turn_in_the_first_waves() -> None:
    table = table_of("scenario first-waves\nturn 16\nbegin end")
    assert decision(table) is None
    assert table.result is not None
    assert table.turn == 16
