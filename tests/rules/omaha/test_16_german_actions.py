"""16 German actions: who acts, in which order, and the German Action Summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from german import EXTENDED, actions, called, depth_in, disrupted, in_post, steps_left

from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.german_fire.german_artillery import gun_at
from beachhead.omaha.germans import pools
from beachhead.omaha.germans.action_summary import action_of, order
from beachhead.omaha.table.cards import Square
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import EMPTY, NO_DEPTH, equipment, put_in_hex
from beachhead.omaha.victory.control import fix_communication
from situations import draw, events, options, play, post, run, situation, table_of, texts, unit

EXAMPLES = {
    each["id"]: each
    for each in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
}


def action(text: str, position: str, symbol: str, *, double: bool = False) -> str | None:
    """What a position does on a square of its color."""
    table = table_of(f"{EXTENDED}; {text}")
    fix_communication(table)
    here = equipment().board.position[position]
    square = Square(here.color, double, symbol)  # type: ignore[arg-type]
    return action_of(table, here, square)


# --- the summary

HELD_WITH_TARGETS = {"WN60": "WN60 ?; 0609 A/1/16", "C3": "C3 T?; 1314 A/1/16"}
HELD_WITHOUT = {"WN60": "WN60 ?; 1314 A/1/16", "C3": "C3 T?; 0609 A/1/16"}
EMPTY_NEAR = {"WN60": "1314 A/1/16", "C3": "1314 A/1/16"}

SUMMARY = {
    "F": ("fire", None, None, "fire", None, None),
    "armor": ("fire", None, None, "fire", None, None),
    "star": ("fire", None, None, "fire", None, None),
    "R": ("fire", None, "re_occupy", "re_supply_and_fire", "redeploy", "reinforce"),
    "M": ("fire", "mortar", None, "fire", "mortar", None),
    "P": ("fire", None, None, "patrol", "patrol", None),
    "A": ("fire", "artillery_fire", None, "fire", "advance", "ambush"),
}


@rule("omaha", "16d", "16e", "16f", "16g", "16h", "16i", "14h")
@rule("omaha", "GAS.F", "GAS.R", "GAS.M", "GAS.P", "GAS.A-a", "GAS.A-b", "GAS.A-c", "GAS.A-f")
@pytest.mark.parametrize("symbol", SUMMARY)
def test_the_summary_decides_by_the_position_and_the_symbol(symbol: str) -> None:
    found = tuple(
        action(situations[position], position, symbol)
        for position in ("WN60", "C3")
        for situations in (HELD_WITH_TARGETS, HELD_WITHOUT, EMPTY_NEAR)
    )
    assert found == SUMMARY[symbol]


@rule("omaha", "GAS.armor", "GAS.star")
def test_armor_symbol_and_star_are_fire_with_a_bonus() -> None:
    armor, star = charts().german_actions["armor"], charts().german_actions["star"]
    assert (armor.hits_armor, armor.hits_leaders) == (True, False)
    assert (star.hits_armor, star.hits_leaders) == (False, True)
    text = "A2 1/1/726; 1010 1/A/741:2"  # steady, triangle, armored
    assert steps_left(called(text, 3), "1/A/741") == [1]  # single blue with the armor symbol
    assert steps_left(called(text, 52), "1/A/741") == [2]  # single blue M, triangle
    s = called("A2 1/1/726; 1010 16HQ", 27)  # blue star
    assert s.position.due[unit("16HQ")] == 19
    assert called("A2 1/1/726; 1010 16HQ", 52).position.due[unit("16HQ")] == -1


@rule("omaha", "GAS.star", "11.31b")
def test_a_general_alone_is_a_target_for_a_star_only() -> None:
    assert action("A2 T?; 1010 Cota", "A2", "star") == "fire"
    assert action("A2 T?; 1010 Cota", "A2", "F") is None
    assert action("A2 T?; 1010 Cota", "A2", "M") == "mortar"


# --- which positions are checked


@rule("omaha", "16a", "14h")
def test_occupied_positions_of_the_cards_colors_in_the_sector() -> None:
    s = called("A2 T? depth?; C3 T? depth?; A3 T? depth?; F5 T?; 0609 A/1/16", 21)
    # red A and blue M in the east; A3 is brown, F5 is blue but in the west
    assert actions(s) == {"WN60": "re_occupy", "C3": "advance", "A2": "mortar"}


@rule("omaha", "16b", "16l", "16.1a")
def test_empty_wns_in_communication() -> None:
    assert action("1314 A/1/16", "WN60", "R") == "re_occupy"
    ring = "; ".join(
        f"{name} {company}"
        for name, company in zip(
            ("0706", "0708", "0908"), ("A/1/16", "B/1/16", "C/1/16"), strict=True
        )
    )
    assert action(ring, "WN60", "R") is None  # cut off


@rule("omaha", "16c", "16l", "16.4a", "16.9a")
def test_empty_reinforcement_positions_near_a_us_unit() -> None:
    assert action("1315 A/1/16", "C3", "R") == "reinforce"  # two hexes
    assert action("1316 A/1/16", "C3", "R") is None  # three
    assert action("1315 16HQ", "C3", "R") == "reinforce"
    assert action("1315 Cota", "C3", "R") is None
    # out of communication: every hex around is occupied or controlled, and so are those behind
    cut_off = "1213 A/1/16; 1212 B/1/16; 1314 C/1/16; 1312 D/1/16; 1413 E/2/16; 1412 F/2/16"
    assert action(cut_off, "C3", "R") is None
    assert action("1314 A/1/16", "C3", "A") == "ambush"
    assert action("1113 Can/16; 1214 16HQ", "C3", "A") == "ambush"  # an HQ in its field
    assert action("1112 A/1/16", "C3", "A") is None  # near, but in no hex of its field


@rule("omaha", "16l", "16.9a")
def test_a_position_with_us_units_or_a_garrison_in_it_does_nothing() -> None:
    for symbol in ("R", "A"):
        assert action("1313 A/1/16", "C3", symbol) is None
        assert action("1313 16HQ", "C3", symbol) is None
        assert action("1314 A/1/16; garrison 1313", "C3", symbol) is None
    assert action("0807 A/1/16", "WN60", "R") is None
    assert action("1314 A/1/16; garrison 0807", "WN60", "R") is None


@rule("omaha", "16l", "16m", "6.4a")
def test_a_disrupted_unit_does_nothing_and_recovers_after_the_actions() -> None:
    s = called("A2 T? disrupted; 1009 A/1/16", 9)  # blue M
    assert "A2" not in actions(s)
    assert steps_left(s, "A/1/16") == [3]
    assert not s.position.german_disrupted
    assert events(s, "recover")
    # red is not on the card: no recovery
    assert called("C3 T? disrupted; 0609 A/1/16", 9).position.german_disrupted


@rule("omaha", "16n", "16o", "16p")
def test_double_symbols_call_only_positions_with_depth_and_empty_ones() -> None:
    alone, deep = "C3 T?; 1314 A/1/16", "C3 T? depth?; 1314 A/1/16"
    for symbol in ("F", "P", "M", "A"):
        assert action(alone, "C3", symbol) is not None
        assert action(alone, "C3", symbol, double=True) is None
        assert action(deep, "C3", symbol, double=True) is not None
        assert action(deep, "C3", symbol) is not None
    assert action("1314 A/1/16", "C3", "A", double=True) == "ambush"
    assert action("1314 A/1/16", "C3", "R", double=True) == "reinforce"
    assert action("1314 A/1/16", "WN60", "R", double=True) == "re_occupy"


@rule("omaha", "6.41b", "16o")
def test_a_disrupted_half_of_a_wn_counts_neither_for_depth_nor_for_fire() -> None:
    text = "WN62N ? depth? disrupted; WN62S ?; 0611 A/1/16"
    assert action(text, "WN62", "F", double=True) is None
    assert action(text, "WN62", "F") == "fire"


@rule("omaha", "EV.smoke-a")
def test_smoke_stops_fire_mortars_and_artillery_but_not_re_occupation() -> None:
    for symbol in ("F", "M", "A"):
        for targets in ("0609 A/1/16", "1314 A/1/16"):
            assert action(f"WN60 ?; {targets}; smoke WN60", "WN60", symbol) is None
    assert action("1314 A/1/16; smoke WN60", "WN60", "R") == "re_occupy"


# --- order


@rule("omaha", "16q", "16k")
def test_the_higher_number_comes_first_then_the_later_letter() -> None:
    table = table_of(EXTENDED)
    names = [equipment().board.positions[index].name for index in order(table, 21, "east")]
    assert names == [
        "WN65", "WN64", "WN60",
        "C10", "B9", "A9", "C8", "A8", "D7", "C7", "B7", "D5", "A4", "C3", "B3", "B2", "A2", "A1",
        "1014", "1119",
    ]  # fmt: skip
    table.house["letter-order"] = "alternative"
    names = [equipment().board.positions[index].name for index in order(table, 21, "east")]
    assert names[3:9] == ["C10", "A9", "B9", "A8", "C8", "B7"]


@rule("omaha", "16q")
def test_the_last_reinforcement_goes_to_the_higher_numbered_position() -> None:
    # A4 and 1014 are purple, and each could be reinforced
    text = "1210 A/1/16; 1114 E/2/16; boxes tactical 1 division 0"
    s = called(text, 21)
    assert in_post(s, "A4") != EMPTY
    assert in_post(s, "1014") == EMPTY
    assert any("no reinforcements left" in text for text in texts(events(s, "no-reinforcement")))


@rule("omaha", "16j", "14.12a")
def test_a_result_takes_effect_before_the_next_position_is_checked() -> None:
    # C8 (red, no. 8) is checked before C3 (red, no. 3): it kills the only unit in C3's field,
    # so C3 has no targets left and does nothing
    text = "C8 1/1/726; C7 3/1/726; 1715 A/1/16:1"
    s = called(text, 26)  # double red A, single purple armor, diamond? circle
    assert steps_left(s, "A/1/16") == [0]
    assert list(actions(s)) == ["C7"]
    s = called("C8 T? depth?; C7 3/1/726; 1715 A/1/16:1", 28)  # single red armor, no purple
    assert steps_left(s, "A/1/16") == [0]


@rule("omaha", "16j")
def test_fire_at_a_unit_that_is_gone_is_no_fire() -> None:
    # both fire at 1418: D7 (no. 7) first, and D3 then has nobody in its field of fire
    s = called("D7 1/1/726; D3 3/1/726; 1418 A/1/16:1", 22)  # single red R, single green M
    assert steps_left(s, "A/1/16") == [0]
    assert actions(s) == {"WN65": "re_occupy", "D7": "re_supply_and_fire", "D3": "mortar"}


@rule("omaha", "12.24a", "16b")
def test_communication_is_that_of_the_start_of_the_phase() -> None:
    # WN60 is cut off by K/3/16 in 0908 and others; K/3/16 dies on the east card
    text = "0706 A/1/16; 0708 B/1/16; 0908 C/1/16:2; 0907 K/3/16"
    s = situation(f"{EXTENDED}; {text}")
    run(s, fire_phase.fire_phase)
    posts = [post("WN60"), post("C3")]
    before = [s.position.network_at_fire >> each & 1 for each in posts]
    assert before == [0, 1]
    for each in ("A/1/16", "B/1/16", "C/1/16", "K/3/16"):
        put_in_hex(s.position, unit(each), -1)
    here = equipment().board.position["WN60"]
    assert action_of(s.position, here, Square("purple", False, "R")) is None
    fix_communication(s.position)
    assert action_of(s.position, here, Square("purple", False, "R")) == "re_occupy"


# --- 14.2 early German actions


@rule("omaha", "14a", "14.2a", "14.2b", "14h")
@pytest.mark.parametrize(
    ("turn", "variant", "acts", "limit"),
    [
        (16, "", False, 2),
        (17, "", True, 4),
        (11, "early-german-actions", False, 2),
        (12, "early-german-actions", True, 2),
        (16, "early-german-actions", True, 2),
        (17, "early-german-actions", True, 4),
    ],
)
def test_german_actions_begin_on_turn_17_or_by_option_on_turn_12(
    turn: int, variant: str, acts: bool, limit: int
) -> None:
    start = f"scenario d-day-at-omaha-beach; turn {turn}"
    if variant:
        start += f"; variants {variant}"
    s = situation(f"{start}; A2 T? depth?; WN60 ? depth?; 0609 A/1/16; 1213 B/1/16; 1113 16HQ")
    run(s, fire_phase.fire_phase)
    play(s, draw(34))  # single purple M, double blue A, single brown R
    assert bool(actions(s)) == acts
    assert f"hit limit {limit}" in texts(events(s, "fire"))[0]


@rule("omaha", "14.2b", "6.34a", "6.34d")
def test_before_turn_17_early_actions_leave_one_step_a_unit_and_the_most_hits() -> None:
    start = "scenario d-day-at-omaha-beach; turn 12; variants early-german-actions"
    # D7 (red) and D3 (green) both reach 1418; only D3 reaches 1320
    text = "D7 1/1/726; D3 3/1/726; 1418 A/1/16; 1418 B/1/16"
    s = called(text, 22, start=start)  # single red R, single green M, diamond
    # both fire, at different units: concentrated
    assert sorted(steps_left(s, "A/1/16", "B/1/16")) == [2, 2]
    s = called(text, 22)
    assert steps_left(s, "A/1/16", "B/1/16") == [1, 1]
    # D7 hits two of three, D3 only the one in 1418: so D7 must leave that one to D3
    text = "D7 1/1/726 depth?; D3 3/1/726; 1418 A/1/16; 1518 B/1/16; 1619 C/1/16"
    s = called(text, 22, start=start)
    assert not options(s)
    assert steps_left(s, "A/1/16", "B/1/16", "C/1/16") == [2, 2, 2]


# --- worked examples


def set_up(example: dict[str, Any]) -> str:
    lines = []
    for each in example["german"]:
        held = each["unit"]
        if held == "unrevealed":
            name = "T?"
        else:
            name = (
                held.get("designation") or f'"{held["strength"]} {" ".join(held["requirements"])}"'
            )
        depth = " depth?" if each["depth"] else ""
        lines.append(f"{each['position']} {name}{depth}")
    lines += [f"{each['hex']} {each['unit']}:{each['steps']}" for each in example["us"]]
    if "leaders" in example:
        lines.append("0909 Wyman wounded")
    return "; ".join(lines)


@rule("omaha", "16a", "16c", "16d", "16p", "GAS.R-a", "GAS.R-f", "GAS.M-d", "GAS.A-f", "16.4b")
def test_action_determination_example_1() -> None:
    example = EXAMPLES["german_action_1"]
    s = called(set_up(example), example["card"]["number"], example["sector"])
    while options(s):
        play(s, options(s)[0])
    did = actions(s)
    assert did == {
        "WN60": "fire",
        "A4": "reinforce",
        "A2": "fire",
        "C3": "ambush",
        "1014": "reinforce",  # half hidden in the picture: nobody in its field, so nothing comes
    }
    assert in_post(s, "A4") != EMPTY
    assert depth_in(s, "A4") != NO_DEPTH
    assert in_post(s, "1014") == EMPTY
    assert disrupted(s, "G/2/16") == [True]  # the ambush: circle, steady
    text = set_up(example)
    without_wn = text.split("; ", 1)[1]
    assert action(without_wn, "WN60", "R") == "re_occupy"
    german = text.split("; 1008")[0]
    assert action(german, "A2", "M") == "mortar"


@rule("omaha", "16a", "16o", "GAS.M-a", "GAS.M-f", "GAS.armor-a", "GAS.P-c")
def test_action_determination_example_2() -> None:
    example = EXAMPLES["german_action_2"]
    text = set_up(EXAMPLES["german_action_1"])
    s = called(text, example["card"]["number"], example["sector"])
    while options(s):
        play(s, options(s)[0])
    assert actions(s) == {"WN60": "fire", "A2": "fire", "C1": "patrol"}
    far = "; ".join(line for line in text.split("; ") if line.split()[0] in ("WN60", "1213"))
    assert action(far, "WN60", "M") == "mortar"


@rule("omaha", "GAS.R-f", "16.4a")
def test_an_empty_position_is_reinforced_only_in_communication_with_us_units_near() -> None:
    """A4 (1310, purple) on card 21, a single purple R."""
    assert actions(called("1210 A/1/16", 21))["A4"] == "reinforce"
    near = called("1109 A/1/16:1", 21)  # two hexes away
    assert in_post(near, "A4") != EMPTY
    assert depth_in(near, "A4") != NO_DEPTH
    far = called("1008 A/1/16:1", 21)  # three
    assert "A4" not in actions(far)
    # US units control all the ways to it: no path leads to an exit
    ring = "1210 A/1/16; 1309 E/2/16; 1410 F/2/16; 1311 G/2/16"
    cut_off = called(ring, 21)
    assert "A4" not in actions(cut_off)
    assert in_post(cut_off, "A4") == EMPTY
    assert not events(cut_off, "reinforcement")
    # one of them gone, and it is in communication again
    for gap in ring.split("; "):
        text = "; ".join(each for each in ring.split("; ") if each != gap)
        weak = called(text.replace("16;", "16:1;") + ":1", 21)
        assert actions(weak)["A4"] == "reinforce"


# --- 16.1 re-occupy

FALLEN = "seen wn-01 wn-04"


@rule("omaha", "16.1a", "16.1b", "16.1d", "GAS.R-c", "14h")
def test_an_empty_wn_is_re_occupied_face_up_by_a_random_lost_unit() -> None:
    s = called(f"0609 A/1/16; {FALLEN}", 1)  # single purple R
    assert options(s) == ["german-wn-01", "german-wn-04"]
    play(s, "german-wn-04")
    here = post("WN60")
    assert s.position.unit[here] == next(
        unit.index for unit in equipment().pieces.german_units if unit.name == "wn-04"
    )
    assert not s.position.face_down >> here & 1
    assert s.position.depth[here] == NO_DEPTH
    assert steps_left(s, "A/1/16") == [3]  # in its intense field of fire; it does not fire
    assert s.position.held_fire >> here & 1


@rule("omaha", "16.1b", "6.5c")
def test_units_with_artillery_do_not_come_back_and_a_returning_unit_has_no_gun() -> None:
    s = called("0609 A/1/16; seen wn-04 wn-10 wn-16 wn-18", 1)
    assert options(s) == ["german-wn-04"]
    play(s, "german-wn-04")
    assert equipment().posts[post("WN60")].gun == "75"
    assert gun_at(s.position, post("WN60")) is None


@rule("omaha", "16.1c")
def test_without_a_lost_unit_nothing_appears() -> None:
    s = called("0609 A/1/16", 1)
    assert in_post(s, "WN60") == EMPTY
    s = called("0609 A/1/16; WN66N wn-04; WN66S wn-01", 1)
    assert in_post(s, "WN60") == EMPTY


@rule("omaha", "16.11a")
def test_a_us_unit_in_one_hex_protects_a_two_hex_wn() -> None:
    s = called(f"0912 A/1/16; {FALLEN}", 11)  # single green R
    assert not options(s)
    assert in_post(s, "WN62N") == in_post(s, "WN62S") == EMPTY


@rule("omaha", "16.11b")
def test_both_hexes_of_a_two_hex_wn_are_re_occupied() -> None:
    s = called(f"0609 A/1/16; {FALLEN}", 11)
    play(s, "german-wn-01", "german-wn-04")
    assert EMPTY not in (in_post(s, "WN62N"), in_post(s, "WN62S"))


@rule("omaha", "16.1a", "GAS.R-b")
def test_a_half_held_wn_is_occupied_and_not_refilled() -> None:
    s = called(f"WN62S ?; 1314 A/1/16; {FALLEN}", 11)
    assert actions(s) == {}
    assert in_post(s, "WN62N") == EMPTY


@rule("omaha", "16.12a")
def test_too_few_units_go_to_the_hexes_closest_to_us_units() -> None:
    s = called("0612 A/1/16:1; seen wn-01", 11)
    play(s, "german-wn-01")
    assert in_post(s, "WN62N") != EMPTY
    assert in_post(s, "WN62S") == EMPTY
    s = called("1112 A/1/16:1; seen wn-01", 11)
    play(s, "german-wn-01")
    assert in_post(s, "WN62S") != EMPTY
    # two WNs of one color in one sector are rare: WN66 and WN69, brown, in the west
    s = called("1124 A/1/16:1; seen wn-01", 8, "west")
    play(s, "german-wn-01")
    assert in_post(s, "WN69") != EMPTY
    s = called("0521 A/1/16:1; seen wn-01", 8, "west")
    play(s, "german-wn-01")
    assert in_post(s, "WN66N") != EMPTY


@rule("omaha", "16.1b", "11.31c")
def test_a_general_alone_in_a_wn_is_captured() -> None:
    s = called(f"0609 A/1/16; 0807 Cota; {FALLEN}", 1)
    play(s, "german-wn-01")
    assert s.position.hex[unit("Cota")] == -1


@rule("omaha", "16.1b")
def test_units_knocked_out_face_down_may_come_back_too() -> None:
    # the bombardment knocked out one of nine crews, seven lie on the map, one was seen and lost
    plain = [each.name for each in equipment().posts if each.is_wn and each.gun is None]
    held = "; ".join(f"{name} ?" for name in plain if name not in ("WN62N", "WN64"))
    text = f"variants effective-bombardment; 0609 A/1/16; {held}; seen wn-01"
    s = called(text, 25)  # single blue R: WN64
    assert len(options(s)) == 9
    asked: Any = s._decision
    weights = dict(zip(options(s), asked.weights, strict=True))
    assert weights["german-wn-01"] == 8
    assert set(weights.values()) == {8, 1}
    play(s, "german-wn-02")
    assert in_post(s, "WN64") == equipment().pieces.german_units[1].index


# --- 16.2 re-supply


@rule("omaha", "16.2a", "16.2b", "GAS.R-d")
def test_a_lone_unit_in_communication_draws_depth_and_fires_with_it() -> None:
    s = called("A2 1/1/726; 1009 A/1/16; 1109 B/1/16; 1111 C/1/16", 4)  # single blue R
    assert depth_in(s, "A2") != NO_DEPTH
    assert "hit limit 4, eligible targets 3" in texts(events(s, "fire"))[0]
    assert steps_left(s, "A/1/16", "B/1/16", "C/1/16") == [2, 2, 2]


@rule("omaha", "16.2c")
def test_with_depth_or_out_of_communication_it_just_fires() -> None:
    s = called("A2 1/1/726 depth?; 1009 A/1/16", 4)
    assert not events(s, "depth")
    assert steps_left(s, "A/1/16") == [2]
    s = called("A2 1/1/726; 1009 A/1/16", 4, cut_off=("A2",))
    assert depth_in(s, "A2") == NO_DEPTH
    assert "hit limit 2" in texts(events(s, "fire"))[0]


@rule("omaha", "16.21a", "16.2b")
def test_a_lone_unit_re_supplies_and_fires_on_a_double_symbol() -> None:
    s = called("A2 1/1/726; 1009 A/1/16", 15)  # double blue R
    assert depth_in(s, "A2") != NO_DEPTH
    assert steps_left(s, "A/1/16") == [2]


@rule("omaha", "16.2c", "16.21a")
@pytest.mark.parametrize(("house", "left"), [("default", 3), ("alternative", 2)])
def test_a_lone_unit_that_gets_no_depth_does_not_fire_on_a_double_symbol(
    house: str, left: int
) -> None:
    text = f"A2 1/1/726; 1009 A/1/16; boxes mobile_depth 0; house lone-double-fire {house}"
    assert steps_left(called(text, 15), "A/1/16") == [left]
    assert steps_left(called(text, 4), "A/1/16") == [2]  # a single symbol


@rule("omaha", "16.2a")
def test_wns_do_not_re_supply() -> None:
    s = called("WN60 ?; 0609 A/1/16", 1)  # purple R
    assert depth_in(s, "WN60") == NO_DEPTH
    assert actions(s)["WN60"] == "fire"


# --- 16.3 redeploy


def redeployed(text: str, start: str, number: int, sector: str = "east") -> str | None:
    """Where a unit has redeployed to, if it has."""
    s = called(text, number, sector)
    moved = events(s, "german-moved")
    assert all(event.rule == "16.3" for event in moved)
    return next((str(e.detail["end"]) for e in moved if e.detail["start"] == start), None)


@rule("omaha", "16.3a", "16.3b", "16.32a", "GAS.R-e")
def test_a_unit_without_targets_moves_to_an_empty_position_that_has_some() -> None:
    # B9 (purple, no VP) is far from everybody; only C10 has L/3/16 in its field
    s = called("B9 T? depth?; 1913 A/1/16", 21)
    assert in_post(s, "B9") == EMPTY
    assert depth_in(s, "B9") == NO_DEPTH
    assert in_post(s, "C10") != EMPTY
    assert depth_in(s, "C10") != NO_DEPTH
    assert s.position.face_down == 1 << post("C10")  # still unrevealed
    assert steps_left(s, "A/1/16") == [3]


@rule("omaha", "16.32a")
def test_a_unit_that_redeployed_does_nothing_more_though_its_new_position_is_called() -> None:
    s = called("B9 T?; 1707 A/1/16", 21)  # purple R; B3 is blue, and a single blue M follows
    assert in_post(s, "B3") != EMPTY
    assert "B3" not in actions(s)
    assert steps_left(s, "A/1/16") == [3]  # in its intense field of fire
    assert steps_left(called("B3 T?; 1707 A/1/16", 21), "A/1/16") == [2]


@rule("omaha", "16.3a", "16.3c")
def test_no_redeployment_without_communication_or_destination() -> None:
    assert redeployed("B9 T?; 1913 A/1/16", "B9", 1) == "C10"
    # out of communication
    s = called("B9 T?; 1913 A/1/16", 1, cut_off=("B9",))
    assert in_post(s, "B9") != EMPTY
    s = called("B9 T?; 1913 A/1/16", 1, cut_off=("C10",))
    assert in_post(s, "B9") != EMPTY
    # no empty position of the sector has anybody in its field
    s = called("B9 T?; 0505 A/1/16", 1)
    assert in_post(s, "B9") != EMPTY
    assert events(s, "no-action")[0].rule == "16.3"
    # only in the other sector
    assert redeployed("B9 T?; 1133 A/1/116", "B9", 1) is None
    assert redeployed("F8 T?; 1133 A/1/116", "F8", 1, "west") is not None
    # the destination is held
    assert redeployed("B9 T?; C10 T?; 1913 A/1/16", "B9", 1) is None
    # by a US unit, or a garrison
    assert redeployed("B9 T?; 1913 A/1/16; 1912 B/1/16", "B9", 1) is None
    assert redeployed("B9 T?; 1913 A/1/16; garrison 1912", "B9", 1) is None


@rule("omaha", "16.3b", "16.3d")
def test_the_order_among_destinations() -> None:
    # a VP position before a lower number: 1413 is in the fields of C3, C5 (VP) and C6 (VP)
    assert redeployed("B9 T?; 1413 A/1/16", "B9", 1) == "C5"
    # the lower number: 1304 is in the fields of B2 and A9, both VP
    assert redeployed("B9 T?; 1304 A/1/16", "B9", 1) == "B2"
    # a position without a number counts as 0: 1017 is in the fields of D2 and 1119, not VP
    assert redeployed("B9 T?; 1017 A/1/16", "B9", 1) == "1119"
    # equal numbers: more US strength in the field of fire, of A1 (1007) or C1 (1012)
    text = "B9 T?; 1007 B/1/16:{}; 1012 C/1/16:{}"
    assert redeployed(text.format(1, 3), "B9", 1) == "C1"
    assert redeployed(text.format(3, 1), "B9", 1) == "A1"


@rule("omaha", "16.31a")
def test_from_a_vp_position_only_to_another() -> None:
    assert redeployed("C7 T?; 1913 A/1/16", "C7", 1) is None  # only C10, no VP
    assert redeployed("C7 T?; 1304 A/1/16", "C7", 1) == "B2"


@rule("omaha", "16.33a", "16q")
def test_two_units_for_one_position_the_higher_number_goes() -> None:
    # both are purple; B9 goes first and takes C5, and the other C6, the next best
    s = called("B9 T?; 1119 T?; 1413 A/1/16", 1)
    moves = [(e.detail["start"], e.detail["end"]) for e in events(s, "german-moved")]
    assert moves == [("B9", "C5"), ("1119", "C6")]


@rule("omaha", "16.34a")
def test_depth_changes_its_kind_with_the_position() -> None:
    # B9 has buildings, C5 has none
    s = called("B9 T? depth?; 1413 A/1/16; boxes building_depth 3 mobile_depth 5", 1)
    assert pools.depth_kind(depth_in(s, "C5")) == "mobile"
    boxes = s.position.boxes
    assert (boxes["building_depth"], boxes["mobile_depth"]) == (4, 4)
    assert events(s, "depth-exchanged")
    # C7 has none; 1310 (A4) has buildings
    s = called("C7 T? depth?; 1209 A/1/16; A6 T?", 1)
    assert in_post(s, "A4") != EMPTY
    assert pools.depth_kind(depth_in(s, "A4")) == "building"
    # no marker of the other kind in the pool: it keeps its own
    s = called("B9 T? depth?; 1304 A/1/16; boxes mobile_depth 0", 1)
    assert pools.depth_kind(depth_in(s, "B2")) == "building"


# --- 16.4 reinforce


@rule("omaha", "16.4a", "16.4b", "16.4e")
def test_a_vp_position_is_reinforced_with_depth_and_does_not_fire() -> None:
    s = called("1209 A/1/16", 1)  # purple R; A4, steady
    assert in_post(s, "A4") != EMPTY
    assert depth_in(s, "A4") != NO_DEPTH
    assert s.position.face_down >> post("A4") & 1
    assert s.position.held_fire >> post("A4") & 1
    assert steps_left(s, "A/1/16") == [3]
    # without a target too: A7 (green, VP) is within two hexes of 1408 and has no dot there
    assert in_post(called("1408 A/1/16", 11), "A7") != EMPTY


@rule("omaha", "16.4c", "16.4d")
def test_another_position_needs_us_units_in_intense_or_steady_fire() -> None:
    assert in_post(called("1115 A/1/16", 1), "1014") != EMPTY  # steady
    assert in_post(called("1009 A/1/16", 4), "A2") != EMPTY  # intense
    assert in_post(called("1008 A/1/16", 4), "A2") == EMPTY  # sporadic
    assert in_post(called("1112 A/1/16", 1), "1014") == EMPTY  # none


@rule("omaha", "16.4b")
@pytest.mark.parametrize(
    ("boxes", "house", "kind"),
    [
        ("tactical 2 division 2", "default", "tactical"),
        ("tactical 0 division 2", "default", "division"),
        ("tactical 2 division 2", "alternative", "division"),
        ("tactical 0 division 0", "default", None),
    ],
)
def test_the_pool_of_the_reinforce_action(boxes: str, house: str, kind: str | None) -> None:
    s = called(f"1209 A/1/16; boxes {boxes}; house reinforce-pool {house}", 1)
    came = events(s, "reinforcement")
    assert [event.detail["pool"] for event in came] == ([kind] if kind else [])
    assert (depth_in(s, "A4") != NO_DEPTH) == (kind is not None)


# --- what is told


@rule("omaha", "16d")
def test_the_log_says_which_position_acts_and_why() -> None:
    s = called("A2 T?; 1314 A/1/16", 52)  # double purple armor, single blue M
    (told,) = [each for each in events(s, "german-action") if each.detail["position"] == "A2"]
    assert told.text == ("A2 (blue M) is held, with no US unit in its field of fire: mortar fire.")
    assert told.rule == "16.5"
    s = called("1931 A/1/116", 20)
    assert texts(events(s, "no-fire")) == [
        "No position of these colors in the east sector has anything to do."
    ]
