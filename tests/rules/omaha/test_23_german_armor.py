"""23 German armor: box, entry, field of fire, actions, end points, victory points."""

from __future__ import annotations

import pytest

import beachhead
from beachhead.errors import BeachheadError
from beachhead.kernel.grid import members
from beachhead.kernel.play import Event
from beachhead.kernel.rulebook import rule
from beachhead.omaha import (
    action_summary,
    armor,
    armor_entry,
    cards,
    control,
    depth,
    events,
    fire,
    pools,
)
from beachhead.omaha.armor_fields import armor_fire, armor_position, armor_targets
from beachhead.omaha.board import board
from beachhead.omaha.state import (
    ARMOR_POSTS,
    EMPTY,
    NOWHERE,
    UNSEEN_DEPTH,
    UNSEEN_DIVISION,
    Table,
    lore,
    position_of,
    post_hex,
    projecting,
)
from situations import decision, draw, hex_, play, post, run, table_of, unit

GREEN, PURPLE, RED, BLUE = "1/1/352PzJ", "2/1/352PzJ", "1/2/352PzJ", "2/2/352PzJ"


def armored(text: str, turn: int = 20) -> Table:
    """A table of the variant."""
    heading = f"scenario d-day-at-omaha-beach; variants german-armor; turn {turn}"
    table = table_of(f"{heading}\n{text}")
    table.boxes["tactical"] = 0
    return table


def called(name: str, action: str, *, double: bool = False, symbol: str | None = None) -> int:
    """A card that calls an armor unit by its color with an action."""
    color = position_of(Table(), post(name)).color
    return next(
        each.number
        for each in cards.deck()
        for square in each.squares
        if (square.color, square.action, square.double) == (color, action, double)
        and symbol in (None, each.target)
    )


def act(table: Table, name: str, number: int) -> list[Event]:
    """An armor unit acts on a card of its sector: what happens once it is announced."""
    happened = run(table, armor.act, post(name), number, position_of(table, post(name)).sector)
    assert [each.kind for each in happened].count("german-action") == bool(happened)
    return [each for each in happened if each.kind != "german-action"]


def where(table: Table, name: str) -> str:
    return board().name(post_hex(table, post(name)))


def fired(happened: list[Event]) -> list[str]:
    """Whom the fire of a position hit."""
    return [name for event in happened if event.kind == "fire" for name in event.detail["hits"]]


def has_fired(happened: list[Event]) -> bool:
    return any(event.kind == "fire" for event in happened)


def names(hexes: int) -> set[str]:
    return {board().name(each) for each in members(hexes)}


# --- 23, 23.1 the variant and its box


@rule("omaha", "23.1a")
@pytest.mark.parametrize("scenario", ["d-day-at-omaha-beach", "beyond-the-beach"])
def test_four_units_and_four_markers_start_unseen_in_the_box(scenario: str) -> None:
    table = beachhead.load("omaha").setup(scenario, {"german-armor": True}).position
    assert (table.boxes["armor"], table.boxes["armor_depth"]) == (4, 4)
    the = lore().pieces
    assert all(table.unseen_units >> each.index & 1 for each in the.german_units_of("armor"))
    assert all(table.unseen_depth >> each.index & 1 for each in the.depth_markers_of("armor"))
    assert table.armor_hex == [NOWHERE] * 4


@rule("omaha", "23.1b")
def test_the_first_waves_are_played_without_armor() -> None:
    game = beachhead.load("omaha")
    with pytest.raises(BeachheadError, match=r"first-waves.*23"):
        game.setup("first-waves", {"german-armor": True})
    assert game.setup("first-waves", {}).position.boxes.get("armor", 0) == 0


@rule("omaha", "23b")
def test_an_armor_unit_has_the_color_of_its_counter_wherever_it_is() -> None:
    colors = [each.color for each in lore().pieces.german_units_of("armor")]
    assert [position_of(Table(), each).color for each in ARMOR_POSTS] == colors
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


def second_event(table: Table, number: int = EVENT_19) -> list[Event]:
    """The second event of a turn is drawn."""
    run(table, events.second_event_phase)
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
    assert [post_hex(table, each) for each in entered] == [lore().posts[post("C6")].hex]
    assert table.boxes["division"] == division - 1
    assert table.boxes["armor"] == 3
    assert table.armor_entered == 1


@rule("omaha", "23.2f")
def test_armor_comes_face_up_with_depth_face_down() -> None:
    table = armored(ZONE_C, turn=23)
    run(table, events.second_event_phase)
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
    table.unit[post("C6")] = UNSEEN_DIVISION
    run(table, armor_entry.enter, post("C8"))
    asked = decision(table)
    assert asked is not None
    assert len(asked.options) == 3
    assert f"german-{RED}" not in [option.id for option in asked.options]


def comes(table: Table) -> bool:
    before = table.armor_entered
    second_event(table)
    return table.armor_entered > before


@rule("omaha", "23.2a", "23a")
def test_not_before_turn_17() -> None:
    def reinforced(turn: int) -> Table:
        table = armored(ZONE_C, turn)
        table.second_event = True
        run(table, depth.reinforce, ("C",), "9.3")
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
    run(table, events.first_event_phase)
    play(table, draw(EVENT_19))
    assert decision(table) is None
    assert table.armor_entered == 0
    assert table.unit[post("C6")] == UNSEEN_DIVISION


def test_not_without_the_variant() -> None:
    table = armored(ZONE_C, turn=23)
    table.variants = []
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


def enters(table: Table, position: str) -> bool:
    table.second_event = True
    return armor_entry.place_for_armor(table, [post(position)]) is not None


@rule("omaha", "23.2d")
def test_the_position_must_be_on_a_road() -> None:
    table = armored("C1 D?; C2 D?; C4 D?; C5 D?; C6 D?", turn=23)
    assert not armor_entry.roads()[lore().posts[post("C3")].hex]
    second_event(table)
    assert table.unit[post("C3")] == UNSEEN_DIVISION
    # Zone G may then be the one where it enters: G1 is on a road.
    assert table.armor_hex.count(lore().posts[post("G1")].hex) == 1


@rule("omaha", "23.2e")
def test_roads_to_other_exits_do_not_serve() -> None:
    """G1 is on the road to exit G; cut off from Vierville it has no other."""
    table = armored(f"{ZONE_C}; C6 D?; 0831 A/1/116", turn=23)
    assert not enters(table, "G1")
    assert control.in_german_communication(table, lore().posts[post("G1")].hex)
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
    assert where(table, next_in_play(table)) == board().name(lore().posts[post("G1")].hex)
    assert table.unit[post("C6")] == UNSEEN_DIVISION
    assert table.armor_entered == 1
    # Nor does another come by anything else in this turn.
    run(table, depth.reinforce, ("C",), "9.3")
    assert table.armor_entered == 1


def next_in_play(table: Table) -> str:
    return next(lore().posts[each].name for each in ARMOR_POSTS if table.unit[each] != EMPTY)


@rule("omaha", "23.2f")
def test_armor_comes_even_when_the_division_pool_is_empty() -> None:
    table = armored(ZONE_C + "; G1 D?", turn=23)
    table.boxes["division"] = 0
    assert comes(table)
    assert table.unit[post("G2")] == EMPTY


# --- 23.3 the field of fire


ROAD_HEXES = [each for each, joined in enumerate(armor_entry.roads()) if joined]


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
    from beachhead.omaha.infiltration import infiltrated

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


# --- 23.4 actions


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
    run(table, fire.read_card, number, "east")
    assert where(table, GREEN) == "1321"
    run(table, fire.read_card, number, "west")
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
    run(table, fire.read_card, number, "east")
    reached = where(table, GREEN)
    assert reached == "1021"
    assert position_of(table, post(GREEN)).sector == "west"
    run(table, fire.read_card, called(GREEN, "R"), "west")
    assert where(table, GREEN) == reached


# --- 23.41, 23.42, 23.43 fire


@rule("omaha", "23.41a", "23.41b")
@pytest.mark.parametrize("action", ["star", "armor"])
def test_armor_hits_armor_like_a_revealed_unit(action: str) -> None:
    """Steady fire: with the symbol a unit loses a step, and is not disrupted; tanks too."""
    number = called(GREEN, action)
    tank = next(
        each.name
        for each in lore().units
        if each.type == "tank" and each.sides[-1].symbol == cards.card(number).target
    )
    table = armored(f"1516 {GREEN}; 1514 {tank}")
    assert "1514" in names(armor_fire(hex_("1516"))[1])
    full = lore().units[unit(tank)].full_steps
    assert fired(act(table, GREEN, number)) == [tank]
    assert table.steps_left[unit(tank)] == full - 1
    assert not table.disrupted >> unit(tank) & 1
    other = next(
        each.name
        for each in lore().units
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
    action_summary.fix_communication(table)
    told = run(table, fire.read_card, number, "west")
    while (asked := decision(table)) is not None:
        told += play(table, asked.options[0].id)
    return any(event.detail.get("position") == "D4" for event in told)


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
    table.hex[unit("A/1/16")] = hex_("0713")
    table.steps_left[unit("A/1/16")] = 3
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
