"""The cards."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from beachhead.omaha.drawing.cards import HIGH, LETTERS, card_svg
from beachhead.omaha.table.cards import ArtilleryCheck, Square, card, deck

TEXT = "{http://www.w3.org/2000/svg}text"


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


# --- the pictures of cards


def test_every_card_has_a_picture_of_its_three_sections() -> None:
    for drawn in deck():
        root = ElementTree.fromstring(card_svg(drawn))
        groups = {each.get("class", ""): each for each in root.iter() if each.get("class")}
        assert {"section for-landing", "section for-fire", "section for-event"} <= set(groups)
        fire = groups["section for-fire"]
        faces = [each.get("class", "") for each in fire.iter() if "badge" in each.get("class", "")]
        colors = [face.split()[2] for face in faces if "under" not in face]
        assert colors == [square.color for square in drawn.squares]
        assert len(faces) == 3 + sum(square.double for square in drawn.squares)
        entries = [each for each in root.iter() if each.get("class") == "entry"]
        turns = [(each.get("data-from"), each.get("data-to")) for each in entries]
        assert turns == [(str(e.first_turn), str(e.last_turn)) for e in drawn.events]
        assert " id=" not in card_svg(drawn)


def test_the_words_of_a_card_stay_on_it() -> None:
    for drawn in deck():
        for line in ElementTree.fromstring(card_svg(drawn)).iter(TEXT):
            assert float(line.get("y", 0)) < HIGH - 3
            if line.get("class") == "card-words":
                assert len(line.text or "") <= LETTERS
