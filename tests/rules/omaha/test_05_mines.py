"""5.14 Mines."""

from __future__ import annotations

from landings import RANGER, box_of, check, symbol_of

from beachhead.kernel.rulebook import rule
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.table.state import equipment
from situations import decision, options, play, run, table_of, texts, unit


@rule("omaha", "5.14a", "5.14d", "5.14g")
def test_at_mid_tide_one_unit_of_choice_strikes_a_mine_after_the_other_results() -> None:
    table = table_of("turn 9\nbox ER2 A/1/16\nbox ER4 B/1/16")
    symbols = {symbol_of("A/1/16"): "A", symbol_of("B/1/16"): "A"}
    run(table, landing_checks.check_sector, "east")
    told = texts(check(table, mine=True, **symbols))
    assert any("on course" in text for text in told)
    assert options(table) == ["unit-A/1/16", "unit-B/1/16"]
    play(table, "unit-B/1/16")
    assert [table.steps_left[unit(name)] for name in ("A/1/16", "B/1/16")] == [3, 2]
    assert decision(table) is None, "one mine, one step"


@rule("omaha", "5.14b", "5.14d")
def test_only_uncleared_obstacles_are_mined() -> None:
    table = table_of("turn 9\nbox ER2 A/1/16\nbox ER4 B/1/16\ncleared 0614")
    assert landing_checks.exposed_to_mines(table, "east") == [unit("B/1/16")]
    everywhere = table_of("turn 9")
    assert everywhere.cleared == 0
    obstacles = equipment().board.obstacles
    row = equipment().board.box_row
    assert all(
        landing_checks.mined_on_the_way(everywhere, box) == bool(obstacles >> box.mid & 1)
        for box in row
    )


@rule("omaha", "5.14c")
def test_no_mines_at_low_tide() -> None:
    for turn in (1, 6, 28, 32):
        table = table_of(f"turn {turn}\nbox ER2 A/1/16")
        assert landing_checks.exposed_to_mines(table, "east") == []


@rule("omaha", "5.14e")
def test_at_high_tide_the_way_ashore_is_mined() -> None:
    table = table_of("turn 16\nbox ER2 A/1/16\nbox ER4 B/1/16\ncleared 0616")
    assert landing_checks.exposed_to_mines(table, "east") == [unit("A/1/16")]
    run(table, landing_checks.mine_explosion, "east")
    assert table.steps_left[unit("A/1/16")] == 2
    nowhere = table_of(f"turn 16\nbox CH2 {RANGER}")
    assert landing_checks.exposed_to_mines(nowhere, "west") == [], "it will not land at all"


def test_who_drifts_out_of_the_sector_escapes_its_mine() -> None:
    """P-22."""
    table = table_of("turn 9\nbox EG2 A/1/116\nbox EG3 C/1/116")
    run(table, landing_checks.check_sector, "west")
    check(table, mine=True, circle="C", diamond="A")
    assert box_of(table, "A/1/116") == "ER5"
    assert table.steps_left[unit("A/1/116")] == 3
    assert table.steps_left[unit("C/1/116")] == 2


def test_no_hero_is_sacrificed_to_a_mine_but_by_house_rule() -> None:
    """O-66."""
    situation = "turn 9\nbox ER2 A/1/16:1 hero"
    table = table_of(situation)
    run(table, landing_checks.mine_explosion, "east")
    assert table.steps_left[unit("A/1/16")] == 0
    otherwise = table_of(f"house mine-sacrifice\n{situation}")
    run(otherwise, landing_checks.mine_explosion, "east")
    play(otherwise, "sacrifice")
    assert otherwise.steps_left[unit("A/1/16")] == 1
    assert otherwise.lost_step == 0


@rule("omaha", "5.14f")
def test_no_mines_from_turn_23_on() -> None:
    for turn, exposed in ((22, True), (23, False), (27, False)):
        table = table_of(f"turn {turn}\nbox ER2 A/1/16")
        assert bool(landing_checks.exposed_to_mines(table, "east")) == exposed


@rule("omaha", "5.14h", "5.12c")
def test_an_hq_alone_is_put_back_two_turns_and_one_in_company_is_spared() -> None:
    alone = table_of("turn 8\nbox FG2 16HQ")
    run(alone, landing_checks.check_sector, "east")
    check(alone, mine=True)
    assert alone.due[unit("16 HQ")] == 10
    company = table_of("turn 8\nbox FG2 16HQ, A/1/16")
    run(company, landing_checks.mine_explosion, "east")
    assert box_of(company, "16 HQ") == "FG2"
    assert company.steps_left[unit("A/1/16")] == 2


@rule("omaha", "5.14i", "5.12c")
def test_a_general_is_never_hurt_by_a_mine() -> None:
    table = table_of("turn 8\nbox DW2 Cota")
    run(table, landing_checks.check_sector, "west")
    assert decision(table) is None, "not even a card is drawn for him"
    run(table, landing_checks.mine_explosion, "west")
    assert box_of(table, "Gen. Cota") == "DW2"
    assert decision(table) is None
