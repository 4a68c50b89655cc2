"""The protocol all games speak: Game, State, Decision, Option, Chance, Refusal, Event.

A state is plain data. At any moment a seat must decide, or chance must decide, or the game is
over. Chance is a decision like any other: a seeded dealer, a record, a test, a search or a
person with the real cards may be the one who answers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from beachhead.errors import BeachheadError
from beachhead.kernel import checks
from beachhead.kernel.agenda import Steps
from beachhead.kernel.chance import Dealer, Dealing, Generator, picker
from beachhead.kernel.decision import (
    A_CHOICE,
    CHANCE,
    Chance,
    Decision,
    Illegal,
    Option,
    Refusal,
)
from beachhead.kernel.orders import Order, by_two_choices
from beachhead.kernel.plain import Data, dataclass, digest
from beachhead.kernel.position import Event, Position, Result
from beachhead.kernel.rulebook import RuleIndex
from beachhead.kernel.senses import Senses
from beachhead.kernel.view import check_seat, view

if TYPE_CHECKING:
    from beachhead.kernel.data import Components
    from beachhead.kernel.record import Record
    from beachhead.page import Page

__all__ = [
    "CHANCE",
    "Chance",
    "Decision",
    "Event",
    "Game",
    "Illegal",
    "Option",
    "P",
    "Position",
    "Refusal",
    "Result",
    "Scenario",
    "Setting",
    "State",
]

UNFORESEEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules stumble over in a situation that no game leads to."""


class MissingError(BeachheadError):
    """Something that a game does not have, such as a board to draw."""


P = TypeVar("P", bound=Position)


@dataclass(slots=True, frozen=True)
class Scenario:
    """One way to set a game up."""

    id: str
    title: str
    text: str
    rule: str


@dataclass(slots=True, frozen=True)
class Setting:
    """One choice made before the game: a variant, a house rule, who sits where."""

    id: str
    text: str
    values: tuple[Any, ...]
    default: Any
    rule: str
    unsaid: bool = False
    """Whether options leave it out where it is the default: then games from before there was such
    a setting are the same games."""
    suggested: Any = None
    """What the start page proposes for a new game, where that is not the default: the default of a
    setting that goes unsaid stays what games from before it were played with."""

    def check(self, value: Any) -> Any:
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return value
        raise BeachheadError(
            f"options.{self.id}: {checks.brief(value)} is not possible; "
            f"choose one of {', '.join(map(repr, self.values))}"
        )


class Game(Generic[P]):
    """The rules of one game. It holds no state; subclasses say what the kernel cannot know.

    What raises NotImplementedError every game must say. All else has a default, which is what a
    game without that feature does.
    """

    name: str
    title: str
    version: str
    scenarios: Mapping[str, Scenario]
    steps: Steps
    rules: RuleIndex
    position: type[P]

    @property
    def settings(self) -> Mapping[str, Setting]:
        """What can be chosen before the game besides the scenario."""
        return {}

    # --- the table

    def seats(self, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The seats at the table, in order."""
        raise NotImplementedError

    seat_names: Mapping[str, str] = MappingProxyType({})
    """What to call who sits in a seat, such as `the blue player`; else it is called as it is."""

    all_on_one_side: ClassVar[bool] = False
    """Whether all seats win and lose together."""

    def begin(self, scenario: str, options: Mapping[str, Any]) -> P:
        """The position before the first step, with the agenda of the whole game."""
        raise NotImplementedError

    def see(self, position: P, seat: str | None, /) -> dict[str, Data]:
        """What a seat may see of a position; None stands for a spectator."""
        raise NotImplementedError

    def redeal(self, position: P, seat: str | None, generator: Generator, /) -> None:
        """Deal anew, in place, what the seat cannot know, such as what others have looked at; None
        stands for a spectator. Nothing to do without secrets."""

    @property
    def has_secrets(self) -> bool:
        """Whether somebody may know what others may not."""
        return type(self).redeal is not Game.redeal

    def clock(self, position: P) -> str:
        """Where the game stands, for people and for the marks in a record."""
        raise NotImplementedError

    # --- choices

    def why_not(self, position: P, /, **question: Any) -> Refusal | None:
        """Why something may not be done; None if it may."""
        raise NotImplementedError

    secret_questions: frozenset[str] = frozenset()
    """Words of `why_not` that ask about something hidden: for the seat that decides alone."""

    def odds(self, position: P, decision: Decision, option: Option | None, /) -> list[str]:
        """The chances of an option, in plain English lines; without an option, those of the
        decision as it stands. Empty where the game has nothing to say."""
        return []

    def orders(self, state: State[P], pieces: Sequence[str], goal: str, /) -> list[Order]:
        """What some pieces on the board can do together; without pieces, what could be done to a
        goal, the strongest first. `Illegal` says why they cannot act together."""
        return by_two_choices(state, pieces)

    declines: ClassVar[bool] = False
    """Whether seats are asked things that they may only be able to decline (`Topic.passes`)."""

    # --- components

    def components(self) -> Components:
        """The schema of the game's component pack, and where the pack that comes with it is."""
        raise MissingError(f"{self.name} has no component pack")

    # --- situations as text

    def read(self, text: str) -> tuple[str, Mapping[str, Any], P]:
        """Scenario, options and position from the game's notation."""
        raise MissingError(f"{self.title} has no notation for situations")

    def write(self, position: P, /) -> str:
        """A position in the game's notation: the whole truth, secrets included."""
        raise MissingError(f"{self.title} has no notation for situations")

    def write_for(self, position: P, seat: str | None, /) -> str:
        """A position in the game's notation, as far as a seat may know it; None stands for a
        spectator. All of it without secrets."""
        return self.write(position)

    # --- drawing

    board_part: str = ""
    """What the board can be cut out around, such as `hex`."""

    board_options: frozenset[str] = frozenset()
    """What `svg` understands besides `legend` and `around`: `radius`, `grid`, `numbers`, `dots`."""

    def svg(self, position: P | None, seat: str | None = None, **wanted: Any) -> str:
        """A drawing of what a seat sees, or without a position of the board. `legend` says whether
        to explain it, `around` cuts out a part; for the rest see `board_options`."""
        raise MissingError(f"{self.title} has no board to draw")

    # --- in figures

    attacks: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that tell of an attack, each attack once: what studies count."""

    captures: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events by which ground changes hands; `side` in their detail says to whom, if
    there are two sides."""

    def owner(self, piece: str, /) -> str:
        """Whose piece an id on the board is, as people call the side; empty if nobody's."""
        return ""

    def called(self, id_: str, /) -> str:
        """What people call a place or a piece, by its id on the board."""
        return id_.partition("-")[2]

    # --- soundness

    def sources(self) -> Path:
        """The folder with the code of the rules, where they are cited."""
        return Path(inspect.getfile(type(self))).parent

    def invariants(self, position: P, /) -> list[str]:
        """Everything that is wrong with a position; empty if it is sound, or nothing is known."""
        return []

    def ledger(self, record: Record[P], /) -> list[str]:
        """Where the events of a game and what lies on its table disagree; empty if they tell the
        same story, or the game keeps no books."""
        return []

    # --- as numbers

    def senses(self) -> Senses:
        """What the view is made of, so that a program can read it as numbers; a game that says
        nothing has its view mixed into a few numbers that have no names."""
        return Senses()

    # --- in the browser

    def page(self) -> Page[P]:
        """What the game shows in the browser beyond its view."""
        from beachhead.page import Page  # noqa: PLC0415 - the page is made of what is here

        return Page()

    # --- beginning a game

    def asking_everything(self) -> Self:
        """The same rules, but forced decisions are asked too, as rules once did."""
        if self.steps.asks_everything:
            return self
        patient = copy(self)
        patient.steps = self.steps.asking_everything()
        return patient

    def setup(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | Dealing | None = None,
    ) -> State[P]:
        """A new game. With a seed, a dealer answers for chance; without, the caller does."""
        name, chosen = self.check(scenario, options)
        dealer = None if seed is None else Dealer.of(seed)
        state = State(self, name, chosen, self.begin(name, chosen))
        state.dealer = dealer
        state.advance()
        return state

    def situation(self, text: str, seed: int | str | Dealing | None = None) -> State[P]:
        """A game that begins from a situation in the game's notation."""
        dealer = None if seed is None else Dealer.of(seed)
        scenario, options, position = self.read(checks.text(text, "text", "a situation"))
        state = State(self, *self.check(scenario, options), position)
        if not position.agenda and position.result is None:
            raise BeachheadError(
                "nothing is left to do in this situation; "
                "add a line that says what begins, such as `begin action`"
            )
        self.steps.check(position)
        state.start, state.dealer = text, dealer
        try:
            state.advance()
        except UNFORESEEN as error:
            raise BeachheadError(
                "the rules cannot go on from this situation; "
                "check where the pieces are and what is left to do"
            ) from error
        return state

    def check(
        self, scenario: str | None, options: Mapping[str, Any] | None
    ) -> tuple[str, dict[str, Any]]:
        """A scenario and a full set of options, with defaults filled in; errors name the field."""
        name = next(iter(self.scenarios)) if scenario is None else scenario
        if checks.word(name, "scenario", "the name of a scenario") not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise BeachheadError(
                f"scenario: {self.title} has no {checks.brief(name)}; choose one of {known}"
            )
        given: Mapping[str, Any] = {}
        if options is not None:
            given = checks.mapping(options, "options", "a mapping of options to values")
        unknown = {checks.word(id_, "options", "names") for id_ in given} - self.settings.keys()
        if unknown:
            raise BeachheadError(
                f"options.{checks.named(min(unknown))}: {self.title} has no such option; "
                f"it has {', '.join(self.settings) or 'none'}"
            )
        chosen = {
            id_: setting.check(given.get(id_, setting.default))
            for id_, setting in self.settings.items()
        }
        for id_, setting in self.settings.items():
            if setting.unsaid and chosen[id_] == setting.default:
                del chosen[id_]
        return name, chosen


Policy = Callable[[Decision], Option]
"""How somebody chooses: the option of a decision, which knows its position."""


class State(Generic[P]):
    """A game under way: the position, what was chosen so far, and who must decide what next.

    `start` is the situation that it began from, if it was not set up.
    """

    __slots__ = (
        "_decision",
        "dealer",
        "game",
        "history",
        "news",
        "options",
        "position",
        "scenario",
        "start",
    )

    def __init__(
        self, game: Game[P], scenario: str, options: Mapping[str, Any], position: P
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.position = position
        self.history: list[str] = []
        self.dealer: Dealer | None = None
        self.news: list[Event] = []
        self.start: str | None = None
        self._decision: Decision | None = None

    # --- whose turn it is

    @property
    def over(self) -> bool:
        return self.position.result is not None

    @property
    def result(self) -> Result | None:
        return self.position.result

    @property
    def decision(self) -> Decision:
        """Who must decide what. There is none when the game is over."""
        if self._decision is None:
            self._decision = self.game.steps.run(self.position)
        if self._decision is None:
            raise BeachheadError("the game is over: there is nothing left to decide")
        return self._decision

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.scenario, self.options)

    # --- playing

    def apply(self, choice: Option | str) -> list[Event]:
        """Make a choice, in place; returns what happened.

        With a dealer, decisions of chance that follow are answered too.
        """
        decision = self.decision
        option = decision.find(choice)
        if option is None:
            raise Illegal(self.refuse(choice))
        self.news = []
        self._choose(decision, option)
        return self.advance()

    def advance(self) -> list[Event]:
        """Run to the next decision that the dealer, if there is one, does not answer."""
        self._decision = self.game.steps.run(self.position)
        while self.dealer is not None and isinstance(self._decision, Chance):
            self._choose(self._decision, self._decision.draw(self.dealer))
            self._decision = self.game.steps.run(self.position)
        assert self.over or self._decision is not None, "nothing left to do, yet no result"
        self.news += self.position.news
        self.position.news.clear()
        return self.news

    def run_through(self) -> list[Event]:
        """Make every choice that is none: as long as there is a single option, it is applied, be it
        one that commits. Returns what happened."""
        happened: list[Event] = []
        while not self.over and not isinstance(self.decision, Chance):
            if len(self.decision.options) != 1:
                break
            happened += self.apply(self.decision.options[0])
        return happened

    def rollout(
        self, policy: Policy | None, rng: Random, *, until: Callable[[P], bool] | None = None
    ) -> Self:
        """A copy played to the end, or to the first decision at which `until` holds.

        The policy says which option is chosen; None chooses any, each as likely as the others,
        and does not list what it need not. Chance is answered from `rng` too, never by the dealer,
        so that nobody learns what will be dealt. Neither history nor events are kept.
        """
        pick = picker(rng)

        def answer(decision: Decision) -> Any:
            if policy is None or isinstance(decision, Chance):
                return decision.any_value(pick)
            only = decision.only_way
            return (policy(decision) if only is None else only).value

        here = None if until is None else lambda decision: until(decision.position)
        return self.played_on(answer, here)

    def played_on(
        self, answer: Callable[[Decision], Any], until: Callable[[Decision], bool] | None = None
    ) -> Self:
        """A copy in which every decision, chance's too, is answered with the value of one of its
        options, to the end or to the first decision at which `until` holds. Neither history nor
        events are kept."""
        clone = self.copy(history=False)
        clone.dealer = clone._decision = None
        clone.position.quiet = True
        self.game.steps.play(clone.position, answer, until)
        clone.position.quiet = False
        return clone

    def _choose(self, decision: Decision, option: Option) -> None:
        self.history.append(option.id)
        decision.take(option.value)

    def refuse(self, choice: Option | str) -> Refusal:
        """Why a choice is not among the options."""
        id_ = choice.id if isinstance(choice, Option) else choice
        named = checks.brief(checks.text(id_, "choice", A_CHOICE))
        return Refusal(self.decision.rule, f"{named} is not possible now: {self.decision.prompt}")

    def why_not(self, /, **question: Any) -> Refusal | None:
        """Why something may not be done now; None if it may."""
        words = {name: checks.word_or_number(value, name) for name, value in question.items()}
        return self.game.why_not(self.position, **words)

    def odds(self, option: Option | str | None = None) -> list[str]:
        """Odds before you commit: what an option risks and promises, line by line; without one,
        what is at stake as the decision stands."""
        found = None if option is None else self.decision.find(option)
        if option is not None and found is None:
            raise Illegal(self.refuse(option))
        decision = self.decision
        return [*self.game.odds(self.position, decision, found), *decision.risks(found)]

    def orders(self, pieces: Sequence[str] = (), goal: str = "") -> list[Order]:
        """What some pieces on the board can do together, each with the choices that do it; without
        pieces, what could be done to a goal, the strongest first."""
        return self.game.orders(self, pieces, goal)

    def risks(self) -> dict[str, list[str]]:
        """What each option costs beyond what its label says, by its id, where it does."""
        asked = self.decision
        found = {option.id: asked.risks(option) for option in asked.options}
        return {id_: lines for id_, lines in found.items() if lines}

    def commits(self) -> dict[str, str]:
        """The options that draw, roll, spend or end, with what their labels leave unsaid."""
        asked = self.decision
        found = {each.id: asked.unsaid(each) for each in asked.options}
        return {id_: unsaid for id_, unsaid in found.items() if unsaid is not None}

    # --- looking

    def view(self, seat: str | None = None) -> dict[str, Data]:
        """What a seat may see, JSON-able; None stands for a spectator."""
        return view(self, seat)

    def _repr_svg_(self) -> str | None:
        try:
            return self.game.svg(self.position)
        except MissingError:
            return None

    # --- copying, comparing, saving

    def copy(self, *, history: bool = True) -> Self:
        """An independent copy. Searches leave the history behind to be quicker."""
        clone = type(self)(self.game, self.scenario, self.options, self.position.copy())
        if history:
            clone.history = self.history[:]
            clone.news = self.news[:]
            clone.start = self.start
        if self.dealer is not None:
            clone.dealer = self.dealer.copy()
        if self._decision is not None:
            clone._decision = self._decision.on(clone.position)
        return clone

    def determinize(self, seat: str | None, generator: Generator) -> Self:
        """A copy in which everything the seat cannot know is dealt anew, with no dealer."""
        check_seat(self, seat)
        if not callable(getattr(generator, "pick", None)):
            raise checks.wrong("generator", "a dealer, such as Dealer.of(7)", generator)
        clone = self.copy(history=False)
        clone.dealer = None
        if self.game.has_secrets:
            clone._decision = None
            self.game.redeal(clone.position, seat, generator)
        return clone

    def to_data(self) -> dict[str, Data]:
        """Everything about the position: the whole truth, secrets included."""
        return {
            "game": self.game.name,
            "scenario": self.scenario,
            "options": dict(self.options),
            "position": self.position.to_data(),
        }

    def digest(self) -> str:
        """A fingerprint of the position, the same in every process."""
        return digest(self.to_data())

    def agrees(self, mark: str) -> bool:
        """Whether a fingerprint is that of the position, be it made of ids that steps once had."""
        if mark == self.digest():
            return True
        agenda = self.position.agenda
        former = self.game.steps.former(agenda)
        if former is agenda:
            return False
        data = self.to_data()
        data["position"]["agenda"] = [list(entry) for entry in former]
        return mark == digest(data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and self.scenario == other.scenario
            and self.options == other.options
            and self.position == other.position
        )

    __hash__ = None  # type: ignore[assignment]
