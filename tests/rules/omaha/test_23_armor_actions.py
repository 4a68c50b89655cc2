"""23.4 The actions of German armor."""

from __future__ import annotations

import pytest
from armor_tables import GREEN, act, armored, called, fired, has_fired, where

from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans.armor_fields import armor_targets
from beachhead.omaha.table.state import position_of
from situations import hex_, post, run, unit


@rule("omaha", "23.4a")
def test_depth_makes_armor_act_on_a_double_symbol_too() -> None:
    single, double = called(GREEN, "M"), called(GREEN, "A", double=True)
    alone = f"1321 {GREEN}"
    assert act(armored(alone), GREEN, single)
    assert not act(armored(alone), GREEN, double)
    deep = f"1321 {GREEN} depth?"
    assert act(armored(deep), GREEN, single)
    assert act(armored(deep), GREEN, double)
    assert not act(armored(f"1321 {GREEN} depth? disrupted"), GREEN, single), "6.4"


@rule("omaha", "23.4a")
def test_the_card_of_the_sector_where_armor_is_calls_it() -> None:
    table = armored(f"1321 {GREEN}")
    assert position_of(table, post(GREEN)).sector == "west"
    number = called(GREEN, "M", symbol="circle")
    run(table, fire_phase.read_card, number, "east")
    assert where(table, GREEN) == "1321"
    run(table, fire_phase.read_card, number, "west")
    assert where(table, GREEN) == "1224"


@rule("omaha", "23.4b", "GAS.armor-unit-a", "23c")
@pytest.mark.parametrize(
    ("name", "action", "double"),
    [(GREEN, "F", True), (GREEN, "armor", False), (GREEN, "star", False)],
)
def test_fire_or_move(name: str, action: str, double: bool) -> None:
    number = called(name, action, double=double)
    table = armored(f"1516 {name} depth?; 1417 A/1/16")
    assert fired(act(table, name, number)) == ["A/1/16"]
    assert where(table, name) == "1516"
    table = armored(f"1516 {name} depth?; 1715 A/1/16")  # two hexes off, but not in its field
    assert not has_fired(act(table, name, number))
    assert where(table, name) == "1319"


@rule("omaha", "GAS.armor-unit-a")
def test_a_star_lets_armor_hit_a_leader() -> None:
    table = armored(f"1516 {GREEN}; 1417 A/1/16, 16HQ")
    assert fired(act(table, GREEN, called(GREEN, "star"))) == ["A/1/16", "16 HQ"]
    table = armored(f"1516 {GREEN}; 1417 A/1/16, 16HQ")
    assert fired(act(table, GREEN, called(GREEN, "armor"))) == ["A/1/16"]


@rule("omaha", "GAS.armor-unit-a", "11.31b")
def test_a_general_alone_is_a_target_for_a_star_only() -> None:
    table = armored(f"1516 {GREEN}; 1417 Cota")
    assert fired(act(table, GREEN, called(GREEN, "star"))) == ["Gen. Cota"]
    assert where(table, GREEN) == "1516"
    table = armored(f"1516 {GREEN}; 1417 Cota")
    assert not has_fired(act(table, GREEN, called(GREEN, "armor")))
    assert where(table, GREEN) == "1319"


@rule("omaha", "23.4c", "23.4d", "GAS.armor-unit-c")
def test_move_or_fire() -> None:
    number = called(GREEN, "M")
    table = armored(f"1516 {GREEN}; 1414 A/1/16")
    happened = act(table, GREEN, number)
    assert where(table, GREEN) == "1319", "it moves although it has a target"
    assert not has_fired(happened)
    # With a US unit in its way it cannot move at all.
    table = armored(f"1516 {GREEN}; 1517 A/1/16")
    assert fired(act(table, GREEN, number)) == ["A/1/16"]
    assert where(table, GREEN) == "1516"
    # On its end point it cannot move either; without a target it does nothing.
    table = armored(f"0812 {GREEN}")
    assert [event.kind for event in act(table, GREEN, number)] == ["no-action"]


@rule("omaha", "23.4e", "23.4f", "23.4j", "GAS.armor-unit-b")
@pytest.mark.parametrize("held", ["1517", "1417", "1418"])
def test_overrun_moves_through_the_first_second_or_third_hex(held: str) -> None:
    table = armored(f"1516 {GREEN}; {held} A/1/16, 1•2/397, 16HQ")
    happened = act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1319"
    assert {event.detail["unit"] for event in happened if event.kind == "disrupted"} == {
        "A/1/16",
        "1•2/397",
    }
    assert table.disrupted == 1 << unit("A/1/16") | 1 << unit("1•2/397")
    assert not has_fired(happened)


@rule("omaha", "23.4e", "GAS.armor-unit-b")
def test_overrun_without_anybody_in_the_way_is_a_move_of_four_hexes() -> None:
    table = armored(f"1516 {GREEN}")
    act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1319"


@rule("omaha", "23.4g")
def test_overrun_stops_before_us_armor() -> None:
    table = armored(f"1516 {GREEN}; 1418 1/A/741, A/1/16")
    act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1417"
    assert table.disrupted == 0


@rule("omaha", "23.4h", "23.4j")
def test_overrun_stops_before_a_second_hex_with_us_units() -> None:
    table = armored(f"1516 {GREEN}; 1517 A/1/16; 1418 B/1/16")
    act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1417"
    assert table.disrupted == 1 << unit("A/1/16")
    # Next to each other they stop it before the first: it may not end among US units.
    table = armored(f"1516 {GREEN}; 1417 A/1/16; 1418 B/1/16")
    act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1517"
    assert table.disrupted == 0


@rule("omaha", "23.4i", "23.4j")
def test_overrun_stops_before_the_fourth_hex() -> None:
    table = armored(f"1516 {GREEN}; 1319 A/1/16")
    act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1418"
    assert table.disrupted == 0


@rule("omaha", "23.4k")
def test_overrun_without_a_way_is_fire() -> None:
    table = armored(f"1516 {GREEN}; 1517 1/A/741; 1515 A/1/16")
    happened = act(table, GREEN, called(GREEN, "R"))
    assert where(table, GREEN) == "1516"
    assert set(fired(happened)) == {"1/A/741", "A/1/16"}


@rule("omaha", "23.4l", "GAS.armor-unit-e")
def test_aimed_fire() -> None:
    number = called(GREEN, "A", double=True)
    # Next to one unit it fires at all in its field; with targets two hexes off only it moves.
    table = armored(f"1516 {GREEN} depth?; 1515 A/1/16; 1417 B/1/16")
    assert set(fired(act(table, GREEN, number))) == {"A/1/16", "B/1/16"}
    table = armored(f"1516 {GREEN} depth?; 1414 B/1/16")
    assert not has_fired(act(table, GREEN, number))
    assert where(table, GREEN) == "1319"


@rule("omaha", "23.4m", "23.4n", "23c", "GAS.armor-unit-d")
def test_position_and_fire() -> None:
    number = called(GREEN, "P")
    # Three hexes at most, then fire, for somebody is adjacent.
    table = armored(f"1516 {GREEN}; 1318 A/1/16; 1317 B/1/16:1")
    happened = act(table, GREEN, number)
    assert where(table, GREEN) == "1418"
    assert "A/1/16" in fired(happened)
    # With units two hexes off only it holds its fire.
    assert armor_targets(hex_("1418")) >> hex_("1317") & 1
    table = armored(f"1516 {GREEN}; 1317 A/1/16")
    assert not has_fired(act(table, GREEN, number))
    assert where(table, GREEN) == "1418"
    # Unable to move it fires, whoever is in its field of fire.
    table = armored(f"0812 {GREEN}; 0711 A/1/16")
    assert fired(act(table, GREEN, number)) == ["A/1/16"]


def test_armor_acts_once_in_a_german_fire_phase() -> None:
    """When the east card moves it to the west, the west card does not move it again."""
    table = armored(f"1319 {GREEN}")
    number = called(GREEN, "M", symbol="circle")
    run(table, fire_phase.read_card, number, "east")
    reached = where(table, GREEN)
    assert reached == "1021"
    assert position_of(table, post(GREEN)).sector == "west"
    run(table, fire_phase.read_card, called(GREEN, "R"), "west")
    assert where(table, GREEN) == reached
