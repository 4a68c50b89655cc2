"""7.3 and the terrain effects chart for movement; 7.33 leaders who moved."""

from __future__ import annotations

import pytest

from beachhead.kernel.bits import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import OmahaTable
from beachhead.omaha.us_actions import action_phase, terrain_effects
from beachhead.omaha.why_not import why_not
from situations import events, hex_, options, play, run, situation, table_of, texts, unit

INFANTRY, TANK, HQ = "A/1/116", "2/C/743", "116HQ"


def refused(piece: str, start: str, end: str, extra: str = "turn 5") -> str | None:
    """The rule that keeps a piece of the 29th Division from going from a hex to another."""
    table = table_of(f'{extra}; acting = 29; phase = "action"; actions 2 2; {start} {piece}')
    refusal = why_not(table, unit=piece, to=end)
    return None if refusal is None else refusal.rule


def refusals(start: str, end: str) -> list[str | None]:
    """What keeps infantry, leaders and other units from going there."""
    return [refused(piece, start, end) for piece in (INFANTRY, HQ, TANK)]


def begin(text: str) -> State[OmahaTable]:
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


# --- 7.3 one hex, by terrain


@rule("omaha", "7.3a")
def test_a_move_is_one_hex_in_any_direction():
    assert refused(INFANTRY, "0625", "0425") == "7.3"
    assert refused(INFANTRY, "0625", "0625") == "7.3"
    for there in members(board().grid.adjacent[hex_("0625")]):
        assert refused(INFANTRY, "0625", board().name(there)) is None
    s = begin("turn 5; 0625 A/1/116; 0427 B/1/116")
    play(s, "act-A/1/116", "move-0525")
    assert where(s, "A/1/116") == "0525"
    assert texts(events(s, "move")) == ["A/1/116 moves from 0625 to 0525."]


@rule("omaha", "7.3b")
def test_vehicles_and_guns_cannot_leave_the_beach():
    reached = frontier = board().beach
    ways = terrain_effects.all_ways(False)["other"]
    while frontier:
        onward = 0
        for here in members(frontier):
            onward |= ways.walk[here] | ways.climb[here] | ways.scale[here]
        frontier = onward & ~reached
        reached |= frontier
    assert reached == board().beach


@rule("omaha", "TEC.base-a")
@pytest.mark.parametrize(
    ("start", "end", "terrain"),
    [
        ("0423", "0424", "beach"),
        ("0524", "0523", "obstacle"),
        ("0529", "0530", "pavilion"),
        ("0529", "0628", "pavilion"),
        ("1121", "1021", "draw"),
        ("1017", "1118", "high_ground"),
    ],
)
def test_open_ground(start: str, end: str, terrain: str):
    there = hex_(end)
    assert (board().terrain.get(terrain, 0) | board().features.get(terrain, 0)) >> there & 1
    if terrain == "high_ground":
        start = "1119"
    assert refusals(start, end) == [None, None, None]
    assert charts().terrain[terrain].defense is None
    assert charts().terrain["water_line"].defense is None


@rule("omaha", "TEC.woods-a", "TEC.woods-b", "TEC.bocage-a", "TEC.bocage-b", "TEC.buildings-a")
def test_woods_bocage_and_buildings():
    assert refusals("0806", "0807") == [None, None, "TEC.woods"]
    assert refusals("0930", "0931") == [None, None, None]
    assert refusals("0827", "0728") == [None, None, "TEC.bocage"]
    assert refusals("0827", "0828") == [None, None, None]
    assert refusals("0533", "0433") == [None, None, None]
    assert board().features["buildings"] >> hex_("0433") & 1


@rule("omaha", "TEC.rough-a")
def test_nobody_enters_rough():
    assert refusals("0806", "0805") == ["TEC.rough"] * 3
    for rough in members(board().features["rough"]):
        for ways in terrain_effects.all_ways(False).values():
            for around in (ways.walk, ways.climb, ways.scale):
                assert not any(to >> rough & 1 for to in around)


@rule("omaha", "TEC.hedge-seawall-a", "TEC.hedge-seawall-b", "TEC.hedge-seawall-c")
def test_hedges_and_seawalls():
    assert refusals("0435", "0535") == [None, None, "TEC.hedge-seawall"]
    assert refusals("0932", "1032") == [None, None, None]
    assert refusals("0428", "0529") == [None, None, "TEC.hedge-seawall"]
    assert charts().terrain["hedge"].defense is None
    assert charts().terrain["seawall"].defense is None


@rule("omaha", "TEC.obstacle-hexsides-a", "TEC.obstacle-hexsides-b")
def test_shingle_ditches_and_walls():
    assert refusals("0430", "0530") == [None, None, "TEC.obstacle-hexsides"]
    assert refusals("0531", "0630") == [None, None, "TEC.mined-road"]
    assert refusals("0821", "0822")[:2] == [None, None]
    for side in ("shingle", "anti_tank_ditch", "anti_tank_wall"):
        assert charts().terrain[side].other == "no"
        for here, across in enumerate(board().across[side]):
            for there in members(across):
                assert not terrain_effects.all_ways(False)["other"].walk[here] >> there & 1
                assert terrain_effects.all_ways(False)["infantry"].walk[here] >> there & 1
                assert terrain_effects.all_ways(False)["leader"].walk[here] >> there & 1


@rule("omaha", "TEC.slope-a", "TEC.slope-b")
def test_slopes():
    assert refusals("1017", "0917")[:2] == [None, None]
    assert refusals("0709", "0808") == [None, None, "TEC.slope"]
    assert refusals("1116", "1216") == [None, None, None]


@rule("omaha", "TEC.bluff-b", "TEC.bluff-c", "TEC.4a", "TEC.sheer-cliff-a")
def test_bluffs_and_cliffs_for_those_who_do_not_climb():
    assert refused(HQ, "0628", "0728") is None
    assert refused(TANK, "0628", "0728") == "TEC.bocage"
    assert refused(TANK, "0529", "0629") == "TEC.bluff"
    assert refused(TANK, "1216", "1217") is None, "the trail crosses the bluff"
    assert refusals("0333", "0433")[1:] == ["TEC.scaleable-cliff"] * 2
    for here, across in enumerate(board().across["sheer_cliff"]):
        for there in members(across):
            for ways in terrain_effects.all_ways(False).values():
                assert not (ways.walk[here] | ways.climb[here] | ways.scale[here]) >> there & 1
    assert refused(INFANTRY, "0334", "0434") == "TEC.sheer-cliff"
    s = begin("turn 5; 0628 116HQ; 0427 B/1/116")
    play(s, "act-116 HQ", "climb-bluff-0728")
    assert where(s, "116HQ") == "0728"
    assert s.position.climbing == 0


@rule("omaha", "TEC.roads-a", "TEC.6a")
@pytest.mark.parametrize(
    ("start", "end", "road", "ban"),
    [
        ("0832", "0833", "primary", "bocage"),
        ("0827", "0828", "secondary", "bocage"),
        ("0632", "0732", "trail", "bocage"),
        ("0932", "1032", "trail", "hedge"),
        ("1116", "1216", "trail", "slope"),
        ("1216", "1217", "trail", "bluff"),
    ],
)
def test_along_a_road_units_enter_and_cross_what_is_barred_to_them(
    start: str, end: str, road: str, ban: str
):
    the = board()
    assert the.road(hex_(start), hex_(end)) == road
    barred = {*the.hexside(hex_(start), hex_(end))} | {
        name for name, hexes in the.features.items() if hexes >> hex_(end) & 1
    }
    assert ban in barred
    assert charts().terrain[ban].other == "road_only"
    assert refused(TANK, start, end) is None


@rule("omaha", "TEC.mined-road-a")
def test_mined_roads():
    assert refusals("0731", "0830") == [None, None, "TEC.mined-road"]
    assert refusals("0831", "0830") == [None, None, None], "by the road that is not mined"
    assert refusals("1112", "1011") == [None, None, "TEC.mined-road"]
    assert refusals("1012", "1011")[2] is not None
    # M-06 No road leads from 1018 to 1017, and all those in 1017 are mined.
    assert board().road(hex_("1018"), hex_("1017")) is None
    assert refusals("1018", "1017") == [None, None, "TEC.mined-road"]


@rule(
    "omaha",
    "TEC.bocage-d",
    "TEC.obstacle-hexsides-d",
    "TEC.bluff-e",
    "TEC.scaleable-cliff-d",
    "TEC.roads-b",
    "TEC.mined-road-b",
    "TEC.4b",
)
def test_what_the_chart_changes_from_turn_17_does_not_hold_before():
    later = {name: row.from_turn_17 for name, row in charts().terrain.items() if row.from_turn_17}
    assert later == {
        "bocage": "infantry_one_hex_unless_by_road_or_trail",
        "mined": "cleared_in_engineer_range",
        "shingle": "cleared_in_engineer_range",
        "anti_tank_ditch": "cleared_in_engineer_range",
        "anti_tank_wall": "cleared_in_engineer_range",
        "bluff": "infantry_one_hex_without_climb_marker",
        "scaleable_cliff": "climb_cliff_in_two_turns",
        "primary": "tank_4_hexes",
        "secondary": "tank_2_hexes",
    }
    assert "two hexes" in " ".join(charts().notes["terrain_effects"])
    # On Turn 16 nobody goes more than a hex, and shingle stops vehicles.
    assert refused(HQ, "0828", "0629", "turn 16") == "7.3"
    assert refused(TANK, "0827", "0829", "turn 16") == "7.3"
    assert refused(TANK, "0720", "0819", "turn 16") == "TEC.obstacle-hexsides"


# --- water, Germans, the map in play


@rule("omaha", "TEC.2a", "5.21b")
def test_submerged_hexes_may_not_be_entered():
    assert refused(INFANTRY, "0524", "0424", "turn 6") is None
    assert refused(INFANTRY, "0524", "0424", "turn 8") == "TEC.2"


@rule("omaha", "TEC.2a")
def test_on_the_turn_the_tide_rises_the_flooded_hexes_are_closed_already():
    assert refused(INFANTRY, "0524", "0424", "turn 7") == "TEC.2"
    assert refused(INFANTRY, "0424", "0425", "turn 7") == "TEC.2"
    other = "turn 7; house rising-tide-entry alternative"
    assert refused(INFANTRY, "0424", "0425", other) is None
    assert refused(INFANTRY, "0524", "0424", "turn 8; house rising-tide-entry alternative")
    assert refused(INFANTRY, "0424", "0524", "turn 7") is None


@rule("omaha", "TEC.2b")
def test_units_left_under_water_when_the_phase_ends_are_lost():
    s = begin("turn 7; 0424 A/1/116; 0524 B/1/116; 0431 C/1/116 climb-cliff; 0425 Cota")
    while options(s):
        play(s, "done")
    assert s.position.hex[unit("A/1/116")] == -1
    assert s.position.hex[unit("Cota")] == -1
    assert where(s, "B/1/116") == "0524"
    assert where(s, "C/1/116") == "0431"


def test_open_water_is_no_place_to_go():
    table = table_of("turn 5 action; acting = 1; actions 2 2; 0605 E/2/16")
    assert board().terrain["water"] >> hex_("0504") & 1
    for name in ("0504",):
        for kind in ("infantry", "leader", "other"):
            assert terrain_effects.refuse_terrain(kind, hex_("0505"), hex_(name)) is not None
    assert why_not(table, unit="E/2/16", to="0604") is None


@rule("omaha", "7.31a", "7.31b")
def test_no_entry_into_german_units_but_into_empty_positions():
    assert refused(INFANTRY, "0627", "0728", "turn 5; WN70 ?") == "7.31"
    assert refused(INFANTRY, "0627", "0728", "turn 5; WN70 ? disrupted") == "7.31"
    assert refused(INFANTRY, "0627", "0728", "turn 5") is None
    s = begin("turn 5; 0829 A/1/116; 0427 B/1/116; WN71 ?")
    play(s, "act-A/1/116", "move-0828")
    assert where(s, "A/1/116") == "0828"
    assert hex_("0828") in board().position_at


@rule("omaha", "EF-a")
def test_easy_fox_is_played_in_the_east_sector_only():
    easy = table_of("scenario easy-fox; turn 5 action; acting = 1; actions 2 2; 0719 E/2/16")
    assert why_not(easy, unit="E/2/16", to="0720").rule == "EF"
    assert why_not(easy, unit="E/2/16", to="0718") is None
    whole = table_of("turn 5 action; acting = 1; actions 2 2; 0719 E/2/16")
    assert why_not(whole, unit="E/2/16", to="0720") is None


# --- 7.33


@rule("omaha", "7.33a")
def test_a_leader_who_has_moved_gives_no_more_free_actions():
    text = "turn 8; 0613 E/2/16; 0614 F/2/16; 0613 16HQ; 0616 G/2/16"
    s = begin(text)
    play(s, "act-E/2/16", "move-0612")
    assert s.position.paid_actions[0] == 2
    play(s, "act-16 HQ", "move-0713")
    play(s, "act-F/2/16", "move-0613")
    assert s.position.paid_actions[0] == 1
    assert s.position.commands == (0,) * 6
    other = begin("house moved-leader-commands alternative; " + text)
    play(other, "act-16 HQ", "move-0713", "act-F/2/16", "move-0613")
    assert other.position.paid_actions[0] == 1
    assert other.position.commands[0]
