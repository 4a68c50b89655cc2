"""10 US engineers clear beach obstacles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from beachhead.kernel.bits import set_of
from beachhead.kernel.rulebook import rule
from beachhead.omaha.drawing import counters
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.landing import landing_and_tides
from beachhead.omaha.table.state import OmahaTable, equipment
from situations import card, decision, draw, hex_, options, play, run, table_of, unit

EXAMPLES = {
    example["id"]: example
    for example in json.loads(
        (Path(__file__).parents[2] / "data" / "omaha_worked_examples.json").read_text()
    )["examples"]
}
EAST_WNS = ("WN60", "WN61", "WN62N", "WN62S", "WN64", "WN65N", "WN65S")


def manned(*but: str) -> str:
    """Every east WN occupied, but some."""
    return "; ".join(f"{name} ?" for name in EAST_WNS if name not in but)


def clearable(table: OmahaTable, sector: str = "east") -> list[str]:
    return equipment().board.grid.names_of(beach_obstacles.clearable(table, sector))


def obstacles(sector: str) -> list[str]:
    the_board = equipment().board
    return the_board.grid.names_of(the_board.obstacles & the_board.sectors[sector])


@rule("omaha", "10.1a", "10.1b", "4.IV-a")
def test_engineer_example():
    example = EXAMPLES["engineer_clearing"]
    # Card 52: red, double purple, blue.
    table = table_of(f"turn 2; {manned()}; fire-cards 52 -")
    run(table, beach_obstacles.engineer_phase)
    assert options(table)[:2] == ["clear-0612", "done"]
    assert clearable(table) == example["outcome"]["clearable"]
    play(table, "clear-0612")
    assert table.cleared == 1 << hex_("0612")
    assert clearable(table) == []


@pytest.mark.parametrize(
    "without_wn60",
    [manned("WN60"), f"{manned('WN60')}; WN60 ? silent"],
    ids=["eliminated", "disrupted when the card was drawn"],
)
@rule("omaha", "10.1b")
def test_engineer_example_without_wn60(without_wn60: str):
    example = EXAMPLES["engineer_clearing"]
    table = table_of(f"turn 2; {without_wn60}; fire-cards 52 -")
    assert clearable(table) == example["variant"]["clearable_any_two_of"]


@rule("omaha", "10.1b", "6.4b")
def test_disruption_is_judged_when_the_fire_card_is_drawn():
    table = table_of(f"turn 2; {manned('WN60')}; WN60 ? disrupted")
    run(table, fire_phase.fire_phase)
    play(table, draw(52), draw(40))
    assert not table.german_disrupted  # the card has restored it
    assert "0606" in clearable(table)
    table.house["clearing-under-disrupted"] = "alternative"
    assert clearable(table) == ["0612"]


@rule("omaha", "10.1b")
def test_one_undisrupted_unit_of_a_two_hex_wn_is_enough_to_block():
    covered = equipment().board.position["WN62"].fire & equipment().board.obstacles
    assert covered
    text = "turn 2; WN62N ? silent; WN62S ?; fire-cards 40 -"  # single green
    assert not beach_obstacles.clearable(table_of(text), "east") & covered
    text = "turn 2; WN62N ? silent; WN62S ? silent; fire-cards 40 -"
    assert clearable(table_of(text)) == obstacles("east")


@rule("omaha", "10.1b")
def test_the_color_alone_blocks_single_or_double_depth_or_smoke():
    blocked = equipment().board.position["WN60"].fire
    for more in ("", "depth?", "; smoke WN60"):
        for number in (20, 52):  # single purple, double purple
            table = table_of(f"turn 2; WN60 ? {more}; fire-cards {number} -")
            assert beach_obstacles.clearable(table, "east") == (
                equipment().board.obstacles & equipment().board.sectors["east"] & ~blocked
            )
    table = table_of("turn 2; WN60 ?; fire-cards 40 -")  # no purple
    assert clearable(table) == obstacles("east")


@rule("omaha", "10.1b")
def test_a_position_threatens_across_the_boundary_by_the_card_of_its_own_sector():
    across = equipment().board.position["WN65"].fire & equipment().board.sectors["west"]
    across &= equipment().board.obstacles
    assert across
    names = equipment().board.grid.names_of(across)
    red_east = table_of("turn 2; WN65N ?; fire-cards 20 40")
    assert not set(names) & set(clearable(red_east, "west"))
    red_west = table_of("turn 2; WN65N ?; fire-cards 40 20")
    assert set(names) < set(clearable(red_west, "west"))
    red_east.house["clearing-across-boundary"] = "alternative"
    assert set(names) < set(clearable(red_east, "west"))


@rule("omaha", "10.12a", "10.1a")
def test_on_low_tide_turns_up_to_two_hexes_a_sector():
    table = table_of("turn 6; fire-cards 40 40")
    run(table, beach_obstacles.engineer_phase)
    play(table, "clear-0606")
    assert "clear-0606" not in options(table)
    play(table, "clear-0613", "clear-0328", "clear-0619")
    assert options(table) == []
    assert table.cleared == set_of(map(hex_, ("0606", "0613", "0328", "0619")))


@rule("omaha", "10.12b")
def test_on_mid_tide_turns_one_hex_a_sector():
    for turn in (7, 15):
        table = table_of(f"turn {turn}; fire-cards 40 40")
        run(table, beach_obstacles.engineer_phase)
        play(table, "clear-0606", "clear-0328")
        assert options(table) == []


@pytest.mark.parametrize("turn", [1, 16, 17, 22, 23])
@rule("omaha", "10.12c", "4.IV-b", "10.1a")
def test_nothing_is_cleared_on_turn_1_nor_from_turn_16(turn: int):
    table = table_of(f"turn {turn}; fire-cards 40 40")
    run(table, beach_obstacles.engineer_phase)
    assert options(table) == []
    refusal = beach_obstacles.refuse_clearing(table, hex_("0612"))
    assert refusal is not None
    assert refusal.rule == "10.12"


@rule("omaha", "10.1a")
def test_engineers_may_clear_less_or_nothing():
    table = table_of("turn 2; fire-cards 40 40")
    run(table, beach_obstacles.engineer_phase)
    play(table, "done", "clear-0328", "done")
    assert options(table) == []
    assert table.cleared == 1 << hex_("0328")


@rule("omaha", "10.1a", "1e")
def test_each_division_clears_its_own_sector():
    table = table_of("turn 2; players 2; fire-cards 40 40")
    run(table, beach_obstacles.engineer_phase)
    seats = []
    while (asked := decision(table)) is not None:
        seats.append(asked.seat)
        sector = "east" if asked.seat == "1st" else "west"
        assert options(table) == [f"clear-{name}" for name in obstacles(sector)] + ["done"]
        play(table, "done")
    assert seats == ["1st", "29th"]


@rule("omaha", "EF-a", "10.1a")
def test_easy_fox_has_engineers_only_in_the_east():
    table = table_of("scenario easy-fox; turn 2; fire-cards 40 -")
    run(table, beach_obstacles.engineer_phase)
    assert options(table) == [f"clear-{name}" for name in obstacles("east")] + ["done"]
    play(table, "done")
    assert options(table) == []


@rule("omaha", "10a")
def test_most_mid_tide_waterline_hexes_carry_obstacles():
    the_board = equipment().board
    waterline = the_board.tides["mid"]
    assert the_board.obstacles & ~waterline == 0
    with_obstacles = the_board.obstacles.bit_count()
    assert waterline.bit_count() / 2 < with_obstacles < waterline.bit_count()


@rule("omaha", "10b")
def test_uncleared_obstacles_expose_landing_units_to_mines():
    # On Turn 15 infantry needs no landing check, so without obstacles no card is drawn at all.
    mine = card(lambda each: each.mine)
    for cleared, draws, steps in (("", [mine], 2), ("cleared 0613", [], 3)):
        table = table_of(f"turn 15; box ER1 A/1/16; {cleared}")
        run(table, landing_and_tides.amphibious_phase)
        play(table, *draws)
        assert table.hex[unit("A/1/16")] == hex_("0613")
        assert table.steps_left[unit("A/1/16")] == steps


@rule("omaha", "10.11a")
def test_a_row_is_cleared_when_each_of_its_hexes_is():
    """Two facing markers stand for a whole row; here each hex has its own, and the hexes between
    are cleared only when engineers have been there."""
    example = EXAMPLES["cleared_marker_row"]
    row = example["outcome"]["cleared"]
    table = table_of("turn 6; fire-cards 40 40")
    for one, other in (("0613", "0615"), ("0618", "0616")):
        run(table, beach_obstacles.engineer_phase)
        play(table, f"clear-{one}", f"clear-{other}")
    assert set(equipment().board.grid.names_of(table.cleared)) == {"0613", "0615", "0616", "0618"}
    assert "0617" in clearable(table), "between two cleared hexes, and yet to be cleared"
    run(table, beach_obstacles.engineer_phase)
    play(table, "clear-0617", "done")
    assert set(equipment().board.grid.names_of(table.cleared)) == set(row)
    drawn = str(counters.layers(table))
    for name in row:
        assert f'id="cleared-{name}"' in drawn
        assert name not in clearable(table)
    for name in example["outcome"]["not_cleared"]:
        assert f'id="cleared-{name}"' not in drawn
        assert name in clearable(table)


@pytest.mark.parametrize(
    ("where", "reason"),
    [("0607", "10.1"), ("0714", "10.1"), ("0327", "10.1"), ("0613", "10.11"), ("0612", None)],
    ids=["under fire", "no obstacles", "none beside some", "cleared", "may be cleared"],
)
@rule("omaha", "10.1b")
def test_why_a_hex_cannot_be_cleared(where: str, reason: str | None):
    table = table_of(f"turn 2; {manned()}; fire-cards 52 52; cleared 0613")
    refusal = beach_obstacles.refuse_clearing(table, hex_(where))
    assert (refusal and refusal.rule) == reason
