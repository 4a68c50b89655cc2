"""17, 17.1 The allotment, moves of two hexes and quicker climbs from Turn 17."""

from __future__ import annotations

import pytest
from moving import HQ, INFANTRY, RANGER, begin, moves, reached, refused, where

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import UNITS, equipment, put_in_hex
from beachhead.omaha.us_actions import action_phase, routes
from beachhead.omaha.why_not import why_not
from situations import events, hex_, options, play, run, table_of, texts, unit

# 1226 and its surroundings are open fields with hedges. E1 (1125) has intense fire in 1225 and
# 1224, steady in 1325, 1326 and 1126.

# --- 17 the allotment


@rule("omaha", "17a", "14e", "15.VI-a")
@pytest.mark.parametrize(("turn", "paid"), [(16, 2), (17, 3), (32, 3)])
def test_three_actions_a_division_from_turn_17(turn: int, paid: int):
    s = begin(f"turn {turn}; 1226 A/1/116, B/1/116; 1110 A/1/16")
    assert s.position.paid_actions == (paid, paid)


# --- 17.1 two hexes on foot


@rule("omaha", "17.1a", "14f", "17a")
@pytest.mark.parametrize("piece", [INFANTRY, "D/1/116", RANGER])
def test_infantry_and_rangers_move_two_hexes(piece: str):
    s = begin(f"turn 17; 1226 {piece}; 0427 C/1/116")
    play(s, f"act-{equipment().names[unit(piece)]}")
    assert {"move-1225", "move-1224", "move-1325", "move-1425"} <= moves(s).keys()
    play(s, "move-1325")
    assert where(s, piece) == "1325"
    assert s.position.acted >> unit(piece) & 1
    name = equipment().names[unit(piece)]
    assert texts(events(s, "move")) == [f"{name} moves from 1226 to 1325 by 1225."]
    assert s.position.paid_actions[1] == (3 if piece == RANGER else 2)


@rule("omaha", "17.1a", "14b")
def test_two_hexes_are_the_most_and_only_from_turn_17():
    assert refused(INFANTRY, "1226", "1325", "turn 17") is None
    assert refused(INFANTRY, "1226", "1325", "turn 16") == "7.3"
    assert refused(INFANTRY, "1226", "1424") == "17.1"
    assert refused(INFANTRY, "1226", "1226") == "7.3"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {INFANTRY}")
    assert "3 hexes" in str(why_not(table, unit=INFANTRY, to="1424"))
    assert hex_("1226") not in {hex_(name) for name in reached(table, INFANTRY)}


@rule("omaha", "17.1a", "17.1b")
def test_intense_and_steady_fire_end_a_move_after_one_hex():
    free = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {INFANTRY}")
    watched = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {INFANTRY}; E1 T?")
    fire = {"1225", "1326", "1126"}
    assert fire <= reached(watched, INFANTRY), "they may still be entered by a move of one hex"
    lost = reached(free, INFANTRY) - reached(watched, INFANTRY)
    # 1325 and 1224 are under fire themselves, and the way to 1425 leads through fire.
    assert {"1325", "1224", "1425"} <= lost
    for there in ("1325", "1425", "1224"):
        assert refused(INFANTRY, "1226", there, "E1 T?; turn 20") == "17.1"
    assert refused(INFANTRY, "1226", "1125", "E1 T?; turn 20") == "7.31"
    disrupted = table_of(
        f"turn 20 action; acting = 29; actions 3 3; 1226 {INFANTRY}; E1 T? disrupted"
    )
    assert reached(disrupted, INFANTRY) == reached(free, INFANTRY)


@rule("omaha", "17.1a")
def test_sporadic_fire_and_the_hex_left_behind_do_not_hinder():
    # WN62 has sporadic fire in 0814, on the only way of two hexes from 0914 to 0815.
    assert board().position["WN62"].intensity(hex_("0814")) == "sporadic"
    assert refused(INFANTRY, "0914", "0815", "WN62N ?; turn 20") is None
    # E3 (1223) has intense fire in 1324, steady in 1325.
    assert refused(INFANTRY, "1324", "1425", "turn 20") is None
    assert refused(INFANTRY, "1324", "1525", "E3 T?; turn 20") == "17.1"
    assert refused(INFANTRY, "1224", "1226", "E3 T?; turn 20") is None


@rule("omaha", "17.1a", "17.1b", "TEC.bocage-d")
def test_bocage_ends_a_move_unless_entered_by_road_or_trail():
    # 1125 and 1223 are bocage: a major road leads from 1224 into both, a trail from 1324 to 1223.
    # 1124 is bocage that no road joins to 1224 or 1223.
    assert charts().terrain["bocage"].from_turn_17 == routes.SLOW
    assert refused(INFANTRY, "1324", "1125") is None
    assert refused(INFANTRY, "1324", "1123") is None
    assert refused(INFANTRY, "1324", "1124") == "17.1"
    assert refused(INFANTRY, "1224", "1124") is None, "one hex is no matter"
    # 1025 is bocage without a road: it may be entered, but ends the move.
    assert refused(INFANTRY, "1125", "1025") is None
    assert refused(INFANTRY, "1224", "1025") == "17.1"
    for here in board().grid.names:
        off_road = routes.slow_steps()[here]
        assert off_road == board().grid.adjacent[here] & off_road & board().features["bocage"]
        for there in members(board().grid.adjacent[here] & board().features["bocage"]):
            assert (off_road >> there & 1) == (board().road(here, there) is None)


@rule("omaha", "17.1a")
@pytest.mark.parametrize(("house", "answer"), [("", "17.1"), ("alternative", None)])
def test_by_the_other_reading_a_two_hex_move_may_end_in_fire_or_bocage(house: str, answer):
    text = "turn 20" + (f"; house two-hex-move-into-fire {house}\nturn 20" if house else "")
    assert refused(INFANTRY, "1227", "1225", f"E1 T?; {text}") == answer
    assert refused(INFANTRY, "1324", "1124", text) == answer
    # The first hex stays what it is.
    assert refused(INFANTRY, "1226", "1425", f"E1 T?; {text}") == "17.1"


@rule("omaha", "17.1a", "7.32a")
def test_the_safest_path_is_taken():
    # From 1225 both 1126 and 1224 lie behind E1; by the other reading 1226 leads round to 1126.
    text = "turn 20; 1225 A/1/116; 0427 B/1/116; E1 T?"
    s = begin(text)
    play(s, "act-A/1/116")
    assert (
        moves(s)["move-1126"] == "Move to 1126 (1 of 3 actions, infiltration past E1, draws a card)"
    )
    s = begin(text + "; house two-hex-move-into-fire alternative")
    play(s, "act-A/1/116")
    assert moves(s)["move-1126"] == "Move to 1126 by 1226 (1 of 3 actions)"
    play(s, "move-1126")
    assert where(s, "A/1/116") == "1126"
    assert not events(s, "infiltration")


# --- 17.1, 17.11 leaders


@rule("omaha", "17.1c")
@pytest.mark.parametrize("leader", [HQ, "Cota"])
def test_leaders_move_two_hexes_through_bocage_and_fire(leader: str):
    for there in ("1325", "1425", "1424"):
        expected = "17.1" if there == "1424" else None
        assert refused(leader, "1226", there, "E1 T?; turn 20") == expected
    assert refused(leader, "1324", "1124") is None
    s = begin(f"turn 20; 1226 {leader}, A/1/116; E1 T?; 0427 B/1/116")
    play(s, f"act-{equipment().names[unit(leader)]}", "move-1325")
    assert where(s, leader) == "1325"
    assert s.position.commands[unit(leader) - UNITS] == 0, "a leader who moved commands nobody"


@rule("omaha", "17.1c")
def test_leaders_neither_enter_nor_cross_prohibited_terrain():
    the = board()
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {HQ}")
    cliffs = ("scaleable_cliff", "sheer_cliff")
    for here in members(the.grid.all & ~the.terrain["water"]):
        put_in_hex(table, unit(HQ), here)
        scene = routes.Scene(table)
        for path in routes.paths(table, unit(HQ), scene):
            for start, end in zip((here, *path), path, strict=False):
                assert not the.features["rough"] >> end & 1
                assert not the.terrain["water"] >> end & 1
                assert not any(the.across[kind][start] >> end & 1 for kind in cliffs)


@rule("omaha", "17.1c", "7.32h")
def test_no_step_of_a_lone_leader_is_an_infiltration():
    text = f"turn 20; 1225 {HQ}; 0427 B/1/116; E1 T?"
    s = begin(text)
    play(s, "act-116 HQ")
    # 1224 is next to E1 like 1225, but 1325 on the way is not.
    assert moves(s)["move-1224"] == "Move to 1224 by 1325"
    assert refused(HQ, "1224", "1024", "E1 T?; turn 20") == "7.32"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1225 {HQ}; E1 T?; 1225 Cota")
    for leader in (HQ, "Cota"):
        here = table.hex[unit(leader)]
        scene = routes.Scene(table)
        for path in routes.paths(table, unit(leader), scene):
            assert routes.is_safe(here, path, scene)


@rule("omaha", "17.11a", "TEC.bluff-e")
def test_infantry_crosses_a_bluff_at_once_but_no_farther():
    assert charts().terrain["bluff"].from_turn_17 == "infantry_one_hex_without_climb_marker"
    s = begin("turn 17; 1117 A/1/16; 1110 B/1/16")
    play(s, "act-A/1/16")
    assert {"climb-bluff-1017", "climb-bluff-1118"} <= moves(s).keys()
    assert not {"move-1119", "climb-bluff-1119"} & moves(s).keys()
    play(s, "climb-bluff-1118")
    assert where(s, "A/1/16") == "1118"
    assert not s.position.climbing
    assert s.position.paid_actions[0] == 2
    assert texts(events(s, "move")) == ["A/1/16 climbs the bluff from 1117 to 1118."]
    assert refused(INFANTRY, "1117", "1119") == "17.11"
    earlier = begin("turn 16; 1117 A/1/16; 1110 B/1/16")
    play(earlier, "act-A/1/16", "climb-bluff-1118")
    assert earlier.position.climbing == 1 << unit("A/1/16")


@rule("omaha", "17.11b", "TEC.4b", "17.1c")
def test_a_leader_crosses_a_bluff_in_a_move_of_two_hexes():
    assert refused(HQ, "1117", "1119") is None
    assert refused(HQ, "1117", "1119", "turn 16") == "7.3"
    s = begin("turn 17; 1117 16HQ; 1110 B/1/16")
    play(s, "act-16 HQ")
    assert moves(s)["move-1119"] == "Move to 1119 by 1118"
    assert "climb-bluff-1118" in moves(s)
    assert "move-1118" not in moves(s)
    play(s, "move-1119")
    assert where(s, "16HQ") == "1119"
    assert not s.position.climbing


@rule("omaha", "17.12a", "TEC.scaleable-cliff-d")
def test_a_cliff_takes_two_turns():
    assert charts().terrain["scaleable_cliff"].from_turn_17 == "climb_cliff_in_two_turns"
    s = begin("turn 17; 0432 A/1/116; 0427 B/1/116")
    play(s, "act-A/1/116")
    assert {"scale-0433", "scale-0532", "scale-0533"} <= moves(s).keys()
    assert "climb-cliff" not in moves(s)
    play(s, "scale-0433")
    assert where(s, "A/1/116") == "0433"
    assert s.position.climbing == 1 << unit("A/1/116")
    assert not s.position.climbing_cliff
    assert s.position.paid_actions[1] == 2, "the first turn of a climb is an action"
    play(s, "done")
    s.position.action_change = -3
    run(s, action_phase.action_phase)
    assert moves(s)["act-A/1/116"] == "A/1/116 in 0433: finish its climb (free)"
    play(s, "act-A/1/116")
    assert where(s, "A/1/116") == "0433"
    assert not s.position.climbing


@rule("omaha", "17.12a", "7.51a")
def test_a_climb_begun_on_turn_16_goes_on():
    s = begin("turn 17; 0432 A/1/116 climb-cliff; 0427 B/1/116")
    play(s, "act-A/1/116")
    assert options(s) == ["scale-0433", "scale-0532", "scale-0533", "stop-climb"]
    play(s, "scale-0533")
    assert s.position.paid_actions[1] == 3, "that is free"
    assert s.position.climbing == 1 << unit("A/1/116")
    s = begin("turn 17; 0921 A/1/116 climb; 0427 B/1/116")
    play(s, "act-A/1/116")
    assert not s.position.climbing


@rule("omaha", "17.12a")
def test_who_climbs_cliffs_does_not_change():
    table = table_of("turn 17 action; acting = 29; actions 3 3; 0432 A/1/116, 116HQ, 2/C/743")
    assert why_not(table, unit="A/1/116", to="0433") is None
    assert why_not(table, unit="A/1/116", action="climb-cliff") is None
    assert why_not(table, unit="A/1/116", action="scale") is None
    for piece in ("116HQ", "2/C/743"):
        assert why_not(table, unit=piece, to="0433").rule == "TEC.scaleable-cliff"
        assert why_not(table, unit=piece, action="climb-cliff").rule == "7.5"
    assert refused(INFANTRY, "0432", "0534") == "17.12"
    # A German above: there is nowhere to climb to.
    held = table_of("turn 28 action; acting = 29; actions 3 3; 0431 A/1/116; WN73 ?")
    assert why_not(held, unit="A/1/116", action="climb-cliff") is None
    put_in_hex(held, unit("A/1/116"), hex_("0432"))
    assert why_not(held, unit="A/1/116", to="0533").rule == "7.31"
    early = table_of("turn 16 action; acting = 29; actions 2 2; 0432 A/1/116")
    assert why_not(early, unit="A/1/116", to="0433").rule == "7.5"
    assert why_not(early, unit="A/1/116", action="scale").rule == "7.51"


@rule("omaha", "17.12a", "7.21a")
def test_a_stack_climbs_a_cliff_for_one_action():
    s = begin("turn 17; 0432 A/1/116, B/1/116; 0427 C/1/116")
    play(s, "act-A/1/116", "scale-0433", "with-B/1/116")
    assert s.position.climbing == 1 << unit("A/1/116") | 1 << unit("B/1/116")
    assert s.position.paid_actions[1] == 2
