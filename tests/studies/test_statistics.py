"""Statistics against values from textbooks and from scipy."""

from __future__ import annotations

import math
import random

import pytest

from beachhead.studies import statistics


@pytest.mark.parametrize(
    ("table", "p"),
    [
        ((3, 4, 1, 4), 0.485714),  # Fisher's lady, who tasted tea
        (
            (1, 10, 11, 14),
            0.002759,
        ),  # men and women who diet, in many textbooks
        ((8, 10, 1, 6), 0.034965),
        ((0, 50, 0, 50), 1.0),
        ((0, 50, 50, 50), 1.9824e-29),
    ],
)
def test_fisher(table: tuple[int, int, int, int], p: float) -> None:
    assert statistics.fisher(*table) == pytest.approx(p, rel=1e-3)


def test_mann_whitney_with_ties() -> None:
    # scipy.stats.mannwhitneyu([1, 2, 2, 3], [2, 3, 4, 4], method="asymptotic")
    delta, p = statistics.mann_whitney([1, 2, 2, 3], [2, 3, 4, 4])
    assert delta == pytest.approx(-0.6875)
    assert p == pytest.approx(0.1337, abs=5e-4)
    assert statistics.mann_whitney([2, 2], [2, 2]) == (0.0, 1.0)
    assert statistics.mann_whitney([], [2, 2]) == (0.0, 1.0)


def test_the_difference_of_shares_is_newcombes() -> None:
    # Newcombe 1998, example (a): 56 of 70 and 48 of 80
    found = statistics.shares([1.0] * 56 + [0.0] * 14, [1.0] * 48 + [0.0] * 32)
    assert found.by.value == pytest.approx(0.2)
    assert found.by.low == pytest.approx(0.0524, abs=1e-4)
    assert found.by.high == pytest.approx(0.3339, abs=1e-4)
    assert found.p == pytest.approx(statistics.fisher(56, 70, 48, 80))


def test_with_draws_ranks_are_compared() -> None:
    found = statistics.shares([0.5] * 9 + [1.0], [0.0] * 5 + [0.5] * 5)
    assert found.by.value == pytest.approx(0.3)
    assert found.p == statistics.mann_whitney([0.5] * 9 + [1.0], [0.0] * 5 + [0.5] * 5)[1]


def test_means_and_their_interval() -> None:
    found = statistics.means([1.0, 2.0, 3.0], [4.0, 6.0])
    assert found.by.value == -3.0
    assert found.by.high - found.by.low == pytest.approx(2 * 1.959964 * math.sqrt(1 / 3 + 1))
    assert found.effect == -1.0


def test_holm_keeps_the_order_and_never_exceeds_one() -> None:
    assert statistics.holm([]) == []
    assert statistics.holm([0.5, 0.9]) == [1.0, 1.0]
    assert statistics.holm([0.04, 0.001]) == pytest.approx([0.04, 0.002])


def test_holm_finds_nothing_where_there_is_nothing() -> None:
    rng = random.Random(3)
    wrong = 0
    for _ in range(300):
        samples = [[rng.gauss(0, 1) for _ in range(25)] for _ in range(6)]
        ps = [statistics.means(each, samples[0]).p for each in samples[1:]]
        wrong += min(statistics.holm(ps)) < 0.05
    assert wrong / 300 < 0.08


def test_bins_are_whole_and_hold_all() -> None:
    values = [-7.0, -6.5, 0.0, 12.0]
    width, counts = statistics.histogram(values, most=10)
    assert width == 2
    assert sum(counts.values()) == 4
    assert set(counts) == {-4, 0, 6}


def test_survival_begins_with_all_and_has_an_interval() -> None:
    found = statistics.survival([1, 2, 2, 5], 5)
    assert [each.value for each in found] == [1.0, 0.75, 0.25, 0.25, 0.25, 0.0]
    assert all(each.low - 1e-9 <= each.value <= each.high + 1e-9 for each in found)
