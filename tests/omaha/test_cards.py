"""The cards."""

from __future__ import annotations

from collections import Counter

import pytest

from beachhead.omaha.cards import ArtilleryCheck, Square, card, deck


def test_the_deck() -> None:
    assert [each.number for each in deck()] == list(range(1, 55))
    assert Counter(each.target for each in deck()) == {"circle": 18, "diamond": 18, "triangle": 18}
    colors = Counter(square.color for each in deck() for square in each.squares)
    assert set(colors.values()) == {27}
    assert len(colors) == 6
    assert sum(each.mine for each in deck()) == 9


def test_card_24() -> None:
    """The card of the first German fire example."""
    assert card(24).landing == {"diamond": "D", "triangle": "B", "circle": "A"}
    assert card(24).squares == (
        Square("red", False, "M"),
        Square("purple", True, "A"),
        Square("green", True, "armor"),
    )
    assert card(24).square("green") == Square("green", True, "armor")
    assert card(24).square("brown") is None
    assert card(24).artillery is None
    assert card(4).artillery == ArtilleryCheck(3, ("75", "88", "105"))


@pytest.mark.parametrize(
    ("number", "turn", "kinds"),
    [
        (1, 1, []),
        (1, 2, ["reinforce"]),
        (1, 10, ["reinforce"]),
        (1, 21, ["remove_german_disruption"]),
        (1, 31, ["remove_german_disruption"]),
        (1, 32, []),
        (4, 5, ["naval_fire", "reinforce"]),
        (7, 20, ["hero", "depth"]),
    ],
)
def test_events_by_turn(number: int, turn: int, kinds: list[str]) -> None:
    assert [effect.kind.name for effect in card(number).effects(turn)] == kinds


def test_details_of_an_effect() -> None:
    (smoke,) = card(3).effects(2)
    assert smoke["positions"] == ("WN72", "WN73")
    assert (smoke.kind.rule, smoke.kind.lasts) == ("EV.smoke", "turn")
    (naval_fire,) = card(7).effects(25)
    assert naval_fire["targets"] == {"diamond": "WN62S", "triangle": "A4", "circle": "C1"}


def test_every_turn_with_an_event_phase_has_an_entry() -> None:
    for each in deck():
        assert all(each.effects(turn) for turn in range(2, 32))
