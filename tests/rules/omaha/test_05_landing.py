"""5 US amphibious operations, and the landing tables."""

from __future__ import annotations

import pytest

import beachhead
from beachhead.kernel.play import Event
from beachhead.kernel.rulebook import rule
from beachhead.omaha import actions, arrivals, landing
from beachhead.omaha.state import NOWHERE, Table, division_of, lore, submerged
from situations import card, decision, hex_, options, play, run, table_of, texts, unit

BOXES = {box.name: number for number, box in enumerate(lore().board.box_row)}


def check(table: Table, *, mine: bool = False, **letters: str) -> list[Event]:
    """Draw a landing card with these letters by target symbol."""
    choice = card(
        lambda each: (
            bool(table.deck >> each.number & 1)
            and each.mine == mine
            and all(each.landing[symbol] == letter for symbol, letter in letters.items())
        )
    )
    return play(table, choice)


def box_of(table: Table, name: str) -> str | None:
    number = table.box[unit(name)]
    return None if number == NOWHERE else lore().board.box_row[number].name


def land_result(turn: int, name: str, box: str, letter: str) -> Table:
    """A unit in a box gets a result of the landing table."""
    table = table_of(f"turn {turn}\nbox {box} {name}")
    run(table, landing.apply_landing_result, unit(name), letter)
    return table


# --- the phase


@rule("omaha", "5b", "4.I")
def test_checks_come_first_then_landing_then_new_arrivals() -> None:
    table = table_of(
        "turn 2\nbox ER3 1/C/741\nbox DG2 1/B/743\ntrack 2 E/2/16, C/2R\ntrack 3 G/2/16"
    )
    run(table, landing.amphibious_phase)
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
    run(table, landing.amphibious_phase)
    check(table, diamond="D")
    check(table, triangle="A")
    assert table.hex[unit("E/2/16")] == hex_("0518")
    assert table.hex[unit("C/2R")] == hex_("0232")


@rule("omaha", "5a", "2.21j", "2.21k")
def test_everybody_comes_by_landing_box() -> None:
    table = beachhead.load("omaha").setup("first-waves").position
    assert all(there == NOWHERE for there in table.hex)
    for each in lore().units:
        if each.arrival_turn is None:
            assert lore().board.box_row[table.box[each.index]].name == each.landing
        elif each.arrival_turn < 16:
            assert table.due[each.index] == each.arrival_turn


# --- 5.1


@rule("omaha", "5.1a", "5.1b", "5.1c", "4.I-a")
def test_east_is_checked_before_west_with_one_card_each() -> None:
    table = table_of("turn 2\nbox ER3 E/2/16, F/2/16\nbox EG2 E/2/116")
    run(table, landing.amphibious_phase)
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
    for each in lore().units:
        if each.type == "infantry" and each.division == 29:
            by_symbol[each.sides[-1].symbol].append(each.name)
    diamond, triangle = by_symbol["diamond"][0], by_symbol["triangle"][0]
    circles = by_symbol["circle"][:2]
    table = table_of(
        f"turn 2\nbox DW3 {diamond}\nbox DW2 {circles[0]}\nbox DW1 {circles[1]}\nbox DR3 {triangle}"
    )
    run(table, landing.check_sector, "west")
    check(table, diamond="B", circle="A", triangle="D")
    assert box_of(table, diamond) == "DW1"
    assert box_of(table, circles[0]) == "DR1"
    assert box_of(table, circles[1]) == "EG3"
    assert box_of(table, triangle) == "DR3"


# --- the landing tables

TANK, INFANTRY, RANGER = "1/C/741", "E/2/16", "A•B/2R"
DUKW = next(each.name for each in lore().units if each.type == "dukw_artillery")
GUNS = [
    next(each.name for each in lore().units if each.type == kind)
    for kind in ("artillery", "sp_artillery", "anti_air", "sp_anti_air", "anti_tank")
]


def outcome(table: Table, name: str, box: str) -> str:
    """What became of a unit that was in a box with all its steps."""
    number = unit(name)
    lost = lore().units[number].full_steps - table.steps_left[number]
    if table.due[number] != NOWHERE:
        return f"due {table.due[number]}"
    if table.box[number] == NOWHERE:
        return "out"
    drift = table.box[number] - BOXES[box]
    return f"steps -{lost} drift {drift:+}"


@pytest.mark.parametrize(
    ("letter", "expected"),
    [("A", "due 2"), ("B", "out"), ("C", "steps -1 drift +0"), ("D", "steps -1 drift -2")],
)
@rule("omaha", "LT.1-3a", "LT.1-3b", "LT.1-3c", "LT.1-3d")
def test_tanks_on_turn_1(letter: str, expected: str) -> None:
    assert outcome(land_result(1, TANK, "ER3", letter), TANK, "ER3") == expected


def test_a_tank_that_loses_its_last_step_drifts_no_more() -> None:
    table = table_of(f"turn 1\nbox ER3 {TANK}:1")
    run(table, landing.apply_landing_result, unit(TANK), "D")
    assert outcome(table, TANK, "ER3") == "out"


@pytest.mark.parametrize("turn", [2, 3])
@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("A", "steps -0 drift +0"),
        ("B", "steps -0 drift -1"),
        ("C", "steps -1 drift +0"),
        ("D", "steps -0 drift -3"),
    ],
)
@rule("omaha", "LT.1-3e", "LT.1-3f", "LT.1-3g", "LT.1-3h")
def test_tanks_on_turns_2_and_3(turn: int, letter: str, expected: str) -> None:
    assert outcome(land_result(turn, TANK, "ER3", letter), TANK, "ER3") == expected


@pytest.mark.parametrize(("letter", "drift"), [("A", "-4"), ("B", "-2"), ("C", "-9"), ("D", "+0")])
@rule("omaha", "LT.1-3i", "LT.1-3j", "LT.1-3k", "LT.1-3l")
def test_infantry_on_turns_2_and_3(letter: str, drift: str) -> None:
    for turn in (2, 3):
        table = land_result(turn, INFANTRY, "ER6", letter)
        assert outcome(table, INFANTRY, "ER6") == f"steps -0 drift {drift}"


@pytest.mark.parametrize("box", ["DG3", "CH2"])
@pytest.mark.parametrize(("letter", "drift"), [("A", "+0"), ("B", "-1"), ("C", "-4"), ("D", "+1")])
@rule("omaha", "LT.1-3m", "LT.1-3n", "LT.1-3o", "LT.1-3p")
def test_infantry_and_rangers_in_dog_green_and_charlie(box: str, letter: str, drift: str) -> None:
    for name in (INFANTRY, "C/2R"):
        assert outcome(land_result(2, name, box, letter), name, box) == f"steps -0 drift {drift}"


@pytest.mark.parametrize(("letter", "drift"), [("A", "+0"), ("B", "-1"), ("C", "-4"), ("D", "+1")])
@rule("omaha", "LT.4-14a", "LT.4-14b", "LT.4-14c", "LT.4-14d")
def test_infantry_and_rangers_from_turn_4_on(letter: str, drift: str) -> None:
    for turn in (4, 14):
        for name in (INFANTRY, RANGER):
            table = land_result(turn, name, "ER5", letter)
            if options(table):
                assert (name, letter) == (RANGER, "A"), "only rangers may choose to drift"
                play(table, "drift-0")
            assert outcome(table, name, "ER5") == f"steps -0 drift {drift}"


@pytest.mark.parametrize("turn", [4, 14, 15])
@rule("omaha", "LT.4-14e", "LT.4-14f", "LT.4-14g", "LT.4-14h")
@rule("omaha", "LT.15+-b", "LT.15+-c", "LT.15+-d", "LT.15+-e")
def test_dukw_artillery(turn: int) -> None:
    found = [outcome(land_result(turn, DUKW, "ER5", letter), DUKW, "ER5") for letter in "ABCD"]
    full = lore().units[unit(DUKW)].full_steps
    two = "out" if full <= 2 else "steps -2 drift +0"
    one = "out" if full <= 1 else "steps -1 drift +0"
    assert found == ["out", one, two, "steps -0 drift +0"]


@pytest.mark.parametrize("name", GUNS)
@rule("omaha", "LT.4-14i", "LT.4-14j", "LT.4-14k", "LT.4-14l")
def test_guns_from_turn_4_to_14(name: str) -> None:
    found = [outcome(land_result(9, name, "ER5", letter), name, "ER5") for letter in "ABCD"]
    lose = "out" if lore().units[unit(name)].full_steps == 1 else "steps -1 drift +0"
    assert found == ["due 12", "steps -0 drift -2", lose, "steps -0 drift +0"]


@pytest.mark.parametrize("name", GUNS)
@rule("omaha", "LT.15+-f", "LT.15+-g", "LT.15+-h", "LT.15+-i")
def test_guns_from_turn_15_on(name: str) -> None:
    found = [outcome(land_result(15, name, "ER5", letter), name, "ER5") for letter in "ABCD"]
    lose = "out" if lore().units[unit(name)].full_steps == 1 else "steps -1 drift +0"
    assert found == ["due 18", "out", "steps -0 drift +0", lose]


def test_tanks_from_turn_4_on_are_not_checked_or_by_house_rule_as_on_turn_3() -> None:
    """O-13."""
    table = table_of(f"turn 4\nbox ER3 {TANK}")
    run(table, landing.check_sector, "east")
    assert decision(table) is None
    otherwise = table_of(f"house late-tank-landing\nturn 4\nbox ER3 {TANK}")
    run(otherwise, landing.check_sector, "east")
    check(otherwise, circle="D")
    assert outcome(otherwise, TANK, "ER3") == "steps -0 drift -3"


# --- 5.11 to 5.13


@rule("omaha", "5.11a")
def test_east_is_to_the_left_and_west_to_the_right_of_the_row() -> None:
    table = table_of("turn 5\nbox ER3 A/1/16\nbox DR1 A/1/116")
    run(table, landing.drift, unit("A/1/16"), -4)
    run(table, landing.drift, unit("A/1/116"), +1)
    assert (box_of(table, "A/1/16"), box_of(table, "A/1/116")) == ("FG4", "DR2")
    row = lore().board.box_row
    assert [box.name for box in row[:4]] == ["X1", "X2", "X3", "FG1"]
    assert row[0].sector == "east"
    assert row[-1].sector == "west"


def test_a_box_can_hold_more_than_two_after_drift() -> None:
    """O-67."""
    table = table_of("turn 5\nbox ER3 A/1/16, B/1/16\nbox ER4 C/1/16")
    run(table, landing.drift, unit("C/1/16"), -1)
    assert [box_of(table, name) for name in ("A/1/16", "B/1/16", "C/1/16")] == ["ER3"] * 3


@rule("omaha", "5.11c")
def test_drifting_off_either_end_delays_two_turns() -> None:
    table = table_of("turn 5\nbox FG1 E/2/16\nbox CH3 A/1/116")
    run(table, landing.drift, unit("E/2/16"), -4)
    run(table, landing.drift, unit("A/1/116"), +1)
    assert table.due[unit("E/2/16")] == 7
    assert table.due[unit("A/1/116")] == 7


@rule("omaha", "5.11d")
def test_at_high_tide_a_box_without_a_hex_delays() -> None:
    at_high = table_of("turn 16\nbox FG1 E/2/16\nbox CH1 A/1/116")
    run(at_high, landing.drift, unit("E/2/16"), -1)
    run(at_high, landing.drift, unit("A/1/116"), +1)
    assert at_high.due[unit("E/2/16")] == 18
    assert at_high.due[unit("A/1/116")] == 18
    at_mid = table_of("turn 9\nbox FG1 E/2/16")
    run(at_mid, landing.drift, unit("E/2/16"), -1)
    assert box_of(at_mid, "E/2/16") == "X3"


def test_at_high_tide_nobody_lands_from_a_box_without_a_hex() -> None:
    """P-23: it does not matter how the unit came to be there."""
    table = table_of(f"turn 16\nbox CH2 {RANGER}\nbox CH1 C/2R")
    run(table, landing.land)
    assert table.due[unit(RANGER)] == 18
    assert table.hex[unit("C/2R")] == hex_("0432")


@rule("omaha", "5.12a", "5.12b")
def test_a_leader_may_drift_with_a_unit_of_his_box_or_stay() -> None:
    def drifted(choice: str) -> Table:
        table = table_of("turn 8\nbox FG2 I/3/16, 16HQ")
        run(table, landing.check_sector, "east")
        check(table, **{_symbol("I/3/16"): "B"})
        assert options(table) == ["along", "stay"]
        play(table, choice)
        return table

    along, stay = drifted("along"), drifted("stay")
    assert (box_of(along, "I/3/16"), box_of(along, "16 HQ")) == ("FG1", "FG1")
    assert (box_of(stay, "I/3/16"), box_of(stay, "16 HQ")) == ("FG1", "FG2")
    alone = table_of("turn 5\nbox DW2 Cota, 116HQ")
    run(alone, landing.check_sector, "west")
    assert decision(alone) is None, "leaders alone make no check"


@rule("omaha", "5.12b")
def test_a_leader_drifts_only_with_units_of_his_own_box_and_only_once() -> None:
    first, second = sorted(("A/1/16", "E/2/16"), key=unit)
    table = table_of(f"turn 8\nbox FG3 {first}, 16HQ\nbox FG2 {second}")
    run(table, landing.check_sector, "east")
    check(table, diamond="B")
    assert decision(table).prompt.startswith(f"{first} drifts")
    play(table, "along")
    assert decision(table) is None, "the second drifts from FG2, where the HQ has just come"
    assert box_of(table, second) == "FG1"
    assert box_of(table, "16 HQ") == "FG2"


def test_a_leader_may_drift_off_the_end_of_the_row() -> None:
    """P-20."""
    table = table_of("turn 8\nbox FG1 A/1/16, 16HQ")
    run(table, landing.drift, unit("A/1/16"), -4)
    play(table, "along")
    assert table.due[unit("16 HQ")] == table.due[unit("A/1/16")] == 10
    otherwise = table_of("house leader-drifts-off\nturn 8\nbox FG1 A/1/16, 16HQ")
    run(otherwise, landing.drift, unit("A/1/16"), -4)
    assert decision(otherwise) is None
    assert box_of(otherwise, "16 HQ") == "FG1"


def _symbol(name: str) -> str:
    return lore().units[unit(name)].sides[-1].symbol


@rule("omaha", "5.13a", "LT.4-14a")
def test_rangers_on_course_may_drift_up_to_four_boxes_east() -> None:
    table = table_of(f"turn 6\nbox DG4 {RANGER}")
    run(table, landing.apply_landing_result, unit(RANGER), "A")
    assert options(table) == [f"drift-{boxes}" for boxes in range(5)]
    play(table, "drift-3")
    assert box_of(table, RANGER) == "DG1"
    other = table_of(f"turn 6\nbox DG4 {RANGER}")
    run(other, landing.apply_landing_result, unit(RANGER), "B")
    assert options(other) == [], "only after a result of no effect"
    infantry = table_of("turn 6\nbox ER3 A/1/16")
    run(infantry, landing.apply_landing_result, unit("A/1/16"), "A")
    assert options(infantry) == [], "only rangers"


def test_rangers_may_drift_off_the_end_by_choice() -> None:
    """P-21."""
    table = table_of(f"turn 12\nbox FG1 {RANGER}")
    run(table, landing.apply_landing_result, unit(RANGER), "A")
    play(table, "drift-4")
    assert table.due[unit(RANGER)] == 14


@rule("omaha", "5.13b")
def test_the_first_ranger_company_has_no_choice() -> None:
    for turn in (2, 6):
        table = table_of(f"turn {turn}\nbox CH2 C/2R")
        run(table, landing.apply_landing_result, unit("C/2R"), "A")
        assert options(table) == []


# --- 5.14 mines


@rule("omaha", "5.14a", "5.14d", "5.14g")
def test_at_mid_tide_one_unit_of_choice_strikes_a_mine_after_the_other_results() -> None:
    table = table_of("turn 9\nbox ER2 A/1/16\nbox ER4 B/1/16")
    symbols = {_symbol("A/1/16"): "A", _symbol("B/1/16"): "A"}
    run(table, landing.check_sector, "east")
    told = texts(check(table, mine=True, **symbols))
    assert any("on course" in text for text in told)
    assert options(table) == ["unit-A/1/16", "unit-B/1/16"]
    play(table, "unit-B/1/16")
    assert [table.steps_left[unit(name)] for name in ("A/1/16", "B/1/16")] == [3, 2]
    assert decision(table) is None, "one mine, one step"


@rule("omaha", "5.14b", "5.14d")
def test_only_uncleared_obstacles_are_mined() -> None:
    table = table_of("turn 9\nbox ER2 A/1/16\nbox ER4 B/1/16\ncleared 0614")
    assert landing.exposed_to_mines(table, "east") == [unit("B/1/16")]
    everywhere = table_of("turn 9")
    assert everywhere.cleared == 0
    obstacles = lore().board.obstacles
    row = lore().board.box_row
    assert all(
        landing.mined_on_the_way(everywhere, box) == bool(obstacles >> box.mid & 1) for box in row
    )


@rule("omaha", "5.14c")
def test_no_mines_at_low_tide() -> None:
    for turn in (1, 6, 28, 32):
        table = table_of(f"turn {turn}\nbox ER2 A/1/16")
        assert landing.exposed_to_mines(table, "east") == []


@rule("omaha", "5.14e")
def test_at_high_tide_the_way_ashore_is_mined() -> None:
    table = table_of("turn 16\nbox ER2 A/1/16\nbox ER4 B/1/16\ncleared 0616")
    assert landing.exposed_to_mines(table, "east") == [unit("A/1/16")]
    run(table, landing.mine_explosion, "east")
    assert table.steps_left[unit("A/1/16")] == 2
    nowhere = table_of(f"turn 16\nbox CH2 {RANGER}")
    assert landing.exposed_to_mines(nowhere, "west") == [], "it will not land at all"


def test_who_drifts_out_of_the_sector_escapes_its_mine() -> None:
    """P-22."""
    table = table_of("turn 9\nbox EG2 A/1/116\nbox EG3 C/1/116")
    run(table, landing.check_sector, "west")
    check(table, mine=True, circle="C", diamond="A")
    assert box_of(table, "A/1/116") == "ER5"
    assert table.steps_left[unit("A/1/116")] == 3
    assert table.steps_left[unit("C/1/116")] == 2


def test_no_hero_is_sacrificed_to_a_mine_but_by_house_rule() -> None:
    """O-66."""
    situation = "turn 9\nbox ER2 A/1/16:1 hero"
    table = table_of(situation)
    run(table, landing.mine_explosion, "east")
    assert table.steps_left[unit("A/1/16")] == 0
    otherwise = table_of(f"house mine-sacrifice\n{situation}")
    run(otherwise, landing.mine_explosion, "east")
    play(otherwise, "sacrifice")
    assert otherwise.steps_left[unit("A/1/16")] == 1
    assert otherwise.lost_step == 0


@rule("omaha", "5.14f")
def test_no_mines_from_turn_23_on() -> None:
    for turn, exposed in ((22, True), (23, False), (27, False)):
        table = table_of(f"turn {turn}\nbox ER2 A/1/16")
        assert bool(landing.exposed_to_mines(table, "east")) == exposed


@rule("omaha", "5.14h", "5.12c")
def test_an_hq_alone_is_put_back_two_turns_and_one_in_company_is_spared() -> None:
    alone = table_of("turn 8\nbox FG2 16HQ")
    run(alone, landing.check_sector, "east")
    check(alone, mine=True)
    assert alone.due[unit("16 HQ")] == 10
    company = table_of("turn 8\nbox FG2 16HQ, A/1/16")
    run(company, landing.mine_explosion, "east")
    assert box_of(company, "16 HQ") == "FG2"
    assert company.steps_left[unit("A/1/16")] == 2


@rule("omaha", "5.14i", "5.12c")
def test_a_general_is_never_hurt_by_a_mine() -> None:
    table = table_of("turn 8\nbox DW2 Cota")
    run(table, landing.check_sector, "west")
    assert decision(table) is None, "not even a card is drawn for him"
    run(table, landing.mine_explosion, "west")
    assert box_of(table, "Gen. Cota") == "DW2"
    assert decision(table) is None


# --- 5.15


@rule("omaha", "5.15a", "LT.15+-a", "5.15b")
def test_infantry_after_turn_14_is_only_in_danger_of_mines() -> None:
    table = table_of("turn 15\nbox ER2 A/1/16")
    run(table, landing.check_sector, "east")
    check(table, mine=True)
    assert box_of(table, "A/1/16") == "ER2"
    assert table.steps_left[unit("A/1/16")] == 2


@rule("omaha", "5.15c", "5.1a")
def test_no_card_where_nobody_needs_a_check() -> None:
    table = table_of("turn 15\nbox ER2 A/1/16\ncleared 0614")
    run(table, landing.check_sector, "east")
    assert decision(table) is None
    empty = table_of("turn 5\nbox ER2 A/1/16")
    run(empty, landing.check_sector, "west")
    assert decision(empty) is None


# --- 5.2


@pytest.mark.parametrize(
    ("turn", "hex_name"), [(3, "0513"), (9, "0613"), (16, "0714"), (7, "0613")]
)
@rule("omaha", "5.2", "5.21f", "2.1q")
def test_units_land_on_the_waterline_of_the_tide(turn: int, hex_name: str) -> None:
    table = table_of(f"turn {turn}\nbox ER1 A/1/16")
    run(table, landing.land)
    assert table.hex[unit("A/1/16")] == hex_(hex_name)


@rule("omaha", "5.21a", "5.21e")
def test_the_tides_flood_the_beach() -> None:
    def flooded(turn: int) -> set[str]:
        return set(lore().board.grid.names_of(submerged(table_of(f"turn {turn}"))))

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
    run(table, landing.drown)
    gone = [name for name in ("A/1/16", "B/1/16", "C/1/16") if table.hex[unit(name)] == NOWHERE]
    assert gone == lost


@pytest.mark.parametrize("turn", [6, 7, 16])
@rule("omaha", "5.21b", "TEC.2a")
def test_nobody_enters_a_hex_under_water(turn: int) -> None:
    table = table_of(f"turn {turn}\n0613 A/1/16\n0714 B/1/16")
    run(table, actions.action_phase)
    seaward = actions.refuse_move(table, unit("A/1/16"), hex_("0513"))
    from_the_top = actions.refuse_move(table, unit("B/1/16"), hex_("0613"))
    assert (seaward is None) == (turn == 6)
    assert (from_the_top is None) == (turn < 16)
    for refusal in (seaward, from_the_top):
        assert refusal is None or refusal.rule in ("5.21", "TEC.2")


@rule("omaha", "5.21d")
def test_a_unit_on_its_way_up_a_cliff_is_spared() -> None:
    table = table_of("turn 7\n0233 A/1/116 climb-cliff\n0232 B/1/116")
    run(table, landing.drown)
    assert table.hex[unit("A/1/116")] == hex_("0233")
    assert table.hex[unit("B/1/116")] == NOWHERE
    at_high = table_of("turn 16\n0333 A/1/116 climb-cliff\n0332 B/1/116")
    run(at_high, landing.drown)
    assert at_high.hex[unit("A/1/116")] == hex_("0333")
    assert at_high.hex[unit("B/1/116")] == NOWHERE


@rule("omaha", "5.22")
def test_landing_in_the_other_sector_transfers_command() -> None:
    table = table_of("turn 3\nbox EG1 E/2/16\nbox ER5 E/2/116\nbox ER2 F/2/16")
    told = texts(run(table, landing.land))
    assert division_of(table, unit("E/2/16")) == 29
    assert division_of(table, unit("E/2/116")) == 1
    assert division_of(table, unit("F/2/16")) == 1
    assert "E/2/116 comes under the command of the 1st Division." in told
    hq = table_of("turn 12\nbox ER3 116HQ transferred\nbox DR1 16HQ transferred")
    told = texts(run(hq, landing.land))
    assert division_of(hq, unit("116HQ")) == 1, "for the rest of the game"
    assert division_of(hq, unit("16HQ")) == 29, "wherever it lands later"
    assert not any("command" in text for text in told)


# --- 5.3


@rule("omaha", "5.3a", "5.3b")
def test_a_unit_with_a_numbered_box_goes_there() -> None:
    table = table_of("turn 3\ntrack 3 H/2/16\ntrack 4 M/3/16")
    assert lore().units[unit("H/2/16")].landing in BOXES
    run(table, arrivals.place_arrivals)
    assert box_of(table, "H/2/16") == lore().units[unit("H/2/16")].landing
    assert table.due[unit("M/3/16")] == 4


@rule("omaha", "5.3c", "5.3d", "5.32")
def test_a_unit_with_a_beach_or_a_division_may_choose() -> None:
    table = table_of("turn 6\ntrack 6 A/1/16")
    run(table, arrivals.place_arrivals)
    assert options(table) == [f"box-ER{number}" for number in range(1, 7)]
    general = table_of("turn 10\ntrack 10 Wyman")
    run(general, arrivals.place_arrivals)
    placed = [option for option in options(general) if option.startswith("box-")]
    east = [f"box-{box.name}" for box in lore().board.box_row if box.sector == "east"]
    assert placed == [option for option in east if not option.startswith("box-X")]


@rule("omaha", "5.31a", "5.31b")
def test_two_units_fill_a_box_and_leaders_do_not_count() -> None:
    table = table_of("turn 6\nbox ER1 A/1/16, B/1/16, 16HQ\nbox ER2 D/1/16\ntrack 6 C/1/16")
    run(table, arrivals.place_arrivals)
    assert options(table) == [f"box-ER{number}" for number in range(2, 7)]
    with_leaders = table_of("turn 6\nbox ER1 A/1/16, 16HQ, Wyman\ntrack 6 C/1/16")
    run(with_leaders, arrivals.place_arrivals)
    assert "box-ER1" in options(with_leaders)
    full = table_of("turn 7\nbox FG2 A/1/16, B/1/16\ntrack 7 16HQ")
    run(full, arrivals.place_arrivals)
    assert "box-FG2" in options(full)


@rule("omaha", "5.31a")
def test_numbered_boxes_are_filled_before_others_choose() -> None:
    table = table_of("turn 6\nbox ER4 C/1/16\ntrack 6 A/1/16, B/1/16, H/2/16 delayed")
    run(table, arrivals.place_arrivals)
    assert box_of(table, "H/2/16") == "ER4"
    assert "box-ER4" not in options(table)


@rule("omaha", "5.31a", "5.34b")
def test_a_unit_whose_box_is_full_waits_a_turn() -> None:
    table = table_of("turn 4\nbox ER4 A/1/16, B/1/16\ntrack 4 H/2/16")
    told = texts(run(table, arrivals.place_arrivals))
    assert told == ["H/2/16 finds its landing box full and is put off to Turn 5."]
    assert table.due[unit("H/2/16")] == 5


@rule("omaha", "5.31c")
def test_a_general_needs_company_if_he_can_have_it() -> None:
    table = table_of("turn 5\ntrack 5 Cota, 116HQ, B•D/81C")
    run(table, arrivals.place_arrivals)
    assert "B•D/81C arrives" in decision(table).prompt
    play(table, "box-DW3")
    assert "116 HQ arrives" in decision(table).prompt
    play(table, "box-DW1")
    assert options(table) == ["box-DW1", "box-DW3"], "with the guns or with the HQ"
    alone = table_of("turn 5\ntrack 5 Cota, M/3/116")
    run(alone, arrivals.place_arrivals)
    play(alone, "box-DR2")
    assert options(alone) == ["box-DW1", "box-DW2", "box-DW3"], "nobody may land where he may"


def options_of_arrival(table: Table, name: str) -> list[str]:
    return [option.id for option in arrivals.arrival_options(table, unit(name))]


@rule("omaha", "5.32", "5.33")
def test_charlie_is_for_rangers_and_unlettered_boxes_for_nobody() -> None:
    rangers = table_of(f"turn 12\ntrack 12 {RANGER} delayed")
    infantry = table_of("turn 12\ntrack 12 A/1/16 delayed")
    anywhere = options_of_arrival(infantry, "A/1/16")
    assert "box-CH1" in options_of_arrival(rangers, RANGER)
    assert not any(option.startswith(("box-CH", "box-X")) for option in anywhere)
    drifted = table_of("turn 5\nbox DG4 A/1/116\nbox FG1 E/2/16")
    run(drifted, landing.drift, unit("A/1/116"), +1)
    run(drifted, landing.drift, unit("E/2/16"), -1)
    assert box_of(drifted, "A/1/116") == "CH1"
    assert box_of(drifted, "E/2/16") == "X3"


@rule("omaha", "5.34a", "5.34b")
def test_arrivals_may_be_put_off_from_turn_7_on_and_again() -> None:
    before = table_of("turn 6\ntrack 6 A/1/16")
    assert not any(option.startswith("delay") for option in options_of_arrival(before, "A/1/16"))
    table = table_of("turn 7\ntrack 7 D/1/16")
    run(table, arrivals.place_arrivals)
    assert [option for option in options(table) if "delay" in option] == [
        f"delay-{turn}" for turn in range(8, 18)
    ], "any later turn; 17 stands for all those after the end"
    play(table, "delay-9")
    assert table.due[unit("D/1/16")] == 9
    table.turn = 9
    run(table, arrivals.place_arrivals)
    play(table, "delay-10")
    assert table.due[unit("D/1/16")] == 10


@rule("omaha", "5.34c", "5.34d")
def test_a_delayed_unit_has_its_own_box_until_turn_10_and_any_afterwards() -> None:
    until = table_of("turn 10\ntrack 10 E/2/16 delayed")
    after = table_of("turn 11\ntrack 11 E/2/16 delayed")
    on_time = table_of("turn 11\ntrack 11 E/2/16")
    own = f"box-{lore().units[unit('E/2/16')].landing}"

    def boxes(table: Table) -> list[str]:
        return [option for option in options_of_arrival(table, "E/2/16") if "box" in option]

    assert boxes(until) == [own]
    assert boxes(on_time) == [own]
    assert {"box-FG1", "box-EG1", "box-DG4"} <= set(boxes(after))
    drifted = table_of("turn 9\nbox FG1 E/2/16\ntrack 9 D/1/16")
    run(drifted, landing.drift, unit("E/2/16"), -4)
    run(drifted, arrivals.place_arrivals)
    play(drifted, "delay-11")
    drifted.turn = 11
    for name in ("E/2/16", "D/1/16"):
        assert drifted.due[unit(name)] == 11
        assert "box-DG4" in options_of_arrival(drifted, name), "by choice or not"


def test_a_hit_hq_comes_back_like_any_delayed_unit() -> None:
    """O-12."""
    situation = "turn 12\ntrack 12 16HQ delayed"
    free = options_of_arrival(table_of(situation), "16HQ")
    bound = options_of_arrival(table_of(f"house returning-hq-box\n{situation}"), "16HQ")
    assert "box-DR1" in free
    assert [option for option in bound if "box" in option] == [f"box-FG{n}" for n in range(1, 6)]


@rule("omaha", "EF-a")
def test_easy_fox_draws_no_card_for_the_west_and_lands_nobody_there() -> None:
    table = table_of("scenario easy-fox\nturn 9\nbox ER6 A/1/16")
    run(table, landing.amphibious_phase)
    check(table, diamond="D")
    assert decision(table) is None, "no card for the west"
    assert table.due[unit("A/1/16")] == 11, "box X4 points into the west at mid tide"
    assert "box-EG1" not in options_of_arrival(
        table_of("scenario easy-fox\nturn 12\ntrack 12 A/1/16 delayed"), "A/1/16"
    )


# --- two players


@rule("omaha", "1e")
def test_each_player_decides_for_his_own_division_and_sector() -> None:
    table = table_of("players 2\nturn 6\ntrack 6 A/1/16, A•B/5R")
    run(table, arrivals.place_arrivals)
    assert decision(table).seat == "29th"
    play(table, "box-DG1")
    assert decision(table).seat == "1st"
    mined = table_of("players 2\nturn 9\nbox EG1 A/1/116, B/1/116")
    run(mined, landing.mine_explosion, "west")
    assert decision(mined).seat == "29th"
