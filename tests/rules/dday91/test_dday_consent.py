"""What goes by itself in D-Day, and what stops at a button that names what it does and costs."""

from __future__ import annotations

from beachhead.dday91.combat import separating_combats
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.table.state import ALLIED, DDayTable
from beachhead.kernel.play import Decision
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    assault,
    decision,
    events,
    fighting,
    forced,
    is_reduced,
    moving,
    options,
    play,
    resolve,
    run,
    situation,
    unit,
)


def asked(table: DDayTable) -> Decision:
    found = decision(table)
    assert found is not None
    return found


def label(table: DDayTable, choice: str) -> str:
    option = asked(table).find(choice)
    assert option is not None, options(table)
    assert option.commits
    return option.label


# --- what goes by itself


@rule("dday91", "4e2")
def test_the_only_unit_in_a_combat_takes_the_loss_by_itself() -> None:
    table = assault("G16 5U; G15 81", "G15", "5U")
    assert forced(table, "dice-7-6") == ["loss-81"]
    (told,) = events(table, "loss")
    assert (told.rule, told.detail["unit"]) == ("4e2", "81")
    assert is_reduced(table, "81")
    two = assault("G16 5U; G15 81, 82 reduced, 7-Infantry", "G15", "5U")
    play(two, "dice-10-1")
    assert set(options(two)) >= {"loss-81", "loss-82"}
    labels = {option.id: option.label.rpartition(" ")[2] for option in asked(two).options}
    assert labels == {"loss-81": "reduced", "loss-82": "eliminated"}


@rule("dday91", "4d1-a")
def test_a_retreat_to_the_only_hex_goes_by_itself() -> None:
    table = assault("D15 SHAEF; D17 5U; D16 81; C16 div-G5", "D16", "5U")
    assert forced(table, "dice-6-6") == ["to-E16"]
    (told,) = events(table, "retreat")
    assert (told.rule, told.detail["start"], told.detail["end"]) == ("4d", "D16", "E16")
    assert told.text.endswith("retreats from D16 to E16.")


@rule("dday91", "3-a")
def test_a_move_that_can_go_no_farther_ends_by_itself() -> None:
    table = moving("turn 7 german movement; moves 0 9; J6 39", "move-39", "to-J7", "to-K8", "to-K9")
    assert "stop" in options(table)
    assert forced(table, "to-K10") == ["stop"]
    assert table.moving == []
    assert events(table, "move")[-1].detail["end"] == "K10"


@rule("dday91", "3f-a")
def test_a_reinforcement_with_one_hex_to_enter_is_placed_there() -> None:
    table = situation("turn 2 allied reinforcement")
    run(table, entering.reinforcement_step)
    lone = next(option for option in asked(table).options if " in " in option.label)
    assert not lone.commits  # it costs nothing, and the label says where
    (went,) = forced(table, lone.id)
    told = events(table, "reinforcement")[-1]
    assert told.rule == "3f"
    assert went == f"at-{told.detail['end']}"
    assert told.detail["end"] in lone.label


@rule("dday91", "4f-a")
def test_who_may_not_stay_behind_occupies_by_itself() -> None:
    """N-01: by the house rule the army goes first, and the corps it leaves must follow."""
    table = fighting(
        "turn 3 allied combat; moves 9 0; J10 1-US, 19U, 20U, air-9U; I10 3U; K10 47 reduced; "
        "J9 81; house army-leaves-fighters"
    )
    play(table, "attack-J9", "add-19U", "add-air-9U", "commit")
    play(table, "attack-K10", "commit")
    resolve(table, "K10", "dice-7-3")
    assert forced(table, "advance-1-US") == ["advance-20U"]
    told = events(table, "occupied")[-1]
    assert (told.rule, told.detail["unit"], told.detail["end"]) == ("4f", "20U", "K10")


# --- what stops at a button


@rule("dday91", "4c-a")
def test_the_only_combat_waits_for_its_dice() -> None:
    table = fighting("turn 2 allied combat; moves 20 20; G16 5U; G15 81", "attack-G15")
    assert options(table) == ["add-5U"]
    assert label(table, "add-5U").endswith("in G16 (1 Move)")
    play(table, "add-5U")
    assert table.moves[ALLIED] == 19
    assert options(table) == ["commit"]
    assert label(table, "commit").startswith("Attack G15 with")
    play(table, "commit")
    assert options(table) == ["resolve-G15"]
    assert label(table, "resolve-G15").startswith("Roll for")
    assert not events(table, "dice")


@rule("dday91", "4a-a", "3d2-a")
def test_a_unit_that_costs_nothing_joins_by_itself_but_the_attack_waits() -> None:
    table = moving("moves 1 0; G15 5U; G12 66", "move-5U", "go-G13", "done")
    run(table, separating_combats.combat_step)
    assert forced(table, "attack-G12") == ["add-5U"]
    assert options(table) == ["commit"]
    assert not table.combats


@rule("dday91", "3e1-a")
def test_the_only_port_costs_a_move_and_is_asked() -> None:
    table = situation("turn 3 allied port-transfer; moves 9 0; A14 3-US; control german B12 C12")
    run(table, port_transfers.port_transfer_step)
    play(table, "transfer-3-US")
    for option in asked(table).options:
        assert label(table, option.id).endswith("(1 Move)")
    assert table.moves[ALLIED] == 9


@rule("dday91", "3-a", "3d2-a")
def test_the_end_of_a_step_says_what_is_left() -> None:
    table = moving("moves 3 0; G15 5U")
    assert label(table, "done") == "End the movement step: 3 Moves left"
    assert label(table, "move-5U").endswith("(1 Move)")
    spent = moving("moves 0 0; G15 5U")
    assert options(spent) == ["done"]
    assert label(spent, "done") == "End the movement step: 0 Moves left"
    nobody = fighting("turn 2 allied combat; moves 20 20; G16 5U; G15 81")
    assert label(nobody, "done") == "Attack nobody: the combat step ends"
    play(nobody, "attack-G15", "add-5U", "commit")


@rule("dday91", "12c5-a")
def test_a_roll_for_the_weather_is_named_before_it_is_made() -> None:
    table = fighting(
        "turn 2 allied combat; options weather; weather bad; moves 20 20; "
        "G16 air-9U, 5U, 1-US; G15 81",
        "attack-G15",
        "add-5U",
    )
    assert label(table, "add-air-9U").endswith("in G16 (a roll of 6 or less)")


@rule("dday91", "3e2-a", "13d2-a")
def test_an_invasion_and_a_drop_are_confirmed_with_their_price() -> None:
    """Every place is a button: Moves are spent by it."""
    table = situation("turn 2 allied invasion; moves 9 0; A14 5U")
    run(table, invasions.invasion_step)
    play(table, "invade-5U")
    assert label(table, "at-C14") == "C14 for 2 Moves"
    table = moving("turn 2 allied movement; moves 9 0; options airborne-drops; B12 18U", "drop-18U")
    assert {label(table, id_).rpartition(" (")[2] for id_ in options(table)} == {"1 Move)"}


@rule("dday91", "3e1-a", "2d4-a")
def test_the_only_unit_that_can_mend_a_stack_by_sea_is_chosen_by_itself() -> None:
    """7U has been transferred to the Mediterranean Base, which can be left only by sea."""
    table = situation("turn 3 allied port-transfer; moves 1 0; T19 5U, 7U; I1 66")
    table.used |= 1 << unit("7U")
    run(table, port_transfers.choose_transfer)
    assert asked(table).prompt == "To which port is U.S. 5 Motorized Corps transferred?"
    assert all(id_.startswith("to-") for id_ in options(table))
