"""Two ways to the same matching, and one that is quick for many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.matching import FEW, by_cuts, by_paths, most_matched

GIVERS = st.tuples(st.integers(0, 255), st.integers(1, 3), st.integers(0, 3))


@given(st.lists(GIVERS, max_size=7))
def test_cuts_and_paths_agree(givers: list[tuple[int, int, int]]) -> None:
    assert by_cuts(givers) == by_paths(givers)


def test_givers_with_nothing_left_serve_nobody() -> None:
    assert most_matched((0b1, 0b1), (0, 0), (1, 1)) == (0, 0)


def test_a_long_chain_of_givers_is_no_trouble() -> None:
    """On a crowded beach a card may call twenty positions whose fields overlap: as many cuts as two
    to the power of that would take seconds."""
    chain = [0b11 << number for number in range(20)]
    assert len(chain) > FEW
    assert most_matched(chain, [1] * 20, [1] * 20) == (20, 0)
    assert most_matched(chain, [2] * 20, [1] * 20) == (21, 19)
