"""23.1, 23.2, 23.5, 23.7 German armor: its box, how it enters, end points, victory points."""

from __future__ import annotations

import pytest
from armor_tables import BLUE, GREEN, PURPLE, RED, act, armored, called, fired, where

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import Event
from beachhead.kernel.rulebook import rule
from beachhead.omaha.events import event_phase
from beachhead.omaha.germans import armor, armor_entry, armor_movement, pools, reinforcements
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import (
    ARMOR_POSTS,
    EMPTY,
    NOWHERE,
    UNSEEN_DEPTH,
    UNSEEN_DIVISION,
    OmahaTable,
    equipment,
    position_of,
    post_hex,
    put_in_hex,
    put_in_post,
)
from beachhead.omaha.victory import control
from situations import decision, draw, hex_, play, post, run, unit

# --- 23, 23.1 the variant and its box


@rule("omaha", "23.1a")
@pytest.mark.parametrize("scenario", ["d-day-at-omaha-beach", "beyond-the-beach"])
def test_four_units_and_four_markers_start_unseen_in_the_box(scenario: str) -> None:
    table = beachhead.load("omaha").setup(scenario, {"german-armor": True}).position
    assert (table.boxes["armor"], table.boxes["armor_depth"]) == (4, 4)
    the = equipment().pieces
    assert all(table.unseen_units >> each.index & 1 for each in the.german_units_of("armor"))
    assert all(table.unseen_depth >> each.index & 1 for each in the.depth_markers_of("armor"))
    assert table.armor_hex == (NOWHERE,) * 4


@rule("omaha", "23.1b")
def test_the_first_waves_are_played_without_armor() -> None:
    game = beachhead.load("omaha")
    with pytest.raises(BeachheadError, match=r"first-waves.*23"):
        game.setup("first-waves", {"german-armor": True})
    assert game.setup("first-waves", {}).position.boxes.get("armor", 0) == 0


@rule("omaha", "23b")
def test_an_armor_unit_has_the_color_of_its_counter_wherever_it_is() -> None:
    colors = [each.color for each in equipment().pieces.german_units_of("armor")]
    assert [position_of(OmahaTable(), each).color for each in ARMOR_POSTS] == colors
    # In D4, which is orange, a card that calls orange leaves it alone; green calls it.
    table = armored(f"1321 {GREEN}")
    assert board().position["D4"].color == "orange"
    orange = next(
        each.number for each in cards.deck() if each.square("orange") and not each.square("green")
    )
    assert act(table, GREEN, orange) == []
    assert act(table, GREEN, called(GREEN, "M"))[0].kind == "armor-move"


# --- 23.2 how it enters


EVENT_19 = 19
"""Reinforcements in zones C and G on Turn 23."""

ZONE_C = "C1 D?; C2 D?; C3 D?; C4 D?; C5 D?"
ZONE_G = "G1 D?; G2 D?; G3 D?; G4 D?"


def second_event(table: OmahaTable, number: int = EVENT_19) -> list[Event]:
    """The second event of a turn is drawn."""
    run(table, event_phase.second_event_phase)
    told = play(table, draw(number))
    while (asked := decision(table)) is not None:
        told += play(table, asked.options[0].id)
    return told


@rule("omaha", "23.2d", "23.2f", "23a")
def test_the_example_of_the_rulebook() -> None:
    """Card 19 on Turn 23: G5 is no road hex, C6 is one from which a road leads to exit C."""
    table = armored(f"{ZONE_C}; {ZONE_G}", turn=23)
    division = table.boxes["division"]
    second_event(table)
    assert table.unit[post("G5")] == UNSEEN_DIVISION
    assert table.unit[post("C6")] == EMPTY
    entered = [each for each in ARMOR_POSTS if table.unit[each] != EMPTY]
    assert [post_hex(table, each) for each in entered] == [equipment().posts[post("C6")].hex]
    assert table.boxes["division"] == division - 1
    assert table.boxes["armor"] == 3
    assert table.armor_entered == 1


@rule("omaha", "23.2f")
def test_armor_comes_face_up_with_depth_face_down() -> None:
    table = armored(ZONE_C, turn=23)
    run(table, event_phase.second_event_phase)
    play(table, draw(EVENT_19))
    asked = decision(table)
    assert asked is not None
    assert [option.id for option in asked.options] == [
        f"german-{name}" for name in (GREEN, PURPLE, RED, BLUE)
    ]
    play(table, f"german-{RED}")
    red = post(RED)
    assert not table.face_down >> red & 1
    assert table.depth[red] == UNSEEN_DEPTH["armor"]
    assert table.boxes["armor_depth"] == 3
    assert not table.unseen_units >> table.unit[red] & 1
    # The next one is one of the other three.
    table.armor_this_turn = False
    put_in_post(table, post("C6"), UNSEEN_DIVISION)
    run(table, armor_entry.enter, post("C8"))
    asked = decision(table)
    assert asked is not None
    assert len(asked.options) == 3
    assert f"german-{RED}" not in [option.id for option in asked.options]


def comes(table: OmahaTable) -> bool:
    before = table.armor_entered
    second_event(table)
    return table.armor_entered > before


@rule("omaha", "23.2a", "23a")
def test_not_before_turn_17() -> None:
    def reinforced(turn: int) -> OmahaTable:
        table = armored(ZONE_C, turn)
        table.second_event = True
        run(table, reinforcements.reinforce, ("C",), "9.3")
        while (asked := decision(table)) is not None:
            play(table, asked.options[0].id)
        return table

    assert reinforced(16).armor_entered == 0
    assert reinforced(17).armor_entered == 1


@rule("omaha", "23.2b")
def test_not_as_long_as_tactical_units_are_left() -> None:
    table = armored(ZONE_C, turn=23)
    table.boxes["tactical"] = 2
    assert not comes(table)
    assert table.unit[post("C6")] != EMPTY
    table = armored(f"{ZONE_C}; {ZONE_G}", turn=23)
    assert comes(table)


@rule("omaha", "23.2c")
def test_not_by_the_first_event() -> None:
    table = armored(ZONE_C, turn=23)
    run(table, event_phase.first_event_phase)
    play(table, draw(EVENT_19))
    assert decision(table) is None
    assert table.armor_entered == 0
    assert table.unit[post("C6")] == UNSEEN_DIVISION


def test_not_without_the_variant() -> None:
    table = armored(ZONE_C, turn=23)
    table.variants = ()
    assert not comes(table)


@rule("omaha", "23.2d")
def test_the_road_must_be_free_of_us_units_and_their_control() -> None:
    # From C6 the roads lead out by 1714 to C, by 1410 to B, by 1417 to D and E.
    cut = "1510 A/1/16; 1418 B/1/16"
    assert enters(armored(""), "C6")
    assert enters(armored(cut), "C6"), "by exit C"
    assert not enters(armored(f"{cut}; 1714 C/1/16:1"), "C6"), "1714 is occupied"
    assert not enters(armored(f"{cut}; 1715 C/1/16"), "C6"), "1714 is in control"
    assert enters(armored(f"{cut}; 1715 C/1/16:1"), "C6"), "one step controls its own hex only"
    # Control of the position itself does not matter (12.22).
    assert enters(armored("1513 A/1/16"), "C6")


def enters(table: OmahaTable, position: str) -> bool:
    table.second_event = True
    return armor_entry.place_for_armor(table, [post(position)]) is not None


@rule("omaha", "23.2d")
def test_the_position_must_be_on_a_road() -> None:
    table = armored("C1 D?; C2 D?; C4 D?; C5 D?; C6 D?", turn=23)
    assert not armor_movement.roads()[equipment().posts[post("C3")].hex]
    second_event(table)
    assert table.unit[post("C3")] == UNSEEN_DIVISION
    # Zone G may then be the one where it enters: G1 is on a road.
    assert table.armor_hex.count(equipment().posts[post("G1")].hex) == 1


@rule("omaha", "23.2e")
def test_roads_to_other_exits_do_not_serve() -> None:
    """G1 is on the road to exit G; cut off from Vierville it has no other."""
    table = armored(f"{ZONE_C}; C6 D?; 0831 A/1/116", turn=23)
    assert not enters(table, "G1")
    assert control.in_german_communication(table, equipment().posts[post("G1")].hex)
    assert enters(armored(f"{ZONE_C}; C6 D?", turn=23), "G1")


@rule("omaha", "23.2d")
@pytest.mark.parametrize(("reading", "expected"), [("default", False), ("alternative", True)])
def test_house_rule_armor_entry_path(reading: str, expected: bool) -> None:
    """O-57 By the other reading German communication to B, C, D or E is enough."""
    table = armored("0831 A/1/116", turn=23)
    table.house = {"armor-entry-path": reading}
    assert enters(table, "G1") is expected
    assert not enters(table, "C3"), "a road hex it must be by either reading"


@rule("omaha", "23.21a", "23.21b")
def test_one_a_turn_in_the_lower_numbered_position() -> None:
    table = armored(ZONE_C, turn=23)  # C6 and G1 are both on roads that lead in
    second_event(table)
    assert where(table, next_in_play(table)) == board().name(equipment().posts[post("G1")].hex)
    assert table.unit[post("C6")] == UNSEEN_DIVISION
    assert table.armor_entered == 1
    # Nor does another come by anything else in this turn.
    run(table, reinforcements.reinforce, ("C",), "9.3")
    assert table.armor_entered == 1


def next_in_play(table: OmahaTable) -> str:
    return next(equipment().posts[each].name for each in ARMOR_POSTS if table.unit[each] != EMPTY)


@rule("omaha", "23.2f")
def test_armor_comes_even_when_the_division_pool_is_empty() -> None:
    table = armored(ZONE_C + "; G1 D?", turn=23)
    table.boxes["division"] = 0
    assert comes(table)
    assert table.unit[post("G2")] == EMPTY


# --- 23.5, O-55 the end of the road


@rule("omaha", "23.5g")
def test_at_an_end_point_armor_stays_and_may_fire() -> None:
    for end in ("0812", "0723", "0529"):
        assert board().armor.ends >> hex_(end) & 1
    assert board().armor.ends.bit_count() == 3
    table = armored(f"0911 {GREEN}")
    act(table, GREEN, called(GREEN, "M"))
    assert where(table, GREEN) == "0812"
    table.held_fire = 0
    put_in_hex(table, unit("A/1/16"), hex_("0713"))
    table.steps_left = replaced(table.steps_left, unit("A/1/16"), 3)
    assert fired(act(table, GREEN, called(GREEN, "M"))) == ["A/1/16"]
    assert where(table, GREEN) == "0812"


@rule("omaha", "23.5h")
def test_undisrupted_armor_at_an_end_point_loses_the_game_when_the_turn_ends() -> None:
    table = armored(f"0812 {GREEN}")
    run(table, armor.end_of_turn)
    assert table.result is not None
    assert table.result.winners == []
    assert "Decisive US defeat" in table.result.text
    for text in (f"0812 {GREEN} disrupted", f"0811 {GREEN}", ""):
        table = armored(text)
        run(table, armor.end_of_turn)
        assert table.result is None


@rule("omaha", "23.5h")
def test_the_game_is_not_lost_before_the_turn_ends() -> None:
    """O-55 Reaching the end point leaves the US Action Phase to disrupt the armor."""
    table = armored(f"0911 {GREEN}")
    act(table, GREEN, called(GREEN, "M"))
    assert where(table, GREEN) == "0812"
    assert table.result is None


# --- 23.7 victory points


@rule("omaha", "23.7a")
def test_a_point_for_each_unit_that_entered() -> None:
    table = armored(f"1321 {GREEN}; 1612 {RED}")
    assert armor.victory_points(table) == 2
    pools.clear_post(table, post(RED))
    assert table.unit[post(RED)] == EMPTY
    assert armor.victory_points(table) == 2
    assert armor.victory_points(armored("")) == 0
