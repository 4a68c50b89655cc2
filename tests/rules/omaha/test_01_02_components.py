"""1 Introduction, 2 Game components: through the data, and what they do in play."""

from __future__ import annotations

from functools import cache

import pytest
from german import called

import beachhead
from beachhead.kernel.bits import members
from beachhead.kernel.chance import Dealer
from beachhead.kernel.play import CHANCE, Chance
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase, german_artillery
from beachhead.omaha.germans import depth, pools, reinforcements, revealing
from beachhead.omaha.landing import landing_and_tides, landing_checks
from beachhead.omaha.table.board import OmahaBoard, board
from beachhead.omaha.table.cards import deck
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.pieces import UNLIMITED, pieces
from beachhead.omaha.table.state import ARMOR_POSTS, EMPTY, NO_DEPTH, OmahaTable, equipment
from beachhead.omaha.us_actions import action_phase
from beachhead.omaha.us_combat import attacks
from beachhead.omaha.us_combat.weapons import own_weapons
from beachhead.omaha.victory import control
from situations import card, decision, hex_, options, play, post, run, table_of, unit


@cache
def decisions(players: int) -> tuple[tuple[str, str, str, bool, tuple[str, ...]], ...]:
    """The decisions of two games: seat, kind, prompt, whether by chance, options."""
    found = []
    for seed in (1, 2):
        state = beachhead.load("omaha").setup("first-waves", {"players": players})
        dealer = Dealer.of(seed)
        while not state.over and len(found) < 900 * seed:
            asked = state.decision
            ids = tuple(option.id for option in asked.options)
            chance = isinstance(asked, Chance)
            found.append((asked.seat, asked.kind, asked.prompt, chance, ids))
            weights = asked.weights if isinstance(asked, Chance) else None
            state.apply(ids[dealer.pick(len(ids), weights)])
    return tuple(found)


# --- 1


@rule("omaha", "1a", "1b")
def test_the_player_decides_for_the_us_and_cards_for_the_germans() -> None:
    assert {seat for seat, *_ in decisions(1)} == {"us", CHANCE}
    for seat, _, prompt, chance, ids in decisions(1):
        assert chance == (seat == CHANCE)
        if not chance:
            assert not any(each.startswith("german") for each in ids), prompt


@rule("omaha", "1c")
def test_a_turn_is_15_minutes_and_from_turn_17_on_30() -> None:
    assert [charts().turn(number).minutes for number in range(1, 33)] == [15] * 16 + [30] * 16
    assert (charts().turn(1).time, charts().turn(16).time) == ("0615", "1000")


@rule("omaha", "1d")
def test_the_extra_rules_begin_with_the_30_minute_turns() -> None:
    for limit in ("actions_per_division", "hits_per_marker", "catastrophic_loss"):
        assert charts().limit(limit, 16) != charts().limit(limit, 17)
    assert charts().limit("step_losses_per_unit_per_fire_phase", 17) is None
    table = table_of("turn 9\nWN62N ?")
    run(table, fire_phase.fire_phase)
    play(table, card(lambda each: any(square.action == "R" for square in each.squares)))
    assert table.boxes == table_of("turn 9\nWN62N ?").boxes, "no German actions before"


@rule("omaha", "1e")
def test_two_players_share_the_game_by_division() -> None:
    seats = {seat for seat, *_ in decisions(2)}
    assert seats == {"1st", "29th", CHANCE}
    for seat, _, prompt, _, _ in decisions(2):
        if "1st Division:" in prompt:
            assert seat == "1st"
        if "29th Division:" in prompt:
            assert seat == "29th"


# --- 2


@rule("omaha", "2a", "2b")
def test_chance_is_a_card_or_a_counter_drawn_blind() -> None:
    kinds = {kind for _, kind, _, chance, _ in decisions(1) if chance}
    assert {"draw"} <= kinds <= {"draw", "reveal"}
    for _, kind, _, chance, ids in decisions(1):
        if chance:
            starts = ("card-",) if kind == "draw" else ("german-", "depth-")
            assert all(each.startswith(starts) for each in ids)
    table = table_of("turn 9\nWN64 ?\nC2 T?")
    for name, how_many in (("WN64", 9), ("C2", 9)):
        run(table, revealing.reveal, post(name), "9.1", "")
        asked = decision(table)
        assert isinstance(asked, Chance)
        assert asked.kind == "reveal"
        assert len(asked.outcomes) == how_many


# --- 2.1 the map


@pytest.fixture(scope="module")
def the_map() -> OmahaBoard:
    return board()


@rule("omaha", "2.1a", "2.1b")
def test_low_ground_and_high_ground(the_map: OmahaBoard) -> None:
    low = the_map.terrain["beach"] | the_map.terrain["pavilion"] | the_map.terrain["draw"]
    assert the_map.low_ground == low
    assert the_map.high_ground == the_map.grid.all & ~low & ~the_map.terrain["water"]


@rule("omaha", "2.1c", "2.1d")
def test_the_sea_is_in_the_north_and_the_east_on_the_players_left(the_map: OmahaBoard) -> None:
    lines = {terrain: [the_map.grid.place(hex_)[0] for hex_ in members(the_map.terrain[terrain])]
             for terrain in ("beach", "high_ground")}  # fmt: skip
    assert min(lines["beach"]) < min(lines["high_ground"]) + 3
    assert max(lines["beach"]) < max(lines["high_ground"]), "the player sits at the sea"
    for line in range(20):
        places = {
            sector: [
                the_map.grid.place(hex_)[1]
                for hex_ in members(hexes)
                if the_map.grid.place(hex_)[0] == line
            ]
            for sector, hexes in the_map.sectors.items()
        }
        if places["east"] and places["west"]:
            assert max(places["east"]) < min(places["west"])
    boxes = [box.sector for box in the_map.box_row]
    assert boxes == ["east"] * 15 + ["west"] * 16


@rule("omaha", "2.1e")
def test_germans_stand_only_in_positions() -> None:
    assert {each.hex for each in equipment().posts if each.hex >= 0} == set(board().position_at)
    state = beachhead.load("omaha").setup("first-waves", seed=3)
    for _ in range(300):
        if state.over:
            break
        state.apply(state.decision.options[0])
        for name, seen in state.view()["table"]["germans"].items():
            assert board().hex(seen["hex"]) in board().position_at, name


@rule("omaha", "2.1f")
def test_every_position_has_one_of_six_colors(the_map: OmahaBoard) -> None:
    assert {each.color for each in the_map.positions} == {
        "red", "orange", "brown", "green", "blue", "purple",
    }  # fmt: skip
    assert {square.color for each in deck() for square in each.squares} == {
        each.color for each in the_map.positions
    }


@rule("omaha", "2.1g")
def test_two_hex_wns_are_marked_n_and_s(the_map: OmahaBoard) -> None:
    double = [each for each in the_map.positions if len(each.hexes) == 2]
    assert {each.name for each in double} == {"WN62", "WN65", "WN66", "WN68", "WN72"}
    for each in double:
        names = [
            equipment().posts[equipment().post_at[hex_number]].name for hex_number in each.hexes
        ]
        assert names == [f"{each.name}N", f"{each.name}S"]
    wn_62 = the_map.position["WN62"]
    assert [the_map.name(hex_number) for hex_number in wn_62.hexes] == ["0812", "0912"]


@rule("omaha", "2.1h")
def test_wns_with_a_gun_symbol_have_guns() -> None:
    table = beachhead.load("omaha").setup("first-waves").position
    for each in equipment().posts:
        if each.is_wn:
            units, _ = pools.unit_chances(table, each.index)
            assert {pieces().german_units[number].gun for number in units} == {each.gun}


@rule("omaha", "2.1i")
def test_the_wns_of_st_laurent_are_wns(the_map: OmahaBoard) -> None:
    for name in ("WN67", "WN69"):
        position = the_map.position[name]
        assert position.is_wn
        assert position.zone is None
        assert the_map.high_ground & position.area
    table = table_of("turn 9\nWN67 ?")
    run(table, depth.place_depth, "west", "9.2")
    assert table.boxes["wn_depth"] == table_of("turn 9").boxes["wn_depth"] - 1, "not a building"


@rule("omaha", "2.1j")
def test_zones_and_numbers(the_map: OmahaBoard) -> None:
    with_id = [each for each in the_map.positions if not each.is_wn and each.zone]
    assert {each.zone for each in with_id} == set("ABCDEFG")
    for each in with_id:
        assert each.number is not None
        assert 1 <= each.number <= 11
        assert each.name == f"{each.zone}{each.number}"
    assert len({each.name for each in with_id}) == len(with_id)


@rule("omaha", "2.1k")
def test_blank_positions_are_filled_only_by_tactical_reinforcements(the_map: OmahaBoard) -> None:
    blank = [each for each in the_map.positions if not each.is_wn and each.zone is None]
    assert the_map.hex("1014") in {each.hexes[0] for each in blank}
    table = table_of("turn 9\n1013 A/1/16")
    for _ in range(20):
        run(table, reinforcements.reinforce, ("A", "B", "C", "D", "E", "F", "G"), "9.3")
    blank_posts = [equipment().post_at[each.hexes[0]] for each in blank]
    assert all(table.unit[number] == EMPTY for number in blank_posts)
    tactical = table_of("turn 9\n0812 A/1/16:1\n1115 B/1/16\nWN64 ? depth TR")
    run(tactical, reinforcements.tactical_reinforcement, post("WN64"), False)
    assert tactical.unit[post("1014")] != EMPTY


@rule("omaha", "2.1l", "2.1n")
@pytest.mark.parametrize(("turn", "extended"), [(16, False), (17, True)])
def test_arrows_and_ambushes_are_for_the_extended_game(turn: int, extended: bool) -> None:
    start = f"scenario d-day-at-omaha-beach; turn {turn}"
    ambush = called("1314 C/1/16:2", 26, start=start)  # C3, red, is empty; a double red A
    assert (ambush.position.steps_left[unit("C/1/16")] == 1) == extended
    assert board().position["C3"].advance == ("C1",)
    advance = called("C3 T? depth?; 0505 C/1/16", 26, start=start)
    assert (advance.position.unit[post("C1")] != EMPTY) == extended


@rule("omaha", "2.1m")
def test_an_empty_position_neither_fires_nor_defends() -> None:
    wn_61 = board().position["WN61"]
    assert wn_61.color == "orange"
    near = board().name(next(members(wn_61.intense & ~board().submerged["mid"])))
    orange = card(lambda each: (square := each.square("orange")) is not None and not square.double)
    for germans, steps in (("", 3), ("WN61 ?", 2)):
        table = table_of(f"turn 3\n{near} A/1/16\n{germans}")
        run(table, fire_phase.fire_phase)
        play(table, orange)
        assert table.steps_left[unit("A/1/16")] == steps
    attack = table_of("turn 3\n0710 A/1/16")
    run(attack, action_phase.action_phase)
    assert "attack-WN61" not in options(attack)
    assert attacks.refuse_attack(attack, unit("A/1/16"), post("WN61")) is not None
    assert attacks.targets(attack) == []


@rule("omaha", "2.1o", "2.1p")
def test_fields_of_fire_are_made_of_dots_of_three_grades(the_map: OmahaBoard) -> None:
    for each in the_map.positions:
        assert each.fire == each.intense | each.steady | each.sporadic
        assert each.intense & each.steady == each.steady & each.sporadic == 0
    assert {intensity for intensity, _ in charts().fire} == {"intense", "steady", "sporadic"}


@rule("omaha", "2.1q")
def test_a_unit_in_a_box_lands_where_the_box_points() -> None:
    for box in board().box_row:
        for turn, tide in ((5, "low"), (9, "mid"), (16, "high")):
            to = box.lands_in(tide)  # type: ignore[arg-type]
            if to is not None:
                table = table_of(f"turn {turn}\nbox {box.name} A/1/16")
                run(table, landing_and_tides.land)
                assert table.hex[unit("A/1/16")] == to


@rule("omaha", "2.1r")
def test_exits_are_lettered_road_hexes_at_the_edge(the_map: OmahaBoard) -> None:
    assert sorted(the_map.exits) == list("ABCDEFG")
    for hex_number in the_map.exits.values():
        assert the_map.grid.adjacent[hex_number].bit_count() < 6
        assert any(the_map.along[kind][hex_number] for kind in the_map.along)
    assert control.exit_hexes() == the_map.grid.set(
        ["1001", "1902", "2015", "2022", "2025", "1435", "0635"]
    )
    assert not control.exit_hexes() & the_map.unlettered_exits


# --- 2.2 the playing pieces


@rule("omaha", "2.2a", "2.2b")
def test_us_units_have_steps_and_german_counters_backs() -> None:
    view = beachhead.load("omaha").setup("first-waves").view()["table"]
    for seen in view["pieces"].values():
        assert "face down" not in seen
    assert all(view["pieces"][each.name]["steps"] for each in equipment().units
               if each.name in view["pieces"])  # fmt: skip
    for seen in view["germans"].values():
        assert "steps" not in seen
        assert seen["face down"]
        assert seen["unit"] == "WN"


@rule("omaha", "2.21a")
def test_how_many_steps_a_formation_begins_with() -> None:
    battalions = {"62AFA", "58AFA", "7FA", "111FA"}
    for each in pieces().us_units:
        if each.regular_infantry:
            assert each.full_steps == 3
        elif each.name in battalions:
            assert each.full_steps == 4
        else:
            assert each.full_steps in (1, 2)


@rule("omaha", "2.21d", "2.21e")
def test_where_a_units_weapons_are_written() -> None:
    table = table_of("0714 A/1/16\n0715 B/1/16:2\n0716 C/1/16:1\n0717 62AFA:1\n0718 1/A/741:1")
    chart = charts().us_weapons
    assert own_weapons(table, unit("A/1/16")) == chart("infantry")
    for name, steps in (("B/1/16", 2), ("C/1/16", 1)):
        printed = pieces().us_unit[name].side(steps).weapons
        assert printed is not None
        assert own_weapons(table, unit(name)) == printed != chart("infantry")
    assert own_weapons(table, unit("62AFA")) == chart("sp_artillery")
    assert own_weapons(table, unit("1/A/741")) == chart("tank")
    for each in pieces().us_units:
        for side in each.sides:
            reduced_infantry = each.infantry and side.steps < each.full_steps
            assert (side.weapons is not None) == reduced_infantry


@rule("omaha", "2.21f", "2.21g")
def test_ranges() -> None:
    """8.12 is for those who can reach: a tank with range 5, artillery with range U."""
    assert pieces().us_unit["1/A/741"].side(2).range == 5
    assert pieces().us_unit["62AFA"].side(4).range == UNLIMITED
    near = table_of("turn 5\n0710 A/1/16\n0712 16HQ\n0713 1/A/741\nWN61 ?")
    far = table_of("turn 5\n0710 A/1/16\n0717 16HQ\n0718 1/A/741\nWN61 ?")
    for table in (near, far):
        run(table, action_phase.action_phase)
    target, tank, attackers = post("WN61"), unit("1/A/741"), (unit("A/1/16"),)
    assert attacks.refuse_attack(near, tank, target, attackers) is None
    too_far = attacks.refuse_attack(far, tank, target, attackers)
    assert too_far is not None
    assert too_far.rule == "8.11"
    guns = table_of("turn 9\n0710 A/1/16\n0711 16HQ\n0712 62AFA\nWN61 ?")
    run(guns, action_phase.action_phase)
    assert attacks.refuse_attack(guns, unit("62AFA"), target, attackers) is None


@rule("omaha", "2.21h", "2.21i")
def test_black_and_white_symbols() -> None:
    for each in pieces().us_units:
        for side in each.sides:
            black = each.armored or (each.infantry and side.steps >= 2)
            assert side.controls_adjacent == black, each.name
    table = table_of("1416 A/1/16\n1119 B/1/16:1")
    controlled = control.us_control(table)
    assert controlled == board().grid.within(1 << hex_("1416"), 1) | 1 << hex_("1119")


@rule("omaha", "2.22a", "2.22b")
def test_the_two_german_divisions() -> None:
    reinforcements = [each for each in pieces().german_units if each.kind != "wn"]
    for each in reinforcements:
        if each.kind != "armor":
            assert each.name.rpartition("/")[2] == str(each.regiment)
        assert each.division == (716 if each.regiment == 726 else 352)
    assert {each.regiment for each in reinforcements if each.kind != "armor"} <= {
        726, 916, 915, 352,
    }  # fmt: skip


@rule("omaha", "2.22c")
def test_a_units_codes_are_weapons_of_the_chart() -> None:
    codes = {code for each in pieces().german_units for code in each.requirements}
    assert codes <= set(charts().weapons)
    table = table_of("turn 5\n1115 A/1/16\nC2 7/2/916")
    run(table, action_phase.action_phase)
    german = attacks.attack_preview(table, post("C2"), (unit("A/1/16"),), False)["german"]
    assert set(german["requires"]) == {"FL", "BZ"} == pieces().german_unit["7/2/916"].requirements
    assert german["missing"] == ["FL"], "a company has bazookas, but is on one side only"


@rule("omaha", "2.22d", "2.22e")
def test_wn_guns_and_artillery_checks() -> None:
    assert {each.gun for each in pieces().german_units_of("wn")} == {"88", "75", "rocket", None}
    table = table_of("turn 5\nWN61 ?\nWN60 ?\nWN64 ?")
    assert german_artillery.guns_in(table, "east", ["88"]) == 2, "WN61 and the off-map gun"
    assert german_artillery.guns_in(table, "east", ["75"]) == 1
    west = table_of("turn 5\nWN69 ?")
    assert german_artillery.guns_in(west, "west", ["75", "88"]) == 1, "no rockets"


@rule("omaha", "2.22f")
def test_the_letter_names_the_pool() -> None:
    table = beachhead.load("omaha").setup("first-waves").position
    for box in ("tactical", "division", "kg_meyer"):
        assert len(pieces().german_units_of(box)) == table.boxes[box]
    assert len(pieces().german_units_of("armor")) == 4
    assert table.boxes["armor"] == 0, "in the variant only"
    drawn = table_of("turn 9\nC2 T?\nC3 D?")
    for name, kind in (("C2", "tactical"), ("C3", "division")):
        units, _ = pools.unit_chances(drawn, post(name))
        assert {pieces().german_units[each].kind for each in units} == {kind}


@rule("omaha", "2.23a")
def test_the_types_of_us_units() -> None:
    assert {each.type for each in pieces().us_units} == {
        "infantry", "heavy_infantry", "ranger", "tank", "artillery", "sp_artillery",
        "dukw_artillery", "anti_air", "sp_anti_air", "anti_tank",
    }  # fmt: skip
    assert len(pieces().engineer_bases) == 4
    assert len(pieces().hqs) == 4


@rule("omaha", "2.23b", "2.23c")
def test_what_is_armored() -> None:
    armored = {"tank", "sp_artillery", "sp_anti_air"}
    for each in pieces().us_units:
        assert each.armored == (each.type in armored), each.name


@rule("omaha", "2.24a")
def test_depth_lies_face_down_under_a_unit_and_goes_with_it() -> None:
    table = table_of("turn 9\nC2 T? depth?")
    assert table.depth[post("C2")] != NO_DEPTH
    pools.clear_post(table, post("C2"))
    assert table.depth[post("C2")] == NO_DEPTH
    run(table, depth.place_depth, "east", "9.2")
    assert all(each == NO_DEPTH for each in table.depth), "no unit, no depth"
    run(table, reinforcements.reinforce, ("C",), "9.3")
    run(table, depth.place_depth, "east", "9.2")
    assert [table.unit[number] != EMPTY for number, each in enumerate(table.depth)
            if each != NO_DEPTH] == [True]  # fmt: skip
    assert all(each < 0 for each in table.depth), "face down"


@rule("omaha", "2.24b")
def test_revealed_depth_adds_strength_and_requirements() -> None:
    alone = table_of("turn 5\n1115 A/1/16\nC2 7/2/916")
    deep = table_of("turn 5\n1115 A/1/16\nC2 7/2/916 mobile-depth-01")
    for table in (alone, deep):
        run(table, action_phase.action_phase)
    marker = pieces().depth_marker["mobile-depth-01"]
    assert _defense(deep) == _defense(alone) + 2 * marker.strength, "both doubled in the bocage"
    assert marker.requirements <= _needed(deep)
    assert _needed(alone) <= _needed(deep)


def _defense(table: OmahaTable) -> int:
    preview = attacks.attack_preview(table, post("C2"), (unit("A/1/16"),), False)
    return int(preview["german"]["strength"])


def _needed(table: OmahaTable) -> set[str]:
    preview = attacks.attack_preview(table, post("C2"), (unit("A/1/16"),), False)
    return set(preview["german"]["requires"])


@rule("omaha", "2.24c", "2.24d", "2.24e", "2.24f")
def test_which_marker_goes_where() -> None:
    table = table_of("turn 9")
    printed = [each for each in equipment().posts if each.index not in ARMOR_POSTS]
    sources = {each.name: pools.depth_source(table, each.index) for each in printed}
    for each in printed:
        expected = "wn" if each.is_wn else "building" if each.building else "mobile"
        assert sources[each.name] == expected
    assert set(sources.values()) == {"wn", "building", "mobile"}, "armor in the variant only"
    for armor in ARMOR_POSTS:
        assert pools.depth_source(table, armor) is None
        assert pools.depth_source(table_of("boxes armor_depth 1"), armor) == "armor"


# --- 2.3 the cards


@rule("omaha", "2.3a", "2.3b", "2.3c")
def test_54_cards_with_three_sections() -> None:
    assert [each.number for each in deck()] == list(range(1, 55))
    for each in deck():
        assert set(each.landing) == {"circle", "diamond", "triangle"}
        assert set(each.landing.values()) <= set("ABCD")
        assert len(each.squares) == 3
        assert each.target in each.landing
        assert all(each.effects(turn) for turn in range(2, 17))


@rule("omaha", "2.3d")
def test_a_draw_uses_one_section() -> None:
    mine = card(lambda each: each.mine)
    table = table_of("turn 9\nbox ER2 A/1/16\n0710 B/1/16\nWN61 ?\n0616 C/1/16")
    run(table, landing_checks.check_sector, "east")
    play(table, mine)
    assert table.steps_left[unit("B/1/16")] == 3, "a landing card does not fire"
    assert table.fire_cards == (0, 0)
    fired = table_of("turn 9\nbox ER2 A/1/16")
    run(fired, fire_phase.fire_phase)
    play(fired, mine)
    assert fired.steps_left[unit("A/1/16")] == 3, "a fire card sets off no mines"
    assert fired.boxes == table_of("turn 9").boxes, "and brings no event"


@rule("omaha", "2.3e")
def test_fire_cards_decide_infiltration_and_barrages() -> None:
    slip = table_of("turn 5\n0710 I/3/16\nWN61 ?\n0515 E/2/16")
    run(slip, action_phase.action_phase)
    play(slip, "act-I/3/16", "move-0709")
    asked = decision(slip)
    assert asked is not None
    assert (asked.kind, asked.rule) == ("draw", "7.32")
    play(slip, card(lambda each: each.square("orange") is None))
    assert slip.hex[unit("I/3/16")] == hex_("0709"), "no orange square on the card"
    guns = table_of("turn 5\n0612 1/A/741\nWN61 ?")
    run(guns, action_phase.action_phase)
    run(guns, attacks.barrage, unit("1/A/741"), post("WN61"))
    asked = decision(guns)
    assert asked is not None
    assert asked.kind == "draw"
    fits = card(lambda each: each.square("orange") is not None and each.target == "triangle")
    play(guns, fits)
    assert guns.german_disrupted >> post("WN61") & 1, "color and symbol of the fire section"
