"""3e Who is sent over the sea: those who can be, any of them, and the end of it."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.stacking.places_to_stay import Kind, kind
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, DDayTable, UnitSet
from beachhead.kernel.bits import members
from beachhead.kernel.chance import Pick, any_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic

NO_MORE = -1


def asked(
    prompt: Callable[[DDayTable], str],
    rule: str,
    chosen: Callable[[DDayTable, int], None],
    choices: Callable[[DDayTable], list[Option]],
    topic: Topic,
    sample: Callable[[DDayTable, Pick], int],
) -> Decision:
    """The Allies are asked whom they send."""
    return Decision(
        SIDES[ALLIED], prompt, rule, chosen, choices, topic=topic, forced=True, sample=sample
    )


def options(
    table: DDayTable,
    units: UnitSet,
    can: Callable[[DDayTable, int], bool],
    option: Callable[[int, int], Option],
    refuse_done: Callable[[DDayTable], Refusal | None],
    what: str,
) -> list[Option]:
    """Those among some units that can be sent, and 2d4 the end of it, if the stacks allow. Units
    with the same prospects all can be, or none."""
    answers: dict[Kind, bool] = {}
    found = []
    for unit in members(units):
        prospects = kind(table, unit)
        if prospects not in answers:
            answers[prospects] = can(table, unit)
        if answers[prospects]:
            found.append(option(unit, table.hex[unit]))
    if refuse_done(table) is None:
        found.append(_no_more(what, table.moves[ALLIED]))
    return found


def any_able(
    table: DDayTable,
    units: UnitSet,
    can: Callable[[DDayTable, int], bool],
    refuse_done: Callable[[DDayTable], Refusal | None],
    pick: Pick,
) -> int:
    """One of them, or the end of it, each as likely as the others."""

    def fits(unit: int) -> bool:
        return refuse_done(table) is None if unit == NO_MORE else can(table, unit)

    found = any_of([*members(units), NO_MORE], fits, pick)
    assert found is not None, "it is asked only if somebody can"
    return found


def _no_more(what: str, moves: int) -> Option:
    return Option(
        "done", lambda: f"End the {what}: {counted(moves)} left", NO_MORE, commits=True, ends=True
    )
