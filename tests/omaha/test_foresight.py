"""Odds before you commit, as every client shows them."""

from __future__ import annotations

import io
import sys

import pytest

import beachhead
from beachhead.cli import main
from beachhead.kernel.play import Illegal
from situations import play, situation, unit

BEACH = """
    turn 5 action; acting = 1; actions 2 2
    WN61 ? depth?; WN62N ?; WN62S ?
    0610 A/1/16; 0510 B/1/16; 0510 C/1/16; 0513 1/B/741
    begin action
"""


def odds(text: str, *choices: str, of: str | None = None) -> str:
    """What is said before an option is chosen, after some choices."""
    s = situation(text)
    play(s, *choices)
    return "\n".join(s.odds(of))


def test_a_move_shows_who_covers_the_hex_and_the_chance_of_a_loss() -> None:
    told = odds(BEACH, "act-A/1/16", of="move-0611")
    assert "0611 is covered by WN61 (orange, intense; fires on a single or double orange" in told
    assert "WN62 (green, intense; fires on a single green, up to 2 hits)" in told
    assert "A/1/16 in 0611, next German fire, over the 54 cards left: loses a step" in told
    assert "under water at the end of Turn 16" in told


def test_the_chance_is_that_of_the_odds() -> None:
    from beachhead.omaha.odds.fire_danger import loss_chance
    from situations import hex_

    s = situation(BEACH)
    chance = loss_chance(s.position, unit("A/1/16"), hex_("0611"))
    assert f"loses a step {100 * chance:.0f} %" in odds(BEACH, "act-A/1/16", of="move-0611")


def test_the_cards_are_those_that_the_next_fire_is_drawn_from() -> None:
    drawn = "fire-cards 1 2; card-track 1 2; discards 3 4 5 6"
    text = f"WN61 ?; 0611 A/1/16; {drawn}; acting = 1; actions 2 2; begin action"
    assert "next German fire, over the 48 cards left:" in odds(f"turn 5 action; {text}", of=ACT)
    shuffled = odds(f"turn 6 action; {text}", of=ACT)
    assert "next German fire, over all 54 cards, shuffled by then:" in shuffled
    assert "No German fire is to come." in odds(f"turn 16 action; {text}", of=ACT)


ACT = "act-A/1/16"


def test_a_move_warns_of_crowds_and_water() -> None:
    told = odds(BEACH, "act-A/1/16", of="move-0510")
    assert "3 units would be in 0510: only 2 may stay" in told
    assert "9 steps in 0510 are a concentrated target." in told
    assert "0510 is under water at the end of Turn 7: units there are lost." in told


def test_who_goes_along_is_reckoned_with() -> None:
    told = odds(BEACH, "act-B/1/16", "move-0511", of="with-C/1/16")
    assert "6 steps in 0511 are a concentrated target." in told
    assert told.count("0511 is covered by") == 1


def test_an_infiltration_shows_the_cards_that_hit() -> None:
    text = "turn 7 action; acting = 1; actions 2 2; WN61 ?; 0709 A/1/16; begin action"
    s = situation(text)
    play(s, "act-A/1/16")
    slip = next(each for each in s.decision.options if "infiltration past WN61" in each.label)
    (first, *_) = s.odds(slip)
    assert first.startswith("Slipping past WN61, A/1/16 loses a step with ")
    assert "of the 54 cards left" in first


ATTACK = """
    turn 7 action; acting = 1; actions 2 2
    WN62N {unit}
    0713 A/1/16; 0712 H/2/16:1
    begin action
"""


def test_an_attack_being_built_shows_itself() -> None:
    s = situation(ATTACK.format(unit="? depth?"))
    play(s, "attack-WN62N", "unit-A/1/16")
    told = s.odds()
    assert told[0] == "A/1/16 against WN62N: strength 6."
    assert told[1].startswith("Weapons: bangalore torpedo (BG), browning automatic rifle (BR)")
    assert "Terrain" in told[2]
    assert any(line.startswith("With all the weapons it requires, by strength:") for line in told)
    assert any("asks for a weapon that is missing" in line for line in told)
    assert any(line.startswith("There is a depth marker nobody has seen") for line in told)
    assert told[-1].startswith("Chances of the attack over which unit it is and which depth marker")
    assert s.odds("commit") == told


def test_adding_a_unit_shows_the_attack_with_it() -> None:
    s = situation(ATTACK.format(unit="?"))
    play(s, "attack-WN62N", "unit-A/1/16")
    assert s.odds("unit-H/2/16")[0].startswith("A/1/16 and H/2/16 against WN62N: strength")


def test_choosing_a_target_shows_all_who_can_join() -> None:
    told = odds(ATTACK.format(unit="?"), of="attack-WN62N")
    assert told.startswith("With all who can join:\nA/1/16 and H/2/16 against WN62N")


def test_a_known_german_is_compared_with() -> None:
    told = odds(ATTACK.format(unit="wn-04"), "attack-WN62N", "unit-A/1/16")
    assert "German strength 2, requires browning automatic rifle (BR); all are there." in told
    assert "The US strength is at least double the German's: the German is defeated." in told


def test_a_barrage_shows_what_the_deck_gives() -> None:
    told = odds(BEACH, "act-1/B/741", of="barrage-WN62N")
    assert "1/B/741, strength" in told
    assert "against WN62N (green) without depth, over the 54 cards left:" in told
    assert "the German is disrupted" in told
    assert "WN62N cannot be attacked after a barrage in this phase." in told


def test_looking_changes_nothing_and_what_is_not_there_is_refused() -> None:
    s = situation(BEACH)
    play(s)
    before = s.digest()
    for option in s.decision.options:
        s.odds(option)
    assert s.digest() == before
    with pytest.raises(Illegal):
        s.odds("no such thing")


def test_a_game_without_odds_has_nothing_to_say() -> None:
    state = beachhead.load("toy:GAME").setup(seed=1)
    assert state.odds() == []
    assert state.odds(state.decision.options[0]) == []


def test_the_terminal_tells_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "1st-first\nodds 1\nodds nobody\nodds\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["play", "omaha", "--terminal", "--scenario", "first-waves", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    answer = said.split("> odds 1\n", 1)[1].split("\n> ", 1)[0]
    assert "is covered by WN" in answer
    assert "next German fire, over the" in answer
    assert max(map(len, answer.splitlines())) <= 100
    assert "'nobody' is neither an option" in said
    assert "There is nothing to reckon here." in said


def test_where_units_begin_beyond_the_beach() -> None:
    game = beachhead.load("omaha")
    state = game.setup("beyond-the-beach", seed=1)
    lines = {
        option.id: game.odds(state.position, state.decision, option)
        for option in state.decision.options
    }
    assert lines["hex-0709"][0] == "No German unit covers 0709."
    assert "WN62" in lines["hex-0711"][0]
    assert "1/B/741 in 0711, next German fire" in lines["hex-0711"][1]
    while state.decision.kind == "placed_on_beach":
        state.apply(state.decision.options[0])
    landing = game.odds(state.position, state.decision, state.decision.options[0])
    assert landing == ["If it stays on course it lands in 0709 on Turn 17, covered by nobody."]
