"""13 Winning and losing the First Waves; 6.32, 11.14 how units are lost."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import losses
from beachhead.omaha.landing import landing_and_tides
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import NOWHERE, OmahaTable, equipment, is_inspired
from beachhead.omaha.victory import catastrophic_loss, control, victory_points
from situations import decision, hex_, options, play, run, table_of, texts, unit
from situations import events as told_events

FIRST = [each.name for each in equipment().units if each.division == 1 and each.regular_infantry]
EARLY = [name for name in FIRST if (equipment().units[unit(name)].arrival_turn or 0) < 16]
"""The regular infantry of the 1st Division that lands in the First Waves."""


def points(text: str) -> dict[str, int]:
    return victory_points.victory_points(table_of(f"turn 16\n{text}"))


# --- 13.1 catastrophic loss


def weakened(count: int, more: str = "") -> OmahaTable:
    """So many units of the 1st Division are down to one step."""
    lines = [f"0714 {name}:1" for name in EARLY[:count]]
    return table_of("turn 9\n" + "\n".join(lines) + f"\n{more}")


@rule("omaha", "13.1a", "13.1b", "13.1c", "4b", "13a")
def test_the_eighth_infantry_unit_down_to_one_step_ends_the_game_at_once() -> None:
    table = weakened(7, f"0715 {EARLY[7]}:2")
    assert catastrophic_loss.infantry_lost(table, 1) == 7
    table.then(sequence.end_of_turn)
    losses.lose_step(table, unit(EARLY[7]), "6.32", "to German fire")
    assert table.result is not None
    assert table.result.winners == []
    assert table.result.text == "US defeat: the 1st Division suffers catastrophic loss."
    assert decision(table) is None, "whatever was still to do is forgotten"
    assert table.turn == 9


@rule("omaha", "13.1a")
def test_an_eliminated_unit_counts_and_only_once() -> None:
    table = weakened(7, f"0513 {EARLY[7]}")
    losses.eliminate(table, unit(EARLY[0]), "6.32", "by German fire")
    assert table.result is None
    assert catastrophic_loss.infantry_lost(table, 1) == 7, "it was in the loss box already"
    run(table, landing_and_tides.drown)
    assert table.result is not None, "with all its steps"


@rule("omaha", "13.1b")
def test_the_loss_box_is_that_of_the_original_division() -> None:
    table = weakened(0, f"0515 {EARLY[0]}:2 transferred")
    losses.lose_step(table, unit(EARLY[0]), "6.32", "to German fire")
    assert [catastrophic_loss.infantry_lost(table, division) for division in (1, 29)] == [1, 0]
    assert texts(told_events(table, "loss-box")) == [
        "The 1st Division has 1 infantry unit in its loss box; 8 are a catastrophic loss."
    ]


@rule("omaha", "13.1b")
def test_the_first_step_lost_does_not_fill_the_loss_box() -> None:
    table = weakened(0, f"0515 {EARLY[0]}")
    losses.lose_step(table, unit(EARLY[0]), "6.32", "to German fire")
    assert catastrophic_loss.infantry_lost(table, 1) == 0
    assert told_events(table, "loss-box") == []


@rule("omaha", "13.1a")
def test_each_division_has_its_own_box() -> None:
    west = [
        each.name
        for each in equipment().units
        if each.name.endswith("/116") and each.regular_infantry
    ]
    weak = "\n".join(f"0620 {name}:1" for name in west[:6])
    table = weakened(7, f"{weak}\n0621 {west[6]}:2\n0622 {west[7]}:2")
    losses.lose_step(table, unit(west[6]), "6.32", "to German fire")
    assert table.result is None, "seven and seven"
    losses.lose_step(table, unit(west[7]), "6.32", "to German fire")
    assert table.result is not None
    assert table.result.text == "US defeat: the 29th Division suffers catastrophic loss."


@rule("omaha", "13.11a")
def test_rangers_and_guns_never_count() -> None:
    table = weakened(7, "0626 C/2R\n0710 1/A/741:1\n0711 AT/16\n0712 7FA:1")
    for name in ("C/2R", "1/A/741", "AT/16", "7FA"):
        losses.eliminate(table, unit(name), "6.32", "by German fire")
    assert table.result is None
    assert [catastrophic_loss.infantry_lost(table, division) for division in (1, 29)] == [7, 0]
    assert told_events(table, "loss-box") == []


@rule("omaha", "13.12a")
def test_a_regained_step_takes_a_counter_out_of_the_loss_box() -> None:
    table = weakened(3)
    event_phase.step_added(table, unit(EARLY[0]))
    assert table.steps_left[unit(EARLY[0])] == 2
    assert catastrophic_loss.infantry_lost(table, 1) == 2


def test_units_that_never_take_part_are_no_losses() -> None:
    table = table_of("turn 9")
    assert table.steps_left[unit("E/2/18")] == 0
    assert catastrophic_loss.infantry_lost(table, 1) == 0


# --- 6.32 step losses, 11.14 sacrifice


@rule("omaha", "6.32a", "6.32b", "2.21b", "2.21c")
def test_steps_are_lost_one_by_one_and_the_last_takes_the_unit_away() -> None:
    table = table_of("turn 9\n0714 A/1/16 hero=Spalding\n0715 7FA")
    company, guns = unit("A/1/16"), unit("7FA")
    for left in (2, 1):
        losses.lose_step(table, company, "6.32", "to German fire")
        assert (table.steps_left[company], table.hex[company]) == (left, hex_("0714"))
    losses.lose_step(table, company, "6.32", "to German fire")
    assert (table.steps_left[company], table.hex[company]) == (0, NOWHERE)
    spalding = [hero.name for hero in equipment().pieces.heroes].index("Spalding")
    assert table.heroes[spalding] == losses.OUT, "its hero goes with it"
    for left in (3, 2, 1, 0):
        losses.lose_step(table, guns, "6.32", "to German fire")
        assert table.steps_left[guns] == left


@rule("omaha", "11.14a", "11.15a")
def test_a_hero_may_die_for_a_one_step_unit() -> None:
    table = table_of("turn 9\n0714 A/1/16:1 hero")
    run(table, losses.lose_step_to_german_fire, unit("A/1/16"), "6.32", "to WN62")
    assert options(table) == ["sacrifice", "lose-unit"]
    play(table, "sacrifice")
    assert table.steps_left[unit("A/1/16")] == 1
    assert is_inspired(table, unit("A/1/16"))
    run(table, losses.lose_step_to_german_fire, unit("A/1/16"), "6.32", "to WN62")
    assert decision(table) is None, "an inspired marker saves nobody"
    assert table.steps_left[unit("A/1/16")] == 0


@rule("omaha", "11.14a")
def test_the_unit_may_be_given_up_instead_and_stronger_units_just_lose_a_step() -> None:
    table = table_of("turn 9\n0714 A/1/16:1 hero\n0715 B/1/16:2 hero")
    run(table, losses.lose_step_to_german_fire, unit("A/1/16"), "6.32", "to WN62")
    play(table, "lose-unit")
    assert table.steps_left[unit("A/1/16")] == 0
    run(table, losses.lose_step_to_german_fire, unit("B/1/16"), "6.32", "to WN62")
    assert decision(table) is None
    assert table.steps_left[unit("B/1/16")] == 1


# --- 13.2 victory points


@rule("omaha", "13.2a")
def test_a_single_hex_wn_is_worth_1() -> None:
    assert points("0916 A/1/16:1") == {"WN64": 1}


@rule("omaha", "13.2b")
def test_a_two_hex_wn_is_worth_2_and_half_of_it_nothing() -> None:
    assert points("0912 A/1/16:1\n0812 B/1/16:1") == {"WN62": 2}
    assert points("0912 A/1/16:1") == {}
    assert points("0812 A/1/16:1") == {}


@rule("omaha", "13.2c")
def test_a_reinforcement_position_is_worth_1_marked_or_not() -> None:
    marked, unmarked = equipment().board.position["A6"], equipment().board.position["C2"]
    assert (marked.vp, unmarked.vp) == (True, False)
    assert points("1309 A/1/16:1\n1215 B/1/16:1") == {"A6": 1, "C2": 1}
    blank = equipment().board.position["1014"]
    assert blank.number is None
    assert points("1014 A/1/16:1") == {"1014": 1}


@rule("omaha", "13.2d", "13.21a", "13.21b")
def test_a_draw_is_worth_5_when_all_of_it_is_controlled() -> None:
    assert sorted(equipment().board.draws) == ["D-1", "D-3", "E-1", "E-3"]
    assert points("0630 A/1/16:1\n0731 B/1/16:1") == {"Draw D-1": 5}
    assert points("0731 B/1/16:1") == {}
    assert equipment().board.terrain["draw"] >> hex_("0630") & 1


@rule("omaha", "13.21b")
def test_draw_hexes_lie_inland_of_the_barrier() -> None:
    """Every barrier hexside at a draw's mouth has the draw on one side only."""
    board = equipment().board
    for kind in ("anti_tank_ditch", "anti_tank_wall"):
        for hex_number, across in enumerate(board.across[kind]):
            if across:
                for draw in board.draws.values():
                    inside = bool(draw >> hex_number & 1)
                    assert not (inside and across & draw), board.name(hex_number)


def test_the_scheme_of_points_comes_from_the_pack() -> None:
    assert charts().victory_points["basic"] == {
        "wn_position_controlled": 1,
        "two_hex_wn_both_hexes_controlled": 2,
        "reinforcement_position_controlled": 1,
        "draw_controlled": 5,
    }


@rule("omaha", "13.22a")
def test_occupation_is_not_enough_under_german_fire() -> None:
    assert points("0809 A/1/16") == {"WN61": 1}
    for marker in ("", "disrupted"):
        under_fire = points(f"0809 A/1/16:1\nWN62S ? {marker}")
        covers = equipment().board.position["WN62"].fire >> hex_("0809") & 1
        assert covers
        assert "WN61" not in under_fire


@rule("omaha", "13.22a")
def test_control_from_an_adjacent_hex_is_enough() -> None:
    assert points("0908 A/1/16")["WN60"] == 1
    assert "WN60" not in points("0908 A/1/16:1"), "a one-step unit controls only its own hex"


@rule("omaha", "13.22a")
def test_without_us_communication_occupation_is_not_enough() -> None:
    """0531 is held, but all ways to the beach are under WN71's fire or over a bluff."""
    held = control.victory_control(table_of("turn 16\n0531 A/1/116"))
    assert held >> hex_("0531") & 1
    cut_off = control.victory_control(table_of("turn 16\n0531 A/1/116\nWN71 ?"))
    assert not equipment().board.position["WN71"].fire >> hex_("0531") & 1
    assert not cut_off >> hex_("0531") & 1


@rule("omaha", "13.22b")
def test_a_hex_behind_us_lines_is_controlled() -> None:
    """Nobody controls WN61's hex, but one-step units hold both ways the Germans have to it."""
    lines = "0909 A/1/16:1\n0910 B/1/16:1"
    assert not control.us_control(table_of(lines)) >> hex_("0809") & 1
    assert points(lines) == {"WN61": 1}
    assert "WN61" not in points("0909 A/1/16:1"), "the Germans come by the draw"
    assert "WN61" not in points(f"{lines}\nWN62S ?"), "in its field of fire"


@rule("omaha", "13.22b")
def test_where_no_german_can_trace_from_the_us_is_in_control_by_house_rule() -> None:
    """P-01: WN61, on the shore of the pavilion, could never trace; WN64 on open ground can."""
    assert "WN61" not in points("")
    house = points("house trace-from-barred-hex")
    assert house["WN61"] == 1
    assert "WN64" not in house


@rule("omaha", "13.22b")
def test_behind_us_lines_us_communication_is_needed_all_the_same() -> None:
    """One-step units bar the Germans' ways to 0531; under WN71's fire nobody else gets there."""
    lines = "0532 A/1/116:1\n0630 B/1/116:1\n0631 C/1/116:1"
    quiet, cut_off = table_of(f"turn 16\n{lines}"), table_of(f"turn 16\n{lines}\nWN71 ?")
    there = hex_("0531")
    for table in (quiet, cut_off):
        assert not control.us_control(table) >> there & 1
        assert not control.in_german_communication(table, there)
    assert control.victory_control(quiet) >> there & 1
    assert not equipment().board.position["WN71"].fire >> there & 1
    assert not control.victory_control(cut_off) >> there & 1


# --- the result


def holding(count: int, scenario: str = "first-waves", players: int = 1) -> OmahaTable:
    """One-step units in so many German positions of one hex, far from each other."""
    board = equipment().board
    sectors = ("east",) if scenario == "easy-fox" else ("east", "west")
    free, spots = board.grid.all, []
    for position in board.positions:
        if position.sector in sectors and len(position.hexes) == 1 and position.area & free:
            spots.append(board.name(position.hexes[0]))
            free &= ~board.grid.within(position.area, 1)
    names = [each.name for each in equipment().units if each.division == 1][: len(spots)]
    lines = [f"{spot} {name}:1" for spot, name in zip(spots[:count], names, strict=False)]
    return table_of(f"scenario {scenario}\nplayers {players}\nturn 16\n" + "\n".join(lines))


@rule("omaha", "13.2e", "4c", "13a")
@pytest.mark.parametrize(
    ("count", "text", "winners"),
    [(19, "US victory with 19 VP.", ["us"]), (18, "US defeat with 18 VP.", [])],
)
def test_19_points_at_the_end_of_turn_16_win(count: int, text: str, winners: list[str]) -> None:
    table = holding(count)
    assert sum(victory_points.victory_points(table).values()) == count
    run(table, sequence.end_of_turn)
    assert table.result is not None
    assert (table.result.text, table.result.winners) == (text, winners)
    assert table.result.score == {"points": count}
    assert decision(table) is None


@rule("omaha", "13a", "4c")
def test_nothing_is_counted_before_turn_16() -> None:
    table = holding(19)
    table.turn = 15
    run(table, sequence.end_of_turn)
    assert table.result is None
    assert table.turn == 16


@rule("omaha", "1e")
def test_two_players_win_or_lose_together() -> None:
    won, lost = holding(19, players=2), holding(5, players=2)
    run(won, sequence.end_of_turn)
    run(lost, sequence.end_of_turn)
    assert won.result is not None
    assert lost.result is not None
    assert (won.result.winners, lost.result.winners) == (["1st", "29th"], [])


def test_easy_fox_is_won_with_10_points_in_the_east() -> None:
    """O-61, reconstructed."""
    won, lost = holding(10, "easy-fox"), holding(9, "easy-fox")
    run(won, sequence.end_of_turn)
    run(lost, sequence.end_of_turn)
    assert won.result is not None
    assert lost.result is not None
    assert won.result.text == "US victory with 10 VP."
    assert lost.result.text == "US defeat with 9 VP."
