"""3e Who is sent over the sea: those who can be, any of them, and the end of it."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.dday91.movement.acquiring_and_spending_moves import counted
from beachhead.dday91.stacking.places_to_stay import Kind, kind
from beachhead.dday91.stacking.stacking_limits import overstacked
from beachhead.dday91.table.schema import SIDES
from beachhead.dday91.table.state import ALLIED, DDayTable, UnitSet, units_in
from beachhead.kernel.bits import listed
from beachhead.kernel.chance import Pick, any_of
from beachhead.kernel.play import Decision, Option, Refusal
from beachhead.kernel.topic import Topic

NO_MORE = -1


def first_able(table: DDayTable, units: UnitSet, can: Callable[[DDayTable, int], bool]) -> UnitSet:
    """Some units without those of whom it turns out that they cannot be sent until one is found
    that can; none if nobody can. Units of one kind all can be, or none. Those in crowds are asked
    about first: most of the others may not leave before them (2d4)."""
    crowded = 0
    for hex_ in listed(overstacked(table, ALLIED)):
        crowded |= units_in(table, hex_, ALLIED)
    refused: set[Kind] = set()
    found = False
    for unit in listed(units & crowded) + listed(units & ~crowded):
        alike = kind(table, unit)
        if alike not in refused:
            if found or can(table, unit):
                found = True
                continue
            refused.add(alike)
        units &= ~(1 << unit)
    return units


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
    """Those among some units that can be sent, and 2d4 the end of it, if the stacks allow."""
    able = kind_by_kind(table, can)
    found = [option(unit, table.hex[unit]) for unit in listed(units) if able(unit)]
    if refuse_done(table) is None:
        found.append(_no_more(what, table.moves[ALLIED]))
    return found


def kind_by_kind(table: DDayTable, can: Callable[[DDayTable, int], bool]) -> Callable[[int], bool]:
    """What says who can be sent: units of one kind all can be, or none."""
    answers: dict[Kind, bool] = {}

    def able(unit: int) -> bool:
        alike = kind(table, unit)
        if alike not in answers:
            answers[alike] = can(table, unit)
        return answers[alike]

    return able


def any_able(
    table: DDayTable,
    units: UnitSet,
    can: Callable[[DDayTable, int], bool],
    refuse_done: Callable[[DDayTable], Refusal | None],
    pick: Pick,
) -> int:
    """One of them, or the end of it, each as likely as the others."""
    able = kind_by_kind(table, can)

    def fits(unit: int) -> bool:
        return refuse_done(table) is None if unit == NO_MORE else able(unit)

    found = any_of([*listed(units), NO_MORE], fits, pick)
    assert found is not None, "it is asked only if somebody can"
    return found


def _no_more(what: str, moves: int) -> Option:
    return Option(
        "done", lambda: f"End the {what}: {counted(moves)} left", NO_MORE, commits=True, ends=True
    )
