"""A sample of what `make soak` plays, looked at closely."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

import beachhead

EACH = 3
"""As many games of each scenario."""


@pytest.fixture(scope="module")
def soak():
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
    import soak

    return soak


@pytest.mark.parametrize("name", [*beachhead.games(), "toy:GAME"])
def test_some_games_without_trouble(soak, name: str) -> None:
    game = beachhead.load(name)
    games: dict[str, list[int]] = {scenario: [] for scenario in game.scenarios}
    for number in range(100):
        some = games[soak.settings(game, number, random.Random(number))[0]]
        if len(some) < EACH:
            some.append(number)
    for scenario, numbers in games.items():
        assert len(numbers) == EACH
        played = [soak.play(soak.Task(name, number, True)) for number in numbers]
        assert [each.trouble for each in played if each.trouble] == []
        assert {each.setting.partition(" for ")[0] for each in played} == {scenario}
