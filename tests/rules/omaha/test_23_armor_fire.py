"""23.3, 23.41 to 23.43 The field of fire of German armor, and its fire."""

from __future__ import annotations

import pytest
from armor_tables import GREEN, act, armored, called, fired, has_fired, names, where

from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.germans import armor_movement
from beachhead.omaha.germans.armor_fields import armor_fire, armor_position, armor_targets
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import equipment, position_of, projecting
from beachhead.omaha.victory import control
from situations import decision, hex_, play, post, run, unit

# --- 23.3 the field of fire


ROAD_HEXES = [each for each, joined in enumerate(armor_movement.roads()) if joined]


def terrain(each: int) -> set[str]:
    the = board()
    return {name for name, hexes in the.features.items() if hexes >> each & 1}


@rule("omaha", "23.3a", "23.3b", "23.3f", "23.3i")
def test_fire_into_adjacent_hexes() -> None:
    intense, steady = armor_fire(hex_("0928"))
    assert board().across["hedge"][hex_("0928")] == 1 << hex_("0927")
    assert terrain(hex_("0827")) == terrain(hex_("0927")) == terrain(hex_("1027")) == set()
    assert {"0827", "0927", "1027"} <= names(intense), "clear, behind a hedge or not"
    assert {"0828", "0929", "1028"} <= names(steady), "bocage and buildings"
    intense, _ = armor_fire(hex_("0830"))
    assert terrain(hex_("0931")) == {"woods"}
    assert {"0931", "0730", "0731"} <= names(intense), "woods, high ground and draw"


@rule("omaha", "23.3c", "23.3d", "23.3e")
def test_fire_two_hexes_away() -> None:
    intense, steady = armor_fire(hex_("1516"))
    # Next to 1515 and 1517, which are intense: woods and clear, bocage, and across hedges.
    assert terrain(hex_("1414")) == {"woods"}
    assert terrain(hex_("1417")) == terrain(hex_("1518")) == terrain(hex_("1614")) == set()
    assert {"1414", "1417"} <= names(intense)
    assert {"1514", "1617"} <= names(steady), "bocage"
    assert {"1518", "1614"} <= names(steady), "clear, but across a hedge"
    # Clear and woods behind bocage only are next to no intense hex.
    assert terrain(hex_("1715")) == set()
    assert not {"1315", "1316", "1317", "1715", "1716", "1717"} & names(intense | steady)
    # One way in without a hedge is enough.
    intense, _ = armor_fire(hex_("1223"))
    assert board().across["hedge"][hex_("1325")] >> hex_("1324") & 1
    assert "1325" in names(intense)


@rule("omaha", "23.3g", "23.3h", "23.3e")
def test_fire_of_every_hex_that_armor_can_reach() -> None:
    the = board()
    close = the.features["bocage"] | the.features["buildings"]
    for here in ROAD_HEXES:
        position = armor_position(0, here)
        assert position.sporadic == 0
        assert position.fire == position.intense | position.steady
        adjacent = the.grid.adjacent[here] & ~the.terrain["water"]
        assert adjacent & ~position.fire == 0
        for there in members(the.grid.all & ~the.terrain["water"] & ~the.features["rough"]):
            away = the.grid.distance(here, there)
            dot = position.intensity(there)
            if away == 1:
                assert dot == ("steady" if close >> there & 1 else "intense")
            elif away != 2:
                assert dot is None
            else:
                ways = the.grid.adjacent[there] & adjacent & ~close
                open_ = ways & ~the.across["hedge"][there]
                wanted = "intense" if open_ and not close >> there & 1 else "steady"
                assert dot == (wanted if ways else None)
    # Beach obstacles, ditches, walls and shingle make no difference at the shore.
    intense, _ = armor_fire(hex_("0812"))
    assert terrain(hex_("0612")) == {"obstacle"}
    assert {"0612", "0712", "0811"} <= names(intense)


@rule("omaha", "23.3k", "23.3j")
def test_printed_dots_do_not_apply_and_fire_moves_with_the_unit() -> None:
    # WN67 fires at 1119 from afar; D4 has sporadic and steady dots where armor has stronger ones.
    printed = board().position["WN67"].fire
    assert printed & ~projecting(armored(f"1220 {GREEN}"))
    table = armored(f"1321 {GREEN}")
    d4, mine = board().position["D4"], position_of(table, post(GREEN))
    assert (d4.intensity(hex_("1521")), mine.intensity(hex_("1521"))) == ("sporadic", "intense")
    assert projecting(table) == mine.fire == armor_position(0, hex_("1321")).fire
    act(table, GREEN, called(GREEN, "M", symbol="circle"))
    assert where(table, GREEN) == "1224"
    assert projecting(table) == armor_position(0, hex_("1224")).fire


@rule("omaha", "23.3j")
def test_the_field_of_fire_counts_for_movement_and_communication() -> None:
    # A unit next to armor slips past it to another hex next to it.
    from beachhead.omaha.us_actions.infiltration import infiltrated

    table = armored(f"1224 {GREEN}; 1125 A/1/116")
    assert infiltrated(table, hex_("1125"), hex_("1225"), "move") == [
        position_of(table, post(GREEN)).index
    ]
    assert infiltrated(armored("1125 A/1/116"), hex_("1125"), hex_("1225"), "move") == []
    # A disrupted unit does not watch, but breaks US communication all the same (12.31).
    shaken = armored(f"1224 {GREEN} disrupted; 1125 A/1/116")
    assert infiltrated(shaken, hex_("1125"), hex_("1225"), "move") == []
    fire_ = armor_position(0, hex_("1224")).fire
    assert control.us_communication(armored("")) & fire_ == fire_
    assert control.us_communication(table) & fire_ == 0
    assert control.us_communication(shaken) & fire_ == 0


# --- 23.41, 23.42, 23.43 fire


@rule("omaha", "23.41a", "23.41b")
@pytest.mark.parametrize("action", ["star", "armor"])
def test_armor_hits_armor_like_a_revealed_unit(action: str) -> None:
    """Steady fire: with the symbol a unit loses a step, and is not disrupted; tanks too."""
    number = called(GREEN, action)
    tank = next(
        each.name
        for each in equipment().units
        if each.type == "tank" and each.sides[-1].symbol == cards.card(number).target
    )
    table = armored(f"1516 {GREEN}; 1514 {tank}")
    assert "1514" in names(armor_fire(hex_("1516"))[1])
    full = equipment().units[unit(tank)].full_steps
    assert fired(act(table, GREEN, number)) == [tank]
    assert table.steps_left[unit(tank)] == full - 1
    assert not table.disrupted >> unit(tank) & 1
    other = next(
        each.name
        for each in equipment().units
        if each.type == "tank" and each.sides[-1].symbol != cards.card(number).target
    )
    assert fired(act(armored(f"1516 {GREEN}; 1514 {other}:1"), GREEN, number)) == []


@rule("omaha", "23.42a")
def test_from_the_high_ground_at_the_low_ground_only_next_to_it() -> None:
    the = board()
    # 0830 is next to the draw of D-1; 0929 is not, though the draw's pavilion is in range.
    assert the.grid.adjacent[hex_("0830")] & the.low_ground
    assert "0731" in names(armor_targets(hex_("0830")))
    assert "0630" in names(armor_targets(hex_("0830"))), "not necessarily the adjacent hex"
    assert not the.grid.adjacent[hex_("0928")] & the.low_ground
    assert "0727" in names(armor_fire(hex_("0928"))[1])
    assert "0727" not in names(armor_targets(hex_("0928")))
    table = armored(f"0928 {GREEN}; 0727 A/1/116")
    happened = act(table, GREEN, called(GREEN, "armor"))
    assert not has_fired(happened)
    assert where(table, GREEN) != "0928", "so it moves"
    table = armored(f"0830 {GREEN}; 0731 A/1/116")
    assert fired(act(table, GREEN, called(GREEN, "armor"))) == ["A/1/116"]


@rule("omaha", "23.42b")
def test_from_the_low_ground_never_at_the_high_ground() -> None:
    the = board()
    here = hex_("0911")
    assert the.low_ground >> here & 1
    assert "0912" in names(armor_fire(here)[0])
    assert the.high_ground >> hex_("0912") & 1
    assert armor_targets(here) & the.high_ground == 0
    table = armored(f"0911 {GREEN}; 0912 A/1/16; 0910 B/1/16; 0913 16HQ")
    number = called(GREEN, "star")
    assert fired(act(table, GREEN, number)) == ["B/1/16"], "nor at a leader up there"


@rule("omaha", "23.43a")
def test_in_a_printed_position_only_the_armor_acts() -> None:
    """Orange A calls D4 to ambush, orange R to be reinforced; armor in it prevents both."""
    orange = [
        each.number
        for each in cards.deck()
        if (square := each.square("orange")) is not None
        and square.action in ("A", "R")
        and not each.square("green")
    ]
    assert all(d4_acts("1420 A/1/116:2", number) for number in orange)
    for number in orange:
        assert not d4_acts(f"1321 {GREEN}; 1420 A/1/116:2", number)


def d4_acts(text: str, number: int) -> bool:
    """Whether a card brings a unit to D4 or an ambush from there."""
    table = armored(text)
    control.fix_communication(table)
    told = run(table, fire_phase.read_card, number, "west")
    while (asked := decision(table)) is not None:
        told += play(table, asked.options[0].id)
    return any(event.detail.get("position") == "D4" for event in told)
