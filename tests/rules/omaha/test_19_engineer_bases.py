"""19 Engineer bases: setting them up, their range, and what it does; garrisons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beachhead.kernel.grid import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha import (
    actions,
    advance,
    allotment,
    artillery,
    bombardments,
    control,
    depth,
    engineer_bases,
    engineers,
    events,
    fire,
    garrisons,
    german_actions,
    ground,
    landing,
    sequence,
)
from beachhead.omaha.board import board
from beachhead.omaha.cards import card
from beachhead.omaha.charts import charts
from beachhead.omaha.questions import why_not
from beachhead.omaha.state import EMPTY, NOWHERE, Table, german_hexes, lore
from situations import decision, draw, hex_, options, play, post, run, table_of, texts, unit

TANK = "1/A/741"
EAST = "0812 A/1/16; 0809 B/1/16; 0807 C/1/16"
"""US units in WN60, WN61 and WN62: nothing threatens the beach from 0709 to 0713."""
EXAMPLE = next(
    each
    for each in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
    if each["id"] == "engineer_range"
)


def names(hexes: int) -> list[str]:
    return board().grid.names_of(hexes)


def with_base(text: str, where: str = "0711", space: int = 0, base: int = 0) -> Table:
    """A situation with an engineer base in a hex, its marker on a space of the track."""
    table = table_of(text)
    table.bases[base], table.base_spaces[base] = hex_(where), space
    return table


def phase(text_or_table: str | Table) -> Table:
    table = table_of(text_or_table) if isinstance(text_or_table, str) else text_or_table
    run(table, engineers.engineer_and_hq_phase)
    return table


def vehicle_refused(table: Table, start: str, end: str) -> str | None:
    """The rule that keeps a tank from going from a hex to another."""
    table.hex[unit(TANK)], table.steps_left[unit(TANK)] = hex_(start), 2
    table.phase, table.acting, table.paid_actions = "action", 1, [3, 3]
    refusal = why_not(table, unit=TANK, to=end)
    return None if refusal is None else refusal.rule


# --- 19.1


@rule("omaha", "19a", "19b", "19.1a", "19.1c", "15.V-a")
def test_a_base_is_set_up_on_a_beach_that_no_german_threatens():
    table = phase(f"turn 17; {EAST}")
    places = ["0709", "0710", "0711", "0712", "0713"]
    assert options(table) == [*(f"base-{name}" for name in places), "done"]
    told = play(table, "base-0711")
    assert [event.rule for event in told] == ["19.1"]
    assert table.bases[0] == hex_("0711")
    assert table.base_spaces[0] == 0
    assert engineer_bases.base_range(table, 0) == 0
    assert not table.acted


@rule("omaha", "19a", "19b")
def test_each_division_has_two_bases_and_they_never_move():
    table = table_of(f"turn 17; {EAST}")
    for turn, where in ((17, "0711"), (18, "0713")):
        table.turn = turn
        play(phase(table), f"base-{where}")
    assert names(sum(1 << base for base in table.bases[:2])) == ["0711", "0713"]
    table.turn = 19
    phase(table)
    assert options(table) == ["extend-1•37", "extend-336•348", "done"]
    assert why_not(table, action="base", hex="0712").rule == "19"
    assert [engineer_bases.division_of_base(base) for base in range(4)] == [1, 1, 29, 29]


@rule("omaha", "19a")
def test_no_bases_before_turn_17():
    table = table_of(f"turn 16; {EAST}")
    run(table, engineers.engineer_phase)
    assert options(table) == []
    table.phase = "engineer"
    assert why_not(table, action="base", hex="0711").rule == "19"
    assert why_not(table, action="extend", unit="1•37").rule == "19"
    assert why_not(table, action="garrison", hex="0812").rule == "19"


@rule("omaha", "19.1a")
@pytest.mark.parametrize("disrupted", ["", " disrupted"])
def test_dots_of_an_occupied_position_bar_a_base(disrupted: str):
    # WN61 fires into 0709 to 0712; O-20 disrupted it does so too, unless by house rule.
    text = f"turn 17; 0812 A/1/16; 0807 C/1/16; WN61 ?{disrupted}"
    table = phase(text)
    assert options(table) == ["base-0713", "done"]
    refusal = why_not(table, action="base", hex="0711")
    assert refusal.rule == "19.1"
    assert "WN61" in refusal.text
    table = phase(text + "; house disrupted-fields alternative")
    assert ("base-0711" in options(table)) == bool(disrupted)


@rule("omaha", "19.1b")
def test_dots_of_an_empty_position_in_communication_bar_a_base():
    table = phase("turn 17; 0812 A/1/16; 0809 B/1/16")
    assert options(table) == ["base-0713", "done"]
    refusal = why_not(table, action="base", hex="0711")
    assert refusal.rule == "19.1"
    assert "WN60" in refusal.text
    # a garrison keeps it from being empty
    table.garrisons = 1 << hex_("0807")
    assert "base-0711" in options(table)
    # so does cutting it off
    table = phase("turn 17; 0812 A/1/16; 0809 B/1/16; 0806 C/1/16; 0808 D/1/16; 0908 E/2/16")
    assert not control.in_german_communication(table, hex_("0807"))
    assert "base-0711" in options(table)


@rule("omaha", "19.1a", "19b")
def test_a_base_stands_on_dry_beach_in_its_own_sector():
    table = phase(f"turn 17; {EAST}; 0728 A/1/116; 0629 B/1/116; 0531 C/1/116; 0533 D/1/116")
    the = board()
    for name in (each.removeprefix("base-") for each in options(table)[:-1]):
        assert the.beach & the.sectors["east"] & ~the.submerged["high"] & 1 << hex_(name)
    assert why_not(table, action="base", hex="0811").rule == "19.1", "not a beach hex"
    assert why_not(table, action="base", hex="0611").text == "0611 is under water"
    for beach in members(the.beach):
        offered = f"base-{the.name(beach)}" in options(table)
        refused = engineer_bases.refuse_base(table, beach, 1)
        assert offered == (refused is None)
    assert engineer_bases.refuse_base(table, hex_("0428"), 1).rule == "19.1"
    assert engineer_bases.refuse_base(table, hex_("0428"), 29) is None
    play(table, "base-0711")
    assert "base-0428" in options(table)
    assert "base-0712" not in options(table)
    play(table, "base-0428")
    assert table.bases == [hex_("0711"), NOWHERE, hex_("0428"), NOWHERE]


@rule("omaha", "19.1a", "19.21a")
def test_with_two_players_each_division_has_its_own_engineers():
    text = f"players 2; turn 17; {EAST}; 0728 A/1/116; 0629 B/1/116; 0531 C/1/116"
    table = phase(text)
    assert decision(table).seat == "1st"
    play(table, "base-0711")
    assert decision(table).seat == "29th"


# --- 19.2


@rule("omaha", "19.2b", "19.21a")
def test_the_range_of_one_base_grows_one_space_a_turn():
    table = with_base(f"turn 18; {EAST}")
    ranges = []
    for turn in range(18, 26):
        table.turn = turn
        phase(table)
        assert "extend-1•37" in options(table)
        play(table, "extend-1•37")
        assert why_not(table, action="extend", unit="1•37").rule == "19.21"
        assert not {"extend-1•37", "base-0712"} & set(options(table))
        ranges.append(engineer_bases.base_range(table, 0))
    assert [0, *ranges] == [0, 1, 2, 2, 3, 3, 4, 4, 5]
    assert [0, *ranges] == list(charts().engineer_ranges)
    phase(table)
    assert "extend-1•37" not in options(table)
    assert "end of the engineer range track" in why_not(table, action="extend", unit="1-37").text


@rule("omaha", "19.21a")
def test_a_division_sets_up_a_base_or_extends_one():
    text = f"turn 18; {EAST}; 0728 A/1/116; 0629 B/1/116; 0531 C/1/116"
    table = with_base(text)
    table.bases[2] = hex_("0428")
    phase(table)
    assert {"extend-1•37", "base-0712"} <= set(options(table))
    assert "extend-112•149" not in options(table)
    play(table, "base-0712")
    assert why_not(table, action="extend", unit="1•37").rule == "19.21"
    assert why_not(table, action="base", hex="0713").rule == "19.21"
    assert why_not(table, action="extend", unit="112•149") is None
    assert "extend-112•149" in options(table), "the other division has its own operation"
    play(table, "extend-112•149")
    assert table.base_spaces == [0, 0, 1, 0]


@rule("omaha", "19.2b")
def test_a_threatened_base_does_not_grow():
    def may_grow(text: str) -> str | None:
        table = with_base(text)
        table.phase = "engineer"
        table.then((engineer_bases.engineer_work, 1))
        refusal = engineer_bases.refuse_growth(table, 0)
        assert (refusal is None) == ("extend-1•37" in options(table))
        return refusal.rule if refusal else None

    assert may_grow(f"turn 18; {EAST}") is None
    assert may_grow("turn 18; 0812 A/1/16; 0809 B/1/16; WN60 ?") == "19.2"
    assert may_grow("turn 18; 0812 A/1/16; 0809 B/1/16") == "19.2", "WN60 is in communication"
    table = phase(f"turn 18; {EAST}")
    assert why_not(table, action="extend", unit="1•37").text.endswith("has not been set up yet")


@rule("omaha", "19.2a")
def test_the_range_of_operations():
    assert engineer_bases.operations(table_of("turn 18")) == 0
    assert names(engineer_bases.operations(with_base("turn 18"))) == ["0711"]
    around = names(engineer_bases.operations(with_base("turn 18", space=1)))
    assert around == ["0610", "0611", "0710", "0711", "0712", "0810", "0811"]
    table = with_base("turn 25", space=8)
    for there in board().grid.names:
        inside = board().grid.distance(hex_("0711"), there) <= 5
        assert inside == bool(engineer_bases.operations(table) >> there & 1)
    table.bases[1], table.base_spaces[1] = hex_("0718"), 0
    assert engineer_bases.operations(table) >> hex_("0718") & 1


@rule("omaha", "19.32a")
def test_the_range_does_not_reach_hexes_in_a_field_of_fire():
    # C1 fires into 1011 but not into 1010; the base is four hexes away.
    table = with_base("turn 25; C1 T?", space=6)
    working = engineer_bases.operations(table)
    assert working >> hex_("1010") & 1
    assert not working >> hex_("1011") & 1
    assert not working & lore().board.position["C1"].fire
    # beyond the field of fire the engineers work on: the range is a distance, not a path
    assert working >> hex_("1110") & 1
    assert not engineer_bases.traffic(table) >> hex_("1011") & 1
    # an empty position fires at nobody; a disrupted one counts by O-20
    assert engineer_bases.operations(with_base("turn 25", space=6)) >> hex_("1011") & 1
    for house, reached in (("", False), ("; house disrupted-fields alternative", True)):
        table = with_base("turn 25; C1 T? disrupted" + house, space=6)
        assert bool(engineer_bases.operations(table) >> hex_("1011") & 1) == reached


@rule("omaha", "19.32b")
def test_a_base_is_no_target():
    # 16.7 and 6.5 look for US units; a base under fire stays where it is.
    table = with_base("turn 18; WN61 ?; WN60 ?; WN62N ? depth?", space=3)
    for number in (2, 6, 21):
        assert artillery.targets(table, number, "east") == []
        run(table, german_actions.act, number, "east")
        while decision(table) is not None:
            play(table, options(table)[0])
    assert table.bases[0] == hex_("0711")
    assert table.base_spaces[0] == 3


# --- 19.3 lanes and roads


def cleared_sides(table: Table, kind: str) -> set[tuple[str, str]]:
    """The hexsides of a kind that a tank may cross now and could not before."""
    the, now = board(), ground.every_way(table)["other"].walk
    before = ground.all_ways(False)["other"].walk
    return {
        (the.name(here), the.name(there))
        for here, across in enumerate(the.across[kind])
        for there in members(across & now[here] & ~before[here])
    }


@rule("omaha", "19.31a", "19.3g", "TEC.obstacle-hexsides-d")
def test_the_example_of_cleared_lanes_and_ditches():
    table = with_base(f"turn 18; {EAST}", EXAMPLE["base"], space=EXAMPLE["range"])
    assert engineer_bases.base_range(table, 0) == EXAMPLE["range"]
    the = board()
    shingle = {
        frozenset((name, the.name(there)))
        for name in EXAMPLE["cleared_shingle_hexsides_of"]
        for there in members(the.across["shingle"][hex_(name)])
    }
    assert {frozenset(side) for side in cleared_sides(table, "shingle")} == shingle
    assert vehicle_refused(table, "0711", "0811") is None
    assert vehicle_refused(table, "0810", "0710") is None
    assert vehicle_refused(table, "0713", "0813") == "TEC.obstacle-hexsides"
    # Both hexsides of the ditch at 0810 are cleared, and that at 0811; what bars 0911 is its mines.
    assert vehicle_refused(table, "0810", "0910") is None
    for start in EXAMPLE["cleared_ditch_hexsides_of"]:
        for there in members(the.across["anti_tank_ditch"][hex_(start)]):
            refusal = vehicle_refused(table, start, the.name(there))
            assert refusal == (None if the.name(there) == "0910" else "TEC.mined-road")
    assert vehicle_refused(table, "0809", "0910") == "TEC.obstacle-hexsides"


@rule("omaha", "19.3h", "TEC.mined-road-b", "17.22a")
def test_mined_roads_in_range_are_normal_roads():
    table = with_base(f"turn 18; {EAST}", space=2)
    assert vehicle_refused(table, "0811", "0911") is None
    # 1011, with its mines, is three hexes away
    assert vehicle_refused(table, "0911", "1011") == "TEC.mined-road"
    table.base_spaces[0] = 4
    assert vehicle_refused(table, "0911", "1011") is None
    # 1112 is woods, which vehicles enter only by road: the cleared road will do
    assert vehicle_refused(table, "1011", "1112") == "TEC.mined-road"
    table.base_spaces[0] = 6
    assert vehicle_refused(table, "1011", "1112") is None
    assert vehicle_refused(table, "1111", "1112") == "TEC.woods"
    # 1311 can be out of every base's range, but the stretch to it from 1211 is not
    table.base_spaces[0] = 8
    assert vehicle_refused(table, "1211", "1311") is None
    assert vehicle_refused(table, "1311", "1211") is None


@rule("omaha", "19.3h", "19.32a")
def test_walls_and_mines_are_there_again_under_fire():
    west = "0629 A/1/116; 0533 B/1/116"
    table = with_base(f"turn 18; {west}", "0430", space=2, base=2)
    assert vehicle_refused(table, "0530", "0630") is None
    assert vehicle_refused(table, "0531", "0630") is None, "beside the road, across the wall"
    assert vehicle_refused(table, "0430", "0530") is None
    assert vehicle_refused(table, "0630", "0731") == "TEC.mined-road"
    fired_upon = with_base(f"turn 18; {west}; WN72S ?", "0430", space=2, base=2)
    assert vehicle_refused(fired_upon, "0530", "0630") == "TEC.mined-road"
    assert vehicle_refused(fired_upon, "0430", "0530") == "TEC.obstacle-hexsides"


@rule("omaha", "19.3g", "19.3h")
def test_cleared_ground_changes_nothing_but_what_engineers_clear():
    # every way that opens crosses a cleared hexside or a mined road, and none closes
    table = with_base("turn 25", space=8)
    table.bases[2], table.base_spaces[2] = hex_("0624"), 8
    the, now = board(), ground.every_way(table)
    before = ground.all_ways(False)
    assert now["infantry"] == before["infantry"]
    assert now["leader"] == before["leader"]
    working = engineer_bases.operations(table)
    opened = 0
    for here in the.grid.names:
        new = now["other"].walk[here] & ~before["other"].walk[here]
        assert not before["other"].walk[here] & ~now["other"].walk[here]
        for there in members(new):
            opened += 1
            assert working & (1 << here | 1 << there)
            sides = the.hexside(here, there)
            assert (
                set(sides) & {"shingle", "anti_tank_ditch", "anti_tank_wall"}
                or the.road(here, there) == "mined"
                or engineer_bases.barred_by_mines() >> there & 1
            )
            assert "seawall" not in sides
    assert opened > 40


@rule("omaha", "19.34a")
def test_seawalls_stay():
    table = with_base("turn 25; 0723 A/1/116; 0728 B/1/116", "0624", space=8, base=2)
    assert engineer_bases.operations(table) >> hex_("0624") & 1
    assert engineer_bases.operations(table) >> hex_("0724") & 1
    assert vehicle_refused(table, "0624", "0724") == "TEC.hedge-seawall"
    assert vehicle_refused(table, "0724", "0624") == "TEC.hedge-seawall"


@rule("omaha", "19.3h")
def test_the_stretches_of_cleared_road():
    table = with_base("turn 18", space=2)
    roads = engineer_bases.cleared_roads(table)
    assert names(roads[hex_("0811")]) == ["0911"]
    assert names(roads[hex_("0911")]) == ["0811", "1011"], "19.31: its hexside is in range"
    assert names(roads[hex_("1011")]) == ["0911"]
    assert roads[hex_("1112")] == 0
    assert not any(engineer_bases.cleared_roads(table_of("turn 18")))


@rule("omaha", "19.3h", "20.3c")
def test_whether_a_draw_is_cleared():
    # E-3 reaches six hexes inland; its mines end with the stretch from 1211 to 1311.
    for space in range(9):
        table = with_base("turn 25", space=space)
        assert engineer_bases.clears_draw(table, "E-3") == (space == 8)
    assert not engineer_bases.clears_draw(with_base("turn 25; C1 T?", space=8), "E-3")
    table = with_base("turn 25", "0430", space=1, base=2)
    assert not engineer_bases.clears_draw(table, "D-1")
    table.base_spaces[2] = 4
    assert engineer_bases.clears_draw(table, "D-1")
    # Between cleared stretches, 0731 is a hex of mines as long as G3 fires into it.
    fired_upon = with_base("turn 25; G3 T?", "0430", space=8, base=2)
    assert not engineer_bases.clears_draw(fired_upon, "D-1")
    # D-3: the mines between 1021 and 1022 are four hexes from the base.
    assert not engineer_bases.clears_draw(with_base("turn 25", "0622", space=5, base=2), "D-3")
    assert engineer_bases.clears_draw(with_base("turn 25", "0622", space=6, base=2), "D-3")


# --- 19.3 traffic


def acting(table: Table, *answers: str) -> Table:
    run(table, actions.action_phase)
    play(table, *answers)
    return table


@rule("omaha", "19.3i", "15.VI-c")
def test_moves_that_begin_in_range_on_low_ground_are_free():
    # 0711 beach, 0810 pavilion, 0910 draw: all within two hexes of the base.
    text = f"turn 18; {EAST}; 0711 {TANK}; 0810 F/2/16; 0910 G/2/16; 0715 H/2/16"
    table = acting(with_base(text, space=2))
    table.paid_actions = [0, 0]
    assert {f"act-{TANK}", "act-F/2/16", "act-G/2/16"} <= set(options(table))
    assert "act-H/2/16" not in options(table), "out of range"
    play(table, "act-G/2/16")
    label = next(each.label for each in decision(table).options if each.id == "move-1010")
    assert "traffic management" in label
    play(table, "move-1010")
    assert table.hex[unit("G/2/16")] == hex_("1010"), "up to the high ground"
    assert board().high_ground >> hex_("1010") & 1
    assert table.paid_actions == [0, 0]
    play(table, f"act-{TANK}", "move-0811")
    assert table.paid_actions == [0, 0]
    assert allotment.refuse_action(table, unit("F/2/16"), "move") is None


@rule("omaha", "19.3i")
def test_paid_actions_are_kept_when_the_move_is_free():
    table = acting(with_base(f"turn 18; {EAST}; 0711 {TANK}; 0715 H/2/16", space=2))
    before = table.paid_actions[:]
    play(table, f"act-{TANK}", "move-0811")
    assert table.paid_actions == before
    play(table, "act-H/2/16", "move-0814")
    assert table.paid_actions == [before[0] - 1, before[1]]


@rule("omaha", "19.3j")
def test_traffic_management_is_for_moves_from_low_ground_only():
    # D/1/16 is on the high ground in range; F/2/16 in range can attack WN62S, but not for free.
    text = "turn 18; 0809 B/1/16; 0807 C/1/16; 1010 D/1/16; 0811 F/2/16; WN62S ? disrupted"
    table = with_base(text + "; house disrupted-fields alternative", space=4)
    working = engineer_bases.operations(table)
    assert working >> hex_("1010") & 1
    assert working >> hex_("0811") & 1
    assert not engineer_bases.traffic(table) >> hex_("1010") & 1
    assert engineer_bases.traffic(table) >> hex_("0811") & 1
    assert engineer_bases.traffic(table) & ~board().low_ground == 0
    acting(table)
    table.paid_actions = [0, 0]
    chosen = options(table)
    assert "act-F/2/16" in chosen
    assert "act-D/1/16" not in chosen
    assert not any(each.startswith("attack") for each in chosen)
    assert allotment.refuse_action(table, unit("F/2/16"), "attack").rule == "7"
    assert allotment.refuse_action(table, unit("D/1/16"), "move").rule == "7"
    table.paid_actions = [1, 0]
    assert any(each.startswith("attack-WN62S") for each in options(table))


@rule("omaha", "19.3j")
def test_climbing_a_bluff_is_no_move():
    # 0916 is WN64's bluff, above 0816
    table = acting(with_base("turn 18; 0816 F/2/16; 0918 A/1/16", "0716", space=2))
    table.paid_actions = [0, 0]
    assert ground.ways(table, "infantry").climb[hex_("0816")] >> hex_("0916") & 1
    assert engineer_bases.traffic(table) >> hex_("0816") & 1
    play(table, "act-F/2/16")
    assert not any(each.startswith("climb") for each in options(table))


@rule("omaha", "19.3i", "17.1a")
def test_a_bluff_may_be_walked_around_for_free():
    # From 1112 a bluff leads up to 1012, and two hexes without one lead there as well.
    table = acting(with_base("turn 25; 1112 F/2/16; 0510 A/1/16", space=8))
    assert ground.ways(table, "infantry").climb[hex_("1112")] >> hex_("1012") & 1
    assert why_not(table, unit="F/2/16", to="1012") is None
    table.paid_actions = [0, 0]
    assert why_not(table, unit="F/2/16", to="1012") is None
    play(table, "act-F/2/16")
    assert "climb-bluff-1012" not in options(table)
    play(table, "move-1012")
    assert table.hex[unit("F/2/16")] == hex_("1012")
    table.engineers_limited = True
    table.hex[unit("F/2/16")], table.acted = hex_("1112"), 0
    assert why_not(table, unit="F/2/16", to="1012").rule == "7"


@rule("omaha", "19.33a")
def test_artillery_fire_in_the_sector_stops_growth_and_traffic():
    table = with_base(f"turn 18; {EAST}; 0711 {TANK}; 0728 A/1/116; 0629 B/1/116; 0531 C/1/116")
    table.bases[2] = hex_("0428")
    table.shelled = [True, False]
    assert engineer_bases.traffic(table) == 1 << hex_("0428")
    phase(table)
    assert "extend-1•37" not in options(table)
    assert why_not(table, action="extend", unit="1•37").rule == "19.33"
    assert "base-0712" in options(table), "O-52: a base may still be set up"
    play(table, "done")
    assert "extend-112•149" in options(table)
    play(table, "done")
    run(table, sequence.end_of_turn)
    assert table.shelled == [False, False]
    assert engineer_bases.traffic(table) >> hex_("0711") & 1


@rule("omaha", "19.33a")
def test_what_counts_as_artillery_fire():
    # 6.5: card 6 asks for two guns of 88 or 105. O-52: with no target they still fire.
    number, check = 6, card(6).artillery
    text = "turn 18; WN61 ?; WN72S ?"
    for house, shelled in (("", True), ("; house artillery-fire-occurs alternative", False)):
        table = table_of(text + house)
        assert artillery.guns_in(table, "east", check.calibers) >= check.value
        run(table, artillery.artillery_fire, number, "east")
        assert table.shelled == [shelled, False]
    table = table_of("turn 18; inactive_guns = 15")
    run(table, artillery.artillery_fire, number, "east")
    assert table.shelled == [False, False], "the check fails"
    # an event: the rockets fall on the sector of the unit they hit
    for where, hit in (("0719", [True, False]), ("0626", [False, True])):
        table = table_of(f"turn 18; WN69 ?; {where} A/1/16")
        rockets = next(
            effect
            for each in range(1, 55)
            for effect in card(each).effects(18)
            if effect.kind.name == "screaming_meemies"
        )
        bombardments.screaming_meemies(table, rockets)
        assert table.shelled == hit


# --- 19.3 garrisons


@rule("omaha", "19.3a", "15.V-a")
def test_garrisons_go_to_empty_positions_in_range():
    table = phase(with_base("turn 20; WN60 ?; A1 T?", space=2))
    # WN60 fires into the base's own hex and into WN61; WN62 is free of fire.
    assert not engineer_bases.operations(table) >> hex_("0711") & 1
    assert not engineer_bases.operations(table) >> hex_("0809") & 1
    assert options(table) == ["all", "garrison-WN62N", "garrison-WN62S", "done"]
    play(table, "garrison-WN62S")
    assert options(table) == ["garrison-WN62N", "done"]
    play(table, "garrison-WN62N")
    assert names(table.garrisons) == ["0812", "0912"]
    assert not any(each.startswith("garrison") for each in options(table))


@rule("omaha", "19.3a")
def test_all_garrisons_at_once_or_none():
    text = "turn 20; 0807 C/1/16"
    table = with_base(text, space=6)
    ground_ = names(garrisons.garrison_ground(table))
    assert {"0807", "0809", "0812", "0912", "1113"} <= set(ground_)
    phase(table)
    while "all" not in options(table):
        play(table, "done")
    play(table, "all")
    assert names(table.garrisons) == ground_
    table = phase(with_base(text, space=6))
    while "all" not in options(table):
        play(table, "done")
    play(table, "done")
    assert table.garrisons == 0


@rule("omaha", "19.3a", "19.32a")
def test_why_a_position_cannot_be_garrisoned():
    table = phase(with_base("turn 20; C1 T?; WN61 ?; 0807 C/1/16", space=4))
    while "garrison-WN62N" not in options(table):
        play(table, "done")

    def why(name: str) -> str | None:
        refusal = why_not(table, action="garrison", hex=name)
        return refusal.rule if refusal else None

    assert why("0812") is None
    assert "C1" in why_not(table, action="garrison", hex="0912").text
    assert why("0912") == "19.32"
    assert why("0809") == "19.3", "a German unit holds it"
    assert why("0811") == "19.3", "no German position"
    assert why("1310") == "19.3", "out of range"
    play(table, "garrison-WN62N")
    assert why("0812") in ("19.3", "15.V")
    # every hex: the refusal and the options agree
    table = phase(with_base("turn 20; C1 T?; WN61 ?; 0807 C/1/16", space=4))
    while "garrison-WN62N" not in options(table):
        play(table, "done")
    offered = garrisons.garrison_ground(table)
    for there in members(board().sectors["east"]):
        refusal = garrisons.refuse_garrison(table, there)
        assert (refusal is None) == bool(offered >> there & 1)


@rule("omaha", "19.3a")
def test_a_position_with_one_of_two_hexes_held_is_not_empty():
    table = with_base("turn 20; WN62S ? disrupted; house disrupted-fields alternative", space=3)
    assert engineer_bases.operations(table) >> hex_("0812") & 1
    assert not garrisons.garrison_ground(table) >> hex_("0812") & 1
    # a US unit in the position is no hindrance
    table = with_base("turn 20; 0812 A/1/16", space=3)
    assert garrisons.garrison_ground(table) >> hex_("0812") & 1


@rule("omaha", "19.3b")
def test_no_reinforcement_appears_in_a_garrisoned_position():
    # C1 is next to a US unit and would be first.
    text = "turn 20; 1112 A/1/16:1"
    table = table_of(text)
    run(table, depth.reinforce, ("C",), "9.3")
    assert table.unit[post("C1")] != EMPTY
    table = table_of(text)
    table.garrisons = 1 << hex_("1113")
    run(table, depth.reinforce, ("C",), "9.3")
    assert table.unit[post("C1")] == EMPTY
    assert german_hexes(table), "it comes elsewhere"


@rule("omaha", "19.3b")
def test_no_german_action_brings_a_unit_to_a_garrisoned_position():
    position = lore().board.position["WN64"]
    number = next(
        each
        for each in range(1, 55)
        for square in card(each).squares
        if square.color == position.color and square.action == "R"
    )

    def re_occupied(garrison: bool) -> bool:
        table = table_of("turn 20; seen wn-01; 0714 B/1/16")
        if garrison:
            table.garrisons = position.area
        run(table, fire.fire_phase)
        play(table, draw(number))
        return any(event.detail.get("action") == "re_occupy" for event in table.news)

    assert re_occupied(garrison=False)
    assert not re_occupied(garrison=True)


@rule("omaha", "19.3c")
def test_a_garrisoned_position_is_in_us_control_for_victory():
    # The position is out of US communication and in a German field of fire.
    table = table_of("turn 32; C3 T?")
    held = hex_("1113")
    assert not control.victory_control(table) >> held & 1
    table.garrisons = 1 << held
    assert control.victory_control(table) >> held & 1
    assert not control.us_control(table) >> held & 1
    # a marker in one hex of a two-hex WN holds the position
    table.garrisons = 1 << hex_("0812")
    assert control.victory_control(table) & lore().board.position["WN62"].area == (
        lore().board.position["WN62"].area
    )


@rule("omaha", "19.3d")
def test_garrisons_are_no_targets():
    table = table_of("turn 20; WN61 ?; WN60 ?; C1 T?")
    table.garrisons = lore().board.position["WN62"].area | 1 << hex_("1014")
    before = table.garrisons
    for number in range(1, 55):
        run(table, german_actions.act, number, "east")
        assert options(table) == []
    assert table.garrisons == before


@rule("omaha", "19.3e", "19.3f", "FAQ.4a", "FAQ.4b")
def test_an_advance_takes_a_garrisoned_position_and_removes_the_marker():
    # C3's arrow points to C1
    table = table_of("turn 20; C3 T? depth?")
    table.garrisons = 1 << hex_("1113") | 1 << hex_("0812")
    assert advance.destination(table, lore().board.position["C3"]) == post("C1")
    run(table, advance.attempt, post("C3"), 2)
    assert table.unit[post("C1")] != EMPTY
    assert table.unit[post("C3")] == EMPTY
    assert names(table.garrisons) == ["0812"], "only the one in the destination"
    assert "The garrison in C1 is removed." in texts(table.news)


@rule("omaha", "19.3f", "FAQ.4b")
def test_a_repulsed_advance_leaves_the_garrison():
    table = table_of("turn 20; C3 T? depth?; 1212 A/1/16; 1213 B/1/16; 1113 C/1/16, D/1/16")
    table.garrisons = 1 << hex_("1113")
    number = 2
    run(table, advance.attempt, post("C3"), number)
    assert table.unit[post("C3")] != EMPTY, texts(table.news)
    assert names(table.garrisons) == ["1113"]


# --- control, 12.1


@rule("omaha", "12.1a")
def test_a_base_controls_its_own_hex():
    table = with_base("turn 20", space=8)
    assert control.us_control(table) == 1 << hex_("0711")


# --- 19.4


@rule("omaha", "19.4a", "5.14f")
def test_all_obstacles_are_cleared_from_turn_23():
    # O-01: 19.4 says Turn 24, 5.14 and 5.15 say Turn 23.
    for turn, cleared in ((22, False), (23, True), (24, True)):
        table = table_of(f"turn {turn}; box EG1 A/1/116; cleared 0612")
        run(table, engineers.demolition)
        assert (table.cleared == board().obstacles) == cleared
        box = next(each for each in board().box_row if each.name == "EG1")
        assert landing.mined_on_the_way(table, box) != cleared
    table = table_of("turn 23")
    run(table, sequence.play_turn)
    assert table.cleared == board().obstacles
    assert "19.4" in [event.rule for event in table.news]
    run(table, engineers.demolition)
    assert [event.rule for event in table.news].count("19.4") == 1


# --- EV.artillery-limits-engineers


@rule("omaha", "EV.artillery-limits-engineers-a")
def test_the_event_stops_all_engineer_operations_for_the_turn():
    table = with_base(f"turn 18; {EAST}; 0711 {TANK}")
    run(table, events.carry_out, 12)
    assert table.engineers_limited
    assert engineer_bases.traffic(table) == 0
    assert engineer_bases.operations(table), "lanes, roads and garrisons are not concerned"
    phase(table)
    assert options(table) == []
    table.then((engineer_bases.engineer_work, 1))
    assert why_not(table, action="base", hex="0712").rule == "EV.artillery-limits-engineers"
    assert why_not(table, action="extend", unit="1•37").rule == "EV.artillery-limits-engineers"
    table.agenda.clear()
    run(table, sequence.end_of_turn)
    assert not table.engineers_limited


@rule("omaha", "EV.artillery-limits-engineers-b")
def test_without_german_artillery_the_event_has_no_effect(monkeypatch: pytest.MonkeyPatch):
    all_guns = (1 << len(lore().pieces.off_map_artillery)) - 1

    def limited(text: str, off_map: int) -> bool:
        table = table_of(text)
        monkeypatch.setattr(artillery, "out_of_action", lambda _: off_map)
        run(table, events.carry_out, 12)
        return table.engineers_limited

    assert limited("turn 18", 0), "off-map guns are active"
    assert limited("turn 18", all_guns & ~1), "one of them"
    assert not limited("turn 18", all_guns)
    assert limited("turn 18; WN61 ?", all_guns)
    assert limited("turn 18; WN60 ? disrupted", all_guns), "in play, if disrupted"
    assert not limited("turn 18; WN69 ?; WN64 ?", all_guns), "rockets and crews have no guns"
    assert not limited("turn 18; WN61 wn-01", all_guns), "16.1: re-occupied without its gun"
    assert not limited("turn 16", 0), "no engineer bases yet"


@rule("omaha", "EV.artillery-limits-engineers-b")
def test_off_map_guns_without_observers_are_inactive():
    table = table_of("turn 18")
    assert artillery.out_of_action(table) == 0
    assert artillery.any_gun_left(table)
    # every observer position holds a US unit
    observers = {name for gun in lore().pieces.off_map_artillery for name in gun.observers}
    units = iter(range(84))
    for name in sorted(observers):
        for there in board().position[name].hexes:
            table.hex[next(units)] = there
    for number in range(84):
        table.steps_left[number] = 1
    assert not artillery.any_gun_left(table)
