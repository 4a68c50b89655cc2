"""16 How likely German actions hurt a unit in a hex."""

from __future__ import annotations

from fractions import Fraction

import pytest
from german import EXTENDED, called

from beachhead.kernel.rulebook import rule
from beachhead.omaha.odds import fire_danger
from situations import options, play, table_of, unit


def by_play(text: str, name: str) -> tuple[Fraction, Fraction]:
    """The chances that a unit loses a step, or is disrupted, by playing out every card of the
    east; what the player chooses falls on the unit."""
    losses = disruptions = 0
    for number in range(1, 55):
        s = called(text, number)
        table, piece = s.position, unit(name)
        before = table_of(f"{EXTENDED}; {text}").steps_left[piece]
        while choices := options(s):
            play(s, next((each for each in choices if name in each), choices[0]))
        losses += table.steps_left[piece] < before
        disruptions += any(
            event.kind == "disrupted" and event.detail["unit"] == name for event in table.news
        )
    return Fraction(losses, 54), Fraction(disruptions, 54)


@rule("omaha", "16d")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("C3 T? depth?; 1314 A/1/16", "A/1/16"),  # fire, patrol, advance
        ("C3 5/2/916; 1314 A/1/16; 1213 B/1/16", "B/1/16"),
        ("C3 T? depth?; 1115 B/1/16; 1112 F/2/16:2", "B/1/16"),  # mortars, patrols
        ("1314 C/1/16:2; 1214 G/2/16", "C/1/16"),  # ambushes
        ("WN60 ? depth?; 0615 C/1/16", "C/1/16"),  # artillery fire
        ("A2 1/1/726; 1009 A/1/16, B/1/16, C/1/16:1", "A/1/16"),  # re-supply
    ],
)
def test_the_odds_are_those_of_playing_every_card(text: str, name: str) -> None:
    table = table_of(f"{EXTENDED}; {text}")
    table.sectors = ("east",)
    found = fire_danger.fire_odds(table, unit(name), table.hex[unit(name)])
    losses, disruptions = by_play(f"{text}; sectors east", name)
    assert found["loss"] == pytest.approx(float(losses))
    assert found["disrupted"] == pytest.approx(float(disruptions))
