"""The dealer: the same from a seed everywhere, and fair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.chance import Dealer

SEEDS = st.integers() | st.text(max_size=5)


def too_uneven(counts: Counter[int], weights: Sequence[int]) -> bool:
    """Whether chi-square is beyond what luck explains (about one in a million)."""
    drawn, total = sum(counts.values()), sum(weights)
    chi_square = sum(
        (counts[number] - drawn * weight / total) ** 2 / (drawn * weight / total)
        for number, weight in enumerate(weights)
        if weight
    )
    freedom = sum(map(bool, weights)) - 1
    return chi_square > freedom + 7 * math.sqrt(2 * freedom) + 10


def deal(seed: int | str, count: int, times: int) -> list[int]:
    dealer = Dealer(seed)
    return [dealer.pick(count) for _ in range(times)]


@given(SEEDS)
def test_the_same_seed_deals_the_same(seed: int | str) -> None:
    assert deal(seed, 54, 20) == deal(seed, 54, 20)
    assert Dealer.of(seed).pick(10**9) == Dealer(seed).pick(10**9)


def test_a_number_and_its_text_are_different_seeds() -> None:
    assert deal(7, 1000, 5) != deal("7", 1000, 5)


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    first = Counter(deal(seed, 6, 1)[0] for seed in range(6000))
    assert not too_uneven(first, [1] * 6)
    assert not set(deal(1, 10**9, 50)) & set(deal(2, 10**9, 50))


def test_what_a_seed_deals_never_changes() -> None:
    """Saved games with a seed go on as they would have."""
    assert deal(7, 1000, 6) == [558, 420, 614, 329, 870, 324]
    dealer = Dealer(7)
    dealer.key = 0  # the published values of splitmix64 from state 0
    assert dealer.pick(1 << 64) == 0xE220A8397B1DCDAF
    assert dealer.pick(1 << 64) == 0x6E789E6AA1B965F4


@given(SEEDS, st.integers(0, 50))
def test_a_dealer_is_its_seed_and_how_much_it_drew(seed: int | str, drawn: int) -> None:
    dealer = Dealer(seed)
    for _ in range(drawn):
        dealer.pick(6)
    assert dealer.drawn == drawn
    assert Dealer(seed, drawn).pick(10**9) == dealer.pick(10**9)


def test_a_copy_deals_the_same_and_apart() -> None:
    dealer = Dealer(7)
    dealer.pick(6)
    clone = dealer.copy()
    assert [clone.pick(1000) for _ in range(5)] == [dealer.pick(1000) for _ in range(5)]
    clone.pick(6)
    assert (clone.drawn, dealer.drawn, clone.seed) == (7, 6, 7)


@given(SEEDS, st.integers(1, 10**6))
def test_a_pick_is_below_the_count(seed: int | str, count: int) -> None:
    assert all(0 <= number < count for number in deal(seed, count, 10))


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 54])
def test_every_number_is_as_likely(count: int) -> None:
    assert not too_uneven(Counter(deal("fair", count, 20_000)), [1] * count)


@pytest.mark.parametrize("weights", [[1, 1], [2, 1, 1, 1], [0, 3, 0, 7], [1, 99], [5]])
def test_numbers_are_as_likely_as_their_weights(weights: list[int]) -> None:
    dealer = Dealer("weighed")
    counts = Counter(dealer.pick(len(weights), weights) for _ in range(20_000))
    assert not too_uneven(counts, weights)
    assert not [number for number in counts if weights[number] == 0]


def test_the_measure_tells_a_loaded_die() -> None:
    dealer = Dealer("loaded")
    counts = Counter(dealer.pick(6, [11, 10, 10, 10, 10, 9]) for _ in range(20_000))
    assert too_uneven(counts, [1] * 6)


def test_one_draw_a_pick_with_weights_or_without() -> None:
    dealer = Dealer(7)
    dealer.pick(6)
    dealer.pick(3, [1, 2, 3])
    assert dealer.drawn == 2


def test_weights_that_add_up_to_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Dealer(7).pick(2, [0, 0])


def test_every_order_is_as_likely() -> None:
    dealer = Dealer("shuffle")
    orders = {order: number for number, order in enumerate(permutations("abcd"))}
    counts = Counter(orders[tuple(dealer.shuffled("abcd"))] for _ in range(24_000))
    assert not too_uneven(counts, [1] * 24)


@given(SEEDS, st.lists(st.integers()))
def test_shuffling_keeps_the_things_and_the_list(seed: int | str, things: list[int]) -> None:
    before = things[:]
    assert sorted(Dealer(seed).shuffled(things)) == sorted(things)
    assert things == before
