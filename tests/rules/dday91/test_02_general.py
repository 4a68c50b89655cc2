"""2 General rules: turns, zones of control, stacking, control of hexes; 5 the end of a turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from beachhead.dday91 import sequence
from beachhead.dday91.combat import separating_combats
from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.movement import acquiring_and_spending_moves, normal_movement, supply
from beachhead.dday91.movement.armies import MOST_PICKED
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.stacking import stacking_limits
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    Combat,
    DDayTable,
    box_of,
    controls,
    holder,
    occupied,
    on_board,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    GAME,
    assault,
    at,
    decision,
    events,
    fighting,
    goals,
    hex_,
    hexes,
    ids,
    moving,
    options,
    play,
    run,
    settle,
    situation,
    unit,
    unit_set,
    why,
    zone_of,
)

# --- 2a, 2b


@rule("dday91", "2a")
@pytest.mark.parametrize("year", ["1943", "1944"])
def test_two_sides_play_the_scenario_they_agree_on(year: str) -> None:
    state = GAME.setup(year, seed=1)
    assert state.seats == SIDES == ("allied", "german")
    assert state.position.year == int(year)
    assert state.decision.seat == "german"  # 6a4 the Germans choose, the Allies stand as printed
    assert at(state.position, "1-US") == "A14"
    state.apply(f"ready-forward-{year}")
    assert state.position.step != "setup"
    assert state.position.moves[ALLIED] == 27  # 24 and 13, or 18 and 11: 3d1


def steps_of(side: int) -> list[str]:
    table = situation("turn 2")
    sequence.play_portion(table, side)
    assert table.side == side
    return [entry[0].split(".")[1] for entry in reversed(table.agenda)]


@rule("dday91", "2b-b", "2b-c", "2b-d")
def test_the_steps_of_a_portion() -> None:
    allied = [step for step in steps_of(ALLIED) if step not in ("weather_step", "replacement_step")]
    assert allied == [
        "new_moves",
        "reinforcement_step",
        "port_transfer_step",
        "invasion_step",
        "movement_step",
        "combat_step",
        "supply_step",
    ]
    german = [step for step in steps_of(GERMAN) if step != "replacement_step"]
    assert german == [step for step in allied if step[:4] not in ("port", "inva")]


@rule("dday91", "2b-b")
@pytest.mark.parametrize(
    ("begin", "name"),
    [
        (acquiring_and_spending_moves.new_moves, "new-moves"),
        (entering.reinforcement_step, "reinforcement"),
        (port_transfers.port_transfer_step, "port-transfer"),
        (invasions.invasion_step, "invasion"),
        (normal_movement.movement_step, "movement"),
        (separating_combats.combat_step, "combat"),
        (supply.supply_step, "supply"),
    ],
)
def test_the_table_says_which_step_it_is(begin: Callable[[DDayTable], object], name: str) -> None:
    table = situation("turn 2 allied setup")
    run(table, begin)
    assert table.step == GAME.see(table, None)["step"] == name


@rule("dday91", "2b-a", "2b-e", "5-a")
def test_the_allies_go_first_and_the_game_lasts_twelve_turns() -> None:
    state = GAME.setup("1944", seed=3)
    state.apply("ready-opening-9b")
    portions: list[tuple[int, str]] = []
    while not state.over:
        now = (state.position.turn, SIDES[state.position.side])
        if not portions or portions[-1] != now:
            portions.append(now)
        ids_ = [option.id for option in state.decision.options]
        state.apply("done" if "done" in ids_ else next(iter(state.decision.options)).id)
    turns = [turn for turn, _ in portions]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, 13))
    for turn in range(1, 13):
        assert [side for each, side in portions if each == turn] in (
            ["allied", "german"],
            ["german"],
        )
    assert state.position.turn == 12


@rule("dday91", "2b-d")
def test_the_attacker_is_the_side_whose_portion_it_is() -> None:
    table = fighting("turn 2 german; G12 5U; G13 47")
    asked = decision(table)
    assert asked is not None
    assert asked.seat == "german"
    assert options(table) == ["attack-G12", "done"]


# --- 2c zones of control


@rule("dday91", "2c-a")
def test_corps_and_divisions_cover_the_land_next_to_them() -> None:
    table = situation("G13 5U; C16 div-G5; C12 7U; D11 div-G7")
    assert zone_of(table, "5U") == hexes("F12 F13 G12 G14 H12 H13")
    assert zone_of(table, "div-G5") == hexes("D15 D16")  # not the sea around Cherbourg
    assert zone_of(table, "7U") == hexes("B11 B12 C13")  # not across the Channel
    assert not zone_of(table, "div-G7") & hexes("C12")
    assert zones(table, GERMAN) == hexes("D15 D16") | zone_of(table, "div-G7")


@rule("dday91", "2c-b")
def test_headquarters_have_no_zone_of_control() -> None:
    table = situation("G13 1-US, SHAEF; H11 AG-B")
    assert zones(table, ALLIED) == zones(table, GERMAN) == 0
    assert not any(zone_of(table, name) for name in ("1-US", "SHAEF", "AG-B"))
    assert not zone_of(table, "5U")  # nor has a corps that is not on the board


@rule("dday91", "2c-c")
def test_an_air_unit_has_a_zone_of_control_only_where_it_attacks() -> None:
    table = situation("turn 2 allied combat; G12 air-9U; G13 47")
    assert zones(table, ALLIED) == 0
    table.combats = [Combat(hex_("G13"), unit_set("air-9U"))]
    assert zones(table, ALLIED) == hexes("G13")
    assert not zones(table, GERMAN) & hexes("G13")  # it is the attacker's alone


# --- 2d stacking


@rule("dday91", "2d1-a")
def test_two_units_end_a_movement_step_together_only_with_an_army() -> None:
    table = moving("moves 1 0; G13 5U; G12 7U", "move-5U", "to-G12")
    assert "stop" not in options(table)
    assert why(table, unit="5U", action="stop") == "2d4"
    joined = moving("moves 1 0; G13 5U; G12 1-US", "move-5U", "to-G12", "stop", "done")
    assert at(joined, "5U") == "G12"


@rule("dday91", "2d1-a")
def test_two_units_end_a_combat_step_together_only_with_an_army() -> None:
    table = assault("G12 5U; F12 7U; G13 66", "G13", "5U", "7U")
    play(table, "dice-10-9")
    settle(table, seat="german")
    assert {"advance-5U", "advance-7U"} <= set(options(table))
    play(table, "advance-5U")
    assert "advance-7U" not in options(table)


@rule("dday91", "2d1-b", "2d1-c")
def test_the_others_are_in_the_holding_box_of_the_army() -> None:
    table = situation("G13 1-US, 5U, 7U, SHAEF, air-9U; G12 8U")
    assert ids(box_of(table, unit("1-US"))) == {"5U", "7U", "SHAEF", "air-9U"}
    assert stacking_limits.overstacked(table, ALLIED) == 0


@rule("dday91", "2d1-b", "2d1-d", "6a4-a")
def test_two_armies_that_begin_in_a_hex_hold_the_units_of_their_groups() -> None:
    """N-20: as the card groups them, and 9b lists them."""
    table = GAME.setup("1944").position
    assert ids(box_of(table, unit("1-US"))) == {"5U", "7U", "air-9U"}
    assert ids(box_of(table, unit("3-US"))) == {"8U", "12U", "15U", "19U", "20U"}
    assert ids(box_of(table, unit("1-Canadian"))) == {"2C", "1B", "8B"}
    assert ids(box_of(table, unit("2-British"))) == {"12B", "30B", "air-2B", "AG-21B"}
    assert holder(table, unit("18U")) is None  # no army is in London
    assert GAME.see(table, None)["units"]["19U"]["box"] == "3-US"
    assert "box" not in GAME.see(table, None)["units"]["18U"]


@rule("dday91", "2d1-b", "3d2-a")
def test_an_army_takes_its_own_box_along_and_leaves_that_of_another() -> None:
    """N-20."""
    table = moving("moves 3 0; G13 1-US, 5U; G13 3-US, 7U, 8U", "move-3-US", "to-G12", "stop")
    assert {name for name in ("1-US", "3-US", "5U", "7U", "8U") if at(table, name) == "G12"} == {
        "3-US",
        "7U",
        "8U",
    }
    assert "move-1-US" in options(table)  # and a Move of its own
    play(table, "move-1-US", "to-G14", "stop")
    assert at(table, "5U") == "G14"
    assert table.moves[ALLIED] == 1


@rule("dday91", "2d1-e", "3d2-a")
def test_before_it_leaves_an_army_takes_units_of_another_or_leaves_it_some() -> None:
    """N-20, N-25: what is left where it stood has not been moved; what is left elsewhere has."""
    table = moving("moves 2 0; G13 1-US, 5U, 6U; G13 3-US, 7U, 8U", "move-1-US")
    play(table, "pick-8U", "leave-5U")
    assert ids(box_of(table, unit("3-US"))) == {"5U", "7U"}
    assert ids(box_of(table, unit("1-US"))) == {"6U", "8U"}
    play(table, "leave-8U")
    assert not table.used & unit_set("5U", "7U", "8U")
    play(table, "to-G12", "leave-6U", "stop")
    assert table.finished == unit_set("1-US", "6U")
    play(table, "move-3-US", "to-G14", "stop")
    assert [at(table, name) for name in ("5U", "7U", "6U", "8U")] == ["G14", "G14", "G12", "G14"]
    assert table.moves[ALLIED] == 0


@rule("dday91", "2d1-b", "2d2")
def test_those_in_a_box_stay_in_it_when_another_army_comes_through() -> None:
    """N-20: whichever of the two comes first in the lists."""
    for passing, staying in (("1-US", "3-US"), ("3-US", "1-US")):
        text = f"moves 3 0; G13 {passing}, 5U; G12 {staying}, 7U"
        table = moving(text, f"move-{passing}", "to-G12")
        assert ids(box_of(table, unit(staying))) == {"7U"}
        assert ids(box_of(table, unit(passing))) == {"5U"}
        play(table, "stop")
        assert ids(box_of(table, unit(passing))) == {"5U"}
        play(table, f"move-{staying}", "to-G11", "stop")
        assert (at(table, "7U"), at(table, "5U")) == ("G11", "G12")
        assert table.boxes == {}


@rule("dday91", "2d1-e")
def test_a_unit_left_with_another_army_on_the_way_has_been_moved() -> None:
    """N-20."""
    table = moving("moves 3 0; G13 1-US, 5U; G12 3-US, 7U", "move-1-US", "to-G12", "leave-5U")
    assert table.finished == unit_set("5U")
    assert ids(box_of(table, unit("3-US"))) == {"5U", "7U"}
    play(table, "to-G11", "stop", "move-3-US", "to-F11", "stop")
    assert (at(table, "5U"), at(table, "7U")) == ("G12", "F11")


@rule("dday91", "2d1-b", "3e1-a")
def test_who_comes_to_two_armies_joins_the_first_of_its_nation() -> None:
    """N-20."""
    text = "turn 2 allied port-transfer; moves 9 0; D14 1-US, 5U; D14 2-British; A14 30B, 7U"
    table = situation(f"{text}; begin port-transfer")
    play(table, "transfer-30B", "to-D14", "transfer-7U", "to-D14")
    assert ids(box_of(table, unit("1-US"))) == {"5U", "7U"}
    assert ids(box_of(table, unit("2-British"))) == {"30B"}
    eliminate(table, unit("1-US"), "4e1", "in a test")
    assert ids(box_of(table, unit("2-British"))) == {"5U", "7U", "30B"}
    assert table.boxes == {}


@rule("dday91", "2d1-d")
def test_no_army_in_the_box_of_another() -> None:
    assert stacking_limits.overstacked(situation("G13 1-US, 3-US"), ALLIED) == hexes("G13")
    table = moving("moves 1 0; G13 1-US; G12 3-US")
    assert why(table, unit="1-US", to="G12", action="stop") == "2d4"


@rule("dday91", "2d1-e")
def test_a_moving_army_picks_up_and_drops_off() -> None:
    text = "moves 1 0; G13 1-US, 5U; G12 7U"
    table = moving(text, "move-1-US", "leave-5U", "to-G12", "pick-7U", "to-G11", "stop")
    assert (at(table, "5U"), at(table, "7U"), at(table, "1-US")) == ("G13", "G11", "G11")
    assert table.moves[ALLIED] == 0


@rule("dday91", "2d1-e")
def test_an_army_picks_a_unit_up_three_times_in_a_move_at_most() -> None:
    """N-27: what is put back where it was has done nothing, and that comes to an end."""
    table = moving("moves 3 0; G13 1-US, 5U; G12 7U, 3-US", "move-1-US", "to-G12")
    for _ in range(MOST_PICKED):
        assert why(table, unit="7U") == ""
        play(table, "pick-7U", "leave-7U")
    assert "pick-7U" not in options(table)
    assert why(table, unit="7U") == "2d1"
    play(table, "to-G11", "to-G12")
    assert "pick-7U" not in options(table)  # in the same move
    play(table, "to-G11", "stop", "move-3-US", "leave-7U", "pick-7U", "leave-7U", "to-F11", "stop")
    assert why(table, unit="7U") == ""  # it has not been moved
    play(table, "move-7U", "to-G13", "stop")
    assert (at(table, "5U"), at(table, "7U")) == ("G11", "G13")
    assert table.moves[ALLIED] == 0


@rule("dday91", "2d1-e")
def test_a_player_may_change_his_mind_about_whom_an_army_takes_along() -> None:
    """N-27: of each unit by itself, and whatever the others do in between."""
    text = "moves 1 0; G13 1-US, 5U, 6U, 7U"
    table = moving(text, "move-1-US", "leave-5U", "leave-6U", "pick-5U", "leave-5U", "pick-6U")
    play(table, "pick-5U", "send-7U", "to-G12", "stop", "leave-6U", "leave-5U", "pick-5U")
    assert {"pick-6U", "leave-5U"} <= set(options(table))
    play(table, "leave-5U", "pick-6U")
    assert "pick-5U" not in options(table)
    play(table, "to-G14", "stop")
    assert [at(table, name) for name in ("5U", "6U", "7U")] == ["G13", "G14", "G12"]


@rule("dday91", "2d2")
def test_friends_may_be_passed_and_stacks_matter_only_at_the_end() -> None:
    table = moving("moves 1 0; G13 5U; G12 7U", "move-5U")
    assert "G11" in goals(table)
    play(table, "to-G12", "to-G11", "stop")
    assert at(table, "5U") == "G11"
    # At the end of other steps there is no limit: 8a1 they part in the movement step.
    assert stacking_limits.overstacked(situation("turn 2 allied port-transfer; G13 5U 7U"), ALLIED)


@rule("dday91", "2d3")
def test_nobody_enters_a_hex_with_enemies() -> None:
    for foe in ("66", "AG-B", "air-G"):
        table = moving(f"moves 5 0; G13 5U; F12 air-9U; G12 {foe}")
        assert why(table, unit="5U", to="G12") == "2d3"
        assert why(table, unit="air-9U", to="G12") == "2d3"
        play(table, "move-air-9U")
        assert "G12" not in goals(table)


@rule("dday91", "2d4-a")
def test_what_would_force_an_illegal_stack_later_is_refused() -> None:
    """The last Move must be left for the stack in Dieppe; 8a1 the transfer itself is refused if
    there is none."""
    table = moving("moves 2 0; D13 12U 15U; G13 5U; control allied D13")
    assert "move-5U" in options(table)
    play(table, "move-5U", "to-G12", "stop")
    assert "done" not in options(table)
    assert {"move-12U", "move-15U"} <= set(options(table))
    tight = moving("moves 1 0; D13 12U 15U; G13 5U; control allied D13")
    assert set(options(tight)) == {"move-12U", "move-15U"}
    assert why(tight, unit="5U") == "2d4"
    play(tight, "move-12U")
    assert "stop" not in options(tight)
    sea = situation("turn 2 allied port-transfer; moves 1 0; A14 12U; D13 15U; control allied D13")
    run(sea, port_transfers.port_transfer_step)
    assert why(sea, unit="12U", to="D13", action="transfer") == "2d4"
    play(sea, "transfer-12U")
    assert "to-B12" in options(sea)
    assert "to-D13" not in options(sea)


# --- 2e control


@rule("dday91", "2e-a", "2e-b", "2e-c")
def test_control_of_hexes() -> None:
    table = moving("moves 1 0; F15 5U; C16 div-G5")
    assert all(controls(table, ALLIED, hex_(name)) for name in ("B12", "T19", "F15"))
    assert all(controls(table, GERMAN, hex_(name)) for name in ("G13", "G14", "C16"))
    play(table, "move-5U", "to-F14", "to-F13", "to-G13", "stop")
    assert all(controls(table, ALLIED, hex_(name)) for name in ("F14", "F13", "G13"))
    assert controls(table, GERMAN, hex_("G14"))
    assert [told.detail["hex"] for told in events(table, "control")] == ["G13"]  # cities are told
    # An air unit that passes changes nothing.
    flown = moving("moves 1 0; F15 air-9U", "move-air-9U", "go-G13", "stop")
    assert controls(flown, GERMAN, hex_("G13"))


@rule("dday91", "3-c")
def test_there_is_no_chance_in_movement() -> None:
    table = situation("moves 3 0; G13 1-US, 5U; H12 66; G11 7U")
    run(table, normal_movement.movement_step)
    for choice in ("move-1-US", "to-F12", "leave-5U", "to-F11", "stop", "done"):
        assert not isinstance(decision(table), Chance)
        play(table, choice)


@rule("dday91", "2d1-b")
def test_boxes_are_kept_when_somebody_leaves_another_hex() -> None:
    """N-20."""
    table = moving("moves 3 0; G13 1-US, 5U; G13 3-US, 7U; E12 1-Canadian")
    kept = dict(table.boxes)
    assert kept
    play(table, "move-1-Canadian", "to-E11", "stop")
    assert table.boxes == kept


@rule("dday91", "1a-a", "1b-a")
def test_units_are_on_the_board_in_every_hex_and_each_for_its_side() -> None:
    table = situation("turn 3; A1 OB-West; B1 5U")  # A1 is the first hex of all
    assert occupied(table, GERMAN) == hexes("A1")
    assert ids(on_board(table, GERMAN)) == {"OB-West"}
    assert ids(on_board(table, ALLIED)) == {"5U"}


@rule("dday91", "2d1-b")
def test_of_three_armies_one_leaves_and_the_boxes_of_the_others_stay_as_they_are() -> None:
    """N-20."""
    table = moving("moves 3 0; G13 1-US, 5U; G13 3-US, 7U; G13 1-Canadian")
    table.boxes[unit("5U")] = unit("3-US")
    play(table, "move-1-Canadian", "to-G12", "stop")
    assert holder(table, unit("5U")) == unit("3-US")
