"""Overlays: what is offered, what is drawn, and what is asked wrongly."""

from __future__ import annotations

from functools import partial

import pytest

from beachhead.errors import BeachheadError
from beachhead.kernel.overlays import (
    SIGNS,
    Overlay,
    Parameters,
    Shown,
    asked_sides,
    drawn,
    grade,
    legend,
    mark,
    menu,
)
from toy import Picket

SIDES = ("north", "south")
MARKS = {**SIGNS, "mine": "✳"}


def mines(position: Picket, parameters: Parameters) -> Shown:
    sides = asked_sides(SIDES, parameters)
    return {"marks": [f"{SIDES[side]} {position.turn}" for side in sides], "hint": "Step softly."}


OVERLAYS = (
    Overlay("mines", "Mines", "m", "3", mines, {"side": SIDES, "unit": ()}),
    Overlay("fog", "Fog", "f", "4", lambda _position, _parameters: {}),
)


def test_what_is_offered() -> None:
    assert menu(OVERLAYS)[0] == {
        "id": "mines",
        "title": "Mines",
        "key": "m",
        "rule": "3",
        "parameters": [{"id": "side", "values": ["north", "south"]}, {"id": "unit", "values": []}],
    }
    assert menu(OVERLAYS)[1]["parameters"] == []


def test_an_overlay_has_everything_a_page_looks_for() -> None:
    assert drawn(OVERLAYS, Picket(), "fog", {}) == {
        "name": "fog",
        "title": "Fog",
        "rule": "4",
        "hexes": {},
        "marks": [],
        "legend": [],
        "parameters": {},
    }
    shown = drawn(OVERLAYS, Picket(turn=3), "mines", {"side": "south"})
    assert shown["marks"] == ["south 3"]
    assert (shown["hint"], shown["parameters"]) == ("Step softly.", {"side": "south"})


def test_without_a_side_all_are_shown() -> None:
    assert drawn(OVERLAYS, Picket(), "mines", {})["marks"] == ["north 0", "south 0"]


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("mines", {"color": "red"}, "color: this overlay has no such parameter; it has side, unit"),
        ("fog", {"side": "north"}, "side: this overlay has no such parameter; it has none"),
        ("mines", {"side": "east"}, "side: choose one of north, south"),
    ],
)
def test_a_wrong_parameter_is_named(name: str, parameters: Parameters, said: str) -> None:
    with pytest.raises(BeachheadError) as error:
        drawn(OVERLAYS, Picket(), name, parameters)
    assert str(error.value) == said


def test_marks_and_the_legend() -> None:
    at = partial(mark, "hex-{}".format, "Hill {}".format)
    assert at(7, "mine", "a mine") == {
        "id": "hex-7",
        "class": "mine",
        "label": "Hill 7: a mine",
        "short": "",
        "value": 1,
    }
    assert legend(MARKS, ("mine", "a mine"), ("low", "hardly any")) == [
        {"class": "mine", "text": "a mine", "mark": "✳"},
        {"class": "low", "text": "hardly any", "mark": "▱"},
    ]


@pytest.mark.parametrize(("value", "class_"), [(0.9, "high"), (0.5, "high"), (0.4, "low")])
def test_a_grade_begins_at_its_least_value(value: float, class_: str) -> None:
    assert grade((("high", 0.5), ("low", 0.0)), value) == class_
