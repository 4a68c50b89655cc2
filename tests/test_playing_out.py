"""The harness that figures are checked with finds false figures, and lets true ones pass."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from playing_out import Comparison, Figures, Played, believable, every_way, play_out, tail
from situations import situation


def test_tails_are_exact() -> None:
    assert tail(10, 0.5, 0, 10) == pytest.approx(1)
    assert tail(10, 0.5, 10, 10) == pytest.approx(1 / 1024)
    assert tail(3, 0.25, 0, 1) == pytest.approx(27 / 32)


def test_what_must_or_cannot_happen_is_taken_at_its_word() -> None:
    assert believable(Comparison("must", 1.0, 5, 5), 0.001)
    assert not believable(Comparison("must", 1.0, 4, 5), 0.001)
    assert not believable(Comparison("cannot", 0.0, 1, 10_000), 0.001)


def test_true_figures_are_hardly_ever_doubted() -> None:
    rng = random.Random(1)
    doubted = 0
    for _ in range(400):
        chance = rng.random()
        came_true = sum(rng.random() < chance for _ in range(100))
        doubted += not believable(Comparison("", chance, came_true, 100), 0.01)
    assert doubted <= 12


def test_false_figures_are_found() -> None:
    state = situation(
        "turn 5 action; acting = 1; actions 2 2; 0513 1/B/741; 0610 A/1/16; 0709 16HQ\n"
        "WN62N ? depth?; begin action"
    )
    state.advance()
    state.apply("act-1/B/741")
    choices = ("barrage-WN62N",)
    chances: dict[str, Fraction] = {}
    for chance, played in every_way(state, choices):
        chances[result(played)] = chances.get(result(played), Fraction(0)) + chance
    assert sum(chances.values()) == 1
    games = list(play_out(state, choices, 300, seat="us", seed="barrage"))
    true = Figures()
    true.count("barrage", chances, iter(games), result)
    true.check()
    false = Figures()
    turned_round = dict(zip(chances, [0.8, 0.2], strict=True))
    false.count("barrage", turned_round, iter(games), result)
    with pytest.raises(AssertionError, match=r"foretold 0\.800"):
        false.check()


def result(played: Played) -> str:
    return next(e.detail["result"] for e in played.events if e.kind == "barrage-result")
