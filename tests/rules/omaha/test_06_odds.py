"""What covers a hex, and how likely the next German fire hurts there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from beachhead.omaha.odds import fire_danger
from beachhead.omaha.table import cards
from beachhead.omaha.table.state import OmahaTable
from situations import hex_, options, play, run, table_of, unit


def by_play(text: str, name: str, sectors: tuple[str, ...]) -> Fraction:
    """The chance that a unit loses a step, by playing out the fire for every draw of cards."""
    losses = draws = 0
    for first in range(1, 55):
        for second in range(1, 55) if len(sectors) == 2 else (0,):
            if first == second:
                continue
            table = table_of(text)
            before = table.steps_left[unit(name)]
            for number, sector in zip((first, second), sectors, strict=False):
                run(table, fire_phase.read_card, number, sector)
                while choices := options(table):
                    play(table, next((each for each in choices if name in each), choices[0]))
            losses += table.steps_left[unit(name)] < before
            draws += 1
    return Fraction(losses, draws)


@rule("omaha", "6.2b", "6.21a")
def test_the_positions_that_cover_a_hex() -> None:
    table = table_of("WN70 ?; WN71 ? depth? disrupted; WN72N ? depth?; WN72S ?; smoke WN72")
    dangers = fire_danger.fire_danger(table, hex_("0427"))
    assert [(each["position"], each["color"], each["dot"]) for each in dangers] == [
        ("WN70", "red", "intense"),
        ("WN71", "green", "intense"),
        ("WN72", "purple", "steady"),
    ]
    assert [each["fires_on"] for each in dangers] == ["single", "", ""]
    assert [each["hits"] for each in dangers] == [1, 0, 0]
    assert [each["disrupted"] for each in dangers] == [False, True, False]
    assert [each["smoke"] for each in dangers] == [False, False, True]
    table = table_of("WN72N ? depth?; WN72S ?")
    (danger, *others) = fire_danger.fire_danger(table, hex_("0427"))
    assert (danger["position"], danger["fires_on"], danger["hits"]) == (
        "WN72",
        "single or double",
        3,
    )
    assert not any(each["occupied"] for each in others)
    assert fire_danger.fire_danger(table_of("plunging-fire"), hex_("0428"))[0]["dot"] == "steady"


@rule("omaha", "6.3d", "6.31a", "6.5d")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("WN61 ?; WN60 ? depth?; 0508 A/1/16", "A/1/16"),
        ("WN61 ?; 0508 A/1/16, G/2/16", "A/1/16"),
        ("WN61 ?; 0508 A/1/16; 0611 G/2/16", "A/1/16"),  # another unit comes first
        ("WN61 ?; WN62N ?; 0611 1/B/741; 0612 B/1/16", "B/1/16"),
        ("turn 5; WN61 ?; WN60 ?; 0606 C/1/16; 0607 L/3/16:2", "C/1/16"),  # artillery
        ("WN61 ?; WN62N ? disrupted; 0611 A/1/16", "A/1/16"),
    ],
)
def test_the_chance_of_a_loss_is_that_of_playing_every_card(text: str, name: str) -> None:
    table = table_of(f"scenario easy-fox; {text}")
    chance = fire_danger.loss_chance(table, unit(name), table.hex[unit(name)])
    assert chance == pytest.approx(float(by_play(f"scenario easy-fox; {text}", name, ("east",))))


@rule("omaha", "6.22a", "6.34a")
def test_on_the_boundary_both_cards_count() -> None:
    text = "WN65N ?; WN66N ?; 0520 G/2/116"
    table = table_of(text)
    chance = fire_danger.loss_chance(table, unit("G/2/116"), hex_("0520"))
    assert chance == pytest.approx(float(by_play(text, "G/2/116", ("east", "west"))))


def single(color: str, table: OmahaTable) -> float:
    """The chance that a color comes up single."""
    left = [each for each in cards.deck() if table.deck >> each.number & 1]
    return sum(
        any(square.color == color and not square.double for square in each.squares) for each in left
    ) / len(left)


@rule("omaha", "6.1c")
def test_a_move_is_judged_in_the_hex_it_leads_to_over_the_cards_left_in_the_deck() -> None:
    table = table_of("turn 3; discards 2 5 6 7 8; WN65N ?; 0716 A/1/16; 0714 E/2/16")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0616")) == pytest.approx(
        single("red", table)
    )
    assert table.hex[unit("E/2/16")] == hex_("0714")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0714")) == 0


@rule("omaha", "6.1c")
def test_after_this_turns_fire_the_next_turns_is_judged() -> None:
    text = "WN65N ?; 0616 E/2/16; smoke WN65; fire-cards 1 2; card-track 1 2"
    table = table_of(f"turn 2; {text}")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0616")) == pytest.approx(
        single("red", table)
    )
    table = table_of(f"turn 16; {text}")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0616")) == 0
    table = table_of("turn 3; WN65N ?; 0616 E/2/16; smoke WN65")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0616")) == 0


@rule("omaha", "6.1c")
def test_a_shuffle_before_the_next_fire_brings_the_discards_back() -> None:
    reds = [
        str(each.number) for each in cards.deck() if (red := each.square("red")) and not red.double
    ]
    text = f"WN65N ?; 0815 E/2/16; fire-cards 1 3; card-track 1 3; discards {' '.join(reds)}"
    table = table_of(f"turn 5; {text}")
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0815")) == 0
    table = table_of(f"turn 6; {text}")  # the track says shuffle
    assert fire_danger.loss_chance(table, unit("E/2/16"), hex_("0815")) == pytest.approx(
        single("red", table_of(""))
    )


@rule("omaha", "GFC.sporadic-b")
def test_the_chance_of_disruption_is_told_apart() -> None:
    table = table_of("scenario easy-fox; turn 2; WN61 ?; 0607 A/1/16")  # sporadic
    chances = fire_danger.fire_odds(table, unit("A/1/16"), hex_("0607"))
    assert chances["loss"] == 0
    assert chances["hit"] == chances["disrupted"] > 0
