"""12 Reinforcements, landing boxes and reinforcement boxes."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm import sequence
from beachhead.storm.cards.card_actions import refuse_card
from beachhead.storm.movement import cost, refuse_step
from beachhead.storm.reinforcements import arriving
from beachhead.storm.reinforcements.schedule import due
from beachhead.storm.table.board import ZONES, board
from beachhead.storm.table.pieces import pieces
from beachhead.storm.table.state import ALLIED, GERMAN, StormTable
from storm_situations import (
    GAME,
    at,
    card,
    decision,
    events,
    is_fresh,
    no_cards,
    options,
    place,
    play,
    run,
    situation,
    unit_set,
)


def arrive(table: StormTable, side: int) -> None:
    """The reinforcements of a side; units for Omaha go to the first box."""
    run(table, arriving.arrive, side)
    while decision(table) is not None:
        play(table, "in-box-omaha-1" if decision(table).kind == "placed" else "no-card")


def arrivals(side: str, turn: int) -> set[int]:
    return {row.index for row in pieces().units if row.side == side and row.arrival == turn}


def gone(*turns: int) -> str:
    """Everybody due on some turns is out of play: a line of a situation."""
    names = [row.name for row in pieces().units if row.arrival in turns]
    return f"out {', '.join(names)}" if names else ""


# --- 12.1


@rule("storm", "12.1a", "2.1.1m")
@pytest.mark.parametrize("turn", range(1, 9))
def test_units_come_in_the_end_phase_of_the_turn_on_their_counter(turn: int) -> None:
    table = situation(f"turn {turn} end; {gone(*range(1, turn))}")
    for side, name in ((ALLIED, "allied"), (GERMAN, "german")):
        expected = sum(1 << number for number in arrivals(name, turn))
        assert due(table, side) == expected
        arrive(table, side)
        assert due(table, side) == 0
        assert all(table.where[number] >= 0 for number in arrivals(name, turn))
        assert all(table.where[number] == -1 for number in arrivals(name, turn + 1))


@rule("storm", "12.1a")
def test_by_the_other_reading_they_come_a_turn_earlier() -> None:
    """S-09."""
    table = situation(f"turn 2 end; house reinforcement-turn; {gone(1, 2)}")
    assert due(table, GERMAN) == sum(1 << number for number in arrivals("german", 3))
    start = situation("turn 1 invasion; house reinforcement-turn; 28 505/82; 4 3 Para/6 AB")
    start.agenda = [("invasion.end_of_invasion",)]
    while decision(start).kind == "placed":
        play(start, options(start)[0])
    assert (at(start, "325/82"), at(start, "25 SS/12SS")) == ("28", "zone-B")
    placed = [event.detail["unit"] for event in events(start, "reinforcement")]
    sides = [pieces().unit[name].side for name in placed]
    assert sides == sorted(sides)
    assert {pieces().unit[name].arrival for name in placed} == {1}


# --- 12.2


@rule("storm", "12.2a", "2.2.1f", "2.2.1h")
def test_allied_units_go_to_their_landing_box_or_numbered_area() -> None:
    table = situation("turn 1 end; 33 506/101; allied 33")
    arrive(table, ALLIED)
    assert at(table, "359/90") == "box-utah"
    assert at(table, "22 Armd/7A") == "box-gold"
    assert (at(table, "327/101"), at(table, "6 AL/6 AB")) == ("33", "4")
    assert is_fresh(table, "359/90", "327/101")
    assert table.exploitation == 0


@rule("storm", "12.2a")
def test_units_for_omaha_choose_between_its_boxes() -> None:
    table = situation("turn 1 end")
    run(table, arriving.arrive, ALLIED)
    assert options(table) == ["in-box-omaha-1", "in-box-omaha-2"]
    play(table, "in-box-omaha-2")
    assert at(table, "9/2") == "box-omaha-2"


@rule("storm", "12.2a", "5.1d")
def test_the_allies_place_first() -> None:
    table = situation("turn 3 end")
    run(table, sequence.end_phase)
    while decision(table).kind == "placed":
        assert decision(table).seat == "allied"
        assert at(table, "901/Lehr") == "nowhere"
        play(table, "in-box-omaha-1")
    assert at(table, "901/Lehr") == "zone-C"


@rule("storm", "12.2b", "2.2.1j")
def test_german_units_go_to_the_zone_on_their_counter() -> None:
    table = situation("turn 2 end")
    arrive(table, GERMAN)
    assert (at(table, "26 SS/12SS"), at(table, "902/Lehr"), at(table, "857/346")) == (
        "zone-B",
        "zone-C",
        "zone-A",
    )
    for row in pieces().units:
        if row.side == "german" and row.arrival:
            [there] = board().set_up_places(row.setup)
            assert there in ZONES


@rule("storm", "12.2c")
def test_units_may_stay_in_their_box() -> None:
    table = situation("turn 3; box-gold 69/50; zone-B 25 SS/12SS; hand german overcast")
    table.agenda = [("sequence.end_phase",), ("impulses.impulse",)]
    assert options(table) == ["activate-box-gold-commonwealth", "pass"]
    play(table, "pass", "pass")
    assert (at(table, "69/50"), at(table, "25 SS/12SS")) == ("box-gold", "zone-B")
    assert table.phase == "end"


SIX = "16/1, 18/1, 26/1, 115/29, 116/29, 175/29"


@rule("storm", "12.2d")
def test_in_a_full_area_the_reinforcement_is_lost() -> None:
    table = situation(f"turn 1 end; 33 {SIX}; 4 3 Para/6 AB; 28 505/82")
    arrive(table, ALLIED)
    assert at(table, "327/101") == "out"
    assert at(table, "325/82") == "28"
    five = situation(f"turn 1 end; 33 {SIX.removesuffix(', 175/29')}")
    arrive(five, ALLIED)
    assert at(five, "327/101") == "33"


@rule("storm", "12.2d", "15.0f")
def test_that_loss_counts_on_the_next_turn() -> None:
    """S-15: points are counted before reinforcements are placed; by the other reading at once."""
    table = situation(f"turn 1 end; 33 {SIX}; points 5")
    arrive(table, ALLIED)
    assert (table.victory, table.lost) == (5, unit_set("327/101"))
    assert events(table, "eliminated")[-1].detail["points"] == 0
    other = situation(f"turn 1 end; house overstacked-reinforcement-loss; 33 {SIX}; points 5")
    arrive(other, ALLIED)
    assert (other.victory, other.lost) == (4, 0)  # airborne: one point


@rule("storm", "12.2d", "15.0f")
@pytest.mark.parametrize(
    ("house", "points"), [("", 5), ("house overstacked-reinforcement-loss", 4)]
)
def test_on_turn_8_it_does_not_count_at_all(house: str, points: int) -> None:
    """S-15."""
    late = [row.name for row in pieces().units if row.arrival and row.name != "327/101"]
    table = situation(f"turn 8 end; {house}; 33 {SIX}; allied; points 5; out {', '.join(late)}")
    table.agenda = [("sequence.end_of_turn",), ("reinforcements.arrive", ALLIED)]
    assert decision(table) is None
    assert table.result.score["points"] == points


# --- 12.3


@rule("storm", "12.3a")
def test_from_a_landing_box_to_its_beach_only() -> None:
    table = situation("turn 3; box-gold 69/50; 17 I/726/716, 8 Armd Bde; allied 17")
    box = place("box-gold")
    assert cost(table, ALLIED, box, place(17)) == 2  # occupied
    assert cost(situation("turn 3; 17 8 Armd Bde"), ALLIED, box, place(17)) == 1
    assert cost(situation("turn 3"), ALLIED, box, place(17)) == 2  # German controlled
    for there in range(len(board().tags)):
        allowed = refuse_step(table, unit_set("69/50"), ALLIED, box, there) is None
        assert allowed == (there == place(17))


@rule("storm", "12.3d", "2.2.1k")
def test_allied_units_enter_a_reinforcement_box_and_stay() -> None:
    table = situation("turn 3; 13 69/50; allied 13; zone-C 902/Lehr; begin impulse")
    assert cost(table, ALLIED, place(13), place("zone-C")) == 1  # Germans there do not matter
    play(table, "activate-13-commonwealth", "to-zone-C")
    assert at(table, "69/50") == "zone-C"
    assert decision(table) is None or decision(table).kind != "destination_chosen"
    inside = situation("turn 3; zone-C 69/50; hand allied jabos-1; begin impulse")
    assert options(inside) == ["pass"]
    refused = GAME.why_not(inside, unit="69/50", to=13)
    assert (refused.rule, refused.text) == (
        "12.3",
        "Allied units in a reinforcement box never leave it",
    )


@rule("storm", "12.3e")
def test_germans_never_go_back_into_a_reinforcement_box() -> None:
    table = situation("turn 3; impulse german; 13 902/Lehr; begin impulse")
    play(table, "activate-13-german")
    assert "to-zone-C" not in options(table)
    assert GAME.why_not(table, unit="902/Lehr", to="zone-C").rule == "12.3"


@rule("storm", "12.3e")
def test_not_even_on_the_move_they_left_it() -> None:
    table = situation("turn 3; impulse german; zone-C 902/Lehr; begin impulse")
    play(table, "activate-zone-C-german")
    assert set(options(table)) == {"to-8", "to-13", "to-14"}
    play(table, "to-13")
    assert "to-zone-C" not in options(table)


def fired_at(text: str, activate: str, dice: str) -> StormTable:
    """The units of a place fire; whoever is hit retreats if he can, and no further."""
    table = situation(f"turn 3; {text}; begin impulse")
    play(table, f"activate-{activate}", "fire")
    if decision(table).kind == "unit_chosen":
        play(table, "add-all")
    play(table, dice)
    while decision(table) is not None and decision(table).kind == "stage_chosen":
        play(table, "done" if "done" in options(table) else options(table)[0])
    return table


@rule("storm", "12.3c")
def test_allied_units_retreat_into_the_landing_box() -> None:
    table = fired_at(
        "impulse german; 17 69/50 spent, 192 PzG/21; allied 17", "17-german", "dice-4-5"
    )
    assert at(table, "69/50") == "box-gold"


@rule("storm", "12.3d", "12.3e")
def test_nobody_retreats_into_a_reinforcement_box() -> None:
    table = fired_at(
        "impulse german; 14 16/1 spent, 304 PzG/2; 21 916/352; 22 914/352; allied 14",
        "14-german",
        "dice-5-6",
    )
    assert at(table, "16/1") == "out"
    german = fired_at(
        "8 AA 21/21 spent, 8 Armd Bde, 27 Armd Bde; allied 8 5 7 9 12 13",
        "8-commonwealth",
        "dice-2-3",
    )
    assert at(german, "AA 21/21") == "out"


@rule("storm", "12.3g", "9.2c")
def test_units_in_boxes_are_never_attacked() -> None:
    table = situation("""
        turn 3; impulse german; box-gold 69/50; zone-C 7/3 Cdn, 902/Lehr; 13 901/Lehr
        17 I/726/716; hand german german-artillery-1 german-shock-assault-1 defensive-fire-1
        begin impulse
    """)
    for id_ in ("german-artillery-1", "german-shock-assault-1", "defensive-fire-1"):
        assert refuse_card(table, GERMAN, card(id_)) is not None, id_
    for who, where in (("902/Lehr", "zone-C"), ("901/Lehr", "zone-C"), ("I/726/716", "box-gold")):
        assert GAME.why_not(table, unit=who, to=where, action="assault").rule == "11.0"
    assert GAME.why_not(table, unit="902/Lehr", action="fire").rule == "9.1"


@rule("storm", "12.3g")
def test_no_card_touches_units_in_boxes() -> None:
    fresh_again = situation("turn 3; box-gold 69/50 spent; hand allied follow-me; begin impulse")
    assert refuse_card(fresh_again, ALLIED, card("follow-me")) is not None
    jabos = situation("turn 3; impulse german; zone-C 902/Lehr; hand allied jabos-1; begin impulse")
    play(jabos, "activate-zone-C-german", "to-13")
    assert "play-jabos-1" not in options(jabos)
    no_cards(jabos)
    assert at(jabos, "902/Lehr") == "13"


@rule("storm", "8.0c", "12.3d")
def test_enemies_in_a_reinforcement_box_do_not_make_leaving_dear() -> None:
    """N-09."""
    table = situation("turn 2; impulse german; zone-C 902/Lehr, 69/50; begin impulse")
    play(table, "activate-zone-C-german")
    labels = {option.id: option.label for option in decision(table).options}
    assert labels["to-8"] == "Go to Évrecy for 1"


@rule("storm", "11.0a", "11.0g")
def test_no_assault_out_of_a_reinforcement_box_with_enemies_in_it() -> None:
    """N-10."""
    text = "turn 2; impulse german; zone-C 902/Lehr{}; 13 151/50; hand german bocage; begin impulse"
    alone, beset = situation(text.format("")), situation(text.format(", 69/50"))
    assert GAME.why_not(alone, unit="902/Lehr", action="assault", to=13) is None
    refused = GAME.why_not(beset, unit="902/Lehr", action="assault", to=13)
    assert refused.rule == "11.0"
    assert GAME.why_not(beset, unit="902/Lehr", to=13) is None
