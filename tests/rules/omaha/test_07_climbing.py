"""7.4 bluffs, 7.5 cliffs."""

from __future__ import annotations

from beachhead.kernel.bits import members
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable
from beachhead.omaha.us_actions import action_phase, piece_actions, routes, terrain_effects
from beachhead.omaha.why_not import why_not
from situations import events, options, play, run, situation, table_of, texts, unit

BYSTANDER = "; 0427 B/1/116"


def begin(text: str) -> State[OmahaTable]:
    s = situation(text + BYSTANDER)
    run(s, action_phase.action_phase)
    return s


def next_turn(s: State[OmahaTable]) -> None:
    """The Action Phase of the next turn."""
    while options(s):
        play(s, "done")
    s.position.turn += 1
    run(s, action_phase.action_phase)


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


# --- 7.4 bluffs


@rule("omaha", "7.4a", "TEC.bluff-a", "7.1e")
def test_infantry_climbs_a_bluff_in_two_turns():
    s = begin("turn 5; 0628 A/1/116")
    assert why_not(s.position, unit="A/1/116", to="0728") is None
    play(s, "act-A/1/116")
    assert "climb-bluff-0728" in options(s)
    assert "move-0728" not in options(s)
    play(s, "climb-bluff-0728")
    assert where(s, "A/1/116") == "0728"
    assert s.position.climbing == 1 << unit("A/1/116")
    assert s.position.paid_actions[1] == 1, "the first turn of a climb is no free action"
    next_turn(s)
    play(s, "act-A/1/116")
    assert s.position.climbing == 0
    assert where(s, "A/1/116") == "0728"
    assert s.position.paid_actions[1] == 2
    assert "A/1/116 has finished its climb." in texts(events(s))


@rule("omaha", "7.4a")
def test_a_bluff_is_climbed_down_as_well_as_up():
    s = begin("turn 5; 0728 A/1/116 hero")
    play(s, "act-A/1/116", "climb-bluff-0628")
    assert s.position.climbing == 1 << unit("A/1/116")
    ways = terrain_effects.all_ways(False)["infantry"]
    for here, across in enumerate(board().across["bluff"]):
        for there in members(across):
            assert ways.climb[here] >> there & 1
            assert ways.climb[there] >> here & 1


@rule("omaha", "7.4a")
def test_a_trail_over_a_bluff_spares_infantry_no_climb():
    text = "turn 5; 1216 A/1/116 hero"
    s = begin(text)
    play(s, "29th-first", "act-A/1/116")
    assert "climb-bluff-1217" in options(s)
    s = begin("house trail-over-bluff alternative; " + text)
    play(s, "29th-first", "act-A/1/116", "move-1217")
    assert s.position.climbing == 0


@rule("omaha", "7.4b")
def test_a_unit_with_a_climb_marker_may_only_remove_it():
    s = begin("turn 5; 0728 A/1/116 climb")
    assert why_not(s.position, unit="A/1/116", to="0828").rule == "7.4"
    for action in ("move", "attack", "climb-bluff", "climb-cliff", "scale"):
        assert why_not(s.position, unit="A/1/116", action=action).rule == "7.4"
    assert why_not(s.position, unit="A/1/116", action="finish-climb") is None
    assert [option.id for option in piece_actions.piece_options(s.position, unit("A/1/116"))] == [
        "finish-climb"
    ]


@rule("omaha", "7.4c")
def test_disruption_is_removed_before_the_climb_marker():
    s = begin("turn 5; 0728 A/1/116 climb disrupted")
    assert why_not(s.position, unit="A/1/116", action="finish-climb").rule == "7.4"
    play(s, "act-A/1/116")
    assert s.position.disrupted == 0
    assert s.position.climbing == 1 << unit("A/1/116")
    assert "act-A/1/116" not in options(s)
    next_turn(s)
    play(s, "act-A/1/116")
    assert s.position.climbing == 0


@rule("omaha", "7.41a", "TEC.bluff-b")
def test_leaders_cross_a_bluff_in_one_action_without_a_marker():
    for piece in ("116 HQ", "Gen. Cota"):
        s = begin(f'turn 5; 0628 "{piece}"')
        play(s, f"act-{piece}", "climb-bluff-0728")
        assert where(s, piece) == "0728"
        assert s.position.climbing == 0
        next_turn(s)
        assert why_not(s.position, unit=piece, to="0828") is None


@rule("omaha", "7.21a", "7.4a")
def test_two_units_of_a_stack_climb_together_for_one_action():
    s = begin("turn 5; 0628 A/1/116; 0628 C/1/116")
    play(s, "act-A/1/116", "climb-bluff-0728", "with-C/1/116")
    assert s.position.climbing == 1 << unit("A/1/116") | 1 << unit("C/1/116")
    assert s.position.paid_actions[1] == 1


# --- 7.5 cliffs


@rule("omaha", "7.5", "TEC.scaleable-cliff-a", "FB.climb", "7.1e")
def test_a_cliff_takes_three_turns():
    # The flipbook crosses when the marker is placed; the rulebook on the second turn (O-04).
    s = begin("turn 5; 0333 A/1/116")
    assert why_not(s.position, unit="A/1/116", to="0433").rule == "7.5"
    play(s, "act-A/1/116", "climb-cliff")
    bit = 1 << unit("A/1/116")
    assert (s.position.climbing_cliff, s.position.climbing) == (bit, 0)
    assert where(s, "A/1/116") == "0333"
    assert s.position.paid_actions[1] == 1
    next_turn(s)
    play(s, "act-A/1/116")
    assert options(s) == ["scale-0433", "stop-climb"]
    play(s, "scale-0433")
    assert where(s, "A/1/116") == "0433"
    assert (s.position.climbing_cliff, s.position.climbing) == (0, bit)
    assert s.position.paid_actions[1] == 2
    next_turn(s)
    play(s, "act-A/1/116")
    assert (s.position.climbing_cliff, s.position.climbing) == (0, 0)
    assert s.position.paid_actions[1] == 2


@rule("omaha", "7.5a", "TEC.scaleable-cliff-b")
def test_only_infantry_climbs_cliffs():
    table = table_of("""
        turn 5 action; acting = 29; actions 2 2
        0333 A/1/116; 0333 C/2R; 0333 2/C/743; 0333 116HQ; 0333 Cota; 0628 C/1/116
    """)
    for name in ("A/1/116", "C/2R"):
        assert why_not(table, unit=name, action="climb-cliff") is None
    for name in ("2/C/743", "116HQ", "Cota"):
        assert why_not(table, unit=name, action="climb-cliff").rule == "7.5"
        assert why_not(table, unit=name, to="0433").rule == "TEC.scaleable-cliff"
    assert why_not(table, unit="C/1/116", action="climb-cliff").rule == "7.5"


@rule("omaha", "7.51a", "FAQ.5a")
def test_a_unit_with_a_climb_cliff_marker_goes_on_or_gives_up():
    s = begin("turn 5; 0333 A/1/116 climb-cliff")
    for action in ("move", "attack", "climb-bluff", "climb-cliff"):
        assert why_not(s.position, unit="A/1/116", action=action).rule == "7.51"
    assert why_not(s.position, unit="A/1/116", to="0332").rule == "7.51"
    assert why_not(s.position, unit="A/1/116", to="0433") is None
    play(s, "act-A/1/116")
    assert options(s) == ["scale-0433", "stop-climb"]
    play(s, "stop-climb")
    assert (s.position.climbing_cliff, s.position.climbing) == (0, 0)
    assert where(s, "A/1/116") == "0333"
    assert s.position.paid_actions[1] == 2
    assert "act-A/1/116" not in options(s)


@rule("omaha", "7.51a", "7.31a")
def test_with_a_german_above_a_climber_can_only_give_up():
    s = begin("turn 5; 0431 A/1/116 climb-cliff; 0334 C/1/116 climb-cliff; WN73 ?")
    assert why_not(s.position, unit="A/1/116", action="scale") is None
    table = table_of("turn 5 action; acting = 29; actions 2 2; 0432 A/1/116 climb-cliff; WN73 ?")
    assert why_not(table, unit="A/1/116", to="0533").rule == "7.31"
    assert why_not(table, unit="A/1/116", to="0532") is None


@rule("omaha", "7.7a", "7.51a")
def test_a_disrupted_climber_keeps_its_climb_cliff_marker():
    s = begin("turn 5; 0333 A/1/116 climb-cliff disrupted")
    assert why_not(s.position, unit="A/1/116", action="scale").rule == "7.7"
    play(s, "act-A/1/116")
    assert s.position.climbing_cliff == 1 << unit("A/1/116")
    assert s.position.disrupted == 0


@rule("omaha", "7.5a")
def test_a_climb_down_begins_even_if_the_tide_still_covers_the_foot_of_the_cliff() -> None:
    table = table_of("turn 16 action; acting = 1; actions 2 2; 0707 A/1/16")
    assert not routes.by_scaling(table, unit("A/1/16"), routes.Scene(table))  # 0607 is flooded
    run(table, action_phase.choose_action)
    play(table, "act-A/1/16")
    assert "climb-cliff" in options(table)
