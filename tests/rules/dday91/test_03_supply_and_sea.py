"""3c Unsupplied units, 3e special Allied movement: port transfers and invasions."""

from __future__ import annotations

import pytest

from beachhead.dday91.movement import normal_movement, supply
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.table.board import board
from beachhead.dday91.table.state import ALLIED, GERMAN, DDayTable, controls, unit_tag
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    announce,
    assault,
    at,
    events,
    fighting,
    hex_,
    hexes,
    ids,
    moving,
    options,
    play,
    resolve,
    run,
    settle,
    situation,
    unit,
    unit_set,
    why,
    zone_of,
)


def unsupplied(text: str) -> set[str]:
    """The units that a supply step finds out of supply."""
    table = situation(f"turn 3 allied supply; {text}")
    run(table, supply.supply_step)
    return ids(table.unsupplied)


RING = "H11 div-A1; J12 div-A2; I14 div-A3; H13 div-A4"
"""Around I12: all its neighbors are in an Allied zone of control or occupied."""


@rule("dday91", "3c-a")
def test_both_sides_are_checked_in_every_supply_step() -> None:
    both = f"I12 66; {RING}; K3 5U; J2 13; K5 39; L3 53; J4 47; L4 58; control german K3"
    for side in ("allied", "german"):
        table = situation(f"turn 3 {side} supply; {both}")
        run(table, supply.supply_step)
        assert {"66", "5U"} <= ids(table.unsupplied)
        allied, german = events(table, "unsupplied")
        assert unit_tag(unit("5U")) in allied.touches
        assert unit_tag(unit("66")) in german.touches
        assert not set(allied.touches) & set(german.touches)
    fed = situation("turn 3 allied supply; G13 66; A14 5U")
    run(fed, supply.supply_step)
    assert not events(fed, "unsupplied")


@rule("dday91", "3c-b")
def test_supply_comes_from_a_controlled_source() -> None:
    assert unsupplied("G13 66") == set()
    # Boxed numbers only: Hamburg, Essen, Berlin, Prague, Munich, Vienna.
    lost = "control allied E3 G7 I1 M2 O6 R1"
    assert unsupplied(f"G13 66; {lost}") == {"66"}
    assert unsupplied("G13 66; control allied E3 G7 I1 M2 O6") == set()  # Vienna is enough
    # Circled numbers for the Allies: none at all without Britain and the ports.
    everything = "control german " + " ".join(board().names_of(board().circled))
    assert unsupplied(f"J13 5U; {everything}") == {"5U"}


@rule("dday91", "3c-c")
def test_the_allies_trace_over_the_sea_too() -> None:
    """In Brittany both are cut off by land; the sea serves the Allies alone."""
    assert unsupplied("C18 5U; B19 66; D18 67; D16 81") == {"66"}


@rule("dday91", "3c-d")
def test_enemies_and_their_empty_zones_bar_the_way() -> None:
    assert unsupplied(f"I12 66; {RING}") == {"66"}
    # A friend in a zone opens it again.
    assert unsupplied(f"I12 66; {RING}; I11 67; H10 81; I10 82; J11 84") == set()
    # Headquarters have no zone: the way is open.
    assert unsupplied("I12 66; H11 SHAEF; J12 AG-21B; I14 AG-12U") == set()
    # But nobody traces through them: they close both ways out of Cherbourg.
    assert unsupplied("C16 66; D15 SHAEF; D16 AG-21B") == {"66"}
    # Nor through an enemy in the source itself, which an air unit does not control.
    ports = "control german A14 B12 C12 T19; control allied G13"
    assert unsupplied(f"G12 5U; {ports}") == set()
    assert unsupplied(f"G12 5U; G13 air-G; {ports}") == {"5U"}


@rule("dday91", "3c-e")
def test_a_unit_in_its_own_source_is_always_supplied() -> None:
    ring = "H1 5U; I2 7U; J1 8U"
    lost = "control allied E3 G7 M2 O6 R1"
    assert unsupplied(f"I1 13; {ring}; {lost}") == set()
    assert unsupplied(f"H2 53; I1 13; {ring}; {lost}") == {"53"}


@rule("dday91", "3c-f")
def test_no_moves_for_an_unsupplied_unit() -> None:
    table = moving("moves 9 0; G13 5U unsupplied; G12 1-US, 7U unsupplied")
    assert why(table, unit="5U") == "3c"
    assert "move-5U" not in options(table)
    play(table, "move-1-US")
    assert unit("7U") not in table.moving  # nor can an army take it along
    fight = fighting("turn 2 allied combat; moves 9 0; G13 5U unsupplied; H12 66")
    assert why(fight, unit="5U", to="H12", action="attack") == "3c"
    sea = situation("turn 2 allied port-transfer; A14 5U unsupplied")
    run(sea, port_transfers.port_transfer_step)
    assert why(sea, unit="5U", to="B12", action="transfer") == "3c"
    sea = situation("turn 2 allied invasion; A14 5U unsupplied")
    run(sea, invasions.invasion_step)
    assert why(sea, unit="5U", to="C14", action="invade") == "3c"


@rule("dday91", "3c-g")
def test_an_unsupplied_unit_has_no_zone_of_control() -> None:
    assert zones(situation("G13 66"), GERMAN)
    assert zones(situation("G13 66 unsupplied"), GERMAN) == 0
    assert zone_of(situation("G13 66 unsupplied"), "66") == 0


@rule("dday91", "3c-h")
def test_an_unsupplied_unit_defends_normally() -> None:
    table = assault("G12 5U; G13 66 unsupplied", "G13", "5U")
    fed = assault("G12 5U; G13 66", "G13", "5U")
    play(table, "dice-6-7")
    play(fed, "dice-6-7")
    assert [event.detail for event in table.news if event.kind == "combat"] == [
        event.detail for event in fed.news if event.kind == "combat"
    ]


# --- 3e1 port transfers


def transferring(text: str) -> DDayTable:
    table = situation(f"turn 3 allied port-transfer; {text}")
    run(table, port_transfers.port_transfer_step)
    return table


@rule("dday91", "3e-a")
def test_only_allied_units_go_by_sea() -> None:
    german = "turn 3 german {}; moves 9 9; D13 66; C16 67"
    table = situation(german.format("port-transfer"))
    assert why(table, unit="66", to="C16", action="transfer") == "3e"
    assert why(situation(german.format("invasion")), unit="66", to="C14", action="invade") == "3e"
    allied = transferring("moves 9 9; D13 66; C16 67; A14 5U")
    assert [id_ for id_ in options(allied) if id_ != "done"] == ["transfer-5U"]


@rule("dday91", "3e1-a", "3d2-c", "TC.b-a")
def test_from_one_controlled_port_to_any_other_for_a_move() -> None:
    table = transferring("moves 9 0; A14 5U, 1-US; G13 7U; control allied C16 D14")
    assert "transfer-7U" not in options(table)  # Paris is no port
    assert why(table, unit="7U", to="C16", action="transfer") == "3e1"
    play(table, "transfer-5U")
    goals = {id_.removeprefix("to-") for id_ in options(table)}
    assert goals == {"B12", "C12", "C16", "D14", "T19"}  # D-21 the Mediterranean Base is a port
    play(table, "to-C16", "transfer-1-US", "to-C16")
    assert table.moves[ALLIED] == 7
    assert why(table, unit="5U", to="B12", action="transfer") == "3e1"


@rule("dday91", "3e1-a", "3d1-a")
def test_no_transfer_without_another_port_or_a_move() -> None:
    alone = "C16 5U; control german A14 B12 C12 T19; control allied C16"
    assert options(transferring(f"moves 9 0; {alone}")) == []
    assert "transfer-5U" in options(transferring(f"moves 9 0; {alone} D14"))
    assert options(transferring("moves 0 0; A14 5U")) == []


@rule("dday91", "2d4-a", "8a1-c")
def test_transfers_may_not_end_while_only_another_parts_a_stack() -> None:
    """Nobody can leave Cherbourg by land: the Germans hold both hexes next to it."""
    table = transferring("moves 2 0; C16 5U, 7U; D15 66; D16 67; control allied C16")
    assert options(table) == ["transfer-5U", "transfer-7U"]
    play(table, "transfer-5U", "to-A14")
    assert "done" in options(table)
    free = transferring("moves 2 0; C16 5U, 7U; control allied C16")
    assert "done" in options(free)  # they can part in the movement step


@rule("dday91", "3e1-a")
def test_the_base_in_the_mediterranean_may_serve_invasions_only() -> None:
    text = "moves 9 0; A14 5U; house mediterranean-port"
    table = transferring(text)
    play(table, "transfer-5U")
    assert "to-T19" not in options(table)
    assert "to-B12" in options(table)


@rule("dday91", "3e1-b")
def test_a_transferred_unit_may_still_move_for_another_move() -> None:
    table = situation("turn 3 allied; moves 2 0; A14 5U; control allied C16; begin port-transfer")
    play(table, "transfer-5U", "to-C16")
    while table.step != "movement":
        play(table, "done")
    assert table.moves[ALLIED] == 1
    play(table, "move-5U")
    assert table.moves[ALLIED] == 0
    assert "to-D16" in options(table)


# --- 3e2 invasions


def invading(text: str) -> DDayTable:
    table = situation(f"turn 3 allied invasion; {text}")
    run(table, invasions.invasion_step)
    return table


def options_of(table: DDayTable, choice: str) -> list[str]:
    """What may be chosen after a choice."""
    twin = table.copy()
    play(twin, choice)
    return options(twin)


def beaches(table: DDayTable, name: str) -> set[str]:
    return {id_.removeprefix("at-") for id_ in options_of(table, f"invade-{name}")}


@rule("dday91", "3e2-a", "3e2-b", "3e2-c", "3e2-d", "TC.e-a")
def test_where_ground_units_may_invade() -> None:
    table = invading("moves 27 0; A14 5U; B13 8U; T19 7U; C16 12U")
    mediterranean = {"Q18", "R17", "R18", "S17", "T14", "T15"}
    every = set(board().names_of(board().invasion_hexes))
    assert board().invasion_hexes & ~board().sea == 0
    assert all(invasion.targets for invasion in board().invasions.values())
    assert beaches(table, "5U") == every - mediterranean  # at any distance
    assert beaches(table, "7U") == mediterranean
    assert "invade-8U" not in options(table)  # no port
    assert "invade-12U" not in options(table)  # not in Great Britain
    assert why(table, unit="5U", to="R17", action="invade") == "3e2"
    assert why(table, unit="5U", to="C13", action="invade") == "3e2"


@rule("dday91", "3e2-e")
def test_air_units_invade_within_five_hexes() -> None:
    table = invading("moves 27 0; C12 air-9U")
    near = {
        board().name(invasion)
        for invasion in board().invasions
        if board().distance(hex_("C12"), invasion) <= 5
    }
    assert beaches(table, "air-9U") == near - {"Q18", "R17", "R18", "S17", "T14", "T15"}
    assert why(table, unit="air-9U", to="E20", action="invade") == "3e2"


@rule("dday91", "3d2-d", "3e2-f")
@pytest.mark.parametrize(("beach", "price"), [("C14", 2), ("B7", 4), ("C4", 6)])
def test_an_invasion_costs_twice_its_number_for_each_unit(beach: str, price: int) -> None:
    table = invading("moves 20 0; A14 1-US, 5U")
    play(table, "invade-1-US", f"at-{beach}", "invade-5U", f"at-{beach}")
    assert table.moves[ALLIED] == 20 - 2 * price
    poor = invading("moves 3 0; A14 5U")
    assert beaches(poor, "5U") == {"B15", "C11", "C14", "C15"}
    assert why(poor, unit="5U", to="B7", action="invade") == "3d1"


@rule("dday91", "2d1-a")
def test_invaders_stack_only_with_an_army() -> None:
    """D-25: the army headquarters goes first."""
    table = invading("moves 27 0; A14 5U, 7U, 1-US")
    play(table, "invade-5U", "at-C14")
    assert why(table, unit="7U", to="C14", action="invade") == "2d1"
    play(table, "invade-1-US", "at-C14", "invade-7U", "at-C14")
    assert at(table, "7U") == "C14"


@rule("dday91", "2d4-a", "3e2-a")
def test_invasions_may_not_end_while_only_another_parts_a_stack() -> None:
    """Enemies bar the land around London."""
    table = invading("moves 9 0; B12 6U, 7U; A12 66; C13 67")
    assert "done" not in options(table)
    play(table, "invade-6U", options_of(table, "invade-6U")[0])
    assert "done" in options(table) or not options(table)
    free = invading("moves 9 0; A14 5U, 7U")
    assert "done" in options(free)  # they can part in the movement step


@rule("dday91", "3e2-g")
def test_invaders_fight_where_their_arrows_point_and_move_no_further() -> None:
    table = situation(
        "turn 3 allied movement; moves 9 0; C14 5U invading; C15 7U invading; "
        "D14 66; D13 67; E14 81; begin movement"
    )
    assert options(table) == ["done"]
    assert why(table, unit="5U") == "3e2"
    play(table, "done")
    assert set(options(table)) == {"attack-D13", "attack-D14", "done"}
    assert why(table, unit="5U", to="E14", action="attack") == "4a2"
    announce(table, "D14", "5U")
    assert table.moves[ALLIED] == 9  # 9b2 the Moves of the invasion serve for the combat


@rule("dday91", "3e2-h", "3e2-j")
def test_winners_land_and_all_others_are_lost() -> None:
    table = fighting(
        "turn 3 allied combat; moves 9 0; C14 2-British invading, 12B invading, 30B invading; "
        "D14 66; D13 67"
    )
    announce(table, "D14", "12B")
    announce(table, "D13", "30B")
    resolve(table, "D14", "dice-10-3")
    settle(table, seat="german")
    assert "advance-30B" not in options(table)  # 4a1 it is still to fight
    play(table, "advance-12B", "stay")
    resolve(table, "D13", "dice-1-9")
    settle(table, seat="allied")
    assert at(table, "12B") == "D14"
    assert controls(table, ALLIED, hex_("D14"))
    assert at(table, "30B") == "eliminated"


@rule("dday91", "3e2-h", "3b3-c")
def test_at_sea_no_army_has_to_stay_for_the_others() -> None:
    """They land or are lost: there is no stack to keep legal."""
    table = fighting(
        "turn 3 allied combat; moves 9 0; D14 66; D13 67; "
        "C14 2-British invading, 12B invading, 30B invading, 1B invading, 8B invading"
    )
    announce(table, "D14", "12B")
    announce(table, "D13", "30B", "1B")
    resolve(table, "D14", "dice-10-3")
    settle(table, seat="german")
    play(table, "advance-2-British")
    assert {"advance-12B", "advance-8B", "stay"} == set(options(table))


@rule("dday91", "3e2-h", "4a1")
def test_an_invader_still_to_fight_does_not_land_with_the_winners() -> None:
    text = "turn 3 allied combat; moves 9 0; E15 66; D15 86; C15 1-US invading, 5U invading"
    table = fighting(f"{text}, 7U invading")
    announce(table, "E15", "5U")
    announce(table, "D15", "7U")
    resolve(table, "E15", "dice-10-3")
    settle(table, seat="german")
    assert set(options(table)) == {"advance-5U", "advance-1-US", "stay"}


@rule("dday91", "3e2-i", "2d1-a")
def test_an_army_lands_before_a_second_corps() -> None:
    text = "turn 3 allied combat; C14 1-US invading, 5U invading, 7U invading; D13 67"
    table = fighting(text, "done", "land-5U-D14")
    assert options(table) == ["land-1-US-D14", "done"]
    assert ids(table.invaders) == {"1-US", "7U"}
    play(table, "land-1-US-D14")
    assert options(table) == ["land-7U-D14", "done"]


@rule("dday91", "3e2-i")
def test_an_empty_beach_is_occupied_without_a_fight() -> None:
    table = fighting("turn 3 allied combat; C14 1-US invading, 5U invading; D13 67", "done")
    assert "land-5U-D14" in options(table)
    assert "land-5U-D13" not in options(table)
    play(table, "land-5U-D14", "land-1-US-D14")
    assert at(table, "5U") == at(table, "1-US") == "D14"
    assert hexes("D14") & table.allied_control


@rule("dday91", "3e2-i", "3e2-j")
def test_whether_a_unit_that_has_fought_may_still_land_elsewhere() -> None:
    """N-04: only by winning; by the house rule in an undefended hex too."""
    text = "turn 3 allied combat; moves 9 0; C14 30B invading; D13 67"
    for house, lands in (("", False), ("; house land-after-combat", True)):
        table = fighting(f"{text}{house}")
        announce(table, "D13", "30B")
        resolve(table, "D13", "dice-4-5")
        assert (at(table, "30B") == "eliminated") != lands
        assert ("land-30B-D14" in options(table)) == lands


@rule("dday91", "3e2-a", "3c-b")
def test_a_supplied_unit_invades_beside_one_that_is_not() -> None:
    table = situation("turn 3 allied invasion; moves 20 0; A14 5U unsupplied, 7U; I1 66")
    run(table, invasions.choose_invader)
    assert options(table) == ["invade-7U", "done"]


@rule("dday91", "3e2-a")
def test_invaders_have_completed_their_movement() -> None:
    table = situation("turn 3 allied movement; moves 20 0; G13 7U; I1 66")
    table.invaders = unit_set("5U")
    run(table, normal_movement.movement_step)
    assert table.finished == unit_set("5U")


@rule("dday91", "3e1-a", "2d4-a")
def test_an_army_is_not_transferred_from_units_that_cannot_part_any_more() -> None:
    text = "turn 3 allied port-transfer; control allied D13; A14 1-US, 5U, 7U; I1 66;"
    table = situation(f"{text} moves 1 5; begin port-transfer")
    assert options(table) == ["transfer-5U", "transfer-7U", "done"]
    more = situation(f"{text} moves 3 5; begin port-transfer")
    assert "transfer-1-US" in options(more)


@rule("dday91", "3c-b")
def test_the_edge_of_the_board_leads_from_sea_to_sea_and_not_to_land() -> None:
    """N-21."""
    assert "5U" in unsupplied("M1 5U; L1 66; M2 67; N1 81; A14 7U; control german M1")
