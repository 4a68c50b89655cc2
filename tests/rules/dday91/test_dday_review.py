"""What a second reading of the rules found: supply by sea, pursuit, invaders' zones, harbors."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    GAME,
    announce,
    at,
    decision,
    dice,
    fight,
    hexes,
    in_hex,
    kind,
    left,
    lose,
    no_more,
    number,
    options,
    play,
    resolve,
    run,
    table,
    those,
    unsupplied,
)

from beachhead.dday91 import odds
from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement, supply
from beachhead.dday91.page import DDay91Page
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.rulebook import rule
from dday91_situations import zone_of

# --- 3c the seas are one for Allied supply (N-21)

SOUTH_COAST = "P17 66\nR15 67\nP18 81\nR14 82"
"""Germans whose zones of control cover the whole Mediterranean coast."""


@rule("dday91", "3c-c")
def test_the_mediterranean_base_is_supplied_by_sea() -> None:
    there = table(f"T19 7-US 6U\n{SOUTH_COAST}")
    assert supply.out_of_supply(there, ALLIED) == 0
    line = DDay91Page().overlay(there, "supply", {"unit": "6U"}).arrows
    assert line, "it leads to a source"


@rule("dday91", "3c-c")
def test_a_beach_on_the_bay_of_biscay_is_supplied_by_sea() -> None:
    """Germans hold the rest of that coast and stand around the beach."""
    landing = board().hex("G19")
    coast = board().grid.neighbors(board().seas["Bay of Biscay"]) & board().land
    held = board().names_of((coast | board().ground[landing]) & ~(1 << landing))
    corps = [each.id for each in pieces().units if each.side == "german" and each.corps]
    germans = [f"{hex_} {name}" for hex_, name in zip(held, corps, strict=False)]
    there = table("\n".join(["G19 5U", *germans]))
    assert supply.out_of_supply(there, ALLIED) == 0


@rule("dday91", "3c-b", "3c-c")
def test_the_sea_supplies_nobody_without_a_source() -> None:
    there = table(f"T19 7-US 6U\n{SOUTH_COAST}")
    there.allied_control &= ~board().circled
    assert supply.out_of_supply(there, ALLIED) == those("7-US", "6U")


@rule("dday91", "3c-d", "13b1")
def test_bombers_over_a_hex_do_not_cut_its_supply() -> None:
    """13b They are over enemy units at any time without being in their way."""
    there = table("I1 66\nI2 47", "carpet-bombing")
    assert supply.out_of_supply(there, GERMAN) == 0
    for hex_ in ("I1", "I2"):
        there.hex[number("bombers-8U")] = board().hex(hex_)
        assert supply.out_of_supply(there, GERMAN) == 0


# --- 14b2 who pursues, and who strikes


def taken(places: str, *by: str, rules: tuple[str, ...] = (), **fields: Any) -> DDayTable:
    """J16 is won and its defender in J15."""
    there = table(places, "pursuit", *rules, **fields)
    fight(there, "J16", *by)
    dice(there, 5, 5)
    play(there, "to-J15")
    return there


@rule("dday91", "14b2-a")
def test_a_mechanized_corps_that_did_not_attack_only_occupies() -> None:
    there = table("J17 1-US 5U 7U air-9U\nJ16 66 reduced", "pursuit")
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-1-US", "advance-5U", "advance-7U", "advance-air-9U")
    found = [choice for choice in options(there) if choice.startswith("pursue")]
    assert found == ["pursue-1-US", "pursue-5U", "pursue-air-9U"]
    play(there, "pursue-1-US", "to-J15", "stop")
    assert in_hex(there, "J15") == {"1-US", "5U", "air-9U"}
    assert in_hex(there, "J16") == {"7U"}


@rule("dday91", "14b2-a")
def test_a_mechanized_corps_that_did_not_attack_does_not_strike() -> None:
    there = taken("J17 1-US 5U 7U\nJ16 47", "5U")
    play(there, "advance-1-US", "advance-5U", "advance-7U", "strike")
    assert options(there) == ["add-5U"]
    refused = GAME.why_not(there, action="strike", unit="7U")
    assert refused is not None
    assert refused.rule == "14b2"


@rule("dday91", "3b1-a", "14b2-a")
@pytest.mark.parametrize(("spent", "strikes"), [(5, True), (6, False)])
def test_doubled_movement_bars_the_strike_too(spent: int, strikes: bool) -> None:
    flown = {number("air-9U"): spent}
    there = taken("J17 1-US 5U air-9U\nJ16 47", "5U", expended=flown)
    play(there, "advance-1-US", "advance-5U", "advance-air-9U", "strike")
    assert ("add-air-9U" in options(there)) == strikes
    refused = GAME.why_not(there, action="strike", unit="air-9U")
    assert (refused is None) == strikes
    assert refused is None or refused.rule == "3b1"


@rule("dday91", "4b-a", "14b2-a")
def test_a_strike_shows_its_odds_before_the_dice() -> None:
    there = taken("J17 1-US 5U air-9U\nJ16 47", "5U")
    play(there, "advance-1-US", "advance-5U", "advance-air-9U", "strike")
    asked = decision(there)
    assert asked is not None
    assert odds.odds_of(there, asked, None) == []
    added = next(each for each in asked.options if each.id == "add-5U")
    assert "J15" in odds.odds_of(there, asked, added)[0]
    play(there, "add-5U")
    asked = decision(there)
    assert asked is not None
    commit = next(each for each in asked.options if each.id == "commit")
    promised = odds.odds_of(there, asked, commit)
    shown = asked.built()
    assert shown is not None
    assert (shown.target, shown.attackers) == (board().hex("J15"), those("5U"))
    about = asked.about
    assert "hex-J15" in about
    assert "hex-J16" not in about
    play(there, "commit")
    rolled = decision(there)
    assert rolled is not None
    assert odds.odds_of(there, rolled, None) == promised


# --- 2c invaders at sea (N-22)


@rule("dday91", "2c-a", "4d1-a")
def test_invaders_have_their_zone_where_their_arrows_point() -> None:
    there = table("C14 5U\nD14 66", invaders=those("5U"))
    assert zones(there, ALLIED) == zone_of(there, "5U") == hexes("D13 D14")
    fight(there, "D14", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    assert options(there) == ["to-E14", "to-E15"]  # D13 is in the invaders' zone


@rule("dday91", "2c-a", "2c-b", "2c-c", "3c-g")
def test_only_supplied_corps_have_a_zone_from_the_sea() -> None:
    there = table("C14 1-US 5U air-9U mulberry-1", unsupplied=unsupplied("5U"))
    assert zones(there, ALLIED) == 0


# --- 4f divisions stay (N-23)


@rule("dday91", "3b1-c", "4f-a")
def test_divisions_do_not_occupy_a_hex_they_have_won() -> None:
    there = table("J17 div-A1\nI17 5U\nJ16 66 reduced")
    announce(there, "J16", "div-A1", "5U")
    no_more(there)
    resolve(there, "J16")
    dice(there, 10, 1)
    lose(there, "66")
    assert options(there) == ["advance-5U", "stay"]


@rule("dday91", "3b1-c", "4d-a")
def test_divisions_retreat_like_others() -> None:
    there = table("J17 5U\nJ16 div-G1")
    fight(there, "J16", "5U")
    dice(there, 1, 3)
    assert kind(there) == "retreated"
    play(there, "to-J15")
    assert at(there, "div-G1") == "J15"


# --- 11b1 units that begin on their backs (N-24)


@rule("dday91", "11b1-a", "4e-a")
def test_a_unit_that_begins_on_its_back_counts_as_having_taken_a_loss() -> None:
    state = GAME.setup("1943", {"replacements": True}, seed=1)
    state.apply("ready-forward-1943")
    while state.position.step != "replacement":
        state.apply("done")
    assert {"restore-air-9U", "restore-air-2B"} <= {each.id for each in state.decision.options}
    state.apply("restore-air-9U")
    assert not state.position.reduced >> number("air-9U") & 1


# --- 2d1 units left where they stood (N-25)


@rule("dday91", "2d1-e", "3-b")
def test_a_unit_left_where_it_stood_has_not_been_moved() -> None:
    there = table("J17 1-US 5U 7U\nJ19 3-US")
    run(there, normal_movement.movement_step)
    play(there, "move-1-US", "leave-7U", "to-J16", "stop")
    assert "move-7U" in options(there)
    play(there, "move-3-US", "to-J18", "to-J17", "pick-7U", "to-I17", "stop")
    assert in_hex(there, "I17") == {"3-US", "7U"}
    assert left(there) == 7


@rule("dday91", "2d1-e", "3-b")
def test_a_unit_left_on_the_way_has_been_moved() -> None:
    there = table("J17 1-US 5U 7U\nJ19 3-US")
    run(there, normal_movement.movement_step)
    play(there, "move-1-US", "to-J16", "leave-7U", "to-J15", "stop")
    assert "move-7U" not in options(there)
    play(there, "move-3-US", "to-J18", "to-J17", "to-J16")
    assert "pick-7U" not in options(there)


@rule("dday91", "3d2-a", "3d2-b")
def test_a_unit_left_where_it_stood_attacks_for_a_move_of_its_own() -> None:
    there = table("J17 1-US 5U 7U\nI17 66", moves=[2, 9])
    run(there, normal_movement.movement_step)
    play(there, "move-1-US", "leave-7U", "to-K17", "stop", "done")
    run(there, separating_combats.combat_step)
    announce(there, "I17", "7U")
    assert left(there) == 0


# --- 15a1 harbors and divisions in one port


@rule("dday91", "15a1-a", "16a-a")
@pytest.mark.parametrize("also", ["", "div-A1", "5U reduced", "air-9U"])
def test_a_division_in_the_port_does_not_hide_the_harbor(also: str) -> None:
    there = table(f"A14 1-US 7U {also}\nA14 mulberry-1", "mulberries", "divisions")
    run(there, invasions.invasion_step)
    assert "invade-mulberry-1" in options(there)
    assert "invade-div-A1" not in options(there)


# --- 14a1 instead of 2d3


@rule("dday91", "14a-a", "14a1-a")
@pytest.mark.parametrize(("rules", "cited"), [((), "2d3"), (("stacking-restrictions",), "14a1")])
def test_the_rule_in_force_refuses_hexes_with_enemies(rules: tuple[str, ...], cited: str) -> None:
    there = table("J17 5U\nJ14 5-Panzer", *rules)
    run(there, normal_movement.movement_step)
    refused = GAME.why_not(there, unit="5U", to="J14")
    assert refused is not None
    assert refused.rule == cited


@rule("dday91", "14a-a", "14a1-b", "3e1-a")
def test_a_transfer_into_a_port_with_only_an_enemy_air_unit() -> None:
    places = "A14 5U 1-US air-9U\nC16 air-G"
    there = table(places, "stacking-restrictions", allied_control=board().start_allied)
    there.allied_control |= hexes("C16")
    run(there, port_transfers.port_transfer_step)
    refused = GAME.why_not(there, unit="air-9U", action="transfer", to="C16")
    assert refused is not None
    assert refused.rule == "14a1"
    play(there, "transfer-5U", "to-C16")
    assert at(there, "5U") == "C16"
    assert at(there, "air-G") == "eliminated"
    there = table(places, allied_control=board().start_allied | hexes("C16"))
    run(there, port_transfers.port_transfer_step)
    refused = GAME.why_not(there, unit="5U", action="transfer", to="C16")
    assert refused is not None
    assert refused.rule == "2d3"
