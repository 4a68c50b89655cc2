"""Decisions: who must decide what, the legal choices, and why others are not.

Chance is a decision like any other: a seeded dealer, a record, a test, a search or a person with
the real cards may be the one who answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.chance import Generator, Pick
from beachhead.kernel.plain import Data
from beachhead.kernel.telling import Text
from beachhead.kernel.topic import AS_TOUCHED, BY_CHANCE, Briefing, Figure, Shows, Topic

CHANCE = "chance"
"""The seat that decides cards, dice and draws."""


class Illegal(BeachheadError):  # noqa: N818
    """A choice that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} (rule {refusal.rule})")
        self.refusal = refusal


class Refusal:
    """Why something may not be done, and the rule that says so. The text may be a function that
    writes it: most refusals nobody reads."""

    __slots__ = ("_text", "rule")

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self._text = text

    @property
    def text(self) -> str:
        """Why, as part of a sentence."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __eq__(self, other: object) -> bool:
        return self.to_data() == other.to_data() if isinstance(other, Refusal) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rule, self.text))

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.text!r})"

    def to_data(self) -> dict[str, Data]:
        return {"rule": self.rule, "text": self.text}


class Option:
    """One legal choice. The id is stable; the value is what the rule's function receives.

    What draws, rolls, spends or ends `commits`: it waits until somebody says so, even where it is
    the only option, and its label names what it does and costs. What closes a choice, a phase or a
    turn `ends`; what undoes an earlier choice `takes_back`.
    """

    __slots__ = ("_label", "commits", "ends", "id", "rule", "takes_back", "touches", "value")

    def __init__(
        self,
        id: str,  # noqa: A002
        label: Text,
        value: Any = None,
        touches: tuple[str, ...] = (),
        rule: str = "",
        commits: bool = False,
        ends: bool = False,
        takes_back: bool = False,
    ) -> None:
        self.id = id
        self._label = label
        self.value = value
        self.touches = touches
        self.rule = rule
        self.commits = commits
        self.ends = ends
        self.takes_back = takes_back

    @property
    def label(self) -> str:
        """What it does, in a line."""
        if not isinstance(self._label, str):
            self._label = self._label()
        return self._label

    def __repr__(self) -> str:
        return f"Option({self.id!r}, {self.label!r})"

    def to_data(self) -> dict[str, Data]:
        return {
            "id": self.id,
            "label": self.label,
            "touches": list(self.touches),
            "rule": self.rule,
            "ends": self.ends,
        }


AnyDecision = TypeVar("AnyDecision", bound="Decision")


class Decision:
    """Who must decide what, under which rule, and what continues with the answer.

    `choices` are the options, or a function of the position and the arguments that lists them: they
    are listed only when somebody looks; so with the `prompt`. Where listing them takes long,
    `sample` draws the value of one, each as likely as the others, from the position and a `Pick`.
    The `topic` says what it is about.
    A `forced` decision is one step of something begun that hides nothing: with a single option that
    does not commit, it goes by itself. Whoever runs the agenda says of which position it is (`on`).
    """

    __slots__ = (
        "_choices",
        "_prompt",
        "arguments",
        "forced",
        "kind",
        "position",
        "rule",
        "sample",
        "seat",
        "then",
        "topic",
    )

    def __init__(
        self,
        seat: str,
        prompt: str | Callable[..., str],
        rule: str,
        then: Callable[..., None],
        choices: list[Option] | Callable[..., list[Option]],
        arguments: tuple[Any, ...] = (),
        *,
        topic: Topic,
        forced: bool = False,
        sample: Callable[..., Any] | None = None,
    ) -> None:
        self.seat = seat
        self.rule = rule
        self.then = then
        self.arguments = arguments
        self.topic = topic
        self.kind = topic.id
        self.forced = forced
        self.sample = sample
        self.position: Any = None
        self._prompt = prompt
        self._choices = choices

    def on(self, position: Any) -> Decision:
        """The same decision on a copy of its position; options that were listed are shared."""
        return self._shared_by(Decision.__new__(Decision), position)

    def _shared_by(self, shared: AnyDecision, position: Any) -> AnyDecision:
        shared.seat = self.seat
        shared.rule = self.rule
        shared.then = self.then
        shared.arguments = self.arguments
        shared.topic = self.topic
        shared.kind = self.kind
        shared.forced = self.forced
        shared.sample = self.sample
        shared.position = position
        shared._prompt = self._prompt
        shared._choices = self._choices
        return shared

    @property
    def prompt(self) -> str:
        """What is asked, in a sentence."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt(self.position, *self.arguments)
        return self._prompt

    @property
    def options(self) -> list[Option]:
        """Every legal choice."""
        if not isinstance(self._choices, list):
            self._choices = self._choices(self.position, *self.arguments)
        return self._choices

    # --- what it is about

    @property
    def briefing(self) -> Briefing:
        """What a player who decides is told about it."""
        return self.topic.briefing(self.prompt, self.position, self.arguments)

    @property
    def about(self) -> Sequence[str]:
        """The pieces and places that it is about, as ids on the board: for everybody."""
        about = self.topic.about
        return () if about is None else about(self.position, *self.arguments)

    @property
    def around(self) -> Sequence[str]:
        """What to keep in view besides the options: for everybody."""
        around = self.topic.around
        return () if around is None else around(self.position, *self.arguments)

    @property
    def passes(self) -> str | None:
        """The option that declines, if it is asked whether or not there is anything to answer."""
        passes = self.topic.passes
        return None if passes is None else passes(self.position, *self.arguments)

    def built(self, option: Option | None = None) -> Any:
        """What is being put together, with an option added; None where there is nothing yet."""
        builds = self.topic.builds
        return None if builds is None else builds(self.position, option, *self.arguments)

    def risks(self, option: Option | None = None) -> list[str]:
        """What an option costs for certain beyond what its label says; without one, what is lost
        if nothing is done about it."""
        risks = self.topic.risks
        return [] if risks is None else risks(self.position, option, *self.arguments)

    def unsaid(self, option: Option) -> str | None:
        """If an option draws, rolls, spends or ends, so that a click that may only be a look does
        not choose it: what its label leaves unsaid about that. None for all others."""
        if self.topic.unsaid is not None:
            return self.topic.unsaid(self.position, option, *self.arguments)
        return "" if option.commits else None

    def figures(self) -> Sequence[Figure]:
        """Figures on the board that take long to work out."""
        figures = self.topic.figures
        return [] if figures is None else figures(self.position, *self.arguments)

    def shows(self, option: Option) -> Shows:
        """How an option is shown on the board."""
        shows = self.topic.shows
        return AS_TOUCHED if shows is None else shows(self.position, option, *self.arguments)

    @property
    def only_way(self) -> Option | None:
        """The option that goes by itself, if there is one."""
        if not self.forced or len(self.options) != 1 or self.options[0].commits:
            return None
        return self.options[0]

    def any_value(self, pick: Pick) -> Any:
        """The value of one of the options, each as likely as the others."""
        if self.sample is not None:
            return self.sample(self.position, pick, *self.arguments)
        options = self.options
        return options[pick(len(options))].value

    def take(self, value: Any) -> None:
        """The answer is taken: the question is off the agenda, and what it leads to goes on."""
        del self.position.agenda[-1]
        self.then(self.position, value, *self.arguments)

    def find(self, choice: object) -> Option | None:
        """The option that a choice, or the id of one, means here, if there is one. What it is
        given comes from outside, and may be anything."""
        if isinstance(choice, Option) and choice in self.options:
            return choice
        id_ = choice.id if isinstance(choice, Option) else choice
        for option in self.options:
            if option.id == id_:
                return option
        checks.text(id_, "choice", A_CHOICE)
        return None

    def to_data(self, *, options: bool = True) -> dict[str, Data]:
        data: dict[str, Data] = {
            "seat": self.seat,
            "kind": self.kind,
            "prompt": self.prompt,
            "rule": self.rule,
        }
        if options:
            data["options"] = [option.to_data() for option in self.options]
        return data


A_CHOICE = "an option or the id of one"

Outcome = TypeVar("Outcome")


class Chance(Decision, Generic[Outcome]):
    """A decision of chance: some outcomes, each as likely as its weight (1 if none are given).

    `option` makes the option of an outcome.
    """

    __slots__ = ("option", "outcomes", "weights")

    def __init__(
        self,
        prompt: str | Callable[..., str],
        rule: str,
        then: Callable[..., None],
        outcomes: Sequence[Outcome],
        option: Callable[[Outcome], Option],
        weights: Sequence[int] | None = None,
        arguments: tuple[Any, ...] = (),
        *,
        topic: Topic = BY_CHANCE,
    ) -> None:
        super().__init__(
            CHANCE, prompt, rule, then, partial(_listed, outcomes, option), arguments, topic=topic
        )
        self.outcomes = outcomes
        self.option = option
        self.weights = weights

    def on(self, position: Any) -> Chance[Outcome]:
        """The same on a copy of its position; outcomes may be a list that the position keeps."""
        shared: Chance[Outcome] = self._shared_by(Chance.__new__(Chance), position)
        shared.outcomes = [*self.outcomes]
        shared.option = self.option
        shared.weights = None if self.weights is None else [*self.weights]
        if not isinstance(shared._choices, list):
            shared._choices = partial(_listed, shared.outcomes, shared.option)
        return shared

    def any_value(self, pick: Pick) -> Any:
        """The value of one of the outcomes, each as likely as its weight."""
        if self.weights is None:
            return self.option(self.outcomes[pick(len(self.outcomes))]).value
        point, number = pick(sum(self.weights)), 0
        while point >= self.weights[number]:
            point -= self.weights[number]
            number += 1
        return self.option(self.outcomes[number]).value

    def draw(self, dealer: Generator) -> Option:
        """The outcome that a dealer deals."""
        return self.option(self.outcomes[dealer.pick(len(self.outcomes), self.weights)])


def _listed(
    outcomes: Sequence[Outcome], option: Callable[[Outcome], Option], *_: Any
) -> list[Option]:
    return [option(outcome) for outcome in outcomes]
