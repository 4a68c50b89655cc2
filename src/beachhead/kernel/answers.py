"""Answers that are kept, because the same is asked again and again.

Several threads may ask: at worst the same is worked out twice, and everybody gets an answer to what
he asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

_UNKNOWN: Any = object()


class Answers(Generic[Answer]):
    """What was worked out, by the question; when there are too many, all are forgotten.

    >>> squares: Answers[int] = Answers(100)
    >>> squares.to(3, pow, 3, 2)
    9
    """

    __slots__ = ("known", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.known: dict[Hashable, Answer] = {}

    def to(self, question: Hashable, work_out: Callable[..., Answer], *given: Any) -> Answer:
        """The answer to a question, worked out from what is given if it is not known."""
        answer: Answer = self.known.get(question, _UNKNOWN)
        if answer is _UNKNOWN:
            answer = work_out(*given)
            if len(self.known) >= self.most:
                self.known = {}
            self.known[question] = answer
        return answer
