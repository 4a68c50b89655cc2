"""14.1 German fire in the extended game."""

from __future__ import annotations

import pytest
from german import EXTENDED, called, steps_left

from beachhead.kernel.rulebook import rule
from beachhead.omaha.german_fire import fire_phase
from situations import draw, events, options, play, run, situation, texts

TURN_16 = "scenario d-day-at-omaha-beach; turn 16"


@rule("omaha", "14.11a", "14.1a", "14d")
@pytest.mark.parametrize(
    ("position", "limits"),
    [
        ("WN60 ?", (1, 2)),
        ("WN60 ? depth?", (2, 4)),
    ],
)
def test_hit_limits_are_doubled(position: str, limits: tuple[int, int]) -> None:
    for start, limit in zip((TURN_16, EXTENDED), limits, strict=True):
        s = called(f"{position}; 0609 A/1/16, B/1/16, C/1/16, D/1/16, E/2/16", 26, start=start)
        for _ in range(limit):  # single purple with the armor symbol; all equal in an intense hex
            if options(s):
                play(s, options(s)[0])
        left = steps_left(s, "A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/16")
        assert 15 - sum(left) == limit
        assert f"hit limit {limit}" in texts(events(s, "fire"))[0]


@rule("omaha", "14.11a")
def test_a_two_hex_wn_counts_all_its_markers_twice() -> None:
    s = called("WN62N ? depth?; WN62S ?; 0611 A/1/16", 39)  # single green with the armor symbol
    assert "hit limit 6" in texts(events(s, "fire"))[0]


@rule("omaha", "14.12a", "14.12b", "14.1a")
def test_a_unit_loses_a_step_to_each_of_several_positions() -> None:
    text = "D7 1/1/726 depth?; D3 3/1/726 depth?; 1418 A/1/16"
    # red and green fire; both have 1418 in their intense field, and hits to spare
    assert steps_left(called(text, 22), "A/1/16") == [1]
    assert steps_left(called(text, 22, start=TURN_16), "A/1/16") == [2]


@rule("omaha", "14.12a")
def test_the_second_sector_and_artillery_may_cost_a_further_step() -> None:
    # 0618 in the east is in the field of WN65 (red, east) and of WN66 (brown, west)
    s = situation(f"{EXTENDED}; WN65N ?; WN66N ?; 0618 C/1/16; 0523 A/1/116:1; 0911 B/1/16")
    run(s, fire_phase.fire_phase)
    play(s, draw(8), draw(31))  # single red; then double brown: no
    assert steps_left(s, "C/1/16") == [2]
    s = situation(f"{EXTENDED}; WN65N ?; WN66N ?; 0618 C/1/16")
    run(s, fire_phase.fire_phase)
    play(s, draw(45), draw(8))  # single red M and two 88s in the east; single brown R
    assert steps_left(s, "C/1/16") == [1]
    s = situation(f"{TURN_16}; WN65N ?; WN66N ?; 0618 C/1/16")
    run(s, fire_phase.fire_phase)
    play(s, draw(45), draw(8))
    assert steps_left(s, "C/1/16") == [2]
    # a position and the artillery check of the same card
    text = "WN61 ?; WN60 ?; WN65S ?; 0612 C/1/16"
    assert steps_left(called(text, 4), "C/1/16") == [1]  # single orange, then three guns, circle
    assert steps_left(called(text, 4, start=TURN_16), "C/1/16") == [2]


@rule("omaha", "14.12a", "14.12b")
def test_concentration_is_judged_when_a_position_fires() -> None:
    # in the extended game D7 fires first (16) and takes 1418 below five steps, so D3's own
    # targets there must show the card's symbol
    text = "D7 1/1/726; D3 3/1/726; 1417 B/1/16, C/1/16:2"
    s = called(text, 22)  # diamond: nobody here has it
    assert steps_left(s, "B/1/16", "C/1/16") == [2, 1]
    s = called(text, 22, start=TURN_16)
    assert steps_left(s, "B/1/16", "C/1/16") == [2, 1]
    s = called(text.replace("C/1/16:2", "C/1/16"), 22)
    assert steps_left(s, "B/1/16", "C/1/16") == [2, 2]
