"""5.3 Arrivals go into landing boxes; two players."""

from __future__ import annotations

from landings import BOXES, RANGER, box_of, check

from beachhead.kernel.rulebook import rule
from beachhead.omaha.landing import arrivals, landing_and_tides, landing_checks
from beachhead.omaha.table.state import OmahaTable, equipment
from situations import decision, options, play, run, table_of, texts, unit

# --- 5.3


@rule("omaha", "5.3a", "5.3b")
def test_a_unit_with_a_numbered_box_goes_there() -> None:
    table = table_of("turn 3\ntrack 3 H/2/16\ntrack 4 M/3/16")
    assert equipment().units[unit("H/2/16")].landing in BOXES
    run(table, arrivals.place_arrivals)
    assert box_of(table, "H/2/16") == equipment().units[unit("H/2/16")].landing
    assert table.due[unit("M/3/16")] == 4


@rule("omaha", "5.3c", "5.3d", "5.32")
def test_a_unit_with_a_beach_or_a_division_may_choose() -> None:
    table = table_of("turn 6\ntrack 6 A/1/16")
    run(table, arrivals.place_arrivals)
    assert options(table) == [f"box-ER{number}" for number in range(1, 7)]
    general = table_of("turn 10\ntrack 10 Wyman")
    run(general, arrivals.place_arrivals)
    placed = [option for option in options(general) if option.startswith("box-")]
    east = [f"box-{box.name}" for box in equipment().board.box_row if box.sector == "east"]
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


def options_of_arrival(table: OmahaTable, name: str) -> list[str]:
    return [option.id for option in arrivals.arrival_options(table, unit(name))]


@rule("omaha", "5.32", "5.33")
def test_charlie_is_for_rangers_and_unlettered_boxes_for_nobody() -> None:
    rangers = table_of(f"turn 12\ntrack 12 {RANGER} delayed")
    infantry = table_of("turn 12\ntrack 12 A/1/16 delayed")
    anywhere = options_of_arrival(infantry, "A/1/16")
    assert "box-CH1" in options_of_arrival(rangers, RANGER)
    assert not any(option.startswith(("box-CH", "box-X")) for option in anywhere)
    drifted = table_of("turn 5\nbox DG4 A/1/116\nbox FG1 E/2/16")
    run(drifted, landing_checks.drift, unit("A/1/116"), +1)
    run(drifted, landing_checks.drift, unit("E/2/16"), -1)
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
    own = f"box-{equipment().units[unit('E/2/16')].landing}"

    def boxes(table: OmahaTable) -> list[str]:
        return [option for option in options_of_arrival(table, "E/2/16") if "box" in option]

    assert boxes(until) == [own]
    assert boxes(on_time) == [own]
    assert {"box-FG1", "box-EG1", "box-DG4"} <= set(boxes(after))
    drifted = table_of("turn 9\nbox FG1 E/2/16\ntrack 9 D/1/16")
    run(drifted, landing_checks.drift, unit("E/2/16"), -4)
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
    run(table, landing_and_tides.amphibious_phase)
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
    run(mined, landing_checks.mine_explosion, "west")
    assert decision(mined).seat == "29th"
