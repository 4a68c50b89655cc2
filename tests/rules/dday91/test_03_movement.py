"""3 How to move: distances, costs, restrictions, Moves, reinforcements, leaving the board."""

from __future__ import annotations

from itertools import pairwise

import pytest

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import acquiring_and_spending_moves, move_legs
from beachhead.dday91.movement.ranges import ground_cost, reach
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    at,
    decision,
    events,
    fighting,
    forced,
    goals,
    hex_,
    is_reduced,
    moving,
    options,
    play,
    run,
    situation,
    unit,
    why,
)


def factors(text: str, name: str) -> dict[str, int]:
    """What it costs a unit to reach each hex around it."""
    table = moving(text)
    found = reach(table, [unit(name)])
    return {board().name(there): cost for there, cost in found.cost.items()}


# --- 3, 3a, 3b


@rule("dday91", "3-a")
def test_only_the_side_whose_step_it_is_moves() -> None:
    table = moving("turn 2 german movement; moves 5 5; G13 5U; H10 66")
    assert options(table) == ["move-66", "done"]
    assert why(table, unit="5U") == "2b"
    play(table, "move-66")
    assert ": 0 movement factors expended." in decision(table).prompt
    assert why(situation("turn 2 german combat; moves 5 5; H10 66"), unit="66") == "2b"


@rule("dday91", "3-b")
def test_units_move_in_any_order_and_are_then_done() -> None:
    table = moving("moves 5 0; G13 5U; G11 7U")
    assert {"move-5U", "move-7U"} <= set(options(table))
    play(table, "move-7U", "to-F11", "stop")
    assert "move-7U" not in options(table)
    assert why(table, unit="7U") == "3"
    assert "move-5U" in options(table)


@rule("dday91", "3a")
def test_a_unit_moves_hex_by_hex_in_any_direction() -> None:
    table = moving("moves 5 0; G15 5U", "move-5U")
    assert {"F14", "F15", "G14", "G16", "H14", "H15"} <= goals(table)
    asked = decision(table)
    assert asked is not None
    for option in asked.options:
        path = [hex_("G15"), *option.value[1:]] if option.value[0] == "path" else []
        for here, there in pairwise(path):
            assert board().adjacent[here] >> there & 1
    assert why(moving("moves 5 0; C12 5U"), unit="5U", to="D11") == "3a"


@rule("dday91", "3b-a")
def test_a_unit_may_stop_early_or_stay() -> None:
    table = moving("moves 5 0; G15 5U", "move-5U")
    assert "stop" in options(table)
    play(table, "to-G16")
    assert "stop" in options(table)
    assert "done" in options(moving("moves 5 0; G15 5U"))


@rule("dday91", "3b-b")
def test_a_unit_in_a_holding_box_moves_by_its_own_factors() -> None:
    """The army and the 5U have 3 factors, the airborne corps 2: doubled, 6 and 4."""
    text = "moves 5 0; G15 1-US, 5U, 18U"
    together = goals(moving(text, "move-1-US"))
    alone = goals(moving(text, "move-1-US", "leave-18U"))
    assert together < alone
    table = moving(text, "move-1-US", "go-G17", "leave-18U")
    play(table, "to-G18")
    assert at(table, "18U") == "G17"
    assert at(table, "5U") == "G18"
    slow = moving(text, "move-1-US", "to-G16", "to-G17", "to-F17", "to-F18")
    assert not goals(slow)
    play(slow, "leave-18U")
    assert goals(slow)


# --- 3b1


@rule("dday91", "3b1-a")
def test_a_unit_that_attacks_spends_its_printed_factors_at_most() -> None:
    near = moving("moves 5 0; G15 5U; G11 66", "move-5U", "to-G14", "to-G13")
    assert at(near, "5U") == "G13"  # 1 + 2 across the Seine
    text = "turn 2 allied combat; moves 5 5; G13 5U; G12 66"
    assert fighting(f'{text}; expended = {{"{unit("5U")}":3}}').step == "combat"
    assert why(fighting(f'{text}; expended = {{"{unit("5U")}":3}}'), **attack()) == ""
    assert why(fighting(f'{text}; expended = {{"{unit("5U")}":4}}'), **attack()) == "3b1"


def attack() -> dict[str, str]:
    return {"unit": "5U", "to": "G12", "action": "attack"}


@rule("dday91", "3b1-b", "8a3-a")
def test_twice_the_factors_without_a_fight() -> None:
    costs = factors("moves 5 0; H17 5U", "5U")
    assert max(costs.values()) == 6
    assert costs["K17"] == 4
    # D-20 Into an enemy zone of control, even without attacking, printed factors only.
    held = "moves 5 0; H17 5U; L16 66"
    assert "K17" not in factors(held, "5U")
    assert "K16" in factors(held, "5U")
    assert why(moving(held), unit="5U", to="K17") == "3b1"


@rule("dday91", "3b1-c")
def test_divisions_never_move_but_may_attack() -> None:
    table = moving("turn 2 german movement; moves 0 5; C16 div-G5; D15 5U")
    assert options(table) == ["done"]
    assert why(table, unit="div-G5") == "3b1"
    fight = fighting("turn 2 german combat; moves 0 5; C16 div-G5; D15 5U")
    assert "attack-D15" in options(fight)


# --- 3b2


@rule("dday91", "3b2-a")
def test_air_units_pay_one_a_hex() -> None:
    """Over mountains and rivers, from among them and along them."""
    table = moving("moves 5 0; O15 air-9U", "move-air-9U")
    within = 1 << hex_("O15")
    for _ in range(10):
        for each in members(within):
            within |= board().adjacent[each]
    assert goals(table) == set(board().names_of(within & board().land)) - {"O15"}
    play(table, "to-O16", "to-O17", "to-O18")  # all mountains
    assert table.expended[unit("air-9U")] == 3


@rule("dday91", "3b2-a", "3b1-a")
def test_air_units_with_an_enemy_near_fly_over_mountains_by_their_printed_factors() -> None:
    table = moving("moves 5 0; L16 air-9U; P13 66", "move-air-9U")
    assert board().distance(hex_("L16"), hex_("O14")) == 5 - 1
    assert {"O14", "O13"} <= goals(table)  # in the zone of 66
    table = moving("moves 5 0; K19 air-9U; P13 66", "move-air-9U")
    assert board().distance(hex_("K19"), hex_("O14")) > 5
    assert "O14" not in goals(table)


@rule("dday91", "3b2-b")
def test_ground_units_pay_one_for_most_hexes() -> None:
    """A corps with three factors goes six hexes of clear land, and no farther."""
    way = ("H16", "H17", "H18", "I19", "J19", "K19")
    table = moving("moves 5 0; H17 5U", "move-5U")
    for spent, there in enumerate(way):
        assert table.expended.get(unit("5U"), 0) == spent
        play(table, f"to-{there}")
    assert goals(table) == set()
    assert at(table, "5U") == way[-1]


@rule("dday91", "3b2-b", "3b2-c", "3b2-d", "TC.clear-a", "TC.forest-a", "TC.marsh-a")
@rule("dday91", "TC.mountain-a", "TC.city-a", "TC.fortified-city-a", "TC.river-a", "TC.d-a")
@rule("dday91", "TC.coastal-a", "TC.fortified-a")
@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("G15", "G16", 1),  # clear
        ("F10", "E11", 1),  # Lille
        ("E14", "D14", 1),  # Le Havre, a fortified city
        ("E15", "D15", 2),  # forest on the coast
        ("E15", "E16", 2),  # forest
        ("D10", "D9", 2),  # marsh on the coast
        ("O13", "O14", 2),  # mountain
        ("G13", "G14", 2),  # clear, across the Seine
        ("I8", "H8", 3),  # forest, fortified, across the Moselle
        ("G8", "F7", 1),  # clear, fortified
        ("L9", "M9", 3),  # mountain across the Rhine
        ("D10", "E10", 1),
    ],
)
def test_what_it_costs_to_enter_a_hex(here: str, there: str, cost: int) -> None:
    assert ground_cost(hex_(here), hex_(there), bad_weather=False) == cost
    table = moving(f"moves 5 0; {here} 5U", "move-5U")
    play(table, f"to-{there}")
    assert table.expended[unit("5U")] == cost


# --- 3b3


@rule("dday91", "3b3-a")
def test_air_units_fly_over_the_sea_but_do_not_stay_there() -> None:
    table = moving("moves 5 0; C12 air-9U", "move-air-9U")
    assert {"D11", "D15", "E11"} <= goals(table)
    assert all(board().is_land(hex_(name)) for name in goals(table))
    assert why(table, unit="air-9U", to="C14", action="stop") == "3b3"
    assert why(table, unit="air-9U", to="D11") == ""


@rule("dday91", "3b3-b", "TC.sea-a")
def test_ground_units_never_enter_the_sea() -> None:
    table = moving("moves 5 0; C12 5U", "move-5U")
    assert goals(table)
    assert all(board().is_land(hex_(name)) for name in goals(table))
    assert why(table, unit="5U", to="C11") == "3b3"


@rule("dday91", "3b3-c")
def test_whoever_is_at_sea_at_the_end_is_lost() -> None:
    table = fighting("turn 2 allied combat; C14 air-9U invading; D13 66; D14 67", "done")
    assert at(table, "air-9U") == "eliminated"
    declined = fighting("turn 2 allied combat; C14 5U invading; D13 66", "done", "done")
    assert at(declined, "5U") == "eliminated"  # it could have landed in D14
    assert declined.invaders == 0


@rule("dday91", "3b3-d")
def test_a_unit_stops_in_an_enemy_zone_of_control() -> None:
    table = moving("moves 5 0; G15 5U; H12 66", "move-5U")
    assert {"G13", "H13"} & goals(table)
    move_legs.step(table, hex_("H13"))
    assert why(table, unit="5U", to="H14") == "3b3"
    table = moving("moves 5 0; G15 5U; H12 66", "move-5U")
    assert forced(table, "go-H13" if "go-H13" in options(table) else "to-H13") == ["stop"]
    flown = moving("moves 5 0; G15 air-9U; H12 66", "move-air-9U")
    assert forced(flown, "go-H13") == ["stop"]


@rule("dday91", "3b3-e")
def test_a_unit_may_leave_a_zone_if_it_enters_no_other() -> None:
    table = moving("moves 5 0; H13 5U; H12 66")
    assert why(table, unit="5U", to="I13") == "3b3"
    assert why(table, unit="5U", to="H14") == ""
    play(table, "move-5U")
    assert "H14" in goals(table)
    assert "I13" not in goals(table)
    assert "G13" not in goals(table)
    play(table, "to-H14")
    assert goals(table)
    assert "H13" not in goals(table)  # D-19 nor the old one again
    assert why(table, unit="5U", to="I13") == "3b3"


# --- 3d Moves


@rule("dday91", "3d-a")
@pytest.mark.parametrize(
    ("text", "side", "gained"),
    [
        ("scenario 1944; turn 2 allied; moves 5 5", ALLIED, 13),
        ("scenario 1944; turn 2 german; moves 5 5", GERMAN, 7),
        ("scenario 1943; turn 2 allied; moves 5 5", ALLIED, 11),
        ("scenario 1943; turn 2 german; moves 5 5", GERMAN, 8),
    ],
)
def test_new_moves_at_the_start_of_a_portion(text: str, side: int, gained: int) -> None:
    table = situation(text)
    run(table, acquiring_and_spending_moves.new_moves)
    assert table.moves[side] == 5 + gained
    assert table.moves[1 - side] == 5


@rule("dday91", "3d-b", "3d2-a")
def test_a_move_is_spent_to_move_and_serves_for_combat_too() -> None:
    table = moving("moves 1 0; G15 5U; G12 66", "move-5U", "go-G13", "done")
    assert table.moves[ALLIED] == 0
    run(table, separating_combats.combat_step)
    play(table, "attack-G12")
    assert "(1 Move)" not in first_label(table)
    play(table, "commit")
    assert table.moves[ALLIED] == 0
    still = fighting("turn 2 allied combat; moves 2 0; G13 5U; G12 66", "attack-G12")
    assert first_label(still).endswith("(1 Move)")
    play(still, "add-5U")
    assert still.moves[ALLIED] == 1


def first_label(table: DDayTable) -> str:
    asked = decision(table)
    assert asked is not None
    return asked.options[0].label


@rule("dday91", "3d1-a")
def test_no_moves_no_movement_and_no_attack() -> None:
    table = moving("moves 0 0; G15 5U")
    assert options(table) == ["done"]
    assert why(table, unit="5U") == "3d1"
    fight = fighting("turn 2 allied combat; moves 0 0; G13 5U; G12 66")
    assert options(fight) == []
    assert why(fight, unit="5U", to="G12", action="attack") == "3d1"


@rule("dday91", "3d1-b", "9b2-a")
def test_what_exceeds_27_is_lost() -> None:
    table = situation("turn 1 allied new-moves; moves 24 5")
    run(table, acquiring_and_spending_moves.new_moves)
    assert table.moves[ALLIED] == 27
    assert events(table, "moves")[-1].text.endswith("27 now, 10 beyond 27 are lost.")
    fewer = situation("turn 1 allied new-moves; moves 14 5")
    run(fewer, acquiring_and_spending_moves.new_moves)
    assert events(fewer, "moves")[-1].text.endswith("27 now.")


@rule("dday91", "3d2-b", "8a3-b")
def test_one_move_for_an_army_and_its_whole_box() -> None:
    table = moving("moves 1 0; G15 1-US, 5U, 7U, air-9U", "move-1-US", "to-G16", "stop")
    assert table.moves[ALLIED] == 0
    assert {at(table, name) for name in ("1-US", "5U", "7U", "air-9U")} == {"G16"}
    text = "turn 2 allied combat; moves 1 0; G13 1-US, 5U, 7U; G12 66; H12 67"
    fight = fighting(text, "attack-G12", "add-5U", "commit", "attack-H12", "commit")
    assert fight.moves[ALLIED] == 0
    # 8a3 It serves whoever is in the box by then, too.
    joined = fighting("turn 2 allied combat; moves 0 0; G13 1-US used, 5U; G12 66")
    assert why(joined, unit="5U", to="G12", action="attack") == ""


# --- 3f reinforcements


@rule("dday91", "3f-a", "3f1-b", "6a5")
def test_reinforcements_enter_where_their_card_says_for_nothing() -> None:
    table = situation("turn 7 german reinforcement; moves 0 3")
    run(table, entering.reinforcement_step)
    assert {"place-13", "place-39", "done"} <= set(options(table))
    play(table, "place-13")
    cities = {id_.split("-", 1)[1] for id_ in options(table)}
    assert {"I1", "O6", "R1", "M2"} <= cities
    assert not cities & {"G13", "E9", "H3"}  # France, Belgium, no city
    play(table, "at-O6")
    assert at(table, "13") == "O6"
    assert table.moves == [0, 3]
    early = situation("turn 6 german reinforcement")
    run(early, entering.reinforcement_step)
    assert "place-13" not in options(early)
    assert why(early, unit="13", to="O6") == "3f"


@rule("dday91", "3f-a", "6a5-a")
def test_a_reinforcement_enters_with_the_side_up_that_its_card_shows() -> None:
    for year, reduced in ((1943, True), (1944, False)):
        table = situation(f"scenario {year}; turn 3 allied reinforcement")
        run(table, entering.reinforcement_step)
        play(table, "place-air-12U")
        assert is_reduced(table, "air-12U") == reduced


@rule("dday91", "3f1-a")
def test_entry_may_be_put_off() -> None:
    table = situation("turn 3 allied reinforcement")
    run(table, entering.reinforcement_step)
    assert "place-AG-12U" in options(table)  # due on Turn 2
    play(table, "done")
    assert at(table, "AG-12U") == "waiting"
    run(table, entering.reinforcement_step)
    assert "place-AG-12U" in options(table)


@rule("dday91", "3f1-c")
def test_reinforcements_act_on_the_turn_they_enter() -> None:
    table = situation("turn 7 german reinforcement; moves 0 3; begin reinforcement")
    play(table, "place-13", "at-O6", "done")
    assert table.step == "movement"
    assert "move-13" in options(table)


@rule("dday91", "3f2")
def test_no_entry_through_enemy_hands() -> None:
    cities = board().cities & (
        board().countries["Austria"]
        | board().countries["Czechoslovakia"]
        | board().countries["Germany"]
    )
    names = board().names_of(cities)
    table = situation(f"turn 7 german reinforcement; control allied {' '.join(names)}")
    run(table, entering.reinforcement_step)
    assert options(table) == []
    assert why(table, unit="13") == "3f2"
    table = situation(f"turn 7 german reinforcement; control allied {' '.join(names[1:])}")
    run(table, entering.reinforcement_step)
    assert forced(table, "place-13") == [f"at-{names[0]}"]
    assert at(table, "13") == names[0]


@rule("dday91", "2d4-a", "3f2")
def test_no_entry_into_a_stack_that_could_never_be_put_right() -> None:
    cities = board().cities & ~board().countries["Great Britain"] & ~(1 << hex_("I1"))
    held = f"control allied {' '.join(board().names_of(cities))}; I1 66"
    for left, enters in ((1, True), (0, False)):
        table = situation(f"turn 7 german reinforcement; moves 0 {left}; {held}")
        run(table, entering.reinforcement_step)
        assert ("place-13" in options(table)) == enters
        assert why(table, unit="13") == ("" if enters else "2d4")


# --- 3g leaving the board


@rule("dday91", "3g")
def test_leaving_the_board_from_an_edge_hex() -> None:
    table = moving("moves 5 0; H1 5U", "move-5U")
    assert "exit" in options(table)
    play(table, "exit")
    assert at(table, "5U") == "exited"
    run(table, entering.reinforcement_step)
    assert "place-5U" not in options(table)
    inland = moving("moves 5 0; H3 5U", "move-5U")
    assert "exit" not in options(inland)
    assert why(inland, unit="5U", action="exit") == "3g"
    tired = moving(f"moves 5 0; H2 5U used; moving = [{unit('5U')}]; agenda movement.choose_leg")
    assert at(tired, "5U") == "H2"
    for spent, leaves in ((5, True), (6, False)):
        edge = situation(
            f"turn 2 allied movement; H1 5U used; moving = [{unit('5U')}]; "
            f'expended = {{"{unit("5U")}":{spent}}}; agenda movement.choose_leg'
        )
        assert ("exit" in options(edge)) == leaves
