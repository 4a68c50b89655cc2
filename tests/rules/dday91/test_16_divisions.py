"""16 Divisional units: created and recombined. With them 17, and the charts of the options."""

from __future__ import annotations

from typing import Any

import pytest
from dday_tables import (
    GAME,
    at,
    dice,
    events,
    fight,
    forced,
    in_hex,
    is_reduced,
    kind,
    left,
    lose,
    names_of,
    number,
    options,
    play,
    run,
    table,
    those,
)

from beachhead.dday91 import sequence
from beachhead.dday91.combat import separating_combats
from beachhead.dday91.movement import normal_movement
from beachhead.dday91.options import divisions
from beachhead.dday91.table.state import ALLIED, GERMAN, OPTIONS, DDayTable
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule


def moving(places: str, *rules: str, **fields: Any) -> DDayTable:
    there = table(places, "divisions", *rules, **fields)
    run(there, normal_movement.movement_step)
    return there


# --- 16a creating


@rule("dday91", "16a-a", "16a-b", "TC.a-a")
def test_a_corps_leaves_a_division_behind_as_it_goes() -> None:
    there = moving("J17 5U")
    play(there, "move-5U", "to-J16", "detach-5U")
    assert is_reduced(there, "5U")
    assert in_hex(there, "J16") == {"5U", "div-A1"}
    assert there.expended[number("5U")] == 2  # the hex, and the division
    assert "stop" not in options(there)  # 2d1: not without an army
    play(there, "to-I16", "stop")
    assert in_hex(there, "J16") == {"div-A1"}
    assert left(there) == 8


@rule("dday91", "16a-b")
def test_it_may_be_done_before_the_corps_moves_or_with_an_army_in_place() -> None:
    there = moving("J17 5U")
    play(there, "move-5U", "detach-5U", "to-J16", "stop")
    assert at(there, "div-A1") == "J17"
    there = moving("J17 1-US 5U")
    play(there, "move-5U", "detach-5U", "stop")
    assert in_hex(there, "J17") == {"1-US", "5U", "div-A1"}


@rule("dday91", "3-b", "16a-b")
def test_a_corps_that_has_detached_a_division_has_been_moved() -> None:
    """N-25 Left to another army in the hex, it is not offered again."""
    there = moving("G12 1-US 5U\nG12 3-US 7U", boxes=boxes_of("1-US 5U", "3-US 7U"))
    play(there, "move-1-US", "detach-5U", "leave-5U")
    play(there, "to-G11", "stop")
    assert "move-5U" not in options(there)
    play(there, "move-3-US")
    assert "pick-5U" not in options(there)


def boxes_of(*armies: str) -> dict[int, int]:
    """N-20 Who is in whose box."""
    listed = [each.split() for each in armies]
    return {number(unit): number(army) for army, *units in listed for unit in units}


@rule("dday91", "16a-b")
def test_it_takes_a_movement_factor_that_is_left() -> None:
    there = moving("J17 1-US 5U")
    there.moving = [number("5U")]
    there.expended[number("5U")] = 5
    assert divisions.refuse_detach(there, number("5U")) is None
    there.expended[number("5U")] = 6
    refused = divisions.refuse_detach(there, number("5U"))
    assert refused is not None
    # A unit that has entered an enemy zone of control has its printed factors only.
    there = moving("J18 1-US 5U\nJ16 66")
    play(there, "move-1-US", "to-J17")
    there.expended[number("5U")] = 3
    assert divisions.refuse_detach(there, number("5U")) is not None
    there.expended[number("5U")] = 2
    assert divisions.refuse_detach(there, number("5U")) is None


@rule("dday91", "16a-b", "2d4-a")
def test_a_corps_with_its_last_factor_creates_none_it_could_not_leave() -> None:
    there = moving("J13 5U")
    play(there, "move-5U", "to-I13", "to-H13", "to-G14", "to-G15", "to-F15")
    assert "detach-5U" not in options(there)  # the sixth factor would leave it with the division


@rule("dday91", "16a-a")
@pytest.mark.parametrize("name", ["5U reduced", "1-US", "air-9U"])
def test_only_a_corps_with_its_front_up(name: str) -> None:
    there = moving(f"J17 {name}")
    play(there, f"move-{name.split(maxsplit=1)[0]}")
    assert not any(choice.startswith("detach") for choice in options(there))


@rule("dday91", "16a-a")
def test_unused_eliminated_and_recombined_divisions_are_available() -> None:
    there = table("J16 div-A1\neliminated div-A2 6U", "divisions")
    found = names_of(divisions.available(there, ALLIED))
    assert "div-A1" not in found
    assert {"div-A2", "div-A3"} <= found
    assert all(name.startswith("div-A") for name in found)
    there = moving("J17 5U reduced\nJ16 div-A1 1-US")
    play(there, "move-5U", "to-J16", "recombine-5U")
    assert "div-A1" in names_of(divisions.available(there, ALLIED))


@rule("dday91", "16a-a")
def test_none_is_created_when_all_are_in_use() -> None:
    allied = sorted(names_of(divisions.available(table(""), ALLIED)))
    there = moving("J17 5U\nE15 " + " ".join(allied))
    there.moving = [number("5U")]
    assert divisions.refuse_detach(there, number("5U")) is not None


@rule("dday91", "16a-a")
def test_each_side_has_its_own_divisions() -> None:
    there = moving("J17 47\neliminated div-G3", side="german")
    for name in names_of(divisions.available(there, GERMAN)) - {"div-G3"}:
        there.hex[number(name)] = 0
    play(there, "move-47", "detach-47", "to-J16", "stop")
    assert at(there, "div-G3") == "J17"


@rule("dday91", "16a-a")
def test_a_new_division_is_not_out_of_supply_for_what_it_was_before() -> None:
    there = moving("J17 5U\neliminated div-A1", unsupplied=those("div-A1"))
    play(there, "move-5U", "detach-5U")
    assert there.unsupplied == 0


@rule("dday91", "16a-a", "16b-a")
def test_without_the_option_nothing_is_created_or_recombined() -> None:
    there = table("J17 5U 1-US 7U reduced div-A1")
    run(there, normal_movement.movement_step)
    play(there, "move-1-US")
    found = options(there)
    assert not any(choice.startswith(("detach", "recombine")) for choice in found)


@rule("dday91", "16a-b", "16b-a")
def test_both_also_happen_in_pursuit() -> None:
    there = table("J17 5U\nJ16 66 reduced", "divisions", "pursuit")
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    assert forced(there, "advance-5U", "pursue-5U", "detach-5U", "to-I16") == ["stop"]
    assert there.expended[number("5U")] == 3
    assert at(there, "div-A1") == "J16"
    there = table("J17 5U reduced\nJ16 66 reduced\nI16 div-A1", "divisions", "pursuit")
    fight(there, "J16", "5U")
    dice(there, 10, 1)
    lose(there, "66")
    assert forced(there, "advance-5U", "pursue-5U", "to-I16", "recombine-5U") == ["stop"]
    assert not is_reduced(there, "5U")


# --- 16b recombining


@rule("dday91", "16b-a", "TC.a-a")
def test_a_reduced_corps_takes_a_division_up_as_it_goes() -> None:
    there = moving("J17 5U reduced\nJ16 div-A1")
    play(there, "move-5U", "to-J16", "recombine-5U")
    assert not is_reduced(there, "5U")
    assert at(there, "div-A1") == "waiting"
    assert there.expended[number("5U")] == 2
    play(there, "to-I16", "stop")
    assert at(there, "5U") == "I16"


@rule("dday91", "16b-a")
def test_not_a_corps_at_full_strength_nor_one_without_a_division() -> None:
    there = moving("J17 5U\nJ16 div-A1 1-US")
    play(there, "move-5U", "to-J16")
    assert "recombine-5U" not in options(there)
    there = moving("J17 5U reduced")
    play(there, "move-5U")
    assert "recombine-5U" not in options(there)


@rule("dday91", "16b-a")
def test_a_corps_that_cannot_move_may_still_recombine() -> None:
    # It began in a zone of control, and every neighbor is in another.
    ring = "J17 1-US 5U reduced div-A1\nJ18 47\nJ15 66\nI16 81\nK16 89"
    there = table(ring)
    run(there, normal_movement.movement_step)
    assert options(there) == ["done"]
    there = moving(ring)
    assert "move-5U" in options(there)
    play(there, "move-5U", "recombine-5U", "stop")
    assert not is_reduced(there, "5U")


@rule("dday91", "16b-a")
def test_a_german_corps_takes_up_a_garrison() -> None:
    there = moving("D15 47 reduced\nC16 div-G5", side="german")
    play(there, "move-47", "to-C16", "recombine-47", "stop")
    assert at(there, "div-G5") == "waiting"


# --- 17 solitaire


@rule("dday91", "17-a")
def test_one_person_may_play_both_sides_by_the_same_rules() -> None:
    assert "solitaire" not in GAME.settings
    state = GAME.setup("1944", seed=1)
    asked = set()
    while state.position.turn < 2:
        asked.add(state.decision.seat)
        last = state.decision.options[-1].id
        state.apply(last if last != "own" else _ready(state))
    assert asked == {"allied", "german"} == set(state.seats)


def _ready(state: State[DDayTable]) -> str:
    return next(option.id for option in state.decision.options if option.id.startswith("ready"))


# --- the charts of the options

EVERYTHING = tuple(OPTIONS)


@rule("dday91", "QRC.sequence-a")
def test_the_sequence_of_play_with_all_options() -> None:
    there = table("", *EVERYTHING)
    run(there, sequence.play_portion, ALLIED)
    # D-13 The weather comes first where the Moves of Mulberries depend on it.
    assert kind(there) == "die"
    names = ["moves", "reinforcement", "replacement", "port_transfer", "invasion", "movement"]
    steps = [entry[0] for entry in reversed(there.agenda)][1:]
    assert len(steps) == 8
    for step, name in zip(steps, [*names, "combat", "supply"], strict=True):
        assert name in step
    there = table("", *(name for name in EVERYTHING if name != "mulberries"))
    run(there, sequence.play_portion, ALLIED)
    assert events(there, "moves")
    assert kind(there) == "die"


@rule("dday91", "QRC.sequence-a")
def test_reaction_then_bombing_then_combats() -> None:
    there = table("K18 5U\nJ17 66", *EVERYTHING)
    there.agenda.clear()
    separating_combats.combat_step(there)
    order = [entry[0] for entry in reversed(there.agenda)]
    wanted = ["combat.choose_target", "reaction.react", "bombing.bomb", "resolution.choose_combat"]
    assert order[:4] == wanted


@rule("dday91", "QRC.sequence-b")
def test_steps_of_unused_options_are_skipped() -> None:
    there = table("J17 5U reduced\neliminated 6U")
    run(there, sequence.play_portion, ALLIED)
    seen = {there.step}
    while kind(there):
        seen.add(there.step)
        play(there, "done")
    assert "replacement" not in seen
    assert not events(there, "weather")


@rule("dday91", "QRC.expending-a", "QRC.expending-b")
def test_one_move_for_a_unit_or_an_army_and_for_each_unit_transferred() -> None:
    from beachhead.dday91.sea import port_transfers

    there = table("J17 1-US 5U 7U")
    run(there, normal_movement.movement_step)
    play(there, "move-1-US", "to-J16", "stop")
    assert left(there) == 8
    there = table("A14 5U 7U 1-US\nC12 3-US")
    run(there, port_transfers.port_transfer_step)
    play(there, "transfer-5U", "to-C12", "transfer-7U", "to-C12")
    assert left(there) == 7
