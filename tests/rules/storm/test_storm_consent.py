"""What goes by itself in Storm, and what stops at a button that names what it does and costs."""

from __future__ import annotations

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.storm.table.state import StormTable
from storm_situations import (
    GAME,
    at,
    decision,
    events,
    forced,
    hand,
    is_fresh,
    is_spent,
    options,
    play,
    situation,
)


def label(table: StormTable, choice: str) -> str:
    asked = decision(table)
    assert asked is not None
    option = asked.find(choice)
    assert option is not None, options(table)
    assert option.commits
    return option.label


# --- what goes by itself


@rule("storm", "7.1a")
def test_the_only_action_of_several_units_goes_by_itself() -> None:
    table = situation("turn 3; 17 69/50, 8 Armd Bde; allied 17; begin impulse")
    assert forced(table, "activate-17-commonwealth") == ["move"]
    assert options(table) == ["add-br-50-69", "add-br-8a", "add-all"]
    assert label(table, "add-all").startswith("Add all: Move 69/50 and 8 Armd Bde")


@rule("storm", "7.1a")
def test_an_assault_lights_up_the_area_it_goes_to() -> None:
    text = "turn 3; 17 69/50, 8 Armd Bde; 16 352 Fus/352; allied 17; hand allied jabos-1"
    table = situation(f"{text}; begin impulse")
    play(table, "activate-17-commonwealth")
    asked = decision(table)
    assert asked is not None
    assert {option.id: option.touches for option in asked.options} == {
        "move": (),
        "assault-16": ("area-16",),
    }


@rule("storm", "8.0l")
def test_units_that_have_set_out_take_the_only_way() -> None:
    table = situation("turn 3; 34 506/101, 16/1; allied 34; begin impulse")
    play(table, "activate-34-american")
    way = "Add all: Move 16/1 and 506/101 to Saint-Côme-du-Mont, the only way (spent after it)"
    assert label(table, "add-all") == way
    assert forced(table, "add-all") == ["to-33"]
    told = events(table, "move")[0]
    assert (told.rule, told.detail["end"]) == ("8.0", "Saint-Côme-du-Mont")


@rule("storm", "8.0l")
def test_a_lone_unit_with_one_way_to_go_is_asked_once() -> None:
    table = situation("turn 3; 34 506/101; allied 34; begin impulse")
    play(table, "activate-34-american")
    assert options(table) == ["move"]
    assert label(table, "move") == (
        "Move 506/101 to Saint-Côme-du-Mont, the only way (spent after it)"
    )
    assert at(table, "506/101") == "34"
    assert forced(table, "move") == ["to-33"]
    assert at(table, "506/101") == "33"


@rule("storm", "11.0b")
def test_the_last_card_is_named_and_then_discarded_by_itself() -> None:
    text = "turn 3; 17 69/50; 16 352 Fus/352; allied 17; hand allied {}; begin impulse"
    table = situation(text.format("jabos-1"))
    play(table, "activate-17-commonwealth")
    assert label(table, "assault-16") == (
        "Assault Bayeux with 69/50 (spent after it, for your last card, Jabos)"
    )
    assert hand(table, "allied") == {"jabos-1"}
    assert forced(table, "assault-16") == ["discard-jabos-1"]
    told = events(table, "discard")[-1]
    assert (told.rule, told.text) == ("11.0", "Allied discards Jabos for an assault.")
    several = situation(text.format("jabos-1 ultra-1"))
    play(several, "activate-17-commonwealth")
    assert label(several, "assault-16").endswith("(spent after it, for a card)")
    play(several, "assault-16")
    assert options(several) == ["discard-jabos-1", "discard-ultra-1"]
    assert label(several, "discard-ultra-1") == "Discard Ultra"


@rule("storm", "6.2")
def test_the_only_card_of_a_hand_that_is_looked_at_goes() -> None:
    table = situation(
        "turn 3; hand allied ultra-1; hand german iron-cross-1; 17 69/50; allied 17; begin impulse"
    )
    play(table, "card-ultra-1")
    while "no-card" in options(table):
        play(table, "no-card")
    assert hand(table, "german") == set()
    told = events(table, "discard")[-1]
    assert (told.rule, told.detail["card"]) == ("6.2", "iron-cross-1")


@rule("storm", "6.2")
def test_the_only_units_that_a_card_can_make_fresh_become_so() -> None:
    table = situation(
        "turn 3; hand allied follow-me; 17 69/50 spent; 16 56 Ind Bde; allied 16 17; begin impulse"
    )
    play(table, next(each for each in options(table) if each.startswith("card-")))
    assert is_fresh(table, "69/50")
    assert events(table, "fresh")[-1].rule == "6.2"


@rule("storm", "3.0")
def test_the_last_unit_of_a_beach_fills_the_empty_section_by_itself() -> None:
    state = GAME.setup(seed=1)
    state.apply("own-plan")
    waiting: list[str] = []
    while state.decision.kind == "section_chosen":
        assert len(state.decision.options) > 1 or state.decision.options[0].commits
        told = state.apply(state.decision.options[-1])  # the exploitation section, if it may be
        waiting += [each.text for each in told if each.kind == "setup" and each.rule == "3.0"]
    assert "48 RM Cdo waits in Juno box, invasion section." in waiting


# --- what stops at a button


@rule("storm", "3.0", "4.0c")
def test_the_airborne_dice_follow_a_choice_that_names_them() -> None:
    """With the ready plan, or with the last unit of one's own: nothing is rolled before."""
    state = GAME.setup(seed=1)
    ready, own = state.decision.options
    assert (ready.commits, own.commits) == (True, False)
    assert "rolled for" in ready.label
    assert [each for each in state.copy().apply(ready) if each.kind == "die"]
    state.apply(own)
    while True:
        option = state.decision.options[0]
        assert option.commits == ("rolled for" in option.label)
        rolled = [each for each in state.apply(option) if each.kind == "die"]
        assert bool(rolled) == option.commits
        if rolled:
            break


@rule("storm", "9.1")
def test_a_lone_unit_that_could_fire_is_asked() -> None:
    table = situation("turn 3; 16 69/50, 352 Fus/352; begin impulse")
    play(table, "activate-16-commonwealth")
    assert label(table, "fire") == "Fire in Bayeux with 69/50 (spent after it)"
    assert table.attack is None


@rule("storm", "7.1a", "9.1")
def test_the_last_unit_that_is_added_does_not_open_fire() -> None:
    table = situation("turn 3; 16 69/50, 56 Ind Bde, 352 Fus/352; begin impulse")
    play(table, "activate-16-commonwealth", "fire", "add-br-50-69", "add-br-56")
    assert options(table) == ["commit"]
    assert label(table, "commit") == "Fire in Bayeux with 69/50 and 56 Ind Bde (spent after it)"
    assert table.attack is None
    assert not is_spent(table, "69/50")


@rule("storm", "9.2")
def test_a_card_stops_before_its_dice_at_the_only_target() -> None:
    table = situation("turn 3; 16 352 Fus/352; hand allied naval-power-1; begin impulse")
    play(table, "card-naval-power-1")
    while "no-card" in options(table):
        play(table, "no-card")
    assert options(table) == ["at-16"]
    assert label(table, "at-16") == "Fire at Bayeux"


@rule("storm", "5.0")
@pytest.mark.parametrize(
    ("passed", "text"),
    [
        ("", "Pass: a second pass in a row would end the impulses of the turn"),
        ("impulse allied passed; ", "Pass, the second in a row: the impulses of the turn end"),
    ],
)
def test_a_pass_says_what_it_ends_even_where_nothing_else_is_possible(
    passed: str, text: str
) -> None:
    table = situation(f"turn 3; {passed}hand allied jabos-1; begin impulse")
    assert options(table) == ["pass"]
    assert label(table, "pass") == text


@rule("storm", "6.2")
def test_whether_a_card_is_played_is_asked_with_none_to_play() -> None:
    """The question tells nobody what is in the hand, so it does not go by itself."""
    asked = []
    for card in ("bocage-1", "iron-cross-1"):
        table = situation(f"turn 3; 16 69/50; allied 16 17; hand german {card}; begin impulse")
        play(table, "activate-16-commonwealth", "to-17")
        asked.append(decision(table))
    for each in asked:
        assert each is not None
        assert (each.seat, each.kind, each.forced) == ("german", "card_chosen", False)
    assert [len(each.options) for each in asked if each] == [2, 1]
