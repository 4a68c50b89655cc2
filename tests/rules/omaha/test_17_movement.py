"""17.1, 17.2 Longer moves and quicker climbs from Turn 17; 20.3 leaving the map."""

from __future__ import annotations

import pytest

from beachhead.kernel.grid import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha import actions, losses, routes
from beachhead.omaha.board import board
from beachhead.omaha.charts import charts
from beachhead.omaha.questions import why_not
from beachhead.omaha.state import UNITS, Table, lore
from situations import card, events, hex_, options, play, run, situation, table_of, texts, unit

# 1226 and its surroundings are open fields with hedges. E1 (1125) has intense fire in 1225 and
# 1224, steady in 1325, 1326 and 1126.

INFANTRY, RANGER, HQ, TANK = "A/1/116", "AB/2R", "116HQ", "2/C/743"
OTHERS = ("58AFA", "111FA", "Can/116", "B-D/81C", "AT/116", "3-4/397", "A-B/467")


def refused(piece: str, start: str, end: str, extra: str = "turn 20") -> str | None:
    """The rule that keeps a piece of the 29th Division from going from a hex to another."""
    table = table_of(f"{extra} action; acting = 29; actions 3 3; {start} {piece}")
    refusal = why_not(table, unit=piece, to=end)
    return None if refusal is None else refusal.rule


def begin(text: str) -> State[Table]:
    s = situation(text)
    run(s, actions.action_phase)
    return s


def where(s: State[Table], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


def moves(s: State[Table]) -> dict[str, str]:
    """The hexes that the options of a piece lead to, with their labels."""
    return {option.id: option.label for option in s.decision.options}


def reached(table: Table, piece: str) -> set[str]:
    """Every hex a piece may move to in one action."""
    scene = routes.Scene(table)
    return {board().name(path[-1]) for path in routes.paths(table, unit(piece), scene)}


# --- 17 the allotment


@rule("omaha", "17a", "14e", "15.VI-a")
@pytest.mark.parametrize(("turn", "paid"), [(16, 2), (17, 3), (32, 3)])
def test_three_actions_a_division_from_turn_17(turn: int, paid: int):
    s = begin(f"turn {turn}; 1226 A/1/116, B/1/116; 1110 A/1/16")
    assert s.position.paid_actions == [paid, paid]


# --- 17.1 two hexes on foot


@rule("omaha", "17.1a", "14f", "17a")
@pytest.mark.parametrize("piece", [INFANTRY, "D/1/116", RANGER])
def test_infantry_and_rangers_move_two_hexes(piece: str):
    s = begin(f"turn 17; 1226 {piece}; 0427 C/1/116")
    play(s, f"act-{lore().names[unit(piece)]}")
    assert {"move-1225", "move-1224", "move-1325", "move-1425"} <= moves(s).keys()
    play(s, "move-1325")
    assert where(s, piece) == "1325"
    assert s.position.acted >> unit(piece) & 1
    name = lore().names[unit(piece)]
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
    assert moves(s)["move-1126"] == "Move to 1126 (infiltration past E1)"
    s = begin(text + "; house two-hex-move-into-fire alternative")
    play(s, "act-A/1/116")
    assert moves(s)["move-1126"] == "Move to 1126 by 1226"
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
    play(s, f"act-{lore().names[unit(leader)]}", "move-1325")
    assert where(s, leader) == "1325"
    assert s.position.commands[unit(leader) - UNITS] == 0, "a leader who moved commands nobody"


@rule("omaha", "17.1c")
def test_leaders_neither_enter_nor_cross_prohibited_terrain():
    the = board()
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {HQ}")
    cliffs = ("scaleable_cliff", "sheer_cliff")
    for here in members(the.grid.all & ~the.terrain["water"]):
        table.hex[unit(HQ)] = here
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
    run(s, actions.action_phase)
    assert moves(s)["act-A/1/116"] == "A/1/116 in 0433: finish its climb"
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
    held.hex[unit("A/1/116")] = hex_("0432")
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


# --- 17.2 tanks on roads


def tank_in(start: str, germans: str = "", turn: int = 20) -> set[str]:
    table = table_of(f"turn {turn} action; acting = 29; actions 3 3; {start} {TANK}; {germans}")
    return reached(table, TANK)


@rule("omaha", "17.2a", "17.21a", "TEC.roads-b", "14f")
def test_from_a_secondary_road_a_tank_moves_two_hexes_on_roads():
    assert routes.road_move("secondary") == 2
    # 1119 lies on secondary roads only: 1120-1220, 1219-1320, and 1118 before the mines.
    assert tank_in("1119") - tank_in("1119", turn=16) == {"1220", "1320"}
    # From 1219 the major road at 1320 is the second hex.
    far = tank_in("1219") - tank_in("1219", turn=16)
    assert far == {"1118", "1319", "1321"} | far & {"1120", "1220"}
    assert refused(TANK, "1219", "1321") is None
    assert refused(TANK, "1219", "1322") == "17.2"
    assert refused(TANK, "1219", "1321", "turn 16") == "7.3"


@rule("omaha", "17.2b", "TEC.roads-b", "14f")
def test_from_a_major_road_a_tank_moves_four_hexes_on_major_roads():
    assert routes.road_move("primary") == 4
    # 1421 lies on the major road only; at 1321 it meets a secondary road to 1220.
    far = tank_in("1421") - tank_in("1421", turn=16)
    assert far == {
        "1320", "1319", "1418", "1323", "1223", "1621", "1721", "1821",
    }  # fmt: skip
    assert refused(TANK, "1421", "1418") is None
    assert refused(TANK, "1421", "1417") == "17.2"
    assert refused(TANK, "1421", "1220") == "17.2"
    # From 1321 itself, on both, the secondary road counts as well.
    assert {"1120", "1223", "1319", "1721"} <= tank_in("1321")
    s = begin(f"turn 20; 1421 {TANK}; 0427 B/1/116")
    play(s, f"act-{TANK}")
    assert moves(s)["move-1418"] == "Move to 1418 by 1321 and 1320 and 1319"
    play(s, "move-1418")
    assert where(s, TANK) == "1418"
    assert texts(events(s, "move")) == [
        f"{TANK} moves from 1421 to 1418 by 1321 and 1320 and 1319."
    ]
    assert s.position.paid_actions[1] == 2


@rule("omaha", "17.2c")
def test_a_tank_stops_in_intense_fire():
    # A5 (1004) has intense fire in 1105 and steady fire in 1104 and 1106, all on the major road.
    assert {"1105", "1106"} <= tank_in("1103")
    stopped = tank_in("1103", "A5 T?")
    assert "1105" in stopped
    assert "1106" not in stopped
    assert refused(TANK, "1103", "1106", "A5 T?; turn 20") == "17.2"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1103 {TANK}; A5 T?")
    text = why_not(table, unit=TANK, to="1106").text
    assert text == f"{TANK} must stop in 1105, in the intense field of fire of A5"
    # A disrupted position stops nobody (O-20), and where the tank sets out is no matter.
    assert "1106" in tank_in("1103", "A5 T? disrupted")
    assert "1206" in tank_in("1105", "A5 T?")


@rule("omaha", "17.2d")
def test_a_tank_does_not_stop_in_steady_or_sporadic_fire():
    assert board().position["A5"].intensity(hex_("1104")) == "steady"
    assert "1105" in tank_in("1103", "A5 T?")
    # D4 (1321) has sporadic fire in 1521 and steady fire in 1421.
    assert {"1521", "1621", "1721"} <= tank_in("1421", "D4 T?")
    assert "1421" in tank_in("1621", "D4 T?")


@rule("omaha", "17.21a")
def test_off_the_road_a_tank_moves_one_hex():
    # 1425 is a field without roads, 1324 has only a trail, and 1523 lies beside the major road.
    assert refused(TANK, "1425", "1527") == "17.21"
    assert refused(TANK, "1324", "1524") == "17.21"
    assert refused(TANK, "1421", "1523") == "17.21"
    assert refused(TANK, "1324", "1423") is None, "one hex along the trail"
    for start in ("1425", "1324"):
        table = table_of(f"turn 20 action; acting = 29; actions 3 3; {start} {TANK}")
        assert routes.farther(table, unit(TANK), routes.Scene(table)) == []
    # Each hex is entered along a road that joins it to the last.
    along = board().along
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1425 {TANK}")
    for here in members(board().high_ground):
        table.hex[unit(TANK)] = here
        for path in routes.farther(table, unit(TANK), routes.Scene(table)):
            joined = list(zip((here, *path), path, strict=False))
            major = all(along["primary"][one] >> other & 1 for one, other in joined)
            roads = all(
                (along["primary"][one] | along["secondary"][one]) >> other & 1
                for one, other in joined
            )
            assert roads
            assert len(path) <= (4 if major else 2)


@rule("omaha", "17.22a", "TEC.mined-road-a")
def test_mined_roads_are_closed_to_tanks():
    # 1118 is the end of a secondary road; a mined road leads on to 1017 and 0917.
    assert refused(TANK, "1118", "1017") == "TEC.mined-road"
    assert refused(TANK, "1118", "0917") == "17.22"
    assert refused(INFANTRY, "1118", "0917") is None
    assert not {"1017", "0917"} & tank_in("1118")


@rule("omaha", "17.22a", "TEC.mined-road-b", "19.3h")
def test_a_cleared_mined_road_is_a_road():
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1118 {TANK}")
    table.bases[2] = hex_("0716")
    table.base_spaces[2] = 6
    assert {"1017", "0917"} <= reached(table, TANK)
    table.hex[unit(TANK)] = hex_("1017")
    assert {"1118", "1119", "0917", "0816", "0817"} <= reached(table, TANK)
    # German fire drives the engineers off, and the mines are there again (19.32).
    table.unit[lore().post_at[hex_("1119")]] = -3
    table.hex[unit(TANK)] = hex_("1118")
    assert "1017" not in reached(table, TANK)


@rule("omaha", "17.23a")
@pytest.mark.parametrize("piece", OTHERS)
def test_other_vehicles_and_guns_move_one_hex(piece: str):
    assert refused(piece, "1321", "1322") is None
    assert refused(piece, "1321", "1323") == "17.23"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1321 {piece}")
    assert reached(table, piece) == {"1220", "1320", "1322", "1421", "1221", "1420"} & reached(
        table, piece
    )


# --- 7.32, O-70 infiltration on longer moves

BROWN_TRIANGLE = card(
    lambda each: (
        each.target == "triangle"
        and (square := each.square("brown")) is not None
        and not square.double
    )
)
NO_BROWN = card(lambda each: each.square("brown") is None)
ALSO_NO_BROWN = card(lambda each: each.square("brown") is None, but=(NO_BROWN,))
# WN69 (1222, brown) has steady fire in 1223, 1323 and 1322, on the major road round it.
ROUND_WN69 = "turn 20; 1224 2/A/743; WN69 ?; 0427 B/1/116"


@rule("omaha", "17.2b", "7.32a", "7.32b")
def test_each_hex_entered_is_checked_by_itself():
    s = begin(ROUND_WN69)
    play(s, "act-2/A/743")
    assert moves(s)["move-1223"] == "Move to 1223"
    assert moves(s)["move-1323"] == "Move to 1323 by 1223 (infiltration past WN69)"
    assert moves(s)["move-1322"] == (
        "Move to 1322 by 1223 and 1323 (infiltration past WN69, infiltration past WN69)"
    )
    play(s, "move-1322")
    assert where(s, "2/A/743") == "1223", "the first hex is entered before the first card"
    play(s, NO_BROWN)
    assert where(s, "2/A/743") == "1323"
    play(s, ALSO_NO_BROWN)
    assert where(s, "2/A/743") == "1322"
    assert len([each for each in events(s, "infiltration") if "tries" in each.text]) == 2


@rule("omaha", "7.32e", "7.32f", "17.2b")
@pytest.mark.parametrize(("choice", "end"), [("go", "1322"), ("halt", "1323"), ("stay", "1223")])
def test_a_tank_that_is_hit_on_the_way_goes_on_halts_or_stays(choice: str, end: str):
    s = begin(ROUND_WN69)
    play(s, "act-2/A/743", "move-1322", BROWN_TRIANGLE)
    assert s.position.steps_left[unit("2/A/743")] == 1
    assert options(s) == ["go", "halt", "stay"]
    play(s, choice)
    if choice == "go":
        play(s, NO_BROWN)
    assert where(s, "2/A/743") == end
    assert "act-B/1/116" in options(s), "no more cards are drawn"
    assert s.position.acted >> unit("2/A/743") & 1
    assert s.position.paid_actions[1] == 2


@rule("omaha", "7.32c")
def test_a_tank_lost_on_the_way_goes_nowhere():
    s = begin(ROUND_WN69.replace("2/A/743", "2/A/743:1"))
    play(s, "act-2/A/743", "move-1322", BROWN_TRIANGLE)
    assert s.position.steps_left[unit("2/A/743")] == 0
    assert s.position.hex[unit("2/A/743")] < 0


@rule("omaha", "7.32i", "7.33a", "17.1c")
def test_a_leader_goes_along_as_far_as_the_unit_gets():
    text = "turn 20; 1224 2/A/743, Cota; WN69 ?; 0427 B/1/116"
    for choice, end in [("go", "1323"), ("stay", "1223")]:
        s = begin(text)
        play(s, "act-2/A/743", "move-1323")
        assert "with-Gen. Cota" in options(s)
        play(s, "with-Gen. Cota", BROWN_TRIANGLE, choice)
        assert where(s, "2/A/743") == where(s, "Cota") == end
    # He does not keep up with a tank for three hexes.
    s = begin(text)
    play(s, "act-2/A/743", "move-1322")
    assert "with-Gen. Cota" not in options(s)


@rule("omaha", "7.32a")
def test_two_paths_of_different_danger_are_both_offered():
    # From 0929 to 1029 the tank slips past E2, or by road past 0828 and then G5.
    s = begin("turn 20; 0929 1/A/743; E2 T?; 0828 T?; G5 T?; 0427 B/1/116")
    play(s, "act-1/A/743")
    told = {id_: label for id_, label in moves(s).items() if id_.startswith("move-1029")}
    assert told == {
        "move-1029": "Move to 1029 (infiltration past E2)",
        "move-1029-via-0829-0830-0930": (
            "Move to 1029 by 0829 and 0830 and 0930 (infiltration past 0828, infiltration past G5)"
        ),
    }
    # With E2 empty the short way is safe, and the long one of no use.
    s = begin("turn 20; 0929 1/A/743; 0828 T?; G5 T?; 0427 B/1/116")
    play(s, "act-1/A/743")
    assert [id_ for id_ in moves(s) if id_.startswith("move-1029")] == ["move-1029"]


# --- 7.21 going together


@rule("omaha", "7.21a", "17.1a")
def test_a_stack_moves_two_hexes_for_one_action():
    s = begin("turn 20; 1226 A/1/116, B/1/116; 0427 C/1/116")
    play(s, "act-A/1/116", "move-1325", "with-B/1/116")
    assert where(s, "A/1/116") == where(s, "B/1/116") == "1325"
    assert s.position.paid_actions[1] == 2


@rule("omaha", "7.21a", "17.2a", "17.1b")
def test_only_who_could_make_the_move_goes_along():
    text = f"turn 20; 1321 A/1/116, {TANK}; 0427 C/1/116"
    s = begin(text)
    play(s, "act-A/1/116", "move-1521")
    assert options(s) == [f"with-{TANK}", "go"]
    play(s, f"with-{TANK}")
    assert where(s, TANK) == "1521"
    assert s.position.paid_actions[1] == 2
    s = begin(text)
    play(s, f"act-{TANK}", "move-1621")
    assert where(s, "A/1/116") == "1321", "infantry does not move three hexes"
    # In a hex under fire infantry stops; a tank on its road does not.
    s = begin(text + "; D6 T?")
    assert board().position["D6"].intensity(hex_("1421")) == "steady"
    play(s, "act-A/1/116")
    assert "move-1521" not in moves(s)


# --- 7.1, 19.3 what it costs


@rule("omaha", "7.1i", "17.1a")
def test_self_preservation_stays_a_move_of_one_hex():
    s = begin("turn 28; 0515 A/1/16; 1110 B/1/16; action-change -3")
    assert moves(s)["act-A/1/16"] == "A/1/16 in 0515: act with it (free to find shelter)"
    play(s, "act-A/1/16")
    assert all(label.endswith("(free: self-preservation)") for label in moves(s).values())
    near = {board().name(there) for there in members(board().grid.adjacent[hex_("0515")])}
    assert {id_[5:] for id_ in moves(s)} <= near
    table = table_of("turn 28 action; acting = 1; 0515 A/1/16")
    assert why_not(table, unit="A/1/16", to="0615") is None
    assert why_not(table, unit="A/1/16", to="0714").rule == "7"


@rule("omaha", "19.3i", "15.VI-c", "17.1a")
def test_engineers_let_units_move_two_hexes_for_free():
    s = situation("turn 20; 0716 A/1/16, 1/A/741; 1110 B/1/16; action-change -3")
    s.position.bases[0] = hex_("0715")
    s.position.base_spaces[0] = 1
    run(s, actions.action_phase)
    assert moves(s)["act-A/1/16"] == "A/1/16 in 0716: move it for free"
    play(s, "act-A/1/16")
    assert moves(s)["move-0815"] == "Move to 0815 (free: traffic management)"
    two = [label for label in moves(s).values() if " by " in label]
    assert two
    assert all("(free: traffic management" in label for label in two)
    play(s, next(id_ for id_, label in moves(s).items() if label in two))
    assert s.position.acted >> unit("A/1/16") & 1
    assert s.position.paid_actions == [0, 0]
    assert "act-B/1/16" not in options(s), "not beyond the engineers' range"


# --- 7.6, 7.22 what does not change


@rule("omaha", "7.6b", "17.1a")
def test_stacking_counts_only_where_a_move_ends():
    s = begin("turn 20; 1226 A/1/116; 1225 B/1/116, C/1/116; 1326 E/2/116, F/2/116")
    play(s, "act-A/1/116")
    assert moves(s)["move-1225"] == "Move to 1225 (overstacks)"
    assert moves(s)["move-1325"] == "Move to 1325 by 1225"
    play(s, "move-1325", "done")
    assert not events(s, "eliminated")


@rule("omaha", "7.6b", "20.3e")
def test_a_full_exit_hex_is_not_overstacked_by_a_unit_that_leaves():
    s = begin("turn 20; 1802 A/1/16; 1902 B/1/16, C/1/16")
    play(s, "act-A/1/16")
    assert moves(s)["move-1902"] == "Move to 1902 (overstacks)"
    assert moves(s)["exit-B"] == "Leave the map by exit B by way of 1902"
    play(s, "exit-B", "done")
    assert not events(s, "eliminated")


@rule("omaha", "7.22b", "7.22c", "17.1a")
def test_with_two_players_only_the_end_of_a_move_counts_at_the_boundary():
    the = board()
    west, east = the.sectors["west"], the.sectors["east"]
    table = table_of("turn 20 action; players 2; acting = 29; actions 3 3; 1226 A/1/116")
    edge = the.grid.neighbours(west) & east
    found = 0
    for here in members(the.grid.neighbours(east) & west & the.high_ground):
        table.hex[unit(INFANTRY)] = here
        for path in routes.paths(table, unit(INFANTRY), routes.Scene(table)):
            if len(path) == 2 and east >> path[1] & 1 and edge >> path[0] & 1:
                found += 1
                s = situation(f"turn 20; players 2; {the.name(here)} A/1/116; 0427 B/1/116")
                run(s, actions.action_phase)
                play(s, "act-A/1/116")
                play(s, f"move-{the.name(path[1])}")
                beyond = not edge >> path[1] & 1
                assert bool(s.position.transferred >> unit(INFANTRY) & 1) == beyond
    assert found > 3


# --- 20.3 off the map


def leaving(piece: str, start: str, extra: str = "", division: int = 29) -> str | None:
    text = f"turn 20 action; acting = {division}; actions 3 3; {start} {piece}; {extra}"
    refusal = why_not(table_of(text), unit=piece, action="exit")
    return None if refusal is None else refusal.rule


@rule("omaha", "20.3e")
def test_a_unit_in_an_exit_hex_leaves_the_map_by_a_move():
    s = begin("turn 20; 1902 A/1/16:2; 1110 B/1/16")
    lost = losses.infantry_lost(s.position, 1)
    play(s, "act-A/1/16")
    assert moves(s)["exit-B"] == "Leave the map by exit B"
    play(s, "exit-B")
    table, left = s.position, unit("A/1/16")
    assert table.exited == [(left, "B", 2)]
    assert (table.hex[left], table.box[left], table.due[left]) == (-1, -1, -1)
    assert texts(events(s, "exit")) == ["A/1/16 leaves the map by exit B with 2 steps."]
    assert table.paid_actions[0] == 2, "it is a move, and a move is an action"
    assert losses.infantry_lost(table, 1) == lost, "it is not lost"
    assert options(s) == ["act-B/1/16", "done"]


@rule("omaha", "20.3e", "20.3g")
def test_who_leaves_the_map_and_where():
    for letter, there in board().exits.items():
        where = board().name(there)
        assert leaving(INFANTRY, where) is None
        assert leaving(TANK, where) is None
        assert leaving("58AFA", where) is None
        assert leaving("A-B/467", where) is None
        assert leaving(RANGER, where) == (None if letter in "FG" else "20.3")
        assert leaving(RANGER, where, "house ranger-exits alternative") is None
        for piece in ("111FA", "AT/116", "116HQ", "Cota"):
            assert leaving(piece, where) == "20.3"
    for there in members(board().unlettered_exits):
        assert leaving(INFANTRY, board().name(there)) == "20.3"
    assert leaving(INFANTRY, "1226") == "20.3"
    assert leaving(INFANTRY, "1902", "turn 16 action; actions 2 2") == "14"
    table = table_of("turn 20 action; acting = 29; actions 0 0; 1902 A/1/116")
    assert why_not(table, unit=INFANTRY, action="exit").rule == "7"
    table = table_of("turn 20 action; acting = 29; actions 3 3; 1902 A/1/116 disrupted")
    assert why_not(table, unit=INFANTRY, action="exit").rule == "7.7"


@rule("omaha", "20.3e", "17.1a", "17.2b")
def test_leaving_takes_one_hex_of_a_longer_move():
    # 2022 is exit D at the end of the major road 1821-1921-1922-2022.
    for start, leaves in [("1922", True), ("1921", True), ("1821", True), ("1721", False)]:
        assert (leaving(TANK, start) is None) == leaves
    assert leaving(INFANTRY, "1923") is None
    assert leaving(INFANTRY, "1922") is None
    assert leaving(INFANTRY, "1921") == "20.3"
    assert leaving("58AFA", "1922") == "20.3", "it moves only one hex"
    s = begin(f"turn 20; 1821 {TANK}; 0427 B/1/116")
    play(s, f"act-{TANK}")
    assert moves(s)["exit-D"] == "Leave the map by exit D by way of 1921 and 1922 and 2022"
    play(s, "exit-D")
    assert s.position.exited == [(unit(TANK), "D", 2)]
    # E11 (2024) has intense fire in the exit hex 2025: whoever enters it stops there.
    assert leaving(TANK, "1925") is None
    assert leaving(TANK, "1925", "E11 T?") == "20.3"
    assert leaving(INFANTRY, "1926", "E11 T?") == "17.1"
    assert leaving(TANK, "2025", "E11 T?") is None
    # 2015, exit C, is bocage; only the road lets infantry through in one move.
    assert leaving(INFANTRY, "1916") is None
    assert leaving(INFANTRY, "1915") == "17.1"
    # Exit A is near enough, but not for rangers.
    near = table_of(f"turn 20 action; acting = 29; actions 3 3; 1002 {RANGER}")
    assert "by exit F or G, not by A" in str(why_not(near, unit=RANGER, action="exit"))


@rule("omaha", "20.3e", "7.21a")
def test_a_stack_leaves_for_one_action_and_its_hero_with_it():
    s = begin("turn 20; 1902 A/1/16 hero, B/1/16, C/1/16; 1110 E/2/16")
    play(s, "act-B/1/16", "exit-B", "with-C/1/16")
    assert [each[0] for each in s.position.exited] == [unit("B/1/16"), unit("C/1/16")]
    assert s.position.paid_actions[0] == 2
    play(s, "act-A/1/16", "exit-B")
    assert s.position.heroes[0] == losses.OUT
    assert s.position.paid_actions[0] == 2, "a hero's unit acts for free"


# --- why not


@rule("omaha", "17.1a", "17.1b", "17.1c", "17.2a", "17.2b", "17.21a", "17.23a")
@pytest.mark.parametrize("piece", [INFANTRY, HQ, TANK, "58AFA"])
def test_what_is_refused_is_what_is_not_offered(piece: str):
    germans = "E1 T?; E3 T? disrupted; WN69 ?; D4 T?; WN67 ?; D3 T?; 1119 T?"
    table = table_of(f"turn 20 action; acting = 29; actions 3 3; 1226 {piece}; {germans}")
    the, mover = board(), unit(piece)
    held = {hex_(name) for name in ("1125", "1223", "1222", "1321", "1220", "1319", "1119")}
    for here in members(the.grid.within(1 << hex_("1320"), 4)):
        if here in held:
            continue
        table.hex[mover] = here
        scene = routes.Scene(table)
        offered = {path[-1] for path in routes.paths(table, mover, scene)}
        offered |= set(members(routes.by_climb(table, mover, scene)))
        offered |= set(members(routes.by_scaling(table, mover, scene)))
        for there in members(the.grid.within(1 << here, 5)):
            refusal = why_not(table, unit=piece, to=the.name(there))
            assert (refusal is None) == (there in offered), (the.name(here), the.name(there))


# --- odds


@rule("omaha", "7.32c", "17.2b")
def test_the_odds_of_a_long_move_name_every_check():
    s = begin(ROUND_WN69)
    play(s, "act-2/A/743")
    told = s.odds("move-1322")
    slips = [line for line in told if line.startswith("Slipping past WN69, 2/A/743 loses a step")]
    assert len(slips) == 2
    assert any(line.startswith("2/A/743 in 1322, next German fire") for line in told)
    assert not any("Slipping" in line for line in s.odds("move-1223"))
    play(s, "move-1322", BROWN_TRIANGLE)
    for choice, slips_left, end in [("go", 1, "1322"), ("halt", 0, "1323"), ("stay", 0, "1223")]:
        told = s.odds(choice)
        assert sum("Slipping" in line for line in told) == slips_left
        assert any(line.startswith(f"2/A/743 in {end}, next German fire") for line in told)


@rule("omaha", "20.3e", "20.3g")
def test_the_odds_of_leaving_say_what_it_is_worth():
    s = begin("turn 20; 0635 AB/2R, A/1/116:2; 0427 B/1/116")
    play(s, "act-A•B/2R")
    assert s.odds("exit-G") == [
        "A•B/2R scores 2 victory points at exit G.",
        "It cannot come back.",
    ]
    s = begin("turn 20; 0635 A/1/116:1; 0427 B/1/116")
    play(s, "act-A/1/116")
    assert s.odds("exit-G")[0] == (
        "A/1/116 scores 1 victory point if US communication reaches exit G at the end of play."
    )
