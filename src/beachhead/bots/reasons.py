"""Why an order is good or bad, in the words of a player.

What is said is of three kinds. What it takes and loses is read off the game's own account of
victory, before and after. What a throw or a card promises is exact, by the game's odds. What else
changes is said of named features, in the points that they are worth. A number is never more than
it says: what was only tried a few times is told as so many of so many tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from beachhead.bots.lookahead import Halt, carry_out
from beachhead.bots.mind import AnyMind
from beachhead.bots.sight import Sight
from beachhead.kernel.decision import Chance, Decision
from beachhead.kernel.orders import Order, lights, planned
from beachhead.kernel.play import Game, Illegal

CAUSES = 3
SMALL = 0.1
"""What changes the expected points by less is not worth a word."""
STEPS = 40
"""As many choices an order may come to."""
PROMISES = 2
"""As many lines of odds are told."""
STAGES = 3
"""As many of them are told."""


class Cause(NamedTuple):
    """What an order changes, in words, and whether that is good for who gives it."""

    text: str
    good: bool


# --- the whole of an order


class Stage(NamedTuple):
    """A choice of an order: what it is called, what it lights on the board, whether it closes."""

    id: str
    label: str
    lights: tuple[str, ...]
    ends: bool


def completed(sight: Sight, order: Order, mind: AnyMind) -> Order:
    """An order with all that follows from it before chance or somebody else decides: who is told to
    act is also told where to go. What it leaves open is answered as a practiced player would."""
    state, rest, seat = sight.deal(0), order, sight.seat
    policy = mind.policy(Random(0), practiced=True)
    steps: list[Stage] = []
    while not state.over and len(steps) < STEPS:
        decision = state.decision
        if decision.seat != seat or isinstance(decision, Chance):
            break
        found = rest.answer(decision)
        if found is None and steps and decision.kind in mind.planning:
            break
        option, rest = (policy(decision), rest) if found is None else found
        lit = lights(decision, option)
        label = _tail(option.label, [sight.game.called(each) for each in lit])
        steps.append(Stage(option.id, label, lit, option.ends))
        state.apply(option)
    return _told(order, steps)


def _told(order: Order, steps: Sequence[Stage]) -> Order:
    """An order in words, with what it touches on the board."""
    going = [each for each in steps[1:] if not each.ends]
    named = len(order.choices) > 1 or bool(order.pieces) or not going
    text = order.text if named else f"{_head(order.text)}: {_one_by_one(going)}"
    places = [each.lights for each in going if any(map(_is_place, each.lights))]
    pieces = order.pieces or steps[0].lights
    goal = order.goal or (places[-1] if places else ())
    if not goal and all(map(_is_place, pieces)):
        pieces, goal = (), pieces  # who has been named before goes there
    return order._replace(
        label=text, choices=tuple(each.id for each in steps), pieces=pieces, goal=goal
    )


def _is_place(id_: str) -> bool:
    """Whether an id on the board is a place's, where units may be."""
    return not id_.startswith("unit-")


def _one_by_one(steps: Sequence[Stage]) -> str:
    """Several choices in a line; of a way that is gone step by step, where it leads."""
    labels = [each.label for each in steps]
    last = [
        label
        for label, after in zip(labels, [*labels[1:], ""], strict=True)
        if label.split()[:2] != after.split()[:2]
    ]
    return ", ".join(dict.fromkeys(last[:STAGES]))


def _head(label: str) -> str:
    """
    >>> _head("E/2/116 in 0520: act with it (1 action)"), _head("Move the HQ")
    ('E/2/116 in 0520', 'Move the HQ')
    """
    return label.partition(": ")[0]


def _tail(label: str, names: Sequence[str]) -> str:
    """A label in mid-sentence; names stay as they are.

    >>> _tail("Go on to J15", ["J15"]), _tail("Carpiquet", ["Carpiquet"])
    ('go on to J15', 'Carpiquet')
    """
    named = any(name and label.startswith(name) for name in names)
    return label if named or not label[1:2].islower() else label[:1].lower() + label[1:]


# --- what it promises


def promises(sight: Sight, order: Order) -> tuple[str, ...]:
    """The exact odds of an order, line by line; none where nothing is left to chance."""
    try:
        found = planned(sight.deal(0), order).odds
    except Illegal:
        return ()
    return tuple(line for line in found if "%" in line)[:PROMISES]


# --- what it takes and loses


def at_once(mind: AnyMind) -> Halt:
    """To where the next order is due, whoever gives it: what an order itself has changed."""
    return lambda decision: decision.kind in mind.planning


class HowFar(NamedTuple):
    """How far a condition of victory is, and whether it is one of the second seat."""

    state: str
    hostile: bool


Account = Mapping[str, float | HowFar]
"""What counts for victory, by name: the points of a place, or how far a condition is."""


def account(game: Game[Any], position: Any, seat: str) -> dict[str, float | HowFar]:
    """What counts for victory in a position, by the game's own account of it."""
    book = game.page().flipbook(position, seat, None)
    if book is None or book.victory is None:
        return {}
    points: dict[str, float] = {}
    for group in book.victory.groups:
        for line in (*group.lines, *group.open):
            points[line.name] = points.get(line.name, 0.0) + line.points
    conditions = book.victory.conditions
    return {**points, **{each.text: HowFar(each.state, each.hostile) for each in conditions}}


def takings(before: Account, after: Sequence[Account], sign: int) -> list[Cause]:
    """What changed hands by an order, in some tries: places with their points, conditions with how
    far they are. What came of one and the same thing is told once."""
    names = list(dict.fromkeys([*before, *(name for then in after for name in then)]))
    found = []
    for name in names:
        old = before.get(name, 0.0)
        changes = Counter(then.get(name, 0.0) for then in after if then.get(name, 0.0) != old)
        if changes:
            found.append(_taken(name, old, changes, len(after), sign))
    found.sort(key=lambda each: -each[0])
    return [cause for _, cause in found[:CAUSES]]


def _taken(
    name: str, old: float | HowFar, changes: Counter[float | HowFar], tries: int, sign: int
) -> tuple[float, Cause]:
    """How much of something changed, and that in words."""
    times = changes.total()
    share = "" if times == tries else f" in {times} of {tries} tries"
    if isinstance(old, HowFar):
        states = [new for new in changes if isinstance(new, HowFar)]
        told = " or ".join(new.state for new in states)
        return 0.0, Cause(f"{name}: {old.state} → {told}{share}", old.hostile == (sign < 0))
    points = [new for new in changes.elements() if not isinstance(new, HowFar)]
    change = sign * (sum(points) / max(1, len(points)) - old)
    verb = "takes" if change > 0 else "gives up"
    return abs(change) * times, Cause(f"{verb} {name}: {in_points(change)}{share}", change > 0)


def in_points(points: float) -> str:
    """
    >>> in_points(2.0), in_points(-0.25), in_points(0.96)
    ('+2 points', '−0.2 points', '+1 point')
    """
    number = f"{abs(points):.1f}".removesuffix(".0")
    return f"{'+' if points > 0 else '−'}{number} point{'' if number == '1' else 's'}"


# --- what is answered


def reply(sight: Sight, mind: AnyMind) -> Halt:
    """To where the seat decides again, after another has answered."""
    answered = False

    def halt(decision: Decision) -> bool:
        nonlocal answered
        if decision.seat != sight.seat and decision.kind in mind.planning:
            answered = True
        return answered and decision.seat == sight.seat and mind.is_quiet(decision)

    return halt


def answers(
    sight: Sight, order: Order, mind: AnyMind, after: Sequence[Account], sign: int, tries: int
) -> list[Cause]:
    """What the other side's next order may take, if it chooses as a practiced player would."""
    seat, game = sight.seat, sight.game
    assert seat is not None
    lost: Counter[str] = Counter()
    for number in range(tries):
        look = carry_out(sight, sight.deal(number), order, mind, Random(number), reply(sight, mind))
        then = account(game, look.position, seat)
        for name, old in after[number].items():
            new = then.get(name, 0.0)
            if isinstance(old, HowFar) or isinstance(new, HowFar):
                continue
            if sign * (new - old) < 0:
                lost[name] += 1
    return [
        Cause(f"the answer takes {name} in {times} of {tries} tries", good=False)
        for name, times in lost.most_common(CAUSES - 1)
    ]


# --- what else changes


def contributions(
    mind: AnyMind, before: Mapping[str, float], after: Mapping[str, float]
) -> dict[str, float]:
    """By how many expected points each feature changes that a player could name."""
    weights = mind.values.points
    return {
        name: weights.get(name, 0.0) * (after.get(name, 0.0) - before.get(name, 0.0))
        for name in {**before, **after}
        if name in mind.words
    }


def apart(own: Mapping[str, float], others: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Those of an order that some other order does not bring as well: what is the same whatever one
    does is no reason.

    >>> apart({"towns": 2.0, "turn": 0.4}, [{"towns": 2.0, "turn": 0.4}, {"turn": 0.4}])
    {'towns': 2.0}
    """
    if not others:
        return dict(own)
    return {
        name: points
        for name, points in own.items()
        if any(abs(points - other.get(name, 0.0)) >= SMALL / 2 for other in others)
    }


def worded(mind: AnyMind, points: Mapping[str, float]) -> list[Cause]:
    """What changes most, in words."""
    found = sorted(points.items(), key=lambda each: -abs(each[1]))
    return [
        Cause(f"{mind.words[name]}: {in_points(worth)}", worth > 0)
        for name, worth in found
        if abs(worth) >= SMALL
    ][:CAUSES]


def shortcomings(causes: Iterable[Cause]) -> list[Cause]:
    """What is worse, if anything is; else all of it."""
    every = list(causes)
    return [each for each in every if not each.good] or every
