"""2d4 held against brute force: what is refused could indeed not be put right, and conversely."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from exact_repairs import can_be_put_right

from beachhead.dday91.movement import normal_movement
from beachhead.dday91.sea import port_transfers
from beachhead.dday91.stacking import no_forced_stacks, stacking_limits
from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import (
    ALLIED,
    GERMAN,
    DDayTable,
    on_board,
    put,
    side_units,
    units_in,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members
from beachhead.kernel.rulebook import rule
from dday91_situations import at, decision, hex_, options, play, run, situation

TRIALS = 40
PORTS = "A14 B12 C12 D13 D14 E14 A13"


def units(kind: int, side: int = ALLIED) -> list[int]:
    return list(members(side_units(side) & kind & ~pieces().air))


def crowd(rng: random.Random, table: DDayTable, places: list[int]) -> None:
    """Some units in a few hexes; some of them have been moved."""
    armies = rng.sample(units(pieces().armies), rng.randint(0, 2))
    for each in [*armies, *rng.sample(units(pieces().corps), rng.randint(2, 6))]:
        put(table, each, rng.choice(places))
        if table.step == "movement" and rng.random() < 0.2:
            table.finished |= 1 << each
            table.used |= 1 << each


def at_the_front(rng: random.Random) -> DDayTable:
    """A crowd among enemies, so that there is little room."""
    table = situation(f"turn 4 allied movement; moves {rng.randint(0, 3)} 0")
    land = list(members(board().continent & board().land))
    center = rng.choice(land)
    near = [each for each in land if board().distance(each, center) <= 2]
    crowd(rng, table, rng.sample(near, min(len(near), rng.randint(2, 5))))
    around = [each for each in land if board().distance(each, center) <= 4]
    free = [each for each in around if not units_in(table, each, ALLIED)]
    for each in rng.sample(units(pieces().corps, GERMAN), rng.randint(4, 12)):
        put(table, each, rng.choice(free))
    threatened = zones(table, GERMAN)
    for each in members(on_board(table, ALLIED)):
        table.began_in_zone |= (threatened >> table.hex[each] & 1) << each
    return table


def in_ports(rng: random.Random) -> DDayTable:
    """A crowd in ports before the transfers."""
    text = f"turn 4 allied port-transfer; moves {rng.randint(0, 2)} 0; control allied D13 D14 E14"
    table = situation(f"{text}; F12 66; G13 81")
    crowd(rng, table, rng.sample(list(map(hex_, PORTS.split())), 4))
    return table


def overstacked(number: int) -> Iterator[DDayTable]:
    rng = random.Random(number)
    while True:
        table = rng.choice([at_the_front, in_ports])(rng)
        if stacking_limits.overstacked(table, ALLIED):
            yield table


@rule("dday91", "2d4-a")
@pytest.mark.parametrize("number", range(3))
def test_what_can_be_put_right_is_found_and_nothing_else(number: int) -> None:
    for table, _ in zip(overstacked(number), range(TRIALS), strict=False):
        assert (no_forced_stacks.standing(table) == no_forced_stacks.SOUND) == can_be_put_right(
            table
        ), table


@rule("dday91", "2d4-a", "2d1-e", "3e1-b")
def test_an_army_carries_an_excess_unit_off_to_another_stack() -> None:
    """The last Move is for the army, which picks up one of two units and joins two others."""
    text = "turn 3 allied port-transfer; moves 3 5; control allied D13 D14 E14; D13 5U; D14 7U"
    table = situation(f"{text}; E14 1-US; A14 3-US, 8U, 12U; I1 66")
    run(table, port_transfers.port_transfer_step)
    play(table, "transfer-8U", "to-D13", "transfer-12U", "to-D14")
    table = in_movement(table)
    assert options(table) == ["move-1-US"]
    play(table, "move-1-US", "to-D13", "pick-8U", "to-D14", "stop")
    assert (at(table, "5U"), at(table, "8U"), at(table, "1-US")) == ("D13", "D14", "D14")
    assert options(table) == ["done"]


def in_movement(table: DDayTable) -> DDayTable:
    """The movement step of the same portion."""
    while decision(table) is not None:
        play(table, "done")
    run(table, normal_movement.movement_step)
    return table


@rule("dday91", "2d4-a", "3d2-b")
def test_an_army_lets_its_box_go_for_one_move_and_leaves_too() -> None:
    """Its units are sent on alone, each to a hex of its own."""
    table = situation("turn 3 allied movement; moves 1 0; I12 5U, 7U, 8U; I13 1-US; H14 66")
    assert no_forced_stacks.standing(table) == no_forced_stacks.SOUND
