"""5.1, 5.2 US amphibious operations: landing checks, drift, tides."""

from __future__ import annotations

import pytest
from landings import RANGER, box_of, check, symbol_of

import beachhead
from beachhead.kernel.rulebook import rule
from beachhead.omaha.landing import landing_and_tides, landing_checks
from beachhead.omaha.table.state import NOWHERE, OmahaTable, division_of, equipment, submerged
from beachhead.omaha.us_actions import action_phase
from situations import decision, hex_, options, play, run, table_of, texts, unit

# --- the phase


@rule("omaha", "5b", "4.I")
def test_checks_come_first_then_landing_then_new_arrivals() -> None:
    table = table_of(
        "turn 2\nbox ER3 1/C/741\nbox DG2 1/B/743\ntrack 2 E/2/16, C/2R\ntrack 3 G/2/16"
    )
    run(table, landing_and_tides.amphibious_phase)
    east = check(table, circle="B")
    assert "1/C/741 drifts 1 box east to ER2." in texts(east)
    west = texts(check(table, triangle="A"))
    assert west[1] == "1/B/743 is on course (result A)."
    assert set(west[2:4]) == {"1/B/743 lands in 0228.", "1/C/741 lands in 0514."}
    assert set(west[4:]) == {
        "E/2/16 goes into landing box ER6.",
        "C/2R goes into landing box CH2.",
    }
    assert decision(table) is None
    assert table.hex[unit("E/2/16")] == NOWHERE, "new arrivals land on the next turn"
    assert table.due[unit("G/2/16")] == 3
    table.turn = 3
    run(table, landing_and_tides.amphibious_phase)
    check(table, diamond="D")
    check(table, triangle="A")
    assert table.hex[unit("E/2/16")] == hex_("0518")
    assert table.hex[unit("C/2R")] == hex_("0232")


@rule("omaha", "5a", "2.21j", "2.21k")
def test_everybody_comes_by_landing_box() -> None:
    table = beachhead.load("omaha").setup("first-waves").position
    assert all(there == NOWHERE for there in table.hex)
    for each in equipment().units:
        if each.arrival_turn is None:
            assert equipment().board.box_row[table.box[each.index]].name == each.landing
        elif each.arrival_turn < 16:
            assert table.due[each.index] == each.arrival_turn


# --- 5.1


@rule("omaha", "5.1a", "5.1b", "5.1c", "4.I-a")
def test_east_is_checked_before_west_with_one_card_each() -> None:
    table = table_of("turn 2\nbox ER3 E/2/16, F/2/16\nbox EG2 E/2/116")
    run(table, landing_and_tides.amphibious_phase)
    first = texts(check(table, diamond="D", triangle="B"))
    assert "E/2/16 is on course (result D)." in first
    assert "F/2/16 drifts 2 boxes east to ER1." in first
    assert not any("E/2/116" in text for text in first)
    assert table.hex[unit("E/2/16")] == NOWHERE, "nobody lands before the west's check"
    west = texts(check(table, circle="A"))
    assert "E/2/116 drifts 4 boxes east to ER5." in west
    assert sum("E/2/16" in text for text in west) == 1, "the west's card says nothing about it"


@rule("omaha", "5.1c", "5.1d", "5.11b")
def test_example_of_turn_2() -> None:
    """Four infantry units in the west; diamond B, circle A, triangle D."""
    by_symbol: dict[str, list[str]] = {"diamond": [], "circle": [], "triangle": []}
    for each in equipment().units:
        if each.type == "infantry" and each.division == 29:
            by_symbol[each.sides[-1].symbol].append(each.name)
    diamond, triangle = by_symbol["diamond"][0], by_symbol["triangle"][0]
    circles = by_symbol["circle"][:2]
    table = table_of(
        f"turn 2\nbox DW3 {diamond}\nbox DW2 {circles[0]}\nbox DW1 {circles[1]}\nbox DR3 {triangle}"
    )
    run(table, landing_checks.check_sector, "west")
    check(table, diamond="B", circle="A", triangle="D")
    assert box_of(table, diamond) == "DW1"
    assert box_of(table, circles[0]) == "DR1"
    assert box_of(table, circles[1]) == "EG3"
    assert box_of(table, triangle) == "DR3"


# --- 5.11 to 5.13


@rule("omaha", "5.11a")
def test_east_is_to_the_left_and_west_to_the_right_of_the_row() -> None:
    table = table_of("turn 5\nbox ER3 A/1/16\nbox DR1 A/1/116")
    run(table, landing_checks.drift, unit("A/1/16"), -4)
    run(table, landing_checks.drift, unit("A/1/116"), +1)
    assert (box_of(table, "A/1/16"), box_of(table, "A/1/116")) == ("FG4", "DR2")
    row = equipment().board.box_row
    assert [box.name for box in row[:4]] == ["X1", "X2", "X3", "FG1"]
    assert row[0].sector == "east"
    assert row[-1].sector == "west"


def test_a_box_can_hold_more_than_two_after_drift() -> None:
    """O-67."""
    table = table_of("turn 5\nbox ER3 A/1/16, B/1/16\nbox ER4 C/1/16")
    run(table, landing_checks.drift, unit("C/1/16"), -1)
    assert [box_of(table, name) for name in ("A/1/16", "B/1/16", "C/1/16")] == ["ER3"] * 3


@rule("omaha", "5.11c")
def test_drifting_off_either_end_delays_two_turns() -> None:
    table = table_of("turn 5\nbox FG1 E/2/16\nbox CH3 A/1/116")
    run(table, landing_checks.drift, unit("E/2/16"), -4)
    run(table, landing_checks.drift, unit("A/1/116"), +1)
    assert table.due[unit("E/2/16")] == 7
    assert table.due[unit("A/1/116")] == 7


@rule("omaha", "5.11d")
def test_at_high_tide_a_box_without_a_hex_delays() -> None:
    at_high = table_of("turn 16\nbox FG1 E/2/16\nbox CH1 A/1/116")
    run(at_high, landing_checks.drift, unit("E/2/16"), -1)
    run(at_high, landing_checks.drift, unit("A/1/116"), +1)
    assert at_high.due[unit("E/2/16")] == 18
    assert at_high.due[unit("A/1/116")] == 18
    at_mid = table_of("turn 9\nbox FG1 E/2/16")
    run(at_mid, landing_checks.drift, unit("E/2/16"), -1)
    assert box_of(at_mid, "E/2/16") == "X3"


def test_at_high_tide_nobody_lands_from_a_box_without_a_hex() -> None:
    """P-23: it does not matter how the unit came to be there."""
    table = table_of(f"turn 16\nbox CH2 {RANGER}\nbox CH1 C/2R")
    run(table, landing_and_tides.land)
    assert table.due[unit(RANGER)] == 18
    assert table.hex[unit("C/2R")] == hex_("0432")


@rule("omaha", "5.12a", "5.12b")
def test_a_leader_may_drift_with_a_unit_of_his_box_or_stay() -> None:
    def drifted(choice: str) -> OmahaTable:
        table = table_of("turn 8\nbox FG2 I/3/16, 16HQ")
        run(table, landing_checks.check_sector, "east")
        check(table, **{symbol_of("I/3/16"): "B"})
        assert options(table) == ["along", "stay"]
        play(table, choice)
        return table

    along, stay = drifted("along"), drifted("stay")
    assert (box_of(along, "I/3/16"), box_of(along, "16 HQ")) == ("FG1", "FG1")
    assert (box_of(stay, "I/3/16"), box_of(stay, "16 HQ")) == ("FG1", "FG2")
    alone = table_of("turn 5\nbox DW2 Cota, 116HQ")
    run(alone, landing_checks.check_sector, "west")
    assert decision(alone) is None, "leaders alone make no check"


@rule("omaha", "5.12b")
def test_a_leader_drifts_only_with_units_of_his_own_box_and_only_once() -> None:
    first, second = sorted(("A/1/16", "E/2/16"), key=unit)
    table = table_of(f"turn 8\nbox FG3 {first}, 16HQ\nbox FG2 {second}")
    run(table, landing_checks.check_sector, "east")
    check(table, diamond="B")
    assert decision(table).prompt.startswith(f"{first} drifts")
    play(table, "along")
    assert decision(table) is None, "the second drifts from FG2, where the HQ has just come"
    assert box_of(table, second) == "FG1"
    assert box_of(table, "16 HQ") == "FG2"


def test_a_leader_may_drift_off_the_end_of_the_row() -> None:
    """P-20."""
    table = table_of("turn 8\nbox FG1 A/1/16, 16HQ")
    run(table, landing_checks.drift, unit("A/1/16"), -4)
    play(table, "along")
    assert table.due[unit("16 HQ")] == table.due[unit("A/1/16")] == 10
    otherwise = table_of("house leader-drifts-off\nturn 8\nbox FG1 A/1/16, 16HQ")
    run(otherwise, landing_checks.drift, unit("A/1/16"), -4)
    assert decision(otherwise) is None
    assert box_of(otherwise, "16 HQ") == "FG1"


@rule("omaha", "5.13a", "LT.4-14a")
def test_rangers_on_course_may_drift_up_to_four_boxes_east() -> None:
    table = table_of(f"turn 6\nbox DG4 {RANGER}")
    run(table, landing_checks.apply_landing_result, unit(RANGER), "A")
    assert options(table) == [f"drift-{boxes}" for boxes in range(5)]
    lit = [option.touches for option in decision(table).options]
    assert lit == [(), ("box-DG3",), ("box-DG2",), ("box-DG1",), ("box-DW3",)]
    play(table, "drift-3")
    assert box_of(table, RANGER) == "DG1"
    other = table_of(f"turn 6\nbox DG4 {RANGER}")
    run(other, landing_checks.apply_landing_result, unit(RANGER), "B")
    assert options(other) == [], "only after a result of no effect"
    infantry = table_of("turn 6\nbox ER3 A/1/16")
    run(infantry, landing_checks.apply_landing_result, unit("A/1/16"), "A")
    assert options(infantry) == [], "only rangers"


def test_rangers_may_drift_off_the_end_by_choice() -> None:
    """P-21."""
    table = table_of(f"turn 12\nbox FG1 {RANGER}")
    run(table, landing_checks.apply_landing_result, unit(RANGER), "A")
    play(table, "drift-4")
    assert table.due[unit(RANGER)] == 14


@rule("omaha", "5.13b")
def test_the_first_ranger_company_has_no_choice() -> None:
    for turn in (2, 6):
        table = table_of(f"turn {turn}\nbox CH2 C/2R")
        run(table, landing_checks.apply_landing_result, unit("C/2R"), "A")
        assert options(table) == []


# --- 5.15


@rule("omaha", "5.15a", "LT.15+-a", "5.15b")
def test_infantry_after_turn_14_is_only_in_danger_of_mines() -> None:
    table = table_of("turn 15\nbox ER2 A/1/16")
    run(table, landing_checks.check_sector, "east")
    check(table, mine=True)
    assert box_of(table, "A/1/16") == "ER2"
    assert table.steps_left[unit("A/1/16")] == 2


@rule("omaha", "5.15c", "5.1a")
def test_no_card_where_nobody_needs_a_check() -> None:
    table = table_of("turn 15\nbox ER2 A/1/16\ncleared 0614")
    run(table, landing_checks.check_sector, "east")
    assert decision(table) is None
    empty = table_of("turn 5\nbox ER2 A/1/16")
    run(empty, landing_checks.check_sector, "west")
    assert decision(empty) is None


# --- 5.2


@pytest.mark.parametrize(
    ("turn", "hex_name"), [(3, "0513"), (9, "0613"), (16, "0714"), (7, "0613")]
)
@rule("omaha", "5.2", "5.21f", "2.1q")
def test_units_land_on_the_waterline_of_the_tide(turn: int, hex_name: str) -> None:
    table = table_of(f"turn {turn}\nbox ER1 A/1/16")
    run(table, landing_and_tides.land)
    assert table.hex[unit("A/1/16")] == hex_(hex_name)


@rule("omaha", "5.21a", "5.21e")
def test_the_tides_flood_the_beach() -> None:
    def flooded(turn: int) -> set[str]:
        return set(equipment().board.grid.names_of(submerged(table_of(f"turn {turn}"))))

    assert [len(flooded(turn)) for turn in (1, 6, 28, 32)] == [0, 0, 0, 0]
    for turn in (7, 15, 23, 27):
        assert {"0513", "0227"} <= flooded(turn)
        assert "0613" not in flooded(turn)
    for turn in (16, 22):
        assert {"0513", "0613"} <= flooded(turn)
        assert "0714" not in flooded(turn)


@pytest.mark.parametrize(("turn", "lost"), [(6, []), (7, ["A/1/16"]), (16, ["A/1/16", "B/1/16"])])
@rule("omaha", "5.21c", "5.21g", "TEC.2b")
def test_who_is_left_under_water_is_lost(turn: int, lost: list[str]) -> None:
    table = table_of(f"turn {turn}\n0513 A/1/16\n0613 B/1/16\n0714 C/1/16")
    run(table, landing_and_tides.drown)
    gone = [name for name in ("A/1/16", "B/1/16", "C/1/16") if table.hex[unit(name)] == NOWHERE]
    assert gone == lost


@pytest.mark.parametrize("turn", [6, 7, 16])
@rule("omaha", "5.21b", "TEC.2a")
def test_nobody_enters_a_hex_under_water(turn: int) -> None:
    table = table_of(f"turn {turn}\n0613 A/1/16\n0714 B/1/16")
    run(table, action_phase.action_phase)
    seaward = action_phase.refuse_move(table, unit("A/1/16"), hex_("0513"))
    from_the_top = action_phase.refuse_move(table, unit("B/1/16"), hex_("0613"))
    assert (seaward is None) == (turn == 6)
    assert (from_the_top is None) == (turn < 16)
    for refusal in (seaward, from_the_top):
        assert refusal is None or refusal.rule in ("5.21", "TEC.2")


@rule("omaha", "5.21d")
def test_a_unit_on_its_way_up_a_cliff_is_spared() -> None:
    table = table_of("turn 7\n0233 A/1/116 climb-cliff\n0232 B/1/116")
    run(table, landing_and_tides.drown)
    assert table.hex[unit("A/1/116")] == hex_("0233")
    assert table.hex[unit("B/1/116")] == NOWHERE
    at_high = table_of("turn 16\n0333 A/1/116 climb-cliff\n0332 B/1/116")
    run(at_high, landing_and_tides.drown)
    assert at_high.hex[unit("A/1/116")] == hex_("0333")
    assert at_high.hex[unit("B/1/116")] == NOWHERE


@rule("omaha", "5.22")
def test_landing_in_the_other_sector_transfers_command() -> None:
    table = table_of("turn 3\nbox EG1 E/2/16\nbox ER5 E/2/116\nbox ER2 F/2/16")
    told = texts(run(table, landing_and_tides.land))
    assert division_of(table, unit("E/2/16")) == 29
    assert division_of(table, unit("E/2/116")) == 1
    assert division_of(table, unit("F/2/16")) == 1
    assert "E/2/116 comes under the command of the 1st Division." in told
    hq = table_of("turn 12\nbox ER3 116HQ transferred\nbox DR1 16HQ transferred")
    told = texts(run(hq, landing_and_tides.land))
    assert division_of(hq, unit("116HQ")) == 1, "for the rest of the game"
    assert division_of(hq, unit("16HQ")) == 29, "wherever it lands later"
    assert not any("command" in text for text in told)
