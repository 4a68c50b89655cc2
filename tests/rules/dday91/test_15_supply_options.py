"""15 Supply options: Mulberry Harbors, and the losses of unsupplied units."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    at,
    dice,
    events,
    fight,
    hexes,
    in_hex,
    is_reduced,
    kind,
    left,
    lose,
    number,
    options,
    play,
    run,
    table,
    those,
    unsupplied,
)

from beachhead.dday91.air import airborne_drops
from beachhead.dday91.combat import modifiers, separating_combats
from beachhead.dday91.movement import normal_movement, supply
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.stacking.stacking_limits import overstacked
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, GERMAN, Combat, DDayTable
from beachhead.kernel.rulebook import rule


def invading(places: str, **fields: Any) -> DDayTable:
    there = table(places, "mulberries", moves=[27, 9], **fields)
    run(there, invasions.invasion_step)
    return there


# --- 15a1 landing


@rule("dday91", "15a1-a", "QRC.expending-c", "9b2-b")
def test_a_harbor_invades_at_the_normal_price() -> None:
    there = invading("A14 mulberry-1 5U")
    play(there, "invade-mulberry-1", "at-C15")
    assert left(there) == 25  # the number of C15 is 1
    play(there, "invade-5U", "at-C17")
    assert left(there) == 21  # that of C17 is 2


@rule("dday91", "15a1-a", "3e2-i")
def test_a_harbor_lands_alone_on_an_undefended_beach() -> None:
    there = invading("A14 mulberry-1")
    play(there, "invade-mulberry-1", "at-C15")
    run(there, separating_combats.combat_step)
    assert options(there) == ["land-mulberry-1-D15", "land-mulberry-1-E15", "done"]
    play(there, "land-mulberry-1-E15")
    assert at(there, "mulberry-1") == "E15"


@rule("dday91", "15a1-a", "3e2-j")
def test_a_harbor_alone_is_lost_before_a_defended_beach() -> None:
    there = invading("A14 mulberry-1\nD15 86\nE15 66")
    play(there, "invade-mulberry-1", "at-C15")
    run(there, separating_combats.combat_step)
    assert at(there, "mulberry-1") == "eliminated"


@rule("dday91", "15a1-a")
def test_a_harbor_lands_with_others_that_win() -> None:
    there = invading("A14 mulberry-1 5U\nE15 66 reduced\nD15 86")
    play(there, "invade-mulberry-1", "at-C15", "invade-5U", "at-C15")
    fight(there, "E15", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    play(there, "advance-5U", "advance-mulberry-1")
    assert in_hex(there, "E15") == {"5U", "mulberry-1"}


@rule("dday91", "15a1-a")
def test_a_harbor_off_another_beach_does_not_come_along() -> None:
    there = invading("A14 mulberry-1 5U\nE15 66 reduced\nD15 86\nD14 81\nD13 82")
    play(there, "invade-mulberry-1", "at-C14", "invade-5U", "at-C15")
    fight(there, "E15", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    assert options(there) == ["advance-5U", "stay"]


@rule("dday91", "15a1-a")
def test_a_harbor_does_not_land_in_a_city() -> None:
    there = invading("A14 mulberry-1 5U")
    play(there, "invade-mulberry-1", "at-C11", "invade-5U", "at-C11")
    run(there, separating_combats.combat_step)
    found = options(there)
    assert "land-mulberry-1-D10" in found
    assert "land-mulberry-1-D11" not in found  # Calais
    assert "land-5U-D11" in found


@rule("dday91", "15a1-a")
def test_without_the_option_there_are_no_harbors() -> None:
    there = table("A14 mulberry-1", moves=[27, 9])
    run(there, invasions.invasion_step)
    assert kind(there) == ""


@rule("dday91", "15a1-b")
def test_a_harbor_neither_attacks_nor_defends() -> None:
    there = table("C15 mulberry-1\nE15 66\nD15 86", "mulberries", invaders=those("mulberry-1"))
    run(there, separating_combats.combat_step)
    assert not there.combats
    assert at(there, "mulberry-1") == "eliminated"
    there = table("E15 mulberry-1 5U\nF15 47", "mulberries", side="german")
    attack = Combat(board().hex("E15"), those("47"))
    assert modifiers.defenders(there, attack) == those("5U")
    there = table("E15 mulberry-1\nF15 47", "mulberries", side="german")
    run(there, separating_combats.combat_step)
    assert kind(there) == ""  # there is nobody to attack


# --- 15a2 stacking


@rule("dday91", "15a2-a")
def test_one_harbor_to_a_hex() -> None:
    there = invading("A14 mulberry-1 mulberry-2")
    play(there, "invade-mulberry-1", "at-C15", "invade-mulberry-2", "at-C15")
    run(there, separating_combats.combat_step)
    play(there, "land-mulberry-1-E15")
    assert options(there) == ["land-mulberry-2-D15", "done"]


@rule("dday91", "15a2-b")
def test_else_a_harbor_does_not_count_for_stacking() -> None:
    there = table("E15 mulberry-1 5U", "mulberries")
    assert overstacked(there, ALLIED) == 0
    there = table("E15 mulberry-1", "mulberries")
    run(there, normal_movement.movement_step)
    assert "done" in options(there)


# --- 15a3 a port city and a supply source


@rule("dday91", "15a3-a")
def test_a_harbor_is_a_supply_source() -> None:
    there = table("E15 5U mulberry-1\nI16 6U", "mulberries", allied_control=hexes("E15"))
    assert supply.out_of_supply(there, ALLIED) == 0
    there.hex[number("mulberry-1")] = board().hex("A14")
    assert supply.out_of_supply(there, ALLIED) == those("5U", "6U")


@rule("dday91", "15a3-a", "3c-e")
def test_a_unit_with_a_harbor_is_always_in_supply() -> None:
    ring = "E15 5U mulberry-1\nE14 66\nF14 81\nF15 85\nE16 86\nD15 47\nD14 89"
    there = table(ring, "mulberries", allied_control=0)
    assert supply.out_of_supply(there, ALLIED) == 0


@rule("dday91", "15a3-a")
def test_a_harbor_is_a_port() -> None:
    there = table("A14 5U\nE15 7U mulberry-1\nE14 1-US", "mulberries")
    run(there, port_transfers.port_transfer_step)
    assert {"transfer-5U", "transfer-7U"} <= set(options(there))
    play(there, "transfer-7U", "to-A14")
    assert at(there, "7U") == "A14"
    play(there, "transfer-5U", "to-E15")
    assert at(there, "5U") == "E15"


@rule("dday91", "15a3-a", "OOA.A44-b")
def test_reinforcements_for_port_cities_enter_at_a_harbor() -> None:
    there = table("waiting 23U\nE15 mulberry-1", "mulberries", turn=12)
    group = entering._group(there, number("23U"))
    assert group is not None
    found = entering.entry_hexes(there, number("23U"))
    assert bool(found >> board().hex("E15") & 1) == (group.where in ("city", "port_city"))
    there.returns = {number("23U"): 12}
    assert entering.entry_hexes(there, number("23U")) >> board().hex("E15") & 1


@rule("dday91", "15a3-a", "13d1-a")
def test_a_drop_may_start_at_a_harbor() -> None:
    there = table("E15 18U mulberry-1", "mulberries", "airborne-drops")
    run(there, normal_movement.movement_step)
    assert "drop-18U" in options(there)
    assert airborne_drops.refuse_drop(there, number("18U")) is None


@rule("dday91", "15a3-a")
def test_the_terrain_of_its_hex_stays_what_it_is() -> None:
    there = table("E15 5U mulberry-1\nF15 47", "mulberries", side="german")
    attack = Combat(board().hex("E15"), those("47"))
    assert modifiers.defender_terms(there, attack) == {"combat factors": 5}
    assert modifiers.attacker_terms(there, attack) == {"combat factors": 4}


# --- 15a4 it stays


@rule("dday91", "15a4-a")
def test_a_harbor_ashore_never_moves_again() -> None:
    there = table("E15 5U mulberry-1\nF15 66 reduced", "mulberries", moves=[27, 9])
    run(there, port_transfers.port_transfer_step)
    assert "transfer-5U" in options(there)
    assert "transfer-mulberry-1" not in options(there)
    run(there, invasions.invasion_step)
    assert "invade-mulberry-1" not in options(there)
    run(there, normal_movement.movement_step)
    assert "move-mulberry-1" not in options(there)
    fight(there, "F15", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    assert options(there) == ["advance-5U", "stay"]


@rule("dday91", "15a4-a")
def test_a_harbor_at_home_makes_no_port_transfer() -> None:
    there = table("A14 mulberry-1 5U", "mulberries")
    run(there, port_transfers.port_transfer_step)
    assert "transfer-5U" in options(there)
    assert "transfer-mulberry-1" not in options(there)


@rule("dday91", "15a4-b")
@pytest.mark.parametrize(("name", "lost"), [("47", True), ("5-Panzer", True), ("air-G", False)])
def test_a_harbor_is_lost_when_a_german_ground_unit_enters(name: str, lost: bool) -> None:
    there = table(f"E15 mulberry-1\nF15 {name}", "mulberries", side="german")
    run(there, normal_movement.movement_step)
    play(there, f"move-{name}", "to-E15")
    assert (at(there, "mulberry-1") == "eliminated") == lost


@rule("dday91", "15a4-b")
def test_a_german_retreat_destroys_it_too() -> None:
    there = table("F15 66\nG15 5U\nE15 mulberry-1", "mulberries")
    fight(there, "F15", "5U")
    dice(there, 5, 8)
    play(there, "to-E15")
    assert at(there, "mulberry-1") == "eliminated"
    assert events(there, "eliminated")[-1].rule == "15a4"


# --- D-21 the Mediterranean Base


@rule("dday91", "3e1-a")
@pytest.mark.parametrize(("house", "serves"), [("", True), ("mediterranean-port", False)])
def test_the_mediterranean_base_as_a_port(house: str, serves: bool) -> None:
    there = table("T19 6U", house=house)
    run(there, port_transfers.port_transfer_step)
    assert ("transfer-6U" in options(there)) == serves
    there.moves = [27, 9]
    run(there, invasions.invasion_step)
    assert "invade-6U" in options(there)  # either way


# --- 15b the losses of unsupplied units

CUT_OFF = """
    J16 66
    I16 5U
    I17 6U
    J15 7U
    J17 8U
    K16 12U
    K17 13U
"""


def supply_step(places: str, *rules: str, side: str = "german", **fields: Any) -> DDayTable:
    there = table(places, *rules, side=side, **fields)
    run(there, supply.supply_step)
    return there


@rule("dday91", "15b-a")
def test_a_unit_still_unsupplied_takes_a_loss() -> None:
    there = supply_step(CUT_OFF, "unsupplied-losses", unsupplied_before=unsupplied("66"))
    assert there.unsupplied >> number("66") & 1
    assert is_reduced(there, "66")
    assert events(there, "loss")[-1].rule == "15b"


@rule("dday91", "15b-a")
def test_a_unit_that_began_its_portion_in_supply_does_not() -> None:
    there = supply_step(CUT_OFF, "unsupplied-losses")
    assert there.unsupplied >> number("66") & 1
    assert not is_reduced(there, "66")


@rule("dday91", "15b-a")
def test_a_unit_that_is_in_supply_again_does_not() -> None:
    there = supply_step("J16 66", "unsupplied-losses", unsupplied_before=unsupplied("66"))
    assert not is_reduced(there, "66")


@rule("dday91", "15b-a")
def test_only_in_the_supply_step_of_its_own_side() -> None:
    there = supply_step(
        CUT_OFF, "unsupplied-losses", side="allied", unsupplied_before=unsupplied("66")
    )
    assert there.unsupplied >> number("66") & 1
    assert not is_reduced(there, "66")


@rule("dday91", "15b-a")
def test_only_with_the_option() -> None:
    there = supply_step(CUT_OFF, unsupplied_before=unsupplied("66"))
    assert not is_reduced(there, "66")


@rule("dday91", "15b-a")
def test_units_in_a_fortified_city_are_spared() -> None:
    cherbourg = "C16 66\nD15 5U\nD16 6U"
    there = supply_step(cherbourg, "unsupplied-losses", unsupplied_before=unsupplied("66"))
    assert there.unsupplied >> number("66") & 1
    assert not is_reduced(there, "66")


@rule("dday91", "15b-a")
def test_every_unit_of_a_stack_takes_one() -> None:
    places = CUT_OFF.replace("J16 66", "J16 5-Panzer 66 81 reduced")
    there = supply_step(
        places, "unsupplied-losses", unsupplied_before=unsupplied("5-Panzer", "66", "81")
    )
    assert at(there, "5-Panzer") == "eliminated"
    assert is_reduced(there, "66")
    assert at(there, "81") == "eliminated"


@rule("dday91", "15b-a")
def test_what_the_last_supply_step_found_is_where_a_portion_begins() -> None:
    from beachhead.dday91 import sequence

    there = table(CUT_OFF, "unsupplied-losses", side="allied")
    run(there, supply.supply_step)  # the opposing side's
    assert not is_reduced(there, "66")
    run(there, sequence.play_portion, GERMAN)
    while kind(there):
        play(there, "done")
    assert is_reduced(there, "66")
