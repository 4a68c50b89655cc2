"""What D-Day (1991) shows beside options, against combats that are played out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from beachhead.dday91.page import DDay91Page
from beachhead.kernel.play import State
from beachhead.kernel.rulebook import rule
from dday91_situations import GAME
from playing_out import Figures, Played, play_out

PAGE = DDay91Page()
STEP = "turn 2 allied combat; moves 20 20"
COMBATS = (
    (f"{STEP}; G16 5U; G15 47 reduced", "G15"),
    (f"{STEP}; G12 5U; H12 7U; G13 66 reduced; D11 67; A14 1-US", "G13"),
    (f"{STEP}; options initiative; G12 5U; G13 66; G15 67", "G13"),
    ("turn 3 allied combat; options pursuit; moves 20 20; G12 5U; H12 7U; G13 66 reduced", "G13"),
    ("turn 5 german combat; moves 9 9; G12 47, 66; G13 5U reduced", "G13"),
)


def step(text: str) -> State[Any]:
    return GAME.situation(f"{text}; begin combat")


def with_everybody(state: State[Any]) -> str | None:
    """All attack, the first throw stands; until the combat is settled."""
    if any(event.kind == "combat" for event in state.news):
        return None
    options = state.decision.options
    ids = [option.id for option in options]
    adding = next((each for each in ids if each.startswith("add-")), None)
    wanted = (adding, "commit", "accept", "done")
    resolving = next((each for each in ids if each.startswith("resolve-")), ids[0])
    return next((each for each in wanted if each in ids), resolving)


def outcome(played: Played) -> tuple[bool, int]:
    """Whether the attacker won the throw, and the losses of the other side."""
    told = next(event for event in played.events if event.kind == "combat")
    attack, defense = map(int, re.findall(r"= (\d+)", told.text))
    return attack > defense, told.detail["losses"]


def wins(played: Played) -> bool:
    return outcome(played)[0]


def loses(won: bool, losses: int) -> Any:
    """Whether the side that did not win has so many losses."""
    return lambda played: outcome(played) == (won, losses)


def yes_or_no(chance: float) -> dict[bool, float]:
    return {True: chance, False: 1 - chance}


WORDS = {
    (True, 2): "the defender retreats, 2 losses",
    (True, 1): "the defender retreats, 1 loss",
    (True, 0): "the defender retreats",
    (False, 0): "the defender holds",
    (False, 1): "the attacker takes 1 loss",
    (False, 2): "the attacker takes 2 losses",
}


@rule("dday91", "4c2")
@pytest.mark.parametrize("number", range(len(COMBATS)))
def test_combats_come_out_as_often_as_foretold(number: int) -> None:
    text, target = COMBATS[number]
    state = step(text)
    seat = state.decision.seat
    choice = f"attack-{target}"
    games = list(play_out(state, (choice,), 400, answer=with_everybody, seat=seat, seed=text))
    figures = Figures()
    figures.count("label", said(notes(state)[f"hex-{target}"]), iter(games), wins)
    marks = {each.id: each for each in PAGE.overlay(state.position, "odds", {}).marks}
    figures.count("overlay", said(marks[f"hex-{target}"].short), iter(games), wins)
    card = PAGE.odds(state.position, state.decision, {"target": target}).attack
    assert card is not None
    bars = {each.results[0]: each.chance for each in card.chances}
    figures.count("bars", bars, iter(games), lambda each: WORDS[outcome(each)])
    note = next(each for each in card.notes if each.startswith("The attacker wins"))
    figures.count("note", said(note), iter(games), wins)
    state.apply(choice)
    while state.decision.kind == "attacker_added":
        state.apply(with_everybody(state) or "")
    while state.decision.kind != "combat_chosen":
        state.apply("done")
    (label,) = notes(state).values()
    figures.count("label of the combat", said(label), iter(games), wins)
    (line,) = state.odds(f"resolve-{target}")
    percents = [int(each) / 100 for each in re.findall(r"(\d+) %", line)]
    for name, chance, happens in zip(
        ("wins", "attacker one", "attacker two", "defender one", "defender two"),
        percents,
        (wins, loses(False, 1), loses(False, 2), loses(True, 1), loses(True, 2)),
        strict=True,
    ):
        figures.count(name, yes_or_no(chance), iter(games), happens)
    figures.check()


def notes(state: State[Any]) -> dict[str, str]:
    """What stands on the map, by where."""
    found = {}
    for option in state.decision.options:
        shown = state.decision.shows(option)
        if shown.note:
            lit = option.touches if shown.lights is None else shown.lights
            found |= dict.fromkeys(lit, shown.note)
    return found


def said(text: str) -> dict[bool, float]:
    """A percent of a hundred throws."""
    return yes_or_no(int(re.search(r"(\d+)%", text)[1]) / 100)  # type: ignore[index]


def test_the_figures_on_the_map_are_explained() -> None:
    state = step(COMBATS[0][0])
    said = PAGE.flipbook(state.position, "allied", state.decision).now.may
    assert any("the chance that the attacker wins a throw of the dice" in each for each in said)
