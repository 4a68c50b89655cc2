"""How a game stands by what was kept of it: the deeds that stand, and how it goes on where these
rules do not lead there any more."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from beachhead.errors import BeachheadError
from beachhead.kernel.play import CHANCE, UNFORESEEN, Game
from beachhead.kernel.record import Halt, Record, fitted
from beachhead.web.store import Deed, Row


@dataclass(slots=True)
class Past:
    """Where deeds lead: the choices that stand, those taken back, the marks, each undo (its
    revision, and how many choices it left), each order, what seats added to the dealing; and, if
    the game was resumed, why, and from which position after how many draws if not from the start.
    """

    choices: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    floors: list[tuple[int, int]] = field(default_factory=list)
    orders: list[tuple[int, int]] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    resumed: str = ""
    position: Mapping[str, Any] | None = None
    drawn: int = 0

    def back_to(self, left: int, revision: int) -> None:
        del self.choices[left:]
        self.marks = {made: mark for made, mark in self.marks.items() if int(made) <= left}
        self.floors.append((revision, left))


def outcome(deeds: list[Deed]) -> Past:
    """Where deeds lead."""
    past = Past()
    for revision, deed in enumerate(deeds):
        if deed.kind == "undo" and deed.to is not None:
            past.undone = past.choices[deed.to :] + past.undone
            past.back_to(deed.to, revision)
        else:
            if deed.kind == "resume":
                past.back_to(0, revision)
            if deed.position is not None:
                past.position, past.drawn = deed.position, deed.drawn
            if deed.kind == "claim":
                assert deed.seat is not None
                assert deed.nonce is not None
                past.nonces[deed.seat] = deed.nonce
            if deed.kind == "redo":
                past.undone = past.undone[len(deed.made) :]
            elif deed.made or deed.kind == "resume":
                past.undone = []
                past.orders = [each for each in past.orders if each[1] <= len(past.choices)]
            if deed.kind == "order":
                past.orders.append((len(past.choices), len(past.choices) + len(deed.made)))
            past.choices += deed.made
            past.resumed = deed.text or past.resumed
        past.marks |= deed.marks or {}
    return past


@dataclass(slots=True, frozen=True)
class Resumption:
    """How a game goes on that does not replay as it was kept: why, if players must know, and from
    which position after how many draws if its choices do not lead there."""

    text: str = ""
    position: dict[str, Any] | None = None
    drawn: int = 0


def replayed(
    game: Game[Any], row: Row, past: Past, stood: dict[str, Any] | None
) -> tuple[Record[Any], Resumption | None]:
    """The game as it stands; with a resumption if these rules do not lead there any more: at
    the position that was kept beside the choices, `stood`, else at the last one they lead to."""

    def begin(rules: Game[Any]) -> Record[Any]:
        begun = Record(rules, row.scenario, row.options, start=row.start)
        if past.position is not None:
            begun.begin_at(dict(past.position), past.drawn)
        return begun

    if row.version == game.version:
        record = begin(game)
        halt = record.play_by_other_rules(past.choices, past.marks)
    else:
        record, halt = fitted(game, past.choices, past.marks, begin)
    if stood is not None:
        with suppress(BeachheadError, *UNFORESEEN):
            position = game.position.from_data(stood)
            game.steps.run(position)  # what was still asked there may go by itself
            if halt is None and record.answer_up_to(lambda at: at.position == position):
                return record, _bridged(record, past)
            drawn = past.drawn + _draws(record, past, halt)
            record.begin_at(stood, drawn)
            where = f"at {game.clock(position)}, where it stood; what led there cannot be shown"
            return record, Resumption(_reason(game, row, halt, where), stood, drawn)
    if halt is None:
        return record, _bridged(record, past)
    where = f"after choice {halt.number}, at {halt.clock}"
    return record, Resumption(_reason(game, row, halt, where))


def _draws(record: Record[Any], past: Past, halt: Halt | None) -> int:
    """How many draws all choices of the past were. Whose choices were that no longer replay is
    not known, so all of those count: a draw's number may be skipped, but never used again."""
    drawn = record.deciders.count(CHANCE)
    return drawn if halt is None else drawn + len(past.choices) - halt.number


def _bridged(record: Record[Any], past: Past) -> Resumption | None:
    """How a game goes on that replays, if some of its questions are asked no more, or newly."""
    return None if record.choices == past.choices else Resumption(drawn=past.drawn)


def _reason(game: Game[Any], row: Row, halt: Halt | None, where: str) -> str:
    """What players are told when a game does not replay."""
    kept = "What was kept is untouched: the original record can be downloaded."
    if halt is not None:
        return f"{halt.explain(row.version, game.version, where)} {kept}"
    return (
        f"This game was played by rules {row.version}. By these ({game.version}) its choices lead "
        f"elsewhere, so it goes on {where}. {kept}"
    )
