"""Checking figures by playing out: what is said to happen so often does.

A figure is the chance of something, for what a seat knows, if later choices are made in a certain
way. `play_out` deals anew what the seat cannot know, makes the choices, lets chance be dealt and
makes the later choices in that way; `Figures` counts how often what was foretold comes true and
compares all figures of a test at once.

All comparisons of a test hold together with 99.9 %: each has its share of the remaining 0.1 %
(Bonferroni), and is judged by exact binomial tails (Clopper and Pearson). Seeds are fixed, so a
test either always passes or always fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import exp, fsum, lgamma, log, log1p
from typing import Any, NamedTuple

from beachhead.kernel.chance import Dealer
from beachhead.kernel.play import Chance, Event, State

CONFIDENCE = 0.999

Answer = Callable[[State[Any]], str | None]
"""How a later decision is answered: by the id of an option; None where the figure ends."""


class Played(NamedTuple):
    """A game that was played on from a state: where it stands, and what happened."""

    state: State[Any]
    events: list[Event]


def stop(_: State[Any]) -> None:
    """For figures that end at the next decision."""


# --- playing out


def play_out(
    state: State[Any],
    choices: tuple[str, ...],
    times: int,
    *,
    answer: Answer = stop,
    seat: str | None = None,
    seed: str = "",
) -> Iterator[Played]:
    """Make some choices from so many determinized copies, then others until the figure ends."""
    for number in range(times):
        dealer = Dealer.of(f"{number}:{seed}"[:100])
        copy = state.determinize(seat, dealer)
        copy.dealer = dealer
        events = list(copy.advance())
        for choice in choices:
            events += copy.apply(choice)
        while not copy.over and (chosen := answer(copy)) is not None:
            events += copy.apply(chosen)
        yield Played(copy, events)


def every_way(
    state: State[Any], choices: tuple[str, ...], answer: Answer = stop
) -> Iterator[tuple[Fraction, Played]]:
    """Every way that chance can go from a state without secrets, each with how likely it is."""
    copy = state.copy(history=False)
    copy.dealer = None
    yield from _branches(copy, choices, answer, Fraction(1), [])


def _branches(
    state: State[Any], choices: tuple[str, ...], answer: Answer, chance: Fraction, told: list[Event]
) -> Iterator[tuple[Fraction, Played]]:
    decision = None if state.over else state.decision
    if isinstance(decision, Chance):
        weights = decision.weights or [1] * len(decision.outcomes)
        for option, weight in zip(decision.options, weights, strict=True):
            branch = state.copy(history=False)
            events = [*told, *branch.apply(option.id)]
            share = chance * Fraction(weight, sum(weights))
            yield from _branches(branch, choices, answer, share, events)
        return
    chosen = choices[0] if choices else None if decision is None else answer(state)
    if chosen is None:
        yield chance, Played(state, told)
        return
    events = [*told, *state.apply(chosen)]
    yield from _branches(state, choices[1:], answer, chance, events)


# --- comparing


class Comparison(NamedTuple):
    """A figure, and how often what it foretold came true."""

    name: str
    chance: float
    came_true: int
    times: int


class Figures:
    """The figures of a test, all compared at once."""

    def __init__(self) -> None:
        self.compared: list[Comparison] = []

    def count(
        self,
        name: str,
        foretold: Mapping[Any, float],
        games: Iterator[Played],
        happened: Callable[[Played], Any],
    ) -> None:
        """How often each of some things that exclude each other happens; what is not foretold has
        no chance."""
        found: dict[Any, int] = {}
        times = 0
        for game in games:
            what = happened(game)
            found[what] = found.get(what, 0) + 1
            times += 1
        for what in {**foretold, **found}:
            chance = float(foretold.get(what, 0.0))
            self.compared.append(Comparison(f"{name}: {what}", chance, found.get(what, 0), times))

    def check(self) -> None:
        """All figures are true, as far as playing out can tell."""
        assert self.compared, "nothing was compared"
        share = (1 - CONFIDENCE) / len(self.compared)
        wrong = [
            f"{each.name}: foretold {each.chance:.3f}, came true {each.came_true} of {each.times}"
            for each in self.compared
            if not believable(each, share)
        ]
        assert not wrong, "\n".join(wrong)


def believable(compared: Comparison, doubt: float) -> bool:
    """Whether a chance is within the exact bounds of what was counted, outside of which it is only
    with a probability of `doubt`."""
    _, chance, came_true, times = compared
    if chance <= 0 or chance >= 1 - 1e-12:
        return came_true == (times if chance > 0 else 0)
    least = tail(times, chance, 0, came_true)
    most = tail(times, chance, came_true, times)
    return min(least, most) > doubt / 2


def tail(times: int, chance: float, first: int, last: int) -> float:
    """The chance of `first` to `last` successes."""
    return fsum(
        exp(
            lgamma(times + 1)
            - lgamma(count + 1)
            - lgamma(times - count + 1)
            + count * log(chance)
            + (times - count) * log1p(-chance)
        )
        for count in range(first, last + 1)
    )
