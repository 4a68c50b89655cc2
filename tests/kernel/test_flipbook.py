"""The parts of a flipbook, and what a reference says about a pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.kernel.data import Pack, TableData
from beachhead.kernel.flipbook import Phase, capital, chart, game_over, phases, shown, tense
from beachhead.kernel.play import Result
from beachhead.kernel.reference import notes, reconstructed
from toy import GAME, Picket


def test_the_phases_of_a_turn() -> None:
    rules = GAME.rules
    first, second, third = list(rules.rules)[:3]
    listed = [
        Phase("move", "Move", first),
        Phase("card", "Card", second, "C"),
        Phase("end", "End", third),
    ]
    told = phases(rules, listed, 1)
    assert [phase["state"] for phase in told] == ["past", "now", "next"]
    assert list(told[1]) == ["id", "name", "rule", "short", "text", "state"]
    assert "short" not in told[0]
    assert told[0]["text"] == " ".join(each.text for each in rules.rule(first).statements)


@pytest.mark.parametrize(("turn", "state"), [(1, "past"), (2, "now"), (3, "next")])
def test_the_tense_of_a_turn(turn: int, state: str) -> None:
    assert tense(turn, 2) == state


def test_when_the_game_is_over_nothing_is_to_be_done() -> None:
    position = Picket(result=Result(["north"], "North wins.", "6"))
    assert game_over(position, "6") == {
        "title": "The game is over",
        "step": "North wins.",
        "rule": "6",
        "must": [],
        "may": [],
    }
    assert game_over(Picket(), "6")["step"] == ""


def test_a_chart_and_what_of_it_lights_up() -> None:
    table = chart("costs", "Costs", "2", ["points"], [("hill", ("2",))], "Roads cost 1.")
    assert table["rows"] == [{"head": "hill", "cells": ["2"]}]
    assert table["notes"] == ["Roads cost 1."]
    assert shown(table, True, [[0, None]]) == {**table, "needed": True, "lit": [[0, None]]}


def test_a_capital_changes_nothing_else() -> None:
    assert (capital("east of the Rhine"), capital("")) == ("East of the Rhine", "")


def pack(**provenances: str) -> Pack:
    tables = {
        name: TableData(name, f"{name}.json", provenance, "printed", ("faint",), [{}])
        for name, provenance in provenances.items()
    }
    return Pack(Path(), "town", "Town", "1", tables)


def test_a_reference_says_what_is_reconstructed_and_where_facts_are_from() -> None:
    half = pack(road_signs="reconstructed", towers="components")
    assert reconstructed(half, "Ours: {}.") == "Ours: road signs."
    assert "reconstruction (road signs)" in str(reconstructed(half))
    assert reconstructed(pack(towers="components")) is None
    assert notes(half)[:2] == ["road signs: printed", "road signs: faint"]
