"""Every decision says by itself what it is about, and every event how it is told."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from beachhead import dday91
from beachhead.dday91.page import DDay91Page
from beachhead.dday91.table import telling
from beachhead.dday91.table.state import OPTIONS
from beachhead.kernel.play import Decision, Event, Option, State
from beachhead.kernel.telling import Kind
from beachhead.kernel.topic import Topic
from dday91_situations import GAME

KINDS = {id(each): each for each in vars(telling).values() if isinstance(each, Kind)}
TOPICS = {
    id(topic): f"{module.name}.{name}"
    for module in iter_modules(dday91.__path__)
    for name, topic in vars(import_module(f"beachhead.dday91.{module.name}")).items()
    if isinstance(topic, Topic)
}
PAGE = DDay91Page()
BOARD = set(re.findall(r' id="([^"]*)"', PAGE.board()))
CHARTS = {chart.id: chart for chart in PAGE.reference().charts}
EVERYTHING = dict.fromkeys(OPTIONS, True)
SAMPLE, OFTEN = 30, 25
"""So many options of a decision are looked at, and a topic so often."""
STEP = f"turn 4 allied combat; options {' '.join(OPTIONS)}; moves 20 20; begin combat"
DICE = ("dice-5-5", "dice-6-4", "dice-9-1")
"""Throws by which most attackers win, with no losses, or with some."""
COMBATS = (
    f"{STEP}; C14 5U invading; D16 66",
    f"{STEP}; J17 1-US 5U 7U; J16 47",
    f"{STEP}; J17 1-US 5U 7U; J16 5-Panzer 66; I15 air-G; I14 81",
    f"{STEP}; weather bad; J17 1-US 5U air-9U; J16 47; H19 div-G4; K16 6U",
    "turn 4 allied combat; moves 9 9; begin combat; D15 12U; D16 5U, 7U, 1-US; C16 7-Infantry, 81",
    f"{STEP}; J16 5U; J17 7U; K17 1-Infantry, 66, 67, bombers-8U; D14 15-Infantry; L19 6U",
    f"{STEP}; C14 1-US invading, 5U invading, 7U invading; D14 66 reduced",
    "turn 3 allied movement; moves 0 0; begin movement; E15 5U, 7U; C16 12U",
    "turn 3 allied movement; options airborne-drops; moves 9 9; begin movement; B12 18U; D16 47",
)


def games() -> Iterator[tuple[State[Any], int]]:
    """Games and so many choices: as printed, with all options, a free set-up, small combats."""
    yield GAME.setup("1944"), 250
    yield GAME.setup("1943", EVERYTHING), 250
    free = GAME.setup("1944")
    free.apply("own")
    yield free, 60
    for text in COMBATS:
        for _ in range(5):
            yield GAME.situation(text), 25


def test_decisions_describe_themselves_and_events_are_told() -> None:
    seen: Counter[int] = Counter()
    chance = random.Random(1)
    for state, most in games():
        check_events(state.news)
        for _ in range(most):
            if state.over:
                break
            asked = state.decision
            seen[id(asked.topic)] += 1
            if seen[id(asked.topic)] <= OFTEN:
                check_decision(state, asked, chance)
            thrown = asked.find(chance.choice(DICE))
            check_events(state.apply(thrown or boldly(asked.options, chance)))
    assert [name for topic, name in TOPICS.items() if not seen[topic]] == []


def boldly(options: Sequence[Option], chance: random.Random) -> Option:
    """Any option, but rarely the one that ends something."""
    going_on = [option for option in options if not option.ends]
    return chance.choice(going_on if going_on and chance.random() < 0.9 else options)


def check_decision(state: State[Any], asked: Decision, chance: random.Random) -> None:
    told = asked.briefing
    assert told.step
    assert told.must
    assert all(asked.risks())
    assert {*told.charts} <= CHARTS.keys()
    for function in (asked._choices, asked._prompt):
        assert getattr(function, "__closure__", None) is None
    there = shown_places(state, asked)
    assert {*asked.about} <= there, asked.kind
    asked.built()
    for option in chance.sample(asked.options, min(SAMPLE, len(asked.options))):
        shown = asked.shows(option)
        lit = option.touches if shown.lights is None else shown.lights
        assert {*lit, *shown.way} <= there, (asked.kind, option.id)
        assert lit or not shown.note
        assert all(asked.risks(option))
        assert asked.unsaid(option) in ("", None)
        asked.built(option)
        state.odds(option)


def shown_places(state: State[Any], asked: Decision) -> set[str]:
    """What there is on the board and in the tray."""
    tray = PAGE.flipbook(state.position, asked.seat, asked).tray
    waiting = {unit.id for group in (tray.groups if tray else ()) for unit in group.units}
    counters = re.findall(r' id="([^"]*)"', PAGE.counters(state.position, asked.seat))
    return BOARD | {"tray", *waiting, *counters}


def check_events(events: Sequence[Event]) -> None:
    """Pieces that move or aim do so at a place; pieces are hit; cells are on their chart."""
    for event in events:
        assert id(event.manner) in KINDS
        if event.manner.motion in ("travel", "leave", "aim"):
            assert event.touches[-1].startswith("hex-"), event.text
        elif event.manner.motion in ("hit", "loss"):
            assert event.touches[0].startswith("unit-"), event.text
        if event.cell is not None:
            chart, row, column = event.cell
            keys = CHARTS[chart].keys
            assert keys is not None
            assert row in keys.rows
            assert column in keys.columns


def test_no_two_kinds_of_events_have_one_name() -> None:
    names = [kind.id for kind in KINDS.values()]
    assert len(names) == len(set(names))
