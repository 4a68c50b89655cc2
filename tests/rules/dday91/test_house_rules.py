"""The rulings a table may play otherwise; the others are tested with their rules."""

from __future__ import annotations

import pytest
from dday_tables import (
    GAME,
    at,
    dice,
    hexes,
    names_of,
    number,
    options,
    play,
    resolve,
    run,
    table,
    those,
)

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.combat.modifiers import attacker_terms, defenders
from beachhead.dday91.options import pursuit
from beachhead.dday91.setup import how_to_win
from beachhead.dday91.table.board import board
from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.state import ALLIED, OPTIONS, Combat, DDayTable, plays, plays_otherwise
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.reconstructions import RECONSTRUCTION
from beachhead.kernel.rulebook import rule


def test_each_option_and_each_house_rule_is_a_setting_of_its_own() -> None:
    assert set(GAME.settings) == {*OPTIONS, *HOUSE_RULES, RECONSTRUCTION}
    for name in OPTIONS:
        position = GAME.begin("1944", GAME.check("1944", {name: True})[1])
        assert [option for option in OPTIONS if plays(position, option)] == [name]
    for name in HOUSE_RULES:
        position = GAME.begin("1944", GAME.check("1944", {name: "alternative"})[1])
        assert [switch for switch in HOUSE_RULES if plays_otherwise(position, switch)] == [name]


@rule("dday91", "6b3-a", "6c3-a", "1b1-b")
@pytest.mark.parametrize(("house", "count"), [("", 4), ("rhine-count", 2)])
def test_what_counts_beyond_the_rhine(house: str, count: int) -> None:
    """D-18: all ground units, headquarters included; or corps and divisions only."""
    there = table("G5 1-US 5U SHAEF air-9U\nG6 div-A1\nG13 7U", house=house)
    assert how_to_win.beyond_the_rhine(there).bit_count() == count


# --- D-01 several defending hexes in one combat, and the options


BOTH = ("attack-G13", "add-5U", "also-H12", "commit")


def both(places: str, *rules: str) -> DDayTable:
    """5U in G12 attacks G13 and H12 at once."""
    there = table(f"G12 5U\nG13 66\n{places}", *rules, house="multi-hex-defense", step="combat")
    run(there, separating_combats.combat_step)
    play(there, *BOTH)
    return there


@rule("dday91", "13a-a")
def test_an_air_unit_reacts_to_any_of_several_hexes() -> None:
    there = both("H12 7-Infantry 67\nI15 air-G", "air-reaction")
    assert options(there) == ["react-air-G-H12", "done"]
    play(there, "react-air-G-H12")
    (fight,) = there.combats
    assert names_of(defenders(there, fight)) == {"66", "67", "7-Infantry", "air-G"}


@rule("dday91", "13b2-b")
def test_any_of_several_hexes_is_bombed() -> None:
    there = table("G12 5U\nG13 66\nH12 67", "carpet-bombing", house="multi-hex-defense")
    there.hex[number("bombers-8U")] = board().hex("H12")
    run(there, separating_combats.combat_step)
    play(there, *BOTH, "die-5")
    (fight,) = there.combats
    assert fight.no_terrain
    assert there.bombed == 1


@rule("dday91", "2c-c")
def test_an_attacking_air_unit_has_a_zone_in_each_of_the_hexes() -> None:
    there = table("G12 air-9U\nG13 66\nH12 67", house="multi-hex-defense")
    run(there, separating_combats.combat_step)
    play(there, *(choice.replace("5U", "air-9U") for choice in BOTH))
    assert zones(there, ALLIED) == hexes("G13 H12")


@rule("dday91", "14b2-a")
def test_either_of_the_beaten_is_struck_again() -> None:
    there = both("H12 67", "pursuit")
    resolve(there, "G13")
    dice(there, 10, 9)
    play(there, "to-H13", "to-I12", "advance-5U")
    assert at(there, "5U") == "G13"
    assert "strike-H13" in options(there)
    assert "strike-I12" not in options(there)  # not next to it
    assert pursuit.quarries(there) == hexes("H13 I12")
    play(there, "strike-H13", "add-5U", "commit")
    assert there.combat is not None
    assert there.combat.hexes == hexes("H13")


@rule("dday91", "4b-a", "8b1-a")
def test_penalties_of_different_terrain_add_up_and_the_same_counts_once() -> None:
    """D-01: two forests, and Paris."""
    there = table("F14 5U", house="multi-hex-defense")
    combat_for_all = Combat(board().hex("G13"), those("5U"), also=hexes("D15 E16"))
    terms = attacker_terms(there, combat_for_all)
    assert (terms["city"], terms["forest"]) == (-1, -1)
