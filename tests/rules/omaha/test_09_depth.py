"""9.2 Adding depth to German units."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha.events import event_phase
from beachhead.omaha.germans import depth, pools, revealing
from beachhead.omaha.scenarios import setup
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    UNSEEN_DEPTH,
    UNSEEN_WN,
    OmahaTable,
    equipment,
    occupied,
    projecting,
    put_in_hex,
)
from situations import draw, options, play, post, run, table_of, unit


def with_depth(table: OmahaTable) -> set[str]:
    """The posts that have a depth marker."""
    return {each.name for each in equipment().posts if table.depth[each.index] != NO_DEPTH}


def add_depth(table: OmahaTable, sector: str = "", times: int = 1) -> list[str]:
    """The posts that receive depth markers, one after the other."""
    received = []
    for _ in range(times):
        before = with_depth(table)
        run(table, depth.place_depth, sector, "9.2")
        received += sorted(with_depth(table) - before) or ["nobody"]
    return received


@rule("omaha", "9a")
def test_only_resistance_nests_are_manned_at_the_start():
    table = setup.set_up("first-waves", {"players": 1})
    manned = [each for each in equipment().posts if table.unit[each.index] != EMPTY]
    assert manned
    assert all(each.is_wn and table.unit[each.index] == UNSEEN_WN for each in manned)


@rule("omaha", "9.1b")
def test_a_face_down_unit_projects_its_field_of_fire():
    table = table_of("C3 T?; WN70 ?")
    fire = equipment().board.position["C3"].fire | equipment().board.position["WN70"].fire
    assert projecting(table) == fire


@rule("omaha", "9.2a")
def test_depth_goes_to_the_unit_closest_to_a_us_unit():
    # 0714 is two hexes from WN62N and three from WN64: kind and number come only after that.
    assert add_depth(table_of("0714 A/1/16; WN62N ?; WN64 ?; WN60 ?")) == ["WN62N"]


@rule("omaha", "9.2a")
def test_a_unit_with_depth_gets_no_second_marker():
    table = table_of("0714 A/1/16; WN62N ? depth?; WN64 ?")
    assert add_depth(table, times=2) == ["WN64", "nobody"]


@rule("omaha", "9.2b")
def test_equally_close_single_hex_wn_then_two_hex_wn_then_reinforcement():
    table = table_of("0814 A/1/16; WN62N ?; WN64 ?; 1014 T?")
    assert add_depth(table, times=3) == ["WN64", "WN62N", "1014"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("0808 A/1/16; WN61 ?; WN60 ?", ["WN60", "WN61"]),
        ("0808 A/1/16; A3 T?; A1 T?", ["A1", "A3"]),
        ("1013 A/1/16; C1 T?; 1014 T?", ["1014", "C1"]),
        ("1216 A/1/16; D2 T?; C2 T?", ["C2", "D2"]),
        ("1117 A/1/16:1; 0929 B/1/16:1; E2 T?; D2 T?", ["D2", "E2"]),
        ("0810 A/1/16; WN62S ?; WN62N ?", ["WN62N", "WN62S"]),
    ],
    ids=[
        "number",
        "position number",
        "blank counts 0",
        "letter",
        "letter before hex",
        "north before south",
    ],
)
@rule("omaha", "9.2c")
def test_still_tied_the_lowest_number_then_letter(text: str, order: list[str]):
    assert add_depth(table_of(text), times=2) == order


@rule("omaha", "9.2c")
def test_without_us_units_on_the_map_all_are_equally_close():
    assert add_depth(table_of("WN70 ?; WN64 ?; WN62N ?; A1 T?"), times=2) == ["WN64", "WN70"]


@rule("omaha", "9.2d", "12.2a")
def test_a_unit_out_of_communication_gets_no_depth():
    table = table_of("1012 A/1/16; 1010 B/1/16; WN62N ?; WN62S ?; WN60 ?")
    assert add_depth(table) == ["WN60"]


@rule("omaha", "9.2e")
def test_a_disrupted_unit_may_receive_depth():
    assert add_depth(table_of("0714 A/1/16; WN62N ? disrupted; WN64 ?")) == ["WN62N"]


@rule("omaha", "9.2f")
def test_a_sector_without_an_eligible_unit_passes_the_marker_on():
    text = "0714 A/1/16; WN70 ?; WN62N ?"
    assert add_depth(table_of(text), "west") == ["WN70"]
    table = table_of(text)
    assert add_depth(table, "east", times=2) == ["WN62N", "WN70"]


@rule("omaha", "9.2f")
def test_in_each_sector_the_units_of_that_sector_compete():
    table = table_of("turn 2; 0714 A/1/16; WN62N ?; WN64 ?; WN70 ?; WN71 ?")
    run(table, event_phase.event_phase)
    play(table, draw(20))
    assert with_depth(table) == {"WN62N", "WN70"}


@rule("omaha", "9.2f", "EF-a")
def test_in_easy_fox_the_west_marker_goes_east():
    table = table_of("scenario easy-fox; turn 2; 0714 A/1/16; WN62N ?; WN64 ?; WN60 ?")
    run(table, event_phase.event_phase)
    play(table, draw(20))
    assert with_depth(table) == {"WN62N", "WN64"}


@rule("omaha", "9.2g")
def test_without_an_eligible_unit_the_event_is_lost():
    table = table_of("0714 A/1/16; WN62N ? depth?")
    boxes = table.boxes.copy()
    assert add_depth(table) == ["nobody"]
    assert table.boxes == boxes
    assert [event.rule for event in table.news] == ["9.2"]


@rule("omaha", "9.2h")
def test_an_empty_position_gets_no_depth():
    table = table_of("0714 A/1/16; WN60 ?")  # WN62, WN64 and C1 are closer, and empty
    assert add_depth(table, times=2) == ["WN60", "nobody"]


@rule("omaha", "9.2a")
def test_an_hq_counts_as_a_us_unit_and_a_general_does_not():
    assert add_depth(table_of("0808 16HQ; 0720 A/1/16; WN60 ?; WN66N ?")) == ["WN60"]
    text = "0808 Cota; 0720 A/1/16; WN60 ?; WN66N ?"
    assert add_depth(table_of(text)) == ["WN66N"]
    assert add_depth(table_of(f"{text}; house general-distance alternative")) == ["WN60"]


@pytest.mark.parametrize(
    ("where", "kind"), [("WN62N ?", "wn"), ("C1 T?", "building"), ("C2 T?", "mobile")]
)
@rule("omaha", "9.21a", "9.21b", "9.21c", "9.21d", "9b")
def test_the_marker_comes_from_the_pool_of_its_kind_unrevealed(where: str, kind: str):
    table = table_of(f"0714 A/1/16; {where}")
    boxes = table.boxes.copy()
    (name,) = add_depth(table)
    assert table.depth[post(name)] == UNSEEN_DEPTH[kind]
    assert table.boxes == boxes | {f"{kind}_depth": boxes[f"{kind}_depth"] - 1}
    run(table, revealing.turn_depth, post(name), "8.3", "")
    pool = equipment().pieces.depth_markers_of(kind)
    assert set(options(table)) == {f"depth-{marker.name}" for marker in pool}


@rule("omaha", "9.22a")
def test_a_unit_may_regain_depth_again_and_again():
    table = table_of("0714 A/1/16; WN62N ? depth?")
    for _ in range(3):
        pools.remove_depth(table, post("WN62N"))
        assert add_depth(table) == ["WN62N"]
    pools.remove_depth(table, post("WN62N"))
    put_in_hex(table, unit("B/1/16"), equipment().board.hex("1012"))
    put_in_hex(table, unit("C/1/16"), equipment().board.hex("1010"))
    assert add_depth(table) == ["nobody"]


@rule("omaha", "9.23a", "EV.hero-b")
def test_the_depth_of_a_hero_event_goes_to_the_heros_sector():
    # Card 7: a hero of the 1st Division and a depth marker. WN62N is closest of all.
    text = "turn 2; 0714 A/1/16; 0720 B/1/16; WN62N ?; WN66N ?"
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(7), "unit-B/1/16")
    assert with_depth(table) == {"WN66N"}
    table = table_of(text)
    run(table, event_phase.event_phase)
    play(table, draw(7), "unit-A/1/16")
    assert with_depth(table) == {"WN62N"}


@rule("omaha", "9.23a")
def test_earlier_heroes_do_not_matter():
    table = table_of("turn 2; 0720 A/1/116 hero; 0714 A/1/16; 0808 B/1/16; WN66N ?; WN65N ?")
    run(table, event_phase.event_phase)
    play(table, draw(7), "unit-A/1/16")
    assert with_depth(table) == {"WN65N"}


@rule("omaha", "9.23a")
def test_the_heros_sector_without_an_eligible_unit_passes_it_on():
    table = table_of("turn 2; 0714 A/1/16; 0720 B/1/16; WN62N ?; WN66N ? depth?")
    run(table, event_phase.event_phase)
    play(table, draw(7), "unit-B/1/16")
    assert "WN62N" in with_depth(table)


@rule("omaha", "9.23a")
def test_a_hero_about_to_land_is_in_the_sector_of_his_box():
    table = table_of("turn 2; 0714 A/1/16; box DG1 B/1/16; WN62N ?; WN70 ?")
    run(table, event_phase.event_phase)
    play(table, draw(7), "unit-B/1/16")
    assert with_depth(table) == {"WN70"}


@rule("omaha", "9.23a", "EF-a")
def test_without_a_hero_the_depth_goes_anywhere():
    table = table_of("scenario easy-fox; turn 2; 0714 A/1/16; WN62N ?")
    run(table, event_phase.event_phase)
    play(table, draw(12))  # a hero of the 29th Division, which is not there
    assert with_depth(table) == {"WN62N"}


@rule("omaha", "9.24a")
def test_wn_pool_empty_the_marker_goes_to_a_reinforcement_unit():
    table = table_of("0714 A/1/16; WN62N ?; C2 T?; boxes wn_depth 0")
    assert add_depth(table, times=2) == ["C2", "nobody"]


@rule("omaha", "9.24a")
def test_wn_pool_empty_and_no_reinforcement_unit_in_the_sector():
    table = table_of("0714 A/1/16; WN62N ?; WN70 ?; E1 T?; boxes wn_depth 0")
    assert add_depth(table, "east") == ["E1"]


@rule("omaha", "9.24b")
def test_building_pool_empty_a_mobile_marker_is_taken():
    table = table_of("0714 A/1/16; C1 T?; boxes building_depth 0")
    assert add_depth(table) == ["C1"]
    assert table.depth[post("C1")] == UNSEEN_DEPTH["mobile"]


@pytest.mark.parametrize("where", ["C1", "C2"])
@rule("omaha", "9.24c")
def test_mobile_pool_empty_no_marker_is_placed(where: str):
    # Another unit farther off could have one, but it is not its turn.
    text = f"0714 A/1/16; {where} T?; WN60 ?; boxes building_depth 0 mobile_depth 0"
    assert add_depth(table_of(text)) == ["nobody"]
    # A building marker does not stand in for a mobile one.
    assert add_depth(table_of("0714 A/1/16; C2 T?; boxes mobile_depth 0")) == ["nobody"]


@rule("omaha", "9.24d")
def test_one_marker_left_for_two_sectors_the_whole_map_competes():
    text = "turn 2; 0722 A/1/116; 0714 A/1/16; C2 T?; WN62N ?; D1 T?; "
    text += "boxes wn_depth 0 building_depth 0 mobile_depth "
    table = table_of(text + "1")
    run(table, event_phase.event_phase)
    play(table, draw(20))
    assert with_depth(table) == {"D1"}  # four hexes from a US unit, C2 five
    table = table_of(text + "2")
    run(table, event_phase.event_phase)
    play(table, draw(20))
    assert with_depth(table) == {"D1", "C2"}


@rule("omaha", "9b", "9.2d")
def test_a_unit_that_withstood_an_attack_gains_depth_itself():
    table = table_of("0714 A/1/16; WN62N ?; WN60 ?")
    depth.gain_depth(table, post("WN60"), "9.2")
    assert with_depth(table) == {"WN60"}
    table = table_of("1012 A/1/16; 1010 B/1/16; WN62S ?; WN60 ?")
    depth.gain_depth(table, post("WN62S"), "9.2")
    assert with_depth(table) == set()


@rule("omaha", "9.24b", "9.24c")
def test_depth_gained_in_an_attack_depends_on_the_pools_too():
    table = table_of("0714 A/1/16; WN62N ?; C1 T?; boxes wn_depth 0 building_depth 0")
    depth.gain_depth(table, post("WN62N"), "9.2")
    assert with_depth(table) == set()
    depth.gain_depth(table, post("C1"), "9.2")
    assert table.depth[post("C1")] == UNSEEN_DEPTH["mobile"]


@rule("omaha", "9.2a")
def test_by_the_other_reading_attacks_give_depth_by_priority():
    table = table_of("0714 A/1/16; WN62N ?; WN60 ?; house depth-gain-priority alternative")
    depth.gain_depth(table, post("WN60"), "9.2")
    assert with_depth(table) == {"WN62N"}


def test_depth_lies_only_beneath_units():
    table = setup.set_up("first-waves", {"players": 1})
    for _ in range(12):
        add_depth(table)
    assert all(occupied(table) >> post(name) & 1 for name in with_depth(table))
