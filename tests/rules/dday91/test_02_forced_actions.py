"""2d4, 8a1 What would force an illegal action later is refused when it is chosen, and why.

Everything up to the end of the movement step counts: reinforcements, replacements, transfers,
invasions, setting off, each leg, dropping off and picking up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from beachhead.dday91.movement import normal_movement
from beachhead.dday91.reinforcements import entering, replacements
from beachhead.dday91.sea import invasions, port_transfers
from beachhead.dday91.stacking import no_forced_stacks, stacking_limits
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import ALLIED, DDayTable, put, side_units
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from dday91_situations import (
    at,
    decision,
    goals,
    hex_,
    hexes,
    moving,
    options,
    play,
    run,
    situation,
    unit,
    unit_set,
    why,
)

NATIONS = "options stacking-restrictions"


# --- before the movement step


@rule("dday91", "2d4-a", "3f1-a")
def test_a_reinforcement_may_not_take_the_place_that_a_stack_needs() -> None:
    """The Mediterranean Base can be left only by sea, for a Move to the one port with room."""
    text = "turn 12 allied reinforcement; T19 5U, 7U; A14 8U; B12 3U; waiting 20U"
    for moves, expected in ((1, "2d4"), (2, "")):
        table = situation(f"{text}; moves {moves} 0")
        refused = entering.refuse_stack_there(table, unit("20U"), hex_("C12"))
        assert ("" if refused is None else refused.rule) == expected


@rule("dday91", "2d4-a", "11b-a")
def test_a_replacement_may_not_take_the_last_move() -> None:
    text = "turn 3 allied replacement; options replacements; A14 5U reduced, 7U"
    for moves, expected in ((2, ""), (1, "2d4")):
        table = situation(f"{text}; moves {moves} 0")
        run(table, replacements.replacement_step)
        assert why(table, unit="5U", action="replace") == expected
        assert ("restore-5U" in options(table)) == (not expected)


@rule("dday91", "2d4-a", "8a1-d")
def test_transfers_and_invasions_go_on_while_only_they_can_help() -> None:
    """Out of the Mediterranean Base a transfer costs a Move, an invasion two at least."""
    for moves, expected in ((1, False), (2, True)):
        table = situation(f"turn 3 allied port-transfer; moves {moves} 0; T19 5U, 7U")
        run(table, port_transfers.port_transfer_step)
        assert ("done" in options(table)) == expected
    run(table, invasions.invasion_step)
    assert set(options(table)) == {"invade-5U", "invade-7U"}


@rule("dday91", "2d4-a")
def test_an_army_that_must_leave_can_mend_another_stack() -> None:
    """Two armies in the Base, two units in Dover, and one Move: one army is transferred there."""
    text = "turn 3 allied port-transfer; T19 1-US, 3-US, AG-12U; A14 7-US; B12 9-US; C12 5U"
    table = situation(f"{text}; moves 2 0")
    run(table, port_transfers.port_transfer_step)
    play(table, "transfer-AG-12U", "to-C12")
    assert set(options(table)) == {"transfer-1-US", "transfer-3-US"}
    play(table, "transfer-3-US")
    assert options(table) == ["to-C12"]


# --- in the movement step


@rule("dday91", "2d4-a", "2d2")
def test_a_unit_enters_the_hex_of_a_friend_only_if_it_can_go_on() -> None:
    table = moving("moves 1 0; I13 5U; I12 7U", "move-5U")
    assert "I12" in goals(table)
    tired = moving("moves 1 0; I13 5U; I12 7U", "move-5U")
    tired.expended[unit("5U")] = 4
    assert "I12" not in goals(tired)
    assert why(tired, unit="5U", to="I12") == "2d4"


@rule("dday91", "2d4-a", "2d1-a")
def test_units_may_gather_while_an_army_can_still_join_them() -> None:
    text = "moves {} 0; I13 5U; I12 7U; I14 1-US; G4 3-US"
    table = moving(text.format(3), "move-5U", "to-I12", "stop", "move-7U")
    play(table, "stop")
    assert set(options(table)) == {"move-1-US"}  # the other army is too far away
    play(table, "move-1-US")
    play(table, "to-I13", "to-I12", "stop", "done")
    assert at(table, "1-US") == at(table, "5U") == "I12"
    late = moving(text.format(2), "move-5U", "to-I12", "stop", "move-7U")
    assert "stop" not in options(late)
    assert why(late, unit="7U", action="stop") == "2d4"


@rule("dday91", "2d4-a", "2d1-e")
def test_an_army_that_is_awaited_does_not_go_astray() -> None:
    """Two finished corps wait for the army: no leg may take it out of reach, nor may it leave."""
    text = "moves 1 0; I12 5U, 7U; I13 1-US; I14 8U"
    table = moving(text, "move-1-US")
    table.finished |= 1 << unit("5U") | 1 << unit("7U")
    assert "stop" not in options(table)
    for goal in goals(table):
        there = table.copy()
        play(there, next(id_ for id_ in options(there) if id_.endswith(f"-{goal}")))
        assert "I12" in goals(there) or goal == "I12"
    table.expended[unit("1-US")] = 4
    decision(table)  # there is no other way, so it goes by itself
    assert at(table, "1-US") == at(table, "5U") == at(table, "7U") == "I12"


@rule("dday91", "2d4-a", "2d1-a")
def test_an_army_may_set_off_alone_and_leave_its_box_to_another() -> None:
    """Only an American army with its corps may join the two corps that cannot move any more, and
    these corps are in the Canadian box, which is needed elsewhere without them (N-20, N-25)."""
    text = f"moves 2 0; {NATIONS}; I12 1-Canadian, 1-US, 5U, 7U; I13 1B, 8B, 2C; I11 12B, 30B"
    table = moving(text)
    table.boxes |= {unit("5U"): unit("1-Canadian"), unit("7U"): unit("1-Canadian")}
    table.finished |= 1 << unit("12B") | 1 << unit("30B")
    assert {"move-1-Canadian", "move-1-US"} <= set(options(table))
    play(table, "move-1-Canadian", "leave-5U", "leave-7U", "to-I13", "stop")
    play(table, "move-1-US", "to-I11", "stop", "done")
    assert at(table, "1-Canadian") == at(table, "1B") == "I13"
    assert at(table, "1-US") == at(table, "5U") == at(table, "12B") == "I11"


@rule("dday91", "2d4-a", "2d1-a")
def test_an_army_is_awaited_that_can_help_only_after_another_has_left_it_its_box() -> None:
    """The Canadian army cannot take up the French corps, nor can the American one before it has
    as many corps of its own, which are in the Canadian box and must not go alone (N-20, N-25)."""
    text = f"moves 2 0; {NATIONS}; I12 1-Canadian, 1-US, 5U, 7U; I13 1B, 8B, 2C; I11 1F, 2F"
    table = moving(text)
    table.boxes |= {unit("5U"): unit("1-Canadian"), unit("7U"): unit("1-Canadian")}
    table.finished |= unit_set("1F", "2F", "1B", "8B", "2C")
    assert options(table) == ["move-1-Canadian"]


@rule("dday91", "2d4-a", "14a2-d")
def test_foreign_air_units_leave_a_box_and_no_others_instead_of_them() -> None:
    """The American air unit cannot move any more; that corps could leave is no help."""
    text = f"moves 3 0; {NATIONS}; I12 2-British, 30B, 5U; I13 air-9U"
    table = moving(text, "move-air-9U", "to-I12")
    assert "stop" not in options(table)
    assert why(table, unit="air-9U", action="stop") == "2d4"


@rule("dday91", "2d4-a", "14a2-c")
def test_a_group_that_may_not_stay_together_goes_only_where_it_can_part() -> None:
    """Once its own corps is left behind, a British army must get rid of the American one."""
    text = f"moves 1 0; {NATIONS}; I12 2-British, 30B, 5U"
    table = moving(text, "move-2-British", "leave-30B")
    assert "stop" in options(table)
    for name in ("2-British", "5U"):
        table.expended[unit(name)] = 5
    assert goals(table) == set()
    table.expended[unit("5U")] = 4
    table.expended[unit("2-British")] = 4
    assert goals(table)


@rule("dday91", "2d4-a", "14a2-c")
def test_an_army_and_its_corps_that_are_awaited_together_do_not_part() -> None:
    """Only with another American corps may the army be with two British ones."""
    text = f"moves 1 0; {NATIONS}; A14 6U, 8B, 2C; A13 3-US, 13U; B13 1-Airborne, 16U"
    table = moving(text, "move-1-Airborne")
    table.finished |= 1 << unit("6U") | 1 << unit("8B") | 1 << unit("2C") | 1 << unit("13U")
    play(table, "to-A13")
    assert {"to-A14"} <= set(options(table))
    assert not {"send-16U", "leave-16U", "stop"} & set(options(table))
    play(table, "to-A14", "stop", "done")
    assert at(table, "1-Airborne") == at(table, "16U") == "A14"


@rule("dday91", "2d4-a", "14a2-c")
def test_which_of_two_armies_stays_depends_on_the_corps() -> None:
    """With two American corps, finished, only the British army can leave."""
    table = moving(f"moves 1 0; {NATIONS}; I12 1-US, 2-British, 5U, 7U")
    table.finished |= 1 << unit("5U") | 1 << unit("7U")
    assert set(options(table)) == {"move-2-British"}
    assert why(table, unit="1-US") == "2d4"


@rule("dday91", "2d4-a", "2d1-a")
def test_what_is_lost_anyway_excuses_nothing_else() -> None:
    """N-06: the unsupplied stack cannot be helped; the other must still be put right, and the Move
    for it is kept."""
    table = moving("moves 1 0; I12 5U unsupplied, 7U unsupplied; G13 8U, 3U; G4 12U")
    assert no_forced_stacks.standing(table) == no_forced_stacks.Standing(lost=1, short=False)
    assert set(options(table)) == {"move-8U", "move-3U"}
    play(table, "move-8U", "to-G12", "stop")
    assert "done" in options(table)
    play(table, "done")
    assert set(options(table)) == {"give-up-5U", "give-up-7U"}


@rule("dday91", "2d4-a", "2d1-a")
def test_if_the_moves_do_not_suffice_for_all_the_owner_does_as_he_likes() -> None:
    """N-06: nobody is left without anything to choose."""
    table = moving("moves 1 0; I12 5U, 7U; G13 8U, 3U; G4 12U")
    assert no_forced_stacks.standing(table) == no_forced_stacks.Standing(lost=0, short=True)
    assert {"move-12U", "move-5U", "done"} <= set(options(table))


# --- whatever is chosen


FRONT = "A13 A14 B12 B13 C12 C13 T19 I12 I13 J12"
FOES = "H14 66; K14 81"
TRIALS = 20


def crowded(rng: random.Random) -> DDayTable:
    """A few units in a few hexes, few Moves, and some options."""
    rules = ["stacking-restrictions", "extra-effort", "divisions", "airborne-drops", "mulberries"]
    chosen = [each for each in rules if rng.random() < 0.5]
    step = rng.choice(["port-transfer", "invasion", "movement"])
    text = f"turn 4 allied {step}; moves {rng.randint(0, 5)} 0; {FOES}"
    table = situation(f"{text}; options {' '.join(chosen)}" if chosen else text)
    places = rng.sample(list(members(hexes(FRONT))), 6)
    armies, others = _forces()
    for each in [*rng.sample(armies, rng.randint(1, 4)), *rng.sample(others, rng.randint(2, 8))]:
        put(table, each, rng.choice(places))
        table.reduced |= (rng.random() < 0.3 and not pieces().units[each].elim) << each
        table.unsupplied |= (rng.random() < 0.1) << each
    return table


def _forces() -> tuple[list[int], list[int]]:
    """The Allied armies, and the corps, headquarters and tactical air units."""
    own = side_units(ALLIED) & ~pieces().divisions & ~pieces().strategic_air
    return list(members(own & pieces().armies)), list(members(own & ~pieces().armies))


def portions(number: int) -> Iterator[DDayTable]:
    """Tables that can be put right, at the beginning of a step."""
    begin = {
        "port-transfer": port_transfers.port_transfer_step,
        "invasion": invasions.invasion_step,
        "movement": normal_movement.movement_step,
    }
    rng = random.Random(number)
    while True:
        table = crowded(rng)
        following = list(begin)[list(begin).index(table.step) :]
        if no_forced_stacks.standing(table) == no_forced_stacks.SOUND:
            table.then(*(begin[step] for step in following))
            yield table


@rule("dday91", "2d4-a")
@pytest.mark.parametrize("number", range(3))
def test_whatever_is_chosen_nobody_is_given_up(number: int) -> None:
    """Random steps up to the end of movement, from crowded tables with few Moves."""
    rng = random.Random(number)
    for table, _ in zip(portions(number), range(TRIALS), strict=False):
        while (asked := decision(table)) is not None:
            assert asked.kind != "given_up", table
            assert asked.options, asked.prompt
            play(table, rng.choice(asked.options).id)
        assert stacking_limits.overstacked(table, ALLIED) == 0


@rule("dday91", "2d4-a", "2d1-e", "14a2-c")
def test_an_army_that_is_awaited_picks_up_nobody_with_whom_it_could_not_help() -> None:
    """The corps in Dover wait for the British army and its corps; with an American air unit along
    they could not stay there."""
    army = f"turn 2 allied movement; moves 0 0; {NATIONS}; B12 2-British used, 1B used, air-9U"
    table = situation(f"{army}; C12 AG-21B used moved, 7U, 19U, 1B-airborne used moved")
    free = situation(army)
    for each in (table, free):
        each.moving = [unit("2-British"), unit("1B")]
        run(each, normal_movement.choose_leg)
    assert "to-C12" in options(table)
    assert "pick-air-9U" not in options(table)
    assert "pick-air-9U" in options(free)
