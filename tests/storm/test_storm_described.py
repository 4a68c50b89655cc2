"""Every decision of Storm Over Normandy describes itself, and every event says how it is told."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from beachhead.kernel.play import Chance, Decision, Option, State
from beachhead.kernel.telling import Kind
from beachhead.storm.cards.card_list import cards
from beachhead.storm.page import StormPage, charts
from beachhead.storm.table import telling
from beachhead.storm.table.house_rules import HOUSE_RULES
from beachhead.storm.table.state import Attack, StormTable, card_tag
from storm_situations import GAME, decision, play, situation

HOUSE = dict.fromkeys(HOUSE_RULES, "alternative")
MANY = 30
PAGE = StormPage()
MANNERS = [each for each in vars(telling).values() if isinstance(each, Kind)]
CARDS = {card_tag(card.index) for card in cards()}


def decisions(seed: int) -> Iterator[State[Any]]:
    """Every decision of a random game, those of chance among them. A card is played at most moments
    at which one can be."""
    rng = random.Random(seed)
    state = GAME.setup(options=HOUSE if seed % 2 else {}, seed=seed)
    dealer, state.dealer = state.dealer, None
    assert dealer is not None
    while not state.over:
        asked = state.decision
        yield state
        options = asked.options
        if rng.random() < 0.7:
            options = [each for each in options if each.id not in ("no-card", "pass")] or options
        state.apply(asked.draw(dealer) if isinstance(asked, Chance) else rng.choice(options))


def some(options: list[Option], rng: random.Random) -> list[Option]:
    return options if len(options) <= MANY else rng.sample(options, MANY)


@cache
def printed() -> set[str]:
    return ids(PAGE.board())


def ids(svg: str) -> set[str]:
    return set(re.findall(r' id="([^"]*)"', svg))


@pytest.mark.parametrize("seed", range(2))
def test_every_decision_says_what_it_is_about(seed: int) -> None:
    rng, kinds = random.Random(seed), set()
    standing, there = None, set()
    for state in decisions(seed):
        asked, table = state.decision, state.position
        kinds.add(asked.kind)
        if standing != (table.where, table.exploitation):  # or the counters are the same
            standing = (table.where[:], table.exploitation)
            there = printed() | CARDS | ids(PAGE.counters(table, None))
        check(asked, there)
        assert_no_closures(table)
        for option in some(asked.options, rng):
            check_option(asked, option, there)
    assert len(kinds) > 20


def check(asked: Decision, there: set[str]) -> None:
    told = asked.briefing
    assert told.step
    assert told.must
    assert set(asked.about) <= there, asked.kind
    assert set(told.charts) <= {chart.id for chart in charts.every_chart()}
    assert asked.built() is None or isinstance(asked.built(), Attack)
    assert asked.risks() == []
    assert asked.passes is None or asked.find(asked.passes) is not None


def assert_no_closures(table: StormTable) -> None:
    """A decision is shared between copies of a position, so nothing in it holds on to one."""
    step, *arguments = table.agenda[-1]
    asked = GAME.steps.asking[step](table, *arguments)
    assert asked is not None
    if not isinstance(asked, Chance):
        for each in (asked._choices, asked._prompt):
            assert getattr(each, "__closure__", None) is None


def check_option(asked: Decision, option: Option, there: set[str]) -> None:
    shown = asked.shows(option)
    lit = option.touches if shown.lights is None else shown.lights
    assert set(lit) <= there, (asked.kind, option.id)
    assert lit or not shown.note
    assert shown.card in {"", *CARDS}
    assert asked.built(option) is None or isinstance(asked.built(option), Attack)
    assert asked.risks(option) == []
    assert asked.unsaid(option) == ("" if option.commits else None)


@pytest.mark.parametrize("seed", range(2))
def test_every_event_is_told_in_a_manner_of_its_own(seed: int) -> None:
    cells = {
        (chart.id, row.head, column)
        for chart in charts.every_chart()
        for row in chart.rows
        for column in chart.columns
    }
    read = set()
    for state in decisions(seed):
        for event in state.news:
            assert event.manner in MANNERS
            assert event.kind == event.manner.id
            if event.manner.motion:
                assert event.touches, event.text
            if event.manner.motion in ("aim", "travel"):
                assert event.touches[0].startswith("unit-")
                assert not event.touches[-1].startswith("unit-")
            if event.cell is not None:
                assert event.cell in cells
                read.add(event.cell[0])
    assert read == {"damage", "scatter"}


def test_what_others_are_told_names_no_card() -> None:
    """6.2 The heading and what a decision is about are for everybody."""
    names = {card.name for card in cards()}
    for state in decisions(5):
        asked = state.decision
        assert not set(asked.about) & CARDS
        assert not any(name in asked.topic.step for name in names)


@pytest.mark.parametrize(
    ("text", "choices", "end"),
    [
        ("17 69/50; allied 17", (), "pass"),
        (
            "16 69/50, 151/50, 352 Fus/352",
            ("activate-16-commonwealth", "fire", "add-br-50-69"),
            "commit",
        ),
        ("17 8 Armd Bde; allied 16 17", ("activate-17-commonwealth", "to-16"), "stop"),
    ],
)
def test_what_ends_a_choice_says_so(text: str, choices: tuple[str, ...], end: str) -> None:
    asked = asked_after(text, *choices)
    assert [option.id for option in asked.options if option.ends] == [end]


def asked_after(text: str, *choices: str) -> Decision:
    table = situation(f"turn 3; {text}; begin impulse")
    play(table, *choices)
    asked = decision(table)
    assert asked is not None
    return asked


def test_an_attack_is_hostile_and_promises_something_where_it_leads() -> None:
    asked = asked_after(
        "17 69/50, 8 Armd Bde; 16 352 Fus/352; allied 17; hand allied jabos-1",
        "activate-17-commonwealth",
    )
    move, assault = (asked.shows(option) for option in asked.options)
    assert (move.lights, move.note) == (["unit-br-50-69", "unit-br-8a"], "")
    assert assault.hostile
    assert re.fullmatch(r"\d+%, ⌀ \d\.\d", assault.note)
