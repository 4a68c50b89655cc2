"""9.3 Reinforcements by event, 9.4 from a WN depth marker, 9.5 Kampfgruppe Meyer."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha.events import event_phase
from beachhead.omaha.germans import reinforcements, revealing
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    UNSEEN_DEPTH,
    UNSEEN_DIVISION,
    UNSEEN_TACTICAL,
    OmahaTable,
    equipment,
)
from situations import draw, hex_, options, play, post, run, table_of, texts, unit

ZONE_A = [f"A{number}" for number in range(1, 10)]


def occupied(table: OmahaTable) -> set[str]:
    """The posts that hold a German unit."""
    return {each.name for each in equipment().posts if table.unit[each.index] != EMPTY}


def reinforce(table: OmahaTable, *zones: str) -> set[str]:
    """The posts in which units appear."""
    before = occupied(table)
    run(table, reinforcements.reinforce, zones, "9.3")
    return occupied(table) - before


# --- 9.3 where


@rule("omaha", "9.3a", "9c", "9.1a")
def test_a_tactical_unit_appears_face_down_without_depth_in_the_zone():
    table = table_of("turn 2")
    run(table, event_phase.event_phase)
    play(table, draw(13))  # zones A and D
    assert occupied(table) == {"A1", "D1"}
    for name in ("A1", "D1"):
        assert table.unit[post(name)] == UNSEEN_TACTICAL
        assert table.face_down >> post(name) & 1
        assert table.depth[post(name)] == NO_DEPTH
    assert table.boxes["tactical"] == 7
    run(table, revealing.reveal, post("A1"), "8.3", "")
    assert len(options(table)) == 9  # drawn at random from all nine


@rule("omaha", "9.3b")
def test_first_the_lowest_position_adjacent_to_a_us_unit():
    # A6 and A7 are adjacent; A4 is two hexes away, A1 the lowest of all.
    assert reinforce(table_of("1308 A/1/16:1"), "A") == {"A6"}
    assert reinforce(table_of("1308 A/1/16:1; A6 T?"), "A") == {"A7"}


@rule("omaha", "9.3c")
def test_then_the_lowest_position_within_two_hexes():
    # A3, A5, A7 and A9 are two hexes from 1106, none is adjacent.
    assert reinforce(table_of("1106 A/1/16:1"), "A") == {"A3"}


@rule("omaha", "9.3d")
def test_then_the_lowest_position_of_the_zone():
    assert reinforce(table_of("0714 A/1/16"), "A") == {"A1"}
    assert reinforce(table_of("0714 A/1/16; A1 T?; A2 T?"), "A") == {"A3"}
    # A2 and A4 are three hexes from 1212: too far to count.
    assert reinforce(table_of("1212 A/1/16:1"), "A") == {"A1"}
    # Numbers, not names: C10 comes after C9.
    taken = "; ".join(f"C{number} T?" for number in range(1, 9))
    assert reinforce(table_of(taken), "C") == {"C9"}


@rule("omaha", "9.3b")
def test_a_general_alone_draws_no_reinforcement():
    assert reinforce(table_of("1308 Wyman"), "A") == {"A1"}
    assert reinforce(table_of("1308 16HQ"), "A") == {"A6"}
    text = "1308 Wyman; house general-distance alternative"
    assert reinforce(table_of(text), "A") == {"A6"}


@rule("omaha", "9.32a", "9.32b", "9.32c")
def test_event_reinforcements_fill_only_empty_numbered_positions():
    table = table_of("boxes tactical 90")
    for _ in range(12):
        reinforce(table, *"ABCDEFG")
    assert occupied(table) == {each.name for each in equipment().posts if each.position.number}
    assert table.boxes["tactical"] == 90 - len(occupied(table))  # one to a position


@rule("omaha", "9.33a", "12.2a")
def test_a_position_out_of_communication_gets_no_unit():
    # 1007 and 1009 control every hex around A1.
    table = table_of("1007 A/1/16; 1009 B/1/16")
    assert reinforce(table, "A") == {"A2"}


@rule("omaha", "9.33b", "12.22a")
def test_a_position_next_to_us_units_may_be_in_communication():
    table = table_of("1009 B/1/16")  # controls A1 and some hexes around it, not all
    assert reinforce(table, "A") == {"A1"}


@rule("omaha", "9.33a", "9.32c")
def test_a_position_with_a_us_unit_or_hq_in_it_gets_no_unit():
    assert reinforce(table_of("A1 A/1/16:1"), "A") == {"A2"}
    assert reinforce(table_of("A1 16HQ"), "A") == {"A2"}


@rule("omaha", "11.31c")
def test_a_general_alone_in_the_position_is_captured():
    table = table_of("A1 Wyman")
    assert reinforce(table, "A") == {"A1"}
    assert table.hex[unit("Wyman")] < 0
    assert table.box[unit("Wyman")] < 0
    assert table.due[unit("Wyman")] < 0
    assert "captured" in texts(table.news)[-1]


@rule("omaha", "9.33c")
def test_a_zone_without_a_fit_position_gets_nothing():
    table = table_of("; ".join(f"{name} T?" for name in ZONE_A) + "; boxes tactical 2 division 0")
    assert reinforce(table, "A", "E", "G") == {"E1", "G1"}
    assert table.boxes["tactical"] == 0


@rule("omaha", "9.33a", "9.33c")
def test_with_every_exit_taken_no_zone_gets_a_unit():
    units = ["A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/16", "F/2/16", "G/2/16"]
    exits = map(equipment().board.name, equipment().board.exits.values())
    taken = [f"{exit_} {name}:1" for exit_, name in zip(exits, units, strict=True)]
    table = table_of("; ".join(taken))
    assert reinforce(table, *"ABCDEFG") == set()
    assert table.boxes["tactical"] == 9


@rule("omaha", "9.32b", "9.4b")
def test_an_empty_wn_hex_takes_no_tactical_reinforcement():
    table = table_of("0714 A/1/16:1; WN62N ? depth TR")  # WN62S, next to it, is empty
    before = occupied(table)
    run(table, reinforcements.tactical_reinforcement, post("WN62N"), False)
    assert occupied(table) - before == {"1014"}


@rule("omaha", "EF-a", "9.33c")
def test_easy_fox_reinforces_only_the_east():
    table = table_of("scenario easy-fox")
    assert reinforce(table, "D", "E", "G") == {"D2"}  # D1 is in the west
    assert table.boxes["tactical"] == 8
    east = [
        each for each in equipment().board.positions if each.zone == "D" and each.sector == "east"
    ]
    full = table_of("scenario easy-fox; " + "; ".join(f"{each.name} T?" for each in east))
    assert reinforce(full, "D") == set()  # not in D11 either, which is next to the east half


# --- 9.31, 9.34 from which pool


@rule("omaha", "9.31a", "9d")
def test_with_the_tactical_pool_empty_division_units_come_with_depth():
    table = table_of("boxes tactical 1")
    assert reinforce(table, "A", "C", "E") == {"A1", "C1", "E1"}
    assert [table.unit[post(name)] for name in ("A1", "C1", "E1")] == [
        UNSEEN_TACTICAL,
        UNSEEN_DIVISION,
        UNSEEN_DIVISION,
    ]
    assert [table.depth[post(name)] for name in ("A1", "C1", "E1")] == [
        NO_DEPTH,
        UNSEEN_DEPTH["building"],  # C1 is a building hex
        UNSEEN_DEPTH["mobile"],
    ]
    assert table.boxes["tactical"] == 0
    assert table.boxes["division"] == 9
    assert table.boxes["building_depth"] == 7
    assert table.boxes["mobile_depth"] == 19


@rule("omaha", "9.31a", "9.24b", "9.24c")
def test_a_division_unit_takes_what_depth_there_is():
    table = table_of("boxes tactical 0 building_depth 0 mobile_depth 1")
    assert reinforce(table, "C", "E") == {"C1", "E1"}
    assert table.depth[post("C1")] == UNSEEN_DEPTH["mobile"]
    assert table.depth[post("E1")] == NO_DEPTH


@rule("omaha", "9.34a")
def test_with_both_pools_empty_nobody_comes():
    table = table_of("boxes tactical 0 division 0")
    assert reinforce(table, "A", "C") == set()
    assert {event.rule for event in table.news} == {"9.34"}


@rule("omaha", "9.34b")
def test_with_too_few_units_the_zones_compete_by_the_priorities():
    few = "boxes tactical 1 division 0"
    assert reinforce(table_of(f"1214 A/1/16:1; {few}"), "A", "C") == {"C2"}  # adjacent
    assert reinforce(table_of(f"1014 A/1/16:1; {few}"), "A", "C") == {"C1"}  # within two hexes
    assert reinforce(table_of(f"A1 T?; {few}"), "A", "C") == {"C1"}  # the lowest number
    assert reinforce(table_of(few), "C", "A") == {"A1"}  # then the lowest letter
    # A zone gets one unit, however near its other positions are.
    two = "boxes tactical 1 division 1"
    assert reinforce(table_of(f"1213 A/1/16:1; {two}"), "A", "C", "E") == {"C1", "A1"}


@rule("omaha", "9.34b")
def test_a_zone_that_could_not_be_served_does_not_make_units_scarce():
    taken = "; ".join(f"{name} T?" for name in ZONE_A)
    table = table_of(f"{taken}; 1125 A/1/116:1; boxes tactical 1 division 1")
    assert reinforce(table, "A", "C", "G") == {"C1", "G1"}


# --- 9.4


def tactical_reinforcement(text: str, where: str, face_up: bool = False) -> set[str]:
    table = table_of(text)
    before = occupied(table)
    run(table, reinforcements.tactical_reinforcement, post(where), face_up)
    return occupied(table) - before


@rule("omaha", "9.4a", "9.4b", "9.42a")
def test_a_tactical_reinforcement_marker_is_removed_and_brings_a_unit():
    table = table_of("turn 12; 0714 A/1/16:1; WN61 ? depth?; boxes wn_depth 9")
    run(table, event_phase.event_phase)
    play(table, draw(53), "german-wn-16", "depth-wn-depth-01", "german-1/1/726")
    assert table.depth[post("WN61")] == NO_DEPTH
    assert table.boxes["wn_depth"] == 9  # not back in its box
    marker = equipment().pieces.depth_marker["wn-depth-01"].index
    assert not table.unseen_depth >> marker & 1
    assert occupied(table) == {"WN61", "A1"}
    assert table.depth[post("A1")] == NO_DEPTH
    assert table.boxes["tactical"] == 8


@rule("omaha", "9.4b")
def test_the_unit_appears_in_the_nearest_empty_position_blank_ones_included():
    assert tactical_reinforcement("WN64 ? depth?", "WN64") == {"1014"}
    assert tactical_reinforcement("WN64 ? depth?; 1014 T?; D2 T?", "WN64") == {"C2"}


@rule("omaha", "9.4b")
def test_distance_is_measured_from_the_hex_that_held_the_marker():
    assert tactical_reinforcement("WN65N ? depth?; 1119 T?; 0916 A/1/16:1", "WN65N") == {"1014"}
    assert tactical_reinforcement("WN65S ? depth?; 1119 T?; 0916 A/1/16:1", "WN65S") == {"D2"}


@rule("omaha", "9.4c")
def test_equally_near_positions_the_one_closest_to_a_us_unit():
    assert tactical_reinforcement("WN62N ? depth?; 0911 A/1/16:1", "WN62N") == {"C1"}
    assert tactical_reinforcement("WN62N ? depth?; 0815 A/1/16:1", "WN62N") == {"1014"}


@rule("omaha", "9.4c", "9.41a")
def test_still_equal_the_lower_number_and_blank_is_0():
    assert tactical_reinforcement("WN62N ? depth?; 0913 A/1/16:1", "WN62N") == {"1014"}
    # C2 and D2 are three hexes from WN64 and equally far from 1216: the lowest letter.
    assert tactical_reinforcement("WN64 ? depth?; 1014 T?; 1216 A/1/16:1", "WN64") == {"C2"}
    # A2 and A3 are three hexes from WN61 and equally far from 0909.
    assert tactical_reinforcement("WN61 ? depth?; A1 T?; 0909 A/1/16:1", "WN61") == {"A2"}


@rule("omaha", "9.41b")
def test_the_nearest_position_in_communication():
    assert tactical_reinforcement("WN60 ? depth?", "WN60") == {"A3"}
    text = "WN60 ? depth?; 0906 A/1/16; 0908 B/1/16"  # they control every hex around A3
    assert tactical_reinforcement(text, "WN60") == {"A1"}
    assert tactical_reinforcement("WN60 ? depth?; A3 A/1/16:1", "WN60") == {"A1"}


@rule("omaha", "9.42b", "9.4a")
def test_with_the_tactical_pool_empty_the_marker_is_removed_and_nobody_comes():
    table = table_of("WN60 ? depth TR; boxes tactical 0 division 11")
    run(table, reinforcements.tactical_reinforcement, post("WN60"), False)
    assert occupied(table) == {"WN60"}
    assert table.depth[post("WN60")] == NO_DEPTH
    assert table.boxes["division"] == 11


@rule("omaha", "EF-a")
def test_easy_fox_places_no_unit_in_the_west():
    # WN65S: with 1119 and D2 taken, the nearest east positions are four hexes away.
    text = "scenario easy-fox; WN65S ? depth?; 0721 A/1/16:1"
    for taken in ("", "; 1119 T?", "; 1119 T?; D2 T?; D3 T?; C2 T?; 1014 T?; C1 T?; C3 T?; D5 T?"):
        (name,) = tactical_reinforcement(text + taken, "WN65S")
        assert equipment().posts[post(name)].position.sector == "east"


@rule("omaha", "9.4b", "11.31c")
def test_a_tactical_reinforcement_captures_a_general_alone():
    table = table_of("WN60 ? depth TR; A3 Wyman")
    run(table, reinforcements.tactical_reinforcement, post("WN60"), False)
    assert occupied(table) == {"WN60", "A3"}
    assert table.hex[unit("Wyman")] != hex_("0907")
    assert table.hex[unit("Wyman")] < 0


# --- 9.5


@rule("omaha", "9.5a", "9.5b", "9.5c")
def test_kampfgruppe_meyer_is_released_by_its_event_four_units_at_a_time():
    table = table_of("turn 12")
    for released in (1, 2, 3):
        run(table, event_phase.event_phase)
        play(table, draw(32))
        table.deck |= 1 << 32
        times = min(released, 2)
        assert table.boxes["kg_meyer"] == 8 - 4 * times
        assert table.boxes["division"] == 11 + 4 * times
        assert table.boxes["kg_meyer_depth"] == 4 - 2 * times
        assert table.boxes["mobile_depth"] == 20 + 2 * times
    assert len(table.arrivals) == 2
    assert texts(table.news)[-1] == "No unit of Kampfgruppe Meyer is left to release."


@rule("omaha", "9.5a", "9.5b")
def test_units_of_kampfgruppe_meyer_may_come_only_after_the_event():
    table = table_of("turn 12; boxes tactical 0")
    names = {f"german-{each.name}" for each in equipment().pieces.german_units_of("kg_meyer")}
    reinforce(table, "A")
    run(table, revealing.reveal, post("A1"), "8.3", "")
    assert not names & set(options(table))
    run(table, event_phase.event_phase)
    play(table, draw(32))
    reinforce(table, "C")
    run(table, revealing.reveal, post("C1"), "8.3", "")
    assert names < set(options(table))  # any of the eight may be among the four


@pytest.mark.parametrize("players", [1, 2])
@rule("omaha", "1b")
def test_nobody_decides_where_germans_appear(players: int):
    table = table_of(f"turn 12; players {players}; 0714 A/1/16")
    run(table, reinforcements.reinforce, ("A", "C", "G"), "9.3")
    assert options(table) == []
