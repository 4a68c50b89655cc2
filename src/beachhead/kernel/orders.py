"""Orders: several choices that belong together, such as a stack that goes to a place.

Records stay sequences of the rules' small decisions. An order names those that do one thing, so
that a player gives it with a click or two, and a bot plans in what matters. A game lists orders by
the functions that list its options; `planned` walks a copy, so that whatever is planned is what
the rules accept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from beachhead.kernel.decision import CHANCE, Decision, Illegal, Option, Refusal
from beachhead.kernel.telling import Text

if TYPE_CHECKING:
    from beachhead.kernel.play import State


class Order(NamedTuple):
    """What some pieces do together, and the choices that make them do it.

    `choices` are ids of options, one after the other; what is not asked, because it goes by itself,
    is passed over. Pieces, goal and way are ids on the board; any of the goal's stands for it.
    `note` says in a few words what it costs or promises, where it leads.
    """

    label: Text
    choices: tuple[str, ...]
    pieces: tuple[str, ...]
    goal: tuple[str, ...]
    rule: str
    way: tuple[str, ...] = ()
    note: str = ""
    hostile: bool = False
    patient: bool = False
    """Whether it goes on after what chance and others decide in between."""
    worth: float = 0.0
    """What it seems worth before anybody looks ahead, where somebody has weighed it."""
    risks: Callable[[], Sequence[str]] = tuple
    """What it costs for certain beyond what its label says, worked out when somebody looks."""

    @property
    def text(self) -> str:
        """What it does, in a line."""
        return self.label if isinstance(self.label, str) else self.label()

    def answer(self, decision: Decision) -> tuple[Option, Order] | None:
        """How it answers a decision, and what is left of it then; None if it has no answer."""
        by_id = {option.id: option for option in decision.options}
        for number, choice in enumerate(self.choices):
            if choice in by_id:
                return by_id[choice], self._replace(choices=self.choices[number + 1 :])
        return None


class Plan(NamedTuple):
    """An order as it would be carried out now: the choices to make at once, and those to make when
    others have been asked in between and have let it pass."""

    now: tuple[str, ...]
    later: tuple[str, ...]
    commits: bool
    """Whether it draws, rolls, spends or ends."""
    draws: bool
    """Whether chance decides what comes of it."""
    odds: tuple[str, ...]
    """What it risks and promises where it commits, line by line."""


def planned(state: State[Any], order: Order) -> Plan:
    """The choices of an order, as far as the same seat decides; raises `Illegal` if it cannot be
    carried out."""
    seat = state.decision.seat
    clone = state.copy(history=False)
    clone.dealer = None
    now: list[str] = []
    later: list[str] = []
    odds: list[str] = []
    choices, commits, rest = now, False, order
    while rest.choices and not clone.over:
        decision = clone.decision
        if decision.seat != seat:
            declined = None if decision.seat == CHANCE else decision.passes
            if declined is None:
                break
            clone.apply(declined)
            choices = later
            continue
        found = rest.answer(decision)
        if found is None:
            break
        option, rest = found
        if decision.unsaid(option) is not None:
            odds = odds if commits else clone.odds(option)
            commits = True
        choices.append(option.id)
        clone.apply(option)
    if not now:
        raise Illegal(
            Refusal(order.rule, f"{order.text} is not possible now: {state.decision.prompt}")
        )
    if order.patient:
        later += rest.choices
    draws = _leads_to_chance(clone)
    return Plan(tuple(now), tuple(later), commits, draws, tuple(odds))


def _leads_to_chance(state: State[Any]) -> bool:
    """Whether chance decides next, once everybody else has let it pass."""
    seat = None
    while not state.over:
        seat = state.decision.seat
        declined = None if seat == CHANCE else state.decision.passes
        if declined is None:
            break
        state.apply(declined)
    return seat == CHANCE


def proposal(state: State[Any]) -> Order | None:
    """What is proposed at the present decision, if anything is."""
    decision = state.decision
    proposes = decision.topic.proposes
    found = None if proposes is None else proposes(state.position, *decision.arguments)
    if found is None:
        return None
    return Order(found.label, found.choices, (), (), decision.rule, patient=found.patient)


def by_two_choices(state: State[Any], pieces: Sequence[str]) -> list[Order]:
    """What some pieces can do where one choice names a piece and the next where it goes: each goes
    in its turn, where all of them can go. What they are asked on the way they answer by going on.
    """
    ways = [_ways(state, piece) for piece in pieces]
    if not ways:
        return []
    found = []
    for goal, first in ways[0].items():
        each = [way[goal] for way in ways if goal in way]
        if len(each) == len(ways):
            choices = tuple(id_ for one in each for id_ in one.choices)
            found.append(first._replace(choices=choices, pieces=tuple(pieces)))
    return found


def _ways(state: State[Any], piece: str) -> dict[tuple[str, ...], Order]:
    """Where one piece can go, and how, by all that can be chosen for it."""
    decision = state.decision
    found: dict[tuple[str, ...], Order] = {}
    for option in decision.options:
        if piece in lights(decision, option):
            found = _ways_by(state, piece, option) | found
    return found


def _ways_by(state: State[Any], piece: str, first: Option) -> dict[tuple[str, ...], Order]:
    """The same after a first choice: the piece is named until the question is where to."""
    seat = state.decision.seat
    clone = state.copy(history=False)
    clone.dealer = None
    before: list[str] = []
    spent: list[Option] = []
    naming = [first]
    while len(naming) == 1:
        before.append(naming[0].id)
        if clone.decision.unsaid(naming[0]) is not None and not naming[0].ends:
            spent += naming
        clone.apply(naming[0])
        if clone.over or clone.decision.seat != seat:
            return {}
        then = clone.decision
        if then.briefing.part:
            return _goals(state.decision, then, piece, before, spent)
        naming = [each for each in then.options if piece in lights(then, each)]
    return {}


def _goals(
    asked: Decision, then: Decision, piece: str, before: Sequence[str], spent: Sequence[Option]
) -> dict[tuple[str, ...], Order]:
    """Where a piece that has been named can go."""
    # What closes the move, but nothing that would end more than it.
    more = {each.id for each in asked.options}
    closing = tuple(each.id for each in then.options if each.ends and each.id not in more)
    found = {}
    for option in then.options:
        goal = lights(then, option)
        if goal and not option.ends:
            shows = then.shows(option)
            found[goal] = Order(
                partial(_spending, spent, option),
                (*before, option.id, *closing),
                (piece,),
                goal,
                option.rule or then.rule,
                tuple(shows.way),
                shows.note,
                shows.hostile,
                risks=partial(then.risks, option),
            )
    return found


def _spending(spent: Sequence[Option], option: Option) -> str:
    """What is done, after what that takes."""
    return ": ".join(each.label for each in (*spent, option))


def lights(decision: Decision, option: Option) -> tuple[str, ...]:
    """What one clicks on the board for an option."""
    shown = decision.shows(option).lights
    return tuple(option.touches if shown is None else shown)
