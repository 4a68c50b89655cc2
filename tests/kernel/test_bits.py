"""Sets as ints: members one by one, in a list, and the unions of sets that numbers have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel.bits import Unions, listed, members, set_of, unpacked

NUMBERS = st.sets(st.integers(0, 700))


@given(NUMBERS)
def test_members_come_in_order(numbers: set[int]) -> None:
    bits = set_of(numbers)
    assert list(members(bits)) == unpacked(bits) == [*listed(bits)] == sorted(numbers)


@given(st.lists(st.integers(0, 1 << 70), min_size=30, max_size=30), st.data())
def test_a_union_holds_what_one_of_its_sets_holds(sets: list[int], data: st.DataObject) -> None:
    unions = Unions(sets)
    for _ in range(3):
        chosen = data.draw(st.sets(st.integers(0, 29)))
        expected = 0
        for number in chosen:
            expected |= sets[number]
        assert unions.of(set_of(chosen)) == expected
