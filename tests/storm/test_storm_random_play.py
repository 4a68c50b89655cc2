"""Random games: what must hold at every decision, and the suite that every game passes."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from beachhead.kernel.play import Option, State
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.state import ELIMINATED, indexed, occupancy, put, units_at
from beachhead.suites.conformance import Conformance
from beachhead.suites.saves import SaveConformance
from consent import apply_and_watch, asked_in_vain
from documents import saved
from storm_situations import GAME, place, situation, unit
from telling import told

HOUSE = dict.fromkeys(HOUSE_RULES, "alternative")


LOOKS = ("card-ultra", "card-german-intelligence")


def plays_cards(state: State[Any], rng: random.Random) -> Option:
    """At random, but a card at every moment at which one can be played, and whatever lets one look
    at the enemy hand."""
    options = state.decision.options
    looks = [option for option in options if option.id.startswith(LOOKS)]
    if looks:
        return looks[0]
    return rng.choice([option for option in options if option.id != "no-card"] or options)


def is_sound(state: State[Any]) -> None:
    assert GAME.invariants(state.position) == []


class TestStorm(Conformance):
    game = GAME
    games = 2
    thinking = 0.02
    setups: ClassVar[list[tuple[str, dict[str, Any]]]] = [
        ("storm-over-normandy", {}),
        ("storm-over-normandy", HOUSE),
    ]

    def pick(self, state: State[Any], rng: random.Random) -> Option:
        return plays_cards(state, rng)

    def told(self, state: State[Any], seat: str | None) -> str:
        return told(state, seat)


class TestStormSaves(SaveConformance):
    game = GAME
    games = 2
    setups = TestStorm.setups
    kept = saved("storm")[:2]  # tests/test_saves.py opens them all


@pytest.mark.parametrize("seed", range(4))
def test_the_invariants_hold_at_every_decision(seed: int) -> None:
    rng = random.Random(seed)
    options = {name: rng.choice(("default", "alternative")) for name in HOUSE_RULES}
    state = GAME.setup(options=options if seed % 2 else {}, seed=seed)
    while not state.over:
        is_sound(state)
        state.apply(rng.choice(state.decision.options))
    is_sound(state)
    assert state.position.turn == 8


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_asked_in_vain_and_no_card_goes_unasked(seed: int) -> None:
    rng = random.Random(seed)
    options = {name: rng.choice(("default", "alternative")) for name in HOUSE_RULES}
    state = GAME.setup(options=options if seed % 2 else {}, seed=seed)
    while not state.over:
        assert asked_in_vain(state) == ""
        option = rng.choice(state.decision.options)
        assert apply_and_watch(state, option, "card", "discard") == []


def test_the_house_rules_are_settings() -> None:
    assert set(GAME.settings) == {*HOUSE_RULES, "bid", "reconstruction"}
    assert all(GAME.settings[rule].default == "default" for rule in HOUSE_RULES)
    table = GAME.setup(options={"landing-box-cost": "alternative"}).position
    assert table.house == {"landing-box-cost": "alternative"}


# --- the invariants notice


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("16 69/50, 151/50, 231/50, 56 Ind Bde, 8 Armd Bde, 47 RM Cdo, 7/3 Cdn", "7 allied units"),
        ("16 505/82", "is airborne in Bayeux without a symbol"),
        ("box-gold 192 PzG/21", "is a German unit in a landing box"),
        ("zone-B 2-9", "is a strongpoint outside an area"),
        ("16 69/50; allied", "Bayeux has the wrong owner"),
        ("support 9", "9 Support Points"),
        ("hand german bocage bocage bocage 88s 88s overcast e-boats", "7 cards in the german hand"),
        ('assigning = {"3":1}; agenda impulses.choose_impulse', "with assigning under way"),
        ("due 69/50 spent", "is spent but not in play"),
        ("stock = [0,0]", "cards do not add up"),
        ("known = [1,0]", "are known that are not in the hand"),
        ("lost = 1; 16 16/1", "counts as lost but is in play"),
    ],
)
def test_a_table_that_is_not_sound_is_noticed(text: str, problem: str) -> None:
    assert any(problem in each for each in GAME.invariants(situation(f"turn 2; {text}")))
    assert GAME.invariants(situation("turn 2; 16 69/50")) == []
    assert unit("16/1") == 0


def test_a_wrong_index_is_noticed() -> None:
    table = situation("turn 2; 16 69/50; 17 8 Armd Bde")
    wrong = occupancy(table)._replace(at=wrong_way_round(occupancy(table).at))
    table.index = wrong
    assert GAME.invariants(table) == ["the index of who stands where is wrong"]
    table.index = indexed(table.where)._replace(held=(0, 0))
    assert "the index of who stands where is wrong" in GAME.invariants(table)


def wrong_way_round(at: tuple[int, ...]) -> tuple[int, ...]:
    """Those in areas 16 and 17 have changed places."""
    return (*at[:15], at[16], at[15], *at[17:])


def test_the_index_follows_the_units() -> None:
    table = situation("turn 2; 16 69/50, 8 Armd Bde; 17 151/50")
    copy = table.copy()
    moved = 1 << unit("69/50") | 1 << unit("151/50")
    for there in (place(18), ELIMINATED, place("box-gold")):
        put(table, moved, there)
        assert table.index == indexed(table.where)
        assert {table.where[unit("69/50")], table.where[unit("151/50")]} == {there}
    assert copy == situation("turn 2; 16 69/50, 8 Armd Bde; 17 151/50")
    assert units_at(copy, place(16)) == units_at(table, place(16)) | 1 << unit("69/50")
    table.where = copy.where
    assert units_at(table, place(17)) == 1 << unit("151/50")
