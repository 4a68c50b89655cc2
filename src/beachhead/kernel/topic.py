"""What a decision is about: said once, by the rule that asks, and read by page, terminal and bots.

A rule declares a `Topic` beside its question. Whatever depends on the table is a function of the
position and the decision's arguments, called only when somebody looks: a search pays for no prose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Words = Callable[..., Sequence[str]]
"""`(position, *arguments)`: lines, or ids on the board."""


class Shows(NamedTuple):
    """How an option is shown on the board, by ids there.

    `lights` is what one clicks for it (what it touches, if it says nothing), `way` the route that
    it takes if that is longer than a step, `note` a few words where it leads, such as a cost, and
    `card` the card in the hand that it plays. It may be `hostile`, `costly` or `free`.
    """

    lights: Sequence[str] | None = None
    way: Sequence[str] = ()
    note: str = ""
    card: str = ""
    hostile: bool = False
    costly: bool = False
    free: bool = False


AS_TOUCHED = Shows()


class Reason(NamedTuple):
    """One of the things that a figure comes from, and where they are on the board."""

    text: str
    touches: Sequence[str] = ()


class Figure(NamedTuple):
    """A figure on the board, such as the danger in a hex, what it says in full, and what it comes
    from."""

    at: str
    text: str
    words: str
    look: Literal["none", "some", "high"] = "none"
    reasons: Sequence[Reason] = ()


class Proposal(NamedTuple):
    """What most players would choose, one after the other, as the ids of options; what is not asked
    is passed over. A patient one goes on after what chance and others decide in between."""

    label: str
    choices: tuple[str, ...]
    patient: bool = False


class Share(NamedTuple):
    """What one of several places may get, and what each number promises there, from 0 on."""

    at: str
    name: str
    promises: tuple[str, ...]


class Sharing(NamedTuple):
    """A number that this decision and those that follow share out, place by place, each by the
    option whose id is `id_` and a number; perhaps all of it."""

    total: int
    whole: bool
    id_: str
    label: str
    shares: tuple[Share, ...]


class Briefing(NamedTuple):
    """What a player is told about a decision of his, rendered."""

    step: str
    must: str
    may: Sequence[str]
    left: str
    part: bool
    drag: bool
    orders: bool
    charts: Sequence[str]


@dataclass(slots=True, frozen=True)
class Topic:
    """A kind of decision, described.

    Functions are called with the position and the arguments of the decision; those about an
    option with the option between the two.
    """

    id: str
    step: str
    """What is being decided, as a heading."""
    must: str = ""
    """What has to be done; without it, the prompt says it."""
    may: Words | None = None
    """What the decision leaves free."""
    left: Callable[..., str] | None = None
    """What would be given up by ending now; "" for nothing."""
    about: Words | None = None
    """The pieces and places that it is about, as ids on the board."""
    around: Words | None = None
    """What to keep in view besides the options, as ids on the board."""
    part: Callable[..., bool] | bool = False
    """Whether it is a part of a bigger choice, which can be taken back by the way."""
    drag: bool = False
    """Whether it is about a piece and where it goes, so that a counter can be dragged there."""
    orders: bool = False
    """Whether pieces are given orders at it: to select some and where they go is quicker than the
    small choices one by one."""
    proposes: Callable[..., Proposal | None] | None = None
    """What most players would choose, so that one can agree instead of choosing step by step."""
    shares: Callable[..., Sharing] | None = None
    """What is shared out by it and the decisions that follow, so that one sees all at once."""
    charts: tuple[str, ...] = ()
    """The charts that are needed for it."""
    builds: Callable[..., Any] | None = None
    """`(position, option or None, *arguments)`: what is being put together, such as an attack, with
    the option added; None where there is nothing yet."""
    shows: Callable[..., Shows] | None = None
    """`(position, option, *arguments)`: how an option is shown on the board."""
    figures: Callable[..., Sequence[Figure]] | None = None
    """Figures on the board that take long to work out: asked for when the rest is shown."""
    risks: Callable[..., list[str]] | None = None
    """`(position, option or None, *arguments)`: what an option costs for certain beyond what its
    label says, such as who drowns by it; without one, what is lost if nothing is done about it."""
    unsaid: Callable[..., str | None] | None = None
    """`(position, option, *arguments)`: what the label of an option that commits leaves unsaid, or
    None if it does not commit after all; without it, options say by themselves that they commit."""
    passes: Callable[..., str | None] | None = None
    """The id of the option that declines, for a question that is asked whether or not the seat has
    anything to answer, so that nobody learns it from the asking; None where it cannot."""

    def briefing(self, prompt: str, position: Any, arguments: tuple[Any, ...]) -> Briefing:
        """Everything that it tells about a decision."""
        part = self.part if isinstance(self.part, bool) else self.part(position, *arguments)
        return Briefing(
            self.step,
            self.must or prompt,
            self.may(position, *arguments) if self.may else (),
            self.left(position, *arguments) if self.left else "",
            part,
            self.drag,
            self.orders,
            self.charts,
        )


BY_CHANCE = Topic("chance", "Chance decides")
