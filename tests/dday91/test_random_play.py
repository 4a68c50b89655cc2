"""Random games: what must hold at every decision, and the suite that every game passes."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from beachhead.dday91.table.house_rules import HOUSE_RULES
from beachhead.dday91.table.state import OPTIONS
from beachhead.kernel.play import State
from beachhead.kernel.reconstructions import FIRST, RECONSTRUCTION
from beachhead.suites.conformance import Conformance
from beachhead.suites.saves import SaveConformance
from consent import apply_and_watch, asked_in_vain
from dday91_situations import GAME, situation
from documents import saved

ALL = dict.fromkeys(OPTIONS, True)


def is_sound(state: State[Any]) -> None:
    assert GAME.invariants(state.position) == []


class TestDDay91(Conformance):
    game = GAME
    games = 2
    thinking = 0.01
    setups: ClassVar[list[tuple[str, dict[str, Any]]]] = [("1944", {}), ("1943", ALL)]


class TestDDay91Saves(SaveConformance):
    game = GAME
    games = 1
    setups = TestDDay91.setups
    kept = saved("dday91")[:2]  # tests/test_saves.py opens them all


@pytest.mark.parametrize("seed", range(4))
def test_the_invariants_hold_and_nobody_is_asked_in_vain_nor_spends_unasked(seed: int) -> None:
    rng = random.Random(seed)
    given = {setting.id: rng.choice(setting.values) for setting in GAME.settings.values()}
    state = GAME.setup(("1944", "1943")[seed % 2], given if seed > 1 else {}, seed=seed)
    while not state.over:
        is_sound(state)
        assert asked_in_vain(state) == ""
        assert apply_and_watch(state, rng.choice(state.decision.options), "spend") == []
    is_sound(state)
    assert state.position.turn == 12


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_ever_made_to_give_a_unit_up(seed: int) -> None:
    """2d4: in the basic game what would lead there is refused when it is chosen."""
    rng = random.Random(seed)
    state = GAME.setup(("1944", "1943")[seed % 2], seed=seed)
    while not state.over:
        options = state.decision.options
        assert not options[0].id.startswith("give-up-")
        state.apply(rng.choice(options))


def test_the_options_and_house_rules_are_settings() -> None:
    assert set(GAME.settings) == {*OPTIONS, *HOUSE_RULES, RECONSTRUCTION}
    for setting in GAME.settings.values():
        assert setting.default in (False, "default", FIRST)
        assert len(setting.text) > 20
    table = GAME.setup(options={"weather": True, "rhine-count": "alternative"}).position
    assert table.options == ["weather"]
    assert table.house == {"rhine-count": "alternative"}


# --- the invariants notice


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("G13 5U, 66", "both sides are in G13"),
        ("C14 5U", "is at sea in C14"),
        ("G13 1-US reduced", "has no reduced side"),
        ("eliminated 5U reduced", "is eliminated and reduced"),
        ("scenario 1944; G13 2U", "is on the board but not in the game"),
        ("turn 3 german movement; G13 5U, 7U", "may end together in G13"),
        ("G13 5U; control german G13", "G13 (Paris) has the wrong owner"),
        ("moves = [28,0]", "28 allied Moves"),
        ("moves = [0,-1]", "-1 german Moves"),
        ("waiting 66 lost", "something else than Allied corps counts as lost"),
        ("waiting 5U invading", "invades from nowhere"),
        (
            'combats = [{"target":0,"attackers":0,"no_terrain":false,"pursuit":false,"beaten":0,'
            '"fought":false,"occupiers":0,"also":0}]',
            "before the combat step",
        ),
        (
            "G12 5U; F12 7U; "
            'combats = [{"target":0,"attackers":81920,"no_terrain":false,"pursuit":false,'
            '"beaten":0,"fought":false,"occupiers":0,"also":2}]',
            "attackers of several hexes fight defenders in several",
        ),
        ("G13 1-US, 5U; G13 3-US; boxes = {}", "is in the box of no army that is there"),
        ('G13 1-US, 5U; boxes = {"14":6}', "is kept in a box"),
        ("allied_control = 67108864", "under control"),
    ],
)
def test_a_table_that_is_not_sound_is_noticed(text: str, problem: str) -> None:
    table = situation(f"turn 3; {text}" if "turn" not in text else text)
    assert any(problem in each for each in GAME.invariants(table)), GAME.invariants(table)
    assert GAME.invariants(situation("turn 3; G13 1-US, 5U; C16 div-G5")) == []
