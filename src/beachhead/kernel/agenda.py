"""The agenda: the stack of steps still to do, run until somebody must decide.

Rules are ordinary functions on a position. A *step* does something and may put further steps
on the agenda. A *question* only looks: it returns a `Decision`, which names the function that
takes the answer, or None if there is nothing to decide. A decision that says it is forced and has
a single option that commits nobody to anything goes by itself. The agenda is data (ids and
arguments), so a game can be copied, saved and searched in the middle of anything.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

from beachhead.errors import BeachheadError
from beachhead.kernel.checks import brief

if TYPE_CHECKING:
    from beachhead.kernel.play import Decision

Entry = tuple[Any, ...]
"""A step still to do: its id, then its arguments."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Steps:
    """The steps of one game by their ids.

    An id is written into every save, so it stays when its function moves or is renamed. If an id
    itself must change, `was` tells the former one: saves with it are read, and their digests
    checked, as before.

    >>> steps = Steps()
    >>> @steps.step("movement.advance", was="movement.go_forward")
    ... def advance(position): ...
    >>> steps.id_of(advance)
    'movement.advance'
    >>> steps.present([("movement.go_forward", 7)])
    [('movement.advance', 7)]
    """

    def __init__(self) -> None:
        self.asks_everything = False
        self.ids: dict[Callable[..., Any], str] = {}
        self._present: dict[str, str] = {}
        self._former: dict[str, str] = {}
        self.doing: dict[str, Callable[..., None]] = {}
        self.asking: dict[str, Callable[..., Decision | None]] = {}

    def step(self, id_: str, *, was: str = "") -> Callable[[Function], Function]:
        """Register a function that does something: `(position, *arguments) -> None`."""
        return lambda function: self._register(function, self.doing, id_, was)

    def question(self, id_: str, *, was: str = "") -> Callable[[Function], Function]:
        """Register a function that asks: `(position, *arguments) -> Decision | None`.

        It must leave the position as it finds it.
        """
        return lambda function: self._register(function, self.asking, id_, was)

    def asking_everything(self) -> Steps:
        """The same steps, run so that forced decisions are asked too."""
        patient = Steps()
        patient.ids, patient._present, patient._former = self.ids, self._present, self._former
        patient.doing, patient.asking = self.doing, self.asking
        patient.asks_everything = True
        return patient

    def id_of(self, function: Callable[..., Any]) -> str:
        return self.ids[function]

    def _register(self, function: Function, kind: dict[str, Any], id_: str, was: str) -> Function:
        for taken in (id_, was):
            if taken in self.doing or taken in self.asking or taken in self._present:
                raise ValueError(f"two steps have the id {taken!r}: give one of them another")
        self.ids[function] = id_
        kind[id_] = function
        if was:
            self._present[was], self._former[id_] = id_, was
        return function

    def present(self, agenda: list[Entry]) -> list[Entry]:
        """An agenda with the ids that steps have now; those that a step will go on with are among
        its arguments."""
        return _with(agenda, self._present) if self._present else agenda

    def former(self, agenda: list[Entry]) -> list[Entry]:
        """An agenda with the ids that steps once had, for digests that were made of them."""
        return _with(agenda, self._former) if self._former else agenda

    def check(self, position: Any) -> None:
        """Refuse an agenda that somebody wrote with steps that there are not, or with other
        arguments than they take."""
        for entry in position.agenda:
            name, *arguments = entry if isinstance(entry, tuple) and entry else (entry,)
            step = self.doing.get(name) or self.asking.get(name) if isinstance(name, str) else None
            if step is None:
                raise BeachheadError(
                    f"agenda: there is no step {brief(name)}; write one by its id, as chapter.step"
                )
            try:
                signature(step).bind(position, *arguments)
            except ValueError:  # a compiled function may not tell what it takes
                continue
            except TypeError as error:
                raise BeachheadError(
                    f"agenda: {name} does not take {brief(arguments)} ({error})"
                ) from error

    def run(self, position: Any) -> Decision | None:
        """Do what is on the agenda until somebody must decide; None when nothing is left."""
        while (decision := self._next(position)) is not None:
            only = None if self.asks_everything else decision.only_way
            if only is None:
                return decision
            decision.take(only.value)
        return None

    def play(
        self,
        position: Any,
        answer: Callable[[Decision], Any],
        until: Callable[[Decision], bool] | None = None,
    ) -> None:
        """Do what is on the agenda to the end, or to the first decision at which `until` holds;
        every decision is answered at once with the value of one of its options."""
        while (decision := self._next(position)) is not None:
            if until is not None and until(decision):
                return
            decision.take(answer(decision))

    def _next(self, position: Any) -> Decision | None:
        """Do steps until a question is to be answered."""
        agenda: list[Entry] = position.agenda
        doing, asking = self.doing, self.asking
        while agenda:
            entry = agenda[-1]
            name = entry[0]
            if name in doing:
                del agenda[-1]
                doing[name](position, *entry[1:])
                continue
            decision = asking[name](position, *entry[1:])
            if decision is not None:
                decision.position = position
                return decision
            del agenda[-1]
        return None


def _with(agenda: list[Entry], ids: dict[str, str]) -> list[Entry]:
    return [
        tuple(ids.get(part, part) if isinstance(part, str) else part for part in entry)
        for entry in agenda
    ]
