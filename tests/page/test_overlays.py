"""Overlays: what is offered, what is drawn, and what is asked wrongly."""

from __future__ import annotations

from functools import partial

import pytest

from beachhead.errors import BeachheadError
from beachhead.page import Page
from beachhead.page.overlays import (
    SIGNS,
    Laid,
    Legend,
    Mark,
    Offer,
    Overlay,
    Parameter,
    Parameters,
    Shown,
    asked_sides,
    grade,
    legend,
    mark,
)
from toy import Picket

SIDES = ("north", "south")
MARKS = {**SIGNS, "mine": "✳"}


def mines(position: Picket, parameters: Parameters) -> Laid:
    sides = asked_sides(SIDES, parameters)
    marks = [Mark(f"hex-{side}", "mine", f"{SIDES[side]} {position.turn}") for side in sides]
    return Laid(marks, hint="Step softly.")


class Hills(Page[Picket]):
    overlays = (
        Overlay("mines", "Mines", "m", "3", mines, {"side": SIDES, "unit": ()}),
        Overlay("fog", "Fog", "f", "4", lambda _position, _parameters: Laid()),
    )


PAGE = Hills()


def test_what_is_offered() -> None:
    parameters = [Parameter("side", ["north", "south"]), Parameter("unit", [])]
    assert [each.offer for each in PAGE.overlays] == [
        Offer("mines", "Mines", "m", "3", parameters),
        Offer("fog", "Fog", "f", "4", []),
    ]


def test_an_overlay_has_everything_a_page_looks_for() -> None:
    assert PAGE.overlay(Picket(), "fog", {}) == Shown(
        name="fog", title="Fog", rule="4", parameters={}
    )
    shown = PAGE.overlay(Picket(turn=3), "mines", {"side": "south"})
    assert [each.label for each in shown.marks] == ["south 3"]
    assert (shown.hint, shown.parameters) == ("Step softly.", {"side": "south"})


def test_without_a_side_all_are_shown() -> None:
    shown = PAGE.overlay(Picket(), "mines", {})
    assert [each.label for each in shown.marks] == ["north 0", "south 0"]


def test_an_overlay_that_there_is_not_is_named() -> None:
    with pytest.raises(BeachheadError, match="overlay: there is no 'rain'; there are mines, fog"):
        PAGE.overlay(Picket(), "rain", {})


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
        PAGE.overlay(Picket(), name, parameters)
    assert str(error.value) == said


def test_marks_and_the_legend() -> None:
    at = partial(mark, "hex-{}".format, "Hill {}".format)
    assert at(7, "mine", "a mine") == Mark("hex-7", "mine", "Hill 7: a mine")
    assert legend(MARKS, ("mine", "a mine"), ("low", "hardly any")) == [
        Legend("mine", "a mine", "✳"),
        Legend("low", "hardly any", "▱"),
    ]


@pytest.mark.parametrize(("value", "class_"), [(0.9, "high"), (0.5, "high"), (0.4, "low")])
def test_a_grade_begins_at_its_least_value(value: float, class_: str) -> None:
    assert grade((("high", 0.5), ("low", 0.0)), value) == class_
