"""1 Game equipment, with the charts, the tracks and the cards of D-Day (1991)."""

from __future__ import annotations

import pytest

from beachhead.dday91.drawing.counters import counter
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import DIE, Bombing, charts
from beachhead.dday91.table.pieces import DDayUnit, pieces
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from laid_out import opening as start


def unit(name: str) -> DDayUnit:
    return pieces().unit[name]


def hexes(names: str) -> int:
    return board().set(names.split())


def drawn(name: str, *, reduced: bool = False) -> str:
    return counter(unit(name), reduced=reduced)


# --- 1a The gameboard


@rule("dday91", "1a-a", "1a-b")
def test_a_hex_is_sea_or_land_and_a_coastal_hex_is_land() -> None:
    assert board().is_sea(board().hex("C14"))
    assert board().is_sea(board().hex("C15"))
    assert board().sea & board().land == 0
    assert board().coastal & ~board().land == 0
    for name in ("D13", "D14"):  # mostly blue
        assert board().coastal >> board().hex(name) & 1
        assert board().is_land(board().hex(name))


@rule("dday91", "1a-c")
def test_every_land_hex_has_one_terrain() -> None:
    found = list(board().terrain.values())
    for hex_ in members(board().land):
        assert sum(kind >> hex_ & 1 for kind in found) == 1
    for hex_ in members(board().sea):
        assert board().terrain_of(hex_) is None
    assert board().terrain_of(board().hex("D15")) == "forest"  # coastal and forest


@rule("dday91", "1a-d")
def test_supply_source_hexes_are_cities_with_a_number() -> None:
    sources = board().circled | board().boxed
    assert sources & ~board().cities == 0
    for city in board().city_at.values():
        assert bool(sources >> city.hex & 1) == bool(city.circled or city.boxed)
    assert board().city["Vichy"].hex not in set(members(sources))


# --- 1b The playing pieces


@rule("dday91", "1b1-a", "1b1-b")
def test_all_but_air_units_are_ground_units_and_corps_and_divisions_fight() -> None:
    for each in pieces().units:
        if each.is_marker:
            continue
        assert each.ground == (each.type not in ("air", "strategic_air"))
        assert (each.corps or each.division) == (each.ground and not each.headquarters)
    assert unit("SHAEF").ground
    assert unit("1-US").ground
    assert not unit("air-9U").ground
    assert unit("5U").corps
    assert unit("div-G5").division
    assert not unit("1-US").corps


@rule("dday91", "1b1-c")
def test_headquarters_of_three_sizes_of_which_two_are_round() -> None:
    for name, crosses, is_round in (
        ("1-US", "XXXX", False),
        ("AG-21B", "XXXXX", True),
        ("SHAEF", "XXXXXX", True),
        ("OB-West", "XXXXXX", True),
    ):
        assert unit(name).headquarters
        assert unit(name).round == is_round
        assert unit(name).army == (not is_round)
        svg = drawn(name)
        assert f">{crosses}<" in svg
        assert ("disc-face" in svg) == is_round
    assert pieces().headquarters == pieces().armies | pieces().round


@rule("dday91", "1b1-d")
def test_white_factors_are_mechanized_and_black_factors_leg() -> None:
    for each in pieces().units:
        if each.corps or each.division:
            assert each.mechanized == (each.type in ("motorized", "panzer")), each.name
            assert each.leg != each.mechanized
            kind = "mechanized" if each.mechanized else "leg"
            assert f'class="plate {kind}"' in drawn(each.id)
    assert not pieces().air & (pieces().mechanized | pieces().leg)


@rule("dday91", "1b1-e", "1b1-f")
def test_most_units_have_a_back_with_a_white_stripe_and_some_show_elim() -> None:
    units = [each for each in pieces().units if not each.is_marker]
    backs = [each for each in units if not each.elim]
    assert len(backs) > len(units) / 2
    for each in backs:
        assert each.reduced_factors != "Elim"
        assert "white-stripe" in drawn(each.id, reduced=True)
        assert "white-stripe" not in drawn(each.id)
    assert {each.reduced_factors for each in units if each.elim} == {"Elim"}
    assert unit("1-US").elim
    assert not unit("5U").elim


@rule("dday91", "1b1-g", "1b2-a")
@pytest.mark.parametrize("year", [1943, 1944])
def test_bombers_mulberries_and_initiative_are_not_used_in_the_basic_game(year: int) -> None:
    left_out = pieces().strategic_air | pieces().mulberries
    basic, full = start(year), start(year, options=("10a", "13b", "15a"))
    for table, used in ((basic, False), (full, True)):
        there = {index for index, _, _ in (*table.placed, *table.boxed)}
        for index in members(left_out):
            assert (index in there) == used
        assert (table.initiative is not None) == used
    assert pieces().markers["initiative"].option == "10a"
    assert pieces().strategic_air.bit_count() == 2


@rule("dday91", "1d-b")
def test_a_zero_reads_as_ten() -> None:
    assert list(DIE) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@rule("dday91", "1e-a")
@pytest.mark.parametrize("year", [1943, 1944])
def test_cards_say_where_units_start_and_when_and_where_they_arrive(year: int) -> None:
    for group in (*charts().appearance[year, "allied"], *charts().appearance[year, "german"]):
        assert group.units
        assert group.hexes
        assert group.turn is None or 2 <= group.turn <= 11


# --- the terrain chart


def modifiers(name: str) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    row = charts().terrain[name]
    defender, attacker = row.defender, row.attacker
    return (
        (defender.each, defender.points) if defender else None,
        (attacker.each, attacker.points) if attacker else None,
    )


@rule("dday91", "TC.city", "TC.clear", "TC.forest", "TC.fortified-city", "TC.marsh", "TC.mountain")
@pytest.mark.parametrize(
    ("name", "cost", "defender", "attacker"),
    [
        ("city", 1, ("ground", 1), ("unit", -1)),
        ("clear", 1, None, None),
        ("forest", 2, ("ground", 1), ("mechanized", -1)),
        ("fortified_city", 1, ("ground", 4), ("unit", -1)),
        ("marsh", 2, None, ("mechanized", -1)),
        ("mountain", 2, ("leg", 2), ("unit", -1)),
    ],
)
def test_terrain_costs_and_modifiers(
    name: str, cost: int, defender: tuple[str, int] | None, attacker: tuple[str, int] | None
) -> None:
    assert charts().terrain[name].cost == cost
    assert modifiers(name) == (defender, attacker)


@rule("dday91", "TC.coastal", "TC.fortified", "TC.sea-a", "TC.sea-b")
def test_coast_and_fortification_have_the_cost_of_the_other_terrain_and_sea_none() -> None:
    assert charts().terrain["coastal"].cost is None
    assert charts().terrain["fortified"].cost is None
    assert charts().terrain["sea"].cost is None
    assert modifiers("coastal") == modifiers("sea") == (None, None)


@rule("dday91", "TC.river", "TC.d")
def test_a_river_costs_one_more_and_hampers_ground_attackers() -> None:
    assert charts().terrain["river"].extra_cost == 1
    assert modifiers("river") == (None, ("ground", -1))
    river = charts().terrain["river"].attacker
    assert river
    assert river.counts(unit("5U"))
    assert not river.counts(unit("air-9U"))


@rule("dday91", "4b5-a", "4b6-a")
def test_fortifications_serve_german_ground_units_only() -> None:
    for name in ("fortified", "fortified_city"):
        helped = charts().terrain[name].defender
        assert helped
        assert helped.counts(unit("66"))
        assert not helped.counts(unit("5U"))
        assert not helped.counts(unit("air-G"))


@rule("dday91", "TC.b")
def test_a_city_with_an_anchor_is_a_port_city() -> None:
    assert board().ports & ~board().cities == 0
    assert hexes("A14 C12 C16 D13 D14 T19") & ~board().ports == 0
    assert not hexes("G13 I1") & board().ports


@rule("dday91", "TC.c")
def test_the_bonus_against_invasions_depends_on_the_year() -> None:
    assert charts().scenario[1943].invasion_bonus == 1
    assert charts().scenario[1944].invasion_bonus == 2


@rule("dday91", "TC.e")
def test_invasion_hexes_are_sea_hexes_with_arrows() -> None:
    assert board().invasion_hexes & ~board().sea == 0
    for place in board().invasions.values():
        assert place.targets
        assert place.number >= 1


# --- tracks and tables


@rule("dday91", "TRT")
def test_turns_run_from_june_to_may() -> None:
    months = [charts().month(turn) for turn in range(1, 13)]
    assert " ".join(months) == "JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR APR MAY"


@rule("dday91", "WT")
@pytest.mark.parametrize(
    ("months", "first_bad"),
    [
        ("JUN JUL AUG SEP", 10),
        ("OCT", 8),
        ("NOV", 4),
        ("DEC JAN FEB", 2),
        ("MAR", 4),
        ("APR", 8),
        ("MAY", 9),
    ],
)
def test_the_weather_table(months: str, first_bad: int) -> None:
    for month in months.split():
        turn = charts().months.index(month) + 1
        for roll in DIE:
            assert charts().bad_weather(turn, roll) == (roll >= first_bad)


@rule("dday91", "CBT.1943", "CBT.1944")
@pytest.mark.parametrize(
    ("year", "results"),
    [(1943, "......TTLB"), (1944, "....TTLLBB")],
)
def test_the_carpet_bombing_tables(year: int, results: str) -> None:
    told = {
        ".": Bombing(0, False),
        "T": Bombing(0, True),
        "L": Bombing(1, False),
        "B": Bombing(1, True),
    }
    assert [charts().bomb(year, roll) for roll in DIE] == [told[each] for each in results]


# --- the order of appearance


def places(year: int, side: str) -> list[str]:
    """The fixed places of the units on board, in the card's order."""
    groups = charts().on_board(year, "allied" if side == "allied" else "german")
    return [board().name(next(members(group.hexes))) for group in groups if group.fixed]


def arrivals(year: int, side: str) -> dict[int, list[str]]:
    groups = charts().reinforcements(year, "allied" if side == "allied" else "german")
    found: dict[int, list[str]] = {}
    for group in groups:
        fixed = board().name(next(members(group.hexes))) if group.fixed else group.label
        assert group.turn
        found.setdefault(group.turn, []).append(fixed)
    return found


PORT, FRENCH = "any port city", "any city in France"


@rule("dday91", "OOA.A43-a", "OOA.A43-c")
def test_the_allied_card_of_1943() -> None:
    assert places(1943, "allied") == ["A14", "B12", "C12"]
    assert arrivals(1943, "allied") == {
        2: ["T19", "A14"],
        3: ["A14", "T19"],
        4: ["T19", "A14"],
        5: ["T19", "A14"],
        6: [PORT],
        7: [PORT, FRENCH],
        8: [PORT],
        9: [PORT],
        10: [PORT],
        11: [PORT],
    }


@rule("dday91", "OOA.A44-a", "OOA.A44-b")
def test_the_allied_card_of_1944() -> None:
    assert places(1944, "allied") == ["A14", "A14", "B12", "C12", "C12"]
    assert arrivals(1944, "allied") == {
        2: ["A14"],
        3: ["A14", "T19"],
        4: ["A14", "T19"],
        5: ["A14"],
        6: [PORT, FRENCH],
        9: [PORT],
        10: [PORT],
    }


@rule("dday91", "OOA.A43-b", "OOA.A44-a")
@pytest.mark.parametrize("year", [1943, 1944])
def test_markers_and_bombers_of_the_allied_card_need_their_options(year: int) -> None:
    needed = {
        index: option
        for group in charts().appearance[year, "allied"]
        for index, option in group.options.items()
    }
    assert needed == {
        **dict.fromkeys(members(pieces().mulberries), "15a"),
        **dict.fromkeys(members(pieces().strategic_air), "13b"),
    }


@rule("dday91", "OOA.G43-a", "OOA.G43-c")
def test_the_german_card_of_1943() -> None:
    assert " ".join(places(1943, "german")) == "I1 E3 G13 C16 D7 D11 D19 E9 R16"
    check_german_arrivals(1943)


@rule("dday91", "OOA.G44-a", "OOA.G44-c")
def test_the_german_card_of_1944() -> None:
    assert " ".join(places(1944, "german")) == "G4 I1 E3 G13 H14 L15 C16 D7 D11 D19 E9 R16"
    check_german_arrivals(1944)


def check_german_arrivals(year: int) -> None:
    found = arrivals(year, "german")
    assert list(found) == [2, 3, 4, 5, 6, 7, 8, 9, 11]
    home = "any city in Austria, Czechoslovakia, Germany"
    assert all(told == [home] for told in found.values())


@rule("dday91", "OOA.G43-b", "OOA.G44-b")
@pytest.mark.parametrize("year", [1943, 1944])
def test_coastal_groups_stand_one_to_a_hex_in_the_west(year: int) -> None:
    west = board().countries["Belgium"] | board().countries["France"]
    west |= board().countries["Netherlands"]
    coastal = [group for group in charts().on_board(year, "german") if group.max_per_hex == 1]
    assert coastal
    for group in coastal:
        assert group.hexes == board().coastal & west
    others = [group for group in charts().on_board(year, "german") if group not in coastal]
    assert all(group.max_per_hex is None for group in others)


@rule("dday91", "6a5-a")
def test_the_13th_infantry_corps_arrives_on_turn_7_at_home() -> None:
    group = charts().group_of(1944, unit("13"))
    assert group
    assert group.turn == 7
    assert group.hexes & hexes("I1 E3 G4") == hexes("I1 E3 G4")
    assert not group.hexes & hexes("G13 D7 E9 B12")


@rule("dday91", "9b-a")
def test_the_boxes_of_the_sample_set_up() -> None:
    table = start(1944, "opening-9b", options=("15a",))
    held: dict[str, set[str]] = {}
    for index, army, _ in table.boxed:
        held.setdefault(pieces().units[army].id, set()).add(pieces().units[index].id)
    german = {name: units for name, units in held.items() if unit(name).side == "german"}
    assert german == {
        "1-Infantry": {"88"},
        "5-Panzer": {"1SS"},
        "7-Infantry": {"85"},
        "15-Infantry": {"47"},
        "19-Infantry": {"89"},
    }
    assert held["1-Canadian"] == {"2C", "1B", "8B"}
    assert held["3-US"] == {"8U", "12U", "15U", "19U", "20U"}
    assert held["2-British"] >= {"air-2B", "12B", "30B", "AG-21B"}
    assert held["1-US"] >= {"air-9U", "5U", "7U"}
