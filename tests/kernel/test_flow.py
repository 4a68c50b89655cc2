"""The cheapest flow, by which the look-ahead of 2d4 shares out rooms."""

from __future__ import annotations

from beachhead.kernel.flow import cheapest_flow


def test_each_pays_the_cheapest_way_that_is_left() -> None:
    edges = [
        ("here", "one", 1, 0),
        ("here", "two", 1, 0),
        ("one", "near", 1, 1),
        ("one", "far", 1, 3),
        ("two", "near", 1, 2),
        ("near", "there", 1, 0),
        ("far", "there", 1, 0),
    ]
    # The first takes the near room; for the second it goes farther, which costs 3 and 2 in all.
    assert list(cheapest_flow(edges)) == [1, 4]


def test_as_many_pass_as_there_is_room_for() -> None:
    edges = [("here", "room", 5, 0), ("room", "there", 2, 1)]
    assert list(cheapest_flow(edges)) == [1, 1]
    assert list(cheapest_flow([("here", "room", 5, 0)])) == []
