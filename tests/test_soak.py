"""A sample of what `make soak` plays, looked at closely."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import beachhead


@pytest.fixture(scope="module")
def soak():
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
    import soak

    return soak


@pytest.mark.parametrize("name", [*beachhead.games(), "toy:GAME"])
def test_some_games_without_trouble(soak, name: str) -> None:
    first = 13 if name == "omaha" else 0  # so that every scenario is among them
    games = 4 if name == "storm" else 20  # its games are longer
    numbers = range(first, first + games)
    played = [soak.play(soak.Task(name, number, True)) for number in numbers]
    assert [each.trouble for each in played if each.trouble] == []
    assert {each.setting.partition(" for ")[0] for each in played} == set(
        beachhead.load(name).scenarios
    )
