"""1 Introduction, 2 Components: through the data, the drawing, and what they do in play."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from beachhead.kernel.bits import members, set_of
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from beachhead.storm import movement
from beachhead.storm.attacks import assaults, fire_attacks
from beachhead.storm.cards import hands
from beachhead.storm.cards.card_list import cards, deck
from beachhead.storm.drawing import board_svg, counters
from beachhead.storm.drawing.counters import LIVERY, SCALES, counter, livery
from beachhead.storm.drawing.signs import die
from beachhead.storm.game import GAME
from beachhead.storm.impulses import unit_actions
from beachhead.storm.reinforcements import arriving
from beachhead.storm.table.board import AREAS, BOXES, ZONES, board
from beachhead.storm.table.pieces import StormUnit, pieces
from beachhead.storm.table.state import ALLIED, GERMAN, Attack, StormTable, fresh, put, steps


def unit(name: str) -> StormUnit:
    return pieces().unit[name]


def table_with(*standing: tuple[str, str | int], control: tuple[str | int, ...] = ()) -> StormTable:
    """A table with some units in their places, German control elsewhere."""
    table = StormTable()
    for name, place in standing:
        put(table, 1 << unit(name).index, board().place(place))
    table.allied_control = board().set(control)
    return table


def printed(svg: str) -> list[str]:
    """The lines of text on a drawing."""
    return [re.sub("<[^>]*>", "", line) for line in re.findall("<text[^>]*>(.*?)</text>", svg)]


def in_color(svg: str, name: str) -> str:
    """The part of a drawing that belongs to an id."""
    start = svg.index(f'id="{name}"')
    return svg[start : start + 4000]


# --- 1


@rule("storm", "1.0a")
def test_one_side_has_all_americans_and_commonwealth_the_other_all_germans() -> None:
    assert GAME.seats("storm-over-normandy", {}) == ("allied", "german")
    for each in pieces().units:
        assert (each.side == "german") == (each.nationality == "german"), each.name
    assert {each.nationality for each in pieces().units} == {"american", "commonwealth", "german"}


@rule("storm", "1.0b", "2.2.2a")
def test_eight_turns_from_6_to_13_june() -> None:
    assert board().dates == tuple(f"{day} June" for day in range(6, 14))
    svg = board_svg(StormTable(turn=8, victory=27))
    assert [f'id="turn-{turn}"' in svg for turn in range(1, 10)] == [True] * 8 + [False]
    assert 'data-hint="turn Turn 8"' in svg
    assert 'data-hint="points-tens Allied Victory Points: 27"' in svg


# --- 2.0, 2.3


@rule("storm", "2.0a")
def test_an_attack_is_rolled_with_two_six_sided_dice() -> None:
    table = table_with(("16/1", 18), ("916/352", 18))
    table.attack = Attack(ALLIED, board().place(18), units=1 << unit("16/1").index)
    table.then(fire_attacks.roll)
    asked = steps.run(table)
    assert isinstance(asked, Chance)
    assert len(asked.options) == 36
    assert {option.value for option in asked.options} == set(product(range(1, 7), repeat=2))
    for face in range(1, 7):
        assert die(face).count('class="die-pip"') == face


@rule("storm", "2.0b", "2.3a")
def test_54_cards_in_two_stacks_of_27() -> None:
    assert len(cards()) == 54
    assert deck("german").bit_count() == deck("allied").bit_count() == 27
    assert deck("german") & deck("allied") == 0


# --- 2.1.1


@rule("storm", "2.1.1a", "2.1.1b")
def test_size_is_printed_as_the_size_of_the_counter() -> None:
    assert (unit("16/1").size, unit("5 Ranger").size) == ("regiment", "battalion")
    assert SCALES["regiment"] > SCALES["battalion"]
    assert f"scale({SCALES['regiment']:g})" in counter(unit("16/1"))
    assert f"scale({SCALES['battalion']:g})" in counter(unit("5 Ranger"))


@rule("storm", "2.1.1c", "2.1.1d")
def test_only_fresh_units_can_act() -> None:
    table = table_with(("16/1", 18), ("18/1", 18), ("916/352", 18), control=(18,))
    both = 1 << unit("16/1").index | 1 << unit("18/1").index
    place = board().place(18)
    assert fresh(table, both) == both == unit_actions.able(table, place, "american")
    table.spent |= 1 << unit("16/1").index
    assert unit_actions.able(table, place, "american") == 1 << unit("18/1").index
    table.spent |= 1 << unit("18/1").index
    assert unit_actions.stacks_that_can_act(table, ALLIED) == []


@rule("storm", "2.1.1e", "2.1.1f")
def test_the_front_shows_three_values_and_the_back_the_defense_alone() -> None:
    regiment = unit("16/1")
    assert regiment.values == "1-9-4"
    fresh, spent = printed(counter(regiment)), printed(counter(regiment, spent=True))
    assert "1-9-4" in fresh
    assert "1-9-4" not in spent
    assert spent[-1] == str(regiment.spent_defense)
    assert regiment.defense_when(spent=False) > regiment.defense_when(spent=True)


@rule("storm", "2.1.1g")
def test_a_strongpoint_has_no_movement() -> None:
    table = table_with()
    for each in pieces().strongpoints:
        assert each.values.count("-") == 1
        assert each.movement == 0
        assert each.side == "german"
    bunker = pieces().strongpoints[0]
    put(table, 1 << bunker.index, board().place(18))
    assert movement.movement_points(1 << bunker.index) == 0
    assert all(what == "fire" for what, _ in unit_actions.actions(table, GERMAN, 17, "german"))


@rule("storm", "2.1.1h")
def test_nationality_is_the_color_of_the_counter() -> None:
    grays = {livery(each) for each in pieces().units if each.side == "german"}
    assert grays == {"german", "elite", "strongpoint"}
    for each in pieces().units:
        if each.side == "allied":
            assert livery(each) == each.nationality
    green, tan = (LIVERY[nation] for nation in ("american", "commonwealth"))
    red, lush, blue = (int(green[at : at + 2], 16) for at in (1, 3, 5))
    assert lush > red > blue
    red, lush, blue = (int(tan[at : at + 2], 16) for at in (1, 3, 5))
    assert red > lush > blue


@rule("storm", "2.1.1i")
def test_airborne_units_have_blue_symbols_and_are_bound_to_their_signs() -> None:
    paratroops = [each for each in pieces().units if each.airborne]
    assert {each.nationality for each in paratroops} == {"american", "commonwealth"}
    for each in pieces().units:
        assert ("symbol airborne" in counter(each)) == each.airborne
    table = table_with(("505/82", 28), ("12/4", 28), control=(28,))
    for name, told in (("505/82", True), ("12/4", False)):
        mover = 1 << unit(name).index
        assert bool(movement.refuse_airborne(mover, board().place(32))) == told
        assert movement.refuse_airborne(mover, board().place(31)) is None
    assert table.where[unit("505/82").index] == board().place(28)


@rule("storm", "2.1.1j", "2.1.1k")
def test_divisions_have_a_stripe_but_independents_and_allied_airborne_none() -> None:
    first = [name for name in ("16/1", "18/1", "26/1") if unit(name).stripe == "US 1 Inf"]
    assert len(first) == 3
    assert "stripe-US-1-Inf" in counter(unit("16/1"))
    for each in pieces().units:
        if each.airborne or each.division is None:
            assert each.stripe is None
            assert 'class="stripe ' not in counter(each)
        else:
            assert each.stripe == each.division
    colors = [counters.STRIPES[stripe] for stripe in pieces().stripes]
    by_side = Counter(
        (pieces().units[next(members(units))].nationality, counters.STRIPES[stripe])
        for stripe, units in pieces().stripes.items()
    )
    assert max(by_side.values()) == 1, colors


@rule("storm", "2.1.1l", "2.1.1m")
def test_set_up_place_and_arrival_turn_are_printed_beside_the_symbol() -> None:
    starts, comes = unit("505/82"), unit("25 SS/12SS")
    assert (starts.setup, starts.arrival) == ("28", None)
    assert (comes.setup, comes.arrival) == ("B", 1)
    assert board().set_up_places(comes.setup) == (board().place("zone-B"),)
    drawn = counter(comes)
    assert drawn.count('class="circled"') == 2
    assert drawn.index(">B</text>") < drawn.index(">1</text>")
    assert counter(starts).count('class="circled"') == 1
    for each in pieces().units:
        if each.setup is not None:
            assert board().set_up_places(each.setup), each.name


@rule("storm", "2.1.1n")
def test_two_german_units_come_by_card_alone() -> None:
    by_card = {each.name for each in pieces().units if each.by_card}
    assert by_card == {"Götz Recon", "Composite Force"}
    brought = {
        use["unit"]: card.side
        for card in cards()
        for use in card.uses
        if use.effect == "place_unit"
    }
    assert brought == {"Götz Recon": "german", "Composite Force": "german"}
    for name in by_card:
        assert (unit(name).setup, unit(name).arrival) == (None, None)
        assert 'class="circled"' not in counter(unit(name))


# --- 2.1.2


@rule("storm", "2.1.2a")
def test_control_shows_in_the_box_of_the_area() -> None:
    svg = board_svg(StormTable(allied_control=board().set([16])))
    assert "Bayeux is under Allied control" in in_color(svg, "control-16")
    assert "Creully is under German control" in in_color(svg, "control-11")


@rule("storm", "2.1.2b")
def test_support_points_left_are_shown() -> None:
    svg = board_svg(StormTable(support=3))
    assert "<title>3 Support Points left</title>" in svg
    assert 'id="support-points"' not in board_svg(StormTable(support=0))


@rule("storm", "2.1.2c")
def test_victory_points_are_one_allied_total_that_may_be_negative() -> None:
    assert isinstance(StormTable().victory, int)
    assert "point-marker plus" in board_svg(StormTable(victory=12))
    assert "point-marker minus" in board_svg(StormTable(victory=-12))


# --- 2.2.1


@rule("storm", "2.2.1a")
def test_an_area_shows_name_color_controller_value_and_number() -> None:
    bayeux = board().areas[board().place(16)]
    assert (bayeux.number, bayeux.name, bayeux.printed_value) == (16, "Bayeux", "+3")
    assert (bayeux.red_name, bayeux.support_limit) == (True, 2)
    svg = board_svg()
    plate = in_color(svg, "plate-16").partition("</g>\n")[0]
    assert 'class="area-name red">Bayeux<' in plate
    assert ">16</text>" in plate
    assert ">+3</text>" in plate
    assert 'class="area-name black">Périers<' in svg
    for area in AREAS:
        assert f'id="control-{area + 1}"' in svg


@rule("storm", "2.2.1b")
def test_some_defensive_values_have_a_star() -> None:
    """What it does is tried out under 9.3.4c."""
    omaha, sword = board().place("Omaha-1"), board().place("Sword")
    assert board().areas[omaha].printed_value == "+1*"
    assert board().areas[sword].printed_value == "+1"


@rule("storm", "2.2.1c")
def test_bocage_has_a_green_disc_and_the_rest_a_blue_one() -> None:
    svg = board_svg()
    for area in board().areas:
        plate = in_color(svg, f"plate-{area.number}").partition('class="area-name')[0]
        assert ('class="disc bocage"' in plate) == area.bocage
        assert ('class="disc open"' in plate) == (not area.bocage)
    assert board().areas[board().place(16)].bocage
    assert not board().areas[board().place(17)].bocage


@rule("storm", "2.2.1d")
def test_caen_and_bourguebus_without_an_enemy_give_a_card() -> None:
    assert board().names_of(board().bonus_areas) == ["Caen", "Bourguébus"]
    table = table_with()
    assert hands.has_bonus_card(table, GERMAN)
    assert not hands.has_bonus_card(table, ALLIED)
    put(table, 1 << unit("185/3 Br").index, board().place("Caen"))
    assert not hands.has_bonus_card(table, GERMAN)
    table.allied_control = board().bonus_areas
    assert hands.has_bonus_card(table, ALLIED)


@rule("storm", "2.2.1e")
def test_beaches_are_the_six_areas_with_a_landing_box() -> None:
    assert board().beaches == set_of(box.beach for box in board().boxes)
    assert sorted(board().names_of(board().beaches)) == [
        "Gold",
        "Juno",
        "Omaha-1",
        "Omaha-2",
        "Sword",
        "Utah",
    ]


@rule("storm", "2.2.1f", "2.2.1j")
def test_allied_units_come_by_sea_and_german_reinforcements_through_the_zones() -> None:
    for each in pieces().units:
        places = board().set_up_places(each.setup)
        if each.side == "allied" and not each.airborne:
            assert all(place in BOXES for place in places), each.name
        if each.side == "german" and each.arrival is not None:
            assert all(place in ZONES for place in places), each.name
    assert [zone.letter for zone in board().zones] == list("ABCDE")


@rule("storm", "2.2.1g", "2.2.1h")
def test_sections_are_for_the_set_up_and_reinforcements_go_to_the_invasion_section() -> None:
    table = table_with()
    late = unit("9/2").index
    table.exploitation = 0
    table.then((arriving.place, late))
    asked = steps.run(table)
    assert asked is not None
    assert {option.id for option in asked.options} == {"in-box-omaha-1", "in-box-omaha-2"}
    option = asked.find("in-box-omaha-2")
    assert option is not None
    table.agenda.pop()
    asked.then(table, option.value, *asked.arguments)
    assert steps.run(table) is None
    assert table.where[late] == board().place("Omaha-2 box")
    assert not table.exploitation >> late & 1
    box, beach = board().place("Omaha-2 box"), board().place("Omaha-2")
    for section in (0, 1 << late):
        table.exploitation = section
        assert movement.refuse_step(table, 1 << late, ALLIED, box, beach) is None


@rule("storm", "2.2.1i")
def test_an_assault_out_of_a_landing_box_needs_no_card() -> None:
    table = table_with(("16/1", "Omaha-1 box"), ("916/352", 18))
    mover = 1 << unit("16/1").index
    box, beach = board().place("Omaha-1 box"), board().place(18)
    assert table.hands == [0, 0]
    assert assaults.refuse_assault(table, mover, ALLIED, box, beach) is None
    table = table_with(("16/1", 18), ("916/352", 19), control=(18,))
    there = board().place(19)
    refusal = assaults.refuse_assault(table, mover, ALLIED, beach, there)
    assert refusal is not None
    assert refusal.rule == "11.0"


@rule("storm", "2.2.1k")
def test_allied_units_enter_a_zone_and_never_leave_it() -> None:
    table = table_with(("16/1", 22), control=(22,))
    mover = 1 << unit("16/1").index
    area, zone = board().place(22), board().place("zone-D")
    assert movement.refuse_step(table, mover, ALLIED, area, zone) is None
    put(table, mover, zone)
    refusal = movement.refuse_step(table, mover, ALLIED, zone, area)
    assert refusal is not None
    assert refusal.rule == "12.3"
