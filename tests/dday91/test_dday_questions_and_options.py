"""Why not? Whatever is listed is not refused, and what is not listed is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from beachhead.dday91.table.board import board
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, on_board, row
from beachhead.kernel.bits import members
from beachhead.kernel.play import Decision, Option
from dday91_situations import GAME

Question = dict[str, str]


def refusal(table: DDayTable, **question: str) -> str | None:
    refused = GAME.why_not(table, **question)
    assert refused is None or (GAME.rules.rule(refused.rule) and refused.text)
    return None if refused is None else f"{refused.rule}: {refused.text}"


# --- what an option asks


def asked(table: DDayTable, decision: Decision, option: Option) -> Question | None:
    """The question whose answer an option is; None for those that are no unit's."""
    return ASKED[decision.kind](table, decision, option.value) if decision.kind in ASKED else None


def _question(action: str, unit: int, hex_: int = -1) -> Question:
    found = {"action": action, "unit": row(unit).id}
    return found if hex_ < 0 else found | {"to": board().name(hex_)}


def _of_unit(action: str) -> Callable[[DDayTable, Decision, int], Question | None]:
    return lambda _, __, unit: None if unit < 0 else _question(action, unit)


def _of_place(action: str) -> Callable[[DDayTable, Decision, int], Question | None]:
    return lambda _, decision, hex_: _question(action, decision.arguments[0], hex_)


def _of_both(action: str) -> Callable[[DDayTable, Decision, Any], Question | None]:
    return lambda _, __, value: None if value[0] < 0 else _question(action, *value)


def _mover(_: DDayTable, __: Decision, value: Any) -> Question | None:
    what, unit, *rest = value
    if what == "done":
        return None
    return _question(what, unit, *rest) if what == "bomb" else _question(what, unit)


def _leg(table: DDayTable, _: Decision, value: Any) -> Question | None:
    what, unit, *_rest = value
    if what == "path":
        return _question("move", table.moving[0], value[-1])
    if what in ("stop", "exit"):
        return _question(what, table.moving[0])
    if what == "effort":
        return _question("extra-effort", unit)
    return _question(what, unit) if what in ("detach", "recombine") else None


def _attacker(_: DDayTable, decision: Decision, value: Any) -> Question | None:
    if isinstance(value, tuple) or value < 0:
        return None
    return _question("attack", value, decision.arguments[0])


def _pursuit(_: DDayTable, __: Decision, value: Any) -> Question | None:
    return _question("move", value[1]) if value[0] == "pursue" else None


def _striker(_: DDayTable, decision: Decision, unit: int) -> Question | None:
    return None if unit < 0 else _question("strike", unit, decision.arguments[0])


def _replacement(_: DDayTable, __: Decision, value: Any) -> Question | None:
    return None if value[0] == "done" else _question("replace", value[1])


ASKED: dict[str, Callable[[DDayTable, Decision, Any], Question | None]] = {
    "mover_chosen": _mover,
    "leg_chosen": _leg,
    "transfer_chosen": _of_unit("transfer"),
    "transferred": _of_place("transfer"),
    "sent": _of_place("invade"),
    "reinforcement_chosen": _of_unit("place"),
    "entered": _of_place("place"),
    "attacker_added": _attacker,
    "reacted": _of_both("react"),
    "advanced": _of_unit("occupy"),
    "pursuit_chosen": _pursuit,
    "striker_chosen": _striker,
    "replaced": _replacement,
}


# --- what is not listed


def unlisted(table: DDayTable, decision: Decision, listed: list[Question]) -> Iterator[Question]:
    """The same questions about the units and hexes that are not listed."""
    known = {tuple(sorted(question.items())) for question in listed}
    for question in _alike(table, decision):
        if tuple(sorted(question.items())) not in known:
            yield question


def _alike(table: DDayTable, decision: Decision) -> Iterator[Question]:
    units = list(members(on_board(table, table.side)))
    if decision.kind == "mover_chosen":
        yield from (_question("move", unit) for unit in units)
        yield from (_question("drop", unit) for unit in units if pieces().drops >> unit & 1)
    elif decision.kind == "leg_chosen":
        lead = table.moving[0]
        yield from (_question("move", lead, hex_) for hex_ in members(board().land))
        yield from (_question(what, lead) for what in ("stop", "exit"))
    elif decision.kind == "landed" and table.agenda[-1][0] == "occupation.land_unopposed":
        yield from (_question("occupy", unit, hex_) for unit in units for hex_ in _beaches(table))
    elif decision.kind == "transfer_chosen":
        yield from (_question("transfer", unit) for unit in units)
    elif decision.kind == "sent":
        yield from (_of(decision, "invade", hex_) for hex_ in board().invasions)
    elif decision.kind == "attacker_added":
        yield from (_question("attack", unit, decision.arguments[0]) for unit in units)
    elif decision.kind == "advanced":
        yield from (_question("occupy", unit) for unit in units)
    elif decision.kind == "pursuit_chosen":
        yield from (_question("move", unit) for unit in units)
    elif decision.kind == "striker_chosen":
        yield from (_question("strike", unit, decision.arguments[0]) for unit in units)


def _of(decision: Decision, action: str, hex_: int) -> Question:
    return _question(action, decision.arguments[0], hex_)


def _beaches(table: DDayTable) -> set[int]:
    return {hex_ for invasion in board().invasions.values() for hex_ in members(invasion.targets)}


def questions(table: DDayTable, decision: Decision) -> list[Question]:
    """The questions of all options of a decision."""
    if decision.kind == "landed":  # a drop or a landing without a fight
        if table.agenda[-1][0] == "occupation.land_unopposed":
            both = [each.value for each in decision.options if each.value[0] >= 0]
            return [_question("occupy", unit, hex_) for unit, hex_ in both]
        return [_of(decision, "drop", each.value) for each in decision.options]
    found = [asked(table, decision, option) for option in decision.options]
    return [each for each in found if each is not None]


SHARES = {"leg_chosen": 0.05, "mover_chosen": 0.1, "transfer_chosen": 0.04, "sent": 0.1}
"""How often the questions of a decision are asked; there are many of these."""


@pytest.mark.parametrize("seed", range(5))
def test_what_is_listed_is_allowed_and_what_is_not_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    given = {setting.id: rng.choice(setting.values) for setting in GAME.settings.values()}
    state = GAME.setup(("1944", "1943")[seed % 2], given if seed > 1 else {}, seed=seed)
    while not state.over and state.position.turn < 5:
        table, decision = state.position, state.decision
        if table.step != "setup" and rng.random() < SHARES.get(decision.kind, 0.5):
            listed = questions(table, decision)
            for question in rng.sample(listed, min(len(listed), 8)):
                assert refusal(table, **question) is None, question
            others = list(unlisted(table, decision, listed))
            for question in rng.sample(others, min(len(others), 8)):
                assert refusal(table, **question) is not None, question
        state.apply(rng.choice(decision.options))
