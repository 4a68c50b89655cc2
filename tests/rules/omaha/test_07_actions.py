"""7, 7.1, 7.2, 7.6, 7.7: the allotment, free actions, stacks, the boundary, the end of a phase."""

from __future__ import annotations

import pytest

from beachhead.errors import BeachheadError
from beachhead.kernel.bits import members
from beachhead.kernel.plain import replaced
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha import sequence
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.table import cards
from beachhead.omaha.table.board import board
from beachhead.omaha.table.charts import charts
from beachhead.omaha.table.state import OmahaTable, equipment, put_in_hex
from beachhead.omaha.us_actions import action_phase, allotment, piece_actions, terrain_effects
from beachhead.omaha.why_not import why_not
from situations import draw, events, options, play, run, situation, table_of, texts, unit


def begin(text: str) -> State[OmahaTable]:
    """The Action Phase of a situation, at its first decision."""
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def move(s: State[OmahaTable], piece: str, to: str) -> None:
    play(s, f"act-{piece}", f"move-{to}")


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


# --- 7, 4.V the allotment


@rule("omaha", "4.V-a", "7a", "7b")
def test_each_division_pays_for_two_actions_and_free_ones_come_on_top():
    s = begin("turn 3; 0512 E/2/16; 0514 F/2/16; 0516 G/2/16; 0518 L/3/16 hero; 0424 A/1/116")
    assert s.position.paid_actions == (2, 2)
    play(s, "1st-first")
    move(s, "E/2/16", "0513")
    move(s, "F/2/16", "0515")
    assert s.position.paid_actions == (0, 2)
    move(s, "L/3/16", "0517")
    assert s.position.paid_actions == (0, 2)
    # G/2/16 has only shelter left to go to: nothing it would have to pay for.
    play(s, "act-G/2/16")
    assert options(s) == ["move-0615", "move-0616"]


@rule("omaha", "7a")
def test_events_change_the_allotment_but_never_below_nothing():
    more = begin("turn 3; action-change 1; 0512 E/2/16")
    fewer = begin("turn 3; action-change -1; 0512 E/2/16")
    none = begin("turn 3; action-change -3; 0512 E/2/16")
    assert [s.position.paid_actions[0] for s in (more, fewer, none)] == [3, 1, 0]
    assert charts().limit("actions_per_division", 16) == 2


@rule("omaha", "7a")
def test_without_actions_left_a_unit_is_refused_what_costs_one():
    table = table_of("turn 3 action; acting = 1; actions 0 2; 0512 E/2/16")
    assert why_not(table, unit="E/2/16", to="0513").rule == "7"
    assert "no action left" in why_not(table, unit="E/2/16", to="0513").text
    assert why_not(table, unit="E/2/16", to="0612") is None


@rule("omaha", "7c")
def test_who_may_take_which_action():
    table = table_of("""
        turn 3 action; acting = 29; actions 2 2; naval 1
        0628 A/1/116; 0628 2/C/743; 0628 Cota
        0333 C/2R; 0333 116HQ; 0333 5-6/397
    """)
    allowed = {
        action: [
            name
            for name in ("A/1/116", "2/C/743", "Cota")
            if why_not(table, unit=name, action=action) is None
        ]
        for action in ("move", "climb-bluff", "attack", "barrage", "rally", "naval-barrage")
    }
    assert allowed["move"] == ["A/1/116", "2/C/743", "Cota"]
    assert allowed["climb-bluff"] == ["A/1/116", "Cota"]
    assert allowed["attack"] == ["A/1/116", "2/C/743"]
    assert allowed["barrage"] == ["2/C/743"]
    assert allowed["rally"] == []
    assert allowed["naval-barrage"] == ["A/1/116", "2/C/743", "Cota"]
    on_the_cliff = [
        name
        for name in ("C/2R", "116HQ", "5-6/397")
        if why_not(table, unit=name, action="climb-cliff") is None
    ]
    assert on_the_cliff == ["C/2R"]
    table.disrupted |= 1 << unit("2/C/743")
    assert why_not(table, unit="2/C/743", action="rally") is None
    table.naval_fire = 0
    assert why_not(table, unit="A/1/116", action="naval-barrage").rule == "8.5"


# --- 7.1 free actions


@rule("omaha", "4.V-b", "7.1a", "7.1b", "7.1d", "7.1e", "7.1f", "11.15b")
@pytest.mark.parametrize(
    ("text", "piece", "deed"),
    [
        ("0424 A/1/116 hero", "A/1/116", "move-0425"),
        ("0424 A/1/116 inspired", "A/1/116", "move-0425"),
        ("0424 C/2R", "C/2R", "move-0425"),
        ("0424 116HQ", "116 HQ", "move-0425"),
        ("0424 Cota", "Gen. Cota", "move-0425"),
        ("0424 A/1/116; 0524 116HQ", "A/1/116", "move-0425"),
        ("0424 A/1/116; 0424 Cota", "A/1/116", "move-0425"),
        ("0424 A/1/116", "A/1/116", "move-0524"),
        ("0728 A/1/116 climb", "A/1/116", ""),
        ("0333 A/1/116 climb-cliff", "A/1/116", "stop-climb"),
        ("0424 A/1/116 disrupted", "A/1/116", ""),
    ],
)
def test_free_actions_cost_nothing(text: str, piece: str, deed: str):
    s = begin(f"turn 5; {text}; 0429 H/2/116")
    play(s, f"act-{piece}", *([deed] if deed else []))
    assert s.position.paid_actions[1] == 2
    assert not events(s, "spend")
    # A piece that has acted, for free or not, is not offered again.
    assert f"act-{piece}" not in options(s)


@rule("omaha", "7.1c", "11.12a")
def test_rangers_and_heroes_do_not_make_their_stack_free():
    table = table_of("""
        turn 5 action; acting = 29; actions 0 0
        0424 A/1/116 hero; 0424 B/1/116; 0426 C/2R; 0426 D/1/116
    """)
    free = {name: allotment.is_free(table, unit(name)) for name in ("A/1/116", "B/1/116", "C/2R")}
    assert free == {"A/1/116": True, "B/1/116": False, "C/2R": True}
    assert not allotment.is_free(table, unit("D/1/116"))
    assert why_not(table, unit="A/1/116", to="0425") is None
    assert why_not(table, unit="B/1/116", to="0425").rule == "7"
    assert why_not(table, unit="D/1/116", to="0425").rule == "7"


@rule("omaha", "7.1g", "7.1h")
def test_command_is_fixed_when_the_phase_begins_and_units_may_do_different_things():
    s = begin("""
        turn 5; 0524 116HQ, F/2/116; 0424 A/1/116; 0525 B/1/116; 0427 C/1/116; 0428 D/1/116 hero
    """)
    move(s, "C/1/116", "0426")
    assert s.position.paid_actions[1] == 1, "C/1/116 was not next to the HQ as the phase began"
    move(s, "A/1/116", "0425")
    move(s, "B/1/116", "0624")
    move(s, "F/2/116", "0523")
    assert s.position.paid_actions[1] == 1


@rule("omaha", "7.1i", "7.1j")
def test_self_preservation_moves_of_the_rulebook_picture():
    s = begin("turn 3; 0606 E/2/16; 0509 L/3/16; 0511 I/3/16; actions 0 0")
    s.position.paid_actions = (0, 0)
    free = {}
    for name in ("E/2/16", "L/3/16", "I/3/16"):
        free[name] = {
            option.value[1] for option in piece_actions.piece_options(s.position, unit(name))
        }
    assert {name: board().grid.names_of(sum(1 << h for h in to)) for name, to in free.items()} == {
        "E/2/16": ["0607"],
        "L/3/16": ["0608"],
        "I/3/16": ["0610", "0611"],
    }
    move_ids = [option.id for option in piece_actions.piece_options(s.position, unit("I/3/16"))]
    play(s, "act-I/3/16", move_ids[0])
    assert s.position.paid_actions == (0, 0)
    assert where(s, "I/3/16") == "0610"


@rule("omaha", "7.1i", "7.1j", "7.1k", "7.1l")
def test_self_preservation_leads_from_beach_to_beach_nearer_to_a_protective_hexside():
    the = board()
    assert {"scaleable_cliff", "bluff", "slope", "seawall", "shingle"} == set(
        terrain_effects.PROTECTIVE_HEXSIDES
    )
    sheltered = {
        hex_
        for hex_ in members(the.beach)
        if any(the.across[side][hex_] for side in terrain_effects.PROTECTIVE_HEXSIDES)
    }
    # A hex that borders only a sheer cliff is no shelter: 0606 must go on to 0607.
    assert the.hex("0606") not in sheltered
    assert the.hex("0607") in sheltered
    for here, nearer in enumerate(terrain_effects.preservation_moves()):
        for there in members(nearer):
            assert the.beach >> here & 1
            assert the.beach >> there & 1
            assert here not in sheltered
            near = min(the.grid.distance(there, hex_) for hex_ in sheltered)
            assert near < min(the.grid.distance(here, hex_) for hex_ in sheltered)


@rule("omaha", "7.1i", "7.1j")
def test_only_infantry_preserves_itself_and_only_in_beach_hexes():
    table = table_of(
        "turn 3 action; acting = 1; actions 0 0; 0511 2/C/741; 0611 I/3/16; 0512 E/2/16"
    )
    assert why_not(table, unit="2/C/741", to="0610").rule == "7"
    assert why_not(table, unit="E/2/16", to="0511").rule == "7", "equally far"
    assert why_not(table, unit="E/2/16", to="0612") is None
    assert why_not(table, unit="I/3/16", to="0511").rule == "7", "farther off"
    assert why_not(table, unit="I/3/16", to="0711") is None
    assert not board().beach >> board().hex("0811") & 1
    put_in_hex(table, unit("I/3/16"), board().hex("0711"))
    assert why_not(table, unit="I/3/16", to="0811").rule == "7", "not a beach hex"


@rule("omaha", "7.2a")
def test_a_piece_with_nothing_to_do_is_not_offered():
    table = table_of("turn 5 action; acting = 1; actions 2 0; 0910 1/A/741; 0512 E/2/16")
    run(table, action_phase.choose_action)
    assert "act-E/2/16" in options(table)
    assert "act-1/A/741" not in options(table), "there is no way out of 0910 for a tank"


# --- 7.2 one action a unit, one division after the other


@rule("omaha", "7.2a", "7.2b", "7.1a")
def test_one_division_finishes_before_the_other_begins():
    s = begin("turn 5; 0512 E/2/16; 0514 F/2/16 hero; 0424 A/1/116; 0426 C/2R")
    assert options(s) == ["1st-first", "29th-first"]
    play(s, "29th-first")
    assert [each for each in options(s) if each.startswith("act-")] == ["act-A/1/116", "act-C/2R"]
    assert why_not(s.position, unit="E/2/16", to="0513").rule == "7.2"
    move(s, "C/2R", "0425")
    move(s, "A/1/116", "0425")
    assert options(s) == ["end"], "the 29th has nothing left to do"
    play(s, "end")
    assert s.position.acting == 1
    assert why_not(s.position, unit="A/1/116", to="0424").rule == "7.2"
    move(s, "E/2/16", "0513")
    assert (
        why_not(s.position, unit="E/2/16", to="0512").text == "E/2/16 has already acted this turn"
    )
    play(s, "done")
    assert options(s) == []
    assert where(s, "F/2/16") == "0514"


@rule("omaha", "7.2b", "7.22a")
def test_why_a_unit_of_the_other_division_may_not_act_now():
    text = "turn 5 action; acting = {}; actions 2 2; 0512 E/2/16; 0424 A/1/116; 0512 16HQ"
    refusals = {
        (1, "A/1/116", "0425"): "A/1/116 belongs to the 29th Division, "
        "and the 1st Division is acting",
        (29, "E/2/16", "0513"): "E/2/16 belongs to the 1st Division, "
        "and the 29th Division is acting",
        (29, "16HQ", "0513"): "16 HQ belongs to the 1st Division, and the 29th Division is acting",
    }
    for (acting, name, to), why in refusals.items():
        refusal = why_not(table_of(text.format(acting)), unit=name, to=to)
        assert (refusal.rule, refusal.text) == ("7.2", why)
    # Its own may, and so may both when they have been handed over or are guests.
    assert why_not(table_of(text.format(1)), unit="E/2/16", to="0513") is None
    assert why_not(table_of(text.format(29)), unit="A/1/116", to="0425") is None
    guest = "{}turn 5 action; acting = {}; actions 2 2; 0720 E/2/16 {}; 0424 A/1/116"
    for players, acting, marker, allowed in (
        ("", 1, "", True),
        ("", 29, "", True),
        ("players 2; ", 1, "", True),
        ("players 2; ", 29, "", False),
        ("", 1, "transferred", False),
        ("", 29, "transferred", True),
        ("players 2; ", 29, "transferred", True),
    ):
        table = table_of(guest.format(players, acting, marker))
        refusal = why_not(table, unit="E/2/16", to="0719")
        assert (refusal is None) == allowed, (players, acting, marker)
        if refusal is not None:
            division = "29th" if marker else "1st"
            other = "1st" if acting == 1 else "29th"
            assert refusal.rule == "7.2"
            assert refusal.text == (
                f"E/2/16 belongs to the {division} Division, and the {other} Division is acting"
            )


@rule("omaha", "7.2a")
def test_with_one_division_ashore_there_is_no_order_to_choose():
    assert "act-A/1/116" in options(begin("turn 5; 0424 A/1/116"))
    assert "act-E/2/16" in options(begin("scenario easy-fox; turn 5; 0512 E/2/16"))


@rule("omaha", "1e")
def test_with_two_players_each_decides_for_his_division():
    s = begin("players 2; turn 5; 0512 E/2/16; 0424 A/1/116")
    assert s.decision.seat == "1st"
    play(s, "29th-first")
    assert s.decision.seat == "29th"
    play(s, "done")
    assert s.decision.seat == "1st"


# --- 7.21 stacks


@rule("omaha", "7.21a")
def test_two_units_of_a_stack_go_to_one_hex_for_one_action():
    s = begin("turn 5; 0512 E/2/16; 0512 F/2/16; 0512 2/C/741; 0512 16HQ acted")
    s.position.commands = (0,) * 6
    play(s, "act-E/2/16", "move-0513")
    assert options(s) == ["with-F/2/16", "with-2/C/741", "go"]
    play(s, "with-2/C/741")
    assert (where(s, "E/2/16"), where(s, "2/C/741"), where(s, "F/2/16")) == ("0513", "0513", "0512")
    assert s.position.paid_actions[0] == 1


@rule("omaha", "7.21b")
def test_units_of_a_stack_that_do_different_things_pay_one_by_one():
    s = begin("turn 5; 0512 E/2/16; 0512 F/2/16")
    play(s, "act-E/2/16", "move-0513", "go", "act-F/2/16", "move-0511")
    assert s.position.paid_actions[0] == 0


@rule("omaha", "7.21a")
def test_the_price_counts_stacks_of_two():
    table = table_of("""
        turn 5 action; acting = 1; actions 2 2
        0512 E/2/16; 0512 F/2/16; 0512 G/2/16; 0514 L/3/16; 0514 K/3/16 hero
    """)
    names = ("E/2/16", "F/2/16", "G/2/16", "L/3/16", "K/3/16")
    price = [allotment.price(table, map(unit, names[:count])) for count in range(1, 6)]
    assert price == [1, 1, 2, 3, 3]
    assert allotment.refuse_price(table, tuple(map(unit, names))).rule == "7"


@rule("omaha", "7.21a")
def test_a_free_unit_of_a_stack_does_not_pay_for_another():
    s = begin("turn 5; 0512 E/2/16 hero; 0512 F/2/16; 0515 G/2/16")
    play(s, "act-E/2/16", "move-0513")
    assert where(s, "E/2/16") == "0513"
    play(s, "act-F/2/16", "move-0513")
    assert s.position.paid_actions[0] == 1


# --- 7.22 the boundary


@rule("omaha", "7.22a")
def test_a_unit_that_moved_across_the_boundary_may_act_with_either_division():
    s = begin("turn 5; 0720 E/2/16; 0424 A/1/116")
    play(s, "29th-first", "act-E/2/16", "move-0719")
    assert s.position.paid_actions == (2, 1)
    s = begin("turn 5; 0720 E/2/16; 0424 A/1/116")
    play(s, "1st-first", "act-E/2/16", "move-0719")
    assert s.position.paid_actions == (1, 2)


@rule("omaha", "7.22a")
def test_a_unit_that_landed_across_the_boundary_acts_with_the_other_division_only():
    s = begin("turn 5; 0720 E/2/16 transferred; 0512 F/2/16; 0424 A/1/116")
    play(s, "1st-first")
    assert "act-E/2/16" not in options(s)
    play(s, "done")
    play(s, "act-E/2/16", "move-0719")
    assert s.position.paid_actions[1] == 1


@rule("omaha", "7.22b", "7.22c")
def test_with_two_players_a_unit_changes_hands_two_hexes_beyond_the_boundary():
    the = board()
    east = the.sectors["east"]
    one_beyond = the.grid.neighbors(east) & the.sectors["west"]
    s = begin("players 2; turn 5; 0719 E/2/16; 0512 F/2/16; 0424 A/1/116")
    assert one_beyond >> the.hex("0720") & 1
    play(s, "1st-first")
    move(s, "E/2/16", "0720")
    assert not s.position.transferred
    play(s, "done", "done")
    run(s, action_phase.action_phase)
    play(s, "29th-first")
    assert "act-E/2/16" not in options(s)
    play(s, "done")
    further = [
        each
        for each in members(the.grid.adjacent[the.hex("0720")] & the.beach)
        if the.sectors["west"] >> each & 1 and not one_beyond >> each & 1
    ]
    move(s, "E/2/16", the.name(further[0]))
    assert s.position.transferred == 1 << unit("E/2/16")
    assert any("passes to the 29th Division" in text for text in texts(events(s)))
    run(s, action_phase.action_phase)
    play(s, "29th-first")
    assert "act-E/2/16" in options(s)


# --- 7.6 stacking


@rule("omaha", "7.6", "7.63a", "FB.end-of-turn-a")
def test_more_than_two_units_in_a_hex_are_eliminated_only_at_the_end():
    s = begin("turn 5; 0513 E/2/16; 0513 F/2/16; 0512 G/2/16 hero; 0512 K/3/16 hero")
    move(s, "G/2/16", "0513")
    move(s, "K/3/16", "0513")
    assert s.position.acting == 1
    play(s, "done")
    assert options(s) == ["unit-E/2/16", "unit-F/2/16", "unit-G/2/16", "unit-K/3/16"]
    play(s, "unit-F/2/16")
    assert options(s) == ["unit-E/2/16", "unit-G/2/16", "unit-K/3/16"]
    play(s, "unit-G/2/16")
    assert options(s) == []
    assert s.position.hex[unit("F/2/16")] == -1
    assert s.position.steps_left[unit("G/2/16")] == 0
    # A hex that held too many before the phase is legal until its end.
    assert where(s, "E/2/16") == where(s, "K/3/16") == "0513"


@rule("omaha", "7.61a", "11a")
def test_leaders_do_not_count_for_stacking_whatever_their_number():
    s = begin("turn 11; 0613 E/2/16 hero; 0613 F/2/16; 0613 16HQ, Wyman, Cota, 116HQ")
    while options(s):
        play(s, options(s)[-1])
    assert s.position.phase == "action"
    assert not events(s, "eliminated")


@rule("omaha", "7.62a")
def test_steps_in_a_hex_have_no_limit():
    s = begin("turn 11; 0613 D/1/16; 0613 F/2/16")
    play(s, "done")
    assert options(s) == []
    assert sum(s.position.steps_left[unit(each)] for each in ("D/1/16", "F/2/16")) == 6
    assert charts().limit("concentrated_target_steps", 11) == 5
    assert not events(s, "eliminated")


@rule("omaha", "7.63a")
def test_with_two_players_the_sectors_own_player_clears_an_overstacked_hex():
    s = begin("players 2; turn 5; 0720 A/1/116; 0720 B/1/116; 0720 E/2/16")
    play(s, "1st-first")
    while options(s)[-1] == "done":
        play(s, "done")
    assert s.decision.seat == "29th"


@rule("omaha", "FB.end-of-turn-a")
def test_the_turn_ends_with_stacking_then_cards_then_the_next_turn():
    s = situation("turn 6; 0513 E/2/16; 0513 F/2/16; 0513 G/2/16; card-track 3 17; discards 4")
    run(s, action_phase.action_phase)
    s.position.agenda.insert(0, (s.position.steps.id_of(sequence.end_of_turn),))
    while options(s)[-1] == "done":
        play(s, "done")
    assert s.position.track == (3, 17), "stacking comes before the cards"
    play(s, "unit-G/2/16")
    assert s.position.track == ()
    assert s.position.turn == 7
    assert s.position.discards == 0, "the track calls for a shuffle after Turn 6"
    assert s.position.deck.bit_count() == 54


# --- 7.7 disruption


@rule("omaha", "7.7a", "7.1e")
def test_a_disrupted_unit_may_only_remove_its_marker():
    s = begin("turn 5; 0512 E/2/16 disrupted")
    for action in ("move", "climb-bluff", "attack", "barrage"):
        assert why_not(s.position, unit="E/2/16", action=action).rule == "7.7"
    assert why_not(s.position, unit="E/2/16", to="0612").rule == "7.7"
    play(s, "act-E/2/16")
    assert s.position.disrupted == 0
    assert not events(s, "spend")
    assert where(s, "E/2/16") == "0512"
    assert "E/2/16 removes its disruption." in texts(events(s))


@rule("omaha", "7.7b")
def test_a_unit_disrupted_by_its_own_attack_cannot_recover_in_the_same_phase():
    s = begin('turn 5; 0915 E/2/16:1; 0514 F/2/16 disrupted; WN64 "2 BZ BR"')
    play(s, "attack-WN64", "commit")
    bit = 1 << unit("E/2/16")
    assert s.position.disrupted & s.position.disrupted_now & bit
    assert options(s) == ["act-F/2/16", "done"]
    # Even if it had not acted: the marker of this phase stays.
    s.position.acted = 0
    assert why_not(s.position, unit="E/2/16", action="rally").rule == "7.7"
    play(s, "done")
    assert s.position.disrupted & bit
    run(s, action_phase.action_phase)
    play(s, "act-E/2/16")
    assert not s.position.disrupted & bit


@rule("omaha", "FAQ.10a")
def test_disrupting_a_disrupted_unit_has_no_further_effect():
    # An orange position of the east sector disrupts E/2/16, which is disrupted already.
    orange = board().position["WN61"]
    sporadic = next(iter(members(orange.sporadic & board().beach)), None)
    assert sporadic is not None
    number = next(
        each.number
        for each in cards.deck()
        if each.target == "diamond" and (found := each.square("orange")) and not found.double
    )
    s = situation(f"turn 3; {board().name(sporadic)} E/2/16 disrupted; WN61 ?")
    run(s, fire_phase.fire_phase)
    play(s, draw(number))
    assert s.position.disrupted == 1 << unit("E/2/16")
    assert s.position.steps_left[unit("E/2/16")] == 3
    run(s, action_phase.action_phase)
    play(s, "act-E/2/16")
    assert s.position.disrupted == 0, "one action removes it all"


# --- listing and refusing are one


@rule("omaha", "7.3a", "7.31a")
def test_what_is_offered_is_what_is_not_refused():
    s = begin("""
        turn 9; players 1; naval 1
        0710 I/3/16; 0710 2/C/741; 0710 16HQ; 0608 L/3/16; 0607 K/3/16 climb-cliff; 0608 Wyman
        0719 E/2/16; 0720 F/2/16; 0628 A/1/116; 0628 Cota; 0529 B/1/116 hero; 0333 C/2R
        0728 D/1/116 climb disrupted; 0820 E/2/116 disrupted; 0512 M/3/16
        WN61 ?; WN62N ? depth?; WN65S ?; WN70 ?; WN71 ? disrupted; C3 T?
    """)
    grid = board().grid
    for first in ("1st-first", "29th-first"):
        copy = s.copy()
        play(copy, first)
        for payable in (2, 0):
            copy.position.paid_actions = (payable, payable)
            for piece, hex_ in enumerate(copy.position.hex):
                if hex_ < 0:
                    continue
                offered = 0
                if allotment.refuse_to_act(copy.position, piece) is None:
                    for option in piece_actions.piece_options(copy.position, piece):
                        if option.value[0] in ("move", "climb-bluff", "scale"):
                            offered |= 1 << option.value[1]
                allowed = sum(
                    1 << there
                    for there in members(grid.within(1 << hex_, 2))
                    if action_phase.refuse_move(copy.position, piece, there) is None
                )
                name = equipment().names[piece]
                assert grid.names_of(offered) == grid.names_of(allowed), (name, first, payable)


# --- questions


def test_questions_resolve_names_and_explain_mistakes():
    table = table_of("turn 9 action; acting = 1; actions 2 2; 0512 E/2/16; 0613 16HQ; WN62N ?")
    assert why_not(table, unit="16HQ", to="0614") is None
    assert why_not(table, unit="E/2/16", to="0812").rule == "7.3"
    for question, word in [
        ({"unit": "Z/9/16", "to": "0513"}, "Z/9/16"),
        ({"unit": "E/2/16", "to": "9999"}, "9999"),
        ({"unit": "E/2/16", "target": "WN99"}, "WN99"),
        ({"unit": "E/2/16", "action": "dance"}, "dance"),
        ({"unit": "E/2/16"}, "which action"),
        ({"to": "0513"}, "which unit"),
        ({"unit": "E/2/16", "hex": "0513"}, "'hex'"),
    ]:
        with pytest.raises(BeachheadError, match=word):
            why_not(table, **question)


def test_questions_about_an_attack_that_is_being_built_count_its_units():
    s = begin("turn 5; 0710 A/1/16; 0808 B/1/16; 0711 1/A/741; 0613 AT/16; naval 1; WN61 ?")
    s.position.paid_actions = (9, 0)
    assert why_not(s.position, unit="1/A/741", target="WN61").rule == "8.1"
    play(s, "attack-WN61", "unit-A/1/16")
    assert why_not(s.position, unit="1/A/741", target="WN61") is None
    assert why_not(s.position, unit="A/1/16", target="WN61").rule == "8.13"
    assert (
        "next to WN61 or to attacking infantry"
        in why_not(s.position, unit="AT/16", target="WN61").text
    )
    # The target alone asks about naval fire: for the attack, or else a barrage.
    assert why_not(s.position, target="WN61") is None
    s.position.steps_left = replaced(s.position.steps_left, unit("A/1/16"), 1)
    assert why_not(s.position, target="WN61").rule == "8.51"
    assert why_not(s.position, target="WN61", action="naval-barrage") is None, "B/1/16 observes"


def test_questions_about_engineers():
    table = table_of("turn 5 engineer; cleared 0612; fire-cards 24 24; WN61 ?")
    assert why_not(table, action="clear", hex="0612").rule == "10.11"
    assert why_not(table, action="clear", hex="0512").rule == "10.1"
    assert why_not(table, action="clear", hex="0614") is None
    table.phase = "action"
    assert why_not(table, action="clear", hex="0614").rule == "4.IV"
    for question, word in [
        ({"action": "clear"}, "'hex'"),
        ({"action": "clear", "hex": "9999"}, "hex: there is no hex '9999'"),
        ({"action": "move", "hex": "0614"}, "'hex'"),
    ]:
        with pytest.raises(BeachheadError, match=word):
            why_not(table, **question)


def test_outside_the_action_phase_nobody_acts():
    table = table_of("turn 9 fire; 0612 E/2/16; box ER3 F/2/16")
    assert why_not(table, unit="E/2/16", to="0613").rule == "4.V"
    assert why_not(table, unit="F/2/16", action="move").text == "F/2/16 is not on the map"
