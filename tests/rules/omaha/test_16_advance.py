"""16.8 The Advance action."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from german import EXTENDED, actions, called, depth_in, disrupted, in_post, steps_left

from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans import advance, pools
from beachhead.omaha.germans.action_summary import action_of
from beachhead.omaha.germans.advance import defense
from beachhead.omaha.table.cards import Square
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, equipment, put_in_post
from beachhead.omaha.victory.control import fix_communication
from situations import (
    decision,
    draw,
    events,
    hex_,
    options,
    play,
    post,
    run,
    situation,
    table_of,
    unit,
)

EXAMPLE = next(
    each
    for each in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
    if each["id"] == "advance"
)

C3 = "C3 5/2/916 depth?"
"""A revealed unit of the 352nd with depth in a red position; its arrow leads to C1 (1113)."""
RED_A = 21
"""Double red A and the circle; single purple R, single blue M."""


def strength(text: str, origin: str = "C3", goal: str = "C1") -> int:
    """The effective US defense in a route of advance."""
    table = table_of(f"{EXTENDED}; {text}")
    board = equipment().board
    route = board.advance_route(board.position[origin].hexes[0], board.position[goal].hexes[0])
    return defense(table, route)


def route(origin: str, goal: str) -> set[str]:
    board = equipment().board
    return set(
        board.grid.names_of(
            board.advance_route(board.position[origin].hexes[0], board.position[goal].hexes[0])
        )
    )


# --- the worked example


@rule("omaha", "16.8a", "16.8c", "16.81b", "16.82c", "16.82f", "16.82g", "16.82i", "16.82j")
@rule("omaha", "GAS.A-d")
def test_the_advance_example() -> None:
    assert route("C3", "C1") == set(EXAMPLE["route"])
    us = "; ".join(f"{each['hex']} {each['unit']}:{each['steps']}" for each in EXAMPLE["us"])
    s = called(f"C3 5/2/916 depth?; {us}", EXAMPLE["card"]["number"])
    assert disrupted(s, "L/3/16", "E/2/16", "I/3/16") == [True, False, False]
    (told,) = events(s, "advance")
    assert told.detail["strength"] == EXAMPLE["outcome"]["effective_defense"]
    assert not told.detail["repulsed"]
    assert options(s) == ["hit-E/2/16", "hit-L/3/16"]
    play(s, "hit-E/2/16")
    assert steps_left(s, "E/2/16", "L/3/16", "I/3/16") == [1, 2, 3]
    assert in_post(s, "C3") == EMPTY
    assert equipment().pieces.german_units[in_post(s, "C1")].name == "5/2/916"
    assert depth_in(s, "C1") != NO_DEPTH


# --- 16.8, 16.81 who advances


@rule("omaha", "16.8a", "16.81a", "16.82d", "GAS.A-e", "2.1l")
def test_without_targets_and_with_a_free_way_it_moves() -> None:
    s = called("C3 1/1/726 depth?; 0609 A/1/16", RED_A)
    assert actions(s)["C3"] == "advance"
    assert in_post(s, "C3") == EMPTY
    assert in_post(s, "C1") != EMPTY
    assert depth_in(s, "C1") != NO_DEPTH
    assert not s.position.advances


@rule("omaha", "16.8b", "GAS.A-d", "GAS.A-e")
def test_without_an_arrow_or_with_germans_at_its_end_it_fires_or_does_nothing() -> None:
    # A1 (red) has no arrow
    s = called("A1 5/2/916 depth?; 1009 A/1/16", RED_A)
    assert actions(s)["A1"] == "fire"
    assert steps_left(s, "A/1/16") == [2]
    assert "A1" not in actions(called("A1 5/2/916 depth?; 0609 A/1/16", RED_A))
    s = called(f"{C3}; C1 T?; 1314 A/1/16", RED_A)
    assert actions(s)["C3"] == "fire"
    assert steps_left(s, "A/1/16") == [2]
    assert "C3" not in actions(called(f"{C3}; C1 T?; 0609 A/1/16", RED_A))


@rule("omaha", "16.81a", "16.81b", "16.81c", "16.81d", "16.81e")
@pytest.mark.parametrize(
    ("unit_there", "with_targets"),
    [
        ("5/2/916 depth?", "advance"),  # revealed, of the 352nd, with depth
        ("1/1/726 depth?", "fire"),  # revealed, of the 716th
        ("T? depth?", "advance"),  # unrevealed, whatever it is (O-42)
        ("1/1/726 face-down depth?", "advance"),
        ("5/2/916", None),  # no depth: on a double symbol not even fire
        ("T?", None),
    ],
)
def test_the_attempt_check(unit_there: str, with_targets: str | None) -> None:
    s = called(f"C3 {unit_there}; 1314 I/3/16", RED_A)
    assert actions(s).get("C3") == with_targets
    without = actions(called(f"C3 {unit_there}; 0609 A/1/16", RED_A)).get("C3")
    assert without == ("advance" if "depth" in unit_there else None)


@rule("omaha", "16.81e")
def test_on_a_single_symbol_a_unit_without_depth_fires_at_its_targets() -> None:
    for unit_there in ("5/2/916", "T?"):
        table = table_of(f"{EXTENDED}; C3 {unit_there}; 1314 A/1/16")
        fix_communication(table)
        here = equipment().board.position["C3"]
        assert action_of(table, here, Square("red", False, "A")) == "fire"


# --- 16.82 the procedure


@rule("omaha", "16.82a", "16.82b", "16.82c")
def test_the_three_routes() -> None:
    board = equipment().board
    seen = {}
    for position in board.positions:
        for goal in position.advance:
            origin, end = position.hexes[0], board.position[goal].hexes[0]
            hexes = board.advance_route(origin, end)
            distance = board.grid.distance(origin, end)
            between = board.grid.adjacent[origin] & board.grid.adjacent[end]
            assert hexes >> origin & 1
            assert hexes >> end & 1
            assert hexes & between == between
            if distance == 1:
                assert hexes.bit_count() == 4
            elif between.bit_count() == 1:
                middle = between.bit_length() - 1
                assert hexes == board.grid.adjacent[middle] | between
                assert hexes.bit_count() == 7
            else:
                assert between.bit_count() == 2
                assert hexes.bit_count() == 6
                for extra in board.grid.names_of(hexes & ~between & ~(1 << origin) & ~(1 << end)):
                    around = board.grid.adjacent[board.hex(extra)]
                    assert around >> end & 1
                    assert around & between
            seen[distance, between.bit_count()] = position.name
    assert {(2, 1), (2, 2)} <= set(seen)


@rule("omaha", "16.82e", "16.82f")
def test_whom_the_advance_disrupts() -> None:
    text = "1212 7FA:1, 2/B/741:1; 1213 1/C/741:1, AT/16; 1112 G/2/16:1; 1314 C/1/16:1"
    s = called(f"C3 T? depth?; {text}", RED_A)  # circle
    names = ("7FA", "AT/16", "2/B/741", "1/C/741", "G/2/16", "C/1/16")
    # guns whatever their symbol; the circles among infantry and tanks; 1314 is outside
    assert disrupted(s, *names) == [True, True, False, True, True, False]


@rule("omaha", "16.82g", "16.84a")
def test_the_effective_defense() -> None:
    assert strength("1212 A/1/16") == 6
    assert strength("1212 A/1/16 disrupted; 1112 B/1/16:1") == 2
    assert strength("1113 B/1/16:1") == 4  # buildings
    assert strength("1114 B/1/16:1") == 4  # bocage
    assert strength("1212 B/1/16:1 hero") == 3
    assert strength("1114 B/1/16:1 hero") == 5  # after doubling
    assert strength("1114 B/1/16:1 inspired") == 4
    assert strength("1212 16HQ, Cota") == 0
    assert strength("1314 A/1/16") == 0  # outside the route


@rule("omaha", "16.82h", "16.82i")
@pytest.mark.parametrize(
    ("us", "repulsed"),
    [("1212 H/2/16", True), ("1212 A/1/16", False), ("1212 A/1/16 hero", True)],
)
def test_seven_repulse_an_advance(us: str, repulsed: bool) -> None:
    s = called(f"C3 T? depth?; {us}; 1314 A/1/18", RED_A)
    (told,) = events(s, "advance")
    assert told.detail["repulsed"] == repulsed
    assert (told.way[0] == told.way[-1]) == repulsed  # on the map it goes there, and back
    assert (in_post(s, "C3") != EMPTY) == repulsed
    # repulsed or not, it does not fire at 1314 in its intense field
    assert steps_left(s, "A/1/18") == [3]
    if repulsed:
        assert steps_left(s, "A/1/16", "H/2/16") == [3, 3]


@rule("omaha", "16.82j")
def test_one_step_is_lost_by_your_choice_disrupted_units_too() -> None:
    s = called("players 2; C3 T? depth?; 1212 A/1/16:1; 1114 K/3/116:2; 1112 16HQ", RED_A)
    asked = decision(s)
    assert asked is not None
    assert (asked.seat, asked.rule) == ("1st", "16.82")
    assert options(s) == ["hit-A/1/16", "hit-K/3/116"]
    play(s, "hit-K/3/116")
    assert steps_left(s, "A/1/16", "K/3/116") == [1, 1]
    assert disrupted(s, "K/3/116") == [True]
    # a lone defender has no choice; a hero cannot be sacrificed, for this is no fire
    s = called("C3 T? depth?; 1212 A/1/16:1 hero", RED_A)
    assert not options(s)
    assert steps_left(s, "A/1/16") == [0]


@rule("omaha", "16.82d", "16.82i", "16.82j", "16.82k")
def test_an_hq_alone_is_in_the_way_but_cannot_stop_an_advance() -> None:
    """N-54: it has no strength and no step to lose, and stays where it is beside the way."""
    s = called("C3 T? depth?; 1212 16HQ", RED_A)
    (told,) = events(s, "advance")
    assert (told.detail["strength"], told.detail["repulsed"]) == (0, False)
    assert in_post(s, "C1") != EMPTY
    assert s.position.hex[unit("16HQ")] == hex_("1212")
    assert not s.position.disrupted
    # in the destination it has to give way
    s = called("C3 T? depth?; 1113 16HQ", RED_A)
    play(s, "move-1013")
    assert s.position.hex[unit("16HQ")] == hex_("1013")
    assert in_post(s, "C1") != EMPTY
    # a lone General is not in the way at all
    s = called("C3 T? depth?; 1212 Cota", RED_A)
    (told,) = events(s, "advance")
    assert "strength" not in told.detail
    assert in_post(s, "C1") != EMPTY


@rule("omaha", "16.82k", "16.82l")
def test_us_units_in_the_destination_are_driven_out_together() -> None:
    text = "players 2; C3 T? depth?; 1113 A/1/16:1, 16HQ, Wyman; 1212 B/1/16:1"
    s = called(text, RED_A)
    play(s, "hit-B/1/16")
    # outside the route, of the six hexes around 1113, only 1012 and 1013 are left
    assert options(s) == ["move-1012", "move-1013"]
    asked = decision(s)
    assert asked is not None
    assert asked.seat == "1st"
    play(s, "move-1012")
    for name in ("A/1/16", "16HQ", "Wyman"):
        assert s.position.hex[unit(name)] == hex_("1012")
    assert in_post(s, "C1") != EMPTY
    assert s.position.held_fire >> post("C1") & 1  # it does nothing more in this phase
    s = called(text.replace("1113 A/1/16:1", "1113 A/1/16:1 disrupted"), RED_A)
    play(s, "hit-A/1/16", "move-1013")
    assert s.position.hex[unit("16HQ")] == hex_("1013")
    assert s.position.hex[unit("B/1/16")] == hex_("1212")  # others in the route stay


@rule("omaha", "16.82k")
def test_where_units_can_be_driven_to() -> None:
    # D7 to D3 (1319): outside the route are 1218, bocage and closed to vehicles, and 1219
    text = "D7 T? depth?; 1319 A/1/16:1 disrupted"
    s = called(text, RED_A)
    assert options(s) == []  # its last step is lost; nobody is left to be driven out
    s = called(text.replace(":1", ":2"), RED_A)
    assert options(s) == ["move-1218", "move-1219"]
    # all go together, so with a vehicle only 1219 is left, and there is no choice
    s = called(text.replace(":1", ":2") + ", 2/B/741:1 disrupted", RED_A)
    play(s, "hit-A/1/16")
    assert s.position.hex[unit("A/1/16")] == s.position.hex[unit("2/B/741")] == hex_("1219")
    # no hex takes both: they part, and the vehicle goes where it could not drive (B3 to B1)
    s = called("B3 T? depth?; 1407 A/1/16:2 disrupted, 2/B/741:2 disrupted", 28)  # blue A
    play(s, "hit-A/1/16", "move-1307", "move-1308")
    assert s.position.hex[unit("A/1/16")] == hex_("1307")
    assert s.position.hex[unit("2/B/741")] == hex_("1308")
    # a hex with a German unit is closed: 0732 next to G2
    s = called("G4 T? depth?; 0732 T?; 0832 A/1/116:2 disrupted", 27, "west")  # green A
    assert options(s) == ["move-0831", "move-0932"]


@rule("omaha", "16.82k")
def test_units_with_nowhere_to_go_are_lost() -> None:
    # D6 to D4 (1321): of 1220 and 1221 Germans hold the one, and German armor the other
    s = situation(f"{EXTENDED}; D6 T? depth?; WN67 ?; 1321 A/1/116:2 disrupted")
    table = s.position
    armor = next(unit.index for unit in equipment().pieces.german_units if unit.kind == "armor")
    put_in_post(table, 91, armor)
    table.armor_hex, table.armor_entered = replaced(table.armor_hex, 0, hex_("1221")), 1
    run(s, advance.attempt, post("D6"), 10)
    assert steps_left(s, "A/1/116") == [0]
    assert in_post(s, "D4") != EMPTY


@rule("omaha", "16.82k", "7.4")
def test_a_unit_that_is_driven_out_climbs_no_longer() -> None:
    s = called("C3 T? depth?; 1113 A/1/16:1 climb; 1212 B/1/16:1", RED_A)
    play(s, "hit-B/1/16", "move-1012")
    assert s.position.hex[unit("A/1/16")] == hex_("1012")
    assert s.position.climbing == 0


@rule("omaha", "16.82k", "18.11b")
def test_a_command_post_that_is_driven_out_is_an_hq_again() -> None:
    s = situation(f"{EXTENDED}; C3 T? depth?; 1113 16HQ; 1212 B/1/16:1")
    table = s.position
    table.command_posts = replaced(table.command_posts, 0, 2)
    run(s, fire_phase.fire_phase)
    play(s, draw(RED_A), draw(32))
    while options(s):
        play(s, options(s)[0])
    assert table.hex[unit("16HQ")] in (hex_("1012"), hex_("1013"))
    assert table.command_posts[0] == -1


@rule("omaha", "16.8c", "11.31c")
def test_a_general_alone_in_the_destination_is_captured() -> None:
    s = called("C3 T? depth?; 1113 Cota; 0609 A/1/16", RED_A)
    assert not options(s)
    assert s.position.hex[unit("Cota")] == -1
    assert in_post(s, "C1") != EMPTY


@rule("omaha", "FAQ.4a", "FAQ.4b", "19.3e", "19.3f")
def test_a_garrison_does_not_stop_an_advance_and_is_removed() -> None:
    s = called("C3 T? depth?; garrison 1113 0912; 0609 A/1/16", RED_A)
    assert in_post(s, "C1") != EMPTY
    assert s.position.garrisons == 1 << hex_("0912")
    # repulsed: it stays
    s = called("C3 T? depth?; garrison 1113; 1212 H/2/16", RED_A)
    assert s.position.garrisons == 1 << hex_("1113")


@rule("omaha", "16.83a")
def test_depth_changes_its_kind_when_a_unit_advances() -> None:
    assert equipment().posts[post("C1")].building
    s = called("C3 T? depth?; 0609 A/1/16", RED_A)
    assert pools.depth_kind(depth_in(s, "C1")) == "building"
    s = called("C3 T? depth?; 0609 A/1/16; boxes building_depth 0", RED_A)
    assert pools.depth_kind(depth_in(s, "C1")) == "mobile"
    # F6 (buildings) to F4 (none)
    s = called("F6 T? depth?; 0609 A/1/16", RED_A, "west")
    assert pools.depth_kind(depth_in(s, "F4")) == "mobile"


# --- 16.85 last of all


@rule("omaha", "16.85a")
def test_an_advance_comes_after_all_other_actions_of_both_sectors() -> None:
    # D7 advances on D3; H/2/16 in the route would repulse it with 7, but the mortars of D6, in
    # the other sector, hit it first
    s = situation(f"{EXTENDED}; D7 T? depth?; 1418 H/2/16; D6 1/1/726")
    run(s, fire_phase.fire_phase)
    play(s, draw(RED_A))
    assert actions(s)["D7"] == "advance"
    assert s.position.advances
    assert not events(s, "advance")
    play(s, draw(43))  # single purple M, diamond
    assert steps_left(s, "H/2/16") == [1]  # to the mortars, then to the advance
    (told,) = events(s, "advance")
    assert not told.detail["repulsed"]
    assert in_post(s, "D3") != EMPTY
    s = situation(f"{EXTENDED}; D7 T? depth?; 1418 H/2/16")
    run(s, fire_phase.fire_phase)
    play(s, draw(RED_A), draw(43))
    assert events(s, "advance")[0].detail["repulsed"]


@rule("omaha", "16.85a", "16.8b")
def test_if_a_german_has_come_to_the_destination_it_fires_or_does_nothing() -> None:
    # E10 (red) is to advance to E8, but E9 (purple) redeploys there on the same card
    text = "E10 T? depth?; E9 T?; 1525 A/1/116"
    for targets in ("", "; 1823 C/1/116:1"):
        s = called(text + targets, 1, "west")  # double red A, single purple R
        assert actions(s)["E10"] == "advance"
        moves = [(e.detail["start"], e.detail["end"]) for e in events(s, "german-moved")]
        assert moves == [("E9", "E8")]
        assert any("cannot advance" in event.text for event in events(s, "no-action"))
        assert in_post(s, "E10") != EMPTY
    assert steps_left(s, "C/1/116") == [0]  # in its intense field of fire


@rule("omaha", "16q", "16.85a")
def test_advances_go_by_the_number_of_the_position_whatever_the_sector() -> None:
    s = situation(f"{EXTENDED}; C3 T? depth?; D7 T? depth?; E10 T? depth?; 0505 A/1/16")
    run(s, fire_phase.fire_phase)
    play(s, draw(RED_A), draw(43))  # red A in the east, and red A in the west
    moves = [event.detail["start"] for event in events(s, "german-moved")]
    assert moves == ["E10", "D7", "C3"]


# --- 16.86 B1


@rule("omaha", "16.86a", "16.86b", "16.86c")
@pytest.mark.parametrize(
    ("held", "goal"), [("", "A7"), ("A7 T?", "A6"), ("A6 T?", "A7"), ("A6 T?; A7 T?", None)]
)
def test_b1_has_two_arrows(held: str, goal: str | None) -> None:
    assert equipment().board.position["B1"].advance == ("A7", "A6")
    s = called(f"B1 T? depth?; {held}; 0609 A/1/16", 16)  # double brown A
    moves: list[Any] = [event.detail["end"] for event in events(s, "german-moved")]
    assert moves == ([goal] if goal else [])
