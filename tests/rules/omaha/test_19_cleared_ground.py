"""19.3 What engineers do within their range: lanes, roads and traffic."""

from __future__ import annotations

from bases import EAST, EXAMPLE, TANK, names, phase, vehicle_refused, with_base

from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.engineers import engineer_bases
from beachhead.omaha.events import bombardments
from beachhead.omaha.german_fire import german_artillery
from beachhead.omaha.table.board import board
from beachhead.omaha.table.cards import card
from beachhead.omaha.table.state import OmahaTable, put_in_hex
from beachhead.omaha.us_actions import action_phase, allotment, terrain_effects
from beachhead.omaha.why_not import why_not
from situations import decision, hex_, options, play, run, table_of, unit

# --- 19.3 lanes and roads


def cleared_sides(table: OmahaTable, kind: str) -> set[tuple[str, str]]:
    """The hexsides of a kind that a tank may cross now and could not before."""
    the, now = board(), terrain_effects.every_way(table)["other"].walk
    before = terrain_effects.all_ways(False)["other"].walk
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
    table.base_spaces = replaced(table.base_spaces, 0, 4)
    assert vehicle_refused(table, "0911", "1011") is None
    # 1112 is woods, which vehicles enter only by road: the cleared road will do
    assert vehicle_refused(table, "1011", "1112") == "TEC.mined-road"
    table.base_spaces = replaced(table.base_spaces, 0, 6)
    assert vehicle_refused(table, "1011", "1112") is None
    assert vehicle_refused(table, "1111", "1112") == "TEC.woods"
    # 1311 can be out of every base's range, but the stretch to it from 1211 is not
    table.base_spaces = replaced(table.base_spaces, 0, 8)
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
    table.bases = replaced(table.bases, 2, hex_("0624"))
    table.base_spaces = replaced(table.base_spaces, 2, 8)
    the, now = board(), terrain_effects.every_way(table)
    before = terrain_effects.all_ways(False)
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
    table.base_spaces = replaced(table.base_spaces, 2, 4)
    assert engineer_bases.clears_draw(table, "D-1")
    # Between cleared stretches, 0731 is a hex of mines as long as G3 fires into it.
    fired_upon = with_base("turn 25; G3 T?", "0430", space=8, base=2)
    assert not engineer_bases.clears_draw(fired_upon, "D-1")
    # D-3: the mines between 1021 and 1022 are four hexes from the base.
    assert not engineer_bases.clears_draw(with_base("turn 25", "0622", space=5, base=2), "D-3")
    assert engineer_bases.clears_draw(with_base("turn 25", "0622", space=6, base=2), "D-3")


# --- 19.3 traffic


def acting(table: OmahaTable, *answers: str) -> OmahaTable:
    run(table, action_phase.action_phase)
    play(table, *answers)
    return table


@rule("omaha", "19.3i", "15.VI-c")
def test_moves_that_begin_in_range_on_low_ground_are_free():
    # 0711 beach, 0810 pavilion, 0910 draw: all within two hexes of the base.
    text = f"turn 18; {EAST}; 0711 {TANK}; 0810 F/2/16; 0910 G/2/16; 0715 H/2/16"
    table = acting(with_base(text, space=2))
    table.paid_actions = (0, 0)
    assert {f"act-{TANK}", "act-F/2/16", "act-G/2/16"} <= set(options(table))
    assert "act-H/2/16" not in options(table), "out of range"
    play(table, "act-G/2/16")
    label = next(each.label for each in decision(table).options if each.id == "move-1010")
    assert "traffic management" in label
    play(table, "move-1010")
    assert table.hex[unit("G/2/16")] == hex_("1010"), "up to the high ground"
    assert board().high_ground >> hex_("1010") & 1
    assert table.paid_actions == (0, 0)
    play(table, f"act-{TANK}", "move-0811")
    assert table.paid_actions == (0, 0)
    assert allotment.refuse_action(table, unit("F/2/16"), "move") is None


@rule("omaha", "19.3i")
def test_paid_actions_are_kept_when_the_move_is_free():
    table = acting(with_base(f"turn 18; {EAST}; 0711 {TANK}; 0715 H/2/16", space=2))
    before = table.paid_actions[:]
    play(table, f"act-{TANK}", "move-0811")
    assert table.paid_actions == before
    play(table, "act-H/2/16", "move-0814")
    assert table.paid_actions == (before[0] - 1, before[1])


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
    table.paid_actions = (0, 0)
    chosen = options(table)
    assert "act-F/2/16" in chosen
    assert "act-D/1/16" not in chosen
    assert not any(each.startswith("attack") for each in chosen)
    assert allotment.refuse_action(table, unit("F/2/16"), "attack").rule == "7"
    assert allotment.refuse_action(table, unit("D/1/16"), "move").rule == "7"
    table.paid_actions = (1, 0)
    assert any(each.startswith("attack-WN62S") for each in options(table))


@rule("omaha", "19.3j")
def test_climbing_a_bluff_is_no_move():
    # 0916 is WN64's bluff, above 0816
    table = acting(with_base("turn 18; 0816 F/2/16; 0918 A/1/16", "0716", space=2))
    table.paid_actions = (0, 0)
    assert terrain_effects.ways(table, "infantry").climb[hex_("0816")] >> hex_("0916") & 1
    assert engineer_bases.traffic(table) >> hex_("0816") & 1
    play(table, "act-F/2/16")
    assert not any(each.startswith("climb") for each in options(table))


@rule("omaha", "19.3i", "17.1a")
def test_a_bluff_may_be_walked_around_for_free():
    # From 1112 a bluff leads up to 1012, and two hexes without one lead there as well.
    table = acting(with_base("turn 25; 1112 F/2/16; 0510 A/1/16", space=8))
    assert terrain_effects.ways(table, "infantry").climb[hex_("1112")] >> hex_("1012") & 1
    assert why_not(table, unit="F/2/16", to="1012") is None
    table.paid_actions = (0, 0)
    assert why_not(table, unit="F/2/16", to="1012") is None
    play(table, "act-F/2/16")
    assert "climb-bluff-1012" not in options(table)
    play(table, "move-1012")
    assert table.hex[unit("F/2/16")] == hex_("1012")
    table.engineers_limited = True
    put_in_hex(table, unit("F/2/16"), hex_("1112"))
    table.acted = 0
    assert why_not(table, unit="F/2/16", to="1012").rule == "7"


@rule("omaha", "19.33a")
def test_artillery_fire_in_the_sector_stops_growth_and_traffic():
    table = with_base(f"turn 18; {EAST}; 0711 {TANK}; 0728 A/1/116; 0629 B/1/116; 0531 C/1/116")
    table.bases = replaced(table.bases, 2, hex_("0428"))
    table.shelled = (True, False)
    assert engineer_bases.traffic(table) == 1 << hex_("0428")
    phase(table)
    assert "extend-1•37" not in options(table)
    assert why_not(table, action="extend", unit="1•37").rule == "19.33"
    assert "base-0712" in options(table), "O-52: a base may still be set up"
    play(table, "done")
    assert "extend-112•149" in options(table)
    play(table, "done")
    run(table, sequence.end_of_turn)
    assert table.shelled == (False, False)
    assert engineer_bases.traffic(table) >> hex_("0711") & 1


@rule("omaha", "19.33a")
def test_what_counts_as_artillery_fire():
    # 6.5: card 6 asks for two guns of 88 or 105. O-52: with no target they still fire.
    number, check = 6, card(6).artillery
    text = "turn 18; WN61 ?; WN72S ?"
    for house, shelled in (("", True), ("; house artillery-fire-occurs alternative", False)):
        table = table_of(text + house)
        assert german_artillery.guns_in(table, "east", check.calibers) >= check.value
        run(table, german_artillery.artillery_fire, number, "east")
        assert table.shelled == (shelled, False)
    table = table_of("turn 18; inactive_guns = 15")
    run(table, german_artillery.artillery_fire, number, "east")
    assert table.shelled == (False, False), "the check fails"
    # an event: the rockets fall on the sector of the unit they hit
    for where, hit in (("0719", (True, False)), ("0626", (False, True))):
        table = table_of(f"turn 18; WN69 ?; {where} A/1/16")
        rockets = next(
            effect
            for each in range(1, 55)
            for effect in card(each).effects(18)
            if effect.kind.name == "screaming_meemies"
        )
        bombardments.screaming_meemies(table, rockets)
        assert table.shelled == hit
