"""2d4 answered quickly, and as it would be slowly; who stands where, always right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from beachhead.dday91.movement import move_legs, normal_movement
from beachhead.dday91.movement.ranges import (
    MOST_ANSWERS,
    MOST_PROSPECTS,
    allowance,
    at_most,
    prospects,
    reach,
    reach_alone,
    reach_on,
)
from beachhead.dday91.reinforcements import entering
from beachhead.dday91.sea import invasions, port_transfers, who_crosses
from beachhead.dday91.stacking import (
    illegal_stacks,
    no_forced_stacks,
    places_to_stay,
    prices_of_order,
    putting_right,
)
from beachhead.dday91.stacking.stacking_limits import overstacked, set_of_closed
from beachhead.dday91.table.occupants import MOST_CHANGED
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.places import Places
from beachhead.dday91.table.state import (
    ALLIED,
    OPTIONS,
    WAITING,
    DDayTable,
    camp,
    occupants,
    occupied,
    on_board,
    put,
    side_units,
    units_in,
)
from beachhead.dday91.table.zones_of_control import zones
from beachhead.kernel.bits import members, set_of
from dday91_situations import GAME, hex_, situation, unit

CROWDED = """
scenario 1944
turn 3 german movement
options OPTIONS
moves 0 3
initiative german

A15 3U
B12 bombers-8U, bombers-BC
B18 21U
B19 7-US, 22U reduced, 23U, div-A1, div-A2
C16 SHAEF
C18 AG-H, 7-Infantry, 74, 66, div-G2
C19 OB-West used moved, 84
D11 air-12U reduced
D14 1F
D15 15U
D16 11-Infantry, 1SS, 13, div-G8, div-G10
D17 div-G3, div-G5
D19 6-Panzer used, 85 used
D19 15-Infantry, 39 used moved, 58 used moved, 88, div-G7
E14 div-G9
E15 12SS
E17 6U reduced unsupplied
E18 47 used moved, 86
E19 4L used moved, 13SS
F17 25-Infantry used moved
F17 19-Infantry, div-G6
F18 AG-B
G15 5U reduced
G17 5-Panzer, div-G1, div-G4
G18 2P
G19 53
H16 64
H17 1-Paratrooper, 2SS, 80, 67, 81
H18 1-Infantry, 62, 89, 18SS
H19 1-US, 12U, 18U, 1B-airborne
I16 AG-G
J18 3-US
K9 air-G
T19 AG-21B, 1-French, 19U, 2F
exited AG-12U, 7U reduced, 16U
eliminated 2-British unsupplied, 1-Airborne, 8U lost

control allied C20 F16 J17 J19

agenda movement.choose_leg
agenda movement.resume [58]
agenda movement.choose_leg
agenda movement.choose_mover
agenda stacking.put_right
agenda combat.combat_step
agenda supply.supply_step
agenda sequence.end_of_turn
expended = {"51":3,"58":2,"63":9,"66":9,"67":8,"68":6,"83":2,"88":4}
began_in_zone = 8896844698243674099628162154496
moving = [83]
efforts = 230584300921369395200
unsupplied_before = 32896
"""
"""Seven illegal stacks, three Moves, and armies that could join any of them."""

MOST_SEARCHED = 800
"""Positions looked at; a search that tries every order looks at more than a hundred thousand."""


@pytest.mark.parametrize("choice", ["to-D18", "to-E19", "go-D17", "go-E18", "exit", "stop"])
def test_many_stacks_and_armies_do_not_take_long(
    choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = 0
    mend = putting_right.mend

    def counted(*given: object, **more: object) -> int | None:
        nonlocal searched
        searched += 1
        return mend(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(putting_right, "mend", counted)
    state = GAME.situation(CROWDED.replace("OPTIONS", " ".join(OPTIONS)))
    state.apply(choice)
    assert state.decision.options
    assert searched < MOST_SEARCHED


MOST_AFTERWARDS = 600
"""The same for a decision that follows, with what armies do in them; it was two thousand."""


@pytest.mark.parametrize("choice", ["exit", "stop", "go-E18", "go-D17"])
def test_nor_do_the_decisions_that_follow(choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def counted(does: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: object, **more: object) -> Any:
            nonlocal looked
            looked += 1
            return does(*given, **more)

        return counting

    for name in ("mend", "after_joining", "_arrived"):
        monkeypatch.setattr(putting_right, name, counted(getattr(putting_right, name)))
    state = GAME.situation(CROWDED.replace("OPTIONS", " ".join(OPTIONS)))
    state.apply(choice)
    for option in state.decision.options:
        then = state.copy(history=False)
        then.position.hex = Places(then.position.hex)  # nothing is known of it
        looked = 0
        then.apply(option)
        assert then.over or then.decision.options
        assert looked < MOST_AFTERWARDS, option


def some_tables(step: str, seeds: range, *, crowded: bool = True) -> Iterator[DDayTable]:
    """Positions of random games; if crowded, those in which stacks must be put right."""
    for seed in seeds:
        rng = random.Random(seed)
        options = {each: bool(rng.getrandbits(1)) for each in GAME.settings if "-" in each}
        known = {
            name: on for name, on in options.items() if GAME.settings[name].values[0] in (0, 1)
        }
        state = GAME.setup(list(GAME.scenarios)[seed % 2], known, seed=seed)
        while not state.over and state.position.turn < 4:
            table = state.position
            wrong = illegal_stacks.illegal_hexes(table, table.side)
            if table.step == step and (wrong or not crowded):
                yield table
            state.apply(rng.choice(state.decision.options))


def test_the_ways_that_are_open_at_once_are_those_that_are_open_one_by_one() -> None:
    tried = 0
    for table in some_tables("movement", range(2)):
        if not table.moving:
            continue
        may_go = move_legs.goer(table)
        for path in move_legs.paths(table):
            assert may_go(path) == (move_legs.refuse_path(table, path) is None), path
            tried += 1
    assert tried > 200


def test_who_may_move_is_who_may_move_one_by_one() -> None:
    tried = 0
    for table in some_tables("movement", range(2)):
        if table.moving:
            continue
        able = normal_movement.mover(table)
        for each in members(on_board(table, table.side) & ~table.used & ~table.finished):
            slowly = normal_movement.refuse_mover(table, each) is None
            assert able(each) == (slowly and normal_movement.can_go(table, each))
            tried += 1
    assert tried > 200


def test_the_beaches_are_those_that_are_open_one_by_one() -> None:
    tried = 0
    for table in some_tables("invasion", range(4)):
        for each in members(invasions.candidates(table)):
            slowly = [
                there
                for there in invasions.board().invasions
                if invasions.refuse_invasion(table, each, there) is None
            ]
            assert invasions.beaches(table, each) == slowly
            tried += 1
    assert tried > 50


def test_the_ports_are_those_that_are_open_one_by_one() -> None:
    tried = 0
    for table in some_tables("port-transfer", range(4)):
        for each in members(on_board(table, ALLIED) & ~table.used):
            slowly = [
                there
                for there in members(port_transfers.ports(table))
                if port_transfers.refuse_port(table, each, there) is None
            ]
            able = port_transfers.refuse_transfer(table, each) is None
            assert able <= bool(slowly)
            if able:
                assert port_transfers.destinations(table, each) == slowly
                tried += 1
    assert tried > 50


def test_reinforcements_enter_where_they_may_one_by_one() -> None:
    tried = 0
    for table in some_tables("reinforcement", range(4), crowded=False):
        for each in entering.available(table):
            assert entering.places(table, each) == [
                there
                for there in members(entering.entry_hexes(table, each))
                if entering.refuse_stack_there(table, each, there) is None
            ]
            tried += 1
    assert tried > 50


def test_who_is_in_a_crowd_is_asked_about_first() -> None:
    table = situation("turn 2 allied port-transfer; A14 5U; A15 12U, 15U")
    there = set_of(map(unit, ("5U", "12U", "15U")))
    asked: list[int] = []
    able = who_crosses.first_able(table, there, lambda _, each: not asked.append(each))
    assert asked == [unit("12U")]
    assert able == there


def test_where_nothing_is_of_use_everything_is_refused() -> None:
    """2d4 The stacks cannot be put right without whoever is away."""
    refused = 0
    for table in some_tables("movement", range(3)):
        if table.moving:
            continue
        for army in members(on_board(table, table.side) & pieces().armies & ~table.used):
            after = normal_movement.set_off(table, army)
            if no_forced_stacks.refuse_forcing(table, after) is not None:
                continue
            away = after.copy()
            for each in after.moving:
                put(away, each, WAITING)
            of_use = no_forced_stacks.where_of_use(after, away, away.moves[away.side])
            if of_use == no_forced_stacks.EVERYWHERE:
                continue
            for path in move_legs.paths(after):
                onward = move_legs._reach_on(after, path, [army])
                if not (of_use >> path[-1] & 1 or onward & of_use):
                    assert move_legs.refuse_path(after, path) is not None, path
                    refused += 1
    assert refused > 20


def test_what_is_known_of_reaches_and_prices_is_what_one_would_find_anew() -> None:
    tried = 0
    for table in some_tables("movement", range(2)):
        anew = table.copy()
        anew.hex = Places(list(table.hex))
        wrong = illegal_stacks.illegal_hexes(table, table.side)
        assert wrong == illegal_stacks.illegal_hexes(anew, anew.side)
        assert prices_of_order.prices_of(table, wrong) == prices_of_order.prices_of(anew, wrong)
        units = on_board(table, table.side)
        assert dict(reach_alone(table, units)) == dict(reach_alone(anew, units))
        listed = list(members(units & ~table.finished))
        assert list(places_to_stay.within(table, listed)) == list(
            places_to_stay.within(anew, listed)
        )
        for each in listed:
            assert normal_movement.can_go(table, each) == normal_movement.can_go(anew, each)
        tried += 1
    assert tried > 50


def test_what_is_known_is_forgotten_when_it_grows() -> None:
    table = situation("turn 2 allied movement; D14 5U; H14 66")
    known = prospects(table, ALLIED).answers
    known |= dict.fromkeys(range(MOST_ANSWERS + 1))
    assert not prospects(table, ALLIED).answers


def test_no_more_is_known_than_for_a_few_ways_of_asking() -> None:
    table = situation("turn 2 allied movement; D14 5U; H14 66")
    first = prospects(table, ALLIED)
    for unsupplied in range(1, MOST_PROSPECTS):
        table.unsupplied = unsupplied
        assert prospects(table, ALLIED) is prospects(table, ALLIED) is not first
    table.unsupplied = 0
    assert prospects(table, ALLIED) is first
    table.unsupplied = MOST_PROSPECTS
    prospects(table, ALLIED)
    assert len(camp(table, 1 - ALLIED).prospects) == MOST_PROSPECTS


def test_what_enemies_close_is_known_with_the_prospects() -> None:
    tried = 0
    for table in some_tables("movement", range(2)):
        for side in (ALLIED, 1 - ALLIED):
            ahead = prospects(table, side)
            assert ahead.threatened == zones(table, 1 - side)
            for each in members(on_board(table, side)):
                closed = ahead.closed_to_air if pieces().air >> each & 1 else ahead.closed
                assert closed == set_of_closed(table, each)
                tried += 1
    assert tried > 200


def test_enemies_who_are_too_far_away_do_not_matter() -> None:
    """3b Nobody reaches more than if there were no enemies."""
    tried = 0
    for table in some_tables("movement", range(2)):
        for each in members(on_board(table, table.side)):
            far = allowance(table, each, into_zone=False) - table.expended.get(each, 0)
            air = bool(pieces().air >> each & 1)
            around = at_most(air, table.bad_weather, table.hex[each], far)
            assert not reach(table, [each]).hexes & ~around
            tried += 1
    assert tried > 200


def test_a_unit_goes_on_from_where_it_has_come() -> None:
    table = situation("turn 2 allied movement; D14 5U; E14 1-US; H16 66")
    each, there = unit("5U"), hex_("E15")
    after = table.copy()
    put(after, each, there)
    after.expended[each] = 2
    assert reach_on(table, [each], there, [2]) == reach(after, [each]).hexes != 0


def test_the_hexes_in_reach_are_those_to_which_there_is_a_way() -> None:
    tried = 0
    for table in some_tables("movement", range(2)):
        for each in members(on_board(table, table.side)):
            for group in ([each], normal_movement.group_of(table, each)):
                found = reach(table, group)
                assert set_of(found) == found.hexes
                tried += bool(found.hexes)
    assert tried > 200


def test_whoever_has_a_room_gives_it_up_if_there_is_another_for_him() -> None:
    near, far = places_to_stay.Room(7, 1), places_to_stay.Room(8, 2)
    stacks = [places_to_stay.Stack(each, 1, 1 << each, wants_army=True) for each in (1, 2)]
    rooms = {1: [near, far], 2: [near]}
    assert places_to_stay._one_by_one(stacks, rooms, 3)
    assert not places_to_stay._one_by_one(stacks, rooms, 2)
    assert not places_to_stay._one_by_one(stacks, rooms | {1: [near]}, 3)
    third = places_to_stay.Stack(3, 1, 0b1000, wants_army=True)
    assert not places_to_stay._one_by_one([*stacks, third], rooms | {3: [far]}, 9)


def test_who_crosses_is_asked_from_the_first_that_can() -> None:
    table = situation("turn 2 allied port-transfer; A14 5U, 7U; A15 12U; A16 15U")
    there = set_of(map(unit, ("5U", "7U", "12U", "15U")))
    asked: list[int] = []

    def can(_: DDayTable, each: int) -> bool:
        asked.append(each)
        return table.hex[each] == hex_("A15")

    assert who_crosses.first_able(table, there, can) == set_of(map(unit, ("12U", "15U")))
    assert asked == [unit("5U"), unit("12U")]  # 7U is of the same kind, 15U asked about later
    assert not who_crosses.first_able(table, there, lambda _, _each: False)


# --- who stands where


def check_index(table: DDayTable) -> None:
    for side in (ALLIED, 1 - ALLIED):
        own = side_units(side)
        everywhere = {each: table.hex[each] for each in members(own) if table.hex[each] >= 0}
        assert on_board(table, side) == set_of(everywhere)
        assert occupied(table, side) == set_of(everywhere.values())
        armies = set_of(there for each, there in everywhere.items() if pieces().armies >> each & 1)
        assert occupied(table, side, pieces().armies) == armies
        for there in everywhere.values():
            assert units_in(table, there, side) == set_of(
                each for each, where in everywhere.items() if where == there
            )


def test_the_index_follows_whoever_puts_a_unit_somewhere() -> None:
    table = situation("turn 2 allied movement; D14 5U, 7U; E14 1-US; H14 66")
    check_index(table)
    put(table, unit("5U"), hex_("E14"))
    check_index(table)
    table.hex[unit("66")] = hex_("H15")
    check_index(table)
    copied = table.copy()
    put(copied, unit("66"), -2)
    check_index(copied)
    check_index(table)
    table.hex = Places([hex_("G13") if place >= 0 else place for place in table.hex])
    check_index(table)
    table.hex[0:2] = [hex_("A14"), hex_("B12")]
    check_index(table)


def test_the_index_is_right_after_many_changes() -> None:
    table = situation("turn 2 allied movement; D14 5U, 7U; E14 1-US; H14 66")
    for there in list(members(occupied(table, ALLIED) << 1 | occupied(table, 1 - ALLIED) << 3)):
        for each in ("5U", "1-US", "66"):
            put(table, unit(each), there)
            check_index(table)
    copied = table.copy()
    for number in range(MOST_CHANGED + 3):  # nobody asks in between
        put(copied, unit("7U"), hex_("D14") + number)
    check_index(copied)
    check_index(table)


def test_a_wrong_index_is_noticed() -> None:
    table = situation("turn 2 allied movement; D14 5U; E14 1-US; H14 66")
    assert not any("index" in problem for problem in GAME.invariants(table))
    occupants(table).at[hex_("D14")] |= 1 << unit("66")
    assert any("index" in problem for problem in GAME.invariants(table))


def test_a_wrong_camp_is_noticed() -> None:
    table = situation("turn 2 allied movement; D14 5U, 7U; E14 1-US; H14 66")
    assert not any("known" in problem for problem in GAME.invariants(table))
    camp(table, ALLIED).code += 1
    assert any("known" in problem for problem in GAME.invariants(table))
    table.hex = Places(table.hex)
    assert overstacked(table, ALLIED) == 1 << hex_("D14")
    camp(table, ALLIED).crowded = 0
    assert any("known" in problem for problem in GAME.invariants(table))


def test_copies_share_an_index_until_one_is_changed() -> None:
    table = situation("turn 2 allied movement; D14 5U, 7U; E14 1-US; H14 66")
    copied = table.copy()
    assert occupants(copied) is occupants(table)
    put(copied, unit("5U"), hex_("E14"))
    assert occupants(copied) is not occupants(table)
    assert camp(copied, 1 - ALLIED) is camp(table, 1 - ALLIED)
    assert overstacked(table, ALLIED) == 1 << hex_("D14")
    assert not overstacked(copied, ALLIED)
    put(table, unit("7U"), hex_("E14"))
    assert not overstacked(table, ALLIED)
    assert camp(copied, ALLIED).code != camp(table, ALLIED).code
    put(table, unit("5U"), hex_("E14"))
    put(copied, unit("7U"), hex_("E14"))
    assert camp(copied, ALLIED).code == camp(table, ALLIED).code
    check_index(table)
    check_index(copied)


def test_the_dearest_way_out_does_not_count_if_others_can_leave() -> None:
    """3e1 One of three has been transferred already; the other two can leave for a Move each."""
    table = situation("turn 4 allied port-transfer; moves 2 0; T19 5U, 6U, 1C; I1 66")
    table.used |= 1 << unit("5U")
    assert no_forced_stacks.standing(table) == no_forced_stacks.SOUND
