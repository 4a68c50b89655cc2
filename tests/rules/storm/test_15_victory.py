"""15 Victory points and who wins."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm import sequence
from beachhead.storm.game import GAME
from beachhead.storm.table.board import board
from beachhead.storm.victory import victory_points
from beachhead.storm.victory.victory_points import change
from storm_situations import decision, events, options, play, run, situation, texts

ALL_AREAS = sum(area.vp for area in board().areas)


def allied_items(text: str) -> dict[str, int]:
    """What the Allies score for areas and units in boxes."""
    items = change(situation(f"turn 3; {text}"))
    return {name: points for name, points in items.items() if points > 0}


def german_items(text: str) -> dict[str, int]:
    items = change(situation(f"turn 3; {text}"))
    return {name: points for name, points in items.items() if points < 0}


# --- areas


@rule("storm", "15.0a")
def test_allied_areas_count_if_a_line_leads_to_a_beach() -> None:
    assert allied_items("allied 17 16") == {"Bayeux": 1}
    assert allied_items("allied 16") == {}
    assert allied_items("allied 17 16 15 13") == {"Bayeux": 1, "Villers-Bocage": 1}
    assert allied_items("allied 17 16 13") == {"Bayeux": 1}  # 15 is missing
    assert allied_items("allied 3 5") == {"Caen": 2}
    assert allied_items("allied 28") == {}
    assert allied_items("allied 26 28") == {"Sainte-Mère-Église": 1}


@rule("storm", "15.0a")
def test_the_beach_must_be_allied_too() -> None:
    """S-13."""
    assert allied_items("17 I/726/716; allied 16 11") == {}


@rule("storm", "15.0a", "8.0o")
def test_allied_lines_do_not_cross_the_dividing_line() -> None:
    """S-13; by the other reading they do. Impassable lines stop both."""
    across = "allied 17 16 21 14"  # 16-21 is on the line
    assert allied_items(across) == {"Bayeux": 1}
    assert allied_items(f"{across}; house chains-across-line") == {"Bayeux": 1, "Caumont": 1}
    marsh = "allied 26 33 31 29"  # 31-33 cannot be crossed
    for house in ("", "; house chains-across-line"):
        assert allied_items(marsh + house) == {}


@rule("storm", "15.0b")
def test_german_areas_count_if_a_chain_leads_to_a_reinforcement_box() -> None:
    whole = german_items("allied")
    assert -sum(whole.values()) == ALL_AREAS
    assert whole["Caen"] == -2
    cut_off = german_items("allied 11 15 17")  # Bayeux, but for the way over the line
    assert "Bayeux" in cut_off
    pocket = german_items("allied 11 15 17 18 19 21")
    assert "Bayeux" not in pocket
    assert "Caen" in pocket


@rule("storm", "15.0b")
def test_german_chains_do_not_cross_impassable_lines() -> None:
    """S-13."""
    assert "Sainte-Mère-Église" in german_items("allied 26 27 29 31")  # by 33 and 34
    assert "Sainte-Mère-Église" not in german_items("allied 26 27 29 31 34")  # 33 is a dead end


@rule("storm", "15.0a", "15.0b")
def test_the_change_is_added_to_the_running_total() -> None:
    table = situation("turn 3; allied 17 16; points 10")
    expected = 10 + 1 - (ALL_AREAS - 1)
    run(table, victory_points.count)
    assert table.victory == expected
    assert texts(events(table, "total")) == [f"The Allied total is {expected} VP."]
    run(table, victory_points.count)  # and again at the end of the next turn
    assert table.victory == expected + 1 - (ALL_AREAS - 1)


# --- units beyond the map


@rule("storm", "15.0c", "15.0d")
@pytest.mark.parametrize(
    ("zone", "line", "halves"),
    [
        ("A", "3 4 2", 1),
        ("B", "3 5 7", 4),
        ("C", "10 9 8", 2),
        ("D", "25 24 23", 4),
        ("E", "26 27 29", 2),
    ],
)
def test_units_in_reinforcement_boxes_score_by_box_every_turn(
    zone: str, line: str, halves: int
) -> None:
    text = f"allied {line}; zone-{zone} 69/50, 151/50, 8 Armd Bde"
    assert allied_items(text)["units beyond the map"] == 3 * halves // 2
    assert "units beyond the map" not in allied_items(f"zone-{zone} 69/50, 151/50; allied 17")
    table = situation(f"turn 3; {text}")
    for _ in range(2):
        before = table.victory
        run(table, victory_points.count)
        items = change(table)
        assert table.victory - before == sum(items.values())
        assert items["units beyond the map"] == 3 * halves // 2


@rule("storm", "15.0c")
def test_their_line_too_must_lead_to_a_beach() -> None:
    assert "units beyond the map" in allied_items("zone-A 69/50, 151/50; allied 3 4 2")
    assert "units beyond the map" not in allied_items("zone-A 69/50, 151/50; allied 3 2")


@rule("storm", "15.0e")
def test_halves_are_rounded_down_together() -> None:
    """S-14: the sum for all boxes, before it is added."""
    line = "allied 3 4 2"
    assert allied_items(f"zone-A 69/50; {line}") == {}
    assert allied_items(f"zone-A 69/50, 151/50; {line}") == {"units beyond the map": 1}
    both = "allied 3 4 2 5 7; zone-A 69/50; zone-B 151/50"
    assert allied_items(both)["units beyond the map"] == 2  # 2 1/2
    assert sum(change(situation(f"turn 3; {both}")).values()) == sum(
        change(situation(f"turn 3; {both.replace('zone-A 69/50; ', '')}")).values()
    )


# --- losses


@rule("storm", "15.0f", "2.1.1i")
def test_losses_of_the_turn_cost_two_or_one_if_airborne() -> None:
    assert german_items("lost 69/50; allied")["Allied units lost"] == -2
    assert german_items("lost 505/82; allied")["Allied units lost"] == -1
    assert german_items("lost 505/82, 69/50, 8 Armd Bde; allied")["Allied units lost"] == -5
    assert "Allied units lost" not in german_items("out 69/50, 505/82; allied")


@rule("storm", "15.0f")
def test_they_are_counted_once() -> None:
    table = situation("turn 3; lost 69/50; allied; points 0")
    run(table, victory_points.count)
    assert (table.victory, table.lost) == (-ALL_AREAS - 2, 0)
    run(table, victory_points.count)
    assert table.victory == -2 * ALL_AREAS - 2


@rule("storm", "15.0f")
def test_a_unit_lost_in_battle_counts() -> None:
    table = situation("""
        turn 3; impulse german; 14 16/1 spent, 304 PzG/2; 21 916/352; 22 914/352
        allied 14; box-gold 69/50; begin impulse
    """)
    play(table, "activate-14-german", "fire", "dice-6-6")
    while decision(table).kind == "stage_chosen":
        play(table, options(table)[0])
    assert change(table)["Allied units lost"] == -2


@rule("storm", "15.0f")
def test_german_losses_cost_nothing() -> None:
    assert german_items("out 192 PzG/21; allied") == german_items("allied")


# --- the winner


@rule("storm", "15.0g", "15.0h")
@pytest.mark.parametrize(
    ("beaches", "points", "winner"),
    [
        ("3 10 17 18 25 26", 31, "allied"),
        ("3 10 17 18 25", 31, "allied"),
        ("3 10 17 18", 31, "german"),
        ("3 10 17 18 25 26", 30, "german"),
        ("3 10 17 18 25", -3, "german"),
        ("", 31, "german"),
    ],
)
def test_five_beaches_and_more_than_thirty_points(beaches: str, points: int, winner: str) -> None:
    table = situation(f"turn 8; allied {beaches}; points {points}")
    run(table, victory_points.determine)
    assert table.result.winners == [winner]


@rule("storm", "15.0g")
@pytest.mark.parametrize(
    ("bid", "points", "winner"),
    [(45, 46, "allied"), (45, 45, "german"), (-10, -9, "allied"), (-10, -10, "german")],
)
def test_players_may_bid_other_points(bid: int, points: int, winner: str) -> None:
    table = situation(f"turn 8; allied 3 10 17 18 25; points {points}; bid {bid}")
    run(table, victory_points.determine)
    assert table.result.winners == [winner]


def test_a_bid_is_a_setting_that_goes_unsaid_at_thirty() -> None:
    usual = GAME.setup(seed=7)
    assert "bid" not in usual.options
    assert GAME.setup(options={"bid": 30}, seed=7).digest() == usual.digest()
    other = GAME.setup(options={"bid": 60}, seed=7)
    assert other.options["bid"] == 60
    assert victory_points.points_to_beat(other.position) == 60
    assert GAME.situation(GAME.write(other.position)).options["bid"] == 60


@rule("storm", "15.0g")
def test_the_points_of_turn_8_count_before_the_winner_is_found() -> None:
    table = situation("turn 8; allied 3 10 17 18 25 26; points 40")
    run(table, sequence.end_phase)
    while decision(table) is not None:
        play(table, options(table)[0])
    assert table.result.score["points"] == 40 - ALL_AREAS
    assert table.result.winners == ["german"]
    seven = situation("turn 7; allied 3 10 17 18 25 26; points 99")
    run(seven, sequence.end_of_turn)
    assert seven.result is None
