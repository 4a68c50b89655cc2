"""19.1, 19.2, 19.4 Engineer bases: setting them up and their range; obstacles late in the day."""

from __future__ import annotations

import pytest
from bases import EAST, TANK, names, phase, with_base

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.engineers import beach_obstacles, engineer_bases
from beachhead.omaha.events import event_phase
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.germans import german_actions
from beachhead.omaha.landing import landing_checks
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import NOWHERE, equipment, put_in_hex
from beachhead.omaha.victory import control
from beachhead.omaha.why_not import why_not
from situations import decision, hex_, options, play, run, table_of

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
    run(table, beach_obstacles.engineer_phase)
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
    assert table.bases == (hex_("0711"), NOWHERE, hex_("0428"), NOWHERE)


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
    table.bases = replaced(table.bases, 2, hex_("0428"))
    phase(table)
    assert {"extend-1•37", "base-0712"} <= set(options(table))
    assert "extend-112•149" not in options(table)
    play(table, "base-0712")
    assert why_not(table, action="extend", unit="1•37").rule == "19.21"
    assert why_not(table, action="base", hex="0713").rule == "19.21"
    assert why_not(table, action="extend", unit="112•149") is None
    assert "extend-112•149" in options(table), "the other division has its own operation"
    play(table, "extend-112•149")
    assert table.base_spaces == (0, 0, 1, 0)


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
    table.bases = replaced(table.bases, 1, hex_("0718"))
    table.base_spaces = replaced(table.base_spaces, 1, 0)
    assert engineer_bases.operations(table) >> hex_("0718") & 1


@rule("omaha", "19.32a")
def test_the_range_does_not_reach_hexes_in_a_field_of_fire():
    # C1 fires into 1011 but not into 1010; the base is four hexes away.
    table = with_base("turn 25; C1 T?", space=6)
    working = engineer_bases.operations(table)
    assert working >> hex_("1010") & 1
    assert not working >> hex_("1011") & 1
    assert not working & equipment().board.position["C1"].fire
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
        assert german_artillery.targets(table, number, "east") == []
        run(table, german_actions.act, number, "east")
        while decision(table) is not None:
            play(table, options(table)[0])
    assert table.bases[0] == hex_("0711")
    assert table.base_spaces[0] == 3


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
        run(table, beach_obstacles.demolition)
        assert (table.cleared == board().obstacles) == cleared
        box = next(each for each in board().box_row if each.name == "EG1")
        assert landing_checks.mined_on_the_way(table, box) != cleared
    table = table_of("turn 23")
    run(table, sequence.play_turn)
    assert table.cleared == board().obstacles
    assert "19.4" in [event.rule for event in table.news]
    run(table, beach_obstacles.demolition)
    assert [event.rule for event in table.news].count("19.4") == 1


# --- EV.artillery-limits-engineers


@rule("omaha", "EV.artillery-limits-engineers-a")
def test_the_event_stops_all_engineer_operations_for_the_turn():
    table = with_base(f"turn 18; {EAST}; 0711 {TANK}")
    run(table, event_phase.carry_out, 12)
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
    all_guns = (1 << len(equipment().pieces.off_map_artillery)) - 1

    def limited(text: str, off_map: int) -> bool:
        table = table_of(text)
        monkeypatch.setattr(german_artillery, "out_of_action", lambda _: off_map)
        run(table, event_phase.carry_out, 12)
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
    assert german_artillery.out_of_action(table) == 0
    assert german_artillery.any_gun_left(table)
    # every observer position holds a US unit
    observers = {name for gun in equipment().pieces.off_map_artillery for name in gun.observers}
    units = iter(range(84))
    for name in sorted(observers):
        for there in board().position[name].hexes:
            put_in_hex(table, next(units), there)
    for number in range(84):
        table.steps_left = replaced(table.steps_left, number, 1)
    assert not german_artillery.any_gun_left(table)
