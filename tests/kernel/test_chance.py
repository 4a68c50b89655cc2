"""The dealer: the same from a seed everywhere, and fair."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.chance import OLD, Dealer, Dealing, DealingError

SEEDS = st.integers() | st.text(min_size=1, max_size=5)


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


def deal(seed: int | str | Dealing, count: int, times: int) -> list[int]:
    dealer = Dealer.of(seed)
    return [dealer.pick(count) for _ in range(times)]


@given(SEEDS)
def test_the_same_seed_deals_the_same(seed: int | str) -> None:
    assert deal(seed, 54, 20) == deal(seed, 54, 20)
    assert Dealer.of(seed).pick(10**9) == Dealer(seed).pick(10**9)


def test_a_number_and_its_text_are_different_seeds() -> None:
    assert deal(7, 1000, 5) != deal("7", 1000, 5)


def test_neighboring_seeds_have_nothing_in_common() -> None:
    first = Counter(deal(seed, 6, 1)[0] for seed in range(6000))
    assert not too_uneven(first, [1] * 6)
    assert not set(deal(1, 10**9, 50)) & set(deal(2, 10**9, 50))


def test_what_a_seed_deals_never_changes() -> None:
    """Saved games go on as they would have."""
    assert deal(7, 1000, 6) == [163, 258, 741, 798, 303, 288]
    secret = Dealing(secret="0f" * 32, nonces={"east": "a" * 32, "west": "b" * 32})
    assert deal(secret, 1000, 6) == [881, 701, 781, 357, 708, 421]


def test_what_version_0_1_dealt_never_changes() -> None:
    old = Dealing(seed=7, dealer=OLD)
    assert deal(old, 1000, 6) == [558, 420, 614, 329, 870, 324]
    dealer = Dealer.of(old)
    dealer._key = 0  # the published values of splitmix64 from state 0
    assert dealer.pick(1 << 64) == 0xE220A8397B1DCDAF
    assert dealer.pick(1 << 64) == 0x6E789E6AA1B965F4


# --- secrets


def nonce(letter: str) -> str:
    return letter * 32


def test_a_commitment_tells_nothing_and_binds() -> None:
    dealing = Dealing.fresh(["east"])
    assert dealing.secret is not None
    assert dealing.commitment is not None
    assert len(bytes.fromhex(dealing.secret)) == 32
    assert dealing.secret not in dealing.commitment
    assert dealing.claim("east", nonce("a")).commitment == dealing.commitment
    assert Dealing.fresh(["east"]).commitment != dealing.commitment
    assert Dealing.of(7).commitment is None


def test_nothing_can_be_dealt_before_all_nonces_are_there() -> None:
    dealing = Dealing.fresh(["east", "west"])
    assert (dealing.awaited, dealing.ready) == (["east", "west"], False)
    dealing = dealing.claim("east", nonce("a"))
    assert dealing.awaited == ["west"]
    with pytest.raises(AssertionError):
        dealing.key()
    assert dealing.claim("west", nonce("b")).ready


def test_every_nonce_changes_what_is_dealt() -> None:
    dealing = Dealing.fresh(["east", "west"])
    both = [
        dealing.claim("east", nonce(one)).claim("west", nonce(two))
        for one, two in ("ab", "ac", "cb", "ba")
    ]
    assert len({tuple(deal(each, 1 << 64, 3)) for each in both}) == 4
    assert deal(both[0], 6, 9) == deal(
        dealing.claim("west", nonce("b")).claim("east", nonce("a")), 6, 9
    ), "who sits down first changes nothing"


def test_a_nonce_is_added_once() -> None:
    dealing = Dealing.fresh(["east"]).claim("east", nonce("a"))
    assert dealing.claim("east", nonce("b")) == dealing
    assert dealing.claim("nobody", nonce("b")) == dealing


@pytest.mark.parametrize("wrong", ["short", "x" * 201, "a b" * 20, 7, None, "\u00e4" * 40])
def test_a_nonce_that_can_be_guessed_is_refused(wrong: object) -> None:
    with pytest.raises(DealingError, match="nonce: should be 32 to 200 random"):
        Dealing.fresh(["east"]).claim("east", wrong)  # type: ignore[arg-type]


def test_no_value_on_the_way_is_narrower_than_128_bits() -> None:
    """The secret, the key made of it, and what a draw is made of."""
    dealing = Dealing.fresh()
    dealer = Dealer(dealing)
    assert len(bytes.fromhex(str(dealing.secret))) * 8 >= 128
    assert len(dealing.key()) * 8 >= 128
    assert dealer._key.digest_size * 8 >= 128
    assert len({dealer.pick(1 << 128) % (1 << 64) for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "dealing",
    [
        Dealing.of(7),
        Dealing.of("seven"),
        Dealing(seed=7, dealer=OLD, since=4),
        Dealing.fresh(),
        Dealing.fresh(["east"], since=9),
        Dealing.fresh(["east"]).claim("east", "a" * 32),
    ],
)
def test_a_dealing_is_written_and_read(dealing: Dealing) -> None:
    assert Dealing.from_data(json.loads(json.dumps(dealing.to_data()))) == dealing


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
    assert (clone.drawn, dealer.drawn, clone.dealing) == (7, 6, dealer.dealing)


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
