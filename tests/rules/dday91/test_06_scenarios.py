"""6 The scenarios: set-up, order of appearance, starting Moves and control, victory."""

from __future__ import annotations

import pytest

from beachhead.dday91.combat.losses import eliminate
from beachhead.dday91.movement.acquiring_and_spending_moves import new_moves
from beachhead.dday91.setup import how_to_win
from beachhead.dday91.setup.placing_units import MOST_CHANGES, in_use, refuse_place, unplaced
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    WAITING,
    DDayTable,
    controlled,
    row,
    units_in,
)
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from dday91_situations import GAME, at, hex_, ids, is_reduced, options, play, run, situation, why

YEARS = (1943, 1944)


def start(year: int, **given: bool) -> DDayTable:
    return GAME.setup(
        str(year), {name.replace("_", "-"): on for name, on in given.items()}
    ).position


def here(table: DDayTable, name: str) -> set[str]:
    return ids(units_in(table, hex_(name)))


# --- 6a


@rule("dday91", "6a2", "TRT-a")
@pytest.mark.parametrize(("year", "allied", "german"), [(1943, 18, 8), (1944, 24, 5)])
def test_the_markers_on_the_tracks(year: int, allied: int, german: int) -> None:
    table = start(year)
    assert table.turn == 1
    assert charts().month(table.turn) == "JUN"
    assert table.moves == [allied, german]
    months = "JUN JUL AUG SEP OCT NOV DEC JAN FEB MAR APR MAY"
    assert " ".join(charts().month(turn) for turn in range(1, 13)) == months


@rule("dday91", "6a3", "6a4-a")
@pytest.mark.parametrize("year", YEARS)
def test_starting_units_stand_as_the_cards_say(year: int) -> None:
    table = start(year)
    for group in charts().on_board(year, "allied"):
        for unit in group.units:
            if in_use(table, group, unit):
                assert group.hexes >> table.hex[unit] & 1
                assert is_reduced(table, row(unit).id) == bool(group.reduced >> unit & 1)
    assert is_reduced(table, "air-9U") == (year == 1943)
    other = {"3-US", "2U"}
    waiting = {name: at(table, name) for name in other}
    assert waiting == (
        {"3-US": "waiting", "2U": "waiting"} if year == 1943 else {"3-US": "A14", "2U": "unused"}
    )


@rule("dday91", "6a4-b")
def test_allied_places_are_fixed_and_german_ones_partly_free() -> None:
    assert all(group.fixed for group in charts().on_board(1944, "allied"))
    table = start(1944)
    play(table, "own")
    assert at(table, "div-G5") == "C16"  # printed: nothing to choose
    assert at(table, "AG-B") == "H14"
    free = {row(unit).id for unit in unplaced(table)}
    assert {"1-Infantry", "1SS", "66", "div-G2"} <= free
    play(table, "place-1SS", "at-G15", "place-66", "at-D14")
    assert (at(table, "1SS"), at(table, "66")) == ("G15", "D14")
    assert why(table, unit="66", to="G15") == "6a4"  # on the board already
    assert why(table, unit="67", to="G15") == "6a4"  # not on the coast
    assert why(table, unit="47", to="H7") == "6a4"  # in Germany
    assert why(table, unit="67", to="D14") == "6a4"  # one coastal unit a hex
    assert why(table, unit="47", to="D14") == "2d1"  # no army there
    assert why(table, unit="13", to="O6") == "6a4"  # a reinforcement
    play(table, "place-7-Infantry", "at-D14")
    assert why(table, unit="47", to="D14") == ""


@rule("dday91", "6a4-b")
@pytest.mark.parametrize("year", YEARS)
def test_a_free_set_up_places_everybody(year: int) -> None:
    table = start(year)
    play(table, "own")
    asked = 0
    while left := [id_ for id_ in options(table) if id_.startswith("place-")]:
        play(table, left[-1])
        play(table, options(table)[asked % len(options(table))])
        asked += 7
    assert not unplaced(table)
    play(table, "done")
    assert table.step != "setup"


@rule("dday91", "6a4-b")
def test_a_unit_that_was_placed_may_be_placed_elsewhere_until_the_set_up_is_complete() -> None:
    table = start(1944)
    play(table, "own", "place-1SS", "at-G15", "place-66", "at-D14")
    assert {"move-1SS", "move-66"} <= set(options(table))
    assert "move-AG-B" not in options(table)  # its hex is printed
    assert why(table, unit="AG-B") == why(table, unit="AG-B", to="G15") == "6a4"
    play(table, "move-1SS")
    assert at(table, "1SS") == "G15"  # until it is put down
    assert "at-G15" not in options(table)
    assert why(table, unit="1SS", to="G15") == "6a4"
    assert why(table, unit="1SS", to="D14") == "2d1"
    play(table, "at-F13", "move-66", "tray")
    assert (at(table, "1SS"), at(table, "66")) == ("F13", "waiting")
    assert {"move-1SS", "place-66"} <= set(options(table))
    assert "tray" not in options(table)
    play(table, "place-66")
    assert "tray" not in options(table)  # it is there


@rule("dday91", "6a4-b")
def test_units_are_taken_up_again_sixty_times_at_most() -> None:
    # N-26 A game comes to an end whatever the players do.
    table = start(1944)
    play(table, "own", "place-1SS", "at-G15")
    for change in range(MOST_CHANGES):
        assert why(table, unit="1SS", to="H15") == ("6a4" if change % 2 else "")
        play(table, "move-1SS", "at-G15" if change % 2 else "at-H15")
    assert why(table, unit="1SS", to="G15") == why(table, unit="1SS", to="H15") == "6a4"
    assert not any(option.startswith("move-") for option in options(table))
    play(table, "place-66")


@rule("dday91", "6a4-b", "2d1-a")
def test_an_army_is_taken_up_again_only_if_the_others_may_stay_without_it() -> None:
    table = start(1944)
    play(table, "own", "place-7-Infantry", "at-D14", "place-66", "at-D14", "place-47", "at-D14")
    assert why(table, unit="7-Infantry") == why(table, unit="7-Infantry", to="F13") == "2d1"
    assert "move-7-Infantry" not in options(table)
    play(table, "move-47", "at-F13")
    assert why(table, unit="7-Infantry", to="F13") == ""
    play(table, "move-7-Infantry", "at-F13")
    assert (at(table, "7-Infantry"), at(table, "66")) == ("F13", "D14")


@rule("dday91", "6a4-b")
def test_a_place_that_others_need_is_refused() -> None:
    table = start(1943)
    play(table, "own")
    luftwaffe = pieces().unit["air-G"]
    group = charts().group_of(1943, luftwaffe)
    assert group is not None
    *taken, last = [each for each in members(group.hexes) if not units_in(table, each)]
    others = members(pieces().corps & pieces().sides["german"])
    for each, unit in zip(taken, others, strict=False):
        table.hex[unit] = each
    army = pieces().unit["1-Infantry"].index
    refused = refuse_place(table, army, last)
    assert refused is not None
    assert refused.rule == "2d4"
    assert refuse_place(table, luftwaffe.index, last) is None
    # One that stands there itself leaves its hex to the others.
    table.hex[table.hex.index(taken[0])] = WAITING
    table.hex[army] = taken[0]
    assert refuse_place(table, army, last) is None


# --- 6b, 6c


@rule("dday91", "6b1-a", "6b1-b", "6b1-c", "6c1-a", "6c1-b", "6c1-c", "2e-c")
@pytest.mark.parametrize(
    ("year", "moves", "holder"), [(1943, [18, 8], "german"), (1944, [24, 5], "allied")]
)
def test_how_a_scenario_begins(year: int, moves: list[int], holder: str) -> None:
    table = start(year, initiative=True)
    assert table.moves == moves
    assert SIDES[table.initiative] == holder
    home = board().countries["Great Britain"] | 1 << hex_("T19")
    assert controlled(table, ALLIED) == home
    assert controlled(table, GERMAN) == board().land & ~home


@rule("dday91", "6b2", "6c2")
@pytest.mark.parametrize(("year", "allied", "german"), [(1943, 11, 8), (1944, 13, 7)])
def test_moves_each_turn(year: int, allied: int, german: int) -> None:
    """Each side gains its own at the start of its portion, in every Turn."""
    table = start(year)
    table.moves = [0, 1]
    for turn in (1, 2):
        table.turn = turn
        for side in (ALLIED, GERMAN):
            table.side = side
            run(table, new_moves)
    assert table.moves == [2 * allied, 1 + 2 * german]


# --- OOA


@rule("dday91", "OOA.A43-a", "OOA.A44-a")
def test_where_the_allies_start() -> None:
    table = start(1943)
    assert here(table, "A14") == {"1-US", "5U", "7U", "19U", "air-9U"}
    assert here(table, "B12") == {"SHAEF", "1B-airborne", "8B"}
    assert here(table, "C12") == {"2-British", "AG-21B", "1B", "12B", "1C", "air-2B"}
    table = start(1944)
    first = {"1-US", "5U", "7U", "air-9U"}
    assert here(table, "A14") == first | {"3-US", "8U", "12U", "15U", "19U", "20U"}
    assert here(table, "B12") == {"SHAEF", "18U", "1B-airborne"}
    second = {"2-British", "AG-21B", "12B", "30B", "air-2B"}
    assert here(table, "C12") == second | {"1-Canadian", "2C", "1B", "8B"}


@rule("dday91", "OOA.A43-b", "OOA.A44-a")
@pytest.mark.parametrize("year", YEARS)
def test_what_is_used_only_with_its_option(year: int) -> None:
    table = start(year)
    for name in ("mulberry-1", "mulberry-2", "bombers-8U", "bombers-BC"):
        assert at(table, name) == "unused"
    table = start(year, mulberries=True, carpet_bombing=True)
    assert (at(table, "mulberry-1"), at(table, "bombers-BC")) == ("A14", "B12")


def arrivals(year: int, side: str) -> dict[int, set[str]]:
    """Where each turn's reinforcements arrive, as the card says it."""
    found: dict[int, set[str]] = {}
    for group in charts().reinforcements(year, side):  # type: ignore[arg-type]
        assert group.turn is not None
        found.setdefault(group.turn, set()).add(group.label)
    return found


ANY_PORT, FRANCE = "any port city", "any city in France"
BASES = {"A14 (Southampton)", "T19 (Mediterranean Base)"}


@rule("dday91", "OOA.A43-c")
def test_when_and_where_the_allies_of_1943_arrive() -> None:
    found = arrivals(1943, "allied")
    assert sorted(found) == list(range(2, 12))
    assert all(found[turn] == BASES for turn in range(2, 6))
    assert all(ANY_PORT in found[turn] for turn in range(6, 12))
    assert found[7] == {ANY_PORT, FRANCE}
    assert all(found[turn] == {ANY_PORT} for turn in (6, 8, 9, 10, 11))


@rule("dday91", "OOA.A44-b")
def test_when_and_where_the_allies_of_1944_arrive() -> None:
    found = arrivals(1944, "allied")
    assert sorted(found) == [2, 3, 4, 5, 6, 9, 10]
    assert all(found[turn] <= BASES for turn in (2, 3, 4, 5))
    assert found[6] == {ANY_PORT, FRANCE}
    assert found[9] == found[10] == {ANY_PORT}


@rule("dday91", "OOA.G43-c", "OOA.G44-c")
@pytest.mark.parametrize("year", YEARS)
def test_when_and_where_the_germans_arrive(year: int) -> None:
    found = arrivals(year, "german")
    assert sorted(found) == [2, 3, 4, 5, 6, 7, 8, 9, 11]  # D-06 Turn 9 is February
    assert all(
        places == {"any city in Austria, Czechoslovakia, Germany"} for places in found.values()
    )


@rule("dday91", "OOA.G43-a", "OOA.G44-a")
@pytest.mark.parametrize(
    ("year", "fixed"),
    [
        (1943, "I1 E3 G13 C16 D7 D11 D19 E9 R16"),
        (1944, "G4 I1 E3 G13 H14 L15 C16 D7 D11 D19 E9 R16"),
    ],
)
def test_the_fixed_places_of_the_germans(year: int, fixed: str) -> None:
    groups = charts().on_board(year, "german")
    found = {board().names_of(group.hexes)[0] for group in groups if group.fixed}
    assert found == set(fixed.split())
    countries = {group.countries for group in groups if not group.fixed}
    assert countries == {
        ("Austria", "Czechoslovakia", "Germany"),
        ("Belgium", "France", "Netherlands"),
    }


@rule("dday91", "OOA.G43-b", "OOA.G44-b")
@pytest.mark.parametrize("year", YEARS)
def test_coastal_units_stand_one_to_a_hex(year: int) -> None:
    table = start(year)
    play(table, "own", "place-1-Infantry", "at-D10", "place-80", "at-D10")
    for name in ("82", "66"):  # of either group of the card
        assert why(table, unit=name, to="D10") == "6a4"
        assert why(table, unit=name, to="E10") == "6a4"
        assert why(table, unit=name, to="D12") == ""


@rule("dday91", "OOA.G43-a", "OOA.G44-a")
@pytest.mark.parametrize("ready", list(charts().set_ups))
def test_ready_made_set_ups_are_legal(ready: str) -> None:
    chosen = charts().set_ups[ready]
    table = start(chosen.year)
    for unit, place in chosen.hex_of.items():
        group = charts().group_of(chosen.year, row(unit))
        assert group is not None
        assert group.hexes >> place & 1
    play(table, f"ready-{ready}")
    assert table.step != "setup"
    assert not unplaced(table)


# --- victory


CITIES = {1943: "I1", 1944: "G7 E3 O6"}
EAST = (
    "I2 1-US, 3U, 5U, 6U, 7U, 8U, 12U, 13U, 15U, 16U, 19U, 20U, 21U, SHAEF, AG-12U, AG-21B, "
    "12B, 30B, 1C"
)
"""19 ground units between the Elbe and Berlin."""


def outcome(year: int, text: str) -> list[str]:
    table = situation(f"scenario {year}; turn 12 german supply; {text}")
    run(table, how_to_win.determine)
    assert table.result is not None
    assert table.result.rule == ("6b3" if year == 1943 else "6c3")
    return table.result.winners


@rule("dday91", "6b3-a", "6c3-a")
@pytest.mark.parametrize("year", YEARS)
def test_the_allies_win_by_the_rhine_and_the_cities(year: int) -> None:
    held = f"control allied {CITIES[year]}"
    twenty = f"{EAST}; H3 1B; {held}"
    assert outcome(year, twenty) == ["allied"]
    assert outcome(year, f"{EAST}; {held}") == []  # 19
    assert outcome(year, f"{EAST}; H3 air-9U; {held}") == []  # no ground unit
    assert outcome(year, f"{EAST}; G13 1B; {held}") == []  # west of the Rhine
    for city in CITIES[year].split():
        others = [name for name in CITIES[year].split() if name != city]
        rest = f"control allied {' '.join(others)}" if others else "moves 1 1"
        assert outcome(year, f"{EAST}; H3 1B; {rest}") == []
    lost = "eliminated " + " ".join(f"{name} lost" for name in LOST[:10])
    assert outcome(year, f"{twenty}; {lost}") == ["allied"]


LOST = ["2F", "1F", "2C", "8B", "10B", "13B", "18U", "22U", "23U", "1B-airborne"]


@rule("dday91", "6b3-b", "6b3-c", "6c3-b", "6c3-c")
@pytest.mark.parametrize(("year", "needed"), [(1943, 10), (1944, 5)])
def test_the_germans_win_by_allied_losses(year: int, needed: int) -> None:
    lost = [f"{name} lost" for name in LOST]
    assert outcome(year, f"eliminated {' '.join(lost[:needed])}") == ["german"]
    assert outcome(year, f"eliminated {' '.join(lost[: needed - 1])}") == []
    # Headquarters and air units do not count, nor do German corps.
    table = situation("G13 1-US, air-9U, 5U; G12 66")
    for unit in ("1-US", "air-9U", "5U", "66"):
        eliminate(table, pieces().unit[unit].index, "4e1", "in a test")
    assert ids(table.corps_lost) == {"5U"}


@rule("dday91", "6b3-a", "6c3-a")
def test_who_counts_beyond_the_rhine() -> None:
    """D-18 all ground units, or with the house rule combat units only."""
    text = "I2 1-US, 5U, SHAEF, div-A1, air-9U"
    assert ids(how_to_win.beyond_the_rhine(situation(text))) == {"1-US", "5U", "SHAEF", "div-A1"}
    house = situation(f"{text}; house rhine-count")
    assert ids(how_to_win.beyond_the_rhine(house)) == {"5U", "div-A1"}


@rule("dday91", "6b3", "6c3")
def test_the_state_of_the_conditions_is_shown() -> None:
    table = situation("I2 1-US, 5U; control allied E3; eliminated 7U lost")
    assert GAME.see(table, None)["victory"] == {
        "Allied ground units east of the Rhine": [2, 20],
        "G7 (Essen) in Allied control": [0, 1],
        "E3 (Hamburg) in Allied control": [1, 1],
        "O6 (Munich) in Allied control": [0, 1],
        "Allied corps eliminated": [1, 5],
    }
