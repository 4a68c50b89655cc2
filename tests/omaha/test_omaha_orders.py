"""Orders and proposals in Omaha: stacks that go together, divisions that make way, what all do."""

from __future__ import annotations

from beachhead.kernel.bits import set_of
from beachhead.kernel.orders import planned, proposal
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.omaha.engineers import beach_obstacles
from beachhead.omaha.table.board import board
from beachhead.omaha.table.state import OmahaTable, hex_tag
from beachhead.omaha.us_actions import action_phase
from situations import hex_, play, run, situation, unit


def acting(text: str) -> State[OmahaTable]:
    s = situation(text)
    run(s, action_phase.action_phase)
    return s


def to(s: State[OmahaTable], goal: str, *pieces: str) -> tuple[str, ...]:
    """The choices by which some pieces go to a hex together."""
    tags = [f"unit-{piece}" for piece in pieces]
    order = next(each for each in s.orders(tags) if f"hex-{goal}" in each.goal)
    return planned(s, order).now


def where(s: State[OmahaTable], piece: str) -> str:
    return board().name(s.position.hex[unit(piece)])


@rule("omaha", "7.21a")
def test_who_is_dragged_leads_and_the_other_goes_along_for_the_same_action():
    s = acting("turn 5; 0624 A/1/116; 0624 B/1/116; 0427 58AFA")
    choices = to(s, "0625", "B/1/116", "A/1/116")
    assert choices == ("act-B/1/116", "move-0625", "with-A/1/116")
    play(s, *choices)
    assert where(s, "A/1/116") == where(s, "B/1/116") == "0625"


@rule("omaha", "7.1")
def test_who_moves_for_nothing_goes_by_himself():
    s = acting("turn 5; 0624 C/2R; 0624 A•B/2R; 0427 58AFA")
    choices = to(s, "0625", "C/2R", "A•B/2R")
    assert choices == ("act-C/2R", "move-0625", "act-A•B/2R", "move-0625")


@rule("omaha", "7.2a")
def test_a_piece_of_the_other_division_acts_when_the_first_has_nothing_left_to_do():
    s = acting("turn 5; 0624 A/1/116; 0612 A/1/16")
    play(s, "29th-first")
    assert not s.orders(["unit-A/1/16"]), "its division has something left to do"
    play(s, "act-A/1/116", "move-0625")
    assert [each.id for each in s.decision.options] == ["end"]
    order = next(each for each in s.orders(["unit-A/1/16"]) if "hex-0613" in each.goal)
    assert order.text.startswith("End the 29th Division's actions. ")
    assert planned(s, order).now == ("end", "act-A/1/16", "move-0613")
    assert s.commits()["end"] == "", "a click on the map only asks"


def test_a_piece_of_somebody_else_does_not_end_ones_actions():
    s = acting("players 2; turn 5; 0624 A/1/116; 0612 A/1/16")
    play(s, "29th-first", "act-A/1/116", "move-0625")
    assert not s.orders(["unit-A/1/16"])


@rule("omaha", "7.5")
def test_a_climb_begins_where_the_cliff_ends():
    s = acting("turn 4; 0334 C/2R; 0427 58AFA")
    assert to(s, "0433", "C/2R") == ("act-C/2R", "climb-cliff")
    play(s, "act-C/2R")
    (climb,) = [each for each in s.decision.options if each.id == "climb-cliff"]
    assert hex_tag(hex_("0433")) in (s.decision.shows(climb).lights or ())


@rule("omaha", "7.7a")
def test_all_who_can_only_remove_a_marker_do_so_at_one_word():
    s = acting("turn 5; 0624 A/1/116 disrupted; 0625 B/1/116 disrupted; 0427 58AFA")
    agreed = proposal(s)
    assert agreed is not None
    assert agreed.text == "Rally or finish the climb: A/1/116, B/1/116 (free)"
    play(s, *planned(s, agreed).now)
    assert not s.position.disrupted
    assert proposal(s) is None


@rule("omaha", "8.13")
def test_an_attack_is_proposed_with_all_who_can_join_at_its_price():
    s = acting("turn 7; 0710 A/1/16; 0710 B/1/16; 0709 L/3/16; WN61 ?; 0427 58AFA")
    play(s, "1st-first", "attack-WN61", "unit-A/1/16")
    agreed = proposal(s)
    assert agreed is not None
    assert agreed.text == (
        "Attack WN61 with A/1/16, B/1/16, L/3/16: 2 of 2 actions, reveals the German unit"
    )
    assert planned(s, agreed).now == ("unit-B/1/16", "unit-L/3/16", "commit")


@rule("omaha", "10.1a")
def test_to_clear_all_is_proposed_where_no_hex_is_left_out():
    def left(*names: str) -> State[OmahaTable]:
        s = situation("turn 2")
        s.position.cleared = board().obstacles & ~set_of(map(hex_, names))
        run(s, beach_obstacles.engineer_phase)
        return s

    s = left("0606", "0607", "0525")
    agreed = proposal(s)
    assert agreed is not None
    assert agreed.text == "Clear 0606, 0607, 0525"
    assert agreed.choices == ("clear-0606", "clear-0607", "clear-0525")
    assert proposal(left("0606", "0607", "0608", "0525")) is None, "one must be left out"


@rule("omaha", "8.1")
def test_units_attack_together_what_each_of_them_can_join():
    s = acting("turn 5; 0710 A/1/16; 0711 1/A/741; WN61 ?")
    alone = [each for each in s.orders(["unit-A/1/16"]) if each.hostile]
    assert [each.choices for each in alone] == [("attack-WN61", "unit-A/1/16", "commit")]
    (attack,) = alone
    assert "post-WN61" in attack.goal
    assert attack.note.endswith("%")
    plan = planned(s, attack)
    assert plan.now[-1] == "commit"
    assert plan.draws or plan.commits
    assert plan.odds
    together = [each for each in s.orders(["unit-1/A/741", "unit-A/1/16"]) if each.hostile]
    assert [each.choices[1:-1] for each in together] == [("unit-A/1/16", "unit-1/A/741")]
    tank = [each.choices for each in s.orders(["unit-1/A/741"]) if each.hostile]
    assert tank == [("act-1/A/741", "barrage-WN61")], "no infantry attacks"
