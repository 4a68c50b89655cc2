"""8.3 Resolving an attack: the table, terrain, results, withdrawal, the worked examples."""

from __future__ import annotations

import pytest
from attacks import at, attack, comparison, has, in_action

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.schema import FEATURES, HEXSIDES
from beachhead.omaha.table.state import (
    EMPTY,
    NO_DEPTH,
    UNSEEN_DEPTH,
    UNSEEN_TACTICAL,
    equipment,
    posts_of,
)
from beachhead.omaha.us_combat import attacks, terrain_and_defense
from beachhead.omaha.victory.control import in_german_communication
from situations import decision, events, hex_, options, play, post, texts, unit

# --- the attack table
#
# E9 is open high ground. A German unit that needs BR is attacked by one unit of strength 4, with
# BR and MO (C/1/16) or without (A/1/16); for "less" by one of strength 2.

ALONE = {
    "less": ("L/3/16:1", "C/1/16:1", "3R/352"),
    "equal": ("C/1/16:2", "A/1/16:2", "4/1/915"),
    "greater": ("C/1/16:2", "A/1/16:2", "3R/352"),
    "double": ("C/1/16:2", "A/1/16:2", "3/1/726"),
}
REVEALED = {  # with a marker of strength 1 that needs MO
    "less": ("C/1/16:2", "A/1/16:2", "4/1/915"),
    "equal": ("C/1/16:2", "A/1/16:2", "3R/352"),
    "greater": ("C/1/16:2", "A/1/16:2", "3/1/726"),
    "double": ("C/1/16:2", "A/1/16:2", "1/1/726"),
}
MARKERS = {"none": "", "unrevealed": "depth?", "revealed": 'depth "1 MO"'}


def fought(ready: bool, row: str, depth: str):
    """The table after one attack on E9, and what became of it."""
    with_weapons, without, german = (REVEALED if depth == "revealed" else ALONE)[row]
    who = with_weapons if ready else without
    name = who.partition(":")[0]
    table = in_action(f"1725 {who}; E9 {german} {MARKERS[depth]}")
    attack(table, "E9", name)
    seen = comparison(table)
    assert (seen["weapons"], seen["comparison"]) == (ready, row)
    found = set()
    if has(table.disrupted, name) and has(table.disrupted_now, name):
        found.add("us disrupted")
    if at(table.german_disrupted, "E9"):
        found.add("german disrupted")
    if at(table.face_down, "E9"):
        found.add("face down")
    if table.unit[post("E9")] == EMPTY:
        found.add("defeated")
    elif depth == "none" and table.depth[post("E9")] == UNSEEN_DEPTH["mobile"]:
        found.add("gains depth")
    elif depth != "none" and table.depth[post("E9")] == NO_DEPTH:
        found.add("depth eliminated")
    if options(table):
        found.add(decision(table).kind)
    return found


@rule("omaha", "UAT.no")
@pytest.mark.parametrize(
    ("row", "depth", "expected"),
    [
        ("less", "none", {"us disrupted", "gains depth"}),
        ("equal", "none", {"us disrupted", "gains depth"}),
        ("less", "unrevealed", {"us disrupted", "face down"}),
        ("equal", "unrevealed", {"us disrupted", "face down"}),
        ("less", "revealed", {"us disrupted"}),
        ("equal", "revealed", {"us disrupted"}),
        ("greater", "none", {"gains depth"}),
        ("greater", "unrevealed", {"us disrupted"}),
        ("greater", "revealed", set()),
        ("double", "none", {"german disrupted"}),
        ("double", "unrevealed", {"german disrupted"}),
        ("double", "revealed", {"german disrupted", "attrition_decided"}),
    ],
)
def test_the_table_without_the_weapons(row, depth, expected):
    assert fought(False, row, depth) == expected


@rule("omaha", "UAT.yes")
@pytest.mark.parametrize(
    ("row", "depth", "expected"),
    [
        ("less", "none", {"gains depth"}),
        ("less", "unrevealed", {"us disrupted"}),
        ("less", "revealed", set()),
        ("equal", "none", {"german disrupted"}),
        ("equal", "unrevealed", set()),
        ("equal", "revealed", {"german disrupted"}),
        ("greater", "none", {"defeated"}),
        ("greater", "unrevealed", {"reveal"}),
        ("greater", "revealed", {"depth eliminated", "german disrupted"}),
        ("double", "none", {"defeated"}),
        ("double", "unrevealed", {"reveal"}),
        ("double", "revealed", {"depth eliminated", "german disrupted"}),
    ],
)
def test_the_table_with_the_weapons(row, depth, expected):
    assert fought(True, row, depth) == expected


# --- results


@rule("omaha", "UAT.results-a", "UAT.results-b")
def test_attackers_farther_off_are_not_disrupted():
    # 6 to 4, flanking missing, unrevealed depth: attackers disrupted.
    table = in_action("1725 C/1/16:1; 1726 1/A/741:1; 1625 AT/16; E9 5/2/916 depth?; actions 9 9")
    attack(table, "E9", "C/1/16", "1/A/741", "AT/16")
    assert comparison(table)["results"] == ["us_disrupted"]
    assert has(table.disrupted, "C/1/16", "1/A/741")
    assert has(table.disrupted_now, "C/1/16", "1/A/741")
    assert not has(table.disrupted, "AT/16")


@rule("omaha", "UAT.results-c")
def test_the_attacked_unit_gains_depth_if_in_communication():
    table = in_action("1725 L/3/16:1; E9 3R/352")
    before = table.boxes["mobile_depth"]
    attack(table, "E9", "L/3/16")
    assert table.depth[post("E9")] == UNSEEN_DEPTH["mobile"]
    assert table.boxes["mobile_depth"] == before - 1
    ring = "1725 L/3/16:1; 1726 A/1/16; 1824 B/1/16; 1826 C/1/16; 1925 E/2/16; 1926 F/2/16"
    cut_off = in_action(f"{ring}; E9 3R/352")
    attack(cut_off, "E9", "L/3/16")
    assert comparison(cut_off)["results"] == ["german_gains_depth"]
    assert cut_off.depth[post("E9")] == NO_DEPTH


@rule("omaha", "UAT.results-d")
def test_the_german_unit_is_turned_face_down_and_must_be_revealed_again():
    table = in_action("1725 C/1/16:1; 1726 L/3/16; E9 4/1/915 depth?")
    attack(table, "E9", "C/1/16")
    assert at(table.face_down, "E9")
    assert table.unit[post("E9")] >= 0  # it has been seen: no chance the next time
    table.attacked = 0
    attack(table, "E9", "L/3/16")
    assert not at(table.face_down, "E9")
    assert comparison(table)["german"] == 4


@rule("omaha", "UAT.results-e", "UAT.results-f")
def test_attrition_takes_a_step_of_an_adjacent_attacker_for_the_marker():
    def situation():
        table = in_action(
            "1725 A/1/16:2; 1826 C/1/16:1; 1726 1/A/741; 1625 2/A/741; actions 9 9\n"
            'E9 2/1/726 depth "1 DE"'
        )
        attack(table, "E9", "A/1/16", "C/1/16", "1/A/741", "2/A/741")
        return table

    table = situation()
    assert comparison(table)["results"] == ["german_disrupted", "optional_attrition"]
    assert options(table) == ["unit-A/1/16", "unit-C/1/16", "unit-1/A/741", "decline"]
    play(table, "unit-A/1/16")
    assert table.steps_left[unit("A/1/16")] == 1
    assert table.depth[post("E9")] == NO_DEPTH
    assert at(table.german_disrupted, "E9")
    declined = situation()
    play(declined, "decline")
    assert declined.steps_left[unit("A/1/16")] == 2
    assert declined.depth[post("E9")] >= 0
    assert at(declined.german_disrupted, "E9")
    lost = situation()
    play(lost, "unit-C/1/16")
    assert lost.hex[unit("C/1/16")] < 0


@rule("omaha", "UAT.results-e", "11.14a")
def test_attrition_is_no_german_fire_and_no_hero_saves_the_unit():
    # BR and DE are missing, one more than the hero can stand in for; 4 to 2.
    text = '1725 C/1/16:1 hero; 1726 G/2/16:1; E9 1/1/726 depth "1 DE"; actions 9 9'
    table = in_action(text)
    attack(table, "E9", "C/1/16", "G/2/16")
    assert options(table) == ["unit-C/1/16", "unit-G/2/16", "decline"]
    play(table, "unit-C/1/16")
    assert decision(table) is None
    assert table.hex[unit("C/1/16")] < 0
    assert table.depth[post("E9")] == NO_DEPTH


@rule("omaha", "UAT.results-f", "8.3h")
def test_an_eliminated_marker_never_comes_back():
    table = in_action("1725 C/1/16:2; E9 3/1/726 depth?")
    left = table.boxes["mobile_depth"]
    attack(table, "E9", "C/1/16")
    play(table, "depth-mobile-depth-09")  # strength 1, MO: 4 to 3
    assert table.depth[post("E9")] == NO_DEPTH
    assert table.boxes["mobile_depth"] == left
    marker = equipment().pieces.depth_marker["mobile-depth-09"]
    assert not table.unseen_depth >> marker.index & 1


@rule("omaha", "UAT.results-h")
def test_a_tactical_reinforcement_marker_means_defeat_and_a_new_unit():
    table = in_action('0915 C/1/16; WN64 "2 BG" depth?')
    tactical = table.boxes["tactical"]
    attack(table, "WN64", "C/1/16")
    play(table, "depth-wn-depth-01")
    assert table.unit[post("WN64")] == EMPTY
    assert table.depth[post("WN64")] == NO_DEPTH
    assert table.boxes["tactical"] == tactical - 1
    # 1014, next door, is the nearest empty reinforcement position.
    assert table.unit[post("1014")] == UNSEEN_TACTICAL
    assert at(table.face_down, "1014")
    assert [event.kind for event in events(table, "comparison")] == ["comparison"]


@rule("omaha", "UAT.results-h")
def test_the_unit_is_defeated_even_if_the_tactical_pool_is_empty():
    table = in_action('0915 C/1/16; WN64 "2 BG" depth?; boxes tactical 0')
    attack(table, "WN64", "C/1/16")
    play(table, "depth-wn-depth-01")
    assert table.unit[post("WN64")] == EMPTY
    assert not posts_of(table, equipment().board.position["1014"])


# --- 8.3 the steps


@rule("omaha", "8.3a", "8.3b")
def test_the_unit_is_revealed_first_and_the_marker_stays_face_down():
    table = in_action("0808 C/1/16:1; WN61 ? depth?")
    attack(table, "WN61", "C/1/16")
    assert decision(table).kind == "reveal"
    assert options(table) == ["german-wn-16", "german-wn-17"]
    play(table, "german-wn-17")
    assert table.depth[post("WN61")] == UNSEEN_DEPTH["wn"]
    assert comparison(table)["german"] == 2
    assert comparison(table)["missing"] == ["BZ", "MG"]


@rule("omaha", "8.3c", "8.3f", "8.31a")
def test_all_attackers_add_up_to_one_strength_and_share_their_weapons():
    # BG MO of C/1/16 and AR of the tank; nobody has both.
    table = in_action('0808 C/1/16:2; 0711 1/A/741; 0810 B/1/16:1; WN61 "2 BG MO" depth "3 AR"')
    table.paid_actions = (9, 9)
    attack(table, "WN61", "C/1/16", "1/A/741", "B/1/16")
    assert len(events(table, "comparison")) == 1
    seen = comparison(table)
    assert (seen["us"], seen["german"], seen["missing"]) == (4 + 4 + 2, 5, [])
    assert seen["results"] == ["depth_eliminated", "german_disrupted"]


@rule("omaha", "8.3g", "8.3h")
def test_after_the_reveal_strength_and_weapons_are_compared_again():
    # 6 to 4 with BR; the marker adds 3 and asks for AR: 6 to 7, weapons missing.
    table = in_action("1725 C/1/16; E9 4/1/915 depth?")
    attack(table, "E9", "C/1/16")
    assert options(table)[0].startswith("depth-mobile-depth")
    play(table, "depth-mobile-depth-24")
    first, second = (event.detail for event in events(table, "comparison"))
    assert first["results"] == ["reveal_depth_and_recheck"]
    assert (second["us"], second["german"], second["missing"]) == (6, 7, ["AR"])
    assert second["results"] == ["us_disrupted"]
    assert has(table.disrupted, "C/1/16")
    assert not at(table.face_down, "E9")


# --- TEC, TDT terrain


def german_strength(text: str, target: str, *names: str, division: int = 1) -> tuple[int, int]:
    """How often unit and depth marker count, seen through the strength in a real attack."""
    found = []
    for marker in ("", "mobile-depth-09"):  # strength 1
        table = in_action(f"{text}; actions 9 9; {target} wn-01 {marker}", division)
        attack(table, target, *names)
        found.append(comparison(table)["german"])
    return found[0], found[1] - found[0]


@rule("omaha", "TEC.woods-c", "TEC.buildings-b", "TEC.bocage-c", "TDT-a", "TDT-b", "8.3c")
@pytest.mark.parametrize(
    ("target", "place", "expected"),
    [
        ("D6", "1420", (2, 1)),
        ("WN60", "0806", (2, 1)),
        ("A7", "1107", (2, 2)),
        ("WN67", "1120", (2, 2)),
        ("A1", "1007", (2, 2)),
        ("WN69", "1221", (2, 2)),
    ],
)
def test_terrain_in_the_german_hex(target, place, expected):
    assert german_strength(f"{place} A/1/16", target, "A/1/16") == expected


@rule("omaha", "TEC.obstacle-hexsides-c", "TEC.slope-c", "TEC.5b", "TDT-a", "TDT-b")
@pytest.mark.parametrize(
    ("target", "place", "side", "expected"),
    [
        ("WN62N", "0712", ("shingle",), (2, 1)),
        ("WN61", "0910", ("anti_tank_ditch",), (2, 1)),
        ("WN65N", "0717", ("shingle", "anti_tank_ditch"), (2, 1)),
        ("WN72N", "0630", ("anti_tank_wall",), (2, 1)),
        ("WN61", "0909", ("slope",), (2, 2)),
        ("D1", "1121", ("slope",), (2, 2)),
        ("WN66N", "0921", ("bluff",), (2, 2)),  # from above
    ],
)
def test_hexsides_that_help_the_german(target, place, side, expected):
    assert equipment().board.hexside(hex_(place), equipment().posts[post(target)].hex) == side
    assert german_strength(f"{place} A/1/16", target, "A/1/16") == expected


@rule("omaha", "TEC.base-a", "TEC.hedge-seawall-c", "TDT-c")
@pytest.mark.parametrize(
    ("target", "place", "side"),
    [
        ("WN61", "0808", ()),  # pavilion
        ("WN64", "0915", ()),  # high ground
        ("WN71", "0729", ("hedge",)),
        ("G4", "0934", ("hedge",)),
    ],
)
def test_ground_that_does_not_help(target, place, side):
    assert equipment().board.hexside(hex_(place), equipment().posts[post(target)].hex) == side
    assert german_strength(f"{place} A/1/16", target, "A/1/16") == (1, 1)


@rule("omaha", "TEC.base-a", "TEC.hedge-seawall-c", "TDT-c")
def test_no_other_ground_helps():
    # No position lies behind a seawall, in rough, or in a beach or draw hex: ask the map.
    the_board = equipment().board
    helpful = 0
    for feature in ("woods", "buildings", "bocage"):
        helpful |= the_board.features[feature]
    for each in the_board.grid.names:
        assert (terrain_and_defense.hex_defense(each) == terrain_and_defense.NO_BENEFIT) == (
            not helpful >> each & 1
        )
    assert set(FEATURES) == {"obstacle", "rough", "buildings", "bocage", "woods"}
    walls = [
        (one, other)
        for one in the_board.grid.names
        for other in members(the_board.across["seawall"][one])
        if the_board.hexside(one, other) == ("seawall",)
    ]
    assert walls
    assert all(
        terrain_and_defense.side_defense(*pair) == terrain_and_defense.NO_BENEFIT for pair in walls
    )
    assert "seawall" in HEXSIDES


@rule("omaha", "TEC.1a")
def test_benefits_do_not_add_up():
    # C1 has buildings and is attacked up a slope: doubled, not quadrupled.
    assert german_strength("1112 A/1/16", "C1", "A/1/16") == (2, 2)
    # Bocage attacked across a bluff from below, too.
    text = "0627 D/1/116; 0729 A/1/116"
    assert german_strength(text, "WN70", "A/1/116", "D/1/116", division=29) == (2, 2)


@rule("omaha", "TEC.1a")
@pytest.mark.parametrize(("house", "expected"), [("", (2, 2)), ("alternative", (2, 1))])
def test_each_counter_takes_its_better_benefit(house, expected):
    text = "0808 A/1/16" + (f"; house woods-behind-slope {house}" if house else "")
    assert german_strength(text, "WN60", "A/1/16") == expected


@rule("omaha", "8.31b", "TEC.3a")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("0709", "0710", (2, 1)),  # slope and shingle: shingle
        ("0709", "0909", (2, 2)),  # slope and slope
        ("0710", "0910", (2, 1)),  # shingle and ditch
        ("0710", "0810", (1, 1)),  # shingle and open ground
        ("0709", "0808", (1, 1)),  # slope and open ground
    ],
)
def test_of_several_hexsides_the_least_helpful_counts(first, second, expected):
    text = f"{first} A/1/16; {second} B/1/16"
    assert german_strength(text, "WN61", "A/1/16", "B/1/16") == expected


@rule("omaha", "TEC.3b")
def test_attackers_farther_off_do_not_matter_for_hexsides():
    assert german_strength("0709 A/1/16; 0711 D/1/16", "WN61", "A/1/16", "D/1/16") == (2, 2)


@rule("omaha", "TEC.3a")
def test_an_open_hexside_does_not_take_away_the_terrain_of_the_hex():
    text = "0806 A/1/16; 0808 B/1/16"
    assert german_strength(text, "WN60", "A/1/16", "B/1/16") == (2, 1)


@rule("omaha", "TEC.5b", "8.31b")
@pytest.mark.parametrize(("house", "expected"), [("", (2, 2)), ("alternative", (1, 1))])
def test_fire_up_a_bluff_counts_as_across_a_slope(house, expected):
    text = "1016 A/1/16; 0815 D/1/16"
    text += f"; house ranged-across-bluff-defense {house}" if house else ""
    assert german_strength(text, "WN64", "A/1/16", "D/1/16") == expected


# --- 8.32 two-hex WN


@rule("omaha", "8.32a", "8.32b")
def test_the_other_hex_of_a_wn_neither_helps_nor_suffers():
    table = in_action('0813 C/1/16; WN62N "2 BG"; WN62S "3 BG BR" depth "3 AR"')
    attack(table, "WN62N", "C/1/16")
    assert comparison(table)["german"] == 2
    assert table.unit[post("WN62N")] == EMPTY
    assert table.unit[post("WN62S")] != EMPTY
    assert table.depth[post("WN62S")] != NO_DEPTH
    assert not at(table.german_disrupted, "WN62S")
    assert not at(table.attacked, "WN62S")


# --- 8.33, 8.34


@rule("omaha", "8.33a", "UAT.results-g", "8.34a")
@pytest.mark.parametrize("name", ["3R/352", "8/2/916", "44"])
def test_units_of_the_352nd_in_communication_withdraw_to_the_division_pool(name):
    german = equipment().pieces.german_units[44].name if name == "44" else name
    table = in_action(f"1725 C/1/16, K/3/16; actions 9 9; E9 {german}")
    division = table.boxes["division"]
    attack(table, "E9", "C/1/16", "K/3/16")
    assert table.unit[post("E9")] == EMPTY
    assert table.boxes["division"] == division + 1
    assert [event.kind for event in events(table) if event.rule == "8.33"] == ["withdrawal"]
    assert table.arrivals[-1][1:] == (equipment().pieces.german_unit[german].index, 1)
    # 8.34 Nobody moves in.
    assert table.hex[unit("C/1/16")] == hex_("1725")


@rule("omaha", "8.33b", "UAT.results-g")
@pytest.mark.parametrize(
    ("text", "target"),
    [
        ('0915 C/1/16; WN64 "2 BG"', "WN64"),
        ("1725 C/1/16; E9 2/1/726", "E9"),
        ("1725 C/1/16; E9 3/1/726", "E9"),
    ],
)
def test_wn_units_and_the_716th_are_removed(text, target):
    table = in_action(text)
    division = table.boxes["division"]
    assert in_german_communication(table, equipment().posts[post(target)].hex)
    attack(table, target, "C/1/16")
    assert table.unit[post(target)] == EMPTY
    assert table.boxes["division"] == division
    assert [event.kind for event in events(table) if event.rule == "8.33"] == ["german-eliminated"]


@rule("omaha", "8.33a", "12.23a", "12.24b")
def test_a_surrounded_unit_withdraws_through_one_bocage_hex():
    # The example of 12.23: C2 traces through 1316, C3 cannot trace at all.
    text = """
        1512 E/2/16; 1514 M/3/16; 1315 I/3/16; 1212 G/2/16; 1216 L/3/16; 1014 F/2/16; 1116 K/3/16
        C2 7/2/916; C3 8/2/916; actions 9 9
    """
    table = in_action(text)
    division = table.boxes["division"]
    attack(table, "C2", "I/3/16", "K/3/16")
    assert table.unit[post("C2")] == EMPTY
    assert table.boxes["division"] == division + 1
    assert not in_german_communication(table, equipment().posts[post("C3")].hex)


@rule("omaha", "8.33b")
def test_a_unit_out_of_communication_is_removed():
    ring = "1725 C/1/16; 1726 A/1/16; 1824 B/1/16; 1826 K/3/16; 1925 E/2/16; 1926 F/2/16"
    table = in_action(f"{ring}; E9 3R/352")
    division = table.boxes["division"]
    attack(table, "E9", "C/1/16")
    assert table.unit[post("E9")] == EMPTY
    assert table.boxes["division"] == division


@rule("omaha", "8.34a")
def test_attackers_stay_where_they_are():
    table = in_action('0915 C/1/16; WN64 "2 BG"')
    attack(table, "WN64", "C/1/16")
    assert table.hex[unit("C/1/16")] == hex_("0915")
    assert table.unit[post("WN64")] == EMPTY


# --- the worked examples


@rule("omaha", "8.3a", "8.3c", "8.3d", "8.3e", "8.3f", "8.3g", "8.33b")
def test_us_attack_example_1():
    table = in_action("0915 E/2/16:2 hero; WN64 ?; actions 0 0")
    attack(table, "WN64", "E/2/16")
    play(table, "german-wn-09")  # strength 2, BZ BR
    seen = comparison(table)
    assert (seen["us"], seen["german"], seen["missing"]) == (4, 2, ["BR"])
    assert (seen["weapons"], seen["comparison"]) == (True, "double")
    assert seen["results"] == ["german_defeated"]
    assert table.unit[post("WN64")] == EMPTY
    assert table.paid_actions == (0, 0)


@rule("omaha", "8.3b", "8.3d", "8.3f", "8.3h", "8.31a", "8.1f")
def test_us_attack_example_2():
    table = in_action("0710 L/3/16; 0711 2/C/741:1; WN61 ? depth?")
    attack(table, "WN61", "L/3/16", "2/C/741")
    assert table.paid_actions == (0, 2)
    play(table, "german-wn-16", "depth-wn-depth-08")  # 2 BG MO; 1 AR RD
    first, second = (event.detail for event in events(table, "comparison"))
    assert (first["us"], first["german"], first["missing"]) == (8, 4, [])
    assert (first["comparison"], first["results"]) == ("double", ["reveal_depth_and_recheck"])
    assert (second["us"], second["german"], second["missing"]) == (8, 5, [])
    assert second["comparison"] == "greater"
    assert second["results"] == ["depth_eliminated", "german_disrupted"]
    assert table.depth[post("WN61")] == NO_DEPTH
    assert at(table.german_disrupted, "WN61")
    assert table.unit[post("WN61")] != EMPTY


@rule("omaha", "8.3d", "8.3h", "8.12a", "8.22a", "UAT.results-e")
def test_us_attack_example_3():
    table = in_action("""
        0914 I/3/16, G/2/16:1; 0915 L/3/16:2; 0814 Wyman; 0715 2/C/741
        command Wyman I/3/16 G/2/16 L/3/16 2/C/741
        1014 T? depth?
        actions 0 0
    """)
    attackers = tuple(unit(name) for name in ("I/3/16", "G/2/16", "L/3/16"))
    refusal = attacks.refuse_attack(table, unit("2/C/741"), post("1014"), attackers)
    assert refusal.rule == "8.12"
    attack(table, "1014", "I/3/16", "G/2/16", "L/3/16")
    play(table, "german-3/1/726", "depth-mobile-depth-01")
    first, second = (event.detail for event in events(table, "comparison"))
    assert (first["us"], first["german"], first["missing"]) == (12, 4, [])
    assert first["results"] == ["reveal_depth_and_recheck"]
    assert (second["us"], second["german"], second["missing"]) == (12, 6, ["FL"])
    assert (second["weapons"], second["comparison"]) == (False, "double")
    assert second["results"] == ["german_disrupted", "optional_attrition"]
    play(table, "unit-G/2/16")
    assert table.hex[unit("G/2/16")] < 0
    assert table.depth[post("1014")] == NO_DEPTH
    assert at(table.german_disrupted, "1014")
    assert table.unit[post("1014")] != EMPTY
    assert "G/2/16 in 0914 is eliminated by attrition." in texts(events(table, "eliminated"))


# --- odds before you commit


@rule("omaha", "8.3f")
def test_the_preview_of_an_attack_on_a_revealed_unit():
    table = in_action('0710 C/1/16:2; 0711 1/A/741; WN61 "2 BG MO" depth "1 AR RD"')
    attackers = (unit("C/1/16"), unit("1/A/741"))
    preview = attacks.attack_preview(table, post("WN61"), attackers, False)
    assert preview["strength"] == 8
    assert preview["weapons"] == ["AR", "BG", "BR", "BZ", "MG", "MO"]
    assert preview["terrain"] == {"unit": 2, "depth": 1}
    assert preview["german"]["strength"] == 5
    assert preview["german"]["missing"] == ["RD"]
    assert preview["german"]["results"] == []
    assert preview["chances"] == [{"results": [], "chance": 1.0}]
    assert {
        "weapons": True,
        "comparison": "equal",
        "results": ["german_disrupted"],
    } in preview["rows"]
    with_naval = attacks.attack_preview(table, post("WN61"), attackers, True)
    assert with_naval["strength"] == 17
    assert "NA" in with_naval["weapons"]


@rule("omaha", "8.3f")
def test_the_preview_of_an_attack_on_an_unrevealed_unit_weighs_what_it_may_be():
    # WN64 has no gun: nine units, of which C/1/16:1 (2, BG) defeats three of strength 1 with BG,
    # disrupts the one of strength 2 with BG, and falls short of the others.
    table = in_action("0915 C/1/16:1; WN64 ?")
    preview = attacks.attack_preview(table, post("WN64"), (unit("C/1/16"),), False)
    assert "german" not in preview
    chances = {tuple(each["results"]): round(each["chance"] * 9) for each in preview["chances"]}
    # Against strength 1 without the weapons the German is still disrupted at double strength.
    assert chances == {
        ("german_defeated",): 3,
        ("german_disrupted",): 1 + 3,
        ("us_disrupted", "german_gains_depth"): 2,
    }


@rule("omaha", "8.23a", "8.23c")
def test_the_preview_counts_on_the_hero():
    table = in_action('0915 C/1/16:2 hero; WN64 "2 BR BZ"')
    preview = attacks.attack_preview(table, post("WN64"), (unit("C/1/16"),), False)
    assert preview["hero"]
    assert preview["german"]["missing"] == ["BZ"]
    assert preview["german"]["results"] == ["german_defeated"]
