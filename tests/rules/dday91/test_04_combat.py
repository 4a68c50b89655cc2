"""4 How to have combat: separating combats, modifiers, resolution, retreat, losses, occupation."""

from __future__ import annotations

from collections import Counter

import pytest

from beachhead.dday91.combat.modifiers import (
    attacker_terms,
    defender_terms,
    defenders,
    losses_by,
    total,
)
from beachhead.dday91.combat.separating_combats import combat_step
from beachhead.dday91.odds import Outcome, outcomes
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, Combat, DDayTable
from beachhead.kernel.play import Chance
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    GAME,
    announce,
    assault,
    at,
    decision,
    events,
    fighting,
    forced,
    hex_,
    hexes,
    is_reduced,
    moving,
    options,
    play,
    resolve,
    run,
    settle,
    situation,
    unit_set,
    why,
)

STEP = "turn 2 allied combat; moves 20 20"


# --- 4, 4a separating combats


@rule("dday91", "4-a", "4a5-b")
def test_combat_is_voluntary_between_neighbors_and_only_in_combat_steps() -> None:
    table = fighting(f"{STEP}; G12 5U; G13 66; G15 67")
    assert options(table) == ["attack-G13", "done"]
    assert why(table, unit="5U", to="G15", action="attack") == "4a2"
    play(table, "done")
    assert not events(table, "combat")
    assert why(moving("G12 5U; G13 66"), unit="5U", to="G13", action="attack") == "4"


@rule("dday91", "4a-a", "4a5-a", "4a3-a", "4a4-b")
def test_the_attacker_announces_who_fights_whom() -> None:
    table = fighting(f"{STEP}; G12 1-US, 5U, 7U; F12 8U; G13 66; H12 67")
    announce(table, "G13", "5U", "8U")
    announce(table, "H12", "7U")
    seen = GAME.see(table, None)["combats"]
    assert seen == [
        {"hex": "G13", "attackers": ["5U", "8U"]},
        {"hex": "H12", "attackers": ["7U"]},
    ]
    assert len(events(table, "announced")) == 2


@rule("dday91", "1d-a", "4a-b", "4c1-a")
def test_each_side_rolls_one_die() -> None:
    table = assault("G12 5U; G13 66", "G13", "5U")
    asked = decision(table)
    assert isinstance(asked, Chance)
    assert len(asked.outcomes) == 100
    play(table, "dice-6-3")
    (told,) = events(table, "combat")
    # 6 + 5 - 1 for the city against 3 + 1 + 1
    assert "= 10, defender 3" in told.text
    assert "= 5." in told.text


@rule("dday91", "4a1")
def test_no_unit_is_in_two_combats() -> None:
    table = fighting(f"{STEP}; G12 5U; F12 7U; G13 66; H12 67; F13 81")
    announce(table, "G13", "5U")
    assert "attack-H12" not in options(table)
    assert why(table, unit="5U", to="H12", action="attack") == "4a1"
    play(table, "attack-F13")
    assert options(table) == ["add-7U"]
    again = assault("G16 5U; G15 81", "G15", "5U")
    play(again, "dice-5-8")
    run(again, combat_step)  # in the next of its combat steps it may fight
    assert options(again) == ["attack-G15", "done"]


@rule("dday91", "4a2-a")
def test_a_unit_attacks_what_is_in_its_zone_of_control() -> None:
    table = fighting(f"{STEP}; C12 5U, air-9U, 1-US; D11 66; D12 67")
    assert why(table, unit="5U", to="D11", action="attack") == "4a2"  # across the Channel
    assert why(table, unit="air-9U", to="D11", action="attack") == ""  # 2c by air


@rule("dday91", "4a2-b")
def test_headquarters_never_attack() -> None:
    table = fighting(f"{STEP}; G12 1-US, SHAEF; G13 66")
    assert options(table) == []
    assert why(table, unit="1-US", to="G13", action="attack") == "4a2"


@rule("dday91", "4a3-b")
def test_all_defenders_in_a_hex_fight_together() -> None:
    table = assault("G12 5U; G13 7-Infantry, 66, 81", "G13", "5U")
    terms = defender_terms(table, table.combat or Combat(0, 0))
    assert terms["combat factors"] == 1 + 2
    assert terms["city"] == 3
    busy = fighting(f"{STEP}; G12 5U; F12 7U; G13 66, 81, 7-Infantry")
    announce(busy, "G13", "5U")
    assert why(busy, unit="7U", to="G13", action="attack") == "4a3"


@rule("dday91", "4a4-a", "4a4-c")
def test_the_defenders_of_a_combat_are_in_one_hex() -> None:
    """D-01: one hex, however many attackers there are."""
    table = fighting(f"{STEP}; G12 5U; F12 7U; G13 66; H12 67; F13 81")
    announce(table, "G13", "5U", "7U")
    (combat,) = table.combats
    assert combat.target == hex_("G13")
    assert options(table) == ["resolve-G13"]


SEVERAL = f"{STEP}; house multi-hex-defense; G12 1-US, 5U, 7U; H13 8U; G13 66; H12 67"


@rule("dday91", "4a4-a", "4a4-c")
def test_by_a_house_rule_attackers_in_one_hex_fight_several_hexes() -> None:
    """D-01, the other reading: but many never fight many."""
    table = fighting(SEVERAL, "attack-G13")
    assert "also-H12" not in options(table)  # nobody attacks yet
    play(table, "add-5U")
    assert {"also-H12", "add-7U", "add-8U"} <= set(options(table))
    assert "also-G13" not in options(table)
    many = table.copy()
    play(many, "add-8U")  # next to both, but in another hex
    assert not [id_ for id_ in options(many) if id_.startswith("also-")]
    play(table, "also-H12")
    assert {"add-7U", "commit"} <= set(options(table))
    assert "add-8U" not in options(table)
    play(table, "add-7U", "commit")
    (combat,) = table.combats
    assert combat.hexes == hexes("G13 H12")
    assert defenders(table, combat) == unit_set("66", "67")
    assert GAME.see(table, None)["combats"][0]["also"] == ["H12"]
    assert why(table, unit="8U", to="H12", action="attack") == "4a3"
    assert "attack-H12" not in options(table)
    without = fighting(SEVERAL.replace("house multi-hex-defense; ", ""), "attack-G13", "add-5U")
    assert not [id_ for id_ in options(without) if id_.startswith("also-")]


@rule("dday91", "4a4-a", "4d1-a", "4d4-a")
def test_nobody_retreats_into_another_hex_of_the_same_combat() -> None:
    """D-01: the hexes are lost together, though the army in H12 could take the others up."""
    text = "G12 5U; F12 7U; F13 8U; G14 12U; H13 15U; G13 66; H12 7-Infantry, 67"
    table = fighting(f"{STEP}; house multi-hex-defense; {text}", "attack-G13", "add-5U", "also-H12")
    play(table, "commit")
    resolve(table, "G13")
    # It stays and takes a loss; the others have a hex to go to.
    assert forced(table, "dice-8-7") == ["loss-66", "to-I12"]
    assert at(table, "66") == "G13"
    assert is_reduced(table, "66")


@rule("dday91", "4b3-a", "4b5-a")
def test_in_several_hexes_each_defender_counts_by_its_own_ground() -> None:
    """D-01: the bonus against invasions too; arrows only point to the coast."""
    table = situation("turn 3 allied combat; C14 5U invading; D14 66; E15 67")
    one = Combat(hex_("D14"), unit_set("5U"))
    other = Combat(hex_("E15"), unit_set("5U"))
    apart = Counter(defender_terms(table, one)) + Counter(defender_terms(table, other))
    penalties = attacker_terms(table, one) | attacker_terms(table, other)
    assert penalties["fortified_city"] == -1
    for first, second in (("D14", "E15"), ("E15", "D14")):
        both = Combat(hex_(first), unit_set("5U"), also=hexes(second))
        assert defender_terms(table, both) == dict(apart)
        assert attacker_terms(table, both) == penalties


# --- 4b modifiers


def modifiers(text: str, target: str, *attackers: str) -> tuple[dict[str, int], dict[str, int]]:
    table = situation(f"{STEP}; {text}")
    combat = Combat(hex_(target), unit_set(*attackers))
    return attacker_terms(table, combat), defender_terms(table, combat)


@rule("dday91", "4b-a", "4b1-a", "TC.clear-b")
def test_combat_factors_add_up() -> None:
    attack, defense = modifiers("G15 5U; F15 8U reduced; G16 47, 1-Infantry, 66", "G16", "5U", "8U")
    assert attack == {"combat factors": 5 + 2}
    assert defense == {"combat factors": 4 + 1}


@rule("dday91", "4b2-a", "4b2-b", "TC.city-b")
def test_city() -> None:
    text = "G12 5U, air-9U, 1-US; G13 7-Infantry, 66, air-G"
    attack, defense = modifiers(text, "G13", "5U", "air-9U")
    assert attack == {"combat factors": 9, "city": -2}
    assert defense == {"combat factors": 4, "city": 2}  # not for the air unit


@rule("dday91", "4b3-a", "4b3-b", "4b3-c", "TC.c-a", "TC.sea-b")
@pytest.mark.parametrize(("year", "each"), [(1943, 1), (1944, 2)])
def test_against_an_invasion_each_defender_counts_more(year: int, each: int) -> None:
    text = f"scenario {year}; C15 5U invading, 1-US invading; E16 7U; D15 7-Infantry, 86, air-G"
    attack, defense = modifiers(text, "D15", "5U")
    assert defense["against an invasion"] == 3 * each  # D-03 headquarters and air units too
    assert defense["forest"] == 2
    assert attack["forest"] == -1
    _, mixed = modifiers(text, "D15", "5U", "7U")
    assert "against an invasion" not in mixed
    _, inland = modifiers(text, "D15", "7U")
    assert inland["forest"] == 2
    assert "against an invasion" not in inland


@rule("dday91", "4b4-a", "4b4-b", "TC.forest-b", "8b2-c")
def test_forest() -> None:
    text = "E15 5U, 18U, air-9U, 1-US; E16 47, 66, air-G, 7-Infantry"
    attack, defense = modifiers(text, "E16", "5U", "18U", "air-9U")
    assert attack == {"combat factors": 14, "forest": -1}
    assert defense["forest"] == 3


@rule("dday91", "4b5-a")
def test_fortified_hex() -> None:
    _, defense = modifiers("G9 5U; G8 66, 47, air-G, 7-Infantry", "G8", "5U")
    assert defense["fortified"] == 6
    _, both = modifiers("J9 5U; J8 66", "J8", "5U")
    assert both == {"combat factors": 1, "forest": 1, "fortified": 2}
    text = "turn 2 german combat; G9 66; G8 5U"
    table = situation(text)
    assert "fortified" not in defender_terms(table, Combat(hex_("G8"), unit_set("66")))


@rule("dday91", "4b6-a", "4b6-b", "TC.fortified-city-b", "9b2-e")
def test_fortified_city() -> None:
    text = "E14 5U, air-9U, 1-US; D14 66, 7-Infantry"
    attack, defense = modifiers(text, "D14", "5U", "air-9U")
    assert attack == {"combat factors": 9, "fortified_city": -2}
    assert defense == {"combat factors": 1, "fortified_city": 8}  # D-05 and no city on top
    table = situation("turn 2 german combat; E14 66; D14 5U")
    allied = defender_terms(table, Combat(hex_("D14"), unit_set("66")))
    assert allied == {"combat factors": 5, "city": 1}  # D-04


@rule("dday91", "4b7-a", "TC.marsh-b")
def test_marsh() -> None:
    attack, defense = modifiers("E10 5U, 18U, air-9U, 1-US; D9 66", "D9", "5U", "18U", "air-9U")
    assert attack == {"combat factors": 14, "marsh": -1}
    assert defense == {"combat factors": 1}


@rule("dday91", "4b8-a", "4b8-b", "TC.mountain-b")
def test_mountain() -> None:
    text = "N12 5U, 18U, air-9U, 1-US; N13 66, 47, air-G, 7-Infantry"
    attack, defense = modifiers(text, "N13", "5U", "18U", "air-9U")
    assert attack == {"combat factors": 14, "mountain": -3}
    leg = 1 + pieces().unit["7-Infantry"].leg
    assert defense["mountain"] == 2 * leg  # the infantry, not the panzers nor the air unit


@rule("dday91", "4b9-a", "TC.river-b")
def test_river() -> None:
    text = "G14 5U, air-9U, 1-US; G12 7U; G13 66"
    attack, _ = modifiers(text, "G13", "5U", "air-9U", "7U")
    assert attack == {"combat factors": 14, "city": -3, "river": -1}


@rule("dday91", "4b10")
def test_totals_are_between_0_and_10() -> None:
    assert total({"combat factors": 13}) == 10
    assert total({"combat factors": 1, "city": -2, "river": -1}) == 0
    assert total({"combat factors": 5, "river": -1}) == 4


# --- 4c resolution


@rule("dday91", "4c-a")
def test_the_attacker_chooses_the_order() -> None:
    table = fighting(f"{STEP}; G12 5U; F12 7U; H12 67; F13 81")
    announce(table, "H12", "5U")
    announce(table, "F13", "7U")
    assert set(options(table)) == {"resolve-H12", "resolve-F13"}
    resolve(table, "F13", "dice-1-9")
    settle(table, seat="allied")
    assert any(event.text.startswith("F13") for event in events(table, "combat"))


@rule("dday91", "4c2-a", "4c2-b", "4c2-c", "4c2-d", "4c2-e", "4f-c")
@pytest.mark.parametrize(
    ("dice", "wins", "attacker", "defender"),
    [
        ("5-8", False, 0, 0),  # 10 to 10
        ("5-9", False, 0, 0),
        ("5-7", True, 0, 0),  # 10 to 9
        ("4-10", False, 0, 0),  # 9 to 12
        ("3-10", False, 1, 0),  # 8 to 12
        ("1-10", False, 1, 0),  # 6 to 12
        ("7-6", True, 0, 1),  # 12 to 8
        ("7-4", True, 0, 1),  # 12 to 6
        ("7-3", True, 0, 2),  # 12 to 5
    ],
)
def test_who_wins_and_who_loses_what(dice: str, wins: bool, attacker: int, defender: int) -> None:
    """8b2: +5 against +2 in clear terrain, but the German at full strength (81)."""
    table = assault("G16 5U; G15 81", "G15", "5U")
    play(table, f"dice-{dice}")
    lost = [event.detail["losses"] for event in events(table, "combat")]
    assert lost == [attacker + defender]
    settle(table, seat="allied" if attacker else "german")
    assert (at(table, "81") == "G15") == (not wins)
    assert is_reduced(table, "5U") == (attacker == 1)
    assert is_reduced(table, "81") == (defender == 1)
    assert (at(table, "81") == "eliminated") == (defender == 2)
    if wins:
        assert "advance-5U" in options(table)
    else:
        assert at(table, "5U") == "G16"
        assert options(table) == []


@rule("dday91", "4c2-d")
def test_two_losses_for_the_attacker_too() -> None:
    assert [losses_by(difference) for difference in (0, 3, 4, 6, 7, 12)] == [0, 0, 1, 1, 2, 2]
    table = assault("G16 8U reduced; G15 47, 1SS, 5-Panzer", "G15", "8U")
    play(table, "dice-1-10")
    settle(table, seat="allied")
    assert at(table, "8U") == "eliminated"


# --- 4d retreat


def beaten(text: str, target: str, *attackers: str, dice: str = "7-8") -> DDayTable:
    """A combat that the attacker has won, before the retreat."""
    table = assault(text, target, *attackers)
    play(table, f"dice-{dice}")
    (told,) = events(table, "combat")
    assert "The attacker wins" in told.text
    return table


def retreats(table: DDayTable) -> set[str]:
    return {id_.removeprefix("to-") for id_ in options(table) if id_.startswith("to-")}


@rule("dday91", "4d1-a", "4d1-b", "4d1-c")
def test_where_to_retreat() -> None:
    table = beaten("G16 5U; G15 81", "G15", "5U")
    assert retreats(table) == {"F14", "G14", "H14"}  # not next to the winner
    text = "G16 5U; F14 7U; H14 8U; G15 81"
    table = beaten(text, "G15", "5U")
    assert retreats(table) == {"F15", "G14", "H15"}  # all in zones of control, none with an enemy
    # A headquarters has no zone, but is in the way.
    table = beaten("G16 5U; G14 SHAEF; G15 81", "G15", "5U")
    assert retreats(table) == {"F14", "H14"}
    # Not over the Channel, which only an air unit crosses.
    assert "C12" not in retreats(beaten("E11 5U; D11 81", "D11", "5U", dice="10-5"))
    assert "C12" in retreats(beaten("E11 5U; D11 air-G", "D11", "5U", dice="10-9"))


@rule("dday91", "4d1-a", "4c2-b")
def test_the_side_that_is_beaten_retreats_its_own_units() -> None:
    table = beaten("turn 2 german combat; moves 9 9; G16 47; G15 8U reduced", "G15", "47")
    asked = decision(table)
    assert asked is not None
    assert asked.seat == "allied"
    assert retreats(table) == {"F14", "G14", "H14"}


@rule("dday91", "4d2")
def test_units_retreat_together() -> None:
    table = beaten("G16 5U, 7U, 1-US; G15 81, 66, 7-Infantry", "G15", "5U", "7U", dice="2-8")
    play(table, "to-G14")
    assert {at(table, name) for name in ("81", "66", "7-Infantry")} == {"G14"}


@rule("dday91", "4d3")
def test_a_retreat_goes_on_where_it_cannot_stack() -> None:
    text = "G16 5U; F14 7-Infantry; G14 67; G15 81"
    table = beaten(text, "G15", "5U")
    assert retreats(table) == {"F14", "G14", "H14"}
    joined = table.copy()
    play(joined, "to-F14")
    assert at(joined, "81") == "F14"  # in the box of the army
    play(table, "to-G14")
    assert at(table, "81") == "G14"
    assert "G15" not in retreats(table)
    assert {"F13", "H13"} <= retreats(table)
    play(table, "to-F13")
    assert at(table, "81") == "F13"
    assert "advance-5U" in options(table)


@rule("dday91", "4d3", "4d1-a")
def test_a_retreat_that_could_not_end_is_not_begun() -> None:
    """In Cherbourg there is no room, and no way on but through the enemy in D15."""
    table = assault("D15 SHAEF; D17 5U; D16 81; C16 div-G5", "D16", "5U")
    assert forced(table, "dice-6-6") == ["to-E16"]  # and not to C16
    # 2d1 An air unit does not stay with a corps either.
    table = beaten("G16 5U; G14 67; G15 air-G", "G15", "5U", dice="9-9")
    play(table, "to-G14")
    assert at(table, "air-G") == "G14"
    assert retreats(table)


@rule("dday91", "4d4-a")
def test_no_way_to_retreat_costs_another_loss() -> None:
    """Cherbourg is cut off by the corps in D15 and D16."""
    around, corps = "D15 12U; D16 5U, 7U, 1-US", ("12U", "5U", "7U")
    table = assault(f"{around}; C16 81", "C16", *corps)
    assert forced(table, "dice-5-8") == ["loss-81"]  # 15 to 14
    (told,) = events(table, "loss")
    assert told.rule == "4d4"
    assert told.text.endswith("takes a loss because no retreat is possible.")
    assert at(table, "81") == "C16"
    assert is_reduced(table, "81")
    assert options(table) == []  # the combat is over, and the hex is not empty
    worse = assault(f"{around}; C16 81", "C16", *corps)
    assert forced(worse, "dice-2-2") == ["loss-81", "loss-81"]  # 12 to 8: two, by 4e2 and 4d4
    assert [each.rule for each in events(worse) if each.kind in LOSSES] == ["4e2", "4d4"]
    assert at(worse, "81") == "eliminated"
    assert "advance-5U" in options(worse)
    gone = beaten(f"{around}; C16 div-G5", "C16", *corps, dice="5-8")
    assert at(gone, "div-G5") == "eliminated"
    assert "advance-5U" in options(gone)


@rule("dday91", "4d4-a", "8a1-a")
def test_the_extra_loss_leaves_no_illegal_stack_either() -> None:
    text = "D15 12U; D16 5U, 7U, 1-US; C16 7-Infantry, 81, 82"
    table = beaten(text, "C16", "12U", "5U", "7U", dice="5-4")  # 15 to 14
    assert set(options(table)) == {"loss-81", "loss-82"}


@rule("dday91", "4d4-b")
def test_at_the_edge_the_defender_may_leave_the_board() -> None:
    text = "H1 5U; I2 7U; J1 8U; I1 81"
    table = beaten(text, "I1", "5U", "7U", "8U", dice="2-8")
    assert set(options(table)) == {"loss-81", "exit"}
    play(table, "exit")
    assert at(table, "81") == "exited"
    assert "advance-5U" in options(table)
    stays = beaten(text, "I1", "5U", "7U", "8U", dice="2-8")
    play(stays, "loss-81")
    assert at(stays, "81") == "I1"
    assert is_reduced(stays, "81")
    assert options(stays) == []


# --- 4e losses


@rule("dday91", "4e-a", "4e1-a")
def test_a_loss_flips_and_a_second_removes() -> None:
    table = assault("G16 5U; G15 81", "G15", "5U")
    assert forced(table, "dice-7-6") == ["loss-81"]
    assert outlook(table) == ("4e2", "loss")
    assert is_reduced(table, "81")
    seen = GAME.see(table, None)["units"]
    assert seen["81"] == {"hex": "G15", "reduced": True}
    assert seen["5U"] == {"hex": "G16"}
    reduced = situation("G15 81 reduced")
    assert defender_terms(reduced, Combat(hex_("G15"), unit_set("5U")))["combat factors"] == 1
    table = beaten("G16 5U; G15 81 reduced", "G15", "5U", dice="7-6")
    assert outlook(table) == ("4e2", "eliminated")
    assert at(table, "81") == "eliminated"


LOSSES = ("loss", "eliminated")


def outlook(table: DDayTable) -> tuple[str, str]:
    """What has happened to the one unit that could take the loss, and by which rule."""
    (told,) = (each for each in events(table) if each.kind in LOSSES)
    return told.rule, told.kind


@rule("dday91", "4e-b", "4e1-a", "8a1-e")
def test_elim_is_gone_after_one_loss() -> None:
    table = beaten("G16 5U; G15 div-G5", "G15", "5U", dice="7-6")
    assert outlook(table) == ("4e2", "eliminated")
    assert at(table, "div-G5") == "eliminated"
    table = beaten("G16 5U; G15 7-Infantry", "G15", "5U", dice="7-6")
    assert at(table, "7-Infantry") == "eliminated"


@rule("dday91", "4e2")
def test_the_loser_chooses_among_the_units_in_the_combat() -> None:
    text = "G16 5U, 7U, 12U, 20U, 1-US; G15 81, 82, 84, 7-Infantry; G14 25"
    table = beaten(text, "G15", "5U", "7U", "12U", "20U", dice="10-2")
    assert set(options(table)) == {"loss-81", "loss-82", "loss-84"}  # 8a1 not the army
    play(table, "loss-81")
    assert "loss-81" in options(table)
    play(table, "loss-81")
    assert at(table, "81") == "eliminated"


# --- 4f occupation


@rule("dday91", "4f-a", "8b2-b")
def test_winners_and_those_with_them_may_occupy_for_nothing() -> None:
    table = beaten("G16 5U, 7U, 1-US; F16 8U; G15 81", "G15", "5U")
    play(table, "to-G14")
    assert set(options(table)) == {"advance-5U", "advance-7U", "advance-1-US", "stay"}
    spent = table.moves[ALLIED]
    play(table, "advance-1-US")
    assert "stay" not in options(table)  # 2d1 not two corps without their army
    play(table, "advance-5U")
    assert at(table, "7U") == "G16"
    play(table, "stay")
    assert (at(table, "1-US"), at(table, "5U"), at(table, "7U")) == ("G15", "G15", "G16")
    assert table.moves[ALLIED] == spent
    assert table.allied_control >> hex_("G15") & 1


@rule("dday91", "4f-a")
def test_the_army_may_not_leave_an_illegal_stack_behind() -> None:
    """N-01: units still to fight elsewhere cannot follow."""
    text = f"{STEP}; G16 5U, 7U, 8U, 1-US; G15 81; F15 82"
    table = fighting(text)
    announce(table, "G15", "5U")
    announce(table, "F15", "7U", "8U")
    resolve(table, "G15", "dice-7-8", "to-G14")
    assert "advance-5U" in options(table)
    assert "advance-1-US" not in options(table)
    assert why(table, unit="1-US", action="occupy") == "2d4"
    assert why(table, unit="7U", action="occupy") == "4f"


@rule("dday91", "4f-a", "2d4-a")
def test_every_hex_that_winners_leave_must_be_a_legal_stack() -> None:
    table = beaten("G16 5U, 7U, 1-US; F15 8U; G15 81", "G15", "5U", "8U", dice="2-8")
    settle(table, seat="german")
    play(table, "advance-1-US")
    assert "stay" not in options(table)  # 8U may stay alone, but not 5U and 7U together


@rule("dday91", "4f-a")
def test_a_unit_that_has_lost_elsewhere_does_not_go_along() -> None:
    table = fighting(f"{STEP}; G16 5U, 7U, 8U, 1-US; G15 81; F15 82")
    announce(table, "G15", "5U")
    announce(table, "F15", "7U")
    resolve(table, "G15", "dice-5-8")  # 10 to 10
    resolve(table, "F15", "dice-7-8")
    settle(table, seat="german")
    assert set(options(table)) == {"advance-7U", "advance-8U", "advance-1-US", "stay"}


@rule("dday91", "3b1-c", "4f-a")
def test_a_division_that_wins_does_not_occupy() -> None:
    table = assault("G16 div-A1, 5U, 1-US; G15 66 reduced", "G15", "div-A1", "5U")
    play(table, "dice-10-1")
    assert set(options(table)) == {"advance-5U", "advance-1-US", "stay"}


@rule("dday91", "4f-b")
def test_occupation_ends_movement() -> None:
    table = beaten("G16 5U; G15 81; G14 67", "G15", "5U")
    settle(table, seat="german")
    play(table, "advance-5U")
    assert options(table) == []


# --- odds


@rule("dday91", "4c2")
def test_the_odds_count_all_hundred_throws() -> None:
    margins = [a + 5 - d - 2 for a in range(1, 11) for d in range(1, 11)]
    wins = sum(margin > 0 for margin in margins)
    counted = {outcome: round(100 * chance) for outcome, chance in outcomes(5, 2).items()}
    assert sum(counted.values()) == 100
    assert sum(throws for outcome, throws in counted.items() if outcome.attacker_wins) == wins
    defender, attacker = (
        [counted.get(Outcome(won, losses), 0) for losses in (1, 2)] for won in (True, False)
    )
    assert defender == [sum(4 <= m <= 6 for m in margins), sum(m >= 7 for m in margins)]
    assert attacker == [sum(-6 <= m <= -4 for m in margins), sum(m <= -7 for m in margins)]
    table = fighting(f"{STEP}; G16 5U; G15 47 reduced", "attack-G15")
    asked = decision(table)
    assert asked is not None
    (line,) = GAME.odds(table, asked, asked.options[0])
    assert f"The attacker wins {wins} %" in line
    combat = asked.built(asked.options[0])
    assert (combat.target, combat.attackers) == (hex_("G15"), unit_set("5U"))
    assert attacker_terms(table, combat) == {"combat factors": 5}
    assert defender_terms(table, combat) == {"combat factors": 2}
    assert line.startswith("G15")


@rule("dday91", "4a2-a", "2c-c")
def test_air_units_attack_across_hexsides_that_are_all_sea_and_corps_do_not() -> None:
    """N-32: Dover and Calais are adjacent, with the Channel between."""
    table = fighting("turn 2 allied combat; moves 9 9; C12 1-US, 5U, air-9U; D11 66")
    play(table, "attack-D11")
    assert "add-air-9U" in options(table)
    assert "add-5U" not in options(table)


@rule("dday91", "4a2-a", "2c-c")
def test_the_german_air_unit_attacks_across_the_channel_as_well() -> None:
    """N-32."""
    table = fighting("turn 2 german combat; moves 9 9; D11 66, air-G; C12 5U", "attack-C12")
    assert options(table) == ["add-air-G"]


@rule("dday91", "4a4-a", "4a3-a")
def test_by_the_house_rule_no_hex_is_fought_in_two_combats() -> None:
    """D-01, the other reading."""
    table = fighting(SEVERAL)
    announce(table, "H12", "7U")
    play(table, "attack-G13", "add-5U")
    assert "also-H12" not in options(table)


@rule("dday91", "4e2-a")
def test_losses_that_nobody_is_left_to_take_are_not_owed_any_longer() -> None:
    table = fighting(f"{STEP}; G12 1-US, 5U, 7U; G13 66 reduced", "attack-G13", "add-5U", "add-7U")
    play(table, "commit")
    resolve(table, "G13", "dice-10-1")
    settle(table, seat="german")
    assert at(table, "66") == "eliminated"
    settle(table, seat="allied")
    assert table.combat is None
    assert table.losses_due == [0, 0]
