"""17 Longer moves with what holds for all: infiltration, going together, costs, stacking, odds."""

from __future__ import annotations

import pytest
from moving import HQ, INFANTRY, TANK, begin, moves, where

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import put_in_hex
from beachhead.omaha.us_actions import action_phase, routes
from beachhead.omaha.why_not import why_not
from situations import card, events, hex_, options, play, run, situation, table_of, unit

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
    assert moves(s)["move-1223"] == "Move to 1223 (1 of 3 actions)"
    assert (
        moves(s)["move-1323"]
        == "Move to 1323 by 1223 (1 of 3 actions, infiltration past WN69, draws a card)"
    )
    assert moves(s)["move-1322"] == (
        "Move to 1322 by 1223 and 1323 (1 of 3 actions, infiltration past WN69, "
        "infiltration past WN69, draws up to 2 cards)"
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
        "move-1029": "Move to 1029 (1 of 3 actions, infiltration past E2, draws a card)",
        "move-1029-via-0829-0830-0930": (
            "Move to 1029 by 0829 and 0830 and 0930 (1 of 3 actions, infiltration past 0828, "
            "infiltration past G5, draws up to 2 cards)"
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
    s.position.bases = replaced(s.position.bases, 0, hex_("0715"))
    s.position.base_spaces = replaced(s.position.base_spaces, 0, 1)
    run(s, action_phase.action_phase)
    assert moves(s)["act-A/1/16"] == "A/1/16 in 0716: move it for free"
    play(s, "act-A/1/16")
    assert moves(s)["move-0815"] == "Move to 0815 (free: traffic management)"
    two = [label for label in moves(s).values() if " by " in label]
    assert two
    assert all("(free: traffic management" in label for label in two)
    play(s, next(id_ for id_, label in moves(s).items() if label in two))
    assert s.position.acted >> unit("A/1/16") & 1
    assert s.position.paid_actions == (0, 0)
    assert "act-B/1/16" not in options(s), "not beyond the engineers' range"


# --- 7.6, 7.22 what does not change


@rule("omaha", "7.6b", "17.1a")
def test_stacking_counts_only_where_a_move_ends():
    s = begin("turn 20; 1226 A/1/116; 1225 B/1/116, C/1/116; 1326 E/2/116, F/2/116")
    play(s, "act-A/1/116")
    assert moves(s)["move-1225"] == "Move to 1225 (1 of 3 actions, overstacks)"
    assert moves(s)["move-1325"] == "Move to 1325 by 1225 (1 of 3 actions)"
    play(s, "move-1325", "done")
    assert not events(s, "eliminated")


@rule("omaha", "7.6b", "20.3e")
def test_a_full_exit_hex_is_not_overstacked_by_a_unit_that_leaves():
    s = begin("turn 20; 1802 A/1/16; 1902 B/1/16, C/1/16")
    play(s, "act-A/1/16")
    assert moves(s)["move-1902"] == "Move to 1902 (1 of 3 actions, overstacks)"
    assert moves(s)["exit-B"] == "Leave the map by exit B by way of 1902 (1 of 3 actions)"
    play(s, "exit-B", "done")
    assert not events(s, "eliminated")


@rule("omaha", "7.22b", "7.22c", "17.1a")
def test_with_two_players_only_the_end_of_a_move_counts_at_the_boundary():
    the = board()
    west, east = the.sectors["west"], the.sectors["east"]
    table = table_of("turn 20 action; players 2; acting = 29; actions 3 3; 1226 A/1/116")
    edge = the.grid.neighbors(west) & east
    found = 0
    for here in members(the.grid.neighbors(east) & west & the.high_ground):
        put_in_hex(table, unit(INFANTRY), here)
        for path in routes.paths(table, unit(INFANTRY), routes.Scene(table)):
            if len(path) == 2 and east >> path[1] & 1 and edge >> path[0] & 1:
                found += 1
                s = situation(f"turn 20; players 2; {the.name(here)} A/1/116; 0427 B/1/116")
                run(s, action_phase.action_phase)
                play(s, "act-A/1/116")
                play(s, f"move-{the.name(path[1])}")
                beyond = not edge >> path[1] & 1
                assert bool(s.position.transferred >> unit(INFANTRY) & 1) == beyond
    assert found > 3


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
        put_in_hex(table, mover, here)
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


@rule("omaha", "17.1a", "17.1b", "7.32a")
def test_paths_past_nobody_are_the_safest():
    table = table_of(
        "turn 20 action; acting = 29; actions 3 3; 1226 A/1/116; E1 T?; WN69 ?; D4 T?; D3 T?"
    )
    piece, scene = unit(INFANTRY), routes.Scene(table)
    found = risky = 0
    for here in members(board().grid.within(1 << hex_("1320"), 5) & ~scene.closed):
        put_in_hex(table, piece, here)
        near = routes.by_move(table, piece, scene)
        all_ways = [(there,) for there in members(near)] + routes.farther(table, piece, scene)
        safest = routes.safest(table, piece, all_ways, scene)
        assert routes.paths(table, piece, scene) == safest
        dangerous = not all(routes.is_safe(here, path, scene) for path in all_ways)
        quickly = routes._safe_on_foot(table, piece, near, scene)
        assert (quickly is None) == dangerous
        risky += dangerous
        found += len(safest) > near.bit_count()
    assert found > 20
    assert risky > 3
