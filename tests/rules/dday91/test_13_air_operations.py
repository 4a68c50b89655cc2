"""13 Air operations: reaction, carpet bombing, the restriction of air units, airborne drops."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    GAME,
    announce,
    at,
    combat_terms,
    dice,
    events,
    fight,
    hexes,
    in_hex,
    is_reduced,
    kind,
    left,
    no_more,
    number,
    options,
    play,
    resolve,
    run,
    seat,
    table,
    those,
    unsupplied,
)

from beachhead.dday91.air import airborne_drops, strategic_bombers
from beachhead.dday91.combat import modifiers, separating_combats
from beachhead.dday91.movement import acquiring_and_spending_moves, normal_movement
from beachhead.dday91.sea import port_transfers
from beachhead.dday91.table.board import board
from beachhead.dday91.table.charts import DIE, charts
from beachhead.dday91.table.state import ALLIED, GERMAN, Combat, DDayTable
from beachhead.kernel.rulebook import rule

# --- 13a reacting air units

REACTION = """
    J17 5U 1-US 7U
    J16 5-Panzer 66
    I15 air-G
"""


@rule("dday91", "13a-a", "13a-b", "13a-c", "QRC.expending-e")
def test_an_air_unit_flies_to_a_hex_that_is_attacked_and_defends_it() -> None:
    there = table(REACTION + "\nI14 81", "air-reaction")
    fight(there, "J16", "5U")
    assert seat(there) == "german"
    assert options(there) == ["react-air-G-J16", "done"]
    play(there, "react-air-G-J16")
    assert at(there, "air-G") == "J16"
    assert there.moves[GERMAN] == 8
    resolve(there, "J16")
    dice(there, 1, 1)
    assert combat_terms(there)["defense"]["combat factors"] == 1 + 3


@rule("dday91", "13a-a")
def test_reaction_comes_after_all_attacks_are_announced_and_before_any_combat() -> None:
    there = table(REACTION + "\nK18 6U\nK19 81\n", "air-reaction")
    announce(there, "J16", "5U")
    assert kind(there) == "target_chosen"
    announce(there, "K19", "6U")
    assert kind(there) == "reacted"
    assert not events(there, "dice")
    play(there, "done")
    assert kind(there) == "combat_chosen"


@rule("dday91", "13a-a")
def test_it_reaches_five_hexes() -> None:
    for start, reacts in (("I12", True), ("I11", False)):
        there = table(f"J17 5U\nJ16 5-Panzer 66\n{start} air-G", "air-reaction")
        assert board().distance(board().hex(start), board().hex("J16")) == 5 + (not reacts)
        fight(there, "J16", "5U")
        assert (kind(there) == "reacted") == reacts


@rule("dday91", "13a-a", "2d3-a", "14a1-c")
def test_it_does_not_fly_through_enemies_unless_14a_lets_it() -> None:
    ring = "J17 5U\nJ16 5-Panzer 66\nI14 air-G\nI13 6U\nJ13 7U\nJ14 8U\nI15 12U\nH14 13U\nH13 15U"
    there = table(ring, "air-reaction")
    fight(there, "J16", "5U")
    assert kind(there) != "reacted"
    there = table(ring, "air-reaction", "stacking-restrictions")
    fight(there, "J16", "5U")
    assert kind(there) == "reacted"


@rule("dday91", "13a-b")
def test_there_is_no_reaction_without_a_move_or_out_of_supply() -> None:
    for moves_left, reacts in ((1, True), (0, False)):
        there = table(REACTION, "air-reaction", moves=[9, moves_left])
        fight(there, "J16", "5U")
        assert kind(there) == ("reacted" if reacts else "dice")
    there = table(REACTION, "air-reaction", unsupplied=unsupplied("air-G"))
    fight(there, "J16", "5U")
    assert kind(there) == "dice"


@rule("dday91", "13a-a")
def test_without_the_option_nobody_reacts() -> None:
    there = table(REACTION)
    fight(there, "J16", "5U")
    assert kind(there) == "dice"


@rule("dday91", "13a-d")
def test_an_air_unit_that_is_attacked_itself_does_not_react() -> None:
    there = table("J17 5U\nJ16 5-Panzer 66\nI16 air-G\nI17 7U", "air-reaction")
    announce(there, "J16", "5U")
    announce(there, "I16", "7U")
    no_more(there)
    assert kind(there) == "combat_chosen"


@rule("dday91", "13a-e")
def test_the_german_air_unit_does_not_fly_to_where_the_bombers_are() -> None:
    there = table(REACTION, "air-reaction", "carpet-bombing")
    run(there, normal_movement.movement_step)
    play(there, "bomb-bombers-8U-J16", "done")
    announce(there, "J16", "5U")
    assert kind(there) != "reacted"
    # Allied air units are not kept from reacting by their own bombers.
    london = "B13 47\nB12 2-British 8B\nA14 air-9U"
    there = table(london, "air-reaction", "carpet-bombing", side="german")
    fight(there, "B12", "47")
    assert "react-air-9U-B12" in options(there)


@rule("dday91", "13a-a", "13a-c")
def test_allied_air_units_react_to_german_attacks() -> None:
    there = table("J17 47\nJ16 1-US 5U\nI15 air-9U\nI16 air-2B", "air-reaction", side="german")
    fight(there, "J16", "47")
    assert seat(there) == "allied"
    play(there, "react-air-9U-J16", "react-air-2B-J16")
    assert in_hex(there, "J16") == {"1-US", "5U", "air-9U", "air-2B"}
    assert there.moves[ALLIED] == 7


@rule("dday91", "13a-a", "2d4-a")
def test_it_reacts_only_where_the_stack_can_stay() -> None:
    """D-14: in practice to a hex with an army headquarters; or, by the other reading, anywhere."""
    places = "J17 5U\nJ16 66\nI15 air-G"
    there = table(places, "air-reaction")
    fight(there, "J16", "5U")
    assert kind(there) == "dice"
    there = table(places, "air-reaction", house="air-reaction-stacking")
    fight(there, "J16", "5U")
    play(there, "react-air-G-J16")
    resolve(there, "J16")
    dice(there, 6, 6)
    play(there, "to-J15")  # they retreat together
    assert in_hex(there, "J15") == {"66", "air-G"}


@rule("dday91", "14a2-e", "13a-a")
def test_nationality_can_prevent_a_reaction() -> None:
    places = "J17 47\nJ16 1-US 5U\nI15 air-2B"
    there = table(places, "air-reaction", side="german")
    fight(there, "J16", "47")
    assert kind(there) == "reacted"
    there = table(places, "air-reaction", "stacking-restrictions", side="german")
    fight(there, "J16", "47")
    assert kind(there) == "dice"


# --- 13b carpet bombing

TARGET = """
    K18 5U 1-US 7U
    J17 5-Panzer 66 81
"""


def bombing(
    *sent: str, places: str = TARGET, rules: tuple[str, ...] = (), year: int = 1944
) -> DDayTable:
    """The bombers have been sent to J17, which 5U attacks."""
    there = table(places, "carpet-bombing", *rules, year=year)
    run(there, normal_movement.movement_step)
    play(there, *(f"bomb-{name}-J17" for name in sent), "done")
    return there


@rule("dday91", "13b-a")
def test_the_bombers_stay_in_london_unless_they_bomb() -> None:
    there = table(TARGET, "carpet-bombing")
    run(there, normal_movement.movement_step)
    assert not any(choice.startswith("move-bombers") for choice in options(there))
    assert port_transfers.refuse_transfer(there, number("bombers-8U")) is not None
    assert (
        separating_combats.refuse_attacker(there, number("bombers-8U"), board().hex("J17"))
        is not None
    )
    play(there, "done")
    assert at(there, "bombers-8U") == at(there, "bombers-BC") == "B12"


@rule("dday91", "13b-a")
def test_without_the_option_there_are_no_bombers() -> None:
    there = table(TARGET)
    run(there, normal_movement.movement_step)
    assert not any(choice.startswith("bomb") for choice in options(there))


@rule("dday91", "13b-b")
def test_the_bombers_stack_with_each_other_with_friends_and_with_enemies() -> None:
    there = table(TARGET + "\nB12 8B", "carpet-bombing")
    run(there, normal_movement.movement_step)
    assert "done" in options(there)  # London is no illegal stack
    play(there, "bomb-bombers-8U-J17", "bomb-bombers-BC-J17")
    assert in_hex(there, "J17") == {"5-Panzer", "66", "81", "bombers-8U", "bombers-BC"}
    assert "done" in options(there)
    there = table("B13 47\nB12 8B", "carpet-bombing", side="german")
    assert modifiers.defenders(there, Combat(board().hex("B12"), those("47"))) == those("8B")


@rule("dday91", "13b1-a")
def test_both_bombers_go_to_one_hex_with_a_german_corps() -> None:
    there = table(TARGET + "\nL17 47\nL18 div-G1\nK19 AG-B", "carpet-bombing")
    run(there, normal_movement.movement_step)
    sent = {choice for choice in options(there) if choice.startswith("bomb")}
    assert sent == {
        f"bomb-bombers-{name}-{hex_}" for name in ("8U", "BC") for hex_ in ("J17", "L17")
    }
    play(there, "bomb-bombers-8U-J17")
    sent = {choice for choice in options(there) if choice.startswith("bomb")}
    assert sent == {"bomb-bombers-BC-J17"}  # D-17


@rule("dday91", "13b1-a")
def test_a_hex_that_is_to_be_bombed_must_be_attacked() -> None:
    there = bombing("bombers-8U", places=TARGET + "\nI18 6U\nI19 47\n")
    run(there, separating_combats.combat_step)
    assert "done" not in options(there)
    announce(there, "I19", "6U")
    assert "done" not in options(there)
    announce(there, "J17", "5U")
    no_more(there)


@rule("dday91", "13b1-a", "13b4-a")
def test_bombers_over_a_hex_that_nobody_can_attack_go_home_unused() -> None:
    there = bombing("bombers-8U", places="J17 66")
    run(there, separating_combats.combat_step)
    assert at(there, "bombers-8U") == "B12"
    assert there.bombed == 0
    assert not events(there, "die")
    there = bombing("bombers-8U", places="J17 66\nG16 5U\nG15 81")
    run(there, separating_combats.combat_step)
    assert options(there) == ["attack-G15", "done"]  # the other hex need not be attacked


@rule("dday91", "13b1-a")
def test_only_the_allies_in_their_own_movement_step() -> None:
    there = table(TARGET, "carpet-bombing", side="german")
    run(there, normal_movement.movement_step)
    assert not any(choice.startswith("bomb") for choice in options(there))


@rule("dday91", "13b1-b", "QRC.expending-h")
def test_bombing_costs_no_moves() -> None:
    there = table(TARGET, "carpet-bombing", moves=[0, 0])
    run(there, normal_movement.movement_step)
    play(there, "bomb-bombers-8U-J17", "bomb-bombers-BC-J17")
    assert left(there) == 0


@rule("dday91", "13b1-c")
def test_bombing_reaches_fifteen_hexes_from_london() -> None:
    there = table("I1 66\nM2 47\nP3 81", "carpet-bombing")
    london = board().hex("B12")
    assert [board().distance(london, board().hex(name)) for name in ("I1", "M2", "P3")] == [
        15,
        16,
        16,
    ]
    assert strategic_bombers.targets(there) == hexes("I1")


@rule("dday91", "13b1-d")
def test_a_hex_with_the_german_air_unit_is_not_bombed() -> None:
    there = table("J17 5-Panzer 66 air-G\nI16 81", "carpet-bombing")
    assert strategic_bombers.targets(there) == hexes("I16")


@rule("dday91", "13b2-a")
def test_each_bomber_names_a_corps_and_then_the_dice_are_rolled() -> None:
    there = bombing("bombers-8U", "bombers-BC")
    announce(there, "J17", "5U")
    no_more(there)
    assert seat(there) == "allied"
    assert options(there) == ["bomb-66", "bomb-81"]  # not the headquarters
    play(there, "bomb-66")
    assert options(there) == ["bomb-66", "bomb-81"]  # the same, or another
    play(there, "bomb-81")
    assert kind(there) == "die"
    play(there, "die-7", "die-7")
    assert is_reduced(there, "66")
    assert is_reduced(there, "81")
    assert not events(there, "dice")  # the combat itself comes after it


@rule("dday91", "13b2-a", "13b2-c")
def test_both_bombers_may_name_the_same_corps() -> None:
    there = bombing("bombers-8U", "bombers-BC")
    announce(there, "J17", "5U")
    no_more(there)
    play(there, "bomb-66", "bomb-66", "die-7", "die-8")
    assert at(there, "66") == "eliminated"
    assert not is_reduced(there, "81")


@rule("dday91", "13b2-b")
def test_no_terrain_modifiers_in_the_coming_combat() -> None:
    there = table("C15 7U\nD15 86\nE16 5U\n", "carpet-bombing", invaders=those("7U"))
    attack = Combat(board().hex("D15"), those("5U", "7U"))
    assert "forest" in modifiers.attacker_terms(there, attack)
    assert "forest" in modifiers.defender_terms(there, attack)
    attack = Combat(board().hex("D15"), those("7U"), no_terrain=True)  # invaders only
    assert modifiers.attacker_terms(there, attack) == {"combat factors": 5}
    assert modifiers.defender_terms(there, attack) == {"combat factors": 2}
    there = table("F14 5U\nF13 66", "carpet-bombing")  # across a river
    attack = Combat(board().hex("F13"), those("5U"))
    assert modifiers.attacker_terms(there, attack)["river"] == -1
    attack.no_terrain = True
    assert "river" not in modifiers.attacker_terms(there, attack)


@rule("dday91", "13b2-b")
def test_terrain_still_counts_in_the_other_combats() -> None:
    there = bombing("bombers-8U", places="K18 5U\nJ17 66\nI18 6U\nI19 47")
    announce(there, "J17", "5U")
    announce(there, "I19", "6U")
    no_more(there)
    play(there, "die-5")
    no_terrain = {board().name(each.target): each.no_terrain for each in there.combats}
    assert no_terrain == {"J17": True, "I19": False}


@rule("dday91", "13b2-c")
def test_a_corps_that_is_gone_takes_no_second_loss() -> None:
    there = bombing("bombers-8U", "bombers-BC", places="K18 5U\nJ17 66 reduced")
    announce(there, "J17", "5U")
    no_more(there)
    play(there, "die-7", "die-7")
    assert len(events(there, "eliminated")) == 1


@rule("dday91", "13b2-b", "13b2-c")
def test_the_results_reach_the_combat() -> None:
    there = table("J16 5U\nK17 66", "carpet-bombing")  # a forest
    run(there, normal_movement.movement_step)
    play(there, "bomb-bombers-8U-K17", "done")
    fight(there, "K17", "5U")
    play(there, "die-9")  # 1944: a loss, and no terrain modifiers
    told = events(there, "die")[-1].text
    assert told.endswith("a German loss and no terrain modifiers in the combat.")
    assert is_reduced(there, "66")
    resolve(there, "K17")
    dice(there, 1, 1)
    assert combat_terms(there)["attack"] == {"combat factors": 5}
    assert combat_terms(there)["defense"] == {"combat factors": 1}


@rule("dday91", "13b2-d")
def test_a_hex_that_bombing_empties_is_occupied_at_once() -> None:
    places = "K18 5U\nJ17 66 reduced\nI18 6U\nI19 47"
    there = bombing("bombers-8U", places=places)
    announce(there, "J17", "5U")
    announce(there, "I19", "6U")
    no_more(there)
    play(there, "die-7")
    assert at(there, "66") == "eliminated"
    assert options(there) == ["advance-5U", "stay"]  # before any other combat is resolved
    play(there, "advance-5U")
    assert at(there, "5U") == "J17"
    assert not events(there, "dice")


@rule("dday91", "13b2-d", "14b2-a")
def test_those_who_occupy_a_bombed_hex_may_pursue() -> None:
    there = bombing("bombers-8U", places="K18 5U\nJ17 66 reduced", rules=("pursuit",))
    announce(there, "J17", "5U")
    no_more(there)
    play(there, "die-7", "advance-5U", "pursue-5U", "to-J16", "stop")
    assert at(there, "5U") == "J16"
    assert left(there) == 7  # one to attack, one to pursue


@rule("dday91", "13b2-d")
def test_a_hex_with_others_left_is_not_empty() -> None:
    there = bombing("bombers-8U", places="K18 5U\nJ17 66 reduced 5-Panzer")
    fight(there, "J17", "5U")
    play(there, "die-7")
    assert kind(there) in ("dice", "combat_chosen")


@rule("dday91", "13b3-a")
def test_a_bomber_returns_to_london() -> None:
    there = bombing("bombers-8U", "bombers-BC")
    assert at(there, "bombers-8U") == at(there, "bombers-BC") == "J17"
    announce(there, "J17", "5U")
    no_more(there)
    play(there, "bomb-66", "bomb-81", "die-1", "die-1")
    assert at(there, "bombers-8U") == at(there, "bombers-BC") == "B12"


@rule("dday91", "13b4-a")
@pytest.mark.parametrize("sent", [("bombers-8U",), ("bombers-8U", "bombers-BC")])
def test_each_bomber_used_gives_the_germans_one_more_move(sent: tuple[str, ...]) -> None:
    there = bombing(*sent, places="K18 5U\nJ17 66")
    announce(there, "J17", "5U")
    no_more(there)
    assert there.bombed == len(sent)
    there.side, there.moves = GERMAN, [0, 0]
    run(there, acquiring_and_spending_moves.new_moves)
    assert there.moves[GERMAN] == 7 + len(sent)


@rule("dday91", "CBT.1943", "CBT.1944", "13b2-a")
def test_the_carpet_bombing_tables() -> None:
    nothing, terrain, loss, both = (0, False), (0, True), (1, False), (1, True)
    tables = {
        1943: [nothing] * 6 + [terrain] * 2 + [loss, both],
        1944: [nothing] * 4 + [terrain] * 2 + [loss] * 2 + [both] * 2,
    }
    for year, results in tables.items():
        for face, (losses, no_terrain) in zip(DIE, results, strict=True):
            there = bombing("bombers-8U", places="K18 5U\nJ17 66", year=year)
            fight(there, "J17", "5U")
            play(there, f"die-{face}")
            assert is_reduced(there, "66") == bool(losses)
            pending = there.combat or there.combats[0]
            assert pending.no_terrain == no_terrain
            assert charts().bomb(year, face).losses == losses


# --- 13c the restriction of air units


@rule("dday91", "13c-a")
def test_an_air_unit_attacks_only_with_a_corps_or_division() -> None:
    there = table("J17 air-9U\nJ16 66", "air-restriction")
    run(there, separating_combats.combat_step)
    assert kind(there) == ""  # nothing can be attacked
    there = table("J17 air-9U\nJ16 66\nI16 5U", "air-restriction")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16")
    assert options(there) == ["add-5U"]
    play(there, "add-5U")
    assert options(there) == ["add-air-9U", "commit"]
    there = table("J17 air-9U\nJ16 66\nI16 div-A1", "air-restriction")
    run(there, separating_combats.combat_step)
    play(there, "attack-J16", "add-div-A1", "add-air-9U", "commit")


@rule("dday91", "13c-a")
def test_an_air_unit_attacks_air_units_alone() -> None:
    there = table("J17 air-9U\nJ16 air-G", "air-restriction")
    fight(there, "J16", "air-9U")
    assert kind(there) == "dice"
    there = table("J17 air-9U\nJ16 air-G 5-Panzer", "air-restriction")
    run(there, separating_combats.combat_step)
    assert kind(there) == ""  # a headquarters is no air unit


@rule("dday91", "13c-a")
def test_without_the_option_air_units_attack_alone() -> None:
    there = table("J17 air-9U\nJ16 66")
    fight(there, "J16", "air-9U")
    assert kind(there) == "dice"


@rule("dday91", "13c-a")
def test_the_restriction_holds_in_pursuit() -> None:
    there = table("J17 1-US 5U air-9U\nJ16 47", "air-restriction", "pursuit")
    fight(there, "J16", "5U", "air-9U")
    play(there, "dice-1-5", "to-J15", "advance-air-9U")
    play(there, "stay")
    assert "strike" not in options(there)  # only the air unit has come


# --- 13d airborne drops


def dropping(places: str, *rules: str, **fields: Any) -> DDayTable:
    there = table(places, "airborne-drops", *rules, **fields)
    run(there, normal_movement.movement_step)
    return there


def landing_names(there: DDayTable, name: str) -> set[str]:
    unit = number(name)
    return set(board().names_of(airborne_drops.landings(there, unit, 1 << unit)))


@rule("dday91", "13d-a")
def test_the_airborne_army_and_the_two_airborne_corps_drop() -> None:
    there = dropping("A14 1-Airborne 18U 1B-airborne 5U\nG13 2P")
    dropped = {choice for choice in options(there) if choice.startswith("drop")}
    assert dropped == {
        "drop-1-Airborne",
        "drop-1-Airborne-alone",
        "drop-18U",
        "drop-1B-airborne",
    }
    there = dropping("G13 2P", side="german")
    assert not any(choice.startswith("drop") for choice in options(there))


@rule("dday91", "13d-a")
def test_without_the_option_nobody_drops() -> None:
    there = table("A14 18U")
    run(there, normal_movement.movement_step)
    assert not any(choice.startswith("drop") for choice in options(there))


@rule("dday91", "13d1-a")
def test_a_drop_starts_in_a_city() -> None:
    there = dropping("A14 18U\nA13 1B-airborne")
    assert "drop-18U" in options(there)
    assert "drop-1B-airborne" not in options(there)
    play(there, "move-1B-airborne", "to-B12", "stop")  # it did not begin the step in London
    assert "drop-1B-airborne" not in options(there)


@rule("dday91", "13d1-b", "9b2-c")
def test_a_drop_costs_a_move() -> None:
    there = dropping("A14 18U\nB12 1B-airborne")
    play(there, "drop-18U", "at-D16", "drop-1B-airborne", "at-E14")
    assert left(there) == 7
    assert not any(choice.startswith(("drop", "move")) for choice in options(there))
    assert there.allied_control & hexes("D16 E14") == hexes("D16 E14")  # 2e
    for moves_left in (1, 0):
        there = dropping("A14 18U", moves=[moves_left, 0])
        assert ("drop-18U" in options(there)) == bool(moves_left)


@rule("dday91", "13d1-b", "3d2-b")
def test_the_airborne_army_takes_its_corps_along_for_one_move() -> None:
    there = dropping("A14 1-Airborne 18U 1B-airborne 5U")
    play(there, "drop-1-Airborne", "at-D16")
    assert in_hex(there, "D16") == {"1-Airborne", "18U", "1B-airborne"}
    assert in_hex(there, "A14") == {"5U"}
    assert left(there) == 8
    there = dropping("A14 1-Airborne 18U 1B-airborne", unsupplied=unsupplied("18U"))
    play(there, "drop-1-Airborne", "at-D16")
    assert in_hex(there, "D16") == {"1-Airborne", "1B-airborne"}  # 3c


@rule("dday91", "13d2-a")
def test_a_drop_covers_five_hexes() -> None:
    there = dropping("A14 18U")
    start = board().hex("A14")
    found = landing_names(there, "18U")
    assert found
    assert all(board().distance(start, board().hex(name)) <= 5 for name in found)
    assert "D17" in found  # across the sea, which takes no factors
    assert max(board().distance(start, board().hex(name)) for name in found) == 5
    assert not any(board().is_sea(board().hex(name)) for name in found)


@rule("dday91", "13d2-b")
def test_a_drop_passes_german_ground_units_and_attacks_next_to_them() -> None:
    wall = "\n".join(
        f"{name} {unit}"
        for name, unit in zip(
            ("C16", "D14", "D15", "D13"), ("div-G5", "66", "86", "81"), strict=True
        )
    )
    there = dropping(f"A14 18U\n{wall}")
    play(there, "drop-18U", "at-E15", "done")  # in their zones of control (D-15)
    run(there, separating_combats.combat_step)
    assert "attack-D15" in options(there)
    assert "D15" not in landing_names(dropping(f"A14 18U\n{wall}"), "18U")


@rule("dday91", "13d2-b", "13d2-c")
@pytest.mark.parametrize(("enemy", "passes"), [("66", True), ("air-G", False)])
def test_a_drop_passes_ground_units_but_not_the_german_air_unit(enemy: str, passes: bool) -> None:
    # There is one way of five hexes from Paris to G18, and it leads through G15.
    there = dropping(f"G13 18U\nG15 {enemy}")
    assert board().distance(board().hex("G13"), board().hex("G18")) == 5
    assert ("G18" in landing_names(there, "18U")) == passes
    assert "G15" not in landing_names(there, "18U")


@rule("dday91", "13d3-a")
def test_no_drop_into_a_mountain_hex() -> None:
    there = dropping("N14 18U")
    found = airborne_drops.landings(there, number("18U"), those("18U"))
    assert found & board().terrain["mountain"] == 0
    assert found & board().land & ~board().terrain["mountain"]


@rule("dday91", "2d4-a")
def test_a_drop_that_leaves_an_illegal_stack_for_good_is_refused() -> None:
    there = dropping("A14 1-Airborne 5U 7U", moves=[1, 0])
    assert "drop-1-Airborne" not in options(there)  # 5U and 7U could not part without a Move
    there = dropping("A14 1-Airborne 5U 7U", moves=[2, 0])
    assert "drop-1-Airborne" in options(there)


@rule("dday91", "4b3-c", "9b2-d")
def test_a_dropped_corps_and_the_bonus_against_invasions() -> None:
    """D-02: it does not cancel the bonus; by the other reading it does."""
    places = "C15 5U\nE14 18U\nE15 86 7-Infantry"
    attack = Combat(board().hex("E15"), those("5U", "18U"))
    there = table(places, "airborne-drops", invaders=those("5U"), dropped=those("18U"))
    assert modifiers.defender_terms(there, attack)["against an invasion"] == 2 * 2
    there.house = {"drop-keeps-invasion-bonus": "alternative"}
    assert "against an invasion" not in modifiers.defender_terms(there, attack)
    alone = Combat(board().hex("E15"), those("18U"))
    assert "against an invasion" not in modifiers.defender_terms(there, alone)
    there.house = {}
    assert "against an invasion" not in modifiers.defender_terms(there, alone)
    there.dropped = 0
    assert "against an invasion" not in modifiers.defender_terms(there, attack)


@rule("dday91", "13b1-a")
def test_bombers_are_out_in_every_hex_but_london() -> None:
    there = table("A1 66", "carpet-bombing")
    assert strategic_bombers.aims(there) == 0
    there.hex[number("bombers-8U")] = board().hex("A1")  # the first hex of all
    assert strategic_bombers.aims(there) == hexes("A1")


@rule("dday91", "13d1-a", "2d4-a")
def test_the_airborne_army_drops_with_its_corps_where_it_could_not_alone() -> None:
    there = dropping("A14 1-Airborne 18U 1B-airborne\nA10 3-US", moves=[1, 0])
    assert "drop-1-Airborne" in options(there)
    assert "drop-1-Airborne-alone" not in options(there)  # the corps could not part
    assert GAME.why_not(there, unit="1-Airborne", action="drop") is None
