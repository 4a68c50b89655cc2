"""6 German fire by positions. Artillery (6.5) is in test_06_artillery.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beachhead.kernel.bits import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fields_of_fire, fire_phase
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable, equipment
from situations import (
    decision,
    events,
    hex_,
    options,
    play,
    post,
    run,
    situation,
    table_of,
    texts,
    unit,
)

EXAMPLES = {
    example["id"]: example
    for example in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
}


def fired(text: str, number: int, sector: str, *choices: str) -> State[OmahaTable]:
    """A situation after one sector's fire card has been resolved as far as the choices go."""
    s = situation(text)
    run(s, fire_phase.read_card, number, sector)
    play(s, *choices)
    return s


def left(s: State[OmahaTable], name: str) -> int:
    return s.position.steps_left[unit(name)]


def disrupted(s: State[OmahaTable], name: str) -> bool:
    return bool(s.position.disrupted >> unit(name) & 1)


def recorded(s: State[OmahaTable], *names: str) -> dict[str, int]:
    return {name: left(s, name) for name in names}


# --- 4.III, 6: the phase


@rule("omaha", "6a", "4.III-a", "6.22b")
def test_one_card_a_sector_and_the_east_is_resolved_before_the_wests_card_is_drawn() -> None:
    s = situation("""
        turn 2
        WN65N ?; WN70 ?
        0616 A/1/16; 0618 E/2/16                # equal targets for WN65: a choice in the east
        0427 G/2/116
    """)
    run(s, fire_phase.fire_phase)
    assert len(options(s)) == 54
    play(s, "card-8")  # red single
    assert options(s) == ["hit-A/1/16", "hit-E/2/16"]
    assert left(s, "G/2/116") == 3
    play(s, "hit-E/2/16")
    assert recorded(s, "A/1/16", "E/2/16", "G/2/116") == {"A/1/16": 3, "E/2/16": 2, "G/2/116": 3}
    assert len(options(s)) == 53
    assert "card-8" not in options(s)
    play(s, "card-2")
    assert left(s, "G/2/116") == 2
    assert s.position.fire_cards == (8, 2)
    assert decision(s) is None


@rule("omaha", "6a", "EF-a")
def test_easy_fox_draws_no_card_for_the_west() -> None:
    s = situation("scenario easy-fox; turn 2; WN65N ?; 0616 A/1/16")
    run(s, fire_phase.fire_phase)
    play(s, "card-8")
    assert decision(s) is None
    assert s.position.fire_cards == (8, 0)


@rule("omaha", "4.III-b", "6.5b", "6.4d")
def test_positions_then_artillery_then_recovery() -> None:
    s = fired(
        "turn 4; WN61 ?; WN65N ? disrupted; WN65S ?; WN60 ?; 0508 L/3/16; 0606 C/1/16",
        4,
        "east",
    )
    kinds = [event.kind for event in events(s)]
    assert kinds.index("fire") < kinds.index("artillery") < kinds.index("recover")


@rule("omaha", "6b", "6c", "6.1c", "9.1b")
@pytest.mark.parametrize("face", ["?", '"2 BG MO"'])
def test_revealed_or_not_a_unit_fires_and_stays_as_it_lies(face: str) -> None:
    s = fired(f"WN61 {face}; 0508 A/1/16; C3 T?; 1213 E/2/16", 5, "east")
    assert left(s, "A/1/16") == 2
    assert bool(s.position.face_down >> post("WN61") & 1) == (face == "?")
    assert left(s, "E/2/16") == 2
    assert s.position.face_down >> post("C3") & 1


@rule("omaha", "6.1a", "6.1b")
def test_a_fire_card_has_three_colors_a_symbol_and_perhaps_an_artillery_value() -> None:
    for card in cards.deck():
        assert len({square.color for square in card.squares}) == 3
        assert card.target in ("diamond", "triangle", "circle")
    assert 0 < sum(card.artillery is not None for card in cards.deck()) < 54


@rule("omaha", "6.1d", "6.3b")
def test_a_double_symbol_needs_a_depth_marker_in_one_hex_of_the_position() -> None:
    for text, steps_left in (
        ("WN61 ?", 3),
        ("WN61 ? depth?", 2),
        ("WN65N ?; WN65S ?", 3),
        ("WN65N ? depth?; WN65S ?", 2),
        ("WN65N ?; WN65S ? depth?", 2),
    ):
        s = fired(f"{text}; 0508 A/1/16; 0615 E/2/16", 1, "east")  # double orange, double red
        target = "A/1/16" if "WN61" in text else "E/2/16"
        assert left(s, target) == steps_left, text


@rule("omaha", "6.1g")
def test_letters_on_the_card_do_nothing_in_the_first_sixteen_turns() -> None:
    """Whatever the letter, an occupied position fires and an empty one, here C3, does nothing."""
    letters = {}
    for card in cards.deck():
        square = card.square("red")
        if square is not None and not square.double and square.action not in ("star", "armor"):
            letters[square.action] = card.number
    assert len(letters) > 2
    for number in letters.values():
        s = situation("turn 3; 1212 A/1/16; WN65N ?; 0616 E/2/16; 1213 G/2/16")
        before = [*s.position.unit, *s.position.depth, s.position.boxes]
        run(s, fire_phase.read_card, number, "east")
        assert recorded(s, "A/1/16", "E/2/16", "G/2/16") == {"A/1/16": 3, "E/2/16": 2, "G/2/16": 3}
        assert s.position.disrupted == 0
        assert [*s.position.unit, *s.position.depth, s.position.boxes] == before


# --- 6.2 fields of fire


@rule("omaha", "6.2a", "6.2b")
@pytest.mark.parametrize("name", ["wn62", "wn65", "c1"])
def test_the_fields_of_fire_of_the_illustration(name: str) -> None:
    example = EXAMPLES[f"field_of_fire_{name}"]
    board = equipment().board
    position = board.position[example["position"].split()[0]]
    for where, dot in example["dots"].items():
        assert position.intensity(board.hex(where)) == dot
    assert set(board.grid.names_of(position.fire)) == set(example["dots"])


@rule("omaha", "6.2a", "6.2b")
def test_a_unit_outside_the_field_of_fire_is_not_fired_upon() -> None:
    s = fired("WN61 ? depth?; 0513 A/1/16; 0512 E/2/16", 5, "east")
    assert recorded(s, "A/1/16", "E/2/16") == {"A/1/16": 3, "E/2/16": 2}


@rule("omaha", "6.21a")
@pytest.mark.parametrize("posts", ["WN62N ?", "WN62S ?", "WN62N ?; WN62S ?"])
def test_a_two_hex_wn_has_its_whole_field_with_either_hex(posts: str) -> None:
    for where in ("0610", "0615", "0911", "1012"):
        s = fired(f"{posts}; {where} A/1/16", 19, "east")
        assert left(s, "A/1/16") == 2


@rule("omaha", "6.22a", "6.22b", "6.22c")
def test_wn65_fires_across_the_boundary_on_the_east_card_only() -> None:
    across = EXAMPLES["field_of_fire_wn65"]["west_sector_hexes"]
    board = equipment().board
    own = board.position["WN65"]
    assert set(board.grid.names_of(own.fire & board.sectors["west"])) == set(across)
    for where in across:
        s = fired(f"WN65N ?; {where} G/2/116", 5, "east")  # single red, diamond
        hurt = left(s, "G/2/116") == 2
        assert hurt if own.intensity(hex_(where)) != "sporadic" else disrupted(s, "G/2/116")
        s = fired(f"WN65N ?; {where} G/2/116", 5, "west")
        assert left(s, "G/2/116") == 3
        assert not disrupted(s, "G/2/116")


@rule("omaha", "6.23a")
def test_fields_of_fire_of_one_color_never_overlap() -> None:
    seen: dict[str, int] = {}
    for position in equipment().board.positions:
        assert not seen.get(position.color, 0) & position.fire, position.name
        seen[position.color] = seen.get(position.color, 0) | position.fire


@rule("omaha", "6.23b")
def test_the_doubtful_dots_between_c1_and_c5_are_those_of_c5() -> None:
    example = EXAMPLES["abutting_fields"]
    assert example["hexes"] == ["1313", "1314"]
    for where in example["hexes"]:
        s = fired(f"C1 T?; {where} A/1/16", 13, "east")
        assert left(s, "A/1/16") == 3
        assert not disrupted(s, "A/1/16")
        s = fired(f"C5 T?; {where} A/1/16", 13, "east")
        assert disrupted(s, "A/1/16")


# --- 6.3 resolving fire


def example_situation(example: dict[str, Any]) -> str:
    lines = ["turn 3"]
    lines += [f"{row['hex']} {row['unit']}:{row['steps']}" for row in example["us"]]
    lines += [f"{row['position']} ? {'depth?' * row['depth']}" for row in example["german"]]
    return "\n".join(lines)


@rule("omaha", "6.3a", "6.3c", "6.3d", "6.1c", "6.1d", "6.31a", "6.31b", "6.31c")
def test_german_fire_example_1() -> None:
    example = EXAMPLES["german_fire_1"]
    s = fired(example_situation(example), example["card"]["number"], "west")
    assert decision(s) is None
    assert recorded(s, "G/2/116", "F/2/116", "5-6/397", "2/C/743", "A/1/116", "C/2R") == {
        "G/2/116": 2,
        "F/2/116": 2,
        "5-6/397": 2,
        "2/C/743": 2,
        "A/1/116": 3,
        "C/2R": 2,
    }
    shaken = [row["unit"] for row in example["us"] if disrupted(s, row["unit"])]
    assert shaken == ["C/2R"]
    firing = [event.detail["position"] for event in events(s, "fire")]
    assert firing == example["fires"]


@rule("omaha", "6.3a", "6.3c", "6.3d", "6.1f", "6.36a", "6.31a", "6.31b")
def test_german_fire_example_2() -> None:
    example = EXAMPLES["german_fire_2"]
    s = fired(example_situation(example), example["card"]["number"], "west")
    assert recorded(s, "G/2/116", "F/2/116", "5-6/397", "2/C/743", "A/1/116", "C/2R") == {
        "G/2/116": 2,
        "F/2/116": 3,
        "5-6/397": 2,
        "2/C/743": 1,
        "A/1/116": 3,
        "C/2R": 2,
    }
    assert s.position.disrupted == 0
    assert [event.detail["position"] for event in events(s, "fire")] == example["fires"]


REVEALED = equipment().pieces.german_units_of("tactical")[0].name


@rule(
    "omaha",
    "GFC.intense-a",
    "GFC.intense-b",
    "GFC.steady-a",
    "GFC.steady-b",
    "GFC.sporadic-a",
    "GFC.sporadic-b",
    "6.3c",
    "6.3d",
    "6.33a",
    "6.33b",
)
@pytest.mark.parametrize("dot", ["intense", "steady", "sporadic"])
@pytest.mark.parametrize("firer", ["WN61 ?", 'WN61 "2 BG MO"', "B4 T?", f"B4 {REVEALED}"])
def test_the_fire_chart(firer: str, dot: str) -> None:
    """Card 5: single orange, diamond, no armor bonus."""
    hexes = {"WN61": ("0611", "0508", "0607"), "B4": ("1405", "1404", "1403")}
    position = equipment().board.position[firer.split(maxsplit=1)[0]]
    where = hexes[position.name][["intense", "steady", "sporadic"].index(dot)]
    assert position.intensity(hex_(where)) == dot
    unrevealed = firer == "B4 T?"
    # infantry with the symbol, infantry without it, a tank with it, a tank without
    for name, armored, matches in (
        ("A/1/16", False, True),
        ("G/2/16", False, False),
        ("1/B/741", True, True),
        ("1/A/741", True, False),
    ):
        s = fired(f"{firer}; {where} {name}", 5, "east")
        full = equipment().units[unit(name)].full_steps
        hit = dot == "intense" or (matches and not armored)
        assert left(s, name) == full - (hit and dot != "sporadic")
        assert disrupted(s, name) == (hit and (unrevealed or dot == "sporadic"))


# --- 6.31 hit limits


@rule("omaha", "6.31a")
def test_the_hit_limit_is_units_and_depth_markers() -> None:
    fronts = "0329 A/1/116; 0330 B/1/116; 0331 E/2/116; 0332 F/2/116"
    for posts, limit in (
        ("WN72N ?", 1),
        ("WN72N ? depth?", 2),
        ("WN72N ?; WN72S ?", 2),
        ("WN72N ? depth?; WN72S ?", 3),
        ("WN72N ? depth?; WN72S ? depth?", 4),
    ):
        s = situation(f"{posts}; {fronts}")
        run(s, fire_phase.read_card, 11, "west")
        while choices := options(s):
            play(s, choices[0])
        hurt = sum(left(s, name) == 2 for name in ("A/1/116", "B/1/116", "E/2/116", "F/2/116"))
        assert hurt == limit, posts


@rule("omaha", "6.31b")
def test_hits_go_to_intense_then_steady_then_sporadic_hexes() -> None:
    # from WN70: 0426 intense at three hexes, 0327 steady at four, 0625 sporadic at three
    near_first = "0426 G/2/116:1; 0327 C/1/116:1; 0625 H/2/116"
    s = fired(f"WN70 ?; {near_first}", 20, "west")
    assert (left(s, "G/2/116"), left(s, "C/1/116"), disrupted(s, "H/2/116")) == (0, 1, False)
    s = fired(f"WN70 ? depth?; {near_first}", 20, "west")
    assert (left(s, "G/2/116"), left(s, "C/1/116"), disrupted(s, "H/2/116")) == (0, 0, False)
    s = fired(f"WN70 ?; {near_first.split('; ', 1)[1]}", 20, "west")
    assert (left(s, "C/1/116"), disrupted(s, "H/2/116")) == (0, False)
    s = fired("WN70 ?; 0625 H/2/116", 20, "west")
    assert disrupted(s, "H/2/116")


@rule("omaha", "6.31c")
def test_the_nearer_then_the_stronger_then_the_players_choice() -> None:
    # 0527 is two hexes from WN70, 0327 four
    s = fired("WN70 ?; 0327 G/2/116; 0527 C/1/116:1", 20, "west")
    assert recorded(s, "G/2/116", "C/1/116") == {"G/2/116": 3, "C/1/116": 0}
    s = fired("WN70 ?; 0626 G/2/116:2; 0527 C/1/116", 20, "west")
    assert recorded(s, "G/2/116", "C/1/116") == {"G/2/116": 2, "C/1/116": 2}
    s = fired("WN70 ?; 0626 G/2/116; 0527 C/1/116", 20, "west")
    assert options(s) == ["hit-C/1/116", "hit-G/2/116"]
    asked = decision(s)
    assert asked is not None
    assert asked.rule == "6.31"
    play(s, "hit-G/2/116")
    assert recorded(s, "G/2/116", "C/1/116") == {"G/2/116": 2, "C/1/116": 3}


@rule("omaha", "6.31c")
def test_the_distance_to_a_two_hex_wn_is_to_its_nearer_hex() -> None:
    table, wn72 = table_of(""), equipment().board.position["WN72"].index
    assert fields_of_fire.distance(table, wn72, hex_("0430")) == 1
    assert fields_of_fire.distance(table, wn72, hex_("0731")) == 1


@rule("omaha", "6.31c")
def test_with_two_players_the_division_that_is_hit_chooses() -> None:
    s = fired("players 2; WN65N ?; 0616 A/1/16; 0618 E/2/16", 8, "east")
    asked = decision(s)
    assert asked is not None
    assert asked.seat == "1st"
    s = fired("players 2; WN65N ?; 0519 A/1/116; 0619 B/1/116", 8, "east")
    asked = decision(s)
    assert asked is not None
    assert asked.seat == "29th"


# --- 6.32, 6.33 losses and disruption


@rule("omaha", "6.32a", "6.32b", "2.21b", "2.21c")
def test_a_hit_turns_the_counter_exchanges_it_and_at_last_removes_it() -> None:
    s = situation("WN61 ?; 0611 A/1/16")
    unit_ = equipment().units[unit("A/1/16")]
    for steps_left in (2, 1, 0):
        run(s, fire_phase.read_card, 5, "east")
        s.position.lost_step = 0
        assert left(s, "A/1/16") == steps_left
        if steps_left:
            assert unit_.side(steps_left).strength < unit_.side(steps_left + 1).strength
    assert s.position.hex[unit("A/1/16")] < 0


@rule("omaha", "6.33c", "6.31c")
def test_a_disrupted_unit_absorbs_another_disruption_without_effect() -> None:
    # both three hexes from WN70 and sporadic; the one with more steps comes first
    text = "WN70 ?; 0725 C/1/116:2; 0625 G/2/116 disrupted"
    s = fired(text, 20, "west")
    assert disrupted(s, "G/2/116")
    assert not disrupted(s, "C/1/116")
    assert left(s, "G/2/116") == 3
    assert not events(s, "disrupted")
    s = fired(f"house spread-disruption alternative; {text}", 20, "west")
    assert disrupted(s, "C/1/116")


@rule("omaha", "6.31a", "6.31c", "GFC.sporadic-a")
def test_the_hit_limit_holds_for_disruption_too() -> None:
    # all three hexes from WN70, sporadic, diamond, three steps
    targets = {"0428": "C/1/116", "0625": "G/2/116", "0725": "H/2/116"}
    for depth, limit in (("", 1), ("depth?", 2)):
        s = situation(f"WN70 ? {depth}; " + "; ".join(map(" ".join, targets.items())))
        run(s, fire_phase.read_card, 20, "west")
        assert options(s) == ["hit-C/1/116", "hit-G/2/116", "hit-H/2/116"]
        while choices := options(s):
            play(s, choices[0])
        assert sum(disrupted(s, name) for name in targets.values()) == limit


@rule("omaha", "6.33d")
def test_one_position_may_disrupt_a_unit_and_another_cost_it_a_step() -> None:
    s = fired("WN70 ?; WN72N ?; 0429 C/1/116", 20, "west")
    assert left(s, "C/1/116") == 2
    assert disrupted(s, "C/1/116")


# --- 6.34 one step a phase, and the most units


@rule("omaha", "6.34a", "6.34c")
def test_several_positions_cost_a_unit_only_one_step() -> None:
    s = fired("WN70 ?; WN71 ?; WN72N ? depth?; 0330 A/1/116", 22, "west")
    assert left(s, "A/1/116") == 2
    s = fired("WN70 ?; WN71 ?; 0427 A/1/116", 22, "west")
    assert left(s, "A/1/116") == 2
    assert any("Excess hits" in text for text in texts(events(s, "fire")))


@rule("omaha", "6.34a", "6.34b")
def test_the_limit_is_for_the_whole_phase_and_surplus_hits_go_elsewhere() -> None:
    # 0520 and 0519 are in the fields of WN65 (east, red) and WN66 (west, brown)
    s = situation("turn 2; WN65N ?; WN66N ?; 0619 G/2/116; 0523 A/1/116")
    run(s, fire_phase.fire_phase)
    play(s, "card-8")
    assert left(s, "G/2/116") == 2
    play(s, "card-34")  # brown: 0619 and 0523 are intense, 0619 nearer
    assert left(s, "G/2/116") == 2
    assert left(s, "A/1/116") == 2
    assert s.position.lost_step == 0
    s = situation("turn 2; WN65N ?; WN66N ?; 0619 G/2/116")
    run(s, fire_phase.fire_phase)
    play(s, "card-8", "card-34")
    assert left(s, "G/2/116") == 2


@rule("omaha", "6.34d")
def test_position_b_hits_the_shared_unit_and_position_a_the_other_two() -> None:
    """The example of 6.34: WN70 may hit two of three, WN71 only the one in 0427."""
    s = fired("WN70 ? depth?; WN71 ?; 0427 F/2/116; 0426 A/1/116; 0526 B/1/116", 44, "west")
    assert recorded(s, "F/2/116") == {"F/2/116": 2}  # double red, single green
    assert recorded(s, "A/1/116", "B/1/116") == {"A/1/116": 2, "B/1/116": 2}
    assert decision(s) is None
    by = {event.detail["position"]: event.text for event in events(s, "fire")}
    assert "F/2/116" in by["WN71"]
    assert "F/2/116" not in by["WN70"]


@rule("omaha", "6.34d", "6.31c")
def test_between_positions_that_want_the_same_unit_the_player_chooses() -> None:
    # both want 0427 first (intense); WN70 also 0626 (steady), WN71 also 0430 (steady)
    s = fired("WN70 ?; WN71 ?; 0427 A/1/116; 0626 G/2/116; 0430 C/1/116", 22, "west")
    assert options(s) == ["WN70-hits-A/1/116", "WN71-hits-A/1/116"]
    t = s.copy()
    play(s, "WN70-hits-A/1/116")
    assert recorded(s, "A/1/116", "G/2/116", "C/1/116") == {
        "A/1/116": 2,
        "G/2/116": 3,
        "C/1/116": 2,
    }
    play(t, "WN71-hits-A/1/116")
    assert recorded(t, "A/1/116", "G/2/116", "C/1/116") == {
        "A/1/116": 2,
        "G/2/116": 2,
        "C/1/116": 3,
    }


@rule("omaha", "6.34d", "6.33d")
def test_two_positions_that_only_disrupt_hit_both_equal_units() -> None:
    # 0428 is sporadic for WN70 (red) and WN71 (green), which card 22 both calls
    s = fired("WN70 ?; WN71 ?; 0428 C/1/116, G/2/116", 22, "west")
    assert decision(s) is None
    assert disrupted(s, "C/1/116")
    assert disrupted(s, "G/2/116")
    by = {event.detail["position"]: event.detail["hits"] for event in events(s, "fire")}
    assert by["WN70"] != by["WN71"]


@rule("omaha", "6.34d", "6.33d")
def test_a_position_disrupts_a_unit_that_loses_a_step_only_where_its_order_wants_it() -> None:
    # 0429 is steady for WN72 and sporadic for WN70
    s = fired("WN70 ?; WN72N ?; 0429 C/1/116, G/2/116", 20, "west", "hit-C/1/116")
    assert recorded(s, "C/1/116", "G/2/116") == {"C/1/116": 2, "G/2/116": 3}
    assert decision(s) is None
    assert not disrupted(s, "C/1/116")
    assert disrupted(s, "G/2/116")
    # the stronger of two comes first, whoever else hits it (P-26)
    s = fired("WN70 ?; WN72N ?; 0429 C/1/116, G/2/116:2", 20, "west")
    assert recorded(s, "C/1/116", "G/2/116") == {"C/1/116": 2, "G/2/116": 2}
    assert disrupted(s, "C/1/116")
    assert not disrupted(s, "G/2/116")


@rule("omaha", "6.34b", "6.33d")
def test_a_surplus_hit_may_go_to_a_unit_that_it_only_disrupts() -> None:
    # WN71 (two hits) takes 0427 and 0430; WN70's hit on 0427 is excess and moves on to 0625
    s = fired("WN70 ?; WN71 ? depth?; 0427 A/1/116; 0430 C/1/116; 0625 G/2/116", 22, "west")
    assert decision(s) is None
    assert recorded(s, "A/1/116", "C/1/116") == {"A/1/116": 2, "C/1/116": 2}
    assert disrupted(s, "G/2/116")


@rule("omaha", "6.34c")
def test_an_excess_hit_by_an_unrevealed_reinforcement_is_ignored_whole() -> None:
    # 1212 is intense for C1 (brown) and C3 (red); card 28 has both
    s = fired(f"C1 T?; C3 {REVEALED} ; 1212 G/2/16 lost-step", 28, "east")
    assert left(s, "G/2/16") == 3
    assert not disrupted(s, "G/2/16")


# --- 6.35 to 6.37


@rule("omaha", "6.35a")
def test_five_steps_in_a_hex_are_a_concentrated_target() -> None:
    # 0508 is steady for WN61; card 5 wants diamonds, none of these has one
    s = fired("WN61 ? depth?; 0508 B/1/16, G/2/16:2", 5, "east")
    assert recorded(s, "B/1/16", "G/2/16") == {"B/1/16": 2, "G/2/16": 1}
    s = fired("WN61 ? depth?; 0508 B/1/16:2, G/2/16:2", 5, "east")
    assert recorded(s, "B/1/16", "G/2/16") == {"B/1/16": 2, "G/2/16": 2}
    # armored units stay armored
    s = fired("WN61 ? depth?; 0508 B/1/16, 1/A/741", 5, "east")
    assert recorded(s, "B/1/16", "1/A/741") == {"B/1/16": 2, "1/A/741": 2}


@rule("omaha", "6.35a", "6.31c")
def test_concentration_and_steps_are_judged_once_before_all_fire_of_the_card() -> None:
    # 0510 is steady for WN60 (purple), WN61 (orange) and WN62 (green); card 11: purple, green
    # single, triangle; neither unit has it, and the first hit leaves four steps
    s = fired("WN60 ?; WN62N ?; 0510 A/1/16, G/2/16:2", 11, "east")
    assert recorded(s, "A/1/16", "G/2/16") == {"A/1/16": 2, "G/2/16": 1}


@rule("omaha", "6.36a", "6.1f")
def test_the_armor_bonus_is_for_positions_of_its_color_only() -> None:
    # card 9: orange with armor bonus, blue without, diamond
    s = fired("WN61 ?; 0508 1/B/741", 9, "east")
    assert left(s, "1/B/741") == 1
    s = fired("WN64 ?; 0514 1/B/741", 9, "east")
    assert left(s, "1/B/741") == 2
    s = fired("WN61 ?; 0508 1/A/741", 9, "east")  # without the symbol
    assert left(s, "1/A/741") == 2


@rule("omaha", "6.36b")
def test_armored_units_are_hit_in_intense_hexes_without_the_bonus() -> None:
    s = fired("WN64 ?; 0615 1/A/741", 9, "east")
    assert left(s, "1/A/741") == 1


@rule("omaha", "6.37a", "6.37b")
def test_units_of_a_stack_are_hit_one_by_one() -> None:
    s = fired("WN61 ? depth?; 0508 A/1/16:2, G/2/16:2", 5, "east")
    assert recorded(s, "A/1/16", "G/2/16") == {"A/1/16": 1, "G/2/16": 2}
    s = fired("WN61 ? depth?; 0611 A/1/16:2, G/2/16:2", 5, "east")
    assert recorded(s, "A/1/16", "G/2/16") == {"A/1/16": 1, "G/2/16": 1}


# --- 6.4 disrupted Germans


@rule("omaha", "6.4a", "6.4b", "6.4c", "6.4d")
def test_a_disrupted_german_is_silent_until_its_color_comes_up() -> None:
    s = situation("WN61 ? disrupted; WN70 ? disrupted; 0508 A/1/16; 0611 E/2/16")
    assert s.position.german_disrupted >> post("WN61") & 1
    run(s, fire_phase.read_card, 20, "east")  # no orange
    assert s.position.german_disrupted >> post("WN61") & 1
    run(s, fire_phase.read_card, 5, "west")  # orange and red, in the other sector
    assert s.position.german_disrupted >> post("WN61") & 1
    assert not s.position.german_disrupted >> post("WN70") & 1
    run(
        s, fire_phase.read_card, 1, "east"
    )  # double orange; no depth: still recovers, without firing
    assert not s.position.german_disrupted >> post("WN61") & 1
    assert recorded(s, "A/1/16", "E/2/16") == {"A/1/16": 3, "E/2/16": 3}
    run(s, fire_phase.read_card, 5, "east")
    assert left(s, "E/2/16") == 2


@rule("omaha", "6.4b", "10.1b")
def test_who_was_silent_when_the_card_was_drawn_is_remembered() -> None:
    s = situation("turn 2; WN61 ? disrupted; WN60 ?; WN70 ? disrupted")
    run(s, fire_phase.fire_phase)
    play(s, "card-5", "card-16")
    assert s.position.silent_at_fire == 1 << post("WN61") | 1 << post("WN70")
    assert s.position.german_disrupted == 1 << post("WN70")


@rule("omaha", "6.41a", "6.41b", "FB.fire-b")
def test_a_partly_disrupted_two_hex_wn_fires_with_what_it_has_left() -> None:
    fronts = "0610 A/1/16; 0611 B/1/16; 0614 C/1/16"
    hurt = {}
    for posts in (
        "WN62N ? disrupted; WN62S ?",
        "WN62N ? depth? disrupted; WN62S ?",
        "WN62N ? disrupted; WN62S ? depth?",
        "WN62N ? disrupted; WN62S ? disrupted",
    ):
        s = situation(f"{posts}; {fronts}")
        run(s, fire_phase.read_card, 19, "east")  # single green
        while choices := options(s):
            play(s, choices[0])
        hurt[posts] = sum(left(s, name) == 2 for name in ("A/1/16", "B/1/16", "C/1/16"))
    assert list(hurt.values()) == [1, 1, 2, 0]
    # a double symbol is not triggered by the depth marker of the disrupted unit
    s = fired(f"WN62N ? depth? disrupted; WN62S ?; {fronts}", 5, "east")
    assert recorded(s, "A/1/16", "B/1/16", "C/1/16") == {"A/1/16": 3, "B/1/16": 3, "C/1/16": 3}


# --- events that bear on the fire


@rule("omaha", "EV.smoke-a")
def test_a_wn_in_smoke_does_not_fire() -> None:
    s = fired("WN61 ?; 0611 A/1/16; smoke WN61", 5, "east")
    assert left(s, "A/1/16") == 3


@rule("omaha", "EV.plunging-fire-a")
def test_plunging_fire_makes_sporadic_dots_steady_behind_protection() -> None:
    board = equipment().board
    position = board.position["WN61"]
    where = next(
        name
        for name in board.grid.names_of(position.sporadic)
        if fields_of_fire.plunging_hexes() >> hex_(name) & 1
    )
    s = fired(f"WN61 ?; {where} A/1/16", 5, "east")
    assert (left(s, "A/1/16"), disrupted(s, "A/1/16")) == (3, True)
    s = fired(f"plunging-fire; WN61 ?; {where} A/1/16", 5, "east")
    assert (left(s, "A/1/16"), disrupted(s, "A/1/16")) == (2, False)
    assert not fields_of_fire.plunging_hexes() & ~board.beach


@rule("omaha", "11.14a", "6.34a")
def test_a_sacrificed_hero_takes_his_units_hit_for_the_phase() -> None:
    s = fired("WN61 ?; 0611 A/1/16:1 hero", 6, "east")
    assert options(s) == ["sacrifice", "lose-unit"]
    play(s, "sacrifice")
    assert left(s, "A/1/16") == 1
    run(s, fire_phase.read_card, 6, "east")
    assert left(s, "A/1/16") == 1


@rule("omaha", "4b")
def test_catastrophic_loss_in_the_middle_of_the_fire_ends_the_game() -> None:
    lost = "B/1/16 C/1/16 D/1/16 E/2/16 F/2/16 G/2/16 H/2/16"
    s = situation(f"turn 2; out {lost}; WN61 ? depth?; 0611 A/1/16:2; 0610 I/3/16:2")
    run(s, fire_phase.fire_phase)
    play(s, "card-5")
    assert s.position.result is not None
    assert s.position.agenda == []


@rule("omaha", "6.2", "6.31", "EV.plunging-fire-a")
def test_the_dots_of_a_position_are_those_on_the_map():
    table = table_of("turn 3")
    for table.plunging_fire in (False, True):
        for position in board().positions:
            dots = fields_of_fire.dots_of(position, table.plunging_fire)
            assert dots.keys() == set(members(position.fire))
            for there, (grade, away) in dots.items():
                dot = fields_of_fire.intensity(table, position, there)
                assert fields_of_fire.GRADES[grade] == dot
                assert away == fields_of_fire.distance(table, position.index, there)
