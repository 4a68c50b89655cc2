"""Luck and play: what cards and dice gave a side against expectation, and what its choices cost.

Values say how a side stands at every moment of a game. Where chance decides, what came is held
against what other outcomes would have given; where a seat decides, how it stood before against how
it stood after. Luck so counted is zero on average, whoever plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from beachhead.bots.advice import counsel
from beachhead.bots.mind import AnyMind, mind_of
from beachhead.bots.sight import Sight
from beachhead.kernel.decision import Chance
from beachhead.kernel.play import Event, State
from beachhead.kernel.record import Record

OUTCOMES = 6
"""As many outcomes of a card or die are compared with the one that came."""
STROKES = 3
SUSPECTS = 4
"""As many orders of each seat are looked at again: those after which it stood worst."""
LEAST = 0.5
"""What changed the expected points by less is not worth a word."""
WEIGHTS = {"silent": 0, "aside": 1, "line": 2, "beat": 3, "scene": 4}


class Stroke(NamedTuple):
    """A card or die that changed the game: after how many choices, what was told of it, and by how
    many points it helped the first seat."""

    made: int
    text: str
    points: float


class CostlyOrder(NamedTuple):
    """An order that cost its seat something: after how many choices it was given, what it was, how
    many points less than the best it promised by a veteran's look, and what that was."""

    made: int
    seat: str
    text: str
    cost: float
    better: str


class GivenOrder(NamedTuple):
    """An order as it was given: after how many choices, its own, whose, and what came of it at once
    in points for the first seat."""

    made: int
    seat: str
    choices: tuple[str, ...]
    points: float


class Reckoning(NamedTuple):
    """What a game owed to chance and to its players, in points for the first seat."""

    luck: float
    play: dict[str, float]
    """What the choices of each seat changed, in points for the first seat."""
    strokes: list[Stroke]
    """The cards and dice that changed most."""
    mistakes: list[CostlyOrder]
    """The orders that cost most."""
    curve: list[float]
    """How the first seat stood after each choice, before the first one first; until it can be said,
    as it stood then."""


def reckon(record: Record[Any]) -> Reckoning:
    """What a game owes to chance and to its players."""
    state = record.at(0)
    state.dealer = None
    seat, mind, rng = state.seats[0], mind_of(state.game), Random("reckoning")
    now, luck, begun = 0.0, 0.0, mind.has_begun(state.position)
    if begun:
        now = _points(state, mind, seat)
    play = dict.fromkeys(state.seats, 0.0)
    strokes, deeds, curve = list[Stroke](), list[GivenOrder](), [now]
    for made, choice in enumerate(record.choices, 1):
        decision = state.decision
        if not begun:
            state.apply(choice)
            begun = mind.has_begun(state.position)
            if begun:
                now = _points(state, mind, seat)
                curve = [now] * made
            curve.append(now)
            continue
        expected, prompt = now, ""
        if isinstance(decision, Chance):
            prompt = decision.prompt  # what it asks is known before it is answered
            expected = _expected(state, decision, mind, seat, rng)
        begins = decision.kind in mind.planning
        events = state.apply(choice)
        now = _points(state, mind, seat)
        curve.append(now)
        if isinstance(decision, Chance):
            luck += now - expected
            strokes.append(Stroke(made, _told(events) or prompt, now - expected))
            continue
        play[decision.seat] += now - expected
        if begins:
            deeds.append(GivenOrder(made - 1, decision.seat, (choice,), now - expected))
        elif deeds and deeds[-1].seat == decision.seat:  # what follows from an order belongs to it
            last = deeds[-1]
            points = last.points + now - expected
            deeds[-1] = last._replace(choices=(*last.choices, choice), points=points)
    strokes.sort(key=lambda each: -abs(each.points))
    most = [each for each in strokes[:STROKES] if abs(each.points) >= LEAST]
    return Reckoning(luck, play, most, _mistakes(record, deeds, seat), curve)


def _mistakes(record: Record[Any], deeds: list[GivenOrder], first: str) -> list[CostlyOrder]:
    """Of the orders after which their seats stood worst, those that a veteran would not have
    given, by what the seat could know then."""
    together = record.game.all_on_one_side
    deeds.sort(key=lambda each: each.points if together or each.seat == first else -each.points)
    left, found = dict.fromkeys(record.state.seats, SUSPECTS), list[CostlyOrder]()
    for deed in deeds:
        left[deed.seat] -= 1
        if left[deed.seat] < 0:
            continue
        sight = Sight(record.at(deed.made), deed.seat)
        if len(sight.options) < 2:
            continue
        given = counsel(sight, deed.choices, seed=deed.made)
        assert given.considered is not None
        best, own = given.best[0], given.considered
        cost = best.estimate.points - own.estimate.points
        if cost >= LEAST and best.choices != own.choices:
            found.append(CostlyOrder(deed.made, deed.seat, own.text, cost, best.text))
    found.sort(key=lambda each: -each.cost)
    return found


def _told(events: Sequence[Event]) -> str:
    """What most is made of, of what happened."""
    told = [event for event in events if event.text]
    return max(told, key=lambda event: WEIGHTS[event.manner.weight]).text if told else ""


def _points(state: State[Any], mind: AnyMind, seat: str) -> float:
    return mind.estimate(state.position, seat).points


def _expected(
    state: State[Any], decision: Chance[Any], mind: AnyMind, seat: str, rng: Random
) -> float:
    """What an outcome gives on average, by all of them or by some."""
    options, weights = decision.options, decision.weights or [1] * len(decision.outcomes)
    if len(options) > OUTCOMES:
        options = rng.choices(options, weights, k=OUTCOMES)
        weights = [1] * OUTCOMES
    total = 0.0
    for option, weight in zip(options, weights, strict=True):
        clone = state.copy(history=False)
        clone.position.quiet = True
        clone.apply(option.id)
        total += weight * _points(clone, mind, seat)
    return total / sum(weights)
