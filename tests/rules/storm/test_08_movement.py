"""8 Movement and stacking, with the example of the rulebook and its numbers."""

from __future__ import annotations

import re

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm.movement import cost, neighbors
from beachhead.storm.table.board import BOXES, board
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from storm_situations import (
    GAME,
    allied_areas,
    at,
    decision,
    forced,
    in_place,
    is_spent,
    no_cards,
    options,
    place,
    play,
    situation,
)

EXAMPLE = """
    turn 3; begin impulse
    16 56 Ind Bde                          # Allied
    11 69/50, 192 PzG/21                   # both, Allied controlled
    15 125 PzG/21                          # German
    allied 11 16 17                        # 12 is German and empty
"""


def costs(table: StormTable) -> dict[str, int]:
    """Where the stack may go next, with the price that the labels name."""
    found = {}
    for option in decision(table).options:
        if price := re.search(r"for (\d)$", option.label):
            found[option.id.removeprefix("to-")] = int(price[1])
    return found


def setting_out(text: str, activate: str) -> StormTable:
    """A table on which the units of a place are about to move, all of them."""
    table = situation(f"turn 3; {text}; begin impulse")
    play(table, f"activate-{activate}")
    if decision(table).kind == "action_chosen":
        play(table, "move")
    if decision(table).kind == "unit_chosen":
        play(table, "add-all")
    return table


# --- the example


@rule("storm", "8.0a", "8.0b")
def test_movement_example_the_unit_in_16() -> None:
    """S-E3: area 17 costs 1, area 15 with a German 2, area 11 with a German 2."""
    table = situation(EXAMPLE)
    play(table, "activate-16-commonwealth")
    assert costs(table) == {"17": 1, "15": 2, "11": 2}


@rule("storm", "8.0b", "8.0c", "13.0b")
def test_movement_example_the_unit_in_11() -> None:
    """S-E4: 12 costs 3 and becomes Allied at once; 15 costs 3; 11 goes back to the Germans."""
    table = situation(EXAMPLE)
    play(table, "activate-11-commonwealth", "move")
    assert {name: price for name, price in costs(table).items() if name in ("12", "15")} == {
        "12": 3,
        "15": 3,
    }
    play(table, "to-12")
    assert allied_areas(table) == {12, 16, 17}


@rule("storm", "8.0d", "8.0e")
def test_an_area_that_changed_hands_on_entry_costs_nothing_more_to_leave() -> None:
    """S-E2: two points into the empty German area, one point on into an Allied one."""
    table = setting_out("17 69/50; allied 17 9 11; 12 8 Armd Bde", "17-commonwealth")
    assert costs(table) == {"10": 2, "11": 1, "16": 2, "box-gold": 1}
    play(table, "to-16")
    assert 16 in allied_areas(table)
    assert (table.action.points, costs(table)) == (2, {"11": 1, "15": 2, "17": 1})


@rule("storm", "8.0b")
def test_enemy_control_and_enemy_units_together_add_one_only() -> None:
    table = situation("turn 3; 16 69/50; 15 125 PzG/21; 11 192 PzG/21, 151/50; allied 11 16")
    assert cost(table, ALLIED, place(16), place(15)) == 2  # controlled and occupied
    assert cost(table, ALLIED, place(16), place(11)) == 2  # occupied
    assert cost(table, ALLIED, place(16), place(17)) == 2  # controlled


@rule("storm", "8.0c")
def test_leaving_an_enemy_area_costs_one_more() -> None:
    contested = situation("turn 3; 16 69/50, 352 Fus/352; allied 17")
    assert cost(contested, ALLIED, place(16), place(17)) == 2  # German controlled
    ours = situation("turn 3; 16 69/50, 352 Fus/352; allied 16 17")
    assert cost(ours, ALLIED, place(16), place(17)) == 2  # a German unit in it
    assert cost(situation("turn 3; 16 69/50; 17 8 Armd Bde"), ALLIED, place(16), place(17)) == 1
    for_germans = situation("turn 3; 16 69/50, 352 Fus/352; 17 8 Armd Bde; allied 16 17")
    assert cost(for_germans, GERMAN, place(16), place(15)) == 2
    assert cost(for_germans, GERMAN, place(16), place(17)) == 3


@rule("storm", "8.0f")
def test_without_the_points_no_entry() -> None:
    text = "24 439 Ost/716; 34 506/101; impulse german; 25 16/1; allied 24 34 25"
    table = setting_out(f"{text}; 20 6 FJ Rgt", "24-german")  # movement 2, leaving costs 1
    assert costs(table) == {"20": 2, "23": 2}
    refused = GAME.why_not(table, unit="439 Ost/716", to=34)
    assert (refused.rule, refused.text) == (
        "8.0",
        "entering Carentan costs 3, and the stack has 2 left",
    )


@rule("storm", "8.0f")
def test_points_run_out_on_the_way() -> None:
    table = setting_out("17 69/50; allied 17", "17-commonwealth")  # 4 points
    play(table, "to-16", "to-15")
    assert decision(table).kind != "destination_chosen"
    assert at(table, "69/50") == "15"


@rule("storm", "8.0g")
def test_a_stack_has_the_points_of_its_slowest_unit() -> None:
    table = setting_out("17 69/50, 8 Armd Bde; allied 17", "17-commonwealth")
    assert table.action.points == 4
    alone = setting_out("17 8 Armd Bde; allied 17", "17-commonwealth")
    assert alone.action.points == 6


@rule("storm", "8.0g")
def test_a_unit_held_back_by_a_card_does_not_slow_the_others() -> None:
    table = situation("""
        turn 3; impulse german; begin impulse; hand allied jabos-1
        7 22 Pz/21, 439 Ost/716
    """)
    play(table, "activate-7-german", "add-all", "to-8", "play-jabos-1", "die-3")
    play(table, "stop-ge-716-439")
    no_cards(table)
    assert in_place(table, 7) == {"439 Ost/716"}
    assert (at(table, "22 Pz/21"), table.action.points) == ("8", 5)


@rule("storm", "8.0g")
def test_a_stack_stays_together() -> None:
    table = setting_out("17 69/50, 151/50; allied 17 16", "17-commonwealth")
    play(table, "to-16", "to-15")
    assert in_place(table, 15) == {"69/50", "151/50"}


@rule("storm", "8.0h")
def test_moved_units_are_spent() -> None:
    table = setting_out("17 69/50; allied 17 16; 5 192 PzG/21", "17-commonwealth")
    play(table, "to-16", "stop")
    assert is_spent(table, "69/50")


@rule("storm", "8.0b", "8.0d")
def test_a_stack_need_not_stop_where_enemies_are() -> None:
    """S-17: it only pays."""
    table = setting_out("17 8 Armd Bde; 16 352 Fus/352; allied 17", "17-commonwealth")
    play(table, "to-16")
    assert (table.action.points, costs(table)) == (4, {"11": 3, "15": 3, "17": 2})
    play(table, "to-11")
    assert at(table, "8 Armd Bde") == "11"


# --- landing boxes


@rule("storm", "8.0i", "12.3a")
def test_a_beach_and_its_landing_box() -> None:
    back = setting_out("17 69/50; 5 192 PzG/21", "17-commonwealth")
    play(back, "to-box-gold", "stop")
    assert at(back, "69/50") == "box-gold"
    for box in BOXES:
        assert neighbors(ALLIED, box) == 1 << board().beach_of[box]


@rule("storm", "8.0c", "8.0i", "8.0k")
def test_the_price_of_a_landing_box() -> None:
    """S-19: as anywhere, 1 and 1 more out of an enemy area; by the other reading always 1."""
    table = situation("turn 3; 17 69/50, I/726/716; allied 17")
    assert cost(table, ALLIED, place(17), place("box-gold")) == 2
    other = situation("turn 3; house landing-box-cost; 17 69/50, I/726/716; allied 17")
    assert cost(other, ALLIED, place(17), place("box-gold")) == 1
    for house in ("", "house landing-box-cost; "):
        pinned = situation(f"turn 3; {house}17 69/50, 2-9; begin impulse")
        assert GAME.why_not(pinned, unit="69/50", to="box-gold").rule == "8.0"


@rule("storm", "8.0j", "12.3b")
def test_germans_never_enter_a_landing_box() -> None:
    table = situation("turn 3; impulse german; 17 I/726/716; box-gold 69/50; begin impulse")
    assert forced(table, "activate-17-german") == ["move"]  # no assault on the box either
    assert "to-box-gold" not in options(table)
    refused = GAME.why_not(table, unit="I/726/716", to="box-gold")
    assert (refused.rule, refused.text) == ("12.3", "German units never enter a landing box")
    assert GAME.why_not(table, unit="I/726/716", to="box-gold", action="assault").rule == "11.0"


# --- who may not go where


@rule("storm", "8.0k")
def test_a_strongpoint_holds_allied_units_but_not_germans() -> None:
    table = situation("turn 3; 17 69/50, I/726/716, 0-7; hand german overcast; begin impulse")
    play(table, "activate-17-commonwealth")
    assert options(table) == ["fire"]
    assert GAME.why_not(table, unit="69/50", to=16).text == (
        "a strongpoint in Gold holds the Allied units there"
    )
    german = situation("turn 3; impulse german; 17 69/50, I/726/716, 0-7; begin impulse")
    play(german, "activate-17-german", "move")
    assert "to-16" in options(german)


@rule("storm", "8.0k")
def test_a_stack_that_meets_a_strongpoint_goes_no_further() -> None:
    table = setting_out("11 8 Armd Bde; 17 1-8; allied 11", "11-commonwealth")
    play(table, "to-17")
    assert decision(table).kind != "destination_chosen"


@rule("storm", "8.0l")
def test_airborne_units_keep_to_their_symbols() -> None:
    table = setting_out("28 505/82; allied 28", "28-american")
    for there in costs(table):
        assert "american" in board().areas[place(there)].airborne
    british = setting_out("4 3 Para/6 AB; allied 4", "4-commonwealth")
    assert set(costs(british)) == {"1", "2", "3", "7"}  # not Caen
    assert GAME.why_not(british, unit="3 Para/6 AB", to=5).text == (
        "3 Para/6 AB is airborne, and Caen has no symbol for it"
    )
    beach = setting_out("26 502/101; allied 26", "26-american")
    assert "box-utah" not in costs(beach)
    for zone in ("zone-A", "zone-E"):
        refused = GAME.why_not(
            situation("turn 3; 1 3 Para/6 AB; 29 505/82; begin impulse"),
            unit="3 Para/6 AB" if zone == "zone-A" else "505/82",
            to=zone,
        )
        assert refused is not None


@rule("storm", "8.0l")
def test_one_airborne_unit_binds_its_stack() -> None:
    table = situation("turn 3; 34 506/101, 16/1; allied 34; begin impulse")
    alone = table.copy()
    assert forced(table, "activate-34-american", "add-all") == ["to-33"]
    assert at(table, "506/101") == at(table, "16/1") == "33"
    play(alone, "activate-34-american", "add-us-1-16", "commit")
    assert set(costs(alone)) == {"23", "24", "32", "33"}


@rule("storm", "8.0n")
@pytest.mark.parametrize("border", board().impassable)
def test_nobody_crosses_an_impassable_line(border: tuple[int, int]) -> None:
    one, other = border
    for side in (ALLIED, GERMAN):
        assert not neighbors(side, one) >> other & 1
        assert not neighbors(side, other) >> one & 1


@rule("storm", "8.0n")
def test_an_impassable_line_in_play() -> None:
    table = situation("turn 3; impulse german; 24 914/352; begin impulse")
    play(table, "activate-24-german")
    assert set(costs(table)) == {"20", "23", "25", "34"}  # not 19, 26 or 33


@rule("storm", "8.0o")
@pytest.mark.parametrize("border", board().dividing_line)
def test_allied_units_never_cross_the_dividing_line(border: tuple[int, int]) -> None:
    one, other = border
    assert not neighbors(ALLIED, one) >> other & 1
    assert neighbors(GERMAN, one) >> other & 1


@rule("storm", "8.0o", "8.0p")
def test_the_dividing_line_in_play() -> None:
    table = situation("turn 3; 18 16/1; begin impulse")
    assert GAME.why_not(table, unit="16/1", to=17).text == (
        "the Operational Dividing Line closes the way to Gold"
    )
    german = setting_out("16 352 Fus/352; impulse german", "16-german")
    assert {"18", "19", "21"} <= set(costs(german))


# --- 8.1


SIX = "69/50, 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 47 RM Cdo"


@rule("storm", "8.1a", "8.1c")
def test_six_units_of_a_side_and_no_more() -> None:
    table = setting_out(f"16 {SIX}; 17 7/3 Cdn; allied 16 17", "17-commonwealth")
    assert "16" not in costs(table)
    assert GAME.why_not(table, unit="7/3 Cdn", to=16).rule == "8.1"
    five = SIX.removesuffix(", 47 RM Cdo")
    room = setting_out(f"16 {five}; 17 7/3 Cdn; allied 16 17", "17-commonwealth")
    assert "16" in costs(room)


@rule("storm", "8.1c")
def test_a_stack_of_three_neither_into_nor_through_an_area_with_five() -> None:
    """S-E5."""
    five = "37 SS/17SS, 38 SS/17SS, 17 SS StuG, 9 FJ/3FJ, 8 FJ/3FJ"
    text = f"24 {five}; 20 916/352, 914/352, 915/352 (Meyer); impulse german"
    table = setting_out(text, "20-german")
    assert "24" not in costs(table)
    play(table, "to-23")
    assert "24" not in costs(table)
    one = situation(f"turn 3; {text}; begin impulse")
    play(one, "activate-20-german", "add-ge-352-914", "commit")
    assert "24" in costs(one)


@rule("storm", "8.1a")
def test_each_side_has_its_own_six() -> None:
    table = setting_out(f"16 {SIX}; 15 915/352 (Meyer); impulse german; allied 16", "15-german")
    assert "16" in costs(table)


@rule("storm", "8.1b")
def test_strongpoints_do_not_count() -> None:
    six = "I/726/716, II/726/716, III/726/716, 441 Ost/716, 642 Ost/716"
    table = setting_out(f"17 {six}, 2-9, 1-8, 0-7; 16 352 Fus/352; impulse german", "16-german")
    assert "17" in costs(table)
    full = setting_out(f"17 {six}, I/736/716, 2-9; 16 352 Fus/352; impulse german", "16-german")
    assert "17" not in costs(full)


@rule("storm", "8.1d", "12.3f")
def test_boxes_hold_any_number() -> None:
    table = setting_out(f"box-gold {SIX}; 17 7/3 Cdn; 5 125 PzG/21", "17-commonwealth")
    play(table, "to-box-gold", "stop")
    assert len(in_place(table, "box-gold")) == 7
    zone = setting_out(
        "zone-C 7/3 Cdn, 8/3 Cdn, 9/3 Cdn, 9/3 Br, 8/3 Br, 185/3 Br; 13 69/50; allied 13",
        "13-commonwealth",
    )
    assert "zone-C" in costs(zone)
