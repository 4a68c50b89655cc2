"""The agenda: the stack of steps still to do, run until somebody must decide.

Rules are ordinary functions on a position. A *step* does something and may put further steps
on the agenda. A *question* only looks: it returns a `Decision`, which names the function that
takes the answer, or None if there is nothing to decide. A decision that says it is forced and has
a single option that commits nobody to anything goes by itself. The agenda is data (names and
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
"""A step still to do: its name, then its arguments."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Steps:
    """The steps of one game by name. A function's name is `module.function`.

    >>> steps = Steps()
    >>> @steps.step
    ... def advance(position): ...
    >>> steps.name_of(advance).endswith(".advance")
    True
    """

    def __init__(self) -> None:
        self.asks_everything = False
        self._names: dict[Callable[..., Any], str] = {}
        self.doing: dict[str, Callable[..., None]] = {}
        self.asking: dict[str, Callable[..., Decision | None]] = {}

    def step(self, function: Function) -> Function:
        """Register a function that does something: `(position, *arguments) -> None`."""
        return self._register(function, self.doing)

    def question(self, function: Function) -> Function:
        """Register a function that asks: `(position, *arguments) -> Decision | None`.

        It must leave the position as it finds it.
        """
        return self._register(function, self.asking)

    def asking_everything(self) -> Steps:
        """The same steps, run so that forced decisions are asked too."""
        patient = Steps()
        patient._names, patient.doing, patient.asking = self._names, self.doing, self.asking
        patient.asks_everything = True
        return patient

    def name_of(self, function: Callable[..., Any]) -> str:
        return self._names[function]

    def _register(self, function: Function, kind: dict[str, Any]) -> Function:
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        if name in self.doing or name in self.asking:
            raise ValueError(f"two steps are called {name!r}: rename one of them")
        self._names[function] = name
        kind[name] = function
        return function

    def check(self, position: Any) -> None:
        """Refuse an agenda that somebody wrote with steps that there are not, or with other
        arguments than they take."""
        for entry in position.agenda:
            name, *arguments = entry if isinstance(entry, tuple) and entry else (entry,)
            step = self.doing.get(name) or self.asking.get(name) if isinstance(name, str) else None
            if step is None:
                raise BeachheadError(
                    f"agenda: there is no step {brief(name)}; write one as module.function"
                )
            try:
                signature(step).bind(position, *arguments)
            except TypeError as error:
                raise BeachheadError(
                    f"agenda: {name} does not take {brief(arguments)} ({error})"
                ) from error

    def run(self, position: Any) -> Decision | None:
        """Do what is on the agenda until somebody must decide; None when nothing is left."""
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
            if decision is None:
                del agenda[-1]
                continue
            only = None if self.asks_everything else decision.only_way
            if only is None:
                return decision
            del agenda[-1]
            decision.then(position, only.value, *decision.arguments)
        return None
