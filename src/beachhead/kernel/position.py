"""What lies on the table, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, ClassVar, Self

from beachhead.kernel.agenda import Entry, Steps
from beachhead.kernel.plain import Data, Plain, dataclass, field
from beachhead.kernel.telling import UNTOLD, Kind, Text


class Event:
    """Something that happened, under a rule. `seats` are those who may know; None is everybody.

    `manner` says how its kind is told. `way` are ids on the board, from where to where, if what it
    touches does not say it; `cell` is the chart, row and column that it was read from.
    """

    __slots__ = (
        "_text",
        "cell",
        "detail",
        "kind",
        "manner",
        "rule",
        "seats",
        "touches",
        "way",
    )

    def __init__(
        self,
        rule: str,
        kind: str,
        text: Text,
        touches: tuple[str, ...] = (),
        detail: dict[str, Data] | None = None,
        seats: tuple[str, ...] | None = None,
        manner: Kind = UNTOLD,
        way: tuple[str, ...] = (),
        cell: tuple[str, str, str] | None = None,
    ) -> None:
        self.rule = rule
        self.kind = kind
        self._text = text
        self.touches = touches
        self.detail = {} if detail is None else detail
        self.seats = seats
        self.manner = manner
        self.way = way
        self.cell = cell

    @property
    def text(self) -> str:
        """What happened, in a sentence."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __eq__(self, other: object) -> bool:
        return self.to_data() == other.to_data() if isinstance(other, Event) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Event({self.rule!r}, {self.kind!r}, {self.text!r})"

    def seen_by(self, seat: str | None) -> bool:
        """Whether a seat may know of it; None stands for a spectator."""
        return self.seats is None or seat in self.seats

    def to_data(self) -> dict[str, Data]:
        return {
            "rule": self.rule,
            "kind": self.kind,
            "text": self.text,
            "touches": list(self.touches),
            "detail": self.detail,
            "seats": None if self.seats is None else list(self.seats),
            "manner": asdict(self.manner),
            "way": list(self.way),
            "cell": None if self.cell is None else list(self.cell),
        }

    @classmethod
    def from_data(cls, data: dict[str, Data]) -> Self:
        """The event that `to_data` wrote."""
        seats, cell = data["seats"], data["cell"]
        return cls(
            data["rule"],
            data["kind"],
            data["text"],
            tuple(data["touches"]),
            data["detail"],
            None if seats is None else tuple(seats),
            Kind(**data["manner"]),
            tuple(data["way"]),
            None if cell is None else (cell[0], cell[1], cell[2]),
        )


@dataclass(slots=True)
class Result(Plain):
    """How a game ended: who won (nobody, one seat or several), and why."""

    winners: list[str]
    text: str
    rule: str
    score: dict[str, int] = field(default_factory=dict)


class _OfAGame(Plain):
    """What positions of one game have in common; apart from the fields, for compiled dataclasses
    take every annotation for one."""

    __slots__ = ()

    steps: ClassVar[Steps]


@dataclass(slots=True, eq=False)
class Position(_OfAGame):
    """What lies on the table. Games add their own fields."""

    agenda: list[Entry] = field(default_factory=list)
    result: Result | None = None
    news: list[Event] = field(default_factory=list, metadata={"transient": True})
    quiet: bool = field(default=False, metadata={"transient": True})
    """Whether nobody listens to what happens: a rollout needs no events."""

    def settle(self) -> None:
        """An agenda that was read has the ids that steps have now."""
        self.agenda = self.steps.present(self.agenda)

    def then(self, *steps: Callable[..., Any] | tuple[Any, ...]) -> None:
        """Put steps on the agenda, to be done in this order before anything else there.

        A step is a registered function, or a tuple of the function and its arguments. Once the
        game has ended there is nothing left to do: a rule that ended it in the middle of
        something need not stop everybody else.
        """
        if self.result is not None:
            return
        agenda, ids = self.agenda, self.steps.ids
        for step in steps[::-1]:
            if isinstance(step, tuple):
                agenda.append((ids[step[0]], *step[1:]))
            else:
                agenda.append((ids[step],))

    def asked(self, question: Callable[..., Any]) -> Entry | None:
        """The arguments of a question, if it is what is asked now."""
        agenda = self.agenda
        return agenda[-1][1:] if agenda and agenda[-1][0] == self.steps.id_of(question) else None

    def to_do(self, *steps: Callable[..., Any]) -> Iterator[Entry]:
        """The arguments with which some steps are still to be done, the next one first."""
        ids = [self.steps.id_of(step) for step in steps]
        return (entry[1:] for entry in reversed(self.agenda) if entry[0] in ids)

    def tell(
        self,
        rule: str,
        kind: Kind,
        text: Text,
        touches: Iterable[str] = (),
        seats: Sequence[str] | None = None,
        *,
        way: Iterable[str] = (),
        cell: tuple[str, str, str] | None = None,
        **detail: Data,
    ) -> None:
        """Announce that something happened."""
        if self.quiet:
            return
        known = None if seats is None else tuple(seats)
        self.news.append(
            Event(rule, kind.id, text, tuple(touches), detail, known, kind, tuple(way), cell)
        )

    def finish(self, result: Result) -> None:
        """End the game."""
        self.result = result
        self.agenda.clear()
