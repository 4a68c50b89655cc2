"""13 Control of areas."""

from __future__ import annotations

from beachhead.kernel.rulebook import rule
from beachhead.storm import invasion
from beachhead.storm.reinforcements import arriving
from beachhead.storm.table.board import AREAS, board
from beachhead.storm.table.state import ALLIED, GERMAN, controls
from storm_situations import (
    GAME,
    allied_areas,
    events,
    no_cards,
    options,
    place,
    play,
    run,
    situation,
    texts,
    unit,
)


@rule("storm", "13.0a")
def test_at_the_start_the_germans_control_all_but_area_28() -> None:
    table = GAME.begin("storm-over-normandy", {})
    assert allied_areas(table) == {28}
    assert [area.number for area in board().areas if area.start_control == "allied"] == [28]
    for area in AREAS:
        assert controls(table, ALLIED, area) != controls(table, GERMAN, area)


@rule("storm", "13.0b")
def test_an_empty_area_changes_hands_as_it_is_entered() -> None:
    table = situation("turn 2; 17 69/50; 5 125 PzG/21; begin impulse")
    play(table, "activate-17-commonwealth", "to-16")
    assert allied_areas(table) == {16, 17, 28}
    assert texts(events(table, "control")) == ["Bayeux passes to Allied control."]


@rule("storm", "13.0b")
def test_an_area_left_empty_stays_as_it_is() -> None:
    table = situation("turn 2; 17 69/50; 5 125 PzG/21; begin impulse")
    play(table, "activate-17-commonwealth", "to-16", "stop")
    assert 17 in allied_areas(table)


@rule("storm", "13.0b")
def test_while_the_owner_has_a_unit_there_nothing_changes() -> None:
    table = situation("turn 2; 17 69/50; 16 352 Fus/352; begin impulse")
    play(table, "activate-17-commonwealth", "to-16")
    assert 16 not in allied_areas(table)
    table = situation("turn 2; impulse german; 16 69/50; 15 915/352 (Meyer); begin impulse")
    play(table, "activate-15-german", "to-16")
    assert 16 in allied_areas(table)


@rule("storm", "13.0b")
def test_when_the_owner_leaves_the_enemy_takes_over() -> None:
    table = situation("turn 2; 16 69/50, 352 Fus/352; allied 16 17; begin impulse")
    play(table, "activate-16-commonwealth", "move", "to-17")
    assert allied_areas(table) == {17}


@rule("storm", "13.0b")
def test_control_passes_in_the_middle_of_a_move() -> None:
    table = situation("turn 2; impulse german; 15 22 Pz/21; allied 16 17; begin impulse")
    play(table, "activate-15-german", "to-16")
    assert allied_areas(table) == {17}
    play(table, "to-17")
    assert allied_areas(table) == set()


@rule("storm", "13.0b")
def test_control_passes_when_the_last_defender_falls() -> None:
    """S-16: a strongpoint is a unit; with the last one the area falls."""
    table = situation("turn 2; 17 8 Armd Bde, 27 Armd Bde, 0-7; begin impulse")
    assert 17 not in allied_areas(table)
    play(table, "activate-17-commonwealth", "add-all")
    no_cards(table)
    play(table, "dice-6-6")
    assert 17 in allied_areas(table)


@rule("storm", "13.0b")
def test_airborne_areas_without_germans_change_hands_as_turn_1_begins() -> None:
    """S-16."""
    table = situation("turn 1 setup; 4 3 Para/6 AB; 31 507/82, 1057/91; allied 28")
    assert allied_areas(table) == {28}
    run(table, invasion.invade)
    assert allied_areas(table) == {4, 28}
    assert options(table)[0] == "die-1"


@rule("storm", "13.0b", "2.1.2a")
def test_a_reinforcement_takes_an_area_without_enemies() -> None:
    table = situation("turn 1 end; allied 28")
    run(table, arriving.place, unit("327/101"))
    assert 33 in allied_areas(table)
    assert GAME.see(table, None)["control"][board().name(place(33))] == "allied"
