"""14 Special rules: the release of the 711th Division, and where Bocage cards may be played."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm import sequence
from beachhead.storm.table.board import board
from storm_situations import (
    GAME,
    at,
    decision,
    events,
    is_spent,
    no_cards,
    options,
    place,
    play,
    run,
    situation,
)

CABOURG = "1 731/711, 744/711; impulse german; hand german overcast; begin impulse"


# --- 14.1


@rule("storm", "14.1a")
def test_before_their_release_they_take_part_in_nothing() -> None:
    table = situation(f"turn 3; {CABOURG}; 2 3 Para/6 AB")
    assert options(table) == ["release", "pass"]
    for question in ({"to": 2}, {"to": 2, "action": "assault"}, {"action": "fire"}):
        assert GAME.why_not(table, unit="731/711", **question).rule == "14.1"
    free = situation(f"turn 3; {CABOURG}; released")
    assert options(free) == ["activate-1-german", "pass"]
    company = situation(f"turn 3; {CABOURG.replace('744/711', '744/711, 125 PzG/21')}")
    play(company, "activate-1-german", "to-2")
    assert company.action.units.bit_count() == 1


@rule("storm", "14.1b", "14.1e")
def test_the_roll_is_an_impulse_and_made_once_a_turn() -> None:
    table = situation(f"turn 3; {CABOURG}; 17 69/50; box-gold 151/50")
    play(table, "release")
    assert options(table) == [f"die-{face}" for face in range(1, 7)]
    play(table, "die-6")
    assert decision(table).seat == "allied"
    play(table, "activate-17-commonwealth", "to-16", "stop")
    assert options(table) == ["pass"]
    run(table, sequence.refresh)
    assert not table.release_rolled
    other_side = situation("turn 3; 1 731/711; 17 69/50; begin impulse")
    assert "release" not in options(other_side)


@rule("storm", "14.1c")
@pytest.mark.parametrize(("turn", "face"), [(1, 1), (3, 1), (3, 2), (3, 3), (8, 6), (6, 6)])
def test_a_roll_below_the_turn_releases_both(turn: int, face: int) -> None:
    table = situation(f"turn {turn}; {CABOURG}; 17 69/50; box-gold 151/50")
    play(table, "release", f"die-{face}")
    assert table.released == (face < turn)
    play(table, "activate-17-commonwealth", "to-16", "stop")
    if face < turn:  # in the same turn, and for the rest of the game
        play(table, "activate-1-german", "add-all", "to-2", "stop")
        assert at(table, "731/711") == at(table, "744/711") == "2"
        run(table, sequence.refresh)
        assert table.released
    else:
        assert options(table) == ["pass"]


@rule("storm", "14.1d")
def test_a_fire_attack_on_them_releases_them() -> None:
    table = situation("turn 3; 1 731/711, 3 Para/6 AB; 2 744/711; begin impulse")
    play(table, "activate-1-commonwealth", "fire")
    assert table.released
    by_card = situation("turn 3; 1 731/711; hand allied allied-artillery-1; begin impulse")
    play(by_card, "card-allied-artillery-1")
    assert not by_card.released
    play(by_card, "at-1")
    assert by_card.released


@rule("storm", "14.1d")
def test_an_assault_on_them_releases_them_before_it_is_resolved() -> None:
    table = situation("""
        turn 3; 1 731/711; 2 3 Para/6 AB; hand allied jabos-1; hand german defensive-fire-1
        begin impulse
    """)
    play(table, "activate-2-commonwealth", "assault-1")
    assert table.released
    assert "play-defensive-fire-1" in options(table)


@rule("storm", "14.1d")
def test_an_attack_on_others_does_not() -> None:
    table = situation("turn 3; 1 731/711; 2 125 PzG/21, 3 Para/6 AB; begin impulse")
    play(table, "activate-2-commonwealth", "fire")
    assert not table.released


@rule("storm", "14.1e")
def test_the_marker_is_reset_at_the_end_of_the_turn_and_goes_with_the_release() -> None:
    table = situation("turn 3 end; 1 731/711; release-rolled")
    run(table, sequence.refresh)
    assert not table.release_rolled
    table = situation(f"turn 3; {CABOURG}; release-rolled")
    assert "release" not in options(table)
    gone = situation(f"turn 3; {CABOURG}; released")
    assert "release" not in options(gone)
    lost = situation("turn 3; impulse german; out 731/711, 744/711; hand german overcast")
    lost.agenda = [("impulses.impulse",)]
    assert "release" not in options(lost)


# --- 14.2


def asked_for_bocage(text: str, *deeds: str) -> bool:
    """Whether the German, who holds a Bocage card, may play it after some Allied deeds."""
    table = situation(f"turn 3; {text}; hand german bocage-1; begin impulse")
    play(table, *deeds)
    while (asked := decision(table)) is not None and asked.kind == "card_chosen":
        if any(choice.startswith("play-bocage") for choice in options(table)):
            return True
        play(table, "no-card")
    return False


@rule("storm", "14.2a")
def test_bocage_is_played_on_units_that_leave_a_bocage_area() -> None:
    go = ("activate-16-commonwealth", "to-17")
    assert asked_for_bocage("16 69/50", *go)
    assert not asked_for_bocage("17 69/50", "activate-17-commonwealth", "to-16")
    assault = ("activate-16-commonwealth", "assault-17")
    assert asked_for_bocage("16 69/50; 17 I/726/716; hand allied jabos-1", *assault)


@rule("storm", "14.2a")
def test_the_way_through_bocage_is_leaving_too() -> None:
    table = situation(
        "turn 3; 17 69/50; allied 16 17; hand german bocage-1 bocage-2; begin impulse"
    )
    play(table, "activate-17-commonwealth", "to-16", "to-15", "play-bocage-1-1-16")
    assert is_spent(table, "69/50")
    assert at(table, "69/50") == "16"


@rule("storm", "14.2a")
def test_or_on_attacks_within_a_bocage_area() -> None:
    fire = ("activate-16-commonwealth", "fire")
    assert asked_for_bocage("16 69/50, 352 Fus/352; allied", *fire)
    open_ground = ("activate-11-commonwealth", "fire")
    assert not asked_for_bocage("11 69/50, 192 PzG/21; allied", *open_ground)
    assault = ("activate-17-commonwealth", "assault-16")
    assert asked_for_bocage("17 69/50; 16 352 Fus/352; hand allied jabos-1", *assault)
    out_of_bocage = ("activate-15-commonwealth", "assault-11", "no-card")
    assert not asked_for_bocage("15 69/50; 11 192 PzG/21; hand allied jabos-1", *out_of_bocage)


@rule("storm", "14.2a")
def test_never_on_german_units() -> None:
    table = situation("turn 3; impulse german; 16 352 Fus/352; hand german bocage-1; begin impulse")
    play(table, "activate-16-german", "to-17")
    no_cards(table)
    assert not events(table, "card")
    assert at(table, "352 Fus/352") == "17"


@rule("storm", "14.2a", "2.2.1c")
def test_bocage_areas_are_marked_on_the_map() -> None:
    assert board().bocage >> place(16) & 1
    assert not board().bocage >> place(17) & 1
    assert [area.place for area in board().areas if area.bocage] == [
        area for area in range(34) if board().bocage >> area & 1
    ]
