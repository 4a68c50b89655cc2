"""What Storm Over Normandy shows beside options, against attacks that are played out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from beachhead.page.book import Sum
from beachhead.storm.page import StormPage
from beachhead.storm.page.sums import sum_of
from beachhead.storm.table.state import StormTable, names
from playing_out import Figures, Played, play_out
from storm_situations import GAME, unit_set

PAGE = StormPage()
ATTACKS = (
    (
        "turn 3; support 4; 16 69/50 151/50 231/50 915/352 (Meyer); 15 352 Fus/352",
        ("activate-16-commonwealth", "fire"),
    ),
    ("turn 2; 16 69/50, 151/50, 231/50, 352 Fus/352", ("activate-16-commonwealth", "fire")),
    (
        "turn 3; hand allied jabos-1 armor-support; hand german bocage-2, 2 unknown\n"
        "17 56 Ind Bde, 69/50; 16 352 Fus/352",
        ("activate-17-commonwealth", "assault-16"),
    ),
    ("turn 3; impulse german; 17 I/726/716 56 Ind Bde", ("activate-17-german", "fire")),
    (
        "turn 3; hand german 88s-1, bocage-2; 16 69/50 151/50 231/50 22 Pz/21",
        ("activate-16-commonwealth", "fire"),
    ),
)


OTHER = {"allied": "german", "german": "allied"}


def before_the_action(text: str, first: str) -> State[StormTable]:
    state = GAME.situation(f"{text}\nbegin impulse", seed=1)
    state.dealer = None  # it has dealt the hands
    state.apply(first)
    return state


def with_everybody(state: State[Any]) -> str | None:
    """All attack, and nobody plays a card or adds a Support Point; until the dice lie there."""
    if any(event.kind == "attack" for event in state.news):
        return None
    ids = [option.id for option in state.decision.options]
    wanted = ("add-all", "commit", "no-card", "support-0")
    return next((each for each in wanted if each in ids), ids[0])


def damage(played: Played) -> int:
    return next(event.detail["damage"] for event in played.events if event.kind == "attack")


def any_damage(played: Played) -> bool:
    return damage(played) > 0


@rule("storm", "9.3.5")
@pytest.mark.parametrize("number", range(len(ATTACKS)))
def test_attacks_do_as_much_damage_as_foretold(number: int) -> None:
    text, (first, action) = ATTACKS[number]
    state = before_the_action(text, first)
    seat = state.decision.seat
    games = list(
        play_out(state, (action,), 400, answer=with_everybody, seat=seat, seed=f"storm {number}")
    )
    figures = Figures()
    shown = [(option, state.decision.shows(option)) for option in state.decision.options]
    ((option, noted),) = [(option, each) for option, each in shown if each.note]
    lit = option.touches if noted.lights is None else noted.lights
    figures.count("note", yes_or_no(noted.note), iter(games), any_damage)
    (mark,) = [
        mark
        for mark in PAGE.overlay(state.position, "threats", {"side": OTHER[seat]}).marks
        if mark.id in lit
    ]
    figures.count("threats", yes_or_no(mark.short), iter(games), any_damage)
    (line,) = state.odds(action)
    figures.count("terminal, by all", yes_or_no(line), iter(games), any_damage)
    state.apply(action)
    if any(option.id == "add-all" for option in state.decision.options):
        (line,) = state.odds("add-all")
        figures.count("terminal", yes_or_no(line), iter(games), any_damage)
        state.apply("add-all")
    card = PAGE.flipbook(state.position, seat, state.decision).sum
    if card is not None:
        figures.count("card", by_damage(card), iter(games), lambda each: bar_of(card, damage(each)))
    figures.check()


@rule("storm", "11.0", "9.3.5")
def test_an_assault_that_has_not_struck_yet_is_foretold() -> None:
    """While its price is paid and cards may still be played, as it stands."""
    text, (first, action) = ATTACKS[2]
    state = before_the_action(text, first)
    state.apply(action)
    state.apply("add-all")
    figures, asked = Figures(), []
    while not any(event.kind == "attack" for event in state.news):
        for line in state.odds():
            asked.append(state.decision.kind)
            games = play_out(state, (), 400, answer=with_everybody, seat="allied", seed=asked[-1])
            figures.count(f"{len(asked)} {asked[-1]}", yes_or_no(line), games, any_damage)
        choice = with_everybody(state)
        assert choice is not None
        state.apply(choice)
    assert {"discard_chosen", "card_chosen"} <= set(asked)
    figures.check()


CHOSEN = (
    ("turn 3; support 4; hand allied naval-power-1; 16 352 Fus/352; 15 915/352 (Meyer)\n"
     "begin impulse", ("card-naval-power-1",)),
    ("turn 1 invasion; 18 1-8, 1-8, 16/1 landed, 116/29 landed; 25 2-9, 115/29 landed\n"
     "agenda invasion.strongpoints_fire; begin turn", ()),
    ("turn 3; hand allied follow-me; 16 69/50 spent, 56 Ind Bde spent, 352 Fus/352\n"
     "begin impulse", ("card-follow-me",)),
)  # fmt: skip
"""Attacks by cards, by strongpoints, and by units that have just become fresh."""


@rule("storm", "9.2a", "4.0o", "6.2b")
@pytest.mark.parametrize(("text", "choices"), CHOSEN)
def test_attacks_that_are_chosen_whole_are_foretold(text: str, choices: tuple[str, ...]) -> None:
    state = GAME.situation(text, seed=1)
    state.dealer = None
    for choice in choices:
        state.apply(choice)
    figures = Figures()
    for option in state.decision.options:
        for line in state.odds(option):
            games = play_out(state, (option.id,), 400, answer=with_everybody, seed=option.id)
            figures.count(option.id, yes_or_no(line), games, any_damage)
    figures.check()


def yes_or_no(text: str) -> dict[bool, float]:
    """The chance of any damage in words: a whole percent, which is a count of 36 throws."""
    percent = int(re.search(r"(\d+) ?%", text)[1])  # type: ignore[index]
    chance = round(percent * 36 / 100) / 36
    assert round(100 * chance) == percent
    return {True: chance, False: 1 - chance}


def by_damage(card: Sum) -> dict[str, float]:
    return {each.results[0]: each.chance for each in card.chances}


def bar_of(card: Sum, points: int) -> str:
    """The bar that a damage belongs to."""
    said = f"{points} damage" if points else "no damage"
    bars = by_damage(card)
    return said if said in bars else next((each for each in bars if "or more" in each), said)


@rule("storm", "9.3.3")
def test_support_points_add_what_they_promise() -> None:
    text, (first, action) = ATTACKS[0]
    state = before_the_action(text, first)
    state.apply(action)
    state.apply("add-all")
    figures = Figures()
    for choice in ("support-0", "support-2"):
        (line,) = state.odds(choice)
        games = play_out(state, (choice,), 400, seat="allied", seed=choice)
        figures.count(choice, yes_or_no(line), games, any_damage)
    figures.check()


def test_a_question_about_an_attack_shows_its_chances() -> None:
    state = GAME.situation(f"{ATTACKS[0][0]}\nbegin impulse")
    asked = {"target": "16", "units": "69/50,151/50"}
    told = PAGE.odds(state.position, state.decision, asked).attack
    assert told is not None
    assert names(unit_set("69/50", "151/50")) == told.sides[0].who
    assert sum(each.chance for each in told.chances) == pytest.approx(1)


def test_a_card_is_not_foretold_but_what_it_is_played_into() -> None:
    """6.2 The figures beside a card are those of the attack without it, and say so."""
    text, (first, action) = ATTACKS[4]
    state = before_the_action(text, first)
    state.apply(action)
    while state.decision.kind != "card_chosen" or len(state.decision.options) < 2:
        state.apply(with_everybody(state) or "")
    (standing,) = state.odds("no-card")
    cards = [option for option in state.decision.options if option.id != "no-card"]
    assert cards
    for option in cards:
        assert state.odds(option) == [f"Before this card: {standing}"]


def test_the_figures_on_the_map_are_explained() -> None:
    state = before_the_action(ATTACKS[0][0], ATTACKS[0][1][0])
    (may,) = PAGE.flipbook(state.position, "allied", state.decision).now.may
    assert "the chance that two dice bring any damage with all who can attack together" in may


def test_the_sum_of_an_attack_counts_every_throw() -> None:
    state = before_the_action(ATTACKS[0][0], ATTACKS[0][1][0])
    state.apply("fire")
    state.apply("add-all")
    assert state.position.attack is not None
    told = sum_of(state.position, state.position.attack)
    assert all(0 < each.chance * 36 <= 36 for each in told.chances)
