"""8 Examples of play and 9b the opening, with the rulebook's numbers."""

from __future__ import annotations

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.combat.modifiers import attacker_terms, defender_terms, total
from beachhead.dday91.sea import port_transfers
from beachhead.dday91.table.state import ALLIED, Combat, DDayTable, box_of, unit_name
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
)


def sums(table: DDayTable, target: str, *attackers: str) -> tuple[int, int]:
    """The sums before the limits of 4b10."""
    fight = Combat(hex_(target), unit_set(*attackers))
    return sum(attacker_terms(table, fight).values()), sum(defender_terms(table, fight).values())


# --- 8a


@rule("dday91", "8a1-a", "8a1-b", "8a1-e")
def test_8a1_a_loss_may_not_be_the_army_from_under_two_corps() -> None:
    table = assault("G16 5U; G15 7-Infantry, 81, 82", "G15", "5U")
    play(table, "dice-9-6")  # 14 to 10
    assert set(options(table)) == {"loss-81", "loss-82"}
    one = assault("G16 5U; G15 7-Infantry, 81", "G15", "5U")
    play(one, "dice-9-8")
    assert set(options(one)) == {"loss-81", "loss-7-Infantry"}
    play(one, "loss-7-Infantry")
    assert at(one, "7-Infantry") == "eliminated"


@rule("dday91", "8a1-c")
def test_8a1_units_stacked_by_a_transfer_part_in_the_movement_step() -> None:
    table = situation(
        "turn 3 allied; moves 4 0; A14 3-US, 12U, 15U; control allied D13; begin port-transfer"
    )
    play(table, "transfer-12U", "to-D13", "transfer-15U", "to-D13")
    while table.step != "movement":
        play(table, "done")
    assert at(table, "12U") == at(table, "15U") == "D13"
    assert "done" not in options(table)
    play(table, "move-12U", "to-E13", "stop")
    assert "done" in options(table)


@rule("dday91", "8a1-d")
def test_8a1_moves_to_part_them_must_be_left() -> None:
    """Other spending is refused, or if there is none the transfer itself."""
    text = "turn 3 allied port-transfer; A14 3-US, 12U, 15U; control allied D13"
    short = situation(f"moves 2 0; {text}")
    run(short, port_transfers.port_transfer_step)
    play(short, "transfer-12U", "to-D13")
    assert why(short, unit="15U", to="D13", action="transfer") == "2d4"
    enough = situation(f"moves 3 0; {text}; G13 5U")
    run(enough, port_transfers.port_transfer_step)
    play(enough, "transfer-12U", "to-D13", "transfer-15U", "to-D13")
    play(enough, *(["done"] if options(enough) else []))
    table = moving("moves 1 0; D13 12U, 15U; G13 5U")
    assert why(table, unit="5U") == "2d4"
    assert why(table, unit="15U") == ""


@rule("dday91", "8a2")
def test_8a2_two_corps_by_port_transfer() -> None:
    table = situation(
        "turn 3 allied port-transfer; moves 9 0; A14 3-US, 12U, 15U; control allied D13"
    )
    run(table, port_transfers.port_transfer_step)
    play(table, "transfer-12U", "to-D13", "transfer-15U", "to-D13")
    assert table.moves[ALLIED] == 7
    assert at(table, "12U") == at(table, "15U") == "D13"
    play(table, "done")
    assert at(table, "12U") == at(table, "15U") == "D13"


@rule("dday91", "8a3-a")
def test_8a3_example_one() -> None:
    text = "turn 7 german movement; moves 0 9; J6 39"
    table = moving(text, "move-39", "to-I7", "to-H7", "to-H8", "stop")
    assert table.expended[unit("39")] == 5
    assert table.moves == [0, 8]
    table = moving(text, "move-39", "to-J7", "to-K8", "to-K9")
    assert forced(table, "to-K10") == ["stop"]
    assert table.expended[unit("39")] == 6
    assert table.moves == [0, 8]


@rule("dday91", "8a3-b")
def test_8a3_example_two() -> None:
    """D-09: the 19U is in the box too, and K10 lies between K11 and L9."""
    table = moving(
        "turn 7 allied movement; moves 9 0; K12 7-US, 6U, 15U, 19U, air-12U",
        "move-7-US",
        "to-K11",
        "leave-15U",
        "to-K10",
        "to-L9",
        "send-19U",
        "to-M9",
        "stop",
    )
    assert {at(table, name) for name in ("7-US", "6U", "air-12U")} == {"L9"}
    assert (at(table, "15U"), at(table, "19U")) == ("K11", "M9")
    assert table.expended[unit("6U")] == 3
    assert table.expended[unit("19U")] == 6
    assert table.moves == [8, 0]
    # One Move serves them all: the unit left on the way may still fight for it.
    assert separating_combats.price(table, unit("15U")) == 0


# --- 8b


@rule("dday91", "8b1-a")
def test_8b1_total_modifiers() -> None:
    table = situation("turn 3 allied combat; G10 30B; H10 66; G9 67")
    assert sums(table, "H10", "30B") == (4, 2)
    assert sums(table, "G9", "30B") == (3, 2)


@rule("dday91", "8b1-b")
def test_8b1_both_at_once_is_only_arithmetic() -> None:
    """D-01: one defending hex a combat; each penalty would count once, each defender's bonus."""
    table = fighting("turn 3 allied combat; moves 9 0; G10 30B; H10 66; G9 67")
    fights = [Combat(hex_(name), unit_set("30B")) for name in ("H10", "G9")]
    attack: dict[str, int] = {}
    for fight in fights:
        attack |= attacker_terms(table, fight)
    assert sum(attack.values()) == 3
    assert sum(sum(defender_terms(table, fight).values()) for fight in fights) == 4
    announce(table, "H10", "30B")
    assert why(table, unit="30B", to="G9", action="attack") == "4a1"


BOTH = "turn 3 allied combat; house multi-hex-defense; moves 9 0; G10 30B; H10 66; G9 67"


@rule("dday91", "8b1-a", "8b1-b")
def test_8b1_both_at_once_by_the_house_rule() -> None:
    """D-01: +3 against +4, in one combat with one throw."""
    table = fighting(BOTH, "attack-H10", "add-30B")
    assert set(options(table)) == {"also-G9", "commit"}
    asked = decision(table)
    assert asked is not None
    (forecast,) = GAME.odds(table, asked, asked.options[0])
    assert forecast.startswith("G9 and H10: +3 (")
    assert "against +4 (" in forecast
    play(table, "also-G9", "commit")
    assert options(table) == ["resolve-H10"]
    resolve(table, "H10", "dice-10-1")
    (told,) = events(table, "combat")
    assert sum(told.detail["attack"].values()) == 3
    assert sum(told.detail["defense"].values()) == 4
    assert told.detail["losses"] == 2  # 13 against 5


@rule("dday91", "8b1-b")
def test_8b1_both_are_beaten_and_either_hex_is_occupied() -> None:
    """D-01: losses on any of them, each hex retreats by itself, and not into the other one."""
    table = fighting(BOTH, "attack-H10", "add-30B", "also-G9", "commit")
    resolve(table, "H10", "dice-10-1")
    assert set(options(table)) == {"loss-66", "loss-67"}
    play(table, "loss-66", "loss-67")
    for name, other in (("67", "H10"), ("66", "G9")):
        asked = decision(table)
        assert asked is not None
        assert asked.kind == "retreated"
        assert asked.prompt.startswith(f"{unit_name(unit(name))} must retreat")
        assert f"to-{other}" not in options(table)
        play(table, options(table)[0])
    assert options(table) == ["advance-30B", "stay"]
    table2 = table.copy()
    play(table, "advance-30B")
    assert at(table, "30B") == "G9"
    play(table2, "stay", "advance-30B")
    assert at(table2, "30B") == "H10"


FIGHT = "turn 3 allied combat; moves 9 0; J10 1-US, 19U, 20U, air-9U; I10 3U; K10 47 reduced; J9 81"


def two_combats(text: str = FIGHT) -> DDayTable:
    table = fighting(text)
    announce(table, "J9", "19U", "air-9U")
    announce(table, "K10", "20U")
    return table


@rule("dday91", "8b2-a", "4c2-a")
def test_8b2_a_tie_is_the_defenders() -> None:
    table = two_combats()
    assert sums(table, "K10", "20U") == (5, 2)
    resolve(table, "K10", "dice-5-8")
    (told,) = events(table, "combat")
    assert "= 10" in told.text
    assert told.detail["losses"] == 0
    assert at(table, "47") == "K10"
    assert options(table) == ["resolve-J9"]


@rule("dday91", "8b2-a", "8b2-b", "8b2-c")
def test_8b2_combat_retreat_occupy() -> None:
    table = two_combats()
    resolve(table, "K10", "dice-7-3")
    (told,) = events(table, "combat")
    assert told.detail["losses"] == 2
    assert at(table, "47") == "eliminated"  # one loss is enough, and nobody is left to retreat
    assert "advance-20U" in options(table)
    stays, goes = table.copy(), table.copy()
    play(stays, "stay")
    play(goes, "advance-20U")
    assert at(goes, "20U") == "K10"
    for after, ways in ((stays, {"to-J8", "to-K9"}), (goes, set())):
        assert sums(after, "J9", "19U", "air-9U") == (6, 3)
        gone = forced(after, "resolve-J9", "dice-7-6")
        if ways:
            assert gone == ["loss-81"]
            assert set(options(after)) == ways
            play(after, "to-J8")
        else:
            assert gone == ["loss-81", "to-J8"]
        assert at(after, "81") == "J8"
        # D-08 J9; the headquarters may go along.
        assert {"advance-19U", "advance-air-9U", "advance-1-US"} <= set(options(after))
    held = two_combats()
    resolve(held, "J9", "dice-5-9")
    told = events(held, "combat")[-1]
    assert "= 11, defender" in told.text
    assert told.text.endswith("= 12. The defender wins.")


@rule("dday91", "8b2-b")
def test_8b2_whether_the_headquarters_may_go_with_the_first_winner() -> None:
    """N-01: not while two units of its box are still to fight; by the house rule it may."""
    for text, expected in ((FIGHT, False), (f"{FIGHT}; house army-leaves-fighters", True)):
        table = two_combats(text)
        resolve(table, "K10", "dice-7-3")
        assert ("advance-1-US" in options(table)) == expected
    play(table, "advance-1-US", "resolve-J9", "dice-1-6")
    assert set(options(table)) == {"give-up-19U", "give-up-air-9U"}
    play(table, "give-up-19U")
    assert (at(table, "19U"), at(table, "air-9U")) == ("eliminated", "J10")
    assert options(table) == []


# --- 9b


def opening() -> DDayTable:
    """9b The German set-up, and the Allied Moves of Turn 1."""
    given = {"airborne-drops": True, "mulberries": True}
    table = GAME.setup("1944", given).position
    play(table, "ready-opening-9b")
    return table


@rule("dday91", "9b-a")
def test_9b_the_holding_boxes() -> None:
    table = opening()
    german = {
        "1-Infantry": {"88"},
        "5-Panzer": {"1SS"},
        "7-Infantry": {"85"},
        "15-Infantry": {"47"},
        "19-Infantry": {"89"},
    }
    for army, box in german.items():
        assert ids(box_of(table, unit(army))) == box
    where = {name: at(table, name) for name in ("7-Infantry", "86", "66", "div-G5")}
    assert where == {"7-Infantry": "E15", "86": "D15", "66": "D14", "div-G5": "C16"}


INVADERS = {
    "C15": ("1-US", "5U", "7U", "air-9U", "SHAEF", "mulberry-1", "mulberry-2"),
    "C14": ("2-British", "30B", "8B", "air-2B", "AG-21B"),
}


@rule("dday91", "9b2")
def test_9b2_the_opening() -> None:
    table = opening()
    assert table.moves[ALLIED] == 27
    while table.step != "invasion":
        play(table, "done")
    for beach, names in INVADERS.items():
        for name in names:
            play(table, f"invade-{name}", f"at-{beach}")
    assert sum(map(len, INVADERS.values())) == 12
    assert table.moves[ALLIED] == 27 - 24
    while table.step != "movement":
        play(table, "done")
    play(table, "drop-18U", "at-E16", "drop-1B-airborne", "at-E14")
    assert table.moves[ALLIED] == 1
    play(table, "done")
    attacks = {
        "E15": (("5U", "7U", "1B-airborne"), (13, 6)),
        "D15": (("air-9U", "18U"), (9, 5)),
        "D14": (("air-2B", "8B", "30B"), (9, 7)),
    }
    for target, (attackers, expected) in attacks.items():
        assert sums(table, target, *attackers) == expected
        announce(table, target, *attackers)
    assert total({"combat factors": 13}) == 10
    assert table.moves[ALLIED] == 1  # nothing more to pay
    resolve(table, "E15", "dice-9-2")
    settle(table, seat="german")
    play(table, "advance-1-US", "advance-5U", "advance-7U", "advance-SHAEF", "advance-mulberry-1")
    asked = decision(table)
    assert asked is not None
    play(table, "stay")
    assert {at(table, name) for name in ("1-US", "5U", "7U", "SHAEF", "mulberry-1")} == {"E15"}
    resolve(table, "D15", "dice-9-2")
    settle(table, seat="german")
    play(table, "advance-air-9U", "advance-mulberry-2")
    assert (at(table, "air-9U"), at(table, "18U")) == ("D15", "E16")
    assert at(table, "mulberry-2") == "D15"
